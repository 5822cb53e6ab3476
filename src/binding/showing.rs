//! `Showing`: up cards compared to find who acts first.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::cards::{Card, CardIndices};
use crate::errors::card_error;
use crate::html::html;
use crate::ranking::{AnyRanking, AnyWild, Call, Ranking, agree, category_member, wild_text};
use crate::rules::Rules;
use crate::strength::{arguments_text, made_again, two_rankings};
use crate::text::formatted;
use soko::ranking::{ShowingRanking, WildRanks};

/// The value of one to four up cards, which decides who acts first (rules 2.11, 2.12). ``showing`` returns it.
///
/// Greater is better. Only the same number of cards in the same ranking can be compared with ``<``; anything else is a
/// ``TypeError``, and ``==`` is false.
///
/// Parameters
/// ----------
/// cards, ranking, wild
///     As in ``showing``.
///
/// Raises
/// ------
/// CardError, RulesError
///     As from ``showing``.
///
/// Examples
/// --------
/// >>> from soko import Showing
/// >>> Showing("Kh Kd") > Showing("Ac Qs")
/// True
/// >>> str(Showing("9s 8s 7s 2s"))
/// 'four-flush, 9s 8s 7s 2s'
#[pyclass(frozen, module = "soko")]
pub struct Showing {
    worth: soko::ranking::Showing,
    ranking: soko::Ranking,
    wild: WildRanks,
    hand: CardIndices,
}

#[pymethods]
impl Showing {
    #[new]
    #[pyo3(
        signature = (cards, ranking = Order::default(), *, wild = None),
        text_signature = "(cards, ranking='soko', *, wild=None)"
    )]
    fn new(cards: &Bound<'_, PyAny>, ranking: Order, wild: Option<AnyWild>) -> PyResult<Self> {
        showing(cards, ranking, wild)
    }

    /// The category, a member of ``Category``.
    #[getter]
    fn category<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        category_member(py, self.worth.category())
    }

    /// The up cards, as they were given.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.hand.cards())
    }

    /// The ranking that the cards were compared in.
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
        format!("{}, {}", self.worth.category(), self.hand.text())
    }

    fn __repr__(&self) -> String {
        format!("Showing({})", arguments_text(self.hand, self.ranking, self.wild))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html("strength", slf)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.worth, self.ranking, self.hand.indices().len()).hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> PyResult<bool> {
        let (n, m) = (self.hand.indices().len(), other.hand.indices().len());
        if n == m && self.ranking == other.ranking {
            return Ok(op.matches(self.worth.cmp(&other.worth)));
        }
        match op {
            CompareOp::Eq => Ok(false),
            CompareOp::Ne => Ok(true),
            _ if n == m => Err(two_rankings(self.ranking, other.ranking)),
            _ => Err(PyTypeError::new_err(format!("only equally many up cards can be compared, not {n} and {m}"))),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Call<'py>> {
        made_again(&py.get_type::<Self>(), self.hand, self.ranking, self.wild)
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }
}

/// Rank one to four up cards of one player, to find who acts first (rules 2.11).
///
/// Parameters
/// ----------
/// cards
///     The up cards, in any form that ``evaluate`` takes.
/// ranking
///     As in ``evaluate``. In ``"soko"`` four up cards may show a four-straight or a four-flush; in the others these do
///     not count.
/// wild
///     The rank that is wild, or several; only with ``ranking="wild"``. A wild card alone is an ace, and others join
///     the largest group (rules 2.12).
///
/// Returns
/// -------
/// Showing
///     Greater is better; only the same number of cards in the same ranking can be compared.
///
/// Raises
/// ------
/// CardError
///     There are no cards or more than four, a card cannot be read or is given twice, or ``wild`` is not a rank.
/// RulesError
///     The ranking is unknown, or ``wild`` is given with another ranking than ``"wild"``.
///
/// Examples
/// --------
/// >>> import soko
/// >>> soko.showing("4h 4c 2d Ac") > soko.showing("As Kd Qc 9h")
/// True
/// >>> soko.showing("9c 9d Ks", "wild", wild="9").category.name
/// 'THREE_OF_A_KIND'
#[pyfunction]
#[pyo3(
    signature = (cards, ranking = Order::default(), *, wild = None),
    text_signature = "(cards, ranking='soko', *, wild=None)"
)]
pub fn showing(cards: &Bound<'_, PyAny>, ranking: Order, wild: Option<AnyWild>) -> PyResult<Showing> {
    let ranking = ranking.0;
    let wild = agree(ranking, wild)?;
    let cards = crate::cards::read_cards(cards)?;
    if !(1..=4).contains(&cards.len()) {
        return Err(card_error(format_args!("{} up cards: one to four are needed", cards.len())));
    }
    let order = match ranking.0 {
        soko::Ranking::Soko { ace_low_four_straight } => ShowingRanking::Soko { ace_low_four_straight },
        soko::Ranking::Standard | soko::Ranking::Wild => ShowingRanking::Standard,
    };
    let worth = soko::ranking::showing(&cards, order, wild);
    Ok(Showing { worth, ranking: ranking.0, wild, hand: CardIndices::from_cards(&cards) })
}

/// The order of up cards: a ranking, or that of rules, which may differ from the order of their hands (rules 2.11).
#[derive(Default)]
pub struct Order(AnyRanking);

impl<'py> FromPyObject<'_, 'py> for Order {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(rules) = given.cast::<Rules>() else { return given.extract().map(Self) };
        let rules = &rules.get().0;
        Ok(Self(AnyRanking(match (rules.showing, rules.ranking) {
            (ShowingRanking::Soko { ace_low_four_straight }, _) => soko::Ranking::Soko { ace_low_four_straight },
            (ShowingRanking::Standard, soko::Ranking::Wild) => soko::Ranking::Wild,
            (ShowingRanking::Standard, _) => soko::Ranking::Standard,
        })))
    }
}
