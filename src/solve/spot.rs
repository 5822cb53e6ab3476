//! A spot: what everybody knows at a decision of one of two live players, and the ranges of these two.

use std::sync::Arc;

use super::SolveError;
use crate::actions::{ACTIONS, action_of};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::engine::{Action, Deal, Game, Hand, MAX_SEATS, NONE, Phase, Seat, SeatSet, State};
use crate::rules::Limit;

/// The weight of each hole card for each of the two players.
pub type Ranges = [[f64; Card::COUNT]; 2];

/// The most chips of a pot or a stack: numbers of 64 bits with a fraction hold them exactly.
const MOST_CHIPS: u64 = 1 << 52;

/// What is known at a decision of one of two live players, each of whom hides one card.
///
/// Of players who folded, the up cards are known to be dead; their hole cards and cards burnt are among the unseen.
#[derive(Clone, Debug)]
pub struct Spot {
    game: Arc<Game>,
    /// The hand without any card that lies face down.
    state: State,
    seats: [Seat; 2],
    /// Cards that are seen and lie in front of neither player.
    dead: CardSet,
    /// Weights of unseen cards, zeros for the others.
    ranges: Ranges,
}

impl Spot {
    /// What is known to everybody at the decision of a hand, with all unseen cards alike in both ranges.
    ///
    /// # Errors
    /// [`SolveError`] when nobody is to act, or what is known here cannot be solved.
    pub fn of(hand: &Hand) -> Result<Self, SolveError> {
        let mut state = *hand.state();
        for cards in &mut state.cards {
            let down = cards.iter_mut().enumerate().filter(|(i, _)| state.up >> i & 1 == 0);
            down.for_each(|(_, card)| *card = NONE);
        }
        state.deck = [NONE; Card::COUNT];
        state.known = state.next;
        Self::new(hand.game().clone(), &state, CardSet::EMPTY)
    }

    /// The start of a street's betting: two players with these up cards and so many chips in the middle. Stacks that are
    /// not given are deep enough for all bets where their number is limited, else twice the pot.
    ///
    /// # Errors
    /// [`SolveError`] when this is no start of a street, or cannot be solved.
    pub fn at_street(
        game: Arc<Game>,
        up: [&[Card]; 2],
        pot: u64,
        dead: &[Card],
        stacks: Option<[u64; 2]>,
        dealer: Seat,
    ) -> Result<Self, SolveError> {
        if !(1..=MOST_CHIPS).contains(&pot) {
            return Err(SolveError::Pot(pot));
        }
        if dealer > 1 {
            return Err(SolveError::Dealer(dealer));
        }
        check_cards(&game, up.iter().copied().flatten().chain(dead))?;
        let down = face_down(&game);
        if down != 1 {
            return Err(SolveError::HoleCards { down });
        }
        let stacks = stacks.unwrap_or([deep(&game, pot); 2]);
        for (seat, chips) in (0..).zip(stacks) {
            if !(1..=MOST_CHIPS).contains(&chips) {
                return Err(SolveError::Stack { seat, chips });
            }
        }
        let mut state = dealt(&game, up, dealer).ok_or(SolveError::UpCards(up.map(<[Card]>::len)))?;
        set_chips(&mut state, stacks, pot);
        state.clear_bets();
        state.open_betting(&game);
        state.run(&game, &mut |_| ());
        Self::new(game, &state, dead.iter().copied().collect())
    }

    fn new(game: Arc<Game>, state: &State, mut dead: CardSet) -> Result<Self, SolveError> {
        let live = state.live;
        if state.phase != Phase::Bet {
            return Err(SolveError::NobodyActs);
        }
        let mut two = live.iter();
        let (Some(first), Some(second), 2) = (two.next(), two.next(), live.len()) else {
            return Err(SolveError::Players(live.len()));
        };
        if state.community != NONE {
            return Err(SolveError::Community);
        }
        let down = face_down(&game);
        let held = game.plan(state.street).held;
        let plain = |street| game.plan(street).down == 0 && game.plan(street).cards == 1;
        if down != 1
            || held.saturating_sub(state.up.count_ones() as u8) != 1
            || !(state.street + 1..game.streets()).all(plain)
        {
            return Err(SolveError::HoleCards { down });
        }
        for seat in (0..state.players).filter(|&seat| !live.contains(seat)) {
            up_cards(state, seat).for_each(|card| dead.insert(card));
        }
        let mut spot = Self { game, state: *state, seats: [first, second], dead, ranges: [[0.0; Card::COUNT]; 2] };
        let unseen = spot.unseen();
        if (unseen.len() as usize) < 2 + 2 * spot.streets_to_come() {
            return Err(SolveError::CardsLeft(unseen.len()));
        }
        for range in &mut spot.ranges {
            unseen.iter().for_each(|card| range[usize::from(card.index())] = 1.0);
        }
        Ok(spot)
    }

    /// The same with other ranges; weights of cards that are seen do not matter.
    ///
    /// # Errors
    /// [`SolveError`] for a weight that is none, and for ranges without two different unseen cards.
    pub fn with_ranges(mut self, ranges: &Ranges) -> Result<Self, SolveError> {
        let unseen = self.unseen();
        for (player, given) in ranges.iter().enumerate() {
            // As parts of the greatest weight they are far from the ends of what 32 bits hold.
            let most = unseen.iter().map(|card| given[usize::from(card.index())]).fold(0.0, f64::max);
            for card in unseen.iter() {
                let at = usize::from(card.index());
                let weight = given[at];
                if !weight.is_finite() || weight < 0.0 {
                    return Err(SolveError::Weight { player, card, weight });
                }
                let part = if most > 0.0 { weight / most } else { 0.0 };
                self.ranges[player][at] = if part < 1e-9 { 0.0 } else { part };
            }
        }
        let pairs = self.pairs();
        if pairs > 0.0 { Ok(self) } else { Err(SolveError::EmptyRange) }
    }

    /// The weights of all pairs of different cards together.
    pub(super) fn pairs(&self) -> f64 {
        let [first, second] = &self.ranges;
        let mut sum = 0.0;
        for (i, a) in first.iter().enumerate() {
            let others: f64 = second.iter().enumerate().filter(|(j, _)| i != *j).map(|(_, b)| b).sum();
            sum += a * others;
        }
        sum
    }

    /// The next street from a state in which it is to be dealt, with these cards and ranges.
    pub(super) fn next_street(&self, way: &State, cards: [Card; 2], ranges: &Ranges) -> Result<Self, SolveError> {
        let state = self.dealt_to(way, cards)?;
        Self::new(self.game.clone(), &state, self.dead)?.with_ranges(ranges)
    }

    /// A state after the next card of each player.
    pub(super) fn dealt_to(&self, way: &State, cards: [Card; 2]) -> Result<State, SolveError> {
        let mut state = *way;
        if cards[0] == cards[1] {
            return Err(SolveError::Twice(cards[0]));
        }
        for _ in 0..2 {
            let Some(seat) = state.waiting.next_after(state.dealer) else { return Err(SolveError::NoStreet) };
            let card = cards[usize::from(seat == self.seats[1])];
            if !self.unseen().contains(card) {
                return Err(SolveError::Seen(card));
            }
            state.deal(&self.game, Some(card), &mut |_| ()).map_err(|_| SolveError::NoStreet)?;
        }
        Ok(state)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The hand as everybody sees it: the cards that lie face down are unknown.
    #[must_use]
    pub fn hand(&self) -> Hand {
        Hand::of_state(self.game.clone(), &self.state)
    }

    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// The seats of the two players.
    #[must_use]
    pub const fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// Which of the two players is to act, 0 or 1.
    #[must_use]
    pub fn player_to_act(&self) -> usize {
        usize::from(self.state.actor == self.seats[1])
    }

    /// The weights of both players' hole cards, as parts of each player's greatest.
    #[must_use]
    pub const fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// The up cards of one of the two players.
    #[must_use]
    pub fn up_cards(&self, player: usize) -> Vec<Card> {
        up_cards(&self.state, self.seats[player & 1]).collect()
    }

    /// All cards of one of the two players in the order dealt, `hole` in place of the one that lies face down.
    pub(super) fn hand_with(state: &State, seat: Seat, hole: u8) -> [u8; 5] {
        let cards = state.cards[usize::from(seat)];
        core::array::from_fn(|i| if state.up >> i & 1 == 1 { cards[i] } else { hole })
    }

    /// The cards that are seen and lie in front of neither player.
    #[must_use]
    pub const fn dead(&self) -> CardSet {
        self.dead
    }

    /// The cards that nobody has seen face up.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let shown = self.seats.into_iter().flat_map(|seat| up_cards(&self.state, seat)).collect();
        self.game.rules().deck.cards().without(self.dead).without(shown)
    }

    /// The chips in the middle before this street's bets; the part of distances. Not 0: then it is all that is there.
    #[must_use]
    pub fn street_pot(&self) -> u64 {
        let before = self.state.pot - self.state.bet.iter().sum::<u64>();
        if before > 0 { before } else { self.state.pot.max(1) }
    }

    /// How many streets come after this one.
    #[must_use]
    pub fn streets_to_come(&self) -> usize {
        usize::from(self.game.streets() - self.state.street - 1)
    }

    /// The numbers of the actions of a text such as `check bet`, from this spot on: kinds of action, each followed by the
    /// total on the street where there is more than one of the kind.
    ///
    /// # Errors
    /// [`SolveError::Word`] for the first word that is not possible.
    pub fn read_actions(&self, text: &str) -> Result<Vec<u8>, SolveError> {
        let (mut state, mut path) = (self.state, Vec::new());
        let mut words = text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let legal = self.legal(&state);
            let amount = words.peek().and_then(|word| word.parse::<u64>().ok());
            if amount.is_some() {
                words.next();
            }
            let mut fitting = legal.iter().filter(|(_, action)| {
                action.kind.name().eq_ignore_ascii_case(word) && amount.is_none_or(|amount| action.to == amount)
            });
            let (Some(&(number, action)), None) = (fitting.next(), fitting.next()) else {
                let word = amount.map_or_else(|| word.to_owned(), |amount| format!("{word} {amount}"));
                let legal = legal.iter().map(|(_, action)| action_words(action)).collect();
                return Err(SolveError::Word { word, legal });
            };
            state.apply(&self.game, action, &mut |_| ());
            path.push(number);
        }
        Ok(path)
    }

    /// The decision after some actions on this street, with the same ranges: whatever each player holds, these were the
    /// actions.
    ///
    /// # Errors
    /// [`SolveError::NoDecision`] when an action is not possible or nobody is to act then on this street.
    pub fn acted(&self, path: &[u8]) -> Result<Self, SolveError> {
        let mut spot = self.clone();
        for &number in path {
            let action = action_of(&self.game, &spot.state, number).ok_or(SolveError::NoDecision)?;
            spot.state.apply(&self.game, action, &mut |_| ());
        }
        let is_here = spot.state.phase == Phase::Bet && spot.state.street == self.state.street;
        if is_here { Ok(spot) } else { Err(SolveError::NoDecision) }
    }

    /// What is legal in a state, each of the seven actions with its number.
    fn legal(&self, state: &State) -> Vec<(u8, Action)> {
        let actions = 0..ACTIONS as u8;
        actions.filter_map(|number| Some((number, action_of(&self.game, state, number)?))).collect()
    }

    /// The actions that are legal after some others, as texts that [`Spot::read_actions`] reads; none where no decision
    /// is.
    #[must_use]
    pub fn actions_after(&self, path: &[u8]) -> Vec<String> {
        let mut state = self.state;
        for &number in path {
            let Some(action) = action_of(&self.game, &state, number) else { return Vec::new() };
            state.apply(&self.game, action, &mut |_| ());
        }
        self.legal(&state).iter().map(|(_, action)| action_words(action)).collect()
    }
}

/// An action as a word, and its total on the street where it has one.
fn action_words(action: &Action) -> String {
    let name = action.kind.name();
    if action.kind.is_wager() { format!("{name} {}", action.to) } else { name.to_owned() }
}

/// How many cards a game deals face down to each player.
fn face_down(game: &Game) -> u8 {
    game.rules().streets.iter().map(|street| street.down).sum()
}

/// A seat's up cards.
fn up_cards(state: &State, seat: Seat) -> impl Iterator<Item = Card> {
    let cards = state.cards_of(seat).iter().enumerate();
    cards.filter(|(i, _)| state.up >> i & 1 == 1).filter_map(|(_, &card)| Card::from_index(card))
}

fn check_cards<'a>(game: &Game, cards: impl Iterator<Item = &'a Card>) -> Result<(), SolveError> {
    let (deck, mut seen) = (game.rules().deck, CardSet::EMPTY);
    for &card in cards {
        if !deck.has(card) {
            return Err(SolveError::NotInDeck(card, deck));
        }
        if seen.contains(card) {
            return Err(SolveError::Twice(card));
        }
        seen.insert(card);
    }
    Ok(())
}

/// Stacks that no betting ends; where the number of bets is not limited, stacks of twice the pot.
fn deep(game: &Game, pot: u64) -> u64 {
    let rules = game.rules();
    let capped = matches!(game.limit, Limit::Fixed | Limit::Spread) && rules.cap_heads_up;
    if !capped {
        return pot.saturating_mul(2).clamp(rules.big_bet, MOST_CHIPS);
    }
    let bet = rules.big_bet.max(rules.max_bet.unwrap_or(0).saturating_mul(2));
    // An open pair may double the bets.
    bet.saturating_mul(2 * u64::from(game.streets()) * (u64::from(rules.cap) + 1)).min(MOST_CHIPS)
}

/// Two players dealt up to the street on which they show these cards, if there is such a street.
fn dealt(game: &Arc<Game>, up: [&[Card]; 2], dealer: Seat) -> Option<State> {
    let (shown, streets) = (up[0].len(), &game.rules().streets);
    let after = |street: usize| streets[..=street].iter().map(|street| usize::from(street.up)).sum::<usize>();
    let street = (0..streets.len()).find(|&street| after(street) == shown)?;
    if up[1].len() != shown {
        return None;
    }
    let mut next = [up[0].iter(), up[1].iter()];
    let order = if dealer == 0 { [1, 0] } else { [0, 1] };
    let mut cards = Vec::new();
    for (number, plan) in streets[..=street].iter().enumerate() {
        cards.extend((number > 0 && game.rules().burn).then_some(None));
        for turn in 0..plan.cards() {
            cards.extend(order.map(|seat: usize| if turn < plan.down { None } else { next[seat].next().copied() }));
        }
    }
    // Chips do not matter yet: enough for everybody to stay in.
    let deal = Deal::Recorded { cards: &cards, manual: true };
    let mut hand = Hand::start(game.clone(), &[MOST_CHIPS; 2], Some(dealer), deal, &mut |_| ()).ok()?;
    while usize::from(hand.street()) < street {
        let legal = hand.legal_actions();
        let stay =
            legal.iter().find(|action| !action.kind.is_wager() && action.kind != crate::engine::ActionKind::Fold)?;
        hand.act(stay.kind, None, &mut |_| ()).ok()?;
    }
    (hand.actor().is_some()).then(|| {
        let mut state = *hand.state();
        state.deck = [NONE; Card::COUNT];
        state
    })
}

/// Gives the two players their stacks, and puts so many chips in the middle. They have put in the same; what is left
/// over came from a third one, who folded.
fn set_chips(state: &mut State, stacks: [u64; 2], pot: u64) {
    let each = pot / 2;
    for (seat, stack) in stacks.into_iter().enumerate() {
        state.stack[seat] = stack;
        state.start[seat] = stack + each;
    }
    if pot % 2 == 1 {
        state.players = 3;
        state.start[2] = 1;
        state.stack[2] = 0;
    }
    debug_assert!(usize::from(state.players) <= MAX_SEATS);
    state.pot = pot;
    state.live = SeatSet::first(2);
    state.able = SeatSet::first(2);
    state.pending = SeatSet::EMPTY;
}
