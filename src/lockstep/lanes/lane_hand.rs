//! How a hand in lanes stands apart from the betting of its street: as much as the next street and the end of it need.
//!
//! The state of a table knows more, but costs more to begin and to go on with. It is made again, by the engine, when the
//! hand leaves the lanes.

use core::array::from_fn;

use super::SEATS;
use super::betting::Betting;
use super::turn::LOG;
use crate::card::Card;
use crate::chance::Choices;
use crate::engine::{Game, NONE, SeatSet, bring_in_key, first_greatest, opening_key};
use crate::lockstep::table::Table;
use crate::ranking::{Strength, WildRanks};

/// A hand up to the start of its street's betting.
#[derive(Clone, Copy, Debug)]
pub struct LaneHand {
    pub number: u64,
    pub choices: Choices,
    /// The words of the log that are full, and how many actions are in them.
    pub log: [u64; 3],
    pub logged: u32,
    /// What each seat has put in on streets before this one, antes included.
    pub paid: [u32; SEATS],
    pub deck: [u8; Card::COUNT],
    pub next: u8,
    pub street: u8,
    pub dealer: u8,
    pub opener: u8,
    /// Each seat's cards in the order dealt.
    pub cards: [[u8; 8]; SEATS],
    /// The seats that each street was dealt to.
    pub dealt: [u8; 7],
}

impl LaneHand {
    pub const EMPTY: Self = Self {
        number: 0,
        choices: Choices::NONE,
        log: [0; 3],
        logged: 0,
        paid: [0; SEATS],
        deck: [0; Card::COUNT],
        next: 0,
        street: 0,
        dealer: 0,
        opener: 0,
        cards: [[NONE; 8]; SEATS],
        dealt: [0; 7],
    };

    /// Begins the hand whose number, chance, dealer and deck stand: antes, first street and who opens it.
    #[inline(always)]
    pub fn open(&mut self, game: &Game, seats: SeatSet) {
        (self.log, self.logged) = ([0; 3], 0);
        self.paid = from_fn(|seat| if seats.contains(seat as u8) { game.rules().ante as u32 } else { 0 });
        self.cards = [[NONE; 8]; SEATS];
        self.next = 0;
        self.deal(game, 0, seats);
        self.opener = if game.bring_in > 0 {
            let door = usize::from(game.up_cards[0]) & 7;
            let key = |seat| bring_in_key(game, self.cards[usize::from(seat) % SEATS][door]).into();
            first_greatest(seats.clockwise_after(self.dealer), key)
        } else {
            self.opening_seat(game, seats)
        };
    }

    /// The word of the log that is being filled.
    pub fn last_word(&self) -> u64 {
        self.log.get(self.logged as usize / usize::from(LOG)).copied().unwrap_or(0)
    }

    /// Puts a full word into the log.
    pub fn put_word(&mut self, word: u64) {
        if let Some(slot) = self.log.get_mut(self.logged as usize / usize::from(LOG)) {
            *slot = word;
        }
        self.logged += u32::from(LOG);
    }

    /// Whether the log takes another word.
    pub const fn has_room_in_log(&self) -> bool {
        self.logged < self.log.len() as u32 * LOG as u32
    }

    /// Deals a street to the live seats and finds who opens it; not where the deck is too short.
    #[inline(always)]
    pub fn deal(&mut self, game: &Game, street: u8, live: SeatSet) -> bool {
        let plan = game.plan(street);
        let next = self.next + u8::from(game.burns(street, self.next.into()));
        if u32::from(next) + live.len() * u32::from(plan.cards) > game.rules().deck.size() as u32 {
            return false;
        }
        let mut next = usize::from(next);
        for held in plan.held - plan.cards..plan.held {
            for seat in live.clockwise_after(self.dealer) {
                self.cards[usize::from(seat) % SEATS][usize::from(held) & 7] = self.deck[next];
                next += 1;
            }
        }
        (self.next, self.street) = (next as u8, street);
        self.dealt[usize::from(street) % 7] = live.bits() as u8;
        true
    }

    /// The seat that opens a street without a bring-in.
    #[inline(always)]
    pub fn opening_seat(&self, game: &Game, live: SeatSet) -> u8 {
        let key = |seat| opening_key(game, self.cards[usize::from(seat) % SEATS], WildRanks::NONE);
        first_greatest(live.clockwise_after(self.dealer), key)
    }

    /// The only seat with the best hand; none where several share.
    pub fn winner(&self, game: &Game, live: SeatSet) -> Option<u8> {
        let held = usize::from(game.plan(self.street).held) & 7;
        let (mut winner, mut best) = (None, Strength::default());
        for seat in live.iter() {
            let cards = &self.cards[usize::from(seat) % SEATS][..held];
            let strength = game.rules().ranking.evaluate_indices(cards, WildRanks::NONE).unwrap_or_default();
            if strength > best {
                (winner, best) = (Some(seat), strength);
            } else if strength == best {
                winner = None;
            }
        }
        winner
    }

    /// The hand of a table up to the start of its street's betting; `None` when it is over, began elsewhere, has had too many
    /// actions, or a card for everybody.
    pub fn of_table(game: &Game, betting: &Betting, table: &Table) -> Option<Self> {
        let (log, logged) = table.full_words()?;
        let state = &table.state;
        if table.is_over() || state.community != NONE {
            return None;
        }
        let mut hand = Self { log, logged, number: table.hand, choices: table.choices(), ..Self::EMPTY };
        (hand.next, hand.street) = (state.next, state.street);
        (hand.dealer, hand.opener) = (state.dealer, state.opener);
        hand.deck = state.deck;
        for seat in 0..usize::from(state.players) {
            hand.cards[seat] = state.cards[seat];
            let paid = state.start[seat] - state.stack[seat] - state.bet[seat];
            if paid > betting.cost {
                return None;
            }
            hand.paid[seat] = paid as u32;
            for (street, dealt) in (0..=state.street).zip(&mut hand.dealt) {
                *dealt |= u8::from(state.held[seat] >= game.plan(street).held) << seat;
            }
        }
        Some(hand)
    }

    /// Puts the hand back at a table with these stacks, up to the start of its street's betting.
    pub fn put_back(&self, game: &Game, stacks: &[u64], table: &mut Table) {
        let state = &mut table.state;
        state.restart(game, stacks, self.dealer, self.deck);
        for (street, &dealt) in (1..=self.street).zip(&self.dealt[1..]) {
            state.live = SeatSet::from_bits(dealt.into());
            state.able = state.live;
            state.begin_street(game, street, &mut |_| ());
            state.run(game, &mut |_| ());
        }
        state.pot = 0;
        for (seat, &paid) in (0..stacks.len()).zip(&self.paid) {
            state.stack[seat] = state.start[seat] - u64::from(paid);
            state.pot += u64::from(paid);
        }
        table.restart(self.number, self.choices, self.log, self.logged);
    }
}
