"""A battle afterwards, in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.advice import phrases
from deduce.cards.advice.documents import review_data
from deduce.cards.advice.phrases import house_told
from deduce.cards.advice.review import Played, Review, Sum, review
from deduce.cards.language import counted
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Role, Said, Told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["review_told"]

WORDS = {
    "sums": Words(
        "{side}: {combats}, together {brought}; luck {luck}, left lying {left}",
        "{side} : {combats}, en tout {brought} ; chance {luck}, laissé {left}",
    ),
    "decision": Words(
        "{entry}. {text}: brought {brought}, expected {expected}, luck {luck}{left}",
        "{entry}. {text} : rapporté {brought}, attendu {expected}, chance {luck}{left}",
    ),
    "ended": Words("{entry}. {text}: {left} left lying", "{entry}. {text} : {left} laissé"),
    "lying": Words(", {left} left lying", ", {left} laissé"),
    "better": Words(" ({what} was worth {best})", " ({what} valait {best})"),
    "trouble": Words("{entry}. {text}: not judged, {why}", "{entry}. {text} : non jugé, {why}"),
    "empty": Words("No combat was fought yet.", "Aucun combat pour l'instant."),
    "judged": Words(
        "Among the combats that the record knows to be in reach: who was engaged, and who was fought.",
        "Parmi les combats que la partie sait à portée : qui était engagé, et qui a été combattu.",
    ),
}

_say = partial(phrases.say, WORDS)


def review_told(look: Ledgers, _given: Mapping[str, Any]) -> Told:
    """Tell what was luck in a battle, and what was left lying."""
    ledger = look.state
    steps = look.record.steps[: look.count]
    found = review([Played(step.text, step.before, step.after) for step in steps])
    data = {"format": format_name(look, "review"), **facts_of(look), **review_data(found)}
    return Told(tuple(_reviewed(found, ledger)), data)


def _reviewed(found: Review, ledger: Ledger) -> Iterator[Said]:
    if not found.decisions:
        yield Said(_say(ledger, "empty"))
        return
    for side, name in enumerate(found.sides):
        yield Said(_sum(name, found.of(side), ledger), Role.HEADING)
    for each in found.decisions:
        if each.trouble:
            yield Said(_say(ledger, "trouble", entry=each.entry, text=each.text, why=each.trouble))
            continue
        left = _say(ledger, "lying", left=phrases.worth_words(each.left)) if each.left else ""
        better = "" if each.better is None else phrases.act_words(each.better, ledger)
        if better:
            best = phrases.worth_words(each.best)
            left += _say(ledger, "better", what=better, best=best)
        elif each.left:
            left += _say(ledger, "better", what=phrases.STOPPING.said(ledger.language), best="0")
        if not each.is_combat:
            what = _say(ledger, "better", what=better, best=phrases.worth_words(each.best)) if better else ""
            lying = phrases.worth_words(each.left)
            yield Said(_say(ledger, "ended", entry=each.entry, text=each.text, left=lying) + what)
            continue
        numbers = {
            "brought": phrases.worth_words(each.brought),
            "expected": phrases.worth_words(each.expected),
            "luck": phrases.worth_words(each.luck),
        }
        yield Said(_say(ledger, "decision", entry=each.entry, text=each.text, left=left, **numbers))
    yield Said(_say(ledger, "judged"))
    yield from house_told(ledger)


def _sum(name: str, found: Sum, ledger: Ledger) -> str:
    return _say(
        ledger,
        "sums",
        side=name,
        combats=counted(found.combats, "combat", ledger.language),
        brought=phrases.worth_words(found.brought),
        luck=phrases.worth_words(found.luck),
        left=phrases.worth_words(found.left),
    )
