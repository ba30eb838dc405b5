"""What is shown, known and advised at some moments: all has an answer, and what happened was possible."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from deduce.cards import showing
from deduce.cards.advice.said import odds_told, review_told, suggest_told, threat_told
from deduce.cards.engine import entries as en
from deduce.cards.engine.ledger import Ledger
from deduce.cards.kind import CARDS
from deduce.cards.knowledge.chances import next_card
from deduce.cards.notation.parsed import parse_line
from deduce.cards.random_battle.playing import RandomBattle
from deduce.cards.ranks import seen_of
from deduce.cards.still import still_told
from deduce.errors import OutOfReachError
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.questions import sheets_told
from deduce.tabletop.record import parse_record
from deduce.tabletop.said import Told


def check_moments(battle: RandomBattle, seed: int, count: int) -> None:
    """Look at so many moments of a battle.

    Raises:
        AssertionError: If something cannot be so.
    """
    if not count:
        return
    rng = random.Random(seed)
    record = parse_record(CARDS, battle.text)
    for ply in sorted(rng.sample(range(len(battle.lines)), min(count, len(battle.lines)))):
        look = look_at(record, ply, {})
        try:
            check_cards(look.state, battle.lines[ply])
            check_words(look, rng)
        except Exception as error:
            error.add_note(f"--ply {ply}")
            raise
    check_advice(review_told, look_at(record, None, {}), {})


def check_cards(ledger: Ledger, line: str) -> None:
    """The cards that come next could come; where all were seen, by what is left."""
    ways = []
    try:
        ways = [next_card(ledger, side) for side in (0, 1)]
    except OutOfReachError:
        return
    for side, of_side in enumerate(ways):
        pack = ledger.packs[side]
        assert sum(of_side) > 0
        if not pack.vague and not ledger.clashes and pack.size > 0:
            total, left = sum(of_side), sum(pack.left)
            assert all(way * left == each * total for way, each in zip(of_side, pack.left, strict=True))
    entry = parse_line(line, ledger).entry
    if isinstance(entry, en.Fight) and entry.cards:
        first = ledger.units[entry.starter].side
        for side, card in zip((first, 1 - first), entry.cards, strict=True):
            assert any(ways[side][rank - 1] for rank in card), line
            rank = seen_of(card)
            if rank is not None:
                assert ledger.packs[side].left[rank - 1] > 0 or ledger.packs[side].size <= 0


def check_words(look: Look[Ledger], rng: random.Random) -> None:
    """Everything that can be shown and asked has an answer."""
    ledger = look.state
    for show in (showing.title, showing.supplies):
        assert isinstance(show(look), str)
    assert all(isinstance(row, str) for row in showing.picture(look))
    json.dumps([showing.facts(look), showing.replayed(look)])
    check_told(still_told(look, {}))
    check_told(sheets_told(look, {}))
    check_advice(suggest_told, look, {})
    alive = [[unit.letter for unit in ledger.of_side(side) if unit.ranks] for side in (0, 1)]
    if all(alive):
        one, other = rng.choice(alive[ledger.active]), rng.choice(alive[1 - ledger.active])
        meeting = f"{one} {other}{rng.choice(['', ' f', ' w', ' f t'])}"
        check_advice(odds_told, look, {"combat": meeting})
        check_advice(threat_told, look, {"unit": one})


def check_advice(
    advise: Callable[[Look[Ledger], Mapping[str, Any]], Told], look: Look[Ledger], given: Mapping[str, Any]
) -> None:
    """There is an answer, or it is said that too much was not seen for one."""
    try:
        told = advise(look, given)
    except OutOfReachError as error:
        if "not seen" not in str(error):
            raise
        return
    check_told(told)


def check_told(told: Told) -> None:
    """An answer has words, and data that are JSON."""
    assert told.said
    assert all(isinstance(part.text, str) for part in told.said if hasattr(part, "text"))
    json.dumps(told.data() if callable(told.data) else told.data)
