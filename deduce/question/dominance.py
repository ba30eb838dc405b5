"""Questions that another question makes pointless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.question.refining import could_tell, dominating_by_labels

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from deduce.belief.belief import Belief, World
    from deduce.belief.ways import Ways
    from deduce.question.measure import Measure
    from deduce.question.question import Question

__all__ = ["dominating"]

WITNESSES = 24
"""Worlds drawn to tell questions apart quickly; what they cannot tell apart is compared exactly."""


def dominating(
    belief: Belief,
    measures: Sequence[Measure],
    ways: Ways | None,
    told: Callable[[float, Mapping[int, Question]], object] = lambda *_: None,
) -> dict[int, Question]:
    """Find, for each question, another one in the list whose answer always gives away its answer.

    Of questions that give away each other, the first one is kept.

    Args:
        belief: What is known so far.
        measures: The questions with their numbers.
        ways: The ways in which all unknowns can be that are asked about, if they were gone through.
        told: Is told after each question which part is done, and what was found so far.

    Returns:
        The question that tells at least as much, by the number of the one that it dominates.
    """
    useful = [number for number, measure in enumerate(measures) if len(measure.open) > 1]
    if len(useful) < 2:
        return {}
    # The most telling questions first, of equals those without noise, then the earliest.
    order = sorted(
        useful,
        key=lambda number: (-measures[number].truth_bits, bool(measures[number].question.noise), number),
    )
    if ways is not None:
        return dominating_by_labels(measures, order, told)
    witnesses = _Witnesses(belief.sample(WITNESSES, seed=0))
    shown = {number: witnesses.shown(measures[number]) for number in useful}
    found: dict[int, Question] = {}
    many_way: list[int] = []
    two_way: dict[Hashable, list[int]] = {}
    for place, number in enumerate(order, 1):
        measure = measures[number]
        if len(measure.open) > 2:
            alike, candidates = many_way, many_way
        else:
            # A two-way question is given away by another two-way question only if they are the same.
            shares = frozenset(measure.truths[answer] for answer in measure.open)
            key = (shares, frozenset(shown[number]))
            alike = two_way.setdefault(key, [])
            candidates = many_way + alike
        for other in candidates:
            if _splits(shown[other], shown[number]) and _tells(belief, measures[other], measure):
                found[number] = measures[other].question
                break
        else:
            alike.append(number)
        told(place / len(order), found)
    return found


class _Witnesses:
    """Some worlds, and what questions make of them. Sets of worlds are bits of an integer."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self._worlds = worlds
        self._having: dict[int, dict[int, int]] = {}

    def shown(self, measure: Measure) -> tuple[int, ...]:
        """Return the worlds with each answer that may be true."""
        if measure.place is None:
            statements = [measure.question.answers[answer] for answer in measure.open]
            return tuple(
                sum(1 << number for number, world in enumerate(self._worlds) if said.holds(world))
                for said in statements
            )
        having = self._by_value(measure.place)
        return tuple(
            sum(worlds for value, worlds in having.items() if mask >> value & 1) for mask in measure.masks
        )

    def _by_value(self, place: int) -> dict[int, int]:
        """Return the worlds in which an unknown has each value."""
        if place not in self._having:
            found = self._having[place] = {}
            for number, world in enumerate(self._worlds):
                value = world.picks[place]
                found[value] = found.get(value, 0) | 1 << number
        return self._having[place]


def _splits(finer: Sequence[int], coarser: Sequence[int]) -> bool:
    """Tell whether every set of one partition lies within a set of the other."""
    return all(any(not inner & ~outer for outer in coarser) for inner in finer)


def _tells(belief: Belief, telling: Measure, told: Measure) -> bool:
    """Tell exactly whether the answer to one question always gives away the answer to another."""
    if not could_tell(telling, told):
        return False
    if telling.place is not None and telling.place == told.place:
        return _splits(telling.masks, told.masks)
    if telling.place is not None and told.place is not None:
        # The answer is given away if no world goes with any other.
        return all(
            any(not belief.can_be({telling.place: finer, told.place: ~coarser}) for coarser in told.masks)
            for finer in telling.masks
        )
    statements = [told.question.answers[answer] for answer in told.open]
    for answer in telling.open:
        after = belief.given(telling.question.answers[answer])
        if all(after.given(~said).is_consistent for said in statements):
            return False
    return True
