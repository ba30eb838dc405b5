"""Few worlds without what is hidden: listed one by one, and for each a diagram of what is hidden in it.

A diagram that decides what is shown first can grow large where the same worlds are few. With all that is
shown decided, what is left is often small.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.compiling import compile_diagram
from deduce.belief.diagram import DiagramEngine
from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.patience import Patience
from deduce.belief.propagation import Narrowed, propagate
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.belief.patience import Allowance
    from deduce.belief.situation import Situation

__all__ = ["MOST_SHOWN", "FewShownEngine"]

MOST_SHOWN = 1000
"""How many worlds are listed at most; each has a diagram of its own."""


class FewShownEngine(Engine):
    """Counts what is hidden in each of a few worlds.

    Args:
        situation: What to count; something is hidden in it.
        worlds: All its worlds, with the pick -1 for what is hidden.
        allowance: What may be spent on them together.

    Raises:
        OutOfReachError: If they are too many, or take too much.
    """

    name: ClassVar[str] = "cp-sat and diagrams"

    def __init__(self, situation: Situation, worlds: Iterable[Picks], allowance: Allowance) -> None:
        super().__init__(situation)
        width = len(situation.problem.values)
        rows = [[0] * width for _ in situation.masks]
        found: dict[Picks, int] = {}
        logs: list[list[float]] = []
        for picks in worlds:
            if len(found) == MOST_SHOWN:
                message = f"out of reach: there are more than {MOST_SHOWN:,} worlds, so they are not listed"
                raise OutOfReachError(message)
            inside = _inside(situation, picks, allowance)
            cells = inside.cells()
            found[picks] = cells.total
            logs.append(inside.log_weights())
            for row, more in zip(rows, cells.rows, strict=True):
                row[:] = map(int.__add__, row, more)
        total = sum(found.values())
        self._weights: dict[Picks, int] = dict(sorted(found.items()))
        self._cells = Cells(total, rows)
        shares = [weight / total for weight in found.values()]
        self._log_weights = [
            math.fsum(map(float.__mul__, shares, column)) for column in zip(*logs, strict=True)
        ]

    def possible(self) -> tuple[int, ...]:
        return tuple(
            sum(1 << value for value, weight in enumerate(row) if weight) for row in self._cells.rows
        )

    def count(self) -> int:
        return len(self._weights)

    def cells(self) -> Cells:
        return self._cells

    def log_weights(self) -> list[float]:
        return self._log_weights or super().log_weights()

    def entropy(self) -> float:
        total = self._cells.total
        spread = math.fsum(weight / total * math.log2(weight) for weight in self._weights.values())
        return max(math.log2(total) - spread, 0.0)

    def worlds(self) -> Iterator[Picks]:
        return iter(self._weights)

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        listed = list(self._weights)
        if not weighted:
            return [listed[rank] for rank in ranks]
        ends = list(accumulate(self._weights.values()))
        return [listed[bisect_right(ends, rank)] for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        return iter(sorted(self._weights.items(), key=lambda found: -found[1]))


def _inside(situation: Situation, picks: Picks, allowance: Allowance) -> DiagramEngine:
    """Return what counts the hidden unknowns of one world.

    Raises:
        OutOfReachError: If that is given up.
    """
    masks = [mask if pick < 0 else 1 << pick for mask, pick in zip(situation.masks, picks, strict=True)]
    decided = replace(situation, masks=tuple(masks), shown=None)
    patience = Patience(allowance=allowance)
    narrowed = propagate(Narrowed.of(decided), patience)
    return DiagramEngine(decided, diagram=compile_diagram(decided, narrowed, patience))
