//! What average strategies are worth, and what a best response wins from them.

use super::ground::Ground;
use super::lanes::{Real, average, rows, rows_mut, with_lanes};
use super::tree::{Kind, Tree};
use crate::kernel::{Vector, by_kernel};

/// A street's tree with the strategies of both players, to judge one of them; numbers as in a lesson.
#[derive(Debug)]
pub(super) struct Case<'a, F> {
    pub tree: &'a Tree,
    pub ground: &'a Ground<F>,
    pub width: usize,
    pub player: u8,
    pub regrets: &'a [f32],
    pub sums: &'a [f32],
    pub reach: &'a mut [F],
    /// What each class wins by the average strategy, a row a node.
    pub value: &'a mut [F],
    /// What it wins by a best response.
    pub best: &'a mut [F],
}

by_kernel! {
    /// Judges a player on the last street.
    pub(super) fn judge(case: &mut Case<'_, f64>) -> () = judge_by<V>
}

#[inline(always)]
fn judge_by<V: Vector>(case: &mut Case<'_, f64>) {
    with_lanes!(case.width, L => {
        down::<f64, L>(case);
        up::<f64, L>(case);
    });
}

impl<F: Real> Case<'_, F> {
    /// The first half alone: how the other player comes to each node.
    pub fn go_down(&mut self) {
        with_lanes!(self.width, L => down::<F, L>(self));
    }

    /// The second half, with the values of the next street in their rows.
    pub fn go_up(&mut self) {
        with_lanes!(self.width, L => up::<F, L>(self));
    }
}

#[inline(always)]
fn down<F: Real, const L: usize>(case: &mut Case<'_, F>) {
    let (regrets, sums) = (rows::<f32, L>(case.regrets), rows::<f32, L>(case.sums));
    let reach = rows_mut::<F, L>(case.reach);
    for (at, node) in case.tree.nodes.iter().enumerate() {
        let Kind::Act { player, slot } = node.kind else { continue };
        let (here, count) = (reach[at], usize::from(node.count));
        let children = &mut reach[node.first as usize..][..count];
        if player == case.player {
            children.fill(here);
            continue;
        }
        let slots = slot as usize..slot as usize + count;
        let strategy = average(&sums[slots.clone()], &regrets[slots]);
        for (child, part) in children.iter_mut().zip(&strategy) {
            for i in 0..L {
                child[i] = here[i] * F::from(part[i]);
            }
        }
    }
}

#[inline(always)]
fn up<F: Real, const L: usize>(case: &mut Case<'_, F>) {
    let (tree, ground) = (case.tree, case.ground);
    let (regrets, sums) = (rows::<f32, L>(case.regrets), rows::<f32, L>(case.sums));
    let reach = rows::<F, L>(case.reach);
    let (value, best) = (rows_mut::<F, L>(case.value), rows_mut::<F, L>(case.best));
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let (player, slot) = match node.kind {
            Kind::Act { player, slot } => (player, slot as usize),
            Kind::Fold(pay) => {
                value[at] = ground.fold(pay, &reach[at]);
                best[at] = value[at];
                continue;
            }
            Kind::Show(pay) => {
                value[at] = ground.show(&tree.pays[pay as usize], &reach[at]);
                best[at] = value[at];
                continue;
            }
            Kind::Next(_) => continue,
        };
        let count = usize::from(node.count);
        let children = node.first as usize..node.first as usize + count;
        let (mut worth, mut most) = ([F::default(); L], best[children.start]);
        if player == case.player {
            let strategy = average(&sums[slot..slot + count], &regrets[slot..slot + count]);
            for (child, part) in children.zip(&strategy) {
                for i in 0..L {
                    worth[i] += value[child][i] * F::from(part[i]);
                    most[i] = if best[child][i] > most[i] { best[child][i] } else { most[i] };
                }
            }
        } else {
            most = [F::default(); L];
            for child in children {
                for i in 0..L {
                    worth[i] += value[child][i];
                    most[i] += best[child][i];
                }
            }
        }
        value[at] = worth;
        best[at] = most;
    }
}
