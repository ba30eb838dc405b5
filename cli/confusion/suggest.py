"""`deduce confusion suggest`: what to try next and why, as text and as JSON."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from deduce.confusion.advice.advice import advise
from deduce.confusion.advice.search import Budget
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.errors import LineError
from deduce.confusion.notation.typed import read_actions
from deduce.confusion.notation.words import action_words

from ..output import PATIENCE, console
from .questions import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deduce.confusion.advice.advice import Advice, Suggestion
    from deduce.confusion.advice.facts import Facts, Settled
    from deduce.confusion.advice.reasons import Breakdown, Comparison
    from deduce.confusion.advice.search import Estimate
    from deduce.confusion.engine.actions import Action

    from .questions import Asked

FORMAT = "deduce.confusion.advice/1"
USUAL_SECONDS = 1.0
LEVEL = 0.005
"""Parts of a value smaller than this are not worth a word."""


def budget_of(seconds: float | None, nodes: int | None) -> Budget:
    """Return how long to think: a second unless something else was asked for."""
    return Budget(USUAL_SECONDS if seconds is None and nodes is None else seconds, nodes)


def advice_of(
    asked: Asked, budget: Budget, *, seed: int = 0, compared: Sequence[str] = (), most: int = 10
) -> Advice:
    """Advise whoever is to move in a record.

    Args:
        asked: The record at some turn.
        budget: How long to think.
        seed: What the games are drawn with.
        compared: What the best option is to be compared with, as it was typed.
        most: How many options get their facts.

    Raises:
        LineError: If something typed makes no sense.
        ConfusionError: If there is nothing to advise.
    """
    side = asked.game.position.decider
    view = asked.game.view(side)
    named: list[Action] = []
    for text in compared:
        actions, _ = read_actions(text, view.game(), asked.record.setup.compass)
        if len(actions) != 1:
            message = f"{text!r}: compare one attempt, or one thing that comes before it, at a time"
            raise LineError(message)
        named += actions
    with _bar(f"Thinking for {asked.record.rules.sides[side]}", budget) as progress:
        return advise(
            view, budget, seed=seed, model=asked.model, named=named, most_facts=most, progress=progress
        )


@contextlib.contextmanager
def _bar(label: str, budget: Budget) -> Iterator[Callable[[float], None] | None]:
    """Show on the terminal how far the thinking is, if it takes longer than a second."""
    screen = Console(stderr=True)
    if not screen.is_terminal or (budget.seconds is not None and budget.seconds <= PATIENCE):
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %"))
    with Progress(*columns, TextColumn("(Ctrl-C: the best so far)"), console=screen, transient=True) as bar:
        task = bar.add_task(label, total=1.0)
        yield lambda done: bar.update(task, completed=done)


# --- As data -----------------------------------------------------------------------------------------


def advice_json(asked: Asked, advice: Advice) -> dict[str, Any]:
    """Return advice as data."""
    return {
        "format": FORMAT,
        "side": asked.record.rules.sides[advice.view.side],
        "plies": asked.game.position.turns,
        "nodes": advice.nodes,
        "seconds": advice.seconds,
        "stopped": advice.stopped,
        "searched_turns": advice.searched_turns,
        "opponent_deal_known": advice.view.opponent_deal is not None,
        "suggestions": [_suggestion_json(asked, each) for each in advice.suggestions],
        "breakdowns": [_breakdown_json(asked, each) for each in advice.breakdowns],
        "comparisons": [_comparison_json(asked, each) for each in advice.comparisons],
        "text": paragraphs(asked, advice),
    }


def _suggestion_json(asked: Asked, suggestion: Suggestion) -> dict[str, Any]:
    estimate = suggestion.estimate
    found: dict[str, Any] = {
        "rank": suggestion.rank,
        "action": _named(asked, suggestion.action),
        "words": action_words(suggestion.action),
        "chance_of_yes": estimate.option.chance,
        "value": estimate.value,
        "error": estimate.error,
        "games": estimate.games,
        "sure": str(estimate.sure),
        "if_yes": estimate.if_yes,
        "if_no": estimate.if_no,
    }
    facts = suggestion.facts
    if facts is not None:
        found |= {
            "fraction": str(facts.chance),
            "bits": facts.bits,
            "after_yes": _settled_json(facts.after_yes),
            "after_no": _settled_json(facts.after_no),
            "takers": [
                {
                    "letter": taker.letter,
                    "truth": taker.truth,
                    "chance": None if taker.chance is None else str(taker.chance),
                }
                for taker in facts.takers
            ],
            "tells": facts.tells,
        }
    return found


def _settled_json(settled: Settled | None) -> dict[str, Any] | None:
    return None if settled is None else {"deals": settled.deals, "certain": settled.certain}


def _breakdown_json(asked: Asked, breakdown: Breakdown) -> dict[str, Any]:
    return {
        "action": _named(asked, breakdown.option.action),
        "value": breakdown.value,
        "nothing": breakdown.nothing,
        "parts": breakdown.parts,
        "errors": breakdown.errors,
        "games": breakdown.games,
    }


def _comparison_json(asked: Asked, comparison: Comparison) -> dict[str, Any]:
    return {
        "first": _named(asked, comparison.first.action),
        "second": _named(asked, comparison.second.action),
        "difference": comparison.difference,
        "error": comparison.error,
        "parts": comparison.parts,
        "errors": comparison.errors,
    }


# --- In words ----------------------------------------------------------------------------------------


def action_name(action: Action, *, turned: bool) -> str:
    """Return an action as the record writes it.

    Args:
        action: The action.
        turned: Whether the record's compass is the other side's.
    """
    if not isinstance(action, Attempt) or not turned:
        return str(action)
    head, _, _ = str(action).partition("-")
    return f"{head}-{DIRECTIONS[opposite(action.way)]}{action.distance}"


def _named(asked: Asked, action: Action) -> str:
    return action_name(action, turned=asked.game.position.turn != asked.record.setup.compass)


def paragraphs(asked: Asked, advice: Advice) -> list[str]:
    """Return why the best option is the best, a paragraph for each comparison."""
    best = advice.best
    found = [_about(asked, best, advice)]
    ranks = {each.action: each for each in advice.suggestions}
    found += [_difference(asked, each, ranks[each.second.action]) for each in advice.comparisons]
    if advice.view.opponent_deal is None:
        other = asked.record.rules.sides[1 - advice.view.side]
        found.append(
            f"{other}'s diagrams are not in the record, so they were drawn from what {other} can know; with "
            "them entered the advice is much better."
        )
    if not advice.breakdowns:
        found.append(
            "You stopped it before the reasons were worked out."
            if advice.stopped
            else "There was no time to work out the reasons."
        )
    return found


def _about(asked: Asked, best: Suggestion, advice: Advice) -> str:
    estimate, facts = best.estimate, best.facts
    text = f"{_headed(asked, best)}: {_value(best)}"
    if 0 < estimate.sure < 1:
        text += f". {float(estimate.sure):.0%} of that is sure whatever the opponent does"
    parts = [text]
    if facts is not None:
        parts += _fact_sentences(asked, facts)
    if advice.breakdowns:
        breakdown = advice.breakdowns[0]
        adding = ", ".join(f"{name} {_points(value)}" for name, value in breakdown.parts.items())
        parts.append(
            f"Taken apart over {breakdown.games} games: doing nothing {breakdown.nothing:.1%}, {adding}, "
            f"together {breakdown.value:.1%}"
        )
    return ". ".join(parts) + "."


def _headed(asked: Asked, suggestion: Suggestion) -> str:
    words = action_words(suggestion.action)
    if not isinstance(suggestion.action, Attempt):
        return words[0].upper() + words[1:]
    return f"Try {words} ({_named(asked, suggestion.action)})"


def _value(suggestion: Suggestion) -> str:
    estimate = suggestion.estimate
    if estimate.sure == 1:
        return "it wins whatever the opponent does"
    if not estimate.games:
        return f"chance to win about {estimate.value:.0%} at a glance, no games played"
    return f"chance to win {estimate.value:.1%} (± {1.96 * estimate.error:.1%} from {estimate.games} games)"


def _fact_sentences(asked: Asked, facts: Facts) -> Iterator[str]:
    diagrams = asked.record.rules.diagrams
    if facts.bits:
        chance = f"{facts.chance} ({float(facts.chance):.0%})"
        yield f"A yes has chance {chance}, the answer tells {facts.bits:.2f} bits"
    elif facts.chance:
        yield "A yes is certain"
    for answer, settled in (("yes", facts.after_yes), ("no", facts.after_no)):
        if settled is not None and facts.bits:
            fresh = ", ".join(f"{letter} is {diagrams[number]}" for letter, number in settled.certain.items())
            deals = "1 deal is" if settled.deals == 1 else f"{settled.deals:,} deals are"
            yield f"After {answer} {deals} left" + (f", and {fresh}" if fresh else "")
    for taker in facts.takers[:3]:
        can = {True: "can", False: "cannot", None: "might"}[taker.truth]
        known = "" if taker.chance is None else _known(float(taker.chance), truth=taker.truth)
        yield f"{taker.letter} {can} take it there{known}"
    if facts.tells >= LEVEL:
        yield f"Going there tells the opponent about {facts.tells:.2f} bits"


def _known(chance: float, *, truth: bool | None) -> str:
    """Say what the owner of a piece thinks of what it can do."""
    if chance in {0, 1}:
        return f", and its owner knows it can{'' if chance else 'not'}"
    if truth is None:
        return f"; its owner gives it {chance:.0%}"
    return f", but its owner, who does not know, gives it {chance:.0%}"


def _difference(asked: Asked, comparison: Comparison, other: Suggestion) -> str:
    name = _named(asked, comparison.second.action)
    words = action_words(comparison.second.action)
    what = "the runner-up, " if other.rank == 2 else ""
    text = (
        f"Against {what}{words} ({name}, {other.estimate.value:.1%}): {_points(comparison.difference)} "
        f"points (± {1.96 * 100 * comparison.error:.1f}) over the same deals"
    )
    if abs(comparison.difference) < 1.96 * comparison.error:
        text += ", too close to tell"
    parts = sorted(comparison.parts.items(), key=lambda part: -abs(part[1]))
    return text + ": " + ", ".join(f"{name} {_points(value)}" for name, value in parts) + "."


def _points(value: float) -> str:
    """Return a difference of chances in percentage points."""
    return f"{100 * value:+.1f}"


def show_advice(asked: Asked, advice: Advice, most: int, *, timed: bool) -> None:
    """Print advice: the ranking and the reasons; with the time if that was what limited it."""
    screen = console()
    side = asked.record.rules.sides[advice.view.side]
    say(
        f"{side} to move. {_effort(advice)}"
        + (f" in {advice.seconds:.1f} s" if timed else "")
        + (" (stopped)" if advice.stopped else ""),
        style="bold",
    )
    for line in ranking(asked, advice, most):
        screen.print(line, soft_wrap=True)
    screen.print()
    for text in paragraphs(asked, advice):
        say(text)


def _effort(advice: Advice) -> str:
    if advice.best.estimate.sure == 1:
        return "The end of the game was searched through"
    return f"{advice.nodes:,} turns played in the mind"


def ranking(asked: Asked, advice: Advice, most: int) -> list[Text]:
    """Return the best options as a table, and whatever was named."""
    named = {each.second.action for each in advice.comparisons}
    # What wins for sure needs no others beside it.
    is_sure = advice.best.estimate.sure == 1
    lines = [Text("      option        yes   bits   win        they can take it there", style="dim")]
    for suggestion in advice.suggestions:
        if suggestion.action not in named and suggestion.rank > (1 if is_sure else most):
            continue
        estimate, facts = suggestion.estimate, suggestion.facts
        if facts is None:
            yes = bits = ""
            takers = ""
        else:
            yes, bits = f"{float(facts.chance):.0%}", f"{facts.bits:.2f}"
            takers = _taker_list(facts)
        win = (
            f"{estimate.value:.1%} ±{196 * estimate.error:.1f}"
            if _is_played(estimate)
            else f"~{estimate.value:.0%}"
        )
        name = _named(asked, suggestion.action)
        row = f"{suggestion.rank:>4}  {name:<12}{yes:>5}  {bits:>5}  {win:<12} {takers}"
        lines.append(Text(row.rstrip(), style="bold" if suggestion.rank == 1 else ""))
    return lines


def _is_played(estimate: Estimate) -> bool:
    return bool(estimate.games) or estimate.sure == 1


def _taker_list(facts: Facts) -> str:
    """Return what could take the piece: ! if it truly can, and how likely its owner takes it to be."""
    found = []
    for taker in facts.takers[:4]:
        truth = {True: "!", False: "", None: "?"}[taker.truth]
        known = "" if taker.chance is None else f" {float(taker.chance):.0%}"
        found.append(f"{taker.letter}{truth}{known}")
    return ", ".join(found)
