"""What the machine does with its side: the best of what is in reach, by the advice that anybody can ask for.

It knows what everybody at the table knows: the cards that were turned up, and not the order of those to come.
Rallies come first, then shots, then combats, as the steps of a turn do (CC-TURN-1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.advice.phrases import act_words, reason_words, worth_words
from deduce.cards.advice.setting import weights_of
from deduce.cards.advice.suggestions import Suggestions, suggestions
from deduce.cards.engine import entries as en
from deduce.cards.engine.deeds import after
from deduce.cards.permissions import refusals
from deduce.ruling.languages import Words
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.cards.advice.suggestions import ShotAdvice
    from deduce.cards.engine.ledger import Ledger

__all__ = ["Candidate", "Decision", "choose", "is_possible"]

Candidate: TypeAlias = en.Fight | en.Shot | en.Rally
"""Something that the machine can do: a combat without its cards, a shot, a rally."""
RALLY = Words(
    "{side} rallies {unit}: {men} back in ranks.", "{side} rallie {unit} : {men} de retour en rang."
)
MEN = (Words("{count} man", "{count} homme"), Words("{count} men", "{count} hommes"))
FIRE = Words(
    "{side} fires {gun} at {target}: worth {worth}{opens}.",
    "{side} tire de {gun} sur {target} : valeur {worth}{opens}.",
)
OPENS = Words(", and {opens} for the combats behind it", ", et {opens} pour les combats qui suivent")
FIGHT = Words(
    "{side} fights {target} with {starter}: worth {worth}{plan}; it wins with {win}%, ties with {tie}%, "
    "breaks {target} with {breaks}% and is broken with {broken}%{why}.",
    "{side} combat {target} avec {starter} : valeur {worth}{plan} ; gagne à {win}%, égalité à {tie}%, "
    "rompt {target} à {breaks}% et est rompue à {broken}%{why}.",
)
PLAN = Words(", with what can follow {plan}", ", avec ce qui peut suivre {plan}")
NOTHING_GOOD = Words(
    "{side} does nothing more: the best that is left, {line}, is worth {worth}.",
    "{side} ne fait plus rien : le mieux qui reste, {line}, vaut {worth}.",
)
NOTHING = Words("{side} has nothing more to do.", "{side} n'a plus rien à faire.")


class Decision(NamedTuple):
    """What the machine does.

    Attributes:
        entry: It, or None if it is best to do nothing more.
        worth: What it is worth, with the best that can follow; of a rally only the men who come back.
        reason: Why, in words.
    """

    entry: Candidate | None
    worth: Fraction
    reason: str


def is_possible(ledger: Ledger, candidate: Candidate) -> bool:
    """Tell whether something can still be done, as far as the ledger can tell."""
    if refusals(ledger, candidate):
        return False
    units = ledger.units
    match candidate:
        case en.Rally():
            return after(ledger, candidate).ledger.units[candidate.unit].ranks > units[candidate.unit].ranks
        case en.Shot():
            target = units[candidate.target]
            return bool(target.ranks or target.confused) and not after(ledger, candidate).objections
        case en.Fight():
            return bool(units[candidate.starter].ranks and units[candidate.target].ranks)


def choose(ledger: Ledger, candidates: Iterable[Candidate]) -> Decision:
    """Choose what to do now.

    Args:
        ledger: How things stand.
        candidates: What is in reach; units that are engaged with each other are so in any case (CC-ENG-1).
    """
    options = [each for each in _with_engaged(ledger, tuple(candidates)) if is_possible(ledger, each)]
    rallies = [_rallied(ledger, each) for each in options if isinstance(each, en.Rally)]
    if rallies:
        return max(rallies, key=lambda decision: decision.worth)
    shots = [each for each in options if isinstance(each, en.Shot)]
    fights = [each for each in options if isinstance(each, en.Fight)]
    fired = _fired(suggestions(ledger, [*shots, *fights])) if shots else None
    if fired is not None:
        return fired
    if fights:
        return _fought(suggestions(ledger, fights))
    return Decision(None, Fraction(0), NOTHING.said(ledger.language).format(side=ledger.sides[ledger.active]))


def _with_engaged(ledger: Ledger, candidates: tuple[Candidate, ...]) -> Iterator[Candidate]:
    """Yield what is in reach, and the combats between units that are locked together."""
    yield from candidates
    said = {(each.starter, each.target) for each in candidates if isinstance(each, en.Fight)}
    for unit in ledger.of_side(ledger.active):
        for foe in ledger.foes_of(unit.letter):
            if (unit.letter, foe) not in said:
                yield en.Fight(unit.letter, foe, ())


def _rallied(ledger: Ledger, entry: en.Rally) -> Decision:
    """Return what a rally does: men in ranks are worth more than confused ones, whatever comes."""
    before, now = (each.units[entry.unit] for each in (ledger, after(ledger, entry).ledger))
    count = now.ranks - before.ranks
    weights = weights_of(ledger)
    worth = weights.confused * count + (0 if before.ranks else weights.broken)
    men = MEN[count > 1].said(ledger.language).format(count=count)
    words = RALLY.said(ledger.language)
    return Decision(entry, worth, words.format(side=ledger.sides[ledger.active], unit=entry.unit, men=men))


def _fired(found: Suggestions) -> Decision | None:
    """Return the best shot; None if none is worth its balls."""
    ledger, course = found.ledger, found.course
    kill = weights_of(ledger).kill

    def gain(each: ShotAdvice) -> Fraction:
        # A ball that is spent can kill nobody later, so a shot must be worth all of them.
        return each.worth + each.opens - kill * (each.balls - 1)

    good = [each for each in found.shots if gain(each) > 0]
    if not good:
        return None
    planned = () if course is None else course.shots
    best = max(good, key=lambda each: (each.shot in planned, gain(each)))
    language, opens = ledger.language, ""
    if best.opens:
        opens = OPENS.said(language).format(opens=worth_words(best.opens))
    reason = FIRE.said(language).format(
        side=ledger.sides[ledger.active],
        gun=best.shot.gun,
        target=best.shot.target,
        worth=worth_words(best.worth),
        opens=opens,
    )
    return Decision(best.shot, best.worth + best.opens, reason)


def _fought(found: Suggestions) -> Decision:
    """Return the combat to begin with, or that there is none."""
    ledger, course = found.ledger, found.course
    language, name = ledger.language, ledger.sides[ledger.active]
    first = None if course is None else course.first
    if course is None or first is None:
        best = found.fights[0]
        line, worth = act_words(best.fight, ledger), worth_words(best.worth)
        return Decision(
            None, Fraction(0), NOTHING_GOOD.said(language).format(side=name, line=line, worth=worth)
        )
    advice = next(each for each in found.fights if each.fight == first)
    odds, letters = advice.odds, (first.starter, first.target)
    why = reason_words(advice.reasons[0], odds.meeting, letters, language) if advice.reasons else ""
    plan = (
        "" if course.unshot == advice.worth else PLAN.said(language).format(plan=worth_words(course.unshot))
    )
    reason = FIGHT.said(language).format(
        side=name, starter=first.starter, target=first.target, worth=worth_words(advice.worth), plan=plan,
        win=percent(odds.win), tie=percent(odds.tie), breaks=percent(odds.breaks(of_target=True)),
        broken=percent(odds.breaks(of_target=False)), why=f" ({why})" if why else "",
    )  # fmt: skip
    return Decision(first, course.unshot, reason)
