"""Placements that cannot be: noted, and put right with what follows (CF-VAR-4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.confusion import Moment, Record, Rules, parse_record, record_of
from deduce.confusion.engine.simulation import random_push, random_start
from deduce.confusion.record.placed import other_letters, other_placements
from deduce.confusion.record.setup import read_placement
from deduce.tabletop.repair import repaired

RULES = Rules.of("espionage", variants=[4])
KEY = "Placement Red"
seeds = st.integers(min_value=0, max_value=10**6)


def game_of(seed: int, plies: int = 16) -> Record[Moment]:
    draw = random.Random(seed)
    game = random_start(RULES, draw)
    while game.outcome is None and game.position.turns < plies:
        random_push(game, draw)
    return record_of(game)


def placed(record: Record[Moment]) -> list[str]:
    return next(header.value for header in record.document.headers if header.key == KEY).split()


def written(record: Record[Moment], items: list[str]) -> str:
    return record.text.replace(" ".join(placed(record)), " ".join(items))


def two_on_one_square(items: list[str]) -> list[str]:
    return [items[0][0] + items[4][1:], *items[1:]]


def a_letter_twice(items: list[str]) -> list[str]:
    return [*items[:-1], items[0][0] + items[-1][1:]]


def a_letter_left_out(items: list[str]) -> list[str]:
    return items[1:]


def off_the_rows(items: list[str]) -> list[str]:
    return [items[0].replace(",1", ",3").replace(",2", ",3"), *items[1:]]


def column_and_row_turned(items: list[str]) -> list[str]:
    place = next(place for place, item in enumerate(items) if item[1] not in "12" or item[2] != ",")
    column, _, row = items[place][1:].partition(",")
    return [*items[:place], f"{items[place][0]}{row},{column}", *items[place + 1 :]]


def a_comma_left_out(items: list[str]) -> list[str]:
    return [items[0].replace(",", ""), *items[1:]]


SLIPS = (
    two_on_one_square,
    a_letter_twice,
    a_letter_left_out,
    off_the_rows,
    column_and_row_turned,
    a_comma_left_out,
)


@pytest.mark.parametrize("slip", SLIPS)
@given(seed=seeds)
def test_cf_var_4_a_placement_that_cannot_be_is_noted_and_put_right(slip: object, seed: int) -> None:
    """The original is among the repairs, each of which is a placement that fits with all that follows."""
    assert callable(slip)
    record = game_of(seed)
    damaged = parse_record(written(record, slip(placed(record))))
    first = damaged.misfits[0]
    assert (first.row, first.text[: len(KEY)]) == (0, KEY)
    assert first.message.endswith("; read as the layout")
    assert damaged.begun.state.setup.placements[1] is None
    repairs = repaired(damaged).repairs
    assert all(repair.record.misfits == () for repair in repairs)
    assert record.text in [repair.record.text for repair in repairs]
    assert len(repairs[0].corrections) == 1


@given(seeds)
def test_other_placements_are_all_that_one_change_makes(seed: int) -> None:
    """As brute force finds them, for two pieces on one square: either of them anywhere it may stand."""
    items = two_on_one_square(placed(game_of(seed, 0)))
    found = {text for text, _ in other_placements(RULES, 1, " ".join(items), None)}
    tried = set()
    for place in (0, 4):
        for column in range(1, 12):
            for row in range(1, 12):
                other = [*items]
                other[place] = f"{items[place][0]}{column},{row}"
                try:
                    read_placement(RULES, 1, " ".join(other))
                except ValueError:
                    continue
                tried.add(" ".join(other))
    assert found == tried


def test_cf_var_4_a_placement_that_may_be_but_does_not_fit_is_put_right() -> None:
    """Two pieces changed places: the first move that is not possible then tells."""
    found = 0
    for seed in range(12):
        record = game_of(seed, 30)
        items = placed(record)
        one, other = items[2], items[7]
        swapped = [*items]
        swapped[2], swapped[7] = one[0] + other[1:], other[0] + one[1:]
        damaged = parse_record(written(record, swapped))
        if damaged.misfits:
            mended = repaired(damaged)
            assert mended.is_whole
            found += record.text in [repair.record.text for repair in mended.repairs]
    assert found >= 3


def test_without_variant_4_it_is_not_clear_by_which_rules_is_played() -> None:
    with pytest.raises(ValueError, match="pieces are only placed freely with variant 4"):
        parse_record("Placement White = A1,1\n1. A-N2")


def test_a_letter_twice_in_a_deal_is_put_right() -> None:
    """The other letter is the one that is missing; which of the two is wrong, the answers tell."""
    deal = "A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9"
    wrong = deal.replace("C8", "A8")
    assert [*other_letters(Rules.of("classic"), 0, wrong)] == [wrong.replace("A4", "C4"), deal]
    record = parse_record(f"Yellow = {wrong}\nWhite = ?\n1. K-N2\t(H-S1)\n")
    assert "A stands twice in the deal" in record.misfits[0].message
    mended = repaired(record)
    assert mended.is_whole
    assert all("is probably" in str(repair.corrections[0]) for repair in mended.repairs)


def test_long_placements_are_refused_in_a_sentence() -> None:
    record = parse_record(f"Ruleset = espionage\nVariants = 4\n{KEY} = {'A3,1 ' * 5_000}\n1. A-N2\n")
    assert "it must place exactly the pieces" in record.misfits[0].message
    assert not repaired(record).is_whole
