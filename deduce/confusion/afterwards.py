"""A game afterwards, as a replay: turn by turn with what each lost, and trying again from any of them.

The record is only looked at. It stands before each turn, since that is where something else could have been
done; what is shown and asked is what whoever is to move there could know.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deduce.confusion.advice.engines import make_ready
from deduce.confusion.advice.review import review
from deduce.confusion.advice.review_said import is_mistake
from deduce.confusion.beginning import today
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.errors import ConfusionError
from deduce.confusion.match.again import match_from
from deduce.confusion.match.levels import LEVELS
from deduce.confusion.match.opening import USUAL_LEVEL
from deduce.confusion.notation.spoken import read_reply
from deduce.confusion.notation.words import action_name, action_words
from deduce.confusion.questions import ADVISED, model_of, outcome_words, suggest_now
from deduce.errors import DeduceError
from deduce.tabletop.budget import Budget
from deduce.tabletop.commands import Command
from deduce.tabletop.companion import Companion
from deduce.tabletop.errors import LineError
from deduce.tabletop.look import Look
from deduce.tabletop.paths import check_folder
from deduce.tabletop.said import Grid, Role, Said, Told, lines
from deduce.tabletop.saved import KeptRecord
from deduce.tabletop.verbs import commands_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from deduce.confusion.advice.review import ReviewedMove
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.match.match import Match
    from deduce.confusion.record.moment import Moment

__all__ = ["Opened", "ReviewCompanion", "Reviewing", "reviewing"]

GRAMMAR = ("Nothing is entered here, the file stays as it is; a number goes to that turn.",)
LEFT_OUT = frozenset({"note", "notes", "suspects", "review", "deal", "placement", "try", "back"})
"""What makes no sense where nothing is noted or entered; again tries again."""
LEAST = 0.005
"""What is told of losses and luck in points is at least half a point."""


@dataclass(frozen=True)
class Reviewing:
    """What is reviewed, and how.

    Attributes:
        budget: How long to think about each move; None for the usual number of turns in the mind.
        seed: What games are drawn with.
        first: The first turn.
        last: The last one; None for the last of the game.
    """

    budget: Budget | None = None
    seed: int = 0
    first: int = 1
    last: int | None = None


def reviewing(said: Mapping[str, Any]) -> Reviewing:
    """Return what was asked for, as the question for a review takes it.

    Args:
        said: What was said about it, by name.

    Raises:
        ConfusionError: If it does not go together with stepping.
    """
    for name in ("json", "svg"):
        if said.get(name):
            message = (
                f"--step shows the review turn by turn; leave out --{name}, or --step for the whole at once"
            )
            raise ConfusionError(message)
    if said["file"] == "-":
        message = "--step reads what you type from standard input, so the record has to be in a file"
        raise ConfusionError(message)
    seconds, nodes = said["time"], said["nodes"]
    budget = None if seconds is None and nodes is None else Budget.of(seconds, nodes)
    return Reviewing(budget, said["seed"], said["first"], said["last"])


class Opened(NamedTuple):
    """A match that goes on from the moment that was looked at.

    Attributes:
        match: The match.
        said: What there is to say of it.
    """

    match: Match
    said: str


def _next(companion: ReviewCompanion, _rest: str) -> Told:
    return companion.step(1)


def _prev(companion: ReviewCompanion, _rest: str) -> Told:
    return companion.step(-1)


def _at(companion: ReviewCompanion, rest: str) -> Told:
    return companion.go(companion.turn_of(rest)) if rest else companion.go(companion.last + 1)


def _worst(companion: ReviewCompanion, rest: str) -> Told:
    return companion.worst(rest)


def _moves(companion: ReviewCompanion, _rest: str) -> Told:
    return companion.moves()


def _again(companion: ReviewCompanion, rest: str) -> Told:
    word, behind = (*rest.split(maxsplit=1), "", "")[:2]
    return companion.play_again(behind) if word.casefold() == "play" else companion.advise(rest)


def _advise(companion: ReviewCompanion, rest: str) -> Told:
    return companion.advise(rest)


def _sheet(companion: ReviewCompanion, _rest: str) -> Told:
    return companion.show("sheet", companion.mover)


def _opposite(companion: ReviewCompanion, _rest: str) -> Told:
    return companion.show("sheet", 1 - companion.mover)


STEPPING = (
    Command("next", "next", "the next turn; so does Enter", do=_next),
    Command("prev", "prev", "the one before", do=_prev),
    Command("worst", "worst", "to the next greatest loss", do=_worst),
    Command("at", "at k", "to turn k; at: to the end", do=_at),
    Command("moves", "moves", "all turns, losses marked", do=_moves),
    Command("suggest", "suggest", "the same as again", do=_advise),
    Command("again", "again", "try again here: what to try, and why; again h n1: against it", do=_again),
    # Only for the help: what stands behind the command makes the difference.
    Command("again play", "again play [LEVEL] [FILE]", "a match against the machine from here", do=_again),
)
INSTEAD = {
    "sheet": Command("sheet", "sheet", "the mover's sheet", do=_sheet, is_shown=True),
    "opp": Command("opp", "opp", "the other's, as they know it", do=_opposite, is_shown=True),
}


class ReviewCompanion(Companion["Moment"]):
    """A record that is stepped through, with what each turn lost.

    Attributes:
        opened: The match that was begun last, to be played now; None for none.
    """

    count: int | None
    seat: int
    is_over: bool
    options: dict[str, Any]

    def __init__(
        self,
        look: Look[Moment],
        plan: Reviewing,
        new_path: Callable[[], Path],
    ) -> None:
        """Look at the beginning of a review.

        Args:
            look: The record, up to where it is reviewed, and how it is looked at.
            plan: What is reviewed, and how.
            new_path: Names a file for a match that is given none.

        Raises:
            ConfusionError: If there is no turn to review, or no such model of answers.
        """
        record = look.record
        model_of(look)
        self.plan: Reviewing = plan
        self.last: int = look.count if plan.last is None else min(plan.last, look.count)
        self.opened: Opened | None = None
        self._new_path = new_path
        self._reviewed: dict[tuple[int, str], tuple[ReviewedMove, ...]] = {}
        self._visited: set[int] = set()
        if plan.first > self.last:
            message = f"{record.name}: there is no move to review among these turns"
            raise ConfusionError(message)
        super().__init__(KeptRecord(Path(record.name), record), working=look.working)
        self.options |= look.options
        self.shown = "board"
        self.go(plan.first)
        self.look_again()

    @property
    def table(self) -> tuple[Command, ...]:
        apart = LEFT_OUT | {command.name for command in STEPPING}
        common = [INSTEAD.get(each.name, each) for each in commands_of(self.kept.record.kind)]
        return (*STEPPING, *(each for each in common if each.name not in apart))

    @property
    def grammar(self) -> tuple[str, ...]:
        return GRAMMAR

    @property
    def words(self) -> tuple[str, ...]:
        return ()

    @property
    def alarms(self) -> tuple[Said, ...]:
        """Nothing: what was urgent is in what is said of each turn."""
        return ()

    @property
    def farewell(self) -> str:
        return f"{self.kept.path} is as it was."

    @property
    def turn(self) -> int:
        """The number of the turn that is looked at, before it is made; one more than the last at the end."""
        return self.last + 1 if self.count is None else self.count + 1

    @property
    def is_at_end(self) -> bool:
        """Whether there is no turn left to look at."""
        return self.turn > self.last

    @property
    def mover(self) -> int:
        """Whoever is to move where it is looked at, or would be."""
        return self.kept.record.at(self.turn - 1).position.turn

    @property
    def title(self) -> str:
        look, count = self.look, self.last
        if self.is_at_end:
            return f"after turn {count}: {look.outcome or look.turn}"
        return f"before turn {self.turn} of {count}: {look.turn}"

    def looked(self) -> Look[Moment]:
        """Return what there is to look at, from the seat of whoever is to move."""
        return replace(super().looked(), me=self.mover)

    def greeting(self) -> tuple[str, ...]:
        """Return what is said first."""
        words = "Enter steps on, worst goes to the greatest loss; help lists what can be typed."
        return (words, *(each.text for each in self._verdict(self.turn)))

    def come_again(self) -> tuple[str, ...]:
        """Go on after a match, and return what there is to say."""
        kept = "" if self.opened is None else f"The match is kept in {self.opened.match.path}. "
        self.opened, self.is_over = None, False
        return (f"{kept}Back in the review of {self.kept.path}, {self.title}.",)

    def obey(self, line: str) -> Told:
        return super().obey(line if line.strip() else "next")

    def entered(self, text: str) -> Told:
        if text.isdecimal():
            return self.go(self.turn_of(text))
        words = text.split()
        attempt = " ".join(words[:-1] if read_reply(words[-1]) is not None else words)
        message = f"{text!r} is no command, and nothing is entered in a review; again {attempt} compares"
        raise LineError(message if " " in text else f"there is no command {text!r}; help lists them")

    # --- Stepping ----------------------------------------------------------------------------------

    def turn_of(self, text: str) -> int:
        """Read the number of a turn.

        Raises:
            LineError: If it is none of the review's.
        """
        first = self.plan.first
        if not text.isdecimal() or len(text) > 6 or not first <= int(text) <= self.last:
            message = f"there is no turn {text} to look at; there are {first} to {self.last}"
            raise LineError(message)
        return int(text)

    def go(self, turn: int) -> Told:
        """Go to a turn, and tell what it was worth."""
        self.count = turn - 1
        self.seat = self.mover
        return Told(self._verdict(turn))

    def step(self, by: int) -> Told:
        """Go on or back."""
        turn = self.turn + by
        if turn < self.plan.first:
            return Told(lines(["This is the first turn."]))
        if turn > self.last + 1:
            return Told(lines(["This is the end; prev steps back, worst goes to the greatest loss."]))
        return self.go(turn)

    def worst(self, name: str) -> Told:
        """Go to the turn that lost most among those that this was not asked of yet; of one side if named."""
        side = self.look.seat(name) if name else None
        said = lines(self._review_all())
        losses = {
            turn: lost
            for turn in range(self.plan.first, self.last + 1)
            if (side is None or self.kept.record.at(turn - 1).position.turn == side)
            and (lost := max((move.lost for move in self._known(turn)), default=0.0)) > 0
        }
        if not losses:
            return Told((*said, Said("No move lost anything against the best on offer.")))
        left = {turn: lost for turn, lost in losses.items() if turn not in self._visited}
        if not left:
            self._visited -= losses.keys()
            return Told((*said, Said("Those were all losses; worst begins again with the greatest.")))
        turn = max(left, key=lambda each: (left[each], -each))
        rank = sum(lost >= left[turn] for lost in losses.values())
        told = self.go(turn)
        self._visited.add(turn)
        return Told((*said, Said(f"Loss {rank} of {len(losses)}, the greatest first:"), *told.said))

    def _review_all(self) -> list[str]:
        """Review all turns that were not looked at yet; Ctrl-C leaves it at those that are done."""
        todo = [
            turn for turn in range(self.plan.first, self.last + 1) if self._key(turn) not in self._reviewed
        ]
        done = 0
        try:
            make_ready(self.look.state.rules, self.working)
            with self.working("Reviewing", None) as progress:
                for done, turn in enumerate(todo):
                    if progress is not None:
                        progress(done / len(todo))
                    if self._moves_of(turn) is None:
                        break
                else:
                    return []
        except DeduceError as error:
            return [f"Turn {todo[done]} and what follows cannot be judged: {error}."]
        except KeyboardInterrupt:
            pass
        return [f"Stopped; turns {todo[done]} to {self.last} are still to be reviewed, and worst goes on."]

    # --- What turns were worth ---------------------------------------------------------------------

    def _key(self, turn: int) -> tuple[int, str]:
        return turn, str(self.options["model"])

    def _known(self, turn: int) -> tuple[ReviewedMove, ...]:
        return self._reviewed.get(self._key(turn), ())

    def _moves_of(self, turn: int) -> tuple[ReviewedMove, ...] | None:
        """Return what was done in a turn, reviewed when it is first asked for; None if it was stopped.

        Raises:
            ConfusionError: If what was heard contradicts itself there.
        """
        if self._key(turn) not in self._reviewed:
            found = review(
                self.kept.record.at(turn).game(),
                self.plan.budget,
                seed=self.plan.seed,
                model=model_of(Look(self.kept.record, turn, self.kept.me, self.options)),
                first=turn,
                last=turn,
            )
            if found.stopped:
                return None
            self._reviewed[self._key(turn)] = found.moves
        return self._reviewed[self._key(turn)]

    def _verdict(self, turn: int) -> tuple[Said, ...]:
        """Return what was done in a turn, what it lost and what would have been best."""
        record = self.kept.record
        if turn > self.last:
            outcome = outcome_words(record.at(self.last))
            return lines([f"The end: {outcome}." if outcome else "The end of what is reviewed."])
        who = record.seats[record.at(turn - 1).position.turn]
        head = f"Turn {turn}, {who}: {record.steps[turn - 1].text}."
        moves = None
        try:
            make_ready(self.look.state.rules, self.working)
            with self.working(f"Reviewing turn {turn}", None):
                moves = self._moves_of(turn)
        except KeyboardInterrupt:
            pass
        except DeduceError as error:
            return lines([f"{head} It cannot be judged: {error}."], Role.WARNING)
        if moves is None:
            return lines([f"{head} Stopped before it was judged."])
        if not moves:
            return lines([f"{head} There is nothing to judge."])
        return tuple(
            Said(f"Turn {turn}, {record.seats[move.side]}: {self._judged(move)}", _role(move))
            for move in moves
        )

    def _judged(self, move: ReviewedMove) -> str:
        answer = (", yes" if move.allowed else ", no") if isinstance(move.action, Attempt) else ""
        said = f"{self._named(move, move.action)}{answer}."
        if move.lost <= 0:
            said += f" Nothing was better; chance to win {move.value:.0%}."
        else:
            chances = f"{move.best_value:.0%} against {move.value:.0%}"
            best = self._named(move, move.best)
            if is_mistake(move):
                said += f" A mistake: it lost {_points(move.lost)}; {best} was better, {chances}."
            else:
                said += f" Perhaps it lost {_points(move.lost)} against {best}, {chances}: too close to tell."
        if abs(move.luck) >= LEAST:
            said += f" The answer {'brought' if move.luck > 0 else 'cost'} {_points(abs(move.luck))}."
        return said

    def _named(self, move: ReviewedMove, action: Action) -> str:
        """Return an action in words, with how the record writes it if that is something else."""
        words, name = action_words(action), self._name(move, action)
        return words if words == name else f"{words} ({name})"

    def _name(self, move: ReviewedMove, action: Action) -> str:
        return action_name(action, turned=move.side != self.look.state.setup.compass)

    def moves(self) -> Told:
        """List all turns, with what those lost that were reviewed so far."""
        record, said, unknown = self.kept.record, [Said("turn side    lost", Role.FAINT)], 0
        for turn in range(self.plan.first, self.last + 1):
            step, moves = record.steps[turn - 1], self._known(turn)
            who = record.seats[step.before.position.turn]
            lost = max((move.lost for move in moves), default=0.0)
            shown = f"{100 * lost:.0f}" if lost >= LEAST else "-" if moves else ""
            better = [f"better {self._name(move, move.best)}" for move in moves if is_mistake(move)]
            mark = ">" if turn == self.turn else " "
            row = f"{mark}{turn:>3} {who:7} {shown:>4}  " + "; ".join((step.text, *better))
            said.append(Said(row, Role.STRONG if better else Role.ROW))
            unknown += self._key(turn) not in self._reviewed
        if unknown:
            count = "1 turn was" if unknown == 1 else f"{unknown} turns were"
            said.append(Said(f"{count} not reviewed yet; worst reviews them all."))
        return Told(tuple(said))

    # --- Trying again ------------------------------------------------------------------------------

    def advise(self, rest: str) -> Told:
        """Advise whoever is to move here; compared with what is named, or else with what was done."""
        if self.look.state.outcome is not None:
            message = "the game is over here; prev steps back to where something can be tried"
            raise LineError(message)
        compared = (
            [rest] if rest else [name for move in self._known(self.turn)[:1] if (name := self._typed(move))]
        )
        asked = {"time": None, "nodes": None, "seed": self.plan.seed, "top": ADVISED, "compare": compared}
        told = suggest_now(self.look, asked)
        return replace(
            told, said=tuple(each for each in told.said[1:] if isinstance(each, Grid) or each.text)
        )

    def _typed(self, move: ReviewedMove) -> str:
        """Return a move as it can be compared; "" if it is the best anyway or no attempt."""
        is_other = isinstance(move.action, Attempt) and move.action != move.best
        return self._name(move, move.action) if is_other else ""

    def play_again(self, rest: str) -> Told:
        """Begin a match against the machine from here; the side to move is the human's.

        Args:
            rest: The machine's level and the file to keep the match in, or either, or neither.
        """
        try:
            names = shlex.split(rest)
        except ValueError:
            names = ["", "", ""]
        level = int(names.pop(0)) if names and names[0] in map(str, LEVELS) else USUAL_LEVEL
        if len(names) > 1 or "\0" in "".join(names):
            message = (
                "write a level, a file, both or neither behind again play, such as again play 2 mine.txt"
            )
            raise LineError(message)
        path = Path(names[0]).expanduser() if names else self._new_path()
        if names:
            check_folder(path)
        count, record = self.turn - 1, self.kept.record
        match = match_from(path, record, count, level, model_of(self.look), date=today())
        sentences = [f"The match begins after {count} turns of {self.kept.path} and is saved in {path}."]
        deals = self.look.state.setup.deals
        if None not in deals:
            sentences.append("Both deals are those of the record.")
        else:
            for side, whose in ((match.me, "Your deal"), (match.machine, "The machine's deal")):
                worlds = self.look.sheets[side].worlds
                drawn = f"drawn from the {worlds:,} that are left" if worlds > 1 else "the only one left"
                sentences.append(f"{whose} is {drawn if deals[side] is None else 'that of the record'}.")
        said = " ".join(sentences)
        self.opened, self.is_over = Opened(match, said), True
        return Told()


def _points(chance: float) -> str:
    points = round(100 * chance)
    return "less than a point" if not points else f"{points} point{'s' * (points != 1)}"


def _role(move: ReviewedMove) -> Role:
    return Role.WARNING if is_mistake(move) else Role.PARAGRAPH
