//! Each seat has one card to come at most.
//!
//! For each strength that can be the best, the ways in which no seat is above it are counted card by card: each card
//! goes to nobody or to a seat that it does not lift above, and what is kept is how many ways serve each set of seats
//! with each set of them at the top. No runout is looked at by itself.

use super::notation::Holding;
use super::outcome::Outcomes;
use super::situation::Situation;
use super::ways::weight_of;
use crate::card::Card;
use crate::ranking::{Strength, WildRanks};
use crate::simulate::Tally;

/// A seat with a card to come.
struct Drawer {
    seat: usize,
    /// For each card that may come: what the hand is then worth, and the weight of it, 0 where it cannot be.
    cards: Vec<(u16, u64)>,
}

impl Situation {
    /// The positions to come, when no seat has more than one.
    fn drawing(&self) -> Option<Vec<u8>> {
        let to_come = |hand: &Vec<u8>| hand.iter().copied().filter(|&i| self.known(i).is_none()).collect::<Vec<_>>();
        let by_seat: Vec<Vec<u8>> = self.dealing.hands.iter().map(to_come).collect();
        if by_seat.iter().any(|cards| cards.len() > 1) { None } else { Some(by_seat.concat()) }
    }
}

/// How many steps this way takes, `None` where it is none: for each strength of each seat's last card, all cards and all
/// sets of seats.
pub(super) fn steps(situation: &Situation) -> Option<u128> {
    let drawing = situation.drawing().filter(|_| situation.ends_apart())?;
    let (seats, cards) = (drawing.len() as u128, u128::from(situation.stub.len()));
    if seats == 0 { None } else { Some((seats * cards * cards * seats) << seats >> 1) }
}

/// Counts all runouts of a situation for which this is a way.
pub(super) fn count(situation: &Situation) -> Option<Tally> {
    let drawing = situation.drawing().filter(|_| situation.ends_apart())?;
    let wild = situation.wild_ranks()?;
    let low = situation.low_winners()?;
    let drawers: Vec<Drawer> = drawing.iter().filter_map(|&i| Drawer::new(situation, i, wild.1)).collect();
    let mut standing: Vec<(u16, u16)> = Vec::new();
    let mut outcomes = Outcomes::new(situation);
    let n = count_hands(&drawers, situation.stub.len() as usize, &mut outcomes);
    for seat in (0..situation.players()).filter(|&seat| drawers.iter().all(|drawer| drawer.seat != seat)) {
        let strength = strength(situation, seat, None, wild.1);
        outcomes.add_strength(seat, strength, n);
        standing.push((strength, 1 << seat));
    }
    let floor = standing.iter().map(|&(strength, _)| strength).max().unwrap_or(0);
    let at_floor = standing.iter().filter(|&&(strength, _)| strength == floor).map(|&(_, seat)| seat).sum();
    for best in best_strengths(&drawers, floor) {
        let there = if best == floor { at_floor } else { 0 };
        count_best(&drawers, best, |drawn, ways| match there | drawn {
            0 => {}
            seats => outcomes.add(seats, low, ways),
        });
    }
    if situation.rules.wild.is_played() {
        outcomes.add_wild(wild.0, n);
    }
    Some(outcomes.finish())
}

impl Drawer {
    /// The seat of a position to come; `None` for the community card, which is not a seat's own.
    fn new(situation: &Situation, position: u8, wild: WildRanks) -> Option<Self> {
        let seat = usize::from(situation.dealing.positions[usize::from(position)].seat?);
        let weight = |card: Card| match &situation.holdings[usize::from(position)] {
            Holding::Range(cards) => weight_of(cards, card).unwrap_or(0),
            _ => 1,
        };
        let worth = |card: Card| (strength(situation, seat, Some(card), wild), weight(card));
        Some(Self { seat, cards: situation.stub.iter().map(worth).collect() })
    }
}

/// What a seat's known cards are worth, with one to come.
fn strength(situation: &Situation, seat: usize, to_come: Option<Card>, wild: WildRanks) -> u16 {
    let hand = situation.dealing.hands[seat].iter().filter_map(|&i| situation.known(i).or(to_come));
    let hand: Vec<u8> = hand.map(Card::index).collect();
    situation.rules.ranking.evaluate_indices(&hand, wild).map_or(0, Strength::bits)
}

/// The strengths that the best hand can have, none below `floor`.
fn best_strengths(drawers: &[Drawer], floor: u16) -> Vec<u16> {
    let possible = |drawer: &Drawer| -> Vec<u16> {
        drawer.cards.iter().filter(|(_, weight)| *weight > 0).map(|&(strength, _)| strength).collect()
    };
    let by_drawer: Vec<Vec<u16>> = drawers.iter().map(possible).collect();
    let least = by_drawer.iter().filter_map(|strengths| strengths.iter().min()).max().copied().unwrap_or(0);
    let mut best: Vec<u16> = by_drawer.concat();
    best.push(floor);
    best.retain(|&strength| strength >= least.max(floor));
    best.sort_unstable();
    best.dedup();
    best
}

/// The weight of all ways to give a card each to each set of drawers, from the cards at some places.
fn served(drawers: &[Drawer], places: impl Iterator<Item = usize>) -> Vec<Vec<u64>> {
    let mut ways = vec![0; 1 << drawers.len()];
    ways[0] = 1;
    let mut after_each = vec![ways.clone()];
    for place in places {
        for set in (1..ways.len()).rev() {
            let givers = drawers.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let more: u64 = givers.map(|(i, drawer)| ways[set ^ 1 << i] * drawer.cards[place].1).sum();
            ways[set] += more;
        }
        after_each.push(ways.clone());
    }
    after_each
}

/// Counts the hands of those who draw; gives the weight of all runouts.
fn count_hands(drawers: &[Drawer], cards: usize, outcomes: &mut Outcomes) -> u64 {
    let below = served(drawers, 0..cards);
    let above = served(drawers, (0..cards).rev());
    let all = (1 << drawers.len()) - 1;
    for (i, drawer) in drawers.iter().enumerate() {
        for (place, &(strength, weight)) in drawer.cards.iter().enumerate().filter(|(_, card)| card.1 > 0) {
            let others = all ^ 1 << i;
            let (below, above) = (&below[place], &above[cards - 1 - place]);
            let sets = (0..=others).filter(|set| set & !others == 0);
            let ways: u64 = sets.map(|set| below[set] * above[others ^ set]).sum();
            outcomes.add_strength(drawer.seat, strength, ways * weight);
        }
    }
    below[cards][all]
}

/// Counts the ways in which nobody's strength is above `best`, by the seats that have just this: calls `visit` with
/// each set of seats, the empty one too, and the weight of its ways.
fn count_best(drawers: &[Drawer], best: u16, mut visit: impl FnMut(u16, u64)) {
    let can_top = |drawer: &&Drawer| drawer.cards.iter().any(|&(strength, weight)| strength == best && weight > 0);
    let tops: Vec<usize> = drawers.iter().filter(can_top).map(|drawer| drawer.seat).collect();
    let top_of = |drawer: &Drawer| tops.iter().position(|&seat| seat == drawer.seat);
    let hands = 1usize << drawers.len();
    // By who is at the top, then by who is served; the greater number always has more of both.
    let mut ways = vec![0u64; hands << tops.len()];
    ways[0] = 1;
    for place in 0..drawers.first().map_or(0, |drawer| drawer.cards.len()) {
        // What each drawer that can take the card adds to the number of a state, and with which weight.
        let takers: Vec<(usize, u64)> = (drawers.iter().enumerate())
            .filter(|(_, drawer)| drawer.cards[place].0 <= best && drawer.cards[place].1 > 0)
            .map(|(i, drawer)| {
                let top = top_of(drawer).filter(|_| drawer.cards[place].0 == best);
                (1 << i | top.map_or(0, |top| hands << top), drawer.cards[place].1)
            })
            .collect();
        for state in (1..ways.len()).rev() {
            let more = takers.iter().filter(|(bits, _)| state & bits == *bits);
            ways[state] += more.map(|(bits, weight)| ways[state ^ bits] * weight).sum::<u64>();
        }
    }
    for at_top in 0..1usize << tops.len() {
        let seats = tops.iter().enumerate().filter(|(top, _)| at_top >> top & 1 == 1).map(|(_, seat)| 1 << seat).sum();
        visit(seats, ways[at_top * hands + hands - 1]);
    }
}
