"""How quick the companion at the table is: from Enter to the screen, and a sheet from nothing."""

from __future__ import annotations

import io
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from results import Row, Timing, Topic
from timing import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Effort

    from deduce.confusion import Rules
    from deduce.tabletop.kind import Kind

__all__ = ["TOPIC", "at_the_table"]

LENGTHS = (10, 60, 300, 1000)
"""How many turns a game has behind it."""
SEED = 7
BATTLE = 40
"""After how many turns the battle is left as it stands."""


def _rows(effort: Effort) -> Iterator[Row]:
    from deduce.cards.kind import CARDS
    from deduce.confusion import Rules
    from deduce.confusion.kind import CONFUSION
    from deduce.tabletop.record import read_record

    runs = effort.most // 10
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in ("classic", "espionage"):
            rules = Rules.of(ruleset)
            for turns in LENGTHS:
                path = Path(folder) / f"{ruleset}-{turns}.txt"
                path.write_text(_long_game(rules, turns), encoding="utf-8")
                entered, undone, anew = at_the_table(CONFUSION, path, _refused(path), runs)
                others = {"everything read anew": Timing(anew)}
                case = f"{ruleset}, {turns} turns"
                yield Row(f"{case}: from Enter to the screen", None, Timing(entered), others, 50e-3)
                yield Row(f"{case}: undo", None, Timing(undone), others, 50e-3)
        path = Path(folder) / "battle.txt"
        path.write_text(_long_battle(), encoding="utf-8")
        entered, undone, anew = at_the_table(CARDS, path, ["left 30 !", "cards ? ?"], runs)
        others = {"everything read anew": Timing(anew)}
        entries = len(read_record(CARDS, path).steps)
        case = f"Cards and Confusion, {entries} entries"
        yield Row(f"{case}: from Enter to the screen", None, Timing(entered), others, 50e-3)
        yield Row(f"{case}: undo", None, Timing(undone), others, 50e-3)
        seconds = _whole_process(Path(folder) / "espionage-60.txt", effort.most // 20)
        others = {"everything read anew": Timing(None)}
        yield Row("deduce confusion sheet FILE, a whole process", None, Timing(seconds), others, 0.35)


def _long_game(rules: Rules, turns: int) -> str:
    """Return the record of a game in which all that is tried is refused, so that it can be of any length."""
    from deduce.confusion import record_of
    from deduce.confusion.engine.simulation import random_start

    draw = random.Random(SEED)
    game = random_start(rules, draw)
    while game.position.turns < turns:
        attempt = draw.choice(game.attempts())
        answer = game.answer(attempt, agent=lambda _: False)
        if answer is not None and not answer.allowed:
            game.push(attempt, answer)
    return record_of(game).text


def _long_battle() -> str:
    """Return the record of a random battle without its last entry, so that it is not over."""
    from deduce.cards.random_battle.playing import random_battle

    return "".join(random_battle(SEED, turns=BATTLE).text.splitlines(keepends=True)[:-1])


def _refused(path: Path) -> list[str]:
    """Return what can be typed: attempts that are refused, so that the game never ends."""
    from deduce.confusion import read_record
    from deduce.confusion.notation.words import WAYS

    game = read_record(path).now.stand()
    refused = [each for each in game.attempts() if (answer := game.answer(each)) and not answer.allowed]
    return [f"{each.letter} {WAYS[each.way]} {each.distance} n" for each in refused]


def at_the_table(kind: Kind[Any], path: Path, lines: list[str], runs: int) -> tuple[float, float, float]:
    """Return the seconds from Enter to the screen for a line, for taking it back, and with all read anew."""
    from rich.console import Console

    from deduce.tabletop.companion import TableCompanion
    from deduce.tabletop.saved import open_game
    from deduce_cli.render import plain
    from deduce_cli.screen import body, paint

    screen = Console(file=io.StringIO(), force_terminal=True, width=160, height=40)
    companion = TableCompanion(open_game(kind, path))

    def shown(companion: TableCompanion[Any], line: str) -> None:
        messages = plain(companion.obey(line).said)
        paint(screen, body(screen, companion.frame()), messages)

    entering, undoing, anew = (Stopwatch(resource.RUSAGE_SELF) for _ in range(3))
    for number in range(runs + 1):
        entering.time(shown, companion, lines[number % len(lines)], counts=number > 0)
        undoing.time(shown, companion, "undo", counts=number > 0)
        anew.time(lambda: shown(TableCompanion(open_game(kind, path)), "moves"), counts=number > 0)
    return entering.median, undoing.median, anew.median


def _whole_process(path: Path, runs: int) -> float:
    script = Path(sys.executable).with_name("deduce")
    watch = Stopwatch(resource.RUSAGE_CHILDREN)
    for number in range(runs + 1):
        watch.time(_run, [str(script), "confusion", "sheet", str(path)], counts=number > 0)
    return watch.median


def _run(command: list[str]) -> None:
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (Topic("TABLE", "At the table"), _rows)
