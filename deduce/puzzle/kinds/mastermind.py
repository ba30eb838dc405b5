"""Mastermind: guesses with their pins that leave one code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deduce.puzzle.draft import Clue, Draft, Unknowns
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from deduce.puzzle.draft import Block
    from deduce.puzzle.kinds.kind import Size

__all__ = ["MASTERMIND"]

COLOURS = ("red", "green", "blue", "yellow", "white", "black", "orange", "purple", "brown", "pink")
_NEAR = (0.34, 0.22, 0.22, 0.16, 0.1)
"""How often a colour of a guess is right on purpose, for each grade."""
_GUESSES = 14
"""How many guesses there are before those go that are not needed."""


def _pins(code: Sequence[str], guess: Sequence[str]) -> tuple[int, int]:
    """Return how many colours are right where they are, and how many elsewhere."""
    right = sum(one == other for one, other in zip(code, guess, strict=True))
    return right, (Counter(code) & Counter(guess)).total() - right


def _says(pegs: Sequence[str], guess: Sequence[str], right: int, elsewhere: int) -> Block:
    """Return what pins say: of the places, and of how often each colour is in the code."""
    places = [f"{peg} is {colour}" for peg, colour in zip(pegs, guess, strict=True)]
    often: list[Block] = [
        {"at_least": number, "of": [f"{peg} is {colour}" for peg in pegs]}
        for colour, count in Counter(guess).items()
        for number in range(1, count + 1)
    ]
    return {"all_of": [{"exactly": right, "of": places}, {"exactly": right + elsewhere, "of": often}]}


def _draw(draw: random.Random, size: Size, grade: int) -> Draft:
    """Draw a code, and guesses that are as near to it as suits the grade."""
    length, colours = size[0], COLOURS[: size[1]]
    pegs = tuple(f"place {number}" for number in range(1, length + 1))
    code = [draw.choice(colours) for _ in pegs]
    near = _NEAR[grade - 1]
    clues: dict[str, Clue] = {}
    for _ in range(_GUESSES + 2 * length):
        guess = [own if draw.random() < near else draw.choice(colours) for own in code]
        right, elsewhere = _pins(code, guess)
        if right == length:
            continue
        text = f"{' '.join(guess)}: {right} right, {elsewhere} elsewhere"
        clues[text] = Clue(text, _says(pegs, guess, right, elsewhere))
    return Draft(
        title=f"A code of {length} places in {len(colours)} colours",
        about=(
            "Each guess is told how many of its colours are right where they are, and how many more are in "
            f"the code, but elsewhere. The colours are {', '.join(colours[:-1])} and {colours[-1]}; any may "
            "be there more than once. What is the code?"
        ),
        unknowns=(Unknowns(pegs, colours),),
        clues=tuple(clues.values()),
        solution=dict(zip(pegs, code, strict=True)),
    )


MASTERMIND = Kind(
    about="Guesses with pins leave one code: which?",
    spans=(Span("places", 2, 6), Span("colours", 2, len(COLOURS))),
    usual=((3, 4), (2, 6), (4, 5), (5, 3), (5, 4)),
    draw=_draw,
)
