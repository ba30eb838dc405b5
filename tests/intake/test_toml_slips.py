"""What new users mistype in TOML: one sentence that says what to do, with its place."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import IntakeError
from deduce.intake.data import parse_toml


@pytest.mark.parametrize(
    ("text", "place", "words", "mended"),
    [
        (
            "title = Two of us # c",
            (1, 9),
            'texts stand between quotes: "Two of us"',
            'title = "Two of us" # c',
        ),
        ("a = 1\nb = [1, rook]", (2, 9), 'stand between quotes: "rook"', 'a = 1\nb = [1, "rook"]'),
        ("a = { b = rook }", (1, 11), 'stand between quotes: "rook"', 'a = { b = "rook" }'),
        ("a = True", (1, 5), "small letters: true", "a = true"),
        ("a = [FALSE, true]", (1, 6), "small letters: false", "a = [false, true]"),
        ("a = True Grit", (1, 5), 'between quotes: "True Grit"', 'a = "True Grit"'),
        ('a = ["x", "y"\nb = 1', (1, 5), "list that begins here has no end", 'a = ["x", "y"]\nb = 1'),
        ('a = ["x",\nb = 1', (1, 5), "write ] behind it", 'a = ["x"]\nb = 1'),
        ('a = [\n"x",\n[[b]]\nc = 1', (1, 5), "write ] behind it", 'a = [\n"x"]\n[[b]]\nc = 1'),
        ("a = [1, 2\n\n[b] # c\n", (1, 5), "write ] behind it", "a = [1, 2]\n\n[b] # c\n"),
        ("a = [1,", (1, 5), "write ] behind it", "a = [1,]"),
        ('a = ["x" "y"]', (1, 10), "a comma is missing before '\"y\"]'", 'a = ["x", "y"]'),
        ("a = [\n[1, 2]\n[3, 4]]", (3, 1), "a comma is missing", "a = [\n[1, 2],\n[3, 4]]"),
        ("a = { b = 1,\nc = 2 }", (1, 5), "braces end in the line", "a = { b = 1, c = 2 }"),
        ("a = { b = 1\nc = 2", (1, 5), "write } in this line", "a = { b = 1 }\nc = 2"),
        ('a = "x\nb = 1', (1, 5), "begins with '\"x' has no closing quote", 'a = "x"\nb = 1'),
        ("a = ['x', 'y]", (1, 11), "has no closing quote", "a = ['x', 'y']"),
        ('a = "\nx\n"', (1, 5), 'several lines stands between """ and """', 'a = """\nx\n"""'),
        ('a = 1\nb = """x\n\n', (2, 5), 'no end; write """', 'a = 1\nb = """x"""\n\n'),
        ("a = '''x", (1, 5), "no end; write '''", "a = '''x'''"),
        (
            'a = "He said "no" to me"',
            (1, 15),
            'write \\" for a quote within it',
            'a = "He said \\"no\\" to me"',
        ),
        (
            'fact = "Ann" is rook',
            (1, 14),
            "'is rook' stands behind the end of a text",
            'fact = "Ann is rook"',
        ),
        ('title: "x"', (1, 6), "stands =, not a colon: title = ...", 'title = "x"'),
        ("a = 1/2", (1, 6), 'between quotes: "1/2"', 'a = "1/2"'),
        ("a = { b = 10/20 }", (1, 13), 'between quotes: "10/20"', 'a = { b = "10/20" }'),
        ('a = "x",', (1, 8), "a comma stands behind the value of a key; leave it out", 'a = "x"'),
        ("a = 1, 2", (1, 6), "a list stands between [ and ]", "a = [1, 2]"),
        ("a = \N{LEFT DOUBLE QUOTATION MARK}x", (1, 5), "write straight ones", 'a = "x"'),
        ('a = "C:\\games"', (1, 10), "written twice", 'a = "C:\\\\games"'),
        ("[a]\nb = 1\n[a]\nb = 2", (3, 1), "begin each with [[a]]", "[[a]]\nb = 1\n[[a]]\nb = 2"),
        ("[[a]]\nb = 1\nb = 2", (3, 1), "'b' stands twice in this block", "[[a]]\nb = 1\n[[a]]\nb = 2"),
    ],
)
def test_what_is_mistyped(text: str, place: tuple[int, int], words: str, mended: str) -> None:
    """The place is told, and whoever does what the sentence says has a file that can be read."""
    with pytest.raises(IntakeError) as caught:
        parse_toml(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
    assert tomllib.loads(mended)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1/" + "9" * 5000,
        "a = " + "x" * 5000,
        "a = '" + "x" * 5000,
        "a = [1 " + "2" * 5000,
        "a" * 5000 + ": 1",
        "a = 'x' " + "y" * 5000,
        f"[{'a' * 5000}]\n[{'a' * 5000}]",
        f"{'a' * 5000} = 1\n{'a' * 5000} = 1",
    ],
)
def test_what_is_long_is_cut(text: str) -> None:
    """However long what stands there is, the sentence can be read."""
    with pytest.raises(IntakeError) as caught:
        parse_toml(text)
    assert "is not valid TOML" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        "1.\tL-S2\n2. (C-N2)\n",
        "a = x \N{RIGHT-TO-LEFT OVERRIDE} y",
        "a = or \x7f",
        "a = ",
        "a = ?",
        "a = [1,,2]",
        "a b = 1",
        "[[a]",
        "a = 1 b = 2",
        'x = """a""""\ny = ?',
        "# it's\na = ?",
        'a = "it\'s"\nb = ?',
        "a = [\n1, # [\n2]\nb = ?",
    ],
)
def test_what_is_not_certain(text: str) -> None:
    """Where several things can be meant the parser speaks; texts and comments above mislead nobody."""
    with pytest.raises(IntakeError, match="is not valid TOML"):
        parse_toml(text)


MADE = st.lists(
    st.sampled_from(
        ["a", "b.c", " = ", "1", "1/2", "x y", '"x"', "'", '"', *"[]{},:\n#\\\\", '"""', "'''", "True"]
    )
)


def refused(text: str) -> IntakeError | None:
    try:
        parse_toml(text)
    except IntakeError as error:
        return error
    return None


@given(MADE.map("".join))
def test_places_are_in_the_text(text: str) -> None:
    """Whatever is mistyped, the place that is told is one of the text."""
    error = refused(text)
    lines = text.split("\n")
    if error is not None and error.line is not None:
        assert 1 <= error.line <= len(lines)
        assert error.column is None or 1 <= error.column <= len(lines[error.line - 1]) + 1
