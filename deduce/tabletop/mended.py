"""What came of mending a record: sets of corrections, how sure each is, in words and as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from deduce.errors import shortened
from deduce.tabletop.document import MISSING
from deduce.tabletop.kind import S
from deduce.tabletop.nouns import with_article
from deduce.tabletop.said import Role, Said
from deduce.tabletop.slips import GAP, Change, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.tabletop.document import Cell
    from deduce.tabletop.record import Record

__all__ = ["Correction", "Mended", "Repair", "Telling", "annotated", "mended_json", "mended_told"]

SURE = 0.995
"""From which chance on a correction is told without one."""
LIKELY = 0.02
"""From which chance on another correction is told."""
MOST_OTHERS = 4
"""How many other corrections are told that would do as well."""
FEW = 3
"""How many words of a header are told instead of all of it."""
COMMENT = "# Mended: "
"""How a line begins that keeps what was corrected."""


@dataclass(frozen=True)
class Correction:
    """One slip, and what puts it right.

    Attributes:
        change: What puts it right.
        where: Where it is, in words.
        said: What it probably is, in words.
        why: What does not fit without it, in words; "" where that was not worked out.
        entry: The number of the entry; 0 outside of them.
        row: The number of its row; 0 outside of the rows.
        column: Its column, from 1; 0 outside of the rows.
        text: What is written there.
        chance: How sure it is, as a share of all repairs of the same size that were found.
        others: What would do as well in its place, the likeliest first.
    """

    change: Change
    where: str
    said: str
    why: str
    entry: int
    row: int
    column: int
    text: str
    chance: float
    others: tuple[Correction, ...] = ()

    @property
    def put(self) -> str:
        """What should stand there."""
        change = self.change
        if change.order:
            written = self.text.split(", ")
            return ", ".join(written[place] for place in change.order if place < len(written))
        return ", ".join(change.put) or change.value

    @property
    def sureness(self) -> str:
        """How sure it is, in words; "" where nothing else was found."""
        return "" if self.chance >= SURE else f" ({100 * self.chance:.0f}%)"

    def __str__(self) -> str:
        return f"{self.where}: {self.said}{self.sureness}"

    def to_json(self) -> dict[str, Any]:
        """Return the correction as data."""
        return {
            "kind": str(self.change.sort),
            "entry": self.entry or None,
            "row": self.row,
            "column": self.column,
            "text": self.text,
            "probably": self.put,
            "chance": round(self.chance, 6),
            "slips": self.change.slips,
            "why": self.why,
            "words": str(self),
            "others": [other.to_json() for other in self.others],
        }


@dataclass(frozen=True)
class Repair(Generic[S]):
    """A set of corrections that leaves nothing in a record that does not fit, or less than before.

    Attributes:
        corrections: The corrections, in the order of the record.
        chance: How likely it is, as a share of all repairs of the same size that were found.
        record: The record with them.
    """

    corrections: tuple[Correction, ...]
    chance: float
    record: Record[S]


@dataclass(frozen=True)
class Mended(Generic[S]):
    """What came of mending a record.

    Attributes:
        repairs: The smallest sets of corrections, the most plausible first; at least one, which is empty if
            nothing was found, or nothing had to be.
        is_stopped: Whether it was stopped before everything was tried.
        is_cut: Whether there was too much to try everything.
        left: What no correction explains, in words.
    """

    repairs: tuple[Repair[S], ...]
    is_stopped: bool = False
    is_cut: bool = False
    left: tuple[str, ...] = ()

    @property
    def best(self) -> Repair[S]:
        """The most plausible repair."""
        return self.repairs[0]

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The corrections of the most plausible repair."""
        return self.best.corrections

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left then that does not fit."""
        return not self.left


class Telling:
    """Puts changes of one record into words.

    Args:
        record: The record.
        texts: Its entries.
        chances: How sure each change is.
    """

    def __init__(self, record: Record[Any], texts: Sequence[str], chances: Mapping[Change, float]) -> None:
        self.record = record
        self.texts = texts
        self.chances = chances
        self.columns: int = record.document.layout.columns
        cells = list(record.document.cells(record.begun.skipped))
        last = len(record.steps)
        self.cells: list[Cell] = [*cells[:last], *(cell for cell in cells[last:] if not cell.is_missing)]

    def correction(self, change: Change, why: str = "", others: Iterable[Change] = ()) -> Correction:
        """Return a change in words, with what would do as well."""
        where, said = self._words(change)
        cell = self.cells[min(change.place, len(self.cells) - 1)] if change.place >= 0 else None
        is_entry = 0 <= change.place < len(self.record.steps)
        written = self.texts[change.place : change.place + change.removed] if change.place >= 0 else ()
        if change.sort is Sort.HEADER:
            written = [self._header(change.key)[1]]
        return Correction(
            change,
            where,
            said,
            why,
            change.place + 1 if is_entry else 0,
            cell.row if cell else 0,
            cell.column if cell else 0,
            ", ".join(text or MISSING for text in written),
            self.chances.get(change, 0.0),
            tuple(map(self.correction, others)),
        )

    def unexplained(self, place: int, said: str) -> str:
        """Return something that no correction explains, with its place."""
        return f"{self._place(place)}: {said}" if 0 <= place < len(self.cells) else said

    def _words(self, change: Change) -> tuple[str, str]:
        """Return where a change is made, and what it is."""
        if change.sort is Sort.HEADER:
            line, value = self._header(change.key)
            where = f"line {line}" if line else "headers"
            return where, change.said or _header_words(change, value)
        place, end = change.place, change.place + change.removed
        written = [shortened(text) for text in self.texts[place:end]]
        row = self.cells[place].row if place < len(self.cells) else 0
        match change.sort:
            case Sort.NUMBER:
                return f"row {row}", f"it is probably row {change.value}"
            case Sort.MISPRINT:
                twice = ", two slips in one" if change.slips > 1 else ""
                return self._place(place), f"{written[0]} is probably {change.put[0]}{twice}"
            case Sort.DOUBLED:
                was = "was" if len(written) == 1 else "were"
                twice = ", and another time with a slip" if change.slips > 1 else ""
                return self._place(place), f"{' and '.join(written)} {was} probably written twice{twice}"
            case Sort.ORDER:
                return self._order(change, written)
        return self._missing(change)

    def _order(self, change: Change, written: Sequence[str]) -> tuple[str, str]:
        """Return where neighbours changed places, and which."""
        place, half = change.place, change.order[0]
        whole = change.order[-1] == half - 1
        one, other = self.cells[place].row, self.cells[place + half].row
        if whole and half <= self.columns and one != other:
            return f"rows {one} and {other}", "they probably stand in the wrong order"
        return self._place(place), f"{written[0]} and {written[-1]} probably changed places"

    def _missing(self, change: Change) -> tuple[str, str]:
        """Return where something is missing, and what."""
        nouns, count = self.record.kind.nouns, len(change.put)
        if not count:
            where = f"before row {self.cells[change.place].row}"
            return where, "something is probably missing, and nothing shows what"
        one = with_article(nouns.entry)
        is_blank = all(text == MISSING for text in change.put)
        what = "" if is_blank else f": {', '.join(change.put)}"
        blank = f"; {MISSING} changed nothing on the {self.record.kind.table}"
        many = f"{one} is" if count == 1 else f"{count} {nouns.entries} are"
        said = f"{many} probably missing{what}{blank if MISSING in change.put else ''}"
        if change.removed and self.texts[change.place] == GAP:
            return self._place(change.place), said
        if change.place >= len(self.cells):
            return "at the end", said
        return f"before {self._place(change.place)} {shortened(self.texts[change.place])}", said

    def _place(self, place: int) -> str:
        cell = self.cells[place]
        column = f", {'left' if cell.column == 1 else 'right'} column" if self.columns > 1 else ""
        number = f"entry {place + 1} " if place < len(self.record.steps) else ""
        return f"{number}(row {cell.row}{column})"

    def _header(self, key: str) -> tuple[int, str]:
        """Return the line of a header, and what it says."""
        found = (header for header in self.record.document.headers if header.key == key)
        return next(((header.line, header.value) for header in found), (0, ""))


def _header_words(change: Change, value: str) -> str:
    """Return what a header probably says instead: only the words that are others, where these are few."""
    old, new = value.split(), change.value.split()
    if len(old) == len(new) > FEW:
        pairs = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
        if len(pairs) <= FEW:
            was, now = (" ".join(words) for words in zip(*pairs, strict=True))
            return f"{change.key}: {shortened(was)} is probably {now}"
    missing = [word for word in new if word not in old]
    if len(new) == len(old) + 1 > FEW and len(missing) == 1:
        return f"{change.key}: {missing[0]} is probably missing"
    return f"{change.key} = {shortened(value)} is probably {change.key} = {change.value}"


# --- Told --------------------------------------------------------------------------------------------


def mended_told(mended: Mended[Any]) -> list[Said]:
    """Tell which slips probably explain what does not fit in a record."""
    shown: list[Said] = []
    if mended.corrections:
        shown.append(Said("Probable slips:", Role.WARNING))
        for each in mended.corrections:
            shown.append(Said(f"  {each}"))
            likely = [other for other in each.others[:MOST_OTHERS] if other.chance >= LIKELY]
            shown += [Said(f"    or {other}") for other in likely]
            more = len(each.others) - len(likely)
            if more:
                shown.append(
                    Said(f"    or one of {more} less likely" if likely else f"    or one of {more}, hardly")
                )
            if each.why:
                shown.append(Said(f"    without that {each.why}"))
        if any(len(repair.corrections) > 1 for repair in mended.repairs) and len(mended.repairs) > 1:
            what = "All of these together" if len(mended.corrections) > 1 else "This alone"
            chance = 100 * mended.best.chance
            among = f"among {len(mended.repairs)} sets of as few slips; sets of more are not weighed"
            shown.append(Said(f"{what}: {chance:.0f}%, {among}."))
    elif mended.left and not (mended.is_stopped or mended.is_cut):
        shown.append(Said("No small change lets it replay any further."))
    if mended.corrections and mended.left:
        shown += [Said(f"Not explained: {each}", Role.WARNING) for each in mended.left]
    if mended.is_cut:
        shown.append(Said("There is too much wrong to try everything; more may be found.", Role.WARNING))
    if mended.is_stopped:
        text = "Stopped before everything was tried; this is what was found so far."
        shown.append(Said(text, Role.WARNING))
    return shown


def mended_json(mended: Mended[Any]) -> dict[str, Any]:
    """Return what was found as data."""
    data: dict[str, Any] = {
        "misprints": [correction.to_json() for correction in mended.corrections],
        "repairs": [
            {
                "chance": round(repair.chance, 6),
                "corrections": [str(correction) for correction in repair.corrections],
            }
            for repair in mended.repairs
            if repair.corrections
        ],
        "unexplained": list(mended.left),
    }
    return data | ({"stopped": True} if mended.is_stopped or mended.is_cut else {})


def annotated(mended: Mended[S]) -> Record[S]:
    """Return the mended record with a comment for each correction."""
    record = mended.best.record
    document = record.document
    for each in mended.corrections:
        why = f"; without that {each.why}" if each.why else ""
        document = document.with_comment(f"{COMMENT}{each}{why}")
    return record.with_document(document)
