"""What each line does in a match: what is typed, what is said, and what is in the file."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common import CLASSIC, ESPIONAGE, ROOT
from deduce.confusion import Rules, SessionError, read_record
from deduce.confusion.engine.actions import Answer, Expose, GiftReply, PromotionReply, Remove, Resign, SwapTwo
from deduce.confusion.engine.game import Event
from deduce.confusion.match import match as matches
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.match import new_match, open_match
from deduce.confusion.notation.cells import read_cell
from deduce.tabletop import saved
from matches import asked, attempts, heard


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


@pytest.fixture
def companion(path: Path) -> MatchCompanion:
    """Yellow's match against a machine that has moved twice."""
    found = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=4))
    for line in ("h n1", "k n1"):
        found.obey(line)
    assert len(found.kept.record.steps) == 4
    return found


WRONG = {
    "foo": "'FOO' is no piece",
    "h n1 y": "leave the answer out; it is given to you",
    "(h-n1)": "leave the answer out",
    "h n1 +": "leave the answer out",
    "h n1 maybe": "'maybe' in 'h n1 maybe' makes no sense behind an attempt; write a piece",
    "h n1?": "write a piece, a direction and a distance, such as h n1; what-if asks",
    "h": "'h' has no direction",
    "h n": "'h n' has no distance",
    "h n9": "no piece can move more than 4 squares",
    "v n1": "V one forward: your own L stands there",
    "v n1xq": "your own L stands there",
    "a n1xq": "A one forward: Q does not stand there; the square is empty",
    "a n1xv": "A one forward: V does not stand there; the square is empty",
    "z n1": "no piece of Yellow controls it",
    "hz n1": "H with Z one forward: H does not control Z",
    ",": "write a piece, a direction and a distance",
    "a n1, c n1": "the turn is over before 'c n1'",
    "resign, c n1": "the turn is over before 'c n1'",
    "a n1, resign": "the turn is over before 'resign'",
    "remove a, a n1": "there is no double agent in these rules",
    "reveal a": "these rules have no action tokens",
    "reveal": "reveal needs one piece",
    "two": "these rules have no action tokens",
    "swap a": "swap needs two pieces",
    "draw, a n1": "the turn is over before 'a n1'",
    "y": "'Y' is no piece",
    "undo": "What was heard cannot be unheard: in a match nothing is taken back.",
    "draw": "White does not agree to a draw.",
    "sheeet": "did you mean 'sheet'?",
    "pices": "did you mean 'pieces'?",
    "resing": "did you mean 'resign'?",
    "why": "write a piece and a diagram",
    "why q crab": "there is no piece 'q'",
    "what-if h": "has no direction",
    "reach q": "there is no piece 'q'",
    "at 9": "there is no turn 9; there are 4",
    "note": "write some words behind note",
    "model honest": "there is no model 'honest'",
    "export": "write one file name behind export",
    "export /nowhere/at/all.json": "there is no folder /nowhere/at; nothing was written",
    "edit 1 h n1": "there is no",
    "x" * 5000: "is no piece",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines(line: str, companion: MatchCompanion) -> None:
    """One sentence; nothing changes, and the machine is not asked to move."""
    text, summary = companion.kept.path.read_bytes(), companion.summary
    (message,) = heard(companion, line)
    assert WRONG[line] in message or line.startswith("edit")
    assert companion.kept.path.read_bytes() == text
    assert companion.summary == summary


TYPED = (
    "sheet", "board", "opp", "reach", "pieces", "why", "what-if", "suggest", "moves", "at", "note", "notes",
    "model", "export", "resign", "draw", "help", "quit",
)  # fmt: skip
"""What can be typed beside turns."""
WORDS = (
    *(
        "h",
        "l",
        "a",
        "vz",
        "z",
        "n1",
        "s2",
        "forward",
        "one",
        "y",
        "n",
        "+",
        ",",
        "#",
        "remove",
        "two",
        "swap",
    ),
    *(
        "reveal",
        "expose",
        "draw",
        "take",
        "accept",
        "0",
        "-1",
        "crab",
        "é",
        '"',
        "\t",
        "$a=7",
        "$2",
        "x",
        "(h-n1)",
    ),
    *(command for command in TYPED if command not in {"quit", "export", "suggest"}),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=8))
def test_no_line_breaks_a_match(tmp_path: Path, lines: list[str]) -> None:
    """Whatever is typed, the file can be gone on with and shows no deal before the end."""
    path = tmp_path / "any.txt"
    companion = MatchCompanion(new_match(path, Rules.of("espionage", tokens=True), 0, 0, 1, seed=1))
    for line in lines:
        heard(companion, line)
        assert companion.summary
        match = companion.kept
        assert path.read_text(encoding="utf-8") == match.record.text
        assert (match.record.now.setup.deals[0] is None) == (not match.is_over)
    assert open_match(path).view() == companion.kept.view()


def test_help_names_every_command_and_fits_a_terminal(companion: MatchCompanion) -> None:
    """79 columns and 19 rows are what a terminal of 80 x 24 has for it."""
    said = heard(companion, "help")
    assert all(len(line) < 80 for line in said)
    assert len(said) <= 19
    for command in (*TYPED, "remove", "expose", "reveal", "two", "swap"):
        assert re.search(rf"\b{command}\b", "\n".join(said)), command
    assert {command.name for command in companion.table if command.usage} == set(TYPED)
    assert set(TYPED) <= set(companion.completions)


def test_the_page_about_matches_shows_the_help(companion: MatchCompanion) -> None:
    assert "\n".join(heard(companion, "help")) in (ROOT / "docs" / "play.md").read_text(encoding="utf-8")


def test_what_can_be_looked_at(companion: MatchCompanion) -> None:
    """Everything that the companion shows, from the same eyes."""
    for line, words in (
        ("why H king", "King"),
        ("what-if h n1", "H one forward: yes with chance "),
        ("suggest", "option"),
        ("reach", "They can take nothing of yours."),
        ("reach k", "What they know that they can do"),
        ("pieces", "White's pieces, whose diagrams you see (directions are theirs):"),
        ("moves", "   1 Yellow "),
        ("at 1", "The moment after turn 1"),
        ("at", "Back to now."),
        ("note hm", "Noted"),
        ("notes", "hm"),
        ("model", "careful: "),
        ("help", "A turn: "),
        (f"export {companion.kept.path.parent / 'x.json'}", "Written to "),
    ):
        assert heard(companion, line)[0].startswith(words) or words in heard(companion, line)[0]
    text = (companion.kept.path.parent / "x.json").read_text(encoding="utf-8")
    assert "?" not in text or read_record(companion.kept.path).now.setup.deals[0] is None
    for line, shown, side in (("opp", "sheet", 1), ("board", "board", 1), ("sheet", "sheet", 0)):
        assert heard(companion, line) == []
        assert (companion.shown, companion.seat) == (shown, side)
    heard(companion, "at 1")
    assert heard(companion, "a n1 # back")[-1] == "Back to now."
    assert read_cell(open_match(companion.kept.path).record.steps[4].text).comment == "back"


def test_pieces_tell_what_became_of_them(path: Path) -> None:
    """Captured, promoted, or the double agent."""
    companion = MatchCompanion(new_match(path, ESPIONAGE, 0, 0, 1, seed=4))
    assert sum("as you please" in line for line in heard(companion, "pieces")) == 1
    companion = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=32))
    for line in attempts(CLASSIC, 32, 80):
        heard(companion, line)
    said = heard(companion, "pieces")
    assert "  H Rook, off the board: up to 2 forward, right, back, left" in said
    assert "  N Crab, promoted: up to 2 in every direction" in said


def test_tokens_and_what_is_asked(path: Path) -> None:
    """A turn that goes on, and questions that come first, are said again after anything else."""
    rules = Rules.of("espionage", tokens=True)
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    assert heard(companion, "reveal a 7") == ["'reveal a 7': leave the diagram out; it is shown to you"]
    said = heard(companion, "reveal a")
    assert re.fullmatch(r"1\. You: A is shown: [A-Z][\w ]+", said[0])
    assert said[1:] == ["Your turn goes on with your attempt."]
    assert heard(companion, "board") == ["Your turn goes on with your attempt."]
    assert heard(companion, "a n1")[0].startswith("A one forward: A may not move this turn after reveal")
    assert heard(companion, "h n1")[0].startswith("1. You: H one forward: ")
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    assert heard(companion, "two, h n1, h n1")[-1] != ""
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    said = heard(companion, "two, h n1")
    assert said[0] == "1. You: move two"
    assert said[-1] == "Your turn goes on with your second attempt."
    assert heard(companion, "k n1, a n1") == ["the turn is over before 'a n1'", said[-1]]
    said = heard(companion, "k n1")
    assert said[0].startswith("1. You: K one forward: ")
    assert said[1].startswith("2. Red: ")


def test_cf_da_1_the_double_agent_of_the_machine(path: Path) -> None:
    """The human is asked, and asked again until it is answered; also in another sitting."""
    question = asked(path)
    companion = MatchCompanion(open_match(path))
    assert companion.greeting()[-1] == companion.question == companion.frame().question == question
    for line in ("sheet", "", "h n1", "resign", "draw", "maybe"):
        assert heard(companion, line)[-1] == question
    text = path.read_bytes()
    for word, answer in (("y", "yes"), ("no", "no")):
        path.write_bytes(text)
        companion = MatchCompanion(open_match(path))
        said = heard(companion, word)
        assert re.match(rf"\d+\. Red: [A-X] .*: {answer} \(Double agent\)", said[0])
        assert companion.question != question


def offered(path: Path, side: int) -> MatchCompanion:
    """Return a match in which the double agent of a side has come to the last row, let through by all."""
    rules = Rules.of("espionage", variants=[3, 5])
    for seed in range(30):
        match = new_match(path, rules, 0, 0, 1, seed=seed)
        number = max(rules.diagrams)
        agent = next(letter for letter, dealt in matches._deals(rules, seed)[side].items() if dealt == number)
        draw = random.Random(seed)
        for _ in range(60):
            position = match._game.position
            if match.is_over or position.stage.gift:
                break
            if position.stage.offer is not None:
                if (position.stage.offer, position.turn) == (agent, side):
                    return MatchCompanion(match)
                match._do(PromotionReply(accept=False))
                continue
            tried = position.attempts()
            ways, moves = ({7, 0, 1}, [agent]) if position.turn == side else ({3, 4, 5}, rules.letters)
            fitting = [each for each in tried if each.way in ways and each.letter in moves] or tried
            match._do(draw.choice(fitting), lambda _: True)
    pytest.fail("the double agent never came through")


def test_cf_var_5_what_is_asked(path: Path) -> None:
    """Promotion and Z are asked for, and what came of them is said."""
    companion = offered(path, 0)
    (question,) = heard(companion, "sheet")
    assert re.fullmatch(r"[A-X] is offered promotion: y or n\?", question)
    assert heard(companion, "hm") == ["'hm' is neither yes nor no", question]
    assert heard(companion, "draw")[-1] == question
    said = heard(companion, "accept")
    assert said[0].endswith(". You: promotion accepted, but it was the Double agent and is taken off")
    assert re.fullmatch(r"\d+\. Red: Z is (taken|refused)", said[1])
    for word, words in (("take", "Z is taken"), ("refuse", "Z is refused")):
        companion = offered(path, 1)
        companion.kept._do(PromotionReply(accept=True))
        (question,) = heard(companion, "sheet")
        assert re.fullmatch(r"That was Red's double agent, and [A-X] may take Z: y or n\?", question)
        assert heard(companion, "resign")[-1] == question
        said = heard(companion, word)
        assert re.fullmatch(rf"\d+\. You: {words}", said[0])
    companion = offered(path, 0)
    assert ". You: promotion declined" in heard(companion, "n")[0]


def test_draws(companion: MatchCompanion, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agreed one ends the game, with both deals."""
    monkeypatch.setattr(matches, "EARLIEST_DRAW", 0)
    said = heard(companion, "draw")
    assert said[:2] == ["The draw is agreed.", "The game is over: a draw (agreed draw)."]
    assert [line.split(":")[0] for line in said[2:]] == ["Yellow", "White"]
    assert "a draw" in companion.summary
    assert heard(companion, "quit") == []
    assert companion.is_over


def test_what_is_told_of_each_action(path: Path) -> None:
    """Every kind of event has its words."""
    companion = MatchCompanion(new_match(path, ESPIONAGE, 0, 0, 1, seed=1))
    for event, words in (
        (Event(0, Remove("A"), Answer()), "remove A"),
        (Event(0, SwapTwo("A", "C"), Answer()), "swap A C"),
        (Event(0, Expose("A"), Answer(shown=13)), "their A is exposed as the double agent and taken off"),
        (Event(1, Expose("A"), Answer(shown=13)), "your A is exposed as the double agent and taken off"),
        (Event(0, PromotionReply(accept=True), Answer(promoted=True)), "promotion accepted"),
        (Event(0, PromotionReply(accept=False), Answer()), "promotion declined"),
        (
            Event(1, PromotionReply(accept=True), Answer(promoted=False, shown=13)),
            "promotion accepted, but it was the Double agent and is taken off",
        ),
        (Event(0, GiftReply(accept=True), Answer()), "Z is taken"),
        (Event(1, GiftReply(accept=False), Answer()), "Z is refused"),
        (Event(0, Resign(), Answer()), "resign"),
        (Event(1, Resign(), Answer()), "resigns"),
    ):
        assert companion._words(event) == words


def test_a_full_disk(companion: MatchCompanion, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence; nothing has happened, and the next line tries again."""
    calls = [0]
    save = saved.save

    def full(path: Path, text: str) -> None:
        calls[0] += 1
        if calls[0] == 2:
            message = "the disk is full"
            raise SessionError(message)
        save(path, text)

    monkeypatch.setattr(saved, "save", full)
    said = heard(companion, "a n1")
    assert said[0].startswith("5. You: A one forward: ")
    assert said[1] == "the disk is full"
    assert companion.kept.is_machine_next
    assert heard(companion, "h e1")[0].startswith("6. White: ")
    assert not companion.kept.is_machine_next
