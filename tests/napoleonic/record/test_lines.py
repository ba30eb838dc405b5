"""Lines of the clock: what each does, what it says, what is asked, and every way to get one wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import DeduceError
from deduce.napoleonic.clock.state import At, Clock, Event, Play, Task, free_from
from deduce.napoleonic.clock.tasks import Standing, surprised
from deduce.napoleonic.kind import NAPOLEONIC
from deduce.napoleonic.lines.all import forms, words
from deduce.napoleonic.lines.typed import read, typed_words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Request
from deduce.tabletop.saved import open_game
from napoleonic.battles import ARMIES, battle_of, misfits_of, shown, table_of, told
from napoleonic.battles import record_of as recorded
from napoleonic.common import BOOK


def entry(line: str, *before: str, answers: tuple[str, ...] = (), headers: str = ARMIES) -> Entry:
    """Read a line that is complete."""
    found = read(battle_of(*before, headers=headers), line, answers)
    assert isinstance(found, Entry), found
    return found


def request(line: str, *before: str, answers: tuple[str, ...] = ()) -> Request:
    """Read a line that lacks something."""
    found = read(battle_of(*before), line, answers)
    assert isinstance(found, Request), found
    return found


def refused(line: str, *before: str, headers: str = ARMIES) -> str:
    with pytest.raises(LineError) as caught:
        read(battle_of(*before, headers=headers), line, ())
    return str(caught.value)


def doing(name: str, *entries: str) -> list[tuple[str, int | None]]:
    """What a unit has under way, and from when on it is free of it."""
    return [(task.kind, task.end) for task in battle_of(*entries).clock.of(name)]


# --- Time -------------------------------------------------------------------------------------------


def test_nap_turn_3_quarters_halves_and_whole_periods() -> None:
    """A quarter and a half are ok, a whole period too, with a warning; an eighth is refused."""
    assert [battle_of(step).clock.now for step in ("q", "h", "p")] == [1, 2, 4]
    assert battle_of("q", "h").clock.now == 2
    assert entry("h").said[0] == "P1 H2 Q3."
    assert entry("h").said[1:] == (
        "forgotten: 3 5 6 7; moved only if the opponent agrees, else they wait (NAP-SIM-2)",
    )
    assert entry("p").said[-1].startswith("Careful: a whole period at once: fire is hard to reckon")
    assert entry("p").said[-1].endswith("(NAP-TURN-3)")
    assert entry("play periods").said == entry("p").said[-1:]
    assert entry("play quarters").said == ()
    assert "never finer than quarters, NAP-TURN-3" in refused("play eighths")
    assert battle_of("play quarters").clock.play is Play.QUARTERS


def test_nap_sim_2_who_was_forgotten_is_told_and_can_be_listed() -> None:
    assert shown(recorded())["not_moved"] == ["3", "5", "6", "7"]
    after = recorded("3 moved", "5 about")
    assert shown(after)["not_moved"] == ["6", "7"]
    assert entry("h", "3 moved", "5 about").said[-1].startswith("forgotten: 6 7; moved only if")
    assert shown(recorded("all moved"))["not_moved"] == []
    assert shown(recorded("all moved", "q"))["not_moved"] == []
    assert shown(recorded("all moved", "h"))["not_moved"] == ["3", "5", "6", "7"]
    assert shown(recorded("play quarters", "all moved", "q"))["not_moved"] == ["3", "5", "6", "7"]


def test_an_umpire_is_told_of_both_sides() -> None:
    headers = f"Me = Umpire\n{ARMIES}"
    assert shown(recorded(headers=headers))["not_moved"] == ["3", "5", "6", "7", "e2", "k"]


# --- Reaction ---------------------------------------------------------------------------------------


def test_nap_react_2_an_event_at_the_start_of_its_quarter_or_in_its_course() -> None:
    """DEC-40: appears at the start of Q2 -> act from Q3; in the course of Q2 -> from Q4."""
    standing = Standing(Clock(1), battle_of().bodies)
    for at, free in ((At.START, 2), (At.COURSE, 3)):
        clock = surprised(BOOK, standing, "3", Event(1, at)).clock
        assert free_from("3", clock) == free
    assert doing("3", "q", "3 react") == [("reaction", 2)]
    assert doing("3", "q", "3 surprised start") == [("reaction", 2)]
    assert doing("3", "q", "3 surprised course") == [("reaction", 3)]
    house = f"House = DEC-40=next\n{ARMIES}"
    assert [task.end for task in battle_of("3 react", headers=house).clock.of("3")] == [2]


def test_nap_react_3_it_carries_on_and_begins_nothing() -> None:
    message = refused("5 about", "5 react")
    assert "5 is in its reaction quarter" in message
    assert "NAP-REACT-2" in message
    assert doing("5", "5 about", "5 react") == [("about", 1), ("reaction", 1)]
    assert entry("q", "5 about", "5 react").said[:3] == (
        "P1 H1 Q2.",
        "5: an about-face is over (NAP-FACE-1)",
        "5 may act again (NAP-REACT-1, NAP-REACT-2)",
    )


def test_nap_react_4_an_order_counts_from_the_quarter_after_the_next_printed() -> None:
    """An aide arrives in Q1: the old order in Q2, the new one from Q3."""
    lines = ("5 order hold", "5 adc harass")
    orders = [battle_of(*lines, *["q"] * count).bodies["5"].facts["order"] for count in range(3)]
    assert orders == ["hold", "hold", "harass"]
    assert entry("h", *lines).said[1] == "the order of 5 is now harass (NAP-REACT-4)"
    assert free_from("5", battle_of(*lines).clock) == 0
    assert "'haras' is no order; did you mean 'harass'?" in refused("5 adc haras")


# --- What takes time ----------------------------------------------------------------------------------


def test_times_follow_from_the_book() -> None:
    """NAP-FACE-1, NAP-FACE-2, NAP-FACE-3: nothing but what was said stands in the record."""
    assert entry("5 about").text == "5 about"
    assert doing("5", "5 about") == [("about", 1)]
    assert doing("7", "7 about") == [("about", 2)]
    assert doing("3", "3 quarter-turn") == [("quarter-turn", 2)]
    assert doing("5", "5 division-column") == [("change", 1)]
    after = battle_of("5 division-column", "q")
    assert after.bodies["5"].facts["formation"] == "division-column"


def test_a_time_that_nobody_knows_at_the_table(tmp_path: Path) -> None:
    """A question mark is the answer that the question names, though it asks for a verdict elsewhere."""
    companion = table_of(tmp_path)
    told(companion, "5 line")
    assert told(companion, "?")[0] == "1. 5 line takes ?"
    assert not companion.question
    assert any("nobody knows until when" in each for each in told(companion, "q"))


def test_a_time_that_the_book_lacks_is_asked_for() -> None:
    asked = request("5 line")
    assert asked.question == "how many quarters does changing formation of 5 take? (? if nobody knows)"
    assert entry("5 line", answers=("2",)).text == "5 line takes 2"
    assert entry("5 line takes 1/2").text == "5 line takes 1/2"
    assert doing("5", "5 line takes 1/2") == [("change", 1)]
    assert doing("5", "5 line takes 3/2") == [("change", 2)]
    assert entry("5 line", answers=("?",)).text == "5 line takes ?"
    for answer in ("two", "-1", "100", "1e9", ""):
        with pytest.raises(LineError, match="write \\? if nobody knows"):
            read(battle_of(), "5 line", (answer,))


def test_what_nobody_knows_the_end_of_is_open_until_it_is_done() -> None:
    lines = ("5 line takes ?",)
    assert doing("5", *lines, "h", "h") == [("change", None)]
    assert free_from("5", battle_of(*lines).clock) is None
    said = entry("h", *lines).said[1]
    assert said == "5: changing formation (line) nobody knows until when; 5 done ends it"
    after = battle_of(*lines, "h", "5 done")
    assert (after.bodies["5"].facts["formation"], [*after.clock.tasks]) == ("line", [])
    given_up = battle_of(*lines, "h", "5 drop")
    assert (given_up.bodies["5"].facts["formation"], [*given_up.clock.tasks]) == ("column", [])
    for verb in ("done", "drop"):
        assert refused(f"5 {verb}") == "5 has nothing under way that could be over or given up"


def test_what_decides_a_time_and_is_not_known_is_asked_for_and_kept() -> None:
    asked = request("k about")
    assert asked.question.startswith("what status has k: guard, elite")
    assert asked.choices == BOOK.law.features["status"].words
    assert entry("k about", answers=("militia",)).text == "k about militia"
    assert doing("k", "k about militia") == [("about", 2)]
    assert battle_of("k about militia").bodies["k"].facts["status"] == "militia"
    with pytest.raises(LineError, match="'good' is no answer to that; known are: guard"):
        read(battle_of(), "k about", ("good",))


def test_nap_react_2_whoever_is_surprised_twice_reacts_until_both_are_over() -> None:
    assert doing("3", "3 surprised course", "3 react") == [("reaction", 2)]
    assert doing("3", "3 react", "3 surprised course") == [("reaction", 2)]
    assert doing("3", "3 react", "3 react") == [("reaction", 1)]


def test_an_answer_answers_and_says_nothing_else() -> None:
    """A line that is about something else is no yes."""
    assert request("3 rally").choices == ("yes", "no")
    assert "faces_edge yes" in entry("3 rally", answers=("yes",)).text
    for answer in ("4 rally", "3 line", "yes 4", ""):
        with pytest.raises(LineError, match="is no answer to that"):
            read(battle_of(), "3 rally", (answer,))


def test_what_the_book_refuses_needs_a_mark() -> None:
    message = refused("7 oblique")
    assert "NAP-OBLIQ-1" in message
    assert message.endswith("; put a ! behind the line if the table decided otherwise")
    assert entry("7 oblique !").text == "7 oblique !"
    with pytest.raises(ImpossibleError):
        read(battle_of(), "7 oblique", ())
    assert {number for number, _ in misfits_of("7 oblique", "7 oblique !")} == {1}
    assert "NAP-OBLIQ-1" in misfits_of("7 oblique")[0][1]


def test_one_thing_at_a_time() -> None:
    message = refused("5 line", "5 about")
    assert message.startswith("5 is busy: an about-face until the end of P1 H1 Q1; 5 drop gives that up")
    assert doing("5", "5 about", "5 square takes 2 !") == [("change", 2)]
    assert misfits_of("5 about", "5 square takes 2")[0][0] == 2
    assert doing("5", "5 about", "q", "5 about") == [("about", 2)]


def test_several_units_at_once() -> None:
    assert entry("5 7 about").text == "5 7 about"
    after = battle_of("5 7 about")
    assert {task.body: task.end for task in after.clock.tasks} == {"5": 1, "7": 2}
    assert entry("5, 7, 5 moved").text == "5 7 moved"


def test_nap_forced_3_three_periods_in_a_row_and_no_fourth() -> None:
    lines: list[str] = []
    for count in (1, 2, 3):
        said = entry("3 forced path open", *lines).said
        assert (said[-1] == "3: forced march number 3 in a row, the last one (NAP-FORCED-3)") == (count == 3)
        lines += ["3 forced path open", "h"]
        goes_on = "3: forced march number 3 in a row, the last one (NAP-FORCED-3)"
        assert (goes_on in entry("q", *lines).said) == (count == 3)
        lines += ["h"]
    message = refused("3 forced path open", *lines)
    assert "NAP-FORCED-3" in message
    rested = [*lines, "3 re-form", "h", "h"]
    assert entry("3 forced path open", *rested).said[-1].startswith("3: a forced march, 13.5 cm a quarter,")


def test_nap_forced_4_unformed_until_it_re_forms() -> None:
    lines = ("3 forced path open", "h", "h")
    body = battle_of(*lines).bodies["3"]
    assert (body.facts["state"], body.why) == ("unformed", ("NAP-FORCED-4",))
    assert battle_of(lines[0]).bodies["3"].facts["state"] == "unformed"
    assert "NAP-STATE-4" in refused("3 about", *lines)
    assert doing("3", *lines, "3 re-form") == [("re-form", 6)]
    after = battle_of(*lines, "3 re-form", "h").bodies["3"]
    assert (after.facts["state"], after.why) == ("formed", ())


def test_nap_state_6_caught_in_movement() -> None:
    """NAP-FACE-10; skirmishers that turn their figures are not (NAP-FACE-7)."""
    after = battle_of("3 about", "q", "3 melee").bodies["3"]
    assert (after.facts["state"], after.facts["engaged"]) == ("unformed", True)
    assert after.why == ("NAP-FACE-10", "NAP-STATE-6")
    assert battle_of("3 about", "h", "3 melee").bodies["3"].facts["state"] == "formed"
    assert battle_of("7 about", "7 melee").bodies["7"].facts["state"] == "formed"
    assert entry("3 melee", "3 about").said == (
        "contacted meanwhile, 3 is caught in movement and fights unformed (NAP-FACE-10, NAP-STATE-6)",
    )
    assert battle_of("3 melee", "3 free").bodies["3"].facts["engaged"] is False
    assert "NAP-FACE-11" in refused("5 quarter-turn", "5 melee")


def test_houses_take_their_time_and_the_ground_is_forgotten() -> None:
    after = battle_of("5 house nobody", "h")
    assert after.bodies["5"].facts["ground"] == {"house"}
    left = battle_of("5 house nobody", "h", "5 leave takes 2 !", "h")
    assert "ground" not in left.bodies["5"].facts


def test_nap_art_5_a_horse_battery_after_a_forced_march_printed() -> None:
    """A quarter halted to re-form, and one to unlimber: ready after two."""
    headers = "French = FR formed ground open; 6 horse-art regular limbered\n"
    lines = ("6 forced path open takes 1", "h", "h", "6 re-form", "q", "6 unlimber", "q")
    record = recorded(*lines, headers=headers)
    assert record.misfits == ()
    assert (record.now.clock.now, record.now.bodies["6"].facts["formation"]) == (6, "battery")
    assert not [*record.now.clock.tasks]


# --- What a unit is -----------------------------------------------------------------------------------


def test_what_is_known_of_a_unit() -> None:
    assert entry("5 figures 17").text == "5 figures 17"
    assert entry("5 is elite hold").text == "5 is elite hold"
    assert entry("5 is figures 3 elite").text == "5 is elite 3"
    assert entry("5 ground wood slope").text == "5 ground slope wood"
    assert battle_of("5 figures 17").bodies["5"].facts["figures"] == 17
    assert battle_of("5 state disorder", "5 state formed").bodies["5"].facts["state"] == "formed"
    assert "did you mean 'elite'?" in refused("5 is elit")
    assert refused("5 is") == "write what 5 is, such as 5 is regular ground wood"


def test_units_come_and_go() -> None:
    assert entry("new English e4 cav").text == "new English e4 cav"
    assert entry("new eng e4").text == "new English e4"
    after = battle_of("new English e4 cav", "e4 about")
    assert (after.bodies["e4"].side, after.bodies["e4"].facts["arm"]) == (1, "cav")
    gone = battle_of("5 about", "5 gone")
    assert "5" not in gone.bodies
    assert [*gone.clock.tasks] == []
    assert refused("new English k cav") == "there is a unit k already; give every unit a name of its own"
    assert "can be no name of a unit" in refused("new English about cav")
    assert refused("new Spanish e4 cav").startswith("write whose it is, its name and what is known of it")
    assert "there is no unit '5'" in refused("5 about", "5 gone")


def test_the_end() -> None:
    for line, outcome in (
        ("over", "the battle is over"),
        ("over draw", "the battle is over: a draw"),
        ("over fren", "the battle is over: French won"),
    ):
        found = entry(line)
        assert battle_of(found.text).outcome == outcome
        assert found.said == (f"{outcome}.",)
    assert "is no way to end" in refused("over Spain")
    assert misfits_of("over", "q") == [(0, "q: the battle is over already; ignored")]


# --- Other words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("5 demi-tour", "5 about"), ("5 ligne prend 2", "5 line takes 2"), ("3 bougé", "3 moved"),
        ("3 forcée path open", "3 forced path open"), ("toutes bouge", "3 5 6 7 moved"),
        ("3 surprise cours", "3 surprised course"), ("3 est ordre tenir", "3 is hold"),
        ("jeu quarts", "play quarters"), ("3 mêlée", "3 melee"), ("3 disparue", "3 gone"),
        ("nouvelle English e4 cavalerie légère 12", "new English e4 cav light 12"),
        ("6 est infanterie de ligne en ligne", "6 is inf line line"), ("5 demi-tour garde", "5 about guard"),
    ],
)  # fmt: skip
def test_french_words_are_written_in_english(french: str, english: str) -> None:
    assert entry(french).text == english


def test_what_is_said_in_french() -> None:
    headers = f"Language = fr\n{ARMIES}"
    assert entry("5 demi-tour", headers=headers).said == (
        "5: un demi-tour jusqu'à la fin de P1 H1 Q1 (NAP-FACE-1)",
    )
    said = entry("h", "5 about", "3 react", headers=headers).said
    assert said[1:] == (
        "5 : un demi-tour, c'est fini (NAP-FACE-1)",
        "3 peut de nouveau agir (NAP-REACT-1, NAP-REACT-2)",
        "oubliées : 3 6 7 ; elles attendent, sauf accord de l'adversaire (NAP-SIM-2)",
    )
    assert "mettez un !" in refused("7 oblique", headers=headers)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("8 about", "there is no unit '8'; known are: 3, 5, 6, 7, e2, k"),
        ("5 abot", "'abot' makes no sense behind 5; did you mean 'about'?"),
        ("5", "what of 5? write such as 5 about, or 5 moved"),
        ("5 change", "write into which formation, such as 5 line"),
        ("5 about wrong", "'wrong' means nothing here"),
        ("5 moved now", "moved takes nothing behind it; 'now' makes no sense there"),
        ("5 surprised twice", "'twice': at the start of the quarter or in its course?"),
        ("done", "done stands behind a unit, such as 3 done"),
        ("e2 3 charge", "charge is written for one unit: e2 charge"),
        ("all dance", "'all dance' makes no sense"),
        ("frobnicate", "'frobnicate' makes no sense; a line begins with a unit"),
        ("play", "'' is no way to play"),
    ],
)
def test_lines_that_make_no_sense(line: str, message: str) -> None:
    assert message in refused(line)
    assert len(misfits_of(line)) == 1


def test_every_word_of_a_form_is_a_word() -> None:
    assert {"q", "h", "p", "about", "moved", "new"} <= {*words()} <= {*typed_words()}
    assert all(form.grammar and form.words for form in forms())


@given(st.lists(st.one_of(st.sampled_from([*words(), "3", "5", "k", "!", "?", "takes", "line"]), st.text())))
def test_any_line_is_read_or_refused_in_one_sentence(parts: list[str]) -> None:
    line = " ".join(" ".join(parts).split())
    try:
        found = read(battle_of(), line, ())
    except DeduceError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either it is refused, or it is right
        return
    if isinstance(found, Entry):
        again = read(battle_of(), found.text, ())
        assert isinstance(again, Entry)
        assert again.text == found.text


def test_comments_are_kept() -> None:
    assert entry("5 about   # behind the crest").text == "5 about  # behind the crest"
    assert doing("5", "5 about # so") == [("about", 1)]


# --- At the table -----------------------------------------------------------------------------------------


def test_a_question_at_the_table_is_answered_by_the_next_line(tmp_path: Path) -> None:
    companion = table_of(tmp_path, "5 moved")
    assert told(companion, "5 line")[-1].startswith("how many quarters does changing formation of 5 take?")
    assert told(companion, "h")[-1].startswith("how many quarters")
    assert told(companion, "1")[0] == "2. 5 line takes 1"
    assert told(companion, "q")[:2] == ["3. q", "P1 H1 Q2."]
    assert companion.kept.record.texts == ["5 moved", "5 line takes 1", "q"]
    assert not companion.is_over
    companion.obey("quit")
    assert companion.is_over


def test_tasks_are_named_by_what_they_are() -> None:
    task = Task("3", "about", 0, 2)
    assert (task.holds, task.then) == (True, {})


MINE = """\
format = "deduce.ruling/1"
name = "mine"
extends = "printed"

[features.nation.more]
PR = { en = "Prussian", fr = "prussien" }

[numbers]
"turn.steady" = 3

[[row]]
table = "times"
when = { nation = "PR", arm = "inf", formation = "column", to = "line" }
gives = { takes = 2 }
rule = "NAP-STATE-5"
source = "my own table"
"""
PRUSSIANS = "Rules = mine.toml\nFrench = PR inf regular formed ground open; 5 column; 6 formation line\n"


def test_a_nation_of_ones_own_changes_the_clock_without_a_question(tmp_path: Path) -> None:
    """A missing row is still asked for, and a broken file says so when the battle is opened."""
    (tmp_path / "mine.toml").write_text(MINE, "utf-8")
    companion = table_of(tmp_path, headers=PRUSSIANS)
    assert told(companion, "5 line")[:2] == [
        "1. 5 line",
        "5: changing formation (line) until the end of P1 H1 Q2 (NAP-STATE-5)",
    ]
    assert told(companion, "6 about")[1].endswith("until the end of P1 H2 Q3 (NAP-FACE-1)")
    assert told(companion, "6 drop")[0] == "3. 6 drop"
    assert told(companion, "6 column")[-1].startswith("how many quarters does changing formation of 6 take?")
    told(companion, "undo")
    told(companion, "h")
    assert companion.kept.record.now.bodies["5"].facts["formation"] == "line"
    (tmp_path / "mine.toml").write_text(MINE.replace("column", "colum"), "utf-8")
    with pytest.raises(DeduceError, match=r"mine\.toml, line 13: .*did you mean 'column'"):
        open_game(NAPOLEONIC, companion.kept.path)
