"""Data that somebody wrote, as TOML or JSON: bounded in depth, in its numbers and in what it can hold."""

from __future__ import annotations

import json
import math
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.errors import IntakeError, shortened
from deduce.intake.characters import escaped, harmless
from deduce.intake.numbers import LARGEST, quoted
from deduce.intake.toml_slips import slip_at

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["json_text", "parse_json", "parse_toml"]

DEEPEST = 20
"""How deep data may be nested."""
MOST_DOTS = 8
"""How many parts a key of TOML may have between dots."""
MOST_LINES = 500_000
"""How many lines TOML may have: each may hold a comment, and a line without any sign below takes time too."""
WEIGHTS = {",": 1, "=": 3, "[[": 5, "[": 5, "{": 5, ".": 7}
"""What each sign without which there are no more data takes, in steps of some 1.4 µs of a processor.

They are measured on the worst that can stand at it: a new part of a header with dots takes 10 µs, and one
without dots, or a new key of a list, 7 µs; each of them keeps a kilobyte.
"""
MOST_STEPS = 700_000
"""What all of these signs may take together, which is a second; 50,000 blocks [[entry]] of three keys do."""
_ASIDE = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|\'[^\'\n]*\'?|#[^\n]*',
    re.DOTALL,
)
"""Texts and comments of TOML, in which dots and brackets mean nothing; those without an end go on to it."""
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_DOTS}}}")
_SIGN = re.compile("|".join(map(re.escape, WEIGHTS)))
_LONG_NUMBER = re.compile(r"(?<![\w.-])[+-]?[0-9][0-9_]{4000}")
_PLACE = re.compile(r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML of whole numbers, finite numbers, texts, yes and no, lists and tables; no dates and times.

    Raises:
        IntakeError: If it is none; it names line and column where they are known.
    """
    if text.count("\n") > MOST_LINES:
        message = f"has more than {MOST_LINES:,} lines, which is too much to read; make several files of it"
        raise IntakeError(message, MOST_LINES + 1)
    bare = _ASIDE.sub(lambda found: "x" + "\n" * found[0].count("\n"), text)
    if dotted := _DOTTED.search(bare):
        message = f"a key of more than {MOST_DOTS} parts with dots between them is too long"
        raise IntakeError(message, bare.count("\n", 0, dotted.start()) + 1)
    _check_amount(bare)
    try:
        _check_brackets(bare)
    except IntakeError as error:
        # Brackets that somebody forgot to close look nested; what is wrong before them is said first.
        lines = text.split("\n")[: (error.line or 1) - 1]
        _loaded("\n".join(lines), is_whole=False)
        raise
    data = _loaded(text)
    if fault := _fault(data):
        from deduce.intake.places import Places

        raise IntakeError(fault.sentence, Places(text).of_path(fault.path))
    return data


def _check_amount(bare: str) -> None:
    """Make sure that headers, keys, lists and tables are so few that reading them takes a second at most.

    Raises:
        IntakeError: If there are more; it names the line from which on they are too much.
    """
    # As [[ holds two [, counting signs counts it three times.
    counted = sum(bare.count(sign) * weight for sign, weight in WEIGHTS.items())
    if counted - 2 * WEIGHTS["[["] * bare.count("[[") <= MOST_STEPS:
        return
    steps = 0
    for found in _SIGN.finditer(bare):
        steps += WEIGHTS[found[0]]
        if steps > MOST_STEPS:
            comma, equals, bracket, dot = (WEIGHTS[sign] for sign in ",=[.")
            message = (
                f"has too many headers, keys and values: up to here they count for more than {MOST_STEPS:,} "
                f"(a comma {comma}, a = {equals}, a bracket {bracket}, a dot {dot}); make several files of it"
            )
            raise IntakeError(message, bare.count("\n", 0, found.start()) + 1)


def _loaded(text: str, *, is_whole: bool = True) -> dict[str, Any]:
    """Read TOML, or only look whether something is wrong with its beginning.

    Raises:
        IntakeError: If something is wrong; it names line and column where they are known.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        if not is_whole and (found is None or found["line"] is None):
            # It only ends too soon.
            return {}
        line, column = _place(found, text)
        words = _PLACE.sub("", str(error))
        if slip := slip_at(text, _offset(text, line, column), words):
            above = text.count("\n", 0, slip.place)
            raise IntakeError(
                slip.sentence, above + 1, slip.place - text.rfind("\n", 0, slip.place)
            ) from None
        message = f"is not valid TOML: {words}"
        raise IntakeError(message, line, column) from None
    except RecursionError:
        message = "is nested too deeply"
        raise IntakeError(message) from None
    except ValueError:
        long = _LONG_NUMBER.search(text)
        message = "cannot be read as TOML: a number is too long"
        raise IntakeError(message, long and text.count("\n", 0, long.start()) + 1) from None


def _place(found: re.Match[str] | None, text: str) -> tuple[int | None, int | None]:
    if found is None:
        return None, None
    if found["line"] is None:
        return text.count("\n") + 1, None
    return int(found["line"]), int(found["column"])


def _offset(text: str, line: int | None, column: int | None) -> int:
    """Return a place as so many characters from the beginning; the end where no column is known."""
    if line is None or column is None:
        return len(text)
    return sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1


def _check_brackets(bare: str) -> None:
    """Make sure that lists and tables in one line are not nested so deep that reading them takes forever.

    Raises:
        IntakeError: If they are.
    """
    depth = 0
    for found in re.finditer(r"[\[\]{}]", bare):
        depth = depth + 1 if found[0] in "[{" else max(depth - 1, 0)
        if depth > DEEPEST:
            message = "is nested too deeply"
            raise IntakeError(message, bare.count("\n", 0, found.start()) + 1)


def parse_json(text: str | bytes) -> Any:  # noqa: ANN401 - whatever the document holds
    """Read a JSON document of finite numbers.

    Raises:
        IntakeError: If it is none.
    """
    try:
        data = json.loads(text, parse_constant=_refused, parse_int=_whole)
    except json.JSONDecodeError as error:
        message = f"is not valid JSON: {error.msg}"
        raise IntakeError(message, error.lineno, error.colno) from None
    except UnicodeDecodeError:
        message = "is not text in UTF-8"
        raise IntakeError(message) from None
    except RecursionError:
        message = "is nested too deeply"
        raise IntakeError(message) from None
    if fault := _fault(data):
        raise IntakeError(fault.sentence)
    return data


def json_text(data: object, *, is_ascii: bool = False) -> str:
    """Return data as a JSON document to look at: in lines, of finite numbers, with nothing to obey.

    Args:
        data: The data.
        is_ascii: Whether everything else than ASCII is written as numbers.
    """
    return escaped(json.dumps(data, indent=2, ensure_ascii=is_ascii, allow_nan=False))


def _refused(name: str) -> float:
    message = f"{name} is no number"
    raise IntakeError(message)


def _whole(text: str) -> int:
    if len(text) > len(str(-LARGEST)):
        message = f"the number {text[:20]}... is too long"
        raise IntakeError(message)
    return int(text)


@dataclass(frozen=True)
class _Fault:
    """Something in data that means nothing here.

    Attributes:
        path: The keys, and the places in lists, that lead to it.
        reason: What is wrong with it.
    """

    path: tuple[str | int, ...]
    reason: str

    @property
    def sentence(self) -> str:
        """What is wrong, behind the keys that lead to it."""
        keys = ".".join(step for step in self.path if isinstance(step, str))
        return f"{shortened(harmless(keys))}: {self.reason}" if keys else self.reason


def _fault(found: object, depth: int = 0) -> _Fault | None:
    """Return the first thing in data that means nothing here; None if there is none."""
    if depth > DEEPEST:
        return _Fault((), "it is nested too deeply")
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(found, dict):
        inner = found.items()
    elif isinstance(found, list):
        inner = enumerate(found)
    else:
        reason = _reason(found)
        return _Fault((), reason) if reason else None
    for step, value in inner:
        if fault := _fault(value, depth + 1):
            return _Fault((step, *fault.path), fault.reason)
    return None


def _reason(found: object) -> str:
    """Return why something means nothing here; empty if it does mean something."""
    if isinstance(found, bool | str | None):
        return ""
    if isinstance(found, float):
        return "" if math.isfinite(found) else f"{found} is no number that means anything here"
    if isinstance(found, int):
        return "" if abs(found) <= LARGEST else f"{quoted(found)} is further from 0 than {LARGEST:,}"
    return f"{quoted(str(found))} is a date or a time, which means nothing here; write it as a text"
