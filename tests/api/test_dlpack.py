"""Arrays of tables in other frameworks: they share memory, nothing is copied."""

from typing import Any

import numpy as np
import pytest

import soko

NAMES = ("observations", "legal", "actors", "rewards", "terminated")


def assert_shares(table: soko.Table, shared: dict[str, Any]) -> None:
    for _ in range(5):
        table.step(table.legal.argmax(axis=1))
        for name, array in shared.items():
            assert (np.asarray(array) == getattr(table, name)).all(), name


def test_arrays_are_shared_by_dlpack() -> None:
    table = soko.Table(soko.games.soko(), 3, tables=5, rng=7)
    shared = {name: np.from_dlpack(getattr(table, name)) for name in NAMES}
    assert all(np.shares_memory(shared[name], getattr(table, name)) for name in NAMES)
    assert_shares(table, shared)


def test_torch_shares_memory_with_tables() -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is no dependency; its memory is compared where it is there")
    table = soko.Table(soko.games.soko(), 3, tables=5, rng=7)
    shared = {name: torch.from_dlpack(getattr(table, name)) for name in NAMES}
    for name in NAMES:
        assert shared[name].data_ptr() == getattr(table, name).ctypes.data, name
        assert tuple(shared[name].shape) == getattr(table, name).shape
    assert_shares(table, shared)
