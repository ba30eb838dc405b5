"""The commands that only `deduce confusion` has: matches, tournaments, diagrams, paper and random games."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from deduce.confusion.kind import CONFUSION, RULES
from deduce.games import GAMES
from deduce.tabletop.commands import Option

from ..games import FILE_OR_NEW, Switch, add_command, answer, file_of, game_app
from ..output import STOPPED, aside, bad_input, out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.tabletop.look import Look


def _step(look: Look[Any], given: Mapping[str, Any]) -> None:
    from .review import run

    try:
        run(look, given)
    except KeyboardInterrupt:
        aside("Stopped; nothing was changed, and a match is saved.")
        raise typer.Exit(STOPPED) from None


STEP = Option("step", "Step through it turn by turn, and try again anywhere.", bool, default=False)
app = game_app(CONFUSION, GAMES["confusion"].about, {"review": Switch(STEP, _step)})
DIAGRAMS = RULES[-1]
JSON = Option("json", "Print one JSON document and nothing else.", bool, default=False)


class PaperFormat(StrEnum):
    """How sheets can be printed."""

    HTML = "html"
    SVG = "svg"


def _rules(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return which rules were asked for."""
    return {each.name: given[each.name] for each in RULES if each.name in given}


def _play(given: dict[str, Any]) -> None:
    """Play against the machine, which answers for your pieces and sees no more than an opponent may.

    Without FILE a new match is kept in the user's data folder. Works with piped input too.
    """
    from deduce.confusion.match.opening import Wanted, level_lines

    from ..terminal import saved_games
    from .play import run

    if given["levels"] or given["history"]:
        for line in level_lines() if given["levels"] else map(str, saved_games("matches")):
            out(line)
        return
    names = ("level", "side", "first", "seed", "time", "placement")
    wanted = Wanted(_rules(given), *(given[name] for name in names))
    try:
        with bad_input():
            run(file_of(given), wanted)
    except KeyboardInterrupt:
        aside("Stopped; everything that was done is saved.")
        raise typer.Exit(STOPPED) from None


add_command(
    app,
    "play",
    _play,
    Option("level", "How strong the machine is, 1 to 5; else 3.", int, "N"),
    Option("side", "Your side, such as White, or first, second or random.", metavar="NAME", default=""),
    Option("first", "Who starts, such as White or random; else you.", metavar="NAME", default=""),
    Option("seed", "The same seed gives the same deals.", int, "S"),
    Option("time", "Seconds for each move at levels 4 and 5.", float, "SEC"),
    *RULES,
    Option(
        "placement", "Variant 4: your pieces' columns and rows, such as 'A3,1 C4,1 ...'; else at random.",
        metavar="LIST", default="",
    ),
    Option("levels", "List the levels.", bool, default=False),
    Option("history", "List the matches that were saved here.", bool, default=False),
    first=FILE_OR_NEW,
)  # fmt: skip


def _print_sheets(given: dict[str, Any]) -> None:
    """Write empty deduction sheets to print: one for one's own pieces and one for the opponent's."""
    from deduce.confusion.beginning import rules_of
    from deduce.confusion.pictures.paper import sheets_html, sheets_svg

    with bad_input():
        rules = rules_of(_rules(given))
    wants_svg = given["format"] is PaperFormat.SVG
    out(sheets_svg(rules) if wants_svg else sheets_html(rules), nl=False)


add_command(
    app,
    "print-sheets",
    _print_sheets,
    *(each for each in RULES if each.name in {"ruleset", "variants", "diagrams"}),
    Option("format", "What to write.", PaperFormat, default=PaperFormat.HTML),
)


def _show_diagrams(given: dict[str, Any]) -> None:
    """Show the movement diagrams: drawings, moves (also in Betza's notation), and how sure each is."""
    from deduce.confusion.engine.diagrams import load_diagrams, standard_diagrams
    from deduce.confusion.pictures.diagrams import diagrams_told, svg_diagrams
    from deduce.tabletop.files import write_out

    path, picture, flip = given["diagrams"], given["svg"], given["flip"]
    with bad_input(json=given["json"]):
        found = standard_diagrams() if path is None else load_diagrams(path)
        if picture is not None:
            sources = () if path is None else (path,)
            write_out(picture, svg_diagrams(found, flip=flip), *sources)
            aside(f"Written to {picture}.")
    answer(diagrams_told(found, flip=flip), json=given["json"])


add_command(
    app,
    "show-diagrams",
    _show_diagrams,
    DIAGRAMS,
    Option("flip", "Turn them, as the opponent sees them.", bool, default=False),
    Option("svg", "Write them as a picture.", Path, "FILE"),
    JSON,
)


def _random(given: dict[str, Any]) -> None:
    """Write the record of a random legal game, with both deals."""
    from deduce.confusion.beginning import random_record

    with bad_input():
        rules = _rules(given)
        text = random_record(given["seed"], rules, plies=given["plies"], french=given["french"])
    out(text, nl=False)


add_command(
    app,
    "random",
    _random,
    Option("seed", "The same seed gives the same game.", int, "S", is_needed=True),
    *RULES,
    Option("plies", "Stop after so many turns.", int, "N", least=0),
    Option("french", "Call the sides as the original does.", bool, default=False),
)


def _arena(given: dict[str, Any]) -> None:
    """Let two players play many games, and tell how they stand.

    Players: random, goal, information, safety, monte-carlo, instinct, advisor, two-ply, rusher, staller,
    blocker, bluffer, reader, ismcts; with a budget of their own as in advisor@0.05 (seconds for each move) or
    advisor@200n (nodes).
    """
    from deduce.confusion.arena.course import run, tournament_of
    from deduce.confusion.arena.said import standing_told, stopped_text
    from deduce.confusion.beginning import rules_of

    from .arena import progress

    games, json = given["games"], given["json"]
    with bad_input(json=json):
        limits = (given[name] for name in ("seed", "limit", "time", "nodes"))
        tournament = tournament_of(given["players"], rules_of(_rules(given)), *limits)
        where = {name: given[name] for name in ("file", "jobs", "backend", "address")}
        with progress(games) as shown:
            course = run(tournament, games, progress=shown, **where)
    try:
        answer(standing_told(course), json=json)
    finally:
        if course.stopped:
            aside(stopped_text(course))
            raise typer.Exit(STOPPED)


add_command(
    app,
    "arena",
    _arena,
    Option("players", "The two players, such as goal,random.", metavar="A,B", is_needed=True),
    Option(
        "games",
        "How many games; each deal is played with sides swapped.",
        int,
        "N",
        default=100,
        least=1,
        most=150_000,
    ),
    Option("seed", "The same seed gives the same deals.", int, "S", default=0),
    Option("jobs", "How many processes play at once.", int, "J", default=1, least=1, most=61),
    Option("time", "Seconds for each move.", float, "SEC"),
    Option("nodes", "Nodes for each move, so that games can be repeated.", int, "N"),
    *RULES,
    Option("limit", "After so many turns a game is drawn.", int, "N", default=300),
    Option("file", "Write each game to this log (JSON lines), and go on where it ends.", Path, "FILE"),
    JSON,
    Option("backend", "Where to play: local, dask, ray.", metavar="NAME", default="local"),
    Option("address", "The cluster's address, tcp://...", metavar="ADDRESS"),
)
