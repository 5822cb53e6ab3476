//! Deals that the caller has, row by row, settled 64 at a time: who wins which part of each pot.
//!
//! A row has each seat's cards in the order dealt, as [`deal_many`](super::deal_many) writes them. Seats may have folded:
//! they win nothing, their cards face up were seen all the same, and cards that they were not dealt are [`NO_CARD`].

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use core::fmt;

use super::count::each_deal;
use super::dealing::{DealError, Dealing};
use super::hands::{Hands, Strengths};
use super::tally::{LOW_UNITS, SHARE_UNIT, parts};
use super::turn::{read_rows, room, write_words};
use crate::card::Card;
use crate::card_set::{CardSet, Deck};
use crate::chance::stream::GROUP;
use crate::kernel::{Vector, by_kernel};
use crate::ranking::lanes::bits_above;
use crate::ranking::shares::low_winners;
use crate::rules::Rules;
use crate::workers;

/// In place of a card that a folded seat was not dealt.
pub const NO_CARD: u8 = 255;

/// What is wrong with a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealFault {
    /// A number stands for no card.
    NoCard {
        /// Whose card it is.
        seat: usize,
        /// The number.
        given: u8,
        /// Whether the seat has folded, so that [`NO_CARD`] would do.
        folded: bool,
    },
    /// A card is dealt twice, or dealt and dead.
    Twice(Card),
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
    /// Seats have different community cards.
    Community {
        /// The first seat whose card is another.
        seat: usize,
        /// Its card.
        card: Card,
    },
    /// All seats have folded.
    NobodyLive,
}

/// Which deal cannot be settled, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealRowError {
    /// The row, counted from 0.
    pub row: usize,
    /// What is wrong with it.
    pub fault: DealFault,
}

impl fmt::Display for DealRowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {}: ", self.row)?;
        match self.fault {
            DealFault::NoCard { seat, given, folded } => {
                write!(f, "seat {seat} has card {given}: 0 to 51 is allowed")?;
                write!(f, "{}", if folded { ", and 255 for a card that a folded seat was not dealt" } else { "" })
            }
            DealFault::Twice(card) => write!(f, "{card} is dealt twice, or dealt and dead"),
            DealFault::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
            DealFault::Community { seat, card } => {
                write!(f, "seat {seat} has {card} for the community card, which is the same for all seats")
            }
            DealFault::NobodyLive => f.write_str("no seat is live"),
        }
    }
}

impl core::error::Error for DealRowError {}

/// What deals come to: memory of the caller, row by row.
#[derive(Debug)]
pub struct Settled<'a> {
    /// What each seat wins, in parts of [`SHARE_UNIT`] of a pot.
    pub units: &'a mut [u16],
    /// What each seat holds; 0 where it has folded.
    pub strengths: &'a mut [u16],
    /// The rank that a followed queen made wild, -1 for none.
    pub wild: &'a mut [i8],
    /// The seat that wins the low half, -1 for none.
    pub low: &'a mut [i8],
}

impl Settled<'_> {
    /// The first `n` deals, and the others.
    fn split(self, n: usize, players: usize) -> (Self, Self) {
        let (units, more_units) = self.units.split_at_mut(n * players);
        let (strengths, more_strengths) = self.strengths.split_at_mut(n * players);
        let (wild, more_wild) = self.wild.split_at_mut(n);
        let (low, more_low) = self.low.split_at_mut(n);
        let more = Self { units: more_units, strengths: more_strengths, wild: more_wild, low: more_low };
        (Self { units, strengths, wild, low }, more)
    }
}

/// Settles deals of one game.
pub struct Settler<'a> {
    layouts: &'a Layouts,
    /// The hands of each layout.
    hands: Vec<Hands>,
    /// What is checked of each layout.
    checked: Vec<Checked>,
    /// The dead cards and those that the deck does not have, a bit each.
    dead: u64,
    deck: Deck,
}

/// The columns of cards that must be different ones, and pairs of columns that must be the same.
struct Checked {
    own: Vec<u8>,
    same: Vec<(u8, u8)>,
}

impl Checked {
    fn new(layout: &Dealing) -> Self {
        let cards = layout.cards_per_hand() as u8;
        let (mut own, mut same) = (Vec::new(), Vec::new());
        for (column, &position) in (0u8..).zip(layout.hands.iter().flatten()) {
            // A community card is the first seat's.
            if layout.positions[usize::from(position)].seat.is_some() || column < cards {
                own.push(column);
            } else {
                same.push((column % cards, column));
            }
        }
        Self { own, same }
    }
}

/// How the cards of rows lie: as they are dealt when all seats play on, and where that has community cards (rules.md
/// 4.3), also with every card a seat's own, as when some have folded before.
pub struct Layouts(Vec<Dealing>);

impl Layouts {
    /// The layouts of a game for so many players, some cards being dead.
    ///
    /// # Errors
    /// [`DealError`] when the players or the dead cards do not fit.
    pub fn new(rules: &Rules, players: usize, dead: &[Card]) -> Result<Self, DealError> {
        let dealt = Dealing::new(rules, players, &[], dead)?;
        let own = Dealing::own(rules, players);
        let both = dealt.positions != own.positions && own.cards_per_hand() == dealt.cards_per_hand();
        Ok(Self(if both { vec![dealt, own] } else { vec![dealt] }))
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.0[0].players()
    }

    /// How many cards each seat has in a row.
    #[must_use]
    pub fn cards_per_hand(&self) -> usize {
        self.0[0].cards_per_hand()
    }
}

impl<'a> Settler<'a> {
    /// Settles deals of these rules that lie in one of these layouts.
    #[must_use]
    pub fn new(rules: &Rules, layouts: &'a Layouts, dead: &[Card]) -> Self {
        let hands = layouts.0.iter().map(|dealing| Hands::of_rows(rules, dealing)).collect();
        let checked = layouts.0.iter().map(Checked::new).collect();
        let gone = CardSet::FULL.without(rules.deck.cards()).union(dead.iter().copied().collect());
        Self { layouts, hands, checked, dead: gone.bits(), deck: rules.deck }
    }

    /// Settles rows of deals on `threads` threads. `live` has a byte for each seat of each row, 0 where it has folded;
    /// `None` when nobody has.
    ///
    /// # Errors
    /// [`DealRowError`] for the first deal that is none; `out` is then partly written.
    ///
    /// # Panics
    /// When the slices are not of one number of rows.
    pub fn settle(
        &self,
        deals: &[u8],
        live: Option<&[u8]>,
        out: Settled<'_>,
        threads: usize,
    ) -> Result<(), DealRowError> {
        let (n, players) = (out.wild.len(), self.layouts.players());
        let width = players * self.layouts.cards_per_hand();
        assert_eq!(deals.len(), n * width, "as many deals as rows");
        assert!(live.is_none_or(|live| live.len() == n * players), "as many rows of live seats");
        // Whole groups for each thread.
        let share = n.div_ceil(threads.max(1)).next_multiple_of(GROUP).max(GROUP);
        let mut shares = Vec::new();
        let mut rest = out;
        for from in (0..n).step_by(share) {
            let count = share.min(n - from);
            let (some, more) = rest.split(count, players);
            rest = more;
            let live = live.map(|live| &live[from * players..][..count * players]);
            shares.push((from, &deals[from * width..][..count * width], live, some));
        }
        let work = |(from, deals, live, out): (usize, &[u8], Option<&[u8]>, Settled<'_>)| {
            self.settle_rows(deals, live, out).map_err(|error| DealRowError { row: from + error.row, ..error })
        };
        let mut first_error = Ok(());
        workers::share_out(shares, &work, |done| {
            if first_error.is_ok() {
                first_error = done;
            }
        });
        first_error
    }

    fn settle_rows(&self, deals: &[u8], live: Option<&[u8]>, out: Settled<'_>) -> Result<(), DealRowError> {
        let players = self.layouts.players();
        let width = players * self.layouts.cards_per_hand();
        let (mut group, mut rest) = (Group::new(self), out);
        for from in (0..rest.wild.len()).step_by(GROUP) {
            let (rows, count) = (&deals[from * width..], GROUP.min(rest.wild.len()));
            let live = live.map(|live| &live[from * players..][..count * players]);
            group.read(rows, live).map_err(|(row, fault)| DealRowError { row: from + row, fault })?;
            for (hands, deals) in self.hands.iter().zip(group.of_layout) {
                if deals != 0 {
                    group.settle(hands, deals);
                    group.write(deals, count, &mut rest);
                }
            }
            rest = rest.split(count, players).1;
        }
        Ok(())
    }
}

/// Deals side by side, on their way from rows to rows.
struct Group<'a> {
    settler: &'a Settler<'a>,
    players: usize,
    cards_per_hand: usize,
    /// Room for rows where there are fewer than a group.
    rows: Vec<u8>,
    /// The cards of the rows: `columns[seat * cards_per_hand + k][d]`.
    columns: Vec<[u8; GROUP]>,
    /// The same with some card where none was dealt; empty where all were.
    filled: Vec<[u8; GROUP]>,
    /// For each seat all bits in the deals in which it has not folded, none in the others.
    live: Strengths,
    /// The deals of each layout.
    of_layout: [u64; 2],
    strengths: Strengths,
    worths: Strengths,
    units: Strengths,
    wild: [i8; GROUP],
    low: [i8; GROUP],
}

impl<'a> Group<'a> {
    fn new(settler: &'a Settler<'a>) -> Self {
        let (players, cards_per_hand) = (settler.layouts.players(), settler.layouts.cards_per_hand());
        Self {
            settler,
            players,
            cards_per_hand,
            rows: vec![0; room(players * cards_per_hand)],
            columns: vec![[0; GROUP]; players * cards_per_hand],
            filled: Vec::new(),
            live: [[u16::MAX; GROUP]; 10],
            of_layout: [0; 2],
            strengths: [[0; GROUP]; 10],
            worths: [[0; GROUP]; 10],
            units: [[0; GROUP]; 10],
            wild: [-1; GROUP],
            low: [-1; GROUP],
        }
    }

    /// Takes the first 64 rows, or as many as there are, and checks them; the error is the first one that is no deal.
    fn read(&mut self, rows: &[u8], live: Option<&[u8]>) -> Result<(), (usize, DealFault)> {
        let (width, players) = (self.columns.len(), self.players);
        let count = GROUP.min(rows.len() / width);
        // The first row stands for those that are missing.
        let row_of = |deal: usize| if deal < count { deal } else { 0 };
        if rows.len() >= room(width) {
            read_rows(rows, &mut self.columns);
        } else {
            for (deal, row) in self.rows.chunks_exact_mut(width).take(GROUP).enumerate() {
                row.copy_from_slice(&rows[row_of(deal) * width..][..width]);
            }
            read_rows(&self.rows, &mut self.columns);
        }
        if let Some(live) = live {
            for deal in 0..GROUP {
                for (seat, &is_live) in self.live.iter_mut().zip(&live[row_of(deal) * players..][..players]) {
                    seat[deal] = u16::from(is_live != 0).wrapping_neg();
                }
            }
        }
        self.find_layouts();
        let (mut fault, suspects) = (None, self.suspects());
        self.filled.clear();
        if suspects == 0 {
            return Ok(());
        }
        each_deal(suspects, |deal| {
            fault = fault.or_else(|| self.look_at(deal).err().map(|fault| (deal, fault)));
        });
        self.fill();
        fault.map_or(Ok(()), Err)
    }

    /// Puts some card where none was dealt: hands of folded seats are evaluated like the others, and not looked at.
    fn fill(&mut self) {
        if self.columns.as_flattened().contains(&NO_CARD) {
            let some = |card| if card == NO_CARD { 0 } else { card };
            self.filled.extend(self.columns.iter().map(|column| column.map(some)));
        }
    }

    /// Finds out how the cards of each deal lie: with a community card, it is the last card of all seats that have one.
    fn find_layouts(&mut self) {
        self.of_layout = [u64::MAX, 0];
        if self.settler.layouts.0.len() < 2 {
            return;
        }
        let last = self.columns.iter().skip(self.cards_per_hand - 1).step_by(self.cards_per_hand);
        let (mut first, mut differing, mut seats) = ([NO_CARD; GROUP], 0, [0u8; GROUP]);
        for column in last {
            for (deal, &card) in column.iter().enumerate().filter(|&(_, &card)| card != NO_CARD) {
                differing |= u64::from(first[deal] != NO_CARD && first[deal] != card) << deal;
                (first[deal], seats[deal]) = (card, seats[deal] + 1);
            }
        }
        let alone = (0..GROUP).fold(0, |bits, deal| bits | u64::from(seats[deal] < 2) << deal);
        self.of_layout = [!(differing | alone), differing | alone];
    }

    /// The deals that may be none, and those in which cards were not dealt.
    fn suspects(&self) -> u64 {
        let mut suspects = !more_live(&self.live[..self.players], 0);
        for (columns, deals) in self.settler.checked.iter().zip(self.of_layout).filter(|(_, deals)| *deals != 0) {
            let same = |same, &(a, b): &(u8, u8)| {
                same & all_equal(&self.columns[usize::from(a)], &self.columns[usize::from(b)])
            };
            let are_same = columns.same.iter().fold(u64::MAX, same);
            suspects |= deals & !(are_same & all_different(&self.columns, &columns.own, self.settler.dead));
        }
        suspects
    }

    /// Looks at a deal card by card. Where the first seat was not dealt the community card that others have, it is put
    /// there, for that is where it is looked for.
    fn look_at(&mut self, deal: usize) -> Result<(), DealFault> {
        if self.live[..self.players].iter().all(|live| live[deal] == 0) {
            return Err(DealFault::NobodyLive);
        }
        let layout = &self.settler.layouts.0[usize::from(self.of_layout[0] >> deal & 1 == 0)];
        let (mut seen, mut community) = (self.settler.dead, [NO_CARD; 8]);
        for (column, &position) in layout.hands.iter().flatten().enumerate() {
            let (seat, k) = (column / self.cards_per_hand, column % self.cards_per_hand);
            let given = self.columns[column][deal];
            let folded = self.live[seat][deal] == 0;
            if folded && given == NO_CARD {
                continue;
            }
            let card = Card::from_index(given).ok_or(DealFault::NoCard { seat, given, folded })?;
            if layout.positions[usize::from(position)].seat.is_none() {
                if community[k] == given {
                    continue;
                }
                if community[k] != NO_CARD {
                    return Err(DealFault::Community { seat, card });
                }
                community[k] = given;
                self.columns[k][deal] = given;
            }
            if !self.settler.deck.has(card) {
                return Err(DealFault::NotInDeck(card, self.settler.deck));
            }
            if seen >> given & 1 == 1 {
                return Err(DealFault::Twice(card));
            }
            seen |= 1 << given;
        }
        Ok(())
    }

    /// Settles deals that lie as these hands do.
    fn settle(&mut self, hands: &Hands, deals: u64) {
        let live = &self.live[..self.players];
        let wild = hands.wild_ranks(&self.columns);
        let cards = if self.filled.is_empty() { &self.columns } else { &self.filled };
        hands.evaluate(cards, wild.as_ref(), &mut self.strengths);
        let strengths = &mut self.strengths[..self.players];
        keep(strengths, live);
        self.wild = wild.map_or([-1; GROUP], |wild| wild.0);
        let worths = &mut self.worths[..self.players];
        if hands.low_worths(&self.columns, worths) {
            keep(worths, live);
            // Who has not been called has the pot without a showdown (rules.md 7.1).
            let lone = !more_live(live, 1);
            each_deal(lone, |deal| worths.iter_mut().for_each(|worths| worths[deal] = 0));
        }
        let units = &mut self.units[..self.players];
        let shared = share(strengths, worths, units, &mut self.low);
        each_deal(shared & deals, |deal| share_one(strengths, worths, units, deal));
    }

    /// Writes some deals of the first `count` where the rows of the group begin.
    fn write(&self, deals: u64, count: usize, out: &mut Settled<'_>) {
        let (units, strengths) = (&self.units[..self.players], &self.strengths[..self.players]);
        if deals == u64::MAX && count == GROUP {
            write_words(units, out.units);
            write_words(strengths, out.strengths);
            out.wild[..GROUP].copy_from_slice(&self.wild);
            out.low[..GROUP].copy_from_slice(&self.low);
            return;
        }
        for deal in (0..count).filter(|deal| deals >> deal & 1 == 1) {
            for seat in 0..self.players {
                out.units[deal * self.players + seat] = units[seat][deal];
                out.strengths[deal * self.players + seat] = strengths[seat][deal];
            }
            (out.wild[deal], out.low[deal]) = (self.wild[deal], self.low[deal]);
        }
    }
}

/// Shares out a pot that more than one seat has a part of alike.
fn share_one(strengths: &[[u16; GROUP]], worths: &[[u16; GROUP]], units: &mut [[u16; GROUP]], deal: usize) {
    let winners = |worths: &[[u16; GROUP]]| low_winners((0..).zip(worths.iter().map(|worths| worths[deal])));
    let (high, low) = (winners(strengths), winners(worths));
    let (high_part, low_part) = parts(high, low);
    for (seat, units) in units.iter_mut().enumerate() {
        let part = |part: u64, winners: u16| if winners >> seat & 1 == 1 { part as u16 } else { 0 };
        units[deal] = part(high_part, high) + part(low_part, low);
    }
}

by_kernel! {
    /// Gives each seat what it wins where nobody shares it, and names the first seat that wins the low half. Comes back
    /// with the deals in which something is shared.
    fn share(
        strengths: &[[u16; GROUP]],
        worths: &[[u16; GROUP]],
        units: &mut [[u16; GROUP]],
        low: &mut [i8; GROUP],
    ) -> u64 = share_lanes<V>
}

#[inline(always)]
fn share_lanes<V: Vector>(
    strengths: &[[u16; GROUP]],
    worths: &[[u16; GROUP]],
    units: &mut [[u16; GROUP]],
    low: &mut [i8; GROUP],
) -> u64 {
    const POT: u16 = SHARE_UNIT as u16;
    const LOW: u16 = LOW_UNITS as u16;
    // No hand has strength 0, and who has nothing for the low half is worth 0: neither wins.
    let (mut most, mut most_low) = ([1; GROUP], [1; GROUP]);
    for (strengths, worths) in strengths.iter().zip(worths) {
        for i in 0..GROUP {
            most[i] = strengths[i].max(most[i]);
            most_low[i] = worths[i].max(most_low[i]);
        }
    }
    let (mut highs, mut lows) = ([0u8; GROUP], [0u8; GROUP]);
    *low = [-1; GROUP];
    let seats = (0i8..).zip(strengths.iter().zip(worths).zip(units.iter_mut()));
    for (seat, ((strengths, worths), units)) in seats {
        for i in 0..GROUP {
            let (high, wins_low) = (strengths[i] == most[i], worths[i] == most_low[i]);
            units[i] = if high { POT } else { 0 };
            highs[i] += u8::from(high);
            lows[i] += u8::from(wins_low);
            low[i] = if wins_low && low[i] < 0 { seat } else { low[i] };
        }
    }
    for (seat, units) in (0i8..).zip(units.iter_mut()) {
        for i in 0..GROUP {
            let of_high = if low[i] < 0 { units[i] } else { units[i].min(POT - LOW) };
            units[i] = of_high + if low[i] == seat { LOW } else { 0 };
        }
    }
    bits_above::<V>(&highs, 1) | bits_above::<V>(&lows, 1)
}

by_kernel! {
    /// Keeps numbers where the mask of their seat has bits.
    fn keep(numbers: &mut [[u16; GROUP]], masks: &[[u16; GROUP]]) -> () = keep_lanes<V>
}

#[inline(always)]
fn keep_lanes<V: Vector>(numbers: &mut [[u16; GROUP]], masks: &[[u16; GROUP]]) {
    for (numbers, masks) in numbers.iter_mut().zip(masks) {
        for i in 0..GROUP {
            numbers[i] &= masks[i];
        }
    }
}

by_kernel! {
    /// The deals in which the masks of more than `least` seats have bits.
    fn more_live(masks: &[[u16; GROUP]], least: u8) -> u64 = more_live_lanes<V>
}

#[inline(always)]
fn more_live_lanes<V: Vector>(masks: &[[u16; GROUP]], least: u8) -> u64 {
    let mut live = [0; GROUP];
    for masks in masks {
        for i in 0..GROUP {
            live[i] += masks[i] as u8 & 1;
        }
    }
    bits_above::<V>(&live, least)
}

by_kernel! {
    /// The deals in which two columns have the same.
    fn all_equal(a: &[u8; GROUP], b: &[u8; GROUP]) -> u64 = all_equal_lanes<V>
}

#[inline(always)]
fn all_equal_lanes<V: Vector>(a: &[u8; GROUP], b: &[u8; GROUP]) -> u64 {
    let mut differing = [0; GROUP];
    for i in 0..GROUP {
        differing[i] = u8::from(a[i] != b[i]);
    }
    !bits_above::<V>(&differing, 0)
}

by_kernel! {
    /// The deals in which these columns have different cards, and none of the dead ones.
    fn all_different(columns: &[[u8; GROUP]], which: &[u8], dead: u64) -> u64 = all_different_lanes<V>
}

#[inline(always)]
fn all_different_lanes<V: Vector>(columns: &[[u8; GROUP]], which: &[u8], dead: u64) -> u64 {
    let (mut seen, mut most) = ([dead; GROUP], [0; GROUP]);
    for &column in which {
        let cards = &columns[usize::from(column)];
        for i in 0..GROUP {
            seen[i] |= 1 << (cards[i] & 63);
            most[i] = cards[i].max(most[i]);
        }
    }
    let cards = which.len() as u32 + dead.count_ones();
    let mut flaws = [0; GROUP];
    for i in 0..GROUP {
        flaws[i] = u8::from(seen[i].count_ones() != cards) | u8::from(most[i] > 51);
    }
    !bits_above::<V>(&flaws, 0)
}
