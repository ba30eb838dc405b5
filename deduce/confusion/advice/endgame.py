"""Exact search of the end of a game: the chance to win that a player can be sure of within some turns.

The opponent is taken to know their own diagrams and to do what is worst for the player; of the player's
diagrams the opponent is taken to know no more than the player does. So with the deal certain (or where it
does not matter) the result holds against whoever plays, and it is always a chance that cannot be argued away
by luck or by a model of the opponent. Every world that is left is looked at, with its exact weight; nothing
is drawn by lot.

It is searched where that is exact: without tokens, and under rules with a double agent only for what wins at
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.actions import REFUSED, SILENT, Answer, Attempt, Kind
from deduce.confusion.play import is_arrival, played

if TYPE_CHECKING:
    from deduce.confusion.diagrams import Diagram
    from deduce.confusion.game import Game
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.position import Position

__all__ = ["MOST_WORLDS", "Endgame", "Solution", "solve_endgame"]

MOST_WORLDS = 200
"""With more worlds than this only what wins at once is looked at."""

World: TypeAlias = tuple["Diagram", ...]
"""The diagram of each of the player's letters, in order."""


@dataclass(frozen=True)
class Solution:
    """What was found out about the end of a game.

    Attributes:
        turns: Within how many of the player's own turns.
        sure: For each attempt, the chance to win that the player can be sure of; attempts that are sure of
            nothing are left out.
        nodes: How many positions were looked at.
    """

    turns: int
    sure: dict[Attempt, Fraction]
    nodes: int


class OutOfNodesError(Exception):
    """The search has looked at as many positions as it may."""


class Endgame:
    """A search to a fixed number of turns.

    Attributes:
        nodes: How many positions were looked at.
    """

    def __init__(self, side: int, theirs: World, most_nodes: int) -> None:
        """Prepare a search.

        Args:
            side: The player's side.
            theirs: The opponent's deal.
            most_nodes: How many positions may be looked at.
        """
        self.nodes: int = 0
        self._side = side
        self._theirs = theirs
        self._most_nodes = most_nodes
        self._known: dict[object, Fraction] = {}

    def value_of(
        self, position: Position, attempt: Attempt, worlds: dict[World, Fraction], turns: int
    ) -> Fraction:
        """Return the weight of the worlds that an attempt can be sure of to win.

        Args:
            position: Where the player is to move.
            attempt: The attempt.
            worlds: The player's deals that are left, with their weights.
            turns: Within how many of the player's turns, this one included.

        Raises:
            OutOfNodesError: If it takes too long.
        """
        total = Fraction(0)
        for answer, part in _parts(position, attempt, worlds).items():
            _, following = played(position, attempt, answer)
            total += self.value_after(following, part, turns)
        return total

    def value_after(self, position: Position, worlds: dict[World, Fraction], turns: int) -> Fraction:
        """Return the weight that is sure when the opponent is to move, or the game is over.

        Args:
            position: Where the opponent is to move.
            worlds: The player's deals that are left, with their weights.
            turns: Within how many of the player's turns, the last one included.

        Raises:
            OutOfNodesError: If it takes too long.
        """
        self.nodes += 1
        if self.nodes > self._most_nodes:
            raise OutOfNodesError
        outcome = position.outcome
        if outcome is not None:
            return sum(worlds.values(), Fraction(0)) if outcome.winner == self._side else Fraction(0)
        # What is not won at the beginning of the turn behind the last one does not count.
        key = self._key(position, worlds, turns)
        if key not in self._known:
            self._known[key] = self._worst(position, worlds, turns)
        return self._known[key]

    def _worst(self, position: Position, worlds: dict[World, Fraction], turns: int) -> Fraction:
        letters = position.rules.letters
        worst: Fraction | None = None
        refusals = False
        for attempt in position.attempts():
            diagram = self._theirs[letters.index(attempt.letter)]
            if position.is_promoted(position.turn, attempt.letter):
                diagram = position.rules.diagrams.promoted
            if not diagram.allows(attempt.way, attempt.distance):
                if refusals:
                    continue
                refusals, answer = True, REFUSED
            else:
                answer = _allowed(position, attempt, diagram)
            _, following = played(position, attempt, answer)
            value = self._best(following, worlds, turns - 1)
            if worst is None or value < worst:
                worst = value
            if not worst:
                break
        return Fraction(0) if worst is None else worst

    def _best(self, position: Position, worlds: dict[World, Fraction], turns: int) -> Fraction:
        """Return the weight that is sure when the player is to move, or the game is over."""
        self.nodes += 1
        if self.nodes > self._most_nodes:
            raise OutOfNodesError
        total = sum(worlds.values(), Fraction(0))
        if position.outcome is not None:
            return total if position.outcome.winner == self._side else Fraction(0)
        if turns == 0:
            return Fraction(0)
        key = self._key(position, worlds, turns)
        if key not in self._known:
            best = Fraction(0)
            for attempt in _promising_first(position):
                best = max(best, self.value_of(position, attempt, worlds, turns))
                if best == total:
                    break
            self._known[key] = best
        return self._known[key]

    @staticmethod
    def _key(position: Position, worlds: dict[World, Fraction], turns: int) -> object:
        board = position.squares, position.neutral, position.promoted, position.turn
        # How many turns are over only matters if there is a limit.
        limited = position.turns if position.rules.half_move_limit else 0
        return *board, limited, tuple(worlds), turns


def solve_endgame(
    game: Game,
    sheet: Sheet,
    *,
    turns: int = 2,
    most_nodes: int = 20_000,
) -> Solution | None:
    """Find out what chance to win the player to move can be sure of.

    Args:
        game: The game, with the opponent's deal.
        sheet: The player's sheet.
        turns: Within how many of the player's turns.
        most_nodes: How many positions may be looked at.

    Returns:
        The solution for the greatest number of turns, up to that, that was searched to its end; None if not
        even one turn was.
    """
    position, rules = game.position, game.rules
    deal = game.deals[1 - sheet.side]
    if deal is None or position.outcome is not None or position.turn != sheet.side or rules.tokens:
        return None
    if rules.anyone_is_promoted or position.stage.offer or position.stage.gift:
        return None
    theirs = tuple(rules.diagrams[deal[letter]] for letter in rules.letters)
    if rules.has_double_agent:
        return None if rules.late_contact else _at_once(position, sheet)
    at_once = _at_once(position, sheet)
    if sheet.worlds > MOST_WORLDS:
        return _held(position, sheet, theirs, at_once)
    worlds = _worlds(sheet)
    solution, nodes = None, 0
    for depth in range(1, turns + 1):
        search = Endgame(sheet.side, theirs, most_nodes - nodes)
        sure: dict[Attempt, Fraction] = {}
        try:
            for attempt in _promising_first(position):
                value = search.value_of(position, attempt, worlds, depth)
                if value:
                    sure[attempt] = value
        except OutOfNodesError:
            break
        finally:
            nodes += search.nodes
        solution = Solution(depth, sure, nodes)
    return solution


def _worlds(sheet: Sheet) -> dict[World, Fraction]:
    """Return every deal that is left, with its chance."""
    diagrams, chance = sheet.rules.diagrams, Fraction(1, sheet.worlds)
    return {tuple(diagrams[deal[letter]] for letter in sheet.rules.letters): chance for deal in sheet.deals()}


def _at_once(position: Position, sheet: Sheet) -> Solution:
    """Find what wins as soon as it is allowed."""
    sure: dict[Attempt, Fraction] = {}
    for attempt in position.attempts():
        diagram_yes = Answer(promoted=False) if _tells(position, attempt) else SILENT
        _, following = played(position, attempt, diagram_yes)
        if following.outcome is not None and following.outcome.winner == sheet.side:
            chance = _certain_chance(position, sheet, attempt)
            if chance:
                sure[attempt] = chance
    return Solution(1, sure, 0)


def _held(position: Position, sheet: Sheet, theirs: World, at_once: Solution) -> Solution:
    """Find what wins if it is allowed, whatever the opponent does in the turn that is left to them."""
    search, sure = Endgame(sheet.side, theirs, 1_000_000), dict(at_once.sure)
    for attempt in _to_the_goal(position):
        chance = _certain_chance(position, sheet, attempt)
        if not chance or attempt in sure:
            continue
        answers = [Answer(promoted=each) for each in (True, False)] if _tells(position, attempt) else [SILENT]
        if all(
            search.value_after(played(position, attempt, answer)[1], {(): Fraction(1)}, 1)
            for answer in answers
        ):
            sure[attempt] = chance
    return Solution(1, sure, search.nodes)


def _certain_chance(position: Position, sheet: Sheet, attempt: Attempt) -> Fraction:
    """Return the chance that the diagram allows an attempt, whatever is said of a double agent."""
    rules = sheet.rules
    if position.is_promoted(sheet.side, attempt.letter):
        return Fraction(rules.diagrams.promoted.allows(attempt.way, attempt.distance))
    chances = (sheet.chances or {}).get(attempt.letter, {})
    return sum(
        (
            chance
            for number, chance in chances.items()
            if not rules.diagrams[number].is_double_agent
            and rules.diagrams[number].allows(attempt.way, attempt.distance)
        ),
        Fraction(0),
    )


def _to_the_goal(position: Position) -> list[Attempt]:
    """Return the attempts that would put Z on the last row under a piece of the side to move."""
    goal = position.rules.board.last_rows[position.turn]
    return [
        attempt
        for attempt in position.attempts()
        if (target := position.target(attempt)) in goal
        and (attempt.kind is not Kind.MOVE or target == position.neutral)
    ]


def _promising_first(position: Position) -> list[Attempt]:
    """Return all attempts, those with Z first: so what is sure is found early."""
    return sorted(
        position.attempts(),
        key=lambda attempt: (attempt.kind is Kind.MOVE, position.target(attempt) != position.neutral),
    )


def _tells(position: Position, attempt: Attempt) -> bool:
    """Tell whether a yes also says whether the piece is promoted."""
    return not position.rules.anyone_is_promoted and is_arrival(position, attempt)


def _allowed(position: Position, attempt: Attempt, diagram: Diagram) -> Answer:
    return Answer(promoted=diagram.promotable) if _tells(position, attempt) else SILENT


def _parts(
    position: Position, attempt: Attempt, worlds: dict[World, Fraction]
) -> dict[Answer, dict[World, Fraction]]:
    """Divide worlds by what is answered in them."""
    place = position.rules.letters.index(attempt.letter)
    promoted = position.is_promoted(position.turn, attempt.letter)
    found: dict[Answer, dict[World, Fraction]] = {}
    for world, weight in worlds.items():
        diagram = position.rules.diagrams.promoted if promoted else world[place]
        allowed = diagram.allows(attempt.way, attempt.distance)
        answer = _allowed(position, attempt, diagram) if allowed else REFUSED
        found.setdefault(answer, {})[world] = weight
    return found
