"""Reading what is asked of the book in one line: `3 charge k, path hedge`, `FR inf line oblique 50`.

A line is an act with whoever does it before it and whomever it is done to behind it, and behind commas what
else is known. Units are named where a record knows them, or told by the words of their features; without a
record a name only says that there is such a unit. Words are those of the law's features, in either language;
what could mean several things has to be said with the name of its feature.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.phrases import NOT, NUMBER, Phrases
from deduce.napoleonic.adjudicator.typed import THEIRS, typed_of
from deduce.ruling.lexicon import below_zero, tokens_in
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Fact

__all__ = ["EXAMPLE", "Asked", "read_asked"]

EXAMPLE = "3 charge k, path hedge"
LONGEST = 300
"""How many characters a line may have."""
_APART = re.compile(r"[,;](?!\d)|(?<!\d)[,;]")
"""A comma between digits is one of a number."""
_NAME = re.compile(r"[a-z]{1,2}\d{0,3}|\d{1,3}[a-z]?")
"""What a unit can be called that no record knows."""


@dataclass(frozen=True)
class Asked:
    """What is asked of the book.

    Attributes:
        action: The act.
        one: The name of whoever acts; "" if nobody is named.
        other: The name of the other; "" if nobody is named.
        facts: What is known, from the record and from the line.
        said: The features that the line tells.
    """

    action: str
    one: str
    other: str
    facts: Mapping[str, Fact]
    said: tuple[str, ...] = ()


def _known(body: Body) -> Mapping[str, Fact]:
    return body.facts


def read_asked(
    book: Book,
    text: str,
    bodies: Mapping[str, Body] | None = None,
    facts_of: Callable[[Body], Mapping[str, Fact]] = _known,
) -> Asked:
    """Read a line.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> asked = read_asked(book_of(), "FR cav column charge k square, path open")
        >>> asked.action, asked.other, asked.facts["their_formation"]
        ('charge', 'k', 'square')

    Args:
        book: The book.
        text: The line.
        bodies: The units that a record knows, by their names; None without a record.
        facts_of: Gives what is known of a unit.

    Raises:
        LineError: If it makes no sense.
    """
    if len(text) > LONGEST:
        message = f"a question has at most {LONGEST} characters; this one has {len(text)}"
        raise LineError(message)
    if negative := below_zero(text):
        message = f"{quoted(negative)} is less than 0; every number here is 0 or more"
        raise LineError(message)
    names = None if bodies is None else {_key(name): name for name in bodies}
    phrases = Phrases(book.law, typed_of(book.law))
    first, *others = (tokens_in(part) for part in _APART.split(text))
    line = _Line(phrases, names)
    line.begin(first)
    for part in others:
        line.also(part)
    if bodies is not None and line.one in bodies and line.other in bodies:
        is_friend = bodies[line.one].side == bodies[line.other].side
        if is_friend and phrases.action in phrases.typed.to_enemy:
            message = f"{line.other} is on the side of {line.one}; name an enemy, or none"
            raise LineError(message)
    known: dict[str, Fact] = {}
    for name, prefix in ((line.one, ""), (line.other, THEIRS)):
        if bodies is not None and name in bodies:
            known |= {f"{prefix}{each}": fact for each, fact in facts_of(bodies[name]).items()}
    facts = {name: fact for name, fact in known.items() if name in book.law.features}
    return Asked(phrases.action, line.one, line.other, {**facts, **phrases.said}, tuple(phrases.said))


def _key(name: str) -> str:
    """Return what is typed for the name of a unit."""
    return "".join(tokens_in(name))


@dataclass
class _Line:
    """Finds out who does what to whom.

    Attributes:
        phrases: What reads the rest.
        names: The units of the record, by what is typed for each; None without a record.
        one: The name of whoever acts.
        other: The name of the other.
    """

    phrases: Phrases
    names: Mapping[str, str] | None
    one: str = ""
    other: str = ""

    def begin(self, tokens: Sequence[str]) -> None:
        """Read the first phrase: who, the act, whom, and what else stands there."""
        place, length = self._act(tokens)
        before, behind = tokens[:place], tokens[place + length :]
        if before and self._is_name(before, 0, can_count=False):
            self.one, before = self._named(before[0]), before[1:]
        start = next(
            (
                n
                for n, token in enumerate(behind)
                if token not in self.phrases.typed.fillers or self._is_ours(token)
            ),
            0,
        )
        if behind and self._is_name(behind, start, can_count=True):
            self.other, behind = self._named(behind[start]), behind[start + 1 :]
        if self.one and self.one == self.other:
            message = f"{self.one} cannot do that to itself; name another unit, or none"
            raise LineError(message)
        self.phrases.read(before, "one")
        self.phrases.first = self.phrases.typed.behind.get(self.phrases.action, ())
        self.phrases.read(behind, "other" if self.other or self._has_other() else "")
        self.phrases.first = ()

    def also(self, tokens: Sequence[str]) -> None:
        """Read a further phrase; behind the name of a unit what is known of that unit."""
        ours = {_key(name): name for name in (self.one, self.other) if name}
        if tokens and tokens[0] in ours and not self._counts(tokens, 0):
            self.phrases.read(tokens[1:], "one" if ours[tokens[0]] == self.one else "other")
        elif tokens and self._is_ours(tokens[0]) and not self._counts(tokens, 0):
            two = " and ".join(ours.values()) or "the situation"
            message = f"{tokens[0]} has no part in this; behind a comma stands what is known of {two}"
            raise LineError(message)
        else:
            self.phrases.read(tokens)

    def _act(self, tokens: Sequence[str]) -> tuple[int, int]:
        """Find the act: the first phrase that names one, or else the first word that begins one.

        Raises:
            LineError: If there is none, or several can be meant.
        """
        lexicon = self.phrases.typed.lexicon
        if found := self._named_at(tokens, self._apart(tokens)):
            return found
        if self._is_bare(tokens, is_all=True):
            self.phrases.action = self.phrases.typed.bare
            return 1, 0
        if found := self._named_at(tokens, range(len(tokens))):
            return found
        for place, token in enumerate(tokens):
            begun = lexicon.acts_begun(token) if len(token) > 1 and not token.isdecimal() else ()
            if begun and not lexicon.meant_at(tokens, place)[0] and not self._is_ours(token):
                self.phrases.action = _only(token, begun)
                return place, 1
        if self._is_bare(tokens):
            self.phrases.action = self.phrases.typed.bare
            return 1, 0
        every = self.phrases.law.actions
        strange = [
            token
            for place, token in enumerate(tokens)
            if not lexicon.meant_at(tokens, place)[0]
            and not _NAME.fullmatch(token)
            and not self._is_ours(token)
        ]
        if strange:
            message = f"{quoted(strange[0])} is no act; {did_you_mean(strange[0], every)}"
        else:
            message = f"it names no act; write such as {EXAMPLE}; {did_you_mean('', every)}"
        raise LineError(message)

    def _named_at(self, tokens: Sequence[str], places: Iterable[int]) -> tuple[int, int] | None:
        """Return where the first of some places is that names an act, and how many words do; None for none.

        Raises:
            LineError: If several can be meant there.
        """
        for place in places:
            length, acts = self.phrases.typed.lexicon.act_at(tokens, place)
            if acts and not (place == 0 and self._is_ours(tokens[0]) and len(tokens) > 1):
                self.phrases.action = _only(" ".join(tokens[place : place + length]), acts)
                return place, length
        return None

    def _is_bare(self, tokens: Sequence[str], *, is_all: bool = False) -> bool:
        """Tell whether there is a unit and a formation.

        Args:
            tokens: The words.
            is_all: Whether there is to be nothing else.
        """
        if len(tokens) < 2 or not self._is_name(tokens, 0, can_count=False):
            return False
        length, _ = self.phrases.typed.lexicon.meant_at(tokens, 1)
        return self._is_formation(tokens, 1) and (not is_all or len(tokens) == 1 + length)

    def _apart(self, tokens: Sequence[str]) -> Iterator[int]:
        """Iterate over the places that are no part of a longer phrase, as `house` is of `ground house`."""
        lexicon = self.phrases.typed.lexicon
        place = 0
        while place < len(tokens):
            acting, _ = lexicon.act_at(tokens, place)
            length, meanings = lexicon.meant_at(tokens, place)
            named = {each.feature for each in meanings if each.value is None}
            further, words = lexicon.meant_at(tokens, place + length) if named else (0, ())
            if any(each.feature in named and each.value is not None for each in words):
                length += further
            if acting >= length:
                yield place
            place += max(1, acting, length)

    def _is_formation(self, tokens: Sequence[str], place: int) -> bool:
        """Tell whether a formation stands there."""
        _, meanings = self.phrases.typed.lexicon.meant_at(tokens, place)
        return any(each.feature == "formation" and each.value is not None for each in meanings)

    def _is_ours(self, token: str) -> bool:
        """Tell whether a unit of the record is called so."""
        return self.names is not None and token in self.names

    def _counts(self, tokens: Sequence[str], place: int) -> bool:
        """Tell whether a word is a number of something."""
        return NUMBER.fullmatch(tokens[place]) is not None and self.phrases.unit_at(tokens, place + 1)[0] > 0

    def _is_name(self, tokens: Sequence[str], place: int, *, can_count: bool) -> bool:
        """Tell whether a word is the name of a unit.

        Args:
            tokens: The words.
            place: Where it stands.
            can_count: Whether a number can stand there as well.
        """
        token = tokens[place]
        if self._counts(tokens, place):
            return False
        is_number = NUMBER.fullmatch(token) is not None
        if self._is_ours(token):
            return not (can_count and is_number and not self._has_other())
        if (can_count and is_number) or token in self.phrases.typed.fillers or token in NOT:
            return False
        return (
            _NAME.fullmatch(token) is not None and not self.phrases.typed.lexicon.meant_at(tokens, place)[0]
        )

    def _has_other(self) -> bool:
        """Tell whether the act is done to somebody."""
        return self.phrases.action in self.phrases.typed.to_another

    def _named(self, token: str) -> str:
        """Return the name of a unit as the record has it.

        Raises:
            LineError: If there is a record, and it has none of that name.
        """
        if self.names is None:
            return token
        if token not in self.names:
            message = (
                f"there is no unit {quoted(token)} in the record; {did_you_mean(token, self.names.values())}"
            )
            raise LineError(message)
        return self.names[token]


def _only(word: str, acts: Sequence[str]) -> str:
    """Return the only act that a word can be.

    Raises:
        LineError: If there are several.
    """
    if len(acts) > 1:
        message = f"{quoted(word)} can be {', '.join(acts[:-1])} or {acts[-1]}; write more of it"
        raise LineError(message)
    return acts[0]
