"""Headers of a battle: what they say, and every way to get them wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.body import TRAITS, facts_text
from deduce.napoleonic.clock.state import Play
from deduce.napoleonic.record.armies import army_text, read_army
from deduce.napoleonic.record.beginning import check_resumed, interview
from deduce.ruling.features import Fact
from deduce.tabletop.errors import LineError, RecordError, SessionError
from deduce.tabletop.kind import Prompt
from napoleonic.battles import ARMIES, begun, record_of
from napoleonic.common import BOOK

LAW = BOOK.law


def refused(headers: str, folder: Path | None = None) -> str:
    with pytest.raises(RecordError) as caught:
        begun(headers, folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


# --- What they say ---------------------------------------------------------------------------------


def test_without_any_header() -> None:
    found = begun("")
    battle = found.state
    assert (battle.book, battle.sides, battle.me, battle.language) == (BOOK, ("French", "English"), 0, "en")
    assert (battle.clock.play, battle.bodies, found.misfits) == (Play.HALVES, {}, ())


@pytest.mark.parametrize("army", ["5 inf line regular column 18", "5 inf ligne régulier colonne 18"])
def test_infantry_of_the_line_in_column_in_both_languages(army: str) -> None:
    [body] = begun(f"French = {army}").state.bodies.values()
    assert body.facts == {
        "arm": "inf", "kind": "line", "status": "regular", "formation": "column", "figures": 18,
    }  # fmt: skip


def test_a_unit_may_be_called_in_capitals() -> None:
    assert [*begun("French = GG inf; HH").state.bodies] == ["GG", "HH"]


def test_every_header() -> None:
    found = begun(
        "Game = napoleonic\nRules = printed\nHouse = dec-6=two\nSides = Nord, Sud\nMe = sud\n"
        "Language = français\nPlay = quarts\n"
        "Sud = FR formed; 3 cav light column 12; 5 inf line column 18 front 3\n"
        "nord = e2 line inf 18 EN line regular; K inf square ground wood hedge\nPlayers = Ann\n"
    )
    battle = found.state
    assert battle.book.house == ("DEC-6=two", "forced.rest=2")
    assert (battle.sides, battle.me, found.me) == (("Nord", "Sud"), 1, 1)
    assert (battle.language, battle.clock.play) == ("fr", Play.QUARTERS)
    assert {name: body.side for name, body in battle.bodies.items()} == {"e2": 0, "K": 0, "3": 1, "5": 1}
    assert battle.bodies["5"].facts == {
        "nation": "FR", "state": "formed", "arm": "inf", "kind": "line", "formation": "column", "figures": 18,
        "front": 3,
    }  # fmt: skip
    assert battle.bodies["e2"].facts["formation"] == battle.bodies["e2"].facts["kind"] == "line"
    assert battle.bodies["K"].facts["ground"] == {"wood", "hedge"}
    assert "status" not in battle.bodies["K"].facts
    assert found.others == {"Players": "Ann"}
    assert battle.mine == {"3", "5"}


def test_an_umpire_keeps_a_record_of_both() -> None:
    battle = begun(f"Me = Umpire\n{ARMIES}").state
    assert (battle.me, battle.mine) == (None, {*battle.bodies})


def test_rules_of_ones_own(tmp_path: Path) -> None:
    text = 'format = "deduce.ruling/1"\nname = "mine"\nextends = "printed"\n[numbers]\n"half.quarters" = 4\n'
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    found = begun("Rules = mine.toml", tmp_path)
    assert found.state.book.number("half.quarters") == 4
    assert found.read_from == {"Rules", "House"}


# --- What is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ("Game = cards", "line 1: Game = 'cards': this is no record of the Napoleonic chapters; write "),
        ("Sides = A, B", "line 1: Sides = 'A' cannot be the name of a side"),
        ("Sides = French", "name the two sides, such as French, English"),
        ("Sides = Me, You", "'Me' cannot be the name of a side"),
        ("Me = Spain", "line 1: Me = 'Spain': known are: French, English, Umpire"),
        ("Language = de", "line 1: Language = 'de' is no language here; write en or fr"),
        ("Play = eighths", "is no way to play; known are: quarters, halves, periods (never finer than"),
        ("Ruls = printed", "there is no header 'Ruls'; did you mean 'Rules'?"),
        ("Spanish = 3 cav; 4 inf", "there is no side 'Spanish'; there are French and English"),
        ("Me = French\nme = English", "line 2: me stands there twice; take one out"),
        ("Rules = my", "there are no rules 'my'"),
        ("Rules = my.toml", "line 1: Rules = 'my.toml': my.toml: cannot be read"),
        ("House = DEC-6=three", "line 1: House = 'DEC-6=three': DEC-6 has no choice 'three'"),
        ("House = period.quarters=0", "period.quarters is 0; it must be a whole number of at least 1"),
        ("House = half.quarters=1/2", "half.quarters is 0.5; it must be a whole number of at least 1"),
        (
            "French = AT formed; 3 inf",
            "'AT formed': 'AT' is no nation that the rules know; known are: FR, EN, RU",
        ),
        (
            "French = 3 inf square column",
            "line 1: French = ...: '3 inf square column': a unit stands in one formation: square or column",
        ),
        ("French = 3 cavv", "line 1: French = ...: '3 cavv': 'cavv' means nothing here; did you mean"),
        ("French = 3 elite flank", "'flank' can be several things; write bearing flank or attacked"),
        ("French = 3 inf cav", "arm is said twice, infantry and cavalry; say it once"),
        ("French = 3 front", "'front' can be several things; write bearing front or attacked from front"),
        ("French = 3 state sleepy", "state is never 'sleepy'; known are: formed"),
        ("French = 3 12.5", "figures is 12.5; it must be a whole number"),
        ("French = 3 cav; 3 inf", "two units are called 3; give each a name of its own"),
        ("French = hedgehog-1 cav", "'hedgehog-1' can be no name of a unit"),
        ("French = q cav", "'q' can be no name of a unit, since it means something in a line"),
        ("French = about cav", "'about' can be no name of a unit, since it means something in a line"),
        ("French = k cav\nEnglish = K inf", "line 2: English = ...: K is a unit of French already"),
        ("French = " + "; ".join(f"u{number} inf" for number in range(100)), "there are more than 99 units"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(headers: str, message: str) -> None:
    said = refused(headers)
    assert message in said
    assert said.startswith("battle.txt, line ")


def test_a_broken_file_of_rules_is_named_with_its_line(tmp_path: Path) -> None:
    text = 'format = "deduce.ruling/1"\nname = "mine"\nextends = "printed"\n[numbers]\n"half.quartes" = 4\n'
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    message = refused("Me = French\nRules = mine.toml", tmp_path)
    assert message.startswith("battle.txt, line 2: Rules = 'mine.toml': ")
    assert "mine.toml, line 5" in message
    assert "half.quarte" in message


# --- Units in words --------------------------------------------------------------------------------


def units() -> st.SearchStrategy[dict[str, Fact]]:
    """Some of what can be known of a unit."""
    several = st.frozensets(st.sampled_from(LAW.features["ground"].words), min_size=1, max_size=3)
    each: dict[str, st.SearchStrategy[Any]] = {
        name: st.sampled_from(LAW.features[name].words) for name in TRAITS
    }
    each |= {"figures": st.integers(0, 999), "front": st.integers(0, 99), "ground": several}
    each |= {"engaged": st.booleans()}
    return st.fixed_dictionaries({}, optional=each)


@given(units(), st.randoms(use_true_random=False))
def test_a_unit_is_read_as_it_is_written(facts: dict[str, Fact], random: Any) -> None:
    """The words of what is not named can stand in any order."""
    assert facts_in(LAW, facts_text(LAW, facts).split()) == facts
    named = {name: fact for name, fact in facts.items() if name not in TRAITS}
    loose = [str(fact) for name, fact in facts.items() if name in TRAITS]
    random.shuffle(loose)
    # A word that could be both is the formation, unless that is said.
    assume("formation" in facts or facts.get("kind") != "line")
    assert facts_in(LAW, [*facts_text(LAW, named).split(), *loose]) == facts


@given(st.lists(units(), max_size=5))
def test_an_army_is_read_as_it_is_written(army: list[dict[str, Fact]]) -> None:
    text = "; ".join(f"u{number} {facts_text(LAW, facts)}".strip() for number, facts in enumerate(army))
    bodies = read_army(text, 1, LAW)
    assert army_text(bodies, LAW) == text
    assert [body.facts for body in bodies] == army


# --- How a battle begins ---------------------------------------------------------------------------


def talk(wanted: dict[str, Any], *answers: str) -> tuple[str, list[Prompt]]:
    """Answer the questions one after the other, and return the record with what was asked."""
    questions, prompts = interview(wanted), []
    waiting = iter(answers)
    try:
        prompt = next(questions)
        while True:
            prompts.append(prompt)
            prompt = questions.send(next(waiting))
    except StopIteration as stop:
        assert next(waiting, None) is None
        return str(stop.value), prompts


def test_the_usual_beginning() -> None:
    text, prompts = talk({}, "", "", "FR formed; 3 cav light column 12", "e2 inf 18")
    lines = [line for line in text.splitlines() if not line.startswith("Date = ")]
    assert lines == [
        "Game = napoleonic",
        "Sides = French, English",
        "Me = French",
        "French = 3 FR cav light column formed 12",
        "English = e2 inf 18",
        "",
    ]
    assert [prompt.question.split(",")[0] for prompt in prompts] == [
        "Rules: printed", "Whose record is it", "French's units", "English's units",
    ]  # fmt: skip


def test_answers_that_make_no_sense_are_asked_for_again() -> None:
    _, prompts = talk({"rules": "printed"}, "Spain", "Eng", "3 cavv", "3 cav", "3 inf", "e2 inf")
    assert [prompt.complaint for prompt in prompts] == [
        "",
        "'Spain': known are: French, English, Umpire",
        "",
        "'3 cavv': 'cavv' means nothing here; did you mean 'cav'?",
        "",
        "3 is a unit of French already; give every unit a name of its own",
    ]


def test_what_was_asked_for_is_not_asked_again() -> None:
    wanted = {"rules": "printed", "house": "DEC-6=two", "sides": "Nord,Sud", "umpire": True, "play": "q"}
    with pytest.raises(LineError, match="--play 'q' is no way to play"):
        talk(wanted)
    text, _ = talk({**wanted, "play": "quarters", "language": "fr"}, "3 inf", "")
    battle = begun(text).state
    assert (battle.book.choice("DEC-6"), battle.sides, battle.me) == ("two", ("Nord", "Sud"), None)
    assert (battle.clock.play, battle.language, [*battle.bodies]) == (Play.QUARTERS, "fr", ["3"])


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        ({}, ""),
        ({"rules": "printed", "sides": "french,english", "me": "French"}, ""),
        ({"play": "halves", "language": "en"}, ""),
        ({"house": "DEC-6=two"}, "--house"),
        ({"sides": "A1,B1"}, "?"),
        ({"sides": "Nord,Sud", "me": "English"}, "--sides, --me"),
        ({"umpire": True, "play": "quarters", "language": "fr"}, "--umpire, --play, --language"),
        ({"rules": "other.toml"}, "--rules"),
    ],
)  # fmt: skip
def test_a_battle_that_goes_on_is_the_one_that_was_asked_for(wanted: dict[str, Any], options: str) -> None:
    record = record_of()
    if not options:
        check_resumed(record, wanted)
        return
    with pytest.raises((SessionError, LineError)) as caught:
        check_resumed(record, wanted)
    if options != "?":
        assert str(caught.value) == (
            f"battle.txt is another battle already; leave {options} out to go on with it"
        )
