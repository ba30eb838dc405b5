"""What was read from a side's choices about the other side's diagrams, as it grows with the game.

Like notes, a reading never changes: one more event makes a new one, and costs the same at any turn.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from deduce.belief.floating import FloatAssignment
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.knowledge.exposure import Exposure, sight_of
from deduce.confusion.knowledge.notes import DEFAULT_MODEL, Notes
from deduce.errors import ContradictionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.game import Event, Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.exposure import Floats, Singles, Whole

__all__ = ["Reading", "Sign", "facts_of", "moving", "reading_of"]

SCALE = 10_000
"""Weights are so many parts of the greatest of their letter, one at least: nothing is ever ruled out."""
WORLDS = 12
"""How many worlds stand for what the other letters may be."""
KEPT = 32
"""How many readings are kept that were asked for lately."""
DULL = 1e-6
"""Where all logarithms of a choice are as near to each other as this, it says nothing."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sign:
    """What a choice said.

    Attributes:
        ply: The number of its turn, from 1.
        attempt: What they tried.
        said: For each habit, letter and diagram, the logarithm of how much likelier this made it.
        now: For each letter and step what it could have taken before, by its place in `exposure.EXPOSED`; -1
            for nothing.
        then: Likewise, what it could take after a yes.
        before: The sign before; None for the first.
    """

    ply: int
    attempt: Attempt
    said: Floats
    now: Whole
    then: Whole
    before: Sign | None


class Reading:
    """What the other side's choices say of a side's diagrams.

    Args:
        rules: The rules.
        side: Whose diagrams are read; the other side makes the choices.
        behaviour: How the other side is taken to choose.
        model: How double agents are answered for.

    Attributes:
        rules: The rules.
        side: Whose diagrams.
        behaviour: How the other side is taken to choose.
        notes: What was heard of each side's pieces.
        said: For each habit, letter and diagram, the logarithm of how much likelier the diagram got.
        foretold: For each habit, the logarithm of how likely all choices were by it.
        last: The last sign; None if there is none.
    """

    def __init__(
        self, rules: Rules, side: int, behaviour: Behaviour, model: AgentModel = DEFAULT_MODEL
    ) -> None:
        self.rules = rules
        self.side = side
        self.behaviour = behaviour
        self.notes: tuple[Notes, Notes] = (Notes(rules, 0, model), Notes(rules, 1, model))
        size = len(rules.letters)
        self.said: Floats = np.zeros((len(behaviour.habits), size, size))
        self.foretold: Floats = np.zeros(len(behaviour.habits))
        self.last: Sign | None = None

    @classmethod
    def afresh(cls, notes: tuple[Notes, Notes], side: int, behaviour: Behaviour) -> Reading:
        """Return a reading of no choice yet, where something was heard already.

        Args:
            notes: What was heard of each side's pieces.
            side: Whose diagrams are to be read.
            behaviour: How the other side is taken to choose.
        """
        found = cls(notes[side].rules, side, behaviour, notes[side].model)
        found.notes = notes
        return found

    def tells(self, position: Position, attempt: Attempt) -> float:
        """Return how many bits the owner learns of its own diagrams by what somebody chooses to try.

        That is how far the chances move, summed over the letters, whatever the answer is.

        Args:
            position: Where it is tried; the other side is to move.
            attempt: What is tried.
        """
        before = self.chances
        found = self._same()
        self._read(found, position, attempt)
        after = found.chances
        if before is None or after is None:
            return 0.0
        possible = before > 0
        return float((after[possible] * np.log2(after[possible] / before[possible])).sum())

    def _same(self) -> Reading:
        """Return a reading that says the same, to be changed before anybody sees it."""
        found = Reading.__new__(Reading)
        found.rules, found.side, found.behaviour = self.rules, self.side, self.behaviour
        found.said, found.foretold, found.last = self.said, self.foretold, self.last
        found.notes = self.notes
        return found

    def heard_in(self, position: Position, event: Event) -> Reading:
        """Return the same after one more event of which only the answers are heard, and no choice is read.

        Args:
            position: Where it happened.
            event: What happened.
        """
        found = self._same()
        one, two = self.notes
        found.notes = one.heard_in(position, event), two.heard_in(position, event)
        return found

    def seen(self, position: Position, event: Event) -> Reading:
        """Return the reading after one more event.

        Args:
            position: Where it happened.
            event: What happened.
        """
        found = self.heard_in(position, event)
        if event.side != self.side and isinstance(event.action, Attempt):
            self._read(found, position, event.action)
        return found

    def _read(self, found: Reading, position: Position, attempt: Attempt) -> None:
        """Add what a choice says."""
        assignment, mine, theirs = self.assignment, self.facts, facts_of(self.notes[1 - self.side].weights)
        if assignment is None or mine is None or theirs is None:
            return
        behaviour, sight = self.behaviour, sight_of(self.rules)
        facts = moving(position, self.side, mine)
        exposure = Exposure.at(position, moving(position, 1 - self.side, theirs))
        chosen = next((place for place, each in enumerate(exposure.attempts) if each == attempt), None)
        if chosen is None:
            return
        spare = np.array([not position.is_promoted(self.side, letter) for letter in self.rules.letters])
        drawn = assignment.sample(WORLDS, position.turns)
        drawn[:, ~spare] = len(self.rules.diagrams)
        said, foretold = self.said.copy(), self.foretold.copy()
        likes = exposure.base @ np.array([habit.likes for habit in behaviour.habits]).T
        careless = _careless(likes[:, 0], chosen)
        foretold[0] += np.log(careless)
        rates = np.array([[(each.seen, each.known) for each in habit.shuns] for habit in behaviour.habits])
        open_ = exposure.laid_open(rates[1:, :, 0], rates[1:, :, 1], facts @ sight.takes)
        for place, shunned in enumerate(open_, 1):
            expected, single = _likelihoods(likes[:, place], shunned, drawn, chosen)
            blind = behaviour.blind * careless
            expected = (1 - behaviour.blind) * expected + blind
            single = (1 - behaviour.blind) * single[:, :-1] + blind
            said[place, spare] += np.log(single / expected).clip(-behaviour.most, behaviour.most)[spare]
            foretold[place] += np.log(expected)
        found.said, found.foretold = said, foretold
        fresh = said - self.said
        if np.ptp(fresh, axis=2).max() > DULL:
            now, then = exposure.now, exposure.after(chosen)
            found.last = Sign(position.turns + 1, attempt, fresh, now, then, self.last)

    def signs(self) -> Iterator[Sign]:
        """Yield the signs, the last one first."""
        sign = self.last
        while sign is not None:
            yield sign
            sign = sign.before

    @cached_property
    def shares(self) -> Floats:
        """How likely each habit is after all choices."""
        found = np.exp(self.foretold - self.foretold.max())
        return np.asarray(found / found.sum())

    @cached_property
    def weights(self) -> Floats:
        """For each letter and diagram its weight, at most 1 and never nothing."""
        most = self.behaviour.in_all
        believed = most * np.tanh(self.behaviour.trust * self.said / most)
        found = np.einsum("h,hlk->lk", self.shares, np.exp(believed))
        shares = np.maximum(np.rint(SCALE * found / found.max(axis=1, keepdims=True)), 1)
        return np.asarray(shares / SCALE)

    def exact(self) -> dict[str, dict[int, Fraction]]:
        """Return the same weights as exact numbers."""
        parts = np.rint(SCALE * self.weights).astype(int).tolist()
        return {
            letter: {
                number: Fraction(part, SCALE) for number, part in zip(self.rules.diagrams, row, strict=True)
            }
            for letter, row in zip(self.rules.letters, parts, strict=True)
        }

    @cached_property
    def assignment(self) -> FloatAssignment | None:
        """The deals that are left, with these weights; None if none is."""
        return _assignment(np.array(self.notes[self.side].weights) * self.weights)

    @property
    def bothfacts_of(self) -> tuple[Floats | None, Floats | None]:
        """For each side the chance of each letter and diagram by facts alone; None if no deal is left."""
        one, two = (facts_of(notes.weights) for notes in self.notes)
        return one, two

    @property
    def facts(self) -> Floats | None:
        """For each letter and diagram its chance by facts alone; None if no deal is left."""
        return facts_of(self.notes[self.side].weights)

    @cached_property
    def chances(self) -> Floats | None:
        """For each letter and diagram its chance by facts and behaviour; None if no deal is left."""
        return None if self.assignment is None else self.assignment.chances


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Read:
    """A reading of a game that somebody asked for.

    Attributes:
        key: Of what kind of game.
        events: What was done up to then.
        reading: The reading.
    """

    key: tuple[object, ...]
    events: tuple[Event, ...]
    reading: Reading


_LATELY: deque[_Read] = deque(maxlen=KEPT)
"""What was read lately: whoever asks after each turn has only one more event read."""


def reading_of(game: Game, side: int, behaviour: Behaviour, model: AgentModel = DEFAULT_MODEL) -> Reading:
    """Return what the other side's choices in a game say of a side's diagrams.

    What was read of the same game up to an earlier turn is not read again. Deals play no part in it.

    Args:
        game: The game, up to the moment to look at.
        side: Whose diagrams.
        behaviour: How the other side is taken to choose.
        model: How double agents are answered for.
    """
    positions, events = game.positions, tuple(game.events)
    key = game.rules, side, behaviour, model, positions[0]
    reading, done = Reading(game.rules, side, behaviour, model), 0
    for each in list(_LATELY):
        count = len(each.events)
        if done <= count <= len(events) and each.key == key and each.events == events[:count]:
            reading, done = each.reading, count
    for position, event in zip(positions[done:], events[done:], strict=False):
        reading = reading.seen(position, event)
    if done < len(events):
        _LATELY.append(_Read(key, events, reading))
    return reading


def _assignment(rows: Floats) -> FloatAssignment | None:
    try:
        return FloatAssignment(rows)
    except ContradictionError:
        return None


@lru_cache(maxsize=1024)
def facts_of(rows: tuple[tuple[float, ...], ...]) -> Floats | None:
    """Return the chance of each letter and diagram by facts; None if no deal is left."""
    found = _assignment(np.array(rows))
    return None if found is None else found.chances


def moving(position: Position, side: int, chances: Floats) -> Floats:
    """Return for each letter by what it moves: by its diagram, or by the promoted side in the last column.

    Args:
        position: Where the pieces stand.
        side: Whose pieces.
        chances: For each letter and diagram its chance.
    """
    size = len(chances)
    found = np.zeros((size, size + 1))
    found[:, :-1] = chances
    for place, letter in enumerate(position.rules.letters):
        if position.is_promoted(side, letter):
            found[place] = 0.0
            found[place, -1] = 1.0
    return found


def _careless(likes: Floats, chosen: int) -> float:
    """Return how likely a choice is by what each is liked alone."""
    found = np.exp(likes - likes.max())
    return float(found[chosen] / found.sum())


def _likelihoods(likes: Floats, shunned: Singles, drawn: Whole, chosen: int) -> tuple[float, Floats]:
    """Return how likely a choice is on average, and for each letter and diagram if that letter has it.

    Args:
        likes: How much each choice is liked.
        shunned: How much it is shunned for each letter and diagram.
        drawn: In each of some worlds the diagram of each letter.
        chosen: The choice.
    """
    letters = np.arange(len(shunned))
    own = shunned[letters, drawn]
    without = (likes.astype(np.float32) - own.sum(axis=1))[:, None, :] + own
    without -= without.max(axis=2, keepdims=True)
    np.exp(without, out=without)
    factors = np.exp(-shunned)
    sums = np.matmul(without.transpose(1, 0, 2), factors.transpose(0, 2, 1))
    found = without[:, :, chosen].T[:, :, None] * factors[:, None, :, chosen] / sums
    truly = found[0, np.arange(len(drawn)), drawn[:, 0]]
    return float(truly.mean()), found.mean(axis=1).astype(np.float64)
