r"""Cards and Confusion: miniatures on a floor, and playing cards that decide their combats.

Examples:
    >>> from deduce.cards import fight, parse_record
    >>> battle = parse_record("Game = cards\n\n1. b9 n4\n2. end\n")
    >>> battle.now.units["n"].counts
    '10/1/1'
    >>> from deduce.cards import Company, Measured, edition_of
    >>> foot, guns = Company("b", "infantry", 10), Company("g", "artillery", 4, cannon=1)
    >>> print(fight(edition_of("fr"), foot, guns, Measured(distance=8, own_bearing=0, cover="open")))
    fighting: refused
    the distance is 8 cm; needed: less than 8 cm (CC-COMB-1)
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deduce.lazy import lazy_names

if TYPE_CHECKING:
    from deduce.cards.advice.review import Review, review
    from deduce.cards.advice.suggestions import Suggestions, suggestions
    from deduce.cards.edition import Edition, edition_of
    from deduce.cards.engine.changes import Change, Objection
    from deduce.cards.engine.combat import Exchange, Fighter, Meeting, Result, Toll, exchange, meeting_of
    from deduce.cards.engine.deeds import after
    from deduce.cards.engine.entries import (
        Bare,
        Capture,
        Count,
        Covered,
        End,
        Fallen,
        Fight,
        Flight,
        Free,
        Lock,
        Open,
        Over,
        Picks,
        Rally,
        Return,
        Shot,
        Shuffle,
        Site,
        Stepped,
        Tally,
    )
    from deduce.cards.engine.ledger import Clash, Engagement, Ledger, Objective, Outcome, Step, Worth
    from deduce.cards.engine.packs import Pack, Turned
    from deduce.cards.engine.units import Act, Arm, Cover, State, Unit
    from deduce.cards.judge.acts import (
        fight,
        fire,
        flee,
        hold,
        mob_move,
        move,
        move_commander,
        pass_by,
        rally,
        reform,
        walk_back,
    )
    from deduce.cards.judge.facts import Company, Measured, Turn
    from deduce.cards.judge.halting import approach
    from deduce.cards.kind import CARDS, parse_record, read_record
    from deduce.cards.knowledge.chances import NextCards, next_cards
    from deduce.cards.notation.parsed import Line, parse_line
    from deduce.cards.notation.written import written
    from deduce.cards.odds.combat import CombatOdds, combat_odds
    from deduce.cards.odds.plans import Plan, plan
    from deduce.cards.odds.sequences import Ending, Race, in_a_row, race
    from deduce.cards.odds.threats import Threat, threat
    from deduce.cards.odds.worth import Weights
    from deduce.cards.ranks import card_text, parse_card
    from deduce.ruling.errors import RulingError
    from deduce.ruling.judgement import Judgement
    from deduce.tabletop.errors import LineError, RecordError, SessionError
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record

__all__ = [
    "CARDS",
    "Act",
    "Arm",
    "Bare",
    "Capture",
    "Change",
    "Clash",
    "CombatOdds",
    "Company",
    "Count",
    "Cover",
    "Covered",
    "Edition",
    "End",
    "Ending",
    "Engagement",
    "Exchange",
    "Fallen",
    "Fight",
    "Fighter",
    "Flight",
    "Free",
    "Judgement",
    "Ledger",
    "Line",
    "LineError",
    "Lock",
    "Measured",
    "Meeting",
    "Misfit",
    "NextCards",
    "Objection",
    "Objective",
    "Open",
    "Outcome",
    "Over",
    "Pack",
    "Picks",
    "Plan",
    "Race",
    "Rally",
    "Record",
    "RecordError",
    "Result",
    "Return",
    "Review",
    "RulingError",
    "SessionError",
    "Shot",
    "Shuffle",
    "Site",
    "State",
    "Step",
    "Stepped",
    "Suggestions",
    "Tally",
    "Threat",
    "Toll",
    "Turn",
    "Turned",
    "Unit",
    "Weights",
    "Worth",
    "after",
    "approach",
    "card_text",
    "combat_odds",
    "edition_of",
    "exchange",
    "fight",
    "fire",
    "flee",
    "hold",
    "in_a_row",
    "meeting_of",
    "mob_move",
    "move",
    "move_commander",
    "next_cards",
    "parse_card",
    "parse_line",
    "parse_record",
    "pass_by",
    "plan",
    "race",
    "rally",
    "read_record",
    "reform",
    "review",
    "suggestions",
    "threat",
    "walk_back",
    "written",
]
_HOMES = {
    "deduce.cards.kind": (
        "CARDS",
        "parse_record",
        "read_record",
    ),
    "deduce.cards.edition": ("Edition", "edition_of"),
    "deduce.cards.ranks": (
        "card_text",
        "parse_card",
    ),
    "deduce.cards.engine.units": (
        "Act",
        "Arm",
        "Cover",
        "State",
        "Unit",
    ),
    "deduce.cards.engine.packs": (
        "Pack",
        "Turned",
    ),
    "deduce.cards.engine.ledger": (
        "Clash",
        "Engagement",
        "Ledger",
        "Objective",
        "Outcome",
        "Step",
        "Worth",
    ),
    "deduce.cards.engine.combat": (
        "Exchange",
        "Fighter",
        "Meeting",
        "Result",
        "Toll",
        "exchange",
        "meeting_of",
    ),
    "deduce.cards.engine.entries": (
        "Bare",
        "Capture",
        "Count",
        "Covered",
        "End",
        "Fallen",
        "Fight",
        "Flight",
        "Free",
        "Lock",
        "Open",
        "Over",
        "Picks",
        "Rally",
        "Return",
        "Shot",
        "Shuffle",
        "Site",
        "Stepped",
        "Tally",
    ),
    "deduce.cards.engine.changes": (
        "Change",
        "Objection",
    ),
    "deduce.cards.engine.deeds": ("after",),
    "deduce.cards.notation.parsed": (
        "Line",
        "parse_line",
    ),
    "deduce.cards.notation.written": ("written",),
    "deduce.cards.judge.facts": (
        "Company",
        "Measured",
        "Turn",
    ),
    "deduce.cards.judge.acts": (
        "fight",
        "fire",
        "flee",
        "hold",
        "mob_move",
        "move",
        "move_commander",
        "pass_by",
        "rally",
        "reform",
        "walk_back",
    ),
    "deduce.cards.judge.halting": ("approach",),
    "deduce.cards.odds.combat": (
        "CombatOdds",
        "combat_odds",
    ),
    "deduce.cards.odds.sequences": (
        "Ending",
        "Race",
        "in_a_row",
        "race",
    ),
    "deduce.cards.odds.plans": (
        "Plan",
        "plan",
    ),
    "deduce.cards.odds.threats": (
        "Threat",
        "threat",
    ),
    "deduce.cards.odds.worth": ("Weights",),
    "deduce.cards.knowledge.chances": (
        "NextCards",
        "next_cards",
    ),
    "deduce.cards.advice.suggestions": (
        "Suggestions",
        "suggestions",
    ),
    "deduce.cards.advice.review": (
        "Review",
        "review",
    ),
    "deduce.tabletop.misfit": ("Misfit",),
    "deduce.tabletop.record": ("Record",),
    "deduce.tabletop.errors": (
        "LineError",
        "RecordError",
        "SessionError",
    ),
    "deduce.ruling.errors": ("RulingError",),
    "deduce.ruling.judgement": ("Judgement",),
}
__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(__name__, _HOMES)
