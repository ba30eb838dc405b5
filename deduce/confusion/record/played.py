"""How likely it is that players do what a record says they did."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.engine.actions import Attempt, Unread
from deduce.confusion.knowledge.choosing import HABITS, logs_of
from deduce.confusion.knowledge.notes import DEFAULT_MODEL
from deduce.tabletop.kind import Played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.record.moment import Moment

__all__ = ["played"]


def played(moments: Sequence[Moment]) -> Played:
    """Return how likely it is that players do all this.

    Each side has one habit throughout. What the entries of a turn before its attempt say is not weighed.

    Args:
        moments: How the game stands before each entry, and behind the last one.
    """
    logs = np.zeros((2, len(HABITS)))
    for before, after in pairwise(moments):
        # Whatever is written once the game is over changes nothing.
        for position, event in after.steps if after is not before else ():
            side = position.turn
            if isinstance(event.action, Attempt | Unread):
                attempt = event.action if isinstance(event.action, Attempt) else None
                notes, deal = before.notes(side, DEFAULT_MODEL), before.setup.deals[side]
                logs[side] += logs_of(position, notes, attempt, deal)
    blindly = logs[:, 0].sum()
    either = np.logaddexp.reduce(logs, axis=1) - np.log(len(HABITS))
    return Played(float(blindly), float(either.sum() - blindly))
