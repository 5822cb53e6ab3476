"""The second engine: a hand of any of the games in slow, obvious Python, written from rules.md alone.

``Hand`` plays; ``events`` lists what happens in a hand; ``script`` writes a hand down as a program.
"""

from .betting import Action
from .events import Event
from .hand import Hand
from .pots import Pot
from .script import script
from .showdown import Award

__all__ = ["Action", "Award", "Event", "Hand", "Pot", "script"]
