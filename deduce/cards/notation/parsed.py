"""Lines as entries: what was typed or stands in a record, understood.

Both are read by the same rules, so a record can be written by hand in the words of the table. What a line
leaves out stays open in the entry; `deduce.cards.notation.typed` asks for it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine import entries as en
from deduce.cards.engine.units import SPECIALS, Act
from deduce.cards.notation.words import COVERS, FLANK, RESULTS, VERBS, plain
from deduce.cards.ranks import CARD, Seen, parse_card
from deduce.errors import did_you_mean, nearest
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["Line", "cards_in", "parse_line", "picks_in"]

UNIT = re.compile(r"[a-z]")
GLUED = re.compile(rf"([a-z])({CARD.pattern})([a-z])({CARD.pattern})")
UNIT_CARD = re.compile(rf"([a-z])({CARD.pattern})?")
SHOT = re.compile(r"([a-z])>([a-z])")
COUNTS = re.compile(r"(\d{1,4})/(\d{1,4})(?:/(\d{1,4}))?")
PICKS = re.compile(r"([a-z]):([a-z-]*)(?:/([a-z-]*))?")
NUMBER = re.compile(r"\d{1,4}")
HELPERS = {"+": 1, "++": 2, "g": 1, "general": 1, "commander": 1, "aide": 1, "a": 1, "c": 1}
"""What can stand behind a unit that rallies: who stands beside it."""
BACK = frozenset({"back", "reviennent"})
HITS = frozenset({"hits", "touche"})
OUT = frozenset({"out", "off", "dehors", "sort"})
NONE = frozenset({"-", "nobody", "personne", "aucun"})


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
    words = plain(body).replace(",", " ").split()
    is_forced = bool(words) and words[-1].endswith("!")
    if is_forced:
        words[-1] = words[-1].removesuffix("!")
        words = [word for word in words if word]
    if not words:
        message = "nothing is said; write a combat such as b9 r4, a shot such as g>r, or end"
        raise LineError(message)
    return Line(_entry(words, ledger), is_forced, (mark + comment).strip() if mark else "")


def _entry(words: list[str], ledger: Ledger) -> en.Entry:
    first, rest = words[0], words[1:]
    shot = SHOT.fullmatch(first)
    if shot:
        return _shot([shot[1], shot[2], *rest], ledger)
    if first in VERBS:
        return READERS[VERBS[first]](rest, ledger)
    if rest and UNIT.fullmatch(first) and COUNTS.fullmatch(rest[0]):
        return _count(words, ledger)
    if len(words) == 2 and _is_card(first, ledger) and _is_card(rest[0], ledger):
        return en.Bare((parse_card(first), parse_card(rest[0])))
    if UNIT_CARD.fullmatch(first) or GLUED.fullmatch(first):
        return _fight(words, ledger)
    if nearest(first, VERBS) is not None and len(first) > 2:
        message = f"{quoted(first)} makes no sense; {did_you_mean(first, VERBS)}"
        raise LineError(message)
    message = (
        f"{quoted(' '.join(words))} makes no sense; write a combat such as b9 r4, a shot such as g>r, or end"
    )
    raise LineError(message)


def _is_card(word: str, ledger: Ledger) -> bool:
    """Tell whether a word is a card by itself and not a unit."""
    return CARD.fullmatch(word) is not None and word not in ledger.units


# --- Parts of a line ----------------------------------------------------------------------------------


def _unit(word: str | None, ledger: Ledger, example: str) -> str:
    """Read the letter of a unit; which units there are is said where it is none."""
    if word is None:
        message = f"a unit is missing; write {example}"
        raise LineError(message)
    if word not in ledger.units:
        there = " ".join(ledger.units) or "none; a file names them, as in Blue = a inf 12; b cav 8"
        message = f"there is no unit {quoted(word)}; there are {there}"
        raise LineError(message)
    return word


def _side(word: str, ledger: Ledger) -> int:
    """Read the name of a side, or its beginning."""
    names = [plain(name) for name in ledger.sides]
    found = [side for side, name in enumerate(names) if name == word] or [
        side for side, name in enumerate(names) if name.startswith(word)
    ]
    if len(found) != 1:
        message = f"there is no side {quoted(word)}; {did_you_mean(word, ledger.sides)}"
        raise LineError(message)
    return found[0]


def _nothing_more(rest: Sequence[str], example: str) -> None:
    if rest:
        message = f"{quoted(' '.join(rest))} is too much; write {example}"
        raise LineError(message)


def cards_in(text: str) -> tuple[Seen, Seen]:
    """Read two cards, such as `9 4`.

    Raises:
        LineError: If they are not two cards.
    """
    words = plain(text).split()
    if len(words) != 2:
        message = f"{quoted(text)} are not two cards; write such as 9 4, or ? for one that was missed"
        raise LineError(message)
    return parse_card(words[0]), parse_card(words[1])


def picks_in(text: str) -> en.Picks:
    """Read which special men were hit: `o` died, `o/df` died and became confused, `-` none of them.

    Raises:
        LineError: If it is none of these.
    """
    dead, _, confused = plain(text).strip().replace(" ", "").partition("/")
    wrong = [each for each in dead + confused if each not in {*SPECIALS, "c", "-"}]
    if wrong or "c" in confused:
        message = (
            f"{quoted(text)} names no men; write the officer, drummer and flag who died and, behind a /, "
            "those confused, such as o/df; - for none"
        )
        raise LineError(message)
    return en.Picks(dead.replace("-", ""), confused.replace("-", ""), are_said=True)


# --- Combats and shots --------------------------------------------------------------------------------


def _fight(words: list[str], ledger: Ledger) -> en.Fight:
    glued = GLUED.fullmatch(words[0])
    if glued:
        words = [glued[1] + glued[2], glued[3] + glued[4], *words[1:]]
    words = _joined(words, ledger)
    if len(words) == 1:
        message = f"whom does {words[0][0]} fight? Write {words[0][0]}9 r4: each unit with its card"
        raise LineError(message)
    letters, cards = [], []
    for word in words[:2]:
        found = UNIT_CARD.fullmatch(word)
        if not found:
            message = f"{quoted(word)} is no unit with its card; write such as b9 r4, or b? for a card that was missed"
            raise LineError(message)
        letters.append(_unit(found[1], ledger, "b9 r4"))
        cards.append(None if found[2] is None else parse_card(found[2]))
    one, other = cards
    if (one is None) != (other is None) and not any(plain(word) in RESULTS for word in words):
        bare = letters[0] if one is None else letters[1]
        message = f"{bare}'s card is missing; write it behind the letter, such as {bare}9, or {bare}? if it was missed"
        raise LineError(message)
    said = any(word in RESULTS for word in words[2:])
    if one is None and other is None and not said:
        found_cards: tuple[Seen, Seen] | tuple[()] = ()
    else:
        found_cards = (one or parse_card("?"), other or parse_card("?"))
    if letters[0] == letters[1]:
        message = f"{letters[0]} cannot fight itself; write such as b9 r4"
        raise LineError(message)
    return _with_more(en.Fight(letters[0], letters[1], found_cards), words[2:], ledger)


def _joined(words: list[str], ledger: Ledger) -> list[str]:
    """Put cards that were typed apart from their units behind them: b 9 r 4."""
    if (
        len(words) >= 4
        and all(UNIT.fullmatch(words[place]) for place in (0, 2))
        and all(CARD.fullmatch(words[place]) and words[place] not in ledger.units for place in (1, 3))
    ):
        return [words[0] + words[1], words[2] + words[3], *words[4:]]
    return words


def _with_more(entry: en.Fight, rest: list[str], ledger: Ledger) -> en.Fight:
    """Read what stands behind the two units of a combat."""
    waiting = list(rest)
    while waiting:
        word = waiting.pop(0)
        picks = PICKS.fullmatch(word)
        if word == "&":
            others = []
            while waiting and waiting[0] in ledger.units and waiting[0] not in {"f"}:
                others.append(waiting.pop(0))
            entry = replace(entry, others=tuple(others))
        elif word in HITS:
            entry = replace(entry, hit=_unit(waiting.pop(0) if waiting else None, ledger, "hits s"))
        elif word in FLANK:
            entry = replace(entry, flank=True)
        elif word in COVERS:
            entry = replace(entry, cover=COVERS[word])
        elif word in RESULTS:
            entry = replace(entry, result=RESULTS[word])
        elif NUMBER.fullmatch(word):
            entry = replace(entry, confused=int(word))
        elif picks and picks[1] == entry.starter:
            entry = replace(entry, starter_picks=picks_in(word.partition(":")[2]))
        elif picks:
            entry = replace(entry, picks=picks_in(word.partition(":")[2]))
        else:
            known = [*FLANK, *COVERS, *RESULTS, "hits"]
            message = (
                f"{quoted(word)} behind a combat makes no sense; {did_you_mean(word, known)}"
                if len(word) > 2
                else f"{quoted(word)} behind a combat makes no sense; f is the flank, w a wall, o a redoubt, t a "
                "trench, s a wood"
            )
            raise LineError(message)
    return entry


def _shot(rest: list[str], ledger: Ledger) -> en.Shot:
    if len(rest) == 1 and SHOT.fullmatch(rest[0]):
        rest = rest[0].split(">")
    letters = [_unit(rest[place] if place < len(rest) else None, ledger, "g>r") for place in range(2)]
    entry = en.Shot(letters[0], letters[1])
    for word in rest[2:]:
        picks = PICKS.fullmatch(word)
        if word in COVERS:
            entry = replace(entry, cover=COVERS[word])
        elif picks:
            entry = replace(entry, picks=picks_in(word.partition(":")[2]))
        else:
            message = f"{quoted(word)} behind a shot makes no sense; write what the target stands behind, such as g>r w"
            raise LineError(message)
    return entry


# --- Everything else ----------------------------------------------------------------------------------


def _rally(rest: list[str], ledger: Ledger) -> en.Rally:
    unit = _unit(rest[0] if rest else None, ledger, "rally b +")
    waiting, helpers, back = rest[1:], 0, None
    while waiting:
        word = waiting.pop(0)
        if word in BACK:
            back = picks_in(waiting.pop(0) if waiting else "-").dead
        elif word in HELPERS:
            helpers += HELPERS[word]
        else:
            message = (
                f"{quoted(word)} does not help to rally; write rally {unit} + if the general stands beside it"
            )
            raise LineError(message)
    return en.Rally(unit, min(helpers, 2), back)


def _stepped(act: Act) -> Callable[[list[str], Ledger], en.Entry]:
    def read(rest: list[str], ledger: Ledger) -> en.Entry:
        unit = _unit(rest[0] if rest else None, ledger, f"{act} b")
        _nothing_more(rest[1:], f"{act} {unit}")
        return en.Stepped(unit, act)

    return read


def _flight(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = _unit(rest[0] if rest else None, ledger, "flee n")
    is_out = len(rest) > 1 and rest[1] in OUT
    _nothing_more(rest[2:] if is_out else rest[1:], f"flee {unit}, or flee {unit} out if it is off the field")
    return en.Flight(unit, is_out)


def _return(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = _unit(rest[0] if rest else None, ledger, "gun g")
    _nothing_more(rest[1:], f"gun {unit}")
    return en.Return(unit)


def _covered(rest: list[str], ledger: Ledger) -> en.Entry:
    unit = _unit(rest[0] if rest else None, ledger, "cover r w")
    word = rest[1] if len(rest) > 1 else ""
    if word not in COVERS:
        message = f"{quoted(word)} is no cover; write cover {unit} w for a wall, o redoubt, t trench, s wood, - open"
        raise LineError(message)
    _nothing_more(rest[2:], f"cover {unit} w")
    return en.Covered(unit, COVERS[word])


def _site(rest: list[str], ledger: Ledger) -> en.Entry:
    if len(rest) != 2 or not NUMBER.fullmatch(rest[0]):
        message = f"write the number of a site and who took it, such as site 2 b; - for nobody: {quoted(' '.join(rest))}"
        raise LineError(message)
    number = int(rest[0])
    if not 1 <= number <= len(ledger.sites):
        message = f"there is no site {number}; there are {len(ledger.sites)}"
        raise LineError(message)
    return en.Site(number, "" if rest[1] in NONE else _unit(rest[1], ledger, "site 2 b"))


def _count(words: list[str], ledger: Ledger) -> en.Entry:
    unit = _unit(words[0], ledger, "r 5/2/1")
    found = COUNTS.fullmatch(words[1])
    if found is None:
        message = (
            f"{quoted(words[1])} are no counts; write in ranks/confused/lying dead, such as {unit} 5/2/1"
        )
        raise LineError(message)
    _nothing_more(words[2:], f"{unit} 5/2/1")
    ranks, confused, lying = (int(each or "0") for each in found.groups())
    men = ledger.units[unit].men
    if ranks + confused + lying > men:
        message = f"{unit} began with {men} men, and {ranks + confused + lying} are counted"
        raise LineError(message)
    return en.Count(unit, ranks, confused, lying)


def _pair(rest: list[str], ledger: Ledger, verb: str) -> tuple[str, str]:
    letters = [_unit(rest[place] if place < len(rest) else None, ledger, f"{verb} b r") for place in range(2)]
    _nothing_more(rest[2:], f"{verb} {letters[0]} {letters[1]}")
    if letters[0] == letters[1]:
        message = f"{letters[0]} and {letters[1]} are one unit; write two, such as {verb} b r"
        raise LineError(message)
    return letters[0], letters[1]


def _free(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Free(*_pair(rest, ledger, "free"))


def _engage(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Lock(*_pair(rest, ledger, "engage"))


def _capture(rest: list[str], ledger: Ledger) -> en.Entry:
    return en.Capture(*_pair(rest, ledger, "capture"))


def _end(rest: list[str], _ledger: Ledger) -> en.Entry:
    _nothing_more(rest, "end")
    return en.End()


def _shuffle(rest: list[str], ledger: Ledger) -> en.Entry:
    _nothing_more(rest[1:], "shuffle, or shuffle and the name of a side")
    return en.Shuffle(_side(rest[0], ledger) if rest else None)


def _tally(rest: list[str], ledger: Ledger) -> en.Entry:
    words = [word for word in rest if NUMBER.fullmatch(word)]
    names = [word for word in rest if not NUMBER.fullmatch(word)]
    if len(words) != 1 or len(names) > 1:
        message = f"write how many cards are left, such as left 31, or left {plain(ledger.sides[0])} 31"
        raise LineError(message)
    return en.Tally(_side(names[0], ledger) if names else None, int(words[0]))


def _bare(rest: list[str], _ledger: Ledger) -> en.Entry:
    return en.Bare(cards_in(" ".join(rest)) if rest else ())


def _fallen(rest: list[str], ledger: Ledger) -> en.Entry:
    if len(rest) != 1:
        message = f"whose general? Write such as fallen {plain(ledger.sides[1])}"
        raise LineError(message)
    return en.Fallen(_side(rest[0], ledger))


def _open(rest: list[str], _ledger: Ledger) -> en.Entry:
    _nothing_more(rest[1:], "open")
    return en.Open(rest[0] if rest else "")


def _resign(rest: list[str], ledger: Ledger) -> en.Entry:
    _nothing_more(rest[1:], "resign, or resign and the name of a side")
    return en.Over(_side(rest[0], ledger) if rest else ledger.active)


def _draw(rest: list[str], _ledger: Ledger) -> en.Entry:
    _nothing_more(rest, "draw")
    return en.Over(None)


READERS: dict[str, Callable[[list[str], Ledger], en.Entry]] = {
    "fire": _shot,
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
