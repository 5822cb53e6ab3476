//! What a hand and a view of one have in common: the table as anybody at it sees it.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use soko::engine::{ActionKind, Award, Chance, LegalAction, Pot, Seat};

use crate::events::{face_name, share_name};

/// The methods that hands and views share, and a class's own. `self.table()` gives what is asked.
macro_rules! hand_and_view_methods {
    ($class:ident { $($method:item)+ }) => {
        #[pymethods]
        impl $class {
            /// The game.
            #[getter]
            fn rules(&self, py: Python<'_>) -> Py<$crate::rules::Rules> {
                self.rules.clone_ref(py)
            }

            /// How many seats there are.
            #[getter]
            fn players(&self) -> u8 {
                self.table().players()
            }

            /// The seat that has the dealer box (rules 4.1).
            #[getter]
            fn dealer(&self) -> u8 {
                self.table().dealer()
            }

            /// The chips of each seat before the hand.
            #[getter]
            fn starting_stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().starting_stacks())
            }

            /// The index of the street, 0 for the first one dealt, whatever its name.
            #[getter]
            fn street(&self) -> u8 {
                self.table().street()
            }

            /// The name of the street by the number of cards that a player then holds, as ``"third street"``.
            ///
            /// >>> import soko
            /// >>> soko.Hand(soko.games.seven_card_stud(), [100, 100], rng=7).street_name
            /// 'third street'
            #[getter]
            fn street_name(&self) -> &'static str {
                self.rules.get().0.street_name(self.table().street().into())
            }

            /// The seat to act, ``None`` when nobody is.
            #[getter]
            fn actor(&self) -> Option<u8> {
                self.table().actor()
            }

            /// Where the caller must deal the next card: (seat, ``"down"`` or ``"up"``) or ``("community", "up")``.
            ///
            /// ``None`` when no card is due from the caller.
            #[getter]
            fn chance<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                self.table().chance().map(|chance| $crate::hand_and_view::chance_tuple(py, chance)).transpose()
            }

            /// Whether the hand is over.
            #[getter]
            fn is_over(&self) -> bool {
                self.table().is_over()
            }

            /// The remaining stack of each seat; at the end with what it won.
            #[getter]
            fn stacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().stacks())
            }

            /// What each seat has bet on this street, without antes; zeros at the end.
            #[getter]
            fn bets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().bets())
            }

            /// What each seat has put into the pot so far, antes included, without uncalled chips.
            #[getter]
            fn contributions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().contributions())
            }

            /// The pots, each with its ``amount`` and the ``seats`` that may win it; the main pot first (rules 7.2).
            ///
            /// They do not include the bets of this street. At the end, they are the pots that were divided.
            #[getter]
            fn pots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                $crate::hand_and_view::pots(py, &self.table().pots())
            }

            /// All chips in the pots, with the bets of this street; at the end, what was divided (rules 7.2).
            ///
            /// >>> import soko
            /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
            /// >>> _ = hand.bring_in()
            /// >>> hand.pot, hand.to_call
            /// (4, 2)
            #[getter]
            fn pot(&self) -> u64 {
                self.table().contributions().iter().sum()
            }

            /// How many more chips a call costs the seat to act (rules 6); 0 where it may check or brings in.
            ///
            /// ``None`` when nobody is to act, and in the view of another seat. The ``low`` of a call among the legal
            /// actions is the total that it comes to.
            #[getter]
            fn to_call(&self) -> Option<u64> {
                $crate::hand_and_view::to_call(self.table().actor()?, &self.legal(), self.table().bets())
            }

            /// What each seat won or lost, ``None`` before the end; the sum is 0.
            #[getter]
            fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                let table = self.table();
                table.is_over().then(|| PyTuple::new(py, table.payoffs())).transpose()
            }

            /// Who won what: ``seat``, ``pot``, ``share`` (``"high"`` or ``"low"``), ``amount`` (rules 7.4, 9.1).
            ///
            /// Pot by pot in the order of the events; empty before the end.
            #[getter]
            fn awards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                $crate::hand_and_view::awards(py, &self.table().awards())
            }

            /// The seats that have not folded.
            #[getter]
            fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().live().iter().collect::<Vec<_>>())
            }

            /// The letter of the rank made wild by a followed queen, else ``None`` (rules 8).
            #[getter]
            fn wild_rank(&self) -> Option<char> {
                self.table().wild_rank().map(|rank| rank.letter())
            }

            /// The letters of all ranks that are wild now, ready for ``evaluate(..., wild=...)``; ``None`` for none.
            ///
            /// With the switch ``queens_wild`` queens are always among them (rules 8.3).
            #[getter]
            fn wild_ranks(&self) -> Option<String> {
                $crate::ranking::wild_text(self.table().wild_ranks())
            }

            /// The community cards: none, or one (rules 4.3).
            #[getter]
            fn community<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                Card::tuple(py, self.table().community().as_slice())
            }

            /// The seats that were live at the showdown in the order in which they showed or mucked (rules 7.3).
            ///
            /// Empty before the showdown, and when all but one folded.
            #[getter]
            fn showdown_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().showdown_order())
            }

            /// The seats whose unknown cards the showdown waits for (rules 7.3); empty at any other time.
            ///
            /// ``Hand.reveal`` fills them in, ``Hand.muck`` mucks them.
            #[getter]
            fn to_reveal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.table().to_reveal().iter().collect::<Vec<_>>())
            }

            /// Return a seat's face-up cards in the order dealt; ``SeatError`` for an unknown seat.
            fn up_cards<'py>(&self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyTuple>> {
                let table = self.table();
                Card::tuple(py, &table.up_cards(seat.seat("seat", table.players())?))
            }

            $($method)+
        }
    };
}
pub(crate) use hand_and_view_methods;

/// One line on where a hand stands, of public facts only.
macro_rules! summary {
    ($self:ident) => {{
        let (table, pot) = ($self.table(), $self.pot());
        let turn = match (table.actor(), table.is_over()) {
            (Some(seat), _) => format!("seat {seat} to act"),
            (None, true) => "over".to_owned(),
            (None, false) if !table.to_reveal().is_empty() => {
                format!("the showdown waits for the cards of {}", table.to_reveal().in_words())
            }
            (None, false) => "a card is due".to_owned(),
        };
        let rules = &$self.rules.get().0;
        format!("{}, {}, {pot} in the pot, {turn}", rules.name, rules.street_name(table.street().into()))
    }};
}
pub(crate) use summary;

/// What a call costs a seat with some legal actions, if it has any.
pub fn to_call(seat: Seat, legal: &[LegalAction], bets: &[u64]) -> Option<u64> {
    let call = legal.iter().find(|action| action.kind == ActionKind::Call);
    let cost = call.map_or(0, |call| call.low.saturating_sub(bets[usize::from(seat)]));
    (!legal.is_empty()).then_some(cost)
}

/// Where a card goes, in Python's words.
pub fn chance_tuple(py: Python<'_>, chance: Chance) -> PyResult<Bound<'_, PyTuple>> {
    match chance {
        Chance::Seat { seat, face } => (seat, face_name(face)).into_pyobject(py),
        Chance::Community => ("community", "up").into_pyobject(py),
    }
}

/// The Python class of a pot or an award.
fn class<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyType>>, name: &str) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "soko.hand", name)
}

/// Pots as `soko.Pot`.
pub fn pots<'py>(py: Python<'py>, pots: &[Pot]) -> PyResult<Bound<'py, PyTuple>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = class(py, &CLASS, "Pot")?;
    let pot = |pot: &Pot| class.call1((pot.amount, PyTuple::new(py, pot.eligible.iter().collect::<Vec<Seat>>())?));
    PyTuple::new(py, pots.iter().map(pot).collect::<PyResult<Vec<_>>>()?)
}

/// Awards as `soko.Award`.
pub fn awards<'py>(py: Python<'py>, awards: &[Award]) -> PyResult<Bound<'py, PyTuple>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = class(py, &CLASS, "Award")?;
    let award = |award: &Award| class.call1((award.seat, award.pot, share_name(award.share), award.amount));
    PyTuple::new(py, awards.iter().map(award).collect::<PyResult<Vec<_>>>()?)
}
