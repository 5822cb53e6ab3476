"""What is built in from elsewhere: all of it used, and by the compilers that are promised (licences: deny.toml)."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


@cache
def metadata() -> Any:
    """Return what cargo knows of this project and all crates below it."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def ours() -> list[Any]:
    return [package for package in metadata()["packages"] if package["id"] in metadata()["workspace_members"]]


def test_no_crate_needs_a_newer_compiler_than_is_promised() -> None:
    promised = version(ours()[0]["rust_version"])
    needed = {package["name"]: package["rust_version"] for package in metadata()["packages"]}
    assert {name: least for name, least in needed.items() if least is not None and version(least) > promised} == {}


def version(text: str) -> list[int]:
    return [int(part) for part in text.split(".")]


def test_every_dependency_is_used() -> None:
    found = []
    for package in ours():
        folder = Path(package["manifest_path"]).parent
        places = [folder / name for name in ("src", "build", "tests", "benches")] if folder == ROOT else [folder]
        text = "".join(file.read_text(encoding="utf-8") for place in places for file in sorted(place.rglob("*.rs")))
        for dependency in package["dependencies"]:
            name = (dependency["rename"] or dependency["name"]).replace("-", "_")
            assert re.search(rf"\b{name}::", text), f"{package['name']} names {name} and never uses it"
            found.append(name)
    assert sorted(found) == ["proptest", "pyo3", "soko"]
