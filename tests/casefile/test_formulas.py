"""Conditions as text: what they mean is worked out once more in plain Python, for every world."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Belief, CaseFileError, Problem, parse_case
from deduce.belief.belief import EngineName
from deduce.casefile.facts import Names
from deduce.casefile.formulas import FUNCTIONS, condition
from deduce.problem.statements import Predicate

World: TypeAlias = Mapping[Any, Any]
_Made = TypeVar("_Made")
Made: TypeAlias = tuple[str, Callable[[World], Any]]

PROBLEM = Problem(
    {
        "x": [1, 2, 3, 4],
        "y": [1, 2, 3, 4],
        "the z": [0, 2, 5],
        "Ann": ["knight", "knave", "spy"],
        "Ben": ["knight", "knave", "spy"],
        "rain": [True, False],
        "a cold": [True, False],
    }
)
NAMES = Names(PROBLEM)
WORLDS = [
    dict(zip(PROBLEM.unknowns, row, strict=True)) for row in itertools.product(*PROBLEM.domains.values())
]
FILE = """
[[unknowns]]
names = ["x", "y"]
values = [1, 2, 3, 4]
[[unknowns]]
names = ["the z"]
values = [0, 2, 5]
[[unknowns]]
names = ["Ann", "Ben"]
values = ["knight", "knave", "spy"]
[[unknowns]]
facts = ["rain", "a cold"]
[[entry]]
where = '''CONDITION'''
"""

NUMBERS = {"x": "x", "y": "y", "`the z`": "the z"}
"""How numbers are written, and what they are called."""


def _plus(sign: str, work: Callable[[int, int], int]) -> Callable[[Made, Made], Made]:
    return lambda a, b: (f"({a[0]} {sign} {b[0]})", lambda world: work(a[1](world), b[1](world)))


def _called(name: str, work: Callable[..., Any], *parts: Made) -> Made:
    texts = ", ".join(text for text, _ in parts)
    return f"{name}({texts})", lambda world: work(*(read(world) for _, read in parts))


def _visible(*numbers: int) -> int:
    return sum(number > max(numbers[:place], default=number - 1) for place, number in enumerate(numbers))


def _product(*numbers: int) -> int:
    return math.prod(numbers)


def _sum(*numbers: int) -> int:
    return sum(numbers)


named = st.sampled_from([(text, lambda world, name=name: world[name]) for text, name in NUMBERS.items()])
constants = st.integers(-3, 6).map(lambda number: (str(number), lambda _: number))


def numbers(depth: int) -> st.SearchStrategy[Made]:
    """A number, and how it is worked out."""
    if not depth:
        return st.one_of(named, named, constants)
    inner = numbers(depth - 1)
    pair = st.tuples(inner, inner)
    many = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        inner,
        pair.map(lambda two: _plus("+", lambda a, b: a + b)(*two)),
        pair.map(lambda two: _plus("-", lambda a, b: a - b)(*two)),
        pair.map(lambda two: _plus("*", lambda a, b: a * b)(*two)),
        st.tuples(inner, st.integers(1, 4)).map(
            lambda two: (f"({two[0][0]} // {two[1]})", lambda world: two[0][1](world) // two[1])
        ),
        st.tuples(inner, st.integers(1, 4)).map(
            lambda two: (f"({two[0][0]} % {two[1]})", lambda world: two[0][1](world) % two[1])
        ),
        inner.map(lambda one: _called("abs", abs, one)),
        inner.map(lambda one: (f"-{one[0]}", lambda world: -one[1](world))),
        pair.map(lambda two: _called("distance", lambda a, b: abs(a - b), *two)),
        pair.map(lambda two: _called("min", min, *two)),
        pair.map(lambda two: _called("max", max, *two)),
        many.map(lambda some: _called("sum", _sum, *some)),
        many.map(lambda some: _called("product", _product, *some)),
        st.lists(formulas(0), min_size=1, max_size=3).map(lambda some: _called("count", _sum, *some)),
        many.map(lambda some: _called("visible", _visible, *some)),
        st.tuples(inner, inner, inner, inner).map(
            lambda four: (
                f"[{', '.join(text for text, _ in four)}][x]",
                lambda world: four[world["x"] - 1][1](world),
            )
        ),
        st.tuples(inner, inner).map(
            lambda two: (
                f"{{'knight': {two[0][0]}, knave: {two[1][0]}, 'spy': 7}}[Ann]",
                lambda world: {"knight": two[0][1], "knave": two[1][1], "spy": lambda _: 7}[world["Ann"]](
                    world
                ),
            )
        ),
    )


PLAIN: list[Made] = [
    ("rain", lambda world: world["rain"]),
    ("`a cold`", lambda world: world["a cold"]),
    ("'a cold'", lambda world: world["a cold"]),
    ("'not a cold'", lambda world: not world["a cold"]),
    ("rain == True", lambda world: world["rain"]),
    ("'rain is false'", lambda world: not world["rain"]),
    ("Ann == 'knave'", lambda world: world["Ann"] == "knave"),
    ("'spy' != Ann", lambda world: world["Ann"] != "spy"),
    ("Ann is knight", lambda world: world["Ann"] == "knight"),
    ("Ben is not knight", lambda world: world["Ben"] != "knight"),
    ("'Ben is one of knight, spy'", lambda world: world["Ben"] != "knave"),
    ("Ann in {'knight', 'spy'}", lambda world: world["Ann"] != "knave"),
    ("Ann not in ['knight', 'spy']", lambda world: world["Ann"] == "knave"),
    ("Ann == Ben", lambda world: world["Ann"] == world["Ben"]),
    ("Ann != Ben", lambda world: world["Ann"] != world["Ben"]),
    ("same(Ann, Ben)", lambda world: world["Ann"] == world["Ben"]),
    ("different(x, y, `the z`)", lambda world: len({world["x"], world["y"], world["the z"]}) == 3),
    ("x in (1, y, 3)", lambda world: world["x"] in {1, world["y"], 3}),
    ("x == x", lambda _: True),
]
SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def comparisons(depth: int) -> st.SearchStrategy[Made]:
    """Two or three numbers and how they compare."""

    def made(parts: tuple[Made, str, Made, str, Made, bool]) -> Made:
        a, first, b, second, c, is_chain = parts
        if not is_chain:
            return f"{a[0]} {first} {b[0]}", lambda world: SIGNS[first](a[1](world), b[1](world))
        return (
            f"{a[0]} {first} {b[0]} {second} {c[0]}",
            lambda world: SIGNS[first](a[1](world), b[1](world)) and SIGNS[second](b[1](world), c[1](world)),
        )

    sign, number = st.sampled_from(list(SIGNS)), numbers(depth)
    return st.tuples(number, sign, number, sign, number, st.booleans()).map(made)


def _says(two: tuple[str, Made, bool]) -> Made:
    who, (text, read), has_liar = two
    if has_liar:
        return (
            f"says({who}, {text}, honest='knight', liar=knave)",
            lambda world: world[who] == "spy" or (world[who] == "knight") == bool(read(world)),
        )
    return f"says({who}, {text})", lambda world: (world[who] == "knight") == bool(read(world))


def _quantified(name: str, holds: Callable[[int, int], bool]) -> Callable[[tuple[int, list[Made]]], Made]:
    def made(given: tuple[int, list[Made]]) -> Made:
        count, parts = given
        texts = ", ".join(text for text, _ in parts)
        return f"{name}({count}, {texts})", lambda world: holds(
            sum(bool(read(world)) for _, read in parts), count
        )

    return made


def formulas(depth: int) -> st.SearchStrategy[Made]:
    """What is true or false, and how that is worked out."""
    if not depth:
        return st.sampled_from(PLAIN).map(lambda made: (f"({made[0]})", made[1]))
    inner = st.one_of(formulas(depth - 1), comparisons(depth - 1)).map(lambda made: (f"({made[0]})", made[1]))
    pair = st.tuples(inner, inner)
    counted = st.tuples(
        st.integers(0, 3), st.lists(inner, min_size=1, max_size=3, unique_by=lambda made: made[0])
    )
    return st.one_of(
        inner,
        comparisons(depth),
        pair.map(lambda two: (f"{two[0][0]} and {two[1][0]}", lambda w: two[0][1](w) and two[1][1](w))),
        pair.map(lambda two: (f"{two[0][0]} or {two[1][0]}", lambda w: two[0][1](w) or two[1][1](w))),
        pair.map(
            lambda two: (f"{two[0][0]} == {two[1][0]}", lambda w: bool(two[0][1](w)) == bool(two[1][1](w)))
        ),
        pair.map(lambda two: _called("iff", lambda a, b: bool(a) == bool(b), *two)),
        pair.map(lambda two: _called("xor", lambda a, b: bool(a) != bool(b), *two)),
        pair.map(lambda two: _called("implies", lambda a, b: not a or b, *two)),
        inner.map(lambda one: (f"not {one[0]}", lambda world: not one[1](world))),
        st.tuples(st.sampled_from(["Ann", "Ben"]), inner, st.booleans()).map(_says),
        counted.map(_quantified("exactly", lambda true, count: true == count)),
        counted.map(_quantified("at_least", lambda true, count: true >= count)),
        counted.map(_quantified("at_most", lambda true, count: true <= count)),
        st.tuples(numbers(0), numbers(0)).map(
            lambda two: _called("next_to", lambda a, b: abs(a - b) == 1, *two)
        ),
        st.tuples(numbers(0), numbers(0)).map(lambda two: _called("left_of", lambda a, b: a < b, *two)),
        st.tuples(numbers(0), numbers(0)).map(lambda two: _called("right_of", lambda a, b: a > b, *two)),
        st.tuples(numbers(0), numbers(0), numbers(0)).map(
            lambda three: _called("between", lambda a, b, c: a < b < c or c < b < a, *three)
        ),
    )


def _made(make: Callable[[], _Made]) -> _Made | None:
    """What is made; None if nothing is unknown in it, or something stands twice or is nobody's value."""
    said = ""
    try:
        return make()
    except ValueError as error:
        said = str(error)
    refusals = ("stands twice in one list", "names no unknown", "which is nobody's value; its values are")
    assert any(words in said for words in refusals)
    return None


@given(formulas(2))
def test_conditions_mean_what_python_says(made: Made) -> None:
    """In every world; and nothing of it had to be written out as a table."""
    text, read = made
    found = _made(lambda: condition(text, NAMES))
    if found is None:
        return
    assert not found.worked_out
    for world in WORLDS:
        assert found.statement.holds(world) == bool(read(world)), (text, world)


@given(formulas(1))
def test_conditions_are_counted(made: Made) -> None:
    """The count of a case is the number of worlds in which Python finds it true."""
    text, read = made
    expected = sum(bool(read(world)) for world in WORLDS)
    case_file = FILE.replace("CONDITION", text)
    case = _made(lambda: parse_case(case_file))
    assert case is None or Belief(case.log).count == expected


CALLED: dict[str, Made] = {
    "abs": ("abs(x - y) == 2", lambda w: abs(w["x"] - w["y"]) == 2),
    "min": ("min(x, `the z`) == 2", lambda w: min(w["x"], w["the z"]) == 2),
    "max": ("max([x, y, 3]) == 3", lambda w: max(w["x"], w["y"], 3) == 3),
    "sum": ("sum([x, y, `the z`]) == 7", lambda w: w["x"] + w["y"] + w["the z"] == 7),
    "product": ("product(x, y, `the z`) == 20", lambda w: w["x"] * w["y"] * w["the z"] == 20),
    "distance": ("distance(x, `the z`) > 2", lambda w: abs(w["x"] - w["the z"]) > 2),
    "count": ("count(rain, `a cold`, x == 1) == 2", lambda w: w["rain"] + w["a cold"] + (w["x"] == 1) == 2),
    "visible": (
        "visible(x, y, `the z`) == 2",
        lambda w: 1 + (w["y"] > w["x"]) + (w["the z"] > max(w["x"], w["y"])) == 2,
    ),
    "says": ("says(Ann, Ben is knave)", lambda w: (w["Ann"] == "knight") == (w["Ben"] == "knave")),
    "next_to": ("next_to(x, y)", lambda w: abs(w["x"] - w["y"]) == 1),
    "left_of": ("left_of(x, y)", lambda w: w["x"] < w["y"]),
    "right_of": ("right_of(x, y)", lambda w: w["x"] > w["y"]),
    "between": ("between(x, y, `the z`)", lambda w: (w["x"] - w["y"]) * (w["y"] - w["the z"]) > 0),
    "same": ("same(Ann, Ben)", lambda w: w["Ann"] == w["Ben"]),
    "different": ("different([x, y])", lambda w: w["x"] != w["y"]),
    "exactly": (
        "exactly(1, rain, `a cold`, x == y)",
        lambda w: w["rain"] + w["a cold"] + (w["x"] == w["y"]) == 1,
    ),
    "at_least": ("at_least(1, rain, `a cold`)", lambda w: w["rain"] or w["a cold"]),
    "at_most": ("at_most(1, [rain, `a cold`])", lambda w: not (w["rain"] and w["a cold"])),
    "iff": ("iff(rain, Ann is spy)", lambda w: w["rain"] == (w["Ann"] == "spy")),
    "implies": ("implies(rain, x == 4)", lambda w: not w["rain"] or w["x"] == 4),
    "xor": ("xor(rain, `a cold`, x == 4)", lambda w: (w["rain"] + w["a cold"] + (w["x"] == 4)) % 2 == 1),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function(name: str) -> None:
    """Each that can be called means what the page says."""
    text, read = CALLED[name]
    assert f"{name}(" in text
    said = condition(text, NAMES).statement
    truths = {world_number: bool(read(world)) for world_number, world in enumerate(WORLDS)}
    assert {number: said.holds(WORLDS[number]) for number in truths} == truths
    assert len(set(truths.values())) == 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12 // x == y", ["12 // x == y"]),
        ("x % y == 1 and x + y == 5", ["x % y == 1"]),
        ("not (x // y == 2 or y % `the z` == 1)", None),
        ("x // 0 == 1 or y == 2", None),
        ("`the z` // 2 == y", []),
    ],
)
def test_what_no_statement_can_say(text: str, parts: list[str] | None) -> None:
    """Only that part is worked out for all values; what cannot be worked out is said with the values."""
    case_file = FILE.replace("CONDITION", text)
    if parts is None:
        with pytest.raises(CaseFileError, match="cannot be worked out for the values"):
            parse_case(case_file)
        return
    found = condition(text, NAMES)
    assert [str(predicate) for predicate, _ in found.worked_out] == parts
    for world in WORLDS:
        plain = text.replace("`the z`", "z")
        names = {"x": world["x"], "y": world["y"], "z": world["the z"]}
        assert found.statement.holds(world) == eval(plain, {}, names)  # noqa: S307 - only what stands above


def test_mixed_values_are_told_apart_by_another_part() -> None:
    """As before there were statements for numbers: "none or more than 2"."""
    text = '[[unknowns]]\nnames = ["x", "y"]\nvalues = ["none", 1, 2, 3]\n[[rule]]\nwhere = "CONDITION"\n'
    case = parse_case(text.replace("CONDITION", "(x == 'none' or x > 2) and y == 'none'"))
    assert Belief(case.log).possible == {"x": ("none", 3), "y": ("none",)}
    with pytest.raises(CaseFileError, match=r"worked out for the values .*'none' is not a number; to"):
        parse_case(text.replace("CONDITION", "x > 2"))
    with pytest.raises(CaseFileError, match="uses 'x'; it can be 'none', which is no whole number"):
        parse_case(text.replace("CONDITION", "sum(x, y) > 2"))


def test_words_are_numbers() -> None:
    """Where every letter is an unknown and the word is none."""
    letters = '[[unknowns]]\nnames = ["A", "B", "C"]\nvalues = [0, 1, 2, 3]\n'
    case = parse_case(letters + '[[rule]]\nwhere = "AB + BA == CC and A > B > 0"\n')
    assert [tuple(world.values()) for world in Belief(case.log).worlds()] == [(2, 1, 3)]
    with pytest.raises(CaseFileError, match="names 'AD', which is not an unknown"):
        parse_case(letters + '[[rule]]\nwhere = "AD == 1"\n')


def test_large_sums_are_not_written_out() -> None:
    """Ten digits have 10^10 combinations; the sum of twenty cells has more."""
    names = [f"c{number}" for number in range(20)]
    head = f"[[unknowns]]\nnames = {names}\nvalues = {list(range(10))}\n[[rule]]\n"
    case = parse_case(f"{head}where = 'sum({', '.join(names)}) == 3'\n")
    # Three ones in twenty places, with repetition.
    assert Belief(case.log).count == math.comb(22, 3)
    with pytest.raises(
        CaseFileError, match=r"for 10,000,000 combinations .* since 'c0 // c1' does not divide"
    ):
        parse_case(f"{head}where = 'c0 // c1 + c2 * c3 * c4 * c5 * c6 == 3'\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "is neither true nor false; compare it with something"),
        ("Ann", "is neither true nor false"),
        ("x + 1", "is neither true nor false"),
        ("'knight' == 'knave'", "names no unknown"),
        (f"x == {'9' * 4000} * {'9' * 4000}", "numbers can be at most 1,000,000,000,000,000,000"),
        (f"x + {'9' * 40} == y", "can be at most 1,000,000,000,000,000,000"),
        ("'knight' < 3 and 1 == 1", "names no unknown"),
        ("1 <= 2", "the condition '1 <= 2' names no unknown"),
        ("x == 77", "compares 'x' with 77, which is nobody's value; its values are 1, 2, 3"),
        ("-7 != x", "compares 'x' with -7, which is nobody's value"),
        ("x in {1, 77}", "compares 'x' with 77"),
        ("exactly(1, x == 1, x == 1)", "'x is 1' stands twice in one list; list every statement once"),
        ("rain and x", None),
        ("iff(rain, x)", "uses 'x'; it is neither true nor false"),
        ("Ann is rogue", "'Ann' has no value 'rogue'"),
        ("Ann == 'knigt'", "names 'knigt', which is nobody's value; did you mean 'knight'?"),
        ("'Ann is knigt'", "'Ann' has no value 'knigt'; did you mean 'knight'?"),
        ("'it hails'", "'it hails' is not a fact"),
        ("says(Ann)", "uses 'says(Ann)'; write says(who, formula)"),
        ("says(x, rain)", "'x' has no value 'knight'"),
        ("says(3, rain)", "uses '3'; it must be the name of an unknown"),
        ("says(Ann, rain, truthful='spy')", "write says(who, formula)"),
        ("says(Ann, rain, honest='spy', liar='spy')", "as both honest and liar"),
        ("iff(rain)", "iff joins two formulas"),
        ("implies(rain, rain, rain)", "implies joins two formulas"),
        ("exactly(rain, rain)", "exactly begins with a whole number"),
        ("exactly(True, rain)", "exactly begins with a whole number"),
        ("different(x)", "different needs two unknowns or more"),
        ("next_to(x)", "next_to needs 2 numbers"),
        ("between(x, y)", "between needs 3 numbers"),
        ("next_to(Ann, x)", "uses 'Ann'; it can be 'knight', which is no whole number"),
        ("abs(x, y) == 1", "abs needs one number"),
        ("visable(x, y) == 1", "there is no function 'visable'; did you mean 'visible'?"),
        ("z == 1", "write a name of several words between backticks, such as `the z`"),
        ("distance(x) == 1", "distance needs two numbers"),
        ("sum() == 1", "sum of nothing"),
        (f"product({', '.join(['x'] * 900)}) == 1", "a product may have 60 numbers"),
        ("x in y", "behind 'in' stands a list"),
        ("x[1] == 2", "before the brackets stands a list"),
        ("[1, 2][3] == 2", "uses '3'; it must be the name of an unknown"),
        ("[1, 2][x] == 2", "has nothing for 3"),
        ("abs(x, key=y) == 1", "allowed are"),
        ("iff(rain, rain, key=x)", "allowed are"),
        ("[a for a in x] == 1", "allowed are"),
        ("x == 1.5", "uses '1.5'; allowed are"),
        ("x == None", "uses 'None'; allowed are"),
        ("(lambda: x)() == 1", "allowed are"),
        ("eval('x') == 1", "there is no function 'eval'"),
        ("x == 1 if rain else y == 2", "allowed are"),
        ("f'{x}' == 1", "allowed are"),
        ("~x == 1", "uses '~x'; allowed are"),
        ("x / 2 == 1", "uses 'x / 2'; allowed are"),
    ],
)
def test_mistakes(text: str, words: str | None) -> None:
    """Each is one sentence with its place."""
    case_file = FILE.replace("CONDITION", text)
    if words is None:  # as before: a number other than 0 counts as true
        assert Belief(parse_case(case_file).log).certain["rain"] is True
        return
    with pytest.raises(CaseFileError) as caught:
        parse_case(case_file)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.line in {13, 14}


@given(st.text("xy `'()[]{}<>=!+-*/%,.1and or not in is rain", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is typed as a condition."""
    said = ""
    try:
        condition(text, NAMES)
    except ValueError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 600


@pytest.mark.parametrize(
    "condition_text", ["{-3: 1, 2: 5, 4: 0}[a] == 1", "a is -3", "says(a, b == 2, honest=-3, liar=4)"]
)
def test_values_below_zero_can_be_named(condition_text: str) -> None:
    """Also where a value stands that is no number to be reckoned with."""
    case = parse_case(
        f"[[unknowns]]\nnames = ['a', 'b']\nvalues = [-3, 2, 4]\n[[entry]]\nwhere = '{condition_text}'\n"
    )
    pairs = itertools.product([-3, 2, 4], repeat=2)
    wanted = {
        (a, b) for a, b in pairs if (a == 2 or (a == -3) == (b == 2) if "says" in condition_text else a == -3)
    }
    assert {(world["a"], world["b"]) for world in Belief(case.log).worlds()} == wanted


@pytest.mark.parametrize("engine", ["diagram", "enumeration", "cp-sat"])
def test_several_formulas_of_a_count_may_be_settled(engine: EngineName) -> None:
    """Two that are never true, and two that always are, are no repetition."""
    case = parse_case(
        """
[[unknowns]]
names = ["a", "b"]
values = [1, 2, 3]
[[entry]]
where = "exactly(3, between(a, b, b), between(b, a, a), a // 1 < 4, b < 4, a == 1)"
[[entry]]
at_most = 2
of = [{ where = "a * a > 9" }, { where = "b * b > 9" }, { where = "a < 4" }, { where = "b < 4" }, "b is 1"]
"""
    )
    assert Belief(case.log, engine).possible == {"a": (1,), "b": (2, 3)}


def test_predicates_are_rare() -> None:
    """Of all conditions in the examples none is worked out for all values."""
    from common import ROOT

    for file in sorted((ROOT / "examples").glob("*.toml")):
        case = parse_case(file.read_text(encoding="utf-8"))
        statements = [rule.statement for rule in case.problem.rules] + [entry.statement for entry in case.log]
        assert not any(isinstance(statement, Predicate) for statement in statements)


@pytest.mark.parametrize(
    "text", ["x > 0", "0 < x < 77", "x + 70 == 71", "x * x == 4", "abs(x - 77) > 75", "y == 9"]
)
def test_numbers_that_are_no_values_are_reckoned_with(text: str) -> None:
    """Only what an unknown is said to be, or not to be, must be somebody's value."""
    case = parse_case(
        '[[unknowns]]\nnames = ["x", "y"]\nvalues = [1, 2]\n[[unknowns]]\nnames = ["z"]\nvalues = [9]\n'
        f'[[rule]]\nwhere = "{text}"\n'
    )
    expected = [x for x in (1, 2) for y in (1, 2) if eval(text, {"x": x, "y": y, "abs": abs})]  # noqa: S307 - ours
    assert Belief(case.log).count == len(expected)


def test_a_number_that_is_a_text() -> None:
    """Where the values are texts of digits, the remedy says so."""
    head = '[[unknowns]]\nnames = ["x"]\nvalues = ["7", "8"]\n[[rule]]\n'
    with pytest.raises(CaseFileError, match="with 7, which is nobody's value; write '7', for that is a text"):
        parse_case(head + 'where = "x == 7"')
    assert Belief(parse_case(head + "where = \"x == '7'\"").log).certain == {"x": "7"}
