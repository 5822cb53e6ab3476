//! Rows of deals settled side by side, against the same one by one and against the tallies of simulations, in every
//! kernel.

#[path = "support/chance/mod.rs"]
mod chance;
#[path = "support/other_kernels/mod.rs"]
mod other_kernels;
#[path = "support/questions/mod.rs"]
mod questions;

use chance::Chance;
use questions::{games, knowledge};
use soko::Card;
use soko::chance::Key;
use soko::ranking::low_spade;
use soko::rules::{Preset, Rules, Stakes};
use soko::simulate::{
    DealFault, DealRowError, Dealing, Layouts, NO_CARD, Position, SHARE_UNIT, Settled, Settler, deal_many,
};

const KEY: Key = Key([1, 2, 3, 4]);

/// A row as it is settled: units, strengths, wild rank, the seat of the low spade.
type Row = (Vec<u16>, Vec<u16>, i8, i8);

/// Settles a deal, given seat by seat, in which some have folded: slowly, and in no lanes.
fn settle_slowly(rules: &Rules, positions: &[Position], seats: &[Vec<u8>], hands: &[u8], live: &[bool]) -> Row {
    let cards = seats[0].len();
    let mut dealt: Vec<(usize, Position, Card, usize)> = Vec::new();
    for (column, &i) in seats.iter().flatten().enumerate() {
        if let Some(card) = Card::from_index(hands[column]) {
            dealt.push((usize::from(i), positions[usize::from(i)], card, column / cards));
        }
    }
    dealt.sort_by_key(|&(i, ..)| i);
    dealt.dedup_by_key(|&mut (i, ..)| i);
    let up =
        dealt.iter().filter(|(_, position, ..)| position.up).map(|&(_, position, card, _)| (position.street, card));
    let rank = rules.wild.rank_after(up);
    let wild = rules.wild.ranks(rank);
    let strength = |seat: usize| {
        let hand = &hands[seat * cards..][..cards];
        if live[seat] { rules.ranking.evaluate_indices(hand, wild).expect("a hand").bits() } else { 0 }
    };
    let strengths: Vec<u16> = (0..live.len()).map(strength).collect();
    let down = dealt.iter().filter(|&&(_, position, _, seat)| !position.up && live[seat]);
    let (seats, down): (Vec<usize>, Vec<Card>) = down.map(|&(_, _, card, seat)| (seat, card)).unzip();
    let showdown = live.iter().filter(|live| **live).count() > 1;
    let low = if rules.low_chicago && showdown { low_spade(&down, rules.ace) } else { None };
    let low = down.iter().position(|&card| Some(card) == low).map(|i| seats[i]);
    let best = strengths.iter().max();
    let winners = strengths.iter().filter(|&strength| Some(strength) == best).count() as u16;
    let pot = SHARE_UNIT as u16;
    let of_best = if low.is_some() { pot / 2 } else { pot };
    let won = |seat: usize| {
        let by_hand = if Some(&strengths[seat]) == best { of_best / winners } else { 0 };
        by_hand + if low == Some(seat) { pot / 2 } else { 0 }
    };
    let rank = rank.map_or(-1, |rank| rank.index().cast_signed());
    ((0..live.len()).map(won).collect(), strengths, rank, low.map_or(-1, |seat| seat as i8))
}

/// Settles rows side by side.
fn settle_rows(
    rules: &Rules,
    players: usize,
    dead: &[Card],
    deals: &[u8],
    live: Option<&[bool]>,
) -> Result<Vec<Row>, DealRowError> {
    let layouts = Layouts::new(rules, players, dead).expect("a deal");
    let n = deals.len() / players / layouts.cards_per_hand();
    let (mut units, mut strengths) = (vec![9; n * players], vec![9; n * players]);
    let (mut wild, mut low) = (vec![9; n], vec![9; n]);
    let out = Settled { units: &mut units, strengths: &mut strengths, wild: &mut wild, low: &mut low };
    let live: Option<Vec<u8>> = live.map(|live| live.iter().map(|&live| u8::from(live)).collect());
    Settler::new(rules, &layouts, dead).settle(deals, live.as_deref(), out, 2)?;
    let row = |i: usize| {
        (units[i * players..][..players].to_vec(), strengths[i * players..][..players].to_vec(), wild[i], low[i])
    };
    Ok((0..n).map(row).collect())
}

#[test]
fn rows_are_settled_as_the_deals_one_by_one() {
    for rules in games() {
        for players in 2..=10 {
            for (known, dead) in knowledge() {
                let (n, key) = (203, Key::from_seed(players as u64));
                let dealing = Dealing::new(&rules, players, &known, &dead).expect("a deal");
                let cards = dealing.cards_per_hand();
                let mut deals = vec![0; players * cards * n];
                deal_many(&dealing, &key, &mut deals);
                let what = format!("{}, {players} players, dead {dead:?}", rules.name);
                let everybody = vec![true; players];
                let slowly = |(row, live): (&[u8], &[bool])| {
                    settle_slowly(&rules, &dealing.positions, &dealing.hands, row, live)
                };
                let expected: Vec<Row> = deals.chunks(players * cards).map(|row| slowly((row, &everybody))).collect();
                assert!(settle_rows(&rules, players, &dead, &deals, None) == Ok(expected), "{what}");
                // Some fold, and do not get their last cards.
                let mut chance = Chance(players as u64);
                let plays_on = |i: usize| i % players == i / players % players || chance.below(3) > 0;
                let live: Vec<bool> = (0..n * players).map(plays_on).collect();
                for (hand, _) in deals.chunks_mut(cards).zip(&live).filter(|(_, live)| !**live) {
                    let got = chance.below(2 * cards + 1).min(cards);
                    hand[got..].fill(NO_CARD);
                }
                let rows = deals.chunks(players * cards).zip(live.chunks(players));
                let expected: Vec<Row> = rows.map(slowly).collect();
                assert!(settle_rows(&rules, players, &dead, &deals, Some(&live)) == Ok(expected), "folded, {what}");
            }
        }
    }
}

#[test]
fn rows_that_are_no_deals_are_named() {
    let rules = &games()[0];
    let dealing = Dealing::new(rules, 3, &[], &[]).expect("a deal");
    for n in [1, 63, 64, 65, 200] {
        for row in [0, n / 2, n - 1] {
            let mut deals = vec![0; 15 * n];
            deal_many(&dealing, &KEY, &mut deals);
            let live: Vec<bool> = (0..3 * n).map(|i| i / 3 != row || i % 3 == 1).collect();
            let fault =
                |deals: &[u8], live| settle_rows(rules, 3, &[], deals, live).map_err(|error| (error.row, error.fault));
            assert!(fault(&deals, None).is_ok() && fault(&deals, Some(&live)).is_ok());
            let mut broken = deals.clone();
            broken[15 * row + 14] = 52;
            assert_eq!(fault(&broken, None), Err((row, DealFault::NoCard { seat: 2, given: 52, folded: false })));
            assert_eq!(fault(&broken, Some(&live)), Err((row, DealFault::NoCard { seat: 2, given: 52, folded: true })));
            broken[15 * row + 14] = NO_CARD;
            assert_eq!(fault(&broken, None), Err((row, DealFault::NoCard { seat: 2, given: 255, folded: false })));
            assert!(fault(&broken, Some(&live)).is_ok());
            broken[15 * row + 14] = broken[15 * row];
            let card = Card::from_index(broken[15 * row]).expect("a card");
            assert_eq!(fault(&broken, None), Err((row, DealFault::Twice(card))));
            let dead = settle_rows(rules, 3, &[card], &deals, None).expect_err("dead and dealt");
            assert!(dead.row <= row);
            let nobody = vec![false; 3 * n];
            assert_eq!(fault(&deals, Some(&nobody)), Err((0, DealFault::NobodyLive)));
        }
    }
}

/// Eight players of seven-card stud: whether the last card is everybody's or each seat's own is seen row by row.
#[test]
fn rows_with_and_without_a_community_card_go_together() {
    let rules = Rules { low_chicago: true, ..Preset::SevenCardStud.rules(Stakes::default()).expect("a preset") };
    let dealing = Dealing::new(&rules, 8, &[], &[]).expect("a deal");
    let n = 130;
    let mut deals = vec![0; 56 * n];
    deal_many(&dealing, &KEY, &mut deals);
    let (mut live, mut chance) = (vec![true; 8 * n], Chance(8));
    for row in (0..n).filter(|row| row % 3 != 0) {
        let deal = &mut deals[56 * row..][..56];
        let mut left: Vec<u8> = (0..52).filter(|card| !deal.contains(card)).collect();
        chance.shuffle(&mut left);
        for seat in 0..8 {
            // Three of them play on, each with a last card of its own.
            live[8 * row + seat] = seat % 3 == 1;
            deal[7 * seat + 6] = if seat % 3 == 1 { left[seat / 3] } else { NO_CARD };
        }
    }
    // The last card of each seat, dealt face down after the others.
    let own: Vec<Vec<u8>> = (0..8).map(|seat| (0..7).map(|k| seat + 8 * k).collect()).collect();
    let last = (0..8).map(|seat| Position { seat: Some(seat), street: 4, up: false });
    let positions: Vec<Position> = dealing.positions[..48].iter().copied().chain(last).collect();
    let expected: Vec<Row> = (0..n)
        .map(|row| {
            let (positions, seats) =
                if row % 3 == 0 { (&dealing.positions, &dealing.hands) } else { (&positions, &own) };
            settle_slowly(&rules, positions, seats, &deals[56 * row..][..56], &live[8 * row..][..8])
        })
        .collect();
    assert_eq!(settle_rows(&rules, 8, &[], &deals, Some(&live)), Ok(expected));
    deals[56 * 9 + 13] = deals[56 * 9 + 20];
    assert!(settle_rows(&rules, 8, &[], &deals, Some(&live)).is_ok());
    deals[56 * 9 + 13] = (0..52).find(|card| !deals[56 * 9..][..56].contains(card)).expect("a card");
    let error = settle_rows(&rules, 8, &[], &deals, Some(&live)).expect_err("two community cards");
    assert_eq!(error.row, 9);
}
