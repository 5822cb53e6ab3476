//! Rules made ready for play: what the engine asks often is worked out once.

use super::MAX_SEATS;
use crate::ranking::{ShowingTable, UP_CARDS};
use crate::rules::{BetSize, BringInCard, Limit, Rules, RulesError};

/// One street, ready for play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StreetPlan {
    /// Face-down cards a player.
    pub down: u8,
    /// All cards a player.
    pub cards: u8,
    /// Cards a player has after the deal.
    pub held: u8,
    /// Whether the small bet is used.
    pub small: bool,
    /// The fixed bet, or the least one.
    pub unit: u64,
    /// The greatest bet of spread limit.
    pub most: u64,
}

/// Valid rules and what follows from them. One game serves any number of hands, on any threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    plans: [StreetPlan; MOST_STREETS],
    streets: u8,
    /// The forced bet of the first street, 0 where nobody brings in.
    pub(crate) bring_in: u64,
    pub(crate) limit: Limit,
    pub(crate) min_chip: u64,
    /// Whether ranks may become wild.
    pub(crate) wild: bool,
    /// What up cards show while no rank is wild.
    pub(crate) showing: &'static ShowingTable,
    /// Which of a player's cards are face up, in the order dealt; 7, a card that nobody has, in place of others.
    pub(crate) up_cards: [u8; UP_CARDS],
}

const MOST_STREETS: usize = 7;

impl Game {
    /// The game of these rules.
    ///
    /// # Errors
    /// [`RulesError`] when the rules do not make a game.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        rules.validate()?;
        let mut plans = [StreetPlan::default(); MOST_STREETS];
        let (mut held, mut up_cards) = (0, [7; UP_CARDS]);
        let mut up = up_cards.iter_mut();
        for (plan, street) in plans.iter_mut().zip(&rules.streets) {
            (held + street.down..held + street.cards()).zip(up.by_ref()).for_each(|(place, up)| *up = place);
            held += street.cards();
            let small = street.bet == BetSize::Small;
            *plan = StreetPlan {
                down: street.down,
                cards: street.cards(),
                held,
                small,
                unit: if small { rules.small_bet } else { rules.big_bet },
                most: rules.max_bet.unwrap_or(0).saturating_mul(if small { 1 } else { 2 }),
            };
        }
        let bring_in = if rules.bring_in.card == BringInCard::None { 0 } else { rules.bring_in.amount };
        Ok(Self {
            plans,
            streets: rules.streets.len() as u8,
            bring_in,
            limit: rules.limit,
            min_chip: rules.min_chip,
            wild: rules.wild.is_played(),
            showing: ShowingTable::of(rules.showing),
            up_cards,
            rules,
        })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many streets are dealt.
    #[must_use]
    pub const fn streets(&self) -> u8 {
        self.streets
    }

    /// A street's plan.
    pub(crate) fn plan(&self, street: u8) -> &StreetPlan {
        &self.plans[usize::from(street)]
    }

    /// The face-up ones of a player's cards in the order dealt.
    #[inline]
    pub(crate) fn up_cards_of(&self, cards: [u8; 8]) -> [u8; UP_CARDS] {
        self.up_cards.map(|place| cards[usize::from(place) & 7])
    }

    /// Whether a card is burnt before a street; not the last of the deck, which is needed for everybody.
    pub(crate) fn burns(&self, street: u8, used: usize) -> bool {
        self.rules.burn && street > 0 && used + 1 < self.rules.deck.size()
    }

    /// How many cards a given deck must have, whoever folds: one for each that may be dealt or burnt, or all there are.
    #[must_use]
    pub fn cards_needed(&self, players: usize) -> usize {
        let burnt = if self.rules.burn { usize::from(self.streets) - 1 } else { 0 };
        let held = self.plan(self.streets - 1).held;
        (players.min(MAX_SEATS) * usize::from(held) + burnt).min(self.rules.deck.size())
    }
}
