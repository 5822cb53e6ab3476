"""The engines under test, by name, each as a factory of hands."""

from collections.abc import Sequence

from engine_tools import EngineHand, LegalAction, MakeHand, RulesDict

import soko
from soko.reference.cards import RANKS
from soko.reference.engine import Hand
from soko.reference.rules import Rules

Events = list[tuple[object, ...]]


def reference_hand(
    rules: RulesDict, stacks: Sequence[int], deck: Sequence[int | None] | None, dealer: int | None = None
) -> EngineHand:
    """Return a hand of the reference engine."""
    return Hand(Rules.from_dict(rules), stacks, deck, dealer=dealer)


class RustHand:
    """A hand of the compiled engine in the plain values of the reference: cards and ranks are numbers."""

    def __init__(
        self, rules: RulesDict, stacks: Sequence[int], deck: Sequence[int | None] | None, dealer: int | None = None
    ) -> None:
        """Begin a hand; without a deck the caller deals."""
        game = soko.Rules.from_dict(rules)
        self.hand = soko.Hand(game, stacks, deck=deck, dealer=dealer, deal="manual" if deck is None else "auto")

    @property
    def actor(self) -> int | None:
        """The seat to act."""
        return self.hand.actor

    @property
    def chance(self) -> tuple[int | str, str] | None:
        """Where the caller deals next."""
        return self.hand.chance

    @property
    def street(self) -> int:
        """The street, from 0."""
        return self.hand.street

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.hand.is_over

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips before each seat."""
        return self.hand.stacks

    @property
    def bets(self) -> tuple[int, ...]:
        """The bets of this street."""
        return self.hand.bets

    @property
    def live(self) -> tuple[bool, ...]:
        """Whether each seat is still in the hand."""
        return tuple(seat in self.hand.live for seat in range(self.hand.players))

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """The pots as (amount, eligible seats), without the bets of this street."""
        return [(pot.amount, pot.seats) for pot in self.hand.pots]

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """The chips won and lost, at the end."""
        return self.hand.payoffs

    @property
    def awards(self) -> list[tuple[int, int, str, int]]:
        """The awards as (seat, pot, share, amount)."""
        return [(award.seat, award.pot, award.share, award.amount) for award in self.hand.awards]

    @property
    def wild_rank(self) -> int | None:
        """The followed rank."""
        rank = self.hand.wild_rank
        return None if rank is None else RANKS.index(rank)

    @property
    def community(self) -> list[int]:
        """The community cards."""
        return [int(card) for card in self.hand.community]

    @property
    def showdown_order(self) -> tuple[int, ...]:
        """The live seats in the order in which they show."""
        return self.hand.showdown_order

    @property
    def events(self) -> Events:
        """All events so far."""
        return [event.to_tuple() for event in self.hand.events]

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats whose unknown cards the showdown waits for."""
        return self.hand.to_reveal

    def hole_cards(self, seat: int) -> tuple[int | None, ...]:
        """Return the face-down cards of a seat, ``None`` for each that nobody knows."""
        return tuple(None if card is None else int(card) for card in self.hand.hole_cards(seat))

    def up_cards(self, seat: int) -> tuple[int, ...]:
        """Return the face-up cards of a seat."""
        return tuple(map(int, self.hand.up_cards(seat)))

    def legal_actions(self) -> list[LegalAction]:
        """Return what is legal, as (kind, lowest, highest)."""
        return [(action.kind, action.low, action.high) for action in self.hand.legal_actions()]

    @property
    def uncalled(self) -> tuple[int, ...]:
        """The chips that went back to each seat."""
        return self.hand.uncalled

    def act(self, kind: str | LegalAction, amount: int | None = None) -> Events:
        """Act and return the events."""
        request = soko.LegalAction(*kind) if isinstance(kind, tuple) else kind
        return [event.to_tuple() for event in self.hand.act(request, amount)]

    def show(self, seat: int) -> Events:
        """Show a hand after the end and return the event."""
        return [event.to_tuple() for event in self.hand.show(seat)]

    def reveal(self, seat: int, cards: Sequence[int]) -> Events:
        """Fill in unknown cards and return the events."""
        return [event.to_tuple() for event in self.hand.reveal(seat, cards)]

    def muck(self, seat: int) -> Events:
        """Throw away an unknown hand and return the events."""
        return [event.to_tuple() for event in self.hand.muck(seat)]

    def deal(self, card: int | None) -> Events:
        """Deal a card and return the events."""
        return [event.to_tuple() for event in self.hand.deal(card)]


ENGINES: dict[str, MakeHand] = {"reference": reference_hand, "rust": RustHand}
