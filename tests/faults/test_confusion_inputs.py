"""Everything of Confusion that is text from outside, changed at random: whatever it is, one sentence ends it.

`INPUTS=20000 python -m pytest tests/faults/test_confusion_inputs.py -p no:randomly` tries that many; `SEED`
chooses others.
"""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from common import CLASSIC, TOKENS
from confusion_games import random_game
from deduce.confusion import (
    Rules,
    load_diagrams,
    parse_position,
    position_from_json,
    position_json,
    position_text,
)
from deduce.confusion.engine.game import Game
from deduce.confusion.kind import CONFUSION, parse_record
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.notation.amending import amended
from deduce.confusion.notation.deals import read_pairs
from deduce.confusion.notation.typed import read_actions, read_attempt, read_line
from deduce.confusion.players.named import player_name
from deduce.confusion.record.setup import read_numbers, read_placement, read_square
from deduce.errors import DeduceError
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import replayed, suspects_told

INPUTS = int(os.environ.get("INPUTS", "300"))
SEED = os.environ.get("SEED", "")
LONGEST_WAIT = 60
"""Seconds after which it hangs, also on a busy machine."""
HERE = Path(__file__).parents[1]
ENGINE = HERE.parent / "deduce" / "confusion" / "engine" / "data"
RECORDS = sorted(
    [*(HERE / "confusion" / "record" / "data").glob("*.txt"), *(HERE.parent / "examples").glob("*.txt")]
)
PIECES = (
    "9" * 5000, "-1", "0x1f", "1e999", "inf", "nan", "NaN", "Infinity", "1979-05-27", "07:32:00", "true",
    "\0", "\x1b[2J", "\ud800", "\ufeff", "\u202e", "\r", "\r\n", "\n", "\t", "é", "\U0001d538", "²", "٣",
    "[", "]", "{", "}", "(", ")", '"', "'", '"""', "#", "=", ",", ";", ":", "+", "+!", "+!>A", "*A", "?A",
    "$A=7", "$A<>C", "$2", "$0", "resigns", "draws", "Z-N1>A", "VZ-NW1xZ", "(A-N1", "A-N1)", "White", "Rouge",
    "Ruleset = espionage", "Tokens = yes", "Variants = 2,4,5", "Limit = 3", "1. A-N1\tL-S1", "2)", "999999.",
    "[red]", " " * 5000, "a" * 5000, "," * 500, "a.b.c.d.e.f.g.h.i.j", "/dev/zero",
)  # fmt: skip
LINES = (
    "h n1 n", "hn1 no", "(H-N1)", "h forward 1 no", "vz nw1 y", "v with z nw1", "v without z nw1 n", "z s1",
    "reveal a 7", "reveal a crab", "two, h n1 y, k n1 n", "swap a c", "remove a", "expose a",
    "a n1 y + # why", "a n1 +!>a", "resign", "done", "coin:0.3", "careful", "advisor@0.05", "advisor@200n#2",
    "A6 c: chickenfoot, e the abb h ?", "A3,1 C4,1 E5,1", "2,5", "6,1",
)  # fmt: skip


def changed(text: str, draw: random.Random) -> str:
    """A text with a few random changes."""
    for _ in range(draw.choice([1, 1, 2, 4, 12])):
        begin = draw.randrange(len(text) + 1)
        end = min(len(text), begin + draw.choice([0, 0, 1, 1, 3, 20, 200]))
        piece = draw.choice(
            [text[begin:end] * draw.choice([2, 3, 50]), "", draw.choice(PIECES), chr(draw.randrange(1, 256))]
        )
        text = text[:begin] + piece + text[end:]
        if draw.random() < 0.05:
            words = text.split(" ")
            draw.shuffle(words)
            text = " ".join(words)
        text = text[:200_000]
    return text


def hung(_signal: int, _frame: FrameType | None) -> None:
    message = "it hangs"
    raise TimeoutError(message)


@contextmanager
def watched() -> Iterator[None]:
    """Whatever is raised on purpose is right; nothing else is, and nothing hangs."""
    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(LONGEST_WAIT)
    said = "nothing"
    try:
        yield
    except DeduceError as error:
        said = str(error)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert 0 < len(said) < 10_000


def as_record(text: str, draw: random.Random, folder: Path) -> None:
    record = parse_record(text, folder=folder)
    assert record.text == text
    look = look_at(record, draw.randint(0, len(record.steps)), {"model": "coin"})
    told = replayed(look, {})
    json.dumps(told.document(), allow_nan=False)
    for side in record.seats:
        json.dumps(suspects_told(look, {"side": side}).document(), allow_nan=False)
    if record.steps:
        place = draw.randrange(len(record.steps))
        texts = record.texts
        texts[place] = "(A-N1)"
        other = record.with_texts(texts, place)
        assert parse_record(other.text, folder=folder).texts == other.texts
        for answer in ("y", "n", "+"):
            with watched():
                assert CONFUSION.amend is not None
                CONFUSION.amend(record.steps[place].text, answer, None)
    record.with_note("well")


def as_line(text: str, draw: random.Random, _folder: Path) -> None:
    rules = draw.choice([CLASSIC, TOKENS])
    game = Game(rules, first=draw.choice([0, 1]))
    about = draw.choice([None, "a", "b"])
    for read in (
        lambda: read_line(text, game, 0),
        lambda: read_line("a n1", game, 0, (text,)),
        lambda: read_attempt(text, game, 0),
        lambda: read_actions(text, game, 1),
        lambda: amended("$2, A-N1, (C-N1) well", text, about),
        lambda: read_pairs(rules, text),
        lambda: read_placement(rules, 0, text),
        lambda: read_numbers(text),
        lambda: read_square(text),
        lambda: agent_model(text),
        lambda: player_name(text),
    ):
        with watched():
            read()


def as_diagrams(text: str, _draw: random.Random, folder: Path) -> None:
    path = folder / "diagrams.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    load_diagrams(path)


def as_rules(text: str, _draw: random.Random, folder: Path) -> None:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    Game(Rules.of(str(path)))


def as_position(text: str, _draw: random.Random, _folder: Path) -> None:
    parse_position(text)


def as_data(text: str, _draw: random.Random, _folder: Path) -> None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    position_from_json(data)


POSITIONS = [
    game.position for seed in range(5) for game in (random_game(CLASSIC, seed), random_game(TOKENS, seed))
]
SORTS: dict[str, tuple[list[str], Callable[[str, random.Random, Path], None]]] = {
    "records": ([path.read_text(encoding="utf-8") for path in RECORDS], as_record),
    "lines": (list(LINES), as_line),
    "diagrams": ([(ENGINE / "diagrams.toml").read_text(encoding="utf-8")], as_diagrams),
    "rules": (
        [
            path.read_text(encoding="utf-8")
            for path in sorted(ENGINE.glob("*.toml"))
            if path.stem != "diagrams"
        ],
        as_rules,
    ),
    "positions": (list(map(position_text, POSITIONS)), as_position),
    "data": ([json.dumps(position_json(position)) for position in POSITIONS], as_data),
}


@pytest.mark.parametrize("sort", SORTS)
def test_changed_inputs_end_in_one_sentence(sort: str, tmp_path: Path) -> None:
    """Or are read, and then everything that is asked of them is answered."""
    texts, read = SORTS[sort]
    draw = random.Random(f"{SEED} {sort}")
    for _ in range(INPUTS // len(SORTS)):
        text = changed(draw.choice(texts), draw)
        with watched():
            read(text, draw, tmp_path)
