"""Periods, halves and quarters: where a moment lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.clock.state import Play

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment

__all__ = ["Calendar", "Date", "calendar_of"]


class Date(NamedTuple):
    """Where a moment lies; everything counts from 1.

    Attributes:
        period: The period.
        half: The half of it.
        quarter: The quarter of the period.
    """

    period: int
    half: int
    quarter: int

    def __str__(self) -> str:
        return f"P{self.period} H{self.half} Q{self.quarter}"


class Calendar(NamedTuple):
    """How long periods and halves are.

    Attributes:
        period: The quarters of a period.
        half: The quarters of a half; the last half of a period may have fewer.
    """

    period: int
    half: int

    def date(self, moment: Moment) -> Date:
        """Return where a moment lies.

        Examples:
            >>> str(Calendar(4, 2).date(6))
            'P2 H2 Q3'
        """
        periods, quarter = divmod(moment, self.period)
        return Date(periods + 1, quarter // self.half + 1, quarter + 1)

    def begin(self, moment: Moment, play: Play) -> Moment:
        """Return when the quarter, half or period began that a moment lies in."""
        if play is Play.QUARTERS:
            return moment
        quarter = moment % self.period
        return moment - (quarter if play is Play.PERIODS else quarter % self.half)

    def end(self, moment: Moment, play: Play) -> Moment:
        """Return when the quarter, half or period ends that a moment lies in.

        Examples:
            >>> Calendar(4, 2).end(5, Play.HALVES), Calendar(4, 2).end(5, Play.PERIODS)
            (6, 8)
        """
        if play is Play.QUARTERS:
            return moment + 1
        period = self.begin(moment, Play.PERIODS) + self.period
        return period if play is Play.PERIODS else min(self.begin(moment, play) + self.half, period)


def calendar_of(book: Book) -> Calendar:
    """Return how long periods and halves are in a book, which makes sure that these are whole quarters."""
    return Calendar(int(book.number("period.quarters")), int(book.number("half.quarters")))
