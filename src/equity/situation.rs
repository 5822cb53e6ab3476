//! The question: who holds what as far as is known, and which cards may still come.

use core::fmt;
use std::sync::OnceLock;

use super::cost::Cost;
use super::notation::{Holding, SeatCards, gcd};
use super::ways::Weighted;
use crate::card::{Card, Rank};
use crate::card_set::{CardSet, Deck};
use crate::ranking::WildRanks;
use crate::ranking::shares::low_winners;
use crate::rules::Rules;
use crate::simulate::{DealError, Dealing};

/// Why hands do not make a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EquityError {
    /// The players, the known or the dead cards do not fit a deal.
    Deal(DealError),
    /// A seat has more cards face up than it is dealt.
    UpCards {
        /// The seat.
        seat: usize,
        /// How many are given.
        given: usize,
        /// How many it is dealt.
        dealt: usize,
    },
    /// A seat has more cards face down than are dealt to it before its next card face up.
    DownCards {
        /// The seat.
        seat: usize,
        /// How many are given.
        given: usize,
        /// How many it has by then.
        dealt: usize,
        /// How many cards face up are given.
        up: usize,
    },
    /// Two seats have different numbers of cards face up.
    Street {
        /// The seat with fewer.
        fewer: (usize, usize),
        /// The seat with more.
        more: (usize, usize),
    },
    /// All cards of a set are known or dead.
    EmptyRange {
        /// The seat.
        seat: usize,
    },
    /// No card of a set is left in the short deck of the game.
    RangeOutsideDeck {
        /// The seat.
        seat: usize,
        /// The deck.
        deck: Deck,
    },
    /// Each set has cards left, but together they cannot all be dealt.
    NoDeal,
}

impl fmt::Display for EquityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal(error) => error.fmt(f),
            Self::UpCards { seat, given, dealt } => {
                write!(f, "seat {seat} has {given} cards face up: it is dealt {dealt}")
            }
            Self::DownCards { seat, given, dealt, up } => {
                write!(
                    f,
                    "seat {seat} has {given} cards face down: with {up} face up it has been dealt {dealt} at most"
                )
            }
            Self::Street { fewer: (a, fewer), more: (b, more) } => write!(
                f,
                "seat {a} has {fewer} cards face up, seat {b} has {more}: write ? for unknown cards, or set uneven"
            ),
            Self::EmptyRange { seat } => {
                write!(f, "seat {seat}: all cards of one of its sets are known elsewhere or dead")
            }
            Self::RangeOutsideDeck { seat, deck } => {
                write!(f, "seat {seat}: all cards of one of its sets are known elsewhere, dead or not in {deck}")
            }
            Self::NoDeal => write!(f, "no deal is possible: the sets have too few different cards"),
        }
    }
}

impl core::error::Error for EquityError {}

impl From<DealError> for EquityError {
    fn from(error: DealError) -> Self {
        Self::Deal(error)
    }
}

/// A question about equity, checked and ready to be answered.
#[derive(Clone, Debug)]
pub struct Situation {
    pub(super) rules: Rules,
    pub(super) dealing: Dealing,
    /// What is known of each position of the deal.
    pub(super) holdings: Vec<Holding>,
    /// The cards that may come.
    pub(super) stub: CardSet,
    /// What the exact answer costs, once it was asked for.
    pub(super) cost: OnceLock<Cost>,
}

/// Unknown positions whose cards are alike.
struct Group {
    /// What they have in common: the seat, and whether they are face up and apart for that. Positions that stand alone
    /// have no seat.
    seat: Option<u8>,
    up: bool,
    positions: Vec<u8>,
}

impl Situation {
    /// Lays the cards of the seats over the deal of the rules.
    ///
    /// A card that can be one card only counts as known, a set of all cards that may come as none. Seats have the same
    /// number of cards face up unless `uneven` says that they may differ.
    ///
    /// # Errors
    /// [`EquityError`] when the cards fit no deal.
    pub fn new(rules: &Rules, seats: &[SeatCards], dead: &[Card], uneven: bool) -> Result<Self, EquityError> {
        let layout = Dealing::new(rules, seats.len(), &[], dead)?;
        let mut holdings = vec![Holding::Unknown; layout.positions.len()];
        for (seat, cards) in seats.iter().enumerate() {
            place(&layout, seat, cards, &mut holdings)?;
        }
        if !uneven {
            check_street(seats)?;
        }
        // A card that is given twice is found before it makes other cards impossible.
        let mut stub = take_known(rules.deck, &layout, &holdings, dead)?;
        narrow(rules.deck, &layout, &mut holdings, &mut stub)?;
        let dealing = layout.with_known(holdings.iter().map(Holding::card).collect());
        let situation = Self { rules: rules.clone(), dealing, holdings, stub, cost: OnceLock::new() };
        if situation.ranges_fit() { Ok(situation) } else { Err(EquityError::NoDeal) }
    }

    /// How many players there are.
    #[must_use]
    pub fn players(&self) -> usize {
        self.dealing.players()
    }

    /// The rules that are played.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The positions with a set of cards, in deal order.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (u8, &[Weighted])> {
        (0u8..).zip(&self.holdings).filter_map(|(i, holding)| match holding {
            Holding::Range(cards) => Some((i, cards.as_slice())),
            _ => None,
        })
    }

    /// The positions whose card may be any, in deal order.
    pub(super) fn unknown(&self) -> impl Iterator<Item = u8> {
        (0u8..).zip(&self.holdings).filter(|(_, holding)| **holding == Holding::Unknown).map(|(i, _)| i)
    }

    /// The card of a position, if it is known.
    pub(super) fn known(&self, position: u8) -> Option<Card> {
        self.holdings[usize::from(position)].card()
    }

    /// Whether every card is known.
    pub(super) fn is_known(&self) -> bool {
        self.holdings.iter().all(|holding| matches!(holding, Holding::Card(_)))
    }

    /// The unknown positions by what tells them apart: of cards in one group only the set counts, not the order.
    ///
    /// Cards of a seat are alike, but those face up are not like those face down while a low share is open that tells them
    /// apart, and each card face up stands alone while a rank may become wild.
    pub(super) fn groups(&self) -> Vec<Vec<u8>> {
        let (wild_open, low_open) = (self.wild_ranks().is_none(), self.low_winners().is_none());
        let faces_count = low_open && self.rules.low_share().is_some_and(|low| !low.is_blind_to_faces());
        let mut groups: Vec<Group> = Vec::new();
        for i in self.unknown() {
            let position = self.dealing.positions[usize::from(i)];
            let seat = position.seat.filter(|_| !(wild_open && position.up));
            let up = position.up && faces_count;
            match groups.iter_mut().find(|group| seat.is_some() && (group.seat, group.up) == (seat, up)) {
                Some(group) => group.positions.push(i),
                None => groups.push(Group { seat, up, positions: vec![i] }),
            }
        }
        groups.into_iter().map(|group| group.positions).collect()
    }

    /// The wild ranks if no card to come changes them: known to be none, or all cards face up known (rules.md 8).
    pub(super) fn wild_ranks(&self) -> Option<(Option<Rank>, WildRanks)> {
        let rule = self.rules.wild;
        let up = (0u8..).zip(&self.dealing.positions).filter(|(_, position)| position.up && rule.is_played());
        let up: Option<Vec<_>> = up.map(|(i, position)| Some((position.street, self.known(i)?))).collect();
        let rank = rule.rank_after(up?);
        Some((rank, rule.ranks(rank)))
    }

    /// The seats that win the low share, a bit each, if no card to come changes them (rules.md 9.1).
    pub(super) fn low_winners(&self) -> Option<u16> {
        let Some(low) = self.rules.low_share() else { return Some(0) };
        let counts = |i: &&u8| low.counts(self.dealing.positions[usize::from(**i)].up);
        let worth = |hand: &Vec<u8>| {
            let cards: Option<Vec<u8>> = hand.iter().filter(counts).map(|&i| Some(self.known(i)?.index())).collect();
            cards.map(|cards| low.worth(cards))
        };
        let worths: Option<Vec<u16>> = self.dealing.hands.iter().map(worth).collect();
        Some(low_winners((0..).zip(worths?)))
    }

    /// Whether the end is seen from each seat's own cards: no card to come changes a wild rank, moves the low share
    /// or belongs to everybody.
    pub(super) fn ends_apart(&self) -> bool {
        let shared = (0u8..).zip(&self.dealing.positions).any(|(i, p)| p.seat.is_none() && self.known(i).is_none());
        !shared && self.wild_ranks().is_some() && self.low_winners().is_some()
    }

    /// Whether each range can have a card of its own.
    fn ranges_fit(&self) -> bool {
        let ranges: Vec<&[Weighted]> = self.ranges().map(|(_, cards)| cards).collect();
        let mut owner = [None; Card::COUNT];
        (0..ranges.len()).all(|i| find_card(&ranges, i, &mut owner, &mut CardSet::EMPTY.clone()))
    }
}

/// Finds a card for a range, moving others to another card of theirs where that helps.
fn find_card(ranges: &[&[Weighted]], i: usize, owner: &mut [Option<usize>], tried: &mut CardSet) -> bool {
    for &(card, _) in ranges[i] {
        let slot = usize::from(card.index());
        if tried.contains(card) {
            continue;
        }
        tried.insert(card);
        if owner[slot].is_none_or(|other| find_card(ranges, other, owner, tried)) {
            owner[slot] = Some(i);
            return true;
        }
    }
    false
}

/// Puts the cards of a seat where they belong in the deal.
fn place(layout: &Dealing, seat: usize, cards: &SeatCards, holdings: &mut [Holding]) -> Result<(), EquityError> {
    let own = || layout.hands[seat].iter().copied().filter(|&i| layout.positions[usize::from(i)].seat.is_some());
    let up: Vec<u8> = own().filter(|&i| layout.positions[usize::from(i)].up).collect();
    let next_up = up.get(cards.up.len()).copied().unwrap_or(u8::MAX);
    let down: Vec<u8> = own().filter(|&i| !layout.positions[usize::from(i)].up && i < next_up).collect();
    let (given_up, given_down) = (cards.up.len(), cards.down.len());
    if given_up > up.len() {
        return Err(EquityError::UpCards { seat, given: given_up, dealt: up.len() });
    }
    if given_down > down.len() {
        return Err(EquityError::DownCards { seat, given: given_down, dealt: down.len(), up: given_up });
    }
    for (i, holding) in up.into_iter().zip(&cards.up).chain(down.into_iter().zip(&cards.down)) {
        holdings[usize::from(i)] = holding.clone();
    }
    Ok(())
}

/// Refuses hands from different streets.
fn check_street(seats: &[SeatCards]) -> Result<(), EquityError> {
    let counts = || seats.iter().map(|cards| cards.up.len()).enumerate();
    let fewer = counts().min_by_key(|&(_, up)| up);
    let more = counts().max_by_key(|&(_, up)| up);
    match fewer.zip(more) {
        Some((fewer, more)) if fewer.1 < more.1 => Err(EquityError::Street { fewer, more }),
        _ => Ok(()),
    }
}

/// The cards that may come: those of the deck but the dead and the known ones, of which none stands twice.
fn take_known(deck: Deck, layout: &Dealing, holdings: &[Holding], dead: &[Card]) -> Result<CardSet, DealError> {
    let mut stub = deck.cards().without(dead.iter().copied().collect());
    for &i in layout.hands.iter().flatten().filter(|&&i| layout.positions[usize::from(i)].seat.is_some()) {
        if let Some(card) = holdings[usize::from(i)].card() {
            if !deck.has(card) {
                return Err(DealError::NotInDeck(card, deck));
            }
            if !stub.contains(card) {
                return Err(DealError::Twice(card));
            }
            stub.remove(card);
        }
    }
    Ok(stub)
}

/// Takes cards that cannot come out of the ranges, and out of those that may come the cards of ranges of one.
fn narrow(deck: Deck, layout: &Dealing, holdings: &mut [Holding], stub: &mut CardSet) -> Result<(), EquityError> {
    // A range with one card left is known, and takes that card from the others.
    let mut again = true;
    while again {
        again = false;
        for (holding, position) in holdings.iter_mut().zip(&layout.positions) {
            let Holding::Range(cards) = holding else { continue };
            cards.retain(|&(card, _)| stub.contains(card));
            match cards[..] {
                [] => {
                    let seat = position.seat.unwrap_or(0).into();
                    let whole = deck == Deck::WHOLE;
                    return Err(if whole {
                        EquityError::EmptyRange { seat }
                    } else {
                        EquityError::RangeOutsideDeck { seat, deck }
                    });
                }
                [(card, _)] => {
                    stub.remove(card);
                    *holding = Holding::Card(card);
                    again = true;
                }
                _ => {}
            }
        }
    }
    for holding in holdings {
        let Holding::Range(cards) = holding else { continue };
        let factor = cards.iter().fold(0, |factor, &(_, weight)| gcd(factor, weight.into()));
        for (_, weight) in cards.iter_mut() {
            *weight /= factor as u64;
        }
        if cards.len() == stub.len() as usize && cards.iter().all(|&(_, weight)| weight == 1) {
            *holding = Holding::Unknown;
        }
    }
    Ok(())
}
