"""A game of Clue with other packages: a truth value for each card and place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from clue import ENVELOPE, GROUPS, HAND, PLACES
from timing import LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clue import ClueGame

__all__ = ["compiled", "cpsat", "python_constraint"]

Pair: TypeAlias = tuple[int, int]
Table: TypeAlias = list[list[int]]
CARDS = range(21)


def _sums(game: ClueGame) -> list[tuple[list[Pair], int]]:
    """Return which sets of pairs hold together exactly so often, once what is known is left out.

    What player 0 holds, and who has none of some cards, is left out of the pairs from the start.
    """
    out = {(card, 0) for card in CARDS if card not in game.hand}
    out |= {(card, place) for card in game.hand for place in PLACES if place}
    out |= {(card, heard.player) for heard in game.heard if not heard.shows for card in heard.cards}

    def left(pairs: Iterable[Pair]) -> list[Pair]:
        return [pair for pair in pairs if pair not in out]

    sums = [(left((card, place) for place in PLACES), 1) for card in CARDS]
    sums += [(left((card, player) for card in CARDS), HAND) for player in range(6)]
    sums += [(left((card, ENVELOPE) for card in group), 1) for group in GROUPS]
    return sums


def _shown(game: ClueGame, pairs: set[Pair]) -> list[list[Pair]]:
    """Return of which pairs at least one holds, for each card that was shown."""
    shown = [[(card, heard.player) for card in heard.cards] for heard in game.heard if heard.shows]
    return [[pair for pair in some if pair in pairs] for some in shown]


def _tally(worlds: Iterable[Iterable[Pair]]) -> Table:
    table = [[0] * len(PLACES) for _ in CARDS]
    for world in worlds:
        for card, place in world:
            table[card][place] += 1
    return table


def python_constraint(game: ClueGame) -> Table:
    """Return the number of worlds in which each card is in each place, by listing all worlds."""
    import constraint

    sums = _sums(game)
    pairs = {pair for some, _ in sums for pair in some}
    problem = constraint.Problem()
    # Card by card, so that a wrong choice is noticed early.
    problem.addVariables(sorted(pairs), [0, 1])
    for some, total in sums:
        problem.addConstraint(constraint.ExactSumConstraint(total), some)
    for some in _shown(game, pairs):
        problem.addConstraint(constraint.MinSumConstraint(1), some)
    found = problem.getSolutions()
    return _tally((pair for pair, true in world.items() if true) for world in found)


def cpsat(game: ClueGame) -> Table:
    """Do the same with CP-SAT, one worker."""
    from ortools.sat.python import cp_model

    sums = _sums(game)
    model = cp_model.CpModel()
    pairs = sorted({pair for some, _ in sums for pair in some})
    literals = {pair: model.new_bool_var("") for pair in pairs}
    for some, total in sums:
        model.add(sum(literals[pair] for pair in some) == total)
    for some in _shown(game, set(literals)):
        model.add_bool_or([literals[pair] for pair in some])
    worlds: list[list[Pair]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        """Writes every solution down."""

        def on_solution_callback(self) -> None:
            """Write one down."""
            worlds.append([pair for pair, lit in literals.items() if self.boolean_value(lit)])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = LIMIT
    if solver.solve(model, Collector()) != cp_model.OPTIMAL:
        raise TimeoutError
    return _tally(worlds)


def compiled(game: ClueGame) -> Table:
    """Count them with PySDD, in floats."""
    from pysdd.sdd import SddManager, Vtree

    sums = _sums(game)
    pairs = sorted({pair for some, _ in sums for pair in some})
    number = {pair: index for index, pair in enumerate(pairs, start=1)}
    order = list(number.values())
    manager = SddManager.from_vtree(Vtree(len(pairs), var_order=order, vtree_type="right"))

    def counted(some: list[Pair], total: int) -> Any:  # noqa: ANN401 - PySDD has no types
        # ways[k]: exactly k of the pairs after this one hold.
        ways = [manager.true()] + [manager.false()] * total
        for pair in sorted(some, reverse=True):
            chosen = manager.literal(number[pair])
            other = manager.negate(chosen)
            ways = [
                (other & way) | (chosen & ways[k - 1]) if k else other & way for k, way in enumerate(ways)
            ]
        return ways[total]

    diagram = manager.true()
    for some in _shown(game, set(pairs)):
        clause = manager.false()
        for pair in some:
            clause |= manager.literal(number[pair])
        diagram &= clause
    for some, total in sums:
        diagram &= counted(some, total)
    counter = diagram.wmc(log_mode=False)
    worlds = counter.propagate()
    table = [[0] * len(PLACES) for _ in CARDS]
    for (card, place), literal in number.items():
        table[card][place] = round(counter.literal_pr(literal) * worlds)
    return table
