"""`deduce solve`: what follows from a case file."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from .output import STOPPED

if TYPE_CHECKING:
    from .report import Findings

CONTRADICTION = 1
MOST_WORLDS = 100_000
"""More than this nobody reads; they are all kept until they are shown."""


class EngineChoice(StrEnum):
    """The engines that can be chosen."""

    AUTO = "auto"
    SUBSETS = "subsets"
    SEARCH = "search"
    DIAGRAM = "diagram"
    ENUMERATION = "enumeration"
    CP_SAT = "cp-sat"


def solve(
    file: Annotated[
        str, typer.Argument(help="The case file (TOML); - reads standard input.", metavar="FILE")
    ],
    at: Annotated[
        int | None,
        typer.Option(help="Look at the log after only so many entries.", metavar="N", show_default=False),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            help='What if this were true: "H is Crab". Can be repeated.',
            metavar="FACT",
            show_default=False,
        ),
    ] = None,
    why: Annotated[
        list[str] | None,
        typer.Option(
            help='Prove this: "H is Crab" or "H is not Crab". Can be repeated.',
            metavar="FACT",
            show_default=False,
        ),
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Explain everything that is settled, step by step.")
    ] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Rank the questions of the file, or else all open pairs.")
    ] = False,
    slips: Annotated[
        bool, typer.Option("--slips", help="Rank the entries by how likely they are slips.")
    ] = False,
    review: Annotated[
        bool,
        typer.Option("--review", help="What each entry taught, against the best question on offer."),
    ] = False,
    rate: Annotated[str, typer.Option(help="How often an entry is a slip.", metavar="SHARE")] = "0.01",
    worlds: Annotated[
        int,
        typer.Option(help="List so many of the most probable worlds.", metavar="N", min=0, max=MOST_WORLDS),
    ] = 0,
    fractions: Annotated[bool, typer.Option("--fractions", help="Show chances as exact fractions.")] = False,
    engine: Annotated[EngineChoice, typer.Option(help="Which engine to use.")] = EngineChoice.AUTO,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """Show what follows from a case file: what is certain, and how likely the rest is.

    What follows is shown first. Ctrl-C stops what comes after it; what was found until then is shown.

    Exit status: 0 consistent, 1 contradiction, 2 bad input, 130 stopped.
    """
    from deduce import DeduceError

    from . import report
    from .output import BAD_INPUT, aside, dump, fail, out, working

    request = report.Request(
        at=at,
        given=tuple(given or ()),
        why=tuple(why or ()),
        steps=steps,
        ask=ask,
        slips=slips,
        review=review,
        rate=rate,
        worlds=worlds,
        engine=engine.value,
        everything=json,
    )

    def known(findings: Findings) -> None:
        if not json:
            from .solve_text import show_belief

            show_belief(findings, fractions=fractions)

    try:
        findings = report.find(file, request, working, known)
    except KeyboardInterrupt as stopped:
        if json:
            error = {"kind": "Stopped", "message": "stopped before it was known what follows"}
            out(dump({"format": "deduce.error/1", "error": error}))
        elif isinstance(stopped, report.StoppedEarly):
            from .solve_text import show_left

            show_left(stopped.left)
        aside("Stopped.")
        raise typer.Exit(STOPPED) from None
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None
    if json:
        from .solve_json import document

        out(document(findings))
    else:
        from .solve_text import show_rest

        show_rest(findings, fractions=fractions)
    if findings.stopped:
        aside("Stopped.")
        raise typer.Exit(STOPPED)
    raise typer.Exit(0 if findings.belief.is_consistent else CONTRADICTION)
