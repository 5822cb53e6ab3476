//! `Event`: what happens in a hand, as Python sees it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use soko::engine::{Award, Event as CoreEvent, Face, Hand, MAX_SEATS, Seat, Share};
use soko::rules::street_name;
use soko::{Card as CoreCard, Rank};

use crate::cards::Card;
use crate::interned::word;
use crate::record::{Record, Version, card_name, cards_record, cards_text};
use crate::text::formatted;

/// The face-down cards of a seat, as many as it has; unused places have a number that is no card.
pub type Down = [u8; 8];

/// An event with what of it may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewEvent {
    /// As the engine reports it.
    Core(CoreEvent),
    /// A hand is shown, with its face-down cards.
    Show(Seat, Down),
}

impl ViewEvent {
    /// An event of a hand that now stands as `hand` does.
    pub fn of(event: CoreEvent, hand: &Hand) -> Self {
        match event {
            CoreEvent::Show(seat) => Self::Show(seat, down(hand.hole_cards(seat).iter().copied().flatten())),
            event => Self::Core(event),
        }
    }

    /// What a seat sees of it, or somebody without a seat; `None` for what only others see.
    pub fn seen_by(self, viewer: Option<Seat>) -> Option<Self> {
        match self {
            Self::Core(CoreEvent::Deal { seat, face: Face::Down, .. }) if viewer != Some(seat) => {
                Some(Self::Core(CoreEvent::Deal { seat, face: Face::Down, card: None }))
            }
            Self::Core(CoreEvent::Reveal { seat, .. }) if viewer != Some(seat) => None,
            Self::Core(CoreEvent::Burn(_)) => Some(Self::Core(CoreEvent::Burn(None))),
            seen => Some(seen),
        }
    }

    fn kind(self) -> &'static str {
        match self {
            Self::Show(..) => "show",
            Self::Core(event) => core_kind(event),
        }
    }

    /// The fields that its kind has, in order.
    fn fields(self) -> Vec<(&'static str, Value)> {
        match self {
            Self::Core(CoreEvent::Deal { seat, face, card }) => {
                vec![("seat", seat_value(seat)), ("face", face_value(face)), ("card", Value::Card(card))]
            }
            Self::Show(seat, cards) => vec![("seat", seat_value(seat)), ("cards", Value::Cards(cards))],
            Self::Core(event) => core_fields(event),
        }
    }

    fn field(self, name: &str) -> Option<Value> {
        self.fields().into_iter().find_map(|(field, value)| (field == name).then_some(value))
    }
}

/// Cards as the face-down cards of an event.
pub fn down(cards: impl IntoIterator<Item = CoreCard>) -> Down {
    let mut down = [u8::MAX; 8];
    down.iter_mut().zip(cards).for_each(|(slot, card)| *slot = card.index());
    down
}

pub fn down_cards(cards: Down) -> impl Iterator<Item = CoreCard> {
    cards.into_iter().filter_map(CoreCard::from_index)
}

const fn core_kind(event: CoreEvent) -> &'static str {
    match event {
        CoreEvent::Ante { .. } => "ante",
        CoreEvent::Street { .. } => "street",
        CoreEvent::Burn(_) => "burn",
        CoreEvent::Reveal { .. } => "reveal",
        CoreEvent::Deal { .. } => "deal",
        CoreEvent::Community(_) => "community",
        CoreEvent::Wild(_) => "wild",
        CoreEvent::BringIn { .. } => "bring-in",
        CoreEvent::Fold(_) => "fold",
        CoreEvent::Check(_) => "check",
        CoreEvent::Call { .. } => "call",
        CoreEvent::Complete { .. } => "complete",
        CoreEvent::Bet { .. } => "bet",
        CoreEvent::Raise { .. } => "raise",
        CoreEvent::Uncalled { .. } => "uncalled",
        CoreEvent::Show(_) => "show",
        CoreEvent::Muck(_) => "muck",
        CoreEvent::Award(_) => "award",
        CoreEvent::End => "end",
    }
}

fn core_fields(event: CoreEvent) -> Vec<(&'static str, Value)> {
    match event {
        CoreEvent::Ante { seat, amount } | CoreEvent::Uncalled { seat, amount } => {
            vec![("seat", seat_value(seat)), ("amount", Value::Number(amount))]
        }
        CoreEvent::Street { street, cards } => {
            vec![("street", Value::Number(street.into())), ("name", Value::Word(street_name(cards)))]
        }
        CoreEvent::Burn(card) | CoreEvent::Deal { card, .. } => vec![("card", Value::Card(card))],
        CoreEvent::Community(card) => vec![("card", Value::Card(Some(card)))],
        CoreEvent::Reveal { seat, cards } => {
            vec![("seat", seat_value(seat)), ("cards", Value::Cards(down(cards.iter().copied())))]
        }
        CoreEvent::Wild(rank) => vec![("rank", Value::Rank(rank))],
        CoreEvent::BringIn { seat, to }
        | CoreEvent::Call { seat, to }
        | CoreEvent::Complete { seat, to }
        | CoreEvent::Bet { seat, to }
        | CoreEvent::Raise { seat, to } => vec![("seat", seat_value(seat)), ("to", Value::Number(to))],
        CoreEvent::Fold(seat) | CoreEvent::Check(seat) | CoreEvent::Show(seat) | CoreEvent::Muck(seat) => {
            vec![("seat", seat_value(seat))]
        }
        CoreEvent::Award(Award { seat, pot, share, amount }) => vec![
            ("seat", seat_value(seat)),
            ("pot", Value::Number(pot.into())),
            ("share", share_value(share)),
            ("amount", Value::Number(amount)),
        ],
        CoreEvent::End => vec![],
    }
}

fn seat_value(seat: Seat) -> Value {
    Value::Number(seat.into())
}

const fn face_value(face: Face) -> Value {
    Value::Word(face_name(face))
}

/// The word for a face.
pub const fn face_name(face: Face) -> &'static str {
    match face {
        Face::Down => "down",
        Face::Up => "up",
    }
}

/// The word for a share.
pub const fn share_name(share: Share) -> &'static str {
    match share {
        Share::High => "high",
        Share::Low => "low",
    }
}

const fn share_value(share: Share) -> Value {
    Value::Word(share_name(share))
}

/// A field of an event.
#[derive(Clone, Copy)]
enum Value {
    Number(u64),
    Word(&'static str),
    Card(Option<CoreCard>),
    Rank(Option<Rank>),
    Cards(Down),
}

impl Value {
    /// As an attribute: cards are cards.
    fn shown(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Card(card) => Ok(card.map(|card| Card::of(py, card)).transpose()?.into_pyobject(py)?.into_any()),
            Self::Cards(cards) => Ok(Card::tuple(py, &down_cards(cards).collect::<Vec<_>>())?.into_any()),
            plain => plain.written(py, Version::CURRENT),
        }
    }

    /// As a record has it: cards are texts.
    fn written(self, py: Python<'_>, version: Version) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            Self::Word(text) => Ok(word(py, text).into_any()),
            Self::Card(None) if version == Version::One => Ok(py.None().into_bound(py)),
            Self::Card(card) => Ok(card_name(card).into_pyobject(py)?.into_any()),
            Self::Rank(rank) => Ok(rank.map(|rank| rank.to_string()).into_pyobject(py)?),
            Self::Cards(cards) => cards_record(py, down_cards(cards).map(Some), version),
        }
    }

    /// As a tuple of plain values has it: cards and ranks are numbers.
    fn numbered(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Card(card) => Ok(card.map(CoreCard::index).into_pyobject(py)?),
            Self::Rank(rank) => Ok(rank.map(Rank::index).into_pyobject(py)?),
            Self::Cards(cards) => {
                Ok(PyTuple::new(py, down_cards(cards).map(CoreCard::index).collect::<Vec<_>>())?.into_any())
            }
            plain => plain.written(py, Version::CURRENT),
        }
    }
}

/// One event of a hand. ``Hand`` returns them; ``from_dict`` reads one from a record.
///
/// The ``kind`` of an event determines which of the other attributes it has; all others are ``None``:
///
/// - ``ante`` and ``uncalled``: ``seat``, ``amount`` (rules 5.1, 7.2)
/// - ``street``: ``street``, from 0, and ``name``, as ``"third street"``, by the number of cards a player then holds
/// - ``burn``: ``card``, ``None`` if it is unknown (4.2)
/// - ``deal``: ``seat``, ``face`` (``"down"`` or ``"up"``), ``card``, ``None`` for one that is hidden or unknown
/// - ``reveal``: ``seat``, ``cards``, those dealt face down, some of which were unknown until now
/// - ``community``: ``card`` (4.3)
/// - ``wild``: ``rank``, ``None`` when no rank is wild any more (8)
/// - ``fold``, ``check``, ``muck``: ``seat``
/// - ``call``, ``bring-in``, ``complete``, ``bet``, ``raise``: ``seat``, ``to``, the total on the street (5, 6)
/// - ``show``: ``seat``, ``cards``, those dealt face down (7.3)
/// - ``award``: ``seat``, ``pot``, ``share`` (``"high"`` or ``"low"``), ``amount`` (7.2, 9.1)
/// - ``end``
///
/// Events are immutable, hashable, and equal when all their attributes are; ``str`` describes them.
///
/// >>> import soko
/// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
/// >>> event = hand.bring_in()[0]
/// >>> str(event), event.kind, event.to
/// ('seat 1 brings in 2', 'bring-in', 2)
/// >>> soko.Event.from_dict(event.to_dict()) == event
/// True
#[pyclass(frozen, eq, hash, module = "soko")]
#[derive(PartialEq, Eq, Hash)]
pub struct Event(pub ViewEvent);

#[pymethods]
impl Event {
    /// The kind of event, such as ``"deal"`` or ``"bring-in"``.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        word(py, self.0.kind())
    }

    /// The seat concerned, ``None`` where there is none.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "seat")
    }

    /// The chips of an ante, an uncalled bet or an award.
    #[getter]
    fn amount<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "amount")
    }

    /// The total of the player's chips on the street after this action.
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "to")
    }

    /// The card that was dealt or burnt; also ``None`` when it may not be seen.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "card")
    }

    /// Which way a card was dealt, ``"down"`` or ``"up"``.
    #[getter]
    fn face<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "face")
    }

    /// The face-down cards of a hand that was shown, in the order dealt.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "cards")
    }

    /// The street that begins, from 0.
    #[getter]
    fn street<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "street")
    }

    /// The name of the street that begins, as ``"third street"``: by the number of cards that a player then holds.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "name")
    }

    /// The rank that is wild from now on (rules 8.1).
    #[getter]
    fn rank<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "rank")
    }

    /// The pot of an award, 0 the main pot.
    #[getter]
    fn pot<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "pot")
    }

    /// The share of an award: ``"high"`` for the best hand, ``"low"`` for the lowest spade (rules 9.1).
    #[getter]
    fn share<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attribute(py, "share")
    }

    /// Return the kind and the values as a tuple of plain values, cards and ranks as numbers.
    ///
    /// >>> import soko
    /// >>> soko.Event.from_dict({"kind": "deal", "seat": 2, "face": "up", "card": "As"}).to_tuple()
    /// ('deal', 2, 'up', 51)
    fn to_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut values = vec![self.kind(py).into_any()];
        for (_, value) in self.0.fields() {
            values.push(value.numbered(py)?);
        }
        PyTuple::new(py, values)
    }

    /// Return the event as a dictionary, ready for JSON: ``kind`` and the attributes that it has, cards as text.
    ///
    /// >>> import soko
    /// >>> soko.Hand(soko.games.soko(), [9, 9], rng=7).events[0].to_dict()
    /// {'kind': 'ante', 'seat': 0, 'amount': 1}
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.to_record(py, Version::CURRENT)
    }

    /// Return the event of a dictionary that ``to_dict`` made; ``HistoryError`` says what is wrong with it.
    ///
    /// >>> import soko
    /// >>> str(soko.Event.from_dict({"kind": "raise", "seat": 3, "to": 16}))
    /// 'seat 3 raises to 16'
    #[classmethod]
    #[pyo3(signature = (record, /))]
    fn from_dict(_class: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        ViewEvent::read(record, Version::CURRENT).map(Self)
    }

    fn __str__(&self) -> String {
        in_words(self.0)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut words = vec![self.0.kind().to_owned()];
        for (name, value) in self.0.fields() {
            words.push(format!("{name}={}", value.written(py, Version::CURRENT)?.str()?));
        }
        Ok(format!("<Event {}>", words.join(" ")))
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

impl Event {
    fn attribute<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.field(name).map(|value| value.shown(py)).transpose()
    }

    /// The objects of some events.
    pub fn tuple(py: Python<'_>, events: impl ExactSizeIterator<Item = ViewEvent>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, events.map(Self))
    }
}

/// An event as a sentence.
pub fn in_words(event: ViewEvent) -> String {
    let event = match event {
        ViewEvent::Show(seat, cards) => {
            return format!("seat {seat} shows {}", cards_text(down_cards(cards).map(Some)));
        }
        ViewEvent::Core(event) => event,
    };
    match event {
        CoreEvent::Ante { seat, amount } => format!("seat {seat} antes {amount}"),
        CoreEvent::Street { cards, .. } => format!("{} begins", street_name(cards)),
        CoreEvent::Burn(None) => "a card is burnt".to_owned(),
        CoreEvent::Burn(Some(card)) => format!("{card} is burnt"),
        CoreEvent::Deal { seat, face, card } => {
            let card = card.map_or_else(|| "a card".to_owned(), |card| card.to_string());
            format!("seat {seat} is dealt {card} face {}", face_name(face))
        }
        CoreEvent::Reveal { seat, cards } => {
            format!("the face-down cards of seat {seat} are {}", cards_text(cards.iter().copied().map(Some)))
        }
        CoreEvent::Community(card) => format!("{card} is dealt as the community card"),
        CoreEvent::Wild(None) => "no rank is wild".to_owned(),
        CoreEvent::Wild(Some(rank)) => format!("rank {rank} is wild"),
        CoreEvent::Fold(seat) => format!("seat {seat} folds"),
        CoreEvent::Check(seat) => format!("seat {seat} checks"),
        CoreEvent::Call { seat, to } => format!("seat {seat} calls {to}"),
        CoreEvent::BringIn { seat, to } => format!("seat {seat} brings in {to}"),
        CoreEvent::Complete { seat, to } => format!("seat {seat} completes to {to}"),
        CoreEvent::Bet { seat, to } => format!("seat {seat} bets {to}"),
        CoreEvent::Raise { seat, to } => format!("seat {seat} raises to {to}"),
        CoreEvent::Uncalled { seat, amount } => format!("{amount} uncalled go back to seat {seat}"),
        CoreEvent::Show(seat) => format!("seat {seat} shows"),
        CoreEvent::Muck(seat) => format!("seat {seat} mucks"),
        CoreEvent::Award(Award { seat, pot, share: Share::High, amount }) => {
            format!("seat {seat} wins {amount} of pot {pot}")
        }
        CoreEvent::Award(Award { seat, pot, amount, .. }) => {
            format!("seat {seat} wins {amount} of pot {pot} with the lowest spade")
        }
        CoreEvent::End => "the hand is over".to_owned(),
    }
}

impl ViewEvent {
    /// The event as a record has it.
    pub fn to_record(self, py: Python<'_>, version: Version) -> PyResult<Bound<'_, PyDict>> {
        let record = PyDict::new(py);
        record.set_item("kind", self.kind())?;
        for (name, value) in self.fields() {
            if name != "name" || version != Version::One {
                record.set_item(name, value.written(py, version)?)?;
            }
        }
        Ok(record)
    }

    /// The event with the name that its street has in a game; records of version 1 have none.
    pub fn named(self, rules: &soko::Rules) -> Self {
        match self {
            Self::Core(CoreEvent::Street { street, cards: 0 }) => {
                Self::Core(CoreEvent::Street { street, cards: rules.cards_after(street.into()) })
            }
            event => event,
        }
    }

    /// The event of an event's record.
    pub fn read(given: &Bound<'_, PyAny>, version: Version) -> PyResult<Self> {
        let record = Record::read("an event", given)?;
        let kind = record.text("kind")?;
        let event = match kind.as_str() {
            "deal" => Self::read_deal(&record)?,
            "reveal" => {
                let (seat, cards) = (record.seat("seat", MAX_SEATS as u8)?, read_down(&record, version)?);
                Self::Core(CoreEvent::Reveal { seat, cards: down_cards(cards).collect() })
            }
            "show" => Self::Show(record.seat("seat", MAX_SEATS as u8)?, read_down(&record, version)?),
            kind => Self::Core(read_core(kind, &record, version)?),
        };
        record.compare(&event.to_record(given.py(), version)?)?;
        Ok(event)
    }

    fn read_deal(record: &Record<'_>) -> PyResult<Self> {
        let seat = record.seat("seat", MAX_SEATS as u8)?;
        let face = if record.word("face", &["down", "up"])? == "down" { Face::Down } else { Face::Up };
        match record.maybe_card("card")? {
            None if face == Face::Up => Err(record.wrong("card", "a face-up card must be known")),
            card => Ok(Self::Core(CoreEvent::Deal { seat, face, card })),
        }
    }
}

fn read_down(record: &Record<'_>, version: Version) -> PyResult<Down> {
    let cards = record.cards("cards", version)?;
    if cards.len() <= 7 { Ok(down(cards)) } else { Err(record.wrong("cards", "seven at most")) }
}

fn read_core(kind: &str, record: &Record<'_>, version: Version) -> PyResult<CoreEvent> {
    let seat = || record.seat("seat", MAX_SEATS as u8);
    let amount = || record.number("amount");
    let to = || record.number("to");
    let small = |field| {
        let number = record.number(field)?;
        u8::try_from(number).map_err(|_| record.wrong(field, format_args!("{number} is too large")))
    };
    Ok(match kind {
        "ante" => CoreEvent::Ante { seat: seat()?, amount: amount()? },
        "street" => CoreEvent::Street { street: small("street")?, cards: read_street_name(record, version)? },
        "burn" => CoreEvent::Burn(record.maybe_card("card")?),
        "community" => CoreEvent::Community(read_card(record)?),
        "wild" => CoreEvent::Wild(read_rank(record)?),
        "fold" => CoreEvent::Fold(seat()?),
        "check" => CoreEvent::Check(seat()?),
        "muck" => CoreEvent::Muck(seat()?),
        "call" => CoreEvent::Call { seat: seat()?, to: to()? },
        "bring-in" => CoreEvent::BringIn { seat: seat()?, to: to()? },
        "complete" => CoreEvent::Complete { seat: seat()?, to: to()? },
        "bet" => CoreEvent::Bet { seat: seat()?, to: to()? },
        "raise" => CoreEvent::Raise { seat: seat()?, to: to()? },
        "uncalled" => CoreEvent::Uncalled { seat: seat()?, amount: amount()? },
        "award" => {
            let share = if record.word("share", &["high", "low"])? == "low" { Share::Low } else { Share::High };
            CoreEvent::Award(Award { seat: seat()?, pot: small("pot")?, share, amount: amount()? })
        }
        "end" => CoreEvent::End,
        _ => return Err(record.wrong("kind", format_args!("'{kind}' is not a kind of event"))),
    })
}

/// How many cards a player has after a street of some name, 0 where records have no names.
fn read_street_name(record: &Record<'_>, version: Version) -> PyResult<u8> {
    if version == Version::One {
        return Ok(0);
    }
    let name = record.text("name")?;
    let cards = (1..=7).find(|&cards| street_name(cards) == name);
    cards.ok_or_else(|| record.wrong("name", format_args!("'{name}' is not the name of a street")))
}

fn read_card(record: &Record<'_>) -> PyResult<CoreCard> {
    record.maybe_card("card")?.ok_or_else(|| record.wrong("card", "a face-up card must be known"))
}

fn read_rank(record: &Record<'_>) -> PyResult<Option<Rank>> {
    let value = record.get("rank")?;
    if value.is_none() {
        return Ok(None);
    }
    let letter: Option<char> = value.extract().ok();
    let rank = letter.and_then(Rank::from_letter);
    rank.map(Some).ok_or_else(|| record.wrong("rank", "a rank letter or None is needed"))
}
