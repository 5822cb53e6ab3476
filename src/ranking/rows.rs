//! The portable loop over rows of hands: checked sixteen at a time, evaluated by their ranks, and only where suits count
//! looked at again.

use super::evaluate::{Evaluator, suits_count};
use crate::card::Card;

/// How many rows are checked in one go.
const GROUP: usize = 16;
/// A group of the longest hands, and as many bytes after it as the check reads.
const WINDOW: usize = GROUP * 7 + 16;
/// How many rows are evaluated before those among them whose suits count.
const CHUNK: usize = 4 * GROUP;

/// The loop itself, with the evaluator of each row; the error is the first row that is no hand.
pub fn rows<const N: usize, E: Evaluator>(
    evaluator: impl Fn(usize) -> E,
    hands: &[u8],
    out: &mut [u16],
) -> Result<(), usize> {
    let (hands, _) = hands.as_chunks::<N>();
    let (chunks, rest) = hands.as_chunks::<CHUNK>();
    let (out_chunks, out_rest) = out.as_chunks_mut::<CHUNK>();
    for (chunk, (cards, strengths)) in chunks.iter().zip(out_chunks).enumerate() {
        let start = chunk * CHUNK;
        if (start..start + CHUNK).step_by(GROUP).all(|row| are_hands::<N>(hands[row..].as_flattened())) {
            evaluate_chunk(|row| evaluator(start + row), cards, strengths);
        } else {
            one_by_one(|row| evaluator(start + row), cards, strengths).map_err(|row| start + row)?;
        }
    }
    let start = chunks.len() * CHUNK;
    one_by_one(|row| evaluator(start + row), rest, out_rest).map_err(|row| start + row)
}

/// Evaluates hands: all by their ranks, then those by their suits where these count. Asking each hand in turn would be a
/// jump that no processor foresees.
#[inline]
fn evaluate_chunk<const N: usize, E: Evaluator>(
    evaluator: impl Fn(usize) -> E,
    hands: &[[u8; N]; CHUNK],
    strengths: &mut [u16; CHUNK],
) {
    let (mut suited, mut count) = ([0u8; CHUNK], 0);
    for (row, (hand, strength)) in (0..).zip(hands.iter().zip(strengths.iter_mut())) {
        let evaluator = evaluator(usize::from(row));
        let key = evaluator.key(hand);
        *strength = evaluator.by_ranks::<N>(key);
        suited[count % CHUNK] = row;
        count += usize::from(suits_count(key));
    }
    for &row in &suited[..count] {
        let row = usize::from(row) % CHUNK;
        let evaluator = evaluator(row);
        strengths[row] = strengths[row].max(evaluator.by_suit(&hands[row], evaluator.key(&hands[row])));
    }
}

/// Evaluates rows that may be no hands; the error is the first that is none.
fn one_by_one<const N: usize, E: Evaluator>(
    evaluator: impl Fn(usize) -> E,
    hands: &[[u8; N]],
    out: &mut [u16],
) -> Result<(), usize> {
    for (row, (hand, strength)) in hands.iter().zip(out).enumerate() {
        *strength = evaluator(row).strength(hand).ok_or(row)?;
    }
    Ok(())
}

/// Whether the first sixteen rows are surely hands: each card is one of the 52 and differs from those after it in its
/// row. `false` as well where fewer bytes follow than the check reads.
#[inline]
fn are_hands<const N: usize>(cards: &[u8]) -> bool {
    let Some(window) = cards.first_chunk::<WINDOW>() else { return false };
    let mut flaws = [0u8; GROUP * 7];
    let flaws = &mut flaws[..GROUP * N];
    for (flaw, &card) in flaws.iter_mut().zip(window) {
        *flaw = u8::from(usize::from(card) >= Card::COUNT);
    }
    for (distance, same_row) in (1..N).zip(&SAME_ROW[N - 5]) {
        let pairs = window.iter().zip(&window[distance..]).zip(same_row);
        for (flaw, ((a, b), same_row)) in flaws.iter_mut().zip(pairs) {
            *flaw |= u8::from(a == b) & same_row;
        }
    }
    flaws.iter().fold(0, |any, flaw| any | flaw) == 0
}

/// For hands of five to seven cards and each distance from one up: 1 for each card of a group that has another card of
/// its row at that distance after it.
static SAME_ROW: [[[u8; GROUP * 7]; 6]; 3] = {
    let mut masks = [[[0; GROUP * 7]; 6]; 3];
    let mut i = 0;
    while i < 3 * 6 * GROUP * 7 {
        let (cards, distance, card) = (5 + i / (6 * GROUP * 7), 1 + i / (GROUP * 7) % 6, i % (GROUP * 7));
        masks[cards - 5][distance - 1][card] = (card % cards + distance < cards) as u8;
        i += 1;
    }
    masks
};
