"""Command lines in which an option is wrong, or a word stands that was not asked for."""

from __future__ import annotations

import random
from collections.abc import Sequence

from deduce.intake.numbers import MOST_SECONDS
from deduce.tabletop.budget import MOST_NODES
from faults.case import NAME, Case, as_json
from faults.confusion_inputs import cases
from faults.mutations import garbage
from faults.warm import ROOT

OPTIONS: dict[str, tuple[str, ...]] = {
    "replay": ("--ply", "--diagrams", "--side"),
    "sheet": ("--ply", "--side"),
    "suggest": ("--ply", "--nodes", "--time", "--top", "--seed"),
    "random": ("--seed", "--plies", "--ruleset", "--variants", "--handicap", "--second-attempt",
        "--columns-off", "--x-square", "--diagrams"),
    "play": ("--level", "--side", "--first", "--seed", "--time", "--ruleset", "--variants", "--placement",
        "--handicap"),
    "table": ("--ruleset", "--variants", "--handicap", "--columns-off", "--x-square", "--second-attempt",
        "--diagrams", "--file"),
    "arena": ("--players", "--games", "--seed", "--jobs", "--time", "--nodes", "--limit", "--ruleset",
        "--file", "--backend"),
    "show-diagrams": ("--diagrams", "--svg"),
    "rules": (),
    "why": ("--side",),
    "solve": ("--at", "--given", "--why", "--rate", "--worlds", "--engine"),
}  # fmt: skip


LONG_ENOUGH = {"--nodes": (1_000_000, MOST_NODES), "--time": (5, MOST_SECONDS), "--games": (300, 150_000)}
"""Options that ask for work: how much of it is done well within its time, and how much is allowed at most."""


def asked(option: str, word: str) -> str:
    """Return what is asked of an option: of work so little that it is soon done, or more than is allowed.

    In between lies what takes long because it was asked for, and would stop for Ctrl-C at a terminal. That
    it takes long is no fault; to wait for it would only hide those that are.
    """
    quick, most = LONG_ENOUGH.get(option, (0, 0))
    try:
        is_long = quick < float(word) <= most
    except ValueError:
        return word
    return f"{float(word) + most:.0f}" if is_long else word


def with_word(arguments: Sequence[str], place: int, word: str) -> list[str]:
    """Return arguments with a word more, of which no more is asked either if an option stands before it."""
    before, behind = arguments[:place], arguments[place:]
    return [*before, asked(before[-1], word) if before else word, *behind]


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice([*OPTIONS])
    record = (ROOT / "examples" / "at_the_table.txt").read_bytes()
    files, arguments = {NAME: record}, ["confusion", command]
    if command == "solve":
        files, arguments = {NAME: cases()[-1]}, ["solve"]
    elif command in {"play", "table"}:
        files = {}
    if command in {"replay", "sheet", "suggest", "why", "solve", "play", "table"}:
        arguments.append(NAME if draw.random() < 0.9 else garbage(draw))
    usual = {
        "why": ["C", "rook"], "arena": ["--players", "goal,random", "--games", "1", "--limit", "4"],
        "random": ["--seed", "1"],
        "play": ["--level", "1", "--seed", "1"], "suggest": ["--nodes", "4"], "rules": [garbage(draw)],
    }  # fmt: skip
    arguments += usual.get(command, [])
    if OPTIONS[command]:
        for _ in range(draw.choice((1, 1, 2))):
            option = draw.choice(OPTIONS[command])
            arguments += [option, asked(option, garbage(draw))]
    if draw.random() < 0.1:
        arguments = with_word(arguments, draw.randrange(len(arguments)), garbage(draw))
    if command not in {"random", "play", "table"}:
        arguments += as_json(draw)
    if "--jobs" in arguments or "--backend" in arguments:
        # Processes of their own are not held to what one input may use.
        arguments = [each for each in arguments if each not in {"--jobs", "--backend"}]
    may_change = frozenset({NAME} if command in {"play", "table"} else ())
    return Case(f"options of {command}", tuple(arguments), files, b"quit\n", may_change)
