//! In which way hands side by side are ranked: the tables, and which cards are wild.

use super::{LANES, Table};
use crate::kernel::{ByRank, Vector};
use crate::ranking::tables::{
    SOKO_ACE_HIGH_FIVE_BY_PLACE, SOKO_ACE_HIGH_SEVEN_BY_PLACE, SOKO_ACE_HIGH_SIX_BY_PLACE, SOKO_FIVE_BY_PLACE,
    SOKO_SEVEN_BY_PLACE, SOKO_SIX_BY_PLACE, STANDARD_FIVE_BY_PLACE, WILD_SEVEN_BY_PLACE, WILD_SIX_BY_PLACE,
};
use crate::ranking::{Ranking, WildRanks};

/// By which tables hands are looked up.
#[derive(Clone, Copy)]
pub enum Way<'a> {
    /// No card is wild.
    Plain(Tables),
    /// Some cards may be.
    Wild(WildCards<'a>),
}

impl<'a> Way<'a> {
    /// The way of a ranking where the same ranks are wild in all hands; they count in [`Ranking::Wild`] only.
    pub fn new(ranking: Ranking, wild: WildRanks) -> Self {
        match ranking {
            Ranking::Soko { ace_low_four_straight: true } => Self::Plain(SOKO),
            Ranking::Soko { ace_low_four_straight: false } => Self::Plain(SOKO_ACE_HIGH),
            Ranking::Wild if !wild.is_empty() => Self::Wild(WildCards::new(Each::Group(&NO_RANKS), wild)),
            // What has no wild card is worth the same in both.
            Ranking::Standard | Ranking::Wild => Self::Plain(STANDARD),
        }
    }

    /// The way in which each hand has a wild rank of its own, beside those that are wild in all of them.
    pub fn each(ranks: Each<'a>, also: WildRanks) -> Self {
        Self::Wild(WildCards::new(ranks, also))
    }
}

/// What a ranking makes of hands without wild cards.
#[derive(Clone, Copy)]
pub struct Tables {
    /// What five cards are worth, by place and suits.
    pub(super) five: &'static Table,
    /// What the ranks of six cards are worth, by place.
    pub(super) six: &'static Table,
    /// The same of seven.
    pub(super) seven: &'static Table,
    /// How many of six or seven cards must be of a suit to be worth something by it.
    pub(super) suited: u8,
}

const SOKO: Tables =
    Tables { five: &SOKO_FIVE_BY_PLACE, six: &SOKO_SIX_BY_PLACE, seven: &SOKO_SEVEN_BY_PLACE, suited: 4 };
const SOKO_ACE_HIGH: Tables = Tables {
    five: &SOKO_ACE_HIGH_FIVE_BY_PLACE,
    six: &SOKO_ACE_HIGH_SIX_BY_PLACE,
    seven: &SOKO_ACE_HIGH_SEVEN_BY_PLACE,
    suited: 4,
};
const STANDARD: Tables =
    Tables { five: &STANDARD_FIVE_BY_PLACE, six: &WILD_SIX_BY_PLACE, seven: &WILD_SEVEN_BY_PLACE[0], suited: 5 };

/// The wild rank of each hand, -1 for none.
#[derive(Clone, Copy)]
pub enum Each<'a> {
    /// Of as many hands as there are.
    Hand(&'a [i8]),
    /// Of 64 hands, the same for every group of 64.
    Group(&'a [i8; LANES]),
}

static NO_RANKS: [i8; LANES] = [-1; LANES];

/// Which cards of hands are wild.
#[derive(Clone, Copy)]
pub struct WildCards<'a> {
    ranks: Each<'a>,
    /// [`WILD`] for each rank that is wild in all hands.
    also: ByRank,
}

/// What is added to a card that is wild, so that it stands above all natural ones, and still is no other.
pub(super) const WILD: u8 = 64;
/// Above what natural cards are and below what wild ones become, as a card: its rank is above the ace.
pub(super) const ABOVE: u8 = 52;

impl<'a> WildCards<'a> {
    fn new(ranks: Each<'a>, also: WildRanks) -> Self {
        let mut bytes = [0; 16];
        for rank in also.iter() {
            bytes[usize::from(rank.index())] = WILD;
        }
        Self { ranks, also: ByRank::new(&bytes) }
    }
}

/// Marks the wild cards of hands side by side.
pub(super) trait Marks: Copy {
    /// Whether there may be any.
    const WILD: bool;

    /// Adds [`WILD`] to the wild ones among the cards of a group of 64 hands, from a lane on.
    fn mark<V: Vector, const N: usize>(&self, group: usize, lane: usize, cards: &mut [V; N]);
}

/// There are none.
#[derive(Clone, Copy)]
pub(super) struct Natural;

impl Marks for Natural {
    const WILD: bool = false;

    #[inline(always)]
    fn mark<V: Vector, const N: usize>(&self, _: usize, _: usize, _: &mut [V; N]) {}
}

impl Marks for WildCards<'_> {
    const WILD: bool = true;

    #[inline(always)]
    fn mark<V: Vector, const N: usize>(&self, group: usize, lane: usize, cards: &mut [V; N]) {
        let ranks = match self.ranks {
            Each::Hand(ranks) => load_ranks::<V>(&ranks[group * LANES + lane..]),
            Each::Group(ranks) => load_ranks::<V>(&ranks[lane..]),
        };
        // The deuce of the rank; where there is none, more than any card.
        let twice = ranks.add(ranks);
        let (lowest, mark) = (twice.add(twice), V::splat(WILD));
        for card in cards {
            let own = card.xor(lowest).without(!3);
            *card = V::pick(own, mark, card.of_rank(&self.also)).or(*card);
        }
    }
}

/// A register full of ranks.
#[inline(always)]
fn load_ranks<V: Vector>(ranks: &[i8]) -> V {
    let mut bytes = [0; LANES];
    for (byte, rank) in bytes.iter_mut().zip(&ranks[..V::WIDTH]) {
        *byte = rank.cast_unsigned();
    }
    V::load(&bytes)
}
