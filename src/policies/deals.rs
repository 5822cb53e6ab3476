//! A hand dealt out many times, as the player to act may imagine it: the deals side by side.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::{Draws, POT_PARTS, PolicyView};
use crate::card::Card;
use crate::chance::below;
use crate::chance::stream::{GOLDEN, mix};
use crate::engine::{DRAWN, MAX_SEATS, RunOut, RunOutPlan, SeatSet};
use crate::kernel::{Vector, by_kernel};
use crate::ranking::shares::halves;
use crate::ranking::{WildRanks, evaluate_columns};

/// How many deals there are.
pub const DEALS: usize = 32;

/// One card of each deal.
type Row = [u8; DEALS];

/// The cards that are drawn, one row for each that a deal draws.
type Drawn = [Row; Card::COUNT];

/// Cards are drawn by so many at a time.
const STEP: usize = 4;

/// What the hands of some seats are worth, deal by deal.
type Worths = [[u16; DEALS]; MAX_SEATS];

/// How many cards a hand has at most.
const MOST: usize = 8;

/// Hands are evaluated by so many at a time; two seats make one such group.
const GROUP: usize = 2 * DEALS;

impl PolicyView<'_> {
    /// The player's shares of the pot when the hand is dealt out [`DEALS`] times with cards that are drawn from those it
    /// cannot see, as if nobody folded any more and nobody were all-in: their sum in parts of which a pot has
    /// [`POT_PARTS`]. The draws must be new ones.
    pub(super) fn shares_at_the_end(&self, draws: &mut Draws) -> u64 {
        let plan = self.hand().state().plan_run_out(self.hand().game(), self.seat());
        let sum = plan.and_then(|plan| self.shares_side_by_side(&plan, draws));
        sum.unwrap_or_else(|| self.shares_one_by_one(draws))
    }

    fn shares_one_by_one(&self, draws: &mut Draws) -> u64 {
        let (mut unseen, count) = self.unseen();
        (0..DEALS).map(|_| self.share_of_one(&mut unseen[..count], draws)).sum()
    }

    /// The share of one deal. The cards that are left are in another order afterwards, in which the next deal begins.
    fn share_of_one(&self, unseen: &mut [u8], draws: &mut Draws) -> u64 {
        let mut used = 0;
        let mut draw = || {
            let other = used + usize::from(draws.below((unseen.len() - used) as u8));
            unseen.swap(used, other);
            used += 1;
            unseen[used - 1]
        };
        let RunOut { high, low } = self.hand().state().run_out(self.hand().game(), self.seat(), &mut draw);
        let part = |winners: SeatSet, parts: u64| {
            if winners.contains(self.seat()) { parts / u64::from(winners.len()) } else { 0 }
        };
        let (high_parts, low_parts) = halves(POT_PARTS, 1, !low.is_empty());
        part(high, high_parts) + part(low, low_parts)
    }

    /// All of them; `None` where some hand is none that can be evaluated.
    fn shares_side_by_side(&self, plan: &RunOutPlan, draws: &Draws) -> Option<u64> {
        let (unseen, count) = self.unseen();
        let mut fallen = [[0; DEALS]; Card::COUNT];
        draw_cards(draws.first(), (&unseen, count), plan.drawn, &mut fallen);
        // The player's own hand is the first.
        let own = SeatSet::only(self.seat());
        let mut seats = [0; MAX_SEATS];
        let order = own.iter().chain(plan.live.without(own).iter());
        let live = seats.iter_mut().zip(order).map(|(slot, seat)| *slot = seat).count();
        let row = |seat: usize, place: usize| {
            let card = plan.cards[usize::from(seats[seat])][place];
            fallen.get(usize::from(card.wrapping_sub(DRAWN))).copied().unwrap_or([card; DEALS])
        };
        let ranking = self.ranking();
        let mut columns = [[[0; DEALS]; MAX_SEATS]; MOST];
        for (place, column) in columns.iter_mut().enumerate().take(plan.count) {
            // One seat more, the first one again, where they do not make whole groups.
            for (seat, rows) in column.iter_mut().enumerate().take(live.next_multiple_of(2)) {
                *rows = row(if seat < live { seat } else { 0 }, place);
            }
        }
        let hands = (live * DEALS).next_multiple_of(GROUP);
        let columns = columns.each_ref().map(|column| &column.as_flattened()[..hands]);
        let mut high = [[0; DEALS]; MAX_SEATS];
        let strengths = &mut high.as_flattened_mut()[..hands];
        evaluate_columns(ranking, WildRanks::NONE, &columns[..plan.count], strengths, 1).ok()?;
        let low = self.low_share().map(|low| {
            let mut worths = [[0; DEALS]; MAX_SEATS];
            for (seat, worths) in worths.iter_mut().enumerate().take(live) {
                let counting = |place: &usize| low.counts(plan.up >> place & 1 == 1);
                let rows: [Row; MOST] = core::array::from_fn(|place| row(seat, place));
                for (deal, worth) in worths.iter_mut().enumerate() {
                    *worth = low.worth((0..plan.count).filter(counting).map(|place| rows[place][deal]));
                }
            }
            worths
        });
        Some(shares_of_first(&high, low.as_ref(), live))
    }
}

by_kernel! {
    /// Draws from the first so many of some unseen cards, and so many in each deal, row by row. Each deal begins with the
    /// cards in the order in which the one before left them.
    fn draw_cards(first: u64, unseen: (&[u8; Card::COUNT], usize), drawn: usize, rows: &mut Drawn) -> () =
        draw_lanes<V>
}

#[inline(always)]
fn draw_lanes<V: Vector>(first: u64, (unseen, count): (&[u8; Card::COUNT], usize), drawn: usize, rows: &mut Drawn) {
    // Which of the cards that are left is drawn, before any is.
    let mut words = [0; DEALS];
    for deal in 0..DEALS {
        words[deal] = first.wrapping_add(GOLDEN.wrapping_mul((deal * drawn) as u64));
    }
    for (used, places) in rows.iter_mut().enumerate().take(drawn.next_multiple_of(STEP)) {
        // What is drawn with those that are too many stays where it is.
        let left = if used < drawn { count.saturating_sub(used) as u64 } else { 0 };
        for deal in 0..DEALS {
            let word = mix(words[deal]);
            words[deal] = words[deal].wrapping_add(GOLDEN);
            // The high half of the product in two parts, as the count is small.
            let high = ((word >> 32) * left + (((word & 0xffff_ffff) * left) >> 32)) >> 32;
            places[deal] = used as u8 + high as u8;
        }
    }
    // The first word of all is taken as it is.
    rows[0][0] = below(first, count as u8);
    let mut cards = [0; 256];
    cards[..Card::COUNT].copy_from_slice(unseen);
    swap_all(&mut cards, rows, drawn.div_ceil(STEP));
}

/// Draws the cards at these places, deal by deal: each changes places with the first that was not drawn yet.
///
/// How many are drawn in a deal is known when this is compiled: a loop's end that comes after so many cards is one that
/// no processor foresees, and would cost as much as the cards.
#[inline(always)]
fn swap_all(cards: &mut [u8; 256], rows: &mut Drawn, steps: usize) {
    match steps {
        0 => {}
        1 => swap::<1>(cards, rows),
        2 => swap::<2>(cards, rows),
        3 => swap::<3>(cards, rows),
        4 => swap::<4>(cards, rows),
        5 => swap::<5>(cards, rows),
        6 => swap::<6>(cards, rows),
        7 => swap::<7>(cards, rows),
        8 => swap::<8>(cards, rows),
        9 => swap::<9>(cards, rows),
        10 => swap::<10>(cards, rows),
        11 => swap::<11>(cards, rows),
        12 => swap::<12>(cards, rows),
        _ => swap::<13>(cards, rows),
    }
}

#[inline(never)]
fn swap<const STEPS: usize>(cards: &mut [u8; 256], rows: &mut Drawn) {
    for deal in 0..DEALS {
        for step in 0..STEPS {
            for i in 0..STEP {
                let used = step * STEP + i;
                let place = &mut rows[used][deal];
                // Any byte is a place of the array, so that none has to be looked at.
                let at = usize::from(*place);
                cards.swap(at, used);
                *place = cards[used];
            }
        }
    }
}

/// The shares of the first of some seats, added up over the deals.
fn shares_of_first(high: &Worths, low: Option<&Worths>, live: usize) -> u64 {
    let high = first_among(high, live);
    let Some(low) = low else { return high.iter().map(|of| WHOLE[usize::from(of.winners)]).sum() };
    let low = first_among(low, live);
    let shares = high.iter().zip(&low).map(|(high, low)| {
        let [high_winners, low_winners] = [high.winners, low.winners].map(usize::from);
        // Worth nothing for the low share is worth nothing of it, and all is for the best hands where nobody has it.
        if low.most == 0 { WHOLE[high_winners] } else { HIGH[high_winners] + LOW[low_winners] }
    });
    shares.sum()
}

/// What of a pot each of so many winners gets: of a whole one, and of its two halves.
const WHOLE: Parts = parts_of(halves(POT_PARTS, 1, false).0);
const HIGH: Parts = parts_of(halves(POT_PARTS, 1, true).0);
const LOW: Parts = parts_of(halves(POT_PARTS, 1, true).1);

/// Parts of a pot by the number of winners; none wins nothing.
type Parts = [u64; MAX_SEATS + 1];

const fn parts_of(amount: u64) -> Parts {
    let (mut parts, mut winners) = ([0; MAX_SEATS + 1], 1);
    while winners < parts.len() {
        parts[winners] = amount / winners as u64;
        winners += 1;
    }
    parts
}

/// How the first of some seats stands in a deal.
#[derive(Clone, Copy)]
struct First {
    /// What the best seat is worth.
    most: u16,
    /// How many are worth as much, if the first is one of them, else 0.
    winners: u16,
}

by_kernel! {
    /// How the first of some seats stands in each deal.
    fn first_among(worths: &Worths, live: usize) -> [First; DEALS] = first_in_lanes<V>
}

#[inline(always)]
fn first_in_lanes<V: Vector>(worths: &Worths, live: usize) -> [First; DEALS] {
    let (mut most, mut counts) = ([0; DEALS], [0; DEALS]);
    let worths = &worths[..live.min(MAX_SEATS)];
    for row in worths {
        for deal in 0..DEALS {
            most[deal] = row[deal].max(most[deal]);
        }
    }
    for row in worths {
        for deal in 0..DEALS {
            counts[deal] += u16::from(row[deal] == most[deal]);
        }
    }
    for deal in 0..DEALS {
        counts[deal] *= u16::from(worths[0][deal] == most[deal]);
    }
    core::array::from_fn(|deal| First { most: most[deal], winners: counts[deal] })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::actions::to_action;
    use crate::chance::{Choices, Key, shuffled_deck};
    use crate::engine::{Deal, Game, Hand};
    use crate::rules::{Named, Preset, Stakes};

    #[test]
    fn deals_side_by_side_are_those_one_by_one() {
        let mut compared = [0; 2];
        for (number, preset) in Preset::ALL.iter().enumerate() {
            for (burn, low_chicago) in [(false, false), (true, true)] {
                let mut rules = preset.rules(Stakes::default()).unwrap();
                (rules.burn, rules.low_chicago) = (burn, low_chicago && rules.streets[0].down > 0);
                let game = Arc::new(Game::new(rules).unwrap());
                for seed in 0..40 {
                    let key = Key::from_seed(1000 * number as u64 + seed);
                    let deck: Vec<Card> = shuffled_deck(&key).into_iter().filter_map(Card::from_index).collect();
                    let range = game.rules().players;
                    let stacks = vec![50; usize::from(range.min + seed as u8 % (range.max - range.min + 1))];
                    let deal = Deal::Ahead(&deck);
                    let mut hand = Hand::start(Arc::clone(&game), &stacks, None, deal, &mut |_| ()).unwrap();
                    let choices = Choices::new(&key);
                    for turn in 0.. {
                        let Some(view) = PolicyView::of_actor(&hand) else { break };
                        let draws = Draws::new(choices.draw(turn));
                        let slow = view.shares_one_by_one(&mut draws.clone());
                        let plan = hand.state().plan_run_out(&game, view.seat());
                        let quick = plan.and_then(|plan| view.shares_side_by_side(&plan, &draws));
                        assert!(quick.is_none_or(|quick| quick == slow), "{preset:?} {seed} {turn}");
                        compared[usize::from(quick.is_some())] += 1;
                        let action = to_action(&hand, choices.pick(turn, view.legal())).unwrap();
                        hand.apply(action, &mut |_| ());
                    }
                }
            }
        }
        assert!(compared.iter().all(|&count| count > 500), "{compared:?}");
    }
}
