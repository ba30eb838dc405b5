"""Asking the library for everything that `deduce solve` shows."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from deduce import (
    Belief,
    Conflicts,
    Log,
    OutOfReachError,
    ProblemError,
    Prover,
    Rule,
    chain,
    chain_for,
    confirming_questions,
    conflicts,
    grade,
    pair_questions,
    rank_questions,
    review,
    suspects,
)
from deduce.belief.propagation import left_by_single_statements
from deduce.belief.situation import Situation
from deduce.casefile.facts import Names, parse_fact
from deduce.errors import shortened
from deduce.problem.weights import exact

from .cases import case_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from deduce import (
        CaseFile,
        Confirmation,
        Conflict,
        Grade,
        Lesson,
        Proof,
        Rating,
        SoFar,
        Statement,
        Step,
        Suspect,
        World,
    )
    from deduce.belief.belief import EngineName
    from deduce.problem.statements import Unknown, Value
    from deduce.progress import Progress

MOST_SECONDS = 30.0
"""How long the worlds may be counted; most of what is out of reach is given up much sooner."""
MOST_CONFLICTS = 10
MOST_SETTLED = 10
"""For how many questions it is worked out what their answers would settle, unless everything is shown."""

Watch: TypeAlias = "Callable[[str], AbstractContextManager[Callable[[float], None] | None]]"
"""What shows that something is going on, and yields what is told which part is done; see `output.working`."""
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Request:
    """What was asked for; see the options of `deduce solve`.

    Attributes:
        everything: Whether all that is found is shown, and not only the best of it.
    """

    at: int | None = None
    given: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    steps: bool = False
    ask: bool = False
    slips: bool = False
    review: bool = False
    rate: str = "0.01"
    worlds: int = 0
    engine: EngineName = "auto"
    everything: bool = False


@dataclass(frozen=True)
class Why:
    """The answer to one --why.

    Attributes:
        asked: What was asked.
        proof: The smallest proof; None if there is nothing to prove.
        steps: The same in small steps.
        answer: Why there is no proof.
    """

    asked: str
    proof: Proof | None
    steps: list[Step]
    answer: str = ""


@dataclass(frozen=True)
class Findings:
    """Everything that is shown.

    Attributes:
        case: The case file.
        log: The log as it was asked for.
        belief: What follows from it.
        not_counted: Why there are no numbers; empty if there are.
        conflicts: What cannot all be true, in a contradiction.
        suspects: The entries by how likely they are slips, if asked for or in a contradiction.
        confirming: The questions that would tell most about the first suspect.
        why: The answers to --why.
        steps: The whole chain, if asked for.
        grade: How hard it is to find what the chain shows; None if it shows nothing, or that is out of reach.
        ratings: The questions ranked, if asked for.
        settled: For the first of them, what would become certain by each answer.
        lessons: What each entry taught, if asked for.
        worlds: The most probable worlds, if asked for.
        unanswered: The options that could not be answered: no world is left, or nothing was counted.
        stopped: What was stopped by Ctrl-C, as the document calls it; what was found until then is here.
    """

    case: CaseFile
    log: Log
    belief: Belief
    not_counted: str
    conflicts: Conflicts
    suspects: list[Suspect] | None = None
    confirming: list[Confirmation] = field(default_factory=list)
    why: list[Why] = field(default_factory=list)
    steps: list[Step] | None = None
    grade: Grade | None = None
    ratings: list[Rating] | None = None
    settled: list[dict[str, dict[Unknown, Value]]] = field(default_factory=list)
    lessons: list[Lesson] | None = None
    worlds: list[tuple[World, Fraction]] | None = None
    unanswered: tuple[str, ...] = ()
    stopped: tuple[str, ...] = ()


class StoppedEarly(KeyboardInterrupt):
    """Ctrl-C came before it was known what follows from the log.

    Attributes:
        left: What single statements leave to each unknown; more may be impossible.
    """

    def __init__(self, left: dict[Unknown, tuple[Value, ...]]) -> None:
        super().__init__()
        self.left = left


def find(
    file: str,
    request: Request,
    watch: Watch = lambda _: contextlib.nullcontext(),
    known: Callable[[Findings], None] = lambda _: None,
) -> Findings:
    """Read a case file and work out what was asked for.

    What follows from the log is worked out first. When Ctrl-C stops what comes after it, what was found until
    then is returned.

    Args:
        file: The case file.
        request: What was asked for.
        watch: Shows what is going on.
        known: Is told what follows from the log, before anything else is worked out.

    Raises:
        DeduceError: If the file or the request is wrong.
        StoppedEarly: If Ctrl-C came while the worlds were counted.
        KeyboardInterrupt: If it came before that.
    """
    with watch("Reading the case"):
        case = case_at(file)
        log = case.log if request.at is None else _first(case.log, request.at)
        names = Names(case.problem)
        assumed = [Rule(f"given: {text}", _fact(text, names, "--given")) for text in request.given]
        if assumed:
            log = log.assuming(*assumed)
        claims = [(text, _fact(text, names, "--why")) for text in request.why]
        exact(request.rate, "--rate", most=1)
    try:
        with watch("Counting the worlds"):
            belief = Belief(log, request.engine, most_seconds=MOST_SECONDS)
            not_counted = _why_not_counted(belief)
            if belief.is_consistent and not not_counted:
                _ = belief.bits, belief.possible
    except KeyboardInterrupt:
        left = left_by_single_statements(Situation.of(log))
        raise StoppedEarly({unknown: left[unknown] for unknown in log.problem.shown}) from None
    findings = Findings(case, log, belief, not_counted, Conflicts((), is_all=True))
    known(findings)
    search = _Search(findings, request, watch)
    return search.consistent(claims) if belief.is_consistent else search.contradiction()


class _Search:
    """Works out what was asked for, one after the other, and can be stopped at any time.

    Args:
        findings: What is known from the start.
        request: What was asked for.
        watch: Shows what is going on.
    """

    def __init__(self, findings: Findings, request: Request, watch: Watch) -> None:
        self.findings = findings
        self.request = request
        self._watch = watch
        self._so_far: Callable[[], Findings] | None = None

    def contradiction(self) -> Findings:
        """Say what cannot all be true, and which entry may be wrong."""
        request = self.request
        self._note(
            conflicts=Conflicts((), is_all=False),
            unanswered=_asked(request, "why", "steps", "ask", "review", "worlds"),
        )
        return self._all(
            {"conflicts": self._conflicts, "suspects": self._suspects, "confirming": self._confirming}
        )

    def consistent(self, claims: list[tuple[str, Statement]]) -> Findings:
        """Answer everything that was asked for, as far as it can be without a count."""
        request = self.request
        if self.findings.not_counted:
            self._note(unanswered=_asked(request, "ask", "slips", "review", "worlds"))
        wanted: dict[str, tuple[object, Callable[[], None]]] = {
            "why": (request.why, lambda: self._why(claims)),
            "steps": (request.steps, self._steps),
            "grade": (request.steps, self._grade),
            "questions": (request.ask, self._questions),
            "suspects": (request.slips, self._suspects),
            "confirming": (request.slips, self._confirming),
            "review": (request.review, self._review),
            "most_probable": (request.worlds, self._worlds),
        }
        uncounted = ("why", "steps", "grade")
        return self._all(
            {
                name: search
                for name, (asked, search) in wanted.items()
                if asked and (name in uncounted or not self.findings.not_counted)
            }
        )

    def _all(self, searches: Mapping[str, Callable[[], None]]) -> Findings:
        """Do everything in turn, until Ctrl-C stops it."""
        left = list(searches)
        try:
            while left:
                searches[left[0]]()
                self._so_far = None
                del left[0]
        except KeyboardInterrupt:
            if self._so_far is not None:
                self.findings = self._so_far()
            self._note(stopped=tuple(left))
        return self.findings

    def _note(self, **found: Any) -> None:  # noqa: ANN401 - the fields of the findings
        self.findings = replace(self.findings, **found)

    @contextlib.contextmanager
    def _noting(
        self, label: str, note: Callable[[list[_Found]], dict[str, Any]]
    ) -> Iterator[Progress[_Found]]:
        """Show what is being done, and keep what it has found so far.

        Args:
            label: What is being done.
            note: What becomes of the findings by that.
        """
        with self._watch(label) as told:

            def progress(so_far: SoFar[_Found]) -> None:
                self._so_far = lambda: replace(self.findings, **note(so_far.found))
                if told is not None:
                    told(so_far.done)

            yield progress

    def _conflicts(self) -> None:
        def note(found: list[Conflict]) -> dict[str, Any]:
            return {"conflicts": Conflicts(tuple(found), is_all=False)}

        with self._noting("Looking for what contradicts each other", note) as progress:
            self._note(conflicts=conflicts(self.findings.log, MOST_CONFLICTS, progress=progress))

    def _suspects(self) -> None:
        def note(found: list[Suspect]) -> dict[str, Any]:
            return {"suspects": _nearest(found, contradicting)}

        contradicting = self.findings.conflicts.found
        if contradicting and not contradicting[0].entries:
            # Where the rules alone allow no world, no entry is to blame.
            self._note(suspects=[])
            return
        with self._noting("Looking for slips", note) as progress:
            self._note(**note(suspects(self.findings.log, self.request.rate, progress=progress)))

    def _confirming(self) -> None:
        def note(found: list[Confirmation]) -> dict[str, Any]:
            return {"confirming": found}

        ranking = self.findings.suspects
        if not ranking or ranking[0].probability is None:
            # Where that is out of reach, what an answer would tell about it is too.
            return
        log, questions = self.findings.log, list(self.findings.case.questions) or None
        with (
            self._noting("Looking for what to ask about the slip", note) as progress,
            contextlib.suppress(OutOfReachError),
        ):
            found = confirming_questions(
                log, ranking[0].entry.id, questions, self.request.rate, progress=progress
            )
            self._note(confirming=found)

    def _why(self, claims: list[tuple[str, Statement]]) -> None:
        for text, claim in claims:
            with self._watch(f"Proving {shortened(text)}"):
                found = _why(text, claim, self.findings.log, self.findings.belief)
            self._note(why=[*self.findings.why, found])

    def _steps(self) -> None:
        def note(found: list[Step]) -> dict[str, Any]:
            return {"steps": found}

        with self._noting("Explaining step by step", note) as progress:
            self._note(steps=chain(self.findings.log, progress=progress))

    def _grade(self) -> None:
        if not self.findings.steps:
            return
        header = self.findings.case.puzzle
        with self._watch("Grading the steps"), contextlib.suppress(OutOfReachError):
            self._note(grade=grade(self.findings.log, header.asks if header else None))

    def _questions(self) -> None:
        def note(found: list[Rating]) -> dict[str, Any]:
            return {"ratings": found}

        case, belief = self.findings.case, self.findings.belief
        with self._noting("Rating the questions", note) as progress:
            ratings = rank_questions(belief, case.questions or pair_questions(belief), progress=progress)
            self._note(ratings=ratings)
        shown = ratings if self.request.everything else ratings[:MOST_SETTLED]
        with self._watch("Working out what each answer would settle") as told:
            settled: list[dict[str, dict[Unknown, Value]]] = []
            self._so_far = lambda: replace(self.findings, settled=settled)
            for number, rating in enumerate(shown, 1):
                settled.append(rating.settles)
                if told is not None:
                    told(number / len(shown))
            self._note(settled=settled)

    def _review(self) -> None:
        def note(found: list[Lesson]) -> dict[str, Any]:
            return {"lessons": found}

        case, log = self.findings.case, self.findings.log
        with self._noting("Reviewing the entries", note) as progress:
            if case.questions:
                self._note(lessons=review(log, lambda _: case.questions, progress=progress))
            else:
                self._note(lessons=review(log, progress=progress))

    def _worlds(self) -> None:
        def note(found: list[tuple[World, Fraction]]) -> dict[str, Any]:
            return {"worlds": found}

        with self._noting("Listing the most probable worlds", note) as progress:
            self._note(worlds=self.findings.belief.most_probable(self.request.worlds, progress=progress))


def _asked(request: Request, *options: str) -> tuple[str, ...]:
    """Return which of some options were given."""
    return tuple(f"--{option}" for option in options if getattr(request, option))


def _first(log: Log, count: int) -> Log:
    if not 0 <= count <= len(log):
        message = f"--at {count}: the log has {len(log)} entries; give a number from 0 to {len(log)}"
        raise ProblemError(message)
    return log.at(count)


def _fact(text: str, names: Names, option: str) -> Statement:
    try:
        return parse_fact(text, names)
    except ProblemError as error:
        message = f"{option}: {error}"
        raise ProblemError(message) from None


def _why_not_counted(belief: Belief) -> str:
    try:
        _ = belief.count
    except OutOfReachError as error:
        return str(error)
    return ""


def _why(text: str, claim: Statement, log: Log, belief: Belief) -> Why:
    """Prove what was asked, or the opposite, or say that it is open."""
    (unknown,) = claim.scope
    pairs = list(claim.facts())
    if len(pairs) != 1:
        return Why(text, None, [], f"Ask about one value at a time: {unknown} is ..., not {text!r}.")
    value = pairs[0][1]
    possible = belief.possible[unknown]
    if value in possible and len(possible) > 1:
        return Why(text, None, [], f"{unknown} may or may not be {value}; nothing settles it yet.")
    proof = Prover(log, belief).proof(unknown, value)
    return Why(text, proof, chain_for(proof, log))


def _nearest(found: list[Suspect], contradicting: Sequence[Conflict]) -> list[Suspect]:
    """Return suspects in their order, but those of the first conflicts first.

    An entry that alone would mend everything is in all of them and stays in front; of the others it may not
    be known how many worlds they would leave.
    """
    of_entry: dict[str, int] = {}
    for number, conflict in enumerate(contradicting):
        for each in conflict.ids:
            of_entry.setdefault(each, number)
    return sorted(found, key=lambda suspect: of_entry.get(suspect.entry.id, len(contradicting)))
