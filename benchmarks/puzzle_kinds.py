"""Kinds of puzzles, each made from a seed."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from puzzle_others import solved, unique
from puzzle_rules import Different, Number, Puzzle, Rows, Same, Total, at_any_rate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from puzzle_rules import Cell, Rule

__all__ = ["KINDS", "grid_lines"]

BOTH = (0, 1)


def _chance(kind: str) -> random.Random:
    return random.Random(f"puzzle {kind}")


def _grid(height: int, width: int) -> list[Cell]:
    return list(itertools.product(range(height), range(width)))


def grid_lines(height: int, width: int) -> Iterator[tuple[Cell, ...]]:
    """Iterate over the rows and then the columns of a grid."""
    for row in range(height):
        yield tuple((row, column) for column in range(width))
    for column in range(width):
        yield tuple((row, column) for row in range(height))


def _filled(cells: Iterable[Cell], count: int, high: int | None = None) -> Number:
    return Number(tuple((cell, 1) for cell in cells), count, count if high is None else high)


def _pairs(
    left: Iterable[int], right: Iterable[int], holds: Callable[[int, int], bool]
) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in left for b in right if holds(a, b))


def zebra(houses: int, attributes: int) -> Puzzle:
    """Houses in a row: who lives where, by clues that two things are together or side by side."""
    chance = _chance(f"zebra {houses}")
    things = [(attribute, number) for attribute in range(attributes) for number in range(houses)]
    row = tuple(range(houses))
    solution: dict[Cell, int] = {}
    for attribute in range(attributes):
        for number, house in enumerate(chance.sample(row, houses)):
            solution[attribute, number] = house
    puzzle = Puzzle("zebra", dict.fromkeys(things, row), [], solution)
    for attribute in range(attributes):
        puzzle.rules.append(Different(tuple((attribute, number) for number in range(houses))))
    kinds: list[Callable[[int, int], bool]] = [
        lambda a, b: a == b,
        lambda a, b: abs(a - b) == 1,
        lambda a, b: a + 1 == b,
        lambda a, b: a < b,
    ]
    clues = 0
    while clues < 3 * houses * attributes // 4:
        left, right = chance.sample(things, 2)
        holds = chance.choice(kinds)
        if left[0] != right[0] and holds(solution[left], solution[right]):
            puzzle.rules.append(Rows((left, right), _pairs(row, row, holds)))
            clues += 1
    return unique(puzzle)


def star_battle(size: int, stars: int) -> Puzzle:
    """So many stars in each row, column and region, none next to another."""
    chance = _chance(f"stars {size}")
    cells = _grid(size, size)
    puzzle = Puzzle("star battle", dict.fromkeys(cells, BOTH))
    puzzle.rules += [_filled(line, stars) for line in grid_lines(size, size)]
    for row, column in cells:
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = (row + down, column + right)
            if other in puzzle.domains:
                puzzle.rules.append(_filled([(row, column), other], 0, 1))
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules))
    for cell in chance.sample(cells, size // 3):
        if all(abs(cell[0] - other[0]) > 1 for other in free.givens):
            free.givens[cell] = 1
    puzzle.solution = solved(free)
    placed = [cell for cell in cells if puzzle.solution[cell]]
    owner = {star: number // stars for number, star in enumerate(placed)}
    regions: dict[int, list[Cell]] = {}
    for cell in cells:
        near = min(placed, key=lambda star: (abs(star[0] - cell[0]) + abs(star[1] - cell[1]), star))
        regions.setdefault(owner[near], []).append(cell)
    puzzle.rules += [_filled(region, stars) for region in regions.values()]
    return unique(puzzle)


def _places_of_ship(size: int, length: int) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    for row, column in _grid(size, size):
        if column + length <= size:
            yield ("across", length, row, column), tuple((row, column + step) for step in range(length))
        if row + length <= size and length > 1:
            yield ("down", length, row, column), tuple((row + step, column) for step in range(length))


def battleships(size: int, fleet: dict[int, int]) -> Puzzle:
    """Ships of known lengths that do not touch, and how many cells of each row and column they take."""
    chance = _chance(f"ships {size}")
    cells = _grid(size, size)
    ways: dict[Cell, tuple[Cell, ...]] = {}
    for length in fleet:
        ways.update(_places_of_ship(size, length))
    puzzle = Puzzle("battleships", dict.fromkeys([*cells, *ways], BOTH))
    covering: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for way, taken in ways.items():
        for cell in taken:
            covering[cell].append(way)
    for cell in cells:
        puzzle.rules.append(Number(((cell, 0), *((way, 1) for way in covering[cell])), 1, 1))
        row, column = cell
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = (row + down, column + right)
            if other in covering:
                both = [way for way in covering[cell] if way in covering[other]]
                puzzle.rules.append(at_any_rate((cell, 0), (other, 0), *((way, 1) for way in both)))
    for length, count in fleet.items():
        puzzle.rules.append(_filled([way for way in ways if way[1] == length], count))
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules))
    for row in range(0, size, 4):
        free.givens[row, chance.randrange(size)] = 1
    puzzle.solution = solved(free)
    puzzle.rules += [
        _filled(line, sum(puzzle.solution[cell] for cell in line)) for line in grid_lines(size, size)
    ]
    return unique(puzzle)


def nonogram(size: int) -> Puzzle:
    """The lengths of the blocks in each row and column."""
    chance = _chance(f"nonogram {size}")
    cells = _grid(size, size)
    solution = dict.fromkeys(cells, 0)
    # Blots rather than noise, as in pictures.
    for _ in range(size * size // 14):
        row, column = chance.choice(cells)
        for down, right in itertools.product(range(chance.randint(1, 4)), range(chance.randint(1, 4))):
            if (row + down, column + right) in solution:
                solution[row + down, column + right] = 1
    puzzle = Puzzle("nonogram", dict.fromkeys(cells, BOTH), [], solution)
    for line in grid_lines(size, size):
        blocks = [
            len(list(group)) for filled, group in itertools.groupby(solution[cell] for cell in line) if filled
        ]
        puzzle.rules.append(Rows(line, tuple(_fillings(blocks, size))))
    return unique(puzzle)


def _fillings(blocks: list[int], size: int) -> Iterator[tuple[int, ...]]:
    slack = size - sum(blocks) - len(blocks) + 1
    for starts in itertools.combinations(range(slack + len(blocks)), len(blocks)):
        line = [0] * size
        for number, (start, length) in enumerate(zip(starts, blocks, strict=True)):
            at = start + sum(blocks[:number])
            line[at : at + length] = [1] * length
        yield tuple(line)


def thermometers(size: int) -> Puzzle:
    """Each thermometer is filled from its bulb up to somewhere; how much of each row and column is."""
    chance = _chance(f"thermometers {size}")
    left = set(_grid(size, size))
    puzzle = Puzzle("thermometers", dict.fromkeys(sorted(left), BOTH))
    while left:
        row, column = chance.choice(sorted(left))
        down, right = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        tube: list[Cell] = []
        while (row, column) in left and len(tube) < 6:
            tube.append((row, column))
            left.discard((row, column))
            row, column = row + down, column + right
        level = chance.randint(0, len(tube))
        puzzle.solution.update({cell: int(number < level) for number, cell in enumerate(tube)})
        puzzle.rules += [at_any_rate((a, 1), (b, 0)) for a, b in itertools.pairwise(tube)]
    puzzle.rules += [
        _filled(line, sum(puzzle.solution[cell] for cell in line)) for line in grid_lines(size, size)
    ]
    return unique(puzzle)


def knights(people: int) -> Puzzle:
    """Knights (1) tell the truth, knaves (0) lie; each says something about up to four others."""
    chance = _chance(f"knights {people}")
    names: list[Cell] = [f"person {number}" for number in range(people)]
    solution = {name: chance.randint(0, 1) for name in names}
    puzzle = Puzzle("knights and knaves", dict.fromkeys(names, BOTH), [], solution)
    for name in names:
        others = chance.sample([other for other in names if other != name], chance.randint(1, 4))
        true = sum(solution[other] for other in others)
        count = true
        if not solution[name]:
            count = chance.choice([number for number in range(len(others) + 1) if number != true])
        puzzle.rules.append(Same((name, 1), _filled(others, count)))
    return unique(puzzle)


def _square(size: int, chance: random.Random) -> dict[Cell, int]:
    """Return a latin square, mixed by exchanging rows, columns and numbers."""
    rows, columns, numbers = (chance.sample(range(size), size) for _ in range(3))
    return {
        (row, column): numbers[(rows[row] + columns[column]) % size] + 1 for row, column in _grid(size, size)
    }


def _latin(kind: str, size: int) -> tuple[Puzzle, random.Random]:
    chance = _chance(f"{kind} {size}")
    solution = _square(size, chance)
    puzzle = Puzzle(kind, dict.fromkeys(solution, tuple(range(1, size + 1))), [], solution)
    puzzle.rules += [Different(line) for line in grid_lines(size, size)]
    return puzzle, chance


def latin_square(size: int) -> Puzzle:
    """Each number once in every row and column; some cells are given."""
    return unique(_latin("latin square", size)[0])


def futoshiki(size: int) -> Puzzle:
    """A latin square with signs between neighbours that say which is less."""
    puzzle, chance = _latin("futoshiki", size)
    row = range(1, size + 1)
    for cell in puzzle.solution:
        for down, right in ((0, 1), (1, 0)):
            other = (cell[0] + down, cell[1] + right)
            if other in puzzle.solution and chance.random() < 0.4:
                less, more = sorted((cell, other), key=puzzle.solution.__getitem__)
                puzzle.rules.append(Rows((less, more), _pairs(row, row, lambda a, b: a < b)))
    return unique(puzzle)


def skyscrapers(size: int) -> Puzzle:
    """A latin square of towers; beside the lines stands how many can be seen from there."""
    puzzle, chance = _latin("skyscrapers", size)
    every = list(itertools.permutations(range(1, size + 1)))
    for line in grid_lines(size, size):
        for seen_from in (line, line[::-1]):
            if chance.random() < 0.6:
                count = _seen([puzzle.solution[cell] for cell in seen_from])
                puzzle.rules.append(Rows(seen_from, tuple(row for row in every if _seen(row) == count)))
    return unique(puzzle)


def _seen(towers: Iterable[int]) -> int:
    return len(set(itertools.accumulate(towers, max)))


def sudoku(box: int, *, cages: bool = False) -> Puzzle:
    """Each number once in every row, column and box; in a killer sudoku sums of cages are given as well."""
    size = box * box
    chance = _chance(f"sudoku {size} {cages}")
    solution: dict[Cell, int] = {}
    rows = [line for band in chance.sample(range(box), box) for line in _shuffled(band, box, chance)]
    columns = [line for band in chance.sample(range(box), box) for line in _shuffled(band, box, chance)]
    for row, column in _grid(size, size):
        r, c = rows[row], columns[column]
        solution[row, column] = (r * box + r // box + c) % size + 1
    puzzle = Puzzle("sudoku", dict.fromkeys(solution, tuple(range(1, size + 1))), [], solution)
    puzzle.rules += [Different(line) for line in grid_lines(size, size)]
    for top, left in itertools.product(range(0, size, box), repeat=2):
        puzzle.rules.append(Different(tuple((top + a, left + b) for a, b in _grid(box, box))))
    if cages:
        for cage in _cages(size, chance, 4):
            _add_cage(puzzle, cage)
    return unique(puzzle)


def _shuffled(band: int, box: int, chance: random.Random) -> list[int]:
    return [band * box + place for place in chance.sample(range(box), box)]


def _cages(size: int, chance: random.Random, most: int) -> Iterator[tuple[Cell, ...]]:
    """Cut a grid into pieces that hang together."""
    left = set(_grid(size, size))
    while left:
        cage = [min(left)]
        left.discard(cage[0])
        for _ in range(chance.randint(1, most - 1)):
            row, column = cage[-1]
            near = [(row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)]
            free = [cell for cell in near if cell in left]
            if not free:
                break
            cage.append(chance.choice(free))
            left.discard(cage[-1])
        yield tuple(cage)


def _add_cage(puzzle: Puzzle, cage: tuple[Cell, ...]) -> None:
    total = sum(puzzle.solution[cell] for cell in cage)
    puzzle.rules.append(Total(tuple((1, cell) for cell in cage), total))
    if len({puzzle.solution[cell] for cell in cage}) == len(cage) > 1:
        puzzle.rules.append(Different(cage))


def kakuro(size: int) -> Puzzle:
    """Sums of groups of cells in rows and columns, in which no number from 1 to 9 stands twice."""
    chance = _chance(f"kakuro {size}")
    black = {cell for cell in _grid(size, size) if chance.random() < 0.25}
    cells = [cell for cell in _grid(size, size) if cell not in black]
    puzzle = Puzzle("kakuro", dict.fromkeys(cells, tuple(range(1, 10))))
    groups = [
        tuple(group)
        for line in grid_lines(size, size)
        for free, group in itertools.groupby(line, lambda cell: cell not in black)
        if free
    ]
    puzzle.rules += [Different(group) for group in groups if len(group) > 1]
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules))
    for cell in chance.sample(cells, 3):
        free.givens[cell] = chance.randint(1, 9)
    puzzle.solution = solved(free)
    for group in groups:
        total = sum(puzzle.solution[cell] for cell in group)
        puzzle.rules.append(Total(tuple((1, cell) for cell in group), total))
    return unique(puzzle)


def magic_square(size: int) -> Puzzle:
    """All numbers once, with the same sum in every row, column and diagonal; some are given."""
    chance = _chance(f"magic {size}")
    cells = _grid(size, size)
    puzzle = Puzzle("magic square", dict.fromkeys(cells, tuple(range(1, size * size + 1))))
    total = size * (size * size + 1) // 2
    puzzle.rules.append(Different(tuple(cells)))
    diagonals = [
        tuple((place, place) for place in range(size)),
        tuple((place, size - 1 - place) for place in range(size)),
    ]
    for line in [*grid_lines(size, size), *diagonals]:
        puzzle.rules.append(Total(tuple((1, cell) for cell in line), total))
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules), givens={cells[0]: chance.randint(1, 9)})
    puzzle.solution = solved(free)
    return unique(puzzle)


def cryptarithm(*words: str) -> Puzzle:
    """Letters for digits: all words but the last add up to it."""
    letters: list[Cell] = list(dict.fromkeys("".join(words)))
    leading = {word[0] for word in words}
    puzzle = Puzzle("cryptarithm", {x: tuple(range(1 if x in leading else 0, 10)) for x in letters})
    factors = dict.fromkeys(letters, 0)
    for number, word in enumerate(words):
        for power, letter in enumerate(reversed(word)):
            factors[letter] += 10**power * (-1 if number == len(words) - 1 else 1)
    puzzle.rules += [Different(tuple(letters)), Total(tuple((f, x) for x, f in factors.items()), 0)]
    puzzle.solution = solved(puzzle)
    return puzzle


def queens(size: int) -> Puzzle:
    """Queens that do not attack each other, one a column; some are given."""
    chance = _chance(f"queens {size}")
    places = tuple(range(size))
    puzzle = Puzzle("queens", {f"column {column}": places for column in places})
    for a, b in itertools.combinations(places, 2):
        apart = tuple((x, y) for x in places for y in places if x != y and abs(x - y) != b - a)
        puzzle.rules.append(Rows((f"column {a}", f"column {b}"), apart))
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules))
    free.givens["column 0"] = chance.randrange(size)
    puzzle.solution = solved(free)
    return unique(puzzle)


def colours(size: int) -> Puzzle:
    """A graph whose neighbours differ in one of four colours; some are given."""
    chance = _chance(f"colours {size}")
    nodes: list[Cell] = [f"node {number}" for number in range(size)]
    solution = {node: chance.randint(1, 4) for node in nodes}
    puzzle = Puzzle("graph colouring", dict.fromkeys(nodes, (1, 2, 3, 4)), [], solution)
    edges = [pair for pair in itertools.combinations(nodes, 2) if solution[pair[0]] != solution[pair[1]]]
    puzzle.rules += [Different(pair) for pair in chance.sample(edges, min(4 * size, len(edges)))]
    return unique(puzzle)


def _near(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down, right in itertools.product((-1, 0, 1), repeat=2)]


def mosaic(size: int) -> Puzzle:
    """How many of a cell and its neighbours are filled."""
    chance = _chance(f"mosaic {size}")
    solution = {cell: int(chance.random() < 0.5) for cell in _grid(size, size)}
    puzzle = Puzzle("mosaic", dict.fromkeys(solution, BOTH), [], solution)
    for row, column in solution:
        if chance.random() < 0.6:
            near = [cell for cell in _near(row, column) if cell in solution]
            puzzle.rules.append(_filled(near, sum(solution[cell] for cell in near)))
    return unique(puzzle)


def minesweeper(height: int, width: int, mines: int) -> Puzzle:
    """A board that was opened in part; what is under the other cells is open in part, too."""
    chance = _chance(f"minesweeper {height} {width}")
    cells = _grid(height, width)
    mined = set(chance.sample(cells, mines))
    solution = {cell: int(cell in mined) for cell in cells}
    shown = [cell for cell in cells if cell not in mined and chance.random() < 0.6]
    hidden = [cell for cell in cells if cell not in set(shown)]
    puzzle = Puzzle("minesweeper", dict.fromkeys(hidden, BOTH), [], {cell: solution[cell] for cell in hidden})
    for row, column in shown:
        near = [cell for cell in _near(row, column) if cell in puzzle.domains]
        if near:
            puzzle.rules.append(_filled(near, sum(solution[cell] for cell in near)))
    puzzle.rules.append(_filled(hidden, mines))
    return puzzle


def binairo(size: int) -> Puzzle:
    """As many of both in every row and column, and no three alike in a row."""
    chance = _chance(f"binairo {size}")
    puzzle = Puzzle("binairo", dict.fromkeys(_grid(size, size), BOTH))
    for line in grid_lines(size, size):
        puzzle.rules.append(_filled(line, size // 2))
        for start in range(size - 2):
            puzzle.rules.append(_filled(line[start : start + 3], 1, 2))
    free = Puzzle("", dict(puzzle.domains), list(puzzle.rules))
    for row in range(size):
        free.givens[row, chance.randrange(size)] = chance.randint(0, 1)
    puzzle.solution = solved(free)
    return unique(puzzle)


def tents(size: int) -> Puzzle:
    """A tent beside each tree, none next to another, and how many stand in each row and column."""
    chance = _chance(f"tents {size}")
    cells = _grid(size, size)
    taken: dict[Cell, Cell] = {}
    trees: list[Cell] = []
    for row, column in chance.sample(cells, len(cells)):
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        tent = chance.choice(near)
        is_free = tent in cells and tent not in trees and (row, column) not in taken
        if is_free and not any(cell in taken for cell in _near(*tent)):
            taken[tent] = (row, column)
            trees.append((row, column))
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    ways: list[Cell] = []
    solution: dict[Cell, int] = {cell: int(cell in taken) for cell in cells}
    rules: list[Rule] = []
    for row, column in trees:
        own: list[Cell] = []
        for tent in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if tent in beside and tent not in trees:
                way = ("tent", row, column, *tent)
                own.append(way)
                beside[tent].append(way)
                solution[way] = int(taken.get(tent) == (row, column))
        ways += own
        rules.append(_filled(own, 1))
    for cell in cells:
        rules.append(Number(((cell, 0), *((way, 1) for way in beside[cell])), 1, 1))
        rules += [_filled([cell, other], 0, 1) for other in _near(*cell) if other in beside and other > cell]
    rules += [_filled(line, sum(solution[cell] for cell in line)) for line in grid_lines(size, size)]
    return unique(Puzzle("tents", dict.fromkeys([*cells, *ways], BOTH), rules, solution))


def suguru(size: int) -> Puzzle:
    """Pieces that hold the numbers from 1 up to their size, and no equal numbers next to each other."""
    chance = _chance(f"suguru {size}")
    puzzle = Puzzle("suguru", {})
    for cage in _cages(size, chance, 5):
        puzzle.domains.update(dict.fromkeys(cage, tuple(range(1, max(len(cage), 3) + 1))))
        if len(cage) > 1:
            puzzle.rules.append(Different(cage))
    for cell in _grid(size, size):
        puzzle.rules += [
            Different((cell, other)) for other in _near(*cell) if other in puzzle.domains and other > cell
        ]
    for cell, values in puzzle.domains.items():
        # So that there is a solution at all, every number may stand anywhere that is large enough.
        puzzle.domains[cell] = (*values, *range(len(values) + 1, 8))
    puzzle.solution = solved(puzzle)
    return unique(puzzle)


def light_up(size: int) -> Puzzle:
    """Bulbs that light every free cell along its row and column, and not each other."""
    chance = _chance(f"light up {size}")
    walls = {cell for cell in _grid(size, size) if chance.random() < 0.25}
    cells = [cell for cell in _grid(size, size) if cell not in walls]
    puzzle = Puzzle("light up", dict.fromkeys(cells, BOTH))
    seen: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for line in grid_lines(size, size):
        for free, group in itertools.groupby(line, lambda cell: cell not in walls):
            segment = list(group)
            if free:
                for cell in segment:
                    seen[cell] += segment
                if len(segment) > 1:
                    puzzle.rules.append(_filled(segment, 0, 1))
    puzzle.rules += [at_any_rate(*((other, 1) for other in dict.fromkeys(seen[cell]))) for cell in cells]
    puzzle.solution = solved(puzzle)
    for row, column in walls:
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        near = [cell for cell in near if cell in puzzle.domains]
        if near and chance.random() < 0.7:
            puzzle.rules.append(_filled(near, sum(puzzle.solution[cell] for cell in near)))
    return unique(puzzle)


def hands(players: int, cards: int) -> Puzzle:
    """Cards dealt to players in equal hands, after answers "one of these three"; most of it is open."""
    chance = _chance(f"hands {players} {cards}")
    names: list[Cell] = [f"card {number}" for number in range(cards)]
    solution = {name: number % players for number, name in enumerate(chance.sample(names, cards))}
    puzzle = Puzzle("hands", dict.fromkeys(names, tuple(range(players))), [], solution)
    for player in range(players):
        puzzle.rules.append(
            Number(tuple((name, player) for name in names), cards // players, cards // players)
        )
    for _ in range(cards):
        three = chance.sample(names, 3)
        holder = solution[three[0]]
        puzzle.rules.append(at_any_rate(*((name, holder) for name in three)))
        puzzle.rules.append(Number(tuple((name, (holder + 1) % players) for name in three), 0, 2))
    return puzzle


KINDS: dict[str, Callable[[], Puzzle]] = {
    "zebra, 7 houses": lambda: zebra(7, 7),
    "star battle 25x25": lambda: star_battle(25, 6),
    "battleships 15x15": lambda: battleships(15, {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}),
    "nonogram 20x20": lambda: nonogram(20),
    "nonogram 25x25": lambda: nonogram(25),
    "thermometers 15x15": lambda: thermometers(15),
    "50 knights and knaves": lambda: knights(50),
    "star battle 10x10": lambda: star_battle(10, 2),
    "logic grid 4x5": lambda: zebra(5, 4),
    "sudoku 9x9": lambda: sudoku(3),
    "sudoku 16x16": lambda: sudoku(4),
    "killer sudoku": lambda: sudoku(3, cages=True),
    "kakuro 8x8": lambda: kakuro(8),
    "latin square 12x12": lambda: latin_square(12),
    "futoshiki 7x7": lambda: futoshiki(7),
    "skyscrapers 6x6": lambda: skyscrapers(6),
    "magic square 4x4": lambda: magic_square(4),
    "SEND + MORE = MONEY": lambda: cryptarithm("SEND", "MORE", "MONEY"),
    "queens 16": lambda: queens(16),
    "graph colouring 60": lambda: colours(60),
    "mosaic 20x20": lambda: mosaic(20),
    "minesweeper 16x30": lambda: minesweeper(16, 30, 99),
    "binairo 14x14": lambda: binairo(14),
    "tents 15x15": lambda: tents(15),
    "suguru 8x8": lambda: suguru(8),
    "light up 14x14": lambda: light_up(14),
    "hands of 3, 18 cards": lambda: hands(3, 18),
}
