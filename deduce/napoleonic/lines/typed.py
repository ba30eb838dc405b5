"""Lines that are typed: the form that understands one, or what was probably meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.lines.all import forms, words
from deduce.napoleonic.lines.line import FRENCH, line_of, split
from deduce.napoleonic.lines.sheet_notation import is_opening
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.kind import Request

__all__ = ["read", "typed_words"]

EVERYBODY = "all"
"""What stands in the place of a unit for all of one's own."""


def read(battle: Battle, text: str, answers: tuple[str, ...]) -> Entry | Request:
    """Read a line.

    Args:
        battle: How the battle stands.
        text: What was typed.
        answers: What was said to what was asked about it so far.

    Raises:
        LineError: If it makes no sense.
        ImpossibleError: If the rules refuse it.
    """
    line, comment = split(text)
    if battle.outcome and not (battle.orders.is_sealed and is_opening(line)):
        also = ", open all shows what was sealed" if battle.orders.is_sealed else ""
        message = f"{battle.outcome}; undo takes the last line back{also}"
        raise ImpossibleError(message)
    for form in forms():
        found = form.read(battle, line, answers)
        if found is None:
            continue
        if comment and isinstance(found, Entry):
            return found._replace(text=f"{found.text}  {comment}")
        return found
    raise _meaningless(battle, line)


def _meaningless(battle: Battle, text: str) -> LineError:
    line = line_of(battle, text)
    verbs = (*words(), *battle.book.law.features["formation"].words, *battle.book.law.features)
    if line.bodies and not line.words:
        return LineError(f"what of {line.names}? write such as {line.names} about, or {line.names} moved")
    if len(line.bodies) > 1 and line.verb in verbs:
        return LineError(f"{line.verb} is written for one unit: {line.bodies[0].name} {line.verb}")
    if line.bodies:
        return LineError(
            f"{quoted(line.verb)} makes no sense behind {line.names}; {did_you_mean(line.verb, verbs)}"
        )
    first, second = (*line.words, "", "")[:2]
    if second in verbs or not battle.bodies:
        return LineError(f"there is no unit {quoted(first)}; {did_you_mean(first, battle.bodies)}")
    if first in verbs and first != EVERYBODY:
        name = next(iter(battle.bodies))
        return LineError(f"{first} stands behind a unit, such as {name} {first}")
    return LineError(
        f"{quoted(text)} makes no sense; a line begins with a unit, such as 5 about, or it is q or h: "
        f"{did_you_mean(first, [*battle.bodies, *words()])}"
    )


def typed_words() -> tuple[str, ...]:
    """Return the words that begin an entry and so are no misspelt commands."""
    return tuple(dict.fromkeys([*words(), *(word for word in FRENCH if plain(word) == word)]))
