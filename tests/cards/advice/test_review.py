"""A battle afterwards: luck, and what was left lying, as exact sums."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cards.advice.looks import look, words
from cards.odds import naive
from deduce.cards.advice.review import Played, Review, review
from deduce.cards.advice.said import review_told
from deduce.cards.engine.units import Arm
from deduce.cards.odds.packs import Packs
from deduce.cards.odds.plans import plan
from deduce.cards.odds.stand import Body, Pairing, stand_of

F = Fraction
LINES = ("b9 n4", "c3 o9 f", "end", "n7 b7", "oq c2", "end", "bk n2", "gt o3", "end")


def reviewed(*lines: str, armies: str = "") -> Review:
    seen = look(*lines, armies=armies) if armies else look(*lines)
    return review([Played(step.text, step.before, step.after) for step in seen.record.steps])


def test_one_even_combat_is_luck_alone() -> None:
    found = reviewed("a9 n4", "end")
    (decision,) = found.decisions
    assert (decision.brought, decision.expected, decision.best) == (F(3, 2), 0, 0)
    assert decision.luck == F(3, 2)
    assert found.of(0) == (F(3, 2), F(3, 2), F(0), 1)
    assert found.of(1) == (0, 0, 0, 0)


def test_a_bad_combat_leaves_something_lying() -> None:
    """15.9: foot on foot in cover is worth -207/338; to fight nobody is worth 0."""
    found = reviewed("a9 n4 w")
    (decision,) = found.decisions
    assert (decision.expected, decision.best, decision.left) == (F(-207, 338), 0, F(207, 338))
    assert decision.better is None
    assert decision.luck == decision.brought - F(-207, 338)


def test_to_stop_too_early_leaves_something_lying() -> None:
    """Who is engaged could have fought."""
    found = reviewed("cq n3 f", "end", "end", "end")
    ended = [each for each in found.decisions if not each.is_combat]
    assert [each.side for each in ended] == [0]
    assert ended[0].better is not None
    assert (ended[0].better.starter, ended[0].better.target) == ("c", "n")
    assert ended[0].left == ended[0].best > 0


def test_everything_a_turn_brought_is_plan_and_luck_and_what_was_left() -> None:
    """Over each turn: worth of the best plan + luck - left = what the combats brought, exactly."""
    found = reviewed(*LINES)
    assert len(found.decisions) >= 6
    assert not any(each.trouble for each in found.decisions)
    for turn in {each.turn for each in found.decisions}:
        decisions = [each for each in found.decisions if each.turn == turn]
        side = decisions[0].side
        total = found.of(side, turn)
        assert total.brought == decisions[0].best + total.luck - total.left
    for side in range(2):
        assert found.of(side).left >= 0
        brought = sum(each.brought for each in found.decisions if each.side == side)
        assert found.of(side).brought == brought


def test_what_a_combat_brought_is_what_the_ledger_lost() -> None:
    seen = look(*LINES)
    found = reviewed(*LINES)
    for decision in found.decisions:
        if decision.is_combat:
            step = seen.record.steps[decision.entry - 1]
            assert decision.brought == naive.worth_between(step.before, step.after, decision.side)


def test_the_first_of_two_combats_is_judged_with_what_can_follow() -> None:
    """Two even combats: the plan is worth 109/11271, and the first one is the best beginning."""
    found = reviewed("a4 n9", "b9 o4")
    first = found.decisions[0]
    assert (first.expected, first.best, first.left) == (F(109, 11271), F(109, 11271), 0)
    packs = Packs.of(*(tuple(4 - (rank == card) for rank in range(1, 14)) for card in (4, 9)))
    stand = stand_of([Body(0, Arm.FOOT, 10), Body(1, Arm.FOOT, 10)])
    following = plan(stand, [Pairing(0, 1)], packs, look().state.edition).worth
    assert following > 0
    assert first.luck == F(-3, 2) + following - F(109, 11271)


def test_what_was_forced_is_judged_by_itself() -> None:
    """The table let the same unit fight twice."""
    found = reviewed("a9 n4", "a9 n4 !")
    assert len(found.decisions) == 2
    assert found.decisions[1].brought > 0
    assert not found.decisions[1].trouble


def test_a_battle_without_combats() -> None:
    assert words(review_told(look(), {})) == "No combat was fought yet."
    assert reviewed().decisions == ()


def test_the_review_in_words() -> None:
    told = review_told(look("a9 n4 w", "end"), {})
    assert words(told).splitlines()[:3] == [
        "Blue: 1 combat, together +1.50; luck +2.11, left lying +0.61",
        "Red: 0 combats, together 0; luck 0, left lying 0",
        "1. a9 n4 w: brought +1.50, expected -0.61, luck +2.11, +0.61 left lying (stopping was worth 0)",
    ]
    assert "(stopping was worth 0)" in words(told)
    data = told.document()
    assert data["sides"]["Blue"]["left"] == "207/338"
    assert data["decisions"][0]["left"] == "207/338"


@pytest.mark.parametrize("lines", [("a? n? won", "end"), ("ac n<7 won", "b9 o4")])
def test_half_seen_cards_are_reviewed_too(lines: tuple[str, ...]) -> None:
    found = reviewed(*lines)
    assert not any(each.trouble for each in found.decisions)
    assert found.of(0).brought == found.decisions[0].best + found.of(0).luck - found.of(0).left


def test_a_combat_of_which_nobody_said_how_it_ended_is_no_luck() -> None:
    """Nothing was brought that anybody knows of, so it cannot be judged."""
    (decision,) = [each for each in reviewed("a9 n? !", "end").decisions if each.is_combat]
    assert decision.trouble == "nobody said how it ended"
    assert (decision.luck, decision.left) == (0, 0)
