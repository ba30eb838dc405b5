"""Regions that hang together, for CP-SAT.

They do if every cell in it but one has a neighbour in it that is nearer to that one; they do not if they can
be parted in two such that no neighbours are parted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.problem.statements import Among

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel
    from ortools.sat.python.cp_model_helper import Literal

    from deduce.belief.cpsat import Encoding
    from deduce.problem.regions import Connected

__all__ = ["demand_connected", "literal_connected"]


def demand_connected(encoding: Encoding, region: Connected, switch: Literal | None) -> None:
    """Make the cells of a region hang together, always or where a switch is on."""
    _Region(encoding, region).hang_together([] if switch is None else [switch])


def literal_connected(encoding: Encoding, region: Connected) -> Literal:
    """Return a literal that is true exactly where the cells of a region hang together."""
    literal = encoding.model.new_bool_var("")
    parts = _Region(encoding, region)
    parts.hang_together([literal])
    parts.fall_apart([literal.negated()])
    return literal


class _Region:
    """Cells, and groups of cells that are inside anyway, with those beside each other."""

    def __init__(self, encoding: Encoding, region: Connected) -> None:
        self.encoding: Encoding = encoding
        self.model: CpModel = encoding.model
        # In the order of the problem, so that the model and so the answers are the same in every run.
        cells = sorted(region.cells, key=encoding.situation.problem.places.__getitem__)
        self.inside = [
            encoding.literal(Among(cell, region.values & encoding.domains[cell])) for cell in cells
        ]
        places = {cell: place for place, cell in enumerate(cells)}
        self.beside = [
            sorted(places[other] for other in region.ground.beside[cell] if other in places) for cell in cells
        ]
        for edge in sorted(region.edges, key=lambda edge: sorted(places[cell] for cell in edge)):
            group = len(self.inside)
            self.inside.append(self.model.new_constant(1))
            self.beside.append(sorted(places[cell] for cell in edge))
            for place in self.beside[group]:
                self.beside[place].append(group)
        encoding.take(8 * sum(len(others) + 1 for others in self.beside))

    def hang_together(self, switch: list[Literal]) -> None:
        """Everything inside but one root has a neighbour inside that is nearer to it."""
        size = len(self.inside)
        roots = [self.model.new_bool_var("") for _ in self.inside]
        steps = [self.model.new_int_var(0, size, "") for _ in self.inside]
        self.model.add_at_most_one(roots)
        for place, others in enumerate(self.beside):
            nearer = []
            for other in others:
                leads = self.model.new_bool_var("")
                self.model.add_implication(leads, self.inside[other])
                self.model.add(steps[other] < steps[place]).only_enforce_if(leads)
                nearer.append(leads)
            self.model.add_bool_or([roots[place], *nearer]).only_enforce_if([self.inside[place], *switch])

    def fall_apart(self, switch: list[Literal]) -> None:
        """Two sides, with something inside on either, and neighbours inside on the same side."""
        sides = [self.model.new_bool_var("") for _ in self.inside]
        for place, others in enumerate(self.beside):
            for other in others:
                both = [self.inside[place], self.inside[other], *switch]
                self.model.add_implication(sides[place], sides[other]).only_enforce_if(both)
        for is_first in (True, False):
            shown = []
            for inside, side in zip(self.inside, sides, strict=True):
                found = self.model.new_bool_var("")
                self.model.add_bool_and([inside, side if is_first else side.negated()]).only_enforce_if(found)
                shown.append(found)
            self.model.add_bool_or(shown).only_enforce_if(switch)
