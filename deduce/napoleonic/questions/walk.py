"""How far a unit comes on its way: quarter by quarter, and what happens at each edge."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.intake.numbers import whole_of
from deduce.napoleonic.adjudicator.reading import read_asked
from deduce.napoleonic.book import PRINTED, book_of
from deduce.napoleonic.ground.walking import MOST_QUARTERS, Passing, Walker, walk
from deduce.napoleonic.ground.ways import length_of, names_ground, way_of, way_text
from deduce.napoleonic.movement.pace import move_of, share_of_move
from deduce.ruling.amounts import Amount, amount_of, amount_text
from deduce.ruling.languages import Words, filled, language_named
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, Said, Told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.ground.walking import Edge, Walk
    from deduce.napoleonic.ground.ways import Stretch
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look

__all__ = ["Asked", "asked_way", "path_alone", "path_told", "walk_told"]

EXAMPLE = "path 3 2 wood 99"
LONGEST = 800
"""How many characters a unit and its way may have together."""
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
    "unit": Words("the unit", "l'unité"),
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
FORCED = frozenset({"forced", "forcée", "forcee"})
AT = frozenset({"at", "à", "a"})
FOR = frozenset({"for", "pour", "pendant"})


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
        given: In `way` the unit and its way, such as "3 2 wood 99"; in `lang` the language, the battle's own
            if nothing is said.

    Raises:
        LineError: If that makes no sense, or other rules are named than the record's.
        RulingError: If there is no such language.
    """
    battle = look.state
    for option in ("rules", "house"):
        if given.get(option):
            message = f"the record says by which rules it is played; leave out --{option}"
            raise LineError(message)
    asked = asked_way(battle.book, str(given.get("way") or ""), battle.bodies)
    told = walk_told(battle.book, asked, language_named(str(given.get("lang") or ""), battle.language))
    head = {"format": format_name(look, "path"), **facts_of(look)}
    return Told(told.said, {**head, **told.document()})


def path_alone(kind: Kind[Any], given: Mapping[str, Any]) -> Told:
    """Tell how far a unit comes on a way, by the book alone.

    Args:
        kind: The kind of game.
        given: In `way` the unit and its way, such as "FR inf column at 18 2 wood 99"; in `rules` the file of
            an owner, in `house` what differs from it; in `lang` the language.

    Raises:
        LineError: If that makes no sense.
        RulingError: If something is wrong with the rules, or there is no such language.
    """
    book = book_of(str(given.get("rules") or PRINTED), str(given.get("house") or ""))
    asked = asked_way(book, str(given.get("way") or ""))
    told = walk_told(book, asked, language_named(str(given.get("lang") or "")))
    return Told(told.said, {"format": f"deduce.{kind.name}.path/1", **told.document()})


def asked_way(book: Book, text: str, bodies: Mapping[str, Body] | None = None) -> Asked:
    """Read what is asked: a unit, `forced`, `at 18` (its move), `for 2` (quarters), and the way.

    A unit is named, or told in words; what is more to be said of it stands between commas before the way.

    Args:
        book: The book.
        text: What was typed.
        bodies: The units that a record knows, by their names; None without a record.

    Raises:
        LineError: If that makes no sense.
    """
    if len(text) > LONGEST:
        message = f"a unit and its way have at most {LONGEST} characters; here are {len(text)}"
        raise LineError(message)
    who, words = _parted(book, text)
    asked = read_asked(book, f"{who} move" if "," not in who else who.replace(",", " move,", 1), bodies)
    act, move = "move", None
    quarters = int(book.number("period.quarters"))
    while words:
        if words[0].casefold() in FORCED:
            act, words = "forced", words[1:]
        elif words[0].casefold() in AT and len(words) > 1:
            move, words = amount_of(words[1].replace(",", "."), "the move for a period"), words[2:]
        elif words[0].casefold() in FOR and len(words) > 1:
            quarters = whole_of(words[1], "the number of quarters", 1, MOST_QUARTERS)
            words = words[2:]
        else:
            break
    return Asked(asked.one or who, asked.facts, way_of(book, " ".join(words)), act, move, quarters)


def _parted(book: Book, text: str) -> tuple[str, list[str]]:
    """Part what is said of the unit from what is said of its way.

    Raises:
        LineError: If there is nothing.
    """
    said, comma, rest = text.rpartition(",")
    if comma and not rest[:1].isdigit():
        who, how = _how_at_end(said.split())
        return " ".join(who), [*how, *rest.split()]
    words = text.split()
    if not words:
        message = f"write a unit and its way, such as {EXAMPLE}"
        raise LineError(message)
    # The name of a unit can be a number; nothing else before the way can.
    place = 0 if words[0].casefold() in FORCED | AT | FOR else 1
    while place < len(words):
        word = words[place]
        if word[0].isdigit() or word.casefold() in FORCED | AT | FOR or names_ground(book, words[place:]):
            break
        place += 1
    return " ".join(words[:place]), words[place:]


def _how_at_end(words: list[str]) -> tuple[list[str], list[str]]:
    """Part `forced`, `at 18` and `for 2` from the end of what is said of a unit."""
    place = len(words)
    while place > 1:
        if words[place - 1].casefold() in FORCED:
            place -= 1
        elif words[place - 2].casefold() in AT | FOR and words[place - 1][:1].isdigit() and place > 2:
            place -= 2
        else:
            break
    return words[:place], words[place:]


def walk_told(book: Book, asked: Asked, language: str = "en") -> Told:
    """Tell a walk in words and as data.

    Args:
        book: The book.
        asked: What is asked.
        language: In which language: "en" or "fr".
    """
    asked = asked if asked.unit else asked._replace(unit=_say(language, "unit"))
    found = _pace(book, asked)
    data: dict[str, Any] = {"unit": asked.unit, "way": way_text(asked.way), "act": asked.act}
    if isinstance(found, tuple):
        said = _say(language, "no-speed", unit=asked.unit, way=way_text(asked.way))
        asks = tuple(Said(_asks(book, each, asked.unit, language)) for each in found)
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
    told += [Said(_asks(book, each, asked.unit, language)) for each in done.questions]
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
    """Return the walk quarter by quarter, with a row for each half that is over."""
    heads = (tuple(_say(language, name) for name in ("cm", "to", "state")),)
    rows: list[tuple[str, tuple[Mark, ...]]] = []
    last = done.legs[-1].quarter
    half = int(book.number("half.quarters"))
    for quarter in range(last + 1):
        legs = done.within(quarter)
        gone = sum((leg.length for leg in legs), start=Fraction(0))
        state = "?" if not legs or legs[-1].state is None else _state_words(book, legs[-1].state, language)
        rows.append((f"Q{quarter + 1}", _cells(gone, done.reached(quarter + 1), state)))
        if not (quarter + 1) % half:
            gone = done.reached(quarter + 1) - done.reached(quarter + 1 - half)
            rows.append((f"H{(quarter + 1) // half}", _cells(gone, done.reached(quarter + 1), state)))
    return Grid(heads, tuple(rows))


def _cells(gone: Amount, to: Amount, state: str) -> tuple[Mark, ...]:
    return tuple(Mark(text, MarkRole.OPEN) for text in (_number(gone), _number(to), state))


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


def _asks(book: Book, question: Question, unit: str, language: str) -> str:
    """Return what is still to be known, of the unit by its name."""
    feature = book.law.features.get(question.feature)
    asks = question.asks if feature is None else feature.asked()
    named = replace(question, asks=filled(asks, {**book.law.names, "one": Words(unit, unit)}))
    return _say(language, "ask", asks=named.said(language))


def _number(amount: Amount) -> str:
    """Return a number as it is shown: exact where it has decimals, else about."""
    text = amount_text(amount)
    return f"~{float(round(Fraction(amount), 2)):g}" if "/" in text else text


def _say(language: str, name: str, **places: object) -> str:
    return WORDS[name].said(language).format(**places)
