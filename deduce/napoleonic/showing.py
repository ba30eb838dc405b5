"""How a battle is shown: the units, what they do and until when, who has not moved, as text and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.napoleonic.body import TRAITS, facts_text
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.passing import idle
from deduce.napoleonic.clock.state import free_from
from deduce.napoleonic.clock.tasks import FORMED
from deduce.napoleonic.clock.telling import act_words, cited, forgotten_words, until_words
from deduce.napoleonic.judging import judged
from deduce.napoleonic.lines.deeds import duties
from deduce.napoleonic.orders.documents import orders_data
from deduce.ruling.amounts import amount_text
from deduce.ruling.languages import Words
from deduce.tabletop.said import Role, Said

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.ruling.features import Fact
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = [
    "alarms",
    "facts",
    "moment",
    "picture",
    "replayed",
    "small_picture",
    "supplies",
    "title",
    "to_move",
]

WIDTH = 38
"""How wide the units of one side stand at least."""
WIDEST = 77
"""How wide both are together where they stand beside each other, so that they fit on 80 columns."""
TITLE = Words("The Napoleonic chapters", "Les chapitres napoléoniens")
PRINTED = Words("as printed", "tels qu'imprimés")
HOUSE = Words("house rules: {house}", "règles maison : {house}")
UMPIRE = Words("kept by an umpire", "tenus par un arbitre")
NONE = Words("no units", "aucune unité")
PLAYED = {
    "quarters": Words("by quarters", "par quarts"),
    "halves": Words("by halves", "par demi-périodes"),
    "periods": Words("by whole periods", "par périodes entières"),
}
MELEE = Words("in a melee", "en mêlée")
REFORM = Words(
    "{one} is {state}: it re-forms before it begins anything (NAP-STATE-4)",
    "{one} : {state} ; elle se reforme avant de commencer autre chose (NAP-STATE-4)",
)
OPEN = Words("{one}: {act}, {until}; {one} done ends it", "{one} : {act}, {until} ; {one} fini y met fin")
MANY = 12
"""How many units of a side stand in the order of the record."""
TO = Words("to", "à")
"""Stands before the last quarter of what a unit does."""
OPEN_GROUND = frozenset({"open"})
SHOWN = (*TRAITS, "figures", "front")
"""What is shown of a unit in its row; the ground stands below."""


def title(look: Battles) -> str:
    """Return by which rules is played."""
    battle, language = look.state, look.state.language
    name = battle.book.name
    parts = [f"{TITLE.said(language)}, {PRINTED.said(language) if name == 'printed' else name}"]
    if battle.book.house:
        parts.append(HOUSE.said(language).replace("{house}", ", ".join(battle.book.house)))
    parts += [UMPIRE.said(language)] if battle.me is None else []
    return "; ".join(parts)


def moment(battle: Battle) -> str:
    """Return which period, half and quarter is played, such as P2 H1 Q2."""
    return str(calendar_of(battle.book).date(battle.clock.now))


def to_move(battle: Battle) -> tuple[str, ...]:
    """Return the units that could have moved since everybody could, and have not."""
    now = battle.clock.now
    since = calendar_of(battle.book).begin(now, battle.clock.play)
    waiting = idle(battle.clock, battle.bodies, since, now + 1)
    return tuple(name for name in waiting if name in battle.mine)


def supplies(look: Battles) -> str:
    """Return how is played, and who has not moved yet."""
    battle, language = look.state, look.state.language
    if battle.outcome:
        return ""
    waiting = to_move(battle)
    told = PLAYED[battle.clock.play].said(language)
    return f"{told}; {forgotten_words(waiting).said(language)}" if waiting else told


# --- Units --------------------------------------------------------------------------------------------


def _rows(battle: Battle, body: Body) -> list[str]:
    """Return a unit in one row, and what it does in those below it."""
    law, language = battle.book.law, battle.language
    facts = {name: fact for name, fact in body.facts.items() if name in SHOWN}
    known = {name: fact for name, fact in facts.items() if (name, fact) not in _usual(battle, body.side)}
    rows = [f"{body.name:<4} {facts_text(law, known)}".rstrip()]
    ground = body.facts.get("ground")
    if ground and ground != OPEN_GROUND:
        rows.append(f"     {facts_text(law, {'ground': ground})}")
    if body.facts.get("engaged"):
        rows.append(f"     {MELEE.said(language)}")
    for task in battle.clock.of(body.name):
        what = act_words(battle.book, task.kind).said(language)
        then = next((f": {task.then[name]}" for name in ("formation", "order") if name in task.then), "")
        last = None if task.end is None else calendar_of(battle.book).date(task.end - 1)
        end = "?" if last is None else f"P{last.period} Q{last.quarter}"
        rows.append(f"     {what}{then} {TO.said(language)} {end}")
    return rows


def _usual(battle: Battle, side: int) -> frozenset[tuple[str, Fact]]:
    """Return what need not stand behind each unit of a side: the nation of all, and that one is formed."""
    nations = {body.facts.get("nation") for body in battle.bodies.values() if body.side == side}
    nation = next(iter(nations)) if len(nations) == 1 else None
    usual: list[tuple[str, Fact]] = [("state", FORMED)]
    return frozenset([*usual, ("nation", nation)] if nation is not None else usual)


def _armies(battle: Battle) -> tuple[list[str], list[str]]:
    """Return the units of each side in rows; of many those with something to tell first."""
    first, second = (
        [_side_words(battle, side), *(row for rows in _of_side(battle, side) for row in rows)]
        for side in range(len(battle.sides))
    )
    return first, second


def _of_side(battle: Battle, side: int) -> list[list[str]]:
    units = [_rows(battle, body) for body in battle.bodies.values() if body.side == side]
    # No screen has room for all of them, and whoever does nothing stands in the title anyway.
    return sorted(units, key=lambda rows: len(rows) == 1) if len(units) > MANY else units


def _side_words(battle: Battle, side: int) -> str:
    nations = [str(fact) for name, fact in _usual(battle, side) if name == "nation"]
    return " ".join([battle.sides[side], *nations])


def picture(look: Battles) -> tuple[str, ...]:
    """Return the units of both sides beside each other, what they do, and who has not moved."""
    battle = look.state
    if not battle.bodies:
        return (NONE.said(battle.language),)
    left, right = _armies(battle)
    first, second = max(WIDTH, *map(len, left)), max(map(len, right))
    if first + second > WIDEST:
        return (*left, *right)
    rows = max(len(left), len(right))
    padded = ([*column, *[""] * (rows - len(column))] for column in (left, right))
    return tuple(f"{one:<{first}}  {other}".rstrip() for one, other in zip(*padded, strict=True))


def small_picture(look: Battles) -> tuple[str, ...]:
    """Return the same for narrow screens: the sides below each other."""
    left, right = _armies(look.state)
    return (*left, *right)


def alarms(look: Battles) -> tuple[Said, ...]:
    """Return what is urgent for whoever keeps the record: what must not be forgotten."""
    battle, language = look.state, look.state.language
    if battle.outcome:
        return ()
    features = battle.book.law.features
    found = [words.said(language) for words in duties(battle)]
    for name in battle.bodies:
        if name not in battle.mine:
            continue
        body = battle.bodies[name]
        for task in battle.clock.of(name):
            if task.end is None:
                said = OPEN.said(language).replace("{act}", act_words(battle.book, task.kind).said(language))
                until = until_words(battle.book, task.end).said(language)
                found.append(said.replace("{one}", name).replace("{until}", until))
        state, ladder = body.facts.get("state"), features["state"].words
        is_worse = isinstance(state, str) and ladder.index(state) > ladder.index("disorganised")
        is_free = free_from(name, battle.clock) == battle.clock.now and not body.facts.get("engaged")
        # Inside a house or a wood nobody can re-form, so there it is nothing to think of.
        if is_worse and is_free and not judged(battle.book, "re-form", battle.facts(body)).refusals:
            words = features["state"].value_said(str(state)).said(language)
            said = REFORM.said(language).replace("{one}", name).replace("{state}", words + cited(body.why))
            found.append(said)
    now, play = battle.clock.now, battle.clock.play
    waiting = to_move(battle) if now > calendar_of(battle.book).begin(now, play) else ()
    found += [f"{forgotten_words(waiting).said(language)} (NAP-SIM-2)"] if waiting else []
    # They stand behind each other in one line.
    return tuple(Said(f"{text.removesuffix('.')}.", Role.PARAGRAPH) for text in found)


# --- Data ---------------------------------------------------------------------------------------------


def facts(look: Battles) -> dict[str, Any]:
    """Return what every document says of the moment."""
    battle = look.state
    date = calendar_of(battle.book).date(battle.clock.now)
    return {
        "rules": battle.book.name,
        "house": list(battle.book.house),
        "sides": list(battle.sides),
        "me": None if battle.me is None else battle.sides[battle.me],
        "moment": battle.clock.now,
        "period": date.period,
        "half": date.half,
        "quarter": date.quarter,
        "play": str(battle.clock.play),
        "outcome": battle.outcome or None,
    }


def replayed(look: Battles) -> dict[str, Any]:
    """Return the whole battle as data."""
    battle = look.state
    return {
        "not_moved": list(to_move(battle)),
        "units": {name: _unit(battle, body) for name, body in battle.bodies.items()},
        "orders": orders_data(battle.orders, battle.book, battle.sides),
    }


def _unit(battle: Battle, body: Body) -> dict[str, Any]:
    free = free_from(body.name, battle.clock)
    return {
        "side": battle.sides[body.side],
        "facts": {name: _plain(fact) for name, fact in body.facts.items()},
        "why": list(body.why),
        "free_from": free,
        "tasks": [
            {
                "kind": task.kind,
                "begin": task.begin,
                "end": task.end,
                "rules": list(task.rules),
                "then": {name: _plain(fact) for name, fact in task.then.items()},
            }
            for task in battle.clock.of(body.name)
        ],
    }


def _plain(fact: Fact) -> object:
    if isinstance(fact, bool | int | str):
        return fact
    return sorted(fact) if isinstance(fact, frozenset) else amount_text(fact)
