"""A table as a site runs it: own shuffler, views sent as JSON, time-outs, a database, rebuys, rake and an audit trail.

Six bots play 200 hands of Canadian stud by house rules. They see what a browser would be sent and nothing else. Every
act is stored, and now and then the server is "restarted": the table goes on from the database. Decks come from the
chance of the system, since whoever knows the seed of a random generator knows all cards; each is committed to before
its hand, and each hand has a digest.
"""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
from contextlib import closing

import soko

HOUSE = soko.games.canadian_stud(ante=1, min_bet=2, max_bet=10, burn=True, low_chicago=True, odd_chip="suit")
SEATS, BUY_IN, HANDS, SEED = 6, 100, 200, 7
RAKE_PERCENT, RAKE_MOST = 5, 3


class Room:
    """One table and its database."""

    def __init__(self, database: sqlite3.Connection, shuffler: random.Random) -> None:
        """Open the table with everybody bought in."""
        self.match = soko.Match(HOUSE, [BUY_IN] * SEATS, dealer_moves=True)
        self.paid_in, self.rake, self.database, self.shuffler = BUY_IN * SEATS, 0, database, shuffler
        # The root of each deck, sent to everybody before its hand; the digest of each hand, kept by an auditor.
        self.roots: list[str] = []
        self.digests: list[str] = []
        database.execute("CREATE TABLE hands (number INTEGER PRIMARY KEY, document TEXT, secret TEXT)")
        database.execute("CREATE TABLE tables (number INTEGER PRIMARY KEY, document TEXT)")

    @property
    def hand(self) -> soko.Hand:
        """The hand under way."""
        if self.match.hand is None:
            raise LookupError
        return self.match.hand

    def deal(self) -> None:
        """Begin a hand with the room's own shuffle, to which it is bound from now on."""
        deck = list(range(52))
        self.shuffler.shuffle(deck)
        self.commitment = soko.commit(deck)
        self.roots.append(self.commitment.root)
        self.match.deal(deck=self.commitment.deck)
        self.store()

    def store(self) -> None:
        """Write the table down as it stands, and the hand with what is the room's own beside the record."""
        document = json.dumps({"seats": self.match.seats, "hand": self.hand.to_dict()})
        secret = json.dumps(self.commitment.to_dict())
        self.database.execute("REPLACE INTO hands VALUES (?, ?, ?)", (self.match.hands, document, secret))
        self.database.execute("REPLACE INTO tables VALUES (1, ?)", (json.dumps(self.match.to_dict()),))

    def restart(self) -> None:
        """Go on from what the database has."""
        (document,) = self.database.execute("SELECT document FROM tables").fetchone()
        self.match = soko.Match.from_dict(json.loads(document))

    def message(self, seat: int, sent: int) -> str:
        """Return what a seat's browser is sent: what happened after the first ``sent`` events, and the buttons."""
        view = self.hand.view(seat)
        news = [event.to_dict() for event in view.events[sent:]]
        buttons = [action.to_dict() for action in view.legal_actions()]
        return json.dumps({"news": news, "buttons": buttons, "pot": view.pot, "to_call": view.to_call})

    def act(self, kind: str, amount: int | None) -> None:
        """Do what a button says; ``IllegalAction`` changes nothing."""
        self.hand.act(kind, amount)
        self.store()

    def time_out(self) -> None:
        """Do what an absent player does."""
        action = self.hand.default_action()
        if action is not None:
            self.hand.act(action)
        self.store()

    def settle(self) -> None:
        """Pay the winners, take the rake from them, and keep the hand's digest."""
        self.match.settle()
        for seat, chips in zip(self.match.seats, soko.rake(self.hand, RAKE_PERCENT, RAKE_MOST), strict=True):
            if chips:
                self.match.take_chips(seat, chips)
                self.rake += chips
        self.digests.append(self.hand.digest())

    def audit(self) -> int:
        """Play every stored hand again, and hold it against roots and digests; return how many there are."""
        stored = self.database.execute("SELECT document, secret FROM hands ORDER BY number").fetchall()
        for (document, secret), root, digest in zip(stored, self.roots, self.digests, strict=True):
            hand = soko.Hand.from_dict(json.loads(document)["hand"])
            commitment = soko.Commitment.from_dict(json.loads(secret))
            first = next(event.card for event in hand.events if event.kind == "deal")
            proof = commitment.open(0)
            if (hand.digest(), commitment.root, proof.card) != (digest, root, first) or not proof.verify(root):
                raise AssertionError
        return len(stored)

    def between_hands(self, chance: random.Random) -> None:
        """Let the broke buy in again, and players leave the table for a while or come back to it."""
        for seat, stack in enumerate(self.match.stacks):
            if stack == 0:
                self.match.add_chips(seat, BUY_IN)
                self.paid_in += BUY_IN
            if seat in self.match.sitting_out:
                self.match.sit_in(seat)
            elif chance.random() < 0.02:
                self.match.sit_out(seat)


def main(shuffler: random.Random | None = None) -> None:
    """Play the evening, and check the books; a shuffler with a seed is for tests."""
    chance, acts, restarts, late = random.Random(SEED), 0, 0, 0
    with closing(sqlite3.connect(":memory:")) as database:
        room = Room(database, shuffler or secrets.SystemRandom())
        for _ in range(HANDS):
            room.between_hands(chance)
            room.deal()
            while (seat := room.hand.actor) is not None:
                buttons = json.loads(room.message(seat, 0))["buttons"]
                if chance.random() < 0.02:
                    room.time_out()
                    late += 1
                else:
                    # Who folds less often than that sees more.
                    button = chance.choice(buttons[1:] if len(buttons) > 1 and chance.random() < 0.8 else buttons)
                    room.act(button["kind"], button["low"])
                acts += 1
                if chance.random() < 0.05:
                    room.restart()
                    restarts += 1
            room.settle()
        audited = room.audit()
    on_table = room.match.total
    print(f"{HANDS} hands, {acts:,} acts, {late} time-outs, {restarts} restarts; {audited} hands played again")
    fits = room.paid_in == on_table + room.rake
    print(f"paid in {room.paid_in:,} = on the table {on_table:,} + rake {room.rake:,}: {fits}")


if __name__ == "__main__":
    main()
