"""Many games side by side, as arrays: the search plays hundreds of games at once, one turn of all at a time.

The readable engine in `deduce.confusion.engine` is the reference; this one knows the same rules of a turn,
and the tests compare them move by move. What is simpler here: before the attempt nothing is done (removing,
exposing and tokens are tried by the search at the root), every offered promotion is accepted (CF-VAR-5), a
side without any attempt passes (which only small boards know), and the chances that each side gives its own
diagrams are updated piece by piece instead of over whole deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.crowd import Memory
    from deduce.confusion.advice.following import Diary
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints, Lookups
    from deduce.confusion.engine.position import Position

__all__ = ["CARRY", "MOVE", "PASS", "YIELDS", "Choices", "Crowd", "Played"]

MOVE, CARRY, PASS = 0, 1, 2
"""What an attempt moves, as a number."""
TRUST = np.float32(0.5)
"""How far a step is taken for a sign that nothing can take there."""
HALF = np.float32(0.5)
YIELDS = np.float32(0.05)
"""How likely a double agent is allowed what hurts whoever answers for it; anything else, half of the time."""
TENTH = np.float32(0.1)
CERTAIN = np.float32(1 - 1e-5)
"""A chance from here on is taken for certain: sums of fractions may just miss 1."""
LEAST = np.float32(1e-9)
"""A chance below this is taken for none: numbers that are nearly 0 are slow."""
NOBODY = -1
"""The winner of a game that goes on."""


@dataclass
class Choices:
    """Attempts that are possible in the games of a crowd, all in one list, game by game.

    Attributes:
        game: The game of each.
        letter: The piece.
        step: The direction and distance.
        kind: What moves.
        start: Where the piece stands.
        target: Where the attempt leads.
        chance: How likely the owner takes a yes to be.
    """

    game: Ints
    letter: Ints
    step: Ints
    kind: Ints
    start: Ints
    target: Ints
    chance: Floats

    def __len__(self) -> int:
        return len(self.game)

    def take(self, which: Ints | npt.NDArray[np.bool_]) -> Choices:
        """Return some of them."""
        return Choices(*(column[which] for column in vars(self).values()))


@dataclass(frozen=True)
class Played:
    """How games stand that were played on.

    Attributes:
        mover: The side to move in those that are not over.
        ids: Their numbers.
        chances: How likely the side to move wins each of them.
        nodes: How many turns were played in all games.
    """

    mover: int
    ids: Ints
    chances: Floats
    nodes: int


class Crowd:
    """Games that were all started from one position, with deals of their own.

    Attributes:
        lookups: What is looked up about the rules.
        turn: The side to move in all games.
        turns: How many turns are over in all games.
        where: For each game, side and letter, the square.
        deal: For each game, side and letter, the diagram by which the piece truly moves.
        knows: For each game, side and letter, how likely the owner takes each diagram to be the one by which
            the piece moves.
        laid: For each game and side, how likely each diagram is one that was laid away on promotion.
        side_at: For each game and square, 1 or 2 if a piece of that side stands there; 3 off the board.
        letter_at: Which letter stands there.
        neutral: For each game, where the neutral piece is.
        ids: The number by which each game was started; games that are over are no longer in the arrays.
        winner: For each number, the side that won, or NOBODY.
        values: The name of the weights by which is played and judged.
        is_quick: Whether there is time to look four plies ahead before each move.
    """

    is_quick: ClassVar[bool] = False

    def __init__(self, lookups: Lookups, position: Position, deals: Ints, knows: Floats) -> None:
        """Start games.

        Args:
            lookups: What is looked up about the rules.
            position: Where they start.
            deals: For each game, side and letter, the number of the diagram in the lookups.
            knows: For each game, side and letter, the owner's chance of each diagram.
        """
        size, letters = len(deals), lookups.letters
        self.lookups: Lookups = lookups
        self.turn: int = position.turn
        self.turns: int = position.turns
        squares = np.array(position.squares, np.int32).reshape(2, letters)
        squares[squares < 0] = lookups.off
        self.where: Ints = np.repeat(squares[None], size, axis=0)
        self.deal: Ints = deals.astype(np.int32)
        self.knows: Floats = np.zeros((size, 2, letters, lookups.kinds), np.float32)
        self.knows[..., : knows.shape[-1]] = knows
        self.laid: Floats = np.zeros((size, 2, lookups.kinds), np.float32)
        for side in (0, 1):
            for place, letter in enumerate(lookups.rules.letters):
                if position.is_promoted(side, letter):
                    self._promote(np.arange(size, dtype=np.int32), side, np.full(size, place, np.int32))
        side_at = np.zeros(lookups.off + 1, np.int8)
        letter_at = np.zeros(lookups.off + 1, np.int8)
        for side in (0, 1):
            side_at[squares[side]] = side + 1
            letter_at[squares[side]] = np.arange(letters)
        for column in lookups.rules.off_columns:
            side_at[column - 1 : lookups.off : lookups.rules.columns] = 3
        side_at[lookups.off] = 3
        self.side_at: Bytes = np.repeat(side_at[None], size, axis=0)
        self.letter_at: Bytes = np.repeat(letter_at[None], size, axis=0)
        self.neutral: Ints = np.full(size, position.neutral, np.int32)
        self.ids: Ints = np.arange(size, dtype=np.int32)
        self.winner: Bytes = np.full(size, NOBODY, np.int8)
        self.values: str = "learned"
        if position.outcome is not None:
            if position.outcome.winner is not None:
                self.winner[:] = position.outcome.winner
            self._keep(np.zeros(size, np.bool_))

    def __len__(self) -> int:
        return len(self.ids)

    def copy(self) -> Self:
        """Return the same games to be played on apart."""
        other = object.__new__(type(self))
        other.lookups, other.turn, other.turns = self.lookups, self.turn, self.turns
        other.values = self.values
        for name in (*_ARRAYS, "winner"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def taken(self, which: Ints) -> Self:
        """Return games that stand as some of these do, numbered anew.

        Args:
            which: The places of those; one may be taken several times.
        """
        other = object.__new__(type(self))
        other.lookups, other.turn, other.turns = self.lookups, self.turn, self.turns
        other.values = self.values
        for name in _ARRAYS:
            setattr(other, name, getattr(self, name)[which])
        other.ids = np.arange(len(which), dtype=np.int32)
        other.winner = np.full(len(which), NOBODY, np.int8)
        return other

    def _keep(self, kept: npt.NDArray[np.bool_]) -> None:
        for name in _ARRAYS:
            setattr(self, name, getattr(self, name)[kept])

    # --- Looking -----------------------------------------------------------------------------------

    def holds(self, side: int) -> npt.NDArray[np.bool_]:
        """Tell for each game whether a side controls the neutral piece."""
        held: npt.NDArray[np.bool_] = self.side_at[np.arange(len(self)), self.neutral] == side + 1
        return held

    def holder(self) -> Ints:
        """Return for each game the letter on the neutral piece's square."""
        return self.letter_at[np.arange(len(self)), self.neutral].astype(np.int32)

    def open_steps(self, side: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """Return for each game, letter of a side and step where it leads, and whether the way there is free.

        What stands on the last square is not looked at, as long as that is on the board.
        """
        lookups, size = self.lookups, len(self)
        targets = lookups.leads[side][self.where[:, side]]
        stops = self.side_at != 0
        rows = np.arange(size)
        stops[rows, self.neutral] = True
        open_squares = ~stops.ravel()[targets + rows[:, None, None] * (lookups.off + 1)]
        free = targets != lookups.off
        ways = free.reshape(size, lookups.letters, 8, lookups.reach)
        passable = open_squares.reshape(ways.shape)
        going = passable[..., 0]
        for distance in range(1, lookups.reach):
            ways[..., distance] &= going
            going = going & passable[..., distance]
        return targets, free

    def chances(self, side: int) -> Floats:
        """Return for each game, letter of a side and step how likely the owner takes a yes to be."""
        found: Floats = self.knows[:, side] @ self.lookups.allows
        return found

    def choices(self, least: float = 1e-6) -> Choices:
        """Return what the side to move can attempt, without what will certainly be refused.

        Args:
            least: The least chance of a yes.
        """
        return self.choices_among(*self.open_steps(self.turn), self.chances(self.turn), least)

    def choices_among(
        self, targets: Ints, free: npt.NDArray[np.bool_], chances: Floats, least: float = 1e-6
    ) -> Choices:
        """Return the same from what was found out already."""
        side, size, steps = self.turn, len(self), targets.shape[-1]
        likely = free & (chances > least)
        there = self.side_at.ravel()[targets + np.arange(size)[:, None, None] * (self.lookups.off + 1)]
        flat = np.flatnonzero(likely & (there != side + 1) & (there != 3)).astype(np.int32)
        kind = np.full(len(flat), MOVE, np.int32)
        held = np.flatnonzero(self.holds(side)).astype(np.int32)
        if len(held):
            holder = self.holder()[held]
            open_, landing = likely[held, holder], there[held, holder]
            first = (held * self.lookups.letters + holder) * steps
            for other, fits in ((CARRY, (landing != side + 1) & (landing != 3)), (PASS, landing != 3)):
                which, far = np.nonzero(open_ & fits)
                flat = np.concatenate([flat, (first[which] + far).astype(np.int32)])
                kind = np.concatenate([kind, np.full(len(which), other, np.int32)])
            order = np.argsort(flat // (self.lookups.letters * steps), kind="stable")
            flat, kind = flat[order], kind[order]
        piece: Ints = flat // np.int32(steps)
        step: Ints = flat % np.int32(steps)
        game: Ints = piece // np.int32(self.lookups.letters)
        letter: Ints = piece % np.int32(self.lookups.letters)
        start = self.where[game, side, letter]
        return Choices(game, letter, step, kind, start, targets.ravel()[flat], chances.ravel()[flat])

    # --- Going on ----------------------------------------------------------------------------------

    def play_on(
        self,
        turns: int,
        weighing: Floats,
        judging: Floats,
        *,
        heat: float,
        draw: np.random.Generator,
        spared: Ints | None,
        diary: Diary | None,
        memory: Memory | None = None,
    ) -> Played | None:
        """Play the games on by instinct at one go; None if that has to be done turn by turn.

        The crowd is used up.

        Args:
            turns: How many turns are played.
            weighing: The weights of the instinct.
            judging: The weights of the judgement.
            heat: How much chance mixes in.
            draw: Where chance comes from.
            spared: For each game by its number, a square that is left alone in the first turn; -1 for none.
            diary: Where the attempts of a side are noted.
            memory: What is remembered from game to game.
        """

    def chosen(
        self,
        weighing: Floats,
        *,
        heat: float,
        draw: np.random.Generator | None,
        barred: npt.NDArray[np.bool_] | None,
        spared: Ints | None,
    ) -> Choices | None:
        """Return what the instinct chooses in each game; None if it has to look at the arrays.

        Args:
            weighing: The weights of the instinct.
            heat: How much chance mixes in.
            draw: Where chance comes from.
            barred: For each game and letter, whether it may not make the attempt.
            spared: For each game, a square that is left alone.
        """

    def scored(self, weighing: Floats) -> list[list[float]] | None:
        """Return all attempts with how good they look: game, letter, step, kind, target and score.

        None if the instinct has to look at the arrays.

        Args:
            weighing: The weights of the instinct.
        """

    def judged(self, judging: Floats) -> Floats | None:
        """Return the chances of the side to move, by how the games stand; None likewise.

        Args:
            judging: The weights of the judgement.
        """

    def likeliest(self, weighing: Floats, most: int) -> Choices | None:
        """Return the attempts in each game that look best to the instinct, the best first; None likewise.

        Args:
            weighing: The weights of the instinct.
            most: How many in each game.
        """

    @classmethod
    def memory(cls, side: int, nodes: int) -> Memory | None:
        """Return what a search remembers from game to game; None if this engine cannot.

        Args:
            side: The player.
            nodes: For how many decisions of the player there is room; a power of two, or 0.
        """

    def answers(self, chosen: Choices, draw: np.random.Generator) -> npt.NDArray[np.bool_]:
        """Return what the diagrams answer to attempts; for a double agent what the other side would say.

        What takes a piece, has to do with Z or leads to the last row is refused to a double agent (CF-DA-1).

        Args:
            chosen: The attempts.
            draw: Where chance comes from.
        """
        truly = self.lookups.allows[self.deal[chosen.game, self.turn, chosen.letter], chosen.step]
        found: npt.NDArray[np.bool_] = truly > 0.75
        if self.lookups.agent >= 0:
            given = np.where(self.hurts(chosen), YIELDS, HALF)
            found = found | ((truly == HALF) & (draw.random(len(truly)) < given))
        return found

    def hurts(self, chosen: Choices) -> npt.NDArray[np.bool_]:
        """Tell of attempts whether a yes would hurt the other side, so that a double agent hardly gets it.

        Args:
            chosen: The attempts.
        """
        target = chosen.target
        found: npt.NDArray[np.bool_] = (
            (chosen.kind != MOVE)
            | (target == self.neutral[chosen.game])
            | (self.side_at[chosen.game, target] != 0)
            | self.lookups.last_row[self.turn][target]
        )
        return found

    def act(
        self,
        chosen: Choices,
        allowed: npt.NDArray[np.bool_],
        *,
        hands_over: bool = True,
        is_heard: bool = True,
    ) -> None:
        """Let attempts be answered, one at most in each game, and hand over to the other side.

        In games without an attempt the turn passes.

        Args:
            chosen: The attempts.
            allowed: The answers.
            hands_over: Whether the turn ends; else the same side goes on.
            is_heard: Whether the owner learns from the answer.
        """
        if is_heard:
            self._hear(chosen, allowed)
        self._move(chosen.take(allowed), is_heard=is_heard)
        self._settle(hands_over=hands_over)

    def show(self, side: int, letter: int) -> None:
        """Let the owner see which diagram a piece has (CF-TOK-REVEAL)."""
        games = np.arange(len(self), dtype=np.int32)
        seen = np.eye(self.lookups.kinds, dtype=np.float32)[self.deal[:, side, letter]]
        self._restrict(games, side, np.full_like(games, letter), seen)

    def overhear(self, squares: Ints) -> None:
        """Let the side to move reckon that whoever stepped somewhere saw that nothing can take there.

        The other side sees the diagrams of the side to move and would rather not step where it can be taken;
        so diagrams that could take there lose some of their chance.

        Args:
            squares: For each game by the number it was started with, where the other side stepped; -1 for
                nowhere.
        """
        side = self.turn
        stepped = squares[self.ids]
        targets, free = self.open_steps(side)
        reaches = free & (targets == stepped[:, None, None])
        for place in range(self.lookups.letters):
            game, step = np.nonzero(reaches[:, place])
            if len(game):
                worth = 1 - TRUST * self.lookups.allows[:, step].T
                self._restrict(game.astype(np.int32), side, np.full(len(game), place, np.int32), worth)

    def _hear(self, chosen: Choices, allowed: npt.NDArray[np.bool_]) -> None:
        """Update what the owners think of their pieces after answers."""
        lookups, side = self.lookups, self.turn
        said = lookups.allows[:, chosen.step].T
        if lookups.agent >= 0:
            said = said.copy()
            said[:, lookups.agent] = np.where(self.hurts(chosen), YIELDS, HALF)
        said = np.where(allowed[:, None], said, 1 - said)
        self._restrict(chosen.game, side, chosen.letter, said)

    def _restrict(self, games: Ints, side: int, letters: Ints, worth: Floats) -> None:
        """Multiply the chances of pieces by what was heard, and let the other pieces of the side follow."""
        rows = self.knows[games, side, letters]
        fresh = rows * worth
        total = fresh.sum(axis=1, keepdims=True)
        # What has no chance left by this updating is what truly is.
        lost = total[:, 0] <= 1e-9
        if lost.any():
            fresh[lost] = 0
            fresh[lost, self.deal[games[lost], side, letters[lost]]] = 1
            total[lost] = 1
        fresh /= total
        known = np.abs(fresh - rows).max(axis=1) > 1e-3
        self.knows[games, side, letters] = fresh
        self._balance(games[known], side, letters[known])

    def _balance(self, games: Ints, side: int, letters: Ints) -> None:
        """Let each diagram belong to one piece again, as nearly as one round of scaling does.

        What was just heard of a piece is exact, so its row stays, and the others share what it leaves.
        """
        if not len(games):
            return
        last, rows = self.lookups.promoted, np.arange(len(games))
        own = self.knows[games, side]
        heard = own[rows, letters].copy()
        own[rows, letters] = 0
        share = own[..., :last].sum(axis=1)
        left = 1 - self.laid[games, side, :last] - heard[:, :last]
        # A tenth is left at least, since earlier rounds may have been off; of what is certain, nothing.
        left = np.where(heard[:, :last] >= CERTAIN, 0, np.maximum(left, TENTH * share))
        own[..., :last] *= (left / np.maximum(share, LEAST))[:, None]
        own[own < LEAST] = 0
        own[rows, letters] = heard
        own /= np.maximum(own.sum(axis=2, keepdims=True), LEAST)
        self.knows[games, side] = own

    def _move(self, moved: Choices, *, is_heard: bool) -> None:
        """Carry out what was allowed."""
        side, lookups = self.turn, self.lookups
        passed = moved.kind == PASS
        self.neutral[moved.game[passed]] = moved.target[passed]
        moved = moved.take(~passed)
        game, target = moved.game, moved.target
        taken = self.side_at[game, target] == 2 - side
        self.where[game[taken], 1 - side, self.letter_at[game[taken], target[taken]]] = lookups.off
        self.side_at[game, moved.start] = 0
        self.side_at[game, target] = side + 1
        self.letter_at[game, target] = moved.letter
        self.where[game, side, moved.letter] = target
        carried = moved.kind == CARRY
        self.neutral[game[carried]] = target[carried]
        arrived = lookups.last_row[side][target] & (self.deal[game, side, moved.letter] != lookups.promoted)
        if arrived.any():
            self._arrive(game[arrived], side, moved.letter[arrived], is_heard=is_heard)

    def _arrive(self, games: Ints, side: int, letters: Ints, *, is_heard: bool) -> None:
        """Promote pieces that reached the last row, where their diagram has it (CF-PROMO-1, CF-VAR-5)."""
        lookups = self.lookups
        kinds = self.deal[games, side, letters]
        if lookups.rules.anyone_is_promoted:
            # Without late contact whoever brings Z there has won before anything is offered.
            is_offered = self.neutral[games] != self.where[games, side, letters]
            shown = (kinds == lookups.agent) & (lookups.rules.late_contact | is_offered)
            if is_heard:
                worth = (np.arange(lookups.kinds) == lookups.agent) == shown[:, None]
                self._restrict(games, side, letters, worth.astype(np.float32))
            self._take_off(games[shown], side, letters[shown])
            self._promote(games[~shown], side, letters[~shown])
            return
        can = lookups.promotable[kinds]
        if is_heard:
            fits = lookups.promotable.astype(np.float32)
            worth = np.where(can[:, None], fits, 1 - fits)
            self._restrict(games, side, letters, worth)
        self._promote(games[can], side, letters[can])

    def _promote(self, games: Ints, side: int, letters: Ints) -> None:
        last = self.lookups.promoted
        self.laid[games, side] += self.knows[games, side, letters]
        self.knows[games, side, letters] = 0
        self.knows[games, side, letters, last] = 1
        self.deal[games, side, letters] = last

    def _take_off(self, games: Ints, side: int, letters: Ints) -> None:
        """Take off double agents that were shown; Z goes to the first piece of the other side (CF-VAR-5)."""
        if not len(games):
            return
        off = self.lookups.off
        self.side_at[games, self.where[games, side, letters]] = 0
        self.where[games, side, letters] = off
        theirs = self.where[games, 1 - side]
        first = theirs[np.arange(len(games)), (theirs != off).argmax(axis=1)]
        there = first != off
        self.neutral[games[there]] = first[there]

    def _settle(self, *, hands_over: bool) -> None:
        """See who has won, and whose turn it is (CF-WIN-1, CF-WIN-2, CF-WIN-3, CF-TURN-6)."""
        lookups, side = self.lookups, self.turn
        rows = np.arange(len(self))
        at_goal = [lookups.last_row[each][self.neutral] & self.holds(each) for each in (0, 1)]
        won = np.full(len(self), NOBODY, np.int8)
        if not lookups.rules.late_contact:
            won[at_goal[side]] = side
        if hands_over:
            won[at_goal[1 - side] & (won == NOBODY)] = 1 - side
            self._hand_over()
        for each in (0, 1):
            won[(self.where[rows, each] == lookups.off).all(axis=1)] = 1 - each
        self._end(won)

    def _hand_over(self) -> None:
        self.turn, self.turns = 1 - self.turn, self.turns + 1

    def _end(self, won: Bytes) -> None:
        """Let the games go that are over: won by somebody, or at the limit (CF-TURN-6)."""
        over = won != NOBODY
        if over.any():
            self.winner[self.ids[over]] = won[over]
            self._keep(~over)
        limit = self.lookups.rules.half_move_limit
        if limit is not None and self.turns >= limit:
            self._keep(np.zeros(len(self), np.bool_))


_ARRAYS = ("where", "deal", "knows", "laid", "side_at", "letter_at", "neutral", "ids")
