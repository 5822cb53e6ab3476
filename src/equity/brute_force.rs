//! The plain way: deal every runout and look who wins. What tests and benchmarks hold the other ways against.

use super::notation::Holding;
use super::situation::Situation;
use crate::card::{Card, Rank};
use crate::card_set::CardSet;
use crate::ranking::shares::{low_winners, winners};
use crate::ranking::{LowShare, Strength, WildRanks};
use crate::simulate::{Dealing, Tally};

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
        cards: situation.holdings.iter().map(|_| Card::new(Rank::TWO, crate::card::Suit::CLUBS)).collect(),
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
        let cards_of = |hand: &Vec<u8>| hand.iter().map(|&i| self.cards[usize::from(i)]).collect::<Vec<_>>();
        let strength = |hand| rules.ranking.evaluate(&cards_of(hand), wild).unwrap_or_default();
        let strengths: Vec<Strength> = self.situation.dealing.hands.iter().map(strength).collect();
        let high = winners((0..).zip(strengths.iter().map(|strength| strength.bits())));
        let low = rules.low_share().map(|low| self.low_winners(low));
        for (counts, strength) in self.tally.seats.iter_mut().zip(&strengths) {
            counts.categories[strength.category() as usize] += weight;
        }
        self.tally.n += weight;
        self.tally.add_end(high, low, weight);
    }

    /// The wild ranks at the end, which are counted.
    fn wild_ranks(&mut self, weight: u64) -> WildRanks {
        let rule = self.situation.rules.wild;
        if !rule.is_played() {
            return WildRanks::NONE;
        }
        let up = self.situation.dealing.positions.iter().zip(&self.cards).filter(|(position, _)| position.up);
        let rank = rule.rank_after(up.map(|(position, &card)| (position.street, card)));
        self.tally.wild_ranks[rank.map_or(13, |rank| usize::from(rank.index()))] += weight;
        rule.ranks(rank)
    }

    fn low_winners(&self, low: LowShare) -> u16 {
        let Dealing { hands, positions, .. } = &self.situation.dealing;
        let counts = |i: &&u8| low.counts(positions[usize::from(**i)].up);
        let counting =
            |hand: &Vec<u8>| low.worth(hand.iter().filter(counts).map(|&i| self.cards[usize::from(i)].index()));
        low_winners((0..).zip(hands.iter().map(counting)))
    }
}
