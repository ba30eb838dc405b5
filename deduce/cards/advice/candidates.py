"""What could be done now: what the players say is in reach, and what the rules then say of it.

The tool never sees the table. Units that are engaged with each other are in reach (CC-ENG-1); of all others
somebody has to say it, or the advice holds only if they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.cards.engine.entries import Fight, Rally, Shot
from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Arm, Unit
from deduce.cards.notation.parsed import parse_line
from deduce.cards.permissions import refusals
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.rulings import Ruling

__all__ = ["Act", "Candidate", "Candidates", "candidates", "declared"]

Act: TypeAlias = Fight | Shot | Rally
"""What can be advised."""
EXAMPLE = "b r, c r f, g>n, rally b +"


class Candidate(NamedTuple):
    """Something that could be done.

    Attributes:
        act: What, as an entry without cards.
        is_sure: Whether it is in reach for sure.
        refusals: Why the rules refuse it; empty if nothing that is known forbids it.
    """

    act: Act
    is_sure: bool
    refusals: tuple[Ruling, ...] = ()


class Candidates(NamedTuple):
    """What could be done.

    Attributes:
        fights: The combats that nothing forbids.
        shots: The shots that nothing forbids.
        rallies: The rallies that nothing forbids.
        refused: What is not possible.
    """

    fights: tuple[Candidate, ...]
    shots: tuple[Candidate, ...]
    rallies: tuple[Candidate, ...]
    refused: tuple[Candidate, ...]


def declared(text: str, ledger: Ledger) -> tuple[Act, ...]:
    """Read what is in reach: combats, shots and rallies as they are entered, without cards, between commas.

    Raises:
        LineError: If it makes no sense.
    """
    found: list[Act] = []
    for part in filter(None, map(str.strip, text.replace(";", ",").split(","))):
        entry = parse_line(part, ledger).entry
        if not isinstance(entry, Fight | Shot | Rally):
            message = f"{part!r} cannot be advised; name combats, shots and rallies, such as {EXAMPLE}"
            raise LineError(message)
        if isinstance(entry, Fight):
            if entry.cards:
                message = f"{part!r} has cards already; leave them out, such as {EXAMPLE}"
                raise LineError(message)
            if entry.others:
                message = f"{part!r} is against several at once; only one of them is advised at a time"
                raise LineError(message)
        found.append(entry)
    return tuple(dict.fromkeys(found))


def candidates(ledger: Ledger, named: Iterable[Act] = ()) -> Candidates:
    """Return what the side whose turn it is could do.

    Args:
        ledger: How things stand.
        named: What is in reach; if nothing is named, everything is, "if in reach".
    """
    if ledger.outcome is not None:
        return Candidates((), (), (), ())
    acts = tuple(named)
    found: list[Candidate] = [Candidate(act, is_sure=True) for act in acts]
    seen = {_who(act) for act in acts}
    found += [
        candidate
        for candidate in _by_itself(ledger)
        if _who(candidate.act) not in seen and (candidate.is_sure or not acts)
    ]
    judged = [_judged(candidate, ledger) for candidate in found]
    allowed = [candidate for candidate in judged if not candidate.refusals]
    return Candidates(
        tuple(each for each in allowed if isinstance(each.act, Fight)),
        tuple(each for each in allowed if isinstance(each.act, Shot)),
        tuple(each for each in allowed if isinstance(each.act, Rally)),
        tuple(each for each in judged if each.refusals),
    )


def _judged(candidate: Candidate, ledger: Ledger) -> Candidate:
    """Return a candidate with what the rules say of it."""
    return candidate._replace(refusals=refusals(ledger, candidate.act))


def _who(act: Act) -> tuple[str, ...]:
    match act:
        case Fight():
            return ("fight", act.starter, act.target)
        case Shot():
            return ("shot", act.gun, act.target)
        case Rally():
            return ("rally", act.unit)


def _by_itself(ledger: Ledger) -> Iterator[Candidate]:
    """Yield everything that the side whose turn it is could do if it were in reach."""
    foes = [unit for unit in ledger.of_side(1 - ledger.active) if unit.ranks or unit.confused]
    for unit in ledger.of_side(ledger.active):
        if unit.confused and ledger.step == Step.ACT:
            yield Candidate(Rally(unit.letter), is_sure=False)
        if unit.arm is Arm.GUNS and ledger.step <= Step.FIRE:
            yield from (Candidate(Shot(unit.letter, foe.letter), is_sure=False) for foe in foes)
        if unit.ranks:
            yield from (_fight(ledger, unit, foe) for foe in foes if foe.ranks)


def _fight(ledger: Ledger, unit: Unit, foe: Unit) -> Candidate:
    engaged = ledger.are_engaged(unit.letter, foe.letter)
    return Candidate(Fight(unit.letter, foe.letter, ()), is_sure=engaged)
