//! The one order of hands, as a 16-bit number: how a strength is laid out.
//!
//! ```text
//! strength = base of the category + offset inside it          greater wins
//!
//! category        offset                                       below  pages of 256
//! high card       five ranks                                    1287   6
//! one pair        pair * 286 + three ranks                      3718  15
//! four-straight   top of the run * 13 + odd rank                 169   1
//! four-flush      four ranks * 13 + odd rank                    9295  37
//! two pair        two ranks * 13 + odd rank                     1014   4
//! three           trips * 78 + two ranks                        1014   4
//! straight        top                                             13   1
//! flush           five ranks                                    1287   6
//! full house      trips * 13 + pair                              169   1
//! four            quads * 13 + odd rank                          169   1
//! straight flush  top                                             13   1
//! royal flush     12 (the ace)                                    13   1
//! five of a kind  rank                                            13   1
//! ```
//!
//! Ranks are 0 (deuce) to 12 (ace); a set of ranks is its place among the sets of that size ("colex": the sum of
//! C(rank, position)). Every base is a multiple of 256, so the high byte alone tells the category, every strength is
//! below 32,768, and vector code can make it by arithmetic. Some numbers in between stand for no hand. The same layout
//! serves all rankings: `standard` just never makes the two Soko categories.

/// How many categories there are.
pub const CATEGORIES: usize = 13;
/// High card.
pub const HIGH_CARD: usize = 0;
/// One pair.
pub const ONE_PAIR: usize = 1;
/// Four-straight.
pub const FOUR_STRAIGHT: usize = 2;
/// Four-flush.
pub const FOUR_FLUSH: usize = 3;
/// Two pair.
pub const TWO_PAIR: usize = 4;
/// Three of a kind.
pub const THREE_OF_A_KIND: usize = 5;
/// Straight.
pub const STRAIGHT: usize = 6;
/// Flush.
pub const FLUSH: usize = 7;
/// Full house.
pub const FULL_HOUSE: usize = 8;
/// Four of a kind.
pub const FOUR_OF_A_KIND: usize = 9;
/// Straight flush.
pub const STRAIGHT_FLUSH: usize = 10;
/// Royal flush.
pub const ROYAL_FLUSH: usize = 11;
/// Five of a kind.
pub const FIVE_OF_A_KIND: usize = 12;

/// How many pages of 256 each category takes.
const PAGES: [u16; CATEGORIES] = [6, 15, 1, 37, 4, 4, 1, 6, 1, 1, 1, 1, 1];

/// The first strength of each category.
pub const BASE: [u16; CATEGORIES] = {
    let mut base = [0; CATEGORIES];
    let mut i = 1;
    while i < CATEGORIES {
        base[i] = base[i - 1] + PAGES[i - 1] * 256;
        i += 1;
    }
    base
};

/// How many pages all categories take.
pub const PAGE_COUNT: usize = 79;

/// One more than the greatest strength.
pub const LIMIT: usize = PAGE_COUNT * 256;

/// The category of each page: `CATEGORY_OF_PAGE[strength >> 8]`.
pub const CATEGORY_OF_PAGE: [u8; PAGE_COUNT] = {
    let mut pages = [0; PAGE_COUNT];
    let (mut page, mut category) = (0, 0);
    while category < CATEGORIES {
        let mut left = PAGES[category];
        while left > 0 {
            pages[page] = category as u8;
            page += 1;
            left -= 1;
        }
        category += 1;
    }
    pages
};

/// The binomial coefficient C(n, k) for the small numbers that ranks need.
#[must_use]
pub const fn choose(n: u16, k: u16) -> u16 {
    if k > n {
        return 0;
    }
    let (mut value, mut i) = (1u32, 0);
    while i < k {
        value = value * (n - i) as u32 / (i as u32 + 1);
        i += 1;
    }
    value as u16
}

/// The place of a set of ranks, given high to low, among the sets of its size.
#[must_use]
pub const fn colex(descending: &[u8]) -> u16 {
    let (mut sum, mut i) = (0, 0);
    while i < descending.len() {
        sum += choose(descending[i] as u16, (descending.len() - i) as u16);
        i += 1;
    }
    sum
}

/// The set of `size` ranks at a place, high to low, in the first `size` entries; the inverse of [`colex`].
#[must_use]
pub const fn uncolex(mut place: u16, size: usize) -> [u8; 5] {
    let mut ranks = [0; 5];
    let mut i = 0;
    while i < size {
        let k = (size - i) as u16;
        let mut rank = 12;
        while choose(rank, k) > place {
            rank -= 1;
        }
        place -= choose(rank, k);
        ranks[i] = rank as u8;
        i += 1;
    }
    ranks
}

/// Where the groups of a category stand: the sizes of the two rank sets that its offset is made of, in playing order.
const GROUPS: [(usize, usize); CATEGORIES] =
    [(5, 0), (1, 3), (1, 1), (4, 1), (2, 1), (1, 2), (1, 0), (5, 0), (1, 1), (1, 1), (1, 0), (1, 0), (1, 0)];

/// The strength of a category with its deciding ranks in playing order: the first set of ranks, then the second,
/// each high to low (a pair and its three kickers; the four suited ranks and the odd one).
#[must_use]
pub const fn encode(category: usize, ranks: &[u8]) -> u16 {
    let (first, second) = GROUPS[category];
    let (head, tail) = ranks.split_at(first);
    let width = choose(13, second as u16);
    BASE[category] + colex(head) * width + if second == 0 { 0 } else { colex(tail) }
}

/// The deciding ranks of a strength, as [`encode`] takes them, and how many there are.
#[must_use]
pub const fn decode(strength: u16) -> ([u8; 5], usize) {
    let category = CATEGORY_OF_PAGE[(strength >> 8) as usize] as usize;
    let (first, second) = GROUPS[category];
    let offset = strength - BASE[category];
    let width = choose(13, second as u16);
    let mut ranks = uncolex(offset / width, first);
    let tail = uncolex(offset % width, second);
    let mut i = 0;
    while i < second {
        ranks[first + i] = tail[i];
        i += 1;
    }
    (ranks, first + second)
}
