//! Rows of deals out of groups, and groups out of rows: squares of sixteen bytes on a side are turned about their diagonals,
//! which costs less than to carry every byte on its own.
//!
//! Rows are written sixteen bytes at a time, in order. Shorter rows are written beyond their end, and each covers what the
//! one before it left too much.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "registers that go side by side")]

use crate::chance::stream::GROUP;
use crate::kernel::{Vector, by_kernel};

/// How many bytes a square has on a side.
const SIDE: usize = 16;

/// How many bytes must be there to read or write so many bytes for each of 64 rows.
pub const fn room(width: usize) -> usize {
    GROUP * width + SIDE.saturating_sub(width)
}

by_kernel! {
    /// Writes the deals of a group that count, whose bits are set, as rows one after the other: row `d` has
    /// `cards[order[j]][d]` in place `j`. Comes back with how many rows were written. `rows` must have [`room`] for all 64,
    /// and what comes after the last row written is overwritten too.
    pub fn write_rows(cards: &[[u8; GROUP]], order: &[u8], counted: u64, rows: &mut [u8]) -> usize =
        write_deals<V>
}

#[inline(always)]
fn write_deals<V: Vector>(cards: &[[u8; GROUP]], order: &[u8], counted: u64, rows: &mut [u8]) -> usize {
    let (width, mut deals, mut count) = (order.len(), [0; GROUP], 0);
    for deal in 0..GROUP {
        deals[count % GROUP] = deal;
        count += (counted >> deal & 1) as usize;
    }
    for from in squares(width) {
        let some = SIDE.min(width - from);
        let turned = Turned::of::<V>(some, |i| &cards[usize::from(order[from + i])]);
        if width < SIDE {
            for (row, &deal) in deals[..count].iter().enumerate() {
                *rows[row * width..].first_chunk_mut().expect("room for 64 rows") = *turned.row(deal);
            }
            continue;
        }
        for (row, &deal) in rows.chunks_exact_mut(width).zip(&deals[..count]) {
            row[from..from + SIDE].copy_from_slice(turned.row(deal));
        }
    }
    count
}

/// Sixteen bytes of each of 64 rows, as registers that were turned hold them.
struct Turned([u8; GROUP * SIDE]);

impl Turned {
    /// The rows of some columns.
    #[inline(always)]
    fn of<'a, V: Vector>(some: usize, column: impl Fn(usize) -> &'a [u8; GROUP]) -> Self {
        let mut turned = Self([0; GROUP * SIDE]);
        for lane in (0..GROUP).step_by(V::WIDTH) {
            let mut square = [V::splat(0); SIDE];
            for i in 0..some {
                square[i] = V::load(&column(i)[lane..]);
            }
            turn(&mut square);
            for i in 0..SIDE {
                square[i].store(&mut turned.0[GROUP * i + lane..]);
            }
        }
        turned
    }

    /// Where the bytes of a row stand.
    #[inline(always)]
    const fn place(row: usize) -> usize {
        GROUP * (row % SIDE) + row % GROUP / SIDE * SIDE
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &[u8; SIDE] {
        self.0[Self::place(row)..].first_chunk().expect("a row")
    }

    #[inline(always)]
    fn set_row(&mut self, row: usize, bytes: &[u8; SIDE]) {
        *self.0[Self::place(row)..].first_chunk_mut().expect("a row") = *bytes;
    }
}

by_kernel! {
    /// The inverse, of 64 rows of so many bytes: byte `j` of row `d` becomes `columns[j][d]`. `rows` must have [`room`].
    pub fn read_rows(rows: &[u8], columns: &mut [[u8; GROUP]]) -> () = read_deals<V>
}

#[inline(always)]
fn read_deals<V: Vector>(rows: &[u8], columns: &mut [[u8; GROUP]]) {
    let width = columns.len();
    for from in squares(width) {
        let mut turned = Turned([0; GROUP * SIDE]);
        if width < SIDE {
            for row in 0..GROUP {
                turned.set_row(row, rows[row * width..].first_chunk().expect("64 rows"));
            }
        } else {
            for (row, bytes) in rows.chunks_exact(width).take(GROUP).enumerate() {
                turned.set_row(row, bytes[from..].first_chunk().expect("a row"));
            }
        }
        for lane in (0..GROUP).step_by(V::WIDTH) {
            let mut square = [V::splat(0); SIDE];
            for i in 0..SIDE {
                square[i] = V::load(&turned.0[GROUP * i + lane..]);
            }
            turn(&mut square);
            for i in 0..SIDE.min(width - from) {
                square[i].store(&mut columns[from + i][lane..]);
            }
        }
    }
}

by_kernel! {
    /// Writes numbers as rows one after the other: row `d` has `columns[j][d]` in place `j`, at most ten of them.
    pub fn write_words(columns: &[[u16; GROUP]], rows: &mut [u16]) -> () = write_numbers<V>
}

#[inline(always)]
fn write_numbers<V: Vector>(columns: &[[u16; GROUP]], rows: &mut [u16]) {
    // Ten numbers are twenty bytes. Room for the next power of two needs no look at where the bytes of a row end.
    const ROOM: usize = 2048;
    let width = 2 * columns.len();
    let (mut halves, mut bytes) = ([[0; GROUP]; 20], [0; ROOM + SIDE]);
    for (numbers, halves) in columns.iter().zip(halves.as_chunks_mut::<2>().0) {
        for i in 0..GROUP {
            halves[0][i] = numbers[i] as u8;
            halves[1][i] = (numbers[i] >> 8) as u8;
        }
    }
    for from in squares(width) {
        let turned = Turned::of::<V>(SIDE.min(width - from), |i| &halves[from + i]);
        for row in 0..GROUP {
            *bytes[(row * width + from) % ROOM..].first_chunk_mut().expect("room for all") = *turned.row(row);
        }
    }
    for (number, bytes) in rows[..GROUP * columns.len()].iter_mut().zip(bytes.as_chunks().0) {
        *number = u16::from_le_bytes(*bytes);
    }
}

/// Where the squares begin that cover so many bytes, the last one over some of the one before it.
#[inline(always)]
fn squares(width: usize) -> impl Iterator<Item = usize> {
    (0..width).step_by(SIDE).map(move |from| from.min(width.saturating_sub(SIDE)))
}

/// Turns the squares of sixteen bytes on a side that stand side by side in the registers.
#[inline(always)]
fn turn<V: Vector>(square: &mut [V; SIDE]) {
    // Four times the registers are shuffled as two halves of a deck, and the bytes with them.
    for _ in 0..4 {
        let before = *square;
        for i in 0..SIDE / 2 {
            let [first, second] = before[i].interleave(before[i + SIDE / 2]);
            (square[2 * i], square[2 * i + 1]) = (first, second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_columns_turned() {
        for width in 8..60 {
            let cards: Vec<[u8; GROUP]> =
                (0..width).map(|j| core::array::from_fn(|d| (7 * j + 13 * d) as u8)).collect();
            let order: Vec<u8> = (0..width as u8).rev().collect();
            let counted = 0x8123_4567_89ab_cde0 ^ width as u64;
            let mut rows = vec![0; room(width)];
            let count = write_rows(&cards, &order, counted, &mut rows);
            assert_eq!(count, counted.count_ones() as usize);
            let deals = (0..GROUP).filter(|deal| counted >> deal & 1 == 1);
            for (row, deal) in rows.chunks(width).zip(deals) {
                assert!(row.iter().zip(&order).all(|(&card, &i)| card == cards[usize::from(i)][deal]));
            }
            write_rows(&cards, &order, u64::MAX, &mut rows);
            let mut columns = vec![[0; GROUP]; width];
            read_rows(&rows, &mut columns);
            assert!(columns.iter().rev().eq(&cards));
        }
    }

    #[test]
    fn numbers_are_turned_too() {
        for width in 1..=10 {
            let columns: Vec<[u16; GROUP]> =
                (0..width).map(|j| core::array::from_fn(|d| (1000 * j + 300 * d) as u16)).collect();
            let mut rows = vec![0; GROUP * width];
            write_words(&columns, &mut rows);
            for (d, row) in rows.chunks_exact(width).take(GROUP).enumerate() {
                assert!(row.iter().zip(&columns).all(|(&number, column)| number == column[d]), "{width}");
            }
        }
    }
}
