"""What the pages say of this project's files, and what docs/make makes of those: for the source tree alone."""

import re

from docs.make import api, performance, pictures
from paths import ROOT

import soko


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_quality_page_names_existing_tests() -> None:
    named = re.findall(r"`(tests/[\w/]+\.(?:py|rs))::(\w+)`", page("docs/quality.md"))
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
    assert "| evaluate_many, 5 cards, soko | soko |" in text
    assert {file.stem for file in performance.FIGURES.glob("*.svg")} == set(performance.CHARTS)
