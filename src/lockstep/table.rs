//! One table of many: its hand, and a log from which the hand can be played again.

use crate::actions::{ACTIONS, BRING_IN, CHECK_OR_CALL, FOLD, action_of, mask_of};
use crate::card::Card;
use crate::chance::Choices;
use crate::engine::{Action, Game, Seat, State};
use crate::history::{NOTHING, step};

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
pub struct TableHistory {
    /// Chips before the hand.
    pub stacks: Vec<u64>,
    /// The dealer's seat.
    pub dealer: Seat,
    /// The deck in deal order.
    pub cards: Vec<Card>,
    /// What was done.
    pub actions: Vec<Action>,
}

/// The action with a number, if it is one of a mask.
#[inline]
pub(super) fn legal_in(mask: u8, number: i64) -> Option<u8> {
    u8::try_from(number).ok().filter(|&action| usize::from(action) < ACTIONS && mask >> action & 1 == 1)
}

impl Table {
    /// A table at the start of a hand.
    pub fn new(game: &Game, state: &State, hand: u64, choices: Choices) -> Self {
        let mask = mask_of(game, state);
        Self { state: *state, log: [0; 3], past: None, hand, choices, count: 0, mask }
    }

    /// Makes this the table of another hand, of which the state stands already and the log is given.
    pub fn restart(&mut self, hand: u64, choices: Choices, log: [u64; 3], count: u32) {
        (self.hand, self.choices) = (hand, choices);
        (self.log, self.past, self.count) = (log, None, count);
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

    /// Does an action of the mask; gives what a history has of it.
    #[inline]
    #[must_use = "histories are made of it"]
    pub fn act(&mut self, game: &Game, action: u8) -> i8 {
        let Some(settled) = action_of(game, &self.state, action) else { return NOTHING };
        let step = step(self.state.actor, action);
        self.state.apply(game, settled, &mut |_| ());
        self.note(action);
        self.mask = mask_of(game, &self.state);
        step
    }

    /// The action with this number, if it is legal.
    #[inline]
    pub fn legal(&self, number: i64) -> Option<u8> {
        legal_in(self.mask, number)
    }

    /// One of the legal actions, as the table's own chance has it.
    #[inline]
    pub fn random_action(&self) -> u8 {
        self.choices.pick(self.number(), self.mask)
    }

    /// The random word of the action that is due.
    pub fn draw(&self) -> u64 {
        self.choices.draw(self.number())
    }

    /// The number of the action that is due, the first of the hand being 0.
    #[inline]
    fn number(&self) -> u64 {
        let before = self.past_moves().map_or(0, |moves| moves.len() as u64);
        before + u64::from(self.count)
    }

    /// What an absent player does, as [`Hand::default_action`](crate::engine::Hand::default_action) has it.
    pub fn default_action(&self) -> u8 {
        if self.mask & 1 << BRING_IN != 0 {
            BRING_IN
        } else if self.state.cost_of_call() == 0 {
            CHECK_OR_CALL
        } else {
            FOLD
        }
    }

    /// The log with the word that is being filled, and how many actions are in the words before it; `None` where there is
    /// more than the log.
    pub fn full_words(&self) -> Option<([u64; 3], u32)> {
        let fits = self.past.is_none() && self.count < IN_PLACE;
        fits.then_some((self.log, self.count - self.count % PER_WORD))
    }

    /// The word of the log that is being filled; `None` where there is more than the log.
    pub fn last_word(&self) -> Option<u64> {
        let word = self.log.get((self.count / PER_WORD) as usize).copied();
        word.filter(|_| self.past.is_none())
    }

    /// Puts the word of the log that is being filled, with so many actions, which were done to the state already.
    pub fn put_word_of_log(&mut self, word: u64, logged: u8) {
        self.count -= self.count % PER_WORD;
        if let Some(slot) = self.log.get_mut((self.count / PER_WORD) as usize) {
            *slot = word;
        }
        self.count += u32::from(logged);
    }

    /// How many actions are in the last word of the log.
    pub const fn in_last_word(&self) -> u8 {
        (self.count % PER_WORD) as u8
    }

    /// The choices of the hand.
    pub const fn choices(&self) -> Choices {
        self.choices
    }

    /// How many actions the log has.
    pub const fn count(&self) -> u32 {
        self.count
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
