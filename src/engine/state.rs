//! The state of a hand: plain numbers without a heap, so that a copy is a copy of bytes.

use super::{Deal, Event, Game, MAX_SEATS, Seat, SeatSet, StartError};
use crate::card::Card;
use crate::card_set::{CardSet, Deck};
use crate::ranking::{WildRank, WildRanks};

/// Stands for no seat, no rank, no card.
pub(crate) const NONE: u8 = u8::MAX;

/// What the hand waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// A card.
    Deal,
    /// A player.
    Bet,
    /// Cards that nobody knows, of players at the showdown.
    Reveal,
    /// Nothing more.
    Over,
}

/// A hand between two decisions. It is read and moved on together with the [`Game`] that it was started with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Chips before the hand.
    pub start: [u64; MAX_SEATS],
    /// Chips behind.
    pub stack: [u64; MAX_SEATS],
    /// Chips put in on this street; once the hand is over, chips won.
    pub bet: [u64; MAX_SEATS],
    /// All chips in the middle, this street's bets included.
    pub pot: u64,
    /// The total to match on this street.
    pub level: u64,
    /// The total of the last full wager, to which a short all-in is compared.
    pub full: u64,
    /// By how much the last full wager went over the one before.
    pub last_raise: u64,
    /// The fixed bet of the street, or the least one.
    pub unit: u64,
    /// The deck in deal order: cards up to `next` have left it, those up to `known` were given; `NONE` stands for one
    /// that nobody knows.
    pub deck: [u8; Card::COUNT],
    /// Each seat's cards in the order dealt, `NONE` for one that nobody knows.
    pub cards: [[u8; 8]; MAX_SEATS],
    /// How many cards each seat has.
    pub held: [u8; MAX_SEATS],
    /// The card that belongs to everybody.
    pub community: u8,
    pub next: u8,
    pub known: u8,
    /// Which of a player's cards are face up, by bits.
    pub up: u8,
    /// Seats that have not folded.
    pub live: SeatSet,
    /// Live seats with chips behind.
    pub able: SeatSet,
    /// Seats that must still act on this street.
    pub pending: SeatSet,
    /// Seats that have acted since the last full wager.
    pub acted: SeatSet,
    /// Seats that still get the card being dealt.
    pub waiting: SeatSet,
    /// Seats that showed their hands at the end.
    pub shown: SeatSet,
    /// Seats that threw hands away at the showdown that nobody knows.
    pub mucked: SeatSet,
    pub players: u8,
    pub dealer: Seat,
    pub phase: Phase,
    pub street: u8,
    /// Which of the street's cards is being dealt.
    pub turn: u8,
    /// Whether the street is one card for everybody.
    pub common: bool,
    pub actor: Seat,
    /// Who acted first on this street, or on the last one that was bet on.
    pub opener: Seat,
    /// Who made the last wager of the street.
    pub aggressor: Seat,
    /// Full wagers on this street.
    pub wagers: u8,
    /// Whether the bring-in is still to be posted.
    pub due: bool,
    /// Whether the duty to bring in passed from an all-in player (rules.md 5.7).
    pub passed: bool,
    /// Whether the bring-in was posted for less (rules.md 5.6).
    pub short_bring_in: bool,
    /// Whether an open pair changes the bets of this street.
    pub open_pair: bool,
    /// What up cards have made wild.
    pub wild: WildRank,
}

// Tree search copies states all the time.
const _: () = assert!(size_of::<State>() <= 512);

impl State {
    /// A new hand, moved on to its first decision.
    pub fn start(
        game: &Game,
        stacks: &[u64],
        dealer: Option<Seat>,
        deal: Deal<'_>,
        sink: &mut impl FnMut(Event),
    ) -> Result<Self, StartError> {
        let range = game.rules().players;
        let players = stacks.len();
        if players < usize::from(range.min) || players > usize::from(range.max).min(MAX_SEATS) {
            return Err(StartError::Players { given: players, min: range.min, max: range.max });
        }
        if let Some(seat) = stacks.iter().position(|&stack| stack == 0) {
            return Err(StartError::NoChips { seat: seat as Seat });
        }
        let sum = stacks.iter().try_fold(0u64, |sum, &stack| sum.checked_add(stack));
        if sum.is_none_or(|sum| i64::try_from(sum).is_err()) {
            return Err(StartError::TooManyChips);
        }
        let dealer = dealer.unwrap_or(players as Seat - 1);
        if usize::from(dealer) >= players {
            return Err(StartError::Dealer { dealer, players });
        }
        let mut state = Self::empty(stacks, dealer);
        state.load(game, deal)?;
        state.open(game, sink);
        Ok(state)
    }

    /// A new hand from a whole deck; for stacks and a dealer with which another one started before.
    pub fn start_again(game: &Game, stacks: &[u64], dealer: Seat, deck: [u8; Card::COUNT]) -> Self {
        let mut state = Self::empty(stacks, dealer);
        state.open_with(game, deck);
        state
    }

    /// Makes this the same new hand.
    pub fn restart(&mut self, game: &Game, stacks: &[u64], dealer: Seat, deck: [u8; Card::COUNT]) {
        *self = Self::empty(stacks, dealer);
        self.open_with(game, deck);
    }

    fn open_with(&mut self, game: &Game, deck: [u8; Card::COUNT]) {
        self.deck = deck;
        self.known = game.rules().deck.size() as u8;
        self.open(game, &mut |_| ());
    }

    /// Antes and the first cards.
    fn open(&mut self, game: &Game, sink: &mut impl FnMut(Event)) {
        self.post_antes(game, sink);
        self.begin_street(game, 0, sink);
        self.run(game, sink);
    }

    /// A new hand before its antes.
    #[inline]
    pub(crate) fn empty(stacks: &[u64], dealer: Seat) -> Self {
        let mut start = [0; MAX_SEATS];
        start[..stacks.len()].copy_from_slice(stacks);
        let live = SeatSet::first(stacks.len());
        Self {
            start,
            stack: start,
            bet: [0; MAX_SEATS],
            pot: 0,
            level: 0,
            full: 0,
            last_raise: 0,
            unit: 0,
            deck: [NONE; Card::COUNT],
            cards: [[NONE; 8]; MAX_SEATS],
            held: [0; MAX_SEATS],
            community: NONE,
            next: 0,
            known: 0,
            up: 0,
            live,
            able: live,
            pending: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            waiting: SeatSet::EMPTY,
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            players: stacks.len() as u8,
            dealer,
            phase: Phase::Deal,
            street: 0,
            turn: 0,
            common: false,
            actor: dealer,
            opener: NONE,
            aggressor: NONE,
            wagers: 0,
            due: false,
            passed: false,
            short_bring_in: false,
            open_pair: false,
            wild: WildRank::NONE,
        }
    }

    /// Takes the known cards.
    fn load(&mut self, game: &Game, deal: Deal<'_>) -> Result<(), StartError> {
        match deal {
            Deal::Ahead(cards) => self.load_cards(game, false, cards.len(), cards.iter().copied().map(Some)),
            Deal::Manual(cards) => self.load_cards(game, true, cards.len(), cards.iter().copied().map(Some)),
            Deal::Recorded { cards, manual } => self.load_cards(game, manual, cards.len(), cards.iter().copied()),
        }
    }

    fn load_cards(
        &mut self,
        game: &Game,
        manual: bool,
        given: usize,
        cards: impl Iterator<Item = Option<Card>>,
    ) -> Result<(), StartError> {
        let needed = game.cards_needed(self.players.into());
        if !manual && given < needed {
            return Err(StartError::DeckTooShort { given, needed });
        }
        let mut seen = CardSet::EMPTY;
        for (i, card) in cards.enumerate() {
            let Some(card) = card else { continue };
            if seen.contains(card) {
                return Err(StartError::CardTwice(card));
            }
            if !game.rules().deck.has(card) {
                return Err(StartError::NotInDeck(card, game.rules().deck));
            }
            seen.insert(card);
            if let Some(slot) = self.deck.get_mut(i) {
                *slot = card.index();
            }
        }
        if given > game.rules().deck.size() {
            let deck = game.rules().deck;
            let whole = deck == Deck::WHOLE;
            return Err(if whole {
                StartError::DeckTooLong { given }
            } else {
                StartError::MoreThanDeck { given, deck }
            });
        }
        self.known = given as u8;
        Ok(())
    }

    fn post_antes(&mut self, game: &Game, sink: &mut impl FnMut(Event)) {
        let ante = game.rules().ante;
        if ante == 0 {
            return;
        }
        for seat in self.live.clockwise_after(self.dealer) {
            let stack = &mut self.stack[usize::from(seat)];
            let amount = ante.min(*stack);
            *stack -= amount;
            self.pot += amount;
            if *stack == 0 {
                self.able.remove(seat);
            }
            sink(Event::Ante { seat, amount });
        }
    }

    /// Moves the hand on until somebody must decide, a card is wanted, or it is over.
    pub fn run(&mut self, game: &Game, sink: &mut impl FnMut(Event)) {
        loop {
            match self.phase {
                Phase::Deal => {
                    if !self.deal_street(game, sink) {
                        return;
                    }
                    self.open_betting(game);
                }
                Phase::Bet => {
                    if self.live.len() > 1 && self.find_actor() {
                        return;
                    }
                    self.close_round(sink);
                    if self.live.len() == 1 {
                        return self.give_up(sink);
                    }
                    if self.street + 1 == game.streets() {
                        self.phase = Phase::Reveal;
                        continue;
                    }
                    self.begin_street(game, self.street + 1, sink);
                }
                Phase::Reveal if self.unrevealed().is_empty() => return self.show_down(game, sink),
                Phase::Reveal | Phase::Over => return,
            }
        }
    }

    /// The ranks that are wild now.
    pub fn wild_ranks(&self, game: &Game) -> WildRanks {
        game.rules().wild.ranks(self.wild.rank())
    }

    /// A seat's cards in the order dealt.
    pub fn cards_of(&self, seat: Seat) -> &[u8] {
        let seat = usize::from(seat);
        &self.cards[seat][..usize::from(self.held[seat]).min(8)]
    }

    /// What a seat has put in and not got back, antes included.
    pub fn paid(&self, seat: Seat) -> u64 {
        let seat = usize::from(seat);
        let won = if self.phase == Phase::Over { self.bet[seat] } else { 0 };
        self.start[seat] + won - self.stack[seat]
    }
}
