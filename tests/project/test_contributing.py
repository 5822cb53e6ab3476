"""The pages for contributors: commands, places and names that they give are there."""

import re

import pytest
from paths import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TREE = ARCHITECTURE.split("```")[1]


def text(path: str) -> str:
    """Return a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_command_of_the_makefile_has_its_minutes() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(re.findall(r"^\| `make ([\w-]+)`", CONTRIBUTING, re.MULTILINE)) == set(phony[1].split()) - {"help"}


def test_the_gates_are_those_of_the_script() -> None:
    gates = re.findall(r"^make ([\w-]+)$", text(".ci/run"), re.MULTILINE)
    assert f"| `.ci/run` | {', '.join(gates)} |" in CONTRIBUTING


def test_the_rust_that_is_needed_is_that_of_the_manifest() -> None:
    needed = re.search(r'^rust-version = "([\d.]+)"', text("Cargo.toml"), re.MULTILINE)
    assert needed
    assert f"Rust (stable, {needed[1]} or newer)" in CONTRIBUTING


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_places_that_are_named_are_there(page: str) -> None:
    top = "src|build|python|tests|docs|examples|benches|fuzz"
    named = set(re.findall(rf"(?:`| )((?:{top})/[\w/.-]*[\w/])", text(page)))
    # These are made: the name stands for that of a verb, or the benchmarks write it.
    assert len(named) > 5
    for path in named - {"docs/schema/cli-VERB.json"}:
        assert (ROOT / path).exists(), path


def test_the_tree_has_every_room() -> None:
    """Files and folders of the tree are there, and no folder of the core or of Python is missing."""
    found: set[str] = set()
    folders: list[str] = []
    for line in TREE.splitlines()[1:]:
        # Two blanks more are a folder deeper; what a line is about begins after the last name.
        depth = (len(line) - len(line.lstrip())) // 2
        names = re.split(" {2,}", line.strip())[0].split()
        above = "".join(folders[:depth])
        found |= {above + name for name in names}
        folders[depth:] = [names[0]]
    for path in found:
        assert (ROOT / path).exists(), path
    for folder in ("src", "python/soko"):
        rooms = {f"{folder}/{room.name}/" for room in (ROOT / folder).iterdir() if room.is_dir()}
        assert {room for room in rooms if not room.endswith(("__/", "data/"))} <= found
    assert {"src/card.rs", "src/card_set.rs", "src/workers.rs", "src/actions.rs"} <= found


def test_the_first_change_can_be_made() -> None:
    assert re.search(r"^_SPELLINGS = \{$", text("python/soko/category.py"), re.MULTILINE)
    assert "def test_rule_2_8_spellings_of_categories(" in text("tests/api/test_ranking_api.py")
    assert (ROOT / "tests/engine_rules.rs").exists()


def test_code_that_the_recipes_name_is_there() -> None:
    for path, names in {
        "src/policies/mod.rs": ("pub enum Policy {", "pub const ALL:", "pub const fn name(", "pub fn choose("),
        "src/policies/view.rs": ("pub struct PolicyView",),
        "python/soko/reference/policies.py": ("POLICIES: dict", "class PolicyView"),
        "src/engine/action.rs": ("pub enum ActionKind {",),
        "src/binding/hand_history.rs": ("fn action_of(",),
        "src/actions.rs": ("pub const ACTIONS:", "pub const ACTION_NAMES:", "fn sizes("),
        "python/soko/_soko.pyi": ("_Kind: TypeAlias",),
        "python/soko/reference/actions.py": ("ACTIONS = 7",),
        "src/ranking/shares.rs": ("pub enum LowShare {", "fn counts(", "fn worth(", "fn worths("),
        "src/rules/shares.rs": ("pub fn low_share(",),
        "python/soko/cli/__init__.py": ("VERBS: Final = {",),
        "python/soko/plans/plan.py": ("class Plan",),
        "python/soko/plans/counted.py": ("class Question(", "class Counted"),
    }.items():
        for name in names:
            assert name in text(path), f"{path} has no {name}"
    for path in ("engine/showdown.py", "tally.py", "equity.py", "policies.py"):
        assert "low_chicago" in text(f"python/soko/reference/{path}")
