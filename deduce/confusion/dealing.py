"""Entering diagrams and placements at the table: at any time, whole or letter by letter, and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.errors import RulesError
from deduce.confusion.notation.deals import deal_text, read_pairs
from deduce.confusion.notation.spoken import check_length
from deduce.confusion.record.setup import read_placement
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Request
from deduce.tabletop.questions import unfitting
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.saved import SavedGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.record.moment import Moment
    from deduce.confusion.record.setup import Setup
    from deduce.tabletop.companion import Companion

__all__ = ["deal", "placement"]

EACH = frozenset({"each", "all", "ask"})
"""What is said behind deal to be asked letter by letter."""
PER_LINE = 6
"""How many drawings of diagrams stand side by side."""


def deal(companion: Companion[Moment], rest: str) -> Told:
    """Enter diagrams, of the opponent's pieces unless a side is named; alone, show what is known."""
    side, text = _side(companion, rest)
    if text.casefold() in EACH:
        return _ask_next(companion, side, ())
    if not text:
        return _known(companion)
    setup = companion.look.state.setup
    known, pairs = setup.dealt[side] or {}, _pairs(setup.rules, text)
    left = {letter: number for letter, number in {**known, **pairs}.items() if number}
    if None in pairs.values() and len(left) == len(setup.rules.letters) - 1:
        (letter,) = set(setup.rules.letters) - set(left)
        message = f"which diagram {letter} has follows from the others; take out another one as well"
        raise LineError(message)
    return _enter(companion, side, left)


def placement(companion: Companion[Moment], rest: str) -> Told:
    """Enter where a side placed its pieces (CF-VAR-4), one's own unless a side is named."""
    setup = companion.look.state.setup
    rules = setup.rules
    seat, text = companion.seat_in(rest)
    side = companion.kept.me if seat is None else seat
    if not rules.free_placement:
        message = (
            "in this game the pieces stand where the layout has them; they are placed freely with variant 4"
        )
        raise LineError(message)
    if not text:
        return Told(lines(_placed(setup, each) for each in (0, 1)))
    check_length(text)
    try:
        read_placement(rules, side, text)
    except RulesError as error:
        raise LineError(str(error)) from None
    game = _game(companion)
    misfits = game.set_headers(
        {_key(companion, side, "Placement "): text.upper()}, f"placement of {rules.sides[side]}"
    )
    return Told(
        (Said(f"{rules.sides[side]}'s pieces are placed."), *unfitting(misfits, companion.at_hand.record))
    )


def _placed(setup: Setup, side: int) -> str:
    found, name = setup.placements[side], setup.rules.sides[side]
    if found is None:
        how = f"placement {name} A3,1 C4,1 ... enters it, as {name} sees it"
        return f"{name}: not entered, so the layout is taken; {how}"
    return f"{name}: " + " ".join(
        f"{letter}{column},{row}" for letter, (column, row) in sorted(found.items())
    )


# --- Whose, and what ---------------------------------------------------------------------------------


def _side(companion: Companion[Moment], rest: str) -> tuple[int, str]:
    seat, text = companion.seat_in(rest)
    return (1 - companion.kept.me if seat is None else seat), text.strip()


def _game(companion: Companion[Moment]) -> SavedGame[Moment]:
    """Return the game whose headers can be changed.

    Raises:
        LineError: If there is none, as in a match.
    """
    game = companion.at_hand
    if not isinstance(game, SavedGame):
        message = "this record is only looked at; diagrams are entered at the table"
        raise LineError(message)
    return game


def _pairs(rules: Rules, text: str) -> dict[str, int | None]:
    check_length(text)
    try:
        return read_pairs(rules, text)
    except RulesError as error:
        raise LineError(str(error)) from None


def _key(companion: Companion[Moment], side: int, before: str = "") -> str:
    """Return the header that a side's deal or placement stands in, or will."""
    setup = companion.look.state.setup
    named = {f"{before}{names[side]}" for names in (setup.rules.sides, setup.rules.french)}
    headers = companion.at_hand.record.document.headers
    return next((header.key for header in headers if header.key in named), before + setup.names[side])


# --- Showing, asking, entering -----------------------------------------------------------------------


def _known(companion: Companion[Moment]) -> Told:
    """Show which diagrams are known."""
    setup = companion.look.state.setup
    rules, said = setup.rules, list[str]()
    for side in (1 - companion.kept.me, companion.kept.me):
        dealt, name = setup.dealt[side] or {}, rules.sides[side]
        missing = " ".join(letter for letter in rules.letters if letter not in dealt)
        named = ", ".join(f"{letter} {rules.diagrams[dealt[letter]]}" for letter in sorted(dealt))
        open_ = f"; missing: {missing}" if dealt and missing else ""
        said.append(f"{name}: {named or 'no diagram is entered'}{open_}")
    said.append("deal a crab, c 6 enters or corrects; deal a ? takes out; deal each asks letter by letter")
    return Told(lines(said))


def _ask_next(companion: Companion[Moment], side: int, passed: tuple[str, ...]) -> Told:
    """Ask for the next diagram that is not known, with the drawings of those that are left."""
    _game(companion)
    setup = companion.look.state.setup
    rules, dealt = setup.rules, setup.dealt[side] or {}
    letter = next((each for each in rules.letters if each not in dealt and each not in passed), None)
    if letter is None:
        return _known(companion)
    left = [diagram for diagram in rules.diagrams.values() if diagram.number not in dealt.values()]

    def then(said: str) -> Told:
        word = said.strip().casefold()
        if word in {"stop", "done", "."}:
            return _known(companion)
        if word in {"?", "next", "-"}:
            return _ask_next(companion, side, (*passed, letter))
        entered = _enter(companion, side, {**dealt, **_pairs(rules, f"{letter} {said}")})
        companion.look_again()
        following = _ask_next(companion, side, passed)
        return Told((*entered.said, *following.said), fits=entered.fits and following.fits)

    question = f"{rules.sides[side]}'s {letter}: which diagram, by name or number? (? for later, stop ends)"
    asked = companion.ask(Request(question, also=("?", "stop")), then)
    return Told((*lines(_drawings(left), Role.ROW), *asked.said))


def _drawings(diagrams: list[Diagram]) -> list[str]:
    """Return diagrams as small drawings, side by side."""
    found: list[str] = []
    for place in range(0, len(diagrams), PER_LINE):
        row = diagrams[place : place + PER_LINE]
        found.append("".join(f"{diagram.number:>2} {diagram.name:<10}" for diagram in row).rstrip())
        drawn = [diagram.picture() for diagram in row]
        found += ["".join(f"   {picture[part]:<10}" for picture in drawn).rstrip() for part in range(3)]
    return found


def _enter(companion: Companion[Moment], side: int, known: Mapping[str, int | None]) -> Told:
    """Put what is known of a side's diagrams into the record."""
    setup = companion.look.state.setup
    rules = setup.rules
    dealt = {letter: number for letter, number in known.items() if number is not None}
    try:
        text = deal_text(rules, side, dealt)
    except RulesError as error:
        raise LineError(str(error)) from None
    misfits = _game(companion).set_headers(
        {_key(companion, side): text or "?"}, f"deal of {rules.sides[side]}"
    )
    count = len(text.split())
    all_of_them = "all" if count == len(rules.letters) else f"{count} of {len(rules.letters)}"
    said = f"{rules.sides[side]}: {all_of_them} diagrams are entered."
    return Told((Said(said), *unfitting(misfits, companion.at_hand.record)))
