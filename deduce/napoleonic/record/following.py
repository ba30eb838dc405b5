"""A record's entries, one after the other: what was said is followed, and what does not fit is noted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.napoleonic.lines.all import forms
from deduce.napoleonic.lines.line import split
from deduce.napoleonic.lines.sheet_notation import is_opening
from deduce.tabletop.kind import Followed
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle

__all__ = ["follow"]


def follow(battle: Battle, text: str) -> Followed[Battle]:
    """Follow an entry as it is written.

    Args:
        battle: How the battle stands.
        text: The entry.
    """
    over = (Fault(0, text, "the battle is over already; ignored"),)
    if battle.is_done:
        return Followed(battle, over)
    line, _ = split(text)
    numbered = replace(battle, entries=battle.entries + 1)
    if battle.outcome and not is_opening(line):
        return Followed(numbered, over)
    for form in forms():
        followed = form.follow(numbered, line)
        if followed is not None:
            return followed
    return Followed(numbered, (Fault(0, text, "is no entry of this game; ignored"),))
