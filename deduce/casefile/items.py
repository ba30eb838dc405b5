"""Going through things: the same rule for each row, each pair, each line of a list.

A block of a case file with `each` (groups of a grid), `each_of`, `each_pair` or `each_next` (things in a
list) stands for as many blocks as there are things. In its texts, {name} stands for a field of the thing.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, Final

from deduce.errors import ProblemError, did_you_mean
from deduce.intake.numbers import quoted

__all__ = ["OUTSIDE", "SKIPPED", "Beyond", "Budget", "Filler", "Item", "things", "with_clues"]

MOST_MADE = 100_000
"""Through how many things the blocks of a file may go."""
MOST_WRITTEN = 5_000_000
"""How many characters these may have together, as if they were typed."""
SKIPPED = "."
"""The clue of what has none."""
_FIELD = re.compile(r"(`?)\{([A-Za-z_][A-Za-z_0-9]*)\}")
_LABEL = 60
_LONGEST_LABEL = 2 * _LABEL
"""How long it is at most what something is called that is gone through within something."""


class _Outside:
    """What is said of a neighbour that lies outside of the grid."""


OUTSIDE: Final = _Outside()


@dataclass(frozen=True)
class Item:
    """One of the things that a block goes through.

    Attributes:
        label: What it is called in names and messages.
        fields: What a text between braces can stand for: texts, numbers, lists of them, or `OUTSIDE`.
    """

    label: str
    fields: Mapping[str, Any]

    @property
    def cells(self) -> list[str] | None:
        """The cells of the thing; None if it has none."""
        found = self.fields.get("cells")
        return found if isinstance(found, list) else None

    def with_inner(self, inner: Item) -> Item:
        """Return this thing together with one that was gone through within it, with the fields of both."""
        name = f"{self.fields.get('name', self.label)}, {inner.fields.get('name', inner.label)}"
        label = f"{self.label}, {inner.label}"
        return Item(label[:_LONGEST_LABEL], {**self.fields, **inner.fields, "name": name[:_LONGEST_LABEL]})


def things(key: str, listed: Sequence[Any], names: Sequence[str]) -> list[Item]:
    """Return the things of a list.

    Examples:
        >>> [item.fields for item in things("each_next", [1, 4, 9], [])]
        [{'a': 1, 'b': 4}, {'a': 4, 'b': 9}]

    Args:
        key: "each_of" for one by one, "each_pair" for every two of them, "each_next" for each with the next.
        listed: The list.
        names: What the parts of a thing are called that is a list itself.

    Raises:
        ProblemError: If it is not a list of such things.
    """
    if key == "each_of":
        return [_thing(found, names) for found in listed]
    for found in listed:
        if isinstance(found, bool) or not isinstance(found, str | int):
            raise ProblemError(f"{key!r} has {quoted(found)}; it must have texts or whole numbers")
    size = len(listed)
    count = size * (size - 1) // 2 if key == "each_pair" else size - 1
    if count > MOST_MADE:
        raise ProblemError(f"{size:,} things make {count:,} pairs, more than {MOST_MADE:,}")
    pairs = itertools.combinations(listed, 2) if key == "each_pair" else itertools.pairwise(listed)
    return [Item(f"{one} and {other}"[:_LABEL], {"a": one, "b": other}) for one, other in pairs]


def _thing(found: object, names: Sequence[str]) -> Item:
    """Return a thing of a list: a text, a number, a table of fields, or a list of them in order."""
    if isinstance(found, Mapping):
        for name, value in found.items():
            _check_field(repr(name), value)
        return Item(", ".join(str(value) for value in found.values())[:_LABEL], dict(found))
    if isinstance(found, list):
        if len(found) != len(names):
            message = f"{quoted(found)} has {len(found)} parts, but 'fields' names {len(names)}"
            if not names:
                message += '; say what they are called, such as fields = ["one", "other"]'
            raise ProblemError(message)
        return _thing(dict(zip(names, found, strict=True)), ())
    _check_field("'it'", found)
    return Item(str(found)[:_LABEL], {"it": found})


def _check_field(what: str, value: object) -> None:
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, str | int):
            message = f"{what} is {quoted(value)}; it must be a text, a whole number or a list of them"
            raise ProblemError(message)


def with_clues(items: Sequence[Item], clues: Sequence[Any] | Mapping[str, Any]) -> list[Item]:
    """Return the things that have a clue, with it as a field; a point stands for no clue.

    Args:
        items: The things.
        clues: A clue for each of them in order, or for some by their letters or labels.

    Raises:
        ProblemError: If there are more or fewer clues than things, or one is for nothing.
    """
    if isinstance(clues, Mapping):
        known: dict[str, Item] = {}
        for item in items:
            name = str(item.fields.get("letter", item.label))
            if name in known:
                message = (
                    f"{known[name].label} and {item.label} are both called {quoted(name)} here; go through "
                    "them in blocks of their own"
                )
                raise ProblemError(message)
            known[name] = item
        strangers = [name for name in clues if name not in known]
        if strangers:
            message = f"there is nothing called {quoted(strangers[0])}; {did_you_mean(strangers[0], known)}"
            raise ProblemError(message)
        paired = [(known[name], clue) for name, clue in clues.items()]
    elif len(clues) != len(items):
        message = (
            f"there are {len(clues):,} clues for {len(items):,} things; write {SKIPPED!r} where there is none"
        )
        raise ProblemError(message)
    else:
        paired = list(zip(items, clues, strict=True))
    found = []
    for item, clue in paired:
        if clue != SKIPPED:
            _check_field("a clue", clue)
            found.append(Item(item.label, {**item.fields, "clue": clue}))
    return found


class Beyond(Exception):  # noqa: N818 - it is no error
    """A text speaks of a neighbour that is not there."""


class Budget:
    """How much may come of a file."""

    def __init__(self) -> None:
        self._things = 0
        self._characters = 0

    def count(self, things: int) -> None:
        """Count things that a block goes through.

        Raises:
            ProblemError: If there are too many.
        """
        self._things += things
        if self._things > MOST_MADE:
            message = f"the blocks up to here go through more than {MOST_MADE:,} things; go through fewer"
            raise ProblemError(message)

    def write(self, words: Sequence[str]) -> None:
        """Count words that need not be typed.

        Raises:
            ProblemError: If they are too many.
        """
        self._characters += sum(map(len, words)) + len(words)
        if self._characters > MOST_WRITTEN:
            message = f"the blocks up to here stand for more than {MOST_WRITTEN:,} characters; write fewer"
            raise ProblemError(message)


class Filler:
    """Fills in blocks.

    Args:
        unknowns: The names of the unknowns, which conditions write between backticks where they must.
        budget: How much may come of it.
    """

    def __init__(self, unknowns: Mapping[str, object], budget: Budget) -> None:
        self.unknowns = unknowns
        self.budget = budget

    def part(self, part: Any, item: Item, key: str) -> Any:  # noqa: ANN401 - whatever TOML holds
        """Return a part of a block with its fields filled in.

        A field alone becomes what it holds, such as a number or a list; among other words it is written out.

        Args:
            part: The part.
            item: The thing that it is about.
            key: Under which key it stands.

        Raises:
            ProblemError: If a text has a field that the thing has not, or too much comes of the file.
            Beyond: If it speaks of a neighbour that is not there, and of nothing else.
        """
        if isinstance(part, str):
            return self._text(part, item, key)
        if isinstance(part, Mapping):
            return {name: self.part(value, item, name) for name, value in part.items()}
        if not isinstance(part, list):
            return part
        kept = []
        for inner in part:
            try:
                kept.append(self.part(inner, item, key))
            except Beyond:
                continue
        if part and not kept:
            raise Beyond
        return kept

    def _text(self, text: str, item: Item, key: str) -> Any:  # noqa: ANN401 - what the field holds
        whole = _FIELD.fullmatch(text)
        if whole and not whole[1]:
            value = self._field(whole[2], text, item)
            if key != "where":
                self.budget.write(list(map(str, value if isinstance(value, list) else [value])))
                return value
        is_condition = key == "where"
        pieces: list[str] = []
        end = 0
        for found in _FIELD.finditer(text):
            value = self._field(found[2], text, item)
            shown = self._shown(value, is_condition=is_condition and not found[1])
            pieces += [text[end : found.start()], found[1], shown]
            self.budget.write([shown])
            end = found.end()
        self.budget.write([text])
        return "".join([*pieces, text[end:]])

    def _field(self, name: str, text: str, item: Item) -> Any:  # noqa: ANN401 - what the field holds
        if name not in item.fields:
            known = list(item.fields)
            shown = quoted("{" + name + "}")
            message = (
                f"{quoted(text)} has {shown}, but {item.label} has no such field; {did_you_mean(name, known)}"
            )
            raise ProblemError(message)
        value = item.fields[name]
        if value is OUTSIDE:
            raise Beyond
        return value

    def _shown(self, value: object, *, is_condition: bool) -> str:
        parts = value if isinstance(value, list) else [value]
        return ", ".join(self._name(str(part)) if is_condition else str(part) for part in parts)

    def _name(self, text: str) -> str:
        """Write a text as a condition writes it: the name of an unknown between backticks if it must."""
        is_word = all(part.isidentifier() and not iskeyword(part) for part in text.split("."))
        return text if is_word or text not in self.unknowns else f"`{text}`"
