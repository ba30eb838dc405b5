"""Questions about charges: at whom one is aimed, what an answer to it tells, whether a claim holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.belief.belief import Belief
from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, whole_of
from deduce.napoleonic.charge.speeds import speeds_of
from deduce.napoleonic.hidden import orders, target
from deduce.napoleonic.hidden.claims import claim_holds, least_distance
from deduce.napoleonic.hidden.saying import value_words
from deduce.napoleonic.lines.deeds import pair_facts
from deduce.napoleonic.lines.line import body_named
from deduce.napoleonic.questions.hidden_parts import (
    distance,
    enemy_named,
    quarters_after,
    span,
    split_off,
    usable,
)
from deduce.napoleonic.questions.hidden_words import say
from deduce.problem.statements import fact
from deduce.ruling.amounts import amount_text
from deduce.tabletop.errors import LineError
from deduce.tabletop.questions import format_name
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, Said, Told, lines
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["answer_told", "claim_told", "target_told"]

BEARINGS = ("ahead", "front", "flank", "rear")
STANDS, EVADE = "stands", "evade"
MOST_QUARTERS = 99

# --- At whom he charges --------------------------------------------------------------------------------

TARGET_HINT = "who charges, after how many quarters, and the candidates: target e4 after 1: k 26, m ~30-40"


def target_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell at whom a hidden charge can still be aimed, and why not at the others."""
    battle = look.state
    words, parts = split_off(str(given["charge"]), TARGET_HINT)
    after = quarters_after(words, TARGET_HINT)
    has_turned, is_late = "turned" in words, "h2" in [word.casefold() for word in words]
    rest = [word for word in words if word.casefold() not in {"turned", "h2", "h1"}]
    if len(rest) != 1 or not parts:
        message = f"write {TARGET_HINT}"
        raise LineError(message)
    name = enemy_named(look, rest[0])
    declared = battle.orders.running(name)
    passed = after
    if passed is None:
        passed = battle.clock.now - declared.moment if declared is not None else 0
    speeds = speeds_of(battle.book, battle.facts(battle.bodies[name]))
    number = battle.book.number
    period = int(number("period.quarters"))
    quarters = int(number("half.quarters")) if is_late else period
    if declared is not None:
        # A charge ends with the period that it was declared in (NAP-CHARGE-29).
        quarters = min(quarters, period - declared.moment % period)
    charge = target.Charge(
        name, speeds.pace, speeds.bonus, quarters, usable(battle.book, battle.facts(battle.bodies[name]))
    )
    since = battle.clock.now - passed if declared is None else declared.moment
    candidates = [_candidate(battle, name, part, since) for part in parts]
    found = target.left_after(battle.book, charge, candidates, passed, has_turned=has_turned)
    shown = _target_lines(battle, charge, candidates, found)
    data = {
        "format": format_name(look, "target"),
        "charger": name,
        "after": passed,
        "left": [each for each, out in found.items() if out is None],
        "out": {
            each: {"rules": list(out.rules), "quarter": out.quarter}
            for each, out in found.items()
            if out is not None
        },
        "pace": None if charge.pace is None else str(charge.pace),
        "bonus": None if charge.bonus is None else str(charge.bonus),
    }
    return Told(lines(shown), data, any(out is None for out in found.values()))


def _candidate(battle: Battle, charger: str, part: Sequence[str], since: int) -> target.Candidate:
    """Read a candidate: his name, his distance, and where he is if that is not straight ahead.

    Whoever evaded since the charge began is no longer at his distance.
    """
    if len(part) not in {2, 3}:
        message = (
            f"{quoted(' '.join(part))}: write name and distance, such as k 26, or c 17 front off the axis"
        )
        raise LineError(message)
    nearest, farthest = distance(part[1], part[0])
    bearing = part[2].casefold() if len(part) == len(BEARINGS) - 1 else target.AHEAD
    if bearing not in BEARINGS:
        message = f"{quoted(part[2])} is nowhere; write {', '.join(BEARINGS)}"
        raise LineError(message)
    facts = {}
    if part[0] in battle.bodies:
        both = pair_facts(battle, battle.bodies[charger], part[0])
        facts = {
            name: value
            for name, value in both.items()
            if name.startswith("their_") and name in battle.book.law.features
        }
    has_left = any(
        each.unit == part[0] and each.deed == EVADE and (each.finished is None or each.finished > since)
        for each in battle.orders.declared
    )
    return target.Candidate(part[0], nearest, farthest, bearing, facts, has_left)


def _target_lines(
    battle: Battle,
    charge: target.Charge,
    candidates: Sequence[target.Candidate],
    found: Mapping[str, target.Out | None],
) -> Iterator[str]:
    left = [each for each in candidates if found[each.name] is None]
    if not left:
        yield say(battle, "nobody")
    else:
        yield say(battle, "still", who=", ".join(f"{each.name} ({_cm(each)})" for each in left))
    if charge.pace is None or charge.bonus is None:
        yield say(battle, "no speed", unit=charge.name)
    for each in candidates:
        out = found[each.name]
        if out is not None:
            yield say(
                battle,
                "out",
                who=f"{each.name} ({_cm(each)})",
                why=_why_out(battle, out),
                rules=", ".join(out.rules),
            )
    for each in left:
        chances = target.chances_of(battle.book, charge, each)
        if chances is not None:
            change = {True: "in time", False: "late", None: "open"}[chances.changes]
            yield say(
                battle,
                "can",
                who=each.name,
                contact=span(chances.contact),
                fires=span(chances.fires),
                change=say(battle, change),
            )
    yield say(battle, "no odds")


def _why_out(battle: Battle, out: target.Out) -> str:
    by_rule = {"NAP-CHARGE-19": "touched", "NAP-CHARGE-13": "axis", "NAP-CHARGE-29": "reach"}
    name = by_rule.get(out.rules[0], "rules")
    return say(battle, name, quarter=out.quarter) if name == "touched" else say(battle, name)


def _cm(candidate: target.Candidate) -> str:
    return span((candidate.nearest, candidate.farthest)) + " cm"


# --- What he was told ----------------------------------------------------------------------------------

ANSWER_HINT = (
    "the unit and the quarter of the charge in which it first moves: answer e2 2, or answer e2 stands"
)


def answer_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell which orders and formations a unit can have by how it answered a charge in the open."""
    battle = look.state
    words = str(given["answer"]).split()
    if len(words) != 2:
        message = f"write {ANSWER_HINT}"
        raise LineError(message)
    name = enemy_named(look, words[0])
    quarter: int | None = None
    if words[1].casefold() not in {STANDS, "reste"}:
        try:
            quarter = whole_of(words[1], "the quarter", 2, MOST_QUARTERS)
        except IntakeError as error:
            message = f"{error}; write {ANSWER_HINT}"
            raise LineError(message) from None
    answer = orders.answer_seen(battle.book, quarter)
    facts = {**usable(battle.book, battle.bodies[name].facts), "charged": True}
    known = {each: value for each, value in facts.items() if each not in {"order", "formation", "ground"}}
    belief = Belief(orders.orders_log(battle.book, {"1": answer}, known, formation=facts.get("formation")))
    if not belief.is_consistent:
        message = f"{name} cannot have answered a charge so: see who {name}"
        raise LineError(message)
    words_of = battle.book.law.features["order"].words
    rows, left = [], []
    for order in words_of:
        marks = []
        for formation in (orders.SKIRMISH, orders.CLOSE):
            chance = belief.probability_of(fact(orders.ORDER, order) & fact(orders.FORMATION, formation))
            marks.append(Mark(percent(chance), MarkRole.CHANCE) if chance else Mark(".", MarkRole.STRUCK))
            left += [(order, formation, chance)] if chance else []
        rows.append((value_words(battle.book, "order", order).said(battle.language), tuple(marks)))
    count, first = len(left), 2 * len(words_of)
    shown: list[Said | Grid] = [
        Said(say(battle, "means", unit=name, answer=answer, count=count, first=first), Role.HEADING),
        Said(say(battle, "if even")),
        Grid(((orders.SKIRMISH, orders.CLOSE),), tuple(rows)),
    ]
    untold = [
        order
        for order in words_of
        if "may_evade" not in battle.book.looked_up("orders", {"order": order}).values
    ]
    if untold:
        shown.append(Said(say(battle, "untold", orders=", ".join(untold))))
    data = {
        "format": format_name(look, "answer"),
        "unit": name,
        "answer": str(answer),
        "left": [
            {"order": order, "formation": formation, "fraction": str(chance)}
            for order, formation, chance in left
        ],
        "assumes": ["equal weights"],
        "no_data": untold,
    }
    return Told(tuple(shown), data)


# --- What he claims ------------------------------------------------------------------------------------

CLAIM_HINT = "the charger, the counter-charger and the distance at the start: claim 3 e4 13"


def claim_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell whether a counter-charge has its bonuses."""
    battle = look.state
    words = str(given["claim"]).split()
    if len(words) not in {2, 3}:
        message = f"write {CLAIM_HINT}"
        raise LineError(message)
    charger, counter = (body_named(battle, word) for word in words[:2])
    paces = [speeds_of(battle.book, battle.facts(body)).pace for body in (charger, counter)]
    lacking = [body.name for body, pace in zip((charger, counter), paces, strict=True) if pace is None]
    data: dict[str, Any] = {
        "format": format_name(look, "claim"),
        "charger": charger.name,
        "counter": counter.name,
        "least": None,
        "holds": None,
    }
    if lacking or paces[0] is None or paces[1] is None:
        return Told(lines([say(battle, "no claim", unit=", ".join(lacking))]), data)
    least = least_distance(battle.book, paces[0], paces[1])
    shown = [say(battle, "bonus", least=amount_text(least), counter=counter.name, charger=charger.name)]
    data["least"] = str(least)
    if len(words) > 2:
        nearest, farthest = distance(words[2], counter.name)
        holds = claim_holds(battle.book, paces[0], paces[1], nearest, farthest)
        name = {True: "holds", False: "fails", None: "unsure"}[holds]
        shown.append(say(battle, name, distance=span((nearest, farthest))))
        data["holds"] = holds
    return Told(lines(shown), data)
