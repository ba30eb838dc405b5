"""How quick the companion at the table is: from Enter to the screen, and a sheet from nothing."""

from __future__ import annotations

import io
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from results import Row, Timing, Topic
from timing import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Effort

__all__ = ["TOPIC"]

TURNS = 60
SEED = 7


def _rows(effort: Effort) -> Iterator[Row]:
    from deduce.confusion import Rules, random_game, record_of

    rules = Rules.of("espionage", tokens=True)
    game = random_game(rules, random.Random(SEED), plies=TURNS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        path.write_text(record_of(game).text, encoding="utf-8")
        seconds = _from_enter_to_screen(path, effort.most // 10)
        note = "13 pieces a side; a turn typed, replayed, saved, both sheets, everything painted"
        yield Row(f"from Enter to the screen after {TURNS} turns", None, Timing(seconds, note), {}, 50e-3)
        seconds = _whole_process(path, effort.most // 20)
        yield Row("deduce confusion sheet FILE, a whole process", None, Timing(seconds), {}, 0.4)


def _from_enter_to_screen(path: Path, runs: int) -> float:
    from rich.console import Console

    from deduce.confusion.engine.directions import DIRECTIONS, opposite
    from deduce.confusion.kind import CONFUSION
    from deduce.tabletop.companion import TableCompanion
    from deduce.tabletop.saved import open_game
    from deduce_cli.render import plain
    from deduce_cli.screen import body, paint

    companion = TableCompanion(open_game(CONFUSION, path))
    screen = Console(file=io.StringIO(), force_terminal=True, width=160, height=40)
    now = companion.kept.record.now
    turned = now.position.turn != now.setup.compass
    moves = [attempt for attempt in now.position.attempts() if attempt.kind.value == "move"]
    watch = Stopwatch(resource.RUSAGE_SELF)

    def enter(line: str) -> None:
        messages = plain(companion.obey(line).said)
        paint(screen, body(screen, companion.frame()), messages)

    for number in range(runs + 1):
        attempt = moves[number % len(moves)]
        way = DIRECTIONS[opposite(attempt.way) if turned else attempt.way]
        watch.time(enter, f"{attempt.letter} {way}{attempt.distance} n", counts=number > 0)
        companion.obey("undo")
    return watch.median


def _whole_process(path: Path, runs: int) -> float:
    script = Path(sys.executable).with_name("deduce")
    watch = Stopwatch(resource.RUSAGE_CHILDREN)
    for number in range(runs + 1):
        watch.time(_run, [str(script), "confusion", "sheet", str(path)], counts=number > 0)
    return watch.median


def _run(command: list[str]) -> None:
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (Topic("TABLE", "At the table"), _rows)
