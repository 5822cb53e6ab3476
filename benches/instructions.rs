//! The work whose instructions `benches/instructions.py` counts.
//!
//! `instructions TASK PASSES` makes hands by a fixed key and then does the task so many times over. What two more passes
//! add, divided by the hands of two passes, is what one hand takes; making the hands and starting up drop out.

use std::hint::black_box;
use std::process::ExitCode;

use soko::chance::{BLOCK, Key};
use soko::kernel::Kernel;
use soko::ranking::{HandsWild, WildRanks, evaluate_columns, evaluate_rows};
use soko::rules::{Preset, Rules, Stakes};
use soko::simulate::{Dealing, Layouts, Settled, Settler, deal_blocks, deal_many, simulate};
use soko::{Rank, Ranking};

const HANDS: usize = 7 * 2048;
const KEY: Key = Key([1, 2, 3, 4]);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let (Some(task), Some(passes)) = (arguments.get(1), arguments.get(2).and_then(|n| n.parse().ok())) else {
        // Cargo runs every bench with arguments of its own; there is nothing to time here.
        return ExitCode::SUCCESS;
    };
    if let Err(error) = Kernel::chosen() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let units = match task.split('-').collect::<Vec<_>>()[..] {
        ["evaluate", cards, ranking] => cards.parse().ok().and_then(|cards| evaluate(cards, ranking, false, passes)),
        ["columns", cards, ranking] => cards.parse().ok().and_then(|cards| evaluate(cards, ranking, true, passes)),
        [work @ ("simulate" | "deal" | "settle"), game, players] => {
            players.parse().ok().and_then(|players| deals(work, game, players, passes))
        }
        _ => None,
    };
    if let Some(units) = units {
        println!("{units}");
        ExitCode::SUCCESS
    } else {
        eprintln!("unknown task {task}: {{evaluate,columns}}-CARDS-RANKING or {{simulate,deal,settle}}-GAME-PLAYERS");
        ExitCode::FAILURE
    }
}

/// Evaluates a batch `passes` times, by rows or by columns; how many hands that is for each pass.
fn evaluate(cards: usize, ranking: &str, by_columns: bool, passes: u64) -> Option<u64> {
    // A rank for each hand: none, a deuce, and so on.
    let each: Vec<i8> = (-1..13).cycle().take(HANDS).collect();
    let (ranking, wild) = match ranking {
        "soko" => (Ranking::default(), HandsWild::All(WildRanks::NONE)),
        "standard" => (Ranking::Standard, HandsWild::All(WildRanks::NONE)),
        "wild" => (Ranking::Wild, HandsWild::All(WildRanks::NONE.with(Rank::from_letter('9')?))),
        "wild_each" => (Ranking::Wild, HandsWild::Each(&each)),
        _ => return None,
    };
    let rules = Preset::SevenCardStud.rules(Stakes::default()).ok()?;
    let dealing = Dealing::new(&rules, 7, &[], &[]).ok()?;
    let mut deals = vec![0; HANDS * 7];
    deal_many(&dealing, &KEY, &mut deals);
    let hands: Vec<u8> = deals.chunks(7).filter_map(|hand| hand.get(..cards)).flatten().copied().collect();
    let columns: Vec<Vec<u8>> = (0..cards).map(|k| hands.iter().skip(k).step_by(cards).copied().collect()).collect();
    let columns: Vec<&[u8]> = columns.iter().map(Vec::as_slice).collect();
    let mut strengths = vec![0; HANDS];
    for _ in 0..passes {
        if by_columns {
            evaluate_columns(ranking, wild, black_box(&columns), &mut strengths, 1).ok()?;
        } else {
            evaluate_rows(ranking, wild, cards, black_box(&hands), &mut strengths, 1).ok()?;
        }
        black_box(&strengths);
    }
    Some(HANDS as u64)
}

/// Deals `passes` blocks, and counts them, writes them as rows, or settles the rows of the first one as often; how many
/// deals that is for each pass.
fn deals(work: &str, game: &str, players: usize, passes: u64) -> Option<u64> {
    let (preset, low_chicago) = match game {
        "soko" => (Preset::Soko, false),
        "seven_card_stud" => (Preset::SevenCardStud, false),
        "follow_the_bitch" => (Preset::FollowTheBitch, false),
        "low_chicago" => (Preset::SevenCardStud, true),
        "follow_the_bitch_low_chicago" => (Preset::FollowTheBitch, true),
        _ => return None,
    };
    let rules = Rules { low_chicago, ..preset.rules(Stakes::default()).ok()? };
    let dealing = Dealing::new(&rules, players, &[], &[]).ok()?;
    if work == "simulate" {
        black_box(simulate(&rules, &dealing, passes * BLOCK, &KEY, 1, &mut |_| true)?);
        return Some(BLOCK);
    }
    let n = BLOCK as usize;
    let mut rows = vec![0; players * dealing.cards_per_hand() * n];
    for block in 0..if work == "deal" { passes } else { 1 } {
        deal_blocks(&dealing, &KEY, block, black_box(&mut rows));
    }
    if work == "settle" {
        let layouts = Layouts::new(&rules, players, &[]).ok()?;
        let settler = Settler::new(&rules, &layouts, &[]);
        let (mut units, mut strengths) = (vec![0; players * n], vec![0; players * n]);
        let (mut wild, mut low) = (vec![0; n], vec![0; n]);
        for _ in 0..passes {
            let out = Settled { units: &mut units, strengths: &mut strengths, wild: &mut wild, low: &mut low };
            settler.settle(black_box(&rows), None, out, 1).ok()?;
            black_box((&units, &strengths));
        }
    }
    Some(BLOCK)
}
