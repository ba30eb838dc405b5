"""The engine for general problems: the worlds compiled into a decision diagram.

The unknowns are put into a tree such that, once an unknown and everything above it is decided, its subtrees no
longer depend on each other. Going down that tree, all that matters of the decisions so far is what is left of
each statement (`Statement.under`). Two ways down that leave the same remainders share one node, so the diagram
is often exponentially smaller than the number of worlds. Counts, weights of all pairs, worlds by rank and the
heaviest worlds are then read off it, in whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.lattice import Choice, Lattice, Node, at_rank, heaviest_worlds, iterate
from deduce.belief.propagation import propagate
from deduce.errors import OutOfReachError
from deduce.problem.statements import ALWAYS, NEVER, AllDifferent, Count, Domains, Statement, Table

if TYPE_CHECKING:
    from deduce.belief.situation import Situation

__all__ = ["MOST_NODES", "Diagram", "DiagramEngine", "compile_diagram"]

MOST_NODES = 400_000
"""A diagram that grows beyond this many nodes is given up (several seconds of work and some 500 MB)."""


@dataclass
class Level:
    """One unknown's place in the tree, and all nodes at which it is decided.

    Attributes:
        unknown: The position of the unknown.
        below: The levels of its subtrees.
        nodes: The nodes: for each, its choices as value and nodes (level and number) left to decide.
    """

    unknown: int
    below: list[int] = field(default_factory=list)
    nodes: list[list[tuple[int, tuple[tuple[int, int], ...]]]] = field(default_factory=list)


class Diagram(Lattice):
    """A compiled diagram.

    Attributes:
        levels: The levels, parents before their subtrees.
        root_levels: The levels at the top, one for each part that is independent of the others.
        size: The number of unknowns.
    """

    def __init__(self, size: int, levels: list[Level], root_levels: list[int]) -> None:
        self.size = size
        self.levels = levels
        self.root_levels = root_levels

    def roots(self) -> tuple[Node, ...]:
        return tuple((level, 0) for level in self.root_levels)

    def choices(self, node: Node) -> Sequence[Choice]:
        number, place = node  # type: ignore[misc]
        level = self.levels[number]
        return [(level.unknown, value, below) for value, below in level.nodes[place]]

    def totals(self, situation: Situation | None, *, greatest: bool = False) -> list[list[int]]:
        """Return, per level and node, the weight of all that follows (or of the heaviest that follows).

        Args:
            situation: Where the weights come from, or None to count every world once.
            greatest: Return the greatest weight instead of the sum.
        """
        totals: list[list[int]] = [[] for _ in self.levels]
        gather = max if greatest else sum
        for number in range(len(self.levels) - 1, -1, -1):
            level = self.levels[number]
            row = None if situation is None else situation.weights[level.unknown]
            sums = totals[number]
            for choices in level.nodes:
                shares = []
                for value, below in choices:
                    share = 1 if row is None else row[value]
                    for under, place in below:
                        share *= totals[under][place]
                    shares.append(share)
                sums.append(gather(shares) if shares else 0)
        return totals

    def product(self, totals: list[list[int]]) -> int:
        """Return the total of the whole diagram."""
        return math.prod(totals[level][0] for level in self.root_levels)

    def pairs(self, situation: Situation | None, totals: list[list[int]]) -> list[dict[int, int]]:
        """Return, per unknown, the weight of all worlds with each value, from the top down."""
        above: list[list[int]] = [[0] * len(level.nodes) for level in self.levels]
        roots = [totals[level][0] for level in self.root_levels]
        for number, level_number in enumerate(self.root_levels):
            above[level_number][0] = math.prod(roots[:number]) * math.prod(roots[number + 1 :])
        weights: list[dict[int, int]] = [{} for _ in range(self.size)]
        for number, level in enumerate(self.levels):
            row = None if situation is None else situation.weights[level.unknown]
            found = weights[level.unknown]
            for choices, reached in zip(level.nodes, above[number], strict=True):
                if not reached:
                    continue
                for value, below in choices:
                    share = reached if row is None else reached * row[value]
                    if len(below) == 1:
                        under, place = below[0]
                        above[under][place] += share
                        share *= totals[under][place]
                    elif below:
                        parts = [totals[under][place] for under, place in below]
                        for index, (under, place) in enumerate(below):
                            rest = math.prod(parts[:index]) * math.prod(parts[index + 1 :])
                            above[under][place] += share * rest
                        share *= math.prod(parts)
                    if share:
                        found[value] = found.get(value, 0) + share
        return weights


class DiagramEngine(Engine):
    """Counts any problem whose diagram stays small enough."""

    name: ClassVar[str] = "diagram"

    def __init__(self, situation: Situation, most_nodes: int = MOST_NODES) -> None:
        super().__init__(situation)
        self.diagram = compile_diagram(situation, most_nodes)

    @cached_property
    def _counts(self) -> list[list[int]]:
        return self.diagram.totals(None)

    @cached_property
    def _weights(self) -> list[list[int]]:
        if not self.situation.is_weighted:
            return self._counts
        return self.diagram.totals(self.situation)

    def possible(self) -> tuple[int, ...]:
        return tuple(
            sum(1 << value for value in found)
            for found in self.diagram.pairs(None, self._counts)
        )

    def count(self) -> int:
        return self.diagram.product(self._counts)

    def cells(self) -> Cells:
        situation = self.situation if self.situation.is_weighted else None
        width = len(self.situation.problem.values)
        found = self.diagram.pairs(situation, self._weights)
        rows = [[row.get(value, 0) for value in range(width)] for row in found]
        return Cells(self.diagram.product(self._weights), rows)

    def worlds(self) -> Iterator[Picks]:
        counts = self._counts
        return iterate(self.diagram, lambda node: counts[node[0]][node[1]])  # type: ignore[index]

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        totals = self._weights if weighted else self._counts
        weight = self.situation.weight if weighted and self.situation.is_weighted else None

        def total(node: Node) -> int:
            return totals[node[0]][node[1]]  # type: ignore[index]

        return [at_rank(self.diagram, rank, total, weight) for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        best = self.diagram.totals(self.situation, greatest=True)
        return heaviest_worlds(
            self.diagram,
            lambda node: best[node[0]][node[1]],  # type: ignore[index]
            self.situation.weight,
        )


def compile_diagram(situation: Situation, most_nodes: int = MOST_NODES) -> Diagram:
    """Compile a situation.

    Args:
        situation: What to compile.
        most_nodes: Give up beyond this many nodes.

    Raises:
        OutOfReachError: If the diagram grows beyond that.
    """
    problem = situation.problem
    domains = problem.domains_of(situation.masks)
    size = len(problem.unknowns)
    narrowed = propagate(domains, situation.joint)
    if narrowed is None:
        return Diagram(size, [Level(place, nodes=[[]]) for place in range(size)], list(range(size)))
    domains, statements = narrowed
    tree = _plan(problem.unknowns, domains, statements)
    levels = [Level(problem.places[unknown]) for unknown, _ in tree]
    root_levels = []
    for number, (_, parent) in enumerate(tree):
        if parent is None:
            root_levels.append(number)
        else:
            levels[parent].below.append(number)
    _fill(situation, domains, statements, tree, levels, root_levels, most_nodes)
    return Diagram(size, levels, root_levels)


def _fill(  # noqa: PLR0913 - the pieces of one construction, used only here
    situation: Situation,
    domains: Domains,
    statements: Sequence[Statement],
    tree: Sequence[tuple[object, int | None]],
    levels: Sequence[Level],
    root_levels: Sequence[int],
    most_nodes: int,
) -> None:
    """Create the nodes of all levels, parents before subtrees."""
    problem = situation.problem
    depth = {unknown: number for number, (unknown, _) in enumerate(tree)}
    in_subtree: list[set[object]] = [{unknown} for unknown, _ in tree]
    for number in range(len(tree) - 1, -1, -1):
        parent = tree[number][1]
        if parent is not None:
            in_subtree[parent] |= in_subtree[number]
    # concern[number]: the statements that are still open when the level's unknown is decided.
    concern: list[list[int]] = [
        [which for which, statement in enumerate(statements) if statement.scope & inside]
        for inside in in_subtree
    ]
    remainders: dict[Statement, int] = {ALWAYS: 0, NEVER: 1}
    by_number: list[Statement] = [ALWAYS, NEVER]

    def number_of(statement: Statement) -> int:
        number = remainders.setdefault(statement, len(by_number))
        if number == len(by_number):
            by_number.append(statement)
        return number

    starts = [number_of(statement) for statement in statements]
    contexts: list[dict[tuple[int, ...], int]] = [{} for _ in tree]
    for number in root_levels:
        contexts[number][tuple(starts[which] for which in concern[number])] = 0
    made = len(root_levels)
    after: dict[tuple[int, object, int], int] = {}
    for number, level in enumerate(levels):
        unknown = tree[number][0]
        here = concern[number]
        touched = [spot for spot, which in enumerate(here) if unknown in statements[which].scope]
        passes = [
            (below, [here.index(which) for which in concern[below]]) for below in level.below
        ]
        values = [
            (value, problem.bits[value].bit_length() - 1, {**domains, unknown: frozenset((value,))})
            for value in problem.domains[unknown]  # type: ignore[index]
            if value in domains[unknown]
        ]
        for context in contexts[number]:
            choices: list[tuple[int, tuple[tuple[int, int], ...]]] = []
            for value, place, chosen in values:
                state = list(context)
                for spot in touched:
                    key = (state[spot], unknown, place)
                    left = after.get(key)
                    if left is None:
                        left = number_of(by_number[state[spot]].under(chosen))
                        after[key] = left
                    if left == 1:
                        break
                    state[spot] = left
                else:
                    nodes = []
                    for below, spots in passes:
                        table = contexts[below]
                        wanted = tuple([state[spot] for spot in spots])
                        node = table.get(wanted)
                        if node is None:
                            node = table[wanted] = len(table)
                            made += 1
                        nodes.append((below, node))
                    choices.append((place, tuple(nodes)))
            level.nodes.append(choices)
        if made > most_nodes:
            message = (
                f"counting was given up after {made:,} nodes of the decision diagram "
                f"(level {number + 1} of {len(levels)}); possible and certain values stay exact, "
                "the number of worlds and the probabilities are not known"
            )
            raise OutOfReachError(message)
    _ = depth


def _plan(
    unknowns: Sequence[object], domains: Domains, statements: Sequence[Statement]
) -> list[tuple[object, int | None]]:
    """Put the unknowns into a tree: each with the number of the one above it, parents first.

    Greedy: within each part that hangs together, the next unknown is the one after which the least is left
    open, measured in bits of remainders that may have to be told apart.
    """
    tree: list[tuple[object, int | None]] = []
    place = {unknown: number for number, unknown in enumerate(unknowns)}
    about: dict[object, list[int]] = {unknown: [] for unknown in unknowns}
    for which, statement in enumerate(statements):
        for unknown in statement.scope:
            about[unknown].append(which)
    decided: list[int] = [0] * len(statements)
    costs = [_cost(statement, domains) for statement in statements]

    def parts(group: set[object]) -> list[set[object]]:
        found = []
        left = set(group)
        while left:
            seed = min(left, key=place.__getitem__)
            left.discard(seed)
            part, queue = {seed}, [seed]
            for unknown in queue:
                for which in about[unknown]:
                    fresh = statements[which].scope & left
                    left -= fresh
                    part |= fresh
                    queue.extend(fresh)
            found.append(part)
        return found

    def change(unknown: object) -> tuple[float, int, int]:
        delta = 0.0
        for which in about[unknown]:
            cost = costs[which]
            delta += cost[decided[which] + 1] - cost[decided[which]]
        return (delta, len(domains[unknown]), place[unknown])

    work: list[tuple[set[object], int | None]] = [(part, None) for part in reversed(parts(set(unknowns)))]
    while work:
        group, parent = work.pop()
        chosen = min(group, key=change)
        number = len(tree)
        tree.append((chosen, parent))
        for which in about[chosen]:
            decided[which] += 1
        group = group - {chosen}
        work.extend((part, number) for part in reversed(parts(group)))
    return tree


def _cost(statement: Statement, domains: Domains) -> list[float]:
    """Estimate the bits of remainders to be told apart, by how many unknowns of the scope are decided."""
    size = len(statement.scope)
    if isinstance(statement, AllDifferent):
        reachable = len(frozenset().union(*(domains[unknown] for unknown in statement.unknowns)))
        return [
            math.log2(min(math.comb(reachable, count), math.comb(reachable, size - count) + 1))
            if 0 < count < size
            else 0.0
            for count in range(size + 1)
        ]
    if isinstance(statement, Count):
        return [
            math.log2(1 + min(count, size - count, max(statement.high, 1))) if 0 < count < size else 0.0
            for count in range(size + 1)
        ]
    rows = len(statement.rows) if isinstance(statement, Table) else 2**size
    sizes = sorted(math.log2(max(len(domains[unknown]), 2)) for unknown in statement.scope)
    return [
        min(sum(sizes[:count]), sum(sizes[: size - count]), math.log2(max(rows, 2)))
        if 0 < count < size
        else 0.0
        for count in range(size + 1)
    ]
