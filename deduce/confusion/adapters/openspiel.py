"""Confusion as a game of OpenSpiel, named `python_confusion`; importing this module registers it.

The diagrams are dealt one by one by chance, side 0's first, in the order of the letters. Then every decision
is a node: an attempt, what comes before it, and the reply to an offer. Where there is a double agent, so is
the opponent's answer to every attempt, in which it only has a choice for the double agent (CF-DA-1);
elsewhere answers follow from the deal and need no node. Side 0 starts. With variant 4 the pieces stand as in
the printed layout, unless a state is made from another game.

A player never sees the diagrams of its own pieces, but those of the opponent, and all that was done and
answered, and what waits for an answer. Every attempt waits, not only those of the double agent: otherwise
that there is anything to wait for would tell its owner who the double agent is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.confusion.adapters.action_numbers import numbers_of, variant_numbers
from deduce.confusion.adapters.numbered_game import NumberedGame
from deduce.confusion.adapters.sight import Sight
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError, RulesError

try:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ImportError:
    raise ConfusionError("OpenSpiel is not installed; pip install 'deduce-tabletop[openspiel]'") from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from deduce.confusion.adapters.action_numbers import ActionNumbers

__all__ = ["ConfusionGame", "ConfusionObserver", "ConfusionState", "Table"]

NAME = "python_confusion"
MAX_TURNS = 200
MANY_TURNS = 1000
"""How many turns a game without a limit is said to have at most."""
SEEDS = 1 << 53

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Robert Abbott's Confusion",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={
        "ruleset": "classic",
        "diagrams": "",
        "variants": "",
        "tokens": False,
        "max_turns": MAX_TURNS,
    },
)


class ConfusionGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """Confusion under some rules.

    Its parameters are `ruleset` ("classic", "espionage" or the path of a file of rules), `variants` (such as
    "1,3"; in a game string, where a comma and a lone number mean something else, "v1+v3"), `tokens` (whether
    the action tokens are used), `max_turns` (after so many turns, of both sides together, it is a draw), and
    `diagrams` (the path of a file of diagrams instead of the standard ones).

    Args:
        params: The parameters; those left out have their usual values.
        rules: The rules, instead of the parameters; such a game cannot be written down as a game string.

    Attributes:
        rules: The rules.
        numbers: The numbering of the actions.
        limit: The number of turns after which it is a draw; None for none but that of the rules.
    """

    def __init__(self, params: Mapping[str, Any] | None = None, rules: Rules | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        variants = variant_numbers(given["variants"])
        given["variants"] = "+".join(f"v{number}" for number in variants)
        limit: int | None = given["max_turns"] if rules is None else None
        if limit is not None and limit < 1:
            message = f"max_turns is {limit}, but a game needs at least one turn"
            raise RulesError(message)
        if rules is None:
            path = given["diagrams"]
            diagrams = load_diagrams(path) if path else None
            rules = Rules.of(given["ruleset"], variants=variants, tokens=given["tokens"], diagrams=diagrams)
        self.numbers: ActionNumbers = numbers_of(rules)
        self.rules: Rules = self.numbers.rules
        self.limit: int | None = limit
        pieces = len(rules.letters)
        self.longest: int = self.numbers.longest(limit or rules.half_move_limit or MANY_TURNS)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.total,
            max_chance_outcomes=pieces,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> ConfusionState:
        return ConfusionState(self)

    def state_of(self, play: NumberedGame) -> ConfusionState:
        """Return the state of a game in progress, with the history that leads to it.

        Args:
            play: The game, under the same rules; from now on it belongs to the state.
        """
        state = self.new_initial_state()
        state.replay(play)
        return state

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> ConfusionObserver:
        return ConfusionObserver(self, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        return 2 * len(self.rules.letters)


class ConfusionState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of the game: the diagrams dealt so far, or a game in progress."""

    def __init__(self, game: ConfusionGame) -> None:
        super().__init__(game)
        self._table = Table(game)

    @property
    def play(self) -> NumberedGame | None:
        """The game in progress, not to be changed; None while the diagrams are dealt."""
        return self._table.play

    def replay(self, play: NumberedGame) -> None:
        """Bring a new state to where a game stands.

        Args:
            play: The game; from now on it belongs to the state.
        """
        diagrams, letters = play.numbers.diagrams, play.game.rules.letters
        chance = int(pyspiel.PlayerId.CHANCE)
        dealt = [
            (chance, diagrams.index(deal[letter]))
            for deal in play.game.deals
            if deal is not None
            for letter in letters
        ]
        # OpenSpiel notes each step with the player it asks for, so both are told what happened anyway.
        for player, number in (*dealt, *play.decisions()):
            self._table.follows = player
            self.apply_action(number)
        self._table.follows = None
        self._table.play = play

    # --- What OpenSpiel asks for -------------------------------------------------------------------

    def current_player(self) -> int:
        table = self._table
        if table.follows is not None:
            return table.follows
        if table.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        decider = table.play.decider
        return int(pyspiel.PlayerId.TERMINAL) if decider is None else decider

    def _legal_actions(self, player: int) -> list[int]:
        play = self._table.play
        return play.possible() if play is not None and play.decider == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = self._table.left()
        return [(number, 1.0 / len(left)) for number in left]

    def _apply_action(self, action: int) -> None:
        if self._table.follows is None:
            self._table.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        numbers = self._table.numbers
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {numbers.rules.diagrams[numbers.diagrams[action]]}"
        return str(numbers.choice(action))

    def is_terminal(self) -> bool:
        table = self._table
        return table.follows is None and table.play is not None and table.play.decider is None

    def returns(self) -> list[float]:
        play = self._table.play
        return [0.0, 0.0] if play is None else list(play.returns)

    def __str__(self) -> str:
        return str(self._table)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ConfusionState:
        """Return a state that looks the same to a player, with its own deal drawn anew.

        Every deal that fits what was heard is drawn exactly as likely as it is, if an answer for a double
        agent is the toss of a coin.

        Args:
            player: The player.
            sampler: Returns random numbers from 0 to 1.
        """
        play = self._table.play
        if play is None:
            message = "a deal can only be drawn anew when all diagrams are dealt"
            raise ConfusionError(message)
        return self.with_play(play.redealt(player, int(sampler() * SEEDS)))

    def with_play(self, play: NumberedGame) -> ConfusionState:
        """Return the state of another game in progress.

        Args:
            play: The game; from now on it belongs to the state.
        """
        game: ConfusionGame = self.get_game()
        return game.state_of(play)


class Table:
    """What a state holds: it is copied and pickled at little cost.

    Attributes:
        numbers: The numbering.
        limit: The number of turns after which it is a draw.
        dealt: The diagrams dealt so far, by their place in the order.
        play: The game in progress; None while the diagrams are dealt.
        follows: While a game is followed that is known already, the player whose step comes next.
    """

    __slots__ = ("dealt", "follows", "limit", "numbers", "play")

    def __init__(self, game: ConfusionGame) -> None:
        self.numbers: ActionNumbers = game.numbers
        self.limit: int | None = game.limit
        self.dealt: tuple[int, ...] = ()
        self.play: NumberedGame | None = None
        self.follows: int | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        twin = Table.__new__(Table)
        twin.numbers, twin.limit, twin.dealt, twin.follows = (
            self.numbers,
            self.limit,
            self.dealt,
            self.follows,
        )
        twin.play = None if self.play is None else self.play.copy()
        return twin

    def left(self) -> list[int]:
        """Return the diagrams that may be dealt next, by their place in the order."""
        size = len(self.numbers.diagrams)
        gone = self.dealt[len(self.dealt) // size * size :]
        return [number for number in range(size) if number not in gone]

    def push(self, number: int) -> None:
        """Deal a diagram, or decide something."""
        if self.play is not None:
            self.play.push(number)
            return
        self.dealt = (*self.dealt, number)
        size = len(self.numbers.diagrams)
        if len(self.dealt) == 2 * size:
            game = Game(self.numbers.rules, (self._deal(0), self._deal(size)))
            self.play, self.dealt = NumberedGame(game, self.limit), ()

    def _deal(self, start: int) -> dict[str, int]:
        letters, diagrams = self.numbers.rules.letters, self.numbers.diagrams
        dealt = self.dealt[start : start + len(letters)]
        return {letter: diagrams[number] for letter, number in zip(letters, dealt, strict=False)}

    def __str__(self) -> str:
        sides, size = self.numbers.rules.sides, len(self.numbers.diagrams)
        play = self.play
        if play is None:
            deals = (self._deal(0), self._deal(size))
            return "\n".join(f"{name}: {_deal_words(deal)}" for name, deal in zip(sides, deals, strict=True))
        lines = [
            f"{name}: {_deal_words(deal or {})}" for name, deal in zip(sides, play.game.deals, strict=True)
        ]
        position = play.game.position
        lines += [f"turn {position.turns + 1}", str(position), play.story]
        if play.pending is not None:
            lines.append(f"asked {play.pending}")
        return "\n".join(lines)


def _deal_words(deal: Mapping[str, int]) -> str:
    return " ".join(f"{letter}={number}" for letter, number in deal.items())


class ConfusionObserver:
    """What a player sees of a state, as OpenSpiel asks for it.

    With perfect recall it sees all that was done and answered (`history`: for each event the number of the
    action and that of the answer, both from 1); without, where the game stands and what was heard of each
    piece (the parts of `Sight`).

    Args:
        game: The game.
        iig_obs_type: What is to be seen; by default an observation without perfect recall.
        params: Nothing.

    Attributes:
        tensor: All that is seen, as one row of numbers.
        dict: The same by parts.

    Raises:
        ConfusionError: If there are parameters, or if the private knowledge of both players is asked for: no
            player may see that.
    """

    def __init__(
        self,
        game: ConfusionGame,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        if params:
            message = f"an observer of {NAME} has no parameters; there are {dict(params)}"
            raise ConfusionError(message)
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            message = "nobody may see the diagrams of both sides; ask for the private knowledge of one player"
            raise ConfusionError(message)
        self._private: bool = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public: bool = wanted.public_info
        self._recall: bool = wanted.perfect_recall
        self._sight = Sight(game.numbers)
        shapes: dict[str, tuple[int, ...]] = {"player": (2,)}
        if self._private:
            shapes |= self._sight.private
        if self._public:
            shapes |= self._sight.waiting
        if self._public and self._recall:
            shapes["history"] = (game.longest, 2)
        elif self._public:
            shapes |= self._sight.public
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: ConfusionState, player: int) -> None:
        """Write what a player sees of a state into the arrays."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        play = state.play
        if play is None:
            return
        self._sight.fill(self.dict, play, player)
        if "history" in self.dict and play.history:
            # Only a game that is longer than it was said to be loses its beginning.
            kept = play.history[-len(self.dict["history"]) :]
            self.dict["history"][: len(kept)] = np.array(kept, np.float32) + 1

    def string_from(self, state: ConfusionState, player: int) -> str:
        """Return what a player sees of a state in words."""
        return "\n".join(self._lines(state.play, player))

    def _lines(self, play: NumberedGame | None, player: int) -> Iterator[str]:
        yield f"player {player}"
        if play is None:
            if self._public:
                yield "the diagrams are dealt"
            return
        if self._private:
            yield f"opponent: {_deal_words(play.game.deals[1 - player] or {})}"
        if self._public:
            if play.pending is not None:
                yield f"asked {play.pending}"
            yield from self._public_lines(play)

    def _public_lines(self, play: NumberedGame) -> Iterator[str]:
        if self._recall:
            yield play.story
            return
        position = play.game.position
        stage = position.stage
        yield f"turn {position.turns + 1} of side {position.turn}"
        yield str(position)
        yield f"promoted {position.promoted:b}"
        for tokens in position.tokens:
            yield f"tokens {' '.join(sorted(token.value for token in tokens))}"
        yield (
            f"stage {stage.used} {''.join(sorted(stage.barred))} {stage.seconds} {stage.home_only} "
            f"{stage.offer} {stage.gift}"
        )
        # The same things may have been heard in another order.
        yield "; ".join(sorted(set(play.words())))


pyspiel.register_game(GAME_TYPE, ConfusionGame)
