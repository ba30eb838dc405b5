"""What each attempt would lay open to the other side, by the diagram of each of its pieces.

Whoever moves sees the diagrams of the other side, so what it steps into and what it leaves standing tells of
them. Here is only what follows from the board; `behaviour` says what somebody makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from deduce.confusion.engine.actions import Manner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

__all__ = [
    "BASE",
    "EXPOSED",
    "Exposure",
    "Floats",
    "Promises",
    "Sight",
    "Singles",
    "Whole",
    "promises_at",
    "sight_of",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Singles: TypeAlias = npt.NDArray[np.float32]
Whole: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.int8]

EXPOSED = ("step", "standing", "holder", "free", "goal")
"""What an attempt may lay open: the piece that moves, the others, whoever holds Z, Z alone, and the game."""
BASE = ("likely", "telling", "capture", "fetch", "home", "goal", "near", "forward", "pass", "leave")
"""What else an attempt has about it, which is the same whatever the diagrams of the other side are."""
FAINT = 0.02
"""A chance of a yes counts as so much more, since nobody is that sure."""
MOVE, CARRY, PASS = 0, 1, 2
# Python 3.11 takes long to find a member of an enumeration, or to hash it.
MOVES, CARRIES = Manner.MOVE, Manner.CARRY


class Sight:
    """What is looked up about some rules, as arrays.

    Diagrams are numbered by their order in the set, with the promoted side behind the last one; steps by
    direction, then by distance. One more square stands for all that is off the board.

    Attributes:
        rules: The rules.
        off: The number of what is off the board.
        reach: The longest distance of any diagram.
        far: The longest distance of those that can take: a double agent cannot unless the other side lets it.
        allows: For each diagram and step, 1 if it is allowed; 1/2 for the double agent.
        takes: For each diagram and step up to `far`, 1 if it is allowed; 0 for the double agent.
        leads: For each side, square and step up to `far`, the square where it ends.
        between: For each side, square, step up to `far` and square, whether that lies between.
        last: For each side and square, whether it is on the opponent's first row.
    """

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        self.rules: Rules = rules
        self.off: int = rules.columns * rules.rows
        self.reach: int = rules.diagrams.longest_reach
        diagrams = [*rules.diagrams.values(), rules.diagrams.promoted]
        self.far: int = max(each.reach for each in diagrams if not each.is_double_agent)
        steps = [(way, distance) for way in range(8) for distance in range(1, self.reach + 1)]
        self.allows: Floats = np.array(
            [[0.5 if each.is_double_agent else each.allows(*step) for step in steps] for each in diagrams],
            np.float64,
        )
        near = [(way, distance) for way in range(8) for distance in range(1, self.far + 1)]
        self.takes: Floats = np.array(
            [[not each.is_double_agent and each.allows(*step) for step in near] for each in diagrams],
            np.float64,
        )
        self.leads: Whole = np.full((2, self.off + 1, len(near)), self.off, np.int64)
        self.between: npt.NDArray[np.int8] = np.zeros((2, self.off + 1, len(near), self.off + 1), np.int8)
        for side in (0, 1):
            for square, around in enumerate(board.rays[side]):
                for place, (way, distance) in enumerate(near):
                    ray = around[way]
                    if distance <= len(ray):
                        self.leads[side, square, place] = ray[distance - 1]
                        self.between[side, square, place, list(ray[: distance - 1])] = 1
        self.last: Flags = np.zeros((2, self.off + 1), np.bool_)
        for side in (0, 1):
            self.last[side, list(board.last_rows[side])] = True


@lru_cache(maxsize=8)
def sight_of(rules: Rules) -> Sight:
    """Return the arrays about some rules."""
    return Sight(rules)


@dataclass(frozen=True)
class Promises:
    """What the attempts of whoever is to move promise, whatever the diagrams of both sides are.

    Attributes:
        sight: What is looked up about the rules.
        attempts: The attempts that are possible.
        mover: The letter of each, by its place,
        step: and its step.
        after: The board after a yes to each.
        yes: For each of `BASE` behind the first two and each attempt, what a yes brings.
    """

    sight: Sight
    attempts: Sequence[Attempt]
    mover: Whole
    step: Whole
    after: _After
    yes: Floats

    @classmethod
    def at(cls, position: Position) -> Promises:
        """Look at a position."""
        sight, rules = sight_of(position.rules), position.rules
        attempts, size = position.attempts(), len(rules.letters)
        squares = np.array(position.squares, np.int64).reshape(2, size)
        squares[squares < 0] = sight.off
        places = {letter: place for place, letter in enumerate(rules.letters)}
        rays, pieces = rules.board.rays[position.turn], rules.board.numbers[position.turn]
        rows = [
            (
                places[each.letter],
                each.way * sight.reach + each.distance - 1,
                MOVE if each.kind is MOVES else CARRY if each.kind is CARRIES else PASS,
                rays[position.squares[pieces[each.letter]]][each.way][each.distance - 1],
            )
            for each in attempts
        ]
        mover, step, kind, target = np.array(rows, np.int64).reshape(-1, 4).T
        after = _After(sight, position, squares, mover, kind, target)
        return cls(sight, attempts, mover, step, after, after.brings())

    def chance(self, mine: Floats) -> Floats:
        """Return how likely each attempt is to be allowed.

        Args:
            mine: For each letter and diagram of whoever is to move, its chance as both sides can tell.
        """
        found: Floats = (mine @ self.sight.allows)[self.mover, self.step]
        return found

    def base(self, chance: Floats) -> Floats:
        """Return for each attempt what it has about it, in the order of `BASE`.

        Args:
            chance: How likely each is to be allowed.
        """
        return np.array([np.log(chance + FAINT), 4 * chance * (1 - chance), *(chance * self.yes)]).T


@lru_cache(maxsize=1024)
def promises_at(position: Position) -> Promises:
    """Return the same of a position that is looked at again and again."""
    return Promises.at(position)


@dataclass(frozen=True)
class Exposure:
    """What the attempts of whoever is to move would lay open to the other side.

    What could be taken is a list: its columns tell by which letter, after a yes to which attempt, by which
    step, and what kind of exposure that is. Beside it stands the same as the board is now.

    Attributes:
        sight: What is looked up about the rules.
        attempts: The attempts that are possible.
        chance: How likely each is to be allowed, as whoever makes it knows.
        base: For each attempt what else it has about it, in the order of `BASE`.
        letter: The letter of the other side that could take, by its place.
        option: After which attempt, by its place; letter by letter in order.
        step: By which step.
        kind: What that is, by its place in `EXPOSED`.
        now: As the board stands: for each letter and step the kind; -1 for nothing.
    """

    sight: Sight
    attempts: Sequence[Attempt]
    chance: Floats
    base: Floats
    letter: Whole
    option: Whole
    step: Whole
    kind: Whole
    now: Whole

    @classmethod
    def at(cls, position: Position, mine: Floats) -> Exposure:
        """Look at a position.

        Args:
            position: The position.
            mine: For each letter and diagram of whoever is to move, its chance as both sides can tell.
        """
        promises = Promises.at(position)
        yes, after = promises.chance(mine), promises.after
        found, now = after.hits()
        letter, option, taking = np.nonzero(found)
        return cls(
            promises.sight,
            promises.attempts,
            yes,
            promises.base(yes),
            letter,
            option,
            taking,
            found[letter, option, taking].astype(np.int64) - 1,
            now.astype(np.int64) - 1,
        )

    def after(self, option: int) -> Whole:
        """Return for each letter and step what it could take after a yes, by its place in `EXPOSED`; or -1.

        Args:
            option: The place of the attempt.
        """
        mine, found = self.option == option, np.full_like(self.now, -1)
        found[self.letter[mine], self.step[mine]] = self.kind[mine]
        return found

    def laid_open(self, plain: Floats, known: Floats, reckoned: Floats) -> Singles:
        """Return, by each of some weighings, for each letter, diagram and attempt what is laid open to it.

        On average over yes and no; the letter is taken to have the diagram.

        Args:
            plain: For each weighing what each kind of exposure weighs.
            known: What it weighs more where the other side is sure that it can take.
            reckoned: For each letter and step how sure of it the other side is.
        """
        letters, kinds, options = len(self.now), len(self.sight.takes), len(self.attempts)
        stands, steps = np.nonzero(self.now >= 0)
        takes = self.sight.takes.T.astype(np.float32)
        rows = self.letter * options + self.option
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        firsts = np.flatnonzero(np.diff(stands, prepend=-1))
        now = np.zeros((len(plain), letters, 1, kinds), np.float32)
        then = np.zeros((len(plain), letters * options, kinds), np.float32)
        for place, (seen, more) in enumerate(zip(plain, known, strict=True)):
            if len(stands):
                kind = self.now[stands, steps]
                worth = (seen[kind] + more[kind] * reckoned[stands, steps]).astype(np.float32)
                sums = np.add.reduceat(worth[:, None] * takes[steps], firsts)
                now[place, stands[firsts], 0] = sums
            if len(rows):
                worth = seen[self.kind] + more[self.kind] * reckoned[self.letter, self.step]
                worth = (worth * self.chance[self.option]).astype(np.float32)
                then[place, rows[starts]] = np.add.reduceat(worth[:, None] * takes[self.step], starts)
        no = (1 - self.chance).astype(np.float32)[:, None]
        found: Singles = then.reshape(len(plain), letters, options, kinds)
        found += no * now
        return found.transpose(0, 1, 3, 2)


class _After:
    """The board after a yes to each attempt."""

    def __init__(
        self, sight: Sight, position: Position, squares: Whole, mover: Whole, kind: Whole, target: Whole
    ) -> None:
        self.sight: Sight = sight
        self.position: Position = position
        self.squares: Whole = squares
        self.turn: int = position.turn
        self.other: int = 1 - position.turn
        self.kind: Whole = kind
        self.target: Whole = target
        self.start: Whole = squares[position.turn][mover]
        self.neutral: int = position.neutral
        self.moved: Flags = kind != PASS
        self.neutral_after: Whole = np.where(kind == MOVE, self.neutral, target)
        self.mine: Flags = np.zeros(sight.off + 1, np.bool_)
        self.mine[squares[self.turn]] = True
        self.mine[sight.off] = False
        self.theirs: Flags = np.zeros(sight.off + 1, np.bool_)
        self.theirs[squares[self.other]] = True
        self.theirs[sight.off] = False

    def hits(self) -> tuple[Bytes, Bytes]:
        """Return what each letter of the other side would hit by each step, as the place in `EXPOSED` from 1.

        After a yes to each attempt, and as the board stands; 0 is nothing.
        """
        sight, other, off = self.sight, self.other, self.sight.off
        places = self.squares[other]
        leads, between = sight.leads[other][places], sight.between[other][places]
        stops = self.mine | self.theirs
        stops[self.neutral] = True
        stops[off] = False
        blocked = between[:, :, stops].sum(axis=2, dtype=np.int8)
        now = self._now(places, leads, (blocked == 0) & (leads != off))
        opens = self.moved & ((self.kind == CARRY) | (self.start != self.neutral))
        left, shut = np.where(opens, self.start, off), np.where(stops[self.target], off, self.target)
        lines = between.transpose(0, 2, 1)
        free = blocked[:, None, :] + lines[:, shut] == lines[:, left]
        free &= ~(self.moved & (places[:, None] == self.target))[:, :, None]
        # Few steps are free and lead to something: to what stands there, to Z, or home with it.
        something = self.mine[leads] | (leads == self.neutral)
        something |= sight.last[other][leads] & self._may_hold(places)[:, None]
        free &= something[:, None, :] | (leads[:, None, :] == self.target[:, None])
        free &= (leads != off)[:, None, :]
        letter, option, step = np.nonzero(free)
        square, target = leads[letter, step], self.target[option]
        moved, neutral = self.moved[option], self.neutral_after[option]
        arrives = (square == target) & moved
        stands = self.mine[square] & ~((square == self.start[option]) & moved)
        taken = self.theirs[square] & ~arrives
        kind = _kinds(
            arrives,
            stands,
            square == neutral,
            taken,
            sight.last[other][square] & (places[letter] == neutral),
        )
        found = np.zeros(free.shape, np.int8)
        found[letter, option, step] = kind
        return found, now

    def _may_hold(self, places: Whole) -> Flags:
        """Tell for each letter of the other side whether it holds Z, or does after a pass."""
        found: Flags = np.isin(places, [self.neutral, *self.target[self.kind == PASS]])
        return found

    def _now(self, places: Whole, leads: Whole, free: Flags) -> Bytes:
        goal = self.sight.last[self.other][leads] & (places == self.neutral)[:, None]
        nobody = np.zeros_like(free)
        kind = _kinds(nobody, self.mine[leads], leads == self.neutral, self.theirs[leads], goal)
        return np.where(free, kind, np.int8(0))

    def brings(self) -> Floats:
        """Return for each of `BASE` behind the first two what a yes to each attempt brings."""
        columns, heading = self.position.rules.columns, 1 if self.turn == 0 else -1
        target, start, neutral = self.target, self.start, self.neutral
        moves, carries, passes = self.kind == MOVE, self.kind == CARRY, self.kind == PASS
        rows = heading * (target // columns - start // columns)
        lead = heading * (target // columns - neutral // columns)
        fetches = moves & (target == neutral)
        nearer = _apart(start, neutral, columns) - _apart(target, neutral, columns)
        wins = self.sight.last[self.turn][target] & (carries | fetches | (passes & self.mine[target]))
        found = (
            self.theirs[target] & self.moved,
            fetches,
            carries * lead,
            wins,
            np.where(moves & ~self.mine[neutral], nearer, 0),
            moves * rows,
            passes * lead,
            moves & (start == neutral),
        )
        return np.array(found, np.float64)


def _kinds(arrives: Flags, stands: Flags, neutral: Flags, taken: Flags, goal: Flags) -> Bytes:
    """Return the kind of exposure by its place in `EXPOSED` from 1: what can be hit, and what that is."""
    owned = arrives | stands
    found = np.where(owned, np.where(neutral, 3, np.where(arrives, 1, 2)), np.where(neutral, 4, 0))
    found = np.where(taken, 0, found)
    return np.where(goal & ~taken, 5, found).astype(np.int8)


def _apart(one: Whole, two: int, columns: int) -> Whole:
    """Return how far squares are from another one, in steps in any direction."""
    found: Whole = np.maximum(abs(one // columns - two // columns), abs(one % columns - two % columns))
    return found
