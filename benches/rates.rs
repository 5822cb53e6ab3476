//! The costs of the hot paths without Python: `rates ROUNDS [TASK]` prints nanoseconds a hand or deal, one line a task of
//! which the name begins so: the least of the rounds, as the other load of the machine only adds.

use std::hint::black_box;
use std::time::Instant;

use soko::engine::Game;
use soko::lockstep::{ACTIONS, Rows, Setup, Tables};
use soko::ranking::{WildRanks, count_all_hands, evaluate_rows};
use soko::rules::{Preset, Stakes};
use soko::simulate::{Dealing, Key, deal_many, simulate};
use soko::{Rank, Ranking};

const KEY: Key = Key([1, 2, 3, 4]);

fn hands(cards: usize, n: usize) -> Vec<u8> {
    let rules = Preset::SevenCardStud.rules(Stakes::default()).expect("a preset");
    let dealing = Dealing::new(&rules, 7, &[], &[]).expect("seven players");
    let mut deals = vec![0; n.div_ceil(7) * 49];
    deal_many(&dealing, &KEY, &mut deals);
    deals.chunks(7).take(n).filter_map(|hand| hand.get(..cards)).flatten().copied().collect()
}

/// Does the tasks that were asked for.
struct Timer {
    rounds: usize,
    asked: String,
}

impl Timer {
    fn time(&self, name: &str, units: usize, mut task: impl FnMut()) {
        if !name.starts_with(&self.asked) {
            return;
        }
        let mut least = f64::INFINITY;
        for _ in 0..self.rounds {
            let start = Instant::now();
            task();
            least = least.min(start.elapsed().as_secs_f64() * 1e9 / units as f64);
        }
        println!("{name}: {least:.3}");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    // Cargo runs every bench with arguments of its own.
    let Some(rounds) = arguments.next().and_then(|rounds| rounds.parse().ok()) else { return };
    let timer = Timer { rounds, asked: arguments.next().unwrap_or_default() };
    evaluate(&timer);
    deals(&timer);
    lockstep(&timer);
}

fn evaluate(timer: &Timer) {
    const HANDS: usize = 64_000;
    let nine = WildRanks::NONE.with(Rank::from_letter('9').expect("a rank"));
    for cards in 5..=7 {
        let hands = hands(cards, HANDS);
        for (name, ranking, wild) in [
            ("soko", Ranking::default(), WildRanks::NONE),
            ("standard", Ranking::Standard, WildRanks::NONE),
            ("wild", Ranking::Wild, nine),
        ] {
            let mut out = vec![0; HANDS];
            timer.time(&format!("evaluate-{cards}-{name}"), HANDS, || {
                evaluate_rows(ranking, wild, cards, black_box(&hands), &mut out, 1).expect("hands");
                black_box(&out);
            });
        }
    }
    timer.time("all-hands", 2_598_960, || {
        black_box(count_all_hands(Ranking::default(), WildRanks::NONE));
    });
}

fn deals(timer: &Timer) {
    const DEALS: usize = 1 << 18;
    for (game, preset, players) in [
        ("soko", Preset::Soko, 2),
        ("soko", Preset::Soko, 4),
        ("soko", Preset::Soko, 8),
        ("seven", Preset::SevenCardStud, 4),
        ("bitch", Preset::FollowTheBitch, 4),
    ] {
        let rules = preset.rules(Stakes::default()).expect("a preset");
        let dealing = Dealing::new(&rules, players, &[], &[]).expect("players");
        timer.time(&format!("simulate-{game}-{players}"), DEALS, || {
            black_box(simulate(&rules, &dealing, DEALS as u64, &KEY, 1, &mut |_| true));
        });
    }
}

/// Turns at random of six-handed Soko in fixed limit; a step that begins a hand is one of them.
fn lockstep(timer: &Timer) {
    const TABLES: usize = 4096;
    const STEPS: usize = 100;
    let game = Game::new(Preset::Soko.rules(Stakes::default()).expect("a preset")).expect("a game");
    let stacks = vec![1000; 6];
    let setup = Setup { game: game.into(), players: 6, tables: TABLES, stacks, key: KEY, first: 0, restart: true };
    let mut tables = Tables::new(setup).expect("tables");
    let (mut actors, mut legal) = (vec![0; TABLES], vec![0; TABLES * ACTIONS]);
    let (mut rewards, mut terminated) = (vec![0; TABLES * 6], vec![0; TABLES]);
    for (name, lanes) in [("lockstep-plain-6", false), ("lockstep-lanes-6", true)] {
        tables.allow_lanes(lanes);
        timer.time(name, TABLES * STEPS, || {
            let rows = Rows {
                actors: &mut actors,
                legal: &mut legal,
                observations: None,
                rewards: &mut rewards,
                terminated: &mut terminated,
            };
            tables.step_random(STEPS, 1, rows);
        });
    }
}
