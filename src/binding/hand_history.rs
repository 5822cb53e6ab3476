//! A hand with its history: how it began and what was done since.

use std::sync::Arc;

use soko::Card;
use soko::engine::{
    Action, ActionKind, CardList, Deal, DealError, Event, Game, Hand, IllegalAction, MuckError, Request, RevealError,
    Seat, ShowError, StartError,
};
use soko::lockstep::TableHistory;

/// What the callers of a hand do to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A player acts.
    Act(Action),
    /// The caller deals, a card that nobody knows perhaps.
    Deal(Option<Card>),
    /// Unknown cards of a seat become known.
    Reveal(Seat, CardList),
    /// A player throws away an unknown hand at the showdown.
    Muck(Seat),
    /// A player shows a hand after the end.
    Show(Seat),
}

/// After so many moves, and after each multiple of it, the hand is kept as it stood: what is played again to take a move
/// back is never more. Few hands are so long; one without a cap on raises may be.
const KEPT_EVERY: usize = 64;

/// A hand that can be taken back and played again from the start. Equal ones began alike, and the same was done since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandHistory {
    /// The hand as it stands.
    pub hand: Hand,
    /// What was done.
    pub moves: Vec<Move>,
    /// How the hand stood after the first `KEPT_EVERY` moves, after twice as many and so on.
    kept: Vec<Hand>,
    /// Whether the caller deals.
    pub manual: bool,
    /// The cards that were given at the start, in deal order.
    given: Arc<[Option<Card>]>,
}

impl HandHistory {
    /// A new hand.
    pub fn start(
        game: Arc<Game>,
        stacks: &[u64],
        dealer: Option<Seat>,
        cards: &[Option<Card>],
        manual: bool,
    ) -> Result<Self, StartError> {
        let hand = Hand::start(game, stacks, dealer, Deal::Recorded { cards, manual }, &mut |_| ())?;
        Ok(Self { hand, moves: Vec::new(), kept: Vec::new(), manual, given: cards.into() })
    }

    /// The hand at a table of many, played again; `None` when what the table says of it makes no hand.
    pub fn of_table(game: Arc<Game>, table: &TableHistory) -> Option<Self> {
        let cards: Vec<_> = table.cards.iter().copied().map(Some).collect();
        let mut history = Self::start(game, &table.stacks, Some(table.dealer), &cards, false).ok()?;
        for &Action { kind, to } in &table.actions {
            history.act(kind, kind.has_amount().then_some(to)).ok()?;
        }
        Some(history)
    }

    /// Does what the player to act wants; gives what happened.
    pub fn act(&mut self, request: impl Into<Request>, amount: Option<u64>) -> Result<Vec<Event>, IllegalAction> {
        let mut events = Vec::with_capacity(4);
        let action = self.hand.act(request, amount, &mut |event| events.push(event))?;
        self.note(Move::Act(action));
        Ok(events)
    }

    /// Deals the card that is due, `None` for one that nobody knows; gives what happened.
    pub fn deal(&mut self, card: Option<Card>) -> Result<Vec<Event>, DealError> {
        let mut events = Vec::with_capacity(4);
        self.hand.deal(card, &mut |event| events.push(event))?;
        self.note(Move::Deal(card));
        Ok(events)
    }

    /// Fills in unknown cards of a seat; gives what happened.
    pub fn reveal(&mut self, seat: Seat, cards: &[Card]) -> Result<Vec<Event>, RevealError> {
        let mut events = Vec::with_capacity(4);
        self.hand.reveal(seat, cards, &mut |event| events.push(event))?;
        if let Some(&Event::Reveal { cards, .. }) = events.first() {
            self.note(Move::Reveal(seat, cards));
        }
        Ok(events)
    }

    /// Throws away an unknown hand at the showdown; gives what happened.
    pub fn muck(&mut self, seat: Seat) -> Result<Vec<Event>, MuckError> {
        let mut events = Vec::with_capacity(4);
        self.hand.muck(seat, &mut |event| events.push(event))?;
        self.note(Move::Muck(seat));
        Ok(events)
    }

    /// Shows a hand after the end; gives what happened.
    pub fn show(&mut self, seat: Seat) -> Result<Vec<Event>, ShowError> {
        let mut events = Vec::with_capacity(1);
        self.hand.show(seat, &mut |event| events.push(event))?;
        self.note(Move::Show(seat));
        Ok(events)
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((_, before)) = self.moves.split_last() else { return false };
        let last_kept = before.len() / KEPT_EVERY;
        let kept =
            last_kept.checked_sub(1).map_or_else(|| self.restarted(&mut |_| ()), |at| Some(self.kept[at].clone()));
        let rest = &before[last_kept * KEPT_EVERY..];
        let again =
            |mut hand: Hand| rest.iter().try_for_each(|&step| repeat(&mut hand, step, &mut |_| ())).map(|()| hand);
        if let Some(hand) = kept.and_then(again) {
            self.hand = hand;
            self.moves.pop();
            self.kept.truncate(last_kept);
        }
        true
    }

    /// Writes down a move that was made.
    fn note(&mut self, step: Move) {
        self.moves.push(step);
        if self.moves.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.hand.clone());
        }
    }

    /// Everything that happened.
    pub fn events(&self) -> Vec<Event> {
        let mut events = Vec::with_capacity(64);
        let again = self.replayed(&self.moves, &mut |event| events.push(event));
        debug_assert!(again.as_ref() == Some(&self.hand), "a hand played again is the same hand");
        events
    }

    /// What went back to each seat because nobody matched it.
    pub fn uncalled(&self) -> Vec<u64> {
        let mut chips = vec![0; self.hand.players().into()];
        for event in self.events() {
            if let Event::Uncalled { seat, amount } = event {
                chips[usize::from(seat)] += amount;
            }
        }
        chips
    }

    /// The moves as events, without what followed from them.
    pub fn causes(&self) -> Vec<Event> {
        let Some(mut hand) = self.restarted(&mut |_| ()) else { return Vec::new() };
        let mut causes = Vec::with_capacity(self.moves.len());
        for &step in &self.moves {
            let mut first = None;
            if repeat(&mut hand, step, &mut |event| first = first.or(Some(event))).is_none() {
                break;
            }
            // A muck is told when the turn of the seat comes.
            causes.extend(if let Move::Muck(seat) = step { Some(Event::Muck(seat)) } else { first });
        }
        causes
    }

    /// The cards given at the start, in deal order.
    pub fn given(&self) -> &[Option<Card>] {
        &self.given
    }

    /// The hand at its start.
    fn restarted(&self, sink: &mut impl FnMut(Event)) -> Option<Hand> {
        let (now, cards) = (&self.hand, Deal::Recorded { cards: &self.given, manual: self.manual });
        Hand::start(Arc::clone(now.game()), now.starting_stacks(), Some(now.dealer()), cards, sink).ok()
    }

    /// The hand from its start through some moves that were legal before.
    fn replayed(&self, moves: &[Move], sink: &mut impl FnMut(Event)) -> Option<Hand> {
        let mut hand = self.restarted(sink)?;
        moves.iter().try_for_each(|&step| repeat(&mut hand, step, sink))?;
        Some(hand)
    }
}

/// Does once more what was legal before.
fn repeat(hand: &mut Hand, step: Move, sink: &mut impl FnMut(Event)) -> Option<()> {
    match step {
        Move::Act(Action { kind, to }) => hand.act(kind, kind.has_amount().then_some(to), sink).map(|_| ()).ok(),
        Move::Deal(card) => hand.deal(card, sink).ok(),
        Move::Reveal(seat, cards) => hand.reveal(seat, &cards, sink).ok(),
        Move::Muck(seat) => hand.muck(seat, sink).ok(),
        Move::Show(seat) => hand.show(seat, sink).ok(),
    }
}

/// The action that an event reports.
pub const fn action_of(event: &Event) -> Option<Action> {
    let (kind, to) = match *event {
        Event::Fold(_) => (ActionKind::Fold, 0),
        Event::Check(_) => (ActionKind::Check, 0),
        Event::Call { to, .. } => (ActionKind::Call, to),
        Event::BringIn { to, .. } => (ActionKind::BringIn, to),
        Event::Complete { to, .. } => (ActionKind::Complete, to),
        Event::Bet { to, .. } => (ActionKind::Bet, to),
        Event::Raise { to, .. } => (ActionKind::Raise, to),
        _ => return None,
    };
    Some(Action { kind, to })
}
