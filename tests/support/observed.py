"""What docs/observations.md says of a row, as plain Python: the witness of the encodings."""

import soko

RANKS = "23456789TJQKA"
KINDS = {"fold", "check", "call", "bring-in", "complete", "bet", "raise"}


def _seats(hand: soko.Hand, seat: int) -> list[int]:
    return [(seat + number) % hand.players for number in range(hand.players)]


def _cards(hand: soko.Hand, seat: int) -> list[list[int]]:
    """Return each seat's cards in the order dealt, -1 for those that are not seen or not dealt."""
    rows = []
    for other in _seats(hand, seat):
        down = hand.hole_cards(other) if other == seat else [None] * 7
        sides = {"d": iter(down), "u": iter(hand.up_cards(other))}
        dealt = [next(sides[side], None) for side in "".join(hand.rules.deal)]
        rows.append([-1 if card is None else int(card) for card in dealt])
    return rows


def _carried(hand: soko.Hand) -> bool:
    seen = [event for event in hand.events if (event.kind, event.face) == ("deal", "up") or event.kind == "community"]
    return bool(hand.rules.carry_over) and bool(seen) and str(seen[-1].card).startswith("Q")


def _to_call(hand: soko.Hand, seat: int) -> int:
    return min(max(hand.bets) - hand.bets[seat], hand.stacks[seat]) if seat in hand.live else 0


def raw(hand: soko.Hand, seat: int) -> list[float]:
    """Return the numbers of ``"raw"``."""
    seats = _seats(hand, seat)
    numbers: list[float] = [card for cards in _cards(hand, seat) for card in cards]
    numbers += [int(card) for card in hand.community] or [-1]
    numbers += [-1 if hand.wild_rank is None else RANKS.index(hand.wild_rank), _carried(hand), hand.street]
    numbers += [(hand.dealer - seat) % hand.players, sum(hand.contributions), _to_call(hand, seat)]
    numbers += [other in hand.live for other in seats]
    numbers += [hand.stacks[other] for other in seats]
    numbers += [hand.bets[other] for other in seats]
    return [float(number) for number in numbers]


def canonical(hand: soko.Hand, seat: int) -> list[float]:
    """Return the numbers of ``"canonical"``."""
    numbers = raw(hand, seat)
    names: dict[int, int] = {}
    for at in range(hand.players * sum(map(len, hand.rules.deal)) + 1):
        if numbers[at] >= 0:
            rank, suit = divmod(int(numbers[at]), 4)
            numbers[at] = rank * 4 + names.setdefault(suit, len(names))
    rules = hand.rules
    if rules.showing_tie == "suit" or rules.odd_chip == "suit" or rules.low_chicago:
        numbers += [names.get(suit, -1) for suit in range(4)]
    return numbers


def _ones(length: int, at: int | None) -> list[float]:
    return [float(at == number) for number in range(length)]


def onehot(hand: soko.Hand, seat: int, past: list[tuple[int, int]], length: int) -> list[float]:
    """Return the numbers of ``"onehot"``; ``past`` are the seats and numbers of all actions so far."""
    seats, own = _seats(hand, seat), [int(card) for card in hand.hole_cards(seat) if card is not None]
    numbers = [float(card in cards) for cards in _cards(hand, seat) for card in range(52)]
    numbers += [float(card in own) for card in range(52)]
    numbers += [float(card in map(int, hand.community)) for card in range(52)]
    numbers += _ones(13, None if hand.wild_rank is None else RANKS.index(hand.wild_rank))
    numbers += [float(_carried(hand)), *_ones(len(hand.rules.deal), hand.street)]
    numbers += _ones(hand.players, seats.index(hand.dealer))
    numbers += _ones(hand.players, None if hand.actor is None else seats.index(hand.actor))
    numbers += [float(sum(hand.contributions)), float(_to_call(hand, seat))]
    numbers += [float(other in hand.live) for other in seats]
    for chips in (hand.stacks, hand.bets, hand.contributions):
        numbers += [float(chips[other]) for other in seats]
    last = past[-length:]
    for other, action in last:
        numbers += _ones(hand.players, seats.index(other)) + _ones(8, action)
    return numbers + [0.0] * ((length - len(last)) * (hand.players + 8))


def relative(past: list[tuple[int, int]], seat: int, players: int) -> list[int]:
    """Return the numbers of a history as a seat sees it."""
    return [(other - seat) % players * 8 + action for other, action in past]
