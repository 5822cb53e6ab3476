//! Spots of the last two streets: classes against none, threads against one, and what stops the work.

use std::sync::Arc;

use soko::engine::{ActionKind, Deal, Game, Hand};
use soko::rules::{Preset, Stakes};
use soko::solve::{Solution, SolveError, Spot, solve};
use soko::{Card, parse_cards};

const RIVER: [&str; 2] = ["As Kd 7c 2h", "Qh Qd 9s 3c"];
const FOURTH: [&str; 2] = ["As Kd 7c", "Qh Qd 9s"];
const DEAD: &str = "2c 2d 2s 3c 3d 3s 4c 4d 4h 5c 5d 5h 6c 6d 6h 8c 8d 8h Tc Td Th";

fn soko() -> Arc<Game> {
    Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap())
}

fn spot(up: [&str; 2], pot: u64, dead: &str) -> Spot {
    let [first, second] = up.map(|cards| parse_cards(cards).unwrap());
    Spot::at_street(soko(), [&first, &second], pot, &parse_cards(dead).unwrap(), None, 1).unwrap()
}

fn solved(spot: &Spot, target: f64, merge: bool, threads: usize) -> Solution {
    solve(spot, target, 2000, merge, threads, &mut |_| true).unwrap()
}

#[test]
fn classes_and_threads_change_nothing() {
    for (up, dead) in [(RIVER, ""), (FOURTH, DEAD)] {
        let spot = spot(up, 34, dead);
        let (one, three) = (solved(&spot, 1e-3, true, 1), solved(&spot, 1e-3, true, 3));
        assert_eq!(one.strategy(&[]).unwrap(), three.strategy(&[]).unwrap());
        assert_eq!(one.value().map(f64::to_bits), three.value().map(f64::to_bits));
        let each = solved(&spot, 1e-3, false, 1);
        assert!(one.classes() < each.classes() && one.bytes() < each.bytes());
        assert!(one.exploitability() <= 1e-3 && each.exploitability() <= 1e-3);
        for player in 0..2 {
            assert!((one.value()[player] - each.value()[player]).abs() < 34.0 * 4e-3);
            assert!(one.best_response()[player] >= one.value()[player] - 1e-9);
        }
        assert!((one.value().iter().sum::<f64>() - 34.0).abs() < 1e-6);
    }
}

#[test]
fn a_watch_stops_the_work_and_keeps_it() {
    let spot = spot(FOURTH, 34, DEAD);
    let mut asked = 0;
    let stopped = solve(&spot, 1e-9, 100_000, true, 2, &mut |_| {
        asked += 1;
        asked < 5
    });
    let stopped = stopped.unwrap();
    assert!(!stopped.is_finished() && stopped.exploitability() > 0.0);
}

#[test]
fn folded_cards_are_dead_and_hidden_ones_are_not_known() {
    let deck = parse_cards("2c 3d 4d As Qh Kc Kd Qd").unwrap();
    let mut hand = Hand::start(soko(), &[200; 3], None, Deal::Manual(&deck), &mut |_| ()).unwrap();
    assert_eq!(Spot::of(&hand).unwrap_err(), SolveError::Players(3));
    hand.act(ActionKind::BringIn, None, &mut |_| ()).unwrap();
    hand.act(ActionKind::Fold, None, &mut |_| ()).unwrap();
    hand.act(ActionKind::Call, None, &mut |_| ()).unwrap();
    while hand.chance().is_some() {
        let card = Card::from_index((0..52).find(|&i| !hand.dealt().contains(&Card::from_index(i))).unwrap()).unwrap();
        hand.deal(card, &mut |_| ()).unwrap();
    }
    let spot = Spot::of(&hand).unwrap();
    assert_eq!(spot.dead().len(), 1);
    assert_eq!(spot.unseen().len(), 52 - 1 - 4);
    assert!(spot.seats().iter().all(|&seat| *spot.hand().hole_cards(seat) == [None]));
    assert!(matches!(solve(&spot, 0.1, 1, true, 1, &mut |_| true), Err(SolveError::Street { cards: 3, last: 5 })));
}

#[test]
fn the_next_street_has_the_ranges_that_are_left() {
    let before = solved(&spot(FOURTH, 34, DEAD), 1e-2, true, 1);
    let path = before.spot().read_actions("bet call").unwrap();
    let cards = parse_cards("7h 2h").unwrap();
    let river = before.after(&path, [cards[0], cards[1]]).unwrap();
    assert_eq!((river.street_pot(), river.streets_to_come()), (50, 0));
    assert!(river.ranges().iter().flatten().all(|weight| (0.0..=1.0).contains(weight)));
    assert_eq!(before.after(&path, [cards[0], cards[0]]).unwrap_err(), SolveError::Twice(cards[0]));
    assert_eq!(before.after(&[], [cards[0], cards[1]]).unwrap_err(), SolveError::NoStreet);
    let end = river.read_actions("bet fold").unwrap();
    assert!(river.actions_after(&end).is_empty());
    assert!(matches!(river.read_actions("bet 9"), Err(SolveError::Word { .. })));
}
