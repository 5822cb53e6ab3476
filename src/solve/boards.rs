//! The last street as seen from the one before: every board that can still come, class by class, and every way in which
//! the betting can lead there.

use super::SolveError;
use super::classes::Classes;
use super::ground::{Ground, Hands, odd_codes};
use super::judge::{Case, judge};
use super::learn::{Lesson, Step, learn};
use super::spot::Spot;
use super::tree::{Stake, Tree};
use crate::card::Card;
use crate::engine::{Phase, State};
use crate::workers::{Signals, Watch, work_through, work_through_chunks};

/// How many bytes the strategies may need.
const MOST_BYTES: u64 = 4 << 30;

/// In how many parts the boards are shared among threads. What the parts find is added in their order, and a board is
/// always in the same part: so the sums do not depend on the threads.
const PARTS: usize = 32;

/// One up card for each player, by class, and what both have learnt there.
#[derive(Debug)]
struct Board {
    classes: [usize; 2],
    /// Which of the sets of trees is played here.
    trees: usize,
    hands: Hands,
    /// Regrets of the trees one after another.
    regrets: Vec<f32>,
    sums: Vec<f32>,
    /// The last iteration in which each player learnt, by way.
    last: Vec<[u32; 2]>,
}

/// All boards.
#[derive(Debug)]
pub(super) struct Boards {
    list: Vec<Board>,
    /// For each kind of opening a tree for each way.
    trees: Vec<Vec<Tree>>,
    ways: usize,
    width: usize,
    /// How many cards of each class are unseen before the board comes.
    counts: Vec<u8>,
    /// Out of how many boards each comes, for two players who hold one card each.
    total: f64,
}

/// What a thread needs to go through boards.
struct Desk<F> {
    ground: Ground<F>,
    reach: Vec<F>,
    value: Vec<F>,
    best: Vec<F>,
}

impl<F: Default + Clone> Desk<F> {
    fn of(boards: &Boards) -> Self
    where
        Ground<F>: Default,
    {
        let nodes = boards.trees.iter().flatten().map(|tree| tree.nodes.len()).max().unwrap_or(0);
        let rows = || vec![F::default(); nodes * boards.width];
        Self { ground: Ground::default(), reach: rows(), value: rows(), best: rows() }
    }
}

impl Boards {
    /// The boards after a street, from the states in which the next one is dealt.
    pub fn of(spot: &Spot, basis: &Stake, ways: &[State], classes: &Classes, width: usize) -> Result<Self, SolveError> {
        let counts: Vec<u8> = (0..classes.len()).map(|class| classes.size(class) as u8).collect();
        let cards = classes.cards() as f64;
        let total = (cards - 2.0) * (cards - 3.0);
        let mut all = Self { list: Vec::new(), trees: Vec::new(), ways: ways.len(), width, counts, total };
        let Some(first) = first_with_betting(spot, ways, classes)? else { return Ok(all) };
        let mut keys = Vec::new();
        for a in 0..classes.len() {
            for b in 0..classes.len() {
                let Some(cards) = cards_of(classes, [a, b]) else { continue };
                let dealt = spot.dealt_to(first, cards)?;
                let key = (dealt.phase == Phase::Bet, dealt.actor, dealt.unit, dealt.open_pair);
                let found = keys.iter().position(|&other| other == key);
                if found.is_none() {
                    all.trees.push(Vec::new());
                    for way in ways {
                        let tree = Tree::of(spot.game(), &spot.dealt_to(way, cards)?, basis)?;
                        all.trees[keys.len()].push(tree);
                        // At once, before there are too many trees.
                        all.check_memory(keys.len(), classes.len())?;
                    }
                    keys.push(key);
                }
                let trees = found.unwrap_or(keys.len() - 1);
                let hands = Hands::of(spot, &dealt, classes, &cards.map(Card::index));
                let rows = all.slots(trees) * width;
                let (regrets, sums) = (vec![0.0; rows], vec![0.0; rows]);
                let last = vec![[0; 2]; ways.len()];
                all.list.push(Board { classes: [a, b], trees, hands, regrets, sums, last });
            }
        }
        Ok(all)
    }

    /// The rows of the strategies of one board.
    fn slots(&self, trees: usize) -> usize {
        self.trees[trees].iter().map(|tree| tree.slots).sum()
    }

    fn check_memory(&self, trees: usize, classes: usize) -> Result<(), SolveError> {
        let bytes = (classes * classes * self.slots(trees) * self.width * 2 * size_of::<f32>()) as u64;
        if bytes > MOST_BYTES { Err(SolveError::TooLarge { bytes, most: MOST_BYTES }) } else { Ok(()) }
    }

    /// How many bytes the strategies take.
    pub fn bytes(&self) -> u64 {
        self.list.iter().map(|board| (board.regrets.len() + board.sums.len()) * size_of::<f32>()).sum::<usize>() as u64
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// How many boards are in a part.
    fn part(&self) -> usize {
        self.list.len().div_ceil(PARTS).max(1)
    }

    /// A player's step on all boards. `reach` has a row for each way; what comes out has one too, or `None` when the
    /// watch did not let it end.
    pub fn learn(&mut self, step: Step, reach: &[f32], threads: usize, watch: &mut dyn Watch) -> Option<Vec<f32>> {
        let part = self.part();
        let mut boards = core::mem::take(&mut self.list);
        let all = &*self;
        let empty = || (Desk::<f32>::of(all), Vec::new());
        let work = |number, boards: &mut [Board], desk: &mut (Desk<f32>, Vec<_>), _: &Signals<'_>| {
            let mut out = vec![0.0; all.ways * all.width];
            for board in boards {
                all.learn_board(board, step, reach, &mut desk.0, &mut out);
            }
            desk.1.push((number, out));
        };
        let (found, finished) = work_through_chunks(&mut boards, part, threads, watch, &empty, &work);
        self.list = boards;
        finished.then(|| added(found.into_iter().flat_map(|(_, out)| out).collect(), self.ways * self.width))
    }

    fn learn_board(&self, board: &mut Board, step: Step, reach: &[f32], desk: &mut Desk<f32>, out: &mut [f32]) {
        let (width, trees) = (self.width, &self.trees[board.trees]);
        let left = self.left(board.classes);
        desk.ground.fill(step.player.into(), &board.hands, &left, width, odd_codes(trees));
        let (parts, chance) = (self.parts(&left), self.chances(board.classes));
        let mut row = 0;
        let ways = reach.chunks_exact(width).zip(out.chunks_exact_mut(width)).zip(&mut board.last);
        for (tree, ((reach, out), last)) in trees.iter().zip(ways) {
            let rows = row..row + tree.slots * width;
            row = rows.end;
            // Where the other player never comes there is nothing to win and nothing to learn.
            if reach.iter().all(|&reach| reach == 0.0) {
                continue;
            }
            let last = core::mem::replace(&mut last[usize::from(step.player)], step.iteration);
            let step = step.since(last);
            for ((here, reach), part) in desk.reach.iter_mut().zip(reach).zip(&parts) {
                *here = reach * *part as f32;
            }
            learn(&mut Lesson {
                tree,
                ground: &desk.ground,
                width,
                step,
                regrets: &mut board.regrets[rows.clone()],
                sums: &mut board.sums[rows],
                reach: &mut desk.reach,
                value: &mut desk.value,
            });
            for ((out, value), chance) in out.iter_mut().zip(&desk.value).zip(&chance) {
                *out += value * *chance as f32;
            }
        }
    }

    /// What a player wins on all boards by the average strategy and by a best response: for each a row for each way.
    pub fn judge(&self, player: u8, reach: &[f64], threads: usize, watch: &mut dyn Watch) -> Option<[Vec<f64>; 2]> {
        let (part, size) = (self.part(), self.ways * self.width);
        let empty = || (Desk::<f64>::of(self), Vec::new());
        let parts = self.list.len().div_ceil(part) as u64;
        let work = |number: u64, desk: &mut (Desk<f64>, Vec<_>), _: &Signals<'_>| {
            let mut out = vec![0.0; 2 * size];
            for board in self.list.iter().skip(number as usize * part).take(part) {
                let (values, bests) = out.split_at_mut(size);
                self.judge_board(board, player, reach, &mut desk.0, values, bests);
            }
            desk.1.push((number as usize, out));
        };
        let (found, finished) = work_through(parts, threads, watch, &empty, &work);
        finished.then(|| {
            let mut values = added(found.into_iter().flat_map(|(_, out)| out).collect(), 2 * size);
            let bests = values.split_off(size);
            [values, bests]
        })
    }

    fn judge_board(
        &self,
        board: &Board,
        player: u8,
        reach: &[f64],
        desk: &mut Desk<f64>,
        values: &mut [f64],
        bests: &mut [f64],
    ) {
        let (width, trees) = (self.width, &self.trees[board.trees]);
        let left = self.left(board.classes);
        desk.ground.fill(player.into(), &board.hands, &left, width, odd_codes(trees));
        let (parts, chance) = (self.parts(&left), self.chances(board.classes));
        let mut row = 0;
        let ways = reach.chunks_exact(width).zip(values.chunks_exact_mut(width)).zip(bests.chunks_exact_mut(width));
        for (tree, ((reach, values), bests)) in trees.iter().zip(ways) {
            let rows = row..row + tree.slots * width;
            row = rows.end;
            for ((here, reach), part) in desk.reach.iter_mut().zip(reach).zip(&parts) {
                *here = reach * part;
            }
            judge(&mut Case {
                tree,
                ground: &desk.ground,
                width,
                player,
                regrets: &board.regrets[rows.clone()],
                sums: &board.sums[rows],
                reach: &mut desk.reach,
                value: &mut desk.value,
                best: &mut desk.best,
            });
            for (i, chance) in chance.iter().enumerate() {
                values[i] += desk.value[i] * chance;
                bests[i] += desk.best[i] * chance;
            }
        }
    }

    /// How many cards of each class a board leaves.
    fn left(&self, [a, b]: [usize; 2]) -> Vec<u8> {
        let taken = |class: usize| u8::from(class == a) + u8::from(class == b);
        self.counts.iter().enumerate().map(|(class, count)| count - taken(class)).collect()
    }

    /// Which part of each class is left.
    fn parts(&self, left: &[u8]) -> Vec<f64> {
        let mut parts: Vec<_> =
            left.iter().zip(&self.counts).map(|(&left, &all)| f64::from(left) / f64::from(all)).collect();
        parts.resize(self.width, 0.0);
        parts
    }

    /// How likely a board of these classes is for one who holds a card of each class.
    fn chances(&self, [a, b]: [usize; 2]) -> Vec<f64> {
        let ways = |class: usize| {
            let first = self.counts[a] - u8::from(a == class);
            let second = self.counts[b].saturating_sub(u8::from(b == class) + u8::from(a == b));
            f64::from(first) * f64::from(second) / self.total
        };
        (0..self.counts.len()).map(ways).collect()
    }
}

/// The sums of what the parts found, in their order.
fn added<F: Copy + Default + core::ops::AddAssign>(mut parts: Vec<(usize, Vec<F>)>, size: usize) -> Vec<F> {
    parts.sort_unstable_by_key(|&(number, _)| number);
    let mut sums = vec![F::default(); size];
    for (_, part) in parts {
        sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    sums
}

/// A card of each of two classes, if there are two.
fn cards_of(classes: &Classes, [a, b]: [usize; 2]) -> Option<[Card; 2]> {
    let first = classes.another(a, &[])?;
    let second = classes.another(b, &[first])?;
    Some([Card::from_index(first)?, Card::from_index(second)?])
}

/// A way after which both can still bet, else any.
fn first_with_betting<'a>(spot: &Spot, ways: &'a [State], classes: &Classes) -> Result<Option<&'a State>, SolveError> {
    let Some(cards) = cards_of(classes, [0, classes.len().min(2) - 1]) else { return Ok(None) };
    for way in ways {
        if spot.dealt_to(way, cards)?.phase == Phase::Bet {
            return Ok(Some(way));
        }
    }
    Ok(ways.first())
}
