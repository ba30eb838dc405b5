"""The shapes of what programs give: a wrong one is told in one sentence, before anything is done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from deduce.errors import ProblemError, UnknownNameError, did_you_mean
from deduce.intake.numbers import quoted

__all__ = ["ByName", "as_list", "as_mapping", "as_name", "as_whole", "needs", "needs_function"]

_Name = TypeVar("_Name")
_Found = TypeVar("_Found")
_Item = TypeVar("_Item")


class ByName(dict[_Name, _Found]):
    """What was found, by name; looking up a name that is not there says which there are.

    Args:
        found: What was found.
        missing: What to say of a name that is not there, before what was probably meant: "there is no
            unknown".
    """

    def __init__(self, found: Mapping[_Name, _Found], missing: str) -> None:
        super().__init__(found)
        self._missing = missing

    def __getitem__(self, name: _Name) -> _Found:
        try:
            return super().__getitem__(name)
        except (KeyError, TypeError):
            message = f"{self._missing} {quoted(name)}; {did_you_mean(name, self)}"
            raise UnknownNameError(message) from None

    def __reduce__(self) -> tuple[type[ByName[Any, Any]], tuple[dict[_Name, _Found], str]]:
        return ByName, (dict(self), self._missing)


def as_name(given: object, what: str) -> Any:  # noqa: ANN401 - whatever it was
    """Return something that can be the name of an unknown or a value.

    Args:
        given: What was given.
        what: What it should be called, such as "an unknown".

    Raises:
        ProblemError: If it is a list or a mapping, or whatever else can change.
    """
    try:
        hash(given)
    except TypeError:
        message = f"{quoted(given)} cannot be {what}; texts, numbers and tuples of these can"
        raise ProblemError(message) from None
    return given


def as_list(given: Iterable[_Item], what: str) -> list[_Item]:
    """Return the items of something.

    Args:
        given: What was given.
        what: What it should be, such as "the rules".

    Raises:
        ProblemError: If it has no items.
    """
    if not isinstance(given, Iterable):
        message = f"{what} must be a list, not {quoted(given)}"
        raise ProblemError(message)
    try:
        return list(given)
    except TypeError:
        message = f"{what} must be a list, not {quoted(given)}"
        raise ProblemError(message) from None


def as_mapping(given: object, what: str, example: str) -> Mapping[Any, Any]:
    """Return a mapping with names as keys.

    Args:
        given: What was given.
        what: What it should be, such as "the unknowns".
        example: What could be written.

    Raises:
        ProblemError: If it is none.
    """
    if not isinstance(given, Mapping):
        message = f"{what} must be a mapping, not {quoted(given)}; write for example {example}"
        raise ProblemError(message)
    return given


def as_whole(given: object, what: str) -> int:
    """Return a whole number.

    Args:
        given: What was given.
        what: What it should be, such as "the count of at_least".

    Raises:
        ProblemError: If it is none.
    """
    if isinstance(given, bool) or not isinstance(given, int):
        message = f"{what} must be a whole number, not {quoted(given)}"
        raise ProblemError(message)
    return given


def needs(given: object, kind: type, who: str, example: str) -> None:
    """Make sure that something is what somebody needs.

    Args:
        given: What was given.
        kind: What it must be.
        who: Who needs it.
        example: What could be written.

    Raises:
        TypeError: If it is something else.
    """
    if not isinstance(given, kind):
        name = kind.__name__
        article = "an" if name[0] in "AEIOU" else "a"
        message = f"{who} needs {article} {name}, not {quoted(given)}; write for example {example}"
        raise TypeError(message)


def needs_function(given: object, who: str, example: str) -> Callable[..., Any]:
    """Return a function.

    Args:
        given: What was given.
        who: Who needs it.
        example: What could be written.

    Raises:
        ProblemError: If it cannot be called.
    """
    if not callable(given):
        message = f"{who} needs a function, not {quoted(given)}; write for example {example}"
        raise ProblemError(message)
    return given
