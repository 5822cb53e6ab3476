"""A home game night, and what a house rule changes.

The table argues about Follow the Bitch: does a queen that ends a round point at the first up card of the next one
(`carry_over`)? And are queens wild themselves? The same night, the same cards and the same players, three times.
"""

from __future__ import annotations

import numpy as np

import soko

PLAYERS, HANDS, SEED = 5, 400, 7
HOUSE_RULES = {
    "as written": soko.games.follow_the_bitch(),
    "carry over": soko.games.follow_the_bitch(carry_over=True),
    "queens wild": soko.games.follow_the_bitch(queens_wild=True),
}


def careful(view: soko.View, rng: np.random.Generator) -> tuple[str, int | None]:
    """Stay with a pair, an ace or a wild card; bet a pair now and then; fold the rest when it costs something."""
    kinds = [action.kind for action in view.legal_actions()]
    own = [card for card in (*view.hole_cards(view.seat or 0), *view.up_cards(view.seat or 0)) if card is not None]
    ranks = [card.rank for card in own]
    good = len(set(ranks)) < len(ranks) or "A" in ranks or any(rank in (view.wild_ranks or "") for rank in ranks)
    if good and "bet" in kinds and rng.random() < 0.5:
        return "bet", None
    wanted = ("check", "call") if good else ("check", "fold")
    return next(kind for kind in wanted if kind in kinds), None


def night(rules: soko.Rules) -> tuple[int, float, int]:
    """Play the night: hands with a wild rank, the mean pot, and the chips that changed hands by the end."""
    match = soko.Match(rules, [100_000] * PLAYERS, rng=SEED)
    chance = np.random.default_rng(SEED)
    wild = chips = 0
    for hand in match:
        while hand.actor is not None:
            view = hand.view(hand.actor)
            hand.act(*careful(view, chance))
        wild += hand.wild_ranks is not None
        chips += sum(hand.contributions)
        if match.hands == HANDS:
            break
    match.settle()
    return wild, chips / HANDS, sum(abs(stack - 100_000) for stack in match.stacks) // 2


def main() -> None:
    """Print what each rule makes of the night."""
    print(f"{HANDS} hands of {PLAYERS} players")
    print(f"{'':12}{'wild':>6}{'mean pot':>10}{'won':>8}")
    for name, rules in HOUSE_RULES.items():
        wild, pot, won = night(rules)
        print(f"{name:12}{wild / HANDS:6.0%}{pot:10.1f}{won:8,}")
    print(soko.games.describe_diff(*list(HOUSE_RULES.values())[:2]))


if __name__ == "__main__":
    main()
