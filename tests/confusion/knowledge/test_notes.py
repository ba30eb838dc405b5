"""Notes that grow event by event, compared with what is worked out from all that was heard."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
from collections import defaultdict
from dataclasses import replace

import pytest

from common import CLASSIC
from confusion.knowledge.brute_knowledge import MODELS
from confusion_games import RULES, choice, new_game
from confusion_plays import play
from deduce import Belief, Log, suspects
from deduce.confusion.engine.actions import Answer, Attempt
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.knowledge.agents import AgentModel, agent_model
from deduce.confusion.knowledge.heard import Heard
from deduce.confusion.knowledge.notes import Notes
from deduce.confusion.knowledge.outlook import what_if
from deduce.confusion.knowledge.sheet import Sheet, sheet_of
from deduce.problem.statements import Among
from deduce.proof.slips import Suspect
from deduce.tabletop.said import MarkRole
from deduce.tabletop.sheet import grid, headline


class Slow:
    """All entries on one side, with the double agent's chances from all earlier answers, one by one."""

    def __init__(self, rules: Rules, model: AgentModel) -> None:
        self.rules = rules
        self.model = model
        self.said: dict[str, list[tuple[Attempt, bool]]] = defaultdict(list)
        self.struck: dict[str, set[int]] = defaultdict(set)

    def check(self, entry: Heard) -> None:
        """Compare the chance of an entry, and remember it."""
        diagrams, agent = self.rules.diagrams, self.rules.diagrams.double_agent
        before, gone = self.said[entry.letter], self.struck[entry.letter]
        if entry.attempt is None:
            gone |= set(diagrams) - entry.diagrams
            return
        chance = self.model.chance(before, entry.attempt, entry.allowed, diagrams, gone)
        assert entry.agent_chance == chance
        assert agent is None or (agent.number in entry.diagrams) is bool(chance)
        before.append((entry.attempt, entry.allowed))


def one_by_one(sheet: Sheet) -> Log:
    """The log of a sheet, entry by entry."""
    log = Log(sheet.log.problem)
    for entry in sheet.heard:
        log = log.append(Among(entry.letter, entry.diagrams), entry.text, id=entry.id)
    return log


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("model", MODELS)
def test_notes_that_grow_are_those_made_at_once(name: str, model: str) -> None:
    """At every turn: entries, log, what is left, weights; now and then also worlds and chances."""
    rules, draw, chosen = RULES[name], random.Random(f"grow {name} {model}"), agent_model(model)
    game = new_game(rules, draw)
    notes = [Notes(rules, side, chosen, right_starts=game.first != 0) for side in (0, 1)]
    slow = [Slow(rules, chosen) for _ in (0, 1)]
    while game.outcome is None:
        position = game.position
        event = game.push(choice(game, draw), agent=lambda _, draw=draw: draw.random() < 0.5)
        for side in (0, 1):
            before, notes[side] = notes[side], notes[side].heard_in(position, event)
            now = notes[side]
            said = now.heard[len(before.heard) :]
            assert now.heard[: len(before.heard)] == before.heard
            assert now.last is before.last or said, "what is older is shared"
            for entry in said:
                slow[side].check(entry)
            grown, whole = now.sheet(), sheet_of(game, side, chosen)
            assert grown == whole
            assert (grown.heard, hash(grown)) == (whole.heard, hash(whole))
            assert len(grown.belief.log) <= len(rules.letters)
            log = one_by_one(grown)
            assert grown.log == log
            assert grown.belief.log.masks == log.masks
            assert grown.belief.log.likelihoods == log.likelihoods
            for letter in rules.letters:
                assert grown.answers(letter) == slow[side].said[letter]
                assert grown.struck(letter) == slow[side].struck[letter]
            if draw.random() < 0.05:
                belief = Belief(log)
                assert (grown.worlds, grown.bits) == (belief.count, belief.bits if belief.count else 0)
                assert grown.possible == whole.possible == belief.possible
                assert grown.chances == whole.chances
                if grown.chances is not None:
                    assert grown.chances == dict(belief.probabilities)


def slow_suspects(sheet: Sheet) -> list[Suspect]:
    """The suspects of a sheet by making the whole sheet again for each of its entries."""

    def worlds(entries: list[Heard]) -> int:
        slow, again = Slow(sheet.rules, sheet.model), Notes(sheet.rules, sheet.side, sheet.model)
        for entry in entries:
            before, fresh = again.letters[entry.letter], entry
            if entry.attempt is not None:
                told = what_if(again.sheet(), entry.attempt, allowed=entry.allowed).heard[-1]
                fresh = replace(told, id=entry.id, ply=entry.ply, text=entry.text)
            slow.check(fresh)
            again = again.noted(fresh)
            assert again.letters[entry.letter] is not before
        return Belief(one_by_one(again.sheet())).count

    found, heard = [], sheet.heard
    places = {entry.id: place for place, entry in enumerate(heard)}
    for suspect in suspects(one_by_one(sheet)):
        place = places[suspect.entry.id]
        entry, rest = heard[place], [*heard[:place], *heard[place + 1 :]]
        other = replace(entry, diagrams=entry.opposite, opposite=entry.diagrams, allowed=not entry.allowed)
        reversed_worlds = worlds([*heard[:place], other, *heard[place + 1 :]])
        found.append(replace(suspect, worlds_if_reversed=reversed_worlds, worlds_if_removed=worlds(rest)))
    if not sheet.is_consistent:
        found.sort(
            key=lambda one: (one.worlds_if_reversed or 0, one.probability or 0, places[one.entry.id]),
            reverse=True,
        )
    return found


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["classic", "tokens", "all but 1"])
def test_suspects_are_those_of_whole_sheets_made_again(name: str, model: str) -> None:
    """Only one letter's entries are weighed again, which gives the same numbers in the same order."""
    rules, draw = RULES[name], random.Random(f"suspects {name} {model}")
    for slip in (0.0, 0.3):
        game = new_game(rules, draw)
        while game.outcome is None and game.position.turns < 24:
            action = choice(game, draw)
            answer = Answer(allowed=False) if isinstance(action, Attempt) and draw.random() < slip else None
            game.push(action, answer, agent=lambda _: draw.random() < 0.5)
        sheet = sheet_of(game, game.position.turns % 2, agent_model(model))
        assert sheet.suspects() == slow_suspects(sheet)


# --- Long games --------------------------------------------------------------------------------------

TURNS = 4000


def long_notes(turns: int = TURNS) -> Notes:
    """The notes of a side of a game in which every attempt is refused."""
    rules = Rules.of("espionage", half_move_limit=10 * TURNS)
    game, notes = Game(rules), Notes(rules, 0, agent_model("careful"))
    attempts = [game.attempts()]
    game.push(attempts[0][0], Answer(allowed=False))
    attempts.append(game.attempts())
    game.pop()
    for turn in range(turns):
        position = game.position
        choices = attempts[turn % 2]
        event = game.push(choices[turn // 2 % len(choices)], Answer(allowed=False))
        notes = notes.heard_in(position, event)
    return notes


def test_long_games_are_no_trouble() -> None:
    """Thousands of entries hang together, far more than calls may be nested."""
    notes = long_notes()
    sheet = notes.sheet()
    assert len(sheet.heard) == TURNS // 2 > sys.getrecursionlimit()
    assert sheet.heard[-1].id == str(TURNS - 1)
    assert sheet.heard[-1].text.startswith(f"row {TURNS // 2}: ")
    assert len(sheet.log) == TURNS // 2
    assert sheet.belief.log.masks == sheet.log.masks
    assert len(sheet.belief.log) <= len(notes.rules.letters)
    for again in (pickle.loads(pickle.dumps(sheet)), copy.deepcopy(sheet)):  # noqa: S301 - our own
        assert again == sheet
        assert again.notes.letters.keys() == notes.letters.keys()
        assert (again.worlds, again.log.entries) == (sheet.worlds, sheet.log.entries)
        following = what_if(again, Attempt("A", 0, 1), allowed=True)
        assert following.heard[:-1] == sheet.heard
    assert repr(notes) == "Notes(White's pieces, 2000 heard)"
    assert repr(sheet) == 'Sheet("White\'s pieces")'
    del sheet, notes, again, following
    gc.collect()


def test_long_notes_go_away_without_trouble() -> None:
    """A chain that nobody holds any more is let go link by link."""
    notes = long_notes(2)
    (entry,) = notes.heard
    for _ in range(100_000):
        notes = notes.noted(entry)
    del notes
    gc.collect()


# --- How a sheet of Confusion reads ------------------------------------------------------------------


def test_a_sheet_of_confusion_reads_by_the_names_of_its_diagrams() -> None:
    """Heads are numbers and short names; the model is named where it may be what does not fit."""
    rules, careful = Rules.of("espionage"), agent_model("careful")
    game = Game(rules)
    game.push(Attempt("A", 0, 2), Answer(allowed=True))
    sheet = sheet_of(game, 0, careful)
    numbers, names = grid(sheet).heads
    assert numbers == tuple(map(str, rules.diagrams))
    assert names == tuple(diagram.name[:3] for diagram in rules.diagrams.values())
    label, marks = grid(sheet, {"A": "x+"}).rows[0]
    assert label == "Ax+"
    assert {mark.role for mark in marks} == {MarkRole.STRUCK, MarkRole.CHANCE}
    open_marks = grid(sheet_of(game, 0, agent_model("any"))).rows[1][1]
    assert {mark.role for mark in open_marks} == {MarkRole.OPEN}
    assert headline(sheet_of(play(Game(CLASSIC), "(H-N1) . H-W1 . H-NE2"), 0)) == (
        "Yellow's pieces: 39,916,800 deals are left, 25.3 bits; certain: H Crab"
    )
    # Eight forward and eight back: only a double agent that may say anything.
    for model in ("careful", "mimic", "coin"):
        sheet = sheet_of(play(Game(rules), "A-N8 . A-S8"), 0, agent_model(model))
        under = f" under the model {model}" if model != "coin" else ""
        assert sheet.is_consistent is (model == "coin")
        said = f"no deal fits what was noted{under}; suspects shows the likely slip"
        assert sheet.is_consistent or headline(sheet).partition(": ")[2] == said


def test_notes_are_no_other_things() -> None:
    """They are only compared with their like."""
    notes = Notes(CLASSIC, 0)
    assert notes != "notes"
    assert notes.sheet() != "sheet"
    assert notes == Notes(CLASSIC, 0) != Notes(CLASSIC, 1)
