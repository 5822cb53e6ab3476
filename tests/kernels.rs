//! The kernel in use against hands one by one and deals by their definition, and every other kernel in a process of its
//! own: the kernel is settled once for a process.

#[path = "support/chance/mod.rs"]
mod chance;
#[path = "support/other_kernels/mod.rs"]
mod other_kernels;
#[path = "support/questions/mod.rs"]
mod questions;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use chance::Chance;
use questions::{games, knowledge};
use soko::chance::Key;
use soko::chance::stream::{GROUP, Lanes};
use soko::ranking::{Category, RowError, WildRanks, count_all_hands, evaluate_columns, evaluate_rows, low_spade};
use soko::rules::{Rules, WildRule};
use soko::simulate::{Dealing, SHARE_UNIT, Tally, deal_many, simulate};
use soko::{Card, Rank, Ranking};

/// A ranking, and the ranks that are wild.
type Way = (Ranking, WildRanks);

const SOKO: Way = (Ranking::Soko { ace_low_four_straight: true }, WildRanks::NONE);
const SOKO_ACE_HIGH: Way = (Ranking::Soko { ace_low_four_straight: false }, WildRanks::NONE);
const WAYS: [Way; 7] = [
    SOKO,
    SOKO_ACE_HIGH,
    (Ranking::Standard, WildRanks::NONE),
    (Ranking::Wild, WildRanks::NONE),
    (Ranking::Wild, wild(&[7])),
    (Ranking::Wild, wild(&[3, 10])),
    // So many that hands of wild cards alone are not rare.
    (Ranking::Wild, wild(&[0, 1, 4, 5, 9, 12])),
];

const fn wild(ranks: &[u8]) -> WildRanks {
    let (mut wild, mut i) = (WildRanks::NONE, 0);
    while i < ranks.len() {
        wild = wild.with(Rank::from_index(ranks[i]).expect("a rank"));
        i += 1;
    }
    wild
}

const ALL_FIVES: usize = 2_598_960;
const KEY: Key = Key([1, 2, 3, 4]);
/// What no hand is worth.
const UNTOUCHED: u16 = u16::MAX;

/// Random hands, row after row.
fn random_hands(chance: &mut Chance, cards: usize, rows: usize) -> Vec<u8> {
    let mut deck: [u8; 52] = core::array::from_fn(|card| card as u8);
    let mut hands = Vec::with_capacity(cards * rows);
    for _ in 0..rows {
        for i in 0..cards {
            deck.swap(i, i + chance.below(52 - i));
        }
        hands.extend_from_slice(&deck[..cards]);
    }
    hands
}

/// All sets of `size` of these cards.
fn sets(cards: &[u8], size: usize) -> Vec<Vec<u8>> {
    if size == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (i, &card) in cards.iter().enumerate() {
        for rest in sets(&cards[i + 1..], size - 1) {
            all.push([&[card], rest.as_slice()].concat());
        }
    }
    all
}

/// All orders of `0..N`.
fn orders(n: u8) -> Vec<Vec<u8>> {
    let Some(last) = n.checked_sub(1) else { return vec![vec![]] };
    let with_last = |order: &Vec<u8>, place: usize| {
        let mut order = order.clone();
        order.insert(place, last);
        order
    };
    orders(last).iter().flat_map(|order| (0..=order.len()).map(move |place| with_last(order, place))).collect()
}

/// Columns of the same hands.
fn columns_of(cards: usize, hands: &[u8]) -> Vec<Vec<u8>> {
    (0..cards).map(|k| hands.iter().skip(k).step_by(cards).copied().collect()).collect()
}

fn slices(columns: &[Vec<u8>]) -> Vec<&[u8]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// What hands are worth, one by one.
fn one_by_one((ranking, wild): Way, cards: usize, hands: &[u8]) -> Vec<u16> {
    let strength = |hand| ranking.evaluate_indices(hand, wild).expect("a hand").bits();
    hands.chunks(cards).map(strength).collect()
}

/// Evaluates hands as rows and as columns.
#[track_caller]
fn check((ranking, wild): Way, cards: usize, hands: &[u8], expected: &[u16]) {
    let mut out = vec![UNTOUCHED; expected.len()];
    for what in ["rows", "columns"] {
        out.fill(UNTOUCHED);
        let done = if what == "rows" {
            evaluate_rows(ranking, wild, cards, hands, &mut out, 1)
        } else {
            evaluate_columns(ranking, wild, &slices(&columns_of(cards, hands)), &mut out, 1)
        };
        done.expect("hands");
        if let Some(row) = (0..out.len()).find(|&row| out[row] != expected[row]) {
            let (hand, found, right) = (&hands[row * cards..][..cards], out[row], expected[row]);
            panic!("{what}, {ranking:?}, {wild:?}: hand {row}, {hand:?}, is {found} instead of {right}");
        }
    }
}

#[track_caller]
fn check_all_ways(cards: usize, hands: &[u8]) {
    for way in WAYS {
        check(way, cards, hands, &one_by_one(way, cards, hands));
    }
}

/// All five-card hands, sorted as they are enumerated.
fn all_fives() -> &'static [u8] {
    static HANDS: OnceLock<Vec<u8>> = OnceLock::new();
    HANDS.get_or_init(|| {
        let mut hands = Vec::with_capacity(5 * ALL_FIVES);
        for e in 4..52u8 {
            for d in 3..e {
                for c in 2..d {
                    for b in 1..c {
                        for a in 0..b {
                            hands.extend_from_slice(&[a, b, c, d, e]);
                        }
                    }
                }
            }
        }
        hands
    })
}

#[test]
fn all_five_card_hands_sorted() {
    assert_eq!(all_fives().len(), 5 * ALL_FIVES);
    check_all_ways(5, all_fives());
}

#[test]
fn all_five_card_hands_in_no_order() {
    let mut chance = Chance(1);
    let mut hands = all_fives().as_chunks::<5>().0.to_vec();
    chance.shuffle(&mut hands);
    for hand in &mut hands {
        chance.shuffle(hand);
    }
    check_all_ways(5, hands.as_flattened());
}

#[test]
fn all_five_card_hands_counted() {
    for (ranking, wild) in WAYS {
        let mut expected = [0; Category::COUNT];
        for hand in all_fives().chunks(5) {
            expected[ranking.evaluate_indices(hand, wild).expect("a hand").category() as usize] += 1;
        }
        assert_eq!(count_all_hands(ranking, wild), expected, "{ranking:?}, {wild:?}");
    }
}

#[test]
fn millions_of_random_hands() {
    let mut chance = Chance(2);
    for (cards, rows) in [(5, 100_000), (6, 300_000), (7, 2_000_000)] {
        check_all_ways(cards, &random_hands(&mut chance, cards, rows));
    }
}

/// Seven cards of which five, six or seven are of one suit: all there are. With four, as many others as make the test
/// bearable.
#[test]
fn seven_cards_with_many_of_a_suit() {
    let mut chance = Chance(3);
    let mut hands = Vec::new();
    for suit in 0..4 {
        let (own, others): (Vec<u8>, Vec<u8>) = (0..52).partition(|card| card % 4 == suit);
        for suited in 4..=7 {
            let mut rests = sets(&others, 7 - suited);
            if suited == 4 {
                chance.shuffle(&mut rests);
                rests.truncate(300);
            }
            for held in sets(&own, suited) {
                hands.extend(rests.iter().flat_map(|rest| held.iter().chain(rest)));
            }
        }
    }
    assert_eq!(hands.len() / 7, 4 * (1716 + 1716 * 39 + 1287 * 741 + 715 * 300));
    hands.as_chunks_mut::<7>().0.iter_mut().for_each(|hand| chance.shuffle(hand));
    check_all_ways(7, &hands);
}

/// A network that sorts all orders of distinct cards sorts everything.
#[test]
fn hands_in_all_orders_of_their_cards() {
    let mut chance = Chance(4);
    for (cards, rows) in [(5u8, 500), (6, 50), (7, 50)] {
        let orders = orders(cards);
        assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), (1..=usize::from(cards)).product());
        let cards = usize::from(cards);
        let hands = random_hands(&mut chance, cards, rows);
        let in_order = |hand: &[u8]| orders.iter().flatten().map(|&i| hand[usize::from(i)]).collect::<Vec<u8>>();
        let all: Vec<u8> = hands.chunks(cards).flat_map(in_order).collect();
        for way in WAYS {
            let expected = one_by_one(way, cards, &hands);
            let expected: Vec<u16> = expected.iter().flat_map(|&strength| vec![strength; orders.len()]).collect();
            check(way, cards, &all, &expected);
        }
    }
}

#[test]
fn any_number_of_rows() {
    let mut chance = Chance(5);
    for cards in 5..=7 {
        let hands = random_hands(&mut chance, cards, 200);
        let columns = columns_of(cards, &hands);
        for (ranking, wild) in WAYS {
            let expected = one_by_one((ranking, wild), cards, &hands);
            for rows in 0..=200 {
                let right = [&expected[..rows], &[UNTOUCHED; 70]].concat();
                let mut out = vec![UNTOUCHED; rows + 70];
                evaluate_rows(ranking, wild, cards, &hands[..rows * cards], &mut out[..rows], 1).unwrap();
                assert_eq!(out, right, "{rows} rows of {cards} cards");
                out.fill(UNTOUCHED);
                let columns: Vec<&[u8]> = columns.iter().map(|column| &column[..rows]).collect();
                evaluate_columns(ranking, wild, &columns, &mut out[..rows], 1).unwrap();
                assert_eq!(out, right, "{rows} hands in {cards} columns");
            }
        }
    }
}

#[test]
fn input_and_output_stand_anywhere() {
    const ROWS: usize = 150;
    let mut chance = Chance(6);
    for cards in 5..=7 {
        let hands = random_hands(&mut chance, cards, ROWS);
        let expected = one_by_one(SOKO, cards, &hands);
        let columns = columns_of(cards, &hands);
        for from in 0..64 {
            let buffer = [&vec![255; from], hands.as_slice()].concat();
            // Each column stands at another place.
            let column = |k: usize| [&vec![255; (from + 11 * k) % 64], columns[k].as_slice()].concat();
            let buffers: Vec<_> = (0..cards).map(column).collect();
            let columns: Vec<&[u8]> = buffers.iter().map(|buffer| &buffer[buffer.len() - ROWS..]).collect();
            for to in 0..64 {
                let right = [&vec![UNTOUCHED; to], expected.as_slice()].concat();
                let mut out = vec![UNTOUCHED; to + ROWS];
                let (hands, place) = (&buffer[from..], &mut out[to..]);
                evaluate_rows(Ranking::default(), WildRanks::NONE, cards, hands, place, 1).unwrap();
                assert_eq!(out, right, "{cards} cards, rows from {from} to {to}");
                out[to..].fill(UNTOUCHED);
                evaluate_columns(Ranking::default(), WildRanks::NONE, &columns, &mut out[to..], 1).unwrap();
                assert_eq!(out, right, "{cards} cards, columns from {from} to {to}");
            }
        }
    }
}

/// Hands of which one card at a time is made a wrong one.
struct Flawed {
    way: Way,
    cards: usize,
    hands: Vec<u8>,
    columns: Vec<Vec<u8>>,
    expected: Vec<u16>,
    out: Vec<u16>,
}

impl Flawed {
    fn new(way: Way, cards: usize, rows: usize, chance: &mut Chance) -> Self {
        let hands = random_hands(chance, cards, rows);
        let (columns, expected) = (columns_of(cards, &hands), one_by_one(way, cards, &hands));
        Self { way, cards, hands, columns, expected, out: vec![UNTOUCHED; rows] }
    }

    fn put(&mut self, row: usize, place: usize, card: u8) -> u8 {
        self.columns[place][row] = card;
        std::mem::replace(&mut self.hands[row * self.cards + place], card)
    }

    /// The flaw is found at its row, what is wrong is reported, and the rows before it are right.
    #[track_caller]
    fn check(&mut self, row: usize, place: usize, wrong: u8, threads: usize) {
        let right = self.put(row, place, wrong);
        let hand = &self.hands[row * self.cards..][..self.cards];
        let (ranking, wild) = self.way;
        let error = ranking.evaluate_indices(hand, wild).expect_err("no hand");
        let expected = Err(RowError { row, error });
        for by_columns in [false, true] {
            let done = if by_columns {
                let columns = slices(&self.columns);
                evaluate_columns(ranking, wild, &columns, &mut self.out, threads)
            } else {
                evaluate_rows(ranking, wild, self.cards, &self.hands, &mut self.out, threads)
            };
            let what = format!("{} cards, {wrong} in place {place}, columns: {by_columns}", self.cards);
            assert_eq!(done, expected, "{what}");
            assert!(self.out[..row] == self.expected[..row], "{what}, row {row}: rows before it are wrong");
            self.out.fill(UNTOUCHED);
        }
        self.put(row, place, right);
    }
}

#[test]
fn numbers_that_are_no_card_are_found_in_every_row() {
    let mut chance = Chance(7);
    for cards in 5..=7 {
        for way in WAYS {
            let mut flawed = Flawed::new(way, cards, 3 * 64 + 9, &mut chance);
            for row in 0..flawed.expected.len() {
                for wrong in 52..=255 {
                    flawed.check(row, (row + usize::from(wrong)) % cards, wrong, 1);
                }
            }
        }
    }
}

#[test]
fn cards_that_stand_twice_are_found_in_every_row() {
    let mut chance = Chance(8);
    for cards in 5..=7 {
        for way in WAYS {
            let mut flawed = Flawed::new(way, cards, 3 * 64 + 9, &mut chance);
            for row in 0..flawed.expected.len() {
                for (place, other) in (0..cards).flat_map(|a| (0..cards).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                    let twice = flawed.hands[row * cards + other];
                    flawed.check(row, place, twice, 1);
                }
            }
        }
    }
}

#[test]
fn of_many_flaws_the_first_is_named_whatever_the_threads() {
    let mut chance = Chance(9);
    for cards in 5..=7 {
        let mut flawed = Flawed::new(SOKO, cards, 20_011, &mut chance);
        let mut last = 20_010;
        flawed.put(last, 0, 52);
        while last > 0 {
            let row = last - 1 - chance.below(last.min(if last.is_multiple_of(2) { 70 } else { 3000 }));
            for threads in 1..=4 {
                flawed.check(row, chance.below(cards), 200, threads);
            }
            flawed.put(row, chance.below(cards), 99);
            last = row;
        }
    }
}

#[test]
fn no_hands_and_hands_of_other_lengths() {
    let mut out = [UNTOUCHED; 3];
    for cards in [0, 1, 4, 8] {
        let hands = vec![0; 3 * cards];
        let columns = columns_of(cards.max(1), &hands);
        let by_rows = evaluate_rows(Ranking::default(), WildRanks::NONE, cards, &hands, &mut out, 1);
        let by_columns = evaluate_columns(Ranking::default(), WildRanks::NONE, &slices(&columns)[..cards], &mut out, 1);
        let text = format!("hand 0: a hand of {cards} cards: five, six or seven are needed");
        assert_eq!(by_rows.unwrap_err().to_string(), text);
        assert_eq!(by_columns.unwrap_err().to_string(), text);
        assert_eq!(evaluate_rows(Ranking::default(), WildRanks::NONE, cards, &[], &mut [], 1), Ok(()));
    }
    assert_eq!(out, [UNTOUCHED; 3]);
}

/// Deals of `drawn` of `cards` cards by the definition of the stream page, as places among them, in one group; `None`
/// for those that are rejected.
fn group_by_definition(lanes: &mut Lanes, cards: usize, drawn: usize) -> Vec<Option<Vec<u8>>> {
    let mut left: Vec<Vec<u8>> = vec![(0..cards as u8).collect(); GROUP];
    let mut deals = vec![Some(Vec::new()); GROUP];
    for j in 0..drawn {
        for half in 0..2 {
            let step = lanes.step();
            for i in 0..32 {
                let product = u32::from((step[i / 4] >> (16 * (i % 4))) as u16) * (cards - j) as u32;
                let (deal, place) = (32 * half + i, left[32 * half + i].remove((product >> 16) as usize));
                if product % 65_536 < 65_536 % (cards - j) as u32 {
                    deals[deal] = None;
                }
                deals[deal].iter_mut().for_each(|places| places.push(place));
            }
        }
    }
    deals
}

#[test]
fn groups_of_any_cards_follow_the_definition() {
    let mut rejected = 0;
    for cards in 1..=52 {
        for drawn in 0..=cards {
            let key = Key::from_seed(100 * cards as u64 + drawn as u64);
            let (mut lanes, mut slow) = (Lanes::new(&key, 7), Lanes::new(&key, 7));
            // A second group goes on where the first left the lanes.
            for _ in 0..2 {
                let mut places = vec![[99; GROUP]; drawn];
                let counted = lanes.group(cards, &mut places);
                for (deal, expected) in group_by_definition(&mut slow, cards, drawn).into_iter().enumerate() {
                    let is_counted = counted >> deal & 1 == 1;
                    rejected += u32::from(!is_counted);
                    let found = is_counted.then(|| places.iter().map(|places| places[deal]).collect());
                    assert_eq!(found, expected, "deal {deal} of {drawn} of {cards} cards");
                }
            }
        }
    }
    assert!(rejected > 0, "no deal was rejected, so rejecting was not tested");
}

/// Each of these deals is in order: by the definition, with the known cards where they are known.
#[test]
fn deals_follow_the_definition() {
    for rules in games() {
        for (known, dead) in knowledge() {
            let dealing = Dealing::new(&rules, 4, &known, &dead).expect("a deal");
            let place = |seat: usize, i: usize| usize::from(dealing.hands[seat][i]);
            let mut by_position = vec![None; dealing.positions.len()];
            for (seat, cards) in known.iter().enumerate() {
                cards.iter().enumerate().for_each(|(i, card)| by_position[place(seat, i)] = *card);
            }
            let gone: Vec<Card> = by_position.iter().flatten().chain(&dead).copied().collect();
            let stub: Vec<u8> = Card::all().filter(|card| !gone.contains(card)).map(Card::index).collect();
            let drawn: Vec<usize> = (0..by_position.len()).filter(|&i| by_position[i].is_none()).collect();
            let mut lanes = Lanes::new(&KEY, 0);
            let mut expected = Vec::new();
            for _ in 0..4 {
                for places in group_by_definition(&mut lanes, stub.len(), drawn.len()).into_iter().flatten() {
                    let mut deal: Vec<u8> = by_position.iter().map(|card| card.map_or(99, Card::index)).collect();
                    drawn.iter().zip(places).for_each(|(&i, place)| deal[i] = stub[usize::from(place)]);
                    expected.extend(dealing.hands.iter().flatten().map(|&i| deal[usize::from(i)]));
                }
            }
            let mut deals = vec![99; expected.len()];
            deal_many(&dealing, &KEY, &mut deals);
            assert!(deals == expected, "{}, known {known:?}, dead {dead:?}", rules.name);
        }
    }
}

/// The wild rank that stands at the end, by what lies after the last queen (rules.md 8).
fn wild_rank(rules: &Rules, dealing: &Dealing, deal: &[Card]) -> Option<Rank> {
    let WildRule::FollowTheQueen { carry_over, .. } = rules.wild else { return None };
    let up: Vec<_> = dealing.positions.iter().zip(deal).filter(|(position, _)| position.up).collect();
    let queen = up.iter().rposition(|(_, card)| card.rank() == Rank::QUEEN)?;
    let (next, card) = up.get(queen + 1)?;
    (carry_over || next.street == up[queen].0.street).then(|| card.rank())
}

/// Adds a deal, given by position, to a tally: slowly, and in no lanes.
fn add_slowly(rules: &Rules, dealing: &Dealing, deal: &[Card], tally: &mut Tally) {
    let rank = wild_rank(rules, dealing, deal);
    let mut wild = WildRanks::from(rank);
    if let WildRule::FollowTheQueen { queens_wild, .. } = rules.wild {
        tally.wild_ranks[rank.map_or(13, |rank| usize::from(rank.index()))] += 1;
        wild = if queens_wild { wild.with(Rank::QUEEN) } else { wild };
    }
    let hand = |seat: &Vec<u8>| seat.iter().map(|&i| deal[usize::from(i)].index()).collect::<Vec<u8>>();
    let held = dealing.hands.iter().map(|seat| rules.ranking.evaluate_indices(&hand(seat), wild).expect("a hand"));
    let held: Vec<_> = held.collect();
    let best = held.iter().max().expect("players");
    let winners = held.iter().filter(|&strength| strength == best).count() as u64;
    let down = dealing.positions.iter().zip(deal).filter(|(position, _)| position.seat.is_some() && !position.up);
    let (down_seats, down): (Vec<_>, Vec<_>) = down.map(|(position, &card)| (position.seat, card)).unzip();
    let low = if rules.low_chicago { low_spade(&down, rules.ace) } else { None };
    let low_seat = down.iter().position(|&card| Some(card) == low).and_then(|i| down_seats[i]);
    tally.n += 1;
    tally.no_low_spade += u64::from(rules.low_chicago && low.is_none());
    for (seat, (counts, strength)) in (0..).zip(tally.seats.iter_mut().zip(&held)) {
        let of_best = if low_seat.is_some() { SHARE_UNIT / 2 } else { SHARE_UNIT };
        let by_hand = if strength == best { of_best / winners } else { 0 };
        let won = by_hand + if low_seat == Some(seat) { SHARE_UNIT / 2 } else { 0 };
        counts.categories[strength.category() as usize] += 1;
        counts.wins += u64::from(won == SHARE_UNIT);
        counts.share_units += u128::from(won);
        counts.low_units += u128::from(won - by_hand);
        if (1..SHARE_UNIT).contains(&won) {
            counts.ties += 1;
            counts.tie_squares += u128::from(won * won);
        }
    }
}

#[test]
fn tallies_are_those_of_the_deals_one_by_one() {
    for rules in games() {
        for players in 2..=10 {
            for (known, dead) in knowledge() {
                let (n, key) = (1501, Key::from_seed(players as u64));
                let dealing = Dealing::new(&rules, players, &known, &dead).expect("a deal");
                let row = players * dealing.cards_per_hand();
                let mut deals = vec![0; row * n];
                deal_many(&dealing, &key, &mut deals);
                let mut expected = Tally::new(players);
                for hands in deals.chunks(row) {
                    let mut deal = vec![None; dealing.positions.len()];
                    for (&i, &card) in dealing.hands.iter().flatten().zip(hands) {
                        deal[usize::from(i)] = Card::from_index(card);
                    }
                    let deal: Vec<Card> = deal.into_iter().map(|card| card.expect("a card dealt")).collect();
                    add_slowly(&rules, &dealing, &deal, &mut expected);
                }
                let tally = simulate(&rules, &dealing, n as u64, &key, 1, &mut |_| true);
                assert_eq!(tally, Some(expected), "{}, {players} players, {known:?}, dead {dead:?}", rules.name);
            }
        }
    }
}
