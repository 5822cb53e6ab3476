//! Observations: rows of numbers of one length, with what the player to act may see and nothing else.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use crate::card::Rank;
use crate::engine::{Game, Hand, MAX_SEATS, NONE, State};

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
/// none or it is not seen, chips are chips, and yes is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    players: usize,
    /// How many cards a player is dealt.
    cards: usize,
    /// Of a player's cards in the order dealt, all bits set where one is face down.
    down: Places,
}

/// Room for the cards of a player.
type Places = [u8; 8];

/// All that stands between the cards and what each seat has.
const OF_THE_TABLE: usize = 7;

impl Layout {
    /// The layout for so many players.
    #[must_use]
    pub fn new(game: &Game, players: u8) -> Self {
        let mut down = [0; 8];
        let mut places = down.iter_mut();
        for street in &game.rules().streets {
            places.by_ref().take(street.down.into()).for_each(|place| *place = u8::MAX);
            places.by_ref().take(street.up.into()).for_each(|place| *place = 0);
        }
        let cards = game.rules().streets.iter().map(|street| usize::from(street.cards())).sum();
        Self { players: players.into(), cards, down }
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> Vec<ObservedField> {
        let players = self.players;
        let lengths = [
            ("cards", players * self.cards),
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
    pub const fn width(&self) -> usize {
        self.players * (self.cards + 3) + OF_THE_TABLE
    }

    /// What the player to act sees of a hand; zeros when nobody is to act.
    ///
    /// # Panics
    /// If the row is not [`width`](Self::width) long or the hand is of another game.
    pub fn observe(&self, hand: &Hand, row: &mut [f32]) {
        if hand.actor().is_some() { self.write(hand.state(), row) } else { row.fill(0.0) }
    }

    /// Writes the row of a state in which a player is to act.
    #[inline(always)]
    pub(crate) fn write(&self, state: &State, row: &mut [f32]) {
        let State { actor, live, pot, stack, bet, .. } = state;
        let to_call = state.cost_of_call();
        self.write_as(state, &Seen { actor: *actor, live: live.bits(), pot: *pot, to_call, stack, bet }, row);
    }

    /// Writes the row of a state whose betting has gone on elsewhere.
    #[inline(always)]
    pub(super) fn write_as(&self, state: &State, seen: &Seen<'_>, row: &mut [f32]) {
        let (players, actor) = (self.players, usize::from(seen.actor));
        let next = |seat| if seat + 1 == players { 0 } else { seat + 1 };
        let (mut seat, mut hidden) = (actor, &[0; 8]);
        for number in 0..players {
            // Eight numbers at once, the last of which are written again as the next seat's: there are more after all.
            if let Some(cards) = row[number * self.cards..].first_chunk_mut() {
                write_cards(&state.cards[seat], hidden, cards);
            }
            (seat, hidden) = (next(seat), &self.down);
        }
        let (_, rest) = row.split_at_mut(players * self.cards);
        let (table, rest) = rest.split_at_mut(OF_THE_TABLE);
        table.copy_from_slice(&[
            card(state.community),
            card(state.wild.rank().map_or(NONE, Rank::index)),
            f32::from(u8::from(state.wild.next_is_wild())),
            f32::from(state.street),
            f32::from(((usize::from(state.dealer) + players - actor) % players) as u8),
            chips(seen.pot),
            chips(seen.to_call),
        ]);
        let (live, rest) = rest.split_at_mut(players);
        let (stacks, bets) = rest.split_at_mut(players);
        let mut seat = actor;
        for ((live, stack), bet) in live.iter_mut().zip(stacks).zip(bets) {
            *live = f32::from(seen.live >> seat & 1);
            *stack = chips(seen.stack[seat]);
            *bet = chips(seen.bet[seat]);
            seat = next(seat);
        }
    }
}

/// What of an observation changes with each action.
pub(super) struct Seen<'a> {
    pub actor: u8,
    /// The live seats, a bit each.
    pub live: u16,
    pub pot: u64,
    pub to_call: u64,
    pub stack: &'a [u64; MAX_SEATS],
    pub bet: &'a [u64; MAX_SEATS],
}

/// All cards of a seat but those that are hidden, as many at once as registers hold.
#[inline(always)]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "from memory all of them are loaded at once")]
fn write_cards(cards: &Places, hidden: &Places, row: &mut [f32; 8]) {
    for ((slot, &index), &hidden) in row.iter_mut().zip(cards).zip(hidden) {
        *slot = card(index | hidden);
    }
}

/// A card or a rank; what stands for none is -1.
#[inline(always)]
fn card(index: u8) -> f32 {
    f32::from(index.cast_signed())
}

/// Chips, exact up to 16,777,216. They fit 63 bits, and signed numbers are converted in one instruction.
#[expect(clippy::cast_precision_loss, reason = "observations have the precision that learners work with")]
#[inline(always)]
fn chips(chips: u64) -> f32 {
    chips.cast_signed() as f32
}
