"""One hand from the antes to the last award, played by the rules (rules.md sections 4 to 9)."""

from collections.abc import Sequence
from dataclasses import replace

from ..cards import card_name, deck_cards, refuse_others, refuse_repeats
from ..ranking import ONE_PAIR, evaluate
from ..rules import LARGEST, Rules
from ..wild import wild_rank, wild_ranks
from .betting import WAGER_KINDS, Action, BettingRound, Table
from .dealing import Place, bring_in_seat, cards_needed, show_value, showing_seat, street_places
from .events import Event
from .pots import Pot, make_pots, uncalled
from .showdown import Award, Showdown, showing_order

_ALL_CARDS = frozenset(deck_cards())


class Hand:
    """A hand of stud, from the antes to the last award (rules.md 4 to 9).

    Parameters
    ----------
    rules
        The game.
    stacks
        The chips of each seat, clockwise.
    deck
        Card indices in the order dealt, enough for everybody to the end. Without one the caller deals: ``chance`` says
        where the next card goes, and ``deal`` puts it there. ``None`` is a card that nobody knows: face down it
        stays unknown until ``reveal``; where a card face up is due, the hand waits for ``deal``. A showdown waits for
        the unknown cards of those who come to it.
    dealer
        The seat with the dealer box; the last one by default, so that seat 0 is dealt first.

    Raises
    ------
    ValueError
        The game is not for that many players, a stack is not a whole number of chips, the chips do not fit 64 bits in
        all, or the deck has a card twice or too few cards.

    Examples
    --------
    >>> from soko.reference.rules import soko
    >>> hand = Hand(soko(), [100, 100], list(range(52)))
    >>> hand.legal_actions()
    [('bring-in', 2, 2), ('complete', 4, 4)]
    >>> hand.act("bring-in")
    [('bring-in', 1, 2)]
    """

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        deck: Sequence[int | None] | None = None,
        *,
        dealer: int | None = None,
    ) -> None:
        """Post the antes, then deal as far as chance is given."""
        players = len(stacks)
        dealer = players - 1 if dealer is None else dealer
        _check_start(rules, stacks, deck, dealer)
        self.rules = rules
        self.starting_stacks = tuple(stacks)
        self.deck = None if deck is None else tuple(deck)
        self.dealer = dealer
        self.events: list[Event] = []
        self.moves: list[tuple[str, int | tuple[int, tuple[int, ...]] | None]] = []
        self.street = -1
        self.community: list[int] = []
        self.wild_rank: int | None = None
        self.showdown_order: tuple[int, ...] = ()
        self.awards: list[Award] = []
        self.is_over = False
        order = tuple((dealer + 1 + step) % players for step in range(players))
        self._table = Table(order, list(stacks), [0] * players, [0] * players, [True] * players)
        self._uncalled = [0] * players
        self._down: list[list[int | None]] = [[] for _ in range(players)]
        self._up: list[list[int]] = [[] for _ in range(players)]
        self._up_by_street: list[list[int]] = []
        self._known = {card for card in deck or () if card is not None}
        self._mucked: set[int] = set()
        self._aggressor: int | None = None
        self._waits_for_cards = False
        self._stub = rules.deck
        self._places: list[Place] = []
        self._round: BettingRound | None = None
        self._legal: list[Action] | None = None
        self._opener: int | None = None
        self._community_street = False
        self._final_pots: list[Pot] | None = None
        self._post_antes()
        self._begin_street()
        self._proceed()

    # What anybody may ask.

    @property
    def actor(self) -> int | None:
        """The seat to act, or ``None``."""
        return None if self._round is None else self._round.actor

    @property
    def chance(self) -> Place | None:
        """Where the caller must deal next: (seat or "community", "down" or "up"); ``None`` when no card is awaited."""
        return self._places[0] if self._places else None

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips that each seat still has before it."""
        return tuple(self._table.stacks)

    @property
    def bets(self) -> tuple[int, ...]:
        """What each seat has bet on this street."""
        return tuple(self._table.bets)

    @property
    def level(self) -> int:
        """The total to match on this street; 0 when nobody is to act."""
        return 0 if self._round is None else self._round.level

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this street included; at the end, what was in it."""
        return sum(self._table.paid)

    @property
    def live(self) -> tuple[bool, ...]:
        """Whether each seat is still in the hand."""
        return tuple(self._table.live)

    @property
    def pots(self) -> list[Pot]:
        """The pots as (amount, eligible seats) without the bets of this street; at the end as they were divided."""
        if self._final_pots is not None:
            return self._final_pots
        table = self._table
        return make_pots([paid - bet for paid, bet in zip(table.paid, table.bets, strict=True)], table.live)

    @property
    def uncalled(self) -> tuple[int, ...]:
        """The chips that went back to each seat because nobody matched them (rules.md 7.2)."""
        return tuple(self._uncalled)

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """The chips that each seat won or lost; ``None`` before the end."""
        if not self.is_over:
            return None
        return tuple(now - before for now, before in zip(self._table.stacks, self.starting_stacks, strict=True))

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats whose unknown cards the showdown waits for; where all others mucked, none is needed."""
        contenders = [seat for seat, live in enumerate(self._table.live) if live and seat not in self._mucked]
        if not self._waits_for_cards or len(contenders) == 1:
            return ()
        return tuple(seat for seat in contenders if None in self._down[seat])

    def hole_cards(self, seat: int) -> tuple[int | None, ...]:
        """Return the face-down cards of a seat in the order dealt, ``None`` for each that nobody knows."""
        return tuple(self._down[seat])

    def up_cards(self, seat: int) -> tuple[int, ...]:
        """Return the face-up cards of a seat in the order dealt."""
        return tuple(self._up[seat])

    def legal_actions(self) -> list[Action]:
        """Return what the seat to act may do: (kind, lowest, highest), totals of this street; nothing to act, no list.

        The order is fold, check, call, bring-in, complete, bet, raise. Fold and check have no amounts. Where two
        sizes may be bet or raised there are two entries of a kind.
        """
        if self._legal is None:
            self._legal = [] if self._round is None else self._round.legal_actions()
        return self._legal[:]

    # What moves the hand on.

    def act(self, kind: str | Action, amount: int | None = None) -> list[Event]:
        """Act for the seat to act and return the events that this causes.

        ``kind`` is a kind of action, ``"wager"`` for a complete, a bet or a raise, whichever is possible, or one of
        ``legal_actions`` itself, which means exactly that action. ``amount`` is the seat's total on this street; an
        action of one size needs none. ``ValueError`` for anything that ``legal_actions`` does not have, with nothing
        changed.
        """
        kind, amount = self._request(kind, amount)
        seat, to = self._check_action(kind, amount)
        if self._round is None:
            message = "nobody is to act"
            raise ValueError(message)
        seen = len(self.events)
        self.moves.append((kind, to))
        self._round.act(kind, 0 if to is None else to)
        self.events.append((kind, seat) if to is None else (kind, seat, to))
        self._proceed()
        return self.events[seen:]

    def deal(self, card: int | None) -> list[Event]:
        """Put a card where ``chance`` says and return the events that this causes.

        ``None`` is a card face down that nobody knows. ``ValueError`` when no card is awaited from the caller, or for a
        card that does not exist or is known to be elsewhere.
        """
        if not self._places:
            message = "no card is awaited from the caller"
            raise ValueError(message)
        if card is None:
            if self._places[0][1] == "up":
                message = "an unknown card cannot be dealt face up"
                raise ValueError(message)
        else:
            self._use(card)
        seen = len(self.events)
        self.moves.append(("deal", card))
        self._place(card)
        self._proceed()
        return self.events[seen:]

    def _use(self, card: int) -> None:
        """Note where a card is; ``ValueError`` if it is known to be elsewhere."""
        if _whole(card, "a card") in self._known:
            message = f"the card {card_name(card)} is known to be elsewhere"
            raise ValueError(message)
        refuse_others([card], deck_cards(self.rules.deck))
        self._known.add(card)

    def reveal(self, seat: int, cards: Sequence[int]) -> list[Event]:
        """Fill in the unknown cards of a seat in the order dealt, and return the events that this causes.

        Cards that the seat is known to have may be among ``cards``. ``ValueError`` for another number of new cards than
        are unknown, and for one that is known to be elsewhere or given twice; nothing is then changed.
        """
        refuse_repeats(cards)
        new = [card for card in cards if card not in (*self._down[seat], *self._up[seat])]
        unknown = self._down[seat].count(None)
        if unknown == 0 or len(new) != unknown:
            message = f"{len(new)} new cards for seat {seat}, of which {unknown} are unknown"
            raise ValueError(message)
        before = set(self._known)
        try:
            for card in new:
                self._use(card)
        except ValueError:
            self._known = before
            raise
        for card in new:
            self._down[seat][self._down[seat].index(None)] = card
        seen = len(self.events)
        down = tuple(card for card in self._down[seat] if card is not None)
        self.moves.append(("reveal", (seat, down)))
        self.events.append(("reveal", seat, down))
        self._proceed()
        return self.events[seen:]

    def muck(self, seat: int) -> list[Event]:
        """Throw away an unknown hand that the showdown waits for, and return the events that this causes.

        ``ValueError`` where the showdown does not wait for it, and where nobody else is left to win a pot.
        """
        others = {other for other, live in enumerate(self._table.live) if live} - self._mucked - {seat}
        if seat not in self.to_reveal or not all(others.intersection(eligible) for _, eligible in self.pots):
            message = f"seat {seat} may not muck"
            raise ValueError(message)
        seen = len(self.events)
        self.moves.append(("muck", seat))
        self._mucked.add(seat)
        self._proceed()
        return self.events[seen:]

    def show(self, seat: int) -> list[Event]:
        """Show a seat's hand of its own will once the hand is over, and return the event (rules.md 7.3).

        ``ValueError`` while the hand goes on, and for a seat that has folded or shown already, or has unknown cards.
        """
        if not (self.is_over and 0 <= seat < len(self.starting_stacks) and self._table.live[seat]):
            message = f"seat {seat} may not show: only who has not folded, when the hand is over"
            raise ValueError(message)
        if None in self._down[seat]:
            message = f"the cards of seat {seat} are unknown"
            raise ValueError(message)
        if any(event[:2] == ("show", seat) for event in self.events):
            message = f"seat {seat} has shown already"
            raise ValueError(message)
        self.moves.append(("show", seat))
        self.events.append(("show", seat, tuple(self._down[seat])))
        return self.events[-1:]

    def clone(self) -> "Hand":
        """Return a copy that goes on by itself."""
        after = object.__new__(type(self))
        state = vars(after)
        for name, value in vars(self).items():
            state[name] = value
            if isinstance(value, list):
                state[name] = [item[:] if isinstance(item, list) else item for item in value]
            elif isinstance(value, set):
                state[name] = set(value)
        state["_table"] = table = self._table.clone()
        if self._round is not None:
            state["_round"] = replace(self._round, table=table, acted=set(self._round.acted))
        return after

    def _request(self, kind: str | Action, amount: int | None) -> tuple[str, int | None]:
        """Return the kind of action that is asked for, and its amount if there is one."""
        if isinstance(kind, tuple):
            name, low, high = kind
            if low != high and kind not in self.legal_actions():
                message = f"{kind} is not possible: legal are {self.legal_actions()}"
                raise ValueError(message)
            if low is not None and low == high:
                if amount not in {None, low}:
                    message = f"{name} {low} cannot come to {amount}"
                    raise ValueError(message)
                amount = low
            return name, amount
        if kind == "wager":
            wagers = [name for name, _, _ in self.legal_actions() if name in WAGER_KINDS]
            return (wagers[0] if wagers else kind), amount
        return {"bring_in": "bring-in", "raise_to": "raise"}.get(kind, kind), amount

    def _check_action(self, kind: str, amount: int | None) -> tuple[int, int | None]:
        """Return the seat and the total of a legal action."""
        seat = self.actor
        legal = self.legal_actions()
        sizes = [(low, high) for name, low, high in legal if name == kind]
        if seat is not None and sizes:
            if amount is None and len(sizes) == 1 and sizes[0][0] == sizes[0][1]:
                return seat, sizes[0][0]
            if amount is not None and self._fits(seat, _whole(amount, "an amount"), sizes):
                return seat, amount
        message = f"seat {seat} may not {kind} {amount} on street {self.street}: legal are {legal}"
        raise ValueError(message)

    def _fits(self, seat: int, amount: int, sizes: Sequence[tuple[int | None, int | None]]) -> bool:
        """Return whether an amount is one of the sizes: whole chips, or all that the seat has, or the only size."""
        whole = amount % self.rules.min_chip == 0 or amount == self._table.total(seat)
        return any(
            low is not None and high is not None and low <= amount <= high and (whole or low == high)
            for low, high in sizes
        )

    # The course of a hand.

    def _proceed(self) -> None:
        """Deal, open and close betting rounds until somebody must decide something or the hand is over."""
        self._legal = None
        while not self.is_over:
            if self._places:
                if self.deck is None:
                    return
                card = self._next_card()
                if card is None and self._places[0][1] == "up":
                    return
                self._place(card)
            elif self._waits_for_cards:
                if self.to_reveal:
                    return
                self._end(self._show_down())
            elif self._round is None:
                self._round = self._open_round()
            elif self._round.actor is None:
                self._close_round(self._round)
            else:
                return

    def _post_antes(self) -> None:
        """Take the antes; a shorter stack is all-in for what it has (rules.md 5.1)."""
        for seat in self._table.order:
            ante = min(self.rules.ante, self._table.stacks[seat])
            if ante > 0:
                self._table.put_in(seat, ante)
                self.events.append(("ante", seat, ante))

    def _begin_street(self) -> None:
        """Begin the next street: burn a card if the rules say so, and line up the places of its cards."""
        self.street += 1
        self._round = None
        self._up_by_street.append([])
        self.events.append(("street", self.street, self.rules.street_name(self.street)))
        # The last card of the stub is never burnt: it must be there for the community card.
        if self.rules.burn and self.street > 0 and self._stub > 1:
            self.events.append(("burn", None if self.deck is None else self._next_card()))
            self._stub -= 1
        live = [seat for seat in self._table.order if self._table.live[seat]]
        self._places = street_places(self.rules.deal[self.street], live, self._stub)
        self._community_street = self._places == [("community", "up")]

    def _next_card(self) -> int | None:
        """Return the card on top of the given deck."""
        if self.deck is None:
            message = "the caller deals"
            raise ValueError(message)
        return self.deck[self.rules.deck - self._stub]

    def _place(self, card: int | None) -> None:
        """Deal a card to the next place."""
        seat, face = self._places.pop(0)
        self._stub -= 1
        if isinstance(seat, int):
            self.events.append(("deal", seat, face, card))
        if face == "down" and isinstance(seat, int):
            self._down[seat].append(card)
        elif card is not None:
            if isinstance(seat, int):
                self._up[seat].append(card)
            else:
                self.community.append(card)
                self.events.append(("community", card))
            self._up_by_street[-1].append(card)
            self._read_wild_rank()

    def _read_wild_rank(self) -> None:
        """Find the wild rank after another up card (rules.md 8.1 to 8.4)."""
        if self.rules.wild == "none":
            return
        wild = wild_rank(self._up_by_street, carry_over=self.rules.carry_over)
        if wild != self.wild_rank:
            self.wild_rank = wild
            self.events.append(("wild", wild))

    def _wild_ranks(self) -> frozenset[int]:
        """Return every rank that is wild now."""
        if self.rules.wild == "none":
            return frozenset()
        return wild_ranks(self.wild_rank, queens_wild=self.rules.queens_wild)

    # Betting rounds.

    def _open_round(self) -> BettingRound:
        """Return the betting round of this street with the first seat to act, if there is anybody to bet."""
        rules = self.rules
        pair = rules.open_pair != "none" and self._open_pair()
        big = rules.bets[self.street] == "big" or (pair and rules.open_pair == "double")
        betting = BettingRound(
            rules,
            self._table,
            actor=None,
            unit=rules.big_bet if big else rules.small_bet,
            most=None if rules.max_bet is None else rules.max_bet * (2 if big else 1),
            big_option=rules.big_bet if pair and rules.open_pair == "option" and not big else None,
            bring_in=rules.bring_in if self.street == 0 else 0,
        )
        able = [seat for seat in self._table.order if self._table.can_act(seat)]
        if len(able) >= 2:
            self._opener = betting.actor = self._first_to_act(able)
            if betting.bring_in > 0:
                betting.duty = betting.actor
                betting.may_pass = betting.actor != self._bring_in_seat()
        return betting

    def _first_to_act(self, able: Sequence[int]) -> int:
        """Return the seat that opens the street, of those who can act (rules.md 3, 5.7, 6.7)."""
        if self.street == 0 and self.rules.bring_in > 0:
            due = self._bring_in_seat()
            return due if due in able else next(seat for seat in self._table.clockwise(due) if seat in able)
        if self._community_street and self._opener is not None and self._opener in able:
            return self._opener
        return showing_seat(self.rules, self._up, able, self._wild_ranks())

    def _bring_in_seat(self) -> int:
        """Return the seat that was dealt the bring-in card."""
        return bring_in_seat(self.rules, self._up, self._table.order)

    def _open_pair(self) -> bool:
        """Return whether this is the street of the second up card and a live seat shows a pair (rules.md 3)."""
        if "u" not in self.rules.deal[self.street]:
            return False
        boards = [self._up[seat] for seat in self._table.order if self._table.live[seat]]
        wild = self._wild_ranks()
        return any(len(board) == 2 and show_value(self.rules, board, wild)[0] >= ONE_PAIR for board in boards)

    def _close_round(self, betting: BettingRound) -> None:
        """Give back what nobody matched, collect the bets, and go on to the next street or the end (rules.md 7.2)."""
        seat, amount = uncalled(self._table.paid)
        if amount > 0:
            self._table.put_in(seat, -amount)
            self._uncalled[seat] += amount
            self.events.append(("uncalled", seat, amount))
        self._table.bets[:] = [0] * len(self._table.bets)
        if sum(self._table.live) == 1:
            self._end(self._fold_awards())
        elif self.street + 1 < len(self.rules.deal):
            self._begin_street()
        else:
            self._aggressor = betting.aggressor
            self._round = None
            self._waits_for_cards = True

    # The end.

    def _fold_awards(self) -> list[Award]:
        """Return the awards to the only seat left: everything, and no Low Chicago (rules.md 7.1)."""
        winner = self._table.live.index(True)
        return [(winner, number, "high", amount) for number, (amount, _) in enumerate(self.pots)]

    def _show_down(self) -> list[Award]:
        """Show the hands in order and return the awards (rules.md 7.3); who mucked an unknown hand wins nothing."""
        table = self._table
        self.showdown_order = showing_order(table.order, table.live, self._aggressor)
        contenders = [seat for seat in self.showdown_order if seat not in self._mucked]
        if len(contenders) == 1:
            return self._last_award(contenders[0])
        pots = [(amount, tuple(seat for seat in eligible if seat in contenders)) for amount, eligible in self.pots]
        showdown = Showdown(
            self.rules,
            table.order,
            pots,
            {seat: self._value(seat) for seat in contenders},
            [self._known_cards(seat) for seat in range(len(self._down))],
            self._up,
        )
        all_show = self.rules.reveal == "all" or any(table.stacks[seat] == 0 for seat in self.showdown_order)
        shown: list[int] = []
        for seat in self.showdown_order:
            if seat in contenders and (all_show or showdown.must_show(seat, shown)):
                shown.append(seat)
                self.events.append(("show", seat, tuple(self._down[seat])))
            else:
                self.events.append(("muck", seat))
        return showdown.awards()

    def _last_award(self, winner: int) -> list[Award]:
        """Show the hand of the only one who did not muck, if it is known, and return the awards: everything is won."""
        for seat in self.showdown_order:
            if seat == winner and None not in self._down[seat]:
                self.events.append(("show", seat, self.hole_cards(seat)))
            else:
                self.events.append(("muck", seat))
        return [(winner, number, "high", amount) for number, (amount, _) in enumerate(self.pots)]

    def _known_cards(self, seat: int) -> list[int]:
        """Return the face-down cards of a seat that are known."""
        return [card for card in self._down[seat] if card is not None]

    def _value(self, seat: int) -> tuple[int, ...]:
        """Return the value of a seat's best five cards; the community card belongs to every hand (rules.md 4.3)."""
        return evaluate(
            [*self._known_cards(seat), *self._up[seat], *self.community],
            self.rules.ranking,
            wild_ranks=self._wild_ranks(),
            ace_low_four_straight=self.rules.ace_low_four_straight,
        )

    def _end(self, awards: list[Award]) -> None:
        """Pay the awards and end the hand."""
        self._final_pots = self.pots
        self.awards = awards
        self._round = None
        self.is_over = True
        for award in awards:
            self._table.stacks[award[0]] += award[3]
            self.events.append(("award", *award))
        self.events.append(("end",))


def _whole(value: object, what: str) -> int:
    """Return a value that must be a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{what} is a whole number, not {value!r}"
        raise ValueError(message)  # noqa: TRY004 (the reference raises ValueError for everything)
    return value


def _check_start(rules: Rules, stacks: Sequence[int], deck: Sequence[int | None] | None, dealer: int) -> None:
    """Check what a hand is made of."""
    players = len(stacks)
    if not rules.min_players <= players <= rules.max_players:
        message = f"{rules.name} seats {rules.min_players} to {rules.max_players} players, not {players}"
        raise ValueError(message)
    if any(_whole(stack, "a stack") < 1 for stack in stacks) or sum(stacks) > LARGEST:
        message = f"every stack has at least one chip, and all of them fit 64 bits; not {list(stacks)}"
        raise ValueError(message)
    if not 0 <= _whole(dealer, "the dealer") < players:
        message = f"the dealer is a seat from 0 to {players - 1}, not {dealer}"
        raise ValueError(message)
    if deck is not None:
        known = [card for card in deck if card is not None]
        if not _ALL_CARDS.issuperset(known):
            wrong = next(card for card in known if card not in _ALL_CARDS)
            message = f"a card is a number from 0 to 51, not {wrong!r}"
            raise ValueError(message)
        refuse_repeats(known)
        refuse_others(known, deck_cards(rules.deck))
        if len(deck) > rules.deck:
            message = f"a deck has {rules.deck} cards at most, not {len(deck)}"
            raise ValueError(message)
        if len(deck) < cards_needed(rules, players):
            message = f"a deck for {players} players has {cards_needed(rules, players)} cards, not {len(deck)}"
            raise ValueError(message)
