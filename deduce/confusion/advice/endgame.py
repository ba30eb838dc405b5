"""Exact search of the end of a game: a chance to win that a player can be sure of within some turns.

The opponent sees the player's diagrams, knows their own, and does what is worst for the player in each deal;
for the player's double agent they answer what is worst as well. A plan of the player says what to try after
everything that can be seen: the answers, and what the opponent does. The chance that is claimed is that of
the deals in which one plan wins whatever the opponent does; another plan may win in more deals, but what is
claimed cannot be prevented. Nothing is drawn by lot, and no model of the opponent is needed.

Plans hold attempts, the opponent's double agent shown before one, and, at their beginning, a piece shown to
the player. What the other tokens, and taking off a piece of one's own, would bring the player is not counted;
what they would bring the opponent is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.advice.deal_sets import DealSets
from deduce.confusion.advice.known_losses import KnownLosses
from deduce.confusion.advice.scene import WON, Scene
from deduce.confusion.advice.small_state import as_attempt, as_step
from deduce.confusion.advice.sure_wins import Allowance, NoMoreError, SureWins
from deduce.confusion.engine.actions import Attempt, Expose, Manner, Reveal, Token
from deduce.confusion.engine.position import FRESH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deduce.confusion.advice.small_state import State, Step
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["MOST_WORLDS", "Solution", "Sure", "solve_endgame"]

Sure: TypeAlias = Attempt | Expose | Reveal
"""What a plan can begin with."""
MOST_WORLDS = 20_000
"""So many deals are told apart at most; with more, those are one that differ in what matters least."""
MOST_TURNS = 4
"""Further than so many turns nothing is looked at."""
MOST_LETTERS = 16
"""With more letters deals are not counted."""


@dataclass(frozen=True)
class Solution:
    """What was found out about the end of a game.

    Attributes:
        turns: Within how many of the player's own turns everything was looked at.
        sure: For each attempt, and for what is shown before one, the chance to win that the player can be
            sure of; what is sure of nothing is left out, and so is having a piece shown where it cannot be
            better. What was proved before a search had to stop is there as well.
        nodes: How many positions were looked at.
        lost: For each attempt, the chance that the opponent can win at their next turn and knows it, whatever
            the player does then; attempts after which that cannot be are left out.
    """

    turns: int
    sure: Mapping[Sure, Fraction]
    nodes: int
    lost: Mapping[Attempt, Fraction] = field(default_factory=dict)


def solve_endgame(
    game: Game,
    sheet: Sheet,
    *,
    turns: int = 2,
    most_nodes: int = 20_000,
    seconds: float | None = None,
    theirs: Sheet | None = None,
) -> Solution | None:
    """Find out what chance to win the player to move can be sure of.

    Args:
        game: The game, with the opponent's deal.
        sheet: The player's sheet.
        turns: Within how many of the player's turns.
        most_nodes: How many positions may be looked at.
        seconds: For how long; None for no limit. What was proved until then stays.
        theirs: The opponent's sheet, by which they know what wins for them; without it nothing is said of
            what is lost.

    Returns:
        What was proved; None where nothing could be, or not even one turn was looked at to its end.
    """
    position, side = game.position, sheet.side
    deal, stage = game.deals[1 - side], game.position.stage
    if deal is None or position.outcome is not None or position.turn != side:
        return None
    if stage.offer or stage.gift or stage.seconds:
        return None
    end = _End(Scene(game, sheet, deal), game, sheet)
    found = end.solved(min(turns, MOST_TURNS), Allowance(most_nodes, seconds))
    if found is None or theirs is None:
        return found
    return replace(found, lost=end.lost(theirs))


class _End:
    """An end of a game that is looked at."""

    def __init__(self, scene: Scene, game: Game, sheet: Sheet) -> None:
        self._scene = scene
        self._game = game
        self._sheet = sheet

    @cached_property
    def deals(self) -> DealSets:
        return DealSets(self._sheet, _nearest_first(self._scene), MOST_WORLDS)

    @cached_property
    def _exposing(self) -> tuple[Expose, State] | None:
        """What shows the opponent's double agent before the attempt, and the state after it."""
        scene, position = self._scene, self._game.position
        bare = scene.exposed(scene.root) if position.stage == FRESH else None
        if bare is None:
            return None
        return Expose(scene.rules.board.letters[scene.theirs.agent]), bare

    def solved(self, turns: int, allowance: Allowance) -> Solution | None:
        """Return what is sure within some turns."""
        scene = self._scene
        at_once = self._at_once()
        if at_once is not None and (turns == 1 or scene.turns_to_win(scene.root) > turns):
            return Solution(turns, at_once, 0)
        sure, done = at_once or {}, int(at_once is not None)
        if len(scene.rules.letters) > MOST_LETTERS:
            return Solution(done, sure, 0) if done else None
        search = SureWins(scene, self.deals, allowance)
        has_chances = self._sheet.model.has_chances
        try:
            for depth in range(done + 1, turns + 1):
                for action, chance in self._within(search, depth):
                    if chance > sure.get(action, 0) and (has_chances or chance == 1):
                        sure[action] = chance
                done = depth
        except NoMoreError:
            pass
        return Solution(done, sure, allowance.nodes) if done else None

    def _at_once(self) -> dict[Sure, Fraction] | None:
        """Find what wins if only it is allowed, whatever comes then; None where more than that can win."""
        scene, position = self._scene, self._game.position
        if not scene.is_roomy or (scene.rules.late_contact and not scene.is_simple):
            return None
        sure: dict[Sure, Fraction] = {
            attempt: chance
            for attempt, chance in self._winning(scene.root)
            if chance and position.admits(attempt)
        }
        if self._exposing is not None:
            expose, bare = self._exposing
            winning = [] if bare is WON else [chance for _, chance in self._winning(bare)]
            most = max(winning, default=Fraction(bare is WON))
            sure |= {expose: most} if most else {}
        return sure

    def _winning(self, state: State) -> Iterator[tuple[Attempt, Fraction]]:
        """Yield the attempts that win in a state if they are allowed, with the chance of that."""
        scene, mine, theirs = self._scene, self._scene.mine, self._scene.theirs
        steps = list(mine.goals(state))
        if theirs.count(state) == 1:
            steps += [step for step in mine.steps(state) if state[0][step.target] in theirs.pieces]
        for step in steps:
            following = scene.allowed(state, step)
            stays = mine.has_arrived(following) and not theirs.can_take(following, following[1])
            if following is WON or (scene.left > 1 and stays):
                attempt = as_attempt(scene.rules, step)
                yield attempt, self._chance(attempt.letter, partial(_allows, attempt))

    def _within(self, search: SureWins, turns: int) -> Iterator[tuple[Sure, Fraction]]:
        """Yield what attempts are sure of within some turns, those first that promise most."""
        root, every, refused = self._scene.root, search.deals.every, None
        most = Fraction(0)
        for attempt in _promising_first(self._game.position):
            step = as_step(self._game.position, attempt)
            if search.answers.can_be(root, step):
                chance = search.deals.chance(search.won_by(root, step, every, turns))
            else:
                if refused is None:
                    refused = search.deals.chance(search.won_by(root, step, every, turns))
                chance = refused
            most = max(most, chance)
            yield attempt, chance
        if self._exposing is not None:
            expose, bare = self._exposing
            yield expose, search.deals.chance(search.won_from(bare, every, turns))
        if self._may_reveal and search.deals.chance(search.most(turns)) > most:
            for place, letter in enumerate(self._scene.rules.letters):
                yield Reveal(letter), search.deals.chance(search.won_knowing(place, turns))

    @property
    def _may_reveal(self) -> bool:
        position = self._game.position
        return position.stage == FRESH and Token.REVEAL in position.tokens[position.turn]

    def lost(self, theirs: Sheet) -> dict[Attempt, Fraction]:
        """Return the chances that the opponent can win at their next turn and knows it."""
        scene, position = self._scene, self._game.position
        if not scene.is_roomy or len(self._sheet.rules.letters) > MOST_LETTERS:
            return {}
        losses = KnownLosses(scene, theirs, lambda: self.deals)
        found: dict[Attempt, Fraction] = {}
        looms = losses.looms(scene.root)
        if not looms and scene.root[0][scene.root[1]] not in scene.mine.pieces:
            return found
        for attempt in position.attempts():
            if not looms and attempt.kind is Manner.MOVE:
                continue
            chance = self._chance_lost(losses, attempt, as_step(position, attempt))
            if chance and (chance == 1 or self._sheet.model.has_chances):
                found[attempt] = chance
        return found

    def _chance_lost(self, losses: KnownLosses, attempt: Attempt, step: Step) -> Fraction:
        refused, allowed = self._scene.root, self._scene.allowed(self._scene.root, step)
        if not losses.looms(refused) and not losses.looms(allowed):
            return Fraction(0)
        if losses.may_be_taken(refused) or losses.may_be_taken(allowed):
            return self.deals.chance(losses.lost_by(step))
        after_no, after_yes = losses.is_lost(refused), losses.is_lost(allowed)
        if after_no == after_yes:
            return Fraction(after_yes)

        def is_worse(diagram: Diagram) -> bool:
            # For a double agent the answer is the worse one.
            return diagram.is_double_agent or diagram.allows(attempt.way, attempt.distance) == after_yes

        return self._chance(attempt.letter, is_worse)

    def _chance(self, letter: str, fits: Callable[[Diagram], bool]) -> Fraction:
        """Return the chance that the diagram by which a piece moves is such; without chances, if it is."""
        sheet, diagrams = self._sheet, self._scene.rules.diagrams
        if self._game.position.is_promoted(sheet.side, letter):
            return Fraction(fits(diagrams.promoted))
        if sheet.chances is None:
            return Fraction(all(fits(diagrams[number]) for number in sheet.possible[letter]))
        fitting = (chance for number, chance in sheet.chances[letter].items() if fits(diagrams[number]))
        return sum(fitting, Fraction(0))


def _allows(attempt: Attempt, diagram: Diagram) -> bool:
    """Tell whether a diagram allows an attempt, whatever is said of a double agent."""
    return not diagram.is_double_agent and diagram.allows(attempt.way, attempt.distance)


def _promising_first(position: Position) -> list[Attempt]:
    """Return all attempts, those with Z first: so what is sure is found early."""
    return sorted(
        position.attempts(),
        key=lambda attempt: (attempt.kind is Manner.MOVE, position.target(attempt) != position.neutral),
    )


def _nearest_first(scene: Scene) -> list[int]:
    """Return the letters that can still be asked for their diagrams, those nearest to Z first."""
    held, neutral, known, _ = scene.root
    z_row, z_column = divmod(neutral, scene.rules.columns)
    found = []
    for at, piece in enumerate(scene.mine.pieces):
        square = held.find(piece)
        if square >= 0 and not known >> piece & 1:
            row, column = divmod(square, scene.rules.columns)
            found.append((max(abs(row - z_row), abs(column - z_column)), at))
    return [at for _, at in sorted(found)]
