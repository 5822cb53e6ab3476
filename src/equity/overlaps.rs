//! How many draws share no card with a given one, by inclusion and exclusion.

use super::draws::Draw;

/// An unsigned number that may wrap while sums and differences of it are made.
pub(super) trait Counting: Copy + Default {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn from_weight(weight: u32) -> Self;
    fn to_u64(self) -> u64;
}

macro_rules! counting {
    ($($number:ty),+) => {
        $(impl Counting for $number {
            #[inline]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn from_weight(weight: u32) -> Self {
                weight.into()
            }
            #[inline]
            fn to_u64(self) -> u64 {
                self.into()
            }
        })+
    };
}
counting!(u32, u64);

/// The function for draws of as many cards and sets of as many at most: for few cards one without loop or choice.
macro_rules! by_size {
    ($function:ident, $sizes:expr) => {
        match $sizes {
            (0, _) => Self::$function::<1, 0>,
            (1, 0) => Self::$function::<2, 0>,
            (1, _) => Self::$function::<2, 1>,
            (2, 0) => Self::$function::<4, 0>,
            (2, 1) => Self::$function::<4, 1>,
            (2, _) => Self::$function::<4, 2>,
            (3, 0) => Self::$function::<8, 0>,
            (3, 1) => Self::$function::<8, 1>,
            (3, 2) => Self::$function::<8, 2>,
            (3, _) => Self::$function::<8, 3>,
            (4, 0) => Self::$function::<16, 0>,
            (4, 1) => Self::$function::<16, 1>,
            (4, 2) => Self::$function::<16, 2>,
            (4, 3) => Self::$function::<16, 3>,
            (4, _) => Self::$function::<16, 4>,
            (5, _) => Self::$function::<32, MOST_CARDS>,
            (6, _) => Self::$function::<64, MOST_CARDS>,
            _ => Self::$function::<128, MOST_CARDS>,
        }
    };
}

/// How many cards a draw has at most.
const MOST_CARDS: usize = 7;
/// How many sets are gone through without a loop.
const ROW: usize = 8;

/// The sum of the weights of draws by each set of cards that they have.
pub(super) struct Overlaps<C> {
    /// By the number of a set, the empty one first.
    sums: Vec<C>,
    /// `steps[size][card]` is what a card adds to the number of a set in which it is the `size`-th from below.
    steps: [[u32; 64]; MOST_CARDS + 1],
    /// Sets of more cards than this are not counted.
    shared: usize,
    /// Puts in draws.
    add: fn(&mut Self, &[Draw]),
}

impl<C: Counting> Overlaps<C> {
    /// For draws of `to_come` of `cards` cards; sets up to the size `shared` are counted.
    pub fn new(cards: usize, to_come: usize, shared: usize) -> Self {
        // Sets of one size are numbered by the sum of C(card, position), sizes one after the other: so the first card
        // of each size adds the number of sets of the size before.
        let mut steps = [[0; 64]; MOST_CARDS + 1];
        let mut smaller = vec![1; cards + 1];
        let mut sets = 1;
        for steps in &mut steps[1..=shared] {
            let mut column = vec![0; cards + 1];
            for card in 0..cards {
                column[card + 1] = column[card] + smaller[card];
                steps[card] = column[card] + smaller[cards];
            }
            sets += column[cards] as usize;
            smaller = column;
        }
        Self { sums: vec![C::default(); sets], steps, add: by_size!(add_all, (to_come, shared)), shared }
    }

    /// Puts in draws from the front while something holds of them; gives the others.
    pub fn add_while<'a>(&mut self, draws: &'a [Draw], holds: impl Fn(&Draw) -> bool) -> &'a [Draw] {
        let count = draws.iter().position(|draw| !holds(draw)).unwrap_or(draws.len());
        (self.add)(self, &draws[..count]);
        &draws[count..]
    }

    /// What finds, for draws of `to_come` cards, the weight of the pairs that they make with the draws put in.
    pub fn asking(&self, to_come: usize) -> fn(&Self, &[Draw]) -> u64 {
        by_size!(pairs, (to_come, self.shared))
    }

    fn add_all<const SETS: usize, const SHARED: usize>(&mut self, draws: &[Draw]) {
        for draw in draws {
            let weight = C::from_weight(draw.weight);
            for_sets::<SETS, SHARED>(&self.steps, self.shared, draw.places, |set, _| {
                self.sums[set] = self.sums[set].add(weight);
            });
        }
    }

    fn pairs<const SETS: usize, const SHARED: usize>(&self, draws: &[Draw]) -> u64 {
        let mut pairs = 0;
        for draw in draws {
            let mut apart = C::default();
            for_sets::<SETS, SHARED>(&self.steps, self.shared, draw.places, |set, odd| {
                let sum = self.sums[set];
                apart = if odd { apart.sub(sum) } else { apart.add(sum) };
            });
            pairs += u64::from(draw.weight) * apart.to_u64();
        }
        pairs
    }
}

/// Calls `visit` with the number of each set of the first cards, `SETS` of them, and whether its size is odd; sets of
/// more than `SHARED` cards, and of more than `shared`, are left out.
#[inline]
fn for_sets<const SETS: usize, const SHARED: usize>(
    steps: &[[u32; 64]; MOST_CARDS + 1],
    shared: usize,
    cards: [u8; MOST_CARDS],
    mut visit: impl FnMut(usize, bool),
) {
    let mut numbers = [0u32; SETS];
    visit(0, false);
    // The sets of the first three cards, then the same with each set of the others: rows short enough to be unrolled.
    for row in 0..SETS.div_ceil(ROW) {
        let others = row.count_ones() as usize;
        for in_row in 0..SETS.min(ROW) {
            let set = row * ROW + in_row;
            let size = others + in_row.count_ones() as usize;
            if set == 0 || size > SHARED || SHARED == MOST_CARDS && size > shared {
                continue;
            }
            // The highest card of the set is the last in its number.
            let top = if row > 0 { ROW.ilog2() + row.ilog2() } else { in_row.ilog2() } as usize;
            let step = steps[size & MOST_CARDS][usize::from(cards[top] & 63)];
            numbers[set] = numbers[set ^ 1 << top] + step;
            visit(numbers[set] as usize, size % 2 == 1);
        }
    }
}
