"""Who may measure how far the target of a charge is."""

from __future__ import annotations

from deduce.ruling.procedures import procedure

__all__ = ["may_measure"]


@procedure("NAP-CHARGE-10")
def may_measure(*, is_declared: bool, is_umpire: bool) -> bool:
    """Tell whether a distance may be measured: a player may not before he has declared, an umpire may always.

    Examples:
        >>> may_measure(is_declared=False, is_umpire=False)
        False
    """
    return is_declared or is_umpire
