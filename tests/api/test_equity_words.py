"""How answers about equity are told: as values, as text, as tables, by the command."""

import json
import re
from typing import Any

import pytest

import soko
from soko.cli import main

WILD = soko.games.follow_the_bitch(low_chicago=True)
# What is asked, and how it says that it was found.
ASKED: list[tuple[dict[str, Any], str]] = [
    ({"hands": ["(As) Kd Qh", "(7c) Qd 2h"]}, "exact (heads-up): 979,110 runouts"),
    (
        {"hands": ["(2c|2d) Kd Qh 5d", "(7c) Ks 2h 3h", "(?s) 9d 8h Td"], "dead": "Ac Ad"},
        "exact (enumeration): N runouts, dead Ac Ad",
    ),
    ({"hands": ["(As) Kc Qd Jh 9s", "(Ac) Kd Qs Jc 9h"], "dead": "2c"}, "exact: every card is known"),
    (
        {"hands": ["(As) Kd", "(?) Qh", "(A|K) 2s"], "game": WILD, "dead": "2c 3c", "n": 9000, "rng": 7},
        "9,000 deals sampled, dead 2c 3c",
    ),
]


@pytest.fixture(params=ASKED, ids=[how for _, how in ASKED])
def asked(request: pytest.FixtureRequest) -> tuple[soko.Equity, str]:
    given, how = request.param
    answer = soko.equity(**given)
    return answer, how.replace("N", f"{answer.n:,}")


def test_how_it_was_found(asked: tuple[soko.Equity, str]) -> None:
    answer, how = asked
    assert answer.how == how
    shares = " ".join(f"{100 * float(share):.2f}%" for share in answer.shares)
    assert repr(answer) == f"<Equity {shares} in {answer.rules.name}, {how}>"


def rows_of(answer: soko.Equity) -> list[list[str]]:
    """Return what a table has of each seat."""
    rows = []
    for seat, hand in enumerate(answer.hands):
        numbers = [answer.shares[seat], answer.wins[seat] / answer.n, answer.ties[seat] / answer.n]
        errors = [] if answer.exact else [answer.std_error[seat]]
        rows.append([str(seat), hand, *(f"{100 * float(number):.4f}" for number in (*numbers, *errors))])
    return rows


def test_as_text_and_as_a_table(asked: tuple[soko.Equity, str]) -> None:
    answer, how = asked
    title, head, *lines = str(answer).splitlines()
    names = ["seat", "hand", "share %", "win %", "tie %", *([] if answer.exact else ["error %"])]
    assert title == f"{answer.rules.name}, {how}"
    assert re.split("  +", head) == names
    rows = rows_of(answer)
    assert [line.split() for line in lines] == [" ".join(row).split() for row in rows]
    # Numbers stand under the ends of their names, hands under the beginning.
    assert {len(line) for line in (head, *lines)} == {len(head)}
    assert {line.index(row[1]) for line, row in zip(lines, rows, strict=True)} == {head.index("hand")}
    table = answer._repr_html_()
    assert f"{answer.rules.name}, {how}<" in table
    assert [re.findall("<t[hd]>([^<]*)<", line) for line in table.split("<tr>")[1:]] == [names, *rows]


def test_as_values(asked: tuple[soko.Equity, str]) -> None:
    answer, _ = asked
    is_wild = answer.rules == WILD
    assert answer.to_dict() == {
        "rules": answer.rules.to_dict(),
        "dead": [str(card) for card in answer.dead],
        "method": answer.method,
        "exact": answer.exact,
        "n": answer.n,
        "seats": [
            {
                "seat": seat,
                "hand": hand,
                "share": float(answer.shares[seat]),
                "share_exact": list(answer.shares[seat].as_integer_ratio()),
                "std_error": answer.std_error[seat],
                "wins": answer.wins[seat],
                "ties": answer.ties[seat],
                "categories": answer.categories[seat].tolist(),
                "high_exact": list(answer.high_shares[seat].as_integer_ratio()) if is_wild else None,
                "low_exact": list(answer.low_shares[seat].as_integer_ratio()) if is_wild else None,
            }
            for seat, hand in enumerate(answer.hands)
        ],
        "wild_ranks": answer.wild_ranks.tolist() if is_wild else None,
        "no_low_spade": answer.no_low_spade if is_wild else None,
    }
    assert json.loads(json.dumps(answer.to_dict())) == answer.to_dict()


@pytest.mark.parametrize(
    ("runouts", "steps", "words"),
    [
        (2**128 - 2, 5, f"{2**128 - 2:,} runouts (enumeration), about 5 steps"),
        (2**128 - 1, 2**128 - 1, "more than 10^38 runouts (enumeration), about more than 10^38 steps"),
    ],
)
def test_costs_in_words(runouts: int, steps: int, words: str) -> None:
    cost = soko.EquityCost("enumeration", runouts, steps, is_cheap=True)
    assert str(cost) == f"exact: {words}"
    assert str(cost._replace(is_cheap=False)) == f"sampled: exact would be {words}"


# The command


def arguments(given: dict[str, Any]) -> list[str]:
    words = ["equity", *given["hands"], "--threads", "2", "--seed", "7"]
    words += ["--game", "follow_the_bitch", "--low-chicago"] if "game" in given else []
    words += ["--dead", given["dead"]] if "dead" in given else []
    return words + (["--samples", f"{given['n']:.0e}"] if "n" in given else [])


@pytest.mark.parametrize(("given", "how"), ASKED)
def test_the_command_prints_the_answer(given: dict[str, Any], how: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = soko.equity(**given)
    assert main(arguments(given)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    head, seats, categories, *rest = out.rstrip("\n").split("\n\n")
    seed = "" if answer.exact else ", seed 7"
    assert head.split() == f"{answer.rules} {how.replace('N', f'{answer.n:,}')}{seed}".split()
    names, *lines = seats.splitlines()
    percents = ["seat", "hand", "share %", "win %", "tie %", *([] if answer.exact else ["error %"])]
    is_halved = answer.rules.low_chicago
    assert re.split("  +", names.strip()) == [*percents, *(["high %", "low %"] if is_halved else [])]
    halves = zip(answer.high_shares, answer.low_shares, strict=True)
    assert [re.split("  +", line.strip()) for line in lines] == [
        [*row, *([f"{100 * float(share):.4f}" for share in shares] if is_halved else [])]
        for row, shares in zip(rows_of(answer), halves, strict=True)
    ]
    names, *lines = categories.splitlines()
    assert re.split("  +", names.strip()) == ["category", *(f"seat {seat} %" for seat in range(len(answer.hands)))]
    assert [re.split("  +", line.strip()) for line in lines] == [
        [str(category), *(f"{100 * count / answer.n:.4f}" for count in answer.categories[:, category])]
        for category in reversed(soko.Category)
        if answer.categories[:, category].any()
    ]
    wild, low = answer.wild_ranks.tolist(), answer.no_low_spade
    assert len(rest) == (answer.rules == WILD)
    if rest:
        assert rest[0].splitlines() == [
            f"a rank wild at showdown in {100 * sum(wild[:-1]) / answer.n:.4f}%",
            f"no spade face down in {100 * low / answer.n:.4f}%",
        ]


@pytest.mark.parametrize(("given", "how"), ASKED)
def test_the_command_as_json_has_all_of_it(given: dict[str, Any], how: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = soko.equity(**given)
    assert main([*arguments(given), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document.pop("seconds") > 0, how
    assert document == {**answer.to_dict(), "seed": None if answer.exact else 7, "threads": 2}


def test_the_command_only_plans(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["(As) Kd", "(7c) Qh 2h", "(2c) 2d 5d"]
    cost = soko.equity_cost(hands, "five_card_stud", dead="Ah", uneven=True)
    argv = ["equity", *hands, "--game", "five-card stud", "--dead", "Ah", "--uneven", "--plan"]
    assert main(argv) == 0
    assert capsys.readouterr().out.split() == str(cost).split()
    assert main([*argv, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "method": cost.method,
        "runouts": cost.runouts,
        "steps": cost.steps,
        "exact": cost.is_cheap,
    }


def test_the_command_shows_a_seed_that_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["equity", "(As) Kd", "(?) Qh", "--std-error", "0.005", "--json"]
    found = []
    for more in ([], ["--seed", "0"]):
        assert main([*argv, *more]) == 0
        first = json.loads(capsys.readouterr().out)
        assert main([*argv, "--seed", str(first["seed"])]) == 0
        again = json.loads(capsys.readouterr().out)
        assert again["seats"] == first["seats"]
        found.append(first["seed"])
    assert found[1] == 0 < found[0] < 2**32
    assert main(["equity", "(As) Kd", "(?) Qh", "--exact", "--quiet"]) == 0
    assert "exact (heads-up)" in capsys.readouterr().out


# What is refused


@pytest.mark.parametrize(
    ("how", "error", "text"),
    [
        *(
            ({"std_error": bad}, TypeError, f"std_error {bad!r}: a number is needed, not {type(bad).__name__}")
            for bad in (True, "0.1", [], 1j)
        ),
        *(
            ({"std_error": bad}, soko.PlanError, f"std_error {bad}: more than 0 is needed")
            for bad in (0, 0.0, -1, float("inf"), float("nan"))
        ),
        *(
            ({"n": bad}, soko.PlanError, f"n {bad}: 1 to 9,223,372,036,854,775,807 is allowed")
            for bad in (0, -1, 2**63)
        ),
        ({"n": 1, "std_error": 0.1}, soko.PlanError, "n and std_error: give only one of them"),
        *(
            ({"exact": True, **more}, soko.PlanError, "exact=True cannot be combined with n or std_error")
            for more in ({"n": 1}, {"std_error": 0.1})
        ),
        ({"threads": 0}, soko.PlanError, "threads 0: 1 to 1,024 is allowed"),
    ],
)
def test_numbers_that_are_refused(how: dict[str, Any], error: type[Exception], text: str) -> None:
    # Known cards leave nothing to sample, but what is asked is looked at.
    for hands in (["(As) Kd", "(?) Qh"], ["(As) Kc Qd Jh 9s", "(Ac) Kd Qs Jc 9h"]):
        with pytest.raises(error, match=f"^{re.escape(text)}$"):
            soko.equity(hands, **how)


@pytest.mark.parametrize("ask", [soko.equity, soko.equity_cost, lambda hands: soko.equity_plan(hands, n=1)])
def test_hands_that_are_refused(ask: Any) -> None:
    with pytest.raises(TypeError, match=r"^hands must be a list with a text for each seat, not one text$"):
        ask("(As) Kd")
    with pytest.raises(soko.DeckError, match=r"^seat 0 has 1 cards face up, seat 1 has 2: write [?] for unknown cards"):
        ask(["(As) Kd", "(?) Qh 2c"])


def test_deals_and_equity_show_shares_in_one_unit() -> None:
    """The same deals counted both ways: shares and errors are the same digits under the same names."""
    answer = soko.equity(["(As) Kd", "(Qh) Qd"], exact=False, n=20_000, rng=7)
    tally = soko.simulate(soko.games.soko(), 2, 20_000, rng=7, known=["As Kd", "Qh Qd"])
    _, head, *lines = str(answer).splitlines()
    _, names, *rows = str(tally).splitlines()
    assert re.split("  +", head)[2::3] == re.split("  +", names)[3:] == ["share %", "error %"]
    assert [line.split()[-4::3] for line in lines] == [row.split()[3:] for row in rows]
