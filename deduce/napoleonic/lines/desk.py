"""A line for the charge desk: `3 was 27.5`, the distance that was measured once a charge was declared.

It teaches the tool what the guesses of whoever keeps the record are worth. Before a charge nobody measures.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.charge.measuring import may_measure
from deduce.napoleonic.desk.eye import Glance
from deduce.napoleonic.desk.guesses import Guess
from deduce.napoleonic.lines.form import Form
from deduce.ruling.amounts import amount_of, amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Followed
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.desk.eye import Eye
    from deduce.napoleonic.orders.state import Declared
    from deduce.ruling.amounts import Amount
    from deduce.tabletop.kind import Request

__all__ = ["FORMS", "charge_of", "distance_of", "eye_words"]

VERBS = ("was", "etait")
MEASURED = re.compile(r"(?P<number>[0-9]{1,6}(?:[.,][0-9]{1,4})?)(?:\s*cm)?")
NO_MEASURING = Words(
    "nobody measures before a charge (NAP-CHARGE-10); write a guess such as ~{about}",
    "on ne mesure pas avant une charge (NAP-CHARGE-10) ; écrivez une estimation, comme ~{about}",
)
NO_CHARGE = Words(
    "{unit} has declared no charge; {meant}",
    "{unit} n'a déclaré aucune charge ; {meant}",
)
TWICE = Words(
    "the charge of {unit} was measured already: {measured} cm",
    "la charge de {unit} est déjà mesurée : {measured} cm",
)
UNGUESSED = Words(
    "No guess was written for this charge, so there is nothing to learn from it.",
    "Aucune estimation n'était écrite pour cette charge : il n'y a rien à en apprendre.",
)
EXACT = Words("The guess was right.", "L'estimation était juste.")
SHORT = Words("The guess was {share}% short.", "L'estimation était trop courte de {share} %.")
LONG = Words("The guess was {share}% long.", "L'estimation était trop longue de {share} %.")
EYE_EXACT = Words(
    "Your guesses are right on average, ±{spread}%, charges: {many}.",
    "Vos estimations sont justes en moyenne, ±{spread} %, charges : {many}.",
)
EYE_SHORT = Words(
    "Your guesses run {share}% short, ±{spread}%, charges: {many}.",
    "Vos estimations sont trop courtes de {share} %, ±{spread} %, charges : {many}.",
)
EYE_LONG = Words(
    "Your guesses run {share}% long, ±{spread}%, charges: {many}.",
    "Vos estimations sont trop longues de {share} %, ±{spread} %, charges : {many}.",
)
NOT_YET = Words(
    " They are corrected by it from charge {least} on.",
    " Elles en sont corrigées à partir de la charge {least}.",
)


def charge_of(battle: Battle, unit: str) -> Declared | None:
    """Return the charge that a unit declared last; None if it declared none."""
    found = (each for each in reversed(battle.orders.declared) if plain(each.unit) == plain(unit))
    return next((each for each in found if each.deed == "charge"), None)


def distance_of(text: str) -> Amount:
    """Return a measured distance, in centimetres.

    Examples:
        >>> distance_of("27,5 cm")
        Fraction(55, 2)

    Raises:
        LineError: If it is none, or 0.
    """
    found = MEASURED.fullmatch(text.strip())
    try:
        distance = amount_of(found["number"].replace(",", "."), "the distance") if found else 0
    except RulingError:
        distance = 0
    if not distance:
        message = f"{quoted(text)} is no distance in centimetres; write such as 3 was 27.5"
        raise LineError(message)
    return distance


def eye_words(battle: Battle, eye: Eye) -> Words:
    """Return what the guesses of whoever keeps the record were worth so far; at least one was measured.

    Args:
        battle: How the battle stands.
        eye: What was guessed and measured.
    """
    off = eye.bias - 1
    said = EYE_SHORT if off > 0 else EYE_LONG if off < 0 else EYE_EXACT
    if not eye.is_trained(battle.book):
        said = Words(said.en + NOT_YET.en, said.fr + NOT_YET.fr)
    places = {
        "share": percent(abs(off)),
        "spread": percent(eye.spread),
        "many": str(len(eye.glances)),
        "least": amount_text(battle.book.number("eye.least")),
    }
    return _filled(said, places)


def _filled(said: Words, places: dict[str, str]) -> Words:
    english, french = said.en, said.fr
    for name, text in places.items():
        english, french = english.replace(f"{{{name}}}", text), french.replace(f"{{{name}}}", text)
    return Words(english, french)


def _parts(text: str) -> tuple[str, str] | None:
    """Return the unit and the distance of such a line; None if it is of another form."""
    unit, verb, distance = _three(text)
    return (unit, distance) if plain(verb) in VERBS else None


def _three(text: str) -> tuple[str, str, str]:
    """Return a line as its first two words and what stands behind them."""
    first, _, rest = " ".join(text.rstrip("!").split()).partition(" ")
    second, _, rest = rest.partition(" ")
    return first, second, rest


def _measured(battle: Battle, unit: str, text: str) -> tuple[Declared, Amount]:
    """Return the charge that was measured, and its distance.

    Raises:
        LineError: If that makes no sense, or nobody may measure yet.
    """
    charge, distance = charge_of(battle, unit), distance_of(text)
    if charge is None:
        if not may_measure(is_declared=False, is_umpire=battle.me is None):
            places = {"about": amount_text(int(distance))}
            raise ImpossibleError(_filled(NO_MEASURING, places).said(battle.language))
        charging = [each.unit for each in battle.orders.declared if each.deed == "charge"]
        places = {"unit": unit, "meant": did_you_mean(unit, charging)}
        raise LineError(_filled(NO_CHARGE, places).said(battle.language))
    glance = battle.eye.of(charge.entry)
    if glance is not None:
        places = {"unit": charge.unit, "measured": amount_text(glance.measured)}
        raise ImpossibleError(_filled(TWICE, places).said(battle.language))
    return charge, distance


def _eye(battle: Battle, charge: Declared, distance: Amount) -> Eye | None:
    """Return what the player's guesses are worth with one more; None if nothing was guessed."""
    if charge.guess is None or not any(charge.guess):
        return None
    return battle.eye.with_glance(Glance(charge.entry, charge.unit, Guess(*charge.guess), distance))


def _read(battle: Battle, text: str, _: tuple[str, ...]) -> Entry | Request | None:
    parts = _parts(text)
    if parts is None:
        return None
    charge, distance = _measured(battle, *parts)
    eye = _eye(battle, charge, distance)
    said = [UNGUESSED]
    if eye is not None:
        off = eye.glances[-1].ratio - 1
        this = SHORT if off > 0 else LONG if off < 0 else EXACT
        said = [_filled(this, {"share": percent(abs(off))}), eye_words(battle, eye)]
    return Entry(
        f"{charge.unit} was {amount_text(distance)}", tuple(each.said(battle.language) for each in said)
    )


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    parts = _parts(text)
    if parts is None:
        return None
    try:
        charge, distance = _measured(battle, *parts)
    except LineError as error:
        return battle.refused(text, str(error))
    eye = _eye(battle, charge, distance)
    return Followed(battle if eye is None else replace(battle, eye=eye))


FORMS = (
    Form(
        "desk",
        "3 was 27.5 (measured once the charge was declared)",
        _read,
        _follow,
        ("was",),
    ),
)
