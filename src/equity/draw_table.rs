//! All ways to fill some sets of cards, from which deals pick one by a number.

use crate::card::Card;
use crate::card_set::CardSet;

/// A table of more ways to fill some sets is not made: the next set begins another.
const LONGEST_TABLE: usize = 1 << 16;
/// So many places stand in a word.
pub(super) const IN_WORD: usize = 8;

/// Sets of cards that are filled together: all ways to do it, each with its weight.
pub(super) struct DrawTable {
    pub positions: Vec<u8>,
    /// The cards of each way, by their places among the cards that may come: the first eight of each way after way, a
    /// byte each, the first one the lowest; then the next eight likewise.
    pub places: Vec<Vec<u64>>,
    /// The sum of the weights of the ways up to each, itself included.
    pub ends: Vec<u32>,
    /// Where to look for the way of a number: by its highest bits, the first way that it can be. Empty where each way has
    /// the weight 1, and is the number's own.
    pub guide: Vec<u16>,
    /// How many bits of a number the guide leaves out.
    pub shift: u32,
}

impl DrawTable {
    /// The table with a set more, given by the places and weights of its cards; `None` when there are too many ways.
    pub fn with(before: Option<&Self>, position: u8, cards: &[(u8, u32)]) -> Option<Self> {
        let size = before.map_or(0, |table| table.positions.len());
        let ways = before.map_or(1, |table| table.ends.len());
        // At worst a way has a card of the set for each card that it has.
        if ways * cards.len().saturating_sub(size) > LONGEST_TABLE {
            return None;
        }
        let (own_word, own_shift) = (size / IN_WORD, 8 * (size % IN_WORD));
        let mut places: Vec<Vec<u64>> = vec![Vec::new(); own_word + 1];
        let mut ends: Vec<u32> = Vec::new();
        let (mut sum, mut begin) = (0u64, 0);
        for way in 0..ways {
            let taken = before.map_or(0, |table| table.taken(way));
            let end = before.map_or(1, |table| table.ends[way]);
            for &(place, factor) in cards.iter().filter(|(place, _)| taken >> place & 1 == 0) {
                sum += u64::from(end - begin) * u64::from(factor);
                if sum >> 32 > 0 || ends.len() == LONGEST_TABLE {
                    return None;
                }
                ends.push(sum as u32);
                for (i, words) in places.iter_mut().enumerate() {
                    let word = before.and_then(|table| table.places.get(i)).map_or(0, |words| words[way]);
                    words.push(if i == own_word { word | u64::from(place) << own_shift } else { word });
                }
            }
            begin = end;
        }
        let positions = before.map_or(&[][..], |table| &table.positions).iter().copied().chain([position]).collect();
        let (guide, shift) = guide(&ends);
        Some(Self { positions, places, ends, guide, shift })
    }

    /// The places that a way takes, a bit each.
    fn taken(&self, way: usize) -> u64 {
        let place = |i: usize| self.places[i / IN_WORD][way] >> (8 * (i % IN_WORD)) & 63;
        (0..self.positions.len()).fold(0, |taken, i| taken | 1 << place(i))
    }

    /// The sum of the weights of all ways.
    pub fn total(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }
}

/// So many entries of a guide stand in a near cache.
const SMALL_GUIDE: usize = 1 << 14;

/// The guide to ways with these ends, and its shift. It has an entry for each number where these are few, and else up to
/// two a way, so that a number is a step away from its own at most on the average.
fn guide(ends: &[u32]) -> (Vec<u16>, u32) {
    let total = ends.last().copied().unwrap_or(0);
    if ends.len() == total as usize {
        return (Vec::new(), 0);
    }
    let shift = (0..32).find(|&shift| (total >> shift) as usize <= SMALL_GUIDE.max(2 * ends.len())).unwrap_or(31);
    let mut way = 0;
    let mut first = |entry: u32| {
        way += ends[way..].iter().take_while(|&&end| end <= entry << shift).count();
        way as u16
    };
    ((0..=total >> shift).map(&mut first).collect(), shift)
}

/// What is drawn for a situation.
pub(super) struct Source {
    pub tables: Vec<DrawTable>,
    /// The positions that get any other card, in deal order.
    pub unknown: Vec<u8>,
    /// The cards that may come, and how many they are.
    pub stub: [u8; 64],
    pub cards: usize,
    /// How many cards the tables take.
    pub taken: usize,
}

impl Source {
    /// What these tables take of some cards, and what these positions get of the others.
    pub fn new(tables: Vec<DrawTable>, unknown: Vec<u8>, cards: CardSet) -> Self {
        let mut stub = [0; 64];
        stub.iter_mut().zip(cards.iter().map(Card::index)).for_each(|(slot, card)| *slot = card);
        let taken = tables.iter().map(|table| table.positions.len()).sum();
        Self { tables, unknown, stub, cards: cards.len() as usize, taken }
    }
}
