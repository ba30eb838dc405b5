"""Matches that begin in the middle of a recorded game: what happened stays, and draws are exact."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from common import ROOT, SAMPLE
from deduce.confusion import (
    AgentModel,
    Moment,
    Record,
    Rules,
    SessionError,
    parse_record,
    read_record,
    standard_diagrams,
)
from deduce.confusion.beginning import random_record
from deduce.confusion.match.again import _deal, match_from
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import new_match, open_match
from matches import attempts, heard

COIN = AgentModel()
TABLE = ROOT / "examples" / "at_the_table.txt"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "again.txt"


def without_deals(text: str, *sides: str) -> str:
    """A record from which deals are left out."""
    for side in sides:
        text, count = re.subn(rf"^{side} = .*$", f"{side} = ?", text, flags=re.MULTILINE)
        assert count == 1
    return text


@pytest.mark.parametrize("count", [0, 1, 13, 40, 75])
def test_what_happened_stays(count: int, path: Path) -> None:
    """The turns and the known deals are those of the record; whoever is to move is the human."""
    record = read_record(SAMPLE)
    moment, deals = record.at(count), record.now.setup.deals
    text = record.text
    match = match_from(path, record, count, 1, COIN, seed=1)
    assert (match.me, match.machine, match.is_machine_next) == (moment.position.turn, 1 - match.me, False)
    assert match.moment().events == moment.events
    assert match.moment().position == moment.position
    assert match.view().opponent_deal == deals[match.machine]
    setup = read_record(path).now.setup
    assert setup.deals[match.me] is None
    assert setup.compass == match.me
    own = deals[match.me]
    assert own is not None
    assert " ".join(f"{letter}{own[letter]}" for letter in sorted(own)) not in path.read_text(
        encoding="utf-8"
    )
    companion = MatchCompanion(match)
    heard(companion, "resign")
    heard(companion, "y")
    assert match.deals == deals
    assert (SAMPLE.read_text(encoding="utf-8"), record.text) == (text, text)


def test_it_goes_on_in_other_sittings(tmp_path: Path) -> None:
    """One sitting or one for each line: the same game, by the same deals."""
    record = parse_record(without_deals(TABLE.read_text(encoding="utf-8"), "Yellow"))
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    for path in (one, many):
        match_from(path, record, 40, 1, COIN, seed=6)
    lines = [*attempts(record.now.rules, 3, 12), "resign", "y"]
    companion = MatchCompanion(open_match(one))
    for line in lines:
        heard(companion, line)
    again = MatchCompanion(open_match(many))
    for line in lines[:-2]:
        heard(MatchCompanion(open_match(many)), line)
    for line in lines[-2:]:
        heard(again := MatchCompanion(open_match(many)) if line == "resign" else again, line)
    assert one.read_text(encoding="utf-8") == many.read_text(encoding="utf-8")
    assert open_match(one).is_over
    assert read_record(one).misfits == ()


def test_deals_are_drawn_as_likely_as_they_are() -> None:
    """A deal that is not in the record is drawn from those that are left, by their exact chances."""
    moment = parse_record(without_deals(TABLE.read_text(encoding="utf-8"), "White")).now
    sheet, draws = moment.sheet(0, COIN), 300
    drawn = [_deal(moment, 0, COIN, Lots(seed)) for seed in range(draws)]
    assert sheet.chances is not None
    for letter in "VHTC":
        found = Counter(deal[letter] for deal in drawn)
        for number, chance in sheet.chances[letter].items():
            # Four standard deviations.
            assert abs(found[number] - draws * chance) < 4 * float(draws * chance * (1 - chance)) ** 0.5
        assert found.keys() == {number for number, chance in sheet.chances[letter].items() if chance}
    assert _deal(moment, 0, COIN, Lots(5)) == drawn[5]


@pytest.mark.parametrize("seed", range(6))
def test_espionage_goes_on_as_well(seed: int, tmp_path: Path) -> None:
    """Tokens, double agents, placements and unknown deals: every match that is begun can be opened again."""
    wanted = {"ruleset": "espionage", "variants": ["2,3,5", "4", ""][seed % 3], "tokens": seed % 2 == 0}
    text = random_record(seed, wanted, plies=24, french=False)
    hidden = [("White",), ("Red",), ("White", "Red"), ()][seed % 4]
    record: Record[Moment] = parse_record(without_deals(text, *hidden))
    for count in range(0, len(record.steps), 6):
        path = tmp_path / f"{count}.txt"
        match = match_from(path, record, count, 1, COIN, seed=count)
        again = open_match(path)
        assert again.view() == match.view()
        assert again.record.misfits == ()
        assert again.moment().events == record.at(count).events


def test_where_nobody_can_play_on(path: Path, tmp_path: Path) -> None:
    """One sentence each, and no file."""
    sample = read_record(SAMPLE)
    text = SAMPLE.read_text(encoding="utf-8")
    lines = text.splitlines()
    lines[next(place for place, line in enumerate(lines) if line.startswith("3."))] = "3.\thm\thm"
    unread = parse_record("\n".join(lines))
    swapped = parse_record(re.sub(r"^Jaune = A4 C8", "Jaune = A8 C4", text, flags=re.MULTILINE))
    contradiction = parse_record(
        "First = Yellow\nYellow = ?\nWhite = ?\n\nYellow\tWhite\n1. A-N4\tC-S1\n2. (A-N3)\tC-S1\n"
    )
    other = tmp_path / "there.txt"
    other.write_text("mine", encoding="utf-8")
    for record, count, level, target, words in (
        (sample, 76, 1, path, "the game is over here"),
        (sample, 10, 9, path, "there is no level 9"),
        (sample, 10, 1, other, "is there already; choose another name"),
        (unread, 8, 1, path, "a turn is missing or cannot be read"),
        (swapped, 20, 1, path, "contradict the deals"),
        (parse_record(text, diagrams=standard_diagrams()), 10, 1, path, "diagrams that the record names"),
        (contradiction, 3, 1, path, "no deal fits what was noted of Yellow's pieces"),
    ):
        with pytest.raises(SessionError, match=words):
            match_from(target, record, count, level, COIN)
    assert not path.exists()
    assert other.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"^Kept = (\d+) (\d+)", r"Kept = \2 \1"),
        (r"^Kept = \d+ ", "Kept = "),
        (r"^Kept = \d+", "Kept = x"),
        (r"^Kept = \d+", "Kept = 99"),
        (r"^White = .*$", "White = ?"),
        (r"^Yellow = .*$", "Yellow = ?"),
    ],
)
def test_a_kept_deal_that_was_changed(old: str, new: str, path: Path) -> None:
    """A file that was changed by hand is refused with one sentence if it does not fit any more."""
    match = match_from(path, read_record(SAMPLE), 75, 1, COIN, seed=1)
    text = path.read_text(encoding="utf-8")
    changed = re.sub(old, new, text, flags=re.MULTILINE)
    if changed == text:
        assert match.record.now.setup.deals[match.me] is None
        return
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(SessionError, match=r"cannot go on: .*; was it changed by hand"):
        open_match(path)


@pytest.mark.parametrize("begun", ["$C=7", "$2", "$2, (K-N1)"])
def test_nobody_plays_on_in_the_middle_of_a_turn(begun: str, path: Path) -> None:
    """What was begun could not be told from another turn when the match goes on."""
    record = parse_record(f"Ruleset = espionage\nTokens = yes\nFirst = White\n1. H-N1\t(H-S1)\n2. {begun}\n")
    with pytest.raises(SessionError, match="a turn is begun here and not over"):
        match_from(path, record, 3, 1, COIN, seed=1)
    assert not path.exists()
    assert match_from(path, record, 2, 1, COIN, seed=1).moment().events == record.at(2).events


def test_a_deal_that_is_known_in_part_is_not_contradicted(path: Path) -> None:
    """It is asked to be completed first."""
    record = parse_record("White = A1 C2\n1. H-N1\t(H-S1)\n")
    with pytest.raises(SessionError, match="a deal is only known in part; complete it with deal"):
        match_from(path, record, 2, 1, COIN, seed=1)
    assert not path.exists()


def test_a_machine_whose_deal_was_shortened_by_hand_is_refused(path: Path) -> None:
    """As one whose deal is another one's is; also in a match from the beginning."""
    match_from(path, read_record(SAMPLE), 4, 1, COIN, seed=1)
    other = new_match(path.with_name("other.txt"), Rules.of("classic"), 0, 0, 1, seed=1).path
    for file, words in (
        (path, "the machine's deal is missing"),
        (other, "the machine's deal is missing or not whole"),
    ):
        text = file.read_text(encoding="utf-8")
        short, count = re.subn(r"^(\w+ = A\d+) .*$", r"\1", text, flags=re.MULTILINE)
        assert count == 1
        file.write_text(short, encoding="utf-8")
        with pytest.raises(SessionError, match=words):
            open_match(file)
