//! One step of learning: a player goes through a street against the other's present strategy.

use super::ground::Ground;
use super::lanes::{in_proportion, rows, rows_mut, with_lanes};
use super::tree::{Kind, Tree};
use crate::kernel::{Vector, by_kernel};

/// By how much what was learnt before counts less, and who learns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub player: u8,
    pub iteration: u32,
    /// Factor of regrets above zero.
    positive: f32,
    /// Factor of regrets below zero.
    negative: f32,
    /// Factor of the sums of strategies.
    before: f32,
}

impl Step {
    /// A player's step of an iteration, 1 the first: discounts with exponents 3/2, 0 and 4. For the sums 2 is
    /// usual; with 4 rivers come as near in two thirds of the iterations, and fourth streets in about as many.
    pub fn of(iteration: u32, player: u8) -> Self {
        let before = (iteration - 1) as f32;
        let power = before * before.sqrt();
        let step = Self { player, iteration, positive: power / (power + 1.0), negative: 0.5, before: 0.0 };
        step.since(iteration - 1)
    }

    /// The same where the sums were last added to in another iteration.
    pub fn since(self, last: u32) -> Self {
        let part = last as f32 / self.iteration as f32;
        let square = part * part;
        Self { before: square * square, ..self }
    }
}

/// What a player goes through: a street's tree with the strategies of both players, and room to count in.
#[derive(Debug)]
pub(super) struct Lesson<'a> {
    pub tree: &'a Tree,
    pub ground: &'a Ground<f32>,
    pub width: usize,
    pub step: Step,
    /// What each action would have won over what was done, a row for each action.
    pub regrets: &'a mut [f32],
    /// The strategies of all steps, weighed by how often a class came there.
    pub sums: &'a mut [f32],
    /// How many cards of each class the other player comes with, a row a node; the first is given.
    pub reach: &'a mut [f32],
    /// What each class wins, a row a node; the first is what comes out.
    pub value: &'a mut [f32],
}

by_kernel! {
    /// Goes through the last street.
    pub(super) fn learn(lesson: &mut Lesson<'_>) -> () = learn_by<V>
}

#[inline(always)]
fn learn_by<V: Vector>(lesson: &mut Lesson<'_>) {
    with_lanes!(lesson.width, L => {
        down::<L>(lesson);
        up::<L>(lesson);
    });
}

impl Lesson<'_> {
    /// The first half alone: how the other player comes to each node.
    pub fn go_down(&mut self) {
        with_lanes!(self.width, L => down::<L>(self));
    }

    /// The second half, with the values of the next street in their rows.
    pub fn go_up(&mut self) {
        with_lanes!(self.width, L => up::<L>(self));
    }
}

#[inline(always)]
fn down<const L: usize>(lesson: &mut Lesson<'_>) {
    let (regrets, step) = (rows::<f32, L>(lesson.regrets), lesson.step);
    let (sums, reach) = (rows_mut::<f32, L>(lesson.sums), rows_mut::<f32, L>(lesson.reach));
    for (at, node) in lesson.tree.nodes.iter().enumerate() {
        let Kind::Act { player, slot } = node.kind else { continue };
        let (here, count) = (reach[at], usize::from(node.count));
        let children = &mut reach[node.first as usize..][..count];
        if player == step.player {
            children.fill(here);
            continue;
        }
        let slots = slot as usize..slot as usize + count;
        let strategy = in_proportion(&regrets[slots.clone()]);
        for ((child, sums), part) in children.iter_mut().zip(&mut sums[slots]).zip(&strategy) {
            for i in 0..L {
                child[i] = here[i] * part[i];
                sums[i] = sums[i] * step.before + child[i];
            }
        }
    }
}

#[inline(always)]
fn up<const L: usize>(lesson: &mut Lesson<'_>) {
    let (step, ground, tree) = (lesson.step, lesson.ground, lesson.tree);
    let (regrets, reach) = (rows_mut::<f32, L>(lesson.regrets), rows::<f32, L>(lesson.reach));
    let value = rows_mut::<f32, L>(lesson.value);
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let (player, slot) = match node.kind {
            Kind::Act { player, slot } => (player, slot as usize),
            Kind::Fold(pay) => {
                value[at] = ground.fold(pay, &reach[at]);
                continue;
            }
            Kind::Show(pay) => {
                value[at] = ground.show(&tree.pays[pay as usize], &reach[at]);
                continue;
            }
            Kind::Next(_) => continue,
        };
        let count = usize::from(node.count);
        let (before, children) = value.split_at_mut(node.first as usize);
        let children = &children[..count];
        let mut here = [0.0; L];
        if player != step.player {
            for child in children {
                for i in 0..L {
                    here[i] += child[i];
                }
            }
            before[at] = here;
            continue;
        }
        let regrets = &mut regrets[slot..slot + count];
        let strategy = in_proportion(regrets);
        for (child, part) in children.iter().zip(&strategy) {
            for i in 0..L {
                here[i] += child[i] * part[i];
            }
        }
        for (regrets, child) in regrets.iter_mut().zip(children) {
            for i in 0..L {
                let factor = if regrets[i] > 0.0 { step.positive } else { step.negative };
                regrets[i] = regrets[i] * factor + (child[i] - here[i]);
            }
        }
        before[at] = here;
    }
}
