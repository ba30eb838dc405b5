"""A review of a game in words, as data, and as a picture of both chances."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from deduce.confusion.advice.plans import SENTENCE, plan_data, plan_words
from deduce.confusion.notation.words import action_name, action_words
from deduce.tabletop.curves import Marked, curves_svg
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.advice.review import Review, ReviewedMove
    from deduce.confusion.engine.rules import Rules

__all__ = ["FORMAT", "is_mistake", "review_svg", "review_told"]

FORMAT = "deduce.confusion.review/1"
CLEAR = 2.0
"""A loss counts as a mistake from so many standard errors on, and from LEAST on."""
LEAST = 0.05
VALUES = ("best_value", "value", "after", "lost", "error", "luck", "bits", "most_bits")
"""What is told of a move as it is."""
COLOURS = {"Yellow": "#8f6400", "White": "#1f5fa8", "Red": "#b3261e"}
OTHER_COLOURS = ("#8f6400", "#1f5fa8")


def is_mistake(move: ReviewedMove) -> bool:
    """Tell whether a move lost clearly more than chance could explain."""
    return move.lost >= LEAST and move.lost > CLEAR * move.error


def _mistakes(review: Review, side: int) -> int:
    return sum(is_mistake(move) for move in review.moves if move.side == side)


def review_told(review: Review, rules: Rules, compass: int) -> Told:
    """Return all that is said of a review: a line for each move, what stands out, and what it comes to.

    Args:
        review: The review; at least one move.
        rules: The rules of the game.
        compass: The side whose compass the record uses.
    """
    sides = rules.sides
    heads = f"turn side   move       {sides[0]:>7} {sides[1]:>7}   lost    luck  bits  better"
    points = ", ".join(
        f"turn {move.turn} ({sides[move.side]}: {action_words(move.action)})"
        for move in review.moves
        if move.number in review.turning_points
    )
    texts = [f"Stopped after turn {review.moves[-1].turn}."] if review.stopped else []
    texts += [
        _better(move, sides[move.side], turned=move.side != compass)
        for move in review.moves
        if is_mistake(move)
    ]
    texts += [_sum(review, side, sides[side]) for side in (0, 1)]
    texts.append(
        f"Turning points: {points}." if points else "No turning points: no chance changed much at once."
    )
    said = (
        Said(heads, Role.FAINT),
        *(_row(review, move, sides[move.side], turned=move.side != compass) for move in review.moves),
        Said("", Role.ROW),
        *lines(texts),
    )
    return Told(said, _data(review, sides, compass))


def _row(review: Review, move: ReviewedMove, side: str, *, turned: bool) -> Said:
    name = action_name(move.action, turned=turned)
    shown = _shown(name, allowed=move.allowed)
    chances = " ".join(f"{chance:>7.0%}" for chance in move.chances)
    better = action_name(move.best, turned=turned) if is_mistake(move) else ""
    luck = f"{100 * move.luck:+.0f}" if abs(move.luck) >= LEAST / 10 else "0"
    text = (
        f"{move.turn:>4} {side:<6} {shown:<10} {chances} "
        f"{100 * move.lost:>6.0f} {luck:>7} {move.bits:>5.2f}  {better}".rstrip()
    )
    if move.number in review.turning_points:
        return Said(f"{text}  <- turning point", Role.STRONG)
    return Said(text, Role.ROW)


def _shown(name: str, *, allowed: bool) -> str:
    """Return a move as a record writes it: in parentheses if it was refused."""
    return name if allowed else f"({name})"


def _better(move: ReviewedMove, side: str, *, turned: bool) -> str:
    """Say what would have been better, and what for."""
    words, name = action_words(move.best), action_name(move.best, turned=turned)
    called = words if words == name else f"{words} ({name})"
    text = f"Turn {move.turn}, {side}: better {called}"
    return f"{text}: {plan_words(move.plan, SENTENCE - len(text))}." if move.plan else f"{text}."


def _sum(review: Review, side: int, name: str) -> str:
    totals, mistakes = review.totals(side), _mistakes(review, side)
    share = totals.bits / totals.most_bits if totals.most_bits else 0.0
    return (
        f"{name}: {totals.moves} move{'' if totals.moves == 1 else 's'}, "
        f"{mistakes} clear mistake{'' if mistakes == 1 else 's'}; "
        f"{100 * totals.lost:.0f} points lost by choosing, {100 * totals.luck:+.0f} points of luck with "
        f"answers; asked for {totals.bits:.1f} of {totals.most_bits:.1f} bits on offer ({share:.0%})."
    )


def _data(review: Review, sides: tuple[str, str], compass: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "sides": list(sides),
        "moves": [
            {
                "number": move.number,
                "turn": move.turn,
                "side": sides[move.side],
                "action": action_name(move.action, turned=move.side != compass),
                "words": action_words(move.action),
                "allowed": move.allowed,
                "chances": dict(zip(sides, move.chances, strict=True)),
                "best": action_name(move.best, turned=move.side != compass),
                **{name: getattr(move, name) for name in VALUES},
                "mistake": is_mistake(move),
                "plan": move.plan and plan_data(move.plan),
            }
            for move in review.moves
        ],
        "stopped": review.stopped,
        "final": dict(zip(sides, review.final, strict=True)),
        "turning_points": list(review.turning_points),
        "totals": {
            name: {"moves": totals.moves, "mistakes": _mistakes(review, side), **asdict(totals)}
            for side, name in enumerate(sides)
            for totals in [review.totals(side)]
        },
    }


def review_svg(found: Mapping[str, Any]) -> str:
    """Return a picture of both chances over time, as each side could know its own.

    Args:
        found: The review, as the document of `review_told`.
    """
    sides, moves = found["sides"], found["moves"]
    return curves_svg(
        "Chances to win",
        "each side's own, by what it could know; named are the turning points, by turn and move",
        sides,
        [COLOURS.get(side, other) for side, other in zip(sides, OTHER_COLOURS, strict=True)],
        [[*(move["chances"][side] for move in moves), found["final"][side]] for side in sides],
        {
            place: Marked(
                f"{move['turn']} {_shown(move['action'], allowed=move['allowed'])}", sides.index(move["side"])
            )
            for place, move in enumerate(moves)
            if move["number"] in found["turning_points"]
        },
        [move["turn"] for move in moves],
        "turn",
    )
