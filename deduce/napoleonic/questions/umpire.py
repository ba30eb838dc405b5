"""Both sheets of a half, judged together: what is void, what is refused, who must evade, who is in whose way.

Only the record of an umpire has both; in a player's own it is his own sheet that is judged. Distances and
bearings are known as far as somebody entered them (`between 3 k distance 27.5 bearing ahead`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.judging import comes_of, judged
from deduce.napoleonic.lines.deeds import pair_facts
from deduce.napoleonic.movement.turns_of_play import goes_first
from deduce.napoleonic.orders.opening import WRITTEN_BEFORE, silent_lines
from deduce.napoleonic.orders.sheet import Deed
from deduce.napoleonic.orders.state import Fate
from deduce.napoleonic.questions.umpire_words import say
from deduce.ruling.languages import LANGUAGES, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.sheet import Line
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement, Outcome, Question, Refusal

__all__ = ["Finding", "Sort", "findings"]

SAME_SIDE = ("NAP-CHARGE-41",)
TWO_SIDES = ("NAP-CHARGE-41", "NAP-CHARGE-43")
SCREEN = ("NAP-CHARGE-7", "NAP-EVADE-3")
BETWEEN = ("NAP-CHARGE-12", "NAP-CHARGE-32")
PRIORITY = ("NAP-TURN-2",)
UNWARNED = ("NAP-EVADE-7",)
SPARED = ("NAP-EVADE-3", "NAP-EVADE-4")
MOST_QUESTIONS = 2
"""How many questions are told for each charge; the answers to them may answer others."""


class Sort(StrEnum):
    """What is found."""

    VOID = "void"
    ALLOWED = "allowed"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    SAME_ENEMY = "same enemy"
    EVADES = "evades"
    MASKED = "masked"


@dataclass(frozen=True)
class Finding:
    """Something that follows from the sheets.

    Attributes:
        sort: What it is.
        units: The units that it is about, whoever acts first.
        words: What it is in words.
        rules: The rules that say so.
    """

    sort: Sort
    units: tuple[str, ...]
    words: Words
    rules: tuple[str, ...] = ()


def findings(battle: Battle, half: Moment, then: Battle | None = None) -> tuple[Finding, ...]:
    """Return all that follows from the sheets of a half that stand in the record.

    Args:
        battle: How the battle stands.
        half: The quarter that the half begins with.
        then: How it stood in that quarter, where it is over; what was written is judged by that.
    """
    sheets = _Sheets(battle, half, battle if then is None else then)
    return (
        *sheets.void(),
        *sheets.charges_judged(),
        *sheets.evades_judged(),
        *sheets.same_enemies(),
        *sheets.evaders(),
        *sheets.masked(),
    )


class _Sheets:
    """The sheets of a half."""

    def __init__(self, battle: Battle, half: Moment, then: Battle) -> None:
        self.battle, self.half = battle, half
        # What is known of two units together counts whenever it was said.
        bodies = {**battle.bodies, **then.bodies}
        self.then = replace(battle, bodies=bodies, clock=then.clock)
        written = (battle.orders.written_for(side, half) for side in range(2))
        self.lines: tuple[tuple[Line, ...], ...] = tuple(
            () if each is None else tuple(line for line in each.sheet.lines if line.unit in battle.bodies)
            for each in written
        )

    # --- Who charges whom ------------------------------------------------------------------------------

    def charges(self, side: int) -> list[Line]:
        """Return the charges that a side has written at units that are there."""
        lines = self.lines[side]
        return [line for line in lines if line.deed is Deed.CHARGE and line.what in self.battle.bodies]

    def of(self, deed: Deed, unit: str) -> Line | None:
        """Return what is written for a unit, if it is that."""
        lines = (line for side in self.lines for line in side)
        return next((line for line in lines if line.deed is deed and line.unit == unit), None)

    def known(self, one: str, other: str, feature: str) -> Fact | None:
        """Return what was said of a unit and another one."""
        return self.battle.orders.between.get((one, other), {}).get(feature)

    def in_path(self, charge: Line) -> list[Body]:
        """Return the units that stand in the straight path of a charge, as far as somebody said so."""
        bodies = self.battle.bodies.values()
        return [body for body in bodies if self.known(body.name, charge.unit, "in_path") is True]

    # --- Void ------------------------------------------------------------------------------------------

    def void(self) -> Iterator[Finding]:
        """Yield what was declared and not written, and written and not declared."""
        orders, now = self.battle.orders, self.battle.clock.now
        for each in orders.declared_in(self.half):
            if each.fate is Fate.VOID:
                words = say("void", one=each.unit, deed=each.deed)
                yield Finding(Sort.VOID, (each.unit,), words, (WRITTEN_BEFORE[Deed(each.deed)],))
        for side, lines in enumerate(self.lines):
            sheet = {line.label: line.order for line in lines}
            for unit in silent_lines(orders, side, self.half, sheet) if now >= self.half else ():
                deed = sheet[unit].partition(" ")[0]
                words = say("not yet" if now == self.half else "silent", one=unit, deed=deed)
                yield Finding(Sort.VOID, (unit,), words, (WRITTEN_BEFORE[Deed(deed)],))

    # --- Charges ---------------------------------------------------------------------------------------

    def charges_judged(self) -> Iterator[Finding]:
        """Yield what the book says of each charge that is written."""
        for side in range(2):
            for charge in self.charges(side):
                judgement = self._judged(charge)
                yield _verdict(judgement, charge)

    def _judged(self, charge: Line) -> Judgement:
        # What is written is no uncontrolled advance.
        facts = {**self._facts(charge.unit, charge.what), "uncontrolled": False}
        also = self._also(charge)
        if also is not None:
            facts["also"] = also
        if any(self._is_screen(body, charge) for body in self.in_path(charge)):
            facts["screened"] = True
        return judged(self.battle.book, "charge", facts, {"one": charge.unit, "other": charge.what})

    def evades_judged(self) -> Iterator[Finding]:
        """Yield which evades that are written the book refuses."""
        for line in (line for side in self.lines for line in side if line.deed is Deed.EVADE):
            facts = {**self._facts(line.unit, ""), "evade_declared": True}
            refusals = judged(self.battle.book, "evade", facts, {"one": line.unit}).refusals
            if refusals:
                why = Words(*("; ".join(each.said(language) for each in refusals) for language in LANGUAGES))
                rules = tuple(dict.fromkeys(rule for each in refusals for rule in each.rules))
                words = say("no evade", one=line.unit, why=why)
                yield Finding(Sort.REFUSED, (line.unit,), words, rules)

    def _facts(self, one: str, other: str) -> dict[str, Fact]:
        quarter = calendar_of(self.battle.book).date(self.half).quarter
        facts = pair_facts(self.then, self.then.bodies[one], other)
        return {**facts, "quarter": f"Q{quarter}"}

    def _rivals(self, charge: Line) -> list[Line]:
        """Return the other charges of its side at the same enemy."""
        side = self.battle.bodies[charge.unit].side
        return [each for each in self.charges(side) if each.what == charge.what and each != charge]

    def _also(self, charge: Line) -> Fact | None:
        """Return who else charges the same enemy; None if nobody said from where."""
        rivals = self._rivals(charge)
        if not rivals:
            return self.known(charge.unit, charge.what, "also") or "none"
        said = (self.known(each.unit, each.what, "also") for each in (charge, *rivals))
        return next((each for each in said if each is not None), None)

    def same_enemies(self) -> Iterator[Finding]:
        """Yield which two charges of one side are at the same enemy, and what that means."""
        for side in range(2):
            for one, other in combinations(self.charges(side), 2):
                if one.what == other.what:
                    yield self._same_enemy(one, other)

    def _same_enemy(self, one: Line, other: Line) -> Finding:
        units, also = (one.unit, other.unit, one.what), self._also(one)
        if also == "same":
            what = "same side"
        elif also is None:
            what = "which side"
        else:
            is_refused = any(set(each.rules) & {*TWO_SIDES} for each in self._judged(one).refusals)
            what = "two sides refused" if is_refused else "two sides"
        words = say(what, one=one.unit, third=other.unit, other=one.what)
        return Finding(Sort.SAME_ENEMY, units, words, SAME_SIDE if also == "same" else TWO_SIDES)

    # --- Evades ----------------------------------------------------------------------------------------

    def evaders(self) -> Iterator[Finding]:
        """Yield who must evade a charge, and whether it has that on its sheet."""
        for side in range(2):
            for charge in self.charges(side):
                ways = [body for body in self.in_path(charge) if body.side != side]
                target = self.battle.bodies[charge.what]
                for body in (target, *(each for each in ways if each is not target)):
                    found = self._evader(body, charge)
                    if found is not None:
                        yield found

    def _must_evade(self, body: Body, charge: Line) -> Outcome | None:
        """Return what the book says of its duty to evade."""
        facts = self._facts(body.name, charge.unit)
        facts |= {"charged": True} if body.name == charge.what else {"in_path": True}
        facts["evade_declared"] = self.of(Deed.EVADE, body.name) is not None
        names = {"one": body.name, "other": charge.unit}
        outcomes, _ = comes_of(self.battle.book, "evade", facts, names)
        return next((each for each in outcomes if each.name == "must"), None)

    def _evader(self, body: Body, charge: Line) -> Finding | None:
        """Return that a unit has to evade a charge; None if it has not."""
        must = self._must_evade(body, charge)
        rules: tuple[str, ...]
        if must is not None and not isinstance(must.value, bool):
            # It hangs on where it stands, which nobody said.
            what, rules = "perhaps", SPARED
        elif must is None or must.value is not True:
            return None
        elif self.of(Deed.EVADE, body.name) is not None:
            what, rules = "evades", must.rules
        else:
            what, rules = "unwarned", (*must.rules, *UNWARNED)
        words = say(what, one=body.name, other=charge.unit)
        return Finding(Sort.EVADES, (body.name, charge.unit), words, rules)

    # --- In the way ------------------------------------------------------------------------------------

    def _is_screen(self, body: Body, charge: Line) -> bool:
        """Tell whether a unit is an enemy skirmisher in the way, which evades and does not block the view."""
        is_enemy = body.side != self.battle.bodies[charge.unit].side
        return is_enemy and body.name != charge.what and body.facts.get("formation") == "skirmish"

    def masked(self) -> Iterator[Finding]:
        """Yield who stands in whose way: friends, skirmishers, other enemies."""
        for side in range(2):
            for charge in self.charges(side):
                for body in self.in_path(charge):
                    if body.name not in {charge.unit, charge.what}:
                        yield self._masking(body, charge)

    def _masking(self, body: Body, charge: Line) -> Finding:
        rules: tuple[str, ...]
        if self._is_screen(body, charge):
            what, rules = "screen", SCREEN
        elif body.side != self.battle.bodies[charge.unit].side:
            what, rules = "between", BETWEEN
        else:
            act = "charge" if self.of(Deed.CHARGE, body.name) is not None else "move"
            what = "gives way" if goes_first(self.battle.book, "charge", act) else "masks"
            rules = PRIORITY
        words = say(what, one=body.name, other=charge.unit, third=charge.what)
        return Finding(Sort.MASKED, (body.name, charge.unit), words, rules)


def _verdict(judgement: Judgement, charge: Line) -> Finding:
    """Return what the book says of a charge."""
    grounds: tuple[Refusal | Question, ...] = judgement.refusals or judgement.questions[:MOST_QUESTIONS]
    why = Words(*("; ".join(each.said(language) for each in grounds) for language in LANGUAGES))
    words = say(str(judgement.verdict), one=charge.unit, other=charge.what, why=why)
    rules = tuple(dict.fromkeys(rule for each in grounds for rule in each.rules))
    return Finding(Sort(str(judgement.verdict)), (charge.unit, charge.what), words, rules)
