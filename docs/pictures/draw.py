"""Draws the pictures of these pages: `python docs/pictures/draw.py` in an environment with deduce.

Other processors round a little differently, and then a review plays other games, so what the picture of the
review is drawn from is kept in review.json; `--review` reviews the sample game anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from deduce.confusion import CONFUSION, Rules, read_record, review, standard_diagrams, svg_diagrams
from deduce.confusion.advice.review_said import review_svg, review_told
from deduce.confusion.pictures.paper import sheets_svg
from deduce.tabletop.look import look_at

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
REVIEW = HERE / "review.json"
KEPT = ("number", "turn", "side", "action", "allowed", "chances")
"""What the picture of a review shows of a move."""


def main() -> None:
    """Draw all pictures."""
    if "--review" in sys.argv[1:]:
        REVIEW.write_text(json.dumps(reviewed(), indent=1) + "\n", encoding="utf-8")
    for name, text in pictures().items():
        (HERE / name).write_text(text, encoding="utf-8")


def pictures() -> dict[str, str]:
    """Return the text of each picture by the name of its file."""
    record = read_record(EXAMPLES / "at_the_table.txt")
    return {
        "diagrams.svg": svg_diagrams(standard_diagrams()),
        "diagrams-flipped.svg": svg_diagrams(standard_diagrams(), flip=True),
        "sheets.svg": sheets_svg(Rules.of("espionage")),
        "board.svg": CONFUSION.exports[".svg"](look_at(record, None, {})) + "\n",
        "review.svg": review_svg(json.loads(REVIEW.read_text(encoding="utf-8"))),
    }


def reviewed() -> dict[str, Any]:
    """Review the sample game, and return what its picture is drawn from."""
    record = read_record(EXAMPLES / "sample_game.txt")
    moment = record.now
    found = dict(review_told(review(moment.game()), moment.rules, moment.setup.compass).document())
    moves = [{key: move[key] for key in KEPT} for move in found["moves"]]
    for move in moves:
        move["chances"] = {side: round(chance, 4) for side, chance in move["chances"].items()}
    return {**{key: found[key] for key in ("sides", "final", "turning_points")}, "moves": moves}


if __name__ == "__main__":
    main()
