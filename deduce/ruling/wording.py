"""The rules of a game in words, as a file words them, with places for numbers and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.data import parse_toml
from deduce.intake.numbers import quoted
from deduce.ruling.blocks import Block, Source
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["GRADES", "KINDS", "Worded", "WordedGroup", "ids_in", "parse_words"]

KINDS = ("need", "value", "effect", "choice", "procedure", "reminder")
"""Where a rule can be carried out."""
GRADES = ("A", "B", "C")
"""How sure it is what an unreadable source says: certainly, by what stands around it, perhaps."""
LONGEST = 800
"""How long what is said of a rule can be."""
_KEYS = ("id", "kind", "title", "text", "decision", "option", "source", "grade", "reading")


class Worded(NamedTuple):
    """A rule in words.

    Attributes:
        kind: Where it is carried out, one of `KINDS`.
        title: What it is about.
        text: What it says, with places such as {combat.range} and {DEC-17}.
        decision: What is played where the texts are silent.
        option: How it is played otherwise.
        source: Where it stands in its source; "" if nobody says.
        grade: How sure it is what the source says, one of `GRADES`; "" where it can be read.
        reading: How a place that cannot be read was read.
    """

    kind: str
    title: Words
    text: Words
    decision: Words = NOTHING
    option: str = ""
    source: str = ""
    grade: str = ""
    reading: Words = NOTHING


WordedGroup: TypeAlias = "tuple[Words, Mapping[str, Worded]]"
"""A title, and the rules below it by their ids."""


def parse_words(text: str, source: str) -> tuple[WordedGroup, ...]:
    """Read the words of rules: groups, each with its title and its rules.

    Args:
        text: The text of the file.
        source: What it is called in messages.

    Raises:
        RulingError: If something is wrong, with the line.
    """
    try:
        data = parse_toml(text)
    except IntakeError as error:
        raise RulingError(error.reason, source, error.line) from None
    top = Block(Source(source, text), data)
    top.check_keys(("format", "group"))
    top.text("format", "")
    groups: list[WordedGroup] = []
    known: set[str] = set()
    for group in top.tables("group"):
        group.check_keys(("title", "rule"))
        rules: dict[str, Worded] = {}
        for each in group.tables("rule"):
            (name,) = each.rules(key="id")
            if name in known:
                raise each.wrong(f"the rule {name} stands there twice; word it once", "id")
            known.add(name)
            rules[name] = _worded(each)
        groups.append((group.words("title"), rules))
    return tuple(groups)


def ids_in(groups: Iterable[WordedGroup]) -> Iterator[str]:
    """Iterate over the ids of the rules in groups."""
    for _, group in groups:
        yield from group


def _worded(found: Block) -> Worded:
    found.check_keys(_KEYS)
    for key in ("title", "text"):
        if not found.has(key):
            raise found.wrong(f"{key} is missing; it must be said in both languages")
    return Worded(
        _one_of(found, "kind", KINDS),
        found.words("title"),
        found.words("text", LONGEST),
        found.words("decision", LONGEST),
        found.text("option", ""),
        found.text("source", ""),
        _one_of(found, "grade", GRADES) if found.has("grade") else "",
        found.words("reading", LONGEST),
    )


def _one_of(found: Block, key: str, known: tuple[str, ...]) -> str:
    word = found.text(key)
    if word not in known:
        raise found.wrong(f"{key} is {quoted(word)}; {did_you_mean(word, known)}", key)
    return word
