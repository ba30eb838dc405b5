"""The log: adding, changing and removing what was heard, and how far to trust it."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import probabilities, weighted_worlds
from deduce import (
    HONEST,
    AnswerModel,
    Belief,
    Entry,
    EvidenceError,
    Log,
    Problem,
    ProblemError,
    all_of,
    fact,
    slips,
)
from strategies import general_problems, heard, one_to_one_problems

PIECES = ["rook", "king", "crab"]

Refusal = AbstractContextManager[pytest.ExceptionInfo[EvidenceError]]


def three() -> Log:
    log = Log(Problem.one_to_one("ABC", PIECES))
    log = log.append(~fact("A", "rook"), "A sideways: no")
    log = log.append(fact("B", "king"), "B was shown")
    return log.append(weights={"C": {"crab": 2}})


def refused(message: str, entry: str) -> Refusal:
    return pytest.raises(EvidenceError, match=f"^{re.escape(f'entry {entry}: {message}')}")


def ids(log: Log) -> list[str]:
    return [entry.id for entry in log]


def summary(log: Log) -> object:
    belief = Belief(log)
    if not belief.is_consistent:
        return belief.count, belief.possible
    return belief.count, belief.possible, dict(belief.probabilities)


def test_entries_are_numbered() -> None:
    """Entries without an id are numbered from 1; any other id is kept."""
    log = three()
    assert ids(log) == ["1", "2", "3"]
    assert ids(log.append(fact("A", "king"), id="guess")) == ["1", "2", "3", "guess"]
    assert ids(log.append(fact("A", "king"), id="7").append(fact("A", "king"))) == [*"1237", "5"]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(["append", "insert", "named", "retract"]), st.integers(0, 9))))
def test_automatic_ids_never_clash(moves: list[tuple[str, int]]) -> None:
    """However a log was edited, a new entry always finds a number that is free."""
    log = Log(Problem.one_to_one("AB", [1, 2]))
    for move, number in moves:
        before = ids(log)
        if move == "append":
            log = log.append(fact("A", 1))
        elif move == "insert":
            log = log.insert(min(number, len(log)), fact("A", 1))
        elif move == "named" and str(number) not in before:
            log = log.append(fact("A", 1), id=str(number))
        elif move == "retract" and before:
            log = log.retract(before[number % len(before)])
        assert len(set(ids(log))) == len(log)


def test_the_words_of_an_entry() -> None:
    """Without words of the user's, an entry speaks its statement's."""
    log = three()
    assert [entry.text for entry in log] == ["A sideways: no", "B was shown", "weights for C"]
    assert log.append(~fact("C", "king")).entry("4").text == "C is not king"


def test_insert() -> None:
    """An entry can be put at any place, also at the end."""
    log = three()
    assert ids(log.insert(0, fact("A", "king"), id="x")) == ["x", "1", "2", "3"]
    assert ids(log.insert(2, fact("A", "king"), id="x")) == ["1", "2", "x", "3"]
    assert log.insert(3, fact("A", "king"), "so", id="x") == log.append(fact("A", "king"), "so", id="x")
    for position in (-1, 4):
        with refused(f"position {position} is outside the log of 3 entries", "x"):
            log.insert(position, fact("A", "king"), id="x")


def test_edit() -> None:
    """An entry keeps what is not given anew: its place always, its meaning or its words."""
    log = three()
    assert log.edit("2", text="B showed it").entry("2").text == "B showed it"
    assert log.edit("2", text="B showed it").entry("2").statement == fact("B", "king")
    edited = log.edit("2", fact("B", "crab"))
    assert edited[1].text == "B was shown"
    assert edited[1].statement == fact("B", "crab")
    assert ids(edited) == ids(log)
    assert Belief(edited).certain["B"] == "crab"
    soft = log.edit("2", fact("B", "crab"), model=slips(Fraction(1, 10)))
    assert not soft.entry("2").is_hard
    assert log.edit("2", weights={"B": {"king": 3}}).entry("2").likelihood is not None
    assert log.edit("3", fact("C", "crab")).entry("3").is_hard
    kept = log.edit("3", text="C looked nervous").entry("3")
    assert kept.likelihood == log.entry("3").likelihood
    with refused("needs either a statement or weights", "2"):
        log.edit("2", fact("B", "king"), weights={"B": {"king": 3}})


def test_retract_and_keep() -> None:
    """Entries can be taken out, or all others; the order of the log stays."""
    log = three()
    assert ids(log.retract("2")) == ["1", "3"]
    assert ids(log.retract("3", "1")) == ["2"]
    assert log.retract() == log
    assert ids(log.keep("3", "1")) == ["1", "3"]
    assert ids(log.keep()) == []
    assert log.keep(*ids(log)) == log


def test_reverse() -> None:
    """A hard entry can be turned round and back; a soft one has no other way round."""
    log = three()
    turned = log.reverse("1")
    assert turned.entry("1").statement == fact("A", "rook")
    assert turned.entry("1").text == "A sideways: no"
    assert ids(turned) == ids(log)
    assert turned.reverse("1") == log
    with refused("is soft (it has weights), so it has no other way round", "3"):
        log.reverse("3")


def test_at() -> None:
    """A log can be looked at as it was."""
    log = three()
    assert ids(log.at(0)) == []
    assert ids(log.at(2)) == ["1", "2"]
    assert log.at(3) == log
    for count in (-1, 4):
        with pytest.raises(ValueError, match=f"has 3 entries; {count} is not between 0 and that"):
            log.at(count)


def test_a_log_never_changes() -> None:
    """Every method returns a new log and leaves the old one as it was."""
    log = three()
    entries, before = log.entries, summary(log)
    log.append(fact("A", "king"))
    log.insert(0, fact("A", "king"))
    log.edit("1", fact("A", "king"))
    log.retract("1")
    log.reverse("1")
    log.keep("1")
    log.at(1)
    assert log.entries is entries
    assert summary(log) == before
    with pytest.raises(AttributeError):
        log[0].text = "else"  # type: ignore[misc]


def test_places_and_lengths() -> None:
    """A log can be read like a list, and shows its last entries."""
    log = three()
    assert len(log) == 3
    assert log[0].id == "1"
    assert log[-1].id == "3"
    assert [entry.id for entry in log[1:]] == ["2", "3"]
    assert repr(log) == "Log(3 entries: '1', '2', '3')"
    assert repr(log.append(fact("A", "king"))) == "Log(4 entries: ..., '2', '3', '4')"
    assert repr(log.at(1)) == "Log(1 entry: '1')"
    assert repr(log.at(0)) == "Log(0 entries)"


def test_equal_logs() -> None:
    """Logs are equal if they hold equal entries about the same problem."""
    log = three()
    again = log.at(2).append(weights={"C": {"crab": "2"}})
    assert again == log
    assert hash(again) == hash(log)
    assert log != log.at(2)
    assert log != three()
    assert log != "a log"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "needs either a statement or weights"),
        ({"statement": fact("A", "rook"), "weights": {}}, "needs either a statement or weights"),
        ({"statement": fact("X", "rook")}, "there is no unknown 'X'; known are: A, B, C"),
        ({"statement": fact("A", "rok")}, "'A' has no value 'rok'; did you mean 'rook'?"),
        ({"statement": "A is rook"}, "'A is rook' is not a statement"),
        ({"weights": {"X": {}}}, "there is no unknown 'X'"),
        ({"weights": {"A": {"crabb": 1}}}, "'A' has no value 'crabb'; did you mean 'crab'?"),
        ({"weights": {"A": {"crab": -1}}}, "weight of A for crab is -1; it must be a number"),
        ({"weights": {"A": dict.fromkeys(PIECES, 0)}}, "every weight of A is 0"),
        (
            {"statement": all_of(), "model": slips("1/10")},
            "answer model 'slips at rate 1/10' needs a statement about an unknown, but 'always' speaks",
        ),
    ],
)
def test_a_wrong_entry_is_named(said: dict[str, Any], message: str) -> None:
    """Every error names the entry, in its words and as an attribute, also when editing."""
    with refused(message, "4") as raised:
        three().append(**said)
    assert raised.value.entry == "4"
    with refused(message, "mine"):
        three().insert(0, **said, id="mine")
    if said:
        with refused(message, "2"):
            three().edit("2", **said)


def test_an_entry_that_is_not_there() -> None:
    """Whatever is asked of an entry that is not there, the error names it and what there is."""
    log = three()
    for ask in (log.entry, log.edit, log.retract, log.reverse, log.keep):
        with refused("is not in the log; known are: 1, 2, 3", "x"):
            ask("x")
    with refused("is not in the log; did you mean 'guess'?", "gues"):
        log.append(fact("A", "king"), id="guess").entry("gues")


def test_an_id_that_is_taken() -> None:
    """No two entries have one id."""
    with refused("stands in the log already; choose another id, or edit that entry", "2"):
        three().append(fact("A", "king"), id="2")


def test_answer_models_refuse_what_is_no_likelihood() -> None:
    """Likelihoods are numbers from 0 to 1, and an answer must be possible."""
    with pytest.raises(ProblemError, match=r"answer model 'm': when_true is 2; .* from 0 to 1"):
        AnswerModel("m", when_true=2)
    with pytest.raises(ProblemError, match=r"answer model 'm': crab is -1; .* from 0 to 1"):
        AnswerModel("m", exceptions={"crab": -1})
    with pytest.raises(ProblemError, match="when_true and when_false are both 0"):
        AnswerModel("m", when_true=0, when_false="0")
    with pytest.raises(ProblemError, match=r"slip rate is 1\.5; it must be a number from 0 to 1"):
        slips(1.5)


def test_models_are_named() -> None:
    """A result can say on which models it stands."""
    log = three().append(fact("A", "king"), model=slips("1/10")).append(fact("A", "king"), model=HONEST)
    assert log.models == ("weights", "slips at rate 1/10")
    assert log.at(2).models == ()


@settings(max_examples=100)
@given(st.data())
def test_a_removed_entry_can_be_put_back(data: st.DataObject) -> None:
    """An entry taken out and put back in its place gives an equal log and the same belief."""
    problem = data.draw(st.one_of(general_problems(), one_to_one_problems(3)))
    said = data.draw(st.lists(heard(problem), min_size=1, max_size=5))
    log = Log(problem)
    for entry in said:
        log = log.append(**entry)
    place = data.draw(st.integers(0, len(said) - 1))
    shorter = log.retract(str(place + 1))
    assert ids(shorter) == [str(number) for number in range(1, len(log) + 1) if number != place + 1]
    restored = shorter.insert(place, **said[place], id=str(place + 1))
    assert restored == log
    assert hash(restored) == hash(log)
    assert summary(restored) == summary(log)


@settings(max_examples=100)
@given(st.data())
def test_a_log_as_it_was(data: st.DataObject) -> None:
    """The log after its first entries is the log that was built from these alone."""
    problem = data.draw(st.one_of(general_problems(), one_to_one_problems(3)))
    logs = [Log(problem)]
    for entry in data.draw(st.lists(heard(problem), max_size=5)):
        logs.append(logs[-1].append(**entry))
    for count, earlier in enumerate(logs):
        assert logs[-1].at(count) == earlier
        assert logs[-1].at(count).masks == earlier.masks
    assert summary(logs[-1].at(len(logs) // 2)) == summary(logs[len(logs) // 2])


@settings(max_examples=150)
@given(st.data())
def test_soft_entries_weigh_every_world(data: st.DataObject) -> None:
    """Weights, slips and exceptions give every world the weight that they stand for."""
    problem = data.draw(st.one_of(general_problems(), one_to_one_problems(3)))
    said = data.draw(st.lists(heard(problem, joint=False), min_size=1, max_size=4))
    log = Log(problem)
    for entry in said:
        log = log.append(**entry)
    prior = weighted_worlds(Log(problem))
    worlds = [(world, weight) for world, weight in prior if all_weigh(said, world)]
    for entry in said:
        worlds = [(world, weight * chance(entry, world)) for world, weight in worlds]
    assert [(world, weight) for world, weight in weighted_worlds(log)] == worlds
    belief = Belief(log)
    assert belief.count == len(worlds)
    if worlds:
        total = sum(weight for _, weight in worlds)
        for name in problem.unknowns:
            for value in problem.domains[name]:
                weight = sum(weight for world, weight in worlds if world[name] == value)
                assert belief.probability(name, value) == Fraction(weight, total)
        assert len(probabilities(worlds)) == sum(map(len, belief.possible.values()))


def all_weigh(said: list[dict[str, Any]], world: dict[object, object]) -> bool:
    return all(chance(entry, world) for entry in said)


def chance(entry: dict[str, Any], world: dict[object, object]) -> Fraction:
    """How likely an entry is to be heard in a world, from what `append` was given."""
    if "weights" in entry:
        ((name, row),) = entry["weights"].items()
        return Fraction(row.get(world[name], 1))
    statement = entry["statement"]
    model = entry.get("model")
    if model is None:
        return Fraction(statement.holds(world))
    (name,) = statement.scope
    if world[name] in model.exceptions:
        return Fraction(model.exceptions[world[name]])
    return Fraction(model.when_true if statement.holds(world) else model.when_false)


def test_slips_and_exceptions_by_hand() -> None:
    """One answer that is wrong one time in ten, and one by somebody who tosses a coin."""
    log = Log(Problem.one_to_one("ABC", PIECES))
    slip = Belief(log.append(fact("A", "rook"), model=slips(0.1)))
    assert slip.probabilities["A"] == {
        "rook": Fraction(9, 11),
        "king": Fraction(1, 11),
        "crab": Fraction(1, 11),
    }
    coin = AnswerModel("coin", exceptions={"crab": "1/2"})
    tossed = Belief(log.append(fact("A", "rook"), model=coin))
    assert tossed.probabilities["A"] == {"rook": Fraction(2, 3), "crab": Fraction(1, 3)}
    assert tossed.count == 4


def test_models_that_would_be_ignored_are_refused() -> None:
    """A model without a statement, or beside weights, is refused rather than dropped."""
    log = Log(Problem.one_to_one("AB", [1, 2])).append(fact("A", 1))
    with pytest.raises(EvidenceError, match="entry 1: has a new model but no new statement"):
        log.edit("1", model=slips("1/10"))
    with pytest.raises(EvidenceError, match="entry 2: has weights and a model"):
        log.append(weights={"A": {1: 2}}, model=slips("1/10"))
    with pytest.raises(EvidenceError, match="excepts 'typo', which is nobody's value"):
        log.append(fact("A", 1), model=AnswerModel("odd", exceptions={"typo": 1}))


def test_many_entries_are_added_at_once() -> None:
    """The same log as one after the other; ids, names and weights are checked."""
    log = three()
    empty = Log(log.problem)
    assert empty.extended(log.entries) == log
    assert empty.extended(log.entries).masks == log.masks
    assert empty.extended(log.entries).likelihoods == log.likelihoods
    assert empty.extended(log.entries[:1]).extended(log.entries[1:]) == log
    assert log.extended([]) == log
    with pytest.raises(EvidenceError, match="stands in the log already"):
        log.extended([Entry("4", "", fact("A", "crab")), Entry("1", "", fact("A", "crab"))])
    with pytest.raises(EvidenceError, match="stands in the log already"):
        empty.extended([Entry("4", "", fact("A", "crab"))] * 2)
    with pytest.raises(EvidenceError, match="no unknown"):
        log.extended([Entry("4", "", fact("D", "crab"))])
    other = Log(Problem.one_to_one("AB", PIECES)).append(weights={"B": {"crab": 2}})
    with pytest.raises(EvidenceError, match="no unknown"):
        Log(Problem.one_to_one("AC", PIECES)).extended(other)
