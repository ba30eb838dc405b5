"""Plays many random battles of Cards and Confusion to their ends, and checks that every part agrees.

    python tests/cards/random_battle/many_battles.py --battles 500

plays 500 battles of each kind: each edition as it is, and each with a random choice of house rules. The same
seed always plays the same battle. Whatever fails is printed with what plays it again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cards.random_battle.invariants import check_line
from cards.random_battle.moments import check_moments
from deduce.cards.edition import edition_of
from deduce.cards.kind import CARDS
from deduce.cards.random_battle.playing import RandomBattle, random_battle
from deduce.tabletop.record import parse_record

__all__ = ["HOUSES", "check_replay", "house_of", "played"]

HOUSES = ("en", "fr", "en house", "fr house")
NUMBERS = {
    "combat.range": ("10", "25"),
    "field.length": ("160", "220"),
    "field.width": ("150", "240"),
    "halt.distance": ("15", "12.5"),
    "balls.stock": ("2", "12"),
    "cover.bonus": ("1", "5"),
    "cavalry.bonus": ("0", "2"),
    "flank.bonus": ("2", "6"),
    "rally.helper": ("2", "3"),
    "rally.mobDistance": ("25", "30"),
    "end.turns": ("12", "30"),
    "deck.reshuffleAt": ("10", "20"),
    "move.infantry": ("25", "30"),
    "mob.keepOff": ("10", "12"),
    "facing.halfAngle": ("30", "60"),
    "men.apart": ("1.5", "2"),
    "men.radius": ("0.2", "0.5"),
    "fire.shots": ("2", "2"),
    "combat.starts": ("2", "3"),
    "sites.needed": ("4", "2"),
}
"""House rules that are numbers."""
PACKS = ("", "", "", "32", "52 -k, 52 -k", "104", "52, 52 -a -a")


def house_of(seed: int, name: str) -> tuple[str, dict[str, str]]:
    """A random choice of house rules, and of packs and language."""
    rng = random.Random(f"{seed} {name}")
    law = edition_of(name).law
    found = [
        f"{each}={rng.choice([word for word, _ in decision.choices])}"
        for each, decision in law.decisions.items()
        if rng.random() < 0.2
    ]
    found += [f"{each}={rng.choice(values)}" for each, values in NUMBERS.items() if rng.random() < 0.08]
    # Three in four are fought on a small field, where they meet at once and long.
    if rng.random() < 0.75:
        found = [each for each in found if not each.startswith(("field.", "sites.needed"))]
        found += ["field.length=130", "field.width=150", "sites.needed=4"]
    headers = {"Pack": rng.choice(PACKS), "Language": rng.choice(["", "en", "fr"])}
    return ", ".join(found), {key: value for key, value in headers.items() if value}


def played(kind: str, seed: int) -> RandomBattle:
    """Play a battle again, looking at every line."""
    name, _, has_house = kind.partition(" ")
    house, headers = house_of(seed, name) if has_house else ("", {})
    battle = random_battle(seed, name, house, headers=headers, watch=check_line)
    check_replay(battle)
    return battle


def check_replay(battle: RandomBattle) -> None:
    """The record is read again without a fault, and ends as the battle did."""
    record = parse_record(CARDS, battle.text)
    assert not record.misfits, record.misfits[0]
    assert record.text == battle.text
    assert record.now == battle.ledger
    assert len(record.steps) == len(battle.lines)


def say(line: str) -> None:
    """Write a line at once, so that a long run can be watched."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Play them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=25)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", default=",".join(HOUSES))
    parser.add_argument("--moments", type=int, default=0, help="look at so many moments of each battle, too")
    wanted = parser.parse_args()
    failed = 0
    for kind in wanted.kinds.split(","):
        ends: Counter[str] = Counter()
        began, lines = time.monotonic(), 0
        for seed in range(wanted.first, wanted.first + wanted.battles):
            try:
                battle = played(kind, seed)
                check_moments(battle, seed, wanted.moments)
            except Exception as error:  # noqa: BLE001 - whatever fails is to be named, and the next one played
                failed += 1
                place = traceback.extract_tb(error.__traceback__)[-1]
                notes = " ".join(getattr(error, "__notes__", ()))
                what = f"{type(error).__name__} in {place.name}: {str(error)[:600]} {notes}"
                say(f"played({kind!r}, {seed}): {what}")
                continue
            outcome = battle.ledger.outcome
            assert outcome is not None
            ends[outcome.rule + ("" if outcome.winner is not None else " draw")] += 1
            lines += len(battle.lines)
        took = time.monotonic() - began
        say(f"{kind}: {sum(ends.values())} battles, {lines} lines, {dict(ends)}, {took:.0f} s")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
