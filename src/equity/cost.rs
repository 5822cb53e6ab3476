//! What an exact answer costs: which way there is, and how many steps it takes.

use core::fmt;

use super::heads_up;
use super::situation::{Situation, Weighted};
use crate::{Card, CardSet};

/// Exact answers that take at most this many steps, a fraction of a second, are given without being asked for.
pub const CHEAP: u128 = 100_000_000;
/// Exact answers that take more steps than this, minutes, are refused.
pub const LIMIT: u128 = 40_000_000_000;
/// How many steps one runout of an enumeration takes.
const RUNOUT: u128 = 4;

/// A way to an exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every card is known.
    Known,
    /// Each seat has one card to come at most: strength by strength, counting who can stay below.
    LastCard,
    /// Two seats, each player's draws apart: sorted by strength, less the pairs that share cards.
    HeadsUp,
    /// Every runout, one by one.
    Enumeration,
}

impl Method {
    /// The method in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::LastCard => "last-card",
            Self::HeadsUp => "heads-up",
            Self::Enumeration => "enumeration",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cheapest way to the exact answer and what it costs; sizes that do not fit are the greatest number there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The way.
    pub method: Method,
    /// How many runouts the answer is made of.
    pub runouts: u128,
    /// How many steps the way takes, each a few nanoseconds at most.
    pub steps: u128,
}

impl Cost {
    /// Whether the exact answer is given without being asked for.
    #[must_use]
    pub const fn is_cheap(&self) -> bool {
        self.steps <= CHEAP
    }
}

/// The exact answer takes more steps than [`LIMIT`], or its counts are greater than 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub Cost);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { method, runouts, steps } = self.0;
        write!(f, "no exact answer: {} runouts ({method}) take {} steps, ", Number(runouts), Number(steps))?;
        write!(f, "and {} are the limit", Number(LIMIT))
    }
}

impl core::error::Error for TooLarge {}

/// A number with its digits in groups of three; the greatest stands for all that do not fit.
pub(super) struct Number(pub u128);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == u128::MAX {
            return write!(f, "more than 10^38");
        }
        let digits = self.0.to_string();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                write!(f, ",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

impl Situation {
    /// The cheapest way to the exact answer, and what it costs.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let ranges: Vec<&[Weighted]> = self.ranges().map(|(_, cards)| cards).collect();
        let splits = self.splits(ranges.len() as u64);
        let runouts = deals_of_ranges(self.stub, &ranges).saturating_mul(splits);
        let countable = self.is_countable();
        let ways = [
            (Method::Known, self.known_steps()),
            (Method::LastCard, self.last_card_steps()),
            (Method::HeadsUp, heads_up::steps(self)),
            (Method::Enumeration, Some(runouts.saturating_mul(RUNOUT))),
        ];
        let steps = |steps: Option<u128>| steps.filter(|_| countable).unwrap_or(u128::MAX);
        let (method, steps) = ways
            .map(|(method, cost)| (method, steps(cost)))
            .into_iter()
            .fold((Method::Enumeration, u128::MAX), |best, way| if way.1 < best.1 { way } else { best });
        Cost { method, runouts, steps }
    }

    /// Whether no count is too great: those of a tally have 64 bits, and signed ones where they go from here. What is
    /// counted on the way, when not all sets have their cards yet, is not much more than the whole.
    pub(super) fn is_countable(&self) -> bool {
        let ranges = self.ranges().map(|(_, cards)| cards.iter().map(|&(_, weight)| u128::from(weight)).sum());
        ranges.fold(self.splits(self.ranges().count() as u64), u128::saturating_mul) < 1 << 62
    }

    /// In how many ways the unknown cards fall into their groups when `taken` of the cards that may come are not theirs.
    fn splits(&self, taken: u64) -> u128 {
        let mut left = u64::from(self.stub.len()) - taken;
        self.groups().iter().fold(1u128, |splits, group| {
            let size = group.len() as u64;
            let ways = choose(left, size);
            left -= size;
            splits.saturating_mul(ways)
        })
    }

    fn known_steps(&self) -> Option<u128> {
        if self.ranges().next().is_none() && self.unknown().next().is_none() { Some(1) } else { None }
    }

    /// What [`Method::LastCard`] takes: for each strength of each seat's last card, all cards and all sets of seats.
    fn last_card_steps(&self) -> Option<u128> {
        let drawing = self.drawing().filter(|_| self.ends_apart())?;
        let (seats, cards) = (drawing.len() as u128, u128::from(self.stub.len()));
        if seats == 0 { None } else { Some((seats * cards * cards * seats) << seats >> 1) }
    }

    /// Whether the end is seen from each seat's own cards: no card to come changes a wild rank, moves the lowest spade
    /// or belongs to everybody.
    pub(super) fn ends_apart(&self) -> bool {
        let shared = (0u8..).zip(&self.dealing.positions).any(|(i, p)| p.seat.is_none() && self.known(i).is_none());
        !shared && self.wild_ranks().is_some() && self.low_seat().is_some()
    }

    /// The positions to come, when no seat has more than one.
    pub(super) fn drawing(&self) -> Option<Vec<u8>> {
        let to_come = |hand: &Vec<u8>| hand.iter().copied().filter(|&i| self.known(i).is_none()).collect::<Vec<_>>();
        let by_seat: Vec<Vec<u8>> = self.dealing.hands.iter().map(to_come).collect();
        if by_seat.iter().any(|cards| cards.len() > 1) { None } else { Some(by_seat.concat()) }
    }
}

/// The binomial coefficient C(n, k), the greatest number when it does not fit.
pub(super) fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1u128, |value, i| value.saturating_mul(u128::from(n.saturating_sub(i))) / u128::from(i + 1))
}

/// More ranges than this are not counted together.
const MOST_RANGES: usize = 12;

/// In how many ways each range gets a card of its own; where there are too many ranges, what it would be if two could
/// have the same card.
pub(super) fn deals_of_ranges(stub: CardSet, ranges: &[&[Weighted]]) -> u128 {
    if ranges.len() > MOST_RANGES {
        return ranges.iter().map(|cards| cards.len() as u128).fold(1, u128::saturating_mul);
    }
    // By the set of ranges served so far.
    let mut ways = vec![0u128; 1 << ranges.len()];
    ways[0] = 1;
    for card in stub.iter() {
        let takers = (0..ranges.len()).filter(|&i| weight_of(ranges[i], card).is_some());
        let takers: Vec<usize> = takers.map(|i| 1 << i).collect();
        for served in (1..ways.len()).rev() {
            let more = takers.iter().filter(|&&taker| served & taker != 0).map(|taker| ways[served ^ taker]);
            ways[served] += more.sum::<u128>();
        }
    }
    ways[ways.len() - 1]
}

/// The weight of a card in a range, `None` when it is not in it.
pub(super) fn weight_of(range: &[Weighted], card: Card) -> Option<u64> {
    range.iter().find(|&&(other, _)| other == card).map(|&(_, weight)| weight)
}
