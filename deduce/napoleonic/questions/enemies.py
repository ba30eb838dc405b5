"""What the layer asks of the enemy's units: their sheet, its grid, what else there is to say, and what if."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.napoleonic.hidden.saying import told
from deduce.napoleonic.hidden.seeing import all_sightings
from deduce.napoleonic.hidden.sheet import EnemySheet
from deduce.napoleonic.hidden.sightings import CHANGES, COURSES, Sighting
from deduce.napoleonic.hidden.unit import LASTING, QUARTER_TURN, Unit
from deduce.napoleonic.lines.line import line_of, split
from deduce.napoleonic.lines.sightings import enemies
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Entry, Supposed
from deduce.tabletop.said import Grid, Mark, MarkRole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Fact
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["entry_of", "grid", "remarks", "sheets", "suppose", "unit_of", "units"]

BEGUN = frozenset({
    "about", "quarter-turn", "wheel", "house", "leave", "limber", "unlimber", "rally", "re-form", "widen",
    "cross", "man-handle", "oblique", "back", "follow", "line-edge",
})  # fmt: skip
"""What a line says that a unit begins, as the book calls it; a formation is a change of formation."""
INTO = {"limbered": "limber", "battery": "unlimber"}
"""Formations that are taken by an act of their own."""
OPEN, STRUCK, CERTAIN = "?", ".", "YES"
FORMATION = "formation"
KNOWN = (*LASTING, FORMATION)
"""What stands in a record of a unit, so that it need not be seen."""
SHORT = 4
"""How many letters of a word stand over a column."""
COLUMNS = ("arm", "status", "formation")
"""The features whose words are the columns of the grid."""


# --- The sheets ----------------------------------------------------------------------------------------


def sheets(look: Battles) -> tuple[EnemySheet, ...]:
    """Return a sheet on the enemy for whoever keeps the record; for an umpire one on each side."""
    battle = look.state
    seats = (0, 1) if battle.me is None else (battle.me,)
    return tuple(_sheet(look, battle, seat) for seat in seats)


def _sheet(look: Battles, battle: Battle, seat: int, more: Iterable[Sighting] = ()) -> EnemySheet:
    return EnemySheet(units(look, battle, 1 - seat, more), battle.sides[1 - seat], seat, battle.language)


def units(look: Battles, battle: Battle, side: int, more: Iterable[Sighting] = ()) -> tuple[Unit, ...]:
    """Return the units of a side, with everything that they were seen doing.

    Args:
        look: The look, for what stands in the record.
        battle: How the battle stands, or would stand.
        side: The side.
        more: What they would have begun or declared beside that.
    """
    seen = all_sightings(battle.sightings, battle.orders.declared, (*_begun(look), *more))
    bodies = [body for body in battle.bodies.values() if body.side == side]
    found = []
    for body in bodies:
        after = {name: fact for task in battle.clock.of(body.name) for name, fact in task.then.items()}
        now = {**body.facts, **after}.get(FORMATION)
        own = _unless_dropped([each for each in seen if each.body == body.name], now)
        facts: dict[str, Fact | None] = dict(body.facts)
        if any(each.act in {*CHANGES, QUARTER_TURN} for each in own):
            # What it stands in now is for the sightings to tell; the headers tell what it stood in at first.
            first = look.record.begun.state.bodies.get(body.name)
            facts[FORMATION] = None if first is None else first.facts.get(FORMATION)
        known = frozenset((name, fact) for name in KNOWN if (fact := facts.get(name)) is not None)
        found.append(_unit(battle.book, body.name, known, own))
    return tuple(found)


def _unless_dropped(seen: list[Sighting], formation: Fact | None) -> tuple[Sighting, ...]:
    """Return what was seen of a unit; a change that was given up ends in the formation that it has now."""
    last = next((place for place, each in reversed([*enumerate(seen)]) if each.became is not None), None)
    if last is not None and formation not in {None, seen[last].became}:
        seen[last] = replace(seen[last], became=str(formation))
    return tuple(seen)


@lru_cache(maxsize=256)
def _unit(book: Book, name: str, known: frozenset[tuple[str, Fact]], seen: tuple[Sighting, ...]) -> Unit:
    """Return a unit, the same as long as nothing more is noted of it: what follows is worked out once."""
    return Unit(book, name, dict(known), seen)


def unit_of(look: Battles, name: str) -> Unit:
    """Return an enemy unit by its name, with everything that it was seen doing.

    Raises:
        LineError: If there is none.
    """
    battle = look.state
    known = {each.casefold(): each for each in enemies(battle)}
    if name.casefold() not in known:
        there = did_you_mean(name, sorted(known.values())) if known else "no enemy is known"
        message = f"there is no enemy {quoted(name)}; {there}"
        raise LineError(message)
    body = battle.bodies[known[name.casefold()]]
    return next(unit for unit in units(look, battle, body.side) if unit.name == body.name)


def _begun(look: Battles) -> Iterator[Sighting]:
    """Iterate over what enemy units began that takes them time.

    What the rules refuse was entered all the same, and tells nothing of who can do it.
    """
    names = {name.casefold() for name in enemies(look.state)}
    refused = {misfit.entry for misfit in look.record.misfits}
    for number, step in enumerate(look.record.steps[: look.count], 1):
        first, _, _ = step.text.partition(" ")
        if first.casefold() in names and number not in refused:
            yield from _begun_by(step.before, number, step.text)


def _begun_by(
    battle: Battle, number: int, text: str, also: frozenset[str] = frozenset()
) -> Iterator[Sighting]:
    """Iterate over what enemy units begin with a line, each of the acts that count or of some others."""
    line = line_of(battle, split(text)[0])
    if line.is_forced:
        # The table decided otherwise than the rules, so they say nothing of who can have done it.
        return
    formations = battle.book.law.features["formation"].words
    verb, became = line.verb, None
    if verb == "change" and line.words[1:2] and line.words[1] in formations:
        verb = line.words[1]
    if verb in formations:
        became = verb
    act = INTO.get(verb, "change") if became is not None else verb
    if became is None and act not in BEGUN | also:
        return
    for body in line.bodies:
        if body.name in enemies(battle):
            yield Sighting(number, split(text)[0], body.name, act, battle.clock.now, became=became)


def entry_of(name: str) -> int:
    """Return the number of the record's entry that an entry of a log stems from."""
    return int(name)


# --- How it reads --------------------------------------------------------------------------------------


def grid(_look: Battles, sheet: EnemySheet) -> Grid:
    """Return the enemy as rows and columns: a row for each unit, a column for each word."""
    named = [(aspect, value) for aspect in COLUMNS for value in _columns(sheet, aspect)]
    first = [
        aspect if number == 0 or named[number - 1][0] != aspect else ""
        for number, (aspect, _) in enumerate(named)
    ]
    heads = (tuple(each[:SHORT] for each in first), tuple(value[:SHORT] for _, value in named))
    rows = []
    for unit in sheet.units.values():
        marks = []
        for aspect, value in named:
            left = unit.values(aspect)
            if value not in left:
                marks.append(Mark(STRUCK, MarkRole.STRUCK))
            elif len(left) == 1:
                marks.append(Mark(CERTAIN, MarkRole.CERTAIN))
            else:
                marks.append(Mark(OPEN, MarkRole.OPEN))
        rows.append((unit.name, tuple(marks)))
    return Grid(heads, tuple(rows))


def _columns(sheet: EnemySheet, aspect: str) -> tuple[str, ...]:
    found = {value for unit in sheet.units.values() for value in unit.values_at_first(aspect)}
    words = next(iter(sheet.units.values())).book.law.features[aspect].words if sheet.units else ()
    return tuple(word for word in words if word in found)


def remarks(look: Battles, sheet: EnemySheet) -> tuple[str, ...]:
    """Say of every enemy of whom something was noted what is left, and why."""
    language = look.state.language
    return tuple(words.said(language) for unit in sheet.units.values() if unit.steps for words in told(unit))


# --- What if -------------------------------------------------------------------------------------------


def suppose(look: Battles, text: str) -> Supposed:
    """Return what would be known of the enemy after a sighting, such as `e2 about 1`.

    Raises:
        LineError: If it is none.
    """
    from deduce.napoleonic.lines.typed import read
    from deduce.napoleonic.record.following import follow

    battle = look.state
    seat = look.me if battle.me is None else battle.me
    found = read(battle, text, ())
    begun = tuple(_begun_by(battle, look.count + 1, text, COURSES))
    if begun and not _is_seen(battle, text):
        return Supposed(seat, begun[0].text, None, {"yes": _sheet(look, battle, seat, begun)}, "sighting")
    if not isinstance(found, Entry):
        message = f"{quoted(text)} is not complete; write all of it, such as e2 about 1"
        raise LineError(message)
    after = follow(battle, found.text).state
    if len(after.sightings.seen) == len(battle.sightings.seen):
        message = f"{quoted(text)} is nothing that an enemy was seen doing; write such as e2 about 1"
        raise LineError(message)
    return Supposed(seat, found.text, None, {"yes": _sheet(look, after, seat)}, "sighting")


def _is_seen(battle: Battle, text: str) -> bool:
    """Tell whether a line is a sighting by itself, such as `e2 about 1`, and not only what a unit begins."""
    from deduce.napoleonic.lines.sightings import FORMS

    return any(form.read(battle, text, ()) is not None for form in FORMS)
