"""What compiled code is handed: the rules as tables, the games of a crowd, and scratch paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from deduce.confusion.advice.compiled.growing import DEEPEST
from deduce.confusion.advice.instinct import JUDGEMENT

if TYPE_CHECKING:
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints, Lookups

__all__ = [
    "BITS",
    "GUMBELS",
    "KINDS",
    "SUMS",
    "Games",
    "Scratch",
    "Tables",
    "luck_from",
    "scratch_of",
    "tables_of",
]

Flags: TypeAlias = npt.NDArray[np.bool_]
Luck: TypeAlias = npt.NDArray[np.uint64]

GUMBELS = 1 << 12
"""How many values of chance are prepared, each exactly as likely as the others."""
KINDS = 16
"""Room for so many diagrams: loops of a length that is known beforehand are much quicker."""
SUMS = 128
"""Room for so many sums of a judgement."""
BITS = 512
"""Into how many parts chances are divided to look up how much an answer tells."""


class Tables(NamedTuple):
    """The lookups of some rules, as compiled code reads them; `Lookups` says what they are."""

    letters: int
    kinds: int
    promoted: int
    agent: int
    off: int
    reach: int
    late_contact: bool
    anyone_is_promoted: bool
    limit: int
    allows: Floats
    by_step: Floats
    leads: Ints
    near: Floats
    home: Floats
    last_row: Flags
    progress: Floats
    forward: Floats
    promotable: Flags
    gumbels: Floats
    bits: Floats


class Games(NamedTuple):
    """The games of a crowd, a row for each; `Crowd` says what they are."""

    where: Ints
    deal: Ints
    knows: Floats
    laid: Floats
    side_at: Bytes
    letter_at: Bytes
    neutral: Ints


class Scratch(NamedTuple):
    """What is worked out for one game at a time.

    Attributes:
        danger: For each square, the chance that nothing takes there.
        cover: For each square, the chance that no piece of the mover gets there.
        shield: For each square, how likely what takes where Z is crosses it.
        block: For each square, how much nearer to its goal the opponent gets with Z past it.
        threat: For each letter of the opponent, the chance that it does not take Z.
        near: For each letter of the mover, how near it is to Z.
        home: Likewise, to the last row.
        rows: For each choice its letter, step, kind and target.
        chance: For each choice how likely a yes is.
        score: For each choice how good it looks.
        aside: Where the choices of the piece with Z wait until its moves are listed.
        knows: For each side, letter and kind what its owner thinks of a piece; taken from the game.
        laid: For each side and kind how likely it was laid away; likewise.
        row: Room for the chances of one piece.
        share: Room for what is left of each diagram.
        features: What a position is judged by.
        parts: Room for the sums of a judgement.
        path: The nodes that a game went through, and the branches.
        nothing: A row for no attempt.
    """

    danger: Floats
    cover: Floats
    shield: Floats
    block: Floats
    threat: Floats
    near: Floats
    home: Floats
    rows: Ints
    chance: Floats
    score: Floats
    aside: Ints
    knows: Floats
    laid: Floats
    row: Floats
    share: Floats
    features: Floats
    parts: Floats
    path: Ints
    nothing: Ints


def tables_of(lookups: Lookups) -> Tables:
    """Return the lookups of some rules for compiled code."""
    rules = lookups.rules
    evenly = (np.arange(GUMBELS) + 0.5) / GUMBELS
    return Tables(
        lookups.letters,
        lookups.kinds,
        lookups.promoted,
        lookups.agent,
        lookups.off,
        lookups.reach,
        rules.late_contact,
        rules.anyone_is_promoted,
        -1 if rules.half_move_limit is None else rules.half_move_limit,
        _padded(lookups.allows, 0),
        _padded(lookups.allows.T, 1),
        np.ascontiguousarray(np.stack(lookups.leads)),
        _padded(np.stack(lookups.near), 3),
        _padded(np.stack(lookups.home), 2),
        np.ascontiguousarray(lookups.last_row),
        np.ascontiguousarray(lookups.progress),
        np.ascontiguousarray(lookups.forward),
        _padded(lookups.promotable, 0),
        (-np.log(-np.log(evenly))).astype(np.float32),
        _bits(np.linspace(0, 1, BITS + 1)),
    )


def _padded(array: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
    """Return an array with room for all kinds of diagrams along an axis."""
    room = [(0, KINDS - length if place == axis else 0) for place, length in enumerate(array.shape)]
    return np.ascontiguousarray(np.pad(array, room))


def _bits(chance: npt.NDArray[np.float64]) -> Floats:
    unsure = np.clip(chance, 1e-6, 1 - 1e-6)
    return (-(unsure * np.log2(unsure) + (1 - unsure) * np.log2(1 - unsure))).astype(np.float32)


def scratch_of(lookups: Lookups) -> Scratch:
    """Return scratch paper for games by some rules.

    Args:
        lookups: The lookups of the rules.
    """
    letters, steps, squares = lookups.letters, 8 * lookups.reach, lookups.off + 1
    most = letters * steps + 2 * steps
    return Scratch(
        np.ones(squares, np.float32),
        np.ones(squares, np.float32),
        np.zeros(squares, np.float32),
        np.zeros(squares, np.float32),
        np.ones(letters, np.float32),
        np.zeros(letters, np.float32),
        np.zeros(letters, np.float32),
        np.zeros((most, 4), np.int32),
        np.zeros(most, np.float32),
        np.zeros(most, np.float32),
        np.zeros((2 * steps, 3), np.int32),
        np.zeros((2, letters, KINDS), np.float32),
        np.zeros((2, KINDS), np.float32),
        np.zeros(KINDS, np.float32),
        np.zeros(KINDS, np.float32),
        np.zeros(len(JUDGEMENT), np.float32),
        np.zeros(SUMS, np.float32),
        np.zeros((DEEPEST, 2), np.int32),
        np.full(4, -1, np.int32),
    )


def luck_from(draw: np.random.Generator) -> Luck:
    """Return where compiled code gets its chance from, begun by a draw."""
    return np.array([int(draw.integers(1, 1 << 63))], np.uint64)
