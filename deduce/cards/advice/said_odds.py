"""The odds of a combat, in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.advice import phrases
from deduce.cards.advice.documents import odds_data
from deduce.cards.advice.phrases import house_told
from deduce.cards.advice.questions import PairOdds, asked_fight, by_hand, pair_odds
from deduce.cards.edition import EDITIONS
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Role, Said, Told
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.odds.combat import CombatOdds
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["odds_told"]

PERCENT = 100
MOST_REASONS = 2
"""How many reasons stand beside a combat."""
WORDS = {
    "joint": Words("killed, confused", "tués, en recul"),
    "head": Words(
        "{what}: win {win}%, tie {tie}%, lose {loss}%", "{what} : gain {win}%, égalité {tie}%, perte {loss}%"
    ),
    "each": Words(
        "{unit}: {killed} killed, {confused} confused on average; breaks {breaks}%",
        "{unit} : {killed} tué, {confused} en recul en moyenne ; rompt {breaks}%",
    ),
    "worth": Words("worth {worth}", "valeur {worth}"),
    "count": Words("your count is worth {points} points", "votre compte des cartes vaut {points} points"),
    "little": Words(
        "your count is worth less than a point here", "votre compte des cartes vaut moins d'un point ici"
    ),
    "edition": Words("by the edition {edition}", "selon l'édition {edition}"),
    "race": Words(
        "to the break: {starter} first {first}%, {target} first {second}%, both {both}%, "
        "{mean} combats on average",
        "jusqu'à la rupture : {starter} d'abord {first}%, {target} d'abord {second}%, les deux {both}%, "
        "{mean} combats en moyenne",
    ),
}

_say = partial(phrases.say, WORDS)


def odds_told(look: Ledgers, given: Mapping[str, Any]) -> Told:
    """Tell the odds of a combat, and what they would be otherwise.

    Args:
        look: The battle.
        given: In `combat` the two units and how they meet, such as "b r f w"; or "cav 8 inf 10 f".

    Raises:
        LineError: If that makes no sense.
    """
    ledger, combat = by_hand(str(given.get("combat") or ""), look.state)
    found = pair_odds(ledger, asked_fight(combat, ledger))
    data = {"format": format_name(look, "odds"), **facts_of(look), **odds_data(found, ledger)}
    return Told(tuple(_odds(found, ledger)), data)


def _odds(found: PairOdds, ledger: Ledger) -> Iterator[Said]:
    fight, odds = found.fight, found.odds
    what = phrases.act_words(fight, ledger)
    yield Said(_head(what, odds, ledger), Role.HEADING)
    for of_target, unit in ((True, fight.target), (False, fight.starter)):
        yield Said(
            _say(
                ledger,
                "each",
                unit=unit,
                killed=phrases.mean_words(odds.killed(of_target=of_target)),
                confused=phrases.mean_words(odds.confused(of_target=of_target)),
                breaks=percent(odds.breaks(of_target=of_target)),
            )
        )
        row = "   ".join(
            f"{killed}, {confused}: {percent(chance)}%"
            for (killed, confused), chance in odds.tolls(of_target=of_target).items()
        )
        yield Said(f"  {_say(ledger, 'joint')}:  {row}")
    worth = _say(ledger, "worth", worth=phrases.worth_words(found.worth))
    letters = (fight.starter, fight.target)
    parts = [
        phrases.reason_words(each, odds.meeting, letters, ledger.language)
        for each in found.reasons[:MOST_REASONS]
    ]
    yield Said("; ".join([worth, *parts]))
    if found.count is not None:
        counts = "count" if abs(found.count) * PERCENT >= 1 else "little"
        yield Said(_say(ledger, counts, points=phrases.points(found.count)))
    if found.race is not None:
        yield Said(
            _say(
                ledger,
                "race",
                starter=fight.starter,
                target=fight.target,
                first=percent(found.race.starter_breaks),
                second=percent(found.race.target_breaks),
                both=percent(found.race.both_break),
                mean=phrases.mean_words(found.race.mean),
            )
        )
    for name, other in found.others.items():
        worth = _say(ledger, "worth", worth=phrases.worth_words(other.worth(found.weights)))
        what = _say(ledger, "edition", edition=name) if name in EDITIONS else name
        yield Said(f"  {_head(what, other, ledger)}; {worth}")
    yield from house_told(ledger)


def _head(what: str, odds: CombatOdds, ledger: Ledger) -> str:
    chances = {"win": percent(odds.win), "tie": percent(odds.tie), "loss": percent(odds.loss)}
    return _say(ledger, "head", what=what, **chances)
