"""Numbers in case files that are none, or too much of one: one sentence with the line."""

from __future__ import annotations

import pytest

from deduce import CaseFileError, parse_case

TWO = '[[unknowns]]\nnames = ["A", "B"]\nvalues = ["rook", "king", 3]\n'
LONG = "9" * 5_000
HEX = f"0x{'f' * 5_000}"


@pytest.mark.parametrize(
    ("block", "line", "words"),
    [
        ("[priors]\nA.rook = '1e5000'", 5, "it must be a number that is 0 or more, of at most 40 digits"),
        ("[priors]\nA.rook = 1e5000", 5, "priors.A.rook: inf is no number"),
        ("[priors]\nA.rook = '1e-9999'", 5, "of at most 40 digits and with an exponent of at most 100"),
        ("[priors]\nA.rook = inf", 5, "priors.A.rook: inf is no number"),
        ("[priors]\nA = { rook = -nan }", 5, "priors.A.rook: nan is no number"),
        ("[priors.A]\nrook = nan", 5, "priors.A.rook: nan is no number"),
        (f"[priors]\nA.rook = {LONG}", 5, "a number is too long"),
        (f"[priors]\nA.rook = {HEX}", 5, "priors.A.rook: such int is further from 0 than"),
        (f"[priors]\nA.rook = '1/{LONG}'", 5, "of at most 40 digits"),
        ("[priors]\nA.rook = '1/0'", 5, "'1/0'; it must be a number that is 0 or more"),
        ("[priors]\nA.rook = 1979-05-27", 5, "'1979-05-27' is a date or a time"),
        ("[priors]\nA.rook = []", 5, "must be a number"),
        ("[model.m]\nslips = 'often'", None, "must be a number from 0 to 1"),
        ("[model.m]\nwhen_true = 07:32:00", 5, "is a date or a time"),
        ("[[entry]]\nfact = 'A is rook'\n[[entry]]\nexactly = inf\nof = []", 7, "entry.exactly: inf"),
        (f"[[entry]]\nexactly = {LONG}\nof = ['A is rook']", 5, "a number is too long"),
        (f"[[entry]]\nexactly = {HEX}\nof = ['A is rook']", 5, "entry.exactly: such int"),
        ("[[entry]]\nexactly = 1.5\nof = ['A is rook']", 5, "exactly is 1.5; it must be a whole number"),
        (f"[[entry]]\nid = {HEX}\nfact = 'A is rook'", 5, "entry.id: such int"),
        ("[[entry]]\nid = 1979-05-27\nfact = 'A is rook'", 5, "is a date or a time"),
        (f"[[entry]]\nunknown = 'A'\namong = [{HEX}]", 6, "entry.among: such int"),
        ("[[entry]]\nunknown = 'A'\namong = [1.5]", 6, "'among' has 1.5"),
        ("[[entry]]\nunknown = 'A'\namong = [[3]]", 6, "'among' has [3]"),
        ("[[entry]]\nunknowns = ['A']\nrows = [[[3]]]", None, "has no value '[3]'"),
        ("[[question]]\nfact = 'A is rook'\nwrong = '1e-101'", None, "with an exponent of at most 100"),
        ("[[question]]\nfact = 'A is rook'\nwrong = nan", 6, "question.wrong: nan"),
        ("[[rule]]\nwhere = 'A == 2**99999'", None, "allowed are"),
        (f"[[rule]]\nwhere = 'A == 0x{'f' * 1_900}'", 5, "which is nobody's value"),
        (f"[[rule]]\nwhere = 'A == 0x{'f' * 5_000}'", 5, "with such int, which is nobody's value"),
    ],
)  # fmt: skip
def test_numbers_that_are_none(block: str, line: int | None, words: str) -> None:
    """Each gets one sentence, which is not long whatever the number is."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(f"{TWO}{block}\n", "case")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
    if line is not None:
        assert caught.value.line == line


@pytest.mark.parametrize(
    "block",
    [
        f"[[unknowns]]\nnames = [{HEX}]\nvalues = [1]",
        f"[[unknowns]]\nnames = ['a']\nvalues = [1, {HEX}]",
        f"[[unknowns]]\nnames = ['a']\nvalues = [{LONG}]",
        "[[unknowns]]\nnames = ['a']\nvalues = [1.5]",
        "[[unknowns]]\nnames = ['a']\nvalues = [[1]]",
        "[[unknowns]]\nnames = ['a']\nvalues = [1979-05-27]",
        "[[unknowns]]\nnames = [inf]\nvalues = [1]",
    ],
)
def test_names_that_are_no_names(block: str) -> None:
    """Unknowns and values are texts or whole numbers of a size that can be read."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(block)
    assert len(str(caught.value)) < 400
    assert caught.value.line in {2, 3}
