"""Inputs gone wrong: what people, editors, disks and whoever means ill make of a file or of a line."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

TOKEN = re.compile(rb"[A-Za-z_]+|\d+|\s+|[^\w\s]|.", re.DOTALL)
NUMBERS = (
    "0", "-0", "-1", "1", "2", "13", "14", "99", "255", "256", "65536", "1e3", "1e308", "1e309", "1.79e308",
    "-1e400",
    "1e99999999", "1e-99999999", "1/0", "0/1", "1/3", "-1/2", "3/2", "1" + "0" * 18, "9" * 19, "9" * 40,
    "9" * 4301,
    "1/" + "9" * 4400, "0x10", "0x" + "f" * 5000, "0o17", "0b1", "1_000", "inf", "-inf", "nan", "Infinity",
    "+5",
    "٣", "²", "½", "1.5", ".5", "5.", "1e", "0.1e5000", "0.000000000000000000001", "1979-05-27", "07:32:00",
    "1979-05-27T07:32:00Z", "true", "false", "null", "None",
)  # fmt: skip
"""Numbers that somebody writes where a small one belongs."""
SIGNS = (
    "\x00", "\x07", "\x08", "\x1b", "\x1b[2J", "\x1b]0;title\x07", "\r", "\x0b", "\x0c", "\x1c", "\x7f",
    "\x85", "\x9b",
    "\x9b31m", "\xa0", "\xad", "\u061c", "\u200b", "\u200e", "\u2028", "\u2029", "\u202e", "\u2066",
    "\u2069", "\ufeff",
    "\ufffd", "\ufffe", "\U0001f469\u200d\U0001f680", "é", "e\u0301", "ß", "İ", "ﬀ", "Ω", "漢", "\u0627",
    "[red]", "[/]",
    "[link=file:///]x[/link]", "\\", "'", '"', '"""', "'''", "`", "{", "}", "[", "]", "(", ")", "((", "#",
    ";", ",", "=",
    "==", ":", "|", "&", "<", ">", "$", "%s", "{0}", "~", "*", "?", "+", "-", "--", "/", "../", "\t",
    "\t\t\t", " ", "  ",
)  # fmt: skip
"""Signs that mean something to a terminal, to a reader, or to neither."""
BYTES = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe9", b"\xff\xfe", b"\x80", b"\xc0\xaf")
"""What is no text in UTF-8."""
RUNS = (b" ", b"-", b"+A", b"not ", b"(", b"[", b"a", b"A-N1 ", b"9", b"\t", b"\n", b".", b"a.", b"{", b",",
b"$A", b"#",
        b"1. A-N1\n", b"\x00", b"\xcc\x81", b"or ", b"E-N1 E-N1\n", b"\r", b'"', b"note x\n")  # fmt: skip
"""What is repeated."""
LONGEST = 1_000_000

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def mutated(draw: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """Return a content with one to four things wrong.

    Args:
        draw: What decides.
        content: What it is made of.
        others: Other contents of the same sort, from which something may be taken.
    """
    for _ in range(draw.choice((1, 1, 1, 1, 1, 2, 2, 3, 4))):
        content = draw.choices(MUTATIONS, WEIGHTS)[0](draw, content, others)
    return content[: 2 * LONGEST]


def _lines(draw: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """Delete, repeat, exchange, or take over lines."""
    lines = content.split(b"\n")
    place = draw.randrange(len(lines))
    match draw.randrange(6):
        case 0:
            del lines[place : place + draw.randint(1, 3)]
        case 1:
            lines[place:place] = [lines[place]] * draw.choice((1, 1, 2, 50))
        case 2:
            other = draw.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            lines.insert(place, draw.choice(draw.choice(others).split(b"\n")))
        case 4:
            lines[place] = lines[place].strip() + b" " + draw.choice(lines).strip()
        case _:
            lines[place] = lines[place][: draw.randint(0, len(lines[place]))]
    return b"\n".join(lines)


def _tokens(draw: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """Delete, repeat, exchange, or take over what stands between other things."""
    tokens = TOKEN.findall(content[:200_000]) or [b""]
    place = draw.randrange(len(tokens))
    match draw.randrange(5):
        case 0:
            del tokens[place]
        case 1:
            tokens[place] *= draw.choice((2, 2, 3, 30))
        case 2:
            other = draw.randrange(len(tokens))
            tokens[place], tokens[other] = tokens[other], tokens[place]
        case 3:
            tokens[place] = draw.choice(TOKEN.findall(draw.choice(others)[:200_000]) or [b""])
        case _:
            tokens[place] = draw.choice((bytes.upper, bytes.lower, bytes.title, bytes.swapcase))(
                tokens[place]
            )
    return b"".join(tokens)


def _numbers(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """Make a number a monster; where there is none, put one in."""
    monster = draw.choice(NUMBERS).encode()
    places = [found.span() for found in re.finditer(rb"\d+(\.\d+)?", content)]
    if not places:
        return _put(draw, content, monster)
    start, end = draw.choice(places)
    return content[:start] + monster + content[end:]


def _values(draw: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """Write something else behind an equals sign or a colon."""
    places = [found.end() for found in re.finditer(rb"[=:] *", content)]
    if not places:
        return _tokens(draw, content, others)
    start = draw.choice(places)
    end = content.find(b"\n", start)
    values = (
        *NUMBERS, "", "[]", "{}", '""', "[[[[]]]]", "/dev/zero", "/dev/stdin", "../..", "a" * 300, "x = y",
        "{a = 1}",
        "1.1.1.1 = 1", "'", draw.choice(SIGNS) * 3,
    )  # fmt: skip
    return content[:start] + draw.choice(values).encode() + (content[end:] if end >= 0 else b"")


def _signs(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """Put signs anywhere."""
    for _ in range(draw.choice((1, 1, 2, 5))):
        content = _put(draw, content, draw.choice(SIGNS).encode())
    return content


def _bytes(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """Put what is no text anywhere, or flip a bit."""
    if draw.random() < 0.5 or not content:
        return _put(draw, content, draw.choice(BYTES))
    changed = bytearray(content)
    changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _run(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """Repeat something a few times, or until it is a megabyte."""
    what = draw.choice(
        (*RUNS, draw.choice(content.split(b"\n")) + b"\n", draw.choice(TOKEN.findall(content[:5000]) or RUNS))
    )
    length = draw.choices((40, 700, 5000, 100_000, LONGEST), (8, 8, 6, 1, 0.3))[0]
    return _put(draw, content, what * (length // max(len(what), 1)))


def _cut(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """Keep a beginning, or leave something out."""
    start, end = sorted(draw.choices(range(len(content) + 1), k=2))
    return content[:end] if draw.random() < 0.5 else content[:start] + content[min(end, start + 40) :]


def _ends(draw: random.Random, content: bytes, _others: Sequence[bytes]) -> bytes:
    """End lines as elsewhere, or begin with a mark."""
    match draw.randrange(4):
        case 0:
            return content.replace(b"\n", b"\r\n")
        case 1:
            return content.replace(b"\n", b"\r")
        case 2:
            return b"\xef\xbb\xbf" + content
        case _:
            return content.decode("utf-8", "replace").encode("utf-16")


def _join(draw: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """Put the beginning of one before the end of another."""
    other = draw.choice(others)
    return content[: draw.randint(0, len(content))] + other[draw.randint(0, len(other)) :]


def _put(draw: random.Random, content: bytes, what: bytes) -> bytes:
    place = draw.randint(0, len(content))
    return content[:place] + what + content[place:]


MUTATIONS: tuple[Mutation, ...] = (
    _lines,
    _tokens,
    _numbers,
    _values,
    _signs,
    _bytes,
    _run,
    _cut,
    _ends,
    _join,
)
WEIGHTS = (5, 6, 5, 5, 4, 2, 1.5, 1, 0.5, 0.5)


def garbage(draw: random.Random) -> str:
    """Return a word that was not asked for."""
    words = (
        *NUMBERS,
        *SIGNS,
        "",
        "White",
        "yellow",
        "crab",
        "A",
        "classic",
        "2,5",
        "A3,1 C4,1",
        "a" * 3000,
        "5 5",
        "/",
        ".",
    )
    word = draw.choice(words)
    if draw.random() < 0.3:
        word += draw.choice(words)
    # An argument of a process holds no NUL, and what is no text in it comes as surrogates.
    return word.replace("\0", "") + ("\udcff" if draw.random() < 0.03 else "")
