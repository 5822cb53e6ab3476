//! Hands in words: what they are called, why one beats another, which five cards play; and what is no hand.

use soko::ranking::{HandError, WildRanks, playing_five};
use soko::{Card, CardError, Category, Rank, Ranking, Strength, parse_cards};

const SOKO: Ranking = Ranking::Soko { ace_low_four_straight: true };
const SOKO_ACE_HIGH: Ranking = Ranking::Soko { ace_low_four_straight: false };

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).expect("cards")
}

fn wild(letters: &str) -> WildRanks {
    letters.chars().filter_map(Rank::from_letter).fold(WildRanks::NONE, WildRanks::with)
}

/// The strength of a hand in Soko, or where nines are wild.
fn strength(hand: &str, ranking: Ranking) -> Strength {
    ranking.evaluate(&cards(hand), wild("9")).expect("a hand")
}

#[test]
fn hands_are_called_by_their_category_and_what_decides() {
    for (hand, words, deciding) in [
        ("Kd Qs 8c 4h 2d", "high card, K-Q-8-4-2", &[11, 10, 6, 2, 0][..]),
        ("Ac Ad Ks 8h 2d", "one pair, aces, K-8-2 kickers", &[12, 11, 6, 0]),
        ("As Kd Qc Jh 9s", "four-straight, A-K-Q-J, 9 kicker", &[12, 7]),
        ("8s 7d 6c 5h 5s", "four-straight, 8-7-6-5, 5 kicker", &[6, 3]),
        ("As 2d 3c 4h Ts", "four-straight, 4-3-2-A, T kicker", &[2, 8]),
        ("As Ks Qs Js 2d", "four-flush, A-K-Q-J, 2 kicker", &[12, 11, 10, 9, 0]),
        ("8s 6s 5s 2s 8d", "four-flush, 8-6-5-2, 8 kicker", &[6, 4, 3, 0, 6]),
        ("Kc Kd 2s 2h Td", "two pair, kings and deuces, T kicker", &[11, 0, 8]),
        ("5c 5d 5s 2h Kd", "three of a kind, fives, K-2 kickers", &[3, 11, 0]),
        ("As 2d 3c 4h 5s", "straight, five high", &[3]),
        ("Ts 9d 8c 7h 6s", "straight, ten high", &[8]),
        ("Qs 9s 8s 7s 6s", "flush, Q-9-8-7-6", &[10, 7, 6, 5, 4]),
        ("3s 3d 3c Ah As", "full house, threes full of aces", &[1, 12]),
        ("9s 9d 9c 9h 2s", "four of a kind, nines, 2 kicker", &[7, 0]),
        ("6s 5s 4s 3s 2s", "straight flush, six high", &[4]),
        ("As Ks Qs Js Ts", "royal flush", &[12]),
    ] {
        let strength = strength(hand, SOKO);
        assert_eq!(strength.to_string(), words, "{hand}");
        assert_eq!(strength.deciding_ranks(), deciding, "{hand}");
        assert!(words.starts_with(&strength.category().to_string()), "{hand}");
    }
    let five = strength("9s 9d 7c 7h 7s", Ranking::Wild);
    assert_eq!((five.to_string().as_str(), five.deciding_ranks()), ("five of a kind, sevens", vec![5]));
    assert_eq!(five.category(), Category::FiveOfAKind);
}

/// Five wild cards and more are five aces, the best hand there is (rules.md 2.9).
#[test]
fn wild_cards_alone_are_five_aces() {
    let two_ranks = wild("9Q");
    let aces = Ranking::Wild.evaluate(&cards("As Ad Ac Ah 9s"), two_ranks).expect("a hand");
    assert_eq!((aces.to_string().as_str(), Ranking::Wild.place(aces)), ("five of a kind, aces", 1));
    for hand in
        ["9s 9d 9c 9h Qs", "Qs Qd Qc Qh 9s", "9s 9d 9c Qh Qs Qd", "9s 9d 9c 9h Qh Qs Qd", "9s 9d 9c Qs Qd 2c 3h"]
    {
        assert_eq!(Ranking::Wild.evaluate(&cards(hand), two_ranks), Ok(aces), "{hand}");
    }
}

#[test]
fn what_decides_between_two_hands_is_said() {
    for (better, worse, why) in [
        ("As Ks Qs Js 2d", "Ad Ac Kc Qh 8c", "a four-flush is above one pair"),
        ("Ks Kd 2c 2h 3d", "As Kd Qc Jh 8s", "two pair is above a four-straight"),
        ("3s 3d 3c Kh As", "Ks Kd 2c 2h 3d", "three of a kind is above two pair"),
        ("9s 9d 9c 9h 2s", "3s 3d 3c Ah As", "four of a kind is above a full house"),
        ("As Ks Qs Js Ts", "9s 9d 9c 9h 2s", "a royal flush is above four of a kind"),
        ("Kd Qs 8c 4h 2d", "Qs Th 8c 4h 2d", "the highest card decides, king over queen"),
        ("Kd Qs 8c 4h 2d", "Kd Qs 7c 4h 2d", "the next card decides, eight over seven"),
        ("Kc Kd As 8h 2d", "Qc Qd As 8h 2d", "the pair decides, king over queen"),
        ("Kc Kd As 8h 3d", "Kc Kd As 8h 2d", "the next card decides, three over deuce"),
        ("As Kd Qc Jh 9s", "Ks Qd Jc Th 8s", "the top of the run decides, ace over king"),
        ("As Kd Qc Jh 9s", "As Kd Qc Jh 8s", "the odd card decides, nine over eight"),
        ("As Ks Qs Js 2d", "Ks Qs Js 9s 2d", "the highest card decides, ace over king"),
        ("As Ks Qs Ts 2d", "As Ks Qs 9s Ad", "the next card decides, ten over nine"),
        ("As Ks Qs Js 3d", "As Ks Qs Js 2d", "the odd card decides, three over deuce"),
        ("Kc Kd 2s 2h Td", "Qc Qd 2s 2h Td", "the higher pair decides, king over queen"),
        ("Kc Kd 3s 3h Td", "Kc Kd 2s 2h Td", "the lower pair decides, three over deuce"),
        ("Kc Kd 2s 2h Jd", "Kc Kd 2s 2h Td", "the odd card decides, jack over ten"),
        ("5c 5d 5s 2h Kd", "4c 4d 4s 2h Kd", "the three of a kind decides, five over four"),
        ("5c 5d 5s 3h Kd", "5c 5d 5s 2h Kd", "the next card decides, three over deuce"),
        ("6s 2d 3c 4h 5s", "As 2d 3c 4h 5s", "the top of the run decides, six over five"),
        ("Qs 9s 8s 7s 6s", "Js 9s 8s 7s 6s", "the highest card decides, queen over jack"),
        ("3s 3d 3c 2h 2s", "2s 2d 2c Ah As", "the three of a kind decides, three over deuce"),
        ("3s 3d 3c Ah As", "3s 3d 3c Kh Ks", "the pair decides, ace over king"),
        ("9s 9d 9c 9h 2s", "8s 8d 8c 8h 2s", "the four of a kind decides, nine over eight"),
        ("9s 9d 9c 9h 3s", "9s 9d 9c 9h 2s", "the next card decides, three over deuce"),
        ("6s 5s 4s 3s 2s", "As 5s 4s 3s 2s", "the top of the run decides, six over five"),
    ] {
        let (high, low) = (strength(better, SOKO), strength(worse, SOKO));
        assert!(high > low, "{better} and {worse}");
        assert_eq!(high.explain(low), format!("{high} beats {low}: {why}"));
        assert_eq!(low.explain(high), format!("{low} loses to {high}: {why}"));
        assert_eq!(high.explain(high), format!("the hands tie: {high}"));
    }
    let [aces, kings, straight_flush] =
        ["9s 9d Ac Ah As", "9s 9d Kc Kh Ks", "6s 5s 4s 3s 2s"].map(|hand| strength(hand, Ranking::Wild));
    assert!(aces.explain(kings).ends_with(": the highest card decides, ace over king"));
    assert!(kings.explain(straight_flush).ends_with(": five of a kind is above a straight flush"));
}

#[test]
fn the_five_cards_that_play_come_in_deciding_order() {
    for (ranking, letters, hand, five) in [
        (SOKO, "", "2d Js Ks As Qs", "As Ks Qs Js 2d"),
        (SOKO, "", "Kd 5s 7s 9s 2s", "9s 7s 5s 2s Kd"),
        (SOKO, "", "9s 4h As 3c 2d", "4h 3c 2d As 9s"),
        (SOKO, "", "9s 8d Qh 7c 6d", "9s 8d 7c 6d Qh"),
        (SOKO, "", "2d Qs Jd Tc 9h", "Qs Jd Tc 9h 2d"),
        (SOKO, "", "2s 8d Qh 7c 6d 9d Kc", "9d 8d 7c 6d Kc"),
        (SOKO, "", "5h 4h 3h 2c As", "5h 4h 3h 2c As"),
        (SOKO, "", "Ts Qd Jh Kc Ad", "Ad Kc Qd Jh Ts"),
        (SOKO, "", "9s Td 8h 7c 6d", "Td 9s 8h 7c 6d"),
        (SOKO, "", "2s 3s 4s 5s As", "5s 4s 3s 2s As"),
        (SOKO, "", "2s 3s 4s 6s As Ks", "As Ks 6s 4s 3s"),
        (SOKO, "", "2s 2d Kh 5c 5d Ad", "5d 5c 2s 2d Ad"),
        (SOKO, "", "2s 2d 2h 5c 5d Ad", "2s 2h 2d 5d 5c"),
        (SOKO, "", "Kd 7h Ac 2s Kh 3d 9c", "Kh Kd Ac 9c 7h"),
        (SOKO_ACE_HIGH, "", "9s 4h As 3c 2d", "As 9s 4h 3c 2d"),
        (Ranking::Standard, "", "4d 8s 4h 7d 8c 7s 5s", "8s 8c 7s 7d 5s"),
        (Ranking::Standard, "9", "9s 8s 4d 4h Kc", "4h 4d Kc 9s 8s"),
        (Ranking::Wild, "9", "Ah 9s Ad 2c Kh", "9s Ah Ad Kh 2c"),
        (Ranking::Wild, "9Q", "2h Qs 9d Kc 4h", "Qs 9d Kc 4h 2h"),
    ] {
        let playing = playing_five(ranking, &cards(hand), wild(letters)).expect("a hand");
        assert_eq!(playing.map(|card| card.to_string()).join(" "), five, "{hand} {ranking:?}");
    }
    // A run goes before what pairs it, wherever that stands.
    for (hand, ranks) in [("8s 7d 6c 5h 5s", "87655"), ("9h 8s 8d 7c 6h", "98768"), ("As Ad Kc Qh Jd", "AKQJA")] {
        let playing = playing_five(SOKO, &cards(hand), WildRanks::NONE).expect("a hand");
        assert_eq!(playing.map(|card| card.rank().to_string()).concat(), ranks);
    }
    assert_eq!(playing_five(SOKO, &cards("As Ks"), WildRanks::NONE), Err(HandError::Length(2)));
}

#[test]
fn what_is_no_hand_is_said() {
    let eight = cards("2c 3c 4c 5c 6c 7c 8c 9c");
    for n in [0, 1, 4, 8] {
        assert_eq!(SOKO.evaluate(&eight[..n], WildRanks::NONE), Err(HandError::Length(n)));
    }
    for n in 5..8 {
        assert!(SOKO.evaluate(&eight[..n], WildRanks::NONE).is_ok());
    }
    let five_of = |card| SOKO.evaluate_indices(&[0, 1, 2, 51, card], WildRanks::NONE).map(|_| ());
    let ace = Card::from_index(51).expect("a card");
    assert_eq!(five_of(51), Err(HandError::Card(CardError::Twice(ace))));
    assert_eq!(five_of(52), Err(HandError::Card(CardError::OutOfRange(52))));
    assert_eq!(five_of(50), Ok(()));
    assert_eq!(HandError::Length(8).to_string(), "a hand of 8 cards: five, six or seven are needed");
    assert_eq!(HandError::Card(CardError::Twice(ace)).to_string(), "card As is given twice");
}

#[test]
fn a_set_of_wild_ranks_holds_what_was_put_in() {
    let (nine, queen) = (wild("9"), wild("9Q"));
    assert!(WildRanks::NONE.is_empty() && !nine.is_empty() && !queen.is_empty());
    for (set, ranks) in [(WildRanks::NONE, ""), (nine, "9"), (queen, "9Q"), (queen.with(Rank::QUEEN), "9Q")] {
        assert_eq!(set.iter().map(Rank::letter).collect::<String>(), ranks);
        for rank in (0..13).filter_map(Rank::from_index) {
            assert_eq!(set.contains(rank), ranks.contains(rank.letter()), "{rank} in {ranks}");
        }
    }
    assert_eq!(WildRanks::from(None), WildRanks::NONE);
    assert_eq!(WildRanks::from(Some(Rank::QUEEN)), wild("Q"));
}

#[test]
fn only_soko_has_its_categories() {
    let own = [SOKO, SOKO_ACE_HIGH, Ranking::Standard, Ranking::Wild].map(|ranking| ranking.has(Category::FourFlush));
    assert_eq!(own, [true, true, false, false]);
    assert_eq!(Ranking::default(), SOKO);
}
