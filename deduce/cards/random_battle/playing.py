"""A random battle from its first line to its last: two simple players, by the rules and from a seed.

The ledger, the judge and the field play together here and nowhere else: the field measures, the judge
allows, what is typed is read as at the table, the ledger follows it, and the field takes off whom the
ledger counts out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.cards.edition import edition_of
from deduce.cards.random_battle.acting import act
from deduce.cards.random_battle.deployment import armies, deployed
from deduce.cards.random_battle.habits import CHANCES, MOST_TURNS
from deduce.cards.random_battle.striking import fight, fire
from deduce.cards.random_battle.table import BattleError, Table
from deduce.cards.record.armies import army_text
from deduce.cards.record.setup import SIDES, begin
from deduce.tabletop.document import Layout, parse_document
from deduce.tabletop.headers import headers_text
from deduce.tabletop.kind import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.field.scene import Field

__all__ = ["RandomBattle", "random_battle"]


@dataclass(frozen=True, slots=True)
class RandomBattle:
    """A battle that was played.

    Attributes:
        text: Its record.
        ledger: How it ended.
        field: Where everybody stands in the end.
        lines: How many lines it has.
    """

    text: str
    ledger: Ledger
    field: Field
    lines: tuple[str, ...]


def random_battle(
    seed: int,
    name: str = "en",
    house: str = "",
    *,
    turns: int = MOST_TURNS,
    headers: Mapping[str, str] = MappingProxyType({}),
    watch: Callable[[Ledger, str, Table], None] | None = None,
) -> RandomBattle:
    """Return a random battle.

    Args:
        seed: The same number gives the same battle.
        name: The edition.
        house: What differs from it.
        turns: After so many turns the two agree on a draw.
        headers: What else the record says at its head, such as `Pack` or `Language`.
        watch: Called after each line with the ledger before it, the line and the table.

    Raises:
        RulingError: If there is no such edition, or the house rules make no sense.
        DeploymentError: If they leave no room for the armies.
        BattleError: If the parts of the game do not agree with each other.
    """
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    rules = edition_of(name, house)
    both = armies(rng)
    head = {"Game": "cards", "Edition": name}
    head |= {"House": house} if house else {}
    head |= {"Title": f"random battle {seed}", "First": rng.choice(SIDES), **headers}
    head |= {side: army_text(army) for side, army in zip(SIDES, both, strict=True)}
    beginning = headers_text(head)
    source = Source(parse_document(beginning, Layout()), "random battle", Path(), {})
    ledger = begin(source).state
    table = Table(ledger, deployed(rules, ledger.roster, len(ledger.sites), rng), rng, watch)
    try:
        _play(table, turns)
    except BattleError as error:
        message = f"battle {seed} ({name} {house}), line {len(table.lines) + 1}: {error}"
        raise BattleError(message) from error
    rows = "".join(f"{number}. {line}\n" for number, line in enumerate(table.lines, 1))
    return RandomBattle(beginning + rows, table.ledger, table.field, tuple(table.lines))


def _play(table: Table, turns: int) -> None:
    while not table.is_over:
        if table.ledger.turn > turns:
            table.say("draw")
            return
        for step in (act, fire, fight):
            if not table.is_over:
                step(table)
        if not table.is_over:
            if table.happens(CHANCES["tally"]):
                side = table.rng.choice([0, 1])
                name = table.ledger.sides[side].casefold()
                table.say(f"left {name} {table.ledger.packs[side].size}")
            table.pass_turn()
