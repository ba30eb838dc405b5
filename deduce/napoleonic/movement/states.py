"""States: which is worse, what makes a unit lose its order, and how long it takes to re-form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.asking import Found
from deduce.ruling.errors import RulingError
from deduce.ruling.judgement import Question
from deduce.ruling.languages import NOTHING, Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Outcome

__all__ = ["at_least", "merged", "re_forming", "state_met", "touched", "worst_of"]

UNFORMED = "unformed"
TABLE = "re-forming"
STATES = ("state_during", "state_after")
"""What of an act tells a state; of two causes one state comes."""


@procedure("NAP-STATE-1")
def at_least(book: Book, state: str, other: str) -> bool:
    """Tell whether a state is another "or worse".

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> at_least(book_of(), "disorder", "disorganised")
        True
    """
    ladder = book.law.features["state"].words
    return ladder.index(state) >= ladder.index(other)


@procedure("NAP-STATE-2")
def worst_of(book: Book, states: Iterable[str]) -> str:
    """Return the state that comes of several causes at once; formed if there is none.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> worst_of(book_of(), ["disorganised", "unformed"])
        'unformed'
    """
    ladder = book.law.features["state"].words
    named = [*states]
    for state in named:
        if state not in ladder:
            message = f"the rules give the state {quoted(state)}; {did_you_mean(state, ladder)}"
            raise RulingError(message)
    places = [ladder.index(state) for state in named]
    worst = max(places, default=0)
    if book.choice("DEC-2") == "further":
        causes = sum(1 for place in places if place)
        worst = min(worst + max(causes - 1, 0), len(ladder) - 1)
    return ladder[worst]


@procedure("NAP-STATE-3")
def touched(figures: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return the ground that hinders a whole unit: whatever any single figure of it touches.

    Examples:
        >>> sorted(touched([["open"], ["open", "wood"]]))
        ['open', 'wood']
    """
    return frozenset(ground for figure in figures for ground in figure)


@procedure("NAP-STATE-6", "NAP-FACE-7", "NAP-FACE-9", "NAP-FACE-10")
def state_met(state: str, *, ends: Amount, contact: Amount, turns_as: str = "") -> str:
    """Return the state in which an enemy finds a unit that was moving, turning or changing formation.

    Examples:
        >>> state_met("formed", ends=2, contact=1), state_met("formed", ends=1, contact=1)
        ('unformed', 'formed')

    Args:
        state: Its state otherwise.
        ends: The moment at which it is done; what ends in the first quarter ends at 1.
        contact: The moment at which the quarter of the contact begins.
        turns_as: The formation in which it turns its figures; "" if it does something else.
    """
    if contact >= ends or turns_as == "skirmish":
        return state
    return state if state == "disorder" else UNFORMED


@procedure("NAP-STATE-5")
def re_forming(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return how many quarters it `takes` to re-form, halted; or what has to be known to tell.

    Args:
        book: The book.
        facts: What is known: state, arm, and of artillery the formation.
    """
    found = book.looked_up(TABLE, facts)
    if not any(each.feature == TABLE for each in found.questions):
        return found
    asks = Words(
        "how many quarters does it take to re-form? (the book does not say it for this)",
        "combien de quarts faut-il pour se reformer ? (le livre ne le dit pas pour ce cas)",
    )
    return Found({}, questions=(Question(TABLE, asks, ("NAP-STATE-5",), (f"DEC-3={book.choice('DEC-3')}",)),))


def merged(book: Book, facts: Mapping[str, Fact], outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return what comes of an act with one state where there are several causes.

    A unit that is worse off already stays so: nothing but re-forming makes it better.

    Args:
        book: The book.
        facts: What is known; the state if that is to count.
        outcomes: What comes of the act.
    """
    said = [*outcomes]
    for name in STATES:
        causes = [each for each in said if each.name == name]
        if not causes:
            continue
        values = [str(each.value) for each in causes]
        now = facts.get("state")
        worst = worst_of(book, values)
        if isinstance(now, str) and not at_least(book, worst, now):
            worst = now
        last = next((each for each in causes if each.value == worst), causes[0])
        rules = tuple(dict.fromkeys(rule for each in causes if each.value == worst for rule in each.rules))
        one = replace(last, value=worst, rules=rules or ("NAP-STATE-2",))
        if one.value != last.value:
            one = replace(one, words=NOTHING)
        place = said.index(causes[0])
        said = [*said[:place], one, *(each for each in said[place:] if each.name != name)]
    return tuple(said)
