"""The commands of a game, made from what its kind can do: `deduce GAME table|replay|sheet|why|...`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deduce.tabletop.verbs import commands_of

from .output import bad_input, dump, working

if TYPE_CHECKING:
    from deduce.tabletop.commands import Argument, Command, Option
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look
    from deduce.tabletop.said import Told

PROBLEMS = 1
"""The exit status where something contradicts."""


def game_app(kind: Kind[Any]) -> typer.Typer:
    """Return the commands of a game."""
    app = typer.Typer(
        help=kind.about,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for command in commands_of(kind):
        if command.about and command.ask is not None:
            _add(app, command.name, command.about, _parameters(kind, command), _asking(kind, command))
    if kind.interview is not None:
        from .table import about_table, sitting

        _add(app, "table", about_table(kind), _table_parameters(kind), sitting(kind))
    return app


def _add(
    app: typer.Typer,
    name: str,
    about: str,
    parameters: Mapping[str, tuple[Any, Any]],
    run: Callable[..., None],
) -> None:
    """Add a command whose parameters are worked out, each with its annotation and its default."""

    def command(**given: Any) -> None:  # noqa: ANN401 - whatever the options are
        run(**given)

    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for each, (annotation, default) in parameters.items()
        ]
    )
    command.__annotations__ = {each: annotation for each, (annotation, _) in parameters.items()}
    command.__doc__ = about
    app.command(name)(command)


# --- Parameters --------------------------------------------------------------------------------------


def option(given: Option) -> tuple[Any, Any]:
    """Return the annotation and the default of an option."""
    kind: Any = list[str] if given.is_list else given.type
    described = typer.Option(
        f"--{given.name}",
        help=given.help,
        metavar=given.metavar or None,
        min=given.least,
        show_default=given.default is not None and given.type is not bool,
    )
    annotation = Annotated[kind | None if given.default is None else kind, described]
    return annotation, given.default


def _argument(given: Argument) -> tuple[Any, Any]:
    name = given.name.upper()
    if given.is_needed:
        return Annotated[str, typer.Argument(help=given.help, metavar=name)], inspect.Parameter.empty
    shown = typer.Argument(help=given.help, metavar=f"[{name}]", show_default=False)
    return Annotated[str, shown], ""


JSON = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
PLY = Annotated[
    int | None, typer.Option("--ply", help="Stop after so many turns.", metavar="N", show_default=False)
]
SIDE = Annotated[
    str,
    typer.Option(
        "--side", help="Whose, such as White; by default the record's own side.", metavar="NAME",
        show_default=False,
    ),
]  # fmt: skip
FILE = Annotated[str, typer.Argument(help="The record of a game; - reads standard input.", metavar="FILE")]


def _parameters(kind: Kind[Any], command: Command) -> dict[str, tuple[Any, Any]]:
    found: dict[str, tuple[Any, Any]] = {"file": (FILE, inspect.Parameter.empty)}
    found |= {each.name: _argument(each) for each in command.arguments}
    found["ply"] = (PLY, None)
    if command.is_by_seat:
        found["side"] = (SIDE, "")
    found |= {each.name: option(each) for each in (*command.options, *kind.options)}
    return {**found, "json": (JSON, False)}


def _table_parameters(kind: Kind[Any]) -> dict[str, tuple[Any, Any]]:
    file = typer.Argument(help="The record to go on with, or to begin.", metavar="[FILE]", show_default=False)
    same = typer.Option("--file", help="The same as FILE.", metavar="FILE", show_default=False)
    history = typer.Option("--history", help="List the games that were saved here.")
    return {
        "file": (Annotated[Path | None, file], None),
        "elsewhere": (Annotated[Path | None, same], None),
        **{each.name: option(each) for each in kind.begin_options},
        "history": (Annotated[bool, history], False),
    }


# --- Asking ------------------------------------------------------------------------------------------


def _asking(kind: Kind[Any], command: Command) -> Callable[..., None]:
    """Return what asks a question of a record."""
    ask = command.ask
    if ask is None:
        message = f"{command.name} is no question"
        raise TypeError(message)

    def run(*, file: str, ply: int | None, json: bool, **given: Any) -> None:  # noqa: ANN401 - any options
        with bad_input(json=json):
            options = {each.name: given.pop(each.name) for each in kind.options}
            for each in kind.options:
                if each.made is not None and options[each.name] is not None:
                    options[each.name] = each.made(options[each.name])
            look = looked(kind, file, ply, options)
            misfits = look.record.misfits
            if misfits and command.name != "replay":
                # What follows from a record with problems may be wrong, which must not go unsaid.
                count = "1 problem" if len(misfits) == 1 else f"{len(misfits)} problems"
                more = f"deduce {kind.name} replay shows more"
                typer.echo(f"deduce: {file}: {count} in the record; {more}", err=True)
            told = ask(look, given)
        answer(told, json=json)

    return run


def looked(kind: Kind[Any], file: str, ply: int | None, options: Mapping[str, Any]) -> Look[Any]:
    """Look at a record in a file, or at one from standard input.

    Raises:
        RecordError: If it cannot be read, or has not so many entries.
    """
    from deduce.tabletop.errors import RecordError
    from deduce.tabletop.look import look_at
    from deduce.tabletop.record import parse_record, read_record

    if file != "-":
        return look_at(read_record(kind, file, options), ply, options, working)
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        message = "is not text in UTF-8"
        raise RecordError(message, "standard input") from None
    return look_at(parse_record(kind, text, name="standard input", options=options), ply, options, working)


def answer(told: Told, *, json: bool) -> None:
    """Print what there is to say, and end with the status that goes with it."""
    for text in told.beside:
        typer.echo(text, err=True)
    if json:
        typer.echo(dump(told.data or {}))
    else:
        from .render import show

        show(told.said)
    raise typer.Exit(0 if told.fits else PROBLEMS)
