"""Tables as plain text, Markdown or JSON."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from results import Row, Timing, Topic

__all__ = ["as_json", "as_markdown", "as_text", "versions"]

PACKAGES = (
    "deduce-tabletop",
    "numpy",
    "ortools",
    "python-constraint2",
    "cpmpy",
    "PySDD",
    "thewalrus",
    "scipy",
    "chess",
    "open_spiel",
    "reasoning-gym",
)


def versions() -> dict[str, str]:
    """Return what was compared, with versions."""
    found = {"Python": python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _three_digits(number: float) -> str:
    digits = max(0, 2 - math.floor(math.log10(number))) if number > 0 else 0
    return f"{number:,.{digits}f}"


def duration(seconds: float) -> str:
    """Write a time with three digits, in the unit that fits."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 1e-6)} µs"


def _ratio(ratio: float) -> str:
    return f"× {ratio:,.0f}" if ratio >= 10 else f"× {ratio:.{1 if ratio >= 0.1 else 2}f}"


class _Notes:
    """The notes below a table, each with a letter."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def mark(self, text: str) -> str:
        if not text:
            return ""
        if text not in self.texts:
            self.texts.append(text)
        return f" [{_letter(self.texts.index(text))}]"

    def lines(self) -> list[str]:
        return [f"[{_letter(number)}] {text}" for number, text in enumerate(self.texts)]


def _letter(number: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[number]


def _ours(timing: Timing, notes: _Notes) -> str:
    if timing.seconds is None:
        return f"-{notes.mark(timing.note)}"
    worst = "" if timing.worst is None else f" (worst {duration(timing.worst)})"
    return f"{duration(timing.seconds)}{worst}{notes.mark(timing.note)}"


def _theirs(row: Row, name: str, notes: _Notes) -> str:
    timing = row.others[name]
    if timing.seconds is None:
        return f"-{notes.mark(timing.note)}" if timing.note else ""
    ratio = row.ratio(name)
    assert ratio is not None  # noqa: S101 - both times are there
    return f"{duration(timing.seconds)} ({_ratio(ratio)}){notes.mark(timing.note)}"


def _target(row: Row) -> str:
    if row.target is None:
        return ""
    verdict = {True: "met", False: "MISSED", None: "unknown"}[row.is_met]
    return f"≤ {duration(row.target)}: {verdict}"


def _worlds(row: Row) -> str:
    if row.worlds is None:
        return ""
    low, high = row.worlds
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _cells(topic: Topic, notes: _Notes) -> list[list[str]]:
    """Return a table of texts with its heading; columns that would be empty are left out."""
    names = list(dict.fromkeys(name for row in topic.rows for name in row.others))
    table = [["case", "worlds", "deduce", "target", *names]]
    table += [
        [
            row.case,
            _worlds(row),
            _ours(row.ours, notes),
            _target(row),
            *(_theirs(row, name, notes) for name in names),
        ]
        for row in topic.rows
    ]
    used = [column for column in zip(*table, strict=True) if any(column[1:])]
    return [list(row) for row in zip(*used, strict=True)]


def _header() -> str:
    return ", ".join(f"{name} {number}" for name, number in versions().items())


def as_text(topics: Iterable[Topic]) -> str:
    """Return aligned tables."""
    parts = [_header()]
    for topic in topics:
        notes = _Notes()
        table = _cells(topic, notes)
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [f"{topic.key}  {topic.title}", ""]
        lines += [_aligned(row, widths) for row in [table[0], ["-" * w for w in widths]]]
        lines += [_aligned(row, widths) for row in table[1:]]
        parts.append("\n".join([*lines, *notes.lines()]))
    return "\n\n".join(parts)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def as_markdown(topics: Iterable[Topic]) -> str:
    """Return Markdown tables, each below a heading."""
    parts = [f"{_header()}."]
    for topic in topics:
        notes = _Notes()
        table = _cells(topic, notes)
        rule = [":--" if number == 0 else "--:" for number in range(len(table[0]))]
        lines = [f"### {topic.key}: {topic.title}", ""]
        lines += [f"| {' | '.join(row)} |" for row in [table[0], rule, *table[1:]]]
        if notes.texts:
            lines += ["", "; ".join(notes.lines()) + "."]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def as_json(topics: Iterable[Topic]) -> str:
    """Return everything in seconds, with the ratios."""
    return json.dumps(
        {
            "versions": versions(),
            "topics": [
                {
                    "key": topic.key,
                    "title": topic.title,
                    "rows": [
                        {
                            **asdict(row),
                            "target_met": row.is_met,
                            "ratios": {name: row.ratio(name) for name in row.others},
                        }
                        for row in topic.rows
                    ],
                }
                for topic in topics
            ],
        },
        indent=2,
    )
