"""Battles whose cards the tool turns: nobody knows them before, everybody can check them afterwards."""

from __future__ import annotations

import json
import pickle
import random
import re
import shutil
import stat
import sys
from pathlib import Path
from unittest import mock

import pytest

from cards.battles import begun, heard, key_file, key_of, order_in, problems, sat, seal_in
from deduce.cards.kind import CARDS
from deduce.cards.record import sealing
from deduce.tabletop import kept_file
from deduce.tabletop.errors import RecordError, SessionError
from deduce.tabletop.export import exported
from deduce.tabletop.keys import KeyKind, is_key, keys_folder, unknown_key
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import replay_json, replayed
from deduce.tabletop.record import read_record
from deduce.tabletop.saved import begin_game, open_game

LARGE = "Blue = a inf 40; b inf 40\nRed = n inf 40; o inf 40\n"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder for each test, and the same keys in each run."""
    draw = random.Random("keys")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sealing, "unknown_key", lambda: f"{draw.getrandbits(256):064x}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "battle.txt"


def changed(path: Path, old: str, new: str) -> None:
    """Change a record by hand."""
    text = path.read_text(encoding="utf-8")
    found, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
    assert count == 1, text
    path.write_text(found, encoding="utf-8")


def cards_of(text: str) -> list[str]:
    """The cards of a combat, without its units."""
    return [word[1] for word in text.split()[:2]]


# --- Turning -----------------------------------------------------------------------------------------


def test_the_cards_of_both_packs_come_in_their_order(path: Path) -> None:
    """CC-COMB-5: each unit gets the next card of its side's pack, whoever started; the record has both."""
    begun(path)
    blue, red = order_in(path, 0), order_in(path, 1)
    assert len(blue) == len(red) == 52
    companion = sat(path)
    assert heard(companion, "a n")[0] == f"1. a{blue[0]} n{red[0]}"
    assert heard(companion, "end", "n a f")[0] == f"3. n{red[1]} a{blue[1]} f"
    assert heard(companion, "o c w")[0] == f"4. o{red[2]} c{blue[2]} w"
    assert companion.kept.record.misfits == ()
    assert [len(pack.turned) for pack in companion.kept.record.now.packs] == [3, 3]


def test_without_units_both_cards_are_turned(path: Path) -> None:
    """The left side's first, as they are typed."""
    begun(path, "Seal = new\nUnits = none\n", "")
    blue, red = order_in(path, 0), order_in(path, 1)
    companion = sat(path)
    for number in range(3):
        said = heard(companion, "cards")[0]
        assert said.split()[-2:] == [blue[number], red[number]]
    assert companion.kept.record.misfits == ()


def test_packs_on_the_table_are_asked_for(path: Path) -> None:
    """Where nothing is sealed, nothing has changed."""
    companion = None
    begun(path, "")
    companion = sat(path)
    assert heard(companion, "a n") == ["the cards of a and of n, such as 9 4?"]
    assert heard(companion, "9 4")[0] == "1. a9 n4"
    assert heard(companion, "cards") == ["the cards, the left side's first, such as 9 4?"]
    assert heard(companion, "k 2")[0] == "2. cards k 2"
    assert not keys_folder().exists()


def test_an_empty_pack_is_shuffled_by_the_key(path: Path) -> None:
    """CC-DECK-2, DEC-2: the next cards are the first of another order, and the shuffle is told."""
    begun(path, "Seal = new\nPack = 32 -7 -7 -7 -7 -8 -8 -8 -8 -9 -9 -9 -9\nUnits = none\n", "")
    piles = [order_in(path, 0, number) for number in range(3)]
    assert len({*piles}) == 3
    companion = sat(path)
    cards = [heard(companion, "cards") for _ in range(45)]
    assert "".join(said[0].split()[-2] for said in cards) == "".join(piles)[:45]
    told = [number for number, said in enumerate(cards) if any("is shuffled" in each for each in said)]
    assert told == [20, 40]
    assert heard(companion, "open !")[-1].startswith("The packs are open")
    assert problems(path) == []
    assert replay_json(companion.look)["sealed_packs"]["cards"] == 90
    assert replay_json(companion.look)["sealed_packs"]["shuffles"] == 4


@pytest.mark.parametrize("house", ["DEC-2=combat", "DEC-2=turn", "DEC-2=left"])
def test_houses_that_shuffle_otherwise(house: str, path: Path) -> None:
    """After each combat, at the end of a turn, or at some cards left: always by the key."""
    begun(path, f"Seal = new\nHouse = {house}, deck.reshuffleAt=49\n", LARGE)
    companion = sat(path)
    for pair in ("a n", "b o") * 2:
        heard(companion, pair, "end", " ".join(pair.split()[::-1]), "end")
    packs = companion.kept.record.now.packs
    assert packs[0].shuffles == {"DEC-2=combat": 8, "DEC-2=turn": 8, "DEC-2=left": 2}[house]
    assert companion.kept.record.texts[0] == f"a{order_in(path, 0)[0]} n{order_in(path, 1)[0]}"
    heard(companion, "open !")
    assert problems(path) == []


def test_a_house_that_never_shuffles(path: Path) -> None:
    """One sentence when the pack is empty, and nothing is entered."""
    begun(
        path,
        f"Seal = new\nPack = 32 {'-a -7 -8 -9 -t -j ' * 4}-q -q\nHouse = DEC-2=never\nUnits = none\n",
        "",
    )
    companion = sat(path)
    heard(companion, *["cards"] * 6)
    assert heard(companion, "cards") == ["a pack is empty, and in this house it is not shuffled (CC-DECK-2)"]
    assert len(companion.kept.record.steps) == 6


def test_undo_and_doing_it_again_turns_the_same_cards(path: Path) -> None:
    """Also in another sitting, and for other units; what was done between does not matter."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "b o", "c p")
    first = [cards_of(text) for text in companion.kept.record.texts]
    heard(companion, "undo", "undo", "undo")
    companion = sat(path)
    heard(companion, "rally a", "undo", "cover n w", "b n f", "a p", "c o")
    assert [cards_of(text) for text in companion.kept.record.texts[1:]] == first


def test_an_entry_that_is_edited_keeps_its_cards(path: Path) -> None:
    """What was forgotten behind them is added; those behind it stay what they are."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "b o")
    before = companion.kept.record.texts
    heard(companion, "edit 1 a n f w")
    assert companion.kept.record.texts == [f"{before[0]} f w", before[1]]
    heard(companion, "c p", "open !")
    assert problems(path) == []


@pytest.mark.parametrize("line", ["a9 n4", "a? n4 won", "a n won", "a9 n4 f w", "a? n? lost", "ac n<7"])
def test_cards_are_not_typed(line: str, path: Path) -> None:
    """One sentence, whether the cards would be right or not, and nothing is entered."""
    begun(path)
    companion = sat(path)
    assert heard(companion, line) == [
        (
            "the tool turns the cards of this battle, so none are typed: write a n; a ! behind the line says "
            "that they came from other packs all the same"
        )
    ]
    right = f"a{order_in(path, 0)[0]} n{order_in(path, 1)[0]}"
    assert heard(companion, right) == heard(companion, line)
    assert companion.kept.record.steps == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "9 4",
            "the tool turns the cards of this battle, so none are typed: write cards; a ! behind the line",
        ),
        ("cards k 2", "the tool turns the cards of this battle, so none are typed: write cards; a ! behind"),
        ("a n 2", "whose card is 2? Write such as a9 n4: each unit with its card"),
        ("shuffle", "the tool shuffles the packs of this battle itself, as the rules say; ! insists"),
        ("shuffle red", "the tool shuffles the packs of this battle itself, as the rules say; ! insists"),
        (
            "open",
            "the battle is not over, and then everybody can see what was to come, so that the tool turns no",
        ),
        (f"open {'0' * 64} !", f"'{'0' * 19}"),
    ],
)
def test_what_else_is_not_possible(line: str, said: str, path: Path) -> None:
    begun(path)
    companion = sat(path)
    (found,) = heard(companion, line)
    assert found.startswith(said)
    assert companion.kept.record.steps == ()


def test_cards_from_elsewhere_are_marked(path: Path) -> None:
    """With a ! they stand in the record, the packs go on without them, and who opens them is told."""
    begun(path)
    blue, red = order_in(path, 0), order_in(path, 1)
    companion = sat(path)
    heard(companion, "a n", f"b{blue[3]} o{red[5]} !")
    assert companion.kept.record.texts[1] == f"b{blue[3]} o{red[5]} !"
    rests = []
    for pack, gone in ((blue, blue[3]), (red, red[5])):
        place = pack.index(gone, 1)
        rests.append(pack[1:place] + pack[place + 1 :])
    for number, pair in enumerate(["n a", "o b", "p c", "r c"]):
        heard(companion, *["end"] * (number == 0))
        one, other = pair.split()
        assert heard(companion, pair)[0].endswith(f"{one}{rests[1][number]} {other}{rests[0][number]}")
    heard(companion, "open !")
    assert problems(path) == []
    facts = replay_json(companion.look)["sealed_packs"]
    assert facts["wrong"] == []
    is_chance = (blue[3], red[5]) == (blue[1], red[1])
    assert facts["turned_elsewhere"] == ([] if is_chance else [2])


def test_a_shuffle_that_was_forced_is_named(path: Path) -> None:
    """Whoever knows that the rest of a pack is poor cannot have it shuffled unnoticed."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "shuffle !", "end", "n a", "open !")
    assert replay_json(companion.look)["sealed_packs"]["turned_elsewhere"] == [2]


def test_what_is_only_tried_turns_no_cards(path: Path) -> None:
    """Neither the next one nor one that was turned; nor are the packs opened."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n")
    assert heard(companion, "try b o") == ["the cards of b and of o, such as 9 4?"]
    assert heard(companion, "9 4")[0] == "2. b9 o4"
    assert heard(companion, "c p") == ["the cards of c and of p, such as 9 4?"]
    heard(companion, "undo", "back")
    heard(companion, "try resign")
    assert heard(companion, "open")[0].startswith("there is nothing to open")
    heard(companion, "back", "at 0")
    assert heard(companion, "try a n") == ["the cards of a and of n, such as 9 4?"]


def test_a_question_behind_the_cards_shows_them(path: Path) -> None:
    """Whoever picks the special men has to see the cards; until it is answered nothing is entered."""
    begun(path, armies="Blue = a cav 8\nRed = n inf 4 odf\n")
    companion = sat(path)
    for _ in range(40):
        said = heard(companion, "a n f")
        if "which" in said[-1]:
            break
        heard(companion, "n 4/0/0", "end", "end")
    else:
        pytest.fail("a never won")
    count = len(companion.kept.record.steps)
    card = order_in(path, 0)[sum("a" in text for text in companion.kept.record.texts)]
    assert said[-1].startswith(f"a{card} n")
    assert heard(companion, "undo") == ["Nothing was entered; the question is dropped."]
    assert heard(companion, "a n f") == said
    assert len(companion.kept.record.steps) == count
    answer = said[-1].partition("such as ")[2].partition("?")[0]
    assert heard(companion, answer)[0].startswith(f"{count + 1}. a{card} n")


# --- What can be seen --------------------------------------------------------------------------------


def everything(path: Path) -> str:
    """All that a battle leaves in files, but for its key."""
    found = [file.read_text(encoding="utf-8") for file in path.parent.iterdir() if file.is_file()]
    return "\n".join(found)


def test_nothing_leads_to_what_is_to_come(path: Path) -> None:
    """Neither the key nor any order is in a file, a state, or what is said and shown; only the seal is."""
    begun(path)
    key = key_of(path)
    companion = sat(path)
    heard(companion, "a n", "b o", "undo")
    look = companion.look
    for name in ("battle.json", "copy.txt"):
        exported(look, path.with_name(name))
    seen = [everything(path), repr(look.state), repr(look.record.now), json.dumps(replay_json(look))]
    seen += [repr(companion.obey(line)) for line in ("moves", "board", "help", "open", "a9 n4")]
    assert not any(key in text for text in seen)
    assert all(step.after.turner is None for step in look.record.steps)
    assert key.encode() not in pickle.dumps(look.record.now.packs)


@pytest.mark.skipif(sys.platform == "win32", reason="rights are something else there")
def test_nobody_else_can_read_the_key(path: Path) -> None:
    begun(path)
    assert stat.S_IMODE(key_file(path).stat().st_mode) == 0o600
    assert stat.S_IMODE(keys_folder().stat().st_mode) == 0o700
    assert json.loads(key_file(path).read_text(encoding="utf-8")) == {
        "format": "deduce.cards.key/1", "battle": str(path), "key": key_of(path),
    }  # fmt: skip


def test_nobody_knows_a_key_before() -> None:
    """256 bits from the system."""
    one, other = unknown_key(), unknown_key()
    assert is_key(one)
    assert one != other


def test_two_battles_have_two_keys(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    begun(one)
    begun(two)
    assert key_of(one) != key_of(two)
    assert order_in(one, 0) != order_in(two, 0)
    assert order_in(one, 0) != order_in(one, 1)


# --- Where it goes on --------------------------------------------------------------------------------


def test_a_copy_is_refused(path: Path) -> None:
    """In one sentence; the battle itself goes on. To look at the copy is no harm."""
    begun(path)
    heard(sat(path), "a n")
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    with pytest.raises(
        SessionError, match=rf"^{re.escape(str(copy))} is a copy of the battle in {path}, which"
    ):
        sat(copy)
    assert replayed(look_at(read_record(CARDS, copy), None, {}), {}).fits
    assert heard(sat(path), "b o")[0].startswith("2. b")


def test_a_copy_that_is_open_already_goes_nowhere_either(path: Path) -> None:
    """Whoever sits at the one and copies it meanwhile finds nothing out in the other."""
    begun(path)
    companion = sat(path)
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    path.rename(path.with_name("away.txt"))
    elsewhere = sat(copy)
    path.with_name("away.txt").rename(path)
    assert heard(companion, "a n")[0].startswith(f"{path} is a copy of the battle in {copy}, which goes on")
    assert heard(elsewhere, "a n")[0].startswith("1. a")


def test_a_file_may_be_moved(path: Path) -> None:
    """The key goes with it, and what comes to lie in the old place is a copy."""
    begun(path)
    heard(sat(path), "a n")
    moved = path.rename(path.with_name("elsewhere.txt"))
    blue = order_in(moved, 0)
    assert heard(sat(moved), "b o")[0].startswith(f"2. b{blue[1]} ")
    shutil.copy(moved, path)
    with pytest.raises(SessionError, match="is a copy of the battle in"):
        sat(path)
    moved.unlink()
    assert heard(sat(path), "c p")[0].startswith(f"3. c{blue[2]} ")


def test_links_lead_to_the_same_battle(path: Path) -> None:
    begun(path)
    link = path.with_name("link.txt")
    link.symlink_to(path)
    assert heard(sat(link), "a n")[0].startswith(f"1. a{order_in(path, 0)[0]} ")


def test_without_its_key_it_goes_on_with_cards_that_are_typed(path: Path) -> None:
    """On another machine: one sentence says so, nothing is turned, and cards with a ! are entered."""
    begun(path)
    heard(sat(path), "a n")
    file = key_file(path)
    away = file.rename(file.with_name("away"))
    companion = sat(path)
    said = (
        f"the key of the sealed packs is not here ({file}): go on where the battle began, or turn cards from "
        "two packs without those that were turned, and type them with a !: b9 r4 !"
    )
    assert heard(companion, "b o") == heard(companion, "b o f") == heard(companion, "open !") == [said]
    assert heard(companion, "b9 o4")[0].startswith("the tool turns the cards of this battle")
    assert heard(companion, "b9 o4 !")[0] == "2. b9 o4 !"
    assert problems(path) == []
    away.rename(file)
    heard(companion, "open !")
    assert problems(path) == []


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff", b"[]", b'{"format": "deduce.cards.key/2"}', b"[" * 100_000, b" " * 200_000,
        b'{"format": "deduce.cards.key/1", "battle": "m", "key": "xy"}',
        b'{"format": "deduce.confusion.key/1", "match": "m", "key": "' + b"0" * 64 + b'"}',
    ],
)  # fmt: skip
def test_a_key_that_is_none(content: bytes, path: Path) -> None:
    """One sentence that names it, on sitting down and when a card is wanted."""
    begun(path)
    companion = sat(path)
    key_file(path).write_bytes(content)
    with pytest.raises(SessionError, match="cannot go on: ") as caught:
        sat(path)
    assert str(key_file(path)) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert heard(companion, "a n") == [str(caught.value)]
    assert companion.unsaved == 0


def test_another_key(path: Path) -> None:
    """It does not fit the seal; nor do packs that somebody changed."""
    begun(path)
    file, right = key_file(path), key_of(path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(right, "0" * 64), encoding="utf-8")
    said = f"{path} cannot go on: its packs are not those that were sealed; was it changed by hand?"
    assert heard(sat(path), "a n") == [said]
    file.write_text(text, encoding="utf-8")
    changed(path, "^Edition = en$", "Edition = en\nPack = 32")
    assert heard(sat(path), "a n") == [said]


def test_no_place_for_a_key(tmp_path: Path, path: Path) -> None:
    """No battle begins then, unless the packs lie on the table."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    with pytest.raises(
        SessionError, match=r"the key of the battle cannot be kept: .*; --packs own needs none"
    ):
        begun(path)
    assert not path.exists()
    begun(path, "")


def test_no_key_stays_of_a_battle_that_cannot_begin(tmp_path: Path, path: Path) -> None:
    with pytest.raises(SessionError):
        begun(tmp_path / "nowhere" / "battle.txt")
    with pytest.raises(RecordError):
        begun(path, "Seal = new\nFirst = Nobody\n")
    assert not keys_folder().exists() or [*keys_folder().iterdir()] == []


def test_a_seal_that_is_none(path: Path) -> None:
    """Named with its line."""
    path.write_text("Game = cards\nSeal = abc\n\n1. end\n", encoding="utf-8")
    with pytest.raises(
        RecordError, match="line 2: Seal = 'abc': the program writes 64 hexadecimal digits; without"
    ):
        open_game(CARDS, path)


def test_what_cannot_be_saved_turns_the_same_cards_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost, and no card is skipped."""

    def full(*_: object) -> None:
        message = "the disk is full"
        raise SessionError(message)

    begun(path)
    companion = sat(path)
    with monkeypatch.context() as patched:
        patched.setattr(kept_file, "save", full)
        assert any("the disk is full" in each for each in heard(companion, "a n"))
    assert heard(companion, "a n")[0] == f"1. a{order_in(path, 0)[0]} n{order_in(path, 1)[0]}"


# --- Opened ------------------------------------------------------------------------------------------


def fought(path: Path) -> None:
    """A battle of six combats, entries 1 to 3 and 6 to 8, opened at its end in entry 10."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "b o", "c p", "end", "end", "a n", "b o", "c p", "resign")
    assert heard(companion, "open")[-1].startswith("The packs are open: the key stands in the record")


def test_the_end_opens_the_packs(path: Path) -> None:
    """The key stands in the record, everything is checked, and its file is thrown away."""
    fought(path)
    found = re.search(r"\. open ([0-9a-f]{64})\s*\Z", path.read_text(encoding="utf-8"))
    assert found is not None
    assert read_record(CARDS, path).now.key == found[1]
    told = replayed(look_at(read_record(CARDS, path), None, {}), {})
    assert told.fits
    title = told.said[0]
    assert "packs opened: 12 cards and 0 shuffles checked, all right" in getattr(title, "text", "")
    assert not key_file(path).exists()
    companion = sat(path)
    assert heard(companion, "open") == ["the game is over; undo takes turns back"]
    copy = path.with_name("copy.txt")
    shutil.copy(path, copy)
    assert sat(copy).kept.record.misfits == ()


def test_a_key_that_was_not_thrown_away_goes_the_next_time(path: Path) -> None:
    """Where the process ended between saving and that."""
    with mock.patch.object(KeyKind, "drop"):
        fought(path)
    assert key_file(path).exists()
    sat(path)
    assert not key_file(path).exists()


def test_packs_that_were_opened_stay_open(path: Path) -> None:
    """Whoever has the key knows every card to come, so no undo seals the packs again, and none is turned."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "open !", "9 4")
    text = path.read_bytes()
    heard(companion, "undo")
    for line in ("undo", "undo 2", "delete 2", "edit 2 b9 o4 !"):
        (said,) = heard(companion, line)
        assert said.startswith("entry 2 opened what was sealed, and nobody can unsee that, so it stays")
    heard(companion, "redo")
    assert path.read_bytes() == text


def test_an_older_file_turns_no_cards_once_the_packs_were_open(path: Path) -> None:
    """The key is gone as soon as it was shown."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n")
    before = path.read_bytes()
    heard(companion, "open !")
    path.write_bytes(before)
    assert heard(sat(path), "b o")[0].startswith("the key of the sealed packs is not here")


def test_after_the_end_nothing_else_is_entered(path: Path) -> None:
    begun(path)
    said = "the battle is over; undo takes the last line back, open opens the packs"
    assert heard(sat(path), "resign", "a n") == [said]


def test_after_opening_cards_are_turned_on_the_table(path: Path) -> None:
    """Where both sides agreed to open, those behind it are no matter of the key."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "open !")
    assert heard(companion, "b o") == ["the cards of b and of o, such as 9 4?"]
    assert heard(companion, "9 4")[0] == "3. b9 o4"
    assert heard(companion, "open") == ["the packs are open already"]
    assert problems(path) == []


def test_who_has_the_key_opens_the_packs_anywhere(path: Path) -> None:
    begun(path)
    companion, key = sat(path), key_of(path)
    heard(companion, "a n", "resign")
    key_file(path).unlink()
    assert heard(companion, f"open {key}")[0] == f"3. open {key}"
    assert problems(path) == []


@pytest.mark.parametrize("number", [1, 3, 8])
@pytest.mark.parametrize("side", [0, 1])
def test_a_card_that_was_changed_is_named(number: int, side: int, path: Path) -> None:
    """That entry, and no other; with what the pack turned there."""
    fought(path)
    texts = read_record(CARDS, path).texts
    words = texts[number - 1].split()
    right = words[side][1]
    words[side] = words[side][0] + next(card for card in "5678" if card != right)
    changed(path, rf"^{number}\. .*$", f"{number}. {' '.join(words)}")
    name = ("Blue", "Red")[side]
    assert problems(path) == [
        (
            number,
            (
                f"{words[side][1]}: {name}'s sealed pack turned {right} here; the entry was changed, or one "
                "before it was put in or taken out (CC-DECK-1)"
            ),
        )
    ]
    look = look_at(read_record(CARDS, path), None, {})
    assert not replayed(look, {}).fits
    (wrong,) = replay_json(look)["sealed_packs"]["wrong"]
    assert wrong == {"entry": number, "side": name, "card": words[side][1], "right": right}


def test_an_entry_that_was_taken_out_or_put_in_shows(path: Path) -> None:
    """From there on the cards are others; those before are right."""
    fought(path)
    texts = read_record(CARDS, path).texts
    game = open_game(CARDS, path)
    game.delete(2)
    assert [entry for entry, said in problems(path) if "sealed pack" in said][:2] == [2, 2]
    game.undo()
    assert problems(path) == []
    changed(path, r"^4\. end", f"4. {texts[0].replace('a', 'b').replace('n', 'o')}\n4. end")
    assert [entry for entry, said in problems(path) if "sealed pack" in said][:2] == [4, 4]


def test_cards_changed_by_hand_stop_the_packs_before_they_are_open(path: Path) -> None:
    """The tool turns nothing behind an entry that it did not turn; what is right in it is not told."""
    begun(path)
    heard(sat(path), "a n", "b o")
    text = path.read_text(encoding="utf-8")
    right = order_in(path, 1)[0]
    changed(path, rf"^1\. a(.) n{right}", r"1. a\1 n" + ("6" if right != "6" else "7"))
    assert problems(path) == []
    (said,) = heard(sat(path), "c p")
    assert said.startswith("entry 1 is not what the sealed packs turned, so no card can be turned now; undo ")
    path.write_text(text, encoding="utf-8")
    assert heard(sat(path), "c p")[0].startswith("3. c")


@pytest.mark.parametrize(
    ("old", "new", "entry", "said"),
    [
        (r"open \w{4}", "open 0000", 10, "this key does not fit the seal in the headers, so the battle"),
        (r"open \w*", "open", 10, "this key does not fit the seal in the headers, so the battle"),
        (r"^Seal = \w{4}", "Seal = 0000", 10, "this key does not fit the seal in the headers, so the battle"),
        (r"^Seal = .*\n", "", 0, "the battle is over already; ignored"),
        (r"^Edition = en$", "Edition = en\nPack = 52 -k", 10, "this key does not fit the seal"),
        (r"^7\. .*$", "7. shuffle", 7, "the tool shuffles the packs of this battle itself"),
    ],
)  # fmt: skip
def test_what_else_was_tampered_with_is_named(old: str, new: str, entry: int, said: str, path: Path) -> None:
    fought(path)
    changed(path, old, new)
    assert any(number == entry and said in words for number, words in problems(path)), problems(path)


def test_a_shuffle_that_nobody_entered_cannot_be_hidden(path: Path) -> None:
    """With a ! it is no problem of the record, but the cards behind it are those of another order."""
    begun(path)
    companion = sat(path)
    heard(companion, "a n", "shuffle !", "b o")
    blue = order_in(path, 0, 1)
    assert companion.kept.record.texts[2].startswith(f"b{blue[0]} ")
    heard(companion, "open !")
    assert problems(path) == []
    assert replay_json(companion.look)["sealed_packs"]["shuffles"] == 2


def test_french_battles_say_it_in_french(path: Path) -> None:
    begun(path, "Seal = new\nLanguage = fr\n")
    companion = sat(path)
    heard(companion, "a n")
    assert heard(companion, "ouvre !")[-1].startswith("Les jeux sont ouverts")
    told = replayed(look_at(read_record(CARDS, path), None, {}), {})
    assert "jeux ouverts : 2 cartes et 0 mélanges vérifiés, toutes justes" in getattr(
        told.said[0], "text", ""
    )


def test_the_seal_is_in_the_header_from_the_beginning(path: Path) -> None:
    begun(path)
    assert seal_in(path) == open_game(CARDS, path).record.now.seal
    begin_game(CARDS, path.with_name("other.txt"), "Game = cards\n\n")
    assert open_game(CARDS, path.with_name("other.txt")).record.now.seal == ""
