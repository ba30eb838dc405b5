"""What units may be called: short, and nothing that means something else in a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.typed import typed_of
from deduce.napoleonic.lines.line import FRENCH
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.ruling.law import Law

__all__ = ["read_name"]

NAME = re.compile(r"[A-Za-z]{1,12}[0-9]{0,3}|[0-9]{1,3}[A-Za-z]?")


def read_name(text: str, law: Law) -> str:
    """Return what a unit is to be called.

    Args:
        text: What somebody wrote.
        law: The book, whose words mean something else.

    Raises:
        LineError: If it can be no name.
    """
    from deduce.napoleonic.lines.all import words

    if not NAME.fullmatch(text):
        message = (
            f"{quoted(text)} can be no name of a unit; write a number or a short word, such as 3, e2 or k"
        )
        raise LineError(message)
    word = FRENCH.get(plain(text), plain(text))
    if word in typed_of(law).named or word in {*words(), "all", "draw", "takes"}:
        message = (
            f"{quoted(text)} can be no name of a unit, since it means something in a line; write such as e2"
        )
        raise LineError(message)
    return text
