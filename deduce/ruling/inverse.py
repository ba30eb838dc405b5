"""The needs turned round: what must hold of somebody unseen who was seen doing something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.problem.statements import ALWAYS, all_of, any_of, none_of
from deduce.ruling.asking import action_named, readings
from deduce.ruling.conditions import Unseen
from deduce.ruling.errors import RulingError
from deduce.ruling.features import checked_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown
    from deduce.ruling.law import Law, Need

__all__ = ["may_have_done"]


def may_have_done(
    law: Law, action: str, problem: Problem, unknowns: Mapping[str, Unknown], facts: Mapping[str, object]
) -> Statement:
    """Return what must hold of the unknowns of a problem because something was done.

    Only what is refused under every reading is excluded: a decision can name readings beside the one that
    is played (`Decision.readings`). What is neither known nor an unknown of the problem excludes nothing.

    Args:
        law: The law.
        action: What was done.
        problem: The problem.
        unknowns: For a feature the unknown of the problem that it is. The values of that unknown are values
            of the feature; a value of None means that nobody has said.
        facts: What is known.

    Raises:
        RulingError: If there is no such action, feature or unknown, or an unknown has a value that its
            feature cannot have.
    """
    known = checked_facts(law.features, facts)
    spread = {}
    for name, unknown in unknowns.items():
        if name not in law.features:
            message = f"there is no feature {quoted(name)}; {did_you_mean(name, law.features)}"
            raise RulingError(message)
        if unknown not in problem.domains:
            message = f"there is no unknown {quoted(unknown)}; {did_you_mean(unknown, problem.unknowns)}"
            raise RulingError(message)
        for value in problem.domains[unknown]:
            if value is not None:
                law.features[name].read(value)
        spread[name] = (unknown, problem.domains[unknown])
    each = [_allowed(read, action, Unseen(known, spread, read.numbers)) for read in readings(law, action)]
    return any_of(*dict.fromkeys(each))


def _allowed(law: Law, action: str, unseen: Unseen) -> Statement:
    """Return what must hold so that a law does not refuse something."""
    played = [need for need, is_played in law.in_force[action_named(law, action).name] if is_played]
    return all_of(*dict.fromkeys(_not_refused(need, unseen) for need in played))


def _not_refused(need: Need, unseen: Unseen) -> Statement:
    """Return what must hold so that a need is not certainly broken."""
    ways = [need.test.possible(unseen)]
    if need.when is not None:
        ways.append(none_of(need.when.certain(unseen)))
    if need.unless is not None:
        ways.append(need.unless.possible(unseen))
    return ALWAYS if ALWAYS in ways else any_of(*dict.fromkeys(ways))
