//! Observations for any seat, written in several ways: as numbers, as zeros and ones, and with the suits renamed.

use core::array::from_fn;
use core::fmt;

use super::observe::{Layout, ObservedField, chips};
use super::past::Past;
use super::setup::BETWEEN_SIGNALS;
use super::tables::Tables;
use crate::card::{Card, RANK_LETTERS, Rank, SUIT_LETTERS};
use crate::engine::{Game, Hand, Seat, State};
use crate::history::{NOTHING, OTHER_SIZE, seat_and_action};
use crate::rules::{OddChip, Tie};
use crate::workers::{Pacer, Signals, Watch, work_through_chunks};

/// How many tables a thread writes between two looks at what is left.
const CHUNK: usize = 32;
const RANKS: usize = RANK_LETTERS.len();
const SUITS: usize = SUIT_LETTERS.len();
/// How many actions there are in a history.
const HISTORY_ACTIONS: usize = OTHER_SIZE as usize + 1;

/// How an observation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As [`Layout`] has it: card indices and chips.
    Raw,
    /// Zeros and ones for cards, seats, the street and the history; chips as they are.
    OneHot,
    /// As raw, but the suits are numbered in the order in which they are met.
    Canonical,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Raw, Self::OneHot, Self::Canonical];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::OneHot => "onehot",
            Self::Canonical => "canonical",
        }
    }

    /// The one that is called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }
}

/// Writes observations of a game and a number of players in one encoding.
#[derive(Clone)]
pub struct Encoder {
    encoding: Encoding,
    layout: Layout,
    players: usize,
    streets: usize,
    /// How many actions the planes of the history have room for.
    length: usize,
    /// Whether suits decide anything after the bring-in.
    suits_count: bool,
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("encoding", &self.encoding)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

impl Encoder {
    /// An encoding for so many players, with the last `length` actions where it has a history.
    #[must_use]
    pub fn new(game: &Game, players: u8, encoding: Encoding, length: usize) -> Self {
        let rules = game.rules();
        let suits_count =
            rules.showing_tie == Tie::Suit || rules.odd_chip == OddChip::Suit || rules.low_share().is_some();
        Self {
            encoding,
            layout: Layout::new(game, players),
            players: players.into(),
            streets: game.streets().into(),
            length,
            suits_count,
        }
    }

    /// How many actions of the history are written.
    #[must_use]
    pub const fn history_length(&self) -> usize {
        if matches!(self.encoding, Encoding::OneHot) { self.length } else { 0 }
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> Vec<ObservedField> {
        let mut fields = self.layout.fields();
        let mut start = 0;
        let mut field = |(name, len)| {
            start += len;
            ObservedField { name, start: start - len, len }
        };
        match self.encoding {
            Encoding::Raw => {}
            Encoding::OneHot => fields = self.lengths().map(field).to_vec(),
            Encoding::Canonical => {
                let width = self.layout.width();
                field(("", width));
                fields.extend(self.suits_count.then(|| field(("suits", SUITS))));
            }
        }
        fields
    }

    /// The names and lengths of the fields of zeros and ones.
    fn lengths(&self) -> [(&'static str, usize); 15] {
        let players = self.players;
        [
            ("cards", players * Card::COUNT),
            ("hole", Card::COUNT),
            ("community", Card::COUNT),
            ("wild", RANKS),
            ("next_is_wild", 1),
            ("street", self.streets),
            ("dealer", players),
            ("actor", players),
            ("pot", 1),
            ("to_call", 1),
            ("live", players),
            ("stacks", players),
            ("bets", players),
            ("paid", players),
            ("history", self.length * (players + HISTORY_ACTIONS)),
        ]
    }

    /// How many numbers a row has.
    #[must_use]
    pub fn width(&self) -> usize {
        match self.encoding {
            Encoding::Raw => self.layout.width(),
            Encoding::OneHot => self.lengths().iter().map(|&(_, len)| len).sum(),
            Encoding::Canonical => self.layout.width() + if self.suits_count { SUITS } else { 0 },
        }
    }

    /// What a seat sees of a hand; zeros when the hand is over. `steps` are the actions so far, oldest first, with their
    /// seats at the table ([`step`](crate::history::step)).
    ///
    /// # Panics
    /// If the row is not [`width`](Self::width) long or the hand is of another game.
    pub fn observe(&self, hand: &Hand, seat: Seat, steps: &[i8], row: &mut [f32]) {
        row.fill(0.0);
        if !hand.is_over() {
            self.write(hand.state(), seat, steps, row);
        }
    }

    /// Writes the row of a state that is not over to zeros.
    fn write(&self, state: &State, seat: Seat, steps: &[i8], row: &mut [f32]) {
        match self.encoding {
            Encoding::Raw => self.layout.write_as(state, seat, row),
            Encoding::OneHot => self.write_one_hot(state, seat.into(), steps, row),
            Encoding::Canonical => {
                let (raw, names) = row.split_at_mut(self.layout.width());
                self.layout.write_as(state, seat, raw);
                let suits = rename_suits(&mut raw[..=self.layout.cards()]);
                names.copy_from_slice(&suits[..names.len()]);
            }
        }
    }

    fn write_one_hot(&self, state: &State, viewer: usize, steps: &[i8], row: &mut [f32]) {
        let players = self.players;
        let mut rest = Fields(row);
        let cards = rest.take(players * Card::COUNT);
        let seats = (viewer..players).chain(0..viewer);
        for (plane, seat) in cards.chunks_exact_mut(Card::COUNT).zip(seats.clone()) {
            let hidden = if seat == viewer { [0; 8] } else { self.layout.down() };
            state.cards[seat].iter().zip(hidden).for_each(|(&card, hidden)| set(plane, card | hidden));
        }
        let hole = rest.take(Card::COUNT);
        state.cards[viewer].iter().zip(self.layout.down()).for_each(|(&card, down)| set(hole, card | !down));
        set(rest.take(Card::COUNT), state.community);
        set(rest.take(RANKS), state.wild.rank().map_or(u8::MAX, Rank::index));
        rest.take(1)[0] = f32::from(u8::from(state.wild.next_is_wild()));
        set(rest.take(self.streets), state.street);
        let relative = |seat: u8| ((usize::from(seat) + players - viewer) % players) as u8;
        set(rest.take(players), relative(state.dealer));
        set(rest.take(players), state.acting().map_or(u8::MAX, relative));
        rest.take(1)[0] = chips(state.pot);
        rest.take(1)[0] = chips(state.cost_of_call_by(viewer as Seat));
        let mut each = |of: &dyn Fn(usize) -> f32| {
            rest.take(players).iter_mut().zip(seats.clone()).for_each(|(slot, seat)| *slot = of(seat));
        };
        each(&|seat| f32::from(u8::from(state.live.contains(seat as Seat))));
        each(&|seat| chips(state.stack[seat]));
        each(&|seat| chips(state.bet[seat]));
        each(&|seat| chips(state.paid(seat as Seat)));
        let planes = rest.0.chunks_exact_mut(players + HISTORY_ACTIONS);
        let done = steps.iter().position(|&step| step == NOTHING).unwrap_or(steps.len());
        let last = &steps[done.saturating_sub(self.length)..done];
        for (plane, (seat, action)) in planes.zip(last.iter().filter_map(|&step| seat_and_action(step))) {
            let (seats, actions) = plane.split_at_mut(players);
            set(seats, relative(seat));
            set(actions, action);
        }
    }
}

/// What is left of a row to be written.
struct Fields<'a>(&'a mut [f32]);

impl<'a> Fields<'a> {
    fn take(&mut self, len: usize) -> &'a mut [f32] {
        let (field, rest) = core::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        field
    }
}

/// Sets the number at a place, if there is one.
fn set(field: &mut [f32], at: u8) {
    if let Some(slot) = field.get_mut(usize::from(at)) {
        *slot = 1.0;
    }
}

/// Numbers the suits of cards in the order in which they are met; which number each suit got, -1 for none.
fn rename_suits(cards: &mut [f32]) -> [f32; 4] {
    let (mut names, mut next) = ([u8::MAX; 4], 0);
    for card in cards {
        // Indices of cards are small whole numbers, and -1 is for none.
        let index = *card as i8;
        let Ok(index) = u8::try_from(index) else { continue };
        let name = &mut names[usize::from(index % 4)];
        if *name == u8::MAX {
            (*name, next) = (next, next + 1);
        }
        *card = f32::from(index - index % 4 + *name);
    }
    from_fn(|suit| f32::from(names[suit].cast_signed()))
}

impl Tables {
    /// Writes what a seat sees at each table, or the seat to act where none is given; zeros where the hand is over. `None`
    /// when the watch stopped it.
    ///
    /// # Panics
    /// If `out` does not have the lengths of the tables.
    pub fn observe(
        &self,
        seat: Option<Seat>,
        encoder: &Encoder,
        threads: usize,
        out: &mut [f32],
        watch: &mut dyn Watch,
    ) -> Option<()> {
        let width = encoder.width();
        assert_eq!(out.len(), self.setup().tables * width, "a row a table");
        let work = |chunk: usize, rows: &mut [f32], own: &mut Option<Past>, _: &Signals<'_>| {
            // Memory that no cache has is cleared faster in one piece.
            rows.fill(0.0);
            for (row, number) in rows.chunks_exact_mut(width).zip(chunk * CHUNK..) {
                self.look(number, |state, legal| {
                    if legal != 0 {
                        let seat = seat.unwrap_or(state.actor);
                        encoder.write(state, seat, self.steps(number, encoder, own), row);
                    }
                });
            }
        };
        let (_, finished) = work_through_chunks(out, CHUNK * width, threads, watch, &|| None, &work);
        finished.then_some(())
    }

    /// What was done in the hand at a table: as it is kept, or found out once more.
    fn steps<'a>(&'a self, number: usize, encoder: &Encoder, own: &'a mut Option<Past>) -> &'a [i8] {
        let length = encoder.history_length();
        if length == 0 {
            return &[];
        }
        if let Some(past) = self.past().filter(|past| past.length() >= length) {
            return &past.steps()[number * past.length()..][..past.length()];
        }
        if own.is_none() {
            *own = Past::new(1, length);
            own.iter_mut().for_each(Past::push);
        }
        let (Some(past), Ok(table)) = (own, self.table(number)) else { return &[] };
        past.rows().recall(0, &table, &self.setup().game);
        past.steps()
    }

    /// Writes whose result is known at each table, 1 or 0, and these results in chips, 0 for the others: of a seat that
    /// has folded what it has paid, and of all when the hand is over. `None` when the watch stopped it.
    ///
    /// # Panics
    /// If the arrays do not have the lengths of the tables.
    pub fn settled(&self, settled: &mut [u8], results: &mut [i64], watch: &mut dyn Watch) -> Option<()> {
        let (tables, players) = (self.setup().tables, usize::from(self.setup().players));
        assert!(settled.len() == tables * players && results.len() == tables * players, "rows for {tables} tables");
        let rows = settled.chunks_exact_mut(players).zip(results.chunks_exact_mut(players));
        let mut pacer = Pacer::new(watch);
        for (number, (settled, results)) in rows.enumerate() {
            if number % BETWEEN_SIGNALS == 0 && !pacer.goes_on(number as u64) {
                return None;
            }
            self.look(number, |state, legal| {
                for (seat, (settled, result)) in settled.iter_mut().zip(results).enumerate() {
                    let known = legal == 0 || !state.live.contains(seat as Seat);
                    *settled = known.into();
                    *result = if known { state.stack[seat].cast_signed() - state.start[seat].cast_signed() } else { 0 };
                }
            });
        }
        Some(())
    }
}
