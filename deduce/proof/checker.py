"""An independent checker of proofs. It shares no code with the provers and none with the engines.

It knows what statements mean only through `Statement.holds`. A confinement is checked by the pigeonhole
principle; any other proof by looking for a world in which the entries are true and the claim is false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.problem.problem import Problem
from deduce.problem.shapes import needs
from deduce.proof.claims import Proof

if TYPE_CHECKING:
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["is_proved"]


def is_proved(problem: Problem, proof: Proof) -> bool:
    """Tell whether the entries of a proof prove its claim.

    Args:
        problem: What the proof is about. Its rules, and prior weights of 0, may be used by any proof.
        proof: The proof.
    """
    needs(problem, Problem, "is_proved", "is_proved(problem, prove(log, 'A', 'rook'))")
    needs(proof, Proof, "is_proved", "is_proved(problem, prove(log, 'A', 'rook'))")
    problem.check(proof.claim.statement)
    claim, group = proof.claim, proof.confinement
    given = [entry.statement for entry in proof.entries] + [rule.statement for rule in problem.rules]
    left: dict[Unknown, list[Value]] = {
        unknown: [
            value
            for value in values
            if problem.priors.get(unknown, {}).get(value, 1)
            and all(said.holds({unknown: value}) for said in given if said.scope == {unknown})
        ]
        for unknown, values in problem.domains.items()
    }
    if group is None:
        left[claim.unknown] = [v for v in left[claim.unknown] if (v == claim.value) != claim.holds]
        return not _exists({}, left, given)
    alone = claim.unknown not in group.unknowns and len(set(group.unknowns)) == len(set(group.values))
    confined = all(set(left[unknown]) <= set(group.values) for unknown in group.unknowns)
    if claim.holds:
        settled = set(left[claim.unknown]) <= {*group.values, claim.value}
    else:
        settled = claim.value in group.values
    return problem.is_one_to_one and alone and confined and settled


def _exists(world: dict[Unknown, Value], left: dict[Unknown, list[Value]], given: list[Statement]) -> bool:
    """Tell whether a world can be completed, by trying everything."""
    if not all(said.holds(world) for said in given if said.scope <= world.keys()):
        return False
    if len(world) == len(left):
        return True
    unknown = min(left.keys() - world.keys(), key=lambda name: len(left[name]))
    open_statements = [said for said in given if not said.scope <= world.keys()]
    return any(_exists({**world, unknown: v}, left, open_statements) for v in left[unknown])
