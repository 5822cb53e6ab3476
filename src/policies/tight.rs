//! `tight`: a chart for the first street, and a table by the number of cards for the others.

use super::rough_hand::{RoughHand, rough_hand};
use super::{BET, PolicyView, give_up, stay};
use crate::card::Card;

/// What to do with two cards on the first street: R raises, C calls, F folds. Rows and columns are ranks from the ace
/// to the deuce, the higher rank the row for two cards of one suit, the column for two of different suits.
const CHART: [&[u8; 13]; 13] = [
    b"RRRRCCCCCCCCC",
    b"CRRCCCCCFFFFF",
    b"CCRCCCFFFFFFF",
    b"FFFRCCCFFFFFF",
    b"FFFFRCCFFFFFF",
    b"FFFFFRCFFFFFF",
    b"FFFFFFRCFFFFF",
    b"FFFFFFFRFFFFF",
    b"FFFFFFFFRFFFF",
    b"FFFFFFFFFRFFF",
    b"FFFFFFFFFFRFF",
    b"FFFFFFFFFFFRF",
    b"FFFFFFFFFFFFR",
];

/// What to do later, by the number of cards, three to seven, and by what they make ([`RoughHand::class`]): the first
/// letter when another player shows as much, the second when nobody does.
const LATER: [[&[u8; 2]; 5]; 5] = [
    [b"FF", b"FR", b"CR", b"CR", b"RR"],
    [b"FC", b"FR", b"CR", b"CR", b"RR"],
    [b"FF", b"FC", b"CR", b"CR", b"RR"],
    [b"FF", b"FC", b"FC", b"CR", b"RR"],
    [b"FF", b"FC", b"FC", b"FC", b"CR"],
];

/// What the tables say.
pub fn choose(view: &PolicyView<'_>) -> u8 {
    let letter = if view.street() == 0 { start(view) } else { later(view) };
    match letter {
        b'R' => view.first_legal(&BET),
        // More than half of the pot is too much to pay for a hand that would not raise.
        b'C' if view.price() <= view.pot() / 2 => stay(view),
        _ => give_up(view),
    }
}

/// The player's own cards, those face down first, and the community card.
fn own_cards(view: &PolicyView<'_>) -> ([Card; 8], usize) {
    let mut cards = [Card::new(crate::card::Rank::TWO, crate::card::Suit::CLUBS); 8];
    let (hole, up) = (view.hole_cards(), view.own_up_cards());
    let own = hole.iter().chain(up.iter()).copied().chain(view.community());
    let count = cards.iter_mut().zip(own).map(|(slot, card)| *slot = card).count();
    (cards, count)
}

/// The best that the chart says of any two of the player's cards; R when one is wild.
fn start(view: &PolicyView<'_>) -> u8 {
    let (cards, count) = own_cards(view);
    let cards = &cards[..count];
    let is_wild = |card: &Card| view.wild_ranks().contains(card.rank());
    if cards.iter().any(is_wild) {
        return b'R';
    }
    let pairs = cards.iter().enumerate().flat_map(|(i, &one)| cards[..i].iter().map(move |&two| chart(one, two)));
    // The letters stand in the order of the alphabet, the best last.
    pairs.max().unwrap_or(b'F')
}

fn chart(one: Card, two: Card) -> u8 {
    let (high, low) = (one.rank().max(two.rank()), one.rank().min(two.rank()));
    let [high, low] = [high, low].map(|rank| usize::from(12 - rank.index()));
    if one.suit() == two.suit() { CHART[high][low] } else { CHART[low][high] }
}

/// What the table says of the player's hand against what the others show.
fn later(view: &PolicyView<'_>) -> u8 {
    let (cards, count) = own_cards(view);
    let value = |cards: &[Card]| rough_hand(cards, view.ranking(), view.wild_ranks());
    let rank = |made: RoughHand| (made.class, made.top);
    let own = value(&cards[..count]);
    let is_ahead = view.boards().all(|board| rank(value(&board)) < rank(own));
    let letter = LATER[count.clamp(3, 7) - 3][usize::from(own.class)][usize::from(is_ahead)];
    if letter == b'F' && own.draw && view.more_to_come() { b'C' } else { letter }
}
