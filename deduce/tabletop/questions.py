"""What can be asked of a look at any game: its sheets, why, what if, suspects, and a replay."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deduce.tabletop.errors import LineError
from deduce.tabletop.nouns import with_article
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.sheet import grid, headline, percent, plain, sheet_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.evidence.log import Entry
    from deduce.proof.slips import Suspect
    from deduce.tabletop.look import Look
    from deduce.tabletop.mended import Mended
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record
    from deduce.tabletop.said import Grid
    from deduce.tabletop.sheet import Sheet

__all__ = [
    "facts_of",
    "format_name",
    "knowledge_json",
    "misfit_json",
    "replay_json",
    "replayed",
    "sheet_grid",
    "sheet_of",
    "sheets_told",
    "suspects_told",
    "trouble_of",
    "turned_over",
    "unfitting",
    "what_if_told",
    "why_told",
]

MOST_SUSPECTS = 8
MOST_SHOWN = 12
"""How many entries that do not fit any more are named."""
LONGEST_HEADER = 400
"""How much of a header that means nothing to the rules is shown."""
MOST_PROBLEMS = 100
"""How many problems of a record are listed."""
MOST_NAMED = 6
"""How many broken entries are named at once."""
GAP = Said("", Role.ROW)


def format_name(look: Look[Any], what: str) -> str:
    """Return the name of a JSON document of a game."""
    return f"deduce.{look.kind.name}.{what}/1"


def sheet_of(look: Look[Any], seat: int) -> Sheet[Any, Any]:
    """Return the sheet of a seat.

    Raises:
        LineError: If it has none.
    """
    for sheet in look.sheets:
        if sheet.seat == seat:
            return sheet
    message = f"there is no sheet of {look.record.seats[seat]}"
    raise LineError(message)


def sheet_grid(look: Look[Any], sheet: Sheet[Any, Any]) -> Grid:
    """Return a sheet as rows and columns."""
    return look.kind.grid(look, sheet) if look.kind.grid is not None else grid(sheet)


def trouble_of(record: Record[Any]) -> str:
    """Return that a record is broken, with the numbers of the entries; "" if it is not."""
    misfits = record.misfits
    if not misfits:
        return ""
    numbers = sorted({misfit.entry for misfit in misfits})
    places = ["lines outside of the entries"] if numbers[0] == 0 else []
    entries = [str(number) for number in numbers if number]
    shown = ", ".join(entries[:MOST_NAMED]) + (", ..." if len(entries) > MOST_NAMED else "")
    places += [f"entr{'y' if len(entries) == 1 else 'ies'} {shown}"] if entries else []
    count = "1 problem" if len(misfits) == 1 else f"{len(misfits)} problems"
    how = "edit mends it" if record.kind.changes is None else "mend looks for what was meant"
    return f"The record is broken: {count} in {' and '.join(places)}; moves shows more, {how}"


def turned_over(before: Record[Any], after: Record[Any]) -> tuple[Said, ...]:
    """Return that entries belong to others now, because one before them came in or went."""
    more = len(after.steps) - len(before.steps)
    for place, step in enumerate(after.steps):
        old = place - more
        is_same = 0 <= old < len(before.steps) and before.steps[old].text == step.text
        if place >= len(before.steps) or before.steps[place] is not step:
            kind = after.kind
            if is_same and kind.to_act(before.steps[old].before) != kind.to_act(step.before):
                said = f"Careful: from entry {place + 1} on, the turns are the other side's now."
                return lines([said], Role.WARNING)
    return ()


def unfitting(misfits: Sequence[Misfit], record: Record[Any]) -> tuple[Said, ...]:
    """Return what does not fit any more after a change, and what only has to be written anew.

    Args:
        misfits: What does not fit.
        record: The record.
    """
    from deduce.tabletop.mend import written_anew

    more = len(misfits) - MOST_SHOWN
    said = []
    for misfit in misfits[:MOST_SHOWN]:
        answer = written_anew(record, misfit.entry) if misfit.entry else ""
        remedy = f". If that is right, edit {misfit.entry} {answer} writes it anew" if answer else ""
        said.append(f"Does not fit any more: {misfit}{remedy}")
    return lines([*said, f"... and {more} more"] if more > 0 else said, Role.WARNING)


# --- Sheets ------------------------------------------------------------------------------------------


def sheets_told(look: Look[Any], said: Mapping[str, Any]) -> Told:
    """Tell what each seat can know; of one seat only if it is named."""
    wanted = str(said.get("side") or "")
    first = look.seat(wanted)
    chosen = [sheet_of(look, first)] if wanted else sorted(look.sheets, key=lambda each: each.seat != first)
    shown: list[Said | Grid] = []
    if not wanted and not look.kind.shows_sheets and look.kind.picture is not None:
        # The sheets are not all that there is to know, and no screen shows the rest.
        shown += lines(look.kind.picture(look), Role.ROW)
    for sheet in chosen:
        shown += [GAP] if shown else []
        shown += [Said(headline(sheet), Role.HEADING), sheet_grid(look, sheet)]
        shown += lines(look.kind.remarks(look, sheet) if look.kind.remarks is not None else ())
        shown += look.kind.below(look, sheet) if look.kind.below is not None else ()
    return Told(tuple(shown), lambda: _sheets_json(look), all(sheet.is_consistent for sheet in chosen))


def _sheets_json(look: Look[Any]) -> dict[str, Any]:
    data = {"format": format_name(look, "sheet"), **facts_of(look), "knowledge": knowledge_json(look)}
    return data if look.kind.sheet_facts is None else {**data, **look.kind.sheet_facts(look)}


def facts_of(look: Look[Any]) -> Mapping[str, Any]:
    """Return what every document of a game says of the moment that is looked at."""
    if look.kind.facts is not None:
        return look.kind.facts(look)
    return {
        "entries": look.count,
        "to_act": [look.record.seats[seat] for seat in sorted(look.kind.to_act(look.state))],
        "outcome": look.outcome or None,
    }


def knowledge_json(look: Look[Any]) -> dict[str, Any]:
    """Return the sheet of each seat as data."""
    return {look.record.seats[sheet.seat]: sheet_json(sheet) for sheet in look.sheets}


# --- Why ---------------------------------------------------------------------------------------------

IDLE = frozenset({"is", "not", "the"})


def why_told(look: Look[Any], said: Mapping[str, Any]) -> Told:
    """Prove why an unknown has a value or not, or tell that it is open."""
    sheet = sheet_of(look, look.seat(str(said.get("side") or "")))
    one, other = sheet.nouns.unknown, sheet.nouns.value
    words = [word for word in str(said[other]).split() if word.casefold() not in IDLE]
    if not words:
        wanted = f"{with_article(sheet.nouns.spoken)} and {with_article(other)}"
        message = f"write {wanted}, such as {sheet.nouns.example}"
        raise LineError(message)
    unknown, value = sheet.named(str(said[one]), " ".join(words))
    name, called = sheet.name(value), sheet.called(unknown)
    data: dict[str, Any] = {
        "format": format_name(look, "why"),
        "side": look.record.seats[sheet.seat],
        one: str(unknown),
        other: plain(value),
        "name": name,
        "consistent": sheet.is_consistent,
    }
    if not sheet.is_consistent:
        data["conflicts"] = [{"entries": _entries(conflict.entries)} for conflict in sheet.conflicts]
        under = f" under {sheet.stands_on}" if sheet.stands_on else ""
        rows = [f"No {sheet.nouns.world} fits what was noted{under}, so nothing can be proved. These clash:"]
        rows += ["  " + "; ".join(map(_named, conflict.entries)) for conflict in sheet.conflicts]
        return Told(lines(rows), data, fits=False)
    possible = sheet.possible[unknown]
    if value in possible and len(possible) > 1:
        data["holds"] = None
        chance = None if sheet.chances is None else str(sheet.chances[unknown][value])
        data["chance"] = chance
        shown = "" if chance is None else f" (chance {chance})"
        return Told(lines([f"{called} may or may not be {name}; nothing settles it yet{shown}."]), data)
    proof = sheet.why(unknown, value)
    steps = [str(step) for step in sheet.steps(proof)]
    data |= {
        "holds": proof.claim.holds,
        "sentence": proof.sentence,
        "entries": _entries(proof.entries),
        "steps": steps,
    }
    rows = [f"{called} is {name}." if proof.claim.holds else f"{called} is not {name}."]
    rows += [f"  {entry.id:>4} {entry.text}" for entry in proof.entries]
    rows += [proof.sentence] if proof.entries else ["It follows from the rules alone."]
    if len(steps) > 1:
        rows += ["Step by step:"] + [f"  {step}" for step in steps]
    return Told(lines(rows), data)


def _entries(entries: Iterable[Entry]) -> list[dict[str, str]]:
    return [{"id": entry.id, "text": entry.text} for entry in entries]


def _named(entry: Entry) -> str:
    return f"{entry.id} {entry.text}"


# --- What if -----------------------------------------------------------------------------------------


def what_if_told(look: Look[Any], said: Mapping[str, Any]) -> Told:
    """Tell how a sheet would look after each answer."""
    suppose = look.kind.suppose
    if suppose is None:
        message = "there is nothing to suppose in this game"
        raise LineError(message)
    supposed = suppose(look, str(said["attempt"]))
    chance = supposed.chance
    shown: list[Said | Grid] = [
        Said(
            supposed.words + ("" if chance is None else f": yes with chance {chance} ({percent(chance)}%)"),
            Role.HEADING,
        )
    ]
    for answer, sheet in supposed.after.items():
        shown.append(GAP)
        if sheet.is_consistent:
            shown += [Said(f"after {answer}: {headline(sheet)}", Role.HEADING), sheet_grid(look, sheet)]
        else:
            shown.append(Said(f"after {answer}: this answer is impossible"))
    data = {
        "format": format_name(look, "what-if"),
        "side": look.record.seats[supposed.seat],
        supposed.noun: supposed.words,
        "chance_of_yes": None if chance is None else float(chance),
        "fraction": None if chance is None else str(chance),
        "after": {answer: sheet_json(sheet) for answer, sheet in supposed.after.items()},
    }
    return Told(tuple(shown), data)


# --- Suspects ----------------------------------------------------------------------------------------


def suspects_told(look: Look[Any], said: Mapping[str, Any]) -> Told:
    """Rank what was probably noted wrongly, and tell what clashes."""
    sheet = sheet_of(look, look.seat(str(said.get("side") or "")))
    own = sheet.slips_told()
    if own is not None:
        head = {"format": format_name(look, "suspects"), "side": look.record.seats[sheet.seat]}
        return replace(own, data={**head, **own.document()})
    found = sheet.suspects() if sheet.log.entries else []
    conflicts = [] if sheet.is_consistent else [_entries(each.entries) for each in sheet.conflicts]
    data = {
        "format": format_name(look, "suspects"),
        "side": look.record.seats[sheet.seat],
        "consistent": sheet.is_consistent,
        "conflicts": conflicts,
        "suspects": [_suspect(suspect) for suspect in found],
    }
    rows: list[str] = []
    if not sheet.is_consistent:
        under = f" under {sheet.stands_on}" if sheet.stands_on else ""
        rows.append(
            f"What was noted contradicts itself{under}. Each of these sets cannot be right as a whole:"
        )
        rows += [
            "  " + "; ".join(f"{entry['id']} {entry['text']}" for entry in conflict) for conflict in conflicts
        ]
        if sheet.stands_on:
            rows.append(f"It stands on {sheet.stands_on}, which may be what is wrong.")
        rows.append("Likeliest slips first:")
    elif not found:
        return Told(lines(["Nothing was noted yet."]), data)
    else:
        whose = f"{sheet.title}: nothing contradicts"
        rows.append(f"{whose}. The likeliest slips, if each note is wrong once in a hundred:")
    for suspect in found[:MOST_SUSPECTS]:
        chance = "" if suspect.probability is None else f"{100 * float(suspect.probability):.1f}%, "
        left = suspect.worlds_if_reversed
        count = "not known how many" if left is None else f"{left:,}"
        worlds = f"{count} {sheet.nouns.world}s the other way round"
        rows.append(f"  {suspect.entry.id:>4} {suspect.entry.text} ({chance}{worlds})")
    return Told(lines(rows), data, sheet.is_consistent)


def _suspect(suspect: Suspect) -> dict[str, Any]:
    return {
        "id": suspect.entry.id,
        "text": suspect.entry.text,
        "probability": None if suspect.probability is None else float(suspect.probability),
        "worlds_if_reversed": suspect.worlds_if_reversed,
        "worlds_if_removed": suspect.worlds_if_removed,
    }


# --- Replay ------------------------------------------------------------------------------------------


def replayed(look: Look[Any], said: Mapping[str, Any]) -> Told:
    """Tell where the game stands, what each seat can know, and what does not fit in the record."""
    record, kind = look.record, look.kind
    file = str(said.get("file") or record.name)
    mended: Mended[Any] | None = None
    is_applied, out = bool(said.get("apply")), said.get("out")
    if is_applied or out is not None or said.get("mend"):
        from deduce.tabletop.applied import check_apply
        from deduce.tabletop.repair import repaired

        check_apply(file, out, is_mended=bool(said.get("mend")), is_applied=is_applied)
        with look.working("Looking for slips", None) as progress:
            mended = repaired(record, progress, options=look.options)
    shown: list[Said | Grid] = [Said(_title(look), Role.HEADING)]
    shown += lines(
        (f"{key}: {value[:LONGEST_HEADER]}" for key, value in record.begun.others.items()), Role.ROW
    )
    picture = kind.replay_picture or kind.picture
    if picture is not None:
        shown += [GAP, *lines(picture(look), Role.ROW)]
    else:
        shown.append(Said(look.outcome or look.turn, Role.ROW))
    shown += lines(headline(sheet) for sheet in look.sheets)
    misfits = record.misfits
    if misfits:
        count = "1 problem" if len(misfits) == 1 else f"{len(misfits)} problems"
        shown += [GAP, Said(f"{count} in the record:", Role.WARNING)]
        shown += lines(f"  {misfit}" for misfit in misfits[:MOST_PROBLEMS])
        more = len(misfits) - MOST_PROBLEMS
        shown += [Said(f"  ... and {more:,} more; --json has them all")] if more > 0 else []
    told = Told(data=lambda: replay_json(look, mended) | {"file": file}, fits=not misfits)
    if mended is not None:
        from deduce.tabletop.mended import mended_told

        found = mended_told(mended)
        shown += [GAP, *found] if found else []
        told = replace(told, fits=told.fits and not found)
    if mended is not None and is_applied:
        if mended.is_stopped:
            told = replace(told, undone="stopped before everything was tried, so nothing was written")
        else:
            from deduce.tabletop.applied import applied

            done = applied(record, mended, file, out)
            told = replace(told, beside=(done,), fits=mended.is_whole)
    return replace(told, said=tuple(shown))


def _title(look: Look[Any]) -> str:
    total = len(look.record.steps)
    head = look.kind.headings(look) if look.kind.headings is not None else look.kind.title
    if look.count < total:
        return f"{head}; after {look.kind.nouns.entry} {look.count} of {total}"
    return f"{head}; after {total} {look.kind.nouns.entries}"


def replay_json(look: Look[Any], mended: Mended[Any] | None = None) -> dict[str, Any]:
    """Return everything about a look as data."""
    record, kind = look.record, look.kind
    data: dict[str, Any] = {"format": format_name(look, "replay"), "file": record.name}
    data |= facts_of(look)
    data |= {"plies": look.count - kind.goes_on(look.state), "recorded_plies": len(record.steps)}
    if kind.replayed is not None:
        data |= kind.replayed(look)
    data["headers"] = dict(record.begun.others)
    data["problems"] = [misfit_json(misfit) for misfit in record.misfits]
    data["knowledge"] = knowledge_json(look)
    if mended is not None:
        from deduce.tabletop.mended import mended_json

        data |= mended_json(mended)
    return data


def misfit_json(misfit: Misfit) -> dict[str, Any]:
    """Return something that does not fit as data."""
    data = {
        "row": misfit.row,
        "column": misfit.column,
        "text": misfit.text,
        "message": misfit.message,
        "line": misfit.line,
        "character": misfit.character,
        "entry": misfit.entry or None,
    }
    return data | ({"rule": misfit.rule} if misfit.rule else {})
