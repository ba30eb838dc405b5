"""The commands that only `deduce cards` has: paper."""

from __future__ import annotations

from typing import Any

from deduce.cards.kind import CARDS
from deduce.games import GAMES
from deduce.tabletop.commands import Option

from ..games import add_command, game_app
from ..output import bad_input, out

app = game_app(CARDS, GAMES["cards"].about)
EDITION = Option("edition", "en or fr, or a file of your own (.toml).", metavar="NAME", default="en")
HOUSE = Option("house", "House rules, such as DEC-20=lapse,combat.range=15.", metavar="LIST", default="")
LANG = Option("lang", "en or fr; by default the edition's own.", metavar="LANG", default="")


def _print_sheets(given: dict[str, Any]) -> None:
    """Write a page that tells an edition at a glance, and a tally sheet, to print (HTML)."""
    from deduce.cards.edition import edition
    from deduce.cards.language import language_of
    from deduce.cards.paper.sheets import sheets_html

    with bad_input():
        rules = edition(given["edition"], given["house"])
        language = language_of(given["lang"], rules)
    out(sheets_html(rules, language), nl=False)


add_command(app, "print-sheets", _print_sheets, EDITION, HOUSE, LANG)
