"""Data that somebody wrote, as TOML or JSON: bounded in depth, in its numbers and in what it can hold."""

from __future__ import annotations

import json
import math
import re
import tomllib
from typing import Any

from deduce.errors import IntakeError
from deduce.intake.numbers import LARGEST, quoted

__all__ = ["parse_json", "parse_toml"]

DEEPEST = 20
"""How deep data may be nested."""
MOST_DOTS = 8
"""How many parts a key of TOML may have between dots."""
_ASIDE = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|\'[^\'\n]*\'?|#[^\n]*',
    re.DOTALL,
)
"""Texts and comments of TOML, in which dots and brackets mean nothing; those without an end go on to it."""
_DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_DOTS}}}")
_PLACE = re.compile(r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML of whole numbers, finite numbers, texts, yes and no, lists and tables; no dates and times.

    Raises:
        IntakeError: If it is none; it names line and column where they are known.
    """
    bare = _ASIDE.sub(lambda found: "x" + "\n" * found[0].count("\n"), text)
    if dotted := _DOTTED.search(bare):
        message = f"a key of more than {MOST_DOTS} parts with dots between them is too long"
        raise IntakeError(message, bare.count("\n", 0, dotted.start()) + 1)
    try:
        _check_brackets(bare)
    except IntakeError as error:
        # Brackets that somebody forgot to close look nested; what is wrong before them is said first.
        lines = text.split("\n")[: (error.line or 1) - 1]
        _loaded("\n".join(lines), is_whole=False)
        raise
    data = _loaded(text)
    _check(data, "")
    return data


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
        message = f"is not valid TOML: {_PLACE.sub('', str(error))}"
        raise IntakeError(message, line, column) from None
    except (RecursionError, ValueError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        message = f"cannot be read as TOML: {reason}"
        raise IntakeError(message) from None


def _place(found: re.Match[str] | None, text: str) -> tuple[int | None, int | None]:
    if found is None:
        return None, None
    if found["line"] is None:
        return text.count("\n") + 1, None
    return int(found["line"]), int(found["column"])


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
    _check(data, "")
    return data


def _refused(name: str) -> float:
    message = f"{name} is no number"
    raise IntakeError(message)


def _whole(text: str) -> int:
    if len(text) > len(str(-LARGEST)):
        message = f"the number {text[:20]}... is too long"
        raise IntakeError(message)
    return int(text)


def _check(found: object, where: str, depth: int = 0) -> None:
    """Make sure that data holds nothing that means nothing here.

    Raises:
        IntakeError: If it does; it names the key.
    """
    at = f"{where}: " if where else ""
    if depth > DEEPEST:
        message = f"{at[:40]}it is nested too deeply"
        raise IntakeError(message)
    if isinstance(found, dict):
        for key, value in found.items():
            _check(value, f"{where}.{key}" if where else str(key), depth + 1)
    elif isinstance(found, list):
        for value in found:
            _check(value, where, depth + 1)
    elif isinstance(found, bool | str | None):
        return
    elif isinstance(found, float) and not math.isfinite(found):
        message = f"{at}{found} is no number that means anything here"
        raise IntakeError(message)
    elif isinstance(found, int) and abs(found) > LARGEST:
        message = f"{at}{quoted(found)} is further from 0 than {LARGEST:,}"
        raise IntakeError(message)
    elif not isinstance(found, int | float):
        message = (
            f"{at}{quoted(str(found))} is a date or a time, which means nothing here; write it as a text"
        )
        raise IntakeError(message)
