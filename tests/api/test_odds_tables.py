"""Tables of starts and of chances to improve, as data, on the command line and as pictures."""

import json
import subprocess
import sys
from importlib.resources import files
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from command import Run

import soko
from soko import odds_tables, plot
from soko.odds_tables import RANKS, grid, improvements

ALL = range(1, 8)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)


# The grid


def test_starts_are_all_pairs_of_cards_up_to_suits() -> None:
    starts = dict(odds_tables.starts())
    assert len(starts) == 169
    shapes = {
        ("".join(sorted(a[0] + b[0], key=RANKS.index)), a[1] == b[1])
        for a, b in combinations(map(str, map(soko.Card, range(52))), 2)
    }
    assert {(name[:2], name.endswith("s")) for name in starts} == shapes
    for name, cards in starts.items():
        first, second = cards.split()
        assert name == first[0] + second[0] + ("" if first[0] == second[0] else "so"[first[1] != second[1]])


@pytest.mark.parametrize("opponents", ALL)
def test_shares_average_to_an_even_part(opponents: int) -> None:
    table = grid(opponents)
    assert table.to_numpy().shape == (13, 13)
    weights = {name: 6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in table.shares()}
    mean = sum(weights[name] * share for name, share in table.shares().items()) / comb(52, 2)
    # Each random hand wins as much as the hand itself does on average.
    assert mean == pytest.approx(1 / (opponents + 1), abs=1e-6 if table.exact else 5 * table.std_error / 13)


@pytest.mark.parametrize("opponents", ALL)
def test_shares_are_in_order(opponents: int) -> None:
    table = grid(opponents)
    shares = table.to_numpy()
    pairs = np.diag(shares)
    assert table.share("AA") == shares.max() == pairs[0]
    assert (np.diff(pairs) < 0).all()
    upper = np.triu_indices(13, 1)
    assert (shares[upper] > shares.T[upper]).all()
    assert opponents == 7 or (shares > grid(opponents + 1).to_numpy()).all()


def test_shares_are_those_of_equity() -> None:
    # With the cards the other way round, of other suits, and a sample of another size.
    e = soko.equity(["(Kh) Ac", "(?) ?"], exact=True)
    assert grid(1).share("AKo") == round(float(e.shares[0]), 6)
    e = soko.equity(["(7d) 6d", "?", "?", "?"], n=400_000, rng=3)
    assert abs(grid(3).share("76s") - float(e.shares[0])) < 5 * (e.std_error[0] ** 2 + 0.0005**2) ** 0.5


def test_a_check_passes_and_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert odds_tables.check_grid([1], every=80) == []
    assert odds_tables.check_grid(range(2, 8), every=40) == []
    grids = [[[share + 0.02 for share in row] for row in rows] for rows in odds_tables._grids()]
    monkeypatch.setattr(odds_tables, "_grids", lambda: grids)
    wrong = odds_tables.check_grid([1, 4], every=168)
    assert [line.split(":")[0] for line in wrong] == [f"{start} against {n}" for n in (1, 4) for start in ("AA", "22")]


def test_places() -> None:
    assert [odds_tables.place(name) for name, _ in odds_tables.starts()] == [
        (i, j) for i in range(13) for j in range(13)
    ]
    assert odds_tables.place("KAs") == odds_tables.place("aks") == (0, 1)


@pytest.mark.parametrize("start", ["", "A", "AK", "AAs", "AAo", "AKx", "A1s", "AKso"])
def test_what_is_no_start_is_refused(start: str) -> None:
    with pytest.raises(soko.ArgumentError, match="AKs"):
        grid().share(start)


def test_numbers_out_of_range_are_refused() -> None:
    for opponents in (0, 8, -1):
        with pytest.raises(soko.ArgumentError, match="1 to 7"):
            grid(opponents)
    for cards in (1, 5):
        with pytest.raises(soko.ArgumentError, match="2, 3 or 4"):
            improvements(cards)


# The chance to improve


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_improvements_cover_every_start_and_runout(cards: int) -> None:
    rows = improvements(cards)
    assert sum(row.starts for row in rows) == comb(52, cards)
    assert sum(row.frequency for row in rows) == pytest.approx(1)
    for row in rows:
        assert sum(row.counts) == row.starts * comb(52 - cards, 5 - cards)
        assert not sum(row.counts[: row.made])
        assert sum(map(row.share, soko.Category)) == pytest.approx(1)
    # Every hand of five was reached from each choice of its first cards.
    totals = [sum(column) for column in zip(*(row.counts for row in rows), strict=True)]
    assert totals == [comb(5, cards) * hands for hands in soko_hands()]


def soko_hands() -> tuple[int, ...]:
    from soko import _odds

    return _odds.five_cards("soko").hands


def test_improvements_by_hand() -> None:
    two, four = ({row.held: row for row in improvements(cards)} for cards in (2, 4))
    assert two["pair"].starts == 13 * 6
    assert four["three of a kind"].better == pytest.approx(4 / 48)
    assert four["two pair"].better == pytest.approx(4 / 48)
    # Nine cards of the suit make the flush, and none does anything else.
    assert four["four-flush"].better > 9 / 48
    assert four["four-straight flush"].starts == 4 * 11
    assert four["pair"].better == pytest.approx(8 / 48)
    assert four["high"].better == pytest.approx(12 / 48)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("As 4s", "high, 2 suited, 2 close"),
        ("As 5s", "high, 2 suited"),
        ("Qd 9s", "high, 2 close"),
        ("Kd 9s", "high"),
        ("9d 9s", "pair"),
        ("9d 9s 8s", "pair"),
        ("Ah Kh Jh", "high, 3 suited, 3 close"),
        ("Ah Kd 2h", "high"),
        ("Ah 4d 2h 3c", "four-straight"),
        ("Ah 4h 2h 3c", "four-straight, 3 suited"),
        ("Ah 4h 2h 3h", "four-straight flush"),
        ("Ah 9h 2h 3h", "four-flush"),
        ("Ah As Kh Qh", "pair, 3 suited, 3 close"),
        ("Ah As Kh Kd", "two pair"),
        ("Ah As Ac Kd", "three of a kind"),
        ("Ah As Ac Ad", "four of a kind"),
    ],
)
def test_what_is_held(held: str, words: str) -> None:
    assert odds_tables.describe([int(card) for card in soko.cards(held)])[1] == words


def test_a_count_agrees_and_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert odds_tables.check_improvements() == []
    two = odds_tables.count_improvements(2)
    first = two[0]._replace(counts=(1, *two[0].counts[1:]))
    monkeypatch.setattr(odds_tables, "count_improvements", lambda cards: (first, *improvements(cards)[1:]))
    monkeypatch.setattr(odds_tables, "improvements", lambda cards, rows=improvements: rows(cards) if cards == 2 else ())
    assert "2 cards, pair" in odds_tables.check_improvements()


# The command


@pytest.mark.parametrize("opponents", [None, *ALL])
def test_grid_fits_the_screen(run: Run, opponents: int | None) -> None:
    status, out, err = run("odds", "--grid", *([] if opponents is None else ["--opponents", str(opponents)]))
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    lines = out.splitlines()[2:16]
    assert lines[0].split() == list(RANKS)
    shown = [[float(word) for word in line.split()[1:]] for line in lines[1:]]
    np.testing.assert_allclose(shown, 100 * grid(opponents or 1).to_numpy(), atol=0.051)


def test_grid_json(run: Run) -> None:
    document = json.loads(run("odds", "--grid", "--opponents", "7", "--json", "--check")[1])
    assert document.pop("shares") == grid(7).shares()
    assert document == {"game": "soko", "opponents": 7, "exact": False, "std_error": 0.0005, "agrees": True}
    document = json.loads(run("odds", "--grid", "--json")[1])
    assert (document["exact"], document["std_error"], document["agrees"]) == (True, 0, None)


def test_improve(run: Run) -> None:
    status, out, _ = run("odds", "--improve")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("first")] == [
        ["first", n, "cards"] for n in "234"
    ]
    document = json.loads(run("odds", "--improve", "--json", "--check")[1])
    assert document["agrees"] is True
    rows = [row for cards in (2, 3, 4) for row in improvements(cards)]
    assert [row["held"] for row in document["held"]] == [row.held for row in rows]
    assert [row["better"] for row in document["held"]] == [row.better for row in rows]


def test_a_check_that_fails_has_status_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_tables, "check_grid", lambda _: ["AA against 1: wrong"])
    status, out, _ = run("odds", "--grid", "--check")
    assert (status, out.splitlines()[-2:]) == (1, ["NOT the same:", "AA against 1: wrong"])
    assert json.loads(run("odds", "--grid", "--check", "--json")[1])["agrees"] is False
    monkeypatch.setattr(odds_tables, "check_improvements", lambda: ["2 cards, pair"])
    assert run("odds", "--improve", "--check")[0] == 1


@pytest.mark.parametrize(
    "argv",
    [
        ["--grid", "--improve"],
        ["--opponents", "3"],
        ["--improve", "--plot", "x.png"],
        ["--grid", "--opponents", "0"],
        ["--grid", "--opponents", "8"],
        ["--grid", "--opponents", "two"],
        ["--grid", "--ranking", "standard"],
        ["--improve", "--no-ace-low"],
        ["--grid", "--wild", "9"],
    ],
)
def test_options_that_do_not_go_together(run: Run, argv: list[str]) -> None:
    status, out, err = run("odds", *argv)
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].startswith("soko: ")


def test_the_module_makes_and_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = json.loads(files("soko").joinpath("data/grid.json").read_text(encoding="utf-8"))
    assert shipped["made_by"].startswith("python -m soko.odds_tables --make")
    shares = odds_tables.Grid.share
    monkeypatch.setattr(odds_tables, "sample", lambda start, n, *_, **__: shares(grid(n), start))
    odds_tables._make(tmp_path, 1)
    for name in ("grid.json", "improve.json"):
        made = (tmp_path / name).read_bytes()
        assert made == files("soko").joinpath("data", name).read_bytes()
        assert len(made) < 30_000
    helped = subprocess.run(
        [sys.executable, "-m", "soko.odds_tables", "--help"], check=True, capture_output=True, text=True
    )
    assert "--make" in helped.stdout
    assert "--check" in helped.stdout


# Pictures


def png_size(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data.startswith(PNG)
    assert len(data) > 20_000
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def test_grid_is_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "grid.png"
    assert run("odds", "--grid", "--opponents", "2", "--plot", str(path))[0] == 0
    assert png_size(path) == (1260, 1140)
    axes, bar = plot.grid(2).axes
    np.testing.assert_array_equal(axes.images[0].get_array(), 100 * grid(2).to_numpy())
    assert {"AKs", "AA", "32o"} <= {text.get_text() for text in axes.texts}
    assert len(axes.texts) == 2 * 169
    assert "33.3" in bar.get_ylabel()


def test_streets_are_drawn(tmp_path: Path) -> None:
    hands = ["(As) Kd Ks Qs Js", "(7c) 7d 2h 4c 3c", "(Th) 9h 8h"]
    figure = plot.streets(*hands, dead="Ah", path=tmp_path / "streets.png")
    assert png_size(tmp_path / "streets.png") == (1260, 720)
    (axes,) = figure.axes
    shares = np.array([line.get_ydata() for line in axes.lines])
    # The shortest hand ends it.
    assert shares.shape == (3, 2)
    np.testing.assert_allclose(shares.sum(axis=0), 100)
    e = soko.equity(["(As) Kd Ks", "(7c) 7d 2h", "(Th) 9h 8h"], dead="Ah", rng=1)
    np.testing.assert_allclose(shares[:, 1], [100 * float(share) for share in e.shares])
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == hands


def test_streets_of_seven_cards() -> None:
    figure = plot.streets("(As Ks) 2d 5h 9c Ts (Ad)", "(7c 7d) Qh 2c 3c 4d (4s)", game="seven_card_stud")
    (axes,) = figure.axes
    assert [label.get_text().split("\n")[0] for label in axes.get_xticklabels()] == [f"{n} cards" for n in range(3, 8)]
    assert [list(line.get_ydata())[-2:] for line in axes.lines] == [[pytest.approx(20), 0], [pytest.approx(80), 100]]


@pytest.mark.parametrize(
    ("hands", "error"),
    [
        (["(As) Kd", "(As) Qd"], soko.DeckError),
        (["(As) Kx", "(Ad) Qd"], soko.CardError),
        (["(As)", "(Ad)"], soko.ArgumentError),
    ],
)
def test_streets_refuse_what_equity_refuses(hands: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        plot.streets(*hands)


@pytest.mark.usefixtures("without_matplotlib")
def test_without_matplotlib_the_extra_is_named(run: Run) -> None:
    for draw in (plot.grid, lambda: plot.streets("(As) Kd", "(7c) 7d")):
        with pytest.raises(ImportError, match=r"pip install matplotlib"):
            draw()
    status, out, err = run("odds", "--grid", "--plot", "grid.png")
    assert (status, out) == (1, "")
    assert err == "soko: soko.plot needs matplotlib: pip install matplotlib\n"


def test_files_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    status, out, err = run("odds", "--grid", "--plot", str(tmp_path / "grid.words"))
    assert (status, out) == (1, "")
    assert "words" in err
    status, _, err = run("odds", "--grid", "--plot", str(tmp_path / "nowhere/grid.png"))
    assert status == 1
    assert "nowhere" in err


def test_plans_of_a_grid_run_in_shards_and_agree_with_it() -> None:
    plans = odds_tables.plans(opponents=2, n=60_000)
    assert len(plans) == 169
    assert len({plan.id for plan in plans.values()}) == 169
    for start in ("AA", "T9s", "72o"):
        tally = soko.merge([plans[start].shard(i, 3).run() for i in range(3)])
        assert tally == plans[start].run()
        share, error = float(tally.equity.shares[0]), tally.equity.std_error[0]
        assert abs(share - grid(2).share(start)) < 5 * error
