"""Questions about where somebody is: in which house, what a silent wood hides, and what to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.belief.belief import Belief
from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, share_of
from deduce.napoleonic.hidden import zones
from deduce.napoleonic.hidden.houses import HIDING, arrivals
from deduce.napoleonic.hidden.odds import odds_of
from deduce.napoleonic.hidden.watch import watch_of
from deduce.napoleonic.lines.sightings import enemies
from deduce.napoleonic.questions.enemies import unit_of
from deduce.napoleonic.questions.hidden_parts import distance, enemy_named, quarters_after, split_off, usable
from deduce.napoleonic.questions.hidden_words import WORDS, say
from deduce.question.measure import measured
from deduce.ruling.amounts import amount_text
from deduce.ruling.lexicon import phrases_of, tokens_in
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import format_name
from deduce.tabletop.said import Told, lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["inside_told", "watch_told"]

MOST_CM = 500

# --- Where he can be -----------------------------------------------------------------------------------

INSIDE_HINT = (
    "the unit, the quarters since it was seen, and the houses, woods and crops: inside e2 after 5: farm 6, "
    "grove 20 wood"
)


def inside_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell in which house, wood or crops a unit can be that was lost from sight."""
    battle = look.state
    words, parts = split_off(str(given["houses"]), INSIDE_HINT)
    after = quarters_after(words, INSIDE_HINT)
    if len(words) != 1 or after is None or not parts or any(len(part) not in {2, 3} for part in parts):
        message = f"write {INSIDE_HINT}"
        raise LineError(message)
    name = enemy_named(look, words[0])
    houses = {part[0]: distance(part[1], part[0])[0] for part in parts}
    hiding = {part[0]: _hiding(battle, part[2]) for part in parts if len(part) > 2}
    facts = usable(battle.book, battle.bodies[name].facts)
    known = {each: value for each, value in facts.items() if each not in {"ground", "state"}}
    found = arrivals(battle.book, known, houses, after, hiding)
    shown = []
    for each in found:
        needs = ", ".join(
            f"{say(battle, 'no data') if quarters is None else quarters}"
            + (f" ({WORDS['forced'].said(battle.language)})" if act == "forced" else "")
            for act, quarters in each.needs.items()
        )
        can = "possible" if each.can_be else "no data" if each.can_be is None else "excluded"
        can = "by road" if each.by_road else can
        why = f" ({', '.join(each.rules)})" if each.rules else ""
        what = hiding.get(each.house, HIDING[0])
        called = battle.book.law.features["ground"].word_said(what).said(battle.language)
        form = "in house" if what == HIDING[0] else "in growth"
        told = say(battle, form, house=each.house, what=called, needs=needs, can=say(battle, can))
        shown.append(told + why)
    data = {
        "format": format_name(look, "inside"),
        "unit": name,
        "after": after,
        "houses": {
            each.house: {
                "what": hiding.get(each.house, HIDING[0]),
                "needs": dict(each.needs),
                "possible": each.can_be,
                "rules": list(each.rules),
            }
            for each in found
        },
    }
    return Told(lines(shown), data)


def _hiding(battle: Battle, text: str) -> str:
    """Return what a place is, in either language.

    Raises:
        LineError: If nobody can hide in that.
    """
    phrases = phrases_of(battle.book.law.features["ground"])
    what = phrases.get(tokens_in(text), "")
    if what not in HIDING:
        message = f"{quoted(text)}: a unit hides in a {', a '.join(HIDING[:-1])} or in {HIDING[-1]}"
        raise LineError(message)
    return what


# --- What to watch -------------------------------------------------------------------------------------

WATCH_HINT = (
    "the wood and the angles to pass it at: watch wood 0 30: gone 3, skirmishers 3, close 2, deeper 2"
)


def watch_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell what to do to learn most of a silent wood, or of a unit."""
    battle = look.state
    words, parts = split_off(str(given["wood"]), WATCH_HINT)
    if words[0].casefold() in {each.casefold() for each in enemies(battle)}:
        return _watched_unit(look, words[0])
    wood, angles = words[0], words[1:] or ["0"]
    weights = {_place(part): _weight(part) for part in parts}
    log = zones.wood_log(wood, weights or None)
    belief = Belief(log)
    asked = [zones.passing(battle.book, wood, distance(angle, "the angle")[0]) for angle in angles]
    asked.append(zones.sending_in(battle.book, wood))
    ranked = sorted(((measured(belief, each).bits, each.text) for each in asked), key=lambda pair: -pair[0])
    priors = say(battle, "given" if weights else "equal")
    shown = [say(battle, "bits", bits=bits, what=text) for bits, text in ranked]
    shown += [say(battle, "assumed", priors=priors), say(battle, "silence")]
    data = {
        "format": format_name(look, "watch"),
        "wood": wood,
        "bits": belief.bits,
        "ranked": [{"what": text, "bits": bits} for bits, text in ranked],
        "assumes": ["weights" if weights else "equal weights", "tell.fires", "tell.met"],
    }
    return Told(lines(shown), data)


def _place(part: Sequence[str]) -> str:
    for place in zones.PLACES:
        if part[0].casefold() == place.split()[0]:
            return place
    message = f"{quoted(part[0])} is no place of a wood; write gone, skirmishers, close or deeper"
    raise LineError(message)


def _weight(part: Sequence[str]) -> Fraction:
    try:
        return share_of(part[-1] if len(part) > 1 else "", f"the weight of {part[0]}", MOST_CM)
    except IntakeError as error:
        message = f"{error}; write such as gone 3"
        raise LineError(message) from None


def _watched_unit(look: Battles, name: str) -> Told:
    battle, unit = look.state, unit_of(look, name)
    found = watch_of(unit, battle.priors) if unit.is_consistent else None
    data: dict[str, Any] = {"format": format_name(look, "watch"), "unit": unit.name, "bits": 0.0}
    if found is None or not found.bits:
        return Told(lines([say(battle, "tells nothing", unit=unit.name)]), data)
    distances = ", ".join(map(amount_text, found.distances))
    data |= {"bits": found.bits, "distances": [str(each) for each in found.distances]}
    shown = [say(battle, "next", unit=unit.name, bits=found.bits, distances=distances)]
    odds = odds_of(unit, battle.priors)
    shown.append(say(battle, "assumed of pace", priors=say(battle, "equal" if odds.is_equal else "army")))
    return Told(lines(shown), data)
