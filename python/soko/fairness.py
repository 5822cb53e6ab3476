"""Proofs that the cards of a hand were not changed: commitments to a deck, and digests of hands.

docs/fairness.md specifies both, so that they can be computed in any language.
"""

from __future__ import annotations

import json
from hashlib import sha256
from operator import index
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex, cast, final

from soko._checks import formatted
from soko._reading import message, read_fields, wrong
from soko._soko import Card, DeckError, HistoryError, SokoError, cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from soko._known import Cards

__all__ = ["CardProof", "Commitment", "commit", "digest_record"]

# The version of what is hashed and of the records; another one would hash something else.
VERSION: Final = 1
# Each hash begins with what it is of, so that none can stand for another.
_CARD_TAG: Final = b"soko card 1\0"
_DECK_TAG: Final = b"soko deck 1\0"
_HAND_TAG: Final = b"soko hand 1\0"
_BYTES: Final = 32
_DECK: Final = 52


class CardProof(NamedTuple):
    """The proof that a card was at a place of a deck before the hand: made by ``Commitment.open``.

    ``place`` counts from 0 in deal order, ``salt`` is the secret of the card, and ``hashes`` are those of all places of
    the deck, which reveal nothing about the other cards. Bytes are written in hexadecimal.

    >>> import soko
    >>> commitment = soko.commit("As Kd 7c")
    >>> proof = commitment.open(1)
    >>> proof.place, proof.card, proof.verify(commitment.root)
    (1, Card('Kd'), True)
    >>> proof._replace(card=soko.Card("Ks")).verify(commitment.root)
    False
    """

    place: int
    card: Card
    salt: str
    hashes: tuple[str, ...]

    def verify(self, root: str) -> bool:
        """Return whether the deck with this root has this card at this place.

        ``SokoError`` for a root that is not 64 hexadecimal digits.
        """
        asked = _read_hex("root", root)
        hashes = [_unhex(text) for text in self.hashes]
        salt = _unhex(self.salt)
        if not 0 <= self.place < len(hashes) <= _DECK or salt is None or None in hashes:
            return False
        known = cast("list[bytes]", hashes)
        return known[self.place] == _card_hash(self.place, self.card, salt) and _root(known) == asked

    def to_dict(self) -> dict[str, object]:
        """Return the proof as a dictionary, ready for JSON.

        >>> import soko
        >>> list(soko.commit("As Kd 7c").open(1).to_dict())
        ['version', 'place', 'card', 'salt', 'hashes']
        """
        return {
            "version": VERSION,
            "place": self.place,
            "card": str(self.card),
            "salt": self.salt,
            "hashes": list(self.hashes),
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, object], /) -> Self:
        """Return the proof of a dictionary that ``to_dict`` made; ``HistoryError`` names the field that is wrong."""
        what = "a proof"
        fields = read_fields(what, record, VERSION, ("place", "card", "salt", "hashes"))
        hashes = _texts(what, "hashes", fields["hashes"])
        place = fields["place"]
        if type(place) is not int or not 0 <= place < len(hashes):
            raise wrong(what, "place", f"{place!r}: 0 to {len(hashes) - 1} is allowed")
        (card,) = _read_cards(what, "card", [fields["card"]])
        (salt,) = _texts(what, "salt", [fields["salt"]])
        return cls(place, card, salt, tuple(hashes))

    def __format__(self, spec: str, /) -> str:
        """Return the text of the value, aligned as texts are."""
        return formatted(self, spec)


@final
class Commitment:
    """A deck that is fixed before the hand and kept secret: made by ``soko.commit`` (docs/fairness.md).

    ``root`` is published before the first card is dealt. It reveals nothing about the deck, and no other deck can be
    shown to have it. ``open`` makes the proof of one card and reveals nothing about the others. The object holds the
    cards and their salts, so it stays with the dealer, as the deck does. ``to_dict`` and pickles contain them too;
    ``repr`` does not.

    >>> import secrets, soko
    >>> deck = list(soko.cards(bytes(range(52))))
    >>> secrets.SystemRandom().shuffle(deck)
    >>> commitment = soko.commit(deck)
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], deck=commitment.deck)
    >>> proof = commitment.open(0)
    >>> proof.card == hand.hole_cards(0)[0], proof.verify(commitment.root)
    (True, True)
    """

    __slots__ = ("_deck", "_hashes", "_root", "_salts")

    def __init__(self, deck: Cards, salts: Iterable[bytes]) -> None:
        """Hash the cards; callers use ``commit``, which draws the salts."""
        self._deck = _read_deck(deck)
        self._salts = tuple(salts)
        triples = zip(range(len(self._deck)), self._deck, self._salts, strict=True)
        self._hashes = [_card_hash(place, card, salt) for place, card, salt in triples]
        self._root = _root(self._hashes)

    @property
    def root(self) -> str:
        """The root to publish before the hand: 64 hexadecimal digits."""
        return self._root.hex()

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in deal order, as ``Hand`` and ``Match.deal`` take them."""
        return self._deck

    def open(self, place: SupportsIndex) -> CardProof:
        """Return the proof of the card at a place of the deck, from 0 in deal order.

        Burnt cards have their places too. ``SokoError`` for a place that the deck does not have, ``TypeError`` for
        anything but a whole number.

        >>> import soko
        >>> soko.commit("As Kd 7c").open(2).card
        Card('7c')
        """
        if isinstance(place, bool) or not isinstance(place, SupportsIndex):
            msg = f"place {place!r}: a whole number is needed, not {type(place).__name__}"
            raise TypeError(msg)
        at = index(place)
        if not 0 <= at < len(self._deck):
            msg = f"place {at}: 0 to {len(self._deck) - 1} is allowed"
            raise SokoError(msg)
        return CardProof(at, self._deck[at], self._salts[at].hex(), tuple(text.hex() for text in self._hashes))

    def to_dict(self) -> dict[str, object]:
        """Return the deck and its salts as a dictionary, ready for JSON; it holds all secrets.

        Published after the hand, it opens every card and shows that no card was in the deck twice.

        >>> import soko
        >>> commitment = soko.commit("As Kd 7c")
        >>> soko.Commitment.from_dict(commitment.to_dict()) == commitment
        True
        """
        salts = [salt.hex() for salt in self._salts]
        return {"version": VERSION, "root": self.root, "deck": list(map(str, self._deck)), "salts": salts}

    @classmethod
    def from_dict(cls, record: Mapping[str, object], /) -> Commitment:
        """Return the commitment of a dictionary that ``to_dict`` made.

        ``HistoryError`` names the field that is wrong, such as a root that does not follow from the deck and its salts.
        """
        what = "a commitment"
        fields = read_fields(what, record, VERSION, ("root", "deck", "salts"))
        (root,) = _texts(what, "root", [fields["root"]])
        names = fields["deck"]
        if not isinstance(names, list | tuple):
            raise wrong(what, "deck", f"{names!r} is not a list")
        deck = _read_cards(what, "deck", cast("list[object]", names))
        salts = _texts(what, "salts", fields["salts"])
        if len(salts) != len(deck):
            raise wrong(what, "salts", f"{len(salts)} for {len(deck)} cards")
        try:
            found = cls(deck, map(bytes.fromhex, salts))
        except SokoError as error:
            raise wrong(what, "deck", error) from error
        if found.root != root:
            raise wrong(what, "root", f"{root} is stated, but {found.root} follows from the rest")
        return found

    def __eq__(self, other: object) -> bool:
        """Whether deck and salts are the same."""
        if not isinstance(other, Commitment):
            return NotImplemented
        return (self._deck, self._salts) == (other._deck, other._salts)

    def __hash__(self) -> int:
        """Hash what all may know."""
        return hash(self._root)

    def __reduce__(self) -> tuple[object, tuple[dict[str, object]]]:
        """Pickle the record."""
        return Commitment.from_dict, (self.to_dict(),)

    __format__ = formatted

    def __repr__(self) -> str:
        """Say what all may know."""
        return f"<Commitment to {len(self._deck)} cards, root {self.root}>"


def commit(deck: Cards) -> Commitment:
    """Return a commitment to a deck: its root is published before the hand, single cards are opened after it.

    ``deck`` has 1 to 52 cards in deal order. Each gets a salt of 32 bytes from ``secrets``, so that nobody can find a
    card by trying all of them, and two commitments to one deck have different roots (docs/fairness.md).

    ``CardError`` for a card that is given twice or cannot be read, ``DeckError`` for an empty deck.

    >>> import soko
    >>> commitment = soko.commit("As Kd 7c")
    >>> commitment.open(0).verify(commitment.root)
    True
    >>> soko.commit("As Kd 7c").root == commitment.root
    False
    """
    from secrets import token_bytes

    read = _read_deck(deck)
    return Commitment(read, [token_bytes(_BYTES) for _ in read])


def digest_record(record: Mapping[str, object]) -> str:
    """Return the digest of the record of a hand, ``Hand.to_dict()``: what ``Hand.digest()`` returns for that hand.

    It is the SHA-256, in hexadecimal, of how the hand began, its whole deck and all actions; the order of the keys and
    the version of the record make no difference (docs/fairness.md). The record is not played again, as
    ``Hand.from_dict`` does. ``HistoryError`` when a field is missing or cannot be written as JSON.

    >>> import soko
    >>> from soko.fairness import digest_record
    >>> hand = soko.Hand(soko.games.soko(), [100, 100], rng=7)
    >>> digest_record(hand.to_dict()) == hand.digest()
    True
    """
    return sha256(_HAND_TAG + _canonical(record)).hexdigest()


def _canonical(record: Mapping[str, object]) -> bytes:
    """Return what is hashed of a hand: what is of the game, with what follows from it left out."""
    what = "a hand"
    try:
        kept = {name: record[name] for name in ("rules", "dealer", "starting_stacks", "deal", "deck", "actions")}
    except KeyError as error:
        raise HistoryError(message(what, f"{error.args[0]} is missing")) from None
    except TypeError as error:
        raise HistoryError(message(what, f"a dictionary is needed, not {type(record).__name__}")) from error
    kept["deck"] = _card_list(kept["deck"])
    if isinstance(kept["actions"], list | tuple):
        kept["actions"] = [_one_form(action) for action in cast("list[object]", kept["actions"])]
    to_dict = getattr(kept["rules"], "to_dict", None)
    if to_dict is not None:
        kept["rules"] = to_dict()
    try:
        text = json.dumps(kept, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise HistoryError(message(what, f"cannot be written as JSON: {error}")) from error
    return text.encode("ascii")


def _one_form(action: object) -> object:
    """Return an action of a record with its cards as a list: a show has some."""
    if not isinstance(action, dict) or "cards" not in action:
        return action
    fields = cast("dict[str, object]", action)
    return {**fields, "cards": _card_list(fields["cards"])}


def _card_list(value: object) -> object:
    """Return cards of a record as a list: in version 1 they are one text."""
    return value.split() if isinstance(value, str) else value


def _card_hash(place: int, card: Card, salt: bytes) -> bytes:
    # All parts have a fixed length, so that no two cards are hashed alike.
    return sha256(_CARD_TAG + bytes([place]) + str(card).encode("ascii") + salt).digest()


def _root(hashes: list[bytes]) -> bytes:
    return sha256(_DECK_TAG + bytes([len(hashes)]) + b"".join(hashes)).digest()


def _read_deck(deck: Cards) -> tuple[Card, ...]:
    read = cards(deck)
    if not read:
        msg = f"an empty deck: 1 to {_DECK} are needed"
        raise DeckError(msg)
    return read


def _unhex(text: object) -> bytes | None:
    """Return the 32 bytes of 64 hexadecimal digits; nothing for anything else."""
    if not isinstance(text, str) or len(text) != 2 * _BYTES or not text.isascii() or not text.isalnum():
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _read_hex(name: str, text: object) -> bytes:
    read = _unhex(text)
    if read is None:
        msg = f"{name} {text!r}: {2 * _BYTES} hexadecimal digits are needed"
        raise SokoError(msg)
    return read


def _texts(what: str, field: str, values: object) -> list[str]:
    """Return texts of 64 hexadecimal digits, at most one for each card of a deck."""
    if not isinstance(values, list | tuple):
        raise wrong(what, field, f"{values!r} is not a list")
    items = cast("list[object]", values)
    if not 1 <= len(items) <= _DECK:
        raise wrong(what, field, f"{len(items)} of them: 1 to {_DECK} are allowed")
    for value in items:
        if _unhex(value) is None or value != cast("str", value).lower():
            raise wrong(what, field, f"{value!r}: {2 * _BYTES} hexadecimal digits are needed")
    return cast("list[str]", list(items))


def _read_cards(what: str, field: str, values: list[object]) -> list[Card]:
    """Return cards as records have them."""
    read = []
    for value in values:
        if not isinstance(value, str):
            raise wrong(what, field, f"{value!r}: a card is a text")
        try:
            card = Card(value)
        except SokoError as error:
            raise wrong(what, field, error) from error
        read.append(card)
    return read
