"""A second ledger, written from the rules alone: plain dictionaries, real cards, nothing clever.

It plays random entries itself, since only then all is known of a card that nobody saw, and returns each as
the ledger under test is told it.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from deduce.cards.engine import entries as en
from deduce.cards.engine.combat import Result
from deduce.cards.engine.units import Act, Cover

GUN = {
    "fr": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4, 4],
    "en": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 4, 4, 4],
}
NUMBERS = {
    "balls.stock": 4, "cover.bonus": 3, "cavalry.bonus": 1, "flank.bonus": 4, "combat.kills": 1,
    "fire.kills": 1, "rally.helper": 1, "sites.needed": 3, "end.turns": 0, "deck.reshuffleAt": 6,
    "balls.open": 1, "balls.woods": 1, "balls.wall": 2, "balls.redoubt": 3, "balls.trench": 3,
}  # fmt: skip
OPTIONS = {
    "CC-SET-6": ("cannon", "player"),
    "DEC-2": ("empty", "combat", "left", "turn"),
    "DEC-20": ("locked", "turn", "lapse"),
    "DEC-20b": ("stay", "leave"),
    "DEC-23": ("ranks", "any"),
    "DEC-24": ("apart", "attackable"),
    "DEC-28": ("one", "all"),
    "DEC-30": ("single", "each"),
    "DEC-33": ("single", "pooled"),
    "DEC-34": ("attacked", "starter", "always"),
    "DEC-35": ("counted", "before"),
    "DEC-35b": ("plain", "bonuses"),
    "DEC-36": ("replace", "greater"),
    "DEC-36b": ("adds", "none"),
    "DEC-37": ("starter", "position"),
    "DEC-39": ("last", "free"),
    "DEC-42": ("captured", "kept"),
    "DEC-48": ("pooled", "gun"),
}
BY_EDITION = {
    "fr": {"CC-SET-6": "player", "DEC-30b": "none", "DEC-39": "free"},
    "en": {"CC-SET-6": "cannon", "DEC-30b": "optional", "DEC-39": "last"},
}
HARD = ("wall", "redoubt", "trench")
COVERS = ("open", "woods", *HARD)


class Naive:
    """A battle.

    Attributes:
        rules: Every number and option.
        units: The units by their letters.
        locked: Who is locked together, and since which turn they have not fought.
        packs: What is really left of each pack, unshuffled: any of these cards can come next.
        missed: The cards of each pack that came and that nobody saw.
    """

    def __init__(
        self, edition: str, house: dict[str, Any], seed: int, armies: dict[str, tuple[Any, ...]]
    ) -> None:
        self.random = random.Random(seed)
        first = {name: words[0] for name, words in OPTIONS.items()}
        self.rules: dict[str, Any] = {**NUMBERS, **first, "DEC-42": "kept", **BY_EDITION[edition], **house}
        self.gun = GUN[edition]
        self.units: dict[str, dict[str, Any]] = {}
        for letter, (side, kind, men, specials, cannon) in armies.items():
            self.units[letter] = {
                "side": side, "kind": kind, "ranks": men, "confused": 0, "lying": 0, "gone": 0, "men": men,
                "specials": set(specials), "confused_specials": set(), "cannon": cannon,
                "cover": "open", "act": None,
                "fights": 0, "shots": 0, "used": 0, "at_gun": True,
            }  # fmt: skip
        self.locked: dict[frozenset[str], int] = {}
        self.packs = [[rank for rank in range(1, 14) for _ in range(4)] for _ in range(2)]
        self.missed: list[list[int]] = [[], []]
        stock = self.rules["balls.stock"]
        self.balls = [
            stock if self.rules["CC-SET-6"] == "player" else stock * sum(
                unit["cannon"] for unit in self.units.values() if unit["side"] == side
            )
            for side in range(2)
        ]  # fmt: skip
        self.sites: list[int | None] = [None] * 4
        self.turn, self.active = 1, 0
        self.outcome: tuple[int | None, str] | None = None

    # --- What happens at random --------------------------------------------------------------------

    def step(self) -> en.Entry:
        """Do something at random, and return it as an entry."""
        found = None
        while found is None:
            acts = [self.fight] * 8 + [self.shot] * 2 + [self.rally] * 3 + [self.end] * 2
            acts += [
                self.cover,
                self.site,
                self.move,
                self.flee,
                self.shuffle,
                self.free,
                self.capture,
                self.count,
            ]
            found = self.random.choice(acts)()
        self.settle()
        return found

    def pick(
        self, side: int | None = None, *, kind: str = "", alive: bool = True, ranks: bool = False
    ) -> str | None:
        """Return a unit at random."""
        there = [
            letter
            for letter, unit in self.units.items()
            if (side is None or unit["side"] == side)
            and (not kind or unit["kind"] == kind)
            and (not alive or unit["ranks"] + unit["confused"])
            and (not ranks or unit["ranks"])
        ]
        return self.random.choice(there) if there else None

    def draw(self, side: int) -> int:
        """Turn up a card (DEC-2)."""
        pack = self.packs[side]
        if not pack:
            self.refill(side)
            pack = self.packs[side]
        return pack.pop(self.random.randrange(len(pack)))

    def refill(self, side: int) -> None:
        self.packs[side] = [rank for rank in range(1, 14) for _ in range(4)]
        self.missed[side] = []

    # --- Combats -----------------------------------------------------------------------------------

    def fight(self) -> en.Entry | None:
        """Section 14 of the rules."""
        rules = self.rules
        one = self.pick(self.active, ranks=True)
        other = self.pick(1 - self.active, ranks=rules["DEC-24"] == "apart")
        if one is None or other is None:
            return None
        more = ()
        if rules["DEC-33"] == "pooled" and self.random.random() < 0.3:
            third = self.pick(1 - self.active, ranks=True)
            more = (third,) if third not in {None, other} else ()
        flank, flanked = (self.random.random() < 0.25 for _ in range(2))
        cover = self.random.choice([None, None, *COVERS])
        a, b = self.draw(self.active), self.draw(1 - self.active)
        u, targets = self.units[one], [self.units[letter] for letter in (other, *more)]
        total_a = a + (self.shelter(u, u["cover"]) if rules["DEC-34"] != "attacked" else 0)
        total_b = b + max(self.shelter(unit, cover or self.around(unit, flank)) for unit in targets)
        hit = self.random.choice([other, *more])
        v = self.units[hit]
        if total_a > total_b:
            losses, result = [(hit, self.confusion(u, a, v, flank=flank))], Result.WON
        elif total_a < total_b:
            seen = flanked and rules["DEC-37"] == "position"
            losses, result = [(one, self.confusion(v, b, u, flank=seen))], Result.LOST
        else:
            seen = flanked and rules["DEC-37"] == "position"
            losses = [
                (one, self.tie(v, b, u, flank=seen)),
                (hit, self.tie(u, a, v, flank=flank)),
            ]
            result = Result.TIED
        picks = {
            letter: self.lose(letter, ordered, rules["combat.kills"], lies=True) for letter, ordered in losses
        }
        u["fights"] += 1
        for letter in (other, *more):
            self.locked[frozenset({one, letter})] = self.turn
        cards = [frozenset({a}), frozenset({b})]
        told, counted = None, None
        if self.random.random() < 0.15:
            # Somebody missed a card, and says how it ended.
            missed = self.random.randrange(2)
            side = self.active if missed == 0 else 1 - self.active
            self.missed[side].append((a, b)[missed])
            cards[missed] = frozenset(range(1, 14))
            told = result
            counted = max((self.confused_now[letter] for letter, _ in losses), default=0)
        for side in range(2):
            if rules["DEC-2"] == "combat" or (
                rules["DEC-2"] == "left" and len(self.packs[side]) <= rules["deck.reshuffleAt"]
            ):
                self.refill(side)
        none = en.Picks()
        return en.Fight(
            one, other, (cards[0], cards[1]), flank=flank, flanked=flanked,
            cover=None if cover is None else Cover(cover),
            result=told, confused=counted, others=more, hit=hit if more else "", picks=picks.get(hit, none),
            starter_picks=picks.get(one, none),
        )  # fmt: skip

    def shelter(self, unit: dict[str, Any], cover: str) -> int:
        """CC-COMB-6."""
        return self.rules["cover.bonus"] if cover in HARD and unit["kind"] != "cav" else 0

    def around(self, unit: dict[str, Any], flank: bool) -> str:
        """DEC-34: a trench covers all round, anything else only in front."""
        if flank and unit["cover"] != "trench" and self.rules["DEC-34"] != "always":
            return "open"
        return unit["cover"]

    def confusion(self, winner: dict[str, Any], face: int, loser: dict[str, Any], *, flank: bool) -> int:
        """How many are ordered to be confused by a win (CC-KILL-2, CC-SPEC)."""
        return self.number(winner, face, loser["lying"] + self.rules["combat.kills"], flank=flank)

    def number(self, winner: dict[str, Any], face: int, n: int, *, flank: bool) -> int:
        rules = self.rules
        four = rules["flank.bonus"] if flank else 0
        if winner["kind"] == "art":
            card = self.gun[face - 1]
            if rules["DEC-36"] == "greater" and n > card:
                card = n
            return card + (four if rules["DEC-36b"] == "adds" else 0)
        return n + four + (rules["cavalry.bonus"] if winner["kind"] == "cav" else 0)

    def tie(self, other: dict[str, Any], face: int, loser: dict[str, Any], *, flank: bool) -> int:
        """CC-KILL-7, DEC-35."""
        n = loser["lying"] + (self.rules["combat.kills"] if self.rules["DEC-35"] == "counted" else 0)
        return self.number(other, face, n, flank=flank) if self.rules["DEC-35b"] == "bonuses" else n

    confused_now: dict[str, int]

    def lose(self, letter: str, ordered: int, kills: int, *, lies: bool) -> en.Picks:
        """Section 8: who dies and who becomes confused; the picker picks at random among what is allowed."""
        unit, last = self.units[letter], self.rules["DEC-39"] == "last"
        confused_die = not unit["ranks"]
        said_confused = False
        if (
            unit["ranks"]
            and unit["confused"] >= kills
            and self.rules["DEC-23"] == "any"
            and self.random.random() < 0.3
        ):
            confused_die = said_confused = True
        source, specials = ("confused", "confused_specials") if confused_die else ("ranks", "specials")
        dead: set[str] = set()
        killed = min(kills, unit[source])
        for _ in range(killed):
            man = self.somebody(unit[source], unit[specials], last=last)
            unit[source] -= 1
            dead |= man
            unit[specials] -= man
        ran: set[str] = set()
        # Never more than are left in ranks.
        confused = min(ordered, unit["ranks"]) if killed else 0
        for _ in range(confused):
            man = self.somebody(unit["ranks"], unit["specials"], last=last)
            unit["ranks"] -= 1
            ran |= man
            unit["specials"] -= man
        unit["confused"] += confused
        unit["confused_specials"] |= ran
        unit["lying" if lies else "gone"] += killed
        if not hasattr(self, "confused_now"):
            self.confused_now = {}
        self.confused_now[letter] = confused
        if not killed:
            return en.Picks()
        letters = "".join(sorted(dead)) + ("c" if said_confused else "")
        return en.Picks(letters, "".join(sorted(ran)), are_said=True)

    def somebody(self, count: int, specials: set[str], *, last: bool) -> set[str]:
        """Pick a man; a plain one is nobody in particular (CC-KILL-6)."""
        plain = count - len(specials)
        if plain and (last or self.random.random() < plain / count):
            return set()
        return {self.random.choice(sorted(specials))}

    # --- Shots, rallies, and what else there is ----------------------------------------------------

    def left_of(self, gun: dict[str, Any]) -> int:
        if self.rules["CC-SET-6"] == "cannon" and self.rules["DEC-48"] == "gun":
            return gun["cannon"] * self.rules["balls.stock"] - gun["used"]
        return self.balls[gun["side"]]

    def shot(self) -> en.Entry | None:
        """Section 6."""
        gun, target = self.pick(self.active, kind="art", ranks=True), self.pick(1 - self.active)
        if gun is None or target is None:
            return None
        cover = self.random.choice([None, *COVERS])
        g, v = self.units[gun], self.units[target]
        cost = self.rules[f"balls.{cover or v['cover']}"]
        if cost > self.left_of(g):
            return None
        self.balls[g["side"]] -= cost
        g["used"] += cost
        g["shots"] += 1
        picks = self.lose(
            target, 0, self.rules["fire.kills"], lies=any(target in pair for pair in self.locked)
        )
        return en.Shot(gun, target, None if cover is None else Cover(cover), picks)

    def rally(self) -> en.Entry | None:
        """Section 5."""
        letter = self.pick(self.active)
        if letter is None:
            return None
        unit, helpers = (
            self.units[letter],
            self.random.randrange(3 if self.rules["DEC-30b"] == "optional" else 2),
        )
        bonus = self.rules["rally.helper"] * (helpers if self.rules["DEC-30"] == "each" else bool(helpers))
        count = min(unit["confused"], unit["ranks"] + bonus)
        if not unit["ranks"] and self.rules["DEC-28"] == "all":
            count = unit["confused"] if helpers else 0
        back: set[str] = set()
        for _ in range(count):
            man = self.somebody(unit["confused"], unit["confused_specials"], last=False)
            unit["confused"] -= 1
            unit["ranks"] += 1
            unit["confused_specials"] -= man
            unit["specials"] |= man
            back |= man
        unit["act"] = "rally"
        return en.Rally(letter, helpers, "".join(sorted(back)))

    def cover(self) -> en.Entry | None:
        letter = self.pick()
        if letter is None:
            return None
        self.units[letter]["cover"] = cover = self.random.choice(COVERS)
        return en.Covered(letter, Cover(cover))

    def site(self) -> en.Entry | None:
        letter, place = self.pick(ranks=True), self.random.randrange(4)
        if letter is None:
            return None
        if self.random.random() < 0.4:
            self.sites[place] = None
            return en.Site(place + 1, "")
        self.sites[place] = self.units[letter]["side"]
        return en.Site(place + 1, letter)

    def move(self) -> en.Entry | None:
        letter = self.pick(self.active)
        if letter is None:
            return None
        act = self.random.choice([Act.MOVE, Act.REFORM])
        self.units[letter]["act"] = act.value
        if act is Act.MOVE and self.rules["DEC-20b"] == "leave":
            self.release([pair for pair in self.locked if letter in pair])
        return en.Stepped(letter, act)

    def flee(self) -> en.Entry | None:
        mobs = [letter for letter, unit in self.units.items() if unit["confused"] and not unit["ranks"]]
        if not mobs:
            return None
        letter = self.random.choice(mobs)
        unit, is_out = self.units[letter], self.random.random() < 0.2
        unit["at_gun"] = unit["kind"] != "art"
        if unit["side"] == self.active:
            unit["act"] = "move"
        if is_out:
            unit["gone"] += unit["confused"]
            unit["confused"], unit["confused_specials"] = 0, set()
        return en.Flight(letter, is_out)

    def shuffle(self) -> en.Entry | None:
        if self.random.random() < 0.5:
            return None
        side = self.random.choice([None, 0, 1])
        for each in (0, 1) if side is None else (side,):
            self.refill(each)
        return en.Shuffle(side)

    def free(self) -> en.Entry | None:
        if not self.locked:
            return None
        pair = self.random.choice(sorted(map(sorted, self.locked)))
        self.release([frozenset(pair)])
        return en.Free(pair[0], pair[1])

    def capture(self) -> en.Entry | None:
        if self.rules["DEC-42"] != "captured":
            return None
        letter = self.pick(self.active, ranks=True)
        guns = [each for each, unit in self.units.items() if unit["cannon"] and unit["side"] != self.active]
        if letter is None or not guns:
            return None
        other = self.random.choice(guns)
        for what in ("cannon", "used"):
            self.units[letter][what] += self.units[other][what]
            self.units[other][what] = 0
        self.units[other]["at_gun"] = self.units[other]["kind"] != "art"
        return en.Capture(letter, other)

    def count(self) -> en.Entry | None:
        letter = self.pick()
        if letter is None or self.units[letter]["specials"] or self.units[letter]["confused_specials"]:
            return None
        unit = self.units[letter]
        there = unit["ranks"] + unit["confused"] + unit["lying"]
        ranks = self.random.randint(1, there)
        unit["ranks"], unit["confused"] = ranks, there - ranks
        unit["gone"], unit["lying"] = unit["men"] - there, 0
        return en.Count(letter, ranks, there - ranks, 0)

    def end(self) -> en.Entry:
        """The turn passes."""
        if self.rules["DEC-20"] == "turn":
            self.release([*self.locked])
        if self.rules["DEC-20"] == "lapse":
            self.release([pair for pair, turn in self.locked.items() if self.turn > turn + 1])
        if self.rules["DEC-2"] == "turn":
            self.refill(0)
            self.refill(1)
        for unit in self.units.values():
            unit.update(act=None, fights=0, shots=0)
        if self.rules["end.turns"] and self.turn >= self.rules["end.turns"]:
            score = [
                (
                    self.sites.count(side),
                    sum(unit["ranks"] for unit in self.units.values() if unit["side"] == side),
                )
                for side in range(2)
            ]
            winner = None if score[0] == score[1] else score.index(max(score))
            self.outcome = (winner, "CC-WIN-3")
        else:
            self.active, self.turn = 1 - self.active, self.turn + 1
        return en.End()

    # --- What follows ------------------------------------------------------------------------------

    def release(self, pairs: list[frozenset[str]]) -> None:
        """End engagements; whoever is engaged with nobody then has its dead taken off (CC-KILL-3)."""
        for pair in pairs:
            del self.locked[pair]
        for letter in {letter for pair in pairs for letter in pair}:
            if not any(letter in pair for pair in self.locked):
                unit = self.units[letter]
                unit["gone"] += unit["lying"]
                unit["lying"] = 0

    def settle(self) -> None:
        self.release(
            [pair for pair in self.locked if not all(self.units[letter]["ranks"] for letter in pair)]
        )
        if self.outcome is not None:
            return
        for side in range(2):
            if self.sites.count(side) >= self.rules["sites.needed"]:
                self.outcome = (side, "CC-WIN-1")
                return
        alive = {unit["side"] for unit in self.units.values() if unit["ranks"] + unit["confused"]}
        if len(alive) < 2:
            self.outcome = (alive.pop() if alive else None, "CC-WIN-3")

    def snapshot(self) -> dict[str, Any]:
        """Return everything that both ledgers keep."""
        units = copy.deepcopy(self.units)
        for unit in units.values():
            del unit["men"]
        return {
            "units": units,
            "locked": {*self.locked},
            "sizes": [len(pack) for pack in self.packs],
            "unseen": [
                [pack.count(rank) + missed.count(rank) for rank in range(1, 14)]
                for pack, missed in zip(self.packs, self.missed, strict=True)
            ],
            "balls": self.balls.copy(),
            "sites": self.sites.copy(),
            "turn": (self.turn, self.active),
            "outcome": self.outcome,
        }
