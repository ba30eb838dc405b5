"""The rules as `rulebook.toml` words them, with places for the numbers and choices of the editions."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.ruling.languages import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Worded", "worded_ids", "worded_rules"]


class Worded(NamedTuple):
    """A rule in words.

    Attributes:
        kind: Where it is carried out: "need", "value", "choice", "procedure" or "reminder".
        title: What it is about.
        text: What it says, with places such as {combat.range} and {DEC-17}.
        decision: What is played where the texts are silent.
        option: How it is played otherwise.
    """

    kind: str
    title: Words
    text: Words
    decision: Words
    option: str


@cache
def worded_rules() -> tuple[tuple[Words, Mapping[str, Worded]], ...]:
    """Return the rules in groups, each with its title; decisions with alternatives are worded elsewhere."""
    package, _, _ = __name__.rpartition(".")
    file = resources.files(package).joinpath("rulebook.toml")
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        (Words(**group["title"]), {each["id"]: _worded(each) for each in group["rule"]})
        for group in data["group"]
    )


@cache
def worded_ids() -> frozenset[str]:
    """Return the ids of these rules."""
    return frozenset(name for _, group in worded_rules() for name in group)


def _worded(found: Mapping[str, Any]) -> Worded:
    decision = Words(**found["decision"]) if "decision" in found else NOTHING
    return Worded(
        found["kind"], Words(**found["title"]), Words(**found["text"]), decision, found.get("option", "")
    )
