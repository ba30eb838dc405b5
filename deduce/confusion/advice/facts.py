"""What is certain about an attempt: its chances, what an answer would settle, what can take the piece."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Answer, Attempt, Manner, PromotionReply
from deduce.confusion.engine.turns import is_arrival
from deduce.confusion.knowledge.outlook import what_if
from deduce.confusion.knowledge.threats import takers_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.engine.game import Game
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["Facts", "Settled", "Taker", "bits_of", "chance_of_promotion", "facts_about"]


@dataclass(frozen=True)
class Taker:
    """An enemy piece that could take what stands on a square.

    Attributes:
        letter: The piece.
        truth: Whether its diagram allows it; None if that is not known.
        chance: How likely its owner takes it to be allowed; None where there are no chances.
    """

    letter: str
    truth: bool | None
    chance: Fraction | None


@dataclass(frozen=True)
class Settled:
    """What the player's sheet would say after an answer.

    Attributes:
        deals: How many deals would be left.
        certain: The letters that would become certain, with the numbers of their diagrams.
        left: The numbers of the diagrams that would be left to the piece.
    """

    deals: int
    certain: dict[str, int]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    """What is certain about an attempt before it is made.

    Attributes:
        chance: The exact chance of a yes.
        bits: What the answer tells on average, on the last row with whether the piece is promoted.
        promotion_bits: The part of them that whether it is promoted tells beyond yes or no.
        after_yes: What a yes would settle; None if it is impossible, or the piece is promoted.
        after_no: Likewise, a no.
        takers: The enemy pieces that could take the piece next turn if it gets there, as the board has it,
            the likeliest first; there are none if the game is over then.
        tells: How many bits the opponent learns of its own pieces by the choice, if it reads behaviour.
    """

    chance: Fraction
    bits: float
    promotion_bits: float
    after_yes: Settled | None
    after_no: Settled | None
    takers: tuple[Taker, ...]
    tells: float


def facts_about(standpoint: Standpoint, attempt: Attempt) -> Facts:
    """Find out what is certain about an attempt.

    Args:
        standpoint: Where the player stands.
        attempt: An attempt that is possible.
    """
    sheet, position = standpoint.sheet, standpoint.position
    promoted = position.is_promoted(standpoint.side, attempt.letter)
    chance = sheet.chance_of_yes(attempt, promoted=promoted) or Fraction(0)
    bits = bits_of(sheet, standpoint.game, attempt, chance)
    after = {
        answer: None
        if promoted or chance == (not answer)
        else _settled(sheet, what_if(sheet, attempt, allowed=answer), attempt.letter)
        for answer in (True, False)
    }
    takers, tells = (_takers(standpoint, attempt), standpoint.tells(attempt)) if chance else ((), 0.0)
    return Facts(chance, bits, bits - _bits((chance, 1 - chance)), after[True], after[False], takers, tells)


def bits_of(sheet: Sheet, game: Game, attempt: Attempt, chance: Fraction) -> float:
    """Return what the answer to an attempt tells on average; on the last row also whether it is promoted.

    Args:
        sheet: The sheet of whoever makes it.
        game: The game.
        attempt: The attempt.
        chance: The chance of a yes.
    """
    both = chance_of_promotion(sheet, game, attempt)
    return _bits((both, chance - both, 1 - chance))


def chance_of_promotion(sheet: Sheet, game: Game, attempt: Attempt) -> Fraction:
    """Return the chance that an attempt is allowed and the piece then promoted at once (CF-PROMO-1).

    Args:
        sheet: The sheet of whoever makes it.
        game: The game.
        attempt: The attempt.
    """
    if sheet.rules.anyone_is_promoted or not is_arrival(game.position, attempt):
        return Fraction(0)
    diagrams = sheet.rules.diagrams
    return sum(
        (
            share
            for number, share in (sheet.chances or {}).get(attempt.letter, {}).items()
            if diagrams[number].promotable and diagrams[number].allows(attempt.way, attempt.distance)
        ),
        Fraction(0),
    )


def _bits(shares: Iterable[Fraction]) -> float:
    return math.fsum(-float(share) * math.log2(share) for share in shares if share > 0) + 0.0


def _settled(before: Sheet, after: Sheet, letter: str) -> Settled | None:
    if not after.is_consistent:
        return None
    fresh = {letter: number for letter, number in after.certain.items() if letter not in before.certain}
    return Settled(after.worlds, fresh, tuple(sorted(after.possible[letter])))


def _takers(standpoint: Standpoint, attempt: Attempt) -> tuple[Taker, ...]:
    """Return what could take the piece, or Z from it, on the square where it arrives."""
    game, them = standpoint.game, 1 - standpoint.side
    tells = not standpoint.view.rules.anyone_is_promoted and is_arrival(game.position, attempt)
    target = game.position.target(attempt)
    mine = standpoint.view.rules.board.pieces[standpoint.side]
    if attempt.kind is Manner.PASS and game.position.held[target] not in mine:
        return ()
    game.push(attempt, Answer(promoted=False if tells else None))
    pushed = 1
    if game.position.stage.offer:
        game.push(PromotionReply(accept=False))
        pushed = 2
    try:
        following = game.position
        found = [
            Taker(each.attempt.letter, each.truth, each.chance)
            for each in (
                takers_of(game, them, standpoint.sheets[them], target) if following.turn == them else ()
            )
        ]
    finally:
        for _ in range(pushed):
            game.pop()
    return tuple(found)
