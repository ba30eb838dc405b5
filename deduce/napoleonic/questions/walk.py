"""How far a unit comes on its way: quarter by quarter, and what happens at each edge."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted, whole_of
from deduce.napoleonic.ground.walking import Passing, Walker, walk
from deduce.napoleonic.ground.ways import length_of, way_of, way_text
from deduce.napoleonic.movement.pace import move_of, share_of_move
from deduce.ruling.amounts import Amount, amount_of, amount_text
from deduce.ruling.languages import Words, filled
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, Said, Told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.ground.walking import Edge, Walk
    from deduce.napoleonic.ground.ways import Stretch
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question
    from deduce.tabletop.look import Look

__all__ = ["Asked", "asked_way", "path_told", "walk_told"]

EXAMPLE = "path 3 2 wood 99"
MOST_QUARTERS = 400
WORDS = {
    "head": Words(
        "{unit}: {way}; {period} cm a period, {quarter} a quarter",
        "{unit} : {way} ; {period} cm par période, {quarter} par quart",
    ),
    "no-speed": Words("{unit}: {way}; how fast it goes is not known", "{unit} : {way} ; vitesse inconnue"),
    "head in": Words("the head reaches {ground}", "la tête atteint {ground}"),
    "tail out": Words("the tail is out of {ground}", "la queue est sortie de : {ground}"),
    "barred": Words("it may not go on: {ground}; needed: {wanted}", "arrêt : {ground} ; il faut : {wanted}"),
    "arrived": Words("there in Q{quarter}, {state}", "arrivée en Q{quarter}, {state}"),
    "not-there": Words(
        "{left} cm are left after Q{last}, {state}", "il reste {left} cm après Q{last}, {state}"
    ),
    "at": Words("at {at} cm, Q{quarter}: {said}", "à {at} cm, Q{quarter} : {said}"),
    "cover": Words("{cover} cover", "abri {cover}"),
    "light": Words("light", "léger"),
    "hard": Words("hard", "dur"),
    "unknown": Words("in a state that the rules do not give", "dans un état que les règles ne donnent pas"),
    "cm": Words("cm", "cm"),
    "to": Words("to", "à"),
    "state": Words("state", "état"),
    "ask": Words("still to be known: {asks}", "encore à savoir : {asks}"),
}
FORCED = {"forced", "forcée", "forcee"}


class Asked(NamedTuple):
    """What is asked about a way.

    Attributes:
        unit: What the unit is called.
        facts: What is known of it.
        way: The way.
        act: How it goes: "move" or "forced".
        per_period: Its move, if it was said.
        quarters: For how many quarters it is followed.
    """

    unit: str
    facts: Mapping[str, Fact]
    way: tuple[Stretch, ...]
    act: str
    per_period: Amount | None
    quarters: int


def path_told(look: Look[Battle], given: Mapping[str, Any]) -> Told:
    """Tell how far a unit of a battle comes on a way.

    Args:
        look: The battle.
        given: In `way` the unit and its way, such as "3 2 wood 99".

    Raises:
        LineError: If that makes no sense.
    """
    battle = look.state
    asked = asked_way(battle, str(given.get("way") or ""))
    told = walk_told(battle.book, asked, battle.language)
    head = {"format": format_name(look, "path"), **facts_of(look)}
    return Told(told.said, {**head, **told.document()})


def asked_way(battle: Battle, text: str) -> Asked:
    """Read what is asked: a unit, `forced`, `at 18` (its move), `for 2` (quarters), and the way.

    Raises:
        LineError: If that makes no sense.
    """
    unit, _, rest = text.strip().partition(" ")
    if unit not in battle.bodies:
        message = f"there is no unit {quoted(unit)}; {did_you_mean(unit, battle.bodies)}"
        message = message if battle.bodies else f"there is no unit {quoted(unit)} in the record"
        raise LineError(f"{message}; write a unit and its way, such as {EXAMPLE}")
    words = rest.split()
    act, move = "move", None
    quarters = int(battle.book.number("period.quarters"))
    while words:
        if words[0].casefold() in FORCED:
            act, words = "forced", words[1:]
        elif words[0] == "at" and len(words) > 1:
            move, words = amount_of(words[1], "the move for a period"), words[2:]
        elif words[0] == "for" and len(words) > 1:
            quarters = whole_of(words[1], "the number of quarters", 1, MOST_QUARTERS)
            words = words[2:]
        else:
            break
    way = way_of(battle.book, " ".join(words))
    return Asked(unit, battle.bodies[unit].facts, way, act, move, quarters)


def walk_told(book: Book, asked: Asked, language: str = "en") -> Told:
    """Tell a walk in words and as data.

    Args:
        book: The book.
        asked: What is asked.
        language: In which language: "en" or "fr".
    """
    found = _pace(book, asked)
    data: dict[str, Any] = {"unit": asked.unit, "way": way_text(asked.way), "act": asked.act}
    if isinstance(found, tuple):
        said = _say(language, "no-speed", unit=asked.unit, way=way_text(asked.way))
        asks = tuple(Said(_asks(each, asked.unit, language)) for each in found)
        data |= {"per_period": None, "questions": [each.as_data() for each in found]}
        return Told((Said(said, Role.HEADING), *asks), data)
    walker = Walker(book, asked.facts, found, asked.act)
    done = walk(walker, asked.way, asked.quarters)
    quarter = walker.per_quarter
    head = _say(
        language,
        "head",
        unit=asked.unit,
        way=way_text(asked.way),
        period=amount_text(found),
        quarter=amount_text(quarter),
    )
    told: list[Said | Grid] = [Said(head, Role.HEADING)]
    if done.legs:
        told.append(_grid(book, done, language))
    told += [Said(_edge_words(book, edge, language)) for edge in done.edges]
    told.append(Said(_end_words(book, done, asked, language)))
    told += [Said(_asks(each, asked.unit, language)) for each in done.questions]
    return Told(tuple(told), {**data, "per_period": amount_text(found), **_data(done, asked, book)})


def _pace(book: Book, asked: Asked) -> Amount | tuple[Question, ...]:
    """Return how far a unit goes in a period; or what has to be known to tell."""
    share = share_of_move(book, asked.act, asked.facts)
    move = asked.per_period
    if move is None:
        found: Found = move_of(book, asked.facts)
        move = found.amount("per_period")
        if move is None:
            return found.questions
    return move if share.factor is None else Fraction(move) * share.factor


def _grid(book: Book, done: Walk, language: str) -> Grid:
    """Return the walk quarter by quarter."""
    heads = (tuple(_say(language, name) for name in ("cm", "to", "state")),)
    rows: list[tuple[str, tuple[Mark, ...]]] = []
    last = done.legs[-1].quarter
    for quarter in range(last + 1):
        legs = done.within(quarter)
        gone = sum((leg.length for leg in legs), start=Fraction(0))
        state = "?" if not legs or legs[-1].state is None else _state_words(book, legs[-1].state, language)
        cells = (_number(gone), _number(done.reached(quarter + 1)), state)
        rows.append((f"Q{quarter + 1}", tuple(Mark(cell, MarkRole.OPEN) for cell in cells)))
    return Grid(heads, tuple(rows))


def _edge_words(book: Book, edge: Edge, language: str) -> str:
    """Return what happens at an edge, in words."""
    ground = book.law.features["ground"]
    named = ", ".join(ground.word_said(word).said(language) for word in sorted(edge.ground))
    wanted = "" if edge.barred is None else edge.barred.wanted.said(language)
    parts = [_say(language, str(edge.passing), ground=named, wanted=wanted)]
    if edge.passing is not Passing.BARRED:
        parts.append(_state_words(book, edge.state, language))
    if edge.passing is Passing.HEAD_IN and edge.cover in WORDS:
        parts.append(_say(language, "cover", cover=_say(language, edge.cover)))
    said = ", ".join(parts) + (f" ({', '.join(edge.rules)})" if edge.rules else "")
    return _say(language, "at", at=_number(edge.at), quarter=edge.quarter + 1, said=said)


def _end_words(book: Book, done: Walk, asked: Asked, language: str) -> str:
    """Return how the walk ends, in words."""
    state = _state_words(book, done.state, language)
    if done.ready is not None:
        return _say(language, "arrived", quarter=max(math.ceil(done.ready), 1), state=state)
    left = Fraction(length_of(asked.way)) - done.end
    last = done.legs[-1].quarter + 1 if done.legs else 1
    return _say(language, "not-there", left=_number(left), last=last, state=state)


def _data(done: Walk, asked: Asked, book: Book) -> dict[str, Any]:
    half = int(book.number("half.quarters"))
    quarters = range(done.legs[-1].quarter + 1 if done.legs else 0)
    return {
        "quarters": [
            {
                "quarter": quarter + 1,
                "half": quarter // half + 1,
                "from": amount_text(done.reached(quarter)),
                "to": amount_text(done.reached(quarter + 1)),
                "legs": [
                    {
                        "cm": amount_text(leg.length),
                        "ground": sorted(leg.ground),
                        "per_quarter": amount_text(leg.per_quarter),
                        "state": leg.state,
                        "road_bonus": leg.has_bonus,
                        "rules": list(leg.rules),
                    }
                    for leg in done.within(quarter)
                ],
            }
            for quarter in quarters
        ],
        "edges": [
            {
                "quarter": edge.quarter + 1,
                "at": amount_text(edge.at),
                "what": str(edge.passing),
                "ground": sorted(edge.ground),
                "state": edge.state,
                "cover": edge.cover or None,
                "rules": list(edge.rules),
            }
            for edge in done.edges
        ],
        "end": amount_text(done.end),
        "left": amount_text(Fraction(length_of(asked.way)) - done.end),
        "state": done.state,
        "arrived": done.has_arrived,
        "ready": None if done.ready is None else amount_text(done.ready),
        "questions": [each.as_data() for each in done.questions],
    }


def _state_words(book: Book, state: str | None, language: str) -> str:
    if state is None:
        return _say(language, "unknown")
    return book.law.features["state"].word_said(state).said(language)


def _asks(question: Question, unit: str, language: str) -> str:
    named = replace(question, asks=filled(question.asks, {"one": Words(unit, unit)}))
    return _say(language, "ask", asks=named.said(language))


def _number(amount: Amount) -> str:
    return amount_text(amount)


def _say(language: str, name: str, **places: object) -> str:
    return WORDS[name].said(language).format(**places)
