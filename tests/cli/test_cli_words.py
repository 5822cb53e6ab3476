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
        assert new.split() == old.split()
        assert max(map(len, old.splitlines())) < 80
    assert max(map(len, narrow[0].split("\n\n")[-1].splitlines())) < 60
    assert max(map(len, narrow[1].split("\n\n")[-1].splitlines())) < 60
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
def test_a_verb_that_is_called_wrong_shows_its_own_usage(run: Run, verb: str) -> None:
    needed = {"equity": ["As"], "merge": ["file"], "replay": ["file"]}.get(verb, [])
    status, out, err = run(verb, *needed, "--wrong-option")
    assert (status, out) == (2, "")
    assert err.startswith(f"usage: soko {verb} [-h]")
    assert err.splitlines()[-1] == "soko: unrecognized arguments: --wrong-option"


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
        (["rules", "sokko"], 1, "'sokko': unknown game; did you mean soko?"),
        (["rules", "Canadian"], 1, "'Canadian': unknown game; did you mean canadian_stud?"),
        (["simulate", "--game", "7-card-stud"], 1, "did you mean five_card_stud?"),
        (["rules", "omaha"], 1, "'omaha': unknown game; games are soko, canadian_stud, five_card_stud, "),
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
