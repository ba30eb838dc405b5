"""Lines that are typed at the table: what they leave out is asked for, and what follows is said aloud."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.engine.casualties import needs_picks, specials_hit, wrong_picks
from deduce.cards.engine.combat import Result
from deduce.cards.engine.deciding import confused_counts, possible_exchanges
from deduce.cards.engine.deeds import after
from deduce.cards.engine.fights import cards_known, meeting_in
from deduce.cards.engine.happenings import Lost
from deduce.cards.notation.parsed import Line, parse_line
from deduce.cards.notation.parts import cards_in, picks_in
from deduce.cards.notation.told import happenings_told
from deduce.cards.notation.turned import turned
from deduce.cards.notation.words import RESULTS, plain
from deduce.cards.notation.written import written
from deduce.cards.permissions import refusals
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Request

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.cards.engine.changes import Change
    from deduce.cards.engine.combat import Exchange
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Unit

__all__ = ["read"]

NUMBER = re.compile(r"[0-9]{1,3}")
INSIST = {
    "en": "; put a ! behind the line if the table decided otherwise",
    "fr": " ; mettez un ! derrière la ligne si la table en a décidé autrement",
}
OPENED = {
    "en": "The packs are open: the key stands in the record, and replay checks every card and shuffle by it.",
    "fr": "Les jeux sont ouverts : la clé est dans la partie, et replay vérifie chaque carte avec elle.",
}


def read(ledger: Ledger, text: str, answers: tuple[str, ...]) -> Entry | Request:
    """Read a line.

    Args:
        ledger: How things stand.
        text: What was typed.
        answers: What was said to what was asked about it so far.

    Raises:
        LineError: If it makes no sense.
        ImpossibleError: If the rules refuse it.
    """
    line = parse_line(text, ledger)
    if ledger.outcome is not None and not isinstance(line.entry, en.Open):
        also = ", open opens the packs" if ledger.is_sealed else ""
        message = f"the battle is over; undo takes the last line back{also}"
        raise ImpossibleError(message)
    _allow(line, ledger)
    known = line._replace(entry=turned(line.entry, ledger, is_forced=line.is_forced))
    entry = _completed(known, ledger, iter(answers))
    if isinstance(entry, Request):
        # Whoever has to choose has seen the cards that were turned.
        is_new = known.entry is not line.entry
        shown = f"{written(known.entry, ledger)}: {entry.question}"
        return entry._replace(question=shown) if is_new else entry
    change = after(ledger, entry)
    _accept(change, known)
    said = [
        f"Careful: {each.message}" + (f" ({each.rule})." if each.rule else ".") for each in change.objections
    ]
    told = (*said, *happenings_told(change.happenings, change.ledger))
    if isinstance(entry, en.Open):
        told = (*told, OPENED[ledger.language])
    words = [written(entry, ledger), "!" if line.is_forced else "", line.comment]
    return Entry(" ".join(word for word in words if word), told)


def _allow(line: Line, ledger: Ledger) -> None:
    """Refuse what the rules refuse, unless the table decided otherwise.

    Raises:
        ImpossibleError: If they refuse it.
    """
    found = () if line.is_forced else refusals(ledger, line.entry)
    if found:
        reasons = "; ".join(map(str, found))
        message = f"{reasons}{INSIST[ledger.language]}"
        raise ImpossibleError(message)


def _accept(change: Change, line: Line) -> None:
    """Refuse what cannot be so, unless somebody insists; a pack that was counted says so by itself.

    Raises:
        ImpossibleError: If it cannot be so.
    """
    if change.objections and not line.is_forced and not isinstance(line.entry, en.Tally):
        message, rule = change.objections[0]
        shown = f"{message} ({rule})" if rule else message
        message = f"{shown}; put a ! behind the line if it is so all the same"
        raise ImpossibleError(message)


def _completed(line: Line, ledger: Ledger, answers: Iterator[str]) -> en.Entry | Request:
    """Return an entry with everything that was left out, or what is still to be asked."""
    entry = line.entry
    if isinstance(entry, en.Shot):
        return _shot_with_picks(entry, ledger, answers)
    if isinstance(entry, en.Bare) and not entry.cards:
        answer = next(answers, None)
        if answer is None:
            return Request("the cards, the left side's first, such as 9 4?")
        return en.Bare(cards_in(answer))
    if not isinstance(entry, en.Fight):
        return entry
    for complete in (_with_cards, _with_result, _with_hit, _with_count):
        found = complete(entry, ledger, answers)
        if isinstance(found, Request):
            return found
        entry = found
    _accept(after(ledger, entry), line)
    return _with_picks(entry, ledger, answers)


# --- Combats ------------------------------------------------------------------------------------------


def _possible(entry: en.Fight, ledger: Ledger) -> Mapping[tuple[int, int], Exchange]:
    """Return what the cards of a combat can have done, by what was said of it so far."""
    cards, meeting = cards_known(ledger, entry), meeting_in(ledger, entry)
    return possible_exchanges(meeting, cards, ledger.edition, entry.result, entry.confused)


def _with_cards(entry: en.Fight, _ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    if entry.cards:
        return entry
    answer = next(answers, None)
    if answer is None:
        return Request(f"the cards of {entry.starter} and of {entry.target}, such as 9 4?")
    return replace(entry, cards=cards_in(answer))


def _with_result(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    possible = {each.result for each in _possible(entry, ledger).values()}
    if entry.result is not None or len(possible) < 2:
        return entry
    others = (entry.target, *entry.others)
    results = {entry.starter: Result.WON, **dict.fromkeys(others, Result.LOST), "tied": Result.TIED}
    choices = tuple(word for word, result in results.items() if result in possible)
    shown = f"{', '.join(choices[:-1])} or {choices[-1]}"
    answer = next(answers, None)
    if answer is None:
        return Request(f"who won: {shown}?", choices)
    word = plain(answer).strip()
    results |= {each: result for each, result in RESULTS.items() if each not in results}
    if word not in results:
        message = f"{quoted(answer)}: say who won, {shown}"
        raise LineError(message)
    return replace(entry, result=results[word])


def _with_hit(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    """Ask which of several units that are attacked bears a loss (DEC-33)."""
    letters = (entry.target, *entry.others)
    has_lost = all(each.result is Result.LOST for each in _possible(entry, ledger).values())
    if not entry.others or entry.hit or has_lost:
        return entry
    answer = next(answers, None)
    if answer is None:
        return Request(f"which of {' '.join(letters)} bears it?", letters)
    word = plain(answer).strip()
    if word not in letters:
        message = f"{quoted(answer)} is none of {' '.join(letters)}"
        raise LineError(message)
    return replace(entry, hit=word)


def _with_count(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    """Ask how many became confused, where a gun won with a card that nobody saw (CC-SPEC-1)."""
    found = _possible(entry, ledger)
    counts = confused_counts(found)
    if entry.confused is not None or len(counts) < 2:
        return entry
    has_lost = {each.result for each in found.values()} == {Result.LOST}
    answer = next(answers, None)
    if answer is None:
        loser = entry.starter if has_lost else entry.hit or entry.target
        return Request(f"how many of {loser} became confused?", tuple(map(str, counts)))
    word = answer.strip()
    if not NUMBER.fullmatch(word) or int(word) not in counts:
        message = f"{quoted(answer)}: it must be {', '.join(map(str, counts))}"
        raise LineError(message)
    return replace(entry, confused=int(word))


# --- Special men --------------------------------------------------------------------------------------


def _with_picks(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    """Ask which special men were hit, where they are last and nobody can tell (CC-KILL-6)."""
    losses = [each.loss for each in after(ledger, entry).happenings if isinstance(each, Lost)]
    for loss in losses:
        unit = ledger.units[loss.letter]
        said = entry.starter_picks if loss.letter == entry.starter else entry.picks
        if said.are_said or not needs_picks(unit, loss.killed, loss.confused, ledger.edition):
            continue
        # In a tie each side picks in the other's unit, as a winner does (CC-KILL-5).
        picks = _asked(unit, loss.killed, loss.confused, ledger, answers, 1 - unit.side)
        if isinstance(picks, Request):
            return picks
        if loss.letter == entry.starter:
            entry = replace(entry, starter_picks=picks)
        else:
            entry = replace(entry, picks=picks)
    return entry


def _shot_with_picks(entry: en.Shot, ledger: Ledger, answers: Iterator[str]) -> en.Shot | Request:
    """Ask which special man a shot hit, where nobody can tell."""
    unit, kills = ledger.units[entry.target], int(ledger.edition.number("fire.kills"))
    if entry.picks.are_said or not needs_picks(unit, kills, 0, ledger.edition):
        return entry
    picker = ledger.units[entry.gun if ledger.edition.choice("DEC-32c") == "firer" else entry.target].side
    picks = _asked(unit, kills, 0, ledger, answers, picker)
    return picks if isinstance(picks, Request) else replace(entry, picks=picks)


def _asked(
    unit: Unit, killed: int, confused: int, ledger: Ledger, answers: Iterator[str], picker: int
) -> en.Picks | Request:
    """Return which special men of a unit were hit, or the question.

    Raises:
        LineError: If those who were named cannot be.
    """
    dead, ran = specials_hit(unit, killed, confused)
    men = unit.specials if unit.ranks else unit.confused_specials
    answer = next(answers, None)
    if answer is None:
        parts = [f"{dead} dead"] if dead else []
        parts += [f"{ran} confused"] if ran else []
        choices = _choices(men, dead, ran)
        return Request(
            f"which of {' '.join(men)} of {unit.letter}: {', '.join(parts)}, such as {choices[0]}?",
            choices,
            picker,
        )
    picks = picks_in(answer)
    wrong = wrong_picks(unit, killed, confused, ledger.edition, picks)
    if wrong:
        raise LineError(wrong)
    return picks


def _choices(men: str, dead: int, ran: int) -> tuple[str, ...]:
    """Return all ways in which so many special men can be dead, and so many confused."""
    found = []
    for killed in combinations(men, dead):
        left = [each for each in men if each not in killed]
        found += ["".join(killed) + (f"/{''.join(each)}" if ran else "") for each in combinations(left, ran)]
    return tuple(found)
