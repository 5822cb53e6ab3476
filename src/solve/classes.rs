//! Cards that mean the same: whoever holds one of them plays as with any other of its class.
//!
//! A suit of which nobody can make a flush any more, or a four-flush where that counts, is dead. Cards of one rank and
//! of dead suits can change places without any effect, whatever else is dealt. So nothing is lost when they share a
//! strategy, as long as the ranges do not tell them apart.

use super::Spot;
use crate::card::{Card, Suit};
use crate::ranking::Ranking;
use crate::rules::{OddChip, Tie};

/// The unseen cards in classes.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// The cards of each class.
    pub members: Vec<Vec<u8>>,
    /// The class of each card; `None` for cards that are seen.
    pub of: [Option<u8>; Card::COUNT],
}

impl Classes {
    /// The classes of a spot; a card each where they are not wanted, or where suits matter otherwise.
    pub fn of(spot: &Spot, wanted: bool) -> Self {
        let live = if wanted && !suits_matter(spot) { live_suits(spot) } else { [true; 4] };
        let mut classes = Self { members: Vec::new(), of: [None; Card::COUNT] };
        let weights = |card: Card| spot.ranges().map(|range| range[usize::from(card.index())].to_bits());
        for card in spot.unseen().iter() {
            let is_dead = |card: Card| !live[usize::from(card.suit().index())];
            let same = |other: &u8| {
                Card::from_index(*other).is_some_and(|other| {
                    other.rank() == card.rank() && is_dead(other) && weights(other) == weights(card)
                })
            };
            let found = classes.members.iter().position(|members| is_dead(card) && members.iter().any(same));
            let class = found.unwrap_or_else(|| {
                classes.members.push(Vec::new());
                classes.members.len() - 1
            });
            classes.members[class].push(card.index());
            classes.of[usize::from(card.index())] = Some(class as u8);
        }
        classes
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// How many cards are in a class.
    pub fn size(&self, class: usize) -> usize {
        self.members[class].len()
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        self.members.iter().map(Vec::len).sum()
    }

    /// A card of a class that is none of some others, if there is one.
    pub fn another(&self, class: usize, others: &[u8]) -> Option<u8> {
        self.members[class].iter().copied().find(|card| !others.contains(card))
    }
}

/// Whether suits decide more than flushes.
fn suits_matter(spot: &Spot) -> bool {
    let rules = spot.game().rules();
    rules.showing_tie == Tie::Suit || rules.odd_chip == OddChip::Suit || rules.low_share().is_some() || spot.game().wild
}

/// The suits of which a player can still get enough cards for them to count.
fn live_suits(spot: &Spot) -> [bool; 4] {
    let needed = if matches!(spot.game().rules().ranking, Ranking::Soko { .. }) { 4 } else { 5 };
    let to_come = spot.streets_to_come();
    core::array::from_fn(|suit| {
        (0..2).any(|player| {
            let shown = spot.up_cards(player);
            let suited = shown.iter().filter(|card| Some(card.suit()) == Suit::from_index(suit as u8)).count();
            // With the hole card and one card a street.
            suited + 1 + to_come >= needed
        })
    })
}
