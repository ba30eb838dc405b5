"""Worlds: drawn, listed and counted the same by every engine, with numpy and without."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import entropy, weighted_worlds
from deduce import (
    Belief,
    ContradictionError,
    Log,
    OutOfReachError,
    Problem,
    ProblemError,
    Statement,
    World,
    all_different,
    among,
    exactly,
    fact,
    where,
)
from deduce.belief.belief import EngineName
from deduce.belief.diagram import DiagramEngine
from deduce.belief.lattice import Choice, Node
from deduce.belief.numpy_worth import is_worth_numpy
from deduce.belief.patience import Allowance
from deduce.belief.situation import Situation
from deduce.belief.subsets import _Program
from strategies import (
    consistent,
    consistent_general_logs,
    consistent_one_to_one_logs,
    general_logs,
    one_to_one_log_of,
    statements,
)

pytest.importorskip("numpy")  # Once it is imported, it is used from the first belief on.


def plainly(log: Log) -> Belief:
    """What follows from a log, worked out in plain Python from the first to the last number."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deduce.belief.subsets.is_worth_numpy", lambda *_: False)
        belief = Belief(log, "subsets")
        # Everything that is worked out only once is worked out now.
        _ = belief.count, belief.possible, belief.weight
        if belief.is_consistent:
            belief.sample(1, seed=0)
            belief.world(0)
    return belief


def picks(worlds: list[World]) -> list[tuple[object, ...]]:
    return [tuple(world.values()) for world in worlds]


SHAPES = [
    pytest.param(10, 10, 0, id="square"),
    pytest.param(10, 10, 3, id="square, weighted"),
    pytest.param(10, 12, 0, id="spare values"),
    pytest.param(10, 12, 3, id="spare values, weighted"),
    pytest.param(11, 11, 0, id="larger"),
    pytest.param(11, 12, 2, id="larger, spare values, weighted"),
]


@pytest.mark.parametrize(("size", "width", "weighted"), SHAPES)
def test_worlds_with_and_without_numpy(size: int, width: int, weighted: int) -> None:
    """Seeds draw the same worlds and ranks name the same ones, with numpy and without."""
    assert is_worth_numpy(10, 1)
    log = one_to_one_log_of(random.Random(size + width), size, width, 6, weighted=weighted)
    quick, plain = Belief(log, "subsets"), plainly(log)
    assert quick.count == plain.count > 1000
    assert quick.weight == plain.weight
    assert quick.possible == plain.possible
    assert dict(quick.probabilities) == dict(plain.probabilities)
    drawn = quick.sample(200, seed="the same")
    assert picks(drawn) == picks(quick.sample(200, seed="the same"))
    assert picks(drawn) == picks(plain.sample(200, seed="the same"))
    assert picks(drawn) != picks(quick.sample(200, seed="another"))
    assert len(set(picks(drawn))) > 100
    ranks = [0, 1, 2, 777, quick.count // 2, quick.count - 1]
    assert [quick.world(rank) for rank in ranks] == [plain.world(rank) for rank in ranks]
    assert list(itertools.islice(quick.worlds(), 800)) == list(itertools.islice(plain.worlds(), 800))
    for world in drawn:
        assert all(entry.statement.holds(world) for entry in log)
        assert len(set(world.values())) == size


@pytest.mark.parametrize(("size", "width"), [(10, 10), (10, 12)])
def test_worlds_are_listed_by_rank(size: int, width: int) -> None:
    """The world at a rank is the one that stands there when all are listed."""
    log = one_to_one_log_of(random.Random(1), size, width, 11)
    belief = Belief(log)
    listed = list(belief.worlds())
    assert len(listed) == len(set(listed)) == belief.count > 500
    for rank in [*range(10), *range(10, len(listed), 97), len(listed) - 1]:
        assert belief.world(rank) == listed[rank]
    for rank in (-1, len(listed)):
        with pytest.raises(IndexError, match=f"there is no world {rank}; there are {len(listed)}"):
            belief.world(rank)


@settings(max_examples=50)
@given(st.integers(0, 10**6))
def test_large_counts_agree(seed: int) -> None:
    """Counts and probabilities are the same by numpy and in plain Python, dense or sparse."""
    rng = random.Random(seed)
    size = rng.choice([10, 10, 11, 12, 13])
    width = size + rng.choice([0, 0, 0, 1, 2])
    density = rng.choice([0.2, 0.5, 0.8])
    weighted = rng.choice([0, 0, 1, 4])
    log = one_to_one_log_of(rng, size, width, rng.randint(0, 8), density=density, weighted=weighted)
    quick, plain = Belief(log, "subsets"), plainly(log)
    assert quick.count == plain.count
    assert quick.weight == plain.weight
    assert dict(quick.probabilities) == dict(plain.probabilities)


@pytest.mark.parametrize("seed", range(4))
def test_large_sparse_counts_agree_with_the_diagram(seed: int) -> None:
    """The program over subsets and the decision diagram count the same worlds."""
    log = one_to_one_log_of(random.Random(seed), 10 + seed, 11 + seed % 2 + seed, 30, weighted=seed % 2)
    subsets, diagram = Belief(log, "subsets"), Belief(log, "diagram")
    assert (subsets.engine, diagram.engine) == ("subsets", "diagram")
    assert subsets.count == diagram.count
    assert dict(subsets.probabilities) == dict(diagram.probabilities)
    assert subsets.bits == pytest.approx(diagram.bits)


@pytest.mark.parametrize("size", range(1, 14))
def test_known_counts(size: int) -> None:
    """Permutations, derangements and the seatings of couples are counted as they are known."""
    numbers = range(size)
    free = Log(Problem.one_to_one(numbers, numbers))
    deranged, seated = free, free
    for number in numbers:
        deranged = deranged.append(~fact(number, number))
        seated = seated.append(~among(number, {number, (number + 1) % size}))
    factorial = math.factorial
    assert Belief(free).count == factorial(size)
    derangements = sum((-1) ** k * factorial(size) // factorial(k) for k in range(size + 1))
    assert Belief(deranged).count == derangements
    if size > 2:
        # Touchard's formula for the ménage numbers.
        couples = sum(
            (-1) ** k * 2 * size * math.comb(2 * size - k, k) * factorial(size - k) // (2 * size - k)
            for k in range(size + 1)
        )
        assert Belief(seated).count == couples
        assert plainly(seated).count == couples
    spare = Problem.one_to_one(numbers, range(size + 2))
    assert Belief(Log(spare)).count == math.perm(size + 2, size)


def test_known_counts_from_the_books() -> None:
    """The ménage numbers as they are printed (A000179), as a second witness."""
    known = {
        3: 1,
        4: 2,
        5: 13,
        6: 80,
        7: 579,
        8: 4738,
        9: 43387,
        10: 439792,
        11: 4890741,
        12: 59216642,
    }
    for size, couples in known.items():
        numbers = range(size)
        log = Log(Problem.one_to_one(numbers, numbers))
        for number in numbers:
            log = log.append(~among(number, {number, (number + 1) % size}))
        assert Belief(log).count == couples


@pytest.mark.parametrize("size", [16, 20])
def test_dense_counts_at_the_limit(size: int) -> None:
    """All permutations of as many unknowns as can be counted at all."""
    belief = Belief(Log(Problem.one_to_one(range(size), range(size))))
    assert belief.count == math.factorial(size)
    assert belief.engine == "subsets"
    if size == 16:
        assert belief.probability(0, 0) == Fraction(1, 16)
        assert len(belief.sample(3, seed=1)) == 3


def test_beyond_the_limit_nothing_is_estimated() -> None:
    """With too many unknowns, what is possible stays exact and the rest is refused."""
    log = Log(Problem.one_to_one(range(21), range(21))).append(fact(0, 5))
    belief = Belief(log, most_nodes=1000)
    assert belief.certain == {0: 5}
    assert belief.is_consistent
    assert not belief.is_counted
    with pytest.raises(OutOfReachError, match="more than can be counted"):
        _ = belief.count
    with pytest.raises(OutOfReachError):
        _ = belief.probabilities
    assert not Belief(log.append(fact(1, 5)), most_nodes=1000).is_consistent


def test_what_is_possible_needs_no_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all unknowns differ, what is possible is known by matching, without counting."""

    def compiled(*_: object) -> None:
        message = "a diagram was compiled only to tell what is possible"
        raise AssertionError(message)

    monkeypatch.setattr("deduce.belief.diagram.compile_diagram", compiled)
    log = Log(Problem.one_to_one(range(30), range(30))).append(fact(0, 5))
    belief = Belief(log)
    assert belief.certain == {0: 5}
    assert len(belief.possible[1]) == 29
    assert belief.is_consistent


@pytest.mark.parametrize(("size", "width"), [(10, 10), (11, 12), (6, 7)])
def test_heavy_weights_are_exact(size: int, width: int) -> None:
    """Weights too large for any machine number give the same fractions with and without numpy."""
    rng = random.Random(size)
    log = one_to_one_log_of(rng, size, width, 20, density=0.4)
    for name in log.problem.unknowns[:4]:
        row = {v: Fraction(rng.getrandbits(90) + 1, rng.getrandbits(90) + 1) for v in log.problem.values}
        log = log.append(weights={name: row})
    quick, plain, diagram = Belief(log, "subsets"), plainly(log), Belief(log, "diagram")
    assert quick.weight > 2**200
    assert dict(quick.probabilities) == dict(plain.probabilities) == dict(diagram.probabilities)
    assert picks(quick.sample(20, seed=3)) == picks(plain.sample(20, seed=3))


def count_choices(patch: pytest.MonkeyPatch) -> list[None]:
    """Keep a list of all the times that the choices at a node are asked for."""
    asked: list[None] = []
    choices = _Program.choices

    def counted(program: _Program, node: Node) -> Sequence[Choice]:
        asked.append(None)
        return choices(program, node)

    patch.setattr(_Program, "choices", counted)
    return asked


def weights_of_worlds(log: Log) -> Iterator[list[Fraction]]:
    """For each world of a one-to-one log of soft entries, the weight of each of its pairs."""
    names, values = log.problem.unknowns, log.problem.values
    rows = [log.likelihoods.get(name, dict.fromkeys(values, Fraction(1))) for name in names]
    for chosen in itertools.permutations(values, len(names)):
        yield [row[value] for row, value in zip(rows, chosen, strict=True)]


@pytest.mark.parametrize("weighted", [0, 1])
def test_the_most_probable_world_is_found_at_once(weighted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many worlds are equally probable, the first is found without trying the others."""
    asked = count_choices(monkeypatch)
    log = one_to_one_log_of(random.Random(1), 7, 7, 0, weighted=weighted)
    ((world, share),) = Belief(log).most_probable()
    heaviest = max(math.prod(weights) for weights in weights_of_worlds(log))
    assert share == Fraction(heaviest, sum(map(math.prod, weights_of_worlds(log))))
    assert len(set(world.values())) == 7
    assert len(asked) < 500


@pytest.mark.parametrize(("size", "width"), [(10, 10), (10, 11)])
def test_the_most_probable_worlds_with_and_without_numpy(size: int, width: int) -> None:
    """The most probable worlds are the same, and as probable as it is said."""
    rng = random.Random(size * width)
    log = one_to_one_log_of(rng, size, width, 0, weighted=0)
    for name in log.problem.unknowns:
        log = log.append(weights={name: {v: rng.randint(1, 5) for v in log.problem.values}})
    quick = Belief(log).most_probable(8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deduce.belief.subsets.is_worth_numpy", lambda *_: False)
        assert Belief(log).most_probable(8) == quick
    shares = [share for _, share in quick]
    assert shares == sorted(shares, reverse=True)
    assert len({world for world, _ in quick}) == 8
    for world, share in quick:
        assert share == Belief(log).probability_of(all_true(dict(world)))
    assert all(share <= shares[0] for _, share in Belief(log, "diagram").most_probable(2))


def all_true(world: dict[object, object]) -> Statement:
    return exactly(len(world), [fact(unknown, value) for unknown, value in world.items()])


@pytest.mark.parametrize("width", [10, 11])
def test_weights_at_the_edge_of_what_machine_numbers_hold(width: int) -> None:
    """Where machine numbers could no longer be exact, another way is taken, and the result is."""
    rng = random.Random(width)
    for greatest in (2, 3, 5, 7, 9, 11, 13, 15, 17, 19, 22, 25, 30, 60):
        log = Log(Problem.one_to_one(range(10), range(width)))
        for unknown in range(10):
            row: dict[Hashable, int] = {
                value: rng.randint(greatest * 2 // 3, greatest) for value in range(width)
            }
            log = log.append(weights={unknown: row})
        quick, plain = Belief(log), plainly(log)
        assert quick.weight == plain.weight
        assert dict(quick.probabilities) == dict(plain.probabilities)
        assert quick.sample(5, seed=greatest) == plain.sample(5, seed=greatest)


def skewed() -> Log:
    """Six worlds of very different weights."""
    log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
    return log.append(weights={"A": {"rook": 5, "king": 2}}).append(weights={"B": {"crab": "1/3"}})


@pytest.mark.parametrize("engine", ["subsets", "diagram", "enumeration"])
def test_samples_follow_the_weights(engine: EngineName) -> None:
    """Worlds are drawn as often as they are likely (chi-square, 5 degrees of freedom)."""
    log = skewed()
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    draws = 6000
    drawn = Counter(repr(dict(world)) for world in Belief(log, engine).sample(draws, seed=42))
    expected = {repr(world): float(draws * weight / total) for world, weight in worlds}
    assert drawn.keys() == expected.keys()
    assert len(expected) == 6
    deviation = sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items())
    # 20.5 is exceeded one time in a thousand.
    assert deviation < 20.5


def test_samples_of_a_large_problem_follow_the_weights() -> None:
    """The same for a problem that numpy draws from: how often one unknown has each value."""
    log = one_to_one_log_of(random.Random(2), 10, 11, 3, weighted=2)
    belief = Belief(log)
    draws = 5000
    drawn = belief.sample(draws, seed=7)
    for unknown in log.problem.unknowns[:3]:
        shares = belief.probabilities[unknown]
        counts = Counter(world[unknown] for world in drawn)
        assert counts.keys() <= shares.keys()
        deviation = sum(
            (counts[value] - float(draws * share)) ** 2 / float(draws * share)
            for value, share in shares.items()
        )
        # 29.6 is exceeded one time in a thousand at 10 degrees of freedom.
        assert deviation < 29.6


@pytest.mark.parametrize("engine", ["subsets", "diagram", "enumeration"])
def test_seeds(engine: EngineName) -> None:
    """A seed, a number or a text, always gives the same worlds; no seed gives different ones."""
    log = Log(Problem.one_to_one(range(5), range(5)))
    first, second = Belief(log, engine), Belief(log, engine)
    for seed in (0, 1, -5, "a text", 10**30):
        assert first.sample(10, seed=seed) == second.sample(10, seed=seed)
        assert first.sample(10, seed=seed)[:4] == first.sample(4, seed=seed)
    assert first.sample(10, seed=1) != first.sample(10, seed=2)
    assert first.sample(20) != first.sample(20)
    assert first.sample(0) == []


def test_nothing_to_draw() -> None:
    """Where no world is left there is none to draw, and no probability; the count is 0."""
    log = skewed().append(fact("B", "rook")).append(fact("C", "rook"))
    engines: list[EngineName] = ["subsets", "diagram", "enumeration"]
    for engine in engines:
        belief = Belief(log, engine)
        assert belief.count == 0
        assert belief.weight == 0
        assert belief.certain == {}
        assert list(belief.worlds()) == []
        asks: list[Callable[[Belief], object]] = [
            lambda belief: belief.sample(1),
            lambda belief: belief.probabilities,
            lambda belief: belief.bits,
            lambda belief: belief.most_probable(),
            lambda belief: belief.probability("A", "rook"),
            lambda belief: belief.probability_of(fact("A", "rook") | fact("B", "king")),
        ]
        for ask in asks:
            with pytest.raises(ContradictionError, match=r"see conflicts\(log\)"):
                ask(belief)
        with pytest.raises(IndexError):
            belief.world(0)


def check_against_worlds(log: Log, first: Statement, second: Statement) -> None:
    """Check entropy, `probability_of` and `given` against the worlds one by one."""
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    belief = Belief(log)
    assert belief.bits == pytest.approx(entropy(weight / total for _, weight in worlds), abs=1e-9)

    def share(*said: Statement) -> Fraction:
        there = (weight for world, weight in worlds if all(s.holds(world) for s in said))
        return sum(there, Fraction(0)) / total

    assert belief.probability_of(first) == share(first)
    narrowed = belief.given(first, second)
    assert narrowed.count == sum(first.holds(world) and second.holds(world) for world, _ in worlds)
    assert Fraction(narrowed.weight, belief.weight) == share(first, second)
    step = belief.given(first).given(second)
    assert step.count == narrowed.count
    assert step.possible == narrowed.possible
    assert belief.count == len(worlds)
    if narrowed.count:
        assert dict(step.probabilities) == dict(narrowed.probabilities)
        for unknown in log.problem.unknowns:
            for value in log.problem.domains[unknown]:
                left = share(first, second, fact(unknown, value)) / share(first, second)
                assert narrowed.probability(unknown, value) == left
        left_over = [w for world, w in worlds if first.holds(world) and second.holds(world)]
        shares = [weight / sum(left_over) for weight in left_over]
        assert narrowed.bits == pytest.approx(entropy(shares), abs=1e-9)


@settings(max_examples=120)
@given(st.data())
def test_beliefs_in_one_to_one_problems(data: st.DataObject) -> None:
    """How much is open, how likely a statement is and what would follow are what the worlds say."""
    log = data.draw(consistent_one_to_one_logs(4, 4))
    said = statements(log.problem)
    check_against_worlds(log, data.draw(said), data.draw(said))


@settings(max_examples=120)
@given(st.data())
def test_beliefs_in_general_problems(data: st.DataObject) -> None:
    """The same with any rules and any entries."""
    log = data.draw(consistent_general_logs(3))
    said = statements(log.problem)
    check_against_worlds(log, data.draw(said), data.draw(said))


@settings(max_examples=60)
@given(st.data())
def test_beliefs_with_priors_and_soft_entries(data: st.DataObject) -> None:
    """The same where worlds weigh more or less."""
    log = consistent(data.draw(general_logs()))
    if weighted_worlds(log):
        said = statements(log.problem)
        check_against_worlds(log, data.draw(said), data.draw(said))


def test_strangers_are_refused() -> None:
    """Asking about what is not in the problem is a problem error, however it is asked."""
    belief = Belief(skewed())
    stranger, crook = fact("Z", "rook"), fact("A", "crook")
    with pytest.raises(ProblemError, match="there is no unknown 'Z'"):
        belief.probability("Z", "rook")
    with pytest.raises(ProblemError, match="'A' has no value 'crook'; did you mean 'rook'"):
        belief.probability("A", "crook")
    for statement in (stranger, crook, stranger | crook):
        with pytest.raises(ProblemError):
            belief.probability_of(statement)
    for statement in (stranger, crook, stranger | crook):
        with pytest.raises(ProblemError):
            belief.given(statement)


def test_no_entry_can_be_in_the_way_of_a_question() -> None:
    """Whatever an entry is called, one can ask what would follow if more was true."""
    log = Log(Problem.one_to_one("ABC", [1, 2, 3]))
    log = log.append(~fact("A", 1), id="given 2").append(~fact("A", 1), id="given 4")
    log = log.append(~fact("A", 1), id="given 3")
    for belief in (Belief(log), Belief(log.keep("given 2")), Belief(log.at(2))):
        assert belief.given(fact("B", 1)).count == 2
        assert belief.given(fact("B", 1), fact("C", 2)).count == 1
        assert belief.probability_of(fact("B", 1) | fact("C", 1)) == 1


def test_worlds_are_mappings() -> None:
    """A world reads like a dictionary, and equal worlds are equal."""
    belief = Belief(skewed())
    world = next(belief.worlds())
    assert world == dict(world)
    assert dict(world) == {"A": "rook", "B": "king", "C": "crab"}
    assert world != next(itertools.islice(belief.worlds(), 1, None))
    assert {world, belief.world(0)} == {world}
    assert repr(world) == "World(A=rook, B=king, C=crab)"
    assert len(world) == 3
    with pytest.raises(KeyError):
        world["Z"]


def test_all_engines_agree_on_who_they_are() -> None:
    """The engine is chosen by the problem or named; a misspelt name is corrected."""
    one = Log(Problem.one_to_one("ABC", [1, 2, 3]))
    general = Log(Problem(dict.fromkeys("ABC", (1, 2, 3)), [all_different("AB")]))
    assert Belief(one).engine == "subsets"
    assert Belief(general).engine == "diagram"
    assert Belief(one.append(exactly(1, [fact("A", 1), fact("B", 2)]))).engine == "diagram"
    assert Belief(one, "cp-sat").engine == "cp-sat"
    with pytest.raises(OutOfReachError, match="only counts one-to-one problems"):
        _ = Belief(general, "subsets").count
    with pytest.raises(ValueError, match="there is no engine 'diagramm'; did you mean 'diagram'"):
        Belief(one, "diagramm")  # type: ignore[arg-type]
    tiny = Belief(general, most_nodes=1)
    assert tiny.engine == "cp-sat"
    assert tiny.possible == Belief(general).possible
    with pytest.raises(OutOfReachError, match="would take more than 1 nodes"):
        _ = tiny.count
    joint = Belief(general.append(exactly(1, [fact("A", 1), fact("C", 2)])), most_nodes=1)
    with pytest.raises(OutOfReachError, match=r"given up after \d+ nodes .* \(level 1 of 3\)"):
        _ = joint.count


@pytest.mark.parametrize("seed", range(30))
def test_what_is_out_of_reach_is_known_before_it_is_made(seed: int) -> None:
    """For problems in which all unknowns differ, the nodes are counted beforehand, to the last one."""
    draw = random.Random(f"reach {seed}")
    size = draw.randint(2, 9)
    log = one_to_one_log_of(draw, size, size + draw.randint(0, 3), draw.randint(0, 12), density=0.6)
    diagram = DiagramEngine(Situation.of(log)).diagram
    nodes = sum(len(layer.nodes) for layer in diagram.layers)
    assert DiagramEngine(Situation.of(log), nodes).count() == Belief(log, "subsets").count
    with pytest.raises(OutOfReachError, match=r"would take more than|\(level 1 of"):
        DiagramEngine(Situation.of(log), nodes - 1)


def test_a_level_that_grows_too_large_is_left_at_once() -> None:
    """The nodes are counted while a level is made, and not when it is done."""
    names = [f"card {number}" for number in range(6)]
    sums = where(lambda *row: sum(row) % 7 == 0, names[:2])
    log = Log(Problem(dict.fromkeys(names, range(300)), [all_different(names), sums]))
    with pytest.raises(OutOfReachError, match=r"given up after ([\d,]+) nodes .* \(level 2 of 6\)") as caught:
        _ = Belief(log, "diagram", most_nodes=1_000).count
    (made,) = (
        int(found.replace(",", "")) for found in re.findall(r"after ([\d,]+) nodes", str(caught.value))
    )
    assert made <= 1_000 + 300


def test_a_time_may_be_named() -> None:
    """Whoever cannot wait says how long; what is possible stays exact."""
    log = Log(Problem(dict.fromkeys("ABCD", range(9)), [where(lambda a, b: a < b, "AB")]))
    belief = Belief(log, most_seconds=0)
    assert belief.engine == "cp-sat"
    assert belief.possible == Belief(log).possible
    with pytest.raises(OutOfReachError, match="given up after 0 seconds and"):
        _ = belief.given(fact("A", 1)).count


def test_what_the_remainders_take_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes may be few and the statements left to them many and large; that is given up too."""
    monkeypatch.setattr("deduce.belief.patience.MOST_KEPT", 100_000)
    names = [f"card {number}" for number in range(8)]
    sums = where(lambda *row: sum(row) % 7 == 0, names[:2])
    log = Log(Problem(dict.fromkeys(names, range(10)), [all_different(names), sums]))
    with pytest.raises(OutOfReachError, match="given up after"):
        _ = Belief(log, "diagram").count
    monkeypatch.undo()
    assert Belief(log, "diagram").count


def general(size: int) -> Log:
    """A problem that is counted by no engine but the diagram."""
    names = [f"card {number}" for number in range(size)]
    return Log(Problem(dict.fromkeys(names, range(3)), [exactly(size // 3, [fact(u, 1) for u in names])]))


def test_a_model_that_would_be_too_large_is_refused() -> None:
    """CP-SAT is not given what would not fit into memory; that is said before it is made."""
    with pytest.raises(OutOfReachError, match=r"out of reach: .* more than 500,000 literals"):
        _ = Belief(Log(Problem(dict.fromkeys(range(1_000), range(300)))), "cp-sat").possible


def test_what_cp_sat_does_not_settle_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """When its time is over, it is said what is known and what is not; nothing is called impossible."""
    monkeypatch.setattr("deduce.belief.cpsat.LEAST_SECONDS", 0.0)
    belief = Belief(general(9), most_seconds=0)
    with pytest.raises(OutOfReachError, match="was given up after 0 seconds") as first:
        _ = belief.possible
    with pytest.raises(OutOfReachError) as second:
        _ = belief.count
    assert second.value is first.value
    assert Belief(general(9), most_seconds=None).possible["card 1"] == (0, 1, 2)


def test_what_cp_sat_has_found_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds that were found stay worlds, and are told of."""
    from deduce.belief import cpsat

    found = iter([(0, 0, 0, 0, 0, 0, 1, 1, 1)])

    def solve(*_: object, **__: object) -> tuple[int, ...]:
        try:
            return next(found)
        except StopIteration:
            raise OutOfReachError("out of reach: looking was given up") from None

    monkeypatch.setattr(cpsat, "solve", solve)
    with pytest.raises(OutOfReachError, match=r"given up; a world is left, .* and 9 pairs .* are possible"):
        _ = Belief(general(9), "cp-sat").possible


def test_an_order_of_many_unknowns_is_given_up_in_time() -> None:
    """One statement on 20,000 unknowns is followed once, and not once for each of them."""
    with pytest.raises(OutOfReachError, match=r"given up after .* \(putting the unknowns into an order\)"):
        _ = Belief(general(20_000), "diagram", allowance=Allowance(300_000)).count


def test_large_sums_are_within_reach_of_cp_sat() -> None:
    """What adds up is seen as a whole; by trying, a thousand unknowns are out of reach."""
    log = general(300)
    log = log.append(~fact("card 0", 0) | fact("card 5", 1)).append(~fact("card 5", 1))
    assert Belief(log, "cp-sat").possible["card 0"] == (1, 2)
