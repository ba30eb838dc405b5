"""Numbers that somebody wrote: one rule for each kind, wherever they stand.

Python reads numbers of any length, and nothing that comes of them ends in time: it does not even print whole
numbers of more than 4,300 digits. So every number from outside is read here.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from deduce.errors import IntakeError

__all__ = ["LARGEST", "finite", "quoted", "seconds_of", "share_of", "whole_of"]

LARGEST = 10**18
"""No whole number that means anything here is as far from 0."""
LONGEST_SHOWN = 40
MOST_SECONDS = 86_400
_WHOLE = re.compile(r"[+-]?[0-9]{1,30}", re.ASCII)
MOST_DIGITS = 40
LARGEST_EXPONENT = 100
_SHARE = re.compile(
    r"[+-]?(?:[0-9]{1,40}(?:/[0-9]{1,40}|\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?", re.ASCII
)
_OVERLONG = re.compile(r"[+]?\.?[0-9]++(?:/[0-9]++|\.[0-9]*+)?(?:[eE][+-]?[0-9]++)?", re.ASCII)
"""The same without a limit: what is a number, but none that can be worked with."""


def quoted(found: object, most: int = LONGEST_SHOWN) -> str:
    """Return something as a message quotes it: never long, whatever it is.

    Examples:
        >>> quoted("6,16"), quoted(10**5000)
        ("'6,16'", 'such int')

    Args:
        found: What was found.
        most: How many characters are shown at most.
    """
    try:
        shown = repr(found)
    except (ValueError, RecursionError):
        # Python does not print numbers of thousands of digits, nor what is nested as deep.
        shown = f"such {type(found).__name__}"
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def whole_of(found: object, what: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Read a whole number, from a text or from data.

    Examples:
        >>> whole_of("12", "the limit", 1, 99), whole_of(12, "the limit", 1, 99)
        (12, 12)

    Args:
        found: What was written, or what TOML or JSON made of it.
        what: What it is, for the error message.
        least: The least that is allowed.
        most: The greatest that is allowed.

    Raises:
        IntakeError: If it is none.
    """
    number: int | None = None
    if isinstance(found, str):
        number = int(found) if _WHOLE.fullmatch(found) else None
    elif isinstance(found, int) and not isinstance(found, bool):
        number = found
    if number is None or not least <= number <= most:
        message = f"{what} is {quoted(found)}; it must be a whole number from {least:,} to {most:,}"
        raise IntakeError(message)
    return number


def share_of(found: object, what: str, most: int | None = None) -> Fraction:
    """Read an exact number that is not negative, such as 0.25, "1/4" or "2.5e-1".

    A float counts as the decimal number that it prints as.

    Args:
        found: What was written, or what TOML or JSON made of it.
        what: What it is, for the error message.
        most: The greatest that is allowed, if there is a limit.

    Raises:
        IntakeError: If it is none.
    """
    number: Fraction | None = None
    if isinstance(found, Fraction):
        number = found
    elif isinstance(found, int) and not isinstance(found, bool):
        number = Fraction(found)
    elif isinstance(found, str | float) and _is_share(text := str(found).strip()):
        try:
            number = Fraction(text)
        except (ValueError, ZeroDivisionError):
            number = None
    if number is None or number < 0 or (most is not None and number > most):
        allowed = f"a number from 0 to {most}" if most is not None else "a number that is 0 or more"
        if isinstance(found, str | float) and _is_overlong(str(found).strip()):
            allowed += f", of at most {MOST_DIGITS} digits and with an exponent of at most {LARGEST_EXPONENT}"
        message = f"{what} is {quoted(found)}; it must be {allowed}"
        raise IntakeError(message)
    return number


def _is_share(text: str) -> bool:
    """Tell whether a text is a number with an exponent of a size that means anything."""
    exponent = text.casefold().partition("e")[2]
    return _SHARE.fullmatch(text) is not None and abs(int(exponent or 0)) <= LARGEST_EXPONENT


def _is_overlong(text: str) -> bool:
    """Tell whether a text is a number that is only too long, or has too great an exponent."""
    return _OVERLONG.fullmatch(text) is not None and not _is_share(text)


def finite(found: object, what: str) -> float:
    """Read a number from data, of which infinity and what is no number are none.

    Raises:
        IntakeError: If it is none.
    """
    number = math.nan
    if isinstance(found, float) or (
        isinstance(found, int) and not isinstance(found, bool) and abs(found) <= LARGEST
    ):
        number = float(found)
    if not math.isfinite(number):
        message = f"{what} is {quoted(found)}; it must be a number"
        raise IntakeError(message)
    return number


def seconds_of(found: float, what: str) -> float:
    """Check a number of seconds to think or to wait.

    Raises:
        IntakeError: If it is no such number.
    """
    if not 0 < found <= MOST_SECONDS:
        message = f"{what} is {found:g} seconds; it must be more than 0 and at most {MOST_SECONDS:,}"
        raise IntakeError(message)
    return found
