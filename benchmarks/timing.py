"""Medians, time limits, and the rule that only equal answers are timed."""

from __future__ import annotations

import resource
import signal
import statistics
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from results import Row, Timing

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

__all__ = [
    "FULL",
    "LIMIT",
    "QUICK",
    "Alternative",
    "Effort",
    "Measured",
    "Stopwatch",
    "compared",
    "seconds_each",
]

LIMIT = 20.0
"""How many seconds an alternative has for one answer."""
ROUNDS = 5
"""In how many rounds the repetitions of all sides take turns."""

S_contra = TypeVar("S_contra", contravariant=True)
S = TypeVar("S")


@dataclass(frozen=True)
class Effort:
    """How much time a figure may take.

    Attributes:
        budget: How many seconds one figure's repetitions may take together.
        most: The most repetitions.
        games: How many made-up games there are where the figures depend on the game.
    """

    budget: float
    most: int
    games: int


FULL = Effort(budget=2.0, most=400, games=5)
QUICK = Effort(budget=0.3, most=40, games=2)


class Action(Protocol[S_contra]):
    """Answers the question of a case."""

    def __call__(self, subject: S_contra, /) -> object:
        """Return the answer."""


@dataclass(frozen=True)
class Alternative(Generic[S]):
    """Another way to the same answer.

    Attributes:
        name: The column's heading.
        action: Answers the question.
        package: The module that must be installed, if any.
        refusal: Returns why it cannot finish for a subject, or nothing.
        scale: Returns what the time must be multiplied by, for answers that are only a sample.
        note: What has to be known about the figures.
    """

    name: str
    action: Action[S]
    package: str = ""
    refusal: Callable[[S], str] = lambda _: ""
    scale: Callable[[S], float] = lambda _: 1.0
    note: str = ""


@dataclass(frozen=True)
class Measured(Generic[S]):
    """A case that is to be measured.

    Attributes:
        case: Its name.
        subjects: The games it is measured on; the figure is the median of their medians.
        prepare: Makes what our side works on, new for every repetition and outside of the time.
        ours: Our side's answer.
        agrees: Tells whether an alternative's answer (the last argument) is equal to ours.
        alternatives: The others.
        worlds: Returns the number of worlds of a game, if it counts.
        target: The target in seconds.
        clock: What tells the time; that of the processor where other programs are busy.
    """

    case: str
    subjects: Sequence[S]
    prepare: Callable[[S], object]
    ours: Callable[..., object]
    agrees: Callable[[S, object, object], bool]
    alternatives: Sequence[Alternative[S]]
    worlds: Callable[[S], int] | None = None
    target: float | None = None
    clock: Callable[[], float] = time.perf_counter


def compared(measured: Measured[S], effort: Effort) -> Row:
    """Measure a case, with the repetitions of all sides in turns, so that a busy machine slows all alike.

    An alternative is only timed if all of its answers equal ours.
    """
    refusals = {other.name: _refusal(other, measured) for other in measured.alternatives}
    others = [other for other in measured.alternatives if not refusals[other.name]]
    medians: dict[str, list[float]] = {name: [] for name in ("", *(other.name for other in others))}
    for subject in measured.subjects:
        clocks = [
            _Clock("", partial(measured.ours, subject), partial(measured.prepare, subject), measured.clock)
        ]
        clocks += [
            _Clock(
                other.name,
                partial(other.action, subject),
                clock=measured.clock,
                scale=other.scale(subject),
            )
            for other in others
        ]
        for _ in range(ROUNDS):
            for clock in clocks:
                clock.run(effort.budget / ROUNDS, effort.most // ROUNDS)
        for clock in clocks:
            medians[clock.name].append(clock.median)
    timings = {
        other.name: Timing(None, refusals[other.name])
        if refusals[other.name]
        else _summary(medians[other.name], other.note)
        for other in measured.alternatives
    }
    counts = [measured.worlds(subject) for subject in measured.subjects] if measured.worlds else []
    worlds = (min(counts), max(counts)) if counts else None
    return Row(measured.case, worlds, _summary(medians[""]), timings, measured.target)


def seconds_each(works: Mapping[str, Callable[[], int]], effort: Effort) -> dict[str, float]:
    """Return the median seconds for one unit of some works that are no answers to the same question.

    The works take turns, so that a busy machine slows all alike.

    Args:
        works: By name; each does the same every time, and returns how many units that was.
        effort: How much time each may take.
    """
    units = {name: work() for name, work in works.items()}
    watches = {name: Stopwatch() for name in works}
    spent, number = 0.0, 0
    while number < ROUNDS or (spent < effort.budget * len(works) and number < effort.most):
        spent += sum(watches[name].time(work) for name, work in works.items())
        number += 1
    return {name: watch.median / units[name] for name, watch in watches.items()}


def _refusal(other: Alternative[S], measured: Measured[S]) -> str:
    """Return why there is no figure for an alternative, or nothing; each of its answers is looked at."""
    if other.package and find_spec(other.package) is None:
        return "not installed"
    reasons = [reason for reason in map(other.refusal, measured.subjects) if reason]
    if reasons:
        return max(reasons, key=lambda reason: (len(reason), reason))
    for subject in measured.subjects:
        try:
            # CP-SAT is told the limit itself, so that it ends by itself first.
            with _limited(LIMIT + 1):
                theirs = other.action(subject)
        except ImportError:
            return "not installed"
        except TimeoutError:
            return f"no answer within {LIMIT:.0f} s"
        if not measured.agrees(subject, measured.ours(subject, measured.prepare(subject)), theirs):
            return "its answer is not exact"
    return ""


class _Clock:
    """Times one side on one game.

    Args:
        name: Whose side; ours has none.
        action: What is timed.
        prepare: Makes its argument, outside of the time; without it there is none.
        clock: What tells the time.
        scale: What the time is multiplied by.
    """

    def __init__(
        self,
        name: str,
        action: Callable[..., object],
        prepare: Callable[[], object] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        scale: float = 1.0,
    ) -> None:
        self.name = name
        self._action = action
        self._prepare = prepare
        self._scale = scale
        self._left = 0.0
        self._watch = Stopwatch(clock=clock)

    def run(self, budget: float, most: int) -> None:
        """Repeat the action within a budget, after a warm-up; whoever overdrew it waits for a later round."""
        self._left += budget
        if self._left <= 0:
            return
        seconds = self._once(counts=False)
        if seconds > budget:
            # Nothing that takes so long gains from a warm-up.
            self._watch.note(seconds)
        for _ in range(most):
            if self._left <= 0:
                break
            self._once()
        self._left = min(self._left, 0.0)

    def _once(self, *, counts: bool = True) -> float:
        work = () if self._prepare is None else (self._prepare(),)
        seconds = self._watch.time(self._action, *work, counts=counts)
        self._left -= seconds
        return seconds

    @property
    def median(self) -> float:
        """The median in seconds."""
        return self._watch.median * self._scale


class Stopwatch:
    """Takes times, and notices when the system gave the processor to another program in between.

    Args:
        who: Whose interruptions count, as for `resource.getrusage`.
        clock: What tells the time.
    """

    def __init__(
        self, who: int = resource.RUSAGE_SELF, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._who = who
        self._clock = clock
        self._whole: list[float] = []
        self._interrupted: list[float] = []

    def time(self, action: Callable[..., object], *arguments: object, counts: bool = True) -> float:
        """Run an action, and return how many seconds it took."""
        before = resource.getrusage(self._who).ru_nivcsw
        begin = self._clock()
        action(*arguments)
        seconds = self._clock() - begin
        if counts:
            self.note(seconds, interrupted=resource.getrusage(self._who).ru_nivcsw > before)
        return seconds

    def note(self, seconds: float, *, interrupted: bool = False) -> None:
        """Add a time."""
        (self._interrupted if interrupted else self._whole).append(seconds)

    @property
    def median(self) -> float:
        """The median of the times without interruption if there are three of them, or else of all."""
        enough = len(self._whole) >= 3
        return statistics.median(self._whole if enough else self._whole + self._interrupted)


def _summary(medians: list[float], note: str = "") -> Timing:
    worst = max(medians) if len(medians) > 1 else None
    return Timing(statistics.median(medians), note, worst)


@contextmanager
def _limited(seconds: float) -> Generator[None, None, None]:
    """Interrupt whatever takes longer; a solver's own code is interrupted once it returns."""

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
