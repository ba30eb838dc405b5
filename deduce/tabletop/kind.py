"""What a game tells the tabletop layer: one object of a few functions, and what it offers beyond them.

A game's state is whatever the game likes, as long as it never changes: what follows from an entry is a new
state. So every moment of a game can be kept, looked at and returned to for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from deduce.tabletop.document import Layout
from deduce.tabletop.nouns import PLAIN, Nouns

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from deduce.evidence.log import Log
    from deduce.tabletop.commands import Command, Option
    from deduce.tabletop.companion import TableCompanion
    from deduce.tabletop.document import Document
    from deduce.tabletop.look import Look, Working
    from deduce.tabletop.misfit import Fault, Misfit
    from deduce.tabletop.record import Record
    from deduce.tabletop.rulebook import Rule
    from deduce.tabletop.rulings import Ruling
    from deduce.tabletop.said import Grid, Said
    from deduce.tabletop.saved import SavedGame
    from deduce.tabletop.sheet import Sheet

__all__ = [
    "Begun",
    "Entry",
    "Followed",
    "Kind",
    "OtherHeader",
    "Played",
    "Prompt",
    "Request",
    "S",
    "Secret",
    "Source",
    "Supposed",
    "Unknown",
]

S = TypeVar("S")


class Source(NamedTuple):
    """Where a game is read from.

    Attributes:
        document: The lines.
        name: What to call it in messages.
        folder: Where files that it names are looked for.
        options: What was asked for on reading it, by the names of the kind's options.
    """

    document: Document
    name: str
    folder: Path
    options: Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class Begun(Generic[S]):
    """A game before its first entry.

    Attributes:
        state: How it stands.
        seats: What the seats are called.
        also: What else seats are called, in another language for instance.
        me: The seat that the record's owner sits on.
        columns: What the seat of each column is called, if rows have several.
        skipped: How many columns of the first row are empty.
        others: The headers that mean nothing to the rules.
        misfits: What is wrong in the headers but leaves something to go on with.
        reading: What is taken for granted when its lines are read again.
        read_from: The headers that say where that was read, as long as they say the same.
        empty: Headers that must be there while there is no entry, because the entries say it otherwise.
    """

    state: S
    seats: tuple[str, ...]
    also: Mapping[str, int] = field(default_factory=dict)
    me: int = 0
    columns: tuple[str, ...] = ()
    skipped: int = 0
    others: Mapping[str, str] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()
    empty: Mapping[str, str] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)
    read_from: frozenset[str] = frozenset()


class Followed(NamedTuple, Generic[S]):
    """What came of an entry that was followed.

    Attributes:
        state: How the game stands after it.
        faults: What does not fit in it.
    """

    state: S
    faults: tuple[Fault, ...] = ()


class Entry(NamedTuple):
    """A line that was typed, understood.

    Attributes:
        text: The same as the record writes it.
        said: What is to be said aloud or thought of, such as the right answer.
        rulings: What the rules say of it.
        continues: Whether it goes on with the last entry, which was not complete: the text is of both.
        is_open: Whether it is not complete either, so that the next line goes on with it.
    """

    text: str
    said: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    continues: bool = False
    is_open: bool = False


class Request(NamedTuple):
    """What somebody still has to say before a line is complete: an answer, a choice, a measured distance.

    Attributes:
        question: What is asked.
        choices: What can be said, to be shown; `read` itself refuses what else is said. Empty for anything.
        seat: Who has to say it; None for whoever keeps the record.
        also: Words that answer it too, although they are commands elsewhere.
        is_hidden: Whether nobody else may see the answer while it is typed, nor find it afterwards in the
            lines that were typed before; what is wrong with it is said without quoting it.
    """

    question: str
    choices: tuple[str, ...] = ()
    seat: int | None = None
    also: tuple[str, ...] = ()
    is_hidden: bool = False


class Prompt(NamedTuple):
    """A question that is asked before a game begins.

    Attributes:
        question: What is asked.
        complaint: What was wrong with the answer before, if the same is asked again.
    """

    question: str
    complaint: str = ""


class Supposed(NamedTuple):
    """What is supposed, and what the sheets would be.

    Attributes:
        seat: Whose sheet is shown.
        words: What is supposed, in words.
        chance: How likely the first answer is, exactly; None where there are no chances.
        after: The sheet after each answer that can come.
        noun: What it is that is supposed, as the JSON calls it.
    """

    seat: int
    words: str
    chance: Any
    after: Mapping[str, Sheet[Any, Any]]
    noun: str = "entry"


class OtherHeader(NamedTuple):
    """A header that may be meant instead of one that stands there.

    Attributes:
        key: The header.
        value: What it may say.
        weight: How likely that slip is beside others, 1 being usual.
        slips: How many slips it would be.
        said: What it probably is, in words, where that is shorter than all that it says.
    """

    key: str
    value: str
    weight: float
    slips: int = 1
    said: str = ""


class Played(NamedTuple):
    """How likely it is that players do what a game says they did, as natural logarithms.

    Attributes:
        blindly: If they do anything that is possible, all alike.
        knowingly: How much likelier it is by what they know and want.
    """

    blindly: float
    knowingly: float


class Unknown(NamedTuple):
    """Something hidden that is not known, with what was heard of it.

    Attributes:
        title: What it is called.
        key: What decides what was heard: where it is the same, the same follows.
        log: Makes the log of what was heard.
    """

    title: str
    key: Hashable
    log: Callable[[], Log]


@dataclass(frozen=True, eq=False, repr=False)
class Secret(Generic[S]):
    """What the tool knows of a game at a table, and neither its record nor anybody who sits there does.

    It belongs to the one file that the game is kept in. The states of a record know nothing of it.

    Attributes:
        begin: The file of a game that begins, and the text of its record -> what stands around the saving,
            and gives the text that is saved.
        check: The file of a game that goes on, and how it stands; raises `SessionError` if it goes on in
            another file. What is not needed any more is thrown away.
        known: A state, and the file -> the state in which a line is read, with what follows from the secret.
        supposed: A state -> the state in which a line is read that is only tried, without the secret.
        shown: A state -> what was shown of the secret so far. Nobody can unsee it, so no change takes it out
            of the record.
    """

    begin: Callable[[Path, str], AbstractContextManager[str]]
    check: Callable[[Path, S], None]
    known: Callable[[S, Path], S]
    supposed: Callable[[S], S]
    shown: Callable[[S], frozenset[Hashable]]


@dataclass(frozen=True, eq=False, repr=False)
class Kind(Generic[S]):
    """A kind of game.

    Only the name, the title and the five functions behind them are needed. Whatever else a game can do is a
    capability: the commands that stand on it are there if it is. Comments in an entry are the game's own
    matter; headers that it does not name in `Begun.others` are kept in the file and not told.

    Attributes:
        name: How commands and files call it, such as "confusion".
        title: What it is, in a line.
        begin: The headers of a record -> how the game stands before the first entry.
        follow: A state, and an entry as it is written -> what came of it. Follows what was said even where
            the rules object, notes what does not fit, and never raises. A state in which the game is over
            comes back as it was, and the entry is a remark.
        read: A state, the line that was typed and the answers to what was asked about it so far -> the entry,
            or what is still to be asked. Raises `LineError` if it makes no sense.
        to_act: The seats that have to do something now: none when the game is over, one where turns
            alternate, several where they choose at once.
        outcome: How the game ended, in words; "" while it goes on.
        nouns: What the unknowns, their values and the worlds are called.
        table: What the table is called, such as "board".
        attempt: What that may be supposed is called, if not an attempt.
        command_words: What commands that every game has are in this one: in a few words, and at length for
            whoever asks; "" where the usual words do.
        comes_first: "sheet" or "board": what is shown where there is no room for both, until somebody asks.
        example: An entry without its answer, as it is typed.
        example_answer: The answer that can stand behind it; "" in games without answers.
        layout: How entries stand in the rows of a record.
        grammar: How an entry is typed, for the help, in few lines.
        more_grammar: What else can be said in an entry, for whoever asks; blank lines part the paragraphs.
        words: Gives the words that begin an entry and so are no misspelt commands.
        own_words: Words that are entries here, although they are short for a command elsewhere, such as q.
        options: What can be asked for when a game is read or looked at.
        moment: A state -> when that is, where both sides act all the time; told instead of whose turn it is.
        headings: A look -> the title, for what stands above a replay.
        sheets: A look -> what each seat can know.
        grid: A sheet in a look as rows and columns.
        shows_sheets: Whether a sheet stands on the screen of the table, if the picture does not say it all.
        supplies: A look -> what else stands in the line that says whose turn it is, in words; "" for nothing.
        remarks: A sheet in a look -> what else there is to say of it.
        below: A sheet in a look -> what stands below it where it is asked for, such as a second sheet.
        noticed: A look at the end of a record -> what is to be said of it after something was changed.
        picture: A look -> the table as lines of plain text, with the seat that looks below.
        small_picture: The same in fewer columns, for narrow screens.
        alarms: A look -> what is urgent for the seat that looks, the most urgent first.
        replay_picture: The picture with all there is to say of it, for a replay.
        suppose: A look and a line -> what would be known after it.
        begin_options: What can be asked for when a game begins.
        check_resumed: A record that is gone on with, and what was asked for; raises if it is another game.
        closed: A record -> why nothing is entered into it at a table, in words that follow its name, such as
            that it is a match that goes on elsewhere; "" if everything can be.
        interview: What was asked for -> questions to whoever begins a game, and then the record's text.
        changes: An entry as it is written -> all small changes of it, among which misprints are looked for,
            each with how likely that slip is beside others, 1 being usual.
        missing: A state, and the entry that follows ("" if none does) -> entries that may have been left out
            there.
        stands: A state -> what decides what is possible from there on, apart from what was heard; states of
            which it is the same go on in the same way.
        headers: A record, the entry that does not fit ("" if it is a header), and the state before it (None
            if there is none) -> headers that may be meant instead.
        unknowns: A look -> what was heard of what is hidden and not known, where it can contradict itself
            although each entry fits.
        played: How the game stands before entries that follow each other, and behind the last one -> how
            likely it is that players do this, by which repairs that are as small are weighed.
        reverse: An entry as it is written, and the id of an entry of a log that stems from it, or None for
            the answer that it holds -> what corrects it to the other answer; "" if that is not one answer.
        amend: An entry as it is written, what was typed to correct it, and which of the things that it tells
            is meant, if that was said -> the line that says all of it, if only a part was typed; else "".
        goes_on: Whether the last entry is not complete, so that the next line goes on with it.
        entry_of: The id of an entry of a log -> the number of the record's entry that it stems from.
        facts: A look -> what its JSON documents say of the moment.
        sheet_facts: A look -> what the JSON of the sheets says beyond them.
        replayed: A look -> what the JSON of a replay says beyond that.
        secret: What the tool knows of a game and nobody at the table does, such as the order of a pack.
        companion: A saved game, and what is told of work that takes long -> what sits with it at the table,
            where that is not the usual companion.
        exports: The endings of files that a game can be written to, beside .txt and .json.
        rules: Gives every rule by its id.
        languages: The languages that its rules are worded in, the usual one first.
        commands: What can be asked or done beside what all games have.
    """

    name: str
    title: str
    begin: Callable[[Source], Begun[S]]
    follow: Callable[[S, str], Followed[S]]
    read: Callable[[S, str, tuple[str, ...]], Entry | Request]
    to_act: Callable[[S], frozenset[int]]
    outcome: Callable[[S], str]
    nouns: Nouns = PLAIN
    table: str = "table"
    attempt: str = ""
    command_words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    comes_first: str = "sheet"
    example: str = ""
    example_answer: str = ""
    layout: Layout = field(default_factory=Layout)
    grammar: tuple[str, ...] = ()
    more_grammar: str = ""
    words: Callable[[], tuple[str, ...]] = tuple
    own_words: frozenset[str] = frozenset()
    options: tuple[Option, ...] = ()
    moment: Callable[[S], str] | None = None
    headings: Callable[[Look[S]], str] | None = None
    sheets: Callable[[Look[S]], tuple[Sheet[Any, Any], ...]] | None = None
    grid: Callable[[Look[S], Sheet[Any, Any]], Grid] | None = None
    shows_sheets: bool = True
    supplies: Callable[[Look[S]], str] | None = None
    remarks: Callable[[Look[S], Sheet[Any, Any]], tuple[str, ...]] | None = None
    below: Callable[[Look[S], Sheet[Any, Any]], tuple[Said | Grid, ...]] | None = None
    noticed: Callable[[Look[S]], tuple[Said, ...]] | None = None
    picture: Callable[[Look[S]], tuple[str, ...]] | None = None
    small_picture: Callable[[Look[S]], tuple[str, ...]] | None = None
    alarms: Callable[[Look[S]], tuple[Said, ...]] | None = None
    replay_picture: Callable[[Look[S]], tuple[str, ...]] | None = None
    suppose: Callable[[Look[S], str], Supposed] | None = None
    begin_options: tuple[Option, ...] = ()
    check_resumed: Callable[[Record[S], Mapping[str, Any]], None] | None = None
    closed: Callable[[Record[S]], str] | None = None
    interview: Callable[[Mapping[str, Any]], Generator[Prompt, str, str]] | None = None
    changes: Callable[[str], Iterator[tuple[str, float]]] | None = None
    missing: Callable[[S, str], Iterator[str]] | None = None
    stands: Callable[[S], Hashable] | None = None
    headers: Callable[[Record[S], str, S | None], Iterator[OtherHeader]] | None = None
    unknowns: Callable[[Look[S]], Sequence[Unknown]] | None = None
    played: Callable[[Sequence[S]], Played] | None = None
    reverse: Callable[[str, str | None], str] | None = None
    amend: Callable[[str, str, str | None], str] | None = None
    goes_on: Callable[[S], bool] = lambda _: False
    entry_of: Callable[[str], int] | None = None
    facts: Callable[[Look[S]], Mapping[str, Any]] | None = None
    sheet_facts: Callable[[Look[S]], Mapping[str, Any]] | None = None
    replayed: Callable[[Look[S]], Mapping[str, Any]] | None = None
    companion: Callable[[SavedGame[S], Working], TableCompanion[S]] | None = None
    secret: Secret[S] | None = None
    exports: Mapping[str, Callable[[Look[S]], str]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, Rule]] | None = None
    languages: tuple[str, ...] = ("en",)
    commands: tuple[Command, ...] = ()
