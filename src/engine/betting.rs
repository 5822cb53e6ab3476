//! The betting: what the player to act may do, and what it changes (rules.md 5 and 6).

use super::state::{Phase, State};
use super::{Action, ActionKind, Event, Game, IllegalAction, LegalActions, Reason, Seat, SeatSet};
use crate::rules::{Limit, OpenPair};

/// A wager that is possible: its kind, the least total of a full one, and the greatest.
#[derive(Clone, Copy)]
struct Wager {
    kind: ActionKind,
    least: u64,
    most: u64,
}

impl State {
    /// Finds who acts next; whether anybody does.
    pub fn find_actor(&mut self) -> bool {
        let Some(seat) = self.pending.next_after(self.actor) else { return false };
        self.actor = seat;
        // Against players without chips there is something to do only for one who owes.
        self.able.len() > 1 || self.owed(seat) > self.bet[usize::from(seat)]
    }

    /// The total that a seat owes on this street.
    fn owed(&self, seat: Seat) -> u64 {
        if !self.short_bring_in {
            return self.level;
        }
        // The full bring-in is owed, but not more than somebody else can match.
        let others = self.live.without(SeatSet::only(seat));
        others.iter().map(|other| self.total(other)).max().map_or(0, |most| most.min(self.level))
    }

    /// What a seat has on this street: chips put in and chips behind.
    fn total(&self, seat: Seat) -> u64 {
        self.bet[usize::from(seat)] + self.stack[usize::from(seat)]
    }

    /// What the player to act may do; nothing when nobody is to act.
    #[inline]
    pub fn legal_actions(&self, game: &Game) -> LegalActions {
        let mut legal = LegalActions::EMPTY;
        if self.phase == Phase::Bet {
            self.list_actions(game, &mut legal);
        }
        legal
    }

    fn list_actions(&self, game: &Game, legal: &mut LegalActions) {
        let seat = self.actor;
        let total = self.total(seat);
        let mut beat = self.level;
        if self.due {
            if self.passed {
                legal.push(ActionKind::Fold, 0, 0);
            }
            let amount = game.bring_in.min(total);
            legal.push(ActionKind::BringIn, amount, amount);
            beat = game.bring_in;
        } else {
            let owed = self.owed(seat);
            if owed > self.bet[usize::from(seat)] {
                legal.push(ActionKind::Fold, 0, 0);
                legal.push(ActionKind::Call, owed.min(total), owed.min(total));
            } else {
                if game.rules().open_fold {
                    legal.push(ActionKind::Fold, 0, 0);
                }
                legal.push(ActionKind::Check, 0, 0);
            }
        }
        if total > beat && self.may_wager(game, seat, beat) {
            match game.limit {
                Limit::Fixed => self.list_fixed(game, total, legal),
                _ => self.list_range(game, total, legal),
            }
        }
    }

    /// Whether the cap, the short all-ins and the others' chips leave room to go over `beat`.
    fn may_wager(&self, game: &Game, seat: Seat, beat: u64) -> bool {
        let others = self.able.without(SeatSet::only(seat));
        if !others.iter().any(|other| self.total(other) > beat) {
            return false;
        }
        let rules = game.rules();
        let capped = matches!(game.limit, Limit::Fixed | Limit::Spread)
            && self.wagers >= rules.cap
            && (rules.cap_heads_up || self.live.len() > 2);
        if capped {
            return false;
        }
        // One who has acted may go on only over a full raise, made at once or by short all-ins together.
        !self.acted.contains(seat)
            || game.limit != Limit::Fixed && self.level - self.bet[usize::from(seat)] >= self.least_raise()
    }

    /// By how much a raise must go over the level.
    fn least_raise(&self) -> u64 {
        self.last_raise.max(self.unit)
    }

    /// The kind of the next wager: complete until a bring-in below the bet is topped up.
    fn wager_kind(&self, game: &Game) -> ActionKind {
        if self.due || self.street == 0 && self.wagers == 0 && (1..self.unit).contains(&game.bring_in) {
            ActionKind::Complete
        } else if self.level == 0 {
            ActionKind::Bet
        } else {
            ActionKind::Raise
        }
    }

    /// The total of a full wager in fixed limit.
    fn fixed_wager(&self, kind: ActionKind) -> u64 {
        if kind == ActionKind::Complete { self.unit } else { self.full + self.unit }
    }

    fn list_fixed(&self, game: &Game, total: u64, legal: &mut LegalActions) {
        let kind = self.wager_kind(game);
        if self.due && game.bring_in >= self.unit {
            return;
        }
        let to = self.fixed_wager(kind).min(total);
        legal.push(kind, to, to);
        if kind == ActionKind::Bet && self.open_pair && game.rules().open_pair == OpenPair::Option {
            let big = game.rules().big_bet.min(total);
            if big > to {
                legal.push(kind, big, big);
            }
        }
    }

    /// The wager that the other structures allow.
    fn range(&self, game: &Game) -> Wager {
        let kind = self.wager_kind(game);
        let (level, unit) = (self.level, self.unit);
        let doubled = if self.open_pair { 2 } else { 1 };
        let spread = game.plan(self.street).most.saturating_mul(doubled);
        let least = match kind {
            _ if self.due && (game.limit == Limit::Spread || unit <= game.bring_in) => game.bring_in + game.min_chip,
            ActionKind::Raise => level.saturating_add(self.least_raise()),
            _ => unit,
        };
        let most = match game.limit {
            Limit::Pot => {
                let bet = self.bet[usize::from(self.actor)];
                // No sum of a table's chips passes 63 bits, but a bring-in that nobody could pay might.
                level.saturating_mul(2).saturating_add(self.pot) - bet
            }
            Limit::Spread if kind == ActionKind::Raise => level.saturating_add(spread),
            Limit::Spread => spread,
            Limit::No | Limit::Fixed => u64::MAX,
        };
        Wager { kind, least, most }
    }

    fn list_range(&self, game: &Game, total: u64, legal: &mut LegalActions) {
        let Wager { kind, least, most } = self.range(game);
        // The pot may be too small to open for more than a bring-in that is a full bet already.
        if self.due && most < least.min(total) && self.unit <= game.bring_in {
            return;
        }
        let chip = game.min_chip;
        let low = if chip == 1 { least } else { least.checked_next_multiple_of(chip).unwrap_or(u64::MAX) };
        let high = if total <= most { total } else { low.max(if chip == 1 { most } else { most - most % chip }) };
        let low = low.min(total);
        legal.push(kind, low, high.max(low).min(total));
    }

    /// Checks an action, and settles its amount.
    pub fn check(&self, game: &Game, kind: ActionKind, amount: Option<u64>) -> Result<Action, IllegalAction> {
        let legal = self.legal_actions(game);
        self.settle(game, &legal, kind, amount).map_err(|reason| {
            let seat = (self.phase == Phase::Bet).then_some(self.actor);
            IllegalAction { kind, amount, seat, cards: game.plan(self.street).held, legal: Box::new(legal), reason }
        })
    }

    fn settle(
        &self,
        game: &Game,
        legal: &LegalActions,
        kind: ActionKind,
        amount: Option<u64>,
    ) -> Result<Action, Reason> {
        match self.phase {
            Phase::Over => return Err(Reason::HandOver),
            Phase::Deal => return Err(Reason::CardDue),
            Phase::Bet => {}
        }
        let mut ways = legal.iter().filter(|action| action.kind == kind);
        let first = ways.next().ok_or(Reason::NotNow)?;
        let last = ways.next().unwrap_or(first);
        let (low, high) = (first.low, last.high);
        let Some(to) = amount else {
            return if low == high { Ok(Action { kind, to: low }) } else { Err(Reason::AmountMissing) };
        };
        if !kind.has_amount() {
            return Err(Reason::NoAmount);
        }
        if to == low || to == high {
            return Ok(Action { kind, to });
        }
        // Two ways of one kind are two fixed amounts, and nothing between them.
        if to < low || to > high || first != last {
            return Err(Reason::OutOfRange { low, high });
        }
        if to % game.min_chip == 0 {
            Ok(Action { kind, to })
        } else {
            Err(Reason::OddAmount { min_chip: game.min_chip })
        }
    }

    /// Carries out an action that is known to be legal.
    #[inline]
    pub fn apply(&mut self, game: &Game, action: Action, sink: &mut impl FnMut(Event)) {
        debug_assert!(
            self.legal_actions(game)
                .iter()
                .any(|legal| { legal.kind == action.kind && (legal.low..=legal.high).contains(&action.to) }),
            "{action:?} is not among {}",
            self.legal_actions(game)
        );
        let (seat, to) = (self.actor, action.to);
        self.pending.remove(seat);
        match action.kind {
            ActionKind::Fold => {
                self.live.remove(seat);
                self.able.remove(seat);
                sink(Event::Fold(seat));
            }
            ActionKind::Check => sink(Event::Check(seat)),
            ActionKind::Call => {
                self.put_in(seat, to);
                sink(Event::Call { seat, to });
            }
            ActionKind::BringIn => {
                self.put_in(seat, to);
                self.due = false;
                self.level = game.bring_in;
                self.short_bring_in = to < game.bring_in;
                sink(Event::BringIn { seat, to });
            }
            ActionKind::Complete => {
                self.wager(game, to);
                sink(Event::Complete { seat, to });
            }
            ActionKind::Bet => {
                self.wager(game, to);
                sink(Event::Bet { seat, to });
            }
            ActionKind::Raise => {
                self.wager(game, to);
                sink(Event::Raise { seat, to });
            }
        }
        self.acted.insert(seat);
        self.run(game, sink);
    }

    fn put_in(&mut self, seat: Seat, to: u64) {
        let at = usize::from(seat);
        let more = to - self.bet[at];
        self.bet[at] = to;
        self.stack[at] -= more;
        self.pot += more;
        if self.stack[at] == 0 {
            self.able.remove(seat);
        }
    }

    /// Raises the level, and the betting is open again as far as the wager is a full one (rules.md 6.2).
    fn wager(&mut self, game: &Game, to: u64) {
        let seat = self.actor;
        let full = match game.limit {
            Limit::Fixed => self.full_fixed_wager(game, to),
            _ => to >= self.range(game).least,
        };
        if full {
            self.last_raise = to - self.level;
            self.acted = SeatSet::EMPTY;
        }
        // Short all-ins that add up to a raise count as one together.
        if full || to - self.full.min(to) >= self.least_raise() {
            self.wagers = self.wagers.saturating_add(1);
            self.full = to;
        }
        self.put_in(seat, to);
        self.due = false;
        self.short_bring_in = false;
        self.level = to;
        self.aggressor = seat;
        self.pending = self.able.without(SeatSet::only(seat));
    }

    /// Whether a wager of fixed limit reaches at least half of what a full one adds.
    fn full_fixed_wager(&mut self, game: &Game, to: u64) -> bool {
        let kind = self.wager_kind(game);
        if kind == ActionKind::Bet && self.open_pair && to > self.unit {
            self.unit = game.rules().big_bet;
        }
        to >= self.fixed_wager(kind) || to.saturating_sub(self.full) >= self.unit.div_ceil(2)
    }
}
