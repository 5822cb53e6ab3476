"""One betting round: whose turn it is, what he may do, and what it changes (rules.md sections 5 and 6)."""

from dataclasses import dataclass, field, replace

from ..rules import Rules

Action = tuple[str, int | None, int | None]

WAGER_KINDS = ("complete", "bet", "raise")


@dataclass
class Table:
    """The chips in front of the seats; the round and the hand share it.

    ``paid`` is what each seat put in during the whole hand, ``bets`` the part of it that belongs to this street.
    ``order`` has the seats clockwise from the dealer box.
    """

    order: tuple[int, ...]
    stacks: list[int]
    bets: list[int]
    paid: list[int]
    live: list[bool]

    def clone(self) -> "Table":
        """Return a copy with lists of its own."""
        return replace(self, stacks=self.stacks[:], bets=self.bets[:], paid=self.paid[:], live=self.live[:])

    def put_in(self, seat: int, chips: int) -> None:
        """Move chips of a seat into the middle."""
        self.stacks[seat] -= chips
        self.paid[seat] += chips

    def total(self, seat: int) -> int:
        """Return the most that a seat can have bet on this street."""
        return self.bets[seat] + self.stacks[seat]

    def can_act(self, seat: int) -> bool:
        """Return whether a seat is in the hand and has chips."""
        return self.live[seat] and self.stacks[seat] > 0

    def contested(self, seat: int) -> int:
        """Return the most that another live seat can have bet on this street: no call exceeds it (rules.md 5.6)."""
        return max(
            [self.bets[other] + self.stacks[other] for other in self.order if self.live[other] and other != seat]
        )

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return all seats clockwise, the next after ``seat`` first and ``seat`` itself last."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]


@dataclass
class BettingRound:
    """One street's betting.

    ``unit`` is the bet of the street: the fixed size, or the least bet. ``most`` is the largest bet or raise of spread
    limit. ``big_option`` is the other size that may be bet in fixed limit with an open pair, until somebody does.
    ``bring_in`` is the amount due on the street that begins with it, else 0.

    ``level`` is what there is to match, ``base`` that of the last full wager, ``wagers`` counts the full ones for the
    cap, ``last_raise`` is the size of the last one. ``acted`` has the seats that acted since then: they have no second
    turn, and no raise, unless the betting is reopened. ``duty`` is the seat that must bring in, while nobody has.
    """

    rules: Rules
    table: Table
    actor: int | None
    unit: int
    most: int | None = None
    big_option: int | None = None
    bring_in: int = 0
    may_pass: bool = False
    duty: int | None = None
    level: int = 0
    base: int = 0
    wagers: int = 0
    last_raise: int = 0
    acted: set[int] = field(default_factory=set)
    aggressor: int | None = None

    def legal_actions(self) -> list[Action]:
        """Return what the seat to act may do as (kind, low, high), sizes as totals of this street."""
        seat = self.actor
        if seat is None:
            return []
        contested = self.table.contested(seat)
        if seat == self.duty:
            return self._openings(seat, contested)
        owed = min(self.level, contested)
        if owed > self.table.bets[seat]:
            call = min(owed, self.table.total(seat))
            actions: list[Action] = [("fold", None, None), ("call", call, call)]
        else:
            actions = [("fold", None, None)] if self.rules.open_fold else []
            actions.append(("check", None, None))
        # Nobody could put in more than there is to match: a raise would only come back.
        if contested > self.level and self._may_wager(seat):
            actions += self._wagers(seat)
        return actions

    def act(self, kind: str, to: int) -> None:
        """Do what the seat to act chose, a legal action, and pass the turn on; ``to`` counts where chips move."""
        seat = self._seat()
        if kind == "fold":
            self.table.live[seat] = False
        elif kind == "bring-in":
            self._bet(seat, to)
            # A short bring-in does not lower the price for the others (rules.md 5.6).
            self.level = self.base = self.bring_in
            # As large as the bet, it is the first wager (rules.md 5.5).
            self.wagers = 1 if self.bring_in >= self.unit else 0
            self.duty = None
        elif kind in WAGER_KINDS:
            self._wager(seat, to)
            self.duty = None
        elif kind == "call":
            self._bet(seat, to)
        # With the option who brought in has another turn when everybody just calls (rules.md 5.5).
        if not (kind == "bring-in" and self.rules.bring_in_option):
            self.acted.add(seat)
        self._pass_turn(seat)

    def _seat(self) -> int:
        """Return the seat to act."""
        if self.actor is None:
            message = "nobody is to act"
            raise ValueError(message)
        return self.actor

    def _openings(self, seat: int, contested: int) -> list[Action]:
        """Return how a seat may open the street with the bring-in (rules.md 5.2; 5.7 for a seat it was passed to)."""
        actions: list[Action] = [("fold", None, None)] if self.may_pass else []
        amount = min(self.bring_in, self.table.stacks[seat])
        actions.append(("bring-in", amount, amount))
        if contested > self.bring_in:
            actions += self._wagers(seat)
        return actions

    def _may_wager(self, seat: int) -> bool:
        """Return whether the street is not capped and the betting is open to a seat (rules.md 6.1, 6.2)."""
        if self._capped():
            return False
        if seat not in self.acted:
            return True
        # Short all-ins that add up to a full raise since the seat acted; not in fixed limit.
        return self.rules.limit != "fixed" and self.level - self.table.bets[seat] >= self._full_raise()

    def _capped(self) -> bool:
        """Return whether the street has all its wagers (rules.md 6.1)."""
        if self.rules.limit not in {"fixed", "spread"} or self.wagers < self.rules.cap:
            return False
        return self.rules.cap_heads_up or sum(self.table.live) > 2

    def _wagers(self, seat: int) -> list[Action]:
        """Return the complete, bet or raise of a seat with its sizes."""
        kind = "raise" if self.level > 0 else "bet"
        if seat == self.duty or self._incomplete():
            kind = "complete"
        sizes = self._fixed_sizes(seat) if self.rules.limit == "fixed" else self._range_of_sizes(seat)
        return [(kind, low, high) for low, high in sizes]

    def _incomplete(self) -> bool:
        """Return whether the street stands at a bring-in below the bet, or at a short all-in over one."""
        return self.bring_in > 0 and self.wagers == 0 and self.level < self.unit

    def _full_raise(self) -> int:
        """Return the least size of a full raise where sizes are free (rules.md 6.3 to 6.5)."""
        return max(self.last_raise, self.unit)

    def _full_to(self, seat: int) -> int:
        """Return the total at which a wager of this seat is a full one."""
        if seat == self.duty or self._incomplete():
            return self.unit
        return self.base + self.unit if self.rules.limit == "fixed" else self.level + self._full_raise()

    def _fixed_sizes(self, seat: int) -> list[tuple[int, int]]:
        """Return the sizes in fixed limit, smallest first; a seat with fewer chips may put in all it has."""
        floor = self.bring_in if seat == self.duty else self.level
        targets = [self._full_to(seat)]
        if self.big_option is not None:
            targets.append(self.base + self.big_option)
        totals = sorted({min(target, self.table.total(seat)) for target in targets})
        return [(total, total) for total in totals if total > floor]

    def _range_of_sizes(self, seat: int) -> list[tuple[int, int]]:
        """Return the lowest and highest size where sizes are free: whole chips, or all that the seat has."""
        floor = self.bring_in if seat == self.duty else self.level
        total = self.table.total(seat)
        chip = self.rules.min_chip
        low = -(-self._lowest(seat) // chip) * chip
        limit = self._highest(seat)
        high = total if total <= limit else limit // chip * chip
        if low <= high:
            return [(low, high)]
        return [(total, total)] if floor < total <= limit else []

    def _lowest(self, seat: int) -> int:
        """Return the least total of a wager by a seat with chips enough."""
        if seat == self.duty:
            more = self.bring_in + self.rules.min_chip
            return more if self.rules.limit == "spread" else max(more, self.unit)
        return self._full_to(seat)

    def _highest(self, seat: int) -> int:
        """Return the most that a seat may bet or raise to, were its stack no matter."""
        if self.rules.limit == "pot":
            most = 2 * self.level - self.table.bets[seat] + sum(self.table.paid)
            # The least bet may be made into a pot that is smaller.
            return max(most, self.unit) if self.bring_in == 0 and self.level == 0 else most
        if self.most is not None:
            return self.most if seat == self.duty or self._incomplete() else self.level + self.most
        return self.table.total(seat)

    def _bet(self, seat: int, to: int) -> None:
        """Bring a seat's bet on this street to a total."""
        self.table.put_in(seat, to - self.table.bets[seat])
        self.table.bets[seat] = to

    def _wager(self, seat: int, to: int) -> None:
        """Make a complete, bet or raise; find out whether it is a full one and reopens the betting (rules.md 6.2)."""
        full = to >= self._full_to(seat)
        if self.rules.limit == "fixed":
            full = full or 2 * (to - self.base) >= self.unit
            if self.big_option is not None and to > self.base + self.unit:
                self.unit, self.big_option = self.big_option, None
        adds_up = full or (self.rules.limit != "fixed" and to - self.base >= self._full_raise())
        if full:
            self.last_raise = to - self.level
            self.acted.clear()
        if adds_up:
            self.base = to
            self.wagers += 1
        self._bet(seat, to)
        self.level = to
        self.aggressor = seat

    def _pass_turn(self, seat: int) -> None:
        """Find the next seat that has something to decide (rules.md 6.7)."""
        others = [other for other in self.table.clockwise(seat) if self.table.can_act(other)]
        if sum(self.table.live) == 1:
            self.actor = None
        elif self.duty is not None:
            self.actor = self.duty = others[0] if len(others) > 1 else None
        else:
            alone = len(others) < 2
            self.actor = next((other for other in others if self._must_act(other, alone=alone)), None)

    def _must_act(self, seat: int, *, alone: bool) -> bool:
        """Return whether a seat owes chips, or has not acted while somebody could still answer a bet."""
        bet = self.table.bets[seat]
        owes = bet < self.level and bet < self.table.contested(seat)
        return owes or (seat not in self.acted and not alone)
