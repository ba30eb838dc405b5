"""Exact numbers as they are shown: Python refuses to print them where they have thousands of digits."""

from __future__ import annotations

import contextlib
import math
import sys
from typing import TYPE_CHECKING

from deduce.problem.weights import log2

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

LEAST_PERCENTAGE = 0.0005
"""Shares below this would read 0.0%; they are shown as fractions."""
MOST_DIGITS = 60
"""Nobody reads a number of more digits; what it comes to is shown then."""


def amount(number: int) -> str:
    """Return a whole number, or what it comes to where it has too many digits to be read.

    Examples:
        >>> amount(39_916_800), amount(10**5_000)
        ('39,916,800', 'about 10^5,000')
    """
    return f"{number:,}" if number < 10**MOST_DIGITS else f"about 10^{round(math.log10(number)):,}"


def share_as_text(share: Fraction, *, fractions: bool) -> str:
    """Return a chance as a percentage, or as a fraction where that is wanted or it is tiny."""
    if not fractions and not 0 < share < LEAST_PERCENTAGE:
        return f"{float(share):.1%}"
    if share.denominator < 10**MOST_DIGITS:
        return str(share)
    if share < LEAST_PERCENTAGE:
        return f"about 10^{round(log2(share) / math.log2(10)):,}"
    return f"about {float(share):.12g}"


@contextlib.contextmanager
def long_numbers() -> Iterator[None]:
    """Let numbers be printed whatever their length, for documents that have them exactly.

    Everything that comes in is bounded, so what comes of it may be as long as it is.
    """
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)
