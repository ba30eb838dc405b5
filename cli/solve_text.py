"""The findings of `deduce solve` as text: coloured on a terminal, plain when piped."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from deduce.intake.characters import harmless
from deduce.problem.statements import fact

from .numbers import amount, share_as_text
from .output import console
from .report import MOST_SETTLED
from .solve_grid import drawn_rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from rich.console import Console

    from deduce import Grade, Lesson, Rating, Step, Suspect, World
    from deduce.problem.statements import Unknown, Value

    from .report import Findings, Why

MOST_SUSPECTS = 5
STOPPED = {
    "conflicts": "what cannot all be true",
    "suspects": "slips",
    "confirming": "slips",
    "why": "--why",
    "steps": "--steps",
    "grade": "--steps",
    "questions": "--ask",
    "review": "--review",
    "most_probable": "--worlds",
}
"""What is said for what was stopped."""
GLUE = "\N{NO-BREAK SPACE}"


def show_belief(findings: Findings, *, fractions: bool) -> None:
    """Print what follows from the log, which is known before anything else."""
    screen = console()
    _heading(screen, findings)
    if findings.belief.is_consistent:
        _values(screen, findings, fractions=fractions)
    else:
        screen.print(Text("Contradiction: not everything that was heard can be true.", style="bold red"))


def show_rest(findings: Findings, *, fractions: bool) -> None:
    """Print what else was found."""
    screen = console()
    if not findings.belief.is_consistent:
        _contradiction(screen, findings)
        _unanswered(screen, findings, "no world is left")
        _stopped(screen, findings)
        return
    for why in findings.why:
        _why(screen, why)
    if findings.steps is not None:
        _steps(screen, findings.steps, findings.grade)
    if findings.ratings is not None:
        _questions(screen, findings, findings.ratings, fractions=fractions)
    if findings.suspects is not None:
        _slips(screen, findings, fractions=fractions)
    if findings.lessons is not None:
        _review(screen, findings.lessons)
    if findings.worlds is not None:
        _worlds(screen, findings.worlds, fractions=fractions)
    _unanswered(screen, findings, "the worlds are not counted")
    _stopped(screen, findings)


def show_left(left: Mapping[Unknown, tuple[Value, ...]]) -> None:
    """Print what single statements leave, where the worlds were not counted."""
    screen = console()
    screen.print(Text("The worlds were not counted; this is what single statements leave.", style="yellow"))
    by_values: dict[str, list[str]] = {}
    for unknown, values in left.items():
        by_values.setdefault(", ".join(map(str, values)) or "no value", []).append(str(unknown))
    for listed, names in by_values.items():
        _item(screen, f"{', '.join(names)}:", listed)


def _stopped(screen: Console, findings: Findings) -> None:
    if findings.stopped:
        screen.print()
        asked = ", ".join(dict.fromkeys(STOPPED.get(name, name) for name in findings.stopped))
        _item(screen, "", f"Stopped before everything was found for: {asked}.", "yellow")


def _unanswered(screen: Console, findings: Findings, why: str) -> None:
    if findings.unanswered:
        screen.print()
        _item(screen, "", f"Not answered, since {why}: {', '.join(findings.unanswered)}.", "yellow")


def _steps(screen: Console, steps: list[Step], grade: Grade | None) -> None:
    _section(screen, "Step by step")
    for step in steps:
        _item(screen, f"{step.number}.", step.sentence)
    if grade is not None:
        _item(screen, "", f"Grade {grade.level}, {grade.name}.")
    if not steps:
        _item(screen, "", "Nothing is settled yet.")


def _worlds(screen: Console, worlds: list[tuple[World, Fraction]], *, fractions: bool) -> None:
    _section(screen, "Most probable worlds")
    for world, share in worlds:
        listed = "  ".join(f"{unknown}={value}" for unknown, value in world.items())
        _item(screen, share_as_text(share, fractions=fractions), listed)


def _heading(screen: Console, findings: Findings) -> None:
    belief, log = findings.belief, findings.log
    if findings.case.problem.title:
        _lines(screen, "", findings.case.problem.title, "bold")
    entries = f"{len(log)} entr{'y' if len(log) == 1 else 'ies'}"
    if findings.not_counted:
        size = "worlds: not known"
    elif not belief.is_consistent:
        size = "0 worlds"
    else:
        size = f"{amount(belief.count)} world{'' if belief.count == 1 else 's'}, {belief.bits:.2f} bits open"
    models = f", models: {', '.join(log.models)}" if log.models else ""
    hidden = f", hidden unknowns: {len(log.problem.hidden)}" if log.problem.hidden else ""
    screen.print(Text(f"{entries}: {size} (engine {belief.engine}{models}{hidden})"))
    if findings.not_counted:
        screen.print(Text(f"Not counted: {findings.not_counted}.", style="yellow"))


def _section(screen: Console, title: str) -> None:
    screen.print()
    screen.print(Text(title, style="bold"))


def _item(screen: Console, label: str, text: str, style: str = "") -> None:
    """Print a label and a text that is indented behind it, or below it if the label is long."""
    if len(label) > screen.width // 2:
        _lines(screen, "  ", label, style)
        _lines(screen, "    ", text, style)
    else:
        _lines(screen, f"  {label} " if label else "  ", text, style)


def _lines(screen: Console, start: str, text: str, style: str) -> None:
    """Print a text behind a start, further lines indented as far."""
    width = max(screen.width - len(start), 20)
    start = harmless(start)
    for line in textwrap.wrap(harmless(text), width, break_on_hyphens=False) or [""]:
        # The spaces that must not break a line have done their work; plain ones are kinder to readers.
        screen.print(Text(start + line.replace(GLUE, " "), style=style), soft_wrap=True)
        start = " " * len(start)


def _values(screen: Console, findings: Findings, *, fractions: bool) -> None:
    belief = findings.belief
    hidden = belief.problem.hidden
    certain = {unknown: value for unknown, value in belief.certain.items() if unknown not in hidden}
    for grid in findings.case.grids:
        _section(screen, f"{grid.title[0].upper()}{grid.title[1:]}")
        for row in drawn_rows(grid, certain, belief.problem.domains[grid.cells[0]]):
            screen.print(Text(f"  {row}"), soft_wrap=True)
    drawn = {cell for grid in findings.case.grids for cell in grid.unknowns}
    listed_as_certain = {unknown: value for unknown, value in certain.items() if unknown not in drawn}
    if listed_as_certain:
        _section(screen, "Certain")
        for unknown, value in listed_as_certain.items():
            _item(screen, "", str(fact(unknown, value)), "bold green")
    listed: dict[str, list[str]] = {}
    for unknown in belief.problem.shown:
        if unknown not in certain:
            listed.setdefault(_chances(findings, unknown, fractions=fractions), []).append(str(unknown))
    if listed:
        _section(screen, "Open")
    for chances, names in listed.items():
        _item(screen, f"{', '.join(names)}:", chances)


def _chances(findings: Findings, unknown: object, *, fractions: bool) -> str:
    belief = findings.belief
    if findings.not_counted:
        return ", ".join(map(str, belief.possible[unknown]))
    chances = sorted(belief.probabilities[unknown].items(), key=lambda pair: -pair[1])
    return ", ".join(
        f"{value} {share_as_text(share, fractions=fractions)}".replace(" ", GLUE) for value, share in chances
    )


def _why(screen: Console, why: Why) -> None:
    _section(screen, f"Why {why.asked}?")
    if why.proof is None:
        _item(screen, "", why.answer)
        return
    _item(screen, "", why.proof.sentence)
    if len(why.steps) > 1:
        for step in why.steps:
            _item(screen, f"{step.number}.", step.sentence)


def _questions(screen: Console, findings: Findings, ratings: list[Rating], *, fractions: bool) -> None:
    _section(screen, "What to ask next")
    for number, rating in enumerate(ratings[:MOST_SETTLED], 1):
        if rating.is_useless:
            (only,) = [answer for answer, share in rating.truths.items() if share][:1]
            _item(
                screen,
                f"{number}.",
                f"{rating.question.text} Useless: the answer is {only}.",
                "dim",
            )
            continue
        shares = ", ".join(
            f"{answer} {share_as_text(share, fractions=fractions)}"
            for answer, share in rating.probabilities.items()
            if share
        )
        text = f"{rating.question.text} {rating.bits:.3f} bits ({shares})"
        text += f"; at worst {rating.worst_bits:.3f} bits ({rating.worst_answer})"
        known = findings.settled[number - 1 : number] or [{}]
        for answer, settled in known[0].items():
            if settled:
                named = ", ".join(str(fact(unknown, value)) for unknown, value in settled.items())
                text += f"; {answer} would settle {named}"
        if rating.dominated_by is not None:
            text += f". No better than: {rating.dominated_by.text}"
        _item(screen, f"{number}.", text, "dim" if rating.dominated_by else "")
    if len(ratings) > MOST_SETTLED:
        screen.print(f"  ... and {len(ratings) - MOST_SETTLED} more (all of them with --json)")
    if not ratings:
        screen.print("  Nothing is open.")


def _contradiction(screen: Console, findings: Findings) -> None:
    if findings.conflicts.found:
        _section(screen, "What cannot all be true")
    for number, conflict in enumerate(findings.conflicts, 1):
        _item(screen, f"{number}.", conflict.sentence)
    if findings.conflicts.found and not findings.conflicts.is_all:
        if findings.conflicts.is_smallest:
            screen.print("  ... and there are more of them")
        else:
            _item(screen, "", "A smaller one was out of reach; not all of these entries may be needed.")
    if findings.suspects:
        _section(screen, "What if one entry was the other way round")
        _listed_suspects(screen, findings.suspects)
        _confirming(screen, findings, fractions=False)


def _slips(screen: Console, findings: Findings, *, fractions: bool) -> None:
    _section(screen, "Which entry may be a slip")
    suspects = findings.suspects or []
    _listed_suspects(screen, suspects)
    if not suspects:
        screen.print("  There are no hard entries.")
    _confirming(screen, findings, fractions=fractions)


def _confirming(screen: Console, findings: Findings, *, fractions: bool) -> None:
    """Say which question would tell most about the first suspect."""
    if not findings.suspects or not findings.confirming or not findings.confirming[0].bits:
        return
    best = findings.confirming[0]
    after = ", ".join(
        f"{answer}: a slip {share_as_text(share, fractions=fractions)}"
        for answer, share in best.slip_after.items()
    )
    _item(screen, "", f"To check entry {findings.suspects[0].entry.id}, ask: {best.question.text} ({after})")


def _listed_suspects(screen: Console, suspects: list[Suspect]) -> None:
    for suspect in suspects[:MOST_SUSPECTS]:
        chance, left = suspect.probability, suspect.worlds_if_reversed
        slip = "not known how likely a slip" if chance is None else f"a slip {float(chance):.2%}"
        worlds = "worlds not known" if left is None else f"{amount(left)} world{'' if left == 1 else 's'}"
        _item(screen, f"entry {suspect.entry.id}", f"“{suspect.entry.text}”: {slip}; {worlds} if reversed")
    if len(suspects) > MOST_SUSPECTS:
        screen.print(f"  ... and {len(suspects) - MOST_SUSPECTS} more (all of them with --json)")


def _review(screen: Console, lessons: list[Lesson]) -> None:
    _section(screen, "What each entry taught")
    for lesson in lessons:
        text = f"“{lesson.entry.text}”: {lesson.bits:.2f} bits"
        if lesson.expected is not None:
            text += f", {lesson.expected:.2f} to be expected"
        if lesson.best is not None:
            text += f"; best on offer: {lesson.best.question.text} {lesson.best.bits:.2f}"
        _item(screen, f"entry {lesson.entry.id}", text)
    known = [lesson for lesson in lessons if lesson.regret is not None]
    if known:
        gained = sum(lesson.bits for lesson in lessons)
        missed = sum(lesson.regret or 0.0 for lesson in known)
        _item(screen, "", f"In all {gained:.2f} bits; better questions would have taught {missed:.2f} more.")
