"""A sheet on the enemy: what each of his units can still be, with smallest proofs, unit by unit.

It has no chances: nothing in the rules says how likely an enemy is what. What is likelier under assumptions
is told apart from it, and never without them (`odds.py`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.errors import DeduceError, did_you_mean
from deduce.evidence.log import Log
from deduce.intake.numbers import quoted
from deduce.napoleonic.hidden.profiles import ASPECTS
from deduce.napoleonic.hidden.saying import cited, shapes, value_words
from deduce.problem.problem import Problem
from deduce.problem.statements import all_of
from deduce.proof.claims import Claim, Proof
from deduce.proof.conflicts import Conflicts
from deduce.tabletop import sheet as tabletop
from deduce.tabletop.errors import LineError
from deduce.tabletop.names import one_named
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from deduce.evidence.log import Entry
    from deduce.napoleonic.hidden.unit import Unit
    from deduce.proof.chain import Step
    from deduce.proof.slips import Suspect

__all__ = ["NOUNS", "EnemySheet"]

NOUNS = Nouns("unit", "kind", "profile", "unit", "why e2 inf", "entry")
NAMED_FIRST = ("arm", "status", "formation", "kind")
"""Of words that two features have, such as line, the one of the first of these is meant."""
NOTHING = "nothing"
SHOWN = 4
"""How many units are named in the one line that sums the sheet up."""


class EnemySheet(tabletop.Sheet[str, str]):
    """What a side can know of the enemy's units.

    Its unknowns are the features of each unit, such as "e2 arm"; its values are their words.

    Args:
        units: The units, with what they were seen doing.
        side: What the enemy is called.
        seat: The seat that knows it.
        language: In which language it is told.

    Attributes:
        units: The units by their names.
        language: In which language it is told.
    """

    def __init__(self, units: Iterable[Unit], side: str, seat: int, language: str = "en") -> None:
        self.units: Mapping[str, Unit] = {unit.name: unit for unit in units}
        self.language = language
        super().__init__(
            f"{side}'s units" if language == "en" else f"unités {side}", self._whole, NOUNS, seat
        )

    def _whole(self) -> Log:
        """Return what was noted of all units together, for whoever asks for everything at once."""
        units = self.units.values()
        domains = {name: found for unit in units for name, found in unit.problem.domains.items()}
        log = Log(Problem(domains or {NOTHING: [NOTHING]}, title=self.title))
        alike: dict[str, list[Entry]] = {}
        for entry in (entry for unit in units for entry in unit.log):
            alike.setdefault(entry.id, []).append(entry)
        # An entry about several units tells something of each.
        return log.extended(
            replace(told[0], statement=all_of(*(entry.statement for entry in told))) if told[1:] else told[0]
            for told in alike.values()
        )

    # --- What its unknowns and values are called ---------------------------------------------------------

    @property
    def in_short(self) -> str:
        telling = [unit for unit in self.units.values() if unit.steps]
        if not telling:
            said = "nothing was noted yet" if self.language == "en" else "rien n'est noté"
            return f"{self.title}: {said}"
        if not self.is_consistent:
            wrong = ", ".join(unit.name for unit in telling if not unit.is_consistent)
            if self.language == "fr":
                return f"{self.title} : rien ne convient à {wrong} ; suspects montre l'erreur probable"
            return f"{self.title}: nothing fits what was noted of {wrong}; suspects shows the likely slip"
        counts = [f"{unit.name} {_count(unit)}" for unit in telling]
        more = f", … {len(counts) - SHOWN}" if len(counts) > SHOWN else ""
        said = "kinds left" if self.language == "en" else "sortes restent"
        return f"{self.title}: {said}: {', '.join(counts[:SHOWN])}{more}"

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(
                value
                for aspect in ASPECTS
                for unit in self.units.values()
                for value in unit.values_at_first(aspect)
            )
        )

    def words(self) -> dict[str, str]:
        return {value: value for value in self.values}

    def unknown(self, text: str) -> str:
        known = {name.casefold(): name for name in (*self.possible, *self.units)}
        if text.casefold() in known:
            return known[text.casefold()]
        there = did_you_mean(text, list(self.units)) if self.units else "no enemy is known"
        message = f"there is no enemy {quoted(text)}; {there}"
        raise LineError(message)

    def named(self, unknown: str, value: str) -> tuple[str, str]:
        found = self.unknown(unknown)
        *before, word = value.split() or [""]
        if found not in self.units:
            name, _, aspect = found.rpartition(" ")
            return found, self._word(self.units[name], (aspect,), value)[1]
        unit = self.units[found]
        aspects = [each for each in NAMED_FIRST if each in unit.aspects]
        if before and " ".join(before) in aspects:
            aspects = [" ".join(before)]
        else:
            word = value
        aspect, meant = self._word(unit, aspects, word)
        return f"{unit.name} {aspect}", meant

    def _word(self, unit: Unit, aspects: Iterable[str], text: str) -> tuple[str, str]:
        """Return the feature and the word of it that are meant, in either language."""
        known: dict[str, tuple[str, str]] = {}
        for aspect in aspects:
            for value in unit.values_at_first(aspect):
                said = value_words(unit.book, aspect, value)
                for name in (value, said.en, said.fr):
                    known.setdefault(name, (aspect, value))
        return one_named(text, known, NOUNS.value)

    # --- What follows ------------------------------------------------------------------------------------

    @property
    def is_consistent(self) -> bool:
        return all(unit.is_consistent for unit in self.units.values())

    @property
    def is_counted(self) -> bool:
        return False

    @cached_property
    def possible(self) -> dict[str, tuple[str, ...]]:
        return {
            f"{unit.name} {aspect}": unit.values(aspect)
            for unit in self.units.values()
            for aspect in unit.aspects
        }

    @cached_property
    def chances(self) -> dict[str, dict[str, Fraction]] | None:
        return None

    @property
    def facts(self) -> Mapping[str, Any]:
        """How many kinds each unit could be at first and can be now, as the JSON of the sheet says it."""
        return {
            "units_left": {
                unit.name: {"first": len(shapes(unit.profiles)), "left": len(shapes(unit.left))}
                for unit in self.units.values()
            }
        }

    # --- Reasons -----------------------------------------------------------------------------------------

    def why(self, unknown: str, value: str) -> Proof:
        name, _, aspect = unknown.rpartition(" ")
        unit = self.units[name]
        left = unit.values(aspect)
        holds = left == (value,)
        if not holds and value in left:
            message = f"{unknown} may or may not be {value}: there is nothing to prove"
            raise DeduceError(message)
        place = ASPECTS.index(aspect)
        because = unit.because(each for each in unit.profiles if (each[place] == value) is not holds)
        if because is None:
            message = f"whether {unknown} is {value} does not follow"
            raise DeduceError(message)
        word = value_words(unit.book, aspect, value).said(self.language)
        verb = ("is" if holds else "is not") if self.language == "en" else ("est" if holds else "n'est pas")
        told = "; ".join(f"{entry.id} “{entry.text}”" for entry in because.entries)
        colon = " :" if self.language == "fr" else ":"
        sentence = f"{name} {verb} {word}{cited(because).said(self.language)}"
        sentence += f"{colon} {told}." if told else "."
        return Proof(Claim(unknown, value, holds=holds), because.entries, None, "direct", sentence)

    def steps(self, proof: Proof) -> list[Step]:
        return []

    @property
    def conflicts(self) -> Conflicts:
        wrong = [unit for unit in self.units.values() if not unit.is_consistent]
        return wrong[0].conflicts if wrong else Conflicts((), is_all=True)

    def suspects(self) -> list[Suspect]:
        """Rank what was noted of units that cannot be, or else of all, by how likely it was noted wrongly."""
        units = [unit for unit in self.units.values() if unit.steps]
        wrong = [unit for unit in units if not unit.is_consistent]
        found = [each for unit in wrong or units for each in unit.suspects]
        # Within a unit they are ranked already; where nothing contradicts, the likeliest of all come first.
        return found if wrong else sorted(found, key=lambda each: -(each.probability or 0))


def _count(unit: Unit) -> str:
    return f"{len(shapes(unit.left))}/{len(shapes(unit.profiles))}"
