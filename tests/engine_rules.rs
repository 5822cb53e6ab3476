//! The numbered rules on seats, forced bets and betting, each with its figures.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use engine_support::{Play, Random, soko_room, stakes, with};
use soko::Card;
use soko::engine::{ActionKind, Chance, Deal, Event, Face, Game, Hand, StartError};
use soko::ranking::{ShowingRanking, WildRanks, showing};
use soko::rules::{BringInCard, Limit, OpenPair, Opener, Preset, Rules, Stakes, Tie};

fn start(rules: Rules, stacks: &[u64], deck: &[Card]) -> Result<(Hand, Vec<Event>), StartError> {
    let mut events = Vec::new();
    let game = Game::new(rules).unwrap().into();
    let hand = Hand::start(game, stacks, None, Deal::Ahead(deck), &mut |event| events.push(event))?;
    Ok((hand, events))
}

fn default(preset: Preset) -> Rules {
    preset.rules(Stakes::default()).unwrap()
}

#[test]
fn rule_3_players_of_each_game() {
    let ranges = [
        (Preset::Soko, 8),
        (Preset::CanadianStud, 8),
        (Preset::FiveCardStud, 10),
        (Preset::SevenCardStud, 8),
        (Preset::FollowTheBitch, 7),
    ];
    let deck = Random(1).deck();
    for (preset, most) in ranges {
        for players in 0..=11 {
            let result = start(default(preset), &vec![100; players], &deck);
            if (2..=most).contains(&players) {
                let (hand, _) = result.unwrap();
                assert_eq!(usize::from(hand.players()), players);
                assert_eq!(hand.live().len() as usize, players);
            } else {
                let error = result.unwrap_err();
                assert_eq!(error, StartError::Players { given: players, min: 2, max: most as u8 });
            }
        }
    }
}

#[test]
fn rule_3_deal_patterns() {
    let patterns = [
        (Preset::Soko, "du u u u"),
        (Preset::CanadianStud, "du u u u"),
        (Preset::FiveCardStud, "du u u u"),
        (Preset::SevenCardStud, "ddu u u u d"),
        (Preset::FollowTheBitch, "ddu du du"),
    ];
    for (preset, pattern) in patterns {
        // All-in from the ante: the cards are dealt through.
        let rules = with(default(preset), |rules| rules.ante = 1);
        let (_, events) = start(rules, &[1, 1], &Random(2).deck()).unwrap();
        let mut dealt = String::new();
        for event in events {
            match event {
                Event::Street { street, .. } if street > 0 => dealt.push(' '),
                Event::Deal { seat: 1, face, .. } => dealt.push(if face == Face::Up { 'u' } else { 'd' }),
                _ => {}
            }
        }
        assert_eq!(dealt, pattern, "{preset:?}");
    }
}

#[test]
fn rule_3_who_brings_in() {
    let actor = |preset: Preset, doors: [&str; 4]| {
        let downs = if preset == Preset::SevenCardStud {
            ["3c 5c", "3d 5d", "3h 5h", "4h 5s"]
        } else {
            ["3c", "3d", "3h", "4h"]
        };
        let cards: Vec<String> = downs.iter().zip(doors).map(|(down, door)| format!("{down} {door}")).collect();
        let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
        Play::start(default(preset), &[100; 4], &cards).actor()
    };
    // The highest card, the ace high, then the highest suit.
    assert_eq!(actor(Preset::Soko, ["9c", "Ah", "As", "2c"]), Some(2));
    assert_eq!(actor(Preset::Soko, ["Kc", "Kd", "Kh", "9s"]), Some(2));
    // The lowest card, suits ignored: the first seat from the dealer among equals.
    assert_eq!(actor(Preset::CanadianStud, ["9c", "Kc", "2s", "2c"]), Some(2));
    assert_eq!(actor(Preset::CanadianStud, ["Ac", "Kc", "Ks", "Qc"]), Some(3));
    // The lowest card, then the lowest suit.
    assert_eq!(actor(Preset::FiveCardStud, ["9c", "Kc", "2s", "2c"]), Some(3));
    assert_eq!(actor(Preset::SevenCardStud, ["2h", "Kc", "2s", "2d"]), Some(3));
}

#[test]
fn rule_3_follow_the_bitch_has_no_bring_in() {
    let play = Play::start(default(Preset::FollowTheBitch), &[100; 3], &["2c 3c 9h", "2d 3d Kh", "2h 3h 8h"]);
    assert_eq!(play.actor(), Some(1));
    assert_eq!(play.legal(), "check, bet 4");
}

#[test]
fn rule_3_first_to_act_later() {
    let cards = ["2c 9h 9s", "2d Ah Kh", "2h 8h 3h"];
    let mut soko = Play::start(soko_room(Limit::Fixed), &[500; 3], &cards);
    assert_eq!(soko.moves("1 bring-in, 2 call, 0 call").actor(), Some(0), "the pair of nines");
    let canadian = Preset::CanadianStud.rules(Stakes::default()).unwrap();
    assert_eq!(canadian.opener, Opener::Lowest);
    let mut play = Play::start(canadian, &[500; 3], &cards);
    assert_eq!(play.moves("2 bring-in, 0 call, 1 call").actor(), Some(2), "eight high");
}

#[test]
fn rule_3_bets_by_street() {
    let cards = ["2c 9h 4s 5d 7c", "2d Ah Kh 8s Jd"];
    let mut soko = Play::start(soko_room(Limit::Fixed), &[500; 2], &cards);
    soko.moves("1 bring-in, 0 call");
    for bet in [20, 40, 40] {
        assert_eq!(soko.legal(), format!("check, bet {bet}"));
        soko.moves("1 check, 0 check");
    }
    assert!(soko.hand.is_over());
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8);
    let mut stud = Play::start(rules, &[500; 2], &["2c 3c 9h 4s 5d 7c", "2d 3d Ah Kh 8s Jd"]);
    stud.moves("0 bring-in, 1 call");
    for bet in [4, 8, 8, 8] {
        assert_eq!(stud.legal(), format!("check, bet {bet}"));
        stud.moves("1 check, 0 check");
    }
    let rules = Preset::FollowTheBitch.rules(Stakes::default()).unwrap();
    let mut bitch = Play::start(rules, &[500; 2], &["2c 3c 9h 4s 5d 7c 8d", "2d 3d Ah Th 8s Jd 9d"]);
    for bet in [4, 8, 8] {
        assert_eq!(bitch.legal(), format!("check, bet {bet}"));
        bitch.moves("1 check, 0 check");
    }
}

#[test]
fn rule_4_1_seats_run_clockwise_from_the_dealer() {
    let play = Play::with_dealer(soko_room(Limit::Fixed), &[500; 3], Some(0), &["2c 9h", "2d 8h", "2h 7h"]);
    let order: Vec<u8> =
        play.events.iter().filter_map(|e| if let Event::Ante { seat, .. } = e { Some(*seat) } else { None }).collect();
    assert_eq!(order, [1, 2, 0]);
    let dealt: Vec<u8> =
        play.events.iter().filter_map(|e| if let Event::Deal { seat, .. } = e { Some(*seat) } else { None }).collect();
    assert_eq!(dealt, [1, 2, 0, 1, 2, 0]);
    let game = std::sync::Arc::new(Game::new(soko_room(Limit::Fixed)).unwrap());
    let error = Hand::start(game, &[5, 5], Some(2), Deal::Manual(&[]), &mut |_| ()).unwrap_err();
    assert_eq!(error, StartError::Dealer { dealer: 2, players: 2 });
}

#[test]
fn rule_4_2_one_card_at_a_time_down_cards_first() {
    let deck = Random(3).deck();
    let (hand, events) = start(stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8), &[100; 3], &deck).unwrap();
    let dealt: Vec<(u8, Face, Card)> = events
        .iter()
        .filter_map(
            |e| if let Event::Deal { seat, face, card } = *e { card.map(|card| (seat, face, card)) } else { None },
        )
        .collect();
    let expected: Vec<(u8, Face, Card)> =
        (0..9).map(|i| ((i % 3) as u8, if i < 6 { Face::Down } else { Face::Up }, deck[i])).collect();
    assert_eq!(dealt, expected);
    assert_eq!(hand.hole_cards(1)[..], [Some(deck[1]), Some(deck[4])]);
    assert_eq!(hand.up_cards(1)[..], [deck[7]]);
}

#[test]
fn rule_4_2_folded_players_are_skipped() {
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 3], &["2c 9h", "2d Ah", "2h 8h"]);
    play.moves("1 bring-in, 2 fold, 0 call");
    assert_eq!([0, 1, 2].map(|seat| play.hand.up_cards(seat).len()), [2, 2, 1]);
}

#[test]
fn rule_4_2_burn() {
    let deck = Random(4).deck();
    let rules = with(soko_room(Limit::Fixed), |rules| rules.burn = true);
    let (hand, events) = start(rules.clone(), &[5, 5], &deck).unwrap();
    let burnt: Vec<Event> = events.into_iter().filter(|event| matches!(event, Event::Burn(_))).collect();
    // Four cards on the first street, then one burnt and two dealt on each.
    assert_eq!(burnt, [4, 7, 10].map(|at| Event::Burn(Some(deck[at]))));
    assert_eq!(hand.up_cards(0)[..], [deck[2], deck[5], deck[8], deck[11]]);
    let play = Play::start(rules, &[5, 5], &[]);
    assert_eq!(play.events.iter().filter(|event| **event == Event::Burn(None)).count(), 3);
}

#[test]
fn rule_4_2_decks_are_checked() {
    let deck = Random(5).deck();
    let rules = soko_room(Limit::Fixed);
    let error = start(rules.clone(), &[500; 8], &deck[..39]).unwrap_err();
    assert_eq!(error, StartError::DeckTooShort { given: 39, needed: 40 });
    assert!(start(rules.clone(), &[500; 8], &deck[..40]).is_ok());
    let mut twice = deck.clone();
    twice[7] = twice[3];
    assert_eq!(start(rules, &[500; 8], &twice).unwrap_err(), StartError::CardTwice(deck[3]));
}

#[test]
fn rule_4_3_community_card() {
    let deck = Random(6).deck();
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8);
    assert_eq!(Game::new(rules.clone()).unwrap().cards_needed(8), 52);
    let (mut hand, mut events) = start(rules, &[100; 8], &deck).unwrap();
    let mut opener = None;
    while !hand.is_over() {
        if hand.street() == 3 {
            opener = hand.opener();
        }
        let kinds: Vec<ActionKind> = hand.legal_actions().iter().map(|action| action.kind).collect();
        let passive = [ActionKind::BringIn, ActionKind::Call, ActionKind::Check];
        let kind = passive.into_iter().find(|kind| kinds.contains(kind)).unwrap();
        hand.act(kind, None, &mut |event| events.push(event)).unwrap();
    }
    assert_eq!(hand.community(), Some(deck[48]));
    assert!(events.contains(&Event::Community(deck[48])));
    assert_eq!(hand.opener(), opener, "the opener of sixth street opens again");
    assert!((0..8).all(|seat| hand.hole_cards(seat).len() == 2 && hand.up_cards(seat).len() == 4));
}

#[test]
fn rule_4_3_the_best_showing_hand_opens_when_the_opener_cannot() {
    let rules = stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8);
    let mut stacks = [100; 8];
    stacks[0] = 11;
    let aces = ["2c 3c Ah As Ad", "2d 4c 2h", "3d 5c 9h", "4d 6c 9s", "5d 7c 9d", "6d 8c Th", "7d 8h Ts", "8d 9c Td"];
    let mut play = Play::start(rules, &stacks, &aces);
    play.moves("1 bring-in, 2 call, 3 call, 4 call, 5 call, 6 call, 7 call, 0 call");
    for _ in 0..2 {
        play.moves("0 check, 1 check, 2 check, 3 check, 4 check, 5 check, 6 check, 7 check");
    }
    play.moves("0 bet 8, 1 call, 2 call, 3 call, 4 call, 5 call, 6 call, 7 call");
    assert!(play.hand.community().is_some());
    let best = (1..8).max_by_key(|&seat| showing(&play.hand.up_cards(seat), ShowingRanking::Standard, WildRanks::NONE));
    assert_eq!(play.actor(), best);
}

#[test]
fn rule_4_4_sums_must_fit() {
    let deck = Random(7).deck();
    let rules = soko_room(Limit::Fixed);
    let half = i64::MAX as u64 / 2;
    assert!(start(rules.clone(), &[half, half], &deck).is_ok());
    assert_eq!(start(rules.clone(), &[half, half, 2], &deck).unwrap_err(), StartError::TooManyChips);
    assert_eq!(start(rules.clone(), &[u64::MAX, u64::MAX], &deck).unwrap_err(), StartError::TooManyChips);
    assert_eq!(start(rules, &[5, 0], &deck).unwrap_err(), StartError::NoChips { seat: 1 });
}

#[test]
fn rule_5_1_antes() {
    let play = Play::start(soko_room(Limit::Fixed), &[500; 8], &[]);
    assert_eq!(play.hand.pot(), 40);
    assert_eq!(play.hand.stacks(), [495; 8]);
    assert_eq!(play.hand.bets(), [0; 8], "dead money is no part of the bet to call");
    let short = Play::start(soko_room(Limit::Fixed), &[3, 500, 500], &[]);
    assert!(short.hand.all_in().contains(0));
    assert_eq!(short.hand.up_cards(0).len(), 1);
    assert_eq!(short.hand.pot(), 13);
}

#[test]
fn rule_5_2_the_bring_in_must_be_posted() {
    let play = Play::start(soko_room(Limit::Fixed), &[500; 3], &["2c 9h", "2d Ah", "2h 8h"]);
    assert_eq!((play.actor(), play.legal().as_str()), (Some(1), "bring-in 10, complete to 20"));
    let pot = Play::start(soko_room(Limit::Pot), &[500; 8], &["2c Ah"]);
    assert_eq!(pot.legal(), "bring-in 10, complete to 20..40");
    let no_limit = Play::start(stakes(Preset::FiveCardStud, Limit::No, 5, 10, 20, 20), &[500; 3], &["2c 3h"]);
    assert_eq!(no_limit.legal(), "bring-in 10, complete to 20..495");
}

#[test]
fn rule_5_3_canadian_stud_needs_a_bet_of_two() {
    let of = |min_bet| Preset::CanadianStud.rules(Stakes { small_bet: Some(min_bet), ..Stakes::default() });
    assert!(of(1).is_err());
    assert_eq!(of(5).unwrap().bring_in.amount, 2);
}

#[test]
fn rule_5_4_the_completion_is_the_first_wager() {
    let cards = ["2c 9h", "2d Ah", "2h 8h", "3c 7h"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 4], &cards);
    play.moves("1 bring-in");
    assert_eq!(play.legal(), "fold, call 10, complete to 20");
    play.moves("2 complete 20, 3 raise 40, 0 raise 60, 1 raise 80");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(2), "fold, call 80"));
    let mut opened = Play::start(soko_room(Limit::Fixed), &[500; 4], &cards);
    opened.moves("1 complete 20, 2 raise 40, 3 raise 60, 0 raise 80");
    assert_eq!(opened.legal(), "fold, call 80");
}

#[test]
fn rule_5_5_no_option_for_the_bring_in() {
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 3], &["2c 9h", "2d Ah", "2h 8h"]);
    play.moves("1 bring-in, 2 call, 0 call");
    assert_eq!(play.hand.street(), 1);
}

#[test]
fn rule_5_6_short_bring_in() {
    let cards = ["2c 9h", "2d Ah", "2h 7h"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500, 11, 500], &cards);
    assert_eq!(play.legal(), "bring-in 6");
    play.moves("1 bring-in 6");
    assert_eq!(play.legal(), "fold, call 10, complete to 20");
    // Against the short bring-in alone only its six chips can be matched.
    play.moves("2 fold");
    assert_eq!(play.legal(), "fold, call 6");
    let mut called = Play::start(soko_room(Limit::Fixed), &[500, 11, 500], &cards);
    called.moves("1 bring-in, 2 call 10");
    assert_eq!(called.legal(), "fold, call 10, complete to 20");
    let mut shorter = Play::start(soko_room(Limit::Fixed), &[13, 11, 500], &cards);
    shorter.moves("1 bring-in");
    assert_eq!(shorter.legal(), "fold, call 8", "nobody else has more than eight chips");
}

#[test]
fn rule_5_7_the_duty_passes_from_an_all_in_player() {
    let cards = ["2c 9h", "2d Ah", "2h 7h", "3c Kh"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500, 5, 500, 500], &cards);
    assert_eq!((play.actor(), play.legal().as_str()), (Some(2), "fold, bring-in 10, complete to 20"));
    play.moves("2 fold");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(3), "fold, bring-in 10, complete to 20"));
    play.moves("3 bring-in");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(0), "fold, call 10, complete to 20"));
    let mut folded = Play::start(soko_room(Limit::Fixed), &[500, 5, 500, 500], &cards);
    folded.moves("2 fold, 3 fold");
    assert!(folded.hand.is_over(), "one player with chips, nothing owed: nobody bets");
    let nobody = Play::start(soko_room(Limit::Fixed), &[500, 5, 5], &cards[..3]);
    assert!(nobody.hand.is_over());
    assert!(!nobody.events.iter().any(|event| matches!(event, Event::BringIn { .. })));
}

#[test]
fn rule_6_1_at_most_four_wagers() {
    let cards = ["2c 9h", "2d Ah"];
    let wagers = "1 complete 20, 0 raise 40, 1 raise 60, 0 raise 80";
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 2], &cards);
    assert_eq!(play.moves(wagers).legal(), "fold, call 80");
    let free = with(soko_room(Limit::Fixed), |rules| rules.cap_heads_up = false);
    let mut play = Play::start(free, &[500; 2], &cards);
    assert_eq!(play.moves(wagers).legal(), "fold, call 80, raise to 100");
    let two = with(soko_room(Limit::Fixed), |rules| rules.cap = 2);
    let mut play = Play::start(two, &[500; 2], &cards);
    assert_eq!(play.moves("1 complete 20, 0 raise 40").legal(), "fold, call 40");
    let mut pot = Play::start(soko_room(Limit::Pot), &[100_000; 2], &cards);
    pot.moves("1 bring-in, 0 complete 20, 1 raise 40, 0 raise 60, 1 raise 80");
    assert_eq!(pot.legal(), "fold, call 80, raise to 100..250", "no cap in pot limit");
}

/// Unit 10 with one more player than acts in the example.
fn tens() -> Rules {
    stakes(Preset::FiveCardStud, Limit::Fixed, 1, 2, 10, 20)
}

#[test]
fn rule_6_2_short_all_in_below_half() {
    let cards = ["2c 9h Ah", "2d 8h Kh", "2h 3d Qh", "4c 7s Jh"];
    let mut play = Play::start(tens(), &[500, 17, 500, 500], &cards);
    play.moves("2 bring-in, 3 call, 0 call, 1 call, 0 bet 10, 1 raise 14");
    assert_eq!(play.legal(), "fold, call 14, raise to 20", "those still to act may complete");
    play.moves("2 call, 3 call");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(0), "fold, call 14"), "who has acted may not");
    let mut completed = Play::start(tens(), &[500, 17, 500, 500], &cards);
    completed.moves("2 bring-in, 3 call, 0 call, 1 call, 0 bet 10, 1 raise 14, 2 raise 20, 3 fold");
    assert_eq!(completed.legal(), "fold, call 20, raise to 30", "a full wager opens the betting again");
}

#[test]
fn rule_6_2_short_all_in_of_half() {
    let cards = ["2c 9h Ah", "2d 8h Kh", "2h 3d Qh", "4c 7s Jh"];
    let mut play = Play::start(tens(), &[500, 18, 500, 500], &cards);
    play.moves("2 bring-in, 3 call, 0 call, 1 call, 0 bet 10, 1 raise 15");
    assert_eq!(play.legal(), "fold, call 15, raise to 25");
    play.moves("2 call, 3 call");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(0), "fold, call 15, raise to 25"), "it reopens");
    play.moves("0 raise 25, 2 raise 35");
    assert_eq!(play.legal(), "fold, call 35", "it counts in the cap");
    let rules = stakes(Preset::FiveCardStud, Limit::Fixed, 15_000, 25_000, 80_000, 160_000);
    let mut real = Play::start(rules, &[5_000_000, 149_500, 5_000_000], &["2c 9h", "2d 8h", "2h 3d"]);
    real.moves("2 complete 80000, 0 call, 1 raise 134500");
    assert_eq!((real.actor(), real.legal().as_str()), (Some(2), "fold, call 134500, raise to 214500"));
}

#[test]
fn rule_6_2_short_all_ins_in_the_other_structures() {
    let rules = stakes(Preset::FiveCardStud, Limit::No, 0, 100, 100, 100);
    let cards = ["2c 9h Ah", "2d 8h Kh", "2h 3d Qh", "4c 7s Jh", "4d 7c Th"];
    // Bet 100, all-in 125, call, all-in 200, call: the bettor faces a full raise, the caller of 125 does not.
    let mut play = Play::start(rules, &[5000, 225, 5000, 300, 5000], &cards);
    play.moves("2 bring-in, 3 call, 4 call, 0 call, 1 call");
    play.moves("0 bet 100, 1 raise 125");
    assert_eq!(play.legal(), "fold, call 125, raise to 225..4900");
    play.moves("2 call, 3 raise 200, 4 call");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(0), "fold, call 200, raise to 300..4900"));
    play.moves("0 call");
    assert_eq!((play.actor(), play.legal().as_str()), (Some(2), "fold, call 200"));
}

#[test]
fn rule_6_3_pot_limit() {
    let rules = stakes(Preset::Soko, Limit::Pot, 100, 150, 150, 150);
    let mut play = Play::start(rules, &[10_000; 8], &["2c Ah"]);
    play.moves("0 bring-in");
    assert_eq!(play.legal(), "fold, call 150, raise to 300..1250");
    play.moves("1 raise 650");
    assert_eq!(play.legal(), "fold, call 650, raise to 1150..2900");
    let rules = stakes(Preset::Soko, Limit::Pot, 1, 2, 2, 2);
    let mut play = Play::start(rules, &[1000; 4], &["2c Ah"]);
    assert_eq!(play.legal(), "bring-in 2, complete to 3..4");
    play.moves("0 bring-in");
    assert_eq!(play.legal(), "fold, call 2, raise to 4..10");
    play.moves("1 raise 10");
    assert_eq!(play.legal(), "fold, call 10, raise to 18..36");
}

#[test]
fn rule_6_3_incomplete_bring_in() {
    let mut play = Play::start(soko_room(Limit::Pot), &[1000; 3], &["2c Ah"]);
    play.moves("0 bring-in");
    assert_eq!(play.legal(), "fold, call 10, complete to 20..45");
    play.moves("1 complete 25");
    assert_eq!(play.legal(), "fold, call 25, raise to 45..100", "the least raise is the least bet");
}

#[test]
fn rule_6_4_spread_limit() {
    let cards = ["2c 9h", "2d 3h", "2h 8h"];
    let canadian = || default(Preset::CanadianStud);
    let mut play = Play::start(canadian(), &[500; 3], &cards);
    assert_eq!((play.actor(), play.legal().as_str()), (Some(1), "bring-in 2, complete to 3..10"));
    play.moves("1 bring-in");
    assert_eq!(play.legal(), "fold, call 2, complete to 4..10");
    play.moves("2 complete 7");
    assert_eq!(play.legal(), "fold, call 7, raise to 12..17", "by five, the last raise, to ten");
    play.moves("0 raise 17, 1 raise 27, 2 raise 37");
    assert_eq!(play.legal(), "fold, call 37", "the cap holds");
    // A pair shows with three cards: both ends double.
    let mut pair = Play::start(canadian(), &[500; 3], &["2c 9h 9s", "2d 3h Kd", "2h 8h 4d"]);
    pair.moves("1 bring-in, 2 call, 0 call");
    assert_eq!(pair.legal(), "check, bet 8..20");
    // Later streets are doubled, and never quadrupled.
    assert_eq!(pair.check_street().legal(), "check, bet 8..20");
    let mut plain = Play::start(canadian(), &[500; 3], &["2c 9h Qs", "2d 3h Kd", "2h 8h 4d"]);
    plain.moves("1 bring-in, 2 call, 0 call");
    assert_eq!(plain.legal(), "check, bet 4..10");
    assert_eq!(plain.check_street().legal(), "check, bet 8..20");
}

#[test]
fn rule_6_4_the_pair_must_be_of_a_live_player() {
    let mut play = Play::start(default(Preset::CanadianStud), &[500; 3], &["2c 9h 9s", "2d 3h Kd", "2h 8h 4d"]);
    play.moves("1 bring-in, 2 call, 0 fold");
    assert_eq!(play.legal(), "check, bet 4..10");
}

#[test]
fn rule_6_5_no_limit() {
    let rules = stakes(Preset::SevenCardStud, Limit::No, 1, 2, 4, 4);
    let mut play = Play::start(rules, &[101, 101, 301], &["2c 3c 3h", "2d 4d 9h", "2h 4h Th"]);
    play.moves("0 bring-in");
    assert_eq!(play.legal(), "fold, call 2, complete to 4..100");
    play.moves("1 complete 10");
    assert_eq!(play.legal(), "fold, call 10, raise to 18..300");
    play.moves("2 raise 300");
    assert_eq!(play.legal(), "fold, call 100");
}

#[test]
fn rule_6_6_no_fold_when_checking_is_free() {
    let cards = ["2c 9h", "2d Ah"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 2], &cards);
    assert_eq!(play.moves("1 bring-in, 0 call").legal(), "check, bet 20");
    let open = with(soko_room(Limit::Fixed), |rules| rules.open_fold = true);
    let mut play = Play::start(open, &[500; 2], &cards);
    assert_eq!(play.moves("1 bring-in, 0 call").legal(), "fold, check, bet 20");
}

#[test]
fn rule_6_7_only_players_with_chips_act() {
    // The pair of aces is all-in: the next best showing hand opens.
    let cards = ["2c Ah As", "2d Kh 9s", "2h Qh Js", "3c 8h 7s"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[15, 500, 500, 500], &cards);
    play.moves("0 bring-in, 1 call, 2 call, 3 call");
    assert_eq!(play.actor(), Some(1));
    play.moves("1 check, 2 bet 20, 3 fold, 1 fold");
    assert!(play.hand.is_over(), "one player with chips: the rest is dealt");
    assert_eq!(play.hand.up_cards(0).len(), 4);
}

#[test]
fn rule_6_8_ties_of_showing_hands() {
    let cards = ["2c 9h Kh", "2d Ad Qc", "2h Ah Qd", "3c 8h 7s"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 4], &cards);
    play.moves("2 bring-in, 3 call, 0 call, 1 call");
    assert_eq!(play.actor(), Some(1), "the first seat from the dealer");
    let suits = with(soko_room(Limit::Fixed), |rules| rules.showing_tie = Tie::Suit);
    let mut play = Play::start(suits, &[500; 4], &cards);
    play.moves("2 bring-in, 3 call, 0 call, 1 call");
    assert_eq!(play.actor(), Some(2), "the ace of hearts");
}

#[test]
fn switch_open_pair_option() {
    let rules =
        || with(stakes(Preset::SevenCardStud, Limit::Fixed, 1, 2, 4, 8), |rules| rules.open_pair = OpenPair::Option);
    let cards = ["2c 3c 9h 9s", "2d 3d 4h Kh", "5h 3h Th 8s"];
    let mut play = Play::start(rules(), &[500; 3], &cards);
    play.moves("1 bring-in, 2 call, 0 call");
    assert_eq!(play.legal(), "check, bet 4, bet 8");
    play.moves("0 bet 8");
    assert_eq!(play.legal(), "fold, call 8, raise to 16");
    let mut small = Play::start(rules(), &[500; 3], &cards);
    small.moves("1 bring-in, 2 call, 0 call, 0 bet 4");
    assert_eq!(small.legal(), "fold, call 4, raise to 8, raise to 12");
    small.moves("1 raise 12");
    assert_eq!(small.legal(), "fold, call 12, raise to 20", "once somebody made the big one, it is the only one");
    let mut no_pair = Play::start(rules(), &[500; 3], &["2c 3c 9h 8h", cards[1], cards[2]]);
    no_pair.moves("1 bring-in, 2 call, 0 call");
    assert_eq!(no_pair.legal(), "check, bet 4");
}

#[test]
fn switch_min_chip() {
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 5, 10, 20, 20), |rules| rules.min_chip = 5);
    let mut play = Play::start(rules, &[505, 112, 505], &["2c 3h", "2d 9h", "2h 8h"]);
    play.moves("0 bring-in");
    assert_eq!(play.legal(), "fold, call 10, complete to 20..107");
    let refused = play.hand.clone().act(ActionKind::Complete, Some(33), &mut |_| ()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "complete to 33 by seat 1 on second street: the smallest chip is 5; legal: fold, call 10, complete to 20..107"
    );
    play.moves("1 complete 107");
    assert_eq!(play.legal(), "fold, call 107, raise to 205..500", "a raise by 97, rounded up to whole chips");
}

#[test]
fn illegal_actions_say_what_is_legal() {
    let cards = ["2c 9h", "2d Ah", "2h 7h"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 3], &cards);
    play.moves("1 bring-in");
    let before = play.hand.clone();
    let mut refuse = |kind, amount| play.hand.act(kind, amount, &mut |_| panic!("no event")).unwrap_err().to_string();
    let legal = "legal: fold, call 10, complete to 20";
    assert_eq!(
        refuse(ActionKind::Complete, Some(30)),
        format!("complete to 30 by seat 2 on second street: it must be 20; {legal}")
    );
    assert_eq!(
        refuse(ActionKind::Bet, Some(20)),
        format!("bet 20 by seat 2 on second street is not possible; {legal}")
    );
    assert_eq!(
        refuse(ActionKind::Fold, Some(1)),
        format!("fold 1 by seat 2 on second street: a fold has no amount; {legal}")
    );
    assert_eq!(play.hand, before);
    let mut over = Play::start(soko_room(Limit::Fixed), &[5, 5], &[]);
    let error = over.hand.act(ActionKind::Check, None, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "check: the hand is over");
    let game = Game::new(soko_room(Limit::Fixed)).unwrap().into();
    let mut waiting = Hand::start(game, &[500; 2], None, Deal::Manual(&[]), &mut |_| ()).unwrap();
    assert_eq!(waiting.chance(), Some(Chance::Seat { seat: 0, face: Face::Down }));
    let error = waiting.act(ActionKind::Check, None, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "check: a card of second street must be dealt first");
}

#[test]
fn default_action_of_an_absent_player() {
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 2], &["2c 9h", "2d Ah"]);
    let kind = |play: &Play| play.hand.default_action().unwrap().kind;
    assert_eq!(kind(&play), ActionKind::BringIn);
    assert_eq!(kind(play.moves("1 bring-in")), ActionKind::Fold);
    assert_eq!(kind(play.moves("0 call")), ActionKind::Check);
    assert_eq!(play.check_down().hand.default_action(), None);
}

#[test]
fn bring_in_cards_of_all_kinds() {
    let highest = with(default(Preset::FiveCardStud), |rules| {
        rules.bring_in.card = BringInCard::Highest;
        rules.bring_in.tie = Tie::Position;
    });
    let play = Play::start(highest, &[500; 3], &["2c 9h", "2d Ah", "2h As"]);
    assert_eq!(play.actor(), Some(1));
}
