"""The commands under `deduce confusion`: their options, and where each is carried out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..output import BAD_INPUT, fail, working

if TYPE_CHECKING:
    from .questions import Asked

PROBLEMS = 1

app = typer.Typer(
    help="Robert Abbott's Confusion: records of games, random games, diagrams.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

RecordFile = Annotated[
    str, typer.Argument(help="The record of a game; - reads standard input.", metavar="FILE")
]
DiagramsFile = Annotated[
    Path | None,
    typer.Option(
        "--diagrams",
        help="A set of diagrams (TOML) instead of the standard one.",
        metavar="FILE",
        show_default=False,
    ),
]
Ply = Annotated[
    int | None,
    typer.Option("--ply", help="Stop after so many turns.", metavar="N", show_default=False),
]
Side = Annotated[
    str,
    typer.Option(
        "--side", help="Whose pieces, such as White; by default the record's own side.", metavar="NAME"
    ),
]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        help="How the opponent answers for the double agent: careful, coin, coin:0.3, mimic, any.",
        metavar="NAME",
    ),
]
AttemptText = Annotated[
    str, typer.Argument(help='The attempt, such as "h n1" or "h forward 1".', metavar="ATTEMPT")
]
Ruleset = Annotated[str, typer.Option("--ruleset", help="classic or espionage.", metavar="NAME")]
Variants = Annotated[
    str,
    typer.Option("--variants", help="Espionage's variants, such as 2,5.", metavar="LIST", show_default=False),
]
Tokens = Annotated[bool, typer.Option("--tokens", help="Play with espionage's action tokens.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


@contextlib.contextmanager
def _asked(file: str, ply: int | None, model: str, diagrams: Path | None, *, json: bool) -> Iterator[Asked]:
    """Read a record and its sheets; bad input ends with one sentence."""
    from deduce import DeduceError

    from . import replay as findings
    from .questions import Asked

    try:
        found = findings.find(file, ply, diagrams)
        asked = Asked.of(found, model)
        if count := len(found.record.problems):
            # What follows from a record with problems may be wrong, which must not go unsaid.
            named = "1 problem" if count == 1 else f"{count} problems"
            typer.echo(f"deduce: {file}: {named} in the record; deduce confusion replay shows more", err=True)
        yield asked
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None


def _print(data: dict[str, Any], words: Callable[[dict[str, Any]], list[str]], *, json: bool) -> None:
    from .questions import dump, say

    if json:
        typer.echo(dump(data))
        return
    for line in words(data):
        say(line)


@app.command()
def replay(
    file: RecordFile,
    ply: Ply = None,
    diagrams: DiagramsFile = None,
    mend: Annotated[
        bool, typer.Option("--mend", help="Find the misprints that would explain the problems.")
    ] = False,
    json: Json = False,
) -> None:
    """Replay the record of a game: the position, what was captured and promoted, and what does not fit.

    With both deals in its headers every answer is checked against the diagrams.
    Exit status: 0 clean, 1 with problems in the game, 2 unreadable.
    """
    from deduce import DeduceError

    from . import replay as findings

    try:
        with working("Looking for misprints" if mend else "Replaying"):
            found = findings.find(file, ply, diagrams, mend=mend)
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None
    if json:
        from .replay_json import document

        typer.echo(document(found))
    else:
        from .replay_text import show

        show(found)
    raise typer.Exit(PROBLEMS if found.record.problems else 0)


@app.command()
def sheet(
    file: RecordFile,
    ply: Ply = None,
    side: Side = "",
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Show both deduction sheets: what each side can know of its own diagrams, with exact chances.

    Exit status: 0 consistent, 1 what was noted contradicts itself, 2 bad input.
    """
    with _asked(file, ply, model, diagrams, json=json) as asked:
        from . import questions

        sides = (asked.side(side),) if side else (asked.side(""), 1 - asked.side(""))
        if json:
            typer.echo(questions.sheet_json(asked))
        else:
            questions.show_sheet(asked, sides)
        raise typer.Exit(0 if all(asked.sheets[one].is_consistent for one in sides) else PROBLEMS)


@app.command()
def why(
    file: RecordFile,
    letter: Annotated[str, typer.Argument(help="The piece.", metavar="LETTER")],
    diagram: Annotated[str, typer.Argument(help="The diagram, by number or name.", metavar="DIAGRAM")],
    ply: Ply = None,
    side: Side = "",
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Prove why a letter has a diagram or cannot have it: the smallest proof, and step by step."""
    with _asked(file, ply, model, diagrams, json=json) as asked:
        from . import questions

        found = questions.why_data(asked, asked.side(side), asked.letter(letter), asked.number(diagram))
        _print(found, questions.why_lines, json=json)
        raise typer.Exit(0 if found["consistent"] else PROBLEMS)


@app.command("what-if")
def what_if(
    file: RecordFile,
    attempt: AttemptText,
    ply: Ply = None,
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Show how the sheet of whoever is to move would look after yes and after no."""
    with _asked(file, ply, model, diagrams, json=json) as asked:
        from . import questions

        data, after = questions.what_if_data(asked, attempt)
        if json:
            typer.echo(questions.dump(data))
        else:
            questions.show_what_if(asked, data, after)


@app.command()
def suspects(
    file: RecordFile,
    ply: Ply = None,
    side: Side = "",
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Rank what was noted by how likely it is a slip, also while nothing contradicts."""
    with _asked(file, ply, model, diagrams, json=json) as asked:
        from . import questions

        found = questions.suspects_data(asked, asked.side(side))
        _print(found, questions.suspects_lines, json=json)
        raise typer.Exit(0 if found["consistent"] else PROBLEMS)


@app.command()
def answer(
    file: RecordFile,
    attempt: AttemptText,
    ply: Ply = None,
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Tell the right answer to an attempt of whoever is to move, by the deal in the record."""
    with _asked(file, ply, "coin", diagrams, json=json) as asked:
        from . import questions

        found = questions.answer_data(asked, attempt)
        _print(found, lambda data: [questions.answer_line(data, data["side"])], json=json)


Seconds = Annotated[
    float | None,
    typer.Option(
        "--time", help="Seconds to think; by default 1.", metavar="SEC", min=0.01, show_default=False
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        help="Turns to play in the mind, instead of seconds: the same number gives the same advice.",
        metavar="N",
        min=1,
        show_default=False,
    ),
]
Top = Annotated[int, typer.Option("--top", help="How many options to show.", metavar="K", min=1)]


@app.command()
def suggest(
    file: RecordFile,
    ply: Ply = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            "--compare", help='Also compare with this, such as "h n2"; can be repeated.', metavar="ATTEMPT"
        ),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    seed: Annotated[int, typer.Option("--seed", help="What games are drawn with.", metavar="S", min=0)] = 0,
    top: Top = 10,
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Advise whoever is to move: all options ranked, what each is worth, and why the best is the best.

    Nothing of the mover's own diagrams is looked at, even where the record has them.
    """
    with _asked(file, ply, model, diagrams, json=json) as asked:
        from deduce.confusion.advice.said import advice_told
        from deduce.tabletop.budget import Budget

        from .suggest import advice_of
        from .told import tell

        budget = Budget.of(seconds, nodes)
        advice = advice_of(asked, budget, seed=seed, compared=compare or (), most=top)
        timed = budget.seconds is not None
        tell(advice_told(advice, asked.record.setup.compass, top, timed=timed), json=json)


@app.command()
def review(
    file: RecordFile,
    ply: Ply = None,
    first: Annotated[
        int, typer.Option("--first", help="The first turn that is reviewed.", metavar="N", min=1)
    ] = 1,
    last: Annotated[
        int | None,
        typer.Option("--last", help="The last one.", metavar="N", min=1, show_default=False),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    seed: Annotated[int, typer.Option("--seed", help="What games are drawn with.", metavar="S", min=0)] = 0,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg", help="Write a picture of both chances over time.", metavar="FILE", show_default=False
        ),
    ] = None,
    model: Model = "coin",
    diagrams: DiagramsFile = None,
    json: Json = False,
) -> None:
    """Review a game: what each move lost against the best on offer, luck and skill apart, turning points.

    Each move is judged by what its player knew then. --time or --nodes is for each move; by default 3000
    nodes.
    """
    from deduce.confusion.errors import ConfusionError

    with _asked(file, ply, model, diagrams, json=json) as asked:
        from deduce.confusion.advice.review_said import review_svg, review_told
        from deduce.tabletop.budget import Budget

        from .review import reviewed
        from .told import tell

        budget = None if seconds is None and nodes is None else Budget(seconds, nodes)
        found, rules = reviewed(asked, budget, seed=seed, first=first, last=last), asked.record.rules
        if not found.moves:
            message = f"{file}: there is no move to review among these turns"
            raise ConfusionError(message)
        if svg is not None:
            try:
                svg.write_text(review_svg(found, rules), encoding="utf-8")
            except OSError as error:
                message = f"{svg}: cannot be written: {error.strerror}"
                raise ConfusionError(message) from None
            typer.echo(f"Written to {svg}.", err=True)
        tell(review_told(found, rules, asked.record.setup.compass), json=json)


@app.command()
def table(
    file: Annotated[
        Path | None,
        typer.Argument(help="The record to go on with, or to begin.", metavar="[FILE]", show_default=False),
    ] = None,
    elsewhere: Annotated[
        Path | None,
        typer.Option("--file", help="The same as FILE.", metavar="FILE", show_default=False),
    ] = None,
    ruleset: Ruleset = "classic",
    variants: Variants = "",
    tokens: Tokens = False,
    diagrams: DiagramsFile = None,
    history: Annotated[bool, typer.Option("--history", help="List the games that were saved here.")] = False,
) -> None:
    """Sit at the table: one short line per turn, sheets with exact chances, and everything saved at once.

    Without FILE a new game is kept in the user's data folder. Works with piped input too.
    """
    from deduce import DeduceError

    from . import table as sitting
    from .random_game import numbers

    if history:
        for path in sitting.saved_games():
            typer.echo(str(path))
        return
    try:
        sitting.run(sitting.Begin(file or elsewhere, ruleset, numbers(variants), diagrams, tokens=tokens))
    except KeyboardInterrupt:
        typer.echo("Stopped; everything that was entered is saved.", err=True)
        raise typer.Exit(130) from None
    except DeduceError as error:
        fail(error, json=False)
        raise typer.Exit(BAD_INPUT) from None


@app.command()
def play(
    file: Annotated[
        Path | None,
        typer.Argument(help="The match to go on with, or to begin.", metavar="[FILE]", show_default=False),
    ] = None,
    elsewhere: Annotated[
        Path | None,
        typer.Option("--file", help="The same as FILE.", metavar="FILE", show_default=False),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level", help="How strong the machine is, 1 to 5; else 3.", metavar="N", show_default=False
        ),
    ] = None,
    side: Annotated[
        str,
        typer.Option(
            "--side", help="Your side, such as White, or first or second.", metavar="NAME", show_default=False
        ),
    ] = "",
    first: Annotated[
        str, typer.Option("--first", help="Who starts; else you.", metavar="NAME", show_default=False)
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="The same seed gives the same deals.", metavar="S", show_default=False),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time", help="Seconds for each move at levels 4 and 5.", metavar="SEC", show_default=False
        ),
    ] = None,
    ruleset: Ruleset = "classic",
    variants: Variants = "",
    tokens: Tokens = False,
    placement: Annotated[
        str,
        typer.Option(
            "--placement",
            help="Variant 4: your pieces' columns and rows, such as 'A3,1 C4,1 ...'; else at random.",
            metavar="LIST",
            show_default=False,
        ),
    ] = "",
    diagrams: DiagramsFile = None,
    levels: Annotated[bool, typer.Option("--levels", help="List the levels.")] = False,
    history: Annotated[
        bool, typer.Option("--history", help="List the matches that were saved here.")
    ] = False,
) -> None:
    """Play against the machine, which answers for your pieces and sees no more than an opponent may.

    Without FILE a new match is kept in the user's data folder. Works with piped input too.
    """
    from deduce import DeduceError

    from . import play as playing
    from .table import saved_games

    if levels or history:
        for line in playing.levels() if levels else map(str, saved_games("matches")):
            typer.echo(line)
        return
    wanted = playing.Wanted(
        file or elsewhere,
        level=level,
        side=side,
        first=first,
        ruleset=ruleset,
        variants=variants,
        tokens=tokens,
        diagrams=diagrams,
        seed=seed,
        seconds=seconds,
        placement=placement,
    )
    try:
        playing.run(wanted)
    except KeyboardInterrupt:
        typer.echo("Stopped; everything that was done is saved.", err=True)
        raise typer.Exit(130) from None
    except DeduceError as error:
        fail(error, json=False)
        raise typer.Exit(BAD_INPUT) from None


class PaperFormat(StrEnum):
    """How sheets can be printed."""

    HTML = "html"
    SVG = "svg"


@app.command("print-sheets")
def print_sheets(
    ruleset: Ruleset = "classic",
    variants: Variants = "",
    diagrams: DiagramsFile = None,
    form: Annotated[PaperFormat, typer.Option("--format", help="What to write.")] = PaperFormat.HTML,
) -> None:
    """Write empty deduction sheets to print: one for one's own pieces and one for the opponent's."""
    from deduce import DeduceError

    from .paper import sheets_html, sheets_svg
    from .random_game import rules_of

    try:
        rules = rules_of(ruleset, variants, diagrams)
    except DeduceError as error:
        fail(error, json=False)
        raise typer.Exit(BAD_INPUT) from None
    typer.echo(sheets_svg(rules) if form is PaperFormat.SVG else sheets_html(rules), nl=False)


@app.command("show-diagrams")
def show_diagrams(diagrams: DiagramsFile = None, json: Json = False) -> None:
    """Show the movement diagrams: pictures, moves (also in Betza's notation), and how sure each is."""
    from deduce import DeduceError

    from . import diagrams as shown

    try:
        found = shown.load(diagrams)
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None
    if json:
        typer.echo(shown.document(found))
    else:
        shown.show(found)


@app.command()
def random(
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same game.", metavar="S")],
    ruleset: Ruleset = "classic",
    variants: Variants = "",
    tokens: Tokens = False,
    plies: Annotated[
        int | None,
        typer.Option("--plies", help="Stop after so many turns.", metavar="N", min=0, show_default=False),
    ] = None,
    diagrams: DiagramsFile = None,
    french: Annotated[bool, typer.Option("--french", help="Call the sides as the original does.")] = False,
) -> None:
    """Write the record of a random legal game, with both deals."""
    from deduce import DeduceError

    from . import random_game

    try:
        text = random_game.write(seed, ruleset, variants, diagrams, tokens=tokens, plies=plies, french=french)
    except DeduceError as error:
        fail(error, json=False)
        raise typer.Exit(BAD_INPUT) from None
    typer.echo(text, nl=False)


@app.command()
def arena(
    players: Annotated[
        str, typer.Option("--players", help="The two players, such as goal,random.", metavar="A,B")
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games", help="How many games; each deal is played with sides swapped.", metavar="N", min=1
        ),
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same deals.", metavar="S")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", help="How many processes play at once.", metavar="J", min=1, max=61)
    ] = 1,
    seconds: Annotated[
        float | None,
        typer.Option("--time", help="Seconds for each move.", metavar="SEC", show_default=False),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            help="Nodes for each move, so that games can be repeated.",
            metavar="N",
            show_default=False,
        ),
    ] = None,
    ruleset: Ruleset = "classic",
    variants: Variants = "",
    tokens: Tokens = False,
    diagrams: DiagramsFile = None,
    limit: Annotated[
        int, typer.Option("--limit", help="After so many turns a game is drawn.", metavar="N")
    ] = 300,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            help="Write each game to this log (JSON lines), and go on where it ends.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    backend: Annotated[
        str, typer.Option("--backend", help="Where to play: local, dask, ray.", metavar="NAME")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option(
            "--address", help="The cluster's address, tcp://...", metavar="ADDRESS", show_default=False
        ),
    ] = None,
) -> None:
    """Let two players play many games, and tell how they stand.

    Players: random, goal, information, safety, monte-carlo, instinct, advisor, ismcts; with a budget of their
    own as in advisor@0.05 (seconds for each move) or advisor@200n (nodes).
    """
    from deduce import DeduceError
    from deduce.confusion.arena.course import run, tournament_of
    from deduce.confusion.arena.said import standing_told, stopped_text

    from .arena import progress
    from .random_game import rules_of
    from .told import tell

    try:
        rules = rules_of(ruleset, variants, diagrams, tokens=tokens)
        tournament = tournament_of(players, rules, seed, limit, seconds, nodes)
        with progress(games) as shown:
            course = run(
                tournament, games, file=file, jobs=jobs, backend=backend, address=address, progress=shown
            )
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None
    tell(standing_told(course), json=json)
    if course.stopped:
        typer.echo(stopped_text(course), err=True)
    raise typer.Exit(130 if course.stopped else 0)
