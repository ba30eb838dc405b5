"""The companion of whoever plays alone: one side is the machine's, and its figures are moved for it.

At its turn it is told what is in reach, and does what is best until nothing is, and then ends the turn. All
that it does are entries like any other, so everything that can be done with a record can be done with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine.entries import End
from deduce.cards.notation.words import plain
from deduce.cards.notation.written import written
from deduce.cards.solo.choosing import Candidate, choose, is_possible
from deduce.cards.solo.declared import NEAR, declared
from deduce.errors import DeduceError
from deduce.ruling.languages import Words
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import LineError
from deduce.tabletop.kept_file import ChangedError
from deduce.tabletop.kind import Request
from deduce.tabletop.said import Told, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.companion import Change
    from deduce.tabletop.kind import Entry
    from deduce.tabletop.look import Working
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record
    from deduce.tabletop.saved import SavedGame

__all__ = ["SoloCompanion", "companion"]

GRAMMAR = "The machine: near n b, o c f, fire r b, rally p +: what it can do, and it chooses (end: nothing)"
ASKED = Words(
    "{side} is the machine. Move its figures; which of its units can then fight whom, fire, rally? Such as "
    "near {own} {foe}; end if none can",
    "{side} est la machine. Déplacez ses figurines ; quelles unités peuvent alors combattre qui, tirer, "
    "rallier ? Par exemple près {own} {foe} ; fin si aucune",
)
THINKING = Words("{side} is thinking", "{side} réfléchit")


def companion(kept: SavedGame[Ledger], working: Working) -> TableCompanion[Ledger]:
    """Return the companion of a battle: of two people, or of one and the machine."""
    is_alone = kept.record.begun.state.machine is not None
    return (SoloCompanion if is_alone else TableCompanion)(kept, working=working)


class SoloCompanion(TableCompanion["Ledger"]):
    """A battle in which the machine plays a side."""

    def __init__(self, kept: SavedGame[Ledger], *, working: Working) -> None:
        self._candidates: tuple[Candidate, ...] = ()
        super().__init__(kept, working=working)

    @property
    def grammar(self) -> tuple[str, ...]:
        return (*super().grammar, GRAMMAR)

    @property
    def words(self) -> tuple[str, ...]:
        return (*super().words, *sorted(NEAR), "près", "portée")

    @property
    def is_machines(self) -> bool:
        """Whether the machine has to do something."""
        ledger = self.kept.record.now
        return self.trial is None and ledger.outcome is None and ledger.active == ledger.machine

    # --- What is asked -----------------------------------------------------------------------------

    def obey(self, line: str) -> Told:
        told = super().obey(line)
        asked = lines(self._asked() if not (self.is_over or super().question) else [])
        return told if told.said[-1:] == asked else replace(told, said=(*told.said, *asked))

    @property
    def question(self) -> str:
        return super().question or "".join(self._asked())

    def _asked(self) -> list[str]:
        """Return what has to be said before the machine can do something; nothing where it need not."""
        if not self.is_machines or self.count is not None:
            return []
        ledger = self.kept.record.now
        sides = (ledger.active, 1 - ledger.active)
        own, foe = (next((unit.letter for unit in ledger.of_side(side) if unit.ranks), "") for side in sides)
        words = ASKED.said(ledger.language)
        return [words.format(side=ledger.sides[ledger.active], own=own, foe=foe).replace("  ", " ")]

    # --- Its turn ----------------------------------------------------------------------------------

    def entered(self, text: str) -> Told:
        self.refuse_past()
        self._candidates = ()
        ledger = self.kept.record.now
        found = declared(text, ledger) if self.is_machines else None
        word = text.split(maxsplit=1)[0]
        if ledger.outcome is None and not self.is_machines and plain(word) in NEAR:
            whose = ledger.sides[ledger.active]
            message = f"{word} says what the machine's units can do, and it is {whose}'s turn"
            raise LineError(message)
        if found is None:
            return super().entered(text)
        self._candidates = found
        return Told(lines(self._go_on()))

    def _go_on(self) -> list[str]:
        """Let the machine do what is best until something is asked or its turn is over."""
        said: list[str] = []
        while self.is_machines and not super().question:
            ledger = self.kept.record.now
            thinking = THINKING.said(ledger.language).format(side=ledger.sides[ledger.active])
            with self.working(thinking, None):
                decision = choose(ledger, self._candidates)
            said.append(decision.reason)
            entry = decision.entry
            line = written(End() if entry is None else entry, ledger)
            try:
                said += self._do(line, ())
            except ChangedError:
                raise
            except DeduceError as error:
                # A key that is not here, or a disk that is full: then it is asked again.
                self.heard_of(error)
                return [*said, str(error)]
            self._candidates = tuple(
                each for each in self._candidates if is_possible(self.kept.record.now, each)
            )
        return said

    def _do(self, line: str, answers: tuple[str, ...]) -> list[str]:
        """Enter a line of the machine's, and return what is said; nothing if something is asked first."""
        entry, _, known = self._answered(lambda said: (self.kept.enter(line, said), ()), answers)
        if isinstance(entry, Request):

            def then(answer: str) -> Told:
                said = self._do(line, (*known, answer))
                return Told(lines([*said, *self._go_on()]))

            self.ask(entry, then)
            return []
        return [f"{len(self.kept.record.steps)}. {entry.text}", *entry.said]

    # --- What the machine has to choose in the other's combats too -----------------------------------

    def put(
        self,
        change: Change,
        number: int | None,
        answers: tuple[str, ...] = (),
        *,
        before: Record[Ledger] | None = None,
    ) -> Told:
        entry, misfits, known = self._answered(change, answers)
        if isinstance(entry, Request):
            return self.ask(entry, lambda said: self.put(change, number, (*known, said), before=before))
        return super().put(lambda _: (entry, misfits), number, known, before=before)

    def _answered(
        self, change: Change, answers: tuple[str, ...]
    ) -> tuple[Entry | Request, Sequence[Misfit], tuple[str, ...]]:
        """Make a change; what the machine has to say about it, such as which men are hit, it says itself.

        Returns:
            The entry, or what somebody else has to say; what does not fit any more; what was said so far.
        """
        machine = self.kept.record.now.machine
        entry, misfits = change(answers)
        while isinstance(entry, Request) and entry.seat == machine and entry.choices:
            answers = (*answers, entry.choices[0])
            entry, misfits = change(answers)
        return entry, misfits, answers
