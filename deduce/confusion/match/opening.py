"""How a match begins or goes on: what was asked for, and whether a match that is there is the one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deduce.confusion.beginning import option_name, other_rules, rules_of, today
from deduce.confusion.match.levels import LEVELS
from deduce.confusion.match.match import lots_of, new_match, open_match
from deduce.confusion.record.setup import read_placement
from deduce.tabletop.errors import SessionError
from deduce.tabletop.paths import holds_something, real_path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.match.lots import Lots
    from deduce.confusion.match.match import Match

__all__ = ["Wanted", "level_lines", "match_at"]

USUAL_LEVEL = 3
STARTS, FOLLOWS, ANY = "first", "second", "random"
"""What can be said instead of the name of a side."""


@dataclass(frozen=True)
class Wanted:
    """What was asked for; None and empty where nothing was said.

    Attributes:
        rules: The rules, as `deduce.confusion.beginning.rules_of` takes them.
        level: The level.
        side: The human's side, by name, `random`, or `first` or `second` to move.
        first: Who starts, by name or `random`.
        seed: What the deals follow from, which is no secret then.
        seconds: How long the machine thinks.
        placement: Where the human places its pieces.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    level: int | None = None
    side: str = ""
    first: str = ""
    seed: int | None = None
    seconds: float | None = None
    placement: str = ""

    def sides(self, rules: Rules, lots: Lots) -> tuple[int, int]:
        """Return the human's side, and the one that starts: the human unless something else is said.

        Args:
            rules: The rules.
            lots: What decides where `random` is said.
        """
        first = _side(rules, self.first, lots, "first") if self.first else None
        if self.side.casefold() in {STARTS, FOLLOWS}:
            starts = first or 0
            return (starts if self.side.casefold() == STARTS else 1 - starts), starts
        me = _side(rules, self.side, lots, "side") if self.side else 0
        return me, me if first is None else first


def _side(rules: Rules, name: str, lots: Lots, purpose: str) -> int:
    """Return the side of a name, or any."""
    return lots.drawn(purpose).randrange(2) if name.casefold() == ANY else rules.side(name.capitalize())


def level_lines() -> list[str]:
    """Return a line for each level."""
    lines = []
    for number, level in LEVELS.items():
        seconds = "" if level.seconds is None else f" ({level.seconds:g} second{'s' * (level.seconds != 1)})"
        lines.append(f"{number}  {level.words}{seconds}")
    return lines


def match_at(path: Path, wanted: Wanted, keys: Path | None = None) -> Match:
    """Go on with the match in a file, or begin one.

    Args:
        path: The file.
        wanted: What was asked for.
        keys: The folder of the keys; by default the user's.

    Raises:
        DeduceError: If the file cannot be read or written, or what was asked for does not go together.
    """
    if holds_something(path):
        match = open_match(path, wanted.seconds, keys)
        _check_resumed(wanted, match)
        return match
    rules = rules_of(wanted.rules)
    me, first = wanted.sides(rules, lots_of(wanted.seed))
    diagrams = wanted.rules.get("diagrams")
    return new_match(
        path,
        rules,
        me,
        first,
        USUAL_LEVEL if wanted.level is None else wanted.level,
        seed=wanted.seed,
        seconds=wanted.seconds,
        placement=read_placement(rules, me, wanted.placement) if wanted.placement else None,
        diagrams_file="" if diagrams is None else str(real_path(diagrams)),
        date=today(),
        keys=keys,
    )


def _check_resumed(wanted: Wanted, match: Match) -> None:
    """Make sure that a match that goes on is the one that was asked for.

    Raises:
        SessionError: If it is another one.
    """
    rules, setup = match.rules, match.record.now.setup
    other = other_rules(rules, wanted.rules)
    other += ["level"] * (wanted.level not in {None, match.number})
    other += ["seed"] * (wanted.seed not in {None, match.seed})
    # What was drawn is whatever it came to.
    allowed = {STARTS: setup.first, FOLLOWS: 1 - setup.first, ANY: match.me}
    me = allowed.get(wanted.side.casefold())
    if wanted.side and match.me != (rules.side(wanted.side.capitalize()) if me is None else me):
        other.append("side")
    if wanted.first.casefold() not in {"", ANY} and setup.first != rules.side(wanted.first.capitalize()):
        other.append("first")
    if wanted.placement:
        placed = read_placement(rules, match.me, wanted.placement)
        other += ["placement"] * (placed != setup.placements[match.me])
    if other:
        options = ", ".join(map(option_name, other))
        message = f"{match.path} is another match already; leave {options} out to go on with it"
        raise SessionError(message)
