"""A hand as a program that plays it again, for the message of a failed test."""

from .hand import Hand


def script(hand: Hand) -> str:
    """Return Python source text that plays the hand up to where it stands.

    >>> from soko.reference.rules import soko
    >>> print(script(Hand(soko(), [9, 9])).splitlines()[-1])
    hand = Hand(rules, (9, 9), None, dealer=1)
    """
    lines = [
        "from soko.reference.engine import Hand",
        "from soko.reference.rules import Rules",
        "",
        f"rules = Rules.from_dict({hand.rules.to_dict()!r})",
        f"hand = Hand(rules, {hand.starting_stacks!r}, {hand.deck!r}, dealer={hand.dealer!r})",
    ]
    for kind, amount in hand.moves:
        if kind in {"deal", "show", "muck"}:
            lines.append(f"hand.{kind}({amount!r})")
        elif isinstance(amount, tuple):
            lines.append(f"hand.{kind}{amount!r}")
        else:
            lines.append(f"hand.act({kind!r})" if amount is None else f"hand.act({kind!r}, {amount!r})")
    return "\n".join(lines) + "\n"
