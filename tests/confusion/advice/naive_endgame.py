"""What a player can be sure to win within some turns, under any rules, by trying everything with the engine.

It shares nothing with `deduce.confusion.advice` and leaves the rules to the engine; it has double agents,
tokens and promotion for anyone, which `brute_endgame` has not. The player makes attempts, shows double agents
and says what is asked for; the opponent does whatever the rules let them do. For each plan there is the set
of the player's deals in which it wins; all the largest of these sets are found. It is slow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from confusion.advice.brute_endgame import NONE, Plans, World, Worlds, joined, largest
from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Action,
    Agree,
    Answer,
    Attempt,
    Expose,
    PromotionReply,
    Resign,
    Reveal,
    Unread,
)
from deduce.confusion.engine.deeds import DEEDS, objection
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import FRESH, Position
from deduce.confusion.engine.turns import is_arrival, played

__all__ = ["Naive"]

Part: TypeAlias = tuple[Answer, Worlds]


class Naive:
    """Tries everything for the side to move.

    Args:
        game: A game in which the other side's deal is known.
        weights: The deals that are left to the side to move, with their weights.
    """

    def __init__(self, game: Game, weights: dict[World, int]) -> None:
        self.rules = game.rules
        self.position = game.position
        self.side = game.position.turn
        theirs = game.deals[1 - self.side]
        assert theirs is not None
        self.theirs = dict(theirs)
        self.weights = weights
        self.value = cache(self._value)

    def chance(self, attempt: Attempt | Expose | Reveal, turns: int) -> Fraction:
        """The part of the deals, by their weight, in which the best plan wins that begins with an attempt."""
        worlds = frozenset(self.weights)
        plans = self.after_answers(self.position, attempt, worlds, turns - 1)
        most = max(sum(self.weights[world] for world in plan) for plan in plans)
        return Fraction(most, sum(self.weights.values()))

    # --- What the opponent knows to win ---------------------------------------------------------------

    def lost(self, attempt: Attempt, theirs: Iterable[World]) -> Fraction:
        """The part of the deals in which the opponent wins after an attempt and knows it.

        Args:
            attempt: The attempt.
            theirs: The opponent's deals that are left by what was heard.
        """
        known = list(theirs)
        lost = sum(
            weight
            for world, weight in self.weights.items()
            if any(
                self.is_lost(played(self.position, attempt, answer)[1], world, known)
                for answer in self.answers(self.position, attempt, world)
            )
        )
        return Fraction(lost, sum(self.weights.values()))

    def is_lost(self, position: Position, world: World, known: list[World]) -> bool:
        """Whether the opponent, who decides, has an attempt that certainly wins in a deal."""
        other = 1 - self.side
        if position.outcome is not None:
            return position.outcome.winner == other
        if position.turn == self.side:
            # The player's own turn is not over yet.
            return all(
                any(
                    self.is_lost(played(position, reply, answer)[1], world, known)
                    for answer in self.answers(position, reply, world)
                )
                for reply in self.replies(position)
            )
        for attempt in position.attempts():
            said = [self.said(position, attempt, self.diagram(deal, attempt.letter)) for deal in known]
            if all(len(answers) == 1 and answers[0].allowed for answers in said):
                answer = self.said(position, attempt, self.theirs[attempt.letter])[0]
                if self.ends_lost(played(position, attempt, answer)[1], world):
                    return True
        return False

    def ends_lost(self, position: Position, world: World) -> bool:
        """Whether nothing saves the player when the opponent's turn is over."""
        if position.outcome is None and position.turn != self.side:
            declined = played(position, PromotionReply(accept=False), SILENT)[1]
            return self.ends_lost(declined, world)
        return not self.is_saved(position, world)

    def is_saved(self, position: Position, world: World) -> bool:
        """Whether the player has anything by which the opponent has not won when it is their turn."""
        if position.outcome is not None or position.turn != self.side:
            return position.outcome is None or position.outcome.winner != 1 - self.side
        if position.stage.offer is not None or position.stage.gift:
            # What is offered makes no difference to where Z is taken back; what is given away does.
            actions: list[Action] = list(self.replies(position))
        else:
            actions = [*position.attempts(), *self.early(position, world)]
        return any(
            all(
                self.is_saved(played(position, action, answer)[1], world)
                for answer in self.answers(position, action, world)
            )
            for action in actions
        )

    def early(self, position: Position, world: World) -> Iterator[Action]:
        """What the player can do beside attempts."""
        deals = self.both(dict(zip(self.rules.letters, world, strict=True)))
        for kind, deed in DEEDS.items():
            if kind not in {Resign, Agree, Unread}:
                yield from (each for each in deed.every(self.rules) if not objection(each, position, deals))

    # --- Everything ------------------------------------------------------------------------------------

    def diagram(self, world: World, letter: str) -> int:
        return world[self.rules.letters.index(letter)]

    def _value(self, position: Position, worlds: Worlds, turns: int) -> Plans:
        """The deals in which plans win; so many more turns may the player begin."""
        if position.outcome is not None:
            return frozenset({worlds if position.outcome.winner == self.side else NONE})
        if position.decider != self.side:
            return self.whatever_they_do(position, worlds, turns)
        begins = position.turn == self.side and position.stage == FRESH
        if begins and turns == 0:
            return frozenset({NONE})
        actions: Iterable[Action] = [*position.attempts(), *self.exposing(position)]
        if position.stage.offer is not None or position.stage.gift:
            actions = self.replies(position)
        return largest(
            plan
            for action in actions
            for plan in self.after_answers(position, action, worlds, turns - begins)
        )

    def exposing(self, position: Position) -> Iterator[Expose]:
        """What shows the opponent's double agent."""
        for letter in self.rules.letters:
            if not objection(Expose(letter), position, self.both({})):
                yield Expose(letter)

    def replies(self, position: Position) -> Iterator[Action]:
        for deed in DEEDS.values():
            if deed.waiting(position):
                yield from deed.every(self.rules)

    def after_answers(self, position: Position, action: Action, worlds: Worlds, turns: int) -> Plans:
        """In which deals plans win that begin with something of the player's: it may be answered so or so."""
        families = []
        for answer, part in self.parts(position, action, worlds):
            following = played(position, action, answer)[1]
            families.append(lifted(self.value(following, part, turns), worlds - part))
        return joined(frozenset.intersection, families)

    def parts(self, position: Position, action: Action, worlds: Worlds) -> list[Part]:
        """The answers, each with the deals in which it can be given."""
        found: dict[Answer, set[World]] = {}
        for world in worlds:
            for answer in self.answers(position, action, world):
                found.setdefault(answer, set()).add(world)
        return [(answer, frozenset(part)) for answer, part in found.items()]

    def answers(self, position: Position, action: Action, world: World) -> list[Answer]:
        if not isinstance(action, Attempt):
            deal = dict(zip(self.rules.letters, world, strict=True))
            answer = DEEDS[type(action)].answer(action, position, self.both(deal))
            assert answer is not None
            return [answer]
        return self.said(position, action, self.diagram(world, action.letter))

    def said(self, position: Position, attempt: Attempt, number: int) -> list[Answer]:
        """What can be said to an attempt of a piece with a diagram."""
        diagram = self.rules.diagrams[number]
        if position.is_promoted(position.turn, attempt.letter):
            diagram = self.rules.diagrams.promoted
        tells = is_arrival(position, attempt) and not self.rules.anyone_is_promoted
        yes = Answer(promoted=diagram.promotable) if tells else SILENT
        if diagram.is_double_agent:
            return [yes, REFUSED]
        return [yes if diagram.allows(attempt.way, attempt.distance) else REFUSED]

    def both(self, own: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
        return (own, self.theirs) if self.side == 0 else (self.theirs, own)

    def whatever_they_do(self, position: Position, worlds: Worlds, turns: int) -> Plans:
        """In which deals plans win when the opponent decides, who does the worst in each deal."""
        options: dict[Position, set[World]] = {}
        families = []
        for world in worlds:
            for action, answer in self.doings(position, world):
                if answer is not None:
                    options.setdefault(played(position, action, answer)[1], set()).add(world)
        for following, part in options.items():
            family = self.value(following, frozenset(part), turns)
            families.append(lifted(family, worlds - part))
        for attempt in position.attempts():
            said = self.said(position, attempt, self.theirs[attempt.letter])
            if len(said) > 1:
                # The player answers for their double agent as the player likes.
                likely = [self.value(played(position, attempt, each)[1], worlds, turns) for each in said]
                families.append(largest(plan for family in likely for plan in family))
        return joined(frozenset.intersection, families)

    def doings(self, position: Position, world: World) -> Iterator[tuple[Action, Answer | None]]:
        """What the opponent can do in a deal, with the answer; None where it is the player's to choose."""
        for attempt in position.attempts():
            said = self.said(position, attempt, self.theirs[attempt.letter])
            yield attempt, said[0] if len(said) == 1 else None
        deals = self.both(dict(zip(self.rules.letters, world, strict=True)))
        for action in self.early(position, world):
            shown = DEEDS[type(action)].answer(action, position, deals)
            yield action, SILENT if isinstance(action, Reveal) else shown


def lifted(family: Plans, others: Worlds) -> Plans:
    """Add deals that an answer does not concern."""
    return frozenset(plan | others for plan in family)
