"""One-to-one problems with packages that were made for a part of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "compiled_count",
    "compiled_pairs",
    "compiled_possible",
    "component_possible",
    "minor_pairs",
    "permanent",
]


def _matrix(rows: Sequence[int]) -> np.ndarray[Any, np.dtype[np.float64]]:
    bits = np.array(rows)[:, None] >> np.arange(len(rows)) & 1
    return bits.astype(np.float64)


def permanent(rows: Sequence[int]) -> int:
    """Return the number of worlds: the permanent, by thewalrus in floats."""
    import thewalrus

    total: int = round(thewalrus.perm(_matrix(rows)))
    return total


def minor_pairs(rows: Sequence[int]) -> list[list[int]]:
    """Return the worlds of each pair: for each, thewalrus's permanent without its row and column."""
    import thewalrus

    matrix = _matrix(rows)
    places = np.arange(len(rows))
    return [
        [
            round(thewalrus.perm(matrix[np.ix_(places != place, places != value)])) if row >> value & 1 else 0
            for value in range(len(rows))
        ]
        for place, row in enumerate(rows)
    ]


def component_possible(rows: Sequence[int]) -> list[int]:
    """Return the values in some world: a matching and strong components, both by scipy."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    matrix = _matrix(rows)
    given = maximum_bipartite_matching(csr_array(matrix), perm_type="column")
    # An unknown leads to whoever has a value that it could take over.
    _, label = connected_components(csr_array(matrix[:, given]), connection="strong")
    owner_label = np.empty_like(label)
    owner_label[given] = label
    alive = (matrix > 0) & (label[:, None] == owner_label[None, :])
    powers = 1 << np.arange(len(rows))
    masks: list[int] = (alive * powers).sum(axis=1).tolist()
    return masks


def _compiled(rows: Sequence[int]) -> tuple[Any, dict[tuple[int, int], int]]:
    """Compile the problem into a sentential decision diagram, one variable a pair."""
    from pysdd.sdd import SddManager, Vtree

    size = range(len(rows))
    pairs = [(place, value) for place in size for value in size if rows[place] >> value & 1]
    number = {pair: index for index, pair in enumerate(pairs, start=1)}
    manager = SddManager.from_vtree(Vtree(len(pairs), var_order=list(number.values()), vtree_type="right"))

    def exactly_one(literals: list[int]) -> Any:  # noqa: ANN401 - PySDD has no types
        none, one = manager.true(), manager.false()
        for literal in reversed(literals):
            chosen = manager.literal(literal)
            other = manager.negate(chosen)
            one = (chosen & none) | (other & one)
            none = other & none
        return one

    diagram = manager.true()
    for place in size:
        diagram &= exactly_one([number[pair] for pair in pairs if pair[0] == place])
    for value in size:
        diagram &= exactly_one([number[pair] for pair in pairs if pair[1] == value])
    return diagram, number


def compiled_count(rows: Sequence[int]) -> int:
    """Return the number of worlds, by PySDD."""
    diagram, _ = _compiled(rows)
    total: int = round(diagram.wmc(log_mode=False).propagate())
    return total


def compiled_pairs(rows: Sequence[int]) -> list[list[int]]:
    """Return the number of worlds of each pair, by PySDD in floats."""
    diagram, number = _compiled(rows)
    counter = diagram.wmc(log_mode=False)
    total = counter.propagate()
    table = [[0] * len(rows) for _ in rows]
    for (place, value), literal in number.items():
        table[place][value] = round(counter.literal_pr(literal) * total)
    return table


def compiled_possible(rows: Sequence[int]) -> list[int]:
    """Return the values in some world, by PySDD."""
    return [sum(1 << value for value, ways in enumerate(row) if ways) for row in compiled_pairs(rows)]
