//! A hand as its users see it: checked actions, and everything there is to ask.

use core::hash::{Hash, Hasher};
use core::ops::Deref;
use std::sync::Arc;

use super::state::{NONE, Phase, State};
use super::{
    Action, ActionKind, Award, DealError, Event, Face, Game, IllegalAction, LegalActions, MuckError, Pots, Request,
    RevealError, Seat, SeatSet, Share, ShowError, StartError,
};
use crate::card::{Card, Rank};
use crate::ranking::WildRanks;

/// Where the cards come from.
#[derive(Clone, Copy, Debug)]
pub enum Deal<'a> {
    /// A deck in deal order, long enough for the whole hand.
    Ahead(&'a [Card]),
    /// The first cards in deal order, or none; the caller deals the others by [`Hand::deal`].
    Manual(&'a [Card]),
    /// As one of the two, but `None` stands for a card that nobody knows. Dealt face down it stays unknown until
    /// [`Hand::reveal`]; where one is due face up, the hand waits for [`Hand::deal`].
    Recorded {
        /// The cards in deal order.
        cards: &'a [Option<Card>],
        /// Whether the caller deals the others.
        manual: bool,
    },
}

/// A card that the caller must deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// A seat's card.
    Seat {
        /// Who gets it.
        seat: Seat,
        /// Which way.
        face: Face,
    },
    /// The card for everybody (rules.md 4.3).
    Community,
}

/// Up to seven cards, read as a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardList<C = Card> {
    list: [C; 8],
    len: u8,
}

impl<C: Copy> CardList<C> {
    pub(super) fn of(nothing: C, given: impl Iterator<Item = C>) -> Self {
        let mut cards = Self { list: [nothing; 8], len: 0 };
        for (slot, card) in cards.list.iter_mut().zip(given) {
            *slot = card;
            cards.len += 1;
        }
        cards
    }
}

impl CardList<Option<Card>> {
    /// No cards at all.
    pub const NONE: Self = Self { list: [None; 8], len: 0 };
}

impl FromIterator<Option<Card>> for CardList<Option<Card>> {
    /// The first seven, `None` for each that is unknown.
    fn from_iter<I: IntoIterator<Item = Option<Card>>>(cards: I) -> Self {
        Self::of(None, cards.into_iter().take(7))
    }
}

impl CardList {
    /// The known ones of some cards.
    pub(crate) fn known(indices: impl Iterator<Item = u8>) -> Self {
        Self::of(Card::new(Rank::TWO, crate::card::Suit::CLUBS), indices.filter_map(Card::from_index))
    }
}

impl FromIterator<Card> for CardList {
    /// The first seven.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self::known(cards.into_iter().take(7).map(Card::index))
    }
}

impl<C> Deref for CardList<C> {
    type Target = [C];

    fn deref(&self) -> &[C] {
        &self.list[..usize::from(self.len).min(8)]
    }
}

/// One hand of a game. Copies are cheap; equal hands have the same game, cards, chips and turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    game: Arc<Game>,
    state: State,
}

impl Hash for Hand {
    /// The state alone: hands of different games may share a hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.hash(state);
    }
}

impl Hand {
    /// Starts a hand: antes, first cards, up to the first decision or the first card that the caller must deal.
    ///
    /// The dealer is the last seat unless given. Events go to `sink`.
    ///
    /// # Errors
    /// [`StartError`] when the stacks do not fit the game, or the cards are too few or stand twice.
    pub fn start(
        game: Arc<Game>,
        stacks: &[u64],
        dealer: Option<Seat>,
        deal: Deal<'_>,
        sink: &mut impl FnMut(Event),
    ) -> Result<Self, StartError> {
        let state = State::start(&game, stacks, dealer, deal, sink)?;
        Ok(Self { game, state })
    }

    /// What the player to act may do, in the order of the kinds; nothing when nobody is to act.
    #[must_use]
    pub fn legal_actions(&self) -> LegalActions {
        self.state.legal_actions(&self.game)
    }

    /// Does what the player to act wants, and goes on to the next decision: a kind of action, one of
    /// [`Hand::legal_actions`] itself, or [`Request::Wager`]. Amounts are totals on this street; none is needed where only
    /// one is possible. Comes back with the action, its amount settled.
    ///
    /// # Errors
    /// [`IllegalAction`] when the action is not legal; the hand is as it was.
    pub fn act(
        &mut self,
        request: impl Into<Request>,
        amount: Option<u64>,
        sink: &mut impl FnMut(Event),
    ) -> Result<Action, IllegalAction> {
        let action = self.state.check(&self.game, request.into(), amount)?;
        self.apply(action, sink);
        Ok(action)
    }

    /// Does what is known to be legal, without a check; for simulations.
    pub(crate) fn apply(&mut self, action: Action, sink: &mut impl FnMut(Event)) {
        self.state.apply(&self.game, action, sink);
    }

    /// The card that the caller must deal, if the hand waits for one.
    #[must_use]
    pub fn chance(&self) -> Option<Chance> {
        self.state.chance(&self.game)
    }

    /// Deals the card that is due, `None` for one face down that nobody knows, and goes on to the next decision.
    ///
    /// # Errors
    /// [`DealError`] when no card is due or this one has been dealt; the hand is as it was.
    pub fn deal(&mut self, card: impl Into<Option<Card>>, sink: &mut impl FnMut(Event)) -> Result<(), DealError> {
        self.state.deal(&self.game, card.into(), sink)
    }

    /// The seats whose unknown cards the showdown waits for; none at any other time.
    #[must_use]
    pub fn to_reveal(&self) -> SeatSet {
        if self.state.phase == Phase::Reveal { self.state.unrevealed() } else { SeatSet::EMPTY }
    }

    /// Fills in a seat's unknown cards in the order dealt, at any time; a showdown that waited only for them goes on.
    /// Cards that the seat is known to have may be among those given.
    ///
    /// # Errors
    /// [`RevealError`] when these cannot be the seat's cards; the hand is as it was.
    pub fn reveal(&mut self, seat: Seat, cards: &[Card], sink: &mut impl FnMut(Event)) -> Result<(), RevealError> {
        self.state.reveal(&self.game, seat, cards, sink)
    }

    /// Throws away a hand that the showdown waits for: it wins nothing, and its cards stay unknown.
    ///
    /// # Errors
    /// [`MuckError`] when the showdown does not wait for this seat, or nobody else could win some pot.
    pub fn muck(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) -> Result<(), MuckError> {
        self.state.muck(&self.game, seat, sink)
    }

    /// The seats with cards that nobody knows.
    #[must_use]
    pub fn unknown(&self) -> SeatSet {
        self.state.unknown()
    }

    /// Whether a card is unknown that was dealt or is to come.
    #[must_use]
    pub fn has_unknown_cards(&self) -> bool {
        let State { deck, next, known, .. } = &self.state;
        !self.unknown().is_empty() || next < known && deck[usize::from(*next)..usize::from(*known)].contains(&NONE)
    }

    /// Shows a live seat's hand of its own will once the hand is over: one more event, and no chip moves (rules.md 7.3).
    ///
    /// # Errors
    /// [`ShowError`] while the hand goes on, and for a seat that has folded or shown already; the hand is as it was.
    pub fn show(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) -> Result<(), ShowError> {
        self.state.show(seat, sink)
    }

    /// What an absent player does: post a bring-in that is due, else check, else fold. `None` when nobody is to act.
    #[must_use]
    pub fn default_action(&self) -> Option<Action> {
        let legal = self.legal_actions();
        let kinds = [ActionKind::BringIn, ActionKind::Check, ActionKind::Fold];
        let action = kinds.iter().find_map(|&kind| legal.iter().find(|action| action.kind == kind))?;
        Some(Action { kind: action.kind, to: action.low })
    }

    /// How many sequences of `depth` actions there are from here, shorter ones counted when they end the hand or run
    /// into a card that the caller must deal. Of a range of amounts the least and the greatest count.
    #[must_use]
    pub fn count_sequences(&self, depth: u32) -> u64 {
        let legal = self.legal_actions();
        if depth == 0 || legal.is_empty() {
            return 1;
        }
        let ends = legal.iter().flat_map(|action| {
            let high = (action.high != action.low).then_some(action.high);
            [Some(action.low), high].into_iter().flatten().map(|to| Action { kind: action.kind, to })
        });
        ends.map(|action| {
            let mut next = self.clone();
            next.apply(action, &mut |_| ());
            next.count_sequences(depth - 1)
        })
        .sum()
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The hand of a state that came about in this game.
    pub(crate) const fn of_state(game: Arc<Game>, state: &State) -> Self {
        Self { game, state: *state }
    }

    /// Makes this the hand of another state that came about in its game.
    pub(crate) const fn put_state(&mut self, state: &State) {
        self.state = *state;
    }

    /// The state without its game.
    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// How many seats there are.
    #[must_use]
    pub const fn players(&self) -> u8 {
        self.state.players
    }

    /// The dealer's seat.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// Who is to act.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        (self.state.phase == Phase::Bet).then_some(self.state.actor)
    }

    /// The number of the street, 0 the first.
    #[must_use]
    pub const fn street(&self) -> u8 {
        self.state.street
    }

    /// Whether the hand is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.phase == Phase::Over
    }

    /// The stacks before the hand.
    #[must_use]
    pub fn starting_stacks(&self) -> &[u64] {
        &self.state.start[..usize::from(self.state.players)]
    }

    /// The chips behind; at the end, what everybody leaves with.
    #[must_use]
    pub fn stacks(&self) -> &[u64] {
        &self.state.stack[..usize::from(self.state.players)]
    }

    /// What each seat has put in on this street, antes apart; zeros once the hand is over.
    #[must_use]
    pub fn bets(&self) -> &[u64] {
        let bets = if self.is_over() { &[0; super::MAX_SEATS] } else { &self.state.bet };
        &bets[..usize::from(self.state.players)]
    }

    /// What each seat has put in during the hand and not got back as uncalled, antes included.
    #[must_use]
    pub fn contributions(&self) -> Vec<u64> {
        (0..self.players()).map(|seat| self.contribution(seat)).collect()
    }

    /// The same of one seat, 0 for an unknown one.
    #[must_use]
    pub fn contribution(&self, seat: Seat) -> u64 {
        if seat < self.players() { self.state.paid(seat) } else { 0 }
    }

    /// The pots so far, without this street's bets; at the end, the pots that were won.
    #[must_use]
    pub fn pots(&self) -> Pots {
        self.state.pots()
    }

    /// All chips in the middle; nothing once they are won.
    #[must_use]
    pub const fn pot(&self) -> u64 {
        self.state.pot
    }

    /// Who won what, in the order of the events; empty until the hand is over.
    #[must_use]
    pub fn awards(&self) -> Vec<Award> {
        let mut awards = Vec::new();
        if !self.is_over() {
            return awards;
        }
        if self.state.live.len() == 1 {
            let won = self.state.live.iter().map(|seat| (seat, self.state.bet[usize::from(seat)]));
            awards.extend(won.map(|(seat, amount)| Award { seat, pot: 0, share: Share::High, amount }));
        } else {
            let worth = self.state.worth(&self.game);
            self.state.award_pots(&self.game, &worth, &self.state.pots(), &mut |award| awards.push(award));
        }
        awards.retain(|award| award.amount > 0);
        awards
    }

    /// What each seat has won or lost so far: its stack less the one it started with.
    #[must_use]
    pub fn payoffs(&self) -> Vec<i64> {
        let seats = self.stacks().iter().zip(self.starting_stacks());
        // A stack fits 63 bits, so the difference does with its sign.
        seats.map(|(&stack, &start)| stack.cast_signed() - start.cast_signed()).collect()
    }

    /// The seats that have not folded.
    #[must_use]
    pub const fn live(&self) -> SeatSet {
        self.state.live
    }

    /// The live seats without chips behind.
    #[must_use]
    pub const fn all_in(&self) -> SeatSet {
        self.state.live.without(self.state.able)
    }

    /// The rank that is wild after a queen was followed.
    #[must_use]
    pub const fn wild_rank(&self) -> Option<Rank> {
        self.state.wild.rank()
    }

    /// All ranks that are wild now, queens included where they always are.
    #[must_use]
    pub fn wild_ranks(&self) -> WildRanks {
        self.state.wild_ranks(&self.game)
    }

    /// Whether the rank of the next up card becomes wild.
    #[must_use]
    pub const fn next_is_wild(&self) -> bool {
        self.state.wild.next_is_wild()
    }

    /// A seat's face-down cards in the order dealt, `None` for each that nobody knows; none for an unknown seat.
    #[must_use]
    pub fn hole_cards(&self, seat: Seat) -> CardList<Option<Card>> {
        CardList::of(None, self.cards_facing(seat, 0).map(Card::from_index))
    }

    /// A seat's face-down cards that are known, in the order dealt.
    pub(crate) fn known_hole_cards(&self, seat: Seat) -> CardList {
        CardList::known(self.cards_facing(seat, 0))
    }

    /// A seat's face-up cards in the order dealt; none for an unknown seat.
    #[must_use]
    pub fn up_cards(&self, seat: Seat) -> CardList {
        CardList::known(self.cards_facing(seat, 1))
    }

    fn cards_facing(&self, seat: Seat, up: u8) -> impl Iterator<Item = u8> {
        let cards = if seat < self.players() { self.state.cards_of(seat) } else { &[] };
        cards.iter().enumerate().filter(move |(i, _)| self.state.up >> i & 1 == up).map(|(_, &card)| card)
    }

    /// The card that belongs to everybody, if one was dealt (rules.md 4.3).
    #[must_use]
    pub const fn community(&self) -> Option<Card> {
        Card::from_index(self.state.community)
    }

    /// The cards that have left the deck so far, in order; `None` for one burnt unseen or unknown when it was dealt.
    #[must_use]
    pub fn dealt(&self) -> Vec<Option<Card>> {
        self.state.deck[..usize::from(self.state.next)].iter().map(|&index| Card::from_index(index)).collect()
    }

    /// The known cards that have not left the deck yet, in order.
    #[must_use]
    pub fn cards_to_come(&self) -> Vec<Card> {
        let known = self.state.next.min(self.state.known)..self.state.known;
        known.filter_map(|at| Card::from_index(self.state.deck[usize::from(at)])).collect()
    }

    /// The live seats in the order in which they show or muck; empty unless the hand ended in a showdown.
    #[must_use]
    pub fn showdown_order(&self) -> Vec<Seat> {
        let showdown = self.is_over() && self.state.live.len() > 1;
        if showdown { self.state.showdown_order().collect() } else { Vec::new() }
    }

    /// The seats that showed their hands, at the showdown or after it.
    #[must_use]
    pub const fn shown(&self) -> SeatSet {
        self.state.shown
    }

    /// The seat whose turn came first on this street, or on the last one that was bet on.
    #[must_use]
    pub const fn opener(&self) -> Option<Seat> {
        if self.state.opener == NONE { None } else { Some(self.state.opener) }
    }
}
