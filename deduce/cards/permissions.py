"""What the rules think of an entry, as far as the ledger can tell; what was not measured is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.engine.combat import cover_between
from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Act, Arm, Unit
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Company, Measured, Turn
from deduce.tabletop.rulings import Ruling, Verdict

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.ruling.judgement import Judgement

__all__ = ["company_of", "judged", "refusals", "turn_of"]

ARMS = {Arm.FOOT: "infantry", Arm.HORSE: "cavalry", Arm.GUNS: "artillery"}
"""What the rules call the kinds of units."""
STEPS = {Step.ACT: "act", Step.FIRE: "fire", Step.FIGHT: "combat"}


def company_of(ledger: Ledger, unit: Unit) -> Company:
    """Return what the rules have to know of a unit."""
    return Company(
        name=unit.letter,
        arm=ARMS[unit.arm],
        ranks=unit.ranks,
        confused=unit.confused,
        acted=unit.act is not None,
        starts=unit.combats,
        engaged=bool(ledger.foes_of(unit.letter)),
        cover=unit.cover.value,
        cannon=unit.cannon,
        shots=unit.shots,
        at_gun=unit.at_gun,
        just_rallied=unit.act is Act.RALLY,
        balls=ledger.balls_of(unit) if unit.arm is Arm.GUNS else None,
    )


def turn_of(ledger: Ledger, step: int) -> Turn:
    """Return what the rules have to know of the turn, for something that belongs to a step of it.

    A turn goes on to a later step by itself, and never back (CC-TURN-1).
    """
    return Turn(
        step=STEPS[max(step, ledger.step)],
        army_act="none" if ledger.army_act is None else ledger.army_act.value,
        cards=min(pack.size for pack in ledger.packs),
    )


def judged(ledger: Ledger, entry: en.Entry) -> tuple[Judgement, ...]:
    """Return what the rules say of an entry; nothing where no rule asks anything."""
    edition, units = ledger.edition, ledger.units
    match entry:
        case en.Fight():
            return tuple(_fight(ledger, entry, letter) for letter in (entry.target, *entry.others))
        case en.Shot():
            target = units[entry.target]
            measured = Measured(cover=cover_between(target, cover=entry.cover, flank=False).value)
            gun = company_of(ledger, units[entry.gun])
            return (
                acts.fire(edition, gun, company_of(ledger, target), measured, turn_of(ledger, Step.FIRE)),
            )
        case en.Rally():
            unit = company_of(ledger, units[entry.unit])
            turn = turn_of(ledger, Step.ACT)
            return (acts.rally(edition, unit, turn=turn, commander=entry.helpers > 0),)
        case en.Stepped():
            return (_stepped(ledger, entry),)
        case en.Site() if entry.unit:
            return (acts.hold(edition, company_of(ledger, units[entry.unit])),)
        case _:
            return ()


def _fight(ledger: Ledger, entry: en.Fight, letter: str) -> Judgement:
    starter, target = ledger.units[entry.starter], ledger.units[letter]
    measured = Measured(cover=cover_between(target, cover=entry.cover, flank=entry.flank).value)
    return acts.fight(
        ledger.edition,
        company_of(ledger, starter),
        company_of(ledger, target),
        measured,
        turn_of(ledger, Step.FIGHT),
        together=ledger.are_engaged(entry.starter, letter),
        targets=1 + len(entry.others),
    )


def _stepped(ledger: Ledger, entry: en.Stepped) -> Judgement:
    unit, turn = company_of(ledger, ledger.units[entry.unit]), turn_of(ledger, Step.ACT)
    if entry.act is Act.REFORM:
        return acts.reform(ledger.edition, unit, turn)
    may = acts.move if unit.ranks else acts.mob_move
    return may(ledger.edition, unit, turn=turn)


def refusals(ledger: Ledger, entry: en.Entry) -> tuple[Ruling, ...]:
    """Return why the rules refuse an entry; nothing if they do not, or cannot tell without measuring."""
    letters = _letters(entry)
    if any(letter not in ledger.units for letter in letters):
        return ()
    found = _order(ledger, entry, letters)
    language = ledger.language
    for judgement in judged(ledger, entry):
        found += [Ruling(Verdict.REFUSED, refusal.said(language)) for refusal in judgement.refusals]
    return tuple(dict.fromkeys(found))


def _letters(entry: en.Entry) -> tuple[str, ...]:
    from deduce.cards.engine.deeds import letters_of

    return letters_of(entry)


def _order(ledger: Ledger, entry: en.Entry, letters: tuple[str, ...]) -> list[Ruling]:
    """Return what is wrong with whose turn it is, and with whom it is done to (CC-TURN-1)."""
    if not isinstance(entry, en.Fight | en.Shot | en.Rally | en.Stepped):
        return []
    found = []
    actor, *others = letters
    unit = ledger.units[actor]
    if unit.side != ledger.active:
        other, active = ledger.sides[unit.side], ledger.sides[ledger.active]
        said = {
            "en": f"{actor} is {other}'s, and it is {active}'s turn; end passes it (CC-TURN-1)",
            "fr": f"{actor} est à {other}, et c'est le tour de {active} ; fin le passe (CC-TURN-1)",
        }
        found.append(Ruling(Verdict.REFUSED, said[ledger.language]))
    for letter in others:
        if ledger.units[letter].side == unit.side:
            said = {
                "en": f"{actor} and {letter} are on the same side",
                "fr": f"{actor} et {letter} sont du même camp",
            }
            found.append(Ruling(Verdict.REFUSED, said[ledger.language]))
    return found
