//! Games, and cards that are known beforehand, for tests of deals.

use soko::ranking::AceInLow;
use soko::rules::{Named, Preset, Rules, Stakes, WildRule};
use soko::{Card, Ranking};

/// The presets for up to ten players, and what of their rules matters to the settling of a deal.
pub fn games() -> Vec<Rules> {
    let preset = |preset: Preset| preset.rules(Stakes::default()).expect("a preset");
    let (soko, wild) = (preset(Preset::Soko), preset(Preset::FollowTheBitch));
    let queens_wild = WildRule::FollowTheQueen { carry_over: true, queens_wild: true };
    let mut games: Vec<Rules> = Preset::ALL.iter().copied().map(preset).collect();
    games.extend([
        Rules { ranking: Ranking::Soko { ace_low_four_straight: false }, low_chicago: true, ..soko },
        Rules { low_chicago: true, ace: AceInLow::High, ..preset(Preset::SevenCardStud) },
        Rules { ranking: Ranking::default(), ..preset(Preset::SevenCardStud) },
        Rules { wild: queens_wild, low_chicago: true, ..wild },
    ]);
    for rules in &mut games {
        rules.players.max = 10;
    }
    games
}

/// The known cards of each seat.
pub type Known = Vec<Vec<Option<Card>>>;

/// Known and dead cards: none, some known, some of both.
pub fn knowledge() -> [(Known, Vec<Card>); 3] {
    let card = |text: &str| text.parse::<Card>().ok();
    let known = vec![vec![card("As"), None, card("Kd")], vec![None, card("Qs")]];
    let dead = ["2c", "2d", "Qh"].into_iter().filter_map(card).collect();
    [(vec![], vec![]), (known.clone(), vec![]), (known, dead)]
}
