//! Batches of hands against hands one by one, and every way in which a row is no hand.

use soko::chance::Key;
use soko::ranking::{WildRanks, evaluate_rows};
use soko::rules::{Preset, Stakes};
use soko::simulate::{Dealing, deal_many};
use soko::{Rank, Ranking};

/// Rows of random hands of five to seven cards.
fn random_rows(cards: usize, rows: usize) -> Vec<u8> {
    let rules = Preset::SevenCardStud.rules(Stakes::default()).unwrap();
    let dealing = Dealing::new(&rules, 7, &[], &[]).unwrap();
    let mut deals = vec![0; rows.div_ceil(7) * 49];
    deal_many(&dealing, &Key([1, 2, 3, 4]), &mut deals);
    deals.chunks(7).take(rows).flat_map(|hand| hand[..cards].iter().copied()).collect()
}

/// How many rows are evaluated: lanes that are full, not quite full and empty. Miri takes seconds for a batch.
const ROWS: &[usize] = if cfg!(miri) { &[65] } else { &[0, 1, 63, 64, 65, 100_003] };

#[test]
fn a_batch_is_its_hands_one_by_one() {
    let nines = WildRanks::NONE.with(Rank::from_letter('9').unwrap());
    let rankings = [
        (Ranking::default(), WildRanks::NONE),
        (Ranking::Soko { ace_low_four_straight: false }, WildRanks::NONE),
        (Ranking::Standard, WildRanks::NONE),
        (Ranking::Wild, nines),
        (Ranking::Wild, nines.with(Rank::QUEEN)),
    ];
    for cards in 5..=7 {
        for &rows in ROWS {
            let hands = random_rows(cards, rows);
            for (ranking, wild) in rankings {
                let mut strengths = vec![0; rows];
                evaluate_rows(ranking, wild, cards, &hands, &mut strengths, 1).unwrap();
                for (hand, strength) in hands.chunks(cards).zip(strengths) {
                    assert_eq!(ranking.evaluate_indices(hand, wild).unwrap().bits(), strength, "{hand:?} {ranking:?}");
                }
            }
        }
    }
}

/// Rows of which each shares no card with those near it.
fn rows_apart(cards: usize, rows: usize) -> Vec<u8> {
    let used = 52 / cards * cards;
    (0..used as u8).cycle().take(cards * rows).collect()
}

/// In random rows the same card often stands in two rows next to each other, which is no flaw but may look like one.
#[test]
fn every_flaw_is_found_wherever_it_stands() {
    let rows = 150;
    for cards in 5..=7 {
        let mut strengths = vec![0; rows];
        for right in [random_rows(cards, rows), rows_apart(cards, rows)] {
            let mut hands = right.clone();
            for (row, place) in (0..rows).flat_map(|row| (0..cards).map(move |place| (row, place))) {
                let copies = (0..cards).filter(|&other| other != place).map(|other| right[row * cards + other]);
                for wrong in [52, 255].into_iter().chain(copies) {
                    hands[row * cards + place] = wrong;
                    let found = evaluate_rows(Ranking::default(), WildRanks::NONE, cards, &hands, &mut strengths, 1);
                    assert_eq!(found.unwrap_err().row, row, "{cards} cards, {wrong} in place {place}");
                }
                hands[row * cards + place] = right[row * cards + place];
            }
        }
    }
}

#[test]
fn many_flaws_do_not_hide_one_another() {
    let rows = 150;
    for cards in 5..=7 {
        let right = rows_apart(cards, rows);
        let mut strengths = vec![0; rows];
        let mut first_flaw = |hands: &[u8]| {
            evaluate_rows(Ranking::default(), WildRanks::NONE, cards, hands, &mut strengths, 1)
                .map_err(|error| error.row)
        };
        let numbers: Vec<u8> = (52..52 + cards as u8).collect();
        assert_eq!(first_flaw(&numbers.repeat(rows)), Err(0), "no number is a card");
        assert_eq!(first_flaw(&vec![7; cards * rows]), Err(0), "all cards are the same");
        for (row, other) in (0..rows).flat_map(|row| (row + 1..rows.min(row + 18)).map(move |other| (row, other))) {
            let mut hands = right.clone();
            (hands[row * cards], hands[other * cards]) = (52, 52);
            assert_eq!(first_flaw(&hands), Err(row), "two flaws, in rows {row} and {other}");
        }
    }
}
