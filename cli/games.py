"""The commands of a game, made from what its kind can do: `deduce GAME table|replay|sheet|why|...`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import typer

from deduce.games import GAMES
from deduce.tabletop.commands import Option
from deduce.tabletop.errors import LineError
from deduce.tabletop.verbs import commands_of

from .groups import group_app
from .output import BAD_INPUT, aside, bad_input, dump, one_line, out, working

if TYPE_CHECKING:
    from deduce.tabletop.commands import Argument, Command, Tell
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look
    from deduce.tabletop.said import Told

PROBLEMS = 1
"""The exit status where something contradicts."""


Parameters: TypeAlias = "dict[str, tuple[Any, Any]]"
"""For each parameter of a command its annotation and its default."""
Run: TypeAlias = "Callable[[dict[str, Any]], None]"
"""What a command does, with everything that was said by name."""
Instead: TypeAlias = "Callable[[Look[Any], Mapping[str, Any]], None]"
"""What is done with a look instead of answering a question, given what was said by name."""
NEEDED = inspect.Parameter.empty


class Switch(NamedTuple):
    """Something that a question of the shell can do instead of answering.

    Attributes:
        option: What has to be said for it.
        instead: What is done then.
    """

    option: Option
    instead: Instead


NO_SWITCHES: Mapping[str, Switch] = {}


def app_of(name: str) -> typer.Typer:
    """Return the commands of a game, with those that only it has."""
    if name in OWN:
        app: typer.Typer = import_module(OWN[name], __package__).app
        return app
    return game_app(GAMES[name].kind(), GAMES[name].about)


OWN = {"confusion": ".confusion.commands", "cards": ".cards.commands"}
"""The modules of the games that have commands beside those that follow from their kinds."""


def game_app(kind: Kind[Any], about: str = "", switches: Mapping[str, Switch] = NO_SWITCHES) -> typer.Typer:
    """Return the commands that follow from what a kind of game can do.

    Args:
        kind: The kind of game.
        about: What it is, for the help.
        switches: For the names of questions what they can do instead of answering.
    """
    app = group_app(about or kind.title)
    # A program with a single command would otherwise be that command.
    app.callback()(lambda: None)
    for command in commands_of(kind):
        if command.ask is not None and command.tell is not None:
            either = {**_arguments(command), **_options((RECORD, *_looking(kind, command), JSON))}
            _add(app, command.name, command.about, either, _either(kind, command))
        elif command.about and command.ask is not None:
            switch, asked = switches.get(command.name), _asked(kind, command)
            if switch is not None:
                asked |= _options((switch.option,))
            _add(app, command.name, command.about, asked, _asking(kind, command, switch))
        elif command.tell is not None:
            told = {**_arguments(command), **_options((*command.options, JSON))}
            _add(app, command.name, command.about, told, _telling(kind, command.tell))
    from .table import sitting

    history = Option("history", "List the games that were saved here.", bool, default=False)
    add_command(app, "table", sitting(kind), *kind.begin_options, history, first=FILE_OR_NEW)
    return app


def add_command(
    app: typer.Typer,
    name: str,
    run: Run,
    *options: Option,
    first: Parameters | None = None,
) -> None:
    """Add a command that a docstring describes.

    Args:
        app: Where it is added.
        name: Its name.
        run: What it does, with everything that was said by name.
        options: What can be said.
        first: What stands before the options.
    """
    _add(app, name, inspect.getdoc(run) or "", {**(first or {}), **_options(options)}, run)


def _add(app: typer.Typer, name: str, about: str, parameters: Parameters, run: Run) -> None:
    def command(**given: object) -> None:
        run(given)

    vars(command)["__signature__"] = inspect.Signature(
        [
            inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for each, (annotation, default) in parameters.items()
        ]
    )
    command.__annotations__ = {each: annotation for each, (annotation, _) in parameters.items()}
    command.__doc__ = about
    app.command(name)(command)


# --- Parameters --------------------------------------------------------------------------------------


def _options(options: Iterable[Option]) -> Parameters:
    return {each.name: _option(each) for each in options}


def _option(option: Option) -> tuple[Any, Any]:
    kind: Any = list[str] if option.is_list else option.type
    described = typer.Option(
        f"--{option.name.replace('_', '-')}",
        help=option.help,
        metavar=option.metavar or None,
        min=option.least,
        max=option.most,
        show_default=option.default not in {None, "", False},
    )
    is_open = option.default is None and not option.is_needed
    return Annotated[
        kind | None if is_open else kind, described
    ], NEEDED if option.is_needed else option.default


def _argument(argument: Argument) -> tuple[Any, Any]:
    name = argument.name.upper()
    if argument.is_needed:
        return Annotated[str, typer.Argument(help=argument.help, metavar=name)], NEEDED
    shown = typer.Argument(help=argument.help, metavar=name, show_default=False)
    return Annotated[str, shown], ""


FILE: Parameters = {
    "file": (
        Annotated[str, typer.Argument(help="The record of a game; - reads standard input.", metavar="FILE")],
        NEEDED,
    )
}
FILE_OR_NEW: Parameters = {
    "file": (
        Annotated[
            Path | None,
            typer.Argument(help="The file to go on with, or to begin.", metavar="FILE", show_default=False),
        ],
        None,
    ),
    "elsewhere": (
        Annotated[
            Path | None,
            typer.Option("--file", help="The same as FILE.", metavar="FILE", show_default=False),
        ],
        None,
    ),
}


def file_of(given: Mapping[str, Any]) -> Path | None:
    """Return the file that was named, in one way or the other; None for a new one.

    Raises:
        SessionError: If two were named.
    """
    from deduce.tabletop.errors import SessionError

    file: Path | None = given["file"]
    elsewhere: Path | None = given["elsewhere"]
    if file is not None and elsewhere is not None and file != elsewhere:
        message = f"two files are named, {file} and {elsewhere}; leave one out"
        raise SessionError(message)
    return file or elsewhere


PLY = Option("ply", "Stop after so many entries.", int, "N")
SIDE = Option(
    "side", "Whose, by the name of a side; by default the record's own.", metavar="NAME", default=""
)
RECORD = Option(
    "file", "The record of a game that it is asked about; - reads standard input.", metavar="FILE", default=""
)
JSON = Option("json", "Print one JSON document and nothing else.", bool, default=False)


def _asked(kind: Kind[Any], command: Command) -> Parameters:
    """Return what can be said when a question is asked of a record."""
    return {**FILE, **_arguments(command), **_options((*_looking(kind, command), JSON))}


def _arguments(command: Command) -> Parameters:
    return {each.name: _argument(each) for each in command.arguments}


def _looking(kind: Kind[Any], command: Command) -> tuple[Option, ...]:
    """Return the options of a question about a record."""
    sides = (SIDE,) if command.is_by_seat else ()
    return (PLY, *sides, *command.options, *kind.options)


# --- Asking ------------------------------------------------------------------------------------------


def _asking(kind: Kind[Any], command: Command, switch: Switch | None = None) -> Run:
    """Return what asks a question of a record."""
    ask = command.ask
    if ask is None:
        message = f"{command.name} is no question"
        raise TypeError(message)

    def run(given: dict[str, Any]) -> None:
        file, ply, json = given["file"], given.pop("ply"), given.pop("json")
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
                aside(f"deduce: {file}: {count} in the record; {more}")
            if switch is not None and given.pop(switch.option.name):
                switch.instead(look, {**given, "json": json})
                return
            told = ask(look, given)
        answer(told, json=json)

    return run


def _telling(kind: Kind[Any], tell: Tell) -> Run:
    """Return what asks a question that takes no record."""

    def run(given: dict[str, Any]) -> None:
        json = given.pop("json")
        with bad_input(json=json):
            told = tell(kind, given)
        answer(told, json=json)

    return run


def _either(kind: Kind[Any], command: Command) -> Run:
    """Return what asks a question of a record if one is named, and else of the kind of game alone."""
    tell = command.tell
    if tell is None:
        message = f"{command.name} needs a record"
        raise TypeError(message)
    ask, alone = _asking(kind, command), _telling(kind, tell)
    of_records = {option.name: option for option in _looking(kind, command) if option not in command.options}

    def run(given: dict[str, Any]) -> None:
        if given["file"]:
            ask(given)
            return
        with bad_input(json=given["json"]):
            for name, option in of_records.items():
                if given.pop(name) != option.default:
                    message = f"--{name.replace('_', '-')} is about a record; name it with --file"
                    raise LineError(message)
        del given["file"]
        alone(given)

    return run


def looked(kind: Kind[Any], file: str, ply: int | None, options: Mapping[str, Any]) -> Look[Any]:
    """Look at a record in a file, or at one from standard input.

    Raises:
        RecordError: If it cannot be read, or has not so many entries.
    """
    from deduce.errors import IntakeError
    from deduce.intake.content import read_standard_input
    from deduce.tabletop.errors import RecordError
    from deduce.tabletop.look import look_at
    from deduce.tabletop.record import LARGEST, WHAT, parse_record, read_record

    if file != "-":
        return look_at(read_record(kind, file, options), ply, options, working)
    try:
        text = read_standard_input(LARGEST, WHAT)
    except IntakeError as error:
        raise RecordError(error.reason, "standard input", error.line) from None
    return look_at(parse_record(kind, text, name="standard input", options=options), ply, options, working)


def answer(told: Told, *, json: bool) -> None:
    """Print what there is to say, and end with the status that goes with it."""
    for text in told.beside:
        aside(text)
    if json:
        out(dump(told.document()))
    else:
        from .render import show

        show(told.said)
    if told.undone:
        aside(f"deduce: {one_line(told.undone)}")
        raise typer.Exit(BAD_INPUT)
    raise typer.Exit(0 if told.fits else PROBLEMS)
