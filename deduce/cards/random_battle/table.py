"""The table of a random battle: the ledger and the field side by side, and the lines that were typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine.ledger import Step
from deduce.cards.field.holding import standing
from deduce.cards.notation.typed import read
from deduce.cards.permissions import company_of, turn_of
from deduce.cards.random_battle.following import field_after
from deduce.cards.random_battle.piles import Piles
from deduce.cards.record.following import follow
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from deduce.cards.edition import Edition
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.units import Act, Unit
    from deduce.cards.field.scene import Field, FieldUnit
    from deduce.cards.judge.facts import Company, Turn
    from deduce.tabletop.kind import Request

__all__ = ["BattleError", "Table"]


class BattleError(Exception):
    """The parts of the game do not agree: one refuses what another allows."""


class Table:
    """What both players have before them, and what they wrote down.

    Attributes:
        ledger: How things stand.
        field: Where everybody stands.
        lines: The lines of the record.
        acted: The units that moved, rallied or re-formed in this turn.
        army_act: What the army does in this turn, where it does one thing (DEC-14).
        commander_moved: Whether the general moved in this turn.
        watch: What looks at every step of the battle, if somebody wants to.

    Args:
        ledger: How things stand at the beginning.
        field: Where everybody stands.
        rng: Where all chance comes from.
        watch: Called with the ledger before a line, the line, and the table after it.
    """

    def __init__(
        self,
        ledger: Ledger,
        field: Field,
        rng: random.Random,
        watch: Callable[[Ledger, str, Table], None] | None = None,
    ) -> None:
        self.ledger: Ledger = ledger
        self.field: Field = field
        self.rng: random.Random = rng
        self.watch: Callable[[Ledger, str, Table], None] | None = watch
        self.lines: list[str] = []
        self.piles: Piles = Piles(ledger, rng)
        self.acted: set[str] = set()
        self.army_act: Act | None = None
        self.commander_moved: bool = False

    @property
    def edition(self) -> Edition:
        """The rules."""
        return self.ledger.edition

    @property
    def side(self) -> int:
        """Whose turn it is."""
        return self.ledger.active

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return self.ledger.outcome is not None

    def happens(self, chance: float) -> bool:
        """Throw a die."""
        return self.rng.random() < chance

    # --- Who is there ----------------------------------------------------------------------------------

    def own(self) -> list[str]:
        """Return the units of the side whose turn it is, in any order."""
        found = [unit.letter for unit in self.field.units if unit.side == self.side]
        self.rng.shuffle(found)
        return found

    def foes(self) -> list[FieldUnit]:
        """Return the units of the other side."""
        return [unit for unit in self.field.units if unit.side != self.side]

    def unit(self, letter: str) -> Unit:
        """Return what the ledger knows of a unit."""
        return self.ledger.units[letter]

    def company(self, letter: str) -> Company:
        """Return what the judge has to know of a unit, with the moves that nobody wrote down."""
        found = company_of(self.ledger, self.unit(letter))
        return replace(found, acted=bool(found.acted) or letter in self.acted)

    def turn(self, step: int = Step.ACT) -> Turn:
        """Return what the judge has to know of the turn."""
        act = "none" if self.army_act is None else self.army_act.value
        return replace(turn_of(self.ledger, step), army_act=act, commander_moved=self.commander_moved)

    def has_acted(self, letter: str, act: Act) -> None:
        """Remember what a unit did in this turn."""
        self.acted.add(letter)
        self.army_act = self.army_act or act

    # --- What is said ----------------------------------------------------------------------------------

    def say(self, line: str, *answers: Callable[[Request], str]) -> None:
        """Type a line as at the table, and take off the field whom it costs.

        Args:
            line: The line.
            answers: What is said to what is asked, in turn.

        Raises:
            BattleError: If what is typed is not accepted, or does not fit once it stands in the record.
        """
        before = self.ledger
        entry = self._read(line, answers)
        followed = follow(before, entry.text)
        if followed.faults:
            message = f"{entry.text}: {followed.faults[0].message} ({followed.faults[0].rule})"
            raise BattleError(message)
        self.ledger = followed.state
        self.lines.append(entry.text)
        self.field = field_after(self.field, before, self.ledger, self.rng)
        self.piles.follow(self.ledger)
        if self.watch is not None:
            self.watch(before, entry.text, self)

    def _read(self, line: str, answers: tuple[Callable[[Request], str], ...]) -> Entry:
        said: list[str] = []
        try:
            entry = read(self.ledger, line, ())
            while not isinstance(entry, Entry):
                if len(said) == len(answers):
                    message = f"{line}: nobody knows the answer to {entry.question}"
                    raise BattleError(message)
                said.append(answers[len(said)](entry))
                entry = read(self.ledger, line, tuple(said))
        except (LineError, ImpossibleError) as error:
            message = f"{line}: {error}"
            raise BattleError(message) from error
        return entry

    def hold_sites(self) -> None:
        """Write down whose the sites are that men of one side stand on (DEC-43)."""
        for number, side in standing(self.field).items():
            if self.is_over:
                return
            if self.ledger.sites[number].owner != side:
                site = self.field.sites[number]
                there = (
                    u.letter for u in self.field.units if u.side == side and any(map(site.holds, u.ranks))
                )
                self.say(f"site {number + 1} {next(there)}")

    def pass_turn(self) -> None:
        """End the turn."""
        self.say("end")
        self.acted, self.army_act, self.commander_moved = set(), None, False
