"""Lines that are typed at the table: what they leave out is asked for, and what follows is said aloud."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.engine.casualties import needs_picks
from deduce.cards.engine.combat import Result
from deduce.cards.engine.deeds import after
from deduce.cards.engine.fights import meeting_in, possible_exchanges, turn_up
from deduce.cards.notation.parsed import Line, cards_in, parse_line, picks_in
from deduce.cards.notation.told import happenings_told
from deduce.cards.notation.turned import turned
from deduce.cards.notation.words import RESULTS, plain
from deduce.cards.notation.written import written
from deduce.cards.permissions import refusals
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.cards.engine.casualties import Loss
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.ranks import Seen

__all__ = ["read"]

NUMBER = re.compile(r"\d{1,3}")
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
    if ledger.outcome is not None and plain(text).split()[:1] != ["open"]:
        also = ", open opens the packs" if ledger.is_sealed else ""
        message = f"the battle is over; undo takes the last line back{also}"
        raise ImpossibleError(message)
    line = parse_line(text, ledger)
    _allowed(line, ledger)
    waiting = iter(answers)
    known = turned(line.entry, ledger, is_forced=line.is_forced)
    entry = _completed(known, ledger, waiting)
    if isinstance(entry, Request):
        # Whoever has to choose has seen the cards that were turned.
        is_new = known is not line.entry
        return entry._replace(question=f"{written(known, ledger)}: {entry.question}") if is_new else entry
    change = after(ledger, entry)
    if change.objections and not line.is_forced and isinstance(entry, en.Fight | en.Bare):
        objection = change.objections[0]
        rule = f" ({objection.rule})" if objection.rule else ""
        message = f"{objection.message}{rule}; put a ! behind the line if it is so all the same"
        raise ImpossibleError(message)
    said = [
        f"Careful: {each.message}" + (f" ({each.rule})." if each.rule else ".") for each in change.objections
    ]
    told = (*said, *happenings_told(change.happenings, change.ledger))
    if isinstance(entry, en.Open):
        told = (*told, OPENED[ledger.language])
    words = [written(entry, ledger), "!" if line.is_forced else "", line.comment]
    return Entry(" ".join(word for word in words if word), told)


def _completed(entry: en.Entry, ledger: Ledger, answers: Iterator[str]) -> en.Entry | Request:
    """Return an entry with everything that was left out, or what is still to be asked."""
    if isinstance(entry, en.Fight):
        return _complete(entry, ledger, answers)
    if isinstance(entry, en.Bare) and not entry.cards:
        answer = next(answers, None)
        if answer is None:
            return Request("the cards, the left side's first, such as 9 4?")
        return en.Bare(cards_in(answer))
    return _shot(entry, ledger, answers) if isinstance(entry, en.Shot) else entry


def _allowed(line: Line, ledger: Ledger) -> None:
    """Refuse what the rules refuse, unless the table decided otherwise.

    Raises:
        ImpossibleError: If they refuse it.
    """
    if line.is_forced:
        return
    found = refusals(ledger, line.entry)
    if found:
        message = f"{'; '.join(str(each) for each in found)}; put a ! behind the line if the table decided otherwise"
        raise ImpossibleError(message)


# --- Combats ------------------------------------------------------------------------------------------


def _complete(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    """Return a combat of which everything is known that was decided at the table, or what is to be asked."""
    one, other = entry.starter, entry.target
    if not entry.cards:
        answer = next(answers, None)
        if answer is None:
            return Request(f"the cards of {one} and of {other}, such as 9 4?")
        entry = replace(entry, cards=cards_in(answer))
    if entry.others and not entry.hit:
        answer = next(answers, None)
        letters = (other, *entry.others)
        if answer is None:
            return Request(f"which of {' '.join(letters)} bears it?", letters)
        if plain(answer) not in letters:
            message = f"{quoted(answer)} is none of {' '.join(letters)}"
            raise LineError(message)
        entry = replace(entry, hit=plain(answer))
    meeting, edition = meeting_in(ledger, entry), ledger.edition
    cards = _cards(entry, ledger)
    found = possible_exchanges(meeting, cards, edition, entry.result, entry.confused)
    if entry.result is None and len({each.result for each in found.values()}) > 1:
        answer = next(answers, None)
        if answer is None:
            return Request(f"who won: {one}, {other} or tied?", (one, other, "tied"))
        entry = replace(entry, result=_result(answer, entry))
        found = possible_exchanges(meeting, cards, edition, entry.result, entry.confused)
    counts = sorted({max(each.starter.confused, each.target.confused) for each in found.values()})
    if entry.confused is None and len(counts) > 1:
        loser = one if entry.result is Result.LOST else entry.hit or other
        answer = next(answers, None)
        if answer is None:
            return Request(f"how many of {loser} became confused?", tuple(map(str, counts)))
        if not NUMBER.fullmatch(answer) or int(answer) not in counts:
            message = f"{quoted(answer)}: it must be {', '.join(map(str, counts))}"
            raise LineError(message)
        entry = replace(entry, confused=int(answer))
    return _picked(entry, ledger, answers)


def _cards(entry: en.Fight, ledger: Ledger) -> tuple[Seen, Seen]:
    """Return what both cards can be, by what is left in the packs."""
    side, found = ledger.units[entry.starter].side, []
    for owner, card in zip((side, 1 - side), entry.cards, strict=True):
        turned = turn_up(ledger, owner, card).ledger.packs[owner].turned
        found.append(turned[-1].card if turned else card)
    return found[0], found[1]


def _result(answer: str, entry: en.Fight) -> Result:
    word = plain(answer)
    if word == entry.starter:
        return Result.WON
    if word in {entry.target, *entry.others}:
        return Result.LOST
    if word in RESULTS:
        return RESULTS[word]
    message = f"{quoted(answer)}: say who won, {entry.starter} or {entry.target}, or tied"
    raise LineError(message)


def _picked(entry: en.Fight, ledger: Ledger, answers: Iterator[str]) -> en.Fight | Request:
    """Ask which special men were hit, where they are last and nobody can tell (CC-KILL-6)."""
    change = after(ledger, entry)
    losses = [each.loss for each in change.happenings if hasattr(each, "loss")]
    for loss in losses:
        is_second = loss.letter == entry.starter and len(losses) > 1
        said = entry.starter_picks if is_second else entry.picks
        if said.are_said or not _asks(loss, ledger):
            continue
        answer = next(answers, None)
        if answer is None:
            return _who(loss, ledger)
        picks = picks_in(answer)
        entry = replace(entry, starter_picks=picks) if is_second else replace(entry, picks=picks)
    return entry


def _asks(loss: Loss, ledger: Ledger) -> bool:
    return needs_picks(ledger.units[loss.letter], loss.killed, loss.confused, ledger.edition)


def _who(loss: Loss, ledger: Ledger) -> Request:
    unit = ledger.units[loss.letter]
    hit = min(loss.killed + loss.confused - unit.plain, len(unit.specials))
    return Request(
        f"which {hit} of {' '.join(unit.specials)} of {loss.letter} are hit: the dead, and behind a / the confused, "
        "such as o/df?"
    )


def _shot(entry: en.Shot, ledger: Ledger, answers: Iterator[str]) -> en.Shot | Request:
    """Ask which special man a shot hit, where nobody can tell."""
    target = ledger.units[entry.target]
    kills = int(ledger.edition.number("fire.kills"))
    if entry.picks.are_said or not target.ranks or not needs_picks(target, kills, 0, ledger.edition):
        return entry
    answer = next(answers, None)
    if answer is None:
        return Request(
            f"which of {' '.join(target.specials)} of {target.letter} is hit?", tuple(target.specials)
        )
    return replace(entry, picks=picks_in(answer))
