"""Reading case files.

A case file is TOML. It declares unknowns, rules, prior weights, what was heard (entries), and what could be
asked (questions). The full description with examples is in docs/file-format.md.
"""

from __future__ import annotations

import contextlib
import math
import re
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from deduce.casefile.expressions import condition
from deduce.casefile.facts import LONGEST_NAME, Names, parse_fact
from deduce.errors import CaseFileError, DeduceError, IntakeError, ProblemError, did_you_mean, shortened
from deduce.evidence.log import Entry, Log
from deduce.evidence.models import HONEST, AnswerModel, slips
from deduce.intake.content import read_standard_input, read_text
from deduce.intake.data import parse_toml
from deduce.intake.numbers import quoted
from deduce.intake.places import Places
from deduce.problem.chances import drawn, weighted
from deduce.problem.problem import Problem
from deduce.problem.statements import (
    MOST_COMBINATIONS,
    Domains,
    Statement,
    Unknown,
    Value,
    all_different,
    all_of,
    among,
    any_of,
    at_least,
    at_most,
    exactly,
    implies,
    none_of,
    repeats,
    table,
)
from deduce.question.question import Question

__all__ = ["FORMAT", "CaseFile", "parse_case", "read_case"]

_Built = TypeVar("_Built")

FORMAT = "deduce.case/1"
WHAT = "a case file"
LARGEST = 5_000_000
"""No case file that a person or a game writes comes near this many bytes."""
LONGEST_TEXT = 100_000
"""How many characters a title, or what was heard or asked in the user's own words, may have."""
MOST_STEPS = 10_000_000
"""How much work the conditions of a file may be: its parts, for each combination of the unknowns' values."""
MOST_WEIGHTS = 1_000_000
"""For how many values the entries of a file may say how likely they are, those with a model among them."""
_FEWEST_PARTS = 5
"""A short condition takes as long as one of so many parts."""

_KINDS: dict[str, frozenset[str]] = {
    "fact": frozenset({"fact"}),
    "unknown": frozenset({"unknown", "among", "not_among"}),
    "any_of": frozenset({"any_of"}),
    "all_of": frozenset({"all_of"}),
    "none_of": frozenset({"none_of"}),
    "exactly": frozenset({"exactly", "of"}),
    "at_least": frozenset({"at_least", "of"}),
    "at_most": frozenset({"at_most", "of"}),
    "if": frozenset({"if", "then"}),
    "all_different": frozenset({"all_different"}),
    "where": frozenset({"where"}),
    "unknowns": frozenset({"unknowns", "rows"}),
    "drawn": frozenset({"drawn", "supply"}),
    "weighted": frozenset({"weighted", "rows"}),
}
_STATEMENT_KEYS = frozenset().union(*_KINDS.values())
_TOP = frozenset({"format", "title", "unknowns", "rule", "priors", "model", "entry", "question"})


@dataclass(frozen=True)
class CaseFile:
    """What a case file declares.

    Attributes:
        path: The file as it was named.
        problem: The problem.
        log: What was heard.
        questions: What could be asked.
    """

    path: str
    problem: Problem
    log: Log
    questions: tuple[Question, ...]


def read_case(path: str | Path) -> CaseFile:
    """Read a case file; "-" reads standard input.

    Raises:
        CaseFileError: If the file cannot be read or is wrong somewhere.
    """
    name = str(path)
    if not name:
        raise CaseFileError("an empty name is no file", repr(name))
    is_piped = name == "-"
    if is_piped:
        name = "standard input"
    try:
        text = read_standard_input(LARGEST, WHAT) if is_piped else read_text(path, LARGEST, WHAT)
    except IntakeError as error:
        reason = error.reason if is_piped else _with_remedy(error.reason, Path(path))
        raise CaseFileError(reason, name, error.line, error.column) from None
    return parse_case(text, name)


def _with_remedy(reason: str, file: Path) -> str:
    """Return why a file cannot be read, and what was probably meant."""
    try:
        return f"{reason}; name a case file in it" if stat.S_ISDIR(file.stat().st_mode) else reason
    except FileNotFoundError:
        hint = ""
        with contextlib.suppress(OSError):
            others = sorted(other.name for other in file.parent.glob("*.toml"))
            hint = f"; {did_you_mean(file.name, others)}" if others else ""
        return f"there is no such file{hint}"
    except (OSError, ValueError):  # a name that no file system accepts
        return reason


def parse_case(text: str, name: str = "case") -> CaseFile:
    """Read a case from the text of a file.

    Examples:
        >>> case = parse_case('''
        ... [[unknowns]]
        ... names = ["A", "B"]
        ... values = ["rook", "king"]
        ... different = true
        ... [[entry]]
        ... fact = "A is not rook"
        ... ''')
        >>> case.problem, case.log
        (Problem(2 unknowns, 2 values, one-to-one), Log(1 entry: '1'))

    Args:
        text: The text.
        name: What to call the file in error messages.

    Raises:
        CaseFileError: If something is wrong.
    """
    # Some editors begin a file with a mark of its encoding.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = parse_toml(text)
    except IntakeError as error:
        raise CaseFileError(error.reason, name, error.line, error.column) from None
    return _CaseReader(data, text, name).read()


class _CaseReader:
    """Reads the parsed data of one file."""

    def __init__(self, data: Mapping[str, Any], text: str, name: str) -> None:
        self.data = data
        self.text = text
        self.name = name
        self.steps = 0
        self.weighed = 0

    @cached_property
    def places(self) -> Places:
        """Where everything stands; only a mistake asks for it."""
        return Places(self.text)

    def read(self) -> CaseFile:
        """Read everything."""
        self._known_keys(self.data, _TOP, "", "the file")
        form = self.data.get("format", FORMAT)
        if form != FORMAT:
            raise self._error(f"format is {quoted(form)}, but this version reads {FORMAT!r}", "", "format")
        title = self._text(self.data, "title", "", default="")
        domains = self._domains()
        bare = self._built(lambda: Problem(domains), "unknowns 1")
        self.names = self._built(lambda: Names(bare), "unknowns 1")
        # What each unknown can be where a condition is worked out.
        self.domains: Domains = bare.domains_of(bare.start)
        rules = self._rules()
        priors = self._priors(bare)
        problem = self._built(lambda: Problem(domains, rules, priors=priors, title=title), "priors")
        self.domains = problem.domains_of(problem.start)
        models = self._models(problem)
        log = self._log(problem, models)
        return CaseFile(self.name, problem, log, self._questions(problem))

    # --- Unknowns --------------------------------------------------------------------------------

    def _domains(self) -> dict[Unknown, Sequence[Value]]:
        domains: dict[Unknown, Sequence[Value]] = {}
        for number, block in self._blocks("unknowns"):
            where = f"unknowns {number}"
            self._known_keys(block, {"names", "values", "different"}, where, where)
            values = self._list(block, "values", where)
            for name in self._list(block, "names", where):
                if name in domains:
                    raise self._error(f"unknown {quoted(name)} is declared twice", where, "names", name)
                domains[name] = values
            if block.get("different") and len(block["names"]) > len(values):
                message = (
                    f"{len(block['names'])} unknowns cannot have different values out of {len(values)}; "
                    "add values or remove unknowns"
                )
                raise self._error(message, where, "values")
            if repeated := repeats(values):
                message = f"the value {quoted(repeated[0])} stands twice; list every value once"
                raise self._error(message, where, "values", repeated[0])
        if not domains:
            message = "declares no unknowns; start with [[unknowns]], names = [...] and values = [...]"
            raise self._error(message, "")
        return domains

    def _priors(self, bare: Problem) -> dict[Unknown, dict[Value, Any]]:
        priors = {}
        for name, row in self._table(self.data, "priors", "").items():
            where, key = "priors", name
            unknown = self._checked(self.names.unknown, name, where, key)
            weights = self._weights(row, unknown, where, key)
            self._checked(lambda given: bare.weights(given, "prior weight"), {unknown: weights}, where, key)
            priors[unknown] = weights
        return priors

    def _rules(self) -> dict[str, Statement]:
        rules = dict(self._differences())
        for number, block in self._blocks("rule"):
            where = f"rule {number}"
            self._known_keys(block, _STATEMENT_KEYS | {"name"}, where, where)
            statement = self._statement(block, where)
            label = self._label(block, "name", where) or str(statement)
            if label in rules:
                message = f"two rules are called {quoted(label)}; give them different names"
                raise self._error(message, where, "name")
            rules[label] = statement
        return rules

    def _differences(self) -> list[tuple[str, Statement]]:
        found: list[tuple[str, Statement]] = []
        for number, block in self._blocks("unknowns"):
            different = block.get("different", False)
            where = f"unknowns {number}"
            if not isinstance(different, bool):
                raise self._error(
                    f"different is {quoted(different)}; it must be true or false", where, "different"
                )
            if different and len(block["names"]) > 1:
                label = "all different" if not found else f"all different ({number})"
                found.append((label, all_different(block["names"])))
        return found

    # --- Statements ------------------------------------------------------------------------------

    def _statement(self, block: object, where: str, key: str = "") -> Statement:
        """Read a statement: a fact as text, or a table with the keys of one kind."""
        if isinstance(block, str):
            return self._checked(lambda text: parse_fact(text, self.names), block, where, key, block)
        if not isinstance(block, Mapping):
            raise self._error(f"{quoted(block)} is not a statement", where, key)
        kinds = [kind for kind in _KINDS if kind in block]
        if len(kinds) != 1:
            message = (
                f"has the statements {' and '.join(kinds)}; it must have one (combine them with all_of)"
                if kinds
                else f"has no statement; use one of {', '.join(_KINDS)}"
            )
            raise self._error(message, where, kinds[0] if kinds else "")
        kind = kinds[0]
        foreign = (block.keys() & _STATEMENT_KEYS) - _KINDS[kind]
        if foreign:
            message = f"{min(foreign)!r} does not go with {kind!r}"
            raise self._error(message, where, min(foreign))
        try:
            statement = self._of_kind(kind, block, where)
        except CaseFileError:
            raise
        except DeduceError as error:
            raise self._error(str(error), where, kind) from None
        return statement

    def _of_kind(  # noqa: PLR0911 - one way out for each kind of statement
        self, kind: str, block: Mapping[str, Any], where: str
    ) -> Statement:
        match kind:
            case "fact":
                return self._statement(self._text(block, "fact", where), where, "fact")
            case "unknown":
                return self._among(block, where)
            case "any_of" | "all_of" | "none_of":
                make = {"any_of": any_of, "all_of": all_of, "none_of": none_of}[kind]
                return make(*self._parts(block, kind, where))
            case "exactly" | "at_least" | "at_most":
                count = block[kind]
                if isinstance(count, bool) or not isinstance(count, int):
                    raise self._error(f"{kind} is {quoted(count)}; it must be a whole number", where, kind)
                counted = {"exactly": exactly, "at_least": at_least, "at_most": at_most}[kind]
                return counted(count, self._parts(block, "of", where))
            case "if":
                if "then" not in block:
                    raise self._error("'if' needs a 'then'", where, "if")
                return implies(
                    self._statement(block["if"], where, "if"),
                    self._statement(block["then"], where, "then"),
                )
            case "all_different":
                return all_different(self._unknown_list(block, "all_different", where))
            case "where":
                return self._condition(self._text(block, "where", where), where)
            case _:
                read = self._rows if kind == "unknowns" else self._chances
                return read(block, where)

    def _condition(self, text: str, where: str) -> Statement:
        """Read a condition and work it out for all combinations of what its unknowns can be."""
        read = condition(text, self.names)
        combinations = math.prod(len(self.domains[unknown]) for unknown in read.unknowns)
        if combinations <= MOST_COMBINATIONS:  # otherwise the statement itself refuses
            self.steps += combinations * max(read.parts, _FEWEST_PARTS)
        if self.steps > MOST_STEPS:
            message = (
                f"the conditions up to here are {self.steps:,} steps of work (their parts, for each "
                f"combination of values), more than {MOST_STEPS:,}; write shorter ones, on fewer values"
            )
            raise self._error(message, where, "where")
        return read.statement.tabulated(self.domains)

    def _among(self, block: Mapping[str, Any], where: str) -> Statement:
        unknown = self._checked(
            self.names.unknown,
            self._text(block, "unknown", where),
            where,
            "unknown",
            block["unknown"],
        )
        keys = [key for key in ("among", "not_among") if key in block]
        if len(keys) != 1:
            raise self._error("'unknown' needs either 'among' or 'not_among'", where, "unknown")
        values = [self._value(unknown, value, where, keys[0]) for value in self._list(block, keys[0], where)]
        statement = among(unknown, values)
        return statement if keys[0] == "among" else ~statement

    def _chances(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read a statement that says how likely things are."""
        if "weighted" in block:
            unknowns = self._unknown_list(block, "weighted", where)
            weights = {}
            for row in self._list(block, "rows", where):
                if not isinstance(row, list) or len(row) != len(unknowns) + 1:
                    message = f"row {quoted(row)} must be a list of {len(unknowns)} values and a weight"
                    raise self._error(message, where, "rows")
                values = self._row(unknowns, row[:-1], where)
                if values in weights:
                    raise self._error(f"the row {quoted(row)} stands there twice", where, "rows")
                weights[values] = row[-1]
            return weighted(unknowns, weights)
        unknowns = self._unknown_list(block, "drawn", where)
        known = {
            name: value for unknown in unknowns for name, value in self.names.values[unknown].values.items()
        }
        supply = self._table(block, "supply", where)
        for name in supply:
            if name not in known:
                message = f"no draw has the value {quoted(name)}; {did_you_mean(name, known)}"
                raise self._error(message, where, "supply")
        return drawn(unknowns, {known[name]: copies for name, copies in supply.items()})

    def _row(self, unknowns: Sequence[Unknown], row: Sequence[object], where: str) -> tuple[Value, ...]:
        pairs = zip(unknowns, row, strict=True)
        return tuple(self._value(unknown, value, where, "rows") for unknown, value in pairs)

    def _rows(self, block: Mapping[str, Any], where: str) -> Statement:
        unknowns = self._unknown_list(block, "unknowns", where)
        rows = self._list(block, "rows", where)
        read = []
        for row in rows:
            if not isinstance(row, list) or len(row) != len(unknowns):
                message = f"row {quoted(row)} must be a list of {len(unknowns)} values"
                raise self._error(message, where, "rows")
            read.append(self._row(unknowns, row, where))
        return table(unknowns, read)

    def _parts(self, block: Mapping[str, Any], key: str, where: str) -> list[Statement]:
        return [self._statement(part, where, key) for part in self._list(block, key, where)]

    def _unknown_list(self, block: Mapping[str, Any], key: str, where: str) -> list[Unknown]:
        return [
            self._checked(self.names.unknown, name, where, key, name)
            for name in self._list(block, key, where)
        ]

    # --- Models, entries, questions --------------------------------------------------------------

    def _models(self, problem: Problem) -> dict[str, AnswerModel]:
        models = {"honest": HONEST}
        for name, block in self._table(self.data, "model", "").items():
            where = f"model.{name}"
            if name in models:
                raise self._error("the model 'honest' is built in; choose another name", where)
            if not isinstance(block, Mapping):
                raise self._error(f"model {quoted(name)} must be a table", where)
            self._known_keys(
                block, {"when_true", "when_false", "exceptions", "slips"}, where, f"model {shortened(name)}"
            )
            self._check_length(name, LONGEST_NAME, where)
            exceptions = self._table(block, "exceptions", where)
            known = {str(value): value for value in problem.values}
            strangers = [value for value in exceptions if value not in known]
            if strangers:
                message = f"there is no value {quoted(strangers[0])}; {did_you_mean(strangers[0], known)}"
                raise self._error(message, where, "exceptions")
            if "slips" in block and block.keys() & {"when_true", "when_false"}:
                raise self._error("'slips' does not go with when_true and when_false", where, "slips")
            try:
                if "slips" in block:
                    model = AnswerModel(
                        name, **_pair(slips(block["slips"])), exceptions=_keyed(exceptions, known)
                    )
                else:
                    model = AnswerModel(
                        name,
                        block.get("when_true", 1),
                        block.get("when_false", 0),
                        _keyed(exceptions, known),
                    )
            except ProblemError as error:
                raise self._error(str(error), where) from None
            models[name] = model
        return models

    def _log(self, problem: Problem, models: Mapping[str, AnswerModel]) -> Log:
        log = Log(problem)
        entries: dict[str, Entry] = {}
        for number, block in self._blocks("entry"):
            where = f"entry {number}"
            keys = _STATEMENT_KEYS | {"id", "text", "model", "weights"}
            self._known_keys(block, keys, where, where)
            label = self._id(block, number)
            try:
                entry = self._entry(log, block, models, label, where)
                if label in entries:
                    # The log says what is wrong with that.
                    log.extended((entries[label], entry))
            except CaseFileError:
                raise
            except DeduceError as error:
                raise self._error(str(error), where) from None
            entries[label] = entry
        return log.extended(entries.values())

    def _id(self, block: Mapping[str, Any], number: int) -> str:
        where = f"entry {number}"
        label = block.get("id", number)
        if not isinstance(label, str | int) or isinstance(label, bool) or label == "":
            raise self._error(f"id is {quoted(label)}; it must be a text or a number", where, "id")
        self._check_length(str(label), LONGEST_NAME, where, "id")
        return str(label)

    def _entry(
        self, log: Log, block: Mapping[str, Any], models: Mapping[str, AnswerModel], label: str, where: str
    ) -> Entry:
        text = self._text(block, "text", where, default="")
        model = self._text(block, "model", where, default="honest")
        if model not in models:
            message = f"there is no model {quoted(model)}; {did_you_mean(model, models)}"
            raise self._error(message, where, "model", model)
        if "weights" not in block:
            statement = self._statement(block, where)
            if model != "honest":
                self._weigh(statement.scope, where, "model")
            return log.entry_of(statement, text, id=label, model=models[model])
        if block.keys() & (_STATEMENT_KEYS | {"model"}):
            raise self._error("weights stand alone: no statement and no model", where, "weights")
        weights = {}
        for name, row in self._table(block, "weights", where).items():
            unknown = self._checked(self.names.unknown, name, where, "weights")
            weights[unknown] = self._weights(row, unknown, where, "weights")
        if not weights:
            raise self._error("weights are empty", where, "weights")
        self._weigh(weights, where, "weights")
        return log.entry_of(text=text, id=label, weights=weights)

    def _weigh(self, unknowns: Iterable[Unknown], where: str, key: str) -> None:
        """Count the values for which an entry says how likely it is; each takes room."""
        self.weighed += sum(len(self.names.values[unknown].values) for unknown in unknowns)
        if self.weighed > MOST_WEIGHTS:
            message = (
                f"the entries up to here say for {self.weighed:,} values how likely they are, more than "
                f"{MOST_WEIGHTS:,}; take as true what is nearly certain"
            )
            raise self._error(message, where, key)

    def _questions(self, problem: Problem) -> tuple[Question, ...]:
        questions = []
        for number, block in self._blocks("question"):
            where = f"question {number}"
            self._known_keys(block, _STATEMENT_KEYS | {"text", "answers", "wrong"}, where, where)
            text = self._text(block, "text", where, default="")
            try:
                if "answers" in block:
                    answers = {
                        answer: self._statement(said, where, "answers")
                        for answer, said in self._table(block, "answers", where).items()
                    }
                    if "wrong" in block or block.keys() & _STATEMENT_KEYS:
                        raise self._error(
                            "'answers' stands alone: no statement, no 'wrong'", where, "answers"
                        )
                    question = Question(text or f"question {number}", answers)
                else:
                    statement = self._statement(block, where)
                    question = Question.yes_no(statement, text, wrong=block.get("wrong", 0))
                question.check(problem)
            except CaseFileError:
                raise
            except DeduceError as error:
                raise self._error(str(error), where) from None
            questions.append(question)
        return tuple(questions)

    # --- Pieces ----------------------------------------------------------------------------------

    def _built(self, build: Callable[[], _Built], where: str) -> _Built:
        """Build something; what is wrong with it is the fault of a place in the file."""
        try:
            return build()
        except ProblemError as error:
            raise self._error(str(error), where) from None

    def _value(self, unknown: Unknown, value: object, where: str, key: str) -> Value:
        return self._checked(lambda name: self.names.value(unknown, name), value, where, key, value)

    def _weights(self, row: object, unknown: Unknown, where: str, key: str) -> dict[Value, Any]:
        if not isinstance(row, Mapping):
            raise self._error(f"the weights of {quoted(unknown)} must be a table of values", where, key)
        return {self._value(unknown, value, where, key): weight for value, weight in row.items()}

    def _blocks(self, name: str) -> list[tuple[int, Mapping[str, Any]]]:
        blocks = self.data.get(name, [])
        if not isinstance(blocks, list) or not all(isinstance(block, Mapping) for block in blocks):
            message = f"{name!r} must be written as blocks that start with [[{name}]]"
            raise self._error(message, name if name in self.places.tables else "", name)
        return list(enumerate(blocks, 1))

    def _table(self, block: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
        found = block.get(key, {})
        if not isinstance(found, Mapping):
            raise self._error(f"{key!r} must be a table", where, key)
        return found

    def _list(self, block: Mapping[str, Any], key: str, where: str) -> list[Any]:
        if key not in block:
            raise self._error(f"{key!r} is missing", where)
        found = block[key]
        if not isinstance(found, list):
            raise self._error(f"{key!r} must be a list", where, key)
        if not found:
            raise self._error(f"{key!r} is empty", where, key)
        simple = key in {
            *("names", "values", "among", "not_among"),
            *("all_different", "unknowns", "drawn", "weighted"),
        }
        for item in found if simple else ():
            if isinstance(item, bool) or not isinstance(item, str | int) or item == "":
                message = f"{key!r} has {quoted(item)}; it must have texts or whole numbers"
                raise self._error(message, where, key)
        return found

    def _text(self, block: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
        found = block.get(key, default)
        if not isinstance(found, str):
            raise self._error(f"{key} is {quoted(found)}; it must be a text between quotes", where, key)
        self._check_length(found, LONGEST_TEXT, where, key)
        return found

    def _label(self, block: Mapping[str, Any], key: str, where: str) -> str:
        """Return a name by which something is cited; empty if there is none."""
        found = self._text(block, key, where, default="")
        self._check_length(found, LONGEST_NAME, where, key)
        return found

    def _check_length(self, found: str, most: int, where: str, key: str = "") -> None:
        if len(found) > most:
            what = f"the {key}" if key else "the name"
            message = f"{what} {quoted(found)} has {len(found):,} characters; the most is {most:,}"
            raise self._error(message, where, key)

    def _known_keys(
        self, block: Mapping[str, Any], known: frozenset[str] | set[str], where: str, what: str
    ) -> None:
        for key in block:
            if key not in known:
                message = f"{what} has the unknown key {quoted(key)}; {did_you_mean(key, sorted(known))}"
                raise self._error(message, where, key)

    def _checked(
        self,
        read: Callable[[Any], _Built],
        value: object,
        where: str,
        key: str,
        needle: object = None,
    ) -> _Built:
        try:
            return read(value)
        except ProblemError as error:
            raise self._error(str(error), where, key, needle) from None

    def _error(self, message: str, where: str, key: str = "", needle: object = None) -> CaseFileError:
        line, column = self.places.of(where, key, needle)
        if line is None and where == "":
            line, column = self.places.of(key, "", needle)
        if line is None:
            line = self.places.of_path([*re.split(r"[. ]", where)[:1], key])
        if line is None:
            line, column = self.places.of(f"{key} 1")
        numbered = re.fullmatch(r"(rule|entry|question|unknowns) \d+", where)
        subject = f"{where}: " if numbered and not message.startswith(where) else ""
        return CaseFileError(subject + message, self.name, line, column)


def _pair(model: AnswerModel) -> dict[str, Any]:
    return {"when_true": model.when_true, "when_false": model.when_false}


def _keyed(row: Mapping[str, Any], known: Mapping[str, Value]) -> dict[Value, Any]:
    return {known[value]: weight for value, weight in row.items()}
