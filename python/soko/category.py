"""The categories of hands by name. Imported when first used: enumerations take longer to import than the evaluators."""

from __future__ import annotations

from enum import IntEnum

from soko._checks import written
from soko._soko import RulesError

__all__ = ["Category"]

# Words that accounts of the games write otherwise than the names of the categories do (rules 2.8).
_SPELLINGS = {
    "CANADIAN": "FOUR",
    "1": "ONE",
    "2": "TWO",
    "3": "THREE",
    "4": "FOUR",
    "5": "FIVE",
    "PAIRS": "PAIR",
    "CARDS": "CARD",
}


class Category(IntEnum):
    """The category of a hand, in Soko order; the other rankings leave some out (rules 2).

    ``str`` gives the name in words, and ``from_name`` reads it.

    >>> str(Category.FOUR_FLUSH)
    'four-flush'
    >>> Category.FOUR_FLUSH > Category.ONE_PAIR
    True
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    FOUR_STRAIGHT = 2
    FOUR_FLUSH = 3
    TWO_PAIR = 4
    THREE_OF_A_KIND = 5
    STRAIGHT = 6
    FLUSH = 7
    FULL_HOUSE = 8
    FOUR_OF_A_KIND = 9
    STRAIGHT_FLUSH = 10
    ROYAL_FLUSH = 11
    FIVE_OF_A_KIND = 12

    def __str__(self) -> str:
        """Return the name in words."""
        joint = "-" if self in {Category.FOUR_STRAIGHT, Category.FOUR_FLUSH} else " "
        return self.name.lower().replace("_", joint)

    def __format__(self, spec: str) -> str:
        """Return the name in a field of a width, or the number where ``spec`` asks for one, as ``d`` does."""
        return int.__format__(self, spec) if spec and spec[-1] in "bcdeEfFgGnoxX%" else format(str(self), spec)

    @classmethod
    def from_name(cls, name: str) -> Category:
        """Return the category of a name, in any case; "Canadian" stands for "four" (rules 2.8).

        ``RulesError`` for an unknown name.

        >>> Category.from_name("Canadian straight").name
        'FOUR_STRAIGHT'
        >>> Category.from_name("4-Flush").name, Category.from_name("Two Pairs").name
        ('FOUR_FLUSH', 'TWO_PAIR')
        """
        if not isinstance(name, str):
            message = f"the name of a category is a text such as 'four-flush', not {written(name)}"
            raise TypeError(message)
        words = name.upper().replace("-", " ").replace("_", " ").split()
        member = "_".join(_SPELLINGS.get(word, word) for word in words)
        if member not in cls.__members__:
            message = f"category {name!r}: categories are {', '.join(map(str, cls))}"
            raise RulesError(message)
        return cls[member]
