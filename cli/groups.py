"""Groups of commands, and their help: plain text, so that it is there at once.

Typer's own help draws boxes with rich, and imports for it what reads Markdown, colours code and draws
tracebacks: twice the time of everything else that `deduce --help` does.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from .output import out

__all__ = ["CommandGroup", "group_app"]

NO_COMMAND = 2
"""The exit status where a group was called without a command."""


class CommandGroup(TyperGroup):
    """A group whose help says of each command the whole first sentence, where click's own cuts it off."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - a class of click
        if not args and not ctx.resilient_parsing:
            # No mistake to complain of, but nothing was done either.
            out(ctx.get_help())
            raise typer.Exit(NO_COMMAND)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - classes of click
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                rows.append((name, command.get_short_help_str(len(command.help or ""))))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def group_app(
    about: str,
    group: type[CommandGroup] = CommandGroup,
    **settings: Any,  # noqa: ANN401 - whatever typer takes
) -> typer.Typer:
    """Return an app to which commands are added: without one of them it shows its help.

    Args:
        about: What it is, for the help.
        group: What its commands become.
        settings: What else typer is to be told of it.
    """
    return typer.Typer(
        help=about,
        cls=group,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )
