"""`deduce confusion random`: the record of a random game."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from deduce.confusion import Rules, RulesError, load_diagrams, record_of
from deduce.confusion.engine.simulation import random_game

if TYPE_CHECKING:
    from pathlib import Path


def write(
    seed: int,
    ruleset: str,
    variants: str,
    diagrams: Path | None,
    *,
    tokens: bool,
    plies: int | None,
    french: bool,
) -> str:
    """Return the record of a random game.

    Raises:
        RulesError: If the rules do not go together.
        DataError: If the diagrams cannot be read.
    """
    rules = rules_of(ruleset, variants, diagrams, tokens=tokens)
    game = random_game(rules, random.Random(seed), plies=plies)  # noqa: S311 - a game, not a secret
    headers = {"Title": f"random game {seed}"}
    if diagrams is not None:
        headers = {"Diagrams": str(diagrams.resolve()), **headers}
    return record_of(game, headers=headers, french=french).text


def rules_of(ruleset: str, variants: str, diagrams: Path | None, *, tokens: bool = False) -> Rules:
    """Return the rules that were asked for on the command line.

    Raises:
        RulesError: If they do not go together.
        DataError: If the diagrams cannot be read.
    """
    return Rules.of(
        ruleset,
        variants=numbers(variants),
        tokens=tokens,
        diagrams=None if diagrams is None else load_diagrams(diagrams),
    )


def numbers(variants: str) -> list[int]:
    """Read a list of variants.

    Raises:
        RulesError: If it is none.
    """
    words = [word for word in re.split(r"[\s,;]+", variants) if word]
    if not all(word.isdecimal() for word in words):
        message = f"--variants {variants!r}: it must be a list of numbers such as 2,5"
        raise RulesError(message)
    return [int(word) for word in words]
