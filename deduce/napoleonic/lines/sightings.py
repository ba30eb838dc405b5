"""Lines for what an enemy unit was seen doing: `e2 about 1`, `e2 moved 5.0`, `e2 crossed wall`.

`e2 about 1`: turned about within one quarter. `e2 moved 9 3 wood`: 9 cm in 3 quarters, over a wood;
`e2 moved 6 2 crops unseen`: hidden all the way; `e2 moved 2 wood 4 in 2`: 2 cm of open ground and 4 of wood.
`e2 oblique`, `e2 back`, `e2 entered wood`, `e2 fired 30 wood`, `e2 changed`, `e2 changed line`, `e2 seen
close-order`. What an enemy begins or declares otherwise (`e2 line`, `e2 house`, `e2 charge`) is a sighting as
well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted, share_of, whole_of
from deduce.napoleonic.ground.ways import Stretch, length_of, linear, way_of, way_text
from deduce.napoleonic.hidden.profiles import ASPECTS, EXIST
from deduce.napoleonic.hidden.sightings import Sighting
from deduce.napoleonic.lines.form import Form
from deduce.napoleonic.lines.line import line_of, written
from deduce.ruling.amounts import amount_text
from deduce.ruling.errors import RulingError
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Entry, Followed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.lines.line import Line
    from deduce.ruling.features import Fact

    Read: TypeAlias = Callable[[Battle, Line], tuple[Sighting, str]]
    """A battle and a line -> the sighting, still without its entry, and how the record writes it."""

__all__ = ["FORMS", "MOST_QUARTERS", "enemies"]

MOST_QUARTERS = 99
"""Nobody watches a move for longer."""
LONGEST_WAY = 500
"""No table is longer, in cm."""
UNSEEN, IN = "unseen", "in"
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
FRENCH = {
    "bouge": "moved", "oblique": "oblique", "recule": "back", "franchit": "crossed", "franchi": "crossed",
    "entre": "entered", "tire": "fired", "change": "changed", "vu": "seen", "vue": "seen",
    "cache": UNSEEN, "cachee": UNSEEN, "dans": IN, "en": IN,
}  # fmt: skip
"""French words of these lines, without their accents, and what the record writes instead."""
OPEN = frozenset({"open"})
HOUSE = frozenset({"house"})
"""Nobody goes over it; who enters it does so by an act of its own."""


def enemies(battle: Battle) -> frozenset[str]:
    """Return the units that can be seen doing something: those of the enemy; an umpire may note any.

    Args:
        battle: How the battle stands.
    """
    return frozenset(battle.bodies) - (battle.mine if battle.me is not None else frozenset())


# --- One reader for each sort --------------------------------------------------------------------------


def _turned(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read how long a turn of the figures took: `about 1`."""
    quarters = _quarters(line.words[1:], f"write in how many quarters, such as {line.names} {line.verb} 1")
    return _sighting(battle, line, line.verb, quarters=quarters), f"{line.verb} {quarters}"


def _moved(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read how far a unit went: `moved 9 3 wood`, or along a way: `moved 2 wood 4 in 3`."""
    words = list(line.words[1:])
    unseen = UNSEEN in words
    if unseen:
        words.remove(UNSEEN)
    hint = f"write how many cm in how many quarters, such as {line.names} moved 9 3 wood"
    if IN in words:
        place = words.index(IN)
        quarters, way = _quarters(words[place + 1 :], hint), _way(battle, words[:place])
        text = f"moved {way_text(way)} {IN} {quarters}"
    else:
        numbers = [word for word in words if NUMBER.fullmatch(word)]
        rest = [word for word in words if not NUMBER.fullmatch(word)]
        if not numbers or len(numbers) > 2:
            raise LineError(hint)
        quarters = _quarters(numbers[1:] or ["1"], hint)
        ground = _grounds(battle, rest) or OPEN
        way = (Stretch(_share(numbers[0]), ground),)
        shown = [word for word in battle.book.law.features["ground"].words if word in ground - OPEN]
        parts = [amount_text(way[0].length), *([str(quarters)] if quarters > 1 or shown else []), *shown]
        text = " ".join(["moved", *parts])
    if not 0 < length_of(way) <= LONGEST_WAY:
        made = amount_text(length_of(way))
        message = f"a way of {made} cm cannot be; write more than 0 and at most {LONGEST_WAY}"
        raise LineError(message)
    sighting = _sighting(battle, line, "move", quarters=quarters)
    return replace(sighting, way=way, unseen=unseen), f"{text} {UNSEEN}" if unseen else text


def _oblique(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read a march off straight ahead, with its angle if somebody measured it."""
    angle, rest = _angle(line.words[1:])
    _nothing(line, rest)
    facts: dict[str, Fact] = {} if angle is None else {"angle": angle}
    text = "oblique" if angle is None else f"oblique {amount_text(angle)}"
    return replace(_sighting(battle, line, "oblique"), facts=facts), text


def _back(battle: Battle, line: Line) -> tuple[Sighting, str]:
    _nothing(line, line.words[1:])
    return _sighting(battle, line, "back"), "back"


def _passed(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read what ground a unit went onto or over: `entered wood`, `crossed wall`."""
    ground = _grounds(battle, line.words[1:])
    if not ground:
        message = (
            f"write what, such as {line.names} {line.verb} {'wood' if line.verb == 'entered' else 'wall'}"
        )
        raise LineError(message)
    if line.verb == "entered" and ground == HOUSE:
        return _sighting(battle, line, "house"), "entered house"
    act = "cross" if ground <= linear(battle.book) else "move"
    shown = [word for word in battle.book.law.features["ground"].words if word in ground]
    sighting = replace(_sighting(battle, line, act), facts={"ground": ground, "path": ground})
    return sighting, f"{line.verb} {' '.join(shown)}"


def _fired(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read a fire, with its angle off straight ahead and the ground that it came from: `fired 30 wood`."""
    angle, rest = _angle(line.words[1:])
    ground = _grounds(battle, rest)
    facts: dict[str, Fact] = {} if angle is None else {"angle": angle}
    facts |= {"ground": ground, "edge": 0} if ground else {}
    shown = [word for word in battle.book.law.features["ground"].words if word in ground]
    parts = ["fired", *([] if angle is None else [amount_text(angle)]), *shown]
    return replace(_sighting(battle, line, "fire"), facts=facts), " ".join(parts)


def _changed(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read a change of formation, with what it became if that was seen."""
    sighting = _sighting(battle, line, "change")
    said = " ".join(line.words[1:])
    formations = battle.book.law.features["formation"].words
    if not said:
        return sighting, "changed"
    if said not in formations:
        message = f"{quoted(said)} is no formation; {did_you_mean(said, formations)}"
        raise LineError(message)
    return replace(sighting, became=said), f"changed {said}"


def _seen(battle: Battle, line: Line) -> tuple[Sighting, str]:
    """Read what a unit looks like: `seen column`, `seen close-order`."""
    law = battle.book.law
    groups = [
        name
        for name, group in law.groups.items()
        if {each.feature.name for each in group.leaves()} <= {*ASPECTS}
    ]
    facts, named = dict[str, str](), list[str]()
    for word in line.words[1:]:
        aspects = [name for name in (*ASPECTS[-1:], *ASPECTS[:-1]) if word in law.features[name].words]
        if aspects:
            facts[aspects[0]] = word
        elif word in groups:
            named.append(word)
        else:
            known = [*groups, *(each for name in ASPECTS for each in law.features[name].words)]
            message = f"{quoted(word)} is nothing that a unit looks like; {did_you_mean(word, known)}"
            raise LineError(message)
    if not facts and not named:
        message = f"write what it looks like, such as {line.names} seen column"
        raise LineError(message)
    sighting = replace(_sighting(battle, line, EXIST), facts=facts, groups=tuple(named))
    return sighting, " ".join(["seen", *facts.values(), *named])


READERS: dict[str, Read] = {
    "about": _turned,
    "quarter-turn": _turned,
    "moved": _moved,
    "oblique": _oblique,
    "back": _back,
    "entered": _passed,
    "crossed": _passed,
    "fired": _fired,
    "changed": _changed,
    "seen": _seen,
}
TIMED = frozenset({"about", "quarter-turn", "moved"})
"""What is a sighting only with a number behind it; without one it is what a unit begins, or that it moved."""


# --- Parts of lines ------------------------------------------------------------------------------------


def _sighting(battle: Battle, line: Line, act: str, quarters: int | None = None) -> Sighting:
    return Sighting(battle.entries, "", line.bodies[0].name, act, battle.clock.now, {}, quarters)


def _nothing(line: Line, rest: Sequence[str]) -> None:
    if rest:
        message = f"{quoted(' '.join(rest))} says nothing behind {line.names} {line.verb}; take it out"
        raise LineError(message)


def _quarters(words: Sequence[str], hint: str) -> int:
    try:
        return whole_of(" ".join(words), "the number of quarters", 1, MOST_QUARTERS)
    except IntakeError as error:
        message = f"{error}; {hint}"
        raise LineError(message) from None


def _share(text: str) -> Fraction:
    try:
        return share_of(text, "what was measured", LONGEST_WAY)
    except IntakeError as error:
        raise LineError(str(error)) from None


def _angle(words: Sequence[str]) -> tuple[Fraction | None, list[str]]:
    """Return an angle that stands first, and the other words."""
    if words and NUMBER.fullmatch(words[0]):
        return _share(words[0]), list(words[1:])
    return None, list(words)


def _grounds(battle: Battle, words: Sequence[str]) -> frozenset[str]:
    known = battle.book.law.features["ground"].words
    for word in words:
        if word not in known:
            message = f"{quoted(word)} is no ground; {did_you_mean(word, known)}"
            raise LineError(message)
    return frozenset(words)


def _way(battle: Battle, words: Sequence[str]) -> tuple[Stretch, ...]:
    try:
        return way_of(battle.book, " ".join(words))
    except RulingError as error:
        raise LineError(str(error)) from None


# --- The form --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """A line that was understood.

    Attributes:
        line: The line.
        sighting: What it tells.
        text: How the record writes it.
    """

    line: Line
    sighting: Sighting
    text: str


def _found(battle: Battle, text: str) -> _Found | None:
    """Return what a line tells; None if it is of another form.

    Raises:
        LineError: If it makes no sense.
    """
    line = line_of(battle, text)
    line = replace(line, words=tuple(FRENCH.get(word, word) for word in line.words))
    if len(line.bodies) != 1 or line.bodies[0].name not in enemies(battle) or line.verb not in READERS:
        return None
    if battle.me is None and line.verb not in {"seen", "moved"}:
        return None
    if line.verb in TIMED and not any(NUMBER.fullmatch(word) for word in line.words[1:2]):
        return None if len(line.words) == 1 or line.verb != "moved" else _told(battle, line)
    return _told(battle, line)


def _told(battle: Battle, line: Line) -> _Found:
    sighting, words = READERS[line.verb](battle, line)
    text = written(line, words)
    return _Found(line, replace(sighting, text=text), text)


def _after(battle: Battle, found: _Found) -> Battle:
    """Return the battle with a further sighting; a formation that was changed is not known any more."""
    sighting = found.sighting
    bodies = battle.bodies
    if sighting.act == "change":
        body = bodies[sighting.body]
        facts = {name: fact for name, fact in body.facts.items() if name != "formation"}
        facts |= {} if sighting.became is None else {"formation": sighting.became}
        bodies = {**bodies, body.name: replace(body, facts=facts)}
    return replace(battle, bodies=bodies, sightings=battle.sightings.also(sighting))


def _read(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    found = _found(battle, text)
    return None if found is None else Entry(found.text)


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    try:
        found = _found(battle, text)
    except LineError as error:
        return battle.refused(text, str(error))
    return None if found is None else Followed(_after(battle, found))


FORMS = (
    Form(
        "sighting",
        "e2 about 1   e2 moved 5.0   e2 moved 9 3 wood   e2 back   e2 crossed wall   e2 seen column",
        _read,
        _follow,
        tuple(READERS),
    ),
)
