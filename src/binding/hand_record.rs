//! Hands written down and read again.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use soko::engine::Event as CoreEvent;

use crate::errors::{CoreError, raised_as};
use crate::events::{ViewEvent, in_words};
use crate::hand_history::{HandHistory, action_of};
use crate::hand_start::{Cards, read_deck_text, start};
use crate::integers::Integer;
use crate::record::{Record, Version, cards_record, pots_record};
use crate::rules::Rules;

/// The record of a hand: how it began and what was done, which is enough, then where it stands, so that a change shows.
pub fn write_hand<'py>(
    rules: &Bound<'py, PyAny>,
    history: &HandHistory,
    version: Version,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, hand) = (rules.py(), &history.hand);
    let record = PyDict::new(py);
    record.set_item("version", version.number())?;
    record.set_item("rules", rules)?;
    record.set_item("dealer", hand.dealer())?;
    record.set_item("starting_stacks", hand.starting_stacks())?;
    record.set_item("deal", if history.manual { "manual" } else { "auto" })?;
    record.set_item("deck", cards_record(py, history.given().iter().copied(), version)?)?;
    let actions = history.causes().into_iter().map(|cause| ViewEvent::of(cause, hand).to_record(py, version));
    record.set_item("actions", actions.collect::<PyResult<Vec<_>>>()?)?;
    record.set_item("street", hand.street())?;
    record.set_item("actor", hand.actor())?;
    record.set_item("stacks", hand.stacks())?;
    record.set_item("bets", hand.bets())?;
    record.set_item("pots", pots_record(py, &hand.pots())?)?;
    Ok(record)
}

/// The hand of a record, played again.
pub fn read_hand<'py>(given: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, Rules>, HandHistory)> {
    let record = Record::read("a hand", given)?;
    let version = record.version()?;
    let rules = record.rules()?;
    let stacks = record.numbers("starting_stacks")?;
    let dealer = Integer::Fits(record.number("dealer")?);
    let manual = record.word("deal", &["auto", "manual"])? == "manual";
    let cards = Cards::new(read_deck_text(&record.card_text("deck", version)?)?, manual);
    let mut history = start(&rules, &stacks, Some(dealer), &cards)?;
    for (number, action) in record.each("actions")?.enumerate() {
        repeat(&record, &mut history, number, ViewEvent::read(&action?, version)?)?;
    }
    record.compare(&write_hand(&record.get("rules")?, &history, version)?)?;
    Ok((rules, history))
}

/// Does once more what an event says was done.
fn repeat(record: &Record<'_>, history: &mut HandHistory, number: usize, stated: ViewEvent) -> PyResult<()> {
    let place = &format!("action {number} of the record");
    let events = match stated {
        ViewEvent::Core(CoreEvent::Deal { card, .. }) => history.deal(card).map_err(|error| wrong(place, &error))?,
        ViewEvent::Core(CoreEvent::Community(card)) => {
            history.deal(Some(card)).map_err(|error| wrong(place, &error))?
        }
        ViewEvent::Core(CoreEvent::Reveal { seat, cards }) => {
            history.reveal(seat, &cards).map_err(|error| wrong(place, &error))?
        }
        ViewEvent::Core(CoreEvent::Muck(seat)) => {
            history.muck(seat).map_err(|error| wrong(place, &error))?;
            return Ok(());
        }
        ViewEvent::Show(seat, _) => history.show(seat).map_err(|error| wrong(place, &error))?,
        ViewEvent::Core(event) => {
            let nothing = || format!("{place}: '{}' is not an action", in_words(stated));
            let action = action_of(&event).ok_or_else(|| record.wrong("actions", nothing()))?;
            let amount = action.kind.has_amount().then_some(action.to);
            history.act(action.kind, amount).map_err(|error| wrong(place, &error))?
        }
    };
    match events.first().map(|&event| ViewEvent::of(event, &history.hand)) {
        Some(event) if event == stated => Ok(()),
        Some(event) => {
            let (event, stated) = (in_words(event), in_words(stated));
            Err(record.wrong("actions", format_args!("{place}: '{stated}' is stated, but '{event}' is due")))
        }
        None => Err(record.wrong("actions", place)),
    }
}

/// The error of a move that is refused.
fn wrong(place: &str, error: &impl CoreError) -> PyErr {
    raised_as(error, format!("{place}: {error}"))
}
