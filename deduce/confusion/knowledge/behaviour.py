"""How the other side behaves, as a named model: what its choices say of diagrams that it sees and I do not.

They see my diagrams and would rather not step where one of my pieces can take, nor leave standing what one
can take. So each choice of theirs speaks for some diagrams and against others. The model is one of choice
among all that could be tried: an attempt is the likelier, the more it promises and the less it lays open.
How closely they keep to it shows in the game itself: what is learned is weighed by how well each measure of
care foretells what they do, so whoever is careless, or bluffs, is soon not listened to.

What comes of it are weights of single letters, beside what is certain and never in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from deduce.confusion.errors import ConfusionError
from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted, share_of

__all__ = ["BEHAVIOURS", "CAREFUL", "Behaviour", "Habit", "Rate", "behaviour_name", "behaviour_of"]

OFF = "off"
BEHAVIOURS = {
    "careful": "shuns what can be taken as most players do; careful:0.5 believes half as much of it",
    OFF: "tells nothing: facts only",
}
"""The models of behaviour, and what the other side does by each."""


@dataclass(frozen=True)
class Rate:
    """How much something is shunned; e to the power of it is how many times less likely it gets.

    Attributes:
        seen: In any case, since they see that my diagram can take it.
        known: So much more where I am sure of it as well, in proportion to how sure I am.
    """

    seen: float
    known: float


NOTHING = Rate(0.0, 0.0)


@dataclass(frozen=True)
class Habit:
    """How some players choose.

    Attributes:
        name: What they are called.
        likes: What makes an attempt likely, whatever my diagrams are; in the order of `exposure.BASE`.
        step: How much they shun to step where my piece can take theirs.
        standing: How much they shun to leave a piece of theirs standing that mine can take.
        holder: How much they shun to leave their holder of Z where mine can take it.
        free: How much they shun to leave me a Z that nobody holds.
        goal: How much they shun to let my holder of Z carry it to its goal.
    """

    name: str
    likes: tuple[float, ...]
    step: Rate = NOTHING
    standing: Rate = NOTHING
    holder: Rate = NOTHING
    free: Rate = NOTHING
    goal: Rate = NOTHING

    @property
    def shuns(self) -> tuple[Rate, ...]:
        """How much each kind of exposure is shunned, in the order of `exposure.EXPOSED`."""
        return self.step, self.standing, self.holder, self.free, self.goal


@dataclass(frozen=True)
class Behaviour:
    """A model of how the other side chooses: by one of some habits, nobody knows which.

    Examples:
        >>> behaviour_of("careful:0.5").trust
        0.5

    Attributes:
        name: One of `BEHAVIOURS`.
        habits: The habits that are thought possible, all alike before the game; the first one is careless.
        blind: How often they choose as the careless do, whatever their habit is.
        most: No single choice makes a diagram more likely, or less, than by e to the power of this,
        in_all: and all choices together by no more than e to the power of this.
        trust: How much of what is read is believed, as the power of the likelihoods.
    """

    name: str
    habits: tuple[Habit, ...]
    blind: float
    most: float
    in_all: float
    trust: float

    def __str__(self) -> str:
        return self.name if self.trust == CAREFUL.trust else f"{self.name}:{self.trust:g}"


CARELESS = Habit("careless", likes=(0.8, -2.3, 2.1, 6.3, 3.2, 0.5, 2.3, -0.4, 0.2, -0.3))
WARY = Habit(
    "wary",
    likes=(0.7, 3.4, 7.4, 3.7, 4.7, 0.8, 4.6, 0.3, 1.3, -1.3),
    step=Rate(3.8, 3.4),
    standing=Rate(0.4, 0.4),
    holder=Rate(3.9, 2.9),
    free=Rate(1.4, 1.1),
    goal=Rate(0.7, 0.7),
)
WATCHFUL = Habit(
    "watchful",
    likes=(1.6, 1.6, 2.5, 4.5, 2.8, 3.9, 1.2, 0.3, 0.1, -2.2),
    step=Rate(-0.2, 2.4),
    standing=Rate(1.8, -0.9),
    holder=Rate(2.8, 1.2),
    free=Rate(1.3, -0.2),
    goal=Rate(0.2, 0.2),
)
BLUFFING = replace(WATCHFUL, name="bluffing", step=Rate(-1.5, 3.0))
"""Like the watchful, but steps where it can be taken as long as I do not know it. Fitted to nobody."""
CAREFUL = Behaviour(
    "careful", habits=(CARELESS, WARY, WATCHFUL, BLUFFING), blind=0.1, most=0.7, in_all=1.0, trust=0.7
)
"""What was fitted to games of several players (`benchmarks/behaviour.py`)."""


def behaviour_of(text: str) -> Behaviour | None:
    """Return the model of a name, such as "careful" or "careful:0.5"; None for "off".

    Raises:
        ConfusionError: If there is no such model.
    """
    name, _, trust = text.partition(":")
    if name not in BEHAVIOURS or (trust and name == OFF):
        message = f"there is no model {quoted(text)} of behaviour; {did_you_mean(name, BEHAVIOURS)}"
        raise ConfusionError(message)
    if name == OFF:
        return None
    if not trust:
        return CAREFUL
    try:
        share = share_of(trust, "the trust", most=1)
    except IntakeError:
        share = Fraction(0)
    if not share:
        message = f"the model is {quoted(text)}; how much is believed must be a number above 0, at most 1"
        raise ConfusionError(message)
    return replace(CAREFUL, trust=float(share))


def behaviour_name(text: str) -> str:
    """Return the name of a model of behaviour, after making sure that there is such a one.

    Raises:
        ConfusionError: If there is none.
    """
    behaviour_of(text)
    return text
