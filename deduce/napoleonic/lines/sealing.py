"""Sheets that are typed in secret, and lines that are opened from where they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.lines.line import INSIST_ON
from deduce.napoleonic.orders.entries import OpenLine, OpenSheet, OpenSheets, Seal
from deduce.napoleonic.orders.halves import half_at, half_text, is_same_period
from deduce.napoleonic.orders.keeping import Kept
from deduce.napoleonic.orders.opening import elsewhere, sealed_of
from deduce.napoleonic.orders.seals import About, codes_of, labels_of, line_salt, sheet_id
from deduce.napoleonic.orders.sheet import EXAMPLE, NONE, Deed, parse_sheet
from deduce.ruling.languages import Words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.keys import unknown_key
from deduce.tabletop.kind import Request

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.orders.entries import Table
    from deduce.napoleonic.orders.keeping import Keeper
    from deduce.napoleonic.orders.state import Sealed

__all__ = ["all_opened", "line_opened", "sheet_sealed"]

WHAT = Words(
    "{side}, {half}: what is written for your units, unseen, such as {example}; or none",
    "{side}, {half} : ce qui est écrit pour vos unités, sans être vu, comme {example} ; ou none",
)
AGAIN = Words("{side}, {half}: the same once more", "{side}, {half} : la même chose encore une fois")
REALLY = Words(
    "this shows every sheet to everybody and is for the end of the battle; open them?",
    "ceci montre toutes les feuilles à tout le monde, à la fin de la bataille ; les ouvrir ?",
)
YES, NO = ("yes", "y", "oui", "o"), ("no", "n", "non")


def sheet_sealed(
    battle: Battle, table: Table, side: int, half: int, answers: tuple[str, ...]
) -> Seal | Request:
    """Seal a sheet that is typed in secret, twice since nobody sees it; it is kept in the side's own file.

    Args:
        battle: How the battle stands.
        table: What one has to know of it to read a line.
        side: Whose sheet it is.
        half: The quarter that its half begins with.
        answers: What was typed so far.

    Raises:
        LineError: If it makes no sense, which is said without telling what it was.
        SessionError: If it cannot be kept.
    """
    keeper, about = _keeper(battle), About(table.sides[side], half_text(table.book, half))
    ours, theirs = table.units_of(side)
    if ours is None:
        message = f"{about.side} has no units in the record, so nothing can be written for them"
        raise LineError(message)
    if not answers:
        return _asked(WHAT, about, battle.language, side)
    sheet = parse_sheet(answers[0], table.book, ours, theirs)
    if not answers[1:]:
        return _asked(AGAIN, about, battle.language, side)
    if parse_sheet(answers[1], table.book, ours, theirs) != sheet:
        message = "that is not the same as what was typed first"
        raise LineError(message)
    key = unknown_key()
    codes = codes_of(key, about, sheet.orders, labels_of(ours))
    keeper.keep(sheet_id(about, codes), Kept(key, sheet.text))
    return Seal(side, half, codes)


def _asked(words: Words, about: About, language: str, side: int) -> Request:
    question = words.said(language).replace("{side}", about.side).replace("{half}", about.half)
    return Request(question.replace("{example}", EXAMPLE), seat=side, is_hidden=True)


def _keeper(battle: Battle) -> Keeper:
    """Return what keeps the sheets of the battle.

    Raises:
        ImpossibleError: If it is only tried, so that nothing is kept.
    """
    if battle.orders.keeper is None:
        message = "no sheet is sealed or opened where a line is only tried; type the codes, or back first"
        raise ImpossibleError(message)
    return battle.orders.keeper


def _kept(battle: Battle, sealed: Sealed) -> Kept:
    return _keeper(battle).sheet(sheet_id(sealed.about, sealed.codes), next(iter(sealed.codes.values())))


def line_opened(battle: Battle, table: Table, label: str, *, is_forced: bool = False) -> OpenLine:
    """Open a line of a sheet that is kept here.

    Whether it may be opened hangs on what was declared and never on what is written, which would tell it.

    Args:
        battle: How the battle stands.
        table: What one has to know of it to read a line.
        label: What the line is about.
        is_forced: Whether the table decided to see it all the same.

    Raises:
        ImpossibleError: If there is no such line, or it is kept elsewhere.
    """
    sealed = sealed_of(battle.orders, label, half_at(table.book, table.now))
    if sealed is None:
        message = f"no seal has a line for {label}; where nothing is sealed, write {label} touched k"
        raise ImpossibleError(message)
    if "/" not in label and not is_forced:
        _check_declared(battle, table, sealed, label)
    key, text = _kept(battle, sealed)
    order = parse_sheet(text, table.book).orders.get(label, NONE)
    return OpenLine(label, order, line_salt(key, sealed.about, label))


def _check_declared(battle: Battle, table: Table, sealed: Sealed, unit: str) -> None:
    """Make sure that a unit has declared something that a sheet has to have, and that goes on.

    Raises:
        ImpossibleError: If it has not, so that nobody has to see what is written for it.
    """
    running = battle.orders.running(unit)
    is_missed = (
        running is not None
        and running.deed == Deed.CHARGE
        and not is_same_period(table.book, running.moment, table.now)
    )
    message = ""
    if running is None or is_missed or not running.is_written:
        message = f"{unit} has declared nothing that goes on, so nobody has to see what is written for it"
        message += " (NAP-CHARGE-8)"
    elif running.half != sealed.half:
        message = f"{elsewhere(sealed, running, table)} (NAP-CHARGE-9)"
    if message:
        raise ImpossibleError(message + INSIST_ON.said(battle.language))


def all_opened(battle: Battle, table: Table, answers: tuple[str, ...]) -> OpenSheets | Request:
    """Open every sheet that is kept here, once somebody said that the battle is over.

    Args:
        battle: How the battle stands.
        table: What one has to know of it to read a line.
        answers: What was said to what was asked.

    Raises:
        ImpossibleError: If there is nothing to open here.
        LineError: If that is no answer, or it is no.
    """
    keeper = _keeper(battle)
    closed = [each for each in battle.orders.sealed if not each.opened]
    here = [each for each in closed if keeper.has(sheet_id(each.about, each.codes))]
    if not here:
        message = "every sheet that was sealed is open" if battle.orders.sealed else "no sheet was sealed"
        if closed:
            names = ", ".join(f"{each.about.side} {each.about.half}" for each in closed)
            message = f"{names}: kept where they were sealed; open all is typed there"
        raise ImpossibleError(message)
    if not answers:
        return Request(REALLY.said(battle.language), (YES[0], NO[0]))
    if answers[0].casefold() not in YES:
        message = "nothing was opened" if answers[0].casefold() in NO else "write yes or no"
        raise LineError(message)
    found = []
    for sealed in here:
        key, text = _kept(battle, sealed)
        found.append(OpenSheet(sealed.side, sealed.half, key, parse_sheet(text, table.book)))
    return OpenSheets(tuple(found))
