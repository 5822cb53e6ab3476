"""The examples of README.md and of the pages in docs run as they stand."""

import re
from pathlib import Path

import pytest
from docs.make import api, performance, pictures
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

import soko

ROOT = Path(__file__).parents[1]
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


def test_quality_page_names_tests_that_there_are() -> None:
    named = re.findall(r"`(tests/\w+\.(?:py|rs))::(\w+)`", page("docs/quality.md"))
    assert len(named) > 40
    for file, name in named:
        assert re.search(rf"^(def|    fn|fn) {name}\b", page(file), re.MULTILINE), f"{file}::{name}"


def test_places_named_for_contributors_are_there() -> None:
    for name in ("docs/add-a-game.md", "docs/architecture.md", "docs/evaluator.md", "docs/examples.md"):
        files = re.findall(r"`((?:src|build|python|tests|docs|examples)/[\w/.]+)`", page(name))
        assert files, name
        for file in files:
            assert (ROOT / file).exists(), f"{name}: {file}"


def test_every_public_name_has_a_place_in_the_reference() -> None:
    pages = api.pages()
    text = "".join(pages.values())
    for name in set(soko.__all__) - {"__version__"}:
        assert f"## `soko.{name}`" in text, name
    # Compiled classes have their types from the stub and their text from the module.
    assert "evaluate(cards: _Cards, ranking: _Ranking = 'soko', *, wild: str | None = None) -> Strength" in text
    assert "### `legal_actions` { #Hand-legal-actions }" in pages["hand.md"]


def test_drawings_are_those_of_the_script() -> None:
    assert {file.stem for file in pictures.FOLDER.glob("*.svg")} == set(pictures.DRAWINGS)
    for name, draw in pictures.DRAWINGS.items():
        assert (pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == draw().svg(), name


def test_tables_of_figures_are_those_of_the_file() -> None:
    text = page("docs/performance.md")
    assert performance.filled(text) == text
    assert "| len(bytes) |" in text
