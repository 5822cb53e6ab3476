"""Commitments to a deck, and digests of hands: what they show, and what is noticed."""

import copy
import hashlib
import json
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hands_played import played
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA

import soko
from soko.fairness import CardProof, Commitment, digest_record

FULL = soko.cards(bytes(range(52)))
DECKS = st.permutations(FULL).flatmap(lambda deck: st.integers(1, 52).map(lambda n: tuple(deck[:n])))


def again(value: Any) -> Any:
    """Return what JSON makes of a record."""
    return json.loads(json.dumps(value))


@given(DECKS, st.data())
def test_each_card_opens_at_its_place_and_nowhere_else(deck: tuple[soko.Card, ...], data: st.DataObject) -> None:
    commitment = soko.commit(deck)
    assert commitment.deck == deck
    place = data.draw(st.integers(0, len(deck) - 1))
    proof = commitment.open(place)
    assert (proof.place, proof.card) == (place, deck[place])
    assert proof.verify(commitment.root)
    assert CardProof.from_dict(again(proof.to_dict())) == proof
    other = data.draw(st.sampled_from([card for card in FULL if card != proof.card]))
    assert not proof._replace(card=other).verify(commitment.root)
    for elsewhere in range(-1, 54):
        assert proof._replace(place=elsewhere).verify(commitment.root) == (elsewhere == place)
    assert not proof.verify(soko.commit(deck).root)


@given(DECKS, st.data())
def test_a_changed_proof_is_noticed(deck: tuple[soko.Card, ...], data: st.DataObject) -> None:
    commitment = soko.commit(deck)
    proof = commitment.open(data.draw(st.integers(0, len(deck) - 1)))

    def spoilt(text: str) -> str:
        at = data.draw(st.integers(0, 63))
        return text[:at] + data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != text[at]])) + text[at + 1 :]

    assert not proof._replace(salt=spoilt(proof.salt)).verify(commitment.root)
    assert not proof.verify(spoilt(commitment.root))
    place = data.draw(st.integers(0, len(deck) - 1))
    hashes = list(proof.hashes)
    hashes[place] = spoilt(hashes[place])
    assert not proof._replace(hashes=tuple(hashes)).verify(commitment.root)
    # Nor may a hash be added, taken away or move.
    assert not proof._replace(hashes=(*proof.hashes, proof.hashes[0])).verify(commitment.root)
    assert not proof._replace(hashes=proof.hashes[:-1]).verify(commitment.root)
    if len(deck) > 1:
        moved = (*proof.hashes[1:], proof.hashes[0])
        assert not proof._replace(hashes=moved).verify(commitment.root)
        assert not proof._replace(hashes=moved, place=(proof.place - 1) % len(deck)).verify(commitment.root)


@given(DECKS)
def test_the_hashes_are_those_of_the_page(deck: tuple[soko.Card, ...]) -> None:
    secret: Any = again(soko.commit(deck).to_dict())
    hashes = [
        hashlib.sha256(b"soko card 1\0" + bytes([place]) + card.encode() + bytes.fromhex(salt)).digest()
        for place, (card, salt) in enumerate(zip(secret["deck"], secret["salts"], strict=True))
    ]
    root = hashlib.sha256(b"soko deck 1\0" + bytes([len(deck)]) + b"".join(hashes)).hexdigest()
    assert secret["root"] == root


def test_a_commitment_with_known_salts_has_the_known_root() -> None:
    record = {"version": 1, "deck": ["As", "Kd", "7c"], "salts": ["00" * 32, "01" * 32, "ff" * 32]}
    root = "46febc5bda067b4ec356323b51b06fbd02ceb3220de1e618518fe353275359ba"
    commitment = Commitment.from_dict(record | {"root": root})
    assert commitment.root == root
    assert commitment.open(1).verify(root)
    assert commitment.open(1).verify(root.upper())


def test_salts_are_fresh_and_of_256_bits() -> None:
    salts = [soko.commit(FULL).open(place).salt for place in range(52) for _ in range(2)]
    assert len(set(salts)) == 104
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)
    assert len({soko.commit("As").root for _ in range(50)}) == 50


def test_a_commitment_tells_nobody_its_cards() -> None:
    commitment = soko.commit("As Kd 7c")
    assert repr(commitment) == f"<Commitment to 3 cards, root {commitment.root}>"
    # A proof has the salt of its own card alone.
    secret: Any = commitment.to_dict()
    text = json.dumps(commitment.open(0).to_dict())
    assert secret["salts"][0] in text
    assert secret["salts"][1] not in text
    assert "Kd" not in text


def test_commitments_are_values() -> None:
    commitment = soko.commit("As Kd 7c")
    copies = [
        copy.copy(commitment),
        copy.deepcopy(commitment),
        pickle.loads(pickle.dumps(commitment)),
        Commitment.from_dict(again(commitment.to_dict())),
    ]
    for other in copies:
        assert other == commitment
        assert hash(other) == hash(commitment)
        assert other.open(2) == commitment.open(2)
    assert soko.commit("As Kd 7c") != commitment
    assert commitment != commitment.root
    assert pickle.loads(pickle.dumps(commitment.open(1))) == commitment.open(1)


@pytest.mark.parametrize(
    ("deck", "error", "text"),
    [
        ("", soko.DeckError, "an empty deck: 1 to 52 are needed"),
        (["As", "Kd", "As"], soko.CardError, "card As is given twice"),
        ("As ?", soko.CardError, r"'\?'"),
        ([52], soko.CardError, "52"),
    ],
)
def test_what_is_no_deck_is_refused(deck: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        soko.commit(deck)


def test_places_are_those_of_the_deck() -> None:
    commitment = soko.commit("As Kd 7c")
    for place in (-1, 3, 2**70):
        with pytest.raises(soko.SokoError, match=f"^place {place}: 0 to 2 is allowed$"):
            commitment.open(place)
    for bad in (True, 1.0, "1", None):
        with pytest.raises(TypeError, match="a whole number is needed"):
            commitment.open(bad)  # type: ignore[arg-type]
    for root in ("", "00", "g" * 64, None, 5, b"0" * 64, "0" * 63 + " ", "\u0660" * 64):
        with pytest.raises(soko.SokoError, match=r"^root .*: 64 hexadecimal digits are needed$"):
            commitment.open(0).verify(root)  # type: ignore[arg-type]


HEX = "ab" * 32
PROOF_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"version": 2}, "version: 2 is not known, only 1"),
    ({"version": True}, "version: True is not known"),
    ({"place": 3}, "place: 3: 0 to 2 is allowed"),
    ({"place": -1}, "place: -1: 0 to 2"),
    ({"place": True}, "place: True"),
    ({"place": "1"}, "place: '1'"),
    ({"card": "Zz"}, "card: "),
    ({"card": 5}, "card: 5: a card is a text"),
    ({"salt": "ab"}, "salt: 'ab': 64 hexadecimal digits are needed"),
    ({"salt": HEX.upper()}, "salt: '.*': 64 hex"),
    ({"salt": None}, "salt: None: 64 hex"),
    ({"hashes": HEX}, "hashes: .* is not a list"),
    ({"hashes": []}, "hashes: 0 of them: 1 to 52 are allowed"),
    ({"hashes": [HEX] * 53}, "hashes: 53 of them"),
    ({"hashes": [HEX, 4]}, "hashes: 4: 64 hex"),
    ({"colour": "red"}, "'colour' is not a field of it"),
]
COMMITMENT_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"version": None}, "version: None is not known"),
    ({"root": HEX}, f"root: {HEX} is stated, but .* follows from the rest"),
    ({"root": "x"}, "root: 'x': 64 hexadecimal digits are needed"),
    ({"deck": ["As", "Kd"]}, "salts: 3 for 2 cards"),
    ({"deck": []}, "salts: 3 for 0 cards"),
    ({"deck": "As Kd 7c"}, "deck: 'As Kd 7c' is not a list"),
    ({"deck": ["As", "Kd", "Kd"]}, "deck: card Kd is given twice"),
    ({"deck": ["As", "Kd", "7d"]}, "root: "),
    ({"deck": ["As", "7c", "Kd"]}, "root: "),
    ({"deck": ["As", "Kd", "?"]}, "deck: "),
    ({"salts": [HEX, HEX]}, "salts: 2 for 3 cards"),
    ({"salts": [HEX, HEX, HEX]}, "root: "),
    ({"salts": [HEX, HEX, "z" * 64]}, "salts: 'z+': 64 hex"),
    ({"colour": "red"}, "'colour' is not a field of it"),
]


@pytest.mark.parametrize(("changes", "text"), PROOF_FAULTS)
def test_damaged_proofs_are_refused_by_name(changes: dict[str, Any], text: str) -> None:
    record = again(soko.commit("As Kd 7c").open(1).to_dict())
    with pytest.raises(soko.HistoryError, match=f"^record of a proof: {text}"):
        CardProof.from_dict(record | changes)


@pytest.mark.parametrize(("changes", "text"), COMMITMENT_FAULTS)
def test_damaged_commitments_are_refused_by_name(changes: dict[str, Any], text: str) -> None:
    record = again(soko.commit("As Kd 7c").to_dict())
    with pytest.raises(soko.HistoryError, match=f"^record of a commitment: {text}"):
        Commitment.from_dict(record | changes)


@pytest.mark.parametrize("kind", [CardProof, Commitment])
def test_every_field_is_needed(kind: Any) -> None:
    commitment = soko.commit("As Kd 7c")
    record: Any = (commitment if kind is Commitment else commitment.open(1)).to_dict()
    for name in record:
        with pytest.raises(soko.HistoryError, match=f": {name} is missing$"):
            kind.from_dict({key: value for key, value in record.items() if key != name})
    for junk in (None, 3, "{}", [1], [("a", 1, 2)]):
        with pytest.raises(soko.HistoryError, match="a dictionary is needed"):
            kind.from_dict(junk)


def plain_digest(record: dict[str, Any]) -> str:
    """Compute a digest from the stored record as the page says, with nothing of soko."""
    kept = {name: record[name] for name in ("rules", "dealer", "starting_stacks", "deal", "deck", "actions")}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(b"soko hand 1\0" + text.encode()).hexdigest()


@pytest.mark.parametrize("seed", range(30))
def test_a_digest_is_that_of_the_page_at_every_step(seed: int) -> None:
    found = []
    for hand in played(seed):
        record = again(hand.to_dict())
        found.append(hand.digest())
        assert found[-1] == plain_digest(record) == digest_record(record)
        assert hand.clone().digest() == soko.Hand.from_dict(record).digest() == found[-1]
        assert pickle.loads(pickle.dumps(hand)).digest() == found[-1]
        # Whatever the order of the keys, and whatever stands in fields that follow from the rest.
        turned = dict(reversed(record.items())) | {"rules": dict(reversed(record["rules"].items()))}
        turned["actions"] = [dict(reversed(action.items())) for action in record["actions"]]
        turned |= {"street": None, "actor": None, "stacks": None, "bets": None, "pots": None}
        assert digest_record(turned) == found[-1]
    assert len(set(found)) == len(found)


def test_a_digest_is_the_same_in_every_process() -> None:
    hand = soko.Hand(soko.games.soko().replace(name="Soko ♠"), [100, 100], rng=7)
    code = r"import soko; print(soko.Hand(soko.games.soko().replace(name='Soko \u2660'), [100, 100], rng=7).digest())"
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    assert printed == hand.digest() == plain_digest(hand.to_dict())


def test_records_of_both_versions_have_the_same_digest() -> None:
    written: list[dict[str, Any]] = json.loads((DATA / "records_v1.json").read_text(encoding="utf-8"))
    for old in (entry["hand"] for entry in written):
        new = soko.Hand.from_dict(old).to_dict()
        assert (old["version"], new["version"]) == (1, 2)
        assert isinstance(old["deck"], str)
        # A later version may have written more fields of rules.
        assert digest_record(old) == plain_digest(new | {"rules": old["rules"]})


def test_a_hand_that_is_shown_has_another_digest_in_either_version() -> None:
    match = soko.Match(soko.games.seven_card_stud(), [100, 100], rng=7)
    hand = match.deal()
    hand.bring_in()
    hand.fold()
    shown = hand.clone()
    shown.show(shown.payoffs.index(max(shown.payoffs)))
    record: Any = again(shown.to_dict())
    cards = record["actions"][-1]["cards"]
    assert record["actions"][-1]["kind"] == "show"
    assert len(cards) == 2
    assert record | {"actions": record["actions"][:-1]} == again(hand.to_dict())
    assert shown.digest() == plain_digest(record) != hand.digest()
    assert soko.Hand.from_dict(record).digest() == shown.digest()
    old = copy.deepcopy(record) | {"version": 1, "deck": " ".join(record["deck"])}
    old["actions"][-1]["cards"] = " ".join(cards)
    assert soko.Hand.from_dict(old) == shown
    assert digest_record(old) == shown.digest()
    # It was played with the cards that the match has dealt.
    assert match.settle(shown, same_cards=True) == shown.payoffs


def test_swapped_cards_that_were_not_dealt_change_the_digest_alone() -> None:
    deck = list(FULL)
    random.Random(7).shuffle(deck)
    hand = soko.Hand(soko.games.soko(), [100, 100, 100], deck=deck)
    hand.complete()
    kept = hand.digest()
    swapped = [*deck]
    swapped[20], swapped[40] = swapped[40], swapped[20]
    other: Any = soko.Hand(hand.rules, [100, 100, 100], deck=swapped)
    other.complete()
    assert [other.view(seat) for seat in (None, 0, 1, 2)] == [hand.view(seat) for seat in (None, 0, 1, 2)]
    assert other.digest() != kept
    # The same in the database.
    record: Any = again(hand.to_dict())
    assert soko.Hand.from_dict(record | {"deck": other.to_dict()["deck"]}).digest() == other.digest()


@given(st.data())
def test_every_change_of_a_record_changes_the_digest(data: st.DataObject) -> None:
    hand = soko.Hand(soko.games.soko(), [100, 100, 100], rng=data.draw(st.integers(0, 50)))
    while not hand.is_over and data.draw(st.booleans()):
        hand.act(*soko.match.check_or_call(hand.view(hand.actor)))
    record: Any = again(hand.to_dict())
    changed = copy.deepcopy(record)
    place = data.draw(st.sampled_from(["dealer", "starting_stacks", "deck", "actions", "rules", "deal"]))
    match place:
        case "dealer":
            changed["dealer"] = (record["dealer"] + 1) % 3
        case "starting_stacks":
            changed["starting_stacks"][data.draw(st.integers(0, 2))] += 1
        case "deck":
            cards = [*record["deck"]]
            a, b = data.draw(st.permutations(range(len(cards))))[:2]
            cards[a], cards[b] = cards[b], cards[a]
            changed["deck"] = cards
        case "actions":
            changed["actions"].append({"kind": "fold", "seat": 0})
        case "rules":
            changed["rules"]["cap"] += 1
        case _:
            changed["deal"] = "manual"
    assert digest_record(changed) != digest_record(record) == hand.digest()


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (None, "a dictionary is needed, not NoneType"),
        ([], "a dictionary is needed, not list"),
        ({}, "rules is missing"),
        ({"rules": float("nan")}, "cannot be written as JSON"),
        ({"rules": {1: 2, "a": 3}}, "cannot be written as JSON"),
        ({"rules": object()}, "cannot be written as JSON"),
    ],
)
def test_what_is_no_record_has_no_digest(record: Any, text: str) -> None:
    if record:
        record = soko.Hand(soko.games.soko(), [100, 100], rng=7).to_dict() | record
    with pytest.raises(soko.HistoryError, match=f"^record of a hand: {text}"):
        digest_record(record)


def test_a_committed_deck_is_played_and_opened() -> None:
    deck = list(FULL)
    random.Random(3).shuffle(deck)
    commitment = soko.commit(deck)
    hand = soko.Hand(soko.games.canadian_stud(burn=True), [100, 100, 100], deck=commitment.deck)
    while hand.actor is not None:
        hand.act(*soko.match.check_or_call(hand.view(hand.actor)))
    # A player counts the cards in the events of the own view: also those that it has not seen have their places.
    dealt = [event for event in hand.view(1).events if event.kind in {"deal", "community", "burn"}]
    assert len(dealt) > 15
    seen = 0
    for place, event in enumerate(dealt):
        proof = commitment.open(place)
        assert proof.verify(commitment.root)
        assert event.card in {None, proof.card}
        seen += event.card is not None
    assert 10 < seen < len(dealt)
