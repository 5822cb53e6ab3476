//! Equity: every way to an exact answer against brute force, sampling against exact answers, hands as text.

#[path = "support/chance/mod.rs"]
mod chance;

use chance::Chance;
use soko::chance::{BLOCK, Key};
use soko::equity::{
    CHEAP, Holding, Method, SeatCards, Situation, brute_force, check_sampling, exact, exact_by, sample_blocks,
    sample_until,
};
use soko::ranking::AceInLow;
use soko::rules::{Named, Preset, Rules, Stakes, WildRule};
use soko::simulate::{Dealing, SHARE_UNIT, Tally, simulate};
use soko::{Card, parse_cards};

const KEY: Key = Key([1, 2, 3, 4]);

fn go_on(_: u64) -> bool {
    true
}

fn game(preset: Preset) -> Rules {
    preset.rules(Stakes::default()).expect("a preset")
}

fn ask(rules: &Rules, hands: &[&str], dead: &str) -> Situation {
    let seats: Vec<SeatCards> = hands.iter().map(|hand| hand.parse().expect(hand)).collect();
    Situation::new(rules, &seats, &parse_cards(dead).expect(dead), false).expect("a situation")
}

fn answer(situation: &Situation) -> Tally {
    exact(situation, 2, &mut go_on).expect("not too large").expect("not stopped")
}

fn by(situation: &Situation, method: Method) -> Option<Tally> {
    exact_by(situation, method, 2, &mut go_on)
}

/// A deck in no order.
fn shuffled(chance: &mut Chance) -> Vec<Card> {
    let mut deck: Vec<Card> = Card::all().collect();
    chance.shuffle(&mut deck);
    deck
}

/// A question as it was put together.
struct Question {
    rules: Rules,
    seats: Vec<SeatCards>,
    dead: Vec<Card>,
}

impl Question {
    fn situation(&self) -> Situation {
        Situation::new(&self.rules, &self.seats, &self.dead, true).expect("a situation")
    }
}

/// Any game with any switches that matter, most cards known, up to four unknown and two from sets, few cards to come.
fn random_question(chance: &mut Chance) -> Question {
    let mut rules = game(Preset::ALL[chance.below(Preset::ALL.len())]);
    rules.low_chicago = chance.below(2) == 0;
    rules.ace = if chance.below(2) == 0 { AceInLow::Low } else { AceInLow::High };
    if rules.wild != WildRule::None {
        rules.wild = WildRule::FollowTheQueen { carry_over: chance.below(2) == 0, queens_wild: chance.below(2) == 0 };
    }
    let players = 2 + chance.below(usize::from(rules.players.max).min(5) - 1);
    let mut deck = shuffled(chance);
    let layout = Dealing::new(&rules, players, &[], &[]).expect("a deal");
    // Queens among the cards dealt are what makes ranks wild.
    for queen in 40..44 {
        let at = deck.iter().position(|card| card.index() == queen).expect("a whole deck");
        deck.swap(at, chance.below(layout.positions.len()));
    }
    let mut holdings: Vec<Holding> =
        deck.iter().take(layout.positions.len()).map(|&card| Holding::Card(card)).collect();
    let mut open: Vec<Card> = deck.split_off(holdings.len());
    for _ in 0..=chance.below(4) {
        let i = chance.below(holdings.len());
        if let Holding::Card(card) = std::mem::replace(&mut holdings[i], Holding::Unknown) {
            open.push(card);
        }
    }
    for _ in 0..chance.below(3) {
        let i = chance.below(holdings.len());
        if let Holding::Card(card) = holdings[i] {
            let mut cards: Vec<(Card, u64)> = vec![(card, 1 + chance.below(3) as u64)];
            for _ in 0..=chance.below(4) {
                let other = open[chance.below(open.len())];
                if cards.iter().all(|(card, _)| *card != other) {
                    cards.push((other, 1 + chance.below(3) as u64));
                }
            }
            cards.sort_unstable();
            open.push(card);
            holdings[i] = Holding::Range(cards);
        }
    }
    let to_come = holdings.iter().filter(|holding| !matches!(holding, Holding::Card(_))).count();
    let kept = (to_come + 3 + chance.below(4)).min(open.len());
    // The cards of the sets and of the unknown places were put in last.
    let dead = open[..open.len() - kept].to_vec();
    let mut seats = vec![SeatCards::default(); players];
    for (holding, position) in holdings.iter().zip(&layout.positions) {
        if let Some(seat) = position.seat {
            let seat = &mut seats[usize::from(seat)];
            if position.up { &mut seat.up } else { &mut seat.down }.push(holding.clone());
        }
    }
    Question { rules, seats, dead }
}

fn assert_sound(tally: &Tally) {
    let units: u128 = tally.seats.iter().map(|seat| seat.share_units).sum();
    assert_eq!(units, u128::from(tally.n) * u128::from(SHARE_UNIT));
    for seat in &tally.seats {
        assert_eq!(seat.categories.iter().sum::<u64>(), tally.n);
    }
}

#[test]
fn every_way_is_brute_force() {
    let mut chance = Chance(1);
    let mut seen = [0; 4];
    let mut asked = 0;
    while asked < 600 {
        let question = random_question(&mut chance);
        let situation = question.situation();
        let cost = situation.cost();
        if cost.runouts > 60_000 {
            continue;
        }
        asked += 1;
        let slow = brute_force(&situation);
        let what = format!("{} {:?} dead {:?}", question.rules.name, question.seats, question.dead);
        assert_sound(&slow);
        assert_eq!(answer(&situation), slow, "{what}");
        assert_eq!(by(&situation, Method::Enumeration), Some(slow.clone()), "{what}");
        for method in [Method::LastCard, Method::HeadsUp] {
            if let Some(tally) = by(&situation, method) {
                seen[method as usize] += 1;
                assert_eq!(tally, slow, "{method}: {what}");
            }
        }
        seen[cost.method as usize] += 1;
    }
    // Each method but the one that needs none: something was always open.
    assert!(seen[1..].iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn heads_up_is_enumeration() {
    let (soko, seven) = (game(Preset::Soko), game(Preset::SevenCardStud));
    let mut low = game(Preset::SevenCardStud);
    low.low_chicago = true;
    let wild = game(Preset::FollowTheBitch);
    let questions: [(&Rules, &[&str], &str); 9] = [
        (&soko, &["(As) Kd Qd", "(7c) Qh 3h"], ""),
        (&soko, &["(As) Kd Qd", "(?) Qh 3h"], "2c 3c 4c 5c 6c 8c 9c Tc Jc Qc Kc 2h 4h 5h 6h 7h"),
        (&soko, &["(A:0.5|K) Kd Qd", "(7c) Qh 3h"], "2c 3c 4c 5c 6c 8c 9c Tc Jc Qc"),
        (&soko, &["(2-9) Kd Qd 2d", "(?s) Qh 3h 4h"], ""),
        (&seven, &["(As Kd) 3c 4c 5c 6c", "(Ah Kh) 3d 4d 5d 6d"], ""),
        (&seven, &["(A K|Q:2 ?) 3c 4c 5c 6c", "(Ah Kh) 3d 4d 5d 6d"], ""),
        (&seven, &["(A ? ?s) 3c 4c 5c 6c", "(? Kh) 3d 4d 5d 6d"], "2c 7c 8c 9c Tc 2d 7d 8d 9d Td 2h 7h 8h 9h Th"),
        (&low, &["(As 2s Kd) 3c 4c 5c ?", "(Ah Kh 3s) 3d 4d ? ?"], ""),
        (&wild, &["(As Kd ? ?) Qh 7h 8s", "(2c 2d ? 3-5) 7s 8c 3d"], ""),
    ];
    for (rules, hands, dead) in questions {
        let situation = ask(rules, hands, dead);
        let tally = by(&situation, Method::HeadsUp);
        assert!(tally.is_some(), "{hands:?}");
        assert_eq!(tally, by(&situation, Method::Enumeration), "{hands:?}");
    }
}

#[test]
fn three_cards_to_come_each() {
    let situation = ask(&game(Preset::Soko), &["(As) Kd", "(7c) Qh"], "");
    let cost = situation.cost();
    assert_eq!((cost.method, cost.runouts), (Method::HeadsUp, 17_296 * 14_190));
    let tally = answer(&situation);
    assert_sound(&tally);
    assert_eq!(tally.n, 245_430_240);
    // The same runouts with the cards to come in the other seat's order, through the other list.
    let turned = answer(&ask(&game(Preset::Soko), &["(7c) Qh", "(As) Kd"], ""));
    assert_eq!(tally.seats.iter().rev().cloned().collect::<Vec<_>>(), turned.seats);
}

#[test]
fn a_community_card_is_everybody_s() {
    let deck = shuffled(&mut Chance(5));
    let hand = |seat: usize| SeatCards {
        down: (0..2).map(|i| Holding::Card(deck[6 * seat + i])).collect(),
        up: (2..6).map(|i| Holding::Card(deck[6 * seat + i])).collect(),
    };
    let question = Question { rules: game(Preset::SevenCardStud), seats: (0..8).map(hand).collect(), dead: vec![] };
    let situation = question.situation();
    assert_eq!(situation.cost().runouts, 4);
    assert_eq!(answer(&situation), brute_force(&situation));
    assert_near(&situation, &answer(&situation), 20_000);
}

#[test]
fn the_last_street_of_eight() {
    let hands = [
        "(As) 2c 7d 9h",
        "(Ks) 2d 7h 9s",
        "(Qs) 2h 7s 9c",
        "(Js) 2s 7c 9d",
        "(Ts) 3c 8d Th",
        "(Ah) 3d 8h Tc",
        "(Kh) 3h 8s Td",
        "(Qh) 3s 8c Jd",
    ];
    let situation = ask(&game(Preset::Soko), &hands, "");
    assert_eq!(situation.cost().method, Method::LastCard);
    let tally = answer(&situation);
    assert_sound(&tally);
    assert_eq!(tally.n, (13..=20).product::<u64>());
    assert_near(&situation, &tally, 300_000);
}

/// Samples and compares: shares within five standard errors, categories and ties too.
#[expect(clippy::cast_precision_loss, reason = "shares are compared with room for the error of a sample")]
fn assert_near(situation: &Situation, exact: &Tally, n: u64) {
    let (tally, blocks) = sample_blocks(situation, n, 0..n.div_ceil(BLOCK), &KEY, 2, &mut go_on);
    assert_eq!(blocks.first().map(|blocks| blocks.end), Some(n.div_ceil(BLOCK)));
    assert_eq!(tally.n, n);
    assert_sound(&tally);
    let part = |count: u64, of: u64| count as f64 / of as f64;
    let near = |seen: f64, share: f64| (seen - share).abs() <= 5.0 * (share * (1.0 - share) / n as f64).sqrt() + 1e-12;
    for (seat, (seen, right)) in tally.seats.iter().zip(&exact.seats).enumerate() {
        let share = |counts: u128, n: u64| counts as f64 / SHARE_UNIT as f64 / n as f64;
        let off = share(seen.share_units, n) - share(right.share_units, exact.n);
        assert!(off.abs() <= 5.0 * tally.std_error(seat), "seat {seat}: {off}");
        assert!(near(part(seen.ties, n), part(right.ties, exact.n)));
        for (&seen, &right) in seen.categories.iter().zip(&right.categories) {
            assert!(near(part(seen, n), part(right, exact.n)));
        }
    }
    for (&seen, &right) in tally.wild_ranks.iter().zip(&exact.wild_ranks) {
        assert!(near(part(seen, n), part(right, exact.n)));
    }
}

#[test]
fn samples_are_near() {
    let (soko, wild) = (game(Preset::Soko), game(Preset::FollowTheBitch));
    let mut low = wild.clone();
    low.low_chicago = true;
    let questions: [(&Rules, &[&str]); 7] = [
        (&soko, &["(?) Kd", "(?) Qh"]),
        (&soko, &["(A:0.5|K) Kd", "(?s) Qh"]),
        (&soko, &["(As|Ks) 2d Kd Qd", "(As|Qs) 3c 9c 4c"]),
        (&soko, &["(A:1/3|K) 2d Kd Qd", "(A|K:3) 3c 9c 4c", "(A) 7h 2h Qh"]),
        // More ways than one table has: the last set may collide with the first three.
        (&soko, &["(2-9) Ad Kd Qd Jd", "(2-9) Ac Kc Qc Jc", "(2-9) Ah Kh Qh Jh", "(2-9:3|T) As Ks Qs Js"]),
        (&wild, &["(As Kd 3c ?) Qh 7h ?", "(2c 2d 9c 4|5) 7s 8c 3d"]),
        (&low, &["(As Kd 3c ?s) Qh 7h ?", "(2c 2d 9c ?) 7s 8c ?"]),
    ];
    for (rules, hands) in questions {
        let situation = ask(rules, hands, "");
        assert!(situation.cost().is_cheap(), "{hands:?}");
        assert_near(&situation, &answer(&situation), 200_000);
    }
}

#[test]
fn samples_without_sets_are_simulated_deals() {
    let rules = game(Preset::SevenCardStud);
    let situation = ask(&rules, &["(As ?) Kd Qd", "(? ?) 2c ?", "(?) 7h 8h"], "9c 9d");
    let card = |text: &str| text.parse::<Card>().ok();
    let known = [
        vec![card("As"), None, card("Kd"), card("Qd")],
        vec![None, None, card("2c")],
        vec![None, None, card("7h"), card("8h")],
    ];
    let dealing = Dealing::new(&rules, 3, &known, &parse_cards("9c 9d").expect("cards")).expect("a deal");
    let n = BLOCK + 500;
    let (tally, _) = sample_blocks(&situation, n, 0..2, &KEY, 1, &mut go_on);
    assert_eq!(Some(tally), simulate(&rules, &dealing, n, &KEY, 1, &mut go_on));
}

#[test]
fn blocks_of_samples_add_up() {
    let situation = ask(&game(Preset::Soko), &["(2-9) Kd", "(A:0.5|K) Qh", "(?s) 2c"], "");
    let n = 3 * BLOCK + 77;
    let (whole, _) = sample_blocks(&situation, n, 0..4, &KEY, 7, &mut go_on);
    let mut sum = Tally::new(3);
    for blocks in [2..4, 0..1, 1..2] {
        sum.add(&sample_blocks(&situation, n, blocks, &KEY, 1, &mut go_on).0);
    }
    assert_eq!(sum, whole);
    assert_eq!(whole.n, n);
}

#[test]
fn sampling_until_the_error_is_small() {
    let situation = ask(&game(Preset::Soko), &["(2-9) Kd", "(?) Qh", "(?) 2c"], "");
    let sample = sample_until(&situation, 0.001, &KEY, 2, &mut go_on);
    let tally = sample.tally.clone();
    assert!(sample.is_reached);
    assert_eq!(sample.blocks, tally.n / BLOCK);
    assert!((0..3).all(|seat| tally.std_error(seat) <= 0.001));
    assert_eq!(tally.n % BLOCK, 0);
    assert!(tally.n < 400_000, "{}", tally.n);
    assert_eq!(sample, sample_until(&situation, 0.001, &KEY, 1, &mut go_on));
    let (same, _) = sample_blocks(&situation, tally.n, 0..tally.n / BLOCK, &KEY, 3, &mut go_on);
    assert_eq!(same, tally);
    // What was finished when it is stopped is kept, and is said.
    let stopped = sample_until(&situation, 1e-9, &KEY, 2, &mut |_| false);
    assert!(!stopped.is_reached);
    let mut sum = Tally::new(3);
    for blocks in stopped.finished {
        assert!(blocks.end <= stopped.blocks);
        sum.add(&sample_blocks(&situation, stopped.blocks * BLOCK, blocks, &KEY, 1, &mut go_on).0);
    }
    assert_eq!(sum, stopped.tally);
}

#[test]
fn sets_that_nearly_exhaust_the_deck_are_refused() {
    let seats = ["8s", "8h", "8d", "8c", "9s", "9h", "9d"].map(|card| format!("(2-7 2-7) {card} ? ? ? (2-7)"));
    let hands: Vec<&str> = seats.iter().map(String::as_str).collect();
    let situation = ask(&game(Preset::SevenCardStud), &hands, "");
    let rare = check_sampling(&situation).unwrap_err();
    assert!(rare.fitting < 64, "{rare}");
    assert_eq!(check_sampling(&ask(&game(Preset::SevenCardStud), &hands[..3], "")), Ok(()));
    assert_eq!(check_sampling(&ask(&game(Preset::Soko), &["(?) Kd", "(?) Qh"], "")), Ok(()));
}

#[test]
fn seats_and_suits_have_no_names() {
    let suits =
        |text: &str| text.replace('s', "x").replace('d', "s").replace('h', "d").replace('c', "h").replace('x', "c");
    let wild = game(Preset::FollowTheBitch);
    for (rules, hands) in [
        (game(Preset::Soko), ["(As) Kd 2c 8d", "(A:2|K) Qh 2s 9d", "(2-9) 7c 7h Th"]),
        (game(Preset::SevenCardStud), ["(As ? 3c) Kd 2c 8h 9h", "(Ac ? ?h) Qh 2s 8s 9c", "(5c 6c 7c) 7d 7h 9d 8d"]),
        (wild, ["(As 2c 3c ?) Kd 2h 8h", "(Ac ? 4c 5c) Qh 2s 8s", "(5d 6c 7c 9h) 7d 7h 9d"]),
    ] {
        let tally = answer(&ask(&rules, &hands, "Js Jd"));
        let renamed = hands.map(suits);
        let renamed: Vec<&str> = renamed.iter().map(String::as_str).collect();
        let relabelled = answer(&ask(&rules, &renamed, &suits("Js Jd")));
        assert_eq!(relabelled, tally);
        if rules.wild == WildRule::None {
            let turned = answer(&ask(&rules, &[hands[2], hands[0], hands[1]], "Jd Js"));
            assert_eq!(turned.seats, [2, 0, 1].map(|seat: usize| tally.seats[seat].clone()));
        }
    }
}

#[test]
fn dead_cards_reduce_the_count() {
    let rules = game(Preset::Soko);
    let hands = ["(As) Kd 2c 3d", "(?) Qh 2s 9h"];
    assert_eq!(answer(&ask(&rules, &hands, "")).n, 45 * 44 * 43 / 2);
    assert_eq!(answer(&ask(&rules, &hands, "7h")).n, 44 * 43 * 42 / 2);
}

#[test]
fn an_unknown_card_is_the_mean_of_its_cards() {
    let rules = game(Preset::FiveCardStud);
    let unknown = answer(&ask(&rules, &["(?) Kd Qd", "(Ac) Qh 2s"], ""));
    let mut units = 0u128;
    let mut n = 0;
    let known = parse_cards("Kd Qd Ac Qh 2s").expect("cards");
    for card in Card::all().filter(|card| !known.contains(card)) {
        let tally = answer(&ask(&rules, &[&format!("({card}) Kd Qd"), "(Ac) Qh 2s"], ""));
        units += tally.seats[0].share_units;
        n += tally.n;
    }
    // Which of the three cards to come lies face down does not count: each set of them comes three times.
    assert_eq!((units, n), (3 * unknown.seats[0].share_units, 3 * unknown.n));
}

#[test]
fn equal_hands_tie_and_known_hands_need_no_sample() {
    let rules = game(Preset::Soko);
    let equal = ask(&rules, &["(As) Kc Qd Jh 9s", "(Ac) Kd Qs Jc 9h"], "");
    assert_eq!(equal.cost().method, Method::Known);
    let tally = answer(&equal);
    let seats = tally.seats.iter().map(|seat| (seat.wins, seat.ties, seat.share_units));
    assert_eq!(seats.collect::<Vec<_>>(), [(0, 1, 2520), (0, 1, 2520)]);
    let beaten = answer(&ask(&rules, &["(2s) 2d 7c 8h 9s", "(As) Kd Qc 9h 4s"], ""));
    assert_eq!((beaten.n, beaten.seats[0].wins, beaten.seats[1].share_units), (1, 1, 0));
}

#[test]
fn up_cards_are_read_seat_after_seat() {
    let rules = game(Preset::FollowTheBitch);
    let rank_after = |hands: &[&str]| {
        let tally = answer(&ask(&rules, hands, ""));
        let seen: Vec<usize> = (0..14).filter(|&rank| tally.wild_ranks[rank] > 0).collect();
        (seen, tally.n)
    };
    // The queen of seat 0 is followed by the five of seat 1 on the same street.
    assert_eq!(rank_after(&["(As Ks 2c ?) Qh 7h 9s", "(Ac Kc 2d 2h) 5s 8c 9d"]), (vec![3], 39));
    // The queen of seat 1 ends the street, so the seven of the next is not wild.
    assert_eq!(rank_after(&["(As Ks 2c ?) 5s 7h 9s", "(Ac Kc 2d 2h) Qh 8c 9d"]).0, [13]);
    // With the last card of a street to come, thirteen ranks less the queen can be wild, or none.
    assert_eq!(
        rank_after(&["(As Ks 2c 3s) 5s 7h Qh", "(Ac Kc 2d 2h) 6h 8c ?"]).0,
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13]
    );
}

#[test]
fn large_questions_are_refused_and_long_answers_can_be_stopped() {
    let rules = game(Preset::SevenCardStud);
    let blind = ask(&rules, &["(?) ?"; 7], "");
    let error = exact(&blind, 1, &mut go_on).expect_err("too large");
    assert_eq!(error.0.runouts, u128::MAX);
    assert!(error.to_string().starts_with("no exact answer: more than 10^38 runouts"), "{error}");
    let long = ask(&game(Preset::Soko), &["(As) Kd 2c", "(Ac) Qh 2s", "(Ad) 7c 7h"], "");
    let cost = long.cost();
    assert_eq!((cost.method, cost.runouts), (Method::Enumeration, 903 * 820 * 741));
    assert!(!cost.is_cheap());
    assert_eq!(exact(&long, 2, &mut |_| false), Ok(None));
    let fine = ask(&game(Preset::Soko), &["(A:1|K:0.9999999) Jd 2c", "(T:12345678|9:1) Qh 2s", "(Ac) 7c 7h"], "");
    assert!(exact(&fine, 1, &mut go_on).is_err());
    assert_eq!(by(&fine, Method::Enumeration), None);
    assert!(CHEAP < cost.steps);
}
