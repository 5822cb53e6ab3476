//! Tables whose rounds of betting stay in lanes from one step to the next.
//!
//! A table keeps what a street begins with: its cards, its stacks, the log. The round itself is in a lane of its block,
//! and a step is one turn of all 64 lanes. When a round is over, it is put back at the table, and the engine goes on from
//! there. What the table has of the round meanwhile is how it began: [`Block::settled`] has the table as it stands.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the kernel in use")]
#![allow(clippy::needless_range_loop, reason = "lanes run side by side, without branches")]

use super::LANES;
use super::betting::Betting;
use super::round::seat_of;
use super::start::{Beginning, Begun};
use super::turn::{Bytes, LOG, Lanes, legal_actions, turn, turn_given};
use crate::chance::Choices;
use crate::engine::NONE;
use crate::kernel::{Vector, by_kernel};
use crate::lockstep::observe::Seen;
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
}

/// The rounds of some tables.
pub fn blocks(betting: &Betting, setup: &Setup, tables: &[Table]) -> Vec<Block> {
    let block = |(number, tables): (usize, &[Table])| {
        let mut block = Block { lanes: Lanes::EMPTY, masks: [0; LANES], inside: 0 };
        for (lane, table) in tables.iter().enumerate() {
            block.enter(lane, table, betting, setup.stacks_of(number * LANES + lane));
        }
        block
    };
    tables.chunks(LANES).enumerate().map(block).collect()
}

impl Block {
    /// Takes the round of a table into its lane, if lanes can play it.
    #[inline]
    fn enter(&mut self, lane: usize, table: &Table, betting: &Betting, stacks: &[u64]) {
        self.masks[lane] = table.mask;
        let Some(word) = table.last_word() else { return };
        if table.is_over() || table.state.community != NONE || stacks.iter().any(|&stack| stack <= betting.cost) {
            return;
        }
        let lanes = &mut self.lanes;
        lanes.take(lane, &table.state, betting);
        (lanes.log[lane], lanes.logged[lane]) = (word, table.in_last_word());
        lanes.chance[lane] = table.choices().before(table.count().into());
        // Turns are not counted.
        lanes.left[lane] = u32::MAX;
        self.inside |= 1 << lane;
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
        let inside = block.inside;
        let mut events = if let Some(choose) = self.choose {
            let (tables, betting) = (&self.share.tables[tables], self.betting);
            let now = |lane: usize| block.settled(lane, &tables[lane], betting);
            let default = |lane| now(lane).as_ref().unwrap_or(&tables[lane]).default_action();
            (chosen, replaced) = choose(self.share.first + from, block, tables.len(), &default);
            turn_given::<V>(&mut block.lanes, &chosen)
        } else {
            turn::<V>(&mut block.lanes, self.betting)
        };
        events &= inside;
        let begins = self.play_outside(number, !inside & present, &chosen);
        while events != 0 {
            let lane = events.trailing_zeros() as usize;
            events &= events - 1;
            self.see_to(number, lane);
        }
        let block = &mut self.blocks[number];
        let legal = legal_actions::<V>(&block.lanes, self.betting);
        for lane in 0..LANES {
            let is_inside = block.inside >> lane & 1 == 1;
            block.masks[lane] = if is_inside { legal[lane] } else { block.masks[lane] };
        }
        let mut shown = present & !begins;
        while shown != 0 {
            self.show(number, shown.trailing_zeros() as usize);
            shown &= shown - 1;
        }
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
                begins |= u64::from(setup.restart) << lane;
                continue;
            }
            let given = self.choose.is_some();
            let action = if given { chosen[lane].trailing_zeros() as u8 } else { table.random_action() };
            table.act(&setup.game, action);
            self.blocks[number].masks[lane] = table.mask;
            self.share.rows.reward(row, table, setup.players);
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
        block.inside &= !(1 << lane);
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
            table.state.restart(&setup.game, stacks, setup.dealer_of(hand), begun.deck(i));
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
        self.show(number, lane);
    }

    /// Shows a table.
    #[inline(always)]
    fn show(&mut self, number: usize, lane: usize) {
        let row = number * LANES + lane;
        let (block, table, layout) = (&self.blocks[number], &self.share.tables[row], self.share.layout);
        if block.inside >> lane & 1 == 0 {
            self.share.rows.show(row, table, layout);
            return;
        }
        let actor = seat_of(block.lanes.actor[lane]);
        self.share.rows.mark(row, actor.cast_signed(), block.masks[lane]);
        if let Some(numbers) = self.share.rows.observation(row, layout.width()) {
            let chips = block.lanes.chips(lane, &table.state, self.betting);
            let live = u16::from(block.lanes.live[lane]);
            let seen =
                Seen { actor, live, pot: chips.pot, to_call: chips.to_call, stack: &chips.stack, bet: &chips.bet };
            layout.write_as(&table.state, &seen, numbers);
        }
    }
}
