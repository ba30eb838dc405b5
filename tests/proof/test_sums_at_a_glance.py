"""What a sum alone shows: exactly the values with which the others can still add up to what they must."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import Log, Problem, term
from deduce.proof.reasons import MOST_ROWS, reasons_of

if TYPE_CHECKING:
    from deduce.proof.reasons import Reason

NUMBERS = st.integers(-9, 30)
DOMAINS = st.lists(st.lists(NUMBERS, min_size=1, max_size=6, unique=True), min_size=4, max_size=5)


@given(data=st.data(), domains=DOMAINS.filter(lambda each: math.prod(map(len, each)) > MOST_ROWS))
def test_a_sum_leaves_what_some_combination_has(data: st.DataObject, domains: list[list[int]]) -> None:
    """Also after other things were ruled out, and where nothing is left."""
    names = [f"x{place}" for place in range(len(domains))]
    times = data.draw(
        st.lists(st.sampled_from([-7, -2, -1, 1, 3, 10]), min_size=len(names), max_size=len(names))
    )
    parts = [factor * term(name) for factor, name in zip(times, names, strict=True)]
    if data.draw(st.booleans()):
        parts[0] = times[0] * abs(term(names[0]) - 5)
    total = sum(parts[1:], parts[0])
    first, second = data.draw(st.integers(-120, 200)), data.draw(st.integers(0, 60))
    statement = (total >= first) & (total <= first + second) if second % 3 else total == first
    problem = Problem(dict(zip(names, domains, strict=True)))
    log = Log(problem).append(statement)
    masks = list(log.masks)
    for place in range(len(names)):
        kept = data.draw(st.lists(st.sampled_from(domains[place]), min_size=1, unique=True))
        masks[place] &= problem.mask(kept)
    for reason in reasons_of(log, log.masks):
        assert_leaves_what_is_possible(reason, masks)


@settings(deadline=None)
@given(data=st.data(), domains=DOMAINS.filter(lambda each: math.prod(map(len, each)) > MOST_ROWS))
def test_a_product_leaves_what_some_combination_has(data: st.DataObject, domains: list[list[int]]) -> None:
    """Whoever is asked with less and less, or with something else, before and after its worlds are listed."""
    names = [f"x{place}" for place in range(len(domains))]
    first, second, third, fourth, *_ = map(term, names)
    products = [first * second, (first + 10 * second) * third, abs(first - second) * third]
    total = data.draw(st.sampled_from(products)) + data.draw(st.sampled_from([-3, 1])) * fourth
    statement = data.draw(
        st.sampled_from([total <= 100, total == data.draw(st.integers(-90, 200)), total >= 4])
    )
    problem = Problem(dict(zip(names, domains, strict=True)))
    log = Log(problem).append(statement)
    for reason in reasons_of(log, log.masks):
        for _ in range(3):
            masks = list(log.masks)
            for _ in range(data.draw(st.integers(0, 3))):
                place = data.draw(st.sampled_from(range(len(names))))
                kept = data.draw(st.lists(st.sampled_from(domains[place]), min_size=1, unique=True))
                masks[place] = (masks[place] & problem.mask(kept)) or masks[place]
                assert_leaves_what_is_possible(reason, masks)


def assert_leaves_what_is_possible(reason: Reason, masks: list[int]) -> None:
    """Compare with all combinations."""
    problem = reason.problem
    combinations = [
        dict(zip(problem.unknowns, values, strict=True))
        for values in itertools.product(*(problem.values_of(mask) for mask in masks))
    ]
    holding = [world for world in combinations if reason.statement.holds(world)]
    found = reason.left(masks)
    if not holding:
        assert found is None
        return
    assert found is not None
    for place in reason.places:
        expected = problem.mask({world[problem.unknowns[place]] for world in holding})
        assert found.get(place, masks[place]) == expected
