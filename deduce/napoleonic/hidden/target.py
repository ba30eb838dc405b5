"""At whom a hidden charge is aimed: what the quarters that pass without a contact exclude.

The charger is known from the declaration on, his target only when he touches it. Until then every candidate
has a quarter in which he would be touched; when it has passed, he is not the one. Distances may be guesses:
what a guess leaves open stays open. A charger whose speed no table has excludes nobody by his distance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.evidence.log import Log
from deduce.napoleonic.charge.contact import change_is_in_time, contact_quarter, fire_quarters
from deduce.napoleonic.hidden.deeds import read_otherwise
from deduce.problem.problem import Problem
from deduce.problem.statements import ALWAYS, among
from deduce.ruling.asking import refusing
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "AHEAD",
    "FRONT",
    "Candidate",
    "Chances",
    "Charge",
    "Out",
    "chances_of",
    "contact_of",
    "left_after",
    "target_log",
]

AHEAD, FRONT = "ahead", "front"
CHARGE = "charge"


@dataclass(frozen=True)
class Candidate:
    """Somebody whom a charge may be aimed at.

    Attributes:
        name: What he is called.
        nearest: His distance at the start, or the least that it can be.
        farthest: His distance, or the most that it can be.
        bearing: Where he is, seen from the charger: "ahead", "front" (off the axis), "flank" or "rear".
        facts: What is known of him, as the features of whom an act is aimed at, such as `their_arm`.
        has_left: Whether he moves off since, so that no distance says when he would be touched.
    """

    name: str
    nearest: Amount
    farthest: Amount
    bearing: str = AHEAD
    facts: Mapping[str, Fact] = field(default_factory=dict)
    has_left: bool = False


@dataclass(frozen=True)
class Charge:
    """A charge whose target is hidden.

    Attributes:
        name: Who charges.
        pace: What he goes in a quarter; None if no table has it.
        bonus: His distance bonus; likewise.
        quarters: How many quarters there are from the declaration to the end of the period.
        facts: What is known of him.
    """

    name: str
    pace: Amount | None
    bonus: Amount | None
    quarters: int
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class Out:
    """Why somebody is not the target.

    Attributes:
        rules: The rules by which he is not.
        quarter: After which quarter that was certain; 0 for from the start.
    """

    rules: tuple[str, ...]
    quarter: int = 0


@dataclass(frozen=True)
class Chances:
    """What a candidate can still do if he is the target, at the least and at the most of his distance.

    Attributes:
        contact: The quarters in which he is touched.
        fires: In how many quarters he may fire.
        changes: Whether a change of formation of one quarter is done in time, after a quarter of reaction:
            None if that hangs on the distance.
    """

    contact: tuple[int, int]
    fires: tuple[int, int]
    changes: bool | None


@procedure("NAP-CHARGE-50")
def left_after(
    book: Book,
    charge: Charge,
    candidates: Sequence[Candidate],
    quarters: int,
    *,
    has_turned: bool = False,
) -> Mapping[str, Out | None]:
    """Return for every candidate why he is not the target, or None if he still can be.

    Squadrons that halt in a line of cavalry say nothing: the charge may go on without them.

    Args:
        book: The book.
        charge: The charge.
        candidates: Those who were considered, by what was to be seen at the declaration.
        quarters: How many quarters have passed since without a contact.
        has_turned: Whether the charger turned towards his target in the first of them, instead of moving.
    """
    return {each.name: _out(book, charge, each, quarters, has_turned=has_turned) for each in candidates}


def _out(book: Book, charge: Charge, candidate: Candidate, quarters: int, *, has_turned: bool) -> Out | None:
    facts = {**charge.facts, **candidate.facts, "bearing": candidate.bearing}
    read = [refusing(each.law, CHARGE, facts) for each in read_otherwise(book, CHARGE)]
    if all(read):
        return Out(read[0])
    if quarters and (candidate.bearing == FRONT) is not has_turned:
        # Whoever is off the axis costs the charger his first quarter, and nobody else does.
        return Out(("NAP-CHARGE-13",), 1)
    contact = contact_of(book, charge, candidate)
    if contact is None:
        return None
    first, last = contact
    if first > charge.quarters:
        return Out(("NAP-CHARGE-29",))
    if last <= quarters:
        return Out(("NAP-CHARGE-19",), last)
    return None


def contact_of(book: Book, charge: Charge, candidate: Candidate) -> tuple[int, int] | None:
    """Return the first and the last quarter in which a candidate can be touched; None without data.

    A distance can be wrong by as much as any measure; a guess says itself how much it leaves open.

    Args:
        book: The book.
        charge: The charge.
        candidate: The candidate.
    """
    if charge.pace is None or charge.bonus is None or candidate.has_left:
        return None
    waits = int(book.number("charge.reorient")) if candidate.bearing == FRONT else 0
    first, last = (contact_quarter(charge.pace, charge.bonus, each) for each in _distances(book, candidate))
    return waits + first, waits + last


@procedure("DEC-33")
def _distances(book: Book, candidate: Candidate) -> tuple[Amount, Amount]:
    """Return how near and how far a candidate can be: a guess says it itself, a measure may be wrong."""
    if candidate.nearest != candidate.farthest:
        return candidate.nearest, candidate.farthest
    tolerance = book.number("measure.tolerance")
    return max(candidate.nearest - tolerance, candidate.nearest * 0), candidate.farthest + tolerance


def chances_of(book: Book, charge: Charge, candidate: Candidate) -> Chances | None:
    """Return what a candidate can still do if it is he; None without data.

    Args:
        book: The book.
        charge: The charge.
        candidate: The candidate.
    """
    contact = contact_of(book, charge, candidate)
    if contact is None or charge.pace is None or charge.bonus is None:
        return None
    waits = int(book.number("charge.reorient")) if candidate.bearing == FRONT else 0
    distances = _distances(book, candidate)
    fires = [waits + fire_quarters(charge.pace, each) for each in distances]
    lost = book.number("reaction")
    takes = book.number("step.least")
    in_time = {change_is_in_time(charge.pace, charge.bonus, each, takes, lost, waits) for each in distances}
    return Chances(contact, (fires[0], fires[1]), in_time.pop() if len(in_time) == 1 else None)


def target_log(
    book: Book,
    charge: Charge,
    candidates: Sequence[Candidate],
    quarters: int,
    *,
    has_turned: bool = False,
) -> Log:
    """Return what the quarters have told of the target as a log of the core, an entry for each.

    Args:
        book: The book.
        charge: The charge.
        candidates: Those who were considered.
        quarters: How many quarters have passed without a contact.
        has_turned: Whether the charger turned towards his target in the first of them.
    """
    names = [each.name for each in candidates]
    log = Log(Problem({charge.name: names}, title=charge.name))
    for quarter in range(quarters + 1):
        found = left_after(book, charge, candidates, quarter, has_turned=has_turned)
        left = [name for name in names if found[name] is None]
        said = f"Q{quarter}: no contact" if quarter else "declared"
        statement = among(charge.name, left) if len(left) < len(names) else ALWAYS
        log = log.append(statement, said, id=f"Q{quarter}")
    return log
