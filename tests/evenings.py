"""A game of Confusion for an evening at the table, and what follows from it by a second engine.

The game is played by the second set of rules (`confusion.engine.naive`) with the diagrams as the rules state
them. Cells, boards and sheets are worked out here once more, so that they can be compared with what stands in
the record and on the screen. Nothing is imported from `deduce`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from confusion.engine import naive
from confusion.engine.naive import State, Step, Table

WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WORDS = (
    "forward", "forward right", "right", "back right", "back", "back left", "left", "forward left",
)  # fmt: skip
COUNT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
AGENT = 13
NAMES = (
    "", "Rocket", "Probe", "Chickenfoot", "Rook", "Novice", "King", "Sprinkler", "Wimp", "Crab", "Bishop",
    "Cardinal", "Abbot", "Double agent",
)  # fmt: skip
LINES = {
    1: (4, "N"), 2: (3, "N SE SW"), 3: (2, "N S SE SW"), 4: (2, "N E S W"), 5: (2, "N E W"),
    6: (1, "N NE E SE S SW W NW"), 7: (1, "N NE E S W NW"), 8: (1, "NE E SE S SW W NW"),
    9: (2, "NE E W NW"), 10: (2, "NE SE SW NW"), 11: (2, "NE S NW"), 12: (3, "NE NW"),
}  # fmt: skip
"""The reach and the lines of each diagram but the double agent's."""
PROMOTABLE = frozenset({1, 5, 9, 12})
EITHER = Fraction(1, 2)
"""How likely a double agent is answered yes, unless another model was asked for."""


def allows(number: int, way: int, distance: int) -> bool:
    """Whether a diagram that is no double agent's allows an attempt."""
    reach, lines = LINES[number]
    return distance <= reach and WAYS[way] in lines.split()


@dataclass(frozen=True)
class Turn:
    """What one side did in its turn, as steps of the second set of rules."""

    side: int
    steps: tuple[Step, ...]
    shown: int = 0
    """Which diagram was shown by a token."""


@dataclass
class Evening:
    """A game, with what follows from it.

    Attributes:
        table: What was agreed.
        first: Who starts.
        deals: The diagrams of both sides.
        turns: What was done.
        placed: Where each side placed its pieces, as it sees them (CF-VAR-4); None for the usual layout.
    """

    table: Table
    first: int
    deals: tuple[dict[str, int], dict[str, int]]
    turns: list[Turn] = field(default_factory=list)
    placed: tuple[dict[str, naive.Square], dict[str, naive.Square]] | None = None

    @cached_property
    def start(self) -> State:
        """How the game begins."""
        return naive.start(self.table, self.first, self.placed)


# --- Playing -----------------------------------------------------------------------------------------


def evening(table: Table, seed: int, length: int, *, is_free: bool = False) -> Evening:
    """Play a game; both sides like what is allowed, forward and near Z.

    Args:
        table: What is agreed.
        seed: What the game is drawn with.
        length: After so many turns it is left as it stands.
        is_free: Whether the pieces are placed freely (CF-VAR-4).
    """
    draw = random.Random(seed)
    numbers = list(range(1, len(table.letters) + 1))
    one, two = (dict(zip(table.letters, draw.sample(numbers, len(numbers)), strict=True)) for _ in (0, 1))
    game = Evening(table, draw.randrange(2), (one, two))
    if is_free:
        game.placed = (_placement(table, draw), _placement(table, draw))
    state, number = game.start, 0
    while state.over is None and len(game.turns) < length:
        turn, state = _turn(game, state, draw, number)
        game.turns.append(turn)
        number += 1
    return game


def _placement(table: Table, draw: random.Random) -> dict[str, naive.Square]:
    """Place seven pieces in the first row and the others behind some of them (CF-VAR-4)."""
    columns = sorted(draw.sample(range(2, 11), 7))
    behind = draw.sample(columns, len(table.letters) - 7)
    squares = [(column, 1) for column in columns] + [(column, 2) for column in behind]
    return dict(zip(draw.sample(table.letters, len(table.letters)), squares, strict=True))


def _turn(game: Evening, state: State, draw: random.Random, number: int) -> tuple[Turn, State]:
    side, steps, shown = state.turn, list[Step](), 0
    while state.over is None and state.turn == side:
        step = _step(game, state, draw, is_fresh=not steps and number > 5)
        if step[0] == "reveal":
            shown = game.deals[side][str(step[1])]
        steps.append(step)
        state = naive.follow(state, step)
    return Turn(side, tuple(steps), shown), state


def _step(game: Evening, state: State, draw: random.Random, *, is_fresh: bool) -> Step:
    side = state.turn
    if state.offered:
        if draw.random() < 0.3:
            return ("decline",)
        return ("accept and show",) if game.deals[side][state.offered] == AGENT else ("accept",)
    if state.given:
        return (draw.choice(("take", "refuse")),)
    if is_fresh and draw.random() < 0.25:
        early = [step for step in naive.steps(state) if _is_early(game, state, step)]
        kinds = sorted({str(step[0]) for step in early})
        if kinds:
            kind = draw.choice(kinds)
            return draw.choice(sorted((step for step in early if step[0] == kind), key=str))
    return _attempt(game, state, draw)


def _is_early(game: Evening, state: State, step: Step) -> bool:
    """Whether a step comes before the attempt; no piece is taken off that the other side would not name."""
    if step[0] == "expose":
        return game.deals[1 - state.turn][str(step[1])] == AGENT and len(state.men) < 24
    if step[0] == "remove":
        return game.deals[state.turn][str(step[1])] in {8, AGENT} and len(state.men) < 23
    return step[0] in {"reveal", "move2", "swap2"}


def _attempt(game: Evening, state: State, draw: random.Random) -> Step:
    side = state.turn
    tried: list[tuple[float, naive.Attempt, naive.Square]] = []
    for attempt, target in naive.attempts(state):
        kind, letter, way, distance = attempt
        if distance > 3:
            continue
        likes = _likes(game, state, letter, way, distance)
        weight = {True: 5.0, None: 5.0, False: 1.2}[likes]
        weight *= 3.0 if way in {7, 0, 1} else 0.6
        weight *= 6.0 if target == state.z or kind == "carry" else 1.0
        weight *= 5.0 if naive.arrives(state, attempt, target) and likes else 1.0
        weight *= 4.0 if target in state.board() and kind == "move" else 1.0
        tried.append((weight, attempt, target))
    tried.sort(key=lambda each: str(each[1]))
    ((_, attempt, target),) = draw.choices(tried, [weight for weight, *_ in tried])
    kind, letter, way, distance = attempt
    likes = _likes(game, state, letter, way, distance)
    allowed = draw.random() < 0.6 if likes is None else likes
    if not allowed:
        return (*attempt, "no")
    if naive.arrives(state, attempt, target) and not state.table.anyone:
        return (*attempt, "promoted" if game.deals[side][letter] in PROMOTABLE else "not promoted")
    return (*attempt, "yes")


def _likes(game: Evening, state: State, letter: str, way: int, distance: int) -> bool | None:
    """Return the right answer; None for a double agent's, which is as the other side pleases (CF-DA-1)."""
    if (state.turn, letter) in state.promoted:
        return distance <= 2
    number = game.deals[state.turn][letter]
    return None if number == AGENT else allows(number, way, distance)


# --- Following ---------------------------------------------------------------------------------------


def followed(start: State, turns: Iterable[Turn]) -> list[State]:
    """Return how things stand before each turn, and at the end.

    Raises:
        ValueError: If something of it is not possible.
    """
    states = [start]
    for turn in turns:
        states.append(_after(states[-1], turn))
    return states


@cache
def _after(state: State, turn: Turn) -> State:
    if state.turn != turn.side or state.over is not None:
        raise ValueError(turn)
    for step in turn.steps:
        if step not in set(naive.steps(state)):
            raise ValueError(step)
        state = naive.follow(state, step)
    if state.over is None and state.turn == turn.side:
        raise ValueError(turn)
    return state


def possible(start: State, turns: Sequence[Turn]) -> bool:
    """Whether turns follow each other by the rules."""
    try:
        followed(start, turns)
    except ValueError:
        return False
    return True


# --- Cells -------------------------------------------------------------------------------------------


def cell(state: State, turn: Turn, compass: int) -> str:
    """Return a turn as a record has it (CF-NOT), from the state before it."""
    parts: list[str] = []
    for step in turn.steps:
        match step:
            case ("move" | "carry" | "pass", _, _, _, _):
                parts.append(_written(state, step, compass))
            case ("remove", letter):
                parts.append(f"*{letter}")
            case ("expose", letter):
                parts.append(f"?{letter}")
            case ("reveal", letter):
                parts.append(f"${letter}={turn.shown}")
            case ("move2",):
                parts.append("$2")
            case ("swap2", one, two):
                parts.append(f"${one}<>{two}")
            case ("take" | "refuse",):
                parts[-1] += ">0" if step[0] == "refuse" else f">{_receiver(state)}"
            case (reply,):
                parts[-1] += {"decline": "+-", "accept": "+", "accept and show": "+!"}[str(reply)]
        state = naive.follow(state, step)
    return ", ".join(parts)


def _receiver(state: State) -> str:
    return min(letter for _, (side, letter) in state.men if side != state.turn)


def _written(state: State, step: Step, compass: int) -> str:
    kind, letter, way, distance, answer = step
    shown = WAYS[(int(way) + (0 if state.turn == compass else 4)) % 8]
    target = naive.lines(state.table, state.where()[state.turn, str(letter)], state.turn)[int(way)][
        int(distance) - 1
    ]
    mark = {"move": f"{letter}", "carry": f"{letter}Z", "pass": "Z"}[str(kind)]
    text = f"{mark}-{shown}{distance}"
    found = state.board().get(target)
    if found is not None:
        text += (">" if kind == "pass" else "x") + found[1]
    if kind == "move" and target == state.z:
        text += "xZ"
    return f"({text})" if answer == "no" else f"{text}+" if answer == "promoted" else text


def cells_in(text: str) -> list[str]:
    """Return the cells of a record, as they stand in its file."""
    rows = [row[1] for line in text.split("\n") if (row := re.fullmatch(r"\d+\.((?: |\t|$).*)", line))]
    found = [each.strip() for row in rows for each in row.split("\t")]
    while found and not found[-1]:
        found.pop()
    return found[1:] if found[:1] == [""] else found


# --- Knowledge ---------------------------------------------------------------------------------------

Row = dict[int, Fraction]
"""How likely what was told of a letter is, for each diagram that it may have."""
Chance = Callable[[int], Fraction | bool]
"""How likely something that is told is, for each diagram."""


def rows_of(start: State, turns: Iterable[Turn], side: int, allow: Fraction = EITHER) -> dict[str, Row]:
    """Return what was told of the pieces of a side.

    Args:
        start: How the game began.
        turns: What was done.
        side: Whose pieces.
        allow: How likely a double agent is answered yes.
    """
    numbers = range(1, len(start.table.letters) + 1)
    rows = {letter: dict.fromkeys(numbers, Fraction(1)) for letter in start.table.letters}
    state = start
    for turn in turns:
        for step in turn.steps:
            told = _of_own(state, turn, step, allow) if turn.side == side else _of_theirs(step)
            for letter, chance in told:
                rows[letter] = {number: weight * chance(number) for number, weight in rows[letter].items()}
            state = naive.follow(state, step)
    return rows


def _of_own(state: State, turn: Turn, step: Step, allow: Fraction) -> list[tuple[str, Chance]]:
    """Return what a step of a side tells of its pieces: letters, and how likely it is for each diagram."""
    match step:
        case ("move" | "carry" | "pass", str(letter), int(way), int(distance), str(answer)):
            if (turn.side, letter) in state.promoted:
                return []
            told: list[tuple[str, Chance]] = [
                (letter, lambda n: _fits(n, way, distance, allow, yes=answer != "no"))
            ]
            if answer in {"promoted", "not promoted"}:
                told.append((letter, lambda n: (n in PROMOTABLE) == (answer == "promoted")))
            return told
        case ("reveal", str(letter)):
            return [(letter, lambda n: n == turn.shown)]
        case ("accept" | "accept and show",) if state.table.agent:
            return [(state.offered, lambda n: (n == AGENT) == (step[0] == "accept and show"))]
        case _:
            return []


def _of_theirs(step: Step) -> list[tuple[str, Chance]]:
    """Return what a step of the other side tells."""
    return [(str(step[1]), lambda n: n == AGENT)] if step[0] == "expose" else []


def _fits(number: int, way: int, distance: int, allow: Fraction, *, yes: bool) -> Fraction:
    if number == AGENT:
        return allow if yes else 1 - allow
    return Fraction(allows(number, way, distance) == yes)


@dataclass(frozen=True)
class Known:
    """What follows: how many deals are left, and the chance of each diagram that a letter may have."""

    worlds: int
    chances: dict[str, Row]


def known(rows: dict[str, Row]) -> Known:
    """Work out what follows from what was told, by adding up all deals letter by letter."""
    return _known(tuple((letter, tuple(row.items())) for letter, row in rows.items()))


@cache
def _known(told: tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...]) -> Known:
    rows = {letter: dict(row) for letter, row in told}
    total, chances = _sums(rows)
    if all(weight in {0, 1} for row in rows.values() for weight in row.values()):
        whole = total
    else:
        # A double agent that was answered weighs less than one deal.
        ones = {
            letter: {n: Fraction(bool(weight)) for n, weight in row.items()} for letter, row in rows.items()
        }
        whole, _ = _sums(ones)
    shares = {
        letter: {number: weight / total for number, weight in row.items() if weight}
        for letter, row in chances.items()
    }
    return Known(int(whole), shares)


def _sums(rows: dict[str, Row]) -> tuple[Fraction, dict[str, Row]]:
    """Return the weight of all deals, and of those in which a letter has a diagram."""
    scale = Fraction(1)
    whole: list[dict[int, int]] = []
    for row in rows.values():
        least = max(weight.denominator for weight in row.values())
        scale /= least
        whole.append({number: int(weight * least) for number, weight in row.items() if weight})
    before: list[dict[int, int]] = [{0: 1}]
    for row in whole:
        after: dict[int, int] = {}
        for (used, weight), (number, more) in product(before[-1].items(), row.items()):
            if not used >> number & 1:
                after[used | 1 << number] = after.get(used | 1 << number, 0) + weight * more
        before.append(after)
    behind = dict.fromkeys(before[-1], 1)
    cells: list[Row] = []
    for place in range(len(whole) - 1, -1, -1):
        found: dict[int, int] = {}
        sums: dict[int, int] = {}
        for (used, weight), (number, more) in product(before[place].items(), whole[place].items()):
            rest = behind.get(used | 1 << number, 0) if not used >> number & 1 else 0
            if rest:
                sums[number] = sums.get(number, 0) + weight * more * rest
                found[used] = found.get(used, 0) + more * rest
        behind = found
        cells.append({number: value * scale for number, value in sums.items()})
    total = sum(before[-1].values()) * scale
    return total, dict(zip(rows, reversed(cells), strict=True))


# --- The screen --------------------------------------------------------------------------------------

Board = tuple[dict[naive.Square, tuple[int, str, bool]], naive.Square]

RANK = re.compile(r"(?<![\d.])(\d{1,2})((?: +(?:\[?[A-Za-z]\+?\]?[!?]?|\.|#)){11}) +\1(?!\d)")
LINE = re.compile(r"^ ([A-Z]x?\+?)((?: +(?:[<>]?\d+|\.|YES))+)(?:   .*)?$")
HEAD = re.compile(r"^(\w+)'s pieces: (?:([\d,]+) deals? (?:are|is) left|no deal fits)")


def board_shown(lines: Sequence[str], me: int) -> Board:
    """Return what stands on the board of a screen: on each square the side, the letter and whether promoted.

    Squares are as side 0 sees them; behind them stands where Z is.
    """
    found: dict[naive.Square, tuple[int, str, bool]] = {}
    neutral, ranks = (0, 0), 0
    for line in lines:
        rank = RANK.search(line)
        if rank is None:
            continue
        ranks += 1
        for column, sign in enumerate(rank[2].split(), 1):
            square = (column, int(rank[1])) if me == 0 else (12 - column, 12 - int(rank[1]))
            if sign.startswith("["):
                neutral = square
            letter = sign.strip("[]!?+")
            if letter.isalpha() and sign != "[Z]":
                found[square] = (me if letter.isupper() else 1 - me, letter.upper(), "+" in sign)
    assert ranks == 11, "\n".join(lines)
    return found, neutral


def board_expected(state: State) -> Board:
    """Return the same of a state."""
    return {
        square: (side, letter, (side, letter) in state.promoted) for square, (side, letter) in state.men
    }, state.z


def sheets_shown(lines: Sequence[str], columns: int) -> dict[str, tuple[int, dict[str, tuple[str, ...]]]]:
    """Return the sheets of a screen by their sides: how many deals are left, and a row for each letter."""
    found: dict[str, tuple[int, dict[str, tuple[str, ...]]]] = {}
    side = ""
    for line in lines:
        if head := HEAD.match(line):
            side = head[1]
            found[side] = (int((head[2] or "0").replace(",", "")), {})
        elif (row := LINE.match(line)) and side:
            found[side][1][row[1]] = tuple(row[2].split()[:columns])
    return found


def sheet_expected(state: State, side: int, follows: Known) -> tuple[int, dict[str, tuple[str, ...]]]:
    """Return the same as it should be."""
    numbers = range(1, len(state.table.letters) + 1)
    where = state.where()
    rows = {}
    for letter, chances in follows.chances.items():
        label = letter + "x" * ((side, letter) not in where) + "+" * ((side, letter) in state.promoted)
        rows[label] = tuple(_percent(chances.get(number, Fraction(0))) for number in numbers)
    return follows.worlds, rows


def _percent(chance: Fraction) -> str:
    if chance in {0, 1}:
        return "YES" if chance else "."
    rounded = round(100 * chance)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)
