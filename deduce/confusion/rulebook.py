"""The rules of Confusion in our own words, and the page of the documentation that has them all."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deduce.tabletop.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["rules", "rules_page"]

HEAD = """# Rules

The rules of Confusion, classic and espionage, in our own words, each under the id by which messages, code
and tests cite it. At the table `rules` lists them and `rules cf-tok-move2` tells one; in the shell that is
`deduce confusion rules cf-tok-move2`.

The rulebooks leave some things open, and some of their drawings are lost. What is played here in such places
is said as *our decision*, with the option of a command or the header of a [record](records.md) that changes
it, where there is one.
"""


@cache
def _groups() -> tuple[tuple[str, Mapping[str, Rule]], ...]:
    """Return the rules in groups, each with its title."""
    package, _, _ = __name__.rpartition(".")
    file = resources.files(package).joinpath("rulebook.toml")
    data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        (group["title"], {each.pop("id"): Rule(**each) for each in group["rule"]}) for group in data["group"]
    )


@cache
def rules() -> Mapping[str, Rule]:
    """Return every rule by its id.

    Examples:
        >>> rules()["CF-Z-1"].title
        'Taking Z'
    """
    return MappingProxyType({name: rule for _, group in _groups() for name, rule in group.items()})


def rules_page() -> str:
    """Return the page of the documentation, as docs/rules.md has it."""
    parts = [HEAD]
    for title, group in _groups():
        parts.append(f"## {title}\n")
        for name, rule in group.items():
            parts.append(f"### {name}\n")
            parts.append(f"**{rule.title}.** {rule.text}\n")
            if rule.decision:
                parts.append(f"*Our decision:* {rule.decision}\n")
            if rule.option:
                options = ", ".join(f"`{each}`" for each in rule.option.split("; "))
                parts.append(f"*Option:* {options}\n")
    return "\n".join(parts)
