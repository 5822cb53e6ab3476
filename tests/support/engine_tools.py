"""What the rule scenarios share: the face of an engine, decks in deal order, and hands played from text."""

from collections.abc import Callable, Sequence
from typing import Protocol

from soko.reference.cards import DECK, card_name, parse_cards
from soko.reference.rules import soko

RulesDict = dict[str, object]
LegalAction = tuple[str, int | None, int | None]


class EngineHand(Protocol):
    """One hand of an engine under test. Events are the tuples that soko.reference.engine.events lists."""

    @property
    def actor(self) -> int | None:
        """The seat to act."""

    @property
    def chance(self) -> tuple[int | str, str] | None:
        """Where the caller deals next."""

    @property
    def street(self) -> int:
        """The street, from 0."""

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""

    @property
    def stacks(self) -> Sequence[int]:
        """The chips before each seat."""

    @property
    def bets(self) -> Sequence[int]:
        """The bets of this street."""

    @property
    def pots(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """The pots as (amount, eligible seats), without the bets of this street."""

    @property
    def payoffs(self) -> Sequence[int] | None:
        """The chips won and lost, at the end."""

    @property
    def awards(self) -> Sequence[tuple[int, int, str, int]]:
        """The awards as (seat, pot, share, amount)."""

    @property
    def wild_rank(self) -> int | None:
        """The followed rank."""

    @property
    def community(self) -> Sequence[int]:
        """The community cards."""

    @property
    def showdown_order(self) -> tuple[int, ...]:
        """The live seats in the order in which they show."""

    @property
    def events(self) -> Sequence[tuple[object, ...]]:
        """All events so far."""

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats whose unknown cards the showdown waits for."""

    def hole_cards(self, seat: int) -> tuple[int | None, ...]:
        """Return the face-down cards of a seat, ``None`` for each that nobody knows."""

    def up_cards(self, seat: int) -> tuple[int, ...]:
        """Return the face-up cards of a seat."""

    def legal_actions(self) -> list[LegalAction]:
        """Return what is legal, as (kind, lowest, highest)."""

    @property
    def uncalled(self) -> tuple[int, ...]:
        """The chips that went back to each seat."""

    def act(self, kind: str | LegalAction, amount: int | None = None) -> list[tuple[object, ...]]:
        """Act and return the events."""

    def show(self, seat: int) -> list[tuple[object, ...]]:
        """Show a hand after the end and return the event."""

    def reveal(self, seat: int, cards: Sequence[int]) -> list[tuple[object, ...]]:
        """Fill in unknown cards and return the events."""

    def muck(self, seat: int) -> list[tuple[object, ...]]:
        """Throw away an unknown hand and return the events."""

    def deal(self, card: int | None) -> list[tuple[object, ...]]:
        """Deal a card and return the events."""


class MakeHand(Protocol):
    """Make hands of an engine."""

    def __call__(
        self, rules: RulesDict, stacks: Sequence[int], deck: Sequence[int | None] | None, dealer: int | None = None
    ) -> EngineHand:
        """Make a hand; ``deck=None`` leaves the cards to the caller. ``ValueError`` for what is refused."""


FULL_DECK = tuple(range(DECK))


def room(**changes: object) -> RulesDict:
    """Return the rules of most scenarios: fixed-limit Soko, ante 5, bring-in 10, bets 20 and 40."""
    return soko(ante=5, bring_in=10, small_bet=20, big_bet=40).replace(**changes).to_dict()


def pot_limit(**changes: object) -> RulesDict:
    """Return the rules of the pot-limit scenarios: Soko, ante 10, bring-in 20, least bet 20."""
    return soko(limit="pot", ante=10, bring_in=20, small_bet=20).replace(**changes).to_dict()


def deck(rules: RulesDict, *hands: str, dealer: int | None = None) -> list[int]:
    """Return a whole deck that deals each seat its cards, written in the order in which the seat is dealt them.

    A seat whose cards run out has folded and is passed over. ``?`` is any card that nobody names.
    """
    dealt = known_deck(rules, *hands, dealer=dealer)
    named = {card for card in dealt if card is not None}
    free = iter([card for card in range(DECK) if card not in named])
    return [next(free) if card is None else card for card in dealt]


def known_deck(rules: RulesDict, *hands: str, dealer: int | None = None) -> list[int | None]:
    """Return the deck that ``deck`` returns, with ``None`` for each card that nobody names."""
    order = [(((len(hands) - 1) if dealer is None else dealer) + 1 + step) % len(hands) for step in range(len(hands))]
    waiting = [[None if name == "?" else parse_cards(name)[0] for name in hand.split()] for hand in hands]
    dealt: list[int | None] = []
    patterns = rules["deal"]
    assert isinstance(patterns, list)
    for pattern in patterns:
        for _ in pattern:
            dealt += [waiting[seat].pop(0) for seat in order if waiting[seat]]
    assert not any(waiting), "a seat has more cards than the game deals"
    return dealt + [None] * (DECK - len(dealt))


def up_deck(rules: RulesDict, *ups: str) -> list[int]:
    """Return a deck that deals each seat this card face up on the first street, and nobody folds."""
    patterns = rules["deal"]
    assert isinstance(patterns, list)
    down = patterns[0].count("d")
    rest = sum(len(pattern) for pattern in patterns) - down - 1
    return deck(rules, *[" ".join(["?"] * down + [up] + ["?"] * rest) for up in ups])


def play(hand: EngineHand, moves: str) -> list[tuple[object, ...]]:
    """Play moves such as ``1 bring-in 10, 2 complete 20, 0 fold`` and return all events of them."""
    events: list[tuple[object, ...]] = []
    for move in moves.split(","):
        seat, kind, *amount = move.split()
        assert hand.actor == int(seat), f"seat {hand.actor} is to act, not {move.strip()!r}: {hand.legal_actions()}"
        events += hand.act(kind, int(amount[0])) if amount else hand.act(kind)
    return events


def play_down(hand: EngineHand) -> None:
    """Check and call to the end, bring in where it is due."""
    for _ in range(1000):
        if hand.is_over:
            break
        hand.act(next(kind for kind in ("check", "call", "bring-in") if kind in kinds_of(hand)))
    assert hand.is_over


def play_street(hand: EngineHand) -> None:
    """Check and call until the street is over, bring in where it is due."""
    street = hand.street
    while not hand.is_over and hand.street == street:
        hand.act(next(kind for kind in ("check", "call", "bring-in") if kind in kinds_of(hand)))


def kinds_of(hand: EngineHand) -> list[str]:
    """Return the kinds that are legal."""
    return [kind for kind, _, _ in hand.legal_actions()]


def sizes_of(hand: EngineHand, kind: str) -> list[tuple[int | None, int | None]]:
    """Return the lowest and highest size of every entry of a kind."""
    return [(low, high) for name, low, high in hand.legal_actions() if name == kind]


def events_of(hand: EngineHand, *kinds: str) -> list[tuple[object, ...]]:
    """Return the events of some kinds in order."""
    return [tuple(event) for event in hand.events if event[0] in kinds]


def names_of(cards: Sequence[int]) -> str:
    """Return cards as text."""
    return " ".join(card_name(card) for card in cards)


def chips_of(hand: EngineHand) -> int:
    """Return all chips of a hand, wherever they are."""
    return sum(hand.stacks) + (0 if hand.is_over else sum(hand.bets) + sum(amount for amount, _ in hand.pots))


def refused(hand: EngineHand, kind: str, amount: int | None = None) -> bool:
    """Return whether an action is refused and leaves the hand as it was."""
    before = (hand.actor, tuple(hand.stacks), tuple(hand.bets), list(hand.events), hand.legal_actions())
    no = cannot(lambda: hand.act(kind, amount))
    return no and before == (
        hand.actor,
        tuple(hand.stacks),
        tuple(hand.bets),
        list(hand.events),
        hand.legal_actions(),
    )


def cannot(call: Callable[[], object]) -> bool:
    """Return whether a call is refused with a ``ValueError``."""
    try:
        call()
    except ValueError:
        return True
    return False
