"""The law of charges against a second judge, written by hand, on situations that say everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleonic.charge import naive
from napoleonic.common import BOOK, said

if TYPE_CHECKING:
    from deduce.ruling.judgement import Judgement

CHAPTER = ("NAP-CHARGE-", "NAP-COUNTER-", "NAP-EVADE-")
FEATURES = BOOK.law.features
FLAGS = [
    "along_road", "charged", "covered", "evade_declared", "fighting_formation", "in_path", "may_charge",
    "may_counter", "may_evade", "screened", "their_engaged", "their_screen_fights", "threatened",
    "uncontrolled", "visible",
]  # fmt: skip
WORDS = [
    "nation", "arm", "formation", "state", "order", "quarter", "bearing", "their_arm", "their_formation",
    "their_state", "also",
]  # fmt: skip
grounds = st.frozensets(st.sampled_from(FEATURES["ground"].words), max_size=2)
situations = st.fixed_dictionaries(
    {
        **{name: st.booleans() for name in FLAGS},
        **{name: st.sampled_from(FEATURES[name].words) for name in WORDS},
        **dict.fromkeys(("ground", "path", "their_ground"), grounds),
        "since_charge": st.integers(0, 2),
    }
)
FINE: dict[str, Any] = {
    **dict.fromkeys(FLAGS, True), "nation": "FR", "arm": "inf", "formation": "column", "state": "formed",
    "order": "harass", "quarter": "Q1", "bearing": "ahead", "their_arm": "inf", "their_formation": "line",
    "their_state": "formed", "also": "none", "ground": frozenset(), "path": frozenset(),
    "their_ground": frozenset(), "since_charge": 1, "uncontrolled": False, "their_engaged": False,
    "in_path": False,
}  # fmt: skip
"""A situation in which everything is allowed; one or two things in it are changed below."""
nearly_fine = st.sets(st.sampled_from([*FINE]), max_size=3).flatmap(
    lambda names: situations.map(lambda found: {**FINE, **{name: found[name] for name in names}})
)


def forbidding(judgement: Judgement) -> set[str]:
    """Of every need of this chapter that is not fulfilled the rule that it stands on first."""
    first = ((rule for rule in each.rules if rule != "NAP-COUNTER-1") for each in judgement.refusals)
    return {rule for rules in first if (rule := next(rules, "")).startswith(CHAPTER)}


@pytest.mark.parametrize("act", ["charge", "counter", "evade"])
@given(st.one_of(situations, nearly_fine))
def test_both_judges_forbid_the_same(act: str, situation: dict[str, Any]) -> None:
    assert forbidding(said(act, **situation)) == getattr(naive, act)(situation)


@given(st.one_of(situations, nearly_fine))
def test_both_judges_compel_the_same_evades(situation: dict[str, Any]) -> None:
    judgement = said("evade", **situation)
    if judgement.is_allowed:
        assert (judgement.outcome("must") is True) is naive.must_evade(situation)


def test_what_is_fine_is_allowed() -> None:
    """So that the situations near it are not all forbidden anyway."""
    assert [forbidding(said(act, **FINE)) for act in ("charge", "counter", "evade")] == [set(), set(), set()]
