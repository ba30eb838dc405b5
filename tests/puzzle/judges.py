"""A second program that solves generated puzzles, from the words of their clues, by trying everything."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deduce.puzzle.puzzle import Puzzle

Test = Callable[[dict[str, Any]], bool]


def answers(puzzle: Puzzle, left_out: str = "") -> list[tuple[Any, ...]]:
    """The answers that fit the words of all clues but one; of more than two only two."""
    told = [(entry.id, entry.text) for entry in puzzle.log if entry.id != left_out]
    found: dict[tuple[Any, ...], None] = {}
    for world in JUDGES[puzzle.header.kind](puzzle, told):
        found[tuple(world[name] for name in puzzle.asks)] = None
        if len(found) == 2:
            break
    return [*found]


# --- Logic grids ----------------------------------------------------------------------------------------


def zebra(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Place one category after the other; each clue is looked at once all that it names is placed."""
    domains = puzzle.log.problem.domains
    names = list(domains)
    houses = domains[names[0]]
    rows = [names[start : start + len(houses)] for start in range(0, len(names), len(houses))]
    tests = [zebra_test(text, names, len(houses)) for _, text in clues]

    def placed(number: int, world: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if number == len(rows):
            yield world
            return
        for order in itertools.permutations(houses):
            larger = {**world, **dict(zip(rows[number], order, strict=True))}
            ready = [
                test
                for named, test in tests
                if set(named) <= larger.keys() and not set(named) <= world.keys()
            ]
            if all(test(larger) for test in ready):
                yield from placed(number + 1, larger)

    return placed(0, {})


def zebra_test(text: str, names: Sequence[str], length: int) -> tuple[list[str], Test]:
    """Return the things that a clue names, in order, and what it says of them."""
    found = re.findall(
        r"\b(" + "|".join(map(re.escape, names)) + r")\b",
        text[0].lower() + text[1:] if text.startswith("The") else text,
    )
    one, two, three = (*found, "", "")[:3] if len(found) < 3 else found
    forms: list[tuple[str, Test]] = [
        (r"There is one house between", lambda w: abs(w[one] - w[two]) == 2),
        (r"is somewhere between", lambda w: w[two] < w[one] < w[three] or w[three] < w[one] < w[two]),
        (r"is number (\d+)", lambda w: w[one] == int(re.findall(r"is number (\d+)", text)[0])),
        (r"is at one end of the street", lambda w: w[one] in {1, length}),
        (r"is next to", lambda w: w[one] in {w[two] - 1, w[two] + 1}),
        (r"is just left of", lambda w: w[two] - w[one] == 1),
        (r"is somewhere left of", lambda w: w[two] > w[one]),
        (r" is not ", lambda w: w[one] != w[two]),
        (r" is ", lambda w: w[one] == w[two]),
    ]
    return found, next(test for form, test in forms if re.search(form, text))


# --- Knights and knaves ---------------------------------------------------------------------------------


def knights(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Try every island."""
    names = list(puzzle.log.problem.domains)
    told = [re.fullmatch(r"(\w+) says: “(.*)\.”", text) for _, text in clues]
    said = [(found[1], saying(found[2], found[1])) for found in told if found]
    assert len(said) == len(clues)
    for kinds in itertools.product(("knight", "knave"), repeat=len(names)):
        world = dict(zip(names, kinds, strict=True))
        if all((world[who] == "knight") == test(world) for who, test in said):
            yield world


def saying(text: str, me: str) -> Test:
    """Return what somebody says."""
    forms: list[tuple[str, Callable[[Any], Test]]] = [
        (r"(\w+) is a (\w+)", lambda f: lambda w: w[f[1]] == f[2]),
        (r"(\w+) and I are of the same kind", lambda f: lambda w: w[f[1]] == w[me]),
        (r"[Oo]f (\w+) and me, exactly one is a knight", lambda f: lambda w: w[f[1]] != w[me]),
        (r"(\w+) and (\w+) are both (\w+)s", lambda f: lambda w: w[f[1]] == w[f[2]] == f[3]),
        (r"[Aa]t least one of (\w+) and (\w+) is a (\w+)", lambda f: lambda w: f[3] in (w[f[1]], w[f[2]])),
        (r"[Oo]f (\w+) and (\w+), exactly one is a (\w+)", lambda f: lambda w: w[f[1]] != w[f[2]]),
        (
            r"[Ii]f (\w+) is a (\w+), then (\w+) is a (\w+)",
            lambda f: lambda w: w[f[1]] != f[2] or w[f[3]] == f[4],
        ),
        (
            r"[Ee]xactly (\d+) of us (?:is a knight|are knights)",
            lambda f: lambda w: Counter(w.values())["knight"] == int(f[1]),
        ),
        (
            r"[Aa]t least (\d+) of us (?:is a knight|are knights)",
            lambda f: lambda w: Counter(w.values())["knight"] >= int(f[1]),
        ),
        (
            r"[Aa]t most (\d+) of us (?:is a knight|are knights)",
            lambda f: lambda w: Counter(w.values())["knight"] <= int(f[1]),
        ),
    ]
    return next(make(found) for form, make in forms if (found := re.fullmatch(form, text)))


# --- Mastermind -----------------------------------------------------------------------------------------


def mastermind(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Try every code."""
    domains = puzzle.log.problem.domains
    for code in itertools.product(*domains.values()):
        for _, text in clues:
            guess, _, pins = text.partition(": ")
            right, elsewhere = map(int, re.findall(r"\d+", pins))
            left, tried = list(code), guess.split()
            exact = [place for place, colour in enumerate(tried) if left[place] == colour]
            for place in exact:
                left[place] = tried[place] = ""
            near = 0
            for colour in filter(None, tried):
                if colour in left:
                    left.remove(colour)
                    near += 1
            if (len(exact), near) != (right, elsewhere):
                break
        else:
            yield dict(zip(domains, code, strict=True))


# --- Minesweeper ----------------------------------------------------------------------------------------


def minesweeper(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Open what is certain to be safe, square by square; yield the boards that are left in the end."""
    cells = {name: tuple(map(int, re.findall(r"\d+", name))) for name in puzzle.log.problem.domains}
    mines = int(re.findall(r"There (?:is|are) (\d+)", puzzle.header.about)[0])
    first = {entry.id for entry in puzzle.log[: puzzle.header.opened]}
    shown = {name: int(text.split()[-1]) for name, text in clues}
    boards = [frozenset(board) for board in itertools.combinations(cells, mines)]
    near = {
        name: {
            other
            for other in cells
            if other != name and max(abs(row - cells[other][0]), abs(column - cells[other][1])) == 1
        }
        for name, (row, column) in cells.items()
    }
    opened: set[str] = set()
    waiting = {name for name in shown if name in first}
    while waiting:
        opened |= waiting
        boards = [
            board for board in boards
            if all(name not in board and len(near[name] & board) == shown[name] for name in waiting)
        ]  # fmt: skip
        safe = cells.keys() - set().union(*boards)
        waiting = (safe & shown.keys()) - opened
    for board in boards:
        yield {name: "mine" if name in board else "safe" for name in cells}


# --- Clue -----------------------------------------------------------------------------------------------


def clue(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Try everything that can lie in the envelope, with every way to deal the rest."""
    about = puzzle.header.about
    decks = {
        what: cards.split(", ")
        for what, cards in re.findall(r"(the (?:suspect|weapon|room)): ([\w, ]+)[;.]", about)
    }
    dealt = dict(re.findall(r"([A-Z]\w+) (\d+)", about.partition("dealt:")[2].partition(".")[0]))
    players = {name: int(count) for name, count in dealt.items()}
    tests = [clue_test(text, list(players)) for _, text in clues]
    for hidden in itertools.product(*decks.values()):
        cards = [card for deck in decks.values() for card in deck if card not in hidden]
        for hands in deals(cards, list(players.items())):
            if all(test(hands) for test in tests):
                yield dict(zip(decks, hidden, strict=True))


def deals(cards: list[str], players: list[tuple[str, int]]) -> Iterator[dict[str, set[str]]]:
    """Yield every way to deal some cards."""
    if not players:
        yield {}
        return
    (name, count), *others = players
    for hand in itertools.combinations(cards, count):
        for rest in deals([card for card in cards if card not in hand], others):
            yield {name: set(hand), **rest}


def clue_test(text: str, players: list[str]) -> Test:
    """Return what an evening's line says of the hands."""
    if held := re.fullmatch(r"Ann holds (.*)\.", text):
        return lambda hands: hands["Ann"] == set(re.split(r", | and ", held[1]))
    who, suggested, answer = re.fullmatch(r"(\w+) suggests ([^:]*): (.*)", text).groups()  # type: ignore[union-attr]
    cards = set(suggested.split(", "))
    place = players.index(who)
    asked = players[place + 1 :] + players[:place]
    shown = re.search(r"(\w+) shows (a card|\w+)\.", answer)

    def test(hands: dict[str, set[str]]) -> bool:
        able = [name for name in asked if hands[name] & cards]
        if shown is None:
            return not able
        return able[:1] == [shown[1]] and (shown[2] == "a card" or shown[2] in hands[shown[1]])

    return test


# --- Confusion ------------------------------------------------------------------------------------------

WAYS = {
    "forward left": (0, 0), "forward": (0, 1), "forward right": (0, 2), "left": (1, 0), "right": (1, 2),
    "back left": (2, 0), "back": (2, 1), "back right": (2, 2),
}  # fmt: skip
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def diagrams(picture: str) -> dict[str, list[str]]:
    """The diagrams by their names, as they are drawn."""
    found: dict[str, list[str]] = {}
    lines = [*picture.strip("\n").split("\n"), "", ""]
    for start in range(0, len(lines) - 3, 5):
        head, *rows = lines[start : start + 4]
        for name in re.finditer(r"\S+", head):
            found[name[0]] = [f"{row:<{name.start() + 3}}"[name.start() : name.start() + 3] for row in rows]
    return found


def confusion(puzzle: Puzzle, clues: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Try every deal; where a lie is asked for, exactly one answer is one."""
    letters = [name for name in puzzle.log.problem.domains if len(str(name)) == 1]
    drawn = diagrams(puzzle.header.picture)
    lies = "the lie" in puzzle.asks
    for names in itertools.permutations(drawn, len(letters)):
        deal = dict(zip(letters, names, strict=True))
        wrong = [number for number, text in clues if not answered_so(text, deal, drawn)]
        if len(wrong) == lies:
            yield {**deal, "the lie": (*wrong, "")[0]}


def answered_so(text: str, deal: dict[Any, str], drawn: dict[str, list[str]]) -> bool:
    """Tell whether a diagram gives an answer."""
    found = re.fullmatch(r"row \d+: (\w)(?: with Z| passing Z)? (\w+) ([a-z ]+), (allowed|refused)", text)
    assert found is not None, text
    rows = drawn[deal[found[1]]]
    row, column = WAYS[found[3]]
    can = rows[row][column] != " " and NUMBERS.index(found[2]) <= int(rows[1][1])
    return can == (found[4] == "allowed")


JUDGES: dict[str, Callable[[Puzzle, Sequence[tuple[str, str]]], Iterator[dict[str, Any]]]] = {
    "zebra": zebra,
    "knights": knights,
    "mastermind": mastermind,
    "minesweeper": minesweeper,
    "clue": clue,
    "confusion-pieces": confusion,
    "confusion-piece": confusion,
    "confusion-lie": confusion,
}
