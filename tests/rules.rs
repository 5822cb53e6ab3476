//! Rules as data: presets, fields by name, every refusal with its words.

use proptest::prelude::*;
use soko::Rules;
use soko::rules::{Field, FieldValue, LARGEST_AMOUNT, Limit, Named, Preset, Stakes, VERSION_KEY};

fn game(preset: Preset) -> Rules {
    preset.rules(Stakes::default()).expect("a preset is a game")
}

fn texts(texts: &[&str]) -> FieldValue {
    FieldValue::List(texts.iter().map(|&text| text.to_owned()).collect())
}

fn number(number: i128) -> FieldValue {
    FieldValue::Number(number)
}

/// The words with which a game refuses changes.
fn refusal(preset: Preset, changes: &[(&str, FieldValue)]) -> String {
    game(preset).replaced(changes.iter().cloned()).expect_err("these changes make no game").to_string()
}

#[test]
fn presets_have_their_stakes() {
    let amounts = |preset: Preset, limit| {
        let rules = preset.rules(Stakes { limit: Some(limit), ..Stakes::default() }).expect("played so");
        (rules.ante, rules.bring_in.amount, rules.small_bet, rules.big_bet, rules.max_bet)
    };
    assert_eq!(amounts(Preset::Soko, Limit::Fixed), (1, 2, 4, 8, None));
    assert_eq!(amounts(Preset::Soko, Limit::Pot), (1, 2, 2, 2, None));
    assert_eq!(amounts(Preset::CanadianStud, Limit::Spread), (1, 2, 4, 8, Some(10)));
    assert_eq!(amounts(Preset::CanadianStud, Limit::Fixed), (1, 2, 4, 8, None));
    for preset in [Preset::FiveCardStud, Preset::SevenCardStud] {
        assert_eq!(amounts(preset, Limit::Fixed), (1, 2, 4, 8, None));
        assert_eq!(amounts(preset, Limit::Pot), (1, 2, 2, 2, None));
        assert_eq!(amounts(preset, Limit::No), (1, 2, 2, 2, None));
    }
    assert_eq!(amounts(Preset::FollowTheBitch, Limit::Fixed), (1, 0, 4, 8, None));
    assert_eq!(amounts(Preset::FollowTheBitch, Limit::Pot), (1, 0, 4, 4, None));
    assert_eq!(amounts(Preset::FollowTheBitch, Limit::No), (1, 0, 4, 4, None));
    assert_eq!(amounts(Preset::FollowTheBitch, Limit::Spread), (1, 0, 4, 8, Some(10)));
}

#[test]
fn halves_are_rounded_down_to_whole_chips() {
    let stakes = Stakes { small_bet: Some(15), max_bet: Some(30), ante: Some(5), ..Stakes::default() };
    assert_eq!(Preset::CanadianStud.rules(stakes).expect("a game").bring_in.amount, 7);
    let stakes = Stakes { min_chip: Some(5), ..stakes };
    assert_eq!(Preset::CanadianStud.rules(stakes).expect("a game").bring_in.amount, 5);
    let spread = Stakes { limit: Some(Limit::Spread), max_bet: None, ..stakes };
    assert_eq!(Preset::FollowTheBitch.rules(spread).expect("a game").max_bet, Some(35));
}

#[test]
fn every_field_has_a_name_a_value_and_is_settable() {
    for &preset in Preset::ALL {
        let rules = game(preset);
        for &field in Field::ALL {
            let value = rules.get(field.name()).expect("a field");
            assert_eq!(value, field.of(&rules));
            let mut same = rules.clone();
            same.set(field.name(), value).expect("its own value");
            assert_eq!(same, rules);
        }
        assert_eq!(rules.to_record()[0], (VERSION_KEY, number(1)));
        // The version comes on top, and a whole deck is left out.
        assert_eq!(rules.to_record().len(), Field::ALL.len());
        assert_eq!(Rules::from_record(rules.to_record()), Ok(rules));
    }
}

#[test]
fn records_may_leave_out_what_has_a_default() {
    // A preset is the only place that gives a field another value than the table's, so a game of all usual values
    // shows each default; what a record must have, no record can do without.
    let usual = game(Preset::FiveCardStud);
    for &field in Field::ALL {
        let record = usual.to_record().into_iter().filter(|&(name, _)| name != field.name());
        match Rules::from_record(record) {
            Ok(rules) => assert_eq!(rules, usual, "{field:?}"),
            Err(error) => {
                assert_eq!(error.to_string(), format!("fields missing from the rules: {}", field.name()));
            }
        }
    }
    let required = |name: &str| {
        let record = usual.to_record().into_iter().filter(|&(other, _)| other != name);
        Rules::from_record(record).is_err()
    };
    let names: Vec<_> = Field::names().into_iter().filter(|&name| required(name)).collect();
    assert_eq!(
        names.join(" "),
        "name max_players deal bets ranking showing_ranking bring_in_card opener limit ante bring_in small_bet big_bet",
    );
}

#[test]
fn fields_have_a_meaning_in_a_few_words() {
    assert_eq!(Field::Cap.meaning(), "most wagers a round in fixed and spread limit");
    assert_eq!(Field::Limit.meaning(), "betting structure");
    assert_eq!(Field::AceLowFourStraight.meaning(), "A-2-3-4 is a four-straight");
    for &field in Field::ALL {
        assert!((5..70).contains(&field.meaning().len()), "{}", field.meaning());
    }
}

#[test]
fn fields_that_share_a_place_keep_their_switches() {
    let soko = game(Preset::Soko).replaced([("ace_low_four_straight", false.into())]).expect("a game");
    let standard_hands =
        soko.replaced([("ranking", "standard".into())]).expect("four up cards still show four-straights");
    assert_eq!(standard_hands.get("ace_low_four_straight"), Ok(false.into()));
    assert_eq!(standard_hands.replaced([("ranking", "soko".into())]), Ok(soko));
    let queens = game(Preset::FollowTheBitch).replaced([("queens_wild", true.into())]).expect("a game");
    let carried = queens.replaced([("carry_over", true.into())]).expect("a game");
    assert_eq!(carried.get("queens_wild"), Ok(true.into()));
}

#[test]
fn a_refused_change_changes_nothing() {
    let mut rules = game(Preset::Soko);
    rules.set("cap", number(0)).expect_err("no wager at all");
    assert_eq!(rules, game(Preset::Soko));
}

#[test]
fn values_of_the_wrong_kind_are_refused() {
    let words = |name, value| refusal(Preset::Soko, &[(name, value)]);
    let ante = "ante must be a whole number of chips from 0 to 922337203685477580";
    assert_eq!(words("ante", true.into()), format!("ante True: {ante}"));
    assert_eq!(words("ante", number(-1)), format!("ante -1: {ante}"));
    assert_eq!(words("ante", FieldValue::Other("1.5".to_owned())), format!("ante 1.5: {ante}"));
    assert_eq!(words("ante", number(i128::MAX)), format!("ante {}: {ante}", i128::MAX));
    assert_eq!(words("ante", FieldValue::None), format!("ante None: {ante}"));
    assert_eq!(words("cap", number(256)), "cap 256: cap must be a whole number from 1 to 255");
    assert_eq!(words("burn", number(1)), "burn 1: burn must be True or False");
    assert_eq!(words("limit", "fixd".into()), "limit 'fixd': limit must be 'fixed', 'pot', 'no' or 'spread'");
    assert_eq!(words("opener", FieldValue::None), "opener None: opener must be 'best' or 'lowest'");
    assert_eq!(words("name", number(7)), "name 7: name must be a text");
    let deal = "deal must be a list of streets such as 'ddu', the face-down cards first";
    assert_eq!(words("deal", "du u u u".into()), format!("deal 'du u u u': {deal}"));
    assert_eq!(words("deal", texts(&["ud"])), format!("deal ['ud']: {deal}"));
    let bets = "bets must be a list of 'small' or 'big', one for each street";
    assert_eq!(words("bets", texts(&["huge"])), format!("bets ['huge']: {bets}"));
    assert!(words("name", FieldValue::List(vec!["x".repeat(1000)])).len() < 100);
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let words = |name| refusal(Preset::Soko, &[(name, true.into())]);
    assert_eq!(words("smal_bet"), "'smal_bet': unknown field of rules; did you mean 'small_bet'?");
    assert_eq!(words("lowchicago"), "'lowchicago': unknown field of rules; did you mean 'low_chicago'?");
    assert!(words("speed").starts_with("'speed': unknown field of rules; fields are name, min_players,"));
    assert!(words(&"x".repeat(100_000)).len() < 600);
    let missing = Rules::from_fields([("cap", number(4))]).expect_err("not all").to_string();
    assert!(missing.starts_with("fields missing from the rules: name, max_players,") && !missing.contains("cap"));
    let no_version = Rules::from_record(game(Preset::Soko).to_record().split_off(1)).expect_err("no version");
    assert_eq!(no_version.to_string(), "version None: only version 1 of rules is known");
    let another = Rules::from_record([(VERSION_KEY, number(2))]).expect_err("another version");
    assert_eq!(another.to_string(), "version 2: only version 1 of rules is known");
}

#[test]
fn names_and_deals_are_checked() {
    let words = |changes: &[_]| refusal(Preset::Soko, changes);
    let name = "a name has 1 to 60 characters, none of them a control character or a mark of writing direction";
    assert_eq!(words(&[("name", "".into())]), format!("name '': {name}"));
    assert_eq!(words(&[("name", "a\nb".into())]), format!("name 'a\\nb': {name}"));
    assert!(words(&[("name", "soko\u{202e}evil".into())]).ends_with(name));
    let deal = |streets: &[&str]| words(&[("deal", texts(streets)), ("bets", texts(&vec!["small"; streets.len()]))]);
    assert_eq!(deal(&[]), "deal: 0 streets; there must be 1 to 7");
    assert_eq!(deal(&["u"; 8]), "deal: 8 streets; there must be 1 to 7");
    assert_eq!(deal(&["du", "", "uuu"]), "deal: 0 cards in deal[1]; there must be 1 to 7");
    assert_eq!(deal(&["du", "u", "u"]), "deal: 4 cards of a player; there must be 5 to 7");
    assert_eq!(deal(&["ddu", "ddu", "du"]), "deal: 8 cards of a player; there must be 5 to 7");
    assert_eq!(deal(&["u", "u", "u", "u", "u"]), "deal: 5 face-up cards of a player; there must be 1 to 4");
    assert_eq!(deal(&["d", "d", "d", "d", "d"]), "deal: 0 face-up cards of a player; there must be 1 to 4");
    let door = "face-up cards in deal[0], which decide who acts first";
    assert_eq!(deal(&["dd", "u", "u", "u"]), format!("deal: 0 {door}; there must be 1"));
    assert_eq!(deal(&["duu", "u", "u"]), format!("deal: 2 {door}; there must be 1"));
    let two_up = [("deal", texts(&["duu", "du", "du"]))];
    game(Preset::FollowTheBitch).replaced(two_up).expect("two up cards are well where nobody brings in");
    assert_eq!(
        words(&[("bets", texts(&["small"]))]),
        "bets: 1 for 4 streets; there must be one for each street of the deal",
    );
}

#[test]
fn players_must_fit_the_table_and_the_deck() {
    let words = |preset, changes: &[_]| refusal(preset, changes);
    let soko = |name, count| words(Preset::Soko, &[(name, number(count))]);
    assert_eq!(soko("min_players", 1), "min_players 1: min_players must be a whole number from 2 to 10");
    assert_eq!(soko("max_players", 11), "max_players 11: max_players must be a whole number from 2 to 10");
    assert_eq!(soko("min_players", 9), "min_players 9: at most max_players, which is 8");
    for preset in [Preset::Soko, Preset::CanadianStud, Preset::FiveCardStud] {
        let ten = game(preset).replaced([("max_players", number(10))]).expect("50 cards");
        ten.replaced([("burn", true.into())]).expect("43 cards before the last street, then a community card");
    }
    let seven = |count, burn: bool| {
        game(Preset::SevenCardStud).replaced([("max_players", number(count)), ("burn", burn.into())])
    };
    seven(8, true).expect("48 cards and 3 burnt ones before the last street, then a community card");
    assert_eq!(seven(9, false).unwrap_err().to_string(), "max_players 9: 52 cards are only enough for 8 players");
    // A community card stands in for one card, not for two.
    let eight = words(Preset::FollowTheBitch, &[("max_players", number(8))]);
    assert_eq!(eight, "max_players 8: 52 cards are only enough for 7 players");
    game(Preset::FollowTheBitch).replaced([("burn", true.into())]).expect("51 cards");
}

#[test]
fn amounts_are_checked() {
    let words = |changes: &[_]| refusal(Preset::Soko, changes);
    assert_eq!(words(&[("small_bet", number(0))]), "small_bet 0: a bet is at least 1 chip");
    assert_eq!(words(&[("big_bet", number(0))]), "big_bet 0: a bet is at least 1 chip");
    assert_eq!(
        words(&[("ante", (LARGEST_AMOUNT + 1).into())]),
        "ante 922337203685477581: ante must be a whole number from 0 to 922337203685477580",
    );
    assert_eq!(
        words(&[("min_chip", number(0))]),
        "min_chip 0: min_chip must be a whole number from 1 to 922337203685477580"
    );
    assert_eq!(words(&[("min_chip", number(2))]), "ante 1: amounts are multiples of min_chip, which is 2");
    assert_eq!(
        words(&[("bring_in", number(0))]),
        "bring_in 0: it must be at least 1 chip where bring_in_card is 'highest'"
    );
    assert_eq!(words(&[("bring_in_card", "none".into())]), "bring_in 2: it must be 0 where bring_in_card is 'none'");
    assert_eq!(words(&[("bring_in", number(5))]), "bring_in 5: at most the small bet, which is 4");
    game(Preset::Soko).replaced([("bring_in", number(4))]).expect("a real room brings in for the whole small bet");
    assert_eq!(words(&[("big_bet", number(3))]), "big_bet 3: at least the small bet, which is 4");
    assert_eq!(words(&[("cap", number(0))]), "cap 0: cap must be a whole number from 1 to 255");
    assert_eq!(words(&[("max_bet", number(9))]), "max_bet 9: only for limit 'spread', and limit is 'fixed'");
    assert_eq!(
        words(&[("limit", "spread".into())]),
        "max_bet None: spread limit needs one, at least the small bet of 4",
    );
    let spread = |name, amount| refusal(Preset::CanadianStud, &[(name, number(amount))]);
    assert_eq!(spread("max_bet", 3), "max_bet 3: at least the small bet, which is 4");
    assert_eq!(spread("big_bet", 9), "big_bet 9: in spread limit it must be twice the small bet of 4");
    let flat = "big_bet 4: in spread limit it must be twice the small bet of 4; for the same stakes on every street, make all bets 'small'";
    assert_eq!(spread("big_bet", 4), flat);
    let largest = Stakes { ante: Some(LARGEST_AMOUNT), bring_in: Some(1), ..Stakes::default() };
    Preset::Soko.rules(largest).expect("ten of it fit");
}

#[test]
fn switches_are_checked() {
    let words = |preset, name, value| refusal(preset, &[(name, value)]);
    assert_eq!(
        words(Preset::CanadianStud, "open_pair", "option".into()),
        "open_pair 'option': only for limit 'fixed', and limit is 'spread'",
    );
    assert_eq!(
        words(Preset::FollowTheBitch, "ranking", "soko".into()),
        "wild 'follow_the_queen': only for ranking 'wild', and ranking is 'soko'",
    );
    for (name, value, given) in
        [("bring_in_ace", FieldValue::from("low"), "'low'"), ("bring_in_option", true.into(), "True")]
    {
        game(Preset::Soko).set(name, value.clone()).expect("somebody brings in");
        assert_eq!(words(Preset::FollowTheBitch, name, value), format!("{name} {given}: this game has no bring-in"));
    }
    for name in ["carry_over", "queens_wild"] {
        assert_eq!(words(Preset::Soko, name, true.into()), format!("{name} True: only for wild 'follow_the_queen'"));
    }
    assert_eq!(
        words(Preset::FiveCardStud, "ace_low_four_straight", false.into()),
        "ace_low_four_straight False: this game has no four-straights",
    );
    let mut torn = game(Preset::Soko);
    torn.ranking = soko::Ranking::Soko { ace_low_four_straight: false };
    assert_eq!(
        torn.validate().unwrap_err().to_string(),
        "ace_low_four_straight: it must be the same for hands and for showing hands",
    );
}

#[test]
fn games_are_known_by_name() {
    assert_eq!(Preset::named("seven_card_stud"), Ok(Preset::SevenCardStud));
    assert_eq!(
        Preset::named("holdem").unwrap_err().to_string(),
        "'holdem': unknown game; games are soko, canadian_stud, five_card_stud, seven_card_stud and follow_the_bitch",
    );
}

#[test]
fn stakes_by_keyword_are_checked() {
    let words = |preset: Preset, keywords: &[(&str, FieldValue)]| {
        preset.with(keywords.iter().cloned()).expect_err("no such game").to_string()
    };
    assert_eq!(words(Preset::Soko, &[("limit", "no".into())]), "limit 'no': soko is played with 'fixed' or 'pot'");
    assert_eq!(
        words(Preset::CanadianStud, &[("limit", "pot".into())]),
        "limit 'pot': canadian_stud is played with 'spread' or 'fixed'",
    );
    let half = "because the bring-in is half of it in whole chips";
    assert_eq!(words(Preset::CanadianStud, &[("min_bet", number(1))]), format!("min_bet 1: at least 2, {half}"));
    let fives = [("min_bet", number(5)), ("min_chip", number(5))];
    let fixed = [("limit", "fixed".into()), ("small_bet", number(1))];
    assert_eq!(words(Preset::CanadianStud, &fixed), format!("small_bet 1: at least 2, {half}"));
    assert_eq!(words(Preset::CanadianStud, &fives), format!("min_bet 5: at least 10, {half}"));
    assert_eq!(
        words(Preset::FollowTheBitch, &[("min_bet", number(2))]),
        "min_bet 2: only for limit 'spread', and limit is 'fixed'",
    );
    assert_eq!(
        words(Preset::CanadianStud, &[("min_bet", number(2)), ("small_bet", number(2))]),
        "min_bet and small_bet are the same amount: give one of them",
    );
    assert!(
        words(Preset::CanadianStud, &[("min_bet", "4".into())]).starts_with("min_bet '4': min_bet must be a whole")
    );
    assert!(words(Preset::Soko, &[("ant", number(1))]).ends_with("did you mean 'ante'?"));
    let defaults = Preset::Soko.with([("bring_in", FieldValue::None), ("small_bet", FieldValue::None)]);
    assert_eq!(defaults, Ok(game(Preset::Soko)));
}

#[test]
fn a_game_reads_well_in_one_line() {
    let line = |preset| game(preset).to_string();
    assert_eq!(line(Preset::Soko), "soko: fixed limit 4/8, ante 1, bring-in 2, 2 to 8 players");
    assert_eq!(
        line(Preset::CanadianStud),
        "canadian_stud: spread limit 4 to 10, doubled on big streets, ante 1, bring-in 2, 2 to 8 players",
    );
    let pot = Preset::Soko.with([("limit", "pot".into()), ("big_bet", number(4)), ("low_chicago", true.into())]);
    assert_eq!(
        pot.expect("a game").to_string(),
        "soko: pot limit, bets from 2 (4 on big streets), ante 1, bring-in 2, 2 to 8 players, Low Chicago",
    );
}

/// Any value that a field might be given, the sensible ones more often.
fn any_value(field: Field) -> BoxedStrategy<FieldValue> {
    let choices: Vec<FieldValue> = Preset::ALL
        .iter()
        .map(|&preset| field.of(&game(preset)))
        .chain(
            ["soko", "standard", "wild", "none", "double", "option", "suit", "position", "high"].map(FieldValue::from),
        )
        .chain(["spread", "pot", "no", "fixed", "follow_the_queen", "lowest", "highest"].map(FieldValue::from))
        .chain([FieldValue::None, true.into(), false.into(), texts(&["ddu", "u", "uu", "d"])])
        .collect();
    prop_oneof![
        prop::sample::select(choices),
        (-1..40i128).prop_map(FieldValue::Number),
        any::<i128>().prop_map(FieldValue::Number),
    ]
    .boxed()
}

fn any_change() -> impl Strategy<Value = (&'static str, FieldValue)> {
    prop::sample::select(Field::ALL).prop_flat_map(|field| (Just(field.name()), any_value(field)))
}

proptest! {
    /// Whatever passes the checks is said back by its fields, and is the same game when read again.
    #[test]
    fn games_round_trip(
        preset in prop::sample::select(Preset::ALL),
        changes in prop::collection::vec(any_change(), 0..4),
    ) {
        let Ok(rules) = game(preset).replaced(changes.clone()) else { return Ok(()) };
        prop_assert_eq!(rules.validate(), Ok(()));
        let last = changes.iter().enumerate().filter(|(i, (name, _))| changes[i + 1..].iter().all(|(n, _)| n != name));
        for (_, (name, value)) in last {
            prop_assert_eq!(&rules.get(name).expect("a field"), value);
        }
        prop_assert_eq!(Rules::from_record(rules.to_record()), Ok(rules));
    }

    /// Stakes never overflow, whatever they are, and what passes the checks keeps its bets in order.
    #[test]
    fn stakes_make_games_or_are_refused(
        preset in prop::sample::select(Preset::ALL),
        amounts in prop::collection::vec(prop::option::of(prop_oneof![0..50u64, any::<u64>()]), 6),
        limit in prop::option::of(prop::sample::select(Limit::ALL)),
    ) {
        let stakes = Stakes {
            limit,
            ante: amounts[0],
            bring_in: amounts[1],
            small_bet: amounts[2],
            big_bet: amounts[3],
            max_bet: amounts[4],
            min_chip: amounts[5],
        };
        if let Ok(rules) = preset.rules(stakes) {
            prop_assert!(rules.bring_in.amount <= rules.small_bet && rules.small_bet <= rules.big_bet);
            prop_assert!(rules.max_bet.is_none_or(|most| most >= rules.small_bet));
            prop_assert!([rules.ante, rules.bring_in.amount, rules.small_bet, rules.big_bet]
                .iter()
                .all(|amount| amount.is_multiple_of(rules.min_chip)));
        }
    }
}

#[test]
fn short_decks_are_fields_of_their_own() {
    let of = |size| Preset::Soko.with([("deck", number(size))]);
    for (size, players) in [(20, 4), (24, 5), (28, 6), (32, 7), (52, 8)] {
        let rules = of(size).expect("a deck of this size");
        assert_eq!((rules.deck.size() as i128, rules.players.max), (size, players));
        assert_eq!(i128::from(rules.deck.cards().len()), size);
        assert_eq!(Rules::from_record(rules.to_record()), Ok(rules));
    }
    let words = |changes: &[(&str, FieldValue)]| refusal(Preset::Soko, changes);
    assert_eq!(of(36).expect_err("no such deck").to_string(), "deck 36: deck must be 20, 24, 28, 32 or 52 cards");
    assert_eq!(words(&[("deck", number(20))]), "max_players 8: 20 cards are only enough for 4 players");
    assert!(game(Preset::Soko).to_record().iter().all(|(name, _)| *name != "deck"), "records are as they were");
}
