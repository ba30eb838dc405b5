"""Positions as plain data for JSON, with keys that say what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.position import Outcome, Position, Stage
from deduce.confusion.engine.rules import RULESETS
from deduce.confusion.engine.soundness import EARLY, faults
from deduce.confusion.errors import PositionError, RulesError
from deduce.confusion.formats.position_string import ENDING_NAMES, ENDINGS
from deduce.confusion.formats.rules_text import make_rules, unusual
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rules import Rules

__all__ = ["position_from_json", "position_json", "rules_json", "tokens_json"]

FORMAT = "deduce.confusion.position/1"
_RULES_KEYS = (
    "ruleset", "variants", "tokens", "off_columns", "agent_square", "half_move_limit", "second_attempt",
)  # fmt: skip
_KEYS = ("format", *_RULES_KEYS, "turn", "turns", "neutral", "pieces", "tokens_left", "stage", "outcome")
_STAGE_KEYS = ("used", "barred", "seconds", "home_only", "offer", "gift")
_PATHS = {"Z": "neutral.square", "tokens": "tokens_left"}
"""The keys of the parts that `faults` calls by another name."""
_MOST = 10**9 - 1
_TOKENS = {token.value: token for token in Token}


# --- Writing -----------------------------------------------------------------------------------------


def position_json(position: Position) -> dict[str, Any]:
    """Return a position as data that `json.dumps` takes; `position_from_json` makes the same position of it.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> data = position_json(start_position(Rules.of("classic")))
        >>> data["pieces"]["White"]["N"]
        {'square': [9, 11], 'promoted': False}
        >>> data["neutral"]
        {'square': [6, 6], 'holder': None}

    Args:
        position: The position.

    Raises:
        PositionError: If its rules cannot be made by `Rules.of`.
    """
    rules, stage, outcome = position.rules, position.stage, position.outcome
    return {
        "format": FORMAT,
        **rules_json(rules),
        "turn": rules.sides[position.turn],
        "turns": position.turns,
        "neutral": {
            "square": list(rules.board.square(position.neutral)),
            "holder": _holder_json(position),
        },
        "pieces": {
            name: {letter: _piece_json(position, side, letter) for letter in rules.letters}
            for side, name in enumerate(rules.sides)
        },
        "tokens_left": {
            name: [token.value for token in Token if token in left]
            for name, left in zip(rules.sides, position.tokens, strict=True)
        },
        "stage": {
            "used": stage.used,
            "barred": sorted(stage.barred),
            "seconds": stage.seconds,
            "home_only": stage.home_only,
            "offer": stage.offer,
            "gift": stage.gift,
        },
        "outcome": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else rules.sides[outcome.winner],
            "reason": ENDING_NAMES[outcome.ending],
        },
    }


def _holder_json(position: Position) -> dict[str, Any] | None:
    holder = position.holder
    return None if holder is None else {"side": position.rules.sides[holder[0]], "letter": holder[1]}


def _piece_json(position: Position, side: int, letter: str) -> dict[str, Any]:
    square = position.square(side, letter)
    return {
        "square": None if square is None else list(square),
        "promoted": position.is_promoted(side, letter),
    }


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return rules as data that `json.dumps` takes; diagrams of one's own are not in it.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> rules_json(Rules.of("espionage", variants=[2]))["off_columns"]
        [1, 11]

    Args:
        rules: The rules.

    Raises:
        PositionError: If `Rules.of` cannot make these rules.
    """
    _, agent = unusual(rules)
    return {
        "ruleset": rules.ruleset,
        "variants": sorted(rules.variants),
        "tokens": tokens_json(rules),
        "off_columns": sorted(rules.off_columns),
        "agent_square": None if agent is None else list(agent),
        "half_move_limit": rules.half_move_limit,
        "second_attempt": "may" if rules.may_waive else "must",
    }


def tokens_json(rules: Rules) -> bool | str:
    """Return who has action tokens: true for both sides, false for neither, or the name of the only one."""
    return rules.tokens if rules.handicap is None else rules.sides[rules.handicap]


# --- Reading -----------------------------------------------------------------------------------------


def position_from_json(data: object, diagrams: DiagramSet | None = None) -> Position:
    """Return the position that data of `position_json` stands for.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> data = position_json(start_position(Rules.of("classic")))
        >>> data["turn"] = "White"
        >>> position_from_json(data).turn
        1
        >>> data["turns"] = -1
        >>> position_from_json(data)
        Traceback (most recent call last):
        deduce.confusion.errors.PositionError: turns: -1 is wrong; expected a whole number from 0 to 999999999

    Args:
        data: The data, as `json.loads` returns it.
        diagrams: The diagrams in play, instead of the standard ones.

    Raises:
        PositionError: If the data are wrong, or the position is impossible.
    """
    if isinstance(data, dict):
        # What was written before there was a choice.
        data = {"second_attempt": "must", **data}
    found = _table(data, "position", _KEYS)
    _word(found["format"], "format", (FORMAT,))
    rules = _read_rules(found, diagrams)
    neutral = _table(found["neutral"], "neutral", ("square", "holder"))
    squares, promoted = _read_pieces(found["pieces"], rules)
    position = Position(
        rules,
        tuple(squares),
        rules.board.number(_square(neutral["square"], "neutral.square", rules)),
        promoted,
        rules.sides.index(_word(found["turn"], "turn", rules.sides)),
        _whole(found["turns"], "turns"),
        _read_tokens(found["tokens_left"], rules),
        _read_stage(_table(found["stage"], "stage", _STAGE_KEYS), rules),
        None
        if found["outcome"] is None
        else _read_outcome(_table(found["outcome"], "outcome", ("winner", "reason")), rules),
    )
    held = _holder_json(position)
    if neutral["holder"] != held:
        raise _fault("neutral.holder", neutral["holder"], f"{held}, who stands on that square")
    for part, message in faults(position):
        raise PositionError(message, _PATHS.get(part, part))
    return position


def _read_rules(found: dict[str, object], diagrams: DiagramSet | None) -> Rules:
    ruleset = found["ruleset"]
    if not isinstance(ruleset, str):
        raise _fault("ruleset", ruleset, f"{', '.join(RULESETS)} or the path of a file")
    variants = frozenset(_whole(number, "variants") for number in _list(found["variants"], "variants"))
    off = [_whole(number, "off_columns") for number in _list(found["off_columns"], "off_columns")]
    agent, limit, tokens = found["agent_square"], found["half_move_limit"], found["tokens"]
    handicap = tokens if isinstance(tokens, str) else ""
    try:
        rules = make_rules(
            ruleset,
            variants,
            not handicap and _flag(tokens, "tokens"),
            diagrams,
            tuple(off),
            None if agent is None else _pair(agent, "agent_square"),
            None if limit is None else _whole(limit, "half_move_limit", 1),
            handicap,
            _word(found["second_attempt"], "second_attempt", ("must", "may")),
        )
    except RulesError as error:
        message = f"{error}; expected rules that go together"
        raise PositionError(message, "ruleset") from None
    if rules.off_columns != frozenset(off):
        raise _fault("off_columns", off, "none, since no variant here takes columns off")
    return rules


def _read_pieces(data: object, rules: Rules) -> tuple[list[int], int]:
    """Read the squares of all pieces, and as bits which are promoted."""
    squares: list[int] = []
    promoted = 0
    sides = _table(data, "pieces", rules.sides)
    for name in rules.sides:
        pieces = _table(sides[name], f"pieces.{name}", rules.letters)
        for letter in rules.letters:
            where = f"pieces.{name}.{letter}"
            piece = _table(pieces[letter], where, ("square", "promoted"))
            number = -1
            if piece["square"] is not None:
                square = _square(piece["square"], f"{where}.square", rules)
                number = rules.board.number(square)
                if number in squares:
                    raise _fault(f"{where}.square", piece["square"], "a square without another piece")
            promoted |= _flag(piece["promoted"], f"{where}.promoted") << len(squares)
            squares.append(number)
    return squares, promoted


def _read_tokens(data: object, rules: Rules) -> tuple[frozenset[Token], frozenset[Token]]:
    sides = _table(data, "tokens_left", rules.sides)
    left: list[frozenset[Token]] = []
    for name in rules.sides:
        where = f"tokens_left.{name}"
        words = _list(sides[name], where)
        if words and not rules.tokens:
            raise _fault(where, words, "none, since there are no action tokens in these rules")
        left.append(frozenset(_TOKENS[_word(word, where, _TOKENS)] for word in words))
    return left[0], left[1]


def _read_stage(found: dict[str, object], rules: Rules) -> Stage:
    used, barred, offer = found["used"], _list(found["barred"], "stage.barred"), found["offer"]
    return Stage(
        None if used is None else _word(used, "stage.used", EARLY),
        frozenset(_word(letter, "stage.barred", rules.letters) for letter in barred),
        _whole(found["seconds"], "stage.seconds"),
        _flag(found["home_only"], "stage.home_only"),
        None if offer is None else _word(offer, "stage.offer", rules.letters),
        _flag(found["gift"], "stage.gift"),
    )


def _read_outcome(found: dict[str, object], rules: Rules) -> Outcome:
    winner = found["winner"]
    return Outcome(
        None if winner is None else rules.sides.index(_word(winner, "outcome.winner", rules.sides)),
        ENDINGS[_word(found["reason"], "outcome.reason", ENDINGS)],
    )


# --- Reading values ----------------------------------------------------------------------------------


def _fault(where: str, found: object, expected: str) -> PositionError:
    return PositionError(f"{quoted(found)} is wrong; expected {expected}", where)


def _table(data: object, where: str, keys: Iterable[str]) -> dict[str, object]:
    """Return a table that has just these keys."""
    wanted = tuple(keys)
    listed = ", ".join(wanted)
    if not isinstance(data, dict):
        raise _fault(where, data, f"a table with the keys {listed}")
    table = cast("dict[str, object]", data)
    for key in table:
        if key not in wanted:
            raise _fault(where, key, f"no keys but {listed}")
    for key in wanted:
        if key not in table:
            message = f"the key {key} is missing; expected the keys {listed}"
            raise PositionError(message, where)
    return table


def _list(data: object, where: str) -> list[object]:
    if not isinstance(data, list):
        raise _fault(where, data, "a list")
    return cast("list[object]", data)


def _whole(data: object, where: str, low: int = 0, high: int = _MOST) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
        raise _fault(where, data, f"a whole number from {low} to {high}")
    return data


def _flag(data: object, where: str) -> bool:
    if not isinstance(data, bool):
        raise _fault(where, data, "true or false")
    return data


def _word(data: object, where: str, known: Iterable[str]) -> str:
    words = tuple(known)
    if not isinstance(data, str) or data not in words:
        raise _fault(where, data, f"one of {', '.join(words)}")
    return data


def _pair(data: object, where: str) -> Square:
    numbers = _list(data, where)
    if len(numbers) != 2:
        raise _fault(where, data, "a column and a row, such as [6, 6]")
    return _whole(numbers[0], where, 1), _whole(numbers[1], where, 1)


def _square(data: object, where: str, rules: Rules) -> Square:
    square = _pair(data, where)
    if not rules.is_on_board(square):
        raise _fault(where, data, "a square of the board")
    return square
