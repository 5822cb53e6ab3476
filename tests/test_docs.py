"""The examples of README.md and of the pages in docs run as they stand."""

import doctest
import re
from pathlib import Path

import pytest

import soko

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page: Path) -> doctest.DocTest:
    """Return the Python blocks of a page as one test, on the lines where they stand."""
    text = page.read_text(encoding="utf-8")
    kept = list(re.sub(r"[^\n]", " ", text))
    for block in BLOCK.finditer(text):
        kept[block.start(1) : block.end(1)] = block.group(1)
    name = str(page.relative_to(ROOT))
    return doctest.DocTestParser().get_doctest("".join(kept), {}, name, str(page), 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some examples write files.
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    results = doctest.DocTestRunner().run(examples(page), out=said.append)
    assert results.failed == 0, "".join(said)


def test_the_pages_have_examples() -> None:
    assert len(examples(ROOT / "README.md").examples) > 5
    assert len(examples(ROOT / "docs/rules.md").examples) > 20


def test_blocks_that_are_no_examples_are_python() -> None:
    for page in PAGES:
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            if ">>> " not in block.group(1):
                compile(block.group(1), page.name, "exec")


def test_rules_page_names_every_switch() -> None:
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    switches = {"burn", "cap", "cap_heads_up", "open_fold", "odd_chip", "open_pair", "opener", "showing_ranking"}
    switches |= {"showing_tie", "ace_low_four_straight", "carry_over", "queens_wild", "low_chicago", "ace", "min_chip"}
    assert switches <= set(soko.games.soko().to_dict())
    for switch in switches:
        assert f"`{switch}`" in text, switch


def test_rules_page_has_the_numbered_rules() -> None:
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (?=\d)", text, flags=re.MULTILINE)[1:]
    rules = [2, 12, 0, 4, 7, 8, 4, 5, 5]
    assert [int(section[0]) for section in sections] == list(range(1, 10))
    for section, count in zip(sections, rules, strict=True):
        body = section.split("\n## ")[0]
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", body, re.MULTILINE)]
        # The heading itself begins with a number.
        assert numbers[1:] == list(range(1, count + 1)), section[:20]
