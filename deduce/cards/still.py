"""What whoever's turn it is may still do, as far as the ledger can tell, and why not the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Arm, State
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Measured
from deduce.cards.permissions import company_of, turn_of
from deduce.ruling.languages import Words
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.rulings import Verdict
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Unit
    from deduce.ruling.judgement import Judgement
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = ["Chance", "chances", "still_told", "still_words"]

ACTS = {
    "rally": Words("rally", "rallier"),
    "fire": Words("fire", "tirer"),
    "fight": Words("fight", "combattre"),
}
"""What is entered and can be done once a turn by each unit, in the order of the steps."""
TITLE = Words("{side} may still", "{side} peut encore")
NOTHING = Words("nothing that is entered; end passes the turn", "rien qui se note ; fin passe le tour")


class Chance(NamedTuple):
    """Something that a unit may do or not.

    Attributes:
        unit: The unit.
        act: What: "rally", "fire" or "fight".
        judgement: What the rules say, with nothing measured.
    """

    unit: Unit
    act: str
    judgement: Judgement

    @property
    def is_open(self) -> bool:
        """Whether nothing that the ledger knows forbids it."""
        return self.judgement.verdict is not Verdict.REFUSED


def chances(ledger: Ledger) -> Iterator[Chance]:
    """Yield what each unit of the side whose turn it is could do, with what the rules say of it."""
    for unit in ledger.of_side(ledger.active):
        if unit.state is State.GONE:
            continue
        company = company_of(ledger, unit)
        if unit.confused:
            yield Chance(unit, "rally", acts.rally(ledger.edition, company, turn=turn_of(ledger, Step.ACT)))
        foes = [foe for foe in ledger.of_side(1 - ledger.active) if foe.state is not State.GONE]
        if unit.arm is Arm.GUNS:
            yield from _best(ledger, unit, "fire", foes)
        yield from _best(ledger, unit, "fight", foes)


def _best(ledger: Ledger, unit: Unit, act: str, foes: list[Unit]) -> Iterator[Chance]:
    """Yield what is said of the first enemy against whom nothing forbids it; else of the first enemy."""
    company, first = company_of(ledger, unit), None
    for foe in foes:
        enemy = company_of(ledger, foe)
        if act == "fire":
            seen = Measured(cover=foe.cover.value)
            judgement = acts.fire(ledger.edition, company, enemy, seen, turn_of(ledger, Step.FIRE))
        else:
            together = ledger.are_engaged(unit.letter, foe.letter)
            judgement = acts.fight(
                ledger.edition, company, enemy, turn=turn_of(ledger, Step.FIGHT), together=together
            )
        chance = Chance(unit, act, judgement)
        if chance.is_open:
            yield chance
            return
        first = first or chance
    if first is not None:
        yield first


def still_words(ledger: Ledger) -> str:
    """Return in a line what may still be done; "" where there are no units, or the battle is over."""
    if ledger.outcome is not None or not ledger.roster:
        return ""
    open_now = [each for each in chances(ledger) if each.is_open]
    parts = []
    for act, words in ACTS.items():
        letters = " ".join(each.unit.letter for each in open_now if each.act == act)
        parts += [f"{words.said(ledger.language)} {letters}"] if letters else []
    return ", ".join(parts)


def still_told(look: Ledgers, _given: Mapping[str, Any]) -> Told:
    """Tell what may still be done, and by which rules the rest may not."""
    ledger = look.state
    language = ledger.language
    found = list(chances(ledger)) if ledger.outcome is None else []
    head = TITLE.said(language).format(side=ledger.sides[ledger.active])
    said = list(lines([f"{head}: {still_words(ledger) or NOTHING.said(language)}"], Role.HEADING))
    for each in found:
        if each.is_open:
            continue
        reasons = "; ".join(refusal.said(language) for refusal in each.judgement.refusals)
        said.append(Said(f"{each.unit.letter}, {ACTS[each.act].said(language)}: {reasons}"))
    data = {
        "format": format_name(look, "still"),
        **facts_of(look),
        "acts": [{"unit": each.unit.letter, "act": each.act, **each.judgement.as_data()} for each in found],
    }
    return Told(tuple(said), data)
