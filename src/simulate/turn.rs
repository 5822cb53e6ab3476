//! Rows of deals out of groups, and groups out of rows: small squares of numbers are turned about their diagonals, which
//! costs less than to carry every number on its own.
//!
//! Rows are written with a register's worth at a time, beyond their end, and in order, so that each covers what the one
//! before it left too much.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::extra_unused_type_parameters, reason = "the type says for which processor it is compiled")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side")]

use crate::chance::stream::GROUP;
use crate::kernel::{Vector, by_kernel};

/// How many bytes a square has on a side, and so how many a row has at least.
pub const SIDE: usize = 8;

by_kernel! {
    /// Writes the deals of a group that count, whose bits are set, as rows one after the other: row `d` has
    /// `cards[order[j]][d]` in place `j`. Comes back with how many rows were written. `rows` must have room for 64 of them,
    /// and those of them that come after the last one written are overwritten too.
    pub fn write_rows(cards: &[[u8; GROUP]], order: &[u8], counted: u64, rows: &mut [u8]) -> usize =
        write_deals<V>
}

#[inline(always)]
fn write_deals<V: Vector>(cards: &[[u8; GROUP]], order: &[u8], counted: u64, rows: &mut [u8]) -> usize {
    // Where each deal's row begins; a deal that does not count is covered by the next one that does.
    let (mut starts, mut count) = ([0; GROUP], 0);
    for (deal, start) in starts.iter_mut().enumerate() {
        *start = count * order.len();
        count += (counted >> deal & 1) as usize;
    }
    for from in squares(order.len()) {
        let mut square = [[0; GROUP / SIDE]; SIDE];
        for (numbers, &position) in square.iter_mut().zip(&order[from..]) {
            for (number, bytes) in numbers.iter_mut().zip(cards[usize::from(position)].as_chunks().0) {
                *number = u64::from_le_bytes(*bytes);
            }
        }
        turn_bytes(&mut square);
        for (deal, start) in starts.iter().enumerate() {
            let place: &mut [u8; SIDE] = rows[start + from..].first_chunk_mut().expect("room for 64 rows");
            *place = square[deal % SIDE][deal / SIDE].to_le_bytes();
        }
    }
    count
}

by_kernel! {
    /// The inverse, of 64 rows of so many bytes: byte `j` of row `d` becomes `columns[j][d]`.
    pub fn read_rows(rows: &[u8], columns: &mut [[u8; GROUP]]) -> () = read_deals<V>
}

#[inline(always)]
fn read_deals<V: Vector>(rows: &[u8], columns: &mut [[u8; GROUP]]) {
    let width = columns.len();
    for from in squares(width) {
        let mut square = [[0; GROUP / SIDE]; SIDE];
        for deal in 0..GROUP {
            let bytes = rows[deal * width + from..].first_chunk().expect("64 rows");
            square[deal % SIDE][deal / SIDE] = u64::from_le_bytes(*bytes);
        }
        turn_bytes(&mut square);
        for (numbers, column) in square.iter().zip(&mut columns[from..]) {
            for (number, bytes) in numbers.iter().zip(column.as_chunks_mut().0) {
                *bytes = number.to_le_bytes();
            }
        }
    }
}

by_kernel! {
    /// Writes numbers as rows one after the other: row `d` has `columns[j][d]` in place `j`. `rows` must have room for 64
    /// of them, and for three numbers more, which are overwritten.
    pub fn write_words(columns: &[[u16; GROUP]], rows: &mut [u16]) -> () = write_numbers<V>
}

#[inline(always)]
fn write_numbers<V: Vector>(columns: &[[u16; GROUP]], rows: &mut [u16]) {
    let width = columns.len();
    for from in (0..width).step_by(4).map(|from| from.min(width.saturating_sub(4))) {
        let mut square = [[0u64; GROUP / 4]; 4];
        for (numbers, column) in square.iter_mut().zip(&columns[from..]) {
            for (number, words) in numbers.iter_mut().zip(column.as_chunks::<4>().0) {
                let [a, b, c, d] = words.map(u64::from);
                *number = a | b << 16 | c << 32 | d << 48;
            }
        }
        swap::<2, _, _>(&mut square, 32, 0x0000_0000_ffff_ffff);
        swap::<1, _, _>(&mut square, 16, 0x0000_ffff_0000_ffff);
        for deal in 0..GROUP {
            let number = square[deal % 4][deal / 4];
            let words = [number as u16, (number >> 16) as u16, (number >> 32) as u16, (number >> 48) as u16];
            *rows[deal * width + from..].first_chunk_mut().expect("room for 64 rows") = words;
        }
    }
}

/// Where the squares begin that cover so many bytes, the last one over some of the one before it.
#[inline(always)]
fn squares(width: usize) -> impl Iterator<Item = usize> {
    (0..width).step_by(SIDE).map(move |from| from.min(width - SIDE))
}

/// Turns squares of eight bytes about their diagonals, many side by side, each byte at its place in a number.
#[inline(always)]
fn turn_bytes(square: &mut [[u64; GROUP / SIDE]; SIDE]) {
    swap::<4, _, _>(square, 32, 0x0000_0000_ffff_ffff);
    swap::<2, _, _>(square, 16, 0x0000_ffff_0000_ffff);
    swap::<1, _, _>(square, 8, 0x00ff_00ff_00ff_00ff);
}

/// Swaps the parts off the diagonal of all squares of twice `STEP` numbers on a side.
#[inline(always)]
fn swap<const STEP: usize, const N: usize, const SIDE: usize>(square: &mut [[u64; N]; SIDE], bits: u32, low: u64) {
    for first in 0..SIDE {
        if first & STEP == 0 {
            for i in 0..N {
                let (a, b) = (square[first][i], square[first + STEP][i]);
                let differing = (a >> bits ^ b) & low;
                (square[first][i], square[first + STEP][i]) = (a ^ differing << bits, b ^ differing);
            }
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
            let mut rows = vec![0; GROUP * width];
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
            let mut rows = vec![0; GROUP * width + 3];
            write_words(&columns, &mut rows);
            for (d, row) in rows.chunks_exact(width).take(GROUP).enumerate() {
                assert!(row.iter().zip(&columns).all(|(&number, column)| number == column[d]), "{width}");
            }
        }
    }
}
