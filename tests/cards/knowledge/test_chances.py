"""The next cards, against every order of small packs, and against the worked examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.small_packs import deck_of, ledger_of, small
from deduce.cards.engine.combat import exchange
from deduce.cards.engine.deeds import after
from deduce.cards.engine.entries import Bare, Fight, Shuffle
from deduce.cards.engine.fights import meeting_in, possible_exchanges
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Cover
from deduce.cards.knowledge.chances import card_weights, mixture, next_cards
from deduce.cards.knowledge.seen import known_of
from deduce.cards.knowledge.sheet import PackSheet
from deduce.cards.knowledge.ways import next_ways
from deduce.cards.ranks import ANY, COURT, RANKS, Seen
from deduce.errors import OutOfReachError

# --- Worked examples (15.8) --------------------------------------------------------------------------


def test_cc_deck_1_a_missed_court_card_of_a_fresh_pack() -> None:
    chances = next_cards(ledger_of(["cards c ?"])).chances(0)
    assert chances == {rank: Fraction(11, 153) if rank in COURT else Fraction(4, 51) for rank in RANKS}


def test_cc_deck_1_a_missed_court_card_after_two_kings() -> None:
    chances = next_cards(ledger_of(["cards k ?", "cards k ?", "cards c ?"])).chances(0)
    court = {11: Fraction(18, 245), 12: Fraction(18, 245), 13: Fraction(9, 245)}
    assert chances == {rank: court.get(rank, Fraction(4, 49)) for rank in RANKS}


@pytest.mark.parametrize(
    ("said", "odds"),
    [
        ("won", (Fraction(3547, 7803), Fraction(200, 2601), Fraction(3656, 7803))),
        ("tied", (Fraction(400, 867), Fraction(67, 867), Fraction(400, 867))),
    ],
)
def test_cc_deck_1_only_the_result_was_seen(said: str, odds: tuple[Fraction, ...]) -> None:
    found = next_cards(ledger_of([f"a n {said}"]))
    weights: Counter[int] = Counter()
    for a, row in enumerate(found.weights):
        for b, weight in enumerate(row):
            weights[(a > b) - (a < b)] += weight
    assert tuple(Fraction(weights[sign], found.total) for sign in (1, 0, -1)) == odds


def test_cc_deck_2_a_card_that_was_missed_altogether_changes_nothing() -> None:
    before = next_cards(ledger_of(["cards 9 k", "cards c 4"]))
    after_it = next_cards(ledger_of(["cards 9 k", "cards c 4", "cards ? ?", "cards ? ?"]))
    assert [before.chances(side) for side in range(2)] == [after_it.chances(side) for side in range(2)]


def test_cc_deck_1_suits_never_matter_and_everything_seen_is_a_division() -> None:
    """CC-DECK-3: a pack is thirteen counts."""
    ledger = ledger_of(["cards 9 k", "cards 9 4"])
    assert known_of(ledger).is_plain
    assert next_cards(ledger).chances(0)[9] == Fraction(2, 50)
    assert next_cards(ledger).of(1)[12] * 50 == next_cards(ledger).total * 3


def test_cc_deck_2_an_empty_pack_is_shuffled_before_the_next_card() -> None:
    ledger = small([1, 2], [3, 4])
    for cards in ((1, 3), (2, 4)):
        ledger = after(ledger, Bare((frozenset({cards[0]}), frozenset({cards[1]})))).ledger
    assert next_cards(ledger).chances(0) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_cc_deck_2_no_card_comes_where_empty_packs_are_not_shuffled() -> None:
    ledger = small([1], [3], house="DEC-2=never")
    ledger = after(ledger, Bare((frozenset({1}), frozenset({3})))).ledger
    assert next_cards(ledger).total == 0


def test_dec_3_only_the_last_card_can_be_looked_at() -> None:
    """DEC-3: where only the last discard is visible, all others may be anything."""
    lines = ["cards k 4", "cards k 5", "cards c 6", "cards 9 7"]
    last = next_cards(ledger_of(lines, house="DEC-3=last")).chances(0)
    assert last == {rank: Fraction(3 if rank == 9 else 4, 51) for rank in RANKS}


@pytest.mark.parametrize("house", ["", "DEC-3=last"])
def test_cc_deck_2_a_mixture_knows_how_many_cards_are_left(house: str) -> None:
    """Cards of which nothing is known stay among those that may come, and are counted."""
    ledger = ledger_of(["cards k 4", "cards ? 5", "cards c 6"], house=house)
    mixed = mixture(ledger)
    for _, first, second in mixed.cases:
        assert (sum(first) - mixed.missed[0], sum(second) - mixed.missed[1]) == (49, 49)
    assert mixed.missed == ((2, 2) if house else (1, 0))


def test_too_many_combats_that_nobody_saw_are_named() -> None:
    with pytest.raises(OutOfReachError, match="the cards of 7 combats were not seen"):
        next_cards(ledger_of(["a n won"] * 7))


def test_too_many_odd_things_that_are_known_are_refused() -> None:
    hints = [frozenset({rank, 1}) for rank in range(2, 13) for _ in range(3)]
    with pytest.raises(OutOfReachError, match="too much is half known of the cards"):
        next_ways((4,) * 13, tuple(hints))


# --- Every order of small packs ----------------------------------------------------------------------


@dataclass(frozen=True)
class Combat:
    """What really happens in a combat, and how much of it is seen."""

    hints: tuple[Seen, Seen]
    starter: str
    target: str
    cover: Cover
    tells_result: bool
    tells_confused: bool
    shuffled: int | None


def hints_around(draw: st.DrawFn, card: int) -> Seen:
    kind = draw(st.sampled_from(["seen", "missed", "court", "low", "high"]))
    if kind == "seen":
        return frozenset({card})
    if kind == "court" and card in COURT:
        return COURT
    if kind == "low":
        return frozenset(range(1, draw(st.integers(card, 13)) + 1))
    if kind == "high":
        return frozenset(range(draw(st.integers(1, card)), 14))
    return ANY


@st.composite
def stories(draw: st.DrawFn) -> tuple[list[int], list[int], list[Combat]]:
    """Two small packs in the order in which they lie, and what is seen of the combats."""
    values = st.sampled_from([1, 2, 4, 5, 9, 11, 12, 13])
    size = draw(st.integers(2, 5))
    packs = [draw(st.lists(values, min_size=size, max_size=size)) for _ in range(2)]
    combats = []
    for place in range(draw(st.integers(0, min(size, 3)))):
        starts = draw(st.integers(0, 1))
        cards = (packs[starts][place], packs[1 - starts][place])
        sides = (["a", "g"], ["n", "r"])
        shuffled = draw(st.sampled_from([None, None, None, 0, 1])) if place == 1 else None
        combats.append(
            Combat(
                (hints_around(draw, cards[0]), hints_around(draw, cards[1])),
                draw(st.sampled_from(sides[starts])),
                draw(st.sampled_from(sides[1 - starts])),
                draw(st.sampled_from([Cover.OPEN, Cover.WALL])),
                draw(st.booleans()),
                draw(st.booleans()),
                None if size < 4 else shuffled,
            )
        )
    return packs[0], packs[1], combats


def played(
    left: Sequence[int], right: Sequence[int], combats: Sequence[Combat]
) -> tuple[Ledger, list[frozenset[tuple[int, int]]]]:
    """The ledger after all combats, and for each the pairs of cards (left, right) that fit what was seen."""
    ledger = small(left, right)
    allowed = []
    for place, combat in enumerate(combats):
        side = ledger.units[combat.starter].side
        cards = (left[place], right[place]) if side == 0 else (right[place], left[place])
        entry = Fight(combat.starter, combat.target, combat.hints, cover=combat.cover)
        meeting = meeting_in(ledger, entry)
        truth = exchange(meeting, *cards, ledger.edition)
        told = truth.result if combat.tells_result else None
        count = max(truth.starter.confused, truth.target.confused) if combat.tells_confused and told else None
        entry = Fight(
            combat.starter, combat.target, combat.hints, cover=combat.cover, result=told, confused=count
        )
        fitting = possible_exchanges(meeting, combat.hints, ledger.edition, told, count)
        allowed.append(frozenset(pair if side == 0 else pair[::-1] for pair in fitting))
        ledger = after(ledger, entry).ledger
        if combat.shuffled is not None:
            ledger = after(ledger, Shuffle(combat.shuffled)).ledger
    return ledger, allowed


def drawn(pack: Sequence[int], side: int, combats: Sequence[Combat]) -> Counter[tuple[int, ...]]:
    """The cards of a side as they come, shuffled anew where somebody did or none was left."""
    total = len(combats)
    shuffled = next((place + 1 for place, combat in enumerate(combats) if combat.shuffled == side), None)
    cut = total if shuffled is None else shuffled
    found: Counter[tuple[int, ...]] = Counter()
    for order in permutations(pack, cut):
        rest = [*pack]
        for card in order:
            rest.remove(card)
        for again in permutations(rest if shuffled is None and rest else pack, total + 1 - cut):
            found[(*order, *again)] += 1
    return found


def enumerated(
    left: Sequence[int],
    right: Sequence[int],
    combats: Sequence[Combat],
    allowed: Sequence[frozenset[tuple[int, int]]],
) -> Counter[tuple[int, int]]:
    """How many orders of both packs, each with its own copies, fit; by the two next cards."""
    counts: Counter[tuple[int, int]] = Counter()
    rights = drawn(right, 1, combats)
    for mine, ways in drawn(left, 0, combats).items():
        for theirs, others in rights.items():
            if all(
                pair in fitting
                for pair, fitting in zip(zip(mine, theirs, strict=True), allowed, strict=False)
            ):
                counts[mine[-1], theirs[-1]] += ways * others
    return counts


@given(stories())
def test_cc_deck_1_next_cards_are_those_of_all_orders(
    story: tuple[list[int], list[int], list[Combat]],
) -> None:
    """Half-seen cards, results that couple both packs, and packs that somebody shuffled."""
    left, right, combats = story
    ledger, allowed = played(left, right, combats)
    counted = enumerated(left, right, combats, allowed)
    found = next_cards(ledger)
    total = sum(counted.values())
    assert total
    for a in RANKS:
        for b in RANKS:
            assert Fraction(found.weights[a - 1][b - 1], found.total) == Fraction(counted[a, b], total)


@given(stories())
def test_cc_deck_1_half_seen_cards_are_those_of_all_orders(
    story: tuple[list[int], list[int], list[Combat]],
) -> None:
    """How a combat ended says something of both its cards, also where the other one was fully seen."""
    left, right, combats = story
    combats = [replace(each, shuffled=None) for each in combats][: len(left) - 1]
    ledger, allowed = played(left, right, combats)
    orders = [Counter[tuple[int, ...]](permutations(pack, len(combats))) for pack in (left, right)]
    for side in range(2):
        for turned in ledger.packs[side].vague:
            place = turned.entry - 1
            counted: Counter[int] = Counter()
            for mine, ways in orders[0].items():
                for theirs, others in orders[1].items():
                    pairs = zip(mine, theirs, strict=True)
                    if all(pair in fitting for pair, fitting in zip(pairs, allowed, strict=True)):
                        counted[(mine, theirs)[side][place]] += ways * others
            found = card_weights(ledger, side, turned.entry)
            assert all(
                Fraction(found.get(rank, 0), sum(found.values())) == Fraction(counted[rank], counted.total())
                for rank in RANKS
            )


@pytest.mark.parametrize(
    ("said", "side", "ranks"),
    [
        ("a9 n lost", 1, "TJQK"),
        ("a9 n? tied", 1, "9"),
        ("a<7 n? tied", 1, "A23456"),
        ("a? n9 lost", 0, "A2345678"),
        ("a? n? lost", 0, "A23456789TJQ"),
    ],
)
def test_cc_deck_1_the_sheet_shows_what_the_result_says_of_a_card(said: str, side: int, ranks: str) -> None:
    sheet = PackSheet(ledger_of([said]), side, lambda _: None)
    assert "".join(sheet.possible["card 1"]).upper() == ranks


@given(stories())
def test_a_mixture_says_the_same_of_the_next_cards(story: tuple[list[int], list[int], list[Combat]]) -> None:
    left, right, combats = story
    ledger, _ = played(left, right, combats)
    mixed, found = mixture(ledger), next_cards(ledger)
    weights: Counter[tuple[int, int]] = Counter()
    for weight, first, second in mixed.cases:
        for a in RANKS:
            for b in RANKS:
                weights[a, b] += weight * first[a - 1] * second[b - 1]
    total = weights.total()
    for a in RANKS:
        for b in RANKS:
            assert Fraction(weights[a, b], total) == Fraction(found.weights[a - 1][b - 1], found.total)


@given(stories())
def test_cc_deck_1_a_missed_card_changes_nothing_whatever_else_is_known(
    story: tuple[list[int], list[int], list[Combat]],
) -> None:
    left, right, combats = story
    # One card more in each pack, so that neither is empty then.
    ledger, _ = played([*left, 7, 3], [*right, 8, 3], combats)
    missed = after(ledger, Bare((ANY, ANY))).ledger
    both = [next_cards(each) for each in (ledger, missed)]
    assert [both[0].chances(side) for side in range(2)] == [both[1].chances(side) for side in range(2)]
    assert {tuple(map(sum, case[1:])) for case in mixture(missed).cases} == {
        tuple(map(sum, case[1:])) for case in mixture(ledger).cases
    }


@given(st.lists(st.integers(1, 13), min_size=2, max_size=6), st.data())
def test_cc_deck_1_ways_are_those_of_all_orders(cards: list[int], data: st.DataObject) -> None:
    """Any card may be the first, so the ways of some cards do not hang on where in the pack they lay."""
    order = data.draw(st.permutations(cards))
    hints = []
    for card in order[: data.draw(st.integers(0, len(cards) - 1))]:
        others = data.draw(st.sets(st.integers(1, 13)))
        hints.append(
            frozenset({card, *others}) if data.draw(st.booleans()) else hints_around(data.draw, card)
        )
    ways: Counter[int] = Counter()
    for each in permutations(cards, len(hints) + 1):
        if all(card in hint for card, hint in zip(each, hints, strict=False)):
            ways[each[-1]] += 1
    total, following = next_ways(deck_of(cards), tuple(hints))
    assert following == tuple(ways[rank] for rank in RANKS)
    assert total * (len(cards) - len(hints)) == sum(following)


def test_cc_deck_1_the_bottom_card_is_known_to_be_a_king() -> None:
    """A card whose place is known is drawn from the pack like one that was turned up: 3/51 and 4/51."""
    assert next_ways((4,) * 13, (frozenset({13}),))[1] == tuple(
        4 * (3 if rank == 13 else 4) for rank in RANKS
    )


def test_result_of_a_combat_with_one_card_seen_is_a_half_seen_card() -> None:
    known = known_of(ledger_of(["a9 n? won"]))
    assert not known.coupled
    assert known.stocks[1].hints == (frozenset(range(1, 9)),)
