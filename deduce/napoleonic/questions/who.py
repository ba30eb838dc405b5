"""Who an enemy is: what the rules leave of him, and beside it what is likelier under assumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.napoleonic.hidden.odds import odds_of
from deduce.napoleonic.hidden.saying import shapes, told, value_words
from deduce.napoleonic.questions.enemies import sheets, unit_of
from deduce.napoleonic.questions.hidden_words import WORDS, say
from deduce.tabletop.questions import format_name
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, Said, Told, lines
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.hidden.odds import Odds
    from deduce.napoleonic.hidden.unit import Unit
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["who_told"]

MOST_ROWS = 40
"""How many rows a table of what is likelier has."""


def who_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell what an enemy unit can still be: by the rules, and beside it what is likelier."""
    battle, name = look.state, str(given.get("unit") or "").strip()
    if name:
        chosen = [unit_of(look, name)]
    else:
        chosen = [unit for sheet in sheets(look) for unit in sheet.units.values() if unit.steps]
    if not chosen:
        return Told(lines([say(battle, "nothing")]), {"format": format_name(look, "who"), "units": []})
    shown: list[Said | Grid] = []
    data = []
    for unit in chosen:
        first, *others = (words.said(battle.language) for words in told(unit))
        shown += [Said(first, Role.HEADING), *lines(others)]
        odds = odds_of(unit, look.state.priors) if unit.is_consistent else None
        if name and odds is not None and (odds.moves or not odds.is_equal):
            shown += _likelier(battle, unit, odds)
        data.append(_unit_data(unit, odds))
    fits = all(unit.is_consistent for unit in chosen)
    return Told(tuple(shown), {"format": format_name(look, "who"), "units": data}, fits)


def _likelier(battle: Battle, unit: Unit, odds: Odds) -> Iterator[Said | Grid]:
    """Iterate over the two columns: what is excluded by rule, and what is likelier under the assumptions."""
    language = battle.language
    yield Said(say(battle, "likelier", priors=say(battle, "equal" if odds.is_equal else "army")))
    rows: dict[str, tuple[Mark, Mark]] = {}
    likely: dict[str, Fraction] = {}
    for each in odds.likelier:
        key = _kind_text(battle, unit, each.profile, each.way)
        likely[key] = likely.get(key, 0 * each.chance) + each.chance
    left = Mark(say(battle, "left"), MarkRole.OPEN)
    for key, chance in likely.items():
        rows[key] = (left, Mark(f"{percent(chance)}%", MarkRole.CHANCE))
    for profile in odds.without_data:
        rows.setdefault(
            _kind_text(battle, unit, profile, None), (left, Mark(say(battle, "no data"), MarkRole.OPEN))
        )
    for profile in unit.profiles:
        gone = Mark(say(battle, "excluded"), MarkRole.STRUCK)
        key = _kind_text(battle, unit, profile, None)
        if not any(each[0::3] == profile[0::3] and each.kind == profile.kind for each in unit.left):
            rows.setdefault(key, (gone, Mark("", MarkRole.STRUCK)))
    heads = ((WORDS["by rule"].said(language), WORDS["by model"].said(language)),)
    yield Grid(heads, tuple(list(rows.items())[:MOST_ROWS]))


def _kind_text(battle: Battle, unit: Unit, profile: Any, way: Any) -> str:  # noqa: ANN401 - see the callers
    """Return what a row of the table of what is likelier is called."""
    language = battle.language
    parts = [value_words(unit.book, "formation", profile.formation).said(language)]
    if "arm" not in unit.known:
        parts.insert(0, value_words(unit.book, "arm", profile.arm).said(language))
    if "nation" in unit.known:
        kind = WORDS["another"] if profile.kind is None else value_words(unit.book, "kind", profile.kind)
        parts.append(kind.said(language))
    if way is not None and way.act != "move":
        parts.append(WORDS["forced"].said(language))
    if way is not None and way.is_inside:
        ground = ", ".join(
            value_words(unit.book, "ground", each).said(language) for each in sorted(way.ground)
        )
        parts.append(WORDS["inside"].said(language).format(ground=ground))
    return ", ".join(parts)


def _unit_data(unit: Unit, odds: Odds | None) -> dict[str, Any]:
    """Return a unit as data."""
    return {
        "unit": unit.name,
        "consistent": unit.is_consistent,
        "first": len(shapes(unit.profiles)),
        "left": [dict(profile.facts) for profile in unit.left],
        "no_data": [dict(profile.facts) for profile in unit.without_data],
        "told": [words.en for words in told(unit)],
        "likelier": None
        if odds is None
        else {
            "assumes": ["pace model", "equal weights" if odds.is_equal else "army list"],
            "kinds": [
                {
                    **each.profile.facts,
                    "way": None if each.way is None else each.way.act,
                    "chance": float(each.chance),
                    "fraction": str(each.chance),
                }
                for each in odds.likelier
            ],
        },
    }
