"""Looking two plies ahead: what one's own attempt brings, and what the opponent makes of it.

A scene is how the board would stand. What it is worth is a chance to win, by a simple formula of who has Z,
how near everybody is to it and to the last row, and who could take it. The opponent's replies are weighed by
what their owner knows, and carried out by what their diagrams truly allow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.engine.actions import Manner
from deduce.confusion.engine.directions import opposite
from deduce.confusion.engine.position import EMPTY
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.players.sight import COIN, Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.lookups import Floats, Ints, Lookups
    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.board import Board

__all__ = ["Reckoning", "Reply", "Scene", "Taste", "chances_of"]

FAINT = 0.04
"""A chance below this is not reckoned with."""
MOST_CAPTURES = 3
MOST_CARRIES = 4
"""Of what the opponent could do with Z, so many replies are looked at."""


@dataclass(frozen=True)
class Taste:
    """What a player makes of a scene: how much each thing counts, in log odds of winning.

    Attributes:
        hold: To have Z.
        home: How near the last row its holder is.
        safe_home: The same, times the chance that nobody takes it.
        threatened: The chance that the opponent can take Z from the player.
        exposed: How near the opponent's goal Z is while they do not have it.
        their_hold: That they have Z.
        their_home: How near the last row their holder is.
        their_safe_home: The same, times the chance that the player does not take it.
        their_goal: That they have Z on the last row, times the chance that the player does not take it.
        takeable: The chance that the player can take Z from them.
        access: How near to Z the player's nearest piece is, as far as the player knows.
        their_access: Likewise, the opponent's.
        help: How near to Z all of the player's pieces are together.
        their_help: Likewise, the opponent's.
        piece: A piece.
        learn: A bit that an answer tells.
        learn_near: The same, times how near its piece is to Z, or with Z to the last row.
        heat: How far the opponent is from always doing what seems best to them, as a chance to win.
        replies: How much the opponent's replies are reckoned with.
    """

    hold: float = 0.3
    home: float = 4.0
    safe_home: float = 2.0
    threatened: float = 0.1
    exposed: float = 0.0
    their_hold: float = 0.1
    their_home: float = -3.5
    their_safe_home: float = -1.5
    their_goal: float = -3.0
    takeable: float = 0.15
    access: float = 0.8
    their_access: float = -1.0
    help: float = 0.46
    their_help: float = -0.5
    piece: float = 0.22
    learn: float = 0.02
    learn_near: float = 0.03
    heat: float = 0.03
    replies: float = 1.0


@dataclass(frozen=True)
class Scene:
    """How the board would stand.

    Attributes:
        held: What each square holds.
        neutral: Where Z is.
        where: Where each piece stands, by its number; the square behind the last one for those off the board.
        rows: The player's chance of each diagram for each of its pieces.
        changed: The squares that hold something else than now.
    """

    held: bytes
    neutral: int
    where: Ints
    rows: Floats
    changed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Reply:
    """What the opponent could do.

    Attributes:
        believed: How likely its owner takes a yes to be.
        is_allowed: What the answer would be.
        piece: Which piece.
        target: Where it leads.
        kind: What moves.
    """

    believed: float
    is_allowed: bool
    piece: int
    target: int
    kind: Manner


class Reckoning:
    """All that a player reckons with in one turn.

    Args:
        sight: What the player sees.
        taste: What it makes of a scene.
        rows: The chance of each diagram for each of its pieces; None for those of its sheet.
        believed: Likewise, what the opponent takes their own pieces for.
    """

    def __init__(
        self, sight: Sight, taste: Taste, rows: Floats | None = None, believed: Floats | None = None
    ) -> None:
        self.sight = sight
        self.taste = taste
        self.me: int = sight.side
        self.them: int = 1 - sight.side
        self.lookups: Lookups = lookups_of(sight.view.rules)
        self.board: Board = sight.view.rules.board
        self.mine: range = self.board.pieces[self.me]
        self.theirs: range = self.board.pieces[self.them]
        diagrams = [*sight.view.rules.diagrams.values(), sight.view.rules.diagrams.promoted]
        self.reach: int = max(each.reach for each in diagrams if not each.is_double_agent)
        self.late: bool = sight.view.rules.late_contact
        lookups = self.lookups
        # A double agent does what is allowed to it, and that is nothing that matters.
        self.plain: Floats = lookups.allows.copy()
        if lookups.agent >= 0:
            self.plain[lookups.agent] = 0
        self.rows: Floats = chances_of(sight, self.me) if rows is None else rows
        self.believed: Floats = chances_of(sight, self.them) if believed is None else believed
        self.kinds: Ints = self._kinds()
        # An opponent who knows what their piece is plans by it; else by what they take it for.
        self.their_rows: Floats = self.believed * np.float32(0.5)
        self.their_rows[np.arange(lookups.letters), self.kinds] += np.float32(0.5)
        self.their_yes: list[list[float]] = (self.believed @ self.plain).tolist()
        self.their_truth: list[list[bool]] = (self.plain[self.kinds] > 0).tolist()
        self.yes: list[list[float]] = (self.rows @ lookups.allows).tolist()
        self.plain_yes: list[list[float]] = (self.rows @ self.plain).tolist()
        self._around: dict[int, frozenset[int]] = {}
        self._takers_now: dict[int, list[Reply]] = {}
        squares = sight.position.squares
        self.scene: Scene = Scene(
            sight.position.held,
            sight.position.neutral,
            np.array([square if square >= 0 else lookups.off for square in squares], np.int32),
            self.rows,
        )

    def _kinds(self) -> Ints:
        """Return the opponent's diagrams, by their numbers in the lookups."""
        lookups, position = self.lookups, self.sight.position
        places = {number: place for place, number in enumerate(lookups.numbers)}
        deal = self.sight.view.opponent_deal
        found = []
        for place, letter in enumerate(position.rules.letters):
            if position.is_promoted(self.them, letter):
                found.append(lookups.promoted)
            elif deal is not None:
                found.append(places[deal[letter]])
            else:
                found.append(int(self.believed[place].argmax()))
        return np.array(found, np.int32)

    # --- Attempts ----------------------------------------------------------------------------------

    def step(self, way: int, distance: int) -> int:
        """Return the number of a step in the lookups."""
        return way * self.lookups.reach + distance - 1

    def chance(self, attempt: Attempt, *, matters: bool) -> float:
        """Return the chance of a yes, as this reckoning has the player's pieces.

        Args:
            attempt: The attempt.
            matters: Whether it does something that nobody would allow a double agent.
        """
        table = self.plain_yes if matters else self.yes
        place = self.board.numbers[self.me][attempt.letter] - self.mine.start
        return table[place][self.step(attempt.way, attempt.distance)]

    def after(self, attempt: Attempt, *, allowed: bool) -> Scene:
        """Return the scene after an attempt of the player and its answer."""
        number = self.board.numbers[self.me][attempt.letter]
        place, step = number - self.mine.start, self.step(attempt.way, attempt.distance)
        rows = self.rows.copy()
        says = self.lookups.allows[:, step]
        row = rows[place] * (says if allowed else 1 - says)
        total = float(row.sum())
        rows[place] = row / total if total > 0 else rows[place]
        if not allowed:
            return replace(self.scene, rows=rows)
        target = self.sight.position.target(attempt)
        moved = self._moved(replace(self.scene, rows=rows), number, target, attempt.kind)
        if target in self.board.last_rows[self.me] and attempt.kind is not Manner.PASS:
            promoted = float((rows[place] * self.lookups.promotable).sum())
            rows[place] *= ~self.lookups.promotable
            rows[place, self.lookups.promoted] += promoted
        return moved

    def _moved(self, scene: Scene, number: int, target: int, kind: Manner) -> Scene:
        """Return the scene after a piece of either side, or Z, has moved."""
        changed = scene.changed | {int(scene.where[number]), target, scene.neutral}
        if kind is Manner.PASS:
            return replace(scene, neutral=target, changed=changed)
        held, where = bytearray(scene.held), scene.where.copy()
        if held[target] != EMPTY:
            where[held[target]] = self.lookups.off
        held[where[number]] = EMPTY
        held[target] = number
        where[number] = target
        neutral = target if kind is Manner.CARRY else scene.neutral
        return Scene(bytes(held), neutral, where, scene.rows, changed)

    @cached_property
    def now(self) -> float:
        """What the scene as it stands is worth."""
        return self.worth(self.scene)

    # --- What a scene is worth ---------------------------------------------------------------------

    def worth(self, scene: Scene) -> float:
        """Return the player's chance to win with a scene when it is the player's turn."""
        return _chance(self.odds(scene))

    def odds(self, scene: Scene) -> float:
        """Return the same as log odds."""
        taste, lookups, me = self.taste, self.lookups, self.me
        where, z = scene.where, scene.neutral
        mine, theirs = where[self.mine.start : self.mine.stop], where[self.theirs.start : self.theirs.stop]
        holder = scene.held[z]
        found = taste.piece * float((mine < lookups.off).sum() - (theirs < lookups.off).sum())
        near = np.einsum("ld,ld->l", scene.rows, lookups.near[me][z][mine])
        their_near = np.einsum("ld,ld->l", self.their_rows, lookups.near[self.them][z][theirs])
        if holder in self.mine:
            if z in self.board.last_rows[me]:
                return 9.0
            place = holder - self.mine.start
            home = float(scene.rows[place] @ lookups.home[me][z])
            risk = self.danger(scene, z)
            found += taste.hold + taste.home * home + taste.safe_home * home * (1 - risk)
            found += taste.threatened * risk
            near[place] = 0
        elif holder != EMPTY:
            place = holder - self.theirs.start
            home = float(self.their_rows[place] @ lookups.home[self.them][z])
            takes = self.taking(scene, z)
            if z in self.board.last_rows[self.them]:
                return math.log(max(0.6 * takes, 1e-4) / (1 - 0.6 * takes)) + taste.their_goal * (1 - takes)
            found += taste.their_hold + taste.their_home * home
            found += taste.their_safe_home * home * (1 - takes) + taste.takeable * takes
            their_near[place] = 0
        if holder not in self.mine:
            found += taste.access * float(near.max())
        if holder not in self.theirs:
            found += taste.their_access * float(their_near.max())
            found += taste.exposed * float(lookups.home[self.them][z, lookups.promoted])
        found += taste.help * float(near.sum()) + taste.their_help * float(their_near.sum())
        return found

    # --- Who can take what -------------------------------------------------------------------------

    def danger(self, scene: Scene, square: int) -> float:
        """Return how likely the opponent takes what stands on a square, if they want it."""
        tried = [
            (reply.believed**2, reply.is_allowed, reply.believed) for reply in self.takers(scene, square)
        ]
        total = sum(weight for weight, _, _ in tried)
        if total < FAINT:
            return 0.0
        surest = max(believed for _, _, believed in tried)
        return surest * sum(weight for weight, allowed, _ in tried if allowed) / total

    def takers(self, scene: Scene, square: int) -> list[Reply]:
        """Return with what the opponent could get hold of a square, as far as they know."""
        if square not in self._around:
            rays = self.board.rays[self.them][square]
            self._around[square] = frozenset(there for ray in rays for there in ray[: self.reach])
            self._takers_now[square] = list(self._takers(self.scene, square))
        if scene.changed.isdisjoint(self._around[square]):
            return self._takers_now[square]
        return list(self._takers(scene, square))

    def _takers(self, scene: Scene, square: int) -> Iterator[Reply]:
        for number, way, distance in self.seen_from(scene, self.them, square):
            place, step = number - self.theirs.start, self.step(way, distance)
            believed = self.their_yes[place][step]
            if believed > FAINT:
                yield Reply(believed, self.their_truth[place][step], number, square, Manner.MOVE)

    def unsuspected(self, scene: Scene, square: int, known: float) -> bool:
        """Tell whether the opponent could take on a square, but only with what they take to be unlikely.

        Args:
            scene: The scene.
            square: The square.
            known: From which chance on it is not unlikely.
        """
        hidden = False
        for number, way, distance in self.seen_from(scene, self.them, square):
            place, step = number - self.theirs.start, self.step(way, distance)
            if self.their_yes[place][step] >= known:
                return False
            hidden |= self.their_truth[place][step]
        return hidden

    def taking(self, scene: Scene, square: int) -> float:
        """Return the player's best chance to move a piece to a square."""
        best = 0.0
        for number, way, distance in self.seen_from(scene, self.me, square):
            row = scene.rows[number - self.mine.start]
            best = max(best, float(row @ self.plain[:, self.step(way, distance)]))
        return best

    def seen_from(self, scene: Scene, side: int, square: int) -> Iterator[tuple[int, int, int]]:
        """Yield the pieces of a side that have a free way to a square, with their way and distance."""
        held, neutral, pieces = scene.held, scene.neutral, self.board.pieces[side]
        for way, ray in enumerate(self.board.rays[side][square]):
            for distance, there in enumerate(ray[: self.reach], 1):
                if held[there] != EMPTY:
                    if held[there] in pieces:
                        yield held[there], opposite(way), distance
                    break
                if there == neutral:
                    break

    # --- The ways of the opponent's carriers -------------------------------------------------------

    def carriers(self, most: int) -> list[int]:
        """Return the opponent's pieces that may do most with Z: its holder, then the nearest ones.

        Args:
            most: How many.
        """
        z = self.scene.neutral
        theirs = self.scene.where[self.theirs.start : self.theirs.stop]
        near = np.einsum("ld,ld->l", self.their_rows, self.lookups.near[self.them][z][theirs])
        return [self.theirs.start + int(place) for place in np.argsort(-near, kind="stable")[:most]]

    def lanes(self, scene: Scene, number: int) -> float:
        """Return what ways a piece of the opponent truly has, to Z or with Z forward, by what each gains.

        Args:
            scene: The scene.
            number: The piece.
        """
        square, z = int(scene.where[number]), scene.neutral
        place = number - self.theirs.start
        worth = self.lookups.home[self.them] if square == z else self.lookups.near[self.them][z]
        kind, found = self.kinds[place], 0.0
        here = float(worth[square][kind])
        for way, ray in enumerate(self.board.rays[self.them][square]):
            for distance, there in enumerate(ray[: self.reach], 1):
                if scene.held[there] in self.theirs:
                    break
                if self.their_truth[place][self.step(way, distance)]:
                    found += max(0.0, float(worth[there][kind]) - here)
                if scene.held[there] != EMPTY:
                    break
        return found

    # --- Replies -----------------------------------------------------------------------------------

    def expected(self, scene: Scene) -> float:
        """Return what a scene is worth once the opponent, who is to move, has replied."""
        z = scene.neutral
        if scene.held[z] in self.mine and z in self.board.last_rows[self.me] and not self.late:
            return 1.0
        if scene.held[z] in self.theirs and z in self.board.last_rows[self.them]:
            # It is theirs when their turn comes (CF-WIN-1).
            return 0.0
        odds = self.odds(scene)
        quiet = _chance(odds)
        gains: list[tuple[float, float]] = [(0.0, quiet)]
        for reply in self._replies(scene):
            taken = scene.held[reply.target]
            if taken in self.mine and reply.target != z:
                result = _chance(odds - self.taste.piece - self._losses[taken - self.mine.start])
            else:
                result = self._replied(scene, reply)
            tempting = reply.believed * (quiet - result)
            gains.append((tempting, result if reply.is_allowed else quiet))
        if len(gains) == 1:
            return quiet
        most = max(tempting for tempting, _ in gains)
        weights = [math.exp((tempting - most) / self.taste.heat) for tempting, _ in gains]
        met = sum(weight * result for weight, (_, result) in zip(weights, gains, strict=True)) / sum(weights)
        return quiet + self.taste.replies * (met - quiet)

    def _replied(self, scene: Scene, reply: Reply) -> float:
        after = self._moved(scene, reply.piece, reply.target, reply.kind)
        z = after.neutral
        if after.held[z] in self.theirs and z in self.board.last_rows[self.them]:
            return 0.6 * self.taking(after, z) if self.late else 0.0
        return self.worth(after)

    def _replies(self, scene: Scene) -> Iterator[Reply]:
        """Yield what the opponent could do that matters: take, or do something with Z."""
        z = scene.neutral
        if scene.held[z] in self.theirs:
            yield from self._with_neutral(scene)
        else:
            yield from self.takers(scene, z)
        found: list[Reply] = []
        for square in scene.where[self.mine.start : self.mine.stop].tolist():
            if square not in (z, self.lookups.off):
                found += self.takers(scene, square)
        found.sort(key=lambda reply: -reply.believed)
        yield from found[:MOST_CAPTURES]

    def _with_neutral(self, scene: Scene) -> list[Reply]:
        """Return the best that the opponent could do with Z: carry it or pass it forward."""
        z, number = scene.neutral, scene.held[scene.neutral]
        place, home = number - self.theirs.start, self.lookups.home[self.them]
        row = self.their_rows[place]
        now = float(row @ home[z])
        found: list[tuple[float, Reply]] = []
        for way, ray in enumerate(self.board.rays[self.them][z]):
            for distance, there in enumerate(ray[: self.reach], 1):
                step = self.step(way, distance)
                believed, allowed = self.their_yes[place][step], self.their_truth[place][step]
                if believed <= FAINT:
                    continue
                taken = scene.held[there]
                if taken in self.theirs:
                    gain = float(self.their_rows[taken - self.theirs.start] @ home[there]) - now
                    found.append((believed * gain, Reply(believed, allowed, number, there, Manner.PASS)))
                else:
                    gain = float(row @ home[there]) - now + 0.1 * (taken != EMPTY)
                    found.append((believed * gain, Reply(believed, allowed, number, there, Manner.CARRY)))
                if taken != EMPTY:
                    break
        found.sort(key=lambda each: -each[0])
        return [reply for gain, reply in found[:MOST_CARRIES] if gain > 0]

    # --- What an answer tells ----------------------------------------------------------------------

    @cached_property
    def near_now(self) -> Floats:
        """How near each of the player's pieces is to where it is wanted: to Z, or with Z to the last row."""
        lookups, scene, me = self.lookups, self.scene, self.me
        mine = scene.where[self.mine.start : self.mine.stop]
        found: Floats = np.einsum("ld,ld->l", self.rows, lookups.near[me][scene.neutral][mine])
        holder = scene.held[scene.neutral]
        if holder in self.mine:
            place = holder - self.mine.start
            found[place] = self.rows[place] @ lookups.home[me][scene.neutral]
        return found

    @cached_property
    def _losses(self) -> list[float]:
        """What each of the player's pieces does for it where Z is, in log odds."""
        return [self.taste.help * float(near) for near in self.near_now]

    def lesson(self, attempt: Attempt, yes: float) -> float:
        """Return what the answer to an attempt is worth for what it tells, as log odds."""
        if not 0 < yes < 1:
            return 0.0
        bits = -yes * math.log2(yes) - (1 - yes) * math.log2(1 - yes)
        place = self.board.numbers[self.me][attempt.letter] - self.mine.start
        return bits * (self.taste.learn + self.taste.learn_near * float(self.near_now[place]))


def _chance(odds: float) -> float:
    """Return the chance of some log odds."""
    return 1 / (1 + math.exp(-odds))


def chances_of(sight: Sight, side: int) -> Floats:
    """Return what a side knows of its pieces: for each, the chance of each diagram of the lookups."""
    lookups, position = lookups_of(sight.view.rules), sight.position
    sheet = sight.sheet if side == sight.side else sheet_of(sight.game, side, COIN)
    chances = sheet.chances or {}
    found = np.zeros((lookups.letters, lookups.kinds), np.float32)
    for place, letter in enumerate(position.rules.letters):
        if position.is_promoted(side, letter):
            found[place, lookups.promoted] = 1
        else:
            found[place, :-1] = [float(chances[letter].get(number, 0)) for number in lookups.numbers]
    return found
