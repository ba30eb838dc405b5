"""What somebody who solves a puzzle has written down so far, and the file that keeps it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.casefile.facts import Names, parse_fact
from deduce.errors import CaseFileError, DeduceError, IntakeError, ProblemError
from deduce.intake.content import read_text
from deduce.intake.numbers import quoted
from deduce.problem.statements import AllDifferent, Among

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from deduce.evidence.log import Log
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown, Value

__all__ = [
    "Mark",
    "known_by",
    "left_by",
    "marks_text",
    "name_in",
    "parse_mark",
    "parse_marks",
    "read_marks",
    "read_marks_file",
]

HEAD = "# What I know of this puzzle, a line each; deduce puzzle play goes on from here."
OF = "# Of: "
"""What stands before the name of the puzzle that marks are about."""
LARGEST = 1_000_000
"""No marks of a person come near this many bytes."""
MOST_MARKS = 10_000
_NOT = re.compile(r"\s+(?:isn't|not)\s+|\s*(?:!=|≠)\s*")
_EQUAL = re.compile(r"\s*==?\s*")


@dataclass(frozen=True)
class Mark:
    """A line that somebody wrote down.

    Attributes:
        text: The fact in full words.
        fact: What it says: of one unknown, which values it has or has not.
    """

    text: str
    fact: Among


def parse_mark(text: str, names: Names) -> Mark:
    """Read a mark: a fact as in a case file, or shorter, such as "red not 2", "red = 1" or "red 1".

    Args:
        text: What was written.
        names: What it can be about.

    Raises:
        ProblemError: If it is none.
    """
    line = " ".join(text.split())
    full = line
    if names.subject(line) is None:
        full = _NOT.sub(" is not ", line, count=1)
        full = _EQUAL.sub(" is ", line, count=1) if full == line else full
        full = _with_verb(line, names) if full == line else full
    said = parse_fact(full, names)
    if not isinstance(said, Among):
        message = f"{quoted(line)} says nothing; name a value"
        raise ProblemError(message)
    return Mark(full, said)


def _with_verb(line: str, names: Names) -> str:
    """Return a line that is an unknown and a value with the word between them; any other as it is.

    Raises:
        ProblemError: If it can be parted in several ways.
    """
    if line in names.unknowns:
        return line
    words = line.split(" ")
    parted = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    read = [
        f"{name} is {value}"
        for name, value in parted
        if name in names.unknowns and value in names.values[names.unknowns[name]].values
    ]
    if len(read) > 1:
        meant = " or ".join(map(quoted, read))
        message = f"{quoted(line)} can mean {meant}; write is between name and value"
        raise ProblemError(message)
    return read[0] if read else line


def known_by(marks: Iterable[Among], problem: Problem) -> list[Among]:
    """Return what is written down, with what is struck by it at once: nobody else has what one of them has.

    Args:
        marks: What was written down.
        problem: What it is about.
    """
    known = list(marks)
    placed = {
        mark.unknown: next(iter(mark.values)) for mark in known if mark.inside and len(mark.values) == 1
    }
    for rule in problem.rules:
        if isinstance(rule.statement, AllDifferent):
            group = rule.statement.unknowns
            for unknown in group:
                taken = {placed[other] for other in group if other in placed and other != unknown}
                # Where two that are placed have the same value, nothing is left to either.
                if taken and (unknown not in placed or placed[unknown] in taken):
                    known.append(Among(unknown, frozenset(taken), inside=False))
    return known


def left_by(known: Iterable[Among], log: Log) -> dict[Unknown, frozenset[Value]]:
    """Return what is left to each unknown by what is known.

    Args:
        known: What is known.
        log: What it is about.
    """
    bare = log.at(0).assuming(*known)
    return bare.problem.domains_of(bare.masks)


def marks_text(marks: Iterable[Mark], name: str = "") -> str:
    """Return marks as the text of their file.

    Args:
        marks: The marks.
        name: What puzzle they are about, in a line.
    """
    return "\n".join([HEAD, *([f"{OF}{name}"] if name else []), *(mark.text for mark in marks), ""])


def name_in(text: str) -> str:
    """Return what puzzle the marks of a file are about; nothing if it does not say."""
    found = (line.removeprefix(OF) for line in text.splitlines() if line.startswith(OF))
    return next(found, "")


def read_marks(path: Path, names: Names) -> list[Mark]:
    """Read a file of marks; empty lines and those that begin with # say nothing.

    Args:
        path: The file.
        names: What they can be about.

    Raises:
        CaseFileError: If it cannot be read, or a line is no mark.
    """
    return parse_marks(read_marks_file(path), path, names)


def read_marks_file(path: Path) -> str:
    """Return what is in a file of marks.

    Raises:
        CaseFileError: If it cannot be read.
    """
    try:
        return read_text(path, LARGEST, "a file of marks")
    except IntakeError as error:
        raise CaseFileError(error.reason, str(path), error.line) from None


def parse_marks(text: str, path: Path, names: Names) -> list[Mark]:
    """Read the text of a file of marks.

    Args:
        text: What is in the file.
        path: The file.
        names: What the marks can be about.

    Raises:
        CaseFileError: If a line is no mark.
    """
    marks = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            marks.append(parse_mark(line, names))
        except DeduceError as error:
            raise CaseFileError(str(error), str(path), number) from None
        if len(marks) > MOST_MARKS:
            message = f"has more than {MOST_MARKS:,} marks"
            raise CaseFileError(message, str(path), number)
    return marks
