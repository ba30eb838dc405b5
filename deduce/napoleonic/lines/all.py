"""All forms of entries, in the order in which they are tried."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.napoleonic.lines.form import Form

__all__ = ["forms", "words"]

MODULES = (
    "deduce.napoleonic.lines.passing",
    "deduce.napoleonic.lines.desk",
    "deduce.napoleonic.lines.sightings",
    "deduce.napoleonic.lines.sheets",
    "deduce.napoleonic.lines.acts",
    "deduce.napoleonic.lines.standing",
)
"""Where the forms are; each module has a tuple `FORMS`, and is imported when the first line is read."""


@cache
def forms() -> tuple[Form, ...]:
    """Return all forms of entries."""
    return tuple(form for module in MODULES for form in import_module(module).FORMS)


@cache
def words() -> tuple[str, ...]:
    """Return the words that entries begin with, or that stand behind a unit."""
    return tuple(dict.fromkeys(word for form in forms() for word in form.words))
