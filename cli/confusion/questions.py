"""What is asked of a record: its sheets, why, what if, suspects, and the right answer."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

from rich.text import Text

from deduce.confusion import ConfusionError, IllegalActionError
from deduce.confusion.errors import LineError
from deduce.confusion.knowledge.agents import AGENT_MODELS, AgentModel, agent_model
from deduce.confusion.knowledge.outlook import what_if
from deduce.confusion.knowledge.sheet import Sheet, sheet_of
from deduce.confusion.notation.typed import read_attempt
from deduce.confusion.notation.words import attempt_words
from deduce.errors import did_you_mean

from ..output import console
from .sheets import grid, headline, knowledge_json, percent

if TYPE_CHECKING:
    from fractions import Fraction

    from deduce import Suspect
    from deduce.confusion import Attempt, Game, Record

    from .replay import Replayed

MOST_SUSPECTS = 8


class Asked:
    """A record at some turn, with its sheets.

    Attributes:
        record: The record.
        game: The game at that turn.
        model: How the opponent answers for the double agent.
        sheets: The sheet of each side.
    """

    def __init__(self, record: Record, game: Game, model: str = "coin") -> None:
        self.record: Record = record
        self.game: Game = game
        self.model: AgentModel = agent_model(model)
        left = record.setup.left
        self.sheets: tuple[Sheet, Sheet] = (
            sheet_of(game, 0, self.model, left=left),
            sheet_of(game, 1, self.model, left=left),
        )

    @classmethod
    def of(cls, replayed: Replayed, model: str = "coin") -> Asked:
        """Return the same of what was replayed."""
        return cls(replayed.record, replayed.game, model)

    def side(self, name: str) -> int:
        """Return the number of a side; of the record's own side if nothing is named."""
        setup, rules = self.record.setup, self.record.rules
        if name:
            return rules.side(name.capitalize())
        me = setup.others.get("Me")
        return setup.compass if me is None else rules.side(me)

    def number(self, text: str) -> int:
        """Return the number of a diagram that is named by number or name.

        Raises:
            ConfusionError: If there is no such diagram.
        """
        diagrams = self.record.rules.diagrams
        names: dict[str, int] = {}
        for diagram in diagrams.values():
            names |= {
                name.casefold(): diagram.number
                for name in (diagram.name, diagram.french, str(diagram.number))
                if name
            }
        if text.casefold() in names:
            return names[text.casefold()]
        message = (
            f"there is no diagram {text!r}; {did_you_mean(text, [str(one) for one in diagrams.values()])}"
        )
        raise ConfusionError(message)

    def letter(self, text: str) -> str:
        """Return a letter of a piece.

        Raises:
            ConfusionError: If there is no such piece.
        """
        if self.record.rules.has_piece(text.upper()):
            return text.upper()
        message = f"there is no piece {text!r}; there are {' '.join(self.record.rules.letters)}"
        raise ConfusionError(message)


def dump(data: dict[str, Any]) -> str:
    """Return a JSON document."""
    return json.dumps(data, indent=2, ensure_ascii=False)


# --- sheet -------------------------------------------------------------------------------------------


def sheet_json(asked: Asked) -> str:
    """Return both sheets as JSON."""
    sides = asked.record.rules.sides
    data: dict[str, Any] = {
        "format": "deduce.confusion.sheet/1",
        "ruleset": asked.record.rules.ruleset,
        "plies": asked.game.position.turns,
        "turn": sides[asked.game.position.turn],
        "knowledge": {sides[side]: knowledge_json(asked.sheets[side]) for side in (0, 1)},
    }
    if asked.record.rules.has_double_agent:
        data["double_agent"] = {
            sides[side]: {
                name: {letter: str(chance) for letter, chance in row.items()}
                for name, row in agent_chances(asked, side).items()
            }
            for side in (0, 1)
        }
    return dump(data)


def agent_chances(asked: Asked, side: int) -> dict[str, dict[str, Fraction]]:
    """Return the chance that each letter is the double agent, under every model that gives chances."""
    agent = asked.record.rules.diagrams.double_agent
    if agent is None:
        return {}
    found = {}
    for name in AGENT_MODELS:
        model = agent_model(name)
        chances = sheet_of(asked.game, side, model).chances if model.has_chances else None
        if chances is not None:
            found[name] = {
                letter: row[agent.number] for letter, row in chances.items() if agent.number in row
            }
    return found


def show_sheet(asked: Asked, sides: tuple[int, ...]) -> None:
    """Print sheets."""
    screen = console()
    for place, side in enumerate(sides):
        if place:
            screen.print()
        sheet = asked.sheets[side]
        say(headline(sheet), style="bold")
        for line in grid(sheet, asked.game):
            screen.print(line, soft_wrap=True)
        for text in agent_lines(asked, side):
            say(text)


def agent_lines(asked: Asked, side: int) -> list[str]:
    """Say how likely each letter is the double agent, and how far that depends on the model."""
    chances = agent_chances(asked, side)
    if not chances:
        return []
    letters = sorted({letter for row in chances.values() for letter in row})
    parts = []
    for letter in letters:
        found = [row.get(letter) or 0 for row in chances.values()]
        low, high = percent_of(min(found)), percent_of(max(found))
        parts.append(f"{letter} {low}%" if low == high else f"{letter} {low}-{high}%")
    text = f"double agent, over the models {', '.join(chances)}: {'; '.join(parts)}"
    text += f" (chances above: model {asked.model})"
    failing = [name for name in AGENT_MODELS if agent_model(name).has_chances and name not in chances]
    return [text] + ([f"under the models {', '.join(failing)} no deal fits"] if failing else [])


def percent_of(chance: Fraction | int) -> str:
    """Return a chance in percent."""
    from fractions import Fraction as Exact

    return percent(Exact(chance))


def say(text: str, style: str = "") -> None:
    """Print a paragraph, as far indented as it begins."""
    screen = console()
    indent = " " * (len(text) - len(text.lstrip()))
    lines = textwrap.wrap(
        text.strip(), max(20, screen.width - 1), initial_indent=indent, subsequent_indent=indent + "  "
    )
    screen.print(Text("\n".join(lines), style=style))


# --- why ---------------------------------------------------------------------------------------------


def why_data(asked: Asked, side: int, letter: str, number: int) -> dict[str, Any]:
    """Return why a letter has a diagram or not, or that it is open."""
    sheet, rules = asked.sheets[side], asked.record.rules
    data: dict[str, Any] = {
        "format": "deduce.confusion.why/1",
        "side": rules.sides[side],
        "letter": letter,
        "diagram": number,
        "name": str(rules.diagrams[number]),
        "consistent": sheet.is_consistent,
    }
    if not sheet.is_consistent:
        data["conflicts"] = [
            {"entries": [{"id": entry.id, "text": entry.text} for entry in conflict.entries]}
            for conflict in sheet.conflicts
        ]
        return data
    possible = sheet.possible[letter]
    if number in possible and len(possible) > 1:
        data["holds"] = None
        chances = sheet.chances
        data["chance"] = None if chances is None else str(chances[letter][number])
        return data
    proof = sheet.why(letter, number)
    data["holds"] = proof.claim.holds
    data["sentence"] = proof.sentence
    data["entries"] = [{"id": entry.id, "text": entry.text} for entry in proof.entries]
    data["steps"] = [str(step) for step in sheet.steps(proof)]
    return data


def why_lines(data: dict[str, Any]) -> list[str]:
    """Return the same in words."""
    letter, name = data["letter"], data["name"]
    if not data["consistent"]:
        return ["No deal fits what was noted, so nothing can be proved. These clash:"] + [
            "  " + "; ".join(f"{entry['id']} {entry['text']}" for entry in conflict["entries"])
            for conflict in data["conflicts"]
        ]
    if data["holds"] is None:
        chance = "" if data["chance"] is None else f" (chance {data['chance']})"
        return [f"{letter} may or may not be {name}; nothing settles it yet{chance}."]
    lines = [f"{letter} is {name}." if data["holds"] else f"{letter} is not {name}."]
    lines += [f"  {entry['id']:>4} {entry['text']}" for entry in data["entries"]]
    lines += [data["sentence"]] if data["entries"] else ["It follows from the rules alone."]
    if len(data["steps"]) > 1:
        lines += ["Step by step:"] + [f"  {step}" for step in data["steps"]]
    return lines


# --- what-if -----------------------------------------------------------------------------------------


def attempt_of(asked: Asked, text: str, side: int | None = None) -> tuple[int, Attempt]:
    """Read an attempt of a side; by default of whoever is to move."""
    mover = asked.game.position.turn if side is None else side
    return mover, read_attempt(text, asked.game, asked.record.setup.compass, mover)


def what_if_data(asked: Asked, text: str) -> tuple[dict[str, Any], dict[str, Sheet]]:
    """Return how the mover's sheet would look after yes and after no."""
    side, attempt = attempt_of(asked, text)
    sheet = asked.sheets[side]
    promoted = asked.game.position.is_promoted(side, attempt.letter)
    chance = sheet.chance_of_yes(attempt, promoted=promoted)
    after = {
        answer: sheet if promoted else what_if(sheet, attempt, allowed=answer == "yes")
        for answer in ("yes", "no")
    }
    data: dict[str, Any] = {
        "format": "deduce.confusion.what-if/1",
        "side": asked.record.rules.sides[side],
        "attempt": attempt_words(attempt),
        "chance_of_yes": None if chance is None else float(chance),
        "fraction": None if chance is None else str(chance),
        "after": {answer: knowledge_json(found) for answer, found in after.items()},
    }
    return data, after


def show_what_if(asked: Asked, data: dict[str, Any], after: dict[str, Sheet]) -> None:
    """Print both sheets."""
    screen = console()
    chance = "" if data["fraction"] is None else f": yes with chance {data['fraction']}"
    say(f"{data['attempt']}{chance}", style="bold")
    for answer, sheet in after.items():
        screen.print()
        if not sheet.is_consistent:
            say(f"after {answer}: this answer is impossible")
            continue
        say(f"after {answer}: {headline(sheet)}", style="bold")
        for line in grid(sheet, asked.game):
            screen.print(line, soft_wrap=True)


# --- suspects ----------------------------------------------------------------------------------------


def suspects_data(asked: Asked, side: int) -> dict[str, Any]:
    """Return what was probably noted wrongly, and what clashes."""
    sheet = asked.sheets[side]
    found = sheet.suspects() if sheet.heard else []
    return {
        "format": "deduce.confusion.suspects/1",
        "side": asked.record.rules.sides[side],
        "consistent": sheet.is_consistent,
        "conflicts": []
        if sheet.is_consistent
        else [
            [{"id": entry.id, "text": entry.text} for entry in conflict.entries]
            for conflict in sheet.conflicts
        ],
        "suspects": [_suspect(suspect) for suspect in found],
    }


def _suspect(suspect: Suspect) -> dict[str, Any]:
    return {
        "id": suspect.entry.id,
        "text": suspect.entry.text,
        "probability": None if suspect.probability is None else float(suspect.probability),
        "worlds_if_reversed": suspect.worlds_if_reversed,
        "worlds_if_removed": suspect.worlds_if_removed,
    }


def suspects_lines(data: dict[str, Any]) -> list[str]:
    """Return the same in words."""
    lines = []
    if not data["consistent"]:
        lines.append("What was noted contradicts itself. Each of these sets cannot be right as a whole:")
        lines += [
            "  " + "; ".join(f"{entry['id']} {entry['text']}" for entry in conflict)
            for conflict in data["conflicts"]
        ]
        lines.append("Likeliest slips first:")
    elif not data["suspects"]:
        return ["Nothing was noted yet."]
    else:
        lines.append("Nothing contradicts. The likeliest slips, if each note is wrong once in a hundred:")
    for suspect in data["suspects"][:MOST_SUSPECTS]:
        chance = "" if suspect["probability"] is None else f"{100 * suspect['probability']:.1f}%, "
        left = suspect["worlds_if_reversed"]
        lines.append(f"  {suspect['id']:>4} {suspect['text']} ({chance}{left:,} deals the other way round)")
    return lines


# --- answer ------------------------------------------------------------------------------------------


def answer_data(asked: Asked, text: str) -> dict[str, Any]:
    """Return the right answer to an attempt of whoever is to move."""
    side, attempt = attempt_of(asked, text)
    try:
        asked.game.verify(attempt)
    except IllegalActionError as error:
        # The engine names attempts by their owner's compass, which is not always the record's.
        message = f"{attempt_words(attempt)}: {error.reason}"
        raise LineError(message) from None
    truth = asked.game.answer(attempt)
    diagram = asked.game.diagram(side, attempt.letter)
    known = diagram is not None
    free = diagram is not None and diagram.is_double_agent
    return {
        "format": "deduce.confusion.answer/1",
        "side": asked.record.rules.sides[side],
        "attempt": attempt_words(attempt),
        "known": known,
        "as_you_please": free,
        "allowed": None if truth is None else truth.allowed,
        "promoted": None if truth is None else truth.promoted,
        "diagram": None if diagram is None else diagram.number or None,
        "name": None if diagram is None else diagram.name,
    }


def answer_line(data: dict[str, Any], names: str) -> str:
    """Return the same in words."""
    if not data["known"]:
        return f"{names}'s deal is not in the record, so the right answer to {data['attempt']} is not known."
    if data["as_you_please"]:
        return f"As you please: {data['attempt']} is tried by {data['name']}."
    said = "yes" if data["allowed"] else "no"
    promoted = {None: "", True: ", and it is promoted", False: ", and it is not promoted"}[data["promoted"]]
    return f"{said}{promoted}: {data['attempt']} is tried by {data['name']}."
