"""Questions that another one makes pointless, where the answer to each is known in every way that is left."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deduce.question.answering import Labels, Numbers
    from deduce.question.measure import Measure
    from deduce.question.question import Question

__all__ = ["could_tell", "dominating_by_labels"]

WITNESSES = 32
"""Ways that are looked at to tell questions apart quickly; if there are no more, they tell it exactly."""
MOST_COMPARED = 2_000
"""Of more questions than this that stand beside each other, only so many, the most telling ones, are compared
with each further one. Questions that split the ways alike are always found."""


def could_tell(telling: Measure, told: Measure) -> bool:
    """Tell whether noise leaves room for one question to make another pointless: it may only repeat it."""
    asked, other = telling.question, told.question
    return not asked.noise or (asked.noise == other.noise and asked.answers == other.answers)


def dominating_by_labels(
    measures: Sequence[Measure],
    order: Sequence[int],
    told: Callable[[float, Mapping[int, Question]], object],
) -> dict[int, Question]:
    """Find what makes what pointless, by the answers in every way.

    Args:
        measures: The questions with their numbers and labels.
        order: The numbers of the questions that can tell something, the most telling first.
        told: Is told after each question which part is done, and what was found so far.

    Returns:
        The question that tells at least as much, by the number of the one that it dominates.
    """
    labels = {number: told_by for number in order if (told_by := measures[number].labels) is not None}
    size = len(next(iter(labels.values())).numbers)
    few: Sequence[int] = range(size)
    if size > WITNESSES:
        few = random.Random(0).sample(few, WITNESSES)  # noqa: S311 - ways to look at, not secrets
    found: dict[int, Question] = {}
    standing: list[tuple[int, int]] = []
    alike: dict[bytes, int] = {}
    for place, number in enumerate(order, 1):
        measure = measures[number]
        split = bytes(labels[number].numbers)
        first = alike.get(split)
        together = _together(labels[number].numbers, few)
        if first is None:
            apart = ~together
            for other in [other for other, theirs in standing if not theirs & apart]:
                if could_tell(measures[other], measure) and (
                    size <= WITNESSES or _refines(labels[other], labels[number])
                ):
                    first = other
                    break
        if first is not None:
            found[number] = measures[first].question
        else:
            if not measure.question.noise:
                alike[split] = number
            if len(standing) < MOST_COMPARED:
                standing.append((number, together))
        told(place / len(order), found)
    return found


def _together(numbers: Numbers, few: Sequence[int]) -> int:
    """Return for each pair of some ways whether they have the same answer, as bits."""
    seen = [numbers[place] for place in few]
    having: dict[int, int] = {}
    for bit, number in enumerate(seen):
        having[number] = having.get(number, 0) | 1 << bit
    width = len(few) // 8 + 1
    return int.from_bytes(b"".join(having[number].to_bytes(width, "little") for number in seen), "little")


def _refines(finer: Labels, coarser: Labels) -> bool:
    """Tell whether the answer to one question always gives away the answer to another."""
    return len(set(zip(finer.numbers, coarser.numbers, strict=True))) == len(finer.names)
