"""The charge desk at the table: `desk 3`, `desk 3 k`, `desk 3 k ~25-31`. Nobody measures for it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.charge.measuring import may_measure
from deduce.napoleonic.clock.telling import cited
from deduce.napoleonic.desk.eye import corrected
from deduce.napoleonic.desk.guesses import Guess
from deduce.napoleonic.desk.report import report
from deduce.napoleonic.lines.desk import charge_of, distance_of, eye_words
from deduce.napoleonic.lines.line import body_named
from deduce.napoleonic.lines.sheet_notation import guess_of
from deduce.ruling.amounts import amount_text
from deduce.ruling.languages import Words, filled
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.questions import facts_of, format_name
from deduce.tabletop.said import Grid, Mark, MarkRole, Role, Said, Told
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.desk.report import Report
    from deduce.napoleonic.desk.thresholds import Thresholds
    from deduce.ruling.amounts import Amount
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["desk_told"]

OFF_AXIS = ("off", "hors", "front")
HALVES = (1, 2)
MILLIMETRE = Decimal("0.1")
WORDS = {
    "head": Words(
        "{unit}: {pace} cm a quarter, distance bonus {bonus} cm",
        "{unit} : {pace} cm par quart, bonus de distance {bonus} cm",
    ),
    "unknown": Words("{unit}: its charge cannot be reckoned", "{unit} : sa charge ne peut pas être calculée"),
    "off": Words(
        "It turns towards its target in its first quarter.",
        "Elle se réoriente vers sa cible dans son premier quart.",
    ),
    "touches": Words("H{half}: touches up to (cm)", "H{half} : touche jusqu'à (cm)"),
    "chance": Words("H{half}: chance (%)", "H{half} : chance (%)"),
    "missed": Words("missed", "manquée"),
    "fires": Words(
        "Fire of the target: {each}.",
        "Tir de la cible : {each}.",
    ),
    "fire": Words("{many} quarters beyond {beyond}", "{many} quarts au-delà de {beyond}"),
    "one fire": Words("a quarter beyond {beyond}", "un quart au-delà de {beyond}"),
    "change": Words(
        "A change of formation of a quarter is done in time beyond {change}, after the quarter of reaction "
        "beyond {reacting}",
        "Un changement de formation d'un quart est achevé à temps au-delà de {change}, après le quart de "
        "réaction au-delà de {reacting}",
    ),
    "earns": Words(
        "The combat bonus and push ranks come from {earns} cm on",
        "Le bonus de combat et les rangs de poussée viennent à partir de {earns} cm",
    ),
    "counter": Words(
        "A counter-charge has its bonuses from: {each}",
        "Une contre-charge a ses bonus à partir de : {each}",
    ),
    "no counter": Words(
        "No table has the speed of {other}, so nobody can say when its counter-charge has bonuses",
        "Aucun tableau n'a la vitesse de {other} : on ne peut dire quand sa contre-charge a ses bonus",
    ),
    "evade": Words(
        "Who evades gets away, charged in H{half}, beyond {declared} declared, {compelled} compelled",
        "Qui esquive s'échappe, chargé en H{half}, au-delà de {declared} si elle est déclarée, de "
        "{compelled} si elle est contrainte",
    ),
    "even": Words(
        "The chances take the distance to lie evenly within {guess} cm; that is an assumption.",
        "Les chances supposent la distance répartie également dans {guess} cm ; c'est une hypothèse.",
    ),
    "exact": Words("At {guess} cm, as it was said.", "À {guess} cm, comme dit."),
    "corrected": Words(
        "Corrected by your eye from {said} cm.",
        "Corrigée par votre coup d'œil depuis {said} cm.",
    ),
    "share": Words(" ({share}%)", " ({share} %)"),
    "form": Words(
        "write a unit, its target and a guess, such as desk 3 k ~25-31",
        "écrivez une unité, sa cible et une estimation, comme desk 3 k ~25-31",
    ),
    "measuring": Words(
        "nobody measures before a charge (NAP-CHARGE-10); write ~{about} for a guess",
        "on ne mesure pas avant une charge (NAP-CHARGE-10) ; écrivez ~{about} pour une estimation",
    ),
}


class _Asked(NamedTuple):
    """What was asked.

    Attributes:
        body: The unit that may charge.
        other: The unit that it may charge; None if nobody said.
        guess: How far that was guessed to be, or is.
        is_exact: Whether it was measured.
        is_off_axis: Whether the unit turns towards it first.
    """

    body: Body
    other: Body | None = None
    guess: Guess | None = None
    is_exact: bool = False
    is_off_axis: bool = False


def desk_told(look: Battles, given: Mapping[str, Any]) -> Told:
    """Tell what hangs on the distance of a charge, and how likely it is where that was guessed.

    Args:
        look: The battle.
        given: In `line` the unit, its target and a guess, such as "3 k ~25-31".

    Raises:
        LineError: If that makes no sense.
    """
    battle = look.state
    asked = _asked(battle, str(given.get("line") or ""))
    guess = asked.guess
    if guess is not None and not asked.is_exact:
        guess = corrected(battle.book, battle.eye, guess)
    theirs = None if asked.other is None else (asked.other.name, battle.facts(asked.other))
    found = report(battle.book, battle.facts(asked.body), theirs, guess, is_off_axis=asked.is_off_axis)
    data = {"format": format_name(look, "desk"), **facts_of(look), **_data(asked, found)}
    return Told(tuple(_told(battle, asked, found)), data)


# --- What was asked ----------------------------------------------------------------------------------


def _asked(battle: Battle, line: str) -> _Asked:
    """Read what stands behind the command.

    Raises:
        LineError: If it makes no sense, or names a distance that nobody may have measured.
    """
    first, *words = line.split() or [""]
    if not first:
        raise LineError(WORDS["form"].said(battle.language))
    asked = _Asked(body_named(battle, first))
    for word in words:
        if plain(word) in OFF_AXIS:
            asked = asked._replace(is_off_axis=True)
        elif asked.guess is None and word.startswith("~"):
            asked = asked._replace(guess=Guess(*guess_of(word)))
        elif (
            asked.guess is None
            and word[0].isdigit()
            and (asked.other is not None or _is_distance(battle, word))
        ):
            distance = distance_of(word)
            asked = asked._replace(guess=Guess(distance, distance), is_exact=True)
        elif asked.other is None and asked.guess is None:
            asked = asked._replace(other=body_named(battle, word))
        else:
            message = f"{quoted(word)} means nothing here; {WORDS['form'].said(battle.language)}"
            raise LineError(message)
    if asked.other is not None and asked.other.side == asked.body.side:
        message = f"{asked.other.name} is on the side of {asked.body.name}; name an enemy, or none"
        raise LineError(message)
    if asked.is_exact and asked.guess is not None:
        charge = charge_of(battle, asked.body.name)
        is_declared = (
            charge is not None
            and (charge.goes_on or charge.finished == battle.clock.now)
            # The distance to somebody else is not the one that this charge lets anybody measure.
            and (asked.other is None or charge.other in {"", asked.other.name})
        )
        if not may_measure(is_declared=is_declared, is_umpire=battle.me is None):
            about = amount_text(int(asked.guess.least))
            raise ImpossibleError(_say(battle, "measuring", about=about))
    return asked


def _is_distance(battle: Battle, word: str) -> bool:
    """Tell whether a word with a digit is a distance: no unit is called so."""
    return plain(word) not in {plain(name) for name in battle.bodies}


# --- How it reads ------------------------------------------------------------------------------------


def _told(battle: Battle, asked: _Asked, found: Report) -> Iterator[Said | Grid]:
    """Iterate over what there is to say."""
    limits, unit = found.thresholds, asked.body.name
    if limits is None:
        yield Said(_say(battle, "unknown", unit=unit), Role.HEADING)
        names = {"one": Words(unit, unit)}
        for question in found.speeds.questions:
            asks = filled(question.asks, {**battle.book.law.names, **names})
            yield Said(asks.said(battle.language) + cited(question.rules))
        return
    rules = cited(["NAP-DIST-3", "NAP-CHARGE-17", "NAP-CHARGE-19", "NAP-CHARGE-29"])
    head = _say(battle, "head", unit=unit, pace=amount_text(limits.pace), bonus=amount_text(limits.bonus))
    yield Said(head + rules, Role.HEADING)
    if limits.is_off_axis:
        yield Said(WORDS["off"].said(battle.language) + cited(["NAP-CHARGE-13"]))
    yield _grid(battle, found, limits)
    yield from _guessed(battle, asked, found)
    yield from _limits(battle, asked, found, limits)


def _grid(battle: Battle, found: Report, limits: Thresholds) -> Grid:
    """Return thresholds and chances, quarter by quarter."""
    quarters = battle.book.law.features["quarter"].words
    missed = (WORDS["missed"].said(battle.language),) if found.guess is not None else ()
    rows: list[tuple[str, tuple[Mark, ...]]] = []
    for place, (half, legs) in enumerate(zip(HALVES, limits.legs, strict=True)):
        by_quarter = {quarters[leg.quarter - 1]: leg for leg in legs}
        cells = [
            Mark(amount_text(by_quarter[name].touches_up_to), MarkRole.OPEN)
            if name in by_quarter and by_quarter[name].gone
            else Mark(".", MarkRole.STRUCK)
            for name in quarters
        ]
        cells += [Mark("", MarkRole.OPEN)] * len(missed)
        rows.append((_say(battle, "touches", half=str(half)), tuple(cells)))
        if found.guess is not None:
            chances = dict(zip(by_quarter, found.contacts[place], strict=True))
            marks = [_chance(chances.get(name, Fraction(0))) for name in quarters]
            marks.append(_chance(found.missed[place]))
            rows.append((_say(battle, "chance", half=str(half)), tuple(marks)))
    return Grid(((*quarters, *missed),), tuple(rows))


def _chance(chance: Fraction) -> Mark:
    role = MarkRole.STRUCK if chance == 0 else MarkRole.CERTAIN if chance == 1 else MarkRole.CHANCE
    return Mark("." if chance == 0 else percent(chance), role)


def _guessed(battle: Battle, asked: _Asked, found: Report) -> Iterator[Said]:
    """Iterate over what the chances stand on."""
    if found.guess is None or asked.guess is None:
        return
    if asked.is_exact:
        yield Said(_say(battle, "exact", guess=_range(found.guess)))
        return
    if found.guess != asked.guess:
        yield Said(eye_words(battle, battle.eye).said(battle.language))
        yield Said(_say(battle, "corrected", said=_range(asked.guess)))
    yield Said(_say(battle, "even", guess=_range(found.guess)))


def _limits(battle: Battle, asked: _Asked, found: Report, limits: Thresholds) -> Iterator[Said]:
    """Iterate over what else hangs on the distance, with its chance where that was guessed."""
    fires = []
    for many, beyond in limits.fires_beyond:
        name = "one fire" if many == 1 else "fire"
        fires.append(_say(battle, name, many=str(many), beyond=_beyond(battle, found, beyond)))
    yield Said(_say(battle, "fires", each=", ".join(fires)).removesuffix(".") + cited(["NAP-CHARGE-22"]))
    change, reacting = (
        _beyond(battle, found, each) for each in (limits.change_beyond, limits.reacting_beyond)
    )
    said = _say(battle, "change", change=change, reacting=reacting)
    yield Said(said + cited(["NAP-CHARGE-23", "NAP-REACT-1"]))
    yield Said(_say(battle, "earns", earns=amount_text(limits.earns_from)) + cited(["NAP-CHARGE-16"]))
    if found.counters:
        each = "; ".join(
            f"{counter.who.said(battle.language)} {_from(battle, found, counter.least)}"
            for counter in found.counters
        )
        yield Said(_say(battle, "counter", each=each) + cited(["NAP-COUNTER-7", "NAP-COUNTER-8"]))
    elif asked.other is not None and found.may_be_countered:
        said = _say(battle, "no counter", other=asked.other.name)
        yield Said(said + cited(["NAP-COUNTER-7"]))
    for evades in limits.evades:
        declared, compelled = (_beyond(battle, found, each) for each in (evades.declared, evades.compelled))
        said = _say(battle, "evade", half=str(evades.half), declared=declared, compelled=compelled)
        yield Said(said + cited(["NAP-EVADE-6", "NAP-EVADE-7", "NAP-EVADE-8"]))


def _beyond(battle: Battle, found: Report, distance: Amount) -> str:
    """Return a distance, and the chance that it is more."""
    chance = None if found.guess is None else found.guess.beyond(distance)
    return f"{amount_text(distance)} cm{_share(battle, chance)}"


def _from(battle: Battle, found: Report, distance: Amount) -> str:
    """Return a distance, and the chance that it is as much."""
    guess = found.guess
    if guess is None:
        return f"{amount_text(distance)} cm"
    is_point = guess.least == guess.most
    chance = Fraction(guess.least >= distance) if is_point else guess.beyond(distance)
    return f"{amount_text(distance)} cm{_share(battle, chance)}"


def _share(battle: Battle, chance: Fraction | None) -> str:
    return "" if chance is None else _say(battle, "share", share=percent(chance))


def _range(guess: Guess) -> str:
    return "-".join(dict.fromkeys(_rounded(each) for each in (guess.least, guess.most)))


def _rounded(distance: Amount) -> str:
    """Return a distance to a millimetre, which is more than anybody guesses."""
    return f"{Decimal(distance.numerator / distance.denominator).quantize(MILLIMETRE).normalize():f}"


def _say(battle: Battle, name: str, **places: str) -> str:
    """Return a sentence with what stands in its places."""
    return filled(WORDS[name], {place: Words(text, text) for place, text in places.items()}).said(
        battle.language
    )


# --- As data -----------------------------------------------------------------------------------------


def _data(asked: _Asked, found: Report) -> dict[str, Any]:
    """Return the same as data; lengths and chances as text, so that they stay exact."""
    limits = found.thresholds
    data: dict[str, Any] = {
        "unit": asked.body.name,
        "other": None if asked.other is None else asked.other.name,
        "per_quarter": _text(found.speeds.pace),
        "distance_bonus": _text(found.speeds.bonus),
        "questions": [each.as_data() for each in found.speeds.questions],
    }
    if limits is None:
        return data
    data["off_axis"] = limits.is_off_axis
    data["halves"] = [
        {
            "half": f"H{half}",
            "touches": [
                {
                    "quarter": leg.quarter,
                    "up_to": _text(leg.touches_up_to),
                    "gone": _text(leg.gone),
                    "chance": str(found.contacts[place][number]) if found.contacts else None,
                }
                for number, leg in enumerate(legs)
            ],
            "missed": str(found.missed[place]) if found.missed else None,
            "evade_declared": _text(limits.evades[place].declared),
            "evade_compelled": _text(limits.evades[place].compelled),
        }
        for place, (half, legs) in enumerate(zip(HALVES, limits.legs, strict=True))
    ]
    data["fires"] = [{"quarters": many, "beyond": _text(beyond)} for many, beyond in limits.fires_beyond]
    data["change_beyond"] = _text(limits.change_beyond)
    data["reacting_beyond"] = _text(limits.reacting_beyond)
    data["bonuses_from"] = _text(limits.earns_from)
    data["counters"] = [{"who": each.who.en, "from": _text(each.least)} for each in found.counters]
    if found.guess is not None and asked.guess is not None:
        data["guess"] = [_text(asked.guess.least), _text(asked.guess.most)]
        data["used"] = [_text(found.guess.least), _text(found.guess.most)]
        data["assumption"] = None if asked.is_exact else "even"
    return data


def _text(amount: Amount | None) -> str | None:
    return None if amount is None else amount_text(amount)
