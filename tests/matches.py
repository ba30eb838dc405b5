"""Matches against the machine for tests: a hasty human, what is said to a line, and an open question."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from common import ESPIONAGE
from deduce.confusion import Rules
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.match import new_match
from deduce.tabletop.companion import Companion
from deduce.tabletop.said import Said

WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def attempts(rules: Rules, seed: int, count: int) -> list[str]:
    """Lines that a hasty human types: many are not possible on the board, and some answer nothing."""
    draw = random.Random(seed)
    lines = []
    for _ in range(count):
        letter = draw.choice(rules.letters).lower()
        lines.append(f"{letter}{draw.choice(['', '', 'z'])} {draw.choice(WAYS)}{draw.randint(1, 3)}")
        lines.append(draw.choice("yn"))
    return lines


def heard(companion: Companion[Any], line: str) -> list[str]:
    """What a companion says to a line; sheets are left out."""
    said = companion.obey(line).said
    return [each.text for each in said if isinstance(each, Said)]


def asked(path: Path) -> str:
    """Save a match in which the machine's double agent waits for an answer, and return the question."""
    for seed in range(60):
        companion = MatchCompanion(new_match(path, ESPIONAGE, 0, 0, 1, seed=seed))
        for line in attempts(ESPIONAGE, seed, 15):
            if len(line) > 1 and companion.kept.pending is None:
                said = heard(companion, line)
        if companion.kept.pending is not None:
            return said[-1]
    message = "the double agent never tried anything"
    raise AssertionError(message)
