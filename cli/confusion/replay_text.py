"""The replay of a record as text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from deduce.confusion.pictures.boards import text_board

from ..output import console
from .questions import Asked
from .sheets import headline

if TYPE_CHECKING:
    from rich.console import Console

    from deduce.confusion import Game

    from .replay import Replayed


def show(replayed: Replayed) -> None:
    """Print the replay."""
    screen = console()
    game, setup = replayed.game, replayed.record.setup
    screen.print(Text(_title(replayed), style="bold"))
    for key, value in setup.others.items():
        screen.print(Text(f"{key}: {value}"))
    screen.print()
    screen.print(Text(text_board(game.position, setup.compass)), soft_wrap=True)
    if promoted := _promoted(game):
        screen.print(Text(promoted))
    asked = Asked.of(replayed)
    for sheet in asked.sheets:
        lines = textwrap.wrap(headline(sheet), screen.width - 1, subsequent_indent="  ")
        screen.print(Text("\n".join(lines)))
    _problems(screen, replayed)
    _misprints(screen, replayed)


def _title(replayed: Replayed) -> str:
    rules, total = replayed.record.rules, len(replayed.record.plies)
    parts = [f"Confusion, {rules.ruleset}"]
    if rules.variants:
        parts.append("variants " + ", ".join(map(str, sorted(rules.variants))))
    if rules.tokens:
        parts.append("action tokens")
    turns = f"after turn {replayed.ply} of {total}" if replayed.ply < total else f"after {total} turns"
    return f"{'; '.join(parts)}; {turns}"


def _promoted(game: Game) -> str:
    """Say who is promoted, in a line of its own; nothing if nobody is."""
    names = [
        f"{name} {' '.join(found)}"
        for side, name in enumerate(game.rules.sides)
        if (found := [letter for letter in game.rules.letters if game.position.is_promoted(side, letter)])
    ]
    return f"Promoted: {'; '.join(names)}." if names else ""


def _problems(screen: Console, replayed: Replayed) -> None:
    problems = replayed.record.problems
    if not problems:
        return
    screen.print()
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    screen.print(Text(f"{count} in the record:", style="yellow"))
    for problem in problems:
        lines = textwrap.wrap(str(problem), screen.width - 2, subsequent_indent="  ") or [""]
        screen.print(Text("\n".join(f"  {line}" for line in lines)))


def _misprints(screen: Console, replayed: Replayed) -> None:
    if replayed.corrections is None or not replayed.record.problems:
        return
    screen.print()
    if not replayed.corrections:
        screen.print(Text("No small change of one cell lets it replay any further."))
        return
    screen.print(Text("Probable misprints:", style="yellow"))
    for correction in replayed.corrections:
        lines = textwrap.wrap(str(correction), screen.width - 2, subsequent_indent="  ")
        screen.print(Text("\n".join(f"  {line}" for line in lines)))
