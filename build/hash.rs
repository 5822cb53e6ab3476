//! A perfect hash by row displacement: a multiplication splits a key into a row and a column, and each row is shifted
//! so that all keys fall into different slots of one small table.

/// A hash that sends each key it was made for to a slot of its own.
pub struct PerfectHash {
    /// The odd factor that scatters the keys.
    pub multiplier: u32,
    /// How far each row is shifted.
    pub rows: Vec<u16>,
    row_bits: u32,
    column_bits: u32,
}

impl PerfectHash {
    /// Looks for a multiplier that leaves no two keys in the same row and column, then packs the rows.
    pub fn find(keys: &[u32], row_bits: u32, column_bits: u32) -> Self {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        loop {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let mut hash = Self { multiplier: (state >> 32) as u32 | 1, rows: Vec::new(), row_bits, column_bits };
            if hash.scatters(keys) && hash.pack(keys) {
                return hash;
            }
        }
    }

    /// The slot of a key.
    pub fn slot(&self, key: u32) -> usize {
        (usize::from(self.rows[self.row(key)]) + self.column(key)) & ((1 << self.column_bits) - 1)
    }

    fn row(&self, key: u32) -> usize {
        (key.wrapping_mul(self.multiplier) >> (32 - self.row_bits)) as usize
    }

    fn column(&self, key: u32) -> usize {
        (key.wrapping_mul(self.multiplier) >> (32 - self.row_bits - self.column_bits)) as usize
            & ((1 << self.column_bits) - 1)
    }

    fn scatters(&self, keys: &[u32]) -> bool {
        let mut seen = vec![0u64; (1usize << (self.row_bits + self.column_bits)).div_ceil(64)];
        keys.iter().all(|&key| {
            let place = self.row(key) << self.column_bits | self.column(key);
            let (word, bit) = (place / 64, 1u64 << (place % 64));
            let free = seen[word] & bit == 0;
            seen[word] |= bit;
            free
        })
    }

    fn pack(&mut self, keys: &[u32]) -> bool {
        let size = 1usize << self.column_bits;
        let mut columns = vec![Vec::new(); 1 << self.row_bits];
        for &key in keys {
            columns[self.row(key)].push(self.column(key));
        }
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by_key(|&row| std::cmp::Reverse(columns[row].len()));
        let mut taken = vec![false; size];
        self.rows = vec![0; columns.len()];
        for row in order {
            let fits = |shift: &usize| columns[row].iter().all(|&column| !taken[(column + shift) & (size - 1)]);
            // Shifts are kept in 16 bits.
            let Some(shift) = (0..size.min(1 << 16)).find(fits) else { return false };
            for &column in &columns[row] {
                taken[(column + shift) & (size - 1)] = true;
            }
            self.rows[row] = shift as u16;
        }
        true
    }
}
