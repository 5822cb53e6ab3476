"""Hands as Open Hand History JSON."""

from __future__ import annotations

import json
from datetime import UTC
from typing import TYPE_CHECKING, Final

from soko._soko import Event, __version__
from soko.history._lacks import lacks
from soko.history._plain import changes
from soko.history._replay import WAGERS
from soko.history._rooms import collected

if TYPE_CHECKING:
    from soko.history._source import About, Source

SPEC: Final = "1.4.7"
_LIMITS: Final = {"fixed": "FL", "pot": "PL", "no": "NL"}
CODES: Final = {"": "XPM", "$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}
_ACTIONS: Final = {
    "ante": "Post Ante",
    # The format has no bring-in of its own; this is any other forced bet.
    "bring-in": "Post Extra Blind",
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "complete": "Raise",
    "raise": "Raise",
    "show": "Shows Cards",
    "muck": "Mucks Cards",
}


def write(told: Source, facts: About) -> str:
    """Return the hand as JSON."""
    lacks(told, "ohh")
    time = facts.time
    if time is not None and time.tzinfo is not None:
        time = time.astimezone(UTC).replace(tzinfo=None)
    seats = range(told.players)
    hand = {
        "spec_version": SPEC,
        "site_name": "soko",
        "network_name": "soko",
        "internal_version": __version__,
        "tournament": False,
        "game_number": str(facts.hand_number),
        "start_date_utc": "1970-01-01T00:00:00" if time is None else time.isoformat(timespec="seconds"),
        "table_name": facts.table,
        "game_type": "Stud",
        "bet_limit": {"bet_type": _LIMITS[told.rules.limit], "bet_cap": 0},
        "table_size": told.rules.max_players,
        "currency": CODES[facts.currency],
        "dealer_seat": told.subject.dealer + 1,
        "small_blind_amount": None,
        "big_blind_amount": None,
        "ante_amount": _money(told.rules.ante, facts),
        "hero_player_id": told.viewer,
        "flags": [] if told.viewer is not None else ["Observed"],
        "players": [
            {
                "id": seat,
                "seat": seat + 1,
                "name": told.names[seat],
                "starting_stack": _money(told.subject.starting_stacks[seat], facts),
            }
            for seat in seats
        ],
        "rounds": _rounds(told, facts),
        "pots": _pots(told, facts),
        # What the format has no field for, stakes and house rules among it.
        "_soko": {"rules": changes(told.rules)},
    }
    return json.dumps({"ohh": hand}, ensure_ascii=False, indent=1) + "\n"


def _money(chips: int, facts: About) -> int | float:
    return chips if facts.unit == 1 else round(chips / facts.unit, 2)


def _rounds(told: Source, facts: About) -> list[dict[str, object]]:
    """Return the streets and the showdown; the antes are of the first street."""
    rounds: list[dict[str, object]] = []
    actions: list[dict[str, object]] = []
    stacks, bets = list(told.subject.starting_stacks), [0] * told.players
    cards: list[str] = []

    def begin(street: str) -> None:
        nonlocal actions, cards
        # The antes come before the first street is named.
        first = not rounds
        actions, cards = (actions if first else []), []
        rounds.append({"id": len(rounds), "street": street, "cards": cards, "actions": actions})

    for event in told.events:
        if event.kind == "street":
            bets = [0] * told.players
            begin(str(event.name).title())
        elif event.kind == "community":
            cards.append(str(event.card))
        elif event.kind == "uncalled" and event.seat is not None and event.amount is not None:
            stacks[event.seat] += event.amount
        elif event.seat is not None and event.kind != "award":
            if event.kind in ("show", "muck") and rounds[-1]["street"] != "Showdown":
                begin("Showdown")
            paid = _paid(event, bets)
            stacks[event.seat] -= paid
            _add(actions, told, event, _money(paid, facts), all_in=paid > 0 and stacks[event.seat] == 0)
    return rounds


def _paid(event: Event, bets: list[int]) -> int:
    """Return the chips that an event takes from its seat."""
    if event.kind == "ante":
        return event.amount or 0
    if event.kind not in WAGERS or event.to is None or event.seat is None:
        return 0
    paid, bets[event.seat] = event.to - bets[event.seat], event.to
    return paid


def _add(actions: list[dict[str, object]], told: Source, event: Event, paid: float, *, all_in: bool) -> None:
    """Add an action; all cards that a player is dealt on a street are one."""
    seat = event.seat
    if event.kind == "deal":
        if event.card is None:
            return
        last = actions[-1] if actions else {}
        dealt = next((a for a in actions if a["player_id"] == seat and a["action"] == "Dealt Cards"), None)
        if dealt is not None and isinstance(dealt["cards"], list) and last["action"] == "Dealt Cards":
            dealt["cards"].append(str(event.card))
            return
        action: dict[str, object] = {"player_id": seat, "action": "Dealt Cards", "cards": [str(event.card)]}
    else:
        action = {"player_id": seat, "action": _ACTIONS[event.kind]}
        if event.kind == "complete" and not any(a["action"] == "Post Extra Blind" for a in actions):
            action["action"] = "Bet"
        if paid:
            action |= {"amount": paid, "is_allin": all_in}
        if event.kind == "show" and seat is not None:
            action["cards"] = list(map(str, told.cards(seat)))
    actions.append({"action_number": len(actions), **action})


def _pots(told: Source, facts: About) -> list[dict[str, object]]:
    """Return the pots with the rake of each and who won it."""
    net: dict[int, list[dict[str, object]]] = {}
    left: dict[int, int] = {}
    for (seat, pot, chips), award in zip(collected(told, facts), told.subject.awards, strict=True):
        net.setdefault(pot, []).append({"player_id": seat, "win_amount": _money(chips, facts)})
        left[pot] = left.get(pot, 0) + award.amount - chips
    return [
        {
            "number": pot,
            "amount": _money(sum(award.amount for award in told.subject.awards if award.pot == pot), facts),
            "rake": _money(left[pot], facts),
            "player_wins": wins,
        }
        for pot, wins in net.items()
    ]
