//! Whether rules make a game: every value by itself, then all of them together.

use core::ops::RangeInclusive;

use super::{BringInAce, BringInCard, Counted, Field, Limit, Named, OpenPair, Rules, RulesError, Street, WildRule};
use crate::card_set::Deck;
use crate::plain_text::is_plain;
use crate::ranking::{Ranking, ShowingRanking};

/// The largest amount of a game: ten players' sums of it fit 64 bits with their sign (rules.md 4.4).
pub const LARGEST_AMOUNT: u64 = i64::MAX as u64 / 10;
/// How many players a table seats at most.
pub const MOST_PLAYERS: u64 = 10;
/// How many streets a game has at most: one card of seven on each.
pub const MOST_STREETS: usize = 7;
/// How many characters a game's name has at most.
pub const LONGEST_NAME: usize = 60;

impl Rules {
    /// Whether these rules make a game.
    ///
    /// # Errors
    /// The first [`RulesError`] found.
    pub fn validate(&self) -> Result<(), RulesError> {
        self.check_name()?;
        self.check_streets()?;
        self.check_players()?;
        self.check_amounts()?;
        self.check_bets()?;
        self.check_switches()
    }

    fn check_name(&self) -> Result<(), RulesError> {
        let length = self.name.chars().count();
        let good = (1..=LONGEST_NAME).contains(&length) && self.name.chars().all(is_plain);
        refuse_unless(good, || RulesError::Name(self.name.clone()))
    }

    fn check_streets(&self) -> Result<(), RulesError> {
        let sum = |cards: fn(&Street) -> u8| self.streets.iter().map(|street| usize::from(cards(street))).sum();
        check_deal(Counted::Streets, self.streets.len(), 1..=MOST_STREETS)?;
        for (i, street) in self.streets.iter().enumerate() {
            check_deal(Counted::CardsOfStreet(i + 1), street.cards().into(), 1..=7)?;
        }
        check_deal(Counted::Cards, sum(Street::cards), 5..=7)?;
        check_deal(Counted::UpCards, sum(|street| street.up), 1..=4)?;
        // Where a card must bring in, each player shows one.
        let most = if self.bring_in.card == BringInCard::None { 4 } else { 1 };
        check_deal(Counted::DoorCards, self.streets[0].up.into(), 1..=most)
    }

    fn check_players(&self) -> Result<(), RulesError> {
        let (min, max) = (self.players.min, self.players.max);
        check_range(Field::MinPlayers, min.into(), 2..=MOST_PLAYERS)?;
        check_range(Field::MaxPlayers, max.into(), 2..=MOST_PLAYERS)?;
        refuse_unless(min <= max, || RulesError::PlayerRange { min, max })?;
        let (most, deck) = (served(&self.streets, self.burn, self.deck), self.deck);
        refuse_unless(max <= most, || RulesError::Deck { max, most, deck })
    }

    fn check_amounts(&self) -> Result<(), RulesError> {
        check_range(Field::MinChip, self.min_chip, 1..=LARGEST_AMOUNT)?;
        for field in AMOUNTS {
            let Some(amount) = self.amount(field) else { continue };
            check_range(field, amount, 0..=LARGEST_AMOUNT)?;
            let whole = amount.is_multiple_of(self.min_chip);
            refuse_unless(whole, || RulesError::Chips { field, amount, min_chip: self.min_chip })?;
        }
        // Before the bets, which follow from it where they are not given.
        let nobody = self.bring_in.card == BringInCard::None;
        refuse_unless(nobody == (self.bring_in.amount == 0), || RulesError::BringIn(self.bring_in))?;
        for field in [Field::SmallBet, Field::BigBet] {
            refuse_unless(self.amount(field) != Some(0), || RulesError::NoBet(field))?;
        }
        let (bring_in, small_bet) = (self.bring_in.amount, self.small_bet);
        refuse_unless(bring_in <= small_bet, || RulesError::BringInAboveBet { bring_in, small_bet })
    }

    fn amount(&self, field: Field) -> Option<u64> {
        match field {
            Field::Ante => Some(self.ante),
            Field::BringIn => Some(self.bring_in.amount),
            Field::SmallBet => Some(self.small_bet),
            Field::BigBet => Some(self.big_bet),
            Field::MaxBet => self.max_bet,
            _ => None,
        }
    }

    fn check_bets(&self) -> Result<(), RulesError> {
        let (small_bet, big_bet, max_bet, limit) = (self.small_bet, self.big_bet, self.max_bet, self.limit);
        refuse_unless(big_bet >= small_bet, || RulesError::BigBet { small_bet, big_bet })?;
        if limit == Limit::Spread {
            refuse_unless(big_bet == 2 * small_bet, || RulesError::SpreadBigBet { small_bet, big_bet })?;
            let good = max_bet.is_some_and(|most| most >= small_bet);
            refuse_unless(good, || RulesError::MaxBet { small_bet, max_bet })?;
        } else if let Some(max_bet) = max_bet {
            return Err(RulesError::OutsideSpread { name: Field::MaxBet.name(), amount: max_bet, limit });
        }
        check_range(Field::Cap, self.cap.into(), 1..=u8::MAX.into())
    }

    // Low Chicago needs no check: of five cards or more at most four are face up.
    fn check_switches(&self) -> Result<(), RulesError> {
        let optional = self.open_pair == OpenPair::Option && self.limit != Limit::Fixed;
        refuse_unless(!optional, || RulesError::OpenPairOption { limit: self.limit })?;
        if self.bring_in.card == BringInCard::None {
            for (field, used) in [
                (Field::BringInAce, self.bring_in_ace != BringInAce::High),
                (Field::BringInOption, self.bring_in_option),
            ] {
                refuse_unless(!used, || RulesError::NobodyBringsIn(field, field.of(self)))?;
            }
        }
        let wild_hands = self.wild == WildRule::None || self.ranking == Ranking::Wild;
        refuse_unless(wild_hands, || RulesError::WildWithout { ranking: self.ranking })?;
        if let (Ranking::Soko { ace_low_four_straight: hands }, ShowingRanking::Soko { ace_low_four_straight: shown }) =
            (self.ranking, self.showing)
        {
            refuse_unless(hands == shown, || RulesError::FourStraightsDiffer)?;
        }
        Ok(())
    }
}

const AMOUNTS: [Field; 5] = [Field::Ante, Field::BringIn, Field::SmallBet, Field::BigBet, Field::MaxBet];

/// For how many players a deck has cards, nobody folding.
///
/// A single card of the last street may be missing, for a community card then stands in for it (rules.md 4.3).
pub(super) fn served(streets: &[Street], burn: bool, deck: Deck) -> u8 {
    let Some((last, before)) = streets.split_last() else { return 0 };
    let dealt_before = before.iter().map(|street| usize::from(street.cards())).sum::<usize>();
    let burnt = |streets: usize| if burn { streets.saturating_sub(1) } else { 0 };
    let needed = |players: usize| match last.cards() {
        1 => players * dealt_before + burnt(before.len()) + 1,
        cards => players * (dealt_before + usize::from(cards)) + burnt(streets.len()),
    };
    (0..=MOST_PLAYERS as u8).rev().find(|&players| needed(players.into()) <= deck.size()).unwrap_or(0)
}

fn check_deal(counted: Counted, given: usize, allowed: RangeInclusive<usize>) -> Result<(), RulesError> {
    let (low, high) = (*allowed.start(), *allowed.end());
    refuse_unless(allowed.contains(&given), || RulesError::Deal { counted, given, low, high })
}

fn check_range(field: Field, given: u64, allowed: RangeInclusive<u64>) -> Result<(), RulesError> {
    let (low, high) = (*allowed.start(), *allowed.end());
    refuse_unless(allowed.contains(&given), || RulesError::Range { field, given, low, high })
}

fn refuse_unless(good: bool, error: impl FnOnce() -> RulesError) -> Result<(), RulesError> {
    if good { Ok(()) } else { Err(error()) }
}
