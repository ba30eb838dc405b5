"""How likely players do what a record says: by chance, and by what they know."""

from __future__ import annotations

import math
import random

import pytest

from common import SAMPLE
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.kind import parse_record
from deduce.confusion.record.moment import Moment
from deduce.confusion.record.played import played
from deduce.tabletop.record import Record
from faults import damages


def moments(record: Record[Moment]) -> list[Moment]:
    return [record.begun.state, *(step.after for step in record.steps)]


def test_blindly_each_attempt_is_one_of_so_many() -> None:
    """Counted by the game; whatever stands behind the end adds nothing."""
    record = parse_record(SAMPLE.read_text(encoding="utf-8"))
    stood = moments(record)
    counts = [
        len(step.before.stand().attempts())
        for step in record.steps
        for _, event in step.after.steps
        if isinstance(event.action, Attempt)
    ]
    assert len(counts) == len(record.steps)
    found = played(stood)
    assert found.blindly == pytest.approx(-sum(map(math.log, counts)))
    assert played([*stood, stood[-1]]) == found
    # A part is counted from where it begins.
    assert played(stood[:6]).blindly + played(stood[5:]).blindly == pytest.approx(found.blindly)


def test_who_knows_what_it_wants_is_told_from_who_does_not() -> None:
    """Games of three sorts of players: by what they know, only those of the aimless get no likelier."""
    for name, is_aimless in (("goal", False), ("information", False), ("random", True)):
        sheet = damages.game_on_paper(random.Random(f"played {name}"), "known", 30, names=[name])
        found = played(moments(parse_record(sheet.text)))
        # At worst each side is one of five habits, the aimless one.
        assert found.knowingly >= 2 * math.log(1 / 5) - 1e-9
        assert (found.knowingly < 0) == is_aimless


def test_of_a_turn_that_is_not_known_it_is_reckoned_that_it_was_refused() -> None:
    """As the deal has it, blindly: the share of the attempts that are refused."""
    record = parse_record("Yellow = A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9\n1. ?\t(A-S1)\n")
    stand = record.begun.state.stand()
    answers = [stand.answer(each) for each in stand.attempts()]
    refused = [each for each in answers if each is not None and not each.allowed]
    found = played(moments(record)[:2])
    assert found.blindly == pytest.approx(math.log(len(refused) / len(answers)), abs=1e-6)
