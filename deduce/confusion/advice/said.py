"""Advice in words and as data, and what is compared as it was typed."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.advice.advice import advise
from deduce.confusion.advice.plans import SENTENCE, plan_data, plan_words
from deduce.confusion.advice.standpoint import COIN
from deduce.confusion.engine.actions import Attempt, MoveTwo, Reveal, SwapTwo
from deduce.confusion.notation.typed import read_actions
from deduce.confusion.notation.words import action_name, action_words
from deduce.tabletop.errors import LineError
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from deduce.confusion.advice.advice import Advice, Suggestion
    from deduce.confusion.advice.facts import Facts
    from deduce.confusion.advice.reasons import Comparison
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.engine.game import Game
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.tabletop.budget import Budget

    Named: TypeAlias = Callable[[Action], str]

__all__ = ["FORMAT", "advice_told", "advised", "paragraphs", "ranking"]

FORMAT = "deduce.confusion.advice/1"
NEGLIGIBLE = 0.005
"""Bits fewer than this are not worth a word."""


def advised(
    game: Game,
    compass: int,
    budget: Budget,
    *,
    seed: int = 0,
    model: AgentModel = COIN,
    behaviour: Behaviour | None = None,
    compared: Sequence[str] = (),
    most: int = 10,
    progress: Callable[[float], None] | None = None,
) -> Advice:
    """Advise whoever is to move in a game.

    Args:
        game: The game.
        compass: The side whose compass is used in what was typed.
        budget: How long to think.
        seed: What the games are drawn with.
        model: How double agents are answered for.
        behaviour: How each side is taken to read the other one's choices; None for facts only.
        compared: What the best option is to be compared with, as it was typed.
        most: How many options get their facts.
        progress: Is told from time to time which part of the budget is used up.

    Raises:
        LineError: If something typed makes no sense.
        ConfusionError: If there is nothing to advise.
    """
    view = game.view(game.position.decider)
    named: list[Action] = []
    for text in compared:
        actions, _ = read_actions(text, view.game(), compass)
        if len(actions) != 1:
            message = f"{text!r}: compare one attempt, or one thing that comes before it, at a time"
            raise LineError(message)
        named += actions
    return advise(
        view,
        budget,
        seed=seed,
        model=model,
        behaviour=behaviour,
        named=named,
        most_facts=most,
        progress=progress,
    )


def advice_told(advice: Advice, compass: int, most: int, *, timed: bool = False) -> Told:
    """Return all that is said of advice.

    Args:
        advice: The advice.
        compass: The side whose compass the record uses.
        most: How many options are shown.
        timed: Whether it is said how long it took.
    """
    side = advice.view.rules.sides[advice.view.side]
    effort = f"{advice.nodes:,} turns played in the mind"
    if advice.best.estimate.sure == 1:
        effort = "The end of the game was searched through"
    time = f" in {advice.seconds:.1f} s" if timed else ""
    heading = f"{side} to move. {effort}{time}{' (stopped)' if advice.stopped else ''}"
    said = (
        Said(heading, Role.HEADING),
        *ranking(advice, compass, most),
        Said("", Role.ROW),
        *lines(paragraphs(advice, compass)),
    )
    return Told(said, _data(advice, compass))


def _named(advice: Advice, compass: int) -> Named:
    """Return how actions are called in the record."""
    return partial(action_name, turned=advice.view.position.turn != compass)


# --- As data -----------------------------------------------------------------------------------------


def _data(advice: Advice, compass: int) -> dict[str, Any]:
    name, view = _named(advice, compass), advice.view
    return {
        "format": FORMAT,
        "side": view.rules.sides[view.side],
        "plies": view.position.turns,
        **_some(advice, "nodes", "seconds", "stopped", "searched_turns"),
        "opponent_deal_known": view.opponent_deal is not None,
        "suggestions": [_suggestion_data(each, name) for each in advice.suggestions],
        "breakdowns": [
            {
                "action": name(each.option.action),
                **_some(each, "value", "nothing", "parts", "errors", "games"),
            }
            for each in advice.breakdowns
        ],
        "comparisons": [
            {
                "first": name(each.first.action),
                "second": name(each.second.action),
                **_some(each, "difference", "error", "parts", "errors"),
            }
            for each in advice.comparisons
        ],
        "text": list(paragraphs(advice, compass)),
    }


def _suggestion_data(suggestion: Suggestion, name: Named) -> dict[str, Any]:
    estimate, facts = suggestion.estimate, suggestion.facts
    found: dict[str, Any] = {
        "rank": suggestion.rank,
        "action": name(suggestion.action),
        "words": action_words(suggestion.action),
        "chance_of_yes": estimate.option.by_facts,
        **_some(estimate, "value", "error", "games"),
        "within": suggestion.within,
        "fresh": suggestion.fresh is not None,
        "level": suggestion.level,
        "sure": str(estimate.sure),
        **_some(estimate, "if_yes", "if_no"),
    }
    if suggestion.plan is not None:
        found["plan"] = plan_data(suggestion.plan)
    if facts is not None:
        found |= {
            "fraction": str(facts.chance),
            **_some(facts, "bits", "promotion_bits"),
            "after_yes": facts.after_yes and asdict(facts.after_yes),
            "after_no": facts.after_no and asdict(facts.after_no),
            "takers": [
                {**asdict(taker), "chance": None if taker.chance is None else str(taker.chance)}
                for taker in facts.takers
            ],
            "tells": facts.tells,
        }
    return found


def _some(of: object, *names: str) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


# --- The ranking -------------------------------------------------------------------------------------


def ranking(advice: Advice, compass: int, most: int) -> tuple[Said, ...]:
    """Return the best options as a table, and whatever was named."""
    name = _named(advice, compass)
    wanted = {each.second.action for each in advice.comparisons}
    # What wins for sure needs no others beside it.
    shown = 1 if advice.best.estimate.sure == 1 else most
    return (
        Said("      option        yes   bits   win        they can take it there", Role.FAINT),
        *(
            Said(_row(each, name), Role.STRONG if each.rank == 1 else Role.ROW)
            for each in advice.suggestions
            if each.rank <= shown or each.action in wanted
        ),
    )


def _row(suggestion: Suggestion, name: Named) -> str:
    estimate, facts = suggestion.estimate, suggestion.facts
    yes = bits = takers = ""
    if facts is not None:
        yes, bits, takers = f"{percent(facts.chance)}%", f"{facts.bits:.2f}", _taker_list(facts)
    win = f"~{estimate.value:.0%}"
    if suggestion.level:
        win = f"level ±{100 * suggestion.within:.1f}"
    elif suggestion.fresh is not None or estimate.sure == 1:
        win = f"{estimate.value:.1%} ±{100 * suggestion.within:.1f}"
    row = f"{suggestion.rank:>4}  {name(suggestion.action):<12}{yes:>5}  {bits:>5}  {win:<12} {takers}"
    return row.rstrip()


def _taker_list(facts: Facts) -> str:
    """Return what could take the piece: ! if it truly can, and how likely its owner takes it to be."""
    found = []
    for taker in facts.takers[:4]:
        truth = {True: "!", False: "", None: "?"}[taker.truth]
        known = "" if taker.chance is None else f" {percent(taker.chance)}%"
        found.append(f"{taker.letter}{truth}{known}")
    return ", ".join(found)


# --- The reasons -------------------------------------------------------------------------------------


def paragraphs(advice: Advice, compass: int) -> tuple[str, ...]:
    """Return why the best option is the best, a paragraph for each comparison."""
    name, view = _named(advice, compass), advice.view
    ranks = {each.action: each for each in advice.suggestions}
    found = [_about(advice, name)]
    found += [_difference(each, advice.best, ranks[each.second.action], name) for each in advice.comparisons]
    if view.opponent_deal is None:
        other = view.rules.sides[1 - view.side]
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
    return tuple(found)


def _about(advice: Advice, name: Named) -> str:
    best = advice.best
    estimate, words = best.estimate, action_words(best.action)
    what = words[0].upper() + words[1:]
    if isinstance(best.action, Attempt):
        what = f"Try {words} ({name(best.action)})"
    parts = [f"{what}: {_purpose(best, SENTENCE - len(what))}"]
    if estimate.sure < 1:
        parts.append(_value(best))
    if 0 < estimate.sure < 1:
        parts.append(f"{percent(estimate.sure)}% of that is sure whatever the opponent does")
    if isinstance(best.action, Reveal | MoveTwo | SwapTwo):
        parts.append("What the token might be worth later is not counted")
    if best.facts is not None:
        parts += _fact_sentences(best.facts, advice.view.rules.diagrams)
    if advice.breakdowns:
        breakdown = advice.breakdowns[0]
        adding = ", ".join(f"{part} {_points(value)}" for part, value in breakdown.parts.items())
        parts.append(
            f"Taken apart: doing nothing {breakdown.nothing:.1%}, {adding}, together {breakdown.value:.1%}"
        )
    return ". ".join(parts) + "."


def _purpose(suggestion: Suggestion, room: int) -> str:
    """Say what an option is for; of what was not played afresh there is only this to say."""
    return "it looked best so far" if suggestion.plan is None else plan_words(suggestion.plan, room)


def _value(suggestion: Suggestion) -> str:
    estimate, fresh = suggestion.estimate, suggestion.fresh
    if fresh is None:
        return f"Chance to win about {estimate.value:.0%}, by no more than the games that chose it"
    return (
        f"Chance to win {estimate.value:.1%} (± {100 * suggestion.within:.1f} from {fresh.games} fresh games)"
    )


def _fact_sentences(facts: Facts, diagrams: DiagramSet) -> Iterator[str]:
    if facts.chance:
        chance = "certain" if facts.chance == 1 else f"{facts.chance} ({percent(facts.chance)}%)"
        likely = f"A yes {'is' if facts.chance == 1 else 'has chance'} {chance}"
        yield f"{likely}, the answer tells {_bits(facts)}" if facts.bits else likely
    for answer, settled in (("yes", facts.after_yes), ("no", facts.after_no)):
        if settled is not None and 0 < facts.chance < 1:
            fresh = ", ".join(f"{letter} is {diagrams[number]}" for letter, number in settled.certain.items())
            deals = "1 deal is" if settled.deals == 1 else f"{settled.deals:,} deals are"
            yield f"After {answer} {deals} left" + (f", and {fresh}" if fresh else "")
    for taker in facts.takers[:3]:
        can = {True: "can", False: "cannot", None: "might"}[taker.truth]
        known = "" if taker.chance is None else _known(taker.chance, truth=taker.truth)
        yield f"{taker.letter} {can} take it there{known}"
    if facts.tells >= NEGLIGIBLE:
        yield f"Going there tells the opponent about {facts.tells:.2f} bits"


def _bits(facts: Facts) -> str:
    """Say how much the answer tells, and how much of it is whether the piece is promoted."""
    text = f"{facts.bits:.2f} bits"
    if facts.promotion_bits < NEGLIGIBLE:
        return text
    part = "all" if facts.chance == 1 else f"{facts.promotion_bits:.2f}"
    return f"{text}, {part} of them whether it is promoted"


def _known(chance: Fraction, *, truth: bool | None) -> str:
    """Say what the owner of a piece thinks of what it can do."""
    if chance in {0, 1}:
        return f", and its owner knows it can{'' if chance else 'not'}"
    if truth is None:
        return f"; its owner gives it {percent(chance)}%"
    return f", but its owner, who does not know, gives it {percent(chance)}%"


def _difference(comparison: Comparison, best: Suggestion, other: Suggestion, name: Named) -> str:
    what = "the runner-up, " if other.rank == 2 else ""
    against = f"Against {what}{action_words(other.action)} ({name(other.action)}"
    if best.estimate.sure == 1:
        sure = other.estimate.sure == 1
        return f"{against}): {'both win' if sure else 'only the first wins'} whatever the opponent does."
    # As shown: the difference of two numbers on the screen is the number on the screen.
    points = round(best.estimate.value, 3) - round(other.estimate.value, 3)
    known = "level" if other.level else f"{other.estimate.value:.1%}"
    text = (
        f"{against}, {known}): {_points(points)} points (± {100 * comparison.within:.1f}) over the same deals"
    )
    if abs(comparison.difference) <= comparison.within:
        text += ", too close to tell"
    parts = sorted(comparison.parts.items(), key=lambda part: -abs(part[1]))
    return text + ": " + ", ".join(f"{part} {_points(value)}" for part, value in parts) + "."


def _points(value: float) -> str:
    """Return a difference of chances in percentage points."""
    return f"{100 * value:+.1f}"
