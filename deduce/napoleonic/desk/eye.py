"""The player's eye: how his guesses of distances compare with what was measured afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.desk.guesses import Guess

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["Eye", "Glance", "corrected"]


@dataclass(frozen=True)
class Glance:
    """A distance that was guessed before a charge and measured after it.

    Attributes:
        charge: The number of the entry that declared the charge.
        unit: The unit that charged.
        guess: What was guessed.
        measured: What was measured.
    """

    charge: int
    unit: str
    guess: Guess
    measured: Amount

    @property
    def ratio(self) -> Fraction:
        """How many times the middle of the guess the distance was."""
        return Fraction(self.measured) / self.guess.middle


@dataclass(frozen=True)
class Eye:
    """What was guessed, and what was measured after the touch.

    Attributes:
        glances: Every guess that was measured, in the order of the entries.
    """

    glances: tuple[Glance, ...] = ()

    def with_glance(self, glance: Glance) -> Eye:
        """Return it with one more."""
        return replace(self, glances=(*self.glances, glance))

    def of(self, charge: int) -> Glance | None:
        """Return what was measured of a charge, by the number of the entry that declared it."""
        return next((each for each in self.glances if each.charge == charge), None)

    @property
    def bias(self) -> Fraction:
        """How many times the guesses the distances are on average; 1 before anything was measured.

        Examples:
            >>> Eye((Glance(1, "3", Guess(25, 31), 28), Glance(9, "3", Guess(20, 20), 22))).bias
            Fraction(21, 20)
        """
        if not self.glances:
            return Fraction(1)
        return sum((each.ratio for each in self.glances), Fraction(0)) / len(self.glances)

    @property
    def spread(self) -> Fraction:
        """How far that is off on average, as a share of the guess."""
        if not self.glances:
            return Fraction(0)
        return sum((abs(each.ratio - self.bias) for each in self.glances), Fraction(0)) / len(self.glances)

    def is_trained(self, book: Book) -> bool:
        """Tell whether enough was measured to correct a guess by it."""
        return len(self.glances) >= book.number("eye.least")


def corrected(book: Book, eye: Eye, guess: Guess) -> Guess:
    """Return a guess corrected by what the player's guesses were worth; as it is while that is not known.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> short = Eye(tuple(Glance(entry, "3", Guess(20, 20), 22) for entry in range(5)))
        >>> corrected(book_of(), short, Guess(20, 30))
        Guess(least=Fraction(22, 1), most=Fraction(33, 1))

    Args:
        book: The book.
        eye: What was guessed and measured before.
        guess: The guess.
    """
    if not eye.is_trained(book):
        return guess
    bias, spread = eye.bias, eye.spread
    least = min(guess.least * bias, guess.middle * (bias - spread))
    most = max(guess.most * bias, guess.middle * (bias + spread))
    return Guess(max(Fraction(0), least), most)
