//! `Strength`, and the calls that evaluate one hand.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cards::{Card, CardIndices};
use crate::errors::raised;
use crate::html::html;
use crate::ranking::{AnyRanking, AnyWild, Call, Ranking, agree, call, category_member, wild_text};
use crate::text::formatted;
use soko::ranking::{WildRanks, playing_five};

/// The strength of a hand in a ranking: greater wins, equal ties. ``evaluate`` returns it.
///
/// ``int`` gives the number by which strengths are compared, the same that ``evaluate_many`` writes. Strengths of one
/// ranking are totally ordered; ``<`` between two rankings is a ``TypeError``, and ``==`` is false. Hands that tie are
/// equal and have the same hash, whatever their cards. ``str`` describes the hand.
///
/// Parameters
/// ----------
/// cards, ranking, wild
///     As in ``evaluate``.
///
/// Raises
/// ------
/// CardError, RulesError
///     As from ``evaluate``.
///
/// Examples
/// --------
/// >>> from soko import Strength
/// >>> s = Strength("As Ks Qs Js 2d")
/// >>> str(s), s.category.name, s.place
/// ('four-flush, A-K-Q-J, 2 kicker', 'FOUR_FLUSH', 3337)
/// >>> s > Strength("Ad Ac Ks Qd 9c")
/// True
#[pyclass(frozen, module = "soko")]
pub struct Strength {
    worth: soko::Strength,
    ranking: soko::Ranking,
    wild: WildRanks,
    hand: CardIndices,
}

#[pymethods]
impl Strength {
    #[new]
    #[pyo3(
        signature = (cards, ranking = AnyRanking::default(), *, wild = None),
        text_signature = "(cards, ranking='soko', *, wild=None)"
    )]
    fn new(cards: CardIndices, ranking: AnyRanking, wild: Option<AnyWild>) -> PyResult<Self> {
        evaluate(cards, ranking, wild)
    }

    /// The category, a member of ``Category``.
    #[getter]
    fn category<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        category_member(py, self.worth.category())
    }

    /// The place among all strengths of the ranking, 1 for the best.
    #[getter]
    fn place(&self) -> u16 {
        self.ranking.place(self.worth)
    }

    /// The five cards that play, the deciding ones first.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &playing_five(self.ranking, &self.hand.cards(), self.wild).map_err(raised)?)
    }

    /// All cards of the hand, as they were given.
    #[getter]
    fn hand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.hand.cards())
    }

    /// The ranking that the hand was evaluated in.
    #[getter]
    fn ranking(&self) -> Ranking {
        Ranking(self.ranking)
    }

    /// The letters of the wild ranks, ``None`` when there are none.
    #[getter]
    fn wild(&self) -> Option<String> {
        wild_text(self.wild)
    }

    fn __int__(&self) -> u16 {
        self.worth.bits()
    }

    fn __str__(&self) -> String {
        self.worth.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Strength({})", arguments_text(self.hand, self.ranking, self.wild))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html("strength", slf)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.worth, self.ranking).hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> PyResult<bool> {
        if self.ranking == other.ranking {
            return Ok(op.matches(self.worth.cmp(&other.worth)));
        }
        match op {
            CompareOp::Eq => Ok(false),
            CompareOp::Ne => Ok(true),
            _ => Err(two_rankings(self.ranking, other.ranking)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Call<'py>> {
        made_again(&py.get_type::<Self>(), self.hand, self.ranking, self.wild)
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }
}

/// The call that makes an evaluated value once more.
pub fn made_again<'py>(
    class: &Bound<'py, PyType>,
    hand: CardIndices,
    ranking: soko::Ranking,
    wild: WildRanks,
) -> PyResult<Call<'py>> {
    let keywords = PyDict::new(class.py());
    keywords.set_item("wild", wild_text(wild))?;
    call(class, (hand.text(), Ranking(ranking)).into_pyobject(class.py())?, &keywords)
}

/// The same arguments as they are written, defaults left out.
pub fn arguments_text(hand: CardIndices, ranking: soko::Ranking, wild: WildRanks) -> String {
    let ranking_text = match ranking {
        soko::Ranking::Soko { ace_low_four_straight: true } => String::new(),
        soko::Ranking::Soko { .. } => format!(", {}", Ranking(ranking).__repr__()),
        _ => format!(", '{}'", Ranking(ranking).name()),
    };
    let wild_text = wild_text(wild).map_or_else(String::new, |ranks| format!(", wild='{ranks}'"));
    format!("'{}'{ranking_text}{wild_text}", hand.text())
}

#[cold]
pub fn two_rankings(a: soko::Ranking, b: soko::Ranking) -> PyErr {
    let (a, b) = (Ranking(a).__str__(), Ranking(b).__str__());
    PyTypeError::new_err(format!("hands of different rankings cannot be compared: {a} and {b}"))
}

/// Evaluate a hand of five to seven cards; the best five count (rules 2).
///
/// Parameters
/// ----------
/// cards
///     Five to seven cards: a text, ``bytes`` of card indices, or cards, indices and names one by one. Bytes and tuples
///     are the fastest.
/// ranking
///     ``"soko"``, ``"standard"``, ``"wild"``, a ``Ranking``, or the ``Rules`` of a game for its ranking.
/// wild
///     The rank that is wild, or several as ``"Q9"``; only with ``ranking="wild"`` (rules 2.9).
///
/// Returns
/// -------
/// Strength
///     Greater wins, equal ties; ``int`` gives its number, ``str`` describes the hand.
///
/// Raises
/// ------
/// CardError
///     A card cannot be read or is given twice, there are too few or too many cards, or ``wild`` is not a rank.
/// RulesError
///     The ranking is unknown, or ``wild`` is given with another ranking than ``"wild"``.
///
/// Examples
/// --------
/// >>> import soko
/// >>> str(soko.evaluate("As Ks Qs Js 2d"))
/// 'four-flush, A-K-Q-J, 2 kicker'
/// >>> str(soko.evaluate("As Ad 9c 9h 2s Kd 3c", "wild", wild="9"))
/// 'four of a kind, aces, K kicker'
/// >>> soko.evaluate(bytes([51, 47, 43, 39, 1])) > soko.evaluate((50, 49, 47, 41, 32))
/// True
#[pyfunction]
#[pyo3(
    signature = (cards, ranking = AnyRanking::default(), *, wild = None),
    text_signature = "(cards, ranking='soko', *, wild=None)"
)]
pub fn evaluate(cards: CardIndices, ranking: AnyRanking, wild: Option<AnyWild>) -> PyResult<Strength> {
    let wild = agree(ranking, wild)?;
    let worth = ranking.0.evaluate_indices(cards.indices(), wild).map_err(raised)?;
    Ok(Strength { worth, ranking: ranking.0, wild, hand: cards })
}

/// Evaluate a hand and return only the number of its strength, without making an object.
///
/// Parameters
/// ----------
/// cards, ranking, wild
///     As in ``evaluate``.
///
/// Returns
/// -------
/// int
///     ``int(evaluate(...))``: 0 to 65,535, greater wins.
///
/// Raises
/// ------
/// CardError, RulesError
///     As from ``evaluate``.
///
/// Examples
/// --------
/// >>> import soko
/// >>> soko.evaluate_int("As Ks Qs Js 2d") == int(soko.evaluate("As Ks Qs Js 2d"))
/// True
#[pyfunction]
#[pyo3(
    signature = (cards, ranking = AnyRanking::default(), *, wild = None),
    text_signature = "(cards, ranking='soko', *, wild=None)"
)]
pub fn evaluate_int(cards: CardIndices, ranking: AnyRanking, wild: Option<AnyWild>) -> PyResult<u16> {
    let wild = agree(ranking, wild)?;
    let strength = ranking.0.evaluate_indices(cards.indices(), wild).map_err(raised)?;
    Ok(strength.bits())
}

/// Explain in a sentence why the first hand beats the second, loses to it, or ties.
///
/// Parameters
/// ----------
/// a, b
///     Two hands: strengths, or cards as ``evaluate`` takes them.
/// ranking, wild
///     As in ``evaluate``, for hands that are given as cards.
///
/// Returns
/// -------
/// str
///     Both hands and what decides between them.
///
/// Raises
/// ------
/// CardError, RulesError
///     As from ``evaluate``.
/// TypeError
///     The two strengths belong to different rankings.
///
/// Examples
/// --------
/// >>> import soko
/// >>> soko.explain("As Ks Qs Js 2d", "Ad Ac Kc Qh 9c")
/// 'four-flush, A-K-Q-J, 2 kicker beats one pair, aces, K-Q-9 kickers: a four-flush is above one pair'
#[pyfunction]
#[pyo3(
    signature = (a, b, ranking = AnyRanking::default(), *, wild = None),
    text_signature = "(a, b, ranking='soko', *, wild=None)"
)]
pub fn explain(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    ranking: AnyRanking,
    wild: Option<AnyWild>,
) -> PyResult<String> {
    let of = |hand: &Bound<'_, PyAny>| match hand.cast::<Strength>() {
        Ok(known) => Ok((known.get().worth, known.get().ranking)),
        Err(_) => evaluate(hand.extract()?, ranking, wild).map(|made| (made.worth, made.ranking)),
    };
    let ((a, in_a), (b, in_b)) = (of(a)?, of(b)?);
    if in_a == in_b { Ok(a.explain(b)) } else { Err(two_rankings(in_a, in_b)) }
}
