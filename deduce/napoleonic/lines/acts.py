"""Lines for what takes a unit time: `5 line`, `7 about`, `3 forced`, `6 limber`, `9 house`, `5 re-form`.

The book judges each. What it refuses is entered only with a ! behind it; what decides how long it takes and
is not known is asked for; what else it would have to know is said. How long it takes follows from the book
whenever the record is read, unless somebody had to say it: `5 line takes 2`, or `takes ?` if nobody knows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted, share_of
from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.body import TRAITS, facts_text
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import Play, Task
from deduce.napoleonic.clock.tasks import FORMED, begun, dropped, end_of, marched, settled
from deduce.napoleonic.clock.telling import act_words, cited, doing_words, march_words
from deduce.napoleonic.judging import comes_of, judged
from deduce.napoleonic.lines.deeds import CHARGES, STOP, carried_through
from deduce.napoleonic.lines.form import Form
from deduce.napoleonic.lines.line import INSIST, INSIST_ON, line_of, written
from deduce.ruling.features import Sort
from deduce.ruling.languages import Words, filled
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Followed, Request
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.lines.line import Line
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement, Outcome, Question
    from deduce.ruling.law import Law

__all__ = ["FORMS"]

TIMED = (
    "wheel", "quarter-turn", "about", "change", "re-form", "rally", "limber", "unlimber", "house",
    "reposition", "relieve", "leave", "bridge", "build", "demolish", "widen", "spike",
)  # fmt: skip
"""The acts of the book that always take time; how long is asked for where the book does not say."""
MOVES = ("move", "oblique", "back", "follow", "flow", "man-handle", "cross", "line-edge")
"""Those that fill a move, and take other time only where the book says so."""
INTO = {"limber": "limbered", "unlimber": "battery"}
"""The acts that end in a formation of their own."""
ACTS_INTO = {formation: act for act, formation in INTO.items()}
FORCED, REFORMING = "forced", "re-form"
TAKES, OPEN = "takes", "?"
UNNAMED = tuple(name for name in TRAITS if name != "formation")
"""The features whose words are written without their names behind an act."""
TIMES = {"rally": "turn_takes"}
"""What of an act tells how long it takes, where that is not `takes`; without it it takes no time."""
STATES = ("state_during", "state_after", "formation_after")
MOST_QUARTERS = 99
MOST_QUESTIONS = 3
"""How many questions are told at once."""
BUSY = Words(
    "{one} is busy: {doing}; {one} drop gives that up",
    "{one} est occupée : {doing} ; {one} renonce l'abandonne",
)
UNCHECKED = Words("Not checked: {questions}", "Non vérifié : {questions}")
HOW_LONG = Words(
    "how many quarters does {act} of {one} take? (? if nobody knows)",
    "combien de quarts prend {act} de {one} ? (? si personne ne le sait)",
)


@dataclass(frozen=True)
class _Act:
    """What a line says that a unit does.

    Attributes:
        name: The act of the book.
        verb: How it is written.
        into: The formation that it ends in; "" for none.
        said: What is said behind it of the unit and of the act.
        takes: How many quarters somebody said that it takes; None if the book has to say it.
        is_open: Whether nobody knows how long it takes.
    """

    name: str
    verb: str
    into: str = ""
    said: tuple[tuple[str, Fact], ...] = ()
    takes: Amount | None = None
    is_open: bool = False

    def text(self, law: Law) -> str:
        """Return it as the record writes it."""
        takes = [TAKES, OPEN if self.is_open else str(self.takes)]
        parts = [self.verb, facts_text(law, dict(self.said), UNNAMED)]
        return " ".join(filter(None, [*parts, *(takes if self.is_open or self.takes is not None else [])]))


# --- Reading -----------------------------------------------------------------------------------------


def _act_in(line: Line, law: Law) -> _Act | None:
    """Return what a line says; None if it is of another form.

    Raises:
        LineError: If it makes no sense.
    """
    verb, rest = line.verb, list(line.raw[1:])
    formations = law.features["formation"].words
    if verb in ACTS_INTO:
        act = _Act(ACTS_INTO[verb], ACTS_INTO[verb], verb)
    elif verb in formations:
        act = _Act("change", verb, verb)
    elif verb == "change":
        if line.words[1:2] == () or line.words[1] not in formations:
            message = f"write into which formation, such as {line.names} line"
            raise LineError(message)
        act = _Act("change", line.words[1], line.words[1])
        rest = rest[1:]
    elif verb in {*TIMED, *MOVES, FORCED}:
        act = _Act(verb, verb, INTO.get(verb, ""))
    else:
        return None
    if TAKES in line.words:
        place = line.words.index(TAKES)
        act = _with_time(act, " ".join(line.words[place + 1 :]))
        rest = rest[: place - len(line.words)]
    return replace(act, said=tuple(facts_in(law, rest, act.name).items()))


def _with_time(act: _Act, said: str) -> _Act:
    """Return an act with how long it takes, or that nobody knows.

    Raises:
        LineError: If that is no number of quarters.
    """
    if said.strip() == OPEN:
        return replace(act, is_open=True)
    try:
        takes = share_of(said.strip(), "the number of quarters", MOST_QUARTERS)
    except IntakeError as error:
        message = f"{error.reason}; write ? if nobody knows"
        raise LineError(message) from None
    return replace(act, takes=takes.numerator if takes.denominator == 1 else takes)


def _read(battle: Battle, text: str, answers: tuple[str, ...]) -> Entry | Request | None:
    line = line_of(battle, text)
    act = _act_in(line, battle.book.law) if line.bodies else None
    if act is None:
        return None
    if not line.is_forced:
        _allow(battle, line, act)
    left = list(answers)
    while True:
        asked = next((found for body in line.bodies if (found := _asked(battle, body, act))), None)
        if asked is None:
            break
        request, question = asked
        if not left:
            return request
        act = _answered(act, question, left.pop(0), battle.book.law)
    if not line.is_forced:
        _allow(battle, line, act)
    said: list[str] = []
    for body in line.bodies:
        said += _unchecked(battle, body, act)
    after = battle
    for body in line.bodies:
        after, told = _begin(after, body.name, act)
        said += told
    return Entry(written(line, act.text(battle.book.law)), tuple(dict.fromkeys(said)))


def _asked(battle: Battle, body: Body, act: _Act) -> tuple[Request, Question | None] | None:
    """Return what has to be known to tell how long an act takes; None for nothing."""
    if act.name not in TIMED or act.is_open or act.takes is not None:
        return None
    facts, names = _facts(battle, body, act), {"one": body.name}
    time = TIMES.get(act.name, TAKES)
    outcomes, questions = comes_of(battle.book, act.name, facts, names, time)
    if any(each.name == time for each in outcomes):
        return None
    if act.name in TIMES and not questions:
        return None
    language = battle.language
    for question in questions:
        feature = battle.book.law.features.get(question.feature)
        if feature is not None:
            choices = ("yes", "no") if feature.sort is Sort.FLAG else feature.words
            # A table asks of whoever it is; here it is known who that is.
            asks = filled(feature.asked(), {"one": Words(body.name, body.name)})
            return Request(f"{asks.said(language)}{cited(question.rules)}", choices), question
    what = act_words(battle.book, act.name).said(language)
    words = HOW_LONG.said(language).replace("{act}", what).replace("{one}", body.name)
    return Request(words, also=(OPEN,)), None


def _answered(act: _Act, question: Question | None, said: str, law: Law) -> _Act:
    """Return an act with what was said to what was asked about it.

    Raises:
        LineError: If that is no answer.
    """
    if question is None:
        return _with_time(act, said.strip().removeprefix(TAKES))
    try:
        found = facts_in(law, [question.feature, said.removeprefix(question.feature)], act.name)
    except LineError:
        found = {}
    # What tells something else as well was not meant as an answer.
    if [*found] != [question.feature] or not said.strip():
        words = law.features[question.feature].words or ("yes", "no")
        message = f"{quoted(said)} is no answer to that; {did_you_mean(said, words)}"
        raise LineError(message)
    return replace(act, said=(*act.said, *found.items()))


# --- Judging -----------------------------------------------------------------------------------------


def _facts(battle: Battle, body: Body, act: _Act) -> dict[str, Fact]:
    """Return what is known when the book is asked about an act."""
    facts = {**battle.facts(body), "carrying_on": _goes_on(battle, body, act), **dict(act.said)}
    return {**facts, "to": act.into} if act.into else facts


def _goes_on(battle: Battle, body: Body, act: _Act) -> bool:
    """Tell whether an act is what the unit was doing anyway: a forced march that lasts another period."""
    period = calendar_of(battle.book).date(battle.clock.now).period
    return act.name == FORCED and bool(
        {period, period - 1}.intersection(battle.clock.marches.get(body.name, ()))
    )


def _judgement(battle: Battle, body: Body, act: _Act) -> Judgement:
    return judged(battle.book, act.name, _facts(battle, body, act), {"one": body.name})


def _objections(battle: Battle, body: Body, act: _Act) -> Iterator[tuple[str, str]]:
    """Iterate over what speaks against an act, each with the rules that say so."""
    language = battle.language
    judgement = _judgement(battle, body, act)
    for refusal in judgement.refusals:
        yield f"{body.name}, {judgement.called.said(language)}: {refusal.said(language)}", ""
    for task in battle.clock.of(body.name):
        if not task.is_done or task.kind == FORCED == act.name:
            continue
        if task.kind in {*CHARGES, STOP}:
            yield carried_through(battle, task), ""
            continue
        doing = doing_words(battle.book, task).said(language)
        yield BUSY.said(language).replace("{one}", body.name).replace("{doing}", doing), ""


def _allow(battle: Battle, line: Line, act: _Act) -> None:
    """Refuse what something speaks against.

    Raises:
        ImpossibleError: If something does.
    """
    against = [words for body in line.bodies for words, _ in _objections(battle, body, act)]
    if against:
        message = "; ".join(against) + INSIST_ON.said(battle.language)
        raise ImpossibleError(message)


def _unchecked(battle: Battle, body: Body, act: _Act) -> list[str]:
    """Return what the book would have to know to say more of an act."""
    questions = _judgement(battle, body, act).questions
    open_ones = [each for each in questions if each.feature in battle.book.law.features]
    if not open_ones:
        return []
    said = " ".join(each.said(battle.language) for each in open_ones[:MOST_QUESTIONS])
    return [UNCHECKED.said(battle.language).replace("{questions}", said)]


# --- Beginning ---------------------------------------------------------------------------------------


def _begin(battle: Battle, name: str, act: _Act) -> tuple[Battle, list[str]]:
    """Let a unit begin something; what it did before is given up."""
    book, language = battle.book, battle.language
    body = battle.bodies[name]
    outcomes, _ = comes_of(book, act.name, _facts(battle, body, act), {"one": name})
    came = {each.name: each for each in outcomes}
    time = TIMES.get(act.name, TAKES)
    telling = [each for each in outcomes if each.name in {time, *STATES}]
    rules = tuple(dict.fromkeys(rule for each in telling for rule in each.rules))
    known = {key: fact for key, fact in act.said if key in TRAITS or key in {"figures", "front", "ground"}}
    standing = dropped(battle.standing, name)
    body = replace(body, facts={**body.facts, **known})
    during = came.get("state_during")
    if during is not None:
        body = settled(book, body, {"state": during.value}, during.rules, mends=False)
    standing = standing._replace(bodies={**standing.bodies, name: body})
    then: dict[str, Fact] = {"formation": act.into} if act.into else {}
    then |= {"ground": frozenset({act.name})} if act.name == "house" else {}
    if "formation_after" in came:
        then["formation"] = came["formation_after"].value
    state = came.get("state_after")
    why = () if state is None else state.rules
    if state is not None:
        then["state"] = state.value
    elif act.name == REFORMING:
        then["state"] = FORMED
    end = _end(battle, act, came.get(time))
    pace = came.get("per_quarter")
    if act.name == FORCED:
        standing = standing._replace(clock=marched(standing.clock, name, calendar_of(book)))
    caught = came.get("caught")
    task = Task(
        name,
        act.name,
        battle.clock.now,
        end,
        rules,
        then,
        why=why,
        caught="" if caught is None else str(caught.value),
        caught_by=() if caught is None else caught.rules,
        pace=pace.value if pace is not None and isinstance(pace.value, int | Fraction) else None,
        forgets=("ground",) if act.name == "leave" else (),
    )
    after = battle.at(begun(book, standing, task))
    told: list[str] = []
    if end is None or end > battle.clock.now:
        told.append(f"{name}: {doing_words(book, task).said(language)}{cited(rules)}")
    elif pace is not None:
        told.append(f"{name}: {pace.said(language)}")
    if act.name == FORCED:
        words = march_words(book, after.clock, name)
        told += [words.said(language)] if words else []
    return after, told


def _end(battle: Battle, act: _Act, comes: Outcome | None) -> Moment | None:
    """Return when an act is over; None if nobody knows."""
    now = battle.clock.now
    if act.name == FORCED:
        return calendar_of(battle.book).end(now, Play.PERIODS)
    found = act.takes if act.takes is not None or comes is None else comes.value
    if act.is_open or not isinstance(found, int | Fraction):
        return now if act.name in {*MOVES, *TIMES} and not act.is_open else None
    return end_of(now, found)


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    line = line_of(battle, text)
    if not line.bodies:
        return None
    try:
        act = _act_in(line, battle.book.law)
    except LineError as error:
        return battle.refused(text, str(error))
    if act is None:
        return None
    faults: list[Fault] = []
    if not line.is_forced:
        for body in line.bodies:
            faults += [Fault(0, text, words, rule) for words, rule in _objections(battle, body, act)]
    after = battle
    for body in line.bodies:
        after, _ = _begin(after, body.name, act)
    return Followed(after, tuple(faults))


FORMS = (
    Form(
        "acts",
        f"5 line, 7 about, 3 forced, 6 limber, 9 house, 5 re-form: it begins ({INSIST}: all the same)",
        _read,
        _follow,
        ("change", *TIMED, *MOVES, FORCED),
    ),
)
