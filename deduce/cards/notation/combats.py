"""Combats and shots, as they are typed and written: the units, their cards, and what stands behind them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.cards.notation.parts import picked, picks_in, unit_in
from deduce.cards.notation.words import COVERS, FLANK, FLANKED, HITS, RESULTS
from deduce.cards.ranks import ANY, CARD, Seen, parse_card
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.cards.engine.ledger import Ledger

__all__ = ["is_fight", "is_shot", "read_fight", "read_shot"]

UNIT = re.compile(r"[a-z]")
GLUED = re.compile(rf"([a-z])({CARD.pattern})([a-z])({CARD.pattern})")
UNIT_CARD = re.compile(rf"([a-z])({CARD.pattern})?")
SHOT = re.compile(r"([a-z])>([a-z])")
NUMBER = re.compile(r"[0-9]{1,4}")
AND = "&"
COVERED = "w is a wall, o a redoubt or barricade, t a trench, s a wood, - the open"
BEHIND = f"f is the flank, {COVERED}"


def is_fight(words: Sequence[str]) -> bool:
    """Tell whether a line begins like a combat."""
    return UNIT_CARD.fullmatch(words[0]) is not None or GLUED.fullmatch(words[0]) is not None


def is_shot(words: Sequence[str]) -> bool:
    """Tell whether a line is a shot such as `g>r`.

    `b>j r4` is a combat in which b's card was higher than a jack: r's card follows, or who won.
    """
    if words[1:2] == [">"]:
        return True
    if not SHOT.fullmatch(words[0]):
        return False
    if not UNIT_CARD.fullmatch(words[0]):
        return True
    has_card = len(words) > 1 and len(words[1]) > 1 and UNIT_CARD.fullmatch(words[1]) is not None
    return not has_card and not any(word in RESULTS for word in words)


# --- Combats ----------------------------------------------------------------------------------------------


def read_fight(words: list[str], ledger: Ledger) -> en.Fight:
    """Read a combat such as `b9 r4 f`.

    Raises:
        LineError: If it makes no sense.
    """
    words = _apart(words, ledger)
    if len(words) == 1:
        letter = words[0][0]
        message = f"whom does {letter} fight? Write {letter}9 r4: each unit with its card"
        raise LineError(message)
    letters, said = [], []
    for word in words[:2]:
        found = UNIT_CARD.fullmatch(word)
        if not found:
            message = (
                f"{quoted(word)} is no unit with its card; write b9 r4, or b? for a card that was missed"
            )
            raise LineError(message)
        letters.append(unit_in([found[1]], 0, ledger, "b9 r4"))
        said.append(None if found[2] is None else parse_card(found[2]))
    one, other = letters
    if one == other:
        message = f"{one} cannot fight itself; write such as b9 r4"
        raise LineError(message)
    has_result = any(word in RESULTS for word in words[2:])
    entry = en.Fight(one, other, _cards(letters, said, has_result=has_result))
    return _Behind(entry, words[2:], ledger).read()


def _apart(words: list[str], ledger: Ledger) -> list[str]:
    """Return the words of a combat with each card behind its unit: of `b9r4`, `b 9 r 4` and `b r 9 4`."""
    glued = GLUED.fullmatch(words[0])
    if glued:
        return [glued[1] + glued[2], glued[3] + glued[4], *words[1:]]
    for units, cards in (((0, 2), (1, 3)), ((0, 1), (2, 3))):
        if (
            len(words) >= 4
            and all(UNIT.fullmatch(words[place]) for place in units)
            and all(CARD.fullmatch(words[place]) and words[place] not in ledger.units for place in cards)
        ):
            pairs = zip(units, cards, strict=True)
            return [*(words[unit] + words[card] for unit, card in pairs), *words[4:]]
    return words


def _cards(
    letters: Sequence[str], said: Sequence[Seen | None], *, has_result: bool
) -> tuple[Seen, Seen] | tuple[()]:
    """Return both cards; none if none was said, missed ones where it is said how it ended."""
    one, other = said
    if one is None and other is None and not has_result:
        return ()
    if (one is None or other is None) and not has_result:
        bare = letters[said.index(None)]
        message = f"{bare}'s card is missing; write it behind the letter: {bare}9, or {bare}? if missed"
        raise LineError(message)
    return one or ANY, other or ANY


class _Behind:
    """What stands behind the two units of a combat, word after word."""

    def __init__(self, entry: en.Fight, words: Sequence[str], ledger: Ledger) -> None:
        self.entry = entry
        self.words = list(reversed(words))
        self.ledger = ledger
        self.has_result = any(word in RESULTS for word in words)
        self.said = set[str]()
        self.picks: dict[str, str] = {}

    def read(self) -> en.Fight:
        while self.words:
            word = self.words.pop()
            if word == AND:
                self._another()
                continue
            what = self._read(word)
            if what in self.said:
                message = f"{quoted(word)} says {what} once more; say it once"
                raise LineError(message)
            self.said.add(what)
        entry = self.entry
        if entry.hit and entry.hit not in {entry.target, *entry.others}:
            message = f"{entry.hit} is not attacked in this combat; write {AND} {entry.hit} if it is"
            raise LineError(message)
        for letter, men in self.picks.items():
            entry = self._picked(entry, letter, men)
        return entry

    def _next_unit(self, example: str) -> str:
        return unit_in([self.words.pop()] if self.words else [], 0, self.ledger, example)

    def _another(self) -> None:
        entry = self.entry
        other = self._next_unit(f"{entry.starter}9 {entry.target}4 {AND} s")
        if other in {entry.starter, entry.target, *entry.others}:
            message = f"{other} stands there twice; name every unit once"
            raise LineError(message)
        self.entry = replace(entry, others=(*entry.others, other))

    def _read(self, word: str) -> str:
        """Read a word, and return what it is about."""
        entry = self.entry
        picks = picked(word)
        if word in HITS:
            self.entry, what = replace(entry, hit=self._next_unit("hits s")), "which unit is hit"
        elif word in FLANK:
            self.entry, what = replace(entry, flank=True), "the flank"
        elif word in FLANKED:
            self.entry, what = replace(entry, flanked=True), "the starter's flank"
        elif word in COVERS:
            self.entry, what = replace(entry, cover=COVERS[word]), "the cover"
        elif word in RESULTS:
            self.entry, what = replace(entry, result=RESULTS[word]), "who won"
        elif NUMBER.fullmatch(word):
            self.entry, what = replace(entry, confused=self._count(word)), "how many are confused"
        elif picks is not None:
            letter, men = picks
            what = f"who of {letter} is hit"
            if what not in self.said:
                self.picks[letter] = men
        else:
            known = [*FLANK, *FLANKED, *COVERS, *RESULTS, *HITS]
            hint = did_you_mean(word, known) if len(word) > 2 else BEHIND
            message = f"{quoted(word)} behind a combat makes no sense; {hint}"
            raise LineError(message)
        return what

    def _count(self, word: str) -> int:
        entry = self.entry
        if not entry.cards and not self.has_result:
            one, other = entry.starter, entry.target
            message = f"whose card is {word}? Write such as {one}9 {other}4: each unit with its card"
            raise LineError(message)
        return int(word)

    def _picked(self, entry: en.Fight, letter: str, men: str) -> en.Fight:
        struck = entry.hit or entry.target
        if letter == entry.starter:
            return replace(entry, starter_picks=picks_in(men))
        if letter != struck:
            message = f"no man of {letter} is hit here; write {struck}:{men} for men of {struck}"
            raise LineError(message)
        return replace(entry, picks=picks_in(men))


# --- Shots ------------------------------------------------------------------------------------------------


def read_shot(words: list[str], ledger: Ledger) -> en.Shot:
    """Read a shot such as `g>r w`, or what stands behind `fire`.

    Raises:
        LineError: If it makes no sense.
    """
    if words and SHOT.fullmatch(words[0]):
        words = [*words[0].split(">"), *words[1:]]
    elif words[1:2] == [">"]:
        words = [words[0], *words[2:]]
    gun, target = (unit_in(words, place, ledger, "g>r") for place in range(2))
    if gun == target:
        message = f"{gun} cannot fire at itself; write such as g>r"
        raise LineError(message)
    entry, seen = en.Shot(gun, target), set[str]()
    for word in words[2:]:
        picks = picked(word)
        if word in COVERS:
            what, entry = "the cover", replace(entry, cover=COVERS[word])
        elif picks is not None and picks[0] == target:
            what, entry = "who is hit", replace(entry, picks=picks_in(picks[1]))
        else:
            message = f"{quoted(word)} behind a shot makes no sense; {COVERED}"
            raise LineError(message)
        if what in seen:
            message = f"{quoted(word)} says {what} once more; say it once"
            raise LineError(message)
        seen.add(what)
    return entry
