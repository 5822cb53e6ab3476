//! Batches of hands against hands one by one, and every way in which a row is no hand.

use soko::ranking::{WildRanks, evaluate_rows};
use soko::rules::{Preset, Stakes};
use soko::simulate::{Dealing, Key, deal_many};
use soko::{Rank, Ranking};

/// Rows of random hands of five to seven cards.
fn random_rows(cards: usize, rows: usize) -> Vec<u8> {
    let rules = Preset::SevenCardStud.rules(Stakes::default()).unwrap();
    let dealing = Dealing::new(&rules, 7, &[], &[]).unwrap();
    let mut deals = vec![0; rows.div_ceil(7) * 49];
    deal_many(&dealing, &Key([1, 2, 3, 4]), &mut deals);
    deals.chunks(7).take(rows).flat_map(|hand| hand[..cards].iter().copied()).collect()
}

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
        for rows in [0, 1, 63, 64, 65, 100_003] {
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

#[test]
fn every_flaw_is_found_wherever_it_stands() {
    let rows = 150;
    for cards in 5..=7 {
        let hands = random_rows(cards, rows);
        let mut strengths = vec![0; rows];
        for (row, place) in (0..rows).flat_map(|row| (0..cards).map(move |place| (row, place))) {
            let copies = (0..cards).filter(|&other| other != place).map(|other| hands[row * cards + other]);
            for wrong in [52, 255].into_iter().chain(copies) {
                let mut hands = hands.clone();
                hands[row * cards + place] = wrong;
                let found = evaluate_rows(Ranking::default(), WildRanks::NONE, cards, &hands, &mut strengths, 1);
                assert_eq!(found.unwrap_err().row, row, "{cards} cards, {wrong} in place {place}");
            }
        }
    }
}
