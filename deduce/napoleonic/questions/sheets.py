"""What is asked about order sheets: `check` judges those of a half that stand in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import Play
from deduce.napoleonic.clock.telling import cited
from deduce.napoleonic.orders.halves import half_at, half_text, parse_half
from deduce.napoleonic.questions.umpire import Sort, findings
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Role, Said, Told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.questions.umpire import Finding
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["check_told"]

TITLE = Words("The sheets of {half}", "Les feuilles de {half}")
LINE = Words("{side}: {text}", "{side} : {text}")
MISSING = Words(
    "no sheet in this record: write {side} {half} 3 charge k; 7 evade",
    "pas de feuille ici : write {side} {half} 3 charge k; 7 evade",
)
NOTHING = Words("Nothing is to be said of them.", "Rien à en dire.")
URGENT = frozenset({Sort.VOID, Sort.REFUSED})


def check_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell what follows from the sheets of a half, with the rules.

    Args:
        look: The battle.
        given: In `half` which half, such as "H1"; empty for the one that is played.

    Raises:
        LineError: If there is no such half.
    """
    battle, language = look.state, look.state.language
    text = str(given.get("half") or "").strip()
    half = _half(battle, text) if text else _played(battle)
    found, name = findings(battle, half, _then(look, half)), half_text(battle.book, half)
    said = [Said(TITLE.said(language).replace("{half}", name), Role.HEADING)]
    said += [Said(line) for line in _sheets(battle, half)]
    for each in found:
        role = Role.WARNING if each.sort in URGENT else Role.PARAGRAPH
        said.append(Said(_finding_text(each, language), role))
    if not found:
        said.append(Said(NOTHING.said(language)))
    data = {
        "format": format_name(look, "check"),
        **facts_of(look),
        "sheets_of": name,
        "findings": [
            {
                "sort": str(each.sort),
                "units": list(each.units),
                "en": each.words.en,
                "fr": each.words.fr,
                "rules": list(each.rules),
            }
            for each in found
        ],
    }
    return Told(tuple(said), data)


def _then(look: Battles, half: Moment) -> Battle:
    """Return how the battle stood last in the first quarter of a half; as it stands if that is to come."""
    before = (step.before for step in reversed(look.record.steps[: look.count]))
    return next((each for each in (look.state, *before) if each.clock.now <= half), look.state)


def _half(battle: Battle, text: str) -> Moment:
    """Return a half that is named; without a period it is one of the period that is played.

    Raises:
        LineError: If there is no such half.
    """
    begin = calendar_of(battle.book).begin(battle.clock.now, Play.PERIODS)
    return parse_half(battle.book, text, begin)


def _finding_text(finding: Finding, language: str) -> str:
    said = finding.words.said(language)
    # What the book says has its rules where they belong.
    missing = [rule for rule in finding.rules if rule not in said]
    return f"{said}{cited(missing)}."


def _played(battle: Battle) -> Moment:
    """Return the half that is played, or the next one if only that has sheets."""
    now = half_at(battle.book, battle.clock.now)
    halves = {each.half for each in battle.orders.written if each.half >= now}
    return now if now in halves or not halves else min(halves)


def _sheets(battle: Battle, half: Moment) -> Iterator[str]:
    """Iterate over the sheets as they stand in the record."""
    name = half_text(battle.book, half)
    for side, called in enumerate(battle.sides):
        if battle.me not in {None, side}:
            continue
        written = battle.orders.written_for(side, half)
        text = MISSING.said(battle.language) if written is None else written.sheet.text
        shown = LINE.said(battle.language).replace("{side}", called).replace("{text}", text)
        yield shown.replace("{side}", called).replace("{half}", name)
