"""The JSON schemas of docs/schema: they take all that the package writes, and nothing that is damaged."""

import json
from pathlib import Path
from typing import Any

import pytest
from command import Run
from jsonschema import Draft202012Validator
from paths import DATA, ROOT
from records import files, plans, records
from schemas import SCHEMAS, damaged, optional_keys, validator

import soko
from soko._rules_fields import RulesFields

WRITTEN = list(records())
HANDS = ["As Ks Qs Js 2d", "Ah Ad Ks Qd Tc", "2s 2d 3s 4d 5s"]
BRIEF = ["--players", "2", "--seed", "7", "--threads", "1"]
# The arguments of the command, its standard input, and the schema of what it writes.
COMMANDS: list[tuple[list[str], str, str]] = [
    (["evaluate", *HANDS], "", "cli-evaluate"),
    (["evaluate", "--wild", "9", "As 9s Qs Js 2d 3d"], "", "cli-evaluate"),
    (["equity", "(As) Kd 2c 3c", "(?) Qh 5c 5d"], "", "cli-equity"),
    (["equity", "(As) Kd", "(?) Qh", "(?) 9h", "--samples", "100", "--seed", "7"], "", "cli-equity"),
    (["equity", "(As) Kd", "(?) Qh", "--plan"], "", "cli-equity"),
    (["odds"], "", "cli-odds"),
    (["odds", "--ranking", "standard", "--check"], "", "cli-odds"),
    (["odds", "--ranking", "wild"], "", "cli-odds"),
    (["odds", "--grid", "--opponents", "2"], "", "cli-odds"),
    (["odds", "--improve"], "", "cli-odds"),
    (["simulate", *BRIEF, "--deals", "2000"], "", "cli-simulate"),
    (["simulate", *BRIEF, "--deals", "20", "--game", "follow_the_bitch", "--low-chicago"], "", "cli-simulate"),
    (["simulate", *BRIEF, "--deals", "20", "--known", "As ?", "? Kd", "--dead", "2c"], "", "cli-simulate"),
    (["simulate", *BRIEF, "--deals", "20", "--shard", "1/3"], "", "cli-simulate"),
    (["playout", *BRIEF, "--hands", "200"], "", "cli-playout"),
    (["playout", *BRIEF, "--hands", "2", "--policies", "random,call", "--duplicate"], "", "cli-playout"),
    (["solve", "As Kd 7c 2h / Qh Qd 9s 3c", "--pot", "34", "--after", "check bet"], "", "cli-solve"),
    (["rules", "soko"], "", "cli-rules"),
    (["rules"], "", "cli-rules"),
    (["rules", "--diff", "soko", "canadian_stud"], "", "cli-rules"),
]
LINES: list[tuple[list[str], str, str]] = [
    (["evaluate"], "\n".join(HANDS), "cli-evaluate-line"),
    (["play", "--seed", "7", "--hands", "3"], "?\nx\nbring in\nc\nk\nf\n", "cli-play"),
    (["play", "--seed", "7", "--game", "follow_the_bitch", "--hands", "1"], "k\nk\n", "cli-play"),
]


def check(name: str, document: Any) -> None:
    """Fail with what is wrong, if anything is."""
    # A tuple is a list in JSON.
    errors = [error.message for error in validator(name).iter_errors(json.loads(json.dumps(document)))]
    assert errors == [], name


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMAS[name]["title"]
    assert SCHEMAS[name]["description"].endswith(".")


def test_every_schema_is_tried_and_on_the_page() -> None:
    tried = {name for name, _ in WRITTEN} | {name for _, _, name in (*COMMANDS, *LINES)}
    elsewhere = {"common", "saved-hand", "cli-merge", "cli-replay", "event-v1", "hand-v1", "view-v1"}
    assert tried | elsewhere == set(SCHEMAS)
    page = (ROOT / "docs/schemas.md").read_text(encoding="utf-8")
    for name in SCHEMAS:
        assert f"(schema/{name}.json)" in page, name


@pytest.mark.parametrize("name", sorted({name for name, _ in WRITTEN}))
def test_records_are_as_their_schema_says(name: str) -> None:
    for kind, document in WRITTEN:
        if kind == name:
            check(name, document)


@pytest.mark.parametrize("name", sorted({name for name, _ in WRITTEN}))
def test_damaged_records_are_refused(name: str) -> None:
    """Of each form that a record has: of every kind of event, work, action."""
    samples = {_form(document): json.loads(json.dumps(document)) for kind, document in WRITTEN if kind == name}
    _assert_refused(name, *samples.values())


def test_records_of_version_1_are_as_their_schemas_say() -> None:
    for written in json.loads((DATA / "records_v1.json").read_text(encoding="utf-8")):
        check("hand-v1", written["hand"])
        for view in written["views"]:
            check("view-v1", view)
    _assert_refused("hand-v1", written["hand"])
    _assert_refused("view-v1", view)


def test_saved_tallies_are_as_their_schema_says(tmp_path: Path) -> None:
    written = list(files(tmp_path))
    for name, document in written:
        assert "digest" in document
        check(name, document)
    _assert_refused(*written[0])


@pytest.mark.parametrize(
    ("argv", "typed", "name"), COMMANDS, ids=lambda value: " ".join(value[:3]) if isinstance(value, list) else ""
)
def test_the_command_writes_what_its_schema_says(run: Run, argv: list[str], typed: str, name: str) -> None:
    status, out, _ = run(*argv, "--json", stdin=typed.encode())
    assert status == 0
    document = json.loads(out)
    check(name, document)
    # Of many tables two are enough.
    _assert_refused(name, document[:2] if isinstance(document, list) else document)


@pytest.mark.parametrize(
    ("argv", "typed", "name"), LINES, ids=lambda value: " ".join(value[:3]) if isinstance(value, list) else ""
)
def test_lines_of_the_command_are_as_their_schema_says(run: Run, argv: list[str], typed: str, name: str) -> None:
    status, out, _ = run(*argv, "--json", stdin=typed.encode())
    assert status == 0
    documents = [json.loads(line) for line in out.splitlines()]
    for document in documents:
        check(name, document)
    _assert_refused(name, *{_form(document): document for document in documents}.values())
    if name == "cli-play":
        assert {"match", "hand", "deal", "turn", "result", "end-of-match"} <= {line["kind"] for line in documents}


def test_saved_and_replayed_hands_are_as_their_schemas_say(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    assert run("play", "--seed", "7", "--hands", "2", "--save", str(file))[0] == 0
    for line in file.read_text(encoding="utf-8").splitlines():
        check("saved-hand", json.loads(line))
        _assert_refused("saved-hand", json.loads(line))
    for seat in ([], ["--seat", "0"]):
        status, out, _ = run("replay", str(file), "--json", *seat)
        assert status == 0
        check("cli-replay", json.loads(out))
        _assert_refused("cli-replay", json.loads(out))


def test_merged_tallies_are_as_their_schema_says(run: Run, tmp_path: Path) -> None:
    for number, plan in enumerate(plans()):
        for part in (0, 1):
            file = tmp_path / f"{number}-{part}.json"
            plan.shard(part, 2).run().save(file)
            status, out, _ = run("merge", str(file), "--json")
            assert status == 0
            check("cli-merge", json.loads(out))
            if part == 0 and number != 1:
                _assert_refused("cli-merge", json.loads(out))


def test_the_schema_of_rules_has_their_fields() -> None:
    """The fields, what must be there, and the values of each choice, as Python has them."""
    schema = SCHEMAS["rules"]
    assert set(schema["properties"]) == set(RulesFields.__annotations__) | {"version"}
    record = soko.games.five_card_stud(deck=32).to_dict()
    assert set(record) == set(schema["properties"])
    for field in record:
        rest = {name: value for name, value in record.items() if name != field}
        if field in schema["required"]:
            with pytest.raises(soko.RulesError):
                soko.Rules.from_dict(rest)
        else:
            whole = {name: value for name, value in record.items() if name != "deck"}
            assert soko.Rules.from_dict(rest).to_dict() == (whole if field == "deck" else record)
    for field, described in schema["properties"].items():
        for value in described.get("enum", ()):
            changed = {**record, field: value}
            try:
                soko.Rules.from_dict(changed)
            except soko.RulesError as error:
                # Some choices need others, but all are known.
                assert f"{field} {value!r}: {field} " not in str(error)
        if "enum" in described:
            with pytest.raises(soko.RulesError, match=f"^{field} 'else': "):
                soko.Rules.from_dict({**record, field: "else"})


def _form(document: dict[str, Any]) -> tuple[object, ...]:
    """Return what tells forms of records apart."""
    return document.get("kind"), document.get("face"), *sorted(document)


def _assert_refused(name: str, *documents: Any) -> None:
    # A hand, a game and a tally may stand inside of others.
    optional = optional_keys(name) | optional_keys("rules") | optional_keys("tally")
    for document in documents:
        for where, wrong in damaged(document):
            left_out = where.rpartition(" without ")[2]
            if left_out not in optional:
                assert not validator(name).is_valid(wrong), f"{name}: {where}"
