"""How what is seen is told: the words of the steps of a chain."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deduce.errors import shortened
from deduce.proof.claims import Claim
from deduce.proof.reasons import Different
from deduce.proof.words import cited, joined, told, verdicts, worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.evidence.log import Entry
    from deduce.problem.problem import Problem
    from deduce.proof.reasons import Reason
    from deduce.proof.seeing import Group
    from deduce.proof.supposing import Clash, Consequence, Split

__all__ = ["Teller", "heard", "upper"]

MOST_CERTAIN = 12
"""How many unknowns are named of which it is said together that nobody else has their values."""
MOST_STRUCK = 36
"""How many values that are ruled out are named in one step."""


def upper(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def heard(entries: Sequence[Entry]) -> str:
    """Cite entries with their words."""
    if len(entries) == 1:
        return f"{cited(entries)} “{entries[0].text}”"
    return f"{cited(entries)} ({told(entries)})"


class Teller:
    """Says what is seen.

    Args:
        problem: Where the names come from.
        reasons: All reasons: where there is only one group, it needs no name.
    """

    def __init__(self, problem: Problem, reasons: Iterable[Reason]) -> None:
        self.problem = problem
        self._has_groups = sum(isinstance(reason, Different) for reason in reasons) > 1

    def conclusions(self, claims: Sequence[Claim], masks: Sequence[int], *, supposed: bool = False) -> str:
        """Say what is settled, in short where it is very much.

        Args:
            claims: What is settled.
            masks: What is left then.
            supposed: Whether it would only be so.
        """
        problem = self.problem
        certain = [claim for claim in claims if claim.holds]
        names = {claim.unknown for claim in certain}
        struck = [claim for claim in claims if claim.unknown not in names]
        if len(struck) > MOST_STRUCK:
            counted = f"{len(struck)} values are ruled out"
            return "; ".join(filter(None, [counted, verdicts(certain, supposed=supposed)]))
        left = {
            claim.unknown: problem.values_of(masks[problem.places[claim.unknown]], claim.unknown)
            for claim in claims
        }
        return verdicts(claims, left, supposed=supposed)

    def shared(self, groups: Sequence[Group]) -> str:
        """Say that the values of some groups are nobody else's."""
        group = groups[0]
        unknowns, values = group.confinement.unknowns, group.confinement.values
        if len(unknowns) > 1:
            return f"{joined(unknowns)} share {joined(values)} between them{self._where([group.reason])}"
        by_name = {group.confinement.unknowns[0]: group.confinement.values[0] for group in groups}
        if len(by_name) > MOST_CERTAIN:
            return f"{len(by_name)} unknowns are certain, so nobody else has their values"
        certain = joined(f"{name} is {value}" for name, value in by_name.items())
        where = self._where([group.reason for group in groups]) if len(by_name) == 1 else ""
        is_so = f"{where} is" if where.startswith(" in ") else f" is{where}"
        return f"{certain}, so nobody else{is_so}"

    def only(self, group: Group, claims: Sequence[Claim]) -> str:
        """Say that nobody else can have the values of a group.

        Args:
            group: The group.
            claims: What is settled by that.
        """
        unknowns, values = group.confinement.unknowns, group.confinement.values
        said = f"Only {joined(unknowns)} can be {joined(values, 'or')}{self._where([group.reason])}"
        if len(unknowns) == 1:
            return f"{said}: {unknowns[0]} is {values[0]}"
        certain = verdicts([claim for claim in claims if claim.holds])
        return f"{said}, so they are nothing else{f': {certain}' if certain else ''}"

    def split(self, split: Split, conclusion: str, masks: Sequence[int]) -> str:
        """Say what would follow if something were so, and that it is not.

        Args:
            split: What was supposed, and what came of it.
            conclusion: What is settled by that.
            masks: What was known before.
        """
        unknown = self.problem.unknowns[split.place]
        (value,) = self.problem.values_of(split.bit, unknown)
        left = list(masks)
        named: set[Reason] = set()
        then = self._story(split, left, named)
        if split.branches:
            second = self.problem.unknowns[split.branches[0].place]
            branches = [
                f"if it were {joined(map(worded, self.problem.values_of(branch.bit, second)))}, "
                f"{self._story(branch, list(left), named)}"
                for branch in split.branches
            ]
            then = "; and ".join(
                filter(None, [then, f"nothing would be left for {second}: {'; '.join(branches)}"])
            )
        return f"If {unknown} were {worded(value)}, {then}: so {conclusion}"

    def _story(self, split: Split, left: list[int], named: set[Reason]) -> str:
        """Say what would follow, and why that cannot be; all that would be left is noted."""
        left[split.place] = split.bit
        parts = [
            f"{self._would_be(together, left)}{self._by(reason, named)}"
            for (reason, _), together in groupby(
                split.story.consequences, key=lambda each: (each.reason, each.before)
            )
        ]
        if split.story.clash is None:
            return "; ".join(parts)
        clash = self._clash(split.story.clash, named)
        return f"{'; '.join(parts)}; and then {clash}" if parts else clash

    def _would_be(self, together: Iterable[Consequence], left: list[int]) -> str:
        """Say what would be so by one reason, and note it."""
        claims: list[Claim] = []
        for each in together:
            unknown = self.problem.unknowns[each.place]
            left[each.place] &= ~each.gone
            values = self.problem.values_of(left[each.place], unknown)
            if len(values) == 1:
                claims.append(Claim(unknown, values[0], holds=True))
            else:
                claims += [
                    Claim(unknown, gone, holds=False) for gone in self.problem.values_of(each.gone, unknown)
                ]
        return self.conclusions(claims, left, supposed=True)

    def _clash(self, clash: Clash, named: set[Reason]) -> str:
        """Say why it cannot be."""
        unknowns = self.problem.unknowns
        if clash.reason is None:
            return f"nothing would be left for {unknowns[clash.place]}"
        if not isinstance(clash.reason, Different):
            return f"{self.cite(clash.reason, named)} would be wrong"
        places, bits = clash.reason.clash(clash.before)
        names = joined(unknowns[place] for place in places)
        where = self._where([clash.reason])
        if len(places) > 1:
            return f"{names} would both be {joined(self.problem.values_of(bits))}{where}"
        if places:
            return f"{names} would have to be {joined(self.problem.values_of(bits))} at once{where}"
        start = 0
        for place in clash.reason.members:
            start |= self.problem.start[place]
        if start.bit_count() == len(clash.reason.members):
            return f"nobody could be {joined(self.problem.values_of(start & ~bits), 'or')}{where}"
        members = joined(unknowns[place] for place in clash.reason.members)
        return f"{members} would have too few values between them"

    def cite(self, reason: Reason, named: set[Reason]) -> str:
        """Name a reason, an entry with its words where it is named first."""
        if reason.entry is None:
            return shortened(cited((), [str(reason.rule)]), 120)
        first = not any(other.entry is reason.entry for other in named)
        named.add(reason)
        return heard([reason.entry]) if first else cited([reason.entry])

    def _by(self, reason: Reason, named: set[Reason]) -> str:
        """Name the reason of something that would be so."""
        if isinstance(reason, Different):
            return self._where([reason])
        return f" ({self.cite(reason, named)})"

    def _where(self, reasons: Sequence[Reason]) -> str:
        """Say in which groups something is so, where there are several."""
        if not self._has_groups:
            return ""
        names = [named for reason in dict.fromkeys(reasons) if (named := _named(reason)) is not None]
        if len(names) < len(set(reasons)):
            return ""
        texts = [text for text, _ in names]
        if all(is_place for _, is_place in names):
            return f" in {joined(texts)}"
        return f" ({'; '.join(texts)})"


def _named(reason: Reason) -> tuple[str, bool] | None:
    """Return the name of a group, and whether something can be said to be in it; None if it has no name."""
    text = getattr(reason.statement, "text", "")
    if text:
        return text, True
    if reason.entry is not None:
        return cited([reason.entry]), False
    if reason.rule is None or reason.rule.startswith(str(reason.statement)):
        return None
    return reason.rule, False
