"""Redoubts as they are set up."""

from __future__ import annotations

from deduce.ruling.judgement import Refusal
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

__all__ = ["redoubt_faults"]


@procedure("NAP-REDOUBT-2")
def redoubt_faults(*, has_rear_access: bool) -> tuple[Refusal, ...]:
    """Return what is wrong with a redoubt: without a way in from behind nobody can hold it.

    Args:
        has_rear_access: Whether there is one.
    """
    if has_rear_access:
        return ()
    found = Words("the redoubt has no way in from behind", "la redoute n'a pas d'accès par l'arrière")
    wanted = Words("an access in its rear", "un accès à l'arrière")
    return (Refusal("access", ("NAP-REDOUBT-2",), found, wanted),)
