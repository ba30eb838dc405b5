"""How advice reads, in English and in French: numbers, combats, reasons, and when to stop."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.advice.reasons import Part
from deduce.cards.engine.combat import Result
from deduce.cards.language import counted
from deduce.cards.notation.written import written
from deduce.cards.ranks import RANKS, card_text
from deduce.ruling.languages import Words
from deduce.tabletop.said import Said
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deduce.cards.advice.candidates import Act
    from deduce.cards.advice.reasons import Reason
    from deduce.cards.advice.suggestions import Course
    from deduce.cards.engine.combat import Meeting
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.odds.solver import Branch
    from deduce.cards.odds.stand import Pairing

__all__ = [
    "Next",
    "act_words",
    "house_told",
    "mean_words",
    "nexts",
    "points",
    "reason_words",
    "say",
    "signed",
    "stop_words",
    "worth_words",
]

PARTS = {
    Part.FLANK: Words("for the flank", "pour le flanc"),
    Part.COVER: Words("for {target}'s cover", "pour l'abri de {target}"),
    Part.OWN_COVER: Words("for {starter}'s cover", "pour l'abri de {starter}"),
    Part.COUNTER: Words(
        "because it would be kill {kill} of {target}", "parce que ce serait le mort {kill} de {target}"
    ),
    Part.OWN_COUNTER: Words(
        "because {starter} has {dead} dead lying", "parce que {starter} a {morts} au sol"
    ),
    Part.ARM: Words("for what {starter} is", "pour ce qu'est {starter}"),
    Part.THEIR_ARM: Words("for what {target} is", "pour ce qu'est {target}"),
    Part.BREAK: Words("because somebody may break", "parce qu'une unité peut rompre"),
    Part.COUNT: Words("for the cards that are gone", "pour les cartes déjà sorties"),
}
"""Why a combat is worth more or less; what stands before it is by how much."""
RESULTS = {
    Result.WON: Words("won", "gagné"),
    Result.TIED: Words("tied", "égalité"),
    Result.LOST: Words("lost", "perdu"),
}
HOUSE = Words("house rules: {house}", "règles maison : {house}")
STOP = Words("stop", "on s'arrête")
ANYHOW = Words("then {then}, whatever comes", "puis {then}, quoi qu'il arrive")
STOPPING = Words("stopping", "s'arrêter")
ALWAYS = Words("{result}: {then}", "{result} : {then}")
BY_CARD = Words(
    "{result}: {then} if {unit}'s card was {card} or {way}, else {other}",
    "{result} : {then} si la carte de {unit} était {card} ou {way}, sinon {other}",
)
LOWER, HIGHER = Words("lower", "plus faible"), Words("higher", "plus forte")
MOSTLY = Words(
    "{result}: {then} by {percent}% of the cards, else {other}",
    "{result} : {then} pour {percent}% des cartes, sinon {other}",
)


def house_told(ledger: Ledger) -> Iterator[Said]:
    """Yield by which house rules all this is, if there are any."""
    if ledger.edition.house:
        yield Said(HOUSE.said(ledger.language).format(house=", ".join(ledger.edition.house)))


def say(words: Mapping[str, Words], ledger: Ledger, name: str, **parts: object) -> str:
    """Return a phrase in the language of a battle, filled with its parts."""
    return words[name].said(ledger.language).format(**parts)


def points(number: Fraction) -> str:
    """Return a difference of chances in points of a percent, such as +4."""
    return signed(100 * number, 0)


def worth_words(worth: Fraction) -> str:
    """Return a worth with its sign, to the hundredth.

    Examples:
        >>> worth_words(Fraction(15, 13)), worth_words(Fraction(-1, 300)), worth_words(Fraction(0))
        ('+1.15', '-0.00', '0')
    """
    return signed(worth, 2)


def mean_words(number: Fraction) -> str:
    """Return a mean to the tenth."""
    return f"{float(number):.1f}"


def signed(number: Fraction, digits: int) -> str:
    """Return a number with its sign; 0 without one."""
    return f"{float(number):+.{digits}f}" if number else "0"


def act_words(act: Act, ledger: Ledger) -> str:
    """Return something that can be done as it is entered."""
    return written(act, ledger)


def reason_words(reason: Reason, meeting: Meeting, letters: tuple[str, str], language: str) -> str:
    """Return what a part of a combat changes, such as "+0.92 for the flank"."""
    words = PARTS[reason.part].said(language)
    starter, target = letters
    dead = meeting.starter.dead
    said = words.format(
        starter=starter,
        target=target,
        kill=meeting.target.dead + 1,
        dead=dead,
        morts=counted(dead, "mort", "fr"),
    )
    return f"{worth_words(reason.worth)} {said}"


# --- When to stop ------------------------------------------------------------------------------------


class Next(NamedTuple):
    """What to do after the first combat ended so.

    Attributes:
        result: How it ended.
        chance: How likely that is.
        thens: How likely each combat is the best to go on with; None for stopping.
        by: Which card decides between two: 0 for the starter's, 1 for the target's; None for none alone.
        card: The highest card, or the lowest, with which the first of the two is better.
        is_most: Whether it is the highest.
    """

    result: Result
    chance: Fraction
    thens: tuple[tuple[Pairing | None, Fraction], ...]
    by: int | None = None
    card: int = 0
    is_most: bool = True


def nexts(branches: tuple[Branch, ...]) -> tuple[Next, ...]:
    """Return what to do after each result of the first combat."""
    cards: defaultdict[Result, dict[tuple[int, int], Pairing | None]] = defaultdict(dict)
    thens: defaultdict[Result, defaultdict[Pairing | None, Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )
    for branch in branches:
        cards[branch.effect.result].update(branch.by_cards)
        for then, chance in branch.then.items():
            thens[branch.effect.result][then] += chance
    found = []
    for result in Result:
        if result not in thens:
            continue
        ordered = tuple(sorted(thens[result].items(), key=lambda each: (each[0] is None, -each[1])))
        chance = sum((part for _, part in ordered), Fraction(0))
        rule = _threshold(cards[result], ordered[0][0]) if len(ordered) == 2 else None
        found.append(Next(result, chance, ordered, *rule) if rule else Next(result, chance, ordered))
    return tuple(found)


def _threshold(
    cards: Mapping[tuple[int, int], Pairing | None], then: Pairing | None
) -> tuple[int, int, bool] | None:
    """Return which single card decides when a combat is best, and up to or from which rank it is."""
    for place in range(2):
        yes = {pair[place] for pair, best in cards.items() if best == then}
        no = {pair[place] for pair, best in cards.items() if best != then}
        if yes and no and max(yes) < min(no):
            return place, max(yes), True
        if yes and no and max(no) < min(yes):
            return place, min(yes), False
    return None


def stop_words(course: Course, ledger: Ledger) -> list[str]:
    """Return what to do after each result of the first combat, a line each; nothing if it is the last."""
    first = course.first
    if first is None or all(then is None for branch in course.plan.branches for then in branch.then):
        return []
    language, said = ledger.language, []
    following = nexts(course.plan.branches)
    letters = (first.starter, first.target)
    # What `Course.fights` is called by; a combat is named as it is entered.
    name: Callable[[Pairing | None], str] = lambda then: (  # noqa: E731 - it is said three times below
        STOP.said(language) if then is None else act_words(course.fights[then], ledger)
    )
    if len({each.thens[0][0] for each in following}) == 1 and all(len(each.thens) == 1 for each in following):
        return [ANYHOW.said(language).format(then=name(following[0].thens[0][0]))]
    for each in following:
        then, other = name(each.thens[0][0]), " / ".join(name(then) for then, _ in each.thens[1:])
        parts = {"result": RESULTS[each.result].said(language), "then": then, "other": other}
        if len(each.thens) == 1:
            said.append(ALWAYS.said(language).format(**parts))
        elif each.by is not None:
            way = (LOWER if each.is_most else HIGHER).said(language)
            if each.card in {min(RANKS), max(RANKS)}:
                # Nothing is lower than an ace, nor higher than a king.
                way = card_text(each.card)
            said.append(
                BY_CARD.said(language).format(
                    **parts, unit=letters[each.by], card=card_text(each.card), way=way
                )
            )
        else:
            share = percent(each.thens[0][1] / each.chance)
            said.append(MOSTLY.said(language).format(**parts, percent=share))
    return said
