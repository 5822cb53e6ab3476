//! Hands that fit what a seat sees: the cards that it does not see dealt anew.

use std::sync::Arc;

use soko::chance::{Key, hand_key, shuffle};
use soko::engine::{Event as CoreEvent, Face, Game};
use soko::rules::Rules;
use soko::{Card, CardSet};

use crate::events::ViewEvent;
use crate::hand_history::{HandHistory, action_of};
use crate::seat_view::SeatView;

/// The hands; `None` when the events of the view make none.
pub fn worlds(rules: &Rules, view: &SeatView, count: u64, key: &Key) -> Option<Vec<HandHistory>> {
    let game = Arc::new(Game::new(rules.clone()).ok()?);
    let events = view.events();
    let dealt = dealt(view, &events)?;
    let seen: CardSet = dealt.iter().copied().flatten().collect();
    let unseen: Vec<u8> = rules.deck.cards().without(seen).iter().map(Card::index).collect();
    (0..count).map(|number| world(&game, (view, &events), &dealt, &unseen, &hand_key(key, 0, number))).collect()
}

/// The cards that have left the deck, in deal order, `None` for each that the viewer has not seen.
fn dealt(view: &SeatView, events: &[ViewEvent]) -> Option<Vec<Option<Card>>> {
    let mut down = vec![0; view.players().into()];
    let mut dealt = Vec::with_capacity(Card::COUNT);
    for event in events {
        match *event {
            ViewEvent::Core(CoreEvent::Deal { seat, face: Face::Down, .. }) => {
                // Cards become known after they are dealt: the viewer may have been told, and hands are shown.
                let place = down.get_mut(usize::from(seat))?;
                dealt.push(*view.hole_cards(seat).get(*place)?);
                *place += 1;
            }
            ViewEvent::Core(CoreEvent::Deal { card, .. }) => dealt.push(card),
            ViewEvent::Core(CoreEvent::Community(card)) => dealt.push(Some(card)),
            ViewEvent::Core(CoreEvent::Burn(_)) => dealt.push(None),
            _ => {}
        }
    }
    Some(dealt)
}

/// One hand: the unseen cards shuffled into the places of those that were dealt unseen, the others to come.
fn world(
    game: &Arc<Game>,
    (view, events): (&SeatView, &[ViewEvent]),
    dealt: &[Option<Card>],
    unseen: &[u8],
    key: &Key,
) -> Option<HandHistory> {
    let mut cards = unseen.to_vec();
    shuffle(key, &mut cards);
    let mut fresh = cards.into_iter().map(Card::from_index);
    let mut deck: Vec<Option<Card>> = dealt.iter().map(|card| card.or_else(|| fresh.next()?)).collect();
    // Where a card is due from the caller, the world waits for it as well.
    let manual = view.chance().is_some();
    if !manual {
        deck.extend(fresh);
    }
    let stacks = view.starting_stacks();
    let mut history = HandHistory::start(Arc::clone(game), stacks, Some(view.dealer()), &deck, manual).ok()?;
    for event in events {
        if let ViewEvent::Core(event) = event
            && let Some(action) = action_of(event)
        {
            history.act(action.kind, action.kind.has_amount().then_some(action.to)).ok()?;
        }
    }
    Some(history)
}
