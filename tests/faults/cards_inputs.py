"""Mutated inputs of Cards and Confusion: records, lines, files of rules, measures, headers and options."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from faults.case import MOST_LINES, NAME, Case, as_json
from faults.mutations import NUMBERS, SIGNS, mutated
from faults.warm import ROOT

RULES = "house.toml"


@cache
def records() -> tuple[bytes, ...]:
    """Return records: the printed one, and others with what it has not."""
    found = [(ROOT / "examples" / "cards_battle.txt").read_bytes(), b"", b"Game = cards\n\n"]
    found.append(
        b"Game = cards\nEdition = fr\nHouse = DEC-20=lapse, combat.range=15\nSides = Bleu, Rouge\n"
        b"Bleu = a inf 6 o; g art 4 2guns mur\nRouge = n cav 8; r inf 12 odf tranchee\nWorth = 1 1/2 2\n"
        b"Pack = 52, 52 -k\nSites = bois, pont, mur, village\n\n1. g>n\n2. a9 n4 f\n3. fin\n4. n? a4 won\n"
        b"5. nc a<7\n6. end\n7. rally a +\n8. site 2 a\n9. left 49\n10. cover r t\n11. ak rk  # so\n"
    )
    found.append(b"Units = none\n\n1. 9 4\n2. cards k q\n3. k? 4 won\n4. ? c\n5. shuffle red\n6. left 52\n")
    kings = "".join(f"{number}. k {number} !\n" for number in range(2, 8))
    found.append(b"Units = none\n\n" + kings.encode())
    found.append(
        b"Edition = house.toml\n\n1. b9 n4\n2. a8 n3 & o hits o\n3. r 5/2/1\n4. flee n out\n5. draw\n"
    )
    return tuple(found)


LAWS = (
    (
        b'format = "deduce.ruling/1"\nname = "ours"\nextends = "en"\n\n[numbers]\n"combat.range" = 15\n\n'
        b'[choices]\nDEC-20 = "lapse"\n'
    ),
    (
        b'format = "deduce.ruling/1"\nname = "ours"\nextends = "fr"\n[tables]\n'
        b'"gun.confused" = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4, 4]\n[actions.fight.needs]\n'
        b'range = { distance = { below = "combat.range" }, rule = "CC-COMB-1" }\n'
    ),
)
TYPED = (
    b"d>n\nb9 n4 f\nb7 n3\nend\nn? b4 won\nrally n +\nmoves\nundo\nredo\nedit 2 b9 n5\nsuspects\nsheet\n",
    b"b n\n9 4\nwho\n3\no/df\n? b n 17 30\ncan d n 60 10 0 wall clear\nstill\nrules cc-ral-2\nleft 31\n",
    b"tir d n\nfin\nrallie n +\ncouvert b mur\nn9 b4 flanc\nat 2\nat\ntry b9 n4\nback\nnote x\nhelp\n",
    b"odds b n f\nsuggest\nthreat b\nwhy next k\nwhat-if k\nreview\nsolo\ninsert 1 end\ndelete 2\nresign\n",
)
ASKED = (
    "replay",
    "replay",
    "replay",
    "sheet",
    "still",
    "can",
    "suspects",
    "suggest",
    "odds",
    "review",
    "threat",
)
OPTIONS = {
    "table": ("--edition", "--house", "--sides", "--first", "--packs"),
    "print-sheets": ("--edition", "--house", "--lang"),
    "rules": ("--lang",),
    "replay": ("--ply",),
    "random": ("--seed", "--edition", "--house"),
}


def _word(draw: random.Random) -> str:
    words = (*NUMBERS, *SIGNS, "", "en", "fr", "DEC-20=lapse", "DEC-20=", "=", "combat.range=1e9", "Blue,Red")
    return draw.choice(words).replace("\0", "")


def record_case(draw: random.Random) -> Case:
    """A record is asked something."""
    content = mutated(draw, draw.choice(records()), records())
    command = draw.choice(ASKED)
    more = {"can": ["b n 17 30"], "odds": ["b n"], "threat": ["b"]}.get(command, [])
    arguments = ["cards", command, NAME, *more]
    if draw.random() < 0.15:
        arguments += ["--ply", draw.choice(("0", "1", "3", "99", "-1"))]
    files = {NAME: content, RULES: draw.choice(LAWS)}
    return Case(f"cards {command}", (*arguments, *as_json(draw)), files)


def lines_case(draw: random.Random) -> Case:
    """Lines are typed at the table, into a new battle or a record."""
    lines = mutated(draw, draw.choice(TYPED), TYPED)
    if draw.random() < 0.3:
        lines = mutated(draw, lines, TYPED)
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    changed = frozenset({NAME, "other.txt"})
    command = ("cards", "table", NAME)
    match draw.randrange(4):
        case 0:
            return Case("new cards table", command, {}, lines, changed)
        case 1:
            return Case("new cards table", command, {}, b"\n\n\n\n" + lines, changed)
        case 2:
            packs = (*command, "--packs", "tool")
            return Case("cards table with packs of its own", packs, {}, b"\n\n\n\n" + lines, changed)
        case _:
            files = {NAME: draw.choice(records()[:-1]), RULES: LAWS[0]}
            return Case("cards table", command, files, lines, changed)


def law_case(draw: random.Random) -> Case:
    """A file of rules is read."""
    content = mutated(draw, draw.choice(LAWS), LAWS)
    return Case("a file of rules", ("cards", "print-sheets", "--edition", RULES), {RULES: content})


def can_case(draw: random.Random) -> Case:
    """Something is measured."""
    words = ("b n", "d n", "b", "17", "30", "1e9", "200", "wall", "clear", "-5", "0.1.2", "x", "°", "b b")
    measured = " ".join(draw.choice(words) for _ in range(draw.randrange(1, 6)))
    return Case("cards can", ("cards", "can", NAME, measured, *as_json(draw)), {NAME: records()[0]})


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice([*OPTIONS])
    arguments = ["cards", command]
    arguments += [NAME] if command == "replay" or (command == "table" and draw.random() < 0.9) else []
    arguments += [_word(draw)] if command == "rules" else []
    for _ in range(draw.choice((1, 1, 2))):
        arguments += [draw.choice(OPTIONS[command]), _word(draw)]
    files = {NAME: records()[0]} if command == "replay" else {}
    changed = frozenset({NAME} if command == "table" else ())
    return Case(f"options of cards {command}", tuple(arguments), files, b"\n\n\n\nquit\n", changed)


CARDS_TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (record_case, 14), (lines_case, 12), (law_case, 8), (can_case, 3), (options_case, 4),
)  # fmt: skip
