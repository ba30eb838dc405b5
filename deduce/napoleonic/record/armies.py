"""Armies as a header has them: `FR; 3 cav light column 12; 5 inf line column 18 front 3`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import DeduceError
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.typed import typed_of
from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.body import TRAITS, Body, facts_text
from deduce.napoleonic.lines.names import read_name
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

__all__ = ["MOST_UNITS", "ArmyError", "army_text", "read_army"]

MOST_UNITS = 99
"""How many units a side has at most."""
ANOTHER = "to"
"""The feature that a further formation is."""


class ArmyError(DeduceError):
    """An army makes no sense."""


def read_army(text: str, side: int, law: Law) -> tuple[Body, ...]:
    """Read the units of a side.

    What stands between two semicolons is a unit, its name first; without a name it holds of all behind it.

    Args:
        text: What the header says.
        side: Whose they are.
        law: The book.

    Raises:
        ArmyError: If one of them makes no sense.
    """
    common: dict[str, Fact] = {}
    found: dict[str, Body] = {}
    for part in text.split(";"):
        words = part.replace(",", " ").split()
        if not words:
            continue
        try:
            if _is_of_all(words[0], law):
                common |= facts_in(law, words)
                continue
            name = read_name(words[0], law)
            facts = _standing(facts_in(law, words[1:]))
            if not (common or found or "arm" in facts):
                _check_nation(words[0], law)
        except LineError as error:
            message = f"{quoted(' '.join(words))}: {error}"
            raise ArmyError(message) from None
        if plain(name) in found:
            message = f"two units are called {name}; give each a name of its own"
            raise ArmyError(message)
        found[plain(name)] = Body(name, side, {**common, **facts})
        if len(found) > MOST_UNITS:
            message = f"there are more than {MOST_UNITS} units"
            raise ArmyError(message)
    return tuple(found.values())


def _standing(facts: dict[str, Fact]) -> dict[str, Fact]:
    """Return what is said of a unit that stands there; a second formation would be one that it changes to.

    Raises:
        LineError: If it stands in two formations.
    """
    if ANOTHER in facts:
        message = f"a unit stands in one formation: {facts.get('formation')} or {facts[ANOTHER]}"
        raise LineError(message)
    return facts


def _check_nation(word: str, law: Law) -> None:
    """Make sure that an army does not begin with a nation that the rules do not know.

    Raises:
        LineError: If it probably does: two capitals or more, and nothing says what unit that would be.
    """
    if len(word) > 1 and word.isalpha() and word.isupper():
        nations = ", ".join(law.features["nation"].words)
        message = (
            f"{quoted(word)} is no nation that the rules know; known are: {nations}; a file of rules adds "
            f"one (Rules = ...), and of a unit called so say what it is, such as {word} inf"
        )
        raise LineError(message)


def _is_of_all(word: str, law: Law) -> bool:
    """Tell whether a word says something of units, so that it is no name of one."""
    said = plain(word)
    if said in typed_of(law).features:
        return True
    return any(said == plain(each) for trait in TRAITS for each in law.features[trait].words)


def army_text(bodies: Iterable[Body], law: Law) -> str:
    """Return an army as its header has it."""
    return "; ".join(f"{body.name} {facts_text(law, body.facts)}".strip() for body in bodies)
