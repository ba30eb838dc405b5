"""Records that somebody damaged by slips, and how often mending them brings the original back.

    python tests/faults/damages.py --records 20 --slips 2 --deals partly

Each record is a game of players who know something, written down; then as many slips as asked for are made,
all of the sorts that people make with pen and paper. Nothing here knows how records are mended.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances, random_action, random_start
from deduce.confusion.formats.position_string import position_text
from deduce.confusion.kind import parse_record, record_of
from deduce.confusion.players.named import make_player
from deduce.confusion.record.moment import Moment
from deduce.tabletop.document import MISSING
from deduce.tabletop.look import look_at
from deduce.tabletop.record import Record
from deduce.tabletop.repair import repaired

PLIES = 75
TRIES = 30
PLAYERS = ("goal", "information", "random")
TURN = re.compile(r"(\(?)([A-Y]Z?-|Z-)(NE|NW|SE|SW|N|E|S|W)(\d+)((?:x[A-Y])?(?:xZ)?(?:>[A-Y])?)(\)?)(\+?)$")
LETTERS = "ACEHKLNOPSTV"
SIDES = ("Yellow", "White", "Red")
FEWEST_ROWS = 4
"""How many rows a game has in which one can be left out, or stand elsewhere."""
KEPT = (*SIDES, "Placement ", "Position ")
"""How the headers begin that have to be as they were."""
WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DEALS = ("known", "partly", "unknown")
TOKENS = Chances(reveal=0.3, move_two=0.3, swap_two=0.3)
"""What somebody does who uses action tokens, every fifth turn; players do not by themselves."""

Rows = list[list[str]]
"""The number of each row, and what stands in its columns."""


@dataclass
class Sheet:
    """A record on paper.

    Attributes:
        headers: The lines above the rows.
        rows: The rows, each with its number.
    """

    headers: list[str]
    rows: Rows = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands on it."""
        return "\n".join([*self.headers, *(f"{row[0]}. {chr(9).join(row[1:])}" for row in self.rows), ""])


def game_on_paper(
    draw: random.Random,
    deals: str,
    plies: int = PLIES,
    *,
    is_espionage: bool = False,
    is_printed: bool = False,
    has_tokens: bool = False,
    names: Sequence[str] = PLAYERS,
) -> Sheet:
    """Return a game as somebody wrote it down who made no slip.

    Args:
        draw: What decides.
        deals: Whether the deals are "known", "partly" or "unknown".
        plies: How many turns it has at most.
        is_espionage: Whether it is a game of espionage, with placements (CF-VAR-4).
        is_printed: Whether a position is printed with it, after some turn of its second half.
        has_tokens: Whether action tokens are used, in espionage.
        names: The players of whom two are drawn.
    """
    rules = Rules.of("espionage", variants=[4], tokens=has_tokens) if is_espionage else Rules.of("classic")
    game = random_start(rules, draw)
    players = [make_player(draw.choice(names), rules, draw.randrange(10**6)) for _ in range(2)]
    while game.outcome is None and game.position.turns < plies:
        side = game.position.decider
        is_bold = has_tokens and draw.random() < 0.2
        action = random_action(game, draw, TOKENS) if is_bold else players[side].choose(game.view(side))
        game.push(action, agent=lambda _: draw.random() < 0.5)
    record = record_of(game)
    sheet = sheet_of(record.text)
    sheet.headers = [_dealt(line, deals, draw) for line in sheet.headers]
    if is_printed:
        count = draw.randrange(len(record.steps) // 2, len(record.steps)) + 1
        _, board, neutral, *_ = position_text(record.at(count).position).split()
        sheet.headers.insert(0, f"Position after {count} = {board} {neutral}")
    return sheet


def sheet_of(text: str) -> Sheet:
    """Return what is written as a sheet of paper."""
    sheet = Sheet([])
    for line in text.split("\n"):
        found = re.match(r"(\d+)\. ?(.*)$", line)
        if found:
            sheet.rows.append([found[1], *found[2].split("\t")])
        elif line:
            sheet.headers.append(line)
    return sheet


def _dealt(line: str, deals: str, draw: random.Random) -> str:
    """Return a header with as much of a deal as is known."""
    key, _, value = line.partition(" = ")
    if key not in SIDES or deals == "known":
        return line
    pairs = value.split()
    known = sorted(draw.sample(pairs, len(pairs) // 2)) if deals == "partly" else ["?"]
    return f"{key} = {' '.join(known)}"


# --- Slips -------------------------------------------------------------------------------------------


def _turns(sheet: Sheet, wanted: Callable[[re.Match[str]], object]) -> Iterator[tuple[int, int]]:
    for row, cells in enumerate(sheet.rows):
        for column, cell in enumerate(cells[1:], 1):
            found = TURN.match(cell)
            if found and wanted(found):
                yield row, column


def _rewrite(
    sheet: Sheet,
    draw: random.Random,
    wanted: Callable[[re.Match[str]], object],
    write: Callable[[list[str]], None],
) -> bool:
    places = list(_turns(sheet, wanted))
    if not places:
        return False
    row, column = draw.choice(places)
    found = TURN.match(sheet.rows[row][column])
    parts = [] if found is None else list(found.groups())
    write(parts)
    sheet.rows[row][column] = "".join(parts)
    return True


def letter(sheet: Sheet, draw: random.Random) -> bool:
    def write(parts: list[str]) -> None:
        other = draw.choice([each for each in LETTERS if each != parts[1][0]])
        parts[1] = other + parts[1][1:]

    return _rewrite(sheet, draw, lambda found: found[2] != "Z-", write)


def direction(sheet: Sheet, draw: random.Random) -> bool:
    def write(parts: list[str]) -> None:
        parts[2] = draw.choice([way for way in WAYS if way != parts[2]])

    return _rewrite(sheet, draw, bool, write)


def distance(sheet: Sheet, draw: random.Random) -> bool:
    def write(parts: list[str]) -> None:
        parts[3] = str(draw.choice([far for far in (int(parts[3]) - 1, int(parts[3]) + 1) if far]))

    return _rewrite(sheet, draw, bool, write)


def answer(sheet: Sheet, draw: random.Random) -> bool:
    def write(parts: list[str]) -> None:
        parts[0], parts[5] = ("", "") if parts[0] else ("(", ")")
        parts[6] = "" if parts[0] else parts[6]

    return _rewrite(sheet, draw, bool, write)


def neutral(sheet: Sheet, draw: random.Random) -> bool:
    """Whether Z is carried: mostly forgotten, since few carry it."""

    def write(parts: list[str]) -> None:
        parts[1] = f"{parts[1][0]}-" if parts[1].endswith("Z-") else f"{parts[1][0]}Z-"

    carried = _rewrite(sheet, draw, lambda found: found[2] != "Z-" and found[2].endswith("Z-"), write)
    return carried or _rewrite(sheet, draw, lambda found: found[2] != "Z-", write)


def capture(sheet: Sheet, draw: random.Random) -> bool:
    """What is captured: forgotten, or another letter."""

    def write(parts: list[str]) -> None:
        other = draw.choice([each for each in LETTERS if f"x{each}" not in parts[4]])
        parts[4] = re.sub(r"x[A-Y]", draw.choice(["", f"x{other}"]), parts[4], count=1)

    return _rewrite(sheet, draw, lambda found: re.search(r"x[A-Y]", found[5]), write)


def order(sheet: Sheet, draw: random.Random) -> bool:
    """Two rows change places, with their numbers or without."""
    if len(sheet.rows) < FEWEST_ROWS:
        return False
    row = draw.randrange(1, len(sheet.rows) - 2)
    one, other = sheet.rows[row], sheet.rows[row + 1]
    if draw.random() < 0.5:
        sheet.rows[row], sheet.rows[row + 1] = other, one
    else:
        one[1:], other[1:] = other[1:], one[1:]
    return True


def missing(sheet: Sheet, draw: random.Random) -> bool:
    """A row is left out; half of the time the numbers tell."""
    if len(sheet.rows) < FEWEST_ROWS:
        return False
    row = draw.randrange(1, len(sheet.rows) - 2)
    del sheet.rows[row]
    if draw.random() < 0.5:
        _number(sheet)
    return True


def doubled(sheet: Sheet, draw: random.Random) -> bool:
    """A row is written twice; half of the time with the same number."""
    if len(sheet.rows) < FEWEST_ROWS:
        return False
    row = draw.randrange(1, len(sheet.rows) - 2)
    sheet.rows.insert(row, list(sheet.rows[row]))
    if draw.random() < 0.5:
        _number(sheet)
    return True


def deal(sheet: Sheet, draw: random.Random) -> bool:
    """Two diagrams change places in a deal, or one has the number of another one."""
    lines = [
        place for place, line in enumerate(sheet.headers) if re.match(r"(Yellow|White|Red) = [A-Z]\d", line)
    ]
    if not lines:
        return False
    place = draw.choice(lines)
    key, _, value = sheet.headers[place].partition(" = ")
    pairs = [[pair[0], pair[1:]] for pair in value.split()]
    one, other = draw.sample(range(len(pairs)), 2)
    if draw.random() < 0.5:
        pairs[one][1], pairs[other][1] = pairs[other][1], pairs[one][1]
    else:
        pairs[one][1] = pairs[other][1]
    sheet.headers[place] = f"{key} = {' '.join(map(''.join, pairs))}"
    return True


def placement(sheet: Sheet, draw: random.Random) -> bool:
    """A piece is placed on the square of another one, has its letter, or is left out."""
    lines = [place for place, line in enumerate(sheet.headers) if line.startswith("Placement ")]
    if not lines:
        return False
    place = draw.choice(lines)
    key, _, value = sheet.headers[place].partition(" = ")
    items = value.split()
    one, other = draw.sample(range(len(items)), 2)
    how = draw.randrange(3)
    if how == 2:
        del items[one]
    else:
        items[one] = items[one][0] + items[other][1:] if how else items[other][0] + items[one][1:]
    sheet.headers[place] = f"{key} = {' '.join(items)}"
    return True


def position(sheet: Sheet, draw: random.Random) -> bool:
    """A piece is printed on the next column."""
    lines = [place for place, line in enumerate(sheet.headers) if line.startswith("Position ")]
    if not lines:
        return False
    key, _, value = sheet.headers[lines[0]].partition(" = ")
    board, _, neutral = value.partition(" ")
    rows = [re.sub(r"\d+", lambda gap: "." * int(gap[0]), row) for row in board.split("/")]
    found = [
        (number, pair) for number, row in enumerate(rows) for pair in re.finditer(r"(?=(\.\w|\w\.))", row)
    ]
    number, pair = draw.choice(found)
    row, at = rows[number], pair.start()
    rows[number] = row[:at] + row[at + 1] + row[at] + row[at + 2 :]
    board = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)
    sheet.headers[lines[0]] = f"{key} = {board} {neutral}"
    return True


def _number(sheet: Sheet) -> None:
    for number, row in enumerate(sheet.rows, 1):
        row[0] = str(number)


SLIPS: dict[str, Callable[[Sheet, random.Random], bool]] = {
    "letter": letter,
    "direction": direction,
    "distance": distance,
    "answer": answer,
    "Z": neutral,
    "capture": capture,
    "order of rows": order,
    "missing row": missing,
    "doubled row": doubled,
    "deal": deal,
    "placement": placement,
    "position": position,
}


# --- Counting ----------------------------------------------------------------------------------------


@dataclass
class Count:
    """What came of damaged records.

    Attributes:
        damaged: How many were damaged.
        unnoticed: In how many nothing contradicts, so that nobody could know.
        first: How often the original was the first repair.
        three: How often it was among the first three.
        told: How often it was among all that were told.
        sure: How sure the first repair was said to be, in all records together where something was noticed.
        seconds: How long each took.
    """

    damaged: int = 0
    unnoticed: int = 0
    first: int = 0
    three: int = 0
    told: int = 0
    sure: float = 0.0
    seconds: list[float] = field(default_factory=list)


def is_original(record: Record[Moment], original: Record[Moment]) -> bool:
    """Tell whether a record is another one again; of a turn that is not known only that it moved nothing."""
    if len(record.steps) != len(original.steps) or _headers(record) != _headers(original):
        return False
    return all(
        one.text == other.text or (one.text == MISSING and other.text.startswith("("))
        for one, other in zip(record.steps, original.steps, strict=True)
    )


def _headers(record: Record[Moment]) -> list[set[str]]:
    return [set(each.value.split()) for each in record.document.headers if each.key.startswith(KEPT)]


def attempt(sheet: Sheet, draw: random.Random, sorts: Sequence[str], count: Count) -> Sheet | None:
    """Damage one game, mend it, and count; return the sheet if the original is not the first."""
    original = parse_record(sheet.text)
    assert not original.misfits, original.misfits
    for sort in sorts:
        if not _damage(sheet, sort, draw, original, is_noticed=len(sorts) > 1):
            return None
    damaged = parse_record(sheet.text)
    begin = time.process_time()
    mended = repaired(damaged)
    count.seconds.append(time.process_time() - begin)
    count.damaged += 1
    if not mended.corrections and not mended.left:
        count.unnoticed += 1
        return None
    found = [is_original(repair.record, original) for repair in mended.repairs]
    count.first += found[:1] == [True]
    count.three += any(found[:3])
    count.told += any(found)
    count.sure += mended.best.chance if mended.corrections else 0.0
    return None if found[:1] == [True] else sheet


def _damage(
    sheet: Sheet, sort: str, draw: random.Random, original: Record[Moment], *, is_noticed: bool
) -> bool:
    """Make one slip; where there are several, one that would be noticed alone. Tell whether there is one."""
    for _ in range(TRIES):
        state = draw.getstate()
        alone, before = sheet_of(original.text), sheet.text
        made = SLIPS[sort](alone, draw)
        if made and is_noticed and not is_odd(parse_record(alone.text), original):
            continue
        draw.setstate(state)
        if made and SLIPS[sort](sheet, draw) and sheet.text != before:
            return True
    return False


def is_odd(record: Record[Moment], original: Record[Moment]) -> bool:
    """Tell whether anything in a record does not fit, or contradicts itself."""
    if record.misfits:
        return True
    if all(original.begun.state.setup.deals):
        return False
    return not all(sheet.is_consistent for sheet in look_at(record, None, {}).sheets)


def main(arguments: Sequence[str] | None = None) -> int:
    """Damage as many records as was asked for, and print what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, default=10, help="How many for each sort of slip.")
    parser.add_argument("--slips", type=int, default=1, help="How many slips in each record.")
    parser.add_argument("--deals", choices=DEALS, default="known")
    parser.add_argument("--espionage", action="store_true", help="Games of espionage, with placements.")
    parser.add_argument("--tokens", action="store_true", help="With --espionage: action tokens are used.")
    parser.add_argument("--printed", action="store_true", help="A position is printed with each game.")
    parser.add_argument("--sorts", default="", help="Only these, by names and commas.")
    parser.add_argument("--players", default=",".join(PLAYERS), help="Who plays, between commas.")
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="Print what was not found first.")
    given = parser.parse_args(arguments)
    names = [name.strip() for name in given.sorts.split(",") if name.strip()]
    every = [*SLIPS][:-2] + ["placement"] * given.espionage + ["position"] * given.printed
    names = names or (["any"] if given.slips > 1 else every)
    print("| slip | noticed | first | sure | within three | told | seconds, median | slowest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        count = Count()
        for number in range(given.records):
            draw = random.Random(f"{given.seed} {name} {number} {given.slips} {given.deals}")
            sorts = [draw.choice(every) if name == "any" else name]
            sorts += [draw.choice(every) for _ in range(given.slips - 1)]
            sheet = game_on_paper(
                draw,
                given.deals,
                given.plies,
                is_espionage=given.espionage,
                is_printed=given.printed,
                has_tokens=given.tokens,
                names=given.players.split(","),
            )
            missed = attempt(sheet, draw, sorts, count)
            if missed is not None and given.show:
                print(number, sorts, "not found first")
        times = sorted(count.seconds) or [0.0]
        noticed = count.damaged - count.unnoticed
        cells = (
            f"{noticed} of {count.damaged}",
            count.first,
            f"{count.sure:.1f}",
            count.three,
            count.told,
            f"{times[len(times) // 2]:.1f}",
            f"{times[-1]:.1f}",
        )
        print(f"| {name} | {' | '.join(map(str, cells))} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
