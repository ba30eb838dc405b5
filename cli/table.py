"""`deduce GAME table`: begins a game or goes on with one, and sits down at it. `deduce table` does in any."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deduce.games import GAMES

from .output import STOPPED, aside, bad_input, one_line, out, working

if TYPE_CHECKING:
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.saved import SavedGame

    from .games import Run
    from .terminal import Lines

GREETING = "help lists everything that can be typed; Ctrl-D or quit ends, nothing is lost."


def table(
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to go on with, or to begin.", metavar="FILE", show_default=False),
    ] = None,
) -> None:
    """Sit at the table with whichever game the file is of; a new file asks which one it is to be.

    Without FILE a new game is kept in the user's data folder. deduce GAME table --help tells what can be
    asked for when a game begins.
    """
    from deduce.games import game_of
    from deduce.tabletop.paths import holds_something
    from deduce.tabletop.record import read_text

    from .terminal import Lines, held

    lines = Lines()
    with bad_input(), held(_record(file), "games") as path:
        try:
            name = game_of(read_text(path), str(path)) if holds_something(path) else _chosen(lines)
        except KeyboardInterrupt:
            aside("Stopped; nothing was changed.")
            raise typer.Exit(STOPPED) from None
        _sit(GAMES[name].kind(), path, {}, lines)


def _chosen(lines: Lines) -> str:
    """Ask which game a new file is to be of."""
    from deduce.games import asked_which

    return lines.interviewed(asked_which())


def sitting(kind: Kind[Any]) -> Run:
    """Return what sits down at a game of some kind."""

    def run(given: dict[str, Any]) -> None:
        """Sit at the table: one short line per turn, sheets with exact chances, and everything saved at once.

        Without FILE a new game is kept in the user's data folder. Works with piped input too.
        """
        from .games import file_of
        from .terminal import Lines, held, saved_games

        if given["history"]:
            for path in saved_games():
                out(str(path))
            return
        with bad_input(), held(_record(file_of(given)), "games") as path:
            _sit(kind, path, given, Lines())

    return run


def _record(file: Path | None) -> Path | None:
    """Return the file of a game as it was named.

    Raises:
        RecordError: If a case file was named, whose place is elsewhere.
    """
    from deduce.tabletop.errors import RecordError
    from deduce.tabletop.paths import holds_something

    if file is not None and file.suffix.casefold() == ".toml" and holds_something(file):
        message = (
            f"a file in TOML is no record of a game; deduce solve {file} tells what follows from a case "
            f"file, and deduce puzzle play {file} sits down at it"
        )
        raise RecordError(message, str(file))
    return file


def _sit(kind: Kind[Any], path: Path, wanted: dict[str, Any], lines: Lines) -> None:
    from deduce.tabletop.companion import TableCompanion

    from .terminal import sit

    try:
        game = _opened(kind, path, wanted, lines)
        sits = (
            TableCompanion(game, working=working) if kind.companion is None else kind.companion(game, working)
        )
    except KeyboardInterrupt:
        aside("Stopped; nothing was changed.")
        raise typer.Exit(STOPPED) from None
    try:
        sit(sits, lines, GREETING)
    except KeyboardInterrupt:
        saved = "everything that was entered is saved."
        aside(f"Stopped; {saved if sits.unsettled is None else sits.leave()}")
        raise typer.Exit(STOPPED) from None


def _opened(kind: Kind[Any], path: Path, wanted: dict[str, Any], lines: Lines) -> SavedGame[Any]:
    """Go on with a game, or ask what has to be known to begin one."""
    from deduce.tabletop.errors import SessionError
    from deduce.tabletop.paths import holds_something
    from deduce.tabletop.saved import begin_game, open_game

    if holds_something(path):
        game = open_game(kind, path)
        if kind.check_resumed is not None:
            kind.check_resumed(game.record, wanted)
        return game
    if kind.interview is None:
        message = (
            f"{path}: there is no game in it yet; a game of {kind.title} begins with a record that is written"
        )
        raise SessionError(message)
    game = begin_game(kind, path, lines.interviewed(kind.interview(wanted)))
    out(one_line(f"Saved in {path} after every entry."))
    return game
