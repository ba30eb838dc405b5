"""Exact search of the end of a game: a chance to win that a player can be sure of within some turns.

The opponent sees the player's diagrams, knows their own, and does what is worst for the player in each deal.
A plan of the player says what to try after everything that can be seen: the answers, and what the opponent
does. The chance that is claimed is that of the deals in which one plan wins whatever the opponent does;
another plan may win in more deals, but what is claimed cannot be prevented. Every deal that is left is looked
at; nothing is drawn by lot, and no model of the opponent is needed.

It is searched where that is exact: without tokens, and under rules with a double agent only for what wins at
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.engine.actions import REFUSED, SILENT, Answer, Attempt, Manner
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.knowledge.threats import reaches_goal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["MOST_WORLDS", "Endgame", "OutOfNodesError", "Solution", "solve_endgame"]

MOST_WORLDS = 500
"""With more worlds than this only what wins at once is looked at."""

World: TypeAlias = tuple["Diagram", ...]
"""The diagram of each letter of a side, in order."""


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
    """A search to a fixed number of turns; sets of the player's deals are whole numbers, a bit for each deal.

    Attributes:
        nodes: How many positions were looked at.
    """

    def __init__(self, side: int, theirs: World, worlds: Sequence[World], most_nodes: int) -> None:
        """Prepare a search.

        Args:
            side: The player's side.
            theirs: The opponent's deal.
            worlds: The player's deals that are left, all alike likely.
            most_nodes: How many positions may be looked at.
        """
        self.nodes: int = 0
        self._side = side
        self._theirs = theirs
        self._worlds = worlds
        self._most_nodes = most_nodes
        self._known: dict[object, int] = {}
        self._allowing: dict[tuple[int, int, int], int] = {}
        self._promotable = [
            sum(1 << place for place, world in enumerate(worlds) if world[letter].promotable)
            for letter in range(len(theirs))
        ]

    @property
    def every(self) -> int:
        """The set of all deals."""
        return (1 << len(self._worlds)) - 1

    def chance(self, deals: int) -> Fraction:
        """Return the chance of a set of deals."""
        return Fraction(deals.bit_count(), len(self._worlds))

    def won_by(self, position: Position, attempt: Attempt, deals: int, turns: int) -> int:
        """Return the deals in which an attempt can be sure to win.

        Args:
            position: Where the player is to move.
            attempt: The attempt.
            deals: The deals that are left.
            turns: Within how many of the player's turns, this one included.

        Raises:
            OutOfNodesError: If it takes too long.
        """
        found = 0
        for answer, part in self._parts(position, attempt, deals):
            _, following = played(position, attempt, answer)
            found |= self.won_after(following, part, turns)
        return found

    def won_after(self, position: Position, deals: int, turns: int) -> int:
        """Return the deals that are sure when the opponent is to move, or the game is over.

        Args:
            position: Where the opponent is to move.
            deals: The deals that are left.
            turns: Within how many of the player's turns, the last one included.

        Raises:
            OutOfNodesError: If it takes too long.
        """
        self._count()
        outcome = position.outcome
        if outcome is not None:
            return deals if outcome.winner == self._side else 0
        # What is not won at the beginning of the turn behind the last one does not count.
        key = self._key(position, deals, turns)
        if key not in self._known:
            self._known[key] = self._whatever_they_do(position, deals, turns)
        return self._known[key]

    def _whatever_they_do(self, position: Position, deals: int, turns: int) -> int:
        """Return the deals that are won after every reply: they see the deal and may choose by it."""
        letters = position.rules.letters
        sure, refused = deals, False
        for attempt in position.attempts():
            diagram = self._theirs[letters.index(attempt.letter)]
            if position.is_promoted(position.turn, attempt.letter):
                diagram = position.rules.diagrams.promoted
            if diagram.allows(attempt.way, attempt.distance):
                answer = _allowed(position, attempt, diagram)
            elif refused:
                continue
            else:
                refused, answer = True, REFUSED
            _, following = played(position, attempt, answer)
            sure &= self._best(following, deals, turns - 1)
            if not sure:
                break
        return sure

    def _best(self, position: Position, deals: int, turns: int) -> int:
        """Return the deals that the best attempt is sure of when the player is to move."""
        self._count()
        if position.outcome is not None:
            return deals if position.outcome.winner == self._side else 0
        if turns == 0:
            return 0
        key = self._key(position, deals, turns)
        if key not in self._known:
            best = 0
            for attempt in _promising_first(position):
                found = self.won_by(position, attempt, deals, turns)
                if found.bit_count() > best.bit_count():
                    best = found
                if best == deals:
                    break
            self._known[key] = best
        return self._known[key]

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self._most_nodes:
            raise OutOfNodesError

    def _parts(self, position: Position, attempt: Attempt, deals: int) -> Iterator[tuple[Answer, int]]:
        """Divide deals by what is answered in them."""
        letter = position.rules.letters.index(attempt.letter)
        if position.is_promoted(position.turn, attempt.letter):
            allows = position.rules.diagrams.promoted.allows(attempt.way, attempt.distance)
            yield (SILENT if allows else REFUSED), deals
            return
        key = letter, attempt.way, attempt.distance
        if key not in self._allowing:
            self._allowing[key] = sum(
                1 << place
                for place, world in enumerate(self._worlds)
                if world[letter].allows(attempt.way, attempt.distance)
            )
        yes = self._allowing[key] & deals
        parts = [(REFUSED, deals & ~yes)]
        if _tells(position, attempt):
            can = self._promotable[letter]
            parts += [(Answer(promoted=True), yes & can), (Answer(promoted=False), yes & ~can)]
        else:
            parts.append((SILENT, yes))
        yield from (part for part in parts if part[1])

    @staticmethod
    def _key(position: Position, deals: int, turns: int) -> object:
        board = position.squares, position.neutral, position.promoted, position.turn
        # How many turns are over only matters if there is a limit.
        limited = position.turns if position.rules.half_move_limit else 0
        return *board, limited, deals, turns


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
    worlds = [tuple(rules.diagrams[deal[letter]] for letter in rules.letters) for deal in sheet.deals()]
    solution, nodes = None, 0
    sure: dict[Attempt, Fraction] = {}
    for depth in range(1, turns + 1):
        search = Endgame(sheet.side, theirs, worlds, most_nodes - nodes)
        # What was sure within fewer turns stays so, by the plan that was found for it then.
        sure = dict(sure)
        try:
            for attempt in _promising_first(position):
                value = search.chance(search.won_by(position, attempt, search.every, depth))
                if value > sure.get(attempt, 0):
                    sure[attempt] = value
        except OutOfNodesError:
            break
        finally:
            nodes += search.nodes
        solution = Solution(depth, sure, nodes)
    return solution


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
    # What the player's own diagrams are makes no difference any more; so one deal stands for all.
    search, sure = Endgame(sheet.side, theirs, [theirs], 1_000_000), dict(at_once.sure)
    for attempt in _to_the_goal(position):
        chance = _certain_chance(position, sheet, attempt)
        if not chance or attempt in sure:
            continue
        answers = [Answer(promoted=each) for each in (True, False)] if _tells(position, attempt) else [SILENT]
        if all(search.won_after(played(position, attempt, answer)[1], search.every, 1) for answer in answers):
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
    return [attempt for attempt in position.attempts() if reaches_goal(position, attempt)]


def _promising_first(position: Position) -> list[Attempt]:
    """Return all attempts, those with Z first: so what is sure is found early."""
    return sorted(
        position.attempts(),
        key=lambda attempt: (attempt.kind is Manner.MOVE, position.target(attempt) != position.neutral),
    )


def _tells(position: Position, attempt: Attempt) -> bool:
    """Tell whether a yes also says whether the piece is promoted."""
    return not position.rules.anyone_is_promoted and is_arrival(position, attempt)


def _allowed(position: Position, attempt: Attempt, diagram: Diagram) -> Answer:
    return Answer(promoted=diagram.promotable) if _tells(position, attempt) else SILENT
