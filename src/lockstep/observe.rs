//! Observations: rows of numbers of one length, with what the player to act may see and nothing else.

use crate::engine::{Game, Hand, State};

/// Where a field of an observation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedField {
    /// What it is called.
    pub name: &'static str,
    /// Where it begins.
    pub start: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// The layout of observations of a game and a number of players.
///
/// Seats are counted clockwise from the player to act, who is number 0. Cards are their indices and -1 where there is
/// none, chips are chips, and yes is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    players: usize,
    /// At which places of a player's cards, in the order dealt, the ones face down are.
    down: Vec<u8>,
    up: Vec<u8>,
}

impl Layout {
    /// The layout for so many players.
    #[must_use]
    pub fn new(game: &Game, players: u8) -> Self {
        let (mut down, mut up, mut place) = (Vec::new(), Vec::new(), 0);
        for street in &game.rules().streets {
            down.extend(place..place + street.down);
            up.extend(place + street.down..place + street.cards());
            place += street.cards();
        }
        Self { players: players.into(), down, up }
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> Vec<ObservedField> {
        let players = self.players;
        let lengths = [
            ("hole", self.down.len()),
            ("up", players * self.up.len()),
            ("community", 1),
            ("wild", 1),
            ("next_is_wild", 1),
            ("street", 1),
            ("dealer", 1),
            ("pot", 1),
            ("to_call", 1),
            ("live", players),
            ("stacks", players),
            ("bets", players),
        ];
        let mut start = 0;
        let field = |(name, len)| {
            start += len;
            ObservedField { name, start: start - len, len }
        };
        lengths.map(field).to_vec()
    }

    /// How many numbers a row has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.down.len() + self.players * (self.up.len() + 3) + 7
    }

    /// What the player to act sees of a hand; zeros when nobody is to act.
    ///
    /// # Panics
    /// If the row is not [`width`](Self::width) long or the hand is of another game.
    pub fn observe(&self, hand: &Hand, row: &mut [f32]) {
        if hand.actor().is_some() { self.write(hand.state(), row) } else { row.fill(0.0) }
    }

    /// Writes the row of a state in which a player is to act.
    pub(crate) fn write(&self, state: &State, row: &mut [f32]) {
        let (players, actor) = (self.players, usize::from(state.actor));
        let (hole, rest) = row.split_at_mut(self.down.len());
        for (slot, &place) in hole.iter_mut().zip(&self.down) {
            *slot = card(state.cards[actor][usize::from(place) & 7]);
        }
        let (up, rest) = rest.split_at_mut(players * self.up.len());
        let (table, rest) = rest.split_at_mut(7);
        table.copy_from_slice(&[
            card(state.community),
            card(state.wild),
            f32::from(u8::from(state.armed)),
            f32::from(state.street),
            f32::from(((usize::from(state.dealer) + players - actor) % players) as u8),
            chips(state.pot),
            chips(state.cost_of_call()),
        ]);
        let (live, rest) = rest.split_at_mut(players);
        let (stacks, bets) = rest.split_at_mut(players);
        let mut seat = actor;
        for number in 0..players {
            for (slot, &place) in up[number * self.up.len()..].iter_mut().zip(&self.up) {
                *slot = card(state.cards[seat][usize::from(place) & 7]);
            }
            live[number] = f32::from(u8::from(state.live.contains(seat as u8)));
            stacks[number] = chips(state.stack[seat]);
            bets[number] = chips(state.bet[seat]);
            seat = if seat + 1 == players { 0 } else { seat + 1 };
        }
    }
}

/// A card or a rank; what stands for none is -1.
fn card(index: u8) -> f32 {
    f32::from(index.cast_signed())
}

/// Chips, exact up to 16,777,216. They fit 63 bits, and signed numbers are converted in one instruction.
#[expect(clippy::cast_precision_loss, reason = "observations have the precision that learners work with")]
fn chips(chips: u64) -> f32 {
    chips.cast_signed() as f32
}
