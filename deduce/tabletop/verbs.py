"""The commands that every game at a table has, as far as its kind can do what they need."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Request
from deduce.tabletop.nouns import with_article
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.tabletop.companion import Companion, TableCompanion
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.nouns import Nouns
    from deduce.tabletop.record import Record

__all__ = ["NEEDS", "commands_of", "entry_line"]

QUESTIONS = "deduce.tabletop.questions"
"""Where questions are answered; imported when one is asked."""


def commands_of(kind: Kind[Any], *, changing: bool = False) -> tuple[Command, ...]:
    """Return the table of what can be asked and done in a game.

    Args:
        kind: The kind of game.
        changing: Whether entries can be taken back and corrected.
    """
    able = {
        "sheets": kind.sheets is not None,
        "picture": kind.picture is not None,
        "suppose": kind.suppose is not None,
        "rules": kind.rules is not None,
        "changes": kind.changes is not None,
    }
    keeping = (replace(each, usage=_tried(kind)) if each.name == "try" else each for each in KEEPING)
    table = (*_questions(kind), *kind.commands, *(CHANGES if changing else ()), *keeping)
    return tuple(_worded(command, kind) for command in table if able.get(NEEDS.get(command.name, ""), True))


def _worded(command: Command, kind: Kind[Any]) -> Command:
    """Return a command in the game's own words, where it has some."""
    short, more = kind.command_words.get(command.name, ("", ""))
    if not short and not more:
        return command
    return replace(command, help=short or command.help, more=more or command.more)


def _tried(kind: Kind[Any]) -> str:
    """Return how a line is only tried, by the game's own example of an entry."""
    return " ".join(filter(None, ("try", kind.example or "...", kind.example_answer)))


NEEDS = {
    "sheet": "sheets",
    "opp": "sheets",
    "why": "sheets",
    "suspects": "sheets",
    "board": "picture",
    "what-if": "suppose",
    "rules": "rules",
    "mend": "changes",
}
"""What a kind has to be able to do for a command."""


def _number(text: str, lowest: int = 1) -> int:
    """Read the number of an entry.

    Raises:
        LineError: If it is none.
    """
    if not text.isdecimal() or len(text) > 6 or int(text) < lowest:
        message = (
            f"{text!r} is not the number of an entry; moves lists them" if text else "a number is missing"
        )
        raise LineError(message)
    return int(text)


# --- Looking -----------------------------------------------------------------------------------------


def _opposite(companion: Companion[Any], rest: str) -> Told:
    seats = len(companion.look.record.seats)
    other = companion.look.seat(rest) if rest else (companion.kept.me + 1) % seats
    return companion.show("sheet", other)


def _at(companion: Companion[Any], rest: str) -> Told:
    if not rest or rest.casefold() == "now":
        companion.come_back()
        return Told(lines(["Back to now."]))
    wanted, last = _number(rest, lowest=0), len(companion.at_hand.record.steps)
    if wanted > last:
        message = f"there is no {_entry(companion)} {wanted}; there are {last}"
        raise LineError(message)
    companion.count = wanted
    return Told(lines([f"The moment after {_entry(companion)} {wanted}; at alone comes back."]))


def _entry(companion: Companion[Any]) -> str:
    """Return what the game calls an entry."""
    return companion.look.kind.nouns.entry


def _moves(companion: Companion[Any], rest: str) -> Told:
    record, first = companion.at_hand.record, _number(rest) if rest else 1
    if rest and first > len(record.steps):
        message = f"there is no entry {first}; there are {len(record.steps)}"
        raise LineError(message)
    found: list[Said] = []
    wrong: dict[int, list[Misfit]] = {}
    for misfit in record.misfits:
        wrong.setdefault(misfit.entry, []).append(misfit)
    found += lines(map(str, wrong.get(0, ())), Role.WARNING)
    for place in range(first, len(record.steps) + 1):
        found.append(Said(entry_line(record, place), Role.STRONG if place in wrong else Role.ROW))
        found += [Said(f"         ! {misfit.said}", Role.WARNING) for misfit in wrong.get(place, ())]
    return Told(tuple(found) or lines(["Nothing was entered yet."], Role.ROW))


def entry_line(record: Record[Any], place: int) -> str:
    """Return an entry with its number and who made it, or when that was."""
    step, kind = record.steps[place - 1], record.kind
    who = "/".join(record.seats[seat] for seat in sorted(kind.to_act(step.before)))
    if kind.moment is not None:
        who = kind.moment(step.before)
    return f"{place:>4} {who:7} {step.text}"


def _notes(companion: Companion[Any], _rest: str) -> Told:
    return Told(lines(companion.kept.notes or ["There are no notes; note and some words makes one."]))


def _note(companion: Companion[Any], rest: str) -> Told:
    if not rest:
        message = "write some words behind note"
        raise LineError(message)
    if companion.trial is not None:
        message = "what is only tried is not saved, and neither would be the note; back leaves it"
        raise LineError(message)
    companion.kept.note(rest)
    return Told(lines(["Noted, apart from the facts."]))


def _export(companion: Companion[Any], rest: str) -> Told:
    from deduce.tabletop.export import check_export, exported, path_of

    path = path_of(rest, companion.look.kind)
    check_export(path, companion.at_hand)

    def write() -> Told:
        exported(companion.look, path)
        return Told(lines([f"Written to {path}."]))

    def then(said: str) -> Told:
        word = said.casefold()
        if word not in {"y", "yes", "n", "no"}:
            message = f"{said!r} is neither yes nor no"
            raise LineError(message)
        return write() if word in {"y", "yes"} else Told(lines([f"{path} stays as it is."]))

    if not os.path.lexists(path):
        return write()
    return companion.ask(Request(f"{path} is there already; write over it?", ("y", "n")), then)


def _sheet(companion: Companion[Any], rest: str) -> Told:
    seat, more = companion.seat_in(rest)
    _alone("sheet", more)
    return companion.show("sheet", companion.kept.me if seat is None else seat)


def _alone(name: str, rest: str) -> None:
    """Make sure that nothing stands behind a command.

    Raises:
        LineError: If something does.
    """
    if rest:
        message = f"{name} takes nothing behind it; {rest!r} makes no sense there"
        raise LineError(message)


def _quit(companion: Companion[Any], _rest: str) -> Told:
    companion.is_over = True
    return Told()


def _try(companion: Companion[Any], rest: str) -> Told:
    if not rest:
        example = companion.look.kind.example
        message = f"write what is only to be tried behind try{f', such as try {example}' if example else ''}"
        raise LineError(message)
    return companion.tried(rest)


def _back(companion: Companion[Any], rest: str) -> Told:
    _alone("back", rest)
    if not companion.leave_trial():
        return Told(lines(["Nothing is only tried; at alone comes back to now."]))
    return Told(lines(["Back; what was tried is forgotten."]))


# --- Changing ----------------------------------------------------------------------------------------


def _undo(companion: TableCompanion[Any], rest: str) -> Told:
    if rest and (not rest.isdecimal() or len(rest) > 6 or int(rest) < 1):
        message = f"{rest!r} is not how many changes to take back; undo alone takes back one"
        raise LineError(message)
    taken = companion.now().undo(int(rest or 1))
    if not taken:
        return Told(lines(["There is nothing to take back."]))
    return Told(lines([f"Took back {_spoken(taken, companion.look.kind.nouns)}; redo brings back."]))


def _redo(companion: TableCompanion[Any], rest: str) -> Told:
    _alone("redo", rest)
    brought = companion.now().redo()
    return Told(
        lines(
            [
                f"Brought back {_spoken(brought, companion.look.kind.nouns)}."
                if brought
                else "There is nothing to bring back."
            ]
        )
    )


def _spoken(changes: Sequence[str], nouns: Nouns) -> str:
    """Return what changes were, in words."""
    from deduce.tabletop.saved import ENTRY, PART

    if set(changes) == {ENTRY}:
        return f"{len(changes)} {nouns.entry if len(changes) == 1 else nouns.entries}"
    one = with_article(nouns.entry)
    spoken = {ENTRY: one, PART: f"a part of {one}"}
    return ", ".join(spoken.get(change, change) for change in changes)


def _edit(companion: TableCompanion[Any], rest: str) -> Told:
    entry, text = (*rest.split(maxsplit=1), "", "")[:2]
    found = re.fullmatch(r"(\d{1,6})([a-z]?)", entry)
    place = _number(entry if found is None else found[1])
    about = found[2] if found is not None and found[2] else None
    return companion.put(lambda answers: companion.now().edit(place, text, answers, about), place)


def _insert(companion: TableCompanion[Any], rest: str) -> Told:
    entry, text = (*rest.split(maxsplit=1), "", "")[:2]
    place, before = _number(entry), companion.at_hand.record
    return companion.put(lambda answers: companion.now().insert(place, text, answers), place, before=before)


def _delete(companion: TableCompanion[Any], rest: str) -> Told:
    from deduce.tabletop.questions import turned_over, unfitting

    before = companion.at_hand.record
    misfits = companion.now().delete(_number(rest))
    moved = turned_over(before, companion.at_hand.record)
    return Told((Said(f"Took out entry {rest}."), *moved, *unfitting(misfits, companion.at_hand.record)))


def _mend(companion: TableCompanion[Any], rest: str) -> Told:
    _alone("mend", rest)
    return companion.mend()


CHANGES = (
    Command(
        "undo", "undo [n]", "take back the last change", do=_undo,
        more="Takes back the last change, whatever it was, or the last n, also after quitting; it drops a "
        "question that was asked.",
    ),
    Command("redo", "redo", "bring it back", do=_redo, is_change=True),
    Command(
        "edit", "edit k ...", "change entry k", do=_edit, is_change=True,
        more="moves shows the numbers. edit 3 n changes just the answer of entry 3, edit 3 + whether it "
        "was promoted; edit 3 and a turn changes all of it, but keeps a token before the attempt. "
        "Of an entry that tells several things, edit 3b n changes the second one, as suspects names it.",
    ),
    Command(
        "insert", "insert k ...", "one before entry k", do=_insert, is_change=True,
        more="For a turn that was forgotten: those behind it go to the other side then.",
    ),
    Command(
        "delete", "delete k", "take entry k out", do=_delete, is_change=True,
        more="For a turn that was entered twice: those behind it go to the other side then.",
    ),
    Command(
        "mend", "mend", "what was noted wrongly", do=_mend, is_change=True,
        more="Looks for the fewest slips that explain everything that does not fit, or why the last line "
        "could not be; says how sure that is, and asks before it corrects. undo takes it back.",
    ),
)  # fmt: skip
KEEPING = (
    Command("moves", "moves [k]", "entries, with numbers", do=_moves, more="moves 38 begins at entry 38."),
    Command("at", "at k", "a past moment; at: now", do=_at),
    Command(
        "try",
        "try ...",
        "only try it; back: leave",
        do=_try,
        is_change=True,
        more="Plays on from the moment that is looked at, as many turns as you like, with nothing saved: "
        "sheets, suggest and everything else work there. back leaves it.",
    ),
    Command("back", "", "", do=_back),
    Command("note", "note ...", "keep a hunch, no fact", do=_note),
    Command("notes", "notes", "the hunches", do=_notes),
    Command("export", "export FILE", "write the game to a file", do=_export),
    Command(
        "help",
        "help",
        "this; help edit: more",
        do=lambda companion, rest: companion.help(rest),
        others=("?",),
    ),
    Command("quit", "quit", "end; nothing is lost", do=_quit, others=("exit", "q")),
)
MEND = (
    Option("mend", "Find the fewest slips that explain the problems.", bool, default=False),
    Option("apply", "With --mend: write the mended record, which undo takes back.", bool, default=False),
    Option("out", "With --apply: write it to this file instead.", Path, "FILE"),
)


# --- The table ---------------------------------------------------------------------------------------


def _languages(kind: Kind[Any]) -> tuple[Option, ...]:
    """Return the option of the language of the rules, where there is a choice."""
    first, *others = kind.languages
    if not others:
        return ()
    return (Option("lang", "The language of the rules.", str, "|".join(kind.languages), default=first),)


def _questions(kind: Kind[Any]) -> tuple[Command, ...]:
    nouns = kind.nouns
    return (
        Command(
            "replay",
            "",
            "replay a record",
            "Replay the record of a game: where it stands, what each side can know, what does not fit.\n\n"
            "Exit status: 0 clean, 1 with problems in the game, 2 unreadable.",
            ask=later(QUESTIONS, "replayed"),
            options=MEND if kind.changes is not None else (),
        ),
        Command(
            "sheet",
            "sheet",
            "my sheet",
            "Show the deduction sheets: what each side can know, with exact chances.\n\n"
            "Exit status: 0 consistent, 1 what was noted contradicts itself, 2 bad input.",
            ask=later(QUESTIONS, "sheets_told"),
            do=_sheet,
            is_by_seat=True,
            is_shown=kind.shows_sheets,
        ),
        Command("opp", "opp", "their sheet, as they know it", do=_opposite, is_shown=kind.shows_sheets),
        Command(
            "board",
            "board",
            f"the {kind.table}",
            do=lambda companion, _: companion.show("board", companion.seat),
            is_shown=True,
        ),
        Command(
            "why",
            nouns.example,
            "the smallest proof",
            f"Prove why a {nouns.spoken} has a {nouns.value} or cannot have it: the smallest proof, and step "
            "by step.",
            ask=later(QUESTIONS, "why_told"),
            arguments=(
                Argument(nouns.unknown, f"The {nouns.spoken}.", spoken=nouns.spoken),
                Argument(nouns.value, f"The {nouns.value}, by number or name."),
            ),
            is_by_seat=True,
        ),
        Command(
            "what-if",
            f"what-if {kind.example}",
            "the sheet after yes or no",
            "Show how the sheet of whoever is to move would look after each answer.",
            ask=later(QUESTIONS, "what_if_told"),
            arguments=(Argument("attempt", f'The attempt, such as "{kind.example}".', spoken=kind.attempt),),
            others=("whatif",),
        ),
        Command(
            "suspects",
            "suspects",
            "the likeliest slips",
            "Rank what was noted by how likely it is a slip, also while nothing contradicts.",
            ask=later(QUESTIONS, "suspects_told"),
            is_by_seat=True,
        ),
        Command(
            "rules",
            "rules [ID]",
            "what a rule says",
            "Tell what a rule says, with what was decided where its source is silent; or list the rules.",
            tell=later("deduce.tabletop.rulebook", "rules_told"),
            arguments=(Argument("rule", "The id of a rule, or a part of some.", is_needed=False),),
            options=_languages(kind),
        ),
    )
