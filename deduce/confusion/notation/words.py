"""Saying things as players say them at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import (
    Agree,
    Attempt,
    Expose,
    Manner,
    MoveTwo,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
    Waive,
)
from deduce.confusion.engine.directions import DIRECTIONS, opposite

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action, Answer
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.rules import Rules

__all__ = ["DISTANCES", "WAYS", "action_name", "action_words", "attempt_words", "deed_words", "moves_words"]

WAYS = (
    "forward",
    "forward right",
    "right",
    "back right",
    "back",
    "back left",
    "left",
    "forward left",
)
"""The directions as their owner calls them, clockwise from towards the opponent."""
PAIRS = (
    (0, 0, "forward"),
    (1, 7, "diagonally forward"),
    (2, 6, "sideways"),
    (3, 5, "diagonally back"),
    (4, 4, "back"),
)
"""What two directions are called together, if a diagram has both."""
DISTANCES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def attempt_words(attempt: Attempt) -> str:
    """Return an attempt in words.

    Examples:
        >>> attempt_words(Attempt("C", 0, 2)), attempt_words(Attempt("V", 7, 1, Manner.CARRY))
        ('C two forward', 'V with Z one forward left')
    """
    who = {
        Manner.MOVE: attempt.letter,
        Manner.CARRY: f"{attempt.letter} with Z",
        Manner.PASS: f"{attempt.letter} passing Z",
    }
    return f"{who[attempt.kind]} {DISTANCES[attempt.distance]} {WAYS[attempt.way]}"


def action_words(action: Action) -> str:
    """Return anything that can be done in words."""
    return attempt_words(action) if isinstance(action, Attempt) else str(action)


def action_name(action: Action, *, turned: bool) -> str:
    """Return an action as the record writes it.

    Examples:
        >>> action_name(Attempt("C", 0, 2), turned=False), action_name(Attempt("C", 0, 2), turned=True)
        ('C-N2', 'C-S2')

    Args:
        action: The action.
        turned: Whether the record's compass is the other side's.
    """
    if not isinstance(action, Attempt) or not turned:
        return str(action)
    head, _, _ = str(action).partition("-")
    return f"{head}-{DIRECTIONS[opposite(action.way)]}{action.distance}"


def deed_words(action: Action, answer: Answer, rules: Rules, who: str) -> list[str]:
    """Return what was done beside attempts in words, for whoever does not read the record's signs.

    Args:
        action: What was done.
        answer: What was answered.
        rules: The rules.
        who: The name of the side that did it.
    """
    other = rules.sides[1 - rules.sides.index(who)]
    match action:
        case Remove(letter=letter):
            said = f"{who} takes off its own {letter}"
        case Expose(letter=letter):
            said = f"{who} takes off {other}'s {letter}, the double agent"
        case Reveal(letter=letter):
            said = f"{who}'s {letter} was shown" + (
                f": {rules.diagrams[answer.shown]}" if answer.shown else ""
            )
        case MoveTwo():
            said = f"{who} makes two attempts this turn"
        case SwapTwo(first=first, second=second):
            said = f"{who}'s {first} and {second} change places"
        case Waive():
            said = f"{who} leaves the second attempt out"
        case Resign():
            said = f"{who} gives up; undo takes that back"
        case Agree():
            said = "Both agree on a draw; undo takes that back"
        case _:
            return []
    return [said]


def moves_words(diagram: Diagram, pleases: str = "as the opponent pleases") -> str:
    """Say where a diagram allows to move, as its owner sees it.

    Examples:
        >>> from deduce.confusion import standard_diagrams
        >>> moves_words(standard_diagrams()[2]), moves_words(standard_diagrams()[6])
        ('up to 3 squares forward or diagonally back', '1 square in any direction')

    Args:
        diagram: The diagram.
        pleases: What a double agent does.
    """
    if diagram.is_double_agent:
        return pleases
    squares = "1 square" if diagram.reach == 1 else f"up to {diagram.reach} squares"
    if len(diagram.directions) == len(WAYS):
        return f"{squares} in any direction"
    found = list[str]()
    for one, other, words in PAIRS:
        if {one, other} <= diagram.directions:
            found.append(words)
        else:
            found += [WAYS[way] for way in (one, other) if way in diagram.directions]
    return f"{squares} {' or '.join(filter(None, (', '.join(found[:-1]), found[-1])))}"
