//! The betting of a street as a tree, read off the engine: the seven actions, and what each end pays.

use super::SolveError;
use crate::actions::{ACTIONS, action_of, mask_of};
use crate::engine::{Game, Phase, Seat, SeatSet, State};
use crate::rules::OddChip;

/// How many nodes a tree has at most.
const MOST_NODES: usize = 200_000;

/// A street's betting. Nodes stand in the order of their depth, so that children come after their parents and side by
/// side.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    /// How many actions there are at all decisions together: the rows of a strategy.
    pub slots: usize,
    /// What the showdowns pay, by number.
    pub pays: Vec<Pay>,
    /// The codes for which some showdown pays something of its own ([`Pay::rest`]), by bits.
    pub odd_codes: u32,
    /// The states in which the next street is to be dealt, by number.
    pub ways: Vec<State>,
}

/// A place in the betting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    /// The first of the children.
    pub first: u32,
    /// How many children there are, one for each action.
    pub count: u8,
    /// The actions by number.
    pub actions: [u8; ACTIONS],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// One of the two players decides; its first row among the strategies.
    Act { player: u8, slot: u32 },
    /// Somebody folded: what that pays the first player.
    Fold(f64),
    /// The hands are compared: a number of [`Tree::pays`].
    Show(u32),
    /// The next street: a number of [`Tree::ways`].
    Next(u32),
}

/// How many ways a showdown can come out: who wins the high share, who the low one, and whose highest card is higher.
pub(super) const CODES: usize = 18;

/// The number of a way in which a showdown comes out. `high` is 0 when the first player has the better hand, 1 when the
/// hands are equal and 2 when the second has; `low` is 0 when there is no low share, else 1 or 2 for who wins it;
/// `order` is 0 when the first player has the higher card and 1 when the second has.
pub(super) const fn code(high: u8, low: u8, order: u8) -> u8 {
    high + 3 * low + 9 * order
}

/// Whether a game's showdowns can come out this way.
fn is_possible(game: &Game, code: u8) -> bool {
    let (low, order) = (code / 3 % 3, code / 9);
    (low == 0 || game.rules().low_share().is_some()) && (order == 0 || game.rules().odd_chip == OddChip::Suit)
}

/// What a showdown pays the first player: `mean + half` to the better hand, `mean - half` to the worse one, `mean` to
/// equal ones, and the rest besides.
#[derive(Clone, Debug)]
pub(super) struct Pay {
    pub mean: f64,
    pub half: f64,
    /// By code: what the odd chips of a split pot and low shares change.
    pub rest: [f64; CODES],
}

/// The two players, and from where they count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    pub seats: [Seat; 2],
    /// The first player's chips behind at the spot.
    pub stack: u64,
    /// All chips in the middle at the spot: the unit of all payoffs.
    pub pot: u64,
}

impl Stake {
    pub fn of(state: &State, seats: [Seat; 2]) -> Self {
        Self { seats, stack: state.stack[usize::from(seats[0])], pot: state.pot }
    }

    /// What the first player wins with so many chips at the end: in parts of the pot, and half of the pot less, so that
    /// the second player wins what the first one loses.
    fn pay(&self, stack: u64) -> f64 {
        // Stacks fit 63 bits, so the difference does with its sign.
        let won = (stack.cast_signed() - self.stack.cast_signed()) as f64;
        won / self.pot as f64 - 0.5
    }
}

impl Tree {
    /// The tree from a state on.
    pub fn of(game: &Game, state: &State, basis: &Stake) -> Result<Self, SolveError> {
        let (mut nodes, mut states) = (Vec::new(), vec![*state]);
        let mut tree = Self { nodes: Vec::new(), slots: 0, pays: Vec::new(), odd_codes: 0, ways: Vec::new() };
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            let mut node = Node { kind: Kind::Fold(0.0), first: states.len() as u32, count: 0, actions: [0; ACTIONS] };
            node.kind = match state.phase {
                Phase::Bet => {
                    let mask = mask_of(game, &state);
                    for action in (0..ACTIONS as u8).filter(|action| mask >> action & 1 == 1) {
                        let Some(wanted) = action_of(game, &state, action) else { continue };
                        let mut child = state;
                        child.apply(game, wanted, &mut |_| ());
                        states.push(child);
                        node.actions[usize::from(node.count)] = action;
                        node.count += 1;
                    }
                    let slot = tree.slots as u32;
                    tree.slots += usize::from(node.count);
                    Kind::Act { player: u8::from(state.actor == basis.seats[1]), slot }
                }
                Phase::Over => Kind::Fold(basis.pay(state.stack[usize::from(basis.seats[0])])),
                Phase::Reveal => tree.show(game, &state, basis),
                Phase::Deal if state.common => return Err(SolveError::Community),
                Phase::Deal => {
                    tree.ways.push(state);
                    Kind::Next(tree.ways.len() as u32 - 1)
                }
            };
            nodes.push(node);
            at += 1;
            if states.len() > MOST_NODES {
                return Err(SolveError::TooManyNodes { most: MOST_NODES });
            }
        }
        tree.nodes = nodes;
        Ok(tree)
    }

    /// Notes what a showdown pays.
    fn show(&mut self, game: &Game, state: &State, basis: &Stake) -> Kind {
        let pays = |code: u8| {
            let (high, low, order) = (code % 3, code / 3 % 3, code / 9);
            let best = [&basis.seats[..1], &basis.seats[..], &basis.seats[1..]][usize::from(high)];
            let best: SeatSet = best.iter().copied().collect();
            let low = [SeatSet::EMPTY, SeatSet::only(basis.seats[0]), SeatSet::only(basis.seats[1])][usize::from(low)];
            let higher = basis.seats[usize::from(order)];
            basis.pay(state.stack_after(game, best, low, higher, basis.seats[0]))
        };
        let (win, lose) = (pays(code(0, 0, 0)), pays(code(2, 0, 0)));
        let (mean, half) = (f64::midpoint(win, lose), (win - lose) / 2.0);
        let mut rest = [0.0; CODES];
        for (code, rest) in (0..).zip(&mut rest).filter(|(code, _)| is_possible(game, *code)) {
            let plain = mean + half * f64::from(1 - i8::try_from(code % 3).unwrap_or(0));
            let more = pays(code) - plain;
            // Halves of chips in parts of the pot need not add up to the last bit.
            if more.abs() > 1e-12 {
                *rest = more;
                self.odd_codes |= 1 << code;
            }
        }
        self.pays.push(Pay { mean, half, rest });
        Kind::Show(self.pays.len() as u32 - 1)
    }

    /// Where a list of actions leads, `None` where one of them is not possible.
    pub fn follow(&self, path: &[u8]) -> Option<usize> {
        let mut at = 0;
        for action in path {
            let node = &self.nodes[at];
            let place = node.actions[..usize::from(node.count)].iter().position(|other| other == action)?;
            at = node.first as usize + place;
        }
        Some(at)
    }
}
