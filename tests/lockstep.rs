//! Tables in lockstep against hands played one by one, action by action, in random games.

#[path = "support/arrays/mod.rs"]
mod arrays;
#[path = "support/engine_support/mod.rs"]
mod engine_support;

use std::collections::HashMap;
use std::sync::Arc;

use arrays::Arrays;
use engine_support::Random;
use soko::actions::{ACTIONS, from_action, legal_mask, to_action};
use soko::chance::{Choices, Key, hand_key, shuffled_deck};
use soko::engine::{Action, ActionKind, Deal, Event, Face, Game, Hand};
use soko::lockstep::{Layout, Play, Setup, TableError, Tables};
use soko::rules::{Limit, Named, OpenPair, Preset, Rules, Stakes, WildRule};
use soko::{Card, Rank};

const KEY: Key = Key([1, 2, 3, 4]);

/// What the tests ask of arrays.
impl Arrays {
    fn mask(&self, table: usize) -> u8 {
        self.legal[table * ACTIONS..][..ACTIONS].iter().rev().fold(0, |mask, &bit| mask << 1 | bit)
    }

    /// A legal action at each table, 77 where nobody is to act.
    fn random_actions(&self, random: &mut Random) -> Vec<i64> {
        let tables = 0..self.actors.len();
        let pick = |table| {
            let legal: Vec<i64> = (0..7).filter(|&a| self.mask(table) >> a & 1 == 1).collect();
            if legal.is_empty() {
                return 77;
            }
            // Folds are rarer, so that hands go on.
            let from = usize::from(legal.len() > 1 && legal[0] == 0 && random.below(10) < 6);
            legal[from + usize::try_from(random.below((legal.len() - from) as u64)).unwrap()]
        };
        tables.map(pick).collect()
    }

    fn all(&self) -> All<'_> {
        let observations = self.observations.iter().map(|number| number.to_bits()).collect();
        (&self.actors, &self.legal, observations, &self.rewards, &self.terminated)
    }
}

/// What arrays hold: the actors, legal actions, observations by their bits, rewards, and which hands are over.
type All<'a> = (&'a [i8], &'a [u8], Vec<u32>, &'a [i64], &'a [u8]);

/// What everybody at a table has seen of a hand, from its events alone; of cards face down, who got which.
#[derive(Default)]
struct PublicView {
    down: HashMap<u8, Vec<Card>>,
    up: HashMap<u8, Vec<Card>>,
    community: Option<Card>,
    last_up: Option<Card>,
    wild: Option<Rank>,
    street: u8,
    pot: u64,
    folded: Vec<u8>,
    stacks: Vec<u64>,
    bets: Vec<u64>,
}

impl PublicView {
    fn follow(&mut self, event: Event) {
        match event {
            Event::Ante { seat, amount } => self.pay(seat, amount),
            Event::Street { street, .. } => {
                self.street = street;
                self.bets.fill(0);
            }
            Event::Deal { seat, face: Face::Down, card: Some(card) } => self.down.entry(seat).or_default().push(card),
            Event::Deal { seat, face: Face::Up, card: Some(card) } => {
                self.up.entry(seat).or_default().push(card);
                self.last_up = Some(card);
            }
            Event::Community(card) => (self.community, self.last_up) = (Some(card), Some(card)),
            Event::Wild(rank) => self.wild = rank,
            Event::Reveal { .. } | Event::Deal { card: None, .. } => unreachable!("tables know all cards"),
            Event::Fold(seat) => self.folded.push(seat),
            Event::BringIn { seat, to }
            | Event::Call { seat, to }
            | Event::Complete { seat, to }
            | Event::Bet { seat, to }
            | Event::Raise { seat, to } => {
                let bet = &mut self.bets[usize::from(seat)];
                let more = to - std::mem::replace(bet, to);
                self.pay(seat, more);
            }
            Event::Uncalled { seat, amount } => self.win(seat, amount),
            Event::Award(award) => self.win(award.seat, award.amount),
            Event::Burn(_) | Event::Check(_) | Event::Show(_) | Event::Muck(_) | Event::End => {}
        }
    }

    fn pay(&mut self, seat: u8, amount: u64) {
        self.stacks[usize::from(seat)] -= amount;
        self.pot += amount;
    }

    fn win(&mut self, seat: u8, amount: u64) {
        self.stacks[usize::from(seat)] += amount;
        self.pot -= amount;
    }
}

/// A hand and what was seen of it.
struct PlayedHand {
    hand: Hand,
    seen: PublicView,
}

impl PlayedHand {
    /// The k-th hand of a table, by its definition.
    fn new(game: &Arc<Game>, stacks: &[u64], table: u64, k: u64) -> Self {
        let deck: Vec<Card> =
            shuffled_deck(&hand_key(&KEY, table, k)).iter().map(|&index| Card::from_index(index).unwrap()).collect();
        let dealer = (stacks.len() as u64 - 1 + k) % stacks.len() as u64;
        let mut seen = PublicView { stacks: stacks.to_vec(), bets: vec![0; stacks.len()], ..PublicView::default() };
        let hand = Hand::start(Arc::clone(game), stacks, Some(dealer as u8), Deal::Ahead(&deck), &mut |event| {
            seen.follow(event);
        });
        Self { hand: hand.unwrap(), seen }
    }

    fn act(&mut self, action: Action) {
        let amount = action.kind.has_amount().then_some(action.to);
        self.hand.act(action.kind, amount, &mut |event| self.seen.follow(event)).unwrap();
    }

    /// The observation of the player to act, by its description.
    #[expect(clippy::cast_precision_loss, reason = "observations have that precision")]
    fn observation(&self) -> Vec<f32> {
        let (seen, rules) = (&self.seen, self.hand.game().rules());
        let Some(actor) = self.hand.actor() else { return Vec::new() };
        let players = self.hand.players();
        let seats: Vec<u8> = (0..players).map(|i| (actor + i) % players).collect();
        let mut row = Vec::new();
        for seat in &seats {
            let (mut down, mut up) =
                (seen.down.get(seat).into_iter().flatten(), seen.up.get(seat).into_iter().flatten());
            let number = |card: Option<&Card>| card.map_or(-1.0, |card| f32::from(card.index()));
            for street in &rules.streets {
                let own = *seat == actor;
                row.extend((0..street.down).map(|_| number(down.next().filter(|_| own))));
                row.extend((0..street.up).map(|_| number(up.next())));
            }
        }
        let carried = matches!(rules.wild, WildRule::FollowTheQueen { carry_over: true, .. });
        let armed = carried && seen.last_up.is_some_and(|card| card.rank() == Rank::QUEEN);
        let call = self.hand.legal_actions().iter().find(|action| action.kind == ActionKind::Call).map(|call| call.low);
        let cost = call.map_or(0, |to| to - seen.bets[usize::from(actor)]);
        row.push(seen.community.map_or(-1.0, |card| f32::from(card.index())));
        row.push(seen.wild.map_or(-1.0, |rank| f32::from(rank.index())));
        row.push(f32::from(u8::from(armed)));
        row.push(f32::from(seen.street));
        row.push(f32::from((self.hand.dealer() + players - actor) % players));
        row.extend([seen.pot as f32, cost as f32]);
        row.extend(seats.iter().map(|seat| f32::from(u8::from(!seen.folded.contains(seat)))));
        row.extend(seats.iter().map(|&seat| seen.stacks[usize::from(seat)] as f32));
        row.extend(seats.iter().map(|&seat| seen.bets[usize::from(seat)] as f32));
        row
    }
}

/// A game with random stakes and house rules.
fn random_rules(random: &mut Random) -> Rules {
    loop {
        let limit = random.one_of(&[Limit::Fixed, Limit::Pot, Limit::No, Limit::Spread]);
        let stakes = Stakes { limit: Some(limit), ..Stakes::default() };
        let Ok(mut rules) = random.one_of(Preset::ALL).rules(stakes) else { continue };
        rules.cap = random.one_of(&[1, 2, 4]);
        rules.cap_heads_up = random.below(2) == 0;
        rules.open_pair = random.one_of(&[OpenPair::None, OpenPair::Double, OpenPair::Option]);
        rules.open_fold = random.below(5) == 0;
        random.choose_house_rules(&mut rules);
        if rules.validate().is_ok() {
            return rules;
        }
    }
}

/// Tables of a random game.
fn random_setup(random: &mut Random, tables: usize) -> Setup {
    let game = Arc::new(Game::new(random_rules(random)).unwrap());
    let players = random.players(game.rules());
    let big = game.rules().big_bet;
    let most = random.one_of(&[game.rules().ante + 1, 3 * big, 20 * big, 500 * big]);
    let seats = usize::from(players) * if random.below(2) == 0 { 1 } else { tables };
    let stacks = (0..seats).map(|_| 1 + random.below(most)).collect();
    Setup { game, players, tables, stacks, key: KEY, first: random.below(1000), play: Play::plain(true) }
}

/// Plays steps and compares each row with the hand; how many hands came to their end.
fn compare(setup: &Setup, steps: usize, random: &mut Random) -> u64 {
    let players = usize::from(setup.players);
    let mut tables = Tables::new(setup.clone()).unwrap();
    let stacks =
        |table: usize| &setup.stacks[if setup.stacks.len() == players { 0 } else { table * players }..][..players];
    let start = |table: usize, k| PlayedHand::new(&setup.game, stacks(table), setup.first + table as u64, k);
    let mut played: Vec<PlayedHand> = (0..setup.tables).map(|table| start(table, 0)).collect();
    let mut arrays = Arrays::of(&tables);
    let (mut numbers, mut ended) = (vec![0; setup.tables], 0);
    let width = tables.layout().width();
    for step in 0..=steps {
        if step > 0 {
            let actions = arrays.random_actions(random);
            for (table, &action) in actions.iter().enumerate() {
                if played[table].hand.is_over() {
                    numbers[table] += 1;
                    played[table] = start(table, numbers[table]);
                } else {
                    let action = to_action(&played[table].hand, u8::try_from(action).unwrap()).unwrap();
                    played[table].act(action);
                }
            }
            tables.step(&actions, false, 1, arrays.rows()).unwrap();
        }
        for (table, played) in played.iter().enumerate() {
            let hand = &played.hand;
            assert_eq!(arrays.actors[table], hand.actor().map_or(-1, u8::cast_signed));
            assert_eq!(arrays.mask(table), legal_mask(hand));
            assert_eq!(arrays.terminated[table], u8::from(hand.is_over()));
            let want = if hand.is_over() { hand.payoffs() } else { vec![0; players] };
            assert_eq!(arrays.rewards[table * players..][..players], want);
            assert_eq!(want.iter().sum::<i64>(), 0);
            let row = &arrays.observations[table * width..][..width];
            if hand.is_over() {
                assert!(row.iter().all(|&number| number == 0.0));
            } else {
                assert_eq!(row, played.observation());
            }
            assert_eq!(hand.stacks().iter().sum::<u64>() + hand.pot(), stacks(table).iter().sum());
            ended += u64::from(hand.is_over());
        }
    }
    for (table, played) in played.iter().enumerate() {
        assert_eq!(tables.hand(table).unwrap(), played.hand);
    }
    assert_eq!(tables.hands().collect::<Vec<_>>(), numbers);
    ended
}

#[test]
fn a_hundred_thousand_hands_are_those_that_are_played_one_by_one() {
    let mut random = Random(11);
    let mut ended = 0;
    for _ in 0..800 {
        let setup = random_setup(&mut random, 16);
        ended += compare(&setup, 120, &mut random);
    }
    assert!(ended > 100_000, "{ended}");
}

#[test]
fn what_is_hidden_is_not_in_the_row() {
    let mut random = Random(5);
    let mut compared = 0;
    for _ in 0..300 {
        let setup = Setup { tables: 1, stacks: vec![500; 10], ..random_setup(&mut random, 1) };
        let setup = Setup { stacks: vec![500; setup.players.into()], ..setup };
        let layout = Layout::new(&setup.game, setup.players);
        let mut hand = PlayedHand::new(&setup.game, &setup.stacks, 0, 0).hand;
        let mut actions = Vec::new();
        while let Some(actor) = hand.actor() {
            // Another deal of all that the player to act has not seen, played alike.
            let hidden: Vec<Card> = (0..hand.players())
                .filter(|&seat| seat != actor)
                .flat_map(|seat| hand.hole_cards(seat).iter().flatten().copied().collect::<Vec<_>>())
                .chain(hand.cards_to_come())
                .collect();
            let mut other: Vec<Card> = hand.dealt().into_iter().flatten().chain(hand.cards_to_come()).collect();
            for card in &mut other {
                if let Some(place) = hidden.iter().position(|hidden| hidden == card) {
                    *card = hidden[(place + 1) % hidden.len()];
                }
            }
            let mut twin = Hand::start(
                Arc::clone(&setup.game),
                &setup.stacks,
                Some(hand.dealer()),
                Deal::Ahead(&other),
                &mut |_| (),
            )
            .unwrap();
            for &Action { kind, to } in &actions {
                twin.act(kind, kind.has_amount().then_some(to), &mut |_| ()).unwrap();
            }
            let (mut row, mut twin_row) = (vec![9.0; layout.width()], vec![8.0; layout.width()]);
            layout.observe(&hand, &mut row);
            layout.observe(&twin, &mut twin_row);
            assert_eq!(row, twin_row);
            assert_ne!(twin, hand);
            compared += 1;
            let legal: Vec<Action> = (0..7).filter_map(|a| to_action(&hand, a)).collect();
            let action = random.one_of(&legal);
            hand.act(action.kind, action.kind.has_amount().then_some(action.to), &mut |_| ()).unwrap();
            actions.push(action);
        }
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn threads_splits_and_single_tables_make_no_difference() {
    let mut random = Random(3);
    for _ in 0..6 {
        let setup = Setup { tables: 3000, ..random_setup(&mut random, 3000) };
        let mut tables = Tables::new(setup.clone()).unwrap();
        let mut arrays = Arrays::of(&tables);
        tables.step_random(1, 1, arrays.rows());
        tables.step_random(39, 1, arrays.rows());
        let mut threaded = Tables::new(setup.clone()).unwrap();
        let mut threaded_arrays = Arrays::of(&threaded);
        threaded.step_random(40, 3, threaded_arrays.rows());
        // Hands that were over at the start have their rewards from there.
        let fresh = |arrays: &Arrays| (arrays.actors.clone(), arrays.legal.clone(), arrays.terminated.clone());
        assert_eq!(fresh(&arrays), fresh(&threaded_arrays));
        assert_eq!(arrays.all(), threaded_arrays.all());
        let saved = threaded.save();
        let mut again = Tables::load(setup.clone(), &saved).unwrap();
        assert_eq!(again.save(), saved);
        let actions: Vec<i64> = arrays.random_actions(&mut random);
        tables.step(&actions, false, 1, arrays.rows()).unwrap();
        again.step(&actions, false, 2, threaded_arrays.rows()).unwrap();
        assert_eq!(arrays.all(), threaded_arrays.all());
        // One table by itself.
        let players = usize::from(setup.players);
        let stacks =
            if setup.stacks.len() == players { &setup.stacks[..] } else { &setup.stacks[1234 * players..][..players] };
        let alone = Setup { tables: 1, stacks: stacks.to_vec(), first: setup.first + 1234, ..setup.clone() };
        let mut alone = Tables::new(alone).unwrap();
        let mut alone_arrays = Arrays::of(&alone);
        alone.step_random(40, 1, alone_arrays.rows());
        alone.step(&actions[1234..=1234], false, 1, alone_arrays.rows()).unwrap();
        assert_eq!(alone.history(0).unwrap(), tables.history(1234).unwrap());
    }
}

#[test]
fn a_step_at_random_takes_the_action_that_the_stream_says() {
    let mut random = Random(8);
    for _ in 0..50 {
        let setup = random_setup(&mut random, 20);
        let mut tables = Tables::new(setup.clone()).unwrap();
        let mut arrays = Arrays::of(&tables);
        for _ in 0..60 {
            let mut twin = tables.clone();
            let mut twin_arrays = Arrays::of(&twin);
            let actions: Vec<i64> = (0..setup.tables)
                .map(|table| {
                    let k = tables.hands().nth(table).unwrap();
                    let choices = Choices::new(&hand_key(&KEY, setup.first + table as u64, k));
                    let done = tables.history(table).unwrap().actions.len();
                    choices.pick(done as u64, arrays.mask(table)).into()
                })
                .collect();
            arrays.rewards.fill(0);
            tables.step_random(1, 1, arrays.rows());
            twin.step(&actions, false, 1, twin_arrays.rows()).unwrap();
            assert_eq!(arrays.all(), twin_arrays.all());
        }
    }
}

#[test]
fn choices_are_even() {
    let choices = Choices::new(&KEY);
    let mut counts = [0u32; 7];
    for number in 0..60_000 {
        counts[usize::from(choices.pick(number, 0b101_0110))] += 1;
    }
    assert_eq!([counts[0], counts[3], counts[5]], [0, 0, 0]);
    for action in [1, 2, 4, 6] {
        // Five standard deviations.
        assert!(counts[action].abs_diff(15_000) < 530, "{counts:?}");
    }
    assert_eq!(choices.pick(5, 0), 0);
}

/// No limit with deep stacks, where hands have many actions.
fn deep(tables: usize) -> Setup {
    let stakes = Stakes { limit: Some(Limit::No), ..Stakes::default() };
    let game = Arc::new(Game::new(Preset::FiveCardStud.rules(stakes).unwrap()).unwrap());
    Setup { game, players: 2, tables, stacks: vec![100_000; 2], key: KEY, first: 0, play: Play::plain(true) }
}

#[test]
fn a_hand_longer_than_the_log_keeps_its_history() {
    let setup = deep(2);
    let mut tables = Tables::new(setup.clone()).unwrap();
    let mut arrays = Arrays::of(&tables);
    let mut hand = PlayedHand::new(&setup.game, &setup.stacks, 1, 0);
    for step in 0..200 {
        let action = if step == 0 { 2 } else { 3 };
        let settled = to_action(&hand.hand, action).unwrap();
        hand.act(settled);
        tables.step(&[action, action], false, 1, arrays.rows()).unwrap();
    }
    let record = tables.history(1).unwrap();
    assert_eq!(record.actions.len(), 200);
    assert_eq!(tables.hand(1).unwrap(), hand.hand);
    let again = Tables::load(setup, &tables.save()).unwrap();
    assert_eq!(again.history(1).unwrap(), record);
}

#[test]
fn hands_come_to_a_table_and_go_on_there() {
    let setup = deep(3);
    let mut tables = Tables::new(setup.clone()).unwrap();
    let mut hand = PlayedHand::new(&setup.game, &[700, 900], 55, 3).hand;
    let mut actions = Vec::new();
    // Amounts that are no size of the set.
    for (kind, to) in [(ActionKind::BringIn, 0), (ActionKind::Raise, 17), (ActionKind::Raise, 33)] {
        let to = if kind == ActionKind::BringIn { hand.legal_actions()[0].low } else { to };
        assert_eq!(from_action(&hand, Action { kind, to }), (kind == ActionKind::BringIn).then_some(2));
        hand.act(kind, Some(to), &mut |_| ()).unwrap();
        actions.push(Action { kind, to });
    }
    tables.set_hand(1, &hand, actions.clone()).unwrap();
    assert_eq!(tables.history(1).unwrap().actions, actions);
    let mut arrays = Arrays::of(&tables);
    tables.step(&[2, 3, 2], false, 1, arrays.rows()).unwrap();
    let raise = to_action(&hand, 3).unwrap();
    hand.act(raise.kind, Some(raise.to), &mut |_| ()).unwrap();
    assert_eq!(tables.hand(1).unwrap(), hand);
    let again = Tables::load(setup.clone(), &tables.save()).unwrap();
    assert_eq!(again.history(1).unwrap(), tables.history(1).unwrap());
    // The hand after it is the one that would have come anyway.
    let actor = usize::from(hand.actor().unwrap());
    tables.step(&[3, 0, 3], false, 1, arrays.rows()).unwrap();
    assert_eq!(arrays.rewards[2..4][actor], 0 - arrays.rewards[2..4][1 - actor]);
    assert!(arrays.rewards[2..4][actor] < 0);
    tables.step(&[3, 0, 3], false, 1, arrays.rows()).unwrap();
    assert_eq!(tables.hand(1).unwrap(), PlayedHand::new(&setup.game, &setup.stacks, 1, 1).hand);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let setup = deep(4);
    let new = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup.clone();
        change(&mut setup);
        Tables::new(setup).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(new(&|setup| setup.tables = 0).unwrap_err(), "0 tables: at least 1, and as many as fit into memory");
    assert!(new(&|setup| setup.tables = usize::MAX).unwrap_err().contains("tables: at least 1"));
    assert_eq!(new(&|setup| setup.first = (1 << 62) - 4), Ok(()));
    assert_eq!(
        new(&|setup| setup.first = (1 << 62) - 3).unwrap_err(),
        "first 4611686018427387901 with 4 tables: their numbers are 0 to 4611686018427387903"
    );
    assert_eq!(
        new(&|setup| setup.stacks = vec![5; 3]).unwrap_err(),
        "3 stacks: 2 are needed, or 2 for each of 4 tables"
    );
    assert_eq!(
        new(&|setup| (setup.players, setup.stacks) = (0, Vec::new())).unwrap_err(),
        "table 0: 0 stacks: the game is for 2 to 10 players"
    );
    assert_eq!(
        new(&|setup| setup.stacks = vec![5, 5, 5, 0, 5, 5, 5, 5]).unwrap_err(),
        "table 1: seat 1 has no chips: a stack is 1 or more"
    );
    let mut tables = Tables::new(setup.clone()).unwrap();
    let mut arrays = Arrays::of(&tables);
    let before = tables.save();
    let error = tables.step(&[2, 0, 3, 6], false, 1, arrays.rows()).unwrap_err();
    assert_eq!(error.to_string(), "not legal: 0 at table 1 (legal: 2 3 6)");
    let error = tables.step(&[2, 0, 7, 6], true, 1, arrays.rows()).unwrap_err();
    assert_eq!(error, TableError::NoAction { table: 2, action: 7 });
    let error = tables.step(&[2, 0, -1, 6], true, 1, arrays.rows()).unwrap_err();
    assert_eq!(error.to_string(), "action -1 at table 2: actions are 0 to 6");
    assert_eq!(tables.save(), before);
    // What is replaced is what an absent player does, and it counts.
    tables.step(&[2, 0, 3, 6], true, 1, arrays.rows()).unwrap();
    assert_eq!(tables.illegal(), 1);
    assert_eq!(tables.history(1).unwrap().actions[0].kind, ActionKind::BringIn);
    assert_eq!(tables.hand(4).unwrap_err().to_string(), "table 4: tables are 0 to 3");
    let saved = tables.save();
    for end in 0..saved.len() {
        assert_eq!(Tables::load(setup.clone(), &saved[..end]).unwrap_err(), TableError::Damaged);
    }
    let manual = Hand::start(Arc::clone(&setup.game), &[50, 50], None, Deal::Manual(&[]), &mut |_| ()).unwrap();
    assert!(tables.set_hand(0, &manual, Vec::new()).unwrap_err().to_string().starts_with("the hand is dealt by"));
    let other = PlayedHand::new(&setup.game, &[50; 3], 0, 0).hand;
    assert!(tables.set_hand(0, &other, Vec::new()).unwrap_err().to_string().contains("number of players"));
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let other = PlayedHand::new(&game, &[50; 2], 0, 0).hand;
    assert!(tables.set_hand(0, &other, Vec::new()).unwrap_err().to_string().contains("another game"));
    assert_eq!(tables.save(), saved);
}

#[test]
fn tables_that_are_not_to_restart_stay_as_they_are() {
    let setup = Setup { play: Play::plain(false), ..deep(2) };
    let mut tables = Tables::new(setup).unwrap();
    let mut arrays = Arrays::of(&tables);
    tables.step(&[2, 2], false, 1, arrays.rows()).unwrap();
    tables.step(&[0, 1], false, 1, arrays.rows()).unwrap();
    assert_eq!(arrays.terminated, [1, 0]);
    assert_eq!(arrays.rewards[..2].iter().map(|chips| chips.abs()).collect::<Vec<_>>(), [1, 1]);
    let hand = tables.hand(0).unwrap();
    tables.step_random(1000, 1, arrays.rows());
    arrays.rewards.fill(0);
    tables.step_random(1, 1, arrays.rows());
    assert_eq!((arrays.actors[0], arrays.mask(0), arrays.terminated[0]), (-1, 0, 1));
    assert_eq!(arrays.rewards, [0; 4]);
    assert_eq!(tables.hand(0).unwrap(), hand);
    assert_eq!(tables.hands().collect::<Vec<_>>(), [0, 0]);
}
