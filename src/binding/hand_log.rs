//! What happened in a hand, as a spectator knows it: one log for the hand, its copies and all views of it.
//!
//! No hidden card is ever in it, so that whoever holds it knows nothing more than anybody at the table. The cards that a
//! viewer has seen besides are filled in when the events are asked for ([`Log::events`]).

use std::sync::Arc;

use soko::Card;
use soko::engine::{CardList, Event, Face, Hand, Seat};

use crate::events::ViewEvent;

/// The moves of a hand from the last to the first, each with what it caused. Copies share all of it.
#[derive(Clone, Debug, Default)]
pub struct Log {
    last: Option<Arc<Entry>>,
}

/// What one move caused. Most cause one event, which then takes no memory of its own.
#[derive(Debug, Default)]
struct Entry {
    first: Option<ViewEvent>,
    more: Vec<ViewEvent>,
    before: Log,
}

/// What is filled into the events of a log.
pub trait Secrets {
    /// The card of an event that hides one, as far as it is seen: of a seat's face-down card, or of a burnt one.
    fn card(&mut self, seat: Option<Seat>) -> Option<Card>;
    /// The cards that a seat turned out to have; `None` where that is not seen at all.
    fn revealed(&mut self, seat: Seat) -> Option<CardList>;
    /// Passes over a card that lies face up.
    fn pass(&mut self) {}
}

impl Log {
    /// Adds what one more move caused, after which the hand stands as given.
    #[inline]
    pub fn push(&mut self, events: &[Event], hand: &Hand) {
        let mut events = events.iter().map(|&event| public(event, hand));
        let (first, more) = (events.next(), events.collect());
        *self = Self { last: Some(Arc::new(Entry { first, more, before: core::mem::take(self) })) };
    }

    /// Takes the last move away.
    pub fn pop(&mut self) {
        if let Some(last) = &self.last {
            *self = last.before.clone();
        }
    }

    /// All events in their order, with what `secrets` knows of hidden cards.
    pub fn events(&self, secrets: &mut impl Secrets) -> Vec<ViewEvent> {
        let mut entries = Vec::with_capacity(32);
        let mut log = self;
        while let Some(entry) = &log.last {
            entries.push(&**entry);
            log = &entry.before;
        }
        let events = entries.iter().rev().flat_map(|entry| entry.first.iter().chain(&entry.more));
        let mut filled = Vec::with_capacity(64);
        filled.extend(events.filter_map(|&event| fill(event, secrets)));
        filled
    }
}

impl Drop for Log {
    /// One entry after the other: a hand without a cap on raises may be too long for a recursion.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(mut entry) = last.and_then(Arc::into_inner) {
            last = entry.before.last.take();
        }
    }
}

/// An event without what only some may see.
#[inline]
fn public(event: Event, hand: &Hand) -> ViewEvent {
    match event {
        Event::Reveal { seat, .. } => ViewEvent::Core(Event::Reveal { seat, cards: core::iter::empty().collect() }),
        Event::Deal { seat, face: Face::Down, .. } => {
            ViewEvent::Core(Event::Deal { seat, face: Face::Down, card: None })
        }
        Event::Burn(_) => ViewEvent::Core(Event::Burn(None)),
        event => ViewEvent::of(event, hand),
    }
}

/// The event with what is known of its hidden cards; `None` for one that is not seen at all.
fn fill(event: ViewEvent, secrets: &mut impl Secrets) -> Option<ViewEvent> {
    Some(ViewEvent::Core(match event {
        ViewEvent::Core(Event::Reveal { seat, .. }) => Event::Reveal { seat, cards: secrets.revealed(seat)? },
        ViewEvent::Core(Event::Deal { seat, face: Face::Down, .. }) => {
            Event::Deal { seat, face: Face::Down, card: secrets.card(Some(seat)) }
        }
        ViewEvent::Core(Event::Burn(_)) => Event::Burn(secrets.card(None)),
        ViewEvent::Core(Event::Deal { .. } | Event::Community(_)) => {
            secrets.pass();
            return Some(event);
        }
        open => return Some(open),
    }))
}
