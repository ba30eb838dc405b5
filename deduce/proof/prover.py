"""The smallest proof of any claim, in any problem."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.errors import ContradictionError, DeduceError
from deduce.evidence.log import Log
from deduce.problem.shapes import needs
from deduce.proof.claims import Claim, Confinement, Proof
from deduce.proof.confinement import FORBIDDEN, CheapestSets, cheapest_sets, covers_of
from deduce.proof.cores import smallest_core
from deduce.proof.oracles import Oracle, oracle_for
from deduce.proof.words import cited, joined, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.problem.statements import Unknown, Value

__all__ = ["Prover", "claims_of", "prove"]

WIDEST = 20
"""One-to-one problems of up to this many values are proved by confinements, larger ones by a solver."""


def claims_of(belief: Belief) -> list[Claim]:
    """Return everything that is settled: a claim for each certain and each impossible pair.

    Where an unknown is certain, its other values are not claimed again.
    """
    needs(belief, Belief, "claims_of", "claims_of(Belief(log))")
    claims = []
    certain = belief.certain
    for unknown, values in belief.possible.items():
        if unknown in certain:
            claims.append(Claim(unknown, certain[unknown], holds=True))
        else:
            claims += [
                Claim(unknown, value, holds=False)
                for value in belief.problem.domains[unknown]
                if value not in values
            ]
    return claims


def prove(log: Log, unknown: Unknown, value: Value) -> Proof:
    """Return the smallest proof that a value is certain or impossible for an unknown.

    Examples:
        >>> from deduce import Log, Problem, fact, prove
        >>> log = Log(Problem.one_to_one("ABC", ["rook", "king", "crab"]))
        >>> log = log.append(~fact("A", "rook"), "A sideways: no").append(
        ...     ~fact("B", "rook"), "B sideways: no"
        ... )
        >>> print(prove(log, "C", "rook"))
        Entries 1 and 2 rule out rook for all but C, so C is rook.

    Args:
        log: What was heard.
        unknown: The unknown.
        value: The value.

    Raises:
        ProblemError: If there is no such unknown or value.
        ContradictionError: If no world is left.
        DeduceError: If the value is possible but not certain, so that there is nothing to prove.
    """
    return Prover(log).proof(unknown, value)


class Prover:
    """Finds smallest proofs for one log; what they have in common is worked out once.

    Args:
        log: What was heard.
        belief: What follows from it, if that is at hand already.
    """

    def __init__(self, log: Log, belief: Belief | None = None) -> None:
        needs(log, Log, "a proof", "prove(Log(problem), 'A', 'rook')")
        if belief is not None:
            needs(belief, Belief, "Prover", "Prover(log, Belief(log))")
        self.log = log
        self.belief: Belief = belief or Belief(log)

    def proof(self, unknown: Unknown, value: Value) -> Proof:
        """Return the smallest proof that a value is certain or impossible; see `prove`."""
        self.log.problem.check_value(unknown, value)
        if not self.belief.is_consistent:
            message = "no world is left, so everything and its opposite could be proved; see conflicts(log)"
            raise ContradictionError(message)
        possible = self.belief.possible[unknown]
        if value in possible and len(possible) > 1:
            message = f"{unknown} may or may not be {value}: there is nothing to prove"
            raise DeduceError(message)
        return self.of(Claim(unknown, value, holds=value in possible))

    def proofs(self, claims: Iterable[Claim] | None = None) -> list[Proof]:
        """Return the smallest proofs of some claims, by default of everything that is settled."""
        return [self.of(claim) for claim in (claims_of(self.belief) if claims is None else claims)]

    def of(self, claim: Claim) -> Proof:
        """Return the smallest proof of a claim.

        Raises:
            DeduceError: If the claim does not follow from the log.
        """
        return self._confined(claim) if self._is_confinable else self._solved(claim)

    @cached_property
    def _is_confinable(self) -> bool:
        """Whether all unknowns differ, every entry is on one unknown, and there are not too many values."""
        problem = self.log.problem
        return (
            problem.is_one_to_one
            and len(problem.values) <= WIDEST
            and all(limits.joint is None and len(limits.masks) <= 1 for limits in self.log.limits)
        )

    @cached_property
    def _cheapest(self) -> CheapestSets:
        return cheapest_sets(self._covers, len(self.log.problem.values))

    @cached_property
    def _covers(self) -> list[dict[int, tuple[int, tuple[int, ...]]]]:
        return covers_of(self.log)

    @cached_property
    def _oracle(self) -> Oracle:
        return oracle_for(self.log)

    def _confined(self, claim: Claim) -> Proof:
        problem = self.log.problem
        place = problem.places[claim.unknown]
        bit = problem.bits[claim.value]
        own = [
            (cost, entries)
            for mask, (cost, entries) in self._covers[place].items()
            if (mask == bit if claim.holds else not mask & bit)
        ]
        table = self._cheapest.certain if claim.holds else self._cheapest.struck
        price, values = table[place][bit.bit_length() - 1]
        if own and min(own)[0] <= price:
            return self._direct(claim, min(own)[1])
        if price >= FORBIDDEN:
            message = f"{claim} does not follow from the log"
            raise DeduceError(message)
        return self._by_confinement(claim, place, values)

    def _direct(self, claim: Claim, numbers: Iterable[int]) -> Proof:
        entries = tuple(self.log[number] for number in sorted(numbers))
        if not entries:
            sentence = f"{claim} from the start."
        else:
            verb = "says" if len(entries) == 1 else "say"
            sentence = f"{_capital(cited(entries))} {verb} so: {told(entries)}; so {claim}."
        return Proof(claim, entries, None, "direct", sentence)

    def _by_confinement(self, claim: Claim, place: int, values: int) -> Proof:
        problem = self.log.problem
        count = values.bit_count()
        ranking = sorted(
            (min(cost for mask, (cost, _) in cover.items() if not mask & ~values), other)
            for other, cover in enumerate(self._covers)
            if other != place and any(not mask & ~values for mask in cover)
        )
        chosen = sorted(other for _, other in ranking[:count])
        own = self._cover(place, values | problem.bits[claim.value]) if claim.holds else ()
        group = sorted({number for other in chosen for number in self._cover(other, values)})
        entries = tuple(self.log[number] for number in sorted({*group, *own}))
        confinement = Confinement(
            tuple(problem.unknowns[other] for other in chosen), problem.values_of(values)
        )
        sentence = self._sentence(claim, group, sorted(own), confinement)
        return Proof(claim, entries, confinement, "confinement", sentence)

    def _cover(self, place: int, values: int) -> tuple[int, ...]:
        """Return the cheapest entries that confine an unknown to some values."""
        return min(
            (cost, entries) for mask, (cost, entries) in self._covers[place].items() if not mask & ~values
        )[1]

    def _sentence(self, claim: Claim, group: list[int], own: list[int], confinement: Confinement) -> str:
        """Say a confinement.

        Args:
            claim: What it proves.
            group: The entries that confine the unknowns.
            own: The entries on the claim's own unknown, where it is certain because of them too.
            confinement: The unknowns and the values.
        """
        problem = self.log.problem
        unknowns, values = confinement.unknowns, confinement.values
        rest = [unknown for unknown in problem.unknowns if unknown not in unknowns]
        spare = [value for value in problem.values if value not in values]
        source, verb = self._source(group)
        if len(rest) == len(spare) < len(unknowns) and not own:
            said = f"{source} rule{verb} out {joined(spare, 'or')} for all but {joined(rest)}"
            if claim.holds:
                return f"{said}, so {claim}."
            need = "needs" if len(rest) == 1 else "need"
            return f"{said}, who {need} {joined(spare)}, so {claim}."
        between = "" if len(unknowns) == 1 else " between them"
        said = f"{source} leave{verb} only {joined(values)} for {joined(unknowns)}{between}"
        if not claim.holds:
            return f"{said}, so {claim}."
        if not own:
            return f"{said}, and so nothing but {claim.value} for {claim.unknown}."
        owner, verb = self._source(own)
        owner = owner[:1].lower() + owner[1:]
        return f"{said}; {owner} leave{verb} nothing else for {claim.unknown} but {claim.value}."

    def _source(self, numbers: list[int]) -> tuple[str, str]:
        """Return what entries are called at the start of a sentence, and the ending of its verb."""
        cites = cited([self.log[number] for number in numbers])
        return _capital(cites), "s" if len(numbers) < 2 else ""

    def _solved(self, claim: Claim) -> Proof:
        numbers = smallest_core(self._oracle, ~claim.statement)
        if numbers is None:
            message = f"{claim} does not follow from the log"
            raise DeduceError(message)
        entries = tuple(self.log[number] for number in sorted(numbers))
        if not entries:
            sentence = f"{claim} by the rules alone."
        else:
            verb = "leaves" if len(entries) == 1 else "leave"
            sentence = (
                f"{_capital(cited(entries))} {verb} no other way under the rules: "
                f"{told(entries)}; so {claim}."
            )
        return Proof(claim, entries, None, "solver", sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
