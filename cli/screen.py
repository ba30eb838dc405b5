"""The screen of the table: title, sheet and picture, as wide as the terminal allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from .render import grid_rows

if TYPE_CHECKING:
    from rich.console import Console

    from deduce.tabletop.companion import Frame

GAP = 4
LEAST_ROWS_BELOW = 6
"""How many rows of the terminal are kept for messages and the prompt."""


def head(screen: Console, frame: Frame) -> list[Text]:
    """Return the lines above the sheet and the picture."""
    top = [Text(frame.title, style="bold")]
    if frame.trouble:
        top.append(Text(shortened(frame.trouble, screen.width - 1), style="bold red"))
    return [*top, Text(shortened(frame.headline, screen.width - 1))] if frame.headline else top


def body(screen: Console, frame: Frame) -> list[Text]:
    """Return the lines to show: the sheet and the picture, or one of them where there is no room for both."""
    top = head(screen, frame)
    sheet = [] if frame.grid is None else grid_rows(frame.grid)
    picture = [Text(line) for line in frame.picture]
    if not sheet or not picture:
        return [*top, *sheet, *picture]
    width = max(line.cell_len for line in sheet)
    if screen.width > width + GAP + max(line.cell_len for line in picture):
        return top + beside(sheet, picture, width + GAP)
    if screen.height >= len(top) + len(sheet) + 1 + len(picture) + LEAST_ROWS_BELOW:
        return [*top, *sheet, Text(""), *picture]
    return top + (picture if frame.shown == "board" else sheet)


def beside(left: list[Text], right: list[Text], width: int) -> list[Text]:
    """Return two blocks of lines side by side."""
    lines = []
    for place in range(max(len(left), len(right))):
        line = left[place].copy() if place < len(left) else Text("")
        if place < len(right):
            line.pad_right(width - line.cell_len)
            line.append_text(right[place])
        line.rstrip()
        lines.append(line)
    return lines


def shortened(text: str, width: int) -> str:
    """Return a text that fits into one line."""
    return text if len(text) <= width else text[: width - 3] + "..."


def paint(screen: Console, lines: list[Text], messages: list[str]) -> None:
    """Show everything at once, over what was there: nothing scrolls and nothing flickers."""
    with screen.capture() as captured:
        for line in lines:
            screen.print(line, no_wrap=True, crop=True)
        screen.print()
        for message in messages:
            screen.print(Text(message))
    text = captured.get().replace("\n", "\x1b[K\n")
    screen.file.write(f"\x1b[H{text}\x1b[J")
    screen.file.flush()
