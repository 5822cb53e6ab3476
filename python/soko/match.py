"""Matches: hand after hand at one table with the chips carried over, and policies to play them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias, cast, final

from soko._checks import count, flag, formatted, game_rules, listed, written
from soko._match_record import MOST_CHIPS as _MOST_CHIPS
from soko._match_record import MatchState, dealt_last, read_match, write_match
from soko._soko import SeatError
from soko.hand import Hand, LegalAction
from soko.policies import POLICIES, check_or_call, play_randomly, suggested

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from soko import Rules
    from soko._known import Cards
    from soko.policies import _Policy
    from soko.rng import _Rng

    _Schedule: TypeAlias = "Rules | Callable[[Match], Rules]"

__all__ = ["POLICIES", "Match", "MatchError", "check_or_call", "play_randomly"]


# The greatest number of seats at a table, most of them empty.
_MOST_SEATS = 1000


class MatchError(SeatError):
    """Chips, seats or a deal that the table does not allow now."""


@final
class Match:
    """A session of hands at one table: stacks carry over from hand to hand, and no chip is created or lost.

    ``deal()`` begins a hand among the seats that have chips and do not sit out; ``seats`` maps the seats of the hand to
    those of the table. When the hand is over, the next call at the table takes its stacks over; ``settle`` does so
    explicitly. Iterating deals hand after hand until too few players are left, and the caller plays each hand to its
    end.

    The same ``rng`` deals the same cards for the same hands, whatever the policies do, which is for study and tests
    only: whoever sees some cards may find a small seed, and with it the cards of all hands to come. Where something is
    at stake, give ``deal`` a deck that ``secrets.SystemRandom().shuffle(deck)`` has shuffled (docs/fairness.md).

    A match can be copied and pickled at any time, even during a hand: the copy has the same chips and seats and goes on
    with the same cards, in any process with the same version of ``soko``. ``to_dict`` and ``from_dict`` do the same
    with a record for JSON, which later versions read as well.

    Parameters
    ----------
    rules
        The game; ``deal`` and ``play`` take other rules for single hands.
    stacks
        The chips of each table seat, clockwise. 0 is a seat without a player for now; there may be more of those than
        the game takes players.
    rng
        Where the cards and the choices of policies come from: anything that ``numpy.random.default_rng`` takes.
    dealer
        The table seat with the dealer box; the last one by default.
    dealer_moves
        Whether the box moves clockwise to the next seat that plays before each hand but the first. Otherwise it stays
        where it is (rules 4.1), whoever sits there.

    Raises
    ------
    MatchError
        The seats or chips do not fit the game; it is a ``SeatError``.
    TypeError
        A number is not a whole number.

    Examples
    --------
    >>> import soko
    >>> match = soko.Match(soko.games.soko(), [100, 100, 100], rng=7)
    >>> hand = match.deal()
    >>> while not hand.is_over:
    ...     action = hand.default_action()
    ...     _ = hand.act(action.kind)
    >>> match.stacks, match.total
    ((102, 99, 99), 300)
    >>> match.play("call", hands=10)
    10
    >>> sum(match.stacks)
    300
    """

    __slots__ = ("_absent", "_chance", "_dealer", "_given", "_hand", "_hands", "_moves", "_rules", "_seats", "_stacks")

    def __init__(
        self,
        rules: Rules,
        stacks: Iterable[SupportsIndex],
        *,
        rng: _Rng = None,
        dealer: SupportsIndex | None = None,
        dealer_moves: bool = False,
    ) -> None:
        """Seat the players."""
        from soko.rng import generator

        self._rules = rules = game_rules(rules)
        # A list that claims to be endless is read no further than this.
        seats = islice(listed("stacks", stacks, "a list of chips"), _MOST_SEATS + 1)
        self._stacks = [count("stack", stack, 0, _MOST_CHIPS, MatchError) for stack in seats]
        if len(self._stacks) > _MOST_SEATS:
            msg = f"more than {_MOST_SEATS:,} seats: {rules.name} is for {rules.max_players} players at most"
            raise MatchError(msg)
        # A table may have more seats than the game takes, if they are empty.
        if len(self._stacks) < rules.min_players or sum(map(bool, self._stacks)) > rules.max_players:
            msg = f"{len(self._stacks)} seats: {rules.name} is for {rules.min_players} to {rules.max_players} players"
            raise MatchError(msg)
        if self.total > _MOST_CHIPS:
            msg = f"{self.total} chips in all: at most {_MOST_CHIPS} can be counted"
            raise MatchError(msg)
        self._dealer = len(self._stacks) - 1 if dealer is None else self._seat(dealer)
        self._moves = flag("dealer_moves", dealer_moves)
        cards = generator(rng)
        # The policies draw from a stream of their own, so that the cards do not depend on what they draw.
        self._chance = cards, generator(cards.bit_generator.random_raw(4).tolist())
        self._absent: set[int] = set()
        self._seats: tuple[int, ...] = ()
        self._hand: Hand | None = None
        self._given: Hand | None = None
        self._hands = 0

    @property
    def rules(self) -> Rules:
        """The game; a single hand may have other rules, ``match.hand.rules``."""
        return self._rules

    @property
    def hand(self) -> Hand | None:
        """The hand that was dealt last, over or not; ``None`` before the first."""
        return self._hand

    @property
    def hands(self) -> int:
        """How many hands have been dealt."""
        return self._hands

    @property
    def seats(self) -> tuple[int, ...]:
        """The table seat of each seat of the hand that was dealt last; empty before the first."""
        return self._seats

    @property
    def dealer(self) -> int:
        """The table seat at the dealer box: for the hand that was dealt last, or for the first one."""
        return self._dealer

    @property
    def next_dealer(self) -> int:
        """The table seat that will have the dealer box in the next hand, who chooses the game in dealer's choice."""
        playing = self.playing
        return self._next_dealer(playing) if playing else self._dealer

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips of each table seat now: during a hand without its bets, after it with its winnings."""
        stacks = self._stacks.copy()
        if self._given is not None:
            for seat, stack in zip(self._seats, self._given.stacks, strict=True):
                stacks[seat] = stack
        return tuple(stacks)

    @property
    def total(self) -> int:
        """All chips of the match, bets and pots of a hand under way included.

        Only ``add_chips`` and ``take_chips`` change it.
        """
        return sum(self._stacks)

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """The table seats that sit out from the next deal on."""
        return tuple(sorted(self._absent))

    @property
    def playing(self) -> tuple[int, ...]:
        """The table seats that will be dealt into the next hand: those with chips that do not sit out."""
        return tuple(seat for seat, stack in enumerate(self.stacks) if stack and seat not in self._absent)

    @property
    def in_hand(self) -> bool:
        """Whether a hand is under way."""
        return self._given is not None and not self._given.is_over

    @property
    def is_over(self) -> bool:
        """Whether too few seats can play another hand; added chips or a returning player may change that."""
        return not self.in_hand and len(self.playing) < self._rules.min_players

    def sit_out(self, seat: SupportsIndex) -> None:
        """Leave a seat out from the next deal on; it still plays a hand under way."""
        self._absent.add(self._seat(seat))

    def sit_in(self, seat: SupportsIndex) -> None:
        """Deal a seat in again from the next deal on, if it has chips."""
        self._absent.discard(self._seat(seat))

    def add_chips(self, seat: SupportsIndex, amount: SupportsIndex) -> None:
        """Add chips to the stack of a seat; ``MatchError`` while a hand is under way.

        >>> import soko
        >>> match = soko.Match(soko.games.soko(), [100, 0])
        >>> match.is_over
        True
        >>> match.add_chips(1, 50)
        >>> match.is_over, match.total
        (False, 150)
        """
        index = self._seat(seat)
        more = count("amount", amount, 1, _MOST_CHIPS - self.total, MatchError)
        self._between_hands("chips cannot be added")
        self._stacks[index] += more

    def take_chips(self, seat: SupportsIndex, amount: SupportsIndex) -> None:
        """Take chips from the stack of a seat: for a player who cashes out, or for the rake.

        ``MatchError`` while a hand is under way, and for more chips than the seat has.

        >>> import soko
        >>> match = soko.Match(soko.games.soko(), [100, 100])
        >>> match.take_chips(1, 30)
        >>> match.stacks, match.total
        ((100, 70), 170)
        """
        index = self._seat(seat)
        less = count("amount", amount, 1, _MOST_CHIPS, MatchError)
        self._between_hands("chips cannot be taken")
        if less > self._stacks[index]:
            msg = f"amount {less}: seat {index} has {self._stacks[index]}"
            raise MatchError(msg)
        self._stacks[index] -= less

    def deal(
        self, *, rules: Rules | None = None, deck: Cards | None = None, deal: Literal["auto", "manual"] = "auto"
    ) -> Hand:
        """Begin the next hand and return it; ``seats`` then has the table seats of its players.

        Parameters
        ----------
        rules
            The rules of this hand only; by default those of the match. Stacks, dealer box, absent players and the
            stream of cards carry over from hand to hand, whatever game is played.
        deck
            Cards in the order in which they are dealt, if you shuffle them yourself; ``rng`` shuffles the rest.
        deal
            With ``"manual"`` you deal the cards, as for ``Hand``.

        Returns
        -------
        Hand
            The hand, with the antes posted and the first cards dealt unless you deal them.

        Raises
        ------
        MatchError
            A hand is under way, too few seats can play, or more can than the game takes.
        DeckError
            A card is in the deck twice, or a manual deal has too few cards.

        Examples
        --------
        >>> import soko
        >>> match = soko.Match(soko.games.soko(), [100, 100], rng=7)
        >>> match.deal(deck="Ks Qd 2c 9h").up_cards(1)
        (Card('9h'),)
        >>> match.play("call", hands=0)
        0
        >>> match.deal(rules=soko.games.follow_the_bitch(ante=2)).pot
        4

        """
        self._between_hands("the next one cannot be dealt")
        rules = self._rules if rules is None else game_rules(rules)
        playing = self.playing
        if len(playing) < rules.min_players:
            msg = f"{len(playing)} can play: {rules.name} needs {rules.min_players} with chips"
            raise MatchError(msg)
        if len(playing) > rules.max_players:
            msg = f"{len(playing)} can play: {rules.name} takes {rules.max_players}, others must sit out"
            raise MatchError(msg)
        dealer = self._next_dealer(playing)
        stacks = [self._stacks[seat] for seat in playing]
        if deck is not None and not isinstance(deck, (str, bytes)):
            deck = tuple(islice(listed("deck", deck, "a list of cards"), _MOST_SEATS))
        # Dealing by hand leaves no chance to anybody, nor does a deck with cards that nobody knows.
        unknown = deck is not None and any(card is None or (isinstance(card, str) and card == "?") for card in deck)
        rng = None if unknown or (isinstance(deal, str) and deal == "manual") else self._chance[0]
        # Where nobody who plays sits at the box, the seat before it is the last to get a card.
        chance = self._chance[0].bit_generator
        before = chance.state
        try:
            hand = Hand(rules, stacks, deck=deck, rng=rng, dealer=dealt_last(playing, dealer), deal=deal)
        except BaseException:
            # Ctrl-C, too: the next deal gets these cards.
            chance.state = before
            raise
        # Signals come after calls, so that what follows is done whole.
        self._hand = self._given = hand
        self._dealer, self._seats = dealer, playing
        self._hands += 1
        return hand

    def settle(self, hand: Hand | None = None, *, same_cards: bool = False) -> tuple[int, ...]:
        """Take over the stacks of the hand that was dealt last, and return what each table seat won or lost.

        ``hand`` is that hand if it was played elsewhere, on a copy or in another process. It must have begun with the
        same rules, stacks and dealer; with ``same_cards`` it must also have the deck of the hand that was dealt, and
        the cards dealt manually so far. ``MatchError`` when there is no hand to settle, it is not over, it began
        differently, or its cards differ; ``TypeError`` for anything that is not a ``Hand``.

        >>> import soko
        >>> match = soko.Match(soko.games.soko(), [100, 100], rng=7)
        >>> copy = match.deal().clone()
        >>> _ = copy.bring_in(), copy.fold()
        >>> match.settle(copy)
        (-1, 1)
        """
        dealt = self._given
        if dealt is None:
            msg = "no hand to settle: deal() begins one"
            raise MatchError(msg)
        hand = dealt if hand is None else hand
        # Anything else could say of itself that it is over, and what its stacks are.
        if not isinstance(hand, Hand):
            msg = f"hand {written(hand)}: a soko.Hand is needed, not {type(hand).__name__}"
            raise TypeError(msg)
        if not hand.is_over:
            msg = f"hand {self._hands} is not over: {self._due(hand)}"
            raise MatchError(msg)
        began = [(played.rules, played.starting_stacks, played.dealer) for played in (hand, dealt)]
        if began[0] != began[1]:
            msg = f"not hand {self._hands}: it began differently ({hand!r})"
            raise MatchError(msg)
        if flag("same_cards", same_cards) and not _has_cards_of(dealt, hand):
            msg = f"not hand {self._hands}: it was played with other cards ({hand!r})"
            raise MatchError(msg)
        stacks = self._stacks.copy()
        for seat, stack in zip(self._seats, hand.stacks, strict=True):
            stacks[seat] = stack
        changes = tuple(after - before for after, before in zip(stacks, self._stacks, strict=True))
        # Signals come after calls, so that this is done whole.
        self._stacks, self._hand, self._given = stacks, hand, None
        return changes

    def play(
        self,
        policies: _Policy | Sequence[_Policy],
        hands: SupportsIndex | None = None,
        *,
        rules: _Schedule | None = None,
    ) -> int:
        """Play hands with policies, and return how many were dealt: ``hands``, or fewer when too few players are left.

        A policy is called with the view of its seat and a numpy ``Generator``. It returns a kind of action with an
        amount, as ``("bet", 8)``, or without one where only one is possible: ``("call", None)``, ``"call"``, or one of
        ``view.legal_actions()``. The names of ``soko.playout`` are policies too (docs/playout.md): ``"random"`` and
        ``"call"`` are the functions of this module; ``"tight"``, ``"pot-odds"`` and ``"maniac"`` choose among the seven
        actions of ``Table``.

        Parameters
        ----------
        policies
            One policy for all seats, or a sequence with one for each table seat.
        hands
            How many to deal; by default the match continues until it is over, which may be never. A hand under way is
            finished first, and not counted.
        rules
            The rules of these hands, or a function that is called with the match before each hand and returns them,
            such as ``lambda match: levels[match.hands // 20]`` for rising antes, or dealer's choice by
            ``match.next_dealer``.

        Returns
        -------
        int
            How many hands were dealt.

        Raises
        ------
        IllegalAction
            A policy takes an action that is not legal; the hand is as it was before.
        MatchError
            A policy is unknown or returns something else, or more seats can play than the game takes.

        Examples
        --------
        >>> import soko
        >>> match = soko.Match(soko.games.soko(), [40, 40, 40], rng=7, dealer_moves=True)
        >>> match.play(["tight", "random", lambda view, rng: view.legal_actions()[0]], hands=0)
        0
        >>> choice = [soko.games.soko(), soko.games.follow_the_bitch(), soko.games.five_card_stud()]
        >>> match.play("call", hands=2, rules=lambda match: choice[match.next_dealer])
        2
        >>> match.dealer, match.hand.rules.name
        (0, 'soko')
        >>> match.play("random") > 0, match.is_over, sorted(match.stacks)
        (True, True, [0, 0, 120])

        """
        players = self._policies(policies)
        limit = None if hands is None else count("hands", hands, 0, _MOST_CHIPS, MatchError)
        if self.in_hand:
            self._play_out(players)
        dealt = 0
        while not self.is_over and (limit is None or dealt < limit):
            self.deal(rules=rules(self) if callable(rules) else rules)
            self._play_out(players)
            dealt += 1
        return dealt

    def to_dict(self) -> dict[str, object]:
        """Return the match as a dictionary, ready for JSON, with the hand under way and the state of its generators.

        It is for whoever runs the table: it reveals all cards, those of hands to come included. ``SokoError`` when
        ``rng`` has a bit generator that is not one of numpy's.

        >>> import json, soko
        >>> match = soko.Match(soko.games.soko(), [100, 100, 100], rng=7)
        >>> _ = match.deal().complete()
        >>> again = soko.Match.from_dict(json.loads(json.dumps(match.to_dict())))
        >>> again.hand == match.hand, again.play("tight", hands=3) == match.play("tight", hands=3)
        (True, True)
        >>> again.stacks == match.stacks
        True
        """
        return write_match(self.__getstate__())

    @classmethod
    def from_dict(cls, record: Mapping[str, object], /) -> Match:
        """Return the match of a dictionary that ``to_dict`` made; it continues with the same cards.

        The hand is played again from its start. ``HistoryError`` for another version, and for a field that is missing,
        unknown, or contradicts the others; it names the field.
        """
        match = cls.__new__(cls)
        match.__setstate__(read_match(record))
        return match

    def __getstate__(self) -> MatchState:
        """Return what copies, pickles and records are made of."""
        table = self._rules, self._stacks, self._dealer, self._moves, self._absent
        return MatchState(*table, self._hands, self._seats, self._hand, self._given is None, self._chance)

    def __setstate__(self, state: MatchState) -> None:
        """Become the match of a state."""
        self._rules, self._stacks, self._dealer, self._moves, self._absent = state[:5]
        self._hands, self._seats, self._hand, settled, self._chance = state[5:]
        self._given = None if settled else self._hand

    def __iter__(self) -> Iterator[Hand]:
        """Deal hand after hand until too few seats can play; each must be over before the next."""
        while not self.is_over:
            yield self.deal()

    __format__ = formatted

    def __repr__(self) -> str:
        """Say where the match stands."""
        return f"<Match of {self._rules.name}, {self._hands} hands dealt, stacks {self.stacks}>"

    def _play_out(self, players: Sequence[_Policy]) -> None:
        hand, rng = self._given, self._chance[1]
        while hand is not None and (actor := hand.actor) is not None:
            seat = self._seats[actor]
            policy = players[seat]
            if isinstance(policy, str):
                hand.act(*suggested(policy, hand, rng))
            else:
                hand.act(*_read_move(policy(hand.view(actor), rng), seat))
        self.settle()

    def _policies(self, policies: _Policy | Sequence[_Policy]) -> list[_Policy]:
        if isinstance(policies, str) or callable(policies):
            return [_policy(policies)] * len(self._stacks)
        each = list(islice(listed("policies", policies, "a policy or a list of them"), _MOST_SEATS + 1))
        if len(each) != len(self._stacks):
            msg = f"{len(each)} policies for {len(self._stacks)} seats: each table seat needs one"
            raise MatchError(msg)
        return [_policy(policy) for policy in each]

    def _next_dealer(self, playing: Sequence[int]) -> int:
        if not self._moves or (self._hands == 0 and self._dealer in playing):
            return self._dealer
        return min(playing, key=lambda seat: (seat <= self._dealer, seat))

    def _between_hands(self, what: str) -> None:
        if self.in_hand:
            msg = f"hand {self._hands} is under way, {self._due(self._given)}: {what} before it is over"
            raise MatchError(msg)
        if self._given is not None:
            self.settle()

    def _due(self, hand: Hand | None) -> str:
        """Say what a hand waits for; one that is not of this match may have more seats."""
        actor = None if hand is None else hand.actor
        if actor is None:
            return "a card is to be dealt"
        return f"seat {dict(enumerate(self._seats)).get(actor)} is to act"

    def _seat(self, seat: SupportsIndex) -> int:
        return count("seat", seat, 0, len(self._stacks) - 1, MatchError)


def _policy(policy: _Policy) -> _Policy:
    if isinstance(policy, str) and policy in POLICIES:
        return POLICIES[policy]
    if not callable(policy):
        msg = f"policy {written(policy)}: {', '.join(map(repr, POLICIES))} or a function of a view and a generator"
        raise MatchError(msg)
    return policy


def _has_cards_of(dealt: Hand, hand: Hand) -> bool:
    """Whether a hand has the deck of another, and goes on from the cards that its caller has dealt."""
    one, other = dealt.to_dict(), hand.to_dict()
    by_hand, others = _dealt_by_hand(one), _dealt_by_hand(other)
    same_deck = all(one[field] == other[field] for field in ("deal", "deck"))
    return same_deck and others[: len(by_hand)] == by_hand


def _dealt_by_hand(record: Mapping[str, object]) -> list[object]:
    actions = cast("list[dict[str, object]]", record["actions"])
    return [action["card"] for action in actions if "card" in action]


def _read_move(returned: object, seat: int) -> tuple[str | LegalAction, SupportsIndex | None]:
    """Return the action and amount that a policy means."""
    match returned:
        case str() | LegalAction():
            return returned, None
        case [str() as kind, None | SupportsIndex() as amount] if not isinstance(amount, bool):
            return kind, amount
    msg = f"policy of seat {seat} returned {written(returned)}: a kind, (kind, amount) or a LegalAction is needed"
    raise MatchError(msg)
