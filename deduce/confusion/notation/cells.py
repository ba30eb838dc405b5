r"""The notation of one turn (CF-NOT), read and written without looking at a board.

A cell holds what one side did in its turn, separated by commas, and then a comment in any words:

```
L-S2              L moves south 2          (C-NE2)     refused
L-S4xA            captures A               V-NW2xZ     takes Z
T-SW2xPxZ+        captures P, takes Z, is promoted
VZ-NW1            V carries Z              Z-S1>T      passes Z to T
```

Directions are those of the recorder's compass. The source has no notation for the rest; these are ours:

```
*A                takes off its own A, believed to be the double agent (CF-DA-2)
?A                takes off the opponent's A, the double agent, and shows it (CF-DA-3)
$A=7  $A          token: A is shown and is diagram 7; or what it is was not written down (CF-TOK-REVEAL)
$2                token: two attempts follow (CF-TOK-MOVE2)
$0                the second of the two is left out, where the rules let one
$A<>C             token: A and C change places (CF-TOK-SWAP2)
L-N1+  L-N1+-     variant 5: promotion accepted, declined
L-N1+!            variant 5: accepted, but L is the double agent, which is shown and taken off
L-N1+!>A  +!>0    the same, and the opponent's A takes Z, or Z is refused
resigns  draws    gives up; both agree on a draw
```
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.turns import found_by
from deduce.confusion.notation.forms import FORMS, form_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position

__all__ = ["Cell", "Fault", "Part", "cell_start", "ending_words", "read_cell", "write_cell"]

DASHES = "-‐‑‒–—−"  # noqa: RUF001 - every dash that a word processor makes of a hyphen
TIMES = "x×"
_ATTEMPT_PATTERN = (
    rf"(?P<open>\(\s*)?(?P<who>[A-Y]Z?|Z)\s*[{DASHES}]\s*(?P<way>NE|NW|SE|SW|N|E|S|W|NO|SO|O)\s*(?P<distance>\d{{1,3}})"
    rf"(?:\s*[{TIMES}]\s*(?P<captured>[A-Y]))?(?P<took>\s*[{TIMES}]\s*Z)?(?:\s*>\s*(?P<to>[A-Y]))?"
    r"(?P<plus>\s*\+(?:!(?:>(?P<gift>[A-Y0]))?|-)?)?(?P<close>\s*\))?"
)
_ATTEMPT = re.compile(_ATTEMPT_PATTERN)
_ATTEMPT_IN_ANY_CASE = re.compile(_ATTEMPT_PATTERN, re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s*")
_STRAY = re.compile(rf"[=+\-)>(,{TIMES}]\S*")
_FRENCH_WAYS = {"O": "W", "NO": "NW", "SO": "SW"}

SHORT = 80
"""How long a cell may be that is kept once it was read."""
MOST_PARTS = 12
"""More actions than this no turn has under any rules."""
_ATTEMPT_START = rf"\(?\s?(?:[A-Y]Z?|Z)\s?[{DASHES}]\s?(?:NE|NW|SE|SW|N|E|S|W|NO|SO|O)\s?\d"


def cell_start() -> str:
    """Return the pattern of how a cell begins; by it two cells are told apart that only spaces separate."""
    return "|".join([_ATTEMPT_START, *(form.start for form in FORMS.values() if form.start)])


def ending_words() -> str:
    """Return the pattern of what a cell can also begin with, if the space before it is wide."""
    return "|".join(form.pattern for form in FORMS.values() if form.pattern and not form.start)


class Part(NamedTuple):
    """One action as it is written.

    Attributes:
        place: Where it begins in the cell, from 0.
        text: As it stands there.
        action: What it is; None for an attempt, which takes a board to read.
        letter: The piece; for an attempt also the one that carries; "Z" for a pass.
        carries: Whether Z is carried.
        way: The direction on the recorder's compass.
        distance: The number of squares.
        allowed: Whether the attempt was allowed.
        captured: The letter that it says is captured.
        took_neutral: Whether it says that Z is taken.
        passed_to: The letter that it says Z is passed to.
        plus: "", "+", "+-", "+!" for what became of a promotion.
        gift: After "+!": the letter that took Z, "0" if it was refused, "" if nothing is said.
        number: The diagram that was shown.
    """

    place: int
    text: str
    action: Action | None = None
    letter: str = ""
    carries: bool = False
    way: str = ""
    distance: int = 0
    allowed: bool = True
    captured: str = ""
    took_neutral: bool = False
    passed_to: str = ""
    plus: str = ""
    gift: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a cell that is not quite right, but clear.

    Attributes:
        place: Where it begins in the cell, from 0.
        text: What stands there.
        message: What is wrong, and how it is read.
    """

    place: int
    text: str
    message: str


class Cell(NamedTuple):
    """One turn as it is written.

    Attributes:
        parts: The actions; none if it does not begin with one.
        comment: The words behind them.
        faults: What was not quite right but clear.
    """

    parts: tuple[Part, ...]
    comment: str
    faults: tuple[Fault, ...]


def read_cell(text: str) -> Cell:
    """Read a cell.

    Examples:
        >>> cell = read_cell("V-NW2xZ takes Z")
        >>> cell.parts[0].letter, cell.parts[0].took_neutral, cell.comment
        ('V', True, 'takes Z')
    """
    return _read_once(text, (*FORMS,)) if len(text) <= SHORT else _read(text)


@lru_cache(maxsize=4096)
def _read_once(text: str, _forms: tuple[type, ...]) -> Cell:
    """Read a cell, anew when there are other forms; whoever mends a record reads the same ones again."""
    return _read(text)


def _read(text: str) -> Cell:
    parts: list[Part] = []
    faults: list[Fault] = []
    place = len(text) - len(text.lstrip())
    end = place
    while len(parts) < MOST_PARTS and (found := _read_part(text, place)) is not None:
        part, end, fault = found
        parts.append(part)
        if fault is not None:
            faults.append(fault)
            end = max(end, fault.place + len(fault.text))
        comma = _COMMA.match(text, end)
        if comma is None:
            break
        place = comma.end()
    else:
        if len(parts) == MOST_PARTS:
            faults.append(Fault(end, text[end:], f"no turn has more than {MOST_PARTS} actions; ignored"))
            end = len(text)
    if parts and (stray := _STRAY.match(text, end)):
        faults.append(Fault(end, stray[0], "makes no sense behind the move; it is ignored"))
        end = stray.end()
    return Cell(tuple(parts), text[end:].strip(), tuple(faults))


def _read_part(text: str, place: int) -> tuple[Part, int, Fault | None] | None:
    found = _ATTEMPT.match(text, place)
    if found:
        return _attempt(found, text)
    for form in FORMS.values():
        found = form.match(text, place)
        if found:
            action, shown = form.read(found)
            letter = "".join(form.letters(action)[:1])
            return Part(place, found[0], action, letter, number=shown), found.end(), None
    found = _ATTEMPT_IN_ANY_CASE.match(text, place)
    if found:
        part, end, fault = _attempt(found, text)
        message = "letters and directions are written in capitals; read as if they were"
        return part, end, fault or Fault(place, found[0], message)
    return None


def _attempt(found: re.Match[str], text: str) -> tuple[Part, int, Fault | None]:
    who, way, plus = found["who"].upper(), found["way"].upper(), (found["plus"] or "").strip()
    part = Part(
        found.start(),
        found[0].strip(),
        None,
        who[0],
        carries=len(who) > 1,
        way=_FRENCH_WAYS.get(way, way),
        distance=int(found["distance"]),
        allowed=found["open"] is None and found["close"] is None,
        captured=(found["captured"] or "").upper(),
        took_neutral=found["took"] is not None,
        passed_to=(found["to"] or "").upper(),
        plus=plus.split(">", maxsplit=1)[0],
        gift=(found["gift"] or "").upper(),
    )
    fault = None
    if found["open"] and not found["close"]:
        # What was typed instead of the parenthesis belongs to the fault.
        stray = _STRAY.match(text, found.end())
        written = found[0] + (stray[0] if stray and not text[found.end()].isspace() else "")
        fault = Fault(found.start(), written, "the closing parenthesis is missing; read as refused")
    elif found["close"] and not found["open"]:
        fault = Fault(found.start(), found[0], "the opening parenthesis is missing; read as refused")
    return part, found.end(), fault


def write_cell(steps: Iterable[tuple[Position, Event]], compass: int) -> str:
    """Write what was done in one turn.

    Args:
        steps: What was done, each with the position before it.
        compass: The side whose compass the directions are on.
    """
    parts: list[str] = []
    for position, event in steps:
        if isinstance(event.action, Attempt):
            parts.append(_write_attempt(position, event, event.action, compass))
            continue
        form = form_of(event.action)
        if form.behind is None:
            parts.append(form.write(event))
        else:
            parts[-1] += form.behind(position, event)
    return ", ".join(parts)


def _write_attempt(position: Position, event: Event, attempt: Attempt, compass: int) -> str:
    way = attempt.way if event.side == compass else opposite(attempt.way)
    mark = {Manner.MOVE: attempt.letter, Manner.CARRY: f"{attempt.letter}Z", Manner.PASS: "Z"}[attempt.kind]
    text = f"{mark}-{DIRECTIONS[way]}{attempt.distance}"
    found, takes = found_by(position, attempt)
    if found is not None:
        text += f">{found[1]}" if attempt.kind is Manner.PASS else f"x{found[1]}"
    if takes:
        text += "xZ"
    if not event.answer.allowed:
        return f"({text})"
    return text + "+" if event.answer.promoted else text
