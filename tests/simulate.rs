//! The stream, the dealer and the tally, held against their definitions.

use proptest::prelude::*;
use soko::chance::stream::{GROUP, Lanes};
use soko::chance::{BLOCK, Key, shuffled_deck};
use soko::rules::{Named, Preset, Rules, Stakes};
use soko::simulate::{Dealing, SHARE_UNIT, Tally, deal_many, simulate, simulate_blocks};
use soko::{Card, CardSet};

const KEY: Key = Key([1, 2, 3, 4]);

/// The places of a deal by the definition of the stream page: from a list of the cards that are left.
fn picked(digits: &[u8], cards: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..cards as u8).collect();
    digits.iter().map(|&digit| left.remove(usize::from(digit))).collect()
}

proptest! {
    #[test]
    fn groups_follow_the_definition(key in any::<[u64; 4]>(), block in any::<u64>(), cards in 1usize..=52, less in 0usize..52) {
        let drawn = cards.saturating_sub(less).max(1);
        let mut places = vec![[0; GROUP]; drawn];
        let counted = Lanes::new(&Key(key), block).group(cards, &mut places);
        let mut lanes = Lanes::new(&Key(key), block);
        let mut digits = vec![vec![0; drawn]; GROUP];
        let mut rejected = [false; GROUP];
        for j in 0..drawn {
            for half in 0..2 {
                let step = lanes.step();
                for (d, digits) in digits.iter_mut().skip(32 * half).take(32).enumerate() {
                    let draw = u32::from((step[d / 4] >> (16 * (d % 4))) as u16);
                    let left = (cards - j) as u32;
                    digits[j] = (draw * left / 65_536) as u8;
                    rejected[32 * half + d] |= draw * left % 65_536 < 65_536 % left;
                }
            }
        }
        for d in 0..GROUP {
            prop_assert_eq!(counted >> d & 1 == 0, rejected[d]);
            let deal: Vec<u8> = places.iter().map(|place| place[d]).collect();
            prop_assert_eq!(deal, picked(&digits[d], cards));
        }
    }

    #[test]
    fn a_shuffled_deck_is_a_deck(key in any::<[u64; 4]>()) {
        let deck: CardSet = shuffled_deck(&Key(key)).into_iter().filter_map(Card::from_index).collect();
        prop_assert_eq!(deck, CardSet::FULL);
    }
}

fn games() -> Vec<Rules> {
    Preset::ALL.iter().map(|preset| preset.rules(Stakes::default()).expect("a preset")).collect()
}

fn go_on(_: u64) -> bool {
    true
}

#[test]
fn blocks_add_up_to_the_whole() {
    for rules in games() {
        let dealing = Dealing::new(&rules, 3, &[], &[]).expect("a deal");
        let n = 3 * BLOCK + 1000;
        let whole = simulate(&rules, &dealing, n, &KEY, 2, &mut go_on).expect("not stopped");
        let mut sum = Tally::new(3);
        for blocks in [2..4, 0..1, 1..2] {
            let (part, finished) = simulate_blocks(&rules, &dealing, n, blocks.clone(), &KEY, 1, &mut go_on);
            assert_eq!(finished, [blocks]);
            sum.add(&part);
        }
        assert_eq!(sum, whole, "{}", rules.name);
        assert_eq!(whole.n, n);
        let units: u128 = whole.seats.iter().map(|seat| seat.share_units).sum();
        assert_eq!(units, u128::from(n * SHARE_UNIT));
    }
}

#[test]
fn a_stopped_run_says_so_and_keeps_whole_blocks() {
    let rules = games().remove(0);
    let dealing = Dealing::new(&rules, 8, &[], &[]).expect("a deal");
    let (tally, finished) = simulate_blocks(&rules, &dealing, u64::MAX / 2, 0..1 << 40, &KEY, 2, &mut |_| false);
    assert_eq!(finished.iter().map(|blocks| blocks.end - blocks.start).sum::<u64>() * BLOCK, tally.n);
    // The blocks are those that it says, whatever the threads did.
    let mut sum = Tally::new(8);
    for blocks in finished {
        sum.add(&simulate_blocks(&rules, &dealing, u64::MAX / 2, blocks, &KEY, 1, &mut go_on).0);
    }
    assert_eq!(sum, tally);
    assert!(simulate(&rules, &dealing, u64::MAX / 2, &KEY, 2, &mut |_| false).is_none());
}

#[test]
fn deals_go_on_over_the_end_of_a_block() {
    let rules = games().remove(0);
    let dealing = Dealing::new(&rules, 2, &[], &[]).expect("a deal");
    let mut all = vec![0; 10 * (BLOCK as usize + 5)];
    deal_many(&dealing, &KEY, &mut all);
    let mut first = vec![0; 10 * 7];
    deal_many(&dealing, &KEY, &mut first);
    assert_eq!(all[..70], first[..]);
    assert_ne!(all[10 * BLOCK as usize..][..50], first[..50]);
}

#[test]
fn rule_4_2_deal_order() {
    let rules = games().remove(0);
    let dealing = Dealing::new(&rules, 3, &[], &[]).expect("a deal");
    let order: Vec<(u8, bool)> =
        dealing.positions.iter().map(|position| (position.seat.expect("no community card"), position.up)).collect();
    assert_eq!(order[..6], [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)]);
    assert_eq!(order.len(), 15);
}
