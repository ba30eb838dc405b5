"""Everything that `deduce` raises on purpose.

```
DeduceError (ValueError)
├── ProblemError        the declaration of a problem is wrong
├── EvidenceError       an entry of the log is wrong (`.entry` names it)
├── QuestionError       a question is wrong
├── IntakeError         something from outside cannot be taken in (`.line`, `.column`)
├── CaseFileError       a file cannot be read (`.path`, `.line`, `.column`)
├── ContradictionError  something was asked that only makes sense when a world is left
└── OutOfReachError     the exact answer is out of reach here; nothing was estimated instead
```

A contradiction in what was heard is an answer and not an error: a belief without worlds can be asked for
its count (0), its conflicts and its suspects. Only questions such as "how likely is ..." raise.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "CaseFileError",
    "ContradictionError",
    "DeduceError",
    "EvidenceError",
    "IntakeError",
    "OutOfReachError",
    "ProblemError",
    "QuestionError",
    "UnknownNameError",
    "did_you_mean",
    "nearest",
    "shortened",
]

LONGEST_GUESSED = 100
"""How long a name may be for which it is guessed what was meant."""
MOST_GUESSES = 2_000
"""Among how many names it is guessed; that takes time for each."""
KEPT_GUESSES = 200
"""How many guesses are kept."""


class DeduceError(ValueError):
    """Base of every error that `deduce` raises on purpose."""


class ProblemError(DeduceError):
    """The declaration of a problem is wrong."""


class UnknownNameError(ProblemError, KeyError):
    """There is nothing of that name; also a `KeyError`, so that mappings by name behave as all others do."""

    def __str__(self) -> str:
        return str(self.args[0])


class EvidenceError(DeduceError):
    """An entry of the log is wrong.

    Attributes:
        entry: The id of the entry.
    """

    def __init__(self, message: str, entry: str) -> None:
        super().__init__(f"entry {entry}: {message}")
        self.entry = entry


class QuestionError(DeduceError):
    """A question is wrong."""


class IntakeError(DeduceError):
    """Something from outside cannot be taken in: it cannot be read, is too large, or makes no sense.

    Whoever asked for it knows what it is called, and puts that before the reason.

    Attributes:
        reason: What is wrong.
        line: The line of the fault, counted from 1, where there is one.
        column: The column of the fault, counted from 1, where there is one.
    """

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason)
        self.reason: str = reason
        self.line: int | None = line
        self.column: int | None = column


class CaseFileError(DeduceError):
    """A case file cannot be read.

    Attributes:
        path: The file as it was named.
        line: The line of the fault, counted from 1, where there is one.
        column: The column of the fault, counted from 1, where there is one.
        record: The text of the file, where it is the record of a game; else empty.
    """

    def __init__(
        self,
        message: str,
        path: str,
        line: int | None = None,
        column: int | None = None,
        *,
        record: str = "",
    ) -> None:
        place = path
        if line is not None:
            place += f", line {line}"
            if column is not None:
                place += f", column {column}"
        super().__init__(f"{place}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.record = record


class ContradictionError(DeduceError):
    """No world is left, so the question has no answer; ask for the conflicts instead."""


class OutOfReachError(DeduceError):
    """The exact answer is out of reach for the engine; nothing was estimated instead."""


def shortened(name: object, most: int = 60) -> str:
    """Return a name as it is listed in a message: never long."""
    text = str(name)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _printable(name: str) -> str:
    """Return a name as it is listed, with whatever a terminal would obey written out."""
    return shortened("".join([sign if sign.isprintable() else repr(sign)[1:-1] for sign in name]))


def nearest(name: object, known: Iterable[object]) -> str | None:
    """Return what was probably meant; None if nothing comes close.

    Args:
        name: What was given.
        known: What would have been right.
    """
    return _nearest(str(name), tuple([str(candidate) for candidate in known]))


@lru_cache(maxsize=KEPT_GUESSES)
def _nearest(wanted: str, names: tuple[str, ...]) -> str | None:
    """Return what was probably meant; a record in which much is wrong asks the same again and again."""
    likely: Sequence[str] = names
    if len(names) > MOST_GUESSES:
        likely = sorted(names, key=lambda each: abs(len(each) - len(wanted)))[:MOST_GUESSES]
    if len(wanted) <= LONGEST_GUESSED:
        close = difflib.get_close_matches(wanted, likely, n=1, cutoff=0.5)
        if close:
            return close[0]
    return {each.casefold(): each for each in names}.get(wanted.casefold())


def _kind(thing: object) -> str:
    """Return what something is, to a reader."""
    if isinstance(thing, str):
        return "the text"
    if isinstance(thing, bool):
        return "the truth value"
    if isinstance(thing, int | float):
        return "the number"
    return f"the {type(thing).__name__}"


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """Return the end of an error message: what was probably meant, or what there is.

    Args:
        name: What was given.
        known: What would have been right.
    """
    candidates = list(known)
    names = [str(candidate) for candidate in candidates]
    close = nearest(name, names)
    if close is not None and close == str(name):
        # It reads the same, so it must be said what it is.
        meant = candidates[names.index(close)]
        return f"did you mean {_kind(meant)} {shortened(repr(meant))} instead of {_kind(name)}?"
    if close is not None:
        is_text = isinstance(candidates[names.index(close)], str)
        return f"did you mean {repr(shortened(close)) if is_text else shortened(close)}?"
    shown = ", ".join(map(_printable, names[:12])) + (", ..." if len(names) > 12 else "")
    return f"known are: {shown}" if names else "none are declared"
