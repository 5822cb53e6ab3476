//! Seats that are played inside, resets, and deals that come again: the same as hands played one by one, and the same
//! with lanes and without.
#![allow(clippy::unwrap_used, reason = "what a test needs is there")]

#[path = "support/arrays/mod.rs"]
mod arrays;

use std::sync::Arc;

use arrays::Arrays;
use soko::chance::{Key, hand_key};
use soko::engine::{Game, MAX_SEATS};
use soko::lockstep::{Autoreset, Onto, Order, Play, Setup, TableError, Tables};
use soko::policies::Policy;
use soko::rules::{Preset, Stakes};

const KEY: Key = Key([1, 2, 3, 4]);
const ALL: Order<'_> = Order { which: None, onto: Onto::Fresh, replace: false, threads: 1 };

fn setup(preset: Preset, players: u8, tables: usize, play: Play) -> Setup {
    let game = Arc::new(Game::new(preset.rules(Stakes::default()).unwrap()).unwrap());
    Setup { game, players, tables, stacks: vec![500; players.into()], key: KEY, first: 9, play }
}

/// A play in which some seats are played inside.
fn seated(autoreset: Autoreset, policies: &[(usize, Policy)]) -> Play {
    let mut inside = [None; MAX_SEATS];
    for &(seat, policy) in policies {
        inside[seat] = Some(policy);
    }
    Play { autoreset, inside, ..Play::default() }
}

/// The actions that the random policy would do.
fn random_actions(tables: &Tables) -> Vec<u8> {
    let mut actions = vec![0; tables.setup().tables];
    let seats = (0..tables.setup().players).collect();
    tables.suggest(Policy::Random, seats, 1, &mut actions, &mut |_| true).unwrap();
    actions
}

/// Where a seat that is played inside is to act, plays what the policies suggest, until none is.
fn advance(plain: &mut Tables, arrays: &mut Arrays, policies: &[(usize, Policy)]) {
    loop {
        let mut actions = vec![0; arrays.actors.len()];
        let seat_of = |actor: i8| policies.iter().find(|&&(seat, _)| i8::try_from(seat) == Ok(actor));
        let which: Vec<u8> = arrays.actors.iter().map(|&actor| u8::from(seat_of(actor).is_some())).collect();
        if !which.contains(&1) {
            return;
        }
        for &(seat, policy) in policies {
            let mut suggested = vec![0; actions.len()];
            let seats = [seat as u8].into_iter().collect();
            plain.suggest(policy, seats, 1, &mut suggested, &mut |_| true).unwrap();
            actions.iter_mut().zip(suggested).for_each(|(action, suggested)| *action |= suggested);
        }
        let order = Order { which: Some(&which), onto: Onto::Step, ..ALL };
        plain.step_some(Some(&actions), &order, arrays.rows(), &mut |_| true).unwrap();
    }
}

#[test]
fn seats_inside_do_what_their_policies_suggest() {
    let policies = [(1, Policy::Tight), (2, Policy::PotOdds), (3, Policy::Random), (4, Policy::Maniac)];
    for preset in [Preset::Soko, Preset::FollowTheBitch] {
        let mut inside = Tables::new(setup(preset, 6, 60, seated(Autoreset::Next, &policies))).unwrap();
        let mut plain = Tables::new(setup(preset, 6, 60, Play::default())).unwrap();
        let (mut shown, mut wanted) = (Arrays::of(&inside), Arrays::of(&plain));
        advance(&mut plain, &mut wanted, &policies);
        assert_eq!(shown, wanted);
        for _ in 0..60 {
            let actions = random_actions(&inside);
            inside.step(&actions, false, 1, shown.rows()).unwrap();
            plain.step(&actions, false, 1, wanted.rows()).unwrap();
            advance(&mut plain, &mut wanted, &policies);
            assert_eq!(shown, wanted);
        }
        assert!(inside.hands().min() > Some(2));
        let again = Tables::load(inside.setup().clone(), &inside.save()).unwrap();
        assert_eq!(again.save(), plain.save());
    }
}

#[test]
fn threads_make_no_difference() {
    let policies = [(0, Policy::Tight), (2, Policy::Random)];
    for autoreset in [Autoreset::Next, Autoreset::Same, Autoreset::Off] {
        let mut twins =
            [1, 3].map(|_| Tables::new(setup(Preset::Soko, 4, 1_000, seated(autoreset, &policies))).unwrap());
        let mut shown = [0, 1].map(|twin| Arrays::of(&twins[twin]));
        for _ in 0..20 {
            for (twin, threads) in [(0, 1), (1, 3)] {
                twins[twin].step_random(1, threads, shown[twin].rows());
            }
        }
        assert_eq!(shown[0], shown[1]);
        assert_eq!(twins[0].save(), twins[1].save());
    }
}

#[test]
fn what_is_stopped_can_be_taken_back() {
    let policies = [(0, Policy::Maniac), (1, Policy::PotOdds), (2, Policy::Call)];
    let mut tables = Tables::new(setup(Preset::Soko, 4, 30_000, seated(Autoreset::Same, &policies))).unwrap();
    let mut shown = Arrays::unobserved(&tables);
    let (before, kept) = (tables.save(), tables.checkpoint(false));
    let stopped = loop {
        let done = tables.step_some::<u8>(None, &ALL, shown.rows(), &mut |_| false);
        if done.is_err() {
            break done;
        }
    };
    assert_eq!(stopped, Err(TableError::Stopped));
    assert_ne!(tables.save(), before);
    tables.restore(kept);
    assert_eq!(tables.save(), before);
}

#[test]
fn lanes_know_duplicates_and_keys_of_tables() {
    for (preset, duplicate) in [(Preset::Soko, true), (Preset::Soko, false), (Preset::FollowTheBitch, true)] {
        let play = Play { duplicate, ..Play::default() };
        let mut twins = [0, 1].map(|_| Tables::new(setup(preset, 5, 200, play.clone())).unwrap());
        twins[1].allow_lanes(false);
        assert!(twins[0].in_lanes());
        let mut shown = [0, 1].map(|twin| Arrays::of(&twins[twin]));
        for turn in 0..40_u64 {
            let which: Vec<u8> = (0..200).map(|table| u8::from((table + turn).is_multiple_of(7))).collect();
            let stacks: Vec<u64> = (0..1000).map(|seat| 400 + seat / 5 + turn).collect();
            for (tables, shown) in twins.iter_mut().zip(&mut shown) {
                let done = match turn % 4 {
                    0 => {
                        tables.step_random(30, 1, shown.rows());
                        Ok(())
                    }
                    1 => tables.reset(&which, None, None, shown.rows(), &mut |_| true),
                    2 => tables.reset(&which, Some(&stacks), Some(Key([turn; 4])), shown.rows(), &mut |_| true),
                    _ => tables.step(&random_actions(tables), false, 1, shown.rows()),
                };
                done.unwrap();
            }
            assert_eq!(shown[0], shown[1]);
            assert_eq!(twins[0].save(), twins[1].save());
        }
        assert!(twins[0].in_lanes());
    }
}

#[test]
fn hands_of_a_deal_have_its_key() {
    let play = Play { duplicate: true, ..Play::default() };
    let mut tables = Tables::new(Setup { stacks: vec![7, 8, 9], ..setup(Preset::Soko, 3, 2, play) }).unwrap();
    assert!(!tables.in_lanes());
    let mut shown = Arrays::of(&tables);
    for hand in 0..9 {
        let deck = soko::chance::shuffled_deck(&hand_key(&KEY, 10, hand / 3));
        let history = tables.history(1).unwrap();
        assert!(history.cards.iter().zip(deck).all(|(card, index)| card.index() == index || history.cards.len() < 52));
        let mut stacks = vec![7, 8, 9];
        stacks.rotate_right((hand % 3) as usize);
        assert_eq!((history.stacks, u64::from(history.dealer)), (stacks, (2 + hand) % 3));
        tables.reset(&[1, 1], None, None, shown.rows(), &mut |_| true).unwrap();
    }
}

#[test]
fn stacks_by_the_deal_are_checked_and_replaced() {
    let play = Play { deals: 2, ..Play::default() };
    let listed = |stacks: Vec<u64>| Setup { stacks, ..setup(Preset::Soko, 2, 2, play.clone()) };
    assert!(matches!(Tables::new(listed(vec![5; 6])), Err(TableError::Stacks { given: 6, .. })));
    assert!(matches!(Tables::new(listed(vec![5, 5, 5, 5, 5, 5, 5, 0])), Err(TableError::Start { table: 1, .. })));
    let mut tables = Tables::new(listed((5..13).collect())).unwrap();
    let mut shown = Arrays::of(&tables);
    assert_eq!(tables.put_stacks(1, 3, &[20, 21]), Ok(()));
    assert!(matches!(tables.put_stacks(1, 3, &[0, 21]), Err(TableError::Start { table: 1, .. })));
    assert_eq!(tables.put_stacks(2, 0, &[5, 5]), Err(TableError::NoTable { table: 2, tables: 2 }));
    assert!(tables.reset(&[1, 1], Some(&[9; 4]), None, shown.rows(), &mut |_| true).is_err());
    tables.reset(&[0, 1], None, None, shown.rows(), &mut |_| true).unwrap();
    assert_eq!(tables.history(1).unwrap().stacks, [20, 21]);
    assert_eq!(tables.history(0).unwrap().stacks, [5, 6]);
}
