"""Pairs of battles that differ only in what is written on order sheets, compared like those of `leaks.py`.

    python -m faults.orders --pairs 1000 --jobs 2

Both have the same keys, so that even a salt that is shown is the same; what differs are the lines of the
English sheets that are never opened, and their codes, which are masked.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from deduce.napoleonic.kind import NAPOLEONIC
from deduce.napoleonic.lines import sealing
from deduce.napoleonic.orders import keeping
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.export import exported
from deduce.tabletop.questions import replay_json, replayed
from deduce.tabletop.saved import begin_game, open_game

__all__ = ["SIGHTS", "SLOW", "Battle", "moments"]

FILE = "battle.txt"
ARMIES = """Game = napoleonic
French = FR; 3 cav light column 12 formed; 5 inf line column 18 formed; 7 inf light skirmish 6
English = EN; e1 cav light line 10 formed; e2 inf line line 18 regular; e3 inf line square 18; e4 inf skirmish

"""
OURS, THEIRS = ("3", "5", "7"), ("e1", "e2", "e3", "e4")
ORDERS = ("hold", "cover", "harass", "other")
LINES = (
    "q", "q", "h", "{our} charge", "{our} charge {their} ~20-31", "{their} charge !", "{their} evade !",
    "declare {their} charge !", "{our} evade !", "{our} counter {their} !", "{their} missed",
    "{our} stopped evades", "{our} diverted {their} between", "{their} touched {our}", "undo", "redo",
    "undo 2", "moves", "board", "at 2", "at", "try {our} charge {their}", "back", "check", "check H2",
    "can {our} charge {their}", "{their} melee", "{their} is formed", "open {our}", "open {our}/order",
    "note nothing", "delete 3", "edit 2 q", "over French", "seal French", "seal English", "open",
    "write French H1 3 charge e1", "write English H1 e1 charge 3", "?",
)  # fmt: skip
WRONG = ("{name} evade", "e1 charge {name}", "e1 {name}", "e1 charge 3; {name}")
"""What is typed in secret and makes no sense, with a word that nobody may see."""
_CODE = re.compile(rb'[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}|(?<="check": ")[0-9a-f]{16}')
"""Codes, and what the history of a file notes of its text, which has codes in it."""


class Sheets(NamedTuple):
    """What is typed in secret for a half: the same of the French, something else of the English.

    Attributes:
        ours: What the French write, in both battles.
        theirs: What the English write in each.
        wrong: What is typed first and makes no sense, in each.
    """

    ours: str
    theirs: tuple[str, str]
    wrong: tuple[str, str]


class Typed(NamedTuple):
    """What is typed.

    Attributes:
        one: In the one battle.
        two: In the other.
        is_hidden: Whether it is typed only where it is asked in secret; else what was asked is dropped first.
    """

    one: str
    two: str
    is_hidden: bool = False


class Battle:
    """A battle with its companion, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seals = folder, 0
        folder.mkdir()
        with self.kept():
            self.companion = TableCompanion(begin_game(NAPOLEONIC, folder / FILE, ARMIES))
        self.said: object = ""

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Have the sheets in the folder, and the same keys in both battles."""
        with (
            mock.patch.object(keeping, "keys_folder", return_value=self.folder / "keys"),
            mock.patch.object(sealing, "unknown_key", self._key),
        ):
            yield

    def _key(self) -> str:
        self.seals += 1
        return hashlib.sha256(f"sheet {self.seals}".encode()).hexdigest()

    def reopen(self) -> None:
        """Go on in another sitting."""
        with self.kept():
            self.companion = TableCompanion(open_game(NAPOLEONIC, self.folder / FILE))

    def obey(self, line: str) -> None:
        with self.kept():
            self.said = self.companion.obey(line)

    def masked(self, seen: object) -> bytes:
        """Return what is seen without the name of the folder and without codes."""
        text = seen if isinstance(seen, bytes) else repr(seen).encode()
        return _CODE.sub(b"CODE", text.replace(str(self.folder).encode(), b"FOLDER"))


# --- What is typed -----------------------------------------------------------------------------------


def _sheets(draw: random.Random, opened: tuple[str, ...]) -> Sheets:
    same = {unit: _line(draw, unit, OURS) for unit in opened}
    theirs = [{**_written(draw, THEIRS, OURS), **same} for _ in range(2)]
    names = [f"x{draw.randint(100, 999)}" for _ in range(2)]
    form = draw.choice(WRONG)
    texts = ["; ".join(filter(None, each.values())) or "none" for each in theirs]
    ours = "; ".join(filter(None, _written(draw, OURS, THEIRS).values())) or "none"
    wrong = [form.format(name=name) for name in names]
    return Sheets(ours, (texts[0], texts[1]), (wrong[0], wrong[1]))


def _line(draw: random.Random, unit: str, enemies: tuple[str, ...]) -> str:
    return draw.choice([f"{unit} charge {draw.choice(enemies)}", f"{unit} evade", ""])


def _written(draw: random.Random, units: tuple[str, ...], enemies: tuple[str, ...]) -> dict[str, str]:
    orders = {f"{unit}/order": f"{unit} order {draw.choice(ORDERS)}" for unit in units if draw.random() < 0.4}
    return {**{unit: _line(draw, unit, enemies) for unit in units}, **orders}


def _typed(draw: random.Random) -> Iterator[Typed]:
    """Yield what is typed in both battles, one line after the other."""
    # The lines that may be opened are the same in both battles.
    opened = tuple(draw.sample(THEIRS, draw.randint(0, 2)))
    for _ in range(draw.randint(2, 4)):
        sheets = _sheets(draw, opened)
        yield Typed("at", "at")
        yield Typed("seal French", "seal French")
        yield from [Typed(sheets.ours, sheets.ours, is_hidden=True)] * 2
        yield Typed("seal English", "seal English")
        if draw.random() < 0.4:
            yield Typed(*sheets.wrong, is_hidden=True)
        yield from [Typed(*sheets.theirs, is_hidden=True)] * 2
        for _ in range(draw.randint(3, 9)):
            text = draw.choice([*LINES, *(f"open {unit} !" for unit in opened)])
            text = text.format(our=draw.choice(OURS), their=draw.choice(THEIRS))
            yield Typed(text, text)
        yield Typed("h", "h")


def moments(pair: int) -> Iterator[tuple[str, Battle, Battle, int]]:
    """Yield the moments of a pair: what they are called, both battles, and a seat."""
    draw = random.Random(f"orders {pair}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        one, two = Battle(folder / "one"), Battle(folder / "two")
        yield "begun", one, two, 0
        for count, typed in enumerate(_typed(draw), 1):
            for battle, line in zip((one, two), typed[:2], strict=True):
                if battle.companion.question and not typed.is_hidden:
                    battle.obey("undo")
                if (pair + count) % 7 == 0 and not battle.companion.question:
                    battle.reopen()
                if battle.companion.is_hidden or not typed.is_hidden:
                    battle.obey(line)
            yield f"line {count}, {typed.one}", one, two, count % 2


# --- What is seen ------------------------------------------------------------------------------------


def _of(see: Callable[[Battle], object]) -> Callable[[Battle, int], object]:
    def sight(battle: Battle, _: int) -> object:
        with battle.kept():
            return battle.masked(see(battle))

    return sight


def _files(battle: Battle) -> object:
    """All files beside the record too, such as its history; not the folder of the sheets."""
    paths = sorted(path for path in battle.folder.iterdir() if path.is_file())
    return [(path.name, path.read_bytes()) for path in paths if path.suffix != ".lock"]


def _exports(battle: Battle) -> object:
    seen = []
    for ending in ("txt", "json"):
        path = battle.folder / f"export.{ending}"
        exported(battle.companion.look, path)
        seen.append(path.read_bytes())
        path.unlink()
    return seen


def _states(battle: Battle) -> object:
    """How things stand now and stood before, as whoever prints a state sees it."""
    record = battle.companion.kept.record
    return [repr(state) for state in (record.begun.state, *(step.after for step in record.steps[-2:]))]


SIGHTS: Mapping[str, Callable[[Any, int], object]] = {
    "said": _of(lambda battle: battle.said),
    "files": _of(_files),
    "question": _of(lambda battle: (battle.companion.question, battle.companion.summary)),
    "states": _of(_states),
}
"""What can be seen at each moment, by name."""
SLOW: Mapping[str, tuple[int, Callable[[Any, int], object]]] = {
    "frame": (3, _of(lambda battle: vars(battle.companion.frame()))),
    "replay": (5, _of(lambda battle: replayed(battle.companion.look, {}).said)),
    "JSON": (5, _of(lambda battle: replay_json(battle.companion.look))),
    "exports": (7, _of(_exports)),
}
"""What takes longer."""


if __name__ == "__main__":
    from faults import leaks

    sys.exit(leaks.main(["--ways", "orders", *sys.argv[1:]]))
