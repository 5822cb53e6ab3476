//! Who acts first on a street, and what is at stake there (rules.md 3, 5, 6.7, 6.8).

use super::state::{NONE, Phase, State};
use super::{Game, Seat, SeatSet};
use crate::Card;
use crate::ranking::{Showing, WildRanks, showing};
use crate::rules::{BringInCard, OpenPair, Opener, Tie};

impl State {
    /// Clears what the players have put in on the street.
    pub fn clear_bets(&mut self) {
        self.bet = [0; super::MAX_SEATS];
        self.level = 0;
        self.full = 0;
        self.last_raise = 0;
        self.wagers = 0;
        self.aggressor = NONE;
        self.open_pair = false;
        self.due = false;
        self.passed = false;
    }

    /// Starts the street's betting; nobody is to act when fewer than two players have chips.
    pub fn open_betting(&mut self, game: &Game) {
        let plan = game.plan(self.street);
        self.phase = Phase::Bet;
        self.unit = plan.unit;
        self.acted = SeatSet::EMPTY;
        self.short_bring_in = false;
        self.pending = if self.able.len() < 2 { SeatSet::EMPTY } else { self.able };
        let Some(first) = self.first_to_act(game) else { return };
        self.opener = first;
        // The next to act is looked for after this seat.
        self.actor = if first == 0 { self.players - 1 } else { first - 1 };
        let second_up_card = self.up.count_ones() == 2 && plan.cards > plan.down;
        if second_up_card && plan.small && game.rules().open_pair != OpenPair::None {
            self.open_pair = self.pair_is_open(game);
            if self.open_pair && game.rules().open_pair == OpenPair::Double {
                self.unit = game.rules().big_bet;
            }
        }
    }

    fn first_to_act(&mut self, game: &Game) -> Option<Seat> {
        if self.pending.len() < 2 {
            return None;
        }
        if self.street == 0 && game.bring_in > 0 {
            let holder = self.bring_in_seat(game);
            self.due = true;
            self.passed = !self.able.contains(holder);
            return if self.passed { self.able.next_after(holder) } else { Some(holder) };
        }
        // Nobody shows a new card, so the opener of the street before is still the one.
        if self.common && self.able.contains(self.opener) {
            return Some(self.opener);
        }
        Some(self.opening_seat(game))
    }

    /// The live seat with the card that brings in.
    fn bring_in_seat(&self, game: &Game) -> Seat {
        let bring_in = game.rules().bring_in;
        let door = |seat: Seat| {
            let card = self.cards_of(seat)[self.up.trailing_zeros() as usize & 7];
            if bring_in.tie == Tie::Suit { card } else { card >> 2 }
        };
        let better = |card: u8, best: u8| match bring_in.card {
            BringInCard::Highest => card > best,
            BringInCard::Lowest | BringInCard::None => card < best,
        };
        let mut seats = self.live.clockwise_after(self.dealer);
        let mut holder = seats.next().unwrap_or(self.dealer);
        for seat in seats {
            if better(door(seat), door(holder)) {
                holder = seat;
            }
        }
        holder
    }

    /// The seat whose showing hand opens, among those that can act.
    fn opening_seat(&self, game: &Game) -> Seat {
        let rules = game.rules();
        let wild = self.wild_ranks(game);
        let rank = |seat: Seat| {
            let (hand, highest) = self.showing(game, seat, wild);
            (hand, if rules.showing_tie == Tie::Suit { highest } else { 0 })
        };
        let better = |hand, best| match rules.opener {
            Opener::Best => hand > best,
            Opener::Lowest => hand < best,
        };
        let mut seats = self.able.clockwise_after(self.dealer);
        let mut opener = seats.next().unwrap_or(self.dealer);
        let mut best = rank(opener);
        for seat in seats {
            let hand = rank(seat);
            if better(hand, best) {
                (opener, best) = (seat, hand);
            }
        }
        opener
    }

    /// A seat's showing hand and the index of its highest card.
    #[inline]
    fn showing(&self, game: &Game, seat: Seat, wild: WildRanks) -> (Showing, u8) {
        let cards = self.cards_of(seat);
        let mut up = [0; 4];
        let (mut count, mut highest, mut bits) = (0, 0, self.up);
        while bits != 0 && count < up.len() {
            let index = cards[bits.trailing_zeros() as usize & 7];
            bits &= bits - 1;
            up[count] = index;
            count += 1;
            highest = highest.max(index);
        }
        if !game.wild {
            return (game.showing.showing(&up, count), highest);
        }
        let lowest = Card::new(crate::Rank::TWO, crate::Suit::CLUBS);
        let mut shown = [lowest; 4];
        for (card, index) in shown.iter_mut().zip(up) {
            *card = Card::from_index(index).unwrap_or(lowest);
        }
        (showing(&shown[..count], game.rules().showing, wild), highest)
    }

    /// Whether a live player shows a pair.
    fn pair_is_open(&self, game: &Game) -> bool {
        let wild = self.wild_ranks(game);
        self.live.iter().any(|seat| self.showing(game, seat, wild).0.has_pair())
    }
}
