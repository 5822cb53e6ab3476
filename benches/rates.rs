//! The hot paths without Python, on every kernel that the processor runs: `cargo bench --bench rates`.
//!
//! The kernel of a process is chosen once, so this program runs itself again for each of them; criterion keeps a group of
//! each kernel in `target/criterion`. What stands here are tasks; that all kernels give the same digits is tested
//! elsewhere (`tests/kernels.rs`).

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::Duration;

use criterion::{Criterion, Throughput};
use soko::actions::ACTIONS;
use soko::chance::Key;
use soko::engine::Game;
use soko::equity::{SeatCards, Situation, exact};
use soko::kernel::{Kernel, VARIABLE};
use soko::lockstep::{Rows, Setup, Tables};
use soko::ranking::{WildRanks, count_all_hands, evaluate_rows};
use soko::rules::{Preset, Rules, Stakes};
use soko::simulate::{Dealing, deal_many, simulate};
use soko::{Card, Rank, Ranking};

const KEY: Key = Key([1, 2, 3, 4]);
const HANDS: usize = 64_000;
const DEALS: u32 = 1 << 18;
/// Hands of two players with three cards each to come.
const PLAYERS: [&str; 2] = ["(As) Kd", "(Qh) Qd"];

/// Something to do, and how many units of it that is.
struct Task {
    name: String,
    units: u64,
    work: Box<dyn FnMut()>,
}

impl Task {
    fn new(name: impl Into<String>, units: u64, work: impl FnMut() + 'static) -> Self {
        Self { name: name.into(), units, work: Box::new(work) }
    }
}

fn main() -> ExitCode {
    if std::env::var_os(VARIABLE).is_some() {
        run();
        return ExitCode::SUCCESS;
    }
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    let each = Kernel::detected().with_lesser().iter().map(|kernel| {
        let mut again = Command::new(&program);
        again
            .env(VARIABLE, kernel.name())
            .args(std::env::args_os().skip(1))
            .status()
            .is_ok_and(|status| status.success())
    });
    if each.collect::<Vec<_>>().iter().all(|&done| done) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run() {
    let Ok(kernel) = Kernel::chosen() else { return };
    let mut criterion = Criterion::default()
        .without_plots()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let mut group = criterion.benchmark_group(kernel.name());
    for mut task in tasks() {
        group.throughput(Throughput::Elements(task.units));
        group.bench_function(&task.name, |bencher| bencher.iter(|| (task.work)()));
    }
    group.finish();
    criterion.final_summary();
}

fn tasks() -> Vec<Task> {
    let mut tasks = evaluate();
    tasks.push(Task::new("all-hands", 2_598_960, || {
        black_box(count_all_hands(Ranking::default(), WildRanks::NONE));
    }));
    tasks.push(Task::new("all-hands-wild", 2_598_960, || {
        let nine = WildRanks::NONE.with(Rank::from_letter('9').expect("a rank"));
        black_box(count_all_hands(Ranking::Wild, nine));
    }));
    tasks.extend(deals());
    tasks.extend(equity());
    tasks.extend(lockstep());
    tasks
}

fn rules(preset: Preset) -> Rules {
    preset.rules(Stakes::default()).expect("a preset")
}

fn hands(cards: usize, n: usize) -> Vec<u8> {
    let dealing = Dealing::new(&rules(Preset::SevenCardStud), 7, &[], &[]).expect("seven players");
    let mut deals = vec![0; n.div_ceil(7) * 49];
    deal_many(&dealing, &KEY, &mut deals);
    deals.chunks(7).take(n).filter_map(|hand| hand.get(..cards)).flatten().copied().collect()
}

fn evaluate() -> Vec<Task> {
    let nine = WildRanks::NONE.with(Rank::from_letter('9').expect("a rank"));
    let rankings = [
        ("soko", Ranking::default(), WildRanks::NONE),
        ("standard", Ranking::Standard, WildRanks::NONE),
        ("wild", Ranking::Wild, nine),
    ];
    let mut tasks = Vec::new();
    for cards in 5..=7 {
        for (name, ranking, wild) in rankings {
            let (hands, mut out) = (hands(cards, HANDS), vec![0; HANDS]);
            tasks.push(Task::new(format!("evaluate-{cards}-{name}"), HANDS as u64, move || {
                evaluate_rows(ranking, wild, cards, black_box(&hands), &mut out, 1).expect("hands");
                black_box(&out);
            }));
        }
    }
    for cards in 5..=7 {
        let (hands, mut out) = (hands(cards, HANDS), vec![0; HANDS]);
        let each: Vec<i8> = (-1..13).cycle().take(HANDS).collect();
        tasks.push(Task::new(format!("evaluate-{cards}-wild-each"), HANDS as u64, move || {
            evaluate_rows(Ranking::Wild, &each[..], cards, black_box(&hands), &mut out, 1).expect("hands");
            black_box(&out);
        }));
    }
    tasks
}

fn deals() -> Vec<Task> {
    let games = [
        ("soko", Preset::Soko, 2),
        ("soko", Preset::Soko, 4),
        ("soko", Preset::Soko, 8),
        ("seven_card_stud", Preset::SevenCardStud, 6),
        ("follow_the_bitch", Preset::FollowTheBitch, 6),
    ];
    let task = |(game, preset, players): (&str, Preset, usize)| {
        let rules = rules(preset);
        let dealing = Dealing::new(&rules, players, &[], &[]).expect("players");
        Task::new(format!("simulate-{game}-{players}"), DEALS.into(), move || {
            black_box(simulate(&rules, &dealing, DEALS.into(), &KEY, 1, &mut |_| true));
        })
    };
    games.map(task).into()
}

/// The exact answer, and the brute way to it: every runout evaluated. Of the latter only some is done.
fn equity() -> [Task; 2] {
    const OF: usize = 200;
    let rules = rules(Preset::Soko);
    let seats = PLAYERS.map(|cards| cards.parse::<SeatCards>().expect("cards"));
    let situation = Situation::new(&rules, &seats, &[], false).expect("two hands");
    let answer = Task::new("equity-3+3", 1, move || {
        black_box(exact(&situation, 1, &mut |_| true)).expect("cheap");
    });
    let seats = ["As Kd", "Qh Qd"].map(|cards| soko::parse_cards(cards).expect("cards"));
    let stub: Vec<Card> = (0..52).filter_map(Card::from_index).filter(|card| !seats.concat().contains(card)).collect();
    let mut draws = Vec::new();
    for (i, &a) in stub.iter().enumerate() {
        for (j, &b) in stub.iter().enumerate().skip(i + 1) {
            draws.extend(stub[j + 1..].iter().map(|&c| [a, b, c].map(Card::index)));
        }
    }
    let brute = Task::new("equity-3+3-brute-force", 1, move || {
        let hand = |seat: usize, draw: &[u8; 3]| {
            let cards = [seats[seat][0].index(), seats[seat][1].index(), draw[0], draw[1], draw[2]];
            Ranking::default().evaluate_indices(&cards, WildRanks::NONE).expect("a hand").bits()
        };
        let (mut wins, mut ties) = (0u64, 0u64);
        for first in draws.iter().step_by(OF) {
            let ours = hand(0, first);
            for second in draws.iter().filter(|second| second.iter().all(|card| !first.contains(card))) {
                let theirs = hand(1, second);
                wins += u64::from(ours > theirs);
                ties += u64::from(ours == theirs);
            }
        }
        black_box((wins, ties));
    });
    [answer, brute]
}

/// Turns at random of six-handed Soko in fixed limit; a step that begins a hand is one of them.
const TABLES: usize = 4096;

/// Six-handed tables at which nobody can run out of chips.
fn tables() -> Tables {
    let game = Game::new(rules(Preset::Soko)).expect("a game").into();
    let setup = Setup { game, players: 6, tables: TABLES, stacks: vec![1000; 6], key: KEY, first: 0, restart: true };
    Tables::new(setup).expect("tables")
}

/// Runs of many steps by the plain way and in lanes, single steps with and without observations, and their parts: what
/// is legal and seen (`lockstep-show-6`), and a hand that begins (`lockstep-deal-6`).
fn lockstep() -> Vec<Task> {
    let task = |(name, lanes, steps, observed): (&str, bool, usize, bool)| {
        let mut tables = tables();
        tables.allow_lanes(lanes);
        let (mut actors, mut legal) = (vec![0; TABLES], vec![0; TABLES * ACTIONS]);
        let (mut rewards, mut terminated) = (vec![0; TABLES * 6], vec![0; TABLES]);
        let mut observations = vec![0.0; TABLES * tables.layout().width()];
        Task::new(name, (TABLES * steps.max(1)) as u64, move || {
            let rows = Rows {
                actors: &mut actors,
                legal: &mut legal,
                observations: observed.then_some(&mut observations),
                history: None,
                rewards: &mut rewards,
                terminated: &mut terminated,
            };
            if steps == 0 { tables.show(rows) } else { tables.step_random(steps, 1, rows) }
        })
    };
    let mut tasks = vec![Task::new("lockstep-deal-6", TABLES as u64, || {
        black_box(tables());
    })];
    tasks.extend(
        [
            ("lockstep-plain-6", false, 100, false),
            ("lockstep-lanes-6", true, 100, false),
            ("lockstep-plain-one-6", false, 1, false),
            ("lockstep-plain-one-observed-6", false, 1, true),
            ("lockstep-lanes-one-6", true, 1, false),
            ("lockstep-lanes-one-observed-6", true, 1, true),
            ("lockstep-show-6", false, 0, true),
        ]
        .map(task),
    );
    tasks
}
