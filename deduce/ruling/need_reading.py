"""Reading what can be done: needs, effects, and tables that are looked up by features."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.blocks import Block
from deduce.ruling.conditions import Bounds, Every, Is, Limit, Members, Opposite, Some
from deduce.ruling.feature_reading import RESERVED
from deduce.ruling.features import Sort
from deduce.ruling.languages import Words
from deduce.ruling.law import Action, Effect, Need, Row, choices_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deduce.ruling.conditions import Condition
    from deduce.ruling.features import Fact, Feature
    from deduce.ruling.law import Decision, Number

__all__ = ["ActionReader", "check_choice"]

ALIKE = 0.8
"""From this likeness on a further name is taken for a misspelt one."""
BOUNDS = ("least", "most", "above", "below")
MEMBERS = ("some", "all", "none")


@dataclass(frozen=True)
class ActionReader:
    """Reads what refers to what was declared before.

    Attributes:
        features: The features.
        groups: The conditions that have a name.
        numbers: The numbers.
        decisions: The decisions.
    """

    features: Mapping[str, Feature]
    groups: Mapping[str, Condition]
    numbers: Mapping[str, Number]
    decisions: Mapping[str, Decision]

    def group(self, block: Block) -> Condition:
        """Read a condition that gets a name."""
        return self._condition(block, ())

    def action(self, name: str, block: Block, known: Mapping[str, Action]) -> Action:
        """Read what something needs and gives; what is not said stays as it was before.

        Args:
            name: What it is called.
            block: The table.
            known: The actions of the file that this one extends.

        Raises:
            RulingError: If something is wrong.
        """
        block.check_keys(("called", "needs", "gives", "instead"))
        before = known.get(name)
        if before is None and known and not block.has("called"):
            message = f"there is no action {quoted(name)}; {did_you_mean(name, known)}"
            raise block.wrong(f"{message} (a further action says what it is called)")
        if before is None and not block.has("needs"):
            raise block.wrong("it has no needs; if nothing is needed, write needs = {}")
        called = block.words("called") if block.has("called") or before is None else before.called
        needs = dict(before.needs) if before is not None else {}
        there = tuple(needs)
        for each, inner in block.blocks("needs"):
            if self._is_off(inner, needs, each):
                del needs[each]
            else:
                _check_new(inner, each, there)
                needs[each] = self._need(each, inner)
        effects = dict(before.effects) if before is not None else {}
        there = tuple(effects)
        for each, inner in block.blocks("gives"):
            if self._is_off(inner, effects, each):
                del effects[each]
            else:
                _check_new(inner, each, there)
                effects[each] = self._effect(each, inner)
        instead = dict(before.instead) if before is not None else {}
        for each, inner in block.blocks("instead"):
            if self._is_off(inner, instead, each):
                del instead[each]
                continue
            inner.check_keys(("rule",))
            if each not in known:
                message = f"there is no action {quoted(each)} in what it extends; {did_you_mean(each, known)}"
                raise inner.wrong(message)
            instead[each] = inner.rules()
        return Action(name, called or Words(name, name), needs, effects, instead)

    def shared_need(self, name: str, block: Block, actions: Mapping[str, Action]) -> Mapping[str, Action]:
        """Read a need that several actions have, and return these with it.

        Args:
            name: What it is called in each of them.
            block: The table: a need, and in `of` the actions.
            actions: The actions there are.

        Raises:
            RulingError: If something is wrong, or one of them has a need of that name.
        """
        names = block.texts("of")
        if not names:
            raise block.wrong('it is a need of no action; name some with of = ["..."]')
        for each in names:
            if each not in actions:
                message = f"there is no action {quoted(each)}; {did_you_mean(each, actions)}"
                raise block.wrong(message, "of")
            if name in actions[each].needs:
                message = f"{each} has a need {name} already; change it under [actions.{each}.needs.{name}]"
                raise block.wrong(message, "of")
        need = self._need(name, block, "of")
        return {each: replace(actions[each], needs={**actions[each].needs, name: need}) for each in names}

    def rows(self, top: Block, known: Iterable[Row]) -> list[Row]:
        """Read the rows of all tables that are looked up by features.

        Args:
            top: The file.
            known: The rows of the file that it extends; what is a number there, or yes or no, has to be
                that here.

        Raises:
            RulingError: If something is wrong, or a table or what it gives seems to be misspelt.
        """
        columns: dict[str, dict[str, list[Fact | Limit]]] = {}
        for row in known:
            table = columns.setdefault(row.table, {})
            for name, given in row.gives:
                table.setdefault(name, []).append(given)
        return [self._row(each, columns) for each in top.tables("row")]

    def _row(self, block: Block, columns: Mapping[str, Mapping[str, Sequence[Fact | Limit]]]) -> Row:
        """Read a row.

        Args:
            block: The row.
            columns: What the tables that are known give, by name.
        """
        block.check_keys(("table", "when", "under", "gives", "rule", "source"))
        when, _, under = self._circumstances(block)
        table = block.text("table")
        _check_new(block, table, tuple(columns), "table")
        known = columns.get(table, {})
        gives = block.block("gives")
        for name, found in gives.data.items():
            _check_new(gives, name, tuple(known), name)
            _check_kind(gives, name, found, known.get(name, ()))
        numbers = [
            name
            for name, each in known.items()
            if not any(isinstance(given, str | bool | frozenset) for given in each)
        ]
        return Row(
            table,
            when,
            self._given(gives, numbers),
            block.rules(),
            block.text("source", ""),
            under,
        )

    def _is_off(self, block: Block, known: Mapping[str, object], name: str) -> bool:
        """Tell whether something that was there before is left out."""
        if not block.has("off"):
            return False
        block.check_keys(("off",))
        if name not in known:
            raise block.wrong(f"there is no {quoted(name)} to leave out; {did_you_mean(name, known)}")
        if not block.flag("off"):
            raise block.wrong("off must be true; leave the line out to keep what there is", "off")
        return True

    def _need(self, name: str, block: Block, *beside: str) -> Need:
        when, unless, under = self._circumstances(block)
        return Need(
            name,
            block.rules(),
            self._condition(block, ("rule", "when", "unless", "under", "wanted", "found", "asked", *beside)),
            when,
            unless,
            under,
            block.words("wanted"),
            block.words("found"),
            not block.has("asked") or block.flag("asked"),
        )

    def _effect(self, name: str, block: Block) -> Effect:
        block.check_keys(("rule", "when", "unless", "under", "gives", "asked"))
        when, unless, under = self._circumstances(block)
        is_asked = not block.has("asked") or block.flag("asked")
        return Effect(name, block.rules(), self._given(block.block("gives")), when, unless, under, is_asked)

    def _circumstances(self, block: Block) -> tuple[Condition | None, Condition | None, tuple[str, ...]]:
        when = self._condition(block.block("when"), ()) if block.has("when") else None
        unless = self._condition(block.block("unless"), ()) if block.has("unless") else None
        under = block.texts("under")
        for each in under:
            check_choice(each, self.decisions, block, "under")
        return when, unless, under

    def _given(self, block: Block, numbers: Collection[str] = ()) -> tuple[tuple[str, Fact | Limit], ...]:
        """Read what something gives.

        Args:
            block: The table.
            numbers: What has to be a number; it can be written as a text such as "1/2".
        """
        given: list[tuple[str, Fact | Limit]] = []
        for name, found in block.data.items():
            if isinstance(found, dict):
                inner = block.block(name)
                inner.check_keys(("number",))
                given.append((name, self._number_named(inner, "number", inner.text("number"))))
            elif isinstance(found, str | bool) and name not in numbers:
                given.append((name, found))
            else:
                given.append((name, block.amount(name)))
        if not given:
            raise block.wrong("it gives nothing")
        return tuple(given)

    def _condition(self, block: Block, beside: Iterable[str]) -> Condition:
        """Read a condition: all that a table says must hold.

        Args:
            block: The table.
            beside: The keys in it that are no conditions.
        """
        parts: list[Condition] = []
        for key in block.data:
            if key in beside:
                continue
            if key in {"any", "all"}:
                each = tuple(self._condition(inner, ()) for inner in self._alternatives(block, key))
                parts.append(Some(each) if key == "any" else Every(each))
            elif key == "not":
                parts.append(Opposite(self._condition(block.block(key), ())))
            elif key == "is":
                parts.extend(self._grouped(block))
            elif key in self.features:
                parts.append(self._of_feature(self.features[key], block))
            else:
                known = [
                    *self.features,
                    *(each for each in RESERVED if each in {*beside, "any", "all", "not", "is"}),
                ]
                raise block.wrong(f"there is no feature {quoted(key)}; {did_you_mean(key, known)}", key)
        if not parts:
            raise block.wrong("it asks for nothing; name a feature and what it must be")
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def _alternatives(self, block: Block, key: str) -> Iterator[Block]:
        found = block.data[key]
        if not isinstance(found, list) or not found or not all(isinstance(each, dict) for each in found):
            raise block.wrong(f"{key} is {quoted(found)}; it must be a list of tables", key)
        for place, each in enumerate(found):
            yield Block(block.source, each, (*block.path, key, place))

    def _grouped(self, block: Block) -> Iterator[Condition]:
        for name in block.texts("is"):
            if name not in self.groups:
                raise block.wrong(
                    f"there is no group {quoted(name)}; {did_you_mean(name, self.groups)}", "is"
                )
            yield self.groups[name]

    def _of_feature(self, feature: Feature, block: Block) -> Condition:
        found = block.data[feature.name]
        if feature.sort is Sort.FLAG:
            if not isinstance(found, bool):
                raise block.wrong(
                    f"{feature.name} is {quoted(found)}; it must be true or false", feature.name
                )
            return Is(feature, found)
        if isinstance(found, dict):
            return self._of_table(feature, block.block(feature.name))
        if feature.sort in {Sort.WORD, Sort.ORDERED}:
            return Is(feature, self._named(feature, block, feature.name))
        message = f"{feature.name} is {quoted(found)}; it must be a table such as "
        message += "{ most = 20 }" if feature.sort is Sort.NUMBER else '{ none = ["..."] }'
        raise block.wrong(message, feature.name)

    def _of_table(self, feature: Feature, block: Block) -> Condition:
        if not block.data:
            raise block.wrong("it asks for nothing")
        if feature.sort is Sort.NUMBER:
            block.check_keys(BOUNDS)
            return Bounds(feature, **{key: self._limit(feature, key, block) for key in block.data})
        if feature.sort is Sort.SEVERAL:
            block.check_keys(MEMBERS)
            each = [Members(feature, self._named(feature, block, key), key) for key in block.data]
            return each[0] if len(each) == 1 else Every(tuple(each))
        block.check_keys(("not", *(BOUNDS if feature.sort is Sort.ORDERED else ())))
        if [*block.data] == ["not"]:
            # Words that another file adds are none of these either.
            return Is(feature, self._named(feature, block, "not"), inside=False)
        right = frozenset(feature.words)
        for key in block.data:
            right &= self._part(feature, block, key)
        return Is(feature, right)

    def _part(self, feature: Feature, block: Block, key: str) -> frozenset[str]:
        """Return the words of a feature that a key leaves."""
        if key == "not":
            return frozenset(feature.words) - self._named(feature, block, key)
        (word,) = self._named(feature, block, key)
        place = feature.words.index(word)
        bounds = {
            "least": feature.words[place:],
            "most": feature.words[: place + 1],
            "above": feature.words[place + 1 :],
            "below": feature.words[:place],
        }
        return frozenset(bounds[key])

    def _named(self, feature: Feature, block: Block, key: str) -> frozenset[str]:
        words = block.texts(key)
        for word in words:
            if word not in feature.words:
                message = f"{feature.name} is never {quoted(word)}; {did_you_mean(word, feature.words)}"
                raise block.wrong(message, key)
        if not words or (key in BOUNDS and len(words) != 1):
            raise block.wrong(f"{key} must name {'one word' if key in BOUNDS else 'at least one word'}", key)
        return frozenset(words)

    def _limit(self, feature: Feature, key: str, block: Block) -> Limit:
        found: Any = block.data[key]
        if not isinstance(found, str) or found[:1].isdigit():
            return Limit(block.amount(key))
        limit = self._number_named(block, key, found)
        unit = self.numbers[found].unit
        if unit.name != feature.unit.name:
            message = f"{found} is a number of {unit.name or 'nothing'}, but {feature.name} one of "
            raise block.wrong(f"{message}{feature.unit.name or 'nothing'}", key)
        return limit

    def _number_named(self, block: Block, key: str, name: str) -> Limit:
        if name not in self.numbers:
            raise block.wrong(f"there is no number {quoted(name)}; {did_you_mean(name, self.numbers)}", key)
        return Limit(self.numbers[name].amount, name)


def _check_new(block: Block, name: str, there: tuple[str, ...], key: str = "") -> None:
    """Make sure that a further name in what is extended is no misspelt one.

    Args:
        block: Where it stands.
        name: The name.
        there: The names that are there.
        key: The key in the block that it stands under, or that it is; the block itself if nothing is said.

    Raises:
        RulingError: If it looks like one.
    """
    other = _looked_like(name, there)
    if other:
        message = f"there is no {quoted(name)} to replace; did you mean {other!r}?"
        raise block.wrong(f"{message} (call a further one otherwise)", key)


def _check_kind(block: Block, name: str, found: object, known: Sequence[Fact | Limit]) -> None:
    """Make sure that what a row gives can be that: yes or no where the others say so, and no misspelt word.

    Args:
        block: What the row gives.
        name: The name of it.
        found: What was written.
        known: What the rows that are known give under that name.

    Raises:
        RulingError: If it cannot be that.
    """
    if known and all(isinstance(each, bool) for each in known) and not isinstance(found, bool):
        raise block.wrong(f"{name} is {quoted(found)}; it must be true or false", name)
    if isinstance(found, str):
        other = _looked_like(found, tuple(dict.fromkeys(each for each in known if isinstance(each, str))))
        if other:
            raise block.wrong(f"{name} is never {quoted(found)}; did you mean {other!r}?", name)


def _looked_like(name: str, there: Sequence[str]) -> str:
    """Return which name another seems to be that is misspelt; "" if it is one of them, or like none."""
    if name in there:
        return ""
    # What is likened to several is the second sequence, about which the matcher works most out.
    matcher = SequenceMatcher(None, "", name)
    for other in there:
        matcher.set_seq1(other)
        likeness = matcher.quick_ratio()
        if likeness >= ALIKE and (likeness == 1 or matcher.ratio() >= ALIKE):
            return other
    return ""


def check_choice(text: str, decisions: Mapping[str, Decision], block: Block, key: str) -> None:
    """Make sure that there is a choice such as "DEC-40=hard", or each of several with commas between.

    Raises:
        RulingError: If there is no such decision or choice.
    """
    for name, word in choices_in(text):
        if name not in decisions:
            raise block.wrong(f"there is no decision {quoted(name)}; {did_you_mean(name, decisions)}", key)
        words = [each for each, _ in decisions[name].choices]
        if word not in words:
            raise block.wrong(f"{name} has no choice {quoted(word)}; {did_you_mean(word, words)}", key)
