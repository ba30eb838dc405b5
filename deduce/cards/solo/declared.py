"""What is declared to be in reach of the machine's units: `near n b, o c f, fire r b w, rally p +`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, get_args

from deduce.cards.notation.parsed import parse_line
from deduce.cards.notation.words import plain
from deduce.cards.permissions import refusals
from deduce.cards.solo.choosing import Candidate
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import ImpossibleError, LineError

if TYPE_CHECKING:
    from deduce.cards.engine import entries as en
    from deduce.cards.engine.ledger import Ledger

__all__ = ["NEAR", "declared"]

NEAR = frozenset({"near", "reach", "pres", "portee"})
"""What a declaration can begin with; it may be left out."""
HELP = (
    "write which of the machine's units can fight whom, fire or rally: near n b, o c f, fire r b, rally p +"
)


def declared(text: str, ledger: Ledger) -> tuple[Candidate, ...] | None:
    """Read what the machine can do; None if the line says something else.

    Args:
        text: What was typed.
        ledger: How things stand.

    Raises:
        LineError: If it begins as a declaration and makes no sense.
        ImpossibleError: If the rules refuse a part of it.
    """
    written = [part.strip() for part in text.partition("#")[0].replace(";", ",").split(",")]
    parts = [_without_near(part) for part in written]
    is_near = parts[0] != written[0]
    if not any(parts):
        # Only those that are engaged with each other are in reach then.
        return () if is_near else None
    found: list[Candidate] = []
    for part in filter(None, parts):
        try:
            line = parse_line(part, ledger)
        except LineError:
            if is_near:
                raise
            return None
        entry = line.entry
        if not _is_open(entry) or line.is_forced:
            if is_near:
                message = f"{quoted(part)} is nothing to choose from; {HELP}"
                raise LineError(message)
            return None
        reasons = refusals(ledger, entry)
        if reasons:
            message = f"{quoted(part)} is not possible: {'; '.join(map(str, reasons))}"
            raise ImpossibleError(message)
        found.append(entry)
    return tuple(dict.fromkeys(found))


def _without_near(part: str) -> str:
    word, _, rest = part.partition(" ")
    return rest.strip() if plain(word) in NEAR else part


def _is_open(entry: en.Entry) -> TypeGuard[Candidate]:
    """Tell whether something is left to the machine: a combat with cards was fought already."""
    return isinstance(entry, get_args(Candidate)) and not getattr(entry, "cards", ())
