"""Reading and writing which diagrams a side's pieces have: by number or by name, all of them or some."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.confusion.engine.game import check_deal
from deduce.confusion.errors import RulesError
from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, whole_of
from deduce.tabletop.errors import LineError
from deduce.tabletop.names import one_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.engine.rules import Rules

__all__ = ["deal_text", "read_pairs"]

_WORD = re.compile(r"(?P<word>[^\W\d_]+|\d+|[?,;])|[\s=:.\-]+")
LARGEST_NUMBER = 999_999
_PARTING = frozenset({",", ";"})
_IDLE = frozenset({"is", "the", "and"})


def read_pairs(rules: Rules, text: str) -> dict[str, int | None]:
    """Read letters with their diagrams, as far as they are said.

    Examples:
        >>> from deduce.confusion import Rules
        >>> read_pairs(Rules.of("classic"), "A6 c: chickenfoot, e the abb h ?")
        {'A': 6, 'C': 3, 'E': 12, 'H': None}

    Args:
        rules: The rules.
        text: What was said; ? for a diagram that is not known.

    Raises:
        RulesError: If it makes no sense.
    """
    found: dict[str, int | None] = {}
    letter, named = "", list[str]()
    for word in (*_words(text), ","):
        is_piece = rules.has_piece(word.upper())
        if letter and named and (is_piece or word in _PARTING or named[0].isdecimal() or named[0] == "?"):
            if letter in found:
                message = f"{letter} stands twice in the deal"
                raise RulesError(message)
            found[letter] = None if named == ["?"] else _number(rules, letter, " ".join(named))
            letter, named = "", []
        if letter and word in _PARTING:
            message = f"behind {letter} the number or the name of its diagram is missing, such as {letter}6"
            raise RulesError(message)
        if letter:
            named += [word] * (word.casefold() not in _IDLE)
        elif is_piece:
            letter = word.upper()
        elif word not in _PARTING:
            raise _strange(word)
    return found


def _words(text: str) -> Iterator[str]:
    """Yield the words, numbers and commas of a text."""
    place = 0
    while place < len(text):
        found = _WORD.match(text, place)
        if found is None:
            raise _strange(text[place:])
        if found["word"]:
            yield found["word"]
        place = found.end()


def _strange(text: str) -> RulesError:
    return RulesError(f"{quoted(text)} is no letter with the number of a diagram, such as A6")


def deal_text(rules: Rules, side: int, dealt: Mapping[str, int]) -> str:
    """Return what is known of a side's deal as a header has it; the last letter follows from the others.

    Raises:
        RulesError: If two letters have one diagram.
    """
    known = dict(dealt)
    if len(known) == len(rules.letters) - 1:
        (letter,) = set(rules.letters) - set(known)
        left = set(rules.diagrams) - set(known.values())
        known |= {letter: left.pop()} if len(left) == 1 else {}
    check_deal(rules, side, known, whole=False)
    return " ".join(f"{letter}{known[letter]}" for letter in sorted(known))


def _number(rules: Rules, letter: str, name: str) -> int:
    """Return the diagram that is named; a number that does not exist is for the check of the deal."""
    try:
        if name.isdecimal():
            return whole_of(name, f"the diagram of {letter}", 0, LARGEST_NUMBER)
        return one_named(name, rules.diagrams.words(), "diagram")
    except IntakeError as error:
        raise RulesError(error.reason) from None
    except LineError as error:
        message = f"{letter}: {error}"
        raise RulesError(message) from None
