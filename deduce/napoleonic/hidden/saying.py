"""What an enemy unit can still be, in table words: what is left, and why nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.hidden.profiles import ASPECTS
from deduce.ruling.languages import Words, filled, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.hidden.profiles import Profile
    from deduce.napoleonic.hidden.unit import Because, Unit

__all__ = ["cited", "described", "excluded", "shapes", "told", "value_words"]

OR = Words("or", "ou")
LEFT = Words(
    "{unit}: {first} kinds at first, {left} left: {what}",
    "{unit} : {first} sortes au départ, {left} restent : {what}",
)
ONE = Words(
    "{unit}: {first} kinds at first, one left: {what}",
    "{unit} : {first} sortes au départ, une reste : {what}",
)
ALL = Words(
    "{unit}: {left} kinds, nothing is excluded: {what}", "{unit} : {left} sortes, rien n'est exclu : {what}"
)
NOTHING_LEFT = Words(
    "{unit}: no known profile fits what was noted: data is missing, a move was illegal, or a note is wrong; "
    "suspects shows the likely slip",
    "{unit} : aucun profil connu ne convient : il manque des données, un mouvement était illégal ou une note "
    "est fausse ; suspects montre l'erreur probable",
)
EXCLUDED = Words("Excluded: {what}", "Exclu : {what}")
NOT = Words("not {what}{why}", "pas {what}{why}")
READ = Words(
    "if {choices}, also not {what}: {left} left then",
    "si {choices}, pas non plus {what} : il en reste {left}",
)
READ_ONLY = Words(
    "unless {choices}, also not {what}: {left} left then",
    "sauf si {choices}, pas non plus {what} : il en reste {left}",
)
NO_DATA = Words(
    "No table has the speed of: {what}. No distance excludes that.",
    "Aucun tableau ne donne la vitesse de : {what}. Aucune distance ne l'exclut.",
)
BARRED = Words(
    "Whatever it is, right after its last move it cannot do this: {what}.",
    "Quoi que ce soit, juste après son dernier mouvement elle ne peut pas : {what}.",
)
OTHER_KIND = Words("another kind", "un autre type")
KIND, NATION = "kind", "nation"
FEW = 6
"""So many combinations are told one by one where they are not a plain product."""
NEXT_ACTS = ("charge", "house", "change")
"""The acts of which it is told that a unit cannot do them next."""


def shapes(profiles: Iterable[Profile]) -> tuple[tuple[str, str | None, str], ...]:
    """Return profiles without their kinds of troops, each once: what "kinds" are counted."""
    return tuple(dict.fromkeys(profile.shape for profile in profiles))


def value_words(book: Book, aspect: str, value: str) -> Words:
    """Return what a word of a feature is called.

    Args:
        book: The book.
        aspect: The feature.
        value: The word.
    """
    return book.law.features[aspect].word_said(value)


def cited(because: Because) -> Words:
    """Return rules and entries as they stand behind a clause: " (NAP-FACE-3, entry 5)"."""
    rules = list(because.rules)
    many = len(because.entries) > 1
    numbers = [entry.id for entry in because.entries]
    english = [*rules, f"{'entries' if many else 'entry'} {' and '.join(numbers)}"] if numbers else rules
    french = [*rules, f"{'entrées' if many else 'entrée'} {' et '.join(numbers)}"] if numbers else rules
    return Words(f" ({', '.join(english)})", f" ({', '.join(french)})") if english else Words("", "")


def excluded(unit: Unit) -> Iterator[tuple[str, tuple[str, ...], Because]]:
    """Iterate over what a unit is not: a feature, its words, and why; words with the same reason together.

    Args:
        unit: The unit.
    """
    for aspect in unit.aspects:
        place = ASPECTS.index(aspect)
        left = set(unit.values(aspect))
        first = dict.fromkeys(each[place] for each in unit.profiles if each[place] is not None)
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[list[str], Because]] = {}
        for value in first:
            if value in left:
                continue
            because = unit.because(each for each in unit.profiles if each[place] == value)
            if because is not None:
                key = (tuple(entry.id for entry in because.entries), because.rules)
                found.setdefault(key, ([], because))[0].append(str(value))
        for values, because in found.values():
            yield aspect, tuple(values), because


def _by_formations(unit: Unit, profiles: Iterable[Profile]) -> Words:
    """Return what some profiles are as formations, each with its kinds of troops."""
    book = unit.book
    kinds: dict[str, dict[str | None, None]] = {}
    for profile in profiles:
        kinds.setdefault(profile.formation, {})[profile.kind] = None
    has_kinds = NATION in unit.known
    parts = []
    for formation, found in kinds.items():
        word = value_words(book, "formation", formation)
        named = [OTHER_KIND if kind is None else value_words(book, KIND, kind) for kind in found]
        said = listed(named, OR)
        parts.append(Words(f"{word.en} ({said.en})", f"{word.fr} ({said.fr})") if has_kinds else word)
    return Words("; ".join(part.en for part in parts), " ; ".join(part.fr for part in parts))


def described(unit: Unit, profiles: Sequence[Profile]) -> Words:
    """Return what some profiles are in short: by their features if they are all combinations of these.

    Args:
        unit: The unit.
        profiles: The profiles.
    """
    book = unit.book
    places = [place for place, aspect in enumerate(ASPECTS) if aspect != KIND]
    each = shapes(profiles)
    words = [tuple(dict.fromkeys(shape[place] for shape in each)) for place in range(len(places))]
    product = 1
    for one in words:
        product *= len(one)
    if product == len(each) or len(each) > FEW:
        parts = [
            listed([value_words(book, ASPECTS[place], value) for value in one if value is not None], OR)
            for place, one in zip(places, words, strict=True)
        ]
        parts = [part for part in parts if part]
        return Words("; ".join(part.en for part in parts), " ; ".join(part.fr for part in parts))
    said = [
        [
            value_words(book, ASPECTS[place], value)
            for place, value in zip(places, shape, strict=True)
            if value
        ]
        for shape in each
    ]
    return Words(
        "; ".join(" ".join(word.en for word in one) for one in said),
        " ; ".join(" ".join(word.fr for word in one) for one in said),
    )


def told(unit: Unit) -> Iterator[Words]:
    """Iterate over all there is to say of a unit by the rules alone.

    Args:
        unit: The unit.
    """
    name = Words(unit.name, unit.name)
    first, left = shapes(unit.profiles), shapes(unit.left)
    if not unit.is_consistent:
        yield filled(NOTHING_LEFT, {"unit": name})
        return
    head = ONE if len(left) == 1 else ALL if len(left) == len(first) else LEFT
    yield filled(
        head,
        {
            "unit": name,
            "first": _number(len(first)),
            "left": _number(len(left)),
            "what": described(unit, unit.left),
        },
    )
    clauses = [
        filled(
            NOT,
            {
                "what": listed([value_words(unit.book, aspect, value) for value in values], OR),
                "why": cited(because),
            },
        )
        for aspect, values, because in excluded(unit)
    ]
    clauses += list(_read_otherwise(unit))
    if clauses:
        what = Words("; ".join(each.en for each in clauses), " ; ".join(each.fr for each in clauses))
        yield filled(EXCLUDED, {"what": what})
    if unit.has_moves and unit.without_data:
        yield filled(NO_DATA, {"what": _by_formations(unit, unit.without_data)})
    barred = unit.barred(NEXT_ACTS) if unit.has_just_moved else {}
    if barred:
        acts = unit.book.law.actions
        said = [(acts[act].called, f" ({', '.join(rules)})") for act, rules in barred.items()]
        what = Words(
            ", ".join(f"{one.en}{why}" for one, why in said), ", ".join(f"{one.fr}{why}" for one, why in said)
        )
        yield filled(BARRED, {"what": what})


def _read_otherwise(unit: Unit) -> Iterator[Words]:
    """Iterate over what would be excluded as well if something was read otherwise."""
    hanging = [(READ, each) for each in unit.left_unless().items()]
    hanging += [(READ_ONLY, each) for each in unit.left_only_if().items()]
    for words, (choices, profiles) in hanging:
        gone = set(profiles)
        rest = [each for each in unit.left if each not in gone]
        yield filled(
            words,
            {
                "choices": Words(", ".join(choices), ", ".join(choices)),
                "what": _what_goes(unit, profiles, rest),
                "left": _number(len(shapes(rest))),
            },
        )


def _what_goes(unit: Unit, gone: Sequence[Profile], rest: Sequence[Profile]) -> Words:
    """Return what some profiles have that no other has; or what they are."""
    for place, aspect in enumerate(ASPECTS):
        others = {each[place] for each in rest}
        own = dict.fromkeys(each[place] for each in gone)
        if own and not others & own.keys() and None not in own:
            return listed([value_words(unit.book, aspect, str(value)) for value in own], OR)
    if {*shapes(gone)} & {*shapes(rest)}:
        # What goes and what is left differ in their kinds of troops.
        return _by_formations(unit, gone)
    return described(unit, gone)


def _number(count: int) -> Words:
    return Words(str(count), str(count))
