"""Numbers from outside: exact where they mean something, and one sentence where they do not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import IntakeError
from deduce.intake.numbers import LARGEST, finite, quoted, seconds_of, share_of, whole_of

MONSTERS = ("9" * 5000, "1e99999999", "1e-9999", "-" * 5000, "1" * 100 + "/3", "0x" + "f" * 5000, 10**5000)
NO_NUMBERS = ("", " ", "x", "1 2", "1_000", "٣", "²", "inf", "nan", "NaN", "--1", "1/0", None, True, [1])


@given(st.integers(-LARGEST, LARGEST))
def test_whole_numbers(number: int) -> None:
    """From texts and from data."""
    assert whole_of(str(number), "it") == whole_of(number, "it") == number


@pytest.mark.parametrize("found", [*MONSTERS, *NO_NUMBERS, 1.0, "1.0", "1/2"], ids=quoted)
def test_what_is_no_whole_number(found: object) -> None:
    """What it is, what was written, and what is allowed."""
    with pytest.raises(IntakeError, match=r"^the limit is .{1,50}; it must be a whole number from 1 to 99$"):
        whole_of(found, "the limit", 1, 99)


@pytest.mark.parametrize("found", [0, 100, "0", "100", "-1"])
def test_bounds_of_whole_numbers(found: object) -> None:
    """Those at the bounds are allowed, and none beyond."""
    assert [whole_of(number, "it", 1, 99) for number in (1, "1", 99, "99")] == [1, 1, 99, 99]
    with pytest.raises(IntakeError):
        whole_of(found, "it", 1, 99)


@given(st.fractions(0, 1, max_denominator=10**12), st.floats(0, 1, allow_subnormal=False))
def test_shares(fraction: Fraction, number: float) -> None:
    """Fractions as they are, floats as they print."""
    assert share_of(str(fraction), "it", 1) == share_of(fraction, "it", 1) == fraction
    if not 0 < number < 1e-90:
        assert share_of(number, "it", 1) == share_of(str(number), "it", 1) == Fraction(str(number))


@pytest.mark.parametrize(
    "found", [*MONSTERS, *NO_NUMBERS, -0.1, "-1/2", float("inf"), float("nan")], ids=quoted
)
def test_what_is_no_share(found: object) -> None:
    """One sentence, at once."""
    with pytest.raises(IntakeError, match=r"^--rate is .{1,50}; it must be a number from 0 to 1(, of .*)?$"):
        share_of(found, "--rate", 1)
    assert share_of("1e2", "it") == 100


def test_exponents() -> None:
    """Up to a hundred digits."""
    assert share_of("1e-100", "it") == Fraction(1, 10**100)
    for found in ("1e-101", "1e101", 1e-300):
        with pytest.raises(
            IntakeError, match="0 or more, of at most 40 digits and with an exponent of at most 100"
        ):
            share_of(found, "it")


def test_finite() -> None:
    """Of data only numbers that are some."""
    assert [finite(each, "it") for each in (1, 2.5, -3)] == [1.0, 2.5, -3.0]
    for found in (float("inf"), float("nan"), "1", True, None, 10**400):
        with pytest.raises(IntakeError, match="it must be a number"):
            finite(found, "it")


def test_seconds() -> None:
    """A day at most."""
    assert seconds_of(0.5, "--time") == 0.5
    for found in (0, -1, float("inf"), float("nan"), 1.79e308, 86_401):
        with pytest.raises(IntakeError, match=r"--time is .* seconds; it must be more than 0"):
            seconds_of(found, "--time")


def test_quoted() -> None:
    """Never longer than a message takes."""
    assert quoted("x" * 100) == "'" + "x" * 36 + "..."
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert quoted(nested) == "such list"
