"""The policies that are built in, in slow, obvious Python (docs/playout.md).

Each is a function of a ``PolicyView``, which is what the seat to act may see, and of random words. It returns the
number of an action.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from .actions import BRING_IN, CHECK_OR_CALL, FOLD, HALF_POT, LEAST, MOST, POT, Move, moves
from .cards import ACE, deck_cards
from .engine.dealing import street_places
from .engine.hand import Hand
from .ranking import evaluate, low_spade
from .rules import Rules
from .stream import below
from .wild import wild_rank, wild_ranks

Words = Iterator[int]
Policy = Callable[["PolicyView", Words], int]

# How often pot-odds deals the hand out, and in how many parts it counts a pot.
SAMPLES = 32
PARTS = 5040

# Two cards in the first round, ranks from the ace down; above the diagonal of pairs those of one suit.
CHART = (
    "RRRRCCCCCCCCC",
    "CRRCCCCCFFFFF",
    "CCRCCCFFFFFFF",
    "FFFRCCCFFFFFF",
    "FFFFRCCFFFFFF",
    "FFFFFRCFFFFFF",
    "FFFFFFRCFFFFF",
    "FFFFFFFRFFFFF",
    "FFFFFFFFRFFFF",
    "FFFFFFFFFRFFF",
    "FFFFFFFFFFRFF",
    "FFFFFFFFFFFRF",
    "FFFFFFFFFFFFR",
)

# Later: by the number of cards and what they make; the second letter when nobody shows as much.
LATER = {
    3: ("FF", "FR", "CR", "CR", "RR"),
    4: ("FC", "FR", "CR", "CR", "RR"),
    5: ("FF", "FC", "CR", "CR", "RR"),
    6: ("FF", "FC", "FC", "CR", "RR"),
    7: ("FF", "FC", "FC", "FC", "CR"),
}

_BET = (HALF_POT, LEAST, POT, MOST, CHECK_OR_CALL, BRING_IN)


@dataclass(frozen=True)
class PolicyView:
    """What the seat to act may see, and what it may do."""

    rules: Rules
    legal: dict[int, Move]
    price: int
    pot: int
    street: int
    seat: int
    dealer: int
    hole: tuple[int, ...]
    up: tuple[tuple[int, ...], ...]
    up_by_street: tuple[tuple[int, ...], ...]
    live: tuple[bool, ...]
    down_cards: tuple[int, ...]
    community: tuple[int, ...]
    wild: frozenset[int]
    burnt: int

    @classmethod
    def of_actor(cls, hand: Hand) -> "PolicyView":
        """Return what the seat to act sees of a hand."""
        seat = hand.actor
        if seat is None:
            message = "nobody is to act"
            raise ValueError(message)
        legal = moves(hand)
        kind, to = legal.get(CHECK_OR_CALL, ("check", None))
        seats = range(len(hand.stacks))
        wild = wild_ranks(hand.wild_rank, queens_wild=hand.rules.queens_wild) if hand.rules.wild != "none" else ()
        return cls(
            rules=hand.rules,
            legal=legal,
            price=(to or 0) - hand.bets[seat] if kind == "call" else 0,
            pot=hand.pot,
            street=hand.street,
            seat=seat,
            dealer=hand.dealer,
            hole=tuple(card for card in hand.hole_cards(seat) if card is not None),
            up=tuple(hand.up_cards(other) for other in seats),
            up_by_street=tuple(_up_by_street(hand)),
            live=hand.live,
            down_cards=tuple(len(hand.hole_cards(other)) for other in seats),
            community=tuple(hand.community),
            wild=frozenset(wild),
            burnt=sum(event[0] == "burn" for event in hand.events),
        )

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards that play for the seat."""
        return (*self.hole, *self.up[self.seat], *self.community)

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that the seat cannot see, in order."""
        seen = {*self.hole, *self.community, *(card for board in self.up for card in board)}
        return [card for card in deck_cards(self.rules.deck) if card not in seen]

    def first_legal(self, order: Sequence[int]) -> int:
        """Return the first action of an order that is legal, else the least that is."""
        return next((action for action in order if action in self.legal), min(self.legal))


def _up_by_street(hand: Hand) -> Iterator[tuple[int, ...]]:
    """Yield the face-up cards of each street in the order dealt."""
    begins = [place for place, event in enumerate(hand.events) if event[0] == "street"]
    for begin, end in pairwise([*begins, len(hand.events)]):
        events = hand.events[begin:end]
        yield tuple(int(str(event[-1])) for event in events if event[0] == "community" or "up" in event)


# The policies.


def play_random(view: PolicyView, words: Words) -> int:
    """Return any legal action, each as likely."""
    return sorted(view.legal)[below(next(words), len(view.legal))]


def play_call(view: PolicyView, words: Words) -> int:  # noqa: ARG001 (leaves nothing to chance)
    """Return what keeps the hand alive at the least price."""
    return view.first_legal((BRING_IN, CHECK_OR_CALL))


def play_maniac(view: PolicyView, words: Words) -> int:  # noqa: ARG001 (leaves nothing to chance)
    """Return a bet of the pot, else the largest."""
    return view.first_legal((POT, MOST, HALF_POT, LEAST, CHECK_OR_CALL, BRING_IN))


def play_tight(view: PolicyView, words: Words) -> int:
    """Return what the chart says in the first round, and the table by what the cards make later."""
    letter = _start(view) if view.street == 0 else _later(view)
    if letter == "R":
        return view.first_legal(_BET)
    if letter == "C" and view.price <= view.pot // 2:
        return play_call(view, words)
    return _give_up(view)


def play_pot_odds(view: PolicyView, words: Words) -> int:
    """Return a bet with four thirds of an even share of the pot, a call when the share pays for it."""
    unseen = view.unseen[:]
    won = sum(_share(view, unseen, words) for _ in range(SAMPLES))
    if 3 * won * sum(view.live) >= 4 * SAMPLES * PARTS:
        return view.first_legal(_BET)
    if won * (view.pot + view.price) >= SAMPLES * PARTS * view.price:
        return play_call(view, words)
    return _give_up(view)


POLICIES: dict[str, Policy] = {
    "random": play_random,
    "call": play_call,
    "tight": play_tight,
    "pot-odds": play_pot_odds,
    "maniac": play_maniac,
}


def _give_up(view: PolicyView) -> int:
    """Return what puts no chip in that need not be."""
    return view.first_legal((CHECK_OR_CALL if view.price == 0 else FOLD, FOLD, BRING_IN))


# What tight looks at.


def _start(view: PolicyView) -> str:
    """Return the best letter of any two cards; a wild one raises."""
    cards = view.cards
    if any(card // 4 in view.wild for card in cards):
        return "R"
    return max((_chart(one, two) for i, one in enumerate(cards) for two in cards[:i]), default="F")


def _chart(one: int, two: int) -> str:
    """Return the letter of two cards."""
    low, high = sorted((ACE - one // 4, ACE - two // 4))
    row, column = (low, high) if one % 4 == two % 4 else (high, low)
    return CHART[row][column]


def _later(view: PolicyView) -> str:
    """Return the letter of the seat's cards against what the others show."""
    made, top, draws = rough_hand(view.rules, view.cards, view.wild)
    boards = [board for seat, board in enumerate(view.up) if view.live[seat] and seat != view.seat]
    is_ahead = all(rough_hand(view.rules, board, view.wild)[:2] < (made, top) for board in boards)
    letter = LATER[min(max(len(view.cards), 3), 7)][made][is_ahead]
    more = view.street + 1 < len(view.rules.deal)
    return "C" if letter == "F" and draws and more else letter


def rough_hand(rules: Rules, cards: Sequence[int], wild: Collection[int]) -> tuple[int, int, bool]:
    """Return what cards make (0 nothing, 1 pair, 2 four-straight or four-flush, 3 two pair, 4 more), the rank that is
    held most often, and whether one more card may make a straight or a flush, of four cards in the Soko ranking.
    """  # noqa: D205 (one sentence)
    plain = [card for card in cards if rules.ranking != "wild" or card // 4 not in wild]
    wilds = len(cards) - len(plain)
    ranks = [card // 4 for card in plain]
    counts = {rank: ranks.count(rank) for rank in ranks}
    most = max(counts.values(), default=0)
    top = max((rank for rank in counts if counts[rank] == most), default=ACE)
    suited = max(([card % 4 for card in plain].count(suit) for suit in range(4)), default=0) + wilds
    needed = 4 if rules.ranking == "soko" else 5
    nearest = max(suited, _run(ranks, needed, low_ace=needed == 5 or rules.ace_low_four_straight) + wilds)
    draws = nearest >= needed - 1
    if most + wilds >= 3 or suited >= 5 or _run(ranks, 5, low_ace=True) + wilds >= 5:
        return 4, top, draws
    if sum(count >= 2 for count in counts.values()) >= 2:
        return 3, top, draws
    if needed == 4 and nearest >= 4:
        return 2, top, draws
    return int(most + wilds == 2), top, draws


def _run(ranks: Collection[int], length: int, *, low_ace: bool) -> int:
    """Return how many ranks of a run of some length are held, at best."""
    held = {*ranks, *([-1] if low_ace and ACE in ranks else [])}
    return max(len(held & set(range(low, low + length))) for low in range(-1, ACE + 2 - length))


# What pot-odds looks at.


def _share(view: PolicyView, unseen: list[int], words: Words) -> int:
    """Return the seat's part of the pot when the hand is dealt out with unseen cards, which are shuffled on the way."""
    used = 0

    def draw() -> int:
        """Return another of the unseen cards."""
        nonlocal used
        other = used + below(next(words), len(unseen) - used)
        unseen[used], unseen[other] = unseen[other], unseen[used]
        used += 1
        return unseen[used - 1]

    live = [seat for seat in range(len(view.live)) if view.live[seat]]
    down = {seat: [draw() for _ in range(view.down_cards[seat])] for seat in live if seat != view.seat}
    down[view.seat] = list(view.hole)
    end = _deal_out(view, live, down, draw)
    values = {seat: _value(view.rules, end, seat) for seat in live}
    best = [seat for seat in live if values[seat] == max(values.values())]
    low_seat = None
    if view.rules.low_chicago:
        card = low_spade([card for seat in live for card in end.down[seat]], view.rules.ace)
        low_seat = next((seat for seat in live if card in end.down[seat]), None)
    high = PARTS if low_seat is None else PARTS // 2
    won = high // len(best) if view.seat in best else 0
    return won + (PARTS // 2 if low_seat == view.seat else 0)


@dataclass
class _End:
    """The cards of the live seats at the end of a hand that was dealt out."""

    down: dict[int, list[int]]
    up: dict[int, list[int]]
    up_by_street: list[list[int]]
    community: list[int]


def _deal_out(view: PolicyView, live: Sequence[int], down: dict[int, list[int]], draw: Callable[[], int]) -> _End:
    """Deal the streets to come; the cards that they may take at most are drawn before."""
    rules = view.rules
    end = _End(
        down, {seat: list(view.up[seat]) for seat in live}, [list(s) for s in view.up_by_street], [*view.community]
    )
    stub = view.rules.deck - sum(view.down_cards) - sum(map(len, view.up)) - len(view.community) - view.burnt
    to_come = rules.deal[view.street + 1 :]
    wanted = len("".join(to_come)) * len(live) + (len(to_come) if rules.burn else 0)
    deck = [draw() for _ in range(min(wanted, stub))]
    clockwise = [(view.dealer + 1 + step) % len(view.live) for step in range(len(view.live))]
    for pattern in to_come:
        end.up_by_street.append([])
        if rules.burn and stub > 1:
            deck.pop(0)
            stub -= 1
        for seat, face in street_places(pattern, [seat for seat in clockwise if seat in live], stub):
            card = deck.pop(0)
            stub -= 1
            if isinstance(seat, str):
                end.community.append(card)
            else:
                (end.up if face == "up" else end.down)[seat].append(card)
            if face == "up":
                end.up_by_street[-1].append(card)
    return end


def _value(rules: Rules, end: _End, seat: int) -> tuple[int, ...]:
    """Return the value of a seat's hand at the end."""
    wild: Collection[int] = ()
    if rules.wild != "none":
        wild = wild_ranks(wild_rank(end.up_by_street, carry_over=rules.carry_over), queens_wild=rules.queens_wild)
    return evaluate(
        [*end.down[seat], *end.up[seat], *end.community],
        rules.ranking,
        wild_ranks=wild,
        ace_low_four_straight=rules.ace_low_four_straight,
    )
