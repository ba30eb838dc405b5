"""What may have been meant instead of what is written: other turns, turns left out, other deals."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.turns import found_by
from deduce.confusion.errors import RulesError
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.deals import read_pairs
from deduce.confusion.record.following import follow
from deduce.confusion.record.placed import other_letters, other_placements
from deduce.confusion.record.printed import differences, rewritten
from deduce.tabletop.kind import OtherHeader, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.notation.cells import Part
    from deduce.confusion.record.moment import Moment
    from deduce.confusion.record.printed import Difference
    from deduce.tabletop.document import Header
    from deduce.tabletop.look import Look
    from deduce.tabletop.record import Record

__all__ = ["changes", "headers", "missing", "unknowns"]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
UNREADABLE, ANSWER, CARRYING, LETTER = 10.0, 1.0, 0.7, 0.09
"""How likely slips are beside each other: of a sign that nobody can read, an answer, Z, and one letter."""
NEAR, FAR = 0.4, 0.1
"""Of a distance that is close by, or of a square beside it, and of any other one."""
NEAR_WAY, FAR_WAY = 0.16, 0.12
"""Of a direction with one letter more, less or another, and of any other one."""
TWICE = 0.02
"""How likely a second slip in one turn is."""
LEFT_OUT, OTHER_BEHIND, TOO_MUCH = 1.0, 0.5, 0.1
"""Of what stands behind an attempt: left out, another letter, and too much."""
PLACEMENT = "Placement "
"""How a header begins that says where a side placed its pieces."""
EXCHANGED, OTHER_DIAGRAM = 0.1, 0.02
"""Of two diagrams that changed places in a deal, and of a number that is another one."""
MOST_MISPRINTED = 4
"""How many pieces of a printed position are put right."""


def changes(text: str) -> Iterator[tuple[str, float]]:
    """Yield all small changes of the last attempt in a cell, each with how likely that slip is.

    One thing is changed at a time: the letter, the direction, the distance, whether Z is carried, whether it
    was refused, or what it says that it led to.

    Examples:
        >>> found = dict(changes("(L-S2"))
        >>> found["(L-S2)"], round(found["(L-S1)"], 4), dict(changes("L-S2"))["(L-S2)"]
        (10.0, 0.008, 1.0)
    """
    cell = read_cell(text)
    parts = [part for part in cell.parts if part.action is None]
    if not parts:
        return
    part = parts[-1]
    before, behind = text[: part.place], f" {cell.comment}" if cell.comment else ""
    plain = _written(part)
    known = {part.text} if not cell.faults else set()
    for written, weight in _attempts(part):
        if written not in known:
            known.add(written)
            # Where something cannot be read, another slip would be a second one.
            yield before + written + behind, weight * (TWICE if cell.faults and written != plain else 1)


def _attempts(part: Part) -> Iterator[tuple[str, float]]:
    yield _written(part), UNREADABLE
    yield _written(part._replace(allowed=not part.allowed)), ANSWER
    if part.letter != "Z":
        yield _written(part._replace(carries=not part.carries)), CARRYING
    for distance in range(max(1, part.distance - 2), part.distance + 3):
        near = abs(distance - part.distance) == 1
        yield _written(part._replace(distance=distance)), NEAR if near else FAR
    for way in DIRECTIONS:
        # One letter more, less or another.
        near = len(set(way) ^ set(part.way)) <= 2 and {way, part.way} != {"N", "S"}
        yield _written(part._replace(way=way)), NEAR_WAY if near else FAR_WAY
    if part.letter != "Z":
        for letter in LETTERS:
            yield _written(part._replace(letter=letter)), LETTER
    yield from _behind(part)


def _behind(part: Part) -> Iterator[tuple[str, float]]:
    """Yield other things that an attempt may have led to; nothing else follows from what stands there."""
    yield _written(part._replace(took_neutral=not part.took_neutral)), _weight(is_there=part.took_neutral)
    if part.allowed:
        yield _written(part._replace(plus="" if part.plus else "+", gift="")), LEFT_OUT
    there = part.passed_to if part.letter == "Z" else part.captured
    for letter in ("", *LETTERS):
        found = part._replace(passed_to=letter) if part.letter == "Z" else part._replace(captured=letter)
        yield _written(found), TOO_MUCH if not letter else OTHER_BEHIND if there else LEFT_OUT


def _weight(*, is_there: bool) -> float:
    return TOO_MUCH if is_there else LEFT_OUT


def _written(part: Part) -> str:
    mark = "Z" if part.letter == "Z" else part.letter + "Z" * part.carries
    text = f"{mark}-{part.way}{part.distance}"
    text += f"x{part.captured}" if part.captured else ""
    text += "xZ" if part.took_neutral else ""
    text += f">{part.passed_to}" if part.passed_to else ""
    if not part.allowed:
        return f"({text})"
    text += part.plus
    return text + (f">{part.gift}" if part.gift else "")


# --- Turns that were left out ------------------------------------------------------------------------


def missing(moment: Moment, _following: str) -> Iterator[str]:
    """Yield the turns that may have changed something on the board: attempts that were allowed.

    Args:
        moment: How the game stands.
        _following: What comes behind it.
    """
    game, position = moment.stand(), moment.position
    for attempt in game.attempts() if position.to_act else ():
        answer = game.answer(attempt)
        if answer is None or answer.allowed:
            plus = "+" if answer is not None and answer.promoted else ""
            yield _attempt_written(moment, attempt) + plus


def _attempt_written(moment: Moment, attempt: Attempt) -> str:
    position = moment.position
    way = attempt.way if position.turn == moment.setup.compass else opposite(attempt.way)
    mark = {Manner.MOVE: attempt.letter, Manner.CARRY: f"{attempt.letter}Z", Manner.PASS: "Z"}[attempt.kind]
    found, takes = found_by(position, attempt)
    text = f"{mark}-{DIRECTIONS[way]}{attempt.distance}"
    if found is not None:
        text += f">{found[1]}" if attempt.kind is Manner.PASS else f"x{found[1]}"
    return text + "xZ" * takes


# --- Deals -------------------------------------------------------------------------------------------


def headers(record: Record[Moment], text: str, moment: Moment | None) -> Iterator[OtherHeader]:
    """Yield the deals and the printed positions that may have been meant, and the other compass.

    Args:
        record: The record.
        text: The turn that does not fit, whose piece may have another diagram; "" for deals that cannot be.
        moment: How the game stands before it.
    """
    if moment is not None and moment.setup.printed:
        yield from _positions(moment, text)
    rules = record.begun.state.rules
    parts = [part for part in read_cell(text).parts if part.letter]
    for header in record.document.headers:
        if header.key.startswith(PLACEMENT) and rules.free_placement:
            yield from _placements(record, header, {part.letter for part in parts} if text else None)
        if header.key not in {*rules.sides, *rules.french}:
            continue
        try:
            pairs = read_pairs(rules, header.value)
        except RulesError:
            side = rules.side(header.key)
            for value in other_letters(rules, side, header.value) if not text else ():
                yield OtherHeader(header.key, value, LETTER)
            continue
        dealt = {letter: number for letter, number in pairs.items() if number is not None}
        found = _in_doubt(dealt) if not text else {part.letter for part in parts} & dealt.keys()
        for other, weight in _deals(dealt, found, [*rules.diagrams], exchange=bool(text)):
            value = " ".join(f"{letter}{number}" for letter, number in other.items())
            yield OtherHeader(header.key, value, weight)
    if text and record.begun.state.setup.compass in {0, 1}:
        names = record.begun.state.setup.names
        yield OtherHeader("Compass", names[1 - record.begun.state.setup.compass], OTHER_DIAGRAM)


def _placements(record: Record[Moment], header: Header, letters: set[str] | None) -> Iterator[OtherHeader]:
    """Yield what a placement may have been: one that cannot be, or that of a piece that does not fit."""
    setup = record.begun.state.setup
    names = {name: side for each in (setup.rules.sides, setup.rules.french) for side, name in enumerate(each)}
    side = names.get(header.key.removeprefix(PLACEMENT))
    if side is None or (letters is None and setup.placements[side] is not None):
        return
    chosen = None if letters is None else frozenset(letters)
    for value, weight in other_placements(setup.rules, side, header.value, chosen):
        yield OtherHeader(header.key, value, weight)


def _in_doubt(dealt: Mapping[str, int]) -> set[str]:
    """Return the letters of which two have one diagram."""
    numbers = list(dealt.values())
    return {letter for letter, number in dealt.items() if numbers.count(number) > 1}


def _deals(
    dealt: Mapping[str, int], letters: set[str], numbers: Sequence[int], *, exchange: bool
) -> Iterator[tuple[dict[str, int], float]]:
    """Yield a deal with one diagram changed of some letters, and with two exchanged."""
    free = [number for number in numbers if number not in dealt.values()]
    for letter in sorted(letters):
        for number in free:
            yield {**dealt, letter: number}, OTHER_DIAGRAM if exchange else 1.0
    for one, other in combinations(dealt, 2) if exchange else ():
        if {one, other} & letters:
            yield {**dealt, one: dealt[other], other: dealt[one]}, EXCHANGED


# --- Printed positions -------------------------------------------------------------------------------


def _positions(moment: Moment, text: str) -> Iterator[OtherHeader]:
    """Yield the position that is printed after a turn with what is wrong in it as the moves have it.

    Args:
        moment: How the game stands before the turn.
        text: The turn.
    """
    setup, position = moment.setup, follow(moment, text).state.position
    printed = setup.printed.get(position.turns)
    if printed is None:
        return
    found = differences(printed, position)
    choices = [(each,) for each in found] + [found] * (len(found) > 1)
    for choice in choices if len(found) <= MOST_MISPRINTED else ():
        value, said = rewritten(printed, choice, setup.rules, setup.compass)
        if value:
            weight = prod(_misprinted(each, setup.rules) for each in choice)
            yield OtherHeader(printed.key, value, weight, len(choice), said)


def _misprinted(each: Difference, rules: Rules) -> float:
    """Return how likely it is that a piece is printed elsewhere."""
    if each.there < 0 or each.printed < 0:
        return LEFT_OUT if each.printed < 0 else TOO_MUCH
    one, other = rules.board.square(each.there), rules.board.square(each.printed)
    return NEAR if max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1 else FAR


# --- What is not known -------------------------------------------------------------------------------


def unknowns(look: Look[Moment]) -> tuple[Unknown, ...]:
    """Return what was heard of each side's pieces, with what the headers say of them.

    Of a side whose deal is known every answer is compared with that already.
    """
    moment, model = look.state, agent_model(look.options.get("model", "coin"))
    found = []
    for side in (0, 1):
        if moment.setup.deals[side] is None:
            notes = moment.notes(side, model)
            known = moment.setup.dealt[side] or {}
            left = {letter: own.left for letter, own in notes.letters.items()}
            left |= {letter: left[letter] & {number} for letter, number in known.items()}
            chances = tuple(own.agent_chance for own in notes.letters.values())
            found.append(Unknown(notes.title, (side, (*left.values(),), chances), partial(notes.brief, left)))
    return tuple(found)
