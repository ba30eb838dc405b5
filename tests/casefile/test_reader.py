"""Case files: everything that can be declared, and every way to get it wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deduce import (
    Belief,
    CaseFile,
    CaseFileError,
    Question,
    drawn,
    parse_case,
    rank_questions,
    read_case,
    weighted,
)

TWO = '[[unknowns]]\nnames = ["A", "B"]\nvalues = ["rook", "king", "crab"]\ndifferent = true\n'
NUMBERS = '[[unknowns]]\nnames = ["x", "the fox"]\nvalues = [1, 2, 3]\n'


def worlds(text: str) -> list[tuple[object, ...]]:
    """All worlds of a case, as values in the order of the unknowns."""
    return sorted(tuple(world.values()) for world in Belief(parse_case(text).log).worlds())


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('fact = "x is 2"', {2}),
        ('fact = "x is not 2"', {1, 3}),
        ('fact = "x is one of 1, 3"', {1, 3}),
        ('fact = "x is 1 or 3"', {1, 3}),
        ('fact = "x is none of 1, 3"', {2}),
        ('fact = "x is neither 1 nor 3"', {2}),
        ('unknown = "x"\namong = [1, 3]', {1, 3}),
        ('unknown = "x"\nnot_among = [1, 3]', {2}),
        ('any_of = ["x is 1", "x is 2"]', {1, 2}),
        ('all_of = ["x is not 1", "x is not 2"]', {3}),
        ('none_of = ["x is 1", "x is 2"]', {3}),
        ('exactly = 1\nof = ["x is 1", "x is not 3"]', {2}),
        ('at_least = 1\nof = ["x is 1", "x is 2"]', {1, 2}),
        ('at_most = 1\nof = ["x is not 1", "x is not 2"]', {1, 2}),
        ('if = "x is not 1"\nthen = "x is 3"', {1, 3}),
        ('if = "x is not 1"\nthen = {any_of = ["x is 3"]}', {1, 3}),
        ('where = "x + x == 4"', {2}),
        ('where = "x != 1 and not x == 2"', {3}),
        ('where = "x in [1, 3]"', {1, 3}),
        ('where = "1 < x <= 3"', {2, 3}),
        ('where = "max(x, 2) - min(x, 2) == abs(-1)"', {1, 3}),
        ('where = "x * 2 % 3 == 1 or x // 2 == 0"', {1, 2}),
        ('unknowns = ["x"]\nrows = [[1], [2]]', {1, 2}),
    ],
)
@pytest.mark.parametrize("block", ["rule", "entry"])
def test_statements(statement: str, expected: set[int], block: str) -> None:
    """Each way to write a statement means the same in a rule and in an entry."""
    found = worlds(f"{NUMBERS}[[{block}]]\n{statement}\n")
    assert {world[0] for world in found} == expected


def test_statements_on_two_unknowns() -> None:
    """Conditions, tables and all-different tie unknowns together; odd names stand in backticks."""
    assert len(worlds(NUMBERS + '[[rule]]\nall_different = ["x", "the fox"]')) == 6
    assert worlds(NUMBERS + '[[rule]]\nwhere = "x == `the fox` + 2"') == [(3, 1)]
    table = '[[rule]]\nunknowns = ["x", "the fox"]\nrows = [[1, 2], [3, 3]]'
    assert worlds(NUMBERS + table) == [(1, 2), (3, 3)]


def test_everything_at_once(tmp_path: Path) -> None:
    """A file with every part is read as declared."""
    file = tmp_path / "case.toml"
    file.write_text(
        'format = "deduce.case/1"\ntitle = "all of it"\n'
        + TWO
        + """
        [priors]
        A = { rook = 2, king = "1/2" }
        [model.coin]
        when_true = 0.9
        when_false = 0.1
        exceptions = { crab = 0.5 }
        [model.sloppy]
        slips = "1/20"
        [[rule]]
        name = "no king for B"
        fact = "B is not king"
        [[entry]]
        id = "turn 1"
        text = "A sideways: yes"
        fact = "A is one of rook, king"
        model = "coin"
        [[entry]]
        weights = { B = { rook = 0.25 } }
        [[entry]]
        fact = "B is not crab"
        model = "sloppy"
        [[question]]
        text = "Is A the rook?"
        fact = "A is rook"
        wrong = 0.05
        [[question]]
        answers = { first = "A is rook", other = "A is not rook" }
        """,
        encoding="utf-8",
    )
    case = read_case(file)
    assert case.problem.title == "all of it"
    assert [rule.name for rule in case.problem.rules] == ["all different", "no king for B"]
    assert case.problem.priors["A"]["king"] == Fraction(1, 2)
    assert [entry.id for entry in case.log] == ["turn 1", "2", "3"]
    assert case.log.models == ("coin", "weights", "sloppy")
    first, second = case.questions
    assert first.noise["yes"]["no"] == Fraction(1, 20)
    assert set(second.answers) == {"first", "other"}
    assert len(rank_questions(Belief(case.log), case.questions)) == 2
    likelihood = case.log.entry("turn 1").likelihood
    assert likelihood is not None
    assert likelihood.weights == {
        "A": {"rook": Fraction(9, 10), "king": Fraction(9, 10), "crab": Fraction(1, 2)}
    }


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("x =", 1, None, "is not valid TOML"),
        ("\n\nx = = 1", 3, 5, "is not valid TOML"),
        ("", None, None, "declares no unknowns"),
        ('tittle = "x"\n' + TWO, 1, None, "did you mean 'title'?"),
        ('format = "deduce.case/9"\n' + TWO, 1, None, "format is 'deduce.case/9'"),
        ("title = 3\n" + TWO, 1, None, "must be a text"),
        ('[[unknowns]]\nnames = ["A"]\nvalues = []', 3, None, "'values' is empty"),
        ('[[unknowns]]\nnames = ["A"]', 1, None, "'values' is missing"),
        ('[[unknowns]]\nnames = "A"\nvalues = [1]', 2, None, "'names' must be a list"),
        ('[[unknowns]]\nnames = ["A", 1.5]\nvalues = [1]', 2, None, "'names' has 1.5"),
        ('[[unknowns]]\nnames = ["A", "A"]\nvalues = [1]', 2, 10, "'A' is declared twice"),
        ('[[unknowns]]\nnames = ["A"]\nvalues = [1, 1]', 3, None, "the value 1 stands twice"),
        ('[[unknowns]]\nnames = ["A", "B"]\nvalues = [1]\ndifferent = true', 3, None, "2 unknowns cannot"),
        ('[[unknowns]]\nnames = ["A"]\nvalues = [1, "1"]', 1, None, "two values of A read '1'"),
        ('[[unknowns]]\nnames = ["A"]\nvalues = [1]\ndifferent = 1', 4, None, "must be true or false"),
        ('unknowns = ["A"]', 1, None, "must be written as blocks that start with [[unknowns]]"),
        (TWO + '[[entry]]\nfact = "C is rook"', 6, 8, "there is no unknown 'C'"),
        (TWO + '[[entry]]\nfact = "A is rok"', 6, 8, "did you mean 'rook'?"),
        (TWO + '[[entry]]\nfact = "A was rook"', 6, 8, "is not a fact; write for example 'A is rook'"),
        (TWO + '[[entry]]\nfact = "A is one of rook, kng"', 6, 8, "did you mean 'king'?"),
        (TWO + '[[entry]]\nany_of = ["A is rook",\n  "A is kong"]', 7, 3, "did you mean 'king'?"),
        (TWO + '[[entry]]\ntext = "hm"', 5, None, "has no statement; use one of"),
        (TWO + '[[entry]]\nfact = "A is rook"\nany_of = []', 6, None, "it must have one"),
        (TWO + '[[entry]]\nfact = "A is rook"\nof = []', 7, None, "'of' does not go with 'fact'"),
        (TWO + '[[entry]]\nexactly = 1.5\nof = ["A is rook"]', 6, None, "must be a whole number"),
        (TWO + '[[entry]]\nexactly = -1\nof = ["A is rook"]', 6, None, "negative"),
        (TWO + '[[entry]]\nexactly = 1\nof = ["A is rook", "A is rook"]', 6, None, "stands twice"),
        (TWO + '[[entry]]\nif = "A is rook"', 6, None, "'if' needs a 'then'"),
        (TWO + '[[entry]]\nunknown = "A"', 6, None, "needs either 'among' or 'not_among'"),
        (TWO + '[[entry]]\nall_different = ["A", "A"]', 6, None, "twice"),
        (TWO + '[[entry]]\nunknowns = ["A", "B"]\nrows = [["rook"]]', 7, None, "must be a list of 2 values"),
        (
            TWO + '[[entry]]\nfact = "A is rook"\nid = "1"\n[[entry]]\nfact = "A is rook"\nid = "1"',
            8,
            None,
            "already",
        ),
        (TWO + '[[entry]]\nfact = "A is rook"\nid = 1.5', 7, None, "must be a text or a number"),
        (TWO + '[[entry]]\nfact = "A is rook"\nmodel = "liar"', 7, 9, "there is no model 'liar'"),
        (TWO + "[[entry]]\nweights = { A = { rook = -1 } }", 5, None, "must be a number that is 0 or more"),
        (
            TWO + "[[entry]]\nweights = { A = { rook = 0, king = 0, crab = 0 } }",
            5,
            None,
            "every weight of A is 0",
        ),
        (TWO + "[[entry]]\nweights = { A = { rook = nan } }", 6, None, "weights.A.rook: nan is no number"),
        (TWO + "[[entry]]\nweights = { A = { rook = true } }", 5, None, "must be a number"),
        (TWO + "[[entry]]\nweights = {}", 6, None, "weights are empty"),
        (TWO + '[[entry]]\nfact = "A is rook"\nweights = { A = { rook = 1 } }', 7, None, "stand alone"),
        (TWO + "[priors]\nA = { rook = -2 }", None, None, "must be a number that is 0 or more"),
        (TWO + "[priors]\nC = { rook = 2 }", None, None, "there is no unknown 'C'"),
        (TWO + "[priors.A]\nrok = 2", None, None, "did you mean 'rook'?"),
        (TWO + "[priors]\nA = 3", 6, None, "must be a table"),
        (TWO + "[model.m]\nwhen_true = 2", 5, None, "must be a number from 0 to 1"),
        (TWO + "[model.m]\nwhen_true = 0", 5, None, "are both 0"),
        (TWO + "[model.m]\nexceptions = { rok = 1 }", 6, None, "there is no value 'rok'"),
        (TWO + "[model]\nm = 3", None, None, "must be a table"),
        (
            TWO + '[[rule]]\nname = "r"\nfact = "A is rook"\n[[rule]]\nname = "r"\nfact = "B is king"',
            9,
            None,
            "two rules are called 'r'",
        ),
        (TWO + '[[rule]]\nwhere = "A + 1 == 2"', 6, None, "cannot be worked out for the values 'crab'"),
        (NUMBERS + '[[rule]]\ntitle = "x"\nwhere = "x == 1"', 5, None, "'title' is about the whole file"),
        (NUMBERS + '[priors]\ntitle = "x"', 5, None, "'title' is about the whole file; write it at the top"),
        (NUMBERS + 'title = "x"', 4, None, "write it at the top, above the first line in brackets"),
        (NUMBERS + '[[rule]]\nwhere = "x.real == 1"', 5, None, "names 'x.real', which is not an unknown"),
        (NUMBERS + "[[rule]]\nwhere = \"__import__('os')\"", 5, None, "allowed are"),
        (NUMBERS + '[[rule]]\nwhere = "x ** 9 == 1"', 5, None, "allowed are"),
        (NUMBERS + '[[rule]]\nwhere = "x is 7"', 5, None, "'x' has no value '7'"),
        (NUMBERS + '[[rule]]\nwhere = "y == 1"', 5, None, "'y', which is not an unknown"),
        (NUMBERS + '[[rule]]\nwhere = "x =="', 5, None, "is not a condition"),
        (NUMBERS + '[[rule]]\nwhere = "1 == 1"', 5, None, "names no unknown"),
        (NUMBERS + '[[rule]]\nwhere = "x // 0 == 1"', 5, None, "cannot be worked out"),
        (TWO + '[[question]]\nfact = "A is rook"\nwrong = 2', 5, None, "must be a number from 0 to 1"),
        (TWO + '[[question]]\nanswers = { a = "A is rook" }\nwrong = 0.1', 6, None, "stands alone"),
    ],
)
def test_mistakes(text: str, line: int | None, column: int | None, words: str) -> None:
    """Every mistake gets one sentence with its place."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(text, "case.toml")
    message = str(caught.value)
    assert words in message
    assert message.startswith("case.toml")
    assert "\n" not in message
    if line is not None:
        assert caught.value.line == line
        assert f"line {line}" in message
    if column is not None:
        assert caught.value.column == column


def test_answers_that_overlap_are_found_when_asked() -> None:
    """A question whose answers are not a partition is refused when it is rated."""
    case = parse_case(TWO + '[[question]]\nanswers = { a = "A is rook", b = "B is rook" }')
    with pytest.raises(ValueError, match="exactly one of its answers must be true"):
        rank_questions(Belief(case.log), case.questions)


CARDS = """
[[unknowns]]
names = ["missed", "next"]
values = ["J", "Q", "K", 10]
[[entry]]
fact = "missed is one of Q, K"
"""


def test_draws_and_chances() -> None:
    """They are rules and entries like any other, with names as texts."""
    supply = "supply = { J = 4, Q = 4, K = 4, 10 = 4 }"
    case = parse_case(f'{CARDS}[[rule]]\ndrawn = ["missed", "next"]\n{supply}\n')
    copies = {"J": 4, "Q": 4, "K": 4, 10: 4}
    assert [rule.statement for rule in case.problem.rules] == [drawn(["missed", "next"], copies)]
    assert Belief(case.log).probability("next", "K") == Fraction(7, 30)
    heard = '[[entry]]\nweighted = ["missed", "next"]\nrows = [["Q", 10, "1/3"], ["K", "J", 1]]\n'
    case = parse_case(CARDS + heard)
    said = weighted(["missed", "next"], {("Q", 10): "1/3", ("K", "J"): 1})
    assert [entry.statement for entry in case.log][1:] == [said]
    assert Belief(case.log).probability("next", 10) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ('drawn = ["missed", "next"]', "rule 1: drawn: 2 draws cannot come from a supply of 0"),
        ('drawn = ["missed"]\nsupply = { J = 4, X = 1 }', "no draw has the value 'X'"),
        ('drawn = ["missed"]\nsupply = { J = "4" }', "the supply has '4' copies of 'J'"),
        ('drawn = ["missed"]\nsupply = 4', "'supply' must be a table"),
        ('drawn = ["mist"]\nsupply = { J = 4 }', "there is no unknown 'mist'; did you mean 'missed'?"),
        ('drawn = ["missed"]\nrows = [["J"]]', "'rows' does not go with 'drawn'"),
        ('weighted = ["missed"]\nrows = [["J"]]', "row ['J'] must be a list of 1 values and a weight"),
        ('weighted = ["missed"]\nrows = [["J", -1]]', "the weight of ('J',) is"),
        ('weighted = ["missed"]\nrows = [["J", 0]]', "no row weighs anything"),
        ('weighted = ["missed"]\nrows = [["J", 1], ["J", 2]]', "the row ['J', 2] stands there twice"),
        ('weighted = ["missed"]\nrows = [["X", 1]]', "'missed' has no value 'X'"),
        ('weighted = ["missed"]', "'rows' is missing"),
        (
            'any_of = ["next is K", { drawn = ["missed"], supply = { J = 4 } }]',
            "cannot be a part of another statement",
        ),
    ],
)
def test_mistakes_in_draws_and_chances(block: str, words: str) -> None:
    """Each is named in one sentence, with its line."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(f"{CARDS}[[rule]]\n{block}\n")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.line in {7, 8, 9}


def test_names_with_separators() -> None:
    """Names may contain commas, "or" and "is": the longest name that fits counts."""
    case = parse_case(
        '[[unknowns]]\nnames = ["who", "who is it"]\nvalues = ["Tom, Dick or Harry", "Tom", "not me"]\n'
        '[[entry]]\nfact = "who is it is one of Tom, Dick or Harry, not me"\n'
        '[[entry]]\nfact = "who is not me"\n'
        '[[entry]]\nfact = "who is it is not not me"\n'
    )
    assert Belief(case.log).certain == {"who": "not me", "who is it": "Tom, Dick or Harry"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe\x00", "is not text in UTF-8"),
        (b"title = 'a'\n\x80", "line 2: is not text in UTF-8"),
        (b"a\0b", "is a binary file"),
        (b"#" * 5_000_001, "is larger than"),
        (b"a = " + b"[" * 5_000, "nested too deeply"),
    ],
)
def test_files_that_are_no_case_files(tmp_path: Path, content: bytes, words: str) -> None:
    """Binary, huge and broken files get one clear sentence."""
    file = tmp_path / "case.toml"
    file.write_bytes(content)
    with pytest.raises(CaseFileError, match=words):
        read_case(file)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """A missing file and a directory are named, with what was probably meant."""
    (tmp_path / "zebra.toml").write_text(TWO, encoding="utf-8")
    with pytest.raises(CaseFileError, match=r"there is no such file; did you mean 'zebra.toml'\?"):
        read_case(tmp_path / "zebr.toml")
    with pytest.raises(CaseFileError, match="Is a directory; name a case file in it"):
        read_case(tmp_path)
    with pytest.raises(CaseFileError, match="cannot be read"):
        read_case("a\0b")


def test_windows_line_ends_and_byte_order_marks(tmp_path: Path) -> None:
    """Files written by other editors are read all the same."""
    file = tmp_path / "case.toml"
    file.write_bytes(
        b"\xef\xbb\xbf" + (TWO + '[[entry]]\nfact = "A is rook"\n').replace("\n", "\r\n").encode()
    )
    assert isinstance(read_case(file), CaseFile)
    file.write_bytes((TWO + '[[entry]]\nfact = "A is rok"\n').replace("\n", "\r\n").encode())
    with pytest.raises(CaseFileError, match="line 6, column 8"):
        read_case(file)


def refused(text: str) -> CaseFileError | None:
    """The error that a text is refused with, or None if it is a case."""
    try:
        parse_case(text)
    except CaseFileError as error:
        return error
    return None


@given(st.text(max_size=200))
@example("[[entry]]\n")
@example('"""')
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is typed, the reader answers with a case or with one sentence."""
    assert refused(text) is None or "\n" not in str(refused(text))


PIECES = st.sampled_from(
    [
        *"[]{}=,.\"'\n# ",
        "[[unknowns]]\n",
        "[[entry]]\n",
        "[[rule]]\n",
        "[[question]]\n",
        "[priors]\n",
        "[model.m]\n",
        "names = ",
        "values = ",
        '["A", "B"]',
        "[1, 2]",
        "different = true\n",
        'fact = "A is 1"\n',
        "any_of = ",
        "weights = ",
        'where = "A == B"\n',
        "exactly = 1\n",
        "of = ",
        "A",
        "1",
        "true",
        "{A = {1 = 2}}",
        "\n",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_pieces_of_a_case_are_read_or_refused(text: str) -> None:
    """The same for texts that are nearly case files."""
    if (error := refused(text)) is None:
        assert Belief(parse_case(text).log).count >= 0
    else:
        assert "\n" not in str(error)


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-2, 4), st.floats(), st.sampled_from(["A", "A is 1", "B", "x"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["A", "fact", "1", "any_of"]), inner, max_size=2),
    ),
    max_leaves=5,
)
KEYS = st.sampled_from(
    [
        "fact",
        "any_of",
        "all_of",
        "none_of",
        "exactly",
        "at_least",
        "of",
        "if",
        "then",
        "unknown",
        "among",
        "unknowns",
        "rows",
        "where",
        "weights",
        "drawn",
        "supply",
        "weighted",
        "id",
        "text",
        "model",
        "answers",
        "wrong",
        "name",
    ]
)


@given(st.dictionaries(KEYS, VALUES, max_size=3), st.sampled_from(["entry", "rule", "question"]))
def test_any_block_is_read_or_refused(block: dict[str, object], kind: str) -> None:
    """The same for blocks with the right keys and any values."""
    lines = [f"{key} = {_toml(value)}" for key, value in block.items()]
    text = '[[unknowns]]\nnames = ["A", "B"]\nvalues = [1, 2]\n' + f"[[{kind}]]\n" + "\n".join(lines)
    if (error := refused(text)) is None:
        assert all(isinstance(question, Question) for question in parse_case(text).questions)
    else:
        assert "\n" not in str(error)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {_toml(inner)}' for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_the_record_of_a_game_is_no_case_file() -> None:
    """Nothing is said of a format that it never had."""
    text = "Me = White\n\n1. A-N1 y\n"
    with pytest.raises(
        CaseFileError, match="no case file but the record of a game, which deduce GAME"
    ) as caught:
        parse_case(text, "evening.txt")
    assert caught.value.record == text
    with pytest.raises(CaseFileError, match="is not valid TOML") as caught:
        parse_case("[[unknowns\n1. A\n", "case.toml")
    assert not caught.value.record
    for typed in ('notes = """\n1. hi\n"""\ntitle = oops\n', "format = deduce.case/1\n1. A\n"):
        with pytest.raises(CaseFileError, match="is not valid TOML"):
            parse_case(typed, "case.toml")


def test_names_of_things_that_blocks_go_through_are_written_out() -> None:
    """A sentence has no sign that a terminal obeys, wherever a name stands in it."""
    text = TWO + '[[rule]]\neach_of = ["F\\u0085"]\nfact = "{it} is 0 0"\nfields = ["it"]\n'
    with pytest.raises(CaseFileError) as caught:
        parse_case('format = "deduce.case/1"\n' + text)
    assert str(caught.value).isprintable()
