//! What one seat sees of a hand: how it stands and what happened, without the cards that the seat has not seen.

use std::hash::{Hash, Hasher};
use std::slice;

use soko::Card;
use soko::Rank;
use soko::engine::{
    Award, CardList, Chance, Event as CoreEvent, Face, Hand, LegalAction, MAX_SEATS, Pot, Seat, SeatSet, SeenCards,
};
use soko::ranking::WildRanks;

use crate::events::{ViewEvent, down_cards};
use crate::hand_history::HandHistory;
use crate::hand_log::{Log, Secrets};

/// All that a seat knows, or somebody without a seat. Nothing in it comes from cards that the viewer has not seen.
///
/// Equal views have the same frame and the same events: all else follows from these.
#[derive(Clone, Debug)]
pub struct SeatView {
    /// Public events that the events do not tell.
    pub frame: Frame,
    story: Story,
    now: Now,
}

impl PartialEq for SeatView {
    fn eq(&self, other: &Self) -> bool {
        self.frame == other.frame && self.now == other.now && self.events() == other.events()
    }
}

impl Eq for SeatView {}

impl Hash for SeatView {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.frame, self.events()).hash(state);
    }
}

/// What happened, as the viewer saw it.
#[derive(Clone, Debug)]
enum Story {
    /// What all saw, shared with the hand, and what the viewer saw besides.
    Shared { log: Log, own: Own },
    /// The events of a record.
    Listed(Vec<ViewEvent>),
}

/// What a viewer sees that others do not.
#[derive(Clone, Debug)]
struct Own {
    seat: Option<Seat>,
    /// Its face-down cards as they were dealt: `None` where even the viewer did not see them.
    cards: CardList<Option<Card>>,
    /// What became known of them later.
    reveals: Box<[CardList]>,
}

impl Own {
    fn of(history: &HandHistory, viewer: Option<Seat>) -> Self {
        let Some(seat) = viewer else { return Self { seat: None, cards: CardList::NONE, reveals: Box::default() } };
        let reveals: Box<[_]> = history.reveals(seat).collect();
        let cards = if reveals.is_empty() {
            history.hand.hole_cards(seat)
        } else {
            let dealt = |event: ViewEvent| match event {
                ViewEvent::Core(CoreEvent::Deal { seat: to, face: Face::Down, card }) if to == seat => Some(card),
                _ => None,
            };
            history.events().into_iter().filter_map(dealt).collect()
        };
        Self { seat: Some(seat), cards, reveals }
    }

    /// From the first card on.
    fn again(&self) -> OwnAgain<'_> {
        OwnAgain { seat: self.seat, cards: self.cards.iter(), reveals: self.reveals.iter() }
    }
}

struct OwnAgain<'a> {
    seat: Option<Seat>,
    cards: slice::Iter<'a, Option<Card>>,
    reveals: slice::Iter<'a, CardList>,
}

impl Secrets for OwnAgain<'_> {
    fn card(&mut self, seat: Option<Seat>) -> Option<Card> {
        if seat.is_some() && seat == self.seat { self.cards.next().copied().flatten() } else { None }
    }

    fn revealed(&mut self, seat: Seat) -> Option<CardList> {
        if Some(seat) == self.seat { self.reveals.next().copied() } else { None }
    }
}

/// What everybody at the table knows besides the events.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub viewer: Option<Seat>,
    pub dealer: Seat,
    pub players: u8,
    pub start: Chips,
    pub actor: Option<Seat>,
    pub chance: Option<Chance>,
    pub to_reveal: SeatSet,
    pub pots: Vec<Pot>,
    pub wild_ranks: WildRanks,
    /// What the viewer may do, if it is to act.
    pub legal: Vec<LegalAction>,
}

/// Chips of each seat.
pub type Chips = [u64; MAX_SEATS];

/// How the hand stands, which is also what the events add up to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Now {
    street: u8,
    over: bool,
    stacks: Chips,
    bets: Chips,
    paid: Chips,
    cards: SeenCards,
    community: Option<Card>,
    wild: Option<Rank>,
    live: SeatSet,
}

impl SeatView {
    /// What a seat sees of a hand.
    pub fn of(history: &HandHistory, viewer: Option<Seat>) -> Self {
        let hand = &history.hand;
        let legal = if viewer.is_some() && viewer == hand.actor() { hand.legal_actions().to_vec() } else { Vec::new() };
        let frame = Frame {
            viewer,
            dealer: hand.dealer(),
            players: hand.players(),
            start: chips(hand.starting_stacks()),
            actor: hand.actor(),
            chance: hand.chance(),
            to_reveal: hand.to_reveal(),
            pots: hand.pots().to_vec(),
            wild_ranks: hand.wild_ranks(),
            legal,
        };
        let story = Story::Shared { log: history.log().clone(), own: Own::of(history, viewer) };
        let view = Self { frame, story, now: Now::of(hand, viewer) };
        debug_assert!(Now::after(&view.frame, &view.events()).as_ref() == Some(&view.now), "the events add up to it");
        view
    }

    /// The view that follows from some events; `None` when they contradict each other.
    pub fn new(frame: Frame, events: Vec<ViewEvent>) -> Option<Self> {
        let now = Now::after(&frame, &events)?;
        Some(Self { frame, story: Story::Listed(events), now })
    }

    /// What happened, as the viewer saw it.
    pub fn events(&self) -> Vec<ViewEvent> {
        match &self.story {
            Story::Shared { log, own } => log.events(&mut own.again()),
            Story::Listed(events) => events.clone(),
        }
    }
}

/// Chips of some seats.
pub fn chips(seats: &[u64]) -> Chips {
    let mut chips = [0; MAX_SEATS];
    chips.iter_mut().zip(seats).for_each(|(slot, &stack)| *slot = stack);
    chips
}

impl Now {
    /// How a hand stands for a viewer.
    fn of(hand: &Hand, viewer: Option<Seat>) -> Self {
        let mut paid = [0; MAX_SEATS];
        paid.iter_mut().zip(0..hand.players()).for_each(|(paid, seat)| *paid = hand.contribution(seat));
        Self {
            street: hand.street(),
            over: hand.is_over(),
            stacks: chips(hand.stacks()),
            bets: chips(hand.bets()),
            paid,
            cards: hand.cards_seen_by(viewer),
            community: hand.community(),
            wild: hand.wild_rank(),
            live: hand.live(),
        }
    }

    /// What some events add up to; `None` when one of them cannot follow those before.
    fn after(frame: &Frame, events: &[ViewEvent]) -> Option<Self> {
        let mut now = Self {
            street: 0,
            over: false,
            stacks: frame.start,
            bets: [0; MAX_SEATS],
            paid: [0; MAX_SEATS],
            cards: SeenCards::EMPTY,
            community: None,
            wild: None,
            live: (0..frame.players).collect(),
        };
        events.iter().try_for_each(|&event| now.follow(event, frame.players))?;
        Some(now)
    }

    fn follow(&mut self, event: ViewEvent, players: u8) -> Option<()> {
        let seat = |seat: Seat| (seat < players).then_some(usize::from(seat));
        let event = match event {
            ViewEvent::Show(shown, cards) => {
                seat(shown)?;
                return self.cards.show(shown, &down_cards(cards).collect::<CardList>());
            }
            ViewEvent::Core(event) => event,
        };
        match event {
            CoreEvent::Street { street, .. } => {
                self.street = street;
                self.bets = [0; MAX_SEATS];
            }
            CoreEvent::Deal { seat: to, face, card } => {
                seat(to)?;
                self.cards.deal(to, face, card)?;
            }
            CoreEvent::Reveal { seat: whose, cards } => {
                seat(whose)?;
                self.cards.show(whose, &cards)?;
            }
            CoreEvent::Community(card) => self.community = Some(card),
            CoreEvent::Wild(rank) => self.wild = rank,
            CoreEvent::Fold(seat) => self.live = self.live.iter().filter(|&live| live != seat).collect(),
            CoreEvent::Ante { seat: who, amount } => self.put_in(seat(who)?, amount)?,
            CoreEvent::BringIn { seat: who, to }
            | CoreEvent::Call { seat: who, to }
            | CoreEvent::Complete { seat: who, to }
            | CoreEvent::Bet { seat: who, to }
            | CoreEvent::Raise { seat: who, to } => {
                let who = seat(who)?;
                let more = to.checked_sub(self.bets[who])?;
                self.bets[who] = to;
                self.put_in(who, more)?;
            }
            CoreEvent::Uncalled { seat: whose, amount } => {
                let whose = seat(whose)?;
                self.paid[whose] = self.paid[whose].checked_sub(amount)?;
                self.get_back(whose, amount)?;
            }
            CoreEvent::Award(award) => self.get_back(seat(award.seat)?, award.amount)?,
            CoreEvent::End => {
                self.over = true;
                self.bets = [0; MAX_SEATS];
            }
            CoreEvent::Burn(_) | CoreEvent::Check(_) | CoreEvent::Muck(_) | CoreEvent::Show(_) => {}
        }
        Some(())
    }

    fn put_in(&mut self, seat: usize, chips: u64) -> Option<()> {
        self.stacks[seat] = self.stacks[seat].checked_sub(chips)?;
        self.paid[seat] = self.paid[seat].checked_add(chips)?;
        Some(())
    }

    fn get_back(&mut self, seat: usize, chips: u64) -> Option<()> {
        self.stacks[seat] = self.stacks[seat].checked_add(chips)?;
        Some(())
    }
}

/// The questions that `hand_and_view_methods` asks.
impl SeatView {
    pub fn players(&self) -> u8 {
        self.frame.players
    }

    pub fn dealer(&self) -> Seat {
        self.frame.dealer
    }

    pub fn starting_stacks(&self) -> &[u64] {
        self.seats(&self.frame.start)
    }

    pub fn street(&self) -> u8 {
        self.now.street
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
        self.now.over
    }

    pub fn stacks(&self) -> &[u64] {
        self.seats(&self.now.stacks)
    }

    pub fn bets(&self) -> &[u64] {
        self.seats(&self.now.bets)
    }

    /// What the player to act has put in on the street.
    pub fn bet_of_actor(&self) -> u64 {
        self.frame.actor.map_or(0, |seat| self.bets().get(usize::from(seat)).copied().unwrap_or(0))
    }

    pub fn contributions(&self) -> &[u64] {
        self.seats(&self.now.paid)
    }

    pub fn uncalled(&self) -> Vec<u64> {
        let mut chips = vec![0; self.players().into()];
        for event in self.events() {
            if let ViewEvent::Core(CoreEvent::Uncalled { seat, amount }) = event {
                chips[usize::from(seat)] = amount;
            }
        }
        chips
    }

    pub fn pots(&self) -> &[Pot] {
        &self.frame.pots
    }

    pub fn payoffs(&self) -> Vec<i64> {
        let seats = self.stacks().iter().zip(self.starting_stacks());
        seats.map(|(&stack, &start)| stack.wrapping_sub(start).cast_signed()).collect()
    }

    pub fn awards(&self) -> Vec<Award> {
        let award = |event| if let ViewEvent::Core(CoreEvent::Award(award)) = event { Some(award) } else { None };
        self.events().into_iter().filter_map(award).collect()
    }

    pub fn live(&self) -> SeatSet {
        self.now.live
    }

    pub fn wild_rank(&self) -> Option<Rank> {
        self.now.wild
    }

    pub fn wild_ranks(&self) -> WildRanks {
        self.frame.wild_ranks
    }

    pub fn community(&self) -> Option<Card> {
        self.now.community
    }

    pub fn showdown_order(&self) -> Vec<Seat> {
        // Hands that are shown later are no part of the showdown.
        let before = |event: &ViewEvent| *event != ViewEvent::Core(CoreEvent::End);
        let shown = |event| match event {
            ViewEvent::Show(seat, _) | ViewEvent::Core(CoreEvent::Muck(seat)) => Some(seat),
            ViewEvent::Core(_) => None,
        };
        self.events().into_iter().take_while(before).filter_map(shown).collect()
    }

    pub fn up_cards(&self, seat: Seat) -> CardList {
        self.now.cards.up_cards(seat)
    }

    /// A seat's face-down cards, `None` where the viewer has not seen them.
    pub fn hole_cards(&self, seat: Seat) -> CardList<Option<Card>> {
        self.now.cards.hole_cards(seat)
    }

    fn seats<'a>(&self, chips: &'a Chips) -> &'a [u64] {
        &chips[..usize::from(self.frame.players).min(MAX_SEATS)]
    }
}
