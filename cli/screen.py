"""The screen of the table: title, sheets, picture and last entries, as far as there is room for them."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from rich.text import Text

from .render import STYLES, grid_rows, widths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from deduce.tabletop.companion import Frame
    from deduce.tabletop.said import Grid

Block: TypeAlias = "list[Text]"
GAP = 4
ROWS_BELOW = 3
"""How many rows of the terminal are always kept: a blank one, the prompt, and one behind it."""
LEAST_ROWS_BELOW = 5
"""How many are kept before something is shown below the sheet, so that messages have room."""
NARROW, LOW = 60, 20
"""Below this width lines of words take several rows, unless there are fewer rows than that."""
ENTRY_WIDTH = 28
ELLIPSIS = "..."


def head(screen: Console, frame: Frame, *, tight: bool = False) -> Block:
    """Return the lines above the sheet and the picture; one of them where it is tight."""
    if tight:
        broken = "broken! " if frame.trouble else ""
        return [Text(shortened(broken + frame.title, screen.width - 1), style="bold")]
    title = [Text(line, style="bold") for line in folded(frame.title, screen, matters=True)]
    title += [Text(line, style="bold red") for line in folded(frame.trouble, screen, matters=True)]
    return [*title, *map(Text, folded(frame.headline, screen))] if frame.headline else title


def strip(screen: Console, frame: Frame, *, tight: bool = False) -> Block:
    """Return the lines of what is urgent; one of them where it is tight."""
    if not frame.alarms:
        return []
    joined = Text(" ").join(Text(said.text, style=STYLES.get(said.role, "")) for said in frame.alarms)
    lines = list(joined.wrap(screen, screen.width - 1))
    most = 1 if tight else 3 if screen.width < NARROW else 2
    if len(lines) > most:
        lines = lines[:most]
        lines[-1].truncate(screen.width - 1 - len(ELLIPSIS))
        lines[-1].rstrip()
        lines[-1].append(ELLIPSIS)
    for line in lines:
        line.rstrip()
    return lines


def body(screen: Console, frame: Frame) -> Block:
    """Return the lines to show: the sheet and the picture, or one of them where there is no room for both.

    Where there is room beside or below them, another sheet and the last entries fill it. What cannot be shown
    for want of room is said.
    """
    lines, is_whole = composed(screen, frame, tight=False)
    return lines if is_whole else composed(screen, frame, tight=True)[0]


def composed(screen: Console, frame: Frame, *, tight: bool) -> tuple[Block, bool]:
    """Return the lines to show, and whether what stands first is shown as a whole."""
    top, urgent = head(screen, frame, tight=tight), strip(screen, frame, tight=tight)
    width = screen.width - 1
    room = max(screen.height - ROWS_BELOW - len(top) - len(urgent), 1)
    spare = room - (LEAST_ROWS_BELOW - ROWS_BELOW)
    sheet = [] if frame.grid is None else sheet_lines(frame.grid, width, room)
    picture = picture_lines(frame, width)
    extras = [other_lines(frame, width), entry_lines(frame)]
    shelves = packed([sheet, picture, *extras], width, room, spare)
    if frame.shown == "board" and picture and not any(picture is each for shelf in shelves for each in shelf):
        shelves = packed([picture, sheet, *extras], width, room, spare)
    lines: Block = []
    for shelf in shelves:
        lines += [Text("")] if lines else []
        lines += beside(shelf)
    return [*top, *low_enough(lines, room), *urgent], len(lines) <= room


def forms(screen: Console, frame: Frame) -> Iterator[Block]:
    """Yield what can be shown, the fullest first: long messages stand in the place of other things."""
    yield body(screen, frame)
    for alarms in (frame.alarms, ()):
        lines, is_whole = composed(screen, replace(frame, alarms=alarms), tight=True)
        if is_whole:
            yield lines
    if frame.shown == "board" and frame.picture:
        alone = replace(frame, grid=None, other_grid=None, entries=(), alarms=())
        lines, is_whole = composed(screen, alone, tight=True)
        if is_whole:
            yield lines
    yield [*head(screen, frame), *strip(screen, frame)]
    yield head(screen, frame, tight=True)


# --- Blocks ------------------------------------------------------------------------------------------


def sheet_lines(grid: Grid, width: int, room: int) -> Block:
    """Return a sheet in the widest form that fits; in parts below each other, or with what is hidden said."""
    for dense in (False, True):
        lines = grid_rows(grid, dense=dense)
        if width_of(lines) <= width:
            return lines
    before, cell = widths(grid, dense=True)
    heads = grid.heads[0]
    count = len(heads)
    most = max((width - before) // cell, 1)
    parts = [grid_rows(part(grid, start, start + most), dense=True) for start in range(0, count, most)]
    if sum(len(lines) + 1 for lines in parts) - 1 <= room:
        return [line for lines in parts for line in (*lines, Text(""))][:-1]
    hidden, needed = heads[most:], before + cell * count + 1
    which = hidden[0] if len(hidden) == 1 else f"{hidden[0]} to {hidden[-1]}"
    note = f"{ELLIPSIS} without {which}: all take {needed} columns"
    said = textwrap.wrap(note, width)
    return [*low_enough(parts[0], room - len(said)), *map(Text, said)]


def part(grid: Grid, start: int, end: int) -> Grid:
    """Return some columns of a sheet."""
    return replace(
        grid,
        heads=tuple(heads[start:end] for heads in grid.heads),
        rows=tuple((label, marks[start:end]) for label, marks in grid.rows),
    )


def picture_lines(frame: Frame, width: int) -> Block:
    """Return the picture, or the small one where it is too wide; cut off where that is too wide as well."""
    if not frame.picture:
        return []
    for picture in filter(None, (frame.picture, frame.small_picture)):
        lines = [Text(line) for line in picture]
        if width_of(lines) <= width:
            return lines
    lines = [Text(line) for line in frame.small_picture or frame.picture]
    note = f"{ELLIPSIS} cut off: it takes {width_of(lines) + 1} columns"
    return [*(Text(line.plain[:width]) for line in lines), *map(Text, textwrap.wrap(note, width))]


def other_lines(frame: Frame, width: int) -> Block:
    """Return the other sheet with its headline; nothing if it does not fit as it is."""
    if frame.other_grid is None:
        return []
    lines = grid_rows(frame.other_grid)
    across = width_of(lines)
    return [] if across > width else [*map(Text, textwrap.wrap(frame.other_headline, across)), *lines]


def entry_lines(frame: Frame) -> Block:
    """Return the last entries, always as wide."""
    return [Text(f"{shortened(line, ENTRY_WIDTH):{ENTRY_WIDTH}}") for line in frame.entries]


# --- Where they stand --------------------------------------------------------------------------------


def packed(blocks: Iterable[Block], width: int, room: int, spare: int) -> list[list[Block]]:
    """Return what stands beside what, and below it: each block in the first place that has room for it.

    Args:
        blocks: The blocks, the most important first; the first one that is not empty is always there.
        width: How wide the screen is.
        room: How many rows there are.
        spare: How many rows there are for what begins below something else.
    """
    shelves: list[list[Block]] = []
    for block in blocks:
        if not block:
            continue
        if not shelves:
            shelves.append([block])
            continue
        for shelf in shelves:
            taller = max(len(block) - max(map(len, shelf)), 0)
            across = sum(width_of(each) + GAP for each in shelf) + width_of(block)
            if across <= width and rows_of(shelves) + taller <= room:
                shelf.append(block)
                break
        else:
            if width_of(block) <= width and rows_of(shelves) + 1 + len(block) <= spare:
                shelves.append([block])
    return shelves


def rows_of(shelves: list[list[Block]]) -> int:
    """Return how many rows blocks take, with a blank one between those below each other."""
    return sum(max(map(len, shelf)) + 1 for shelf in shelves) - 1


def width_of(block: Block) -> int:
    """Return how wide the widest line is."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: list[Block]) -> Block:
    """Return blocks of lines side by side."""
    lines = [Text("") for _ in range(max(map(len, blocks)))]
    column = 0
    for block in blocks:
        for line, more in zip(lines, block, strict=False):
            line.pad_right(column - line.cell_len)
            line.append_text(more)
        column += width_of(block) + GAP
    for line in lines:
        line.rstrip()
    return lines


def low_enough(lines: Block, room: int) -> Block:
    """Return lines that fit into so many rows; the last one says how many are missing."""
    if len(lines) <= room:
        return lines
    kept = max(room - 1, 0)
    return [*lines[:kept], Text(f"{ELLIPSIS} {len(lines) - kept} more rows")]


# --- Lines -------------------------------------------------------------------------------------------


def folded(text: str, screen: Console, *, matters: bool = False) -> list[str]:
    """Return words as one line; as two where there are rows for it and it is narrow, or they matter."""
    width = screen.width - 1
    if (screen.width >= NARROW and not matters) or screen.height < LOW:
        return [shortened(text, width)]
    return textwrap.wrap(text, width, max_lines=2, placeholder=f" {ELLIPSIS}")


def shortened(text: str, width: int) -> str:
    """Return a text that fits into one line."""
    return text if len(text) <= width else text[: max(width - len(ELLIPSIS), 0)] + ELLIPSIS


def paint(screen: Console, lines: Block, messages: list[str]) -> None:
    """Show everything at once, over what was there: nothing scrolls and nothing flickers."""
    with screen.capture() as captured:
        put(screen, lines, messages)
    text = captured.get().replace("\n", "\x1b[K\n")
    screen.file.write(f"\x1b[H{text}\x1b[J")
    screen.file.flush()


def put(screen: Console, lines: Block, messages: list[str]) -> None:
    """Print lines and a blank one, and what is said below them."""
    for line in lines:
        screen.print(line, no_wrap=True, crop=True)
    screen.print()
    say(screen, messages)


def say(screen: Console, messages: list[str]) -> None:
    """Print what is said."""
    for message in messages:
        screen.print(Text(message))
