//! The fixed set of actions: each is a legal move, no two are the same one, and nothing that could be meant is missing.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use engine_support::{Play, Random, soko_room, stakes, with};
use soko::actions::{ACTIONS, from_action, legal_mask, to_action};
use soko::engine::{Action, ActionKind, Deal, Game, Hand};
use soko::rules::{Limit, Named, OpenPair, Preset, Rules, Stakes};

/// The amounts of the actions of a hand, in their order.
fn moves(hand: &Hand) -> Vec<(u8, ActionKind, u64)> {
    (0..ACTIONS as u8).filter_map(|a| to_action(hand, a).map(|action| (a, action.kind, action.to))).collect()
}

#[test]
fn fixed_limit_has_one_size() {
    let mut play = Play::start(soko_room(Limit::Fixed), &[1000; 3], &["2c As", "3c Kd", "4c Qd"]);
    assert_eq!(moves(&play.hand), [(2, ActionKind::BringIn, 10), (3, ActionKind::Complete, 20)]);
    play.moves("0 bring-in 10");
    let want = [(0, ActionKind::Fold, 0), (1, ActionKind::Call, 10), (3, ActionKind::Complete, 20)];
    assert_eq!(moves(&play.hand), want);
    assert_eq!(legal_mask(&play.hand), 0b000_1011);
}

#[test]
fn an_open_pair_offers_the_second_size() {
    let rules =
        with(stakes(Preset::SevenCardStud, Limit::Fixed, 5, 10, 20, 40), |rules| rules.open_pair = OpenPair::Option);
    let mut play = Play::start(rules, &[1000; 2], &["2c 3c Ks Kd", "4c 5c 7d 9h"]);
    play.moves("1 bring-in 10, 0 call");
    assert_eq!(moves(&play.hand), [(1, ActionKind::Check, 0), (3, ActionKind::Bet, 20), (6, ActionKind::Bet, 40)]);
}

#[test]
fn pot_limit_has_half_the_pot_and_the_pot() {
    // Rules.md 6.3: eight antes of 100, bring-in 150: raise to 300..1250.
    let rules = stakes(Preset::Soko, Limit::Pot, 100, 150, 300, 300);
    let mut play = Play::start(rules, &[10_000; 8], &["2c As"]);
    play.moves("0 bring-in 150");
    // A call makes the pot 1100; half of it goes over the call.
    let want = [
        (0, ActionKind::Fold, 0),
        (1, ActionKind::Call, 150),
        (3, ActionKind::Complete, 300),
        (4, ActionKind::Complete, 700),
        (5, ActionKind::Complete, 1250),
    ];
    assert_eq!(moves(&play.hand), want);
    let between = Action { kind: ActionKind::Complete, to: 701 };
    assert_eq!(from_action(&play.hand, between), None);
    assert_eq!(from_action(&play.hand, Action { kind: ActionKind::Complete, to: 700 }), Some(4));
}

#[test]
fn no_limit_ends_with_all_chips_and_parts_are_rounded_down() {
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 5, 10, 20, 20), |rules| rules.min_chip = 5);
    let mut play = Play::start(rules, &[1003, 1003, 1003], &["2c 2d", "3c Kd", "4c Qd"]);
    play.moves("0 bring-in 10, 1 complete 65");
    // The pot is 90; a call makes it 155, half of which is 77, and 142 is not a whole number of chips.
    let want = [
        (0, ActionKind::Fold, 0),
        (1, ActionKind::Call, 65),
        (3, ActionKind::Raise, 120),
        (4, ActionKind::Raise, 140),
        (5, ActionKind::Raise, 220),
        (6, ActionKind::Raise, 998),
    ];
    assert_eq!(moves(&play.hand), want);
}

#[test]
fn spread_limit_has_the_least_and_the_most() {
    let rules = Preset::CanadianStud.rules(Stakes::default()).unwrap();
    let most = rules.max_bet.unwrap();
    let play = Play::start(rules, &[1000; 3], &["Kc 2d", "3c Kd", "4c Qd"]);
    let wagers: Vec<_> = moves(&play.hand).into_iter().filter(|way| way.0 > 2).map(|way| (way.0, way.2)).collect();
    assert_eq!(wagers.len(), 2);
    assert_eq!(wagers[0].0, 3);
    assert_eq!(wagers[1], (6, most));
}

/// Plays random hands and looks at every decision.
fn sweep(rules: Rules, chips: u64, random: &mut Random) -> usize {
    let game = std::sync::Arc::new(Game::new(rules).unwrap());
    let players = usize::from(game.rules().players.min) + random.below(3) as usize;
    let stacks: Vec<u64> = (0..players).map(|_| 1 + random.below(chips)).collect();
    let mut hand = Hand::start(game, &stacks, None, Deal::Ahead(&random.deck()), &mut |_| ()).unwrap();
    let mut decisions = 0;
    while hand.actor().is_some() {
        let (legal, mask) = (hand.legal_actions(), legal_mask(&hand));
        let ways = moves(&hand);
        assert_eq!(mask, ways.iter().fold(0, |mask, way| mask | 1 << way.0));
        assert_eq!(
            ways.iter().map(|&(_, kind, to)| (kind, to)).collect::<std::collections::HashSet<_>>().len(),
            ways.len()
        );
        for &(a, kind, to) in &ways {
            let mut next = hand.clone();
            next.act(kind, kind.has_amount().then_some(to), &mut |_| ()).unwrap();
            assert_eq!(from_action(&hand, Action { kind, to }), Some(a));
        }
        // The least and the most of everything that is legal can be meant.
        for action in legal.iter() {
            for to in [action.low, action.high] {
                assert!(from_action(&hand, Action { kind: action.kind, to }).is_some(), "{legal}: {action} at {to}");
            }
        }
        let (_, kind, to) = ways[random.below(ways.len() as u64) as usize];
        hand.act(kind, kind.has_amount().then_some(to), &mut |_| ()).unwrap();
        decisions += 1;
    }
    assert_eq!(legal_mask(&hand), 0);
    assert_eq!(to_action(&hand, 0), None);
    decisions
}

#[test]
fn each_action_is_a_move_of_its_own_in_every_game() {
    let mut random = Random(7);
    let mut decisions = 0;
    for &preset in Preset::ALL {
        for limit in [Limit::Fixed, Limit::Pot, Limit::No, Limit::Spread] {
            let Ok(rules) = preset.rules(Stakes { limit: Some(limit), ..Stakes::default() }) else { continue };
            for chips in [10, 100, 10_000] {
                for _ in 0..50 {
                    decisions += sweep(rules.clone(), chips, &mut random);
                }
            }
        }
    }
    assert!(decisions > 10_000, "{decisions}");
}
