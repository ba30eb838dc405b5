"""What the companion advises against a slip does what it says, whatever else stands in the entry."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from confusion_games import RULES, random_game
from deduce.confusion.kind import CONFUSION, parse_record, record_of
from deduce.confusion.knowledge.agents import agent_model
from deduce.confusion.record.moment import Moment
from deduce.tabletop.kind import Request
from deduce.tabletop.record import Record
from deduce.tabletop.saved import SavedGame

COMMENTS = (
    "", " well done", " # 3 was odd", " takes A, and n", ' "L-S2" maybe', " y", " n", " 0", " : fine",
    " (why?)", " - so", " K-N1 next", " z stays", " ,y", " without z", " (no)", " x", " $2", "!",
)  # fmt: skip


def commented(name: str, draw: random.Random) -> Record[Moment]:
    """A game without its deals, with words behind its turns that look like all sorts of things."""
    rules = RULES[name]
    record = record_of(random_game(rules, draw.randrange(1000)))
    texts = [text + draw.choice(COMMENTS) for text in record.texts]
    head = record.text.partition("\n1.")[0].split("\n")
    kept = [line for line in head if not line.startswith(tuple(f"{side} = " for side in rules.sides))]
    return parse_record("\n".join(kept) + "\n").with_texts(texts)


def edited(game: SavedGame[Moment], number: int, line: str, about: str) -> None:
    """Edit an entry, and answer what is asked about a promotion."""
    answers: tuple[str, ...] = ()
    while isinstance(found := game.edit(number, line, answers, about or None)[0], Request):
        answers = (*answers, "0" if "promoted" in found.question else "+-")


@pytest.mark.parametrize("name", RULES)
def test_to_reverse_an_entry_reverses_it(name: str, tmp_path: Path) -> None:
    """Also with a comment, behind tokens, and where a turn tells of both sides' pieces."""
    draw = random.Random(name)
    advised = 0
    for _ in range(4):
        record = commented(name, draw)
        for side in (0, 1):
            heard = record.now.sheet(side, agent_model("any")).heard
            for entry in draw.sample(heard, min(8, len(heard))):
                number = int(entry.id.rstrip("abcdefghij"))
                step = record.steps[number - 1]
                assert CONFUSION.reverse is not None
                other = CONFUSION.reverse(step.text, entry.id)
                if step.faults or not other:
                    continue
                advised += 1
                (tmp_path / "game.txt").unlink(missing_ok=True)
                game = SavedGame(tmp_path / "game.txt", record)
                edited(game, number, other, entry.id.removeprefix(str(number)))
                after = game.record.at(number).sheet(side, agent_model("any")).heard
                (now,) = (each for each in after if each.id == entry.id)
                assert (now.letter, now.diagrams) != (entry.letter, entry.diagrams)
                assert now.letter == entry.letter
                words = {*step.text.replace('"', " ").split()[1:]} - {*step.text.split(",")}
                kept = game.record.steps[number - 1].text.replace('"', " ")
                assert all(word in kept for word in words if word.isalpha())
    assert advised


def test_a_turn_that_tells_of_both_sides_is_written_anew() -> None:
    """What was shown of the one and the attempt of the other bear the same number (CF-DA-3)."""
    assert CONFUSION.reverse is not None
    assert CONFUSION.reverse("?O, (S-SE5) why", "37") == ""
    assert CONFUSION.reverse("?O, S-SE5+", "37b") == "0"
    assert CONFUSION.reverse("?O, (S-SE5)", None) == "y"
