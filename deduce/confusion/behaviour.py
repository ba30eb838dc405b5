"""What is read from behaviour, as it is shown: a second sheet below the first, with reasons, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion import questions
from deduce.confusion.knowledge.behaviour import BEHAVIOURS, CAREFUL, behaviour_of
from deduce.confusion.questions import behaviour_in, sheet_grid, sheets
from deduce.tabletop.said import Grid, Role, Said, Told, lines

if TYPE_CHECKING:
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.companion import Companion
    from deduce.tabletop.look import Look

    Moments: TypeAlias = Look[Moment]

__all__ = ["behaviour_below", "sheet_facts", "show_behaviour"]

ON = "on"


def behaviour_below(look: Moments, sheet: Sheet) -> tuple[Said | Grid, ...]:
    """Return the same sheet by facts and behaviour, and why; nothing while it is off.

    Args:
        look: The look.
        sheet: The sheet by facts.
    """
    behaviour = behaviour_in(look)
    return () if behaviour is None else _told(look, sheet, behaviour)


def _told(look: Moments, sheet: Sheet, behaviour: Behaviour) -> tuple[Said | Grid, ...]:
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.knowledge.signs import because

    who = sheet.rules.sides[1 - sheet.side]
    if not sheet.is_consistent or sheet.chances is None:
        return lines([f"{who}'s behaviour is not read: there are no chances to weigh."])
    reading = look.state.reading(sheet.side, sheet.model, behaviour)
    reasons = [f"{each.words(sheet.rules, who)}." for each in because(reading)]
    heading = f"{sheet.title}, by {who}'s behaviour as well (model {behaviour}: likely, never proved)"
    return (
        Said(heading, Role.HEADING),
        sheet_grid(look, Sheet(sheet.notes, reading.exact())),
        *lines(reasons or [f"Nothing that {who} did moves a chance by much."]),
    )


def sheet_facts(look: Moments) -> dict[str, Any]:
    """Return what the document of the sheets says beyond them; of behaviour as well, unless that is off."""
    return {**questions.sheet_facts(look), **_read(look)}


def _read(look: Moments) -> dict[str, Any]:
    behaviour = behaviour_in(look)
    if behaviour is None:
        return {}
    found = {}
    for sheet in sheets(look):
        who = look.state.rules.sides[1 - sheet.seat]
        found[look.state.rules.sides[sheet.seat]] = _data(look, sheet, behaviour, who)
    return {"behaviour": {"model": str(behaviour), "knowledge": found}}


def _data(look: Moments, facts: Sheet, behaviour: Behaviour, who: str) -> dict[str, Any] | None:
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.knowledge.signs import because
    from deduce.tabletop.sheet import sheet_json

    if not facts.is_consistent or facts.chances is None:
        return None
    reading = look.state.reading(facts.side, facts.model, behaviour)
    read = sheet_json(Sheet(facts.notes, reading.exact()))
    return {
        "letters": read["letters"],
        "fractions": read["fractions"],
        "habits": {
            habit.name: float(share) for habit, share in zip(behaviour.habits, reading.shares, strict=True)
        },
        "reasons": [
            {
                "letter": each.letter,
                "diagram": each.number,
                "facts": each.facts,
                "behaviour": each.read,
                "seen": [{"turn": seen.ply, "how": seen.how, "bits": seen.moved} for seen in each.seen],
                "text": each.words(facts.rules, who),
            }
            for each in because(reading)
        ],
    }


def show_behaviour(companion: Companion[Moment], rest: str) -> Told:
    """Show what the other side's behaviour says of my pieces, or show it below the sheets from now on."""
    if rest:
        name = CAREFUL.name if rest.casefold() == ON else rest
        behaviour = behaviour_of(name)
        companion.options["behaviour"] = "off" if behaviour is None else str(behaviour)
        said = (
            "Sheets go by facts only."
            if behaviour is None
            else (f"Below each sheet stands what behaviour says as well (model {behaviour}).")
        )
        return Told(lines([said]))
    look = companion.look
    sheet = sheets(look)[companion.seat]
    models = [f"{name}: {words}" for name, words in BEHAVIOURS.items()]
    now = f"now: {companion.options['behaviour']}"
    return Told((*_told(look, sheet, behaviour_in(look) or CAREFUL), *lines([*models, now])))
