//! What solving a spot comes to.

use std::sync::OnceLock;

use super::SolveError;
use super::lanes::{MOST_ACTIONS, average, rows, with_lanes};
use super::learn::Step;
use super::spot::{Ranges, Spot};
use super::street::{Judged, Street};
use super::tree::Kind;
use crate::card::Card;
use crate::workers::{Pacer, Watch};

/// How many iterations are made at least from one look at how far they have come to the next. Looks cost as much as some
/// iterations.
const NEXT_LOOK: u64 = 8;

/// How many iterations are made before the first look: fewer than most spots need for a target.
fn first_look(target: f64) -> u64 {
    (0.03 / target).clamp(8.0, 32.0) as u64
}

/// A spot with the average strategies of both players.
#[derive(Debug)]
pub struct Solution {
    spot: Spot,
    street: Street,
    iterations: u64,
    finished: bool,
    /// What the strategies are worth; unknown when they changed since it was last looked at.
    judged: OnceLock<[Judged; 2]>,
}

/// What every hole card does or wins: a row for each of the 52 cards, `None` for the seen ones and what never happens.
pub type ByCard<T> = Vec<[Option<T>; Card::COUNT]>;

/// Solves a spot until neither player can win more than `target` parts of the pot, on average of both, by playing
/// differently, or for `most` iterations. `merge` lets cards that mean the same share a strategy.
///
/// The watch is told how far the way to the target has come, in percent; when it does not go on the solution has what
/// was found by then.
///
/// # Errors
/// [`SolveError`] when the spot cannot be solved.
pub fn solve(
    spot: &Spot,
    target: f64,
    most: u64,
    merge: bool,
    threads: usize,
    watch: &mut dyn Watch,
) -> Result<Solution, SolveError> {
    let street = Street::of(spot, merge)?;
    let mut solution = Solution { spot: spot.clone(), street, iterations: 0, finished: false, judged: OnceLock::new() };
    solution.improve(target, most, threads, watch);
    Ok(solution)
}

impl Solution {
    /// Goes on until the target is reached, the iterations are made, or the watch says no.
    fn improve(&mut self, target: f64, most: u64, threads: usize, watch: &mut dyn Watch) {
        let mut look = first_look(target).min(most);
        let (mut percent, mut start) = (0, None);
        loop {
            if !self.iterate(look, threads, &mut |_| watch.go_on(percent)) {
                return;
            }
            let Some(judged) = self.judge(threads, &mut |_| watch.go_on(percent)) else { return };
            self.judged = OnceLock::from(judged);
            let distance = self.exploitability();
            if distance <= target || self.iterations >= most {
                self.finished = true;
                return;
            }
            // Distances fall about as one over the iterations, a little faster.
            let wanted = self.iterations as f64 * (distance / target - 1.0) * 0.6;
            let more = (wanted.min(self.iterations as f64) as u64).max(NEXT_LOOK);
            look = (self.iterations + more).min(most);
            let start = *start.get_or_insert(distance);
            percent = percent.max((100.0 * (start / distance).ln() / (start / target).ln()) as u64);
        }
    }

    /// Iterates up to a number of iterations; whether the watch let it end.
    fn iterate(&mut self, last: u64, threads: usize, watch: &mut dyn Watch) -> bool {
        let mut pacer = Pacer::new(watch);
        while self.iterations < last {
            for player in 0..2 {
                let step = Step::of(self.iterations as u32 + 1, player);
                self.judged = OnceLock::new();
                if !pacer.goes_on(0) || !self.street.learn(step, threads, &mut |_| pacer.goes_on(0)) {
                    return false;
                }
            }
            self.iterations += 1;
        }
        true
    }

    fn judge(&self, threads: usize, watch: &mut dyn Watch) -> Option<[Judged; 2]> {
        let first = self.street.judge(0, threads, watch)?;
        let second = self.street.judge(1, threads, watch)?;
        Some([first, second])
    }

    /// What the strategies are worth, which is worked out when it is not known.
    fn judged(&self) -> &[Judged; 2] {
        self.judged.get_or_init(|| {
            let nothing = || Judged { value: Vec::new(), best: Vec::new(), reach: Vec::new() };
            self.judge(1, &mut |_| true).unwrap_or_else(|| [nothing(), nothing()])
        })
    }

    /// The spot.
    #[must_use]
    pub const fn spot(&self) -> &Spot {
        &self.spot
    }

    /// Whether it came to the target or to the last iteration, and was not stopped before.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// How many iterations were made.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// How many bytes the strategies take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.street.bytes()
    }

    /// Into how many classes the unseen cards fall.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.street.classes.len()
    }

    /// How many boards of the next street there are; 0 on the last street.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.street.boards()
    }

    /// What the two players win on average by playing better, in parts of the pot before this street.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        let gains = (0..2).map(|player| {
            let judged = &self.judged()[player];
            self.street.won(player, &judged.best) - self.street.won(player, &judged.value)
        });
        let (pairs, pot) = (self.spot.pairs(), self.spot.state().pot as f64);
        // Rounding must not make it less than nothing.
        (gains.sum::<f64>() / 2.0 / pairs * pot / self.spot.street_pot() as f64).max(0.0)
    }

    /// How many chips of the middle each player gets on average, less those put in from here on.
    #[must_use]
    pub fn value(&self) -> [f64; 2] {
        [0, 1].map(|player| self.in_chips(self.street.won(player, &self.judged()[player].value) / self.spot.pairs()))
    }

    /// What each player would win at most against the other's strategy, counted in the same way.
    #[must_use]
    pub fn best_response(&self) -> [f64; 2] {
        [0, 1].map(|player| self.in_chips(self.street.won(player, &self.judged()[player].best) / self.spot.pairs()))
    }

    fn in_chips(&self, part: f64) -> f64 {
        (part + 0.5) * self.spot.state().pot as f64
    }

    /// The decision after some actions: its node, its player and the first row of its strategy.
    fn decision(&self, path: &[u8]) -> Result<(usize, usize, usize), SolveError> {
        let at = self.street.tree.follow(path).ok_or(SolveError::NoDecision)?;
        match self.street.tree.nodes[at].kind {
            Kind::Act { player, slot } => Ok((at, player.into(), slot as usize)),
            _ => Err(SolveError::NoDecision),
        }
    }

    /// How often each hole card of the player to act does what is legal after some actions; a row an action.
    ///
    /// # Errors
    /// [`SolveError::NoDecision`] when nobody is to act there.
    pub fn strategy(&self, path: &[u8]) -> Result<ByCard<f32>, SolveError> {
        let (at, _, slot) = self.decision(path)?;
        let parts = self.parts(at, slot);
        Ok(parts.iter().map(|part| self.by_card(|class| Some(part[class]))).collect())
    }

    /// The average strategy of a node by class, a row an action.
    fn parts(&self, at: usize, slot: usize) -> Vec<Vec<f32>> {
        let count = usize::from(self.street.tree.nodes[at].count);
        let rows_of = slot * self.street.width..(slot + count) * self.street.width;
        let (sums, regrets) = (&self.street.sums[rows_of.clone()], &self.street.regrets[rows_of]);
        with_lanes!(self.street.width, L => {
            let parts: [[f32; L]; MOST_ACTIONS] = average(rows::<f32, L>(sums), rows::<f32, L>(regrets));
            parts.iter().take(count).map(|part| part.to_vec()).collect()
        })
    }

    /// What each hole card of the player to act wins with each action that is legal after some others, in chips from the
    /// spot on: chips of the middle less those put in. A row an action.
    ///
    /// # Errors
    /// [`SolveError::NoDecision`] when nobody is to act there.
    pub fn values(&self, path: &[u8]) -> Result<ByCard<f64>, SolveError> {
        let (at, player, _) = self.decision(path)?;
        let (node, width) = (self.street.tree.nodes[at], self.street.width);
        let judged = &self.judged()[player];
        let reach = &judged.reach[at * width..(at + 1) * width];
        let children = (0..usize::from(node.count)).map(|place| node.first as usize + place);
        Ok(children
            .map(|child| {
                let value = &judged.value[child * width..(child + 1) * width];
                self.by_card(|class| {
                    let others = self.street.others(player, reach, class);
                    (others > 1e-12).then(|| self.in_chips(value[class] / others))
                })
            })
            .collect())
    }

    /// Numbers by class as numbers by card.
    fn by_card<T: Copy>(&self, number: impl Fn(usize) -> Option<T>) -> [Option<T>; Card::COUNT] {
        self.street.classes.of.map(|class| number(class?.into()))
    }

    /// The ranges of both players after some actions, as weights that are not in proportion to anything else.
    #[must_use]
    pub fn ranges_after(&self, path: &[u8]) -> Option<Ranges> {
        let mut ranges = *self.spot.ranges();
        for (done, action) in path.iter().enumerate() {
            let (at, player, slot) = self.decision(&path[..done]).ok()?;
            let node = &self.street.tree.nodes[at];
            let place = node.actions[..usize::from(node.count)].iter().position(|other| other == action)?;
            let part = &self.parts(at, slot)[place];
            let plays = self.by_card(|class| Some(f64::from(part[class])));
            ranges[player].iter_mut().zip(plays).for_each(|(weight, plays)| *weight *= plays.unwrap_or(0.0));
        }
        Some(ranges)
    }

    /// The spot of the next street, after some actions that close this one and with a card for each of the two players.
    /// Its ranges are what the strategies leave of those at this spot.
    ///
    /// # Errors
    /// [`SolveError`] when no street comes after these actions, when the cards cannot come, and where nobody is to act
    /// then or some player never comes there.
    pub fn after(&self, path: &[u8], cards: [Card; 2]) -> Result<Spot, SolveError> {
        let tree = &self.street.tree;
        let at = tree.follow(path).ok_or(SolveError::NoStreet)?;
        let Kind::Next(way) = tree.nodes[at].kind else { return Err(SolveError::NoStreet) };
        let ranges = self.ranges_after(path).ok_or(SolveError::NoStreet)?;
        self.spot.next_street(&tree.ways[way as usize], cards, &ranges)
    }
}
