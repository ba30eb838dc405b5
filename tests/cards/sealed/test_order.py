"""The order of packs that the tool turns: each has the same chance, and whoever has the key can repeat it."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from itertools import pairwise, permutations, product

import pytest

from deduce.cards.sealed import order
from deduce.cards.sealed.order import order_of, seal_of

KEY = "5e" * 32
FIRST = (10, 10, 13, 13, 4, 8, 6, 12, 5, 2, 8, 7)
"""The first cards of the left pack by this key."""
SEAL = "3686cd9b8b9e97748a5a228f6c5f5071daf4ec8e3264ce8e5c915d074a7c46aa"
WHOLE = (4,) * 13
FEW = (1, 1, 1, 1, *[0] * 9)
"""Four cards, all of them different: 24 orders."""


def keys(count: int) -> list[str]:
    """Keys that are the same in each run."""
    draw = random.Random("keys")
    return [f"{draw.getrandbits(256):064x}" for _ in range(count)]


def chi_square(counts: list[int]) -> float:
    """How far counts are from being alike."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def by_the_docs(key: str, side: int, shuffles: int, cards: list[int]) -> list[int]:
    """The same order, as docs/cards.md tells it to whoever wants to check."""
    cards = sorted(cards)
    for place in range(len(cards)):
        left, attempt = len(cards) - place, 0
        while True:
            text = f"deduce.cards.packs/1 pack {side} shuffle {shuffles} card {place} try {attempt}"
            number = int(hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()[:16], 16)
            if number < 2**64 // left * left:
                break
            attempt += 1
        other = place + number % left
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def test_all_cards_are_there_once() -> None:
    """Whatever the pack."""
    for deck in (WHOLE, FEW, (0, 4, 3, 2, *[8] * 9), (0,) * 13):
        found = order_of(KEY, 1, 2, deck)
        assert tuple(Counter(found)[rank] for rank in range(1, 14)) == deck


def test_the_order_is_the_same_for_ever() -> None:
    """Another way to draw would leave packs that nobody could check: then it needs another format."""
    assert order_of(KEY, 0, 0, WHOLE)[:12] == FIRST
    assert seal_of(KEY, (WHOLE, WHOLE)) == SEAL


@pytest.mark.parametrize("deck", [WHOLE, FEW, (2,) * 13])
def test_anybody_can_repeat_it(deck: tuple[int, ...]) -> None:
    """By a few lines that share no code."""
    cards = [rank for rank in range(1, 14) for _ in range(deck[rank - 1])]
    for key, side, shuffles in product(keys(5), (0, 1), (0, 1, 7)):
        assert [*order_of(key, side, shuffles, deck)] == by_the_docs(key, side, shuffles, cards)


def test_packs_and_shuffles_have_orders_of_their_own() -> None:
    found = {
        order_of(key, side, shuffles, WHOLE) for key, side, shuffles in product(keys(2), (0, 1), range(9))
    }
    assert len(found) == 36


# --- Every order has the same chance -----------------------------------------------------------------


def test_each_way_to_draw_gives_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four draws below 4, 3, 2 and 1: 24 ways, and each of the 24 orders comes from exactly one."""
    found = set()
    for ways in product(range(4), range(3), range(2), range(1)):
        draws = iter(ways)
        monkeypatch.setattr(order, "_below", lambda limit, *_, draws=draws: next(draws) % limit)
        found.add(order_of(KEY, 0, 0, FEW))
    assert found == {*permutations((1, 2, 3, 4))}


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 13, 51, 52, 100, 128, 255])
def test_no_number_is_drawn_more_often(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With numbers of one byte instead of eight all of them can be tried: each comes equally often."""
    monkeypatch.setattr(order, "BYTES", 1)
    monkeypatch.setattr(order, "ALL", 256)
    counts: Counter[int] = Counter()
    for first in range(256):
        tries: list[int] = []

        def digest(
            _key: bytes, _message: bytes, _name: str, first: int = first, tries: list[int] = tries
        ) -> bytes:
            tries.append(first if not tries else 0)
            return bytes([tries[-1]]) + bytes(31)

        monkeypatch.setattr(order.hmac, "digest", digest)
        drawn = order._below(limit, KEY, "test")
        if len(tries) == 1:
            counts[drawn] += 1
        else:
            assert first >= 256 - 256 % limit
    assert [counts[number] for number in range(limit)] == [256 // limit] * limit


def test_a_number_that_is_not_fair_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By another message, so that it does not come for ever."""
    messages = []

    def digest(_key: bytes, message: bytes, _name: str) -> bytes:
        messages.append(message)
        return (b"\xff" * 8 if len(messages) < 3 else b"\0" * 7 + b"\5") + bytes(24)

    monkeypatch.setattr(order.hmac, "digest", digest)
    assert order._below(3, KEY, "test") == 2
    assert messages == [f"deduce.cards.packs/1 test try {number}".encode() for number in range(3)]


def test_orders_come_equally_often() -> None:
    """24 orders of four cards from 12,000 keys; chi-square, 23 degrees: above 49.7 once in 1,000."""
    counts = Counter(order_of(key, 0, 0, FEW) for key in keys(12_000))
    assert len(counts) == 24
    assert chi_square([*counts.values()]) < 49.7


@pytest.mark.parametrize("place", [0, 1, 25, 51])
def test_ranks_come_equally_often(place: int) -> None:
    """At the first, the second, a middle and the last place; 12 degrees: above 32.9 once in 1,000."""
    counts = Counter(order_of(key, 1, 3, WHOLE)[place] for key in keys(1_500))
    assert len(counts) == 13
    assert chi_square([*counts.values()]) < 32.9


def test_neighbours_tell_nothing_of_each_other() -> None:
    """A pair of cards that follow each other has one rank with 3/51, as in any shuffled pack."""
    found = [order_of(key, 0, 1, WHOLE) for key in keys(400)]
    pairs = sum(one == other for cards in found for one, other in pairwise(cards))
    expected = 400 * 51 * 3 / 51
    assert abs(pairs - expected) < 4 * (expected * 48 / 51) ** 0.5


# --- The seal ----------------------------------------------------------------------------------------


def test_the_seal_binds_key_and_packs() -> None:
    """Another key, or another pack on either side, is another seal; the key is not in it."""
    less = (*WHOLE[:-1], 3)
    found = [
        seal_of(key, decks)
        for key in keys(3)
        for decks in ((WHOLE, WHOLE), (WHOLE, less), (less, WHOLE), (less, less))
    ]
    assert len({*found}) == 12
    assert not any(key in found for key in keys(3))
