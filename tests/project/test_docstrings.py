"""Docstrings: the examples run, everything public has one, and long signatures are described in sections."""

import dataclasses
import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from enum import Enum

import pytest

import soko

MODULES = ["soko", *sorted(module.name for module in pkgutil.walk_packages(soko.__path__, "soko."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0, f"{results.failed} of {results.attempted} examples in {name}"


@pytest.mark.parametrize("name", [name for name in soko.__all__ if name != "__version__"])
def test_everything_public_is_described_with_an_example(name: str) -> None:
    thing = getattr(soko, name)
    text = inspect.getdoc(thing)
    assert text, name
    if not (inspect.isclass(thing) and issubclass(thing, Exception)) and not inspect.ismodule(thing):
        assert ">>> " in text, name


# Modules whose names are public: those that the package itself has as attributes, and the reference's engine.
PUBLIC_MODULES = [
    *("soko", "soko.fairness", "soko.games", "soko.lockstep", "soko.match", "soko.odds_tables", "soko.playouts"),
    *("soko.plot", "soko.policies", "soko.reference", "soko.reference.engine"),
]

# Callables with three or more parameters that raise nothing for arguments of the right types.
NEVER_RAISE = {"soko.reference.hand_key"}


def public_callables() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the public functions, and the public classes that callers make objects of with their public methods."""
    for name in PUBLIC_MODULES:
        module = importlib.import_module(name)
        names = getattr(module, "__all__", None) or [key for key in vars(module) if not key.startswith("_")]
        for short in names:
            thing = getattr(module, short)
            if not callable(thing) or not getattr(thing, "__module__", "").startswith("soko"):
                continue
            if not hasattr(module, "__all__") and thing.__module__ != name:
                continue
            if not inspect.isclass(thing):
                yield f"{name}.{short}", thing
                continue
            if is_constructed(thing):
                yield f"{name}.{short}", thing
            for method in dir(thing):
                found = getattr(thing, method)
                is_code = inspect.isroutine(found) and not inspect.isclass(found)
                if is_code and not method.startswith("_") and belongs_to_soko(thing, method):
                    yield f"{name}.{short}.{method}", found


def is_constructed(kind: type) -> bool:
    """Return whether callers make objects of a class: no errors, no enumeration, no values that functions return."""
    if issubclass(kind, (Exception, Enum)) or dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        return False
    return not re.search(r"\b[Mm]ade by\b", inspect.getdoc(kind) or "")


def belongs_to_soko(kind: type, method: str) -> bool:
    """Return whether a method is defined by a class of this package and not by one of Python's."""
    owner = next(base for base in kind.__mro__ if method in vars(base))
    return owner.__module__.startswith("soko")


def parameters(thing: Callable[..., object]) -> list[str]:
    """Return the parameters of a callable as numpydoc writes them, ``self`` excluded."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    found = inspect.signature(thing).parameters.values()
    return [stars.get(p.kind, "") + p.name for p in found if p.name not in {"self", "cls"}]


def sections(thing: object) -> dict[str, str]:
    """Return the numpydoc sections of a docstring by their titles."""
    parts = re.split(r"^(\w+)\n-{3,}\n", inspect.getdoc(thing) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


LONG = {name: thing for name, thing in public_callables() if len(parameters(thing)) >= 3}


@pytest.mark.parametrize("name", LONG)
def test_three_or_more_parameters_have_numpydoc_sections(name: str) -> None:
    thing = LONG[name]
    found = sections(thing)
    named = re.findall(r"^(\S.*)$", found.get("Parameters", ""), re.MULTILINE)
    # Those that are described in one line may stand in another order than in the signature.
    assert sorted(word for line in named for word in line.split(", ")) == sorted(parameters(thing))
    returns = "None" if inspect.isclass(thing) else str(inspect.signature(thing).return_annotation)
    assert returns == "None" or "Returns" in found or "Yields" in found
    assert "Raises" in found or name in NEVER_RAISE
    assert ">>> " in found.get("Examples", "")


def test_long_callables_are_found_in_python_and_in_the_compiled_module() -> None:
    assert {"soko.Hand", "soko.evaluate", "soko.Table.load", "soko.games.soko", "soko.plot.streets"} <= set(LONG)
