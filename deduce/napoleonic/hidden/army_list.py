"""The header `Army list`: weights of what an army consists of, for what is likelier (DEC-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, share_of
from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.hidden.odds import Priors
from deduce.napoleonic.hidden.profiles import ASPECTS
from deduce.ruling.errors import RulingError
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from fractions import Fraction

    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

__all__ = ["read_priors"]

FORCED = "forced"
MOST_ROWS = 200
MOST_WEIGHT = 1_000_000
HINT = "write such as 24 kind line formation line; 16 kind line column forced"


def read_priors(law: Law, text: str) -> Priors:
    """Read the weights of an army list: parts with a semicolon between them, each a weight and what it is of.

    Args:
        law: What can be said of units.
        text: The list.

    Raises:
        LineError: If it makes no sense.
    """
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if not 0 < len(parts) <= MOST_ROWS:
        message = f"an army list of {len(parts)} parts; {HINT}"
        raise LineError(message)
    return Priors(tuple(_row(law, part) for part in parts))


def _row(law: Law, part: str) -> tuple[Fraction, dict[str, Fact], bool]:
    weight, *words = part.split()
    is_forced = FORCED in words
    rest = [word for word in words if word != FORCED]
    try:
        share = share_of(weight, "a weight", MOST_WEIGHT)
        facts = facts_in(law, rest)
    except (IntakeError, RulingError, LineError) as error:
        message = f"{quoted(part)}: {error}; {HINT}"
        raise LineError(message) from None
    strange = [name for name in facts if name not in ASPECTS]
    if strange or not facts:
        what = f"{strange[0]} does not count there" if strange else "it says nothing of a unit"
        message = f"{quoted(part)}: {what}; {HINT}"
        raise LineError(message)
    return share, facts, is_forced
