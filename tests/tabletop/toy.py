"""A toy game for the tabletop layer: seats that choose at once, a card that is turned, a hand that is hidden.

Ann and Ben hold three of the cards 1 to 9 each; the other three lie in a pack. In each round both play a card
at once, and Ben's is only said to be high (6 to 9) or low; then a card of the pack is turned, and Ann's pawn
moves by what was measured, at most 10 cm. After three rounds it is over. The record's owner is Ann.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from deduce import Entry as Said
from deduce import Log, Problem, any_of, exactly, fact
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import Begun, Entry, Followed, Kind, Request, Source, Unknown
from deduce.tabletop.look import Look
from deduce.tabletop.misfit import Fault
from deduce.tabletop.nouns import Nouns
from deduce.tabletop.rulebook import Rule
from deduce.tabletop.rulings import Ruling, Verdict
from deduce.tabletop.sheet import Sheet

SEATS, CARDS, ROUNDS = ("Ann", "Ben"), range(1, 10), 3
NOUNS = Nouns("card", "place", "deal", "card", "why 7 Ben")
BOTH, NOBODY = frozenset({0, 1}), frozenset[int]()
WRITTEN = re.compile(r"(?:(ann|turn) (\d)|ben (high|low)|(move)(?: (\d+(?:\.\d+)?))?)(?: *#.*)?$")


@dataclass(frozen=True, eq=False)
class Heard:
    """What was heard last, and before it: states by the thousand share what they have in common.

    Attributes:
        entry: What was heard.
        before: What was heard before it.
    """

    entry: Said
    before: Heard | None = field(repr=False)


@dataclass(frozen=True)
class Round:
    """Where a game stands.

    Attributes:
        problem: Where the cards may be.
        heard: What Ann heard of that.
        number: How many entries there were.
        rounds: How many rounds are over.
        choosing: Who still has to play a card; nobody while a card is to be turned or the pawn to be moved.
        turned: Whether the card of this round is turned.
    """

    problem: Problem
    heard: Heard | None = None
    number: int = 0
    rounds: int = 0
    choosing: frozenset[int] = BOTH
    turned: bool = False

    @cached_property
    def log(self) -> Log:
        """What Ann knows of where the cards are."""
        entries, heard = list[Said](), self.heard
        while heard is not None:
            entries.append(heard.entry)
            heard = heard.before
        return Log(self.problem).extended(reversed(entries))


def begin(source: Source) -> Begun[Round]:
    """Read Ann's hand."""
    headers = {header.key: header.value for header in source.document.headers}
    hand = [int(card) for card in re.findall(r"\d", headers.get("Ann", ""))]
    if len({*hand} & {*CARDS}) != 3:
        message = "Ann holds three of the cards 1 to 9, such as Ann = 2 5 9"
        raise RecordError(message, source.name)
    places = ("Ann", "Ben", "pack")
    rules = [exactly(3, [fact(card, place) for card in CARDS]) for place in places]
    problem = Problem(dict.fromkeys(CARDS, places), [*rules, *(fact(card, "Ann") for card in hand)])
    return Begun(Round(problem), SEATS)


def to_act(state: Round) -> frozenset[int]:
    """Both choose at once; the card is turned and the pawn moved by Ann."""
    return NOBODY if state.rounds == ROUNDS else state.choosing or frozenset({0})


def ruling(state: Round, text: str) -> Ruling:
    """Judge an entry."""
    ann, card, ben, move, far = _parts(text)
    if (0 in state.choosing) != (ann == "ann") and ann == "ann":
        return Ruling(Verdict.REFUSED, "Ann has played a card in this round", "TOY-ROUND-1")
    if ben and 1 not in state.choosing:
        return Ruling(Verdict.REFUSED, "Ben has played a card in this round", "TOY-ROUND-1")
    if (ann == "turn" or move) and (state.choosing or state.turned != bool(move)):
        return Ruling(
            Verdict.REFUSED, "first both play, then a card is turned, then Ann moves", "TOY-ROUND-2"
        )
    if move and not far:
        return Ruling(Verdict.UNKNOWN, "measure how far the pawn moved", "TOY-MOVE-1")
    if move and float(far) > 10:
        return Ruling(Verdict.REFUSED, f"{far} cm is more than 10", "TOY-MOVE-1")
    return Ruling(Verdict.ALLOWED, f"{card or ben or far}")


def _parts(text: str) -> list[str]:
    found = WRITTEN.match(text)
    return ["" if part is None else part for part in found.groups()] if found else [""] * 5


def follow(state: Round, text: str) -> Followed[Round]:
    """Follow what was said, and note what the rules object to."""
    if state.rounds == ROUNDS:
        return Followed(state, (Fault(0, text, "the game is over already; ignored"),))
    after = replace(state, number=state.number + 1)
    if not WRITTEN.match(text):
        return Followed(after, (Fault(0, text, "is no entry of this game"),))
    ann, card, ben, _, _ = _parts(text)
    judged, name = ruling(state, text), str(after.number)
    heard = None
    if card:
        heard = fact(int(card), "Ann" if ann == "ann" else "pack")
    elif ben:
        heard = any_of(*(fact(each, "Ben") for each in CARDS if (each > 5) == (ben == "high")))
    if heard is not None:
        after = replace(after, heard=Heard(Said(name, text, heard), state.heard))
    if judged.verdict is Verdict.REFUSED:
        return Followed(after, (Fault(0, text, judged.reason, judged.rule),))
    if state.choosing:
        after = replace(after, choosing=state.choosing - {1 if ben else 0})
    elif not state.turned:
        after = replace(after, turned=True)
    else:
        after = replace(after, rounds=state.rounds + 1, choosing=BOTH, turned=False)
    return Followed(after)


def read(state: Round, text: str, answers: tuple[str, ...]) -> Entry | Request:
    """Read a line; a card that is not said is asked for."""
    line = " ".join([*text.casefold().split(), *answers])
    if line in {"ann", "turn"}:
        return Request(f"which card does {line} show?", tuple(map(str, CARDS)), 0)
    if not WRITTEN.match(line):
        message = f"{text!r} makes no sense; write ann 5, ben high, turn 3 or move 7.5"
        raise LineError(message)
    return Entry(line, rulings=(ruling(state, line),))


def sheets(look: Look[Round]) -> tuple[Sheet[Any, Any], ...]:
    """What Ann knows."""
    return (Sheet("the cards, as Ann knows them", look.state.log, NOUNS),)


def changes(text: str) -> Iterator[tuple[str, float]]:
    """Another card or another distance, and of Ben's card the other half."""
    ann, card, ben, move, _ = _parts(text)
    for other in CARDS if card else ():
        if str(other) != card:
            yield f"{ann} {other}", 1 / 8
    if ben:
        yield f"ben {'low' if ben == 'high' else 'high'}", 1.0
    if move:
        yield from ((f"move {far}", 1 / 10) for far in range(1, 11))


RULES = {
    "TOY-MOVE-1": Rule("Moving", "A pawn moves at most 10 cm."),
    "TOY-ROUND-1": Rule("A round", "Everybody plays one card a round.", "Both at once.", "Rounds = slow"),
}
TOY: Kind[Round] = Kind(
    "toy", "A toy game", begin, follow, read, to_act,
    lambda state: "three rounds are over" if state.rounds == ROUNDS else "",
    nouns=NOUNS, sheets=sheets, words=lambda: ("ann", "ben", "turn", "move"),
    entry_of=int, reverse=lambda text, _: "ben low" if text == "ben high" else "ben high",
    rules=lambda: RULES, changes=changes,
    unknowns=lambda look: (Unknown("the cards", look.state.heard, lambda: look.state.log),),
)  # fmt: skip
