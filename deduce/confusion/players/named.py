"""Players by name, as tournaments and the command line call them.

A name is one of `PLAYERS`, then, if wanted, its budget for each move after "@" (`advisor@0.05` thinks for
0.05 seconds, `advisor@200n` over 200 nodes), then options of its kind, each after ":" (`name=value`), then a
label after "#", which tells two of one kind apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from deduce.confusion.errors import ConfusionError
from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import MOST_SECONDS, quoted, seconds_of, share_of, whole_of
from deduce.tabletop.budget import MOST_NODES

if TYPE_CHECKING:
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.players.player import Player

__all__ = ["OPTIONS", "PLAYERS", "PlayerName", "make_player", "player_name"]

PLAYERS = {
    "random": "does anything that is possible",
    "goal": "goes for Z and carries it to the last row by the most probable yes",
    "information": "makes the attempt whose answer tells most",
    "safety": "takes, goes for the goal, and keeps away from what can take its pieces",
    "monte-carlo": "deals the open diagrams at random and searches each deal",
    "instinct": "weighs each attempt by rules of thumb, without searching",
    "advisor": "searches with the exact chances",
    "two-ply": "looks at its attempt and the best reply to it, as far as the opponent can know it",
    "rusher": "brings Z to the last row by the quickest way, at any risk",
    "staller": "takes Z to where nobody takes it, and waits for the limit of turns",
    "blocker": "stands in the way of the opponent's carriers, keeps aim at them, and waits",
    "bluffer": "steps where it could be taken by what nobody knows yet, and leaves captures alone",
    "reader": "reads its own pieces from where the opponent steps, and looks two plies ahead",
    "ismcts": "OpenSpiel's search over sets of what cannot be told apart",
}
"""The kinds of players, each in a line."""

_HOMES = {
    "random": "simple.RandomPlayer",
    "goal": "simple.GoalPlayer",
    "information": "simple.InformationPlayer",
    "safety": "simple.SafetyPlayer",
    "monte-carlo": "determinised.DeterminisedPlayer",
    "instinct": "advisor.InstinctPlayer",
    "advisor": "advisor.AdvisorPlayer",
    "two-ply": "exploiters.TwoPlyPlayer",
    "rusher": "exploiters.RusherPlayer",
    "staller": "exploiters.StallerPlayer",
    "blocker": "exploiters.BlockerPlayer",
    "bluffer": "reading.BlufferPlayer",
    "reader": "reading.ReaderPlayer",
    "ismcts": "ismcts.IsmctsPlayer",
}
"""The module and the class of each kind."""
_WITHOUT_BUDGET = frozenset(_HOMES) - {"monte-carlo", "advisor", "ismcts"}
_EXTRAS = {"ismcts": "openspiel"}
"""The optional extra of the package that a kind of player needs."""
OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "advisor": {
        "behaviour": ("off", "careful"),
        "engine": ("auto", "compiled", "arrays"),
        "values": ("learned", "fitted"),
        "memory": ("on", "off"),
        "mixing": ("on", "off"),
        "foresight": ("on", "off"),
    }
}
"""What can be chosen of a kind of player: for each option its values, the usual one first.

A kind's class has a keyword of the same name for each.
"""
_FORM = re.compile(
    r"(?P<kind>[^@#,:]*)(?:@(?P<budget>[^@#,:]*))?(?P<options>(?::[^@#,:]*)*)(?:#(?P<label>[^@#,]+))?"
)


@dataclass(frozen=True)
class PlayerName:
    """A player's name, taken apart.

    Examples:
        >>> player_name("advisor@200n")
        PlayerName(text='advisor@200n', kind='advisor', time=None, nodes=200, options=())

    Attributes:
        text: The whole name.
        kind: One of `PLAYERS`.
        time: The seconds for each move that the name gives; None if it gives none.
        nodes: The nodes for each move that the name gives; None if it gives none.
        options: What the name chooses: options with their values.
    """

    text: str
    kind: str
    time: float | None = None
    nodes: int | None = None
    options: tuple[tuple[str, str], ...] = ()


def player_name(text: str) -> PlayerName:
    """Take a player's name apart.

    Raises:
        ConfusionError: If there is no such player, its budget is none, or it has no such option.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        message = (
            f"there is no player {quoted(text)}; a name is one of {', '.join(PLAYERS)}, as in advisor@0.05"
        )
        raise ConfusionError(message)
    kind, budget = found["kind"], found["budget"]
    if kind not in PLAYERS:
        message = f"there is no player {quoted(kind)}; {did_you_mean(kind, PLAYERS)}"
        raise ConfusionError(message)
    options = _options(text, kind, found["options"])
    if budget is None:
        return PlayerName(text, kind, options=options)
    if kind in _WITHOUT_BUDGET:
        message = f"player {quoted(text)}: {kind} always answers at once, so it takes no budget"
        raise ConfusionError(message)
    try:
        if budget.endswith("n"):
            nodes = whole_of(budget[:-1], "the number of nodes", 1, MOST_NODES)
            return PlayerName(text, kind, nodes=nodes, options=options)
        seconds = seconds_of(float(share_of(budget, "the time")), "the time")
        return PlayerName(text, kind, time=seconds, options=options)
    except IntakeError:
        message = (
            f"player {quoted(text)}: {quoted(budget)} is no budget; write seconds for each move, at most "
            f"{MOST_SECONDS:,}, as in {kind}@0.05, or nodes, at most {MOST_NODES:,}, as in {kind}@200n"
        )
        raise ConfusionError(message) from None


def _options(text: str, kind: str, part: str) -> tuple[tuple[str, str], ...]:
    """Return the options that a name chooses.

    Raises:
        ConfusionError: If the kind has no such option, or the option no such value.
    """
    chosen: dict[str, str] = {}
    known = OPTIONS.get(kind, {})
    for each in part.split(":")[1:]:
        option, _, value = each.partition("=")
        if not known:
            message = f"player {quoted(text)}: {kind} has no options, so nothing can follow ':'"
            raise ConfusionError(message)
        if option not in known:
            message = (
                f"player {quoted(text)}: {kind} has no option {quoted(option)}; {did_you_mean(option, known)}"
            )
            raise ConfusionError(message)
        if value not in known[option]:
            choices = ", ".join(f"{option}={one}" for one in known[option])
            message = f"player {quoted(text)}: {quoted(each)} is no choice; there are {choices}"
            raise ConfusionError(message)
        if option in chosen:
            message = f"player {quoted(text)}: {option} is chosen twice; write it once"
            raise ConfusionError(message)
        chosen[option] = value
    return tuple(chosen.items())


def make_player(
    name: str,
    rules: Rules,
    seed: int,
    time: float | None = None,
    nodes: int | None = None,
) -> Player:
    """Make a player for one side of one game.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> type(make_player("goal", Rules.of("classic"), seed=1)).__name__
        'GoalPlayer'

    Args:
        name: The player's name.
        rules: The rules of the game.
        seed: Where the player's random numbers begin.
        time: The seconds for each move, unless the name gives a budget.
        nodes: The nodes for each move, likewise.

    Raises:
        ConfusionError: If there is no such player, or what it needs is not installed.
    """
    called = player_name(name)
    if called.time is not None or called.nodes is not None:
        time, nodes = called.time, called.nodes
    module, _, class_name = _HOMES[called.kind].partition(".")
    home = f"deduce.confusion.players.{module}"
    options: dict[str, Any] = {"seed": seed, "time": time, "nodes": nodes}
    if called.kind == "ismcts":
        # It counts simulations, of which it has a number of its own.
        del options["nodes"]
        if nodes is not None:
            options["simulations"] = nodes
    if called.kind in _WITHOUT_BUDGET:
        options = {"seed": seed}
    options.update(called.options)
    try:
        made: Player = getattr(import_module(home), class_name)(rules, **options)
    except ImportError as error:
        extra = _EXTRAS.get(called.kind)
        remedy = f"; pip install 'deduce-tabletop[{extra}]' brings what it needs" if extra else ""
        message = f"the player {called.kind!r} is not there: {error}{remedy}"
        raise ConfusionError(message) from None
    return made
