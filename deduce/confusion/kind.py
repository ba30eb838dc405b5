"""Confusion as a kind of game at a table, and its records.

Whatever is heavy is imported where it is used: the command line asks this module which commands there are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deduce.confusion.record.layout import TwoColumns
from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option
from deduce.tabletop.kind import Entry, Kind
from deduce.tabletop.nouns import Nouns

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.engine.game import Game
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.kind import Request
    from deduce.tabletop.record import Record

__all__ = ["CONFUSION", "RULES", "parse_record", "read_record", "record_of"]

QUESTIONS = "deduce.confusion.questions"
DEALING = "deduce.confusion.dealing"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""What parts the things that one turn tells, behind its number."""
CHANGES = "deduce.confusion.record.changes"
DANGERS = "deduce.confusion.dangers"
BEHAVIOUR = "deduce.confusion.behaviour"


# --- The game ----------------------------------------------------------------------------------------


def _read(moment: Moment, text: str, answers: tuple[str, ...]) -> Entry | Request:
    from deduce.confusion.notation.typed import Line, read_line

    line = read_line(text, moment.stand(), moment.setup.compass, answers, moment.begun)
    if not isinstance(line, Line):
        return line
    said = [f"Say: {told}" for told in line.told] + [f"{remark}." for remark in line.remarks]
    said += [f"Careful: {warning}." for warning in line.warnings]
    return Entry(line.cell, tuple(said), continues=bool(moment.begun), is_open=line.is_open)


def _to_act(moment: Moment) -> frozenset[int]:
    return moment.position.to_act


def _stands(moment: Moment) -> Hashable:
    position, printed = moment.position, moment.setup.printed
    turns = 0 if position.rules.half_move_limit is None and not printed else position.turns
    table = (position.squares, position.neutral, position.promoted, position.turn, position.tokens)
    return (*table, position.stage, position.outcome, turns, moment.begun)


def _goes_on(moment: Moment) -> bool:
    return bool(moment.begun)


def _entry_of(name: str) -> int:
    return int(name.rstrip(LETTERS))


def _reverse(cell: str, name: str | None) -> str:
    from deduce.confusion.notation.amending import reversed_answer

    return reversed_answer(cell, None if name is None else name.lstrip("0123456789"))


THINKING = (
    Option("time", "Seconds to think; by default 1.", float, "SEC", least=0.01),
    Option(
        "nodes", "Turns to play in the mind, instead of seconds: the same number gives the same advice.",
        int, "N", least=1,
    ),
    Option("seed", "What games are drawn with.", int, "S", default=0, least=0),
)  # fmt: skip
RULES = (
    Option("ruleset", "classic or espionage; a beginning will do.", metavar="NAME", default="classic"),
    Option("variants", "Espionage's variants, such as 2,5.", metavar="LIST", default=""),
    Option("tokens", "Play with espionage's action tokens.", bool, default=False),
    Option("handicap", "Only this side has action tokens.", metavar="SIDE", default=""),
    Option(
        "second_attempt", "Of the token move2: must (as a rule) or may be made.", metavar="WORD", default=""
    ),
    Option("columns_off", "Variant 2: the columns off the board; else 1,11.", metavar="LIST", default=""),
    Option("x_square", "Where X starts, from its owner's side; else 6,1.", metavar="C,R", default=""),
    Option("diagrams", "A set of diagrams (TOML) instead of the standard one.", Path, "FILE"),
)
"""What can be asked for when a game begins."""
ATTEMPT = (Argument("attempt", 'The attempt, such as "h n1" or "h forward 1".'),)
ANSWER = Command(
    "answer",
    "answer h n1",
    "the right answer to them",
    "Tell the right answer to an attempt of whoever is to move, by the deal in the record.",
    ask=later(QUESTIONS, "right_answer"),
    arguments=ATTEMPT,
)
COMMANDS = (
    Command(
        "reach",
        "reach",
        "who can take what; reach k",
        ask=later(DANGERS, "reach"),
        arguments=(Argument("letter", "The piece.", is_needed=False),),
    ),
    ANSWER,
    Command(
        "suggest",
        "suggest",
        "what to try; suggest h n1: against it",
        "Advise whoever is to move: all options ranked, what each is worth, and why the best is the best.\n\n"
        "Nothing of the mover's own diagrams is looked at, even where the record has them.",
        ask=later(QUESTIONS, "suggest"),
        do=later(QUESTIONS, "suggest_here"),
        options=(
            Option(
                "compare", 'Also compare with this, such as "h n2"; can be repeated.', metavar="ATTEMPT",
                is_list=True,
            ),
            *THINKING,
            Option("top", "How many options to show.", int, "K", default=10, least=1),
        ),
    ),
    Command(
        "review",
        "",
        "a game afterwards",
        "Review a game: what each move lost against the best on offer, luck and skill, turning points.\n\n"
        "Each move is judged by what its player knew then. --time or --nodes is for each move; by default "
        "3000 nodes.",
        ask=later(QUESTIONS, "review"),
        options=(
            Option("first", "The first turn that is reviewed.", int, "N", default=1, least=1),
            Option("last", "The last one.", int, "N", least=1),
            *THINKING,
            Option("svg", "Write a picture of both chances over time.", Path, "FILE"),
        ),
    ),
    Command(
        "deal", "deal a crab", "enter or show diagrams", do=later(DEALING, "deal"), is_change=True,
        more="deal alone shows what is known; deal a crab, c 6 enters or corrects; deal a ? takes out; "
        "deal each asks letter by letter, with drawings; deal red a crab says whose. With variant 4, "
        "placement says where pieces stand.",
    ),
    Command("placement", "", "", do=later(DEALING, "placement"), others=("place",), is_change=True),
    Command("model", "model mimic", "how their answers count", do=later(QUESTIONS, "show_model")),
    Command(
        "behaviour", "behaviour on", "read what they do; off", do=later(BEHAVIOUR, "show_behaviour"),
        others=("behavior",),
        more="What they do tells of your pieces, since they see your diagrams. behaviour alone shows what it "
        "says; behaviour on shows it below each sheet, behaviour careful:0.5 believes half as much of it, "
        "behaviour off goes back to facts only.",
    ),
    Command(
        "pieces",
        "pieces",
        "what each diagram does",
        "Show what each diagram does, drawn and in words, and whose it can be: which of the own letters may "
        "have it, with the chances, and which of the opponent's has it if the record has their deal.",
        ask=later("deduce.confusion.pictures.pieces", "pieces_told"),
        arguments=(Argument("diagram", "Only this one, by number or name.", is_needed=False),),
        is_by_seat=True,
    ),
)  # fmt: skip
GRAMMAR = (
    "A turn:   h n1 n    hn1 no    h forward 1 y    vz nw1 y    z s1    resign",
    "Before:   remove a   expose a   reveal a   two   swap a c    (help turns: more)",
)
MORE_GRAMMAR = """
A turn is a piece, a direction, a distance and y or n. Who leaves the answer out is asked for it, unless it
follows from a diagram that is known. All of these are the same: h n1 n, hn1 no, H-N1 n, (H-N1), h forward 1
no, h one forward, refused.

Directions: n ne e se s sw w nw on your own compass, or forward, back, left, right as the mover sees them.

Z: vz nw1 or v with z nw1 carries it along, v without z nw1 leaves it behind, z s1 passes it.

The last row: + behind the answer if the piece was promoted, 0 if not. With variant 5: + accepted, +-
declined, +! it was the double agent; +!>a if their A took Z then, +!>0 if it was refused.

Before the attempt, by itself or joined by a comma (two, h n1 y, k n1 n): remove a (my double agent, I
believe), expose a (theirs), reveal a 7 or reveal a crab, two, swap a c. done leaves out the second attempt,
where the rules let it.

A # and words behind it: a comment. resign gives up; draw: both agree.
"""
CONFUSION: Kind[Moment] = Kind(
    name="confusion",
    title="Confusion",
    begin=later("deduce.confusion.record.setup", "begin"),
    follow=later("deduce.confusion.record.following", "follow"),
    read=_read,
    to_act=_to_act,
    outcome=later(QUESTIONS, "outcome_words"),
    nouns=Nouns("letter", "diagram", "deal", "piece", "why H crab"),
    table="board",
    example="h n1",
    example_answer="y",
    layout=TwoColumns(),
    grammar=GRAMMAR,
    more_grammar=MORE_GRAMMAR,
    words=later("deduce.confusion.notation.forms", "typed_words"),
    options=(
        Option(
            "behaviour", "Read what each side's choices tell of the other's pieces as well: careful, "
            "careful:0.5; off by default.",
            metavar="NAME", default="off",
            made=later("deduce.confusion.knowledge.behaviour", "behaviour_name"),
        ),
        Option(
            "model", "How the opponent answers for the double agent: careful, coin, coin:0.3, mimic, any.",
            metavar="NAME", default="coin",
        ),
        Option(
            "diagrams", "A set of diagrams (TOML) instead of the standard one.", Path, "FILE",
            made=later("deduce.confusion.engine.diagrams", "load_diagrams"),
        ),
    ),
    headings=later(QUESTIONS, "title"),
    sheets=later(QUESTIONS, "sheets"),
    supplies=later(QUESTIONS, "tokens_left"),
    remarks=later(QUESTIONS, "agent_remarks"),
    below=later(BEHAVIOUR, "behaviour_below"),
    grid=later(QUESTIONS, "sheet_grid"),
    picture=later(QUESTIONS, "board"),
    small_picture=later(QUESTIONS, "small_board"),
    alarms=later(DANGERS, "alarms"),
    replay_picture=later(QUESTIONS, "replayed_board"),
    suppose=later(QUESTIONS, "suppose"),
    begin_options=RULES,
    check_resumed=later("deduce.confusion.beginning", "check_resumed"),
    closed=later("deduce.confusion.record.seal", "closed"),
    interview=later("deduce.confusion.beginning", "interview"),
    changes=later(CHANGES, "changes"),
    missing=later(CHANGES, "missing"),
    stands=_stands,
    headers=later(CHANGES, "headers"),
    unknowns=later(CHANGES, "unknowns"),
    played=later("deduce.confusion.record.played", "played"),
    reverse=_reverse,
    amend=later("deduce.confusion.notation.amending", "amended"),
    goes_on=_goes_on,
    entry_of=_entry_of,
    facts=later(QUESTIONS, "facts"),
    sheet_facts=later(BEHAVIOUR, "sheet_facts"),
    replayed=later(QUESTIONS, "replayed"),
    exports={
        ".svg": later("deduce.confusion.pictures.page", "board_svg"),
        ".html": later("deduce.confusion.pictures.page", "page"),
    },
    rules=later("deduce.confusion.rulebook", "rules"),
    commands=COMMANDS,
)  # fmt: skip
"""Robert Abbott's Confusion."""


# --- Its records -------------------------------------------------------------------------------------


def parse_record(
    text: str, *, name: str = "record", folder: Path | None = None, diagrams: DiagramSet | None = None
) -> Record[Moment]:
    """Read the record of a game from its text.

    Args:
        text: The text.
        name: What to call it in error messages.
        folder: Where a file of diagrams that it names is looked for.
        diagrams: The diagrams to use instead of those that it names.

    Raises:
        RecordError: If there is nothing in it to read, or its headers make no sense.
    """
    from deduce.tabletop import record

    return record.parse_record(CONFUSION, text, name=name, folder=folder, options={"diagrams": diagrams})


def read_record(path: str | Path, diagrams: DiagramSet | None = None) -> Record[Moment]:
    """Read the record of a game from a file.

    Args:
        path: The file.
        diagrams: The diagrams to use instead of those that the record names.

    Raises:
        RecordError: If it cannot be read at all. Everything that is wrong within a readable record is
            collected in `Record.misfits` instead.
    """
    from deduce.tabletop import record

    return record.read_record(CONFUSION, path, {"diagrams": diagrams})


def record_of(
    game: Game,
    *,
    headers: Mapping[str, str] | None = None,
    french: bool = False,
    compass: int = 0,
    left: int = 0,
    folder: Path | None = None,
) -> Record[Moment]:
    """Write a game as a record.

    Args:
        game: The game.
        headers: Further headers, such as the players and the date.
        french: Whether to call the sides as the source does.
        compass: The side whose compass the directions are on.
        left: The side in the left column.
        folder: Where a file of diagrams that a header names is looked for.
    """
    from deduce.confusion.record.writer import record_text

    text = record_text(game, headers=headers, french=french, compass=compass, left=left)
    return parse_record(text, folder=folder, diagrams=game.rules.diagrams)
