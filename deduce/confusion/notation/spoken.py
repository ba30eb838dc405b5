"""What can be said of one attempt: words for pieces, directions, distances and answers, and reading them.

Nothing here looks at what is possible; only who holds Z is asked of the board.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Manner
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.notation.cells import DASHES
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.engine.game import Game

__all__ = [
    "HELP_BEFORE",
    "NO",
    "NOT_PROMOTED",
    "NOT_WRITTEN",
    "PROMOTED",
    "YES",
    "AttemptReader",
    "Spoken",
    "check_length",
    "read_reply",
    "said_allowed",
    "said_along",
    "said_offer",
    "said_yes",
]

YES = frozenset({"y", "yes", "ok", "allowed", "oui", "o", "j", "ja"})
NO = frozenset({"n", "no", "refused", "non", "nein"})
PROMOTED = frozenset({"+", "promoted", "accept", "accepted"})
NOT_PROMOTED = frozenset({"0", "+-", "plain", "unpromoted", "decline", "declined"})
ALONG = frozenset({"with", "carrying", "carries"})
BEHIND = frozenset({"without", "leaving", "leaves"})
NOT_WRITTEN = frozenset({"?", "unknown"})
"""What is said where it was not written down which diagram was shown."""
_RELATIVE = {
    "forward": 0,
    "forwards": 0,
    "fwd": 0,
    "f": 0,
    "right": 2,
    "r": 2,
    "back": 4,
    "backward": 4,
    "backwards": 4,
    "b": 4,
    "left": 6,
    "l": 6,
}
_STRAIGHT = {"n": 0, "north": 0, "e": 2, "east": 2, "s": 4, "south": 4, "w": 6, "west": 6}
_DIAGONAL = {(0, 2): 1, (2, 4): 3, (4, 6): 5, (0, 6): 7}
_COMPASS = {
    **{name.casefold(): number for number, name in enumerate(DIRECTIONS)},
    **_STRAIGHT,
    "northeast": 1,
    "southeast": 3,
    "southwest": 5,
    "northwest": 7,
    # As the source writes them.
    "o": 6,
    "so": 5,
    "no": 7,
}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))
_TOKEN = re.compile(r"\+\s*!\s*(?:>\s*[a-z0])?|\+\s*-|\d+|[^\W\d_]+|\+")
_IDLE = re.compile(r"[\s()\-.:;!'\"]*")
"""What may stand between the words without a meaning of its own."""
_TARGETS = re.compile(r"(?<=\d)(?P<all>(?:\s*[x×>]\s*[a-z])+)(?![^\W\d_])")
"""What the record writes behind a distance; the board says it anyway, but the two are compared."""
_WAYS = f"{' '.join(DIRECTIONS).lower()}, and forward, back, left, right"
LONGEST_LINE = 4_000
HELP = "write a piece, a direction, a distance and the answer, such as h n1 n"
HELP_BEFORE = "write a piece, a direction and a distance, such as h n1"


@dataclass
class Spoken:
    """One attempt as it was typed."""

    letter: str
    kind: Manner
    way: int
    distance: int
    said: bool | None = None
    plus: str = ""
    gift: str = ""
    targets: str = ""
    is_settled: bool = False
    """Whether it was said whether Z goes along."""


def check_length(text: str) -> None:
    """Make sure that a line is none that nobody typed.

    Raises:
        LineError: If it is too long to be read.
    """
    if len(text) > LONGEST_LINE:
        message = f"this line has {len(text):,} characters; at most {LONGEST_LINE:,} are read"
        raise LineError(message)


def read_reply(text: str) -> bool | None:
    """Read a yes or a no; None if it is neither."""
    word = text.strip().casefold().strip(".!()")
    if word in YES | PROMOTED | {"take", "takes"}:
        return True
    return False if word in NO | NOT_PROMOTED | {"refuse", "refuses"} else None


def said_yes(said: str, hint: str = "") -> bool:
    """Read a yes or a no that was asked for.

    Args:
        said: What was said.
        hint: What else there is to say to whoever said neither.

    Raises:
        LineError: If it is neither.
    """
    reply = read_reply(said)
    if reply is None:
        message = f"{said!r} is neither yes nor no{hint}"
        raise LineError(message)
    return reply


def said_allowed(said: str) -> bool:
    """Read whether an attempt was allowed; whoever forgot looks at the board."""
    return said_yes(said, "; if it was forgotten, the board shows whether it moved")


def said_along(said: str) -> bool:
    """Read whether Z goes along."""
    words = set(said.casefold().split())
    if words & BEHIND or words & {"stays", "stay", "behind"}:
        return False
    return bool(words & ALONG or words & {"z", "along", "goes"}) or said_yes(said)


def said_offer(said: str) -> tuple[str, str]:
    """Read what was replied to the offered promotion, and who took Z if that was said (CF-VAR-5)."""
    found = re.fullmatch(r"\+!\s*(?:>\s*([a-z0]))?", said.casefold())
    if found:
        return "+!", (found[1] or "").upper()
    return ("+" if said_yes(said) else "+-"), ""


class AttemptReader:
    """Reads attempts of one side.

    Args:
        game: The game, wherever it stands when one is read.
        side: Whose they are.
        compass: The side whose compass the directions are on.

    Attributes:
        help: What is said about how an attempt is typed.
    """

    def __init__(self, game: Game, side: int, compass: int) -> None:
        self.game = game
        self.side = side
        self.compass = compass
        self.help: str = HELP

    def attempt(self, text: str) -> Spoken:
        """Read an attempt, in the notation of the record or in looser words."""
        plain = text.casefold().translate(_DASH)
        targets = _TARGETS.search(plain)
        if targets is not None:
            plain = f"{plain[: targets.start()]} {plain[targets.end() :]}"
        tokens = self._tokens(plain, text)
        letter, kind, rest = self._piece(tokens, text)
        stays = bool(rest[:1]) and rest[0] in BEHIND and rest[1:2] == ["z"]
        rest = rest[2:] if stays else rest
        distance: int | None = None
        if rest and _number(rest[0]) is not None:
            # As the companion says it: C two forward. An n behind the number is hardly north.
            distance, rest = _number(rest[0]), rest[1:]
            if rest and rest[0] in YES | NO:
                message = f"{text!r} has no direction; there are {_WAYS}"
                raise LineError(message)
        way, rest = self._way_of(rest, text)
        if distance is None:
            distance = _number(rest[0]) if rest else None
            rest = rest[1:]
        if distance is None:
            message = f"{text!r} has no distance; {self.help}"
            raise LineError(message)
        self._check_distance(distance)
        typed = Spoken(letter, kind, way, distance)
        if targets is not None:
            typed.targets = re.sub(r"[\sx×>]*(\S)", r"\1", targets["all"]).upper()
        if text.startswith("(") or (text.endswith(")") and "(" not in text):
            typed.said = False
        if kind is Manner.MOVE and not stays:
            stays, rest = self._with_neutral(typed, rest)
        typed.is_settled = stays
        for token in _joined(rest):
            self._answer(typed, token, text)
        return typed

    def _tokens(self, plain: str, text: str) -> list[str]:
        """Split a line into words; nothing that stands there is passed over."""
        tokens: list[str] = []
        place = 0
        while place < len(plain):
            idle = _IDLE.match(plain, place)
            place = idle.end() if idle else place
            if place == len(plain):
                break
            found = _TOKEN.match(plain, place)
            if found is None:
                asks = "what-if and answer ask" if self.help == HELP else "what-if asks"
                asked = f"; {asks}" if plain[place] == "?" else ""
                message = f"{plain[place]!r} in {text!r} makes no sense; {self.help}{asked}"
                raise LineError(message)
            tokens.append("".join(found[0].split()))
            place = found.end()
        if not tokens:
            raise LineError(self.help)
        return tokens

    def _check_distance(self, distance: int) -> None:
        reach = self.game.rules.diagrams.longest_reach
        if distance > reach:
            message = f"no piece can move more than {reach} squares"
            raise LineError(message)
        if distance < 1:
            message = "a move is at least 1 square long"
            raise LineError(message)

    def _piece(self, tokens: list[str], text: str) -> tuple[str, Manner, list[str]]:
        """Read who moves, and return it with the words behind it."""
        word, *rest = tokens
        apart = None if self._is_piece(word) else self._apart(word)
        if apart is not None:
            word, rest = apart[0], [apart[1], *rest]
        letter = word[0].upper()
        if word == "z":
            return self._holder(text), Manner.PASS, rest
        if not self._is_piece(word):
            raise LineError(self._no_piece(word))
        if rest[:1] in (["passing"], ["passes"]) and rest[1:2] == ["z"]:
            if letter != self._holder(text):
                message = f"{text!r}: {letter} does not control Z"
                raise LineError(message)
            return letter, Manner.PASS, rest[2:]
        if rest[:1] and rest[0] in ALONG and rest[1:2] == ["z"]:
            return letter, Manner.CARRY, rest[2:]
        if not word[1:] and rest[:1] == ["z"]:
            return letter, Manner.CARRY, rest[1:]
        return letter, Manner.CARRY if word[1:] else Manner.MOVE, rest

    def _holder(self, text: str) -> str:
        holder = self.game.position.holder
        if holder is None or holder[0] != self.side:
            message = f"{text!r}: Z cannot be passed, for no piece of {self._who()} controls it"
            raise LineError(message)
        return holder[1]

    def _is_piece(self, word: str) -> bool:
        """Tell whether a word is a piece, Z, or a piece that carries Z."""
        return word == "z" or (self.game.rules.has_piece(word[:1].upper()) and word[1:] in {"", "z"})

    def _apart(self, word: str) -> tuple[str, str] | None:
        """Return the piece and the direction that were written as one word, such as cs or vznw."""
        if word in _COMPASS:
            # Whoever leaves out the piece does not mean another one.
            return None
        for length in (2, 1):
            who, way = word[:length], word[length:]
            if self._is_piece(who) and (way in _COMPASS or _relative(way) is not None):
                return who, way
        return None

    def _no_piece(self, word: str) -> str:
        letters = " ".join(self.game.rules.letters)
        if word in YES | NO:
            return f"nothing was asked that {word!r} could answer; {self.help}"
        if word in _COMPASS:
            return f"{word.upper()!r} is a direction; which piece? {self.help}"
        return f"{word.upper()!r} is no piece; the pieces are {letters}; {self.help}"

    def _who(self) -> str:
        return self.game.rules.sides[self.side]

    def _way_of(self, tokens: list[str], text: str) -> tuple[int, list[str]]:
        """Read a direction, and return it as the mover's own with the words behind it."""
        if tokens and tokens[0] in _COMPASS:
            way, rest = _COMPASS[tokens[0]], tokens[1:]
            if rest and tokens[0] in _STRAIGHT and rest[0] in _STRAIGHT:
                two = sorted((way, _STRAIGHT[rest[0]]))
                if (two[0], two[1]) not in _DIAGONAL:
                    message = f"'{tokens[0]} {rest[0]}' is no direction; there are {_WAYS}"
                    raise LineError(message)
                way, rest = _DIAGONAL[two[0], two[1]], rest[1:]
            return (way if self.side == self.compass else opposite(way)), rest
        relative: list[int] = []
        rest = list(tokens)
        while rest and len(relative) < 2:
            found = _relative(rest[0])
            if found is None:
                break
            relative += found
            rest.pop(0)
        if len(relative) == 1:
            return relative[0], rest
        pair = (min(relative), max(relative)) if len(relative) == 2 else (0, 0)
        if pair in _DIAGONAL:
            return _DIAGONAL[pair], rest
        if not tokens or _number(tokens[0]) is not None or tokens[0] in YES | NO:
            message = f"{text!r} has no direction; there are {_WAYS}"
            raise LineError(message)
        words = " ".join(tokens[: max(1, len(relative))])
        message = (
            f"{words!r} is no direction; {_guess(words, [*_COMPASS, *_RELATIVE]) or f'there are {_WAYS}'}"
        )
        raise LineError(message)

    def _answer(self, typed: Spoken, word: str, text: str) -> None:
        if word in YES or word in NO:
            if typed.said not in {None, word in YES}:
                message = f"{text!r} says both yes and no"
                raise LineError(message)
            typed.said = word in YES
        elif word in PROMOTED or word in NOT_PROMOTED or word.startswith("+!"):
            if typed.plus:
                message = f"{text!r} says twice whether it was promoted"
                raise LineError(message)
            typed.plus = "+!" if word.startswith("+!") else "+" if word in PROMOTED else "+-"
            typed.gift = word[3:].upper() if word.startswith("+!") else ""
        elif self.help == HELP_BEFORE:
            message = f"{word!r} in {text!r} makes no sense behind an attempt; {self.help}"
            raise LineError(message)
        else:
            guess = _guess(word, sorted(YES | NO | PROMOTED | NOT_PROMOTED)) or "end the line with y or n"
            message = f"{word!r} in {text!r} is neither yes nor no; {guess}"
            raise LineError(message)

    @staticmethod
    def _with_neutral(typed: Spoken, rest: list[str]) -> tuple[bool, list[str]]:
        """Read whether Z goes along, if that is said behind the distance; return that, and the rest."""
        for place, (word, behind) in enumerate(pairwise(rest)):
            if word in ALONG | BEHIND and behind == "z":
                typed.kind = Manner.CARRY if word in ALONG else Manner.MOVE
                return True, [*rest[:place], *rest[place + 2 :]]
        return False, rest


def _relative(token: str) -> list[int] | None:
    """Return the directions that a word such as forward or fl stands for."""
    if token in _RELATIVE:
        return [_RELATIVE[token]]
    for place in range(1, len(token)):
        if token[:place] in _RELATIVE and token[place:] in _RELATIVE:
            return [_RELATIVE[token[:place]], _RELATIVE[token[place:]]]
    return None


def _guess(word: str, known: Sequence[str]) -> str:
    """Return which word was probably meant; nothing if that is not clear."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6) if word[1:] else []
    return f"did you mean {near[0]!r}?" if near else ""


def _number(word: str) -> int | None:
    """Return a number in digits or as a word; far too large ones only as something too large."""
    if word.isdecimal():
        return int(word) if len(word) < 4 else 1000
    return _NUMBERS.index(word) if word in _NUMBERS else None


def _joined(words: Sequence[str]) -> list[str]:
    """Read "not promoted" and the like as one word."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == "not" and word in PROMOTED | YES:
            joined[-1] = "plain" if word in PROMOTED else "no"
        else:
            joined.append(word)
    return joined
