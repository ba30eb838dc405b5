"""Pairs of battles of Cards and Confusion whose packs differ only in the order of the cards still to come.

Both have the same key, so that the same stands in their files; what follows from it is another order from the
first card on that is never turned. A pair ends where its packs are opened: then the key stands in the record,
so that everybody can work out what would have come, and the made-up order is no longer the one of the key.
"""

from __future__ import annotations

import contextlib
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

from deduce.cards.engine.entries import Fight, Rally, Shot
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.packs import Deck
from deduce.cards.kind import CARDS
from deduce.cards.record import sealing
from deduce.cards.sealed import checking
from deduce.cards.sealed.order import order_of
from deduce.cards.solo.choosing import choose
from deduce.errors import DeduceError
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.export import exported
from deduce.tabletop.questions import replay_json, replayed
from deduce.tabletop.saved import begin_game, open_game

__all__ = ["SIGHTS", "SLOW", "Battle", "moments"]

FILE = "battle.txt"
PACKS = ("", "Pack = 32\n", f"Pack = 32 {'-a -7 -8 -9 -t ' * 4}\n", "House = DEC-2=combat\n")
"""Whole packs, small ones, such as are soon empty, and those that are shuffled after each combat."""
ARMIES = "Blue = a inf 12 odf; b inf 6 odf; c cav 8; g art 4\nRed = n inf 12 odf; o inf 6; p cav 8; r art 4\n"
COMBATS = ("{one} {two}", "{one} {two} f", "{one} {two} w", "{two} {one}", "end")
LINES = (
    *COMBATS, "g>{two}", "rally {one} +", "undo", "redo", "undo 2", "edit 1 {one} {two}", "delete 1", "at 1",
    "insert 1 {one} {two}", "{one}9 {two}4", "{one} {two} won", "cards", "9 4", "shuffle", "shuffle !",
    "try {one} {two}", "{card} {other}", "back", "at", "note nothing", "o/df", "1", "moves", "left 40", "?",
    "{one} 4/2/0", "board", "open", "resign",
)  # fmt: skip
FORCED = ("{one} {two} !", "{one}{card} {two}{other} !")
"""What is typed; much of it is refused, and some answers nothing."""
KEY = "c0ffee" * 10 + "c0de"
TO_COME = "another order"


class Battle:
    """A battle with its companion, in a folder of its own, with packs in an order that was chosen."""

    def __init__(self, folder: Path, headers: str, turned: Mapping[tuple[int, int], int] | None) -> None:
        self.folder, self.turned = folder, turned
        self.seen: dict[tuple[int, int], int] = {}
        folder.mkdir()
        text = f"Game = cards\nSeal = new\n{headers}{ARMIES}\n"
        with self.dealing():
            self.companion = TableCompanion(begin_game(CARDS, folder / FILE, text))
        self.said: object = ""

    @contextlib.contextmanager
    def dealing(self) -> Iterator[None]:
        """Have the keys in the folder, and the cards in the order of this battle."""
        with (
            mock.patch.object(sealing, "keys_folder", return_value=self.folder / "keys"),
            mock.patch.object(sealing, "unknown_key", return_value=KEY),
            mock.patch.object(checking, "order_of", self._order),
            mock.patch.object(sealing, "next_card", self._next),
        ):
            yield

    def _order(self, key: str, side: int, shuffles: int, deck: Deck) -> tuple[int, ...]:
        order = [*order_of(key, side, shuffles, deck)]
        if self.turned is not None:
            same = self.turned.get((side, shuffles), 0)
            rest = order[same:]
            random.Random(f"{TO_COME} {side} {shuffles}").shuffle(rest)
            order[same:] = rest
        return tuple(order)

    def _next(self, ledger: Ledger, key: str, side: int) -> int | None:
        """Turn a card, and note how many of the pack have been turned, also where that is taken back."""
        pack = ledger.packs[side]
        pack = pack if pack.size > 0 else pack.shuffled()
        place = side, pack.shuffles
        # A card from elsewhere takes one of its rank out of the order, wherever that is.
        many = sum(pack.full) if ledger.by_hand else len(pack.turned) + 1
        self.seen[place] = max(many, self.seen.get(place, 0))
        return checking.next_card(ledger, key, side)

    @property
    def is_open(self) -> bool:
        """Whether the key of the packs stands in the record, which is when nothing is hidden any more."""
        return bool(self.companion.kept.record.now.key)

    def reopen(self) -> None:
        """Go on in another sitting."""
        with self.dealing():
            self.companion = TableCompanion(open_game(CARDS, self.folder / FILE))

    def obey(self, line: str) -> None:
        with self.dealing():
            self.said = self.companion.obey(line)

    def masked(self, seen: object) -> bytes:
        """Return what is seen without the name of the folder."""
        text = seen if isinstance(seen, bytes) else repr(seen).encode()
        return text.replace(str(self.folder).encode(), b"FOLDER")


def moments(pair: int) -> Iterator[tuple[str, Battle, Battle, int]]:
    """Yield the moments of a pair until its packs are opened: their names, both battles, and a seat."""
    draw, headers = random.Random(f"packs {pair}"), PACKS[pair % len(PACKS)]
    lines = [_line(draw) for _ in range(draw.randint(10, 40))]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        # To know which cards are turned at all, it is played once.
        rehearsal = Battle(folder / "rehearsal", headers, None)
        for count, line in enumerate(lines, 1):
            _go_on(rehearsal, line, reopens=(pair + count) % 5 == 0)
        one = Battle(folder / "one", headers, None)
        two = Battle(folder / "two", headers, rehearsal.seen)
        yield "begun", one, two, 0
        for count, line in enumerate(lines, 1):
            for battle in (one, two):
                _go_on(battle, line, reopens=(pair + count) % 5 == 0)
            if one.is_open:
                return
            yield f"line {count}, {line}", one, two, count % 2


def _go_on(battle: Battle, line: str, *, reopens: bool) -> None:
    if reopens:
        battle.reopen()
    battle.obey(line)


def _line(draw: random.Random) -> str:
    words = {"one": draw.choice("abc"), "two": draw.choice("nop")}
    words |= {name: draw.choice("a23456789tjqk") for name in ("card", "other")}
    # Half of what is typed are combats; what the table decided is rare, since other cards then mix in.
    chance = draw.random()
    return draw.choice(COMBATS if chance < 0.5 else FORCED if chance > 0.99 else LINES).format(**words)


def _of(see: Callable[[Battle], object]) -> Callable[[Battle, int], object]:
    def sight(battle: Battle, _: int) -> object:
        with battle.dealing():
            return battle.masked(see(battle))

    return sight


def _files(battle: Battle) -> object:
    """All files beside the record too, such as its history; not the folder of the keys."""
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


def _chosen(battle: Battle) -> object:
    """What the machine would do with every third combat in reach, while it could have cards turned."""
    now = battle.companion.kept.record.now
    if now.outcome is not None:
        return None
    pairs = product(now.of_side(now.active), now.of_side(1 - now.active))
    candidates = [Fight(one.letter, other.letter, (), flank=True) for one, other in pairs][::3]
    ledger = sealing.known(now, battle.companion.kept.path)
    try:
        return choose(ledger, [*candidates, *(Shot("g", letter) for letter in "nop"), Rally("a", 1)])
    except DeduceError as error:
        # After cards that were typed and cannot be, there are no odds.
        return str(error)


SIGHTS: Mapping[str, Callable[[Any, int], object]] = {
    "said": _of(lambda battle: battle.said),
    "files": _of(_files),
    "question": _of(lambda battle: (battle.companion.question, battle.companion.summary)),
    "states": _of(_states),
}
"""What can be seen at each moment, by name."""
SLOW: Mapping[str, tuple[int, Callable[[Any, int], object]]] = {
    "frame": (3, _of(lambda battle: vars(battle.companion.frame()))),
    "moves": (5, _of(lambda battle: battle.companion.obey("moves").said)),
    "replay": (5, _of(lambda battle: replayed(battle.companion.look, {}).said)),
    "JSON": (5, _of(lambda battle: replay_json(battle.companion.look))),
    "choice of the machine": (12, _of(_chosen)),
    "exports": (7, _of(_exports)),
}
"""What takes longer."""
