"""Reading case files.

A case file is TOML. It declares unknowns, rules, prior weights, what was heard (entries), and what could be
asked (questions). The full description with examples is in docs/file-format.md.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from deduce.casefile.expressions import condition
from deduce.casefile.facts import Names, parse_fact
from deduce.casefile.places import Places
from deduce.errors import CaseFileError, DeduceError, ProblemError, did_you_mean
from deduce.evidence.log import Log
from deduce.evidence.models import HONEST, AnswerModel, slips
from deduce.problem.problem import Problem
from deduce.problem.statements import (
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
LARGEST = 5_000_000
"""No case file that a person or a game writes comes near this many bytes."""

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
    if name == "-":
        return parse_case(_decoded(sys.stdin.buffer.read(LARGEST + 1), "standard input"), "standard input")
    file = Path(path)
    if _is_folder(file):
        message = "is a directory; name a case file in it"
        raise CaseFileError(message, name)
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except FileNotFoundError:
        folder = file.parent if str(file.parent) else Path()
        others = sorted(other.name for other in folder.glob("*.toml")) if folder.is_dir() else []
        hint = f"; {did_you_mean(file.name, others)}" if others else ""
        message = f"there is no such file{hint}"
        raise CaseFileError(message, name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot be read: {reason}"
        raise CaseFileError(message, name) from None
    return parse_case(_decoded(content, name), name)


def _is_folder(file: Path) -> bool:
    try:
        return file.is_dir()
    except (OSError, ValueError):  # a name that no file system accepts; opening it says so
        return False


def _decoded(content: bytes, name: str) -> str:
    if len(content) > LARGEST:
        message = f"is larger than {LARGEST:,} bytes, so it is hardly a case file"
        raise CaseFileError(message, name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"is not text in UTF-8 (byte {error.start + 1} is {content[error.start]:#04x})"
        raise CaseFileError(message, name, line) from None
    if "\0" in text:
        message = "is a binary file, not a case file"
        raise CaseFileError(message, name)
    return text.replace("\r\n", "\n")


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
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(error, text, name) from None
    except (RecursionError, ValueError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        message = f"cannot be read as TOML: {reason}"
        raise CaseFileError(message, name) from None
    return _CaseReader(data, text, name).read()


def _syntax_error(error: tomllib.TOMLDecodeError, text: str, name: str) -> CaseFileError:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    reason = re.sub(r"\s*\(at .*\)$", "", str(error))
    line, column = (int(found[1]), int(found[2])) if found else (text.count("\n") + 1, None)
    return CaseFileError(f"is not valid TOML: {reason}", name, line, column)


class _CaseReader:
    """Reads the parsed data of one file."""

    def __init__(self, data: Mapping[str, Any], text: str, name: str) -> None:
        self.data = data
        self.name = name
        self.places = Places(text)

    def read(self) -> CaseFile:
        """Read everything."""
        self._known_keys(self.data, _TOP, "", "the file")
        form = self.data.get("format", FORMAT)
        if form != FORMAT:
            raise self._error(f"format is {form!r}, but this version reads {FORMAT!r}", "", "format")
        title = self._text(self.data, "title", "", default="")
        domains = self._domains()
        bare = self._built(lambda: Problem(domains), "unknowns 1")
        self.names = self._built(lambda: Names(bare), "unknowns 1")
        rules = self._rules(bare)
        priors = self._priors(bare)
        problem = self._built(lambda: Problem(domains, rules, priors=priors, title=title), "priors")
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
                    raise self._error(f"unknown {name!r} is declared twice", where, "names", name)
                domains[name] = values
            if block.get("different") and len(block["names"]) > len(values):
                message = (
                    f"{len(block['names'])} unknowns cannot have different values out of {len(values)}; "
                    "add values or remove unknowns"
                )
                raise self._error(message, where, "values")
            if repeated := repeats(values):
                message = f"the value {repeated[0]!r} stands twice; list every value once"
                raise self._error(message, where, "values", repeated[0])
        if not domains:
            message = "declares no unknowns; start with [[unknowns]], names = [...] and values = [...]"
            raise self._error(message, "")
        return domains

    def _priors(self, bare: Problem) -> dict[Unknown, dict[Value, Any]]:
        priors = {}
        for name, row in self._table(self.data, "priors", "").items():
            inner = f"priors.{name}"
            where, key = (inner, "") if inner in self.places.tables else ("priors", name)
            unknown = self._checked(self.names.unknown, name, where, key)
            weights = self._weights(row, unknown, where, key)
            self._checked(lambda given: bare.weights(given, "prior weight"), {unknown: weights}, where, key)
            priors[unknown] = weights
        return priors

    def _rules(self, bare: Problem) -> dict[str, Statement]:
        rules = dict(self._differences())
        for number, block in self._blocks("rule"):
            where = f"rule {number}"
            self._known_keys(block, _STATEMENT_KEYS | {"name"}, where, where)
            statement = self._statement(block, bare, where)
            label = self._text(block, "name", where, default="") or str(statement)
            if label in rules:
                message = f"two rules are called {label!r}; give them different names"
                raise self._error(message, where, "name")
            rules[label] = statement
        return rules

    def _differences(self) -> list[tuple[str, Statement]]:
        found: list[tuple[str, Statement]] = []
        for number, block in self._blocks("unknowns"):
            different = block.get("different", False)
            where = f"unknowns {number}"
            if not isinstance(different, bool):
                raise self._error(f"different is {different!r}; it must be true or false", where, "different")
            if different and len(block["names"]) > 1:
                label = "all different" if not found else f"all different ({number})"
                found.append((label, all_different(block["names"])))
        return found

    # --- Statements ------------------------------------------------------------------------------

    def _statement(self, block: object, problem: Problem, where: str, key: str = "") -> Statement:
        """Read a statement: a fact as text, or a table with the keys of one kind."""
        if isinstance(block, str):
            return self._checked(lambda text: parse_fact(text, self.names), block, where, key, block)
        if not isinstance(block, Mapping):
            raise self._error(f"{block!r} is not a statement", where, key)
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
            statement = self._of_kind(kind, block, problem, where)
        except CaseFileError:
            raise
        except DeduceError as error:
            raise self._error(str(error), where, kind) from None
        return statement

    def _of_kind(  # noqa: PLR0911 - one way out for each kind of statement
        self, kind: str, block: Mapping[str, Any], problem: Problem, where: str
    ) -> Statement:
        match kind:
            case "fact":
                return self._statement(self._text(block, "fact", where), problem, where, "fact")
            case "unknown":
                return self._among(block, where)
            case "any_of" | "all_of" | "none_of":
                make = {"any_of": any_of, "all_of": all_of, "none_of": none_of}[kind]
                return make(*self._parts(block, kind, problem, where))
            case "exactly" | "at_least" | "at_most":
                count = block[kind]
                if isinstance(count, bool) or not isinstance(count, int):
                    raise self._error(f"{kind} is {count!r}; it must be a whole number", where, kind)
                counted = {"exactly": exactly, "at_least": at_least, "at_most": at_most}[kind]
                return counted(count, self._parts(block, "of", problem, where))
            case "if":
                if "then" not in block:
                    raise self._error("'if' needs a 'then'", where, "if")
                return implies(
                    self._statement(block["if"], problem, where, "if"),
                    self._statement(block["then"], problem, where, "then"),
                )
            case "all_different":
                return all_different(self._unknown_list(block, "all_different", where))
            case "where":
                said = condition(self._text(block, "where", where), self.names)
                return said.tabulated(problem.domains_of(problem.start))
            case _:
                return self._rows(block, where)

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

    def _rows(self, block: Mapping[str, Any], where: str) -> Statement:
        unknowns = self._unknown_list(block, "unknowns", where)
        rows = self._list(block, "rows", where)
        read = []
        for row in rows:
            if not isinstance(row, list) or len(row) != len(unknowns):
                message = f"row {row!r} must be a list of {len(unknowns)} values"
                raise self._error(message, where, "rows")
            pairs = zip(unknowns, row, strict=True)
            read.append([self._value(unknown, value, where, "rows") for unknown, value in pairs])
        return table(unknowns, read)

    def _parts(self, block: Mapping[str, Any], key: str, problem: Problem, where: str) -> list[Statement]:
        return [self._statement(part, problem, where, key) for part in self._list(block, key, where)]

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
                raise self._error(f"model {name!r} must be a table", where)
            self._known_keys(
                block, {"when_true", "when_false", "exceptions", "slips"}, where, f"model {name}"
            )
            exceptions = self._table(block, "exceptions", where)
            known = {str(value): value for value in problem.values}
            strangers = [value for value in exceptions if value not in known]
            if strangers:
                message = f"there is no value {strangers[0]!r}; {did_you_mean(strangers[0], known)}"
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
        for number, block in self._blocks("entry"):
            where = f"entry {number}"
            keys = _STATEMENT_KEYS | {"id", "text", "model", "weights"}
            self._known_keys(block, keys, where, where)
            label = block.get("id", str(number))
            if not isinstance(label, str | int) or isinstance(label, bool) or label == "":
                raise self._error(f"id is {label!r}; it must be a text or a number", where, "id")
            text = self._text(block, "text", where, default="")
            model = self._text(block, "model", where, default="honest")
            if model not in models:
                message = f"there is no model {model!r}; {did_you_mean(model, models)}"
                raise self._error(message, where, "model", model)
            try:
                if "weights" in block:
                    if block.keys() & (_STATEMENT_KEYS | {"model"}):
                        message = "weights stand alone: no statement and no model"
                        raise self._error(message, where, "weights")
                    weights = {}
                    for name, row in self._table(block, "weights", where).items():
                        unknown = self._checked(self.names.unknown, name, where, "weights")
                        weights[unknown] = self._weights(row, unknown, where, "weights")
                    if not weights:
                        raise self._error("weights are empty", where, "weights")
                    log = log.append(text=text, id=str(label), weights=weights)
                else:
                    statement = self._statement(block, problem, where)
                    log = log.append(statement, text, id=str(label), model=models[model])
            except CaseFileError:
                raise
            except DeduceError as error:
                raise self._error(str(error), where) from None
        return log

    def _questions(self, problem: Problem) -> tuple[Question, ...]:
        questions = []
        for number, block in self._blocks("question"):
            where = f"question {number}"
            self._known_keys(block, _STATEMENT_KEYS | {"text", "answers", "wrong"}, where, where)
            text = self._text(block, "text", where, default="")
            try:
                if "answers" in block:
                    answers = {
                        answer: self._statement(said, problem, where, "answers")
                        for answer, said in self._table(block, "answers", where).items()
                    }
                    if "wrong" in block or block.keys() & _STATEMENT_KEYS:
                        raise self._error(
                            "'answers' stands alone: no statement, no 'wrong'", where, "answers"
                        )
                    question = Question(text or f"question {number}", answers)
                else:
                    statement = self._statement(block, problem, where)
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
            raise self._error(f"the weights of {unknown!r} must be a table of values", where, key)
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
        simple = key in {"names", "values", "among", "not_among", "all_different", "unknowns"}
        for item in found if simple else ():
            if isinstance(item, bool) or not isinstance(item, str | int) or item == "":
                message = f"{key!r} has {item!r}; it must have texts or whole numbers"
                raise self._error(message, where, key)
        return found

    def _text(self, block: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
        found = block.get(key, default)
        if not isinstance(found, str):
            raise self._error(f"{key} is {found!r}; it must be a text between quotes", where, key)
        return found

    def _known_keys(
        self, block: Mapping[str, Any], known: frozenset[str] | set[str], where: str, what: str
    ) -> None:
        for key in block:
            if key not in known:
                message = f"{what} has the unknown key {key!r}; {did_you_mean(key, sorted(known))}"
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
            line, column = self.places.of(f"{key} 1")
        numbered = re.fullmatch(r"(rule|entry|question|unknowns) \d+", where)
        subject = f"{where}: " if numbered and not message.startswith(where) else ""
        return CaseFileError(subject + message, self.name, line, column)


def _pair(model: AnswerModel) -> dict[str, Any]:
    return {"when_true": model.when_true, "when_false": model.when_false}


def _keyed(row: Mapping[str, Any], known: Mapping[str, Value]) -> dict[Value, Any]:
    return {known[value]: weight for value, weight in row.items()}
