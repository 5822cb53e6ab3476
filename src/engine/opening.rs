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
        first_greatest(self.live.clockwise_after(self.dealer), |seat| match bring_in.card {
            BringInCard::Highest => door(seat).into(),
            BringInCard::Lowest | BringInCard::None => (u8::MAX - door(seat)).into(),
        })
    }

    /// The seat whose showing hand opens, among those that can act.
    fn opening_seat(&self, game: &Game) -> Seat {
        let rules = game.rules();
        let wild = self.wild_ranks(game);
        first_greatest(self.able.clockwise_after(self.dealer), |seat| {
            let (hand, highest) = self.showing(game, seat, wild);
            let tie = if rules.showing_tie == Tie::Suit { highest } else { 0 };
            let key = u32::from(hand.bits()) << 6 | u32::from(tie);
            match rules.opener {
                Opener::Best => key,
                Opener::Lowest => (1 << 22) - 1 - key,
            }
        })
    }

    /// A seat's showing hand and the index of its highest card.
    #[inline]
    fn showing(&self, game: &Game, seat: Seat, wild: WildRanks) -> (Showing, u8) {
        let cards = &self.cards[usize::from(seat)];
        let up = game.up_cards.map(|place| cards[usize::from(place) & 7]);
        // What stands for no card is less than nothing.
        let highest = up.iter().fold(-1, |highest, &index| highest.max(index.cast_signed()));
        let highest = highest.max(0).cast_unsigned();
        if !game.wild {
            return (game.showing.showing(up), highest);
        }
        let mut shown = [Card::new(crate::Rank::TWO, crate::Suit::CLUBS); 4];
        let mut count = 0;
        for card in up.into_iter().filter_map(Card::from_index) {
            shown[count] = card;
            count += 1;
        }
        (showing(&shown[..count], game.rules().showing, wild), highest)
    }

    /// Whether a live player shows a pair.
    fn pair_is_open(&self, game: &Game) -> bool {
        let wild = self.wild_ranks(game);
        self.live.iter().any(|seat| self.showing(game, seat, wild).0.has_pair())
    }
}

/// The first of some seats that has the greatest key, of 22 bits; without a jump that depends on the cards.
#[inline]
fn first_greatest(seats: impl Iterator<Item = Seat>, key: impl Fn(Seat) -> u32) -> Seat {
    let greatest = seats
        .zip((0..16u32).rev())
        .fold(0, |greatest: u32, (seat, before)| greatest.max(key(seat) << 8 | before << 4 | u32::from(seat)));
    greatest as Seat & 15
}
