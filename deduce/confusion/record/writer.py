"""Writing a game as a record, in the layout of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.rules import Rules
from deduce.confusion.notation.cells import write_cell
from deduce.confusion.record.layout import TwoColumns
from deduce.tabletop.document import parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.engine.game import Game

__all__ = ["cells_of", "headers_of", "record_text"]


def record_text(
    game: Game,
    *,
    headers: Mapping[str, str] | None = None,
    french: bool = False,
    compass: int = 0,
    left: int = 0,
) -> str:
    """Write a game as the text of a record.

    Args:
        game: The game.
        headers: Further headers, such as the players and the date.
        french: Whether to call the sides as the source does.
        compass: The side whose compass the directions are on.
        left: The side in the left column.
    """
    rules = game.rules
    names = rules.french if french else rules.sides
    lines = [f"{key} = {value}" for key, value in headers_of(game, headers or {}, names, compass).items()]
    text = "\n".join([*lines, "", f"{names[left]}\t{names[1 - left]}", ""])
    document = parse_document(text, TwoColumns())
    return document.with_cells(list(cells_of(game, compass)), int(game.first != left)).text


def headers_of(game: Game, others: Mapping[str, str], names: tuple[str, str], compass: int) -> dict[str, str]:
    """Return the headers that say everything about a game but its moves.

    Args:
        game: The game.
        others: Further headers.
        names: What the sides are called.
        compass: The side whose compass the directions are on.
    """
    rules = game.rules
    plain = Rules.of(rules.ruleset, variants=rules.variants, diagrams=rules.diagrams)
    written = {"Ruleset": rules.ruleset}
    if rules.variants:
        written["Variants"] = ", ".join(map(str, sorted(rules.variants)))
    if rules.tokens:
        written["Tokens"] = "yes" if rules.handicap is None else rules.sides[rules.handicap]
    if rules.may_waive:
        written["Second attempt"] = "may"
    if rules.off_columns != plain.off_columns:
        written["Columns off"] = ", ".join(map(str, sorted(rules.off_columns)))
    agent_square = dict(rules.layout).get("X")
    if agent_square is not None and rules.layout != plain.layout:
        written["X square"] = f"{agent_square[0]},{agent_square[1]}"
    if rules.half_move_limit is not None:
        written["Limit"] = str(rules.half_move_limit)
    written |= others
    written |= {"First": names[game.first], "Compass": names[compass]}
    for name, deal in zip(names, game.deals, strict=True):
        written[name] = "?" if deal is None else " ".join(f"{key}{deal[key]}" for key in sorted(deal))
    for name, placement in zip(names, game.placements, strict=True):
        if placement is not None:
            places = (f"{letter}{column},{row}" for letter, (column, row) in sorted(placement.items()))
            written[f"Placement {name}"] = " ".join(places)
    return written


def cells_of(game: Game, compass: int) -> Iterator[str]:
    """Yield the cells of a game, one for each turn.

    Args:
        game: The game.
        compass: The side whose compass the directions are on.
    """
    steps = list(zip(game.positions, game.events, strict=False))
    begin = 0
    for place in range(1, len(steps) + 1):
        if place == len(steps) or steps[place][0].turns != steps[begin][0].turns:
            yield write_cell(steps[begin:place], compass)
            begin = place
