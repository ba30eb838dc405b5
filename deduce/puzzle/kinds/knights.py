"""Knights and knaves: on an island some always tell the truth and all others always lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.puzzle.draft import Clue, Draft, Unknowns
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deduce.puzzle.draft import Block
    from deduce.puzzle.kinds.kind import Size

__all__ = ["KNIGHTS"]

KNIGHT, KNAVE = "knight", "knave"
PEOPLE = (
    *("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kay", "Leo"),
    *("Mia", "Ned", "Olga", "Paul", "Quin", "Rosa", "Sam", "Tess"),
)
_SAID_EACH = 3
"""How many things everybody may say; most of it is left out."""


def _is(name: str, value: str) -> str:
    return f"{name} is {value}"


def _one(draw: random.Random, _: str, others: Sequence[str]) -> tuple[str, Block]:
    (other,) = draw.sample(others, 1)
    value = draw.choice((KNIGHT, KNAVE))
    return f"{other} is a {value}", {"fact": _is(other, value)}


def _alike(draw: random.Random, me: str, others: Sequence[str]) -> tuple[str, Block]:
    (other,) = draw.sample(others, 1)
    if draw.random() < 0.5:
        both = [_is(me, KNIGHT), _is(other, KNIGHT)]
        return f"{other} and I are of the same kind", {"any_of": [{"all_of": both}, {"none_of": both}]}
    return f"of {other} and me, exactly one is a knight", {
        "exactly": 1,
        "of": [_is(me, KNIGHT), _is(other, KNIGHT)],
    }


def _two(draw: random.Random, _: str, others: Sequence[str]) -> tuple[str, Block]:
    first, second = draw.sample(others, 2)
    value = draw.choice((KNIGHT, KNAVE))
    both = [_is(first, value), _is(second, value)]
    sayings: list[tuple[str, Block]] = [
        (f"{first} and {second} are both {value}s", {"all_of": both}),
        (f"at least one of {first} and {second} is a {value}", {"any_of": both}),
        (f"of {first} and {second}, exactly one is a {value}", {"exactly": 1, "of": both}),
    ]
    return draw.choice(sayings)


def _if(draw: random.Random, _: str, others: Sequence[str]) -> tuple[str, Block]:
    first, second = draw.sample(others, 2)
    one, two = draw.choice((KNIGHT, KNAVE)), draw.choice((KNIGHT, KNAVE))
    return f"if {first} is a {one}, then {second} is a {two}", {
        "if": _is(first, one),
        "then": _is(second, two),
    }


def _count(draw: random.Random, me: str, others: Sequence[str]) -> tuple[str, Block]:
    everyone = [me, *others]
    number = draw.randint(1, len(everyone) - 1)
    key, words = draw.choice(
        [
            ("exactly", f"exactly {number}"),
            ("at_least", f"at least {number}"),
            ("at_most", f"at most {number}"),
        ]
    )
    knights = "is a knight" if number == 1 else "are knights"
    return f"{words} of us {knights}", {key: number, "of": sorted(_is(name, KNIGHT) for name in everyone)}


_SAYINGS: tuple[tuple[Callable[..., tuple[str, Block]], int], ...] = (
    (_one, 2),
    (_alike, 2),
    (_two, 3),
    (_if, 3),
    (_count, 3),
)
"""What somebody can say, and among how many people at least."""
_WEIGHTS = ((6, 1, 1, 0, 0), (4, 2, 2, 1, 0), (2, 2, 3, 2, 1), (1, 2, 3, 3, 2), (0, 1, 3, 3, 3))
"""How often what is said, for each grade."""


def _said(draw: random.Random, names: Sequence[str], grade: int) -> Iterator[tuple[str, str, Block]]:
    """Yield who says what."""
    fit = [
        (say, weight)
        for (say, least), weight in zip(_SAYINGS, _WEIGHTS[grade - 1], strict=True)
        if len(names) >= least
    ]
    say, weights = zip(*fit, strict=True)
    for _ in range(_SAID_EACH):
        for me in draw.sample(names, len(names)):
            others = [name for name in names if name != me]
            yield (me, *draw.choices(say, weights)[0](draw, me, others))


def _is_true(said: Block | str, world: Mapping[str, str]) -> bool:
    """Tell whether something is true that is said here."""
    if isinstance(said, str):
        name, _, value = said.partition(" is ")
        return world[name] == value
    match said:
        case {"fact": part}:
            return _is_true(part, world)
        case {"if": first, "then": second}:
            return not _is_true(first, world) or _is_true(second, world)
    parts = next(value for value in said.values() if isinstance(value, list))
    true = sum(_is_true(part, world) for part in parts)
    number = next((value for value in said.values() if isinstance(value, int)), 0)
    return {
        "all_of": true == len(parts),
        "any_of": true > 0,
        "none_of": not true,
        "exactly": true == number,
        "at_least": true >= number,
        "at_most": true <= number,
    }[next(iter(said))]


def _draw(draw: random.Random, size: Size, grade: int) -> Draft:
    """Draw who is what, and let everybody say things that fit."""
    names = PEOPLE[: size[0]]
    solution = {name: draw.choice((KNIGHT, KNAVE)) for name in names}
    clues: dict[str, Clue] = {}
    for me, words, said in _said(draw, names, grade):
        if _is_true(said, solution) == (solution[me] == KNIGHT):
            text = f"{me} says: “{words[0].upper()}{words[1:]}.”"
            part: Block | str = said.get("fact", said)
            clues[text] = Clue(text, {"exactly": 1, "of": [_is(me, KNAVE), part]})
    return Draft(
        title=f"{len(names)} people on an island",
        about="A knight always tells the truth, and a knave always lies. Who is what?",
        unknowns=(Unknowns(names, (KNIGHT, KNAVE)),),
        clues=tuple(clues.values()),
        solution=solution,
    )


KNIGHTS = Kind(
    about="Knights tell the truth, knaves lie: who is what?",
    spans=(Span("people", 2, len(PEOPLE)),),
    usual=((3,), (4,), (5,), (8,), (10,)),
    draw=_draw,
    grades=(2, 3, 4, 5),
)
