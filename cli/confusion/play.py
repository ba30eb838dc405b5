"""`deduce confusion play`: a match against the machine, on a terminal or through a pipe."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import typer

from deduce import DeduceError
from deduce.confusion.engine.actions import Attempt, Expose, GiftReply, PromotionReply, Resign, Reveal
from deduce.confusion.errors import LineError, SessionError
from deduce.confusion.match.match import LEVELS, Match, new_match, open_match
from deduce.confusion.notation.typed import read_actions, read_reply
from deduce.confusion.notation.words import WAYS, attempt_words
from deduce.confusion.record.setup import read_placement
from deduce.tabletop.files import Lock

from ..output import working
from .companion import Onlooker
from .random_game import rules_of
from .screen import ending
from .table import Lines, at_terminal, new_path, piped

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deduce.confusion import Diagram, Game, Rules
    from deduce.confusion.engine.turns import Event

USUAL_LEVEL = 3
STARTS, FOLLOWS = "first", "second"
"""What can be said instead of the name of a side."""


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line; None and empty where nothing was said.

    Attributes:
        file: The file of the match.
        level: The level.
        side: The human's side, by name, or `first` or `second` to move.
        first: Who starts.
        ruleset: The ruleset.
        variants: Its variants.
        tokens: Whether it has action tokens.
        diagrams: Its diagrams.
        seed: What the deals follow from.
        seconds: How long the machine thinks.
        placement: Where the human places its pieces.
    """

    file: Path | None
    level: int | None
    side: str
    first: str
    ruleset: str
    variants: str
    tokens: bool
    diagrams: Path | None
    seed: int | None
    seconds: float | None
    placement: str

    def rules(self) -> Rules:
        """Return the rules."""
        return rules_of(self.ruleset, self.variants, self.diagrams, tokens=self.tokens)

    def sides(self, rules: Rules) -> tuple[int, int]:
        """Return the human's side, and the one that starts: the human unless something else is said."""
        first = rules.side(self.first.capitalize()) if self.first else None
        if self.side.casefold() in {STARTS, FOLLOWS}:
            starts = first or 0
            return (starts if self.side.casefold() == STARTS else 1 - starts), starts
        me = rules.side(self.side.capitalize()) if self.side else 0
        return me, me if first is None else first


def levels() -> list[str]:
    """Return a line for each level."""
    lines = []
    for number, level in LEVELS.items():
        seconds = "" if level.seconds is None else f" ({level.seconds:g} second{'s' * (level.seconds != 1)})"
        lines.append(f"{number}  {level.words}{seconds}")
    return lines


def run(wanted: Wanted) -> None:
    """Play until quit.

    Raises:
        DeduceError: If the file cannot be read, written or locked, or the options do not go together.
    """
    path = wanted.file or new_path("matches")
    lines = Lines()
    with Lock(path):
        if path.exists() and path.stat().st_size:
            match = open_match(path, wanted.seconds)
            _check_resumed(wanted, match)
        else:
            match = _new(wanted, path)
        companion = MatchCompanion(match, working=working)
        greeting = companion.greeting()
        if not lines.is_terminal:
            for message in (f"Saved in {path} after every step.", *greeting):
                typer.echo(message)
        sit(companion, lines, *greeting)


def _new(wanted: Wanted, path: Path) -> Match:
    rules = wanted.rules()
    me, first = wanted.sides(rules)
    return new_match(
        path,
        rules,
        me,
        first,
        USUAL_LEVEL if wanted.level is None else wanted.level,
        seed=wanted.seed,
        seconds=wanted.seconds,
        placement=read_placement(rules, me, wanted.placement) if wanted.placement else None,
        diagrams_file="" if wanted.diagrams is None else str(wanted.diagrams.resolve()),
        date=dt.datetime.now().astimezone().date().isoformat(),
    )


def _check_resumed(wanted: Wanted, match: Match) -> None:
    """Make sure that a match that goes on is the one that was asked for.

    Raises:
        SessionError: If it is another one.
    """
    rules, setup = match.rules, match.record.setup
    other: list[str] = []
    if wanted.ruleset != "classic" or wanted.variants or wanted.tokens or wanted.diagrams:
        asked = wanted.rules()
        names = ("ruleset", "variants", "tokens", "diagrams")
        other += [name for name in names if getattr(asked, name) != getattr(rules, name)]
    other += ["level"] * (wanted.level not in {None, match.number})
    other += ["seed"] * (wanted.seed not in {None, match.seed})
    me = {STARTS: setup.first, FOLLOWS: 1 - setup.first}.get(wanted.side.casefold())
    if wanted.side and match.me != (rules.side(wanted.side.capitalize()) if me is None else me):
        other.append("side")
    if wanted.first and setup.first != rules.side(wanted.first.capitalize()):
        other.append("first")
    if wanted.placement:
        placed = read_placement(rules, match.me, wanted.placement)
        other += ["placement"] * (placed != setup.placements[match.me])
    if other:
        options = ", ".join(f"--{name}" for name in other)
        message = f"{match.path} is another match already; leave {options} out to go on with it"
        raise SessionError(message)
