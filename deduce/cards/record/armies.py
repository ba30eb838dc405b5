"""Armies as a header has them: `a inf 12 odf; b cav 8; g art 4 1gun`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.cards.engine.units import SPECIALS, Arm, Cover, Unit
from deduce.cards.notation.words import ARMS, COVERS, plain
from deduce.errors import DeduceError, did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.edition import Edition

__all__ = ["MOST_MEN", "MOST_UNITS", "ArmyError", "army_text", "read_army", "standard_army"]

LETTERS = ("abcdefghijklm", "nopqrstuvwxyz")
"""The letters that the two sides' units usually have."""
MOST_UNITS = 26
MOST_MEN = 999
CANNON = re.compile(r"(?<!\S)([0-9]{1,3})\s*(?:guns?|canons?|cannons?)(?!\S)")
NUMBER = re.compile(r"[0-9]{1,4}")


class ArmyError(DeduceError):
    """An army makes no sense."""


def read_army(text: str, side: int) -> tuple[Unit, ...]:
    """Read the units of a side.

    Args:
        text: What the header says: units with a semicolon between them.
        side: Whose they are.

    Raises:
        ArmyError: If one of them makes no sense.
    """
    found: list[Unit] = []
    for part in text.split(";"):
        words = plain(part).replace(",", " ").split()
        if not words:
            continue
        found.append(_unit(words, side))
        if len(found) > MOST_UNITS:
            message = f"there are more than {MOST_UNITS} units"
            raise ArmyError(message)
    letters = [unit.letter for unit in found]
    twice = next((letter for letter in letters if letters.count(letter) > 1), None)
    if twice is not None:
        message = f"two units are called {twice}; give each a letter of its own"
        raise ArmyError(message)
    return tuple(found)


def _unit(words: Sequence[str], side: int) -> Unit:
    shown = quoted(" ".join(words))
    if len(words) < 3:
        message = f"{shown} is no unit; write its letter, its kind and its men, such as a inf 12 odf"
        raise ArmyError(message)
    letter, arm, men, *more = words
    if len(letter) != 1 or letter not in "".join(LETTERS):
        message = f"{quoted(letter)} is no letter for a unit; write one from a to z"
        raise ArmyError(message)
    if arm not in ARMS:
        message = f"{quoted(arm)} is no kind of unit; {did_you_mean(arm, [kind.value for kind in Arm])}"
        raise ArmyError(message)
    if not NUMBER.fullmatch(men) or not 1 <= int(men) <= MOST_MEN:
        message = f"{quoted(men)} is no number of men of {letter}; write 1 to {MOST_MEN}"
        raise ArmyError(message)
    return _with_more(Unit(letter, side, ARMS[arm], int(men)), " ".join(more))


def _with_more(unit: Unit, text: str) -> Unit:
    """Read the special men, the cannon and the cover of a unit."""
    guns = CANNON.findall(text)
    if len(guns) > 1:
        message = f"the cannon of {unit.letter} are counted twice; write them once, such as 2guns"
        raise ArmyError(message)
    cannon = int(guns[0]) if guns else int(unit.arm is Arm.GUNS)
    specials, cover = "", Cover.OPEN
    for word in CANNON.sub("", text).split():
        if set(word) <= {*SPECIALS} and not specials and len(set(word)) == len(word):
            specials = word
        elif word in COVERS and len(word) > 1 and cover is Cover.OPEN:
            # A single letter could be an officer as well.
            cover = COVERS[word]
        else:
            message = (
                f"{quoted(word)} of {unit.letter} makes no sense; behind the men stand odf for officer, "
                "drummer and flag, 2guns, and wall, redoubt, trench or woods"
            )
            raise ArmyError(message)
    if guns and unit.arm is not Arm.GUNS:
        message = f"{unit.letter} has cannon, but only artillery (art) has"
        raise ArmyError(message)
    if len(specials) > unit.ranks:
        message = f"{unit.letter} has more officers, drummers and flags than men"
        raise ArmyError(message)
    return Unit(unit.letter, unit.side, unit.arm, unit.ranks, specials=specials, cannon=cannon, cover=cover)


def army_text(units: Sequence[Unit]) -> str:
    """Return an army as its header has it."""
    return "; ".join(_unit_text(unit) for unit in units)


def _unit_text(unit: Unit) -> str:
    words = [unit.letter, unit.arm.value, str(unit.men)]
    words += [unit.specials] if unit.specials else []
    words += [f"{unit.cannon}gun{'s' if unit.cannon > 1 else ''}"] if unit.arm is Arm.GUNS else []
    words += [unit.cover.value] if unit.cover is not Cover.OPEN else []
    return " ".join(words)


def standard_army(edition: Edition, side: int) -> tuple[Unit, ...]:
    """Return the army that is recommended where nobody names one (DEC-10).

    Raises:
        ArmyError: If the house has it so large, or so small, that it is none.
    """
    kinds = (Arm.FOOT, "infantry"), (Arm.HORSE, "cavalry"), (Arm.GUNS, "artillery")
    count = sum(int(edition.number(f"army.{name}.units")) for _, name in kinds)
    if not 0 < count <= len(LETTERS[side]):
        message = f"the standard army has {count} units; it must have 1 to {len(LETTERS[side])}"
        raise ArmyError(message)
    letters, found = iter(LETTERS[side]), []
    for arm, name in kinds:
        for _ in range(int(edition.number(f"army.{name}.units"))):
            men = int(edition.number(f"army.{name}.men"))
            if not 1 <= men <= MOST_MEN:
                message = f"army.{name}.men is {men}; it must be 1 to {MOST_MEN}"
                raise ArmyError(message)
            specials = "".join(SPECIALS)[:men] if arm is Arm.FOOT else ""
            cannon = int(edition.number("army.artillery.cannon")) if arm is Arm.GUNS else 0
            found.append(Unit(next(letters), side, arm, men, specials=specials, cannon=cannon))
    return tuple(found)
