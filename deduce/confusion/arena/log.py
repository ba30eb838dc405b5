"""The log of a tournament: one line of JSON for each game, written as soon as the game is over.

A tournament that was stopped goes on where its log ends. What a process was writing when it was killed is a
line without an end; it is dropped, and that game is played again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any, Self

from deduce.confusion.arena.tournament import Fault, GameResult
from deduce.confusion.engine.diagrams import standard_diagrams
from deduce.confusion.errors import ConfusionError, SessionError
from deduce.confusion.formats.rules_text import rules_text
from deduce.tabletop.files import Lock

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from deduce.confusion.arena.tournament import Tournament
    from deduce.confusion.engine.rules import Rules

__all__ = ["FORMAT", "ArenaLog", "line_of"]

FORMAT = "deduce.confusion.arena/1"


def line_of(tournament: Tournament, result: GameResult) -> dict[str, Any]:
    """Return a game as the data of its line in the log.

    Args:
        tournament: The tournament.
        result: How the game went.
    """
    line = {
        "format": FORMAT,
        "game": result.game,
        "pair": result.pair,
        **_header(tournament),
        "sides": list(result.sides),
        "first": result.first,
        "winner": result.winner,
        "ending": result.ending,
        "turns": result.turns,
        "seconds": list(result.seconds),
        "moves": list(result.moves),
    }
    if result.fault is not None:
        line["fault"] = {"player": result.fault.player, "reason": result.fault.reason}
    return line


def _header(tournament: Tournament) -> dict[str, Any]:
    """Return what all lines of a tournament share."""
    return {
        "players": list(tournament.players),
        "seed": tournament.seed,
        "rules": _rules_name(tournament.rules),
        "limit": tournament.limit,
        "time": tournament.time,
        "nodes": tournament.nodes,
    }


def _rules_name(rules: Rules) -> str:
    """Return rules as a short text; diagrams of one's own are told apart by a checksum."""
    name, usual = rules_text(rules), standard_diagrams()
    if rules.diagrams in (usual, usual.without_double_agent()):
        return name
    moves = [
        (each.number, each.reach, sorted(each.directions), each.promotable, each.is_double_agent)
        for each in (*rules.diagrams.values(), rules.diagrams.promoted)
    ]
    return f"{name}:diagrams={sha256(repr(moves).encode()).hexdigest()[:12]}"


@dataclass
class ArenaLog:
    """The file of a tournament, open for more games.

    A file that already holds games of the same tournament is gone on with; one that holds anything else is
    refused and left as it is.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> from deduce.confusion.arena.tournament import Tournament, play
        >>> from deduce.confusion.engine.rules import Rules
        >>> tournament = Tournament(("goal", "random"), Rules.of("classic"), seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "log.jsonl"
        ...     with ArenaLog(path, tournament) as log:
        ...         log.add(play(tournament, 0))
        ...     with ArenaLog(path, tournament) as log:
        ...         sorted(log.results)
        [0]

    Attributes:
        path: The file.
        tournament: The tournament.
        results: The games that it holds, by number.

    Raises:
        ConfusionError: If the file holds something else.
        SessionError: If it cannot be read or written, or is in use.
    """

    path: Path
    tournament: Tournament

    def __post_init__(self) -> None:
        self.results: dict[int, GameResult] = {}
        self._file: IO[bytes] | None = None
        self._lock = Lock(self.path)

    def __enter__(self) -> Self:
        try:
            self._lock.__enter__()
        except SessionError as error:
            if "companion" not in str(error):
                raise
            message = (
                f"{self.path} is being written by another tournament; wait for it, or choose another file"
            )
            raise SessionError(message) from None
        try:
            self._open()
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self._lock.__exit__(None, None, None)

    def add(self, result: GameResult) -> None:
        """Write down a game.

        Raises:
            SessionError: If it cannot be written.
        """
        if self._file is None:
            message = f"{self.path} is closed; use it in a with statement"
            raise SessionError(message)
        text = json.dumps(line_of(self.tournament, result), ensure_ascii=False) + "\n"
        try:
            self._file.write(text.encode())
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from None
        self.results[result.game] = result

    def _open(self) -> None:
        try:
            held = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            message = f"{self.path}: cannot be read: {error.strerror or error}"
            raise SessionError(message) from None
        whole = held[: held.rfind(b"\n") + 1]
        if held and not whole and not held.startswith(b'{"format": "deduce.confusion.arena/'[: len(held)]):
            # A single line without an end that no tournament began.
            raise self._strange(1, "it is no line of a tournament")
        for place, line in enumerate(whole.splitlines(), 1):
            result = self._read(place, line)
            self.results[result.game] = result
        try:
            self._file = self.path.open("ab")
            if len(whole) < len(held):
                self._file.truncate(len(whole))
        except OSError as error:
            raise self._unwritable(error) from None

    def _read(self, place: int, line: bytes) -> GameResult:
        """Return the game of a line.

        Raises:
            ConfusionError: If it is none of this tournament.
        """
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise self._strange(place, "it is no line of a tournament") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise self._strange(place, "it is no line of a tournament")
        for key, value in _header(self.tournament).items():
            if key not in data or data[key] != value:
                there, here = json.dumps(data.get(key)), json.dumps(value)
                raise self._strange(place, f"its {key} is {there}, but in this tournament {here}")
        try:
            result = _result(data)
        except (KeyError, TypeError, ValueError):
            raise self._strange(place, "something is missing or wrong in it") from None
        if result.game < 0 or result.sides != self.tournament.names(result.game):
            raise self._strange(place, "its sides do not fit its number")
        if result.winner is not None and result.winner not in result.sides:
            raise self._strange(place, "its winner did not play")
        return result

    def _strange(self, place: int, why: str) -> ConfusionError:
        return ConfusionError(f"{self.path}, line {place}: {why}; choose another file")

    def _unwritable(self, error: OSError) -> SessionError:
        return SessionError(f"{self.path}: cannot be written: {error.strerror or error}")


def _result(data: dict[str, Any]) -> GameResult:
    """Return the game that a line tells of.

    Raises:
        KeyError: If something is missing.
        TypeError: If something is of the wrong kind.
        ValueError: Likewise.
    """
    low, high = data["sides"]
    one, two = data["seconds"]
    first_moves, second_moves = data["moves"]
    fault = data.get("fault")
    return GameResult(
        _whole(data["game"]),
        (low, high),
        _whole(data["first"]),
        data["winner"],
        str(data["ending"]),
        _whole(data["turns"]),
        (float(one), float(two)),
        (_whole(first_moves), _whole(second_moves)),
        None if fault is None else Fault(str(fault["player"]), str(fault["reason"])),
    )


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        message = f"{value!r} is no whole number"
        raise TypeError(message)
    return value
