"""What could be done now, in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.advice import phrases
from deduce.cards.advice.candidates import declared
from deduce.cards.advice.documents import suggestions_data
from deduce.cards.advice.phrases import house_told
from deduce.cards.advice.suggestions import Suggestions, suggestions
from deduce.cards.language import counted
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Role, Said, Told
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from deduce.cards.advice.candidates import Candidate
    from deduce.cards.advice.suggestions import Course
    from deduce.cards.engine.entries import Fight
    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["suggest_told"]

MOST_CHARGES = 2
"""How many combats are set beside a rally."""
MOST_ROWS = 8
"""How many combats, shots and refusals are listed."""
BALL = Words("ball", "boulet")
WORDS = {
    "then": Words("then {what}", "puis {what}"),
    "columns": Words(
        "win  tie lose  they we break  worth alone", "gain égal perte eux nous rompus valeur seul"
    ),
    "worth": Words("worth {worth}", "valeur {worth}"),
    "what": Words("what", "quoi"),
    "best": Words("Best: {what}, worth {worth}", "Le mieux : {what}, valeur {worth}"),
    "nobody": Words("Fight nobody: no combat is worth it", "Ne combattre personne : rien n'en vaut la peine"),
    "nothing": Words("There is nothing to fight or to shoot at", "Il n'y a rien à combattre ni à viser"),
    "costs": Words("{units} broken", "{units} rompue"),
    "counter": Words(
        "{worth} of that because the shot makes the next kill of {unit} kill {kill}",
        "dont {worth} parce que le tir fait du prochain mort de {unit} le mort {kill}",
    ),
    "opens": Words("{worth} of that because of what is shot first", "dont {worth} grâce au tir"),
    "stops": Words("{worth} of that because one can stop", "dont {worth} parce qu'on peut s'arrêter"),
    "shot": Words(
        "{what}: {balls}, {left} left then; worth {worth}{opens}",
        "{what} : {balls}, il en reste {left} ; valeur {worth}{opens}",
    ),
    "opened": Words(", {opens} for the combats after it", ", {opens} pour les combats ensuite"),
    "rally": Words(
        "{what}: {schedule}; broken in the enemy's next turn {rallied}% instead of {before}%",
        "{what} : {schedule} ; rompue au prochain tour ennemi {rallied}% au lieu de {before}%",
    ),
    "charge": Words(
        "{what} without it: worth {worth}; then broken by the end of the enemy's next turn {breaks}%",
        "{what} sans cela : valeur {worth} ; alors rompue à la fin du prochain tour ennemi {breaks}%",
    ),
    "refused": Words("Not now", "Pas maintenant"),
    "reach": Words("All of this only if it is in reach.", "Tout cela seulement si c'est à portée."),
    "unplanned": Words("Too many to plan together: {what}", "Trop nombreux pour un même plan : {what}"),
    "more": Words("and {number} more", "et {number} autres"),
}

_say = partial(phrases.say, WORDS)


def suggest_told(look: Ledgers, given: Mapping[str, Any]) -> Told:
    """Tell what could be done now, and what it is worth.

    Args:
        look: The battle.
        given: In `reach` what is in reach, such as "b r, c r f, g>n"; empty if nobody says it.

    Raises:
        LineError: If that makes no sense.
    """
    ledger = look.state
    found = suggestions(ledger, declared(str(given.get("reach") or ""), ledger))
    data = {"format": format_name(look, "suggest"), **facts_of(look), **suggestions_data(found)}
    return Told(tuple(_suggested(found)), data)


def _suggested(found: Suggestions) -> Iterator[Said]:
    ledger = found.ledger
    yield from _best(found)
    if found.fights:
        width = max(len(_say(ledger, "what")), *(len(_name(each.fight, found)) for each in found.fights))
        yield Said(f"  {_say(ledger, 'what'):<{width}}  {_say(ledger, 'columns')}", Role.FAINT)
        for each in found.fights[:MOST_ROWS]:
            odds = each.odds
            chances = (
                odds.win,
                odds.tie,
                odds.loss,
                odds.breaks(of_target=True),
                odds.breaks(of_target=False),
            )
            cells = "".join(f"{percent(chance):>5}" for chance in chances)[2:]
            why = ""
            if each.reasons:
                letters = (each.fight.starter, each.fight.target)
                why = "  " + phrases.reason_words(each.reasons[0], odds.meeting, letters, ledger.language)
            worth = phrases.worth_words(each.worth)
            yield Said(f"  {_name(each.fight, found):<{width}}  {cells}  {worth:>6}{why}", Role.ROW)
        yield from _more(found.fights, ledger)
    for shot in found.shots[:MOST_ROWS]:
        parts = {
            "what": phrases.act_words(shot.shot, ledger),
            "balls": counted(shot.balls, BALL.said(ledger.language), ledger.language),
            "left": str(shot.left),
            "worth": phrases.worth_words(shot.worth),
            "opens": _say(ledger, "opened", opens=phrases.worth_words(shot.opens)) if shot.opens else "",
        }
        yield Said(_say(ledger, "shot", **parts))
    for rally in found.rallies:
        parts = {
            "what": phrases.act_words(rally.rally, ledger),
            "schedule": " > ".join(f"{ranks}/{confused}" for ranks, confused in rally.schedule),
            "rallied": percent(rally.rallied.breaks),
            "before": percent(rally.as_it_is.breaks),
        }
        yield Said(_say(ledger, "rally", **parts))
        for charge in rally.charges[:MOST_CHARGES]:
            parts = {
                "what": phrases.act_words(charge.fight, ledger),
                "worth": phrases.worth_words(charge.worth),
                "breaks": percent(charge.breaks),
            }
            yield Said("  " + _say(ledger, "charge", **parts))
    yield from _refused(found.refused, ledger)
    if found.unplanned:
        names = ", ".join(phrases.act_words(fight, ledger) for fight in found.unplanned[:MOST_ROWS])
        yield Said(_say(ledger, "unplanned", what=names))
    if not found.is_declared and (
        any(not each.is_sure for each in found.fights) or any(not each.is_sure for each in found.shots)
    ):
        yield Said(_say(ledger, "reach"))
    yield from house_told(ledger)


def _name(fight: Fight, found: Suggestions) -> str:
    return phrases.act_words(fight, found.ledger)


def _best(found: Suggestions) -> Iterator[Said]:
    """Yield the best thing to do, and when to stop."""
    ledger, course = found.ledger, found.course
    if course is None or (course.first is None and not course.shots):
        yield Said(_say(ledger, "nobody" if found.fights else "nothing"), Role.HEADING)
        return
    first = course.first
    names = [phrases.act_words(each, ledger) for each in course.shots]
    names += [] if first is None else [phrases.act_words(first, ledger)]
    what = names[0] + "".join(f", {_say(ledger, 'then', what=name)}" for name in names[1:])
    yield Said(_say(ledger, "best", what=what, worth=phrases.worth_words(course.worth)), Role.HEADING)
    yield from _decided(course, ledger)
    if first is None and found.fights:
        yield Said(_say(ledger, "nobody"))
    for text in phrases.stop_words(course, ledger):
        yield Said(f"  {text}")


def _decided(course: Course, ledger: Ledger) -> Iterator[Said]:
    broken = [f"{unit} {percent(toll.breaks)}%" for unit, toll in course.tolls.items() if toll.breaks]
    if broken:
        yield Said("  " + _say(ledger, "costs", units=", ".join(broken)))
    opens = course.plan.worth - course.unshot
    if opens > 0:
        yield Said("  " + _opened(course, opens, ledger))
    stops = course.plan.worth - course.unstopped
    if stops > 0 and course.first is not None and course.plan.goes_on:
        yield Said("  " + _say(ledger, "stops", worth=phrases.worth_words(stops)))


def _opened(course: Course, opens: Fraction, ledger: Ledger) -> str:
    """Return what the shots change for the combats, and why: they raise a dead counter (CC-FIRE-4)."""
    worth = phrases.worth_words(opens)
    for each in course.shots:
        if ledger.foes_of(each.target):
            shots = sum(other.target == each.target for other in course.shots)
            kill = ledger.units[each.target].lying + shots * int(ledger.edition.number("fire.kills")) + 1
            return _say(ledger, "counter", worth=worth, unit=each.target, kill=kill)
    return _say(ledger, "opens", worth=worth)


def _refused(refused: Sequence[Candidate], ledger: Ledger) -> Iterator[Said]:
    """Yield what is not possible, with what is refused for the same reason together."""
    if not refused:
        return
    by_reason: dict[str, list[str]] = {}
    for each in refused:
        reason = "; ".join(ruling.reason for ruling in each.refusals)
        by_reason.setdefault(reason, []).append(phrases.act_words(each.act, ledger))
    yield Said(_say(ledger, "refused"), Role.HEADING)
    for reason, names in list(by_reason.items())[:MOST_ROWS]:
        yield Said(f"  {', '.join(names)}: {reason}")
    yield from _more(tuple(by_reason), ledger)


def _more(items: Sequence[object], ledger: Ledger) -> Iterator[Said]:
    if len(items) > MOST_ROWS:
        yield Said("  " + _say(ledger, "more", number=len(items) - MOST_ROWS))
