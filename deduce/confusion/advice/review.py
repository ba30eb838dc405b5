"""After the game: what each move was worth against the best on offer, luck and skill apart, and both chances.

Every move is judged by what its player knew when it was made. What is lost by choosing is skill; what the
answer then brings is luck, since nobody could know it. Both chances over time are each side's own: what that
side could reckon with at its own last turn, knowing the opponent's diagrams and not its own.
"""

from __future__ import annotations

import math
import time as clock
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.facts import bits_of, facts_about
from deduce.confusion.advice.fresh import AFRESH, USUAL_PACE, ahead, games_within, play_afresh
from deduce.confusion.advice.plans import plan_of
from deduce.confusion.advice.playout import play_on
from deduce.confusion.advice.search import TURNS, Search, has_time_for_deeper
from deduce.confusion.advice.standpoint import COIN, Standpoint
from deduce.confusion.advice.worth import worth_of
from deduce.confusion.engine.actions import Agree, Attempt, PromotionReply, Resign, Unread
from deduce.confusion.engine.game import Game
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion.advice.fresh import Fresh
    from deduce.confusion.advice.plans import Plan
    from deduce.confusion.advice.search import Estimate
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.turns import Event
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour

__all__ = ["Review", "ReviewedMove", "Totals", "chance_to_win", "review"]

WORLDS = 128
GAMES = 64
"""How many games are played on for each side's chance at each moment."""
USUAL_NODES = 3000
"""How many turns are played in the mind for each move, unless another budget is given."""
FOR_FRESH = 0.4
"""The part of the budget that goes into fresh games of the best and of what was done."""
MOST_TURNING_POINTS = 5
LEAST_TURN = 0.08
"""A change of a chance below this is no turning point."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move with what it was worth.

    Attributes:
        number: The number of the event in the game, from 1.
        turn: The number of the turn, from 1.
        side: Who moved.
        action: What was done.
        allowed: Whether it was allowed.
        chances: Before it, the chance to win of each side as that side could know it: of the mover with the
            best that can be done now, of the other side after its own last move.
        best: What would have been best; the action itself if it was.
        best_value: The chance to win by the best.
        value: The chance to win by the action, before it was answered.
        after: The mover's chance to win after the answer.
        error: The standard error of what was lost.
        luck: How much more the chance was after the answer than before it; 0 if nothing was left to luck.
        bits: How much the answer told on average; 0 for what is no attempt.
        most_bits: The same of the attempt that would have told most.
        plan: What the best would have been for; None if it was done.
    """

    number: int
    turn: int
    side: int
    action: Action
    allowed: bool
    chances: tuple[float, float]
    best: Action
    best_value: float
    value: float
    after: float
    error: float
    luck: float
    bits: float
    most_bits: float
    plan: Plan | None = None

    @property
    def lost(self) -> float:
        """How much chance to win was lost against the best on offer."""
        return max(self.best_value - self.value, 0.0)


@dataclass(frozen=True)
class Totals:
    """What the moves of a side come to.

    Attributes:
        moves: How many.
        lost: The chance lost by choosing, all moves together.
        luck: What the answers brought, all together.
        bits: The bits that the answers could tell on average.
        most_bits: The bits that the most telling attempts would have told.
    """

    moves: int
    lost: float
    luck: float
    bits: float
    most_bits: float


@dataclass(frozen=True)
class Review:
    """A game, reviewed.

    Attributes:
        moves: The moves.
        final: Each side's chance after the last of them.
        turning_points: The numbers of the moves at which a chance changed most, in order.
        stopped: Whether it was stopped before its end.
    """

    moves: tuple[ReviewedMove, ...]
    final: tuple[float, float]
    turning_points: tuple[int, ...]
    stopped: bool = False

    def totals(self, side: int) -> Totals:
        """Return what the moves of a side come to."""
        mine = [move for move in self.moves if move.side == side]
        names = ("lost", "luck", "bits", "most_bits")
        return Totals(len(mine), *(math.fsum(getattr(move, name) for move in mine) for name in names))


def review(
    game: Game,
    budget: Budget | None = None,
    *,
    seed: int = 0,
    model: AgentModel = COIN,
    behaviour: Behaviour | None = None,
    first: int = 1,
    last: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Review a game.

    Args:
        game: The game; where a side's diagrams are not known, they are drawn from what that side could know.
        budget: How long to think about each move.
        seed: What games are drawn with; with a budget of nodes the same seed gives the same review.
        model: How double agents are answered for.
        behaviour: How each side is taken to read the other one's choices; None for facts only.
        first: The first turn that is reviewed.
        last: The last one; None for the last of the game.
        progress: Is told from time to time which part is done.

    Raises:
        ConfusionError: If what was heard contradicts itself at some point.
    """
    given = Budget(None, USUAL_NODES) if budget is None else budget
    turns = {
        number: position.turns + 1
        for number, position in enumerate(game.positions[: len(game.events)], 1)
        if first <= position.turns + 1 <= (math.inf if last is None else last)
    }
    moves: list[ReviewedMove] = []
    held: dict[int, float] = {}
    stopped = False
    try:
        for number, (now, event) in enumerate(_replayed(game), 1):
            if number not in turns or isinstance(event.action, (Agree, Resign, Unread)):
                continue
            other = 1 - event.side
            if other not in held:
                held[other] = chance_to_win(now.view(other), seed=seed, model=model, behaviour=behaviour)
            move = _judged(now, event, number, turns[number], held[other], given, seed, model, behaviour)
            moves.append(move)
            held[event.side] = move.after
            if progress is not None:
                progress(len(moves) / len(turns))
    except KeyboardInterrupt:
        stopped = True
    final = held.get(0, 0.5), held.get(1, 0.5)
    outcome = game.outcome
    if outcome is not None and not stopped and (not moves or last is None or last >= game.position.turns):
        final = (
            (0.5, 0.5) if outcome.winner is None else (float(outcome.winner == 0), float(outcome.winner == 1))
        )
    return Review(tuple(moves), final, _turning_points(moves, final), stopped)


def _replayed(game: Game) -> Iterator[tuple[Game, Event]]:
    """Yield the game before each event, with the event; it is the same game that goes on."""
    now = Game(game.rules, game.deals, game.first, game.placements)
    for event in game.events:
        yield now, event
        now.push(event.action, event.answer)


def _judged(
    now: Game,
    event: Event,
    number: int,
    turn: int,
    others: float,
    budget: Budget,
    seed: int,
    model: AgentModel,
    behaviour: Behaviour | None,
) -> ReviewedMove:
    standpoint = Standpoint(
        now.view(event.side), seed=seed + number, size=WORLDS, model=model, behaviour=behaviour
    )
    deeper = has_time_for_deeper(budget)
    search = Search(standpoint, seed=seed + number, named=(event.action,), deeper=deeper)
    began = clock.perf_counter()
    search.think(_part(budget, 1 - FOR_FRESH))
    pace = search.nodes / max(clock.perf_counter() - began, 1e-3) if search.nodes else USUAL_PACE
    ranked = search.estimates
    best = ranked[0]
    done = next((each for each in ranked if each.option.action == event.action), best)
    # What is sure needs no games; what is not is judged by others than those that chose the best.
    open_ones = [each.option for each in dict.fromkeys((best, done)) if each.sure < 1]
    games = games_within(budget, FOR_FRESH, len(open_ones) or 1, pace=pace)
    worlds = standpoint.afresh(games, seed + number + AFRESH)
    sure = {each.option.action: float(each.sure) for each in ranked}
    fresh = {
        each.option.action: each.at_least(sure[each.option.action])
        for each in play_afresh(worlds, open_ones, games=games, seed=seed + number)
    }
    error, plan = 0.0, None
    if done is not best:
        error = _error(fresh.get(best.option.action), fresh.get(done.option.action))
        plan = _plan(standpoint, best, fresh.get(best.option.action))
    best, done = (
        fresh[each.option.action].instead_of(each) if each.option.action in fresh else each
        for each in (best, done)
    )
    bits = most = 0.0
    if isinstance(event.action, Attempt):
        told = {attempt: _bits(standpoint, attempt) for attempt in standpoint.position.attempts()}
        bits, most = told[event.action], max(told.values())
    luck = _luck(done, event)
    return ReviewedMove(
        number,
        turn,
        event.side,
        event.action,
        event.answer.allowed,
        (best.value, others) if event.side == 0 else (others, best.value),
        best.option.action,
        best.value,
        done.value,
        min(max(done.value + luck, 0.0), 1.0),
        error,
        luck,
        bits,
        most,
        plan,
    )


def _part(budget: Budget, share: float) -> Budget:
    """Return a part of a budget."""
    return Budget(
        None if budget.seconds is None else share * budget.seconds,
        None if budget.nodes is None else max(int(share * budget.nodes), 1),
    )


def _error(best: Fresh | None, done: Fresh | None) -> float:
    """Return the standard error of what was lost; what is sure has none."""
    if best is not None and done is not None:
        return ahead(best, done).error
    return math.fsum(each.error for each in (best, done) if each is not None)


def _plan(standpoint: Standpoint, best: Estimate, fresh: Fresh | None) -> Plan:
    action = best.option.action
    facts = facts_about(standpoint, action) if isinstance(action, Attempt) else None
    following = None if fresh is None else fresh.following
    return plan_of(standpoint, action, facts, following, sure=best.sure == 1)


def _luck(done: Estimate, event: Event) -> float:
    """Return what the answer brought: the value after it less the value before it."""
    if done.if_yes is None or done.if_no is None or done.sure == 1:
        return 0.0
    answer = event.answer
    # An accepted promotion may fail; an attempt is allowed or not, whatever it says of a promotion.
    good = answer.promoted is not False if isinstance(event.action, PromotionReply) else answer.allowed
    mean = done.option.chance * done.if_yes + (1 - done.option.chance) * done.if_no
    return (done.if_yes if good else done.if_no) - mean


def _bits(standpoint: Standpoint, attempt: Attempt) -> float:
    sheet, promoted = standpoint.sheet, standpoint.position.is_promoted(standpoint.side, attempt.letter)
    chance = sheet.chance_of_yes(attempt, promoted=promoted) or Fraction(0)
    return bits_of(sheet, standpoint.game, attempt, chance)


def chance_to_win(
    view: View,
    *,
    seed: int = 0,
    model: AgentModel = COIN,
    behaviour: Behaviour | None = None,
    games: int = GAMES,
) -> float:
    """Return the chance to win that a player can reckon with, whoever is to move.

    Args:
        view: What the player sees.
        seed: What the games are drawn with.
        model: How double agents are answered for.
        behaviour: How each side is taken to read the other one's choices; None for facts only.
        games: How many games are played on.
    """
    outcome = view.position.outcome
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == view.side)
    standpoint = Standpoint(view, seed=seed, size=games, model=model, behaviour=behaviour)
    crowd = standpoint.crowd(standpoint.position, np.arange(games, dtype=np.int32))
    played = play_on(crowd, view.side, TURNS, np.random.default_rng(seed))
    return worth_of(standpoint.lookups, standpoint.values).of(float(played.values.mean()))


def _turning_points(moves: list[ReviewedMove], final: tuple[float, float]) -> tuple[int, ...]:
    """Return the moves at which a side's chance changed most, each side's compared with its own."""
    changes = []
    for place, move in enumerate(moves):
        other = 1 - move.side
        following = next((later for later in moves[place + 1 :] if later.side == other), None)
        theirs = final[other] if following is None else following.chances[other]
        change = max(abs(move.after - move.best_value), abs(theirs - move.chances[other]))
        changes.append((change, move.number))
    greatest = sorted(changes, reverse=True)[:MOST_TURNING_POINTS]
    return tuple(sorted(number for change, number in greatest if change >= LEAST_TURN))
