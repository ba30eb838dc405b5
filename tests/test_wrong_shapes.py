"""Wrong shapes: whatever is given to a public function, what comes is an answer or a sentence of ours."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

import deduce
from deduce import (
    AnswerModel,
    Belief,
    Log,
    Problem,
    Prover,
    Question,
    Rule,
    SlipModel,
    Statement,
    Term,
    fact,
    prove,
)

PIECES = Problem.one_to_one("ABC", ["rook", "king", "crab"])
LOG = Log(PIECES).append(~fact("A", "rook"), "no").append(~fact("B", "rook"), "no")
BELIEF = Belief(LOG)
NUMBERS = Problem(dict.fromkeys("xyz", (0, 1, 2)))
YES = fact("A", "king")
QUESTION = Question.yes_no(YES)

GARBAGE: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "false": False,
    "a whole number": 4,
    "a negative number": -1,
    "a float": 2.5,
    "no number": float("nan"),
    "a text": "rook",
    "an empty text": "",
    "bytes": b"A",
    "an empty list": [],
    "a list of lists": [["A"]],
    "a list of nothing": [None],
    "a list of numbers": [1, 2],
    "a list of texts": ["A", "B"],
    "a tuple": ("A", "rook"),
    "an empty mapping": {},
    "a mapping": {"A": 1},
    "a mapping of mappings": {"A": {"rook": "x"}},
    "a mapping of lists": {"A": [[1]]},
    "a set": {"A"},
    "an object": object(),
    "a type": int,
    "a function": lambda: 1 / 0,
    "a statement": YES,
    "a statement on others": fact("Q", 1),
    "a list of statements": [YES, ~YES],
    "a problem": NUMBERS,
    "a log": Log(NUMBERS),
    "a belief": Belief(Log(NUMBERS)),
    "a question": Question.yes_no(fact("x", 1)),
    "a term": deduce.term("x"),
    "a fraction": Fraction(1, 3),
}
ABOUT: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    # Each public function with arguments that are right; one at a time is replaced by something else.
    "Problem": (Problem, ({"A": [1, 2]}, [fact("A", 1)]), {"priors": {"A": {1: 2}}}),
    "Problem.one_to_one": (Problem.one_to_one, ("AB", [1, 2], [fact("A", 1)]), {"priors": {"A": {1: 2}}}),
    "Problem.deal": (Problem.deal, ({"R": 3}, {"Ann": 2}), {}),
    "Problem.facts": (Problem.facts, (["Ann did it", "Ben did it"],), {}),
    "Log": (Log, (PIECES,), {}),
    "Log.append": (Log(PIECES).append, (YES, "words"), {"id": "x", "model": AnswerModel("m", 1, "1/2")}),
    "Log.append weights": (lambda weights: Log(PIECES).append(weights=weights), ({"A": {"rook": 2}},), {}),
    "Log.insert": (LOG.insert, (0, YES), {}),
    "Log.extended": (LOG.extended, ([],), {}),
    "Log.edit": (LOG.edit, ("1", YES, "words"), {}),
    "Log.retract": (LOG.retract, ("1",), {}),
    "Log.reverse": (LOG.reverse, ("1",), {}),
    "Log.keep": (LOG.keep, ("1",), {}),
    "Log.assuming": (LOG.assuming, (YES,), {}),
    "Log.at": (LOG.at, (1,), {}),
    "Log.entry": (LOG.entry, ("1",), {}),
    "Log[]": (LOG.__getitem__, (0,), {}),
    "Belief": (Belief, (LOG, "auto"), {"most_nodes": 1000, "most_seconds": 1.0}),
    "Belief.probability": (BELIEF.probability, ("A", "king"), {}),
    "Belief.probability_of": (BELIEF.probability_of, (YES,), {}),
    "Belief.given": (BELIEF.given, (YES,), {}),
    "Belief.world": (BELIEF.world, (0,), {}),
    "Belief.sample": (BELIEF.sample, (1, 1), {}),
    "Belief.most_probable": (BELIEF.most_probable, (1,), {}),
    "Belief.possible[]": (BELIEF.possible.__getitem__, ("A",), {}),
    "Belief.certain[]": (BELIEF.certain.__getitem__, ("C",), {}),
    "Belief.probabilities[]": (BELIEF.probabilities.__getitem__, ("A",), {}),
    "World[]": (BELIEF.world(0).__getitem__, ("A",), {}),
    "AnswerModel": (AnswerModel, ("m", 1, "1/2", {"rook": "1/2"}), {}),
    "AnswerModel by another": (
        lambda depends_on, by_value: Log(PIECES).append(
            YES, model=AnswerModel("m", depends_on=depends_on, by_value=by_value)
        ),
        ("B", {"rook": AnswerModel("liar", 0, 1)}),
        {},
    ),
    "Question": (Question, ("text", {"yes": YES, "no": ~YES}), {}),
    "Question.yes_no": (Question.yes_no, (YES, "text"), {"wrong": "1/10"}),
    "Question.value_of": (Question.value_of, (PIECES, "A"), {}),
    "Question.by": (Question.by, (PIECES, lambda a: a, ["A"], "text"), {}),
    "Question.answers[]": (QUESTION.answers.__getitem__, ("yes",), {}),
    "Rule": (Rule, ("name", YES), {}),
    "Prover": (Prover, (LOG, BELIEF), {}),
    "Prover.proof": (Prover(LOG).proof, ("C", "rook"), {}),
    "SlipModel": (SlipModel, (LOG, "1/100"), {}),
    "all_different": (deduce.all_different, (["A", "B"], "words"), {}),
    "all_of": (deduce.all_of, (YES, YES), {}),
    "among": (deduce.among, ("A", ["king"]), {}),
    "any_of": (deduce.any_of, (YES, YES), {}),
    "around": (deduce.around, ((1, 1),), {}),
    "at": (deduce.at, ([1, 2, 3], "x"), {}),
    "at_least": (deduce.at_least, (1, [YES, fact("B", "king")]), {}),
    "at_most": (deduce.at_most, (1, [YES, fact("B", "king")]), {}),
    "beside": (deduce.beside, ((1, 1),), {}),
    "between": (deduce.between, ("x", "y", "z"), {}),
    "chain": (deduce.chain, (LOG,), {}),
    "chain_for": (deduce.chain_for, (prove(LOG, "C", "rook"), LOG), {}),
    "claims_of": (deduce.claims_of, (BELIEF,), {}),
    "confirming_questions": (deduce.confirming_questions, (LOG, "1", [QUESTION], "1/100"), {}),
    "conflicts": (deduce.conflicts, (LOG, 10), {"most_effort": 1000}),
    "connected": (deduce.connected, ([(0, 0), (0, 1)], 1), {}),
    "distance": (deduce.distance, ("x", "y"), {}),
    "drawn": (deduce.drawn, (["A"], {"king": 2}), {}),
    "exactly": (deduce.exactly, (1, [YES, fact("B", "king")]), {}),
    "fact": (deduce.fact, ("A", "king"), {}),
    "grade": (deduce.grade, (LOG, ["A"]), {}),
    "how_many": (deduce.how_many, ([YES],), {}),
    "iff": (deduce.iff, (YES, fact("B", "king")), {}),
    "implies": (deduce.implies, (YES, fact("B", "king")), {}),
    "is_proved": (deduce.is_proved, (PIECES, prove(LOG, "C", "rook")), {}),
    "left_of": (deduce.left_of, ("x", "y"), {"by": 1}),
    "max_of": (deduce.max_of, (["x", "y"],), {}),
    "min_of": (deduce.min_of, (["x", "y"],), {}),
    "next_step": (deduce.next_step, (LOG, {"A": ["king"]}), {}),
    "next_to": (deduce.next_to, ("x", "y"), {}),
    "none_of": (deduce.none_of, (YES, YES), {}),
    "number": (deduce.number, ("x", "y"), {"base": 10}),
    "pair_questions": (deduce.pair_questions, (BELIEF,), {}),
    "parse_case": (deduce.parse_case, ('[[unknowns]]\nnames = ["A"]\nvalues = [1]',), {}),
    "prove": (deduce.prove, (LOG, "C", "rook"), {}),
    "rank_questions": (deduce.rank_questions, (BELIEF, [QUESTION]), {}),
    "read_case": (deduce.read_case, ("nowhere.toml",), {}),
    "review": (deduce.review, (LOG,), {}),
    "runs": (deduce.runs, (["x", "y"], 1, [1]), {}),
    "same": (deduce.same, ("x", "y"), {}),
    "says": (deduce.says, ("A", YES), {"honest": "king", "liar": "crab"}),
    "slips": (deduce.slips, ("1/100",), {}),
    "sum_of": (deduce.sum_of, (["x", "y"],), {}),
    "suspects": (deduce.suspects, (LOG, "1/100"), {"most_effort": 1000}),
    "table": (deduce.table, (["A", "B"], [("king", "rook")]), {}),
    "term": (deduce.term, ("x",), {}),
    "terms": (deduce.terms, (["x", "y"],), {}),
    "weighted": (deduce.weighted, (["A"], {("king",): 2}), {}),
    "where": (deduce.where, (str.isalpha, ["A"]), {}),
    "xor": (deduce.xor, (YES, fact("B", "king")), {}),
}
FOUND = {
    # What is only found or raised, and made by nobody else.
    *("HONEST", "LIAR", "CaseFile", "Claim", "Confinement", "Confirmation", "Conflict", "Conflicts", "Entry"),
    *("Grade", "Lesson", "Likelihood", "Probabilities", "Proof", "Rating", "SoFar", "Statement", "Step"),
    *("Suspect", "Term", "World"),
}


def test_every_public_callable_is_tried() -> None:
    """No public name is left out."""
    errors = {name for name in deduce.__all__ if name.endswith("Error")}
    assert {name.split(".")[0].split("[")[0].split(" ")[0] for name in ABOUT} | FOUND | errors >= set(
        deduce.__all__
    )


def calls(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every call with one argument that is replaced."""
    function, args, named = ABOUT[name]
    for what, garbage in GARBAGE.items():
        for place in range(len(args)):
            changed = (*args[:place], garbage, *args[place + 1 :])
            yield f"{what} as argument {place + 1}", lambda changed=changed: function(*changed, **named)
        for key in named:
            options = {**named, key: garbage}
            yield f"{what} as {key}", lambda options=options: function(*args, **options)


def raised_by_us(error: BaseException) -> bool:
    """Whether an error is raised on purpose: by a line of ours that says so, in a sentence."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return "/deduce/" in frame.filename and (frame.line or "").startswith("raise") and " " in str(error)


def used(result: object) -> None:
    """Do with a result what one does with it."""
    if isinstance(result, Statement):
        # One of these two problems has the right unknowns.
        first = NUMBERS if result.scope <= set(NUMBERS.unknowns) else PIECES
        assert Belief(Log(first).append(result)).count >= 0
    elif isinstance(result, Term):
        used(result == 1)
    elif isinstance(result, Question):
        result.check(PIECES)
    elif isinstance(result, Belief):
        assert result.count >= 0


@pytest.mark.parametrize("name", ABOUT)
def test_wrong_shapes_are_told(name: str) -> None:
    """What is raised is a `DeduceError`, or a TypeError, ValueError or IndexError in our words."""
    raw = []
    for what, call in calls(name):
        try:
            used(call())
        except Exception as error:  # noqa: BLE001 - that is the question
            if not isinstance(error, TypeError | ValueError | IndexError) or not raised_by_us(error):
                raw.append(f"{name}, {what}: {type(error).__name__}: {error}")
    assert raw == []


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: Problem(["a"], [1]),  # type: ignore[arg-type]
            "the unknowns must be a mapping, not ['a']; write for example Problem({'A': ['rook', 'king']})",
        ),
        (
            lambda: deduce.where("a < b"),  # type: ignore[arg-type]
            (
                "where needs a function and the names of its unknowns, not the text 'a < b'; "
                'write for example where(lambda a, b: a < b, ["fox", "horse"]) '
                "(conditions as text belong in case files)"
            ),
        ),
        (
            lambda: LOG.append(fact("A", "rook") == fact("B", "king")),  # type: ignore[arg-type]
            (
                "entry 3: False is not a statement: Python compares facts itself; where == was meant to say "
                "that two of them are both true or both false, write iff(first, second)"
            ),
        ),
        (
            lambda: Log(NUMBERS).append(fact("x", "1")),
            "entry 1: 'x' has no value '1'; did you mean the number 1 instead of the text?",
        ),
        (
            lambda: Log(Problem({"x": ["1", "2"]})).append(fact("x", 1)),
            "entry 1: 'x' has no value 1; did you mean the text '1' instead of the number?",
        ),
        (
            lambda: Log(Problem({1: ["a", "b"]})).append(fact("1", "a")),
            "entry 1: there is no unknown '1'; did you mean the number 1 instead of the text?",
        ),
        (lambda: BELIEF.possible[4], "there is no unknown 4; known are: A, B, C"),  # type: ignore[index]
        (lambda: BELIEF.world(0)["D"], "there is no unknown 'D'; known are: A, B, C"),
        (lambda: BELIEF.certain["A"], "it is not certain what is 'A'; known are: C"),
        (lambda: QUESTION.answers["maybe"], "there is no answer 'maybe'; did you mean 'yes'?"),
        (
            lambda: fact(["A"], "rook"),  # type: ignore[arg-type]
            "['A'] cannot be an unknown; texts, numbers and tuples of these can",
        ),
        (
            lambda: deduce.chain(PIECES),  # type: ignore[arg-type]
            (
                "a chain needs a Log, not Problem(3 unknowns, 3 values, one-to-...; write for example "
                "chain(Log(problem))"
            ),
        ),
    ],
)
def test_what_is_said(call: Callable[[], object], sentence: str) -> None:
    """Each says what was wrong, and what to write."""
    with pytest.raises((TypeError, ValueError)) as told:
        call()
    assert sentence in str(told.value)


def test_statements_one_by_one_or_in_one_list() -> None:
    """All functions that combine statements take them in both ways, the list being anything with items."""
    first, second = fact("A", "rook"), fact("B", "king")
    for combine in (deduce.any_of, deduce.all_of, deduce.none_of):
        assert combine(first, second) == combine([first, second]) == combine(iter((first, second)))
        assert combine(first) == combine([first])
        assert combine() == combine([])
    for count in (deduce.exactly, deduce.at_least, deduce.at_most):
        assert count(1, first, second) == count(1, [first, second]) == count(1, {first: 1, second: 2})
        assert count(1, first) == count(1, [first])


def test_mappings_by_name_behave_as_mappings() -> None:
    """What says more about a missing name is otherwise an ordinary mapping."""
    assert BELIEF.possible == {"A": ("king", "crab"), "B": ("king", "crab"), "C": ("rook",)}
    assert BELIEF.possible.get("D") is None
    assert "D" not in BELIEF.world(0)
    assert BELIEF.world(0).get("D") is None
    assert BELIEF.probabilities.get("D") is None
    assert repr(BELIEF.certain) == "{'C': 'rook'}"
    with pytest.raises(KeyError):
        BELIEF.possible["D"]
    assert pickle.loads(pickle.dumps(BELIEF.possible)) == BELIEF.possible  # noqa: S301 - our own bytes
