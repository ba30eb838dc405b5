"""The engine for general problems: the worlds compiled into a decision diagram.

The unknowns are put into a tree such that, once an unknown and everything above it is decided, its subtrees
no longer depend on each other. Going down that tree, all that matters of the decisions so far is what is
left of each statement (`Statement.under`). Two ways down that leave the same remainders share one node, so
the diagram is often exponentially smaller than the number of worlds. Counts, weights of all pairs, worlds
by rank and the heaviest worlds are then read off it, in whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.lattice import Choice, Lattice, Node, at_rank, heaviest_worlds, iterate
from deduce.belief.propagation import Narrowed, propagate
from deduce.errors import OutOfReachError
from deduce.problem.chances import Drawn, Weighted
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    AllDifferent,
    Count,
    Domains,
    Statement,
    Table,
    Unknown,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.situation import Situation
    from deduce.problem.problem import Problem

__all__ = ["MOST_NODES", "DecisionDiagram", "DiagramEngine", "Layer", "compile_diagram"]

Tree: TypeAlias = list[tuple[Unknown, int | None]]
"""Unknowns, each with the number of the one above it; parents stand first."""

MOST_NODES = 400_000
"""A diagram that grows beyond this many nodes is given up (several seconds of work and some 500 MB)."""

MOST_CHOICES = 2_000_000
"""Nor may its nodes have more choices together; each takes some 500 bytes while the diagram grows."""


_Choice: TypeAlias = tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]


@dataclass
class Layer:
    """One unknown's place in the tree, and all nodes at which it is decided.

    Attributes:
        unknown: The position of the unknown.
        below: The layers of its subtrees.
        sources: The statements whose shares the choices have, by their number in the situation.
        nodes: The nodes: for each, its choices as value, share of each source, and nodes (layer and number)
            left to decide.
    """

    unknown: int
    below: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    nodes: list[list[_Choice]] = field(default_factory=list)


class DecisionDiagram(Lattice):
    """A compiled diagram.

    Attributes:
        layers: The layers, parents before their subtrees.
        root_layers: The layers at the top, one for each part that is independent of the others.
        shares: For each statement of the situation, the share that all worlds have in common.
        size: The number of unknowns.
    """

    def __init__(self, size: int, layers: list[Layer], root_layers: list[int], shares: list[int]) -> None:
        self.size = size
        self.layers = layers
        self.root_layers = root_layers
        self.shares = shares
        self.common_share: int = math.prod(shares)

    def roots(self) -> tuple[Node, ...]:
        return tuple((layer, 0) for layer in self.root_layers)

    def choices(self, node: Node) -> Sequence[Choice]:
        number, place = node
        layer = self.layers[number]
        return [
            (layer.unknown, value, math.prod(shares), below) for value, shares, below in layer.nodes[place]
        ]

    def totals(self, situation: Situation | None, *, greatest: bool = False) -> list[list[int]]:
        """Return, per layer and node, the weight of all that follows (or of the heaviest that follows).

        Args:
            situation: Where the weights come from, or None to count every world once.
            greatest: Return the greatest weight instead of the sum.
        """
        totals: list[list[int]] = [[] for _ in self.layers]
        gather = max if greatest else sum
        is_weighted = situation is not None
        for number in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[number]
            row = None if situation is None else situation.weights[layer.unknown]
            sums = totals[number]
            for choices in layer.nodes:
                shares = []
                for value, factors, below in choices:
                    share = 1 if row is None else row[value]
                    if is_weighted and layer.sources:
                        share *= math.prod(factors)
                    for under, place in below:
                        share *= totals[under][place]
                    shares.append(share)
                sums.append(gather(shares) if shares else 0)
        return totals

    def product(self, totals: list[list[int]]) -> int:
        """Return the total of the whole diagram."""
        return math.prod(totals[layer][0] for layer in self.root_layers)

    def pairs(self, situation: Situation | None, totals: list[list[int]]) -> list[dict[int, int]]:
        """Return, per unknown, the weight of all worlds with each value, from the top down.

        Args:
            situation: Where the weights come from, or None to count every world once.
            totals: What `totals` returns for it.
        """
        weights: list[dict[int, int]] = [{} for _ in range(self.size)]
        for layer, value, _, through in self._flows(situation, totals):
            found = weights[layer.unknown]
            found[value] = found.get(value, 0) + through
        return weights

    def shared(self, situation: Situation, totals: list[list[int]]) -> list[dict[int, int]]:
        """Return, per statement of the situation, the weight of all worlds in which it has a share.

        A world counts once for each time that it gets the share.
        """
        weights: list[dict[int, int]] = [{} for _ in self.shares]
        for layer, _, shares, through in self._flows(situation, totals):
            for source, share in zip(layer.sources, shares, strict=True):
                weights[source][share] = weights[source].get(share, 0) + through
        return weights

    def _flows(
        self, situation: Situation | None, totals: list[list[int]]
    ) -> Iterator[tuple[Layer, int, tuple[int, ...], int]]:
        """Iterate over all choices (layer, value, shares) with the weight of all worlds through them."""
        above: list[list[int]] = [[0] * len(layer.nodes) for layer in self.layers]
        roots = [totals[layer][0] for layer in self.root_layers]
        for number, layer_number in enumerate(self.root_layers):
            above[layer_number][0] = math.prod(roots[:number]) * math.prod(roots[number + 1 :])
        for number, layer in enumerate(self.layers):
            row = None if situation is None else situation.weights[layer.unknown]
            is_shared = situation is not None and bool(layer.sources)
            for choices, reached in zip(layer.nodes, above[number], strict=True):
                if not reached:
                    continue
                for value, shares, below in choices:
                    through = reached if row is None else reached * row[value]
                    if is_shared:
                        through *= math.prod(shares)
                    if len(below) == 1:
                        under, place = below[0]
                        above[under][place] += through
                        through *= totals[under][place]
                    elif below:
                        through = _passed_on(through, below, totals, above)
                    if through:
                        yield layer, value, shares, through


def _passed_on(through: int, below: Sequence[Node], totals: list[list[int]], above: list[list[int]]) -> int:
    """Pass a weight on to nodes that are decided independently; return that of all worlds through them."""
    parts = [totals[under][place] for under, place in below]
    for index, (under, place) in enumerate(below):
        rest = math.prod(parts[:index]) * math.prod(parts[index + 1 :])
        above[under][place] += through * rest
    return through * math.prod(parts)


class DiagramEngine(Engine):
    """Counts any problem whose diagram stays small enough."""

    name: ClassVar[str] = "diagram"

    def __init__(self, situation: Situation, most_nodes: int = MOST_NODES) -> None:
        super().__init__(situation)
        self.diagram: DecisionDiagram = compile_diagram(situation, most_nodes)

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


def compile_diagram(situation: Situation, most_nodes: int = MOST_NODES) -> DecisionDiagram:
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
        nothing = [Layer(place, nodes=[[]]) for place in range(size)]
        return DecisionDiagram(size, nothing, list(range(size)), [1] * len(situation.joint))
    tree = _Planner(problem.unknowns, narrowed.domains, narrowed.statements).tree()
    layers = [Layer(problem.places[unknown]) for unknown, _ in tree]
    root_layers = []
    for number, (_, parent) in enumerate(tree):
        if parent is None:
            root_layers.append(number)
        else:
            layers[parent].below.append(number)
    _Filler(problem, narrowed, tree, layers).fill(root_layers, most_nodes)
    return DecisionDiagram(size, layers, root_layers, narrowed.shares)


class _Filler:
    """Creates the nodes of all layers, parents before subtrees.

    Remainders of statements are numbered, so that a node is known by a tuple of small numbers.
    """

    def __init__(
        self,
        problem: Problem,
        narrowed: Narrowed,
        tree: Tree,
        layers: Sequence[Layer],
    ) -> None:
        self.problem = problem
        self.domains = narrowed.domains
        self.statements = statements = narrowed.statements
        self.sources = narrowed.sources
        self.layers = layers
        self.unknowns = [unknown for unknown, _ in tree]
        inside: list[set[Unknown]] = [{unknown} for unknown in self.unknowns]
        for number in range(len(tree) - 1, -1, -1):
            parent = tree[number][1]
            if parent is not None:
                inside[parent] |= inside[number]
        # concern[number]: the statements that are still open when the layer's unknown is decided.
        self.concern = [
            [which for which, statement in enumerate(statements) if statement.scope & unknowns]
            for unknowns in inside
        ]
        self.contexts: list[dict[tuple[int, ...], int]] = [{} for _ in layers]
        self._remainders: list[Statement] = [ALWAYS, NEVER]
        self._numbers: dict[Statement, int] = {ALWAYS: 0, NEVER: 1}
        # What a value leaves of a remainder, and the share that it takes out of it.
        self._after: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._choices = 0

    def fill(self, root_layers: Sequence[int], most_nodes: int) -> None:
        """Create all nodes.

        Raises:
            OutOfReachError: If there would be more than the given number.
        """
        starts = [self._number(statement) for statement in self.statements]
        for layer in root_layers:
            self.contexts[layer][tuple(starts[which] for which in self.concern[layer])] = 0
        for number in range(len(self.layers)):
            self._fill_layer(number, most_nodes)

    def _number(self, statement: Statement) -> int:
        number = self._numbers.setdefault(statement, len(self._remainders))
        if number == len(self._remainders):
            self._remainders.append(statement)
        return number

    def _check_size(self, number: int, most_nodes: int) -> None:
        """Give up before the memory is full.

        Raises:
            OutOfReachError: If there are too many nodes, or they have too many choices.
        """
        made = sum(map(len, self.contexts))
        if made > most_nodes or self._choices > MOST_CHOICES:
            message = (
                f"counting was given up after {made:,} nodes of the decision diagram "
                f"(level {number + 1} of {len(self.layers)}); possible and certain values stay exact, "
                "the number of worlds and the probabilities are not known"
            )
            raise OutOfReachError(message)

    def _fill_layer(self, number: int, most_nodes: int) -> None:
        unknown, layer = self.unknowns[number], self.layers[number]
        here = self.concern[number]
        touched = [spot for spot, which in enumerate(here) if unknown in self.statements[which].scope]
        passed_on = [(below, [here.index(which) for which in self.concern[below]]) for below in layer.below]
        # Only statements look at what the others can be.
        others = self.domains if touched else {}
        chosen = [
            (self.problem.bits[value].bit_length() - 1, {**others, unknown: frozenset((value,))})
            for value in self.problem.domains[unknown]
            if value in self.domains[unknown]
        ]
        weighing = [spot for spot in touched if self.statements[here[spot]].carries_weight]
        layer.sources = [self.sources[here[spot]] for spot in weighing]
        for context in self.contexts[number]:
            choices: list[_Choice] = []
            for value, domains in chosen:
                state = self._decided(context, touched, layer.unknown, value, domains)
                if state is not None:
                    nodes = tuple(
                        (below, self._node(below, tuple([state[spot] for spot in spots])))
                        for below, spots in passed_on
                    )
                    shares = tuple([self._after[context[spot], layer.unknown, value][1] for spot in weighing])
                    choices.append((value, shares, nodes))
            layer.nodes.append(choices)
            self._choices += len(choices)
            if len(layer.nodes) % 100 == 0:
                self._check_size(number, most_nodes)
        self._check_size(number, most_nodes)

    def _decided(
        self, context: Sequence[int], touched: Sequence[int], unknown: int, value: int, domains: Domains
    ) -> list[int] | None:
        """Return the remainders once an unknown has a value, or None if a statement cannot hold then."""
        state = list(context)
        after = self._after
        for spot in touched:
            key = (state[spot], unknown, value)
            found = after.get(key)
            if found is None:
                statement = self._remainders[state[spot]]
                remainder = self._number(statement.under(domains))
                found = after[key] = (remainder, statement.share(domains))
            if found[0] == 1:
                return None
            state[spot] = found[0]
        return state

    def _node(self, layer: int, context: tuple[int, ...]) -> int:
        table = self.contexts[layer]
        return table.setdefault(context, len(table))


class _Planner:
    """Puts the unknowns into a tree.

    Greedy: within each part that hangs together, the next unknown is the one after which the least is left
    open, measured in bits of remainders that may have to be told apart.
    """

    def __init__(
        self, unknowns: Sequence[Unknown], domains: Domains, statements: Sequence[Statement]
    ) -> None:
        self.domains = domains
        self.statements = statements
        self.place = {unknown: number for number, unknown in enumerate(unknowns)}
        self.about: dict[Unknown, list[int]] = {unknown: [] for unknown in unknowns}
        for which, statement in enumerate(statements):
            for unknown in statement.scope:
                self.about[unknown].append(which)
        self.decided = [0] * len(statements)
        self.costs = [_cost(statement, domains) for statement in statements]

    def tree(self) -> Tree:
        """Return each unknown with the number of the one above it, parents first."""
        tree: Tree = []
        work: list[tuple[set[Unknown], int | None]] = [
            (part, None) for part in reversed(self._parts(set(self.place)))
        ]
        while work:
            group, parent = work.pop()
            chosen = min(group, key=self._change)
            number = len(tree)
            tree.append((chosen, parent))
            for which in self.about[chosen]:
                self.decided[which] += 1
            work.extend((part, number) for part in reversed(self._parts(group - {chosen})))
        return tree

    def _parts(self, group: set[Unknown]) -> list[set[Unknown]]:
        """Split unknowns into parts that no statement ties together."""
        found = []
        left = set(group)
        seeds = iter(sorted(left, key=self.place.__getitem__))
        while left:
            seed = next(seed for seed in seeds if seed in left)
            left.discard(seed)
            queue = [seed]
            for unknown in queue:
                for which in self.about[unknown]:
                    fresh = self.statements[which].scope & left
                    left -= fresh
                    queue.extend(fresh)
            found.append(set(queue))
        return found

    def _change(self, unknown: Unknown) -> tuple[float, int, int]:
        """Return how many more bits must be told apart once an unknown is decided; then size and place."""
        change = 0.0
        for which in self.about[unknown]:
            cost, decided = self.costs[which], self.decided[which]
            change += cost[decided + 1] - cost[decided]
        return (change, len(self.domains[unknown]), self.place[unknown])


def _cost(statement: Statement, domains: Domains) -> list[float]:
    """Estimate the bits of remainders to be told apart, by how many unknowns of the scope are decided."""
    size = len(statement.scope)
    sizes = sorted(math.log2(max(len(domains[unknown]), 2)) for unknown in statement.scope)

    drawn_sets = _ways_to_draw(statement) if isinstance(statement, Drawn) else []

    def bits(count: int) -> float:
        if isinstance(statement, Drawn):
            return math.log2(max(min(drawn_sets[count], drawn_sets[size - count]), 1))
        if isinstance(statement, AllDifferent):
            reachable = len(frozenset().union(*(domains[unknown] for unknown in statement.unknowns)))
            sets = min(math.comb(reachable, count), math.comb(reachable, size - count) + 1)
            return math.log2(sets)
        if isinstance(statement, Count):
            return math.log2(1 + min(count, size - count, max(statement.high, 1)))
        rows = len(statement.rows) if isinstance(statement, Table | Weighted) else 2**size
        return min(sum(sizes[:count]), sum(sizes[: size - count]), math.log2(max(rows, 2)))

    # Before the first and after the last unknown there is nothing to tell apart.
    return [bits(count) if 0 < count < size else 0.0 for count in range(size + 1)]


def _ways_to_draw(statement: Drawn) -> list[int]:
    """Return, for each number of draws up to all, how many different handfuls there are."""
    size = len(statement.unknowns)
    ways = [1] + [0] * size
    for copies in statement.supply.values():
        ways = [sum(ways[max(count - copies, 0) : count + 1]) for count in range(size + 1)]
    return ways
