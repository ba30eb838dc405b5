"""May it do that: every act of Cards and Confusion, by the needs in `editions/acts.toml`.

Each answer is a `Judgement`: allowed with what comes of it, refused with every rule that forbids it, or
unknown with what has to be measured first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.judge.facts import UNMEASURED, Company, Turn, named
from deduce.cards.judge.numbers import guns_ready, is_beside, returning
from deduce.ruling.asking import outcome_words, verdict
from deduce.ruling.judgement import Question
from deduce.ruling.languages import filled

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.judge.facts import Measure, Measured
    from deduce.ruling.judgement import Judgement

__all__ = [
    "fight", "fire", "flee", "hold", "mob_move", "move", "move_commander", "pass_by", "rally", "reform",
    "walk_back",
]  # fmt: skip

ACT = "act"
FIRE = "fire"
COMBAT = "combat"
NOW = Turn()


def move(edition: Edition, unit: Company, measured: Measured = UNMEASURED, turn: Turn = NOW) -> Judgement:
    """Tell whether a unit may pivot and advance so; how it halts before enemies is said by `approach`.

    An advance of 0 asks whether it may pivot.
    """
    return _judged(edition, "move", unit, None, measured, turn.as_facts(ACT))


def pass_by(edition: Edition, unit: Company, enemy: Company, measured: Measured = UNMEASURED) -> Judgement:
    """Tell whether a unit may pass an enemy so near; the two are to be not facing each other."""
    return _judged(edition, "pass", unit, enemy, measured, {})


def mob_move(edition: Edition, unit: Company, measured: Measured = UNMEASURED, turn: Turn = NOW) -> Judgement:
    """Tell whether a mob may move so of its own will; `removed` comes of it where it leaves the field."""
    return _judged(edition, "mob-move", unit, None, measured, turn.as_facts(ACT))


def flee(edition: Edition, unit: Company, measured: Measured = UNMEASURED) -> Judgement:
    """Tell whether a mob must flee (`must`), and whether that is the end of it (`removed`)."""
    return _judged(edition, "flee", unit, None, measured, {})


def reform(edition: Edition, unit: Company, turn: Turn = NOW) -> Judgement:
    """Tell whether a unit may change formation."""
    return _judged(edition, "reform", unit, None, UNMEASURED, turn.as_facts(ACT))


def walk_back(
    edition: Edition, unit: Company, measured: Measured = UNMEASURED, turn: Turn = NOW
) -> Judgement:
    """Tell whether gunners may walk back to their cannon so far."""
    return _judged(edition, "walk-back", unit, None, measured, turn.as_facts(ACT))


def move_commander(edition: Edition, measured: Measured = UNMEASURED, turn: Turn = NOW) -> Judgement:
    """Tell whether a commander may move so."""
    return _judged(edition, "commander-move", Company(), None, measured, turn.as_facts(ACT))


def rally(
    edition: Edition,
    unit: Company,
    measured: Measured = UNMEASURED,
    turn: Turn = NOW,
    *,
    commander: bool | None = None,
    aide: bool | None = None,
) -> Judgement:
    """Tell whether a unit may rally, and how many men return (`returning`).

    Args:
        edition: The rules.
        unit: The unit.
        measured: What was measured.
        turn: The turn.
        commander: Whether the commander is next to it; None if his distance says so, or nobody does.
        aide: Whether the aide is; likewise.
    """
    beside = _beside(edition, commander, measured.commander_distance)
    aiding = _beside(edition, aide, measured.aide_distance)
    facts = {**turn.as_facts(ACT), "commander_beside": beside}
    judged = _judged(edition, "rally", unit, None, measured, facts)
    if not judged.is_allowed:
        return judged
    if unit.ranks is None or unit.confused is None:
        return _with_question(
            edition, judged, unit, "ranks" if unit.ranks is None else "confused", "CC-RAL-1"
        )
    numbers = {
        returning(edition, unit.ranks, unit.confused, commander=one, aide=other)
        for one in _either(beside)
        for other in _either(aiding)
    }
    if len({number.value for number in numbers}) > 1:
        name = "commander_beside" if beside is None else "aide_beside"
        return _with_question(edition, judged, unit, name, "CC-RAL-3")
    number = min(numbers, key=lambda each: len(each.rules))
    told = outcome_words(edition.law, number.name, number.value, named(unit, None))
    return replace(judged, outcomes=(*judged.outcomes, replace(number, words=told)))


def _with_question(edition: Edition, judged: Judgement, unit: Company, feature: str, rule: str) -> Judgement:
    """Return what is allowed with what has to be known to say more of it."""
    asks = filled(edition.law.features[feature].asked(), {**edition.law.names, **named(unit, None)})
    return replace(judged, questions=(*judged.questions, Question(feature, asks, (rule,))))


def fire(
    edition: Edition, gun: Company, target: Company, measured: Measured = UNMEASURED, turn: Turn = NOW
) -> Judgement:
    """Tell whether a gun may fire at a target, for how many `balls`, and what becomes of the `body`."""
    ready = None if gun.ranks is None else guns_ready(edition, gun.cannon, gun.ranks, gun.shots)
    return _judged(edition, "fire", gun, target, measured, {**turn.as_facts(FIRE), "guns_ready": ready})


def fight(
    edition: Edition,
    unit: Company,
    enemy: Company,
    measured: Measured = UNMEASURED,
    turn: Turn = NOW,
    *,
    together: bool | None = False,
    targets: int = 1,
) -> Judgement:
    """Tell whether a unit may start a combat, with the bonus of either card and whether it is in the `flank`.

    Args:
        edition: The rules.
        unit: Who starts.
        enemy: Who is attacked.
        measured: What was measured.
        turn: The turn.
        together: Whether the two are engaged with each other already.
        targets: How many enemies are attacked at once.
    """
    facts = {**turn.as_facts(COMBAT), "together": together, "targets": targets}
    return _judged(edition, "fight", unit, enemy, measured, facts)


def hold(edition: Edition, unit: Company, measured: Measured = UNMEASURED) -> Judgement:
    """Tell whether a unit takes a site."""
    return _judged(edition, "hold", unit, None, measured, {})


def _judged(
    edition: Edition,
    action: str,
    unit: Company,
    enemy: Company | None,
    measured: Measured,
    facts: dict[str, object],
) -> Judgement:
    others = enemy.as_other() if enemy is not None else {}
    known = {**unit.as_one(), **others, **measured.as_facts(), **facts}
    return verdict(edition.law, action, known, named(unit, enemy))


def _beside(edition: Edition, is_said: bool | None, distance: Measure | None) -> bool | None:  # noqa: FBT001 - one of two ways to know
    if is_said is not None or distance is None:
        return is_said
    return is_beside(edition, distance)


def _either(truth: bool | None) -> tuple[bool, ...]:  # noqa: FBT001 - it is what is looked at
    return (False, True) if truth is None else (truth,)
