"""Case files that somebody damaged, and what `deduce solve` makes of them.

To try many:

    python -m faults.mutated_cases [COUNT] [SEED]

Each is solved with everything that can be asked for. It is read and answered, or refused with one sentence;
nothing else may come of it. After a second of work it is stopped as by Ctrl-C; reading and counting must be
over by then, and what was found is shown.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType

from deduce import DeduceError
from deduce_cli import report, solve_json, solve_text

SMALL = ("confusion.toml", "potluck.toml")
"""Those of which everything that can be asked is answered at once."""
EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.toml"))
PIECES = [
    *"[]{}=,.\"'\n#-+*/%()<>`\\ \t\r", "[[entry]]\n", "[[rule]]\n", "[[unknowns]]\n", "[[question]]\n",
    "[priors]\n", "[model.m]\n", "[question.answers]\n", "names = ", "values = ", "different = true\n",
    "fact = ", "any_of = ", "all_of = ", "none_of = ", "exactly = ", "at_least = ", "at_most = ", "of = ",
    "if = ", "then = ", "where = ", "among = ", "not_among = ", "unknown = ", "unknowns = ", "rows = ",
    "all_different = ", "weights = ", "model = ", "id = ", "text = ", "slips = ", "when_true = ",
    "when_false = ", "exceptions = ", "answers = ", "wrong = ", "title = ", "format = ", "name = ", "0",
    "1", "-1", "2", "0.5", "1e5000", "1e-9999", "1e99999999", "inf", "-inf", "nan", "true", "false",
    "0x" + "f" * 5_000, "9" * 5_000, "1" * 60, "1_000", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z",
    '"1/0"', '"1/3"', " is ", " is not ", " one of ", " or ", " and ", "nor ", "[]", "{}", '""', "''",
    '"""', "'''", "\ufeff", "\0", "\x1b[2J", "\u202e", "\U0001f600", "\xe9", "é", "\r\n", "\x85",
    "\u2028", "[" * 50, "(" * 300, "-" * 300, "not " * 300, "+A" * 300, "a.b.c.d.e.f.g.h.i.j", "2**99999",
    "A*" * 500, "`A`", "[bold]", "[/]", "x" * 3_000, " " * 3_000,
]  # fmt: skip
"""What is written where it does not belong."""
REQUEST = report.Request(
    steps=True, ask=True, slips=True, review=True, worlds=3, given=(), why=(), everything=True
)
PATIENCE = 1.0
"""Seconds of work after which Ctrl-C is pressed."""


def mutated(text: str, chance: random.Random) -> str:
    """Damage a case a little, or much."""
    for _ in range(chance.choice([1, 1, 1, 1, 2, 3, 8])):
        text = chance.choice(DAMAGES)(text, chance)
    return text


def _written_in(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(PIECES) + text[place:]


def _cut_out(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place + chance.randrange(1, 12) :]


def _cut_off(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _another_sign(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chr(chance.randrange(1, 0x3000)) + text[place + 1 :]


def _without_a_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _a_line_elsewhere(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return "\n".join(lines)


def _a_line_again(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    lines[chance.randrange(len(lines))] *= chance.choice([2, 3, 50])
    return "\n".join(lines)


def _another_value(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    key, equals, _ = lines[line].partition("=")
    if equals:
        lines[line] = f"{key}= {chance.choice(PIECES)}"
    return "\n".join(lines)


def _another_word(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    words = lines[line].split(" ")
    words[chance.randrange(len(words))] = chance.choice(PIECES)
    lines[line] = " ".join(words)
    return "\n".join(lines)


def _exchanged(text: str, chance: random.Random) -> str:
    """A text or a number of the case in another place, so that something is often left to be worked out."""
    found = list(re.finditer(r'"[^"\n]*"|\b\d+\b', text))
    if not found:
        return text
    old, new = chance.choice(found), chance.choice(found)
    return text[: old.start()] + new[0] + text[old.end() :]


def _turned(text: str, chance: random.Random) -> str:
    """A fact the other way round, so that it may contradict the others."""
    found = list(re.finditer(r" is (not )?", text))
    if not found:
        return text
    old = chance.choice(found)
    return text[: old.start()] + (" is " if old[1] else " is not ") + text[old.end() :]


DAMAGES = [
    _written_in,
    _cut_out,
    _cut_off,
    _another_sign,
    _without_a_line,
    _a_line_elsewhere,
    _a_line_again,
    _another_value,
    _another_word,
    *[_exchanged] * 5,
    *[_turned] * 5,
]


def cases(seed: int, files: Sequence[Path] = EXAMPLES) -> Iterator[str]:
    """Damaged cases, for ever."""
    chance = random.Random(seed)
    whole = [path.read_text(encoding="utf-8") for path in files]
    while True:
        yield mutated(chance.choice(whole), chance)


def solved(text: str, folder: Path, chance: random.Random) -> str:
    """What comes of a case: "0", "1", "stopped" or "refused".

    Raises:
        AssertionError: If what is said of it is not one sentence, or its document is not one.
    """
    file = folder / "case.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    asked = replace(REQUEST, rate=chance.choice(["0.01", "0.01", "0", "1", "1/3", "1e-9999", "nan"]))
    if chance.random() < 0.5:
        asked = replace(asked, given=(chance.choice(["H is Crab", "Ann is cake", chance.choice(PIECES)]),))
    try:
        findings = report.find(str(file), asked)
    except DeduceError as error:
        said = str(error)
        assert "\n" not in said, said
        assert len(said) < 600, said
        return "refused"
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        solve_text.show_belief(findings, fractions=chance.random() < 0.5)
        solve_text.show_rest(findings, fractions=chance.random() < 0.5)
    assert "\x1b" not in shown.getvalue()
    json.loads(solve_json.document(findings), parse_constant=_refuse)
    if findings.stopped:
        return "stopped"
    return "0" if findings.belief.is_consistent else "1"


def _refuse(name: str) -> float:
    message = f"{name} is no JSON"
    raise AssertionError(message)


def main(count: int, seed: int) -> None:
    """Try many, and say what came of them."""
    import resource
    import tempfile

    def late(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
    signal.signal(signal.SIGVTALRM, late)
    came: Counter[str] = Counter()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        for number, text in zip(range(count), cases(seed), strict=False):
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            try:
                came[solved(text, Path(name), random.Random(number))] += 1
            except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - whatever it is, it is a fault
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                came[type(error).__name__] += 1
                kept = Path(tempfile.gettempdir()) / f"mutated-{seed}-{number}.toml"
                kept.write_bytes(text.encode("utf-8", "surrogatepass"))
                sys.stdout.write(f"{kept}: {type(error).__name__}: {str(error)[:300]}\n")
                sys.stdout.flush()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
    took = time.monotonic() - began
    sys.stdout.write(f"{count} cases of seed {seed} in {took:.0f} s, {peak} MB: {dict(came)}\n")


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "", ""]
    main(int(arguments[0] or 1_000), int(arguments[1] or 1))
