"""What is built in from elsewhere: all of it used, from crates.io, under licences that ask for a notice and no more."""

import json
import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from paths import ROOT

# Each was read: MIT or Apache-2.0 can be chosen, or what is asked for concerns who changes or copies the crate itself.
LICENSES = {
    "MIT",
    "MIT OR Apache-2.0",
    "Apache-2.0 OR MIT",
    "MIT/Apache-2.0",
    "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
    "(MIT OR Apache-2.0) AND Unicode-3.0",  # tables of letters, for the compiler alone
    "Apache-2.0 WITH LLVM-exception",
}


@cache
def metadata() -> Any:
    """Return what cargo knows of this project and all crates below it."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def ours() -> list[Any]:
    return [package for package in metadata()["packages"] if package["id"] in metadata()["workspace_members"]]


@cache
def built_in() -> list[Any]:
    """Return the crates that are in the package or make it, without those that only tests and benchmarks use."""
    nodes = {node["id"]: node["deps"] for node in metadata()["resolve"]["nodes"]}
    found, waiting = set(), [package["id"] for package in ours()]
    while waiting:
        crate = waiting.pop()
        if crate not in found:
            found.add(crate)
            kept = [dep for dep in nodes[crate] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])]
            waiting += [dep["pkg"] for dep in kept]
    return [package for package in metadata()["packages"] if package["id"] in found]


def test_licenses_are_known() -> None:
    licenses = {package["name"]: package["license"] for package in built_in()}
    assert len(licenses) > 10
    assert {name: found for name, found in licenses.items() if found not in LICENSES} == {}


def test_all_crates_come_from_the_registry_once() -> None:
    others = [package for package in metadata()["packages"] if package not in ours()]
    assert {package["source"] for package in others} == {"registry+https://github.com/rust-lang/crates.io-index"}
    names = Counter(package["name"] for package in built_in())
    assert [name for name, count in names.items() if count > 1] == []


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
    assert sorted(found) == ["criterion", "proptest", "pyo3", "soko"]
