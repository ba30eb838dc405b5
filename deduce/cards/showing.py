"""How a battle is shown: both packs by rank, the units, balls and sites, as plain text and as data."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.cards.engine.ledger import Step
from deduce.cards.engine.units import Act, Arm, Cover, State, Unit
from deduce.cards.language import counted
from deduce.cards.ranks import LETTERS, RANKS, card_text
from deduce.cards.record.unsealing import sealed_facts, sealed_words
from deduce.cards.still import still_words

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck
    from deduce.tabletop.look import Look

    Ledgers: TypeAlias = Look[Ledger]

__all__ = [
    "facts",
    "mean_of",
    "pack_lines",
    "picture",
    "replayed",
    "shown_deck",
    "small_picture",
    "supplies",
    "title",
    "unit_words",
]

HIGH = LETTERS.index("t") + 1
"""From here on a card counts as high."""
WIDTH = 38
"""How wide the units of one side stand, so that both fit beside each other on 80 columns."""
WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "title": "Cards and Confusion",
        "edition": {"en": "English edition", "fr": "French edition"},
        "steps": Step.NAMES,
        "ball": "ball",
        "left": "left",
        "mean": "mean",
        "high": "10+",
        "shuffled": "next shuffle in",
        "sites": "Sites",
        "nobody": "nobody",
        "units": "units",
        "mob": "a mob",
        "gone": "gone",
        "off": "off the field",
        "engaged": "v",
        "away": "away from the gun",
        "turn": "turn",
        "house": "house rules",
        "cards": "cards",
        "still": "may still",
        "covers": {
            Cover.OPEN: "",
            Cover.WOOD: "woods",
            Cover.WALL: "wall",
            Cover.REDOUBT: "redoubt",
            Cover.TRENCH: "trench",
        },
        "acts": {Act.MOVE: "moved", Act.RALLY: "rallied", Act.REFORM: "re-formed"},
        "fought": "fought",
        "fired": "fired",
    },
    "fr": {
        "title": "Cartes et Confusion",
        "edition": {"en": "édition anglaise", "fr": "édition française"},
        "steps": ("actions", "tirs", "combats"),
        "ball": "boulet",
        "left": "restent",
        "mean": "moyenne",
        "high": "10+",
        "shuffled": "rebattu dans",
        "sites": "Sites",
        "nobody": "personne",
        "units": "unités",
        "mob": "débandade",
        "gone": "anéantie",
        "off": "hors du champ",
        "engaged": "v",
        "away": "loin du canon",
        "turn": "tour",
        "house": "règles maison",
        "cards": "cartes",
        "still": "encore",
        "covers": {
            Cover.OPEN: "",
            Cover.WOOD: "bois",
            Cover.WALL: "mur",
            Cover.REDOUBT: "barricade",
            Cover.TRENCH: "tranchée",
        },
        "acts": {Act.MOVE: "a bougé", Act.RALLY: "ralliée", Act.REFORM: "reformée"},
        "fought": "a combattu",
        "fired": "a tiré",
    },
}
"""The few words on the screen, by language."""


def _words(ledger: Ledger) -> dict[str, Any]:
    return WORDS[ledger.language]


def title(look: Ledgers) -> str:
    """Return by which rules is played."""
    ledger, words = look.state, _words(look.state)
    edition = ledger.edition
    parts = [f"{words['title']}, {words['edition'].get(edition.name, edition.name)}"]
    if edition.house:
        parts.append(f"{words['house']}: {', '.join(edition.house)}")
    parts += filter(None, [sealed_words(ledger, _opened(look)), _machine_words(ledger)])
    return "; ".join(parts)


def _machine_words(ledger: Ledger) -> str:
    """Return which side the machine plays; "" if it plays none."""
    if ledger.machine is None:
        return ""
    name = ledger.sides[ledger.machine]
    return f"{name} est la machine" if ledger.language == "fr" else f"{name} is the machine"


def _opened(look: Ledgers) -> Ledger | None:
    """Return how things stood when the packs were opened that the tool turned; None if they were not."""
    steps = look.record.steps[: look.count]
    return next((step.before for step in steps if step.after.key and not step.before.key), None)


def supplies(look: Ledgers) -> str:
    """Return which turn and step it is, and how many cards are left."""
    ledger, words = look.state, _words(look.state)
    if ledger.outcome is not None:
        return ""
    left = " | ".join(str(pack.size) for pack in ledger.packs)
    step = f", {words['steps'][ledger.step]}" if ledger.roster else ""
    still = still_words(ledger)
    told = f"{words['turn']} {ledger.turn}{step}; {words['cards']} {left}"
    return f"{told}; {words['still']} {still}" if still else told


# --- Packs --------------------------------------------------------------------------------------------


def mean_of(deck: Deck) -> Fraction | None:
    """Return the mean rank of the cards that are not fully seen; None if there are none."""
    size = sum(deck)
    return Fraction(sum(rank * deck[rank - 1] for rank in RANKS), size) if size else None


def pack_lines(ledger: Ledger) -> tuple[str, ...]:
    """Return both packs by rank: how many of each are not turned up yet."""
    words = _words(ledger)
    width = max(map(len, ledger.sides))
    heads = "".join(f"{letter.upper():>3}" for letter in LETTERS)
    lines = [f"{'':<{width}}{heads}  {words['left']:>5}  {words['mean']:>5}  {words['high']}"]
    for name, pack in zip(ledger.sides, ledger.packs, strict=True):
        deck = shown_deck(ledger, ledger.sides.index(name))
        counts = "".join(f"{count or '.':>3}" for count in deck)
        mean = mean_of(deck)
        high = sum(deck[HIGH - 1 :])
        shown = "-" if mean is None else f"{float(mean):.1f}"
        vague = f"  ({len(pack.vague)} ?)" if pack.vague else ""
        lines.append(f"{name:<{width}}{counts}  {pack.size:>5}  {shown:>5}  {high:>3}{vague}")
    return tuple(lines)


def shown_deck(ledger: Ledger, side: int) -> Deck:
    """Return the cards that may still come, as far as the house lets anybody look at the discards (DEC-3)."""
    pack = ledger.packs[side]
    if ledger.edition.choice("DEC-3") == "open":
        return pack.left
    counts = list(pack.full)
    last = pack.turned[-1].card if pack.turned else frozenset()
    for rank in last if len(last) == 1 else ():
        counts[rank - 1] -= 1
    return tuple(counts)


# --- Units --------------------------------------------------------------------------------------------


def unit_words(unit: Unit, ledger: Ledger) -> str:
    """Return a unit in a few words, such as ``b inf 8/1/1 v n wall``."""
    words = _words(ledger)
    parts = [unit.letter, unit.arm.value]
    if unit.state is State.GONE:
        return " ".join([*parts, words["off"] if unit.was_removed else words["gone"]])
    parts.append(unit.counts if unit.confused or unit.lying else str(unit.ranks))
    if unit.specials or unit.confused_specials:
        parts.append(unit.specials + (f"({unit.confused_specials})" if unit.confused_specials else ""))
    if unit.arm is Arm.GUNS and unit.cannon != 1:
        parts.append(f"{unit.cannon}guns")
    foes = ledger.foes_of(unit.letter)
    if foes:
        parts.append(f"{words['engaged']} {' '.join(foes)}")
    if unit.state is State.MOB:
        parts.append(words["mob"])
    if unit.arm is Arm.GUNS and not unit.at_gun:
        parts.append(words["away"])
    if unit.cover is not Cover.OPEN:
        parts.append(words["covers"][unit.cover])
    done = [words["acts"][unit.act]] if unit.act is not None else []
    done += [words["fired"]] if unit.shots else []
    done += [words["fought"]] if unit.has_fought else []
    return " ".join(parts) + (f"; {', '.join(done)}" if done else "")


def picture(look: Ledgers) -> tuple[str, ...]:
    """Return the whole ledger as lines: packs, the units of both sides beside each other, balls, sites."""
    ledger, words = look.state, _words(look.state)
    lines = [*pack_lines(ledger)]
    if ledger.roster:
        lines.append("")
        lines += _beside(*_armies(ledger))
    if ledger.sites and ledger.roster:
        owners = (
            f"{place} {site.name}: {words['nobody'] if site.owner is None else ledger.sides[site.owner]}"
            for place, site in enumerate(ledger.sites, 1)
        )
        lines += ["", f"{words['sites']}: {'; '.join(owners)}"]
    return tuple(lines)


def small_picture(look: Ledgers) -> tuple[str, ...]:
    """Return the ledger for narrow screens: packs by rank, units of both sides below each other, sites."""
    ledger, words = look.state, _words(look.state)
    width = max(map(len, ledger.sides))
    lines = [f"{'':<{width}}  {' '.join(LETTERS).upper()}"]
    for side, name in enumerate(ledger.sides):
        counts = " ".join(str(count or ".") for count in shown_deck(ledger, side))
        lines.append(f"{name:<{width}}  {counts}")
    if ledger.roster:
        for army in _armies(ledger):
            lines += army
    if ledger.sites and ledger.roster:
        owners = ("-" if site.owner is None else ledger.sides[site.owner] for site in ledger.sites)
        lines.append(f"{words['sites']}: {' '.join(owners)}")
    return tuple(lines)


def _armies(ledger: Ledger) -> tuple[list[str], list[str]]:
    """Return the units of each side in words, below its name and its balls."""
    noun = _words(ledger)["ball"]
    first, second = (
        [
            f"{name}, {counted(ledger.balls[side], noun, ledger.language)}",
            *(unit_words(unit, ledger) for unit in ledger.of_side(side)),
        ]
        for side, name in enumerate(ledger.sides)
    )
    return first, second


def _beside(left: list[str], right: list[str]) -> list[str]:
    """Return two columns; where one of them is too wide for that, the second one below the first."""
    width = max(map(len, left))
    if max(width, *map(len, right)) > WIDTH:
        return [*left, *right]
    rows = max(len(left), len(right))
    padded = ([*column, *[""] * (rows - len(column))] for column in (left, right))
    return [f"{one:<{WIDTH}}  {other}".rstrip() for one, other in zip(*padded, strict=True)]


# --- Data ---------------------------------------------------------------------------------------------


def facts(look: Ledgers) -> dict[str, Any]:
    """Return what every document says of the moment."""
    ledger = look.state
    return {
        "edition": ledger.edition.name,
        "house": list(ledger.edition.house),
        "turn": ledger.turn,
        "step": Step.NAMES[ledger.step],
        "active": ledger.sides[ledger.active],
    }


def replayed(look: Ledgers) -> dict[str, Any]:
    """Return the whole ledger as data."""
    ledger = look.state
    outcome = ledger.outcome
    return {
        "winner": None if outcome is None or outcome.winner is None else ledger.sides[outcome.winner],
        "ending": None if outcome is None else outcome.rule,
        "machine": None if ledger.machine is None else ledger.sides[ledger.machine],
        "sealed_packs": sealed_facts(ledger, _opened(look)),
        "packs": {name: _pack(ledger, side) for side, name in enumerate(ledger.sides)},
        "balls": dict(zip(ledger.sides, ledger.balls, strict=True)),
        "sites": [
            {"name": site.name, "owner": None if site.owner is None else ledger.sides[site.owner]}
            for site in ledger.sites
        ],
        "units": {unit.letter: _unit(unit, ledger) for unit in ledger.roster},
    }


def _pack(ledger: Ledger, side: int) -> dict[str, Any]:
    pack = ledger.packs[side]
    deck = shown_deck(ledger, side)
    mean = mean_of(deck)
    return {
        "left": pack.size,
        "unseen": {card_text(rank): deck[rank - 1] for rank in RANKS},
        "mean": None if mean is None else str(mean),
        "half_seen": [{"entry": each.entry, "ranks": sorted(each.card)} for each in pack.vague],
        "shuffles": pack.shuffles,
    }


def _unit(unit: Unit, ledger: Ledger) -> dict[str, Any]:
    return {
        "side": ledger.sides[unit.side],
        "kind": unit.arm.value,
        "state": unit.state.value,
        "ranks": unit.ranks,
        "confused": unit.confused,
        "lying": unit.lying,
        "gone": unit.gone,
        "specials": unit.specials,
        "confused_specials": unit.confused_specials,
        "cannon": unit.cannon,
        "at_gun": unit.at_gun,
        "cover": unit.cover.value,
        "engaged_with": list(ledger.foes_of(unit.letter)),
        "act": None if unit.act is None else unit.act.value,
        "has_fought": unit.has_fought,
        "shots": unit.shots,
    }
