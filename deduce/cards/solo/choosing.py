"""What the machine does with its side: the best of what is declared to be in reach, by exact odds.

It knows what everybody at the table knows: the cards that were turned up, and not the order of those to come.
Rallies come first, then shots, then combats, as the steps of a turn do (CC-TURN-1). What each is worth is
what it does by itself, and what it changes in the best plan of combats behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.engine import entries as en
from deduce.cards.engine.deeds import after
from deduce.cards.engine.fights import meeting_in
from deduce.cards.notation.written import written
from deduce.cards.odds.combat import CombatOdds, combat_odds
from deduce.cards.odds.packs import Packs
from deduce.cards.odds.plans import Plan, Worth, plan
from deduce.cards.odds.stand import Body, Pairing, pairing_of, stand_of
from deduce.cards.odds.worth import USUAL, Weights
from deduce.cards.permissions import refusals
from deduce.errors import DeduceError
from deduce.ruling.languages import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Unit

__all__ = ["Candidate", "Decision", "choose", "is_possible"]

Candidate: TypeAlias = en.Fight | en.Shot | en.Rally
"""Something that the machine can do: a combat without its cards, a shot, a rally."""
FOLLOWED = 4
"""For how many of its units the machine plans one combat behind the other."""
RALLY = Words(
    "{side} rallies {unit}: {count} back in ranks, worth {worth}.",
    "{side} rallie {unit} : {count} de retour en rang, valeur {worth}.",
)
FIRE = Words(
    "{side} fires {gun} at {target}: worth {worth}{more}.",
    "{side} tire de {gun} sur {target} : valeur {worth}{more}.",
)
FOR_COMBATS = Words(
    ", {part} of it for the combats behind it",
    ", dont {part} pour les combats qui suivent",
)
FIGHT = Words(
    "{side} fights {target} with {starter}, worth {worth}{more}: it wins with {win}, ties with {tie}, breaks "
    "{target} with {breaks} and is broken with {broken}.",
    "{side} combat {target} avec {starter}, valeur {worth}{more} : gagne à {win}, égalité à {tie}, disperse "
    "{target} à {breaks} et est dispersée à {broken}.",
)
WITH_MORE = Words(" with what can follow", " avec ce qui peut suivre")
NOTHING_GOOD = Words(
    "{side} does nothing more: the best that is left, {line}, is worth {worth}.",
    "{side} ne fait plus rien : le mieux qui reste, {line}, vaut {worth}.",
)
NOTHING = Words("{side} has nothing more to do.", "{side} n'a plus rien à faire.")


class Decision(NamedTuple):
    """What the machine does.

    Attributes:
        entry: It, or None if it is best to do nothing more.
        worth: What it is worth, with what can follow.
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
        case _:
            return bool(units[candidate.starter].ranks and units[candidate.target].ranks)


def choose(ledger: Ledger, candidates: Iterable[Candidate]) -> Decision:
    """Choose what to do now.

    Args:
        ledger: How things stand.
        candidates: What is in reach.
    """
    options = [each for each in candidates if is_possible(ledger, each)]
    now = _Prospect(ledger, tuple(each for each in options if isinstance(each, en.Fight)))
    for kind in (en.Rally, en.Shot):
        found = [_done(now, each) for each in options if isinstance(each, kind)]
        best = max(found, key=lambda decision: decision.worth, default=None)
        if best is not None and best.worth > 0:
            return best
    return now.decision()


# --- Combats ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Prospect:
    """What combats are worth as things stand.

    Attributes:
        ledger: How things stand.
        fights: The combats in reach.
    """

    ledger: Ledger
    fights: tuple[en.Fight, ...]

    @cached_property
    def side(self) -> int:
        return self.ledger.active

    @cached_property
    def weights(self) -> Weights:
        """What losses are worth by the record, or usually."""
        said = self.ledger.worth
        return Weights(*map(Fraction, said)) if all(said) else USUAL

    @cached_property
    def packs(self) -> Packs:
        """Both packs as the table knows them."""
        ledger = self.ledger
        left, right = ledger.packs
        full = (left.full, right.full)
        again = {
            "empty": 0,
            "turn": 0,
            "combat": max(map(sum, full)),
            "left": int(ledger.edition.number("deck.reshuffleAt")),
        }.get(ledger.edition.choice("DEC-2"))
        return Packs.of(left.left, right.left, full=full, again=again)

    @cached_property
    def singles(self) -> tuple[tuple[Fraction, en.Fight], ...]:
        """Every combat with what it alone is worth, the best first; the first of those that are alike."""
        found = [(self.odds(each).worth(self.weights), each) for each in self.fights if self._stands(each)]
        return tuple(sorted(found, key=lambda each: -each[0]))

    def _stands(self, entry: en.Fight) -> bool:
        """Tell whether both units have men in ranks."""
        units = self.ledger.units
        return bool(units[entry.starter].ranks and units[entry.target].ranks)

    def odds(self, entry: en.Fight) -> CombatOdds:
        """Return the odds of a combat by itself."""
        packs = self.packs.turned() if self.side else self.packs
        return combat_odds(meeting_in(self.ledger, entry), packs, self.ledger.edition)

    @cached_property
    def plan(self) -> Plan | None:
        """The best plan of the units that have the best combats; None if there is none to be made."""
        best = list(dict.fromkeys(entry.starter for _, entry in self.singles))[:FOLLOWED]
        pairings = [pairing for pairing, entry in self._pairings.items() if entry.starter in best]
        if not pairings:
            return None
        goal = Worth(self.side, self.weights)
        try:
            return plan(stand_of(*self._units), pairings, self.packs, self.ledger.edition, goal)
        except DeduceError:
            # Packs that are shuffled one by one, for instance: then each combat is looked at by itself.
            return None

    @cached_property
    def _units(self) -> tuple[list[Body], list[tuple[int, int]]]:
        roster = self.ledger.roster
        numbers = {unit.letter: number for number, unit in enumerate(roster)}
        bodies = [Body(unit.side, unit.arm, unit.ranks, unit.confused, unit.lying) for unit in roster]
        return bodies, [(numbers[each.one], numbers[each.other]) for each in self.ledger.engagements]

    @cached_property
    def _pairings(self) -> dict[Pairing, en.Fight]:
        numbers = {unit.letter: number for number, unit in enumerate(self.ledger.roster)}
        return {
            pairing_of(meeting_in(self.ledger, entry), numbers[entry.starter], numbers[entry.target]): entry
            for _, entry in self.singles
        }

    @cached_property
    def worth(self) -> Fraction:
        """What the best is worth that can be done with combats."""
        if self.plan is not None:
            return self.plan.worth
        return max((worth for worth, _ in self.singles), default=Fraction(0))

    def decision(self) -> Decision:
        """Return the combat to begin with, or that there is none."""
        ledger = self.ledger
        name = ledger.sides[self.side]
        if not self.singles:
            return Decision(None, Fraction(0), NOTHING.said(ledger.language).format(side=name))
        single, entry = self.singles[0]
        is_good = single > 0 if self.plan is None else self.plan.first is not None
        if not is_good:
            words = NOTHING_GOOD.said(ledger.language)
            reason = words.format(side=name, line=written(entry, ledger), worth=_signed(single))
            return Decision(None, Fraction(0), reason)
        if self.plan is not None and self.plan.first is not None:
            entry = self._pairings[self.plan.first]
        odds, worth = self.odds(entry), self.worth
        more = WITH_MORE.said(ledger.language) if worth != odds.worth(self.weights) else ""
        reason = FIGHT.said(ledger.language).format(
            side=name, starter=entry.starter, target=entry.target, worth=_signed(worth), more=more,
            win=_percent(odds.win), tie=_percent(odds.tie), breaks=_percent(odds.breaks(of_target=True)),
            broken=_percent(odds.breaks(of_target=False)),
        )  # fmt: skip
        return Decision(entry, worth, reason)


# --- Rallies and shots --------------------------------------------------------------------------------


def _done(now: _Prospect, entry: en.Rally | en.Shot) -> Decision:
    """Return what a rally or a shot is worth: what it does, and what it changes for the combats behind it."""
    ledger = now.ledger
    then = _Prospect(after(ledger, entry).ledger, now.fights)
    for_combats = then.worth - now.worth
    name, weights, language = ledger.sides[now.side], now.weights, ledger.language
    if isinstance(entry, en.Rally):
        before, unit = ledger.units[entry.unit], then.ledger.units[entry.unit]
        back = unit.ranks - before.ranks
        gain = weights.confused * back + (0 if before.ranks else weights.broken)
        worth = gain + for_combats
        words = RALLY.said(language).format(side=name, unit=entry.unit, count=back, worth=_signed(worth))
        return Decision(entry, worth, words)
    gain = _lost(ledger.units[entry.target], then.ledger.units[entry.target], weights)
    # A ball that is spent can kill nobody later, so a shot must be worth all of them.
    spent = sum(ledger.balls) - sum(then.ledger.balls)
    worth = gain + for_combats - weights.kill * max(spent - 1, 0)
    more = FOR_COMBATS.said(language).format(part=_signed(for_combats)) if for_combats else ""
    words = FIRE.said(language).format(
        side=name, gun=entry.gun, target=entry.target, worth=_signed(worth), more=more
    )
    return Decision(entry, worth, words)


def _lost(before: Unit, now: Unit, weights: Weights) -> Fraction:
    """Return what a unit lost by a shot, in weights."""
    men = before.ranks + before.confused - now.ranks - now.confused
    return weights.loss(men, 0, breaks=bool(before.ranks) and not now.ranks)


def _signed(worth: Fraction) -> str:
    return f"{float(worth):+.2f}"


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.0f} %"
