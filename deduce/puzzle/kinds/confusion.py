"""Confusion: pieces of a game, what was tried and answered; what are they, or which answer is a lie?

A random game is played by the engine. Some of one side's pieces are taken, and what was answered about them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.proof.words import joined
from deduce.puzzle.draft import Clue, Draft, Unknowns
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.puzzle.kinds.kind import Size

__all__ = ["LIE", "PIECE", "PIECES"]

_PLIES = 300
"""How long a game is followed, if it does not end before."""
_ACROSS = 5
"""How many diagrams are drawn side by side."""
_WIDE = 14
"""How many columns each of them takes."""
THE_LIE = "the lie"
_OPPOSITES = {"allowed": "refused", "refused": "allowed"}
"""What is answered, and the opposite of it."""


@dataclass(frozen=True)
class _Record:
    """What was heard of some pieces.

    Attributes:
        diagrams: What they are among them.
        deal: Which each of them is.
        heard: What was said, with the letter and the diagrams that it leaves and that it excludes.
    """

    diagrams: Sequence[Diagram]
    deal: Mapping[str, str]
    heard: Sequence[tuple[str, str, Sequence[str], Sequence[str]]]

    @property
    def about(self) -> str:
        """What has to be known to begin."""
        return (
            f"The pieces {joined(self.deal)} are {joined(each.name for each in self.diagrams)}, each of them "
            "one. A diagram shows the directions in which a piece may move, forward being up, and how many "
            "squares at most. What was tried and answered is told by the rows of the record."
        )

    @property
    def picture(self) -> tuple[str, ...]:
        """The diagrams, side by side."""
        lines: list[str] = []
        for start in range(0, len(self.diagrams), _ACROSS):
            some = self.diagrams[start : start + _ACROSS]
            lines += [""] if lines else []
            lines.append("".join(f"{each.name:<{_WIDE}}" for each in some).rstrip())
            rows = zip(*(each.picture() for each in some), strict=True)
            lines += ["".join(f"{part:<{_WIDE}}" for part in row).rstrip() for row in rows]
        return tuple(lines)


def _played(draw: random.Random, count: int) -> _Record:
    """Play a game and listen to what is said of some pieces of one side."""
    rules = Rules.of("classic")
    game = random_game(rules, draw, plies=_PLIES)
    side = draw.randrange(2)
    letters = sorted(draw.sample(rules.letters, count))
    names = {number: diagram.name for number, diagram in rules.diagrams.items()}
    dealt = game.deals[side] or {}
    deal = {letter: names[dealt[letter]] for letter in letters}
    there = [diagram for diagram in rules.diagrams.values() if diagram.name in deal.values()]
    heard: dict[tuple[str, str], tuple[str, str, Sequence[str], Sequence[str]]] = {}
    for entry in sheet_of(game, side).heard:
        left = [each.name for each in there if each.number in entry.diagrams]
        gone = [each.name for each in there if each.number not in entry.diagrams]
        is_answer = entry.text.rpartition(", ")[2] in _OPPOSITES
        if entry.letter in deal and is_answer and left and gone:
            words = entry.text.partition(": ")[2]
            heard.setdefault((entry.letter, words), (entry.text, entry.letter, left, gone))
    return _Record(there, deal, draw.sample(list(heard.values()), len(heard)))


def _draw(draw: random.Random, size: Size, grade: int, *, is_one: bool) -> Draft:
    """Draw a record; all pieces are asked for, or one of them."""
    record = _played(draw, size[0])
    letters = tuple(record.deal)
    one = draw.choice(letters)

    def goes_first(answer: tuple[str, str, Sequence[str], Sequence[str]]) -> tuple[bool, int]:
        """Tell what is left out first: answers about the one that is asked for, and those that say much."""
        return is_one and answer[1] == one, -len(answer[2]) if grade > 1 else 0

    # One answer alone would be no puzzle.
    heard = sorted((each for each in record.heard if len(each[2]) > 1 or not is_one), key=goes_first)
    return Draft(
        title=f"Confusion: what is {one}?" if is_one else f"Confusion: what are {joined(letters)}?",
        about=record.about,
        unknowns=(Unknowns(letters, tuple(each.name for each in record.diagrams), different=True),),
        clues=tuple(Clue(text, {"unknown": letter, "among": list(left)}) for text, letter, left, _ in heard),
        solution=dict(record.deal),
        asks=(one,) if is_one else (),
        picture=record.picture,
    )


def _draw_lie(draw: random.Random, size: Size, _: int) -> Draft | None:
    """Draw a record in which one answer is turned round; None if nothing was answered."""
    record = _played(draw, size[0])
    if not record.heard:
        return None
    letters = tuple(record.deal)
    wrong = draw.randrange(len(record.heard))
    clues = []
    for number, (text, letter, left, gone) in enumerate(record.heard):
        words, said = (_turned(text), gone) if number == wrong else (text, left)
        clues.append(_clue(number + 1, words, {"unknown": letter, "among": list(said)}))
    pieces = Unknowns(letters, tuple(each.name for each in record.diagrams), different=True)
    return Draft(
        title="Confusion: which answer is a lie?",
        about=f"{record.about} Exactly one answer is the opposite of the truth. Which one?",
        unknowns=(pieces, Unknowns((THE_LIE,), tuple(clue.id for clue in clues))),
        clues=tuple(clues),
        solution={**record.deal, THE_LIE: str(wrong + 1)},
        asks=(THE_LIE,),
        picture=record.picture,
    )


def _clue(number: int, text: str, said: object) -> Clue:
    """Return a clue that is true unless it is the lie."""
    return Clue(text, {"exactly": 1, "of": [said, f"{THE_LIE} is {number}"]}, str(number))


def _numbered(draft: Draft) -> Draft | None:
    """Number the clues that are left anew, since only these can be the lie; None if it is not among them."""
    draft = _by_row(draft)
    numbers = {clue.id: number for number, clue in enumerate(draft.clues, 1)}
    lie = numbers.get(str(draft.solution[THE_LIE]))
    if lie is None:
        return None
    pieces, _ = draft.unknowns
    return replace(
        draft,
        unknowns=(pieces, Unknowns((THE_LIE,), tuple(map(str, numbers.values())))),
        clues=tuple(_clue(numbers[clue.id], clue.text, clue.says["of"][0]) for clue in draft.clues),
        solution={**draft.solution, THE_LIE: str(lie)},
    )


def _by_row(draft: Draft) -> Draft:
    """Put the clues into the order of the record."""
    return replace(draft, clues=tuple(sorted(draft.clues, key=_row)))


def _row(clue: Clue) -> int:
    """Return in which row of the record a clue stands."""
    return int(clue.text.partition(":")[0].removeprefix("row "))


def _turned(text: str) -> str:
    """Return an answer the other way round."""
    head, _, answer = text.rpartition(", ")
    return f"{head}, {_OPPOSITES[answer]}"


PIECES = Kind(
    about="Confusion: some pieces and what was answered about them; what is each?",
    spans=(Span("pieces", 2, 12),),
    usual=((3,), (4,), (5,), (6,), (8,)),
    draw=partial(_draw, is_one=False),
    grades=(1,),
    finish=_by_row,
)
PIECE = Kind(
    about="Confusion: some pieces and what was answered about them; what is one of them?",
    spans=(Span("pieces", 2, 12),),
    usual=((4,), (8,), (10,), (10,), (10,)),
    draw=partial(_draw, is_one=True),
    grades=(1, 2, 3),
    finish=_by_row,
)
LIE = Kind(
    about="Confusion: one answer in a short record is a lie; which one?",
    spans=(Span("pieces", 2, 8),),
    usual=((2,), (3,), (3,), (4,), (5,)),
    draw=_draw_lie,
    grades=(3,),
    finish=_numbered,
    is_renewed=True,
)
