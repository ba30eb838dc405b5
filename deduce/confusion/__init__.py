r"""Robert Abbott's Confusion: diagrams, rules, positions, games and their records.

Examples:
    >>> from deduce.confusion import Rules, parse_record
    >>> record = parse_record("1. A-N2\tL-S2\n2. (C-NE2)")
    >>> record.now.position.square(1, "L")
    (3, 8)
    >>> Rules.of("espionage").letters
    'ACEHKLNOPSTVX'
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deduce.lazy import lazy_names

if TYPE_CHECKING:
    from deduce.confusion.advice.advice import Advice, Suggestion, advise
    from deduce.confusion.advice.review import Review, review
    from deduce.confusion.engine.actions import (
        Action,
        Agree,
        Answer,
        Attempt,
        Expose,
        GiftReply,
        Manner,
        MoveTwo,
        PromotionReply,
        Remove,
        Resign,
        Reveal,
        SwapTwo,
        Token,
        Unread,
        Waive,
    )
    from deduce.confusion.engine.diagrams import Diagram, DiagramSet, load_diagrams, standard_diagrams
    from deduce.confusion.engine.game import Event, Game, random_deal
    from deduce.confusion.engine.position import Ending, Outcome, Position, Stage, start_position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.simulation import random_game
    from deduce.confusion.engine.view import View
    from deduce.confusion.errors import (
        ConfusionError,
        DataError,
        IllegalActionError,
        PositionError,
        RulesError,
    )
    from deduce.confusion.formats.position_as_json import position_from_json, position_json
    from deduce.confusion.formats.position_string import parse_position, position_text
    from deduce.confusion.kind import CONFUSION, parse_record, read_record, record_of
    from deduce.confusion.knowledge.agents import AgentModel, agent_model
    from deduce.confusion.knowledge.behaviour import Behaviour, behaviour_of
    from deduce.confusion.knowledge.outlook import Prospect, prospects, what_if
    from deduce.confusion.knowledge.sheet import Sheet, sheet_of
    from deduce.confusion.match.match import Match, new_match, open_match
    from deduce.confusion.notation.words import action_words
    from deduce.confusion.pictures.boards import svg_board, text_board
    from deduce.confusion.pictures.diagrams import svg_diagram, svg_diagrams, text_diagram
    from deduce.confusion.players.named import make_player
    from deduce.confusion.players.player import Player
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.budget import Budget
    from deduce.tabletop.errors import LineError, RecordError, SessionError
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record

__all__ = [
    "CONFUSION",
    "Action",
    "Advice",
    "AgentModel",
    "Agree",
    "Answer",
    "Attempt",
    "Behaviour",
    "Budget",
    "ConfusionError",
    "DataError",
    "Diagram",
    "DiagramSet",
    "Ending",
    "Event",
    "Expose",
    "Game",
    "GiftReply",
    "IllegalActionError",
    "LineError",
    "Manner",
    "Match",
    "Misfit",
    "Moment",
    "MoveTwo",
    "Outcome",
    "Player",
    "Position",
    "PositionError",
    "PromotionReply",
    "Prospect",
    "Record",
    "RecordError",
    "Remove",
    "Resign",
    "Reveal",
    "Review",
    "Rules",
    "RulesError",
    "SessionError",
    "Sheet",
    "Stage",
    "Suggestion",
    "SwapTwo",
    "Token",
    "Unread",
    "View",
    "Waive",
    "action_words",
    "advise",
    "agent_model",
    "behaviour_of",
    "load_diagrams",
    "make_player",
    "new_match",
    "open_match",
    "parse_position",
    "parse_record",
    "position_from_json",
    "position_json",
    "position_text",
    "prospects",
    "random_deal",
    "random_game",
    "read_record",
    "record_of",
    "review",
    "sheet_of",
    "standard_diagrams",
    "start_position",
    "svg_board",
    "svg_diagram",
    "svg_diagrams",
    "text_board",
    "text_diagram",
    "what_if",
]

_HOMES = {
    "deduce.confusion.advice.advice": ("Advice", "Suggestion", "advise"),
    "deduce.confusion.players.player": ("Player",),
    "deduce.confusion.players.named": ("make_player",),
    "deduce.confusion.advice.review": ("Review", "review"),
    "deduce.tabletop.budget": ("Budget",),
    "deduce.confusion.pictures.boards": ("svg_board", "text_board"),
    "deduce.confusion.pictures.diagrams": ("svg_diagram", "svg_diagrams", "text_diagram"),
    "deduce.confusion.formats.position_string": ("parse_position", "position_text"),
    "deduce.confusion.formats.position_as_json": ("position_from_json", "position_json"),
    "deduce.confusion.engine.view": ("View",),
    "deduce.confusion.engine.simulation": ("random_game",),
    "deduce.confusion.knowledge.agents": ("AgentModel", "agent_model"),
    "deduce.confusion.knowledge.behaviour": ("Behaviour", "behaviour_of"),
    "deduce.confusion.knowledge.outlook": ("Prospect", "prospects", "what_if"),
    "deduce.confusion.knowledge.sheet": ("Sheet", "sheet_of"),
    "deduce.confusion.engine.actions": (
        "Action",
        "Agree",
        "Answer",
        "Attempt",
        "Expose",
        "GiftReply",
        "Manner",
        "MoveTwo",
        "PromotionReply",
        "Remove",
        "Resign",
        "Reveal",
        "SwapTwo",
        "Token",
        "Unread",
        "Waive",
    ),
    "deduce.confusion.engine.diagrams": ("Diagram", "DiagramSet", "load_diagrams", "standard_diagrams"),
    "deduce.confusion.errors": (
        "PositionError",
        "ConfusionError",
        "DataError",
        "IllegalActionError",
        "RulesError",
    ),
    "deduce.confusion.engine.game": ("Event", "Game", "random_deal"),
    "deduce.confusion.engine.position": ("Ending", "Outcome", "Position", "Stage", "start_position"),
    "deduce.confusion.match.match": ("Match", "new_match", "open_match"),
    "deduce.confusion.notation.words": ("action_words",),
    "deduce.confusion.kind": ("CONFUSION", "parse_record", "read_record", "record_of"),
    "deduce.confusion.record.moment": ("Moment",),
    "deduce.tabletop.misfit": ("Misfit",),
    "deduce.tabletop.record": ("Record",),
    "deduce.tabletop.errors": ("LineError", "RecordError", "SessionError"),
    "deduce.confusion.engine.rules": ("Rules",),
}
__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(__name__, _HOMES)
