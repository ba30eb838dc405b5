"""Reading case files.

A case file is TOML. It declares unknowns, rules, prior weights, what was heard (entries), and what could be
asked (questions). The full description with examples is in docs/file-format.md.
"""

from __future__ import annotations

import contextlib
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.casefile.each import Block, Expansion
from deduce.casefile.facts import LONGEST_NAME, Names
from deduce.casefile.grid_reading import read_grids
from deduce.casefile.items import Budget
from deduce.casefile.models import read_models
from deduce.casefile.puzzle_header import read_puzzle_header
from deduce.casefile.source import Source
from deduce.casefile.statements import STATEMENT_KEYS, StatementReader
from deduce.errors import CaseFileError, IntakeError, did_you_mean, shortened
from deduce.evidence.log import Entry, Log
from deduce.intake.content import read_standard_input, read_text
from deduce.intake.data import parse_toml
from deduce.intake.numbers import quoted
from deduce.problem.problem import Problem
from deduce.problem.shapes import needs
from deduce.problem.statements import Statement, Unknown, Value, all_different, fact, repeats
from deduce.question.question import Question

if TYPE_CHECKING:
    from deduce.casefile.grid import Grid
    from deduce.casefile.items import Item
    from deduce.casefile.puzzle_header import PuzzleHeader
    from deduce.evidence.models import AnswerModel

__all__ = ["FORMAT", "CaseFile", "parse_case", "read_case"]

FORMAT = "deduce.case/1"
WHAT = "a case file"
PIPED = "standard input"
_ENTRY = re.compile(r"^[0-9]+\.\s", re.MULTILINE)
"""The number of an entry, as records of games have it."""
_OF_CASES = re.compile(r"^\s*(\[|format\b)|\"\"\"|'''", re.MULTILINE)
"""What stands in case files and in no record: a table, the format, text of several lines."""
LARGEST = 5_000_000
"""No case file that a person or a game writes comes near this many bytes."""
MOST_WEIGHTS = 1_000_000
"""For how many values the entries of a file may say how likely they are, those with a model among them."""
_TOP = frozenset(
    {
        *("format", "title", "puzzle", "grid", "deal", "unknowns", "rule"),
        *("priors", "prior", "model", "entry", "question"),
    }
)


@dataclass(frozen=True)
class CaseFile:
    """What a case file declares.

    Attributes:
        path: The file as it was named.
        problem: The problem.
        log: What was heard.
        questions: What could be asked.
        grids: The grids of its cells.
        puzzle: What it says of itself as a puzzle, if it has a table `puzzle`.
    """

    path: str
    problem: Problem
    log: Log
    questions: tuple[Question, ...]
    grids: tuple[Grid, ...] = ()
    puzzle: PuzzleHeader | None = None


def read_case(path: str | Path) -> CaseFile:
    """Read a case file; "-" reads standard input.

    Raises:
        CaseFileError: If the file cannot be read or is wrong somewhere.
    """
    if not isinstance(path, Path):
        needs(path, str, "read_case", "read_case('case.toml')")
    name = str(path)
    if not name:
        raise CaseFileError("an empty name is no file", repr(name))
    is_piped = name == "-"
    if is_piped:
        name = PIPED
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
    needs(text, str, "parse_case", "parse_case(path.read_text())")
    # Some editors begin a file with a mark of its encoding.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = parse_toml(text)
    except IntakeError as error:
        if _is_record(text):
            message = "this is no case file but the record of a game, which deduce GAME replay reads"
            raise CaseFileError(message, name, record=text) from None
        raise CaseFileError(error.reason, name, error.line, error.column) from None
    return _CaseReader(Source(data, text, name)).read()


def _is_record(text: str) -> bool:
    """Tell whether a text that is no TOML has the entries of a game's record, and nothing of a case file."""
    return _ENTRY.search(text) is not None and _OF_CASES.search(text) is None


class _CaseReader:
    """Reads the parsed data of one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.weighed = 0
        self.hidden: list[Unknown] = []
        self._numbers: dict[str, int] = {}

    def read(self) -> CaseFile:
        """Read everything."""
        data = self.source.data
        self.source.known_keys(data, _TOP, "", "the file")
        form = data.get("format", FORMAT)
        if form != FORMAT:
            message = f"format is {quoted(form)}, but this version reads {FORMAT!r}"
            raise self.source.error(message, "", "format")
        title = self.source.string(data, "title", "", default="")
        self.given = read_grids(self.source)
        grids = tuple(given.grid for given in self.given)
        self.dealt = self._deal()
        domains = self._domains()
        first = next((name for name in ("unknowns 1", "grid 1") if name in self.source.places.tables), "grid")
        bare = self.source.built(lambda: Problem(domains, hidden=self.hidden), first)
        self.names = self.source.built(lambda: Names(bare), first)
        budget = Budget()
        self.expansion = Expansion(self.source, grids, self.names.unknowns, budget)
        self.statements = StatementReader(self.source, self.names, bare.domains_of(bare.start), grids, budget)
        rules = self._rules()
        priors = self._priors(bare)
        problem = self.source.built(
            lambda: Problem(domains, rules, priors=priors, title=title, hidden=self.hidden), "priors"
        )
        self.statements.domains = problem.domains_of(problem.start)
        models = read_models(self.source, self.names, problem)
        log = self._log(problem, models)
        header = read_puzzle_header(self.source, self.names, log)
        return CaseFile(self.source.name, problem, log, self._questions(problem), grids, header)

    # --- Unknowns --------------------------------------------------------------------------------

    def _domains(self) -> dict[Unknown, Sequence[Value]]:
        domains: dict[Unknown, Sequence[Value]] = {}
        for given in self.given:
            domains |= dict.fromkeys(given.grid.cells, given.values)
        for number, block in self.source.blocks("unknowns"):
            where = f"unknowns {number}"
            if "facts" in block:
                self.source.known_keys(block, {"facts", "hidden"}, where, "a block of facts")
                self._declare(domains, block, "facts", where, (True, False))
                continue
            self.source.known_keys(block, {"names", "values", "different", "hidden"}, where, where)
            values = self.source.listed(block, "values", where)
            self._declare(domains, block, "names", where, values)
            if block.get("different") and len(block["names"]) > len(values):
                message = (
                    f"{len(block['names'])} unknowns cannot have different values out of {len(values)}; "
                    "add values or remove unknowns"
                )
                raise self.source.error(message, where, "values")
            if repeated := repeats(values):
                message = f"the value {quoted(repeated[0])} stands twice; list every value once"
                raise self.source.error(message, where, "values", repeated[0])
        dealt = self.dealt.domains if self.dealt else {}
        if taken := domains.keys() & dealt.keys():
            message = (
                f"unknown {quoted(min(map(str, taken)))} is declared twice: a card of a hand is called so"
            )
            raise self.source.error(message, "deal")
        domains |= dealt
        if not domains:
            message = "declares no unknowns; start with [[unknowns]], names = [...] and values = [...]"
            raise self.source.error(message, "")
        return domains

    def _deal(self) -> Problem | None:
        """Read the hands that are dealt from a pack; None if there are none."""
        if "deal" not in self.source.data:
            return None
        block = self.source.table(self.source.data, "deal", "")
        self.source.known_keys(block, {"supply", "hands"}, "deal", "the deal")
        supply, hands = (self.source.table(block, key, "deal") for key in ("supply", "hands"))
        for hand in hands:
            self.source.check_length(hand, LONGEST_NAME, "deal", "hands")
        return self.source.built(lambda: Problem.deal(supply, hands), "deal")

    def _declare(
        self,
        domains: dict[Unknown, Sequence[Value]],
        block: Mapping[str, Any],
        key: str,
        where: str,
        values: Sequence[Value],
    ) -> None:
        """Declare the unknowns that a list names."""
        is_hidden = self._flag(block, "hidden", where)
        for name in self.source.listed(block, key, where):
            if name in domains:
                raise self.source.error(f"unknown {quoted(name)} is declared twice", where, key, name)
            domains[name] = values
            self.hidden += [name] if is_hidden else []

    def _flag(self, block: Mapping[str, Any], key: str, where: str) -> bool:
        """Return what stands under a key that is true or false; false if there is nothing."""
        found = block.get(key, False)
        if not isinstance(found, bool):
            raise self.source.error(f"{key} is {quoted(found)}; it must be true or false", where, key)
        return found

    def _priors(self, bare: Problem) -> dict[Unknown, dict[Value, Any]]:
        priors: dict[Unknown, dict[Value, Any]] = {}
        for name, row in self.source.table(self.source.data, "priors", "").items():
            where, key = "priors", name
            if name not in bare.domains:
                self.source.below_the_top(name, where)
            unknown = self.source.checked(self.names.unknown, name, where, key)
            weights = self._weights(row, unknown, where, key)
            self.source.checked(
                lambda given: bare.weights(given, "prior weight"), {unknown: weights}, where, key
            )
            priors[unknown] = weights
        for block in self.expansion.blocks("prior"):
            self.source.known_keys(block.data, {"of", "weights"}, block.where, block.where)
            with self.source.about(block.item.label if block.item else ""):
                self._prior(block, bare, priors)
        return priors

    def _prior(self, block: Block, bare: Problem, priors: dict[Unknown, dict[Value, Any]]) -> None:
        """Read weights that several unknowns share."""
        data, where = block.data, block.where
        cells = block.item.cells if block.item else None
        named = cells if cells is not None and "of" not in data else self.source.listed(data, "of", where)
        if "weights" not in data:
            raise self.source.error("'weights' is missing; give a table of values", where)
        for name in named:
            unknown = self.source.checked(self.names.unknown, name, where, "of", name)
            if unknown in priors:
                message = f"{quoted(unknown)} has its weights already; say them once"
                raise self.source.error(message, where, "of", name)
            weights = self._weights(data["weights"], unknown, where, "weights")
            self.source.checked(
                lambda given: bare.weights(given, "prior weight"), {unknown: weights}, where, "weights"
            )
            priors[unknown] = weights

    def _rules(self) -> dict[str, Statement]:
        rules = dict(self._differences())
        if self.dealt:
            rules |= {rule.name: rule.statement for rule in self.dealt.rules}
        for given in self.given:
            rules |= {str(statement): statement for statement in given.drawn.values()}
        for block in self.expansion.blocks("rule"):
            self.source.known_keys(block.data, STATEMENT_KEYS | {"name"}, block.where, block.where)
            with self.statements.about(block.item):
                statement = self.statements.statement(block.data, block.where)
                label = self.source.label(block.data, "name", block.where)
                if block.item is None:
                    label = label or str(block.data.get("where", statement))
                else:
                    label = self._unused(
                        label or _rule_name(block, block.item, statement), block.item.label, rules
                    )
                if label in rules:
                    message = f"two rules are called {quoted(label)}; give them different names"
                    raise self.source.error(message, block.where, "name")
            rules[label] = statement
        return rules

    def _differences(self) -> list[tuple[str, Statement]]:
        found: list[tuple[str, Statement]] = []
        for number, block in self.source.blocks("unknowns"):
            if self._flag(block, "different", f"unknowns {number}") and len(block["names"]) > 1:
                label = "all different" if not found else f"all different ({number})"
                found.append((label, all_different(block["names"])))
        return found

    # --- Models, entries, questions --------------------------------------------------------------

    def _log(self, problem: Problem, models: Mapping[str, AnswerModel]) -> Log:
        log = Log(problem)
        entries: dict[str, Entry] = {}
        for given in self.given:
            entries |= {
                cell: log.entry_of(fact(cell, value), f"{value} is given", id=cell)
                for cell, value in given.grid.clues.items()
            }
        for block in self.expansion.blocks("entry"):
            keys = STATEMENT_KEYS | {"id", "text", "model", "weights"}
            self.source.known_keys(block.data, keys, block.where, block.where)
            with self.statements.about(block.item):
                label = self._id(block, entries)
                read = partial(self._entry, log, block, models, label)
                entry = self.source.built(read, block.where)
                if label in entries:
                    # The log says what is wrong with that.
                    self.source.built(partial(log.extended, (entries[label], entry)), block.where)
            entries[label] = entry
        return log.extended(entries.values())

    def _unused(self, name: str, more: str, taken: Mapping[str, object]) -> str:
        """Return a name that is not taken: with more behind it, or with a number."""
        if name in taken and more and f"{name} ({more})" not in taken:
            return f"{name} ({more})"
        found = name
        while found in taken:
            # Counted on from the last one, since there can be thousands.
            self._numbers[name] = number = self._numbers.get(name, 1) + 1
            found = f"{name} ({number})"
        return found

    def _id(self, block: Block, taken: Mapping[str, object]) -> str:
        """Return by what an entry is cited: its own id, the thing that it is about, or its number."""
        if block.item is not None and "id" not in block.data:
            return self._unused(block.item.label, "", taken)
        label = block.data.get("id", block.number)
        if not isinstance(label, str | int) or isinstance(label, bool) or label == "":
            message = f"id is {quoted(label)}; it must be a text or a number"
            raise self.source.error(message, block.where, "id")
        self.source.check_length(str(label), LONGEST_NAME, block.where, "id")
        return str(label)

    def _entry(self, log: Log, whole: Block, models: Mapping[str, AnswerModel], label: str) -> Entry:
        block, where = whole.data, whole.where
        text = self.source.string(block, "text", where, default="")
        model = self.source.string(block, "model", where, default="honest")
        if model not in models:
            message = f"there is no model {quoted(model)}; {did_you_mean(model, models)}"
            raise self.source.error(message, where, "model", model)
        if "weights" not in block:
            statement = self.statements.statement(block, where)
            if model != "honest":
                self._weigh(statement.scope | models[model].scope, where, "model")
            if not text and whole.item:
                # The thing that it is about is its id already.
                text = _described(whole, statement).removeprefix(f"{label}: ")
            text = text or str(block.get("where", ""))
            return log.entry_of(statement, text, id=label, model=models[model])
        if block.keys() & (STATEMENT_KEYS | {"model"}):
            raise self.source.error("weights stand alone: no statement and no model", where, "weights")
        weights = {}
        for name, row in self.source.table(block, "weights", where).items():
            unknown = self.source.checked(self.names.unknown, name, where, "weights")
            weights[unknown] = self._weights(row, unknown, where, "weights")
        if not weights:
            raise self.source.error("weights are empty", where, "weights")
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
            raise self.source.error(message, where, key)

    def _questions(self, problem: Problem) -> tuple[Question, ...]:
        questions = []
        for block in self.expansion.blocks("question"):
            keys = STATEMENT_KEYS | {"text", "answers", "wrong"}
            self.source.known_keys(block.data, keys, block.where, block.where)
            with self.statements.about(block.item):
                questions.append(self.source.built(partial(self._question, block, problem), block.where))
        return tuple(questions)

    def _question(self, whole: Block, problem: Problem) -> Question:
        block, where = whole.data, whole.where
        text = self.source.string(block, "text", where, default="")
        if "answers" in block:
            answers = {
                answer: self.statements.statement(said, where, "answers")
                for answer, said in self.source.table(block, "answers", where).items()
            }
            if "wrong" in block or block.keys() & STATEMENT_KEYS:
                raise self.source.error("'answers' stands alone: no statement, no 'wrong'", where, "answers")
            question = Question(text or f"question {whole.number}", answers)
        else:
            statement = self.statements.statement(block, where)
            question = Question.yes_no(statement, text, wrong=block.get("wrong", 0))
        question.check(problem)
        return question

    # --- Pieces ----------------------------------------------------------------------------------

    def _weights(self, row: object, unknown: Unknown, where: str, key: str) -> dict[Value, Any]:
        if not isinstance(row, Mapping):
            raise self.source.error(f"the weights of {quoted(unknown)} must be a table of values", where, key)
        return {self.statements.value(unknown, value, where, key): weight for value, weight in row.items()}


_SHORT = 80
"""How long a condition or a statement may be to serve as a name."""


def _rule_name(block: Block, item: Item, statement: Statement) -> str:
    """Return what a rule about a thing is called: after the thing alone where all of it differs."""
    return (
        str(item.fields.get("name", item.label))
        if "different" in block.data
        else _described(block, statement)
    )


def _described(block: Block, statement: Statement) -> str:
    """Return in words what a block says of the thing that it is about."""
    data, item = block.data, block.item
    name = str(item.fields.get("name", item.label)) if item else block.where
    counts = [key for key in ("exactly", "at_least", "at_most") if key in data and "value" in data]
    if counts:
        values = " or ".join(map(str, _listed(data["value"])))
        said = f"{counts[0].replace('_', ' ')} {data[counts[0]]} {values}"
    elif "runs" in data:
        said = f"runs {' '.join(map(str, _listed(data['runs']))) or '0'} of {data['value']}"
    elif "different" in data:
        said = "all different"
    else:
        said = str(data.get("where", statement))
        if len(said) <= _SHORT:
            return said
    return f"{name}: {shortened(said, _SHORT)}"


def _listed(found: Any) -> list[Any]:  # noqa: ANN401 - what TOML holds
    return found if isinstance(found, list) else [found]
