"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.ground.footing import axis, footing, is_road, uses_roads
from deduce.napoleonic.ground.roads import bonus
from deduce.napoleonic.movement.pace import move_of, per_quarter, share_of_move
from deduce.napoleonic.movement.reckoned import change_time
from deduce.napoleonic.rally.course import rally_move
from deduce.ruling.judgement import Outcome, Question
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["GROUND"]

OPEN = frozenset({"open"})
NOT_GIVEN = "not-given"
ROAD_RULES = ("NAP-ROAD-3", "NAP-ROAD-4")
AT_ROAD_PACE = ("move", "forced")
"""What is done at the normal or forced pace, to which a road adds."""
LINEAR = frozenset({"hedge", "palisade", "barricade", "wall", "abatis", "redoubt"})
COVER_ELSEWHERE = LINEAR | {"house"}
"""Ground whose cover hangs on more than standing there: the chapters on houses and obstacles tell it."""


def _words(facts: Mapping[str, Fact], name: str) -> frozenset[str]:
    """Return the kinds of ground that a feature names, but for the open."""
    found = facts.get(name)
    return found - OPEN if isinstance(found, frozenset) else frozenset()


def _states(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over the states that the ground of a unit and what lies on its way bring.

    A linear obstacle that a unit only touches, with no figure to cross it, changes nothing.
    """
    touched, way = _words(facts, "ground"), _words(facts, "path")
    if facts.get("astride") is False:
        touched -= LINEAR
    for words in (touched, way if way - touched else frozenset()):
        if not words:
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


def _states_up_to_contact(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over the states of whoever walks up to an enemy: what he holds is touched, not crossed."""
    path = facts.get("path")
    near = {"path": path - COVER_ELSEWHERE} if isinstance(path, frozenset) else {}
    yield from _states(book, {**facts, **near})


def _own_move(book: Book, facts: Mapping[str, Fact]) -> Amount | None:
    """Return the move of a unit in the formation that it is in."""
    return move_of(book, facts).amount("per_period")


def _backward(book: Book, facts: Mapping[str, Fact]) -> Amount | None:
    """Return the move that is halved for stepping back (DEC-5)."""
    return _own_move(book, {**facts, "formation": "line"} if book.choice("DEC-5") == "line" else facts)


def _rallying(book: Book, facts: Mapping[str, Fact]) -> Amount | None:
    """Return the move of whoever rallies."""
    return rally_move(book, facts).amount("per_period")


def _evading(book: Book, facts: Mapping[str, Fact]) -> Amount | None:  # noqa: ARG001 - like the others
    """Return the move of whoever evades, the same for all."""
    return book.number("evade.per_period")


def _here(act: str, move: Callable[[Book, Mapping[str, Fact]], Amount | None] = _own_move) -> Reckon:
    """Return what tells how far a unit goes in a quarter on the ground that it touches."""

    def reckon(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
        words = _words(facts, "ground")
        most, share = move(book, facts), share_of_move(book, act, facts)
        if not words or most is None or share.factor is None:
            return
        on = footing(book, words, facts)
        if on.factor is None or on.crossed:
            return
        speed = per_quarter(book, most * share.factor) * on.factor
        rules = on.rules
        if act in AT_ROAD_PACE and is_road(words) and uses_roads(book, facts):
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
    "oblique": (_states, _here("oblique")),
    "back": (_states, _here("back", _backward)),
    "rally": (_states, _here("rally", _rallying)),
    "follow": (_states, _here("follow")),
    "evade": (_states, _here("evade", _evading)),
    "cross": (_states,),
    "melee": (_states_up_to_contact,),
    "charge": (_charging,),
    "counter": (_charging,),
    "fire": (_firing, _cover),
    "line-edge": (_lining,),
    "fight": (_in_contact,),
}
"""For each act what reckons."""
