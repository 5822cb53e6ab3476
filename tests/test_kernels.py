"""Every kernel that this machine runs gives the same digits, and a kernel that it does not run is refused."""

import os
import subprocess
import sys

import pytest

import soko

PROGRAM = """
import hashlib, numpy as np, soko
digest = hashlib.sha256()
for rules in (soko.games.soko(), soko.games.five_card_stud(), soko.games.soko(ace_low_four_straight=False),
              soko.games.seven_card_stud(), soko.games.follow_the_bitch(low_chicago=True)):
    for players, known, dead in ((2, [], ""), (5, ["As ? Kd"], "2c 2d"), (rules.max_players, [], "")):
        tally = soko.simulate(rules, players, 20_000, rng=players, known=known, dead=dead)
        digest.update(repr((tally.categories.tolist(), tally.wins.tolist(), tally.shares)).encode())
        digest.update(soko.deal_many(rules, players, 300, rng=1, known=known, dead=dead).tobytes())
for cards in (5, 6, 7):
    hands = np.random.default_rng(cards).permuted(np.tile(np.arange(52, dtype=np.uint8), (5_000, 1)), axis=1)[:, :cards]
    for ranking in ("soko", "standard", "wild"):
        digest.update(soko.evaluate_many(np.ascontiguousarray(hands), ranking).tobytes())
print(soko.kernels()["kernel"], digest.hexdigest())
"""


def run(kernel: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SOKO_KERNEL": kernel}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)


def test_all_kernels_give_the_same_digits() -> None:
    answers = {}
    for kernel in soko.kernels()["available"].split():
        name, digest = run(kernel).stdout.split()
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
    assert f"SokoError: SOKO_KERNEL={kernel}: there is no such kernel" in refused.stderr
