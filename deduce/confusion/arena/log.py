"""The log of a tournament: one line of JSON for each game, written as soon as the game is over.

A tournament that was stopped goes on where its log ends; the game whose line has no end is played again.
"""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from deduce.confusion.arena.tournament import Fault, GameResult
from deduce.confusion.engine.diagrams import standard_diagrams
from deduce.confusion.errors import ConfusionError
from deduce.confusion.formats.rules_text import rules_text
from deduce.errors import IntakeError
from deduce.intake.numbers import LARGEST, finite, quoted, whole_of
from deduce.tabletop.lines_log import LinesLog

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from deduce.confusion.arena.tournament import Tournament
    from deduce.confusion.engine.rules import Rules
    from deduce.errors import DeduceError

__all__ = ["FORMAT", "ArenaLog", "line_of"]

FORMAT = "deduce.confusion.arena/1"
LONGEST = 1e9


def line_of(tournament: Tournament, result: GameResult) -> dict[str, Any]:
    """Return a game as the data of its line in the log.

    Args:
        tournament: The tournament.
        result: How the game went.
    """
    place = {"format": FORMAT, "game": result.game, "pair": result.pair}
    line = {**place, **_header(tournament), **asdict(result)}
    if result.fault is None:
        del line["fault"]
    return line


def _header(tournament: Tournament) -> dict[str, Any]:
    """Return what all lines of a tournament share."""
    version = {"version": tournament.version} if tournament.version else {}
    return version | {
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


class ArenaLog(LinesLog[GameResult]):
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

    Args:
        path: The file.
        tournament: The tournament.
    """

    refusal: ClassVar[type[DeduceError]] = ConfusionError

    def __init__(self, path: Path, tournament: Tournament) -> None:
        super().__init__(path, "tournament", {"format": FORMAT, **_header(tournament)})
        self.tournament: Tournament = tournament

    @property
    def results(self) -> dict[int, GameResult]:
        """The games that it holds, by number."""
        return {result.game: result for result in self.entries}

    def data(self, entry: GameResult) -> dict[str, Any]:
        """Return a game as its line."""
        return line_of(self.tournament, entry)

    def entry(self, data: Mapping[str, Any]) -> GameResult:
        """Return the game of a line.

        Raises:
            ConfusionError: If it is none of this tournament.
        """
        if data.get("version", "") != self.tournament.version:
            message = "it was played by the code of a version that is told, and this tournament tells none"
            raise ConfusionError(message)
        result = _result(data)
        if result.game < 0 or result.sides != self.tournament.names(result.game):
            message = "its sides do not fit its number"
            raise ConfusionError(message)
        if result.winner is not None and result.winner not in result.sides:
            message = "its winner did not play"
            raise ConfusionError(message)
        return result


def _result(data: Mapping[str, Any]) -> GameResult:
    """Return the game that a line tells of.

    Raises:
        KeyError: If something is missing.
        TypeError: If something is of the wrong kind.
        ValueError: Likewise.
    """
    (low, high), (one, two), (first_moves, second_moves) = data["sides"], data["seconds"], data["moves"]
    fault = data.get("fault")
    return GameResult(
        _whole(data["game"], "the game"),
        (low, high),
        _whole(data["first"], "the side that started", 1),
        data["winner"],
        str(data["ending"]),
        _whole(data["turns"], "the number of turns"),
        (_seconds(one), _seconds(two)),
        (_whole(first_moves, "the number of moves"), _whole(second_moves, "the number of moves")),
        None if fault is None else Fault(str(fault["player"]), str(fault["reason"])),
    )


def _whole(value: object, what: str, most: int = LARGEST) -> int:
    if isinstance(value, str):
        message = f"{what} is {quoted(value)}; it must be a number without quotation marks"
        raise IntakeError(message)
    return whole_of(value, what, 0, most)


def _seconds(value: object) -> float:
    found = finite(value, "the time")
    if not 0 <= found <= LONGEST:
        message = f"the time is {found:g} seconds, which makes no sense"
        raise IntakeError(message)
    return found
