//! The numbered rules on the end of a hand, Follow the Bitch and Low Chicago, each with its figures.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use engine_support::{Play, Random, soko_room, stakes, with};
use soko::engine::{Deal, Event, Game, Hand, Share};
use soko::ranking::AceInLow;
use soko::rules::{Limit, OddChip, Preset, Rules, Stakes, WildRule};
use soko::{Card, Rank, parse_cards};

/// Rules under which everybody is all-in from the ante, so that stacks are what the players put in.
fn all_in(preset: Preset) -> Rules {
    preset.rules(Stakes { ante: Some(1_000_000), bring_in: bring_in_of(preset), ..Stakes::default() }).unwrap()
}

fn bring_in_of(preset: Preset) -> Option<u64> {
    (preset != Preset::FollowTheBitch && preset != Preset::CanadianStud).then_some(2_000_000)
}

#[test]
fn rule_7_1_all_but_one_fold() {
    let rules = with(soko_room(Limit::Fixed), |rules| rules.low_chicago = true);
    let mut play = Play::start(rules, &[500; 3], &["2c 9h", "2d Ah", "2s 7h"]);
    play.moves("1 complete 20, 2 fold, 0 fold");
    assert!(play.hand.is_over());
    assert_eq!(play.uncalled(), [(1, 20)]);
    assert_eq!(play.won(Share::High), [(1, 0, 15)]);
    assert_eq!(play.won(Share::Low), []);
    assert_eq!(play.shows(), []);
    assert_eq!(play.hand.showdown_order(), []);
    assert_eq!(play.hand.street(), 0);
    assert_eq!(play.hand.payoffs(), [-5, 10, -5]);
    let end = play.events.iter().rposition(|event| matches!(event, Event::Deal { .. })).unwrap();
    assert!(play.events[end + 1..].iter().all(|event| !matches!(event, Event::Street { .. })));
    assert_eq!(play.events.last(), Some(&Event::End));
}

#[test]
fn rule_7_2_layers_of_four_all_ins() {
    let cards = ["Ks Kh Kd 2c 3d", "Qs Qh Qd 4c 5d", "Jh Jd 9c 9d 8s", "As Ah 7d 6s 2d"];
    let play = Play::start(all_in(Preset::Soko), &[100, 200, 300, 400], &cards);
    assert_eq!(play.pots(), [(400, vec![0, 1, 2, 3]), (300, vec![1, 2, 3]), (200, vec![2, 3])]);
    assert_eq!(play.uncalled(), [(3, 100)]);
    assert_eq!(play.won(Share::High), [(0, 0, 400), (1, 1, 300), (2, 2, 200)]);
    assert_eq!(play.hand.payoffs(), [300, 100, -100, -300]);
    assert_eq!(play.hand.contributions(), [100, 200, 300, 300]);
}

#[test]
fn rule_7_2_folded_chips_stay_in() {
    // The folder's 30 are matched in part by the all-in player, in part by the other.
    let cards = ["2c 9h 9s 9d 4c", "2d Ah As 7c 5h", "2h Kh Kd 8c 6s"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[25, 500, 500], &cards);
    play.moves("1 complete 20, 2 call, 0 call, 1 bet 20, 2 raise 40, 1 call, 1 check, 2 bet 40, 1 fold");
    assert_eq!(play.uncalled(), [(2, 40)]);
    assert_eq!(play.pots(), [(75, vec![0, 2]), (80, vec![2])]);
    assert_eq!(play.won(Share::High), [(0, 0, 75), (2, 1, 80)]);
    assert_eq!(play.hand.stacks(), [75, 435, 515]);
}

#[test]
fn rule_7_2_pots_while_betting() {
    let mut play = Play::start(soko_room(Limit::Fixed), &[25, 500, 500], &["2c 9h", "2d Ah", "2h 7h"]);
    play.moves("1 bring-in");
    assert_eq!(play.pots(), [(15, vec![0, 1, 2])], "the antes; bets of this street are not in yet");
    play.moves("2 complete 20, 0 call, 1 call");
    assert_eq!(play.pots(), [(75, vec![0, 1, 2])]);
    play.moves("1 bet 20, 2 call");
    assert_eq!(play.pots(), [(75, vec![0, 1, 2]), (40, vec![1, 2])]);
}

#[test]
fn rule_7_3_the_last_to_bet_shows_first() {
    let cards = ["2c 9h Qd 9d 4c", "2d Ah 6d 7c 5h", "3h Kh Qc 8c 6s", "4h 8s Jc Ts Tc"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 4], &cards);
    play.moves("1 bring-in, 2 call, 3 call, 0 call");
    play.check_street().check_street();
    play.moves("3 check, 0 check, 1 check, 2 bet 40, 3 raise 80, 0 call, 1 fold, 2 call");
    assert_eq!(play.hand.showdown_order(), [3, 0, 2]);
    assert_eq!(play.shows(), [(3, true), (0, false), (2, false)], "tens; the others are beaten");
    assert_eq!(play.hand.shown().iter().collect::<Vec<_>>(), [3]);
}

#[test]
fn rule_7_3_without_a_bet_the_first_live_seat() {
    let cards = ["2c 9h Qd 9d 4c", "2d Ah 6d 7c 5h", "3h Kh Qc Kc 6s"];
    let mut play = Play::with_dealer(soko_room(Limit::Fixed), &[500; 3], Some(1), &cards);
    play.moves("1 bring-in, 2 call, 0 call").check_down();
    assert_eq!(play.shows(), [(2, true), (0, false), (1, false)]);
    let mut play = Play::start(soko_room(Limit::Fixed), &[500; 3], &cards);
    play.moves("1 bring-in, 2 call, 0 call").check_down();
    assert_eq!(play.shows(), [(0, true), (1, false), (2, true)], "each better hand is shown in its turn");
}

#[test]
fn rule_7_3_all_in_hands_are_all_shown() {
    let cards = ["2c 9h Qd 9d 4c", "2d Ah 6d 7c 5h", "3h Kh Qc Kc 6s"];
    let mut play = Play::start(soko_room(Limit::Fixed), &[500, 500, 15], &cards);
    play.moves("1 bring-in, 2 call, 0 call").check_down();
    assert_eq!(play.shows(), [(0, true), (1, true), (2, true)]);
}

#[test]
fn rule_7_4_odd_chips() {
    let rules = stakes(Preset::FiveCardStud, Limit::No, 1, 1, 1, 1);
    let cards = ["3c 2c", "As Kc Qd Jh 9s", "", "", "Ac Kd Qs Jc 9h", "", "Ad Ks Qh Js 9c"];
    let moves = "0 bring-in, 1 raise 31, 2 fold, 3 fold, 4 call, 5 fold, 6 call, 0 fold";
    let mut play = Play::start(rules.clone(), &[500; 7], &cards);
    play.moves(moves).check_down();
    assert_eq!(play.won(Share::High), [(1, 0, 34), (4, 0, 34), (6, 0, 33)]);
    // By suit the aces of spades, diamonds and clubs are served in this order.
    let suits = with(rules, |rules| rules.odd_chip = OddChip::Suit);
    let mut play = Play::start(suits, &[500; 7], &cards);
    play.moves(moves).check_down();
    assert_eq!(play.won(Share::High), [(1, 0, 34), (6, 0, 34), (4, 0, 33)]);
}

#[test]
fn rule_7_4_odd_chips_start_left_of_the_dealer() {
    let cards = ["As Kd Qc Jh Ts", "Ah Ac Td Th 9c", "Ad Ks Qd Jc Tc"];
    let play = Play::start(all_in(Preset::Soko), &[9855; 3], &cards);
    assert_eq!(play.won(Share::High), [(0, 0, 14783), (2, 0, 14782)]);
    let play = Play::with_dealer(all_in(Preset::Soko), &[9855; 3], Some(0), &cards);
    assert_eq!(play.won(Share::High), [(2, 0, 14783), (0, 0, 14782)]);
}

#[test]
fn rule_7_4_odd_chips_in_the_smallest_chip() {
    // 30 in chips of 10 among two: 20 and 10.
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 10, 10, 10, 10), |rules| rules.min_chip = 10);
    let cards = ["As Kd Qc Jh 9s", "Ad Kc Qd Jc 9d", "2c 3c 4d 6h 8c"];
    let mut play = Play::start(rules, &[500; 3], &cards);
    play.moves("2 bring-in, 0 call, 1 call, 0 bet 10, 1 call, 2 fold").check_down();
    assert_eq!(play.won(Share::High), [(0, 0, 40), (1, 0, 40)]);
    let rules = with(all_in(Preset::FiveCardStud), |rules| rules.min_chip = 10);
    let odd = Play::start(rules, &[13, 13, 13], &cards);
    // Three chips of 10 and 9 odd ones: the first gets a chip more, and what is no whole chip.
    assert_eq!(odd.won(Share::High), [(0, 0, 29), (1, 0, 10)]);
}

fn bitch() -> Rules {
    Preset::FollowTheBitch.rules(Stakes::default()).unwrap()
}

/// The wild rank after each change, and whether the next up card sets it, when two players get these up cards in the
/// order dealt, both all-in.
fn wild_changes(rules: Rules, up_cards: &str) -> (Vec<Option<char>>, bool) {
    let up = parse_cards(up_cards).unwrap();
    let mut spare = Card::all().filter(|card| !up.contains(card));
    let mut deck = Vec::new();
    for (street, downs) in [4, 2, 2].into_iter().enumerate() {
        deck.extend(spare.by_ref().take(downs));
        deck.extend(up.iter().skip(street * 2).take(2));
    }
    let mut events = Vec::new();
    let game = Game::new(rules).unwrap().into();
    let mut hand = Hand::start(game, &[1, 1], None, Deal::Manual(&[]), &mut |event| events.push(event)).unwrap();
    for card in deck {
        if hand.chance().is_some() {
            hand.deal(card, &mut |event| events.push(event)).unwrap();
        }
    }
    let change = |event: &Event| if let Event::Wild(rank) = event { Some(rank.map(Rank::letter)) } else { None };
    (events.iter().filter_map(change).collect(), hand.next_is_wild())
}

#[test]
fn rule_8_1_the_card_after_a_queen_is_wild() {
    assert_eq!(wild_changes(bitch(), "Qh 7d 9c 9d Kh Kd"), (vec![Some('7')], false));
    assert_eq!(wild_changes(bitch(), "9c 9d Kh Kd 3c 3d"), (vec![], false), "no queen, no wild");
    assert_eq!(wild_changes(bitch(), "Qh 7d Qs Kc 9c 9d"), (vec![Some('7'), None, Some('K')], false));
}

#[test]
fn rule_8_2_a_queen_that_ends_a_street() {
    assert_eq!(wild_changes(bitch(), "9c Qd 7h 8h 3c 3d"), (vec![], false));
    assert_eq!(wild_changes(bitch(), "Qc 7d 9c Qd 8h 8c"), (vec![Some('7'), None], false), "it ends the wild rank");
    let rules = with(bitch(), |rules| {
        rules.wild = WildRule::FollowTheQueen { carry_over: true, queens_wild: false };
    });
    assert_eq!(wild_changes(rules.clone(), "9c Qd 7h 8h 3c 3d"), (vec![Some('7')], false));
    assert_eq!(wild_changes(rules, "9c 9d 7h 8h 3c Qd"), (vec![], true));
}

#[test]
fn rule_8_3_queen_after_queen() {
    assert_eq!(wild_changes(bitch(), "9c 9d Qh Qs 7d 8d"), (vec![], false), "the second ends its street");
    let rules = with(bitch(), |rules| {
        rules.wild = WildRule::FollowTheQueen { carry_over: true, queens_wild: false };
    });
    assert_eq!(wild_changes(rules, "9c Qh Qs 7d 8d 8c"), (vec![Some('7')], false));
    // Queens that are always wild: a pair of queens with three naturals.
    let cards = ["2d 3c 5d Kh Kd 8s 8c", "2c 3d 5h Th Qd 9s Qc"];
    let rules = with(bitch(), |rules| rules.ante = 50);
    let plain = Play::start(rules.clone(), &[50, 50], &cards);
    assert_eq!(plain.won(Share::High), [(0, 0, 100)]);
    let wild = Play::start(
        with(rules, |rules| rules.wild = WildRule::FollowTheQueen { carry_over: false, queens_wild: true }),
        &[50, 50],
        &cards,
    );
    assert_eq!(wild.won(Share::High), [(1, 0, 100)], "a straight beats two pair");
}

#[test]
fn rule_8_4_the_wild_rank_holds_for_all() {
    // Seat 0 folds the queen and the seven that made sevens wild; seat 1 has a seven in the hole.
    let cards = ["2c 3d Qh 5c 8d", "7c 3c 7h As Ad", "2d 4d Kh Kd Jd"];
    let mut play = Play::start(bitch(), &[100; 3], &cards);
    assert_eq!(play.hand.wild_rank(), Rank::from_letter('7'));
    assert_eq!(play.actor(), Some(1), "a lone wild card is an ace, before the king");
    play.moves("1 check, 2 bet 4, 0 fold, 1 call");
    assert_eq!(play.hand.wild_rank(), Rank::from_letter('7'), "folding changes nothing");
    // A change of the wild rank demotes a made hand.
    let cards = ["2c 3d Qh 5c 8d 9c 6d", "7c 3c 7h As Ad 4h Qs", "2d 4d Kh Kd Jd 5h Td"];
    let mut play = Play::start(bitch(), &[100; 3], &cards);
    play.moves("1 check, 2 check, 0 check").check_down();
    assert_eq!(play.hand.wild_rank(), Rank::from_letter('T'));
    assert_eq!(play.won(Share::High).len(), 1);
}

/// The share of hands, checked down, for which something holds at the end.
fn share_of_hands(rules: &Rules, players: usize, hands: u32, holds: impl Fn(&Hand) -> bool) -> f64 {
    let game = std::sync::Arc::new(Game::new(with(rules.clone(), |rules| rules.ante = 1)).unwrap());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut count = 0;
    for _ in 0..hands {
        let deck = random.deck();
        let hand = Hand::start(game.clone(), &vec![1; players], None, Deal::Ahead(&deck), &mut |_| ()).unwrap();
        count += u32::from(holds(&hand));
    }
    f64::from(count) / f64::from(hands)
}

#[test]
fn rule_8_5_how_often_a_rank_is_wild() {
    let carry = with(bitch(), |rules| {
        rules.wild = WildRule::FollowTheQueen { carry_over: true, queens_wild: false };
    });
    let expected = [
        (2, 0.192_358, 0.320_307),
        (3, 0.350_924, 0.467_227),
        (4, 0.480_022, 0.585_502),
        (5, 0.583_673, 0.679_121),
        (6, 0.665_602, 0.751_774),
        (7, 0.729_231, 0.806_852),
    ];
    for (players, dropped, carried) in expected {
        // Four standard errors of 60,000 hands are below 0.0083.
        let share = share_of_hands(&bitch(), players, 60_000, |hand| hand.wild_rank().is_some());
        assert!((share - dropped).abs() < 0.0083, "{players} players: {share}");
        let share = share_of_hands(&carry, players, 60_000, |hand| hand.wild_rank().is_some());
        assert!((share - carried).abs() < 0.0083, "{players} players, carried over: {share}");
    }
}

fn chicago(preset: Preset) -> Rules {
    with(all_in(preset), |rules| rules.low_chicago = true)
}

#[test]
fn rule_9_1_the_lowest_spade_face_down_wins_half() {
    // The ace of spades is the lowest; one that is face up does not count.
    let cards = ["As 3d 9h 9c 8d 8h 4c", "2s 3h Kh Kc Kd Js 4d", "5c 3c 6h As 7d Td 5s"];
    let cards = [cards[0], cards[1], "5c 3c 6h Ad 7d Td 5s"];
    let play = Play::start(chicago(Preset::SevenCardStud), &[100; 3], &cards);
    assert_eq!(play.won(Share::High), [(1, 0, 150)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 150)]);
    let high = with(chicago(Preset::SevenCardStud), |rules| rules.ace = AceInLow::High);
    assert_eq!(Play::start(high, &[100; 3], &cards).won(Share::Low), [(1, 0, 150)]);
    let up = ["5d 3d As 9c 8d 8h 4c", "Ts 3h Kh Kc Kd Js 4d", "5c 3c 6h Ad 7d Td Qd"];
    assert_eq!(Play::start(chicago(Preset::SevenCardStud), &[100; 3], &up).won(Share::Low), [(1, 0, 150)]);
}

#[test]
fn rule_9_1_a_folded_spade_does_not_count() {
    let rules = with(soko_room(Limit::Fixed), |rules| rules.low_chicago = true);
    let cards = ["9s Kd 4c 5h 2d", "Ts Ah Jd Js 3h", "As 4d"];
    let mut play = Play::start(rules, &[500; 3], &cards);
    play.moves("1 bring-in, 2 fold, 0 call").check_down();
    assert_eq!(play.won(Share::High), [(1, 0, 18)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 17)]);
}

#[test]
fn rule_9_2_without_a_spade_the_best_hand_takes_all() {
    let cards = ["Kh 4d 9c 3h 6s 8s Ac", "7h 7d 2c Ts Td Jd 2h"];
    let play = Play::start(chicago(Preset::SevenCardStud), &[100; 2], &cards);
    assert_eq!(play.won(Share::High), [(1, 0, 200)]);
    assert_eq!(play.won(Share::Low), []);
    // One player wins both halves, the odd chip in the best hand's half.
    let cards = ["Kh 4d 9c 3h 6s 8s Ac", "7h 7s 2c Ts Td Jd 2h", "Kd 4h 9d 3c 6h 8c Qd"];
    let play = Play::start(chicago(Preset::SevenCardStud), &[35; 3], &cards);
    assert_eq!((play.won(Share::High), play.won(Share::Low)), (vec![(1, 0, 53)], vec![(1, 0, 52)]));
}

#[test]
fn rule_9_2_halves_in_whole_chips() {
    // Five chips of 10: three for the best hand, two for the spade.
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 10, 10, 10, 10), |rules| {
        rules.min_chip = 10;
        rules.low_chicago = true;
    });
    let cards = ["2s 9d Qc Jh 4s", "Ad Kc Qd Ac 9c", "2d 3c"];
    let mut play = Play::start(rules, &[500; 3], &cards);
    play.moves("2 bring-in, 0 raise 20, 1 call, 2 fold").check_down();
    assert_eq!((play.won(Share::High), play.won(Share::Low)), (vec![(1, 0, 40)], vec![(0, 0, 40)]));
    let rules = with(chicago(Preset::FiveCardStud), |rules| rules.min_chip = 25_000);
    let stacks = [100_000, 100_000, 25_000];
    let play = Play::start(rules, &stacks, &["2s 9d Qc Jh 4s", "Ad Kc Qd Ac 9c", "2d 3c 4d 7h 8c"]);
    assert_eq!(play.won(Share::High), [(1, 0, 50_000), (1, 1, 75_000)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 25_000), (0, 1, 75_000)]);
}

#[test]
fn rule_9_3_the_physical_card_counts() {
    // Deuces are wild: the deuce of spades is still a spade, the wild deuce of hearts is none.
    let rules = with(bitch(), |rules| {
        rules.low_chicago = true;
        rules.ante = 50;
    });
    let cards = ["2h 4d Qh 9c Jd 8h Td", "2s 3d 2d 9h Jc 8c Tc"];
    let play = Play::start(rules, &[50; 2], &cards);
    assert_eq!(play.hand.wild_rank(), Some(Rank::TWO));
    assert_eq!(play.won(Share::Low), [(1, 0, 50)]);
}

#[test]
fn rule_9_4_each_pot_by_itself() {
    // Main pot 101 (one chip of it from a folder), side pot 40.
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 0, 2, 2, 2), |rules| rules.low_chicago = true);
    let cards = ["2s 9d 3h 8c 4c", "7s Td 5h Jc 6d", "Ad Kc Kd Ah Qc", "2d 3c 4h 7h 9h"];
    let mut play = Play::start(rules, &[33, 53, 53, 2], &cards);
    play.moves("3 bring-in, 0 raise 33, 1 raise 53, 2 call");
    assert_eq!(play.pots(), [(8, vec![0, 1, 2, 3]), (93, vec![0, 1, 2]), (40, vec![1, 2])]);
    assert_eq!(play.won(Share::High), [(2, 0, 4), (2, 1, 47), (2, 2, 20)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 4), (0, 1, 46), (1, 2, 20)]);
    // The same with a short all-in that has the best hand and the lowest spade: the side pot is split by the others.
    let cards = ["As Kd Kc Kh 4c", "9c Td Jh Jc 6d", "5s 3h 9d 8h Qc"];
    let play = Play::start(chicago(Preset::FiveCardStud), &[25, 65, 65], &cards);
    assert_eq!(play.won(Share::High), [(0, 0, 38), (1, 1, 40)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 37), (2, 1, 40)]);
}

#[test]
fn rule_9_4_main_pot_of_101() {
    let rules = with(stakes(Preset::FiveCardStud, Limit::No, 1, 1, 1, 1), |rules| rules.low_chicago = true);
    let cards = ["2s 9d 3h 8c 4c", "7s Td 5h Jc 6d", "Ad Kc Kd Ah Qc", "2d 3c", "3d 4h"];
    let mut play = Play::start(rules, &[33, 53, 53, 100, 100], &cards);
    play.moves("3 bring-in, 4 fold, 0 raise 32, 1 raise 52, 2 call, 3 fold");
    // 99 of the three, the antes of the two who folded, and a bring-in of 1.
    assert_eq!(play.pots()[1], (40, vec![1, 2]));
    assert_eq!(play.pots()[0].0, 102);
    assert_eq!(play.won(Share::High), [(2, 0, 51), (2, 1, 20)]);
    assert_eq!(play.won(Share::Low), [(0, 0, 51), (1, 1, 20)]);
}

#[test]
fn rule_9_5_how_often_no_spade_is_down() {
    let rules = with(bitch(), |rules| rules.low_chicago = true);
    for (players, expected) in [(2, 0.081_755_0), (3, 0.018_949_6), (4, 0.003_638_96), (5, 0.000_547_033)] {
        let share = share_of_hands(&rules, players, 100_000, |hand| {
            hand.awards().iter().all(|award| award.share == Share::High)
        });
        let error = (expected * (1.0 - expected) / 100_000.0_f64).sqrt();
        assert!((share - expected).abs() < 4.5 * error, "{players} players: {share} for {expected}");
    }
}
