"""Cards and Confusion as a kind of game at a table.

Whatever is heavy is imported where it is used: the command line asks this module which commands there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option
from deduce.tabletop.kind import Kind, Secret
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.cards.engine.ledger import Ledger
    from deduce.tabletop.record import Record

__all__ = ["CARDS", "parse_record", "read_record"]

SHOWN = "deduce.cards.showing"
KNOWN = "deduce.cards.knowledge.questions"
MENDING = "deduce.cards.knowledge.mending"
SEALING = "deduce.cards.record.sealing"
ADVICE = "deduce.cards.advice.said"
BEGIN_OPTIONS = (
    Option("edition", "en or fr, or a file of your own (.toml).", metavar="NAME", default=""),
    Option("house", "House rules, such as DEC-20=lapse,combat.range=15.", metavar="LIST", default=""),
    Option("sides", "What the sides are called, the left one first: Blue,Red.", metavar="A,B", default=""),
    Option("first", "The side that starts.", metavar="NAME", default=""),
    Option("packs", "own: cards on the table; tool: the tool turns them.", metavar="WORD", default=""),
    Option("solo", "Play alone: the side that the machine plays, such as Red.", metavar="NAME", default=""),
    Option("only_cards", "Keep only the cards and no units.", bool, default=False),
)
"""What can be asked for when a battle begins."""
GRAMMAR = (
    "A combat: b9 r4    b9 r4 f (flank)   b9 r4 w (wall)   b? r4 won   bc r<7   9 4",
    "A turn:   g>r (a shot)    rally b +    site 2 b    cover r t    r 5/2/1    end",
    "          help turns tells all of it",
)
MORE_GRAMMAR = """
A combat is two units, each with its card behind its letter, the one that starts it first: b9 r4. Cards
are a, 2 to 9, t or 10, j, q, k. c is a court card, <7 and >9 are half seen, ? was missed; then won,
lost or tied says how it ended for the one that started, and a number how many became confused, if a gun
won with a card nobody saw.

Behind it: f on the flank or rear; w wall, o redoubt or barricade, t trench, s wood, - open, for what
lies between the two. cover r w says it once for all that follows.

Where special men must be hit: r:o/df says that of r's men the officer died and drummer and flag became
confused.

Where the house pools several targets: b9 r4 & s hits s. Only the cards: 9 4, the left side's first.

Shots: g>r or fire g r, and what it stands behind. Rally: rally b, with + if the general (or aide)
stands beside it. flee n: a mob ran; flee n out: it is off the field. gun g: the gunners are back at
their cannon. site 2 b: b's side took it. move b and reform b can be kept, but need not be.

r 5/2/1 sets a unit by hand: in ranks, confused, lying dead. free b r: the players agree that the two
are engaged no more. left 31: so many cards are left in each pack. shuffle red: that pack was shuffled.

Where the tool turns the cards (table --packs tool): b r and what stands behind it turns both, cards
does without units, and open shows at the end that all was as it was sealed.

A ! behind a line: the table decided so against the rules. A # and words behind it: a comment. resign,
draw.
"""
COMMANDS = (
    Command(
        "odds",
        "odds b r f w",
        "exact odds of a combat",
        "Tell the exact odds of a combat: who wins, what it costs both, who breaks, what would change it.",
        ask=later(ADVICE, "odds_told"),
        arguments=(Argument("combat", 'The two units and how they meet, such as "b r f w".'),),
    ),
    Command(
        "suggest",
        "suggest",
        "what to do; suggest b r, g>n: of these",
        "Rank what could be done now: combats, shots, rallies, each with its exact worth and what decides.",
        ask=later(ADVICE, "suggest_told"),
        arguments=(Argument("reach", 'What is in reach, such as "b r, c r f, g>n".', is_needed=False),),
        more="suggest b r, c r f, g>n: only these are in reach, as the players see it; the best order of "
        "them, and when to stop. Worth = 1 1/2 2 in the file weighs a killed and a confused man and a broken "
        "unit.",
    ),
    Command(
        "threat",
        "threat r",
        "how likely it breaks in their turn",
        "Tell how likely a unit is broken in the enemy's next turn, by whom it names or by all who could.",
        ask=later(ADVICE, "threat_told"),
        arguments=(
            Argument("unit", 'The unit and who can reach it, such as "r b c f g>r".', is_needed=False),
        ),
    ),
    Command(
        "review",
        "review",
        "luck and skill of both sides",
        "Review a battle: what the cards brought and what the choices cost, as exact sums.",
        ask=later(ADVICE, "review_told"),
    ),
    Command(
        "still",
        "still",
        "what may still be done, why not more",
        "Tell what whoever's turn it is may still do, and by which rules the rest may not be done.",
        ask=later("deduce.cards.still", "still_told"),
    ),
    Command(
        "can",
        "can b r 17 30",
        "what may they do at 17 cm, 30 degrees",
        "Ruler mode: what may two units do to each other at that distance and those angles?",
        ask=later("deduce.cards.ruler", "can_told"),
        arguments=(
            Argument(
                "measured",
                'Two units and what was measured, such as "b r 17 30".',
                spoken="measurement",
            ),
        ),
        others=("?",),
        more="can b r 17 30 120 wall: r is 17 cm from b and 30 degrees off b's heading, b is 120 degrees off "
        "r's, and r stands behind a wall. can b 25: b alone, with its nearest enemy at 25 cm. "
        "What is not said is asked for where it decides.",
    ),
)
COMMAND_WORDS = {
    "sheet": ("one pack, card by card", ""),
    "opp": ("the other pack", ""),
    "what-if": ("the packs if that came", ""),
    "edit": (
        "",
        "moves shows the numbers. edit 7 b9 r5 puts that in the place of entry 7; what is behind it follows.",
    ),
    "insert": ("", "For an entry that was forgotten: insert 7 b9 r5 puts that before entry 7."),
    "delete": (
        "",
        "For an entry that was entered twice. Without an end, what stands behind it is the other side's.",
    ),
    "try": (
        "",
        "Goes on from the moment that is looked at, with nothing saved; sheets and advice work there too.",
    ),
}
"""What the commands that every game has are called here."""


def _to_act(ledger: Ledger) -> frozenset[int]:
    # Packs that are sealed are still to be opened when the battle is over.
    is_done = ledger.outcome is not None and not ledger.is_sealed
    return frozenset() if is_done else frozenset({ledger.active})


def _outcome(ledger: Ledger) -> str:
    from deduce.cards.notation.told import outcome_words

    return outcome_words(ledger.outcome, ledger)


CARDS: Kind[Ledger] = Kind(
    name="cards",
    title="Cards and Confusion",
    begin=later("deduce.cards.record.setup", "begin"),
    follow=later("deduce.cards.record.following", "follow"),
    read=later("deduce.cards.notation.typed", "read"),
    to_act=_to_act,
    outcome=_outcome,
    nouns=Nouns("card", "rank", "order", "card", "why next k", "entry"),
    table="units",
    comes_first="board",
    attempt="combat",
    command_words=COMMAND_WORDS,
    example="b9 r4",
    grammar=GRAMMAR,
    more_grammar=MORE_GRAMMAR,
    words=later("deduce.cards.notation.words", "typed_words"),
    headings=later(SHOWN, "title"),
    picture=later(SHOWN, "picture"),
    small_picture=later(SHOWN, "small_picture"),
    supplies=later(SHOWN, "supplies"),
    sheets=later(KNOWN, "sheets"),
    grid=later(KNOWN, "sheet_grid"),
    shows_sheets=False,
    remarks=later(KNOWN, "remarks"),
    noticed=later(KNOWN, "noticed"),
    suppose=later(KNOWN, "suppose"),
    entry_of=later(KNOWN, "entry_of"),
    changes=later(MENDING, "changes"),
    missing=later(MENDING, "missing"),
    sheet_facts=later(KNOWN, "sheet_facts"),
    begin_options=BEGIN_OPTIONS,
    interview=later("deduce.cards.record.beginning", "interview"),
    facts=later(SHOWN, "facts"),
    replayed=later(SHOWN, "replayed"),
    check_resumed=later("deduce.cards.record.beginning", "check_resumed"),
    companion=later("deduce.cards.solo.companion", "companion"),
    secret=Secret(*(later(SEALING, name) for name in ("begun", "check", "known", "supposed", "shown"))),
    rules=later("deduce.cards.rulebook", "rules"),
    languages=("en", "fr"),
    commands=COMMANDS,
)
"""Cards and Confusion: miniatures, and playing cards that decide."""


# --- Its records -------------------------------------------------------------------------------------


def parse_record(text: str, *, name: str = "record", folder: Path | None = None) -> Record[Ledger]:
    """Read the record of a battle from its text.

    Args:
        text: The text.
        name: What to call it in error messages.
        folder: Where a file of rules that it names is looked for.

    Raises:
        RecordError: If its headers make no sense.
    """
    from deduce.tabletop import record

    return record.parse_record(CARDS, text, name=name, folder=folder)


def read_record(path: str | Path) -> Record[Ledger]:
    """Read the record of a battle from a file.

    Args:
        path: The file.

    Raises:
        RecordError: If it cannot be read at all. Everything that is wrong within a readable record is
            collected in `Record.misfits` instead.
    """
    from deduce.tabletop import record

    return record.read_record(CARDS, path)
