"""Exact deduction for games with hidden information.

The folders follow the data: a `Problem` says what is unknown, a `Log` what was heard, a `Belief` what follows
from it, proofs say why, and questions what to ask next.

Examples:
    >>> from deduce import Belief, Log, Problem, fact, prove
    >>> pieces = Problem.one_to_one("ACE", ["Rocket", "King", "Crab"], title="three pieces")
    >>> log = Log(pieces)
    >>> log = log.append(~fact("A", "Rocket"), "A forward 4: no")
    >>> log = log.append(~fact("C", "Rocket"), "C forward 4: no")
    >>> belief = Belief(log)
    >>> belief.count
    2
    >>> belief.probability("A", "King")
    Fraction(1, 2)
    >>> print(prove(log, "E", "Rocket"))
    Entries 1 and 2 rule out Rocket for all but E, so E is Rocket.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deduce.lazy import lazy_names

if TYPE_CHECKING:
    from deduce.belief.belief import Belief, Probabilities, World
    from deduce.casefile.reader import CaseFile, parse_case, read_case
    from deduce.errors import (
        CaseFileError,
        ContradictionError,
        DeduceError,
        EvidenceError,
        OutOfReachError,
        ProblemError,
        QuestionError,
    )
    from deduce.evidence.log import Entry, Likelihood, Log
    from deduce.evidence.models import HONEST, LIAR, AnswerModel, slips
    from deduce.problem.chances import drawn, weighted
    from deduce.problem.formulas import iff, same, says, xor
    from deduce.problem.problem import Problem, Rule
    from deduce.problem.regions import around, beside, connected
    from deduce.problem.runs import runs
    from deduce.problem.statements import (
        Statement,
        all_different,
        all_of,
        among,
        any_of,
        at_least,
        at_most,
        exactly,
        fact,
        implies,
        none_of,
        table,
        where,
    )
    from deduce.problem.terms import (
        Term,
        at,
        between,
        distance,
        how_many,
        left_of,
        max_of,
        min_of,
        next_to,
        number,
        sum_of,
        term,
        terms,
    )
    from deduce.progress import SoFar
    from deduce.proof.chain import Step, chain, chain_for, next_step
    from deduce.proof.checker import is_proved
    from deduce.proof.claims import Claim, Confinement, Proof
    from deduce.proof.conflicts import Conflict, Conflicts, conflicts
    from deduce.proof.grade import Grade, grade
    from deduce.proof.prover import Prover, claims_of, prove
    from deduce.proof.slips import SlipModel, Suspect, suspects
    from deduce.question.confirm import Confirmation, confirming_questions
    from deduce.question.question import Question, pair_questions
    from deduce.question.rating import Rating, rank_questions
    from deduce.question.review import Lesson, review

__all__ = [
    "HONEST",
    "LIAR",
    "AnswerModel",
    "Belief",
    "CaseFile",
    "CaseFileError",
    "Claim",
    "Confinement",
    "Confirmation",
    "Conflict",
    "Conflicts",
    "ContradictionError",
    "DeduceError",
    "Entry",
    "EvidenceError",
    "Grade",
    "Lesson",
    "Likelihood",
    "Log",
    "OutOfReachError",
    "Probabilities",
    "Problem",
    "ProblemError",
    "Proof",
    "Prover",
    "Question",
    "QuestionError",
    "Rating",
    "Rule",
    "SlipModel",
    "SoFar",
    "Statement",
    "Step",
    "Suspect",
    "Term",
    "World",
    "all_different",
    "all_of",
    "among",
    "any_of",
    "around",
    "at",
    "at_least",
    "at_most",
    "beside",
    "between",
    "chain",
    "chain_for",
    "claims_of",
    "confirming_questions",
    "conflicts",
    "connected",
    "distance",
    "drawn",
    "exactly",
    "fact",
    "grade",
    "how_many",
    "iff",
    "implies",
    "is_proved",
    "left_of",
    "max_of",
    "min_of",
    "next_step",
    "next_to",
    "none_of",
    "number",
    "pair_questions",
    "parse_case",
    "prove",
    "rank_questions",
    "read_case",
    "review",
    "runs",
    "same",
    "says",
    "slips",
    "sum_of",
    "suspects",
    "table",
    "term",
    "terms",
    "weighted",
    "where",
    "xor",
]

_HOMES = {
    "deduce.belief.belief": (
        "Belief",
        "Probabilities",
        "World",
    ),
    "deduce.casefile.reader": (
        "CaseFile",
        "parse_case",
        "read_case",
    ),
    "deduce.errors": (
        "CaseFileError",
        "ContradictionError",
        "DeduceError",
        "EvidenceError",
        "OutOfReachError",
        "ProblemError",
        "QuestionError",
    ),
    "deduce.evidence.log": (
        "Entry",
        "Likelihood",
        "Log",
    ),
    "deduce.evidence.models": (
        "HONEST",
        "LIAR",
        "AnswerModel",
        "slips",
    ),
    "deduce.problem.chances": (
        "drawn",
        "weighted",
    ),
    "deduce.problem.formulas": (
        "iff",
        "same",
        "says",
        "xor",
    ),
    "deduce.problem.problem": (
        "Problem",
        "Rule",
    ),
    "deduce.problem.runs": ("runs",),
    "deduce.problem.regions": (
        "around",
        "beside",
        "connected",
    ),
    "deduce.problem.statements": (
        "Statement",
        "all_different",
        "all_of",
        "among",
        "any_of",
        "at_least",
        "at_most",
        "exactly",
        "fact",
        "implies",
        "none_of",
        "table",
        "where",
    ),
    "deduce.problem.terms": (
        "Term",
        "at",
        "between",
        "distance",
        "how_many",
        "left_of",
        "max_of",
        "min_of",
        "next_to",
        "number",
        "sum_of",
        "term",
        "terms",
    ),
    "deduce.progress": ("SoFar",),
    "deduce.proof.chain": (
        "Step",
        "chain",
        "chain_for",
        "next_step",
    ),
    "deduce.proof.checker": ("is_proved",),
    "deduce.proof.claims": (
        "Claim",
        "Confinement",
        "Proof",
    ),
    "deduce.proof.conflicts": (
        "Conflict",
        "Conflicts",
        "conflicts",
    ),
    "deduce.proof.grade": (
        "Grade",
        "grade",
    ),
    "deduce.proof.prover": (
        "Prover",
        "claims_of",
        "prove",
    ),
    "deduce.proof.slips": (
        "SlipModel",
        "Suspect",
        "suspects",
    ),
    "deduce.question.confirm": (
        "Confirmation",
        "confirming_questions",
    ),
    "deduce.question.question": (
        "Question",
        "pair_questions",
    ),
    "deduce.question.rating": (
        "Rating",
        "rank_questions",
    ),
    "deduce.question.review": (
        "Lesson",
        "review",
    ),
}
__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(__name__, _HOMES)
