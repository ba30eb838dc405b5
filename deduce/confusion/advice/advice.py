"""Advice: every option ranked, with what is certain about it, what it is worth, and why."""

from __future__ import annotations

import math
import time as clock
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.advice.facts import facts_about
from deduce.confusion.advice.reasons import PARTS, break_down, compare
from deduce.confusion.advice.search import TURNS, Search
from deduce.confusion.advice.standpoint import COIN, Standpoint
from deduce.confusion.engine.actions import Agree, Attempt, Resign, Unread
from deduce.confusion.errors import ConfusionError
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.confusion.advice.facts import Facts
    from deduce.confusion.advice.reasons import Breakdown, Comparison
    from deduce.confusion.advice.search import Estimate
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.agents import AgentModel

__all__ = ["Advice", "Suggestion", "advise"]

WORLDS = 256
"""How many worlds are drawn."""
FOR_REASONS = 0.35
"""The part of the budget that goes into the reasons."""
MOST_ROUNDS = 3
"""How often more options are taken apart because the ranking changed."""
SECONDS_FOR_REASONS = 0.3
"""With less time than this values are only taken apart if something is named."""
FEWEST_GAMES, MOST_GAMES = 16, 2048
"""How many games are played for each part of the reasons."""


@dataclass(frozen=True)
class Suggestion:
    """An option with all there is to say about it.

    Attributes:
        rank: Its rank, from 1.
        estimate: What it is worth.
        facts: What is certain about it; None for what is no attempt, and for options far down.
    """

    rank: int
    estimate: Estimate
    facts: Facts | None

    @property
    def action(self) -> Action:
        """What is done."""
        return self.estimate.option.action


@dataclass(frozen=True)
class Advice:
    """What to do next, and why.

    Attributes:
        view: What the player sees.
        suggestions: All options, the best first.
        breakdowns: The values of the best option, the runner-up and those that were named, taken apart.
        comparisons: What makes the difference between the best option and each of the others among them.
        nodes: How many turns were played in the mind.
        seconds: How long it took.
        stopped: Whether it was stopped before its time.
        searched_turns: Within how many turns the end of the game was searched exactly; 0 if it was not.
    """

    view: View
    suggestions: tuple[Suggestion, ...]
    breakdowns: tuple[Breakdown, ...]
    comparisons: tuple[Comparison, ...]
    nodes: int
    seconds: float
    stopped: bool
    searched_turns: int

    @property
    def best(self) -> Suggestion:
        """The best option."""
        return self.suggestions[0]

    def of(self, action: Action) -> Suggestion | None:
        """Return what is said about an action; None if it is no option."""
        return next((each for each in self.suggestions if each.action == action), None)


def advise(
    view: View,
    budget: Budget | None = None,
    *,
    seed: int = 0,
    model: AgentModel = COIN,
    named: Sequence[Action] = (),
    most_facts: int = 10,
    reasons: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Advice:
    """Advise the player of a view what to do now.

    Whatever the advice says follows from the view alone, so it cannot peek at the player's own diagrams. With
    a budget of nodes the same view and seed give the same advice.

    Examples:
        >>> from deduce.confusion import Game, Rules
        >>> rules = Rules.of("classic")
        >>> theirs = dict(zip(rules.letters, range(1, 13)))
        >>> view = Game(rules, (None, theirs)).view(0)
        >>> advice = advise(view, Budget(None, nodes=2000), seed=1)
        >>> len(advice.suggestions) == len(view.attempts())
        True
        >>> sum(advice.comparisons[0].parts.values()) == advice.comparisons[0].difference
        True

    Args:
        view: What the player sees.
        budget: How long to think, the reasons included; by default a second.
        seed: What the games are drawn with.
        model: How double agents are answered for.
        named: Options that the best one is compared with.
        most_facts: How many options, from the best, get their facts; those named get them too.
        reasons: Whether values are taken apart.
        progress: Is told from time to time which part of the budget is used up.

    Raises:
        ConfusionError: If it is not the player's turn, the game is over, what was heard contradicts itself,
            or something named is not possible.
    """
    began = clock.perf_counter()
    given = Budget() if budget is None else budget
    _check_turn(view)
    standpoint = Standpoint(view, seed=seed, size=WORLDS, model=model)
    for action in named:
        standpoint.game.verify(action)
        if isinstance(action, Resign | Agree | Unread):
            message = f"{action}: there is nothing to compare; name an attempt, or what may come before it"
            raise ConfusionError(message)
    search, stopped = Search(standpoint, seed=seed, named=named), False
    reasons = reasons and (bool(named) or given.seconds is None or given.seconds >= SECONDS_FOR_REASONS)
    share = 1 - FOR_REASONS if reasons else 1.0
    thinking = Budget(
        None if given.seconds is None else max(share * given.seconds - (clock.perf_counter() - began), 0.01),
        None if given.nodes is None else max(int(share * given.nodes), 1),
    )
    try:
        search.think(thinking, progress)
    except KeyboardInterrupt:
        stopped = True
    breakdowns: dict[Action, Breakdown] = {}
    until = math.inf if given.seconds is None else began + given.seconds
    if reasons and not stopped:
        games = _games(given, search.nodes, clock.perf_counter() - began, 2 + len(named))
        try:
            breakdowns = _taken_apart(standpoint, search, named, games, seed, until)
        except KeyboardInterrupt:
            stopped = True
    suggestions = _suggestions(standpoint, search, named, most_facts)
    # What was the best for a while is no longer of interest.
    told = [each.action for each in suggestions if each.rank <= 2 or each.action in named]
    apart = [breakdowns[action] for action in told if action in breakdowns]
    if progress is not None:
        progress(1.0)
    return Advice(
        view,
        tuple(suggestions),
        tuple(apart),
        tuple(compare(apart[0], other) for other in apart[1:]),
        search.nodes,
        clock.perf_counter() - began,
        stopped,
        0 if search.solved is None else search.solved.turns,
    )


def _check_turn(view: View) -> None:
    position, names = view.position, view.rules.sides
    if position.outcome is not None:
        message = "the game is over, so there is nothing to advise"
        raise ConfusionError(message)
    mover = position.decider
    if mover != view.side:
        message = f"it is {names[mover]}'s turn, so there is nothing to advise {names[view.side]}"
        raise ConfusionError(message)


def _taken_apart(
    standpoint: Standpoint, search: Search, named: Sequence[Action], games: int, seed: int, until: float
) -> dict[Action, Breakdown]:
    """Take the values of the two best options and of those named apart.

    The games played for it count for the ranking as well, so it may change; until the best two are among
    those that were taken apart, more are, as long as there is time.
    """
    found: dict[Action, Breakdown] = {}
    for rounds_left in reversed(range(MOST_ROUNDS)):
        ranked = search.estimates
        # Where a win is sure there is nothing to weigh it against.
        leading = 1 if ranked[0].sure == 1 else 2
        wanted = [
            each.option
            for rank, each in enumerate(ranked, 1)
            if rank <= leading or each.option.action in named
        ]
        fresh = [option for option in wanted if option.action not in found]
        if not fresh or (found and clock.perf_counter() > until):
            break
        for breakdown in break_down(standpoint, fresh, games=games, seed=seed):
            found[breakdown.option.action] = breakdown
            # In the last round the ranking stays, so that its best two have been taken apart.
            if rounds_left:
                search.learn(breakdown.option, *breakdown.results)
    return found


def _suggestions(
    standpoint: Standpoint, search: Search, named: Sequence[Action], most_facts: int
) -> list[Suggestion]:
    found = []
    for rank, estimate in enumerate(search.estimates, 1):
        action = estimate.option.action
        wanted = rank <= max(most_facts, 2) or action in named
        facts = facts_about(standpoint, action) if wanted and isinstance(action, Attempt) else None
        found.append(Suggestion(rank, estimate, facts))
    return found


def _games(budget: Budget, nodes: int, seconds: float, options: int) -> int:
    """Return how many games the rest of the budget is enough for, for each part of the reasons."""
    left = math.inf
    if budget.nodes is not None:
        left = FOR_REASONS * budget.nodes
    if budget.seconds is not None and nodes:
        left = min(left, max(budget.seconds - seconds, 0.0) * nodes / max(seconds, 1e-3))
    each = left / (TURNS * (len(PARTS) * options + 1))
    return int(min(max(each, FEWEST_GAMES), MOST_GAMES))
