//! `Hand`: one hand of any game, played, looked at, taken back, copied and written down.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyTuple, PyType};
use soko::engine::{ActionKind, DealError, Event as CoreEvent, LegalAction as CoreLegalAction, LegalActions, Request};

use crate::amount::{Amount, read_request};
use crate::cards::{Card, read_cards};
use crate::errors::{IllegalAction, SokoError, raised, raised_as};
use crate::events::{Event, ViewEvent};
use crate::hand_and_view::{hand_and_view_methods, summary};
use crate::hand_history::HandHistory;
use crate::hand_record::{read_hand, write_hand};
use crate::hand_start::{Cards, Chips, key, read_unknown_or_card, start};
use crate::html::html;
use crate::integers::Integer;
use crate::legal::LegalAction;
use crate::observe::{in_python, numbered};
use crate::record::{Version, card_name};
use crate::rules::{AnyRules, Rules};
use crate::seat_view::SeatView;
use crate::text::{Word, formatted};
use crate::view::View;
use crate::worlds::world;

/// One hand of a game, from the antes to the last award (rules 4 to 9).
///
/// ``legal_actions`` lists what the seat to act may do; ``act``, or the method named after the action, does it and
/// returns the events that this causes. Amounts are totals on the street, in whole chips. After an ``IllegalAction``
/// the hand is as it was.
///
/// The same ``rng`` deals the same cards, which is for study and tests only: whoever sees some cards may find a small
/// seed, and with it all other cards. Where something is at stake, give a ``deck`` of 52 cards that
/// ``secrets.SystemRandom().shuffle(deck)`` has shuffled (docs/fairness.md).
///
/// A hand may be used by one thread at a time. A call while another thread uses it raises ``RuntimeError`` (``Already
/// borrowed`` or ``Already mutably borrowed``) and does nothing; events, views and clones may go to any thread.
///
/// Hands are equal when they began alike and the same was done since. ``hash`` covers public information only and
/// changes as the hand goes on.
///
/// Parameters
/// ----------
/// rules
///     The game.
/// stacks
///     The chips of each seat, clockwise: whole numbers from 1.
/// deck
///     Cards in the order in which they are dealt (rules 4.2); all that are needed, or the first ones. ``None`` or
///     ``"?"`` is a card that nobody knows, as in hand histories: dealt face down it stays unknown until ``reveal``, and
///     where a card face up is due the hand waits for ``deal``. A showdown waits for the unknown cards of the seats that
///     come to it (``to_reveal``).
/// rng
///     Shuffles the whole deck, or what is left of it after ``deck``: anything that ``numpy.random.default_rng`` takes,
///     ``None`` for a fresh seed (docs/stream.md).
/// dealer
///     The seat with the dealer box (rules 4.1); the last one by default, so that seat 0 is dealt first.
/// deal
///     With ``"manual"`` the caller deals: ``chance`` says where the next card goes, and ``deal`` puts it there. A
///     ``deck`` is then dealt first.
///
/// Raises
/// ------
/// SeatError
///     The number of players, a stack or the dealer does not fit the game.
/// DeckError
///     The deck has a card twice or too few cards.
/// CardError
///     A card cannot be read.
/// ArgumentError
///     ``deal`` is neither ``"auto"`` nor ``"manual"``, or a manual deal or unknown cards come with an ``rng``.
/// TypeError
///     A stack is not a whole number.
///
/// Examples
/// --------
/// >>> import soko
/// >>> hand = soko.Hand(soko.games.soko(), stacks=[100, 100, 100], rng=7)
/// >>> print(hand.actor, *hand.legal_actions(), sep=", ")
/// 1, bring-in 2, complete to 4
/// >>> print(*hand.complete())
/// seat 1 completes to 4
/// >>> hand.act("fold")[0].kind
/// 'fold'
/// >>> print(*hand.fold(), sep=", ")
/// seat 0 folds, 4 uncalled go back to seat 1, seat 1 wins 3 of pot 0, the hand is over
/// >>> hand.payoffs
/// (-1, 2, -1)
#[pyclass(module = "soko")]
pub struct Hand {
    rules: Py<Rules>,
    history: HandHistory,
}

hand_and_view_methods!(Hand {
    #[new]
    #[pyo3(
        signature = (rules, stacks, *, deck = None, rng = None, dealer = None, deal = Word("auto".to_owned())),
        text_signature = "(rules, stacks, *, deck=None, rng=None, dealer=None, deal='auto')"
    )]
    fn new(
        rules: AnyRules<'_>,
        stacks: Chips,
        deck: Option<Bound<'_, PyAny>>,
        rng: Option<Bound<'_, PyAny>>,
        dealer: Option<Integer>,
        deal: Word,
    ) -> PyResult<Self> {
        let AnyRules(rules) = rules;
        let cards = Cards::read(rules.py(), deck, rng, &deal, rules.get().0.deck)?;
        let history = start(&rules, &stacks.0, dealer, &cards)?;
        Ok(Self { rules: rules.unbind(), history })
    }

    /// Return what the seat to act may do, in the order fold, check, call, bring-in, complete, bet, raise.
    ///
    /// Empty when nobody is to act. Where two fixed sizes are possible, each has its own entry (rules 3, open pair).
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        LegalAction::tuple(py, &self.history.hand.legal_actions(), self.bet_of_actor())
    }

    /// Return what an absent player does: bring in where it is due, else check, else fold.
    ///
    /// ``None`` when nobody is to act.
    fn default_action(&self) -> Option<LegalAction> {
        let action = self.history.hand.default_action()?;
        let action = CoreLegalAction { kind: action.kind, low: action.to, high: action.to };
        Some(LegalAction::listed(action, self.bet_of_actor()))
    }

    /// Act for the seat to act, and return the events that this causes.
    ///
    /// ``kind`` is the kind of action, ``"wager"`` for whichever of complete, bet and raise is possible, or one of
    /// ``legal_actions``, which means exactly that action. ``amount`` is the total on the street, not needed where only
    /// one is possible. ``IllegalAction`` names the action, the seat, the street and what is legal; ``TypeError`` for
    /// anything but a kind, and for an amount that is not a whole number. Either leaves the hand as it was.
    ///
    /// The events include hidden cards: send a player those of ``view(seat)``.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> print(*hand.clone().act(hand.legal_actions()[0]))
    /// seat 1 brings in 2
    /// >>> print(*hand.clone().act("wager", 4))
    /// seat 1 completes to 4
    /// >>> hand.act("raise", 12)
    /// Traceback (most recent call last):
    /// soko.IllegalAction: raise to 12 by seat 1 on second street is not possible; legal: bring-in 2, complete to 4
    #[pyo3(signature = (kind, amount = None))]
    fn act<'py>(&mut self, kind: &Bound<'py, PyAny>, amount: Option<Integer>) -> PyResult<Bound<'py, PyTuple>> {
        let request = self.request(kind)?;
        self.do_act(kind.py(), request, amount)
    }

    /// Return a copy of the hand in which the seat to act has acted; this hand stays as it is.
    ///
    /// It is ``clone`` and ``act`` in one call, for tree search: ``kind`` and ``amount`` are those of ``act``, and so are
    /// the errors. The events are not returned: ask the copy for them where they are wanted.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> children = [hand.child(action) for action in hand.legal_actions()]
    /// >>> [child.bets for child in children], hand.bets
    /// ([(0, 2), (0, 4)], (0, 0))
    #[pyo3(signature = (kind, amount = None))]
    fn child(&self, kind: &Bound<'_, PyAny>, amount: Option<Integer>) -> PyResult<Self> {
        let (py, request, amount) = (kind.py(), self.request(kind)?, Amount::of(amount));
        let child = self.history.child(request, amount.chips).map_err(|error| amount.illegal(py, &error))?;
        Ok(Self { rules: self.rules.clone_ref(py), history: child })
    }

    /// Fold, and return the events that this causes; ``IllegalAction`` where checking is free (rules 6.6).
    fn fold<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Fold, None)
    }

    /// Check, and return the events that this causes; ``IllegalAction`` where there is something to call.
    fn check<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Check, None)
    }

    /// Call, all-in if need be, and return the events that this causes; ``IllegalAction`` with nothing to call.
    fn call<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Call, None)
    }

    /// Post the bring-in, and return the events that this causes; ``IllegalAction`` where none is due (rules 5.2).
    fn bring_in<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::BringIn, None)
    }

    /// Complete the bring-in, or open for more instead of it, and return the events that this causes (rules 5.4).
    ///
    /// ``to`` is not needed where only one total is possible. ``IllegalAction`` as ``act`` raises it.
    #[pyo3(signature = (to = None))]
    fn complete<'py>(&mut self, py: Python<'py>, to: Option<Integer>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Complete, to)
    }

    /// Make the first wager of a street, and return the events that this causes (rules 6).
    ///
    /// ``to`` is not needed where only one total is possible. ``IllegalAction`` as ``act`` raises it.
    #[pyo3(signature = (to = None))]
    fn bet<'py>(&mut self, py: Python<'py>, to: Option<Integer>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Bet, to)
    }

    /// Raise to a total on the street, and return the events that this causes (rules 6).
    ///
    /// ``to`` is not needed where only one total is possible. ``IllegalAction`` as ``act`` raises it.
    #[pyo3(signature = (to = None))]
    fn raise_to<'py>(&mut self, py: Python<'py>, to: Option<Integer>) -> PyResult<Bound<'py, PyTuple>> {
        self.do_act(py, ActionKind::Raise, to)
    }

    /// Deal a card where ``chance`` says, and return the events that this causes.
    ///
    /// ``None`` or ``"?"`` is a face-down card that nobody knows, as in hand histories; ``reveal`` may fill it in later.
    ///
    /// ``IllegalAction`` when no card is due, ``DeckError`` for one that was dealt before and for an unknown one face
    /// up, ``CardError`` for one that cannot be read. Each leaves the hand as it was.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], deal="manual")
    /// >>> hand.chance
    /// (0, 'down')
    /// >>> print(*hand.deal("Kd"))
    /// seat 0 is dealt Kd face down
    #[pyo3(signature = (card, /))]
    fn deal<'py>(&mut self, card: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let read = read_unknown_or_card(card)?;
        let events = self.history.deal(read).map_err(|error| match error {
            DealError::NotDue => {
                raised_as(&error, format!("deal {}: {error}; {}", card_name(read), summary!(self)))
            }
            error => raised(error),
        })?;
        self.event_tuple(card.py(), &events)
    }

    /// Fill in the unknown face-down cards of a seat, and return the events that this causes (rules 7.3).
    ///
    /// ``cards`` take the places of the unknown ones in the order dealt; they may include cards that the seat is known to
    /// have. This is possible at any time, for folded seats too; a showdown that waited for these cards (``to_reveal``)
    /// continues. ``DeckError`` for another number of cards than are unknown, for a card that is known to be elsewhere,
    /// and for one given twice; the hand is then as it was.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [4, 4], deck="? ? As 3h  Ad 4c  Ks 5h  Kd 6h")
    /// >>> _ = hand.complete(), hand.call()
    /// >>> hand
    /// <Hand of soko, fifth street, 8 in the pot, the showdown waits for the cards of seats 0 and 1>
    /// >>> print(*hand.reveal(0, "Ah"))
    /// the face-down cards of seat 0 are Ah
    /// >>> print(*hand.muck(1), sep=", ")
    /// seat 0 shows Ah, seat 1 mucks, seat 0 wins 8 of pot 0, the hand is over
    #[pyo3(signature = (seat, cards, /))]
    fn reveal<'py>(&mut self, seat: Integer, cards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let seat = seat.seat("seat", self.history.hand.players())?;
        let events = self.history.reveal(seat, &read_cards(cards)?);
        let events = events.map_err(|error| raised_as(&error, format!("reveal seat {seat}: {error}")))?;
        self.event_tuple(cards.py(), &events)
    }

    /// Muck an unknown hand that the showdown waits for, and return the events that this causes (rules 7.3).
    ///
    /// The seat wins nothing, and its cards stay unknown. ``IllegalAction`` where the showdown does not wait for the seat
    /// (``to_reveal``), and where nobody else could win one of the pots.
    #[pyo3(signature = (seat, /))]
    fn muck<'py>(&mut self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyTuple>> {
        let seat = seat.seat("seat", self.history.hand.players())?;
        let events = self.history.muck(seat);
        let events = events.map_err(|error| raised_as(&error, format!("muck seat {seat}: {error}")))?;
        self.event_tuple(py, &events)
    }

    /// Show a seat's hand voluntarily after the hand is over, and return the event (rules 7.3).
    ///
    /// Any seat that did not fold may, including the winner of an uncontested pot; no chips move. The event appears in
    /// the views of all seats and in the record. ``IllegalAction`` before the hand is over, and for a seat that has
    /// folded or shown already; ``SeatError`` for an unknown seat.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> _ = hand.bring_in(), hand.fold()
    /// >>> hand.view(0).hole_cards(1)
    /// (None,)
    /// >>> print(*hand.show(1))
    /// seat 1 shows Jd
    /// >>> hand.view(0).hole_cards(1)
    /// (Card('Jd'),)
    #[pyo3(signature = (seat, /))]
    fn show<'py>(&mut self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyTuple>> {
        let seat = seat.seat("seat", self.history.hand.players())?;
        let shown = self.history.show(seat);
        let events = shown.map_err(|error| raised_as(&error, format!("show seat {seat}: {error}")))?;
        self.event_tuple(py, &events)
    }

    /// Undo the last action, manually dealt card or shown hand; ``IllegalAction`` when there is nothing to undo.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> before = hand.clone()
    /// >>> _ = hand.bring_in()
    /// >>> hand.undo()
    /// >>> hand == before
    /// True
    fn undo(&mut self) -> PyResult<()> {
        if self.history.undo() {
            return Ok(());
        }
        Err(IllegalAction::new_err("undo: nothing has been done since the hand began"))
    }

    /// Return a seat's face-down cards in the order dealt, ``None`` for each that nobody knows.
    ///
    /// ``SeatError`` for an unknown seat.
    fn hole_cards<'py>(&self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyTuple>> {
        let hand = &self.history.hand;
        Card::tuple_or_none(py, &hand.hole_cards(seat.seat("seat", hand.players())?))
    }

    /// The uncalled chips that were returned to each seat; zeros before that (rules 7.2).
    #[getter]
    fn uncalled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.history.uncalled())
    }

    /// All events since the antes, hidden cards included; a new tuple each time.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Event::tuple(py, self.history.events().into_iter())
    }

    /// Return a ``View``: the hand as a seat may see it, or a spectator for ``None``.
    ///
    /// ``SeatError`` for an unknown seat.
    #[pyo3(signature = (seat, /))]
    fn view(&self, py: Python<'_>, seat: Option<Integer>) -> PyResult<View> {
        let seat = seat.map(|seat| seat.seat("seat", self.history.hand.players())).transpose()?;
        Ok(View::new(self.rules.clone_ref(py), SeatView::of(&self.history, seat)))
    }

    /// Return which of the seven numbered actions are legal (docs/table.md): bool (7,), as a row of ``Table.legal``.
    ///
    /// >>> import soko
    /// >>> soko.Hand(soko.games.soko(), [100, 100], rng=7).legal_mask().nonzero()[0]
    /// array([2, 3])
    fn legal_mask<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "legal_mask")?.call1((slf,))
    }

    /// Act by the number that an action has at tables, and return the events that this causes.
    ///
    /// ``ArgumentError`` for a number that is no action; ``IllegalAction`` where it is not legal. Either leaves the hand
    /// as it was.
    ///
    /// >>> import soko
    /// >>> print(*soko.Hand(soko.games.soko(), [100, 100], rng=7).act_number(3))
    /// seat 1 completes to 4
    #[pyo3(signature = (number, /))]
    fn act_number<'py>(&mut self, py: Python<'py>, number: Integer) -> PyResult<Bound<'py, PyTuple>> {
        let action = numbered(&self.history.hand, number, || summary!(self))?;
        let events = self.history.act(action.kind, action.kind.has_amount().then_some(action.to));
        self.event_tuple(py, &events.map_err(raised)?)
    }

    /// The numbers of the actions so far, oldest first: int8, ``seat * 8 + action``; a new array each time.
    ///
    /// It is a row of ``Table.history`` without the -1 at its end: seats are counted clockwise from the seat to act, and
    /// are those of the table when nobody is. 7 stands for a wager whose amount is none of the four sizes.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100, 100], rng=7)
    /// >>> _ = hand.bring_in(), hand.call()
    /// >>> hand.actor, hand.history
    /// (0, array([10, 17], dtype=int8))
    #[getter(history)]
    fn numbers<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "hand_history")?.call1((slf,))
    }

    /// Return what a seat sees as a row of numbers: float32, as ``Table.observe`` writes it; zeros when the hand is over.
    ///
    /// Parameters
    /// ----------
    /// seat
    ///     Whose view it is, whether or not it is to act or has folded.
    /// encoding
    ///     ``"raw"``, ``"onehot"`` or ``"canonical"`` (docs/observations.md).
    /// history
    ///     How many of the last actions ``"onehot"`` has; the most that a hand of the game can have by default.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array.
    ///
    /// Raises
    /// ------
    /// SeatError
    ///     There is no such seat.
    /// ArgumentError
    ///     The encoding is unknown, or ``"onehot"`` needs ``history`` as the game has no bound.
    ///
    /// Examples
    /// --------
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> hand.observe(0).shape, hand.observe(0, "onehot", history=8).shape
    /// ((23,), (320,))
    #[pyo3(
        signature = (seat, encoding = Word("raw".to_owned()), history = None),
        text_signature = "(self, seat, encoding='raw', history=None)"
    )]
    fn observe<'py>(
        slf: &Bound<'py, Self>,
        seat: &Bound<'py, PyAny>,
        encoding: Word,
        history: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        in_python(slf.py(), "observe_hand")?.call1((slf, seat, encoding.0, history))
    }

    /// The cards that are not known to have left the deck, ordered by index: not dealt to any seat, and not burnt.
    ///
    /// >>> import soko
    /// >>> len(soko.Hand(soko.games.soko(), [100, 100], rng=7).undealt)
    /// 48
    #[getter]
    fn undealt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple(py, &self.history.undealt())
    }

    /// Return a new hand that agrees with all that a seat has seen, the cards that it has not seen dealt at random.
    ///
    /// It is the first of ``view(seat).worlds``, and ``view(seat)`` is the same before and after. ``SeatError`` for an
    /// unknown seat; ``SokoError`` for a hand that is over or at its showdown.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> hand.determinize(0, rng=1).view(0) == hand.view(0)
    /// True
    #[pyo3(signature = (seat, rng = None))]
    fn determinize(&self, py: Python<'_>, seat: Integer, rng: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        let seat = seat.seat("seat", self.history.hand.players())?;
        let history = world(&self.rules.get().0, &self.history, seat, &key(py, rng)?).ok_or_else(|| {
            SokoError::new_err(format!("determinize: nothing is left to be dealt; {}", summary!(self)))
        })?;
        Ok(Self { rules: self.rules.clone_ref(py), history })
    }

    /// Return an independent copy of the hand.
    #[pyo3(name = "clone")]
    fn copy(&self, py: Python<'_>) -> Self {
        Self { rules: self.rules.clone_ref(py), history: self.history.clone() }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    /// Return the hand as a dictionary, ready for JSON: how it began, all cards, all actions, and its state.
    ///
    /// It is for whoever runs the table; send players ``view(seat).to_dict()``.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> _ = hand.bring_in()
    /// >>> hand.to_dict().get("actions")
    /// [{'kind': 'bring-in', 'seat': 1, 'to': 2}]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        write_hand(&self.rules.get().to_dict(py)?.into_any(), &self.history, Version::CURRENT)
    }

    /// Return the digest of the hand: 64 hexadecimal digits, the SHA-256 of how it began, its deck and all actions.
    ///
    /// Stored apart from the record, it shows later whether any of that was changed, undealt cards included.
    /// docs/fairness.md specifies what is hashed, and who may have the digest.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> before = hand.digest()
    /// >>> soko.Hand.from_dict(hand.to_dict()).digest() == before
    /// True
    /// >>> _ = hand.bring_in()
    /// >>> hand.digest() == before
    /// False
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static DIGEST: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        DIGEST.import(py, "soko.fairness", "digest_record")?.call1((self.to_dict(py)?,))
    }

    /// Return the hand of a dictionary that ``to_dict`` made, played again from the start.
    ///
    /// ``HistoryError`` when it has another version, a field is missing or unknown, or the chips it states are not those
    /// that the actions lead to; ``IllegalAction``, ``DeckError``, ``RulesError`` or another error for wrong contents.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> soko.Hand.from_dict(hand.to_dict()) == hand
    /// True
    #[classmethod]
    #[pyo3(signature = (record, /))]
    fn from_dict(_class: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (rules, history) = read_hand(record)?;
        Ok(Self { rules: rules.unbind(), history })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        // The rules go as an object, so that a pickle of many hands has them once.
        let record = write_hand(self.rules.bind(py).as_any(), &self.history, Version::CURRENT)?;
        Ok((py.get_type::<Self>().getattr("from_dict")?, (record,)))
    }

    // The one that pyo3 makes takes a hand that another thread is at for something else than a hand, and so for another.
    fn __eq__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let equal = slf.try_borrow()?.history == other.try_borrow()?.history;
        Ok(PyBool::new(py, equal).to_owned().into_any())
    }

    fn __hash__(&self) -> u64 {
        self.history.public_hash()
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }

    fn __repr__(&self) -> String {
        format!("<Hand of {}>", summary!(self))
    }

    /// What anybody sees: a notebook is shown to others.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        html("seats", Bound::new(py, self.view(py, None)?)?.as_any())
    }
});

impl Hand {
    pub const fn of_history(rules: Py<Rules>, history: HandHistory) -> Self {
        Self { rules, history }
    }

    pub const fn history(&self) -> &HandHistory {
        &self.history
    }

    fn table(&self) -> &soko::Hand {
        &self.history.hand
    }

    fn bet_of_actor(&self) -> u64 {
        let hand = &self.history.hand;
        hand.actor().map_or(0, |seat| hand.bets()[usize::from(seat)])
    }

    fn legal(&self) -> LegalActions {
        self.history.hand.legal_actions()
    }

    #[inline]
    fn do_act<'py>(
        &mut self,
        py: Python<'py>,
        request: impl Into<Request>,
        amount: Option<Integer>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let amount = Amount::of(amount);
        match self.history.act(request, amount.chips) {
            Ok(events) => self.event_tuple(py, &events),
            Err(error) => Err(amount.illegal(py, &error)),
        }
    }

    /// What the player to act is to do: a kind of action by name, or one of the legal actions.
    #[inline]
    fn request(&self, kind: &Bound<'_, PyAny>) -> PyResult<Request> {
        read_request(kind, || (summary!(self), self.legal()))
    }

    /// The objects of events of this hand.
    #[inline]
    fn event_tuple<'py>(&self, py: Python<'py>, events: &[CoreEvent]) -> PyResult<Bound<'py, PyTuple>> {
        Event::tuple(py, events.iter().map(|&event| ViewEvent::of(event, &self.history.hand)))
    }
}
