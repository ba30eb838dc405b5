"""Reading what a player types at the table: one short, forgiving line for one turn.

All of these mean the same refused attempt: ``h n1 n``, ``H-N1 no``, ``(H-N1)``, ``h forward 1 no``. Compass
directions are those of the record's compass; forward, back, left and right are the mover's own. What the
companion says itself, such as ``C two forward``, is read as well.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Answer, Attempt, GiftReply, Manner, PromotionReply, Token
from deduce.confusion.engine.deeds import When
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.turns import found_by, is_arrival
from deduce.confusion.errors import IllegalActionError
from deduce.confusion.notation.cells import DASHES, cell_start, read_cell, write_cell
from deduce.confusion.notation.forms import form_of, form_typed
from deduce.confusion.notation.words import attempt_words
from deduce.errors import did_you_mean
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Event, Game
    from deduce.confusion.engine.position import Position

__all__ = [
    "Line",
    "read_actions",
    "read_attempt",
    "read_line",
    "read_reply",
    "with_comment",
]

YES = frozenset({"y", "yes", "ok", "allowed", "oui", "o", "j", "ja"})
NO = frozenset({"n", "no", "refused", "non", "nein"})
PROMOTED = frozenset({"+", "promoted", "accept", "accepted"})
NOT_PROMOTED = frozenset({"0", "+-", "plain", "unpromoted", "decline", "declined"})
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
_HELP = "write a piece, a direction, a distance and the answer, such as h n1 n"
_HELP_BEFORE = "write a piece, a direction and a distance, such as h n1"


@dataclass(frozen=True)
class Line:
    """A turn as it was typed.

    Attributes:
        cell: The same as a cell of the record.
        warnings: What is odd about it: answers that a known diagram contradicts.
        told: The right answers that were filled in from a known deal, to be said aloud.
    """

    cell: str
    warnings: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass
class _Typed:
    """One attempt as it was typed."""

    letter: str
    kind: Manner
    way: int
    distance: int
    said: bool | None = None
    plus: str = ""
    gift: str = ""
    targets: str = ""

    @property
    def allowed(self) -> bool:
        """What is recorded: what nobody said is allowed, as in the record."""
        return self.said is not False


def read_line(text: str, game: Game, compass: int) -> Line:
    """Read the turn of the side that is to move.

    Examples:
        >>> from deduce.confusion import Game, Rules
        >>> read_line("l forward 2 yes", Game(Rules.of("classic"), first=1), compass=0).cell
        'L-S2'

    Args:
        text: What was typed; words behind a # are a comment.
        game: The game so far; it stays as it is.
        compass: The side whose compass the directions are on.

    Raises:
        LineError: If it makes no sense, or is not possible on the board.
    """
    if game.outcome is not None:
        message = "the game is over; undo takes turns back"
        raise LineError(message)
    turn, _, comment = text.partition("#")
    return _Reader(game, compass).read(turn.strip(), comment.strip())


def read_attempt(text: str, game: Game, compass: int, side: int | None = None) -> Attempt:
    """Read an attempt without its answer.

    Args:
        text: What was typed.
        game: The game so far.
        compass: The side whose compass the directions are on.
        side: Whose attempt; by default of whoever is to move.

    Raises:
        LineError: If it makes no sense.
    """
    typed = _Reader(game, compass, side).attempt(text)
    return Attempt(typed.letter, typed.way, typed.distance, typed.kind)


def read_actions(text: str, game: Game, compass: int) -> tuple[list[Action], str]:
    """Read what the side that is to move wants to do, without the answers, which are still to come.

    Examples:
        >>> from deduce.confusion import Game, Rules
        >>> actions, comment = read_actions("l forward 2 # why not", Game(Rules.of("classic")), compass=0)
        >>> str(actions[0]), comment
        ('L-N2', 'why not')

    Args:
        text: What was typed; words behind a # are a comment.
        game: The game so far, as the player knows it; it stays as it is.
        compass: The side whose compass the directions are on.

    Returns:
        The actions in their order, and the comment.

    Raises:
        LineError: If it makes no sense, or is not possible on the board as far as that is known before.
    """
    turn, _, comment = text.partition("#")
    return _Reader(game, compass).actions(turn.strip()), comment.strip()


def read_reply(text: str) -> bool | None:
    """Read a yes or a no; None if it is neither."""
    word = text.strip().casefold().strip(".!()")
    if word in YES | PROMOTED | {"take", "takes"}:
        return True
    return False if word in NO | NOT_PROMOTED | {"refuse", "refuses"} else None


class _Reader:
    """Reads one line."""

    def __init__(self, game: Game, compass: int, side: int | None = None) -> None:
        self.game = game
        self.compass = compass
        self.side = game.position.turn if side is None else side
        self.steps: list[tuple[Position, Event]] = []
        self.warnings: list[str] = []
        self.told: list[str] = []
        self.help: str = _HELP

    def read(self, turn: str, comment: str) -> Line:
        """Read the turn, playing it on the game and taking it back."""
        before = len(self.game.events)
        turns = self.game.position.turns
        try:
            for part in _parts(turn):
                if self.game.position.turns != turns or self.game.outcome is not None:
                    message = f"the turn is over before {part!r}"
                    raise LineError(message)
                self._part(part)
            if self.game.position.turns == turns and self.game.outcome is None:
                raise LineError(self._missing())
        finally:
            while len(self.game.events) > before:
                self.game.pop()
        cell = with_comment(write_cell(self.steps, self.compass), comment)
        return Line(cell, tuple(self.warnings), tuple(self.told))

    def actions(self, turn: str) -> list[Action]:
        """Read what is to be done, playing it on the game up to the first answer and taking it back."""
        self.help = _HELP_BEFORE
        before = len(self.game.events)
        found: list[Action] = []
        attempts = 0
        try:
            for part in _parts(turn):
                if attempts > self.game.position.stage.seconds or self.game.outcome is not None:
                    message = f"the turn is over before {part!r}"
                    raise LineError(message)
                action = self._action_before_answer(part)
                if isinstance(action, Attempt):
                    attempts += 1
                    if attempts == 1:
                        self._verify(action)
                elif not attempts:
                    self._push(action, Answer())
                elif form_of(action).moment is not When.BETWEEN:
                    message = f"{part!r} comes before the attempt, not behind it"
                    raise LineError(message)
                found.append(action)
        finally:
            while len(self.game.events) > before:
                self.game.pop()
        return found

    def _action_before_answer(self, text: str) -> Action:
        words = text.split()
        if not words:
            raise LineError(self.help)
        action = self._early(text, [word.casefold() for word in words])
        if action is None:
            typed = self.attempt(text)
            if typed.said is not None or typed.plus:
                message = f"{text!r}: leave the answer out; it is given to you"
                raise LineError(message)
            attempt = Attempt(typed.letter, typed.way, typed.distance, typed.kind)
            if typed.targets:
                self._verify(attempt)
                self._check_targets(typed, attempt)
            return attempt
        if _shown_words(text, action):
            message = f"{text!r}: leave the diagram out; it is shown to you"
            raise LineError(message)
        return action

    def _verify(self, attempt: Attempt) -> None:
        try:
            self.game.verify(attempt)
        except IllegalActionError as error:
            raise LineError(self._reason(attempt, error)) from None

    def _missing(self) -> str:
        stage = self.game.position.stage
        if stage.used == Token.MOVE2.value and not stage.seconds:
            also = ", or done to leave it out" if self.game.rules.may_waive else ""
            such = f"two, h n1 y, k n1 n{also}"
            return f"the second attempt of this turn is missing; join it with a comma: {such}"
        return "the attempt of this turn is missing; join it with a comma, such as: remove a, h n1 n"

    def _push(self, action: Action, answer: Answer | None = None) -> None:
        position = self.game.position
        try:
            event = self.game.push(action, answer)
        except IllegalActionError as error:
            raise LineError(self._reason(action, error)) from None
        self.steps.append((position, event))

    def _reason(self, action: Action, error: IllegalActionError) -> str:
        """Say why an action is not possible, and what else the piece could try."""
        if not isinstance(action, Attempt):
            return str(error)
        # The engine names attempts by their owner's compass, which is not always the record's.
        reason = f"{attempt_words(action)}: {error.reason}"
        near = [
            attempt
            for attempt in self.game.attempts()
            if attempt.letter == action.letter and attempt.kind is action.kind and attempt.distance <= 2
        ]
        if not near:
            return reason
        names = ", ".join(f"{self._way(attempt.way)}{attempt.distance}".lower() for attempt in near[:8])
        return f"{reason}; {action.letter} could try {names}"

    def _way(self, way: int) -> str:
        return DIRECTIONS[way if self.side == self.compass else opposite(way)]

    def _part(self, text: str) -> None:
        words = text.split()
        if not words:
            raise LineError(self.help)
        action = self._early(text, [word.casefold() for word in words])
        if action is None:
            self._attempt(self.attempt(text))
            return
        answer = self.game.answer(action) or Answer()
        if form_of(action).shows:
            answer = self._shown(text, action, answer.shown)
        self._push(action, answer)

    def _early(self, text: str, words: Sequence[str]) -> Action | None:
        """Read everything that is not an attempt."""
        cell = read_cell(text.casefold() if text[:1].isalpha() else text.upper())
        if cell.parts and cell.parts[0].action is not None:
            if cell.comment or cell.faults:
                message = f"{text!r}: a comma joins the actions of a turn, and a # begins a comment"
                raise LineError(message)
            return cell.parts[0].action
        form = form_typed(words[0])
        return None if form is None else form.typed(text, words)

    def _shown(self, text: str, action: Action, truth: int | None) -> Answer:
        """Return what was shown, as it was typed or as the deal says."""
        letter = form_of(action).letters(action)[0]
        diagrams = self.game.rules.diagrams
        words = _shown_words(text, action)
        if not words:
            if truth is not None:
                self.told.append(f"{letter} is {diagrams[truth]}")
            return Answer(shown=truth)
        name = " ".join(words)
        known = {str(diagram.number): diagram.number for diagram in diagrams.values()}
        known |= {each.name.casefold(): each.number for each in diagrams.values()}
        known |= {each.french.casefold(): each.number for each in diagrams.values() if each.french}
        if name not in known:
            message = f"there is no diagram {name!r} in these rules; {did_you_mean(name, known)}"
            raise LineError(message)
        if truth not in {None, known[name]}:
            self.warnings.append(f"{letter} is {diagrams[truth or 0]}, which should be shown")
        return Answer(shown=known[name])

    # --- Attempts ----------------------------------------------------------------------------------

    def attempt(self, text: str) -> _Typed:
        """Read an attempt, in the notation of the record or in looser words."""
        plain = text.casefold().translate(_DASH)
        targets = _TARGETS.search(plain)
        if targets is not None:
            plain = f"{plain[: targets.start()]} {plain[targets.end() :]}"
        tokens = self._tokens(plain, text)
        letter, kind, rest = self._piece(tokens, text)
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
        typed = _Typed(letter, kind, way, distance)
        if targets is not None:
            typed.targets = re.sub(r"[\sx×>]*(\S)", r"\1", targets["all"]).upper()
        if text.startswith("(") or (text.endswith(")") and "(" not in text):
            typed.said = False
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
                asks = "what-if and answer ask" if self.help == _HELP else "what-if asks"
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
        letter = word[0].upper()
        if word == "z":
            return self._holder(text), Manner.PASS, rest
        if not self.game.rules.has_piece(letter) or word[1:] not in {"", "z"}:
            raise LineError(self._no_piece(word, rest))
        if rest[:1] in (["passing"], ["passes"]) and rest[1:2] == ["z"]:
            if letter != self._holder(text):
                message = f"{text!r}: {letter} does not control Z"
                raise LineError(message)
            return letter, Manner.PASS, rest[2:]
        if rest[:1] in (["with"], ["carrying"], ["carries"]) and rest[1:2] == ["z"]:
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

    def _no_piece(self, word: str, rest: Sequence[str]) -> str:
        """Say that a word is no piece, and whether a space is missing in it."""
        for length in (2, 1):
            who, way = word[:length], word[length:]
            is_who = who == "z" or (self.game.rules.has_piece(who[:1].upper()) and who[1:] in {"", "z"})
            if is_who and (way in _COMPASS or _relative(way) is not None):
                return f"{word.upper()!r} is no piece; did you mean {' '.join([who, way, *rest])!r}?"
        letters = " ".join(self.game.rules.letters)
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

    def _answer(self, typed: _Typed, word: str, text: str) -> None:
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
        elif self.help == _HELP_BEFORE:
            message = f"{word!r} in {text!r} makes no sense behind an attempt; {self.help}"
            raise LineError(message)
        else:
            guess = _guess(word, sorted(YES | NO | PROMOTED | NOT_PROMOTED)) or "end the line with y or n"
            message = f"{word!r} in {text!r} is neither yes nor no; {guess}"
            raise LineError(message)

    def _attempt(self, typed: _Typed) -> None:
        game = self.game
        attempt = Attempt(typed.letter, typed.way, typed.distance, typed.kind)
        self._verify(attempt)
        self._check_targets(typed, attempt)
        truth = game.answer(attempt)
        words = attempt_words(attempt)
        said = typed.said
        if truth is not None and said is None:
            typed.said = truth.allowed
        elif truth is not None and truth.allowed != typed.allowed:
            right = "yes" if truth.allowed else "no"
            self.warnings.append(f"{attempt.letter} is {self._diagram(attempt)}: the right answer is {right}")
        promoted = self._promoted(typed, attempt, truth)
        if truth is not None and said is None:
            answer = "yes" if truth.allowed else "no"
            ending = {None: "", True: ", and it is promoted", False: ", and it is not promoted"}
            told = promoted if not typed.plus else None
            self.told.append(f"{words}: {answer}{ending[told]}")
        self._push(attempt, Answer(typed.allowed, promoted))
        if game.position.stage.offer is not None:
            self._reply(typed)

    def _diagram(self, attempt: Attempt) -> str:
        return str(self.game.diagram(self.game.position.turn, attempt.letter))

    def _check_targets(self, typed: _Typed, attempt: Attempt) -> None:
        """Compare what was written behind the distance with the board: one of the two is wrong."""
        found, takes = found_by(self.game.position, attempt)
        there = ("" if found is None else found[1]) + ("Z" if takes else "")
        wrong = next((letter for letter in typed.targets if letter not in there), None)
        if wrong is not None:
            stands = f"{' and '.join(there)} does" if there else "the square is empty"
            message = f"{attempt_words(attempt)}: {wrong} does not stand there; {stands}"
            raise LineError(message)

    def _promoted(self, typed: _Typed, attempt: Attempt, truth: Answer | None) -> bool | None:
        arrives = typed.allowed and is_arrival(self.game.position, attempt)
        if not arrives:
            if typed.plus:
                message = "there is no promotion here; leave the sign out"
                raise LineError(message)
            return None
        if self.game.rules.anyone_is_promoted:
            return None
        if typed.plus == "+!":
            message = "+! belongs to variant 5; add + if it was promoted, or 0 if it was not"
            raise LineError(message)
        diagram = self.game.diagram(self.game.position.turn, attempt.letter)
        right = None if diagram is None else diagram.promotable
        if typed.plus:
            said = typed.plus == "+"
            if right not in {None, said}:
                isnt = "is promoted" if right else "is not promoted"
                self.warnings.append(f"{attempt.letter} is {diagram}: it {isnt}")
            return said
        if right is not None and (truth is not None or right is False):
            return right
        message = f"{typed.letter} arrives on the last row: add + if it was promoted, or 0 if it was not"
        raise LineError(message)

    def _reply(self, typed: _Typed) -> None:
        """CF-VAR-5: the owner's reply to the offer, which has to be said."""
        agent = self.game.rules.diagrams.double_agent
        if not typed.plus:
            message = f"{typed.letter} is offered promotion: add + if it was accepted, +- if it was declined"
            if agent is not None:
                message += ", +!>A or +!>0 if it turned out to be the double agent and Z was taken or refused"
            raise LineError(message)
        if typed.plus == "+!" and agent is None:
            message = "there is no double agent in these rules; add + if it was accepted, or +- if not"
            raise LineError(message)
        reply = PromotionReply(typed.plus != "+-")
        answer = Answer()
        if reply.accept:
            answer = Answer(promoted=True)
            if typed.plus == "+!":
                answer = Answer(promoted=False, shown=None if agent is None else agent.number)
            truth = self.game.answer(reply)
            if truth is not None and truth != answer:
                isnt = "is" if truth.shown is not None else "is not"
                self.warnings.append(f"by the deal {typed.letter} {isnt} the double agent")
        self._push(reply, answer)
        if self.game.position.stage.gift and self.game.outcome is None:
            self._gift(typed)

    def _gift(self, typed: _Typed) -> None:
        """CF-VAR-5: whether the first piece of the other side takes Z."""
        first = self.game.position.receiver
        if typed.gift not in {"0", first}:
            message = (
                f"Z is offered to {first}, the first piece in alphabetical order: "
                f"end the line with +!>{first} if it was taken, +!>0 if it was refused"
            )
            raise LineError(message)
        self._push(GiftReply(typed.gift == first))


def _relative(token: str) -> list[int] | None:
    """Return the directions that a word such as forward or fl stands for."""
    if token in _RELATIVE:
        return [_RELATIVE[token]]
    for place in range(1, len(token)):
        if token[:place] in _RELATIVE and token[place:] in _RELATIVE:
            return [_RELATIVE[token[:place]], _RELATIVE[token[place:]]]
    return None


def _shown_words(text: str, action: Action) -> list[str]:
    """Return the words that say what was shown."""
    form = form_of(action)
    if not form.shows:
        return []
    typed = re.sub(r"\b(?:is|the)\b|[=.:]", " ", text.casefold().lstrip(form.sign[0]))
    known = {*form.words, *map(str.casefold, form.letters(action))}
    return [word for word in typed.split() if word not in known]


def _parts(turn: str) -> list[str]:
    """Return what the commas of a turn separate; one before an answer separates nothing."""
    parts: list[str] = []
    for part in map(str.strip, turn.rstrip(", ").split(",")):
        if parts and part.casefold().strip(" .!()") in YES | NO | PROMOTED | NOT_PROMOTED:
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


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


def with_comment(cell: str, comment: str) -> str:
    """Return a cell with a comment that cannot be taken for a part of the move, or for another move."""
    start = re.compile(cell_start())
    words = [f'"{word}"' if start.match(word) else word for word in comment.split()]
    if not words:
        return cell
    plain, read = read_cell(cell), read_cell(f"{cell} {' '.join(words)}")
    if (read.parts, read.faults) != (plain.parts, plain.faults):
        words[0] = f'"{words[0]}"'
    return f"{cell} {' '.join(words)}"
