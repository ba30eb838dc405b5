"""The engine for general problems: what a decision diagram of the worlds says.

See `compiling` for how it is made, and `layers` for what it is.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.compiling import compile_diagram
from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.lattice import Node, at_rank, heaviest_worlds, iterate
from deduce.belief.patience import MOST_NODES, Patience

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.patience import Allowance
    from deduce.belief.situation import Situation

__all__ = ["DiagramEngine"]


class DiagramEngine(Engine):
    """Counts any problem whose diagram stays small enough."""

    name: ClassVar[str] = "diagram"

    def __init__(
        self,
        situation: Situation,
        most_nodes: int | None = None,
        most_seconds: float | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        super().__init__(situation)
        patience = Patience(MOST_NODES if most_nodes is None else most_nodes, most_seconds, allowance)
        self.diagram: DecisionDiagram = compile_diagram(situation, patience)

    @cached_property
    def _counts(self) -> list[list[int]]:
        return self.diagram.totals(None)

    @cached_property
    def _weights(self) -> list[list[int]]:
        if not self.situation.is_weighted:
            return self._counts
        return self.diagram.totals(self.situation)

    def possible(self) -> tuple[int, ...]:
        return tuple(sum(1 << value for value in found) for found in self.diagram.pairs(None, self._counts))

    def count(self) -> int:
        return self.diagram.product(self._counts)

    def cells(self) -> Cells:
        situation = self.situation if self.situation.is_weighted else None
        width = len(self.situation.problem.values)
        found = self.diagram.pairs(situation, self._weights)
        common = 1 if situation is None else self.diagram.common_share
        rows = [[common * row.get(value, 0) for value in range(width)] for row in found]
        return Cells(common * self.diagram.product(self._weights), rows)

    def log_weights(self) -> list[float]:
        if not any(statement.carries_weight for statement in self.situation.joint):
            return super().log_weights()
        total = self.diagram.product(self._weights)
        shared = self.diagram.shared(self.situation, self._weights)
        return [
            math.log2(common)
            + math.fsum(float(Fraction(weight, total)) * math.log2(share) for share, weight in found.items())
            for common, found in zip(self.diagram.shares, shared, strict=True)
        ]

    def worlds(self) -> Iterator[Picks]:
        counts = self._counts
        return iterate(self.diagram, lambda node: counts[node[0]][node[1]])

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        totals = self._weights if weighted else self._counts
        weight = None
        if weighted and self.situation.is_weighted:
            weight = self.situation.weight
            ranks = [rank // self.diagram.common_share for rank in ranks]

        def total(node: Node) -> int:
            return totals[node[0]][node[1]]

        return [at_rank(self.diagram, rank, total, weight) for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        best = self.diagram.totals(self.situation, greatest=True)
        heaviest = heaviest_worlds(
            self.diagram,
            lambda node: best[node[0]][node[1]],
            self.situation.weight,
        )
        common = self.diagram.common_share
        return ((picks, common * weight) for picks, weight in heaviest)
