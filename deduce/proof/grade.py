"""How hard a puzzle is: a grade from 1 to 5, by the hardest step that it takes and how many of those.

The steps are those of a chain, but everything that is as easy as the easiest is taken at once. So a grade
hangs neither on names nor on the order of anything: the same puzzle with other names has the same grade.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.errors import ContradictionError
from deduce.evidence.log import Log
from deduce.problem.shapes import needs
from deduce.problem.statements import listed
from deduce.proof.levels import HARDEST, LEVELS, level_of
from deduce.proof.seeing import Board, Group
from deduce.proof.supposing import soonest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from deduce.problem.statements import Unknown
    from deduce.proof.levels import Kind

__all__ = ["Grade", "grade"]

GRADING = "grading"
"""What is given up where too little is seen at a glance for a fair grade."""


@dataclass(frozen=True)
class Grade:
    """How hard it is to find everything that is settled.

    Attributes:
        level: From 1 to 5, by the hardest step.
        name: The same in a word.
        hardest: How the hardest step is seen; None if there is nothing to see beyond what was heard.
        rounds: How often one has to look for each kind of step; all of a kind that can be seen at the same
            time count once.
        effort: All of these together, the harder the more; it tells apart what has the same level.
    """

    level: int
    name: str
    hardest: Kind | None
    rounds: Mapping[Kind, int]
    effort: int

    def __str__(self) -> str:
        return f"{self.level} of {HARDEST} ({self.name})"


def grade(log: Log, asks: Collection[Unknown] | None = None) -> Grade:
    """Say how hard it is to find everything that is settled, or what is asked, without guessing.

    | level | what it takes |
    | --- | --- |
    | 1 (very easy) | what is certain, what only one can be, a count that has reached its limit |
    | 2 (easy) | two unknowns at a time: pairs that share two values, a rule on two open unknowns |
    | 3 (medium) | more unknowns at a time, or a supposition that fails at the next glance |
    | 4 (hard) | a supposition that fails one step later |
    | 5 (very hard) | a supposition that only fails after that, or a second one within it |

    Examples:
        >>> from deduce import Log, Problem, among, fact, grade
        >>> log = Log(Problem.one_to_one("ABCD", ["rook", "king", "crab", "wimp"]))
        >>> log = log.append(among("A", ["rook", "king"])).append(among("B", ["rook", "king"]))
        >>> print(grade(log))
        2 of 5 (easy)
        >>> print(grade(log.append(fact("A", "rook"))))
        1 of 5 (very easy)

    Args:
        log: The puzzle: what is unknown, and what was heard.
        asks: The unknowns that are to be found out; None for all that is settled and not hidden.

    Raises:
        ContradictionError: If no world is left.
        OutOfReachError: If it takes too many steps to see what single rules show.
    """
    needs(log, Log, "grade", "grade(Log(problem))")
    places = None
    if asks is not None or log.problem.hidden:
        names = log.problem.shown if asks is None else listed(asks, "unknowns")
        for unknown in names:
            log.problem.check_unknown(unknown)
        places = [log.problem.places[unknown] for unknown in names]
    board = Board(log, log.masks)
    _refuse_contradictions(board)
    rounds: Counter[Kind] = Counter()
    effort, level, hardest = 0, 1, None
    for kind, size in _rounds(log, board, places):
        _refuse_contradictions(board)
        rounds[kind] += 1
        found = level_of(kind, size)
        # The next level outweighs two rounds of one below.
        effort += 3 ** (found - 1)
        if hardest is None or found > level:
            level, hardest = found, kind
        board.allowance.spend(0, GRADING)
    board.allowance.spend(0, GRADING)
    return Grade(level, LEVELS[level], hardest, dict(rounds), effort)


def _rounds(log: Log, board: Board, asked: Sequence[int] | None) -> Iterator[tuple[Kind, int]]:
    """Go on round by round, and tell of each what had to be seen, until what is asked is found."""
    while not _is_found(board, asked):
        seen = board.easiest()
        for each in seen:
            board.strike(each.limited)
        if seen:
            first = seen[0]
            if isinstance(first, Group):
                size = len(first.members)
                yield ("single" if size == 1 else "group"), size
            else:
                yield "rule", first.size
            continue
        failed = [] if board.is_one_group else soonest(board, board.open_pairs())
        for supposition in failed:
            board.strike({supposition.place: board.masks[supposition.place] & ~supposition.bit})
        if failed:
            yield "split", failed[0].rounds
            continue
        goal = Belief(log).possible_masks
        if not all(goal):
            raise _contradiction()
        if any(board.masks[place] != goal[place] for place in asked or range(len(goal))):
            # Nothing is harder, so what comes after it changes no level.
            yield "nested", 0
        return


def _is_found(board: Board, asked: Sequence[int] | None) -> bool:
    if asked is None:
        return board.is_settled
    return all(board.masks[place].bit_count() == 1 for place in asked)


def _refuse_contradictions(board: Board) -> None:
    if not all(board.masks) or board.impossible():
        raise _contradiction()


def _contradiction() -> ContradictionError:
    return ContradictionError("no world is left, so nothing can be found; see conflicts(log)")
