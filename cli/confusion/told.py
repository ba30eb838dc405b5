"""What the library says, on the terminal or as a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.text import Text

from deduce.tabletop.said import Role, Said

from ..output import console
from .questions import dump, say

if TYPE_CHECKING:
    from deduce.tabletop.said import Told

ROWS = {Role.ROW: "", Role.FAINT: "dim", Role.STRONG: "bold"}
"""How rows look; they are not wrapped."""


def tell(told: Told, *, json: bool) -> None:
    """Print what is said, or the same as a JSON document."""
    if json:
        typer.echo(dump(dict(told.data or {})))
        return
    for each in told.said:
        if not isinstance(each, Said):
            continue
        if each.role in ROWS:
            console().print(Text(each.text, ROWS[each.role]), soft_wrap=True)
        else:
            say(each.text, "bold" if each.role is Role.HEADING else "")
