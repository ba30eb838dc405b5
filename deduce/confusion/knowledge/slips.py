"""Slips on a sheet: which of its entries was probably noted wrongly, in a time that grows with their number.

Each entry speaks of one letter, so everything that `deduce.proof.slips` asks of the whole log follows from
what is left to each letter: the chances from one belief in which each letter's entries are weighed together,
and the worlds if an entry was another from what the other entries of its letter leave.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd
from operator import and_
from typing import TYPE_CHECKING, TypeAlias

from deduce.belief.belief import Belief
from deduce.errors import OutOfReachError
from deduce.evidence.log import Log
from deduce.problem.problem import Problem
from deduce.proof.slips import DEFAULT_RATE, Suspect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.knowledge.heard import Heard
    from deduce.confusion.knowledge.notes import Link, Notes, Own
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.evidence.log import Entry

__all__ = ["suspects_of"]

Numbers: TypeAlias = "frozenset[int]"
State: TypeAlias = "tuple[int, Numbers, tuple[int, ...], Numbers]"
"""What decides what is left to a letter: how many entries were heard, and what they leave."""
RIGHT, WRONG = (1 - DEFAULT_RATE).numerator, DEFAULT_RATE.numerator
"""How likely an entry is right, against how likely it is a slip."""


def suspects_of(sheet: Sheet) -> list[Suspect]:
    """Rank what was heard by how likely it was noted wrongly, as `deduce.proof.slips.suspects` does.

    A piece that is the double agent may be answered either way, so its entries are never slips then.

    Args:
        sheet: The sheet.
    """
    return _Slips(sheet).ranked()


class _Slips:
    """The slips on one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.notes: Notes = sheet.notes
        self.everything: Numbers = frozenset(self.notes.rules.diagrams)
        self._minors: dict[str, dict[int, int]] = {}
        self._shares: dict[tuple[str, Numbers], Fraction] = {}

    def ranked(self) -> list[Suspect]:
        """Return the suspects, the likeliest slip first."""
        found: dict[str, tuple[Suspect, int]] = {}
        entries = {entry.id: entry for entry in self.sheet.log}
        for letter in self.notes.rules.letters:
            links = self.notes.links_of(letter)
            if links:
                found |= {
                    suspect.entry.id: (suspect, left) for suspect, left in self._of(letter, links, entries)
                }
        ordered = [found[entry.id] for entry in self.notes.heard]
        has_agent = self.notes.rules.diagrams.double_agent is not None

        def rank(place: int) -> tuple[Fraction | int, ...]:
            suspect, left = ordered[place]
            chance = -1 if suspect.probability is None else suspect.probability
            if self.sheet.is_consistent:
                return (chance, left, place)
            # With a double agent what counts is what is left where its answers are weighed again.
            return ((suspect.worlds_if_reversed or 0) if has_agent else left, chance, place)

        places = sorted(range(len(ordered)), key=rank, reverse=True)
        return [ordered[place][0] for place in places]

    def _of(self, letter: str, links: Sequence[Link], entries: dict[str, Entry]) -> list[tuple[Suspect, int]]:
        """Return the suspects among the entries on a letter, each with the worlds if it is just reversed."""
        heard = [link.entry for link in links]
        # What the entries behind each one leave.
        behind = [*accumulate((entry.diagrams for entry in reversed(heard)), and_, initial=self.everything)]
        others = [link.own.left & left for link, left in zip(links, behind[-2::-1], strict=True)]
        again = _Again(self.notes, heard) if self.notes.rules.diagrams.double_agent is not None else None
        found: list[tuple[Suspect, int]] = []
        for place, (entry, left) in enumerate(zip(heard, others, strict=True)):
            just_reversed = self._count(letter, left - entry.diagrams)
            reversed_, removed = just_reversed, 0
            if again is None:
                removed = self._count(letter, left)
            else:
                before = links[place].own
                other = replace(
                    entry, diagrams=entry.opposite, opposite=entry.diagrams, allowed=not entry.allowed
                )
                reversed_ = self._count(letter, again.left(place + 1, self.notes.retold(before, [other])))
                removed = self._count(letter, again.left(place + 1, before))
            suspect = Suspect(entries[entry.id], self._chance(letter, entry), reversed_, removed)
            found.append((suspect, just_reversed))
        return found

    def _count(self, letter: str, left: Numbers) -> int:
        """Return how many worlds there are if just these diagrams are left to a letter."""
        if letter not in self._minors:
            self._minors[letter] = self._worlds_by_diagram(letter)
        return sum(self._minors[letter][number] for number in left)

    def _worlds_by_diagram(self, letter: str) -> dict[int, int]:
        """Return how many worlds there are with each diagram of a letter if nothing was heard of that one."""
        given = self.notes.problem
        # Worlds are counted, however likely they are.
        log = Log(Problem.one_to_one(given.unknowns, given.values))
        brief = self.notes.brief({letter: self.everything})
        belief = Belief(log.extended(entry for entry in brief if entry.id != letter))
        if not belief.is_consistent:
            return dict.fromkeys(self.everything, 0)
        row = belief.probabilities[letter]
        return {number: int(row.get(number, 0) * belief.count) for number in self.everything}

    def _chance(self, letter: str, entry: Heard) -> Fraction | None:
        """Return how likely an entry is a slip."""
        if self._chances is None:
            return None
        row, key = self._chances[letter], (letter, entry.diagrams)
        if key not in self._shares:
            wrong = (chance for number, chance in row.items() if number not in entry.diagrams)
            self._shares[key] = sum(wrong, start=Fraction(0))
        return self._shares[key]

    @cached_property
    def _chances(self) -> dict[str, dict[int, Fraction]] | None:
        """How likely each letter has each diagram if every entry may be a slip; None if out of reach."""
        doubted = Log(self.notes.problem)
        for letter in self.notes.rules.letters:
            heard = [link.entry for link in self.notes.links_of(letter)]
            if not heard:
                continue
            right = {number: sum(number in entry.diagrams for entry in heard) for number in self.everything}
            weights = {
                number: RIGHT**count * WRONG ** (len(heard) - count) for number, count in right.items()
            }
            common = gcd(*weights.values())
            weights = {number: weight // common for number, weight in weights.items()}
            doubted = doubted.append(text=letter, id=letter, weights={letter: weights})
        try:
            rows = Belief(doubted).probabilities
        except OutOfReachError:
            return None
        return {
            letter: {number: rows[letter].get(number, Fraction(0)) for number in self.everything}
            for letter in self.notes.rules.letters
        }


class _Again:
    """What is left to a letter by its later entries, with each answer weighed again (CF-DA-1).

    What is left only shrinks, so most of what might have been heard soon leaves the same: that is worked out
    once.
    """

    def __init__(self, notes: Notes, heard: Sequence[Heard]) -> None:
        self._notes, self._heard = notes, heard
        self._known: dict[State, Numbers] = {}

    def left(self, place: int, own: Own) -> Numbers:
        """Return what is left in the end.

        Args:
            place: How many entries were heard.
            own: What they leave.
        """
        passed: list[State] = []
        found: Numbers | None = None
        while place < len(self._heard):
            numbers = tuple(diagram.number for diagram in own.disguises)
            state = place, own.left, numbers, own.struck
            found = self._known.get(state)
            if found is not None:
                break
            passed.append(state)
            own = self._notes.retold(own, [self._heard[place]])
            place += 1
        found = own.left if found is None else found
        self._known |= dict.fromkeys(passed, found)
        return found
