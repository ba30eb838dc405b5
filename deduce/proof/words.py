"""Sentences as a player would say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.problem.statements import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.evidence.log import Entry
    from deduce.problem.statements import Unknown, Value
    from deduce.proof.claims import Claim

__all__ = ["cited", "joined", "told", "verdicts", "worded"]


def joined(items: Iterable[object], last: str = "and") -> str:
    """Join names as in a sentence.

    Examples:
        >>> joined("ABC"), joined("AB", "or")
        ('A, B and C', 'A or B')
    """
    names = [str(item) for item in items]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def cited(entries: Sequence[Entry], rules: Sequence[str] = ()) -> str:
    """Cite entries and rules: "entries 3 and 7"."""
    parts = []
    if entries:
        parts.append(f"entr{'y' if len(entries) == 1 else 'ies'} {joined(entry.id for entry in entries)}")
    if rules:
        parts.append(f"rule{'' if len(rules) == 1 else 's'} {joined(map(repr, rules))}")
    return joined(parts) or "the set-up"


def told(entries: Sequence[Entry]) -> str:
    """Repeat what was heard: "3 "H forward: no"; 7 "H sideways: yes""."""
    return "; ".join(f"{entry.id} “{entry.text}”" for entry in entries)


def worded(value: Value) -> str:
    """Return a value as it stands after "would be": what is true or false is so or not.

    Examples:
        >>> worded("red"), worded(True), worded(False)
        ('red', 'so', 'not so')
    """
    if isinstance(value, bool):
        return "so" if value else "not so"
    return str(value)


def verdicts(
    claims: Sequence[Claim],
    left: Mapping[Unknown, Sequence[Value]] | None = None,
    *,
    supposed: bool = False,
) -> str:
    """Say several claims in short, unknowns of which the same is claimed together.

    Examples:
        >>> from deduce.proof.claims import Claim
        >>> verdicts([Claim("H", "Crab", False), Claim("H", "Wimp", False), Claim("K", "Crab", True)])
        'H is neither Crab nor Wimp; K is Crab'

    Args:
        claims: What to say.
        left: For each unknown, the values that stay possible; said instead where there are fewer of them.
        supposed: Whether it would only be so if something else were.
    """
    certain = {claim.unknown: claim.value for claim in claims if claim.holds}
    struck: dict[Unknown, list[Value]] = {}
    for claim in claims:
        if claim.unknown not in certain:
            struck.setdefault(claim.unknown, []).append(claim.value)
    alike: dict[tuple[str, tuple[Value, ...]], list[Unknown]] = {}
    for unknown, values in struck.items():
        remaining = tuple((left or {}).get(unknown, ()))
        key = ("left", remaining) if 0 < len(remaining) < len(values) else ("struck", tuple(values))
        alike.setdefault(key, []).append(unknown)
    sentences = [
        _verdict(unknowns, kind, values, supposed=supposed) for (kind, values), unknowns in alike.items()
    ]
    sentences += [
        f"{unknown} would be {worded(value)}" if supposed else str(fact(unknown, value))
        for unknown, value in certain.items()
    ]
    return "; ".join(sentences)


def _verdict(unknowns: Sequence[Unknown], kind: str, values: Sequence[Value], *, supposed: bool) -> str:
    names = joined(unknowns)
    if kind == "left":
        return f"{names} {'could' if supposed else 'can'} only be {joined(values, 'or')}"
    verb = "is" if len(unknowns) == 1 else "are"
    if len(values) == 1:
        return f"{names} {'would not be' if supposed else f'{verb} not'} {values[0]}"
    if supposed:
        verb = "would be"
    if len(values) == 2 and len(unknowns) == 1:
        return f"{names} {verb} neither {values[0]} nor {values[1]}"
    return f"{names} {verb} none of {joined(values, 'or')}"
