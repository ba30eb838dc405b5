"""A sheet of any game: what follows, why, and how it reads."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

from deduce import Belief, Log, Problem, conflicts, fact, prove, suspects
from deduce.belief import cpsat, patience
from deduce.errors import ContradictionError, DeduceError, OutOfReachError
from deduce.tabletop.said import Grid, Mark, MarkRole
from deduce.tabletop.sheet import Nouns, Sheet, grid, headline, percent, sheet_json

PIECES = ["rook", "king", "crab"]
NOUNS = Nouns("piece", "kind", "setup")


def three() -> Log:
    return Log(Problem.one_to_one("ABC", PIECES))


def test_a_sheet_tells_what_its_log_tells() -> None:
    """Possibilities, chances, worlds, proofs, conflicts and suspects are those of the core."""
    log = three().append(~fact("A", "rook"), "A sideways: no").append(~fact("B", "rook"))
    sheet: Sheet[str, str] = Sheet("White's pieces", log, NOUNS)
    belief = Belief(log)
    assert sheet.is_consistent
    assert (sheet.worlds, sheet.bits) == (2, 1.0)
    assert sheet.possible == belief.possible
    assert sheet.chances == dict(belief.probabilities)
    assert sheet.certain == {"C": "rook"}
    assert sheet.why("C", "rook") == prove(log, "C", "rook")
    assert sheet.steps(sheet.why("C", "rook"))
    assert sheet.suspects() == suspects(log)
    assert not sheet.conflicts
    with pytest.raises(DeduceError, match="nothing to prove"):
        sheet.why("A", "king")
    assert repr(sheet) == 'Sheet("White\'s pieces")'


def test_a_sheet_reads_as_its_game_calls_things() -> None:
    """The headline, the grid and the data of a game with words of its own."""
    sheet: Sheet[str, str] = Sheet("White's pieces", three(), NOUNS)
    assert headline(sheet) == "White's pieces: 6 setups are left, 2.6 bits; certain: nothing yet"
    sheet = Sheet("White's pieces", three().append(fact("A", "king")), NOUNS)
    assert headline(sheet) == "White's pieces: 2 setups are left, 1.0 bits; certain: A king"
    struck, half = Mark(".", MarkRole.STRUCK), Mark("50", MarkRole.CHANCE)
    assert grid(sheet, {"B": "x+"}) == Grid(
        (("rook", "king", "crab"),),
        (
            ("A", (struck, Mark("YES", MarkRole.CERTAIN), struck)),
            ("Bx+", (half, struck, half)),
            ("C", (half, struck, half)),
        ),
    )
    even = {"rook": 0.5, "crab": 0.5}
    halves = {"rook": "1/2", "crab": "1/2"}
    assert json.loads(json.dumps(sheet_json(sheet))) == {
        "consistent": True,
        "worlds": 2,
        "bits": 1.0,
        "pieces": {"A": {"king": 1.0}, "B": even, "C": even},
        "fractions": {"A": {"king": "1"}, "B": halves, "C": halves},
        "possible": {"A": ["king"], "B": ["rook", "crab"], "C": ["rook", "crab"]},
        "certain": {"A": "king"},
    }
    sheet = Sheet("White's pieces", three().append(fact("A", "king")).append(fact("B", "crab")), NOUNS)
    assert headline(sheet) == "White's pieces: 1 setup is left, 0.0 bits; certain: A king, B crab, C rook"


def test_a_contradiction_is_said() -> None:
    """No world is left, so everything is struck, and there are neither chances nor proofs."""
    sheet: Sheet[str, str] = Sheet("Mine", three().append(fact("A", "king")).append(fact("B", "king")))
    assert not sheet.is_consistent
    assert headline(sheet) == "Mine: no world fits what was noted; suspects shows the likely slip"
    assert sheet.chances is None
    assert (sheet.worlds, sheet.bits) == (0, 0.0)
    assert list(sheet.conflicts) == list(conflicts(sheet.log))
    assert all(mark.role is MarkRole.STRUCK for _, row in grid(sheet).rows for mark in row)
    data = sheet_json(sheet)
    assert (data["consistent"], data["certain"], data["unknowns"]) == (False, {}, {})
    with pytest.raises(ContradictionError):
        sheet.why("A", "king")


def test_what_cannot_be_counted_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is possible and certain is still told (by CP-SAT), without chances."""
    pytest.importorskip("ortools")
    monkeypatch.setattr(patience, "MOST_NODES", 1)
    for bound in ("counting.RULES_STEPS", "search.engine.FIRST_STEPS", "search.engine.MOST_STEPS"):
        monkeypatch.setattr(f"deduce.belief.{bound}", 0)
    assert cpsat
    problem = Problem({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, [fact("a", 1) | fact("b", 1)])
    sheet: Sheet[str, int] = Sheet("Cards", Log(problem).append(fact("a", 2)), NOUNS)
    assert headline(sheet) == "Cards: how many setups are left is not known; certain: a 2, b 1"
    assert sheet.chances is None
    assert [mark.text for _, row in grid(sheet).rows for mark in row] == [".", "YES", "YES", ".", "?", "?"]
    data = sheet_json(sheet)
    assert (data["worlds"], data["bits"], data["pieces"]) == (None, None, {})
    assert data["possible"] == {"a": [2], "b": [1], "c": [1, 2]}
    with pytest.raises(OutOfReachError):
        _ = sheet.worlds


def test_general_problems_are_told() -> None:
    """Several unknowns may have the same value, and values may be of any kind."""
    problem = Problem({"x": [1, 2], ("y", 1): [2, "three", None]}, [~(fact("x", 2) & fact(("y", 1), 2))])
    sheet: Sheet[object, object] = Sheet("Cards", Log(problem))
    assert sheet.worlds == 5
    assert sheet.chances is not None
    assert sheet.chances["x"] == {1: Fraction(3, 5), 2: Fraction(2, 5)}
    assert sheet.values == (1, 2, "three", None)
    assert sheet_json(sheet)["possible"] == {"x": [1, 2], "('y', 1)": [2, "three", "None"]}
    assert [mark.text for mark in grid(sheet).rows[0][1]] == ["60", "40", ".", "."]


def test_the_log_is_made_when_it_is_asked_for() -> None:
    """And a sheet can be pickled."""
    made: list[Log] = []

    def make() -> Log:
        made.append(three())
        return made[-1]

    sheet: Sheet[str, str] = Sheet("Mine", make)
    assert not made
    assert sheet.log is sheet.log is made[0]
    assert sheet.worlds == 6
    given: Sheet[str, str] = Sheet("Mine", three())
    assert pickle.loads(pickle.dumps(given)).worlds == 6  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("chance", "text"),
    [("0", "0"), ("1/1000", "<1"), ("1/2", "50"), ("1/3", "33"), ("999/1000", ">99"), ("1", "100")],
)
def test_percent_is_never_rounded_to_impossible_or_certain(chance: str, text: str) -> None:
    """What is possible is never shown as 0, what is open never as 100."""
    assert percent(Fraction(chance)) == text


def test_a_sheet_imports_no_proofs_before_they_are_asked_for() -> None:
    """Proofs, conflicts and slips take time to import."""
    code = (
        "import deduce.tabletop.sheet, sys; print([name for name in sys.modules if 'deduce.proof' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
