"""What stops whoever begins something or goes somewhere, by the digest."""

from __future__ import annotations

from collections.abc import Iterator

from napoleonic.naive_unit import DISORDER, HARD, IN_A_WOOD, KEEPS_UNFORMED, LIGHT, UNFORMED, Situation


def reaction(s: Situation) -> Iterator[str]:
    if s.reacting:
        yield "NAP-REACT-2"
        yield "NAP-REACT-3"


def re_formed(s: Situation) -> Iterator[str]:
    """Whoever is unformed re-forms first, but not where the ground keeps every unit unformed."""
    if s.state in {UNFORMED, DISORDER} and not s.on(*KEEPS_UNFORMED):
        yield "NAP-STATE-4"


def new_action(s: Situation) -> Iterator[str]:
    yield from reaction(s)
    yield from re_formed(s)


def growth(s: Situation) -> Iterator[str]:
    """What keeps arms out of woods and crops that lie on their way."""
    if s.arm != "inf" and s.meets(*IN_A_WOOD):
        yield "NAP-WOOD-5"
    if s.arm != "inf" and s.meets("wooded-slope"):
        yield "NAP-HILL-15"
    if s.is_art and s.meets("vine-slope", "crop-slope"):
        yield "NAP-HILL-15"
    if s.is_art and s.meets("crops"):
        yield "NAP-CROP-1"


def waters(s: Situation) -> Iterator[str]:
    if s.arm == "foot-art" and s.meets("stream"):
        yield "NAP-WATER-2"
    if s.is_art and s.meets("ford"):
        yield "NAP-WATER-10"
    if s.meets("river"):
        yield "NAP-WATER-8"
    if s.meets("great-river"):
        yield "NAP-WATER-12"
    if s.meets("marsh"):
        yield "NAP-WATER-13"


def lines(s: Situation) -> Iterator[str]:
    if s.is_art and s.meets(*LIGHT):
        yield "NAP-LIN-7"
    if s.arm != "inf" and s.meets(*HARD):
        yield "NAP-LIN-11"


def way(s: Situation) -> Iterator[str]:
    """What stops whoever moves along its path."""
    yield from growth(s)
    yield from waters(s)
    yield from lines(s)
    if s.is_art and s.meets("dead-battery"):
        yield "NAP-BATTERY-2"
    if s.meets("house"):
        yield "NAP-HOUSE-2"
    if s.wrapped and s.on(*LIGHT, *HARD):
        yield "NAP-LIN-5"


def in_a_house(s: Situation) -> Iterator[str]:
    """Whoever is in a house has to leave it before it goes anywhere."""
    if s.on("house"):
        yield "NAP-HOUSE-20"
        yield "NAP-HOUSE-21"
