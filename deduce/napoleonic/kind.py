"""The Napoleonic chapters as a kind of game at a table.

Whatever is heavy is imported where it is used: the command line asks this module which commands there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.lazy import later
from deduce.napoleonic.questions.commands import CAN, CHECK, DESK, HIDDEN, PATH
from deduce.tabletop.commands import Option
from deduce.tabletop.kind import Kind, Secret
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.record import Record

__all__ = ["NAPOLEONIC", "parse_record", "read_record"]

SHOWN = "deduce.napoleonic.showing"
SEALING = "deduce.napoleonic.record.sealing"
BEGINNING = "deduce.napoleonic.record.beginning"
ENEMIES = "deduce.napoleonic.questions.enemies"
BEGIN_OPTIONS = (
    Option("rules", "printed, or a file of your own (.toml).", metavar="NAME", default=""),
    Option("house", "House rules, such as DEC-7=breaks.", metavar="LIST", default=""),
    Option("sides", "What the sides are called: French,English.", metavar="A,B", default=""),
    Option("me", "Whose record it is: a side, or Umpire.", metavar="NAME", default=""),
    Option("umpire", "An umpire keeps the record.", bool, default=False),
    Option("play", "quarters or halves (periods with a warning).", metavar="WORD", default=""),
    Option("language", "In which language things are told: en or fr.", metavar="LANG", default=""),
)
"""What can be asked for when a battle begins."""
GRAMMAR = (
    "q: next quarter   h: next half    5 line (starts to change)   7 about   3 forced",
    "6 limber    5 re-form    3 react    3 melee    5 adc harass   5 moved   3 figures 10",
    "          help turns tells all of it",
)
MORE_GRAMMAR = """
Only what takes time is typed, and what the enemy does; ordinary moves are not. q is the next quarter, h the
next half, p the next period: it is told what is over, who may act again, who goes on, and who was forgotten.
play quarters or play halves changes how often everybody moves.

A unit and what it begins: 5 line (or column, square, ...) changes its formation, 7 about, 7 quarter-turn,
3 forced (a forced march until the period ends), 5 re-form, 6 rally, 9 house, 9 leave, 6 limber, 6 unlimber,
and every other act of the book. How long it takes is looked up; what decides that and is not known is asked
for. 5 line takes 2 says it, 5 line takes ? that nobody knows; 5 done: it is over, 5 drop: it was given up.
Several units: 5 6 7 about.

What happens to it: 3 react or 3 surprised start (this quarter is lost), 3 surprised course (the next one),
5 adc harass (an order arrives), 3 melee, 3 free, 3 gone. new English e4 cav: a unit that was not there.

What it is: 3 figures 10, 3 state unformed, 3 ground wood, 3 is regular hold. 5 moved, all moved: it need not
be listed.

The order sheets: seal French H1 asks in secret what is written for your units, such as 3 charge k; 7 evade;
5 order harass, and puts only codes into the record, two for every unit. 3 charge and 7 evade declare aloud.
open 3 shows at whom when it touches; 3 diverted e2, 3 stopped, 3 missed show nothing. open all at the end
shows everything, and replay checks every seal. On trust, 3 charge k ~25-31 writes and declares at once (with
a guess of the distance; 3 was 27.5 says what was measured then), and e4 charge is what the enemy declares.
5 evade compelled, 5 counter e4: nobody writes these.

What an enemy was seen doing: e2 about 1 (within one quarter), e2 moved 9 3 wood (9 cm in 3 quarters over a
wood), e2 moved 6 2 crops unseen, e2 moved 2 wood 4 in 2 (a way), e2 oblique 30, e2 back, e2 entered wood, e2
crossed wall, e2 fired 30 wood, e2 changed line, e2 seen close-order. who e2 tells what it can still be.

over, over draw, over French: the battle is over. A ! behind a line: the table decided so against the rules.
A # and words behind it: a comment. French words do as well: 5 ligne, 7 demi-tour, 3 bouge.
"""
COMMAND_WORDS = {
    "edit": ("", "moves shows the numbers. edit 7 5 line puts that in the place of entry 7."),
    "insert": ("", "For an entry that was forgotten: insert 7 5 line puts that before entry 7."),
    "delete": ("", "For an entry that was entered twice."),
    "try": ("", "Goes on from the moment that is looked at, with nothing saved."),
}
"""What the commands that every game has are called here."""


def _to_act(battle: Battle) -> frozenset[int]:
    # Sheets that are sealed are still to be opened when the battle is over.
    return frozenset() if battle.is_done else frozenset({0, 1})


def _outcome(battle: Battle) -> str:
    return battle.outcome


NAPOLEONIC: Kind[Battle] = Kind(
    name="napoleonic",
    title="The Napoleonic chapters",
    begin=later("deduce.napoleonic.record.setup", "begin"),
    follow=later("deduce.napoleonic.record.following", "follow"),
    read=later("deduce.napoleonic.lines.typed", "read"),
    to_act=_to_act,
    outcome=_outcome,
    nouns=Nouns("unit", "kind", "world", "unit", "why e2 inf", "entry"),
    table="units",
    comes_first="board",
    command_words=COMMAND_WORDS,
    example="5 line",
    grammar=GRAMMAR,
    more_grammar=MORE_GRAMMAR,
    words=later("deduce.napoleonic.lines.typed", "typed_words"),
    own_words=frozenset({"q"}),
    moment=later(SHOWN, "moment"),
    headings=later(SHOWN, "title"),
    picture=later(SHOWN, "picture"),
    small_picture=later(SHOWN, "small_picture"),
    supplies=later(SHOWN, "supplies"),
    alarms=later(SHOWN, "alarms"),
    begin_options=BEGIN_OPTIONS,
    interview=later(BEGINNING, "interview"),
    check_resumed=later(BEGINNING, "check_resumed"),
    facts=later(SHOWN, "facts"),
    replayed=later(SHOWN, "replayed"),
    sheets=later(ENEMIES, "sheets"),
    shows_sheets=False,
    grid=later(ENEMIES, "grid"),
    remarks=later(ENEMIES, "remarks"),
    suppose=later(ENEMIES, "suppose"),
    entry_of=int,
    secret=Secret(*(later(SEALING, name) for name in ("begun", "check", "known", "supposed", "shown"))),
    rules=later("deduce.napoleonic.rulebook", "rules"),
    languages=("en", "fr"),
    commands=(CAN, PATH, DESK, CHECK, *HIDDEN),
)
"""The Napoleonic chapters: who may do what in which quarter, and in what state."""


# --- Its records -------------------------------------------------------------------------------------


def parse_record(text: str, *, name: str = "record", folder: Path | None = None) -> Record[Battle]:
    """Read the record of a battle from its text.

    Args:
        text: The text.
        name: What to call it in error messages.
        folder: Where a file of rules that it names is looked for.

    Raises:
        RecordError: If its headers make no sense.
    """
    from deduce.tabletop import record

    return record.parse_record(NAPOLEONIC, text, name=name, folder=folder)


def read_record(path: str | Path) -> Record[Battle]:
    """Read the record of a battle from a file.

    Args:
        path: The file.

    Raises:
        RecordError: If it cannot be read at all. Everything that is wrong within a readable record is
            collected in `Record.misfits` instead.
    """
    from deduce.tabletop import record

    return record.read_record(NAPOLEONIC, path)
