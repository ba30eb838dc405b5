"""The command `deduce`."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated, Any

import typer

from deduce.games import GAMES

from .groups import CommandGroup, group_app
from .output import BAD_INPUT, STOPPED, aside, give_up_output, out, prepare_streams, refuse
from .solve import solve
from .table import table

CLOSED_PIPE = 141
"""What a shell gives as the exit status of what wrote to a closed pipe."""


PUZZLE = "puzzle"


class GameGroup(CommandGroup):
    """The commands of the whole program; those of a game, and of puzzles, are made when one is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - classes of click
        if args and args[0] in GAMES:
            from .games import app_of

            self.commands[args[0]] = typer.main.get_command(app_of(args[0]))
        elif args and args[0] == PUZZLE:
            from .puzzle.commands import app

            self.commands[PUZZLE] = typer.main.get_command(app)
        return super().resolve_command(ctx, args)


app = group_app(
    "Exact deduction for tabletop games with hidden information.",
    GameGroup,
    name="deduce",
    pretty_exceptions_enable=False,
)
app.command()(solve)
app.command()(table)
app.add_typer(
    typer.Typer(help="Puzzles with one solution: make, check and solve them, with hints."), name=PUZZLE
)
for _name, _game in GAMES.items():
    # Only what the help lists; the commands are made when one of them is called.
    app.add_typer(typer.Typer(help=_game.about), name=_name)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        out(f"deduce {version('deduce-tabletop')}")
        raise typer.Exit


@app.callback()
def deduce(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact deduction for tabletop games with hidden information."""


def main() -> None:
    """Run the command line.

    A mistake in the command goes to stderr like any other, and with --json to stdout as a document as well.
    """
    # All arrays here are small: more threads for each product of matrices only get into each other's way.
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    prepare_streams()
    sys.exit(_status())


def _status() -> int:
    """Run the command, and return the exit status, also where what is said cannot be written."""
    stdout = sys.stdout
    try:
        status = _ran()
        sys.stdout.flush()
    except (SystemExit, BrokenPipeError) as end:
        # Whoever read the output has seen enough: click has put something else in its place then. What else
        # ends like this is the completion of a shell.
        code = getattr(end, "code", CLOSED_PIPE)
        status = CLOSED_PIPE if sys.stdout is not stdout else int(code or 0)
        if status == CLOSED_PIPE:
            give_up_output()
    except OSError as error:
        # What is read and saved is looked after where that happens.
        status = BAD_INPUT
        with contextlib.suppress(OSError):
            aside(f"deduce: the output cannot be written: {error.strerror or error}")
        give_up_output()
    return status


def _ran() -> int:
    """Run the command, and return the exit status; output that cannot be written is left to the caller."""
    try:
        return int(app(standalone_mode=False) or 0)
    except KeyboardInterrupt:
        return _stopped()
    except MemoryError:
        aside("deduce: there is not enough memory for this")
        return BAD_INPUT
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - what is none of these is raised again
        # What click makes of Ctrl-C inside a command.
        return _stopped() if type(error).__name__ == "Abort" else _misused(error)


def _stopped() -> int:
    aside("Stopped.")
    return STOPPED


def _misused(error: Exception) -> int:
    """Say what is wrong with the options: an error of typer or of the click in it, wherever it keeps them.

    Raises:
        Exception: If it is another error.
    """
    say = getattr(error, "format_message", None)
    if say is None:
        raise error
    message, ctx = str(say()), getattr(error, "ctx", None)
    if ctx is not None:
        stop = "" if message.endswith((".", "?")) else "."
        message += f"{stop} {' '.join(ctx.get_usage().split())} (--help tells more)"
    refuse("UsageError", message, {} if "--json" in sys.argv else None)
    return BAD_INPUT
