"""Playing alone: the machine's turns, what is asked at them, and whole battles against it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cards.battles import LETTERS, begun, heard, order_in, problems
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.units import Arm
from deduce.cards.kind import CARDS
from deduce.cards.record import sealing
from deduce.cards.solo.companion import SoloCompanion, companion
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.errors import RecordError
from deduce.tabletop.look import in_silence
from deduce.tabletop.saved import SavedGame, open_game

ASKED = (
    "Red is the machine. Move its figures; which of its units can then fight whom, fire, rally? Such as "
    "near n a; end if none can"
)
FIRST = "First = Red\nMachine = Red\n"
SEALED = f"Seal = new\n{FIRST}"
ARMIES = "Blue = a inf 12; b inf 12 odf; c cav 8; g art 4\nRed = n inf 12; o inf 12 odf; p cav 8; r art 4\n"


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder for each test, and the same keys in each run."""
    draw = random.Random("solo keys")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sealing, "unknown_key", lambda: f"{draw.getrandbits(256):064x}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "battle.txt"


def sat(path: Path) -> TableCompanion[Ledger]:
    """Sit down as the command does."""
    return companion(open_game(CARDS, path), in_silence)


def alone(path: Path, headers: str = SEALED, armies: str = ARMIES) -> SoloCompanion:
    """Begin a battle against the machine, and sit down."""
    begun(path, headers, armies)
    found = sat(path)
    assert isinstance(found, SoloCompanion)
    return found


def texts(game: SavedGame[Ledger]) -> list[str]:
    return [step.text for step in game.record.steps]


# --- The machine's turn ------------------------------------------------------------------------------


def test_it_chooses_among_what_is_in_reach_and_ends_its_turn(path: Path) -> None:
    """The best first, each with its reason, nothing that is not worth it; then comes the person's turn."""
    sitting = alone(path)
    assert sitting.question == ASKED
    said = heard(sitting, "near p a f, n b w, r>c, o g")
    found = texts(sitting.kept)
    assert found[0] == "r>c"
    assert found[1] == f"p{order_in(path, 1)[0]} a{order_in(path, 0)[0]} f"
    assert found[-1] == "end"
    assert not any(text.startswith("n") for text in found)
    assert said[0].startswith("Red fires r at c: worth +1.")
    assert said[1] == "1. r>c"
    assert any(text.startswith("Red fights a with p: worth +") for text in said)
    assert said[-1] == "Turn 2: Blue."
    assert "Red does nothing more: the best that is left, n b w, is worth -0.60." in said
    assert sitting.question == ""
    assert problems(path) == []


def test_what_it_does_are_entries_like_any_other(path: Path, tmp_path: Path) -> None:
    """Two people who type the same with their own packs have the same ledger; only the headers differ."""
    sitting = alone(path)
    heard(sitting, "near p a f, r>c, o b f")
    other = tmp_path / "two.txt"
    begun(other, "First = Red\n", ARMIES)
    people = companion(open_game(CARDS, other), in_silence)
    assert not isinstance(people, SoloCompanion)
    for text in texts(sitting.kept):
        heard(people, text)
    one, two = sitting.kept.record.now, people.kept.record.now
    assert (one.roster, one.engagements, one.balls) == (two.roster, two.engagements, two.balls)
    assert one.packs == two.packs


def test_undo_replay_and_what_is_entered_by_hand(path: Path) -> None:
    """It is taken back entry by entry, and asked again; the same cards come, and the same is chosen."""
    sitting = alone(path)
    heard(sitting, "near p a f, r>c")
    before = texts(sitting.kept)
    assert heard(sitting, "undo") == ["Took back 1 entry; redo brings back.", ASKED]
    heard(sitting, "undo", "undo")
    assert texts(sitting.kept) == []
    assert heard(sitting, "redo")[-1] == ASKED
    heard(sitting, "undo", "near p a f, r>c")
    assert texts(sitting.kept) == before
    heard(sitting, "end", "site 2 n", "r>a !", "n 9/2/0", "end")
    assert texts(sitting.kept)[len(before) :] == ["end", "site 2 n", "r>a !", "n 9/2/0", "end"]


def test_it_goes_on_where_it_was_stopped(path: Path) -> None:
    """What was in reach is asked again, and what was done stays done."""
    sitting = alone(path)
    heard(sitting, "near p a f, r>c", "undo", "undo")
    again = sat(path)
    assert again.question == ASKED
    assert heard(again, "near p a f, o b f, r>c") == [
        "'r>c' is not possible: " + heard(again, "near r>c")[0].partition("not possible: ")[2],
        ASKED,
    ]
    heard(again, "near p a f, o b f")
    assert len({text[0] for text in texts(again.kept)} & {"p", "o", "r"}) == 3


def test_looking_at_something_does_not_answer(path: Path) -> None:
    """The question stays; what is only tried, and the past, are no matter of the machine's."""
    sitting = alone(path)
    assert heard(sitting, "moves")[-1] == ASKED
    assert heard(sitting, "nonsense")[-1] == ASKED
    heard(sitting, "try n9 b4")
    assert sitting.question == ""
    heard(sitting, "back")
    heard(sitting, "near p a f", "at 1")
    assert sitting.question == ""
    assert heard(sitting, "at")[-1] == "Back to now."


def test_at_the_persons_turn_nothing_is_declared(path: Path) -> None:
    """One sentence."""
    sitting = alone(path, "Seal = new\nMachine = Red\n")
    assert sitting.question == ""
    said = ["near says what the machine's units can do, and it is Blue's turn"]
    assert heard(sitting, "near n b") == said
    assert heard(sitting, "a n")[0].startswith("1. a")
    assert heard(sitting, "end")[-1] == ASKED


def test_the_help_says_how(path: Path) -> None:
    sitting = alone(path)
    assert any("The machine: near n b, o c f, fire r b, rally p +" in line for line in heard(sitting, "help"))
    assert "near" in sitting.completions


# --- Cards and men -----------------------------------------------------------------------------------


def test_with_packs_on_the_table_it_asks_for_the_cards(path: Path) -> None:
    """Those that were turned, its own first; then it goes on by itself."""
    sitting = alone(path, FIRST)
    said = heard(sitting, "near p a f, o b f, r>c")
    assert texts(sitting.kept) == ["r>c"]
    assert re.fullmatch("the cards of [op] and of [ab], such as 9 4\\?", said[-1])
    assert sitting.question == said[-1]
    assert heard(sitting, "nine four")[-1] == said[-1]
    assert heard(sitting, "undo")[-1] == ASKED
    heard(sitting, "near p a f, o b f")
    said = heard(sitting, "k 2")
    assert re.fullmatch("the cards of [op] and of [ab], such as 9 4\\?", said[-1])
    said = heard(sitting, "2 k")
    assert said[-1] == "Turn 2: Blue."
    assert {text[0] for text in texts(sitting.kept)} == {"r", "o", "p", "e"}


def test_it_picks_the_men_itself(path: Path) -> None:
    """CC-KILL-5, CC-KILL-6: where it has won, in both players' turns; where it has lost, the person does."""
    armies = "Blue = b inf 4 odf; c inf 4 odf\nRed = o cav 4; p inf 4 odf\n"
    sitting = alone(path, FIRST, armies)
    heard(sitting, "near o b")
    said = heard(sitting, "k 2")
    assert "which of" not in " ".join(said)
    assert texts(sitting.kept) == ["ok b2 b:-/od", "end"]
    heard(sitting, "c p")
    said = heard(sitting, "2 k")
    assert texts(sitting.kept)[2:] == ["c2 pk c:-/o"]
    assert "which of" not in " ".join(said)
    sitting = alone(path.with_name("lost.txt"), "Machine = Red\n", armies)
    heard(sitting, "b p")
    said = heard(sitting, "k 2")
    assert said[-1].startswith("which of o d f of p: 1 confused, such as /o?")
    assert heard(sitting, "/f")[0] == "1. bk p2 p:-/f"


def test_a_tie_in_which_both_have_to_be_picked(path: Path) -> None:
    """CC-COMB-8: each side picks in the other's unit, and each for itself."""
    armies = "Blue = b inf 3 odf\nRed = o inf 3 odf\n"
    sitting = alone(path, "Machine = Red\n", armies)
    heard(sitting, "b o")
    said = heard(sitting, "9 9")
    assert said[-1].startswith("which of o d f of o: 1 dead, 1 confused, such as o/d?")
    assert heard(sitting, "d/f")[0] == "1. b9 o9 o:d/f b:o/d"


def test_a_key_that_is_not_here_is_said_and_it_is_asked_again(path: Path) -> None:
    sitting = alone(path)
    sealing.KEYS.drop(sealing.keys_folder(), sitting.kept.record.now.seal)
    said = heard(sitting, "near p a f, r>c")
    assert texts(sitting.kept) == ["r>c"]
    assert said[-2].startswith("the key of the sealed packs is not here")
    assert said[-1] == ASKED


def test_french(path: Path) -> None:
    sitting = alone(path, f"{SEALED}Language = fr\n")
    assert sitting.question.startswith("Red est la machine. Déplacez ses figurines ;")
    said = heard(sitting, "près p a f, r>c")
    assert said[0].startswith("Red tire de r sur c : valeur +1.")
    assert texts(sitting.kept)[-1] == "end"


# --- Headers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ("Machine = Green\n", "line 3: Machine = 'Green'"),
        (
            "Machine = Red\nUnits = none\n",
            "line 3: Machine = Red: there are no units that it could play with",
        ),
    ],
)
def test_a_machine_that_cannot_play(headers: str, said: str, path: Path) -> None:
    with pytest.raises(RecordError, match=re.escape(said)):
        begun(path, headers, "")


# --- Whole battles -----------------------------------------------------------------------------------


def pairs(ledger: Ledger, side: int, draw: random.Random) -> list[str]:
    """Some of what a side could declare: combats, shots and rallies."""
    own = [unit for unit in ledger.of_side(side) if unit.ranks or unit.confused]
    foes = [unit for unit in ledger.of_side(1 - side) if unit.ranks]
    found = []
    for unit in own:
        if unit.confused:
            found.append(f"rally {unit.letter} +")
        if unit.ranks and not unit.has_fought:
            near = [foe.letter for foe in foes if draw.random() < 0.5]
            found += [f"{unit.letter} {foe}{draw.choice(['', ' f', ''])}" for foe in near]
        if unit.arm is Arm.GUNS and unit.ranks and not unit.shots and foes:
            found.append(f"{unit.letter}>{draw.choice(foes).letter}")
    return found


def played(path: Path, number: int, *, is_sealed: bool) -> SoloCompanion:
    """A whole battle: whoever plays Blue is hasty; sites are taken until one side has three."""
    draw = random.Random(f"battle {number}")
    sitting = alone(path, "Machine = Red\n" + ("Seal = new\n" if is_sealed else ""))
    sites = 0
    for _ in range(300):
        ledger = sitting.kept.record.now
        if ledger.outcome is not None:
            break
        question = sitting.question
        if question.startswith("the cards of"):
            line = f"{draw.choice(LETTERS)} {draw.choice(LETTERS)}"
        elif question and not question.startswith("Red is the machine"):
            line = question.partition("such as ")[2].partition("?")[0]
        elif sitting.is_machines:
            found = [each for each in pairs(ledger, 1, draw) if fits(sitting, each)]
            line = f"near {', '.join(found)}" if found else "end"
        elif ledger.turn > 12 and sites < 4:
            sites += 1
            taker = next((unit.letter for unit in ledger.roster if unit.ranks), "")
            line = f"site {sites} {taker}"
        else:
            found = [each for each in pairs(ledger, 0, draw) if fits(sitting, each)]
            line = draw.choice([*found, "end"])
        heard(sitting, line)
    return sitting


def fits(sitting: SoloCompanion, line: str) -> bool:
    from deduce.cards.notation.parsed import parse_line
    from deduce.cards.permissions import refusals

    ledger = sitting.kept.record.now
    return not refusals(ledger, parse_line(line, ledger).entry)


@pytest.mark.parametrize("number", range(2))
def test_a_whole_battle_with_sealed_packs(number: int, path: Path) -> None:
    """It ends, the packs are opened, every card was right, and a fresh look at the file says the same."""
    sitting = played(path, number, is_sealed=True)
    record = sitting.kept.record
    assert record.now.outcome is not None
    assert record.misfits == ()
    machines = [step for step in record.steps if step.before.active == 1 and step.text != "end"]
    assert len(machines) > 5
    assert heard(sitting, "open")[-1].startswith("The packs are open")
    assert problems(path) == []
    assert open_game(CARDS, path).record.now == sitting.kept.record.now


def test_a_whole_battle_with_packs_on_the_table(path: Path) -> None:
    """The person turns the cards of both."""
    sitting = played(path, 7, is_sealed=False)
    assert sitting.kept.record.now.outcome is not None
    assert problems(path) == []
