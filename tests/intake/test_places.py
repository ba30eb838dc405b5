"""Where things stand in TOML: by table and key, and by the path that leads to a value."""

from __future__ import annotations

import pytest

from deduce.errors import IntakeError
from deduce.intake.data import parse_toml
from deduce.intake.places import Places

TEXT = """\
title = '''
[no header]
key = 1'''
list = [
  [1], # [no header]
]
[priors]
A.rook = 1
[priors."the owl"]
3 = 1
[[question]]
text = "[x]"
[question.answers]
a = 1
[[question]]
[ question . answers ]
b = 2
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["title"], 1),
        (["list", 0, 0], 4),
        (["priors"], 7),
        (["priors", "A", "rook"], 8),
        (["priors", "the owl", "3"], 10),
        (["question", 0, "text"], 12),
        (["question", 0, "answers"], 13),
        (["question", 0, "answers", "a"], 14),
        (["question", 1], 15),
        (["question", 1, "answers", "b"], 17),
        (["nothing"], None),
    ],
)
def test_paths(path: list[str | int], line: int | None) -> None:
    """Texts over several lines and comments have no headers; headers may have quotes and spaces."""
    assert Places(TEXT).of_path(path) == line


def test_lists_of_tables_in_lists_of_tables() -> None:
    text = "[[group]]\n[[group.rule]]\nid = 1\n[[group.rule]]\nid = 2\n"
    text += "[[group]]\n[[group.rule]]\n[group.rule.more]\nid = 3\n"
    places = Places(text)
    found = [places.of_path(["group", *path, "id"]) for path in ([0, "rule", 0], [0, "rule", 1])]
    assert found == [3, 5]
    assert places.of_path(["group", 1]) == 6
    assert places.of_path(["group", 1, "rule", 0]) == 7
    assert places.of_path(["group", 1, "rule", 0, "more", "id"]) == 9
    assert places.of_path(["group", 1, "rule", 0, "more"]) == 8


def test_keys_with_dots_have_their_own_lines() -> None:
    """Under the first part of their names, and under the whole."""
    places = Places("[numbers]\nmove.foot = 20\nmove . horse = 40\n'fire.near' = 10\n")
    assert [places.of("numbers", key)[0] for key in ("move", "move.foot", "move.horse", "fire.near")] == [
        2,
        2,
        3,
        4,
    ]
    assert places.of_path(["numbers", "move.horse"]) == 3
    assert places.of_path(["numbers", "move", "horse"]) == 2


def test_a_table_without_a_header_stands_where_the_first_in_it_does() -> None:
    places = Places("a = 1\n[acts.tack.needs]\nx = 1\n[acts.tack.gives]\n[acts]\n")
    assert places.of_path(["acts", "tack"]) == 2
    assert places.of_path(["acts", "tack", "gives"]) == 4
    assert places.of_path(["acts"]) == 5


def test_lines_are_those_of_toml() -> None:
    """Other signs that end lines elsewhere end none here."""
    assert Places("a = 'x\u2028\x85y'\nb = 1\n").of("", "b") == (2, None)


@pytest.mark.parametrize("line", ["[[" + " " * 300_000 + "x", '"' * 300_000, "'" * 300_001, "x" * 300_000])
def test_reading_is_linear(line: str) -> None:
    """A long line is looked at once."""
    assert Places(f"{line}\na = 1\n").text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n[[b]]\nc = 1\n[[b]]\nc = nan\n", 5),
        ("a = 1\nb = { c = inf }\n", 2),
        (f"a = 1\nb = {'9' * 5_000}\n", 2),
        (f"a = 1\nb = 0x{'f' * 5_000}\n", 2),
        ("a = 1\n[t]\nb = [1979-05-27]\n", 3),
    ],
)
def test_what_means_nothing_has_its_line(text: str, line: int) -> None:
    """Numbers that are none are said with their place."""
    with pytest.raises(IntakeError) as caught:
        parse_toml(text)
    assert caught.value.line == line
