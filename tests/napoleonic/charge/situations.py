"""Situations in which charges are fine, and what would make them otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from napoleonic.common import BOOK, said

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.judgement import Judgement

HORSE: dict[str, object] = {
    "nation": "FR", "arm": "cav", "kind": "light", "formation": "column", "state": "formed", "order": "other",
    "may_charge": True, "quarter": "Q1", "bearing": "ahead", "visible": True, "path": ["open"],
    "ground": ["open"], "their_arm": "inf", "their_formation": "line", "their_state": "formed",
    "their_engaged": False,
    "their_ground": ["open"], "also": "none", "reacting": False, "engaged": False, "charging": False,
}  # fmt: skip
"""French light cavalry in column, with an enemy line ahead."""
FOOT: dict[str, object] = {**HORSE, "arm": "inf", "kind": "line", "figures": 18, "front": 3}
"""A French battalion of the line in company column, likewise."""
COUNTER: dict[str, object] = {
    **FOOT, "order": "other", "may_counter": True, "charged": True, "since_charge": 1,
    "their_formation": "column",
}  # fmt: skip
"""The same, charged by infantry a quarter ago."""
SCREEN: dict[str, object] = {
    "nation": "FR", "arm": "inf", "kind": "line", "status": "regular", "formation": "skirmish",
    "state": "formed", "order": "other", "may_evade": False, "charged": True, "in_path": True,
    "quarter": "Q1", "ground": ["open"], "covered": False, "threatened": True, "evade_declared": False,
    "reacting": False, "engaged": False,
}  # fmt: skip
"""Skirmishers in the open that are charged."""


def horse(book: Book = BOOK, **changes: object) -> Judgement:
    """What the book says of a charge of the cavalry."""
    return said("charge", book, **{**HORSE, **changes})


def foot(book: Book = BOOK, **changes: object) -> Judgement:
    """What it says of a charge of the battalion."""
    return said("charge", book, **{**FOOT, **changes})


def counter(book: Book = BOOK, **changes: object) -> Judgement:
    """What it says of a counter-charge."""
    return said("counter", book, **{**COUNTER, **changes})


def evade(book: Book = BOOK, **changes: object) -> Judgement:
    """What it says of an evade."""
    return said("evade", book, **{**SCREEN, **changes})
