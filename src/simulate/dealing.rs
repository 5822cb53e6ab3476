//! Who gets which card: the rules' deal order laid over the stream.

use core::fmt;

use super::turn::{room, write_rows};
use crate::card::Card;
use crate::card_set::{CardSet, Deck};
use crate::chance::stream::{GROUP, Lanes, cards_at};
use crate::chance::{BLOCK, Key};
use crate::rules::Rules;

/// Where a card of a deal goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The seat, `None` for the community card (rules.md 4.3).
    pub seat: Option<u8>,
    /// The street, counted from 0.
    pub street: u8,
    /// Whether the card lies face up.
    pub up: bool,
}

/// Why a deal cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealError {
    /// The rules do not allow so many players.
    Players {
        /// How many were asked for.
        given: usize,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A card is known twice, or known and dead.
    Twice(Card),
    /// A card that the short deck of the game does not have.
    NotInDeck(Card, Deck),
    /// A seat knows more cards than it is dealt.
    TooManyKnown {
        /// The seat.
        seat: usize,
        /// How many cards are known.
        given: usize,
        /// How many it is dealt.
        dealt: usize,
    },
    /// Known cards for a seat that does not play.
    NoSuchSeat {
        /// The seat.
        seat: usize,
        /// How many players there are.
        players: usize,
    },
    /// Too few cards are left for the deal.
    TooFewCards {
        /// How many are needed.
        needed: usize,
        /// How many are left.
        left: usize,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players { given, min, max } => write!(f, "{given} players: this game takes {min} to {max}"),
            Self::Twice(card) => write!(f, "card {card} is given twice among the known and dead cards"),
            Self::NotInDeck(card, deck) => write!(f, "card {card} is not in {deck}"),
            Self::TooManyKnown { seat, given, dealt } => {
                write!(f, "seat {seat} has {given} known cards: it is dealt {dealt}")
            }
            Self::NoSuchSeat { seat, players } => {
                write!(f, "known cards for seat {seat}: there are {players} players, seats 0 to {}", players - 1)
            }
            Self::TooFewCards { needed, left } => {
                write!(f, "{needed} cards are to be dealt, but only {left} are left besides the known and dead cards")
            }
        }
    }
}

impl core::error::Error for DealError {}

/// A deal in which nobody folds: every position in deal order, and what is known of it.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// Every card's position, in deal order.
    pub positions: Vec<Position>,
    /// For each seat the positions of its cards in the order dealt, the community card last.
    pub hands: Vec<Vec<u8>>,
    /// The known cards, by position.
    known: Vec<Option<Card>>,
    /// The positions that are drawn.
    drawn: Vec<u8>,
    /// The cards that can be drawn, in index order.
    stub: Vec<u8>,
}

impl Dealing {
    /// Lays out the deal. `known[seat]` lists that seat's cards in the order dealt, `None` where unknown; seats and
    /// cards left out are unknown.
    ///
    /// # Errors
    /// [`DealError`] when the players, the known or the dead cards do not fit.
    pub fn new(rules: &Rules, players: usize, known: &[Vec<Option<Card>>], dead: &[Card]) -> Result<Self, DealError> {
        let (min, max) = (rules.players.min, rules.players.max);
        if !(usize::from(min)..=usize::from(max)).contains(&players) {
            return Err(DealError::Players { given: players, min, max });
        }
        let mut dealing = Self::lie(positions(rules, players, dead.len(), rules.deck.size()), players);
        let gone = dealing.place_known(rules.deck, known, dead)?;
        dealing.stub = rules.deck.cards().without(gone).iter().map(Card::index).collect();
        dealing.drawn = (0..dealing.known.len()).filter(|&i| dealing.known[i].is_none()).map(|i| i as u8).collect();
        // Where community cards stand in for whole streets, the hands may not even have five cards.
        let short = dealing.cards_per_hand() < 5;
        if short || dealing.drawn.len() > dealing.stub.len() {
            let dealt = rules.streets.iter().map(|street| usize::from(street.cards())).sum::<usize>() * players;
            let needed = if short { dealt } else { dealing.drawn.len() };
            return Err(DealError::TooFewCards { needed, left: dealing.stub.len() });
        }
        Ok(dealing)
    }

    /// The deal in which every card is a seat's own, however many that are: how cards lie when some seats fold early.
    pub(crate) fn own(rules: &Rules, players: usize) -> Self {
        Self::lie(positions(rules, players, 0, usize::MAX), players)
    }

    /// A deal with its cards in these positions.
    fn lie(positions: Vec<Position>, players: usize) -> Self {
        let mut hands = vec![Vec::new(); players];
        for (i, position) in positions.iter().enumerate() {
            match position.seat {
                Some(seat) => hands[usize::from(seat)].push(i as u8),
                None => hands.iter_mut().for_each(|hand| hand.push(i as u8)),
            }
        }
        Self { known: vec![None; positions.len()], positions, hands, drawn: vec![], stub: vec![] }
    }

    /// The same deal with more cards known, position by position. They are all different, and none of them was known or
    /// dead before.
    pub(crate) fn with_known(mut self, known: Vec<Option<Card>>) -> Self {
        let gone: CardSet = known.iter().copied().flatten().collect();
        self.stub.retain(|&index| Card::from_index(index).is_some_and(|card| !gone.contains(card)));
        self.drawn.retain(|&position| known[usize::from(position)].is_none());
        self.known = known;
        self
    }

    /// Puts the known cards where they belong; gives the cards that cannot be drawn any more.
    fn place_known(&mut self, deck: Deck, known: &[Vec<Option<Card>>], dead: &[Card]) -> Result<CardSet, DealError> {
        let mut gone = CardSet::EMPTY;
        let mut take = |card: Card| {
            if !deck.has(card) {
                return Err(DealError::NotInDeck(card, deck));
            }
            let twice = gone.contains(card);
            gone.insert(card);
            if twice { Err(DealError::Twice(card)) } else { Ok(()) }
        };
        dead.iter().try_for_each(|&card| take(card))?;
        for (seat, cards) in known.iter().enumerate() {
            let Some(hand) = self.hands.get(seat) else {
                return Err(DealError::NoSuchSeat { seat, players: self.hands.len() });
            };
            let own: Vec<u8> =
                hand.iter().copied().filter(|&i| self.positions[usize::from(i)].seat.is_some()).collect();
            if cards.len() > own.len() {
                return Err(DealError::TooManyKnown { seat, given: cards.len(), dealt: own.len() });
            }
            for (&i, &card) in own.iter().zip(cards) {
                if let Some(card) = card {
                    take(card)?;
                    self.known[usize::from(i)] = Some(card);
                }
            }
        }
        Ok(gone)
    }

    /// How many players are dealt in.
    #[must_use]
    pub fn players(&self) -> usize {
        self.hands.len()
    }

    /// How many cards each seat's hand has, the community card among them.
    #[must_use]
    pub fn cards_per_hand(&self) -> usize {
        self.hands.first().map_or(0, Vec::len)
    }

    /// Whether every card is known, so that there is but one deal.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.drawn.is_empty()
    }
}

/// The positions of a deal in which nobody folds, in deal order, when some cards of so many are dead (rules.md 4.2, 4.3).
fn positions(rules: &Rules, players: usize, dead: usize, cards: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut burnt = 0;
    for (street, dealt) in (0u8..).zip(&rules.streets) {
        burnt += usize::from(rules.burn && street > 0);
        let each = usize::from(dealt.down + dealt.up);
        if cards < dead + burnt + positions.len() + each * players {
            positions.push(Position { seat: None, street, up: true });
            continue;
        }
        for turn in 0..each {
            let up = turn >= usize::from(dealt.down);
            positions.extend((0..players as u8).map(|seat| Position { seat: Some(seat), street, up }));
        }
    }
    positions
}

/// Makes the deals of one block, a group at a time.
pub struct Dealer<'a> {
    dealing: &'a Dealing,
    lanes: Lanes,
    places: Vec<[u8; GROUP]>,
    /// The cards that can be drawn, by place.
    stub: [u8; 64],
    /// `cards[i][d]` is the card at position `i` of deal `d` of the last group.
    pub cards: Vec<[u8; GROUP]>,
}

impl<'a> Dealer<'a> {
    /// A dealer at the start of a block.
    #[must_use]
    pub fn new(dealing: &'a Dealing, key: &Key, block: u64) -> Self {
        let cards = dealing.known.iter().map(|card| [card.map_or(0, Card::index); GROUP]).collect();
        let mut stub = [0; 64];
        stub[..dealing.stub.len()].copy_from_slice(&dealing.stub);
        Self { dealing, lanes: Lanes::new(key, block), places: vec![[0; GROUP]; dealing.drawn.len()], stub, cards }
    }

    /// Deals a group; the deals that count come back as bits.
    #[inline]
    pub fn deal(&mut self) -> u64 {
        let whole_deck = self.dealing.stub.len() == Card::COUNT;
        if whole_deck && self.places.len() == self.cards.len() {
            return self.lanes.group(Card::COUNT, &mut self.cards);
        }
        let counted = self.lanes.group(self.dealing.stub.len(), &mut self.places);
        for (places, &position) in self.places.iter().zip(&self.dealing.drawn) {
            let cards = &mut self.cards[usize::from(position)];
            *cards = *places;
            if !whole_deck {
                cards_at(cards, &self.stub);
            }
        }
        counted
    }
}

/// The first `n` deals of a key: for each deal, each seat, the cards in the order dealt, into `out`.
pub fn deal_many(dealing: &Dealing, key: &Key, out: &mut [u8]) {
    deal_blocks(dealing, key, 0, out);
}

/// The same from a block on: `out` begins with its first deal.
pub fn deal_blocks(dealing: &Dealing, key: &Key, first: u64, out: &mut [u8]) {
    let order: Vec<u8> = dealing.hands.iter().flatten().copied().collect();
    for (block, mut rows) in (first..).zip(out.chunks_mut(order.len() * BLOCK as usize)) {
        let mut dealer = Dealer::new(dealing, key, block);
        while !rows.is_empty() {
            let counted = dealer.deal();
            let written = if rows.len() >= room(order.len()) {
                write_rows(&dealer.cards, &order, counted, rows)
            } else {
                write_some(&dealer.cards, &order, counted, rows)
            };
            rows = &mut rows[written * order.len()..];
        }
    }
}

/// Writes the deals of a group whose bits are set one by one, as many as there is room for, and says how many.
fn write_some(cards: &[[u8; GROUP]], order: &[u8], counted: u64, rows: &mut [u8]) -> usize {
    let deals = (0..GROUP).filter(|deal| counted >> deal & 1 == 1);
    let write = |(row, deal): (&mut [u8], usize)| {
        row.iter_mut().zip(order).for_each(|(slot, &position)| *slot = cards[usize::from(position)][deal]);
    };
    rows.chunks_exact_mut(order.len()).zip(deals).map(write).count()
}
