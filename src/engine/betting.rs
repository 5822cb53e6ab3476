//! The betting: what the player to act may do, and what it changes (rules.md 5 and 6).

use super::state::{Phase, State};
use super::{Action, ActionKind, Event, Game, IllegalAction, LegalActions, Reason, Request, Seat, SeatSet};
use crate::rules::{Limit, OpenPair};

/// A wager that is possible, from its least total to its greatest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wager {
    pub kind: ActionKind,
    pub low: u64,
    pub high: u64,
    /// Whether these are two sizes with nothing between them.
    pub nothing_between: bool,
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

    /// How many chips a call costs the player to act.
    #[inline]
    pub fn cost_of_call(&self) -> u64 {
        let total = self.owed(self.actor).min(self.total(self.actor));
        total.saturating_sub(self.bet[usize::from(self.actor)])
    }

    /// How many chips a seat would have to add to match what was bet; none where it has folded.
    #[inline]
    pub fn cost_of_call_by(&self, seat: Seat) -> u64 {
        if !self.live.contains(seat) {
            return 0;
        }
        self.owed(seat).min(self.total(seat)).saturating_sub(self.bet[usize::from(seat)])
    }

    /// The seat to act, if one is.
    pub fn acting(&self) -> Option<Seat> {
        (self.phase == Phase::Bet).then_some(self.actor)
    }

    /// What a seat has on this street: chips put in and chips behind.
    fn total(&self, seat: Seat) -> u64 {
        self.bet[usize::from(seat)] + self.stack[usize::from(seat)]
    }

    /// What the player to act may do; nothing when nobody is to act.
    pub fn legal_actions(&self, game: &Game) -> LegalActions {
        let mut legal = LegalActions::EMPTY;
        let Some((fold, stay)) = self.stay(game) else { return legal };
        if fold {
            legal.push(ActionKind::Fold, 0, 0);
        }
        legal.push(stay.kind, stay.to, stay.to);
        if let Some(wager) = self.next_wager(game) {
            if wager.nothing_between {
                legal.push(wager.kind, wager.low, wager.low);
                legal.push(wager.kind, wager.high, wager.high);
            } else {
                legal.push(wager.kind, wager.low, wager.high);
            }
        }
        legal
    }

    /// How the player to act may stay in without a wager, and whether folding is offered; `None` when nobody is to act.
    #[inline]
    pub fn stay(&self, game: &Game) -> Option<(bool, Action)> {
        if self.phase != Phase::Bet {
            return None;
        }
        let (seat, total) = (self.actor, self.total(self.actor));
        if self.due {
            return Some((self.passed, Action { kind: ActionKind::BringIn, to: game.bring_in.min(total) }));
        }
        let owed = self.owed(seat);
        if owed > self.bet[usize::from(seat)] {
            Some((true, Action { kind: ActionKind::Call, to: owed.min(total) }))
        } else {
            Some((game.rules().open_fold, Action { kind: ActionKind::Check, to: 0 }))
        }
    }

    /// The complete, the bet or the raise that the player to act may make.
    #[inline]
    pub fn next_wager(&self, game: &Game) -> Option<Wager> {
        let (seat, total) = (self.actor, self.total(self.actor));
        let beat = if self.due { game.bring_in } else { self.level };
        if self.phase != Phase::Bet || total <= beat || !self.may_wager(game, seat, beat) {
            return None;
        }
        match game.limit {
            Limit::Fixed => self.fixed_wager(game, total),
            _ => self.free_wager(game, total),
        }
    }

    /// Whether the cap, the short all-ins and the others' chips leave room to go over `beat`.
    fn may_wager(&self, game: &Game, seat: Seat, beat: u64) -> bool {
        let rules = game.rules();
        let capped = matches!(game.limit, Limit::Fixed | Limit::Spread)
            && self.wagers >= rules.cap
            && (rules.cap_heads_up || self.live.len() > 2);
        if capped {
            return false;
        }
        // One who has acted may go on only over a full raise, made at once or by short all-ins together.
        if self.acted.contains(seat)
            && (game.limit == Limit::Fixed || self.level - self.bet[usize::from(seat)] < self.least_raise())
        {
            return false;
        }
        let others = self.able.without(SeatSet::only(seat));
        others.iter().any(|other| self.total(other) > beat)
    }

    /// By how much a raise must go over the level.
    fn least_raise(&self) -> u64 {
        self.last_raise.max(self.unit)
    }

    /// Whether the street stands at a bring-in below the bet, or at less than the bet over one.
    fn incomplete(&self, game: &Game) -> bool {
        self.due || self.street == 0 && game.bring_in > 0 && self.wagers == 0 && self.level < self.unit
    }

    /// The kind of the next wager: complete until a bring-in below the bet is topped up.
    fn wager_kind(&self, game: &Game) -> ActionKind {
        if self.incomplete(game) {
            ActionKind::Complete
        } else if self.level == 0 {
            ActionKind::Bet
        } else {
            ActionKind::Raise
        }
    }

    /// The total at which the next wager is a full one.
    fn full_wager(&self, game: &Game) -> u64 {
        if self.incomplete(game) {
            self.unit
        } else if game.limit == Limit::Fixed {
            self.full.saturating_add(self.unit)
        } else {
            self.level.saturating_add(self.least_raise())
        }
    }

    /// Whether either bet may be made, until somebody has gone over the small one.
    fn either_bet(&self, game: &Game) -> bool {
        self.open_pair && game.rules().open_pair == OpenPair::Option && self.unit < game.rules().big_bet
    }

    #[inline]
    fn fixed_wager(&self, game: &Game, total: u64) -> Option<Wager> {
        if self.due && game.bring_in >= self.unit {
            return None;
        }
        let low = self.full_wager(game).min(total);
        let big = if self.either_bet(game) { self.full.saturating_add(game.rules().big_bet).min(total) } else { low };
        Some(Wager { kind: self.wager_kind(game), low, high: big.max(low), nothing_between: big > low })
    }

    /// The least total of a wager where sizes are free.
    fn least_wager(&self, game: &Game) -> u64 {
        if !self.due {
            return self.full_wager(game);
        }
        let more = game.bring_in + game.min_chip;
        if game.limit == Limit::Spread { more } else { more.max(self.unit) }
    }

    /// The greatest total of a wager where sizes are free, were the stack no matter.
    fn greatest_wager(&self, game: &Game) -> u64 {
        match game.limit {
            Limit::Pot => {
                // No sum of a table's chips passes 63 bits, but a bring-in that nobody could pay might.
                let most = self.level.saturating_mul(2).saturating_add(self.pot) - self.bet[usize::from(self.actor)];
                let bring_in = self.street == 0 && game.bring_in > 0;
                // The least bet may be made into a pot that is smaller.
                if self.level == 0 && !bring_in { most.max(self.unit) } else { most }
            }
            Limit::Spread => {
                let most = game.plan(self.street).most.saturating_mul(if self.open_pair { 2 } else { 1 });
                if self.incomplete(game) { most } else { self.level.saturating_add(most) }
            }
            Limit::No | Limit::Fixed => u64::MAX,
        }
    }

    fn free_wager(&self, game: &Game, total: u64) -> Option<Wager> {
        let (least, most, chip) = (self.least_wager(game), self.greatest_wager(game), game.min_chip);
        let low = if chip == 1 { least } else { least.checked_next_multiple_of(chip).unwrap_or(u64::MAX) };
        let high = if total <= most { total } else { most - most % chip };
        let kind = self.wager_kind(game);
        if low <= high {
            Some(Wager { kind, low, high, nothing_between: false })
        } else {
            (total <= most).then_some(Wager { kind, low: total, high: total, nothing_between: false })
        }
    }

    /// Checks an action, and settles its amount.
    pub fn check(&self, game: &Game, request: Request, amount: Option<u64>) -> Result<Action, IllegalAction> {
        let legal = self.legal_actions(game);
        self.settle(game, &legal, request, amount).map_err(|reason| {
            let seat = (self.phase == Phase::Bet).then_some(self.actor);
            let bet = seat.map_or(0, |seat| self.bet[usize::from(seat)]);
            IllegalAction {
                request,
                amount,
                seat,
                bet,
                cards: game.plan(self.street).held,
                legal: Box::new(legal),
                reason,
            }
        })
    }

    fn settle(
        &self,
        game: &Game,
        legal: &LegalActions,
        request: Request,
        mut amount: Option<u64>,
    ) -> Result<Action, Reason> {
        match self.phase {
            Phase::Over => return Err(Reason::HandOver),
            Phase::Reveal => return Err(Reason::CardsUnknown { seats: self.unrevealed() }),
            Phase::Deal => return Err(Reason::CardDue),
            Phase::Bet => {}
        }
        let kind = match request {
            Request::Kind(kind) => kind,
            Request::Wager => {
                let mut kinds = legal.iter().map(|action| action.kind);
                kinds.find(|kind| kind.is_wager()).ok_or(Reason::NotNow)?
            }
            Request::Listed(action) => {
                if let Some((low, high)) = action.range() {
                    if low < high && !legal.contains(&action) {
                        return Err(Reason::NotNow);
                    }
                    if low == high && *amount.get_or_insert(low) != low {
                        return Err(Reason::OutOfRange { low, high });
                    }
                }
                action.kind
            }
        };
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
                self.full = game.bring_in;
                self.short_bring_in = to < game.bring_in;
                // As large as the bet, it is the first wager of the street (rules.md 5.5).
                self.wagers = u8::from(game.bring_in >= self.unit);
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
        if action.kind == ActionKind::BringIn && game.rules().bring_in_option && self.able.contains(seat) {
            // When all others have called, it is this seat's turn once more (rules.md 5.5).
            self.pending.insert(seat);
        } else {
            self.acted.insert(seat);
        }
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
        let over = to.saturating_sub(self.full);
        let fixed = game.limit == Limit::Fixed;
        let full = to >= self.full_wager(game) || fixed && over >= self.unit.div_ceil(2);
        // Short all-ins that add up to a raise count as one together.
        let adds_up = full || !fixed && over >= self.least_raise();
        if self.either_bet(game) && over > self.unit {
            self.unit = game.rules().big_bet;
        }
        if full {
            self.last_raise = to - self.level;
            self.acted = SeatSet::EMPTY;
        }
        if adds_up {
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
}
