"""A booklet of puzzles to print, as plain text or as a page in HTML, with the solutions at the end."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.proof.words import joined
from deduce.puzzle.candidates import board_lines, is_board
from deduce.puzzle.grading import GRADES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.problem.statements import Unknown
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["Booklet"]

WIDTH = 72
"""How many columns a line of the text has at most."""
_STYLE = """
body { font: 11pt/1.4 Georgia, serif; max-width: 44em; margin: 2em auto; padding: 0 1em; color: #000; }
section { break-after: page; margin-bottom: 3em; }
h1 { font-size: 20pt; } h2 { font-size: 14pt; margin-bottom: .2em; } .grade { color: #555; }
pre { font: 11pt/1.3 monospace; } li { margin: .3em 0; }
table { border-collapse: collapse; margin: .8em 1.2em .8em 0; display: inline-table; vertical-align: top; }
th, td { border: 1px solid #777; min-width: 1.6em; padding: .1em .35em; text-align: center; }
th { font-weight: normal; }
""".strip()


@dataclass(frozen=True, eq=False)
class Booklet:
    """Puzzles that are printed together.

    Attributes:
        title: What stands on top.
        puzzles: The puzzles, each of which has one solution.
    """

    title: str
    puzzles: Sequence[Puzzle]

    def text(self) -> str:
        """Return the booklet as plain text."""
        parts = [_underlined(self.title, "=")]
        for number, puzzle in enumerate(self.puzzles, 1):
            clues = [
                textwrap.fill(f"{entry.id}. {entry.text}", WIDTH, subsequent_indent="   ")
                for entry in puzzle.log[: puzzle.header.opened]
            ]
            picture = _picture(puzzle)
            parts += [
                _underlined(_head(number, puzzle), "-"),
                textwrap.fill(_about(puzzle), WIDTH),
                *filter(None, [picture, "" if is_board(puzzle.log) else "\n".join(clues)]),
                "",
            ]
        parts.append(_underlined("Solutions", "="))
        parts += [
            textwrap.fill(f"{number}. {solution}", WIDTH, subsequent_indent="   ")
            for number, solution in enumerate(map(_solution, self.puzzles), 1)
        ]
        return "\n\n".join(parts) + "\n"

    def html(self) -> str:
        """Return the booklet as a page, each puzzle on a sheet of its own when it is printed."""
        title = html.escape(self.title)
        parts = [
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            f"<style>\n{_STYLE}\n</style></head><body>",
            f"<h1>{title}</h1>",
        ]
        for number, puzzle in enumerate(self.puzzles, 1):
            parts += ["<section>", f"<h2>{html.escape(_head(number, puzzle))}</h2>"]
            parts.append(f"<p>{html.escape(_about(puzzle))}</p>")
            if picture := _picture(puzzle):
                parts.append(f"<pre>{html.escape(picture)}</pre>")
            if not is_board(puzzle.log):
                clues = puzzle.log[: puzzle.header.opened]
                parts += ["<ol>", *(f"<li>{html.escape(entry.text)}</li>" for entry in clues), "</ol>"]
                parts += _tables(puzzle)
            parts.append("</section>")
        parts += ["<section>", "<h2>Solutions</h2>", "<ol>"]
        parts += [f"<li>{html.escape(_solution(puzzle))}</li>" for puzzle in self.puzzles]
        return "\n".join([*parts, "</ol>", "</section>", "</body></html>", ""])


def _underlined(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}"


def _head(number: int, puzzle: Puzzle) -> str:
    grade = puzzle.header.grade
    return f"{number}. {puzzle.title}{f' ({GRADES[grade]})' if grade else ''}"


def _about(puzzle: Puzzle) -> str:
    """Return what has to be known to begin; on paper all numbers of a board stand there from the start."""
    about = puzzle.header.about
    if puzzle.header.opened is None:
        return about
    return about.replace("; a square that you find to be safe may tell its own", ", which is safe itself")


def _picture(puzzle: Puzzle) -> str:
    """Return what is drawn: of a board with all its numbers."""
    if is_board(puzzle.log):
        left = {unknown: frozenset(values) for unknown, values in puzzle.log.problem.domains.items()}
        return "\n".join(line.replace("?", ".") for line in board_lines(left, puzzle.log))
    return puzzle.header.picture.strip("\n")


def _tables(puzzle: Puzzle) -> list[str]:
    """Return an empty table for each group of unknowns, to cross out what cannot be."""
    groups: dict[tuple[object, ...], list[Unknown]] = {}
    problem = puzzle.log.problem
    for unknown in problem.shown:
        groups.setdefault(problem.domains[unknown], []).append(unknown)
    lines: list[str] = []
    for domain, unknowns in groups.items():
        heads = "".join(f"<th>{html.escape(str(value))}</th>" for value in domain)
        cells = "<td></td>" * len(domain)
        rows = [f"<tr><th>{html.escape(str(unknown))}</th>{cells}</tr>" for unknown in unknowns]
        lines += [f"<table><tr><th></th>{heads}</tr>", *rows, "</table>"]
    return lines


def _solution(puzzle: Puzzle) -> str:
    """Return what is asked, in words."""
    if is_board(puzzle.log):
        mines = [str(unknown) for unknown, value in puzzle.solution.items() if value == "mine"]
        return f"Mines: {joined(mines)}."
    return "; ".join(f"{unknown} is {puzzle.solution[unknown]}" for unknown in puzzle.asks) + "."
