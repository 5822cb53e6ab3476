//! Arrays that tables write into.
#![allow(dead_code, reason = "each program uses its own part of this")]

use soko::actions::ACTIONS;
use soko::lockstep::{Rows, Tables};

/// Arrays for some tables; numbers that nothing was written over stand out.
#[derive(Debug, PartialEq)]
pub struct Arrays {
    pub actors: Vec<i8>,
    pub legal: Vec<u8>,
    /// Empty where nobody looks.
    pub observations: Vec<f32>,
    /// Empty where nobody looks.
    pub history: Vec<i8>,
    pub rewards: Vec<i64>,
    pub terminated: Vec<u8>,
}

impl Arrays {
    /// What tables show.
    pub fn of(tables: &Tables) -> Self {
        Self::with(tables, tables.setup().tables * tables.layout().width())
    }

    /// What tables show, without observations.
    pub fn unobserved(tables: &Tables) -> Self {
        Self::with(tables, 0)
    }

    fn with(tables: &Tables, observations: usize) -> Self {
        let (n, players) = (tables.setup().tables, usize::from(tables.setup().players));
        let mut arrays = Self {
            actors: vec![99; n],
            legal: vec![99; n * ACTIONS],
            observations: vec![99.0; observations],
            history: vec![99; n * tables.history_length()],
            rewards: vec![99; n * players],
            terminated: vec![99; n],
        };
        tables.show(arrays.rows());
        arrays
    }

    pub fn rows(&mut self) -> Rows<'_> {
        Rows {
            actors: &mut self.actors,
            legal: &mut self.legal,
            observations: Some(&mut self.observations[..]).filter(|row| !row.is_empty()),
            history: Some(&mut self.history[..]).filter(|row| !row.is_empty()),
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
        }
    }
}
