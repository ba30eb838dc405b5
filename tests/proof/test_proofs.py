"""Smallest proofs: that there are some, that they prove, and that nothing smaller does."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from brute import Truths, weighted_worlds
from deduce import (
    Belief,
    Claim,
    Confinement,
    ContradictionError,
    DeduceError,
    Log,
    Problem,
    ProblemError,
    Proof,
    Prover,
    all_different,
    among,
    claims_of,
    exactly,
    fact,
    is_proved,
    prove,
    where,
)
from deduce.proof import confinement
from deduce.proof.confinement_numpy import cheapest_sets_numpy
from deduce.proof.cores import cheapest_hitting_set, smallest_core
from deduce.proof.oracles import CpSatOracle, MatchingOracle, Oracle, SearchOracle, oracle_for
from strategies import (
    consistent,
    consistent_general_logs,
    consistent_one_to_one_logs,
    general_logs,
    one_to_one_log_of,
)

PIECES = ["Rocket", "King", "Crab", "Wimp"]


def settled(truths: Truths) -> dict[Claim, int]:
    """Everything that is settled by brute force, each with the worlds in which it is false."""
    left = truths.all_of(range(len(truths.entries)))
    found = {}
    for unknown, values in truths.log.problem.domains.items():
        for value in values:
            there = truths.of(fact(unknown, value))
            if not left & there:
                found[Claim(unknown, value, holds=False)] = there
            elif not left & ~there:
                found[Claim(unknown, value, holds=True)] = truths.everything & ~there
    return found


def smallest_size(subsets: dict[tuple[int, ...], int], against: int) -> int:
    """The number of entries in the smallest set of entries that leaves no world against a claim."""
    return next(len(chosen) for chosen, left in subsets.items() if not left & against)


def check_proof(truths: Truths, subsets: dict[tuple[int, ...], int], against: int, proof: Proof) -> None:
    """Check a proof against brute force: valid, no entry to spare, none smaller."""
    numbers = [truths.log.entries.index(entry) for entry in proof.entries]
    assert numbers == sorted(numbers)
    assert not truths.all_of(numbers) & against
    for number in numbers:
        assert truths.all_of(other for other in numbers if other != number) & against
    assert len(numbers) == smallest_size(subsets, against)
    problem = truths.log.problem
    assert is_proved(problem, proof)
    assert is_proved(problem, replace(proof, confinement=None))
    for entry in proof.entries:
        fewer = tuple(other for other in proof.entries if other is not entry)
        assert not is_proved(problem, replace(proof, entries=fewer))
        assert not is_proved(problem, replace(proof, entries=fewer, confinement=None))
    assert not is_proved(problem, replace(proof, claim=opposite(proof.claim)))
    assert str(proof) == proof.sentence
    assert proof.sentence.endswith(".")
    assert proof.ids == tuple(entry.id for entry in proof.entries)


def opposite(claim: Claim) -> Claim:
    return replace(claim, holds=not claim.holds)


def check_all_proofs(log: Log) -> None:
    truths = Truths(log)
    subsets = truths.subsets()
    prover = Prover(log)
    claims = settled(truths)
    for claim, against in claims.items():
        proof = prover.proof(claim.unknown, claim.value)
        assert proof.claim == claim
        check_proof(truths, subsets, against, proof)
    listed = [proof.claim for proof in prover.proofs()]
    sure = {claim.unknown for claim in claims if claim.holds}
    assert len(listed) == len(set(listed))
    assert set(listed) == {c for c in claims if c.holds or c.unknown not in sure}
    assert listed == claims_of(Belief(log))


@settings(max_examples=250)
@given(consistent_one_to_one_logs())
def test_proofs_of_one_to_one_problems(log: Log) -> None:
    """Everything that is settled has a proof that is valid and as small as can be."""
    check_all_proofs(log)


def test_proofs_of_thousands_of_one_to_one_problems() -> None:
    """The same for many more logs, which are made from seeds because that is quicker."""
    rng = random.Random("thousands")
    proved = confined = 0
    for _ in range(4000):
        size = rng.choice([2, 3, 3, 4])
        width = size + rng.choice([0, 0, 1, 2]) if size < 4 else 4
        density = rng.choice([0.3, 0.5, 0.7])
        log = one_to_one_log_of(rng, size, width, rng.randint(1, 6), density=density)
        truths = Truths(log)
        subsets = truths.subsets()
        prover = Prover(log)
        for claim, against in settled(truths).items():
            proof = prover.of(claim)
            numbers = [log.entries.index(entry) for entry in proof.entries]
            assert len(numbers) == smallest_size(subsets, against)
            assert not truths.all_of(numbers) & against
            assert is_proved(log.problem, proof)
            proved += 1
            confined += proof.confinement is not None
    assert proved > 20_000
    assert confined > 4000


@settings(max_examples=150)
@given(consistent_general_logs())
def test_proofs_of_general_problems(log: Log) -> None:
    """The same with any rules and any entries."""
    check_all_proofs(log)


@settings(max_examples=50)
@given(general_logs())
def test_proofs_with_priors_and_soft_entries(log: Log) -> None:
    """The same where weights rule values out."""
    log = consistent(log)
    if weighted_worlds(log):
        check_all_proofs(log)


Key = tuple[int, int, int]
"""How simple a proof is: its entries, the unknowns that are confined, and the sum of the ages."""


def simplest(log: Log, claim: Claim) -> Key:
    """The key of the simplest proof in the form of a confinement, by trying all there are."""
    best: Key | None = None
    numbers = range(len(log))
    for size in range(len(log) + 1):
        for chosen in itertools.combinations(numbers, size):
            left = left_by(log, chosen)
            confined = fewest_confined(log.problem, left, claim)
            if confined is not None:
                key = (size, confined, sum(len(log) - 1 - number for number in chosen))
                best = key if best is None else min(best, key)
        if best is not None:
            return best
    message = f"{claim} is not settled"
    raise AssertionError(message)


def left_by(log: Log, numbers: tuple[int, ...]) -> dict[object, set[object]]:
    """The values that the start and some entries leave to each unknown."""
    weights = log.problem.priors
    return {
        unknown: {
            value
            for value in values
            if weights.get(unknown, {}).get(value, 1)
            and all(
                log[number].statement.holds({unknown: value})
                for number in numbers
                if unknown in log[number].statement.scope
            )
        }
        for unknown, values in log.problem.domains.items()
    }


def fewest_confined(problem: Problem, left: dict[object, set[object]], claim: Claim) -> int | None:
    """The unknowns in the smallest confinement that proves a claim; 0 if none is needed."""
    own = left[claim.unknown]
    if own <= {claim.value} if claim.holds else claim.value not in own:
        return 0
    others = [unknown for unknown in problem.unknowns if unknown != claim.unknown]
    for size in range(1, len(problem.unknowns)):
        for group in itertools.combinations(others, size):
            values = set().union(*(left[unknown] for unknown in group))
            if len(values) > size:
                continue
            if own <= values | {claim.value} if claim.holds else claim.value in values:
                return size
    return None


@settings(max_examples=150)
@given(consistent_one_to_one_logs(3, 7))
def test_ties_are_broken_as_documented(log: Log) -> None:
    """Among the smallest proofs the simplest is shown, and among these the most recent."""
    prover = Prover(log)
    for claim in settled(Truths(log)):
        proof = prover.of(claim)
        ages = [len(log) - 1 - log.entries.index(entry) for entry in proof.entries]
        confined = len(proof.confinement.unknowns) if proof.confinement else 0
        assert (len(ages), confined, sum(ages)) == simplest(log, claim)
        assert (proof.confinement is None) == (confined == 0)
        assert proof.kind == ("confinement" if confined else "direct")


def test_ties_by_hand() -> None:
    """Two entries that say the same: the newer is cited; what is said outright is cited first."""
    log = Log(Problem.one_to_one("ABC", PIECES[:3]))
    log = log.append(fact("A", "Crab")).append(fact("A", "Crab"))
    assert prove(log, "A", "Crab").ids == ("2",)
    assert prove(log, "B", "Crab").ids == ("2",)
    log = log.insert(0, ~fact("B", "Crab"), id="outright")
    assert prove(log, "B", "Crab").ids == ("outright",)
    assert prove(log, "B", "Crab").kind == "direct"


@pytest.mark.parametrize(
    ("size", "width", "entries"),
    [(10, 10, 40), (9, 11, 40), (12, 12, 60), (5, 12, 20), (14, 14, 80)],
)
def test_costs_with_and_without_numpy(size: int, width: int, entries: int) -> None:
    """The cheapest confinements are the same, worked out by numpy and in plain Python."""
    for seed in range(1 if width >= 12 else 3):
        rng = random.Random(f"{size} {width} {seed}")
        log = one_to_one_log_of(rng, size, width, entries, density=0.5)
        covers = confinement.covers_of(log)
        plain = confinement._cheapest_sets_plain(covers, width)
        struck, certain = cheapest_sets_numpy(covers, width)
        assert proper(plain.struck) == proper(struck)
        assert proper(plain.certain) == proper(certain)
        assert any(map(any, proper(struck)))


def proper(table: list[list[tuple[int, int]]]) -> list[list[tuple[int, int] | None]]:
    """A table of costs without those that no proof can have."""
    return [[cell if cell[0] < confinement.FORBIDDEN else None for cell in row] for row in table]


def test_proofs_with_and_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proofs themselves are the same with and without numpy."""
    log = one_to_one_log_of(random.Random(5), 10, 10, 35, density=0.6)
    belief = Belief(log)
    proofs = Prover(log, belief).proofs()
    assert any(proof.confinement for proof in proofs)
    assert all(is_proved(log.problem, proof) for proof in proofs)
    monkeypatch.setattr(confinement, "is_worth_numpy", lambda *_: False)
    assert Prover(log, belief).proofs() == proofs


def sizes_of_cores(log: Log, oracles: list[Oracle]) -> None:
    """Check that all oracles lead to cores of the size of the smallest proof."""
    truths = Truths(log)
    subsets = truths.subsets()
    for claim, against in settled(truths).items():
        expected = smallest_size(subsets, against)
        for oracle in oracles:
            core = smallest_core(oracle, ~claim.statement)
            assert core is not None
            assert len(core) == expected
            assert not truths.all_of(core) & against


@settings(max_examples=25)
@given(consistent_one_to_one_logs(3, 6))
def test_oracles_agree_on_one_to_one_problems(log: Log) -> None:
    """Matching, CP-SAT and plain search find cores of one size."""
    assert isinstance(oracle_for(log), MatchingOracle)
    sizes_of_cores(log, [MatchingOracle(log), CpSatOracle(log), SearchOracle(log)])


@settings(max_examples=40)
@given(consistent_general_logs(5))
def test_oracles_agree_on_general_problems(log: Log) -> None:
    """CP-SAT and plain search find cores of one size."""
    sizes_of_cores(log, [CpSatOracle(log), SearchOracle(log)])


def test_without_ortools_proofs_are_found_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without OR-Tools a plain search finds the same proof, whatever entries are called."""
    monkeypatch.setattr("deduce.proof.oracles.has_ortools", lambda: False)
    log = Log(Problem(dict.fromkeys("AB", (1, 2, 3)))).append(fact("B", 2))
    log = log.append(where(lambda a, b: a < b, "AB"), id="extra")
    assert isinstance(oracle_for(log), SearchOracle)
    assert prove(log, "A", 1).ids == ("1", "extra")
    assert prove(log, "A", 3).ids == ("extra",)


def test_cheapest_hitting_sets() -> None:
    """Every set is met at the least cost, and no set that is barred is contained whole."""
    rng = random.Random(1)
    for _ in range(200):
        size = rng.randint(1, 6)
        costs = [rng.randint(1, 5) for _ in range(size)]
        sets = [rng.randint(1, (1 << size) - 1) for _ in range(rng.randint(0, 5))]
        barred = [rng.randint(1, (1 << size) - 1) for _ in range(rng.randint(0, 3))]

        def cost(chosen: int, costs: list[int] = costs) -> int:
            return sum(weight for place, weight in enumerate(costs) if chosen >> place & 1)

        able = [
            chosen
            for chosen in range(1 << size)
            if all(chosen & members for members in sets)
            and not any(whole & chosen == whole for whole in barred)
        ]
        found = cheapest_hitting_set(sets, barred, costs)
        if not able:
            assert found is None
        else:
            assert found in able
            assert cost(found) == min(map(cost, able))


def scene() -> tuple[Log, Proof]:
    """A log with a proof by confinement: A and B share Rocket and King, so D is not King."""
    log = Log(Problem.one_to_one("ABCD", PIECES))
    log = log.append(among("A", PIECES[:2]), "A moved far")
    log = log.append(among("B", PIECES[:2]), "B moved far")
    log = log.append(~fact("C", "Wimp"), "C captured")
    return log, prove(log, "D", "King")


def test_the_checker_rejects_wrong_proofs() -> None:
    """A proof with another claim, another group or fewer entries proves nothing."""
    log, proof = scene()
    problem = log.problem
    group = proof.confinement
    assert group == Confinement(("A", "B"), ("Rocket", "King"))
    assert is_proved(problem, proof)
    right = [Claim("D", "Rocket", holds=False), Claim("C", "King", holds=False)]
    wrong = [
        Claim("D", "Crab", holds=False),
        Claim("D", "King", holds=True),
        Claim("D", "Wimp", holds=True),
        Claim("A", "King", holds=False),
        Claim("A", "Crab", holds=True),
    ]
    for claim in right:
        assert is_proved(problem, replace(proof, claim=claim))
    for claim in wrong:
        assert not is_proved(problem, replace(proof, claim=claim))
        assert not is_proved(problem, replace(proof, claim=claim, confinement=None))
    for unknowns, values in [
        (("A", "C"), ("Rocket", "King")),
        (("A",), ("King",)),
        (("A",), ("Rocket", "King")),
        (("A", "B", "C"), ("Rocket", "King")),
        (("A", "A"), ("Rocket", "King")),
        (("A", "B"), ("Rocket", "King", "Crab")),
        (("A", "B"), ("King", "Crab")),
        (("A", "B"), ("King",)),
        (("A", "B"), ("King", "King")),
        (("B", "D"), ("Rocket", "King")),
        (("A", "B", "D"), ("Rocket", "King", "Crab")),
        ((), ()),
    ]:
        assert not is_proved(problem, replace(proof, confinement=Confinement(unknowns, values)))
    for entries in itertools.combinations(log, 2):
        assert is_proved(problem, replace(proof, entries=entries)) == (entries == log[:2])


def test_the_checker_rejects_confinements_where_unknowns_may_agree() -> None:
    """Where not all unknowns differ, a confinement proves nothing."""
    problem = Problem(dict.fromkeys("ABC", PIECES), [all_different("AB")])
    entry = Log(problem).append(fact("A", "King"))[0]
    group = Confinement(("A",), ("King",))
    for unknown in "BC":
        claim = Claim(unknown, "King", holds=False)
        proof = Proof(claim, (entry,), group, "confinement", "")
        assert not is_proved(problem, proof)
        assert is_proved(problem, replace(proof, confinement=None)) == (unknown == "B")


def test_the_checker_uses_the_rules() -> None:
    """Rules and prior weights of 0 may be used by any proof, without being cited."""
    rules = [where(lambda a, b: a < b, "AB")]
    problem = Problem(dict.fromkeys("AB", (1, 2, 3)), rules, priors={"A": {1: 0}})
    for claim, expected in {
        Claim("A", 3, holds=False): True,
        Claim("A", 2, holds=True): True,
        Claim("B", 3, holds=True): True,
        Claim("B", 1, holds=False): True,
        Claim("B", 3, holds=False): False,
        Claim("A", 2, holds=False): False,
    }.items():
        assert is_proved(problem, Proof(claim, (), None, "solver", "")) is expected


def test_what_is_open_has_no_proof() -> None:
    """A value that is possible but not certain can neither be proved nor refuted."""
    log, _ = scene()
    with pytest.raises(DeduceError, match="A may or may not be King: there is nothing to prove"):
        prove(log, "A", "King")
    with pytest.raises(DeduceError, match="may or may not be") as raised:
        prove(log.append(exactly(1, [fact("A", "King"), fact("B", "Crab")])).at(2), "C", "Crab")
    assert not isinstance(raised.value, ContradictionError)


def test_what_is_not_there_has_no_proof() -> None:
    """A proof about an unknown or a value that is not declared is refused."""
    log, _ = scene()
    with pytest.raises(ProblemError, match="there is no unknown 'X'"):
        prove(log, "X", "King")
    with pytest.raises(ProblemError, match="'A' has no value 'Kong'; did you mean 'King'"):
        prove(log, "A", "Kong")


def test_a_contradiction_proves_nothing() -> None:
    """Where no world is left, everything would be proved, so nothing is."""
    log, _ = scene()
    for entry in (among("C", PIECES[:2]), exactly(2, [fact("C", "King"), fact("D", "King")])):
        with pytest.raises(ContradictionError, match=r"no world is left.*see conflicts\(log\)"):
            prove(log.append(entry), "D", "Crab")


def test_sentences() -> None:
    """Proofs read as a player would say them."""
    log, proof = scene()
    assert str(proof) == (
        "Entries 1 and 2 leave only Rocket and King for A and B between them, so D is not King."
    )
    assert str(prove(log, "C", "Wimp")) == "Entry 3 says so: 3 “C captured”; so C is not Wimp."
    assert str(prove(log, "D", "Wimp")) == ("Entries 1, 2 and 3 rule out Wimp for all but D, so D is Wimp.")
    shown = log.append(fact("A", "King"))
    assert str(prove(shown, "B", "King")) == "Entry 4 leaves only King for A, so B is not King."
    assert str(prove(shown, "B", "Rocket")) == (
        "Entry 4 leaves only King for A; entry 2 leaves nothing else for B but Rocket."
    )
    start = Log(Problem.one_to_one("ABC", PIECES[:3], [fact("A", "King")]))
    assert str(prove(start, "A", "Crab")) == "A is not Crab from the start."
    assert str(prove(start, "B", "King")) == "The set-up leaves only King for A, so B is not King."


def test_sentences_of_general_problems() -> None:
    """Proofs that took a solver say that the rules were used, and repeat the entries."""
    rules = [where(lambda a, b: a < b, "AB", "rising")]
    pair = Log(Problem(dict.fromkeys("AB", (1, 2)), rules))
    assert str(prove(pair, "A", 1)) == "A is 1 by the rules alone."
    triple = Log(Problem(dict.fromkeys("AB", (1, 2, 3)), rules))
    triple = triple.append(~fact("B", 3), "not the three").append(all_different("AB"), "a pair")
    assert str(prove(triple, "A", 1)) == (
        "Entry 1 leaves no other way under the rules: 1 “not the three”; so A is 1."
    )


def test_one_unknown_that_needs_a_value_is_spoken_of_in_the_singular() -> None:
    """Where only one unknown is left for a value, it does not "need" it "for themselves"."""
    log, _ = scene()
    proof = prove(log, "D", "Crab")
    assert proof.ids == ("1", "2", "3")
    assert "D, who need " not in str(proof)
    assert "themselves" not in str(proof)


def test_what_the_set_up_says_is_not_put_into_an_entrys_mouth() -> None:
    """An entry on one unknown is not said to leave only one value for another."""
    log = Log(Problem.one_to_one("ABC", PIECES[:3], [fact("A", "King")]))
    proof = prove(log.append(~fact("B", "Crab")), "B", "Rocket")
    assert proof.ids == ("1",)
    assert "Entry 1 leaves only King for A" not in str(proof)
