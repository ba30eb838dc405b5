"""The command `deduce`."""

from __future__ import annotations

import json
import os
import sys
from typing import Annotated, Any

import typer

from deduce.games import GAMES

from .groups import CommandGroup, group_app
from .solve import solve


class GameGroup(CommandGroup):
    """The commands of the whole program; those of a game are made when one of them is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 - classes of click
        if args and args[0] in GAMES:
            from .games import app_of

            self.commands[args[0]] = typer.main.get_command(app_of(args[0]))
        return super().resolve_command(ctx, args)


app = group_app(
    "Exact deduction for tabletop games with hidden information.",
    GameGroup,
    name="deduce",
    pretty_exceptions_enable=False,
)
app.command()(solve)
for _name, _game in GAMES.items():
    # Only what the help lists; the commands are made when one of them is called.
    app.add_typer(typer.Typer(help=_game.about), name=_name)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"deduce {version('deduce-tabletop')}")
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
    try:
        status = app(standalone_mode=False)
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        sys.exit(130)
    except Exception as error:
        if type(error).__name__ == "Abort":
            # What click makes of Ctrl-C inside a command.
            typer.echo("Stopped.", err=True)
            sys.exit(130)
        # Usage errors of typer and of the click in it, wherever this version keeps them.
        say, show = getattr(error, "format_message", None), getattr(error, "show", None)
        if say is None or show is None:
            raise
        show()
        if "--json" in sys.argv:
            details = {"kind": "UsageError", "message": str(say())}
            typer.echo(json.dumps({"format": "deduce.error/1", "error": details}, indent=2))
        sys.exit(2)
    sys.exit(status or 0)
