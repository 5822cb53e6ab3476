//! The betting of a game as lanes know it: read off the engine, so that no rule stands here a second time.

use super::SEATS;
use crate::actions::{BRING_IN, CHECK_OR_CALL, FIRST_WAGER, FOLD, action_of, mask_of};
use crate::engine::{Game, State};
use crate::rules::{Limit, OpenPair};

/// How many steps a ladder has at most.
pub const STEPS: usize = 16;
/// How many streets there is room for, one more than any game has, so that three bits of a byte are always one.
pub const STREETS: usize = 8;
/// So many chips that no wager is short.
const DEEP: u64 = 1 << 60;

/// What a seat may owe on a street, from the least to the most: nothing before the bring-in, then the bring-in or nothing,
/// then each wager. All of a hand fits 32 bits.
pub type Ladder = [u32; STEPS];

/// Fixed limit among players who cannot run out of chips: nobody is all-in, every wager is a full one, and whoever acts
/// again does so because of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betting {
    /// Legal actions where the bring-in is due.
    pub due: u8,
    /// Legal actions of one who owes nothing, but for the wager.
    pub free: u8,
    /// Legal actions of one who owes, but for the wager.
    pub owing: u8,
    /// The wager.
    pub wager: u8,
    /// The step from which nobody can go higher.
    pub top: u8,
    pub ladders: [Ladder; STREETS],
    /// The most that a hand may cost a player.
    pub cost: u64,
    /// Whether whole hands go in lanes, and not only their rounds: lanes deal, but they do not follow wild ranks.
    pub whole: bool,
}

impl Betting {
    /// The betting of a game; `None` where it may go on without end, sizes may be chosen, or lanes have no room for it.
    pub fn of(game: &Game) -> Option<Self> {
        let rules = game.rules();
        let simple = rules.limit == Limit::Fixed && rules.cap_heads_up && rules.open_pair == OpenPair::None;
        // The lanes know a bring-in that is below the bet, and over once it is called.
        let simple = simple && !rules.bring_in_option && game.bring_in < rules.small_bet;
        if !simple || usize::from(rules.cap) + 2 > STEPS {
            return None;
        }
        let wager = 1 << FIRST_WAGER;
        let deck = core::array::from_fn(|index| index as u8);
        let mut state = State::start_again(game, &[DEEP; 2], 1, deck);
        let mut betting = Self {
            due: 0,
            free: 0,
            owing: 0,
            wager,
            top: rules.cap + 1,
            ladders: [[0; STEPS]; STREETS],
            cost: rules.ante,
            whole: !game.wild,
        };
        for street in 0..game.streets() {
            let mut ladder = [0; STEPS];
            if state.due {
                betting.due = mask_of(game, &state);
                act(game, &mut state, BRING_IN);
            }
            ladder[1] = u32::try_from(state.level).ok()?;
            // One who wagers leaves the other owing.
            let mut raised = state;
            for step in &mut ladder[2..=usize::from(betting.top)] {
                act(game, &mut raised, FIRST_WAGER);
                *step = u32::try_from(raised.level).ok()?;
                betting.owing = mask_of(game, &raised) & !wager;
            }
            if mask_of(game, &raised) & wager != 0 || mask_of(game, &state) & wager == 0 {
                return None;
            }
            betting.cost += u64::from(ladder[usize::from(betting.top)]);
            betting.ladders[usize::from(street)] = ladder;
            while state.street == street && mask_of(game, &state) != 0 {
                if state.level == 0 {
                    betting.free = mask_of(game, &state) & !wager;
                }
                act(game, &mut state, CHECK_OR_CALL);
            }
        }
        let known =
            betting.owing == 1 << FOLD | 1 << CHECK_OR_CALL && (betting.free & !(1 << FOLD)) == 1 << CHECK_OR_CALL;
        (known && u32::try_from(betting.cost * SEATS as u64).is_ok()).then_some(betting)
    }
}

fn act(game: &Game, state: &mut State, action: u8) {
    if let Some(settled) = action_of(game, state, action) {
        state.apply(game, settled, &mut |_| ());
    }
}
