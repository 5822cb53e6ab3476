"""Plans and tallies as JSON has them: what a record says, and what is no record."""

import hashlib
import json

import pytest

import soko

RULES = soko.games.soko()
# Twelve blocks and a short one.
N = 12 * 16_384 + 5


def small_plan() -> soko.Plan[soko.Tally]:
    return soko.plan(RULES, 3, N, rng=7)


BAD_KEY = "four words of 16 hexadecimal digits are needed"
BAD_BLOCKS = "first and last of 13 blocks are needed"
ZEROS = ["0" * 16] * 3


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"soko": "tally"}, "no plan of version 1"),
        ({"version": 2}, "no plan of version 1"),
        ({"stream": 2}, "stream 2: only 1 is known here"),
        ({"kind": "weather"}, "kind 'weather': only deals, equity, playout are known here"),
        ({"kind": ["deals"]}, r"kind \['deals'\]: only deals, equity, playout are known here"),
        ({"question": {}}, "question: rules, players, known and dead are needed"),
        ({"question": []}, "question: rules, players, known and dead are needed"),
        ({"kind": "equity"}, "question: rules, hands, dead and uneven are needed"),
        ({"kind": "playout"}, "question: rules, stacks, policies, own, players and duplicate are needed"),
        ({"key": ["0"]}, BAD_KEY),
        ({"key": "0000"}, BAD_KEY),
        ({"key": ["x"] * 4}, BAD_KEY),
        ({"key": [f"{2**64:x}", *ZEROS]}, BAD_KEY),
        ({"key": [f"{10:016X}", *ZEROS]}, BAD_KEY),
        ({"n": 0}, "n 0: 1 to 9,223,372,036,854,775,807 is allowed"),
        ({"n": 2**63}, f"n {2**63}: 1 to 9,223,372,036,854,775,807 is allowed"),
        ({"n": True}, "n True: 1 to"),
        ({"n": "5"}, "n '5': 1 to"),
        ({"n": N + 1}, "id '[0-9a-f]{32}' is of another question, key or n"),
        ({"blocks": [0, 14]}, BAD_BLOCKS),
        ({"blocks": [-1, 5]}, BAD_BLOCKS),
        ({"blocks": [3, 2]}, BAD_BLOCKS),
        ({"blocks": [0]}, BAD_BLOCKS),
        ({"blocks": None}, BAD_BLOCKS),
    ],
)
def test_records_that_are_no_plans(change: dict[str, object], text: str) -> None:
    record = small_plan().to_dict()
    with pytest.raises(soko.TallyFileError, match=f"^plan: .*{text}"):
        soko.Plan.from_dict({**record, **change})


def test_no_key_of_a_record_may_be_left_out() -> None:
    record = small_plan().to_dict()
    for name in record:
        with pytest.raises(soko.TallyFileError, match=f"^plan: {name} is missing$"):
            soko.Plan.from_dict({key: value for key, value in record.items() if key != name})


@pytest.mark.parametrize("n", [1, N, 2**63 - 1])
def test_every_plan_has_a_record(n: int) -> None:
    question = small_plan().question
    for key in ((0, 0, 0, 0), (2**64 - 1, 1, 2**64 - 1, 0)):
        whole = soko.Plan(question, key, n)
        assert (whole.question, whole.key) == (question, key)
        # Of three shards of one block two are empty.
        for plan in (whole, *(whole.shard(i, 3) for i in range(3))):
            assert soko.Plan.from_dict(plan.to_dict()) == plan


def test_the_record_of_a_plan_is_that_of_version_1() -> None:
    plan = soko.plan(RULES, 3, N, rng=7, known=["As", "? Kd"], dead="2c").shard(1, 2)
    question = {"rules": RULES.to_dict(), "players": 3, "known": [["As"], [None, "Kd"]], "dead": ["2c"]}
    key = [f"{word:016x}" for word in plan.key]
    depends_on = {"soko": "plan", "version": 1, "stream": 1, "kind": "deals", "question": question, "key": key, "n": N}
    text = json.dumps(depends_on, sort_keys=True, separators=(",", ":")).encode()
    assert plan.id == hashlib.blake2b(text, digest_size=16).hexdigest()
    assert plan.to_dict() == {**depends_on, "id": plan.id, "blocks": [6, 13]}
    tally = plan.run()
    assert {**tally.to_dict(), "counts": None} == {
        **{name: depends_on[name] for name in ("version", "stream", "kind", "question")},
        "soko": "tally",
        "runs": [{"plan": plan.id, "key": key, "n": N, "blocks": [[6, 13]]}],
        "counts": None,
    }
    counts = tally.to_dict()["counts"]
    assert isinstance(counts, dict)
    assert list(counts) == [
        *("n", "categories", "wins", "ties", "share_units", "wild_ranks", "no_low_spade", "tie_squares"),
    ]
    assert counts["wins"] == tuple(tally.wins)
    assert counts["categories"] == tuple(map(tuple, tally.categories))


def test_questions_that_cannot_be_are_refused_at_once() -> None:
    twice = "card As is given twice"
    record = json.loads(json.dumps(small_plan().to_dict()))
    for change, kind, text in (
        ({"players": 9}, soko.SeatError, "9 players: this game takes 2 to 8"),
        ({"players": 1}, soko.SeatError, "1 players: this game takes 2 to 8"),
        ({"known": [["As"], ["As"]]}, soko.DeckError, twice),
        ({"known": [["As"]], "dead": ["As"]}, soko.DeckError, twice),
        ({"known": [["As", "2s", "3s", "4s", "5s", "6s"]]}, soko.DeckError, "seat 0 has 6 known cards: it is dealt 5"),
        ({"dead": list(map(soko.Card, range(45)))}, soko.DeckError, "9 cards are to be dealt, but only 7 are left"),
        ({"dead": ["xx"]}, soko.CardError, "card 'xx': unknown rank"),
    ):
        with pytest.raises(kind, match=text):
            soko.plan(**{"rules": RULES, "players": 3, "n": 10, **change})
        read = {**record["question"], **json.loads(json.dumps(change, default=str))}
        with pytest.raises(soko.TallyFileError, match=f"^plan: .*{text}"):
            soko.Plan.from_dict({**record, "question": read})
    with pytest.raises(soko.TallyFileError, match=r"^plan: fields missing from the rules: name, "):
        soko.Plan.from_dict({**record, "question": {**record["question"], "rules": {"version": 1}}})
    for name, kind in (("players", soko.SeatError), ("n", soko.PlanError)):
        with pytest.raises(kind, match=f"^{name} 0: 1 to "):
            soko.plan(**{"rules": RULES, "players": 3, "n": 10, name: 0})
