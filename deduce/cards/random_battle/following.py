"""The field after an entry: whom the ledger counts out is taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.units import State
from deduce.cards.field.points import Point
from deduce.cards.field.ranking import cleared, rallied, struck

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Unit
    from deduce.cards.field.scene import Field

__all__ = ["field_after"]

FORWARD = (Point(0, 1), Point(0, -1))
"""Where a unit looks that was a mob and has ranks again."""


def field_after(field: Field, before: Ledger, after: Ledger, rng: random.Random) -> Field:
    """Return the field as the ledger says that it is now.

    Args:
        field: The field before the entry.
        before: How things stood.
        after: How they stand.
        rng: Which men are hit, and which return.
    """
    for now in after.roster:
        was = before.units[now.letter]
        if now != was and field.has(now.letter):
            field = _with_men(field, was, now, after, rng)
    return field


def _with_men(field: Field, was: Unit, now: Unit, ledger: Ledger, rng: random.Random) -> Field:
    """Return the field with the men of a unit that are left to it."""
    if now.state is State.GONE:
        return field.without(now.letter)
    unit = field.unit(now.letter)
    if now.ranks > was.ranks:
        back = _some(unit.confused, now.ranks - was.ranks, rng)
        return rallied(field, now.letter, back, ledger.edition, FORWARD[now.side])
    dead = was.ranks + was.confused - now.ranks - now.confused
    ran = now.confused - was.confused
    # Where more leave the ranks than become confused, the dead were among them.
    from_ranks = min(dead, was.ranks - now.ranks - max(ran, 0)) if was.ranks > now.ranks else 0
    killed = (*_some(unit.ranks, from_ranks, rng), *_some(unit.confused, dead - from_ranks, rng))
    left = [man for man in unit.ranks if man not in killed]
    confused = _some(left, len(left) - now.ranks, rng)
    unit = struck(unit, killed, confused, lies=now.lying > 0)
    return field.with_unit(unit if now.lying else cleared(unit))


def _some(men: Sequence[Point], count: int, rng: random.Random) -> tuple[Point, ...]:
    return tuple(rng.sample(list(men), count))
