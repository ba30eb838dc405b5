"""What units declare: charges, evades, counter-charges; whether the book allows it, what the clock shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import Event, Play, Task
from deduce.napoleonic.clock.tasks import begun, contacted, dropped, settled, surprised
from deduce.napoleonic.clock.telling import caught_words, cited, doing_words
from deduce.napoleonic.judging import comes_of, judged
from deduce.napoleonic.orders.sheet import Deed
from deduce.napoleonic.orders.state import Fate
from deduce.ruling.languages import Words, filled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.orders.entries import Declare
    from deduce.napoleonic.orders.state import Declared
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement

__all__ = [
    "CHARGES",
    "STOP",
    "carried_through",
    "declared_at",
    "duties",
    "ended_at",
    "judgement_of",
    "met_words",
    "objections",
    "pair_facts",
    "said_of",
]

THEIRS = "their_"
"""What the features of the other unit begin with."""
CHARGES = frozenset({"charge", "counter"})
STOP = "stop"
"""What a unit does that stops its charge."""
UNFORMED: dict[str, Fact] = {"state": "unformed"}
ENDS = ("NAP-CHARGE-29", "NAP-CHARGE-30")
"""A charge ends with its period; one that touched nobody is unformed then."""
STOPS = ("NAP-CHARGE-44", "NAP-CHARGE-45")
TOLD = ("aloud", "reveal", "must", "direction", "moves_from")
"""What comes of it that is said when it is declared."""
CARRIED_THROUGH = Words(
    "{one} is busy: {doing}; a charge is carried through (NAP-CHARGE-30, NAP-CHARGE-44): write what becomes "
    "of it: {one} touched k, {one} diverted x, {one} stopped, {one} missed",
    "{one} est occupée : {doing} ; une charge va à son terme (NAP-CHARGE-30, NAP-CHARGE-44) : écrivez ce "
    "qu'elle devient : {one} touche k, {one} dévie x, {one} arrête, {one} manque",
)
TO_THE_END = Words("{one} is busy: {doing}{rules}", "{one} est occupée : {doing}{rules}")
"""What became of its charge was said already; it has to be played all the same."""
NOT_CHECKED = Words("Not checked: {questions}", "Non vérifié : {questions}")
MOST_QUESTIONS = 2


# --- Judging -----------------------------------------------------------------------------------------


def pair_facts(battle: Battle, one: Body, other: str) -> dict[str, Fact]:
    """Return what is known of a unit, of another one, and of both together.

    Args:
        battle: How the battle stands.
        one: The unit that acts.
        other: The other one; "" or a unit that nobody knows adds nothing.
    """
    features, found = battle.book.law.features, battle.facts(one)
    if other in battle.bodies:
        theirs = battle.facts(battle.bodies[other])
        found |= {f"{THEIRS}{name}": fact for name, fact in theirs.items() if f"{THEIRS}{name}" in features}
    return {**found, **battle.orders.between.get((one.name, other), {})}


def judgement_of(battle: Battle, entry: Declare) -> Judgement | None:
    """Return what the book says of something that is declared; None of a unit that nobody knows.

    Args:
        battle: How the battle stands.
        entry: What is declared.
    """
    if entry.unit not in battle.bodies:
        return None
    return judged(battle.book, entry.deed, _facts(battle, entry), _names(entry))


def _facts(battle: Battle, entry: Declare) -> dict[str, Fact]:
    """Return what is known when the book is asked about something that is declared."""
    facts = pair_facts(battle, battle.bodies[entry.unit], entry.other)
    return {**facts, **_circumstances(battle, entry)}


def _names(entry: Declare) -> dict[str, Words | str]:
    return {"one": entry.unit, **({"other": entry.other} if entry.other else {})}


def _circumstances(battle: Battle, entry: Declare) -> dict[str, Fact]:
    """Return what follows from what was declared before."""
    if entry.deed == "charge":
        return {"uncontrolled": entry.is_compelled}
    at_it = _charges_at(battle, entry)
    found: dict[str, Fact] = {"charged": True} if at_it or entry.is_compelled else {}
    if entry.deed == "evade":
        # Whoever was charged in a quarter before has reacted, and only turns now (NAP-EVADE-7).
        return {**found, "evade_declared": not entry.is_compelled or _is_charged_since(battle, entry)}
    return {**found, **({"since_charge": battle.clock.now - at_it[-1].moment} if at_it else {})}


def _charges_at(battle: Battle, entry: Declare) -> list[Declared]:
    """Return the charges under way at a unit, as far as the record knows."""
    return [
        each
        for each in battle.orders.under_way.values()
        if each.deed == "charge" and (each.unit == entry.other or each.other == entry.unit)
    ]


def objections(battle: Battle, entry: Declare) -> Iterator[str]:
    """Iterate over what speaks against something that is declared.

    Args:
        battle: How the battle stands.
        entry: What is declared.
    """
    judgement = judgement_of(battle, entry)
    for refusal in () if judgement is None else judgement.refusals:
        called = "" if judgement is None else judgement.called.said(battle.language)
        yield f"{entry.unit}, {called}: {refusal.said(battle.language)}"
    running = battle.orders.running(entry.unit)
    if entry.is_compelled or (running is not None and running.deed == Deed.CHARGE):
        return
    for task in battle.clock.of(entry.unit):
        if task.kind in {*CHARGES, STOP}:
            yield carried_through(battle, task)


def carried_through(battle: Battle, task: Task) -> str:
    """Return that a charge is not given up, nor its stop: once declared it is carried through.

    Args:
        battle: How the battle stands.
        task: What its unit is doing.
    """
    words = TO_THE_END if battle.orders.running(task.body) is None else CARRIED_THROUGH
    one, rules = Words(task.body, task.body), cited(task.rules)
    names = {"one": one, "doing": doing_words(battle.book, task), "rules": Words(rules, rules)}
    return filled(words, names).said(battle.language)


def met_words(before: Battle, after: Battle) -> Iterator[Words]:
    """Iterate over the states in which units fight because an entry brought an enemy into contact with them.

    Args:
        before: How the battle stood before the entry.
        after: How it stands after it.
    """
    for name, body in after.bodies.items():
        if (
            name in before.bodies
            and body.facts.get("engaged")
            and not before.bodies[name].facts.get("engaged")
        ):
            _, caught = contacted(before.book, before.standing, name)
            yield from (caught_words(before.book, task) for task in caught)


def said_of(battle: Battle, entry: Declare) -> Iterator[str]:
    """Iterate over what is said when something is declared: what comes of it, what was not checked.

    Args:
        battle: How the battle stands.
        entry: What is declared.
    """
    judgement, language = judgement_of(battle, entry), battle.language
    if judgement is None:
        return
    outcomes, _ = comes_of(battle.book, entry.deed, _facts(battle, entry), _names(entry))
    for outcome in outcomes:
        if outcome.name in TOLD:
            yield f"{entry.unit}: {outcome.said(language)}"
    asked = [each for each in judgement.questions if each.feature in battle.book.law.features]
    if asked and not judgement.refusals and entry.unit in battle.mine and entry.other:
        questions = " ".join(each.said(language) for each in asked[:MOST_QUESTIONS])
        yield NOT_CHECKED.said(language).replace("{questions}", questions)


# --- The clock ---------------------------------------------------------------------------------------


def declared_at(battle: Battle, entry: Declare) -> Battle:
    """Return the battle once a unit has begun what it declared; of one that nobody knows nothing is timed.

    Args:
        battle: How the battle stands.
        entry: What is declared.
    """
    body = battle.bodies.get(entry.unit)
    if body is None:
        return battle
    standing = _without_what_it_did(battle, entry.unit).standing
    now = battle.clock.now
    if entry.deed in CHARGES:
        end = calendar_of(battle.book).end(now, Play.PERIODS)
        task = Task(entry.unit, entry.deed, now, end, ENDS, UNFORMED, why=ENDS)
        return battle.at(begun(battle.book, standing, task))
    outcomes, _ = comes_of(battle.book, entry.deed, _facts(battle, entry), _names(entry))
    came = {each.name: each for each in outcomes if each.name in {"state_during", "state_after"}}
    during, after = came.get("state_during"), came.get("state_after")
    rules = tuple(dict.fromkeys(rule for each in came.values() for rule in each.rules))
    if during is not None:
        changed = settled(battle.book, body, {"state": during.value}, rules, mends=False)
        standing = standing._replace(bodies={**standing.bodies, entry.unit: changed})
    if entry.is_compelled and not _was_warned(battle, entry):
        standing = surprised(battle.book, standing, entry.unit, Event(now))
    then: dict[str, Fact] = {} if after is None else {"state": after.value}
    return battle.at(
        begun(battle.book, standing, Task(entry.unit, entry.deed, now, None, rules, then, why=rules))
    )


def _was_warned(battle: Battle, entry: Declare) -> bool:
    """Tell whether a unit that must evade has reacted already: it was charged in a quarter before."""
    return battle.clock.is_reacting(entry.unit) or _is_charged_since(battle, entry)


def _is_charged_since(battle: Battle, entry: Declare) -> bool:
    """Tell whether a unit was charged in a quarter before."""
    return any(each.moment < battle.clock.now for each in _charges_at(battle, entry))


def ended_at(battle: Battle, declared: Declared) -> Battle:
    """Return the battle once something came of what was declared.

    Args:
        battle: How the battle stands.
        declared: What was declared, with what became of it.
    """
    if declared.unit not in battle.bodies:
        return battle
    if declared.fate in {Fate.MISSED, Fate.DIVERTED}:
        # It goes its full way (NAP-CHARGE-30), or goes on against another one (NAP-CHARGE-32).
        return battle
    battle, now = battle.at(dropped(battle.standing, declared.unit, declared.deed)), battle.clock.now
    if declared.fate is Fate.TOUCHED:
        standing = battle.standing
        for name in (declared.unit, declared.other):
            if name in standing.bodies:
                standing, _ = contacted(battle.book, standing, name)
        return battle.at(standing)
    if declared.fate is Fate.STOPPED:
        # The quarter after the decision is played in full; a charge that has not moved yet plays one before.
        end = now + (2 if declared.moment == now else 1)
        task = Task(declared.unit, STOP, now, end, STOPS, UNFORMED, why=STOPS)
        return battle.at(begun(battle.book, battle.standing, task))
    return battle


def _without_what_it_did(battle: Battle, name: str) -> Battle:
    """Return the battle once a unit has given up what it did; its reaction quarter stays."""
    standing = battle.standing
    for task in battle.clock.holding(name):
        if task.kind != "reaction":
            standing = dropped(standing, name, task.kind)
    return battle.at(standing)


def duties(battle: Battle) -> Iterator[Words]:
    """Iterate over what whoever keeps the record has to do about charges that nobody knows the target of.

    Args:
        battle: How the battle stands.
    """
    for each in battle.orders.under_way.values():
        if not each.is_hidden or each.unit not in battle.bodies:
            continue
        if not any(task.kind == each.deed for task in battle.clock.of(each.unit)):
            continue
        rules = cited(["NAP-CHARGE-8"])
        sealed = battle.orders.sealed_line(each.unit, each.half, is_own=True)
        is_closed = sealed is not None and not sealed.opened
        how = f"open {each.unit}" if is_closed else f"{each.unit} touched k"
        yield Words(
            f"{each.unit} charges, nobody said whom: when it touches, {how} shows it{rules}",
            f"{each.unit} charge, nul n'a dit qui : au contact, {how} le montre{rules}",
        )
