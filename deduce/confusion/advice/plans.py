"""What an option is for: what it does at once, what the answer would settle, and what most often comes next.

What it does at once and what is settled are exact: they follow from the rules and from the sheet. What comes
next is counted in the games that were played on afresh.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deduce.confusion.advice.facts import chance_of_promotion
from deduce.confusion.advice.following import Does
from deduce.confusion.engine.actions import (
    SILENT,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.deeds import is_early
from deduce.confusion.engine.directions import OFFSETS
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.knowledge.outlook import prospects, to_move
from deduce.confusion.notation.words import DISTANCES
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.facts import Facts, Settled
    from deduce.confusion.advice.following import Following
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.turns import Event

__all__ = ["SENTENCE", "Plan", "plan_data", "plan_of", "plan_words"]

SENTENCE = 145
"""How long the sentence may be that says what an option is for: two lines of 80 columns."""
LONGEST = 1000
"""More room than any plan needs."""


@dataclass(frozen=True)
class Plan:
    """What an option is for.

    Attributes:
        chance: The exact chance of a yes; 1 for what needs none.
        aims: What it does at once if it is allowed, the most important first.
        if_yes: What a yes would settle, in words; empty if nothing.
        if_no: What a no would settle, likewise.
        following: What the player does next most often after a yes; None if nothing stands out.
        goes_on: Whether the same turn goes on after it.
        sure: Whether it wins whatever the opponent does.
    """

    chance: Fraction
    aims: tuple[str, ...]
    if_yes: str = ""
    if_no: str = ""
    following: Following | None = None
    goes_on: bool = False
    sure: bool = False


def plan_of(
    standpoint: Standpoint,
    action: Action,
    facts: Facts | None = None,
    following: Following | None = None,
    *,
    sure: bool = False,
) -> Plan:
    """Return what an option is for.

    Args:
        standpoint: Where the player stands.
        action: What is done; it is possible.
        facts: What is certain about it, if it is an attempt.
        following: What the player does next most often after a yes, if that is known.
        sure: Whether it wins whatever the opponent does.
    """
    if not isinstance(action, Attempt) or facts is None:
        aims = tuple(_other_aims(standpoint, action))
        return Plan(Fraction(1), aims, following=following, goes_on=is_early(action))
    aims = tuple(_aims(standpoint, action, facts)) if facts.chance else ()
    settled = {True: facts.after_yes, False: facts.after_no} if 0 < facts.chance < 1 else {}
    words = {
        answer: _settled_words(
            standpoint, action.letter, after, in_numbers=not (answer and (aims or following))
        )
        for answer, after in settled.items()
        if after is not None
    }
    return Plan(facts.chance, aims, words.get(True, ""), words.get(False, ""), following, sure=sure)


# --- What an attempt does at once --------------------------------------------------------------------


def _aims(standpoint: Standpoint, attempt: Attempt, facts: Facts) -> Iterator[str]:
    position, side = standpoint.position, standpoint.side
    answer = Answer(promoted=False) if _is_told(standpoint, attempt) else SILENT
    event, following = played(position, attempt, answer)
    outcome = following.outcome
    if outcome is not None and outcome.winner == side:
        yield "wins"
        return
    goal = following.neutral in standpoint.view.rules.board.last_rows[side]
    holder = following.holder
    if goal and holder is not None and holder[0] == side and following.neutral != position.neutral:
        yield f"brings Z onto the last row{_where(facts)}"
    else:
        yield from _with_neutral(position, attempt, event)
    if event.captured is not None and not event.took_neutral:
        yield f"takes {event.captured}"
    promotion = chance_of_promotion(standpoint.sheet, standpoint.game, attempt)
    if promotion:
        likely = "" if promotion == facts.chance else " perhaps"
        yield f"is{likely} promoted"
    if attempt.kind is not Manner.PASS:
        yield from _safety(standpoint, attempt, facts, event.captured)
    if following.turn != side and following.outcome is None:
        yield from _ways(standpoint, attempt, following)
    yield from _nearer(standpoint, attempt)


def _is_told(standpoint: Standpoint, attempt: Attempt) -> bool:
    """Tell whether a yes also says whether the piece is promoted."""
    return not standpoint.view.rules.anyone_is_promoted and is_arrival(standpoint.position, attempt)


def _where(facts: Facts) -> str:
    """Say what could take the piece where it arrives, if that is known of all enemies."""
    takers = [taker.letter for taker in facts.takers if taker.truth is not False]
    if takers:
        return f", where {_either(takers[:2])} can take it" if facts.takers[0].truth else ""
    return ", where nothing can take it"


def _with_neutral(position: Position, attempt: Attempt, event: Event) -> Iterator[str]:
    """Say what happens to Z."""
    holder = position.holder
    if event.took_neutral:
        yield f"takes Z from {event.captured}" if event.captured else "takes Z"
    elif attempt.kind is Manner.CARRY:
        rows = OFFSETS[attempt.way][1] * attempt.distance
        far = f"{DISTANCES[abs(rows)]} {'on' if rows > 0 else 'back'}" if rows else "aside"
        yield f"carries Z {far}"
    elif event.passed_to is not None:
        mine = holder is not None and event.passed_to[0] == holder[0]
        yield f"{'passes' if mine else 'gives'} Z to {event.passed_to[1]}"
    elif attempt.kind is Manner.PASS:
        yield "puts Z down"


def _safety(standpoint: Standpoint, attempt: Attempt, facts: Facts, captured: str | None) -> Iterator[str]:
    """Name the enemies that truly can take the piece where it stands, if none can where it goes."""
    game, them = standpoint.game, 1 - standpoint.side
    theirs = to_move(standpoint.position, them)
    start = theirs.squares[theirs.piece(standpoint.side, attempt.letter)]
    if any(taker.truth is not False for taker in facts.takers):
        return
    threats = {
        prospect.attempt.letter
        for prospect in prospects(game, them, standpoint.sheets[them])
        if prospect.truth
        and prospect.attempt.kind is Manner.MOVE
        and theirs.target(prospect.attempt) == start
    } - {captured}
    if threats:
        yield f"gets away from {_both(sorted(threats)[:2])}"


def _ways(standpoint: Standpoint, attempt: Attempt, following: Position) -> Iterator[str]:
    """Name those whose way is closed or opened: enemies' to Z or home with it, and the own pieces' to Z."""
    before, side = standpoint.position, standpoint.side
    if attempt.kind is not Manner.MOVE or following.neutral != before.neutral:
        return
    holder = before.holder
    if holder is None or holder[1] != attempt.letter or holder[0] != side:
        closed = _reaching(standpoint, before, 1 - side) - _reaching(standpoint, following, 1 - side)
        gone = {letter for letter in closed if following.square(1 - side, letter) is None}
        if closed - gone:
            yield f"stands in the way of {_both(sorted(closed - gone)[:2])}"
    opened = _reaching(standpoint, following, side) - _reaching(standpoint, before, side) - {attempt.letter}
    if opened:
        yield f"opens the way to Z for {_both(sorted(opened)[:2])}"


def _reaching(standpoint: Standpoint, position: Position, side: int) -> set[str]:
    """Return the pieces of a side that can get to Z, or home with it, in one turn as far as is known."""
    position = to_move(position, side)
    game = standpoint.game.branch(position)
    goal = position.rules.board.last_rows[side]
    return {
        prospect.attempt.letter
        for prospect in prospects(game, side, standpoint.sheets[side])
        if (prospect.certain if prospect.truth is None else prospect.truth)
        for target in [position.target(prospect.attempt)]
        if (target == position.neutral if prospect.attempt.kind is Manner.MOVE else target in goal)
    }


def _nearer(standpoint: Standpoint, attempt: Attempt) -> Iterator[str]:
    """Say that a piece comes nearer to Z, or to the enemy with Z, by what its owner knows of it."""
    position, lookups, side = standpoint.position, standpoint.lookups, standpoint.side
    holder = position.holder
    if attempt.kind is not Manner.MOVE or (holder is not None and holder[0] == side):
        return
    start = position.squares[position.piece(side, attempt.letter)]
    near = lookups.near[side][position.neutral]
    kinds = standpoint.knows[side, standpoint.view.rules.letters.index(attempt.letter)]
    if position.is_promoted(side, attempt.letter):
        gain = float(near[position.target(attempt), -1] - near[start, -1])
    else:
        step = lookups.allows[:-1, attempt.way * lookups.reach + attempt.distance - 1]
        gain = float((kinds * step) @ (near[position.target(attempt), :-1] - near[start, :-1]))
    if gain > 0 and position.target(attempt) != position.neutral:
        yield "comes nearer to Z"


# --- What else can be done ---------------------------------------------------------------------------


def _other_aims(standpoint: Standpoint, action: Action) -> Iterator[str]:
    sheet, position = standpoint.sheet, standpoint.position
    match action:
        case Reveal(letter):
            count = len(sheet.possible[letter])
            yield f"shows which of {count} diagrams {letter} has" if count > 1 else "shows nothing new"
        case MoveTwo():
            yield "gives two attempts in one turn"
        case SwapTwo(first, second):
            yield f"puts each of {first} and {second} where the other stands"
        case Remove(letter):
            agent = sheet.rules.diagrams.double_agent
            chance = (sheet.chances or {}).get(letter, {}).get(agent.number if agent else 0, Fraction(0))
            yield f"takes {letter} off the board, the double agent in {chance} of the deals"
        case Expose(letter):
            yield f"takes {letter}, their double agent, off the board"
        case PromotionReply(accept):
            letter = position.stage.offer or ""
            yield f"lets {letter} move two squares any way" if accept else f"leaves {letter} its diagram"
        case GiftReply(accept):
            yield f"gives Z to {position.receiver}" if accept else "leaves Z where it is"
        case _:
            return


# --- Words -------------------------------------------------------------------------------------------


def plan_words(plan: Plan, room: int) -> str:
    """Return what an option is for in one clause; what matters least is left out where there is no room.

    Args:
        plan: The plan.
        room: The most characters; only the shortest way to say it may be longer.
    """
    shorter = (plan, replace(plan, if_yes=""), replace(plan, if_yes="", aims=plan.aims[:1]))
    ways = [*shorter, *(replace(each, if_no="") for each in shorter), replace(shorter[-1], following=None)]
    found = [_clause(each) for each in ways]
    return next((text for text in found if len(text) <= room), min(found, key=len))


def plan_data(plan: Plan) -> dict[str, Any]:
    """Return what an option is for as data."""
    following = plan.following
    return {
        "text": plan_words(plan, LONGEST),
        "aims": list(plan.aims),
        "if_yes": plan.if_yes,
        "if_no": plan.if_no,
        "next": following
        and {
            **{name: getattr(following, name) for name in ("letter", "whom", "turns", "count", "games")},
            "does": str(following.does),
        },
    }


def _clause(plan: Plan) -> str:
    if plan.sure:
        return "it wins whatever the opponent does"
    if not plan.chance:
        return "it will certainly be refused"
    aims = f"it {' and '.join(plan.aims[:2])}" if plan.aims else ""
    following = plan.following
    later = ""
    if following is not None:
        whom = following.whom or ""
        link = " from " if whom and following.does is Does.TAKES_NEUTRAL else " "
        does = f"{following.does}{link}{whom}".rstrip()
        when = " in the same turn" if plan.goes_on else " next turn"
        if following.turns > 1:
            when = f" within {DISTANCES[following.turns]} turns"
        when = "" if following.does is Does.GOES else when
        later = f"{following.letter} {does}{when} ({percent(following.share)}%)"
    if plan.chance == 1:
        return ", and ".join(part for part in (aims, later) if part) or "nothing comes of it at once"
    yes = ", and ".join(part for part in (aims, later, plan.if_yes) if part)
    answers = [f"if {answer}, {words}" for answer, words in (("yes", yes), ("no", plan.if_no)) if words]
    return "; ".join(answers) or "nothing comes of it at once"


def _settled_words(standpoint: Standpoint, letter: str, after: Settled, *, in_numbers: bool) -> str:
    """Say what is left to a piece, if need be in numbers only, and what else becomes certain."""
    diagrams, left = standpoint.view.rules.diagrams, after.left
    before = standpoint.sheet.possible[letter]
    gone = [number for number in before if number not in left]
    words = ""
    if gone and len(left) <= 3:
        words = f"{letter} is {_either([str(diagrams[number]) for number in left])}"
    elif 0 < len(gone) <= 2:
        names = [str(diagrams[number]) for number in gone]
        words = f"{letter} is {'not' if len(gone) == 1 else 'neither'} {' nor '.join(names)}"
    elif gone and in_numbers:
        words = f"{letter} keeps {len(left)} of {len(before)} diagrams"
    others = [f"{other} is {diagrams[number]}" for other, number in after.certain.items() if other != letter]
    return " and ".join(part for part in (words, *others[:1]) if part)


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _both(names: list[str]) -> str:
    return " and ".join(names)
