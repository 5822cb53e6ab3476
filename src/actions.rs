//! The fixed set of actions: seven numbers that mean the same in every game, so that learners can count on them.

use crate::engine::{Action, ActionKind, Game, Hand, State, Wager};
use crate::rules::Limit;

/// How many actions there are.
pub const ACTIONS: usize = 7;

/// What the actions are called, by number.
pub const ACTION_NAMES: [&str; ACTIONS] = ["fold", "check or call", "bring-in", "least", "half pot", "pot", "most"];

pub(crate) const FOLD: u8 = 0;
pub(crate) const CHECK_OR_CALL: u8 = 1;
pub(crate) const BRING_IN: u8 = 2;
/// The number of the first action that is a wager; the ones from here on differ in size alone.
pub(crate) const FIRST_WAGER: u8 = 3;
pub(crate) const LEAST: u8 = FIRST_WAGER;
pub(crate) const HALF_POT: u8 = 4;
pub(crate) const POT: u8 = 5;
pub(crate) const MOST: u8 = 6;

/// Totals of the wagers from the least to the most, 0 where there is none of its own.
type Sizes = [u64; ACTIONS - FIRST_WAGER as usize];

/// Which actions the player to act may do, a bit each, bit 0 the fold; none when nobody is to act.
///
/// Each of them is a different move: a size that comes to the same total as a smaller one is left out.
#[must_use]
pub fn legal_mask(hand: &Hand) -> u8 {
    mask_of(hand.game(), hand.state())
}

/// The move that an action is now, its amount settled; `None` when it is not legal.
#[must_use]
pub fn to_action(hand: &Hand, action: u8) -> Option<Action> {
    action_of(hand.game(), hand.state(), action)
}

/// The action that is this move; `None` for amounts between the sizes and for what is not legal.
#[must_use]
pub fn from_action(hand: &Hand, action: Action) -> Option<u8> {
    (0..ACTIONS as u8).find(|&number| to_action(hand, number) == Some(action))
}

/// [`legal_mask`] of a state.
#[inline]
pub(crate) fn mask_of(game: &Game, state: &State) -> u8 {
    let Some((fold, stay)) = state.stay(game) else { return 0 };
    let stay = if stay.kind == ActionKind::BringIn { BRING_IN } else { CHECK_OR_CALL };
    let mask = u8::from(fold) << FOLD | 1 << stay;
    let Some(wager) = state.next_wager(game) else { return mask };
    let sizes = sizes(game, state, &wager).into_iter().zip(FIRST_WAGER..);
    sizes.fold(mask, |mask, (to, action)| mask | u8::from(to > 0) << action)
}

/// [`to_action`] of a state.
#[inline]
pub(crate) fn action_of(game: &Game, state: &State, action: u8) -> Option<Action> {
    if action >= FIRST_WAGER {
        let wager = state.next_wager(game)?;
        let to = *sizes(game, state, &wager).get(at(action))?;
        return (to > 0).then_some(Action { kind: wager.kind, to });
    }
    let (fold, stay) = state.stay(game)?;
    match action {
        FOLD => fold.then_some(Action { kind: ActionKind::Fold, to: 0 }),
        CHECK_OR_CALL => (stay.kind != ActionKind::BringIn).then_some(stay),
        _ => (stay.kind == ActionKind::BringIn).then_some(stay),
    }
}

/// Where a wager stands among the sizes.
const fn at(action: u8) -> usize {
    (action - FIRST_WAGER) as usize
}

/// The sizes of a wager.
#[inline]
fn sizes(game: &Game, state: &State, wager: &Wager) -> Sizes {
    let mut sizes = [0; 4];
    sizes[at(LEAST)] = wager.low;
    let mut below = wager.low;
    if matches!(game.limit, Limit::Pot | Limit::No) {
        let owed = state.level.saturating_sub(state.bet[usize::from(state.actor)]);
        let pot = state.pot.saturating_add(owed);
        for (size, part) in [(HALF_POT, pot / 2), (POT, pot)] {
            let to = state.level.saturating_add(part);
            let to = if game.min_chip == 1 { to } else { to - to % game.min_chip };
            if to > below && to <= wager.high {
                sizes[at(size)] = to;
                below = to;
            }
        }
    }
    if wager.high > below {
        sizes[at(MOST)] = wager.high;
    }
    sizes
}

/// The action at a place among those of a mask, counted from 0; 0 where there is none.
#[inline]
pub(crate) const fn action_at(mask: u8, place: u8) -> u8 {
    LEGAL[mask as usize & (LEGAL.len() - 1)][place as usize & 7]
}

/// The legal actions of each mask in their order, and zeros.
const LEGAL: [[u8; 8]; 1 << ACTIONS] = {
    let mut legal = [[0; 8]; 1 << ACTIONS];
    let mut mask = 0;
    while mask < legal.len() {
        let (mut action, mut place) = (0, 0);
        while action < ACTIONS {
            if mask >> action & 1 == 1 {
                legal[mask][place] = action as u8;
                place += 1;
            }
            action += 1;
        }
        mask += 1;
    }
    legal
};
