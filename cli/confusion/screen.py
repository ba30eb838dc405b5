"""What the companion shows: title, sheet and board, as wide as the terminal allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from deduce.confusion.pictures.boards import text_board

from .sheets import grid, headline

if TYPE_CHECKING:
    from rich.console import Console

    from deduce.confusion import Game

    from .questions import Asked

GAP = 4
HEAD = 2
"""How many lines stand above the sheet and the board."""
LEAST_ROWS_BELOW = 6
"""How many rows of the terminal are kept for messages and the prompt."""


def title(asked: Asked, ply: int | None) -> str:
    """Return whose turn it is, and what is being looked at."""
    game = asked.game
    total = len(asked.record.plies)
    place = f"turn {total + 1}" if ply is None else f"looking at turn {ply} of {total}"
    return f"{place}: {ending(game) or f'{game.rules.sides[game.position.turn]} to move'}"


def ending(game: Game) -> str:
    """Return how a game ended; nothing while it goes on."""
    if game.outcome is None:
        return ""
    winner = game.outcome.winner
    who = "a draw" if winner is None else f"{game.rules.sides[winner]} has won"
    return f"{who} ({game.outcome.ending.value})"


def frame(screen: Console, asked: Asked, shown: str, side: int, ply: int | None) -> list[Text]:
    """Return the lines to show.

    Args:
        screen: The terminal.
        asked: The game and its sheets.
        shown: "sheet" or "board": what comes first where there is no room for both.
        side: Whose sheet.
        ply: The past turn that is looked at; None for now.
    """
    sheet = asked.sheets[side]
    lines = grid(sheet, asked.game)
    board = board_lines(asked)
    top = [
        Text(title(asked, ply), style="bold"),
        Text(shortened(headline(sheet), screen.width - 1)),
    ]
    width = max(line.cell_len for line in lines)
    board_width = max(line.cell_len for line in board)
    if screen.width > width + GAP + board_width:
        return top + beside(lines, board, width + GAP)
    if screen.height >= HEAD + len(lines) + 1 + len(board) + LEAST_ROWS_BELOW:
        return [*top, *lines, Text(""), *board]
    return top + (board if shown == "board" else lines)


def board_lines(asked: Asked) -> list[Text]:
    """Return the board as the record's own side sees it."""
    board = text_board(asked.game.position, asked.side("")).split("\n\n", maxsplit=1)[0]
    return [Text(line) for line in board.split("\n")]


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
