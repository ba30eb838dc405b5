"""Players in a process of their own, which runs the code of another revision, or has another clock.

Nothing is shared with that process but two pipes with a line of JSON for each message: how a game begins,
what was done and answered since, and what to decide. It answers with what it decided, and how long it
thought. A process serves one game after the other, and ends when its pipe does.

    python benchmarks/elsewhere.py

is that process; it is started with the other code in PYTHONPATH.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import weakref
from collections import OrderedDict
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from deduce.confusion.engine import actions
from deduce.confusion.engine.actions import Answer, Manner
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players.named import make_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.actions import Action, Attempt
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.view import View
    from deduce.confusion.players.player import Player

__all__ = ["CLOCKS", "PROJECT", "Elsewhere", "code_of"]

PROJECT = Path(__file__).parents[1]
CLOCKS = ("wall", "processor")
"""By what players that have seconds think: by the clock on the wall, or by what they had of a processor, of
which other programs on the same machine take nothing away."""
BY_PROCESSOR = (
    "import runpy, sys, time; time.perf_counter = time.process_time; "
    "runpy.run_path(sys.argv.pop(), run_name='__main__')"
)
"""A program that runs another one by the other clock."""
MOST_GAMES = 4
"""So many games a process remembers; each of its games has two players at most."""


# --- The code of a revision ---------------------------------------------------------------------------


def code_of(revision: str, folder: Path) -> Path:
    """Return a folder with the package as it was in a revision; it is unpacked there once.

    Args:
        revision: The revision.
        folder: Where such folders are kept.

    Raises:
        ConfusionError: If this clone does not have the revision.
    """
    place = (folder / f"code-{revision}").resolve()
    if place.is_dir():
        return place
    try:
        packed = subprocess.run(  # noqa: S603 - the arguments are this program's own
            ["git", "-C", str(PROJECT), "archive", revision, "deduce"],  # noqa: S607 - whatever git is there
            capture_output=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        message = (
            f"this folder has no revision {revision} of the code, which is to be played against; "
            "where it is a shallow clone, 'git fetch --unshallow' brings it"
        )
        raise ConfusionError(message) from None
    folder.mkdir(parents=True, exist_ok=True)
    # Whoever is stopped in between leaves nothing that looks whole.
    unpacked = Path(tempfile.mkdtemp(prefix="code-", dir=folder))
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(unpacked, filter="data")
    unpacked.rename(place)
    return place


# --- What goes through the pipes ----------------------------------------------------------------------


def as_data(action: Action) -> dict[str, Any]:
    """Return an action as data."""
    fields: dict[str, Any] = {name: getattr(action, name) for name in type(action).__slots__}
    if "kind" in fields:
        fields["kind"] = fields["kind"].value
    return {"do": type(action).__name__, **fields}


def as_action(data: Mapping[str, Any]) -> Action:
    """Return the action of some data."""
    fields = dict(data)
    kind = getattr(actions, fields.pop("do"))
    if "kind" in fields:
        fields["kind"] = Manner(fields["kind"])
    made: Action = kind(**fields)
    return made


def _event_data(event: Event) -> list[Any]:
    answer = event.answer
    return [as_data(event.action), [answer.allowed, answer.promoted, answer.shown]]


def _start_data(view: View) -> dict[str, Any]:
    rules = view.rules
    return {
        "ruleset": rules.ruleset,
        "variants": sorted(rules.variants),
        "tokens": rules.tokens,
        "limit": rules.half_move_limit,
        "side": view.side,
        "first": view.first,
        "placements": [
            placed and {letter: list(where) for letter, where in placed.items()} for placed in view.placements
        ],
        "deal": dict(view.opponent_deal or {}),
    }


# --- Here ---------------------------------------------------------------------------------------------


class _Process:
    """A process that runs other code."""

    def __init__(self, code: Path, clock: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(code), "OPENBLAS_NUM_THREADS": "1"}
        program = ["-c", BY_PROCESSOR] if clock == "processor" else []
        self.games = 0
        # In a session of its own, so that Ctrl-C does not reach it; it ends when its pipe does.
        self._running = subprocess.Popen(  # noqa: S603 - as above
            [sys.executable, "-P", *program, str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            start_new_session=True,
        )
        self._end = weakref.finalize(self, _end, self._running)
        try:
            self._ask({"is": str(code)})
        except ConfusionError:
            self._end()
            raise

    def begin(self, start: Mapping[str, Any]) -> int:
        """Begin a game, and return its number."""
        self.games += 1
        self._ask({"begin": self.games, **start})
        return self.games

    def decide(self, game: int, events: list[list[Any]], asked: Attempt | None) -> tuple[Any, float]:
        """Return what is decided, and how long that took."""
        question = None if asked is None else as_data(asked)
        said = self._ask({"decide": game, "events": events, "asked": question})
        return said["said"], float(said["seconds"])

    def _ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        to, back = self._running.stdin, self._running.stdout
        if to is None or back is None:
            raise ConfusionError("the process of the older code has no pipes")
        try:
            to.write(json.dumps(message) + "\n")
            to.flush()
            line = back.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise ConfusionError("the process of the older code has ended; what it said stands above")
        answer: dict[str, Any] = json.loads(line)
        if "wrong" in answer:
            raise ConfusionError(answer["wrong"])
        return answer


def _end(running: subprocess.Popen[str]) -> None:
    """End a process, and leave nothing of it open."""
    running.kill()
    with running:
        pass


@cache
def _process(code: Path, clock: str) -> _Process:
    return _Process(code, clock)


class Elsewhere:
    """A player that thinks in a process of its own.

    Args:
        code: The folder with the code that it runs.
        name: The player's name there.
        seed: Where its random numbers begin.
        clock: One of `CLOCKS`.

    Attributes:
        seconds_elsewhere: How long it thought last, by its own clock.
    """

    def __init__(self, code: Path, name: str, seed: int, clock: str = "wall") -> None:
        self.seconds_elsewhere = 0.0
        self._process = _process(code, clock)
        self._asked_for = {"player": name, "seed": seed}
        self._game: int | None = None
        self._told = 0

    def choose(self, view: View) -> Action:
        """Return what it does now."""
        return as_action(self._decided(view, None))

    def allows(self, view: View, attempt: Attempt) -> bool:
        """Return what it answers to an attempt of the opponent's double agent."""
        return bool(self._decided(view, attempt))

    def _decided(self, view: View, asked: Attempt | None) -> Any:  # noqa: ANN401 - an action, or a yes or a no
        if self._game is None or self._told > len(view.events):
            self._game, self._told = self._process.begin(self._asked_for | _start_data(view)), 0
        news = [_event_data(event) for event in view.events[self._told :]]
        self._told = len(view.events)
        said, self.seconds_elsewhere = self._process.decide(self._game, news, asked)
        return said


# --- There --------------------------------------------------------------------------------------------


def _begun(start: Mapping[str, Any]) -> tuple[Game, int, Player]:
    rules = Rules.of(start["ruleset"], variants=start["variants"], tokens=start["tokens"])
    rules = replace(rules, half_move_limit=start["limit"])
    side = start["side"]
    deals = (None, start["deal"]) if side == 0 else (start["deal"], None)
    one, two = (
        placed and {letter: (where[0], where[1]) for letter, where in placed.items()}
        for placed in start["placements"]
    )
    game = Game(rules, deals, start["first"], (one, two))
    return game, side, make_player(start["player"], rules, start["seed"])


def _decide(game: Game, side: int, player: Player, message: Mapping[str, Any]) -> dict[str, Any]:
    for action, (allowed, promoted, shown) in message["events"]:
        game.push(as_action(action), Answer(allowed, promoted, shown))
    asked = message["asked"]
    view = game.view(side)
    begun = perf_counter()
    if asked is None:
        chosen = player.choose(view)
        return {"seconds": perf_counter() - begun, "said": as_data(chosen)}
    attempt: Any = as_action(asked)
    said = player.allows(view, attempt)
    return {"seconds": perf_counter() - begun, "said": said}


def _serve() -> None:
    """Answer messages until there are no more."""
    import deduce

    games: OrderedDict[int, tuple[Game, int, Player]] = OrderedDict()
    for line in sys.stdin:
        message = json.loads(line)
        if "is" in message:
            runs = Path(deduce.__file__).resolve().parents[1]
            wrong = {"wrong": f"the process of the older code runs the code of {runs}"}
            answer = {} if runs == Path(message["is"]) else wrong
        elif "begin" in message:
            games[message["begin"]] = _begun(message)
            while len(games) > MOST_GAMES:
                games.popitem(last=False)
            answer = {}
        else:
            answer = _decide(*games[message["decide"]], message)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve()
