"""A match against the machine: true answers, no peeking, nothing lost, and a deal kept back to the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from common import CLASSIC, ESPIONAGE
from deduce.confusion import (
    IllegalActionError,
    RecordError,
    Rules,
    RulesError,
    SessionError,
    read_record,
    record_of,
)
from deduce.confusion.engine.actions import (
    Agree,
    Attempt,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
)
from deduce.confusion.engine.game import Event, Game
from deduce.confusion.engine.simulation import USUAL, random_action
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.match import match as matches
from deduce.confusion.match.levels import LEVELS, level_of
from deduce.confusion.match.lots import Lots
from deduce.confusion.match.match import Match, new_match, open_match
from deduce.confusion.players.named import PLAYERS, player_name

EVERYTHING = Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True)
BUSY = replace(USUAL, reveal=0.05, move_two=0.05, swap_two=0.05, remove=0.02, expose=0.02)
"""Random humans that make use of everything."""
MOST = 120
"""After so many steps a random human gives up."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.txt"


def human(match: Match, draw: random.Random) -> Event:
    """Do something at random as the human, who knows no more than its view."""
    if match.pending is not None:
        return match.say(allowed=draw.random() < 0.5)
    return match.act(random_action(match.view().game(), draw, BUSY))


def step(match: Match, draw: random.Random) -> None:
    if match.is_machine_next:
        match.machine_acts()
    else:
        human(match, draw)


def finish(match: Match, draw: random.Random, each: Callable[[], object] = int) -> None:
    """Play to the end, which a human who has had enough brings about."""
    for _ in range(MOST):
        if match.is_over:
            return
        step(match, draw)
        each()
    while match.is_machine_next or match.pending is not None or not match.is_turn_over:
        step(match, draw)
    if not match.is_over:
        match.act(Resign())


# --- Whole games -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [CLASSIC, ESPIONAGE, EVERYTHING], ids=["classic", "espionage", "everything"]
)
@pytest.mark.parametrize(("level", "me"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 1)])
def test_whole_games(rules: Rules, level: int, me: int, path: Path) -> None:
    """The human's deal is in the file only at the end, and then every answer in it is right."""
    match = new_match(path, rules, me, 0, level, seed=level)
    names = rules.sides

    def check() -> None:
        assert match.record.text == path.read_text(encoding="utf-8")
        assert match.record.misfits == ()
        assert (match.deals is None) == (not match.is_over)
        if not match.is_over:
            assert f"\n{names[me]} = ?\n" in match.record.text
            assert match.record.now.setup.deals[me] is None
            assert match.view().game().deals[me] is None
            assert match.moment().setup.deals[me] is None
            assert match.moment().game().deals[me] is None
            assert match.moment().events == match.view().events
            assert match.moment().position == match.view().position

    finish(match, random.Random(level), check)
    assert match.is_over
    record = read_record(path)
    assert record.misfits == ()
    assert record.now.outcome == match.view().position.outcome
    assert record.now.setup.deals == match.deals
    assert "?" not in {record.begun.others.get("Begun"), record.begun.others.get("Asked")}
    assert sheet_of(record.now.game(), me).is_consistent


def test_the_levels_that_think(path: Path) -> None:
    """Both sides, with hardly any time to think."""
    for level, rules in ((4, CLASSIC), (5, EVERYTHING)):
        match = new_match(path, rules, level % 2, 0, level, seed=1, seconds=0.002)
        assert f"Match = level {level}, seed 1, time 0.002\n" in path.read_text(encoding="utf-8")
        draw = random.Random(level)
        for _ in range(24):
            if not match.is_over:
                step(match, draw)
        assert read_record(path).misfits == ()
        assert open_match(path).level == match.level
        assert open_match(path, 0.001).level.seconds == 0.001


def test_levels() -> None:
    """Each is a player that there is; a time is only for those that think."""
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    for number, level in LEVELS.items():
        assert player_name(level.player).kind in PLAYERS
        assert level_of(number) == level
    assert level_of(5, 2).seconds == 2
    for number, seconds in (
        (0, None),
        (6, None),
        (3, 1.0),
        (4, 0.0),
        (4, -1.0),
        (5, float("inf")),
        (5, 86401.0),
    ):
        with pytest.raises(SessionError):
            level_of(number, seconds)


# --- Interrupted -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", [CLASSIC, ESPIONAGE, EVERYTHING], ids=["classic", "espionage", "everything"]
)
@pytest.mark.parametrize("level", [1, 3])
def test_a_match_that_was_interrupted_goes_on_as_it_would_have(
    rules: Rules, level: int, tmp_path: Path
) -> None:
    """Opened again after every single step, within turns and with questions open too."""
    texts = []
    for name, interrupted in (("one.txt", False), ("two.txt", True)):
        path = tmp_path / name
        match = new_match(path, rules, 1, 1, level, seed=3)
        draw = random.Random(level)
        for _ in range(36):
            if match.is_over:
                break
            step(match, draw)
            if interrupted:
                before, text, turn_over = match, path.read_bytes(), match.is_turn_over
                match = open_match(path)
                assert path.read_bytes() == text
                assert match.view() == before.view()
                assert match.pending == before.pending
                assert match.is_turn_over == turn_over
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_what_is_kept_within_a_turn(path: Path) -> None:
    """A shown piece stays shown, with its comment; the turn is written when it is over."""
    rules = Rules.of("espionage", tokens=True)
    match = new_match(path, rules, 0, 0, 1, seed=1)
    event = match.act(Reveal("A"), "look")
    assert event.answer.shown is not None
    assert not match.is_turn_over
    text = path.read_text(encoding="utf-8")
    assert f"Begun = $A={event.answer.shown} look\n" in text
    assert not re.search(r"^1\.", text, re.MULTILINE)
    match = open_match(path)
    assert match.view().events[-1].answer == event.answer
    with pytest.raises(IllegalActionError, match="may not move this turn"):
        match.act(Attempt("A", 0, 1))
    attempt = match.act(Attempt("H", 0, 1), "and go")
    text = path.read_text(encoding="utf-8")
    said = "H-N1" if attempt.answer.allowed else "(H-N1)"
    assert f"1. $A={event.answer.shown}, {said} look and go" in text
    assert "Begun" not in text


def test_two_attempts(path: Path) -> None:
    """CF-TOK-MOVE2: the first answer is heard, and kept, before the second attempt."""
    match = new_match(path, Rules.of("espionage", tokens=True), 0, 0, 1, seed=2)
    match.act(MoveTwo())
    match.act(Attempt("H", 0, 1))
    assert not match.is_turn_over
    match = open_match(path)
    with pytest.raises(IllegalActionError):
        match.act(Attempt("H", 0, 1))
    match.act(Attempt("K", 0, 1))
    assert match.is_turn_over
    assert match.is_machine_next


def played(path: Path, rules: Rules, wanted: Callable[[Match], bool], **options: Any) -> Match:
    """Return a match at the first moment of which something is true."""
    for seed in range(200):
        match = new_match(path, rules, 0, 0, 1, seed=seed, **options)
        draw = random.Random(seed)
        for _ in range(MOST):
            if wanted(match):
                return match
            if match.is_over:
                break
            step(match, draw)
    pytest.fail("it never came to that")


def test_cf_da_1_the_human_answers_for_the_double_agent_of_the_machine(path: Path) -> None:
    """The machine waits for it, also after an interruption, and either answer counts."""
    found = played(path, ESPIONAGE, lambda match: match.pending is not None)
    text = path.read_bytes()
    assert b"Asked = " in text
    for allowed in (True, False):
        path.write_bytes(text)
        match = open_match(path)
        assert match.pending == found.pending
        assert match.pending is not None
        assert not match.is_machine_next
        for action in (Resign(), Attempt("H", 0, 1), PromotionReply(accept=True)):
            with pytest.raises(IllegalActionError, match="needs an answer, yes or no"):
                match.act(action)
        with pytest.raises(IllegalActionError):
            match.machine_acts()
        event = match.say(allowed=allowed)
        assert (event.side, event.action, event.answer.allowed) == (1, found.pending, allowed)
        assert b"Asked = " not in path.read_bytes()
        with pytest.raises(IllegalActionError, match="nothing was asked"):
            match.say(allowed=True)


def agent_of(rules: Rules, seed: int, side: int) -> str:
    """Return the double agent that a seed deals."""
    number = max(rules.diagrams)
    return next(
        letter for letter, dealt in matches._deals(rules, Lots(seed))[side].items() if dealt == number
    )


def test_cf_da_1_the_machine_answers_for_the_double_agent_of_the_human(path: Path) -> None:
    """By its player, whatever the diagrams say, and the same again after an interruption."""
    heard = set()
    for seed in range(12):
        answers = []
        for _ in range(2):
            match = new_match(path, ESPIONAGE, 0, 0, 2, seed=seed)
            agent = agent_of(ESPIONAGE, seed, 0)
            tried = [each for each in match.view().attempts() if each.letter == agent]
            if tried:
                answers.append(match.act(tried[0]).answer)
        assert len(set(answers)) <= 1
        heard |= set(answers)
    assert {answer.allowed for answer in heard} == {True, False}


def test_cf_var_5_promotion(path: Path) -> None:
    """An offer is kept where the turn is not over; the human accepts or declines."""
    rules = Rules.of("espionage", variants=[3, 5])
    checked = []

    def offered(match: Match) -> bool:
        if match.view().position.stage.offer is None or match.is_machine_next:
            return False
        text = path.read_bytes()
        assert b"Begun = " in text
        for accept in (True, False):
            path.write_bytes(text)
            again = open_match(path)
            assert again.view() == match.view()
            with pytest.raises(IllegalActionError, match="not your turn to do that"):
                again.act(Resign())
            event = again.act(PromotionReply(accept))
            assert event.action == PromotionReply(accept)
            assert (event.answer.shown is not None) == accept
            assert read_record(path).misfits == ()
            assert open_match(path).view() == again.view()
            checked.append(accept)
        return True

    near_promotion(path, rules, 0, offered)
    assert checked == [True, False]


def test_cf_var_5_the_double_agent_gives_z_away(path: Path) -> None:
    """Each side decides for its own piece, in the turn of the other."""
    rules = Rules.of("espionage", variants=[3, 5])
    machine, mine = [False], [False]

    def gift(match: Match) -> bool:
        if match.view().position.stage.gift:
            (machine if match.is_machine_next else mine)[0] = True
            before = path.read_bytes()
            again = open_match(path)
            assert again.view() == match.view()
            assert again.is_machine_next == match.is_machine_next
            if match.is_machine_next:
                event = again.machine_acts()
            else:
                with pytest.raises(IllegalActionError):
                    again.act(Resign())
                event = again.act(GiftReply(accept=True))
            assert event is not None
            assert isinstance(event.action, GiftReply)
            assert read_record(path).misfits == ()
            path.write_bytes(before)
        return machine[0] and mine[0]

    # The agent is let through, brought to the last row and accepted there.
    for side in (0, 1):
        near_promotion(path, rules, side, gift)
    assert machine[0]
    assert mine[0]


def near_promotion(path: Path, rules: Rules, side: int, look: Callable[[Match], bool]) -> None:
    """Walk the double agent of a side to the last row and accept its promotion."""
    for seed in range(60):
        match = new_match(path, rules, 0, 0, 1, seed=seed)
        agent = next(
            letter
            for letter, dealt in matches._deals(rules, Lots(seed))[side].items()
            if dealt == max(rules.diagrams)
        )
        draw = random.Random(seed)
        for _ in range(60):
            if match.is_over:
                break
            if look(match):
                return
            stage, position = match.view().position.stage, match._game.position
            if stage.gift:
                return
            if stage.offer is not None and position.turn == side:
                match._do(PromotionReply(accept=stage.offer == agent))
            elif position.turn == side:
                tried = [
                    each
                    for each in position.attempts()
                    if each.letter == agent and each.way in {7, 0, 1} and each.kind.value == "move"
                ] or position.attempts()
                match._do(max(tried, key=lambda each: (each.distance, draw.random())), lambda _: True)
            elif match.is_machine_next:
                match.machine_acts()
            elif match.pending is not None:
                match.say(allowed=False)
            else:
                still = [each for each in match.view().attempts() if each.way in {3, 4, 5}]
                match.act(draw.choice(still or match.view().attempts()))
    pytest.fail("the double agent never came through")


# --- Nobody peeks ------------------------------------------------------------------------------------


def dealt(monkeypatch: pytest.MonkeyPatch, deals: tuple[Mapping[str, int], Mapping[str, int]]) -> None:
    monkeypatch.setattr(matches, "_deals", lambda *_: deals)


@pytest.mark.parametrize("rules", [CLASSIC, ESPIONAGE], ids=["classic", "espionage"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_machine_sees_nothing_of_its_own_diagrams(
    rules: Rules, level: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With any other diagrams that would have been answered alike so far, it chooses the same next."""
    true = matches._deals(rules, Lots(5))
    first = new_match(tmp_path / "one.txt", rules, 0, 0, level, seed=5)
    draw, compared = random.Random(level), 0
    for number in range(50):
        if first.is_over:
            break
        if first.is_machine_next and not number % 3:
            sheet = sheet_of(first.view().game(), 1)
            others = [
                {**true[1], one: true[1][two], two: true[1][one]}
                for one in rules.letters
                for two in rules.letters
                if one < two
            ]
            fitting = [
                each
                for each in others
                if all(each[letter] in found for letter, found in sheet.possible.items())
                and fits(rules, (true[0], each), first)
            ]
            for other in draw.sample(fitting, min(2, len(fitting))):
                compared += 1
                path = tmp_path / "two.txt"
                text = first.record.text.replace(cards(true[1]), cards(other))
                assert text != first.record.text
                path.write_text(text, encoding="utf-8")
                with monkeypatch.context() as patched:
                    dealt(patched, (true[0], other))
                    second = open_match(path)
                assert second._game.deals == (true[0], other)
                assert second._game.view(1) == first._game.view(1)
                chosen = second.machine_acts()
                tried = second.pending if chosen is None else chosen.action
                again = open_match(tmp_path / "one.txt")
                event = again.machine_acts()
                assert tried == (again.pending if event is None else event.action)
                (tmp_path / "one.txt").write_text(first.record.text, encoding="utf-8")
        step(first, draw)
    assert compared > 5


def cards(deal: Mapping[str, int]) -> str:
    return " ".join(f"{letter}{deal[letter]}" for letter in sorted(deal))


def fits(rules: Rules, deals: tuple[Mapping[str, int], Mapping[str, int]], match: Match) -> bool:
    """Tell whether everything so far would have been answered alike with other deals."""
    game = Game(rules, deals, match.record.now.setup.first)
    for event in match.view().events:
        allowed = event.answer.allowed
        if game.push(event.action, agent=lambda _, said=allowed: said).answer != event.answer:  # type: ignore[misc]
            return False
    return True


def test_the_human_sees_nothing_of_its_own_diagrams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views and files are the same, whatever the human holds, as long as the same is answered."""
    true = matches._deals(CLASSIC, Lots(5))
    match = new_match(tmp_path / "one.txt", CLASSIC, 0, 0, 1, seed=5)
    first = match.act(Attempt("H", 0, 1))
    one, two = (
        (
            letter
            for letter in "ACEKL"
            if CLASSIC.diagrams[true[0][letter]].allows(0, 1) == first.answer.allowed
        )
        if False
        else ("K", "L")
    )
    other = {**true[0], one: true[0][two], two: true[0][one]}
    dealt(monkeypatch, (other, true[1]))
    second = new_match(tmp_path / "two.txt", CLASSIC, 0, 0, 1, seed=5)
    second.act(Attempt("H", 0, 1))
    assert first == second.view().events[0]
    assert match.view() == second.view()
    assert match.record.text == second.record.text
    assert match.machine_acts() == second.machine_acts()
    assert match.record.text == second.record.text


def test_what_a_player_is_given(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view of its own side, and nothing else that knows the deals."""
    given: list[object] = []

    class Curious:
        def choose(self, view: Any) -> object:
            given.append(view)
            return view.attempts()[0]

        def allows(self, view: Any, attempt: Attempt) -> bool:
            given.append(view)
            return False

    monkeypatch.setattr("deduce.confusion.players.named.make_player", lambda *_, **__: Curious())
    match = new_match(path, ESPIONAGE, 1, 0, 1, seed=1)
    match.machine_acts()
    if match.pending:
        match.say(allowed=True)
    agent = next(
        letter
        for letter, number in matches._deals(ESPIONAGE, Lots(1))[1].items()
        if number == max(ESPIONAGE.diagrams)
    )
    match.act(next(each for each in match.view().attempts() if each.letter == agent))
    assert len(given) == 2
    for view in given:
        assert view.side == 0  # type: ignore[attr-defined]
        assert view.game().deals[0] is None  # type: ignore[attr-defined]


# --- What is refused ---------------------------------------------------------------------------------


def test_only_in_turn(path: Path) -> None:
    """The human cannot move twice, nor agree alone, nor go on after the end."""
    match = new_match(path, CLASSIC, 0, 0, 1, seed=1)
    text = path.read_bytes()
    with pytest.raises(IllegalActionError, match="not the machine's turn"):
        match.machine_acts()
    with pytest.raises(IllegalActionError, match="has to be offered"):
        match.act(Agree())
    for action in (Attempt("N", 0, 1), Remove("A"), Expose("A"), PromotionReply(accept=True)):
        with pytest.raises(IllegalActionError):
            match.act(action)
    assert path.read_bytes() == text
    match.act(Attempt("H", 0, 1))
    for action in (Attempt("K", 0, 1), Resign()):
        with pytest.raises(IllegalActionError, match="not your turn"):
            match.act(action)
    with pytest.raises(IllegalActionError, match="not your turn"):
        match.offer_draw()
    match.machine_acts()
    match.act(Resign())
    assert match.view().position.outcome is not None
    with pytest.raises(IllegalActionError, match="the game is over"):
        match.act(Attempt("K", 0, 1))
    with pytest.raises(IllegalActionError, match="the game is over"):
        match.offer_draw()


def test_draws(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not early, and not while the machine is ahead; an agreed one ends the game."""
    match = new_match(path, CLASSIC, 0, 0, 1, seed=1)
    text = path.read_bytes()
    assert not match.offer_draw()
    assert path.read_bytes() == text
    monkeypatch.setattr(matches, "EARLIEST_DRAW", 0)
    assert match.offer_draw()
    assert match.is_over
    record = read_record(path)
    assert [step.text for step in record.steps] == ["draws"]
    assert record.now.setup.deals == match.deals
    ahead = played(path, CLASSIC, lambda found: not found.is_machine_next and holds(found, 1))
    assert not ahead.offer_draw()


def holds(match: Match, side: int) -> bool:
    holder = match.view().position.holder
    return holder is not None and holder[0] == side and not match.is_over


def test_nothing_happens_that_cannot_be_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the human's turn nor of the machine's."""

    def full(*_: object) -> None:
        message = "the disk is full"
        raise SessionError(message)

    match = new_match(path, CLASSIC, 0, 0, 1, seed=1)
    text, view = path.read_bytes(), match.view()
    with monkeypatch.context() as patched:
        patched.setattr("deduce.tabletop.kept_file.save", full)
        with pytest.raises(SessionError):
            match.act(Attempt("H", 0, 1), "words")
        with pytest.raises(SessionError):
            match.act(Resign())
    assert (path.read_bytes(), match.view()) == (text, view)
    match.act(Attempt("H", 0, 1))
    assert "words" not in path.read_text(encoding="utf-8")
    view = match.view()
    with monkeypatch.context() as patched:
        patched.setattr("deduce.tabletop.kept_file.save", full)
        with pytest.raises(SessionError):
            match.machine_acts()
    assert match.view() == view
    match.machine_acts()
    asked = played(path, ESPIONAGE, lambda found: found.pending is not None)
    with monkeypatch.context() as patched:
        patched.setattr("deduce.tabletop.kept_file.save", full)
        with pytest.raises(SessionError):
            asked.say(allowed=True)
    assert asked.pending is not None
    asked.say(allowed=True)


CHANGES = {
    "no match": (r"Match = .*\n", ""),
    "no level": ("level 1", "level 7"),
    "a time for no level": ("seed 4", "seed 4, time 3"),
    "no time": ("level 1, seed 4", "level 4, seed 4, time e-+"),
    "another seed": ("seed 4", "seed 5"),
    "another deal": ("White = A", "White = C"),
    "no side": ("Me = Yellow", "Me = Green"),
    "a turn that is none": (r"1\. \S+", "1. Q-N1"),
    "another answer": (r"1\. (\S+)", r"1. (A-N2)"),
    "a begun turn that cannot be": ("Date", "Begun = N-N1\nDate"),
    "a question that cannot be": ("Date", "Asked = N-N1\nDate"),
    "a pass of nothing": ("Date", "Asked = Z-N1\nDate"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_files_that_were_changed(change: str, path: Path) -> None:
    """One sentence; what does not follow from the seed any more is not gone on with."""
    match = new_match(path, CLASSIC, 0, 0, 1, seed=4, date="today")
    match.act(Attempt("H", 0, 1))
    text = path.read_text(encoding="utf-8")
    answer = (
        "A-N2" if not CLASSIC.diagrams[matches._deals(CLASSIC, Lots(4))[0]["A"]].allows(0, 2) else "(A-N2)"
    )
    pattern, replacement = CHANGES[change]
    path.write_text(re.sub(pattern, replacement.replace("(A-N2)", answer), text, count=1), encoding="utf-8")
    with pytest.raises(SessionError) as caught:
        open_match(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_files_that_are_no_matches(path: Path) -> None:
    with pytest.raises(RecordError):
        open_match(path)
    path.write_text(record_of(Game(CLASSIC), headers={"Me": "Yellow"}).text, encoding="utf-8")
    with pytest.raises(SessionError, match="is no match against the machine"):
        open_match(path)


# --- How it begins -----------------------------------------------------------------------------------


def test_seeds(tmp_path: Path) -> None:
    """The same seed deals the same, whoever plays which side; without one nobody knows."""
    paths = [tmp_path / f"{number}.txt" for number in range(4)]
    sides = [new_match(paths[me], CLASSIC, me, 0, 1, seed=9) for me in (0, 1)]
    shown = [match.view().opponent_deal for match in sides]
    assert shown == [matches._deals(CLASSIC, Lots(9))[1], matches._deals(CLASSIC, Lots(9))[0]]
    unknown = [new_match(paths[number], CLASSIC, 0, 0, 1) for number in (2, 3)]
    assert [match.seed for match in unknown] == [None, None]
    assert unknown[0].lots != unknown[1].lots
    assert open_match(paths[2]).lots == unknown[0].lots
    large = new_match(paths[3], CLASSIC, 0, 0, 1, seed=-(10**18))
    assert open_match(paths[3]).view() == large.view()


@pytest.mark.parametrize("seed", [10**18 + 1, -(10**60), 10**5000], ids=["more", "less", "endless"])
def test_seeds_that_mean_nothing(seed: int, path: Path) -> None:
    with pytest.raises(SessionError, match=r"the seed is .{1,45}; it must be a whole number from -1,0"):
        new_match(path, CLASSIC, 0, 0, 1, seed=seed)
    assert not path.exists()


@pytest.mark.parametrize("seconds", [1.2345678901234567e-05, 0.00012345678901234567, 86400.0, 1e-300])
def test_any_time_to_think_is_read_again(seconds: float, path: Path) -> None:
    """However many digits it has."""
    new_match(path, CLASSIC, 0, 0, 4, seed=1, seconds=seconds)
    assert open_match(path).level.seconds == seconds


def test_cf_var_4_placements(path: Path) -> None:
    """The human's own, or one at random for each side; kept in the file."""
    rules = Rules.of("espionage", variants=[4])
    random_one = new_match(path, rules, 0, 0, 1, seed=1)
    placed = random_one.view().placements[0]
    assert placed is not None
    assert open_match(path).view() == random_one.view()
    mirrored = {letter: (12 - column, row) for letter, (column, row) in placed.items()}
    own = new_match(path, rules, 0, 0, 1, seed=1, placement=mirrored)
    assert own.view().placements == (mirrored, random_one.view().placements[1])
    assert open_match(path).view() == own.view()
    with pytest.raises(RulesError):
        new_match(path, CLASSIC, 1, 0, 1, seed=1, placement=mirrored)


def test_other_diagrams(path: Path) -> None:
    """A match keeps the file of its diagrams, and deals from them again."""
    import deduce.confusion

    source = Path(deduce.confusion.__file__).parent / "engine" / "data" / "diagrams.toml"
    file = path.parent / "mine.toml"
    file.write_text(
        source.read_text(encoding="utf-8").replace('name = "Rocket"', 'name = "Bolt"'), encoding="utf-8"
    )
    from deduce.confusion import load_diagrams

    rules = Rules.of("classic", diagrams=load_diagrams(file))
    match = new_match(path, rules, 0, 1, 1, seed=1, diagrams_file=str(file), date="today")
    match.machine_acts()
    assert open_match(path).rules.diagrams[1].name == "Bolt"
