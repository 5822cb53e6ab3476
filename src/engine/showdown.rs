//! The end of a hand: who shows, and who wins what (rules.md 7 and 9).

use super::state::{NONE, Phase, State};
use super::{Award, Event, Game, MAX_SEATS, Pot, Seat, SeatSet, Share, ShowError};
use crate::ranking::Strength;
use crate::ranking::shares::{halves, low_winners, winners};
use crate::rules::{OddChip, Reveal};

/// What the live hands are worth for each share, seat by seat.
pub(crate) struct Worth {
    /// The strength of each hand.
    high: [u16; MAX_SEATS],
    /// What each hand is worth for the low share, 0 where it cannot win any.
    low: [u16; MAX_SEATS],
}

impl Worth {
    pub fn best_high(&self, seats: SeatSet) -> SeatSet {
        SeatSet::from_bits(winners(seats.iter().map(|seat| (seat, self.high[usize::from(seat)]))))
    }

    /// The seats that win the low share; none where nobody does or there is no such share.
    pub fn best_low(&self, seats: SeatSet) -> SeatSet {
        SeatSet::from_bits(low_winners(seats.iter().map(|seat| (seat, self.low[usize::from(seat)]))))
    }
}

impl State {
    /// Ends a hand in which one player is left: nothing is shown, and there is no low half.
    pub fn give_up(&mut self, sink: &mut impl FnMut(Event)) {
        if let Some(seat) = self.live.iter().next() {
            self.pay(Award { seat, pot: 0, share: Share::High, amount: self.pot }, sink);
        }
        self.end(sink);
    }

    /// Ends a hand by comparing the live hands.
    pub fn show_down(&mut self, game: &Game, sink: &mut impl FnMut(Event)) {
        let worth = self.worth(game);
        self.show_hands(game, &worth, self.first_to_show(), sink);
        let (pots, before) = (self.pots(), *self);
        before.award_pots(game, &worth, &pots, &mut |award| self.pay(award, sink));
        self.end(sink);
    }

    /// Shows a hand after the end (rules.md 7.3).
    pub fn show(&mut self, seat: Seat, sink: &mut impl FnMut(Event)) -> Result<(), ShowError> {
        if self.phase != Phase::Over {
            return Err(ShowError::NotOver);
        }
        if !self.live.contains(seat) {
            return Err(ShowError::Folded(seat));
        }
        if self.shown.contains(seat) {
            return Err(ShowError::Shown(seat));
        }
        if self.has_unknown_cards(seat) {
            return Err(ShowError::Unknown(seat));
        }
        self.shown.insert(seat);
        sink(Event::Show(seat));
        Ok(())
    }

    /// Ends the betting of a street: what the highest payer has put in over the second goes back (rules.md 7.2).
    pub fn close_round(&mut self, sink: &mut impl FnMut(Event)) {
        self.bet = [0; MAX_SEATS];
        self.level = 0;
        let (mut top, mut seat, mut second) = (0, 0, 0);
        for payer in 0..self.players {
            let paid = self.paid(payer);
            if paid > top {
                (second, top, seat) = (top, paid, payer);
            } else {
                second = second.max(paid);
            }
        }
        let amount = top - second;
        if amount > 0 {
            self.stack[usize::from(seat)] += amount;
            self.pot -= amount;
            if self.live.contains(seat) {
                self.able.insert(seat);
            }
            sink(Event::Uncalled { seat, amount });
        }
    }

    /// The last to bet or raise on the last street, else the first live seat from the dealer (rules.md 7.3).
    fn first_to_show(&self) -> Seat {
        if self.aggressor != NONE && self.live.contains(self.aggressor) {
            return self.aggressor;
        }
        self.live.next_after(self.dealer).unwrap_or(self.dealer)
    }

    /// The live seats in the order in which they show.
    pub fn showdown_order(&self) -> impl Iterator<Item = Seat> {
        let first = self.first_to_show();
        let before = if first == 0 { self.players - 1 } else { first - 1 };
        self.live.clockwise_after(before)
    }

    pub fn worth(&self, game: &Game) -> Worth {
        let mut worth = Worth { high: [0; MAX_SEATS], low: [0; MAX_SEATS] };
        let rules = game.rules();
        let (wild, low) = (self.wild_ranks(game), rules.low_share());
        let contenders = self.live.without(self.mucked);
        if contenders.len() == 1 {
            // All others mucked, so that no cards are needed to win, and the pot is not divided.
            contenders.iter().for_each(|seat| worth.high[usize::from(seat)] = 1);
            return worth;
        }
        for seat in contenders.iter() {
            let at = usize::from(seat);
            let (mut hand, mut up) = (self.cards[at], self.up);
            let mut count = usize::from(self.held[at]) & 7;
            if self.community != NONE {
                hand[count] = self.community;
                up |= 1 << count;
                count += 1;
            }
            let hand = &hand[..count];
            worth.high[at] = rules.ranking.evaluate_indices(hand, wild).map_or(0, Strength::bits);
            if let Some(low) = low {
                let counting = hand.iter().enumerate().filter(|(i, _)| low.counts(up >> i & 1 == 1));
                worth.low[at] = low.worth(counting.map(|(_, &card)| card));
            }
        }
        worth
    }

    /// Shows or mucks each live hand in turn: all of them when the rules say so or one is all-in, else those not beaten by
    /// a shown one; hands that are still unknown are not seen.
    fn show_hands(&mut self, game: &Game, worth: &Worth, first: Seat, sink: &mut impl FnMut(Event)) {
        let all = game.rules().reveal == Reveal::All || self.live != self.able.both(self.live);
        let before = if first == 0 { self.players - 1 } else { first - 1 };
        for seat in self.live.clockwise_after(before) {
            let with_shown = self.shown.with(SeatSet::only(seat));
            // Without all-in players there is one pot, and everybody is in it.
            let wins = self.shown.is_empty()
                || self.pot > 0
                    && (worth.best_high(with_shown).contains(seat) || worth.best_low(with_shown).contains(seat));
            if (all || wins) && !self.mucked.contains(seat) && !self.has_unknown_cards(seat) {
                self.shown.insert(seat);
                sink(Event::Show(seat));
            } else {
                sink(Event::Muck(seat));
            }
        }
    }

    /// What each pot pays: to its best hands, and to those that win a low share of it.
    pub fn award_pots(&self, game: &Game, worth: &Worth, pots: &[Pot], pay: &mut impl FnMut(Award)) {
        let chip = game.min_chip;
        for (number, pot) in pots.iter().enumerate() {
            let (best, low) = (worth.best_high(pot.eligible), worth.best_low(pot.eligible));
            let (high_amount, low_amount) = halves(pot.amount, chip, !low.is_empty());
            for (share, amount, winners) in [(Share::High, high_amount, best), (Share::Low, low_amount, low)] {
                self.split(game, amount, winners, &mut |seat, amount| {
                    pay(Award { seat, pot: number as u8, share, amount });
                });
            }
        }
    }

    /// Splits an amount equally: odd chips go one each to the first winners, the crumbs of a chip to the very first.
    fn split(&self, game: &Game, amount: u64, winners: SeatSet, pay: &mut impl FnMut(Seat, u64)) {
        let count = u64::from(winners.len());
        if count < 2 {
            winners.iter().for_each(|seat| pay(seat, amount));
            return;
        }
        let (chips, crumbs) = (amount / game.min_chip, amount % game.min_chip);
        let order = self.odd_chip_order(game, winners);
        for (place, &seat) in (0..count).zip(&order) {
            let odd = u64::from(place < chips % count) * game.min_chip + if place == 0 { crumbs } else { 0 };
            pay(seat, chips / count * game.min_chip + odd);
        }
    }

    /// The winners in the order in which they get odd chips (rules.md 7.4).
    fn odd_chip_order(&self, game: &Game, winners: SeatSet) -> [Seat; MAX_SEATS] {
        let mut order = [NONE; MAX_SEATS];
        for (slot, seat) in order.iter_mut().zip(winners.clockwise_after(self.dealer)) {
            *slot = seat;
        }
        let listed = &mut order[..winners.len() as usize];
        match game.rules().odd_chip {
            OddChip::Position => {}
            OddChip::Nearest => {
                // The box stands between the dealer's seat and the next, which are as near.
                let before = |seat: Seat| (self.dealer + self.players - seat) % self.players;
                listed.sort_by_key(|&seat| before(seat).min(self.players - 1 - before(seat)));
            }
            OddChip::Suit => {
                let highest = |seat: Seat| self.cards_of(seat).iter().max();
                listed.sort_by(|&a, &b| highest(b).cmp(&highest(a)));
            }
        }
        order
    }

    /// What a seat would leave the showdown with if these hands were the best and won the low share, and if of all cards
    /// `higher` had the highest.
    pub fn stack_after(&self, game: &Game, best: SeatSet, low: SeatSet, higher: Seat, seat: Seat) -> u64 {
        let mut state = *self;
        let ones = |seats: SeatSet| core::array::from_fn(|seat| seats.contains(seat as Seat).into());
        let worth = Worth { high: ones(best), low: ones(low) };
        for other in self.live.iter() {
            let held = usize::from(self.held[usize::from(other)]) & 7;
            state.cards[usize::from(other)][..held].fill(u8::from(other == higher));
        }
        let (pots, before) = (self.pots(), state);
        before.award_pots(game, &worth, &pots, &mut |award| state.pay(award, &mut |_| ()));
        state.stack[usize::from(seat)]
    }

    fn pay(&mut self, award: Award, sink: &mut impl FnMut(Event)) {
        if award.amount == 0 {
            return;
        }
        let at = usize::from(award.seat);
        self.stack[at] += award.amount;
        self.bet[at] += award.amount;
        self.pot -= award.amount;
        sink(Event::Award(award));
    }

    fn end(&mut self, sink: &mut impl FnMut(Event)) {
        self.phase = Phase::Over;
        sink(Event::End);
    }
}
