"""What new users of TOML mistype most often, told in words that say what to do.

The parser says where it stopped, in words for those who know the format. Only where what stands there leaves
no doubt what is wrong is something else said.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from deduce.errors import shortened
from deduce.intake.numbers import quoted

__all__ = ["Slip", "slip_at"]

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})|"(?!"")(?:[^"\\\n]|\\[^\n])*"|\'(?!\'\')[^\'\n]*\'|#[^\n]*'
    r"|\"\"\"|'''|[\[\]{}\"']",
    re.DOTALL,
)
"""Texts and comments as wholes; brackets, and quotes that begin a text without an end."""
_LONG = frozenset({'"""', "'''"})
_PAIRS = {"]": "[", "}": "{"}
_KEY = re.compile(r"\s*[\w-]+\s*=(?!=)")
_HEADER = re.compile(r"\s*\[\[?[A-Za-z][\w.-]*\]\]?\s*(?:#.*)?$")
_TWICE = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_WORDS = re.compile(r"[^\W\d_][^,\[\]{}#=\"'\n]*")
_TRUTH = re.compile(r"(?i:true|false)(?=\s*(?:[,\]}#\n]|$))")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")
_VALUE = re.compile(r"[\w\"'\[{+-]")
_CURLY = "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"
_ENTRY = re.compile(r"^[0-9]+\.\s", re.MULTILINE)
"""The number of an entry, as records of games have it."""
_SHOWN = 40


@dataclass(frozen=True)
class Slip:
    """Something that was mistyped.

    Attributes:
        sentence: What is wrong, and what to do.
        place: Where, as so many characters from the beginning.
    """

    sentence: str
    place: int


def slip_at(text: str, place: int, words: str) -> Slip | None:
    """Return what was mistyped where the parser stopped; None if that is not certain.

    Examples:
        >>> slip_at("title = Three pieces", 8, "Invalid value")
        Slip(sentence='Three pieces is a text, and texts stand between quotes: "Three pieces"', place=8)

    Args:
        text: The whole text.
        place: Where the parser stopped, as so many characters from the beginning.
        words: What the parser says.
    """
    # What has the entries of a record is no TOML at all; and no sentence has signs that a terminal obeys.
    found = None if _ENTRY.search(text) else _slip_at(text, place, words)
    return found if found is not None and found.sentence.isprintable() else None


def _slip_at(text: str, place: int, words: str) -> Slip | None:
    """Return what was mistyped, in words that may have any signs of the text."""
    opened, unended = _open_at(text, place)
    begin = text.rfind("\n", 0, place) + 1
    line = text[begin:].split("\n", 1)[0]
    rest = line[place - begin :]
    if unended is not None:
        return _unended_text(text, unended)
    if found := _unended_brackets(text, opened, line, begin, place):
        return found
    before = text[begin:place]
    is_listed = bool(opened) and text[opened[-1]] == "["
    if sentence := _at_sign(before, rest) or _by_words(before.rstrip(), rest, words, is_listed=is_listed):
        return Slip(sentence, place)
    if sentence := _twice(line, words):
        return Slip(sentence, begin)
    return None


def _open_at(text: str, place: int) -> tuple[list[int], int | None]:
    """Return where the brackets begin that are open at a place, and the text without an end that it is in."""
    opened: list[int] = []
    for found in _TOKEN.finditer(text):
        if found.start() > place or (found.start() == place and place < len(text)):
            break
        sign = found[0]
        if sign in _LONG or sign in {'"', "'"}:
            return opened, found.start()
        if sign in {"[", "{"}:
            # At the beginning of a line it begins a table.
            if opened or text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip(" \t["):
                opened.append(found.start())
        elif sign in _PAIRS and opened and text[opened[-1]] == _PAIRS[sign]:
            opened.pop()
    return opened, None


def _unended_text(text: str, start: int) -> Slip:
    quote = text[start : start + 3] if text[start : start + 3] in _LONG else text[start]
    if quote in _LONG:
        return Slip(f"the text that begins here has no end; write {quote} behind its last line", start)
    shown = quoted(text[start:].split("\n", 1)[0], _SHOWN)
    sentence = (
        f"the text that begins with {shown} has no closing quote in its line; one of several lines stands "
        'between """ and """'
    )
    return Slip(sentence, start)


def _unended_brackets(text: str, opened: list[int], line: str, begin: int, place: int) -> Slip | None:
    """Return that a list or a table between braces was not closed, if something else begins."""
    above = [start for start in opened if start < begin]
    is_over = place >= len(text.rstrip())
    if above and (_KEY.match(line) or _HEADER.match(line)):
        # A header looks like the beginning of a list within the list.
        opened, is_over = above, True
    if not opened:
        return None
    start = opened[-1]
    if text[start] == "[":
        return Slip("the list that begins here has no end; write ] behind it", start) if is_over else None
    if is_over or text[place : place + 1] == "\n":
        return Slip("braces end in the line in which they begin; write } in this line", start)
    return None


def _at_sign(before: str, rest: str) -> str:
    """Return what is wrong with a sign where the parser stopped; empty if that is not certain."""
    if rest[:1] and rest[0] in _CURLY:
        return f'{rest[0]} is no quote here; write straight ones: "'
    if rest[:1] == ":" and "=" not in before:
        return f"between a key and its value stands =, not a colon: {shortened(before.strip(), _SHOWN)} = ..."
    number = before[len(before.rstrip(string.digits)) :]
    if found := _FRACTION.match(number + rest):
        return f'a fraction stands between quotes: "{shortened(found[0], _SHOWN)}"'
    return ""


def _by_words(head: str, rest: str, words: str, *, is_listed: bool) -> str:
    """Return what is wrong where the parser says these words; empty if that is not certain."""
    if words.startswith("Invalid value") and head.endswith(("=", "[", ",")):
        return _of_value(rest)
    if words.startswith("Unclosed array") and is_listed and _VALUE.match(rest):
        return f"a comma is missing before {quoted(rest.strip(), _SHOWN)}, or ] behind the list"
    if words.startswith("Expected newline"):
        return _behind_value(head, rest)
    if words.startswith("Unescaped"):
        return "a backslash in a text is written twice, \\\\, or the text stands between single quotes: '...'"
    return ""


def _of_value(rest: str) -> str:
    """Return what is wrong with a value; empty if that is not certain."""
    if found := _TRUTH.match(rest):
        return f"{found[0]} is written with small letters: {found[0].lower()}"
    if found := _WORDS.match(rest):
        said = found[0].strip()
        shown = shortened(said, _SHOWN)
        return f'{shown} is a text, and texts stand between quotes: "{shown}"'
    return ""


def _behind_value(head: str, rest: str) -> str:
    """Return what is wrong with what stands behind a value; empty if that is not certain."""
    if rest.startswith(",") and _KEY.match(head):
        several = "a list stands between [ and ]" if rest[1:].strip() else "leave it out"
        return f"a comma stands behind the value of a key; {several}"
    if head.endswith(('"', "'")):
        return (
            f"{quoted(rest.strip(), _SHOWN)} stands behind the end of a text; put all of it between one pair "
            'of quotes, and write \\" for a quote within it'
        )
    return ""


def _twice(line: str, words: str) -> str:
    """Return that something stands there twice; empty if nothing does."""
    if words.startswith(("Cannot declare", "Cannot overwrite")):
        if found := _TWICE.match(line):
            name = shortened(found[1], _SHOWN)
            several = f"begin each with [[{name}]] where there can be several"
            return f"[{name}] stands there twice; leave one, or {several}"
        if found := re.match(r"\s*([\w-]+)\s*=", line):
            name = quoted(found[1], _SHOWN)
            return f"{name} stands twice in this block; say it once, or begin another block above it"
    return ""
