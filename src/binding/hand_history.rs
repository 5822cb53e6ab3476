//! A hand with its history: how it began and what was done since.

use std::sync::Arc;

use soko::Card;
use soko::engine::{
    Action, ActionKind, Deal, DealError, Event, Game, Hand, IllegalAction, Request, Seat, ShowError, StartError,
};
use soko::lockstep::TableHistory;

/// What the callers of a hand do to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A player acts.
    Act(Action),
    /// The caller deals.
    Deal(Card),
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
    /// How many cards were known from the start.
    given: u8,
}

impl HandHistory {
    /// A new hand.
    pub fn start(
        game: Arc<Game>,
        stacks: &[u64],
        dealer: Option<Seat>,
        cards: &[Card],
        manual: bool,
    ) -> Result<Self, StartError> {
        let hand = Hand::start(game, stacks, dealer, deal(cards, manual), &mut |_| ())?;
        Ok(Self { hand, moves: Vec::new(), kept: Vec::new(), manual, given: cards.len() as u8 })
    }

    /// The hand at a table of many, played again; `None` when what the table says of it makes no hand.
    pub fn of_table(game: Arc<Game>, table: &TableHistory) -> Option<Self> {
        let mut history = Self::start(game, &table.stacks, Some(table.dealer), &table.cards, false).ok()?;
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

    /// Deals the card that is due; gives what happened.
    pub fn deal(&mut self, card: Card) -> Result<Vec<Event>, DealError> {
        let mut events = Vec::with_capacity(4);
        self.hand.deal(card, &mut |event| events.push(event))?;
        self.note(Move::Deal(card));
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
        let hand = match last_kept.checked_sub(1) {
            None => self.replayed(before, &mut |_| ()),
            Some(at) => replayed_from(self.kept[at].clone(), &before[last_kept * KEPT_EVERY..], &mut |_| ()),
        };
        if let Some(hand) = hand {
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

    /// The events that the moves are, without what followed from them.
    pub fn causes(&self) -> Vec<Event> {
        let mut events = self.events();
        let card = |event: &Event| matches!(event, Event::Deal { .. } | Event::Community(_));
        let dealt_by_caller = self.moves.iter().filter(|step| matches!(step, Move::Deal(_))).count();
        // Cards that were known from the start come first.
        let mut known = events.iter().filter(|event| card(event)).count() - dealt_by_caller;
        let mut over = false;
        events.retain(|event| {
            let skip = card(event) && known > 0;
            known -= usize::from(skip);
            over |= *event == Event::End;
            !skip && (card(event) || action_of(event).is_some() || over && matches!(event, Event::Show(_)))
        });
        events
    }

    /// The cards known from the start, in deal order.
    pub fn given(&self) -> Vec<Card> {
        let dealt = self.hand.dealt();
        let given = dealt.into_iter().flatten().chain(self.hand.cards_to_come());
        given.take(self.given.into()).collect()
    }

    /// The hand from its start through some moves that were legal before.
    fn replayed(&self, moves: &[Move], sink: &mut impl FnMut(Event)) -> Option<Hand> {
        let (now, cards) = (&self.hand, self.given());
        let cards = deal(&cards, self.manual);
        let hand = Hand::start(Arc::clone(now.game()), now.starting_stacks(), Some(now.dealer()), cards, sink).ok()?;
        replayed_from(hand, moves, sink)
    }
}

/// A hand after more moves that were legal before.
fn replayed_from(mut hand: Hand, moves: &[Move], sink: &mut impl FnMut(Event)) -> Option<Hand> {
    for &step in moves {
        match step {
            Move::Act(Action { kind, to }) => {
                hand.act(kind, kind.has_amount().then_some(to), sink).ok()?;
            }
            Move::Deal(card) => hand.deal(card, sink).ok()?,
            Move::Show(seat) => hand.show(seat, sink).ok()?,
        }
    }
    Some(hand)
}

const fn deal(cards: &[Card], manual: bool) -> Deal<'_> {
    if manual { Deal::Manual(cards) } else { Deal::Ahead(cards) }
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
