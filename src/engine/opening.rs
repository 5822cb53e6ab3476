//! Who acts first on a street, and what is at stake there (rules.md 3, 5, 6.7, 6.8).

use super::seats::Clockwise;
use super::state::{NONE, Phase, State};
use super::{Game, Seat, SeatSet};
use crate::card::Card;
use crate::ranking::{Showing, UP_CARDS, WildRanks, showing};
use crate::rules::{BringInAce, BringInCard, OpenPair, Opener, Tie};

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
        let door = self.up.trailing_zeros() as usize & 7;
        let key = |seat| bring_in_key(game, self.cards[usize::from(seat)][door]).into();
        first_greatest(self.live.clockwise_after(self.dealer), key)
    }

    /// The seat whose showing hand opens, among those that can act.
    fn opening_seat(&self, game: &Game) -> Seat {
        let wild = self.wild_ranks(game);
        let key = |seat| opening_key(game, self.cards[usize::from(seat)], wild);
        first_greatest(self.able.clockwise_after(self.dealer), key)
    }

    /// Whether a live player shows a pair.
    fn pair_is_open(&self, game: &Game) -> bool {
        let wild = self.wild_ranks(game);
        self.live.iter().any(|seat| shown(game, self.cards[usize::from(seat)], wild).has_pair())
    }
}

/// What brings in, the greatest first, of a door card.
#[inline]
pub(crate) const fn bring_in_key(game: &Game, door: u8) -> u8 {
    let (bring_in, ace) = (game.rules().bring_in, game.rules().bring_in_ace);
    // The four aces come last by index; as the lowest rank they stand before the others (rules.md 5.2).
    let door = match ace {
        BringInAce::High => door,
        BringInAce::Low => (door + 4) % 52,
    };
    let card = match bring_in.tie {
        Tie::Suit => door,
        Tie::Position => door >> 2,
    };
    match bring_in.card {
        BringInCard::Highest => card,
        BringInCard::Lowest | BringInCard::None => u8::MAX - card,
    }
}

/// What opens, the greatest first, of a player's cards in the order dealt; 22 bits.
#[inline]
pub(crate) fn opening_key(game: &Game, cards: [u8; 8], wild: WildRanks) -> u32 {
    let rules = game.rules();
    let tie = match rules.showing_tie {
        // What stands for no card is less than nothing.
        Tie::Suit => game.up_cards_of(cards).into_iter().map(u8::cast_signed).max().unwrap_or(0).max(0),
        Tie::Position => 0,
    };
    let key = u32::from(shown(game, cards, wild).bits()) << 6 | u32::from(tie.cast_unsigned());
    match rules.opener {
        Opener::Best => key,
        Opener::Lowest => (1 << 22) - 1 - key,
    }
}

/// What a player's cards show.
#[inline]
fn shown(game: &Game, cards: [u8; 8], wild: WildRanks) -> Showing {
    let up = game.up_cards_of(cards);
    if !game.wild {
        return game.showing.showing(up);
    }
    let (mut list, mut count) = ([Card::new(crate::card::Rank::TWO, crate::card::Suit::CLUBS); UP_CARDS], 0);
    for card in up.into_iter().filter_map(Card::from_index) {
        list[count] = card;
        count += 1;
    }
    showing(&list[..count], game.rules().showing, wild)
}

/// The first of some seats that has the greatest key, of 22 bits; without a jump that depends on the cards.
#[inline]
pub(crate) fn first_greatest(seats: Clockwise, key: impl Fn(Seat) -> u32) -> Seat {
    let (mut greatest, mut before) = (0, 16);
    for seat in seats {
        before -= 1;
        greatest = greatest.max(key(seat) << 8 | before << 4 | u32::from(seat));
    }
    greatest as Seat & 15
}
