"""What happens in a hand, as plain tuples: the list on which two engines are compared.

Seats, cards and ranks are numbers. Antes, uncalled bets and awards are chips that move; ``to`` is a seat's whole bet on
this street.

- ``("ante", seat, amount)``: clockwise from the dealer box; none when the game has no ante.
- ``("street", index, name)``: a street begins, before its burn card and its first card; players name it by the number
  of cards that each of them then holds.
- ``("burn", card)``: the card burnt, ``None`` when the caller deals.
- ``("deal", seat, "down" or "up", card)``: one card to a seat, ``None`` for one that nobody knows.
- ``("reveal", seat, cards)``: unknown cards are filled in; the face-down cards of the seat, in the order dealt.
- ``("community", card)``: the face-up card that stands for a whole street (rules.md 4.3).
- ``("wild", rank)``: right after the card that changes the followed rank, ``None`` when there is none now (rules.md 8).
- ``("fold", seat)``, ``("check", seat)``
- ``("call", seat, to)``, ``("bring-in", seat, to)``, ``("complete", seat, to)``, ``("bet", seat, to)``,
  ``("raise", seat, to)``
- ``("uncalled", seat, amount)``: when a betting round is over, what nobody matched goes back (rules.md 7.2).
- ``("show", seat, cards)``: the face-down cards of a seat, in the order dealt.
- ``("muck", seat)``: a live hand is not shown, since it wins nothing.
- ``("award", seat, pot, share, amount)``: pot by pot, share ``"high"`` first, then ``"low"``; no award of nothing.
- ``("end",)``: the hand is over.
"""

Event = tuple[object, ...]
