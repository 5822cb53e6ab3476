//! The costs of the hot paths without Python: `rates [ROUNDS]` prints nanoseconds, one line a task, the median of rounds.

use std::hint::black_box;
use std::time::Instant;

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

/// The median time of a task, in nanoseconds a unit.
fn time(rounds: usize, units: usize, mut task: impl FnMut()) -> f64 {
    let mut costs: Vec<f64> = (0..=rounds)
        .map(|_| {
            let start = Instant::now();
            task();
            start.elapsed().as_secs_f64() * 1e9 / units as f64
        })
        .collect();
    costs.remove(0);
    costs.sort_by(f64::total_cmp);
    costs[rounds / 2]
}

fn main() {
    let Some(rounds) = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()) else { return };
    let nine = WildRanks::NONE.with(Rank::from_letter('9').expect("a rank"));
    for (name, cards, ranking, wild) in [
        ("evaluate 5 soko", 5, Ranking::default(), WildRanks::NONE),
        ("evaluate 5 standard", 5, Ranking::Standard, WildRanks::NONE),
        ("evaluate 7 soko", 7, Ranking::default(), WildRanks::NONE),
        ("evaluate 7 standard", 7, Ranking::Standard, WildRanks::NONE),
        ("evaluate 7 wild", 7, Ranking::Wild, nine),
    ] {
        let hands = hands(cards, 64_000);
        let mut out = vec![0; 64_000];
        let cost = time(rounds, 64_000, || {
            evaluate_rows(ranking, wild, cards, black_box(&hands), &mut out, 1).expect("hands");
            black_box(&out);
        });
        println!("{name}: {cost:.3}");
    }
    let all = time(rounds.div_ceil(4), 2_598_960, || {
        black_box(count_all_hands(Ranking::default(), WildRanks::NONE));
    });
    println!("all hands: {all:.3} ({:.3} ms)", all * 2.598_96);
    let rules = Preset::Soko.rules(Stakes::default()).expect("a preset");
    for players in [2, 4, 8] {
        let dealing = Dealing::new(&rules, players, &[], &[]).expect("players");
        let n = 400_000;
        let cost = time(rounds.div_ceil(4), n, || {
            black_box(simulate(&rules, &dealing, n as u64, &KEY, 1, &mut |_| true));
        });
        println!("simulate {players}: {cost:.2}");
    }
}
