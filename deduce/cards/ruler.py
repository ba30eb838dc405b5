"""Ruler mode: numbers in, verdicts out. What may two units do to each other at such a distance?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deduce.cards.engine.combat import cover_between
from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Arm, Cover, Unit
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Measured, Turn
from deduce.cards.judge.halting import approach
from deduce.cards.judge.numbers import side_of
from deduce.cards.notation.words import COVERS, plain
from deduce.cards.permissions import company_of, turn_of
from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, share_of
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.rulings import Verdict
from deduce.tabletop.said import Role, Said, Told

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from deduce.cards.engine.ledger import Ledger
    from deduce.ruling.judgement import Judgement
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["can_told"]

EXAMPLE = (
    "can b r 17 30, or can b r 17 30 120 wall: the distance, how far r is off b's heading, and b off r's"
)
NUMBER = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?(?:cm|°|deg)?")
MOST_CENTIMETRES, MOST_DEGREES = 2_000, 180
CLEAR = frozenset({"clear", "free", "degage", "libre"})
FACES = frozenset({"facing", "faces", "face"})
BLOCKED = frozenset({"blocked", "hidden", "bloque", "cache"})


class _Asked(NamedTuple):
    """What is asked.

    Attributes:
        letters: One unit, or two.
        numbers: The distance, and both bearings as far as they are said.
        cover: What the second unit stands behind, seen from the first; None if nobody said.
        clear: Whether the line is clear; None if nobody said.
        faces: Whether the nearest enemy faces a unit that is asked about alone.
    """

    letters: tuple[str, ...]
    numbers: tuple[Fraction, ...]
    cover: Cover | None
    clear: bool | None
    faces: bool = False


def can_told(look: Ledgers, given: Mapping[str, Any]) -> Told:
    """Tell what two units may do to each other, or one by itself, with every rule that decides.

    Args:
        look: The battle.
        given: In `measured` one unit or two, and what was measured.

    Raises:
        LineError: If that makes no sense.
    """
    ledger = look.state
    asked = _asked(str(given.get("measured") or ""), ledger)
    units = [ledger.units[letter] for letter in asked.letters]
    found = _of_one(ledger, units[0], asked) if len(units) == 1 else _of_two(ledger, units, asked)
    said: list[Said] = []
    for who, judgement in found:
        head, *grounds = judgement.said(ledger.language)
        role = Role.WARNING if judgement.verdict is Verdict.REFUSED else Role.PARAGRAPH
        said.append(Said(f"{who}: {head}", role))
        said += [Said(f"  {ground}") for ground in grounds]
    data = {
        "format": format_name(look, "can"),
        **facts_of(look),
        "units": list(asked.letters),
        "measured": [str(number) for number in asked.numbers],
        "verdicts": [{"unit": who, **judgement.as_data()} for who, judgement in found],
    }
    return Told(tuple(said), data)


def _asked(text: str, ledger: Ledger) -> _Asked:
    letters: list[str] = []
    numbers: list[Fraction] = []
    cover: Cover | None = None
    clear: bool | None = None
    faces = False
    for word in plain(text).split():
        if word in ledger.units and len(letters) < 2 and not numbers:
            letters.append(word)
        elif NUMBER.fullmatch(word):
            numbers.append(_measure(word, is_distance=not numbers))
        elif word in COVERS:
            cover = COVERS[word]
        elif word in CLEAR or word in BLOCKED:
            clear = word in CLEAR
        elif word in FACES:
            faces = True
        else:
            message = f"{quoted(word)} is no unit and no measure; write such as {EXAMPLE}"
            raise LineError(message)
    if not letters or len(numbers) > 1 + len(letters):
        message = f"write such as {EXAMPLE}"
        raise LineError(message)
    if len(letters) == 2 and ledger.units[letters[0]].side == ledger.units[letters[1]].side:
        message = f"{letters[0]} and {letters[1]} are on the same side; write two that are not"
        raise LineError(message)
    return _Asked(tuple(letters), tuple(numbers), cover, clear, faces)


def _measure(word: str, *, is_distance: bool) -> Fraction:
    """Read a number of centimetres or degrees.

    Raises:
        LineError: If it is none that can be.
    """
    digits = re.sub(r"[^\d.,]", "", word).replace(",", ".")
    what, most = ("the distance", MOST_CENTIMETRES) if is_distance else ("the angle", MOST_DEGREES)
    unit = "cm" if is_distance else "degrees, counted to either side"
    try:
        return share_of(digits, what, most=most)
    except IntakeError:
        message = f"{what} is {quoted(word)}; it must be from 0 to {most:,} {unit}"
        raise LineError(message) from None


def _of_one(ledger: Ledger, unit: Unit, asked: _Asked) -> list[tuple[str, Judgement]]:
    """Return what a unit may do by itself, its nearest enemy being so far away."""
    near = asked.numbers[0] if asked.numbers else None
    # Whoever is nearest may look away; farther off than he is nobody can face the unit nearer.
    is_clear = near is not None and near > ledger.edition.number("rally.block")
    measured = Measured(nearest_facing=near if is_clear or asked.faces else None, nearest_any=near)
    company, turn = company_of(ledger, unit), _turn_of(ledger)
    found = [acts.rally(ledger.edition, company, measured, turn)] if unit.confused else []
    if unit.ranks:
        found += [
            acts.move(ledger.edition, company, turn=turn),
            acts.reform(ledger.edition, company, turn),
        ]
    else:
        found += [
            acts.flee(ledger.edition, company, measured),
            acts.mob_move(ledger.edition, company, turn=turn),
        ]
    return [(unit.letter, judgement) for judgement in found]


def _of_two(ledger: Ledger, units: list[Unit], asked: _Asked) -> list[tuple[str, Judgement]]:
    """Return what either of two units may do to the other."""
    one, other = units
    distance, own, their = (*asked.numbers, None, None, None)[:3]
    there = Measured(
        distance=distance,
        own_bearing=own,
        their_bearing=their,
        begins=distance,
        clear=asked.clear,
        cover=_cover_of(ledger, other, their, asked.cover).value,
    )
    back = replace(there, own_bearing=their, their_bearing=own, cover=_cover_of(ledger, one, own, None).value)
    return [*_acts(ledger, one, other, there), *_acts(ledger, other, one, back)]


def _cover_of(ledger: Ledger, unit: Unit, bearing: Fraction | None, said: Cover | None) -> Cover:
    """Return what lies between a unit and whoever it sees at an angle; its front if nobody measured one."""
    is_flanked = bearing is not None and side_of(ledger.edition, bearing) != "front"
    return cover_between(unit, cover=said, flank=is_flanked)


def _turn_of(ledger: Ledger) -> Turn:
    """Return what the ledger knows of the turn; in which step something would be done is not asked."""
    return replace(turn_of(ledger, Step.ACT), step=None)


def _acts(ledger: Ledger, one: Unit, other: Unit, measured: Measured) -> list[tuple[str, Judgement]]:
    """Return what a unit may do to another."""
    edition = ledger.edition
    company, enemy = company_of(ledger, one), company_of(ledger, other)
    who = f"{one.letter} > {other.letter}"
    together, turn = ledger.are_engaged(one.letter, other.letter), _turn_of(ledger)
    found = [(who, acts.fight(edition, company, enemy, measured, turn, together=together))]
    if one.arm is Arm.GUNS:
        found.append((who, acts.fire(edition, company, enemy, measured, turn)))
    if one.ranks and not ledger.foes_of(one.letter):
        found.append((who, approach(edition, company, enemy, measured)))
    return found
