"""Whole numbers as people type them: exactly those, or refused."""

import argparse

import pytest

from soko.cli._common import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("20_000_000", 20_000_000),
        ("20,000,000", 20_000_000),
        ("2e7", 20_000_000),
        ("1.5E6", 1_500_000),
        ("12345678901234567.0", 12345678901234567),
        ("1.2345678901234567e16", 12345678901234567),
        ("1e23", 10**23),
        ("-5", -5),
    ],
)
def test_exactly_that_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["1.5", "1e-1", "1e400", "1e", "nan", "inf", "", "0x10", "1.23e1", "9" * 5000])
def test_no_whole_number(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number"):
        whole_number(text)
