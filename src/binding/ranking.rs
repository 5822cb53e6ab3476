//! `Ranking`, and how rankings and wild ranks are read.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use soko::plain_text::escaped;

use crate::errors::{RulesError, card_error, ranking_error, type_error};
use crate::rules::Rules;
use crate::text::{Word, formatted, read_text};
use soko::ranking::WildRanks;
use soko::{Category, Rank};

/// An order of hands with its switches (rules 2).
///
/// Functions that take a ranking also take the texts ``"soko"``, ``"standard"`` and ``"wild"``, and the ``Rules`` of a
/// game. ``Ranking("soko")`` is ``Ranking.soko()``. ``RulesError`` for any other name, and for the switch with another
/// ranking than soko.
///
/// >>> from soko import Ranking, evaluate
/// >>> Ranking.soko(ace_low_four_straight=False)
/// Ranking.soko(ace_low_four_straight=False)
/// >>> str(evaluate("As 2d 3c 4h 9s", Ranking.soko(ace_low_four_straight=False)))
/// 'high card, A-9-4-3-2'
#[pyclass(frozen, eq, hash, module = "soko")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ranking(pub soko::Ranking);

#[pymethods]
impl Ranking {
    #[new]
    #[pyo3(signature = (name = RankingName::default(), *, ace_low_four_straight = true), text_signature = "(name='soko', *, ace_low_four_straight=True)")]
    fn new(name: RankingName, ace_low_four_straight: bool) -> PyResult<Self> {
        let RankingName(Word(name)) = name;
        match (by_name(&name)?, ace_low_four_straight) {
            (soko::Ranking::Soko { .. }, _) => Ok(Self::soko(ace_low_four_straight)),
            (other, true) => Ok(Self(other)),
            _ => Err(ranking_error(format_args!(
                "ranking '{name}' has no four-straights: ace_low_four_straight is for 'soko'"
            ))),
        }
    }

    /// Return the soko ranking: a four-flush and a four-straight beat one pair.
    ///
    /// With ``ace_low_four_straight=False`` 4-3-2-A is not a four-straight (rules 2.4).
    #[staticmethod]
    #[pyo3(signature = (*, ace_low_four_straight = true))]
    fn soko(ace_low_four_straight: bool) -> Self {
        Self(soko::Ranking::Soko { ace_low_four_straight })
    }

    /// Return the standard order of five-card hands.
    #[staticmethod]
    fn standard() -> Self {
        Self(soko::Ranking::Standard)
    }

    /// Return the standard order with five of a kind on top, for wild cards (rules 2.9).
    #[staticmethod]
    fn wild() -> Self {
        Self(soko::Ranking::Wild)
    }

    /// The ranking's name: ``soko``, ``standard`` or ``wild``.
    #[getter]
    pub fn name(&self) -> &'static str {
        match self.0 {
            soko::Ranking::Soko { .. } => "soko",
            soko::Ranking::Standard => "standard",
            soko::Ranking::Wild => "wild",
        }
    }

    /// Whether 4-3-2-A is a four-straight; always true for rankings without four-straights, which have no such switch.
    #[getter]
    fn ace_low_four_straight(&self) -> bool {
        self.0 != soko::Ranking::Soko { ace_low_four_straight: false }
    }

    pub fn __str__(&self) -> String {
        let switch = if self.ace_low_four_straight() { "" } else { " (4-3-2-A not a four-straight)" };
        format!("{}{switch}", self.name())
    }

    pub fn __repr__(&self) -> String {
        let switch = if self.ace_low_four_straight() { "" } else { "ace_low_four_straight=False" };
        format!("Ranking.{}({switch})", self.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Call<'py>> {
        let switch = PyDict::new(py);
        switch.set_item("ace_low_four_straight", self.ace_low_four_straight())?;
        call(&py.get_type::<Self>(), (self.name(),).into_pyobject(py)?, &switch)
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }
}

/// A call that takes no arguments any more: `functools.partial` is what every pickle protocol knows for keywords.
pub type Call<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// The call of a class with arguments and keywords, for pickles.
pub fn call<'py>(
    class: &Bound<'py, PyType>,
    arguments: Bound<'py, PyTuple>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Call<'py>> {
    let py = class.py();
    let arguments = PyTuple::new(py, [class.clone().into_any()])?.add(arguments)?.cast_into::<PyTuple>()?;
    let partial = py.import("functools")?.getattr("partial")?.call(arguments, Some(keywords))?;
    Ok((partial, PyTuple::empty(py)))
}

/// The name of a ranking.
struct RankingName(Word);

impl Default for RankingName {
    fn default() -> Self {
        Self(Word("soko".to_owned()))
    }
}

impl<'py> FromPyObject<'_, 'py> for RankingName {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        given
            .extract()
            .map(Self)
            .map_err(|_: PyErr| type_error("the name of a ranking is 'soko', 'standard' or 'wild'", &given))
    }
}

fn by_name(name: &str) -> PyResult<soko::Ranking> {
    match name {
        "soko" => Ok(soko::Ranking::default()),
        "standard" => Ok(soko::Ranking::Standard),
        "wild" => Ok(soko::Ranking::Wild),
        _ => Err(RulesError::new_err(format!("ranking '{name}': rankings are soko, standard and wild"))),
    }
}

/// A ranking argument: a `Ranking`, a name, or rules, whose ranking it then is.
#[derive(Clone, Copy, Default)]
pub struct AnyRanking(pub soko::Ranking);

impl<'py> FromPyObject<'_, 'py> for AnyRanking {
    type Error = PyErr;

    fn extract(ranking: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = ranking.cast::<PyString>() {
            let name = name.to_owned();
            let name = read_text(&name)?;
            return by_name(&name).or_else(|_| by_name(&escaped(&name))).map(Self);
        }
        if let Ok(ranking) = ranking.cast::<Ranking>() {
            return Ok(Self(ranking.get().0));
        }
        if let Ok(rules) = ranking.cast::<Rules>() {
            return Ok(Self(rules.get().0.ranking));
        }
        let given = ranking.get_type().name()?;
        Err(PyTypeError::new_err(format!("a ranking is 'soko', 'standard', 'wild', a Ranking or Rules, not {given}")))
    }
}

/// A wild argument: one rank letter or several, such as `9` or `Q9`.
#[derive(Clone, Copy, Default)]
pub struct AnyWild(pub WildRanks);

impl<'py> FromPyObject<'_, 'py> for AnyWild {
    type Error = PyErr;

    fn extract(wild: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = wild.cast::<PyString>() else {
            let given = wild.get_type().name()?;
            let message = format!("wild is None, a rank letter such as '9' or several such as 'Q9', not {given}");
            return Err(PyTypeError::new_err(message));
        };
        let text = text.to_owned();
        let text = &*escaped(&read_text(&text)?);
        let mut ranks = WildRanks::NONE;
        for letter in text.replace("10", "T").chars().filter(|&c| c != ' ' && c != ',') {
            let rank = Rank::from_letter(letter);
            ranks = ranks.with(rank.ok_or_else(|| no_rank(text))?);
        }
        if ranks.is_empty() { Err(no_rank(text)) } else { Ok(Self(ranks)) }
    }
}

fn no_rank(text: &str) -> PyErr {
    card_error(format_args!("wild rank '{text}': ranks are 2 3 4 5 6 7 8 9 T J Q K A"))
}

/// The ranking and the wild ranks of a call, which must agree.
pub fn agree(ranking: AnyRanking, wild: Option<AnyWild>) -> PyResult<WildRanks> {
    match wild {
        Some(_) if ranking.0 != soko::Ranking::Wild => {
            let name = Ranking(ranking.0).name();
            Err(ranking_error(format_args!("wild ranks count in ranking 'wild' only, not in '{name}'")))
        }
        Some(AnyWild(ranks)) => Ok(ranks),
        None => Ok(WildRanks::NONE),
    }
}

/// Wild ranks as the argument that gives them, `None` for none.
pub fn wild_text(wild: WildRanks) -> Option<String> {
    let letters: String = wild.iter().map(Rank::letter).collect();
    if letters.is_empty() { None } else { Some(letters) }
}

/// The member of `soko.Category` that stands for a category.
pub fn category_member(py: Python<'_>, category: Category) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: PyOnceLock<Py<PyList>> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let members = py.import("soko.category")?.getattr("Category")?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, members).map(Bound::unbind)
    })?;
    members.bind(py).get_item(category as usize)
}
