//! Strengths in words.

use core::fmt::{self, Write as _};

use super::{Category, Ranking, ShowingRanking, Strength, WildRanks, layout, showing};
use crate::card::{Card, RANK_LETTERS};

const SINGULAR: [&str; 13] =
    ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const PLURAL: [&str; 13] = [
    "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
];

/// Ranks as `A-K-Q`.
fn dashed(ranks: &[u8]) -> String {
    let mut text = String::new();
    for (i, &rank) in ranks.iter().enumerate() {
        if i > 0 {
            text.push('-');
        }
        text.push(RANK_LETTERS[rank as usize]);
    }
    text
}

/// The four ranks of a run, top first; below the deuce stands the ace.
fn run_of_four(top: u8) -> [u8; 4] {
    core::array::from_fn(|i| (top + 13 - i as u8) % 13)
}

impl fmt::Display for Strength {
    /// The category and what decides inside it: `four-flush, A-K-Q-J, 2 kicker`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let category = self.category();
        f.write_str(category.name())?;
        let (ranks, n) = layout::decode(self.bits());
        let plural = |i: usize| PLURAL[ranks[i] as usize];
        let letters = dashed(&ranks[1..n.max(1)]);
        match category {
            Category::HighCard | Category::Flush => write!(f, ", {}", dashed(&ranks[..5])),
            Category::OnePair | Category::ThreeOfAKind => write!(f, ", {}, {letters} kickers", plural(0)),
            Category::FourOfAKind => write!(f, ", {}, {letters} kicker", plural(0)),
            Category::FourStraight => write!(f, ", {}, {letters} kicker", dashed(&run_of_four(ranks[0]))),
            Category::FourFlush => write!(f, ", {}, {} kicker", dashed(&ranks[..4]), dashed(&ranks[4..5])),
            Category::TwoPair => write!(f, ", {} and {}, {} kicker", plural(0), plural(1), dashed(&ranks[2..3])),
            Category::Straight | Category::StraightFlush => write!(f, ", {} high", SINGULAR[ranks[0] as usize]),
            Category::FullHouse => write!(f, ", {} full of {}", plural(0), plural(1)),
            Category::RoyalFlush => Ok(()),
            Category::FiveOfAKind => write!(f, ", {}", plural(0)),
        }
    }
}

impl Ranking {
    /// A hand in words, as `four-flush, A-K-Q-J`: the best five of five to seven cards, or what fewer cards make already.
    /// `None` for no card, and for more than seven.
    #[must_use]
    pub fn in_words(self, cards: &[Card], wild: WildRanks) -> Option<String> {
        if cards.is_empty() || cards.len() > 4 {
            return self.evaluate(cards, wild).ok().map(|strength| strength.to_string());
        }
        let order = match self {
            Self::Soko { ace_low_four_straight } => ShowingRanking::Soko { ace_low_four_straight },
            Self::Standard | Self::Wild => ShowingRanking::Standard,
        };
        let category = showing(cards, order, wild).category();
        let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank().index()).collect();
        let count = |rank: u8| cards.iter().filter(|card| card.rank().index() == rank).count();
        ranks.sort_by_key(|&rank| core::cmp::Reverse((count(rank), rank)));
        if category == Category::FourStraight && ranks[1] == 2 {
            // 4-3-2-A: the ace is the lowest of the run.
            ranks.rotate_left(1);
        }
        Some(format!("{category}, {}", dashed(&ranks)))
    }
}

impl Strength {
    /// The ranks that decide inside the category, as numbers 0 (deuce) to 12 (ace), the first one first: a run's top,
    /// a pair before its kickers, the four suited ranks of a four-flush before the odd one.
    #[must_use]
    pub fn deciding_ranks(self) -> Vec<u8> {
        let (ranks, n) = layout::decode(self.bits());
        ranks[..n].to_vec()
    }

    /// Why one strength beats another of the same ranking, in a sentence.
    #[must_use]
    pub fn explain(self, other: Self) -> String {
        if self == other {
            return format!("the hands tie: {self}");
        }
        let (better, worse) = if self > other { (self, other) } else { (other, self) };
        let verb = if self > other { "beats" } else { "loses to" };
        let mut text = format!("{self} {verb} {other}: ");
        if better.category() != worse.category() {
            let _ = write!(text, "{} is above {}", better.category().with_article(), worse.category().with_article());
            return text;
        }
        let (left, right) = (better.deciding_ranks(), worse.deciding_ranks());
        let (i, (high, low)) =
            left.iter().zip(&right).enumerate().find(|(_, (a, b))| a != b).unwrap_or((0, (&left[0], &right[0])));
        let what = better.category().part(i);
        let (high, low) = (SINGULAR[*high as usize], SINGULAR[*low as usize]);
        let _ = write!(text, "the {what} decides, {high} over {low}");
        text
    }
}

impl Category {
    /// The category as a sentence names it: `a flush`, `two pair`.
    fn with_article(self) -> String {
        let counted =
            matches!(self, Self::OnePair | Self::TwoPair | Self::ThreeOfAKind | Self::FourOfAKind | Self::FiveOfAKind);
        if counted { self.name().to_owned() } else { format!("a {self}") }
    }

    /// What the deciding rank at a place is called.
    const fn part(self, place: usize) -> &'static str {
        match (self, place) {
            (Self::OnePair, 0) | (Self::FullHouse, 1) => "pair",
            (Self::TwoPair, 0) => "higher pair",
            (Self::TwoPair, 1) => "lower pair",
            (Self::ThreeOfAKind | Self::FullHouse, 0) => "three of a kind",
            (Self::FourOfAKind, 0) => "four of a kind",
            (Self::FourStraight | Self::Straight | Self::StraightFlush, 0) => "top of the run",
            (Self::FourFlush, 4) | (Self::FourStraight | Self::TwoPair, _) => "odd card",
            (Self::HighCard | Self::Flush | Self::FourFlush | Self::FiveOfAKind | Self::RoyalFlush, 0) => {
                "highest card"
            }
            _ => "next card",
        }
    }
}
