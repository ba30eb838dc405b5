"""Asking a law: may this be done, and what does a table have for that."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.conditions import Every, Is, Leaf, Limit, Members, Opposite, Some, is_about_what_lasts
from deduce.ruling.errors import RulingError
from deduce.ruling.features import Sort, checked_facts
from deduce.ruling.judgement import Granted, Instead, Judgement, Outcome, Question, Refusal, value_text
from deduce.ruling.languages import NOTHING, Words, filled, listed, places_of
from deduce.ruling.law import choices_in
from deduce.tabletop.rulings import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.ruling.amounts import Amount
    from deduce.ruling.conditions import Condition
    from deduce.ruling.features import Fact, Feature
    from deduce.ruling.law import Action, Effect, Law, Need

MOST_LISTED = 6
"""A longer list of things that have to be away is not told in full."""
_AND = Words("and", "et")
Truth: TypeAlias = bool | None
"""Whether something holds; None if that is not known."""

__all__ = [
    "Found", "action_named", "comes_of", "outcome_words", "readings", "refusing", "value", "verdict",
]  # fmt: skip


@dataclass(frozen=True)
class Found:
    """What a table has for a situation.

    Attributes:
        values: What it has; nothing if that is not known.
        rules: The rules that the row comes from.
        source: Where it stands in them.
        questions: What has to be known first.
        choices: The choices that it hangs on.
    """

    values: Mapping[str, Fact]
    rules: tuple[str, ...] = ()
    source: str = ""
    questions: tuple[Question, ...] = ()
    choices: tuple[str, ...] = ()

    def amount(self, name: str) -> Amount | None:
        """Return a number that it has; None if it has none of that name."""
        value = self.values.get(name)
        return None if value is None or isinstance(value, str | frozenset) else value


def action_named(law: Law, name: str) -> Action:
    """Return an action by its name.

    Raises:
        RulingError: If there is none.
    """
    if name not in law.actions:
        message = f"there is no action {quoted(name)}; {did_you_mean(name, law.actions)}"
        raise RulingError(message)
    return law.actions[name]


def verdict(
    law: Law, action: str, facts: Mapping[str, object], names: Mapping[str, Words | str] | None = None
) -> Judgement:
    """Tell whether something may be done.

    Args:
        law: The law.
        action: What is to be done.
        facts: What is known of the situation; what is missing or None is not known.
        names: What the places in sentences are called, such as `one` and `other`.

    Raises:
        RulingError: If there is no such action or feature, or a feature cannot be what it is said to be.
    """
    asked = action_named(law, action)
    speaker = _Speaker(law, checked_facts(law.features, facts), _called(law, names or {}))
    judged = speaker.judged(asked)
    if judged.verdict is Verdict.REFUSED and asked.instead:
        return replace(judged, instead=tuple(speaker.instead(asked)))
    return judged


def comes_of(
    law: Law,
    action: str,
    facts: Mapping[str, object],
    names: Mapping[str, Words | str] | None = None,
    wanted: str = "",
) -> tuple[tuple[Outcome, ...], tuple[Question, ...]]:
    """Return what comes of doing something, whether it may be done or not, and what has to be known first.

    Args:
        law: The law.
        action: What is done.
        facts: What is known of the situation.
        names: What the places in sentences are called.
        wanted: What is to come of it, by name, if nothing else is asked about; such as "takes".

    Raises:
        RulingError: If there is no such action or feature, or a feature is wrong.
    """
    asked, known = action_named(law, action), checked_facts(law.features, facts)
    if wanted:
        giving = [each for each in law.comes[action] if wanted in dict(each[0].gives)]
        law = replace(law, actions={action: replace(asked, effects={each.name: each for each, _ in giving})})
    return _Speaker(law, known, _called(law, names or {})).outcomes(law.actions[action])


def refusing(law: Law, action: str, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the rules by which something is refused, each once, without a word; nothing if it is not.

    It is for questions about a great many situations.

    Args:
        law: The law.
        action: What is to be done.
        facts: What is known of the situation, checked.

    Raises:
        RulingError: If there is no such action.
    """
    needs = law.in_force[action_named(law, action).name]
    failing = (need for need, is_played in needs if is_played and need.truth(facts, law.numbers) is False)
    return tuple(dict.fromkeys(rule for need in failing for rule in need.rules))


def value(
    law: Law, table: str, facts: Mapping[str, object], names: Mapping[str, Words | str] | None = None
) -> Found:
    """Return what a table has for a situation: its first row that fits. A missing row is not known, never 0.

    Args:
        law: The law.
        table: The table.
        facts: What is known of the situation.
        names: What the places in questions are called.

    Raises:
        RulingError: If there is no such table, or a feature is wrong.
    """
    rows = law.by_table.get(table)
    if rows is None:
        message = f"there is no table {quoted(table)}; {did_you_mean(table, law.by_table)}"
        raise RulingError(message)
    checked = checked_facts(law.features, facts)
    speaker = _Speaker(law, checked, _called(law, names or {}))
    for row, choices in law.tabled[table]:
        fits = True if row.when is None else row.when.truth(checked, law.numbers)
        if fits:
            return Found(dict(speaker.given(row.gives)), row.rules, row.source, choices=choices)
        if fits is None and row.when is not None:
            return Found({}, questions=_merged(speaker.asked(row.when, row.rules, choices)))
    missing = Words(
        f"what does the table {table} have for this? (it has no row)",
        f"que dit le tableau {table} ici ? (il n'a pas de ligne)",
    )
    return Found({}, questions=(Question(table, missing),))


def outcome_words(law: Law, name: str, value: Fact, names: Mapping[str, Words]) -> Words:
    """Return what comes of an act in words; nothing if the law has none for it.

    Args:
        law: The law.
        name: What comes of it.
        value: How much, or which.
        names: What the places in sentences are called.
    """
    text = value_text(value)
    words = law.told.get(f"{name}={text}") or law.told.get(name) or NOTHING
    return filled(words, {**law.names, **names, "value": Words(text, text)}) if words else NOTHING


def readings(law: Law, action: str, *, of_effects: bool = False) -> Iterator[Law]:
    """Iterate over the law with every reading of what an act hangs on, what is played first.

    Args:
        law: The law.
        action: The act.
        of_effects: Whether also what comes of the act is read in every way, and not only what it needs.
    """
    asked = action_named(law, action)
    conditions = [part for need in asked.needs.values() for part in need.conditions()]
    choices = [choice for need in asked.needs.values() for choice in need.under]
    given: list[str] = []
    if of_effects:
        for effect in asked.effects.values():
            conditions += filter(None, (effect.when, effect.unless))
            choices += effect.under
            given += [found.name for _, found in effect.gives if isinstance(found, Limit) and found.name]
    numbers = {*given, *(name for part in conditions for name in part.numbers_named())}
    choices += [choice for name in sorted(numbers) for choice, _ in law.declared[name].under]
    decisions = _decisions(choices)
    each = [
        [(name, word) for word in dict.fromkeys((law.choices[name], *law.decisions[name].readings))]
        for name in decisions
    ]
    for combination in itertools.product(*each):
        yield law.varied(dict(combination)) if combination else law


def _called(law: Law, names: Mapping[str, Words | str]) -> dict[str, Words]:
    given = {name: Words(said, said) if isinstance(said, str) else said for name, said in names.items()}
    return {**law.names, **given}


def _hangs_on(law: Law, need: Need, facts: Mapping[str, Fact], truth: Truth) -> Iterator[str]:
    """Iterate over the choices without which a need would say something else."""
    if need.under and truth is not True:
        yield from (f"{decision}={law.choices[decision]}" for decision in need.decisions)
    if not law.wavering:
        return
    for name in need.numbers_named:
        others = law.wavering.get(name, ())
        if any(need.truth(facts, {**law.numbers, name: other}) is not truth for other in others):
            decisions = _decisions(choice for choice, _ in law.declared[name].under)
            yield from (f"{decision}={law.choices[decision]}" for decision in decisions)


def _decisions(choices: Iterable[str]) -> list[str]:
    """Return the decisions of some choices, each once."""
    return list(dict.fromkeys(decision for choice in choices for decision, _ in choices_in(choice)))


@dataclass(frozen=True)
class _Speaker:
    """Puts into words what the needs of an act say of a situation."""

    law: Law
    facts: Mapping[str, Fact]
    names: Mapping[str, Words]

    def _filled(self, words: Words) -> Words:
        places = places_of(words)
        if not places:
            return words
        if all(name in self.names for name in places):
            return filled(words, self.names)
        meant = dict(self.names)
        for name in places:
            if name not in meant and name in self.law.declared:
                meant[name] = self.law.declared[name].unit.said(self.law.numbers[name])
            elif name not in meant and name in self.facts:
                meant[name] = self.law.features[name].value_said(self.facts[name])
        return filled(words, meant)

    def judged(self, action: Action) -> Judgement:
        """Return what the needs of an act say, without what may be done instead."""
        called = self._filled(action.called)
        failing: list[Need] = []
        unclear: list[Need] = []
        granted: list[Need] = []
        otherwise: list[Need] = []
        asked: list[tuple[Need, Truth]] = []
        for need, is_played in self.law.in_force[action.name]:
            truth = need.truth(self.facts, self.law.numbers)
            if not is_played:
                # Under another choice it would be refused.
                otherwise += [need] if truth is False else []
                continue
            if truth is not True:
                is_granted = truth is None and self._is_granted(need)
                (failing if truth is False else granted if is_granted else unclear).append(need)
            asked.append((need, truth))
        if failing:
            refusals = sorted(map(self.refusal, failing), key=lambda each: each.has_cure)
            choices = self._decisive(failing, otherwise)
            return Judgement(action.name, called, Verdict.REFUSED, tuple(refusals), choices=choices)
        asked += [(need, False) for need in otherwise]
        hanging = [each for need, truth in asked for each in _hangs_on(self.law, need, self.facts, truth)]
        choices = tuple(dict.fromkeys(hanging))
        taken = tuple(map(self.granted, granted))
        if unclear:
            questions = _merged(question for need in unclear for question in self.questions(need))
            return Judgement(
                action.name, called, Verdict.UNKNOWN, (), questions, choices=choices, granted=taken
            )
        outcomes, questions = self.outcomes(action)
        choices = tuple(dict.fromkeys((*choices, *self.otherwise(action, outcomes))))
        return Judgement(action.name, called, Verdict.ALLOWED, (), questions, outcomes, choices, taken)

    def refusal(self, need: Need) -> Refusal:
        """Return a need that is not fulfilled: what is, and what would do."""
        numbers = self.law.numbers
        blamed = list(_blamed(need.test, self.facts, numbers, is_wanted=True))
        if len(blamed) > 1:
            blamed = list(dict.fromkeys(blamed))
        found = need.found or self._found(blamed)
        has_cure = not all(leaf.feature.is_lasting for leaf in blamed)
        if need.unless is not None:
            has_cure = has_cure or not is_about_what_lasts(need.unless, self.facts)
        if need.when is not None:
            has_cure = has_cure or not is_about_what_lasts(need.when, self.facts)
        # What a flag would have to be needs no words: it is the opposite of what it is.
        wanted = need.wanted or (
            NOTHING
            if isinstance(need.test, Is) and need.test.is_flag
            else _narrowed(need.test, self.facts).said(numbers)
        )
        choices = self.law.played(need.under)
        return Refusal(need.name, need.rules, self._filled(found), self._filled(wanted), choices, has_cure)

    def _found(self, blamed: Iterable[Leaf]) -> Words:
        """Return in a sentence what is, of the features that some conditions are on."""
        said = [leaf.feature.fact_said(self.facts[leaf.feature.name]) for leaf in blamed]
        # To tell words apart takes longer than to say them.
        return said[0] if len(said) == 1 else listed(dict.fromkeys(said), _AND)

    def _decisive(self, failing: Iterable[Need], otherwise: Iterable[Need]) -> tuple[str, ...]:
        """Return the choices without which something would not be refused.

        Args:
            failing: The needs that are not fulfilled.
            otherwise: Those that would not be fulfilled under other choices.
        """
        each = [list(_hangs_on(self.law, need, self.facts, truth=False)) for need in failing]
        if not all(each):
            return ()
        as_well = {choice for need in otherwise for under in need.under for choice in choices_in(under)}

        def decides(choice: str) -> bool:
            ((decision, played),) = choices_in(choice)
            others = (word for word, _ in self.law.decisions[decision].choices if word != played)
            return not all((decision, word) in as_well for word in others)

        return tuple(filter(decides, dict.fromkeys(choice for found in each for choice in found)))

    def _is_granted(self, need: Need) -> bool:
        """Tell whether an open need is taken for granted: nobody is asked, and nobody has begun to say it."""
        if need.is_asked:
            return False
        if need.when is not None:
            return need.when.truth(self.facts, self.law.numbers) is None
        return not any(leaf.feature.name in self.facts for leaf in need.test.leaves())

    def granted(self, need: Need) -> Granted:
        """Return a need that is taken for granted."""
        open_leaves = [
            leaf
            for condition in need.conditions()
            for leaf in condition.leaves()
            if leaf.feature.name not in self.facts
        ]
        test = need.test
        said = need.wanted or test.said(self.law.numbers)
        if not need.wanted and isinstance(test, Leaf) and not (isinstance(test, Is) and test.is_flag):
            called = test.feature.called or Words(test.feature.name, test.feature.name)
            said = Words(f"{called.en}: {said.en}", f"{called.fr} : {said.fr}")
        features = tuple(dict.fromkeys(leaf.feature.name for leaf in open_leaves))
        tested = [leaf for leaf in test.leaves() if leaf in open_leaves]
        about = self._about(leaf.feature for leaf in tested or open_leaves)
        if not about:
            is_worded = all(leaf.feature.yes for leaf in tested)
            about = test.said(self.law.numbers) if is_worded else said
        choices = self.law.played(need.under)
        return Granted(need.name, self._filled(said), features, need.rules, choices, self._filled(about))

    def _about(self, features: Iterable[Feature]) -> Words:
        """Return what features are called, as a list; nothing if one is a flag, which is a sentence."""
        each = list(dict.fromkeys(features))
        if any(feature.sort is Sort.FLAG for feature in each):
            return NOTHING
        called = [feature.called or Words(feature.name, feature.name) for feature in each]
        return listed(called, Words("and", "et"))

    def instead(self, action: Action) -> Iterator[Instead]:
        """Iterate over what may be done instead of what is refused; nothing that is refused as well."""
        for name, rules in action.instead.items():
            judged = self.judged(self.law.actions[name])
            if judged.verdict is not Verdict.REFUSED:
                yield Instead(name, judged.called, rules, judged.is_allowed)

    def questions(self, need: Need) -> Iterator[Question]:
        """Iterate over what has to be known to tell whether a need is fulfilled.

        When it is demanded is asked first: where it is not, nothing else has to be known.
        """
        choices = self.law.played(need.under)
        if self._is_open(need.when):
            yield from self.first_asked(need.when, need.rules, choices)
            return
        yield from self.asked(need.test, need.rules, choices)
        # Whether there is an exception is only asked where one is needed.
        if need.unless is not None and need.test.truth(self.facts, self.law.numbers) is False:
            yield from self.asked(need.unless, need.rules, choices)

    def _is_open(self, condition: Condition | None) -> TypeGuard[Condition]:
        """Tell whether nobody knows yet that a condition holds, or that it does not."""
        return condition is not None and condition.truth(self.facts, self.law.numbers) is None

    def first_asked(
        self, condition: Condition, rules: tuple[str, ...], choices: tuple[str, ...]
    ) -> Iterator[Question]:
        """Iterate over what has to be known first of a condition: of several, the first that is open."""
        parts = condition.parts if isinstance(condition, Every) else (condition,)
        first = next(filter(self._is_open, parts), condition)
        if first is condition:
            yield from self.asked(condition, rules, choices)
        else:
            yield from self.first_asked(first, rules, choices)

    def asked(
        self, condition: Condition, rules: tuple[str, ...], choices: tuple[str, ...]
    ) -> Iterator[Question]:
        """Iterate over the features that a condition waits for."""
        if condition.truth(self.facts, self.law.numbers) is not None:
            return
        parts = _parts(condition)
        if parts is not None:
            for part in parts:
                yield from self.asked(part, rules, choices)
            return
        for leaf in condition.leaves():
            yield Question(leaf.feature.name, self._filled(leaf.feature.asked()), rules, choices)

    def given(self, gives: Iterable[tuple[str, Fact | Limit]]) -> Iterator[tuple[str, Fact]]:
        """Iterate over what something gives, with the numbers that it names."""
        for name, found in gives:
            yield name, found.value(self.law.numbers) if isinstance(found, Limit) else found

    def outcomes(self, action: Action) -> tuple[tuple[Outcome, ...], tuple[Question, ...]]:
        """Return what comes of an act, and what has to be known to say more."""
        outcomes: list[Outcome] = []
        questions: list[Question] = []
        for effect, choices in self.law.comes[action.name]:
            comes = self._comes(effect)
            if comes:
                outcomes += [
                    Outcome(
                        name, found, effect.rules, choices, outcome_words(self.law, name, found, self.names)
                    )
                    for name, found in self.given(effect.gives)
                ]
            elif comes is None and effect.is_asked:
                first = next(filter(self._is_open, (effect.when, effect.unless)))
                questions += self.first_asked(first, effect.rules, choices)
        return tuple(outcomes), _merged(questions)

    def otherwise(self, action: Action, outcomes: Iterable[Outcome]) -> Iterator[str]:
        """Iterate over the choices without which more, or something else, would come of an act."""
        known = {(each.name, each.value) for each in outcomes}
        for effect in self.law.not_in_force[action.name]:
            if self._comes(effect) and not known.issuperset(self.given(effect.gives)):
                yield from (f"{name}={self.law.choices[name]}" for name in _decisions(effect.under))

    def _comes(self, effect: Effect) -> bool | None:
        return effect.truth(self.facts, self.law.numbers)


def _narrowed(condition: Condition, facts: Mapping[str, Fact]) -> Condition:
    """Return what would do; of a long list of things that have to be away only those that are there."""
    if not isinstance(condition, Members) or condition.how != "none" or len(condition.values) <= MOST_LISTED:
        return condition
    found = facts.get(condition.feature.name)
    there = condition.values & found if isinstance(found, frozenset) else frozenset[str]()
    return replace(condition, values=there) if there else condition


def _parts(condition: Condition) -> tuple[Condition, ...] | None:
    """Return what a condition is made of; None if it is on one feature."""
    if isinstance(condition, Every | Some):
        return condition.parts
    return (condition.part,) if isinstance(condition, Opposite) else None


def _blamed(
    condition: Condition, facts: Mapping[str, Fact], numbers: Mapping[str, Amount], *, is_wanted: bool
) -> Iterator[Leaf]:
    """Iterate over the conditions on one feature because of which something is not as it is wanted."""
    if condition.truth(facts, numbers) is not (not is_wanted):
        return
    if isinstance(condition, Leaf):
        yield condition
    elif isinstance(condition, Opposite):
        yield from _blamed(condition.part, facts, numbers, is_wanted=not is_wanted)
    elif isinstance(condition, Every | Some):
        for part in condition.parts:
            yield from _blamed(part, facts, numbers, is_wanted=is_wanted)


def _merged(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return questions with each feature once, all rules that ask for it behind it."""
    merged: dict[str, Question] = {}
    for each in questions:
        if (before := merged.get(each.feature)) is None:
            merged[each.feature] = each
        else:
            rules = tuple(dict.fromkeys((*before.rules, *each.rules)))
            choices = tuple(dict.fromkeys((*before.choices, *each.choices)))
            merged[each.feature] = Question(each.feature, each.asks, rules, choices)
    return tuple(merged.values())
