//! Every runout, one by one: for what no shorter way serves.
//!
//! The time goes into evaluating hands, so the order of the cards is chosen to evaluate each hand as seldom as possible.
//! Cards are taken seat by seat, and a hand is evaluated as soon as it is whole: what the seats before hold is then
//! evaluated once for all that the seats after it may get, and only the last seat's hand once a runout. What changes
//! several hands comes before all of them: a card for everybody, and where up cards make a rank wild, every card face up,
//! each by itself in the order dealt. Of cards that are alike only the set counts, so they are taken ascending. The cards
//! of the last step are not gone through but counted together (`last_step`).
//!
//! The first card splits the work into parts for threads. Parts are many and of different sizes, which evens out when
//! each thread takes the next one.

use core::mem;
use std::sync::{Mutex, PoisonError};

use super::last_step::{Kept, LastCards, LastStep};
use super::outcome::Outcomes;
use super::situation::Situation;
use super::step::Step;
use crate::card::{Card, Rank};
use crate::ranking::evaluate::{Evaluator, Wild, with_evaluator};
use crate::ranking::{LowShare, WildRanks};
use crate::simulate::Tally;

/// How many steps one runout takes.
const RUNOUT: u128 = 4;

/// How many steps it takes to go through so many runouts.
pub(super) const fn steps(runouts: u128) -> u128 {
    runouts.saturating_mul(RUNOUT)
}

/// How a runout stands half-way.
#[derive(Clone, Copy)]
struct Standing {
    /// The best hand so far and who has it.
    best: u16,
    winners: u16,
    /// The most that a hand is worth for the low share so far, and who has it.
    low: u16,
    low_winners: u16,
    /// The product of the weights so far.
    weight: u64,
    /// The cards that may come, and those of them above the last one.
    left: u64,
    above: u64,
}

/// Which cards of a hand count for the low share, and how many they are.
#[derive(Clone, Copy, Default)]
struct Counting {
    slots: [u8; 7],
    len: u8,
}

/// The order in which the cards of a situation are gone through.
pub(super) struct Enumeration<'a> {
    situation: &'a Situation,
    steps: Vec<Step>,
    /// The seats whose hands are whole from the start, or as soon as the wild rank is settled.
    whole: Vec<u8>,
    /// What wins the low share where that is not settled from the start, and which cards of each hand count for it.
    low: Option<(LowShare, Vec<Counting>)>,
    /// The last step, where its cards are counted together.
    last: Option<LastStep>,
    /// What the parts so far found out about hands that wait for it; each part under way has one of these.
    kept: Mutex<Vec<Kept>>,
}

impl<'a> Enumeration<'a> {
    pub fn new(situation: &'a Situation) -> Self {
        let settled = situation.wild_ranks().is_some();
        let (first, then) = if settled { (Vec::new(), situation.groups()) } else { split_up(situation) };
        let mut order: Vec<Vec<u8>> = first;
        let face_up = order.len();
        let seat_of = |i: u8| situation.dealing.positions[usize::from(i)].seat;
        let ranges = situation.ranges().filter(|&(i, _)| settled || !situation.dealing.positions[usize::from(i)].up);
        let mut rest: Vec<Vec<u8>> = ranges.map(|(i, _)| vec![i]).chain(then).collect();
        // A card for everybody first, as it is in all hands, then seat by seat: each card that comes between two of one
        // hand would have it evaluated again.
        rest.sort_by_key(|group| seat_of(group[0]).map_or(0, |seat| seat + 1));
        order.extend(rest);
        let mut steps = Vec::new();
        for (g, group) in order.iter().enumerate() {
            for (j, &position) in group.iter().enumerate() {
                let settles_wild = !settled && g + 1 == face_up && j + 1 == group.len();
                steps.push(Step::new(situation, position, j > 0, settles_wild));
            }
        }
        let whole = complete(situation, &mut steps);
        let low = situation.rules.low_share().filter(|_| situation.low_winners().is_none());
        let low = low.map(|low| (low, counting(situation, low, &mut steps)));
        let last = LastStep::of(&steps);
        Self { situation, steps, whole, low, last, kept: Mutex::default() }
    }

    /// Into how many parts the work falls, each for a card at the first step.
    pub fn parts(&self) -> u64 {
        if self.steps.is_empty() { 1 } else { self.situation.stub.len().into() }
    }

    /// Counts the runouts of one part; `None` when it was stopped.
    pub fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Tally> {
        match self.situation.dealing.cards_per_hand() {
            5 => self.count_hands::<5>(part, stop),
            6 => self.count_hands::<6>(part, stop),
            _ => self.count_hands::<7>(part, stop),
        }
    }

    /// What a hand is worth for the low share, of whose cards all that count are known.
    #[inline]
    fn low_worth<const N: usize>(&self, seat: u8, hand: &[u8; N]) -> u16 {
        let Some((low, counting)) = &self.low else { return 0 };
        let Counting { slots, len } = &counting[usize::from(seat)];
        low.worth(slots.iter().take(usize::from(*len)).map(|&slot| hand[usize::from(slot) % N]))
    }

    fn count_hands<const N: usize>(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Tally> {
        if self.low.is_some() { self.walk::<N, true>(part, stop) } else { self.walk::<N, false>(part, stop) }
    }

    fn walk<const N: usize, const LOW: bool>(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Tally> {
        let ranking = self.situation.rules.ranking;
        if self.situation.rules.wild.is_played() {
            return Walk::<_, N, LOW>::new(self, Wild, stop).count(part);
        }
        with_evaluator!(ranking, WildRanks::NONE, |evaluator| Walk::<_, N, LOW>::new(self, |_| evaluator, stop)
            .count(part))
    }
}

/// The positions face up, each alone, in the order dealt; and the other groups.
fn split_up(situation: &Situation) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let is_up = |i: u8| situation.dealing.positions[usize::from(i)].up;
    let up = (0..situation.holdings.len() as u8).filter(|&i| is_up(i) && situation.known(i).is_none());
    (up.map(|i| vec![i]).collect(), situation.groups().into_iter().filter(|group| !is_up(group[0])).collect())
}

/// Says after which step each seat's hand is whole; gives the seats that no step completes.
fn complete(situation: &Situation, steps: &mut [Step]) -> Vec<u8> {
    let settling = steps.iter().position(|step| step.settles_wild);
    let mut whole = Vec::new();
    for seat in 0..situation.players() as u8 {
        let hand = &situation.dealing.hands[usize::from(seat)];
        let last = steps.iter().rposition(|step| hand.contains(&(step.position as u8)));
        match last.max(settling) {
            Some(last) => steps[last].completes.push(seat),
            None => whole.push(seat),
        }
    }
    whole
}

/// Which cards of each hand count for the low share.
///
/// It also says after which step all of them are known, the first one that will do: what comes later is gone through more
/// often.
fn counting(situation: &Situation, low: LowShare, steps: &mut [Step]) -> Vec<Counting> {
    let mut of_hand = |seat: u8, hand: &Vec<u8>| {
        let counts = |i: u8| low.counts(situation.dealing.positions[usize::from(i)].up);
        let last = steps.iter().rposition(|step| hand.iter().any(|&i| usize::from(i) == step.position && counts(i)));
        if let Some(last) = last {
            steps[last].settles_low.push(seat);
        }
        let mut counting = Counting::default();
        for (slot, &i) in (0..).zip(hand) {
            if counts(i) {
                counting.slots[usize::from(counting.len)] = slot;
                counting.len += 1;
            }
        }
        counting
    };
    (0..).zip(&situation.dealing.hands).map(|(seat, hand)| of_hand(seat, hand)).collect()
}

/// One walk through the runouts of a part, of hands of `N` cards; with `LOW` it looks who wins the low share.
struct Walk<'a, F, const N: usize, const LOW: bool> {
    plan: &'a Enumeration<'a>,
    evaluator: F,
    stop: &'a dyn Fn() -> bool,
    /// The last step at which that is asked: deeper ones are over within some milliseconds, and asking there would cost
    /// as much as they do.
    asked_to: usize,
    /// The wild ranks of this runout, once they are settled.
    wild: WildRanks,
    /// The card at each position, known or of this runout.
    cards: Vec<u8>,
    /// The same by seat.
    hands: Vec<[u8; N]>,
    /// What is known of hands that wait for the last card.
    kept: Kept,
    outcomes: Outcomes,
}

impl<'a, E: Evaluator, F: Fn(WildRanks) -> E, const N: usize, const LOW: bool> Walk<'a, F, N, LOW> {
    fn new(plan: &'a Enumeration<'a>, evaluator: F, stop: &'a dyn Fn() -> bool) -> Self {
        let situation = plan.situation;
        let card = |i| situation.known(i).map_or(0, Card::index);
        let cards = (0..situation.holdings.len() as u8).map(card).collect();
        let hands = situation.dealing.hands.iter().map(|hand| core::array::from_fn(|i| card(hand[i]))).collect();
        let outcomes = Outcomes::new(situation);
        let wild = situation.wild_ranks().map_or(WildRanks::NONE, |(_, wild)| wild);
        let asked_to = plan.steps.len().saturating_sub(4).max(2);
        let kept = plan.kept.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        Self { plan, evaluator, stop, asked_to, wild, cards, hands, kept, outcomes }
    }

    fn count(mut self, part: u64) -> Option<Tally> {
        let situation = self.plan.situation;
        let settled = situation.wild_ranks();
        let mut standing = Standing {
            best: 0,
            winners: 0,
            low: 0,
            low_winners: situation.low_winners().unwrap_or(0),
            weight: 1,
            left: situation.stub.bits(),
            above: u64::MAX,
        };
        for seat in (0..situation.players() as u8).filter(|_| LOW) {
            // Others are seen when the last of their cards that count is dealt.
            if self.plan.steps.iter().all(|step| !step.settles_low.contains(&seat)) {
                self.see_low(seat, &mut standing);
            }
        }
        let whole: Vec<(u8, u16)> =
            self.plan.whole.iter().map(|&seat| (seat, self.evaluate(seat, &mut standing))).collect();
        let total = if self.plan.steps.is_empty() {
            self.end(standing)
        } else {
            let first = situation.stub.iter().nth(part as usize)?;
            self.take(0, first.index(), standing)?
        };
        self.plan.kept.lock().unwrap_or_else(PoisonError::into_inner).push(mem::take(&mut self.kept));
        for (seat, strength) in whole {
            self.outcomes.add_strength(seat.into(), strength, total);
        }
        if let (Some((rank, _)), true) = (settled, situation.rules.wild.is_played()) {
            self.outcomes.add_wild(rank, total);
        }
        Some(self.outcomes.finish())
    }

    /// Takes a card at a step, then goes through the steps after it; gives the weight of all runouts.
    #[inline]
    fn take(&mut self, at: usize, card: u8, mut standing: Standing) -> Option<u64> {
        let plan = self.plan;
        let step = &plan.steps[at];
        // A weight of 0 stands for a card that is not in the set: whole branches end here.
        if let Some(weights) = &step.weights {
            standing.weight *= weights[usize::from(card)];
            if standing.weight == 0 {
                return Some(0);
            }
        }
        for &(seat, slot) in &step.slots {
            self.hands[seat][slot] = card;
        }
        standing.left &= !(1 << card);
        standing.above = u64::MAX << card;
        self.cards[step.position] = card;
        if LOW {
            step.settles_low.iter().for_each(|&seat| self.see_low(seat, &mut standing));
        }
        match step.completes[..] {
            [] if !step.settles_wild => self.go_on(at + 1, standing),
            [seat] if !step.settles_wild => {
                let strength = self.evaluate(seat, &mut standing);
                let total = self.go_on(at + 1, standing)?;
                self.outcomes.add_strength(seat.into(), strength, total);
                Some(total)
            }
            _ => self.complete_all(at, standing),
        }
    }

    /// Goes through the cards of a step, or ends the runout when there is none.
    #[inline]
    fn go_on(&mut self, at: usize, standing: Standing) -> Option<u64> {
        if at == self.plan.steps.len() { Some(self.end(standing)) } else { self.walk(at, standing) }
    }

    fn walk(&mut self, at: usize, standing: Standing) -> Option<u64> {
        if at <= self.asked_to && (self.stop)() {
            return None;
        }
        let plan = self.plan;
        let mut cards = standing.left & if plan.steps[at].ascending { standing.above } else { u64::MAX };
        if let (Some(last), true) = (&plan.last, at + 1 == plan.steps.len()) {
            return Some(self.count_last(last, cards, standing));
        }
        let mut total = 0;
        while cards != 0 {
            let card = cards.trailing_zeros() as u8;
            cards &= cards - 1;
            total += self.take(at, card, standing)?;
        }
        Some(total)
    }

    /// What follows a step after which the wild rank is settled or several hands are whole. It stands apart from `take`,
    /// whose common cases, one hand or none, then are short enough to be inlined.
    fn complete_all(&mut self, at: usize, mut standing: Standing) -> Option<u64> {
        let plan = self.plan;
        let step = &plan.steps[at];
        let rank = if step.settles_wild { self.wild_rank() } else { None };
        if step.settles_wild {
            self.wild = plan.situation.rules.wild.ranks(rank);
        }
        let mut strengths = [0; 10];
        for (strength, &seat) in strengths.iter_mut().zip(&step.completes) {
            *strength = self.evaluate(seat, &mut standing);
        }
        let total = self.go_on(at + 1, standing)?;
        for (&strength, &seat) in strengths.iter().zip(&step.completes) {
            self.outcomes.add_strength(seat.into(), strength, total);
        }
        if step.settles_wild {
            self.outcomes.add_wild(rank, total);
        }
        Some(total)
    }

    /// Counts the runouts that end with each of some cards; gives the weight of all of them.
    fn count_last(&mut self, last: &LastStep, cards: u64, standing: Standing) -> u64 {
        let Self { plan, evaluator, wild, hands, kept, outcomes, .. } = self;
        let seat = usize::from(last.seat);
        let known = kept.get(last.key(&self.cards, *wild), || {
            let mut hand = hands[seat];
            let others = (0..N).filter(|&slot| slot != last.slot);
            let open = others.fold(plan.situation.stub.bits(), |open, slot| open & !(1 << hand[slot]));
            LastCards::new(open, |card| {
                hand[last.slot] = card;
                let worth = if last.settles_low { plan.low_worth(last.seat, &hand) } else { 0 };
                (evaluator(*wild).dealt(&hand), worth)
            })
        });
        let high = [1 << seat, standing.winners | 1 << seat, standing.winners];
        let low_tied = if standing.low > 0 { standing.low_winners | 1 << seat } else { 0 };
        let low = [1 << seat, low_tied, standing.low_winners];
        let mut total = 0;
        for &(weight, of_weight) in &last.weights {
            let cards = cards & of_weight;
            let weight = weight * standing.weight;
            let ends = if LOW && last.settles_low {
                known.against_both(cards, standing.best, standing.low)
            } else {
                known.against(cards, standing.best)
            };
            for (by_high, low) in ends.counts.iter().zip(low) {
                for (&count, high) in by_high.iter().zip(high).filter(|(count, _)| **count > 0) {
                    outcomes.add(high, low, u64::from(count) * weight);
                }
            }
            for (&strength, &count) in known.categories.iter().zip(&ends.categories) {
                outcomes.add_strength(seat, strength, u64::from(count) * weight);
            }
            total += u64::from(cards.count_ones()) * weight;
        }
        total
    }

    fn wild_rank(&self) -> Option<Rank> {
        let up = self.plan.situation.dealing.positions.iter().zip(&self.cards).filter(|(place, _)| place.up);
        let up = up.filter_map(|(place, &card)| Some((place.street, Card::from_index(card)?)));
        self.plan.situation.rules.wild.rank_after(up)
    }

    /// Evaluates a hand that is whole, and sees whether it is among the best.
    #[inline]
    fn evaluate(&self, seat: u8, standing: &mut Standing) -> u16 {
        let strength = (self.evaluator)(self.wild).dealt(&self.hands[usize::from(seat)]);
        if strength > standing.best {
            (standing.best, standing.winners) = (strength, 0);
        }
        standing.winners |= u16::from(strength == standing.best) << seat;
        strength
    }

    /// Sees what a hand is worth for the low share, of whose cards all that count are known.
    #[inline]
    fn see_low(&self, seat: u8, standing: &mut Standing) {
        let worth = self.plan.low_worth(seat, &self.hands[usize::from(seat)]);
        if worth > standing.low {
            (standing.low, standing.low_winners) = (worth, 0);
        }
        standing.low_winners |= u16::from(worth == standing.low && worth > 0) << seat;
    }

    #[inline]
    fn end(&mut self, standing: Standing) -> u64 {
        self.outcomes.add(standing.winners, standing.low_winners, standing.weight);
        standing.weight
    }
}
