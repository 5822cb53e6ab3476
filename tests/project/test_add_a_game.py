"""The page about new games: every place that it names is there and knows all games and all switches."""

import re

import pytest
from paths import DATA, ROOT

from soko import games
from soko._rules_fields import RulesFields, Switches
from soko.reference import rules as reference

PAGE = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
TABLES = "\n".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
FIELDS = set(games.soko().to_dict()) - {"version"}


def text(path: str) -> str:
    """Return a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([^`]+)`", TABLES))))
def test_every_place_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_code_that_the_page_names_is_there() -> None:
    for path, names in {
        "src/rules/presets.rs": ("fn limits", "fn set_apart", "fn amounts"),
        "src/rules/table.rs": ("Burn: field burn: bool = false;",),
        "tests/api/test_games.py": ("OWN = {",),
    }.items():
        for name in names:
            assert name in text(path), f"{path} has no {name}"


@pytest.mark.parametrize("name", games.NAMES)
def test_a_named_game_is_in_every_place(name: str) -> None:
    assert name in games.__all__
    assert callable(getattr(games, name))
    assert callable(getattr(reference, name))
    assert f'=> "{name}"' in text("src/rules/names.rs")
    assert re.search(rf"^\| preset \|.*`{name}`", text("docs/rules.md"), re.MULTILINE)
    assert f"{name}, for " in (DATA / "games_in_words.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["tests/engine_props.rs", "tests/support/random_hands.py"])
def test_random_hands_take_all_games(path: str) -> None:
    assert re.search(r"Preset::ALL|games\.NAMES", text(path))


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_a_field_is_in_every_place(field: str) -> None:
    assert re.search(rf"\b(?:field|part) {field}: ", text("src/rules/table.rs"))
    assert field in RulesFields.__annotations__
    assert f"def {field}(self)" in text("python/soko/_soko.pyi")
    assert field in reference.Rules.__dataclass_fields__


@pytest.mark.parametrize("switch", sorted(set(Switches.__annotations__) - {"min_players"}))
def test_a_switch_has_its_row_and_its_keyword(switch: str) -> None:
    assert re.search(rf"^\|[^|]*`{switch}`", text("docs/rules.md"), re.MULTILINE)
    assert f"``{switch}``" in (games.__doc__ or "")
    assert switch in reference.Switches.__annotations__
