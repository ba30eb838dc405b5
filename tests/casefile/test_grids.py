"""Grids, and blocks that stand for many: the same as written out by hand, or one sentence with its place."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Belief, CaseFile, CaseFileError, parse_case
from deduce.casefile.grid import Grid
from deduce.casefile.items import Beyond, Budget, Filler, Item

SQUARE = '[grid]\nrows = 3\ncolumns = 3\nvalues = ["x", "o"]\n'
LIST = '[[unknowns]]\nnames = ["A", "B", "the C"]\nvalues = [1, 2, 3]\n'


def cells(text: str) -> list[str]:
    return text.split()


def same(short: str, long: str) -> tuple[CaseFile, CaseFile]:
    """Make sure that two files say the same; only names may differ."""
    one, other = parse_case(short), parse_case(long)
    assert one.problem.domains == other.problem.domains
    assert [rule.statement for rule in one.problem.rules] == [rule.statement for rule in other.problem.rules]
    assert [entry.statement for entry in one.log] == [entry.statement for entry in other.log]
    assert [question.answers for question in one.questions] == [
        question.answers for question in other.questions
    ]
    return one, other


def block(kind: str, data: dict[str, Any]) -> str:
    """A block of a file; JSON is nearly TOML."""
    return f"[[{kind}]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in data.items())


# --- What blocks go through ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("row", ["r1c1 r1c2 r1c3", "r2c1 r2c2 r2c3", "r3c1 r3c2 r3c3"]),
        ("column", ["r1c1 r2c1 r3c1", "r1c2 r2c2 r3c2", "r1c3 r2c3 r3c3"]),
        ("diagonal", ["r1c1 r2c2 r3c3", "r1c3 r2c2 r3c1"]),
        ("edge", ["r1c1 r1c2 r1c3", "r1c3 r2c3 r3c3", "r3c1 r3c2 r3c3", "r1c1 r2c1 r3c1"]),
        ("grid", ["r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"]),
        ("box 3x1", ["r1c1 r2c1 r3c1", "r1c2 r2c2 r3c2", "r1c3 r2c3 r3c3"]),
        ("block 2x3", ["r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"]),
        ("region", ["r1c1 r1c2 r2c1", "r1c3 r2c3 r3c3"]),
        ("ring", ["r1c1 r3c3", "r2c2"]),
    ],
)
def test_groups_of_cells(kind: str, expected: list[str]) -> None:
    """Each kind has these cells in this order."""
    text = SQUARE + 'regions = """\naab\na.b\n..b\n"""\n[grid.maps]\nring = """\nx..\n.y.\n..x"""\n'
    many = block("entry", {"each": kind, "exactly": 1, "value": "x"})
    by_hand = [
        block("entry", {"exactly": 1, "of": [f"{cell} is x" for cell in cells(group)]}) for group in expected
    ]
    same(text + many, text + "".join(by_hand))


@pytest.mark.parametrize(
    ("kind", "cell", "expected"),
    [
        ("neighbours", "r2c2", {"r1c2", "r2c3", "r3c2", "r2c1"}),
        ("neighbours", "r1c1", {"r1c2", "r2c1"}),
        ("around", "r1c1", {"r1c2", "r2c1", "r2c2"}),
        ("around", "r2c2", {"r1c1", "r1c2", "r1c3", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"}),
        ("cell", "r3c3", {"r3c3"}),
    ],
)
def test_groups_around_a_cell(kind: str, cell: str, expected: set[str]) -> None:
    """Every cell has its own, cut off at the edges."""
    items = {item.fields["cell"]: item for item in Grid(3, 3).items(kind)}
    assert len(items) == 9
    assert set(items[cell].cells or ()) == expected


def test_pairs_are_those_that_touch() -> None:
    """Each once; by their sides, or at a corner as well."""
    places = list(itertools.product(range(1, 4), range(1, 4)))
    for kind, reach in (("pair", 1), ("touching pair", 2)):
        expected = {
            frozenset((f"r{a}c{b}", f"r{c}c{d}"))
            for (a, b), (c, d) in itertools.combinations(places, 2)
            if max(abs(a - c), abs(b - d)) == 1 and abs(a - c) + abs(b - d) <= reach
        }
        found = [frozenset((item.fields["a"], item.fields["b"])) for item in Grid(3, 3).items(kind)]
        assert len(found) == len(set(found))
        assert set(found) == expected


def test_pairs_stand_in_the_order_of_reading() -> None:
    """Each cell with what is to its right and then with what is below it, the first one first."""
    found = {kind: [item.label for item in Grid(2, 2).items(kind)] for kind in ("pair", "touching pair")}
    assert found == {
        "pair": ["r1c1 and r1c2", "r1c1 and r2c1", "r1c2 and r2c2", "r2c1 and r2c2"],
        "touching pair": [
            *("r1c1 and r1c2", "r1c1 and r2c1", "r1c1 and r2c2"),
            *("r1c2 and r2c1", "r1c2 and r2c2", "r2c1 and r2c2"),
        ],
    }


def test_holes_are_no_cells() -> None:
    """They are in no group, are nobody's neighbour, and the grid shows them as nothing."""
    case = parse_case(
        '[grid]\nvalues = [1, 2]\nlegend = { "#" = [] }\ngiven = """\n.#.\n...\n"""\n'
        + block("rule", {"each": "row", "different": True, "clues": [1, "."]})
        + block("rule", {"each": "pair", "where": "{a} != {b}"})
    )
    assert list(case.problem.unknowns) == ["r1c1", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert case.grids[0].drawn_rows == [["r1c1", None, "r1c3"], ["r2c1", "r2c2", "r2c3"]]
    assert len(case.problem.rules) == 1 + 4


def test_neighbours_outside_are_left_out() -> None:
    """Of lists; and a block that speaks of nothing else is left out for that cell."""
    in_lists = block("rule", {"each": "cell", "any_of": ["{north} is x", "{cell} is o"]})
    by_hand = [
        block(
            "rule", {"any_of": [*([f"r{row - 1}c{column} is x"] if row > 1 else []), f"r{row}c{column} is o"]}
        )
        for row in (1, 2, 3)
        for column in (1, 2, 3)
    ]
    same(SQUARE + in_lists, SQUARE + "".join(by_hand))
    alone = parse_case(SQUARE + block("rule", {"each": "cell", "if": "{cell} is x", "then": "{east} is o"}))
    assert len(alone.problem.rules) == 6
    assert (
        len(parse_case(SQUARE + block("rule", {"each": "cell", "any_of": ["{west} is x"]})).problem.rules)
        == 6
    )


def test_what_is_given() -> None:
    """A value is a clue, and so is what the legend gives one value; a list is taken for granted."""
    case = parse_case(
        '[grid]\nvalues = [1, 2, 10]\nlegend = { A = 10, "xy" = [1, 2] }\ngiven = """\n1 A\nx .\n"""\n'
    )
    assert [(entry.id, str(entry.statement)) for entry in case.log] == [
        ("r1c1", "r1c1 is 1"),
        ("r1c2", "r1c2 is 10"),
    ]
    assert [rule.name for rule in case.problem.rules] == ["r2c1 is one of 1, 2"]
    explained = '[grid]\nvalues = ["x", "o"]\nlegend = { "." = ["o"] }\ngiven = """\nx.\n"""\n'
    assert Belief(parse_case(explained).log).certain == {"r1c1": "x", "r1c2": "o"}


def test_clues_beside_a_grid() -> None:
    """A list, a table by letters or names, or the characters of a picture; a point is none."""
    picture = SQUARE + '[grid.maps]\nseen = """\n2..\n...\n.a1"""\n'
    asked = {"exactly": "{clue}", "value": "x"}
    row = "r{0}c1 r{0}c2 r{0}c3"
    counts = {1: 2, 3: 0}
    by_hand = [
        block("entry", {"exactly": count, "of": [f"{cell} is x" for cell in cells(row.format(number))]})
        for number, count in counts.items()
    ]
    for clues in ([2, ".", 0], {"row 1": 2, "row 3": 0}):
        text = block("entry", {"each": "row", **asked}).rstrip()
        written = "{ 'row 1' = 2, 'row 3' = 0 }" if isinstance(clues, dict) else json.dumps(clues)
        one, _ = same(f"{SQUARE}{text}\nclues = {written}\n", SQUARE + "".join(by_hand))
        assert [entry.id for entry in one.log] == ["row 1", "row 3"]
        assert [entry.text for entry in one.log] == ["exactly 2 x", "exactly 0 x"]
    around = block("entry", {"each": "around", "clues": "seen", **asked}).replace('"{clue}"', '"{clue}"')
    with pytest.raises(CaseFileError, match="entry 1, r3c2: exactly is 'a'; it must be a whole number"):
        parse_case(picture + around)
    fine = picture.replace(".a1", "..1")
    assert [entry.id for entry in parse_case(fine + around).log] == ["r1c1", "r3c3"]
    assert parse_case(fine + around).log.entry("r1c1").text == "around r1c1: exactly 2 x"


# --- Whole puzzles, written out ------------------------------------------------------------------


def test_a_small_sudoku() -> None:
    """Rows, columns and boxes, and what is given."""
    short = (
        '[grid]\nvalues = [1, 2, 3, 4]\ngiven = """\n1...\n..3.\n...4\n.2..\n"""\n'
        '[[rule]]\neach = ["row", "column", "box 2x2"]\ndifferent = true\n'
    )
    numbers = range(1, 5)
    rows = [[f"r{row}c{column}" for column in numbers] for row in numbers]
    columns = [list(column) for column in zip(*rows, strict=True)]
    boxes = [
        [rows[top + down][left + right] for down in (0, 1) for right in (0, 1)]
        for top in (0, 2)
        for left in (0, 2)
    ]
    names = [cell for row in rows for cell in row]
    long = (
        block("unknowns", {"names": names, "values": [1, 2, 3, 4]})
        + "".join(block("rule", {"all_different": group}) for group in [*rows, *columns, *boxes])
        + "".join(
            block("entry", {"fact": f"{cell} is {value}"})
            for cell, value in {"r1c1": 1, "r2c3": 3, "r3c4": 4, "r4c2": 2}.items()
        )
    )
    one, _ = same(short, long)
    assert Belief(one.log).count == 1
    assert [rule.name for rule in one.problem.rules][::4] == ["row 1", "column 1", "box 1"]


def test_lists_and_pairs() -> None:
    """One by one, every two, each with the next; texts, tables and lists with names for their parts."""
    short = (
        block("rule", {"each_pair": ["A", "B", "the C"], "where": "{a} != {b}"})
        + block("rule", {"each_next": ["the C", "B", "A"], "where": "{a} > {b}"})
        + block("entry", {"each_of": ["A", "B"], "fact": "{it} is not 3"})
        + '[[entry]]\neach_of = [{ who = "A", what = [1, 2] }, { who = "the C", what = [3] }]\n'
        'unknown = "{who}"\namong = "{what}"\n'
        + block(
            "question",
            {"each_of": [["A", 1], ["the C", 3]], "fields": ["who", "what"], "fact": "{who} is {what}"},
        )
    )
    long = (
        block("rule", {"where": "A != B"})
        + block("rule", {"where": "A != `the C`"})
        + block("rule", {"where": "B != `the C`"})
        + block("rule", {"where": "`the C` > B"})
        + block("rule", {"where": "B > A"})
        + block("entry", {"fact": "A is not 3"})
        + block("entry", {"fact": "B is not 3"})
        + block("entry", {"unknown": "A", "among": [1, 2]})
        + block("entry", {"fact": "the C is 3"})
        + block("question", {"fact": "A is 1"})
        + block("question", {"fact": "the C is 3"})
    )
    one, _ = same(LIST + short, LIST + long)
    assert [rule.name for rule in one.problem.rules][:2] == ["A != B", "A != `the C`"]
    assert [entry.id for entry in one.log] == ["A", "B", "A, [1, 2]", "the C, [3]"]


def test_two_loops_in_one_block() -> None:
    """Every row and every pair in it, under the clue of the row; and every row and every value."""
    rows = [[f"r{row}c{column}" for column in (1, 2, 3)] for row in (1, 2, 3)]
    short = SQUARE + block(
        "entry",
        {
            "each": "row",
            "clues": ["x", ".", "o"],
            "each_pair": "{cells}",
            "any_of": ["{a} is {clue}", "{b} is {clue}"],
        },
    )
    by_hand = [
        block("entry", {"any_of": [f"{a} is {clue}", f"{b} is {clue}"]})
        for row, clue in ((rows[0], "x"), (rows[2], "o"))
        for a, b in itertools.combinations(row, 2)
    ]
    one, _ = same(short, SQUARE + "".join(by_hand))
    assert one.log[0].id == "row 1, r1c1 and r1c2"
    for way, pairs in (
        ("each_next", itertools.pairwise),
        ("each_pair", lambda row: itertools.combinations(row, 2)),
    ):
        short = SQUARE + block("rule", {"each": "row", way: "{cells}", "where": "same({a}, {b})"})
        by_hand = [
            block("rule", {"where": f"same({a}, {b})", "name": f"{a}{b}"})
            for row in rows
            for a, b in pairs(row)
        ]
        same(short, SQUARE + "".join(by_hand))
    short = SQUARE + block("rule", {"each": "row", "each_of": ["x", "o"], "at_least": 1, "value": "{it}"})
    by_hand = [
        block("rule", {"at_least": 1, "of": row, "value": value, "name": f"{row}{value}"})
        for row in rows
        for value in "xo"
    ]
    one, _ = same(short, SQUARE + "".join(by_hand))
    assert [rule.name for rule in one.problem.rules][:2] == [
        "row 1, x: at least 1 x",
        "row 1, o: at least 1 o",
    ]


def test_loops_over_lists_and_neighbours() -> None:
    """A list within a list, and what lies outside of the grid is left out of the inner one."""
    short = LIST + block(
        "rule",
        {
            "each_of": [["A", [1, 2]], ["B", [3]]],
            "fields": ["who", "no"],
            "each_next": "{no}",
            "where": "{who} != {a} and {who} != {b}",
        },
    )
    same(short, LIST + block("rule", {"where": "A != 1 and A != 2"}))
    short = SQUARE + block(
        "rule", {"each": "cell", "each_of": ["{north}", "{west}"], "where": "{cell} != {it}"}
    )
    by_hand = []
    for row, column in itertools.product((1, 2, 3), repeat=2):
        by_hand += [f"r{row}c{column} != r{row - 1}c{column}"] if row > 1 else []
        by_hand += [f"r{row}c{column} != r{row}c{column - 1}"] if column > 1 else []
    same(short, SQUARE + "".join(block("rule", {"where": each}) for each in by_hand))
    lonely = "[grid]\nrows = 1\ncolumns = 1\nvalues = [1]\n"
    short = lonely + block("rule", {"each": "neighbours", "each_of": "{cells}", "where": "{it} == 1"})
    same(short, lonely)


def test_weights_of_cells() -> None:
    """For a list of cells, or for the regions of a picture with a clue each; what nothing weighs is even."""
    text = SQUARE + '[grid.maps]\nland = """\naab\nccb\n...\n"""\n'
    text += '[[prior]]\neach = "land"\nclues = { a = 3, b = "1/2" }\nweights = { x = "{clue}" }\n'
    text += '[[prior]]\nof = ["r3c1", "r3c3"]\nweights = { x = 0 }\n[priors.r3c2]\no = 9\n'
    belief = Belief(parse_case(text).log)
    expected = {
        **dict.fromkeys(("r1c1", "r1c2"), Fraction(3, 4)),
        **dict.fromkeys(("r1c3", "r2c3"), Fraction(1, 3)),
        **dict.fromkeys(("r2c1", "r2c2"), Fraction(1, 2)),
        **dict.fromkeys(("r3c1", "r3c3"), Fraction(0)),
        "r3c2": Fraction(1, 10),
    }
    assert {cell: belief.probability(cell, "x") for cell in belief.problem.unknowns} == expected


def test_names_texts_and_ids_have_fields() -> None:
    """And where they are the same for all things, the thing is told behind them."""
    rules = block("rule", {"each": "row", "name": "a row", "exactly": 1, "value": "x"})
    named = block("rule", {"each": "column", "name": "{number} of 3", "exactly": 1, "value": ["x", "o"]})
    entries = block(
        "entry", {"each": "row", "id": "{number}", "text": "in {name}", "at_least": 1, "value": "x"}
    )
    again = block("entry", {"each": "row", "at_most": 2, "value": "x"})
    case = parse_case(SQUARE + rules + named + entries + again + again)
    assert [rule.name for rule in case.problem.rules] == [
        *("a row", "a row (row 2)", "a row (row 3)"),
        *("1 of 3", "2 of 3", "3 of 3"),
    ]
    assert [entry.id for entry in case.log] == [
        *("1", "2", "3"),
        *("row 1", "row 2", "row 3"),
        *("row 1 (2)", "row 2 (2)", "row 3 (2)"),
    ]
    assert [entry.text for entry in case.log][:4] == ["in row 1", "in row 2", "in row 3", "at most 2 x"]


def test_braces_elsewhere_are_only_braces() -> None:
    """A block that goes through nothing, and what is no field, stay as they are."""
    case = parse_case(LIST + '[[entry]]\ntext = "{A} said {it}"\nwhere = "A in {1, 2}"\n')
    assert case.log.entries[0].text == "{A} said {it}"
    many = parse_case(LIST + '[[entry]]\neach_of = ["A"]\ntext = "{ } {1}"\nwhere = "{it} in {1, 2}"\n')
    assert many.log.entries[0].text == "{ } {1}"
    assert many.log.entries[0].statement == case.log.entries[0].statement


# --- Mistakes ------------------------------------------------------------------------------------

ROWS = "[[rule]]\neach = 'row'\n"
PICTURE = '[grid]\nvalues = ["x", "o"]\ngiven = """\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[grid]\nrows = 3\ncolumns = 3", 1, "'values' is missing"),
        ("grid = 3", 1, "'grid' must be a table"),
        ('[grid]\nvalues = ["x"]\nsize = 3', 3, "the grid has the unknown key 'size'"),
        ('[grid]\nvalues = ["x", "x"]\nrows = 1\ncolumns = 1', 2, "the value 'x' stands twice"),
        ('[grid]\nvalues = ["x"]\nrows = 3', 1, "the grid has no 'columns'; say how many, or draw it"),
        ('[grid]\nvalues = ["x"]\nrows = 0\ncolumns = 3', 3, "rows is 0; it must be a whole number from 1"),
        ('[grid]\nvalues = ["x"]\nrows = 101\ncolumns = 100', 3, "make 10,100 cells, more than 10,000"),
        (PICTURE + 'x.\no\n"""', 5, "row 2 of given, 'o', has 1 characters, but row 1 has 2"),
        (PICTURE + 'x.\noz\n"""', 5, "'z' in row 2, column 2 is neither a value of the cells nor explained"),
        ('[grid]\nvalues = ["x"]\ngiven = "z"', 3, "'z' in row 1, column 1"),
        (PICTURE + '\n"""', 4, "given has no first line"),
        (
            PICTURE + 'x.\n"""\nrows = 2',
            4,
            "given has 1 rows of 2 characters, but the grid has 2 rows of 2 cells",
        ),
        (PICTURE + 'x.\n"""\nregions = """\naab\n"""', 7, "regions has 1 rows of 3 characters"),
        (SQUARE + "given = 3", 5, "given is 3; it must be a text"),
        (SQUARE + "legend = { T = 'x' }", 5, "there is a legend, but nothing is given"),
        (PICTURE + '.\n"""\nlegend = { T = "y" }', 6, "a cell has no value 'y'"),
        (PICTURE + '.\n"""\nlegend = { TU = "x", U = "o" }', 6, "the legend explains 'U' twice"),
        (PICTURE + '#\n"""\nlegend = { "#" = [] }', 3, "no cell is left in the grid"),
        (SQUARE + "[grid.maps]\n'two words' = 'x'", 6, "a map cannot be called 'two words'"),
        (SQUARE + "[grid.maps]\ngiven = 'x'", 6, "a map cannot be called 'given'"),
        (SQUARE + ROWS.replace("row", "rwo"), 6, "a grid has no 'rwo' to go through; did you mean 'row'?"),
        (SQUARE + ROWS.replace("'row'", "['row', 3]"), 6, "'each' must be a text or a list of texts"),
        (SQUARE + ROWS.replace("row", "region"), 6, "a grid has no 'region' to go through"),
        (SQUARE + ROWS.replace("row", "box 2x2"), 6, "3 rows and 3 columns cannot be divided into boxes"),
        (
            SQUARE + ROWS.replace("row", "block 4x1"),
            6,
            "there is no block 4x1 in a grid of 3 rows and 3 columns",
        ),
        (
            SQUARE.replace("3", "2", 1) + ROWS.replace("row", "diagonal"),
            6,
            "only a square grid has diagonals",
        ),
        (SQUARE + ROWS, 5, "rule 1, row 1: has no statement"),
        (SQUARE + ROWS + "exactly = 1", 5, "row 1: 'of' is missing"),
        (SQUARE + ROWS + "exactly = 1\nvalue = 'y'", 8, "rule 1, row 1: 'r1c1' has no value 'y'"),
        (SQUARE + ROWS + "different = false", 7, "different is False; it must be true"),
        (SQUARE + "[[rule]]\ndifferent = true", 6, "'different' needs an 'each' that goes through cells"),
        (
            SQUARE + "[[rule]]\nexactly = 1\nvalue = 'x'",
            6,
            "go through cells with 'each', or list them under 'of'",
        ),
        (
            SQUARE + ROWS + "fact = '{cell} is x'",
            7,
            "'{cell} is x' has '{cell}', but row 1 has no such field; did you mean 'cells'?",
        ),
        (
            SQUARE + ROWS + "clues = [1, 2]\nexactly = '{clue}'\nvalue = 'x'",
            7,
            "there are 2 clues for 3 things",
        ),
        (
            SQUARE + ROWS + "clues = 3\nexactly = '{clue}'\nvalue = 'x'",
            7,
            "'clues' must be a list, a table, or the name",
        ),
        (
            SQUARE + ROWS + f"clues = '{'(' * 5000}'\nexactly = 1\nvalue = 'x'",
            7,
            "'((((((((((((((((((((((((((((((((((((... is no picture with a clue for each",
        ),
        (
            SQUARE + ROWS + "clues = 'given'\nexactly = 1\nvalue = 'x'",
            7,
            "'given' is no picture with a clue for each",
        ),
        (
            SQUARE + ROWS + "clues = { 'row 9' = 1 }\nexactly = 1\nvalue = 'x'",
            7,
            "there is nothing called 'row 9'; did you mean",
        ),
        (SQUARE + ROWS + "clues = [1, 2, true]\nexactly = 1\nvalue = 'x'", 7, "a clue is True"),
        (SQUARE + ROWS + "fields = ['a']\nexactly = 1\nvalue = 'x'", 7, "'fields' does not go with 'each'"),
        (
            SQUARE + ROWS + "each_of = '{cell}'\nexactly = 1",
            7,
            "'{cell}' has '{cell}', but row 1 has no such field; did you mean 'cells'?",
        ),
        (
            SQUARE + ROWS + "each_of = '{name}'\nfact = 'r1c1 is x'",
            7,
            "rule 1, row 1: 'each_of' must be a list",
        ),
        (
            SQUARE + ROWS + "each_of = [['a', 'b']]\nfields = ['a']\nfact = 'r1c1 is x'",
            7,
            "rule 1, row 1: ['a', 'b'] has 2 parts, but 'fields' names 1",
        ),
        (
            SQUARE + ROWS + "each_of = ['y']\nexactly = 1\nvalue = '{it}'",
            9,
            "rule 1, row 1, y: 'r1c1' has no value 'y'",
        ),
        (
            SQUARE + "[[prior]]\nof = ['r1c1', 'r9c9']\nweights = { x = 2 }",
            6,
            "prior 1: there is no unknown 'r9c9'",
        ),
        (SQUARE + "[[prior]]\nof = ['r1c1']", 5, "prior 1: 'weights' is missing; give a table of values"),
        (SQUARE + "[[prior]]\nweights = { x = 2 }", 5, "prior 1: 'of' is missing"),
        (
            SQUARE + "[[prior]]\neach = 'grid'\nweights = { y = 2 }",
            7,
            "prior 1, the grid: 'r1c1' has no value 'y'",
        ),
        (
            SQUARE + "[[prior]]\neach = 'row'\nweights = 3",
            7,
            "prior 1, row 1: the weights of 'r1c1' must be a table",
        ),
        (
            SQUARE + "[[prior]]\neach = ['row', 'column']\nweights = { x = 2 }",
            5,
            "prior 1, column 1: 'r1c1' has its weights already; say them once",
        ),
        (SQUARE + "[[prior]]\nof = ['r1c1']\nweights = { x = -2 }", 7, "must be a number that is 0 or more"),
        (
            SQUARE + "[priors.r1c1]\nx = 2\n[[prior]]\nof = ['r1c1']\nweights = { x = 2 }",
            8,
            "prior 1: 'r1c1' has its weights already; say them once",
        ),
        (SQUARE + "[[rule]]\nclues = [1]\nexactly = 1", 6, "has 'clues', but goes through nothing"),
        (SQUARE + ROWS + "runs = [2, 2]\nvalue = 'x'", 7, "runs of 2, 2 need 5 cells, but the line has 3"),
        (SQUARE + ROWS + "runs = [1]", 7, "'runs' needs a 'value'"),
        (SQUARE + ROWS + "runs = 'a'\nvalue = 'x'", 7, "a run has the length 'a'; it must be a whole number"),
        (SQUARE + "[[rule]]\nconnected = 'y'", 6, "'r1c1' has no value 'y'"),
        (LIST + "[[rule]]\nconnected = 1", 5, "the file has no [grid]"),
        (LIST + ROWS + "where = 'A == B'", 5, "the file has no [grid]; go through a list with each_of"),
        (LIST + "[[rule]]\neach_of = 3\nfact = 'A is 1'", 5, "'each_of' must be a list"),
        (LIST + "[[rule]]\neach_of = [[1]]\nfact = 'A is 1'", 5, "[1] has 1 parts, but 'fields' names 0"),
        (
            LIST + "[[rule]]\neach_of = [true]\nfact = 'A is 1'",
            5,
            "'it' is True; it must be a text, a whole number",
        ),
        (LIST + "[[rule]]\neach_pair = [[1]]\nfact = 'A is 1'", 5, "'each_pair' has [1]"),
        (
            LIST + "[[rule]]\neach_pair = [1]\nfields = ['a']\nfact = 'A is 1'",
            6,
            "'fields' does not go with 'each_pair'",
        ),
        (
            LIST + "[[rule]]\neach_of = ['A', 'D']\nfact = '{it} is 1'",
            6,
            "rule 1, D: there is no unknown 'D'",
        ),
        (LIST + "[[entry]]\neach_of = ['A', 'B']\nid = 'x'\nfact = '{it} is 1'", 4, "already"),
        ("[deal]\nsupply = { red = 1 }\nhands = { Ann = 2 }", 1, "2 draws cannot come from a supply of 1"),
        ("[deal]\nsupply = { red = 1 }\nhands = { Ann = '2' }", 1, "'Ann' has '2' cards"),
        (
            "[deal]\nsupply = { red = 1 }\nhand = { Ann = 1 }",
            3,
            "the deal has the unknown key 'hand'; did you mean 'hands'?",
        ),
        (
            "[[unknowns]]\nfacts = ['Ann 1']\n[deal]\nsupply = { red = 1 }\nhands = { Ann = 1 }",
            3,
            "'Ann 1' is declared twice",
        ),
        (
            "[[unknowns]]\nfacts = ['it rains']\nvalues = [1]",
            3,
            "a block of facts has the unknown key 'values'",
        ),
        (
            "[[unknowns]]\nfacts = ['it rains']\n[[entry]]\nfact = 'it snows'",
            4,
            "is not a fact; write for example 'it rains'",
        ),
        (SQUARE + "[[unknowns]]\nnames = ['r1c1']\nvalues = [1]", 6, "'r1c1' is declared twice"),
    ],
)
def test_mistakes(text: str, line: int, words: str) -> None:
    """Every mistake gets one sentence with its line."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(text, "case.toml")
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert (caught.value.line, len(message) < 400) == (line, True), message


# --- How much may come of a file -----------------------------------------------------------------


def large(rows: int, columns: int) -> str:
    return f'[grid]\nrows = {rows}\ncolumns = {columns}\nvalues = ["x", "o"]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            large(100, 100) + block("rule", {"each": ["touching pair"] * 3, "at_most": 1, "value": "x"}),
            "through more than 100,000 things",
        ),
        (
            large(100, 100) + block("rule", {"each": "block 50x50", "at_most": 1, "value": "x"}),
            "would name 6,502,500 cells",
        ),
        (
            large(100, 100)
            + block("rule", {"each": "row", "name": "{cells}" * 9_000, "exactly": 1, "value": "x"}),
            "more than 5,000,000 characters",
        ),
        (
            large(100, 100) + block("rule", {"each": "cell", "all_of": ["{cell} is x"] * 60}),
            "more than 5,000,000 characters",
        ),
        (
            large(100, 100) + block("rule", {"each": "grid", "exactly": 1, "value": "x"}) * 90,
            "more than 5,000,000 characters",
        ),
        (large(100, 100) + block("entry", {"connected": "x"}) * 90, "more than 5,000,000 characters"),
        (
            large(100, 100)
            + block("rule", {"each": "cell", "clues": ["."] * 10_000, "fact": "{cell} is x"}) * 11,
            "through more than 100,000 things",
        ),
        (
            LIST + block("rule", {"each_pair": list(range(500)), "fact": "A is 1"}),
            "500 things make 124,750 pairs",
        ),
        (
            large(100, 100)
            + block("rule", {"each": "cell", "each_of": list(range(10)), "fact": "{cell} is x"}),
            "through more than 100,000 things",
        ),
        (
            LIST + block("rule", {"each_of": list(range(100_001)), "fact": "A is 1"}),
            "through more than 100,000 things",
        ),
    ],
)
def test_what_comes_of_a_file_is_bounded(text: str, words: str) -> None:
    """A few lines cannot become more than a file may hold; without the bounds these take minutes."""
    with pytest.raises(CaseFileError) as caught:
        parse_case(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_grid_of_a_magazine_is_far_from_the_bounds() -> None:
    """A star battle of 25 rows has 2,304 pairs of cells that touch."""
    regions = "\n".join(chr(ord("A") + row) * 25 for row in range(25))
    case = parse_case(
        f'[grid]\nvalues = ["star", "none"]\nregions = """\n{regions}\n"""\n'
        '[[entry]]\neach = ["row", "column", "region"]\nexactly = 6\nvalue = "star"\n'
        '[[rule]]\neach = "touching pair"\nat_most = 1\nvalue = "star"\n'
    )
    assert (len(case.log), len(case.problem.rules)) == (75, 2 * 24 * 25 + 2 * 24 * 24)


# --- Whatever is typed ---------------------------------------------------------------------------

WORDS = st.text("abc{}` 'r1,", max_size=8)
FIELDS = st.dictionaries(
    st.sampled_from("abc"), st.one_of(st.integers(-3, 3), WORDS, st.lists(WORDS, min_size=1, max_size=3))
)
NAMES = ("a b", "r1", "in")


@given(st.lists(st.one_of(WORDS, st.sampled_from(["{a}", "{b}", "`{c}"])), max_size=5).map("".join), FIELDS)
def test_fields_are_filled_in(text: str, fields: dict[str, Any]) -> None:
    """Each as it is written, whatever else stands there; and nothing is filled in twice."""
    item = Item("it", fields)
    filler = Filler(dict.fromkeys(NAMES), Budget())
    unknown = [name for name in "abc" if f"{{{name}}}" in text and name not in fields]
    if unknown:
        with pytest.raises(ValueError, match="has no such field"):
            filler.part(text, item, "name")
        return
    pieces = [text]
    for name, value in fields.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        pieces = [
            part
            for piece in pieces
            for part in (_around(piece, f"{{{name}}}", shown) if isinstance(piece, str) else [piece])
        ]
    expected = "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)
    found = filler.part(text, item, "name")
    assert found == fields[text[1]] if text in {f"{{{name}}}" for name in fields} else found == expected


def _around(text: str, field: str, shown: str) -> list[str | tuple[str]]:
    """What stands around a field, and what stands for it, so that the latter is not looked at again."""
    parts: list[str | tuple[str]] = []
    for piece in text.split(field):
        parts += [piece, (shown,)]
    return parts[:-1]


@given(st.sampled_from(NAMES))
def test_conditions_have_names_between_backticks(name: str) -> None:
    """Only where they need them, and never twice."""
    filler = Filler(dict.fromkeys(NAMES), Budget())
    item = Item("it", {"a": name, "b": [name, name]})
    bare = name if name == "r1" else f"`{name}`"
    assert filler.part("{a} == `{a}`", item, "where") == f"{bare} == `{name}`"
    assert filler.part("sum({b})", item, "where") == f"sum({bare}, {bare})"
    assert filler.part("{a}", item, "where") == bare


def test_what_is_outside_is_no_text() -> None:
    """A text alone cannot be filled in; in a list it is left out, and an empty one was empty before."""
    (corner,) = Grid(1, 1).items("cell")
    filler = Filler({}, Budget())
    with pytest.raises(Beyond):
        filler.part("{north} is x", corner, "fact")
    assert filler.part(["{north}", "{cell}"], corner, "of") == ["r1c1"]
    assert filler.part([], corner, "of") == []


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-1, 3),
        st.sampled_from(
            ["row", "pair", "around", "x", "{cells}", "{clue}", "r1c1", "{cell} is x", "given", "xo\n.x"]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "row 1", "x"]), inner, max_size=2)
    ),
    max_leaves=4,
)
KEYS = st.sampled_from(
    [
        *(
            "each",
            "each_of",
            "each_pair",
            "each_next",
            "fields",
            "clues",
            "value",
            "of",
            "exactly",
            "different",
        ),
        *("runs", "connected", "name", "fact", "any_of", "where"),
    ]
)
GRID_KEYS = st.sampled_from(["name", "rows", "columns", "values", "given", "regions", "legend", "maps"])


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from(["rule", "entry", "question"]))
def test_any_block_is_read_or_refused(data: dict[str, Any], kind: str) -> None:
    """Whatever stands under the right keys."""
    _read_or_refused('[grid]\nvalues = ["x", "o"]\ngiven = """\nx.\n.o"""\n' + _toml(f"[[{kind}]]", data))


@given(st.dictionaries(GRID_KEYS, VALUES, max_size=5))
def test_any_grid_is_read_or_refused(data: dict[str, Any]) -> None:
    """The same for the grid itself."""
    _read_or_refused(
        _toml("[grid]", {"values": ["x", "o"], **data}) + "[[rule]]\neach='row'\ndifferent=true\n"
    )


def _toml(head: str, data: dict[str, Any]) -> str:
    return "\n".join([head, *(f"{key} = {_value(value)}" for key, value in data.items())]) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)


def _read_or_refused(text: str) -> None:
    case: CaseFile | None = None
    said = ""
    try:
        case = parse_case(text)
    except CaseFileError as error:
        said = str(error)
    assert "\n" not in said
    assert case is None or Belief(case.log).count >= 0
