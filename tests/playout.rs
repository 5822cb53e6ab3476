//! Policies and playouts: what a policy may know, what is scored, and that nothing else changes the score.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use std::sync::Arc;

use engine_support::Random;
use proptest::prelude::*;
use soko::Card;
use soko::actions::{legal_mask, to_action};
use soko::chance::{Key, hand_key, shuffled_deck};
use soko::engine::{Action, Deal, Event, Face, Game, Hand, StartError};
use soko::playout::{BLOCK, Decider, Playout, PlayoutBatch, PlayoutError, RUNOUTS, Refused, Scores};
use soko::policies::{Draws, Policy, PolicyView};
use soko::rules::{Limit, Named, Preset, Rules, Stakes, WildRule};

const KEY: Key = Key([1, 2, 3, 4]);

/// Every game in every structure it is played in, and some with all that is rare: burnt cards, Low Chicago, free folds.
fn games() -> Vec<Arc<Game>> {
    let mut rules: Vec<Rules> = Vec::new();
    for preset in Preset::ALL {
        for &limit in preset.limits() {
            rules.push(preset.rules(Stakes { limit: Some(limit), ..Stakes::default() }).unwrap());
        }
    }
    let mut odd = Preset::FollowTheBitch.rules(Stakes { limit: Some(Limit::No), ..Stakes::default() }).unwrap();
    odd.wild = WildRule::FollowTheQueen { carry_over: true, queens_wild: true };
    (odd.burn, odd.low_chicago, odd.open_fold) = (true, true, true);
    rules.push(odd);
    let mut chicago = Preset::SevenCardStud.rules(Stakes::default()).unwrap();
    (chicago.burn, chicago.low_chicago) = (true, true);
    rules.push(chicago);
    rules.into_iter().map(|rules| Arc::new(Game::new(rules).unwrap())).collect()
}

fn deciders(policies: &[Policy]) -> Vec<Decider> {
    policies.iter().copied().map(Decider::BuiltIn).collect()
}

/// All policies round a table of so many.
fn mixed(game: &Arc<Game>, stacks: &[u64], duplicate: bool) -> Playout {
    let players: Vec<usize> = (0..stacks.len()).map(|player| player % Policy::ALL.len()).collect();
    let count = stacks.len().min(Policy::ALL.len());
    Playout::new(Arc::clone(game), stacks, &deciders(&Policy::ALL[..count]), &players, duplicate, &KEY).unwrap()
}

fn run(playout: &Playout, deals: u64, threads: usize) -> Scores {
    playout.run(0..deals, threads, &mut |_| true).unwrap().0
}

/// A hand being played, and what of it lies face up.
struct Played {
    game: Arc<Game>,
    stacks: Vec<u64>,
    deck: Vec<Card>,
    hand: Hand,
    actions: Vec<Action>,
    face_up: Vec<Card>,
}

impl Played {
    fn start(game: &Arc<Game>, stacks: &[u64], deck: Vec<Card>) -> Self {
        let mut face_up = Vec::new();
        let mut note = |event| face_up.extend(card_face_up(&event));
        let hand = Hand::start(Arc::clone(game), stacks, None, Deal::Ahead(&deck), &mut note).unwrap();
        Self { game: Arc::clone(game), stacks: stacks.to_vec(), deck, hand, actions: Vec::new(), face_up }
    }

    fn act(&mut self, action: Action) {
        let amount = action.kind.has_amount().then_some(action.to);
        let face_up = &mut self.face_up;
        self.hand.act(action.kind, amount, &mut |event| face_up.extend(card_face_up(&event))).unwrap();
        self.actions.push(action);
    }

    /// The same hand as its actor sees it, with all that it does not see changed about.
    fn with_other_hidden_cards(&self, random: &mut Random) -> Self {
        let actor = self.hand.actor().unwrap();
        let own = self.hand.hole_cards(actor);
        let hidden = |card: &Card| !own.contains(&Some(*card)) && !self.face_up.contains(card);
        let places: Vec<usize> = (0..self.deck.len()).filter(|&place| hidden(&self.deck[place])).collect();
        let mut deck = self.deck.clone();
        for i in 0..places.len() {
            let j = i + usize::try_from(random.below((places.len() - i) as u64)).unwrap();
            deck.swap(places[i], places[j]);
        }
        let mut other = Self::start(&self.game, &self.stacks, deck);
        self.actions.iter().for_each(|&action| other.act(action));
        other
    }
}

fn card_face_up(event: &Event) -> Option<Card> {
    match *event {
        Event::Deal { face: Face::Up, card, .. } => card,
        Event::Community(card) => Some(card),
        _ => None,
    }
}

#[test]
fn policies_know_nothing_but_what_their_seat_may_see() {
    let mut random = Random(77);
    let mut decisions = 0;
    for game in games() {
        for _ in 0..40 {
            let most = u64::from(game.rules().players.max) - 1;
            let players = usize::try_from(2 + random.below(most)).unwrap();
            let stacks: Vec<u64> = (0..players).map(|_| 1 + random.below(200)).collect();
            let mut played = Played::start(&game, &stacks, random.deck());
            while let Some(view) = PolicyView::of_actor(&played.hand) {
                let other = played.with_other_hidden_cards(&mut random);
                let other_view = PolicyView::of_actor(&other.hand).unwrap();
                for policy in Policy::ALL {
                    let word = random.below(u64::MAX);
                    let chosen = policy.choose(&view, &mut Draws::new(word));
                    assert!(view.legal() >> chosen & 1 == 1, "{policy:?} chose {chosen}");
                    assert_eq!(chosen, policy.choose(&other_view, &mut Draws::new(word)), "{policy:?}");
                }
                decisions += 1;
                let legal: Vec<u8> = (0..7).filter(|action| view.legal() >> action & 1 == 1).collect();
                // Folds are rarer, so that hands go on.
                let from = u64::from(legal[0] == 0 && legal.len() > 1 && random.below(4) > 0);
                let at = usize::try_from(from + random.below(legal.len() as u64 - from)).unwrap();
                played.act(to_action(&played.hand, legal[at]).unwrap());
            }
        }
    }
    assert!(decisions > 5_000, "{decisions}");
}

#[test]
fn no_chip_is_made_or_lost_and_every_hand_is_scored() {
    for game in games() {
        for duplicate in [false, true] {
            let playout = mixed(&game, &[50, 300, 3, 1000], duplicate);
            let scores = run(&playout, 60, 1);
            assert_eq!(scores.deals, 60);
            assert_eq!(scores.hands, 60 * playout.hands_a_deal());
            for score in [&scores.policies, &scores.seats] {
                assert_eq!(score.iter().map(|score| score.chips).sum::<i128>(), 0);
                assert_eq!(score.iter().map(|score| score.hands).sum::<u64>(), 4 * scores.hands);
                let shown: u64 = score.iter().map(|score| score.showdowns).sum();
                assert!(shown >= 2 * scores.showdowns);
                // Whoever did not fold came to a showdown, or was left alone.
                let stayed: u64 = score.iter().map(|score| score.hands - score.folds).sum();
                assert_eq!(stayed, shown + scores.hands - scores.showdowns);
            }
            let actions = |scores: &[soko::playout::Score]| -> u64 {
                scores.iter().flat_map(|score| score.actions.iter().flatten()).sum()
            };
            assert_eq!(actions(&scores.policies), actions(&scores.seats));
        }
    }
}

#[test]
fn threads_change_nothing() {
    for game in games() {
        let playout = mixed(&game, &[100; 6], true);
        assert_eq!(run(&playout, 200, 1), run(&playout, 200, 3));
    }
}

#[test]
fn averages_over_runouts_keep_all_chips_on_any_threads() {
    let mut averaged = 0;
    for game in games() {
        for duplicate in [false, true] {
            let playout = mixed(&game, &[30, 12, 5, 80], duplicate).with_runouts();
            let scores = run(&playout, 100, 1);
            assert_eq!(scores, run(&playout, 100, 3));
            for score in [&scores.policies, &scores.seats] {
                assert_eq!(score.iter().map(|score| score.chips).sum::<i128>(), 0);
            }
            averaged += u64::from(scores.seats.iter().any(|score| score.chips % i128::from(RUNOUTS) != 0));
            let plain = run(&mixed(&game, &[30, 12, 5, 80], duplicate), 100, 2);
            for (a, b) in scores.policies.iter().zip(&plain.policies) {
                assert_eq!((a.hands, a.wins, a.folds, &a.actions), (b.hands, b.wins, b.folds, &b.actions));
            }
        }
    }
    assert!(averaged > 10, "{averaged}");
}

#[test]
fn the_chips_of_each_deal_add_up() {
    let game = games().swap_remove(0);
    let playout = mixed(&game, &[100; 4], true).with_deals();
    let scores = run(&playout, 300, 3);
    let mut rows: Vec<_> = scores.by_deal.as_ref().unwrap().rows().collect();
    rows.sort_unstable();
    assert!(rows.iter().map(|row| row.0).eq(0..300));
    for (policy, score) in scores.policies.iter().enumerate() {
        assert_eq!(rows.iter().map(|row| i128::from(row.1[policy])).sum::<i128>(), score.chips);
        let square = |row: &(u64, &[i64])| u128::from(row.1[policy].unsigned_abs()).pow(2);
        assert_eq!(rows.iter().map(square).sum::<u128>(), score.squares);
    }
}

#[test]
fn hands_that_antes_alone_have_ended_are_averaged() {
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let playout = Playout::new(game, &[1, 1], &deciders(&[Policy::Call]), &[0, 0], false, &KEY).unwrap();
    let scores = run(&playout.with_runouts(), 200, 1);
    // A chip each is at stake, and 64 runouts are rarely won by one.
    assert_eq!(scores.showdowns, 200);
    assert!(scores.seats[0].squares < 100 * u128::from(RUNOUTS).pow(2));
}

/// Plays a batch to its end, the policies outside being these.
fn play_batch(mut batch: PlayoutBatch, threads: usize, policies: &[Policy]) -> (Scores, usize) {
    let mut most = 0;
    while batch.advance(threads, &mut |_| true).unwrap() {
        for (number, policy) in policies.iter().enumerate() {
            let view = batch.waiting(number).map(|hand| PolicyView::of_actor(hand).unwrap());
            let actions: Vec<i64> = view.map(|view| i64::from(policy.choose(&view, &mut Draws::new(0)))).collect();
            most = most.max(actions.len());
            batch.act(number, &actions).unwrap();
        }
    }
    (batch.scores().clone(), most)
}

#[test]
fn policies_outside_play_as_those_inside_do() {
    for game in games() {
        for duplicate in [false, true] {
            let policies = [Policy::Tight, Policy::Call, Policy::Maniac, Policy::Random];
            let players = [0, 1, 2, 3, 1];
            let inside =
                Playout::new(Arc::clone(&game), &[90; 5], &deciders(&policies), &players, duplicate, &KEY).unwrap();
            let expected = run(&inside, 37, 1);
            let outside = [Decider::Outside(0), Decider::Outside(1), deciders(&policies)[2], deciders(&policies)[3]];
            for (batch, threads) in [(1, 1), (10, 2), (1000, 2)] {
                let playout = Playout::new(Arc::clone(&game), &[90; 5], &outside, &players, duplicate, &KEY).unwrap();
                let deals = PlayoutBatch::new(playout, 0..37, batch).unwrap();
                let (scores, most) = play_batch(deals, threads, &policies[..2]);
                assert_eq!(scores, expected);
                assert!(most <= batch && (batch == 1 || most > 3));
            }
        }
    }
}

#[test]
fn scores_of_ranges_of_deals_add_up_to_those_of_all() {
    for game in games() {
        for duplicate in [false, true] {
            let playout = mixed(&game, &[90; 5], duplicate);
            let whole = run(&playout, 200, 1);
            let part = |deals| playout.run(deals, 2, &mut |_| true).unwrap().0;
            let mut sum = part(0..64);
            [64..64, 64..71, 71..200].map(part).iter().for_each(|scores| sum.add(scores));
            assert_eq!(sum, whole);
        }
        let outside = |deals| {
            let playout =
                Playout::new(Arc::clone(&game), &[90; 3], &[Decider::Outside(0)], &[0; 3], false, &KEY).unwrap();
            play_batch(PlayoutBatch::new(playout, deals, 10).unwrap(), 1, &[Policy::Call]).0
        };
        let mut sum = outside(0..13);
        [13..13, 13..50].map(outside).iter().for_each(|scores| sum.add(scores));
        assert_eq!(sum, outside(0..50));
    }
}

#[test]
fn an_action_that_is_not_legal_is_refused_and_nothing_is_done() {
    let game = games().swap_remove(0);
    let playout = Playout::new(game, &[100, 100], &[Decider::Outside(0)], &[0, 0], false, &KEY).unwrap();
    let mut batch = PlayoutBatch::new(playout, 0..5, 5).unwrap();
    assert_eq!(batch.advance(1, &mut |_| true), Some(true));
    // The first to act brings in, or completes.
    for action in [0, 1, 7, 64, -1, i64::MAX] {
        let refused = batch.act(0, &[2, 3, action, 2, 2]);
        assert_eq!(refused, Err(Refused { row: 2, action, legal: 0b1100 }));
    }
    assert_eq!(batch.scores().hands, 0);
    assert!(batch.waiting(0).all(|hand| legal_mask(hand) == 0b1100));
    batch.act(0, &[2, 3, 2, 3, 2]).unwrap();
    assert_eq!(batch.waiting(0).len(), 0);
    assert_eq!(batch.advance(1, &mut |_| true), Some(true));
    let masks: Vec<u8> = batch.waiting(0).map(legal_mask).collect();
    assert_eq!(masks, [0b1011, 0b1011, 0b1011, 0b1011, 0b1011]);
}

/// The strengths of two hands of five cards, with the cards of a deal.
fn strengths(number: u64) -> [u16; 2] {
    let deck = shuffled_deck(&hand_key(&KEY, number, 0));
    [0, 1].map(|seat| {
        let cards: [u8; 5] = core::array::from_fn(|i| deck[2 * i + seat]);
        soko::Ranking::default().evaluate_indices(&cards, soko::ranking::WildRanks::NONE).unwrap().bits()
    })
}

#[test]
fn two_maniacs_in_fixed_limit_play_for_all_wagers_of_all_streets() {
    // An ante of 1, then four wagers a street: 16, 16, 32 and 32.
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let playout = Playout::new(game, &[800, 800], &deciders(&[Policy::Maniac]), &[0, 0], false, &KEY).unwrap();
    let scores = run(&playout, 300, 2);
    let won = |seat: usize| (0..300).filter(|&n| strengths(n)[seat] > strengths(n)[1 - seat]).count() as u64;
    for seat in 0..2 {
        let score = &scores.seats[seat];
        assert_eq!((score.wins, score.folds, score.showdowns), (won(seat), 0, 300));
        let (won, lost) = (i128::from(won(seat)), i128::from(won(1 - seat)));
        assert_eq!(score.chips, 97 * (won - lost));
        assert_eq!(score.squares, 97 * 97 * u128::from(scores.seats[0].wins + scores.seats[1].wins));
    }
    assert_eq!(scores.policies[0].squares, 0, "one who plays with himself neither wins nor loses");
    assert_eq!(scores.showdowns, 300);
    // Four wagers on each street, then a call.
    let actions = scores.policies[0].actions.iter().map(|street| (street[1], street[3]));
    assert!(actions.eq([(300, 1200); 4]));
}

#[test]
fn with_duplicates_each_policy_has_the_cards_of_all() {
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let playout = |players: &[usize], policies: &[Policy], duplicate| {
        Playout::new(Arc::clone(&game), &vec![100; players.len()], &deciders(policies), players, duplicate, &KEY)
            .unwrap()
    };
    let two = [Policy::Maniac, Policy::Call];
    assert_eq!(playout(&[0, 1, 0, 1], &two, true).hands_a_deal(), 2);
    assert_eq!(playout(&[0, 0, 1, 1], &two, true).hands_a_deal(), 4);
    assert_eq!(playout(&[0, 0, 0, 0], &two[..1], true).hands_a_deal(), 1);
    assert_eq!(playout(&[0, 1, 0], &two, true).hands_a_deal(), 3);
    assert_eq!(playout(&[0, 1, 0], &two, false).hands_a_deal(), 1);
    // Neither looks at its cards and neither folds, so that with the cards of both they are even deal by deal.
    let scores = run(&playout(&[0, 1], &two, true), 500, 1);
    assert_eq!((scores.policies[0].chips, scores.policies[0].squares), (0, 0));
    // Without, they are even only in the long run.
    let scores = run(&playout(&[0, 1], &two, false), 500, 1);
    assert!(scores.policies[0].squares > 500 * 10 * 10);
}

#[test]
fn all_players_move_on_by_one_seat_after_each_hand() {
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let policies = [Policy::Maniac, Policy::Call, Policy::Tight];
    let players = [0, 1, 2];
    let playout = Playout::new(game, &[100; 3], &deciders(&policies), &players, false, &KEY).unwrap();
    let [one, two] = [run(&playout, 1, 1), run(&playout, 2, 1)];
    let folds = |scores: &Scores, seat: usize| scores.seats[seat].folds;
    // Only the one who plays tight folds: from seat 2 in the first hand, from seat 1 in the second.
    assert_eq!((folds(&one, 0), folds(&one, 1)), (0, 0));
    assert_eq!((folds(&two, 0), folds(&two, 2)), (0, folds(&one, 2)));
}

#[test]
fn a_watch_stops_the_work() {
    let game = games().swap_remove(0);
    let mut calls = 0;
    let mut watch = |done: u64| {
        calls += 1;
        assert!(done < u64::MAX >> 8);
        false
    };
    let (scores, deals) = mixed(&game, &[100; 6], true).run(0..1 << 50, 2, &mut watch).unwrap();
    assert_eq!(deals.iter().map(|deals| deals.end - deals.start).sum::<u64>(), scores.deals);
    assert!(deals.iter().all(|deals| (deals.start % BLOCK, deals.end % BLOCK) == (0, 0)));
    let mut batch = PlayoutBatch::new(mixed(&game, &[100; 6], false), 0..1 << 50, 1 << 10).unwrap();
    assert_eq!(batch.advance(2, &mut watch), None);
    assert_eq!(batch.finished().iter().map(|deals| deals.end - deals.start).sum::<u64>(), batch.scores().deals);
    assert_eq!(calls, 2);
}

#[test]
fn what_does_not_fit_is_refused() {
    let game = games().swap_remove(0);
    let made = |stacks: &[u64], players: &[usize]| {
        Playout::new(Arc::clone(&game), stacks, &deciders(&[Policy::Call]), players, true, &KEY).map(drop)
    };
    assert_eq!(made(&[100, 100], &[0, 0]), Ok(()));
    assert_eq!(made(&[100, 100], &[0]), Err(PlayoutError::Players));
    assert_eq!(made(&[100, 100], &[0, 1]), Err(PlayoutError::Players));
    assert_eq!(made(&[100], &[0]), Err(PlayoutError::Start(StartError::Players { given: 1, min: 2, max: 8 })));
    assert_eq!(made(&[100, 0], &[0, 0]), Err(PlayoutError::Start(StartError::NoChips { seat: 1 })));
    let deep =
        Playout::new(Arc::clone(&game), &[1 << 60; 2], &deciders(&[Policy::Call]), &[0, 0], false, &KEY).unwrap();
    assert!(deep.run(0..31, 1, &mut |_| true).is_ok());
    let error = PlayoutError::TooManyChips { chips: 1 << 61, deals: 32 };
    assert_eq!(deep.run(0..32, 1, &mut |_| true), Err(error.clone()));
    assert_eq!(PlayoutBatch::new(deep, 0..32, 1).map(drop), Err(error));
}

#[test]
fn policies_have_names() {
    for policy in Policy::ALL {
        assert_eq!(Policy::from_name(policy.name()), Some(policy));
    }
    assert_eq!(Policy::from_name("pot odds"), None);
}

proptest! {
    #[test]
    fn draws_below_a_number_are_below_it(word in any::<u64>(), count in 1u8..) {
        let mut draws = Draws::new(word);
        prop_assert!((0..20).all(|_| draws.below(count) < count));
    }
}

#[test]
fn draws_are_spread_evenly() {
    let mut counts = [0u32; 52];
    let mut draws = Draws::new(9);
    (0..520_000).for_each(|_| counts[usize::from(draws.below(52))] += 1);
    // Ten standard deviations of 99 each way.
    assert!(counts.iter().all(|&count| (9_000..11_000).contains(&count)), "{counts:?}");
}
