"""Random small puzzles, and a judge that goes through all their worlds.

Each puzzle is drawn once and written twice: as a case file, and as plain functions of a world, as the format
is described. Compared are the worlds and the exact probabilities by every engine, proofs (they suffice, and
none is smaller), steps (each follows from what it names; together they settle all), conflicts, the chances of
slips, what questions tell, and which clues can go.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from deduce import (
    Belief,
    CaseFile,
    Claim,
    Prover,
    chain,
    claims_of,
    conflicts,
    parse_case,
    rank_questions,
    suspects,
)
from deduce.belief.belief import EngineName
from deduce.puzzle.checking import check
from deduce.puzzle.puzzle import Puzzle

World: TypeAlias = Mapping[Any, Any]
Made: TypeAlias = tuple[str, Callable[[World], Any]]

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
}
ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
JOINED: dict[str, Callable[[list[bool]], bool]] = {
    "iff": lambda two: two[0] == two[1],
    "implies": lambda two: not two[0] or two[1],
    "xor": lambda two: two[0] != two[1],
    "exactly": lambda two: sum(two) == 1,
    "at_most": lambda two: sum(two) <= 1,
}


class Drawn:
    """Draws numbers and formulas: how they are written, and what they are in a world."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        digits = self.luck.choice([[1, 2, 3], [-1, 0, 2], [1, 2, 3, 4]])
        self.domains: dict[str, list[Any]] = dict.fromkeys(
            ["a", "b", "the c"][: self.luck.randint(2, 3)], digits
        )
        self.domains["who"] = ["knight", "knave", "spy"]
        self.domains["wet"] = [True, False]
        self.names = [name for name in self.domains if name not in {"who", "wet"}]

    def number(self, depth: int) -> Made:  # noqa: PLR0911 - one for each kind
        name = self.luck.choice(self.names)
        written = f"`{name}`"
        kind = self.luck.choice(["+", "-", "*", "%", "abs", "max", "distance", "count", "table"])
        if not depth or self.luck.random() < 0.2:
            return written, lambda world: world[name]
        if kind == "count":
            some = [self.formula(depth - 1) for _ in range(2)]
            return f"count({some[0][0]}, {some[1][0]})", lambda world: sum(read(world) for _, read in some)
        (left, one), (right, other) = self.number(depth - 1), self.number(depth - 1)
        if kind in ARITHMETIC:
            return f"({left} {kind} {right})", lambda world: ARITHMETIC[kind](one(world), other(world))
        if kind == "%":
            return f"({left} % 3)", lambda world: one(world) % 3
        if kind == "abs":
            return f"abs({left})", lambda world: abs(one(world))
        if kind == "max":
            return f"max({left}, {right})", lambda world: max(one(world), other(world))
        if kind == "distance":
            return f"distance({left}, {right})", lambda world: abs(one(world) - other(world))
        row = {value: self.number(0) for value in self.domains[name]}
        items = ", ".join(f"{value}: {text}" for value, (text, _) in row.items())
        return f"{{{items}}}[{written}]", lambda world: row[world[name]][1](world)

    def formula(self, depth: int) -> Made:  # noqa: PLR0911 - one for each kind
        if depth and self.luck.random() < 0.6:
            return self._joined(depth)
        kind = self.luck.choice(["compared", "compared", "in", "who", "wet", "next", "between", "quoted"])
        name = self.luck.choice(self.names)
        if kind == "in":
            some = self.luck.sample(self.domains[name], 2)
            return f"(`{name}` not in {some})", lambda world: world[name] not in some
        if kind == "who":
            value = self.luck.choice(self.domains["who"])
            return f"(who is {value})", lambda world: world["who"] == value
        if kind == "wet":
            return "wet", lambda world: world["wet"]
        if kind == "quoted":
            value = self.luck.choice(self.domains[name])
            return f"'{name} is not {value}'", lambda world: world[name] != value
        (low, one), (middle, two), (high, three) = (self.number(depth) for _ in range(3))
        if kind == "next":
            return f"next_to({low}, {high})", lambda world: abs(one(world) - three(world)) == 1
        if kind == "between":
            return (
                f"between({low}, {middle}, {high})",
                lambda world: min(one(world), three(world)) < two(world) < max(one(world), three(world)),
            )
        sign = self.luck.choice(list(RELATIONS))
        return f"({low} {sign} {middle})", lambda world: RELATIONS[sign](one(world), two(world))

    def _joined(self, depth: int) -> Made:
        (left, one), (right, other) = self.formula(depth - 1), self.formula(depth - 1)
        kind = self.luck.choice(["and", "or", "not", "says", *JOINED])
        if kind == "and":
            return f"({left} and {right})", lambda world: one(world) and other(world)
        if kind == "or":
            return f"({left} or {right})", lambda world: one(world) or other(world)
        if kind == "not":
            return f"(not {left})", lambda world: not one(world)
        if kind == "says":
            return (
                f"says(who, {left}, liar='knave')",
                lambda world: world["who"] == "spy" or one(world) == (world["who"] == "knight"),
            )
        how_often = "1, " if kind in {"exactly", "at_most"} else ""
        return f"{kind}({how_often}{left}, {right})", lambda world: JOINED[kind]([one(world), other(world)])


@dataclass
class Judged:
    """A puzzle with its worlds before and after what was heard."""

    case: CaseFile
    start: list[dict[Any, Any]]
    heard: list[Callable[[World], Any]]
    rule: Callable[[World], Any]
    weights: list[Fraction]
    questions: list[Callable[[World], Any]]
    left: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.under(range(len(self.heard)))

    def under(self, numbers: Iterable[int]) -> list[int]:
        some = list(numbers)
        return [at for at, world in enumerate(self.start) if all(self.heard[one](world) for one in some)]

    def proves(self, numbers: Iterable[int], claim: Claim) -> bool:
        return all(
            (self.start[at][claim.unknown] == claim.value) == claim.holds for at in self.under(numbers)
        )

    def place(self, name: str) -> int:
        return [entry.id for entry in self.case.log].index(name)


def _drawn(seed: int) -> Judged:
    drawn = Drawn(seed)
    luck = drawn.luck
    worlds = [
        dict(zip(drawn.domains, row, strict=True)) for row in itertools.product(*drawn.domains.values())
    ]
    truth = luck.choice(worlds)

    def true(depth: int) -> Made:
        text, read = drawn.formula(depth)
        if read(truth) or luck.random() < 0.1:
            return text, read
        return f"(not {text})", lambda world: not read(world)

    weight = Fraction(luck.choice([1, 2, 5]), 3)
    prior = luck.choice(["knight", "spy"])
    lines = [
        f"[[unknowns]]\nnames = {json.dumps(drawn.names)}\nvalues = {drawn.domains['a']}",
        "[[unknowns]]\nnames = ['who']\nvalues = ['knight', 'knave', 'spy']\n[[unknowns]]\nfacts = ['wet']",
        f"[priors]\nwho = {{ {prior} = '{weight}' }}",
    ]
    rule = true(1)
    heard = [true(luck.randint(0, 2)) for _ in range(luck.randint(2, 5))]
    asked = [drawn.formula(1) for _ in range(3)]
    for kind, made in [("rule", [rule]), ("entry", heard)]:
        lines += [f"[[{kind}]]\nwhere = {json.dumps(text)}" for text, _ in made]
    for number, (text, _) in enumerate(asked, 1):
        lines.append(f"[[question]]\ntext = 'question {number}'\nwhere = {json.dumps(text)}")
    start = [world for world in worlds if rule[1](world)]
    return Judged(
        parse_case("\n".join(lines)),
        start,
        [read for _, read in heard],
        rule[1],
        [weight if world["who"] == prior else Fraction(1) for world in start],
        [read for _, read in asked],
    )


@pytest.fixture(params=range(60))
def judged(request: pytest.FixtureRequest) -> Judged:
    """A puzzle."""
    return _drawn(request.param)


def test_worlds_and_chances(judged: Judged) -> None:
    """By every engine that counts; CP-SAT for what is possible."""
    names = judged.case.problem.unknowns
    total = sum((judged.weights[at] for at in judged.left), Fraction(0))
    rows = sorted(tuple(map(str, judged.start[at].values())) for at in judged.left)
    engines: list[EngineName] = ["auto", "diagram", "enumeration", "cp-sat"]
    for engine in engines:
        belief = Belief(judged.case.log, engine)
        possible = {name: {judged.start[at][name] for at in judged.left} for name in names}
        assert {name: set(values) for name, values in belief.possible.items()} == possible
        if not belief.is_counted or not judged.left:
            continue
        assert sorted(tuple(str(world[name]) for name in names) for world in belief.worlds()) == rows
        for name, values in possible.items():
            for value in values:
                mine = [judged.weights[at] for at in judged.left if judged.start[at][name] == value]
                assert belief.probability(name, value) == sum(mine) / total


def test_proofs_and_steps(judged: Judged) -> None:
    """Proofs suffice, and none is smaller; steps follow from what they name, and settle everything."""
    if not judged.left:
        return
    log = judged.case.log
    prover = Prover(log)
    claims = claims_of(Belief(log))
    for claim in claims:
        found = [judged.place(name) for name in prover.of(claim).ids]
        assert judged.proves(found, claim)
        fewer = itertools.combinations(range(len(log)), len(found) - 1) if found else []
        assert not any(judged.proves(some, claim) for some in fewer)
    known: dict[int, tuple[Claim, ...]] = {}
    for step in chain(log):
        cited = [judged.place(entry.id) for entry in step.entries]
        for at in judged.under(cited):
            world = judged.start[at]
            if all(_fits(claim, world) for use in step.uses for claim in known[use]):
                assert all(_fits(claim, world) for claim in step.conclusions)
        known[step.number] = step.conclusions
    problem = judged.case.problem
    for name, mask in zip(problem.unknowns, problem.start, strict=True):
        told = [claim for conclusions in known.values() for claim in conclusions if claim.unknown == name]
        values = {value for value in problem.domains[name] if mask & problem.mask([value])}
        values = {value for value in values if all((value == one.value) == one.holds for one in told)}
        assert values == {judged.start[at][name] for at in judged.left}


def _fits(claim: Claim, world: World) -> bool:
    return bool((world[claim.unknown] == claim.value) == claim.holds)


def test_conflicts(judged: Judged) -> None:
    """All smallest sets of entries that leave no world, and only these."""
    found = {tuple(map(judged.place, conflict.ids)) for conflict in conflicts(judged.case.log, 100).found}
    wanted: set[tuple[int, ...]] = set()
    for size in range(len(judged.heard) + 1):
        for some in itertools.combinations(range(len(judged.heard)), size):
            if not judged.under(some) and not any(set(less) <= set(some) for less in wanted):
                wanted.add(some)
    assert found == wanted


def test_slips(judged: Judged) -> None:
    """How likely each entry is a slip, and what would be left the other way round and without it."""
    if not judged.start:
        return
    rate = Fraction(1, 5)
    total = Fraction(0)
    slipped = [Fraction(0)] * len(judged.heard)
    for world, weight in zip(judged.start, judged.weights, strict=True):
        truths = [bool(read(world)) for read in judged.heard]
        chance = weight * math.prod((1 - rate if true else rate) for true in truths)
        total += chance
        slipped = [sum_ if true else sum_ + chance for sum_, true in zip(slipped, truths, strict=True)]
    for suspect in suspects(judged.case.log, rate):
        number = judged.place(suspect.entry.id)
        others = judged.under(set(range(len(judged.heard))) - {number})
        assert suspect.probability == slipped[number] / total
        assert suspect.worlds_if_removed == len(others)
        assert suspect.worlds_if_reversed == len(others) - len(judged.left)


def test_questions(judged: Judged) -> None:
    """What each answer tells, which questions tell nothing, and which ones another one makes pointless."""
    if not judged.left:
        return
    questions = judged.case.questions
    answers = {
        question.text: [bool(read(judged.start[at])) for at in judged.left]
        for question, read in zip(questions, judged.questions, strict=True)
    }
    total = sum((judged.weights[at] for at in judged.left), Fraction(0))
    for rating in rank_questions(Belief(judged.case.log), questions):
        mine = answers[rating.question.text]
        yes = [judged.weights[at] for at, true in zip(judged.left, mine, strict=True) if true]
        chance = sum(yes, Fraction(0)) / total
        bits = -sum(float(part) * math.log2(part) for part in (chance, 1 - chance) if part)
        assert rating.truths.get("yes", 0) == chance
        assert rating.bits == pytest.approx(bits)
        assert rating.is_useless == (chance in {0, 1})
        if not rating.is_useless:
            place = list(answers).index(rating.question.text)
            same = [
                other
                for other, theirs in list(answers.items())[:place]
                if theirs in (mine, [not true for true in mine])
            ]
            assert (rating.dominated_by.text in same) if rating.dominated_by else not same


def test_clues_that_can_go(judged: Judged) -> None:
    """Each alone; and the smallest sets that are enough."""
    if not judged.left:
        return
    report = check(Puzzle.of(judged.case), lambda _: nullcontext())
    everything = range(len(judged.heard))
    ids = [entry.id for entry in judged.case.log]

    def enough(some: Iterable[int]) -> bool:
        return judged.under(some) == judged.left

    assert report.redundant == tuple(ids[one] for one in everything if enough(set(everything) - {one}))
    if report.is_unique and report.smallest is not None:
        sets = [
            [some for some in itertools.combinations(everything, size) if enough(some)]
            for size in range(len(judged.heard) + 1)
        ]
        fewest = {tuple(ids[one] for one in some) for some in next(some for some in sets if some)}
        assert set(report.smallest) <= fewest
        assert len(report.smallest) == min(3, len(fewest))
    assert report.is_unique == (len(judged.left) == 1)
