"""Board, set-up and diagrams: CF-BOARD, CF-SETUP and CF-DIAG."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce.confusion
from common import ROOT
from confusion_plays import attempt, play
from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.diagrams import DiagramSet, load_diagrams, standard_diagrams
from deduce.confusion.engine.directions import DIRECTIONS, OFFSETS, direction, opposite
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import start_position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError, DataError, IllegalActionError, RulesError
from deduce.confusion.kind import read_record

STANDARD = (
    resources.files("deduce.confusion").joinpath("engine/data/diagrams.toml").read_text(encoding="utf-8")
)
LAYOUT = {
    "N": (3, 1),
    "O": (4, 1),
    "P": (5, 1),
    "S": (7, 1),
    "T": (8, 1),
    "V": (9, 1),
    "A": (3, 2),
    "C": (4, 2),
    "E": (5, 2),
    "H": (7, 2),
    "K": (8, 2),
    "L": (9, 2),
}


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "diagrams.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_sources_beside_these_tests_are_tested() -> None:
    """Another checkout that is installed must not be tested by mistake; an installed wheel may."""
    found = Path(str(deduce.confusion.__file__)).resolve()
    assert found.is_relative_to(ROOT) or "site-packages" in found.parts


@pytest.mark.parametrize(
    ("ruleset", "sides"), [("classic", ("Yellow", "White")), ("espionage", ("White", "Red"))]
)
def test_cf_board_1_eleven_by_eleven(ruleset: str, sides: tuple[str, str]) -> None:
    """Columns and rows run from 1 to 11, and the first side sits at row 1."""
    rules = Rules.of(ruleset)
    on_board = {
        (column, row) for column in range(-1, 14) for row in range(-1, 14) if rules.is_on_board((column, row))
    }
    assert on_board == {(column, row) for column in range(1, 12) for row in range(1, 12)}
    assert rules.sides == sides
    assert [rules.side(name) for name in sides] == [0, 1]
    assert [rules.side(name) for name in rules.french] == [0, 1]
    with pytest.raises(RulesError, match="no side 'Green'"):
        rules.side("Green")
    game = Game(rules)
    rows = [{game.position.square(side, letter) for letter in LAYOUT} for side in (0, 1)]
    assert max(square[1] for square in rows[0] if square) == 2
    assert min(square[1] for square in rows[1] if square) == 10


def test_cf_board_1_the_edges_stop_a_move() -> None:
    """Column 1 is on Yellow's left and on White's right."""
    game = Game(Rules.of("classic"))
    assert game.can(attempt(game, "A-W2"))
    with pytest.raises(IllegalActionError, match="A-W3: it leads off the board"):
        game.push(attempt(game, "A-W3"))
    play(game, ". L-E2")
    assert game.position.square(1, "L") == (1, 10)


@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
def test_cf_board_2_z_starts_in_the_middle(ruleset: str) -> None:
    """Z stands on (6,6), and nobody controls it."""
    position = Game(Rules.of(ruleset)).position
    assert position.neutral == 5 * 11 + 5
    assert position.holder is None


@given(seed=st.integers(0, 2**32), ruleset=st.sampled_from(["classic", "espionage"]))
def test_cf_setup_1_a_deal_is_a_bijection(seed: int, ruleset: str) -> None:
    """Every letter gets a diagram of its own."""
    rules = Rules.of(ruleset)
    deal = random_deal(rules, random.Random(seed))
    assert "".join(sorted(deal)) == rules.letters
    assert sorted(deal.values()) == list(range(1, len(rules.letters) + 1))
    Game(rules, (deal, deal))


def test_cf_setup_1_every_diagram_reaches_every_letter() -> None:
    """Deals are random."""
    rules, draw = Rules.of("classic"), random.Random(4)
    seen = {pair for _ in range(300) for pair in random_deal(rules, draw).items()}
    assert len(seen) == 144


def test_cf_setup_1_a_wrong_deal_is_refused() -> None:
    """A letter that is missing, a diagram that does not exist or is dealt twice: all are said."""
    rules = Rules.of("classic")
    deal = dict(zip(rules.letters, rules.diagrams, strict=True))
    with pytest.raises(RulesError, match="deal of Yellow: it must give each of the letters ACEHKLNOPSTV"):
        Game(rules, ({"A": 1}, None))
    with pytest.raises(RulesError, match="deal of White: A has the diagram 13, which does not exist"):
        Game(rules, (None, {**deal, "A": 13}))
    with pytest.raises(RulesError, match="deal of White: A and C both have the diagram 1"):
        Game(rules, (None, {**deal, "C": 1}))


@pytest.mark.parametrize("ruleset", ["classic", "espionage"])
def test_cf_setup_2_layout(ruleset: str) -> None:
    """The start squares, and the other side's by a half turn."""
    position = Game(Rules.of(ruleset)).position
    for letter, (column, row) in LAYOUT.items():
        assert position.square(0, letter) == (column, row)
        assert position.square(1, letter) == (12 - column, 12 - row)


def test_cf_setup_3_x_stands_in_the_centre() -> None:
    """X stands on (6,1) in espionage, or where an option puts it."""
    position = Game(Rules.of("espionage")).position
    assert (position.square(0, "X"), position.square(1, "X")) == ((6, 1), (6, 11))
    position = Game(Rules.of("espionage", agent_square=(6, 2))).position
    assert (position.square(0, "X"), position.square(1, "X")) == ((6, 2), (6, 10))
    assert "X" not in Rules.of("classic").letters


def test_cf_setup_4_who_starts_is_free() -> None:
    """Either side may start."""
    for first in (0, 1):
        game = Game(Rules.of("classic"), first=first)
        assert (game.position.turn, game.first) == (first, first)
        assert play(game, "A-N1").events[0].side == first
        assert game.position.turn == 1 - first


def test_cf_diag_1_the_table_is_data_and_can_be_replaced(tmp_path: Path) -> None:
    """A set of one's own decides what a piece may do."""
    own = load_diagrams(written(tmp_path, STANDARD.replace('["N", "S", "E", "W"]', '["N", "E", "W"]')))
    rules = [Rules.of("classic"), Rules.of("classic", diagrams=own)]
    assert [diagram.evidence for diagram in own.values()] == [
        diagram.evidence for diagram in standard_diagrams().values()
    ]
    assert all(diagram.evidence for diagram in own.values())
    deal = dict(zip("ACEHKLNOPSTV", (4, *range(1, 4), *range(5, 13)), strict=True))
    allowed = []
    for each in rules:
        game = play(Game(each, (deal, None)), "A-N2 .")
        allowed.append(game.push(attempt(game, "A-S1")).answer.allowed)
    assert allowed == [True, False]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("number = 2\n", "number = 1\n", "two diagrams have the number 1"),
        ("number = 2\n", "number = 0\n", "number is 0; it must be a whole number from 1 to 99"),
        ("number = 2\n", "number = true\n", "number is True; it must be a whole number"),
        ("reach = 4\n", "reach = 11\n", "diagram 1: reach is 11; it must be a whole number from 1 to 10"),
        ("reach = 4\n", "reach = 0\n", "reach is 0"),
        ("reach = 4\n", "", "reach is missing"),
        ("reach = 4\n", "range = 4\n", "unknown key 'range'"),
        ('directions = ["N"]', "directions = []", "at least one of N, NE"),
        ('directions = ["N"]', 'directions = "N"', "directions must be a list"),
        ('directions = ["N"]', 'directions = ["up"]', "there is no direction 'up'"),
        ("promotable = true", "promotable = 1", "promotable is 1; it must be true or false"),
        (
            "double_agent = true",
            "double_agent = true\npromotable = true",
            r"cannot be promotable \(CF-DA-5\)",
        ),
        ("number = 2\n", "number = 2\ndouble_agent = true\n", "two double agents"),
        ("[promoted]", "[crowned]", r"has no \[promoted\] diagram"),
        ("[promoted]", "[promoted]\nnumber = 3", "promoted: has no number of its own"),
        ("diagrams/1", "diagrams/9", "format is 'deduce.confusion.diagrams/9'"),
        ("[[diagram]]", "[[diagramm]]", r"no \[\[diagram\]\] blocks"),
        ("[[diagram]]", "[[diagram", "is not valid TOML"),
        ("number = 2\n", f"number = 0x{'f' * 5000}\n", "number: such int is further from 0"),
        ("number = 2\n", "number = 2.0\n", "number is 2.0; it must be a whole number from 1 to 99"),
        ("number = 2\n", 'number = "2"\n', "number is '2'; it must be a number without quotation marks"),
        ("number = 2\n", "number = 1979-05-27\n", "is a date or a time"),
        ("reach = 4\n", "reach = inf\n", "reach: inf is no number"),
        ('directions = ["N"]', "directions = [[1]]", r"there is no direction \[1\]"),
        ('name = "Rocket"', "name = 5", "diagram 1: name is 5; it must be a line of text"),
        ('name = "Rocket"', f'name = "{"R" * 100_000}"', "name is 'RRR.*at most 60 characters"),
        ('name = "Rocket"', 'name = "R\\u001b[2J"', r"name is 'R\\x1b"),
        ("[[diagram]]", f"[{'a.' * 1_000}a]", "more than 8 parts"),
    ],
)
def test_cf_diag_1_a_wrong_set_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """The file and the place are named, with what is wrong."""
    assert old in STANDARD
    path = written(tmp_path, STANDARD.replace(old, new))
    with pytest.raises(DataError, match=rf"^{re.escape(str(path))}(?:, line \d+)?: .*{problem}"):
        load_diagrams(path)


def test_cf_diag_1_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and one that is no text are refused in one sentence."""
    with pytest.raises(DataError, match="cannot be read: No such file"):
        load_diagrams(tmp_path / "none.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfusionError, match="line 1: is not text in UTF-8"):
        load_diagrams(path)


def test_cf_diag_2_stated_facts() -> None:
    """What the rulebook states about the diagrams holds for the table."""
    table = standard_diagrams()

    def having(*names: str) -> set[int]:
        return {
            number for number in table if number != 13 and set(names) & set(table[number].direction_names)
        }

    assert list(table) == list(range(1, 14))
    assert having("N") == set(range(1, 8))
    assert having("E", "W") == set(range(4, 10))
    assert set(range(1, 13)) - having("S", "SE", "SW") == {1, 5, 9, 12}
    assert {number for number in table if table[number].promotable} == {1, 5, 9, 12}
    assert [table[number].reach for number in range(1, 13)] == [4, 3, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3]
    for diagram in (*table.values(), table.promoted):
        assert {-way % 8 for way in diagram.directions} == diagram.directions
    assert (table.promoted.reach, len(table.promoted.directions)) == (2, 8)
    assert table.promoted.number == 0


@pytest.mark.parametrize(
    ("number", "betza"),
    [(1, "fR4"), (4, "R2"), (6, "K"), (7, "WfF"), (9, "sR2fB2"), (10, "B2"), (12, "fB3"), (13, "?")],
)
def test_betza_notation(number: int, betza: str) -> None:
    """Diagrams are shown in the notation of fairy chess."""
    assert standard_diagrams()[number].betza == betza
    assert standard_diagrams().promoted.betza == "Q2"


def test_pictures() -> None:
    """Diagrams are shown as text and as a picture that is valid whatever a diagram is called."""
    table = standard_diagrams()
    assert table[13].picture() == ("\\|/", "-?-", "/|\\")
    assert [str(table[number]) for number in (1, 13)] == ["Rocket", "Double agent"]
    for diagram in table.values():
        drawn = ET.fromstring(diagram._repr_svg_())  # noqa: S314 - drawn here, not received
        lines = [node for node in drawn.iter() if node.tag.endswith("line")]
        assert len(lines) == len(diagram.directions)


def test_a_picture_of_an_odd_name(tmp_path: Path) -> None:
    """A name is text in the picture, never markup."""
    table = load_diagrams(written(tmp_path, STANDARD.replace('"Rocket"', '"<b>&"')))
    assert "<title>1 &lt;b&gt;&amp;</title>" in table[1].svg()


def test_directions() -> None:
    """Directions run clockwise, and the other side calls each by its opposite's square."""
    for number, name in enumerate(DIRECTIONS):
        assert direction(name) == number
        assert tuple(-part for part in OFFSETS[number]) == OFFSETS[opposite(number)]
    with pytest.raises(ValueError, match="no direction 'UP'"):
        direction("UP")


def test_rules_that_do_not_go_together() -> None:
    """Each refusal says in a sentence what does not fit."""
    table = standard_diagrams()
    twelve = table.without_double_agent()
    thirteen = DiagramSet("own", (*twelve.diagrams, table.promoted), table.promoted)
    cases = [
        (lambda: Rules.of("clasic"), "no ruleset 'clasic'"),
        (
            lambda: Rules.of("espionage", variants=[6]),
            "espionage has no variant 6; it has 1 .no double agent., 2",
        ),
        (lambda: Rules.of("classic", variants=[1]), "classic has no variant 1; .* belong to espionage"),
        (lambda: Rules.of("classic", variants=[3]), "classic has no variant 3; .* belong to espionage"),
        (lambda: Rules.of("classic", variants=[2]), "classic has no variant 2; .* belong to espionage"),
        (lambda: Rules.of("classic", tokens=True), "action tokens belong to espionage"),
        (lambda: Rules.of("classic", half_move_limit=0), "a limit of 0 turns leaves no game"),
        (lambda: Rules.of("espionage", diagrams=twelve), "need a double agent"),
        (lambda: Rules.of("classic", diagrams=thirteen), "12 pieces a side need as many diagrams"),
        (lambda: Rules.of("classic", agent_square=(6, 1)), "no double agent in these rules"),
        (lambda: Rules.of("espionage", agent_square=(5, 1)), "two pieces would start on one square"),
        (lambda: Rules.of("espionage", agent_square=(6, 6)), "not on its own half"),
        (lambda: Rules.of("espionage", agent_square=(12, 1)), "off the board"),
        (lambda: Rules.of("espionage", variants=[2], off_columns=[3]), "off the board"),
        (lambda: Rules.of("espionage", variants=[2], off_columns=[12]), "column 12 cannot be taken off"),
    ]
    for make, problem in cases:
        with pytest.raises(RulesError, match=problem):
            make()


def test_positions_compare_by_what_is_seen() -> None:
    """The same moves lead to equal positions, other rules or moves to different ones."""
    rules = Rules.of("classic")
    one, two = (play(Game(rules), "A-N1 .") for _ in range(2))
    assert one.position == two.position
    assert hash(one.position) == hash(two.position)
    assert one.position != start_position(rules)
    assert one.position != play(Game(Rules.of("classic", half_move_limit=9)), "A-N1 .").position
    assert one.position != "a position"
    assert str(attempt(one, "A-NE2")) == "A-NE2"
    assert {one.attempts()[0].kind} == {Manner.MOVE}


SMALL_RULES = """
format = "deduce.confusion.rules/1"
name = "small"
sides = [{ name = "Green", french = "Vert" }, { name = "Blue", french = "Bleu" }]
columns = 5
rows = 7
neutral = [3, 4]
late_contact = true
[layout]
A = [2, 1]
B = [4, 1]
"""
SMALL_DIAGRAMS = """
format = "deduce.confusion.diagrams/1"
name = "two"
[[diagram]]
number = 1
reach = 2
directions = ["N"]
[[diagram]]
number = 2
reach = 1
directions = ["N", "E", "W"]
[promoted]
reach = 1
directions = ["N", "S"]
"""


def test_rules_of_ones_own(tmp_path: Path) -> None:
    """Sides, board size, letters and number of pieces follow from the data (CF-DIAG-1)."""
    (tmp_path / "small.toml").write_text(SMALL_RULES, encoding="utf-8")
    (tmp_path / "two.toml").write_text(SMALL_DIAGRAMS, encoding="utf-8")
    rules = Rules.of(str(tmp_path / "small.toml"), diagrams=load_diagrams(tmp_path / "two.toml"))
    game = Game(rules, ({"A": 1, "B": 2}, {"A": 2, "B": 1}))
    assert (rules.sides, rules.letters, rules.columns, rules.rows) == (("Green", "Blue"), "AB", 5, 7)
    assert game.position.square(1, "A") == (4, 7)
    assert game.push(Attempt("A", 0, 2)).answer.allowed
    assert not game.push(Attempt("A", 0, 2)).answer.allowed
    text = "Ruleset = small.toml\nDiagrams = two.toml\nGreen = A1 B2\n\nGreen\tBlue\n1. A-N2\t(A-S2)\n"
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    record = read_record(tmp_path / "game.txt")
    assert record.misfits == ()
    assert record.now.position == game.position


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('rules/1"', 'rules/2"', "format is 'deduce.confusion.rules/2'"),
        ("columns = 5", "columns = 2", "columns is 2"),
        ("columns = 5", "colums = 5", "unknown key 'colums'; did you mean 'columns'"),
        ("neutral = [3, 4]", "neutral = 3", "neutral is 3"),
        ("neutral = [3, 4]", "neutral = [9, 4]", "Z would start on .9, 4., which is off the board"),
        ("B = [4, 1]", "B = [4, 9]", "not on its own half"),
        ("B = [4, 1]", "Z = [4, 1]", "'Z' is no letter from A to Y"),
        ("late_contact = true", "late_contact = 1", "must be true or false"),
        ('name = "Blue"', 'name = "Green"', "sides must be two tables with different names"),
        ("[layout]", '[[variant]]\nname = "x"\n[layout]', "variant 1: number is missing"),
        ("[layout]", "[[variant]]\nnumber = 1\ncolour = 1\n[layout]", "unknown key 'colour'"),
        ("[layout]", "[[variant]]\nnumber = 1\noff_columns = 1\n[layout]", "makes no sense"),
        ("[layout]", "[layout", "is not valid TOML"),
        ("columns = 5", f"columns = {10**18}", "columns is 1000000000000000000; it must be a whole"),
        ("columns = 5", "columns = 1e400", "columns: inf is no number"),
        ("neutral = [3, 4]", "neutral = [3.0, 4]", r"neutral is \[3.0, 4\]; it must be a column and a row"),
        ("neutral = [3, 4]", f"neutral = [3, {10**18}]", "which is off the board"),
        ("late_contact = true", 'late_contact = true\nagent_letter = ["A"]', "agent_letter is"),
        ('name = "Blue"', "name = 5", "name is 5; it must be a line of text"),
        ("[layout]", "[[variant]]\nnumber = -1\n[layout]", "number is -1; it must be a whole number from 0"),
    ],
)
def test_wrong_rules_of_ones_own(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """One sentence says what is wrong."""
    (tmp_path / "two.toml").write_text(SMALL_DIAGRAMS, encoding="utf-8")
    path = tmp_path / "small.toml"
    path.write_text(SMALL_RULES.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesError, match=problem):
        Rules.of(str(path), diagrams=load_diagrams(tmp_path / "two.toml"))
    with pytest.raises(RulesError, match="cannot be read"):
        Rules.of(str(tmp_path / "missing.toml"))
