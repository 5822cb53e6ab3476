//! Lanes against tables played one by one: the same digits in every game of fixed limit, whatever the kernel.

mod engine_support;

use std::env;
use std::process::Command;
use std::sync::Arc;

use engine_support::Random;
use soko::engine::{ActionKind, Game, Hand};
use soko::kernel::{Kernel, VARIABLE};
use soko::lockstep::{ACTIONS, Rows, Setup, Tables};
use soko::ranking::AceInLow;
use soko::rules::{Limit, Named, OddChip, OpenPair, Opener, Preset, Rules, Stakes, Tie, WildRule};
use soko::simulate::Key;

const KEY: Key = Key([5, 6, 7, 8]);

/// Arrays for some tables, without observations.
#[derive(Debug, PartialEq)]
struct Arrays {
    actors: Vec<i8>,
    legal: Vec<u8>,
    rewards: Vec<i64>,
    terminated: Vec<u8>,
}

impl Arrays {
    fn of(tables: &Tables) -> Self {
        let (n, players) = (tables.setup().tables, usize::from(tables.setup().players));
        let mut arrays = Self {
            actors: vec![99; n],
            legal: vec![99; n * ACTIONS],
            rewards: vec![99; n * players],
            terminated: vec![99; n],
        };
        tables.show(arrays.rows());
        arrays
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            actors: &mut self.actors,
            legal: &mut self.legal,
            observations: None,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
        }
    }
}

/// Tables that go in lanes and the same that do not.
struct Twins {
    tables: [Tables; 2],
    arrays: [Arrays; 2],
}

impl Twins {
    fn new(setup: &Setup) -> Self {
        let tables = [true, false].map(|lanes| {
            let mut tables = Tables::new(setup.clone()).unwrap();
            tables.allow_lanes(lanes);
            tables
        });
        let arrays = [0, 1].map(|twin| Arrays::of(&tables[twin]));
        Self { tables, arrays }
    }

    fn step_random(&mut self, steps: usize, threads: [usize; 2]) {
        for ((tables, arrays), threads) in self.tables.iter_mut().zip(&mut self.arrays).zip(threads) {
            tables.step_random(steps, threads, arrays.rows());
        }
        assert!(self.arrays[0] == self.arrays[1]);
    }

    /// Everything about them is the same: rows, numbers, logs, and hands to the last field.
    fn compare(&self) {
        let [lanes, plain] = &self.tables;
        assert_eq!(lanes.save(), plain.save());
        assert!(lanes.hands().eq(plain.hands()));
        for table in 0..lanes.setup().tables {
            assert_eq!(lanes.hand(table).unwrap(), plain.hand(table).unwrap());
            assert_eq!(lanes.record(table).unwrap(), plain.record(table).unwrap());
        }
    }
}

fn one_of<T: Copy>(random: &mut Random, values: &[T]) -> T {
    values[usize::try_from(random.below(values.len() as u64)).unwrap()]
}

/// A game of fixed limit with random stakes and house rules; in some of them lanes cannot be used.
fn random_rules(random: &mut Random) -> Rules {
    loop {
        let ante = random.below(4);
        let stakes = Stakes {
            limit: Some(Limit::Fixed),
            ante: Some(ante),
            bring_in: Some(1 + random.below(5)),
            small_bet: Some(5 * (1 + random.below(3))),
            big_bet: Some(15 * (1 + random.below(3))),
            ..Stakes::default()
        };
        let preset = one_of(random, Preset::ALL);
        let bring_in = if preset == Preset::FollowTheBitch { Some(0) } else { stakes.bring_in };
        let Ok(mut rules) = preset.rules(Stakes { bring_in, ..stakes }) else { continue };
        rules.cap = one_of(random, &[1, 2, 3, 4, 9]);
        rules.cap_heads_up = random.below(8) > 0;
        rules.open_pair = one_of(random, &[OpenPair::None, OpenPair::None, OpenPair::None, OpenPair::Option]);
        rules.open_fold = random.below(4) == 0;
        rules.burn = random.below(3) == 0;
        rules.odd_chip = one_of(random, &[OddChip::Position, OddChip::Suit]);
        rules.showing_tie = one_of(random, &[Tie::Suit, Tie::Position]);
        rules.bring_in.tie = one_of(random, &[Tie::Suit, Tie::Position]);
        rules.opener = one_of(random, &[Opener::Best, Opener::Lowest]);
        rules.low_chicago = random.below(3) == 0;
        rules.ace = one_of(random, &[AceInLow::Low, AceInLow::High]);
        if let WildRule::FollowTheQueen { carry_over, queens_wild } = &mut rules.wild {
            (*carry_over, *queens_wild) = (random.below(2) == 0, random.below(2) == 0);
        }
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// Tables of a random game; at some of them somebody may run out of chips.
fn random_setup(random: &mut Random, tables: usize) -> Setup {
    let game = Arc::new(Game::new(random_rules(random)).unwrap());
    let range = game.rules().players;
    let players = range.min + random.below(u64::from(range.max - range.min) + 1) as u8;
    let seats = usize::from(players) * if random.below(2) == 0 { 1 } else { tables };
    let least = one_of(random, &[5_000, 5_000, 5_000, 200, 1]);
    let stacks = (0..seats).map(|_| least + random.below(1000)).collect();
    Setup { game, players, tables, stacks, key: KEY, first: random.below(1000), restart: random.below(8) > 0 }
}

#[test]
fn hands_in_lanes_are_those_played_one_by_one() {
    let mut random = Random(21);
    let (mut hands, mut steps_in_all) = (0, 0);
    for _ in 0..250 {
        let setup = random_setup(&mut random, 80);
        let mut twins = Twins::new(&setup);
        for run in 0..12 {
            let steps = one_of(&mut random, &[1, 2, 8, 9, 17, 40, 100, 200]);
            twins.step_random(steps, [1, 1]);
            steps_in_all += steps;
            if run % 4 == 3 {
                twins.compare();
            }
        }
        hands += twins.tables[0].hands().sum::<u64>();
    }
    assert!(hands > 50_000, "{hands} hands in {steps_in_all} steps");
}
