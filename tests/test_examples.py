"""Every example is run as a reader would run it, and must come to the facts that are known.

Programs are run by themselves, case files by ``deduce solve``. Each one is run twice, with different
seeds for the order of sets, and must print the same both times.
"""

import functools
import itertools
import json
import math
import operator
import os
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
import pytest

from deduce import Belief, read_case

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))
CASES = sorted(path.name for path in EXAMPLES.glob("*.toml"))
MOST_LINES = 59
TIME_LIMIT = 120

SUSPECTS = {"Scarlet", "Green", "Mustard", "Plum", "Peacock", "White"}
WEAPONS = {"knife", "rope", "pipe", "wrench", "pistol", "candlestick"}
ROOMS = {"hall", "study", "kitchen", "library", "lounge", "ballroom", "cellar", "attic", "garden"}
DEAL = {
    "in the envelope": {"Peacock", "wrench", "hall"},
    "Ann's": {"pistol", "pipe", "cellar"},
    "Ben's": {"Scarlet", "Mustard", "ballroom"},
    "Cleo's": {"Plum", "knife", "attic"},
    "Dan's": {"candlestick", "kitchen", "lounge"},
    "Eve's": {"White", "Green", "study"},
    "Finn's": {"rope", "library", "garden"},
}
HOUSES = {
    1: {"Norwegian", "yellow", "water", "fox", "go"},
    2: {"Ukrainian", "blue", "tea", "horse", "whist"},
    3: {"Englishman", "red", "milk", "snails", "chess"},
    4: {"Spaniard", "ivory", "juice", "dog", "dominoes"},
    5: {"Japanese", "green", "coffee", "zebra", "darts"},
}


def run(*command: str, seed: int = 0) -> str:
    environment = {
        name: value for name, value in os.environ.items() if name not in {"CLICOLOR_FORCE", "FORCE_COLOR"}
    }
    environment |= {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONHASHSEED": str(seed), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=TIME_LIMIT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@functools.cache
def printed(program: str, seed: int = 0) -> str:
    return run(f"examples/{program}", seed=seed)


@functools.cache
def solved_text(case: str, *options: str, seed: int = 0) -> str:
    command = ("-c", "from deduce_cli.main import main; main()", "solve", f"examples/{case}")
    return run(*command, "--json", *options, seed=seed)


def solved(case: str, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(solved_text(case, *options))
    assert found["format"] == "deduce.solve/1"
    assert found["consistent"]
    return found


def chances(line: str) -> dict[str, Fraction]:
    """Read ``  weapon: wrench 1/2, rope 1/2``."""
    pairs = (pair.rsplit(" ", 1) for pair in line.partition(": ")[2].split(", "))
    return {name: Fraction(chance) for name, chance in pairs}


def matches(pattern: str, text: str) -> list[Any]:
    """What a pattern finds, line by line."""
    return re.findall(pattern, text, re.MULTILINE)


# --- All examples --------------------------------------------------------------------------------


def test_there_are_examples() -> None:
    assert {"clue.py", "confusion_sheet.py", "guess_who.py", "mastermind.py", "zebra.py"} <= set(PROGRAMS)
    advised = {"avalon", "mastermind", "minesweeper", "wordle"}
    assert {f"{game}_adviser.py" for game in advised} <= set(PROGRAMS)
    assert {"clue.toml", "confusion.toml", "potluck.toml", "zebra.toml"} <= set(CASES)
    assert {"bakers.toml", "campsite.toml", "winter.toml"} <= set(CASES)
    assert {"futoshiki.toml", "kakuro.toml", "twins.toml"} <= set(CASES)


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_is_short(program: str) -> None:
    text = (EXAMPLES / program).read_text(encoding="utf-8")
    assert text.startswith('"""'), "an example starts by saying what it shows"
    assert len(text.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_prints_the_same_again(program: str) -> None:
    assert printed(program).strip()
    assert printed(program) == printed(program, seed=1)


@pytest.mark.parametrize("case", CASES)
def test_case_prints_the_same_again(case: str) -> None:
    assert solved_text(case) == solved_text(case, seed=1)


@pytest.mark.parametrize("case", CASES)
def test_case_is_solved(case: str) -> None:
    found = solved(case)
    assert found["worlds"] >= 1
    assert found["not_counted"] is None
    for unknown, row in found["fractions"].items():
        assert sum(map(Fraction, row.values())) == 1, unknown
        assert list(row) == found["possible"][unknown]


# --- Small puzzles ---------------------------------------------------------------------------------


def test_small_puzzles_program() -> None:
    text = printed("small_puzzles.py")
    assert "SEND + MORE = MONEY:  S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2" in text
    assert matches(r"(\w+) is (knight|knave)[.;]", text)[-1] in {("Ann", "knave"), ("Cleo", "knave")}
    assert "Ben is knight." in text
    lines = text.split("1 world is left:\n")[1].split()
    for line in [*lines, *map("".join, zip(*lines, strict=True))]:
        white = line.replace("#", "")
        assert len(set(white)) == len(white)
        assert "##" not in line


# --- Zebra ---------------------------------------------------------------------------------------


def test_zebra_program() -> None:
    text = printed("zebra.py")
    assert "1 world is left:" in text
    houses = {int(n): set(names.split()) for n, names in matches(r"^  house (\d): (.*)$", text)}
    assert houses == HOUSES
    assert text.endswith("so zebra is 5.\n")


def test_zebra_program_explains_every_step() -> None:
    steps = matches(r"^(\d+)\. (.*)\.$", printed("zebra.py"))
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    said = " ".join(f"{sentence};" for _, sentence in steps)
    for house, names in HOUSES.items():
        for name in names:
            assert f"{name} is {house};" in said


def test_zebra_case() -> None:
    found = solved("zebra.toml")
    assert found["worlds"] == 1
    assert found["certain"] == {name: str(house) for house, names in HOUSES.items() for name in names}
    assert [entry["id"] for entry in found["entries"]] == [str(number) for number in range(2, 16)]


def test_zebra_needs_every_clue() -> None:
    (why,) = solved("zebra.toml", "--why", "zebra is 5")["why"]
    assert why["proof"]["holds"]
    assert set(why["proof"]["entries"]) <= {str(number) for number in range(2, 16)}
    assert why["steps"][-1]["conclusions"][-1] == "zebra is 5"


# --- Puzzles as a magazine prints them -----------------------------------------------------------


def test_bakers_case() -> None:
    """The clues once more in plain Python, tried on all orders of bakers, aprons and bakes."""
    found = []
    places = list(itertools.permutations(range(1, 6)))
    for alma, bruno, chiara, dov, edda in places:
        for brioche, stollen, rye, focaccia, bagels in places:
            if not (1 < alma < focaccia and abs(bruno - brioche) == 3 and stollen < rye < bagels):
                continue
            for white, green, yellow, blue, red in places:
                if (
                    rye == green + 1
                    and (edda == yellow) != (edda == stollen)
                    and min(stollen, bagels) < blue < max(stollen, bagels)
                    and dov == chiara + red - 1
                    and edda - alma == bruno - edda
                ):
                    found.append((alma, bruno, chiara, dov, edda, white, green, yellow, blue, red))
    assert found == [(2, 4, 1, 5, 3, 1, 2, 3, 4, 5)]
    names = ["Alma", "Bruno", "Chiara", "Dov", "Edda", "white", "green", "yellow", "blue", "red"]
    told = solved("bakers.toml", "--why", "rye is 3")
    assert told["worlds"] == 1
    assert [told["certain"][name] for name in names] == list(map(str, found[0]))
    assert "rye is 3" in told["why"][0]["steps"][-1]["conclusions"]


def test_every_clue_about_the_bakers_is_needed() -> None:
    log = read_case(EXAMPLES / "bakers.toml").log
    assert all(Belief(log.retract(entry.id)).count > 1 for entry in log)


def test_winter_case() -> None:
    """Two numbers of five digits make less than 200,000, so W is 1; all else is tried."""
    found = []
    for s, t, o, r, m, f, i, n, e in itertools.permutations([0, *range(2, 10)]):
        storm = int(f"{s}{t}{o}{r}{m}")
        frost = int(f"{f}{r}{o}{s}{t}")
        if s and f and storm + frost == int(f"1{i}{n}{t}{e}{r}"):
            found.append(dict(zip("STORMFINE", map(str, (s, t, o, r, m, f, i, n, e)), strict=True)))
    assert len(found) == 1
    told = solved("winter.toml")
    assert (told["worlds"], told["certain"]) == (1, {**found[0], "W": "1"})


def test_storm_case() -> None:
    """Rain keeps both at home, and what the weather is counts for nothing."""
    told = solved("storm.toml")
    assert (told["worlds"], told["hidden"]) == (4, ["weather"])
    ways = Counter(
        (ann, ben)
        for ann, ben, rains in itertools.product(["home", "out"], ["home", "out"], [True, False])
        if not rains or ann == ben == "home"
    )
    assert len(ways) == 4
    home = sum(count for (ann, _), count in ways.items() if ann == "home")
    assert told["fractions"]["Ann"]["home"] == str(Fraction(home, sum(ways.values())))


def test_campsite_case() -> None:
    """The same with a solver, from the picture: which tent belongs to which tree is a choice of its own."""
    text = (EXAMPLES / "campsite.toml").read_text(encoding="utf-8")
    picture = text.split('"""')[1].split()
    rows, columns = (list(map(int, clue.split(", "))) for clue in matches(r"^clues = \[(.*)\]$", text))
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    places = [(row, column) for row in range(8) for column in range(8)]
    trees = {place for place in places if picture[place[0]][place[1]] == "T"}
    tent = {place: model.new_bool_var("") for place in places if place not in trees}
    of_tree: dict[tuple[int, int], list[Any]] = {place: [] for place in trees}
    of_tent: dict[tuple[int, int], list[Any]] = {place: [] for place in tent}
    for row, column in trees:
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in tent:
                pair = model.new_bool_var("")
                of_tree[row, column].append(pair)
                of_tent[place].append(pair)
    for pairs in of_tree.values():
        model.add_exactly_one(pairs)
    for place, pairs in of_tent.items():
        model.add(sum(pairs) == tent[place])
    for one, other in itertools.combinations(tent, 2):
        if max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1:
            model.add_at_most_one(tent[one], tent[other])
    for line in range(8):
        model.add(sum(var for place, var in tent.items() if place[0] == line) == rows[line])
        model.add(sum(var for place, var in tent.items() if place[1] == line) == columns[line])

    class Collector(cp_model.CpSolverSolutionCallback):
        found: ClassVar[list[set[tuple[int, int]]]] = []

        def on_solution_callback(self) -> None:
            self.found.append({place for place, var in tent.items() if self.value(var)})

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(model, Collector()) == cp_model.OPTIMAL
    told = solved("campsite.toml")
    shown = {place for place in places if told["grid"][place[0]][place[1]] == "tent"}
    assert told["worlds"] == 1
    assert Collector.found == [shown]
    assert "  t g s g t w g g" in run(
        "-c", "from deduce_cli.main import main; main()", "solve", "examples/campsite.toml"
    )


def pictures_of(case: str) -> list[list[str]]:
    """The pictures of a case file, as the lines of each."""
    return [picture.split() for picture in (EXAMPLES / case).read_text(encoding="utf-8").split('"""')[1::2]]


def fillings(groups: list[list[Any]], given: dict[Any, int], digits: range) -> Iterator[dict[Any, int]]:
    """Yield the ways to fill cells so that no digit stands twice in a group, the tightest cell first."""
    near: dict[Any, set[Any]] = {}
    for group in groups:
        for cell in group:
            near.setdefault(cell, set()).update(group)
    ways = {
        cell: set(digits) - {given[other] for other in beside if other in given}
        for cell, beside in near.items()
        if cell not in given
    }
    if not ways:
        yield given
        return
    tightest = min(ways, key=lambda cell: len(ways[cell]))
    for digit in ways[tightest]:
        yield from fillings(groups, {**given, tightest: digit}, digits)


def test_twins_case() -> None:
    """Both pictures laid on each other, as on paper: one way to fill them, though each alone has several."""
    corners = {"upper": (0, 0), "lower": (4, 3)}
    groups: dict[str, list[list[Any]]] = {}
    given: dict[str, dict[Any, int]] = {}
    for (name, (down, right)), picture in zip(corners.items(), pictures_of("twins.toml"), strict=True):
        places = list(itertools.product(range(6), repeat=2))
        given[name] = {(r + down, c + right): int(picture[r][c]) for r, c in places if picture[r][c] != "."}
        parts: dict[Any, list[Any]] = {}
        for r, c in places:
            for part in (("row", r), ("column", c), ("box", r // 2, c // 3)):
                parts.setdefault(part, []).append((r + down, c + right))
        groups[name] = list(parts.values())
    digits = range(1, 7)
    for name in corners:
        assert len(list(itertools.islice(fillings(groups[name], given[name], digits), 2))) == 2
    (filled,) = fillings(groups["upper"] + groups["lower"], given["upper"] | given["lower"], digits)
    told = solved("twins.toml")
    assert told["worlds"] == 1
    for name, (down, right) in corners.items():
        shown = [[str(filled[r + down, c + right]) for c in range(6)] for r in range(6)]
        assert told["grids"][name] == shown
    log = read_case(EXAMPLES / "twins.toml").log
    assert all(Belief(log.retract(entry.id)).count > 1 for entry in log)


def test_futoshiki_case() -> None:
    """Row by row, all orders of the digits that go with the signs; no sign and no digit is given in vain."""
    given, right, below = pictures_of("futoshiki.toml")
    signs = {"<": operator.lt, ">": operator.gt}

    def fits(above: tuple[int, ...] | None, row: tuple[int, ...], number: int) -> bool:
        printed = zip(row, given[number], strict=True)
        if not all(mark in {".", str(digit)} for digit, mark in printed):
            return False
        if any(sign in signs and not signs[sign](*row[c : c + 2]) for c, sign in enumerate(right[number])):
            return False
        return above is None or all(
            sign not in signs or signs[sign](above[c], row[c]) for c, sign in enumerate(below[number - 1])
        )

    found: list[tuple[tuple[int, ...], ...]] = [()]
    for number in range(5):
        found = [
            (*rows, row)
            for rows in found
            for row in itertools.permutations(range(1, 6))
            if fits(rows[-1] if rows else None, row, number)
            and all(a != b for other in rows for a, b in zip(other, row, strict=True))
        ]
    told = solved("futoshiki.toml")
    assert [told["grid"]] == [[list(map(str, row)) for row in rows] for rows in found]
    log = read_case(EXAMPLES / "futoshiki.toml").log
    assert len(log) == 10
    assert all(Belief(log.retract(entry.id)).count > 1 for entry in log)


Cell: TypeAlias = tuple[int, int]


def sums_filled(blocks: list[tuple[list[Cell], int]], cells: list[Cell]) -> list[dict[Cell, int]]:
    """All ways to fill cells in order so that no digit stands twice in a block and each has its sum."""

    def fits(known: dict[Cell, int], block: list[Cell], total: int) -> bool:
        digits = [known[cell] for cell in block if cell in known]
        left = total - sum(digits)
        return len({*digits}) == len(digits) and left >= 0 and (len(digits) == len(block)) == (left == 0)

    ways: list[dict[Cell, int]] = [{}]
    for cell in cells:
        about = [(block, total) for block, total in blocks if cell in block]
        tried = [{**known, cell: digit} for known in ways for digit in range(1, 10)]
        ways = [known for known in tried if all(fits(known, block, total) for block, total in about)]
    return ways


def test_kakuro_case() -> None:
    """The sums once more in plain Python, cell by cell."""
    text = (EXAMPLES / "kakuro.toml").read_text(encoding="utf-8")
    _, *maps = pictures_of("kakuro.toml")
    places = list(itertools.product(range(5), repeat=2))
    blocks = []
    for picture, clues in zip(maps, matches(r"^clues = \{ (.*) \}$", text), strict=True):
        for name, total in (pair.split(" = ") for pair in clues.split(", ")):
            blocks.append(([(r, c) for r, c in places if picture[r][c] == name], int(total)))
    (filled,) = sums_filled(blocks, sorted({cell for block, _ in blocks for cell in block}))
    told = solved("kakuro.toml")
    assert told["worlds"] == 1
    assert told["grid"] == [
        [str(filled[r, c]) if (r, c) in filled else None for c in range(5)] for r in range(5)
    ]


# --- Mastermind ----------------------------------------------------------------------------------


def test_mastermind_program() -> None:
    text = printed("mastermind.py")
    assert re.findall(r"(\d+) codes are left", text) == ["256", "55", "9"]
    assert len(matches(r"^  possible: ", text)) == 9
    taught = [float(bits) for bits in re.findall(r"That taught (\S+) bits", text)]
    assert sum(taught) == pytest.approx(7.17, abs=0.02), "from 1296 codes to 9 it is log2(144) bits"
    first, *_, last = matches(r"^Next guess (.*)$", text)
    assert first == "green blue red blue: 3.170 bits, at worst 3.170 bits"
    assert last == "red red orange orange: useless, at worst 0.000 bits"


# --- Advisers ---------------------------------------------------------------------------------------


def functions_of(program: str) -> dict[str, Any]:
    """What an example defines, without running it."""
    return runpy.run_path(str(EXAMPLES / program))


def pins(guess: str, code: str) -> str:
    black = sum(map(operator.eq, guess, code))
    return f"{black}{(Counter(guess) & Counter(code)).total() - black}"


def test_mastermind_adviser_plays() -> None:
    """Each guess leaves the codes that fit, until the secret one is found."""
    text = printed("mastermind_adviser.py")
    codes = ["".join(code) for code in itertools.product("123456", repeat=4)]
    assert text.startswith("1,296 codes are left; guess 1234\n")
    heard = matches(r"^(\d{4}): (\d\d); (\d+) left; guess (\d{4})$", text)
    secret = heard[-1][-1]
    for guess, answer, left, _ in heard:
        assert pins(guess, secret) == answer
        codes = [code for code in codes if pins(guess, code) == answer]
        assert len(codes) == int(left)
    assert secret in codes
    assert len(heard) < 6


def test_mastermind_adviser_advises() -> None:
    """With answers from the command line, the guess is the most telling one for what they leave."""
    text = run("examples/mastermind_adviser.py", "1123:0.1", "4455:1.1")
    codes = ["".join(code) for code in itertools.product("123456", repeat=4)]
    left = [code for code in codes if pins("1123", code) == "01" and pins("4455", code) == "11"]
    ((shown, guess),) = matches(r"^(\d+) codes are left; guess (\d{4})$", text)
    assert int(shown) == len(left)

    def told(guess: str) -> float:
        counts = Counter(pins(guess, code) for code in left).values()
        return -sum(count * math.log2(count / len(left)) for count in counts)

    assert told(guess) == pytest.approx(max(map(told, codes)))


def marks(guess: str, word: str) -> str:
    """The marks of a guess at Wordle, letter by letter."""
    shown = ["2" if a == b else "0" for a, b in zip(guess, word, strict=True)]
    unused = Counter(b for a, b in zip(guess, word, strict=True) if a != b)
    for place, letter in enumerate(guess):
        if shown[place] == "0" and unused[letter]:
            shown[place] = "1"
            unused[letter] -= 1
    return "".join(shown)


def test_wordle_adviser_gives_the_right_marks() -> None:
    """Letters that come twice get as many marks as the word has."""
    functions = functions_of("wordle_adviser.py")
    words = [*functions["FEW"].split(), "eerie", "geese", "melee", "llama", "allay"]
    for guess in words:
        shown = [f"{answer:05}" for answer in functions["marks"](guess, np.array(words))]
        assert shown == [marks(guess, word) for word in words]


def test_wordle_adviser(tmp_path: Path) -> None:
    """It plays until the word is found, and advises on a file of words."""
    heard = matches(r"^(\w{5}):(\d{5})$", printed("wordle_adviser.py"))
    secret = matches(r"^\d+ words are left; try (\w+) ", printed("wordle_adviser.py"))[-1]
    assert len(heard) > 1
    assert all(marks(guess, secret) == shown for guess, shown in heard)
    path = tmp_path / "words.txt"
    path.write_text("crane\nslate\nstale\nleast\nsteal\n", encoding="utf-8")
    text = run("examples/wordle_adviser.py", str(path), f"crane:{marks('crane', 'stale')}")
    assert text == "2 words are left; try slate (1.00 bits)\n"


def test_minesweeper_adviser() -> None:
    """The chances are those of all ways to lay the mines."""
    functions = functions_of("minesweeper_adviser.py")
    for mines, board in ((4, ["01##", "12##", "####", "####"]), (2, ["1#1", "###"]), (1, ["##", "##"])):
        covered = [(r, c) for r, line in enumerate(board) for c, mark in enumerate(line) if mark == "#"]
        numbers = {
            (r, c): int(mark) for r, line in enumerate(board) for c, mark in enumerate(line) if mark != "#"
        }
        laid = [
            chosen
            for chosen in itertools.combinations(covered, mines)
            if all(
                sum(abs(r - a) < 2 and abs(c - b) < 2 for a, b in chosen) == number
                for (r, c), number in numbers.items()
            )
        ]
        expected = {s: Fraction(sum(s in chosen for chosen in laid), len(laid)) for s in covered}
        assert functions["chances"](board, mines) == expected
    assert printed("minesweeper_adviser.py").endswith("Safe: row 3 column 3\n")
    text = run("examples/minesweeper_adviser.py", "1", "1#", "##")
    assert text.endswith("A mine with 1/3: row 1 column 2, row 2 column 1, row 2 column 2\n")


def test_avalon_adviser() -> None:
    """Each deal of the roles weighs as much as what was heard is likely under it."""
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
    roles = ["Merlin", "servant", "servant", "assassin", "minion"]
    trust = {"Merlin": 0.9, "servant": 0.55, "assassin": 0.25, "minion": 0.25}

    def word(deal: dict[str, str], name: str, *, true: bool) -> float:
        return trust[deal[name]] if true else 1 - trust[deal[name]]

    weights: dict[tuple[str, ...], float] = {}
    for dealt in set(itertools.permutations(roles)):
        deal = dict(zip(names, dealt, strict=True))
        evil = {name for name in names if deal[name] in {"assassin", "minion"}}
        first, second = len(evil & {"Ann", "Ben"}), len(evil & {"Ann", "Cleo", "Dan"})
        weight = 0.2**first * (second * 0.8 * 0.2 ** (second - 1) if second else 0)
        weight *= word(deal, "Ann", true="Cleo" in evil) * word(deal, "Dan", true="Ann" in evil)
        weights[dealt] = weight * word(deal, "Eve", true="Cleo" in evil and "Ben" not in evil)
    total = sum(weights.values())
    for name, evil_shown, merlin_shown in matches(
        r"^(\w+): evil (\d+)%, Merlin (\d+)%$", printed("avalon_adviser.py")
    ):
        place = names.index(name)
        evil_share = sum(w for d, w in weights.items() if d[place] in {"assassin", "minion"}) / total
        assert float(evil_shown) / 100 == pytest.approx(evil_share, abs=0.006)
        merlin_share = sum(w for d, w in weights.items() if d[place] == "Merlin") / total
        assert float(merlin_shown) / 100 == pytest.approx(merlin_share, abs=0.006)
    assert printed("avalon_adviser.py").endswith("Send Ann and Ben: both are good with 75%\n")


# --- Guess Who -----------------------------------------------------------------------------------


def test_guess_who_program() -> None:
    text = printed("guess_who.py")
    assert text.startswith("4 people are left: Ada Cleo Fritz Ines\n")
    assert matches(r"^  (.*\?) useless$", text) == ["bald?", "glasses?"]
    assert "moustache? 0.811 bits, no better than beard?" in text
    slips = [Fraction(chance) for chance in matches(r"^  a slip in .*: (\S+); ", text)]
    assert len(slips) == 6
    assert slips[0] == max(slips) == Fraction(3649, 4029)
    assert text.endswith("Without the slip it is Fritz\n")


# --- Clue ----------------------------------------------------------------------------------------


def test_clue_program() -> None:
    text = printed("clue.py")
    assert text.startswith("28 entries leave 35,400 worlds.")
    for kind, cards in (("suspect", SUSPECTS), ("weapon", WEAPONS), ("room", ROOMS)):
        (line,) = matches(rf"^  {kind}: .*$", text)
        row = chances(line)
        assert row.keys() <= cards
        assert sum(row.values()) == 1
    assert "weapon: wrench 1\n" in text
    assert "so wrench is in the envelope." in text
    bits = [float(value) for value in matches(r"^Suggest .*: (\S+) bits$", text)]
    assert len(bits) == 3
    assert bits == sorted(bits, reverse=True)


def test_clue_case() -> None:
    found = solved("clue.toml", "--why", "wrench is in the envelope", "--ask")
    assert found["worlds"] == 35_400
    hidden = {
        card: Fraction(row["in the envelope"])
        for card, row in found["fractions"].items()
        if "in the envelope" in row
    }
    for cards in (SUSPECTS, WEAPONS, ROOMS):
        assert sum(chance for card, chance in hidden.items() if card in cards) == 1
    assert hidden["Peacock"] == Fraction(737, 4425)
    (why,) = found["why"]
    assert why["proof"]["kind"] == "solver"
    assert why["proof"]["entries"] == ["1", "6", "11", "17", "18", "19", "25", "27"]
    first, *_ = found["questions"]
    assert first["question"] == "Does Ben have one of Mustard, rope, study?"
    assert first["bits"] == pytest.approx(0.999, abs=0.001)
    assert [rating["useless"] for rating in found["questions"]] == [False, False, False, True, True]


def test_clue_case_and_program_tell_the_same() -> None:
    found = solved("clue.toml")["fractions"]
    for line in matches(r"^  (?:suspect|weapon|room): .*$", printed("clue.py")):
        for card, chance in chances(line).items():
            assert Fraction(found[card]["in the envelope"]) == chance


def test_clue_game_fits_the_deal_that_it_was_made_from() -> None:
    case = read_case(EXAMPLES / "clue.toml")
    world = {card: place for place, cards in DEAL.items() for card in cards}
    assert all(rule.statement.holds(world) for rule in case.problem.rules)
    assert all(entry.statement.holds(world) for entry in case.log)


# --- Confusion -----------------------------------------------------------------------------------


def sheets() -> list[dict[str, str]]:
    """The drawn sheets: a row of marks for each letter."""
    rows = matches(r"^([A-Z])((?:   ?[xO.]){12})$", printed("confusion_sheet.py"))
    marks = [(letter, "".join(row.split())) for letter, row in rows]
    return [dict(marks[:12]), dict(marks[12:])]


def test_cf_sheet_2_own_pieces() -> None:
    own, _ = sheets()
    assert "".join(own) == "ACEHKLNOPSTV"
    assert own.pop("H") == "xxxxxxxxOxxx"
    assert set(own.values()) == {"........x..."}


def test_cf_sheet_2_opponents_pieces() -> None:
    _, theirs = sheets()
    assert theirs.pop("L") == "...xxxxxxxxx"
    assert set(theirs.values()) == {"............"}


def test_cf_sheet_2_in_words() -> None:
    text = printed("confusion_sheet.py")
    assert "H is Crab, so nobody else is" in text
    assert "so L is not Crab." in text
    assert "L can be Rocket (1/3), Probe (1/3), Chickenfoot (1/3)" in text
    assert "L forward 1? tells nothing" in text


def test_cf_sheet_2_answer_by_answer() -> None:
    case = read_case(EXAMPLES / "confusion.toml")
    numbers = {name: number for number, name in enumerate(case.problem.values, 1)}
    left = [
        [numbers[value] for value in Belief(case.log.at(count)).possible["H"]]
        for count in range(len(case.log) + 1)
    ]
    assert left == [list(range(1, 13)), [8, 9, 10, 11, 12], [8, 9], [9]]


def test_advise_program() -> None:
    """Five options by rank, and a difference that its parts add up to."""
    text = printed("advise.py")
    ranked = matches(r"^(\d)\. [A-Z].*: ([\d.]+)% to win, yes \d+%$", text)
    assert [rank for rank, _ in ranked] == list("12345")
    assert all(0 < float(value) < 100 for _, value in ranked)
    (difference,) = matches(r"is worth ([+-][\d.]+) points", text)
    parts = matches(r"^  \w+ ([+-][\d.]+)$", text)
    assert len(parts) == 4
    assert float(difference) == pytest.approx(sum(map(float, parts)), abs=0.21)


def test_confusion_case() -> None:
    found = solved("confusion.toml", "--steps", "--ask")
    assert found["certain"] == {"H": "Crab"}
    assert found["worlds"] == 39_916_800
    assert all("Crab" not in values for letter, values in found["possible"].items() if letter != "H")
    assert len(found["steps"]) == 2
    assert found["questions"][-1]["useless"]
