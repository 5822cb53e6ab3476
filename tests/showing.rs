//! Showing hands, which only decide who acts first (rules.md 2.11, 2.12), and the lowest spade (rules.md 9.1).

use std::collections::{BTreeMap, BTreeSet};

use soko::ranking::{AceInLow, Showing, ShowingRanking, WildRanks, low_spade, showing};
use soko::{Card, Category, Rank, parse_cards};

const SOKO: ShowingRanking = ShowingRanking::Soko { ace_low_four_straight: true };
const SOKO_ACE_HIGH: ShowingRanking = ShowingRanking::Soko { ace_low_four_straight: false };
const STANDARD: ShowingRanking = ShowingRanking::Standard;
const RANKINGS: [ShowingRanking; 3] = [SOKO, SOKO_ACE_HIGH, STANDARD];

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).expect("cards")
}

fn shown(text: &str, ranking: ShowingRanking) -> Showing {
    showing(&cards(text), ranking, WildRanks::NONE)
}

/// All sets of so many cards.
fn each_set(size: usize, visit: &mut impl FnMut(&[Card])) {
    fn add(deck: &[Card], set: &mut Vec<Card>, left: usize, visit: &mut impl FnMut(&[Card])) {
        let Some(left) = left.checked_sub(1) else { return visit(set) };
        for (i, &card) in deck.iter().enumerate() {
            set.push(card);
            add(&deck[i + 1..], set, left, visit);
            set.pop();
        }
    }
    let deck: Vec<Card> = Card::all().collect();
    add(&deck, &mut Vec::new(), size, visit);
}

/// How many cards each rank has, the larger groups first, and these ranks. As lists this is the order of hands.
fn groups(cards: &[Card]) -> (Vec<usize>, Vec<Rank>) {
    let count = |rank| cards.iter().filter(|card| card.rank() == rank).count();
    let ranks: BTreeSet<Rank> = cards.iter().map(|card| card.rank()).collect();
    let mut groups: Vec<(usize, Rank)> = ranks.into_iter().map(|rank| (count(rank), rank)).collect();
    groups.sort_unstable();
    groups.into_iter().rev().unzip()
}

#[test]
fn groups_and_then_ranks_make_the_order() {
    for size in 1..=4 {
        let mut order = BTreeMap::new();
        each_set(size, &mut |cards| {
            let shown = showing(cards, STANDARD, WildRanks::NONE);
            assert_eq!(*order.entry(groups(cards)).or_insert(shown), shown, "{cards:?}");
            let (counts, _) = groups(cards);
            assert_eq!(shown.has_pair(), counts[0] > 1, "{cards:?}");
            let category = match counts[..] {
                [4] => Category::FourOfAKind,
                [3, ..] => Category::ThreeOfAKind,
                [2, 2] => Category::TwoPair,
                [2, ..] => Category::OnePair,
                _ => Category::HighCard,
            };
            assert_eq!(shown.category(), category, "{cards:?}");
        });
        let in_order: Vec<Showing> = order.into_values().collect();
        assert!(in_order.is_sorted_by(|a, b| a < b), "{size} cards");
        assert!(in_order.is_sorted_by_key(|shown| shown.bits()), "{size} cards");
        assert_eq!(in_order.len(), [13, 91, 455, 1820][size - 1]);
    }
}

/// Of fewer than four cards all rankings make the same.
#[test]
fn four_straights_and_four_flushes_need_four_cards() {
    for size in 1..=3 {
        each_set(size, &mut |cards| {
            let [soko, ace_high, standard] = RANKINGS.map(|ranking| showing(cards, ranking, WildRanks::NONE));
            assert!(soko == standard && ace_high == standard, "{cards:?}");
        });
    }
}

#[test]
fn rule_2_11_four_cards_by_category() {
    for (ranking, high_cards, four_straights, four_flushes, different) in [
        (SOKO, 177_408, 2_772, 2_860, 2_535),
        (SOKO_ACE_HIGH, 177_660, 2_520, 2_860, 2_535),
        (STANDARD, 183_040, 0, 0, 1_820),
    ] {
        let mut counts = [0; Category::COUNT];
        let mut found = BTreeSet::new();
        each_set(4, &mut |cards| {
            let shown = showing(cards, ranking, WildRanks::NONE);
            counts[shown.category() as usize] += 1;
            found.insert(shown);
        });
        let expected = [high_cards, 82_368, four_straights, four_flushes, 2_808, 2_496, 0, 0, 0, 13, 0, 0, 0];
        assert_eq!((counts, found.len()), (expected, different), "{ranking:?}");
    }
}

#[test]
fn four_straights_and_four_flushes_stand_between_a_pair_and_two_pair() {
    let ascending = [
        "As Kd Qc Th",
        "2s 2d 3c 4h",
        "As Ad Kc Qh",
        "As 2d 3c 4h",
        "5s 4d 3c 2h",
        "Ks Qd Jc Th",
        "As Kd Qc Jh",
        "5s 4s 3s 2s",
        "6s 4s 3s 2s",
        "As 4s 3s 2s",
        "Ac Kc Qc Jc",
        "2s 2d 3c 3h",
        "2s 2d 2c 3h",
        "2s 2d 2c 2h",
    ];
    assert!(ascending.map(|text| shown(text, SOKO)).is_sorted_by(|a, b| a < b));
    let low_run = shown("As 2d 3c 4h", SOKO_ACE_HIGH);
    assert_eq!((low_run.category(), low_run), (Category::HighCard, shown("As 2d 3c 4h", STANDARD)));
    for text in ["As 2d 3c Kh", "As 2d Qc Kh", "9s 8d 7c 5h", "9s 8d 8c 6h"] {
        assert!(shown(text, SOKO) < shown("As 2d 3c 4h", SOKO), "{text} is no run");
    }
    assert!(!shown("As Kd Qc Jh", SOKO).has_pair() && !shown("9s 8s 7s 2s", SOKO).has_pair());
}

/// In whatever order the cards come; from the fifth on none counts.
#[test]
fn four_cards_count_in_any_order() {
    for (text, same) in [("4h As 3c 2d", "As 4d 3h 2c"), ("Kd 2s Kc 2d", "2h Ks 2c Kh"), ("As Kd Qc Jh", "Jd Ac Qh Ks")]
    {
        for ranking in RANKINGS {
            assert_eq!(shown(text, ranking), shown(same, ranking));
        }
    }
    assert_eq!(shown("As Kd Qc Jh Js", SOKO), shown("As Kd Qc Jh", SOKO));
    assert_eq!(showing(&[], SOKO, WildRanks::NONE), Showing::default(), "no card shows nothing");
}

#[test]
fn rule_2_12_wild_cards_join_the_largest_group() {
    let nines = WildRanks::from(Rank::from_letter('9'));
    for (text, natural) in [
        ("9s", "As"),
        ("9s Kd", "Kc Kd"),
        ("9s 9d", "As Ad"),
        ("9s 9d 9c", "As Ad Ac"),
        ("9s 9d 9c 9h", "As Ad Ac Ah"),
        ("Ks Kd 9c", "Ks Kd Kc"),
        ("9s 9d Kc", "Ks Kd Kc"),
        ("9s Kd Qc", "Kc Kd Qc"),
        ("2s 2d Kc 9h", "2s 2d 2c Kh"),
        ("Ks Kd Qc 9h", "Ks Kd Kc Qh"),
        ("Ks Kd 2c 2h", "Ks Kd 2c 2h"),
        ("9s 9d Qc Kh", "Ks Kd Kc Qh"),
        ("Ks 9d Kc Kh", "Ks Kd Kc Kh"),
        ("9s 9d Kc Kh", "Ks Kd Kc Kh"),
        ("9s 8s 7s 6s", "8d 8s 7s 6s"),
    ] {
        let natural = shown(natural, STANDARD);
        for ranking in [STANDARD, SOKO] {
            assert_eq!(showing(&cards(text), ranking, nines), natural, "{text} with nines wild");
        }
        assert!(cards(text).len() == 1 || natural.has_pair());
    }
}

#[test]
fn rule_9_1_the_lowest_spade() {
    for (text, ace_low, ace_high) in [
        ("", None, None),
        ("Ah 2d 3c", None, None),
        ("Ks", Some("Ks"), Some("Ks")),
        ("3s 2h 2s Ks", Some("2s"), Some("2s")),
        ("Ks As 2s", Some("As"), Some("2s")),
        ("As Ac Ks Qh", Some("As"), Some("Ks")),
        ("Ts 9s Js 2c", Some("9s"), Some("9s")),
    ] {
        let card = |text: Option<&str>| text.map(|text| cards(text)[0]);
        assert_eq!(low_spade(&cards(text), AceInLow::Low), card(ace_low), "{text}");
        assert_eq!(low_spade(&cards(text), AceInLow::High), card(ace_high), "{text}");
    }
}
