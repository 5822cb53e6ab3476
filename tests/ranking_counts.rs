//! Every five-card hand there is, and the counts of rules.md section 2.

use soko::ranking::{Category, Ranking, WildRanks, count_all_hands, evaluate_rows};
use soko::{Card, Rank, parse_cards};

/// All sets of `N` of the 52 cards, given to `visit` as indices.
fn each_hand<const N: usize>(mut visit: impl FnMut(&[u8; N])) {
    let mut hand: [u8; N] = core::array::from_fn(|i| i as u8);
    loop {
        visit(&hand);
        let Some(i) = (0..N).rev().find(|&i| hand[i] < (52 - N + i) as u8) else { return };
        hand[i] += 1;
        for j in i + 1..N {
            hand[j] = hand[j - 1] + 1;
        }
    }
}

/// How often each strength occurs among all five-card hands.
fn strength_counts(ranking: Ranking, wild: WildRanks) -> Vec<u64> {
    let mut counts = vec![0; 1 << 16];
    each_hand::<5>(|hand| {
        let strength = ranking.evaluate_indices(hand, wild).expect("a hand");
        counts[strength.bits() as usize] += 1;
    });
    counts
}

fn by_category<const N: usize>(ranking: Ranking, wild: WildRanks) -> [u64; Category::COUNT] {
    let mut counts = [0; Category::COUNT];
    let (mut hands, mut out) = (Vec::with_capacity(N << 16), vec![0; 1 << 16]);
    let mut flush = |hands: &mut Vec<u8>| {
        let out = &mut out[..hands.len() / N];
        evaluate_rows(ranking, wild, N, hands, out, 1).expect("hands");
        for &bits in out.iter() {
            counts[soko::ranking::layout::CATEGORY_OF_PAGE[(bits >> 8) as usize] as usize] += 1;
        }
        hands.clear();
    };
    each_hand::<N>(|hand| {
        hands.extend_from_slice(hand);
        if hands.len() == N << 16 {
            flush(&mut hands);
        }
    });
    flush(&mut hands);
    counts
}

/// Counts from the best category down, as rules.md lists them, put into the order of [`Category`].
fn soko_row(best_first: [u64; 12]) -> [u64; 13] {
    let mut row = [0; 13];
    for (slot, count) in row[..12].iter_mut().rev().zip(best_first) {
        *slot = count;
    }
    row
}

/// Five of a kind first, and no Soko categories.
fn wild_row(best_first: [u64; 11]) -> [u64; 13] {
    let [quints, royal, sf, quads, full, flush, straight, trips, two, one, high] = best_first;
    [high, one, 0, 0, two, trips, straight, flush, full, quads, sf, royal, quints]
}

const SOKO: Ranking = Ranking::Soko { ace_low_four_straight: true };
const SOKO_ACE_HIGH: Ranking = Ranking::Soko { ace_low_four_straight: false };

fn wild(letter: char) -> WildRanks {
    WildRanks::NONE.with(Rank::from_letter(letter).expect("a rank"))
}

#[test]
fn rule_2_soko_counts_and_places_of_every_rank() {
    let counts = strength_counts(SOKO, WildRanks::NONE);
    let mut in_order: Vec<(u16, u64)> =
        (0..=u16::MAX).map(|s| (s, counts[s as usize])).filter(|&(_, n)| n > 0).collect();
    in_order.reverse();
    assert_eq!(in_order.len(), 16_707);
    let table = include_str!("data/soko_class_counts.txt");
    let expected: Vec<(u64, &str)> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| {
            let (category, counts) = line.split_once(": ").expect("category: counts");
            counts.split(' ').flat_map(move |run| {
                let (count, times) = run.split_once('x').unwrap_or((run, "1"));
                let times: usize = times.parse().expect("a number");
                std::iter::repeat_n((count.parse().expect("a number"), category), times)
            })
        })
        .collect();
    assert_eq!(expected.len(), 16_707);
    for (i, ((bits, count), (expected, category))) in in_order.iter().zip(&expected).enumerate() {
        assert_eq!((count, i), (expected, i));
        let page = soko::ranking::layout::CATEGORY_OF_PAGE[(bits >> 8) as usize];
        assert_eq!(Category::ALL[page as usize].name(), *category, "place {}", i + 1);
    }
}

#[test]
fn rule_2_soko_categories() {
    let expected = soko_row([4, 36, 624, 3744, 5108, 10200, 54912, 123_552, 110_940, 92208, 1_047_552, 1_150_080]);
    assert_eq!(by_category::<5>(SOKO, WildRanks::NONE), expected);
}

#[test]
fn rule_2_4_without_the_low_ace() {
    let counts = strength_counts(SOKO_ACE_HIGH, WildRanks::NONE);
    let row = by_category::<5>(SOKO_ACE_HIGH, WildRanks::NONE);
    assert_eq!(row[Category::FourStraight as usize], 83_040);
    assert_eq!(row[Category::OnePair as usize], 1_049_040);
    assert_eq!(row[Category::HighCard as usize], 1_157_760);
    let base = soko::ranking::layout::BASE;
    let straights = &counts[base[2] as usize..base[3] as usize];
    assert_eq!(straights.iter().filter(|&&n| n > 0).count(), 111);
}

#[test]
fn rule_2_standard_has_7462_ranks() {
    let counts = strength_counts(Ranking::Standard, WildRanks::NONE);
    assert_eq!(counts.iter().filter(|&&n| n > 0).count(), 7_462);
    let expected = wild_row([0, 4, 36, 624, 3744, 5108, 10200, 54912, 123_552, 1_098_240, 1_302_540]);
    assert_eq!(by_category::<5>(Ranking::Standard, WildRanks::NONE), expected);
}

#[test]
fn places_count_the_better_ranks() {
    for (ranking, ranks) in
        [(SOKO, 16_707), (SOKO_ACE_HIGH, 16_707), (Ranking::Standard, 7_462), (Ranking::Wild, 7_475)]
    {
        let mut found = std::collections::BTreeSet::new();
        each_hand::<5>(|hand| {
            found.insert(ranking.evaluate_indices(hand, WildRanks::NONE).expect("a hand"));
        });
        if ranking == Ranking::Wild {
            for wild in ['2', 'A'].map(wild) {
                each_hand::<5>(|hand| {
                    found.insert(ranking.evaluate_indices(hand, wild).expect("a hand"));
                });
            }
        }
        assert_eq!(found.len(), ranks, "{ranking:?}");
        for (place, strength) in (1..).zip(found.iter().rev()) {
            assert_eq!(ranking.place(*strength), place, "{ranking:?} {strength}");
        }
    }
}

#[test]
fn batches_of_any_length_agree_with_single_hands() {
    let mut hands = Vec::new();
    each_hand::<5>(|hand| hands.extend_from_slice(hand));
    // Turn each hand round, so that the cards come in every order.
    for (i, hand) in hands.chunks_exact_mut(5).enumerate() {
        hand.rotate_left(i % 5);
        hand.swap(i % 3, 3);
    }
    for ranking in [SOKO, SOKO_ACE_HIGH, Ranking::Standard] {
        let single: Vec<u16> = hands
            .chunks_exact(5)
            .map(|hand| ranking.evaluate_indices(hand, WildRanks::NONE).expect("a hand").bits())
            .collect();
        let mut out = vec![0; single.len()];
        evaluate_rows(ranking, WildRanks::NONE, 5, &hands, &mut out, 2).expect("hands");
        assert!(out == single, "{ranking:?}");
        for n in 0..200 {
            let from = 7 * n;
            let mut out = vec![0; n];
            evaluate_rows(ranking, WildRanks::NONE, 5, &hands[5 * from..5 * (from + n)], &mut out, 1).expect("hands");
            assert_eq!(out, single[from..from + n]);
        }
    }
}

#[test]
fn a_flaw_in_a_batch_is_found_at_its_row() {
    for row in [0, 63, 64, 200, 10_000, 19_999] {
        for (card, text) in [(52, "card 52"), (255, "card 255"), (3, "given twice")] {
            let mut hands: Vec<u8> = (0..20_000).flat_map(|_| [0, 1, 2, 3, 4]).collect();
            hands[5 * row + 4] = card;
            for ranking in [SOKO, Ranking::Standard, Ranking::Wild] {
                let mut out = vec![0; 20_000];
                let error = evaluate_rows(ranking, WildRanks::NONE, 5, &hands, &mut out, 3).expect_err("a flaw");
                assert_eq!(error.row, row);
                assert!(error.to_string().contains(text), "{error}");
            }
        }
    }
}

#[test]
fn all_hands_are_counted() {
    for (ranking, wild) in [(SOKO, WildRanks::NONE), (Ranking::Wild, wild('9'))] {
        assert_eq!(count_all_hands(ranking, wild), by_category::<5>(ranking, wild));
    }
}

#[test]
fn rule_2_places_listed() {
    let places = "AsKsQsJsAd 3326, AsKsQsJs9d 3330, AsKsQsJs2d 3337, AsKsQsTsAd 3338, KsJs8s4sAd 6992, KsJs8s4sKd 6993, \
        KsJs8s4s2d 7004, 9s8s7s6s2h 11693, 9s8s7s6d2s 11740, 5s4s3s2s2d 12570, AsAdKcQhJd 12571, AsKdQcJh9d 12575, \
        AsKdQcJh2d 12582, Ts9d8c7hAd 12616, Ts9d8c7h7d 12622, Ts9d8c7h2d 12626, 5s4d3c2h7d 12677, AsAd4c3h2d 12682, \
        AsKd4c3h2d 12683, As4d3c2h2d 12693, AsAdKcQhTd 12694, 2s2d6c4h3d 15509, AsKdQcTh9d 15510, KsQdAs2h3d 15545, \
        7s6d4c3h2d 16707, KsQsJsTs9d 1601, 6s5s4s3s2d 1608";
    for entry in places.split(", ") {
        let (hand, place) = entry.trim().split_once(' ').expect("hand place");
        let cards: Vec<Card> = parse_cards(hand).expect("cards");
        let strength = SOKO.evaluate(&cards, WildRanks::NONE).expect("a hand");
        assert_eq!(SOKO.place(strength).to_string(), place, "{hand}");
    }
}

#[test]
fn rule_2_10_wild_five_cards() {
    // 2, 9 and A are the rows of rules.md; the other ten are a full sweep by the reference.
    for (letter, row) in [
        ('2', [672, 484, 2068, 31552, 12672, 14472, 62232, 355_080, 95040, 1_225_008, 799_680]),
        ('3', [672, 484, 1928, 31568, 12672, 14596, 57108, 356_160, 95040, 1_228_032, 800_700]),
        ('4', [672, 484, 1788, 31584, 12672, 14720, 51984, 357_240, 95040, 1_231_056, 801_720]),
        ('5', [672, 484, 1648, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('6', [672, 484, 1648, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('7', [672, 484, 1648, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('8', [672, 484, 1648, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('9', [672, 484, 1648, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('T', [672, 208, 1924, 31600, 12672, 14844, 46860, 358_320, 95040, 1_234_080, 802_740]),
        ('J', [672, 208, 2064, 31584, 12672, 14720, 51984, 357_240, 95040, 1_231_056, 801_720]),
        ('Q', [672, 208, 2204, 31568, 12672, 14596, 57108, 356_160, 95040, 1_228_032, 800_700]),
        ('K', [672, 208, 2344, 31552, 12672, 14472, 62232, 355_080, 95040, 1_225_008, 799_680]),
        ('A', [672, 208, 2208, 31600, 12672, 14560, 60144, 356_160, 95040, 1_226_016, 799_680]),
    ] {
        assert_eq!(by_category::<5>(Ranking::Wild, wild(letter)), wild_row(row), "{letter} wild");
    }
}

#[test]
fn rule_2_best_of_six() {
    let expected = soko_row([
        188, 1656, 14664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 1_884_360, 1_392_960, 8_194_320, 4_872_000,
    ]);
    assert_eq!(by_category::<6>(SOKO, WildRanks::NONE), expected);
}

#[test]
fn rule_2_best_of_seven() {
    let expected = soko_row([
        4324, 37260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 18_102_420, 11_889_360,
        39_312_000, 12_618_480,
    ]);
    assert_eq!(by_category::<7>(SOKO, WildRanks::NONE), expected);
}

#[test]
fn rule_2_10_wild_best_of_seven() {
    for (letter, row) in [
        (
            '2',
            [
                609_760, 399_484, 1_552_732, 7_504_920, 9_421_824, 7_993_600, 19_388_800, 20_151_920, 19_491_840,
                36_920_040, 10_349_640,
            ],
        ),
        (
            '9',
            [
                609_760, 399_484, 1_246_856, 7_596_576, 9_429_600, 8_200_044, 15_720_760, 21_468_140, 19_559_880,
                38_597_760, 10_955_700,
            ],
        ),
        (
            'A',
            [
                609_760, 170_560, 1_691_416, 7_547_952, 9_422_688, 8_039_944, 18_940_240, 20_391_680, 19_491_840,
                37_128_840, 10_349_640,
            ],
        ),
    ] {
        assert_eq!(by_category::<7>(Ranking::Wild, wild(letter)), wild_row(row), "{letter} wild");
    }
}
