//! The five games (rules.md 3): functions from stakes and switches to [`Rules`].

use super::builder::RulesBuilder;
use super::values::{FieldType, Offered};
use super::{
    BetSize, BringInCard, Field, FieldValue, Limit, Named, OpenPair, Opener, Reveal, Rules, RulesError, Tie, WildRule,
};
use crate::card_set::Deck;
use crate::ranking::{Ranking, ShowingRanking};

/// A game that is known by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Soko as the poker room deals it.
    Soko,
    /// Soko as the home game: spread limit, the lowest card and the lowest showing hand act first.
    CanadianStud,
    /// Five-card stud.
    FiveCardStud,
    /// Seven-card stud.
    SevenCardStud,
    /// Seven cards of which four are down, and the rank that follows a queen is wild.
    FollowTheBitch,
}

/// What a game is played for. `None` stands for the game's own default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// The betting structure.
    pub limit: Option<Limit>,
    /// The ante; 1.
    pub ante: Option<u64>,
    /// The bring-in; two antes in Soko, half the least bet in Canadian stud, else 2.
    pub bring_in: Option<u64>,
    /// The small bet, in spread limit the least bet; from the bring-in, or from the ante where nobody brings in.
    pub small_bet: Option<u64>,
    /// The big bet; twice the small one in fixed and spread limit, else the same.
    pub big_bet: Option<u64>,
    /// The most in spread limit; 10 in Canadian stud, else five halves of the least bet.
    pub max_bet: Option<u64>,
    /// The smallest chip; 1. Halves are rounded down to it.
    pub min_chip: Option<u64>,
}

impl Preset {
    /// The game of a name.
    ///
    /// # Errors
    /// [`RulesError::UnknownGame`] when there is none.
    pub fn named(name: &str) -> Result<Self, RulesError> {
        Self::from_name(name).ok_or_else(|| RulesError::UnknownGame(name.to_owned()))
    }

    /// The betting structures in which the game is played, its usual one first.
    #[must_use]
    pub const fn limits(self) -> &'static [Limit] {
        match self {
            Self::Soko => &[Limit::Fixed, Limit::Pot],
            Self::CanadianStud => &[Limit::Spread, Limit::Fixed],
            Self::FiveCardStud | Self::SevenCardStud => &[Limit::Fixed, Limit::Pot, Limit::No],
            Self::FollowTheBitch => &[Limit::Fixed, Limit::Pot, Limit::No, Limit::Spread],
        }
    }

    /// The game for these stakes, with every switch at its default.
    ///
    /// # Errors
    /// [`RulesError`] when the stakes contradict each other or the game.
    ///
    /// ```
    /// use soko::rules::{Preset, Stakes};
    /// let rules = Preset::Soko.rules(Stakes { ante: Some(5), ..Stakes::default() }).unwrap();
    /// assert_eq!((rules.bring_in.amount, rules.small_bet, rules.big_bet), (10, 20, 40));
    /// ```
    pub fn rules(self, stakes: Stakes) -> Result<Rules, RulesError> {
        self.builder(stakes)?.finish()
    }

    /// The game by keywords: the fields of [`Stakes`], `min_bet` for the small bet of spread limit, and any field of
    /// [`Rules`] besides. [`FieldValue::None`] stands for the game's own default. A short deck seats at most as many
    /// players as it serves, unless `max_players` says otherwise.
    ///
    /// # Errors
    /// [`RulesError`] for an unknown keyword, a value that it cannot have, or rules that contradict each other.
    pub fn with<K: AsRef<str>>(self, keywords: impl IntoIterator<Item = (K, FieldValue)>) -> Result<Rules, RulesError> {
        let mut stakes = Stakes::default();
        let mut min_bet = None;
        let mut switches = Vec::new();
        for (name, value) in keywords {
            if value == FieldValue::None {
                continue;
            }
            let offered = Offered { name: name.as_ref(), value };
            match offered.name {
                "limit" => stakes.limit = Some(FieldType::read(offered)?),
                "ante" => stakes.ante = Some(FieldType::read(offered)?),
                "bring_in" => stakes.bring_in = Some(FieldType::read(offered)?),
                "small_bet" => stakes.small_bet = Some(FieldType::read(offered)?),
                "min_bet" => min_bet = Some(FieldType::read(offered)?),
                "big_bet" => stakes.big_bet = Some(FieldType::read(offered)?),
                "max_bet" => stakes.max_bet = Some(FieldType::read(offered)?),
                "min_chip" => stakes.min_chip = Some(FieldType::read(offered)?),
                _ => switches.push((Field::named(offered.name)?, offered.value)),
            }
        }
        if let Some(amount) = min_bet {
            let limit = stakes.limit.unwrap_or(self.limits()[0]);
            if limit != Limit::Spread {
                return Err(RulesError::OutsideSpread { name: "min_bet", amount, limit });
            }
            if stakes.small_bet.replace(amount).is_some() {
                return Err(RulesError::SmallBetTwice);
            }
        }
        let mut builder = self.builder(stakes)?;
        let seats_given = switches.iter().any(|&(field, _)| field == Field::MaxPlayers);
        for (field, value) in switches {
            builder.set(field, value)?;
        }
        if !seats_given && builder.deck != Deck::WHOLE {
            builder.seat_those_served();
        }
        builder.finish()
    }

    /// The game with every switch at its default.
    fn builder(self, stakes: Stakes) -> Result<RulesBuilder, RulesError> {
        let limit = stakes.limit.unwrap_or(self.limits()[0]);
        if !self.limits().contains(&limit) {
            return Err(RulesError::LimitOfGame { game: self, limit });
        }
        let amounts = self.amounts(limit, stakes)?;
        let mut rules = RulesBuilder {
            name: self.name().to_owned(),
            limit,
            ante: amounts.ante,
            bring_in: amounts.bring_in,
            small_bet: amounts.small_bet,
            big_bet: amounts.big_bet,
            max_bet: amounts.max_bet,
            min_chip: amounts.min_chip,
            ..RulesBuilder::default()
        };
        self.set_apart(&mut rules);
        Ok(rules)
    }

    /// Changes the usual values of fields into those of this game.
    fn set_apart(self, rules: &mut RulesBuilder) {
        match self {
            Self::Soko => {
                rules.ranking = Ranking::Soko { ace_low_four_straight: true };
                rules.showing_ranking = ShowingRanking::Soko { ace_low_four_straight: true };
                rules.bring_in_card = BringInCard::Highest;
            }
            Self::CanadianStud => {
                rules.ranking = Ranking::Soko { ace_low_four_straight: true };
                rules.showing_ranking = ShowingRanking::Soko { ace_low_four_straight: true };
                rules.bring_in_tie = Tie::Position;
                rules.opener = Opener::Lowest;
                rules.open_pair = OpenPair::Double;
                rules.reveal = Reveal::All;
            }
            Self::FiveCardStud => rules.max_players = 10,
            Self::SevenCardStud => {
                rules.deal = vec![(2, 1), (0, 1), (0, 1), (0, 1), (1, 0)];
                rules.bets = vec![BetSize::Small, BetSize::Small, BetSize::Big, BetSize::Big, BetSize::Big];
            }
            Self::FollowTheBitch => {
                rules.max_players = 7;
                rules.deal = vec![(2, 1), (1, 1), (1, 1)];
                rules.bets = vec![BetSize::Small, BetSize::Big, BetSize::Big];
                rules.ranking = Ranking::Wild;
                rules.reveal = Reveal::All;
                rules.bring_in_card = BringInCard::None;
                rules.wild = WildRule::FollowTheQueen { carry_over: false, queens_wild: false };
            }
        }
    }

    fn amounts(self, limit: Limit, stakes: Stakes) -> Result<Amounts, RulesError> {
        let spread = limit == Limit::Spread;
        let twice = if spread || limit == Limit::Fixed { 2 } else { 1 };
        let ante = stakes.ante.unwrap_or(1);
        let min_chip = stakes.min_chip.unwrap_or(1);
        let whole_chips = |amount: u64| amount - amount.checked_rem(min_chip).unwrap_or(0);
        let bring_in = stakes.bring_in.unwrap_or(match self {
            Self::Soko => ante.saturating_mul(2),
            Self::CanadianStud => whole_chips(stakes.small_bet.unwrap_or(4) / 2),
            Self::FiveCardStud | Self::SevenCardStud => 2,
            Self::FollowTheBitch => 0,
        });
        let small_bet = stakes.small_bet.unwrap_or(match self {
            Self::CanadianStud => 4,
            Self::FollowTheBitch => ante.saturating_mul(4),
            _ => bring_in.saturating_mul(twice),
        });
        if self == Self::CanadianStud && bring_in == 0 {
            let name = if spread { "min_bet" } else { Field::SmallBet.name() };
            return Err(RulesError::HalfOfBet { name, bet: small_bet, min_chip });
        }
        let max_bet = match self {
            Self::CanadianStud if spread => Some(10),
            _ if spread => Some(whole_chips(small_bet.saturating_mul(5) / 2)),
            _ => None,
        };
        Ok(Amounts {
            ante,
            min_chip,
            bring_in,
            small_bet,
            big_bet: stakes.big_bet.unwrap_or(small_bet.saturating_mul(twice)),
            max_bet: stakes.max_bet.or(max_bet),
        })
    }
}

/// The amounts of a game, defaults worked out.
struct Amounts {
    ante: u64,
    min_chip: u64,
    bring_in: u64,
    small_bet: u64,
    big_bet: u64,
    max_bet: Option<u64>,
}
