"""Witnesses whose word is worth more or less, by who they are: against every world, one by one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import worlds_of
from deduce import (
    HONEST,
    LIAR,
    AnswerModel,
    Belief,
    EvidenceError,
    Log,
    Problem,
    ProblemError,
    Statement,
    all_of,
    at_least,
    chain,
    exactly,
    fact,
    pair_questions,
    prove,
    rank_questions,
    review,
    slips,
    suspects,
)
from strategies import answer_models, general_problems, statements

PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
COIN = AnswerModel("coin", "1/2", "1/2")


def likelihood(model: AnswerModel, statement: Statement, world: Mapping[Any, object]) -> Fraction:
    """How likely the answer is in a world, as the model says it."""
    for value, other in model.by_value.items():
        if world[model.depends_on] == value:
            return likelihood(other, statement, world)
    for value, weight in model.exceptions.items():
        (unknown,) = statement.scope
        if world[unknown] == value:
            return Fraction(weight)
    return Fraction(model.when_true if statement.holds(world) else model.when_false)


def village(wolves: int = 2) -> Problem:
    """Five players, of whom some are wolves."""
    return Problem(
        {key: ["wolf", "farmer"] for key in PLAYERS},
        [exactly(wolves, [fact(name, "wolf") for name in PLAYERS])],
    )


@settings(max_examples=60)
@given(st.data())
@pytest.mark.parametrize("engine", ["diagram", "enumeration"])
def test_words_of_witnesses(engine: Any, data: st.DataObject) -> None:
    """What follows from several words, whatever they depend on, is what each world makes of them."""
    problem = data.draw(
        general_problems().filter(lambda made: not any(r.statement.carries_weight for r in made.rules))
    )
    log = Log(problem)
    weights = [Fraction(1)] * len(worlds_of(problem))
    worlds = worlds_of(problem)
    for unknown, row in problem.priors.items():
        weights = [weight * row[world[unknown]] for world, weight in zip(worlds, weights, strict=True)]
    for _ in range(data.draw(st.integers(1, 3))):
        model, said = data.draw(answer_models(problem)), data.draw(statements(problem))
        if not said.scope | model.scope:
            continue
        log = log.append(said, model=model)
        weights = [
            weight * likelihood(model, said, world) for world, weight in zip(worlds, weights, strict=True)
        ]
    left = [(world, weight) for world, weight in zip(worlds, weights, strict=True) if weight]
    belief = Belief(log, engine)
    assert belief.count == len(left)
    total = sum(weights)
    for name in problem.unknowns if left else ():
        for value in problem.domains[name]:
            having = sum(weight for world, weight in left if world[name] == value)
            assert belief.probability(name, value) == Fraction(having, total)


def test_a_wolf_accuses() -> None:
    """Five players, two wolves: a farmer is right in 3 of 5 cases, a wolf says anything."""
    farmer, wolf = slips("2/5"), AnswerModel("wolf", "1/2", "1/2")
    ann = AnswerModel("Ann's word", "3/5", "2/5", depends_on="Ann", by_value={"wolf": wolf})
    log = Log(village()).append(fact("Ben", "wolf"), "Ann: it is Ben", model=ann)
    weighed = {}
    for world in worlds_of(village()):
        model = wolf if world["Ann"] == "wolf" else farmer
        weighed[tuple(world.values())] = Fraction(
            model.when_true if world["Ben"] == "wolf" else model.when_false
        )
    total = sum(weighed.values())
    belief = Belief(log)
    for place, name in enumerate(PLAYERS):
        share = sum(weight for world, weight in weighed.items() if world[place] == "wolf") / total
        assert belief.probability(name, "wolf") == share
    assert (
        belief.probability("Ben", "wolf")
        > Fraction(2, 5)
        > belief.probability("Ann", "wolf") - Fraction(1, 9)
    )
    assert log.models == ("Ann's word",)
    assert not log[0].is_hard
    assert belief.count == 10


def test_words_about_many_at_once() -> None:
    """A word about all players at once needs no table of all combinations."""
    names = [f"player {number}" for number in range(40)]
    roles = Problem({key: ["wolf", "farmer"] for key in names})
    word = AnswerModel("word", "4/5", "1/5", depends_on=names[0], by_value={"wolf": COIN})
    log = Log(roles).append(at_least(20, [fact(name, "wolf") for name in names[1:]]), model=word)
    # By symmetry, at least 20 of the 39 others are wolves in half of all worlds.
    assert Belief(log).probability(names[0], "wolf") == Fraction(1, 2)
    assert Belief(log).count == 2**40


def test_liars_prove_things() -> None:
    """A word of which it is sure when it is true is a fact like any other: it proves, and is explained."""
    word = AnswerModel("word", depends_on="Ann", by_value={"wolf": LIAR})
    log = Log(village(1)).append(fact("Ann", "wolf") | fact("Ben", "wolf"), "Ann: I or Ben", model=word)
    assert log[0].is_hard
    assert log.models == ()
    assert Belief(log).certain == {name: "wolf" if name == "Ben" else "farmer" for name in PLAYERS}
    proof = prove(log, "Ann", "farmer")
    assert [entry.id for entry in proof.entries] == ["1"]
    told = chain(log)
    assert told
    log = log.append(fact("Ann", "wolf"), "Ann was shown")
    assert not Belief(log).is_consistent
    assert {suspect.entry.id for suspect in suspects(log)} == {"1", "2"}


def test_what_a_witness_cannot_say_is_proved_as_well() -> None:
    """A soft word rules out what it can never be said of: that is proved, the rest has chances."""
    drunk = AnswerModel("drunk", "1/2", "1/2")
    word = AnswerModel("word", 1, 0, depends_on="Ann", by_value={"wolf": LIAR, "farmer": drunk})
    log = Log(village(1)).append(fact("Ann", "farmer"), "Ann: I am no wolf", model=word)
    claim = all_of(
        fact("Ben", "farmer"), fact("Cleo", "farmer"), fact("Dan", "farmer"), fact("Eve", "farmer")
    )
    log = log.append(claim, "Ann: nor are they", model=word)
    worlds = worlds_of(village(1))
    left = [
        world
        for world in worlds
        if likelihood(word, fact("Ann", "farmer"), world) * likelihood(word, claim, world)
    ]
    assert Belief(log).count == len(left) == 4
    assert Belief(log).certain == {"Ann": "farmer"}
    assert prove(log, "Ann", "farmer").entries


def test_review_of_words() -> None:
    """What a word taught, and what is asked next, where words depend on who says them."""
    word = AnswerModel("word", "9/10", "1/10", depends_on="Ann", by_value={"wolf": COIN})
    log = Log(village(1)).append(fact("Ben", "wolf"), "Ann: Ben", model=word).append(fact("Cleo", "farmer"))
    first, second = review(log)
    weights = [likelihood(word, fact("Ben", "wolf"), world) for world in worlds_of(village(1))]
    total = sum(weights)
    learned = sum(float(w / total) * math.log2(5 * w / total) for w in weights if w)
    assert first.bits == pytest.approx(learned)
    assert first.expected is None
    assert second.expected is not None
    best = rank_questions(Belief(log), pair_questions(Belief(log)))[0]
    assert best.question.unknown == "Ben"


def test_a_model_that_depends_on_what_is_said_of() -> None:
    """Where the speaker speaks of itself, the word is a likelihood by one unknown."""
    word = AnswerModel("word", depends_on="Ann", by_value={"wolf": COIN})
    log = Log(village()).append(fact("Ann", "farmer"), "Ann: not me", model=word)
    assert log[0].likelihood is not None
    assert log.models == ("word",)
    assert Belief(log).probability("Ann", "wolf") == Fraction(1, 4)
    nested = AnswerModel(
        "nested", depends_on="Ann", by_value={"farmer": AnswerModel("x", exceptions={"wolf": "1/3"})}
    )
    assert nested.likelihood(village(), fact("Ann", "farmer")) == {"Ann": {"wolf": 0, "farmer": 1}}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AnswerModel("m", depends_on="Ann"), "'m' needs both depends_on, an unknown, and by_value"),
        (
            lambda: AnswerModel("m", by_value={"wolf": LIAR}),
            "'m' needs both depends_on, an unknown, and by_value",
        ),
        (
            lambda: AnswerModel("m", depends_on="Ann", by_value={"wolf": "lies"}),  # type: ignore[dict-item]  # on purpose
            "'m': by_value gives 'lies' for 'wolf'; it must be an AnswerModel",
        ),
    ],
)
def test_models_that_are_wrong_in_themselves(make: Any, message: str) -> None:
    """A model is refused when it is made, with what it needs."""
    with pytest.raises(ProblemError, match=message):
        make()


@pytest.mark.parametrize(
    ("model", "said", "message"),
    [
        (
            AnswerModel("m", depends_on="Anne", by_value={"wolf": LIAR}),
            fact("Ben", "wolf"),
            "entry 1: answer model 'm': there is no unknown 'Anne'; did you mean 'Ann'?",
        ),
        (
            AnswerModel("m", depends_on="Ann", by_value={"wof": LIAR}),
            fact("Ben", "wolf"),
            "entry 1: answer model 'm': 'Ann' has no value 'wof'; did you mean 'wolf'?",
        ),
        (
            AnswerModel("m", exceptions={"wolf": "1/2"}),
            fact("Ann", "wolf") | fact("Ben", "wolf"),
            "entry 1: answer model 'm' has exceptions, so it needs a statement about one unknown",
        ),
        (
            slips("1/3"),
            all_of(),
            "entry 1: answer model 'slips at rate 1/3' needs a statement about an unknown",
        ),
    ],
)
def test_words_that_cannot_be_weighed(model: AnswerModel, said: Statement, message: str) -> None:
    """The entry is named, and what is wrong with its model."""
    with pytest.raises(EvidenceError) as raised:
        Log(village()).append(said, model=model)
    assert message.replace("\\", "") in str(raised.value)


def test_likelihood_by_one_unknown_only() -> None:
    """Where there are several, the model is asked for a testimony instead."""
    word = AnswerModel("word", depends_on="Ann", by_value={"wolf": COIN})
    with pytest.raises(ProblemError, match=r"no likelihood by the value of one unknown: .* depends on 2"):
        word.likelihood(village(), fact("Ben", "wolf"))
    assert HONEST.scope == frozenset()
    assert str(word.testimony(village(), fact("Ben", "wolf"))) == "word: Ben is wolf"
