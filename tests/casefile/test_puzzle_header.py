"""The table `puzzle` of a case file."""

from __future__ import annotations

import re

import pytest

from deduce import CaseFileError, parse_case

CELLS = """
[[unknowns]]
names = ["r1c1", "r1c2"]
values = ["mine", "safe"]
[[entry]]
id = "r1c1"
fact = "r1c1 is safe"
[[entry]]
id = "r1c2"
fact = "r1c2 is safe"
"""


def header(text: str) -> str:
    return f"[puzzle]\n{text}\n{CELLS}"


def test_what_it_says() -> None:
    found = parse_case(
        header('kind = "x"\nseed = "7"\nsize = "2"\ngrade = 3\nasks = ["r1c2"]\nopened = 1\nabout = "a"')
    ).puzzle
    assert found is not None
    assert (found.kind, found.seed, found.size, found.grade, found.about) == ("x", "7", "2", 3, "a")
    assert (found.asks, found.opened, found.picture) == (("r1c2",), 1, "")


def test_without_one() -> None:
    """A file need not say that it is a puzzle, and one that does asks for everything."""
    assert parse_case(CELLS).puzzle is None
    found = parse_case(header("")).puzzle
    assert found is not None
    assert (found.asks, found.opened, found.grade) == (("r1c1", "r1c2"), None, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kinds = 1", "case, line 2: puzzle has the unknown key 'kinds'; did you mean 'kind'?"),
        ("kind = 1", "case, line 2: kind is 1; it must be a text between quotes"),
        ("grade = 6", "case, line 2: grade is 6; it must be a whole number from 1 to 5"),
        ("grade = true", "case, line 2: grade is True; it must be a whole number from 1 to 5"),
        ('asks = "r1c1"', "case, line 2: 'asks' must be a list"),
        ('asks = ["r1c3"]', "case, line 2, column 9: there is no unknown 'r1c3'; did you mean"),
        ("asks = [[1]]", "case, line 2"),
        ("opened = 3", "case, line 2: opened is 3; it must be a whole number from 0 to 2"),
    ],
)
def test_mistakes_are_named_with_their_place(text: str, message: str) -> None:
    with pytest.raises(CaseFileError, match=re.escape(message)):
        parse_case(header(text))


def test_entries_that_are_told_later_name_what_has_to_be_safe() -> None:
    text = header("opened = 1").replace('id = "r1c2"', 'id = "two"')
    with pytest.raises(CaseFileError, match="entry 'two' is told later, so its id must be the name"):
        parse_case(text)


def test_it_must_be_a_table() -> None:
    with pytest.raises(CaseFileError, match="'puzzle' must be a table"):
        parse_case(f"puzzle = 1\n{CELLS}")
