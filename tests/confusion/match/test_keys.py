"""The secret of a match: in its file there is nothing of it, and at the end everything can be checked."""

from __future__ import annotations

import json
import random
import re
import shutil
import stat
import sys
from pathlib import Path

import pytest

from common import CLASSIC, ESPIONAGE, SAMPLE
from deduce.confusion import AgentModel, Moment, Record, Rules, SessionError, read_record
from deduce.confusion.engine.actions import Attempt, Resign
from deduce.confusion.engine.game import random_deal
from deduce.confusion.kind import CONFUSION
from deduce.confusion.match import match as matches
from deduce.confusion.match.again import match_from
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import Match, new_match, open_match
from deduce.confusion.record.seal import seal_of
from deduce.tabletop import kept_file
from deduce.tabletop.saved import open_game
from matches import attempts, heard

EVERYTHING = Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True)
DATA = Path(__file__).parent / "data"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "data" / "keys"


def key_in(keys: Path) -> str:
    """The only key in a folder."""
    (file,) = keys.iterdir()
    key = json.loads(file.read_text(encoding="utf-8"))["key"]
    assert re.fullmatch(r"[0-9a-f]{64}", key)
    return str(key)


def given_up(match: Match) -> Match:
    """A match that the human gives up."""
    while match.is_machine_next or match.pending is not None:
        if match.pending is not None:
            match.say(allowed=True)
        else:
            match.machine_acts()
    match.act(Resign())
    assert match.is_over
    return match


def problems(record: Record[Moment]) -> list[str]:
    return [f"{misfit.text} {misfit.message}" for misfit in record.misfits]


# --- While it goes on --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [CLASSIC, EVERYTHING], ids=["classic", "everything"])
def test_nothing_in_the_file_leads_to_the_deals(rules: Rules, path: Path, keys: Path) -> None:
    """No seed and no key, only their seal."""
    match = new_match(path, rules, 0, 0, 1, keys=keys)
    for line in attempts(rules, 3, 8):
        heard(MatchCompanion(open_match(path, keys=keys)), line)
    text = path.read_text(encoding="utf-8")
    assert "Match = level 1\n" in text
    assert "seed" not in text
    assert key_in(keys) not in text
    first, second = match._game.deals
    assert first is not None
    assert second is not None
    seal = seal_of(key_in(keys), rules, (first, second), match._game.placements)
    assert f"Sealed = {seal}\n" in text
    assert [file.name for file in keys.iterdir()] == [f"{seal}.json"]


def test_what_is_drawn_follows_from_the_key_alone() -> None:
    """What is drawn for one purpose does not hold the key, nor what is drawn for another."""
    one, other = Lots(key="ab" * 32), Lots(key="ac" * 32)
    words = {lots.word(purpose) for lots in (one, other) for purpose in ("deals", "move 1", "move 2")}
    assert len(words) == 6
    assert not any("ab" * 8 in word for word in words)
    assert one.word("deals") == Lots(key="ab" * 32).word("deals")
    assert Lots.unknown() != Lots.unknown()


@pytest.mark.parametrize("rules", [CLASSIC, EVERYTHING], ids=["classic", "everything"])
@pytest.mark.parametrize("level", [1, 3])
def test_it_goes_on_as_it_would_have(
    rules: Rules, level: int, tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sitting or in one for each line, by the same key."""
    monkeypatch.setattr(Lots, "unknown", lambda: Lots(key="5e" * 32))
    lines, texts = attempts(rules, level, 12), []
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    companion = MatchCompanion(new_match(one, rules, 1, 0, level, keys=keys / "one"))
    companion.greeting()
    for line in lines:
        companion.obey(line)
    new_match(many, rules, 1, 0, level, keys=keys / "many")
    for line in lines:
        companion = MatchCompanion(open_match(many, keys=keys / "many"))
        companion.greeting()
        companion.obey(line)
    texts = [path.read_text(encoding="utf-8") for path in (one, many)]
    assert texts[0] == texts[1]
    assert len(read_record(one).steps) > 2


def test_two_matches_have_two_keys(tmp_path: Path, keys: Path) -> None:
    one, two = (new_match(tmp_path / f"{number}.txt", CLASSIC, 0, 0, 1, keys=keys) for number in (1, 2))
    assert len([*keys.iterdir()]) == 2
    given_up(one)
    assert open_match(two.path, keys=keys).view() == two.view()


@pytest.mark.skipif(sys.platform == "win32", reason="rights are something else there")
def test_nobody_else_can_read_the_key(path: Path, keys: Path) -> None:
    new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    (file,) = keys.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700


def test_with_a_seed_there_is_no_secret(path: Path, keys: Path) -> None:
    """The file says so; the same seed gives the same deals, and no key is kept."""
    new_match(path, CLASSIC, 0, 0, 1, seed=9, keys=keys)
    assert not keys.exists()
    text = path.read_text(encoding="utf-8")
    assert "Match = level 1, seed 9\nSealed = no, the deals follow from the seed\n" in text
    match = given_up(open_match(path, keys=keys))
    assert match.deals == matches._deals(CLASSIC, Lots(9))
    assert read_record(path).misfits == ()
    assert "Opened" not in path.read_text(encoding="utf-8")


# --- Copies, and files that are moved ----------------------------------------------------------------


def test_a_copy_cannot_be_given_up_to_see_the_deals(path: Path, keys: Path) -> None:
    """Neither while the match goes on nor afterwards; the match itself goes on."""
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    match.act(Attempt("H", 0, 1))
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    before = copy.read_bytes()
    with pytest.raises(SessionError, match=rf"copy\.txt is a copy of the match in {re.escape(str(path))}"):
        open_match(copy, keys=keys)
    assert copy.read_bytes() == before
    given_up(open_match(path, keys=keys))
    with pytest.raises(SessionError, match=r"its key, .*\.json, cannot be read: .*; without it nobody knows"):
        open_match(copy, keys=keys)
    assert copy.read_bytes() == before


def test_a_file_may_be_moved(path: Path, keys: Path) -> None:
    """The key goes with it, and what comes to lie in the old place is a copy."""
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    moved = path.with_name("elsewhere.txt")
    path.rename(moved)
    assert open_match(moved, keys=keys).view() == match.view()
    shutil.copy(moved, path)
    with pytest.raises(SessionError, match="is a copy of the match in"):
        open_match(path, keys=keys)
    moved.unlink()
    assert open_match(path, keys=keys).view() == match.view()


def test_another_match_in_the_old_place_is_no_hindrance(path: Path, keys: Path) -> None:
    old = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    moved = path.rename(path.with_name("moved.txt"))
    new = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    assert open_match(moved, keys=keys).view() == old.view()
    assert open_match(path, keys=keys).view() == new.view()


def test_links_lead_to_the_same_match(path: Path, keys: Path) -> None:
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    link, hard = path.with_name("link.txt"), path.with_name("hard.txt")
    link.symlink_to(path)
    hard.hardlink_to(path)
    for each in (link, hard, path):
        assert open_match(each, keys=keys).view() == match.view()


# --- Without a key -----------------------------------------------------------------------------------


def test_without_its_key_a_match_cannot_go_on(path: Path, keys: Path) -> None:
    """One sentence, which says where the key was looked for."""
    new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    (file,) = keys.iterdir()
    shutil.rmtree(keys)
    with pytest.raises(SessionError, match=f"cannot go on: its key, {re.escape(str(file))}, cannot be read"):
        open_match(path, keys=keys)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"format": "deduce.confusion.key/2"}',
        b'{"format": "deduce.confusion.key/1", "match": 1, "key": 2}',
        b'{"format": "deduce.confusion.key/1", "match": "m", "key": "xy"}',
        b"[" * 100_000,
        b" " * 200_000,
    ],
)
def test_a_key_that_is_none(content: bytes, path: Path, keys: Path) -> None:
    new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    (file,) = keys.iterdir()
    file.write_bytes(content)
    with pytest.raises(SessionError, match="cannot go on: ") as caught:
        open_match(path, keys=keys)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_another_key(path: Path, keys: Path) -> None:
    """It does not fit the seal, or the deals that are known."""
    new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    (file,) = keys.iterdir()
    file.write_text(file.read_text(encoding="utf-8").replace(key_in(keys), "0" * 64), encoding="utf-8")
    with pytest.raises(SessionError, match="was it changed by hand"):
        open_match(path, keys=keys)


def test_no_place_for_a_key(path: Path, tmp_path: Path) -> None:
    """No match begins then, unless its deals follow from a seed."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    words = r"the key of the match cannot be kept: .*/file/keys: .*a match with a seed \(--seed\) needs none"
    with pytest.raises(SessionError, match=words):
        new_match(path, CLASSIC, 0, 0, 1, keys=file / "keys")
    assert not path.exists()
    new_match(path, CLASSIC, 0, 0, 1, seed=1, keys=file / "keys")
    assert open_match(path, keys=file / "keys").seed == 1


def test_no_key_stays_of_a_match_that_cannot_begin(tmp_path: Path, keys: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(SessionError):
        new_match(file / "match.txt", CLASSIC, 0, 0, 1, keys=keys)
    assert [*keys.iterdir()] == []


# --- At the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [CLASSIC, EVERYTHING], ids=["classic", "everything"])
@pytest.mark.parametrize("me", [0, 1])
def test_the_end_opens_the_seal(rules: Rules, me: int, path: Path, keys: Path) -> None:
    """The key is in the file and nowhere else, and the file goes on being that of a match."""
    match = new_match(path, rules, me, 0, 1, keys=keys)
    key = key_in(keys)
    given_up(match)
    assert f"\nOpened = {key}\n" in path.read_text(encoding="utf-8")
    assert [*keys.iterdir()] == []
    assert read_record(path).misfits == ()
    again = open_match(path, keys=keys)
    assert (again.deals, again.is_over) == (match.deals, True)


def test_a_key_that_was_not_thrown_away_goes_the_next_time(
    path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill between the last step and that."""
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    with monkeypatch.context() as patched:
        patched.setattr(matches, "drop_key", lambda *_: None)
        given_up(match)
    assert len([*keys.iterdir()]) == 1
    open_match(path, keys=keys)
    assert [*keys.iterdir()] == []


def test_what_cannot_be_saved_throws_no_key_away(
    path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        message = "the disk is full"
        raise SessionError(message)

    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    with monkeypatch.context() as patched:
        patched.setattr(kept_file, "save", full)
        with pytest.raises(SessionError):
            match.act(Resign())
    assert key_in(keys) == match.lots.key
    assert not open_match(path, keys=keys).is_over


def changed_deal(text: str, rules: Rules, side: int) -> str:
    """A record in which a deal is another one."""
    deal = random_deal(rules, random.Random(1))
    words = " ".join(f"{letter}{deal[letter]}" for letter in sorted(deal))
    text, count = re.subn(
        rf"^{rules.sides[side]} = .*$", f"{rules.sides[side]} = {words}", text, flags=re.MULTILINE
    )
    assert count == 1
    return text


@pytest.mark.parametrize(
    ("pattern", "replacement", "words"),
    [
        ("deal 0", "", "Sealed does not fit the deals and placements here"),
        ("deal 1", "", "Sealed does not fit the deals and placements here"),
        (r"Placement Red = A\d+,\d+ C\d+,\d+", "Placement Red = A9,1 C8,1", "Sealed does not fit"),
        (r"Opened = \w", "Opened = x", "Opened is not what the program writes"),
        (r"Sealed = \w+", "Sealed = nothing", "Sealed is not what the program writes"),
        (r"Sealed = [0-9a-f]{2}", "Sealed = 00", "Sealed does not fit the deals and placements here"),
        (r"Sealed = .*\n", "", "Opened is here, but nothing was sealed"),
        (r"Opened = .*\n", "", "Sealed cannot be checked, since both deals are here and Opened is missing"),
        (r"Red = A.*", "Red = ?", "Opened is here, but a deal is missing that was sealed"),
    ],
)
def test_what_does_not_fit_the_seal_is_a_problem(
    pattern: str, replacement: str, words: str, path: Path, keys: Path
) -> None:
    """Replay says so; so does whoever opens the match."""
    rules = Rules.of("espionage", variants=[4])
    given_up(new_match(path, rules, 0, 0, 1, keys=keys))
    text = path.read_text(encoding="utf-8")
    if pattern.startswith("deal"):
        changed = changed_deal(text, rules, int(pattern[-1]))
    else:
        changed = re.sub(pattern, replacement, text, count=1)
        if "Placement" in pattern:
            placed = read_record(path).now.setup.placements[1]
            assert placed is not None
            swapped = {**placed, "A": placed["C"], "C": placed["A"]}
            squares = " ".join(f"{letter}{c},{r}" for letter, (c, r) in sorted(swapped.items()))
            changed = re.sub(r"Placement Red = .*", f"Placement Red = {squares}", text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    assert [problem for problem in problems(read_record(path)) if problem.startswith(words)]
    with pytest.raises(SessionError, match="cannot go on: "):
        open_match(path, keys=keys)


# --- From the middle of a game -----------------------------------------------------------------------


def test_a_match_from_the_middle_has_a_key_as_well(path: Path, keys: Path) -> None:
    """The deal that is kept cannot be read without it, and the seal binds both."""
    record = read_record(SAMPLE)
    match = match_from(path, record, 40, 1, AgentModel(), keys=keys)
    key, text = key_in(keys), path.read_text(encoding="utf-8")
    assert "seed" not in text
    assert key not in text
    own = record.now.setup.deals[match.me]
    (kept,) = re.findall(r"^Kept = (.*)$", text, re.MULTILINE)
    assert own is not None
    orders = {tuple(matches.kept_text(CLASSIC, Lots(key=f"{n:064x}"), own).split()) for n in range(50)}
    assert len(orders) == 50
    assert sorted(kept.split()) == sorted(map(str, own.values()))
    again = open_match(path, keys=keys)
    assert again.view() == match.view()
    given_up(again)
    assert again.deals == record.now.setup.deals
    assert read_record(path).misfits == ()
    assert [*keys.iterdir()] == []


def test_what_is_wrong_with_a_kept_deal_tells_nothing_of_it(path: Path, keys: Path) -> None:
    """Whatever two places of it are made equal: nothing is judged before the seal is, and no letter named."""
    match_from(path, read_record(SAMPLE), 40, 1, AgentModel(), keys=keys)
    text = path.read_text(encoding="utf-8")
    (kept,) = re.findall(r"^Kept = (.*)$", text, re.MULTILINE)
    numbers, said = kept.split(), set()
    for place in range(len(numbers) - 1):
        twice = [*numbers[:place], numbers[place + 1], *numbers[place + 1 :]]
        path.write_text(text.replace(kept, " ".join(twice)), encoding="utf-8")
        with pytest.raises(SessionError) as caught:
            open_match(path, keys=keys)
        said.add(str(caught.value))
    (only,) = said
    assert "are not those that were sealed; was it changed by hand?" in only
    path.write_text(text, encoding="utf-8")
    open_match(path, keys=keys)


# --- At a table --------------------------------------------------------------------------------------


def test_nothing_is_entered_into_a_match_at_a_table(path: Path, keys: Path) -> None:
    """Else the machine's answers could be tried out with an entry that undo takes back."""
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    match.act(Attempt("H", 0, 1))
    before = path.read_bytes()
    with pytest.raises(SessionError, match=r"is a match whose deals are still sealed; deduce confusion play"):
        open_game(CONFUSION, path)
    assert path.read_bytes() == before
    given_up(open_match(path, keys=keys))
    assert open_game(CONFUSION, path).record.now.outcome is not None


def test_a_match_that_was_ended_by_hand_is_opened_before_its_key_goes(path: Path, keys: Path) -> None:
    """Both deals and the key stand in the file then, so that replay can check it."""
    match = new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    key = key_in(keys)
    match.act(Attempt("H", 0, 1))
    match.machine_acts()
    with path.open("a", encoding="utf-8") as file:
        file.write("2. resigns\n")
    again = open_match(path, keys=keys)
    assert again.is_over
    assert again.deals is not None
    assert [*keys.iterdir()] == []
    found = read_record(path)
    assert found.misfits == ()
    assert found.begun.others["Opened"] == key
    assert found.now.setup.deals == again.deals
    assert open_match(path, keys=keys).deals == again.deals


# --- As it was ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("begun", ["t ne2", "y", "p ne2", "n", "p ne2", "y", "t ne2", "n"]),
        ("again", ["h n1", "k n1", "resign", "y"]),
    ],
)
def test_old_matches_go_on_exactly_as_before(name: str, lines: list[str], path: Path, keys: Path) -> None:
    """Those with a seed in their file: begun at the beginning, or in the middle of a game."""
    shutil.copy(DATA / f"old_{name}.txt", path)
    for line in lines[:-2]:
        heard(MatchCompanion(open_match(path, keys=keys)), line)
    companion = MatchCompanion(open_match(path, keys=keys))
    for line in lines[-2:]:
        heard(companion, line)
    assert path.read_text(encoding="utf-8") == (DATA / f"old_{name}_later.txt").read_text(encoding="utf-8")
    assert not keys.exists()


def test_old_matches_with_long_seeds_go_on(path: Path) -> None:
    """Up to 4,000 digits, as they could be asked for."""
    seed = 10**3999 + 7
    text = (DATA / "old_begun.txt").read_text(encoding="utf-8")
    rules = read_record(DATA / "old_begun.txt").now.rules
    deal = matches._deals(rules, Lots(seed))[1]
    words = " ".join(f"{letter}{deal[letter]}" for letter in sorted(deal))
    text = re.sub(r"^Red = .*", f"Red = {words}", text.replace("seed 7", f"seed {seed}"), flags=re.MULTILINE)
    path.write_text(re.sub(r"^\d+\..*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    match = open_match(path)
    assert match.seed == seed
    match.act(match.view().attempts()[0])
    assert open_match(path).view() == match.view()


def test_espionage_keeps_a_question_and_its_key(path: Path, keys: Path) -> None:
    """Also while the machine's double agent waits for an answer."""
    for _ in range(60):
        match = new_match(path, ESPIONAGE, 0, 0, 1, keys=keys)
        companion = MatchCompanion(match)
        for line in attempts(ESPIONAGE, 2, 12):
            if match.pending is None:
                companion.obey(line)
        if match.pending is not None:
            assert open_match(path, keys=keys).pending == match.pending
            return
    pytest.fail("the double agent never tried anything")


@pytest.mark.parametrize(("old", "new"), [("Me = Yellow", "Me = White"), ("\nWhite = [^\n]*", "\nWhite = ?")])
def test_a_side_that_was_changed_by_hand(old: str, new: str, path: Path, keys: Path) -> None:
    """A match in which nobody knows the machine's deal cannot go on, and says so."""
    new_match(path, CLASSIC, 0, 0, 1, keys=keys)
    text = path.read_text(encoding="utf-8")
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(SessionError, match=r"cannot go on: .*; was it changed by hand"):
        open_match(path, keys=keys)
