//! `View`: a hand as one seat may see it.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use soko::Rank;
use soko::chance::Key;
use soko::engine::{ActionKind, Chance, Face, LegalAction as CoreLegalAction, MAX_SEATS, Pot, Seat, SeatSet};
use soko::ranking::WildRanks;

use crate::cards::Card;
use crate::errors::SokoError;
use crate::events::{Event, ViewEvent, face_name};
use crate::hand::Hand;
use crate::hand_and_view::{chance_tuple, hand_and_view_methods, summary};
use crate::hand_start::key;
use crate::html::html;
use crate::integers::Integer;
use crate::legal::LegalAction;
use crate::ranking::{AnyWild, wild_text};
use crate::record::{MOST_EVENTS, Record, Version, cards_record, pots_record, short_list};
use crate::rules::Rules;
use crate::seat_view::{Frame, SeatView, chips};
use crate::text::formatted;
use crate::worlds::{earlier, worlds};

/// How many worlds one call makes at most.
const MOST_WORLDS: u64 = 1 << 16;

/// A hand as one seat may see it, and nothing else. ``Hand.view`` makes it.
///
/// It has the attributes of ``Hand``, but of the face-down cards only the viewer's own and those shown at the end. It
/// contains neither cards to come, nor burnt cards, nor the hand itself. ``legal_actions()`` is empty unless the viewer
/// is to act.
///
/// Views are immutable, hashable, and equal when the viewer saw the same.
///
/// >>> import soko
/// >>> hand = soko.Hand(soko.games.soko(), [100, 100], deck="2c Kd As 3h", deal="manual")
/// >>> view = hand.view(0)
/// >>> view.hole_cards(0), view.hole_cards(1), view.up_cards(1)
/// ((Card('2c'),), (None,), (Card('3h'),))
/// >>> print(*view.legal_actions(), sep=", ")
/// bring-in 2, complete to 4
/// >>> hand.view(1).legal_actions()
/// ()
#[pyclass(frozen, eq, hash, module = "soko")]
pub struct View {
    rules: Py<Rules>,
    view: SeatView,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.view == other.view && self.rules.get() == other.rules.get()
    }
}

impl Hash for View {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.hash(state);
    }
}

hand_and_view_methods!(View {
    /// The seat of the viewer, ``None`` for a spectator.
    #[getter]
    fn seat(&self) -> Option<Seat> {
        self.view.frame.viewer
    }

    /// Return a seat's face-down cards in the order dealt, ``None`` for each that the viewer has not seen.
    ///
    /// ``SeatError`` for an unknown seat.
    fn hole_cards<'py>(&self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyTuple>> {
        Card::tuple_or_none(py, &self.view.hole_cards(seat.seat("seat", self.view.players())?))
    }

    /// A description of the viewer's own hand, as ``"four-flush, A-K-Q-J so far"`` while cards are to come.
    ///
    /// It covers all cards of the viewer and the community card: the best five of five or more cards, or the category and
    /// the ranks that fewer cards make already. ``None`` for a spectator, and where a card of the hand is unknown.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], deck="Kd 2c Kh As", deal="manual")
    /// >>> hand.view(0).best
    /// 'one pair, K-K so far'
    #[getter]
    fn best(&self) -> Option<String> {
        let rules = &self.rules.get().0;
        let cards = self.own_cards()?;
        let all = usize::from(rules.cards_after(rules.streets.len() - 1));
        let more = !self.view.is_over() && cards.len() < all;
        let words = rules.ranking.in_words(&cards, self.view.wild_ranks())?;
        Some(if more { format!("{words} so far") } else { words })
    }

    /// The viewer's lowest spade dealt face down (rules 9); ``None`` without one, and where the game has no such share.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.low_chicago(), [100, 100], deck="3s 2c As 3h Kd Kc", deal="manual")
    /// >>> hand.view(0).low_spade
    /// Card('As')
    #[getter]
    fn low_spade(&self, py: Python<'_>) -> PyResult<Option<Py<Card>>> {
        let low = self.rules.get().0.low_share();
        let down = self.view.frame.viewer.map(|seat| self.view.hole_cards(seat));
        let down = down.as_deref().unwrap_or_default();
        let worth = |card: &soko::Card| low.map_or(0, |low| low.worth([card.index()]));
        let best = down.iter().copied().flatten().filter(|card| worth(card) > 0).max_by_key(worth);
        best.map(|card| Card::of(py, card)).transpose()
    }

    /// Return hands that are consistent with the view: cards that the viewer has not seen are dealt at random.
    ///
    /// They have the same actions and the same state, and every deal of the unseen cards is equally likely, whatever the
    /// others did. They can be played on like any hand, for search or sampling.
    ///
    /// Parameters
    /// ----------
    /// n
    ///     How many, from 0.
    /// rng
    ///     Anything that ``numpy.random.default_rng`` takes; ``None`` for a fresh seed. The same ``rng`` gives the same
    ///     hands.
    ///
    /// Returns
    /// -------
    /// list of Hand
    ///     ``n`` independent hands.
    ///
    /// Raises
    /// ------
    /// SokoError
    ///     The hand is over or at its showdown.
    /// ArgumentError
    ///     ``n`` is below 0 or above 65,536.
    ///
    /// Examples
    /// --------
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> view = hand.view(hand.actor)
    /// >>> worlds = view.worlds(3, rng=1)
    /// >>> all(world.view(hand.actor) == view for world in worlds)
    /// True
    #[pyo3(signature = (n, rng = None))]
    fn worlds(&self, py: Python<'_>, n: Integer, rng: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Hand>> {
        if self.view.is_over() || !self.view.to_reveal().is_empty() {
            return Err(SokoError::new_err(format!("worlds: nothing is left to be dealt; {}", summary!(self))));
        }
        let count = n.count("n", MOST_WORLDS)?;
        let key = key(py, rng)?;
        let made = worlds(&self.rules.get().0, &self.view, count, &key);
        let made = made.ok_or_else(|| SokoError::new_err("worlds: the events of this view make no hand"))?;
        Ok(made.into_iter().map(|history| Hand::of_history(self.rules.clone_ref(py), history)).collect())
    }

    /// Return the view as it was after the first ``k`` events, as when a hand is replayed for its viewer.
    ///
    /// In the middle of a deal ``chance`` says where the next card goes, as where the caller deals; between the events
    /// that end a hand nobody is to act. Who had unknown cards to reveal is in no event: ``to_reveal`` is empty.
    /// ``ArgumentError`` when ``k`` is below 0 or above the number of events.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> before = hand.view(1)
    /// >>> _ = hand.bring_in(), hand.call()
    /// >>> hand.view(1).at(len(before.events)) == before
    /// True
    #[pyo3(signature = (k, /))]
    fn at(&self, py: Python<'_>, k: Integer) -> PyResult<Self> {
        let count = k.count("k", self.view.events().len() as u64)?;
        let view = earlier(&self.rules.get().0, &self.view, count as usize);
        let view = view.ok_or_else(|| SokoError::new_err("at: the events of this view make no hand"))?;
        Ok(Self { rules: self.rules.clone_ref(py), view })
    }

    /// The uncalled chips that were returned to each seat; zeros before that (rules 7.2).
    #[getter]
    fn uncalled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.view.uncalled())
    }

    /// All events so far, as the viewer saw them.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Event::tuple(py, self.view.events().into_iter())
    }

    /// Return the viewer's legal actions, as ``Hand.legal_actions`` does; empty unless the viewer is to act.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        LegalAction::tuple(py, self.legal(), self.view.bet_of_actor())
    }

    /// Return the view as a dictionary, ready for JSON; cards are lists of texts, ``"?"`` for one that is unseen.
    ///
    /// >>> import soko
    /// >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    /// >>> print(*hand.view(0).to_dict().get("hole_cards")[1])
    /// ?
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.write(py, Version::CURRENT)
    }

    /// Return the view of a dictionary that ``to_dict`` made.
    ///
    /// ``HistoryError`` when it has another version, a field is missing or unknown, or the other fields do not follow
    /// from the events; ``RulesError`` for invalid rules.
    #[classmethod]
    #[pyo3(signature = (record, /))]
    fn from_dict(_class: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = record.py();
        let record = Record::read("a view", record)?;
        let version = record.version()?;
        let rules = record.rules()?.unbind();
        // One by one, so that what is no event is refused at once, however many are said to follow.
        let mut events = Vec::new();
        for event in record.each("events")? {
            if events.len() == MOST_EVENTS {
                return Err(record.wrong("events", format_args!("more than {MOST_EVENTS} values")));
            }
            events.push(ViewEvent::read(&event?, version)?.named(&rules.get().0));
        }
        let view = SeatView::new(read_frame(&record, version)?, events);
        let view = view.ok_or_else(|| record.wrong("events", "they do not add up"))?;
        check_frame(&record, &rules.get().0, &view)?;
        let view = Self { rules, view };
        record.compare(&view.write(py, version)?)?;
        Ok(view)
    }

    fn __format__(slf: &Bound<'_, Self>, spec: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        formatted(slf, spec)
    }

    fn __repr__(&self) -> String {
        let whose = self.view.frame.viewer.map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"));
        format!("<View of {whose}: {}>", summary!(self))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        html("seats", slf)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
});

impl View {
    fn write<'py>(&self, py: Python<'py>, version: Version) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(py);
        record.set_item("version", version.number())?;
        record.set_item("rules", self.rules.get().to_dict(py)?)?;
        add_frame(&record, &self.view, version)?;
        add_state(&record, &self.view, version)?;
        let events = self.view.events().into_iter().map(|event| event.to_record(py, version));
        record.set_item("events", events.collect::<PyResult<Vec<_>>>()?)?;
        Ok(record)
    }

    /// What a seat may see of a hand.
    pub fn new(rules: Py<Rules>, view: SeatView) -> Self {
        Self { rules, view }
    }

    /// All cards of the viewer, if it has a seat and they are known.
    fn own_cards(&self) -> Option<Vec<soko::Card>> {
        let seat = self.view.frame.viewer?;
        let mut cards = self.view.hole_cards(seat).iter().copied().collect::<Option<Vec<_>>>()?;
        cards.extend_from_slice(&self.view.up_cards(seat));
        cards.extend(self.view.community());
        Some(cards)
    }

    fn table(&self) -> &SeatView {
        &self.view
    }

    fn legal(&self) -> &[CoreLegalAction] {
        &self.view.frame.legal
    }
}

fn add_frame(record: &Bound<'_, PyDict>, view: &SeatView, version: Version) -> PyResult<()> {
    let (py, frame) = (record.py(), &view.frame);
    record.set_item("seat", frame.viewer)?;
    record.set_item("dealer", frame.dealer)?;
    record.set_item("starting_stacks", view.starting_stacks())?;
    record.set_item("actor", frame.actor)?;
    let chance = frame.chance.map(|chance| chance_tuple(py, chance)).transpose()?;
    record.set_item("chance", chance.map(|chance| chance.to_list()))?;
    if version != Version::One {
        record.set_item("to_reveal", frame.to_reveal.iter().map(u64::from).collect::<Vec<_>>())?;
    }
    let bet = view.bet_of_actor();
    let legal = frame.legal.iter().map(|&action| LegalAction::listed(action, bet).to_record(py, version));
    record.set_item("legal_actions", legal.collect::<PyResult<Vec<_>>>()?)?;
    record.set_item("pots", pots_record(py, &frame.pots)?)?;
    record.set_item("wild_ranks", wild_text(frame.wild_ranks))
}

/// What follows from the events, for readers that do not add them up.
fn add_state(record: &Bound<'_, PyDict>, view: &SeatView, version: Version) -> PyResult<()> {
    let py = record.py();
    record.set_item("street", view.street())?;
    record.set_item("is_over", view.is_over())?;
    record.set_item("stacks", view.stacks())?;
    record.set_item("bets", view.bets())?;
    record.set_item("contributions", view.contributions())?;
    record.set_item("live", view.live().iter().map(u64::from).collect::<Vec<_>>())?;
    let seats = 0..view.players();
    let hole = seats.clone().map(|seat| cards_record(py, view.hole_cards(seat).iter().copied(), version));
    record.set_item("hole_cards", hole.collect::<PyResult<Vec<_>>>()?)?;
    let up = seats.map(|seat| cards_record(py, view.up_cards(seat).iter().copied().map(Some), version));
    record.set_item("up_cards", up.collect::<PyResult<Vec<_>>>()?)?;
    record.set_item("community", cards_record(py, view.community().map(Some), version)?)?;
    record.set_item("wild_rank", view.wild_rank().map(Rank::letter))?;
    record.set_item("payoffs", view.is_over().then(|| view.payoffs()))?;
    record.set_item("showdown_order", view.showdown_order().into_iter().map(u64::from).collect::<Vec<_>>())
}

fn read_frame(record: &Record<'_>, version: Version) -> PyResult<Frame> {
    let start = record.numbers("starting_stacks")?;
    if !(1..=MAX_SEATS).contains(&start.len()) {
        return Err(record.wrong("starting_stacks", format_args!("{} seats", start.len())));
    }
    let players = start.len() as u8;
    Ok(Frame {
        viewer: record.maybe_seat("seat", players)?,
        dealer: record.seat("dealer", players)?,
        actor: record.maybe_seat("actor", players)?,
        chance: read_chance(record)?,
        to_reveal: read_to_reveal(record, version, players)?,
        pots: record.items("pots", MAX_SEATS)?.iter().map(|pot| read_pot(record, pot)).collect::<PyResult<_>>()?,
        wild_ranks: read_wild(record)?,
        legal: record
            .items("legal_actions", ActionKind::ALL.len() * 2)?
            .iter()
            .map(|given| LegalAction::from_record(given, version))
            .collect::<PyResult<_>>()?,
        players,
        start: chips(&start),
    })
}

fn read_chance(record: &Record<'_>) -> PyResult<Option<Chance>> {
    let given = record.get("chance")?;
    if given.is_none() {
        return Ok(None);
    }
    let chance = pair(&given).and_then(|(place, way)| {
        let way: String = way.extract().ok()?;
        let face = [Face::Down, Face::Up].into_iter().find(|&face| face_name(face) == way)?;
        match (small(&place), place.extract::<String>()) {
            (Some(seat), _) if usize::from(seat) < MAX_SEATS => Some(Chance::Seat { seat, face }),
            (_, Ok(place)) if place == "community" && face == Face::Up => Some(Chance::Community),
            _ => None,
        }
    });
    match chance {
        Some(chance) => Ok(Some(chance)),
        None => Err(record.wrong("chance", format_args!("{} is not a place for a card", given.repr()?))),
    }
}

fn read_to_reveal(record: &Record<'_>, version: Version, players: u8) -> PyResult<SeatSet> {
    if version == Version::One {
        return Ok(SeatSet::EMPTY);
    }
    record.numbers("to_reveal")?.into_iter().map(|seat| record.check_seat("to_reveal", seat, players)).collect()
}

fn read_pot(record: &Record<'_>, given: &Bound<'_, PyAny>) -> PyResult<Pot> {
    let pot = pair(given).and_then(|(amount, seats)| {
        let seats = short_list(&seats, MAX_SEATS)?.iter().map(|seat| small(seat)).collect::<Option<Vec<Seat>>>()?;
        let known = seats.iter().all(|&seat| usize::from(seat) < MAX_SEATS);
        Some(Pot { amount: whole_number(&amount)?, eligible: known.then_some(seats)?.into_iter().collect() })
    });
    match pot {
        Some(pot) => Ok(pot),
        None => Err(record.wrong("pots", format_args!("{} is not an amount with its seats", given.repr()?))),
    }
}

/// The two values of a list or a tuple of two.
fn pair<'py>(given: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let [first, second] = <[_; 2]>::try_from(short_list(given, 2)?).ok()?;
    Some((first, second))
}

/// A whole number of a record.
fn whole_number(given: &Bound<'_, PyAny>) -> Option<u64> {
    if let Ok(Integer::Fits(number)) = given.extract() { Some(number) } else { None }
}

/// A whole number of a record below 256, such as a seat.
fn small(given: &Bound<'_, PyAny>) -> Option<Seat> {
    whole_number(given)?.try_into().ok()
}

/// `HistoryError` unless what is stated besides the events follows from them: whose view it is, who is to act, what that
/// seat may do, and the pots. A hand that fits the view knows.
fn check_frame(record: &Record<'_>, rules: &soko::Rules, view: &SeatView) -> PyResult<()> {
    let frame = &view.frame;
    if view.events().iter().any(|event| event.seen_by(frame.viewer) != Some(*event)) {
        return Err(record.wrong("seat", "the events have cards that it does not see"));
    }
    let world = worlds(rules, view, 1, &Key([0; 4])).and_then(|worlds| worlds.into_iter().next());
    let Some(world) = world else { return Err(record.wrong("events", "they are not those of a hand")) };
    let hand = &world.hand;
    if hand.actor() != frame.actor {
        let seat = |seat: Option<Seat>| seat.map_or_else(|| "nobody".to_owned(), |seat| format!("seat {seat}"));
        let (stated, due) = (seat(frame.actor), seat(hand.actor()));
        return Err(record.wrong("actor", format_args!("{stated} is stated, but {due} follows from the rest")));
    }
    if hand.chance() != frame.chance {
        return Err(record.wrong("chance", "another place for the next card follows from the rest"));
    }
    if hand.wild_ranks() != frame.wild_ranks {
        return Err(record.wrong("wild_ranks", "others follow from the rest"));
    }
    // Whether somebody else's cards are unknown to all is not in the events; who can have to show them is.
    let waits = frame.actor.is_none() && frame.chance.is_none() && !view.is_over();
    if frame.to_reveal.iter().any(|seat| !waits || !view.live().contains(seat)) {
        return Err(record.wrong("to_reveal", "nobody has cards to reveal that the rest allows for"));
    }
    let acts = frame.actor.is_some() && frame.actor == frame.viewer;
    let legal = if acts { hand.legal_actions().to_vec() } else { Vec::new() };
    if legal != frame.legal {
        return Err(record.wrong("legal_actions", "others follow from the rest"));
    }
    // At the end, who wins them hangs on cards that the view may not have.
    if frame.actor.is_some() && *hand.pots() != *frame.pots {
        return Err(record.wrong("pots", "others follow from the rest"));
    }
    Ok(())
}

fn read_wild(record: &Record<'_>) -> PyResult<WildRanks> {
    let given: Option<AnyWild> =
        record.get("wild_ranks")?.extract().map_err(|error| record.wrong("wild_ranks", error))?;
    Ok(given.map_or(WildRanks::NONE, |wild| wild.0))
}
