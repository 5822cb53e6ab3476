//! What a policy sees of a hand: all that the player to act may know, and no way to the rest.

use crate::actions::{ACTIONS, CHECK_OR_CALL, legal_mask};
use crate::card::Card;
use crate::engine::{CardList, Hand, Seat};
use crate::ranking::{LowShare, Ranking, WildRanks};

/// A hand as the player to act may see it. The hand itself is out of reach.
#[derive(Clone, Copy, Debug)]
pub struct PolicyView<'a> {
    hand: &'a Hand,
    seat: Seat,
    legal: u8,
}

impl<'a> PolicyView<'a> {
    /// The view of the player to act, `None` when nobody is to act.
    #[must_use]
    pub fn of_actor(hand: &'a Hand) -> Option<Self> {
        hand.actor().map(|seat| Self { hand, seat, legal: legal_mask(hand) })
    }

    /// The seat of the player.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the player may do, a bit an action ([`legal_mask`]).
    #[must_use]
    pub const fn legal(&self) -> u8 {
        self.legal
    }

    /// The first of some actions that is legal; the least that is, if none of them.
    #[must_use]
    pub fn first_legal(&self, actions: &[u8]) -> u8 {
        let least = self.legal.trailing_zeros() as u8;
        let is_legal = |action: u8| usize::from(action) < ACTIONS && self.legal >> action & 1 == 1;
        actions.iter().copied().find(|&action| is_legal(action)).unwrap_or(least)
    }

    /// How many chips a call costs, 0 when there is nothing to call.
    #[must_use]
    pub fn price(&self) -> u64 {
        if self.legal >> CHECK_OR_CALL & 1 == 1 { self.hand.state().cost_of_call() } else { 0 }
    }

    /// All chips in the middle, this street's bets included.
    #[must_use]
    pub const fn pot(&self) -> u64 {
        self.hand.pot()
    }

    /// How many players are still in the hand, this one included.
    #[must_use]
    pub const fn live(&self) -> u32 {
        self.hand.live().len()
    }

    /// The street, 0 the first.
    #[must_use]
    pub const fn street(&self) -> u8 {
        self.hand.street()
    }

    /// Whether cards are still to come.
    #[must_use]
    pub fn more_to_come(&self) -> bool {
        self.hand.street() + 1 < self.hand.game().streets()
    }

    /// The order of hands.
    #[must_use]
    pub fn ranking(&self) -> Ranking {
        self.hand.game().rules().ranking
    }

    /// The ranks that are wild now.
    #[must_use]
    pub fn wild_ranks(&self) -> WildRanks {
        self.hand.wild_ranks()
    }

    /// What wins the low half of the pot, if anything does.
    #[must_use]
    pub fn low_share(&self) -> Option<LowShare> {
        self.hand.game().rules().low_share()
    }

    /// The player's own cards that lie face down.
    #[must_use]
    pub fn hole_cards(&self) -> CardList {
        self.hand.known_hole_cards(self.seat)
    }

    /// The player's own cards that lie face up.
    #[must_use]
    pub fn own_up_cards(&self) -> CardList {
        self.hand.up_cards(self.seat)
    }

    /// The card that belongs to everybody, if one was dealt.
    #[must_use]
    pub fn community(&self) -> Option<Card> {
        self.hand.community()
    }

    /// The up cards of each other player who is still in the hand, clockwise from seat 0.
    pub fn boards(&self) -> impl Iterator<Item = CardList> {
        let (hand, own) = (self.hand, self.seat);
        hand.live().iter().filter(move |&seat| seat != own).map(|seat| hand.up_cards(seat))
    }

    /// The indices of the cards that the player cannot see, in order, and how many they are.
    #[must_use]
    pub fn unseen(&self) -> ([u8; Card::COUNT], usize) {
        let (mut unseen, mut count) = ([0; Card::COUNT], 0);
        for card in self.hand.state().unseen_by(self.hand.game(), self.seat).iter() {
            unseen[count] = card.index();
            count += 1;
        }
        (unseen, count)
    }

    /// The hand itself, for what deals it out.
    pub(super) const fn hand(&self) -> &Hand {
        self.hand
    }
}

/// A pot in parts that can be halved and divided among any number of players.
pub const POT_PARTS: u64 = 2 * 2520;

const _: () = assert!(crate::engine::MAX_SEATS <= 10, "2520 can be divided by all numbers up to 10");
