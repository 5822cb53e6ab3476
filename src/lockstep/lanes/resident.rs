//! Tables whose rounds of betting stay in lanes from one step to the next.
//!
//! A table keeps what a street begins with: its cards, its stacks, the log. The round itself is in a lane of its block,
//! and a step is one turn of all 64 lanes. When a round is over, it is put back at the table, and the engine goes on from
//! there. What the table has of the round meanwhile is how it began: [`Block::settled`] has the table as it stands.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::betting::{Betting, STEPS, STREETS};
use super::round::seat_of;
use super::start::{Beginning, Begun};
use super::turn::{Bytes, LOG, Lanes, legal_actions, turn, turn_given};
use super::{LANES, SEATS};
use crate::card::Rank;
use crate::chance::Choices;
use crate::engine::{NONE, State};
use crate::history::step as noted;
use crate::kernel::{Vector, by_kernel};
use crate::lockstep::observe::{OfTheTable, Places, card, chips};
use crate::lockstep::setup::Setup;
use crate::lockstep::share::Share;
use crate::lockstep::table::Table;

/// With fewer hands that begin in a step, their decks are not shuffled side by side.
const FEW: usize = 6;

/// The rounds of 64 tables.
#[derive(Clone, Debug)]
pub struct Block {
    lanes: Lanes,
    /// Which actions are legal at each table; none where the hand is over.
    pub masks: Bytes,
    /// The tables whose round is in the lanes, a bit each. The others are played by the engine.
    inside: u64,
    /// The same as bytes of ones.
    within: Bytes,
    /// What the rounds began with, as far as observations show it.
    start: RoundStart,
}

/// Takes the rounds of some tables into lanes, in place of those that are there.
pub fn fill(blocks: &mut Vec<Block>, betting: &Betting, setup: &Setup, tables: &[Table]) {
    blocks.clear();
    for (number, tables) in tables.chunks(LANES).enumerate() {
        blocks.push(Block::EMPTY);
        let Some(block) = blocks.last_mut() else { return };
        for (lane, table) in tables.iter().enumerate() {
            block.enter(lane, table, betting, setup.stacks_of(number * LANES + lane));
        }
    }
}

impl Block {
    const EMPTY: Self =
        Self { lanes: Lanes::EMPTY, masks: [0; LANES], inside: 0, within: [0; LANES], start: RoundStart::NONE };

    /// Takes the round of a table into its lane, if lanes can play it.
    #[inline]
    fn enter(&mut self, lane: usize, table: &Table, betting: &Betting, stacks: &[u64]) {
        self.masks[lane] = table.mask;
        let Some(word) = table.last_word() else { return };
        if table.is_over() || stacks.iter().any(|&stack| stack <= betting.cost) {
            return;
        }
        let lanes = &mut self.lanes;
        lanes.take(lane, &table.state, betting);
        (lanes.log[lane], lanes.logged[lane]) = (word, table.in_last_word());
        lanes.chance[lane] = table.choices().before(table.count().into());
        // Turns are not counted.
        lanes.left[lane] = u32::MAX;
        self.inside |= 1 << lane;
        self.within[lane] = u8::MAX;
        self.start.set(lane, &table.state);
    }

    /// Puts another table in a lane, if lanes can play it.
    pub fn exchange(&mut self, lane: usize, table: &Table, betting: &Betting, stacks: &[u64]) {
        self.release(lane);
        self.enter(lane, table, betting, stacks);
    }

    /// Leaves a table to the engine.
    fn release(&mut self, lane: usize) {
        self.inside &= !(1 << lane);
        self.within[lane] = 0;
    }

    /// Puts the round of a lane back at its table.
    fn put_back(&self, lane: usize, table: &mut Table, betting: &Betting) {
        self.lanes.put_back(lane, &mut table.state, betting);
        table.put_word_of_log(self.lanes.log[lane], self.lanes.logged[lane]);
        table.mask = self.masks[lane];
    }

    /// The table of a lane as it stands, if its round is there.
    pub fn settled(&self, lane: usize, table: &Table, betting: &Betting) -> Option<Table> {
        (self.inside >> lane & 1 == 1).then(|| {
            let mut table = table.clone();
            self.put_back(lane, &mut table, betting);
            table
        })
    }

    /// The state of a lane's hand as it stands, if its round is there; the same without the log.
    #[inline]
    pub fn state(&self, lane: usize, table: &Table, betting: &Betting) -> Option<State> {
        (self.inside >> lane & 1 == 1).then(|| {
            let mut state = table.state;
            self.lanes.put_back(lane, &mut state, betting);
            state
        })
    }

    /// Puts all rounds back at their tables.
    pub fn leave(&self, tables: &mut [Table], betting: &Betting) {
        for (lane, table) in tables.iter_mut().enumerate().filter(|(lane, _)| self.inside >> lane & 1 == 1) {
            self.put_back(lane, table, betting);
        }
    }
}

/// What is done at the tables of a block, the first of which has this number: an action a lane, a bit each, and how many
/// of them were replaced by the default, which is asked of the last argument.
pub type Choose<'a> = &'a (dyn Fn(usize, &Block, usize, &dyn Fn(usize) -> u8) -> (Bytes, u64) + Sync);

/// Some tables with their rounds, for one thread.
pub struct Stepped<'a> {
    pub share: Share<'a>,
    pub blocks: &'a mut [Block],
    pub betting: &'a Betting,
    /// `None` for actions at random.
    pub choose: Option<Choose<'a>>,
}

by_kernel! {
    /// Plays a step at some tables and shows them; how many actions were replaced.
    pub fn step(stepped: &mut Stepped<'_>) -> u64 = step_lanes<V>
}

#[inline(always)]
fn step_lanes<V: Vector>(stepped: &mut Stepped<'_>) -> u64 {
    let (mut counted, mut begins, mut count) = (0, [0; LANES], 0);
    for number in 0..stepped.blocks.len() {
        let (replaced, mut over) = stepped.play_block::<V>(number);
        counted += replaced;
        while over != 0 {
            begins[count] = number * LANES + over.trailing_zeros() as usize;
            over &= over - 1;
            count += 1;
            if count == LANES {
                stepped.begin(&begins);
                count = 0;
            }
        }
    }
    stepped.begin(&begins[..count]);
    stepped.share.show_history();
    counted
}

impl Stepped<'_> {
    /// Plays a step in a block. How many actions were replaced, and the tables at which a hand is to begin.
    #[inline(always)]
    fn play_block<V: Vector>(&mut self, number: usize) -> (u64, u64) {
        let from = number * LANES;
        let tables = from..self.share.tables.len().min(from + LANES);
        let present = u64::MAX >> (LANES - tables.len());
        let (mut replaced, mut chosen) = (0, [0; LANES]);
        let block = &mut self.blocks[number];
        let (inside, actors) = (block.inside, block.lanes.actor);
        let (done, mut events) = if let Some(choose) = self.choose {
            let (tables, betting) = (&self.share.tables[tables], self.betting);
            let now = |lane: usize| block.settled(lane, &tables[lane], betting);
            let default = |lane| now(lane).as_ref().unwrap_or(&tables[lane]).default_action();
            (chosen, replaced) = choose(self.share.first + from, block, tables.len(), &default);
            turn_given::<V>(&mut block.lanes, &chosen)
        } else {
            turn::<V>(&mut block.lanes, self.betting)
        };
        events &= inside;
        if let Some(past) = &mut self.share.past {
            for lane in (0..LANES).filter(|lane| inside >> lane & 1 == 1) {
                past.note(from + lane, noted(seat_of(actors[lane]), done[lane]));
            }
        }
        let begins = self.play_outside(number, !inside & present, &chosen);
        while events != 0 {
            let lane = events.trailing_zeros() as usize;
            events &= events - 1;
            self.see_to(number, lane);
        }
        let block = &mut self.blocks[number];
        let legal = legal_actions::<V>(&block.lanes, self.betting);
        for lane in 0..LANES {
            let within = block.within[lane];
            block.masks[lane] = legal[lane] & within | block.masks[lane] & !within;
        }
        self.show_block::<V>(number, present & !begins);
        (replaced, begins)
    }

    /// Lets the engine play at the tables that are in no lane; those at which a hand is to begin.
    fn play_outside(&mut self, number: usize, mut outside: u64, chosen: &Bytes) -> u64 {
        let (setup, mut begins) = (self.share.setup, 0);
        while outside != 0 {
            let lane = outside.trailing_zeros() as usize;
            outside &= outside - 1;
            let row = number * LANES + lane;
            let table = &mut self.share.tables[row];
            if table.is_over() {
                begins |= u64::from(setup.restarts()) << lane;
                continue;
            }
            let given = self.choose.is_some();
            let action = if given { chosen[lane].trailing_zeros() as u8 } else { table.random_action() };
            let step = table.act(&setup.game, action);
            self.blocks[number].masks[lane] = table.mask;
            self.share.rows.reward(row, table, setup.players);
            self.share.note(row, step);
        }
        begins
    }

    /// Sees to a lane in which the round is over or the word of the log is full.
    fn see_to(&mut self, number: usize, lane: usize) {
        let (setup, row) = (self.share.setup, number * LANES + lane);
        let (block, table) = (&mut self.blocks[number], &mut self.share.tables[row]);
        let over = block.lanes.round_is_over(lane);
        if block.lanes.logged[lane] == LOG {
            table.put_word_of_log(block.lanes.log[lane], LOG);
            (block.lanes.log[lane], block.lanes.logged[lane]) = (0, 0);
        }
        if !over && table.last_word().is_some() {
            return;
        }
        block.put_back(lane, table, self.betting);
        block.release(lane);
        if over {
            table.go_on(&setup.game);
        } else {
            table.look_again(&setup.game);
        }
        block.enter(lane, table, self.betting, setup.stacks_of(self.share.first + row));
        self.share.rows.reward(row, table, setup.players);
    }

    /// Begins the next hands of some tables, and shows them.
    fn begin(&mut self, begins: &[usize]) {
        let setup = self.share.setup;
        if begins.len() < FEW {
            for &row in begins {
                let hand = self.share.tables[row].hand.wrapping_add(1);
                self.share.tables[row] = setup.start(self.share.first + row, hand);
                self.begun(row);
            }
            return;
        }
        let mut beginning = Beginning::NONE;
        for (i, &row) in begins.iter().enumerate() {
            beginning.set(i, setup, self.share.first + row, self.share.tables[row].hand.wrapping_add(1));
        }
        let begun = Begun::of(setup, &beginning);
        for (i, &row) in begins.iter().enumerate() {
            let (table, hand) = (&mut self.share.tables[row], beginning.hands[i]);
            let stacks = setup.stacks_of(self.share.first + row);
            let mut deck = table.state.deck;
            begun.put_deck(i, &mut deck);
            table.state.restart(&setup.game, stacks, setup.dealer_of(hand), deck);
            table.restart(hand, Choices::new(&begun.key(i)), [0; 3], 0);
            table.look_again(&setup.game);
            self.begun(row);
        }
    }

    /// Takes a table whose hand has begun into its lane, and shows it.
    fn begun(&mut self, row: usize) {
        let (setup, number, lane) = (self.share.setup, row / LANES, row % LANES);
        let table = &self.share.tables[row];
        self.blocks[number].enter(lane, table, self.betting, setup.stacks_of(self.share.first + row));
        self.share.rows.reward(row, table, setup.players);
        self.share.rows.show(row, table, self.share.layout);
        self.share.note_start(row);
    }

    /// Shows some tables of a block.
    #[inline(always)]
    fn show_block<V: Vector>(&mut self, number: usize, mut shown: u64) {
        let (block, observed) = (&self.blocks[number], self.share.rows.observations.is_some());
        let now = observed.then(|| block.start.now(&block.lanes, self.betting, self.share.setup.players.into()));
        let from = number * LANES;
        let tables = (self.share.tables.len() - from).min(LANES);
        if let Some(rows) = self.share.rows.some_observations(from..from + tables, self.share.layout.width()) {
            let mut actors = [NONE; LANES];
            for lane in 0..LANES {
                let acts = (shown & block.inside) >> lane & 1 == 1;
                actors[lane] = if acts { seat_of(block.lanes.actor[lane]) } else { NONE };
            }
            self.share.layout.write_cards_of(&block.start.cards, &actors, rows);
        }
        while shown != 0 {
            let lane = shown.trailing_zeros() as usize;
            shown &= shown - 1;
            self.show(number, lane, now.as_ref());
        }
    }

    /// Shows a table with the chips of its block, if anybody asks for them, all but the cards.
    #[inline(always)]
    fn show(&mut self, number: usize, lane: usize, chips_now: Option<&ChipsNow>) {
        let row = number * LANES + lane;
        let (block, table, layout) = (&self.blocks[number], &self.share.tables[row], self.share.layout);
        let rows = &mut self.share.rows;
        if block.inside >> lane & 1 == 0 {
            rows.show(row, table, layout);
            return;
        }
        let actor = seat_of(block.lanes.actor[lane]);
        rows.mark(row, actor.cast_signed(), block.masks[lane]);
        let Some((now, numbers)) = chips_now.zip(rows.observation(row, layout.width())) else { return };
        let (actor, players) = (usize::from(actor) % SEATS, self.share.setup.players);
        let dealer = block.start.dealers[lane] + players - actor as u8;
        let of_the_table = OfTheTable {
            community: card(block.start.communities[lane]),
            wild: card(block.start.wilds[lane]),
            next_is_wild: f32::from(block.start.next_are_wild[lane]),
            street: f32::from(block.start.streets[lane]),
            dealer: f32::from(if dealer >= players { dealer - players } else { dealer }),
            pot: now.pot[lane],
            to_call: chips(now.level[lane].saturating_sub(now.bets[actor][lane]).into()),
        };
        let of_seat = |seat: usize| {
            let seat = seat % SEATS;
            [now.live[seat][lane], now.stack[seat][lane], now.bet[seat][lane]]
        };
        layout.write_rest(actor, &of_the_table, of_seat, numbers);
    }
}

/// What observations show of 64 tables that is the same all through a round.
#[derive(Clone, Debug)]
struct RoundStart {
    /// What each seat has behind, were its bet taken back.
    stack: [[u64; LANES]; SEATS],
    /// What is in the middle besides the bets.
    pot: [u64; LANES],
    streets: Bytes,
    dealers: Bytes,
    communities: Bytes,
    wilds: Bytes,
    /// Whether the next up card is, 1 or 0.
    next_are_wild: Bytes,
    /// The cards of each seat, here as well because what is read for each table is best in one place.
    cards: [[Places; SEATS]; LANES],
}

/// The chips of 64 tables as numbers of observations.
struct ChipsNow {
    live: [[f32; LANES]; SEATS],
    stack: [[f32; LANES]; SEATS],
    bet: [[f32; LANES]; SEATS],
    pot: [f32; LANES],
    /// The total to match, and the bets, in chips.
    level: [u32; LANES],
    bets: [[u32; LANES]; SEATS],
}

impl RoundStart {
    const NONE: Self = Self {
        stack: [[0; LANES]; SEATS],
        pot: [0; LANES],
        streets: [0; LANES],
        dealers: [0; LANES],
        communities: [NONE; LANES],
        wilds: [NONE; LANES],
        next_are_wild: [0; LANES],
        cards: [[[NONE; 8]; SEATS]; LANES],
    };

    #[inline]
    fn set(&mut self, lane: usize, state: &State) {
        let mut pot = state.pot;
        for seat in 0..SEATS {
            self.stack[seat][lane] = state.stack[seat] + state.bet[seat];
            pot -= state.bet[seat];
        }
        self.pot[lane] = pot;
        (self.streets[lane], self.dealers[lane]) = (state.street, state.dealer);
        self.communities[lane] = state.community;
        self.wilds[lane] = state.wild.rank().map_or(NONE, Rank::index);
        self.next_are_wild[lane] = state.wild.next_is_wild().into();
        self.cards[lane].copy_from_slice(&state.cards[..SEATS]);
    }

    /// The chips after some turns.
    #[inline(always)]
    fn now(&self, lanes: &Lanes, betting: &Betting, players: usize) -> ChipsNow {
        let mut now = ChipsNow {
            live: [[0.0; LANES]; SEATS],
            stack: [[0.0; LANES]; SEATS],
            bet: [[0.0; LANES]; SEATS],
            pot: [0.0; LANES],
            level: [0; LANES],
            bets: [[0; LANES]; SEATS],
        };
        let ladders: &[u32; STEPS * STREETS] = betting.ladders.as_flattened().first_chunk().unwrap_or(&[0; _]);
        let amount = |lane: usize, step: u8| {
            ladders[(usize::from(self.streets[lane]) * STEPS + usize::from(step)) % ladders.len()]
        };
        let mut pot = self.pot;
        for seat in 0..players.min(SEATS) {
            for lane in 0..LANES {
                now.bets[seat][lane] = amount(lane, lanes.bets[seat][lane]);
            }
            for lane in 0..LANES {
                let bet = u64::from(now.bets[seat][lane]);
                now.bet[seat][lane] = chips(bet);
                now.stack[seat][lane] = chips(self.stack[seat][lane].wrapping_sub(bet));
                now.live[seat][lane] = f32::from(lanes.live[lane] >> seat & 1);
                pot[lane] = pot[lane].wrapping_add(bet);
            }
        }
        for lane in 0..LANES {
            now.pot[lane] = chips(pot[lane]);
            now.level[lane] = amount(lane, lanes.level[lane]);
        }
        now
    }
}
