"""``soko`` for people: lines that fit the terminal, usage and questions where a word is wrong, counts as typed."""

import pytest
from command import Run

import soko
from soko.cli import VERBS

# Lines that fit


@pytest.mark.parametrize("verb", VERBS)
def test_help_fits_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    # argparse keeps the options of a group that exclude each other in one line of the usage.
    text = run(verb, "--help")[1].split("\n\n", 1)[1]
    assert max(map(len, text.splitlines())) < 60


def test_sentences_fit_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = [run("odds", "--improve")[1], run("odds", "--grid")[1]]
    monkeypatch.setenv("COLUMNS", "60")
    narrow = [run("odds", "--improve")[1], run("odds", "--grid")[1]]
    for old, new in zip(wide, narrow, strict=True):
        assert {*new.split()} == {*old.split()}
        assert max(map(len, old.splitlines())) < 80
        assert max(map(len, new.splitlines())) < 60
    title = run("simulate", "--game", "canadian_stud", "--deals", "1", "--seed", "3")[1].split("\n\n")[0]
    assert title.splitlines()[-1] == "6 players, 1 deal, seed 3"
    assert max(map(len, title.splitlines())) < 60


RULES_END = {
    "80": """\
Hands
  The best hand wins:
  royal flush, straight flush, four of a kind, full house, flush, straight,
    three of a kind, two pair, four-flush, four-straight, one pair, high card.
  A four-flush is four cards of one suit, a four-straight is four ranks in a
    row; A-2-3-4 is the lowest four-straight.

The end
  The last to bet or raise on the last street shows first, else the first seat
    from the dealer.
  A hand that is beaten by one already shown is mucked, unless somebody is
    all-in.
  Equal hands split a pot; winners get odd chips one each, clockwise from the
    dealer.
""",
    "50": """\
The end
  The last to bet or raise on the last street
    shows first, else the first seat from the
    dealer.
  A hand that is beaten by one already shown is
    mucked, unless somebody is all-in.
  Equal hands split a pot; winners get odd chips
    one each, clockwise from the dealer.
""",
}


@pytest.mark.parametrize("columns", RULES_END)
def test_rules_fit_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert run("rules", "soko")[1].endswith("\n\n" + RULES_END[columns])


@pytest.mark.parametrize("columns", [1, 30, 60, 80, 200])
@pytest.mark.parametrize("game", soko.games.NAMES)
def test_no_line_of_rules_is_longer_than_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, game: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    longest = max(map(len, run("rules", game, "--low-chicago")[1].splitlines()))
    assert longest < max(20, min(columns, 80))


# Words that are wrong, and counts


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_that_is_called_wrong_says_where_its_usage_is(run: Run, verb: str) -> None:
    needed = {"equity": ["As"], "merge": ["file"], "replay": ["file"], "solve": ["As / Ks", "--pot", "9"]}.get(verb, [])
    status, out, err = run(verb, *needed, "--wrong-option")
    assert (status, out) == (2, "")
    assert err == f"soko: unrecognized arguments: --wrong-option; soko {verb} --help shows how it is used\n"


def test_help_may_stand_first(run: Run) -> None:
    assert run("help", "play") == run("play", "--help")
    assert run("help") == run("--help") == run()


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["pley"], 2, "'pley': unknown verb; did you mean play?"),
        (["help", "simulat"], 2, "'simulat': unknown verb; did you mean simulate?"),
        (
            ["xyz", "--json"],
            2,
            "'xyz': unknown verb; verbs are evaluate, equity, odds, simulate, merge, playout, ",
        ),
        (["--wrong"], 2, "unrecognized arguments: --wrong"),
        (["rules", "sokko"], 2, "'sokko': unknown game; did you mean soko?"),
        (["rules", "Canadian"], 2, "'Canadian': unknown game; did you mean canadian_stud?"),
        (["simulate", "--game", "7-card-stud"], 2, "did you mean five_card_stud?"),
        (["rules", "omaha"], 2, "'omaha': unknown game; games are soko, canadian_stud, five_card_stud, "),
        (["rules", "soko", "--set", "caap=3"], 2, "soko: --set caap=3: unknown switch; did you mean cap?"),
        (["rules", "soko", "--set", "low-chicgo=yes"], 2, "did you mean low_chicago?"),
        (["rules", "soko", "--set", "q=3"], 2, "--set q=3: unknown switch; switches are name, min_players, "),
        (["simulate", "--dealz", "5"], 2, "--dealz 5; did you mean --deals?"),
        (["playout", "--policies", "tihgt"], 2, "--policies tihgt: 'tihgt' is unknown; did you mean tight?"),
    ],
)
def test_a_slip_is_met_with_a_question(run: Run, argv: list[str], status: int, words: str) -> None:
    got, out, err = run(*argv)
    assert (got, out) == (status, "")
    assert words in err.splitlines()[-1]


@pytest.mark.parametrize(
    "argv",
    [
        ["equity", "As", "Kd", "--samples", "1e2", "--seed", "1e0", "--threads", "1e0"],
        ["odds", "--grid", "--opponents", "1e0"],
        ["simulate", "--players", "3e0", "--deals", "1_000", "--threads", "1e0", "--ante", "1e2"],
        ["playout", "--players", "3e0", "--hands", "1e2", "--stack", "1e3", "--threads", "1e0"],
        ["play", "--players", "3e0", "--stack", "1e3", "--hands", "1e0", "--seed", "1e3"],
    ],
)
def test_counts_are_read_alike(run: Run, argv: list[str]) -> None:
    assert run(*argv)[0] == 0


def test_single_cards_are_seats(run: Run) -> None:
    argv = ["--samples", "100", "--seed", "1"]
    status, out, err = run("equity", "As", "10d", "?", *argv)
    assert status == 0
    assert out.splitlines()[4].split()[:2] == ["0", "As"]
    assert err == 'soko: 3 seats with one card each; one hand is one argument: "As 10d ?"\n'
    assert run("equity", "As Kd", "Kc ?", *argv)[2] == ""
    assert run("equity", "(As)", "(?)", *argv)[2] == ""
    assert run("equity", "AsKd", "KcQc", *argv)[2] == ""


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["simulate", "--deals", "-5"], "--deals -5: 1 to 9,223,372,036,854,775,807 is allowed"),
        (["simulate", "--deals", "1e30"], "--deals 1"),
        (["simulate", "--deals", "many"], "--deals: 'many' is not a whole number"),
        (["simulate", "--threads", "0"], "--threads 0: 1 to 1,024 is allowed"),
        (["simulate", "--players", "53"], "--players 53: soko is for 2 to 8 players"),
        (["simulate", "--limit", "foo"], "--limit: invalid choice: 'foo'"),
        (["playout", "--hands", "-5"], "--hands -5: 1 to "),
        (["playout", "--stack", "0"], "--stack 0: 1 to "),
        (["playout", "--threads", "1025"], "--threads 1025: 1 to 1,024"),
        (["equity", "(As)", "(Kd)", "--samples", "-4"], "--samples -4: 1 to "),
        (["equity", "(As)", "(Kd)", "--std-error", "-1"], "--std-error -1: more than 0 is needed"),
        (["equity", "(As)", "(Kd)", "--threads", "0"], "--threads 0: 1 to "),
        (["rules", "soko", "--ante", "-1"], "--ante -1: ante must be a whole number of chips"),
        (["rules", "soko", "--big-bet", "3"], "--big-bet 3: at least the small bet, which is 4"),
        (["rules", "soko", "--limit", "spread"], "--limit spread: soko is played with"),
        (["rules", "soko", "--set", "cap=0"], "--set cap=0: cap must be"),
        (["rules", "soko", "--set", "low-chicago=maybe"], "--set low-chicago=maybe: low_chicago must be True or False"),
    ],
)
def test_errors_speak_of_options_as_they_were_typed(run: Run, argv: list[str], words: str) -> None:
    status, out, err = run(*argv)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"soko: {words}")


@pytest.mark.parametrize(
    "argv",
    [
        ["rules"],
        ["rules", "--diff", "soko", "canadian_stud"],
        ["odds"],
        ["odds", "--ranking", "all"],
        ["odds", "--grid"],
        ["odds", "--improve"],
        ["evaluate", "As Ks Qs Js 2d", "Ah Ad Kc Qh 9d", "2h 2d 2c 7s 7h"],
        ["equity", "(As) Kd Qh", "(?) 7c ?", "--samples", "100", "--seed", "1"],
        ["simulate", "--deals", "100", "--seed", "1", "--game", "seven_card_stud"],
        ["playout", "--hands", "50", "--seed", "1", "--limit", "pot"],
        ["play", "--game", "seven_card_stud", "--players", "8", "--seed", "1", "--hands", "3"],
    ],
)
def test_tables_fit_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, argv: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    wide = run(*argv, stdin=b"c\n" * 8)[1]
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*argv, stdin=b"c\n" * 8)[1]
    assert max(map(len, narrow.splitlines())) < 40
    # Words are whole, and none is lost but the speed, which is another each time.
    speed = wide.splitlines()[-1] if argv[0] in {"simulate", "playout"} else ""
    lost = {*wide.split()} - {*narrow.split()} - {*speed.split()}
    assert argv[0] == "play" or not lost
    if argv[0] == "play":
        assert "cards  bet" not in narrow
        assert "bring in" in narrow


def test_tables_in_pipes_are_whole(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = run("playout", "--hands", "50", "--seed", "1", "--limit", "pot")[1]
    assert out.count("policy  street") == 1
