"""The commands that only `deduce cards` has: paper and random battles."""

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
    from deduce.cards.edition import edition_of
    from deduce.cards.language import language_of
    from deduce.cards.paper.sheets import sheets_html

    with bad_input():
        rules = edition_of(given["edition"], given["house"])
        language = language_of(given["lang"], rules)
    out(sheets_html(rules, language), nl=False)


add_command(app, "print-sheets", _print_sheets, EDITION, HOUSE, LANG)


def _random(given: dict[str, Any]) -> None:
    """Write the record of a random battle that follows the rules, moves and measures included."""
    from deduce.cards.random_battle.playing import random_battle

    with bad_input():
        text = random_battle(given["seed"], given["edition"], given["house"], turns=given["turns"]).text
    out(text, nl=False)


add_command(
    app,
    "random",
    _random,
    Option("seed", "The same seed gives the same battle.", int, "S", is_needed=True),
    EDITION,
    HOUSE,
    Option("turns", "After so many turns it is a draw.", int, "N", default=60, least=0),
)
