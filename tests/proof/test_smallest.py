"""Smallest proofs, conflicts and slips, against brute force over all sets of entries."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import Truths, mutual_information
from deduce import (
    Belief,
    Claim,
    ContradictionError,
    DeduceError,
    Log,
    Problem,
    Prover,
    Question,
    among,
    chain,
    chain_for,
    confirming_questions,
    conflicts,
    fact,
    is_proved,
    prove,
    suspects,
)
from deduce.proof.confinement import FORBIDDEN, covers_of
from deduce.proof.confinement import _cheapest_sets_plain as cheapest_plain
from deduce.proof.confinement_numpy import cheapest_sets_numpy
from deduce.proof.cores import smallest_core
from deduce.proof.oracles import CpSatOracle, MatchingOracle, SearchOracle
from strategies import consistent, general_logs, one_to_one_logs

if TYPE_CHECKING:
    from deduce import Proof


def settled(log: Log) -> list[Claim]:
    """Every certain and every impossible pair, as brute force sees it."""
    worlds = Truths(log)
    left = worlds.all_of(range(len(log)))
    claims = []
    for unknown, domain in log.problem.domains.items():
        for value in domain:
            where = worlds.of(fact(unknown, value)) & left
            if where == left:
                claims.append(Claim(unknown, value, holds=True))
            elif not where:
                claims.append(Claim(unknown, value, holds=False))
    return claims


def check_proof(log: Log, proof: Proof) -> None:
    """A proof is sufficient, no entry can go, and no smaller set of entries proves the claim."""
    problem, truths = log.problem, Truths(log)
    wanted = truths.of(proof.claim.statement)
    numbers = [log.entries.index(entry) for entry in proof.entries]
    assert is_proved(problem, proof)
    assert not truths.all_of(numbers) & ~wanted
    for number in numbers:
        less = tuple(other for other in numbers if other != number)
        assert truths.all_of(less) & ~wanted
        shorter = replace(proof, entries=tuple(log[other] for other in less))
        assert not is_proved(problem, shorter)
    for fewer in itertools.combinations(range(len(log)), max(len(numbers) - 1, 0)):
        assert not numbers or truths.all_of(fewer) & ~wanted
    # A wrong claim is not proved by a true proof.
    assert not is_proved(problem, replace(proof, claim=replace(proof.claim, holds=not proof.claim.holds)))


@settings(max_examples=500)
@given(one_to_one_logs(soft=True).map(consistent))
def test_one_to_one_proofs_are_smallest(log: Log) -> None:
    """Every settled pair of a one-to-one problem gets a checked proof of the smallest size."""
    prover = Prover(log)
    for claim in settled(log):
        check_proof(log, prover.of(claim))


@settings(max_examples=60)
@given(general_logs().map(consistent), st.data())
def test_general_proofs_are_smallest(log: Log, data: st.DataObject) -> None:
    """The same for general problems, for some of the pairs."""
    claims = settled(log)
    if claims and Belief(log).is_consistent:
        prover = Prover(log)
        for claim in data.draw(st.lists(st.sampled_from(claims), min_size=1, max_size=3, unique=True)):
            check_proof(log, prover.of(claim))


@settings(max_examples=200)
@given(one_to_one_logs(4, soft=False).map(consistent))
def test_ties_go_to_few_unknowns_and_then_to_recent_entries(log: Log) -> None:
    """Among proofs with as few entries, the documented one is chosen (ages: the smallest sum)."""
    truths = Truths(log)
    prover = Prover(log)
    for claim in settled(log):
        proof = prover.of(claim)
        wanted = truths.of(claim.statement)
        numbers = [log.entries.index(entry) for entry in proof.entries]

        def key(chosen: tuple[int, ...], claim: Claim = claim) -> tuple[int, int]:
            return (
                len({*(u for number in chosen for u in log[number].statement.scope)} - {claim.unknown}),
                sum(len(log) - 1 - number for number in chosen),
            )

        equal = [
            chosen
            for chosen in itertools.combinations(range(len(log)), len(numbers))
            if not truths.all_of(chosen) & ~wanted
        ]
        # Where every unknown of the group needs an entry, the group's size is the number of these unknowns.
        if all(mask == log.problem.start[0] for mask in log.problem.start):
            best = min(map(key, equal))
            assert key(tuple(numbers)) == best


def test_what_is_open_or_contradicted_is_not_proved() -> None:
    """There is no proof of what may or may not be, and none from a contradiction."""
    log = Log(Problem.one_to_one("ABC", [1, 2, 3]))
    with pytest.raises(DeduceError, match="may or may not be"):
        prove(log, "A", 1)
    with pytest.raises(DeduceError, match="does not follow"):
        Prover(log).of(Claim("A", 1, holds=True))
    with pytest.raises(DeduceError, match="has no value '9'"):
        prove(log, "A", 9)
    clash = log.append(fact("A", 1)).append(fact("B", 1))
    with pytest.raises(ContradictionError):
        prove(clash, "A", 1)
    with pytest.raises(ContradictionError):
        chain(clash)


def test_sentences() -> None:
    """Proofs read like something that a player would say."""
    log = Log(Problem.one_to_one("ABCD", ["rook", "king", "crab", "wimp"]))
    log = log.append(among("A", ["rook", "king"]), "A forward: yes")
    log = log.append(among("B", ["rook", "king"]), "B forward: yes")
    assert str(prove(log, "C", "rook")) == (
        "Entries 1 and 2 leave only rook and king for A and B between them, so C is not rook."
    )
    assert str(prove(log, "A", "crab")) == "Entry 1 says so: 1 “A forward: yes”; so A is not crab."
    log = log.append(~fact("C", "wimp"), "C was seen")
    assert str(prove(log, "D", "wimp")) == "Entries 1, 2 and 3 rule out wimp for all but D, so D is wimp."


@settings(max_examples=40)
@given(st.integers(10, 12), st.randoms(use_true_random=False))
def test_both_versions_of_confinements_agree(size: int, draw: object) -> None:
    """Numpy and plain Python find the same costs for every claim."""
    log = random_log(size, 14, draw)
    covers = covers_of(log)
    plain = cheapest_plain(covers, size)
    struck, certain = cheapest_sets_numpy(covers, size)
    for found, expected in ((struck, plain.struck), (certain, plain.certain)):
        for row, other in zip(found, expected, strict=True):
            assert [min(cost, FORBIDDEN) for cost, _ in row] == [min(cost, FORBIDDEN) for cost, _ in other]


def random_log(size: int, entries: int, draw: object) -> Log:
    """Truthful answers about random unknowns, with the values in order as the hidden truth."""
    log = Log(Problem.one_to_one([f"u{n}" for n in range(size)], range(size)))
    for _ in range(entries):
        unknown = draw.randrange(size)  # type: ignore[attr-defined]
        values = [v for v in range(size) if draw.random() < 0.45] or [0]  # type: ignore[attr-defined]
        statement = among(f"u{unknown}", values)
        log = log.append(statement if unknown in values else ~statement)
    return log


def test_confinements_beyond_one_block() -> None:
    """With more than 13 values the sets are handled in blocks; proofs stay checked and smallest."""
    import random

    log = random_log(15, 40, random.Random(5))
    belief = Belief(log)
    prover = Prover(log, belief)
    oracle = MatchingOracle(log)
    proofs = prover.proofs()
    assert any(proof.confinement for proof in proofs)
    for proof in proofs:
        assert is_proved(log.problem, proof)
    for proof in [proof for proof in proofs if len(proof.entries) > 1][:12]:
        core = smallest_core(oracle, ~proof.claim.statement)
        assert core is not None
        assert len(core) == len(proof.entries)


@settings(max_examples=60)
@given(one_to_one_logs(4, soft=False).map(consistent), st.data())
def test_all_oracles_find_cores_of_the_same_size(log: Log, data: st.DataObject) -> None:
    """Matching, CP-SAT and plain search agree on how many entries are needed."""
    claims = settled(log)
    if claims:
        claim = data.draw(st.sampled_from(claims))
        cores = [
            smallest_core(oracle(log), ~claim.statement)
            for oracle in (MatchingOracle, CpSatOracle, SearchOracle)
        ]
        sizes = {None if core is None else len(core) for core in cores}
        assert len(sizes) == 1


# --- Chains --------------------------------------------------------------------------------------


def check_chain(log: Log) -> None:
    """Each step follows from what it cites; together the steps show all that is settled."""
    problem, truths = log.problem, Truths(log)
    steps = chain(log)
    rules = {rule.name for rule in problem.rules}
    known = truths.everything
    shown: set[tuple[object, object]] = set()
    for number, step in enumerate(steps, 1):
        assert step.number == number
        assert step.conclusions
        assert set(step.rules) <= rules
        assert all(used < number for used in step.uses)
        entries = truths.all_of(log.entries.index(entry) for entry in step.entries)
        before = truths.everything
        for used in step.uses:
            for claim in steps[used - 1].conclusions:
                before &= truths.of(claim.statement)
        for claim in step.conclusions:
            # The rules hold in every world of `truths`; "is" may need the unknown's own earlier strikes.
            own = known if claim.holds else truths.everything
            assert not entries & before & own & ~truths.of(claim.statement)
            known &= truths.of(claim.statement)
            if not claim.holds:
                shown.add((claim.unknown, claim.value))
    left = truths.all_of(range(len(log)))
    impossible = {
        (unknown, value)
        for unknown, domain in problem.domains.items()
        for value in domain
        if not truths.of(fact(unknown, value)) & left
    }
    never = {
        (unknown, value)
        for (unknown, domain), start in zip(problem.domains.items(), problem.start, strict=True)
        for value in domain
        if not problem.bits[value] & start
    }
    assert shown == impossible - never


@settings(max_examples=300)
@given(one_to_one_logs().map(consistent))
def test_chains_of_one_to_one_problems(log: Log) -> None:
    """Chains of one-to-one problems are complete and sound."""
    check_chain(log)


@settings(max_examples=80)
@given(general_logs().map(consistent))
def test_chains_of_general_problems(log: Log) -> None:
    """Chains of general problems are complete and sound."""
    if Belief(log).is_consistent:
        check_chain(log)


@settings(max_examples=150)
@given(one_to_one_logs().map(consistent))
def test_a_chain_for_a_proof_ends_with_its_claim(log: Log) -> None:
    """Only the proof's entries are used, and the last step makes the claim."""
    for proof in Prover(log).proofs():
        steps = chain_for(proof, log)
        assert {entry.id for step in steps for entry in step.entries} <= set(proof.ids)
        if proof.entries:
            last = {(c.unknown, c.value, c.holds) for c in steps[-1].conclusions}
            claim = proof.claim
            by_value = any(c.unknown == claim.unknown and c.holds for c in steps[-1].conclusions)
            assert (claim.unknown, claim.value, claim.holds) in last or by_value


# --- Conflicts and slips -------------------------------------------------------------------------


@settings(max_examples=150)
@given(one_to_one_logs(4))
def test_all_smallest_conflicts_one_to_one(log: Log) -> None:
    """Exactly the minimal sets of entries that leave no world, smallest first."""
    check_conflicts(log)


@settings(max_examples=60)
@given(general_logs())
def test_all_smallest_conflicts_general(log: Log) -> None:
    """The same for general problems."""
    check_conflicts(log)


def check_conflicts(log: Log) -> None:
    truths = Truths(log)
    minimal: list[frozenset[int]] = []
    for chosen, left in truths.subsets().items():
        if not left and not any(smaller <= set(chosen) for smaller in minimal):
            minimal.append(frozenset(chosen))
    found = conflicts(log, most=1000)
    assert found.is_all
    assert [len(conflict.entries) for conflict in found] == sorted(map(len, minimal))
    assert {frozenset(log.entries.index(e) for e in conflict.entries) for conflict in found} == set(minimal)
    if len(minimal) > 1:
        first = conflicts(log, most=1)
        assert len(first) == 1
        assert not first.is_all


def slip_weights(log: Log, rate: Fraction) -> list[tuple[dict[object, object], tuple[bool, ...], Fraction]]:
    """Every world with every pattern of slips that it makes, and its weight."""
    found = []
    hard = [entry for entry in log if entry.is_hard]
    for world in Truths(log).worlds:
        weight = Fraction(1)
        for unknown, row in log.problem.priors.items():
            weight *= row[world[unknown]]
        for entry in log:
            for unknown, row in entry.likelihood.weights.items() if entry.likelihood else ():
                weight *= row[world[unknown]]
        pattern = tuple(not entry.statement.holds(world) for entry in hard)
        for slipped in pattern:
            weight *= rate if slipped else 1 - rate
        if weight:
            found.append((world, pattern, weight))
    return found


@settings(max_examples=150)
@given(st.one_of(one_to_one_logs(4), general_logs()), st.sampled_from([Fraction(1, 100), Fraction(1, 5)]))
def test_slips_are_counted_exactly(log: Log, rate: Fraction) -> None:
    """The posterior of every slip, and the worlds left the other way round, equal brute force."""
    weighted = slip_weights(log, rate)
    if not weighted:
        with pytest.raises(DeduceError, match="no world is left"):
            suspects(log, rate)
        return
    total = sum(weight for _, _, weight in weighted)
    hard = [entry for entry in log if entry.is_hard]
    ranking = suspects(log, rate)
    assert {suspect.entry.id for suspect in ranking} == {entry.id for entry in hard}
    for suspect in ranking:
        number = hard.index(suspect.entry)
        assert suspect.probability == sum(w for _, p, w in weighted if p[number]) / total
        assert suspect.worlds_if_reversed == Belief(log.reverse(suspect.entry.id), "enumeration").count
        assert suspect.worlds_if_removed == Belief(log.retract(suspect.entry.id), "enumeration").count
    chances = [suspect.probability for suspect in ranking]
    counts = [suspect.worlds_if_reversed for suspect in ranking]
    if Belief(log).is_consistent:
        assert chances == sorted(chances, reverse=True)
    else:
        assert counts == sorted(counts, reverse=True)


@settings(max_examples=60)
@given(st.one_of(one_to_one_logs(3), general_logs()), st.data())
def test_confirming_questions_tell_as_much_as_they_say(log: Log, data: st.DataObject) -> None:
    """Their bits are the mutual information between the answer and the slip."""
    rate = Fraction(1, 10)
    weighted = slip_weights(log, rate)
    hard = [entry for entry in log if entry.is_hard]
    if not weighted or not hard:
        return
    number = data.draw(st.integers(0, len(hard) - 1))
    unknown = data.draw(st.sampled_from(log.problem.unknowns))
    statement = fact(unknown, log.problem.domains[unknown][0])
    (found,) = confirming_questions(log, hard[number].id, [Question.yes_no(statement)], rate)
    joint: dict[tuple[object, object], Fraction] = {}
    total = sum(weight for _, _, weight in weighted)
    for world, pattern, weight in weighted:
        key = (statement.holds(world), pattern[number])
        joint[key] = joint.get(key, Fraction(0)) + weight / total
    assert found.bits == pytest.approx(mutual_information(joint), abs=1e-9)


def test_rules_that_contradict_themselves() -> None:
    """One conflict without entries says that the rules alone allow no world."""
    log = Log(Problem({"A": [1, 2]}, [fact("A", 1), fact("A", 2)])).append(fact("A", 1))
    found = conflicts(log)
    assert [conflict.ids for conflict in found] == [()]
    assert "whatever was heard" in str(found[0])
    with pytest.raises(DeduceError, match="mistake in the rules"):
        suspects(log)
