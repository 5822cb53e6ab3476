//! Histories: what was done in a hand so far, as a row of small numbers that learners take beside an observation.
//!
//! An action is one number, `seat * 8 + action`, with the seat counted clockwise from the viewer and the number of the
//! action as in [`actions`](crate::actions). A row has a fixed length: the actions oldest first, then [`NOTHING`]. Where
//! more was done than it holds, it has the last ones.
//!
//! What players do follows from how the hand began, from the cards that all can see, and from the numbers in their order:
//! amounts and the ends of streets need no numbers of their own. So a seat's observation and the whole history are all that
//! it has seen, among hands that began with the same stacks. Only a wager that is none of the numbered sizes,
//! [`OTHER_SIZE`], could be of several amounts. No table makes one; hands that were played elsewhere may have them.

use crate::actions::{ACTIONS, action_of};
use crate::engine::{Action, Game, Hand, MAX_SEATS, Seat, State};
use crate::kernel::{Vector, by_kernel};
use crate::rules::{Limit, OpenPair};

/// What stands after the last action.
pub const NOTHING: i8 = -1;

/// Stands in a history for a wager whose amount is none of the numbered sizes.
pub const OTHER_SIZE: u8 = ACTIONS as u8;

/// How many numbers there are for each seat.
const A_SEAT: i8 = 1 << 3;

const _: () = assert!(ACTIONS < A_SEAT as usize && MAX_SEATS * A_SEAT as usize <= i8::MAX as usize);

/// The number of an action, with its seat at the table.
#[must_use]
#[inline]
pub const fn step(seat: Seat, action: u8) -> i8 {
    seat.cast_signed() * A_SEAT + action.cast_signed()
}

/// The seat and the action of a number; `None` for [`NOTHING`].
#[must_use]
pub const fn seat_and_action(step: i8) -> Option<(Seat, u8)> {
    if step < 0 { None } else { Some(((step / A_SEAT).cast_unsigned(), (step % A_SEAT).cast_unsigned())) }
}

/// The number of a legal action of the player to act, with its seat; [`OTHER_SIZE`] for amounts between the sizes.
#[must_use]
pub fn step_of(hand: &Hand, action: Action) -> i8 {
    step_of_state(hand.game(), hand.state(), action)
}

/// [`step_of`] of a state.
pub(crate) fn step_of_state(game: &Game, state: &State, action: Action) -> i8 {
    let mut numbers = 0..ACTIONS as u8;
    let number = numbers.find(|&number| action_of(game, state, number) == Some(action)).unwrap_or(OTHER_SIZE);
    step(state.actor, number)
}

/// The most actions that a hand can have, where the shortest stack is this; `None` where there is no such number.
///
/// A round of `n` players begins with `n` actions at most, and after each wager the `n - 1` others may act. With at most
/// `cap` wagers a round that is `n + cap * (n - 1)` in each, `5 * n - 4` for a cap of 4. A bring-in with an option is one
/// action more. Where a stack can be lost, each player but one may besides go all-in once for less than counts in the cap.
/// Without a cap, or without one heads-up, there is no bound but that of the chips.
#[must_use]
pub fn most_actions(game: &Game, players: u8, shortest: u64) -> Option<usize> {
    let rules = game.rules();
    if !matches!(rules.limit, Limit::Fixed | Limit::Spread) || !rules.cap_heads_up {
        return None;
    }
    let (rounds, players) = (usize::from(game.streets()), usize::from(players));
    let others = players.saturating_sub(1);
    let short = if shortest > most_chips(game) { 0 } else { others };
    let wagers = rounds * usize::from(rules.cap) + short;
    Some(rounds * players + wagers * others + usize::from(rules.bring_in_option))
}

/// A number of chips that nobody can pass in a hand with a cap.
fn most_chips(game: &Game) -> u64 {
    let rules = game.rules();
    let streets = (0..game.streets()).map(|street| {
        let plan = game.plan(street);
        let doubled = rules.open_pair != OpenPair::None && plan.small;
        let wager = match rules.limit {
            Limit::Spread => plan.most.saturating_mul(if doubled { 2 } else { 1 }),
            _ if doubled => rules.big_bet,
            _ => plan.unit,
        };
        wager.saturating_mul(rules.cap.into())
    });
    streets.fold(rules.ante.saturating_add(game.bring_in), u64::saturating_add)
}

/// Writes the actions of a hand, oldest first and with their seats at the table, as one seat sees them; `None` leaves the
/// seats as they are at the table.
pub fn write_history(
    actions: impl ExactSizeIterator<Item = (Seat, u8)>,
    players: u8,
    viewer: Option<Seat>,
    row: &mut [i8],
) {
    let skipped = actions.len().saturating_sub(row.len());
    let first = i16::from(viewer.unwrap_or(0));
    let mut slots = row.iter_mut();
    for ((seat, action), slot) in actions.skip(skipped).zip(slots.by_ref()) {
        let relative = (i16::from(seat) - first).rem_euclid(i16::from(players.max(1)));
        *slot = step(relative.cast_unsigned() as Seat, action);
    }
    slots.for_each(|slot| *slot = NOTHING);
}

by_kernel! {
    /// Turns rows of steps with seats of the table into what the seats to act see, several rows of one length one after
    /// the other. Where nobody is to act, which a negative number says, the seats stay those of the table.
    pub(crate) fn write_relative(
        steps: &[i8], actors: &[i8], players: u8, rows: &mut [i8],
    ) -> () = write_relative_in<V>
}

#[allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#[inline(always)]
fn write_relative_in<V: Vector>(steps: &[i8], actors: &[i8], players: u8, rows: &mut [i8]) {
    if actors.is_empty() {
        return;
    }
    let length = rows.len() / actors.len();
    let all = players.cast_signed().wrapping_mul(A_SEAT);
    for ((row, steps), &actor) in rows.chunks_exact_mut(length).zip(steps.chunks_exact(length)).zip(actors) {
        let first = actor.max(0).wrapping_mul(A_SEAT);
        for (slot, &step) in row.iter_mut().zip(steps) {
            let relative = step.wrapping_sub(first);
            let relative = if relative < 0 { relative.wrapping_add(all) } else { relative };
            *slot = if step < 0 { NOTHING } else { relative };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NOTHING, OTHER_SIZE, most_actions, seat_and_action, step, step_of, write_history, write_relative};
    use crate::actions::to_action;
    use crate::card::Card;
    use crate::engine::{ActionKind, Deal, Game, Hand};
    use crate::rules::{Preset, Stakes};

    fn game(change: impl FnOnce(&mut crate::rules::Rules)) -> Game {
        let mut rules = Preset::Soko.rules(Stakes::default()).unwrap();
        change(&mut rules);
        Game::new(rules).unwrap()
    }

    #[test]
    fn rows_are_relative_to_the_viewer() {
        let actions = [(2, 2), (0, 1), (1, 3), (2, 0)];
        let mut row = [9; 6];
        write_history(actions.into_iter(), 3, Some(1), &mut row);
        assert_eq!(row, [8 + 2, 2 * 8 + 1, 3, 8, NOTHING, NOTHING]);
        write_history(actions.into_iter(), 3, None, &mut row[..2]);
        assert_eq!(row[..2], [8 + 3, 2 * 8]);
        assert_eq!(seat_and_action(step(9, OTHER_SIZE)), Some((9, 7)));
        assert_eq!(seat_and_action(NOTHING), None);
    }

    #[test]
    fn rows_together_are_as_one_by_one() {
        let actions: Vec<(u8, u8)> = (0..70u16).map(|i| ((i * 7 % 10) as u8, (i % 8) as u8)).collect();
        for (length, viewer) in (1..90).zip((-1..10).cycle()) {
            let mut steps = [NOTHING; 180];
            let kept = &actions[actions.len().saturating_sub(length)..];
            for (slot, &(seat, action)) in steps[length..].iter_mut().zip(kept) {
                *slot = step(seat, action);
            }
            let mut rows = vec![0; 2 * length];
            write_relative(&steps[..2 * length], &[3, viewer], 10, &mut rows);
            let mut expected = vec![0; length];
            write_history(actions.iter().copied(), 10, u8::try_from(viewer).ok(), &mut expected);
            assert_eq!(rows[length..], expected);
            assert!(rows[..length].iter().all(|&slot| slot == NOTHING));
        }
    }

    #[test]
    fn the_longest_hand_is_as_long_as_the_bound() {
        for (players, stack) in [(2, 800), (3, 800), (6, 800), (8, 800)] {
            let game = game(|_| ());
            assert_eq!(most_actions(&game, players, stack), Some(4 * (5 * usize::from(players) - 4)));
            let deck: Vec<_> = (0..52).filter_map(Card::from_index).collect();
            let stacks = vec![stack; players.into()];
            let mut hand = Hand::start(game.into(), &stacks, None, Deal::Ahead(&deck), &mut |_| ()).unwrap();
            let (mut count, mut round, mut street) = (0, 0, 0);
            while hand.actor().is_some() {
                if hand.street() != street {
                    (street, round) = (hand.street(), 0);
                }
                round += 1;
                // The last of those who may act raises, as often as is allowed.
                let first = usize::from(players);
                let raises = round >= first && (round - first).is_multiple_of(first - 1);
                let action = if raises { [3, 1] } else { [2, 1] };
                let settled = action.into_iter().find_map(|action| to_action(&hand, action)).unwrap();
                assert!(seat_and_action(step_of(&hand, settled)).is_some_and(|(seat, _)| Some(seat) == hand.actor()));
                hand.act(settled.kind, settled.kind.has_amount().then_some(settled.to), &mut |_| ()).unwrap();
                count += 1;
            }
            assert_eq!(Some(count), most_actions(hand.game(), players, stack));
        }
    }

    #[test]
    fn where_there_is_no_cap_there_is_no_bound() {
        assert_eq!(most_actions(&game(|rules| rules.cap_heads_up = false), 6, 800), None);
        assert_eq!(most_actions(&game(|rules| rules.limit = crate::rules::Limit::No), 6, 800), None);
        // All but one may be all-in for little.
        assert_eq!(most_actions(&game(|_| ()), 6, 20), Some(4 * 26 + 25));
        assert_eq!(most_actions(&game(|rules| rules.cap = 3), 6, 800), Some(4 * (6 + 15)));
    }

    #[test]
    fn an_amount_between_the_sizes_has_a_number_of_its_own() {
        let deck: Vec<_> = (0..52).filter_map(Card::from_index).collect();
        let game = game(|rules| rules.limit = crate::rules::Limit::No);
        let mut hand = Hand::start(game.into(), &[100, 100], None, Deal::Ahead(&deck), &mut |_| ()).unwrap();
        let actor = hand.actor().unwrap();
        let odd = hand.clone().act(ActionKind::Complete, Some(37), &mut |_| ()).unwrap();
        assert_eq!(step_of(&hand, odd), step(actor, OTHER_SIZE));
        let most = hand.act(ActionKind::Complete, Some(99), &mut |_| ()).unwrap();
        assert_eq!(most.to, 99);
    }
}
