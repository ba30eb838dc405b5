"""Reading files of rules: each says what it adds to the one that it extends, or what differs from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.content import read_text
from deduce.intake.data import parse_toml
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import MOST
from deduce.ruling.blocks import Block, Source
from deduce.ruling.errors import RulingError
from deduce.ruling.feature_reading import read_feature
from deduce.ruling.features import PLAIN, Unit
from deduce.ruling.languages import LANGUAGES
from deduce.ruling.law import Decision, Law, Number, Table
from deduce.ruling.need_reading import ActionReader, check_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from deduce.ruling.amounts import Amount
    from deduce.ruling.conditions import Condition
    from deduce.ruling.features import Feature
    from deduce.ruling.languages import Words
    from deduce.ruling.law import Action, Row

__all__ = ["parse_law", "read_law"]

FORMAT = "deduce.ruling/1"
LARGEST_FILE = 500_000
DEEPEST = 8
"""Through how many files a law may come about."""
_KEYS = (
    "format", "name", "extends", "units", "names", "features", "groups", "numbers", "tables", "decisions",
    "choices", "readings", "outcomes", "actions", "needs", "row",
)  # fmt: skip


def read_law(
    path: str | Path,
    known: Callable[[str], Law | None] = lambda _: None,
    rules: Callable[[], Collection[str]] | None = None,
    bases: tuple[str, ...] = (),
    *,
    is_named_inside: bool = False,
) -> Law:
    """Read a file of rules, and those that it extends.

    Args:
        path: The file.
        known: The laws that a file can extend by a name instead of a path.
        rules: All ids of rules; without it whatever looks like one is taken for one.
        bases: The known laws one of which it must come from; without them it can stand alone.
        is_named_inside: Whether another file names it; it has to be an ordinary file then.

    Raises:
        RulingError: If something is wrong, with file and line.
    """
    return _read(Path(path), known, rules, bases, is_named_inside=is_named_inside, above=())


def _read(
    path: Path,
    known: Callable[[str], Law | None],
    rules: Callable[[], Collection[str]] | None,
    bases: tuple[str, ...],
    *,
    is_named_inside: bool,
    above: tuple[Path, ...],
) -> Law:
    try:
        text = read_text(path, LARGEST_FILE, "a file of rules", is_named_inside=is_named_inside)
    except IntakeError as error:
        raise RulingError(error.reason, str(path), error.line) from None

    def named(name: str) -> Law | None:
        found = known(name)
        if found is not None or not name.endswith(".toml"):
            return found
        other = path.parent / name
        if other.resolve() in {each.resolve() for each in (*above, path)} or len(above) >= DEEPEST:
            message = f"extends leads back to {name}, or through more than {DEEPEST} files"
            raise RulingError(message, str(path))
        return _read(other, known, rules, bases, is_named_inside=True, above=(*above, path))

    return parse_law(text, str(path), named, rules, bases)


def parse_law(
    text: str,
    source: str,
    known: Callable[[str], Law | None] = lambda _: None,
    rules: Callable[[], Collection[str]] | None = None,
    bases: tuple[str, ...] = (),
) -> Law:
    """Read the text of a file of rules.

    Examples:
        >>> law = parse_law('format = "deduce.ruling/1"', "an empty law")
        >>> law.actions
        {}

    Args:
        text: The text.
        source: What it is called in messages.
        known: The laws that it can extend, by name.
        rules: All ids of rules; without it whatever looks like one is taken for one.
        bases: The known laws one of which it must come from; without them it can stand alone.

    Raises:
        RulingError: If something is wrong, with the line.
    """
    try:
        data = parse_toml(text)
    except IntakeError as error:
        raise RulingError(error.reason, source, error.line) from None
    top = Block(Source(source, text, rules), data)
    top.check_keys(_KEYS)
    if data.get("format") != FORMAT:
        raise top.wrong(f"format is {quoted(data.get('format'))}, but must be {FORMAT!r}", "format")
    law = _Draft()
    if top.has("extends"):
        name = top.text("extends")
        base = known(name)
        if base is None:
            message = f"there are no rules {quoted(name)} to extend{_remedy(bases)}"
            raise top.wrong(message, "extends")
        law = _Draft.of(base)
    elif bases:
        raise top.wrong(f"it stands on no rules, so most are missing{_remedy(bases)}")
    law.add(top)
    return law.finished(top.text("name", source))


def _remedy(bases: tuple[str, ...]) -> str:
    """Say what a file can extend."""
    names = " or ".join(f'extends = "{name}"' for name in bases)
    return f"; write {names}, or the name of another file (.toml) beside this one" if bases else ""


@dataclass
class _Draft:
    """A law that is being read."""

    units: dict[str, Unit] = field(default_factory=lambda: {"": PLAIN})
    features: dict[str, Feature] = field(default_factory=dict)
    groups: dict[str, Condition] = field(default_factory=dict)
    numbers: dict[str, Number] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    names: dict[str, Words] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    told: dict[str, Words] = field(default_factory=dict)

    @classmethod
    def of(cls, law: Law) -> _Draft:
        """Begin with what there is already."""
        return cls(
            dict(law.units),
            dict(law.features),
            dict(law.groups),
            dict(law.declared),
            dict(law.tables),
            dict(law.decisions),
            dict(law.actions),
            list(law.rows),
            dict(law.names),
            dict(law.choices),
            dict(law.told),
        )

    def finished(self, name: str) -> Law:
        """Return what was read."""
        return Law(
            name,
            self.units,
            self.features,
            self.groups,
            self.numbers,
            self.tables,
            self.decisions,
            self.actions,
            tuple(self.rows),
            self.names,
            self.choices,
            self.told,
        )

    def add(self, top: Block) -> None:
        """Add what a file says, or change what it says otherwise."""
        for name, block in top.blocks("units"):
            self.units[name] = _unit(name, block)
        names = top.block("names")
        for name in names.data:
            self.names[name] = names.words(name)
        self._read_outcomes(top.block("outcomes"))
        self._read_features(top.block("features"))
        for name, block in top.blocks("decisions"):
            self._decide(name, block)
        self._choose(top.block("choices"))
        self._read_readings(top.block("readings"))
        for name, found in top.flat("numbers").items():
            self._number(name, found, top.block("numbers"))
        for name, found in top.flat("tables").items():
            self._table(name, found, top.block("tables"))
        self._read_acts(top)

    def _read_outcomes(self, outcomes: Block) -> None:
        """Read how what comes of acts is told: in words, or in words for each value."""
        for name, found in outcomes.data.items():
            outcomes.check_name(name)
            if isinstance(found, dict) and not found.keys() <= set(LANGUAGES):
                inner = outcomes.block(name)
                self.told |= {f"{name}={value}": inner.words(value) for value in found}
            else:
                self.told[name] = outcomes.words(name)

    def _read_features(self, features: Block) -> None:
        before = dict(self.features)
        for name in features.data:
            self.features[name] = read_feature(name, features, self.units, self.features)
        for name, feature in self.features.items():
            if feature.like:
                model = self.features[feature.like]
                if feature.words != model.words:
                    self.features[name] = replace(feature, words=model.words, shown=model.shown)
        if any(self.features[name] is not known for name, known in before.items()):
            self._rebind()

    def _read_acts(self, top: Block) -> None:
        """Read everything that stands on features, numbers and decisions."""
        reader = ActionReader(self.features, self.groups, self.numbers, self.decisions)
        groups = top.block("groups")
        for name in groups.data:
            groups.check_name(name)
            if name in self.groups:
                message = f"the group {name} is there already; needs use it, so name yours otherwise"
                raise groups.wrong(message, name)
            self.groups[name] = reader.group(groups.block(name))
        extended = dict(self.actions)
        for name, block in top.blocks("actions"):
            self.actions[name] = reader.action(name, block, extended)
        for name, block in top.blocks("needs"):
            self.actions |= reader.shared_need(name, block, self.actions)
        # Further rows of a table come before those that were there, so that they count first.
        self.rows = [*reader.rows(top, self.rows), *self.rows]

    def _decide(self, name: str, block: Block) -> None:
        block.check_keys(("is", "choices", "rule", "called", "why", "readings"))
        if name in self.decisions:
            raise block.wrong("it is there already; say what is played under [choices]")
        choices = block.block("choices")
        for word in choices.data:
            choices.check_name(word)
        meant = tuple((word, choices.words(word)) for word in choices.data)
        if not meant:
            raise block.wrong("it has no choices", "choices")
        words = [word for word, _ in meant]
        played = block.text("is")
        readings = block.texts("readings")
        for key, found in (("is", played), *(("readings", each) for each in readings)):
            if found not in words:
                raise block.wrong(f"there is no choice {quoted(found)}; {did_you_mean(found, words)}", key)
        self.decisions[name] = Decision(
            name,
            played,
            meant,
            block.rules(are_needed=False),
            block.words("called"),
            block.words("why"),
            readings,
        )
        self.choices[name] = played

    def _rebind(self) -> None:
        """Put features that have more words now into all conditions on them."""

        def new(condition: Condition | None) -> Condition | None:
            return None if condition is None else condition.rebound(self.features)

        self.groups = {name: each.rebound(self.features) for name, each in self.groups.items()}
        self.rows = [replace(row, when=new(row.when)) for row in self.rows]
        for name, action in self.actions.items():
            needs = {
                each: replace(
                    need, test=need.test.rebound(self.features), when=new(need.when), unless=new(need.unless)
                )
                for each, need in action.needs.items()
            }
            effects = {
                each: replace(effect, when=new(effect.when), unless=new(effect.unless))
                for each, effect in action.effects.items()
            }
            self.actions[name] = replace(action, needs=needs, effects=effects)

    def _read_readings(self, block: Block) -> None:
        for name in block.data:
            if name not in self.decisions:
                known = did_you_mean(name, self.decisions)
                raise block.wrong(f"there is no decision {quoted(name)}; {known}", name)
            words = block.texts(name)
            for word in words:
                check_choice(f"{name}={word}", self.decisions, block, name)
            self.decisions[name] = replace(self.decisions[name], readings=words)

    def _choose(self, block: Block) -> None:
        for name in block.data:
            if name not in self.decisions:
                raise block.wrong(
                    f"there is no decision {quoted(name)}; {did_you_mean(name, self.decisions)}", name
                )
            words = [word for word, _ in self.decisions[name].choices]
            found = block.text(name)
            if found not in words:
                raise block.wrong(f"{name} has no choice {quoted(found)}; {did_you_mean(found, words)}", name)
            self.choices[name] = found

    def _number(self, name: str, found: Any, numbers: Block) -> None:  # noqa: ANN401 - as it was written
        before = self.numbers.get(name)
        if not isinstance(found, dict):
            if before is None:
                message = f"there is no number {quoted(name)}; {did_you_mean(name, self.numbers)}"
                raise numbers.wrong(message, name)
            self.numbers[name] = replace(
                before, amount=self._amount(name, found, before.unit, numbers), under=()
            )
            return
        block = Block(numbers.source, found, (*numbers.path, name))
        block.check_keys(("is", "unit", "rule", "under", "called"))
        if before is None and not block.has("unit"):
            message = f"there is no number {quoted(name)}; {did_you_mean(name, self.numbers)}"
            message += " (a further number needs a unit)"
            raise numbers.wrong(message, name)
        unit = self._unit_named(block) if block.has("unit") or before is None else before.unit
        under = block.block("under")
        self.numbers[name] = Number(
            name,
            self._amount("is", found.get("is"), unit, block),
            block.rules() if block.has("rule") or before is None else before.rules,
            unit,
            tuple(
                (self._choice(choice, under), self._amount(choice, each, unit, under))
                for choice, each in under.data.items()
            ),
            block.words("called") if block.has("called") or before is None else before.called,
        )

    def _table(self, name: str, found: Any, tables: Block) -> None:  # noqa: ANN401 - as it was written
        before = self.tables.get(name)
        inner = found if isinstance(found, dict) else {"is": found}
        block = Block(tables.source, inner, (*tables.path, name))
        block.check_keys(("is", "unit", "rule", "called"))
        if before is None and not block.has("rule"):
            raise tables.wrong(f"there is no table {quoted(name)}; {did_you_mean(name, self.tables)}", name)
        unit = self._unit_named(block) if block.has("unit") or before is None else before.unit
        values = inner.get("is")
        if not isinstance(values, list) or not values:
            raise tables.wrong(f"{name} is {quoted(values)}; it must be a list of numbers", name)
        amounts = tuple(self._amount(name, each, unit, tables) for each in values)
        if before is not None and len(amounts) != len(before.amounts):
            message = f"{name} has {len(amounts)} numbers; it must have {len(before.amounts)}"
            raise tables.wrong(message, name)
        self.tables[name] = Table(
            name,
            amounts,
            block.rules() if block.has("rule") or before is None else before.rules,
            unit,
            block.words("called") if block.has("called") or before is None else before.called,
        )

    def _amount(self, key: str, found: object, unit: Unit, block: Block) -> Amount:
        amount = Block(block.source, {key: found}, block.path).amount(key)
        misfit = unit.misfit(amount)
        if misfit:
            raise block.wrong(f"{key} is {quoted(found)}; it must be {misfit}", key)
        return amount

    def _unit_named(self, block: Block) -> Unit:
        name = block.text("unit", "")
        if name not in self.units:
            raise block.wrong(f"there is no unit {quoted(name)}; {did_you_mean(name, self.units)}", "unit")
        return self.units[name]

    def _choice(self, text: str, block: Block) -> str:
        check_choice(text, self.decisions, block, text)
        return text


def _unit(name: str, block: Block) -> Unit:
    block.check_keys(("words", "one", "whole", "most"))
    most = block.amount("most") if block.has("most") else MOST
    return Unit(name, block.words("words"), block.words("one"), block.flag("whole"), most)
