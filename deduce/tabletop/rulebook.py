"""The rules of a game by their ids: what each says, what was decided where its source is silent."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from deduce.errors import did_you_mean
from deduce.tabletop.errors import LineError
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.tabletop.kind import Kind

__all__ = ["Rule", "rules_told"]


MANY = 20
"""So many rules would not fit on the screen of a small terminal below each other."""
HALF = 40


@dataclass(frozen=True)
class Rule:
    """A rule of a game.

    Attributes:
        title: What it is about, in a few words.
        text: What it says.
        decision: What is played where its source is silent; "" where nothing had to be decided.
        option: What is said in a command or a record to play it otherwise; "" if nothing can be.
    """

    title: str
    text: str
    decision: str = ""
    option: str = ""


def rules_told(kind: Kind[Any], said: Mapping[str, Any]) -> Told:
    """Tell what a rule says; of several, or of all, only which there are.

    Args:
        kind: The kind of game.
        said: In `rule` the id of a rule, or a part of some ids or titles; nothing for all.

    Raises:
        LineError: If there is no such rule.
    """
    rules = kind.rules() if kind.rules is not None else {}
    chosen = _chosen(rules, str(said.get("rule") or "").strip())
    data = {
        "format": f"deduce.{kind.name}.rulebook/1",
        "rules": {name: asdict(rule) for name, rule in chosen.items()},
    }
    if len(chosen) == 1:
        return Told(tuple(_in_full(*next(iter(chosen.items())))), data)
    width = max(map(len, chosen), default=0)
    rows = _beside([f"{name:<{width}}  {rule.title}" for name, rule in chosen.items()])
    return Told((*lines(rows, Role.ROW), *lines(["rules and an id tells one in full."])), data)


def _beside(rows: list[str]) -> list[str]:
    """Return many short rows in two columns, the second one going on where the first one ends."""
    half = (len(rows) + 1) // 2
    if len(rows) < MANY or max(map(len, rows)) >= HALF:
        return rows
    left, right = rows[:half], [*rows[half:], ""]
    return [f"{one:<{HALF}}{other}".rstrip() for one, other in zip(left, right, strict=False)]


def _chosen(rules: Mapping[str, Rule], wanted: str) -> Mapping[str, Rule]:
    """Return the rule of an id, or those whose id, or else title, contains what is wanted."""
    if wanted.upper() in rules:
        return {wanted.upper(): rules[wanted.upper()]}
    found = {name: rule for name, rule in rules.items() if wanted.upper() in name}
    found = found or {
        name: rule for name, rule in rules.items() if wanted.casefold() in rule.title.casefold()
    }
    if not found and rules:
        message = f"there is no rule {wanted[:40].upper()}; {did_you_mean(wanted.upper(), rules)}"
        raise LineError(message)
    return found


def _in_full(name: str, rule: Rule) -> list[Said]:
    said = [Said(f"{name}: {rule.title}", Role.HEADING), Said(rule.text)]
    said += [Said(f"Our decision: {rule.decision}")] if rule.decision else []
    return said + ([Said(f"Option: {rule.option}")] if rule.option else [])
