"""Units as the table knows them: what they are, how they stand, and how that is written in a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.ruling.features import Sort
from deduce.ruling.judgement import value_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deduce.ruling.features import Fact
    from deduce.ruling.law import Law

__all__ = ["TRAITS", "Body", "facts_text"]

TRAITS = ("nation", "arm", "kind", "status", "formation", "state", "order")
"""The features whose words say by themselves what they are of a unit; others are named before their words."""


@dataclass(frozen=True)
class Body:
    """A unit.

    Attributes:
        name: How it is called at the table, such as "3" or "e2".
        side: Whose it is: 0 or 1.
        facts: What is known of it, by the features of the book: nation, arm, kind, status, formation, state,
            order, figures, front, ground; what is missing nobody said.
        why: Why it is not formed, in the ids of rules, so that what forbids something can name it.
    """

    name: str
    side: int
    facts: Mapping[str, Fact] = field(default_factory=dict)
    why: tuple[str, ...] = ()


def _trait_text(law: Law, name: str, facts: Mapping[str, Fact], traits: Sequence[str]) -> str:
    """Return what a trait is; behind its name if its word could be another one that nobody has said."""
    word = str(facts[name])
    others = (law.features[each] for each in traits if each not in facts)
    return f"{name} {word}" if any(word in feature.words for feature in others) else word


def facts_text(law: Law, facts: Mapping[str, Fact], traits: Sequence[str] = TRAITS) -> str:
    """Return what is known of a unit as it is written.

    Args:
        law: What can be said of units.
        facts: What is known.
        traits: The features whose words need no name.
    """
    named = [name for name in traits if name in facts]
    said = [_trait_text(law, name, facts, traits) for name in named]
    said += [value_text(facts["figures"])] if "figures" in facts else []
    for name, fact in facts.items():
        if name in {*traits, "figures"}:
            continue
        if law.features[name].sort is Sort.FLAG:
            said.append(f"{name} {'yes' if fact else 'no'}")
        elif isinstance(fact, frozenset):
            said.append(f"{name} {' '.join(word for word in law.features[name].words if word in fact)}")
        else:
            said.append(f"{name} {value_text(fact)}")
    return " ".join(said)
