//! Observations: rows of numbers of one length, with what the player to act may see and nothing else.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use crate::card::Rank;
use crate::engine::{Game, Hand, NONE, Seat, State};
use crate::kernel::{Vector, by_kernel};

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
pub(super) type Places = [u8; 8];

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

    /// How many numbers the cards of all seats are.
    pub(super) const fn cards(&self) -> usize {
        self.players * self.cards
    }

    /// Of a player's cards in the order dealt, all bits set where one is face down.
    pub(super) const fn down(&self) -> Places {
        self.down
    }

    /// Writes the row of a state in which a player is to act.
    #[inline(always)]
    pub(crate) fn write(&self, state: &State, row: &mut [f32]) {
        self.write_as(state, state.actor, row);
    }

    /// The same as another seat sees it.
    #[inline(always)]
    pub(super) fn write_as(&self, state: &State, viewer: Seat, row: &mut [f32]) {
        let (players, actor) = (self.players, usize::from(viewer));
        let of_the_table = OfTheTable {
            community: card(state.community),
            wild: card(state.wild.rank().map_or(NONE, Rank::index)),
            next_is_wild: f32::from(u8::from(state.wild.next_is_wild())),
            street: f32::from(state.street),
            dealer: f32::from(((usize::from(state.dealer) + players - actor) % players) as u8),
            pot: chips(state.pot),
            to_call: chips(state.cost_of_call_by(viewer)),
        };
        let of_seat = |seat: usize| {
            let live = f32::from(u8::from(state.live.contains(seat as u8)));
            [live, chips(state.stack[seat]), chips(state.bet[seat])]
        };
        write_cards(&state.cards, (actor, players, self.cards), &self.down, row);
        self.write_rest(actor, &of_the_table, of_seat, row);
    }

    /// Writes the cards of several rows that stand one after the other, where a seat is to act: `actors` has
    /// [`NONE`] for the others.
    #[inline(always)]
    pub(super) fn write_cards_of(&self, cards: &[[Places; 8]], actors: &[u8], rows: &mut [f32]) {
        write_rows_of_cards(cards, actors, (self.players, self.cards, self.width()), &self.down, rows);
    }

    /// Writes the numbers of a row that stand after the cards, which are to be written before; `of_seat` gives whether a
    /// seat is live, its chips behind and its bet.
    #[inline(always)]
    pub(super) fn write_rest(
        &self,
        actor: usize,
        of_the_table: &OfTheTable,
        of_seat: impl Fn(usize) -> [f32; 3],
        row: &mut [f32],
    ) {
        let players = self.players;
        let next = |seat| if seat + 1 == players { 0 } else { seat + 1 };
        let (_, rest) = row.split_at_mut(players * self.cards);
        let (table, rest) = rest.split_at_mut(OF_THE_TABLE);
        let OfTheTable { community, wild, next_is_wild, street, dealer, pot, to_call } = *of_the_table;
        table.copy_from_slice(&[community, wild, next_is_wild, street, dealer, pot, to_call]);
        let (live, rest) = rest.split_at_mut(players);
        let (stacks, bets) = rest.split_at_mut(players);
        let mut seat = actor;
        for ((live, stack), bet) in live.iter_mut().zip(stacks).zip(bets) {
            [*live, *stack, *bet] = of_seat(seat);
            seat = next(seat);
        }
    }
}

/// What stands between the cards and what each seat has, as numbers of a row.
#[derive(Clone, Copy)]
pub(super) struct OfTheTable {
    pub community: f32,
    pub wild: f32,
    pub next_is_wild: f32,
    pub street: f32,
    /// Counted from the player to act.
    pub dealer: f32,
    pub pot: f32,
    pub to_call: f32,
}

by_kernel! {
    /// The cards of so many players from one on, each with so many, but those that are hidden from that one.
    ///
    /// A function of its own, so that the compiler knows that the row is none of the cards, and makes as many numbers at
    /// once as registers hold.
    fn write_cards(
        cards: &[Places], layout: (usize, usize, usize), down: &Places, row: &mut [f32],
    ) -> () = write_cards_in<V>
}

by_kernel! {
    /// The same for rows of some width, each with an actor of its own or none.
    fn write_rows_of_cards(
        cards: &[[Places; 8]], actors: &[u8], layout: (usize, usize, usize), down: &Places, rows: &mut [f32],
    ) -> () = write_rows_in<V>
}

#[inline(always)]
fn write_rows_in<V: Vector>(
    cards: &[[Places; 8]],
    actors: &[u8],
    (players, each, width): (usize, usize, usize),
    down: &Places,
    rows: &mut [f32],
) {
    for ((row, cards), &actor) in rows.chunks_exact_mut(width).zip(cards).zip(actors) {
        if actor != NONE {
            write_cards_in::<V>(cards, (usize::from(actor), players, each), down, row);
        }
    }
}

#[inline(always)]
fn write_cards_in<V: Vector>(
    cards: &[Places],
    (actor, players, each): (usize, usize, usize),
    down: &Places,
    row: &mut [f32],
) {
    let (mut seat, mut hidden) = (actor, &[0; 8]);
    for number in 0..players {
        // Eight numbers at once, the last of which are written again as the next seat's: there are more after all.
        if let Some(row) = row[number * each..].first_chunk_mut::<8>() {
            for ((slot, &index), &hidden) in row.iter_mut().zip(&cards[seat]).zip(hidden) {
                *slot = card(index | hidden);
            }
        }
        (seat, hidden) = (if seat + 1 == players { 0 } else { seat + 1 }, down);
    }
}

/// A card or a rank; what stands for none is -1.
#[inline(always)]
pub(super) fn card(index: u8) -> f32 {
    f32::from(index.cast_signed())
}

/// Chips, exact up to 16,777,216. They fit 63 bits, and signed numbers are converted in one instruction.
#[expect(clippy::cast_precision_loss, reason = "observations have the precision that learners work with")]
#[inline(always)]
pub(super) fn chips(chips: u64) -> f32 {
    chips.cast_signed() as f32
}
