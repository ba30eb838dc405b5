"""A problem: what is unknown, what each unknown can be, and the rules that tie them together."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from deduce.errors import ProblemError, UnknownNameError, did_you_mean, shortened
from deduce.intake.numbers import quoted
from deduce.problem.chances import Drawn, drawn
from deduce.problem.shapes import as_list, as_mapping, as_name
from deduce.problem.statements import (
    AllDifferent,
    Among,
    Count,
    Statement,
    Table,
    Unknown,
    Value,
    listed,
    no_statement,
    repeats,
)
from deduce.problem.weights import Weight, exact

__all__ = ["MOST_PAIRS", "MOST_VALUES", "Problem", "Rule", "Rules"]

MOST_PAIRS = 1_000_000
"""Every answer is about pairs of an unknown and a value; far more of them would only fill the memory."""

_Made = TypeVar("_Made")
_ONE = Fraction(1)
MOST_VALUES = 10_000
"""Sets of values are integers with a bit for each value; far larger ones would only fill the memory."""


@dataclass(frozen=True)
class Rule:
    """A statement that holds from the start, with a name to cite it by."""

    name: str
    statement: Statement


Rules: TypeAlias = Iterable[Statement | Rule] | Mapping[str, Statement]
"""Rules as a list, or by name."""


class Problem:
    """What is unknown, what each unknown can be, and the rules that tie them together.

    A problem never changes. What is heard later goes into a `Log`.

    Examples:
        >>> from deduce import Problem, where
        >>> houses = [1, 2, 3]
        >>> street = Problem(
        ...     {"fox": houses, "horse": houses}, [where(lambda a, b: a + 1 == b, ["fox", "horse"])]
        ... )
        >>> street
        Problem(2 unknowns, 3 values, 1 rule)

    Args:
        unknowns: The unknowns, each with the values that it can have.
        rules: The statements that hold from the start; a mapping gives them names to be cited by.
        priors: How likely the values are before anything was heard, as weights for an unknown's values.
            Only the proportions matter; a value that is not listed weighs 1, and 0 rules a value out.
        title: A line that says what this is about.
        hidden: Unknowns that only help to say something. Worlds that differ in them alone are counted as one,
            and nobody asks about them.

    Raises:
        ProblemError: If a name is unknown or given twice, a domain is empty, or a weight is wrong.
    """

    def __init__(
        self,
        unknowns: Mapping[Any, Iterable[Any]],
        rules: Rules = (),
        *,
        priors: Mapping[Any, Mapping[Any, Weight]] | None = None,
        title: str = "",
        hidden: Iterable[Any] = (),
    ) -> None:
        self.title = title
        self.domains: dict[Unknown, tuple[Value, ...]] = _domains(unknowns)
        self.unknowns: tuple[Unknown, ...] = tuple(self.domains)
        self.values: tuple[Value, ...] = tuple(
            dict.fromkeys(value for domain in _distinct(self.domains.values()) for value in domain)
        )
        if not self.unknowns:
            message = "a problem needs at least one unknown"
            raise ProblemError(message)
        if len(self.values) > MOST_VALUES:
            message = (
                f"{len(self.values):,} different values are more than a problem can have ({MOST_VALUES:,})"
            )
            raise ProblemError(message)
        pairs = len(self.unknowns) * len(self.values)
        if pairs > MOST_PAIRS:
            message = (
                f"{len(self.unknowns):,} unknowns and {len(self.values):,} different values make {pairs:,} "
                f"pairs, more than a problem can have ({MOST_PAIRS:,})"
            )
            raise ProblemError(message)
        self.hidden: frozenset[Unknown] = self._read_hidden(hidden)
        self._given_rules: list[Statement | Rule] = _listed_rules(rules)
        self.statements: tuple[Statement, ...] = tuple(
            [rule.statement if isinstance(rule, Rule) else rule for rule in self._given_rules]
        )
        for place, statement in enumerate(self.statements):
            if not self._is_known(statement):
                self._check_rule(place)
        self.priors: dict[Unknown, dict[Value, Fraction]] = self._read_priors(priors or {})

    @classmethod
    def one_to_one(
        cls,
        unknowns: Iterable[Unknown],
        values: Iterable[Value],
        rules: Rules = (),
        *,
        priors: Mapping[Any, Mapping[Any, Weight]] | None = None,
        title: str = "",
    ) -> Problem:
        """Declare unknowns that all have different values out of one list.

        Examples:
            >>> Problem.one_to_one("ABC", ["rook", "king", "crab", "wimp"])
            Problem(3 unknowns, 4 values, one-to-one)

        Args:
            unknowns: The unknowns; a text stands for its letters.
            values: The values: as many as there are unknowns, or more.
            rules: Further rules, as for `Problem`.
            priors: Prior weights, as for `Problem`.
            title: A line that says what this is about.

        Raises:
            ProblemError: As for `Problem`, and if there are more unknowns than values.
        """
        names = _declared_once(unknowns)
        choices = tuple(listed(values, "values"))
        if len(names) > len(choices):
            message = (
                f"one-to-one: {len(names)} unknowns cannot have different values out of {len(choices)}; "
                "add values or remove unknowns"
            )
            raise ProblemError(message)
        different = [Rule("all different", AllDifferent(names))] if len(names) > 1 else []
        return cls(
            dict.fromkeys(names, choices), [*different, *_listed_rules(rules)], priors=priors, title=title
        )

    @classmethod
    def facts(
        cls,
        facts: Iterable[Unknown],
        rules: Rules = (),
        *,
        priors: Mapping[Any, Mapping[Any, Weight]] | None = None,
        title: str = "",
    ) -> Problem:
        """Declare things that are true or false: unknowns with the values True and False.

        Examples:
            >>> from deduce import Belief, Log, Problem, exactly, fact
            >>> did = ["Ann did it", "Ben did it", "Cleo did it"]
            >>> theft = Problem.facts(did, [exactly(1, map(fact, did))])
            >>> Belief(Log(theft).append(~fact("Ann did it") & ~fact("Ben did it"))).certain
            {'Ann did it': False, 'Ben did it': False, 'Cleo did it': True}

        Args:
            facts: What is true or false.
            rules: Further rules, as for `Problem`.
            priors: Prior weights, as for `Problem`.
            title: A line that says what this is about.

        Raises:
            ProblemError: As for `Problem`, and if something is declared twice.
        """
        names = _declared_once(facts)
        return cls(dict.fromkeys(names, (True, False)), rules, priors=priors, title=title)

    @classmethod
    def deal(
        cls,
        supply: Mapping[Any, int],
        hands: Mapping[Any, int],
        rules: Rules = (),
        *,
        title: str = "",
    ) -> Problem:
        """Declare the cards of some hands, dealt from a pack with so many copies of each.

        The cards of Ann are the unknowns "Ann 1", "Ann 2" and so on. Every copy is as likely as any other
        (`drawn`), so a world weighs as many ways as there are to deal it. Cards that nobody holds stay in
        the pack.

        Examples:
            >>> from deduce import Belief, Log, Problem, fact
            >>> bag = Problem.deal({"red": 3, "blue": 2}, {"Ann": 2, "Ben": 1})
            >>> belief = Belief(Log(bag))
            >>> belief.probability_of(fact("Ann 1", "red") & fact("Ann 2", "red"))
            Fraction(3, 10)
            >>> belief.given(fact("Ben 1", "blue")).probability("Ann 1", "red")
            Fraction(3, 4)

        Args:
            supply: How many copies there are of each card.
            hands: How many cards each hand has.
            rules: Further rules, as for `Problem`.
            title: A line that says what this is about.

        Raises:
            ProblemError: As for `Problem`, and if there are not enough cards.
        """
        cards = _declared_once(
            f"{hand} {card}" for hand, size in _sizes(hands).items() for card in range(1, size + 1)
        )
        dealt = Rule("the deal", drawn(cards, supply))
        kinds = [kind for kind, copies in supply.items() if copies]
        return cls(dict.fromkeys(cards, kinds), [dealt, *_listed_rules(rules)], title=title)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The statements that hold from the start, each with a name of its own."""
        return tuple(_named(self._given_rules))

    @cached_property
    def bits(self) -> dict[Value, int]:
        """One bit for each value; sets of values are kept as integers made of them."""
        return {value: 1 << place for place, value in enumerate(self.values)}

    @cached_property
    def places(self) -> dict[Unknown, int]:
        """The position of each unknown."""
        return {unknown: place for place, unknown in enumerate(self.unknowns)}

    @cached_property
    def _domain_sets(self) -> dict[Unknown, frozenset[Value]]:
        return self._of_each_domain(frozenset)

    @cached_property
    def _domain_masks(self) -> dict[Unknown, int]:
        return self._of_each_domain(self.mask)

    def _of_each_domain(self, make: Callable[[tuple[Value, ...]], _Made]) -> dict[Unknown, _Made]:
        """Make something of the values of each unknown, only once for those that share them."""
        made = {id(domain): make(domain) for domain in _distinct(self.domains.values())}
        return {unknown: made[id(domain)] for unknown, domain in self.domains.items()}

    @cached_property
    def start(self) -> tuple[int, ...]:
        """The values each unknown can have before anything was heard, as bits.

        Rules on one unknown and prior weights of 0 are already counted in.
        """
        masks = [self._domain_masks[unknown] for unknown in self.unknowns]
        for unknown, weights in self.priors.items():
            masks[self.places[unknown]] &= ~self.mask(v for v, weight in weights.items() if not weight)
        for statement in self.statements:
            if not statement.speaks_of_several and len(statement.scope) == 1:
                (unknown,) = statement.scope
                masks[self.places[unknown]] &= self.allowed(statement)
        return tuple(masks)

    @cached_property
    def joint_statements(self) -> tuple[Statement, ...]:
        """What the joint rules say (`joint_rules`), without their names."""
        return tuple([statement for statement in self.statements if not statement.is_single])

    @cached_property
    def joint_rules(self) -> tuple[Rule, ...]:
        """The rules that are more than a limit of one unknown: on several (or none), or with weights."""
        return tuple(rule for rule in self.rules if not rule.statement.is_single)

    @cached_property
    def is_one_to_one(self) -> bool:
        """Whether the only rule on more than one unknown is that all unknowns differ."""
        joint = self.joint_statements
        if len(self.unknowns) == 1:
            return not joint
        return (
            len(joint) == 1
            and isinstance(joint[0], AllDifferent)
            and not joint[0].taken
            and joint[0].scope == frozenset(self.unknowns)
        )

    def mask(self, values: Iterable[Value]) -> int:
        """Return a set of values as bits."""
        bits = self.bits
        return sum({bits[value] for value in values})

    def values_of(self, mask: int, unknown: Unknown | None = None) -> tuple[Value, ...]:
        """Return the values that bits stand for, in order; of an unknown, as it calls them (`called`)."""
        digits = f"{mask & (1 << len(self.values)) - 1:b}"
        values = tuple(
            value for value, digit in zip(self.values, reversed(digits), strict=False) if digit == "1"
        )
        own = self._own.get(unknown)
        return values if own is None else tuple(own[value] for value in values)

    def values_by_unknown(self, masks: Sequence[int]) -> dict[Unknown, tuple[Value, ...]]:
        """Return the values that bits stand for, in order, for each unknown, as it calls them."""
        # Few sets of values are left to many unknowns.
        values_of = {mask: self.values_of(mask) for mask in set(masks)}
        found = {unknown: values_of[mask] for unknown, mask in zip(self.unknowns, masks, strict=True)}
        for unknown, own in self._own.items():
            found[unknown] = tuple([own[value] for value in found[unknown]])
        return found

    def called(self, unknown: Unknown, value: Value) -> Value:
        """Return a value as an unknown calls it: True and 1 are the same to Python, but not to a reader."""
        own = self._own.get(unknown)
        return value if own is None else own[value]

    @cached_property
    def _own(self) -> dict[Unknown, dict[Value, Value]]:
        """The values of each unknown that calls some of them otherwise than others do, as it calls them."""
        kinds = {value: type(value) for value in self.values}
        named = self._of_each_domain(
            lambda domain: (
                {value: value for value in domain}
                if any(type(value) is not kinds[value] for value in domain)
                else None
            )
        )
        return {unknown: own for unknown, own in named.items() if own is not None}

    def allowed(self, statement: Statement) -> int:
        """Return the values that a statement on one unknown allows, as bits."""
        if isinstance(statement, Among):
            unknown = statement.unknown
            named = sum(map(self.bits.__getitem__, statement.values))
            return named if statement.inside else self._domain_masks[unknown] & ~named
        (unknown,) = statement.scope
        return self.mask(v for v in self.domains[unknown] if statement.holds({unknown: v}))

    def domains_of(self, masks: Iterable[int]) -> dict[Unknown, frozenset[Value]]:
        """Return the sets of values that bits stand for, by unknown."""
        left = tuple(masks)
        sets = {mask: frozenset(self.values_of(mask)) for mask in set(left)}
        return {unknown: sets[mask] for unknown, mask in zip(self.unknowns, left, strict=True)}

    def check(self, statement: Statement) -> None:
        """Make sure that a statement only names unknowns and values of this problem.

        Raises:
            ProblemError: If it names something else.
        """
        if not isinstance(statement, Statement):
            raise no_statement(statement)
        if self._is_known(statement):
            return
        for unknown in statement.scope:
            self.check_unknown(unknown)
        for unknown, value in statement.facts():
            self.check_value(unknown, value)
        if isinstance(statement, Drawn):
            self._check_supply(statement)
        statement.check(self._domain_sets)

    def _is_known(self, statement: Statement) -> bool:
        """Tell quickly whether a usual statement only names what is here; False leaves that open."""
        sets = self._domain_sets
        if type(statement) is Among:
            known = sets.get(statement.unknown)
            return known is not None and statement.values <= known
        if type(statement) is Count:
            for part in statement.parts:
                if type(part) is Among:
                    # By far the most parts.
                    known = sets.get(part.unknown)
                    if known is None or not part.values <= known:
                        return False
                elif not self._is_known(part):
                    return False
            return True
        if type(statement) is Table:
            return all(map(sets.__contains__, statement.unknowns)) and self._has_rows(statement)
        return type(statement) is AllDifferent and all(map(sets.__contains__, statement.unknowns))

    def _has_rows(self, statement: Table) -> bool:
        """Tell whether each value of a table is one of its unknown."""
        domains = [self._domain_sets[unknown] for unknown in statement.unknowns]
        return all(map(operator.le, statement.within, domains)) or all(
            map(operator.le, statement.columns, domains)
        )

    def _check_supply(self, statement: Drawn) -> None:
        """Make sure that each value of a supply is one that some of the draws can have."""
        drawable = frozenset().union(*(self._domain_sets[unknown] for unknown in statement.unknowns))
        for value in statement.supply:
            if value not in drawable:
                self.check_value(statement.unknowns[0], value)

    def check_unknown(self, unknown: Unknown) -> None:
        """Make sure that there is such an unknown.

        Raises:
            ProblemError: If there is none.
        """
        if as_name(unknown, "an unknown") not in self.domains:
            message = f"there is no unknown {quoted(unknown)}; {did_you_mean(unknown, self.unknowns)}"
            raise UnknownNameError(message)

    def check_value(self, unknown: Unknown, value: Value) -> None:
        """Make sure that an unknown can have a value.

        Raises:
            ProblemError: If there is no such unknown, or it has no such value.
        """
        self.check_unknown(unknown)
        if as_name(value, "a value") not in self._domain_sets[unknown]:
            message = (
                f"{quoted(str(unknown))} has no value {quoted(value)}; "
                f"{did_you_mean(value, self.domains[unknown])}"
            )
            raise ProblemError(message)

    def check_names(self, given: Mapping[Unknown, Iterable[Value]]) -> None:
        """Make sure that there are such unknowns, and that they can have such values.

        Raises:
            ProblemError: If not.
        """
        for unknown, values in given.items():
            self.check_unknown(unknown)
            for value in as_list(values, f"what is said of {shortened(unknown)}"):
                self.check_value(unknown, value)

    def weights(
        self, given: Mapping[Any, Mapping[Any, Weight]], what: str
    ) -> dict[Unknown, dict[Value, Fraction]]:
        """Read weights per unknown and value, exactly.

        Args:
            given: The weights; a value that is not listed weighs 1.
            what: What they are, for the error message.

        Raises:
            ProblemError: If a name is unknown, a weight is wrong, or every value of an unknown weighs 0.
        """
        as_mapping(given, f"the {what}s", "{'A': {'rook': 2}}")
        for unknown, weights in given.items():
            as_mapping(weights, f"the {what}s of {shortened(unknown)}", "{'rook': 2}")
        self.check_names(given)
        read: dict[Unknown, dict[Value, Fraction]] = {}
        for unknown, weights in given.items():
            row = dict.fromkeys(self.domains[unknown], _ONE)
            row |= {
                value: exact(weight, f"{what} of {shortened(unknown)} for {shortened(value)}")
                for value, weight in weights.items()
            }
            read[unknown] = row
            if not any(read[unknown].values()):
                message = f"every {what} of {shortened(unknown)} is 0; at least one value must stay possible"
                raise ProblemError(message)
        return read

    def _check_rule(self, place: int) -> None:
        try:
            self.check(self.statements[place])
        except ProblemError as error:
            message = f"rule {quoted(self.rules[place].name)}: {error}"
            raise ProblemError(message) from None

    def _read_hidden(self, hidden: Iterable[Unknown]) -> frozenset[Unknown]:
        names = frozenset(listed(hidden, "unknowns"))
        for name in names:
            self.check_unknown(name)
        if len(names) == len(self.unknowns):
            message = "all unknowns are hidden; at least one must be shown"
            raise ProblemError(message)
        return names

    @cached_property
    def shown(self) -> tuple[Unknown, ...]:
        """The unknowns that are not hidden."""
        return tuple(unknown for unknown in self.unknowns if unknown not in self.hidden)

    def _read_priors(
        self, priors: Mapping[Any, Mapping[Any, Weight]]
    ) -> dict[Unknown, dict[Value, Fraction]]:
        return self.weights(priors, "prior weight")

    def __repr__(self) -> str:
        parts = [_number(len(self.unknowns), "unknown"), _number(len(self.values), "value")]
        if self.is_one_to_one and len(self.unknowns) > 1:
            parts.append("one-to-one")
            if len(self.statements) > 1:
                parts.append(_number(len(self.statements) - 1, "more rule"))
        elif self.statements:
            parts.append(_number(len(self.statements), "rule"))
        if self.priors:
            parts.append(_number(len(self.priors), "prior"))
        if self.hidden:
            parts.append(f"{len(self.hidden)} hidden")
        return f"Problem({', '.join(parts)})"


def _sizes(hands: object) -> dict[object, int]:
    """Read how many cards each hand has.

    Raises:
        ProblemError: If that makes no sense.
    """
    if not isinstance(hands, Mapping) or not hands:
        message = f"deal: the hands are {quoted(hands)}; they must be a mapping such as {{'Ann': 5}}"
        raise ProblemError(message)
    for hand, size in hands.items():
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MOST_PAIRS:
            message = (
                f"deal: {quoted(str(hand))} has {quoted(size)} cards; the number of cards must be a whole "
                "number that is 1 or more"
            )
            raise ProblemError(message)
    return dict(hands)


def _declared_once(unknowns: Iterable[Unknown]) -> tuple[Unknown, ...]:
    names = tuple(listed(unknowns, "unknowns"))
    if repeated := repeats(names):
        message = f"unknown {quoted(repeated[0])} is declared twice; declare every unknown once"
        raise ProblemError(message)
    return names


def _listed_rules(rules: Rules) -> list[Statement | Rule]:
    if isinstance(rules, Mapping):
        return [Rule(str(name), rule) for name, rule in rules.items()]
    return as_list(rules, "the rules")


def _named(rules: Iterable[Statement | Rule]) -> Iterator[Rule]:
    """Give every rule a name of its own: the given one, or its words, numbered where they repeat."""
    used: set[str] = set()
    numbers: dict[str, int] = {}
    for item in rules:
        rule = item if isinstance(item, Rule) else Rule(str(item), item)
        name = rule.name
        while name in used:
            numbers[rule.name] = number = numbers.get(rule.name, 1) + 1
            name = f"{rule.name} ({number})"
        used.add(name)
        yield Rule(name, rule.statement)


def _distinct(domains: Iterable[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """Return every list of values once that unknowns share."""
    return list({id(domain): domain for domain in domains}.values())


def _domains(unknowns: Mapping[Any, Iterable[Any]]) -> dict[Unknown, tuple[Value, ...]]:
    """Check and keep the values of each unknown; those that are declared with one list share it."""
    given = list(as_mapping(unknowns, "the unknowns", "Problem({'A': ['rook', 'king']})").items())
    known: dict[int, tuple[Value, ...]] = {}
    for unknown, values in given:
        if id(values) not in known:
            known[id(values)] = _domain(unknown, values)
    return {unknown: known[id(values)] for unknown, values in given}


def _domain(unknown: Unknown, values: Iterable[Value]) -> tuple[Value, ...]:
    if isinstance(values, str):
        message = f"the values of {shortened(unknown)} must be a list, not the text {quoted(values)}"
        raise ProblemError(message)
    domain = tuple(as_list(values, f"the values of {shortened(unknown)}"))
    for value in domain:
        as_name(value, "a value")
    if not domain:
        message = f"{quoted(str(unknown))} has no values; give it at least one"
        raise ProblemError(message)
    if repeated := repeats(domain):
        message = (
            f"{quoted(str(unknown))} has the value {quoted(str(repeated[0]))} twice; list every value once"
        )
        raise ProblemError(message)
    return domain


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
