"""`deduce puzzle new|check|hint|play|book`."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..cases import case_at
from ..groups import group_app
from ..output import STOPPED, aside, bad_input, dump, out, working

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.progress import Progress
    from deduce.puzzle.puzzle import Puzzle

ABOUT = "Puzzles with one solution: make them, check them, ask for hints, and solve them."
GREETING = "clues lists the clues; help lists everything else. Ctrl-D or quit ends, nothing is lost."
PROBLEMS = 1
"""The exit status where a puzzle has not one solution, or a mark is wrong."""
MOST_PUZZLES = 500
"""How many puzzles a booklet can have."""
MOST_SEEDS = 1_000_000
"""Seeds that nobody chose are below this, short enough to be typed."""

app = group_app(ABOUT)

FileArgument = Annotated[
    str, typer.Argument(help="The case file (TOML); - reads standard input.", metavar="FILE")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
SeedOption = Annotated[
    str | None,
    typer.Option(help="The same seed makes the same; by default another each time.", metavar="S"),
]
GradeOption = Annotated[
    int | None,
    typer.Option(help="How hard, from 1 (easy) to 5; by default as it comes.", metavar="N", min=1, max=5),
]
SizeOption = Annotated[
    str, typer.Option(help="Such as 5 or 5x4; by default what goes with the grade.", metavar="SIZE")
]


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="Which kind; a wrong name lists them.", metavar="KIND")],
    seed: SeedOption = None,
    grade: GradeOption = None,
    size: SizeOption = "",
    out_file: Annotated[
        Path | None, typer.Option("--out", help="Write the case file there.", metavar="FILE")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Make a puzzle that has one solution and no clue too many, as a case file.

    Without --out the case file is printed; deduce solve reads it, and so does everything else here.
    """
    from deduce.puzzle.making import new_puzzle
    from deduce.puzzle.said import puzzle_json, puzzle_said
    from deduce.tabletop.files import check_out, write_out

    with bad_input(json=json), _stopping("Stopped; nothing was made."):
        if out_file is not None:
            check_out(out_file)
        with working(f"Making a puzzle ({kind})") as told:
            made = new_puzzle(kind, _seed_of(seed), grade, size, _telling(told))
        if out_file is not None:
            write_out(out_file, made.text, is_typed=True)
    if json:
        out(dump(puzzle_json(made.puzzle, made.text)))
    elif out_file is None:
        out(made.text, nl=False)
    else:
        from ..render import show

        show(puzzle_said(made.puzzle))
        out(f"\nWritten to {out_file}; deduce puzzle play {out_file} sits down at it.")


@app.command()
def check(file: FileArgument, json: JsonOption = False) -> None:
    """Tell whether a puzzle has one solution, which clues can go, the fewest that are enough, and the grade.

    Any case file will do. Ctrl-C stops it; what was found until then is shown.

    Exit status: 0 one solution, 1 none or several, 2 bad input, 130 stopped.
    """
    from deduce.puzzle.checking import check
    from deduce.puzzle.said import check_json, check_said

    with bad_input(json=json), _stopping("Stopped."):
        report = check(_puzzle(file), working)
    if json:
        out(dump(check_json(report, file)))
    else:
        from ..render import show

        show(check_said(report))
    if report.stopped:
        raise typer.Exit(STOPPED)
    raise typer.Exit(0 if report.is_unique else PROBLEMS)


@app.command()
def hint(
    file: FileArgument,
    marks: Annotated[
        Path | None,
        typer.Option(
            help="A file with what you know, a line each; by default what play saved.", metavar="FILE"
        ),
    ] = None,
    mark: Annotated[
        list[str] | None,
        typer.Option(help='Something that you know: "red is not 1". Can be repeated.', metavar="FACT"),
    ] = None,
    more: Annotated[bool, typer.Option("--more", help="The whole step, not only where to look.")] = False,
    json: JsonOption = False,
) -> None:
    """Tell where to look for the next easiest step from what you know; a mistake in that comes first.

    Exit status: 0 all is well, 1 something that you wrote down is wrong, 2 bad input.
    """
    from deduce.casefile.facts import Names
    from deduce.puzzle.hints import hint
    from deduce.puzzle.marks import parse_mark, read_marks
    from deduce.puzzle.playing import are_marks_of, marks_path
    from deduce.puzzle.said import hint_json

    with bad_input(json=json), _stopping("Stopped."):
        puzzle = _puzzle(file)
        names = Names(puzzle.log.problem)
        if marks is None and file != "-" and are_marks_of(puzzle, saved := marks_path(Path(file))):
            marks = saved
        known = [] if marks is None else read_marks(marks, names)
        known += [parse_mark(each, names) for each in mark or ()]
        with working("Looking for the next step"):
            found = hint(puzzle, known)
    if json:
        out(dump(hint_json(found)))
    else:
        from deduce.tabletop.said import Said

        from ..render import show

        show([Said(found.whole if more else found.where)])
    raise typer.Exit(PROBLEMS if found.wrong else 0)


@app.command()
def play(file: FileArgument) -> None:
    """Sit down at a puzzle: the candidates, your marks, hints and checks; saved after each line.

    What you write down is kept beside the file, in NAME.marks.txt, and gone on with the next time. Works with
    piped input too.
    """
    from deduce.puzzle.playing import PuzzleTable, marks_path
    from deduce.tabletop.errors import SessionError

    from ..terminal import Lines, held, sit

    with bad_input():
        if file == "-":
            message = "play keeps your marks beside the file, so name one; standard input is for your lines"
            raise SessionError(message)
        puzzle = _puzzle(file)
        with held(marks_path(Path(file)), "puzzles") as path, _stopping(f"Stopped; saved in {path}."):
            lines = Lines()
            table = PuzzleTable(puzzle, path, working, lines.room)
            sit(table, lines, *filter(None, [puzzle.header.about]), GREETING)


@app.command()
def book(
    out_file: Annotated[
        Path, typer.Option("--out", help="The booklet: .html to print, or .txt.", metavar="FILE")
    ],
    kinds: Annotated[
        str, typer.Option(help="Kinds with commas between them, in turn; or all.", metavar="LIST")
    ] = "all",
    count: Annotated[int, typer.Option(help="How many puzzles.", metavar="N", min=1, max=MOST_PUZZLES)] = 8,
    seed: SeedOption = None,
    grade: GradeOption = None,
) -> None:
    """Print a booklet of puzzles, the solutions at the end.

    Puzzle number N of a booklet with the seed S is the one of the seed S-N. Where a kind has no puzzles of
    the grade, those of the nearest one are taken.
    """
    from deduce.puzzle.book import Booklet
    from deduce.puzzle.kinds.table import KINDS, kind_of
    from deduce.puzzle.making import new_puzzle
    from deduce.tabletop.errors import SessionError
    from deduce.tabletop.files import check_out, write_out

    with bad_input(), _stopping("Stopped; nothing was written."):
        ending = out_file.suffix.casefold()
        if ending not in {".html", ".htm", ".txt"}:
            message = f"{out_file} must end in .html or .txt, which says what to write"
            raise SessionError(message)
        check_out(out_file)
        names = [*KINDS] if kinds == "all" else [name.strip() for name in kinds.split(",")]
        for name in names:
            kind_of(name)
        chosen = _seed_of(seed)
        puzzles = []
        with working(f"Making {count} puzzles") as told:
            for number in range(count):
                name = names[number % len(names)]
                wanted = None if grade is None else KINDS[name].nearest(grade)
                puzzles.append(new_puzzle(name, f"{chosen}-{number + 1}", wanted).puzzle)
                if told is not None:
                    told((number + 1) / count)
        booklet = Booklet(f"{count} puzzle{'' if count == 1 else 's'} (seed {chosen})", puzzles)
        write_out(out_file, booklet.text() if ending == ".txt" else booklet.html())
    out(f"{booklet.title} written to {out_file}.")


def _puzzle(file: str) -> Puzzle:
    from deduce.puzzle.puzzle import Puzzle

    return Puzzle.of(case_at(file))


def _seed_of(seed: str | None) -> str:
    """Return the seed that was asked for, or another one each time."""
    return str(secrets.randbelow(MOST_SEEDS)) if seed is None else seed


def _telling(told: Callable[[float], None] | None) -> Progress[object] | None:
    """Return what tells how far something is; None where nobody watches."""
    return None if told is None else lambda so_far: told(so_far.done)


@contextlib.contextmanager
def _stopping(message: str) -> Iterator[None]:
    """End with a sentence and the exit status of what Ctrl-C stopped."""
    try:
        yield
    except KeyboardInterrupt:
        aside(message)
        raise typer.Exit(STOPPED) from None
