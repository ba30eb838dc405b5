"""What owners think of their pieces, updated in one game: the same sums as `Crowd` does for all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.tables import KINDS

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Scratch, Tables

__all__ = ["balance", "given", "hear", "lay_down", "likely", "overhear", "restrict", "take_up"]

NONE, ONE = np.float32(0), np.float32(1)
HALF, YIELDS = np.float32(0.5), np.float32(0.05)
LEAST = np.float32(1e-9)
MOVE = 0
CERTAIN = np.float32(1 - 1e-5)
TENTH = np.float32(0.1)
MOVED = np.float32(1e-3)
"""Chances that moved by less leave the other pieces alone."""


@compiled
def take_up(tables: Tables, games: Games, scratch: Scratch, game: int) -> None:
    """Begin with a game: take up what its owners think."""
    for side in range(2):
        for kind in range(tables.kinds):
            scratch.laid[side, kind] = games.laid[game, side, kind]
            for letter in range(tables.letters):
                scratch.knows[side, letter, kind] = games.knows[game, side, letter, kind]


@compiled
def lay_down(tables: Tables, games: Games, scratch: Scratch, game: int) -> None:
    """End with a game: keep what its owners think now."""
    for side in range(2):
        for kind in range(tables.kinds):
            games.laid[game, side, kind] = scratch.laid[side, kind]
            for letter in range(tables.letters):
                games.knows[game, side, letter, kind] = scratch.knows[side, letter, kind]


@compiled
def likely(tables: Tables, scratch: Scratch, side: int, letter: int, step: int) -> np.float32:
    """Return how likely the owner of a piece takes a yes to a step to be."""
    chance = NONE
    for kind in range(KINDS):
        chance += scratch.knows[side, letter, kind] * tables.by_step[step, kind]
    return chance


@compiled
def balance(tables: Tables, scratch: Scratch, side: int, letter: int) -> None:
    """Let each diagram belong to one piece again, after something was heard of a piece."""
    last, own, share = tables.promoted, scratch.knows[side], scratch.share
    share[:] = NONE
    for other in range(tables.letters):
        if other != letter:
            for kind in range(KINDS):
                share[kind] += own[other, kind]
    for kind in range(KINDS):
        heard = own[letter, kind]
        left = NONE
        if heard < CERTAIN:
            left = max(ONE - scratch.laid[side, kind] - heard, TENTH * share[kind])
        share[kind] = left / max(share[kind], LEAST)
    share[last] = ONE
    for other in range(tables.letters):
        total = NONE
        if other == letter:
            continue
        for kind in range(KINDS):
            chance = own[other, kind] * share[kind]
            chance = chance if chance >= LEAST else NONE
            own[other, kind] = chance
            total += chance
        scale = ONE / max(total, LEAST)
        for kind in range(KINDS):
            own[other, kind] *= scale


@compiled
def restrict(tables: Tables, games: Games, scratch: Scratch, game: int, side: int, letter: int) -> None:
    """Multiply the chances of a piece by what was heard, which is in the room for a row."""
    own, worth = scratch.knows[side, letter], scratch.row
    total = NONE
    for kind in range(KINDS):
        worth[kind] *= own[kind]
        total += worth[kind]
    if total <= LEAST:
        # What has no chance left by this updating is what truly is.
        worth[:] = NONE
        worth[games.deal[game, side, letter]] = ONE
        total = ONE
    moved, scale = NONE, ONE / total
    for kind in range(KINDS):
        fresh = worth[kind] * scale
        moved = max(moved, abs(fresh - own[kind]))
        own[kind] = fresh
    if moved > MOVED:
        balance(tables, scratch, side, letter)


@compiled
def given(tables: Tables, games: Games, game: int, side: int, kind: int, target: int) -> np.float32:
    """Return how likely the other side allows a double agent something: hardly what would hurt."""
    hurts = (
        kind != MOVE
        or target == games.neutral[game]
        or games.side_at[game, target] != 0
        or tables.last_row[side, target]
    )
    return YIELDS if hurts else HALF


@compiled
def hear(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    letter: int,
    step: int,
    kind: int,
    target: int,
    yes: bool,
) -> None:
    """Let an owner hear the answer to an attempt."""
    for diagram in range(KINDS):
        said = tables.allows[diagram, step]
        if diagram == tables.agent:
            said = given(tables, games, game, side, kind, target)
        scratch.row[diagram] = said if yes else ONE - said
    restrict(tables, games, scratch, game, side, letter)


@compiled
def overhear(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, square: int, trust: np.float32
) -> None:
    """Let a side reckon that whoever stepped on a square saw that nothing of the side's can take there."""
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        if start == tables.off:
            continue
        for way in range(8):
            for step in range(way * tables.reach, (way + 1) * tables.reach):
                target = tables.leads[side, start, step]
                if target == tables.off:
                    break
                if target == square:
                    for kind in range(KINDS):
                        scratch.row[kind] = ONE - trust * tables.allows[kind, step]
                    restrict(tables, games, scratch, game, side, letter)
                if games.side_at[game, target] != 0 or target == games.neutral[game]:
                    break
