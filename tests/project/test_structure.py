"""The directions in which modules may depend on one another."""

import ast
import graphlib
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from paths import ROOT

CORE = [
    "plain_text", "card", "card_set", "workers", "kernel", "ranking", "rules", "engine", "actions", "history",
    "chance", "simulate", "equity", "policies", "playout", "lockstep", "solve",
]  # fmt: skip


def test_core_modules_look_only_downwards() -> None:
    modules = re.findall(r"^pub mod (\w+);", (ROOT / "src/lib.rs").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(modules) == sorted(CORE)
    for i, module in enumerate(CORE):
        file = ROOT / f"src/{module}.rs"
        files = [file] if file.exists() else sorted((ROOT / "src" / module).rglob("*.rs"))
        assert files, module
        for file in files:
            text = file.read_text(encoding="utf-8")
            above = [higher for higher in CORE[max(i, 1) + 1 :] if re.search(rf"crate::{higher}\b", text)]
            assert not above, f"{file.relative_to(ROOT)} reaches up to {above}"
            # Names that the root hands on would be a way round the order.
            assert not re.search(r"\bcrate::[{A-Z]", text), file.relative_to(ROOT)


def _files_used(file: Path) -> set[Path]:
    """Return the files of the core that the ``use`` lines of one of them name."""
    found = set()
    text = file.read_text(encoding="utf-8").split("#[cfg(test)]")[0]
    use = r"^use (crate|super(?:::super)*)((?:::\w+)*)(?:::\{([^}]*)\})?;"
    for root, path, names in re.findall(use, text, re.MULTILINE):
        above = root.count("super") + (file.name == "mod.rs")
        folder = ROOT / "src" if root == "crate" else file.parents[above - 1]
        for name in names.split(",") if names else [""]:
            place = folder.joinpath(*path.split("::")[1:], *name.strip().split("::")[:1])
            # The last word may be what is taken from the file.
            found |= {module for end in (place, place.parent) if (module := end.with_suffix(".rs")).exists()}
    return found


def test_files_of_the_core_make_no_circle() -> None:
    files = [file for module in CORE for file in (ROOT / "src" / module).rglob("*.rs")]
    uses = {file: _files_used(file) for file in files}
    assert uses[ROOT / "src/lockstep/lanes/mod.rs"] >= {ROOT / f"src/lockstep/{name}.rs" for name in ("share", "table")}
    graphlib.TopologicalSorter(uses).prepare()


def test_the_core_never_hears_of_python() -> None:
    tree = subprocess.run(
        ["cargo", "tree", "-p", "soko", "-e", "normal,build", "--prefix", "none"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert [line.split()[0] for line in tree.splitlines()] == ["soko"]
    for file in (ROOT / "src").rglob("*.rs"):
        if "binding" not in file.parts:
            assert "pyo3" not in file.read_text(encoding="utf-8"), file


def test_unsafe_stands_only_in_kernels_and_where_buffers_are_read() -> None:
    found = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src").rglob("*.rs")
        if re.search(r"\bunsafe\b(?!_code)", file.read_text(encoding="utf-8"))
    }
    assert {file for file in found if not file.startswith("kernel/")} <= {"binding/buffers.rs"}


def test_what_calls_share_is_a_table_or_written_once() -> None:
    # Free-threaded interpreters call from many threads at once, and nothing here is locked.
    kinds = set()
    for file in (ROOT / "src").rglob("*.rs"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\bstatic mut\b|\bthread_local!", text), file
        kinds |= set(re.findall(r"\bstatic \w+: [&\[]*(\w+)", text))
    tables = {"ByRank", "CardKeys", "Pattern", "Repeated", "i8", "u8", "u16", "u64"}
    # A number that any thread may find out again and write over: the cores of this second.
    assert kinds <= tables | {"OnceLock", "PyOnceLock", "AtomicU64"}
    assert {"ByRank", "PyOnceLock"} <= kinds


def test_the_module_says_that_it_needs_no_lock() -> None:
    # Only a free-threaded interpreter would tell otherwise (test_threads.py).
    assert "#[pyo3::pymodule(gil_used = false)]" in (ROOT / "src/binding/lib.rs").read_text(encoding="utf-8")


def test_the_reference_imports_nothing_compiled() -> None:
    for file in (ROOT / "python/soko/reference").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                inside = len(file.relative_to(ROOT / "python/soko/reference").parts)
                assert node.level <= inside, f"{file}: reaches out of soko.reference"
                names = [] if node.level else [node.module or ""]
            else:
                continue
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names, f"{file}: {name}"


def modules() -> dict[str, Path]:
    """Return the files of the package by the names of their modules."""
    package = ROOT / "python/soko"
    names = {file: file.relative_to(package.parent).with_suffix("").parts for file in package.rglob("*.py")}
    return {".".join(parts[:-1] if parts[-1] == "__init__" else parts): file for file, parts in names.items()}


def test_python_modules_import_one_another_in_one_direction() -> None:
    """Whenever it is done: at the top of a file, when something is first used, or for type checkers alone."""
    graph: dict[str, set[str]] = {}
    known = modules()
    for name, file in known.items():
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        graph[name] = set()
        # The package itself has the names of all and is above them.
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if name != "soko" else ():
            if isinstance(node, ast.Import):
                found = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
                module = ".".join([*above, *([node.module] if node.module else [])])
                found = {module, *(f"{module}.{alias.name}" for alias in node.names)}
            else:
                continue
            graph[name] |= found & known.keys() - {"soko", name}
    assert graph["soko.plans.plan"] >= {"soko.plans.run", "soko.plans.counted", "soko.playouts"}
    # An error names the ring.
    tuple(graphlib.TopologicalSorter(graph).static_order())


# What people may import.
PUBLIC = {
    *(
        "cards",
        "category",
        "equities",
        "errors",
        "fairness",
        "games",
        "gymnasium",
        "hand",
        "history",
        "lockstep",
        "match",
        "odds_tables",
        "openspiel",
        "pettingzoo",
        "plans",
        "playouts",
        "plot",
        "policies",
    ),
    *("rakes", "ranking", "reference", "rng", "settling", "simulation", "solving", "tally"),
}
# What needs a framework of learners, which is tested where that is installed.
DOORS = {"gymnasium", "openspiel", "pettingzoo"}
# The command, what it shows, and the mark of a package with types.
OTHERS = {"cli", "data", "py"}


def test_what_is_public_can_be_seen_from_the_names_of_files() -> None:
    found = {path.name.partition(".")[0] for path in (ROOT / "python/soko").iterdir()} - {"__pycache__"}
    assert {name for name in found if not name.startswith("_")} == PUBLIC | OTHERS
    for name in PUBLIC - DOORS:
        assert import_module(f"soko.{name}").__doc__, name


def test_doors_are_imported_by_nobody_else() -> None:
    """They load the frameworks of others."""
    for name, file in modules().items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        found |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        assert not found & {f"soko.{door}" for door in DOORS}, name
    for door in DOORS:
        assert ast.get_docstring(ast.parse((ROOT / f"python/soko/{door}.py").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "name", ["fairness", "history", "lockstep", "match", "odds_tables", "playouts", "plot", "reference"]
)
def test_modules_come_when_used(name: str) -> None:
    code = f"import soko; assert {name!r} in dir(soko); print(soko.{name}.__name__)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert shown == f"soko.{name}\n"


def test_import_is_light() -> None:
    # What was there before is not this package's doing: whoever measures coverage is in all processes.
    code = "import sys; old = {*sys.modules}; import soko; print(*{*sys.modules} - old)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    own = {name for name in loaded if name.partition(".")[0] == "soko"}
    assert set(loaded) - own <= {"__future__"}, "typing, enum and collections each take longer than all of it"
    assert own == {"soko", *(f"soko.{name}" for name in ("_checks", "_soko", "cards", "errors", "ranking"))}
