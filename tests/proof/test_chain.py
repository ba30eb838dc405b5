"""Chains of small steps: complete, sound step by step, and in an order that people can follow."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings

from brute import Truths
from deduce import (
    Belief,
    Claim,
    ContradictionError,
    Log,
    OutOfReachError,
    Problem,
    Prover,
    Step,
    all_different,
    all_of,
    among,
    any_of,
    at_most,
    chain,
    chain_for,
    claims_of,
    exactly,
    fact,
    grade,
    prove,
    term,
    where,
)
from deduce.proof import seeing
from strategies import consistent_general_logs, consistent_one_to_one_logs

Left = dict[object, set[object]]


def start_of(log: Log) -> Left:
    """The values that prior weights and rules on one unknown leave, before anything was heard."""
    problem = log.problem
    rules = [rule.statement for rule in problem.rules]
    return {
        unknown: {
            value
            for value in values
            if problem.priors.get(unknown, {}).get(value, 1)
            and all(rule.holds({unknown: value}) for rule in rules if rule.scope == {unknown})
        }
        for unknown, values in problem.domains.items()
    }


def possible_by_brute_force(log: Log) -> Left:
    truths = Truths(log)
    left = truths.all_of(range(len(log)))
    worlds = [world for place, world in enumerate(truths.worlds) if left >> place & 1]
    return {unknown: {world[unknown] for world in worlds} for unknown in log.problem.unknowns}


def after(left: Mapping[object, set[object]], steps: Sequence[Step]) -> Left:
    """What some steps leave of some values, by their conclusions."""
    found = {unknown: set(values) for unknown, values in left.items()}
    for step in steps:
        for made in step.conclusions:
            if made.holds:
                found[made.unknown] &= {made.value}
            else:
                found[made.unknown] -= {made.value}
    return found


def conclusions_expected(before: Left, left: Left) -> set[Claim]:
    """Everything that is settled beyond the start, as conclusions."""
    struck = {
        Claim(unknown, value, holds=False)
        for unknown, values in before.items()
        for value in values - left[unknown]
    }
    certain = {
        Claim(unknown, value, holds=True)
        for unknown, values in left.items()
        for value in values
        if len(values) == 1 < len(before[unknown])
    }
    return struck | certain


def check_chain(log: Log, steps: list[Step]) -> None:
    """Check that a chain shows all that is settled, and each step follows from what it cites."""
    start = start_of(log)
    made = [claim for step in steps for claim in step.conclusions]
    assert len(made) == len(set(made))
    assert set(made) == conclusions_expected(start, possible_by_brute_force(log))
    check_steps(truths_from(start, log), steps)


def truths_from(start: Left, log: Log) -> Truths:
    """Where everything is true, in all combinations of values, allowed or not."""
    worlds = itertools.product(*start.values())
    return Truths(log, [dict(zip(start, values, strict=True)) for values in worlds])


def check_steps(truths: Truths, steps: list[Step]) -> None:
    """Check that each step follows from what it cites, and from nothing else."""
    log = truths.log
    rules = {rule.name: truths.of(rule.statement) for rule in log.problem.rules}
    concluded: dict[int, int] = {}
    for number, step in enumerate(steps, 1):
        assert step.number == number
        assert step.conclusions
        assert all(used < number for used in step.uses)
        assert tuple(sorted(set(step.uses))) == step.uses
        assert str(step) == f"{number}. {step.sentence}"
        assert step.sentence.endswith(".")
        left = truths.all_of(log.entries.index(entry) for entry in step.entries)
        for name in step.rules:
            left &= rules[name]
        for used in step.uses:
            left &= concluded[used]
        concluded[number] = truths.everything
        for claim in step.conclusions:
            concluded[number] &= truths.of(claim.statement)
        assert not left & ~concluded[number], step


@settings(max_examples=200)
@given(consistent_one_to_one_logs())
def test_chains_of_one_to_one_problems(log: Log) -> None:
    """A chain shows exactly what is settled, and each step follows from what it cites."""
    check_chain(log, chain(log))


@settings(max_examples=250)
@given(consistent_general_logs())
def test_chains_of_general_problems(log: Log) -> None:
    """The same with any rules and any entries."""
    check_chain(log, chain(log))


def useful_groups(left: Left) -> list[int]:
    """The sizes of all groups that settle something when all unknowns differ.

    A group is some unknowns with as many values between them, or, where no value is to spare,
    some values with as many takers.
    """
    found = []
    everywhere = set().union(*left.values())
    for size in range(1, len(left) + 1):
        for group in itertools.combinations(left, size):
            values = set().union(*(left[unknown] for unknown in group))
            others = [left[unknown] for unknown in left if unknown not in group]
            if len(values) == size and any(values & other for other in others):
                found.append(size)
            own = values.difference(*others)
            if len(everywhere) == len(left) and len(own) == size and own < values:
                found.append(size)
    return found


@settings(max_examples=150)
@given(consistent_one_to_one_logs(5))
def test_the_smallest_group_comes_first(log: Log) -> None:
    """After what was heard, every step of a one-to-one chain looks at as few as possible."""
    left = start_of(log)
    for step in chain(log):
        if step.rules:
            assert step.rules == ("all different",)
            assert step.difficulty == min(useful_groups(left))
            if step.confinement is not None:
                assert len(step.confinement.unknowns) == step.difficulty
                assert len(step.confinement.values) == step.difficulty
            assert not step.entries
        else:
            assert step.difficulty == 0
            assert not step.uses
            assert step.entries
        left = after(left, [step])
    assert not useful_groups(left)


@settings(max_examples=80)
@given(consistent_one_to_one_logs())
def test_chains_for_proofs_of_one_to_one_problems(log: Log) -> None:
    """The chain for a proof ends with its claim and uses only its entries."""
    check_chains_for_proofs(log)


@settings(max_examples=80)
@given(consistent_general_logs())
def test_chains_for_proofs_of_general_problems(log: Log) -> None:
    """The same with any rules and any entries."""
    check_chains_for_proofs(log)


def check_chains_for_proofs(log: Log) -> None:
    start = start_of(log)
    truths = truths_from(start, log)
    for proof in Prover(log).proofs(claims_of(Belief(log))):
        steps = chain_for(proof, log)
        claim = proof.claim
        at_once = claim.value in start[claim.unknown] and len(start[claim.unknown]) == 1
        if at_once if claim.holds else claim.value not in start[claim.unknown]:
            assert not steps
            assert not proof.entries
            continue
        assert claim in steps[-1].conclusions
        assert all(claim not in step.conclusions for step in steps[:-1])
        assert {entry.id for step in steps for entry in step.entries} <= set(proof.ids)
        needed = {used for step in steps for used in step.uses}
        assert needed | {len(steps)} == set(range(1, len(steps) + 1))
        check_steps(truths, steps)


def test_what_makes_a_fact_true_is_cited() -> None:
    """A step that needs a fact to be true uses the steps that struck the other values."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2))))
    log = log.append(~fact("A", 2), "not two").append(exactly(1, [fact("A", 1), fact("B", 1)]), "one")
    first, second = chain(log)
    assert first.conclusions == (Claim("A", 2, holds=False), Claim("A", 1, holds=True))
    assert second.conclusions == (Claim("B", 1, holds=False), Claim("B", 2, holds=True))
    assert [entry.id for entry in second.entries] == ["2"]
    assert second.uses == (1,)


def test_several_rules_at_once() -> None:
    """Where no single rule settles anything, the smallest set that does is seen together."""
    rules = {
        "below": where(lambda a, b: a <= b, "AB"),
        "idle": at_most(3, [fact("C", 1), fact("C", 2), fact("A", 1), fact("A", 2)]),
        "other": any_of(fact("A", 1), fact("B", 1), fact("C", 1)),
    }
    log = Log(Problem(dict.fromkeys("ABC", (1, 2)), rules))
    assert chain(log) == []
    log = log.append(any_of(fact("A", 2), fact("B", 2)), "a two")
    steps = chain(log)
    check_chain(log, steps)
    assert steps[0].rules == ("below",)
    assert [entry.id for entry in steps[0].entries] == ["1"]
    assert steps[0].conclusions == (Claim("B", 1, holds=False), Claim("B", 2, holds=True))
    assert steps[0].difficulty == 3


def test_words_of_a_chain() -> None:
    """The steps read as a player would say them."""
    log = Log(Problem.one_to_one("ABCD", ["Rocket", "King", "Crab", "Wimp"]))
    log = log.append(among("A", ["Rocket", "King"]), "A far").append(~fact("B", "Wimp"), "B captured")
    log = log.append(among("C", ["Rocket", "King"]), "C far")
    assert [step.sentence for step in chain(log)] == [
        "Entry 1 “A far”: A is neither Crab nor Wimp.",
        "Entry 2 “B captured”: B is not Wimp.",
        "Entry 3 “C far”: C is neither Crab nor Wimp.",
        "Only D can be Wimp: D is Wimp.",
        "Only B can be Crab: B is Crab.",
    ]
    proof = prove(log, "B", "Crab")
    assert [str(step) for step in chain_for(proof, log)][-1] == "5. Only B can be Crab: B is Crab."
    pair = Log(Problem.one_to_one("ABCDE", ["Rocket", "King", "Crab", "Wimp", "Pawn", "Rook"]))
    pair = pair.append(among("A", ["Rocket", "King"])).append(among("C", ["Rocket", "King"]))
    assert chain(pair)[-1].sentence == (
        "A and C share Rocket and King between them: B, D and E are none of Rocket or King."
    )
    rule = {"the rule": any_of(fact("A", 1), fact("B", 1))}
    ruled = Log(Problem(dict.fromkeys("AB", (1, 2)), rule)).append(~fact("A", 1), "no")
    assert [step.sentence for step in chain(ruled)] == [
        "Entry 1 “no”: A is 2.",
        "Rule 'the rule': B is 1.",
    ]


def test_a_chain_of_everything_at_once() -> None:
    """What an entry says of several single unknowns is simply heard, without any difficulty."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2, 3))))
    log = log.append(all_of(fact("A", 1), ~fact("B", 1), all_different("AB")), "all of it")
    steps = chain(log)
    check_chain(log, steps)
    assert {step.difficulty for step in steps} == {0}
    assert {claim.unknown for step in steps for claim in step.conclusions} == {"A", "B"}


def test_nothing_settled() -> None:
    """A log that settles nothing has an empty chain."""
    assert chain(Log(Problem.one_to_one("AB", [1, 2]))) == []


def test_a_contradiction_has_no_chain() -> None:
    """Where no world is left there is nothing to explain but the conflict."""
    log = Log(Problem.one_to_one("AB", [1, 2])).append(fact("A", 1)).append(fact("B", 1))
    with pytest.raises(ContradictionError, match=r"no world is left.*see conflicts\(log\)"):
        chain(log)


SCRIPT = """
from deduce import Log, Problem, any_of, chain, fact
log = Log(Problem(dict.fromkeys("ABC", ["red", "green", "blue", "grey", "pink"])))
for name in ("grey", "pink", "blue"):
    # Two pairs of entries, each of which rules the name out, and neither newer than the other.
    log = log.append(any_of(~fact("A", name), fact("B", "red")))
    log = log.append(any_of(~fact("A", name), fact("C", "blue")))
    log = log.append(any_of(~fact("A", name), ~fact("C", "blue")))
    log = log.append(any_of(~fact("A", name), ~fact("B", "red")))
print(*chain(log), sep="\\n")
"""


def test_a_chain_is_the_same_in_every_run() -> None:
    """The steps do not depend on the order in which Python happens to keep sets of texts."""
    runs = set()
    for seed in ("1", "2"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        ran = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "3. " in ran.stdout
        runs.add(ran.stdout)
    assert len(runs) == 1


def test_everything_is_shown_with_little_patience_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too many steps to be seen at a glance is shown in other steps, but not graded."""
    numbers = list(range(1, 13))
    a, b, c = map(term, "ABC")
    log = Log(Problem(dict.fromkeys("ABC", numbers))).append(a * b + c == 141).append(a - b >= 1)
    assert grade(log).level
    monkeypatch.setattr(seeing, "MOST_EFFORT", 1)
    shown = {str(made) for step in chain(log) for made in step.conclusions if made.holds}
    assert shown == {f"{name} is {value}" for name, value in Belief(log).certain.items()} != set()
    with pytest.raises(OutOfReachError, match="grading was given up: it takes too many steps"):
        grade(log)
