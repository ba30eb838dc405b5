"""Deeds turned round: which profiles can have done what was seen, and by which rules the others cannot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.napoleonic.hidden.profiles import ASPECTS
from deduce.napoleonic.judging import DERIVED, completed
from deduce.napoleonic.reckoned import RECKONED
from deduce.problem.problem import Problem
from deduce.ruling.asking import readings, refusing
from deduce.ruling.conditions import Limit
from deduce.ruling.inverse import may_have_done
from deduce.ruling.judgement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.hidden.profiles import Profile
    from deduce.problem.statements import Value
    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

    Facts: TypeAlias = frozenset[tuple[str, Fact]]

__all__ = ["FREE", "Deed", "Ruled", "comes", "may_do", "only", "read_otherwise", "ruled"]

EVERY = "every"
TAKES = "takes"


@dataclass(frozen=True)
class Deed:
    """Something that a unit was seen doing, without the unit.

    Attributes:
        act: The act.
        facts: What is known of it and of the unit.
        quarters: In how many quarters it was done; None if nobody counted.
    """

    act: str
    facts: Facts = frozenset()
    quarters: int | None = None

    def with_facts(self, facts: Mapping[str, Fact]) -> Deed:
        """Return the same where more is known."""
        return replace(self, facts=frozenset({**dict(self.facts), **facts}.items()))


@dataclass(frozen=True)
class Ruled:
    """What the rules say of a profile and a deed.

    Attributes:
        is_excluded: Whether it cannot have done it, however the rules are read.
        rules: By which rules it cannot, as they are played, or else as they can be read; nothing if it can.
        only_under: If it can, but not as it is played: the choices under which it can.
        except_under: If it can as it is played, but not under every reading: the choices under which not.
    """

    is_excluded: bool = False
    rules: tuple[str, ...] = ()
    only_under: tuple[str, ...] = ()
    except_under: tuple[str, ...] = ()


FREE = Ruled()
"""Nothing is against it."""


def ruled(book: Book, deed: Deed, profiles: tuple[Profile, ...]) -> Mapping[Profile, Ruled]:
    """Return for every profile what the rules say of its having done something.

    Excluded is only what every reading refuses (DEC-31), and what takes longer than was seen.

    Args:
        book: The book.
        deed: What was seen.
        profiles: The profiles.
    """
    return _ruled(book, deed, profiles)


@lru_cache(maxsize=4096)
def _ruled(book: Book, deed: Deed, profiles: tuple[Profile, ...]) -> Mapping[Profile, Ruled]:
    facts = dict(deed.facts)
    situations = {profile: _with_derived(book, {**facts, **profile.facts}) for profile in profiles}
    able = set(may_do(book, deed.act, situations))
    read = _readings(book, deed.act)
    return {
        profile: _one(read, deed, known, is_able=profile in able) for profile, known in situations.items()
    }


def _with_derived(book: Book, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return facts with those that follow from them by the book's tables, which are looked up once."""
    return {**_derived(book, only(facts, _deciding(book))), **facts}


@lru_cache(maxsize=4096)
def _derived(book: Book, known: Facts) -> Mapping[str, Fact]:
    return completed(book, dict(known))


@lru_cache(maxsize=64)
def _deciding(book: Book) -> tuple[str, ...]:
    """Return the features on which it hangs what the tables say."""
    conditions = [row.when for row in book.law.rows if row.table in DERIVED and row.when is not None]
    return tuple({leaf.feature.name: None for condition in conditions for leaf in condition.leaves()})


def _one(read: tuple[_Reading, ...], deed: Deed, facts: Mapping[str, Fact], *, is_able: bool) -> Ruled:
    """Return what the rules say of one profile; of `read` the first is what is played."""
    played = read[0].refusing(deed, facts)
    if not is_able:
        return Ruled(is_excluded=True, rules=played)
    others = [(other, other.refusing(deed, facts)) for other in read[1:]]
    if played:
        able = [other.choices for other, rules in others if not rules]
        if not able:
            return Ruled(is_excluded=True, rules=played)
        return Ruled(rules=played, only_under=min(able, key=len))
    unable = [(other.choices, rules) for other, rules in others if rules]
    if not unable:
        return FREE
    choices, rules = min(unable, key=lambda each: len(each[0]))
    return Ruled(rules=rules, except_under=choices)


@dataclass(frozen=True, eq=False)
class _Reading:
    """A way to read the book.

    Attributes:
        book: The book, read so.
        choices: What is chosen otherwise than it is played.
    """

    book: Book
    choices: tuple[str, ...] = ()

    def refusing(self, deed: Deed, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        """Return the rules by which something cannot be, or not so fast; nothing if it may."""
        rules = refusing(self.book.law, deed.act, facts)
        if rules or deed.quarters is None:
            return rules
        return _late(self.book, deed, deed.quarters, facts)


@lru_cache(maxsize=256)
def _readings(book: Book, act: str) -> tuple[_Reading, ...]:
    """Return the book as it is played, and under the readings that count beside it (DEC-31)."""
    law = book.law
    if law.choices["DEC-31"] != EVERY:
        return (_Reading(book),)
    others = [read for read in readings(law, act, of_effects=True) if read.choices != law.choices]
    varied = [_Reading(replace(book, law=read), read.differences(law)) for read in others]
    return (_Reading(book), *varied)


def may_do(book: Book, act: str, situations: Mapping[Profile, Mapping[str, Fact]]) -> Iterator[Profile]:
    """Iterate over the profiles to which an act is not refused under every reading: the needs turned round.

    Args:
        book: The book.
        act: The act.
        situations: For each profile everything that is known if it is the one.
    """
    law = book.law
    derived = [
        name for row in law.rows if row.table in DERIVED for name, _ in row.gives if name in law.features
    ]
    shared = next(iter(situations.values()), {})
    open_ones = dict.fromkeys((*ASPECTS, *derived))
    domains: dict[str, tuple[Value, ...]] = {
        name: tuple(dict.fromkeys((None, *(facts.get(name) for facts in situations.values()))))
        for name in open_ones
    }
    known = {name: value for name, value in shared.items() if name not in domains}
    problem = Problem(domains)
    unknowns = {name: name for name in domains}
    played = law if law.choices["DEC-31"] == EVERY else _without_readings(law)
    statement = may_have_done(played, act, problem, unknowns, known)
    for profile, facts in situations.items():
        if statement.holds({name: facts.get(name) for name in domains}):
            yield profile


def read_otherwise(book: Book, act: str) -> Iterator[Book]:
    """Iterate over the book as it is played, and as it can be read as well where that counts (DEC-31).

    Args:
        book: The book.
        act: The act that it is asked about.
    """
    yield from (read.book for read in _readings(book, act))


def _without_readings(law: Law) -> Law:
    alone = {name: replace(decision, readings=()) for name, decision in law.decisions.items()}
    return replace(law, decisions=alone)


def _late(book: Book, deed: Deed, quarters: int, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the rules by which something takes longer than was seen; nothing if it may be in time."""
    for reckon in RECKONED.get(deed.act, ()):
        for outcome in reckon(book, facts):
            if isinstance(outcome, Outcome) and outcome.name == TAKES and _is_more(outcome.value, quarters):
                return outcome.rules
    return ()


def _is_more(found: Fact, quarters: int) -> bool:
    return isinstance(found, int | Fraction) and found > quarters


def comes(book: Book, act: str, facts: Mapping[str, Fact], name: str) -> tuple[Fact, ...]:
    """Return what certainly comes of an act, of all that has a name, such as the state afterwards.

    Args:
        book: The book.
        act: The act.
        facts: What is known.
        name: What it is.
    """
    numbers = book.law.numbers
    found = []
    for effect, _ in book.law.comes[act]:
        given = dict(effect.gives).get(name)
        if given is not None and effect.truth(facts, numbers):
            found.append(given.value(numbers) if isinstance(given, Limit) else given)
    return tuple(found)


def only(facts: Mapping[str, Fact], names: Iterable[str]) -> frozenset[tuple[str, Fact]]:
    """Return what is known of some features, so that it can be remembered what follows from it.

    Args:
        facts: What is known.
        names: The features.
    """
    return frozenset((name, facts[name]) for name in names if name in facts)
