"""The examples of README.md and of the pages in docs run as they stand."""

import re
from pathlib import Path

import pytest
from paths import ROOT
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

import soko
from soko._rules_fields import Switches

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Pages with a framework that has no wheels for some Pythons.
NEEDED = {"doors.md": "pyspiel"}
SYBIL = Sybil([PythonCodeBlockParser()], pattern="*.md")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_page_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.name in NEEDED:
        pytest.importorskip(NEEDED[path.name], reason=f"{NEEDED[path.name]} is not installed: no wheel for this Python")
    document = SYBIL.parse(path)
    # Some examples write files.
    monkeypatch.chdir(tmp_path)
    for example in document.examples():
        example.evaluate()


def test_the_pages_have_examples() -> None:
    for name, least in (("README.md", 4), ("docs/rules.md", 5), ("docs/play.md", 6)):
        assert len(list(SYBIL.parse(ROOT / name).examples())) >= least


@pytest.mark.parametrize("field", sorted(set(soko.games.soko().to_dict()) - {"version"}))
def test_rules_page_has_a_row_for_every_field(field: str) -> None:
    tables = page("docs/rules.md").split("## Switches")[1].split("## 1. Cards")[0]
    rows = [line.split("|")[1] for line in tables.splitlines() if line.startswith("| `")]
    assert sum(f"`{field}`" in row for row in rows) == 1
    # A star marks what a preset takes in no keyword.
    starred = any(f"`{field}`*" in row for row in rows)
    stakes = {"limit", "ante", "bring_in", "small_bet", "big_bet", "max_bet"}
    assert starred is not (field in Switches.__annotations__ or field in stakes)


def test_rules_page_marks_our_choices() -> None:
    text = page("docs/rules.md")
    sections = {int(part[0]): part for part in re.split(r"^## (?=\d)", text, flags=re.MULTILINE)[1:]}
    for section, number in [(2, 4), (2, 9), (2, 11), (5, 2), (5, 3), (6, 2), (7, 3), (7, 4), (9, 1)]:
        rule = re.search(rf"^{number}\. .*?(?=^\d+\. |^#|\Z)", sections[section], re.MULTILINE | re.DOTALL)
        assert rule
        assert "**Choice" in rule[0], f"{section}.{number}"
    rows = {line.split("|")[1].strip(): line for line in sections[3].splitlines() if line.startswith("| ")}
    for row, choices in {"players": 2, "opens later": 1, "pair showing": 1, "big bets": 2, "showdown": 1}.items():
        assert rows[row].count("**choice**") == choices, row
    assert rows["source"].split("|")[2:-1] == [" *room* ", " *home* ", " *usual* ", " *usual* ", " *home* "]


def test_rules_page_has_the_numbered_rules() -> None:
    sections = re.split(r"^## (?=\d)", page("docs/rules.md"), flags=re.MULTILINE)[1:]
    rules = [2, 12, 0, 4, 7, 8, 4, 5, 5]
    assert [int(section[0]) for section in sections] == list(range(1, 10))
    for section, count in zip(sections, rules, strict=True):
        body = section.split("\n## ")[0]
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", body, re.MULTILINE)]
        # The heading itself begins with a number.
        assert numbers[1:] == list(range(1, count + 1)), section[:20]
