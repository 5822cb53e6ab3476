//! Many hands at once: rows or columns of card indices in, strengths out.

use core::fmt;

use super::evaluate::{CardKeys, Wild, card_keys, with_evaluator};
use super::lanes::{Each, LANES, Way, five_columns, five_rows, seven_columns, seven_rows, six_columns, six_rows};
use super::rows::rows;
use super::{HandError, Ranking, WildRanks};
use crate::card::Rank;
use crate::kernel::Kernel;
use crate::workers;

/// Which row of a batch is no hand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The row, counted from 0.
    pub row: usize,
    /// What is wrong with it.
    pub error: HandError,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hand {}: {}", self.row, self.error)
    }
}

impl core::error::Error for RowError {}

/// Which ranks are wild in the hands of a batch; they count in [`Ranking::Wild`] only.
#[derive(Clone, Copy, Debug)]
pub enum HandsWild<'a> {
    /// The same in all of them.
    All(WildRanks),
    /// In each hand the rank with this number; none where it is -1.
    Each(&'a [i8]),
}

impl From<WildRanks> for HandsWild<'_> {
    fn from(ranks: WildRanks) -> Self {
        Self::All(ranks)
    }
}

impl<'a> From<&'a [i8]> for HandsWild<'a> {
    fn from(ranks: &'a [i8]) -> Self {
        Self::Each(ranks)
    }
}

impl HandsWild<'_> {
    /// The same for some of the hands, from one on.
    ///
    /// # Panics
    /// When there are not so many.
    #[must_use]
    pub fn some(&self, first: usize, count: usize) -> Self {
        match self {
            Self::All(_) => *self,
            Self::Each(ranks) => Self::Each(&ranks[first..][..count]),
        }
    }

    /// The first number that is no rank, and not -1.
    fn flaw(&self) -> Option<(usize, i8)> {
        let Self::Each(ranks) = self else { return None };
        let is_flaw = |rank: &i8| !(-1..13).contains(rank);
        // Nearly always there is none, which is found out faster without looking where.
        if !ranks.iter().fold(false, |any, rank| any | is_flaw(rank)) {
            return None;
        }
        ranks.iter().position(is_flaw).map(|row| (row, ranks[row]))
    }

    /// How hands side by side are ranked.
    fn way(&self, ranking: Ranking) -> Way<'_> {
        match self {
            Self::Each(ranks) if ranking == Ranking::Wild => Way::each(Each::Hand(ranks), WildRanks::NONE),
            Self::Each(_) => Way::new(ranking, WildRanks::NONE),
            Self::All(ranks) => Way::new(ranking, *ranks),
        }
    }
}

/// How many hands of columns are written as rows at a time, where rows are needed.
const TURNED: usize = 1024;

/// Evaluates rows of `cards_per_hand` (five to seven) card indices each; `out[i]` becomes the strength of row `i`.
///
/// The rows are shared out among `threads` threads of this call. Every row is checked: five aces of spades are no hand.
///
/// # Errors
/// [`RowError`] for the first row that is no hand or has a wild rank that is none; `out` is then partly written.
///
/// # Panics
/// When `hands` is not `out.len()` rows long, or there are not as many wild ranks.
pub fn evaluate_rows<'a>(
    ranking: Ranking,
    wild: impl Into<HandsWild<'a>>,
    cards_per_hand: usize,
    hands: &[u8],
    out: &mut [u16],
    threads: usize,
) -> Result<(), RowError> {
    assert_eq!(hands.len(), out.len() * cards_per_hand, "as many rows as strengths");
    share_out(wild.into(), out, threads, |first, wild, out| {
        let hands = &hands[first * cards_per_hand..][..out.len() * cards_per_hand];
        evaluate_share(ranking, wild, cards_per_hand, hands, out)
    })
}

/// The same for columns, five to seven of them: `columns[k][i]` is card `k` of hand `i`.
///
/// ```
/// use soko::ranking::{Ranking, WildRanks, evaluate_columns};
/// let columns: [&[u8]; 5] = [&[51, 50], &[47, 49], &[43, 47], &[39, 41], &[1, 32]];
/// let mut strengths = [0; 2];
/// evaluate_columns(Ranking::Standard, WildRanks::NONE, &columns, &mut strengths, 1)?;
/// assert!(strengths[0] < strengths[1], "a pair beats a high card where four-flushes are nothing");
/// # Ok::<(), soko::ranking::RowError>(())
/// ```
///
/// # Errors
/// [`RowError`] for the first hand that is none or has a wild rank that is none; `out` is then partly written.
///
/// # Panics
/// When a column, or the wild ranks, are not as long as `out`.
pub fn evaluate_columns<'a>(
    ranking: Ranking,
    wild: impl Into<HandsWild<'a>>,
    columns: &[&[u8]],
    out: &mut [u16],
    threads: usize,
) -> Result<(), RowError> {
    assert!(columns.iter().all(|column| column.len() == out.len()), "as many hands as strengths");
    share_out(wild.into(), out, threads, |first, wild, out| match columns.len() {
        5 => evaluate_part(ranking, wild, columns, first, out, five_columns),
        6 => evaluate_part(ranking, wild, columns, first, out, six_columns),
        7 => evaluate_part(ranking, wild, columns, first, out, seven_columns),
        n => Err(RowError { row: 0, error: HandError::Length(n) }),
    })
}

/// Shares hands out among threads. `evaluate` is given the first hand of a share, the share's wild ranks, and where its
/// strengths belong; the row of its error counts from there.
fn share_out(
    wild: HandsWild<'_>,
    out: &mut [u16],
    threads: usize,
    evaluate: impl Fn(usize, HandsWild<'_>, &mut [u16]) -> Result<(), RowError> + Sync,
) -> Result<(), RowError> {
    if let HandsWild::Each(ranks) = wild {
        assert_eq!(ranks.len(), out.len(), "as many wild ranks as strengths");
    }
    let evaluate = |first: usize, out: &mut [u16]| {
        let flaw = wild.some(first, out.len()).flaw();
        let end = flaw.map_or(out.len(), |(row, _)| row);
        evaluate(first, wild.some(first, end), &mut out[..end])?;
        flaw.map_or(Ok(()), |(row, rank)| Err(RowError { row, error: HandError::WildRank(rank) }))
    };
    let share = out.len().div_ceil(threads.max(1)).max(4096);
    if out.is_empty() {
        return Ok(());
    }
    if threads <= 1 || out.len() <= share {
        return evaluate(0, out);
    }
    let shares = (0..).step_by(share).zip(out.chunks_mut(share));
    let work = |(first, out)| evaluate(first, out).map_err(|error| RowError { row: error.row + first, ..error });
    let mut first_error = Ok(());
    workers::share_out(shares, &work, |done| {
        if first_error.is_ok() {
            first_error = done;
        }
    });
    first_error
}

fn evaluate_share(
    ranking: Ranking,
    wild: HandsWild<'_>,
    cards_per_hand: usize,
    hands: &[u8],
    out: &mut [u16],
) -> Result<(), RowError> {
    // Lanes take whole groups; what is left over, and all from a group with a flaw on, is gone through hand by hand.
    let start = match cards_per_hand {
        _ if out.len() < LANES || Kernel::current() == Kernel::Portable => 0,
        5 => five_rows(wild.way(ranking), hands, out),
        6 => six_rows(wild.way(ranking), hands, out),
        7 => seven_rows(wild.way(ranking), hands, out),
        _ => 0,
    };
    let (hands_left, wild, out) =
        (&hands[start * cards_per_hand..], wild.some(start, out.len() - start), &mut out[start..]);
    match cards_per_hand {
        5 => by_rows::<5>(ranking, wild, hands_left, out),
        6 => by_rows::<6>(ranking, wild, hands_left, out),
        7 => by_rows::<7>(ranking, wild, hands_left, out),
        _ => Err(0),
    }
    .map_err(|row| {
        let row = row + start;
        let cards = &hands[row * cards_per_hand..(row + 1) * cards_per_hand];
        let error = ranking.evaluate_indices(cards, WildRanks::NONE).err();
        RowError { row, error: error.unwrap_or(HandError::Length(cards_per_hand)) }
    })
}

/// Evaluates rows without lanes; the error is the first that is no hand.
fn by_rows<const N: usize>(ranking: Ranking, wild: HandsWild<'_>, hands: &[u8], out: &mut [u16]) -> Result<(), usize> {
    match wild {
        HandsWild::Each(ranks) if ranking == Ranking::Wild => {
            // Without a rank it is the last.
            let keys = |row: usize| &KEYS_BY_RANK[usize::from(ranks[row].cast_unsigned()).min(13)];
            rows::<N, _>(|row| Wild(keys(row)), hands, out)
        }
        HandsWild::Each(_) => by_rows::<N>(ranking, HandsWild::All(WildRanks::NONE), hands, out),
        HandsWild::All(wild) if ranking == Ranking::Wild && out.len() >= LANES => {
            let keys = card_keys(wild);
            rows::<N, _>(|_| Wild(&keys), hands, out)
        }
        HandsWild::All(wild) => {
            with_evaluator!(ranking, wild, |evaluator| rows::<N, _>(|_| evaluator, hands, out))
        }
    }
}

/// The keys of all cards where one rank is wild, or none.
static KEYS_BY_RANK: [CardKeys; 14] = {
    let (mut keys, mut rank) = ([card_keys(WildRanks::NONE); 14], 0);
    while rank < 13 {
        if let Some(wild) = Rank::from_index(rank as u8) {
            keys[rank] = card_keys(WildRanks::NONE.with(wild));
        }
        rank += 1;
    }
    keys
};

/// Evaluates a part of `N` columns from a hand on: by `lanes`, and what these leave over as rows.
fn evaluate_part<const N: usize>(
    ranking: Ranking,
    wild: HandsWild<'_>,
    columns: &[&[u8]],
    first: usize,
    out: &mut [u16],
    lanes: impl Fn(Way<'_>, [&[u8]; N], &mut [u16]) -> usize,
) -> Result<(), RowError> {
    let columns: [_; N] = core::array::from_fn(|k| &columns[k][first..][..out.len()]);
    let start = if Kernel::current() == Kernel::Portable { 0 } else { lanes(wild.way(ranking), columns, out) };
    let mut rows = [[0; N]; TURNED];
    for (from, out) in (start..).step_by(TURNED).zip(out[start..].chunks_mut(TURNED)) {
        let rows = &mut rows[..out.len()];
        for (k, column) in columns.iter().enumerate() {
            for (row, &card) in rows.iter_mut().zip(&column[from..]) {
                row[k] = card;
            }
        }
        evaluate_share(ranking, wild.some(from, out.len()), N, rows.as_flattened(), out)
            .map_err(|error| RowError { row: error.row + from, ..error })?;
    }
    Ok(())
}
