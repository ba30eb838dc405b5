"""What can be asked of a look at a game of Confusion beside what can be asked of every game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.engine.actions import Token
from deduce.confusion.errors import ConfusionError, IllegalActionError
from deduce.confusion.knowledge.agents import AGENT_MODELS, AgentModel, agent_model
from deduce.confusion.knowledge.behaviour import behaviour_of
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Supposed
from deduce.tabletop.said import Grid, Told, lines
from deduce.tabletop.sheet import grid, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.companion import Companion
    from deduce.tabletop.look import Look

    Moments: TypeAlias = Look[Moment]

__all__ = [
    "agent_chances",
    "agent_remarks",
    "behaviour_in",
    "board",
    "facts",
    "model_of",
    "outcome_words",
    "replayed",
    "replayed_board",
    "review",
    "right_answer",
    "sheet_facts",
    "sheet_grid",
    "sheets",
    "show_model",
    "small_board",
    "suggest",
    "suggest_here",
    "suggest_now",
    "suppose",
    "title",
    "tokens_left",
]

ADVISED = 5
"""How many options the advice at the table lists."""


def model_of(look: Moments) -> AgentModel:
    """Return how the opponent is taken to answer for the double agent."""
    return agent_model(look.options.get("model", "coin"))


def behaviour_in(look: Moments) -> Behaviour | None:
    """Return how each side is taken to choose, if that is to be read; None for facts only."""
    return behaviour_of(str(look.options.get("behaviour", "off")))


# --- What is shown -----------------------------------------------------------------------------------


def sheets(look: Moments) -> tuple[Sheet, ...]:
    """Return both sides' sheets."""
    model = model_of(look)
    return (look.state.sheet(0, model), look.state.sheet(1, model))


def sheet_grid(look: Moments, sheet: Sheet) -> Grid:
    """Return a sheet as rows and columns; x behind a letter means off the board, + promoted."""
    position, marks = look.state.position, {}
    for letter in sheet.rules.letters:
        off = "x" if position.square(sheet.side, letter) is None else ""
        marks[letter] = off + ("+" if position.is_promoted(sheet.side, letter) else "")
    return grid(sheet, marks)


def board(look: Moments) -> tuple[str, ...]:
    """Return the board as lines of text, seen by whoever looks, with marks on what can be taken."""
    from deduce.confusion.pictures.boards import board_lines

    return _with_marks(look, board_lines)


def small_board(look: Moments) -> tuple[str, ...]:
    """Return the same, with less room between the squares."""
    from deduce.confusion.pictures.boards import dense_board_lines

    return _with_marks(look, dense_board_lines)


def _with_marks(
    look: Moments, drawn: Callable[[Position, int, Mapping[int, str]], list[str]]
) -> tuple[str, ...]:
    """Return a board with marks, and what they mean: in its last line if there is room, else in another."""
    from deduce.confusion.dangers import MAY_TAKE, TAKES, threatened

    marks = threatened(look)
    found = drawn(look.state.position, look.me, marks)
    meanings = {TAKES: "they can take it", MAY_TAKE: "perhaps they can"}
    legend = "  ".join(f"{mark} {words}" for mark, words in meanings.items() if mark in marks.values())
    if not legend:
        return tuple(found)
    width, last = max(map(len, found)), found[-1].strip()
    both = f"{last}   {legend}"
    return (*found[:-1], both.center(width).rstrip()) if len(both) <= width else (*found, f" {legend}")


def replayed_board(look: Moments) -> tuple[str, ...]:
    """Return the board with all there is to say of it, as the record has it."""
    position, rules = look.state.position, look.state.rules
    from deduce.confusion.pictures.boards import text_board

    found = text_board(position, look.state.setup.compass).split("\n")
    promoted = [
        f"{name} {' '.join(letters)}"
        for side, name in enumerate(rules.sides)
        if (letters := [letter for letter in rules.letters if position.is_promoted(side, letter)])
    ]
    return (*found, *([f"Promoted: {'; '.join(promoted)}."] if promoted else []))


def title(look: Moments) -> str:
    """Return by which rules is played."""
    rules = look.state.rules
    parts = [f"Confusion, {rules.ruleset}"]
    if rules.variants:
        parts.append("variants " + ", ".join(map(str, sorted(rules.variants))))
    if rules.tokens:
        alone = "" if rules.handicap is None else f" for {rules.sides[rules.handicap]} alone"
        parts.append(f"action tokens{alone}")
    if rules.may_waive:
        parts.append("second attempts may be left out")
    return "; ".join(parts)


def tokens_left(look: Moments) -> str:
    """Return which action tokens each side still has (CF-TOK); nothing without tokens or after the end."""
    rules, position = look.state.rules, look.state.position
    if not rules.tokens or position.outcome is not None:
        return ""
    said = (
        "all"
        if len(left) == len(Token)
        else ", ".join(each.value for each in Token if each in left) or "none"
        for left in position.tokens
    )
    both = "; ".join(f"{name} {left}" for name, left in zip(rules.sides, said, strict=True))
    return f"Tokens left: {both}"


def outcome_words(moment: Moment) -> str:
    """Return how a game ended; nothing while it goes on."""
    if moment.outcome is None:
        return ""
    winner = moment.outcome.winner
    who = "a draw" if winner is None else f"{moment.rules.sides[winner]} has won"
    return f"{who} ({moment.outcome.ending.value})"


# --- The double agent --------------------------------------------------------------------------------


def agent_chances(look: Moments, side: int) -> dict[str, dict[str, Fraction]]:
    """Return the chance that each letter is the double agent, under every model that gives chances."""
    agent = look.state.rules.diagrams.double_agent
    found: dict[str, dict[str, Fraction]] = {}
    for name in AGENT_MODELS if agent is not None else ():
        model = agent_model(name)
        chances = look.state.sheet(side, model).chances if model.has_chances else None
        if chances is not None and agent is not None:
            found[name] = {
                letter: row[agent.number] for letter, row in chances.items() if agent.number in row
            }
    return found


def agent_remarks(look: Moments, sheet: Sheet) -> tuple[str, ...]:
    """Say how likely each letter is the double agent, and how far that depends on the model."""
    chances = agent_chances(look, sheet.side)
    if not chances:
        return ()
    parts = []
    for letter in sorted({letter for row in chances.values() for letter in row}):
        found = [row.get(letter) or Fraction(0) for row in chances.values()]
        low, high = percent(min(found)), percent(max(found))
        parts.append(f"{letter} {low}%" if low == high else f"{letter} {low}-{high}%")
    text = f"double agent, over the models {', '.join(chances)}: {'; '.join(parts)}"
    text += f" (chances above: model {sheet.model})"
    failing = [name for name in AGENT_MODELS if agent_model(name).has_chances and name not in chances]
    return (text, *([f"under the models {', '.join(failing)} no deal fits"] if failing else []))


def show_model(companion: Companion[Moment], rest: str) -> Told:
    """Tell how the opponent is taken to answer for the double agent, or take it otherwise."""
    if rest:
        companion.options["model"] = str(agent_model(rest))
        return Told(lines([f"Chances are now by the model {companion.options['model']}."]))
    models = [f"{name}: {words}" for name, words in AGENT_MODELS.items()]
    sheet = sheets(companion.look)[companion.seat]
    now = f"now: {companion.options['model']}"
    return Told(lines([*models, now, *agent_remarks(companion.look, sheet)]))


# --- As data -----------------------------------------------------------------------------------------


def facts(look: Moments) -> dict[str, Any]:
    """Return what every document says of the moment."""
    position, rules = look.state.position, look.state.rules
    return {"ruleset": rules.ruleset, "plies": position.turns, "turn": rules.sides[position.turn]}


def sheet_facts(look: Moments) -> dict[str, Any]:
    """Return what the document of the sheets says beyond them."""
    if not look.state.rules.has_double_agent:
        return {}
    chances = {
        name: {
            model: {letter: str(chance) for letter, chance in row.items()}
            for model, row in agent_chances(look, side).items()
        }
        for side, name in enumerate(look.state.rules.sides)
    }
    return {"double_agent": chances}


def replayed(look: Moments) -> dict[str, Any]:
    """Return what the document of a replay says of the board."""
    from deduce.confusion.formats.position_as_json import tokens_json
    from deduce.confusion.formats.position_string import position_text

    setup, position, rules = look.state.setup, look.state.position, look.state.rules
    outcome, holder = position.outcome, position.holder
    data: dict[str, Any] = {
        "variants": sorted(rules.variants),
        "tokens": tokens_json(rules),
        "first": rules.sides[setup.first],
        "compass": rules.sides[setup.compass],
        "winner": None if outcome is None or outcome.winner is None else rules.sides[outcome.winner],
        "ending": None if outcome is None else outcome.ending.value,
        "neutral": {
            "square": list(rules.turned(rules.board.square(position.neutral), setup.compass)),
            "holder": None if holder is None else f"{rules.sides[holder[0]]} {holder[1]}",
        },
        "pieces": {
            name: {letter: _piece(look.state, side, letter) for letter in rules.letters}
            for side, name in enumerate(rules.sides)
        },
        "position": position_text(position),
    }
    if rules.tokens:
        data["tokens_left"] = {
            name: sorted(token.value for token in position.tokens[side])
            for side, name in enumerate(rules.sides)
        }
    return data


def _piece(moment: Moment, side: int, letter: str) -> dict[str, Any]:
    setup, position = moment.setup, moment.position
    square, deal = position.square(side, letter), setup.dealt[side]
    return {
        "square": None if square is None else list(moment.rules.turned(square, setup.compass)),
        "promoted": position.is_promoted(side, letter),
        "diagram": None if deal is None else deal.get(letter),
    }


# --- Attempts ----------------------------------------------------------------------------------------


def _attempt(look: Moments, text: str) -> tuple[int, Attempt]:
    """Read an attempt of whoever is to move, which must be possible on the board (CF-TURN-2)."""
    from deduce.confusion.notation.typed import read_attempt
    from deduce.confusion.notation.words import attempt_words

    side, game = look.state.position.turn, look.state.stand()
    attempt = read_attempt(text, game, look.state.setup.compass, side)
    try:
        game.verify(attempt)
    except IllegalActionError as error:
        # The engine names attempts by their owner's compass, which is not always the record's.
        message = f"{look.state.rules.sides[side]}'s {attempt_words(attempt)}: {error.reason}"
        raise LineError(message) from None
    return side, attempt


def suppose(look: Moments, text: str) -> Supposed:
    """Return how the mover's sheet would look after yes and after no."""
    from deduce.confusion.knowledge.outlook import what_if
    from deduce.confusion.notation.words import attempt_words

    both = sheets(look)
    side, attempt = _attempt(look, text)
    sheet = both[side]
    promoted = look.state.position.is_promoted(side, attempt.letter)
    after = {
        answer: sheet if promoted else what_if(sheet, attempt, allowed=answer == "yes")
        for answer in ("yes", "no")
    }
    chance = sheet.chance_of_yes(attempt, promoted=promoted)
    return Supposed(side, attempt_words(attempt), chance, after, "attempt")


def right_answer(look: Moments, said: Mapping[str, Any]) -> Told:
    """Tell the right answer to an attempt of whoever is to move, by the deal in the record."""
    from deduce.confusion.notation.words import attempt_words

    side, attempt = _attempt(look, str(said["attempt"]))
    game, words = look.state.stand(), attempt_words(attempt)
    truth, diagram = game.answer(attempt), game.diagram(side, attempt.letter)
    name = look.state.rules.sides[side]
    is_free = diagram is not None and diagram.is_double_agent
    data = {
        "format": "deduce.confusion.answer/1",
        "side": name,
        "attempt": words,
        "known": diagram is not None,
        "as_you_please": is_free,
        "allowed": None if truth is None else truth.allowed,
        "promoted": None if truth is None else truth.promoted,
        "diagram": None if diagram is None else diagram.number or None,
        "name": None if diagram is None else diagram.name,
    }
    if truth is None:
        text = f"{name}'s deal is not in the record, so the right answer to {words} is not known."
        if diagram is not None:
            text = f"As you please: {words} is tried by {diagram.name}."
    else:
        promoted = {None: "", True: ", and it is promoted", False: ", and it is not promoted"}
        allowed = "yes" if truth.allowed else "no"
        text = f"{allowed}{promoted[truth.promoted]}: {words} is tried by {diagram}."
    return Told(lines([text]), data)


# --- Advice ------------------------------------------------------------------------------------------


def suggest(look: Moments, said: Mapping[str, Any]) -> Told:
    """Advise whoever is to move: all options ranked, what each is worth, and why the best is the best."""
    from deduce.confusion.advice.engines import make_ready
    from deduce.confusion.advice.said import advice_told, advised
    from deduce.tabletop.budget import Budget

    budget = Budget.of(said["time"], said["nodes"])
    position = look.state.position
    make_ready(look.state.rules, look.working)
    label = f"Thinking for {look.state.rules.sides[position.decider]}"
    with look.working(label, budget.seconds) as progress:
        advice = advised(
            look.state.game(),
            look.state.setup.compass,
            budget,
            seed=said["seed"],
            model=model_of(look),
            behaviour=behaviour_in(look),
            compared=said["compare"] or (),
            most=said["top"],
            progress=progress,
        )
    return advice_told(advice, look.state.setup.compass, said["top"], timed=budget.seconds is not None)


def suggest_now(look: Moments, said: Mapping[str, Any]) -> Told:
    """Advise at a table, which Ctrl-C does not end while the engine is prepared.

    Raises:
        LineError: If that was stopped.
    """
    from deduce.confusion.advice.engines import make_ready

    try:
        make_ready(look.state.rules, look.working)
    except KeyboardInterrupt:
        message = "stopped before the engine was prepared; asking again goes on with it"
        raise LineError(message) from None
    return suggest(look, said)


def suggest_here(companion: Companion[Moment], rest: str) -> Told:
    """Advise me, if it is my turn; with an attempt behind it, compared with that."""
    position = companion.look.state.position
    if position.outcome is None and position.decider != companion.kept.me:
        them = position.rules.sides[position.decider]
        message = f"it is {them}'s turn; type their attempt first, suggest is for your own turn"
        raise LineError(message)
    asked = {"time": None, "nodes": None, "seed": 0, "top": ADVISED, "compare": [rest] if rest else []}
    told = suggest_now(companion.look, asked)
    # The head says what a screen shows anyway, and there is no room for gaps.
    return Told(tuple(each for each in told.said[1:] if isinstance(each, Grid) or each.text), told.data)


def review(look: Moments, said: Mapping[str, Any]) -> Told:
    """Review a game: what each move lost against the best on offer, luck and skill apart, turning points."""
    from deduce.confusion.advice.engines import make_ready
    from deduce.confusion.advice.review import review as reviewed
    from deduce.confusion.advice.review_said import review_svg, review_told
    from deduce.tabletop.budget import Budget
    from deduce.tabletop.errors import SessionError
    from deduce.tabletop.files import check_out, write_out

    if said["svg"] is not None:
        check_out(said["svg"], look.record.name)
    seconds, nodes = said["time"], said["nodes"]
    budget = None if seconds is None and nodes is None else Budget.of(seconds, nodes)
    rules, compass = look.state.rules, look.state.setup.compass
    make_ready(rules, look.working)
    with look.working("Reviewing", None) as progress:
        found = reviewed(
            look.state.game(),
            budget,
            seed=said["seed"],
            model=model_of(look),
            behaviour=behaviour_in(look),
            first=said["first"],
            last=said["last"],
            progress=progress,
        )
    if not found.moves:
        message = f"{look.record.name}: there is no move to review among these turns"
        raise ConfusionError(message)
    told = review_told(found, rules, compass)
    if said["svg"] is not None:
        try:
            write_out(said["svg"], review_svg(told.document()), look.record.name)
        except SessionError as error:
            # What took so long to work out is told all the same.
            return Told(told.said, told.data, told.fits, undone=str(error))
        return Told(told.said, told.data, told.fits, (f"Written to {said['svg']}.",))
    return told
