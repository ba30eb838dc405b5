"""Conditions on features: true, false, or open while something in them is not known.

A condition is asked in three ways: of what is known (`truth`); of what somebody unseen can still be
(`possible`: not certainly false); and of what he must be (`certain`). The last two are statements of the core
about the features that are unknowns there, and agree with the first in every world.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.problem.statements import ALWAYS, NEVER, Among, all_of, any_of, none_of
from deduce.ruling.languages import Words, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.problem.statements import Statement, Unknown, Value
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact, Feature

__all__ = [
    "Bounds", "Condition", "Every", "Is", "Leaf", "Limit", "Members", "Opposite", "Some", "Unseen",
    "is_about_what_lasts",
]  # fmt: skip

OR = Words("or", "ou")
AND = Words("and", "et")


@dataclass(frozen=True)
class Unseen:
    """Somebody of whom not everything is known.

    Attributes:
        facts: What is known.
        unknowns: For a feature the unknown of the problem that it is, with the values that it can have; a
            value of None stands for "nobody has said", and excludes nothing.
        numbers: The numbers of the rules.
    """

    facts: Mapping[str, Fact]
    unknowns: Mapping[str, tuple[Unknown, tuple[Value, ...]]]
    numbers: Mapping[str, Amount]


class Condition(ABC):
    """Something that holds in a situation or does not."""

    @abstractmethod
    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        """Tell whether it holds; None if that is not known."""

    @abstractmethod
    def possible(self, unseen: Unseen) -> Statement:
        """Return what must hold so that it is not certainly false."""

    @abstractmethod
    def certain(self, unseen: Unseen) -> Statement:
        """Return what must hold so that it is certainly true."""

    @abstractmethod
    def leaves(self) -> Iterator[Leaf]:
        """Iterate over the conditions on one feature in it."""

    @abstractmethod
    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        """Return what is wanted, in words: it, or its opposite."""

    @abstractmethod
    def rebound(self, features: Mapping[str, Feature]) -> Condition:
        """Return the same on other features of the same names."""

    def numbers_named(self) -> Iterator[str]:
        """Iterate over the names of the numbers that it refers to."""
        for leaf in self.leaves():
            if isinstance(leaf, Bounds):
                yield from (limit.name for limit in leaf.limits() if limit.name)


class Leaf(Condition):
    """A condition on one feature; those below are data with a field `feature`."""

    feature: Feature

    @abstractmethod
    def holds(self, fact: Fact, numbers: Mapping[str, Amount]) -> bool:
        """Tell whether it holds if the feature is this."""

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        fact = facts.get(self.feature.name)
        return None if fact is None else self.holds(fact, numbers)

    def possible(self, unseen: Unseen) -> Statement:
        return self._among(unseen, is_open=True)

    def certain(self, unseen: Unseen) -> Statement:
        return self._among(unseen, is_open=False)

    def _among(self, unseen: Unseen, *, is_open: bool) -> Statement:
        """Return the statement that the feature fulfils it; what nobody knows counts as is said."""
        name = self.feature.name
        if name in unseen.unknowns:
            unknown, values = unseen.unknowns[name]
            right = [
                value
                for value in values
                if (is_open if value is None else self.holds(self.feature.read(value), unseen.numbers))
            ]
            if len(right) in {0, len(values)}:
                return ALWAYS if right else NEVER
            return Among(unknown, frozenset(right))
        truth = self.truth(unseen.facts, unseen.numbers)
        return ALWAYS if (is_open if truth is None else truth) else NEVER

    def leaves(self) -> Iterator[Leaf]:
        yield self

    def rebound(self, features: Mapping[str, Feature]) -> Condition:
        other = copy(self)
        object.__setattr__(other, "feature", features[self.feature.name])
        return other


@dataclass(frozen=True)
class Is(Leaf):
    """A word is one of some, or (not `inside`) none of them; or a flag is as wanted."""

    feature: Feature
    values: frozenset[str] | bool
    inside: bool = True

    @property
    def is_flag(self) -> bool:
        """Whether it is about a flag."""
        return isinstance(self.values, bool)

    def holds(self, fact: Fact, numbers: Mapping[str, Amount]) -> bool:
        if isinstance(self.values, bool):
            return fact is self.values
        return (fact in self.values) is self.inside

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        if isinstance(self.values, bool):
            return self.feature.fact_said(self.values is not is_denied)
        is_wanted = self.inside is not is_denied
        right = [word for word in self.feature.words if (word in self.values) is is_wanted]
        return listed([self.feature.word_said(word) for word in right], OR)


@dataclass(frozen=True)
class Limit:
    """A number that something is compared with.

    Attributes:
        amount: The number.
        name: Its name among the numbers of the rules, which then say how much it is; "" if it has none.
    """

    amount: Amount
    name: str = ""

    def value(self, numbers: Mapping[str, Amount]) -> Amount:
        """Return the number."""
        return numbers[self.name] if self.name else self.amount


@dataclass(frozen=True)
class Bounds(Leaf):
    """A number lies within bounds."""

    feature: Feature
    least: Limit | None = None
    most: Limit | None = None
    above: Limit | None = None
    below: Limit | None = None

    def limits(self) -> Iterator[Limit]:
        """Iterate over its bounds."""
        yield from filter(None, (self.least, self.most, self.above, self.below))

    def holds(self, fact: Fact, numbers: Mapping[str, Amount]) -> bool:
        if isinstance(fact, str | frozenset):
            return False
        return (
            (self.least is None or fact >= self.least.value(numbers))
            and (self.most is None or fact <= self.most.value(numbers))
            and (self.above is None or fact > self.above.value(numbers))
            and (self.below is None or fact < self.below.value(numbers))
        )

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        said: list[Words] = []
        for limit, meant, opposite in (
            (self.least, _LEAST, _BELOW),
            (self.most, _MOST, _ABOVE),
            (self.above, _ABOVE, _MOST),
            (self.below, _BELOW, _LEAST),
        ):
            if limit is not None:
                number = self.feature.unit.said(limit.value(numbers))
                word = opposite if is_denied else meant
                said.append(Words(f"{word.en} {number.en}", f"{word.fr} {number.fr}"))
        return listed(said, OR if is_denied else AND)


_LEAST = Words("at least", "au moins")
_MOST = Words("at most", "au plus")
_ABOVE = Words("more than", "plus de")
_BELOW = Words("less than", "moins de")


@dataclass(frozen=True)
class Members(Leaf):
    """Of several words some, all or none are among those named."""

    feature: Feature
    values: frozenset[str]
    how: str
    """One of "some", "all" (every one that is there is named) and "none"."""

    def holds(self, fact: Fact, numbers: Mapping[str, Amount]) -> bool:
        if not isinstance(fact, frozenset):
            return False
        if self.how == "all":
            return fact <= self.values
        return bool(fact & self.values) is (self.how == "some")

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        named = [self.feature.word_said(word) for word in self.feature.words if word in self.values]
        head = _MEMBERS[self.how, is_denied]
        return Words(
            f"{head.en} {', '.join(each.en for each in named)}",
            f"{head.fr} {', '.join(each.fr for each in named)}",
        )


_SOME = Words("one of:", "un de :")
_NONE = Words("none of:", "rien de :")
_MEMBERS = {
    ("some", False): _SOME,
    ("none", True): _SOME,
    ("none", False): _NONE,
    ("some", True): _NONE,
    ("all", False): Words("nothing but:", "rien que :"),
    ("all", True): Words("something else than:", "autre chose que :"),
}


@dataclass(frozen=True)
class Every(Condition):
    """All of some conditions."""

    parts: tuple[Condition, ...]

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        result: bool | None = True
        for part in self.parts:
            truth = part.truth(facts, numbers)
            if truth is False:
                return False
            if truth is None:
                result = None
        return result

    def possible(self, unseen: Unseen) -> Statement:
        return all_of(*(part.possible(unseen) for part in self.parts))

    def certain(self, unseen: Unseen) -> Statement:
        return all_of(*(part.certain(unseen) for part in self.parts))

    def rebound(self, features: Mapping[str, Feature]) -> Condition:
        return Every(tuple(part.rebound(features) for part in self.parts))

    def leaves(self) -> Iterator[Leaf]:
        for part in self.parts:
            yield from part.leaves()

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        return listed(
            [part.said(numbers, is_denied=is_denied) for part in self.parts], OR if is_denied else AND
        )


@dataclass(frozen=True)
class Some(Condition):
    """At least one of some conditions."""

    parts: tuple[Condition, ...]

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        result: bool | None = False
        for part in self.parts:
            truth = part.truth(facts, numbers)
            if truth is True:
                return True
            if truth is None:
                result = None
        return result

    def possible(self, unseen: Unseen) -> Statement:
        return any_of(*(part.possible(unseen) for part in self.parts))

    def certain(self, unseen: Unseen) -> Statement:
        return any_of(*(part.certain(unseen) for part in self.parts))

    def rebound(self, features: Mapping[str, Feature]) -> Condition:
        return Some(tuple(part.rebound(features) for part in self.parts))

    def leaves(self) -> Iterator[Leaf]:
        for part in self.parts:
            yield from part.leaves()

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        return listed(
            [part.said(numbers, is_denied=is_denied) for part in self.parts], AND if is_denied else OR
        )


@dataclass(frozen=True)
class Opposite(Condition):
    """A condition does not hold."""

    part: Condition

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        truth = self.part.truth(facts, numbers)
        return None if truth is None else not truth

    def possible(self, unseen: Unseen) -> Statement:
        return none_of(self.part.certain(unseen))

    def certain(self, unseen: Unseen) -> Statement:
        return none_of(self.part.possible(unseen))

    def rebound(self, features: Mapping[str, Feature]) -> Condition:
        return Opposite(self.part.rebound(features))

    def leaves(self) -> Iterator[Leaf]:
        yield from self.part.leaves()

    def said(self, numbers: Mapping[str, Amount], *, is_denied: bool = False) -> Words:
        return self.part.said(numbers, is_denied=not is_denied)


def is_about_what_lasts(condition: Condition, facts: Mapping[str, Fact]) -> bool:
    """Tell whether a condition that fails does so only because of what nobody can change."""
    known = [leaf.feature for leaf in condition.leaves() if leaf.feature.name in facts]
    return bool(known) and all(feature.is_lasting for feature in known)
