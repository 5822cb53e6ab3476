//! The plain way: deal every runout and look who wins. What tests and benchmarks hold the other ways against.

use super::notation::Holding;
use super::situation::Situation;
use crate::ranking::{Strength, WildRanks, low_spade};
use crate::rules::WildRule;
use crate::simulate::{SHARE_UNIT, Tally};
use crate::{Card, CardSet, Rank};

/// Counts every runout of a situation by itself; the same tally as the quick ways, in its own time.
///
/// Runouts differ in the card of some range or in the set of a seat's other cards to come; their order counts where it
/// may change a wild rank, and whether they are face down where that may move the lowest spade.
#[must_use]
pub fn brute_force(situation: &Situation) -> Tally {
    let ranges = situation.ranges().map(|(i, _)| vec![i]);
    let mut runouts = Runouts {
        situation,
        order: ranges.chain(situation.groups()).flat_map(|group| group.into_iter().enumerate()).collect(),
        cards: situation.holdings.iter().map(|_| Card::new(Rank::TWO, crate::Suit::CLUBS)).collect(),
        tally: Tally::new(situation.players()),
    };
    for (i, card) in runouts.cards.iter_mut().enumerate() {
        *card = situation.known(i as u8).unwrap_or(*card);
    }
    runouts.deal(0, situation.stub, 1);
    runouts.tally
}

/// Runouts, dealt one after the other.
struct Runouts<'a> {
    situation: &'a Situation,
    /// The positions to come, each with its number in its group.
    order: Vec<(usize, u8)>,
    cards: Vec<Card>,
    tally: Tally,
}

impl Runouts<'_> {
    fn deal(&mut self, at: usize, left: CardSet, weight: u64) {
        let Some(&(in_group, position)) = self.order.get(at) else { return self.show_down(weight) };
        let before = if in_group > 0 { Some(self.cards[usize::from(self.order[at - 1].1)]) } else { None };
        for card in left.iter().filter(|&card| before.is_none_or(|before| before < card)) {
            let factor = match &self.situation.holdings[usize::from(position)] {
                Holding::Range(cards) => {
                    cards.iter().find(|(other, _)| *other == card).map_or(0, |(_, weight)| *weight)
                }
                _ => 1,
            };
            if factor > 0 {
                self.cards[usize::from(position)] = card;
                self.deal(at + 1, left.without(CardSet::from_iter([card])), weight * factor);
            }
        }
    }

    fn show_down(&mut self, weight: u64) {
        let rules = &self.situation.rules;
        let wild = self.wild_ranks(weight);
        let hands = &self.situation.dealing.hands;
        let strengths: Vec<Strength> = hands
            .iter()
            .map(|hand| hand.iter().map(|&i| self.cards[usize::from(i)]).collect::<Vec<_>>())
            .map(|hand| rules.ranking.evaluate(&hand, wild).unwrap_or_default())
            .collect();
        let best = strengths.iter().max();
        let winners = strengths.iter().filter(|strength| Some(*strength) == best).count() as u64;
        let low_seat = if rules.low_chicago { self.low_seat() } else { None };
        let high = if low_seat.is_some() { SHARE_UNIT / 2 } else { SHARE_UNIT };
        for (seat, (counts, strength)) in self.tally.seats.iter_mut().zip(&strengths).enumerate() {
            let mut won = if Some(strength) == best { high / winners } else { 0 };
            won += if low_seat == Some(seat) { SHARE_UNIT / 2 } else { 0 };
            counts.categories[strength.category() as usize] += weight;
            counts.share_units += u128::from(weight * won);
            if won == SHARE_UNIT {
                counts.wins += weight;
            } else if won > 0 {
                counts.ties += weight;
                counts.tie_squares += u128::from(weight) * u128::from(won * won);
            }
        }
        self.tally.n += weight;
        self.tally.no_low_spade += if rules.low_chicago && low_seat.is_none() { weight } else { 0 };
    }

    /// Reads the cards face up one after the other, street by street.
    fn wild_ranks(&mut self, weight: u64) -> WildRanks {
        let WildRule::FollowTheQueen { carry_over, queens_wild } = self.situation.rules.wild else {
            return WildRanks::NONE;
        };
        let positions = &self.situation.dealing.positions;
        let (mut rank, mut follow) = (None, false);
        for (i, position) in positions.iter().enumerate() {
            if i > 0 && position.street != positions[i - 1].street && !carry_over {
                follow = false;
            }
            if position.up && self.cards[i].rank() == Rank::QUEEN {
                (rank, follow) = (None, true);
            } else if position.up && follow {
                (rank, follow) = (Some(self.cards[i].rank()), false);
            }
        }
        self.tally.wild_ranks[rank.map_or(13, |rank| usize::from(rank.index()))] += weight;
        let fixed = if queens_wild { Some(Rank::QUEEN) } else { None };
        fixed.into_iter().chain(rank).fold(WildRanks::NONE, WildRanks::with)
    }

    fn low_seat(&self) -> Option<usize> {
        let down = |i: &&u8| !self.situation.dealing.positions[usize::from(**i)].up;
        let hands = self.situation.dealing.hands.iter();
        let cards = hands.map(|hand| hand.iter().filter(down).map(|&i| self.cards[usize::from(i)]).collect::<Vec<_>>());
        let cards: Vec<Vec<Card>> = cards.collect();
        let lowest = low_spade(&cards.concat(), self.situation.rules.ace)?;
        cards.iter().position(|cards| cards.contains(&lowest))
    }
}
