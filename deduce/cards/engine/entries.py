"""What can be entered: what chance or choice decided at the table, as small frozen records.

Moves are not among them unless somebody wants to keep them: the tool never sees the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deduce.cards.engine.combat import Result
    from deduce.cards.engine.units import Act, Cover
    from deduce.cards.ranks import Seen

__all__ = [
    "Bare",
    "Capture",
    "Count",
    "Covered",
    "End",
    "Entry",
    "Fallen",
    "Fight",
    "Flight",
    "Free",
    "Lock",
    "Open",
    "Over",
    "Picks",
    "Rally",
    "Return",
    "Shot",
    "Shuffle",
    "Site",
    "Stepped",
    "Tally",
]


@dataclass(frozen=True, slots=True)
class Picks:
    """Which men the winner chose (CC-KILL-5).

    Attributes:
        dead: The letters of the specials among the killed; "c" for a confused man, where the house lets one
            kill them (DEC-23).
        confused: The letters of the specials among those who become confused.
        are_said: Whether anybody said it: nobody special is an answer too.
    """

    dead: str = ""
    confused: str = ""
    are_said: bool = False


NOBODY = Picks()


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat between units (CC-COMB).

    Attributes:
        starter: The unit that starts it.
        target: The unit that is attacked, which has the card of its side.
        cards: What is known of the starter's card and of the target's; empty if none was said.
        flank: Whether the starter stands on the target's flank or rear.
        cover: What lies between them for the target; None for what it stands behind.
        result: How it ended for the starter, where the cards do not say it or somebody said it.
        confused: How many became confused, where the cards do not say it or somebody said it.
        others: Further units that are attacked with the same card (DEC-33).
        hit: Which of several units that are attacked bears the loss.
        picks: Which men were chosen in the attacked unit that bears the loss.
        starter_picks: Which men were chosen in the starter's unit.
        flanked: Whether the target stands on the starter's flank or rear; matters only where the house
            counts by position (DEC-37).
    """

    starter: str
    target: str
    cards: tuple[Seen, Seen] | tuple[()]
    flank: bool = False
    cover: Cover | None = None
    result: Result | None = None
    confused: int | None = None
    others: tuple[str, ...] = ()
    hit: str = ""
    picks: Picks = NOBODY
    starter_picks: Picks = NOBODY
    flanked: bool = False


@dataclass(frozen=True, slots=True)
class Bare:
    """A combat of which only the cards are kept, the left side's first.

    Attributes:
        cards: What is known of each; empty if none was said.
    """

    cards: tuple[Seen, Seen] | tuple[()]


@dataclass(frozen=True, slots=True)
class Shot:
    """A long-range shot (CC-FIRE).

    Attributes:
        gun: The unit that fires.
        target: The unit that is hit.
        cover: What the shot has to pass; None for what the target stands behind.
        picks: Which man was chosen.
    """

    gun: str
    target: str
    cover: Cover | None = None
    picks: Picks = NOBODY


@dataclass(frozen=True, slots=True)
class Rally:
    """A unit rallies (CC-RAL).

    Attributes:
        unit: The unit.
        helpers: How many stand beside it: the commander, the aide.
        back: The letters of the specials among those who return; None if nobody said it.
    """

    unit: str
    helpers: int = 0
    back: str | None = None


@dataclass(frozen=True, slots=True)
class Stepped:
    """A unit moved or changed its formation (CC-TURN-2); kept only if somebody wants it."""

    unit: str
    act: Act


@dataclass(frozen=True, slots=True)
class Flight:
    """A mob fled (CC-MOB-3); if it could not go far enough, or left the field, it is gone (CC-MOB-4)."""

    unit: str
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Gunners reached their cannon again (CC-RAL-5)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Covered:
    """From now on a unit stands behind something, or in the open."""

    unit: str
    cover: Cover


@dataclass(frozen=True, slots=True)
class Site:
    """A site is a side's now, or nobody's (CC-WIN-2).

    Attributes:
        number: Which one, from 1.
        unit: The unit that took it; "" for nobody's.
    """

    number: int
    unit: str


@dataclass(frozen=True, slots=True)
class Count:
    """A unit was counted: in ranks, confused, lying dead."""

    unit: str
    ranks: int
    confused: int
    lying: int


@dataclass(frozen=True, slots=True)
class Free:
    """The players agree that two units are engaged no more."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Two units are engaged without having fought, where the house says so (DEC-20)."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class End:
    """The turn passes."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pack was shuffled with all its discards; None for both packs."""

    side: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """A pack was counted: so many cards are left; None for both."""

    side: int | None
    left: int


@dataclass(frozen=True, slots=True)
class Fallen:
    """A commander is out, where the house says that he can be (DEC-41)."""

    side: int


@dataclass(frozen=True, slots=True)
class Capture:
    """A unit took the cannon of another, where the house says that it can (DEC-42)."""

    unit: str
    other: str


@dataclass(frozen=True, slots=True)
class Open:
    """The packs that the tool turned are opened: with the key anybody can check them."""

    key: str


@dataclass(frozen=True, slots=True)
class Over:
    """The players end it: a side gives up, or None for a draw."""

    loser: int | None


Entry: TypeAlias = (
    Fight
    | Bare
    | Shot
    | Rally
    | Stepped
    | Flight
    | Return
    | Covered
    | Site
    | Count
    | Free
    | Lock
    | End
    | Shuffle
    | Tally
    | Fallen
    | Capture
    | Open
    | Over
)
"""Anything that can be entered."""
