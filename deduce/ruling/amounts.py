"""Exact numbers: read from what was written or measured, and written as people do."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from deduce.errors import IntakeError
from deduce.intake.numbers import share_of
from deduce.ruling.errors import RulingError

__all__ = ["MOST", "Amount", "amount_of", "amount_text"]

MOST = 1_000_000
"""No number that rules name or anybody measures is greater."""
Amount: TypeAlias = int | Fraction
"""A whole number where it is one."""


def amount_of(found: object, what: str) -> Amount:
    """Read an exact number of 0 or more: a number, or a text such as "17.5" or "1/2".

    A float counts as the decimal number that it prints as.

    Examples:
        >>> amount_of(19.9, "the distance"), amount_of("20", "the distance")
        (Fraction(199, 10), 20)

    Args:
        found: What was written, measured or worked out.
        what: What it is, for the error message.

    Raises:
        RulingError: If it is no such number.
    """
    if type(found) is int and 0 <= found <= MOST:
        return found
    try:
        number = share_of(found, what, MOST)
    except IntakeError as error:
        raise RulingError(error.reason) from None
    return number.numerator if number.denominator == 1 else number


def amount_text(amount: Amount) -> str:
    """Return a number as it is written: with decimals where that is exact, else as a fraction.

    Examples:
        >>> amount_text(Fraction(199, 10)), amount_text(Fraction(1, 3)), amount_text(20)
        ('19.9', '1/3', '20')
    """
    if isinstance(amount, int) or amount.denominator == 1:
        return str(amount)
    rest = amount.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(amount)
    places = 1
    while (amount * 10**places).denominator != 1:
        places += 1
    digits = f"{abs(amount.numerator * 10**places // amount.denominator):0{places + 1}}"
    sign = "-" if amount < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
