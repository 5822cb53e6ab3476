//! Batches of which each hand has a wild rank of its own, against hands one by one, on every kernel.

#[path = "support/chance/mod.rs"]
mod chance;
#[path = "support/other_kernels/mod.rs"]
mod other_kernels;

use chance::Chance;
use soko::ranking::{HandError, HandsWild, RowError, WildRanks, evaluate_columns, evaluate_rows};
use soko::{Rank, Ranking};

/// What no hand is worth.
const UNTOUCHED: u16 = u16::MAX;

/// Random hands, each with a wild rank or none.
struct Hands {
    cards: usize,
    rows: Vec<u8>,
    columns: Vec<Vec<u8>>,
    wild: Vec<i8>,
    expected: Vec<u16>,
}

impl Hands {
    fn new(chance: &mut Chance, cards: usize, count: usize) -> Self {
        let mut deck: [u8; 52] = core::array::from_fn(|card| card as u8);
        let mut rows = Vec::with_capacity(cards * count);
        for _ in 0..count {
            chance.shuffle(&mut deck);
            rows.extend_from_slice(&deck[..cards]);
        }
        // Mostly the rank of a card that is held, so that there are wild cards, and not too rarely several.
        let wild = |hand: &[u8]| match chance.below(4) {
            0 => chance.below(14) as i8 - 1,
            _ => (hand[chance.below(cards)] / 4).cast_signed(),
        };
        let wild: Vec<i8> = rows.chunks(cards).map(wild).collect();
        let strength = |(hand, &rank): (&[u8], &i8)| {
            let rank = Rank::from_index(rank.cast_unsigned());
            Ranking::Wild.evaluate_indices(hand, WildRanks::from(rank)).expect("a hand").bits()
        };
        let expected = rows.chunks(cards).zip(&wild).map(strength).collect();
        let columns = (0..cards).map(|k| rows.iter().skip(k).step_by(cards).copied().collect()).collect();
        Self { cards, rows, columns, wild, expected }
    }

    /// Evaluates the first `count` hands in both layouts; both say the same.
    #[track_caller]
    fn evaluate(&self, ranking: Ranking, count: usize, threads: usize) -> Result<Vec<u16>, RowError> {
        let (mut by_rows, mut by_columns) = (vec![UNTOUCHED; count], vec![UNTOUCHED; count]);
        let (wild, rows) = (&self.wild[..count], &self.rows[..count * self.cards]);
        let done = evaluate_rows(ranking, wild, self.cards, rows, &mut by_rows, threads);
        let columns: Vec<&[u8]> = self.columns.iter().map(|column| &column[..count]).collect();
        assert_eq!(evaluate_columns(ranking, wild, &columns, &mut by_columns, threads), done);
        let right = done.as_ref().map_or_else(|error| error.row, |()| count);
        assert!(by_rows[..right] == self.expected[..right] || ranking != Ranking::Wild, "rows, {} cards", self.cards);
        assert_eq!(by_rows[..right], by_columns[..right], "columns, {} cards", self.cards);
        done.map(|()| by_rows)
    }
}

#[test]
fn hands_with_wild_ranks_of_their_own_are_worth_what_they_are_one_by_one() {
    let mut chance = Chance(1);
    for cards in 5..=7 {
        let hands = Hands::new(&mut chance, cards, 300_000);
        for threads in [1, 3] {
            hands.evaluate(Ranking::Wild, 300_000, threads).expect("hands");
        }
        for count in 0..=200 {
            hands.evaluate(Ranking::Wild, count, 1).expect("hands");
        }
    }
}

#[test]
fn a_rank_in_each_hand_is_the_same_as_one_in_all() {
    let mut chance = Chance(2);
    for cards in 5..=7 {
        let hands = Hands::new(&mut chance, cards, 500);
        for rank in -1..13 {
            let all = WildRanks::from(Rank::from_index(i8::cast_unsigned(rank)));
            let mut out = [[UNTOUCHED; 500]; 2];
            evaluate_rows(Ranking::Wild, &[rank; 500][..], cards, &hands.rows, &mut out[0], 1).expect("hands");
            evaluate_rows(Ranking::Wild, all, cards, &hands.rows, &mut out[1], 1).expect("hands");
            assert_eq!(out[0], out[1], "{cards} cards, rank {rank}");
        }
    }
}

#[test]
fn wild_ranks_count_in_the_wild_ranking_only() {
    let mut chance = Chance(3);
    for cards in 5..=7 {
        let hands = Hands::new(&mut chance, cards, 200);
        for ranking in [Ranking::default(), Ranking::Standard] {
            let mut plain = vec![UNTOUCHED; 200];
            evaluate_rows(ranking, WildRanks::NONE, cards, &hands.rows, &mut plain, 1).expect("hands");
            assert_eq!(hands.evaluate(ranking, 200, 1), Ok(plain));
        }
    }
}

#[test]
fn the_first_flaw_is_named_whether_it_is_a_card_or_a_rank() {
    let mut chance = Chance(4);
    for cards in 5..=7 {
        for threads in [1, 2] {
            let mut hands = Hands::new(&mut chance, cards, 9000);
            let mut end = 9000;
            while end > 0 {
                let row = end - 1 - chance.below(end.min(700));
                let error = if chance.below(2) == 0 {
                    let rank = [-128, -2, 13, 127][chance.below(4)];
                    hands.wild[row] = rank;
                    HandError::WildRank(rank)
                } else {
                    let (place, wrong) = (chance.below(cards), 52 + chance.below(204) as u8);
                    (hands.rows[row * cards + place], hands.columns[place][row]) = (wrong, wrong);
                    let hand = &hands.rows[row * cards..][..cards];
                    Ranking::Wild.evaluate_indices(hand, WildRanks::NONE).expect_err("no hand")
                };
                assert_eq!(hands.evaluate(Ranking::Wild, 9000, threads), Err(RowError { row, error }));
                end = row;
            }
        }
    }
    let error = HandError::WildRank(13).to_string();
    assert_eq!(error, "wild rank 13: a rank is 0 (a deuce) to 12 (an ace), and -1 is none");
}

#[test]
#[should_panic(expected = "as many wild ranks as strengths")]
fn there_are_as_many_wild_ranks_as_hands() {
    let _ = evaluate_rows(Ranking::Wild, HandsWild::Each(&[1; 3]), 5, &[0; 20], &mut [0; 4], 1);
}
