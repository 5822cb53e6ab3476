//! Faults reported against other engines, with the right values.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use engine_support::{Play, Random, soko_room, stakes, with};
use soko::engine::{Deal, Event, Game, Hand, Share};
use soko::rules::{Limit, Preset, Stakes};

fn fixed(stacks: &[u64], doors: &[&str]) -> Play {
    Play::start(soko_room(Limit::Fixed), stacks, doors)
}

#[test]
fn side_pot_of_an_all_in_player_stays_his() {
    let cards = ["Kd Ks 4h 6d 2c", "3c As 5d Tc 9s", "8d Qh 2s Jd 7c"];
    let mut play = fixed(&[25, 500, 500], &cards);
    play.moves("1 complete 20, 2 call, 0 call").check_down();
    assert_eq!(play.pots(), [(75, vec![0, 1, 2])]);
    assert_eq!(play.won(Share::High), [(0, 0, 75)]);
    assert_eq!(play.hand.payoffs(), [50, -25, -25]);
}

#[test]
fn the_unmatched_part_goes_back_when_the_short_stack_wins() {
    let rules = stakes(Preset::Soko, Limit::Fixed, 1000, 2000, 4000, 8000);
    let cards = ["9s 9h 4d 3c 2s", "8s 8h 5d 4c 2h"];
    let play = Play::start(rules, &[98, 102], &cards);
    assert_eq!(play.hand.stacks(), [196, 4]);
    assert_eq!(play.uncalled(), [(1, 4)]);
}

#[test]
fn one_odd_chip_of_two_winners() {
    let cards = ["2c As 3d 4h 9c", "Kc Qd 9s 7h 4s", "Ks Qh 9d 7c 4d"];
    let mut play = fixed(&[500; 3], &cards);
    play.moves("0 bring-in, 1 complete 20, 2 call, 0 fold").check_down();
    assert_eq!(play.won(Share::High), [(1, 0, 33), (2, 0, 32)]);
}

#[test]
fn an_all_in_raise_must_be_answered_but_not_raised() {
    let doors = ["3c 9c", "3d As", "3h 7d"];
    let mut play = fixed(&[45, 500, 500], &doors);
    play.moves("1 complete 20, 2 fold, 0 raise 40");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(1), "fold, call 40"));
    play.moves("1 fold");
    assert_eq!(play.hand.stacks(), [75, 475, 495]);
    assert_eq!(play.uncalled(), [(0, 20)]);
}

#[test]
fn nobody_is_asked_after_an_all_in_call() {
    let mut play = fixed(&[25, 500], &["3c 9c", "3d As"]);
    play.moves("1 complete 20, 0 call");
    assert!(play.hand.is_over());
    assert_eq!(play.hand.up_cards(0).len(), 4);
}

#[test]
fn chips_already_bet_count_towards_the_call() {
    let mut play = Play::start(soko_room_of(10, 20), &[120, 120], &["3c As", "3d 9c"]);
    play.moves("0 bring-in 20, 1 raise 80, 0 raise 110, 1 call 110");
    assert_eq!(play.pots(), [(240, vec![0, 1])]);
    assert_eq!(play.hand.stacks().iter().sum::<u64>(), 240);
}

fn soko_room_of(ante: u64, bring_in: u64) -> soko::Rules {
    stakes(Preset::Soko, Limit::Pot, ante, bring_in, bring_in, bring_in)
}

#[test]
fn a_player_may_always_put_in_all_chips() {
    let mut play = fixed(&[32, 500, 500], &["3c 9c", "3d As", "3h 7d"]);
    play.moves("1 complete 20, 2 call");
    assert_eq!(play.legal(), "fold, call 20, raise to 27");
}

#[test]
fn the_least_raise_does_not_depend_on_the_other_stack() {
    let mut play = Play::start(soko_room_of(10, 20), &[110, 1000], &["3c 9c", "3d As"]);
    play.moves("1 bring-in, 0 raise 80");
    assert_eq!(play.legal(), "fold, call 80, raise to 140..260");
    play.moves("1 raise 140, 0 call 100");
    assert_eq!(play.uncalled(), [(1, 40)]);
    assert_eq!(play.pots(), [(220, vec![0, 1])]);
}

#[test]
fn limits_start_anew_on_every_street() {
    let mut play = Play::start(soko_room_of(10, 20), &[2000; 3], &["3c 9c Kh", "3d As 4h", "3h 7d 5s"]);
    play.moves("1 bring-in, 2 raise 60, 0 call, 1 raise 250, 2 call, 0 call");
    assert_eq!(play.legal(), "check, bet 20..780");
}

#[test]
fn folding_with_nothing_to_call_against_an_all_in_player() {
    let rules = with(soko_room(Limit::Fixed), |rules| rules.open_fold = true);
    let mut play = Play::start(rules, &[25, 500, 500], &["3c 9c", "3d As", "3h 7d"]);
    play.moves("1 complete 20, 2 call, 0 call, 1 fold");
    assert!(play.hand.is_over());
    assert_eq!(play.hand.stacks().iter().sum::<u64>(), 1025);
}

#[test]
fn a_short_ante_heads_up() {
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 10, 15, 30, 60);
    let play = Play::start(rules, &[7, 6], &[]);
    assert_eq!(play.uncalled(), [(0, 1)]);
    assert_eq!(play.pots(), [(12, vec![0, 1])]);
    assert!(!play.events.iter().any(|event| matches!(event, Event::BringIn { .. })));
}

#[test]
fn the_lowest_door_by_suit_or_by_seat() {
    let doors = ["4c 5c 9c", "4d 5d Kc", "4h 5h 2s", "4s 5s 2c", "6c 7c Td", "6d 7d 3h", "6h 7h 6s"];
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8);
    assert_eq!(Play::start(rules, &[100; 7], &doors).actor(), Some(3));
    let canadian = Preset::CanadianStud.rules(Stakes::default()).unwrap();
    let play = Play::start(canadian, &[100; 4], &["4c 9c", "4d Kc", "4h 2s", "4s 2c"]);
    assert_eq!(play.actor(), Some(2));
}

#[test]
fn an_opening_for_the_full_bet_is_raised_by_one_unit() {
    let mut play = fixed(&[500; 2], &["3c 9c", "3d As"]);
    assert_eq!(play.moves("1 complete 20").legal(), "fold, call 20, raise to 40");
}

#[test]
fn a_raise_counts_what_is_in_already() {
    let mut play = fixed(&[500; 3], &["3c 9c", "3d As", "3h 7d"]);
    play.moves("1 bring-in, 2 complete 20, 0 fold, 1 raise 40");
    assert_eq!(play.hand.stacks()[1], 455);
    assert_eq!(play.hand.bets(), [0, 40, 20]);
}

#[test]
fn a_short_raise_over_a_completion() {
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 500, 1000, 2500, 5000);
    let cards = ["4d Ac 8h 5c Js Ad Ts", "Jh 6h Kc 6d 7d 2d 9s", "2c 3c 9h"];
    let mut play = Play::start(rules, &[3390, 241_780, 80_207], &cards);
    play.moves("0 bring-in 1000, 1 complete 2500, 2 fold, 0 raise 2890");
    assert_eq!(play.legal(), "fold, call 2890");
    play.moves("1 call");
    assert_eq!(play.pots(), [(7280, vec![0, 1])]);
    assert_eq!(play.won(Share::High), [(0, 0, 7280)]);
}

#[test]
fn raises_end_heads_up() {
    let mut play = fixed(&[10_000; 2], &["3c 9c", "3d As"]);
    play.moves("1 complete 20, 0 raise 40, 1 raise 60, 0 raise 80");
    assert_eq!(play.legal(), "fold, call 80");
}

#[test]
fn the_best_board_among_live_players_opens() {
    let cards = ["3c 9c 4d", "3d As Kd", "3h 7d 7c", "3s Qh Jh"];
    let mut play = fixed(&[500; 4], &cards);
    play.moves("1 bring-in, 2 fold, 3 call, 0 call");
    assert_eq!(play.actor(), Some(1));
    let mut play = fixed(&[500; 4], &cards);
    play.moves("1 bring-in, 2 fold, 3 complete 20, 0 call, 1 fold");
    assert_eq!(play.actor(), Some(3));
}

#[test]
fn every_hand_has_a_fresh_deck() {
    let game = std::sync::Arc::new(Game::new(soko_room(Limit::Fixed)).unwrap());
    let mut random = Random(11);
    for _ in 0..200 {
        let deck = random.deck();
        let mut hand = Hand::start(game.clone(), &[500; 8], None, Deal::Ahead(&deck), &mut |_| ()).unwrap();
        while let Some(action) = hand.legal_actions().iter().rev().find(|action| !action.kind.is_wager()).copied() {
            hand.act(action.kind, None, &mut |_| ()).unwrap();
        }
        assert!(hand.is_over());
        assert_eq!(hand.dealt().len(), 40);
        assert_eq!(hand.cards_to_come(), deck[40..]);
    }
}

#[test]
fn settled_pots_of_real_hands() {
    // In hundredths: a short call of a raise and later folds in the side pot.
    let rules = stakes(Preset::FiveCardStud, Limit::No, 25_000, 25_000, 25_000, 25_000);
    let cards = ["2c 3c 4d 6h 8s", "9c Jd Ah 5s 2d", "4c 5d 8h 8d Qd", "Kd Ks 4s 6s Jh"];
    let mut play = Play::start(rules, &[1_000_000, 1_000_000, 1_000_000, 178_775], &cards);
    play.moves("0 bring-in, 1 raise 153775, 2 call, 3 call, 0 fold");
    play.moves("1 bet 133725, 2 call, 2 check, 1 check, 2 check, 1 bet 100000, 2 fold");
    assert_eq!(play.uncalled(), [(1, 100_000)]);
    assert_eq!(play.hand.contributions(), [50_000, 312_500, 312_500, 178_775]);
    assert_eq!(play.pots(), [(586_325, vec![1, 3]), (267_450, vec![1])]);
    assert_eq!(play.won(Share::High), [(3, 0, 586_325), (1, 1, 267_450)]);
}

#[test]
fn action_sequences_are_counted() {
    let play = fixed(&[500; 2], &["3c 9c", "3d As"]);
    assert_eq!([0, 1, 2, 3].map(|depth| play.hand.count_sequences(depth)), [1, 2, 6, 10], "up to the next card");
    let game = Game::new(soko_room(Limit::Fixed)).unwrap().into();
    let hand = Hand::start(game, &[500; 2], None, Deal::Ahead(&Random(1).deck()), &mut |_| ()).unwrap();
    assert_eq!([0, 1, 2, 3].map(|depth| hand.count_sequences(depth)), [1, 2, 6, 12]);
    // Both ends of a range count.
    let pot = Play::start(soko_room_of(10, 20), &[1000; 2], &["3c 9c", "3d As"]);
    assert_eq!(pot.legal(), "bring-in 20");
    let pot = Play::start(soko_room_of(30, 20), &[1000; 2], &["3c 9c", "3d As"]);
    assert_eq!(pot.legal(), "bring-in 20, complete to 21..60");
    assert_eq!([1, 2].map(|depth| pot.hand.count_sequences(depth)), [3, 12]);
}
