"""A tree of a player's own next decisions, grown while games are played on.

A node stands for all that both sides have seen since the option: attempts and answers. The player decides
there by what came of earlier games through it, and the instinct says what is worth a try; so plans are not
made for one deal in particular. The opponent's turns are not in the tree: they follow their instinct.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.tables import Luck, Scratch
    from deduce.confusion.advice.lookups import Floats, Ints

__all__ = ["BRANCHES", "DEEPEST", "Tree", "find", "follow", "grow", "learn", "select", "tree_of"]

BRANCHES = 8
"""So many attempts are told apart at a node: those that look best."""
DEEPEST = 4
"""So many decisions of the player at most are told apart in one game."""
NONE, ONE = np.float32(0), np.float32(1)
TEMPER = np.float32(0.5)
"""So many points of instinct make an attempt e times as worth trying."""
CURIOSITY = np.float32(0.6)
"""How much what was hardly tried is preferred."""
MODESTY = np.float32(0.05)
"""By how much worse than its node an attempt is taken to be before it was tried."""


class Tree(NamedTuple):
    """The nodes.

    Attributes:
        keys: For each slot the history that it belongs to; 0 where there is none.
        numbers: For each slot the number of the node.
        used: How many nodes there are.
        rows: For each node and branch the letter, step, kind and target.
        counts: For each node how many branches it has.
        priors: For each branch how much it is worth a try.
        visits: For each branch how many games went there.
        totals: For each branch how many of them were won.
    """

    keys: Luck
    numbers: Ints
    used: Ints
    rows: Ints
    counts: Ints
    priors: Floats
    visits: Floats
    totals: Floats


def tree_of(nodes: int) -> Tree:
    """Return an empty tree.

    Args:
        nodes: For how many nodes there is room; a power of two, or 0.
    """
    return Tree(
        np.zeros(4 * nodes, np.uint64),
        np.zeros(4 * nodes, np.int32),
        np.zeros(1, np.int32),
        np.zeros((nodes, BRANCHES, 4), np.int32),
        np.zeros(nodes, np.int32),
        np.zeros((nodes, BRANCHES), np.float32),
        np.zeros((nodes, BRANCHES), np.float32),
        np.zeros((nodes, BRANCHES), np.float32),
    )


@compiled
def follow(history: np.uint64, letter: int, step: int, kind: int, told: int) -> np.uint64:
    """Return the history after one more attempt and what was told of it."""
    said = np.uint64(((letter * 4 + kind) * 128 + step) * 4 + told + 1)
    mixed = (history ^ said) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return np.uint64(mixed ^ (mixed >> np.uint64(32)))


@compiled
def find(tree: Tree, history: np.uint64) -> int:
    """Return the number of the node of a history; -1 if there is none."""
    last = np.uint64(len(tree.keys) - 1)
    slot = history & last
    while tree.keys[slot] != 0:
        if tree.keys[slot] == history:
            return int(tree.numbers[slot])
        slot = (slot + np.uint64(1)) & last
    return -1


@compiled
def grow(tree: Tree, history: np.uint64, scratch: Scratch, count: int) -> None:
    """Add a node with the attempts that look best, if there is room."""
    node = tree.used[0]
    if node == len(tree.counts) or count == 0:
        return
    last = np.uint64(len(tree.keys) - 1)
    slot = history & last
    while tree.keys[slot] != 0:
        slot = (slot + np.uint64(1)) & last
    tree.keys[slot], tree.numbers[slot] = history, node
    tree.used[0] = node + 1
    kept = 0
    for place in range(count):
        score = scratch.score[place]
        if kept == BRANCHES and score <= tree.priors[node, kept - 1]:
            continue
        at = min(kept, BRANCHES - 1)
        while at > 0 and tree.priors[node, at - 1] < score:
            tree.priors[node, at] = tree.priors[node, at - 1]
            for column in range(4):
                tree.rows[node, at, column] = tree.rows[node, at - 1, column]
            at -= 1
        tree.priors[node, at] = score
        for column in range(4):
            tree.rows[node, at, column] = scratch.rows[place, column]
        kept = min(kept + 1, BRANCHES)
    tree.counts[node] = kept
    best, total = tree.priors[node, 0], NONE
    for branch in range(kept):
        tree.priors[node, branch] = np.exp((tree.priors[node, branch] - best) / TEMPER)
        total += tree.priors[node, branch]
    for branch in range(kept):
        tree.priors[node, branch] /= total


@compiled
def select(tree: Tree, node: int) -> int:
    """Return the branch to go on with."""
    games, won = NONE, NONE
    for branch in range(tree.counts[node]):
        games += tree.visits[node, branch]
        won += tree.totals[node, branch]
    usual = won / games - MODESTY if games > NONE else NONE
    root = np.sqrt(games + ONE)
    best, highest = 0, np.float32(-1e9)
    for branch in range(tree.counts[node]):
        visits = tree.visits[node, branch]
        worth = tree.totals[node, branch] / visits if visits > NONE else usual
        worth += CURIOSITY * tree.priors[node, branch] * root / (ONE + visits)
        if worth > highest:
            best, highest = branch, worth
    return best


@compiled
def learn(tree: Tree, path: npt.NDArray[np.int32], depth: int, value: np.float32) -> None:
    """Let the branches that a game went through know what came of it."""
    for place in range(depth):
        node, branch = path[place, 0], path[place, 1]
        tree.visits[node, branch] += ONE
        tree.totals[node, branch] += value
