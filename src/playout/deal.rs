//! One deal on its way: the hands that are played with its cards, one after the other.

use std::sync::Arc;

use super::{Decider, Playout, Scores};
use crate::actions::to_action;
use crate::chance::{Choices, Key, hand_key, top_of_deck};
use crate::engine::{Hand, MAX_SEATS, Seat, SeatSet, State};
use crate::policies::{Draws, PolicyView};
use crate::workers::Signals;

impl Playout {
    /// The key of a deal's cards and choices.
    fn deal_key(&self, number: u64) -> Key {
        hand_key(&self.key, number, 0)
    }

    /// A deal before its first action.
    fn start(&self, key: &Key) -> Hand {
        let (game, players) = (Arc::clone(&self.game), self.stacks.len());
        let deck = top_of_deck(key, game.cards_needed(players));
        let state = State::start_again(&game, &self.stacks, players as u8 - 1, deck);
        Hand::of_state(game, &state)
    }
}

/// How many actions of a hand are played between two looks at the signals.
const BETWEEN_SIGNALS: u64 = 64;

/// Why a deal is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It is over and scored.
    Over,
    /// Somebody outside of this number must decide, who may do these actions, a bit each.
    WaitsFor(usize, u8),
    /// The work was stopped.
    Stopped,
}

/// A deal being played.
#[derive(Clone, Debug)]
pub(super) struct PlayedDeal {
    /// The first hand before its first action, where there are others.
    start: Option<Hand>,
    hand: Hand,
    /// The number of the deal.
    number: u64,
    choices: Choices,
    /// What each seat wins over all runouts, where these count in place of the one that was dealt.
    runouts: Option<[i64; MAX_SEATS]>,
    /// The seats that have acted in the hand.
    acted: SeatSet,
    /// What they did, where it is kept.
    history: Vec<(Seat, u8)>,
    /// How many actions the hand has had.
    actions: u64,
    rotation: usize,
    /// The rotation after the last one.
    end: usize,
    /// What the deciders and the seats have won in the hands so far.
    by_decider: [i64; MAX_SEATS],
    by_seat: [i64; MAX_SEATS],
}

impl PlayedDeal {
    /// The deal of a number, before anybody has acted.
    pub fn new(playout: &Playout, number: u64) -> Self {
        let (key, rotations) = (playout.deal_key(number), playout.rotations(number));
        let hand = playout.start(&key);
        let runouts = if playout.runouts > 1 { playout.runouts_from_start(number, &hand) } else { None };
        Self {
            start: (rotations.len() > 1).then(|| hand.clone()),
            hand,
            number,
            choices: Choices::new(&key),
            runouts,
            acted: SeatSet::EMPTY,
            history: Vec::new(),
            actions: 0,
            rotation: rotations.start,
            end: rotations.end,
            by_decider: [0; MAX_SEATS],
            by_seat: [0; MAX_SEATS],
        }
    }

    /// The hand as it stands.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The number of the hand among those of all deals.
    pub fn hand_number(&self, playout: &Playout) -> u64 {
        let hands = playout.hands_a_deal();
        // Without duplicates a deal is one hand, whatever its rotation.
        self.number * hands + self.rotation as u64 % hands
    }

    /// Whether a seat has not acted in the hand.
    pub const fn is_new_to(&self, seat: Seat) -> bool {
        !self.acted.contains(seat)
    }

    /// What was done in the hand, where it is kept.
    pub fn history(&self) -> &[(Seat, u8)] {
        &self.history
    }

    /// Plays on until the deal is over, somebody outside must decide, or the work is stopped.
    pub fn advance(&mut self, playout: &Playout, scores: &mut Scores, signals: &Signals<'_>) -> Pause {
        loop {
            // Without a cap and with stacks that are deep enough a single hand may go on for ever.
            if self.actions % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 && signals.is_stopped() {
                return Pause::Stopped;
            }
            let Some(view) = PolicyView::of_actor(&self.hand) else {
                if self.end_hand(playout, scores) {
                    continue;
                }
                return Pause::Over;
            };
            match playout.deciders[playout.decider_of(view.seat(), self.rotation)] {
                Decider::BuiltIn(policy) => {
                    let action = policy.choose(&view, &mut Draws::new(self.choices.draw(self.actions)));
                    self.act(playout, scores, action);
                }
                Decider::Outside(number) => return Pause::WaitsFor(number, view.legal()),
            }
        }
    }

    /// Does an action of the player to act; whether it was legal.
    pub fn act(&mut self, playout: &Playout, scores: &mut Scores, action: u8) -> bool {
        let (Some(seat), Some(settled)) = (self.hand.actor(), to_action(&self.hand, action)) else { return false };
        let (decider, street) = (playout.decider_of(seat, self.rotation), usize::from(self.hand.street()));
        for score in [&mut scores.policies[decider], &mut scores.seats[usize::from(seat)]] {
            score.actions[street][usize::from(action)] += 1;
        }
        let before = (playout.runouts > 1).then(|| *self.hand.state());
        self.hand.apply(settled, &mut |_| ());
        if let Some(before) = before {
            self.runouts = playout.runouts_after(self.number, &before, settled, &self.hand);
        }
        self.acted.insert(seat);
        if playout.keeps_history {
            self.history.push((seat, action));
        }
        self.actions += 1;
        true
    }

    /// Scores the hand that is over; whether another one is played with the same cards.
    fn end_hand(&mut self, playout: &Playout, scores: &mut Scores) -> bool {
        let (hand, units) = (&self.hand, playout.runouts.cast_signed());
        let is_shown = hand.live().len() > 1;
        scores.hands += 1;
        scores.showdowns += u64::from(is_shown);
        for seat in 0..hand.players() {
            let at = usize::from(seat);
            // A stack fits 63 bits, so the difference does with its sign.
            let won = hand.stacks()[at].cast_signed() - hand.starting_stacks()[at].cast_signed();
            let counted = self.runouts.map_or(won * units, |sums| sums[at]);
            let is_live = hand.live().contains(seat);
            let decider = playout.decider_of(seat, self.rotation);
            self.by_decider[decider] += counted;
            self.by_seat[at] += counted;
            for score in [&mut scores.policies[decider], &mut scores.seats[at]] {
                score.hands += 1;
                score.chips += i128::from(counted);
                score.wins += u64::from(won > 0);
                score.folds += u64::from(!is_live);
                score.showdowns += u64::from(is_live && is_shown);
            }
        }
        self.rotation += 1;
        if self.rotation < self.end
            && let Some(start) = &self.start
        {
            self.hand.clone_from(start);
            // A hand that is over before its first action is the same for all.
            self.runouts = self.runouts.filter(|_| start.is_over());
            (self.actions, self.acted) = (0, SeatSet::EMPTY);
            self.history.clear();
            return true;
        }
        self.end_deal(scores);
        false
    }

    /// Scores what is known only when all hands of the deal are over.
    fn end_deal(&self, scores: &mut Scores) {
        scores.deals += 1;
        let square = |won: i64| u128::from(won.unsigned_abs()) * u128::from(won.unsigned_abs());
        scores.policies.iter_mut().zip(self.by_decider).for_each(|(score, won)| score.squares += square(won));
        scores.seats.iter_mut().zip(self.by_seat).for_each(|(score, won)| score.squares += square(won));
        if let Some(by_deal) = &mut scores.by_deal {
            by_deal.push(self.number, &self.by_decider);
        }
    }
}
