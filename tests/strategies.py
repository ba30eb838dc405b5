"""Random problems, statements and logs, for all property tests."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st

from deduce import (
    AnswerModel,
    Belief,
    Log,
    Problem,
    Question,
    all_different,
    all_of,
    among,
    any_of,
    at,
    at_least,
    at_most,
    between,
    connected,
    distance,
    drawn,
    exactly,
    fact,
    how_many,
    iff,
    implies,
    left_of,
    max_of,
    min_of,
    next_to,
    none_of,
    number,
    runs,
    same,
    says,
    slips,
    sum_of,
    table,
    term,
    weighted,
    where,
    xor,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from deduce import Statement, Term

LETTERS = "ABCDEFG"
NUMBERS = [Fraction(n, d) for d in (1, 2, 3, 5, 7) for n in range(3 * d + 1) if math.gcd(n, d) == 1]
"""Weights to choose from: 0 to 3. (Drawing fractions one by one takes most of the tests' time.)"""


# Drawing is most of the tests' time, so what comes from a small choice is drawn in one piece.


@cache
def named_sets(values: tuple[Hashable, ...]) -> list[tuple[frozenset[Hashable], bool]]:
    """One to three values, and whether the unknown is said to have one of them or none."""
    sizes = range(1, min(3, len(values)) + 1)
    return [
        (frozenset(chosen), is_true)
        for size in sizes
        for chosen in itertools.combinations(values, size)
        for is_true in (True, False)
    ]


@cache
def scopes(unknowns: tuple[Hashable, ...]) -> list[tuple[Hashable, ...]]:
    """One to three unknowns, in any order."""
    sizes = range(1, min(3, len(unknowns)) + 1)
    return [chosen for size in sizes for chosen in itertools.permutations(unknowns, size)]


@cache
def rows_of(domains: tuple[tuple[Hashable, ...], ...]) -> list[tuple[Hashable, ...]]:
    """Every row of a table about unknowns with these values."""
    return list(itertools.product(*domains))


@st.composite
def facts(draw: st.DrawFn, problem: Problem) -> Statement:
    """A fact about one unknown, or its negation."""
    unknown = draw(st.sampled_from(problem.unknowns))
    values, is_true = draw(st.sampled_from(named_sets(problem.domains[unknown])))
    statement = among(unknown, values)
    return statement if is_true else ~statement


@st.composite
def statements(draw: st.DrawFn, problem: Problem, depth: int = 2) -> Statement:
    """Any statement about a problem."""
    kinds = ["fact"] * 3 + ["all_different", "table", "where", "compared", "said", "runs"]
    kinds += ["count"] * 4 + ["formula"] if depth else []
    kind = draw(st.sampled_from(kinds))
    if kind in {"fact", "runs"}:
        return draw(facts(problem) if kind == "fact" else lines(problem))
    if kind in {"compared", "formula", "said"}:
        made = {
            "compared": comparisons(problem, depth),
            "formula": formulas(problem, depth),
            "said": _said(problem),
        }
        return draw(made[kind])[0]
    if kind == "count":
        parts = draw(st.lists(statements(problem, depth - 1), min_size=1, max_size=4, unique_by=str))
        count = draw(st.integers(0, len(parts)))
        distinct = list(dict.fromkeys(parts))
        choices: list[Callable[[], Statement]] = [
            lambda: any_of(*parts),
            lambda: all_of(*parts),
            lambda: none_of(*parts),
            lambda: implies(parts[0], parts[-1]),
            lambda: exactly(count, distinct),
            lambda: at_least(count, distinct),
            lambda: at_most(count, distinct),
        ]
        return draw(st.sampled_from(choices))()
    scope = draw(st.sampled_from(scopes(problem.unknowns)))
    if kind == "all_different":
        return all_different(scope)
    if kind == "table":
        row = st.sampled_from(rows_of(tuple(problem.domains[unknown] for unknown in scope)))
        return table(scope, draw(st.lists(row, min_size=1, max_size=8)))
    remainder = draw(st.integers(0, 2))
    words = f"sum mod 3 is {remainder}: {', '.join(map(str, scope))}"
    return where(lambda *values: sum(values) % 3 == remainder, scope, words)


@cache
def fitting_runs(cells: int) -> list[tuple[int, ...]]:
    """Every list of runs that a line of so many cells can have."""
    found: set[tuple[int, ...]] = set()
    for line in itertools.product((False, True), repeat=cells):
        found.add(tuple(len(list(group)) for hit, group in itertools.groupby(line) if hit))
    return sorted(found)


@st.composite
def lines(draw: st.DrawFn, problem: Problem) -> Statement:
    """Runs of a value among one to five unknowns that can have it."""
    value = draw(st.sampled_from(problem.values))
    able = [unknown for unknown in problem.unknowns if value in problem.domains[unknown]]
    line = draw(st.lists(st.sampled_from(able), min_size=1, max_size=5, unique=True))
    return runs(line, value, draw(st.sampled_from(fitting_runs(len(line)))))


@st.composite
def weights(draw: st.DrawFn, problem: Problem) -> dict[object, dict[object, Fraction]]:
    """Weights for one unknown, not all of them 0."""
    unknown = draw(st.sampled_from(problem.unknowns))
    numbers = st.sampled_from(NUMBERS)
    row = {value: draw(numbers) for value in problem.domains[unknown]}
    if not any(row.values()):
        row[problem.domains[unknown][0]] = Fraction(1)
    return {unknown: row}


@st.composite
def chances(draw: st.DrawFn, problem: Problem) -> Statement:
    """A statement that carries weight: draws, chances on one to three unknowns, or a testimony."""
    kind = draw(st.sampled_from(["drawn", "weighted", "testimony"]))
    if kind == "testimony" and (said := draw(testimonies(problem))).carries_weight:
        return said
    if kind == "drawn":
        names = draw(st.lists(st.sampled_from(problem.unknowns), min_size=1, max_size=4, unique=True))
        values = list(dict.fromkeys(value for name in names for value in problem.domains[name]))
        copies = {value: draw(st.integers(0, 3)) for value in values}
        copies[values[0]] += max(len(names) - sum(copies.values()), 0)
        return drawn(names, copies)
    scope = draw(st.sampled_from(scopes(problem.unknowns)))
    row = st.sampled_from(rows_of(tuple(problem.domains[unknown] for unknown in scope)))
    rows = draw(st.dictionaries(row, st.sampled_from(NUMBERS), min_size=1, max_size=12))
    if not any(rows.values()):
        rows = dict.fromkeys(rows, Fraction(1))
    return weighted(scope, rows)


@st.composite
def answer_models(draw: st.DrawFn, problem: Problem, depth: int = 2) -> AnswerModel:
    """A model that depends on up to two unknowns, besides what is said."""
    pair = st.sampled_from([(1, 0), (0, 1), ("1/2", "1/2"), (1, "1/3"), ("2/3", 0), ("1/5", "3/5")])
    when_true, when_false = draw(pair)
    if not depth or not draw(st.booleans()):
        return AnswerModel("plain", when_true, when_false)
    unknown = draw(st.sampled_from(problem.unknowns))
    values = draw(st.lists(st.sampled_from(problem.domains[unknown]), min_size=1, max_size=2, unique=True))
    by_value = {value: draw(answer_models(problem, depth - 1)) for value in values}
    return AnswerModel("deep", when_true, when_false, depends_on=unknown, by_value=by_value)


@st.composite
def testimonies(draw: st.DrawFn, problem: Problem) -> Statement:
    """What somebody says whose word depends on something else."""
    said = draw(facts(problem) | statements(problem, 1))
    return draw(answer_models(problem)).testimony(problem, said if said.scope else a_fact(problem))


@st.composite
def one_to_one_problems(draw: st.DrawFn, most: int = 5) -> Problem:
    """A small one-to-one problem, with or without spare values and priors."""
    size = draw(st.integers(1, most))
    spare = draw(st.integers(0, 2))
    problem = Problem.one_to_one(LETTERS[:size], range(size + spare))
    if draw(st.booleans()):
        problem = Problem.one_to_one(LETTERS[:size], range(size + spare), priors=draw(weights(problem)))
    return problem


@st.composite
def general_problems(draw: st.DrawFn) -> Problem:
    """A small problem with any rules."""
    size = draw(st.integers(1, 5))
    domains: dict[Hashable, list[int]] = {
        letter: draw(st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True))
        for letter in LETTERS[:size]
    }
    problem = Problem(domains)
    rules = draw(st.lists(statements(problem), max_size=3))
    if draw(st.booleans()):
        rules += draw(st.lists(chances(problem), min_size=1, max_size=2))
    priors = draw(weights(problem)) if draw(st.booleans()) else None
    return Problem(domains, rules, priors=priors)


@st.composite
def one_to_one_logs(draw: st.DrawFn, most: int = 5, *, soft: bool = True) -> Log:
    """A log on a one-to-one problem whose entries speak of one unknown each."""
    problem = draw(one_to_one_problems(most))
    log = Log(problem)
    for _ in range(draw(st.integers(0, 8))):
        if soft and draw(st.integers(0, 4)) == 0:
            log = (
                log.append(weights=draw(weights(problem)))
                if draw(st.booleans())
                else log.append(draw(facts(problem)), model=slips(Fraction(1, 10)))
            )
        else:
            log = log.append(draw(facts(problem)))
    return log


@st.composite
def general_logs(draw: st.DrawFn) -> Log:
    """A log of any entries on any small problem."""
    problem = draw(st.one_of(general_problems(), one_to_one_problems(4)))
    log = Log(problem)
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.integers(0, 4)) == 0:
            log = log.append(weights=draw(weights(problem)))
        elif draw(st.integers(0, 4)) == 0:
            log = log.append(draw(chances(problem)))
        else:
            log = log.append(draw(statements(problem)))
    return log


def consistent(log: Log) -> Log:
    """Shorten a log until a world is left."""
    while len(log) and not Belief(log).is_consistent:
        log = log.at(len(log) - 1)
    return log


def a_fact(problem: Problem) -> Statement:
    """The first fact there is."""
    return fact(problem.unknowns[0], problem.domains[problem.unknowns[0]][0])


Meaning: TypeAlias = Callable[[Mapping[object, Any]], bool]
"""What a statement says, in plain Python: whether it is true in a world."""


@st.composite
def plain_problems(draw: st.DrawFn, most: int = 4) -> Problem:
    """A small problem without rules, whose values are whole numbers."""
    size = draw(st.integers(1, most))
    domain = st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True)
    return Problem({letter: draw(domain) for letter in LETTERS[:size]})


Worth: TypeAlias = Callable[[Mapping[object, Any]], int]
"""What a term is worth in a world, in plain Python."""


@st.composite
def worths(draw: st.DrawFn, problem: Problem, depth: int = 2) -> tuple[Term, Worth]:
    """Any term, by any function or operator that makes one, with what it is worth."""
    unknown = draw(st.sampled_from(problem.unknowns))
    kind = draw(st.sampled_from(["term", "term", "number", "at", "made", "made", "made"]))
    if kind == "number":
        names = draw(st.lists(st.sampled_from(problem.unknowns), min_size=1, max_size=3))
        return number(*names), lambda world: int("".join(str(world[name]) for name in names))
    if kind == "at" and depth:
        row = {value: draw(worths(problem, depth - 1)) for value in problem.domains[unknown]}
        return (
            at({value: one for value, (one, _) in row.items()}, unknown),
            lambda world: row[world[unknown]][1](world),
        )
    if kind == "made" and depth:
        return draw(_made_worths(problem, depth))
    return term(unknown), lambda world: world[unknown]


@st.composite
def _made_worths(draw: st.DrawFn, problem: Problem, depth: int) -> tuple[Term, Worth]:
    (a, first), (b, second) = draw(worths(problem, depth - 1)), draw(worths(problem, depth - 1))
    said, meaning = draw(meanings(problem, depth - 1))
    times, divisor = draw(st.integers(-3, 3)), draw(st.integers(1, 4))
    choices: list[tuple[Callable[[], Term], Worth]] = [
        (lambda: a + b, lambda world: first(world) + second(world)),
        (lambda: a - b, lambda world: first(world) - second(world)),
        (lambda: a * b, lambda world: first(world) * second(world)),
        (lambda: times * a + divisor, lambda world: times * first(world) + divisor),
        (lambda: times - a, lambda world: times - first(world)),
        (lambda: -a, lambda world: -first(world)),
        (lambda: abs(a), lambda world: abs(first(world))),
        (lambda: a**2, lambda world: first(world) ** 2),
        (lambda: a // divisor, lambda world: first(world) // divisor),
        (lambda: a % divisor, lambda world: first(world) % divisor),
        (lambda: min_of([a, b]), lambda world: min(first(world), second(world))),
        (lambda: max_of([a, b]), lambda world: max(first(world), second(world))),
        (lambda: distance(a, b), lambda world: abs(first(world) - second(world))),
        (lambda: sum_of([a, b, a]), lambda world: 2 * first(world) + second(world)),
        (lambda: how_many([said, ~said, said]), lambda world: 1 + meaning(world)),
    ]
    make, worth = draw(st.sampled_from(choices))
    return make(), worth


SIGNS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@st.composite
def comparisons(draw: st.DrawFn, problem: Problem, depth: int = 2) -> tuple[Statement, Meaning]:
    """A comparison of terms or with a number, with its meaning."""
    (one, worth) = draw(worths(problem, min(depth, 1)))
    sign = draw(st.sampled_from(SIGNS))
    if draw(st.booleans()):
        other, compared_with = draw(worths(problem, min(depth, 1)))
        return sign(one, other), lambda world: sign(worth(world), compared_with(world))
    limit = draw(st.integers(-2, 8))
    return sign(one, limit), lambda world: sign(worth(world), limit)


@st.composite
def _said(draw: st.DrawFn, problem: Problem) -> tuple[Statement, Meaning]:
    """What a puzzler says of places and of who is alike, with its meaning."""
    a, b, c = (draw(st.sampled_from(problem.unknowns)) for _ in range(3))
    steps = draw(st.integers(-1, 2))
    numbers = draw(st.lists(st.integers(-1, 6), max_size=4))
    choices: list[tuple[Callable[[], Statement], Meaning]] = [
        (lambda: next_to(a, b), lambda world: abs(world[a] - world[b]) == 1),
        (lambda: left_of(a, b), lambda world: world[a] < world[b]),
        (lambda: left_of(a, b, by=steps), lambda world: world[a] + steps == world[b]),
        (
            lambda: between(a, b, c),
            lambda world: min(world[a], world[c]) < world[b] < max(world[a], world[c]),
        ),
        (lambda: (term(a) + term(b)).among(numbers), lambda world: world[a] + world[b] in numbers),
    ]
    names = draw(st.lists(st.sampled_from(problem.unknowns), min_size=1, unique=True))
    links = (
        draw(st.sets(st.sampled_from(list(itertools.combinations(names, 2))))) if len(names) > 1 else set()
    )
    marks = draw(st.lists(st.integers(0, 4), min_size=1, max_size=2, unique=True))
    marks = [mark for mark in marks if any(mark in problem.domains[name] for name in names)]
    if marks:
        choices.append(
            (
                lambda: connected(names, marks, lambda name: [other for one, other in links if one == name]),
                lambda world: _hang_together({name for name in names if world[name] in marks}, links),
            )
        )
    if a != b:
        choices.append((lambda: same(a, b), lambda world: world[a] == world[b]))
        if c not in {a, b}:
            choices.append((lambda: same(a, b, c), lambda world: len({world[a], world[b], world[c]}) == 1))
    make, meaning = draw(st.sampled_from(choices))
    return make(), meaning


def _hang_together(names: set[object], links: Iterable[tuple[object, object]]) -> bool:
    """Whether links lead from each name to each other one, by joining sets."""
    parts = [{name} for name in names]
    for one, other in links:
        touched = [part for part in parts if one in part or other in part]
        if {one, other} <= names and len(touched) > 1:
            parts = [part for part in parts if part not in touched] + [touched[0] | touched[1]]
    return len(parts) <= 1


@st.composite
def formulas(draw: st.DrawFn, problem: Problem, depth: int = 2) -> tuple[Statement, Meaning]:
    """A statement that is made of others by whether they are alike, with its meaning."""
    said, meant = zip(*draw(st.lists(meanings(problem, depth - 1), min_size=2, max_size=3)), strict=True)
    first, last = meant[0], meant[-1]
    unknown = draw(st.sampled_from(problem.unknowns))
    honest = draw(st.sampled_from(problem.domains[unknown]))
    liar = draw(st.sampled_from(problem.domains[unknown]))
    choices: list[tuple[Callable[[], Statement], Meaning]] = [
        (lambda: iff(said[0], said[-1]), lambda world: first(world) == last(world)),
        (lambda: xor(*said), lambda world: sum(part(world) for part in meant) % 2 == 1),
        (
            lambda: says(unknown, said[0], honest=honest),
            lambda world: (world[unknown] == honest) == first(world),
        ),
    ]
    if honest != liar:
        choices.append(
            (
                lambda: says(unknown, said[0], honest=honest, liar=liar),
                lambda world: (
                    world[unknown] not in {honest, liar} or (world[unknown] == honest) == first(world)
                ),
            )
        )
    make, meaning = draw(st.sampled_from(choices))
    return make(), meaning


@st.composite
def meanings(draw: st.DrawFn, problem: Problem, depth: int = 2) -> tuple[Statement, Meaning]:
    """Any statement, by any function or operator that makes one, with its meaning."""
    if depth and draw(st.booleans()):
        return draw(st.one_of(_compound_meanings(problem, depth), formulas(problem, depth)))
    if draw(st.booleans()):
        return draw(st.one_of(comparisons(problem, depth), _said(problem)))
    return draw(_simple_meanings(problem))


@st.composite
def _simple_meanings(draw: st.DrawFn, problem: Problem) -> tuple[Statement, Meaning]:
    kind = draw(st.sampled_from(["fact", "among", "all_different", "table", "where"]))
    if kind in {"fact", "among"}:
        unknown = draw(st.sampled_from(problem.unknowns))
        named = st.sets(st.sampled_from(problem.domains[unknown]), min_size=1, max_size=3)
        values = draw(named)
        if kind == "fact":
            value = next(iter(values))
            return fact(unknown, value), lambda world: world[unknown] == value
        return among(unknown, values), lambda world: world[unknown] in values
    names = draw(st.lists(st.sampled_from(problem.unknowns), min_size=1, max_size=3, unique=True))
    if kind == "all_different":

        def differ(world: Mapping[object, Any]) -> bool:
            return all(world[a] != world[b] for a, b in itertools.combinations(names, 2))

        return all_different(names), differ
    if kind == "table":
        row = st.tuples(*(st.sampled_from(problem.domains[name]) for name in names))
        rows = draw(st.lists(row, max_size=8))
        return table(names, rows), lambda world: [world[name] for name in names] in map(list, rows)
    modulus, remainder = draw(st.sampled_from([(2, 0), (2, 1), (3, 0), (3, 2)]))
    return (
        where(lambda *values: sum(values) % modulus == remainder, names),
        lambda world: sum(world[name] for name in names) % modulus == remainder,
    )


@st.composite
def _compound_meanings(draw: st.DrawFn, problem: Problem, depth: int) -> tuple[Statement, Meaning]:
    found = draw(st.lists(meanings(problem, depth - 1), min_size=1, max_size=4))
    # Lists that are counted must not repeat a statement.
    parts = dict(found)
    said, meant = list(parts), list(parts.values())
    first, last = meant[0], meant[-1]
    size = len(said)
    count = draw(st.integers(0, size + 1))
    choices: list[tuple[Callable[[], Statement], Meaning]] = [
        (lambda: ~said[0], lambda world: not first(world)),
        (lambda: said[0] & said[-1], lambda world: first(world) and last(world)),
        (lambda: said[0] | said[-1], lambda world: first(world) or last(world)),
        (lambda: implies(said[0], said[-1]), lambda world: not first(world) or last(world)),
        (lambda: any_of(*said), lambda world: any(part(world) for part in meant)),
        (lambda: all_of(*said), lambda world: all(part(world) for part in meant)),
        (lambda: none_of(*said), lambda world: not any(part(world) for part in meant)),
        (lambda: exactly(count, said), lambda world: sum(part(world) for part in meant) == count),
        (lambda: at_least(count, said), lambda world: sum(part(world) for part in meant) >= count),
        (lambda: at_most(count, said), lambda world: sum(part(world) for part in meant) <= count),
    ]
    make, meaning = draw(st.sampled_from(choices))
    return make(), meaning


@st.composite
def limits(draw: st.DrawFn, problem: Problem, *, partial: bool) -> dict[object, frozenset[Any]]:
    """At least one value for every unknown, or (partial) for some of them."""
    unknowns: Iterable[object] = problem.unknowns
    if partial:
        unknowns = draw(st.lists(st.sampled_from(problem.unknowns), unique=True))
    return {
        unknown: frozenset(draw(st.sets(st.sampled_from(problem.domains[unknown]), min_size=1)))
        for unknown in unknowns
    }


@st.composite
def heard(draw: st.DrawFn, problem: Problem, *, joint: bool = True) -> dict[str, Any]:
    """What `Log.append` takes: a hard entry or a soft one of any kind."""
    kind = draw(st.sampled_from(["hard", "hard", "weights", "slips", "exceptions"]))
    text = draw(st.sampled_from(["", "so they say"]))
    if kind == "weights":
        return {"weights": draw(weights(problem)), "text": text}
    if kind == "hard":
        return {"statement": draw(statements(problem) if joint else facts(problem)), "text": text}
    share = draw(st.sampled_from([Fraction(1, 10), Fraction(1, 3), Fraction(0), Fraction(1)]))
    model = slips(share)
    if kind == "exceptions":
        odd = draw(st.sampled_from(problem.values))
        likelihood = draw(st.sampled_from(NUMBERS)) / 3
        model = AnswerModel("odd one out", 1 - share, share, {odd: likelihood})
    return {"statement": draw(facts(problem)), "text": text, "model": model}


@st.composite
def consistent_general_logs(draw: st.DrawFn, most_entries: int = 6) -> Log:
    """A log of any entries on a small problem with any rules (named), all true in some world.

    Every statement that is drawn is turned round where it is false in that world.
    """
    size = draw(st.integers(2, 4))
    domains: dict[Hashable, list[int]] = {
        letter: draw(st.lists(st.integers(0, 4), min_size=2, max_size=4, unique=True))
        for letter in LETTERS[:size]
    }
    hidden = {letter: draw(st.sampled_from(values)) for letter, values in domains.items()}
    plain = Problem(domains)
    rules = {}
    for place in range(1, draw(st.integers(0, 3)) + 1):
        rules[f"rule {place}"] = _true_in(hidden, draw(statements(plain)))
    if draw(st.booleans()) and (said := draw(chances(plain))).holds(hidden):
        rules["chances"] = said
    problem = Problem(domains, rules)
    log = Log(problem)
    for _ in range(draw(st.integers(most_entries // 2, most_entries))):
        log = log.append(_true_in(hidden, draw(statements(problem))))
    if draw(st.booleans()) and (said := draw(chances(plain))).holds(hidden):
        log = log.insert(draw(st.integers(0, len(log))), said)
    return log


@st.composite
def consistent_one_to_one_logs(
    draw: st.DrawFn, most: int = 4, most_entries: int = 8, *, soft: bool = True
) -> Log:
    """A small one-to-one log with entries on one unknown each, all true in some world."""
    size = draw(st.integers(2, most))
    values = range(size + draw(st.integers(0, 2)))
    hidden = dict(zip(LETTERS[:size], draw(st.permutations(values)), strict=False))
    plain = Problem.one_to_one(LETTERS[:size], values)
    priors = _open_to(hidden, draw(weights(plain))) if soft and draw(st.booleans()) else None
    problem = Problem.one_to_one(LETTERS[:size], values, priors=priors)
    log = Log(problem)
    for _ in range(draw(st.integers(most_entries // 2, most_entries))):
        if soft and draw(st.integers(0, 5)) == 0:
            log = log.append(weights=_open_to(hidden, draw(weights(problem))))
        else:
            log = log.append(_true_in(hidden, draw(facts(problem))))
    return log


def _true_in(world: Mapping[Any, object], statement: Statement) -> Statement:
    return statement if statement.holds(world) else ~statement


def _open_to(
    world: Mapping[Any, object], weights: dict[object, dict[object, Fraction]]
) -> dict[object, dict[object, Fraction]]:
    """Make sure that weights leave a world possible."""
    for unknown, row in weights.items():
        row[world[unknown]] = row[world[unknown]] or Fraction(1, 2)
    return weights


@st.composite
def questions(draw: st.DrawFn, problem: Problem) -> Question:
    """A question of any kind, with or without noise."""
    kind = draw(st.sampled_from(["yes_no", "yes_no", "noisy", "value_of", "by", "noise"]))
    if kind == "yes_no":
        return Question.yes_no(draw(statements(problem, 1)))
    if kind == "noisy":
        wrong = draw(st.sampled_from(["1/10", "1/4", "1/2"]))
        return Question.yes_no(draw(statements(problem, 1)), wrong=wrong)
    if kind == "value_of":
        return Question.value_of(problem, draw(st.sampled_from(problem.unknowns)))
    names = draw(st.lists(st.sampled_from(problem.unknowns), min_size=1, max_size=2, unique=True))
    modulus = draw(st.integers(2, 4))
    text = f"{names} mod {modulus}?"
    question = Question.by(problem, lambda *values: sum(values) % modulus, names, text)
    if kind == "by":
        return question
    # For each true answer, equal chances of some of the answers.
    answers = list(question.answers)
    noise = {}
    for true in answers:
        possible = draw(st.lists(st.sampled_from(answers), min_size=1, unique=True))
        noise[true] = {answer: Fraction(1, len(possible)) for answer in possible}
    return Question(f"{question.text} (noisy)", question.answers, noise)


def one_to_one_log_of(
    rng: random.Random,
    size: int,
    width: int,
    entries: int,
    *,
    density: float = 0.5,
    weighted: int = 0,
) -> Log:
    """A large one-to-one log from a seed, true in some world: too large to be drawn piece by piece.

    Args:
        rng: Where the random numbers come from.
        size: The number of unknowns.
        width: The number of values.
        entries: The number of hard entries, each on one unknown.
        density: The share of the values that an entry leaves.
        weighted: The number of soft entries, each with the weights of one unknown.
    """
    names = [f"u{place}" for place in range(size)]
    values = [f"v{place}" for place in range(width)]
    hidden = dict(zip(names, rng.sample(values, size), strict=True))
    log = Log(Problem.one_to_one(names, values))
    for _ in range(entries):
        name = rng.choice(names)
        left = {value for value in values if rng.random() < density} | {hidden[name]}
        log = log.append(among(name, left))
    for _ in range(weighted):
        row: dict[Hashable, Fraction] = {
            value: Fraction(rng.randint(1, 9), rng.randint(1, 9)) for value in values
        }
        log = log.append(weights={rng.choice(names): row})
    return log


@st.composite
def contradictory_logs(
    draw: st.DrawFn, *, one_to_one: bool, soft: bool = False, most_entries: int = 7
) -> Log:
    """A log of which no world is left, most often, for several reasons at once."""
    one = consistent_one_to_one_logs(3, 5, soft=soft)
    log = draw(one if one_to_one else consistent_general_logs(4))
    speaks = facts if one_to_one else statements
    for _ in range(draw(st.integers(1, max(1, most_entries - len(log))))):
        entry = draw(st.sampled_from(log.entries)) if len(log) and draw(st.booleans()) else None
        if entry is not None and entry.is_hard:
            log = log.append(~entry.statement)
        else:
            log = log.append(draw(speaks(log.problem)))
    return log
