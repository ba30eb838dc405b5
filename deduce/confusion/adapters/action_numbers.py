"""One numbering of all that can be decided in a game, and games that are played by these numbers.

Other libraries know actions as whole numbers from 0, and observations as arrays. Both adapters take them from
here, so that a number means the same in both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.actions import (
    Action,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Kind,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
    Token,
)
from deduce.confusion.directions import DIRECTIONS
from deduce.confusion.errors import ConfusionError, IllegalActionError, RulesError
from deduce.confusion.game import Game
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.position import FRESH
from deduce.confusion.soundness import EARLY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from deduce.belief.belief import Belief, World
    from deduce.confusion.game import Deal, Event, Placements
    from deduce.confusion.position import Position
    from deduce.confusion.rules import Rules

    Part: TypeAlias = NDArray[np.float32]

__all__ = [
    "ActionNumbers",
    "AgentReply",
    "Choice",
    "NumberedGame",
    "Sight",
    "deal_of",
    "numbers_of",
    "variant_numbers",
]


@dataclass(frozen=True, slots=True)
class AgentReply:
    """What a player answers to an attempt of the opponent's double agent (CF-DA-1)."""

    allow: bool

    def __str__(self) -> str:
        return "yes" if self.allow else "no"


Choice: TypeAlias = Action | AgentReply
"""All that a player can decide."""

KINDS = tuple(Kind)
MANY_MOVABLE = 3
"""With so many pieces that can move, one can still move whichever two change places."""
# How an answer is noted in a history: no, yes, promoted, not promoted; from there on what was shown.
NO, YES, PROMOTED, NOT_PROMOTED = range(4)
VARIANTS = re.compile(r"(v?\d+([ ,+]+v?\d+)*)?")


class ActionNumbers:
    """A numbering of all that can be decided under some rules.

    What the rules do not have has no number. Resignation and agreed draws have none either: a game between
    programs is played to its end. `numbers_of` makes each numbering only once.

    Examples:
        >>> from deduce.confusion.rules import Rules
        >>> numbers = numbers_of(Rules.of("classic"))
        >>> numbers.total
        1152
        >>> print(numbers.choice(3))
        A-N2
        >>> numbers.number(Attempt("A", 0, 2))
        3

    Args:
        rules: The rules.

    Attributes:
        rules: The rules.
        reach: How far a number can lead.
        choices: What each number means: attempts by letter, direction, distance and kind; then, where the
            rules have them, what to remove, expose, reveal, two attempts, what to swap, the replies to a
            promotion and to a gift, and the answers for a double agent.
        total: How many numbers there are.
        names: What each number means, in words.
        diagrams: The numbers of the diagrams, in order.
        answer_words: In words, each answer that a history can note.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.reach: int = min(rules.diagrams.longest_reach, max(rules.columns, rules.rows) - 1)
        self.choices: tuple[Choice, ...] = (*self._attempts(), *self._others())
        self.total: int = len(self.choices)
        self.diagrams: tuple[int, ...] = tuple(rules.diagrams)
        self.names: tuple[str, ...] = tuple(map(str, self.choices))
        self.answer_words: tuple[str, ...] = (
            *("no", "yes", "promoted", "not promoted"),
            *(f"shown {number}" for number in self.diagrams),
        )
        self._numbers = {choice: number for number, choice in enumerate(self.choices)}
        # All attempts that a position lists are made once, by its board, and so they are known by identity.
        table = rules.board
        listed = (*table.moves, *table.carries, *table.passes)
        made = {id(one): one for piece in listed for way in piece for one in _flat(way)}
        self._made = tuple(made.values())
        self._by_identity = {
            key: self._numbers[attempt] for key, attempt in made.items() if attempt.distance <= self.reach
        }
        self._per_letter = len(DIRECTIONS) * self.reach * len(KINDS)
        numbered = tuple(enumerate(self.choices))
        self._removes = [number for number, choice in numbered if isinstance(choice, Remove)]
        self._exposes = [number for number, choice in numbered if isinstance(choice, Expose)]
        self._reveals = [(number, choice) for number, choice in numbered if isinstance(choice, Reveal)]
        self._swaps = [(number, choice) for number, choice in numbered if isinstance(choice, SwapTwo)]

    def _attempts(self) -> Iterator[Attempt]:
        distances = range(1, self.reach + 1)
        for letter, way, distance, kind in product(
            self.rules.letters, range(len(DIRECTIONS)), distances, KINDS
        ):
            yield Attempt(letter, way, distance, kind)

    def _others(self) -> Iterator[Choice]:
        rules = self.rules
        if rules.has_double_agent:
            yield from map(Remove, rules.letters)
            yield from map(Expose, rules.letters)
        if rules.tokens:
            yield from map(Reveal, rules.letters)
            yield MoveTwo()
            yield from (SwapTwo(*pair) for pair in combinations(rules.letters, 2))
        if rules.anyone_is_promoted:
            yield from (PromotionReply(accept=True), PromotionReply(accept=False))
        if rules.anyone_is_promoted and rules.has_double_agent:
            yield from (GiftReply(accept=True), GiftReply(accept=False))
        if rules.has_double_agent:
            yield from (AgentReply(allow=True), AgentReply(allow=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return numbers_of, (self.rules,)

    def choice(self, number: int) -> Choice:
        """Return what a number means.

        Raises:
            IllegalActionError: If it means nothing.
        """
        if not 0 <= number < self.total:
            message = f"there is no action {number}; they are numbered from 0 to {self.total - 1}"
            raise IllegalActionError(message)
        return self.choices[number]

    def number(self, choice: Choice) -> int:
        """Return the number of something that can be decided.

        Raises:
            IllegalActionError: If it has none under these rules.
        """
        if isinstance(choice, SwapTwo) and choice.second < choice.first:
            choice = SwapTwo(choice.second, choice.first)
        number = self._numbers.get(choice)
        if number is None:
            message = f"{choice}: this has no number under these rules"
            raise IllegalActionError(message)
        return number

    def possible(self, game: Game, asked: Attempt | None = None) -> list[int]:
        """Return the numbers of all that can be decided now, in ascending order.

        Args:
            game: The game; the deals must be known, as only the true double agent can be exposed.
            asked: The attempt of a double agent that waits for its answer.
        """
        position, known = game.position, self._numbers
        if position.outcome is not None:
            return []
        if asked is not None:
            return [known[AgentReply(allow=True)], known[AgentReply(allow=False)]]
        if position.stage.offer is not None:
            return [known[PromotionReply(accept=True)], known[PromotionReply(accept=False)]]
        if position.stage.gift:
            return [known[GiftReply(accept=True)], known[GiftReply(accept=False)]]
        identities = self._by_identity
        numbers = [identities[id(attempt)] for attempt in position.attempts()]
        numbers.sort()
        early: list[int] = []
        if position.stage == FRESH:
            if self.rules.has_double_agent:
                early += self._possible_agents(game)
            if position.tokens[position.turn]:
                early += self._possible_tokens(game, len({number // self._per_letter for number in numbers}))
        return numbers + early

    def _possible_agents(self, game: Game) -> Iterator[int]:
        """Yield the numbers of the pieces that can be removed or exposed (CF-DA-2, CF-DA-3)."""
        position, rules = game.position, self.rules
        squares, pieces = position.squares, rules.board.pieces
        for number, piece in zip(self._removes, pieces[position.turn], strict=True):
            if squares[piece] >= 0:
                yield number
        deal, agent = game.deals[1 - position.turn], rules.diagrams.double_agent
        for number, piece, letter in zip(
            self._exposes, pieces[1 - position.turn], rules.letters, strict=True
        ):
            suspected = deal is None or agent is None or deal[letter] == agent.number
            if suspected and squares[piece] >= 0:
                yield number

    def _possible_tokens(self, game: Game, movable: int) -> Iterator[int]:
        """Yield the numbers of what the tokens allow (CF-TOK), if so many pieces can move."""
        known, tokens = self._numbers, game.position.tokens[game.position.turn]
        if Token.REVEAL in tokens:
            sure = movable > 1
            yield from (number for number, show in self._reveals if sure or game.can(show))
        if Token.MOVE2 in tokens and game.can(MoveTwo()):
            yield known[MoveTwo()]
        if Token.SWAP2 in tokens:
            yield from self._possible_swaps(game, movable)

    def _possible_swaps(self, game: Game, movable: int) -> Iterator[int]:
        if movable < MANY_MOVABLE:
            yield from (number for number, swap in self._swaps if game.can(swap))
            return
        # The same squares are taken after a swap, so the other pieces can move just as they could before.
        position = game.position
        homes, squares = self.rules.board.homes[position.turn], position.squares
        free = {
            letter
            for letter, piece in self.rules.board.numbers[position.turn].items()
            if squares[piece] in homes and squares[piece] != position.neutral
        }
        yield from (number for number, swap in self._swaps if swap.first in free and swap.second in free)

    def longest(self, limit: int) -> int:
        """Return how many decisions a game of so many turns can have at most.

        Args:
            limit: The number of turns after which it is drawn.
        """
        rules, pieces = self.rules, len(self.rules.letters)
        each = 1 + rules.has_double_agent + rules.anyone_is_promoted
        most = (limit + 2 * rules.tokens) * each
        most += 2 * pieces + 4 if rules.has_double_agent else 0
        return most + 2 * len(Token) * rules.tokens

    def answer_number(self, answer: Answer) -> int:
        """Return how an answer is noted in a history: a whole number below 4 + the number of diagrams."""
        if answer.shown is not None:
            return NOT_PROMOTED + 1 + self.diagrams.index(answer.shown)
        if answer.promoted is not None:
            return PROMOTED if answer.promoted else NOT_PROMOTED
        return YES if answer.allowed else NO


def _flat(way: tuple[Any, ...]) -> Iterator[Attempt]:
    """Yield the attempts in one direction, which stand alone or in runs of so many squares."""
    for part in way:
        if isinstance(part, Attempt):
            yield part
        else:
            yield from part


@cache
def numbers_of(rules: Rules) -> ActionNumbers:
    """Return the numbering of some rules."""
    return ActionNumbers(rules)


class NumberedGame:
    """A game that is played by numbers, one decision after the other.

    The opponent's answer for a double agent (CF-DA-1) is a decision of its own; every other answer follows
    from the deals, which must be known. A copy shares all that never changes, so it costs next to nothing.

    Examples:
        >>> import random
        >>> from deduce.confusion.rules import Rules
        >>> from deduce.confusion.simulation import random_start
        >>> draw = random.Random(1)
        >>> play = NumberedGame(random_start(Rules.of("espionage"), draw), limit=100)
        >>> while play.decider is not None:
        ...     play.push(draw.choice(play.possible()))
        >>> play.is_drawn, play.returns
        (True, (0.0, 0.0))

    Args:
        game: The game so far; it must not be changed by others from now on.
        limit: The number of turns after which it is a draw; None for none but that of the rules.
        asked: The attempt of a double agent that waits for its answer.

    Attributes:
        numbers: The numbering.
        game: The game.
        limit: The number of turns after which it is a draw.
        asked: The attempt of a double agent that waits for its answer.
        history: For each event the number of the action and that of its answer.

    Raises:
        ConfusionError: If a deal is not known, or if something was done that has no number.
    """

    __slots__ = ("_beliefs", "_told", "asked", "game", "history", "limit", "numbers")

    def __init__(self, game: Game, limit: int | None = None, asked: Attempt | None = None) -> None:
        if None in game.deals:
            message = "a game can only be played by numbers if both deals are known"
            raise ConfusionError(message)
        self.numbers: ActionNumbers = numbers_of(game.rules)
        self.game: Game = game
        self.limit: int | None = limit
        self.asked: Attempt | None = asked
        self.history: list[tuple[int, int]] = [self._noted(event) for event in game.events]
        self._beliefs: dict[int, Belief] = {}
        # How many events were told already, and in which words: a story is only ever continued.
        self._told: tuple[int, str] = (0, "")

    def _noted(self, event: Event) -> tuple[int, int]:
        return self.numbers.number(event.action), self.numbers.answer_number(event.answer)

    # --- Copies ------------------------------------------------------------------------------------

    def copy(self) -> NumberedGame:
        """Return a game of its own that has come to the same point."""
        return self._with(_copied(self.game))

    def _with(self, game: Game) -> NumberedGame:
        twin = NumberedGame.__new__(NumberedGame)
        twin.numbers, twin.limit, twin.asked = self.numbers, self.limit, self.asked
        twin.game = game
        twin.history = self.history.copy()
        # What is known of a side's pieces follows from what was said, which is the same.
        twin._beliefs, twin._told = self._beliefs, self._told  # noqa: SLF001 - an object of the same class
        return twin

    def __copy__(self) -> NumberedGame:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> NumberedGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        done = [(event.action, event.answer) for event in game.events]
        deals, placements = (
            tuple(None if given is None else dict(given) for given in both)
            for both in (game.deals, game.placements)
        )
        return _replayed, (game.rules, deals, game.first, placements, done, self.limit, self.asked)

    def with_deal(self, side: int, deal: Deal) -> NumberedGame:
        """Return a game in which all was done and answered alike, but with another deal.

        If a side gets another deal while its own attempt waits for an answer, the attempt is taken back: only
        an attempt of the double agent has to wait, which that side does not know.

        Args:
            side: Whose deal.
            deal: The deal, which must fit what was answered.
        """
        game = self.game
        deals = (deal, game.deals[1]) if side == 0 else (game.deals[0], deal)
        twin = self._with(_copied(game, deals))
        if side == game.position.turn:
            twin.asked = None
        return twin

    # --- Playing -----------------------------------------------------------------------------------

    @property
    def is_drawn(self) -> bool:
        """Whether the game is over and nobody has won, because of a limit of turns."""
        outcome = self.game.outcome
        return outcome.winner is None if outcome is not None else self._is_at_limit

    @property
    def _is_at_limit(self) -> bool:
        return self.limit is not None and self.game.position.turns >= self.limit

    @property
    def decider(self) -> int | None:
        """The side that decides now; None when the game is over."""
        position = self.game.position
        if position.outcome is not None or self._is_at_limit:
            return None
        if self.asked is not None or position.stage.gift:
            return 1 - position.turn
        return position.turn

    @property
    def returns(self) -> tuple[float, float]:
        """What each side has won: 1, -1, or 0 for a draw and while the game goes on."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if outcome.winner == 0 else (-1.0, 1.0)

    def possible(self) -> list[int]:
        """Return the numbers of all that can be decided now, in ascending order."""
        return [] if self._is_at_limit else self.numbers.possible(self.game, self.asked)

    def push(self, number: int) -> None:
        """Decide something.

        Raises:
            IllegalActionError: If it is not possible now.
        """
        choice = self.numbers.choice(number)
        if self._is_at_limit:
            message = f"{choice}: the game is over"
            raise IllegalActionError(message)
        if isinstance(choice, AgentReply) or self.asked is not None:
            self._reply(choice)
            return
        if isinstance(choice, Attempt) and self.game.can(choice):
            diagram = self.game.diagram(self.game.position.turn, choice.letter)
            if diagram is not None and diagram.is_double_agent:
                self.asked = choice
                return
        self._note(number, self.game.push(choice))

    def _reply(self, choice: Choice) -> None:
        asked = self.asked
        if asked is None or not isinstance(choice, AgentReply):
            message = f"{choice}: " + (
                "nothing waits for an answer" if asked is None else f"first {asked} must be answered"
            )
            raise IllegalActionError(message)
        event = self.game.push(asked, agent=lambda _: choice.allow)
        self.asked = None
        self._note(self.numbers.number(asked), event)

    def _note(self, number: int, event: Event) -> None:
        self.history.append((number, self.numbers.answer_number(event.answer)))
        self._beliefs = {}

    def decisions(self) -> Iterator[tuple[int, int]]:
        """Yield who decided what so far, as side and number, the answers for double agents among them."""
        game = self.game
        dealt = [self._agent_letter(side) for side in (0, 1)]
        for event, (number, _) in zip(game.events, self.history, strict=True):
            yield event.side, number
            if isinstance(event.action, Attempt) and event.action.letter == dealt[event.side]:
                yield 1 - event.side, self.numbers.number(AgentReply(allow=event.answer.allowed))
        if self.asked is not None:
            yield game.position.turn, self.numbers.number(self.asked)

    def _agent_letter(self, side: int) -> str | None:
        """Return the letter of a side's double agent, which is never promoted (CF-DA-5)."""
        agent, deal = self.game.rules.diagrams.double_agent, self.game.deals[side]
        if agent is None or deal is None:
            return None
        return next(letter for letter, number in deal.items() if number == agent.number)

    # --- What is known -----------------------------------------------------------------------------

    def belief(self, side: int) -> Belief:
        """Return what follows from all that was said about a side's own pieces.

        An answer for a double agent counts as the toss of a coin.
        """
        if side not in self._beliefs:
            self._beliefs = {**self._beliefs, side: sheet_of(self.game, side).belief}
        return self._beliefs[side]

    def redealt(self, side: int, seed: int) -> NumberedGame:
        """Return the game with a side's own deal drawn anew: any that fits, exactly as likely as it is.

        Args:
            side: Whose deal.
            seed: The same seed gives the same deal.

        Raises:
            ContradictionError: If none fits.
        """
        (world,) = self.belief(side).sample(1, seed)
        return self.with_deal(side, deal_of(world))

    def words(self) -> tuple[str, ...]:
        """Return in words, one by one, what both sides saw being done and answered."""
        return tuple(self.story.split("; ")) if self.history else ()

    @property
    def story(self) -> str:
        """All that both sides saw being done and answered, in words."""
        told, story = self._told
        if told < len(self.history):
            names, answers, events = self.numbers.names, self.numbers.answer_words, self.game.events
            new = [
                f"{events[place].side}:{names[number]} {answers[answer]}"
                for place, (number, answer) in enumerate(self.history[told:], told)
            ]
            story = "; ".join([story, *new] if told else new)
            self._told = len(self.history), story
        return story


def deal_of(world: World) -> dict[str, int]:
    """Return a world of a side's sheet as a deal."""
    return {str(letter): int(number) for letter, number in world.items() if isinstance(number, int)}


def _copied(game: Game, deals: tuple[Deal | None, Deal | None] | None = None) -> Game:
    """Return a copy of a game, with other deals if they are given."""
    if deals is None:
        twin = Game.__new__(Game)
        twin.__dict__.update(game.__dict__)
    else:
        twin = Game(game.rules, deals, game.first, game.placements)
        twin.position = game.position
    twin.events = game.events.copy()
    twin._before = game._before.copy()  # noqa: SLF001 - to play it again would take long
    return twin


def _replayed(
    rules: Rules,
    deals: tuple[Deal, Deal],
    first: int,
    placements: Placements,
    done: list[tuple[Action, Answer]],
    limit: int | None,
    asked: Attempt | None,
) -> NumberedGame:
    """Return a game in which this was done."""
    game = Game(numbers_of(rules).rules, deals, first, placements)
    for action, answer in done:
        game.push(action, answer)
    return NumberedGame(game, limit, asked)


class Sight:
    """What a player sees of a game, as arrays of numbers from 0 to 1.

    The player's own side comes first in every part, and the board stands as that player sees it. Nothing in
    them depends on the diagrams of the player's own pieces, other than by what was said.

    Attributes:
        private: The shapes of the parts that only this player sees: `deal`, the opponent's diagrams by
            letter, and `asked`, the attempt of a double agent that waits for the player's answer (letter,
            direction, distance, kind).
        public: The shapes of the parts that both see: `board`, one board for each piece and one for Z;
            `promoted` and `tokens`; `stage`, what was done before the attempt, the barred letters, the letter
            that is offered promotion, and whether a second attempt follows, only the own half may move, Z is
            given, and it is the player's turn; `turns`, how much of the game is over; `heard`, which attempts
            of each piece were refused and allowed while it was not promoted; `told`, whether it was promoted
            on arrival or not; `shown`, the diagram that a piece was shown to have.
    """

    def __init__(self, numbers: ActionNumbers) -> None:
        rules, self._numbers = numbers.rules, numbers
        pieces, diagrams = len(rules.letters), len(numbers.diagrams)
        self.private: dict[str, tuple[int, ...]] = {
            "deal": (pieces, diagrams),
            "asked": (pieces + len(DIRECTIONS) + numbers.reach + len(KINDS),),
        }
        self.public: dict[str, tuple[int, ...]] = {
            "board": (2 * pieces + 1, rules.rows, rules.columns),
            "promoted": (2, pieces),
            "tokens": (2, len(Token)),
            "stage": (len(EARLY) + 2 * pieces + 4,),
            "turns": (1,),
            "heard": (2, pieces, len(DIRECTIONS), numbers.reach, 2),
            "told": (2, pieces, 2),
            "shown": (2, pieces, diagrams),
        }

    def fill(self, parts: Mapping[str, Part], play: NumberedGame, player: int) -> None:
        """Write what a player sees into arrays that are filled with 0.

        Args:
            parts: The arrays of the parts that are wanted.
            play: The game.
            player: The player who looks.
        """
        position = play.game.position
        if "deal" in parts:
            self._fill_private(parts, play, player)
        if "board" not in parts:
            return
        self._fill_board(parts["board"], position, player)
        for piece in range(2 * len(play.game.rules.letters)):
            side, place = divmod(piece, len(play.game.rules.letters))
            parts["promoted"][side ^ player, place] = position.promoted >> piece & 1
        for side, place in product((0, 1), range(len(Token))):
            parts["tokens"][side ^ player, place] = tuple(Token)[place] in position.tokens[side]
        self._fill_stage(parts["stage"], position, player)
        limits = [limit for limit in (play.limit, play.game.rules.half_move_limit) if limit is not None]
        parts["turns"][0] = min(1.0, position.turns / min(limits)) if limits else 0.0
        self._fill_heard(parts, play, player)

    def _fill_private(self, parts: Mapping[str, Part], play: NumberedGame, player: int) -> None:
        numbers, letters = self._numbers, play.game.rules.letters
        deal = play.game.deals[1 - player]
        for place, letter in enumerate(letters):
            if deal is not None:
                parts["deal"][place, numbers.diagrams.index(deal[letter])] = 1
        asked = play.asked
        if asked is not None and play.decider == player:
            directions = len(letters)
            distances = directions + len(DIRECTIONS)
            kinds = distances + numbers.reach
            for place in (
                letters.index(asked.letter),
                directions + asked.way,
                distances + asked.distance - 1,
                kinds + KINDS.index(asked.kind),
            ):
                parts["asked"][place] = 1

    @staticmethod
    def _fill_board(board: Part, position: Position, player: int) -> None:
        squares, columns = len(position.board), position.rules.columns
        pieces = len(position.rules.letters)
        placed = [*position.squares[player * pieces :], *position.squares[: player * pieces]]
        for plane, square in enumerate((*placed, position.neutral)):
            if square >= 0:
                row, column = divmod(square if player == 0 else squares - 1 - square, columns)
                board[plane, row, column] = 1

    @staticmethod
    def _fill_stage(part: Part, position: Position, player: int) -> None:
        stage, letters = position.stage, position.rules.letters
        flags = [
            *(stage.used == early for early in EARLY),
            *(letter in stage.barred for letter in letters),
            *(letter == stage.offer for letter in letters),
            bool(stage.seconds),
            stage.home_only,
            stage.gift,
            position.turn == player,
        ]
        part[:] = flags

    def _fill_heard(self, parts: Mapping[str, Part], play: NumberedGame, player: int) -> None:
        rules, diagrams = play.game.rules, self._numbers.diagrams
        promoted: set[tuple[int, str]] = set()
        for position, event in zip(play.game.positions, play.game.events, strict=False):
            action, answer = event.action, event.answer
            offered = isinstance(action, PromotionReply)
            letter = position.stage.offer if offered else getattr(action, "letter", None)
            if letter is None:
                continue
            whose = 1 - event.side if isinstance(action, Expose) else event.side
            side, place = whose ^ player, rules.letters.index(letter)
            if isinstance(action, Attempt) and (whose, letter) not in promoted:
                parts["heard"][side, place, action.way, action.distance - 1, int(answer.allowed)] = 1
            if answer.promoted is not None:
                parts["told"][side, place, int(answer.promoted)] = 1
            if answer.promoted:
                promoted.add((whose, letter))
            if answer.shown is not None:
                parts["shown"][side, place, diagrams.index(answer.shown)] = 1


def variant_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of variants that are written like "1,3" or "v1+v3", in order.

    Examples:
        >>> variant_numbers("3,1"), variant_numbers("v5"), variant_numbers("")
        ((1, 3), (5,), ())

    Raises:
        RulesError: If they are written otherwise.
    """
    if not VARIANTS.fullmatch(text):
        message = f"variants are {text!r}; write them like '1,3', or in a game string like v1+v3"
        raise RulesError(message)
    return tuple(sorted({int(number) for number in re.findall(r"\d+", text)}))
