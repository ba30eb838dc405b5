"""Plays the games of a crowd in lockstep with games of the reference engine, and compares each turn."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from confusion_games import WILD
from deduce.confusion.advice.crowd import CARRY, MOVE, NOBODY, PASS, Choices
from deduce.confusion.advice.engines import engine_of
from deduce.confusion.advice.lookups import Ints, Lookups, lookups_of
from deduce.confusion.engine.actions import Attempt, GiftReply, Manner, PromotionReply
from deduce.confusion.engine.game import Deal, Game, random_deal
from deduce.confusion.engine.position import EMPTY, FRESH, Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game

__all__ = ["KINDS", "Key", "Lockstep", "attempt_of", "even", "keys_of", "places_of", "started"]

KINDS = {MOVE: Manner.MOVE, CARRY: Manner.CARRY, PASS: Manner.PASS}
NUMBERS = {kind: number for number, kind in KINDS.items()}
EAGER = replace(WILD, neutral=0.0, forward=1.0, accept=1.0)
"""Pieces go forward and are promoted."""
Key: TypeAlias = tuple[int, int, int, int]
"""An attempt: the place of the letter, the direction, the distance, and what moves."""


def started(rules: Rules, draw: random.Random, plies: int, *, with_promoted: bool = False) -> Game:
    """Return a random game after so many turns, at the beginning of a turn, which is not over."""
    while True:
        game = random_game(rules, draw, plies=plies, chances=EAGER if with_promoted else WILD)
        position = game.position
        if position.outcome is None and position.stage == FRESH and (position.promoted or not with_promoted):
            return game


def places_of(lookups: Lookups, deal: Deal) -> list[int]:
    """Return for each letter the place of its diagram in the lookups."""
    return [lookups.numbers.index(deal[letter]) for letter in lookups.rules.letters]


def even(lookups: Lookups, size: int) -> npt.NDArray[np.float32]:
    """Return what the owners think of their pieces when nothing was heard."""
    return np.full((size, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)


def attempt_of(lookups: Lookups, chosen: Choices, place: int) -> Attempt:
    """Return one of the attempts of a crowd as the reference engine has it."""
    way, distance = divmod(int(chosen.step[place]), lookups.reach)
    letter = lookups.rules.letters[chosen.letter[place]]
    return Attempt(letter, way, distance + 1, KINDS[int(chosen.kind[place])])


def keys_of(lookups: Lookups, choices: Choices, size: int) -> list[list[Key]]:
    """Return for each game the attempts that a crowd offers."""
    ways, distances = np.divmod(choices.step, lookups.reach)
    columns = (choices.game, choices.letter, ways, distances, choices.kind)
    found: list[list[Key]] = [[] for _ in range(size)]
    for game, letter, way, distance, kind in zip(*(each.tolist() for each in columns), strict=True):
        found[game].append((letter, way, distance + 1, kind))
    return found


class Lockstep:
    """A crowd and as many games of the reference engine, with deals of their own, from one position.

    Attributes:
        lookups: The lookups of the rules.
        crowd: The crowd.
        games: The games of the reference engine.
        ruled_out: For each game, side, letter and diagram, whether an answer about that letter rules it out.
        seen: How often what happened.
        plies: How many turns were compared.
    """

    def __init__(self, start: Game, size: int, seed: int, engine: str = "arrays") -> None:
        rules, draw = start.rules, random.Random(seed)
        lookups = lookups_of(rules)
        self.lookups = lookups
        self.games: list[Game] = []
        for _ in range(size):
            game = Game(rules, (random_deal(rules, draw), random_deal(rules, draw)), start.first)
            game.position = start.position
            self.games.append(game)
        deals = [[places_of(lookups, deal) for deal in game.deals if deal is not None] for game in self.games]
        self.deals: Ints = np.array(deals, np.int32)
        self.crowd = engine_of(engine, rules)(lookups, start.position, self.deals, even(lookups, size))
        self.ruled_out = np.zeros((size, 2, lookups.letters, lookups.letters), np.bool_)
        self.seen: Counter[str] = Counter()
        self.plies = 0
        self._draw = np.random.default_rng(seed)

    def play(self, turns: int) -> None:
        """Play, and compare before and after each turn."""
        self.compare()
        for _ in range(turns):
            if not len(self.crowd):
                break
            self.turn()
            self.compare()

    def turn(self) -> None:
        """Play one turn of all games that are not over."""
        crowd, lookups = self.crowd, self.lookups
        choices = crowd.choices(least=-1.0)
        self._compare_choices(choices)
        chosen = choices.take(self._picked(choices))
        # A double agent may be allowed anything, although the crowd's own answers refuse it what hurts.
        truly = lookups.allows[crowd.deal[chosen.game, crowd.turn, chosen.letter], chosen.step]
        allowed = self._draw.random(len(truly)) < truly
        ids = crowd.ids[chosen.game].tolist()
        crowd.act(chosen, allowed)
        for place, (number, said) in enumerate(zip(ids, allowed.tolist(), strict=True)):
            self._push(number, attempt_of(lookups, chosen, place), said=said)
        self.plies += len(ids)

    def _picked(self, choices: Choices) -> Ints:
        """Pick an attempt in each game, rather a bold one that is allowed."""
        crowd, lookups = self.crowd, self.lookups
        truly = lookups.allows[crowd.deal[choices.game, crowd.turn, choices.letter], choices.step]
        weight = 0.2 + truly
        weight *= 1 + (lookups.forward[choices.step] > 0)
        weight *= 1 + 8 * (choices.target == crowd.neutral[choices.game])
        weight *= 1 + 8 * (choices.kind == CARRY) + 2 * (choices.kind == PASS)
        weight *= 1 + 6 * lookups.last_row[crowd.turn][choices.target]
        weight *= 1 + 3 * (crowd.side_at[choices.game, choices.target] == 2 - crowd.turn)
        score = np.log(weight) + self._draw.gumbel(size=len(weight))
        order = np.lexsort((-score, choices.game))
        _, first = np.unique(choices.game[order], return_index=True)
        return order[first].astype(np.int32)

    def _push(self, number: int, attempt: Attempt, *, said: bool) -> None:
        """Do the same in a game of the reference engine, where every offer is accepted."""
        game = self.games[number]
        side, was_promoted = game.position.turn, game.position.is_promoted(game.position.turn, attempt.letter)
        event = game.push(attempt, agent=lambda _: said)
        assert event.answer.allowed is said
        self.seen[f"{attempt.kind.value} {'allowed' if said else 'refused'}"] += 1
        self.seen["captured"] += event.captured is not None
        self.seen["took Z"] += event.took_neutral
        self.seen["promoted"] += bool(event.answer.promoted)
        self.seen["not promoted"] += event.answer.promoted is False
        is_agent: bool | None = None
        if game.outcome is None and game.position.stage.offer:
            is_agent = not game.push(PromotionReply(accept=True)).answer.promoted
            self.seen["agent shown" if is_agent else "promoted"] += 1
        if game.outcome is None and game.position.stage.gift:
            game.push(GiftReply(accept=True))
        if game.outcome is not None:
            self.seen[game.outcome.ending.value] += 1
        if was_promoted:
            return
        # What the answers rule out; those about a promoted piece say nothing of its diagram.
        ruled_out = self.ruled_out[number, side, self.lookups.rules.letters.index(attempt.letter)]
        for place, diagram in enumerate(self.lookups.rules.diagrams.values()):
            answered = diagram.is_double_agent or diagram.allows(attempt.way, attempt.distance) is said
            told = event.answer.promoted in {None, diagram.promotable}
            offered = is_agent in {None, diagram.is_double_agent}
            ruled_out[place] |= not (answered and told and offered)

    # --- Comparing ---------------------------------------------------------------------------------

    def _compare_choices(self, choices: Choices) -> None:
        """Compare what is offered with what is possible, and where it leads with where it does."""
        crowd, lookups = self.crowd, self.lookups
        assert (np.diff(choices.game) >= 0).all()
        offered = keys_of(lookups, choices, len(crowd))
        for number, keys in zip(crowd.ids.tolist(), offered, strict=True):
            position = self.games[number].position
            letters = {letter: place for place, letter in enumerate(lookups.rules.letters)}
            attempts = position.attempts()
            wanted = {(letters[a.letter], a.way, a.distance, NUMBERS[a.kind]) for a in attempts}
            assert set(keys) == wanted
            assert len(keys) == len(wanted) == len(attempts)
        for place in range(0, len(choices), 97):
            position = self.games[int(crowd.ids[choices.game[place]])].position
            attempt = attempt_of(lookups, choices, place)
            assert choices.target[place] == position.target(attempt)
            assert choices.start[place] == position.squares[position.piece(crowd.turn, attempt.letter)]
        wanted_chances = (crowd.knows[:, crowd.turn] @ lookups.allows)[
            choices.game, choices.letter, choices.step
        ]
        np.testing.assert_allclose(choices.chance, wanted_chances, atol=1e-6)

    def compare(self) -> None:
        """Compare the boards, who has won, and what the owners can know."""
        crowd = self.crowd
        going = [number for number, game in enumerate(self.games) if game.outcome is None]
        assert crowd.ids.tolist() == going
        for number, game in enumerate(self.games):
            outcome = game.outcome
            assert crowd.winner[number] == (NOBODY if outcome is None else outcome.winner)
        for row, number in enumerate(going):
            self._compare_position(row, self.games[number].position, number)
        knows, ruled_out = crowd.knows, self.ruled_out[going]
        np.testing.assert_allclose(knows.sum(axis=3), 1, atol=1e-5)
        assert (knows >= 0).all()
        # What was laid away is not in the rows any more.
        moving = crowd.deal != self.lookups.promoted
        assert not knows[..., :-1][ruled_out & moving[..., None]].any()
        assert not knows[..., -1][moving].any()
        true = np.take_along_axis(knows, crowd.deal[..., None].astype(np.int64), axis=3)
        assert (true > 0).all()

    def _compare_position(self, row: int, position: Position, number: int) -> None:
        crowd, lookups = self.crowd, self.lookups
        squares = crowd.where[row].ravel()
        assert np.where(squares == lookups.off, -1, squares).tolist() == list(position.squares)
        for square, piece in enumerate(position.held):
            there = int(crowd.side_at[row, square])
            if piece == EMPTY:
                column = square % lookups.rules.columns + 1
                assert there == (3 if column in lookups.rules.off_columns else 0)
            else:
                side, letter = position.name(piece)
                assert there == side + 1
                assert lookups.rules.letters[crowd.letter_at[row, square]] == letter
        assert crowd.side_at[row, lookups.off] == 3
        assert crowd.neutral[row] == position.neutral
        assert crowd.turn == position.turn
        for side in (0, 1):
            promoted = [position.is_promoted(side, letter) for letter in lookups.rules.letters]
            assert (crowd.deal[row, side] == lookups.promoted).tolist() == promoted
            kept = ~np.array(promoted)
            assert (crowd.deal[row, side] == self.deals[number, side])[kept].all()
            assert (crowd.knows[row, side, :, -1] == promoted).all()
