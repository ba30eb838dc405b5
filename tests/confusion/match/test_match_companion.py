"""What each line does in a match: what is typed, what is said, and what is in the file."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common import CLASSIC, ESPIONAGE, ROOT, SAMPLE
from deduce.confusion import AgentModel, Rules, SessionError, read_record
from deduce.confusion.engine.actions import Answer, Expose, GiftReply, PromotionReply, Remove, Resign, SwapTwo
from deduce.confusion.engine.game import Event
from deduce.confusion.match import match as matches
from deduce.confusion.match.again import match_from
from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import new_match, open_match
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.words import WAYS, moves_words
from deduce.tabletop import kept_file
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
    "v n1": "V one forward: Yellow's own L stands there",
    "v n1xq": "Yellow's own L stands there",
    "a n1xq": "A one forward: Q does not stand there; the square is empty",
    "a n1xv": "A one forward: V does not stand there; the square is empty",
    "z n1": "no piece of Yellow controls it",
    "hz n1": "H with Z one forward: Yellow's H does not control Z",
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
    "y": "nothing was asked that 'y' could answer",
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
    "model", "behaviour", "export", "resign", "draw", "help", "quit", "rules", "try",
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
        ("pieces", "White's pieces, whose diagrams you see (forward is towards you):"),
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
    assert "nothing is entered there: at alone comes back to now" in heard(companion, "a n1 # back")[0]
    assert heard(companion, "at") == ["Back to now."]
    heard(companion, "a n1 # back")
    assert read_cell(open_match(companion.kept.path).record.steps[4].text).comment == "back"


def test_pieces_tell_what_became_of_them(path: Path) -> None:
    """Captured, promoted, or the double agent."""
    companion = MatchCompanion(new_match(path, ESPIONAGE, 0, 0, 1, seed=4))
    assert sum("as you please" in line for line in heard(companion, "pieces")) == 1
    companion = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=32))
    for line in attempts(CLASSIC, 32, 80):
        heard(companion, line)
    said = heard(companion, "pieces")
    assert "  H Rook, off the board: up to 2 squares forward, sideways or back" in said
    assert "  N Crab, promoted: up to 2 squares in any direction" in said
    assert any(line.endswith("; can be promoted") for line in said)
    # At a past moment they are told as they were.
    heard(companion, "at 1")
    assert not any("off the board" in line or "promoted:" in line for line in heard(companion, "pieces"))


def test_pieces_shows_both_sides_at_the_end(companion: MatchCompanion) -> None:
    """One's own diagrams are not told before, and each of them is afterwards."""
    dealt = matches._deals(CLASSIC, Lots(4))
    said = heard(companion, "pieces")
    assert len(said) == 1 + len(CLASSIC.letters)
    heard(companion, "resign")
    heard(companion, "y")
    said = heard(companion, "pieces")
    head, own = said.index("Yellow's pieces, as they were dealt to you:"), CLASSIC.diagrams
    assert head == 1 + len(CLASSIC.letters)
    for side, rows in ((1, said[1:head]), (0, said[head + 1 :])):
        shown = [row.partition(":")[0].strip() for row in rows]
        assert shown == [f"{letter} {own[dealt[side][letter]]}" for letter in CLASSIC.letters]


def test_moves_in_words_are_the_diagram() -> None:
    """What is said of a diagram names its directions and no other."""
    pairs = {"sideways": {2, 6}, "diagonally forward": {1, 7}, "diagonally back": {3, 5}}
    for diagram in (*CLASSIC.diagrams.values(), CLASSIC.diagrams.promoted):
        number, _, words = moves_words(diagram).removeprefix("up to ").partition(" ")
        assert int(number) == diagram.reach
        parts = words.partition(" ")[2].replace(" or ", ", ").split(", ")
        ways = set(range(8)) if parts == ["in any direction"] else set[int]()
        for part in parts if not ways else ():
            ways |= pairs.get(part) or {WAYS.index(part)}
        assert ways == diagram.directions, diagram


@pytest.mark.parametrize("side", [0, 1])
def test_the_truth_stays_on_show(path: Path, side: int) -> None:
    """After the end every view says what each piece was, however often it is asked, also of the past."""
    companion = MatchCompanion(new_match(path, CLASSIC, side, 0, 1, seed=4))
    companion.greeting()
    heard(companion, "h n1")
    dealt = matches._deals(CLASSIC, Lots(4))
    before = companion.frame()
    assert before.grid is not None
    assert all(len(label) < 4 for label, _ in before.grid.rows)
    assert " Roc" not in "".join(before.picture)
    heard(companion, "resign")
    heard(companion, "y")
    resumed = MatchCompanion(open_match(path))
    for found in (companion, companion, resumed):
        for line in ("sheet", "opp", "board", "at 1"):
            heard(found, line)
            frame, shown = found.frame(), dealt[found.seat]
            assert frame.grid is not None
            names = [label.split()[1] for label, _ in frame.grid.rows]
            assert names == [str(CLASSIC.diagrams[shown[letter]])[:3] for letter in CLASSIC.letters]
            below = " ".join(frame.picture)
            for each, name in enumerate(CLASSIC.sides):
                words = ", ".join(
                    f"{letter} {str(CLASSIC.diagrams[dealt[each][letter]])[:3]}" for letter in CLASSIC.letters
                )
                assert f"{name}: {words}" in re.sub(r"\s+", " ", below)
            assert all(len(row) <= 54 for row in frame.picture)


def test_squares_are_named_as_the_second_side_sees_them(path: Path) -> None:
    """Where the machine goes is where the human finds the piece on its board, whichever side it sits on."""
    for side in (0, 1):
        companion = MatchCompanion(new_match(path, CLASSIC, side, 1 - side, 1, seed=2))
        said, checked = list(companion.greeting()), 0
        for line in ("h n1", "k n1", "a n1"):
            for found in re.finditer(
                rf"{CLASSIC.sides[1 - side]}: ([A-V]) .* to (\d+),(\d+): yes", "\n".join(said)
            ):
                square = companion.kept.moment().position.square(1 - side, found[1])
                assert square is not None
                assert CLASSIC.turned(square, side) == (int(found[2]), int(found[3]))
                shown = heard_board(companion)[int(found[2]), int(found[3])]
                assert shown.strip("[]+") == found[1].lower()
                checked += 1
            said = heard(companion, line)
        assert checked


def heard_board(companion: MatchCompanion) -> dict[tuple[int, int], str]:
    """What stands on each square of the board that is shown, by the numbers beside it."""
    cells = {}
    for row in companion.frame().picture:
        words = row.split()
        if len(words) == 13 and words[0] == words[-1]:
            cells |= {(column, int(words[0])): word for column, word in enumerate(words[1:-1], 1)}
    return cells


def test_resign_asks_once(companion: MatchCompanion) -> None:
    """Only yes gives up; no plays on, a turn plays on as well, and looking at things keeps the question."""
    for word in ("resign", "RESIGN", "resign # enough"):
        assert heard(companion, word) == ["Give up? (y, n)"]
        assert companion.question == companion.frame().question == "Give up?"
        for line in ("board", "pieces", "why h king", "", "nonsense", "yy", "resign"):
            assert heard(companion, line)[-1] == "Give up? (y, n)"
            assert companion.question == "Give up?"
        assert not companion.kept.is_over
        assert heard(companion, "N") == ["You play on."]
        assert heard(companion, "y")[0].startswith("nothing was asked that 'y' could answer")
    heard(companion, "resign")
    assert heard(companion, "a n1")[0].startswith("5. You: A one forward: ")
    assert companion.question == ""
    heard(companion, "resign # well played")
    said = heard(companion, "Yes")
    assert said[0] == "7. You: resign"
    assert companion.kept.is_over
    assert read_cell(companion.kept.record.steps[-1].text).comment == "well played"
    assert heard(companion, "resign") == ["resign: the game is over"]


def test_resign_behind_a_token_asks_as_well(path: Path) -> None:
    """What stands before it is done, and the turn goes on if it is not meant."""
    companion = MatchCompanion(new_match(path, Rules.of("espionage", tokens=True), 0, 0, 1, seed=3))
    assert heard(companion, "two, resign") == ["1. You: move two", "Give up? (y, n)"]
    assert heard(companion, "no") == ["You play on.", "Your turn goes on with your attempt."]
    heard(companion, "resign")
    assert heard(companion, "y")[0] == "1. You: resign"


def test_tokens_and_what_is_asked(path: Path) -> None:
    """A turn that goes on, and questions that come first, are said again after anything else."""
    rules = Rules.of("espionage", tokens=True)
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    assert heard(companion, "reveal a 7") == ["'reveal a 7': leave the diagram out; it is shown to you"]
    said = heard(companion, "reveal a")
    assert re.fullmatch(r"1\. You: A is shown: [A-Z][\w ]+", said[0])
    assert said[1:] == ["Your turn goes on with your attempt."]
    assert heard(companion, "board") == ["Your turn goes on with your attempt."]
    assert heard(companion, "a n1")[0].startswith("White's A one forward: A may not move this turn")
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


def test_cf_tok_move2_leaving_out_the_second_attempt(path: Path) -> None:
    """It is offered where the rules let one, alone or joined by a comma; the match goes on from its file."""
    rules = Rules.of("espionage", tokens=True, second_attempt="may")
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    assert heard(companion, "done") == ["done: there is no second attempt to leave out now"]
    said = heard(companion, "two, h n1")
    assert said[-1] == "Your turn goes on with your second attempt; done leaves it out."
    companion = MatchCompanion(open_match(path))
    said = heard(companion, "done")
    assert said[0] == "1. You: done"
    assert said[1].startswith("2. Red: ")
    companion = MatchCompanion(new_match(path, rules, 0, 0, 1, seed=1))
    said = heard(companion, "two, h n1, done")
    assert said[2] == "1. You: done"
    assert open_match(path).record.steps[0].text.endswith(", $0")


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
        agent = next(
            letter for letter, dealt in matches._deals(rules, Lots(seed))[side].items() if dealt == number
        )
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
    for word, words in (("take", "Z is taken"), ("refuse", "Z is refused"), ("take Z", "Z is taken")):
        companion = offered(path, 1)
        companion.kept._do(PromotionReply(accept=True))
        (question,) = heard(companion, "sheet")
        assert re.fullmatch(r"That was Red's double agent, and [A-X] may take Z: y or n\?", question)
        assert heard(companion, "resign")[-1] == question
        said = heard(companion, word)
        assert re.fullmatch(rf"\d+\. You: {words}", said[0])
    companion = offered(path, 0)
    assert heard(companion, "decline Z")[0] == "'decline Z' is neither yes nor no"
    assert ". You: promotion declined" in heard(companion, "n")[0]
    # What the advice calls it is understood as well.
    assert ". You: promotion declined" in heard(offered(path, 0), "decline promotion")[0]


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
    save = kept_file.save

    def full(path: Path, text: str) -> None:
        calls[0] += 1
        if calls[0] == 2:
            message = "the disk is full"
            raise SessionError(message)
        save(path, text)

    monkeypatch.setattr(kept_file, "save", full)
    said = heard(companion, "a n1")
    assert said[0].startswith("5. You: A one forward: ")
    assert said[1] == "the disk is full"
    assert companion.kept.is_machine_next
    assert heard(companion, "h e1")[0].startswith("6. White: ")
    assert not companion.kept.is_machine_next


def test_cf_z_2_whether_z_goes_along_is_asked(path: Path) -> None:
    """As at the table: its holder is asked for once, unless it was said; nobody else is."""
    record = read_record(SAMPLE)
    question = re.compile(r"K holds Z: does Z go along\? \(n: it stays behind on \d+,\d+\) \(y, n\)")
    for lines, cell in (
        (("k nw2", "y"), "KZ-NW2"),
        (("k forward left 2", "with z"), "KZ-NW2"),
        (("k nw2", "n"), "K-NW2"),
        (("k nw2", "stays # for now"), "K-NW2 for now"),
        (("kz nw2",), "KZ-NW2"),
        (("k with z nw2",), "KZ-NW2"),
        (("k nw2 without z",), "K-NW2"),
        (("z nw1",), "Z-NW1"),
        (("p ne1",), "P-NE1"),
    ):
        path.unlink(missing_ok=True)
        companion = MatchCompanion(match_from(path, record, 37, 1, AgentModel(), seed=1))
        before = path.read_bytes()
        neutral = companion.look.state.position.neutral
        line, *answers = lines
        if answers:
            assert question.fullmatch(heard(companion, line)[-1])
            for other in ("perhaps", "sheet", "board", "moves"):
                assert question.fullmatch(heard(companion, other)[-1])
            assert heard(companion, "undo") == ["Nothing was entered; the question is dropped."]
            assert question.fullmatch(heard(companion, line)[-1])
            assert path.read_bytes() == before
            line = answers[0]
        said = heard(companion, line)
        assert said[0].startswith("38. You: ")
        assert not any(map(question.fullmatch, said))
        assert companion.kept.record.steps[37].text == cell
        moment = open_match(path).record.at(38)
        assert (moment.position.neutral == neutral) == (cell[:2] in {"K-", "P-"})
        assert (moment.position.holder == (0, "K")) == (cell[:2] in {"KZ", "P-"})


def test_a_line_that_is_only_tried_does_not_end_the_match(path: Path) -> None:
    """Neither a draw nor giving up; nor does anything that is answered in it count for the match."""
    companion = MatchCompanion(new_match(path, Rules.of("classic"), 0, 0, 1, seed=1))
    before = path.read_bytes()
    heard(companion, "try h n1 y")
    for line in ("draw", "resign"):
        assert heard(companion, line)[0].startswith("this line is only tried; back leaves it")
    assert heard(companion, "h s1")[0].startswith("2. ")
    heard(companion, "back")
    assert (companion.trial, companion.kept.is_over, path.read_bytes()) == (None, False, before)
    assert "edit" not in companion.commands
    heard(companion, "h n1")
    wrong = heard(companion, "try s n1 y")[0]
    assert "mends it" not in wrong


def test_a_moment_of_a_line_that_was_tried_is_left_when_it_is_taken_back(path: Path) -> None:
    """Else something would be looked at that is not there any more."""
    companion = MatchCompanion(new_match(path, CLASSIC, 0, 0, 1, seed=31))
    heard(companion, "try h n1 y")
    heard(companion, "at 1")
    assert companion.count == 1
    assert heard(companion, "undo")[:2] == ["Taken back.", "Back to now."]
    assert companion.count is None
    assert companion.summary.startswith("only tried (back leaves), turn 1: Yellow to move")
