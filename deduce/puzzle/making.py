"""Making a puzzle: drawn, its clues left out one by one, checked, graded, and drawn again until it fits."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.casefile.reader import parse_case
from deduce.errors import DeduceError, OutOfReachError, ProblemError
from deduce.intake.characters import harmless
from deduce.intake.numbers import quoted
from deduce.progress import SoFar
from deduce.puzzle.draft import Draft, toml_of
from deduce.puzzle.fewest import needed
from deduce.puzzle.grading import grade_of
from deduce.puzzle.kinds.table import kind_of
from deduce.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from deduce.progress import Progress
    from deduce.puzzle.kinds.kind import Kind, Size

__all__ = ["Made", "new_puzzle"]

MOST_TRIES = 300
"""How many puzzles are drawn at most to find one of the grade that was asked for."""
LONGEST_SEED = 100
"""How many characters a seed may have."""
USUAL_GRADE = 2
"""The grade whose usual size is taken where none is asked for."""


@dataclass(frozen=True, eq=False)
class Made:
    """A puzzle that was made.

    Attributes:
        kind: The name of its kind.
        seed: The seed that it follows from.
        size: Its size.
        grade: How hard it is.
        text: Its case file.
        puzzle: The same, read.
    """

    kind: str
    seed: str
    size: Size
    grade: int
    text: str
    puzzle: Puzzle


def new_puzzle(
    name: str,
    seed: int | str,
    grade: int | None = None,
    size: str = "",
    progress: Progress[Made] | None = None,
) -> Made:
    """Make a puzzle with one solution and no clue too many; the same seed makes the same one.

    Args:
        name: The name of its kind.
        seed: A whole number or a text.
        grade: How hard it has to be, from 1 to 5; None for whatever comes first.
        size: Its size; "" for the usual one.
        progress: Is told after each try.

    Raises:
        DeduceError: If there is no such kind or size, or no puzzle of the grade was found.
    """
    kind = kind_of(name)
    if grade is not None:
        kind.check_grade(grade)
    wanted = kind.size_of(size, grade or USUAL_GRADE)
    if not 0 < len(str(seed)) <= LONGEST_SEED or harmless(str(seed)) != str(seed):
        message = f"the seed is {quoted(str(seed))}; it must be 1 to {LONGEST_SEED} plain characters"
        raise ProblemError(message)
    seen: set[int] = set()
    for attempt in range(MOST_TRIES):
        draw = random.Random(f"deduce {name} {seed} {attempt}")  # noqa: S311 - a puzzle, not a secret
        made = _tried(name, kind, str(seed), wanted, grade or USUAL_GRADE, draw)
        if progress is not None:
            progress(SoFar((attempt + 1) / MOST_TRIES, list))
        if made is not None and grade in {None, made.grade}:
            return made
        if made is not None:
            seen.add(made.grade)
    shown = "x".join(map(str, wanted))
    found = (
        f"those found have the grades {', '.join(map(str, sorted(seen)))}"
        if seen
        else "none had one solution"
    )
    message = (
        f"no puzzle {name} of the size {shown} and the grade {grade} was found in {MOST_TRIES} tries; "
        f"{found}; choose another size, grade or seed"
    )
    raise OutOfReachError(message)


def _tried(name: str, kind: Kind, seed: str, size: Size, grade: int, draw: random.Random) -> Made | None:
    """Make a puzzle of any grade; None if what was drawn has several solutions, or is no puzzle."""
    draft = kind.draw(draw, size, grade)
    if draft is None:
        return None
    header = {"kind": name, "seed": seed, "size": "x".join(map(str, size))}
    puzzle = _read(draft, header)
    if not _is_sound(puzzle, draft):
        return None
    kept = needed(puzzle)
    draft = replace(draft, clues=tuple(draft.clues[number] for number in kept))
    if draft.opened is not None:
        draft = replace(draft, opened=sum(number < draft.opened for number in kept))
    finished = kind.finish(draft)
    if finished is None:
        return None
    draft = _renewed(kind, finished, header) if kind.is_renewed else finished
    puzzle = _read(draft, header)
    if kind.is_renewed and len(needed(puzzle)) < len(draft.clues):
        return None
    if not _is_sound(puzzle, draft):
        message = f"{name}, seed {seed}: a clue was left out that is needed"
        raise DeduceError(message)
    found = grade_of(puzzle)
    text = toml_of(draft, {**header, "grade": found})
    return Made(name, seed, size, found, text, Puzzle.of(parse_case(text, "the puzzle")))


def _renewed(kind: Kind, draft: Draft, header: dict[str, str]) -> Draft:
    """Leave out each clue without which the others, put in order anew, settle all that is asked."""
    for clue in reversed(draft.clues):
        fewer = replace(draft, clues=tuple(other for other in draft.clues if other.text != clue.text))
        finished = kind.finish(fewer)
        if finished is not None and _is_sound(_read(finished, header), finished):
            draft = finished
    return draft


def _read(draft: Draft, header: dict[str, str]) -> Puzzle:
    return Puzzle.of(parse_case(toml_of(draft, header), "the draft"))


def _is_sound(puzzle: Puzzle, draft: Draft) -> bool:
    """Tell whether the clues settle all that is asked, as the draft has it.

    Raises:
        DeduceError: If the clues say something else.
    """
    if not puzzle.settles(puzzle.log):
        return False
    for unknown in puzzle.asks:
        if puzzle.solution[unknown] != draft.solution[str(unknown)]:
            message = f"{draft.title}: the clues say that {unknown} is {puzzle.solution[unknown]}"
            raise ProblemError(message)
    return True
