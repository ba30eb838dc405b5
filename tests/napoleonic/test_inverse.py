"""The needs turned round exclude exactly what the needs refuse, for every act of the book."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import Problem
from deduce.ruling.asking import readings, refusing, verdict
from deduce.ruling.conditions import Bounds
from deduce.ruling.features import Fact, Feature, Sort, checked_facts
from deduce.ruling.inverse import may_have_done
from deduce.ruling.law import Law
from deduce.tabletop.rulings import Verdict
from napoleonic.common import BOOK

LAW = BOOK.law
MOST_WORLDS = 200
"""So many profiles are compared at most in one situation."""


@cache
def asked(action: str) -> tuple[str, ...]:
    """The features that an act asks for."""
    needs = LAW.actions[action].needs.values()
    leaves = (leaf for need in needs for part in need.conditions() for leaf in part.leaves())
    return tuple(dict.fromkeys(leaf.feature.name for leaf in leaves))


@cache
def limits(name: str) -> tuple[Fact, ...]:
    """Numbers at, below and above whatever a feature is compared with, so that every answer comes up."""
    found: set[Fact] = {0}
    for action in LAW.actions.values():
        for need in action.needs.values():
            for part in need.conditions():
                for leaf in part.leaves():
                    if leaf.feature.name == name and isinstance(leaf, Bounds):
                        found |= {
                            amount
                            for limit in leaf.limits()
                            for amount in (limit.value(LAW.numbers), limit.value(LAW.numbers) + 1)
                        }
    return tuple(sorted(found))[:6]


def values(feature: Feature) -> tuple[Fact, ...]:
    """What a feature can be; of several words a few sets."""
    if feature.sort is Sort.FLAG:
        return (True, False)
    if feature.sort is Sort.NUMBER:
        return limits(feature.name)
    if feature.sort is Sort.SEVERAL:
        return (frozenset(), *(frozenset({word}) for word in feature.words), frozenset(feature.words[:3]))
    return feature.words


@cache
def read(action: str) -> tuple[Law, ...]:
    """The law in every reading that can be meant of an act."""
    return tuple(readings(LAW, action))


def worlds(spread: Mapping[str, tuple[Fact | None, ...]]) -> Iterator[dict[str, Fact | None]]:
    """Every profile of somebody unseen; a part of them, evenly spread, if there are too many."""
    every = list(itertools.product(*spread.values()))
    for each in every[:: len(every) // MOST_WORLDS + 1]:
        yield dict(zip(spread, each, strict=True))


@pytest.mark.parametrize("action", sorted(LAW.actions))
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_forward_and_inverse_agree(action: str, data: st.DataObject) -> None:
    """Of an act that was seen a profile is left exactly if not every reading refuses it."""
    features = asked(action) or ("arm",)
    unseen = data.draw(st.lists(st.sampled_from(features), unique=True, min_size=1, max_size=3))
    spread: dict[str, tuple[Fact | None, ...]] = {
        name: (*values(LAW.features[name]), *((None,) if data.draw(st.booleans()) else ())) for name in unseen
    }
    known = {
        name: data.draw(st.sampled_from(values(LAW.features[name])))
        for name in features
        if name not in spread and data.draw(st.integers(0, 3))
    }
    problem = Problem({f"their {name}": each for name, each in spread.items()})
    statement = may_have_done(LAW, action, problem, {name: f"their {name}" for name in spread}, known)
    for profile in worlds(spread):
        facts = checked_facts(LAW.features, {**known, **profile})
        is_excluded = all(refusing(law, action, facts) for law in read(action))
        assert statement.holds({f"their {name}": value for name, value in profile.items()}) is not is_excluded


@pytest.mark.parametrize("action", sorted(LAW.actions))
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_verdict_refuses_exactly_where_a_need_is_broken(action: str, data: st.DataObject) -> None:
    """What counts without a word, and what is told: the same rules, and places and languages in order."""
    known = {
        name: data.draw(st.sampled_from(values(LAW.features[name])))
        for name in asked(action)
        if data.draw(st.integers(0, 3))
    }
    judged = verdict(LAW, action, known, {"one": "3", "other": "k"})
    broken = refusing(LAW, action, checked_facts(LAW.features, known))
    assert (judged.verdict is Verdict.REFUSED) is bool(broken)
    assert {rule for each in judged.refusals for rule in each.rules} == {*broken}
