//! The arrays that steps are written to: a row a table.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]

use core::ops::Range;

use super::observe::Layout;
use super::table::Table;
use crate::actions::ACTIONS;

/// Memory of the caller for some tables, row by row.
#[derive(Debug)]
pub struct Rows<'a> {
    /// The seat to act, -1 when the hand is over.
    pub actors: &'a mut [i8],
    /// Whether each action is legal, 1 or 0.
    pub legal: &'a mut [u8],
    /// What the player to act sees ([`Layout`](super::Layout)); `None` when nobody asks.
    pub observations: Option<&'a mut [f32]>,
    /// What was done in the hand so far, where it is kept ([`Tables::keep_history`](super::Tables::keep_history)), as the
    /// seat to act sees it; `None` when nobody asks.
    pub history: Option<&'a mut [i8]>,
    /// What each seat won or lost in hands that ended.
    pub rewards: &'a mut [i64],
    /// Whether the hand is over, 1 or 0.
    pub terminated: &'a mut [u8],
}

impl Rows<'_> {
    /// The same rows, for one of several uses.
    pub(super) fn again(&mut self) -> Rows<'_> {
        Rows {
            actors: self.actors,
            legal: self.legal,
            observations: self.observations.as_deref_mut(),
            history: self.history.as_deref_mut(),
            rewards: self.rewards,
            terminated: self.terminated,
        }
    }

    /// The same without observations and histories.
    pub(super) fn unobserved(&mut self) -> Rows<'_> {
        Rows { observations: None, history: None, ..self.again() }
    }

    /// Whether the arrays are as long as so many tables need.
    pub(super) fn fit(&self, tables: usize, players: usize, width: usize, length: usize) -> bool {
        self.actors.len() == tables
            && self.legal.len() == tables * ACTIONS
            && self.observations.as_ref().is_none_or(|rows| rows.len() == tables * width)
            && self.history.as_ref().is_none_or(|rows| rows.len() == tables * length)
            && self.rewards.len() == tables * players
            && self.terminated.len() == tables
    }

    /// Adds what the seats of a table won to its row, if its hand is over.
    pub(super) fn reward(&mut self, row: usize, table: &Table, players: u8) {
        if !table.is_over() {
            return;
        }
        let players = usize::from(players);
        let seats = table.state.stack.iter().zip(&table.state.start);
        for (reward, (stack, start)) in self.rewards[row * players..][..players].iter_mut().zip(seats) {
            // Sums over steps may pass 63 bits where stacks nearly do.
            *reward = reward.saturating_add(stack.cast_signed() - start.cast_signed());
        }
    }

    /// Writes how a table stands to its row.
    #[inline(always)]
    pub(super) fn show(&mut self, row: usize, table: &Table, layout: &Layout) {
        self.mark(row, table.actor(), table.mask);
        if let Some(row) = self.observation(row, layout.width()) {
            if table.is_over() { row.fill(0.0) } else { layout.write(&table.state, row) }
        }
    }

    /// Writes who acts at a table and what is legal there.
    #[inline(always)]
    pub(super) fn mark(&mut self, row: usize, actor: i8, mask: u8) {
        self.actors[row] = actor;
        self.legal[row * ACTIONS..][..ACTIONS].copy_from_slice(&SPREAD[usize::from(mask) % SPREAD.len()]);
        self.terminated[row] = u8::from(mask == 0);
    }

    /// The row of a table's observation, if anybody asks.
    #[inline(always)]
    pub(super) fn observation(&mut self, row: usize, width: usize) -> Option<&mut [f32]> {
        self.observations.as_mut().map(|observations| &mut observations[row * width..][..width])
    }

    /// The rows of the observations of some tables, if anybody asks.
    pub(super) fn some_observations(&mut self, rows: Range<usize>, width: usize) -> Option<&mut [f32]> {
        self.observations.as_mut().map(|observations| &mut observations[rows.start * width..rows.end * width])
    }

    /// The rows of the first tables, and the others.
    pub(super) fn split_at(self, tables: usize, players: usize, width: usize) -> (Self, Self) {
        let (actors, more_actors) = self.actors.split_at_mut(tables);
        let (legal, more_legal) = self.legal.split_at_mut(tables * ACTIONS);
        let (observations, more_observations) = self.observations.map(|rows| rows.split_at_mut(tables * width)).unzip();
        let length = self.history.as_ref().map_or(0, |rows| rows.len() / self.terminated.len().max(1));
        let (history, more_history) = self.history.map(|rows| rows.split_at_mut(tables * length)).unzip();
        let (rewards, more_rewards) = self.rewards.split_at_mut(tables * players);
        let (terminated, more_terminated) = self.terminated.split_at_mut(tables);
        (
            Self { actors, legal, observations, history, rewards, terminated },
            Rows {
                actors: more_actors,
                legal: more_legal,
                observations: more_observations,
                history: more_history,
                rewards: more_rewards,
                terminated: more_terminated,
            },
        )
    }
}

/// Each mask of legal actions, spread out.
const SPREAD: [[u8; ACTIONS]; 1 << ACTIONS] = {
    let mut spread = [[0; ACTIONS]; 1 << ACTIONS];
    let mut mask = 0;
    while mask < spread.len() {
        let mut action = 0;
        while action < ACTIONS {
            spread[mask][action] = (mask >> action & 1) as u8;
            action += 1;
        }
        mask += 1;
    }
    spread
};
