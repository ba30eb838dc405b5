"""Lines for the time that passes: `q` the next quarter, `h` the next half, `p` the next period, `play`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.passing import passed
from deduce.napoleonic.clock.state import Play
from deduce.napoleonic.clock.tasks import Standing
from deduce.napoleonic.clock.telling import passed_words
from deduce.napoleonic.judging import comes_of
from deduce.napoleonic.lines.form import Form
from deduce.napoleonic.lines.line import FRENCH
from deduce.ruling.languages import Words
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Entry, Followed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.clock.passing import Passed

__all__ = ["FORMS", "play_named"]

STEPS = {"q": Play.QUARTERS, "h": Play.HALVES, "p": Play.PERIODS}
"""What is typed, and until the end of what the clock goes on."""
CAREFUL = Words("Careful", "Attention")


def play_named(text: str) -> Play:
    """Return how far the clock goes on at a time; never less than a quarter (NAP-TURN-3).

    Raises:
        LineError: If it is none of the three.
    """
    word = FRENCH.get(plain(text.strip()), plain(text.strip()))
    if word in [*Play]:
        return Play(word)
    hint = did_you_mean(word, [*Play])
    message = f"{quoted(text)} is no way to play; {hint} (never finer than quarters, NAP-TURN-3)"
    raise LineError(message)


def _warnings(battle: Battle, play: Play) -> Iterator[str]:
    """Iterate over what speaks against playing by such steps (NAP-TURN-3)."""
    calendar = calendar_of(battle.book)
    step = {Play.QUARTERS: 1, Play.HALVES: calendar.half, Play.PERIODS: calendar.period}[play]
    outcomes, _ = comes_of(battle.book, "play", {"step": step})
    for each in outcomes:
        yield f"{CAREFUL.said(battle.language)}: {each.said(battle.language)}"


def _passed(battle: Battle, word: str) -> Passed:
    end = calendar_of(battle.book).end(battle.clock.now, STEPS[word])
    return passed(battle.book, Standing(battle.clock, battle.bodies), end)


def _read(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    word = text.casefold()
    if word not in STEPS:
        return None
    after = _passed(battle, word)
    date = calendar_of(battle.book).date(after.standing.clock.now)
    said = [f"{date}."]
    said += [
        words.said(battle.language) for words in passed_words(battle.book, battle.bodies, after, battle.mine)
    ]
    said += _warnings(battle, STEPS[word])
    return Entry(word, tuple(said))


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    word = text.casefold()
    if word not in STEPS:
        return None
    clock, bodies = _passed(battle, word).standing
    return Followed(replace(battle, clock=clock, bodies=bodies))


def _read_play(battle: Battle, text: str, _answers: tuple[str, ...]) -> Entry | None:
    word, *rest = text.split() or [""]
    if FRENCH.get(plain(word), plain(word)) != "play":
        return None
    play = play_named(" ".join(rest))
    return Entry(f"play {play}", tuple(_warnings(battle, play)))


def _follow_play(battle: Battle, text: str) -> Followed[Battle] | None:
    word, *rest = text.split() or [""]
    if word != "play":
        return None
    try:
        play = play_named(" ".join(rest))
    except LineError as error:
        return battle.refused(text, str(error))
    return Followed(replace(battle, clock=replace(battle.clock, play=play)))


FORMS = (
    Form(
        "passing",
        "q, h, p: the next quarter, half, period",
        _read,
        _follow,
        tuple(STEPS),
    ),
    Form(
        "play", "play quarters|halves|periods: how often everybody moves", _read_play, _follow_play, ("play",)
    ),
)
