"""The examples of README.md and of the pages in docs run as they stand."""

import re
from pathlib import Path

import pytest
from paths import ROOT
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

import soko

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SYBIL = Sybil([PythonCodeBlockParser()], pattern="*.md")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_of_a_page_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = SYBIL.parse(path)
    # Some examples write files.
    monkeypatch.chdir(tmp_path)
    for example in document.examples():
        example.evaluate()


def test_the_pages_have_examples() -> None:
    for name, least in (("README.md", 4), ("docs/rules.md", 5), ("docs/play.md", 6)):
        assert len(list(SYBIL.parse(ROOT / name).examples())) >= least


def test_rules_page_names_every_switch() -> None:
    text = page("docs/rules.md")
    switches = {"burn", "cap", "cap_heads_up", "open_fold", "odd_chip", "open_pair", "opener", "showing_ranking"}
    switches |= {"showing_tie", "ace_low_four_straight", "carry_over", "queens_wild", "low_chicago", "ace", "min_chip"}
    assert switches <= set(soko.games.soko().to_dict())
    for switch in switches:
        assert f"`{switch}`" in text, switch


def test_rules_page_has_the_numbered_rules() -> None:
    sections = re.split(r"^## (?=\d)", page("docs/rules.md"), flags=re.MULTILINE)[1:]
    rules = [2, 12, 0, 4, 7, 8, 4, 5, 5]
    assert [int(section[0]) for section in sections] == list(range(1, 10))
    for section, count in zip(sections, rules, strict=True):
        body = section.split("\n## ")[0]
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", body, re.MULTILINE)]
        # The heading itself begins with a number.
        assert numbers[1:] == list(range(1, count + 1)), section[:20]
