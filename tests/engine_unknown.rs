//! Cards that the caller deals, and cards that nobody knows: dealt face down, waited for at a showdown, revealed, or
//! thrown away.

#[path = "support/engine_support/mod.rs"]
mod engine_support;

use std::sync::Arc;

use engine_support::soko_room;
use soko::engine::{ActionKind, Chance, Deal, Event, Face, Game, Hand, MuckError, RevealError, ShowError, StartError};
use soko::rules::{Limit, Preset, Reveal, Stakes};
use soko::{Card, parse_cards, parse_deck};

/// Heads-up Soko with the cards of a text in deal order, checked down to wherever it stops.
fn checked_down(deck: &str) -> (Hand, Vec<Event>) {
    let mut rules = Preset::Soko.rules(Stakes::default()).unwrap();
    rules.reveal = Reveal::Winners;
    let cards = parse_deck(deck).unwrap();
    let deal = Deal::Recorded { cards: &cards, manual: true };
    let mut events = Vec::new();
    let game = Arc::new(Game::new(rules).unwrap());
    let mut hand = Hand::start(game, &[100, 100], None, deal, &mut |event| events.push(event)).unwrap();
    while hand.actor().is_some() {
        let action = hand.default_action().unwrap();
        let kind = if action.kind == ActionKind::Fold { ActionKind::Call } else { action.kind };
        hand.act(kind, None, &mut |event| events.push(event)).unwrap();
    }
    (hand, events)
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Two unknown hole cards under a pair of aces and a queen high.
const TABLE: &str = "? ? As 3h Ad 4c Ks 5h 9d Qh";

#[test]
fn a_showdown_waits_for_unknown_cards_and_goes_on_with_them() {
    let (mut hand, events) = checked_down(TABLE);
    assert!(events.contains(&Event::Deal { seat: 0, face: Face::Down, card: None }));
    assert_eq!(hand.hole_cards(1)[..], [None]);
    assert_eq!(hand.to_reveal().iter().collect::<Vec<_>>(), [0, 1]);
    assert_eq!((hand.actor(), hand.chance(), hand.is_over()), (None, None, false));
    let error = hand.act(ActionKind::Check, None, &mut |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "check: the showdown waits for the cards of seats 0 and 1");
    let before = hand.clone();
    let refused = [
        ("", RevealError::Count { seat: 0, given: 0, unknown: 1 }),
        ("2c 2d", RevealError::Count { seat: 0, given: 2, unknown: 1 }),
        ("Qh", RevealError::Used(cards("Qh")[0])),
    ];
    for (given, error) in refused {
        assert_eq!(hand.reveal(0, &cards(given), &mut |_| ()), Err(error));
        assert_eq!(hand, before);
    }
    hand.reveal(0, &cards("As Ac"), &mut |_| ()).unwrap();
    assert_eq!(hand.reveal(0, &cards("2c"), &mut |_| ()), Err(RevealError::Known(0)));
    assert_eq!(hand.to_reveal().iter().collect::<Vec<_>>(), [1]);
    // Three aces beat a queen-high four-flush at most.
    hand.reveal(1, &cards("2h"), &mut |_| ()).unwrap();
    assert!(hand.is_over());
    assert_eq!(hand.payoffs()[1], -hand.payoffs()[0]);
    assert_eq!(hand.awards().len(), 1);
}

#[test]
fn an_unknown_hand_may_be_mucked_where_another_wins() {
    let (mut hand, _) = checked_down(TABLE);
    hand.muck(0, &mut |_| ()).unwrap();
    // The other one wins without cards, and shows none.
    assert!(hand.is_over());
    assert!(hand.shown().is_empty());
    assert_eq!(hand.awards()[0].seat, 1);
    assert_eq!(hand.show(1, &mut |_| ()), Err(ShowError::Unknown(1)));
    assert_eq!(hand.muck(1, &mut |_| ()), Err(MuckError::NotDue(1)));
    // What becomes known later changes nothing of what was paid.
    let awards = hand.awards();
    hand.reveal(0, &cards("Ac"), &mut |_| ()).unwrap();
    assert_eq!(hand.awards(), awards);
}

#[test]
fn a_card_face_up_is_always_known() {
    let (hand, _) = checked_down("? ? ? 3h Ad 4c Ks 5h 9d Qh");
    assert_eq!(hand.chance(), Some(Chance::Seat { seat: 0, face: Face::Up }));
    let mut dealt = hand.clone();
    assert_eq!(dealt.deal(None, &mut |_| ()).unwrap_err().to_string(), "an unknown card cannot be dealt face up");
    // The cards that come later are known as well.
    assert!(dealt.deal(cards("Qh")[0], &mut |_| ()).is_err());
    assert_eq!(dealt, hand);
    dealt.deal(cards("As")[0], &mut |_| ()).unwrap();
    assert_eq!(dealt.actor(), Some(0));
    assert_eq!(dealt.up_cards(1)[..], cards("3h")[..]);
}

#[test]
fn a_deck_has_fifty_two_cards() {
    let rules = Preset::Soko.rules(Stakes::default()).unwrap();
    let game = Arc::new(Game::new(rules).unwrap());
    let deal = Deal::Recorded { cards: &[None; 53], manual: true };
    let error = Hand::start(game, &[100, 100], None, deal, &mut |_| ()).unwrap_err();
    assert_eq!(error, StartError::DeckTooLong { given: 53 });
}

#[test]
fn cards_dealt_by_hand_are_checked() {
    let game = Game::new(soko_room(Limit::Fixed)).unwrap().into();
    let given = parse_cards("2c 3c").unwrap();
    let mut hand = Hand::start(game, &[500; 2], None, Deal::Manual(&given), &mut |_| ()).unwrap();
    assert_eq!(hand.chance(), Some(Chance::Seat { seat: 0, face: Face::Up }));
    assert_eq!(hand.deal(given[1], &mut |_| ()).unwrap_err().to_string(), "card 3c has been dealt already");
    hand.deal("As".parse::<Card>().unwrap(), &mut |_| ()).unwrap();
    hand.deal("Ks".parse::<Card>().unwrap(), &mut |_| ()).unwrap();
    assert_eq!(hand.chance(), None);
    assert_eq!(hand.deal("Kd".parse::<Card>().unwrap(), &mut |_| ()).unwrap_err().to_string(), "no card is due");
}
