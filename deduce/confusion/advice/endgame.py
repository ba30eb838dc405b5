"""Exact search of the end of a game: a chance to win that a player can be sure of within some turns.

The opponent sees the player's diagrams, knows their own, and does what is worst for the player in each deal;
for the player's double agent they answer what is worst as well. A plan of the player says what to try after
everything that can be seen: the answers, and what the opponent does. The chance that is claimed is that of
the deals in which one plan wins whatever the opponent does; another plan may win in more deals, but what is
claimed cannot be prevented. Nothing is drawn by lot, and no model of the opponent is needed.

Plans hold attempts alone: what tokens, or taking pieces off, would bring the player is not counted; what they
would bring the opponent is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.confusion.advice.deal_sets import DealSets
from deduce.confusion.advice.scene import WON, Scene
from deduce.confusion.advice.small_state import as_attempt, as_step
from deduce.confusion.advice.sure_wins import Allowance, NoMoreError, SureWins
from deduce.confusion.engine.actions import Manner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["MOST_WORLDS", "Solution", "solve_endgame"]

MOST_WORLDS = 20_000
"""So many deals are told apart at most; with more, those are one that differ in what matters least."""
MOST_TURNS = 9
MOST_LETTERS = 16
"""With more letters deals are not counted."""


@dataclass(frozen=True)
class Solution:
    """What was found out about the end of a game.

    Attributes:
        turns: Within how many of the player's own turns everything was looked at.
        sure: For each attempt, the chance to win that the player can be sure of; attempts that are sure of
            nothing are left out. What was proved before a search had to stop is there as well.
        nodes: How many positions were looked at.
    """

    turns: int
    sure: dict[Attempt, Fraction]
    nodes: int


def solve_endgame(
    game: Game,
    sheet: Sheet,
    *,
    turns: int = 2,
    most_nodes: int = 20_000,
    seconds: float | None = None,
) -> Solution | None:
    """Find out what chance to win the player to move can be sure of.

    Args:
        game: The game, with the opponent's deal.
        sheet: The player's sheet.
        turns: Within how many of the player's turns.
        most_nodes: How many positions may be looked at.
        seconds: For how long; None for no limit. What was proved until then stays.

    Returns:
        What was proved; None where nothing could be, or not even one turn was looked at to its end.
    """
    position, side = game.position, sheet.side
    deal, stage = game.deals[1 - side], game.position.stage
    if deal is None or position.outcome is not None or position.turn != side:
        return None
    if stage.offer or stage.gift or stage.seconds:
        return None
    scene = Scene(game, sheet, deal)
    at_once = _at_once(scene, game, sheet)
    last = min(turns, MOST_TURNS)
    if at_once is not None and (last == 1 or not _is_worth_more(scene, last)):
        return Solution(turns, at_once, 0)
    if len(sheet.rules.letters) > MOST_LETTERS:
        return None if at_once is None else Solution(1, at_once, 0)
    allowance = Allowance(most_nodes, seconds)
    sure, done = dict(at_once or {}), int(at_once is not None)
    search = SureWins(scene, DealSets(sheet, _nearest_first(scene), MOST_WORLDS), allowance)
    has_chances = sheet.model.has_chances
    try:
        for depth in range(done + 1, last + 1):
            for attempt, chance in _within(search, scene, game, depth):
                if chance > sure.get(attempt, 0) and (has_chances or chance == 1):
                    sure[attempt] = chance
            done = depth
    except NoMoreError:
        pass
    return Solution(done, sure, allowance.nodes) if done else None


def _at_once(scene: Scene, game: Game, sheet: Sheet) -> dict[Attempt, Fraction] | None:
    """Find what wins if only it is allowed, whatever comes then; None where more than that can win."""
    mine, theirs, root, late = scene.mine, scene.theirs, scene.root, scene.rules.late_contact
    if not scene.is_roomy or (late and not scene.is_simple):
        return None
    steps = list(mine.goals(root))
    if theirs.count(root) == 1:
        steps += [step for step in mine.steps(root) if root[0][step.target] in theirs.pieces]
    sure: dict[Attempt, Fraction] = {}
    for step in steps:
        following = scene.allowed(root, step)
        if following is WON or (
            scene.left > 1 and mine.has_arrived(following) and not theirs.can_take(following, following[1])
        ):
            attempt = as_attempt(scene.rules, step)
            chance = _certain_chance(game.position, sheet, attempt)
            if chance and game.position.admits(attempt):
                sure[attempt] = chance
    return sure


def _is_worth_more(scene: Scene, turns: int) -> bool:
    """Tell whether the goal can be reached in so many turns at all."""
    return scene.turns_to_win(scene.root) <= turns


def _within(search: SureWins, scene: Scene, game: Game, turns: int) -> Iterator[tuple[Attempt, Fraction]]:
    """Yield what attempts are sure of within some turns, those first that promise most."""
    every, refused = search.deals.every, None
    for attempt in _promising_first(game.position):
        step = as_step(game.position, attempt)
        if search.can_be(scene.root, step):
            yield attempt, search.deals.chance(search.won_by(scene.root, step, every, turns))
        else:
            if refused is None:
                refused = search.deals.chance(search.won_by(scene.root, step, every, turns))
            yield attempt, refused


def _certain_chance(position: Position, sheet: Sheet, attempt: Attempt) -> Fraction:
    """Return the chance that the diagram allows an attempt, whatever is said of a double agent."""
    rules = sheet.rules
    if position.is_promoted(sheet.side, attempt.letter):
        return Fraction(rules.diagrams.promoted.allows(attempt.way, attempt.distance))
    if sheet.chances is None:
        left = [rules.diagrams[number] for number in sheet.possible[attempt.letter]]
        return Fraction(
            all(each.allows(attempt.way, attempt.distance) and not each.is_double_agent for each in left)
        )
    return sum(
        (
            chance
            for number, chance in sheet.chances[attempt.letter].items()
            if not rules.diagrams[number].is_double_agent
            and rules.diagrams[number].allows(attempt.way, attempt.distance)
        ),
        Fraction(0),
    )


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
