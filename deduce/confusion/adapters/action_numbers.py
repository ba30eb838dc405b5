"""One numbering of all that can be decided in a game.

Other libraries know actions as whole numbers from 0. Both adapters take them from here, so that a number
means the same in both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.engine.actions import (
    Action,
    Answer,
    Attempt,
    Expose,
    Manner,
    MoveTwo,
    Remove,
    Reveal,
    SwapTwo,
    Token,
)
from deduce.confusion.engine.deeds import When, deeds_at, is_early, reply_due
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.position import FRESH
from deduce.confusion.errors import IllegalActionError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.rules import Rules

    Part: TypeAlias = NDArray[np.float32]

__all__ = [
    "ActionNumbers",
    "AgentReply",
    "Choice",
    "numbers_of",
    "variant_numbers",
]


@dataclass(frozen=True, slots=True)
class AgentReply:
    """What a player answers to an attempt of the opponent; as it pleases for the double agent (CF-DA-1)."""

    allow: bool

    def __str__(self) -> str:
        return "yes" if self.allow else "no"


Choice: TypeAlias = Action | AgentReply
"""All that a player can decide."""

KINDS = tuple(Manner)
QUICK = frozenset((Remove, Expose, Reveal, MoveTwo, SwapTwo))
"""The kinds of early actions that `possible` finds without asking the game for each of them."""
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
        >>> from deduce.confusion.engine.rules import Rules
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
            promotion and to a gift, to leave out a second attempt, and the answers to attempts.
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
        board = rules.board
        listed = (*board.moves, *board.carries, *board.passes)
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
        between = {deed.kind for deed in deeds_at(When.BETWEEN)}
        self._between = [
            (number, choice)
            for number, choice in numbered
            if not isinstance(choice, AgentReply) and type(choice) in between
        ]
        self._rest = [
            (number, choice)
            for number, choice in numbered
            if not isinstance(choice, AgentReply) and is_early(choice) and type(choice) not in QUICK
        ]

    def _attempts(self) -> Iterator[Attempt]:
        distances = range(1, self.reach + 1)
        for letter, way, distance, kind in product(
            self.rules.letters, range(len(DIRECTIONS)), distances, KINDS
        ):
            yield Attempt(letter, way, distance, kind)

    def _others(self) -> Iterator[Choice]:
        rules = self.rules
        for deed in deeds_at(When.EARLY, When.BETWEEN, When.REPLY):
            if not deed.lack(rules):
                yield from deed.every(rules)
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
            reason = f"there is no action {number}; they are numbered from 0 to {self.total - 1}"
            raise IllegalActionError("", reason)
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
            raise IllegalActionError(choice, "this has no number under these rules")
        return number

    def possible(self, game: Game, pending: Attempt | None = None) -> list[int]:
        """Return the numbers of all that can be decided now, in ascending order.

        Args:
            game: The game; the deals must be known, as only the true double agent can be exposed.
            pending: The attempt that waits for its answer.
        """
        position, known = game.position, self._numbers
        if position.outcome is not None:
            return []
        if pending is not None:
            truth = game.answer(pending)
            answers = (True, False) if truth is None else (truth.allowed,)
            return [known[AgentReply(allow=allowed)] for allowed in answers]
        reply = reply_due(position)
        if reply is not None:
            return sorted(known[choice] for choice in reply.every(self.rules))
        identities = self._by_identity
        numbers = [identities[id(attempt)] for attempt in position.attempts()]
        numbers.sort()
        early = [number for number, choice in self._between if game.can(choice)]
        if position.stage == FRESH:
            if self.rules.has_double_agent:
                early += self._possible_agents(game)
            if position.tokens[position.turn]:
                early += self._possible_tokens(game, len({number // self._per_letter for number in numbers}))
            early += (number for number, choice in self._rest if game.can(choice))
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
