"""Whatever is done, tried and taken back, in any order: a game stays sound."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from confusion.engine.invariants import check_attempts, check_position
from deduce.confusion.engine.actions import (
    Action,
    Agree,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
    Unread,
)
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.errors import IllegalActionError

RULES = {
    "classic": Rules.of("classic"),
    "tokens": Rules.of("espionage", tokens=True),
    "limit": Rules.of("espionage", variants=[3], half_move_limit=25),
    "no double agent": Rules.of("espionage", variants=[1, 2], tokens=True),
    "anyone": Rules.of("espionage", variants=[5], tokens=True),
    "all but 1": Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True),
}
LETTERS = "ACEHKLNOPSTVX"
letters = st.sampled_from(LETTERS + "ZB")
early_actions = st.one_of(
    st.builds(Remove, letters),
    st.builds(Expose, letters),
    st.builds(Reveal, letters),
    st.just(MoveTwo()),
    st.builds(SwapTwo, letters, letters),
)
attempts = st.builds(Attempt, letters, st.integers(-1, 8), st.integers(-1, 11), st.sampled_from(Manner))
replies = st.one_of(st.builds(PromotionReply, st.booleans()), st.builds(GiftReply, st.booleans()))
endings = st.sampled_from([Resign(), Agree(), Unread("?")])
actions: st.SearchStrategy[Action] = st.one_of(attempts, early_actions, replies, endings)
answers = st.builds(
    Answer, st.booleans(), st.sampled_from([None, True, False]), st.sampled_from([None, 1, 13])
)


class Play(RuleBasedStateMachine):
    """A game with both deals known, and the positions that it went through."""

    game: Game
    trail: list[Position]

    @initialize(
        name=st.sampled_from(sorted(RULES)),
        seed=st.integers(0, 1000),
        plies=st.sampled_from([0, 20, 100, 200]),
    )
    def begin(self, name: str, seed: int, plies: int) -> None:
        self.game = random_game(RULES[name], random.Random(seed), plies=plies)
        self.trail = list(self.game.positions)

    @property
    def position(self) -> Position:
        return self.game.position

    def goes_on(self) -> bool:
        return self.game.outcome is None

    def asks_for_an_attempt(self) -> bool:
        return bool(self.game.attempts())

    def push(self, action: Action, *, allowed: bool = True) -> None:
        """Do something that is possible, and compare what is told of it with what changed."""
        before = self.position
        event = self.game.push(action, agent=lambda _: allowed)
        now = self.position
        self.trail.append(now)
        assert self.game.positions == tuple(self.trail)
        assert event.action == action
        assert event.side == (1 - before.turn if isinstance(action, GiftReply) else before.turn)
        gone = [piece for piece, square in enumerate(now.squares) if square < 0 <= before.squares[piece]]
        assert all(square < 0 for square, was in zip(now.squares, before.squares, strict=True) if was < 0)
        if event.captured is not None:
            assert [now.name(piece) for piece in gone] == [(1 - event.side, event.captured)]
        else:
            assert len(gone) == (
                isinstance(action, Remove | Expose)
                or (isinstance(action, PromotionReply) and event.answer.promoted is False)
            )
        assert now.turns - before.turns == (now.turn != before.turn)
        assert now.promoted & before.promoted == before.promoted
        if isinstance(action, Attempt) and not event.answer.allowed:
            assert (now.held, now.neutral) == (before.held, before.neutral)

    @precondition(lambda self: self.asks_for_an_attempt())
    @rule(data=st.data(), allowed=st.booleans())
    def attempt(self, data: st.DataObject, allowed: bool) -> None:
        self.push(data.draw(st.sampled_from(self.game.attempts())), allowed=allowed)

    @precondition(lambda self: self.asks_for_an_attempt())
    @rule(data=st.data())
    def attempt_that_is_allowed(self, data: st.DataObject) -> None:
        """Something moves, so that the pieces meet."""
        listed = self.game.attempts()
        allowed = [
            each for each in listed if (self.game.answer(each, agent=lambda _: True) or Answer()).allowed
        ]
        self.push(data.draw(st.sampled_from(allowed or listed)))

    @precondition(lambda self: self.goes_on())
    @rule(action=st.one_of(early_actions, replies))
    def anything_else(self, action: Action) -> None:
        if self.game.can(action):
            self.push(action)

    @precondition(lambda self: self.goes_on())
    @rule(action=endings)
    def ending(self, action: Action) -> None:
        self.push(action)
        self.take_back(1)

    @rule(action=actions, answer=st.none() | answers)
    def impossible_actions_change_nothing(self, action: Action, answer: Answer | None) -> None:
        if not self.game.can(action):
            events, placed = list(self.game.events), hash(self.position)
            with pytest.raises(IllegalActionError, match=r".+: .+"):
                self.game.push(action, answer, agent=lambda _: True)
            assert self.position is self.trail[-1]
            assert (self.game.events, hash(self.position)) == (events, placed)

    @precondition(lambda self: self.asks_for_an_attempt())
    @rule(data=st.data(), allowed=st.booleans(), promoted=st.sampled_from([None, True, False]))
    def answers_that_cannot_be_change_nothing(
        self, data: st.DataObject, allowed: bool, promoted: bool | None
    ) -> None:
        action = data.draw(st.sampled_from(self.game.attempts()))
        try:
            self.game.push(action, Answer(allowed, promoted))
        except IllegalActionError as error:
            assert "answer about promotion" in str(error)  # noqa: PT017 - it may just as well be possible
        else:
            self.game.pop()
        assert self.game.positions == tuple(self.trail)

    @rule(number=st.integers(1, 5))
    def take_back(self, number: int) -> None:
        for _ in range(min(number, len(self.game.events))):
            event, undone = self.game.events[-1], self.trail.pop()
            assert self.game.pop() == event
            assert self.position == self.trail[-1]
            assert hash(self.position) == hash(self.trail[-1])
            assert self.position != undone, "nothing that can be done leaves all as it was"

    @rule()
    def again_from_the_start(self) -> None:
        """A second game in which the same is done goes through equal positions."""
        game = self.game
        other = Game(game.rules, (None, None), game.first, game.placements)
        for event, position in zip(game.events, self.trail, strict=False):
            assert other.position == position
            other.push(event.action, event.answer)
        assert (other.position, hash(other.position)) == (self.position, hash(self.position))
        assert other.events == game.events

    @rule(letter=letters)
    def exactly_the_listed_attempts_are_possible(self, letter: str) -> None:
        check_attempts(self.game, letter)

    @invariant()
    def sound(self) -> None:
        check_position(self.position)
        for attempt in self.game.attempts():
            self.game.verify(attempt)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.take_back(len(self.game.events))
            game = self.game
            assert self.position == Game(game.rules, game.deals, game.first, game.placements).position


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=100, stateful_step_count=40)
