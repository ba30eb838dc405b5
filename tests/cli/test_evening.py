"""Whole evenings at the table, with all that goes wrong, compared with a second engine.

The games are played beforehand by the second set of rules in the tests. Then they are typed, turn by turn,
with typos, wrong answers, corrections and breaks. What stands in the file, on the board and on both sheets is
compared with what the second set of rules and a count of all deals say (`evenings`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from typer.testing import CliRunner

from confusion.engine import naive
from confusion.engine.naive import State, Step, Table
from deduce_cli.main import app
from evenings import (
    AGENT,
    COUNT,
    NAMES,
    WAYS,
    WORDS,
    Evening,
    Turn,
    allows,
    board_expected,
    board_shown,
    cell,
    cells_in,
    evening,
    followed,
    known,
    possible,
    rows_of,
    sheet_expected,
    sheets_shown,
)
from pseudo_terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

FRAME = "\x1b[H"
"""With what a screen begins."""
ATTEMPTS = frozenset({"move", "carry", "pass"})
LOOKING = (
    "sheet", "opp", "sheet", "suspects", "reach", "notes", "moves", "rules cf-turn-2", "help", "pieces crab",
    "deal", "why h crab", "board", "sheet", "help turns", "what-if {}", "answer {}",
)  # fmt: skip


class Evenings:
    """Somebody at the table, with the game that is really played and what of it is entered so far.

    Args:
        path: The file.
        game: The game.
        me: Whose side the companion is on.
        options: How the game is begun.

    Attributes:
        entered: What should stand in the record.
        history: What stood there before each change; None where it was a part of a turn.
        asked: What was asked, by the words that tell the questions apart.
        is_dealt: Whether the opponent's diagrams are entered.
    """

    def __init__(self, path: Path, game: Evening, me: int, sides: tuple[str, str], *options: str) -> None:
        self.path, self.game, self.me, self.sides, self.options = path, game, me, sides, options
        self.entered: list[Turn] = []
        self.history: list[list[Turn] | None] = []
        self.asked: set[str] = set()
        self.typed = 0
        self.is_dealt = False
        self.terminal = Terminal(60, 160, path, *options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.terminal.__exit__(kind, error, trace)

    # --- Typing ------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        return self.terminal.screen.lines

    @property
    def shown(self) -> str:
        return "\n".join(self.lines)

    def begin(self, first: str) -> None:
        """Answer the questions with which a game begins, some of them wrongly first."""
        me = self.sides[self.me]
        for question, answer in (
            ("Which side are you", "green"),
            ("is neither", me[:1].lower()),
            ("Who starts", first),
            ("as you see them", "A1 A2"),
            ("stands twice", ""),
        ):
            self.terminal.until(lambda screen, asked=question: asked in "".join(screen.lines))  # type: ignore[misc]
            self.terminal.type(f"{answer}\n")
        if self.game.placed is not None:
            self.place(self.game.placed)
        else:
            self.terminal.prompted("help lists everything")
        self.check()

    def place(self, placed: tuple[dict[str, naive.Square], dict[str, naive.Square]]) -> None:
        """Enter the own placement where it is asked for, after a wrong one, and the other side's later."""
        texts = [" ".join(f"{each}{column},{row}" for each, (column, row) in side.items()) for side in placed]
        mine, theirs = texts[self.me], texts[1 - self.me]
        for question, answer in (
            (f"Where {self.sides[self.me]}'s pieces stand", mine.replace(",2", ",3", 1)),
            ("is not on the first two rows", mine),
            (f"Where {self.sides[1 - self.me]}'s pieces stand", ""),
        ):
            self.terminal.until(lambda screen, asked=question: asked in "".join(screen.lines))  # type: ignore[misc]
            self.terminal.type(f"{answer}\n")
        self.terminal.prompted("help lists everything")
        name = self.sides[1 - self.me]
        self.say("placement", f"{name}: not entered, so the layout is taken")
        self.wrong(f"placement {name} A3,1", "it must place exactly the pieces")
        self.say(f"placement {name.lower()} {theirs.lower()}", f"{name}'s pieces are placed.")
        self.say("placement", f"{name}: A{placed[1 - self.me]['A'][0]},")

    def say(self, line: str, *expected: str) -> str:
        """Type a line and wait for the next prompt; return what is shown then."""
        self.press(f"{line}\r")
        for text in expected:
            assert text in self.shown, f"{line!r} should be followed by {text!r}:\n{self.shown}"
        return self.shown

    def press(self, keys: str) -> None:
        """Press keys and wait for the next prompt."""
        frames = self.terminal.raw.count(FRAME)
        self.terminal.type(keys)
        self.terminal.until(
            lambda screen: (
                self.terminal.raw.count(FRAME) > frames
                and screen.lines[screen.row] == ">"
                and screen.column == 2
            )
        )

    def wrong(self, line: str, message: str) -> None:
        """Type what makes no sense: it is said why, and nothing changes."""
        before = self.path.read_bytes()
        self.say(line, message)
        assert self.path.read_bytes() == before

    # --- What should be ----------------------------------------------------------------------------

    @property
    def states(self) -> list[State]:
        return followed(self.game.start, self.entered)

    @property
    def cells(self) -> list[str]:
        states = self.states
        return [cell(state, turn, self.me) for state, turn in zip(states, self.entered, strict=False)]

    def check(self, *, sheets: bool = False) -> None:
        """Compare the file, the title and the board, and if asked the sheets, with what should be there."""
        states = self.states
        assert cells_in(self.path.read_text(encoding="utf-8")) == self.cells, self.shown
        state, number = states[-1], len(self.entered) + 1
        who = f"{self.sides[state.turn]} to move"
        if state.over is not None:
            who = f"{self.sides[state.over[0]]} has won"
        assert self.lines[0].startswith(f"turn {number}: {who}"), self.shown
        self.compare(state, self.entered, sheets=sheets)

    def compare(self, state: State, turns: Sequence[Turn], *, sheets: bool) -> None:
        """Compare the board and the sheets that are shown."""
        assert board_shown(self.lines, self.me) == board_expected(state), self.shown
        if sheets:
            shown = sheets_shown(self.lines, len(state.table.letters))
            assert set(shown) == set(self.sides), self.shown
            for side, name in enumerate(self.sides):
                follows = known(rows_of(self.game.start, turns, side))
                assert shown[name] == sheet_expected(state, side, follows), self.shown

    def check_exactly(self) -> None:
        """Compare what the command says of the file, to the last fraction; nobody sits at the table then."""
        result = CliRunner().invoke(app, ["confusion", "sheet", str(self.path), "--json"])
        assert (result.exit_code, result.stderr) == (0, "")
        data = json.loads(result.stdout)["knowledge"]
        for side, name in enumerate(self.sides):
            follows = known(rows_of(self.game.start, self.entered, side))
            assert data[name]["worlds"] == follows.worlds
            assert data[name]["fractions"] == {
                letter: {str(number): str(chance) for number, chance in sorted(row.items())}
                for letter, row in follows.chances.items()
            }

    # --- Turns -------------------------------------------------------------------------------------

    def play(self, turn: Turn | None = None) -> None:
        """Enter a turn in one of the forms; by default the next one of the game."""
        turn = self.coming if turn is None else turn
        for place, line in enumerate(self.lines_for(self.states[-1], turn)):
            self.say(line)
            self.reply(turn)
            self.history.append(None if place else list(self.entered))
        self.entered.append(turn)
        self.check()

    def lines_for(self, state: State, turn: Turn) -> list[str]:
        """Return how a turn is typed: each time in another form, tokens before the attempt or with it."""
        self.typed += 1
        parts: list[str] = []
        for step in turn.steps:
            match step:
                case ("move" | "carry" | "pass", *_):
                    parts.append(self.attempt(state, step))
                case ("remove" | "expose", letter):
                    parts.append(f"{step[0]} {letter}".lower())
                case ("reveal", letter):
                    # What is shown to oneself is asked for; of theirs it is known, and compared.
                    shown = "" if turn.side == self.me else f" {NAMES[turn.shown]}"
                    parts.append(f"reveal {letter}{shown}".lower())
                case ("move2",):
                    parts.append("two")
                case ("swap2", one, two):
                    parts.append(f"swap {one} {two}".lower())
                case ("accept",):
                    parts[-1] += " +"
            state = naive.follow(state, step)
        return [", ".join(parts)] if self.typed % 2 else parts

    def attempt(self, state: State, step: Step) -> str:
        """Return an attempt as it is typed."""
        kind, letter, way, distance, answer = step
        side, form = state.turn, self.typed % 7
        name = WAYS[(int(way) + 4 * (side != self.me)) % 8]
        mark = {"move": f"{letter}", "carry": f"{letter}z", "pass": "z"}[str(kind)].lower()
        holds = state.board().get(state.z) == (side, letter)
        # Of the own pieces it is asked.
        stays = " without z" if holds and kind == "move" and form in {0, 3} and side != self.me else ""
        said = "no" if answer == "no" else "yes"
        ending = {"promoted": " +", "not promoted": " 0"}.get(str(answer), "")
        spoken = "refused" if answer == "no" else "allowed"
        written = f"{mark.upper()}-{name}{distance}"
        return (
            f"{mark}{stays} {name.lower()}{distance} {said[0]}{ending}",
            f"{mark}{name.lower()}{distance} {said}",
            f"({written})" if answer == "no" else f"{written} ok",
            f"{mark} {WORDS[int(way)]} {distance}{stays} {said}",
            f"{mark} {COUNT[int(distance)]} {WORDS[int(way)]}, {spoken}",
            # As in the record, with what stands there.
            cell(state, Turn(side, (step,)), self.me) + ending * (answer == "not promoted"),
            f"{mark} {name.lower()}{distance}",
        )[form]

    def reply(self, turn: Turn) -> None:
        """Answer whatever is asked, each kind of question wrongly first."""
        while (found := next(filter(lambda words: words in self.shown, QUESTIONS), None)) is not None:
            if found not in self.asked:
                self.wrong("perhaps", found)
                self.wrong("opp", found)
                self.wrong("sheet", found)
            self.asked.add(found)
            line = next(line for line in self.lines if found in line)
            self.say(QUESTIONS[found](_asked_about(turn, line)))

    @property
    def coming(self) -> Turn:
        """The next turn of the game that is really played."""
        return self.game.turns[len(self.entered)]

    @property
    def is_at_the_end(self) -> bool:
        return len(self.entered) == len(self.game.turns)

    def change(self, entered: list[Turn]) -> None:
        """Something was corrected, and this should stand there now."""
        self.history.append(self.entered)
        self.entered = entered

    def ahead(self, count: int) -> list[Turn]:
        return self.game.turns[len(self.entered) : len(self.entered) + count]

    # --- What goes wrong ---------------------------------------------------------------------------

    def evening(self, plan: dict[int, tuple[str, ...]]) -> None:
        """Enter the whole game; what is planned for a turn happens there, or as soon as it can."""
        waiting: list[str] = []
        while not self.is_at_the_end:
            for place in sorted(place for place in plan if place <= len(self.entered)):
                waiting += plan.pop(place)
            for name in list(waiting):
                if getattr(self, name)() is not False:
                    waiting.remove(name)
                    self.check(sheets=True)
            if not self.is_at_the_end:
                self.look()
                self.play()
        assert not waiting
        assert not plan

    def look(self) -> None:
        """Ask for something that changes nothing."""
        if len(self.entered) % 3 == 1:
            state = self.states[-1]
            attempt = min(naive.attempts(state), key=str)[0]
            _, letter, way, distance = attempt
            name = WAYS[(way + 4 * (state.turn != self.me)) % 8]
            line = LOOKING[len(self.entered) // 3 % len(LOOKING)]
            before = self.path.read_bytes()
            self.say(line.format(f"{letter} {name}{distance}".lower()))
            assert self.path.read_bytes() == before
            self.say("sheet")

    def mistype(self) -> None:
        """Typos: each is answered by what was probably meant, and nothing changes."""
        place = len(self.entered)
        for line, message in (
            ("h n1 mabye", "is neither yes nor no"),
            ("hn", "no distance"),
            ("h 1 y", "has no direction"),
            ("i n1 y", "'I' is no piece"),
            ("sheeet", "did you mean 'sheet'?"),
            ("undoo", "did you mean 'undo'?"),
            ("edit 99 h n1 n", "there is no entry 99"),
            ("edit x", "'x' is not the number of an entry"),
            (f"insert {place + 2} h n1 n", f"there is no entry {place + 2}"),
            ("delete", "a number is missing"),
            ("at 99", "there is no turn 99"),
            ("try", "write what is only to be tried behind try"),
            ("why h", "write a piece and a diagram"),
            ("deal a elephant", "elephant"),
            ("\t", ""),
        ):
            self.wrong(line, message)

    def interrupt(self) -> None:
        """Ctrl-C throws away the line that is being typed, and nothing else."""
        before = self.path.read_bytes()
        self.terminal.type("h n1 y and then")
        self.terminal.until(lambda screen: screen.lines[screen.row] == "> h n1 y and then")
        self.press("\x03")
        assert "quit or Ctrl-D ends; everything that was entered is saved." in self.shown
        attempt = min(naive.attempts(self.states[-1]), key=str)
        self.typed += 6 - self.typed % 7
        self.say(self.attempt(self.states[-1], (*attempt[0], "no")))
        if any(words in self.shown for words in QUESTIONS):
            self.press("\x03")
            assert any(words.partition(" (")[0] in self.shown for words in QUESTIONS), self.shown
            self.say("h n1 y", "is neither yes nor no")
            self.say("undo", "Nothing was entered; the question is dropped.")
        else:
            self.say("undo", "Took back 1 turn; redo brings back.")
        assert self.path.read_bytes() == before

    def note_wrongly(self) -> bool:
        """Note a wrong answer, go on, and correct it: by edit k y or n, and by edit k with the whole turn."""
        turn, rest = self.coming, self.ahead(3)[1:]
        if [step[0] for step in turn.steps] not in (["move"], ["carry"], ["pass"]) or len(rest) < 2:
            return False
        if turn.steps[0][4] not in {"yes", "no"} or not possible(
            self.game.start, [*self.entered, flipped(turn), *rest]
        ):
            return False
        place = len(self.entered)
        right = [*self.entered, turn, *rest]
        if not self.read_alike([*self.entered, flipped(turn), *rest], right):
            return False
        self.typed += -self.typed % 7
        warns = self.is_dealt and turn.side != self.me and self.is_told_by_deal(turn)
        for each in (flipped(turn), *rest):
            self.play(each)
            assert ("The record is broken: 1 problem in entry " in self.shown) == warns, self.shown
        answer = "n" if turn.steps[0][4] == "no" else "y"
        self.say(f"edit {place + 1} {answer} # not as I heard it")
        self.reply(turn)
        self.change(right)
        assert "The record is broken" not in self.shown
        cells = self.cells
        self.lines_are([*cells[:place], f"{cells[place]} not as I heard it", *cells[place + 1 :]])
        self.say(f"edit {place + 1} {self.lines_for(self.states[place], turn)[0]}")
        self.reply(turn)
        # What stood there before had a comment.
        self.history.append(None)
        return True

    def read_alike(self, wrong: Sequence[Turn], right: Sequence[Turn]) -> bool:
        """Whether turns are written alike in two records, so that nothing else is to be corrected."""
        one, other = (
            {turn: cell(state, turn, self.me) for state, turn in zip(states, turns, strict=False)}
            for turns in (wrong, right)
            if (states := followed(self.game.start, turns))
        )
        return all(one[turn] == other[turn] for turn in one.keys() & other.keys())

    def is_told_by_deal(self, turn: Turn) -> bool:
        """Whether the right answer is known once the deal is: of a double agent there is none."""
        return self.game.deals[turn.side][str(_attempt_of(turn)[1])] != AGENT

    def lines_are(self, cells: list[str]) -> None:
        assert cells_in(self.path.read_text(encoding="utf-8")) == cells, self.shown

    def promote_late(self) -> bool:
        """Note that a piece was not promoted, go on, and correct that by edit k +."""
        turn, rest = self.coming, self.ahead(3)[1:]
        if turn.steps[-1][-1] != "promoted":
            return False
        place, right = len(self.entered), [*self.entered, turn, *rest]
        plain = replace(turn, steps=((*turn.steps[0][:4], "not promoted"),))
        # Of the own piece it is asked; the opponent's diagram would say it.
        self.typed += -self.typed % 7 - 1 + 6 * (turn.side == self.me)
        for each in (plain, *rest):
            self.play(each)
        self.say(f"edit {place + 1} +")
        self.change(right)
        return True

    def leave_out(self) -> bool:
        """Forget two turns, go on, and put them in where they belong."""
        place, coming = len(self.entered), self.ahead(4)
        if len(coming) < 4 or any(len(turn.steps) > 1 for turn in coming):
            return False
        right = [*self.entered, *coming]
        if not possible(self.game.start, [*self.entered, *coming[2:]]) or not self.read_alike(
            [*self.entered, *coming[2:]], right
        ):
            return False
        for turn in coming[2:]:
            self.play(turn)
        behind = self.cells[place:]
        before = followed(self.game.start, right)
        for more, turn in enumerate(coming[:2]):
            self.say(f"insert {place + more + 1} {self.lines_for(before[place + more], turn)[0]}")
            self.reply(turn)
            said = [cell(state, each, self.me) for state, each in zip(before, right, strict=False)]
            self.lines_are([*said[: place + more + 1], *behind])
            if more == 0 and "Does not fit any more" in self.shown:
                assert "The record is broken: " in self.shown
            self.history.append(None if more else list(self.entered))
        self.entered = right
        return True

    def enter_too_much(self) -> bool:
        """Enter two turns that nobody made, go on, and take them out."""
        place, right = len(self.entered), [*self.entered, *self.ahead(2)]
        extra: list[Turn] = []
        for _ in range(2):
            state = followed(self.game.start, [*self.entered, *extra])[-1]
            if state.over is not None:
                return False
            attempt = next(
                attempt
                for attempt, _ in sorted(naive.attempts(state), key=str)
                if attempt[0] == "move" and self.refuses(state, attempt)
            )
            extra.append(Turn(state.turn, ((*attempt, "no"),)))
        if len(right) < place + 2 or not possible(self.game.start, [*self.entered, *extra, *right[place:]]):
            return False
        for turn in (*extra, *right[place:]):
            self.play(turn)
        cells = self.cells
        self.say(f"delete {place + 1}", f"Took out entry {place + 1}.")
        self.lines_are([*cells[:place], *cells[place + 1 :]])
        self.history.append(list(self.entered))
        self.say(f"delete {place + 1}", f"Took out entry {place + 1}.")
        self.history.append(None)
        self.entered = right
        return True

    def refuses(self, state: State, attempt: naive.Attempt) -> bool:
        """Whether a piece that is not promoted is refused, whatever else is known."""
        _, letter, way, distance = attempt
        number = self.game.deals[state.turn][letter]
        if number == AGENT or (state.turn, letter) in state.promoted:
            return False
        return not allows(number, way, distance)

    def take_back(self) -> bool:
        """Undo several changes, at once and one by one, and bring them back."""
        long = range(3, min(9, len(self.history)))
        count = next((count for count in long if self.history[-count] is not None), 0)
        if not count:
            return False
        now, then = self.entered, self.history[-count]
        assert then is not None
        before = self.path.read_bytes()
        for undo, redo in ([f"undo {count}"], ["redo"]), (["undo"] * count, ["redo"] * count):
            for line in undo:
                self.say(line, "; redo brings back.")
            self.entered = list(then)
            self.check(sheets=True)
            for line in redo:
                self.say(line, "Brought back")
            self.entered = now
            self.check()
            assert self.path.read_bytes() == before
        return True

    def look_back(self) -> None:
        """At some moment before, where nothing can be entered."""
        before, total = self.path.read_bytes(), len(self.entered)
        for place in (0, total // 2, total - 1):
            self.say(f"at {place}", f"after turn {place} of {total}: ")
            self.compare(self.states[place], self.entered[:place], sheets=True)
            self.say("h n1 y", f"you are looking at turn {place}, and nothing is entered there")
            self.say("why h crab")
        self.say("undo x", "'x' is not how many changes to take back")
        assert self.lines[0].startswith("after turn ")
        self.say("at", "Back to now.")
        assert self.path.read_bytes() == before

    def try_lines(self) -> bool:
        """Try some lines, from now and from before; nothing of it is saved."""
        coming = self.ahead(3)
        if len(coming) < 3 or len(self.entered) < 2:
            return False
        if any(len(turn.steps) > 1 for turn in (*self.entered[-2:], *coming)):
            return False
        history = self.path.with_name(f".{self.path.name}.history")
        before = self.path.read_bytes(), history.read_bytes()
        for place, tried in ((len(self.entered), coming), (len(self.entered) - 2, self.entered[-2:])):
            if place < len(self.entered):
                self.say(f"at {place}")
            states = followed(self.game.start, [*self.entered[:place], *tried])
            for more, turn in enumerate(tried):
                state = states[place + more]
                self.typed += -self.typed % 7
                (line,) = self.lines_for(state, turn)
                self.say(f"try {line}" if more != 1 else line)
                self.reply(turn)
                assert self.lines[0].startswith("only tried (back leaves), turn "), self.shown
                played = [*self.entered[:place], *tried[: more + 1]]
                self.compare(states[place + more + 1], played, sheets=more == 1)
            self.say("moves", f"{place + len(tried)} {self.sides[tried[-1].side]}")
            self.say("undo")
            self.compare(states[-2], [*self.entered[:place], *tried[:-1]], sheets=False)
            self.say("redo", "Brought back")
            self.say("note this", "what is only tried is not saved")
            self.say("back", "Back; what was tried is forgotten.")
            assert (self.path.read_bytes(), history.read_bytes()) == before
        assert self.lines[0].startswith("after turn ")
        self.say("at", "Back to now.")
        return True

    def enter_deal(self) -> None:
        """Enter the opponent's diagrams: one, some letter by letter, and the rest at once."""
        name, deal = self.sides[1 - self.me], self.game.deals[1 - self.me]
        first, skipped, *letters = self.game.table.letters
        count = len(letters) + 2
        assert not self.is_dealt

        def enter(line: str, expected: str) -> None:
            self.say(line, expected)
            self.history.append(list(self.entered))

        def asks(letter: str) -> str:
            return f"{name}'s {letter}: which diagram, by name or number?"

        enter(f"deal {first.lower()} {NAMES[deal[first]]}", f"{name}: 1 of {count} diagrams are entered.")
        self.say("deal each", asks(skipped))
        self.wrong("elephant", asks(skipped))
        self.wrong(f"{deal[first]}", asks(skipped))
        self.wrong("h n1 y", asks(skipped))
        self.say("sheet", asks(skipped))
        self.say("?", asks(letters[0]))
        for place, letter in enumerate(letters[:5]):
            number = deal[letter]
            said = str(number) if place % 2 else NAMES[number].lower()
            enter(said, f"{name}: {place + 2} of {count} diagrams are entered.")
            assert asks(letters[place + 1]) in self.shown
        self.say("stop", f"missing: {' '.join(sorted([skipped, *letters[5:]]))}")
        other = deal[letters[6]]
        enter(f"deal {letters[5].lower()} {other}", f"{name}: 7 of {count} diagrams are entered.")
        self.say("undo", f"Took back deal of {name}; redo brings back.")
        self.history.pop()
        rest = [f"{letter} {NAMES[deal[letter]]}" for letter in (skipped, *letters[5:])]
        # The last one follows from the others.
        enter(f"deal {', '.join(rest[:-1])}".lower(), f"{name}: all diagrams are entered.")
        self.is_dealt = True
        assert "The record is broken" not in self.shown
        dealt = " ".join(f"{letter}{deal[letter]}" for letter in sorted(deal))
        assert f"{name} = {dealt}\n" in self.path.read_text(encoding="utf-8")

    def break_off(self) -> bool:
        """Quit in the middle of a turn, go on, take back its first part and bring it back."""
        turn = self.coming
        if turn.steps[0][0] in ATTEMPTS:
            return False
        self.typed += self.typed % 2 + 1
        parts = self.lines_for(self.states[-1], turn)
        self.typed += 1
        parts = parts if len(parts) > 1 else self.lines_for(self.states[-1], turn)
        begun = f"turn {len(self.entered) + 1} goes on: {self.sides[turn.side]} to move"
        before = list(self.entered)
        self.say(parts[0])
        self.reply(turn)
        assert self.lines[0].startswith(begun), self.shown
        self.history.append(before)
        self.leave(exactly=False)
        assert self.lines[0].startswith(begun), self.shown
        self.say("undo", "Took back a part of a turn; redo brings back.")
        self.check(sheets=True)
        self.say("redo", "Brought back")
        assert self.lines[0].startswith(begun), self.shown
        for line in parts[1:]:
            self.say(line)
            self.reply(turn)
            self.history.append(None)
        self.entered.append(turn)
        return True

    def leave_and_return(self) -> None:
        self.leave(exactly=True)

    def leave(self, *, exactly: bool) -> None:
        """Quit, compare what is in the file to the last fraction, and go on."""
        self.terminal.type("quit\r" if len(self.entered) % 2 else "\x04")
        assert self.terminal.ended() == 0
        assert f"Saved in {self.path}." in "".join(self.lines).replace("\n", "")
        assert "Traceback" not in self.terminal.raw
        self.terminal.__exit__(None, None, None)
        if exactly:
            self.check_exactly()
        self.terminal = Terminal(60, 160, self.path)
        self.terminal.prompted("help lists everything")


def _asked_about(turn: Turn, question: str) -> Turn:
    """Return what a question is about: of two attempts (CF-TOK-MOVE2) the one whose piece it names."""
    attempts = [step for step in turn.steps if step[0] in ATTEMPTS]
    named = [step for step in attempts if question.startswith(f"{step[1]} ")]
    return replace(turn, steps=tuple(named)) if len(attempts) > 1 and named else turn


def _attempt_of(turn: Turn) -> Step:
    return next(step for step in reversed(turn.steps) if step[0] in ATTEMPTS)


REPLIES = {"decline": "+-", "accept": "+", "accept and show": "+!"}


def _reply_of(turn: Turn) -> str:
    return next(REPLIES[str(step[0])] for step in turn.steps if step[0] in REPLIES)


QUESTIONS: dict[str, Callable[[Turn], str]] = {
    "allowed? (y, n)": lambda turn: (
        "n # so they say"[: None if turn.shown else 1] if _attempt_of(turn)[4] == "no" else "yes"
    ),
    "so as you please: y or n?": lambda turn: "n" if _attempt_of(turn)[4] == "no" else "y",
    "does Z go along?": lambda turn: "y" if _attempt_of(turn)[0] == "carry" else "n",
    "was it promoted? (+, 0)": lambda turn: "+" if _attempt_of(turn)[4] == "promoted" else "0",
    "is offered promotion: ": _reply_of,
    "the first piece in alphabetical order: taken?": lambda turn: "y" if turn.steps[-1][0] == "take" else "n",
    "is shown: which diagram": lambda turn: NAMES[turn.shown],
}
"""What is asked about a turn, and what is said to it."""


def flipped(turn: Turn) -> Turn:
    """Return a turn whose only attempt was answered the other way round."""
    (step,) = turn.steps
    return replace(turn, steps=((*step[:4], "yes" if step[4] == "no" else "no"),))


# --- The evenings ------------------------------------------------------------------------------------


def kinds(game: Evening) -> set[str]:
    """Return what there is in a game."""
    found: set[str] = set()
    for state, turn in zip(followed(game.start, game.turns), game.turns, strict=False):
        for step in turn.steps:
            found |= {str(step[0])} | ({"promoted", "not promoted"} & {str(step[-1])})
            if step[0] == "move" and step[4] != "no" and state.board().get(state.z) == (turn.side, step[1]):
                found.add("left behind")
    return found


def test_an_evening_of_classic_as_the_first_side(tmp_path: Path) -> None:
    """44 turns, and giving up: a promotion, Z carried, left behind and passed."""
    game = evening(Table(agent=False, tokens=False, small=False, late=True, anyone=False), 976, 44)
    assert kinds(game) == {"move", "carry", "pass", "promoted", "left behind"}
    with Evenings(tmp_path / "evening.txt", game, 0, ("Yellow", "White")) as sitting:
        sitting.begin("yw"[game.first])
        sitting.evening(
            {
                1: ("mistype",),
                2: ("note_wrongly",),
                5: ("enter_deal", "promote_late"),
                6: ("take_back", "look_back"),
                8: ("interrupt", "leave_out", "leave_and_return", "take_back"),
                16: ("try_lines", "enter_too_much"),
                20: ("mistype", "leave_and_return", "note_wrongly"),
                24: ("take_back", "look_back", "try_lines"),
                27: ("leave_out", "leave_and_return"),
                38: ("enter_too_much", "take_back"),
            }
        )
        winner = sitting.sides[1 - sitting.states[-1].turn]
        sitting.say("resign", f"turn 46: {winner} has won (resignation)")
        sitting.wrong("h n1 y", "the game is over; undo takes turns back")
        sitting.say("undo", "Took back 1 turn; redo brings back.")
        sitting.check(sheets=True)
        assert sitting.asked == {"allowed? (y, n)", "was it promoted? (+, 0)", "does Z go along?"}
    sitting.check_exactly()


def test_an_evening_of_espionage_as_the_second_side(tmp_path: Path) -> None:
    """40 turns with tokens, double agents, and promotions that are offered (CF-DA, CF-TOK, CF-VAR)."""
    game = evening(Table(agent=True, tokens=True, small=False, late=True, anyone=True), 271, 40, is_free=True)
    assert kinds(game) == {
        *("move", "carry", "left behind", "remove", "expose", "reveal", "move2", "swap2"),
        *("accept and show", "refuse"),
    }
    options = ("--ruleset", "esp", "--variants", "3,4,5", "--tokens")
    with Evenings(tmp_path / "evening.txt", game, 1, ("White", "Red"), *options) as sitting:
        sitting.begin("wr"[game.first])
        sitting.evening(
            {
                1: ("mistype",),
                4: ("enter_deal", "note_wrongly", "take_back", "break_off"),
                9: ("leave_and_return", "look_back"),
                14: ("leave_out", "interrupt"),
                20: ("try_lines", "leave_and_return", "take_back"),
                26: ("enter_too_much", "note_wrongly"),
                32: ("look_back", "take_back"),
            }
        )
        sitting.check(sheets=True)
        assert sitting.asked == set(QUESTIONS) - {"was it promoted? (+, 0)"}
    sitting.check_exactly()
