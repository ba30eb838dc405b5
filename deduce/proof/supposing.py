"""Suppose it were so: what follows at a glance until something cannot be, told as one step.

From a supposition everything that single reasons show is taken in round by round, so that how many rounds it
takes hangs neither on names nor on any order. Of all suppositions those that fail soonest are the easiest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.problem.problem import Problem
    from deduce.proof.reasons import Needs, Reason

__all__ = [
    "Clash",
    "Consequence",
    "Known",
    "Split",
    "Story",
    "Supposition",
    "nested",
    "soonest",
    "told_briefly",
]

MOST_BRANCHES = 4
"""Among how many values of a second unknown it is told that none is possible."""
MOST_TRIES = 5_000
"""How often it is tried at most."""


@dataclass(frozen=True)
class Consequence:
    """What would be so by one reason.

    Attributes:
        reason: The reason.
        place: The unknown, by position.
        gone: The values that would be ruled out, as bits.
        before: What was left to all unknowns before.
    """

    reason: Reason
    place: int
    gone: int
    before: Sequence[int]

    @property
    def needs(self) -> Needs:
        """The values that must have been ruled out for it."""
        return self.reason.needs(self.before, self.place, self.gone)


@dataclass(frozen=True)
class Clash:
    """Why it cannot be: a reason that could not be true, or an unknown to which nothing would be left.

    Attributes:
        reason: The reason, if it is one.
        place: The unknown, otherwise.
        before: What was left to all unknowns then.
    """

    reason: Reason | None
    place: int
    before: Sequence[int]

    @property
    def needs(self) -> Needs:
        """The values that must have been ruled out for it."""
        if self.reason is None:
            return [(self.place, -1)]
        return self.reason.needs(self.before)


@dataclass(frozen=True)
class Story:
    """Why a supposition fails, and nothing that is not needed for that.

    Attributes:
        consequences: What would follow, in order, each only as far as it is needed.
        clash: Why that cannot be; None if it takes further suppositions to see that.
        known: What must have been ruled out before: positions of unknowns, and values as bits.
    """

    consequences: tuple[Consequence, ...]
    clash: Clash | None
    known: tuple[tuple[int, int], ...]

    @cached_property
    def reasons(self) -> list[Reason]:
        """The reasons, in the order in which they are needed."""
        found = [each.reason for each in self.consequences]
        last = self.clash and self.clash.reason
        return list(dict.fromkeys([*found, *([last] if last else [])]))


class Known(Protocol):
    """What is known, or would be so, and the reasons that may show more.

    Attributes:
        problem: What it is about.
        masks: What is left to each unknown, as bits by position.
        touching: The reasons that speak of each unknown.
    """

    problem: Problem
    masks: list[int]
    touching: list[list[Reason]]


@dataclass(frozen=True)
class _Wanted:
    """Values that must have been ruled out for something else, and what was left before that."""

    needs: Needs
    before: Sequence[int]


class Supposition:
    """That an unknown has a value, and what would follow; further suppositions can be made on it.

    Args:
        board: What is known, or supposed already.
        place: The unknown, by position.
        bit: The value.
        only: The reasons that may be used; by default all.

    Attributes:
        clash: Why it cannot be, as soon as that is seen.
        rounds: After how many rounds.
        consequences: What would follow, in order.
    """

    def __init__(self, board: Known, place: int, bit: int, only: frozenset[Reason] | None = None) -> None:
        self.board = board
        self.problem: Problem = board.problem
        self.touching: list[list[Reason]] = board.touching
        self.place = place
        self.bit = bit
        self.masks: list[int] = list(board.masks)
        self.masks[place] = bit
        self.clash: Clash | None = None
        self.rounds: int = 0
        self.consequences: list[Consequence] = []
        self._only = only
        self._changed: list[int] = [place]

    @property
    def goes_on(self) -> bool:
        """Whether one more round may show more."""
        return self.clash is None and bool(self._changed)

    def advance(self) -> None:
        """Take in everything that single reasons show now."""
        self.rounds += 1
        masks, before = self.masks, tuple(self.masks)
        reasons = dict.fromkeys(chain.from_iterable([self.touching[place] for place in self._changed]))
        changed: dict[int, None] = {}
        for reason in reasons:
            if self._only is not None and reason not in self._only:
                continue
            found = reason.left(before)
            if found is None:
                self.clash = Clash(reason, -1, before)
                return
            for place, left in found.items():
                gone = masks[place] & ~left
                if gone:
                    self.consequences.append(Consequence(reason, place, before[place] & ~left, before))
                    masks[place] &= left
                    changed[place] = None
        self._changed = list(changed)
        empty = next((place for place in changed if not masks[place]), None)
        if empty is not None:
            self.clash = Clash(None, empty, tuple(masks))

    def story(self, *needs: tuple[int, int]) -> Story:
        """Return the consequences that the clash needs, and what it needs of what was known before.

        Args:
            needs: What must have been ruled out, where there is no clash.
        """
        by_strike: dict[tuple[int, int], int] = {}
        for number, each in enumerate(self.consequences):
            for bit in _bits(each.gone):
                by_strike.setdefault((each.place, bit), number)
        start, known_masks = self.problem.start, self.board.masks
        needed: dict[int, int] = {}
        known: dict[int, int] = {}
        waiting: list[Clash | Consequence | _Wanted] = [self.clash or _Wanted(list(needs), tuple(self.masks))]
        while waiting:
            shown = waiting.pop()
            for place, values in shown.needs:
                # What was ruled out later was not needed.
                struck = values & ~shown.before[place] & start[place]
                known[place] = known.get(place, 0) | (struck & ~known_masks[place])
                for bit in _bits(struck & known_masks[place]):
                    number = by_strike.get((place, bit), -1)
                    if number < 0:
                        # It is what was supposed.
                        continue
                    if number not in needed:
                        waiting.append(self.consequences[number])
                    needed[number] = needed.get(number, 0) | bit
        told = [replace(self.consequences[number], gone=bits) for number, bits in sorted(needed.items())]
        return Story(tuple(told), self.clash, tuple(sorted(known.items())))


@dataclass(frozen=True)
class Split:
    """A supposition that fails, so that an unknown does not have a value.

    Attributes:
        place: The unknown, by position.
        bit: The value that it does not have.
        story: Why it fails, or what would follow until more is supposed.
        branches: Then another unknown would have none of its values: each of these suppositions fails.
    """

    place: int
    bit: int
    story: Story
    branches: tuple[Split, ...] = ()

    @property
    def reasons(self) -> list[Reason]:
        """The reasons, in the order in which they are needed."""
        found = [reason for story in self.stories for reason in story.reasons]
        return list(dict.fromkeys(found))

    @property
    def stories(self) -> list[Story]:
        """Everything that is told."""
        return [self.story, *(branch.story for branch in self.branches)]


def soonest(board: Known, targets: Iterable[tuple[int, int]]) -> list[Supposition]:
    """Return the suppositions that fail after the fewest rounds; none if no supposition fails.

    Args:
        board: What is known; no single reason shows any more of it.
        targets: What to suppose: the position of an unknown, and one of its values as a bit.
    """
    waiting = [Supposition(board, place, bit) for place, bit in targets]
    while waiting:
        for supposition in waiting:
            supposition.advance()
        failed = [supposition for supposition in waiting if supposition.clash is not None]
        if failed:
            return failed
        waiting = [supposition for supposition in waiting if supposition.goes_on]
    return []


def told_briefly(failed: Sequence[Supposition]) -> Split:
    """Return the one of some suppositions that is told with the fewest reasons, without what is not needed.

    Args:
        failed: Suppositions that fail.
    """
    stories = [(supposition, supposition.story()) for supposition in failed]
    best, story = min(stories, key=lambda each: (len(each[1].reasons), len(each[1].consequences)))
    for reason in story.reasons:
        if reason in story.reasons:
            fewer = _failing(best, [other for other in story.reasons if other is not reason])
            if fewer is not None:
                best, story = fewer, fewer.story()
    return Split(best.place, best.bit, story)


def nested(board: Known, targets: Iterable[tuple[int, int]]) -> Split | None:
    """Return a supposition that fails because then another unknown could have none of its values.

    Args:
        board: What is known; no supposition alone fails.
        targets: What to suppose; the one that would settle most comes first.
    """
    suppositions = [_followed(Supposition(board, place, bit)) for place, bit in targets]
    suppositions.sort(key=lambda each: sum(map(int.bit_count, each.masks)))
    tries = MOST_TRIES
    for supposition in suppositions:
        for place, mask in enumerate(supposition.masks):
            values = list(_bits(mask))
            if not 1 < len(values) <= MOST_BRANCHES:
                continue
            tries -= 1
            if tries < 0:
                return None
            branches = _all_failing(supposition, place, values)
            if branches:
                return _forked(supposition, place, branches)
    return None


def _all_failing(supposition: Supposition, place: int, values: Sequence[int]) -> list[Split]:
    """Return why an unknown can have none of its values; nothing if it can."""
    branches = []
    for bit in values:
        branch = _followed(Supposition(supposition, place, bit))
        if branch.clash is None:
            return []
        branches.append(told_briefly([branch]))
    return branches


def _forked(supposition: Supposition, place: int, branches: Sequence[Split]) -> Split:
    """Return a supposition that fails by its branches."""
    values = sum(branch.bit for branch in branches)
    known = [need for branch in branches for need in branch.story.known]
    return Split(
        supposition.place, supposition.bit, supposition.story((place, ~values), *known), tuple(branches)
    )


def _followed(supposition: Supposition) -> Supposition:
    """Take in everything that follows."""
    while supposition.goes_on:
        supposition.advance()
    return supposition


def _failing(supposition: Supposition, only: Iterable[Reason]) -> Supposition | None:
    """Return the same supposition with fewer reasons, if it fails still."""
    again = _followed(Supposition(supposition.board, supposition.place, supposition.bit, frozenset(only)))
    return again if again.clash is not None else None


def _bits(mask: int) -> Iterable[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
