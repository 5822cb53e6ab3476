//! One table of many: its hand, and a log from which the hand can be told again.

use super::actions::{ACTIONS, BRING_IN, CHECK_OR_CALL, FOLD, action_of, mask_of};
use super::chance::Choices;
use crate::Card;
use crate::engine::{Action, Game, Seat, State};

/// Actions that the log keeps in place, three bits each.
const IN_PLACE: u32 = 63;
const PER_WORD: u32 = 21;

/// What few hands have: a beginning that was played elsewhere, and more actions than the log holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Past {
    /// What was done before the hand came to the table, if it did not begin there.
    moves: Option<Vec<Action>>,
    /// Actions after the first 63.
    more: Vec<u8>,
}

/// A table. Its size is a promise (docs/table.md); only hands with a [`Past`] take more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub state: State,
    log: [u64; 3],
    past: Option<Box<Past>>,
    /// The number of the hand.
    pub hand: u64,
    choices: Choices,
    /// How many actions are in the log.
    count: u32,
    /// Which actions are legal; none when the hand is over.
    pub mask: u8,
}

const _: () = assert!(size_of::<Table>() <= 512);

/// A hand from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Chips before the hand.
    pub stacks: Vec<u64>,
    /// The dealer's seat.
    pub dealer: Seat,
    /// The deck in deal order.
    pub cards: Vec<Card>,
    /// What was done.
    pub actions: Vec<Action>,
}

impl Table {
    /// A table at the start of a hand.
    pub fn new(game: &Game, state: &State, hand: u64, choices: Choices) -> Self {
        let mask = mask_of(game, state);
        Self { state: *state, log: [0; 3], past: None, hand, choices, count: 0, mask }
    }

    /// Makes this a table at the start of another hand.
    pub fn restart(&mut self, hand: u64, choices: Choices, restart: impl FnOnce(&mut State)) {
        restart(&mut self.state);
        (self.log, self.past, self.count) = ([0; 3], None, 0);
        (self.hand, self.choices) = (hand, choices);
    }

    /// A table at a hand that was played elsewhere.
    pub fn with_past(game: &Game, state: &State, hand: u64, choices: Choices, moves: Vec<Action>) -> Self {
        let past = Some(Box::new(Past { moves: Some(moves), more: Vec::new() }));
        Self { past, ..Self::new(game, state, hand, choices) }
    }

    /// Whether the hand is over.
    pub const fn is_over(&self) -> bool {
        self.mask == 0
    }

    /// The seat to act, -1 when the hand is over.
    pub const fn actor(&self) -> i8 {
        if self.is_over() { -1 } else { self.state.actor.cast_signed() }
    }

    /// Does an action of the mask.
    #[inline]
    pub fn act(&mut self, game: &Game, action: u8) {
        let Some(settled) = action_of(game, &self.state, action) else { return };
        self.state.apply(game, settled, &mut |_| ());
        self.note(action);
        self.mask = mask_of(game, &self.state);
    }

    /// The action with this number, if it is legal.
    #[inline]
    pub fn legal(&self, number: i64) -> Option<u8> {
        u8::try_from(number).ok().filter(|&action| usize::from(action) < ACTIONS && self.mask >> action & 1 == 1)
    }

    /// One of the legal actions, as the table's own chance has it.
    #[inline]
    pub fn random_action(&self) -> u8 {
        let before = self.past_moves().map_or(0, |moves| moves.len() as u64);
        self.choices.pick(before + u64::from(self.count), self.mask)
    }

    /// What an absent player does, as [`Hand::default_action`](crate::Hand::default_action) has it.
    pub fn default_action(&self) -> u8 {
        if self.mask & 1 << BRING_IN != 0 {
            BRING_IN
        } else if self.state.cost_of_call() == 0 {
            CHECK_OR_CALL
        } else {
            FOLD
        }
    }

    /// The word of the log that is being filled and how many actions it has; `None` where there is more than the log.
    pub fn word_of_log(&self) -> Option<(u64, u8)> {
        let word = self.log.get((self.count / PER_WORD) as usize).filter(|_| self.past.is_none())?;
        Some((*word, (self.count % PER_WORD) as u8))
    }

    /// Puts back that word with more actions in it, which were done to the state already.
    pub fn put_word_of_log(&mut self, word: u64, logged: u8) {
        if let Some(slot) = self.log.get_mut((self.count / PER_WORD) as usize) {
            *slot = word;
        }
        self.count += u32::from(logged) - self.count % PER_WORD;
    }

    /// What the next choice at random is made of.
    pub fn chance(&self) -> u64 {
        self.choices.before(self.count.into())
    }

    /// Moves the hand on where nobody is left to act.
    pub fn go_on(&mut self, game: &Game) {
        self.state.run(game, &mut |_| ());
        self.look_again(game);
    }

    /// Finds what is legal.
    pub fn look_again(&mut self, game: &Game) {
        self.mask = mask_of(game, &self.state);
    }

    fn note(&mut self, action: u8) {
        if self.count < IN_PLACE {
            let word = &mut self.log[(self.count / PER_WORD) as usize];
            *word |= u64::from(action) << (3 * (self.count % PER_WORD));
        } else {
            self.past.get_or_insert_default().more.push(action);
        }
        self.count += 1;
    }

    /// What was done before the hand came to the table; `None` where it began there.
    pub fn past_moves(&self) -> Option<&[Action]> {
        self.past.as_ref()?.moves.as_deref()
    }

    /// The actions of the log.
    pub fn logged(&self) -> impl Iterator<Item = u8> {
        let in_place = (0..self.count.min(IN_PLACE))
            .map(|i| (self.log[(i / PER_WORD) as usize] >> (3 * (i % PER_WORD))) as u8 & 7);
        in_place.chain(self.past.iter().flat_map(|past| past.more.iter().copied()))
    }
}
