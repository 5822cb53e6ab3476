//! The names of choices, as they stand in files, keywords and messages. Each stands here and nowhere else.

use super::{BetSize, BringInAce, BringInCard, Limit, OddChip, OpenPair, Opener, Preset, Reveal, Tie, WildRule};
use crate::ranking::{AceInLow, Ranking, ShowingRanking};

/// A choice among a few values, each with one name.
pub trait Named: Copy + 'static {
    /// Every choice, in the order in which messages list them.
    const ALL: &'static [Self];

    /// The name of this choice.
    fn name(self) -> &'static str;

    /// The choice of a name, `None` when nothing is called so.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }

    /// The names of all choices.
    #[must_use]
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|choice| choice.name()).collect()
    }
}

macro_rules! named {
    ($type:ident { $($choice:ident => $name:literal,)+ }) => {
        impl Named for $type {
            const ALL: &'static [Self] = &[$(Self::$choice),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$choice => $name,)+
                }
            }
        }
    };
}

named!(BetSize { Small => "small", Big => "big", });
named!(BringInCard { Highest => "highest", Lowest => "lowest", None => "none", });
named!(BringInAce { High => "high", Low => "low", });
named!(Tie { Suit => "suit", Position => "position", });
named!(Opener { Best => "best", Lowest => "lowest", });
named!(Limit { Fixed => "fixed", Pot => "pot", No => "no", Spread => "spread", });
named!(OpenPair { None => "none", Double => "double", Option => "option", });
named!(Reveal { Winners => "winners", All => "all", });
named!(OddChip { Position => "position", Nearest => "nearest", Suit => "suit", });
named!(AceInLow { Low => "low", High => "high", });
named!(Preset {
    Soko => "soko",
    CanadianStud => "canadian_stud",
    FiveCardStud => "five_card_stud",
    SevenCardStud => "seven_card_stud",
    FollowTheBitch => "follow_the_bitch",
});

/// The switches inside a choice have fields of their own; by name it comes with their usual values.
impl Named for Ranking {
    const ALL: &'static [Self] = &[Self::Soko { ace_low_four_straight: true }, Self::Standard, Self::Wild];

    fn name(self) -> &'static str {
        match self {
            Self::Soko { .. } => "soko",
            Self::Standard => "standard",
            Self::Wild => "wild",
        }
    }
}

/// The switches inside a choice have fields of their own; by name it comes with their usual values.
impl Named for ShowingRanking {
    const ALL: &'static [Self] = &[Self::Soko { ace_low_four_straight: true }, Self::Standard];

    fn name(self) -> &'static str {
        match self {
            Self::Soko { .. } => "soko",
            Self::Standard => "standard",
        }
    }
}

/// The switches inside a choice have fields of their own; by name it comes with their usual values.
impl Named for WildRule {
    const ALL: &'static [Self] = &[Self::None, Self::FollowTheQueen { carry_over: false, queens_wild: false }];

    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::FollowTheQueen { .. } => "follow_the_queen",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Named + PartialEq + core::fmt::Debug>(count: usize) {
        assert_eq!(T::ALL.len(), count);
        for &choice in T::ALL {
            assert_eq!(T::from_name(choice.name()), Some(choice));
        }
        assert_eq!(T::from_name(""), None);
    }

    #[test]
    fn every_choice_has_one_name() {
        check::<BetSize>(2);
        check::<BringInCard>(3);
        check::<Tie>(2);
        check::<Opener>(2);
        check::<Limit>(4);
        check::<OpenPair>(3);
        check::<OddChip>(3);
        check::<BringInAce>(2);
        check::<Reveal>(2);
        check::<AceInLow>(2);
        check::<Preset>(5);
        check::<Ranking>(3);
        check::<ShowingRanking>(2);
        check::<WildRule>(2);
    }
}
