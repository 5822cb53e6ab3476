//! What the cards of a board decide: whose hand is better, class by class, and how many cards of each class are left.

use super::classes::Classes;
use super::lanes::{Real, sum};
use super::spot::Spot;
use super::tree::{Pay, Tree, code};
use crate::engine::State;
use crate::rules::OddChip;

/// What each player's hand is worth with each class of hole cards.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    high: [Vec<u16>; 2],
    /// For the low share; empty where there is none.
    low: [Vec<u16>; 2],
    /// The highest card of a hand; empty where it does not matter.
    top: [Vec<u8>; 2],
}

impl Hands {
    /// The hands of a state whose up cards are all dealt. Of a class without a card left the numbers mean nothing.
    pub fn of(spot: &Spot, state: &State, classes: &Classes, dealt: &[u8]) -> Self {
        let rules = spot.game().rules();
        let (wild, mut hands) = (state.wild_ranks(spot.game()), Self::default());
        for (player, seat) in spot.seats().into_iter().enumerate() {
            for class in 0..classes.len() {
                let hole = classes.another(class, dealt);
                let cards = hole.map(|hole| Spot::hand_with(state, seat, hole));
                let strength = cards.and_then(|cards| rules.ranking.evaluate_indices(&cards, wild).ok());
                hands.high[player].push(strength.map_or(0, crate::ranking::Strength::bits));
                if let Some(low) = rules.low_share() {
                    let cards = cards.into_iter().flatten().enumerate();
                    let counting = cards.filter(|(i, _)| low.counts(state.up >> i & 1 == 1)).map(|(_, card)| card);
                    hands.low[player].push(low.worth(counting));
                }
                if rules.odd_chip == OddChip::Suit {
                    hands.top[player].push(cards.into_iter().flatten().max().unwrap_or(0));
                }
            }
        }
        hands
    }

    /// The code of a showdown between a class of the first player and one of the second.
    fn code(&self, first: usize, second: usize) -> u8 {
        let [a, b] = &self.high;
        let high = 1 + u8::from(a[first] < b[second]) - u8::from(a[first] > b[second]);
        let low = match (self.low[0].get(first), self.low[1].get(second)) {
            (Some(a), Some(b)) if (a, b) != (&0, &0) => 1 + u8::from(a < b),
            _ => 0,
        };
        let order = match (self.top[0].get(first), self.top[1].get(second)) {
            (Some(a), Some(b)) => u8::from(a < b),
            _ => 0,
        };
        code(high, low, order)
    }
}

/// A board as one of the players sees it, who learns or is judged there.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground<F> {
    /// Which of the two players.
    player: usize,
    /// One over the number of cards left of each class, 0 where none is.
    pub inverse: Vec<F>,
    /// For each class of the other player a row: 1 for the classes with a better hand than that, -1 for worse ones.
    better: Vec<F>,
    /// What two cards of the same class would be to one another.
    own: Vec<F>,
    /// Rows of showdowns that pay something of their own.
    odd: Vec<Odd<F>>,
}

/// A row of the showdowns with one code.
#[derive(Clone, Debug)]
struct Odd<F> {
    code: u8,
    /// The class of the other player.
    other: usize,
    /// 1 for the classes with which the showdown has the code.
    is: Vec<F>,
}

impl<F: Real> Ground<F> {
    /// Without showdowns: a street before the last.
    pub fn open(player: usize, counts: &[u8], width: usize) -> Self {
        let mut ground = Self { player, ..Self::default() };
        ground.count(counts, width);
        ground
    }

    /// A board on which so many cards of each class are left.
    pub fn fill(&mut self, player: usize, hands: &Hands, counts: &[u8], width: usize, odd_codes: u32) {
        self.player = player;
        self.count(counts, width);
        let classes = counts.len();
        self.better.clear();
        // A row for each lane: rows of no class are zeros.
        self.better.resize(width * width, F::default());
        self.own.clear();
        self.own.resize(width, F::default());
        let mut mine = [0.0; 48];
        for (lane, &strength) in mine.iter_mut().zip(&hands.high[player]) {
            *lane = f32::from(strength);
        }
        let (plus, minus, none) = (F::from(1.0), F::from(-1.0), F::from(0.0));
        for (other, row) in self.better.chunks_exact_mut(width).enumerate().take(classes) {
            let theirs = f32::from(hands.high[1 - player][other]);
            for (cell, &mine) in row.iter_mut().zip(&mine[..width.min(48)]) {
                let above = if mine > theirs { plus } else { none };
                let below = if mine < theirs { minus } else { none };
                *cell = above + below;
            }
            self.own[other] = row[other];
        }
        self.odd.clear();
        if odd_codes != 0 {
            self.find_odd(hands, counts, width, odd_codes);
        }
    }

    fn count(&mut self, counts: &[u8], width: usize) {
        self.inverse.clear();
        self.inverse.extend(counts.iter().map(|&count| match count {
            0 => F::default(),
            _ => F::from(1.0) / F::from(f32::from(count)),
        }));
        self.inverse.resize(width, F::default());
    }

    fn find_odd(&mut self, hands: &Hands, counts: &[u8], width: usize, odd_codes: u32) {
        for other in (0..counts.len()).filter(|&other| counts[other] > 0) {
            let from = self.odd.len();
            for class in 0..counts.len() {
                let (first, second) = if self.player == 0 { (class, other) } else { (other, class) };
                let code = hands.code(first, second);
                if odd_codes >> code & 1 == 0 {
                    continue;
                }
                let found = self.odd[from..].iter().position(|odd| odd.code == code);
                let at = found.map_or(self.odd.len(), |at| from + at);
                if found.is_none() {
                    self.odd.push(Odd { code, other, is: vec![F::default(); width] });
                }
                self.odd[at].is[class] = F::from(1.0);
            }
        }
    }

    /// What a fold pays each class, given how many cards of each class the other player comes with.
    #[inline(always)]
    pub fn fold<const L: usize>(&self, pay: f64, reach: &[F; L]) -> [F; L] {
        let pay = F::of(if self.player == 0 { pay } else { -pay });
        let (total, inverse) = (sum(reach), row::<F, L>(&self.inverse));
        let mut value = [F::default(); L];
        for i in 0..L {
            // The own card is none that the other player can have.
            value[i] = pay * (total - reach[i] * inverse[i]);
        }
        value
    }

    /// What a showdown pays each class.
    #[inline(always)]
    pub fn show<const L: usize>(&self, pay: &Pay, reach: &[F; L]) -> [F; L] {
        let sign = if self.player == 0 { 1.0 } else { -1.0 };
        let (mean, half) = (F::of(sign * pay.mean), F::of(pay.half));
        let (total, inverse, own) = (sum(reach), row::<F, L>(&self.inverse), row::<F, L>(&self.own));
        let ahead = weighed(self.better.as_chunks::<L>().0, reach);
        let mut value = [F::default(); L];
        for i in 0..L {
            let one = reach[i] * inverse[i];
            value[i] = mean * (total - one) + half * (ahead[i] - own[i] * one);
        }
        for odd in &self.odd {
            let rest = F::of(sign * pay.rest[usize::from(odd.code)]);
            let (is, weight) = (row::<F, L>(&odd.is), rest * reach[odd.other]);
            for i in 0..L {
                value[i] += is[i] * weight;
            }
            value[odd.other] += F::from(-1.0) * is[odd.other] * weight * inverse[odd.other];
        }
        value
    }
}

/// The sum of the rows, each with its weight. Eight rows at a time: so the sums stay lanes of registers.
#[inline(always)]
fn weighed<F: Real, const L: usize>(rows: &[[F; L]], weights: &[F; L]) -> [F; L] {
    let mut sums = [F::default(); L];
    for (rows, weights) in rows.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
        for i in 0..L {
            let mut sum = sums[i];
            for k in 0..8 {
                sum += rows[k][i] * weights[k];
            }
            sums[i] = sum;
        }
    }
    sums
}

/// A list of one row.
#[inline(always)]
fn row<F: Real, const L: usize>(flat: &[F]) -> [F; L] {
    flat.first_chunk().copied().unwrap_or([F::default(); L])
}

/// The codes that matter in some of these trees.
pub(super) fn odd_codes<'a>(trees: impl IntoIterator<Item = &'a Tree>) -> u32 {
    trees.into_iter().fold(0, |codes, tree| codes | tree.odd_codes)
}
