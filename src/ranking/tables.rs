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

/// A hash with one of its tables, its sizes as data, for where the way to rank a hand is known only at run time.
#[derive(Clone, Copy)]
pub struct Table {
    multiplier: u32,
    row_shift: u32,
    column_shift: u32,
    rows: &'static [u16],
    values: &'static [u16],
}

impl Table {
    const fn new<const ROWS: usize, const SLOTS: usize>(
        hash: &Hash<ROWS, SLOTS>,
        values: &'static [u16; SLOTS],
    ) -> Self {
        let (row_shift, column_shift) = (Hash::<ROWS, SLOTS>::ROW_SHIFT, Hash::<ROWS, SLOTS>::COLUMN_SHIFT);
        Self { multiplier: hash.multiplier, row_shift, column_shift, rows: hash.rows, values }
    }

    /// The value of a hand.
    #[inline]
    #[must_use]
    pub fn find(&self, rank_key: u32) -> u16 {
        let product = rank_key.wrapping_mul(self.multiplier);
        let row = self.rows[(product >> self.row_shift) as usize & (self.rows.len() - 1)] as usize;
        self.values[(row + (product >> self.column_shift) as usize) & (self.values.len() - 1)]
    }
}

/// What natural ranks are worth with 0 to 4 wild cards, for hands of five, six and seven cards.
pub static WILD: [[Table; 5]; 3] = [
    [
        Table::new(&HASH_5, &STANDARD_5),
        Table::new(&HASH_4, &WILD_1_4),
        Table::new(&HASH_3, &WILD_2_3),
        Table::new(&HASH_2, &WILD_3_2),
        Table::new(&HASH_1, &WILD_4_1),
    ],
    [
        Table::new(&HASH_6, &STANDARD_6),
        Table::new(&HASH_5, &WILD_1_5),
        Table::new(&HASH_4, &WILD_2_4),
        Table::new(&HASH_3, &WILD_3_3),
        Table::new(&HASH_2, &WILD_4_2),
    ],
    [
        Table::new(&HASH_7, &STANDARD_7),
        Table::new(&HASH_6, &WILD_1_6),
        Table::new(&HASH_5, &WILD_2_5),
        Table::new(&HASH_4, &WILD_3_4),
        Table::new(&HASH_3, &WILD_4_3),
    ],
];

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
