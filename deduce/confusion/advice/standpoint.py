"""Where a search sets out: all that the player who is to move knows, as the search needs it."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from deduce.belief.floating import FloatAssignment
from deduce.confusion.advice.engines import engine_of
from deduce.confusion.advice.listening import Listener
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.errors import ConfusionError
from deduce.confusion.knowledge.agents import AgentModel
from deduce.confusion.knowledge.behaviour import CAREFUL
from deduce.confusion.knowledge.reading import Reading, reading_of
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.errors import ContradictionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Floats, Ints, Lookups
    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.problem.problem import Problem

__all__ = ["COIN", "Standpoint"]

COIN = AgentModel()
"""How a double agent is answered for where the chosen model gives no chances."""


class Standpoint:
    """What is known where a search begins.

    Attributes:
        view: What the player sees.
        side: The player's side.
        engine: What plays the games in the mind.
        values: By which weights they are played and judged.
        game: A game of its own to look ahead in; the player's diagrams are not known in it.
        lookups: What is looked up about the rules.
        sheets: The two sheets: what each side knows of its own pieces, by facts.
        readings: What each side can read of its own pieces in what the other one did; None if nobody does.
        knows: For each side, letter and diagram of the lookups, the owner's chance of it; by facts and, if
            they are read, the other side's choices.
        worlds: Deals of the player's own side, each drawn exactly as likely as it is.
        theirs: With each world a deal of the opponent's side: the true one, or drawn likewise if it is not
            known.
        coins: With each world a number from 0 to 1 that decides what is said of a double agent.
    """

    def __init__(
        self,
        view: View,
        *,
        seed: int,
        size: int,
        model: AgentModel = COIN,
        behaviour: Behaviour | None = None,
        engine: str = "auto",
        values: str = "learned",
        listener: Listener | None = None,
    ) -> None:
        """Look at a game.

        Args:
            view: What the player sees.
            seed: The same number always draws the same worlds.
            size: How many worlds are drawn.
            model: How double agents are answered for.
            behaviour: How each side is taken to read the other one's choices; None for facts only.
            engine: What plays the games in the mind, by its name.
            values: By which weights they are played and judged, by their name.
            listener: Who has heard what both sides heard at earlier moments of the game.

        Raises:
            ConfusionError: If what was heard contradicts itself.
        """
        self.view: View = view
        self.side: int = view.side
        self.game: Game = view.game()
        self.engine: type[Crowd] = engine_of(engine, view.rules)
        self.values: str = values
        self.lookups: Lookups = lookups_of(view.rules)
        chosen = model if model.has_chances else COIN
        self.sheets: tuple[Sheet, Sheet] = (listener or Listener()).sheets(self.game, chosen)
        for sheet in self.sheets:
            if not self._is_consistent(sheet):
                raise ConfusionError(_nothing_fits(self.game, sheet))
        self.readings: tuple[Reading, Reading] | None = None
        if behaviour is not None:
            self.readings = (
                reading_of(self.game, 0, behaviour, chosen),
                reading_of(self.game, 1, behaviour, chosen),
            )
        rows = [self._row(side) for side in (0, 1)]
        self.knows: Floats = np.stack(rows).astype(np.float32)
        self._mine = rows[self.side]
        self.worlds: Ints
        self.theirs: Ints
        self.coins: Floats
        self.worlds, self.theirs, self.coins = self._drawn(size, seed)

    def _drawn(self, size: int, seed: int) -> tuple[Ints, Ints, Floats]:
        deal, them = self.view.opponent_deal, 1 - self.side
        if deal is None:
            theirs = self._sample(them, size, seed + 1)
        else:
            places = {number: place for place, number in enumerate(self.lookups.numbers)}
            row = [places[deal[letter]] for letter in self.view.rules.letters]
            theirs = np.tile(np.array(row, np.int32), (size, 1))
        coins = np.random.default_rng(seed).random(size).astype(np.float32)
        return self._sample(self.side, size, seed), theirs, coins

    def _sample(self, side: int, size: int, seed: int) -> Ints:
        """Draw deals of a side, each as likely as it is."""
        drawn = self._in_floats(side)
        if drawn is not None:
            return drawn.sample(size, seed).astype(np.int32)
        belief = self.sheets[side].belief
        picks = np.array([world.picks for world in belief.sample(size, seed)], np.int32)
        unknowns, diagrams = self._places_in(belief.problem)
        found: Ints = np.argsort(diagrams).astype(np.int32)[picks[:, unknowns]]
        return found

    def _in_floats(self, side: int) -> FloatAssignment | None:
        """Return a side's chances in floats: with what was read, or where weights of many digits are slow."""
        if self.readings is not None:
            return self.readings[side].assignment
        return self._weighted[side] if self.view.rules.has_double_agent else None

    @cached_property
    def _weighted(self) -> tuple[FloatAssignment, FloatAssignment]:
        first, second = (FloatAssignment(np.array(sheet.notes.weights)) for sheet in self.sheets)
        return first, second

    def _is_consistent(self, sheet: Sheet) -> bool:
        """Tell whether any deal is left; in floats where the chances are worked out so anyhow."""
        if not self.view.rules.has_double_agent:
            return sheet.is_consistent
        try:
            return self._weighted is not None
        except ContradictionError:
            return False

    def _places_in(self, problem: Problem) -> tuple[Ints, Ints]:
        """Return where a sheet's problem has each letter, and each diagram of the lookups."""
        letters = [problem.places[letter] for letter in self.view.rules.letters]
        diagrams = [problem.values.index(number) for number in self.lookups.numbers]
        return np.array(letters, np.int32), np.array(diagrams, np.int32)

    def afresh(self, size: int, seed: int) -> Self:
        """Return the same standpoint with other worlds.

        Args:
            size: How many worlds are drawn.
            seed: The same number always draws the same worlds.
        """
        other = copy(self)
        other.worlds, other.theirs, other.coins = self._drawn(size, seed)
        return other

    def among(self, which: Ints) -> Self:
        """Return the same standpoint with some of its worlds.

        Args:
            which: The numbers of the worlds.
        """
        other = copy(self)
        other.worlds, other.theirs, other.coins = self.worlds[which], self.theirs[which], self.coins[which]
        return other

    @property
    def sheet(self) -> Sheet:
        """What the player knows of its own pieces."""
        return self.sheets[self.side]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.game.position

    def _row(self, side: int) -> npt.NDArray[np.float64]:
        read = self._in_floats(side)
        if read is not None:
            return read.chances
        belief = self.sheets[side].belief
        exact = belief.probabilities
        rows = np.array([[part / exact.total for part in row] for row in exact.numerators])
        unknowns, diagrams = self._places_in(belief.problem)
        return rows[unknowns][:, diagrams]

    def chance_by_facts(self, attempt: Attempt) -> float:
        """Return the exact chance of a yes to an attempt of the player."""
        promoted = self.position.is_promoted(self.side, attempt.letter)
        return float(self.sheet.chance_of_yes(attempt, promoted=promoted) or 0)

    def chance_of_yes(self, attempt: Attempt) -> float:
        """Return the chance of a yes to an attempt of the player, by all that it goes by.

        Without a reading that is the exact chance; with one it is that of the worlds that are drawn. What is
        certain by facts stays so.
        """
        sheet, own = self.sheet, attempt.letter
        promoted = self.position.is_promoted(self.side, own)
        if promoted:
            return float(sheet.chance_of_yes(attempt, promoted=promoted) or 0)
        lookups, place = self.lookups, self.view.rules.letters.index(own)
        step = attempt.way * lookups.reach + attempt.distance - 1
        chances, saying_yes, saying_no = self._ordinary
        yes, some, others = chances[place][step], saying_yes[place][step], saying_no[place][step]
        agent = self._mine[place, lookups.agent] if lookups.agent >= 0 else 0.0
        if agent > 0:
            given = self._yes_to_agent(attempt)
            yes, some, others = yes + agent * given, some or given > 0, others or given < 1
        # What is certain is certain, however sums come out.
        return float(yes) if some and others else float(bool(some))

    @cached_property
    def _ordinary(self) -> tuple[list[list[float]], list[list[bool]], list[list[bool]]]:
        """For each letter and step the chance that it is allowed by a diagram that is no double agent.

        And whether any diagram that its piece may have says yes, and whether any says no.
        """
        allows = self.lookups.allows[:-1] == 1
        ordinary = np.arange(len(allows)) != self.lookups.agent
        rows, likely = self._mine, (self._mine > 0) & ordinary
        return (rows @ allows).tolist(), (likely @ allows).tolist(), (likely @ ~allows).tolist()

    def _yes_to_agent(self, attempt: Attempt) -> float:
        """Return how likely the double agent gets a yes, if that is what the piece is."""
        model = self.sheet.model
        if model.name == "coin":
            return float(model.chance_of_yes)
        notes = self.sheet.notes.letters[attempt.letter]
        return float(model.chance_among(notes.disguises, attempt, True, notes.struck))  # noqa: FBT003 - an answer

    def allowed(self, attempt: Attempt) -> npt.NDArray[np.bool_]:
        """Tell in which worlds an attempt is allowed now; for a double agent the sheet's model decides."""
        lookups, own = self.lookups, attempt.letter
        if self.position.is_promoted(self.side, own):
            kinds = np.full(len(self.worlds), lookups.promoted)
        else:
            kinds = self.worlds[:, self.view.rules.letters.index(own)]
        chances = lookups.allows[kinds, attempt.way * lookups.reach + attempt.distance - 1]
        if lookups.agent >= 0:
            chances = np.where(kinds == lookups.agent, np.float32(self._yes_to_agent(attempt)), chances)
        found: npt.NDArray[np.bool_] = chances > self.coins
        return found

    @cached_property
    def _overheard(self) -> Reading:
        """What the opponent can read in the player's choices: all of them if they are read, else the next."""
        them = 1 - self.side
        if self.readings is not None:
            return self.readings[them]
        return Reading.afresh((self.sheets[0].notes, self.sheets[1].notes), them, CAREFUL)

    def tells(self, attempt: Attempt) -> float:
        """Return how many bits the opponent learns of its own pieces if the player tries something.

        Args:
            attempt: What is tried.
        """
        return self._overheard.tells(self.position, attempt)

    def crowd(self, position: Position, which: Ints) -> Crowd:
        """Return games from a position, in some of the worlds.

        Args:
            position: Where they start.
            which: The numbers of the worlds.
        """
        deals = np.empty((len(which), 2, self.lookups.letters), np.int32)
        deals[:, self.side] = self.worlds[which]
        deals[:, 1 - self.side] = self.theirs[which]
        knows = np.broadcast_to(self.knows, (len(which), *self.knows.shape))
        crowd = self.engine(self.lookups, position, deals, knows)
        crowd.values = self.values
        return crowd


def _nothing_fits(game: Game, sheet: Sheet) -> str:
    """Say that no deal is left: by what was heard, or only under the model of the double agent's answers."""
    whose = f"{sheet.rules.sides[sheet.side]}'s pieces"
    if sheet_of(game, sheet.side, AgentModel("any")).is_consistent:
        return f"under the model {sheet.model} no deal fits what was heard of {whose}; try the model coin"
    return (
        f"what was heard of {whose} contradicts itself, so there is nothing to advise; "
        "ask for the suspects to find the slip"
    )
