//! A hand with its history: how it began and what was done since.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::{slice, vec};

use soko::engine::{
    Action, ActionKind, CardList, Deal, DealError, Event, Game, Hand, IllegalAction, MuckError, Request, RevealError,
    Seat, ShowError, StartError,
};
use soko::history::step_of;
use soko::lockstep::TableHistory;
use soko::{Card, CardSet};

use crate::events::ViewEvent;
use crate::hand_log::{Log, Secrets};

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

/// A hand that can be taken back and played again from the start.
#[derive(Clone, Debug)]
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
    /// What happened, the start and then move by move.
    log: Log,
}

/// Equal ones began alike, and the same was done since.
impl PartialEq for HandHistory {
    fn eq(&self, other: &Self) -> bool {
        let same_start = self.manual == other.manual && self.given == other.given;
        same_start && self.hand == other.hand && self.moves == other.moves
    }
}

impl Eq for HandHistory {}

impl HandHistory {
    /// A new hand.
    pub fn start(
        game: Arc<Game>,
        stacks: &[u64],
        dealer: Option<Seat>,
        cards: &[Option<Card>],
        manual: bool,
    ) -> Result<Self, StartError> {
        let mut events = Vec::with_capacity(32);
        let deal = Deal::Recorded { cards, manual };
        let hand = Hand::start(game, stacks, dealer, deal, &mut |event| events.push(event))?;
        let mut log = Log::default();
        log.push(&events, &hand);
        Ok(Self { hand, moves: Vec::new(), kept: Vec::new(), manual, given: cards.into(), log })
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
        self.note(Move::Act(action), &events);
        Ok(events)
    }

    /// A copy in which the player to act has done what it wants.
    pub fn child(&self, request: impl Into<Request>, amount: Option<u64>) -> Result<Self, IllegalAction> {
        let mut moves = Vec::with_capacity(self.moves.len() + 4);
        moves.extend_from_slice(&self.moves);
        let mut child = Self {
            hand: self.hand.clone(),
            moves,
            kept: self.kept.clone(),
            given: Arc::clone(&self.given),
            log: self.log.clone(),
            ..*self
        };
        child.act(request, amount)?;
        Ok(child)
    }

    /// Deals the card that is due, `None` for one that nobody knows; gives what happened.
    pub fn deal(&mut self, card: Option<Card>) -> Result<Vec<Event>, DealError> {
        let mut events = Vec::with_capacity(4);
        self.hand.deal(card, &mut |event| events.push(event))?;
        self.note(Move::Deal(card), &events);
        Ok(events)
    }

    /// Fills in unknown cards of a seat; gives what happened.
    pub fn reveal(&mut self, seat: Seat, cards: &[Card]) -> Result<Vec<Event>, RevealError> {
        let mut events = Vec::with_capacity(4);
        self.hand.reveal(seat, cards, &mut |event| events.push(event))?;
        if let Some(&Event::Reveal { cards, .. }) = events.first() {
            self.note(Move::Reveal(seat, cards), &events);
        }
        Ok(events)
    }

    /// Throws away an unknown hand at the showdown; gives what happened.
    pub fn muck(&mut self, seat: Seat) -> Result<Vec<Event>, MuckError> {
        let mut events = Vec::with_capacity(4);
        self.hand.muck(seat, &mut |event| events.push(event))?;
        self.note(Move::Muck(seat), &events);
        Ok(events)
    }

    /// Shows a hand after the end; gives what happened.
    pub fn show(&mut self, seat: Seat) -> Result<Vec<Event>, ShowError> {
        let mut events = Vec::with_capacity(1);
        self.hand.show(seat, &mut |event| events.push(event))?;
        self.note(Move::Show(seat), &events);
        Ok(events)
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((_, before)) = self.moves.split_last() else { return false };
        let last_kept = before.len() / KEPT_EVERY;
        let kept = last_kept.checked_sub(1).map_or_else(|| self.restarted(), |at| Some(self.kept[at].clone()));
        let rest = &before[last_kept * KEPT_EVERY..];
        let again =
            |mut hand: Hand| rest.iter().try_for_each(|&step| repeat(&mut hand, step, &mut |_| ())).map(|()| hand);
        if let Some(hand) = kept.and_then(again) {
            self.hand = hand;
            self.moves.pop();
            self.log.pop();
            self.kept.truncate(last_kept);
        }
        true
    }

    /// Writes down a move that was made, and what it caused.
    #[inline]
    fn note(&mut self, step: Move, events: &[Event]) {
        self.moves.push(step);
        self.log.push(events, &self.hand);
        if self.moves.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.hand.clone());
        }
    }

    /// Everything that happened, hidden cards included.
    pub fn events(&self) -> Vec<ViewEvent> {
        self.log.events(&mut Everything { dealt: self.hand.dealt().into_iter(), moves: self.moves.iter() })
    }

    /// What happened as a spectator saw it.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// What the face-down cards of a seat turned out to be, each time that unknown ones became known.
    pub fn reveals(&self, seat: Seat) -> impl Iterator<Item = CardList> {
        self.moves.iter().filter_map(move |step| match *step {
            Move::Reveal(revealed, cards) if revealed == seat => Some(cards),
            _ => None,
        })
    }

    /// What went back to each seat because nobody matched it.
    pub fn uncalled(&self) -> Vec<u64> {
        let mut chips = vec![0; self.hand.players().into()];
        for event in self.events() {
            if let ViewEvent::Core(Event::Uncalled { seat, amount }) = event {
                chips[usize::from(seat)] += amount;
            }
        }
        chips
    }

    /// The moves as events, without what followed from them.
    pub fn causes(&self) -> Vec<Event> {
        let Some(mut hand) = self.restarted() else { return Vec::new() };
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

    /// A digest of what anybody sees, which changes as the hand goes on.
    pub fn public_hash(&self) -> u64 {
        let (hand, mut hasher) = (&self.hand, DefaultHasher::new());
        (hand.dealer(), hand.street(), hand.actor(), hand.live(), hand.stacks(), hand.bets()).hash(&mut hasher);
        (0..hand.players()).for_each(|seat| hand.up_cards(seat).hash(&mut hasher));
        hasher.finish()
    }

    /// The numbers of the actions with their seats at the table, oldest first.
    pub fn steps(&self) -> Vec<i8> {
        let Some(mut hand) = self.restarted() else { return Vec::new() };
        let mut steps = Vec::with_capacity(self.moves.len());
        for &step in &self.moves {
            if let Move::Act(action) = step {
                steps.push(step_of(&hand, action));
            }
            if repeat(&mut hand, step, &mut |_| ()).is_none() {
                break;
            }
        }
        steps
    }

    /// The cards that are not known to have left the deck.
    pub fn undealt(&self) -> Vec<Card> {
        let hand = &self.hand;
        // Of cards that were dealt unknown, some may have been revealed since.
        let held = (0..hand.players()).flat_map(|seat| hand.hole_cards(seat).to_vec());
        let gone: CardSet = hand.dealt().into_iter().chain(held).flatten().collect();
        hand.game().rules().deck.cards().without(gone).iter().collect()
    }

    /// The cards given at the start, in deal order.
    pub fn given(&self) -> &[Option<Card>] {
        &self.given
    }

    /// The hand at its start.
    fn restarted(&self) -> Option<Hand> {
        let (now, cards) = (&self.hand, Deal::Recorded { cards: &self.given, manual: self.manual });
        Hand::start(Arc::clone(now.game()), now.starting_stacks(), Some(now.dealer()), cards, &mut |_| ()).ok()
    }
}

/// All cards that were dealt, in their order, and all that became known later.
struct Everything<'a> {
    dealt: vec::IntoIter<Option<Card>>,
    moves: slice::Iter<'a, Move>,
}

impl Secrets for Everything<'_> {
    fn card(&mut self, _seat: Option<Seat>) -> Option<Card> {
        self.dealt.next().flatten()
    }

    fn revealed(&mut self, _seat: Seat) -> Option<CardList> {
        self.moves.find_map(|step| if let Move::Reveal(_, cards) = *step { Some(cards) } else { None })
    }

    fn pass(&mut self) {
        self.dealt.next();
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
