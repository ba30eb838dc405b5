"""The search: games played on from every option worth a thought, most from those that look best so far.

Each game starts in a world drawn exactly from what the player knows, and both sides go on by instinct, which
looks at nothing that its side does not know. So nothing is planned for one world in particular, and what an
answer would teach is worth what is done with it later. An attempt's value is the exact chance of a yes times
the value after a yes, plus that of a no times the value after a no; each half is the mean over its games,
together with what was foreseen before any game was played, which counts as some games.
"""

from __future__ import annotations

import math
import time as clock
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.endgame import solve_endgame
from deduce.confusion.advice.following import Diary
from deduce.confusion.advice.foresight import believed, foreseen, standing
from deduce.confusion.advice.instinct import instinct, look, weights
from deduce.confusion.advice.options import (
    KINDS,
    as_choices,
    attempt_options,
    early_options,
    may_move,
    reply_options,
)
from deduce.confusion.advice.playout import HEAT, make_attempts, play_on
from deduce.confusion.advice.standpoint import COIN
from deduce.confusion.engine.actions import Attempt, Expose, MoveTwo, Reveal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    import numpy.typing as npt

    from deduce.confusion.advice.compiled.crowd import Memory
    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.endgame import Solution
    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.position import Position
    from deduce.tabletop.budget import Budget

__all__ = ["Estimate", "Search", "has_time_for_deeper"]

TURNS = 12
"""How many turns games are played on before they are judged that tell what something is worth."""
HORIZONS = ((0, 8), (12_000, 12), (60_000, 16), (250_000, 24))
"""How many turns those are played on that choose, from so many turns of the search on: at first it is better
to play more games, since chance is what misleads it, and later longer ones, since judging early does."""
SLOPE = 0.05
"""How much more chance to win a point of instinct is taken to mean."""
FORESEEN = 60.0
"""How many games count as much as what is foreseen of an attempt,"""
GUESS = 12.0
"""and as what is guessed of anything else, or of an attempt by instinct alone."""
LOOKED_AT = 48
"""So many attempts are looked at two plies ahead: those that look best to the instinct;"""
LOOKED_DEEPER = 6
"""and so many of these four plies ahead,"""
FOR_DEEPER = 0.25
"""if there are so many seconds: with less time games in the mind are worth more."""
UNLIKELY = 0.1
"""By how much worse than the others what will certainly be refused is taken to be."""
SPREAD = 0.25
"""How far the results of single games lie apart before any was played."""
BOLD = 1.0
"""How many standard errors an option is given the benefit of when games are handed out."""
CAUTION = 0.5
"""How many standard errors count against an option in the ranking: what was hardly tried is doubtful."""
MOST = 24
"""How many attempts share the games at first: those that look best at a glance."""
BATCHES_BEFORE_WIDENING = 6
"""After so many batches all others get two games as well, some of them in each batch:"""
UNTRIED = 24
"""one for so many games."""
FOR_ENDGAMES = 12_000
"""From so many turns on the exact search of the end looks further, at a quarter as many positions,"""
PART_FOR_ENDGAMES = 0.1
"""and in any case where time is given, for this part of it."""
NODES = 1 << 12
"""How many decisions of the player the search remembers."""
HISTORY = 0x9E3779B97F4A7C15
GAMES_AT_ONCE = 1200
"""So many games for each second of the budget are played in one batch, up to a limit."""
AT_ONCE = 10
"""How many options get games in one batch."""


def has_time_for_deeper(budget: Budget) -> bool:
    """Tell whether there is time to look four plies ahead before any game is played.

    Args:
        budget: How long is thought.
    """
    return budget.seconds is None or budget.seconds >= FOR_DEEPER


@dataclass(frozen=True)
class Estimate:
    """What an option is worth.

    Attributes:
        option: The option.
        value: The chance to win.
        error: Its standard error, as far as it comes from the number of games.
        games: How many games were played.
        glance: What it looked worth at a glance, beside the others.
        sure: The chance to win that nobody can prevent, as far as the end of the game was searched.
        if_yes: The chance to win after a yes; None if no such game was played.
        if_no: The chance to win after a no; likewise.
    """

    option: Option
    value: float
    error: float
    games: int
    glance: float
    sure: Fraction
    if_yes: float | None
    if_no: float | None


class _Half:
    """The games of an option after one of the two answers; most have none, so nothing is made for them."""

    worlds: Ints = np.zeros(0, np.int32)
    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def draw(self, count: int) -> Ints:
        """Return the next worlds, again from the first after the last."""
        places = (self.games + np.arange(count)) % max(len(self.worlds), 1)
        return self.worlds[places]

    def add(self, values: Floats) -> None:
        self.games += len(values)
        self.total += float(np.sum(values))
        self.squares += float(np.sum(np.square(values)))

    @property
    def mean(self) -> float | None:
        return self.total / self.games if self.games else None

    @property
    def variance(self) -> float:
        """The variance of the mean, with a few games' worth of what is usual."""
        if not self.games:
            return 0.0
        mean = self.total / self.games
        around = max(self.squares - self.games * mean * mean, 0.0)
        return (around + 2 * SPREAD**2) / (self.games + 2) / self.games


@dataclass
class _Outlook:
    """What is guessed of all options at once.

    Attributes:
        best: What the best one looks worth at a glance.
        middle: What that one is guessed to be worth.
        trust: How many games the guess of an attempt counts for.
    """

    best: float
    middle: float = 0.5
    trust: float = GUESS


class _Arm:
    """An option with the games played for it.

    In which worlds it succeeds is only asked when games are played, which most options never see.
    """

    sure: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)

    def __init__(
        self,
        number: int,
        option: Option,
        glance: float,
        outlook: _Outlook,
        succeeds: Callable[[], npt.NDArray[np.bool_]],
    ) -> None:
        self.number = number
        self.option = option
        self.glance = glance
        self.yes, self.no = _Half(), _Half()
        self._outlook = outlook
        self._trust = outlook.trust if isinstance(option.action, Attempt) else GUESS
        self._succeeds: Callable[[], npt.NDArray[np.bool_]] | None = succeeds

    @property
    def behind(self) -> float:
        """By how much worse than the best one the glance takes it to be, as a chance to win."""
        return self._outlook.best - self.glance

    @property
    def guess(self) -> float:
        """What it is worth by how it looks, given what the best looking one is."""
        return min(max(self._outlook.middle - self.behind, 0.0), 1.0)

    @property
    def games(self) -> int:
        return self.yes.games + self.no.games

    def share(self, count: int) -> tuple[int, int]:
        """Divide further games between the answers, in proportion to their chances."""
        if self._succeeds is not None:
            succeeds, self._succeeds = self._succeeds(), None
            self.yes.worlds = np.flatnonzero(succeeds).astype(np.int32)
            self.no.worlds = np.flatnonzero(~succeeds).astype(np.int32)
        if not len(self.no.worlds):
            return count, 0
        if not len(self.yes.worlds):
            return 0, count
        wanted = round(self.option.chance * (self.games + count))
        yes = min(max(wanted, 1) - self.yes.games, count)
        yes = max(yes, 0)
        if yes == count and self.no.games == 0 and count > 1:
            yes -= 1
        return yes, count - yes

    @property
    def mean(self) -> float | None:
        """The value by the games alone."""
        chance = self.option.chance
        yes, no = self.yes.mean, self.no.mean
        if yes is None or no is None:
            return no if yes is None else yes
        return chance * yes + (1 - chance) * no

    @property
    def spread(self) -> float:
        """The standard error of that."""
        chance = self.option.chance
        if not self.yes.games or not self.no.games:
            return math.sqrt(self.yes.variance + self.no.variance)
        return math.sqrt(chance**2 * self.yes.variance + (1 - chance) ** 2 * self.no.variance)

    @property
    def value(self) -> float:
        mean = self.mean
        found = (
            self.guess
            if mean is None
            else (self.games * mean + self._trust * self.guess) / (self.games + self._trust)
        )
        return max(min(found, float(1 - self.lost)), float(self.sure))

    @property
    def error(self) -> float:
        if self.sure == 1:
            return 0.0
        guessed = SPREAD / math.sqrt(self._trust)
        if not self.games:
            return guessed
        share = self.games / (self.games + self._trust)
        return math.hypot(share * self.spread, (1 - share) * guessed)

    def estimate(self) -> Estimate:
        means = self.yes.mean, self.no.mean
        return Estimate(self.option, self.value, self.error, self.games, self.glance, self.sure, *means)


class Search:
    """A search from one standpoint; it can be gone on with at any time.

    Attributes:
        standpoint: Where it begins.
        nodes: How many turns were played so far.
        solved: What the exact search of the end found; None where that is not possible.
    """

    def __init__(
        self,
        standpoint: Standpoint,
        *,
        seed: int,
        turns: int | None = None,
        named: Collection[Action] = (),
        remembers: bool = True,
        foresees: bool = True,
        looks: int = 1,
        deeper: bool = True,
    ) -> None:
        """Look at all options at a glance.

        Args:
            standpoint: Where it begins.
            seed: The same number always gives the same games.
            turns: How many turns games are played on before they are judged; by default that grows.
            named: What is looked at in any case, and gets games in every batch, however it looks.
            remembers: Whether what came of the player's next decisions is remembered, where the engine can.
            foresees: Whether the glance looks ahead; else it goes by instinct alone.
            looks: In how many of the worlds it looks ahead; more take longer, and less is up to chance.
            deeper: Whether what looks best then is looked at four plies ahead, where the engine is quick.
        """
        self.standpoint: Standpoint = standpoint
        self._named = named
        self._batches = 0
        self.nodes: int = 0
        self._set_turns = turns
        # Between two attempts of a turn the second one differs from game to game, so no two games are alike.
        remembers = remembers and not standpoint.position.stage.seconds
        self._memory = standpoint.engine.memory(standpoint.side, NODES) if remembers else None
        self._draw = np.random.default_rng(seed)
        replies = reply_options(standpoint)
        early = [] if replies else early_options(standpoint, named)
        attempts = [] if replies else attempt_options(standpoint)
        self._looks = looks
        self._deeper = deeper
        # Between two attempts of a turn no reply follows.
        foresees = (
            foresees and not standpoint.position.stage.seconds and any(each.chance for each in attempts)
        )
        glances = self._foreseen(attempts) if foresees else self._glances(attempts)
        best = max(glances, default=0.0)
        self._outlook = _Outlook(best, best, FORESEEN) if foresees else _Outlook(best, self._first_guess())
        looked = [
            *zip(attempts, glances, strict=True),
            *((each, self._outlook.best) for each in (*early, *replies)),
        ]
        self._arms = [self._arm(number, *each) for number, each in enumerate(looked)]
        self._played: dict[int, _Arm] = {}
        likely = [arm for arm in self._arms if arm.option.chance > 0] or self._arms
        self._useful = sorted(likely, key=lambda arm: -arm.glance)
        self.solved: Solution | None = None
        if attempts:
            self._solve(turns=1, most_nodes=100_000)

    def _solve(self, *, turns: int, most_nodes: int, seconds: float | None = None) -> None:
        """Find out what is sure to win or to lose, where the end of the game can be searched exactly."""
        standpoint = self.standpoint
        found = solve_endgame(
            standpoint.game,
            standpoint.sheet,
            turns=turns,
            most_nodes=most_nodes,
            seconds=seconds,
            # What they can win at their next turn stays what it was when the search looks further.
            theirs=standpoint.sheets[1 - standpoint.side] if self.solved is None else None,
        )
        if found is None:
            return
        self.solved = found if self.solved is None else replace(found, lost=self.solved.lost)
        for arm in self._arms:
            action = arm.option.action
            if isinstance(action, Attempt | Expose | Reveal):
                arm.sure = found.sure.get(action, Fraction(0))
            if isinstance(action, Attempt):
                arm.lost = self.solved.lost.get(action, Fraction(0))

    def _glances(self, options: list[Option]) -> list[float]:
        """Return what attempts look worth by instinct; what will certainly be refused looks worst."""
        crowd = self.standpoint.crowd(self.standpoint.position, np.zeros(1, np.int32))
        if not options or not len(crowd):
            return [0.0] * len(options)
        weighing, reach = weights(crowd.lookups, crowd.values)[0], crowd.lookups.reach
        scored = crowd.scored(weighing) or _scored(crowd, weighing)
        seen = {(letter, step, kind): score for _, letter, step, kind, _, score in scored}
        letters = {letter: place for place, letter in enumerate(self.standpoint.view.rules.letters)}
        worst = min(seen.values(), default=0.0)
        return [
            SLOPE
            * seen.get(
                (letters[each.letter], each.way * reach + each.distance - 1, KINDS[each.kind]), worst - 1
            )
            for option in options
            for each in [option.action]
            if isinstance(each, Attempt)
        ]

    def _foreseen(self, options: list[Option]) -> list[float]:
        """Return what attempts look worth some plies ahead; what will certainly be refused looks worst."""
        standpoint = self.standpoint
        worlds = np.arange(min(self._looks, len(standpoint.worlds)), dtype=np.int32)
        crowd = standpoint.crowd(standpoint.position, worlds)
        by_instinct = dict(zip([option.action for option in options], self._glances(options), strict=True))
        chances = {
            option.action: option.chance
            for option in options
            if option.chance > 0 and isinstance(option.action, Attempt)
        }
        if not chances or not len(crowd):
            return [0.0] * len(options)
        attempts = sorted(chances, key=lambda each: -by_instinct[each])[:LOOKED_AT]
        worth = self._looked_at(crowd, attempts, [chances[each] for each in attempts])
        seen: dict[Action, float] = dict(zip(attempts, worth, strict=True))
        worst = min(worth)
        return [
            seen.get(option.action, worst if option.action in chances else worst - UNLIKELY)
            for option in options
        ]

    def _looked_at(self, crowd: Crowd, attempts: list[Attempt], chances: list[float]) -> list[float]:
        """Return what attempts look worth two plies ahead; where that is quick, the best of them four."""
        places = np.arange(len(attempts), dtype=np.int32)
        choices = as_choices(self.standpoint, attempts, places, np.array(chances))
        choices = replace(choices, game=np.zeros(len(attempts), np.int32))
        worth = self._mean(crowd, choices, plies=2)
        if self._deeper and crowd.is_quick:
            best = np.argsort(-worth, kind="stable")[:LOOKED_DEEPER].astype(np.int32)
            deeper = self._mean(crowd, choices.take(best), plies=4)
            # Of the others it is taken that a deeper look would change as much.
            worth += (deeper - worth[best]).mean()
            worth[best] = deeper
        return [float(each) for each in np.clip(worth, 0, 1)]

    def _mean(self, crowd: Crowd, attempts: Choices, *, plies: int) -> Floats:
        """Return what attempts in the first of some games are worth, on the mean over these."""
        count, size = len(attempts), len(crowd)
        everywhere = attempts.take(np.tile(np.arange(count, dtype=np.int32), size))
        everywhere = replace(everywhere, game=np.repeat(np.arange(size, dtype=np.int32), count))
        # By the toss of a coin a double agent is allowed nothing that hurts (CF-DA-1); other models say what.
        chances = believed(crowd, everywhere) if self.standpoint.sheet.model == COIN else everywhere.chance
        values = foreseen(crowd, everywhere, plies=plies)
        worth = (1 - chances) * values[:, 0] + chances * values[:, 1]
        found: Floats = worth.reshape(size, count).mean(axis=0).astype(np.float32)
        return found

    def _arm(self, number: int, option: Option, glance: float) -> _Arm:
        return _Arm(number, option, glance, self._outlook, partial(self._succeeds, option))

    def _succeeds(self, option: Option) -> npt.NDArray[np.bool_]:
        """Tell in which worlds an option succeeds."""
        standpoint = self.standpoint
        if isinstance(option.action, Attempt):
            return standpoint.allowed(option.action)
        if option.otherwise is None:
            return np.ones(len(standpoint.worlds), np.bool_)
        letter = standpoint.view.rules.letters.index(standpoint.position.stage.offer or "")
        found: npt.NDArray[np.bool_] = standpoint.worlds[:, letter] != standpoint.lookups.agent
        return found

    def _first_guess(self) -> float:
        crowd = self.standpoint.crowd(self.standpoint.position, np.zeros(1, np.int32))
        if not len(crowd):
            return 0.5
        chance = float(standing(crowd)[0])
        return chance if crowd.turn == self.standpoint.side else 1 - chance

    # --- Thinking ----------------------------------------------------------------------------------

    def think(self, budget: Budget, progress: Callable[[float], None] | None = None) -> None:
        """Play games until the budget is used up; Ctrl-C ends it with what there is.

        Args:
            budget: How long.
            progress: Is told from time to time which part of the budget is used up.

        Raises:
            KeyboardInterrupt: If it is stopped; what was found so far stays.
        """
        if len(self._arms) < 2 or self._is_settled():
            return
        began, before, batches = clock.perf_counter(), self.nodes, 0
        if budget.seconds is not None or (budget.nodes or 0) >= FOR_ENDGAMES:
            limit = None if budget.seconds is None else budget.seconds * PART_FOR_ENDGAMES
            self._solve(turns=2, most_nodes=FOR_ENDGAMES // 4, seconds=limit)
            if self._is_settled():
                return
        size = _batch_size(budget, self._turns)
        while True:
            done = budget.share(clock.perf_counter() - began, self.nodes - before)
            # The last batch is only begun if it will be over in time.
            if done >= 1 or (batches and done * (batches + 1) / batches > 1):
                break
            self._batch(size)
            batches += 1
            if progress is not None:
                progress(min(done, 1.0))

    @property
    def _turns(self) -> int:
        """How many turns the next games are played on."""
        if self._set_turns is not None:
            return self._set_turns
        return max(turns for nodes, turns in HORIZONS if self.nodes >= nodes)

    def _is_settled(self) -> bool:
        """Tell whether something wins for sure, and nothing that was named is still to be valued."""
        named = [arm for arm in self._arms if arm.option.action in self._named]
        return any(arm.sure == 1 for arm in self._arms) and all(arm.sure == 1 for arm in named)

    def _batch(self, size: int) -> None:
        """Play some games for the options that may yet be the best, and a few for those not tried yet."""
        hopeful = sorted(self._known(), key=lambda arm: -(arm.value + BOLD * arm.error))
        chosen = _mixed(hopeful, min(AT_ONCE, max(2, size // 6)))
        chosen += [arm for arm in self._arms if arm.option.action in self._named and arm not in chosen]
        self._play_each(chosen, max(2, size // len(chosen)))
        self._batches += 1
        if self._batches > BATCHES_BEFORE_WIDENING:
            self._play_each(self._untried(size // UNTRIED), 2)
        self._guess_anew()

    def _known(self) -> list[_Arm]:
        """Return the options that look best at a glance, and all that games were played for."""
        useful = self._useful
        late = (arm for arm in useful[MOST:] if arm.games or not isinstance(arm.option.action, Attempt))
        return [*useful[:MOST], *late]

    def _untried(self, most: int) -> list[_Arm]:
        """Return options that no game was played for yet, those first that look best at a glance.

        So with time every option gets a few games, however bad it looks; the first batches do without.
        """
        return [arm for arm in self._useful if arm.option.chance > 0 and not arm.games][:most]

    def _guess_anew(self) -> None:
        """Guess anew, now that some games were played."""
        games = total = 0.0
        for arm in self._played.values():
            games += arm.games
            total += arm.games * ((arm.mean or 0.0) + arm.behind)
        if games:
            self._outlook.middle = total / games

    def _play_each(self, arms: list[_Arm], games: int) -> None:
        """Play as many games of each of some options."""
        self._played.update((arm.number, arm) for arm in arms)
        self._play([arm for arm in arms if isinstance(arm.option.action, Attempt)], games)
        for arm in arms:
            if not isinstance(arm.option.action, Attempt):
                for half, found in self._halves(arm, games):
                    half.add(found)

    def _play(self, arms: list[_Arm], each: int) -> None:
        """Play games after attempts."""
        if not arms:
            return
        parts, which, allowed = [], [], []
        for place, arm in enumerate(arms):
            yes, no = arm.share(each)
            parts += [arm.yes.draw(yes), arm.no.draw(no)]
            which += [place] * (yes + no)
            allowed += [True] * yes + [False] * no
        standpoint, answers = self.standpoint, np.array(allowed)
        crowd = standpoint.crowd(standpoint.position, np.concatenate(parts))
        attempts = [arm.option.action for arm in arms if isinstance(arm.option.action, Attempt)]
        owners = np.array(which, np.int32)
        chances = np.array([arm.option.chance for arm in arms])
        chosen = as_choices(standpoint, attempts, owners, chances)
        make_attempts(standpoint.position, crowd, chosen, answers, self._draw)
        if self._memory is not None:
            numbers = np.array([arm.number for arm in arms], np.uint64)[owners]
            self._memory.histories = (2 * numbers + answers + 1).astype(np.uint64) * np.uint64(HISTORY)
        values = self._finish(crowd, memory=self._memory)
        for place, arm in enumerate(arms):
            mine = owners == place
            arm.yes.add(values[mine & answers])
            arm.no.add(values[mine & ~answers])

    def play_other(
        self, option: Option, count: int, *, is_shown: bool = True, diaries: list[Diary] | None = None
    ) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
        """Play games after something that is no attempt.

        Args:
            option: What is done.
            count: How many games.
            is_shown: Whether the player sees what a token shows.
            diaries: Gets what the player tries next in these games.

        Returns:
            The results, the weight of each, and whether it succeeded.
        """
        arm = self._arm(len(self._arms), option, 0.0)
        results, weights, succeeded = [], [], []
        for half, found in self._halves(arm, count, is_shown=is_shown, diaries=diaries):
            chance = option.chance if half is arm.yes else 1 - option.chance
            results.append(found)
            weights.append(np.full(len(found), chance / len(found), np.float32))
            succeeded.append(np.full(len(found), half is arm.yes))
        return np.concatenate(results), np.concatenate(weights), np.concatenate(succeeded)

    def learn(self, option: Option, after_yes: Floats, after_no: Floats) -> None:
        """Count games of an option that were played elsewhere.

        Args:
            option: The option.
            after_yes: The results of the games after a yes.
            after_no: The results of those after a no.
        """
        for arm in self._arms:
            if arm.option is option:
                self._played[arm.number] = arm
                arm.yes.add(after_yes)
                arm.no.add(after_no)

    def _halves(
        self, arm: _Arm, count: int, *, is_shown: bool = True, diaries: list[Diary] | None = None
    ) -> Iterator[tuple[_Half, Floats]]:
        """Play games after something that is no attempt: those where it succeeds, then the others."""
        positions = (arm.option.position, arm.option.otherwise)
        for half, games, position in zip((arm.yes, arm.no), arm.share(count), positions, strict=True):
            if games and position is not None:
                worlds = half.draw(games)
                yield half, self._results(arm.option, position, worlds, is_shown=is_shown, diaries=diaries)

    def _results(
        self,
        option: Option,
        position: Position,
        worlds: Ints,
        *,
        is_shown: bool = True,
        diaries: list[Diary] | None = None,
    ) -> Floats:
        standpoint = self.standpoint
        crowd = standpoint.crowd(position, worlds)
        if isinstance(option.action, Reveal) and is_shown and len(crowd):
            crowd.show(standpoint.side, standpoint.view.rules.letters.index(option.action.letter))
        diary = Diary(standpoint.side, len(worlds))
        if diaries is not None:
            diaries.append(diary)
        if len(crowd) and crowd.turn == standpoint.side:
            self._begin(crowd, option, diary)
        return self._finish(crowd, diary)

    def _begin(self, crowd: Crowd, option: Option, diary: Diary) -> None:
        """Make the attempt that follows something else in the same turn."""
        weighing, position = weights(crowd.lookups, crowd.values)[0], option.position
        if position is None:
            return
        barred = np.ones((len(crowd), self.standpoint.lookups.letters), np.bool_)
        barred[:, may_move(position)] = False
        again = isinstance(option.action, MoveTwo)
        chosen = instinct(crowd, weighing, heat=HEAT, draw=self._draw, barred=barred)
        allowed = crowd.answers(chosen, self._draw)
        diary.note(crowd, chosen, allowed)
        if again:
            barred[chosen.game, chosen.letter] = True
            ids = crowd.ids
            crowd.act(chosen, allowed, hands_over=False)
            barred = barred[np.isin(ids, crowd.ids)]
            chosen = instinct(crowd, weighing, heat=HEAT, draw=self._draw, barred=barred)
            allowed = crowd.answers(chosen, self._draw)
        crowd.act(chosen, allowed)

    def _finish(self, crowd: Crowd, diary: Diary | None = None, memory: Memory | None = None) -> Floats:
        played = play_on(crowd, self.standpoint.side, self._turns - 1, self._draw, diary=diary, memory=memory)
        self.nodes += played.nodes + len(played.values)
        return played.values

    # --- What was found ----------------------------------------------------------------------------

    @property
    def estimates(self) -> list[Estimate]:
        """What all options are worth, the best first; doubt counts a little against an option."""
        arms = sorted(
            self._arms,
            key=lambda arm: (arm.option.chance == 0, CAUTION * arm.error - arm.value, -arm.glance),
        )
        return [arm.estimate() for arm in arms]


def _mixed(arms: list[_Arm], most: int) -> list[_Arm]:
    """Return the first of some options, at most half of them no attempts, of which less is known."""
    others = [arm for arm in arms if not isinstance(arm.option.action, Attempt)]
    if len(others) in {0, len(arms)}:
        return arms[:most]
    left_out = set(map(id, others[most // 2 :]))
    return [arm for arm in arms if id(arm) not in left_out][:most]


def _scored(crowd: Crowd, weighing: Floats) -> list[list[float]]:
    """Return all attempts with how good they look: game, letter, step, kind, target and score."""
    choices, points, phase = look(crowd)
    scores = np.einsum("sp,pk->sk", weighing, points)[phase, np.arange(len(choices))]
    columns = choices.game, choices.letter, choices.step, choices.kind, choices.target, scores
    return [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def _batch_size(budget: Budget, turns: int) -> int:
    """Return how many games to play at a time: few where the budget is small."""
    if budget.nodes is not None:
        return min(max(budget.nodes // turns // 6, 12), 96)
    return int(min(max((budget.seconds or 1.0) * GAMES_AT_ONCE, 12), 96))
