"""A battle afterwards: what was luck, and what was left lying, as exact sums.

Of what could be reached in a turn the record knows two things: who was engaged, and who was fought. Among
these combats the best plan is worked out before each decision. What a decision was worth less than the best
one is *left*; what the cards brought beyond what was to be expected of the decision is *luck*. Over the
combats of a turn, worth of the best plan + luck - left is exactly what they brought, unless something else
changes the units in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.advice.setting import packs_of, setting_of, weights_of
from deduce.cards.engine.deciding import decided
from deduce.cards.engine.entries import End, Fight
from deduce.cards.engine.fights import cards_known, meeting_in
from deduce.cards.notation.parsed import parse_line
from deduce.cards.odds.combat import combat_odds
from deduce.cards.odds.goals import Worth
from deduce.cards.odds.layers import MOST_COMBATS
from deduce.cards.odds.plans import plan
from deduce.cards.permissions import refusals
from deduce.errors import DeduceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["Decision", "Played", "Review", "Sum", "review"]

MOST_PAIRS = 8
"""Among how many combats a plan is looked for afterwards."""


class Played(NamedTuple):
    """An entry of a battle.

    Attributes:
        text: The entry as it is written.
        before: How things stood before it.
        after: How they stood after it.
    """

    text: str
    before: Ledger
    after: Ledger


class Decision(NamedTuple):
    """A combat that was fought, or a turn that was ended.

    Attributes:
        entry: The number of the entry, from 1.
        turn: The turn.
        side: Whose decision it was.
        text: The entry.
        brought: What the combat brought, by the weights; 0 for the end of a turn.
        expected: What the decision was worth on average, with what could follow in the turn.
        best: What the best one was worth.
        luck: What the cards brought beyond what was expected.
        better: The combat that was worth most, if it was not this one; None if that was to fight no more.
        trouble: Why it cannot be judged; "" if it can.
        is_combat: Whether it is a combat, and not the end of a turn.
    """

    entry: int
    turn: int
    side: int
    text: str
    brought: Fraction = Fraction(0)
    expected: Fraction = Fraction(0)
    best: Fraction = Fraction(0)
    luck: Fraction = Fraction(0)
    better: Fight | None = None
    trouble: str = ""
    is_combat: bool = True

    @property
    def left(self) -> Fraction:
        """What the decision was worth less than the best one."""
        return self.best - self.expected


class Sum(NamedTuple):
    """What decisions come to.

    Attributes:
        brought: What the combats brought.
        luck: What of that was luck.
        left: What was left lying.
        combats: How many combats there were.
    """

    brought: Fraction
    luck: Fraction
    left: Fraction
    combats: int


@dataclass(frozen=True)
class Review:
    """A battle afterwards.

    Attributes:
        sides: What the sides are called.
        decisions: All that were judged, or could not be.
    """

    sides: tuple[str, str]
    decisions: tuple[Decision, ...]

    def of(self, side: int, turn: int | None = None) -> Sum:
        """Return what the decisions of a side come to, in the battle or in a turn."""
        found = [each for each in self.decisions if each.side == side and turn in {None, each.turn}]
        return Sum(
            sum((each.brought for each in found), Fraction(0)),
            sum((each.luck for each in found), Fraction(0)),
            sum((each.left for each in found), Fraction(0)),
            sum(each.is_combat for each in found),
        )


def review(played: Sequence[Played]) -> Review:
    """Return a battle afterwards.

    Args:
        played: Its entries.
    """
    sides = played[0].before.sides if played else ("", "")
    decisions: list[Decision] = []
    for start, turn in _turns(played):
        decisions += _turn(start, turn)
    return Review(sides, tuple(decisions))


def _turns(played: Sequence[Played]) -> Iterator[tuple[int, list[tuple[Played, Fight | End | None]]]]:
    """Yield each turn: the number of its first entry, and its entries understood."""
    turn: list[tuple[Played, Fight | End | None]] = []
    start = 1
    for number, each in enumerate(played, 1):
        turn.append((each, _understood(each)))
        if each.after.turn != each.before.turn or number == len(played):
            yield start, turn
            start, turn = number + 1, []


def _understood(played: Played) -> Fight | End | None:
    try:
        entry = parse_line(played.text, played.before).entry
    except DeduceError:
        return None
    return entry if isinstance(entry, Fight | End) else None


def _turn(start: int, turn: Sequence[tuple[Played, Fight | End | None]]) -> Iterator[Decision]:
    """Yield what a side decided in a turn."""
    fought = [_open(entry) for _, entry in turn if isinstance(entry, Fight) and not entry.others]
    for number, (played, entry) in enumerate(turn, start):
        before = played.before
        decision = Decision(number, before.turn, before.active, played.text)
        if isinstance(entry, Fight) and entry.cards:
            yield _judged(decision, played, entry, fought)
        elif isinstance(entry, End):
            yield from _ended(decision._replace(is_combat=False), before, fought)


def _judged(decision: Decision, played: Played, entry: Fight, fought: Sequence[Fight]) -> Decision:
    """Judge a combat."""
    before, after = played.before, played.after
    decision = decision._replace(brought=_brought(before, after))
    if entry.others:
        return decision._replace(trouble="several were attacked at once")
    if decided(entry, meeting_in(before, entry), cards_known(before, entry), before.edition).what is None:
        return decision._replace(trouble="nobody said how it ended")
    chosen = _open(entry)
    try:
        options = _options(before, fought)
        expected = options.worths.get(chosen)
        following = Fraction(0)
        if expected is None:
            # It was against the rules, or too much for a plan: it is judged by itself.
            expected = _alone(before, chosen)
        elif after.outcome is None and after.turn == before.turn:
            following = _options(after, fought).best
    except DeduceError as error:
        return decision._replace(trouble=str(error))
    return decision._replace(
        expected=expected,
        best=max(options.best, expected),
        luck=decision.brought + following - expected,
        better=options.first if options.best > expected else None,
    )


def _ended(decision: Decision, before: Ledger, fought: Sequence[Fight]) -> Iterator[Decision]:
    """Judge that a turn was ended, if there was still something to fight."""
    if before.outcome is not None:
        return
    try:
        options = _options(before, fought)
    except DeduceError as error:
        yield decision._replace(trouble=str(error))
        return
    if options.best:
        yield decision._replace(best=options.best, better=options.first)


class _Options(NamedTuple):
    """What could be fought.

    Attributes:
        worths: The combats, each with what it is worth if what follows is done as well as possible.
        best: What the best plan is worth.
        first: The combat it begins with.
    """

    worths: Mapping[Fight, Fraction]
    best: Fraction = Fraction(0)
    first: Fight | None = None


def _options(ledger: Ledger, fought: Sequence[Fight]) -> _Options:
    """Return what could be fought by the side whose turn it is: who is engaged, and who was fought."""
    known = {(fight.starter, fight.target): fight for fight in fought}
    for unit in ledger.of_side(ledger.active):
        for foe in ledger.foes_of(unit.letter):
            known.setdefault((unit.letter, foe), Fight(unit.letter, foe, ()))
    possible = [
        fight
        for fight in known.values()
        if all(ledger.units[letter].ranks for letter in (fight.starter, fight.target))
        and not refusals(ledger, fight)
    ]
    # Several possible packs take their time, so that one unit less is planned together.
    most = MOST_COMBATS - (len(packs_of(ledger).cases) > 1) if possible else 0
    starters = [*dict.fromkeys(fight.starter for fight in possible)][:most]
    possible = [fight for fight in possible if fight.starter in starters][:MOST_PAIRS]
    if not possible:
        return _Options({})
    setting = setting_of(ledger, [letter for fight in possible for letter in (fight.starter, fight.target)])
    fights = {setting.pairing(fight): fight for fight in possible}
    best = plan(setting.stand, fights, setting.packs, ledger.edition, Worth(ledger.active, setting.weights))
    worths = {fights[choice.pairing]: choice.worth for choice in best.choices}
    return _Options(worths, best.worth, None if best.first is None else fights[best.first])


def _alone(ledger: Ledger, fight: Fight) -> Fraction:
    setting = setting_of(ledger, (fight.starter, fight.target))
    odds = combat_odds(setting.meeting(fight), setting.packs_for(fight.starter), ledger.edition)
    return odds.worth(setting.weights)


def _open(fight: Fight) -> Fight:
    """Return a combat before its cards were turned up."""
    return Fight(fight.starter, fight.target, (), fight.flank, fight.cover, flanked=fight.flanked)


def _brought(before: Ledger, after: Ledger) -> Fraction:
    """Return what a combat brought to the side whose turn it was, by the weights."""
    weights, total = weights_of(before), Fraction(0)
    for letter, old in before.units.items():
        new = after.units[letter]
        killed = old.ranks + old.confused - new.ranks - new.confused
        lost = weights.loss(killed, new.confused - old.confused, breaks=bool(old.ranks and not new.ranks))
        total += -lost if old.side == before.active else lost
    return total
