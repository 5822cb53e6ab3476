//! Spots of the late streets: known answers, classes against none, threads against one.

use std::sync::Arc;

use soko::engine::Game;
use soko::rules::{Preset, Stakes};
use soko::solve::{Solution, Spot, solve};
use soko::{Card, parse_cards};

fn spot(first: &str, second: &str, pot: u64) -> Spot {
    let game = Arc::new(Game::new(Preset::Soko.rules(Stakes::default()).unwrap()).unwrap());
    let (first, second) = (parse_cards(first).unwrap(), parse_cards(second).unwrap());
    Spot::at_street(game, [&first, &second], pot, &[], None, 1).unwrap()
}

fn solved(spot: &Spot, target: f64, merge: bool, threads: usize) -> Solution {
    solve(spot, target, 5000, merge, threads, &mut |_| true).unwrap()
}

#[test]
fn scratch() {
    for (a, b) in [("As Kd 7c 2h", "Qh Qd 9s 3c"), ("As Ks 7s 2h", "Qh Jh 9h 3c"), ("As Kd 7c", "Qh Qd 9s"), ("As Ks 7s", "Jh Th 9h")] {
        let spot = spot(a, b, 34);
        for merge in [true, false] {
            for target in [1e-3, 1e-4] {
                let start = std::time::Instant::now();
                let s = solved(&spot, target, merge, 1);
                let time = start.elapsed();
                println!(
                    "{a} / {b} merge {merge}: {} classes, {} boards, {} MB, {} iterations, {:?}, {:.6}, value {:?} best {:?}",
                    s.classes(), s.boards(), s.bytes() >> 20, s.iterations(), time, s.exploitability(), s.value(), s.best_response()
                );
            }
        }
    }
    let _: Vec<Card> = Vec::new();
}
