"""Asking the library for everything that `deduce solve` shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce import (
    Belief,
    Conflicts,
    Log,
    OutOfReachError,
    ProblemError,
    Prover,
    Question,
    Rule,
    chain,
    chain_for,
    confirming_questions,
    conflicts,
    pair_questions,
    rank_questions,
    read_case,
    review,
    suspects,
)
from deduce.casefile.facts import Names, parse_fact
from deduce.problem.weights import exact

if TYPE_CHECKING:
    from deduce import (
        CaseFile,
        Confirmation,
        Lesson,
        Proof,
        Rating,
        Statement,
        Step,
        Suspect,
        World,
    )
    from deduce.belief.belief import EngineName

MOST_CONFLICTS = 10


@dataclass(frozen=True)
class Request:
    """What was asked for; see the options of `deduce solve`."""

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
        ratings: The questions ranked, if asked for.
        lessons: What each entry taught, if asked for.
        worlds: The most probable worlds, if asked for.
        unanswered: The options that could not be answered: no world is left, or nothing was counted.
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
    ratings: list[Rating] | None = None
    lessons: list[Lesson] | None = None
    worlds: list[tuple[World, Fraction]] | None = None
    unanswered: tuple[str, ...] = ()


def find(file: str, request: Request) -> Findings:
    """Read a case file and work out what was asked for.

    Raises:
        DeduceError: If the file or the request is wrong.
    """
    case = read_case(file)
    log = case.log if request.at is None else _first(case.log, request.at)
    names = Names(case.problem)
    assumed = [Rule(f"given: {text}", _fact(text, names, "--given")) for text in request.given]
    if assumed:
        log = log.assuming(*assumed)
    claims = [(text, _fact(text, names, "--why")) for text in request.why]
    exact(request.rate, "--rate", most=1)
    belief = Belief(log, request.engine)
    not_counted = _why_not_counted(belief)
    if belief.is_consistent:
        return _consistent(case, log, belief, request, not_counted, claims)
    found = conflicts(log, MOST_CONFLICTS)
    # Where the rules alone allow no world, no entry is to blame.
    ranking = suspects(log, request.rate) if found[0].entries else []
    return Findings(
        case,
        log,
        belief,
        not_counted,
        found,
        ranking,
        _confirming(case, log, ranking, request.rate),
        unanswered=_asked(request, "why", "steps", "ask", "review", "worlds"),
    )


def _consistent(
    case: CaseFile,
    log: Log,
    belief: Belief,
    request: Request,
    not_counted: str,
    claims: list[tuple[str, Statement]],
) -> Findings:
    """Answer everything that was asked for, as far as it can be without a count."""
    ranking = suspects(log, request.rate) if request.slips and not not_counted else None
    return Findings(
        case,
        log,
        belief,
        not_counted,
        Conflicts((), is_all=True),
        ranking,
        _confirming(case, log, ranking, request.rate),
        [_why(text, claim, log, belief) for text, claim in claims],
        chain(log) if request.steps else None,
        _ratings(case, belief) if request.ask and not not_counted else None,
        _lessons(case, log) if request.review and not not_counted else None,
        belief.most_probable(request.worlds) if request.worlds and not not_counted else None,
        _asked(request, "ask", "slips", "review", "worlds") if not_counted else (),
    )


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


def _ratings(case: CaseFile, belief: Belief) -> list[Rating]:
    return rank_questions(belief, case.questions or pair_questions(belief))


def _lessons(case: CaseFile, log: Log) -> list[Lesson]:
    return review(log, lambda _: case.questions) if case.questions else review(log)


def _confirming(case: CaseFile, log: Log, ranking: list[Suspect] | None, rate: str) -> list[Confirmation]:
    if not ranking:
        return []
    questions: list[Question] | None = list(case.questions) or None
    try:
        return confirming_questions(log, ranking[0].entry.id, questions, rate)
    except OutOfReachError:
        return []
