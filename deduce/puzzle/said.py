"""Puzzles, checks and hints in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.proof.words import joined
from deduce.puzzle.checking import GRADING
from deduce.puzzle.grading import GRADES
from deduce.tabletop.said import Role, Said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.evidence.log import Entry
    from deduce.puzzle.checking import Report
    from deduce.puzzle.hints import Hint
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["check_json", "check_said", "clues_said", "hint_json", "puzzle_json", "puzzle_said"]


def puzzle_said(puzzle: Puzzle) -> list[Said]:
    """Say what a puzzle is, with all its clues that are told from the start."""
    header = puzzle.header
    grade = f" (grade {header.grade}, {GRADES[header.grade]})" if header.grade else ""
    said = [Said(f"{puzzle.title}{grade}", Role.HEADING)]
    said += [Said(header.about)] if header.about else []
    said += [Said(line, Role.ROW) for line in header.picture.strip("\n").splitlines()]
    if puzzle.asks != puzzle.log.problem.shown:
        said.append(Said(f"To be found: {joined(puzzle.asks)}."))
    return [*said, Said("", Role.ROW), *clues_said(puzzle.log[: header.opened])]


def clues_said(told: Iterable[Entry]) -> list[Said]:
    """Say clues, each behind its id."""
    told = tuple(told)
    width = max((len(entry.id) for entry in told), default=0)
    return [Said(f"{entry.id:>{width}}  {entry.text}") for entry in told]


def puzzle_json(puzzle: Puzzle, text: str) -> dict[str, Any]:
    """Return a puzzle as data, with its solution.

    Args:
        puzzle: The puzzle.
        text: Its case file.
    """
    header = puzzle.header
    return {
        "format": "deduce.puzzle/1",
        "title": puzzle.title,
        "kind": header.kind,
        "seed": header.seed,
        "size": header.size,
        "grade": header.grade,
        "about": header.about,
        "picture": header.picture.strip("\n").splitlines(),
        "unknowns": {
            str(name): list(map(str, values)) for name, values in puzzle.log.problem.domains.items()
        },
        "asks": list(map(str, puzzle.asks)),
        "clues": [{"id": entry.id, "text": entry.text} for entry in puzzle.log],
        "opened": header.opened,
        "solution": {str(name): str(puzzle.solution[name]) for name in puzzle.asks},
        "case": text,
    }


def check_said(report: Report) -> list[Said]:
    """Say what there is to say of a puzzle."""
    if not report.is_consistent:
        return [Said("No solution: the clues contradict each other. deduce solve tells which.", Role.WARNING)]
    said = []
    if report.is_unique:
        said.append(Said("One solution.", Role.HEADING))
    else:
        count = "several" if report.solutions is None else f"{report.solutions:,}"
        said.append(Said(f"Not one solution but {count}; still open: {joined(report.open)}.", Role.WARNING))
    if report.grade is not None:
        steps = "" if report.steps is None else f", in {report.steps} steps"
        said.append(Said(f"Grade {report.grade}, {GRADES[report.grade]}{steps}."))
    elif report.is_unique and report.stopped != GRADING:
        said.append(Said("How hard it is was not found out."))
    if report.redundant is not None:
        said.append(Said(_redundant(report.redundant)))
    if report.redundant and report.smallest is None and report.kept is not None:
        said.append(
            Said(f"Enough are these {len(report.kept)}, none of which can go: {joined(report.kept)}.")
        )
        said += [] if report.stopped else [Said("Whether fewer would do was not found out.")]
    if report.redundant and report.smallest is not None:
        sets = report.smallest
        are_most = "" if report.are_all_smallest else ", and others"
        said.append(Said(f"The fewest that are enough are {len(sets[0])} of the {report.clues}:"))
        said += [Said(f"  {joined(ids)}{are_most if ids is sets[-1] else ''}") for ids in sets]
    if report.stopped:
        said.append(Said(f"Stopped while looking for {report.stopped}.", Role.WARNING))
    return said


def _redundant(ids: tuple[str, ...]) -> str:
    if not ids:
        return "Every clue is needed."
    if len(ids) == 1:
        return f"Clue {ids[0]} can go: the others say as much without it."
    return f"Clues {joined(ids)}: each of them alone can go, since the others say as much without it."


def check_json(report: Report, file: str) -> dict[str, Any]:
    """Return what there is to say of a puzzle as data.

    Args:
        report: What was found.
        file: The file as it was named.
    """
    return {
        "format": "deduce.puzzle.check/1",
        "file": file,
        "clues": report.clues,
        "consistent": report.is_consistent,
        "unique": report.is_unique,
        "solutions": report.solutions,
        "open": list(map(str, report.open)),
        "grade": report.grade,
        "steps": report.steps,
        "redundant": None if report.redundant is None else list(report.redundant),
        "enough": None if report.kept is None else list(report.kept),
        "smallest": None if report.smallest is None else list(map(list, report.smallest)),
        "all_smallest": report.are_all_smallest,
        "stopped": report.stopped or None,
    }


def hint_json(found: Hint) -> dict[str, Any]:
    """Return a hint as data."""
    step = found.step
    return {
        "format": "deduce.puzzle.hint/1",
        "wrong": [mark.text for mark in found.wrong],
        "solved": found.is_solved,
        "where": found.where,
        "step": step
        and {
            "sentence": step.sentence,
            "clues": [entry.id for entry in step.entries],
            "rules": list(step.rules),
            "conclusions": [str(claim) for claim in step.conclusions],
            "level": step.level,
        },
    }
