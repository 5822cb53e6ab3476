//! What must hold of any bytes that reach the core: nothing panics, and what is accepted holds together. The tests throw
//! random bytes at it, and the fuzzer those that lead it to code where it has not been.
#![allow(dead_code, reason = "each program uses its own part of this")]

#[path = "../arrays/mod.rs"]
mod arrays;

use std::sync::Arc;

use arrays::Arrays;
use soko::chance::{Key, shuffled_deck};
use soko::engine::{Deal, Game, Hand, LegalAction};
use soko::equity::{SeatCards, Situation, brute_force, exact};
use soko::lockstep::{Play, Setup, Tables};
use soko::ranking::{Ranking, ShowingRanking, WildRanks, evaluate_rows, showing};
use soko::rules::{FieldValue, Named, Preset, Rules, Stakes};
use soko::{Card, Rank, parse_cards};

/// Cards that are read can be written and read again.
pub fn cards(data: &[u8]) {
    if let Ok(cards) = parse_cards(&String::from_utf8_lossy(data)) {
        let written: String = cards.iter().map(ToString::to_string).collect();
        assert_eq!(parse_cards(&written), Ok(cards));
    }
}

/// Indices of cards, after one byte that says what is wild, are worth the same one by one and in a batch.
pub fn hand(data: &[u8]) {
    let mut bytes = Bytes(data);
    let wild = Rank::from_index(bytes.next() % 16).map_or(WildRanks::NONE, |rank| WildRanks::NONE.with(rank));
    let hand = bytes.0;
    for ranking in [Ranking::default(), Ranking::Standard, Ranking::Wild] {
        let mut out = [0];
        if let Ok(strength) = ranking.evaluate_indices(hand, wild) {
            assert!(ranking.place(strength) >= 1);
            assert!(!strength.to_string().is_empty());
            assert!(evaluate_rows(ranking, wild, hand.len(), hand, &mut out, 1).is_ok());
            assert_eq!(out[0], strength.bits());
        } else {
            assert!(evaluate_rows(ranking, wild, hand.len(), hand, &mut out, 1).is_err());
        }
    }
    let cards: Vec<Card> = hand.iter().filter_map(|&index| Card::from_index(index % 64)).collect();
    let _ = showing(&cards, ShowingRanking::Standard, wild);
}

/// Bytes that are used up one by one; when they run out, zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::from(self.next()) % choices.len()]
    }
}

/// Rules that bytes choose: a preset with switches, or nothing where they do not fit together.
fn rules(bytes: &mut Bytes<'_>) -> Option<Rules> {
    let preset = bytes.pick(Preset::ALL);
    let limit = bytes.pick(&["fixed", "pot", "no", "spread"]);
    let ante = u64::from(bytes.next() % 4);
    let text = |text: &str| FieldValue::Text(text.to_owned());
    let mut fields = vec![("limit", text(limit)), ("ante", FieldValue::Number(i128::from(ante.max(1))))];
    for (name, choices) in [
        ("showing_tie", ["position", "suit"]),
        ("odd_chip", ["position", "suit"]),
        ("showing_ranking", ["soko", "standard"]),
    ] {
        if bytes.next().is_multiple_of(4) {
            fields.push((name, text(bytes.pick(&choices))));
        }
    }
    for name in ["open_fold", "burn", "low_chicago", "cap_heads_up", "carry_over", "queens_wild"] {
        match bytes.next() % 6 {
            0 => fields.push((name, FieldValue::Flag(true))),
            1 => fields.push((name, FieldValue::Flag(false))),
            _ => {}
        }
    }
    if bytes.next().is_multiple_of(3) {
        fields.push(("cap", FieldValue::Number(i128::from(bytes.next() % 5))));
    }
    preset.with(fields).ok()
}

fn choose(bytes: &mut Bytes<'_>, legal: &[LegalAction]) -> (LegalAction, Option<u64>) {
    let action = bytes.pick(legal);
    let amount = action.range().map(|(low, high)| {
        let span = high - low;
        low + if span == 0 { 0 } else { u64::from(bytes.next()) * 7919 % (span + 1) }
    });
    (action, amount)
}

/// Plays a hand that bytes choose to its end; whether there was one to play.
pub fn play(data: &[u8]) -> bool {
    let mut bytes = Bytes(data);
    let Some(rules) = rules(&mut bytes) else { return false };
    let (min, max) = (rules.players.min, rules.players.max);
    let game = Arc::new(Game::new(rules).expect("checked rules make a game"));
    let players = min + bytes.next() % (max - min + 1);
    let scale = bytes.pick(&[1, 3, 40]);
    let stacks: Vec<u64> = (0..players).map(|_| 1 + u64::from(bytes.next()) * scale).collect();
    let key = Key(core::array::from_fn(|_| u64::from(bytes.next())));
    let deck: Vec<Card> = shuffled_deck(&key).into_iter().filter_map(Card::from_index).collect();
    let total: u64 = stacks.iter().sum();
    let Ok(mut hand) = Hand::start(game, &stacks, None, Deal::Ahead(&deck), &mut |_| ()) else { return false };
    for step in 0.. {
        assert!(step < 2_000, "a hand ends");
        let chips: u64 = hand.stacks().iter().sum();
        if hand.is_over() {
            assert_eq!(chips, total);
            break;
        }
        assert!(chips <= total);
        let legal = hand.legal_actions();
        assert!(!legal.is_empty(), "somebody is to act");
        let (action, amount) = choose(&mut bytes, &legal);
        // An amount inside a range may still be refused where only steps of it are legal; then its least one is not.
        if hand.act(action.kind, amount, &mut |_| ()).is_err() {
            let least = action.range().map(|(low, _)| low);
            hand.act(action.kind, least, &mut |_| ()).expect("the least amount is legal");
        }
    }
    true
}

/// Hands as text, a line a seat, after one byte for the game: what is read can be written, and where the answer is near,
/// the way chosen for it comes to that of brute force.
pub fn notation(data: &[u8]) {
    const NEAR: u128 = 3_000;
    let mut bytes = Bytes(data);
    let preset = bytes.pick(Preset::ALL);
    let text = String::from_utf8_lossy(bytes.0);
    let mut seats = Vec::new();
    for line in text.lines() {
        match line.parse::<SeatCards>() {
            Ok(seat) => {
                let written = seat.to_string();
                assert_eq!(written.parse::<SeatCards>().map(|seat| seat.to_string()), Ok(written));
                seats.push(seat);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let rules = preset.rules(Stakes::default()).expect("a preset");
    let Ok(situation) = Situation::new(&rules, &seats, &[], true) else { return };
    if situation.cost().runouts <= NEAR {
        let counted = exact(&situation, 1, &mut |_| true).expect("it is near").expect("nobody stops it");
        assert_eq!(counted, brute_force(&situation));
    }
}

/// Tables that bytes choose, played as bytes choose, saved, and loaded from what they saved and from what bytes made of
/// it.
pub fn tables(data: &[u8]) {
    let mut bytes = Bytes(data);
    let Some(rules) = rules(&mut bytes) else { return };
    let players = rules.players.min + bytes.next() % (rules.players.max - rules.players.min + 1);
    let setup = Setup {
        game: Arc::new(Game::new(rules).expect("checked rules make a game")),
        players,
        tables: 1 + usize::from(bytes.next() % 3),
        stacks: (0..players).map(|_| 1 + u64::from(bytes.next())).collect(),
        key: Key([u64::from(bytes.next()), 2, 3, 4]),
        first: 0,
        play: Play::plain(bytes.next().is_multiple_of(2)),
    };
    let Ok(mut tables) = Tables::new(setup.clone()) else { return };
    let steps = usize::from(bytes.next() % 64);
    play_randomly(&mut tables, steps);
    let saved = tables.save();
    let again = Tables::load(setup.clone(), &saved).expect("what was saved can be loaded");
    assert_eq!(again.save(), saved);
    let mut damaged = saved;
    for _ in 0..=bytes.next() % 4 {
        let at = usize::from(bytes.next()) % damaged.len();
        damaged[at] = bytes.next();
    }
    damaged.truncate(damaged.len() - usize::from(bytes.next() % 8 / 7));
    for text in [&damaged[..], bytes.0] {
        if let Ok(mut other) = Tables::load(setup.clone(), text) {
            play_randomly(&mut other, 3);
        }
    }
}

fn play_randomly(tables: &mut Tables, steps: usize) {
    let mut arrays = Arrays::of(tables);
    tables.step_random(steps, 1, arrays.rows());
}
