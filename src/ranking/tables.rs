//! The tables of the evaluator, made by the build script, and the perfect hashes that find a hand in them.

/// A perfect hash of rank keys: the product's top bits name a row, the next ones a column, and rows are shifted apart.
pub struct Hash<const ROWS: usize, const SLOTS: usize> {
    multiplier: u32,
    rows: &'static [u16; ROWS],
}

impl<const ROWS: usize, const SLOTS: usize> Hash<ROWS, SLOTS> {
    const ROW_SHIFT: u32 = 32 - ROWS.trailing_zeros();
    const COLUMN_SHIFT: u32 = Self::ROW_SHIFT - SLOTS.trailing_zeros();

    /// The value of a hand in a table of this hash. The masks keep both reads inside whatever the key is.
    #[inline]
    #[must_use]
    pub const fn find(&self, values: &[u16; SLOTS], rank_key: u32) -> u16 {
        let product = rank_key.wrapping_mul(self.multiplier);
        let row = self.rows[(product >> Self::ROW_SHIFT) as usize & (ROWS - 1)] as usize;
        let column = (product >> Self::COLUMN_SHIFT) as usize;
        values[(row + column) & (SLOTS - 1)]
    }
}

/// What the build script wrote.
#[allow(missing_docs, clippy::unreadable_literal, reason = "numbers by the thousand")]
mod generated {
    use super::Hash;

    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
pub use generated::*;

/// In a card key: set when the card is none of the 52.
pub const NO_CARD: u64 = 1 << 60;

/// One of each suit counter, four bits apiece from bit 32 up.
pub const SUIT_ONES: u64 = 0x1111 << 32;
/// The top bit of each suit counter; counters start so high that it means "enough of this suit".
pub const SUIT_TOPS: u64 = 0x8888 << 32;

/// What each card adds to a hand's key, for all 256 values of a byte: bits 0..32 the rank's digit in base five,
/// bits 32..48 one in its suit's counter, bit 60 for what is no card.
pub static CARD_KEYS: [u64; 256] = {
    let mut keys = [NO_CARD; 256];
    let mut card = 0;
    while card < 52 {
        keys[card] = 5u64.pow(card as u32 >> 2) | 1 << (32 + 4 * (card & 3));
        card += 1;
    }
    keys
};

/// In the key of a wild card, and no other: one in the counter of wild cards.
pub const ONE_WILD: u64 = 1 << 56;

/// What a wild card adds: one to the counter of wild cards and to that of every suit, and its own digit to the ranks.
pub const ANY_CARD: u64 = ONE_WILD | SUIT_ONES | WILD_KEY as u64;

/// The bit of each card in a set, for all 256 values of a byte; what is no card has none.
pub static CARD_BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut card = 0;
    while card < 52 {
        bits[card] = 1 << card;
        card += 1;
    }
    bits
};
