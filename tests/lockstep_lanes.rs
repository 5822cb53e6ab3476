//! Lanes against tables played one by one: the same digits in every game of fixed limit, whatever the kernel.

#[path = "support/arrays/mod.rs"]
mod arrays;
#[path = "support/engine_support/mod.rs"]
mod engine_support;

use std::env;
use std::process::Command;
use std::sync::Arc;

use arrays::Arrays;
use engine_support::Random;
use soko::Card;
use soko::actions::ACTIONS;
use soko::chance::Key;
use soko::engine::{Action, ActionKind, Deal, Game, Hand};
use soko::kernel::{Kernel, VARIABLE};
use soko::lockstep::{Setup, TableError, Tables};
use soko::policies::Policy;
use soko::rules::{Limit, Named, OpenPair, Preset, Rules, Stakes, Tie};

const KEY: Key = Key([5, 6, 7, 8]);

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
            // Some are asked what was done, of which some is forgotten where hands are long.
            assert!(
                setup.first.is_multiple_of(2)
                    || tables.keep_history(5 + setup.first as usize % 40, &mut |_| true).is_some()
            );
            tables
        });
        let arrays = [0, 1].map(|twin| Arrays::unobserved(&tables[twin]));
        Self { tables, arrays }
    }

    fn step_random(&mut self, steps: usize, threads: [usize; 2]) {
        for ((tables, arrays), threads) in self.tables.iter_mut().zip(&mut self.arrays).zip(threads) {
            tables.step_random(steps, threads, arrays.rows());
        }
        assert!(self.arrays[0] == self.arrays[1]);
    }

    /// Does actions at both; what came of it at each.
    fn step(&mut self, actions: &[u8], replace: bool) -> [Result<(), TableError>; 2] {
        let [one, other] = &mut self.tables;
        let [rows, other_rows] = &mut self.arrays;
        let done = [one.step(actions, replace, 1, rows.rows()), other.step(actions, replace, 1, other_rows.rows())];
        assert!(self.arrays[0] == self.arrays[1]);
        done
    }

    /// Everything about them is the same: rows, numbers, logs, and hands to the last field.
    fn compare(&self) {
        let [lanes, plain] = &self.tables;
        assert_eq!(lanes.save(), plain.save());
        assert!(lanes.hands().eq(plain.hands()));
        for table in 0..lanes.setup().tables {
            assert_eq!(lanes.hand(table).unwrap(), plain.hand(table).unwrap());
            assert_eq!(lanes.history(table).unwrap(), plain.history(table).unwrap());
        }
    }
}

/// Actions of which one in so many is any number, legal or not, and the others are legal.
fn any_actions(random: &mut Random, arrays: &Arrays, wrong: u64) -> Vec<u8> {
    let rows = arrays.legal.chunks(ACTIONS);
    rows.map(|legal| {
        let first = random.below(ACTIONS as u64) as usize;
        let mut from = (first..ACTIONS).chain(0..first);
        if random.below(wrong) == 0 {
            return first as u8;
        }
        from.find(|&action| legal[action] == 1).unwrap_or(0) as u8
    })
    .collect()
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
        let preset = random.one_of(Preset::ALL);
        let bring_in = if preset == Preset::FollowTheBitch { Some(0) } else { stakes.bring_in };
        let Ok(mut rules) = preset.rules(Stakes { bring_in, ..stakes }) else { continue };
        rules.cap = random.one_of(&[1, 2, 3, 4, 9]);
        rules.cap_heads_up = random.below(8) > 0;
        rules.open_pair = random.one_of(&[OpenPair::None, OpenPair::None, OpenPair::None, OpenPair::Option]);
        rules.open_fold = random.below(4) == 0;
        random.choose_house_rules(&mut rules);
        rules.bring_in.tie = random.one_of(&[Tie::Suit, Tie::Position]);
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// Tables of a random game; at some of them somebody may run out of chips.
fn random_setup(random: &mut Random, tables: usize) -> Setup {
    let game = Arc::new(Game::new(random_rules(random)).unwrap());
    let players = random.players(game.rules());
    let seats = usize::from(players) * if random.below(2) == 0 { 1 } else { tables };
    let least = random.one_of(&[5_000, 5_000, 5_000, 200, 1]);
    let stacks = (0..seats).map(|_| least + random.below(1000)).collect();
    Setup { game, players, tables, stacks, key: KEY, first: random.below(1000), restart: random.below(8) > 0 }
}

#[test]
fn hands_in_lanes_are_those_played_one_by_one() {
    let mut random = Random(21);
    let mut hands = [0; 2];
    for _ in 0..600 {
        let setup = random_setup(&mut random, 80);
        let mut twins = Twins::new(&setup);
        for run in 0..12 {
            let steps = random.one_of(&[1, 2, 8, 9, 17, 40, 100, 200]);
            twins.step_random(steps, [1, 1]);
            if run % 4 == 3 {
                twins.compare();
            }
        }
        let in_lanes = twins.tables[0].in_lanes() && setup.stacks.iter().all(|&stack| stack >= 5_000);
        hands[usize::from(in_lanes)] += twins.tables[0].hands().sum::<u64>();
    }
    assert!(hands[1] > 100_000, "{hands:?}");
}

/// Tables of a game in which everybody has chips enough.
fn deep(rules: Rules, players: u8, tables: usize) -> Setup {
    let game = Arc::new(Game::new(rules).unwrap());
    Setup { game, players, tables, stacks: vec![1_000_000; players.into()], key: KEY, first: 7, restart: true }
}

fn soko() -> Rules {
    Preset::Soko.rules(Stakes::default()).unwrap()
}

#[test]
fn every_number_of_players_and_every_game_of_fixed_limit_goes_in_lanes() {
    let mut hands = 0;
    for preset in [Preset::Soko, Preset::FiveCardStud, Preset::SevenCardStud, Preset::FollowTheBitch] {
        let rules = preset.rules(Stakes { limit: Some(Limit::Fixed), ..Stakes::default() }).unwrap();
        for players in 2..=rules.players.max.min(8) {
            let setup = deep(rules.clone(), players, 300);
            let mut twins = Twins::new(&setup);
            twins.arrays = [0, 1].map(|twin| Arrays::of(&twins.tables[twin]));
            assert!(twins.tables[0].in_lanes() && !twins.tables[1].in_lanes());
            for steps in [12, 100, 13, 200, 1, 1, 3, 1] {
                twins.step_random(steps, [1, 1]);
            }
            twins.compare();
            hands += twins.tables[0].hands().sum::<u64>();
        }
    }
    assert!(hands > 100_000, "{hands}");
}

#[test]
fn what_lanes_cannot_play_they_leave_alone() {
    let in_lanes = |preset: Preset, limit, change: &dyn Fn(&mut Rules), players| {
        let mut rules = preset.rules(Stakes { limit: Some(limit), ..Stakes::default() }).unwrap();
        change(&mut rules);
        rules.validate().unwrap();
        Tables::new(deep(rules, players, 1)).unwrap().in_lanes()
    };
    let as_it_is = |_: &mut Rules| ();
    assert!(in_lanes(Preset::Soko, Limit::Fixed, &as_it_is, 6));
    assert!(in_lanes(Preset::Soko, Limit::Fixed, &|rules| rules.cap = 14, 6));
    assert!(!in_lanes(Preset::Soko, Limit::Fixed, &|rules| rules.cap = 15, 6));
    assert!(!in_lanes(Preset::Soko, Limit::Fixed, &|rules| rules.cap_heads_up = false, 6));
    assert!(!in_lanes(Preset::SevenCardStud, Limit::Fixed, &|rules| rules.open_pair = OpenPair::Option, 6));
    assert!(!in_lanes(Preset::FiveCardStud, Limit::Fixed, &as_it_is, 9));
    assert!(!in_lanes(Preset::Soko, Limit::Pot, &as_it_is, 6));
    assert!(!in_lanes(Preset::FiveCardStud, Limit::No, &as_it_is, 6));
    assert!(!in_lanes(Preset::CanadianStud, Limit::Spread, &as_it_is, 6));
    assert!(in_lanes(Preset::FollowTheBitch, Limit::Fixed, &as_it_is, 6));
    let rules = |preset: Preset| preset.rules(Stakes { limit: Some(Limit::Fixed), ..Stakes::default() }).unwrap();
    let hands = |preset| Tables::new(deep(rules(preset), 6, 1)).unwrap().hands_in_lanes();
    assert!(hands(Preset::Soko) && !hands(Preset::FollowTheBitch), "lanes do not follow wild ranks");
    // Amounts beyond 32 bits.
    assert!(!in_lanes(Preset::Soko, Limit::Fixed, &|rules| rules.big_bet = 1 << 40, 6));
}

#[test]
fn threads_and_splits_make_no_difference() {
    let setup = deep(soko(), 6, 1000);
    let mut twins = Twins::new(&setup);
    twins.step_random(337, [3, 1]);
    let mut split = Twins::new(&setup);
    for steps in [1, 100, 11, 25, 200] {
        split.step_random(steps, [2, 3]);
    }
    assert_eq!(split.tables[0].save(), twins.tables[0].save());
    let again = Tables::load(setup, &split.tables[0].save()).unwrap();
    let mut again = Twins { arrays: [0, 1].map(|_| Arrays::unobserved(&again)), tables: [again.clone(), again] };
    again.tables[1].allow_lanes(false);
    again.step_random(50, [1, 1]);
    again.compare();
    twins.step_random(50, [1, 1]);
    assert_eq!(again.tables[0].save(), twins.tables[0].save());
}

#[test]
fn a_card_for_everybody_leaves_the_lanes() {
    let rules = Preset::SevenCardStud.rules(Stakes { limit: Some(Limit::Fixed), ..Stakes::default() }).unwrap();
    let mut common = 0;
    // All eight stay in up to the last but one street, and about one of them acts there at random.
    for before in 28..34 {
        let mut twins = Twins::new(&deep(rules.clone(), 8, 100));
        for _ in 0..before {
            for (tables, arrays) in twins.tables.iter_mut().zip(&mut twins.arrays) {
                let actions: Vec<u8> = arrays.legal.chunks(ACTIONS).map(|row| 1 + row[2]).collect();
                tables.step(&actions, false, 1, arrays.rows()).unwrap();
            }
        }
        twins.step_random(12, [1, 1]);
        twins.compare();
        common += (0..100).filter(|&table| twins.tables[0].hand(table).unwrap().community().is_some()).count();
    }
    assert!(common > 0);
}

/// Does the actions with the greatest numbers, which are wagers wherever these are legal.
fn wager(twins: &mut Twins, steps: usize) {
    for _ in 0..steps {
        for (tables, arrays) in twins.tables.iter_mut().zip(&mut twins.arrays) {
            let legal = arrays.legal.chunks(ACTIONS).map(|row| row.iter().rposition(|&legal| legal == 1));
            let actions: Vec<u8> = legal.map(|action| action.map_or(0, |action| action as u8)).collect();
            tables.step(&actions, false, 1, arrays.rows()).unwrap();
        }
    }
}

#[test]
fn who_has_just_enough_for_a_hand_may_be_all_in_at_its_end() {
    let mut all_in = 0;
    // With one wager a street, a hand costs 25 at most.
    for chips in [24, 25, 26] {
        let setup = deep(Rules { cap: 1, ..soko() }, 3, 200);
        let mut twins = Twins::new(&Setup { stacks: vec![chips; 3], ..setup });
        for _ in 0..20 {
            twins.step_random(13, [1, 1]);
            twins.compare();
            let hands = (0..200).map(|table| twins.tables[0].hand(table).unwrap());
            all_in += hands.filter(|hand| !hand.is_over() && hand.stacks().contains(&0)).count();
        }
    }
    assert!(all_in > 0);
}

#[test]
fn hands_longer_than_the_log_leave_the_lanes() {
    let mut longest = 0;
    for before in [20, 21, 41, 42, 55, 62, 63, 70] {
        let setup = deep(Rules { cap: 14, ..soko() }, 8, 70);
        let mut twins = Twins::new(&setup);
        wager(&mut twins, before);
        for _ in 0..3 {
            twins.step_random(12, [1, 1]);
            twins.compare();
            let lengths = (0..70).map(|table| twins.tables[0].history(table).unwrap().actions.len());
            longest = longest.max(lengths.max().unwrap());
        }
    }
    assert!(longest > 63, "{longest}");
}

#[test]
fn hands_that_came_from_elsewhere_are_played_on() {
    let setup = deep(soko(), 4, 40);
    let mut twins = Twins::new(&setup);
    twins.step_random(20, [1, 1]);
    let deck: Vec<Card> = Card::all().collect();
    let mut hand =
        Hand::start(Arc::clone(&setup.game), &[9, 90, 900, 9000], None, Deal::Ahead(&deck), &mut |_| ()).unwrap();
    hand.act(ActionKind::BringIn, None, &mut |_| ()).unwrap();
    let moves = vec![Action { kind: ActionKind::BringIn, to: 2 }];
    for tables in &mut twins.tables {
        tables.set_hand(3, &hand, moves.clone()).unwrap();
        tables.set_hand(39, &hand, moves.clone()).unwrap();
    }
    for _ in 0..5 {
        twins.step_random(12, [1, 1]);
        twins.compare();
    }
}

#[test]
fn tables_that_are_not_to_restart_stay_as_they_are() {
    let mut twins = Twins::new(&Setup { restart: false, ..deep(soko(), 6, 100) });
    for _ in 0..10 {
        twins.step_random(12, [1, 1]);
        twins.compare();
    }
    assert_eq!(twins.arrays[0].terminated, [1; 100]);
}

/// Single steps, between which the rounds stay in lanes; everything that can be asked or done in between.
#[test]
fn steps_with_given_actions_are_those_one_by_one() {
    let mut random = Random(22);
    let (mut replaced, mut refused, mut hands) = (0, 0, 0);
    for _ in 0..250 {
        let count = random.one_of(&[32_usize, 40, 64, 65, 150, 200]);
        let setup = random_setup(&mut random, count);
        let mut twins = Twins::new(&setup);
        twins.arrays = [0, 1].map(|twin| Arrays::of(&twins.tables[twin]));
        for _ in 0..60 {
            match random.below(12) {
                0 => twins.step_random(random.one_of(&[1, 1, 2, 5, 30]), [1, 1]),
                1 => {
                    // Nothing is done where one is wrong.
                    let actions = any_actions(&mut random, &twins.arrays[0], 40);
                    let [one, other] = twins.step(&actions, false);
                    assert_eq!(one, other);
                    refused += u64::from(one.is_err());
                }
                2 => {
                    let number = random.below(count as u64) as usize;
                    let hand = twins.tables[1].hand(number).unwrap();
                    let history = twins.tables[1].history(number).unwrap();
                    for tables in &mut twins.tables {
                        tables.set_hand(number, &hand, history.actions.clone()).unwrap();
                    }
                }
                3 => twins.compare(),
                4 => {
                    let setup = twins.tables[0].setup().clone();
                    twins.tables[0] = Tables::load(setup, &twins.tables[0].save()).unwrap();
                }
                5 => {
                    let weights: Vec<f64> = (0..count * ACTIONS).map(|_| f64::from(random.below(5) as u8)).collect();
                    let [one, other] = twins.tables.each_ref().map(|tables| {
                        let (mut drawn, mut suggested) = (vec![9; count], vec![9; count]);
                        tables.sample(&weights, &KEY, 1, &mut drawn).unwrap();
                        let all = (0..setup.players).collect();
                        tables.suggest(Policy::Tight, all, 1, &mut suggested, &mut |_| true).unwrap();
                        (drawn, suggested)
                    });
                    assert_eq!(one, other);
                }
                _ => {
                    let actions = any_actions(&mut random, &twins.arrays[0], 30);
                    let done = twins.step(&actions, true);
                    assert_eq!(done, [Ok(()), Ok(())]);
                }
            }
        }
        twins.compare();
        assert_eq!(twins.tables[0].illegal(), twins.tables[1].illegal());
        let again = twins.tables.each_ref().map(Arrays::of);
        assert!(again[0] == again[1]);
        replaced += twins.tables[0].illegal();
        hands += twins.tables[0].hands().sum::<u64>();
    }
    assert!(replaced > 10_000 && refused > 500 && hands > 50_000, "{replaced} {refused} {hands}");
}

#[test]
fn threads_make_no_difference_to_single_steps() {
    let setup = deep(soko(), 6, 8192);
    let mut twins = Twins::new(&setup);
    twins.tables[1].allow_lanes(true);
    let mut random = Random(23);
    for _ in 0..40 {
        let actions = any_actions(&mut random, &twins.arrays[0], 50);
        for ((tables, arrays), threads) in twins.tables.iter_mut().zip(&mut twins.arrays).zip([1, 3]) {
            tables.step(&actions, true, threads, arrays.rows()).unwrap();
            tables.step_random(1, threads, arrays.rows());
        }
        assert!(twins.arrays[0] == twins.arrays[1]);
    }
    twins.compare();
}

/// The name of the test below that runs by itself, with one kernel, and says what came out.
const RUN: &str = "a_run_with_the_kernel_in_use";

#[test]
fn a_run_with_the_kernel_in_use() {
    let mut twins = Twins::new(&deep(soko(), 6, 500));
    twins.step_random(200, [1, 1]);
    for step in 0..60 {
        let actions = any_actions(&mut Random(step), &twins.arrays[0], 20);
        twins.step(&actions, true).iter().for_each(|done| assert!(done.is_ok()));
    }
    twins.compare();
    let bytes = twins.tables[0].save();
    let digest = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    println!("{} digest {digest:016x}", Kernel::chosen().unwrap().name());
}

#[test]
fn all_kernels_give_the_same_digits() {
    let kernels = Kernel::detected().with_lesser().iter().copied();
    let digests: Vec<String> = kernels
        .map(|kernel| {
            let mut run = Command::new(env::current_exe().unwrap());
            let output = run.args([RUN, "--exact", "--nocapture"]).env(VARIABLE, kernel.name()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let (_, digest) = text.split_once(&format!("{} digest ", kernel.name())).unwrap();
            digest[..16].to_owned()
        })
        .collect();
    assert!(digests.iter().all(|digest| *digest == digests[0]), "{digests:?}");
}
