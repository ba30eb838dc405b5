"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.ground.footing import axis, footing, is_road, uses_roads
from deduce.napoleonic.ground.roads import bonus
from deduce.napoleonic.movement.pace import move_of, per_quarter, share_of_move
from deduce.napoleonic.movement.reckoned import change_time
from deduce.ruling.judgement import Outcome, Question
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact

__all__ = ["GROUND"]

OPEN = frozenset({"open"})
NOT_GIVEN = "not-given"
ROAD_RULES = ("NAP-ROAD-3", "NAP-ROAD-4")
COVER_ELSEWHERE = frozenset({"house", "hedge", "palisade", "barricade", "wall", "abatis", "redoubt"})
"""Ground whose cover hangs on more than standing there: the chapters on houses and obstacles tell it."""


def _words(facts: Mapping[str, Fact], name: str) -> frozenset[str]:
    """Return the kinds of ground that a feature names, but for the open."""
    found = facts.get(name)
    return found - OPEN if isinstance(found, frozenset) else frozenset()


def _states(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over the states that the ground of a unit and what lies on its way bring."""
    for name in ("ground", "path"):
        words = _words(facts, name)
        if not words or (name == "path" and not words - _words(facts, "ground")):
            continue
        if is_road(words) and uses_roads(book, facts) is None:
            continue
        found = footing(book, words, facts)
        yield from found.questions
        if found.state is not None:
            rules = tuple(
                dict.fromkeys(
                    rule
                    for word in sorted(words)
                    for one in [axis(book, "formation", word, facts)]
                    if one.values.get("formation") == found.state
                    for rule in one.rules
                )
            )
            for outcome in ("state_during", "state_after"):
                yield Outcome(outcome, found.state, rules or found.rules, found.choices)


def _here(act: str) -> Reckon:
    """Return what tells how far a unit goes in a quarter on the ground that it touches."""

    def reckon(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
        words = _words(facts, "ground")
        found, share = move_of(book, facts), share_of_move(book, act, facts)
        most = found.amount("per_period")
        if not words or most is None or share.factor is None:
            return
        on = footing(book, words, facts)
        if on.factor is None or on.crossed:
            return
        speed = per_quarter(book, most * share.factor) * on.factor
        rules = on.rules
        if is_road(words) and uses_roads(book, facts):
            speed += bonus(book, speed)
            rules = tuple(dict.fromkeys((*rules, *ROAD_RULES)))
        yield Outcome("here_per_quarter", speed, rules, on.choices)

    return reckon


@procedure("NAP-HILL-17")
def _firing(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over which figures fire where only a part of a unit is past the crest line."""
    on_slope = book.law.groups["on-a-slope"].truth(facts, book.law.numbers)
    if facts.get("crest") != "astride" or not on_slope:
        return
    past = facts.get("past_crest")
    if past is None:
        yield Question("past_crest", book.law.features["past_crest"].asked(), ("NAP-HILL-17",))
    else:
        yield Outcome("firing", past, ("NAP-HILL-17",))


def _cover(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over the cover of a target, by the ground that it stands on."""
    for word in sorted(_words(facts, "their_ground") - COVER_ELSEWHERE):
        found = axis(book, "fire", word, facts)
        cover = found.values.get("cover")
        if cover == NOT_GIVEN:
            said = book.law.features["their_ground"].word_said(word)
            asks = Words(
                f"what cover gives {said.en}? (the rules do not say)",
                f"quel abri donne {said.fr} ? (les règles ne le disent pas)",
            )
            yield Question("terrain-fire", asks, found.rules)
        elif cover is not None and cover != "none":
            yield Outcome("cover", cover, found.rules)
            yield Outcome("chapter", "fire", found.rules)


@procedure("NAP-WOOD-11")
def _lining(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long a column takes to line an edge: so many times the change in the open."""
    found = change_time(book, {"to": "line", **facts})
    yield from found.questions
    takes = found.amount("takes")
    if takes is not None:
        yield Outcome("takes", takes * book.number("edge.lining"), (*found.rules, "NAP-WOOD-11"))


@procedure("NAP-WOOD-20")
def _in_contact(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how many figures fight in a wood in the first round: those in contact."""
    in_wood = book.law.groups["in-a-wood"].truth(facts, book.law.numbers)
    first = facts.get("round")
    if not in_wood or not isinstance(first, int) or first > book.number("melee.contact"):
        return
    contact = facts.get("contact")
    if contact is None:
        yield Question("contact", book.law.features["contact"].asked(), ("NAP-WOOD-20",))
    else:
        yield Outcome("fighting", contact, ("NAP-WOOD-20",))


def _charging(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over what a road adds to a charge straight along it: to its move, and to its distance bonus."""
    if facts.get("along_road") is not True:
        return
    serves = uses_roads(book, facts)
    if serves is None:
        yield from footing(book, ["road"], facts).questions
    if not serves:
        return
    most = move_of(book, facts).amount("per_period")
    if most is not None:
        quarter = per_quarter(book, most)
        yield Outcome("road_per_quarter", quarter + bonus(book, quarter), ROAD_RULES)
    more = book.looked_up("distance-bonus", facts).amount("bonus")
    if more is not None:
        yield Outcome("road_distance_bonus", more + bonus(book, more), ROAD_RULES)


GROUND: Mapping[str, tuple[Reckon, ...]] = {
    "move": (_states, _here("move")),
    "forced": (_states, _here("forced")),
    "charge": (_charging,),
    "counter": (_charging,),
    "fire": (_firing, _cover),
    "line-edge": (_lining,),
    "fight": (_in_contact,),
}
"""For each act what reckons."""
