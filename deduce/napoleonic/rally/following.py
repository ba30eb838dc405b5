"""Following a rally: who keeps contact, and who fights how at the end of the period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["Carried", "Caught", "carried_into", "caught_up", "keeps_contact", "must_both_rally"]


@procedure("NAP-RALLY-11", "NAP-RALLY-12", "NAP-RALLY-13")
def keeps_contact(book: Book, rallier: Amount, follower: Amount, *, is_uncontrolled: bool = False) -> bool:
    """Tell whether a follower keeps contact with a rally.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> keeps_contact(book_of(), 36, 34), keeps_contact(book_of(), 36, 34, is_uncontrolled=True)
        (False, True)

    Args:
        book: The book.
        rallier: The move of the rallier in column.
        follower: The follower's own move in its formation.
        is_uncontrolled: Whether the follower is in an uncontrolled advance.
    """
    if is_uncontrolled or follower > rallier:
        return True
    return follower == rallier and book.choice("DEC-7") == "contact"


@dataclass(frozen=True)
class Caught:
    """How the two fight who are still in contact at the end of the period.

    Attributes:
        rallier: The figures of the rallier that fight: all of them.
        follower: The figures of the follower that fight: all of them.
        rallier_state: The state of the rallier.
        follower_state: The state of the follower that counts in the fight.
        follow_bonus: Whether the follower has the bonus for following.
        charge_bonus: Whether the follower has the bonuses of a charge.
    """

    rallier: int
    follower: int
    rallier_state: str
    follower_state: str
    follow_bonus: bool
    charge_bonus: bool


@procedure("NAP-RALLY-17", "NAP-RALLY-18", "NAP-RALLY-19")
def caught_up(rallier: int, follower: int, gap: Amount, *, is_uncontrolled: bool = False) -> Caught | None:
    """Return how rallier and follower fight at the end of a period; None without base contact.

    Examples:
        >>> fight = caught_up(12, 10, 0)
        >>> fight.rallier, fight.follower, fight.follower_state
        (12, 10, 'disorganised')

    Args:
        rallier: The figures of the rallier.
        follower: The figures of the follower.
        gap: The distance between their bases, in cm.
        is_uncontrolled: Whether the follower is in an uncontrolled advance.
    """
    if gap > 0:
        return None
    state = "formed" if is_uncontrolled else "disorganised"
    return Caught(rallier, follower, "unformed", state, follow_bonus=True, charge_bonus=is_uncontrolled)


@dataclass(frozen=True)
class Carried:
    """A follower that is carried into other units of the rallier's side.

    Attributes:
        entry: How it comes into contact: a classic melee entry, without bonuses.
        state: The state of the follower.
        follow_bonus: Whether it has the bonus for following.
        they_fire: Whether the units it meets may fire; the rally masks them.
        their_state: The state in which they fight, as far as this decides it; "" if it does not.
    """

    entry: str
    state: str
    follow_bonus: bool
    they_fire: bool
    their_state: str


@procedure("NAP-RALLY-28")
def carried_into(*, is_interpenetrated: bool) -> Carried:
    """Return how a follower meets a unit that the rally leads it to.

    Args:
        is_interpenetrated: Whether the rally went through that unit.
    """
    theirs = "disorder" if is_interpenetrated else ""
    return Carried("melee", "disorganised", follow_bonus=False, they_fire=False, their_state=theirs)


@procedure("NAP-RALLY-29", "NAP-RALLY-30", "NAP-RALLY-31")
def must_both_rally(
    tied_rounds: int, *, is_equal_in_number: bool | None, is_equal_in_value: bool | None
) -> bool | None:
    """Tell whether two units of cavalry must both rally after rounds with equal losses; None if not known.

    Examples:
        >>> must_both_rally(1, is_equal_in_number=True, is_equal_in_value=False)
        False

    Args:
        tied_rounds: How many rounds, the first ones of the melee, were tied.
        is_equal_in_number: Whether they have as many figures; None if that is not known.
        is_equal_in_value: Whether they have the same combat value; None if that is not known.
    """
    if tied_rounds != 1:
        return tied_rounds > 1
    equal = (is_equal_in_number, is_equal_in_value)
    if False in equal:
        return False
    return None if None in equal else True
