//! Raw bytes thrown at what reads from outside: the card reader, the evaluators, and the engine by way of any rules,
//! stacks, deck and actions. Nothing may panic, and what is accepted must hold together.

use std::sync::Arc;

use proptest::prelude::*;
use soko::engine::{Deal, Game, Hand, LegalAction};
use soko::ranking::{Ranking, WildRanks, evaluate_rows, showing};
use soko::rules::{FieldValue, Named, Preset, Rules};
use soko::simulate::{Key, shuffled_deck};
use soko::{Card, parse_cards};

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
fn play(data: &[u8]) -> bool {
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

/// As many cases as a test needs, or more where `PROPTEST_CASES` asks for more.
fn config(least: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(least), ..default }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn any_text_is_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(cards) = parse_cards(&text) {
            let written: String = cards.iter().map(ToString::to_string).collect();
            prop_assert_eq!(parse_cards(&written), Ok(cards));
        }
    }

    #[test]
    fn any_bytes_are_a_hand_or_refused(hand in proptest::collection::vec(any::<u8>(), 0..9), wild in any::<u16>()) {
        let wild = soko::Rank::from_index((wild % 16) as u8).map_or(WildRanks::NONE, |rank| WildRanks::NONE.with(rank));
        for ranking in [Ranking::default(), Ranking::Standard, Ranking::Wild] {
            let single = ranking.evaluate_indices(&hand, wild);
            if let Ok(strength) = single {
                prop_assert!(ranking.place(strength) >= 1);
                prop_assert!(!strength.to_string().is_empty());
                let mut out = [0];
                prop_assert!(evaluate_rows(ranking, wild, hand.len(), &hand, &mut out, 1).is_ok());
                prop_assert_eq!(out[0], strength.bits());
            }
        }
        let cards: Vec<Card> = hand.iter().filter_map(|&index| Card::from_index(index % 64)).collect();
        let _ = showing(&cards, soko::ranking::ShowingRanking::Standard, wild);
    }
}

#[test]
fn any_bytes_play_a_hand_to_its_end() {
    let mut runner = proptest::test_runner::TestRunner::new(config(100_000));
    let played = std::cell::Cell::new(0u32);
    runner
        .run(&proptest::collection::vec(any::<u8>(), 0..200), |data| {
            played.set(played.get() + u32::from(play(&data)));
            Ok(())
        })
        .expect("no hand breaks a promise");
    assert!(played.get() > 25_000, "only {} hands were played", played.get());
}
