//! What one seat sees of a hand: the events with hidden cards left out, and what follows from them.

use soko::engine::{Award, Chance, Event as CoreEvent, Face, LegalAction, Pot, Seat, SeatSet};
use soko::ranking::WildRanks;
use soko::{Card, Rank};

use crate::events::{Down, ViewEvent};
use crate::hand_history::HandHistory;

/// All that a seat knows, or somebody without a seat. Nothing in it comes from cards that the viewer has not seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatView {
    /// Public events that the events do not tell.
    pub frame: Frame,
    /// What happened, as the viewer saw it.
    pub events: Vec<ViewEvent>,
    state: State,
}

/// What everybody at the table knows besides the events.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub viewer: Option<Seat>,
    pub dealer: Seat,
    pub start: Vec<u64>,
    pub actor: Option<Seat>,
    pub chance: Option<Chance>,
    pub to_reveal: SeatSet,
    pub pots: Vec<Pot>,
    pub wild_ranks: WildRanks,
    /// What the viewer may do, if it is to act.
    pub legal: Vec<LegalAction>,
}

/// What the events add up to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    street: u8,
    over: bool,
    stacks: Vec<u64>,
    bets: Vec<u64>,
    paid: Vec<u64>,
    uncalled: Vec<u64>,
    hole: Vec<Vec<Option<Card>>>,
    up: Vec<Vec<Card>>,
    community: Option<Card>,
    wild: Option<Rank>,
    live: SeatSet,
    awards: Vec<Award>,
    order: Vec<Seat>,
}

impl SeatView {
    /// What a seat sees of a hand.
    pub fn of(history: &HandHistory, viewer: Option<Seat>) -> Option<Self> {
        let hand = &history.hand;
        let events =
            history.events().into_iter().filter_map(|event| ViewEvent::of(event, hand).seen_by(viewer)).collect();
        let legal = if viewer.is_some() && viewer == hand.actor() { hand.legal_actions().to_vec() } else { Vec::new() };
        let frame = Frame {
            viewer,
            dealer: hand.dealer(),
            start: hand.starting_stacks().to_vec(),
            actor: hand.actor(),
            chance: hand.chance(),
            to_reveal: hand.to_reveal(),
            pots: hand.pots().to_vec(),
            wild_ranks: hand.wild_ranks(),
            legal,
        };
        Self::new(frame, events)
    }

    /// The view that follows from some events; `None` when they contradict each other.
    pub fn new(frame: Frame, events: Vec<ViewEvent>) -> Option<Self> {
        let mut state = State::new(&frame.start);
        for &event in &events {
            state.follow(event)?;
        }
        Some(Self { frame, events, state })
    }
}

impl State {
    fn new(start: &[u64]) -> Self {
        Self {
            street: 0,
            over: false,
            stacks: start.to_vec(),
            bets: vec![0; start.len()],
            paid: vec![0; start.len()],
            uncalled: vec![0; start.len()],
            hole: vec![Vec::new(); start.len()],
            up: vec![Vec::new(); start.len()],
            community: None,
            wild: None,
            live: (0..start.len() as Seat).collect(),
            awards: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Adds an event; `None` when it cannot follow those before.
    fn follow(&mut self, event: ViewEvent) -> Option<()> {
        match event {
            ViewEvent::Show(seat, cards) => self.show(seat, cards)?,
            ViewEvent::Core(event) => self.follow_core(event)?,
        }
        Some(())
    }

    fn follow_core(&mut self, event: CoreEvent) -> Option<()> {
        match event {
            CoreEvent::Street { street, .. } => {
                self.street = street;
                self.bets.fill(0);
            }
            CoreEvent::Deal { seat, face: Face::Down, card } => self.hole.get_mut(usize::from(seat))?.push(card),
            CoreEvent::Deal { seat, face: Face::Up, card } => self.up.get_mut(usize::from(seat))?.push(card?),
            CoreEvent::Reveal { seat, cards } => {
                *self.hole.get_mut(usize::from(seat))? = cards.iter().copied().map(Some).collect();
            }
            CoreEvent::Community(card) => self.community = Some(card),
            CoreEvent::Wild(rank) => self.wild = rank,
            CoreEvent::Fold(seat) => self.live = self.live.iter().filter(|&live| live != seat).collect(),
            CoreEvent::Ante { seat, amount } => self.put_in(seat, amount)?,
            CoreEvent::BringIn { seat, to }
            | CoreEvent::Call { seat, to }
            | CoreEvent::Complete { seat, to }
            | CoreEvent::Bet { seat, to }
            | CoreEvent::Raise { seat, to } => {
                let bet = self.bets.get_mut(usize::from(seat))?;
                let more = to.checked_sub(*bet)?;
                *bet = to;
                self.put_in(seat, more)?;
            }
            CoreEvent::Uncalled { seat, amount } => {
                let paid = self.paid.get_mut(usize::from(seat))?;
                *paid = paid.checked_sub(amount)?;
                self.uncalled[usize::from(seat)] = amount;
                self.get_back(seat, amount)?;
            }
            CoreEvent::Muck(seat) => self.order.push(seat),
            CoreEvent::Award(award) => {
                self.get_back(award.seat, award.amount)?;
                self.awards.push(award);
            }
            CoreEvent::End => {
                self.over = true;
                self.bets.fill(0);
            }
            CoreEvent::Burn(_) | CoreEvent::Check(_) | CoreEvent::Show(_) => {}
        }
        Some(())
    }

    fn put_in(&mut self, seat: Seat, chips: u64) -> Option<()> {
        let (stack, paid) = (self.stacks.get_mut(usize::from(seat))?, self.paid.get_mut(usize::from(seat))?);
        *stack = stack.checked_sub(chips)?;
        *paid = paid.checked_add(chips)?;
        Some(())
    }

    fn get_back(&mut self, seat: Seat, chips: u64) -> Option<()> {
        let stack = self.stacks.get_mut(usize::from(seat))?;
        *stack = stack.checked_add(chips)?;
        Some(())
    }

    fn show(&mut self, seat: Seat, cards: Down) -> Option<()> {
        *self.hole.get_mut(usize::from(seat))? = cards.into_iter().filter_map(Card::from_index).map(Some).collect();
        if !self.over {
            self.order.push(seat);
        }
        Some(())
    }
}

/// The questions that `hand_and_view_methods` asks.
impl SeatView {
    pub fn players(&self) -> u8 {
        self.frame.start.len() as u8
    }

    pub fn dealer(&self) -> Seat {
        self.frame.dealer
    }

    pub fn starting_stacks(&self) -> &[u64] {
        &self.frame.start
    }

    pub fn street(&self) -> u8 {
        self.state.street
    }

    pub fn actor(&self) -> Option<Seat> {
        self.frame.actor
    }

    pub fn chance(&self) -> Option<Chance> {
        self.frame.chance
    }

    pub fn to_reveal(&self) -> SeatSet {
        self.frame.to_reveal
    }

    pub fn is_over(&self) -> bool {
        self.state.over
    }

    pub fn stacks(&self) -> &[u64] {
        &self.state.stacks
    }

    pub fn bets(&self) -> &[u64] {
        &self.state.bets
    }

    /// What the player to act has put in on the street.
    pub fn bet_of_actor(&self) -> u64 {
        self.frame.actor.map_or(0, |seat| self.state.bets.get(usize::from(seat)).copied().unwrap_or(0))
    }

    pub fn contributions(&self) -> &[u64] {
        &self.state.paid
    }

    pub fn uncalled(&self) -> &[u64] {
        &self.state.uncalled
    }

    pub fn pots(&self) -> &[Pot] {
        &self.frame.pots
    }

    pub fn payoffs(&self) -> Vec<i64> {
        let seats = self.state.stacks.iter().zip(&self.frame.start);
        seats.map(|(&stack, &start)| stack.wrapping_sub(start).cast_signed()).collect()
    }

    pub fn awards(&self) -> &[Award] {
        &self.state.awards
    }

    pub fn live(&self) -> SeatSet {
        self.state.live
    }

    pub fn wild_rank(&self) -> Option<Rank> {
        self.state.wild
    }

    pub fn wild_ranks(&self) -> WildRanks {
        self.frame.wild_ranks
    }

    pub fn community(&self) -> Option<Card> {
        self.state.community
    }

    pub fn showdown_order(&self) -> &[Seat] {
        &self.state.order
    }

    pub fn up_cards(&self, seat: Seat) -> &[Card] {
        self.state.up.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    /// A seat's face-down cards, `None` where the viewer has not seen them.
    pub fn hole_cards(&self, seat: Seat) -> &[Option<Card>] {
        self.state.hole.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }
}
