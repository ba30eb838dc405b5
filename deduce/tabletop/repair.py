"""Repairing a record: the fewest slips that explain everything in it that does not fit, and how sure that is.

Whatever does not fit first is explained by a slip at that place or before it. So each step tries the changes
up to there that let the record go on further, keeps the furthest, and goes on with these, until nothing is
left that does not fit. What was heard counts as well: entries of which no world is left do not fit either.
"""

from __future__ import annotations

import re
from contextlib import suppress
from difflib import SequenceMatcher
from math import exp, log, prod
from typing import TYPE_CHECKING, Generic, NamedTuple

from deduce.errors import DeduceError, OutOfReachError, shortened
from deduce.tabletop.document import MISSING
from deduce.tabletop.kind import S
from deduce.tabletop.look import Look
from deduce.tabletop.mended import Mended, Repair, Telling
from deduce.tabletop.slips import (
    GAP,
    Change,
    Sort,
    clash,
    filled,
    marks_of,
    moved,
    put_in,
    rearranged,
    spliced,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from deduce.tabletop.document import Document
    from deduce.tabletop.kind import Unknown
    from deduce.tabletop.record import Record
    from deduce.tabletop.slips import Mark

__all__ = ["repaired"]

MOST = 12
"""How many slips are put right together."""
KEPT = 40
"""How many beginnings of a repair are gone on with."""
IN_FRONT, BEHIND = 4, 4
"""With how many of those that come furthest everything is tried, and with how many others that come less far.

With all others that come equally far only what helped one of these.
"""
REACH_BACK = 160
"""How many entries before the first that does not fit a slip is looked for."""
MOST_FOLLOWED = 2_000_000
"""How many entries are followed in all, so that it comes to an end."""
MOST_FILLED = 12
"""Of how many repairs with a row that is known in part the rest of it is tried."""
MOST_PLAYED = 400
"""With how many entries at most it is weighed how likely players do what is written."""
MOST_BY_PLAY = 6.0
"""What players would rather have done makes no repair less likely than by e to the power of this."""
MOST_TOLD = 60
"""How many repairs are weighed against each other."""
COPIED = 50
"""How many entries are copied, or characters read, in the time in which one more entry is followed."""
LIKE = 0.5
"""How alike an entry must be to what cannot be read."""
HEARD = -1
"""Stands for the place of what was heard, where it contradicts itself whatever is tried."""


def repaired(
    record: Record[S],
    progress: Callable[[float], None] | None = None,
    *,
    line: str = "",
    most: int = MOST,
    options: Mapping[str, object] | None = None,
) -> Mended[S]:
    """Find the smallest sets of slips that explain what does not fit in a record.

    Ctrl-C ends it with the best that was found so far.

    Args:
        record: The record.
        progress: Is told from time to time which part is done.
        line: A line that was typed and has to be possible at its end.
        most: How many slips are put right together.
        options: How the record is looked at, by the names of the kind's options.
    """
    return _Search(record, progress, line, options or {}).done(most)


class _Try(NamedTuple, Generic[S]):
    """A record with some changes, followed as far as it fits.

    Attributes:
        record: The record with the headers that were changed.
        changes: The changes.
        texts: The entries with them.
        states: How the game stands before each entry, up to the first that does not fit.
        fault: The place of that; None if everything fits.
        said: What does not fit in it.
        left: How much is left behind what fits.
        wrong: How many things do not fit at that place.
        weight: How likely these slips are together, beside others.
        passed: Which faults are passed over, by how many entries stand behind them.
    """

    record: Record[S]
    changes: frozenset[Change]
    texts: list[str]
    states: list[S]
    fault: int | None
    said: str
    left: int
    wrong: int
    weight: float
    passed: frozenset[int] = frozenset()

    @property
    def slips(self) -> int:
        """How many slips these are."""
        return sum(change.slips for change in self.changes)


class _Stop(NamedTuple):
    """Where following an entry, or entries, came to a stop.

    Attributes:
        place: The place; None if everything fits.
        said: What does not fit there.
        wrong: How many things.
    """

    place: int | None = None
    said: str = ""
    wrong: int = 0


class _Search(Generic[S]):
    """The search for repairs of one record."""

    def __init__(
        self,
        record: Record[S],
        progress: Callable[[float], None] | None,
        line: str,
        options: Mapping[str, object],
    ) -> None:
        self.record = record
        self.kind = record.kind
        self.columns = record.document.layout.columns
        self.progress = progress
        self.line = line
        self.options = {option.name: option.default for option in record.kind.options} | dict(options)
        self.texts = [
            *(GAP if step.is_missing else step.text for step in record.steps),
            *(step.text for step in record.remarks),
        ]
        self.marks: tuple[Mark, ...] = marks_of(record)
        self.followed = 0
        self.all_as_small = 1.0
        self.is_stopped = False
        self.unexplained: dict[int, tuple[int, str]] = {}
        self.hopeless_headers = 0
        self.meant: dict[str, list[tuple[str, float]]] = {}
        self.counts: dict[tuple[Hashable, bool], int] = {}
        self.ends: dict[tuple[Hashable, ...], int] = {}
        self.solved: dict[frozenset[Change], _Try[S]] = {}
        self.waiting: dict[frozenset[Change], _Try[S]] = {}

    # --- Searching -----------------------------------------------------------------------------------

    def done(self, most: int) -> Mended[S]:
        """Search, and return what was found."""
        self.hopeless_headers = self._hopeless_headers()
        best = self._surely_tried(self.record, frozenset(), [])
        beam, before, self.level = [best], list[_Try[S]](), 0
        try:
            while beam and best.fault is not None and not self._is_solved() and self.level < most:
                further = self._further(beam, before, is_last=self.level + 1 == most)
                self.level += 1
                if not further and not self.solved and not self.waiting:
                    before, further = [], self._passed_over(beam[0])
                    most += bool(further)
                    self.level -= bool(further)
                else:
                    before = beam
                # Where nothing comes further by one slip, what waits for its turn may.
                beam = further or (beam if self.solved or self.waiting else [])
                if further and further[0].left < best.left:
                    best = further[0]
        except KeyboardInterrupt:
            self.is_stopped = True
        return self._told(self._smallest() or [best])

    def _is_solved(self) -> bool:
        """Tell whether something explains everything by as few slips as were tried."""
        return any(each.slips <= self.level for each in self.solved.values())

    def _further(self, beam: Sequence[_Try[S]], before: Sequence[_Try[S]], *, is_last: bool) -> list[_Try[S]]:
        """Return the tries that come further by one slip more, the furthest and likeliest first.

        Args:
            beam: What is gone on from.
            before: What was gone on from a slip ago; from there two slips in one entry are tried.
            is_last: Whether only what explains everything is wanted.
        """
        found: dict[frozenset[Change], _Try[S]] = {}
        helped: dict[tuple[int, str], dict[Change, None]] = {}
        front, behind = IN_FRONT, BEHIND
        for number, each in enumerate(beam):
            place = each.left, each.said
            is_new, known = place not in helped, helped.setdefault(place, {})
            is_front = each.left == beam[0].left
            is_full = front > 0 if is_front else is_new and behind > 0
            front, behind = front - is_front, behind - (is_new and not is_front)
            done = number / len(beam)
            changes = self._changes(each, done, is_front=is_front) if is_full else iter([*known])
            for change in changes:
                if self._comes_further(each, change, found):
                    known[change] = None
        for each in before[:IN_FRONT]:
            for change in self._twice(each):
                self._comes_further(each, change, found)
        self._fill(found)
        due = {together: each for together, each in self.waiting.items() if each.slips <= self.level + 1}
        for together in due:
            del self.waiting[together]
        every = () if is_last else (found | due).values()
        return sorted(every, key=lambda each: (each.left, each.wrong, -each.weight, *_later_first(each)))[
            :KEPT
        ]

    def _fill(self, found: dict[frozenset[Change], _Try[S]]) -> None:
        """Try what else stood in rows that were left out, where a part of them brought a try further."""
        ordered = sorted(found.values(), key=lambda each: (each.left, each.wrong, -each.weight))
        solved = sorted(self.solved.values(), key=lambda each: -each.weight)[:MOST_FILLED]
        # What explains everything already does so with other entries as well.
        for each in (*ordered[:KEPT], *(each._replace(left=2) for each in solved)):
            for lost in sorted(each.changes, key=_named):
                if lost.sort is not Sort.MISSING or MISSING not in lost.put or {*lost.put} == {MISSING}:
                    continue
                rest = each.changes - {lost}
                start = moved(lost.place, rest)
                before = each._replace(changes=rest, states=each.states[: start + 1])
                for change in filled(each.record, each.states[start], lost):
                    self._comes_further(before, change, found)

    def _comes_further(self, each: _Try[S], change: Change, found: dict[frozenset[Change], _Try[S]]) -> bool:
        """Tell whether a try comes further by one change more, and keep it where it belongs."""
        together = each.changes | {change}
        if self.followed > MOST_FOLLOWED or clash(change, each.changes):
            return False
        if together in found or together in self.solved or together in self.waiting:
            return False
        tried = self._with(each, change)
        if tried is None or not _helps(each, change, tried):
            return False
        if tried.fault is None:
            self.solved[together] = tried
        elif tried.slips > self.level + 1:
            self.waiting[together] = tried
        else:
            found[together] = tried
        return True

    def _passed_over(self, each: _Try[S]) -> list[_Try[S]]:
        """Return a try that passes over the first fault, since nothing explains it; none if it cannot."""
        if each.fault is not None and each.fault < 0:
            # Two slips in one header are more than anybody puts right.
            self.hopeless_headers = len(each.record.begun.misfits)
            return [self._surely_tried(each.record, each.changes, [], each.passed)]
        if each.fault is None or len(each.passed) >= MOST or each.left % 2:
            return []
        heard = each.said.startswith(_CONTRADICTS)
        behind = HEARD if heard else len(each.texts) - each.fault
        self.unexplained[behind] = self._written_place(each), each.said
        passed = each.passed | {behind}
        begin = max(0, min(each.fault, len(each.states) - 1))
        return [self._surely_tried(each.record, each.changes, each.states[: begin + 1], passed)]

    def _with(self, each: _Try[S], change: Change) -> _Try[S] | None:
        """Return a try with one change more; None if that makes no sense."""
        together = each.changes | {change}
        if change.sort is Sort.HEADER:
            record = _with_header(each.record, change)
            return None if record is None else self._tried(record, together, [], each.passed)
        same = min(moved(change.place, each.changes), len(each.states) - 1)
        return self._tried(each.record, together, each.states[: same + 1], each.passed, each.left)

    # --- Following -----------------------------------------------------------------------------------

    def _tried(
        self,
        record: Record[S],
        changes: frozenset[Change],
        states: list[S],
        passed: frozenset[int] = frozenset(),
        before: int | None = None,
    ) -> _Try[S] | None:
        """Follow a record with some changes, from the last state that is known, as far as it fits.

        Args:
            record: The record with the headers that were changed.
            changes: The changes.
            states: How the game stands before each entry, as far as that is known; grows.
            passed: Which faults are passed over.
            before: What has to be left less than; None for anything.

        Returns:
            The try; None if it does not come so far.
        """
        texts = spliced(self.texts, changes)
        self.followed += len(texts) // COPIED
        states = states or [record.begun.state]
        begin = len(states) - 1
        same = min(
            (len(self.texts) - each.place - each.removed for each in changes if each.place >= 0),
            default=len(texts),
        )
        headers = frozenset(each for each in changes if each.sort is Sort.HEADER)
        found = self._follow(texts, states, (headers, passed), same, before)
        if found is None:
            return None
        fault, said, wrong = found
        if before is not None and fault is not None and 2 * (len(texts) - fault + 1) > before:
            return None
        if HEARD not in passed:
            fault, said, wrong = self._heard(record, states, begin, found)
        if fault is not None:
            del states[fault + 1 :]
        left = 0 if fault is None else 2 * (len(texts) - fault + 1)
        for number, mark in enumerate(self.marks):
            if all(each.mark != number for each in changes):
                place = moved(mark.place, changes)
                if 2 * (len(texts) - place + 1) + 1 > left:
                    left, fault, said, wrong = 2 * (len(texts) - place + 1) + 1, place, mark.message, 1
        if len(record.begun.misfits) > self.hopeless_headers:
            misfit = record.begun.misfits[0]
            left, fault, said = 2 * len(texts) + 5 + len(record.begun.misfits), -1, misfit.said
            wrong = 1
        # In one order, so that what is as likely comes out the same to the last digit.
        weight = prod(sorted(change.weight for change in changes))
        return _Try(record, changes, texts, states, fault, said, left, wrong, weight, passed)

    def _follow(
        self,
        texts: Sequence[str],
        states: list[S],
        given: tuple[frozenset[Change], frozenset[int]],
        same: int,
        before: int | None,
    ) -> _Stop | None:
        """Follow entries, adding states.

        Where a game stands as it did with other changes before the same entries, it ends as it did then.

        Args:
            texts: The entries.
            states: How the game stands before each, as far as that is known.
            given: Which headers were changed, and which faults are passed over.
            same: How many entries at the end are those that are written.
            before: What has to be left less than; None for anything.

        Returns:
            Where the first entry is that does not fit; None if it does not come far enough.
        """
        stands, count = self.kind.stands, len(texts)
        known: list[tuple[Hashable, ...]] = []
        place, stop = len(states) - 1, _Stop()
        while place < count and not stop.said:
            if stands is not None and count - place <= same:
                key = (*given, count - place, stands(states[-1]))
                if before is not None and self.ends.get(key, 0) > before:
                    self.ends.update(dict.fromkeys(known, self.ends[key]))
                    return None
                known.append(key)
            stop = self._followed(texts[place], states, is_passed=count - place in given[1])
            place += not stop.said
        if not stop.said and self.line and 0 not in given[1] and (said := self._refused(states[-1])):
            stop = _Stop(None, said, 1)
        left = 2 * (count - place + 1) if stop.said else 0
        self.ends.update(dict.fromkeys(known, left))
        return stop._replace(place=place) if stop.said else stop

    def _followed(self, text: str, states: list[S], *, is_passed: bool) -> _Stop:
        """Follow one entry; return what does not fit in it, or add the state behind it."""
        kind, state = self.kind, states[-1]
        self.followed += 1 + len(text) // COPIED
        followed = kind.follow(state, text or MISSING)
        is_over = not kind.to_act(state)
        if not is_passed and text == GAP and not is_over:
            return _Stop(None, "an entry is missing before this", 1)
        if followed.faults and not is_passed and text:
            # Whoever writes that a turn is not known means it.
            is_meant = text == MISSING and not is_over and self.columns > 1
            faults = [each for each in followed.faults if not is_meant or each.text != MISSING]
            if faults:
                return _Stop(None, f"{shortened(faults[0].text)}: {faults[0].message}", len(faults))
        states.append(followed.state)
        return _Stop()

    def _refused(self, state: S) -> str:
        """Return why the line that was typed is not possible at the end; "" if it is."""
        if not self.kind.to_act(state):
            return f"{self.line}: the game is over"
        try:
            self.kind.read(state, self.line, ())
        except DeduceError as error:
            return f"{self.line}: {error}"
        return ""

    def _heard(self, record: Record[S], states: list[S], begin: int, stop: _Stop) -> _Stop:
        """Return where what was heard contradicts itself, if it does so before the first fault."""
        last = len(states) - 1
        if self._clashing(record, states[last]) == "":
            return stop
        low, high = begin, last
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._clashing(record, states[middle]) else (middle + 1, high)
        place = max(high - 1, 0)
        return _Stop(place, f"{_CONTRADICTS} {self._clashing(record, states[high])}", 1)

    def _clashing(self, record: Record[S], state: S) -> str:
        """Return of what nothing is left that can be; "" if there is no such thing."""
        return next((each.title for each in self._unknowns(record, state) if self._count(each) == 0), "")

    def _unknowns(self, record: Record[S], state: S) -> Sequence[Unknown]:
        """Return what is hidden and not known, with what was heard of it."""
        if self.kind.unknowns is None:
            return ()
        return self.kind.unknowns(Look(record, 0, record.begun.me, self.options, present=state))

    def _count(self, unknown: Unknown, *, is_counted: bool = False) -> int:
        """Return how many worlds are left; 1 for some where they are not counted, or cannot be."""
        from deduce.belief.belief import Belief

        key = unknown.key, is_counted
        if key not in self.counts:
            belief = Belief(unknown.log())
            self.counts[key] = int(belief.is_consistent)
            if is_counted and belief.is_consistent:
                with suppress(OutOfReachError):
                    self.counts[key] = belief.count or 1
        return self.counts[key]

    def _surely_tried(
        self,
        record: Record[S],
        changes: frozenset[Change],
        states: list[S],
        passed: frozenset[int] = frozenset(),
    ) -> _Try[S]:
        """Return a try, however far it comes."""
        tried = self._tried(record, changes, states, passed)
        if tried is None:
            message = "a try that may end anywhere ends somewhere"
            raise RuntimeError(message)
        return tried

    # --- What is tried -------------------------------------------------------------------------------

    def _changes(self, each: _Try[S], done: float, *, is_front: bool) -> Iterator[Change]:
        """Yield the changes that may explain what does not fit first, those close before it first.

        Args:
            each: What is gone on from.
            done: Which part of the beginnings was gone on with.
            is_front: Whether nothing comes further, so that it is worth while to look for what is missing.
        """
        if each.fault is None:
            return
        if each.left % 2 and each.fault >= 0:
            yield from self._explained(each)
            return
        text = "" if each.fault < 0 else each.texts[each.fault] if each.fault < len(each.texts) else self.line
        if self.kind.headers is not None:
            state = each.states[each.fault] if 0 <= each.fault < len(each.texts) else None
            for other in self.kind.headers(each.record, text, state):
                put = Change(Sort.HEADER, -1, 0, (), other.weight, other.key, other.value)
                yield put._replace(slips=other.slips, said=other.said)
        if each.fault < 0:
            return
        last = self._written_place(each) if each.fault < len(each.texts) else len(self.texts) - 1
        first = max(-1, last - REACH_BACK)
        # Of two rows with one number the first may be the wrong one.
        twice = [change for mark in self.marks for change in mark.changes if change.sort is Sort.DOUBLED]
        yield from (change for change in twice if change.place <= last < change.place + change.removed)
        for place in range(last, first, -1):
            self._tell(done, (last - place) / (last - first))
            if self.kind.changes is not None and self.texts[place]:
                for text, weight in self._meant(each, place):
                    yield Change(Sort.MISPRINT, place, 1, (text,), weight)
            yield from rearranged(self.texts, place, self.columns, self.record.begun.skipped)
            there = moved(place, each.changes)
            if there < len(each.states) and (is_front or self.texts[place] == GAP):
                yield from put_in(each.record, each.states[there], self.texts[place], place)

    def _twice(self, each: _Try[S]) -> Iterator[Change]:
        """Yield what may have been meant by the first entry that does not fit, if two slips are in it."""
        changes = self.kind.changes
        if changes is None or each.fault is None or each.left % 2 or not 0 <= each.fault < len(each.texts):
            return
        place = self._written_place(each)
        written = self.texts[place]
        if not written or each.said.startswith(_CONTRADICTS):
            return
        once = {written: 1.0, **dict(changes(written))}
        found: dict[str, float] = {}
        for text, weight in once.items():
            for other, further in changes(text) if text != written else ():
                if other not in once:
                    found[other] = max(found.get(other, 0.0), weight * further)
        for text, weight in found.items():
            yield Change(Sort.MISPRINT, place, 1, (text,), weight, slips=2)

    def _meant(self, each: _Try[S], place: int) -> Sequence[tuple[str, float]]:
        """Return what may have been meant by an entry, each with how likely that slip is."""
        written = self.texts[place]
        if written not in self.meant:
            changes = self.kind.changes
            self.meant[written] = [] if changes is None else list(changes(written))
        there = moved(place, each.changes)
        if self.meant[written] or self.kind.missing is None or there != each.fault:
            return self.meant[written]
        # It cannot be read, so it may be whatever is like it.
        likeness = SequenceMatcher(None, "", shortened(written))
        found = []
        for text in self.kind.missing(each.states[there], ""):
            likeness.set_seq1(text)
            if (ratio := likeness.ratio()) >= LIKE:
                found.append((text, ratio**4))
        return found

    def _explained(self, each: _Try[S]) -> Iterator[Change]:
        """Yield what explains the first mark in the numbers of the rows that is not explained."""
        explained = {change.mark for change in each.changes}
        number = min(set(range(len(self.marks))) - explained)
        mark = self.marks[number]
        yield from mark.changes
        lost = mark.changes[0]
        there = moved(mark.place, each.changes)
        if mark.rows == 1 and lost.sort is Sort.MISSING and there < len(each.states):
            # What stood in the row that is missing may have changed the table.
            yield from filled(each.record, each.states[there], lost)

    def _tell(self, beam: float, place: float) -> None:
        """Tell how far it is: every slip more takes half of what is left."""
        if self.progress is not None:
            part = min(beam + place / KEPT, 1.0)
            self.progress(1 - 0.5**self.level * (1 - part / 2))

    def _hopeless_headers(self) -> int:
        """Return how many headers do not fit whatever is tried."""
        record, headers = self.record, self.kind.headers
        while headers is not None and record.begun.misfits:
            for other in headers(record, "", None):
                changed = _with_header(record, Change(Sort.HEADER, -1, key=other.key, value=other.value))
                if changed is not None and len(changed.begun.misfits) < len(record.begun.misfits):
                    record = changed
                    break
            else:
                break
        return len(record.begun.misfits)

    # --- What was found ------------------------------------------------------------------------------

    def _smallest(self) -> list[_Try[S]]:
        """Return the repairs that are found, without corrections that they do not need, likeliest first."""
        found: dict[frozenset[Change], _Try[S]] = {}
        ordered = sorted(self.solved.values(), key=lambda each: (-each.weight, *_later_first(each)))
        try:
            for each in ordered[: 4 * MOST_TOLD]:
                needed = self._needed(each)
                found[needed.changes] = needed
        except KeyboardInterrupt:
            self.is_stopped = True
        fewest = min((each.slips for each in found.values()), default=0)
        smallest = [each for each in found.values() if each.slips == fewest][:MOST_TOLD]
        known = sum(each.weight for each in smallest) or 1.0
        others = [each for each in ordered if each.slips == fewest and each.changes not in found]
        self.all_as_small = 1.0 + sum(each.weight for each in others) / known
        return sorted(smallest, key=lambda each: -each.weight)

    def _needed(self, each: _Try[S]) -> _Try[S]:
        """Return a repair without the corrections that it does not need."""
        for change in sorted(each.changes, key=_named):
            without = self._again(each.changes - {change}, each.passed)
            if without is not None and without.fault is None:
                each = without
        return each

    def _again(self, changes: frozenset[Change], passed: frozenset[int]) -> _Try[S] | None:
        """Return the try of some changes, from the beginning."""
        record = self.record
        for change in changes:
            if change.sort is Sort.HEADER:
                changed = _with_header(record, change)
                if changed is None:
                    return None
                record = changed
        return self._tried(record, changes, [], passed)

    def _told(self, found: list[_Try[S]]) -> Mended[S]:
        """Return what was found, with how sure it is and in words."""
        shares = self._shares(found)
        # Those that are not told count as well.
        chances = {each.changes: share / self.all_as_small for each, share in zip(found, shares, strict=True)}
        # Of those that are as likely, whoever changes later entries is closer to what does not fit.
        found.sort(key=lambda each: (-round(chances[each.changes], 9), *_later_first(each)))
        single: dict[Change, float] = {}
        for changes, chance in chances.items():
            for change in changes:
                single[change] = single.get(change, 0.0) + chance
        telling = Telling(self.record, self.texts, single)
        repairs = []
        for number, each in enumerate(found):
            corrections = tuple(
                telling.correction(
                    change,
                    "" if number else self._why(each, change),
                    () if number else self._instead(change, each, chances),
                )
                for change in sorted(each.changes, key=lambda change: (change.place, change.removed))
            )
            repairs.append(Repair(corrections, chances[each.changes], _written(each)))
        left = self._left(found[0], telling)
        return Mended(tuple(repairs), self.is_stopped, self.level > 0 and self.followed > MOST_FOLLOWED, left)

    def _shares(self, found: list[_Try[S]]) -> list[float]:
        """Return how likely each repair is: by its slips, by what was heard, and by what was done."""
        weights = [log(each.weight) + log(self._worlds(each)) for each in found]
        if self.kind.played is not None and len(found) > 1 and len(self.texts) <= MOST_PLAYED:
            try:
                plays = [self.kind.played(each.states) for each in found]
            except KeyboardInterrupt:
                self.is_stopped = True
            else:
                most = max(play.knowingly for play in plays)
                weights = [
                    weight - _guessed(each) + play.blindly + max(play.knowingly - most, -MOST_BY_PLAY)
                    for weight, each, play in zip(weights, found, plays, strict=True)
                ]
        most = max(weights)
        shares = [exp(weight - most) for weight in weights]
        return [share / sum(shares) for share in shares]

    def _instead(
        self, change: Change, best: _Try[S], chances: dict[frozenset[Change], float]
    ) -> tuple[Change, ...]:
        """Return what stands in the place of a change in other repairs that are else the same."""
        rest = best.changes - {change}
        size = len(rest) + 1
        others = [each for each in chances if rest < each and change not in each and len(each) == size]
        others.sort(key=lambda changes: (-round(chances[changes], 9), sorted(map(_named, changes))))
        return tuple(each for changes in others for each in changes - rest)

    def _why(self, each: _Try[S], change: Change) -> str:
        """Return what does not fit without a change."""
        without = self._again(each.changes - {change}, each.passed)
        if without is None or without.fault is None:
            return ""
        if without.fault < 0 or without.left % 2:
            return without.said
        place = self._written_place(without)
        where = f"entry {place + 1} would not fit" if place < len(self.texts) else "this is not possible"
        return f"{where}: {without.said}"

    def _left(self, each: _Try[S], telling: Telling) -> tuple[str, ...]:
        """Return what no correction explains."""
        found = [
            telling.unexplained(*self.unexplained[behind]) for behind in sorted(each.passed, reverse=True)
        ]
        if each.fault is not None:
            found.append(telling.unexplained(self._written_place(each), each.said))
        # Nobody corrects lines that mean nothing, and headers that no slip explains.
        around = [str(misfit) for misfit in each.record.misfits if not misfit.row]
        return (*found, *around)

    def _written_place(self, each: _Try[S]) -> int:
        """Return the place in the record as it is written of what does not fit first; -1 for a header."""
        if each.fault is None or each.fault < 0:
            return -1
        back = [place for place in range(len(self.texts)) if moved(place, each.changes) <= each.fault]
        return len(self.texts) if each.fault >= len(each.texts) else max(back, default=0)

    def _worlds(self, each: _Try[S]) -> int:
        """Return how many worlds there are after what was heard; 1 where everything is known."""
        unknowns = self._unknowns(each.record, each.states[-1])
        return prod(self._count(unknown, is_counted=True) or 1 for unknown in unknowns)


def _guessed(each: _Try[S]) -> float:
    """Return the logarithm of how much of a weight is a guess at what players do."""
    return sum(log(change.guess) for change in each.changes)


def _later_first(each: _Try[S]) -> tuple[int, list[str]]:
    """Return by what repairs that are as likely are put in order, always in the same one."""
    return -sum(change.place for change in each.changes), sorted(map(_named, each.changes))


def _named(change: Change) -> str:
    return f"{change.place:05} {change.sort} {change.put} {change.key} {change.value} {change.order}"


def _helps(each: _Try[S], change: Change, tried: _Try[S]) -> bool:
    """Tell whether a change brings a try further, or leaves something else wrong in the same entry."""
    if tried.left == each.left and tried.wrong < each.wrong:
        return True
    if tried.left >= each.left:
        is_before = change.place >= 0 and moved(change.place, each.changes) < (each.fault or 0)
        return tried.left == each.left and tried.said != each.said and is_before
    end = moved(change.place, each.changes) + change.removed
    # Another order that only brings what does not fit to a later place helps nobody.
    is_known = change.sort is not Sort.ORDER or change.mark >= 0
    return is_known or tried.fault is None or not 0 <= tried.fault < end


_CONTRADICTS = "what was heard contradicts itself:"
_NUMBER = re.compile(r"\d{1,6}")


def _with_header(record: Record[S], change: Change) -> Record[S] | None:
    """Return a record with another header; None if it makes no sense then."""
    try:
        return record.with_document(record.document.with_header(change.key, change.value))
    except DeduceError:
        return None


def _written(each: _Try[S]) -> Record[S]:
    """Return the record with the corrections made."""
    record, document = each.record, each.record.document
    changes = [change for change in each.changes if change.sort is not Sort.HEADER]
    if not changes:
        return record
    texts, skipped = [text or MISSING for text in each.texts], record.begun.skipped
    is_rewritten = any(len(change.put) != change.removed or MISSING in change.put for change in changes)
    document = document.with_cells(texts, skipped, ended=0 if is_rewritten else len(record.steps))
    return record.with_document(
        _renumbered(document) if any(change.mark >= 0 for change in changes) else document
    )


def _renumbered(document: Document) -> Document:
    """Return a document whose rows bear the numbers that follow each other."""
    lines = list(document.lines)
    for number, row in enumerate(document.rows, 1):
        if row.number != number:
            lines[row.line - 1] = _NUMBER.sub(str(number), lines[row.line - 1], count=1)
    return document.again(lines, document.ends)
