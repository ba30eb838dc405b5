"""Large case files: read in a time that grows with their size only, or refused with one sentence."""

from __future__ import annotations

import pytest

from deduce import CaseFileError, parse_case
from faults.large_cases import LARGE, TWO, filled, hundred

WHOLE = 1_000_000
"""Bytes of a file for whose reading a time that grows with the square of the size is minutes."""
SUPERLINEAR = [
    "facts",
    "any_of",
    "entries with a model",
    "weights",
    "where",
    "facts about many unknowns",
    "conditions about many unknowns",
    "names and values",
    "names that differ",
    "one of many values",
    "one of 625 values, often",
    "facts among many values",
    "values with commas in them",
    "a header of dots",
    "a dotted key",
    "where on ten",
]
"""What once took far longer than its size explains."""
REFUSED = {
    "names and values": "more than a problem can have",
    "names that differ": "more than a problem can have",
    "one of many values": "characters; the most is 100,000",
    "a header of dots": "a key of more than 8 parts",
    "a dotted key": "a key of more than 8 parts",
    "facts among many values": "has no value '5000'",
}


@pytest.mark.parametrize("name", SUPERLINEAR)
def test_reading_is_linear(name: str) -> None:
    """A megabyte is read while one waits, or refused; of what takes longest, a quarter of it."""
    text = LARGE[name](WHOLE // 4 if name == "values with commas in them" else WHOLE)
    if name in REFUSED:
        with pytest.raises(CaseFileError) as caught:
            parse_case(text)
        assert REFUSED[name] in str(caught.value)
    else:
        assert len(parse_case(text).log) >= 1


@pytest.mark.parametrize("name", sorted(LARGE.keys() - {*SUPERLINEAR}))
def test_much_of_anything_is_read_or_refused(name: str) -> None:
    """Whatever there is much of, the answer is a case or one sentence that is not long."""
    said = ""
    try:
        parse_case(LARGE[name](60_000), "case.toml")
    except CaseFileError as error:
        said = str(error)
    assert len(said) < 600
    assert "\n" not in said


@pytest.mark.parametrize(
    ("head", "unit", "tail", "words"),
    [
        ('[[unknowns]]\nnames = ["', "x", '"]\nvalues = [1]\n', "the name 'xxx"),
        ('[[unknowns]]\nnames = [1]\nvalues = ["', "x", '"]\n', "the name 'xxx"),
        (f"{TWO}[[entry]]\nfact = 'A is rook'\nid = '", "x", "'\n", "line 6: entry 1: the id 'xxx"),
        (f"{TWO}[[rule]]\nfact = 'A is rook'\nname = '", "x", "'\n", "line 6: rule 1: the name 'xxx"),
        (f"{TWO}[model.", "x", "]\nslips = 0.1\n", "line 4: the name 'xxx"),
    ],
)
def test_names_are_not_long(head: str, unit: str, tail: str, words: str) -> None:
    """A name of 200 characters is one, a longer one is refused."""
    parse_case(f"{head}{unit * 200}{tail}")
    with pytest.raises(CaseFileError, match="has 201 characters; the most is 200") as caught:
        parse_case(f"{head}{unit * 201}{tail}", "case")
    assert words in str(caught.value)


@pytest.mark.parametrize("key", ["title", "text", "fact"])
def test_texts_are_not_endless(key: str) -> None:
    """A hundred thousand characters are enough for anybody."""
    block = f"{key} = '{'x' * 100_001}'\n"
    text = block + TWO if key == "title" else f"{TWO}[[entry]]\n{block}"
    with pytest.raises(CaseFileError, match=rf"the {key} '.* has 100,001 characters; the most is 100,000"):
        parse_case(text)


@pytest.mark.parametrize(
    "part", ["-", "not ", "A+", "A*", "A//", "(", "abs(", "[", "A == 1 if A else ", "-(+"]
)
def test_deep_conditions(part: str) -> None:
    """Conditions that are too deep to be worked out are no traceback."""
    with pytest.raises(CaseFileError, match=r"line 5: entry 1: .* is not a condition: "):
        parse_case(filled(f"{TWO}[[entry]]\nwhere = '", part, 1_900, "A == 1'\n"))


def test_conditions_share_a_budget() -> None:
    """Many conditions on many values are refused at the one that is too much, with its place."""
    values = f"[[unknowns]]\nnames = ['x', 'y']\nvalues = {list(range(1_000))}\n"
    rule = "[[rule]]\nname = 'NUMBER'\nwhere = 'NUMBER // (x + 1) == y'\n"
    with pytest.raises(
        CaseFileError, match=r"line 9: rule 2: the conditions up to here are 14,000,000 steps"
    ):
        parse_case(filled(values, rule, len(values) + 500))


def test_weights_share_a_budget() -> None:
    """So do entries that say for many values how likely they are, in their own words or by a model."""
    head = f"{hundred(5_000)}[model.m]\nslips=0.1\n"
    for unit in (
        "[[entry]]\nweights = { u7 = { 1 = 2 } }\n",
        "[[entry]]\nfact = 'u7 is 1'\nmodel = 'm'\n",
    ):
        with pytest.raises(CaseFileError, match=r"entry 201: .* for 1,005,000 values how likely they are"):
            parse_case(filled(head, unit, len(head) + 201 * len(unit)))
