"""`deduce confusion review`: a game, move by move, in words, as JSON and as a picture of both chances."""

from __future__ import annotations

import contextlib
from html import escape
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from deduce.confusion.advice.review import review
from deduce.confusion.notation.words import action_words

from ..output import console
from .questions import say
from .suggest import action_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion.advice.review import Review, ReviewedMove
    from deduce.tabletop.budget import Budget

    from .questions import Asked

FORMAT = "deduce.confusion.review/1"
CLEAR = 2.0
"""A loss counts as a mistake from so many standard errors on, and from LEAST on."""
LEAST = 0.05
WIDTH, HEIGHT, EDGE = 640, 240, 32
"""The size of the picture, and the space around the curves."""
COLOURS = ("#b8860b", "#1f5fa8")


def reviewed(asked: Asked, budget: Budget | None, *, seed: int, first: int, last: int | None) -> Review:
    """Review the game of a record."""
    with _bar() as progress:
        return review(
            asked.game, budget, seed=seed, model=asked.model, first=first, last=last, progress=progress
        )


@contextlib.contextmanager
def _bar() -> Iterator[Callable[[float], None] | None]:
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import Progress

    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task("Reviewing", total=1.0)
        yield lambda done: bar.update(task, completed=done)


def is_mistake(move: ReviewedMove) -> bool:
    """Tell whether a move lost clearly more than chance could explain."""
    return move.lost >= LEAST and move.lost > CLEAR * move.error


def review_json(asked: Asked, found: Review) -> dict[str, Any]:
    """Return a review as data."""
    sides = asked.record.rules.sides
    return {
        "format": FORMAT,
        "sides": list(sides),
        "moves": [
            {
                "number": move.number,
                "turn": move.turn,
                "side": sides[move.side],
                "action": _name(asked, move, best=False),
                "words": action_words(move.action),
                "allowed": move.allowed,
                "chances": dict(zip(sides, move.chances, strict=True)),
                "best": _name(asked, move, best=True),
                "best_value": move.best_value,
                "value": move.value,
                "after": move.after,
                "lost": move.lost,
                "error": move.error,
                "luck": move.luck,
                "bits": move.bits,
                "most_bits": move.most_bits,
                "mistake": is_mistake(move),
            }
            for move in found.moves
        ],
        "stopped": found.stopped,
        "final": dict(zip(sides, found.final, strict=True)),
        "turning_points": list(found.turning_points),
        "totals": {
            sides[side]: {
                "moves": totals.moves,
                "mistakes": sum(is_mistake(move) for move in found.moves if move.side == side),
                "lost": totals.lost,
                "luck": totals.luck,
                "bits": totals.bits,
                "most_bits": totals.most_bits,
            }
            for side, totals in ((side, found.totals(side)) for side in (0, 1))
        },
    }


def _name(asked: Asked, move: ReviewedMove, *, best: bool) -> str:
    return action_name(move.best if best else move.action, turned=move.side != asked.record.setup.compass)


def show_review(asked: Asked, found: Review) -> None:
    """Print a review: a line for each move, what stands out, and what it comes to."""
    screen, sides = console(), asked.record.rules.sides
    screen.print(
        Text(f"turn side   move       {sides[0]:>7} {sides[1]:>7}   lost    luck  bits  better", style="dim"),
        soft_wrap=True,
    )
    for move in found.moves:
        screen.print(_line(asked, move, is_turning=move.number in found.turning_points), soft_wrap=True)
    screen.print()
    if found.stopped:
        say(f"Stopped after turn {found.moves[-1].turn}.")
    for side in (0, 1):
        say(_sum(found, side, sides[side]))
    points = ", ".join(
        f"turn {move.turn} ({sides[move.side]}: {action_words(move.action)})"
        for move in found.moves
        if move.number in found.turning_points
    )
    say(f"Turning points: {points}." if points else "No turning points: no chance changed much at once.")


def _line(asked: Asked, move: ReviewedMove, *, is_turning: bool) -> Text:
    name = _name(asked, move, best=False)
    shown = name if move.allowed else f"({name})"
    chances = " ".join(f"{chance:>7.0%}" for chance in move.chances)
    better = _name(asked, move, best=True) if is_mistake(move) else ""
    luck = f"{100 * move.luck:+.0f}" if abs(move.luck) >= LEAST / 10 else "0"
    line = Text(
        f"{move.turn:>4} {asked.record.rules.sides[move.side]:<6} {shown:<10} {chances} "
        f"{100 * move.lost:>6.0f} {luck:>7} {move.bits:>5.2f}  {better}".rstrip(),
        style="bold" if is_turning else "",
    )
    if is_turning:
        line.append("  <- turning point")
    return line


def _sum(found: Review, side: int, name: str) -> str:
    totals = found.totals(side)
    mistakes = sum(is_mistake(move) for move in found.moves if move.side == side)
    share = totals.bits / totals.most_bits if totals.most_bits else 0.0
    return (
        f"{name}: {totals.moves} move{'' if totals.moves == 1 else 's'}, "
        f"{mistakes} clear mistake{'' if mistakes == 1 else 's'}; "
        f"{100 * totals.lost:.0f} points lost by choosing, {100 * totals.luck:+.0f} points of luck with "
        f"answers; asked for {totals.bits:.1f} of {totals.most_bits:.1f} bits on offer ({share:.0%})."
    )


def review_svg(asked: Asked, found: Review) -> str:
    """Return a picture of both chances over time, as each side could know its own."""
    sides = asked.record.rules.sides
    series = [[*(move.chances[side] for move in found.moves), found.final[side]] for side in (0, 1)]
    last = max(len(series[0]) - 1, 1)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">'
        ),
        f"<title>Chances to win: {escape(sides[0])} and {escape(sides[1])}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = _y(share)
        parts.append(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y}" y2="{y}" stroke="#dddddd"/>')
        parts.append(f'<text x="{EDGE - 4}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for move, place in zip(found.moves, range(len(found.moves)), strict=True):
        if move.number in found.turning_points:
            x = _x(place, last)
            parts.append(
                f'<line x1="{x}" x2="{x}" y1="{EDGE}" y2="{HEIGHT - EDGE}" stroke="#bbbbbb" '
                f'stroke-dasharray="3 3"><title>turn {move.turn}</title></line>'
            )
    for side, colour in enumerate(COLOURS):
        points = " ".join(f"{_x(place, last)},{_y(chance)}" for place, chance in enumerate(series[side]))
        dashes = ' stroke-dasharray="6 3"' if side else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
            f'<text x="{EDGE + 90 * side}" y="{EDGE - 14}" fill="{colour}">{escape(sides[side])}</text>'
        )
    for place in {0, last // 2, last}:
        turn = found.moves[place].turn if place < len(found.moves) else "end"
        parts.append(
            f'<text x="{_x(place, last)}" y="{HEIGHT - EDGE + 16}" text-anchor="middle">{turn}</text>'
        )
    return "\n".join((*parts, "</svg>", ""))


def _x(place: int, last: int) -> float:
    return round(EDGE + place * (WIDTH - 2 * EDGE) / last, 1)


def _y(chance: float) -> float:
    return round(HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE), 1)
