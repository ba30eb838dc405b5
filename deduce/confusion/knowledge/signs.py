"""Why behaviour speaks for a diagram or against it: the choices that moved its chance most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.knowledge.exposure import EXPOSED, sight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.exposure import Floats, Whole
    from deduce.confusion.knowledge.reading import Reading, Sign

__all__ = ["Because", "Seen", "because"]

LEAST_MOVED = 0.03
"""A chance that moved by less is not worth a word."""
MOST = 5
"""So many letters are told."""
MOST_SEEN = 3
"""So many choices are told for each."""
SMALL_PART = 0.15
"""A choice that did less than such a part of what the greatest did is left out."""
AGAINST = {
    "step": "stepped where it would take",
    "standing": "left a piece standing that it would take",
    "holder": "left Z where it would take it",
    "free": "left Z to it",
    "goal": "let it carry Z home",
}
"""What speaks against a diagram, by what was laid open to it."""
FOR = {
    "step": "stepped out of its reach",
    "standing": "did not leave a piece to it",
    "holder": "kept Z from it",
    "free": "did not leave Z to it",
    "goal": "did not let it carry Z home",
}
"""What speaks for a diagram, by what it could have had."""
ELSEWHERE = "did not do what they would do if it were"
INSTEAD = "kept away from where it would take"


@dataclass(frozen=True)
class Seen:
    """A choice that moved a chance.

    Attributes:
        ply: The number of its turn, from 1.
        attempt: What was tried.
        how: What it was to the piece, in words.
        moved: By how many bits, for the diagram if above 0.
    """

    ply: int
    attempt: Attempt
    how: str
    moved: float


@dataclass(frozen=True)
class Because:
    """Why a letter more or less likely has a diagram.

    Attributes:
        letter: The letter.
        number: The number of the diagram.
        facts: Its chance by facts.
        read: Its chance by facts and behaviour.
        seen: The choices that moved it most, in order.
    """

    letter: str
    number: int
    facts: float
    read: float
    seen: tuple[Seen, ...]

    def words(self, rules: Rules, who: str) -> str:
        """Say it.

        Args:
            rules: The rules.
            who: Who chose.
        """
        more, diagram = self.read > self.facts, rules.diagrams[self.number]
        likely = "more likely" if more else "less likely"
        if self.read < self.facts / 2:
            likely = "probably no"
        grouped: dict[str, list[int]] = {}
        for each in self.seen:
            grouped.setdefault(each.how, []).append(each.ply)
        told = "; ".join(
            f"{who} {how} (turn{'s' * (len(plies) > 1)} {', '.join(map(str, plies))})"
            for how, plies in grouped.items()
        )
        return f"{self.letter} is {likely} {diagram}, {self.read:.0%} instead of {self.facts:.0%}: {told}"


def because(reading: Reading) -> tuple[Because, ...]:
    """Return what moved most, the greatest first: for each letter the diagram whose chance moved most.

    Args:
        reading: What was read.
    """
    facts, read, rules = reading.facts, reading.chances, reading.rules
    signs = list(reading.signs())[::-1]
    if facts is None or read is None or not signs:
        return ()
    said = [_told(reading, sign, read) for sign in signs]
    own = np.sum(said, axis=0)
    # What moved because of other letters alone has no choice to show for it.
    moved = np.where(own * (read - facts) > 0, np.abs(read - facts), 0.0)
    best = moved.argmax(axis=1)
    found = []
    numbers = list(rules.diagrams)
    for place in np.argsort(-moved.max(axis=1), kind="stable")[:MOST]:
        kind = int(best[place])
        if moved[place, kind] < LEAST_MOVED:
            break
        parts = np.array([each[place, kind] for each in said])
        found.append(
            Because(
                rules.letters[place],
                numbers[kind],
                float(facts[place, kind]),
                float(read[place, kind]),
                _seen(reading, signs, parts * np.sign(own[place, kind]), int(place), kind),
            )
        )
    return tuple(found)


def _told(reading: Reading, sign: Sign, chances: Floats) -> Floats:
    """Return by how many bits a choice moved each letter and diagram against the letter's others."""
    said = np.einsum("h,hlk->lk", reading.shares, sign.said)
    return np.asarray(reading.behaviour.trust * (said - (said * chances).sum(axis=1)[:, None]) / np.log(2))


def _seen(reading: Reading, signs: Sequence[Sign], parts: Floats, letter: int, kind: int) -> tuple[Seen, ...]:
    """Return the choices that did most in one direction, in order."""
    greatest = sorted(np.argsort(-parts, kind="stable")[:MOST_SEEN].tolist())
    least = SMALL_PART * float(parts.max())
    takes = sight_of(reading.rules).takes[kind]
    found = []
    for place in greatest:
        sign = signs[place]
        if parts[place] < least:
            continue
        told = float(_told(reading, sign, np.asarray(reading.chances))[letter, kind])
        then, now = _hit(sign.then[letter], takes), _hit(sign.now[letter], takes)
        if told < 0:
            how = next((AGAINST[each] for each in EXPOSED if each in then), ELSEWHERE)
        else:
            how = next((FOR[each] for each in EXPOSED if each in now and each not in then), INSTEAD)
        found.append(Seen(sign.ply, sign.attempt, how, told))
    return tuple(found)


def _hit(kinds: Whole, takes: Floats) -> set[str]:
    """Return what a letter could take if its diagram allows some steps."""
    return {
        EXPOSED[kind] for kind, allowed in zip(kinds.tolist(), takes, strict=True) if kind >= 0 and allowed
    }
