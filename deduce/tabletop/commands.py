"""What can be asked and done: the table from which help, completion and dispatch follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deduce.tabletop.errors import LineError
from deduce.tabletop.nouns import with_article

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look
    from deduce.tabletop.said import Told

__all__ = ["Argument", "Ask", "Command", "Do", "Option", "Tell", "help_lines"]

Ask: TypeAlias = "Callable[[Look[Any], Mapping[str, Any]], Told]"
"""Answers a question about a look, with the arguments and options by name."""
Tell: TypeAlias = "Callable[[Kind[Any], Mapping[str, Any]], Told]"
"""Answers a question about a kind of game, with the arguments by name."""
Do: TypeAlias = "Callable[[Any, str], Told]"
"""Does what a line says, given the companion and what stands behind the command."""

WIDTH = 79
HALF = 40
COLUMN = 9
"""How wide a line of the help, the left half of it, and the shortest usages are."""


class Argument(NamedTuple):
    """Something that is said behind a command.

    Attributes:
        name: What it is called.
        help: What it is.
        is_needed: Whether the command makes no sense without it.
        spoken: What it is called in words, if not by its name.
    """

    name: str
    help: str
    is_needed: bool = True
    spoken: str = ""


class Option(NamedTuple):
    """Something that can be said about a command in the shell.

    Attributes:
        name: What it is called, without the dashes.
        help: What it does.
        type: What it is: str, int, float, bool or Path.
        metavar: What stands for its value in the help.
        default: What it is unless it is said.
        least: The least that a number can be.
        most: The most that a number can be.
        is_needed: Whether it has to be said.
        is_list: Whether it can be said several times.
        made: What makes the value of what was said; None if it is the value.
    """

    name: str
    help: str
    type: type = str
    metavar: str = ""
    default: Any = None
    least: float | None = None
    most: float | None = None
    is_needed: bool = False
    is_list: bool = False
    made: Callable[[Any], Any] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Command:
    """Something that can be asked or done.

    Attributes:
        name: Its name.
        usage: How it is typed at the table, with an example; "" if it is only a command of the shell.
        help: What it does, in a few words.
        about: The same for the shell, in sentences; "" if it is only typed at the table.
        ask: What answers it, if it is a question about a look.
        tell: What answers it from the kind of game alone, if it takes no record. With `ask` beside it the
            shell takes a record if --file names one, and the table asks of its own.
        do: What does it at the table, if that is not to ask it.
        arguments: What is said behind it; the last one takes all that is left.
        options: What can be said about it in the shell.
        others: Its other names at the table.
        is_by_seat: Whether it is asked about one seat.
        is_shown: Whether what it says is what the screen of the table shows anyway.
        is_change: Whether it changes something, so that what was asked has to be answered first.
        more: What else there is to say of it, in sentences, for whoever asks.
    """

    name: str
    usage: str
    help: str
    about: str = ""
    ask: Ask | None = None
    tell: Tell | None = None
    do: Do | None = None
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    others: tuple[str, ...] = ()
    is_by_seat: bool = False
    is_shown: bool = False
    is_change: bool = False
    more: str = ""

    def defaults(self) -> dict[str, Any]:
        """Return the value of each option unless it is said."""
        return {option.name: option.default for option in self.options}

    def parts(self, rest: str) -> dict[str, str]:
        """Take apart what stands behind the command.

        Raises:
            LineError: If something is missing.
        """
        words = rest.split(maxsplit=max(len(self.arguments) - 1, 0)) if self.arguments else []
        if '"' in rest and len(self.arguments) > 1:
            # Names of several words stand in quotes.
            found_words = [plain or quoted for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', rest)]
            last = len(self.arguments) - 1
            words = [*found_words[:last], " ".join(found_words[last:])]
        found: dict[str, str] = {}
        for place, argument in enumerate(self.arguments):
            found[argument.name] = words[place].strip() if place < len(words) else ""
            if argument.is_needed and not found[argument.name]:
                named = " and ".join(with_article(each.spoken or each.name) for each in self.arguments)
                message = f"write {named}, such as {self.usage}"
                raise LineError(message)
        return found


def help_lines(grammar: tuple[str, ...], commands: tuple[Command, ...]) -> list[str]:
    """Return what can be typed, a line for each command or for two short ones.

    Args:
        grammar: How an entry is typed.
        commands: The commands.
    """
    found, waiting = list(grammar), ""
    for command in commands:
        if not command.usage:
            continue
        gap = "  " if len(command.usage) > COLUMN else ""
        cell = f"{command.usage:<{COLUMN + 1}}{gap}{command.help}"
        if waiting and len(cell) < WIDTH - HALF:
            found.append(f"{waiting:<{HALF}} {cell}")
            waiting = ""
        elif len(cell) < HALF and not waiting:
            waiting = cell
        elif len(cell) < HALF:
            found.append(waiting)
            waiting = cell
        else:
            found.append(cell)
    return [*found, waiting] if waiting else found
