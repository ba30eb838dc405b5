"""What a generator draws: a case with more clues than it needs, as data, and how that is written as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from deduce.casefile.reader import FORMAT

__all__ = ["Block", "Clue", "Draft", "Unknowns", "toml_of"]

Block: TypeAlias = Mapping[str, Any]
"""A statement with the keys that it has in a case file."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 100
"""Lists that are longer than this many characters take several lines."""


@dataclass(frozen=True)
class Unknowns:
    """A block of unknowns that have the same values.

    Attributes:
        names: What they are called.
        values: What each of them can be.
        different: Whether no two of them are the same.
    """

    names: tuple[str, ...]
    values: tuple[str | int, ...]
    different: bool = False


@dataclass(frozen=True)
class Clue:
    """Something that is told.

    Attributes:
        text: The clue in words.
        says: What is true because of it.
        id: What it is cited by; "" for its number.
    """

    text: str
    says: Block
    id: str = ""


@dataclass(frozen=True)
class Draft:
    """A puzzle with more clues than it needs.

    Attributes:
        title: A line that says what it is.
        about: What has to be known to begin, in words.
        unknowns: What is unknown.
        clues: What may be told; those that can go first stand at the end.
        solution: The true value of each unknown.
        rules: What holds from the start, by name.
        asks: The unknowns that are to be found out; empty for all.
        picture: What is drawn beside the clues.
        grid: What its table `grid` says, where its unknowns are the cells of one.
        opened: How many clues are told from the start; None for all. See `PuzzleHeader`.
    """

    title: str
    about: str
    unknowns: tuple[Unknowns, ...]
    clues: tuple[Clue, ...]
    solution: Mapping[str, str | int]
    rules: Mapping[str, Block] = field(default_factory=dict)
    asks: tuple[str, ...] = ()
    picture: tuple[str, ...] = ()
    grid: Block = field(default_factory=dict)
    opened: int | None = None


def toml_of(draft: Draft, header: Mapping[str, Any]) -> str:
    """Return a draft as the text of a case file.

    Args:
        draft: The draft.
        header: What its table `puzzle` says beside what is in the draft, such as its kind and its seed.
    """
    lines = [f"format = {_value(FORMAT)}", f"title = {_value(draft.title)}"]
    said: dict[str, Any] = {**header, "about": draft.about}
    if draft.asks:
        said["asks"] = draft.asks
    if draft.opened is not None:
        said["opened"] = draft.opened
    lines += ["", "[puzzle]", *_pairs(said)]
    if draft.picture:
        lines += ["picture = '''", *draft.picture, "'''"]
    if draft.grid:
        lines += ["", "[grid]", *_pairs(draft.grid)]
    for block in draft.unknowns:
        lines += ["", "[[unknowns]]", *_pairs({"names": block.names, "values": block.values})]
        lines += ["different = true"] if block.different else []
    for name, says in draft.rules.items():
        lines += ["", "[[rule]]", *_pairs({"name": name, **says})]
    for clue in draft.clues:
        lines += ["", "[[entry]]", *_pairs({"id": clue.id} if clue.id else {})]
        lines += _pairs({"text": clue.text, **clue.says})
    return "\n".join([*lines, ""])


def _pairs(block: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value, is_wide=True)}" for key, value in block.items()]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: object, *, is_wide: bool = False) -> str:
    """Write a value.

    Args:
        value: The value.
        is_wide: Whether a list may take several lines.
    """
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = [_value(inner) for inner in value]
        line = f"[{', '.join(parts)}]"
        return "\n".join(["[", *_filled(parts), "]"]) if is_wide and len(line) > _WIDTH else line
    return json.dumps(value, ensure_ascii=False)


def _filled(parts: Sequence[str]) -> list[str]:
    """Return the parts of a list as lines, as many in each as there is room for."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) < _WIDTH:
            lines[-1] += f" {part},"
        else:
            lines.append(f"  {part},")
    return lines
