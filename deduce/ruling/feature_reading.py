"""Reading what the rules ask of a situation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.blocks import Block
from deduce.ruling.features import Feature, Sort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.ruling.features import Unit
    from deduce.ruling.languages import Words

__all__ = ["RESERVED", "read_feature"]

RESERVED = (
    "rule",
    "when",
    "unless",
    "under",
    "any",
    "all",
    "not",
    "is",
    "wanted",
    "found",
    "asked",
    "off",
    "gives",
    "more",
)
"""What a feature cannot be called, since it means something in a need."""
YES_OR_NO = "yes or no"
_SORTS = {"words": Sort.WORD, "order": Sort.ORDERED, "several": Sort.SEVERAL}
_KEYS = (*_SORTS, "unit", "yes", "no", "like", "many", "lasting", "called", "asks")


def read_feature(name: str, outer: Block, units: Mapping[str, Unit], known: Mapping[str, Feature]) -> Feature:
    """Read a feature: a list of words, "yes or no", a unit, or a table that says more.

    Args:
        name: What it is called.
        outer: The table that it stands in.
        units: The units of numbers.
        known: The features that were read before. One of that name can only get more words.

    Raises:
        RulingError: If it is something else.
    """
    outer.check_name(name)
    if name in known:
        return _more(known[name], outer)
    if name in RESERVED:
        raise outer.wrong(f"{name} means something else in a need; call the feature otherwise", name)
    found = outer.data[name]
    if isinstance(found, list):
        found = {"words": found}
    elif isinstance(found, str):
        found = {"yes": "", "no": ""} if found == YES_OR_NO else {"unit": found}
    if not isinstance(found, dict):
        raise outer.wrong(
            f"{name} is {quoted(found)}; it must be a list of words, a unit or {YES_OR_NO!r}", name
        )
    block = Block(outer.source, found, (*outer.path, name))
    block.check_keys(_KEYS)
    kinds = [key for key in (*_SORTS, "unit", "yes", "like") if block.has(key)]
    if len(kinds) != 1 or block.has("no") is not block.has("yes"):
        message = "it must have one of words, order, several, unit and like, or both yes and no"
        raise block.wrong(message)
    (kind,) = kinds
    said = (block.flag("lasting"), block.words("called"), block.words("asks"))
    if kind == "like":
        model = _model(block, known)
        sort = Sort.SEVERAL if block.flag("many") else model.sort
        if sort is Sort.SEVERAL and not model.words:
            raise block.wrong(f"{model.name} has no words of which there could be many", "many")
        return Feature(name, sort, model.words, model.unit, *said, shown=model.shown, like=model.name)
    if block.has("many"):
        raise block.wrong(
            "many goes with like only; a list of several words is written several = [...]", "many"
        )
    words, shown = _words(block, kind) if kind in _SORTS else ((), ())
    return Feature(
        name,
        _SORTS.get(kind, Sort.NUMBER if kind == "unit" else Sort.FLAG),
        words,
        _unit(block, units) if kind == "unit" else units[""],
        *said,
        block.words("yes"),
        block.words("no"),
        shown,
    )


def _model(block: Block, known: Mapping[str, Feature]) -> Feature:
    """Return the feature before it that one is like."""
    name = block.text("like")
    if name not in known:
        message = f"there is no feature {quoted(name)} before it; {did_you_mean(name, known)}"
        raise block.wrong(message, "like")
    return known[name]


def _more(known: Feature, outer: Block) -> Feature:
    """Return a feature that is there already with more words."""
    found = outer.data[known.name]
    if not isinstance(found, dict) or [*found] != ["more"] or known.sort not in {Sort.WORD, Sort.SEVERAL}:
        message = (
            f"the feature {known.name} is there already; it can only get further words, without an order: "
        )
        raise outer.wrong(message + '{ more = ["..."] }', known.name)
    block = Block(outer.source, found, (*outer.path, known.name))
    words, shown = _words(block, "more")
    for word in words:
        if word in known.words:
            raise block.wrong(f"{known.name} can be {quoted(word)} already", "more")
    return replace(known, words=(*known.words, *words), shown=(*known.shown, *shown))


def _words(block: Block, key: str) -> tuple[tuple[str, ...], tuple[tuple[str, Words], ...]]:
    """Return the words that a feature can be, and what they are called."""
    found = block.data[key]
    if isinstance(found, dict):
        inner = block.block(key)
        shown = tuple((word, inner.words(word)) for word in found)
        words = tuple(found)
    else:
        words, shown = block.texts(key), ()
    if not words:
        raise block.wrong("it has no words", key)
    return words, shown


def _unit(block: Block, units: Mapping[str, Unit]) -> Unit:
    name = block.text("unit")
    if name not in units:
        raise block.wrong(f"there is no unit {quoted(name)}; {did_you_mean(name, units)}", "unit")
    return units[name]
