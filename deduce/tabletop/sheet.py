"""A deduction sheet: what one seat can know of what is hidden, with chances and reasons, and how it reads."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from deduce.errors import OutOfReachError
from deduce.evidence.log import Log
from deduce.tabletop.errors import LineError
from deduce.tabletop.names import one_named
from deduce.tabletop.nouns import PLAIN, Nouns
from deduce.tabletop.said import Grid, Mark, MarkRole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from deduce.belief.belief import Belief
    from deduce.problem.statements import Value
    from deduce.proof.chain import Step
    from deduce.proof.claims import Proof
    from deduce.proof.conflicts import Conflicts
    from deduce.proof.prover import Prover
    from deduce.proof.slips import Suspect
    from deduce.tabletop.said import Told

__all__ = ["Sheet", "grid", "headline", "percent", "plain", "sheet_json"]

STRUCK = "."
CERTAIN = "YES"
OPEN = "?"

_Unknown = TypeVar("_Unknown", bound=Hashable)
_Value = TypeVar("_Value", bound=Hashable)


class Sheet(Generic[_Unknown, _Value]):
    """What one seat can know.

    Examples:
        >>> from deduce import Log, Problem, fact
        >>> from deduce.tabletop.nouns import Nouns
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"])).append(fact("A", "king"))
        >>> sheet = Sheet("White's pieces", log, Nouns("piece", "kind", "setup"))
        >>> print(headline(sheet))
        White's pieces: 2 setups are left, 1.0 bits; certain: A king
        >>> str(sheet.chances["B"]["crab"])
        '1/2'

    Args:
        title: What it is about.
        log: What was heard; or what makes the log when it is first asked for.
        nouns: What the game calls things.
        seat: The seat that knows it.

    Attributes:
        title: What it is about.
        nouns: What the game calls things.
        seat: The seat that knows it.
    """

    def __init__(self, title: str, log: Log | Callable[[], Log], nouns: Nouns = PLAIN, seat: int = 0) -> None:
        self.title = title
        self.nouns = nouns
        self.seat = seat
        self._given = log

    @cached_property
    def log(self) -> Log:
        """What was heard."""
        return self._given if isinstance(self._given, Log) else self._given()

    @cached_property
    def belief(self) -> Belief:
        """What follows."""
        from deduce.belief.belief import Belief

        return Belief(self.log)

    # --- What a game may say otherwise -----------------------------------------------------------------

    @property
    def stands_on(self) -> str:
        """What is taken for granted and may be wrong, such as a model of somebody's answers."""
        return ""

    @property
    def in_short(self) -> str:
        """The one line that sums it up, where that is not how many worlds are left; "" for the usual one."""
        return ""

    @property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        """The lines of heads over the columns, each with one for every value."""
        return (tuple(map(self.name, self.values)),)

    @property
    def facts(self) -> Mapping[str, Any]:
        """What it says as data beside what every sheet says."""
        return {}

    def name(self, value: _Value) -> str:
        """Return how a value reads."""
        return str(value)

    def _read(self, value: Value) -> _Value:
        """Return a value of the problem as the game gives it."""
        return cast("_Value", value)

    def words(self) -> dict[str, _Value]:
        """Return every word that a value goes by."""
        return {self.name(value): value for value in self.values}

    def called(self, unknown: _Unknown) -> str:
        """Return what an unknown is called where it is not clear whose sheet is meant."""
        return str(unknown)

    def unknown(self, text: str) -> _Unknown:
        """Return the unknown that is named.

        Raises:
            LineError: If there is none of that name.
        """
        known = {str(each).casefold(): each for each in self.belief.problem.unknowns}
        if text.casefold() in known:
            return cast("_Unknown", known[text.casefold()])
        there = " ".join(map(str, known.values()))
        message = f"there is no {self.nouns.spoken} {text!r}; there are {there}"
        raise LineError(message)

    def value(self, text: str) -> _Value:
        """Return the value that is named, also by an unambiguous beginning.

        Raises:
            LineError: If there is none of that name.
        """
        return one_named(text, self.words(), self.nouns.value)

    def named(self, unknown: str, value: str) -> tuple[_Unknown, _Value]:
        """Return the unknown and the value that are named together.

        Raises:
            LineError: If there is none of that name.
        """
        return self.unknown(unknown), self.value(value)

    # --- What follows ------------------------------------------------------------------------------

    @property
    def values(self) -> tuple[_Value, ...]:
        """Everything that some unknown could be at the start."""
        return tuple(map(self._read, self.belief.problem.values))

    @property
    def is_consistent(self) -> bool:
        """Whether any world is left."""
        return self.belief.is_consistent

    @property
    def is_counted(self) -> bool:
        """Whether it is known how many worlds are left."""
        return self.belief.is_counted

    @property
    def worlds(self) -> int:
        """How many worlds are left.

        Raises:
            OutOfReachError: If they cannot be counted.
        """
        return self.belief.count

    @property
    def bits(self) -> float:
        """How many bits are still open; 0 when nothing is left.

        Raises:
            OutOfReachError: If the worlds cannot be counted.
        """
        return self.belief.bits if self.is_consistent else 0.0

    @cached_property
    def possible(self) -> dict[_Unknown, tuple[_Value, ...]]:
        """The values that each unknown may have."""
        return {
            cast("_Unknown", unknown): tuple(map(self._read, found))
            for unknown, found in self.belief.possible.items()
        }

    @cached_property
    def chances(self) -> dict[_Unknown, dict[_Value, Fraction]] | None:
        """The exact chance of each value that an unknown may have; None where there are no chances."""
        if not self.is_consistent:
            return None
        try:
            rows = self.belief.probabilities
        except OutOfReachError:
            return None
        return {
            cast("_Unknown", unknown): {self._read(value): chance for value, chance in rows[unknown].items()}
            for unknown in rows
        }

    @cached_property
    def certain(self) -> dict[_Unknown, _Value]:
        """The unknowns whose value is certain."""
        return {unknown: found[0] for unknown, found in self.possible.items() if len(found) == 1}

    # --- Reasons -----------------------------------------------------------------------------------

    def why(self, unknown: _Unknown, value: _Value) -> Proof:
        """Return the smallest proof that an unknown has a value, or has it not.

        Raises:
            ContradictionError: If no world is left.
            DeduceError: If it is open.
        """
        named = next((each for each in self.log.problem.values if each == value), value)
        return self._prover.proof(unknown, named)

    def steps(self, proof: Proof) -> list[Step]:
        """Return a proof as a chain of small steps."""
        from deduce.proof.chain import chain_for

        return chain_for(proof, self.log)

    @cached_property
    def _prover(self) -> Prover:
        from deduce.proof.prover import Prover

        return Prover(self.log, self.belief)

    @property
    def conflicts(self) -> Conflicts:
        """The smallest sets of entries that contradict each other."""
        from deduce.proof.conflicts import conflicts

        return conflicts(self.log)

    def suspects(self) -> list[Suspect]:
        """Rank what was heard by how likely it was noted wrongly; also while nothing contradicts."""
        from deduce.proof.slips import suspects

        return suspects(self.log)

    def slips_told(self) -> Told | None:
        """Tell what was probably noted wrongly, where the game knows better how slips come about; else None.

        Its data are those of the command suspects; beside the id and the text of an entry, a suspect may have
        the `words` that tell the slip, and the `remedy` that mends it.
        """
        return None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.title!r})"


# --- How it reads --------------------------------------------------------------------------------------


def headline(sheet: Sheet[Any, Any]) -> str:
    """Return the one line that sums a sheet up."""
    if sheet.in_short:
        return sheet.in_short
    world = sheet.nouns.world
    if not sheet.is_consistent:
        under = f" under {sheet.stands_on}" if sheet.stands_on else ""
        return f"{sheet.title}: no {world} fits what was noted{under}; suspects shows the likely slip"
    if not sheet.is_counted:
        count = f"how many {world}s are left is not known"
    elif sheet.worlds == 1:
        count = f"1 {world} is left, {sheet.bits:.1f} bits"
    else:
        count = f"{sheet.worlds:,} {world}s are left, {sheet.bits:.1f} bits"
    settled = ", ".join(f"{unknown} {sheet.name(value)}" for unknown, value in sheet.certain.items())
    return f"{sheet.title}: {count}; certain: {settled or 'nothing yet'}"


def grid(sheet: Sheet[_Unknown, Any], marks: Mapping[_Unknown, str] | None = None) -> Grid:
    """Return a sheet as rows and columns: a row for each unknown, a column for each value.

    Args:
        sheet: The sheet.
        marks: What stands behind an unknown, such as x for what is off the board.
    """
    behind = marks or {}
    rows = tuple(
        (
            f"{unknown}{behind.get(unknown, '')}",
            tuple(_mark(sheet, unknown, value) for value in sheet.values),
        )
        for unknown in sheet.possible
    )
    return Grid(sheet.heads, rows)


def _mark(sheet: Sheet[_Unknown, _Value], unknown: _Unknown, value: _Value) -> Mark:
    possible = sheet.possible[unknown]
    if value not in possible or not sheet.is_consistent:
        return Mark(STRUCK, MarkRole.STRUCK)
    if len(possible) == 1:
        return Mark(CERTAIN, MarkRole.CERTAIN)
    if sheet.chances is None:
        return Mark(OPEN, MarkRole.OPEN)
    return Mark(percent(sheet.chances[unknown][value]), MarkRole.CHANCE)


def percent(chance: Fraction) -> str:
    """Return a chance in percent, never rounded to impossible or certain.

    Examples:
        >>> from fractions import Fraction
        >>> [percent(Fraction(part, 1000)) for part in (0, 1, 335, 999, 1000)]
        ['0', '<1', '34', '>99', '100']
    """
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "<1"
    return ">99" if whole == 100 and chance < 1 else str(whole)


def sheet_json(sheet: Sheet[Any, Any]) -> dict[str, Any]:
    """Return a sheet as data; impossible values are left out, and what is not known is None."""
    chances = sheet.chances or {}
    is_counted = sheet.is_counted
    return {
        "consistent": sheet.is_consistent,
        "worlds": sheet.worlds if is_counted else None,
        "bits": sheet.bits if is_counted else None,
        f"{sheet.nouns.unknown}s": {
            str(unknown): {str(value): float(chance) for value, chance in row.items()}
            for unknown, row in chances.items()
        },
        "fractions": {
            str(unknown): {str(value): str(chance) for value, chance in row.items()}
            for unknown, row in chances.items()
        },
        "possible": {str(unknown): list(map(plain, found)) for unknown, found in sheet.possible.items()},
        "certain": {
            str(unknown): plain(value)
            for unknown, value in (sheet.certain if sheet.is_consistent else {}).items()
        },
        **sheet.facts,
    }


def plain(value: Hashable) -> int | str:
    """Return a value as JSON can hold it."""
    return value if isinstance(value, int) else str(value)
