"""What an edition says at a glance: the quick reference, filled with the edition's numbers."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.edition import Edition

__all__ = ["Group", "reference"]

PLACE = re.compile(r"\{([\w.]+)\}")


class Group(NamedTuple):
    """A few lines on one subject.

    Attributes:
        title: The subject.
        lines: Each line with the id of the rule that it tells; "" for none.
    """

    title: str
    lines: tuple[tuple[str, str], ...]


@cache
def _groups() -> Sequence[dict[str, Any]]:
    package, _, _ = __name__.rpartition(".")
    text = resources.files(package).joinpath("reference.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["group"]
    return found


def reference(edition: Edition, language: str) -> tuple[Group, ...]:
    """Return the quick reference of an edition: only what is played, with its numbers.

    Args:
        edition: The rules, house rules included.
        language: "en" or "fr".
    """
    return tuple(
        Group(
            group["title"][language],
            tuple(
                (_filled(line[language], edition), line.get("rule", ""))
                for line in group["line"]
                if _is_played(line.get("when", ""), edition)
            ),
        )
        for group in _groups()
    )


def _is_played(when: str, edition: Edition) -> bool:
    decision, _, choice = when.partition("=")
    return not when or edition.choice(decision) == choice


def _filled(text: str, edition: Edition) -> str:
    return PLACE.sub(lambda found: _number(found[1], edition), text)


def _number(name: str, edition: Edition) -> str:
    """Return a number as it is read; a table with a space between its numbers."""
    if name in edition.law.tables:
        return " ".join(map(str, edition.table(name)))
    return str(edition.number(name))
