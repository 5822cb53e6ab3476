//! What holds in every hand: random rules, stacks and actions.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use std::sync::Arc;

use engine_support::Random;
use proptest::prelude::*;
use soko::engine::{ActionKind, Chance, Deal, Event, Game, Hand, LegalAction, Share};
use soko::ranking::{AceInLow, Ranking, ShowingRanking};
use soko::rules::{
    BringInAce, BringInCard, Limit, Named, OddChip, OpenPair, Opener, Preset, Reveal, Rules, Stakes, Tie, WildRule,
};
use soko::{Card, Deck};

/// Every preset in each of its structures, with random stakes.
fn any_stakes() -> impl Strategy<Value = Rules> {
    let amounts = (0..4u64, 1..4u64, 0..3u64, 0..3u64, prop_oneof![3 => Just(1u64), 1 => 2..6u64]);
    (prop::sample::select(Preset::ALL), any::<prop::sample::Index>(), amounts).prop_map(
        |(game, limit, (ante, bring_in, small, big, chip))| {
            let limit = *limit.get(game.limits());
            let bring_in = bring_in * chip;
            let usual = game.rules(Stakes::default()).unwrap();
            let small_bet = bring_in + small * chip;
            let doubled = matches!(limit, Limit::Spread);
            let stakes = Stakes {
                limit: Some(limit),
                ante: Some(ante * chip),
                bring_in: Some(if usual.bring_in.card == BringInCard::None { 0 } else { bring_in }),
                small_bet: Some(small_bet),
                big_bet: Some(if doubled { 2 * small_bet } else { small_bet + big * chip }),
                max_bet: doubled.then_some(small_bet + (small + big) * chip),
                min_chip: Some(chip),
            };
            game.rules(stakes).unwrap()
        },
    )
}

/// Random games with random switches.
fn any_rules() -> impl Strategy<Value = Rules> {
    let ties = prop::sample::select(vec![Tie::Suit, Tie::Position]);
    let doors = prop::sample::select(vec![BringInCard::Highest, BringInCard::Lowest]);
    let openers = prop::sample::select(vec![Opener::Best, Opener::Lowest]);
    let pairs = prop::sample::select(vec![OpenPair::None, OpenPair::Double, OpenPair::Option]);
    let odd = prop::sample::select(OddChip::ALL.to_vec());
    let who = (doors, ties.clone(), openers, ties, pairs, odd);
    let switches = (1..6u8, any::<[bool; 9]>());
    (any_stakes(), who, switches).prop_map(|(mut rules, who, (cap, flags))| {
        let (door, bring_in_tie, opener, showing_tie, open_pair, odd_chip) = who;
        if rules.bring_in.card != BringInCard::None {
            rules.bring_in.card = door;
        }
        rules.bring_in.tie = bring_in_tie;
        rules.opener = opener;
        rules.showing_tie = showing_tie;
        rules.odd_chip = odd_chip;
        if open_pair != OpenPair::Option || rules.limit == Limit::Fixed {
            rules.open_pair = open_pair;
        }
        let [cap_heads_up, open_fold, burn, low_chicago, carry_over, queens_wild, reveal, low_ace, option] = flags;
        rules.reveal = if reveal { Reveal::All } else { Reveal::Winners };
        if rules.bring_in.card != BringInCard::None {
            rules.bring_in_ace = if low_ace { BringInAce::Low } else { BringInAce::High };
            rules.bring_in_option = option;
        }
        rules.cap = cap;
        rules.cap_heads_up = cap_heads_up;
        rules.open_fold = open_fold;
        rules.low_chicago = low_chicago;
        rules.ace = if burn { AceInLow::High } else { AceInLow::Low };
        rules.burn = burn;
        if rules.wild != WildRule::None {
            rules.wild = WildRule::FollowTheQueen { carry_over, queens_wild };
        }
        if rules.ranking == Ranking::Standard && carry_over {
            rules.showing = ShowingRanking::Soko { ace_low_four_straight: queens_wild };
        }
        if rules.validate().is_err() {
            rules.burn = false;
        }
        if cap == 1 {
            rules.deck = Deck::of_size([20, 24, 28, 32][usize::from(burn) * 2 + usize::from(reveal)]).unwrap();
            while rules.validate().is_err() {
                rules.players.max -= 1;
            }
        }
        rules.validate().unwrap();
        rules
    })
}

/// A table: rules, stacks of which many are short, dealer, and a seed for cards and actions.
#[derive(Clone, Debug)]
struct Setting {
    rules: Rules,
    stacks: Vec<u64>,
    dealer: u8,
    seed: u64,
}

fn any_setting() -> impl Strategy<Value = Setting> {
    let stack = prop_oneof![4 => 1..12u64, 3 => 1..60u64, 2 => 1..400u64];
    (any_rules(), prop::collection::vec(stack, 10), any::<[prop::sample::Index; 2]>(), 1..u64::MAX).prop_map(
        |(rules, mut stacks, [players, dealer], seed)| {
            let range = usize::from(rules.players.min)..=usize::from(rules.players.max);
            stacks.truncate(range.start() + players.index(range.end() - range.start() + 1));
            let dealer = dealer.index(stacks.len()) as u8;
            Setting { rules, stacks, dealer, seed }
        },
    )
}

impl Setting {
    fn start(&self, deck: Deal<'_>, events: &mut Vec<Event>) -> Hand {
        let game = Arc::new(Game::new(self.rules.clone()).unwrap());
        Hand::start(game, &self.stacks, Some(self.dealer), deck, &mut |event| events.push(event)).unwrap()
    }

    fn chips(&self) -> u64 {
        self.stacks.iter().sum()
    }
}

/// A random legal amount of an action, its ends more often than their share.
fn any_amount(action: &LegalAction, chip: u64, random: &mut Random) -> u64 {
    match random.below(4) {
        0 => action.low,
        1 => action.high,
        _ => {
            let steps = (action.high - action.low) / chip;
            let from = action.low.next_multiple_of(chip);
            (from + random.below(steps + 1) * chip).clamp(action.low, action.high)
        }
    }
}

/// Everything wrong that may be asked for is refused, and the hand stays as it was.
fn refuses_all_else(hand: &Hand, chip: u64) {
    let legal = hand.legal_actions();
    let mut copy = hand.clone();
    let mut refused = |kind: ActionKind, amount: Option<u64>| {
        let mut events = 0;
        let error = copy.act(kind, amount, &mut |_| events += 1).unwrap_err();
        assert_eq!((&copy, events), (hand, 0), "{kind} {amount:?}");
        assert!(error.to_string().starts_with(kind.name()));
        assert!(hand.actor().is_none() || error.to_string().contains(&legal.to_string()));
    };
    for kind in ActionKind::ALL {
        let ways: Vec<&LegalAction> = legal.iter().filter(|action| action.kind == kind).collect();
        if ways.is_empty() {
            refused(kind, None);
            for amount in [0, 1, 5, 1000, u64::MAX] {
                refused(kind, Some(amount));
            }
            continue;
        }
        if !kind.has_amount() {
            refused(kind, Some(0));
            refused(kind, Some(1));
            continue;
        }
        let (low, high) = (ways[0].low, ways[ways.len() - 1].high);
        for amount in [low - 1, high + 1, u64::MAX, 0] {
            refused(kind, Some(amount));
        }
        if low < high {
            refused(kind, None);
        }
        if ways.len() == 1 && chip > 1 && low + 1 < high {
            let odd = if (low + 1) % chip == 0 { low + 2 } else { low + 1 };
            if odd < high {
                refused(kind, Some(odd));
            }
        }
        if ways.len() == 2 && low + 1 < high {
            refused(kind, Some(low + 1));
        }
    }
}

/// What holds whenever somebody looks.
fn check_sums(setting: &Setting, hand: &Hand) {
    let pot = hand.pots().iter().map(|pot| pot.amount).sum::<u64>() + hand.bets().iter().sum::<u64>();
    let behind: u64 = hand.stacks().iter().sum();
    assert_eq!(hand.contributions().iter().sum::<u64>(), pot);
    assert_eq!(behind + hand.pot(), setting.chips());
    assert_eq!(hand.payoffs().iter().sum::<i64>(), -hand.pot().cast_signed());
    assert!(hand.pots().iter().all(|pot| !pot.eligible.is_empty()));
    if hand.is_over() {
        let won: u64 = hand.awards().iter().map(|award| award.amount).sum();
        assert_eq!((hand.pot(), won), (0, pot));
        for award in hand.awards() {
            assert!(hand.pots()[usize::from(award.pot)].eligible.contains(award.seat));
        }
    } else {
        assert_eq!(hand.pot(), pot);
    }
}

/// How many actions a hand may have. Without a cap each raise adds a least bet, or takes a stack.
fn most_steps(setting: &Setting) -> usize {
    let raises = setting.chips() / setting.rules.small_bet + 2 * setting.stacks.len() as u64 + 2;
    (usize::try_from(raises).unwrap() + setting.rules.streets.len()) * setting.stacks.len()
}

fn check_legal(hand: &Hand, rules: &Rules) {
    let legal = hand.legal_actions();
    assert_eq!(legal.is_empty(), hand.actor().is_none());
    assert!(legal.windows(2).all(|pair| (pair[0].kind, pair[0].high) < (pair[1].kind, pair[1].low)));
    let Some(seat) = hand.actor() else { return };
    let total = hand.stacks()[usize::from(seat)] + hand.bets()[usize::from(seat)];
    for action in legal.iter().filter(|action| action.kind.has_amount()) {
        assert!(hand.bets()[usize::from(seat)] < action.low && action.low <= action.high && action.high <= total);
        assert!(action.low % rules.min_chip == 0 || action.low == action.high);
    }
    assert!(legal.len() > 1 || legal[0].kind == ActionKind::BringIn || legal[0].kind == ActionKind::Check);
    assert!(hand.default_action().is_some());
}

/// `PROPTEST_CASES` in the environment asks for more hands.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(3000), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn hands_keep_the_rules(setting in any_setting()) {
        let mut random = Random(setting.seed);
        let deck: Vec<Card> = random.deck().into_iter().filter(|&card| setting.rules.deck.has(card)).collect();
        let mut events = Vec::new();
        let mut hand = setting.start(Deal::Ahead(&deck), &mut events);
        let mut script = Vec::new();
        loop {
            check_sums(&setting, &hand);
            check_legal(&hand, &setting.rules);
            refuses_all_else(&hand, setting.rules.min_chip);
            let legal = hand.legal_actions();
            if legal.is_empty() {
                break;
            }
            let action = legal[usize::try_from(random.below(legal.len() as u64)).unwrap()];
            let amount = action.kind.has_amount().then(|| any_amount(&action, setting.rules.min_chip, &mut random));
            hand.act(action.kind, amount, &mut |event| events.push(event)).unwrap();
            script.push((action.kind, amount));
            prop_assert!(script.len() <= most_steps(&setting), "a hand ends");
        }
        prop_assert!(hand.is_over());
        check_events(&setting, &hand, &events);

        replay(&setting, &deck, &script, &hand, &events);
    }
}

/// The same from scratch, and with the cards dealt one by one.
fn replay(setting: &Setting, deck: &[Card], script: &[(ActionKind, Option<u64>)], hand: &Hand, events: &[Event]) {
    let (mut again, mut manual_events) = (Vec::new(), Vec::new());
    let mut replayed = setting.start(Deal::Ahead(deck), &mut again);
    let mut manual = setting.start(Deal::Manual(&[]), &mut manual_events);
    for step in 0..=script.len() {
        while let Some(chance) = manual.chance() {
            // Cards that were burnt unseen have left the deck too.
            let card = deck[manual.dealt().len()];
            manual.deal(card, &mut |event| manual_events.push(event)).unwrap();
            let dealt = match chance {
                Chance::Seat { seat, face } => Event::Deal { seat, face, card: Some(card) },
                Chance::Community => Event::Community(card),
            };
            assert!(manual_events.contains(&dealt));
        }
        assert_eq!(replayed.legal_actions(), manual.legal_actions());
        assert_eq!(replayed.stacks(), manual.stacks());
        if let Some(&(kind, amount)) = script.get(step) {
            replayed.act(kind, amount, &mut |event| again.push(event)).unwrap();
            manual.act(kind, amount, &mut |event| manual_events.push(event)).unwrap();
        }
    }
    assert_eq!((&replayed, &again[..]), (hand, events));
    let unseen = |event: &Event| if let Event::Burn(_) = event { Event::Burn(None) } else { *event };
    assert!(events.iter().map(unseen).eq(manual_events.iter().copied()));
}

/// The events alone give the final stacks, and come in their order.
fn check_events(setting: &Setting, hand: &Hand, events: &[Event]) {
    let mut stacks = setting.stacks.clone();
    let mut bets = vec![0; stacks.len()];
    let mut pay = |seat: u8, to: u64, bets: &mut Vec<u64>| {
        let seat = usize::from(seat);
        stacks[seat] -= to - bets[seat];
        bets[seat] = to;
    };
    let mut back = vec![0; setting.stacks.len()];
    let mut shows = Vec::new();
    let mut wild = None;
    for event in events {
        match *event {
            Event::Ante { seat, amount } => {
                pay(seat, amount, &mut bets);
                bets[usize::from(seat)] = 0;
            }
            Event::Street { .. } => bets.fill(0),
            Event::BringIn { seat, to }
            | Event::Call { seat, to }
            | Event::Complete { seat, to }
            | Event::Bet { seat, to }
            | Event::Raise { seat, to } => pay(seat, to, &mut bets),
            Event::Uncalled { seat, amount } => back[usize::from(seat)] += amount,
            Event::Award(award) => back[usize::from(award.seat)] += award.amount,
            Event::Show(seat) | Event::Muck(seat) => shows.push((seat, matches!(event, Event::Show(_)))),
            Event::Wild(rank) => {
                assert_ne!(rank, wild, "a change");
                wild = rank;
            }
            _ => {}
        }
    }
    let sums: Vec<u64> = stacks.iter().zip(&back).map(|(stack, back)| stack + back).collect();
    assert_eq!(sums, hand.stacks());
    assert_eq!(wild, hand.wild_rank());
    check_end(setting, hand, events, &shows);
}

/// The end of a hand by its events and by what it answers.
fn check_end(setting: &Setting, hand: &Hand, events: &[Event], shows: &[(u8, bool)]) {
    assert_eq!(events.last(), Some(&Event::End));
    assert_eq!(events.iter().filter(|event| **event == Event::End).count(), 1);
    let awards: Vec<_> =
        events.iter().filter_map(|event| if let Event::Award(award) = event { Some(*award) } else { None }).collect();
    assert_eq!(awards, hand.awards());
    assert!(setting.rules.low_chicago || awards.iter().all(|award| award.share == Share::High));
    // Whoever wins at a showdown has shown.
    let order: Vec<u8> = shows.iter().map(|(seat, _)| *seat).collect();
    assert_eq!(order, hand.showdown_order());
    let showdown = hand.live().len() > 1;
    assert_eq!(showdown, !shows.is_empty());
    if showdown {
        assert_eq!(order.len() as u32, hand.live().len());
        assert!(awards.iter().all(|award| hand.shown().contains(award.seat)));
    }
}
