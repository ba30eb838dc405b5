"""What follows from a game of Confusion, by trying every deal: slow, and written straight from the rules.

Shares nothing with the sheets or the engines below them. Small games for it are made here as well.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property

from deduce.confusion.engine.actions import (
    Action,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.diagrams import Diagram, DiagramSet
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.turns import is_arrival

HALF = Fraction(1, 2)
YES_NO = {True: Fraction(1), False: Fraction(0)}
MODELS = ("careful", "coin", "coin:0.3", "mimic", "any")


@dataclass(frozen=True)
class Told:
    """One thing that was told of a letter's diagram.

    Attributes:
        letter: The piece.
        kind: "answer" (does it allow the attempt?), "promotes" (CF-PROMO-1), or "is" (is it this one?).
        said: Yes or no.
        attempt: What was tried, for an answer.
        number: The diagram, for "is".
    """

    letter: str
    kind: str
    said: bool
    attempt: Attempt | None = None
    number: int = 0

    def fits(self, diagram: Diagram) -> bool:
        """Whether this is true of a diagram; of a double agent every answer is."""
        if self.kind == "is":
            return (diagram.number == self.number) == self.said
        if self.kind == "promotes":
            # CF-DA-5: a double agent never is.
            return (diagram.promotable and not diagram.is_double_agent) == self.said
        assert self.attempt is not None
        if diagram.is_double_agent:
            return True
        lines = self.attempt.way in diagram.directions and self.attempt.distance <= diagram.reach
        return lines == self.said


def told(game: Game, side: int) -> list[Told]:
    """Everything that was told of the pieces of a side, in order."""
    found: list[Told] = []
    agent = next((each.number for each in game.rules.diagrams.values() if each.is_double_agent), 0)
    for position, event in zip(game.positions, game.events, strict=False):
        action, answer, own = event.action, event.answer, event.side == side
        if isinstance(action, Attempt) and own and not position.is_promoted(side, action.letter):
            found.append(Told(action.letter, "answer", answer.allowed, action))
            if answer.promoted is not None:
                found.append(Told(action.letter, "promotes", answer.promoted))
        elif isinstance(action, Reveal) and own and answer.shown is not None:
            found.append(Told(action.letter, "is", said=True, number=answer.shown))
        elif isinstance(action, Expose) and not own:
            found.append(Told(action.letter, "is", said=True, number=agent))
        elif isinstance(action, PromotionReply) and own and action.accept and agent:
            assert position.stage.offer is not None
            found.append(Told(position.stage.offer, "is", said=not answer.promoted, number=agent))
    return found


def agent_chance(diagrams: DiagramSet, model: str, before: Sequence[Told], now: Told) -> Fraction:
    """How likely something that is told is if the piece is the double agent (CF-DA-1).

    Args:
        diagrams: All diagrams.
        model: How the opponent answers for it.
        before: What was told of this piece before.
        now: What is told now.
    """
    agent = next(each for each in diagrams.values() if each.is_double_agent)
    ordinary = [each for each in diagrams.values() if not each.is_double_agent]
    if now.kind != "answer" or model == "any":
        return Fraction(now.fits(agent))
    if model.startswith("coin"):
        share = Fraction(model.partition(":")[2] or HALF)
        return share if now.said else 1 - share
    if model == "mimic":
        answers = [each for each in before if each.kind == "answer"]
        picked = [each for each in ordinary if all(old.fits(each) for old in answers)]
        return Fraction(sum(now.fits(each) for each in picked), max(len(picked), 1))
    # Careful: it must look like some other diagram still, unless it cannot any more.
    like = [each for each in ordinary if all(old.fits(each) for old in before)]
    agreeing = sum(now.fits(each) for each in like)
    if not like:
        return HALF
    return Fraction(0) if not agreeing else Fraction(1) if agreeing == len(like) else HALF


class Brute:
    """Every deal of a side that is left, with its weight.

    Args:
        rules: The rules.
        heard: What was told.
        model: How the opponent answers for a double agent.
    """

    def __init__(self, rules: Rules, heard: Iterable[Told], model: str) -> None:
        self.rules = rules
        self.heard = tuple(heard)
        self.model = model

    @cached_property
    def tables(self) -> list[dict[int, Fraction]]:
        """How likely each thing told is for each diagram of its letter, after what was told before."""
        before: dict[str, list[Told]] = {letter: [] for letter in self.rules.letters}
        found = []
        for now in self.heard:
            table = {
                diagram.number: agent_chance(self.rules.diagrams, self.model, before[now.letter], now)
                if diagram.is_double_agent
                else YES_NO[now.fits(diagram)]
                for diagram in self.rules.diagrams.values()
            }
            found.append(table)
            before[now.letter].append(now)
        return found

    @cached_property
    def rows(self) -> dict[str, dict[int, Fraction]]:
        """How likely everything told of a letter is, for each of its diagrams."""
        rows = {letter: dict.fromkeys(self.rules.diagrams, Fraction(1)) for letter in self.rules.letters}
        for now, table in zip(self.heard, self.tables, strict=True):
            row = rows[now.letter]
            for number, chance in table.items():
                if chance != 1:
                    row[number] *= chance
        return rows

    @cached_property
    def scale(self) -> int:
        """By what the weights of the deals are multiplied to be whole numbers."""
        return math.prod(self._scales.values())

    @cached_property
    def _scales(self) -> dict[str, int]:
        return {
            letter: math.lcm(*(chance.denominator for chance in row.values()))
            for letter, row in self.rows.items()
        }

    @cached_property
    def deals(self) -> list[tuple[tuple[int, ...], int]]:
        """The deals that are left, in the order of the letters, with their weights."""
        found: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for letter, row in self.rows.items():
            whole = [(number, int(chance * self._scales[letter])) for number, chance in row.items() if chance]
            found = [
                ((*deal, number), weight * share)
                for deal, weight in found
                for number, share in whole
                if number not in deal
            ]
        return found

    @cached_property
    def total(self) -> Fraction:
        """The weight of all deals together."""
        return Fraction(sum(weight for _, weight in self.deals), self.scale)

    @cached_property
    def chances(self) -> dict[str, dict[int, Fraction]]:
        """The chance of each diagram that a letter may have."""
        found: dict[str, dict[int, int]] = {letter: {} for letter in self.rules.letters}
        for deal, weight in self.deals:
            for letter, number in zip(self.rules.letters, deal, strict=True):
                found[letter][number] = found[letter].get(number, 0) + weight
        whole = self.total * self.scale
        return {
            letter: {number: weight / whole for number, weight in sorted(row.items())}
            for letter, row in found.items()
        }

    @property
    def possible(self) -> dict[str, tuple[int, ...]]:
        """The diagrams that each letter may have."""
        return {letter: tuple(row) for letter, row in self.chances.items()}

    def with_answer(self, attempt: Attempt, *, allowed: bool) -> Brute:
        """What would follow after one more answer."""
        more = Told(attempt.letter, "answer", allowed, attempt)
        return Brute(self.rules, (*self.heard, more), self.model)

    def chance_of_yes(self, attempt: Attempt) -> Fraction:
        """How likely an attempt is allowed: the weight of everything with a yes, as a share of yes and no."""
        yes, no = (self.with_answer(attempt, allowed=allowed).total for allowed in (True, False))
        return yes / (yes + no)

    def reversed(self, number: int) -> Brute:
        """What would follow if one thing had been told the other way round, with all else as it was."""
        heard = list(self.heard)
        heard[number] = replace(heard[number], said=not heard[number].said)
        return Brute(self.rules, heard, self.model)

    def without(self, number: int) -> Brute:
        """What would follow if one thing had not been told."""
        return Brute(self.rules, self.heard[:number] + self.heard[number + 1 :], self.model)


class Sets:
    """Sets of deals as integers, one bit a deal: in which deals each thing told can be true."""

    def __init__(self, brute: Brute) -> None:
        self.letters = brute.rules.letters
        self.deals = list(itertools.permutations(brute.rules.diagrams))
        self.everything = (1 << len(self.deals)) - 1
        self.cells: dict[tuple[str, int], int] = {
            (letter, number): sum(
                1 << place for place, deal in enumerate(self.deals) if deal[column] == number
            )
            for column, letter in enumerate(self.letters)
            for number in brute.rules.diagrams
        }
        self.told = [
            sum(self.cells[now.letter, number] for number, chance in table.items() if chance)
            for now, table in zip(brute.heard, brute.tables, strict=True)
        ]

    def all_of(self, numbers: Iterable[int]) -> int:
        """In which deals all of some things can be true."""
        left = self.everything
        for number in numbers:
            left &= self.told[number]
        return left

    def smallest(self, within: int) -> int:
        """How many things it takes at least to leave no deals but some."""
        for size in range(len(self.told) + 1):
            for chosen in itertools.combinations(range(len(self.told)), size):
                if not self.all_of(chosen) & ~within:
                    return size
        raise AssertionError

    def contradictions(self) -> set[frozenset[int]]:
        """All sets of things that cannot all be true, but could be without any one of them."""
        found: list[frozenset[int]] = []
        for size in range(len(self.told) + 1):
            for chosen in map(frozenset, itertools.combinations(range(len(self.told)), size)):
                if not any(smaller <= chosen for smaller in found) and not self.all_of(chosen):
                    found.append(chosen)
        return set(found)


def permanent(rows: Sequence[Mapping[int, int]]) -> int:
    """The weight of all ways to give every row a number of its own, row by row."""

    @cache
    def rest(place: int, used: int) -> int:
        if place == len(rows):
            return 1
        row = rows[place].items()
        return sum(
            weight * rest(place + 1, used | 1 << number) for number, weight in row if not used >> number & 1
        )

    return rest(0, 0)


# --- Small games --------------------------------------------------------------------------------------


def small_rules(draw: random.Random, size: int, *, agent: bool, anyone: bool = False) -> Rules:
    """Rules with few pieces and random diagrams on a small board.

    Args:
        draw: Where the random numbers come from.
        size: How many pieces a side has.
        agent: Whether one diagram is the double agent.
        anyone: Whether anyone is promoted (CF-VAR-5).
    """
    numbers = sorted(draw.sample(range(1, 20), size))
    secret = draw.choice(numbers) if agent else 0
    diagrams = []
    for number in numbers:
        if number == secret:
            diagrams.append(Diagram(number, "Agent", "", 10, frozenset(range(8)), is_double_agent=True))
            continue
        ways = {0, 1, 7} if draw.random() < 0.3 else set(draw.sample(range(8), draw.randint(1, 6)))
        promotable = draw.random() < 0.5
        diagrams.append(Diagram(number, f"D{number}", "", draw.randint(1, 3), frozenset(ways), promotable))
    promoted = Diagram(0, "promoted", "", 2, frozenset(range(8)))
    letters = sorted(draw.sample("ABCDEFGHIJKLMNOPQRSTUVWXY", size))
    squares = draw.sample([(column, row) for row in (1, 2) for column in range(1, 6)], size)
    basis = Rules.of("espionage", variants=[5] if anyone else [], tokens=True)
    rules = replace(
        basis,
        columns=5,
        rows=draw.choice((5, 6, 7)),
        layout=tuple(zip(letters, squares, strict=True)),
        neutral=(3, 3),
        diagrams=DiagramSet("small", tuple(diagrams), promoted),
        late_contact=draw.random() < 0.7,
    )
    rules._check()
    return rules


@dataclass
class Player:
    """Plays random games, with answers that come from deals, and now and then are wrong.

    Attributes:
        rules: The rules.
        draw: Where the random numbers come from.
        model: How the opponent answers for the double agent.
        slip: How often an answer is wrong; with any, the game itself does not know the deals.
    """

    rules: Rules
    draw: random.Random
    model: str = "any"
    slip: float = 0.0

    def __post_init__(self) -> None:
        one, two = (random_deal(self.rules, self.draw) for _ in (0, 1))
        self.deals: tuple[dict[str, int], dict[str, int]] = (one, two)
        self.game = Game(self.rules, (None, None) if self.slip else self.deals, self.draw.randrange(2))

    def play(self, turns: int) -> Game:
        """Play on for some turns, or to the end."""
        game, end = self.game, self.game.position.turns + turns
        while game.outcome is None and game.position.turns < end:
            self.step()
        return game

    def step(self) -> None:
        """Do something."""
        action = self.chosen()
        self.game.push(action, self.answer(action))

    def chosen(self) -> Action:
        """Something that is possible."""
        game, draw, position = self.game, self.draw, self.game.position
        if position.stage.offer:
            return PromotionReply(accept=draw.random() < 0.7)
        if position.stage.gift:
            return GiftReply(accept=draw.random() < 0.5)
        if draw.random() < 0.12:
            one, two = draw.sample(self.rules.letters, 2)
            early: list[Action] = [Remove(one), Reveal(one), MoveTwo(), SwapTwo(one, two)]
            if self.wrong() or self.diagram(1 - position.turn, two).is_double_agent:
                early.append(Expose(two))
            early = [action for action in early if game.can(action)]
            if early:
                return draw.choice(early)
        attempts = game.attempts()
        bold = [each for each in attempts if each.way in {7, 0, 1} and each.distance <= 3]
        return draw.choice(bold if bold and draw.random() < 0.8 else attempts)

    def diagram(self, side: int, letter: str) -> Diagram:
        """The diagram that was dealt."""
        return self.rules.diagrams[self.deals[side][letter]]

    def wrong(self) -> bool:
        """Whether something goes wrong this time."""
        return bool(self.slip) and self.draw.random() < self.slip

    def answer(self, action: Action) -> Answer:
        """What is answered."""
        position = self.game.position
        side, agent = position.turn, self.rules.diagrams.double_agent
        if isinstance(action, Attempt):
            return self._attempt_answer(action)
        if isinstance(action, Reveal):
            wrong = self.wrong()
            numbers = list(self.rules.diagrams)
            return Answer(shown=self.draw.choice(numbers) if wrong else self.deals[side][action.letter])
        if isinstance(action, Expose) and agent is not None:
            return Answer(shown=agent.number)
        if isinstance(action, PromotionReply) and action.accept:
            assert position.stage.offer is not None
            caught = self.diagram(side, position.stage.offer).is_double_agent
            if agent is not None and caught != self.wrong():
                return Answer(promoted=False, shown=agent.number)
            return Answer(promoted=True)
        return Answer()

    def _attempt_answer(self, attempt: Attempt) -> Answer:
        position = self.game.position
        side = position.turn
        promoted = position.is_promoted(side, attempt.letter)
        diagram = self.rules.diagrams.promoted if promoted else self.diagram(side, attempt.letter)
        yes = Told(attempt.letter, "answer", said=True, attempt=attempt)
        if diagram.is_double_agent:
            before = [each for each in told(self.game, side) if each.letter == attempt.letter]
            model = "coin" if self.model == "any" else self.model
            allowed = self.draw.random() < agent_chance(self.rules.diagrams, model, before, yes)
        else:
            allowed = yes.fits(diagram)
        allowed ^= self.wrong()
        if not allowed or self.rules.anyone_is_promoted or not is_arrival(position, attempt):
            return Answer(allowed)
        return Answer(allowed, (diagram.promotable and not diagram.is_double_agent) ^ self.wrong())
