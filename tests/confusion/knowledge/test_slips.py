"""Slips on a sheet: the same as the core finds in the whole log, however long the game is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from confusion_games import RULES
from deduce.belief.belief import Belief
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.kind import parse_record, record_of
from deduce.confusion.knowledge.agents import AGENT_MODELS, agent_model
from deduce.confusion.knowledge.notes import Own
from deduce.confusion.knowledge.sheet import Sheet
from deduce.proof.conflicts import conflicts
from deduce.proof.slips import Suspect, suspects


def by_the_core(sheet: Sheet) -> list[Suspect]:
    """The suspects by the definition: every one from a log in which just it is another entry."""
    found = suspects(sheet.log)
    if sheet.rules.diagrams.double_agent is None:
        return found
    places = {entry.id: place for place, entry in enumerate(sheet.heard)}

    def weighed(suspect: Suspect) -> Suspect:
        entry = sheet.heard[places[suspect.entry.id]]
        links = sheet.notes.links_of(entry.letter)
        place = next(number for number, link in enumerate(links) if link.entry.id == entry.id)
        later = [link.entry for link in links[place + 1 :]]
        other = replace(entry, diagrams=entry.opposite, opposite=entry.diagrams, allowed=not entry.allowed)

        def worlds(own: Own) -> int:
            return Belief(sheet.notes.brief({entry.letter: own.left})).count

        before = links[place].own
        return replace(
            suspect,
            worlds_if_reversed=worlds(sheet.notes.retold(before, [other, *later])),
            worlds_if_removed=worlds(sheet.notes.retold(before, later)),
        )

    found = [weighed(suspect) for suspect in found]
    if not sheet.is_consistent:
        found.sort(
            key=lambda each: (each.worlds_if_reversed or 0, each.probability or 0, places[each.entry.id]),
            reverse=True,
        )
    return found


@pytest.mark.parametrize("model", AGENT_MODELS)
@pytest.mark.parametrize("rules", ["classic", "tokens", "no double agent", "anyone"])
def test_suspects_are_those_of_the_core(rules: str, model: str) -> None:
    """Also where notes contradict each other, because nobody answers by the diagrams."""
    game = random_game(RULES[rules], random.Random(f"{rules} {model}"), plies=24)
    record = record_of(game)
    texts = record.texts
    place = max(number for number, text in enumerate(texts) if text.startswith("("))
    texts[place] = texts[place].strip("()")
    for told in (record, record.with_texts(texts)):
        for side in (0, 1):
            sheet = told.now.sheet(side, agent_model(model))
            assert sheet.suspects() == by_the_core(sheet)
            found, everything = sheet.conflicts, conflicts(sheet.log)
            assert [len(each.ids) for each in found] == [len(each.ids) for each in everything]
            assert found.is_all == everything.is_all


def test_long_games_have_suspects() -> None:
    """What each entry takes does not grow with the number of the others, as it does in the core."""
    white = [f"({letter}-N{distance})" for letter in "ACEHKL" for distance in (2, 3, 4)]
    red = [cell.replace("N", "S") for cell in white]
    rows = (f"{number}. {white[number % 18]}\t{red[number % 18]}\n" for number in range(1, 751))
    record = parse_record("Ruleset = espionage\nWhite\tRed\n" + "".join(rows))
    assert not record.misfits
    for model in AGENT_MODELS:
        sheet = record.now.sheet(0, agent_model(model))
        found = sheet.suspects()
        assert sorted(int(suspect.entry.id) for suspect in found) == list(range(1, 1500, 2))
        # Each was said forty times: whoever takes one back changes nothing.
        assert {suspect.worlds_if_removed for suspect in found} == {sheet.worlds}


def test_long_games_have_conflicts() -> None:
    """What was said a thousand times is not looked at a thousand times."""
    step = "A-N1", "A-S1"
    rows = (
        f"{number}. {'(A-N1)' if number % 3 else step[number // 3 % 2]}\t(L-S{1 + number % 3})\n"
        for number in range(1, 4_001)
    )
    sheet = parse_record("Yellow\tWhite\n" + "".join(rows)).now.sheet(0, agent_model("coin"))
    assert not sheet.is_consistent
    assert len(sheet.heard) > 3_900
    assert [len(conflict.ids) for conflict in sheet.conflicts] == [2] * 10
    assert not sheet.conflicts.is_all
