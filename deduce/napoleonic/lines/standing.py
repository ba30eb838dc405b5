"""Lines for what a unit is and what happens to it, which take no time by themselves.

`3 figures 10`, `3 state unformed`, `3 is regular hold`: what is known of it. `3 react`, `3 surprised course`:
its reaction quarter. `5 adc harass`: an order comes. `3 melee`, `3 free`: in a melee or not. `5 moved`, `all
moved`: it need not be listed. `5 done`, `5 drop`: what it did is over, or given up. `3 gone`: it is off the
table. `new English e4 cav`: one that was not there. `over French`: the battle is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.body import Body, facts_text
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import REACTION, At, Event
from deduce.napoleonic.clock.tasks import contacted, dropped, ordered, over, settled, surprised
from deduce.napoleonic.clock.telling import caught_words, cited, doing_words
from deduce.napoleonic.lines.deeds import CHARGES, STOP, carried_through
from deduce.napoleonic.lines.form import Form
from deduce.napoleonic.lines.line import INSIST_ON, line_of, side_named, written
from deduce.napoleonic.lines.names import read_name
from deduce.napoleonic.orders.state import Fate
from deduce.ruling.languages import Words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Followed
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.lines.line import Line

    Change: TypeAlias = Callable[[Battle, Line], tuple[Battle, str, list[Words]]]
    """A battle and a line -> the battle after it, the words that the record writes, what is said."""

__all__ = ["FORMS", "ending_words"]

# --- What is known -----------------------------------------------------------------------------------


def _is(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    law = battle.book.law
    words = line.raw[1:] if line.verb == "is" else line.raw
    if not words:
        message = f"write what {line.names} is, such as {line.names} is regular ground wood"
        raise LineError(message)
    facts = facts_in(law, words)
    if not facts:
        message = (
            f"{quoted(' '.join(words))} says nothing of {line.names}; write such as {line.names} is regular"
        )
        raise LineError(message)
    bodies = dict(battle.bodies)
    for body in line.bodies:
        bodies[body.name] = settled(battle.book, body, facts, (), mends=True)
    said = facts_text(law, facts)
    said = f"figures {said}" if [*facts] == ["figures"] else said
    is_named = said.split()[0] in law.features
    return replace(battle, bodies=bodies), said if is_named else f"is {said}", []


# --- What happens ------------------------------------------------------------------------------------


def _reacts(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    at = _at(line)
    standing, calendar = battle.standing, calendar_of(battle.book)
    for body in line.bodies:
        standing = surprised(battle.book, standing, body.name, Event(battle.clock.now, at))
    ends = [task.end for task in standing.clock.of(line.bodies[0].name) if task.kind == REACTION]
    date = calendar.date(next((end for end in ends if end is not None), battle.clock.now))
    may = Words(
        f"{line.names} may fire or go on with what is under way, and act again from {date}",
        f"{line.names} peut tirer ou continuer ce qui est en cours, et agir de nouveau dès {date}",
    )
    said = Words(f"{may.en} (NAP-REACT-3)", f"{may.fr} (NAP-REACT-3)")
    text = "react" if at is At.START else f"surprised {at}"
    return battle.at(standing), text, [said]


def _at(line: Line) -> At:
    """Return where in the quarter it happened (DEC-40)."""
    word = " ".join(line.words[1:])
    if not word:
        return At.START
    if word not in [*At]:
        message = f"{quoted(word)}: at the start of the quarter or in its course? write {line.names} "
        message += f"surprised {' or '.join(At)}"
        raise LineError(message)
    return At(word)


def _order(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    orders = battle.book.law.features["order"]
    word = " ".join(line.words[1:])
    if word not in orders.words:
        message = f"{quoted(word)} is no order; {did_you_mean(word, orders.words)}"
        raise LineError(message)
    standing, said = battle.standing, list[Words]()
    for body in line.bodies:
        standing = ordered(battle.book, standing, body.name, word)
        for task in standing.clock.of(body.name):
            if task.kind == "order":
                doing, rules = doing_words(battle.book, task), cited(task.rules)
                said.append(Words(f"{body.name}: {doing.en}{rules}", f"{body.name} : {doing.fr}{rules}"))
    return battle.at(standing), f"adc {word}", said


def _melee(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    standing, said = battle.standing, list[Words]()
    for body in line.bodies:
        standing, caught = contacted(battle.book, standing, body.name)
        said += [caught_words(battle.book, task) for task in caught]
    return battle.at(standing), "melee", said


def _free(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    freed = {body.name: replace(body, facts={**body.facts, "engaged": False}) for body in line.bodies}
    return replace(battle, bodies={**battle.bodies, **freed}), "free", []


def _moved(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    clock = battle.clock.with_moved(body.name for body in line.bodies)
    return replace(battle, clock=clock), "moved", []


def _done(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    standing = battle.standing
    for body in line.bodies:
        tasks = [task for task in battle.clock.of(body.name) if task.is_done]
        if not tasks:
            raise _idle(body)
        for task in tasks:
            standing = over(battle.book, standing, task)
    return _given_up(battle, line).at(standing), "done", []


def _drop(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    standing = battle.standing
    for body in line.bodies:
        if not any(task.is_done for task in battle.clock.of(body.name)):
            raise _idle(body)
        standing = dropped(standing, body.name)
    return _given_up(battle, line).at(standing), "drop", []


def _given_up(battle: Battle, line: Line) -> Battle:
    """Return the battle once what was declared by units does not go on any more."""
    orders = battle.orders
    for body in line.bodies:
        running = orders.running(body.name)
        if running is not None:
            ended = running.ends(Fate.DONE, battle.entries, battle.clock.now)
            orders = orders.becoming(running, ended)
    return replace(battle, orders=orders)


def _against(battle: Battle, line: Line) -> tuple[str, ...]:
    """Return what speaks against a line: a charge is carried through, unless somebody insists."""
    if line.is_forced or line.verb not in ENDING:
        return ()
    tasks = (task for body in line.bodies for task in battle.clock.of(body.name))
    return tuple(carried_through(battle, task) for task in tasks if task.kind in {*CHARGES, STOP})


def _idle(body: Body) -> LineError:
    return LineError(f"{body.name} has nothing under way that could be over or given up")


def _gone(battle: Battle, line: Line) -> tuple[Battle, str, list[Words]]:
    _nothing_behind(line)
    names = {body.name for body in line.bodies}
    bodies = {name: body for name, body in battle.bodies.items() if name not in names}
    clock = battle.clock
    tasks = tuple(task for task in clock.tasks if task.body not in names)
    return replace(battle, bodies=bodies, clock=replace(clock, tasks=tasks)), "gone", []


def _nothing_behind(line: Line) -> None:
    """Make sure that nothing stands behind a verb.

    Raises:
        LineError: If something does.
    """
    if line.words[1:]:
        message = (
            f"{line.verb} takes nothing behind it; {quoted(' '.join(line.words[1:]))} makes no sense there"
        )
        raise LineError(message)


ENDING = frozenset({"done", "drop"})
"""The verbs that end what a unit does."""
VERBS: Mapping[str, Change] = {
    "is": _is,
    "react": _reacts,
    "surprised": _reacts,
    "adc": _order,
    "melee": _melee,
    "free": _free,
    "moved": _moved,
    "done": _done,
    "drop": _drop,
    "gone": _gone,
}


def _change(battle: Battle, text: str) -> tuple[Line, tuple[Battle, str, list[Words]]] | None:
    """Return what a line does; None if it is of another form.

    Raises:
        LineError: If it makes no sense.
    """
    line = line_of(battle, text)
    if not line.bodies and line.words[:1] == ("all",):
        everybody = tuple(body for body in battle.bodies.values() if body.name in battle.mine)
        line = replace(line, bodies=everybody, words=line.words[1:], raw=line.raw[1:])
        if line.verb != "moved":
            return None
    if not line.bodies:
        return None
    change = VERBS.get(line.verb) or (_is if line.verb in battle.book.law.features else None)
    return None if change is None else (line, change(battle, line))


def _read(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    found = _change(battle, text)
    if found is None:
        return None
    line, (_, words, said) = found
    against = _against(battle, line)
    if against:
        message = "; ".join(against) + INSIST_ON.said(battle.language)
        raise ImpossibleError(message)
    return Entry(written(line, words), tuple(each.said(battle.language) for each in said))


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    try:
        found = _change(battle, text)
    except LineError as error:
        return battle.refused(text, str(error))
    if found is None:
        return None
    faults = tuple(Fault(0, text, words) for words in _against(battle, found[0]))
    return Followed(found[1][0], faults)


# --- Units that come, and the end --------------------------------------------------------------------


def _coming(battle: Battle, text: str) -> tuple[Battle, str] | None:
    words = line_of(battle, text).words
    if words[:1] != ("new",):
        return None
    side = side_named(battle.sides, words[1]) if len(words) > 1 else None
    if side is None or len(words) < 3:
        message = f"write whose it is, its name and what is known of it, such as new {battle.sides[1]} e4 cav"
        raise LineError(message)
    original = text.replace(",", " ").split()
    name = read_name(original[2], battle.book.law)
    if any(name.casefold() == known.casefold() for known in battle.bodies):
        message = f"there is a unit {name} already; give every unit a name of its own"
        raise LineError(message)
    facts = facts_in(battle.book.law, original[3:])
    after = replace(battle, bodies={**battle.bodies, name: Body(name, side, facts)})
    said = facts_text(battle.book.law, facts)
    return after, " ".join(filter(None, ["new", battle.sides[side], name, said]))


def _read_new(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    found = _coming(battle, text)
    return None if found is None else Entry(found[1])


def _follow_new(battle: Battle, text: str) -> Followed[Battle] | None:
    try:
        found = _coming(battle, text)
    except LineError as error:
        return battle.refused(text, str(error))
    return None if found is None else Followed(found[0])


def _ending(battle: Battle, text: str) -> tuple[Battle, str] | None:
    words = line_of(battle, text).words
    if words[:1] != ("over",):
        return None
    rest = " ".join(words[1:])
    side = side_named(battle.sides, rest) if rest else None
    if rest and rest != "draw" and side is None:
        message = f"{quoted(rest)} is no way to end; write over, over draw, or over and the side that won"
        raise LineError(message)
    won = battle.sides[side] if side is not None else rest
    outcome = ending_words(won).said(battle.language)
    return replace(battle, outcome=outcome), " ".join(filter(None, ["over", won]))


def ending_words(won: str) -> Words:
    """Return how a battle ended.

    Args:
        won: The side that won; "draw" if none did, "" if nobody said.
    """
    if not won:
        return Words("the battle is over", "la bataille est finie")
    if won == "draw":
        return Words("the battle is over: a draw", "la bataille est finie : partie nulle")
    return Words(f"the battle is over: {won} won", f"la bataille est finie : victoire de {won}")


def _read_over(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    found = _ending(battle, text)
    return None if found is None else Entry(found[1], (f"{found[0].outcome}.",))


def _follow_over(battle: Battle, text: str) -> Followed[Battle] | None:
    try:
        found = _ending(battle, text)
    except LineError as error:
        return battle.refused(text, str(error))
    return None if found is None else Followed(found[0])


FORMS = (
    Form(
        "standing",
        "3 react, 3 surprised course, 5 adc harass, 3 melee, 3 free, 5 moved, 3 figures 10, 3 gone",
        _read,
        _follow,
        (*VERBS, "all"),
    ),
    Form("new", "new English e4 cav: a unit that was not there", _read_new, _follow_new, ("new",)),
    Form("over", "over French: the battle is over", _read_over, _follow_over, ("over",)),
)
