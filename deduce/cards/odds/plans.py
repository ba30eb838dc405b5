"""Plans: which combats to start in a turn, in what order, and when to stop.

Each unit starts at most one combat in a turn (CC-COMB-3), the results are seen one after the other
(CC-COMB-9), and nobody has to fight (CC-TURN-3). What is best depends on the units as they then stand and on
the cards that are gone, and is worked out backwards from the last combat, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.goals import Goal, Worth
from deduce.cards.odds.solver import Branch, Solver, Toll
from deduce.cards.odds.tree import Known, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.stand import Pairing, Stand

__all__ = ["Choice", "Plan", "plan", "plans"]


class Choice(NamedTuple):
    """Something that can be done first.

    Attributes:
        pairing: The combat.
        worth: What it is worth if everything after it is done as well as possible.
    """

    pairing: Pairing
    worth: Fraction


@dataclass(frozen=True)
class Plan:
    """The best plan.

    Attributes:
        stand: How the units stand before.
        worth: What it is worth on average; 0 for doing nothing.
        choices: What can be done first, the best before the others.
    """

    stand: Stand
    worth: Fraction
    choices: tuple[Choice, ...]
    _solver: Solver
    _known: Known

    @property
    def first(self) -> Pairing | None:
        """The combat to begin with; None if it is best to fight nobody."""
        return self.after([])

    def after(self, cards: Sequence[tuple[int, int]]) -> Pairing | None:
        """Return what to go on with after combats of the plan; None for stopping.

        Args:
            cards: The cards of each combat so far, the starter's first.

        Raises:
            OddsError: If the plan has stopped before, or one of the cards cannot be.
        """
        return self._solver.after(self._known, cards)

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """What to do after each result of the first combat."""
        return tuple(self._solver.branches(self._known))

    @cached_property
    def tolls(self) -> tuple[Toll, ...]:
        """What the plan costs each unit."""
        return self._solver.tolls(self._known, self.stand)

    @cached_property
    def goes_on(self) -> Fraction:
        """How likely there is a second combat."""
        return sum(
            (chance for branch in self.branches for then, chance in branch.then.items() if then is not None),
            Fraction(0),
        )


def plan(
    stand: Stand,
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
    goal: Goal | None = None,
    *,
    may_stop: bool = True,
) -> Plan:
    """Return the best plan of a side.

    Args:
        stand: How the units stand.
        pairings: The combats that can be started, all by the same side.
        packs: The packs, that of side 0 first.
        edition: The rules.
        goal: What it is good for; by default the usual weights.
        may_stop: Whether one can stop after any combat; otherwise all that can be fought must be.
    """
    return plans([stand], pairings, packs, edition, goal, may_stop=may_stop)[0]


def plans(
    stands: Sequence[Stand],
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
    goal: Goal | None = None,
    *,
    may_stop: bool = True,
) -> list[Plan]:
    """Return the best plan for each of several ways in which the same units can stand."""
    combats = tuple(dict.fromkeys(pairings))
    sides = {stand.bodies[pairing.starter].side for stand in stands for pairing in combats} or {0}
    if len(sides) > 1 or any(
        stand.bodies[pairing.target].side in sides for stand in stands for pairing in combats
    ):
        raise OddsError("a plan is for the combats of one side against the other")
    side = sides.pop()
    aim: Goal = Worth(side) if goal is None else goal
    tree = Tree(stands, combats, edition, aim, may_stop=may_stop)
    solver = Solver(tree, packs.turned() if side else packs, may_stop=may_stop)
    return [_plan(stand, tree.beginning(stand), tree, solver, aim) for stand in stands]


def _plan(stand: Stand, known: Known, tree: Tree, solver: Solver, goal: Goal) -> Plan:
    """Return the best plan for one of the ways in which the units stand."""
    parts = solver.grid.total * goal.unit
    if not known.open or not solver.grid.combats:
        return Plan(stand, Fraction(0), (), solver, known._replace(open=()))
    choices = [
        Choice(option.pairing, Fraction(value, parts))
        for option, value in zip(tree.options[known], solver.first[known], strict=True)
    ]
    worth = Fraction(int(solver.values[known][0, 0]), parts)
    return Plan(stand, worth, tuple(sorted(choices, key=lambda choice: -choice.worth)), solver, known)
