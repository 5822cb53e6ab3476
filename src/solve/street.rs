//! The street of a spot: its tree with the strategies of both players, and the boards that come after it.

use super::SolveError;
use super::boards::Boards;
use super::classes::Classes;
use super::ground::{Ground, Hands};
use super::judge::{Case, judge};
use super::lanes::width;
use super::learn::{Lesson, Step, learn};
use super::spot::Spot;
use super::tree::{Kind, Stake, Tree};
use crate::workers::Watch;

#[derive(Debug)]
pub(super) struct Street {
    pub tree: Tree,
    pub classes: Classes,
    pub width: usize,
    pub regrets: Vec<f32>,
    pub sums: Vec<f32>,
    grounds: [Ground<f32>; 2],
    judges: [Ground<f64>; 2],
    boards: Option<Boards>,
    /// How many cards of each class a player comes with, first the first player's.
    comes: [Vec<f64>; 2],
    /// The nodes from which the next street comes, in the order of the ways.
    ways: Vec<usize>,
    reach: Vec<f32>,
    value: Vec<f32>,
}

/// What a player wins on a street, in rows of one number for each class.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// By the average strategy, a row a node.
    pub value: Vec<f64>,
    /// By a best response, the same.
    pub best: Vec<f64>,
    /// How the other player comes to each node.
    pub reach: Vec<f64>,
}

impl Street {
    /// The street of a spot, with nothing learnt.
    pub fn of(spot: &Spot, merge: bool) -> Result<Self, SolveError> {
        let to_come = spot.streets_to_come();
        if to_come > 1 {
            let plan = |street| spot.game().plan(street).held;
            let (cards, last) = (plan(spot.state().street), plan(spot.game().streets() - 1));
            return Err(SolveError::Street { cards, last });
        }
        let basis = Stake::of(spot.state(), spot.seats());
        let tree = Tree::of(spot.game(), spot.state(), &basis)?;
        let classes = Classes::of(spot, merge);
        let width = width(classes.len());
        let counts: Vec<u8> = (0..classes.len()).map(|class| classes.size(class) as u8).collect();
        let comes = spot.ranges().map(|range| {
            let weight = |members: &Vec<u8>| members.iter().map(|&card| range[usize::from(card)]).sum();
            let mut comes: Vec<f64> = classes.members.iter().map(weight).collect();
            comes.resize(width, 0.0);
            comes
        });
        let mut grounds = [0, 1].map(|player| Ground::open(player, &counts, width));
        let mut judges = [0, 1].map(|player| Ground::open(player, &counts, width));
        let boards = if to_come == 1 {
            Some(Boards::of(spot, &basis, &tree.ways, &classes, width)?)
        } else {
            let hands = Hands::of(spot, spot.state(), &classes, &[]);
            for player in 0..2 {
                grounds[player].fill(player, &hands, &counts, width, tree.odd_codes);
                judges[player].fill(player, &hands, &counts, width, tree.odd_codes);
            }
            None
        };
        let is_way = |at: &usize| matches!(tree.nodes[*at].kind, Kind::Next(_));
        let ways = (0..tree.nodes.len()).filter(is_way).collect();
        let (slots, nodes) = (tree.slots * width, tree.nodes.len() * width);
        Ok(Self {
            tree,
            classes,
            width,
            regrets: vec![0.0; slots],
            sums: vec![0.0; slots],
            grounds,
            judges,
            boards,
            comes,
            ways,
            reach: vec![0.0; nodes],
            value: vec![0.0; nodes],
        })
    }

    /// How many bytes the strategies take.
    pub fn bytes(&self) -> u64 {
        let here = (self.regrets.len() + self.sums.len()) * size_of::<f32>();
        here as u64 + self.boards.as_ref().map_or(0, Boards::bytes)
    }

    /// How many boards come after the street.
    pub fn boards(&self) -> usize {
        self.boards.as_ref().map_or(0, Boards::len)
    }

    /// A player's step; whether the watch let it end.
    pub fn learn(&mut self, step: Step, threads: usize, watch: &mut dyn Watch) -> bool {
        let (width, player) = (self.width, usize::from(step.player));
        for (reach, &comes) in self.reach.iter_mut().zip(&self.comes[1 - player]) {
            *reach = comes as f32;
        }
        let ways = &self.ways;
        let mut lesson = Lesson {
            tree: &self.tree,
            ground: &self.grounds[player],
            width,
            step,
            regrets: &mut self.regrets,
            sums: &mut self.sums,
            reach: &mut self.reach,
            value: &mut self.value,
        };
        let Some(boards) = &mut self.boards else {
            learn(&mut lesson);
            return true;
        };
        lesson.go_down();
        let rows = |way: &usize| way * width..(way + 1) * width;
        let reach: Vec<f32> = ways.iter().flat_map(|way| &lesson.reach[rows(way)]).copied().collect();
        let Some(values) = boards.learn(step, &reach, threads, watch) else { return false };
        for (way, values) in ways.iter().zip(values.chunks_exact(width)) {
            lesson.value[rows(way)].copy_from_slice(values);
        }
        lesson.go_up();
        true
    }

    /// What a player wins; `None` when the watch did not let it end.
    pub fn judge(&self, player: usize, threads: usize, watch: &mut dyn Watch) -> Option<Judged> {
        let (width, nodes) = (self.width, self.tree.nodes.len());
        let rows = || vec![0.0; nodes * width];
        let (mut reach, mut value, mut best) = (rows(), rows(), rows());
        reach[..width].copy_from_slice(&self.comes[1 - player]);
        let mut case = Case {
            tree: &self.tree,
            ground: &self.judges[player],
            width,
            player: player as u8,
            regrets: &self.regrets,
            sums: &self.sums,
            reach: &mut reach,
            value: &mut value,
            best: &mut best,
        };
        if let Some(boards) = &self.boards {
            case.go_down();
            let rows = |way: &usize| way * width..(way + 1) * width;
            let coming: Vec<f64> = self.ways.iter().flat_map(|way| &case.reach[rows(way)]).copied().collect();
            let [values, bests] = boards.judge(player as u8, &coming, threads, watch)?;
            let found = values.chunks_exact(width).zip(bests.chunks_exact(width));
            for (way, (values, bests)) in self.ways.iter().zip(found) {
                case.value[rows(way)].copy_from_slice(values);
                case.best[rows(way)].copy_from_slice(bests);
            }
            case.go_up();
        } else {
            judge(&mut case);
        }
        Some(Judged { value, best, reach })
    }

    /// What a player's classes win at the root, weighed by how often each comes.
    pub fn won(&self, player: usize, rows: &[f64]) -> f64 {
        rows.iter().zip(&self.comes[player]).map(|(value, comes)| value * comes).sum()
    }

    /// How many cards the other player may come to a node with, for one who holds a card of a class.
    pub fn others(&self, player: usize, reach: &[f64], class: usize) -> f64 {
        let total: f64 = reach.iter().sum();
        total - reach[class] * self.judges[player].inverse[class]
    }
}
