"""Advice: every option ranked, with what is certain about it, what it is worth, and why."""

from __future__ import annotations

import contextlib
import math
import time as clock
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.engines import prepare
from deduce.confusion.advice.facts import facts_about
from deduce.confusion.advice.fresh import (
    AFRESH,
    AT_ONCE,
    FEWEST_GAMES,
    USUAL_PACE,
    Z,
    ahead,
    games_within,
    idle_results,
    play_afresh,
)
from deduce.confusion.advice.plans import plan_of
from deduce.confusion.advice.reasons import PARTS, break_down, compare, settled
from deduce.confusion.advice.search import Search, has_time_for_deeper
from deduce.confusion.advice.standpoint import COIN, Standpoint
from deduce.confusion.advice.worth import worth_of
from deduce.confusion.engine.actions import Agree, Attempt, Resign, Unread
from deduce.confusion.errors import ConfusionError
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    import numpy.typing as npt

    from deduce.confusion.advice.facts import Facts
    from deduce.confusion.advice.fresh import Fresh
    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.plans import Plan
    from deduce.confusion.advice.reasons import Breakdown, Comparison
    from deduce.confusion.advice.search import Estimate
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour

__all__ = ["Advice", "Suggestion", "advise"]

WORLDS = 256
"""How many worlds are drawn."""
LOOKS = 4
"""In how many of them the search looks ahead."""
FOR_FRESH, FOR_REASONS = 0.25, 0.2
"""The parts of the budget that go into fresh games of what is told, and into the reasons."""
LEADING = 3
"""So many options from the best are played afresh, beside those that are named."""
SECONDS_FOR_REASONS = 0.3
"""With less time than this values are only taken apart if something is named."""


@dataclass(frozen=True)
class Suggestion:
    """An option with all there is to say about it.

    Attributes:
        rank: Its rank, from 1.
        estimate: What it is worth: by fresh games alone where some were played, and not less than is sure.
        fresh: What the fresh games say; None where none were played.
        level: Whether it cannot be told from the best, though the fresh games happen to put it above.
        facts: What is certain about it; None for what is no attempt, and for options far down.
        plan: What it is for; None for options that were not played afresh.
    """

    rank: int
    estimate: Estimate
    fresh: Fresh | None
    level: bool
    facts: Facts | None
    plan: Plan | None

    @property
    def action(self) -> Action:
        """What is done."""
        return self.estimate.option.action

    @property
    def within(self) -> float:
        """How far off the value may be, with 95 %."""
        return Z * self.estimate.error if self.fresh is None else self.fresh.within


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
    behaviour: Behaviour | None = None,
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
        behaviour: How each side is taken to read the other one's choices; None for facts only.
        named: Options that the best one is compared with.
        most_facts: How many options, from the best, get their facts; those named get them too.
        reasons: Whether values are taken apart.
        progress: Is told from time to time which part of the budget is used up.

    Raises:
        ConfusionError: If it is not the player's turn, the game is over, what was heard contradicts itself,
            or something named is not possible.
    """
    _check_turn(view)
    # What happens once on each machine is no thinking.
    prepare(view.rules)
    began = clock.perf_counter()
    given = Budget() if budget is None else budget
    standpoint = Standpoint(view, seed=seed, size=WORLDS, model=model, behaviour=behaviour)
    for action in named:
        standpoint.game.verify(action)
        if isinstance(action, Resign | Agree | Unread):
            message = f"{action}: there is nothing to compare; name an attempt, or what may come before it"
            raise ConfusionError(message)
    deeper = has_time_for_deeper(given)
    search, stopped = Search(standpoint, seed=seed, named=named, looks=LOOKS, deeper=deeper), False
    reasons = reasons and (bool(named) or given.seconds is None or given.seconds >= SECONDS_FOR_REASONS)
    share = 1 - FOR_FRESH - (FOR_REASONS if reasons else 0.0)
    thinking = Budget(
        None if given.seconds is None else _seconds(given.seconds, share, clock.perf_counter() - began),
        None if given.nodes is None else max(int(share * given.nodes), 1),
    )
    told = _Told(standpoint, named, seed, given, began)
    try:
        search.think(thinking, progress)
        told.play(search, leading=LEADING if reasons else 1)
        if reasons:
            told.take_apart()
    except KeyboardInterrupt:
        stopped = True
        if not told.fresh:
            told.hurry(search)
    suggestions = told.suggestions(search, most_facts)
    apart = [told.apart[each.action] for each in suggestions if each.action in told.apart]
    if progress is not None:
        progress(1.0)
    return Advice(
        view,
        tuple(suggestions),
        tuple(apart),
        tuple(compare(apart[0], other) for other in apart[1:]),
        search.nodes + told.nodes,
        clock.perf_counter() - began,
        stopped,
        0 if search.solved is None else search.solved.turns,
    )


def _seconds(given: float, share: float, passed: float) -> float:
    """Return how long to search."""
    return max(share * given - passed, 0.01)


def _check_turn(view: View) -> None:
    position, names = view.position, view.rules.sides
    if position.outcome is not None:
        message = "the game is over, so there is nothing to advise"
        raise ConfusionError(message)
    mover = position.decider
    if mover != view.side:
        message = f"it is {names[mover]}'s turn, so there is nothing to advise {names[view.side]}"
        raise ConfusionError(message)


class _Told:
    """The options that are told: played afresh in worlds of their own, put in order, and taken apart.

    Attributes:
        fresh: The fresh games of each option that has some.
        apart: The values that were taken apart; only as many as can be compared with the best.
        nodes: How many turns were played in the fresh games.
    """

    def __init__(
        self, standpoint: Standpoint, named: Sequence[Action], seed: int, budget: Budget, began: float
    ) -> None:
        self._standpoint, self._named, self._seed = standpoint, named, seed
        self._budget, self._began = budget, began
        self._worlds = standpoint
        self._pace = USUAL_PACE
        self._order: list[Option] = []
        self._sure: dict[Action, Fraction] = {}
        self.nodes: int = 0
        self.fresh: dict[Action, Fresh] = {}
        self.apart: dict[Action, Breakdown] = {}

    def play(self, search: Search, leading: int, *, in_a_hurry: bool = False) -> None:
        """Play the leading options, those named and the surest afresh, and put them in order.

        Args:
            search: The search that chose.
            leading: How many options from the best.
            in_a_hurry: Whether a few games have to do.
        """
        ranked = search.estimates
        if search.nodes:
            self._pace = search.nodes / max(clock.perf_counter() - self._began, 1e-3)
        self._sure = {each.option.action: each.sure for each in ranked}
        # Where a win is sure there is nothing to weigh it against.
        leaders = ranked[: 1 if ranked[0].sure == 1 else leading]
        surest = max(ranked, key=lambda each: each.sure)
        others = [
            each
            for each in ranked
            if each not in leaders
            and (each.option.action in self._named or (each is surest and 0 < each.sure < 1))
        ]
        wanted = [each.option for each in (*leaders, *others) if each.sure < 1]
        count = self._count(FOR_FRESH, len(wanted) + 1)
        count = min(count, AT_ONCE) if in_a_hurry else count
        options = [each.option for each in (*leaders, *others)]
        self._play(wanted, count, self._seed + AFRESH)
        self._order = _in_order(options, self.fresh)
        if self._order[0] is not options[0]:
            # Now these games chose, so others tell.
            self._play(wanted, max(count // 2, FEWEST_GAMES), self._seed + 2 * AFRESH)
            self._order = [self._order[0], *_by_value(self._order[1:], self.fresh)]

    def _play(self, options: Sequence[Option], count: int, seed: int) -> None:
        self._worlds = self._standpoint.afresh(count, seed)
        until = self._until(FOR_REASONS)
        for each in play_afresh(self._worlds, options, games=count, seed=seed, until=until):
            action = each.option.action
            self.fresh[action] = each.at_least(float(self._sure[action]))
            self.nodes += each.nodes

    def hurry(self, search: Search) -> None:
        """Play a few fresh games after all when the search was stopped; that can be stopped as well."""
        with contextlib.suppress(KeyboardInterrupt):
            self.play(search, LEADING, in_a_hurry=True)

    def take_apart(self) -> None:
        """Take the values of the best option, the runner-up and those named apart."""
        first = self._order[0]
        leaders = self._order[: 1 if self._sure[first.action] == 1 else 2]
        others = [each.option for each in self.fresh.values() if each.option.action in self._named]
        wanted = list(dict.fromkeys((*leaders, *others)))
        size = max((each.games for each in self.fresh.values()), default=FEWEST_GAMES)
        games = min(self._count(FOR_REASONS, len(PARTS) * len(wanted) + 1), size)
        worlds = np.arange(size, dtype=np.int32) % len(self._worlds.worlds)
        nothing = idle_results(self._worlds, worlds.astype(np.int32), self._seed)
        for breakdown in break_down(self._worlds, wanted, games=games, seed=self._seed):
            action = breakdown.option.action
            self.apart[action] = settled(breakdown, nothing, self._by_game(action, size))

    def _by_game(self, action: Action, size: int) -> npt.NDArray[np.float64]:
        """Return what each game contributes to the value; a sure win is won in all of them."""
        fresh = self.fresh.get(action)
        return np.full(size, 1 / size) if fresh is None else fresh.weighted

    def _until(self, kept: float) -> float:
        """Return when to stop by the clock, so that a part of the budget is left."""
        seconds = self._budget.seconds
        return math.inf if seconds is None else self._began + (1 - kept) * seconds

    def _count(self, share: float, options: int) -> int:
        """Return how many games of each of some options a part of the budget is enough for."""
        passed = clock.perf_counter() - self._began
        return games_within(self._budget, share, options, passed=passed, pace=self._pace)

    def suggestions(self, search: Search, most_facts: int) -> list[Suggestion]:
        """Return all options, those in order first that were played afresh."""
        ranked = self._worth(search.estimates)
        first = self._order[0] if self._order else ranked[0].option
        ranked.sort(
            key=lambda each: (
                each.option is not first,
                each.option.chance == 0,
                -each.value,
                each.option.action not in self.fresh,
            )
        )
        found = []
        for rank, estimate in enumerate(ranked, 1):
            action, fresh = estimate.option.action, self.fresh.get(estimate.option.action)
            facts = plan = None
            wanted = rank <= max(most_facts, 2) or action in self._named
            if wanted and isinstance(action, Attempt):
                facts = facts_about(self._standpoint, action)
            if wanted and (fresh is not None or estimate.sure == 1):
                following = None if fresh is None else fresh.following
                plan = plan_of(self._standpoint, action, facts, following, sure=estimate.sure == 1)
            is_level = rank > 1 and estimate.value > ranked[0].value
            told = replace(estimate, option=estimate.option.told(self._standpoint))
            found.append(Suggestion(rank, told, fresh, is_level, facts, plan))
        return found

    def _worth(self, estimates: Sequence[Estimate]) -> list[Estimate]:
        """Return what all options are worth.

        Without fresh games that is at most what the first two are that have some: the games that chose may
        make an option look better than these, but they put it below them.
        """
        lookups = self._standpoint.lookups
        values = [self.fresh[option.action].value for option in self._order if option.action in self.fresh]
        most = min(values[:2], default=1.0)
        return [
            self.fresh[each.option.action].instead_of(each)
            if each.option.action in self.fresh
            else replace(each, value=max(min(each.value, most), float(each.sure)))
            for each in map(worth_of(lookups, self._standpoint.values).of_estimate, estimates)
        ]


def _in_order(options: Sequence[Option], fresh: Mapping[Action, Fresh]) -> list[Option]:
    """Put options that are told in order: the best stays the best unless the fresh games clearly deny it.

    To take whatever comes out best in the fresh games would be to choose by luck once more.

    Args:
        options: The best by the games that chose, then the others.
        fresh: The fresh games of all that is not sure to win.
    """
    first, *others = options
    rivals = [fresh[option.action] for option in others if option.action in fresh and option.chance > 0]
    if first.action in fresh:
        leads = [(ahead(each, fresh[first.action]), each) for each in rivals]
        clearly = [each for lead, each in leads if lead.difference > lead.within]
        first = max(clearly, key=lambda each: each.value).option if clearly else first
    return [first, *_by_value([option for option in options if option is not first], fresh)]


def _by_value(options: Sequence[Option], fresh: Mapping[Action, Fresh]) -> list[Option]:
    """Sort options by their fresh games; what wins for sure has none, and what is sure to fail comes last."""
    values = {action: each.value for action, each in fresh.items()}
    return sorted(options, key=lambda option: (option.chance == 0, -values.get(option.action, 1.0)))
