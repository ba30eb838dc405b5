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
from deduce.belief.patience import Deadline, Patience
from deduce.belief.projected import ShownWorlds
from deduce.belief.propagation import Narrowed, propagate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.patience import Allowance
    from deduce.belief.situation import Situation

__all__ = ["DiagramEngine"]


class DiagramEngine(Engine):
    """Counts any problem whose diagram stays small enough.

    Args:
        situation: What to count.
        most_nodes: How many nodes the diagram may have.
        most_seconds: How long it may take to make it.
        allowance: What that may spend together with others.
        diagram: The diagram, where it is there already.

    Raises:
        OutOfReachError: If the diagram is given up.
    """

    name: ClassVar[str] = "diagram"

    def __init__(
        self,
        situation: Situation,
        most_nodes: int | None = None,
        most_seconds: float | None = None,
        allowance: Allowance | None = None,
        *,
        diagram: DecisionDiagram | None = None,
    ) -> None:
        super().__init__(situation)
        if diagram is None:
            patience = Patience(most_nodes, Deadline(most_seconds), allowance)
            narrowed = propagate(Narrowed.of(situation), patience)
            diagram = compile_diagram(situation, narrowed, patience)
        self.diagram: DecisionDiagram = diagram

    @cached_property
    def _counts(self) -> list[list[int]]:
        return self.diagram.totals(None)

    @cached_property
    def _weights(self) -> list[list[int]]:
        if not self.situation.is_weighted:
            return self._counts
        return self.diagram.totals(self.situation)

    def possible(self) -> tuple[int, ...]:
        return tuple(self.diagram.values(self._counts))

    @cached_property
    def _shown(self) -> ShownWorlds | None:
        """The worlds without what is hidden, if something is."""
        return None if self.situation.shown is None else ShownWorlds(self.diagram, self.situation)

    def count(self) -> int:
        if self._shown is not None:
            return self._shown.count()
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

    def entropy(self) -> float | None:
        return None if self._shown is None else self._shown.entropy()

    def worlds(self) -> Iterator[Picks]:
        if self._shown is not None:
            return self._shown.worlds()
        counts = self._counts
        return iterate(self.diagram, lambda node: counts[node[0]][node[1]])

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        if self._shown is not None:
            return self._shown.ranked(ranks, weighted=weighted)
        totals = self._weights if weighted else self._counts
        weight = None
        if weighted and self.situation.is_weighted:
            weight = self.situation.weight
            ranks = [rank // self.diagram.common_share for rank in ranks]

        def total(node: Node) -> int:
            return totals[node[0]][node[1]]

        return [at_rank(self.diagram, rank, total, weight) for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        if self._shown is not None:
            return self._shown.heaviest()
        best = self.diagram.totals(self.situation, greatest=True)
        heaviest = heaviest_worlds(
            self.diagram,
            lambda node: best[node[0]][node[1]],
            self.situation.weight,
        )
        common = self.diagram.common_share
        return ((picks, common * weight) for picks, weight in heaviest)
