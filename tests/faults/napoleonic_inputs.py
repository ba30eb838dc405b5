"""Mutated inputs of the Napoleonic chapters: records, lines, files of rules, headers and options."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from faults.case import MOST_LINES, NAME, Case
from faults.mutations import NUMBERS, SIGNS, mutated
from faults.warm import ROOT

RULES = "mine.toml"
EVENING = ROOT / "examples" / "napoleonic_evening.txt"


@cache
def records() -> tuple[bytes, ...]:
    """Return records with all sorts of entries; the last one names a file of rules."""
    armies = (
        b"French = FR formed ground open; 3 cav light column 12; 5 inf line column regular 18 front 3; "
        b"6 horse-art limbered 4\nEnglish = EN; e2 inf line line 18 regular; k inf square ground wood hedge\n"
    )
    return (
        (
            b"Game = napoleonic\n"
            + armies
            + b"\n1. 5 line takes 1\n2. q\n3. 3 forced path open\n4. e2 about\n"
            b"5. h\n6. 5 adc harass\n7. 3 react\n8. 3 drop !\n9. 6 unlimber !\n"
            b"10. h\n11. 5 melee\n12. over draw\n"
        ),
        b"Game = napoleonic\n\n",
        (
            b"Game = napoleonic\nHouse = DEC-6=two, DEC-40=next\nSides = Nord, Sud\nMe = Umpire\n"
            b"Language = fr\nPlay = quarters\nNord = 3 inf regular\nSud = e2 cav\n\n1. 3 demi-tour\n2. p\n"
            b"3. 3 surprise cours\n4. 3 is elite ground slope\n5. new Sud e4 cav 12  # from the wood\n"
            b"6. 3 e2 about !\n7. play halves\n8. e4 gone\n9. 3 line takes ?\n10. 3 done\n11. 3 figures 9\n"
        ),
        b"Game = napoleonic\nRules = mine.toml\n" + armies + b"\n1. 5 line\n2. h\n3. 5 re-form\n",
    )


LAWS = (
    (
        b'format = "deduce.ruling/1"\nname = "mine"\nextends = "printed"\n\n[numbers]\n"turn.cavalry" = 1\n\n'
        b'[choices]\nDEC-6 = "two"\n'
    ),
    (
        b'format = "deduce.ruling/1"\nname = "mine"\nextends = "printed"\n\n[features.nation.more]\n'
        b'PR = { en = "Prussian", fr = "prussien" }\n\n[[row]]\ntable = "times"\n'
        b'when = { nation = "PR", arm = "inf", formation = "column", to = "line" }\ngives = { takes = 2 }\n'
        b'rule = "NAP-STATE-5"\n\n[numbers]\n"half.quarters" = 4\n'
    ),
)
TYPED = (
    b"5 line\n1\nq\n5 about\n3 forced path open\nh\nmoves\nundo\nredo\nedit 2 5 square takes 2\nboard\n",
    b"5 about wrong\n8 about\n5 obliqe\n6 limber\n?\n6 done\n6 drop\nh\nat 2\nat\ntry 5 about\nback\n",
    b"5 demi-tour\n3 bouge\ntoutes bouge\n5 est garde\nnew English e4 cav\ne4 react\nq\nplay quarts\np\n",
    b"3 surprised course\n5 adc hold\n5 melee !\n5 free\n3 state unformed\n3 re-form\nrules nap-sim-2\n",
)
OPTIONS = {
    "table": ("--rules", "--house", "--sides", "--me", "--play", "--language"),
    "rules": ("--lang",),
    "replay": ("--ply",),
}


def _json(draw: random.Random) -> tuple[str, ...]:
    return ("--json",) if draw.random() < 0.4 else ()


def _word(draw: random.Random) -> str:
    words = (*NUMBERS, *SIGNS, "", "fr", "DEC-6=two", "DEC-6=", "=", "turn.steady=1e9", "A1,B1", "Umpire")
    return draw.choice(words).replace("\0", "")


def record_case(draw: random.Random) -> Case:
    """A record is replayed."""
    content = mutated(draw, draw.choice(records()), records())
    arguments = ["napoleonic", "replay", NAME]
    if draw.random() < 0.15:
        arguments += ["--ply", draw.choice(("0", "1", "3", "99", "-1"))]
    files = {NAME: content, RULES: draw.choice(LAWS)}
    return Case("napoleonic replay", (*arguments, *_json(draw)), files)


def lines_case(draw: random.Random) -> Case:
    """Lines are typed at the table, into a new battle or a record, of whichever game it is."""
    lines = mutated(draw, draw.choice(TYPED), TYPED)
    if draw.random() < 0.3:
        lines = mutated(draw, lines, TYPED)
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    changed = frozenset({NAME, "other.txt"})
    match draw.randrange(3):
        case 0:
            begun = b"".join(EVENING.read_bytes().splitlines(keepends=True)[:5])
            typed = mutated(draw, begun, TYPED) if draw.random() < 0.3 else begun
            return Case("new table", ("table", NAME), {}, typed + lines, changed)
        case 1:
            return Case("new napoleonic table", ("napoleonic", "table", NAME), {}, lines, changed)
        case _:
            files = {NAME: draw.choice(records()), RULES: draw.choice(LAWS)}
            return Case("table", ("table", NAME), files, lines, changed)


def law_case(draw: random.Random) -> Case:
    """A file of rules is read."""
    content = mutated(draw, draw.choice(LAWS), LAWS)
    files = {NAME: records()[-1], RULES: content}
    return Case("a file of rules", ("napoleonic", "replay", NAME), files)


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice([*OPTIONS])
    arguments = ["napoleonic", command]
    arguments += [NAME] if command == "replay" or (command == "table" and draw.random() < 0.9) else []
    arguments += [_word(draw)] if command == "rules" else []
    for _ in range(draw.choice((1, 1, 2))):
        arguments += [draw.choice(OPTIONS[command]), _word(draw)]
    files = {NAME: records()[0]} if command == "replay" else {}
    changed = frozenset({NAME} if command == "table" else ())
    return Case(f"options of napoleonic {command}", tuple(arguments), files, b"\n\n\n\nquit\n", changed)


NAPOLEONIC_TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (record_case, 12), (lines_case, 12), (law_case, 6), (options_case, 4),
)  # fmt: skip
