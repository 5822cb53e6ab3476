//! Why tables cannot begin or take an action.

use core::fmt;

use crate::actions::ACTIONS;
use crate::engine::StartError;

/// Why tables cannot begin or take an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum TableError {
    /// No table at all, or more than their memory can be counted for.
    Tables(usize),
    /// A number of the first table that is too great for so many tables.
    First {
        /// What was given.
        first: u64,
        /// How many tables there are.
        tables: usize,
        /// The greatest number that a table may have.
        last: u64,
    },
    /// Stacks for another number of seats.
    Stacks {
        /// How many were given.
        given: usize,
        /// How many seats a table has.
        players: u8,
        /// How many tables there are.
        tables: usize,
    },
    /// A table's hand cannot start.
    Start {
        /// Which table.
        table: usize,
        /// Why.
        error: StartError,
    },
    /// A number that is no action.
    NoAction {
        /// Which table.
        table: usize,
        /// What was given.
        action: i64,
    },
    /// Actions that are not legal.
    Illegal {
        /// The first tables, each with its action and what is legal.
        tables: Vec<(usize, u8, u8)>,
        /// How many tables there are in all.
        count: usize,
    },
    /// Weights by which no action can be drawn.
    Weight {
        /// Which table.
        table: usize,
        /// The action with the weight; `None` where it is the sum that is too great.
        action: Option<u8>,
        /// What was given, or the sum.
        weight: f64,
    },
    /// The number of no table.
    NoTable {
        /// What was given.
        table: usize,
        /// How many tables there are.
        tables: usize,
    },
    /// A hand that cannot be put at a table.
    Misfit(&'static str),
    /// Saved tables that cannot be read.
    Damaged,
    /// The watch did not let them be made to the end.
    Stopped,
}

/// How many tables an error names.
pub(super) const NAMED: usize = 8;

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tables(tables) => write!(f, "{tables} tables: at least 1, and as many as fit into memory"),
            Self::First { first, tables, last } => {
                write!(f, "first {first} with {tables} tables: their numbers are 0 to {last}")
            }
            Self::Stacks { given, players, tables } => {
                write!(f, "{given} stacks: {players} are needed, or {players} for each of {tables} tables")
            }
            Self::Start { table, error } => write!(f, "table {table}: {error}"),
            Self::NoAction { table, action } => {
                write!(f, "action {action} at table {table}: actions are 0 to {}", ACTIONS - 1)
            }
            Self::Illegal { tables, count } => {
                f.write_str("not legal: ")?;
                for (i, (table, action, mask)) in tables.iter().enumerate() {
                    let legal: Vec<_> = (0..ACTIONS).filter(|a| mask >> a & 1 == 1).map(|a| a.to_string()).collect();
                    let comma = if i > 0 { "; " } else { "" };
                    write!(f, "{comma}{action} at table {table} (legal: {})", legal.join(" "))?;
                }
                if *count > tables.len() { write!(f, "; and {} more", count - tables.len()) } else { Ok(()) }
            }
            Self::Weight { table, action: Some(action), weight } => {
                let weight = format!("{weight:?}").to_lowercase();
                write!(f, "weight {weight} of action {action} at table {table}: a finite number from 0 is needed")
            }
            Self::Weight { table, action: None, .. } => {
                write!(f, "weights at table {table}: their sum is too great for a number of 64 bits")
            }
            Self::NoTable { table, tables } => write!(f, "table {table}: tables are 0 to {}", tables - 1),
            Self::Misfit(why) => f.write_str(why),
            Self::Damaged => f.write_str("the saved tables are damaged"),
            Self::Stopped => f.write_str("stopped before the tables were made"),
        }
    }
}

impl core::error::Error for TableError {}
