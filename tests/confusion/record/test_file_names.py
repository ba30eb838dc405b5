"""Names of files in headers: whatever a file is called, its record can be read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce.confusion
from deduce.confusion import CONFUSION, AgentModel, load_diagrams, parse_record, read_record
from deduce.confusion.beginning import new_record, random_record, rules_of
from deduce.confusion.match.again import match_from
from deduce.confusion.match.match import new_match, open_match
from deduce.confusion.record.file_names import file_name_read, file_name_written
from deduce.tabletop.document import Layout, parse_document
from deduce.tabletop.saved import begin_game

SOURCE = Path(deduce.confusion.__file__).parent / "engine" / "data" / "diagrams.toml"
NAMES = [
    "plain.toml",
    "a = b.toml",
    "# no comment.toml",
    " before and behind .toml ",
    "\tbehind\t",
    '"quoted"',
    "'single'",
    "two\nlines.toml",
    "two\r\nlines.toml",
    "no\u00a0break.toml",
    "\ufeffmark.toml",
    "bytes\udcff\udc80.toml",
    "back\\slash \\n.toml",
    "\x1b[2Jclear.toml",
    "line\u2028separator.toml",
    "名前.toml",
    "x" * 200 + ".toml",
]


@given(st.one_of(st.sampled_from(NAMES), st.text(min_size=1).filter(lambda text: "\0" not in text)))
def test_a_name_is_read_as_it_was_written(name: str) -> None:
    """In one line of a record, whatever it is, next to others."""
    name = f"/{name}"
    written = file_name_written(name)
    document = parse_document(f"Date = today\nDiagrams = {written}\nTitle = t\n", Layout())
    assert [header.key for header in document.headers] == ["Date", "Diagrams", "Title"]
    assert file_name_read(document.headers[1].value) == name
    assert written.encode("utf-8").decode("utf-8") == written


@pytest.mark.parametrize("value", ["mine.toml", '"mine.toml', '"', '"a" b"', '"\\x"', '"a\\"', "'mine'"])
def test_what_somebody_wrote_by_hand_stays(value: str) -> None:
    assert file_name_read(value) == value


def diagrams(folder: Path, name: str) -> Path:
    """A file with other diagrams by some name."""
    file = folder / name
    text = SOURCE.read_text(encoding="utf-8").replace('name = "Rocket"', 'name = "Bolt"')
    try:
        file.write_text(text, encoding="utf-8")
    except OSError:
        pytest.skip("the system has no such names")
    return file


@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_was_begun_can_go_on(name: str, tmp_path: Path) -> None:
    """From the beginning, and from the middle of a game that names the same file."""
    file, path = diagrams(tmp_path, name), tmp_path / "match.txt"
    rules = rules_of({"diagrams": file})
    match = new_match(path, rules, 0, 0, 1, seed=1, diagrams_file=str(file.resolve()))
    match.act(match.view().attempts()[0])
    again = open_match(path)
    assert again.view() == match.view()
    assert again.rules.diagrams[1].name == "Bolt"
    record = parse_record(random_record(3, {"diagrams": file}, plies=6, french=False))
    middle = match_from(tmp_path / "middle.txt", record, 4, 1, AgentModel())
    assert open_match(tmp_path / "middle.txt").view() == middle.view()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_at_the_table_can_go_on(name: str, tmp_path: Path) -> None:
    file, path = diagrams(tmp_path, name), tmp_path / "game.txt"
    rules = rules_of({"diagrams": file})
    begin_game(CONFUSION, path, new_record(rules, 0, 0, diagrams_file=str(file.resolve())))
    record = read_record(path)
    assert record.misfits == ()
    assert record.now.rules.diagrams[1].name == "Bolt"


def test_a_match_whose_diagrams_come_from_nowhere_does_not_begin(tmp_path: Path) -> None:
    """It could not go on."""
    file, path = diagrams(tmp_path, "mine.toml"), tmp_path / "match.txt"
    rules = rules_of({"diagrams": file})
    for named, words in (("", "rules that its file can name"), (str(tmp_path / "gone.toml"), "gone.toml")):
        with pytest.raises(deduce.DeduceError, match=words):
            new_match(path, rules, 0, 0, 1, seed=1, diagrams_file=named)
        assert not path.exists()
    assert load_diagrams(file)[1].name == "Bolt"
