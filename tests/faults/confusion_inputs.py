"""What is tried of Confusion: records, typed lines, diagrams, positions, logs and histories, each changed.

With it goes what belongs to no game alone: the toy game of the tests, and case files.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache

from faults.case import MOST_LINES, NAME, Case, as_json
from faults.mutations import garbage, mutated
from faults.trying import ran
from faults.warm import ROOT


@cache
def records() -> tuple[bytes, ...]:
    """Return records of Confusion: those that are printed, and random ones under many rules."""
    from deduce.confusion.beginning import random_record

    names = ("at_the_table.txt", "sample_game.txt", "whole_game.txt", "evening.txt")
    found = [(ROOT / "examples" / name).read_bytes() for name in names]
    found += [
        b"",
        b"Me = White\n\nYellow\tWhite\n",
        b"Ruleset = espionage\nTokens = yes\nMe = Red\nFirst = White\n\nWhite\tRed\n",
    ]
    rules: tuple[dict[str, object], ...] = (
        {"ruleset": "classic"},
        {"ruleset": "espionage"},
        {"ruleset": "espionage", "tokens": True},
        {"ruleset": "espionage", "variants": "2,5", "tokens": True},
        {"ruleset": "espionage", "variants": "4"},
    )
    for seed in range(15):
        plies = (3, 8, 20)[seed % 3]
        found.append(random_record(seed, rules[seed % len(rules)], plies=plies, french=seed == 7).encode())
    return tuple(found)


@cache
def small_records() -> tuple[bytes, ...]:
    """Return those that are quickly read."""
    return tuple(each for each in records() if len(each) < 3000)


TOYS = (
    b"Ann = 2 5 1\n1. ann 2\n2. ben high\n3. turn 8\n4. move 7.5\n5. ben low\n6. ann 5\n7. turn 9\n",
    b"Ann = 2 5 9\n",
    b"# a remark\nAnn = 7 8 9\nRounds = slow\n\n1. ben low\n2. ann 7\nsome text\n3. turn 1\n; x\n4. move\n",
)
TYPED = (
    b"pieces\ne n2\nn\ns nw2\ny\nwhy s rocket\ns ne2 n\nboard\nopp\nundo\nredo\nquit\n",
    b"h n1 n\nedit 1 h n1 y\ninsert 1 c n1 n\ndelete 1\nmoves\nat 1\nsuspects\nnote H\nnotes\nundo 3\nredo\n",
    b"Yellow\nWhite\nA6 C8 E10 H11 K2 L1 N3 O9 P7 S5 T12 V4\nl s2\nc n2 n\nl left 1\nwhat-if\nsheet\nhelp\n",
    b"try h n1 y\nback\nwhat-if h n1\npieces\nwhy a crab\nexport other.txt\ndeal A6\nL-S2\n$A=7\n(C-N2)\n",
    b"remove a\nexpose a\nreveal a\ntwo\nswap a c, h n1 y\nvz nw1 y\nz s1\nresign\ndraw\nhelp turns\n",
)
TOY_TYPED = (
    b"ann 2\nben high\nturn 8\nmove 7.5\nundo 2\nredo\nwhy 7 ben\nsuspects\nnote x\nedit 2 ben low\nrules\n",
)


@cache
def cases() -> tuple[bytes, ...]:
    """Return case files."""
    found = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml"))]
    small = """format = "deduce.case/1"
title = "three pieces"
[[unknowns]]
names = ["A", "C", "E"]
values = ["Rocket", "King", "Crab"]
different = true
[unknowns.prior]
Rocket = 2
King = "1/3"
[[rule]]
name = "one"
at_least = 1
of = ["A is King", "C is King or E is Crab"]
[[entry]]
id = "1"
text = "A forward"
says = "not A is Rocket"
model = "coin:1/2"
[[entry]]
says = "if A is King then C is Crab"
[[question]]
text = "A diagonally?"
yes = "A is one of King, Crab"
"""
    return (*found, small.encode())


@cache
def diagrams() -> tuple[bytes, ...]:
    """Return files of diagrams."""
    return tuple(
        path.read_bytes()
        for path in sorted((ROOT / "deduce").rglob("*.toml"))
        if b"reach = " in path.read_bytes()
    )


@cache
def positions() -> tuple[str, ...]:
    """Return positions as strings, from the middle of random games."""
    from deduce.confusion import parse_record, position_text

    return tuple(
        position_text(parse_record(each.decode()).now.position) for each in small_records() if b"1." in each
    )


@cache
def positions_json() -> tuple[bytes, ...]:
    """Return the same positions as JSON."""
    from deduce.confusion import parse_position, position_json

    return tuple(json.dumps(position_json(parse_position(each))).encode() for each in positions())


TOURNAMENT = ("--players", "goal,random", "--limit", "6", "--games", "3", "--seed", "4")


@cache
def logs() -> tuple[bytes, ...]:
    """Return the log of a tournament."""
    found = ran(Case("log", ("confusion", "arena", *TOURNAMENT, "--file", "log.jsonl"), {}))
    return (found.files["log.jsonl"], b"")


@cache
def histories() -> tuple[tuple[str, bytes, bytes], ...]:
    """Return for some games their names, their records, and the files of their histories."""
    toy = ran(Case("toy", ("toy", "table", NAME), {NAME: TOYS[1]}, TOY_TYPED[0]))
    lines = b"\n\n\n" + TYPED[1].replace(b"undo 3", b"undo 2") + b"c n1 n\nk n1 y\n"
    confusion = ran(Case("confusion", ("confusion", "table", NAME), {}, lines))
    history = f".{NAME}.history"
    return tuple(
        (name, found.files[NAME], found.files[history])
        for name, found in (("toy", toy), ("confusion", confusion))
    )


def record_case(draw: random.Random) -> Case:
    """A record is asked something."""
    is_toy = draw.random() < 0.15
    pool = TOYS if is_toy else draw.choice((small_records(), small_records(), records()))
    content = mutated(draw, draw.choice(pool), pool)
    game = "toy" if is_toy else "confusion"
    ask: list[tuple[str, ...]] = [*[("replay", NAME)] * 4, *[("sheet", NAME)] * 2, ("suspects", NAME)]
    ask += [
        ("why", NAME, "7", "Ben")
        if is_toy
        else ("why", NAME, draw.choice("ACHX"), draw.choice(("crab", "king")))
    ]
    if not is_toy:
        ask += [("what-if", NAME), ("pieces", NAME), ("answer", NAME, "h n1")]
        if len(content) < 1500 and draw.random() < 0.03:
            ask = [("suggest", NAME, "--nodes", "5"), ("review", NAME, "--nodes", "2", "--ply", "2")]
    arguments = list(draw.choice(ask))
    if draw.random() < 0.15:
        arguments += ["--ply", draw.choice(("0", "1", "3", "99", "-1"))]
    lines = b""
    if draw.random() < 0.1 and arguments[0] == "replay":
        arguments[1], lines = "-", content
    return Case(f"{game} {arguments[0]}", (game, *arguments, *as_json(draw)), {NAME: content}, lines)


@cache
def noted_records() -> tuple[bytes, ...]:
    """Return small records with a position that is printed."""
    from deduce.confusion import parse_record, position_text

    found = []
    for each in small_records():
        text = each.decode()
        if "1." in text:
            record = parse_record(text)
            count = len(record.steps) // 2 + 1
            line = f"Position after {count} = {position_text(record.at(count).position)}\n"
            found.append((line + text).encode())
    return tuple(found)


def mending_case(draw: random.Random) -> Case:
    """A mutated record is mended, and written so."""
    pool = draw.choice((TOYS, small_records(), noted_records(), noted_records(), records()))
    content = mutated(draw, draw.choice(pool), pool)
    arguments = ["toy" if pool is TOYS else "confusion", "replay", NAME, "--mend"]
    applied = draw.choice(((), ("--apply",), ("--apply", "--out", "other.txt")))
    may_change = frozenset({NAME} if applied == ("--apply",) else ())
    return Case("mending", (*arguments, *applied, *as_json(draw)), {NAME: content}, b"", may_change)


def lines_case(draw: random.Random) -> Case:
    """Lines are typed at the table, into a new game, a record, or a match."""
    is_toy = draw.random() < 0.2
    pool = TOY_TYPED if is_toy else TYPED
    lines = mutated(draw, draw.choice(pool), pool)
    if draw.random() < 0.3:
        lines = mutated(draw, lines, pool)
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    changed = frozenset({NAME, "other.txt"})
    if is_toy:
        return Case("toy table", ("toy", "table", NAME), {NAME: draw.choice(TOYS)}, lines, changed)
    match draw.randrange(4):
        case 0:
            return Case("new table", ("confusion", "table", NAME), {}, lines, changed)
        case 1:
            level = ("--level", draw.choice("12"), "--seed", str(draw.randrange(50)))
            return Case("play", ("confusion", "play", NAME, *level), {}, lines, changed)
        case 2:
            return Case("new table", ("confusion", "table", NAME), {}, b"\n\n\n" + lines, changed)
        case _:
            begun = {NAME: draw.choice([each for each in small_records() if each])}
            return Case("table", ("confusion", "table", NAME), begun, lines, changed)


def resumed_case(draw: random.Random) -> Case:
    """A mutated record is gone on with."""
    is_toy = draw.random() < 0.3
    pool = TOYS if is_toy else small_records()
    game = "toy" if is_toy else "confusion"
    content = mutated(draw, draw.choice(pool), pool)
    lines = draw.choice(
        (b"quit\n", b"undo\nredo\nquit\n", b"note x\nundo\nmoves\nsuspects\n", b"edit 1 ben low\ndelete 1\n")
    )
    command = "play" if draw.random() < 0.15 and not is_toy else "table"
    return Case(
        f"{game} {command} on a mutated record",
        (game, command, NAME),
        {NAME: content},
        lines,
        frozenset({NAME}),
    )


def case_case(draw: random.Random) -> Case:
    """A case file is solved, with options."""
    # Mostly the small one, which is quickly solved whatever becomes of it.
    content = mutated(draw, draw.choice((*cases(), *cases()[-1:] * len(cases()))), cases())
    options: list[str] = []
    facts = (
        "A is King",
        "K is Crab",
        "C is not Rocket",
        "knife is in the envelope",
        "A is",
        "",
        "not A is King",
        garbage(draw),
    )
    for _ in range(draw.choice((0, 0, 1, 2))):
        choices: tuple[tuple[str, ...], ...] = (
            ("--why", draw.choice(facts)), ("--given", draw.choice(facts)), ("--steps",), ("--ask",),
            ("--slips",),
            ("--review",), ("--rate", garbage(draw)), ("--worlds", draw.choice(("0", "3", "9", "-1"))),
            ("--fractions",),
            ("--at", draw.choice(("0", "1", "99", "-1"))), ("--engine", draw.choice(("subsets", "diagram",
            "cp-sat"))),
        )  # fmt: skip
        options += draw.choice(choices)
    return Case("solve", ("solve", NAME, *options, *as_json(draw)), {NAME: content})


def reading_case(draw: random.Random) -> Case:
    """A case file is only read, by the library: that takes no long work."""
    from deduce.casefile.reader import parse_case

    content = mutated(draw, draw.choice(cases()), cases()).decode("utf-8", "surrogateescape")
    return Case("a case that is read", call=lambda: parse_case(content))


def diagrams_case(draw: random.Random) -> Case:
    """A file of diagrams is shown, or played with."""
    content = mutated(draw, draw.choice(diagrams()), diagrams())
    command: tuple[str, ...] = ("show-diagrams", "--diagrams", NAME, *as_json(draw))
    if draw.random() < 0.2:
        command = ("random", "--seed", "1", "--plies", "3", "--diagrams", NAME)
    return Case(f"{command[0]} --diagrams", ("confusion", *command), {NAME: content})


def position_case(draw: random.Random) -> Case:
    """A position is read by the library."""
    from deduce.confusion import parse_position, position_from_json, position_json, position_text
    from deduce.intake.data import parse_json

    if draw.random() < 0.5:
        pool = [each.encode() for each in positions()]
        text = mutated(draw, draw.choice(pool), pool).decode("utf-8", "surrogateescape")
        return Case("position as text", call=lambda: position_text(parse_position(text)))
    content = mutated(draw, draw.choice(positions_json()), positions_json()).decode("utf-8", "replace")
    return Case("position as JSON", call=lambda: position_json(position_from_json(parse_json(content))))


def log_case(draw: random.Random) -> Case:
    """A tournament goes on from a log."""
    content = mutated(draw, logs()[0], logs())
    arguments = ("confusion", "arena", *TOURNAMENT, "--file", NAME, *as_json(draw))
    return Case("arena --file", arguments, {NAME: content}, may_change=frozenset({NAME}))


def history_case(draw: random.Random) -> Case:
    """The history beside a record is mutated."""
    game, record, history = draw.choice(histories())
    content = mutated(draw, history, [found for _, _, found in histories()])
    files, lines = (
        {NAME: record, f".{NAME}.history": content},
        draw.choice((b"undo 3\nredo\n", b"redo\nundo 99\nredo\nmoves\n")),
    )
    return Case(
        f"{game} table with a mutated history", (game, "table", NAME), files, lines, frozenset({NAME})
    )


CONFUSION_TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (record_case, 30), (lines_case, 14), (resumed_case, 8), (case_case, 8),
    (reading_case, 12), (diagrams_case, 6),
    (position_case, 16),
    (log_case, 3), (history_case, 4),
)  # fmt: skip
