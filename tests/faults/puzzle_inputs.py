"""Mutated inputs of puzzles: case files that are checked, hinted and played, marks, lines and options."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from faults.case import MOST_LINES, Case, as_json
from faults.mutations import NUMBERS, SIGNS, mutated
from faults.warm import ROOT

PUZZLE = "in.toml"
MARKS = "in.marks.txt"
MADE = (
    ("zebra", 2), ("knights", 2), ("mastermind", 1), ("minesweeper", 1), ("clue", 1),
    ("confusion-pieces", 1), ("confusion-piece", 2), ("confusion-lie", 3),
)  # fmt: skip
"""One puzzle of each kind, and how hard it is."""
TYPED = (
    b"Ann is knight\nDan = knight\ncheck\nundo\nshow\nhint\nmore\nmarks\nredo\nwhy Dan is knave\nquit\n",
    b"red is 1\nred not 2; blue is 2\nclues\npuzzle\nwhy red is 1\nundo\nundo\nhelp\nhelp hint\n",
    b"r1c1 is safe\nr2c2 is mine\nr2c2 not mine\nhint\nmore\nr1c2 is safe; r1c3 is safe\ncheck\nshow\n",
    b"A is Rook or King\nknife is in the envelope\nfirst is red\nfirst != red\nmore\nhnit\nwhy\nq\n",
)
FACTS = (
    "Ann is knight", "Dan is knave", "Dan = knight", "red is 1", "red not 2", "r1c1 is safe", "A is one of",
    "A", "", "knife is not in the envelope", "r1c1 is r1c1", "not Ann is knight",
)  # fmt: skip
HEAD = b"# What I know of this puzzle, a line each; deduce puzzle play goes on from here.\n"


@cache
def puzzles() -> tuple[bytes, ...]:
    """Return puzzles: one that is made of each kind, and examples that are quickly solved."""
    from deduce.puzzle.making import new_puzzle

    made = [new_puzzle(kind, "faults", grade).text.encode() for kind, grade in MADE]
    names = ("island", "winter", "bakers", "campsite", "potluck")
    return (*made, *((ROOT / "examples" / f"{name}.toml").read_bytes() for name in names))


@cache
def marks() -> tuple[bytes, ...]:
    """Return files of marks."""
    return (
        HEAD + b"Ann is knight\nDan is not knave\n",
        HEAD + b"red is 1\n\n# so\nblue is not 2\nr1c1 is safe\n",
        b"Ann = knight\nA is Rook or King\n",
        b"",
    )


def _word(draw: random.Random) -> str:
    kinds = [kind for kind, _ in MADE]
    word = draw.choice((*NUMBERS, *SIGNS, "", "4", "5x4", "3x3x3", "x", "99", "zebras", *kinds, "a" * 3000))
    return word.replace("\0", "")


def puzzle_case(draw: random.Random) -> Case:
    """A puzzle is checked, or a hint is asked for."""
    content = mutated(draw, draw.choice(puzzles()), puzzles())
    files = {PUZZLE: content}
    arguments = ["puzzle", draw.choice(("check", "hint", "hint")), PUZZLE]
    if arguments[1] == "hint":
        for _ in range(draw.choice((0, 0, 1, 2))):
            arguments += ["--mark", draw.choice(FACTS) if draw.random() < 0.8 else _word(draw)]
        if draw.random() < 0.3:
            arguments += ["--marks", MARKS]
            files[MARKS] = mutated(draw, draw.choice(marks()), marks())
        if draw.random() < 0.5:
            arguments.append("--more")
    lines = b""
    if draw.random() < 0.1:
        arguments[2], lines = "-", content
    return Case(f"puzzle {arguments[1]}", (*arguments, *as_json(draw)), files, lines)


def play_case(draw: random.Random) -> Case:
    """Lines are typed at a puzzle, with marks or without."""
    is_whole = draw.random() < 0.7
    content = draw.choice(puzzles())
    lines = mutated(draw, draw.choice(TYPED), TYPED)
    files = {PUZZLE: content if is_whole else mutated(draw, content, puzzles())}
    if draw.random() < 0.4:
        files[MARKS] = mutated(draw, draw.choice(marks()), marks())
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    return Case("puzzle play", ("puzzle", "play", PUZZLE), files, lines, frozenset({MARKS}))


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice(("new", "new", "check", "hint", "play", "book"))
    arguments = ["puzzle", command]
    if command == "new":
        kind, grade = draw.choice(MADE)
        arguments += [kind if draw.random() < 0.8 else _word(draw), "--grade", str(grade), "--seed", "1"]
        arguments += [draw.choice(("--size", "--seed", "--grade", "--out")), _word(draw)]
        arguments += as_json(draw)
    elif command == "book":
        arguments += ["--kinds", "confusion-piece", "--count", "1", "--out", "book.txt"]
        arguments += [draw.choice(("--kinds", "--count", "--grade", "--out")), _word(draw)]
        arguments = [each for each in arguments if each != "all"]
    else:
        arguments += [_word(draw)]
    if draw.random() < 0.1:
        arguments.insert(draw.randrange(len(arguments)), _word(draw))
    return Case(f"options of puzzle {command}", tuple(arguments), {PUZZLE: puzzles()[1]}, b"quit\n")


PUZZLE_TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (puzzle_case, 4), (play_case, 4), (options_case, 3),
)  # fmt: skip
