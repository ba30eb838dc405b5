"""What questions are worth, against brute force over the worlds."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import mutual_information, weighted_worlds
from deduce import (
    Belief,
    Log,
    Problem,
    Question,
    QuestionError,
    fact,
    pair_questions,
    rank_questions,
    review,
)
from strategies import consistent, facts, general_logs, one_to_one_logs, statements


@st.composite
def asked(draw: st.DrawFn, problem: Problem) -> Question:
    """Any question about a problem."""
    kind = draw(st.sampled_from(["fact", "fact", "any", "value", "by", "noisy"]))
    text = f"question {draw(st.integers(0, 10**6))}"
    unknown = draw(st.sampled_from(problem.unknowns))
    if kind == "value":
        return Question.value_of(problem, unknown, text)
    if kind == "by":
        return Question.by(problem, lambda value: value % 2, [unknown], text)
    statement = draw(statements(problem) if kind == "any" else facts(problem))
    wrong = draw(st.sampled_from([Fraction(1, 10), Fraction(1, 2)])) if kind == "noisy" else 0
    return Question.yes_no(statement, text, wrong=wrong)


def answer_in(question: Question, world: dict[object, object]) -> str:
    (true,) = [answer for answer, said in question.answers.items() if said.holds(world)]
    return true


@settings(max_examples=250)
@given(st.one_of(one_to_one_logs(4), general_logs()).map(consistent), st.data())
def test_ratings_equal_brute_force(log: Log, data: st.DataObject) -> None:
    """Probabilities, bits, worst case, what is settled, useless and dominated."""
    worlds = weighted_worlds(log)
    if not worlds:
        return
    total = sum(weight for _, weight in worlds)
    questions = data.draw(st.lists(asked(log.problem), min_size=1, max_size=4, unique_by=lambda q: q.text))
    belief = Belief(log)
    ratings = rank_questions(belief, questions)
    assert {rating.question.text for rating in ratings} == {question.text for question in questions}
    for rating in ratings:
        question = rating.question
        joint: dict[tuple[object, object], Fraction] = {}
        for place, (world, weight) in enumerate(worlds):
            true = answer_in(question, world)
            heard = question.noise[true] if question.noise else {true: Fraction(1)}
            for answer, share in heard.items():
                joint[place, answer] = joint.get((place, answer), Fraction(0)) + share * weight / total
        for answer in question.answers:
            assert rating.probabilities[answer] == sum(s for (_, a), s in joint.items() if a == answer)
        assert rating.bits == pytest.approx(mutual_information(joint), abs=1e-9)
        open_answers = {answer_in(question, world) for world, _ in worlds}
        nothing = len(open_answers) < 2 or mutual_information(joint) < 1e-12
        assert rating.is_useless == nothing
        if not question.noise:
            assert rating.worst_bits == pytest.approx(
                -math.log2(max(rating.probabilities.values())), abs=1e-9
            )
            for answer in open_answers:
                after = [world for world, _ in worlds if answer_in(question, world) == answer]
                certain = {u: v for u, v in after[0].items() if all(world[u] == v for world in after)}
                new = {u: v for u, v in certain.items() if u not in belief.certain}
                assert rating.settles[answer] == new
    check_dominance(ratings, questions, [world for world, _ in worlds])


def check_dominance(ratings: list, questions: list[Question], worlds: list) -> None:
    """A question is dominated exactly if another one always gives away its answer."""
    order = {question.text: number for number, question in enumerate(questions)}
    by_text = {rating.question.text: rating for rating in ratings}

    def tells(one: Question, other: Question) -> bool:
        if one.noise and (one.noise != other.noise or one.answers != other.answers):
            return False
        image: dict[str, str] = {}
        return all(
            image.setdefault(answer_in(one, world), answer_in(other, world)) == answer_in(other, world)
            for world in worlds
        )

    def two_way(question: Question) -> bool:
        return len({answer_in(question, world) for world in worlds}) > 1

    for question in filter(two_way, questions):
        better = [
            other
            for other in filter(two_way, questions)
            if other is not question
            and tells(other, question)
            and (not tells(question, other) or order[other.text] < order[question.text])
        ]
        assert (by_text[question.text].dominated_by is not None) == bool(better)


def test_answers_must_be_a_partition() -> None:
    """Overlapping and incomplete answers are refused, whatever they speak of."""
    problem = Problem({"A": [1, 2, 3], "B": [1, 2, 3]})
    belief = Belief(Log(problem))
    for answers in (
        {"low": fact("A", 1), "high": fact("A", 2)},
        {"low": fact("A", 1), "any": ~fact("A", 2)},
        {"one": fact("A", 1), "other": fact("B", 1)},
    ):
        with pytest.raises(QuestionError, match="exactly one of its answers"):
            rank_questions(belief, [Question("which?", answers)])
    with pytest.raises(QuestionError, match="has no answers"):
        rank_questions(belief, [Question("which?", {})])
    with pytest.raises(QuestionError, match="there is no unknown 'C'"):
        rank_questions(belief, [Question.yes_no(fact("C", 1))])
    noise = {"yes": {"yes": Fraction(1, 2)}, "no": {"no": Fraction(1)}}
    with pytest.raises(QuestionError, match="must add up to 1"):
        rank_questions(belief, [Question("?", {"yes": fact("A", 1), "no": ~fact("A", 1)}, noise)])
    with pytest.raises(QuestionError, match="a row for each answer"):
        rank_questions(
            belief, [Question("?", {"yes": fact("A", 1), "no": ~fact("A", 1)}, {"yes": {"yes": Fraction(1)}})]
        )


@settings(max_examples=120)
@given(st.one_of(one_to_one_logs(3), general_logs()).map(consistent))
def test_reviews_equal_brute_force(log: Log) -> None:
    """What each entry taught is how far it moved the worlds; the best question is the best one."""
    for number, lesson in enumerate(review(log)):
        before, after = weighted_worlds(log.at(number)), weighted_worlds(log.at(number + 1))
        all_before, all_after = sum(w for _, w in before), sum(w for _, w in after)
        shares = {repr(world): weight / all_before for world, weight in before}
        moved = sum(
            float(weight / all_after) * math.log2((weight / all_after) / shares[repr(world)])
            for world, weight in after
        )
        assert lesson.bits == pytest.approx(moved, abs=1e-9)
        belief = Belief(log.at(number))
        offered = rank_questions(belief, pair_questions(belief))
        best = max((rating.bits for rating in offered), default=None)
        assert (lesson.best and lesson.best.bits) == best
        if lesson.entry.is_hard:
            share = sum(w for world, w in before if lesson.entry.statement.holds(world)) / all_before
            expected = sum(-float(p) * math.log2(p) for p in (share, 1 - share) if p)
            assert lesson.expected == pytest.approx(expected, abs=1e-9)
            assert lesson.regret is None or lesson.regret >= 0
        else:
            assert lesson.expected is None
