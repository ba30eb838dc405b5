"""Rules as a short text without spaces: the ruleset, and after colons what is not as usual.

`classic`, `espionage:variants=2,5:tokens`, `espionage:variants=2:off=1,2:agent=6,2:limit=200`: the options
are the variants, whether there are action tokens or which side has them alone (`handicap=Red`), the columns
that variant 2 takes off (`off=-` for none), the start square of X from its owner's side, the limit of turns,
and whether the second attempt of the token move2 may be left out (`second=may`). A ruleset of one's own is
named by its path, with percent signs as in a web address. Diagrams of one's own are not in the text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from deduce.confusion.engine.rules import RULESETS, Rules
from deduce.confusion.errors import PositionError, RulesError
from deduce.confusion.formats.text_parts import TextPart
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.engine.directions import Square

__all__ = ["make_rules", "parse_rules", "rules_text", "unusual"]

_QUOTING = {"encoding": "utf-8", "errors": "surrogateescape"}


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return rules as a short text, from which `parse_rules` makes the same rules.

    Examples:
        >>> rules_text(Rules.of("espionage", variants=[2, 5], off_columns=[1, 2], half_move_limit=200))
        'espionage:variants=2,5:off=1,2:limit=200'

    Args:
        rules: The rules.

    Raises:
        PositionError: If `Rules.of` cannot make these rules.
    """
    off, agent = unusual(rules)
    options = [quote(rules.ruleset, **_QUOTING)]
    if rules.variants:
        options.append("variants=" + _joined(sorted(rules.variants)))
    if rules.handicap is not None:
        options.append(f"handicap={rules.sides[rules.handicap]}")
    elif rules.tokens:
        options.append("tokens")
    if off is not None:
        options.append("off=" + (_joined(off) or "-"))
    if agent is not None:
        options.append("agent=" + _joined(agent))
    if rules.half_move_limit is not None:
        options.append(f"limit={rules.half_move_limit:d}")
    if rules.may_waive:
        options.append("second=may")
    return ":".join(options)


def _joined(numbers: Iterable[int]) -> str:
    return ",".join(f"{number:d}" for number in numbers)


def parse_rules(part: TextPart, diagrams: DiagramSet | None = None) -> Rules:
    """Return the rules that a text of `rules_text` stands for.

    Examples:
        >>> parse_rules(TextPart("rules", "espionage:variants=2:tokens")).off_columns == {1, 11}
        True

    Args:
        part: The text, with its place in a larger one.
        diagrams: The diagrams in play, instead of the standard ones.

    Raises:
        PositionError: If the text is wrong, or the rules do not go together.
    """
    name, _, rest = part.text.partition(":")
    ruleset = unquote(name, **_QUOTING)
    if ruleset not in RULESETS and not ruleset.endswith(".toml"):
        known = f"{', '.join(RULESETS)} or a file ending in .toml"
        raise part.fault(f"there is no ruleset {quoted(ruleset)}; expected {known}")
    options: dict[str, TextPart] = {}
    if len(part.text) > len(name):
        tail = TextPart(part.name, rest, part.start + len(name) + 1)
        options = tail.options(["tokens"], ["variants", "handicap", "off", "agent", "limit", "second"])
    variants = frozenset(options["variants"].numbers()) if "variants" in options else frozenset[int]()
    off, agent, limit = options.get("off"), options.get("agent"), options.get("limit")
    columns = None if off is None else off.numbers() if off.text != "-" else ()
    try:
        rules = make_rules(
            ruleset,
            variants,
            "tokens" in options,
            diagrams,
            columns,
            None if agent is None else agent.pair(),
            None if limit is None else limit.whole(),
            options["handicap"].text if "handicap" in options else "",
            options["second"].text if "second" in options else "",
        )
    except RulesError as error:
        message = f"{error}; expected rules that go together"
        raise part.fault(message) from None
    if off is not None and rules.off_columns != frozenset(columns or ()):
        raise off.fault("no variant here takes columns off; expected one that does")
    return rules


def make_rules(
    ruleset: str,
    variants: frozenset[int],
    tokens: bool,  # noqa: FBT001 - one option among seven, which are all given
    diagrams: DiagramSet | None,
    off: tuple[int, ...] | None,
    agent: Square | None,
    limit: int | None,
    handicap: str = "",
    second: str = "",
) -> Rules:
    """Return rules; the same object for the same options, unless they come from a file of one's own.

    Args:
        ruleset: The ruleset.
        variants: The variants, by number.
        tokens: Whether the action tokens are used.
        diagrams: The diagrams; None for the standard ones.
        off: The columns that are taken off, if a variant does so; None for the usual ones.
        agent: The start square of X; None for the usual one.
        limit: The limit of turns.
        handicap: The side that has the tokens alone; "" for both or neither.
        second: Whether the second attempt of the token move2 is made: "must" (or "") or "may".

    Raises:
        RulesError: If these do not go together.
    """
    make = _make_once if ruleset in RULESETS else _make
    return make(ruleset, variants, tokens, diagrams, off, agent, limit, handicap, second)


def _make(
    ruleset: str,
    variants: frozenset[int],
    tokens: bool,  # noqa: FBT001 - as for make_rules
    diagrams: DiagramSet | None,
    off: tuple[int, ...] | None,
    agent: Square | None,
    limit: int | None,
    handicap: str,
    second: str,
) -> Rules:
    return Rules.of(
        ruleset,
        variants=variants,
        tokens=tokens,
        diagrams=diagrams,
        off_columns=off,
        agent_square=agent,
        half_move_limit=limit,
        handicap=handicap,
        second_attempt=second,
    )


_make_once = lru_cache(maxsize=64)(_make)


@lru_cache(maxsize=64)
def unusual(rules: Rules) -> tuple[tuple[int, ...] | None, Square | None]:
    """Return which columns are off the board, and where X starts; None for each if it is as usual.

    Examples:
        >>> unusual(Rules.of("espionage", variants=[2], off_columns=[2]))
        ((2,), None)

    Raises:
        PositionError: If `Rules.of` cannot make these rules.
    """
    try:
        usual = make_rules(rules.ruleset, rules.variants, rules.tokens, rules.diagrams, None, None, None)
        off = None if rules.off_columns == usual.off_columns else tuple(sorted(rules.off_columns))
        moved = [square for letter, square in rules.layout if (letter, square) not in usual.layout]
        agent = moved[0] if moved else None
        again = make_rules(
            rules.ruleset,
            rules.variants,
            rules.tokens,
            rules.diagrams,
            off,
            agent,
            rules.half_move_limit,
            "" if rules.handicap is None else rules.sides[rules.handicap],
            "may" if rules.may_waive else "",
        )
    except RulesError as error:
        raise PositionError(str(error), "rules") from None
    if again != rules:
        message = "they have no text; expected rules made by Rules.of, from a ruleset with its options"
        raise PositionError(message, "rules")
    return off, agent
