"""The pages that are printed, as one HTML document: quick reference and tally sheets."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from deduce.cards.engine.units import Arm
from deduce.cards.paper.reference import reference
from deduce.cards.ranks import LETTERS
from deduce.cards.record.armies import standard_army
from deduce.cards.record.setup import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.cards.edition import Edition
    from deduce.cards.engine.units import Unit

__all__ = ["sheets_html"]

STYLE = """
@page { size: A4; margin: 10mm; }
* { box-sizing: border-box; }
body { font-family: sans-serif; color: #1c2529; background: #fff; margin: 0 auto; }
body { max-width: 48rem; padding: 0.5rem; }
h1 { font-size: 1.2rem; margin: 0 0 0.4rem; } h2 { font-size: 0.9rem; margin: 0.6rem 0 0.1rem; }
p { margin: 0.1rem 0; font-size: 0.8rem; line-height: 1.3; }
small { color: #5a6a72; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: 0.2rem 0 0.6rem; }
th, td { border: 1px solid #90a4ae; padding: 0.15rem; text-align: center; font-size: 0.8rem; height: 1.5rem; }
td.wide { text-align: left; letter-spacing: 0.2em; }
section + section { break-before: page; }
@media print { body { max-width: none; padding: 0; } }
"""
WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "title": "Cards and Confusion",
        "tally": "Tally sheet",
        "packs": "Cards turned up: strike one box each",
        "unit": "unit",
        "men": "men",
        "ranks": "in ranks",
        "confused": "confused",
        "lying": "lying dead",
        "balls": "balls",
        "sites": "sites",
        "turns": "turns",
        "edition": {"en": "English edition", "fr": "French edition"},
    },
    "fr": {
        "title": "Cartes et Confusion",
        "tally": "Feuille de compte",
        "packs": "Cartes tournées : barrer une case par carte",
        "unit": "unité",
        "men": "hommes",
        "ranks": "en rang",
        "confused": "en recul",
        "lying": "morts couchés",
        "balls": "boulets",
        "sites": "sites",
        "turns": "tours",
        "edition": {"en": "édition anglaise", "fr": "édition française"},
    },
}
BOX = "☐"


def sheets_html(edition: Edition, language: str) -> str:
    """Return the quick reference of an edition and an empty tally sheet, a page of A4 each.

    Args:
        edition: The rules, house rules included.
        language: "en" or "fr".
    """
    words = WORDS[language]
    named = words["edition"]
    called = named.get(edition.name, edition.name) if isinstance(named, dict) else edition.name
    house = f" ({', '.join(edition.house)})" if edition.house else ""
    head = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{words['title']}</title><style>{STYLE}</style></head>"
    )
    first = f"<h1>{words['title']}: {escape(called + house)}</h1>\n{_reference(edition, language)}"
    second = _tally(edition, language)
    return f"{head}<body>\n<section>{first}</section>\n<section>{second}</section>\n</body></html>\n"


def _reference(edition: Edition, language: str) -> str:
    parts = []
    for group in reference(edition, language):
        lines = "\n".join(
            f"<p>{escape(text)}{f' <small>{rule}</small>' if rule else ''}</p>" for text, rule in group.lines
        )
        parts.append(f"<h2>{escape(group.title)}</h2>\n{lines}\n")
    return "".join(parts)


def _tally(edition: Edition, language: str) -> str:
    words = WORDS[language]
    deck = edition.table("deck.cards")
    parts = [f"<h1>{words['title']}: {words['tally']}</h1>\n"]
    heads = "".join(f"<th>{letter.upper()}</th>" for letter in LETTERS)
    boxes = "".join(f"<td>{BOX * count}</td>" for count in deck)
    for side, name in enumerate(SIDES):
        parts.append(f"<h2>{name}: {words['packs']}</h2>\n<table><tr>{heads}</tr><tr>{boxes}</tr></table>\n")
        parts.append(_units(standard_army(edition, side), words, int(edition.number("balls.stock"))))
    count = int(edition.number("sites.count"))
    sites = "".join(f"<td>{place}</td><td></td>" for place in range(1, count + 1))
    parts.append(f"<h2>{words['sites']}</h2>\n<table><tr>{sites}</tr></table>\n")
    return "".join(parts)


def _units(units: tuple[Unit, ...], words: Mapping[str, object], balls: int) -> str:
    heads = "".join(f"<th>{words[name]}</th>" for name in ("unit", "men", "ranks", "confused", "lying"))
    rows = "".join(
        f"<tr><td>{unit.letter} {unit.arm.value}</td><td>{unit.men}</td><td></td><td></td><td></td></tr>"
        for unit in units
    )
    guns = sum(unit.cannon for unit in units if unit.arm is Arm.GUNS)
    boxes = (
        f'<tr><td>{words["balls"]}</td><td class="wide" colspan="4">{BOX * balls * max(guns, 1)}</td></tr>'
    )
    return f"<table><tr>{heads}</tr>{rows}{boxes}</table>\n"
