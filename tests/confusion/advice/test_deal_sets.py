"""Sets of deals as whole numbers: their chances are those of the sheet."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from confusion_games import RULES, random_game
from deduce.confusion.advice.deal_sets import DealSets
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.knowledge.sheet import Sheet, sheet_of

NO_LIMIT = 10**9


def sheets(name: str, model: str, most_worlds: int) -> list[Sheet]:
    """The sheets of some random games, as many turns after their beginning as it takes to have few deals."""
    found = []
    for seed in range(12):
        game = random_game(RULES[name], seed)
        sheet = sheet_of(game, seed % 2, agent_model(model))
        if sheet.is_consistent and sheet.worlds <= most_worlds:
            found.append(sheet)
    return found


@pytest.mark.parametrize(
    ("name", "model"), [("classic", "coin"), ("espionage", "coin:0.37"), ("espionage", "careful")]
)
def test_chances_are_those_of_the_sheet(name: str, model: str) -> None:
    """Of each diagram of each letter that is told apart, and exactly, however many there is room for."""
    looked = big = left_out = 0
    for sheet in sheets(name, model, NO_LIMIT):
        chances = sheet.chances
        assert chances is not None
        letters = sheet.rules.letters
        draw = random.Random(len(sheet.heard))
        for most in (0, 20, 300, 20_000):
            order = draw.sample(range(len(letters)), len(letters))
            deals = DealSets(sheet, order, most)
            assert deals.count <= max(most, 1)
            assert deals.chance(deals.every) == 1
            for at in order:
                if not deals.tells(at):
                    left_out += 1
                    continue
                likely = sorted(chance for chance in chances[letters[at]].values() if chance)
                assert sorted(deals.chance(part) for part in deals.each(at) if part) == likely
                looked += 1
            big += deals._kind is object
    assert looked >= 50
    assert left_out >= 20
    assert big > 0 or model != "coin:0.37"


def test_cf_da_1_answers_are_those_that_may_be_given() -> None:
    """A double agent may be answered for either way, and so may a piece that is not told apart."""
    agents = 0
    for sheet in sheets("espionage", "coin", NO_LIMIT):
        letters, diagrams = sheet.rules.letters, sheet.rules.diagrams
        deals = DealSets(sheet, range(len(letters)), 5_000)
        assert sheet.chances is not None
        for at, letter in enumerate(letters):
            for way in range(8):
                yes, no = deals.answers(at, way, 1)
                assert yes | no == deals.every
                left = [diagrams[number] for number in sheet.notes.letters[letter].left]
                if not deals.tells(at):
                    assert (yes > 0) == any(each.is_double_agent or each.allows(way, 1) for each in left)
                    continue
                agent = sum(
                    (
                        chance
                        for number, chance in sheet.chances[letter].items()
                        if diagrams[number].is_double_agent
                    ),
                    Fraction(0),
                )
                assert deals.chance(yes & no) == agent == deals.chance(deals.agents(at))
                half = sheet.chance_of_yes(Attempt(letter, way, 1))
                assert half is not None
                assert deals.chance(yes) == half + agent / 2
                agents += agent > 0
    assert agents >= 50


def test_one_set_is_heavier_than_another_by_its_chance() -> None:
    """And never than itself or than what it is a part of."""
    draw = random.Random(5)
    for sheet in sheets("espionage", "coin", NO_LIMIT)[:4]:
        deals = DealSets(sheet, range(len(sheet.rules.letters)), 300)
        for _ in range(50):
            one, other = (draw.getrandbits(deals.count) for _ in (0, 1))
            assert deals.heavier(one, other) == (deals.chance(one) > deals.chance(other))
            assert not deals.heavier(one & other, one)
