"""Compiling a situation into a decision diagram, level by level, and giving up in time.

What only the levels above needed is thrown away, since memory is what a large diagram runs out of.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, TypeAlias

from deduce.belief.costs import effort, looks_at_others, room
from deduce.belief.layers import DecisionDiagram, Layer
from deduce.belief.planning import planned
from deduce.collecting import without_collecting
from deduce.problem.statements import ALWAYS, NEVER, AllDifferent, Domains, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deduce.belief.layers import Below
    from deduce.belief.patience import Patience
    from deduce.belief.planning import Tree
    from deduce.belief.propagation import Narrowed
    from deduce.belief.situation import Situation
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown, Value

__all__ = ["compile_diagram"]

FEWEST_SWEPT = 5_000
"""So many remainders may be forgotten about before the first are thrown away."""
BYTES_OF_STEP = 250
"""How much room it takes, roughly, to know what a value leaves of a remainder."""
NODES_AT_A_TIME = 16
"""After so many nodes of a level it is looked at what they took."""
MOST_STEPS_KNOWN = 20_000
"""For how many combinations of remainders a level knows what follows; for others it is worked out anew."""
MOST_DEAD = 4
"""How many sets of values are looked at for each node that there may be; not all of them leave a way on."""


def compile_diagram(situation: Situation, narrowed: Narrowed | None, patience: Patience) -> DecisionDiagram:
    """Compile a situation.

    Args:
        situation: What to compile.
        narrowed: What was left of it by narrowing; None if no world can be left.
        patience: When to give up.

    Raises:
        OutOfReachError: If it is given up.
    """
    problem = situation.problem
    size = len(problem.unknowns)
    if narrowed is None:
        nothing = [Layer(place, nodes=[[]]) for place in range(size)]
        return DecisionDiagram(size, nothing, list(range(size)), [1] * len(situation.joint))
    # What no statement ties to anything is a part of its own, and needs no plan.
    tied = frozenset().union(*(statement.scope for statement in narrowed.statements))
    free = [unknown for unknown in problem.unknowns if unknown not in tied]
    patience.nodes += len(free)
    unknowns = [unknown for unknown in problem.unknowns if unknown in tied]
    tree = planned(unknowns, narrowed.domains, narrowed.statements, patience, situation.shown)
    if all(isinstance(statement, AllDifferent) for statement in narrowed.statements):
        _try_sets(narrowed, tree, patience)
    layers = [Layer(problem.places[unknown]) for unknown, _ in tree]
    # Each part's layer at the top, with the first unknown of the part, by which the parts are in order.
    root_layers: dict[int, int] = {}
    root = -1
    for number, (_, parent) in enumerate(tree):
        place = layers[number].unknown
        if parent is None:
            root = number
        else:
            layers[parent].below.append(number)
        root_layers[root] = min(root_layers.get(root, place), place)
    with without_collecting():
        _Filler(problem, narrowed, tree, layers, patience).fill(root_layers)
    for unknown in free:
        layer = _free_layer(problem, unknown, narrowed.domains[unknown])
        root_layers[len(layers)] = layer.unknown
        layers.append(layer)
    in_order = sorted(root_layers, key=root_layers.__getitem__)
    return DecisionDiagram(size, layers, in_order, narrowed.shares)


def _free_layer(problem: Problem, unknown: Unknown, values: frozenset[Value]) -> Layer:
    """Return the layer of an unknown that is tied to no other."""
    bits = problem.bits
    places = [bits[value].bit_length() - 1 for value in problem.domains[unknown] if value in values]
    return Layer(problem.places[unknown], nodes=[[(place, (), ()) for place in places]])


def _try_sets(narrowed: Narrowed, tree: Tree, patience: Patience) -> None:
    """Count the nodes of a diagram in which unknowns only have to differ, without making them.

    All that matters there is which values are taken that can be taken again. Going through these sets is so
    much quicker than making nodes that what is hopeless is refused almost at once.

    Raises:
        OutOfReachError: If there are too many.
    """
    made = patience.nodes + len(tree) - sum(len(statement.scope) for statement in narrowed.statements)
    if made > patience.most_nodes:
        raise patience.hopeless()
    for statement in narrowed.statements:
        rows = [narrowed.domains[unknown] for unknown, _ in tree if unknown in statement.scope]
        bits = {value: 1 << place for place, value in enumerate(frozenset().union(*rows))}
        masks = [sum(bits[value] for value in row) for row in rows]
        taken = {0}
        for number, mask in enumerate(masks, 1):
            made += len(taken)
            if made > patience.most_nodes:
                raise patience.hopeless()
            taken = _following(taken, mask, masks[number:], MOST_DEAD * patience.most_nodes)


def _following(taken: set[int], mask: int, later: Sequence[int], most: int) -> set[int]:
    """Return which values can be taken after one more unknown, as bits, of those that can be taken again.

    Args:
        taken: The sets of values that can be taken before it.
        mask: The values that it can have.
        later: The values that each of the others can have.
        most: When there are more sets than this, the first so many are enough.
    """
    kept = 0
    for row in later:
        kept |= row
    singles = [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
    following: set[int] = set()
    for used in taken:
        following.update([(used | bit) & kept for bit in singles if not used & bit])
        if len(following) > most:
            break
    return {
        used
        for used in following
        if (kept & ~used).bit_count() >= len(later) and all(row & ~used for row in later)
    }


_Choice: TypeAlias = tuple[int, Domains, Domains]
"""A value, as what it leaves to its unknown, and that together with what the others can be."""
_Step: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A value, the shares that it takes, and what it leaves of the statements that speak of its unknown."""


class _Filler:
    """Creates the nodes of all layers, parents before subtrees.

    Remainders of statements are numbered, so that a node is known by a tuple of small numbers: one for each
    statement of which some unknowns are decided above it, and some are not.
    """

    def __init__(
        self,
        problem: Problem,
        narrowed: Narrowed,
        tree: Tree,
        layers: Sequence[Layer],
        patience: Patience,
    ) -> None:
        self.problem = problem
        self.domains = narrowed.domains
        self.statements = narrowed.statements
        self.sources = narrowed.sources
        self.layers = layers
        self.patience = patience
        self.unknowns = [unknown for unknown, _ in tree]
        # What each layer is told of the statements that are begun above it, and those that begin there.
        self.begun: list[list[int]] = [[] for _ in layers]
        self.beginning: list[list[int]] = [[] for _ in layers]
        self._follow(tree)
        self.contexts: list[dict[tuple[int, ...], Below]] = [{} for _ in layers]
        # How much room it takes, roughly, to know a node by its context.
        self._room_of_context = [200 + 8 * len(begun) for begun in self.begun]
        self._remainders: list[Statement] = [ALWAYS, NEVER]
        self._numbers: dict[Statement, int] = {ALWAYS: 0, NEVER: 1}
        # What a value of the layer's unknown leaves of a remainder, and the share that it takes out of it.
        self._after: dict[tuple[int, int], tuple[int, int]] = {}
        self._live = 2

    def _follow(self, tree: Tree) -> None:
        """Note for each statement where it is decided: all that it speaks of stands on one way down."""
        numbers = {unknown: number for number, unknown in enumerate(self.unknowns)}
        for which, statement in enumerate(self.statements):
            spoken_of = [numbers[unknown] for unknown in statement.scope]
            first, number = min(spoken_of), max(spoken_of)
            self.beginning[first].append(which)
            while number != first:
                self.begun[number].append(which)
                parent = tree[number][1]
                number = first if parent is None else parent

    def fill(self, root_layers: Iterable[int]) -> None:
        """Create all nodes.

        Raises:
            OutOfReachError: If it is given up.
        """
        for layer in root_layers:
            self.contexts[layer][()] = ((layer, 0),)
            self.patience.nodes += 1
            self.patience.kept += self._room_of_context[layer]
        for number in range(len(self.layers)):
            self.patience.at = f"level {number + 1} of {len(self.layers)}"
            self._fill_layer(number)
            self.patience.kept -= self._room_of_context[number] * len(self.contexts[number])
            self.contexts[number] = {}
            self.patience.kept -= BYTES_OF_STEP * len(self._after)
            self._after.clear()
            if len(self._numbers) > 2 * self._live + FEWEST_SWEPT:
                self._sweep()

    def _number(self, statement: Statement) -> int:
        number = self._numbers.setdefault(statement, len(self._remainders))
        if number == len(self._remainders):
            self._remainders.append(statement)
            self.patience.keep(room(statement))
        return number

    def _sweep(self) -> None:
        """Throw away the remainders that no node needs any more."""
        live = {0, 1}
        for contexts in self.contexts:
            live.update(*contexts)
        for statement, number in list(self._numbers.items()):
            if number not in live:
                del self._numbers[statement]
                self.patience.kept -= room(statement)
                self._remainders[number] = NEVER
        self._live = len(live)

    def _fill_layer(self, number: int) -> None:
        unknown, layer = self.unknowns[number], self.layers[number]
        here = [*self.begun[number], *self.beginning[number]]
        fresh = tuple([self._number(self.statements[which]) for which in self.beginning[number]])
        touched = [spot for spot, which in enumerate(here) if unknown in self.statements[which].scope]
        weighing = [place for place, spot in enumerate(touched) if self.statements[here[spot]].carries_weight]
        layer.sources = [self.sources[here[touched[place]]] for place in weighing]
        chosen = self._chosen(number, touched)
        # What is passed on is picked from all remainders, followed by what is left of those that are touched.
        spots = {which: spot for spot, which in enumerate(here)}
        spots.update({here[spot]: len(here) + place for place, spot in enumerate(touched)})
        passed_on = [
            (below, self.contexts[below], _picker([spots[which] for which in self.begun[below]]))
            for below in layer.below
        ]
        patience = self.patience
        known: dict[tuple[int, ...], list[_Step]] = {}
        part_of = _picker(touched)
        for context in self.contexts[number]:
            before = context + fresh
            part = part_of(before)
            steps = known.get(part)
            if steps is None:
                steps = self._steps(part, chosen, weighing)
                if len(known) < MOST_STEPS_KNOWN:
                    known[part] = steps
            choices: list[tuple[int, tuple[int, ...], Below]] = []
            for value, shares, after in steps:
                state = before + after
                nodes: Below = ()
                for below, contexts, told in passed_on:
                    left = told(state)
                    node = contexts.get(left)
                    if node is None:
                        node = contexts[left] = ((below, len(contexts)),)
                        patience.nodes += 1
                        patience.kept += self._room_of_context[below]
                    nodes = nodes + node if nodes else node
                choices.append((value, shares, nodes))
            layer.nodes.append(choices)
            patience.choices += len(choices)
            if len(layer.nodes) % NODES_AT_A_TIME == 0:
                patience.spend(NODES_AT_A_TIME * len(chosen))
        patience.spend(len(layer.nodes) % NODES_AT_A_TIME * len(chosen))

    def _chosen(self, number: int, touched: Sequence[int]) -> list[_Choice]:
        """Return the values of a layer's unknown, with what the unknowns can be that statements look at."""
        unknown = self.unknowns[number]
        here = [*self.begun[number], *self.beginning[number]]
        spoken_of = frozenset().union(*(self.statements[here[spot]].scope for spot in touched))
        others = {other: self.domains[other] for other in spoken_of}
        singles = [
            (self.problem.bits[value].bit_length() - 1, {unknown: frozenset((value,))})
            for value in self.problem.domains[unknown]
            if value in self.domains[unknown]
        ]
        return [(value, single, {**others, **single}) for value, single in singles]

    def _steps(
        self, part: tuple[int, ...], chosen: Sequence[_Choice], weighing: Sequence[int]
    ) -> list[_Step]:
        """Return which values the unknown can have, with the shares and what is left of what it touches."""
        steps: list[_Step] = []
        for value, single, domains in chosen:
            after = self._decided(part, value, single, domains)
            if after is not None:
                shares = tuple([self._after[part[place], value][1] for place in weighing])
                steps.append((value, shares, after))
        return steps

    def _decided(
        self, part: Sequence[int], value: int, single: Domains, domains: Domains
    ) -> tuple[int, ...] | None:
        """Return what is left of some remainders with a value, or None if one of them cannot hold then."""
        state = []
        after = self._after
        for number in part:
            key = (number, value)
            found = after.get(key)
            if found is None:
                statement = self._remainders[number]
                self.patience.spend(effort(statement))
                share, remainder = statement.limited(domains if looks_at_others(statement) else single)
                found = after[key] = (self._number(remainder), share)
                self.patience.keep(BYTES_OF_STEP)
            if found[0] == 1:
                return None
            state.append(found[0])
        return tuple(state)


def _picker(places: Sequence[int]) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return what picks some places of a tuple."""
    if not places:
        return lambda _: ()
    if len(places) == 1:
        (only,) = places
        return lambda row: (row[only],)
    return operator.itemgetter(*places)
