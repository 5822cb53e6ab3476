"""Every kernel that this machine runs gives the same digits, and a kernel that it does not run is refused."""

import os
import subprocess
import sys

import pytest

import soko

PROGRAM = """
import hashlib, numpy as np, soko
digest = hashlib.sha256()

def add(*counts):
    digest.update(repr(counts).encode())

def add_tally(tally):
    add(tally.n, tally.categories.tolist(), tally.wins.tolist(), tally.ties.tolist(), tally.shares)

five_cards = [soko.games.soko(), soko.games.soko(ace_low_four_straight=False), soko.games.canadian_stud(),
              soko.games.five_card_stud()]
games = [rules.replace(max_players=10) for rules in five_cards]
games += [soko.games.seven_card_stud(), soko.games.seven_card_stud(low_chicago=True), soko.games.follow_the_bitch(),
          soko.games.follow_the_bitch(low_chicago=True, queens_wild=True, carry_over=True)]
for rules in games:
    for players in range(2, rules.max_players + 1):
        for known, dead in (([], ""), (["As ? Kd"], "2c 2d")):
            tally = soko.simulate(rules, players, 5_000, rng=players, known=known, dead=dead)
            add_tally(tally)
            digest.update(soko.deal_many(rules, players, 300, rng=1, known=known, dead=dead).tobytes())

for cards in (5, 6, 7):
    hands = np.random.default_rng(cards).permuted(np.tile(np.arange(52, dtype=np.uint8), (5_000, 1)), axis=1)[:, :cards]
    for ranking in (*map(soko.Ranking, ("soko", "standard", "wild")), soko.Ranking.soko(ace_low_four_straight=False)):
        for array in (np.ascontiguousarray(hands), np.asfortranarray(hands)):
            digest.update(soko.evaluate_many(array, ranking).tobytes())
    ranks = np.random.default_rng(cards).integers(-1, 13, len(hands), np.int8)
    for wild in ("9", "Q9", "23459A", ranks):
        for array in (np.ascontiguousarray(hands), np.asfortranarray(hands)):
            digest.update(soko.evaluate_many(array, "wild", wild=wild).tobytes())

for ranking in ("soko", "standard", "wild"):
    add(soko._soko.count_all_hands(ranking))
for wild in ("9", "Q9", "236A"):
    add(soko._soko.count_all_hands("wild", wild))

for hands, game, how in (
    (["(As) Kd", "(?) Qh"], "soko", dict(dead="2c", exact=True)),
    (["(As) Kd 2c 5h", "(7c) Qh 2d 6h", "(2s) 3d 4c 9s"], "soko", dict(exact=True)),
    (["(As Ah) Kd 2c 3c 4c (?)", "(7c 7h) Qh 2d 3d 4d (?)"], "seven_card_stud", dict(exact=True)),
    (["(A) Kd", "(2-9) Qh", "(?s) 7c"], "soko", dict(n=20_000, rng=3, dead="2c 2d")),
    (["(A:0.5|K) 7c", "(?) Ks"], "canadian_stud", dict(n=20_000, rng=4)),
    (["(As Ad) Kd", "(7c ?) Qh", "(? ?) 2s"], "seven_card_stud", dict(n=20_000, rng=5, dead="2c 2d")),
    (["(As Ad) Kd", "(7c ?) Qh"], "follow_the_bitch", dict(n=20_000, rng=6)),
    (["(2-9 A:3|K) Kd", "(2-9 2-9) Qh", "(T-A 3-7) 2s"], "seven_card_stud", dict(n=20_000, rng=7)),
    (["(As 2s|3s:2 Kd) 3c 4c 5c ?", "(? Kh 3s) 3d 4d Qd Td"], soko.games.seven_card_stud(low_chicago=True),
     dict(exact=True, dead="9c 9d 9h 9s")),
    (["(As Kd) Qh 8s ?", "(2c 2d) 7s Qc 3d"], "follow_the_bitch", dict(exact=True, dead="9c 9d 9h 9s Tc Td Th Ts")),
):
    equity = soko.equity(hands, game, **how)
    add(equity.exact, equity.n, [str(share) for share in equity.shares])
print(soko.kernels()["kernel"], digest.hexdigest())
"""


def run(kernel: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SOKO_KERNEL": kernel}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)


def test_all_kernels_give_the_same_digits() -> None:
    answers = {}
    for kernel in soko.kernels()["available"].split():
        done = run(kernel)
        assert done.returncode == 0, done.stderr
        name, digest = done.stdout.split()
        assert name == kernel
        answers[name] = digest
    assert len(set(answers.values())) == 1, answers
    assert "portable" in answers


def test_the_best_kernel_runs_unless_one_is_forced() -> None:
    why = "import soko; print(soko.kernels())"
    assert f"'kernel': '{soko.kernels()['detected']}'" in run("", why).stdout
    assert "forced by SOKO_KERNEL" in run("portable", why).stdout


@pytest.mark.parametrize("kernel", ["sse2", "AVX2", "fastest"])
def test_an_unknown_kernel_is_refused(kernel: str) -> None:
    refused = run(kernel, "import soko")
    assert refused.returncode == 1
    assert f"SokoError: SOKO_KERNEL={kernel}: unknown kernel" in refused.stderr
