"""Docstrings: the examples run, and everything public has one."""

import doctest
import importlib
import inspect
import pkgutil

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
