"""What the clock has to say: until when something lasts, what is over, who goes on, whom everybody forgot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.passing import Fate
from deduce.napoleonic.clock.tasks import marches_before
from deduce.ruling.amounts import amount_text
from deduce.ruling.asking import outcome_words
from deduce.ruling.languages import NOTHING, Words, filled, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.passing import News, Passed
    from deduce.napoleonic.clock.state import Clock, Moment, Task

__all__ = [
    "act_words",
    "caught_words",
    "cited",
    "doing_words",
    "forgotten_words",
    "march_words",
    "passed_words",
    "until_words",
]

KINDS = {
    "reaction": Words("its reaction quarter", "son quart de réaction"),
    "order": Words("an order to come", "un ordre à venir"),
}
"""What takes time and is no act of the book."""
OVER = {
    "reaction": Words("{one} may act again", "{one} peut de nouveau agir"),
    "order": Words("the order of {one} is now {now}", "l'ordre de {one} est maintenant : {now}"),
    "rally": Words(
        "{one} has turned, and rallies until it re-forms",
        "{one} s'est tournée, et se rallie jusqu'à se reformer",
    ),
}
"""How it is told that something is over, where that is not as usual."""
AND = Words("and", "et")
MARCHES = Words("{one}: forced march number {count} in a row", "{one} : marche forcée n° {count} de suite")
LAST_MARCH = Words(
    "{one}: forced march number {count} in a row, the last one (NAP-FORCED-3)",
    "{one} : marche forcée n° {count} de suite, la dernière (NAP-FORCED-3)",
)


def cited(rules: Iterable[str]) -> str:
    """Return the ids of rules as they stand behind a sentence; "" if there are none."""
    names = ", ".join(dict.fromkeys(rules))
    return f" ({names})" if names else ""


def act_words(book: Book, kind: str) -> Words:
    """Return what takes time, in words.

    Args:
        book: The book.
        kind: The kind of the task.
    """
    if kind in KINDS:
        return KINDS[kind]
    return book.law.actions[kind].called if kind in book.law.actions else Words(kind, kind)


def until_words(book: Book, end: Moment | None) -> Words:
    """Return until when something lasts.

    Args:
        book: The book.
        end: From when on it is over; None if nobody knows.
    """
    if end is None:
        return Words("nobody knows until when", "on ne sait pas jusqu'à quand")
    date = calendar_of(book).date(end - 1)
    return Words(f"until the end of {date}", f"jusqu'à la fin de {date}")


def doing_words(book: Book, task: Task) -> Words:
    """Return what a unit is doing, and until when."""
    act, until = act_words(book, task.kind), until_words(book, task.end)
    if task.pace is not None:
        pace = amount_text(task.pace)
        act = Words(f"{act.en}, {pace} cm a quarter,", f"{act.fr}, {pace} cm par quart,")
    now = _facts_words(book, task)
    into = (
        Words(f" ({now.en})", f" ({now.fr})") if now and task.kind in {"change", "order"} else Words("", "")
    )
    return Words(f"{act.en}{into.en} {until.en}", f"{act.fr}{into.fr} {until.fr}")


def caught_words(book: Book, task: Task) -> Words:
    """Return in which state a unit fights because an enemy found it doing something.

    Args:
        book: The book.
        task: What it was doing.
    """
    met = outcome_words(book.law, "caught", task.caught, {"one": Words(task.body, task.body)})
    rules = cited(task.caught_by)
    return Words(met.en + rules, met.fr + rules)


def march_words(book: Book, clock: Clock, body: str) -> Words:
    """Return which forced march in a row it is that a unit is on; nothing for the first one (NAP-FORCED-3).

    Args:
        book: The book.
        clock: How the clock stands.
        body: The unit.
    """
    count = 1 + marches_before(book, clock, body, calendar_of(book))
    if count == 1:
        return NOTHING
    words = LAST_MARCH if count >= book.number("forced.most") else MARCHES
    return filled(words, {"one": Words(body, body), "count": Words(str(count), str(count))})


def _facts_words(book: Book, task: Task) -> Words:
    """Return what a unit is when something is over."""
    features = book.law.features
    return listed([features[name].value_said(fact) for name, fact in task.then.items()], AND)


def passed_words(
    book: Book, bodies: Mapping[str, Body], passed: Passed, mine: frozenset[str]
) -> Iterator[Words]:
    """Iterate over what there is to say when time has passed.

    Args:
        book: The book.
        bodies: The units as they stood before.
        passed: What came of it.
        mine: The units of which it is told whom everybody forgot.
    """
    for news in passed.news:
        if news.task.body not in bodies:
            continue
        yield _news_words(book, news)
        if news.fate is Fate.GOES_ON and news.task.kind == "forced":
            march = march_words(book, passed.standing.clock, news.task.body)
            yield from [march] if march else []
    forgotten = [name for name in passed.forgotten if name in mine]
    if forgotten:
        yield forgotten_words(forgotten, is_over=True)


def forgotten_words(names: Iterable[str], *, is_over: bool = False) -> Words:
    """Return who has not moved (NAP-SIM-2).

    Args:
        names: The units.
        is_over: Whether it is too late for that, unless the opponent agrees.
    """
    said = " ".join(names)
    if is_over:
        return Words(
            f"forgotten: {said}; moved only if the opponent agrees, else they wait (NAP-SIM-2)",
            f"oubliées : {said} ; elles attendent, sauf accord de l'adversaire (NAP-SIM-2)",
        )
    return Words(f"not moved yet: {said}", f"pas encore déplacées : {said}")


def _news_words(book: Book, news: News) -> Words:
    task, rules = news.task, cited(news.task.rules)
    one = Words(task.body, task.body)
    if news.fate is Fate.OVER:
        now = _facts_words(book, task)
        if task.kind in OVER:
            said = OVER[task.kind]
            return Words(
                said.en.replace("{one}", one.en).replace("{now}", now.en) + rules,
                said.fr.replace("{one}", one.fr).replace("{now}", now.fr) + rules,
            )
        act = act_words(book, task.kind)
        return Words(
            f"{task.body}: {act.en} is over{f', now {now.en}' if now else ''}{rules}",
            f"{task.body} : {act.fr}, c'est fini{f', maintenant {now.fr}' if now else ''}{rules}",
        )
    doing = doing_words(book, task)
    more = Words("", "")
    if news.fate is Fate.OPEN:
        more = Words(f"; {task.body} done ends it", f" ; {task.body} fini y met fin")
    return Words(f"{task.body}: {doing.en}{more.en}{rules}", f"{task.body} : {doing.fr}{more.fr}{rules}")
