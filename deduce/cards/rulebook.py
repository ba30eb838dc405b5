"""The rules of Cards and Confusion in our own words, English and French, and the page that has them all.

`rulebook.toml` words them, the editions say the numbers and choices, and decisions that have alternatives
are worded where these stand. So no number is written twice.
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.cards.edition import EDITIONS, Edition, edition_of
from deduce.cards.wording import worded_rules
from deduce.ruling.languages import Words
from deduce.ruling.told import Telling, page, places_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.ruling.told import RuleGroup
    from deduce.tabletop.rulebook import Rule

__all__ = ["kinds", "named_places", "rules", "rules_page"]

HEAD = """# Cards and Confusion: rules

Both editions in our own words, each rule under the id by which messages, code and tests cite it, in English
and in French. Where the editions differ, both are said, with the edition behind it (fr, en).

Where the texts leave something open or houses play otherwise, there is a decision (DEC). What is played can
be changed in the header of a record, such as `House = DEC-20=lapse, combat.range=15`; *Option* shows how.
"""
CHOICES = Words("Our decisions with a choice", "Nos décisions avec choix")


@cache
def kinds() -> Mapping[str, str]:
    """Return where each rule is carried out: "need", "value", "choice", "procedure" or "reminder"."""
    worded = {name: each.kind for _, group in worded_rules() for name, each in group.items()}
    decisions = (name for name in edition_of(EDITIONS[0]).law.decisions if name not in worded)
    return MappingProxyType({**worded, **dict.fromkeys(decisions, "choice")})


@lru_cache(maxsize=16)
def rules(played: Edition | None = None) -> Mapping[str, Rule]:
    """Return every rule by its id, in English, each with its French words beside it.

    Examples:
        >>> rules(edition_of("fr"))["CC-COMB-1"].text
        'Units fight when their nearest men in ranks are less than 8 cm apart.'
        >>> rules()["CC-COMB-1"].languages["fr"].text
        'On combat quand les hommes en rang les plus proches sont à moins de 8 cm (fr) / 20 cm (en).'

    Args:
        played: The edition that is played, with its house rules; None to tell both editions.
    """
    return MappingProxyType({name: rule for _, group in _grouped(played) for name, rule in group.items()})


def _grouped(played: Edition | None) -> Iterator[RuleGroup]:
    """Iterate over the groups of rules with their titles."""
    told = (played,) if played is not None else tuple(map(edition_of, reversed(EDITIONS)))
    return Telling(tuple((each.name, each.law) for each in told)).grouped(worded_rules(), CHOICES)


def rules_page() -> str:
    """Return the page of the documentation, as docs/cards-rules.md has it."""
    return page(HEAD, _grouped(None))


def named_places() -> Iterator[str]:
    """Iterate over everything that the words refer to: numbers, tables, and choices of decisions."""
    return places_in(worded_rules(), edition_of(EDITIONS[0]).law)
