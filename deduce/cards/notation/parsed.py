"""Lines as entries: what was typed or stands in a record, understood.

Both are read by the same rules, so a record can be written by hand in the words of the table. What a line
leaves out stays open in the entry; `deduce.cards.notation.typed` asks for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine import entries as en
from deduce.cards.engine.units import Act
from deduce.cards.notation.combats import is_fight, is_shot, read_fight, read_shot
from deduce.cards.notation.parts import cards_in, nothing_more, picks_in, side_in, specials_in, unit_in
from deduce.cards.notation.words import COVERS, VERBS, plain
from deduce.cards.ranks import CARD, parse_card
from deduce.errors import did_you_mean, nearest
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.cards.engine.ledger import Ledger

__all__ = ["Line", "cards_in", "parse_line", "picks_in", "verb_in"]

UNIT = re.compile(r"[a-z]")
COUNTS = re.compile(r"[0-9]{1,4}/[0-9]{1,4}(?:/[0-9]{1,4})?")
NUMBER = re.compile(r"[0-9]{1,4}")
HELPERS = {
    "+": 1, "++": 2, "g": 1, "general": 1, "commander": 1, "commandant": 1, "aide": 1, "a": 1, "c": 1,
}  # fmt: skip
"""What can stand behind a unit that rallies: who stands beside it."""
BACK = frozenset({"back", "reviennent", "revient"})
OUT = frozenset({"out", "off", "dehors", "sort"})
NONE = frozenset({"-", "nobody", "personne", "aucun"})
HELP = "write a combat such as b9 r4, a shot such as g>r, or end"


class Line(NamedTuple):
    """A line, understood.

    Attributes:
        entry: What it says.
        is_forced: Whether the table decided so against the rules: a ! stands behind it.
        comment: The words behind a #, with it; "" if there are none.
    """

    entry: en.Entry
    is_forced: bool = False
    comment: str = ""


def parse_line(text: str, ledger: Ledger) -> Line:
    """Understand a line.

    Args:
        text: What was typed, or stands in the record.
        ledger: How things stand: which units and sides there are.

    Raises:
        LineError: If it makes no sense.
    """
    body, mark, comment = text.partition("#")
    body = body.strip()
    is_forced = body.endswith("!")
    words = _words_in(body)
    if not words:
        message = f"nothing is said; {HELP}"
        raise LineError(message)
    # A key is kept as it is written; nothing else depends on capitals and accents.
    known = words if VERBS.get(plain(words[0])) == "open" else [plain(word) for word in words]
    return Line(_entry(known, ledger), is_forced, (mark + comment).strip() if mark else "")


def verb_in(text: str) -> str | None:
    """Return the verb that a line begins with, as its entry is read; None if it begins otherwise.

    It takes a fraction of what reading the line does.
    """
    words = _words_in(text.partition("#")[0].strip())
    return VERBS.get(plain(words[0])) if words else None


def _words_in(body: str) -> list[str]:
    """Return the words of a line without its comment and the ! behind it."""
    return body.removesuffix("!").replace(",", " ").split()


def _entry(words: list[str], ledger: Ledger) -> en.Entry:
    first, rest = plain(words[0]), words[1:]
    if first in VERBS:
        return READERS[VERBS[first]](rest, ledger)
    if is_shot(words):
        return read_shot(words, ledger)
    if rest and UNIT.fullmatch(first) and "/" in rest[0]:
        return _count(words, ledger)
    if len(words) == 2 and all(CARD.fullmatch(word) and word not in ledger.units for word in words):
        return en.Bare((parse_card(first), parse_card(rest[0])))
    if is_fight(words):
        return read_fight(words, ledger)
    is_near = len(first) > 2 and nearest(first, VERBS) is not None
    message = f"{quoted(' '.join(words))} makes no sense; {did_you_mean(first, VERBS) if is_near else HELP}"
    raise LineError(message)


# --- Units --------------------------------------------------------------------------------------------


def _rally(rest: list[str], ledger: Ledger) -> en.Rally:
    unit = unit_in(rest, 0, ledger, "rally b +")
    words, helpers, back = list(reversed(rest[1:])), 0, None
    while words:
        word = words.pop()
        if word in BACK and back is None:
            back = specials_in(words.pop() if words else "-")
        elif word in HELPERS:
            helpers += HELPERS[word]
        else:
            message = (
                f"{quoted(word)} does not help to rally; write rally {unit} + if the general stands beside it"
            )
            raise LineError(message)
    if helpers > 2:
        message = f"{helpers} help to rally {unit}; only a general and an aide can, so write + or ++"
        raise LineError(message)
    return en.Rally(unit, helpers, back)


def _stepped(act: Act) -> Callable[[list[str], Ledger], en.Entry]:
    def read(rest: list[str], ledger: Ledger) -> en.Entry:
        unit = unit_in(rest, 0, ledger, f"{act} b")
        nothing_more(rest[1:], f"{act} {unit}")
        return en.Stepped(unit, act)

    return read


def _flight(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = unit_in(rest, 0, ledger, "flee n")
    is_out = len(rest) > 1 and rest[1] in OUT
    nothing_more(rest[1 + is_out :], f"flee {unit}, or flee {unit} out if it is off the field")
    return en.Flight(unit, is_out)


def _return(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = unit_in(rest, 0, ledger, "gun g")
    nothing_more(rest[1:], f"gun {unit}")
    return en.Return(unit)


def _covered(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = unit_in(rest, 0, ledger, "cover r w")
    words = f"cover {unit} w for a wall, o redoubt or barricade, t trench, s wood, - open"
    if len(rest) < 2:
        message = f"the cover is missing; write {words}"
        raise LineError(message)
    if rest[1] not in COVERS:
        message = f"{quoted(rest[1])} is no cover; write {words}"
        raise LineError(message)
    nothing_more(rest[2:], f"cover {unit} w")
    return en.Covered(unit, COVERS[rest[1]])


def _count(words: list[str], ledger: Ledger) -> en.Entry:
    unit = unit_in(words, 0, ledger, "r 5/2/1")
    if not COUNTS.fullmatch(words[1]):
        message = f"{quoted(words[1])} are no counts; write ranks/confused/dead, such as {unit} 5/2/1"
        raise LineError(message)
    nothing_more(words[2:], f"{unit} {words[1]}")
    counts = [int(each) for each in words[1].split("/")]
    now = ledger.units[unit]
    # Those who lie there stay if nobody says anything of them.
    ranks, confused, lying = counts if counts[2:] else (*counts, now.lying)
    if ranks + confused + lying > now.men:
        message = f"{unit} began with {now.men} men, and {ranks + confused + lying} are counted"
        raise LineError(message)
    return en.Count(unit, ranks, confused, lying)


def _pair(verb: str, rest: list[str], ledger: Ledger) -> tuple[str, str]:
    example = f"{verb} b r"
    one, other = (unit_in(rest, place, ledger, example) for place in range(2))
    nothing_more(rest[2:], f"{verb} {one} {other}")
    if one == other:
        message = f"{one} is named twice; write two units, such as {example}"
        raise LineError(message)
    return one, other


def _free(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Free(*_pair("free", rest, ledger))


def _engage(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Lock(*_pair("engage", rest, ledger))


def _capture(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Capture(*_pair("capture", rest, ledger))


# --- The battle ---------------------------------------------------------------------------------------


def _site(rest: list[str], ledger: Ledger) -> en.Entry:
    if len(rest) != 2 or not NUMBER.fullmatch(rest[0]):
        said = f": {quoted(' '.join(rest))}" if rest else ""
        message = f"write the number of a site and who took it, such as site 2 b, or - for nobody{said}"
        raise LineError(message)
    number = int(rest[0])
    if not 1 <= number <= len(ledger.sites):
        message = f"there is no site {number}; there are {len(ledger.sites)}"
        raise LineError(message)
    return en.Site(number, "" if rest[1] in NONE else unit_in(rest, 1, ledger, "site 2 b"))


def _end(rest: list[str], _ledger: Ledger) -> en.Entry:
    nothing_more(rest, "end")
    return en.End()


def _shuffle(rest: list[str], ledger: Ledger) -> en.Entry:
    nothing_more(rest[1:], "shuffle, or shuffle and the name of a side")
    return en.Shuffle(side_in(rest[0], ledger) if rest else None)


def _tally(rest: list[str], ledger: Ledger) -> en.Entry:
    numbers = [word for word in rest if NUMBER.fullmatch(word)]
    names = [word for word in rest if not NUMBER.fullmatch(word)]
    if len(numbers) != 1 or len(names) > 1:
        message = f"write how many cards are left, such as left 31, or left {plain(ledger.sides[0])} 31"
        raise LineError(message)
    return en.Tally(side_in(names[0], ledger) if names else None, int(numbers[0]))


def _bare(rest: list[str], _ledger: Ledger) -> en.Entry:
    return en.Bare(cards_in(" ".join(rest)) if rest else ())


def _fallen(rest: list[str], ledger: Ledger) -> en.Entry:
    if len(rest) != 1:
        message = f"whose general? Write such as fallen {plain(ledger.sides[1])}"
        raise LineError(message)
    return en.Fallen(side_in(rest[0], ledger))


def _open(rest: list[str], _ledger: Ledger) -> en.Entry:
    nothing_more(rest[1:], "open")
    return en.Open(rest[0] if rest else "")


def _resign(rest: list[str], ledger: Ledger) -> en.Entry:
    nothing_more(rest[1:], "resign, or resign and the name of a side")
    return en.Over(side_in(rest[0], ledger) if rest else ledger.active)


def _draw(rest: list[str], _ledger: Ledger) -> en.Entry:
    nothing_more(rest, "draw")
    return en.Over(None)


READERS: dict[str, Callable[[list[str], Ledger], en.Entry]] = {
    "fire": read_shot,
    "rally": _rally,
    "move": _stepped(Act.MOVE),
    "reform": _stepped(Act.REFORM),
    "flee": _flight,
    "gun": _return,
    "cover": _covered,
    "site": _site,
    "free": _free,
    "engage": _engage,
    "end": _end,
    "shuffle": _shuffle,
    "left": _tally,
    "cards": _bare,
    "fallen": _fallen,
    "capture": _capture,
    "open": _open,
    "resign": _resign,
    "draw": _draw,
}
