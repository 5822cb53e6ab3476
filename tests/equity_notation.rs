//! Hands as text, and which of them make a question.

use proptest::prelude::*;
use soko::equity::{EquityError, Holding, Method, NotationError, SeatCards, Situation};
use soko::rules::{Preset, Rules, Stakes};
use soko::simulate::DealError;
use soko::{Card, CardError, CardSet, Rank, Suit, parse_cards};

fn game(preset: Preset) -> Rules {
    preset.rules(Stakes::default()).expect("a preset")
}

fn card(text: &str) -> Card {
    text.parse().expect(text)
}

fn read(text: &str) -> SeatCards {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn known(text: &str) -> Vec<Holding> {
    parse_cards(text).expect(text).into_iter().map(Holding::Card).collect()
}

fn range(cards: CardSet, weight: impl Fn(Card) -> u64) -> Holding {
    Holding::Range(cards.iter().map(|card| (card, weight(card))).collect())
}

#[test]
fn known_and_unknown_cards() {
    let seat = read("(As) Kd Qh");
    assert_eq!((seat.down, seat.up), (known("As"), known("Kd Qh")));
    let unknown = Holding::Unknown;
    let seat = read("(?) 7c ?");
    assert_eq!((&seat.down[..], &seat.up[1..]), (&[unknown.clone()][..], &[unknown.clone()][..]));
    for text in ["(As ?) Kd", "(As)(?) Kd", "(As?)Kd", "Kd (A♠) (?)", " ( As , ? ) 　Kd ", "(as)\tKD (?)"] {
        let seat = read(text);
        assert_eq!((seat.down, seat.up), ([known("As"), vec![unknown.clone()]].concat(), known("Kd")), "{text}");
    }
    // The last card of seven-card stud, face down, may stand behind those face up.
    let seat = read("(As Kd) 2c 3c 4c 5c (10h)");
    assert_eq!((seat.down, seat.up), (known("As Kd Th"), known("2c 3c 4c 5c")));
}

#[test]
fn sets_of_cards() {
    let ranks = |ranks: &str| -> CardSet {
        let ranks = ranks.chars().map(|letter| Rank::from_letter(letter).expect("a rank"));
        ranks.flat_map(|rank| CardSet::of_rank(rank).iter()).collect()
    };
    let spades = |low: u8, high: u8| -> CardSet {
        CardSet::of_suit(Suit::SPADES).iter().filter(|card| (low..=high).contains(&card.rank().index())).collect()
    };
    for (text, cards) in [
        ("A", ranks("A")),
        ("10", ranks("T")),
        ("2-9", ranks("23456789")),
        ("9 - 2", ranks("23456789")),
        ("T-A", ranks("TJQKA")),
        ("A-10", ranks("TJQKA")),
        ("7-7", ranks("7")),
        ("?s", CardSet::of_suit(Suit::SPADES)),
        ("?♠", CardSet::of_suit(Suit::SPADES)),
        ("2s-9s", spades(0, 7)),
        ("As|Kd", [card("As"), card("Kd")].into_iter().collect()),
        ("A|K", ranks("AK")),
        ("A | 2s-4s", ranks("A").union(spades(0, 2))),
    ] {
        assert_eq!(read(&format!("({text})")).down, [range(cards, |_| 1)], "{text}");
    }
    let seat = read("(A Kd ? 2|3) 4c");
    assert_eq!(seat.down[0], range(ranks("A"), |_| 1));
    assert_eq!(seat.down[1..3], [Holding::Card(card("Kd")), Holding::Unknown]);
    assert_eq!(seat.down[3], range(ranks("23"), |_| 1));
}

#[test]
fn the_same_cards_are_written_the_same() {
    for (given, written) in [
        ("As Kd", "(?) As Kd"),
        ("(? ?) As ?", "(?) As ?"),
        ("(?)", "(?)"),
        ("Kd (As)(?)", "(As) Kd"),
        ("(? As ?) Kd", "(? As) Kd"),
        ("(K:2|A:1)", "(Kc:2|Kd:2|Kh:2|Ks:2|Ac|Ad|Ah|As)"),
        ("(Ks|As:1.0)", "(Ks|As)"),
        ("(As:7)", "(As:1)"),
    ] {
        assert_eq!(read(given).to_string(), written);
        assert_eq!(read(written).to_string(), written);
    }
}

#[test]
fn weights_are_exact() {
    let weights = |text: &str| match &read(text).down[..] {
        [Holding::Range(cards)] => {
            let of = |rank: &str| cards.iter().find(|(card, _)| *card == self::card(rank)).map(|&(_, weight)| weight);
            [of("As"), of("Ks"), of("Qs")]
        }
        other => panic!("{other:?}"),
    };
    for (text, expected) in [
        ("(A:0.5|K)", [Some(1), Some(2), None]),
        ("(A : .5 | K : 1)", [Some(1), Some(2), None]),
        ("(A:1/3|K:1/2|Q)", [Some(2), Some(3), Some(6)]),
        ("(A:0.1|K:0.3)", [Some(1), Some(3), None]),
        ("(A:4|K:6)", [Some(2), Some(3), None]),
        ("(A:0|K:7)", [None, Some(1), None]),
        ("(A:3.|K:5)", [Some(3), Some(5), None]),
        ("(A:0.00000000001|K:0.00000000003)", [Some(1), Some(3), None]),
    ] {
        assert_eq!(weights(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_hand() {
    let text = str::to_owned;
    for (hand, error) in [
        ("", NotationError::Empty),
        (" () ", NotationError::Empty),
        ("(As Kd", NotationError::Parenthesis),
        ("As) Kd", NotationError::Parenthesis),
        ("((As)) Kd", NotationError::Parenthesis),
        ("(1s) Kd", NotationError::Card(CardError::UnknownRank { token: text("1s") })),
        ("(As) K", NotationError::SetFaceUp(text("K"))),
        ("(As) Kd|Qd", NotationError::SetFaceUp(text("Kd|Qd"))),
        ("(As) ?s", NotationError::SetFaceUp(text("?s"))),
        ("(As) Kx", NotationError::Card(CardError::UnknownSuit { token: text("Kx") })),
        ("(A|)", NotationError::UnknownSet(text(""))),
        ("(A|Xs)", NotationError::UnknownSet(text("Xs"))),
        ("(2s-9h)", NotationError::UnknownSet(text("2s-9h"))),
        ("(2-9s)", NotationError::UnknownSet(text("2-9s"))),
        ("(AsKs|QsJs)", NotationError::UnknownSet(text("AsKs"))),
        ("(A:x|K)", NotationError::Weight(text("x"))),
        ("(A:|K)", NotationError::Weight(text(""))),
        ("(A:1e|K)", NotationError::Weight(text("1e"))),
        ("(A:1e-300|K)", NotationError::FineWeights(text("1e-300"))),
        ("(A:nan|K)", NotationError::Weight(text("nan"))),
        ("(A:1/0|K)", NotationError::Weight(text("1/0"))),
        ("(A:-0.5|K)", NotationError::NegativeWeight(text("-0.5"))),
        ("(A:0.123456789|K)", NotationError::FineWeights(text("A:0.123456789|K"))),
        ("(A:1234567890123|K)", NotationError::FineWeights(text("A:1234567890123|K"))),
        ("(A|As)", NotationError::Twice(card("As"), text("A|As"))),
        ("(A:0|K:0)", NotationError::NoCards(text("A:0|K:0"))),
    ] {
        assert_eq!(hand.parse::<SeatCards>(), Err(error.clone()), "{hand}");
        assert!(!error.to_string().is_empty());
    }
}

fn ask(rules: &Rules, hands: &[&str], dead: &str, uneven: bool) -> Result<Situation, EquityError> {
    let seats: Vec<SeatCards> = hands.iter().map(|hand| read(hand)).collect();
    Situation::new(rules, &seats, &parse_cards(dead).expect(dead), uneven)
}

#[test]
fn hands_that_make_no_question() {
    let (soko, seven, wild) = (game(Preset::Soko), game(Preset::SevenCardStud), game(Preset::FollowTheBitch));
    let twice = |text: &str| EquityError::Deal(DealError::Twice(card(text)));
    let players = |given| EquityError::Deal(DealError::Players { given, min: 2, max: 8 });
    let eleven = ["(?) ?"; 11];
    let questions: [(&Rules, &[&str], &str, EquityError); 16] = [
        (&soko, &["(As) Kd"], "", players(1)),
        (&soko, &eleven, "", players(11)),
        (&soko, &["(As) Kd", "(As) Qh"], "", twice("As")),
        (&soko, &["(As) As", "(Ks) Qh"], "", twice("As")),
        (&soko, &["(As) Kd", "(Ks) Qh"], "2c Kd", twice("Kd")),
        (&soko, &["(As) Kd", "(Ks) Qh 2c 3d"], "", EquityError::Street { fewer: (0, 1), more: (1, 3) }),
        (&soko, &["(As) Kd 2c 3c 4c 5c", "(?) ?"], "", EquityError::UpCards { seat: 0, given: 5, dealt: 4 }),
        (&soko, &["(?) Kd", "(As Ks) 2c"], "", EquityError::DownCards { seat: 1, given: 2, dealt: 1, up: 1 }),
        (&seven, &["(As Kd 2c) 3c", "(?) ?"], "", EquityError::DownCards { seat: 0, given: 3, dealt: 2, up: 1 }),
        (&wild, &["(As Kd 2c 3c) 3c", "(?) ?"], "", EquityError::DownCards { seat: 0, given: 4, dealt: 3, up: 1 }),
        (&soko, &["(A) Kd", "(Ks) Qh"], "As Ah Ad Ac", EquityError::EmptyRange { seat: 0 }),
        (&soko, &["(As|Ks) Kd", "(Ks) Ah"], "As", EquityError::EmptyRange { seat: 0 }),
        // The king is left to seat 0 only, then nothing to seat 1.
        (&soko, &["(As|Ks) Kd", "(Ks|Ah) Qh"], "As Ah", EquityError::EmptyRange { seat: 1 }),
        (&soko, &["(As|Ks) Kd", "(As|Ks) Qh", "(Ks|As) Qd"], "", EquityError::NoDeal),
        (&wild, &["(A A) Qh", "(A A) Qd", "(A ?) Qs"], "", EquityError::NoDeal),
        (&seven, &["(?) ?"; 8], "2c 3c 4c 5c", EquityError::Deal(DealError::TooFewCards { needed: 49, left: 48 })),
    ];
    for (rules, hands, dead, error) in questions {
        let uneven = matches!(error, EquityError::UpCards { .. });
        assert_eq!(ask(rules, hands, dead, uneven).map(|_| ()), Err(error.clone()), "{hands:?}");
        assert!(!error.to_string().is_empty());
    }
    let uneven = ask(&soko, &["(As) Kd", "(Ks) Qh 2c 3d"], "", true).expect("uneven hands, said so");
    assert_eq!(uneven.cost().runouts, 15_180 * 43);
    // Down cards of a street are dealt before its up cards.
    assert!(ask(&wild, &["(As Kd 2c) 3c", "(?) ?"], "", false).is_ok());
    assert!(ask(&seven, &["(As Kd 2c) 3c 4c 5c 6c", "(?) ? ? ? ?"], "", false).is_ok());
}

#[test]
fn sets_that_say_all_or_one_card_are_no_sets() {
    let soko = game(Preset::Soko);
    let runouts = |hands: &[&str], dead: &str| ask(&soko, hands, dead, false).expect("a question").cost().runouts;
    // Any card: the card face down is one of the set to come.
    assert_eq!(runouts(&["(2-A) Kd", "(Ac) Qh"], ""), runouts(&["(?) Kd", "(Ac) Qh"], ""));
    assert_eq!(runouts(&["(As|Ks) Kd", "(Ac) Qh"], "As"), runouts(&["(Ks) Kd", "(Ac) Qh"], "As"));
    let one = ask(&soko, &["(As|Ks) Kd 2c 3c 4c", "(As|Qs) Qh 2h 3h 4h", "(Qs) 9d 9h 9s 9c"], "", false);
    let one = one.expect("a question").cost();
    assert_eq!((one.runouts, one.method), (1, Method::Known));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[()?|:/. ,2-9TJQKAcdhs10♠-]{0,24}") {
        if let Ok(seat) = text.parse::<SeatCards>() {
            let written = seat.to_string();
            prop_assert_eq!(read(&written).to_string(), written);
        }
    }

    #[test]
    fn no_text_upsets_the_reader(text in any::<String>()) {
        if let Err(error) = text.parse::<SeatCards>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
