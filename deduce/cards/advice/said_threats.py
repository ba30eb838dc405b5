"""What threatens each unit, in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.advice import phrases
from deduce.cards.advice.documents import threat_data
from deduce.cards.advice.phrases import house_told
from deduce.cards.advice.questions import asked_danger
from deduce.cards.advice.threats import Danger, dangers
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Said, Told
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["threat_told"]

WORDS = {
    "safe": Words("nobody can break it", "personne ne peut la rompre"),
    "nothing": Words("There is nothing to fight or to shoot at", "Il n'y a rien à combattre ni à viser"),
    "threat": Words(
        "{unit} {counts} is broken in the enemy's next turn with {breaks}%",
        "{unit} {counts} est rompue au prochain tour ennemi avec {breaks}%",
    ),
    "by": Words("by {units}", "par {units}"),
    "if": Words("if in reach", "si à portée"),
    "order": Words("first {unit}", "d'abord {unit}"),
    "without": Words(
        "without {units}, too many to be looked at together", "sans {units}, trop nombreuses ensemble"
    ),
}

_say = partial(phrases.say, WORDS)


def threat_told(look: Ledgers, given: Mapping[str, Any]) -> Told:
    """Tell how likely a unit is broken in the enemy's next turn, or each unit of the side whose turn it is.

    Args:
        look: The battle.
        given: In `unit` the unit and who can reach it, such as "r b c f g>r"; empty for all units.

    Raises:
        LineError: If that makes no sense.
    """
    ledger = look.state
    text = str(given.get("unit") or "").strip()
    found = (asked_danger(text, ledger),) if text else dangers(ledger, ledger.active)
    data = {"format": format_name(look, "threat"), **facts_of(look), "threats": threat_data(found)}
    said = [line for each in found for line in _danger(each, ledger)] or [Said(_say(ledger, "nothing"))]
    return Told((*said, *house_told(ledger)), data)


def _danger(found: Danger, ledger: Ledger) -> Iterator[Said]:
    unit = ledger.units[found.unit]
    head = _say(ledger, "threat", unit=found.unit, counts=unit.counts, breaks=percent(found.breaks))
    if not found.by:
        yield Said(f"{head}: {_say(ledger, 'safe')}")
        return
    parts = [_say(ledger, "by", units=" ".join(each.starter for each in found.by))]
    if found.order:
        parts.append(_say(ledger, "order", unit=found.order))
    if not found.is_named:
        parts.append(_say(ledger, "if"))
    if found.left_out:
        parts.append(_say(ledger, "without", units=" ".join(found.left_out)))
    yield Said(f"{head}: {', '.join(parts)}")
