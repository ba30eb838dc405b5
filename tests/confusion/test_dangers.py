"""What is urgent on the board, in words: true in every deal that is left, and right for both sides."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from common import CLASSIC, ESPIONAGE, SAMPLE, TOKENS
from confusion.advice.brute_endgame import sure_within
from confusion.advice.test_endgame import moment, tiny_rules
from confusion_plays import play
from deduce.confusion import Moment, Rules
from deduce.confusion.dangers import threatened, urgent
from deduce.confusion.engine.actions import Answer, Attempt, Manner
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.position import EMPTY, FRESH, Stage
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.knowledge.sheet import Sheet, sheet_of
from deduce.confusion.knowledge.threats import reaches_goal
from deduce.confusion.notation.words import attempt_words
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.said import Role, Said
from tables import new_game, opened

DEAL = dict(zip(CLASSIC.letters, (4, 8, 12, 11, 10, 2, 1, 3, 7, 6, 5, 9), strict=True))


def sheets(game: Game) -> tuple[Sheet, Sheet]:
    return sheet_of(game, 0), sheet_of(game, 1)


def texts(game: Game, me: int) -> list[str]:
    return [said.text for said in urgent(game, me, sheets(game))]


def stands(game: Game, me: int, **pieces: tuple[int, int]) -> Game:
    """The game with nothing on the board but some pieces, as side 0 sees their squares; Z among them.

    Small letters are side 1's.
    """
    board = game.rules.board
    where = [-1] * len(game.position.squares)
    for name, square in pieces.items():
        if name != "Z":
            where[board.numbers[int(name.islower())][name.upper()]] = board.number(square)
    neutral = board.number(pieces["Z"])
    return game.branch(
        replace(game.position, squares=tuple(where), neutral=neutral, turn=me, stage=FRESH, outcome=None)
    )


# --- Against every deal --------------------------------------------------------------------------------


def yes_to(game: Game, attempt: Attempt) -> Answer:
    tells = not game.rules.anyone_is_promoted and is_arrival(game.position, attempt)
    return Answer(promoted=False if tells else None)


def situation(seed: int, folder: Path) -> Game:
    """A small game with Z near the goal of the side to move, or under a piece that has got to its own."""
    draw = random.Random(f"dangers {seed}")
    game = moment(tiny_rules(folder, draw, 3, 4, 5), draw)
    position, board = game.position, game.rules.board
    if seed % 3:
        return game
    me = position.turn
    theirs = [piece for piece in board.pieces[1 - me] if position.squares[piece] >= 0]
    free = [square for square in board.last_rows[1 - me] if position.held[square] == EMPTY]
    squares = list(position.squares)
    squares[draw.choice(theirs)] = there = draw.choice(free)
    game.position = replace(position, squares=tuple(squares), neutral=there)
    return game


@pytest.mark.parametrize("seed", range(150))
def test_cf_win_1_what_is_called_a_win_or_a_loss_is_one(seed: int, tmp_path: Path) -> None:
    """Small boards with Z near a goal: against a search of its own through every deal and every reply."""
    game = situation(seed, tmp_path)
    position = game.position
    side = position.turn
    found = texts(game, side)
    wins = {
        attempt_words(attempt)
        for attempt, chance in sure_within(game, 1).items()
        if chance == 1 and reaches_goal(position, attempt)
    }
    held = position.holder is not None and position.holder[0] == 1 - side
    loses = held and position.neutral in game.rules.board.last_rows[1 - side]
    if loses:
        saves = any(may_be(game, each) and saved(game, each) for each in game.attempts())
        assert len(found) == 1
        assert ("take it now or lose" in found[0]) is saves
        assert found[0].startswith("You lose: ") is not saves
    elif wins:
        assert len(found) == 1
        assert found[0].startswith("You win by ")
        named = found[0].removeprefix("You win by ").removesuffix(".").partition(" and ")[0].split(", ")
        assert set(named) == wins or (len(named) == 3 and set(named) < wins)
    else:
        assert not any(text.startswith(("You win by", "You win:", "You lose")) for text in found)


def may_be(game: Game, attempt: Attempt) -> bool:
    """Whether the mover's diagrams may allow an attempt."""
    side, diagrams = game.position.turn, game.rules.diagrams
    if game.position.is_promoted(side, attempt.letter):
        return diagrams.promoted.allows(attempt.way, attempt.distance)
    numbers = sheet_of(game, side).possible[attempt.letter]
    return any(diagrams[number].allows(attempt.way, attempt.distance) for number in numbers)


def saved(game: Game, attempt: Attempt) -> bool:
    """Whether an attempt that is allowed takes Z from whoever would win with it."""
    following = played(game.position, attempt, yes_to(game, attempt))[1]
    return following.outcome is None or following.outcome.winner == game.position.turn


@pytest.mark.parametrize("seed", range(150))
def test_cf_win_1_when_z_waits_for_its_holder(seed: int, tmp_path: Path) -> None:
    """After the winner's attempt: it is won if no reply that their diagrams allow takes Z."""
    draw = random.Random(f"waits {seed}")
    rules = replace(tiny_rules(tmp_path, draw, 3, 4, 5), late_contact=True)
    game = moment(rules, draw)
    me = game.position.turn
    goals = [each for each in game.attempts() if reaches_goal(game.position, each)]
    if not goals:
        return
    attempt = draw.choice(goals)
    game.push(attempt, yes_to(game, attempt))
    if game.outcome is not None:
        return
    escapes = False
    for reply in game.attempts():
        truth = game.answer(reply)
        assert truth is not None
        following = played(game.position, reply, truth)[1]
        escapes |= following.outcome is None or following.outcome.winner != me
    (text,) = texts(game, me)
    assert text.startswith("You win: ") is not escapes
    assert ("They can take it now" in text) is escapes


def test_situations_are_of_all_sorts(tmp_path: Path) -> None:
    """What the tests above compare happens often enough."""
    said = [
        text
        for game in (situation(seed, tmp_path) for seed in range(150))
        for text in texts(game, game.position.turn)
    ]
    for part in ("You win by", "You lose: ", "take it now or lose", "You can win now", "You can take Z now"):
        assert sum(part in text for text in said) >= 5, part


# --- As they are said ----------------------------------------------------------------------------------


def test_cf_win_1_the_end_of_the_sample_game(tmp_path: Path) -> None:
    """Z goes to and fro on Yellow's first row; each side hears its own side of it."""
    path = tmp_path / "game.txt"
    path.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    expected = {
        70: (
            "They can bring Z onto your first row now: H with Z one forward right (truly, and they ",
            "You can bring Z onto their first row now",
        ),
        73: (
            "Z stands on your first row under their H: take it now or lose (P 100%).",
            "Z stands on their first row under your H. They can take it now: P (truly, and they know it).",
        ),
        75: (
            "Z stands on your first row under their T: take it now or lose (O 44%).",
            "You win: Z stands on their first row under your T, and nothing of theirs can take it.",
        ),
        76: ("", ""),
    }
    for me in (0, 1):
        companion = TableCompanion(opened(path, me))
        for count, said in expected.items():
            companion.obey(f"at {count}")
            assert " ".join(each.text for each in companion.alarms).startswith(said[me])
            assert bool(companion.alarms) is bool(said[me])
            assert companion.frame().alarms == companion.alarms


def test_cf_win_1_own_diagrams_are_not_looked_at() -> None:
    """With both deals in the record, one hears of one's own pieces what one hears without."""
    draw = random.Random(1)
    deals = random_deal(CLASSIC, draw), random_deal(CLASSIC, draw)
    told = []
    for known in ((deals[0], deals[1]), (None, deals[1])):
        game = stands(Game(CLASSIC, known), 0, A=(6, 9), C=(2, 2), Z=(6, 10), k=(7, 11), l=(9, 9))
        told.append(texts(game, 0))
    assert told[0] == told[1]
    assert "You can take Z now: A 58%." in told[0]


def test_own_diagrams_do_not_show_in_the_order() -> None:
    """Of two pieces that are alike to their owner, neither comes first because it truly can."""
    said = []
    for deal in ({"E": 3, "H": 6}, {"E": 6, "H": 3}):
        numbers = iter(number for number in range(1, 13) if number not in deal.values())
        whole = {letter: deal.get(letter) or next(numbers) for letter in CLASSIC.letters}
        for known in (Game(CLASSIC, (whole, None)), Game(CLASSIC, dealt=(deal, None))):
            game = stands(known, 0, E=(5, 5), H=(7, 5), Z=(6, 6), a=(6, 11))
            said.append((texts(game, 0), texts(game, 1)))
    assert len({tuple(mine) for mine, _ in said}) == 1
    assert "E" in said[0][0][0]
    assert "H" in said[0][0][0]


@pytest.mark.parametrize("stage", [Stage(gift=True), Stage(offer="X", barred=frozenset("X"))])
def test_cf_var_5_a_reply_that_is_due_is_passed_over(stage: Stage) -> None:
    """The same is urgent as on the same board without it."""
    rules = Rules.of("espionage", variants=[5])
    for h in ((1, 5), (11, 5)):
        game = stands(Game(rules), 0, H=(6, 10), Z=(6, 10), A=(2, 2), x=(4, 1), h=h)
        due = game.branch(replace(game.position, turn=1, stage=stage))
        assert texts(due, 0) == texts(game, 0)
        assert any("You can win now" in text for text in texts(game, 0))


def test_cf_win_2_espionage_is_won_at_once() -> None:
    """A certain carry wins; one that is only possible can; theirs would win."""
    game = Game(ESPIONAGE)
    near = stands(game, 0, A=(6, 10), C=(2, 2), Z=(6, 10), k=(7, 3))
    assert texts(near, 0)[0].startswith("You can win now: A with Z one forward 58%, ")
    promoted = near.branch(replace(near.position, promoted=1 << near.position.piece(0, "A")))
    (text,) = texts(promoted, 0)
    assert text == ("You win by A with Z one forward, A with Z one forward right, A with Z one forward left.")
    assert urgent(promoted, 0, sheets(promoted))[0].role is Role.STRONG
    theirs = texts(stands(game, 0, A=(6, 9), C=(2, 2), Z=(7, 2), k=(7, 2)), 0)
    assert theirs[0].startswith("They might win next turn: K with Z one forward ")


def test_cf_da_1_the_double_agent_does_what_one_lets_it() -> None:
    """Whoever sees it need not say yes, so it is no danger; it may be exposed where it holds Z."""
    deal = dict(zip(ESPIONAGE.letters, ESPIONAGE.diagrams, strict=True))
    agent = next(letter for letter in deal if ESPIONAGE.diagrams[deal[letter]].is_double_agent)
    rules = Rules.of("espionage", variants=[3])
    game = Game(rules, (None, deal))
    there = {agent.lower(): (6, 2), "A": (2, 4), "Z": (6, 2)}
    assert texts(stands(game, 0, **there), 0) == []
    on_row = stands(game, 0, **{**there, agent.lower(): (6, 1), "Z": (6, 1)})
    (text,) = texts(on_row, 0)
    assert text == f"Z stands on your first row under their {agent}: take it now or lose (expose {agent})."
    other = stands(game, 0, k=(6, 1), A=(2, 8), Z=(6, 1))
    assert texts(other, 0) == [
        "Z stands on your first row under their K, and no piece of yours can take it as the board stands."
    ]
    mine = stands(game, 1, K=(6, 11), a=(2, 3), Z=(6, 11))
    assert texts(mine, 0) == [
        "Z stands on their first row under your K, and no piece of theirs can take it as the board stands."
    ]


def test_cf_z_1_who_can_take_z() -> None:
    """Theirs by the diagram, mine by chance; with whose turn it is, and from whom."""
    game = Game(CLASSIC, (None, DEAL))
    free = {"A": (6, 4), "C": (1, 1), "Z": (6, 6), "n": (6, 9), "k": (11, 11)}
    assert texts(stands(game, 0, **free), 0) == [
        "They can take Z next turn: N (truly; 17% as they know it).",
        "You can take Z now: A 42%.",
    ]
    assert texts(stands(game, 1, **free), 0) == ["They can take Z now: N (truly; 17% as they know it)."]
    mine = {**free, "A": (6, 6)}
    assert texts(stands(game, 0, **mine), 0) == [
        "They can take Z from your A next turn: N (truly; 17% as they know it)."
    ]
    unknown = Game(CLASSIC)
    assert texts(stands(unknown, 0, **mine), 0) == [
        "They might take Z from your A next turn: N (17% as they know it)."
    ]
    theirs = {**free, "n": (6, 6)}
    assert texts(stands(game, 0, **theirs), 0) == ["You can take Z from their N now: A 42%."]


def test_cf_z_3_a_pass_can_win() -> None:
    """Z goes to a piece that stands on the row already; to an empty square it is of no use."""
    rules = Rules.of("espionage", variants=[1])
    game = stands(Game(rules), 0, A=(4, 9), C=(6, 11), Z=(4, 9), k=(11, 1))
    found = texts(game, 0)[0]
    assert found.startswith("You can win now: ")
    assert "A passing Z two forward right" in found
    assert "A passing Z two forward left" not in found
    assert Attempt("A", 7, 2, Manner.PASS) in game.attempts()


def test_tokens_and_removals_are_not_ruled_out() -> None:
    """Where more than an attempt can happen in a turn, no win or loss is claimed that rests on attempts."""
    for rules in (TOKENS, ESPIONAGE):
        late = replace(rules, late_contact=True)
        game = stands(Game(late), 0, A=(2, 8), k=(6, 1), Z=(6, 1))
        assert texts(game, 0)[0].endswith("no piece of yours can take it as the board stands.")
    plain = stands(Game(CLASSIC), 0, A=(2, 8), k=(6, 1), Z=(6, 1))
    assert texts(plain, 0)[0].startswith("You lose: Z stands on your first row under their K")


def test_notes_that_contradict_settle_nothing() -> None:
    """No deal fits, so nothing is called won or lost."""
    game = play(Game(CLASSIC), "(H-N1) . H-N1 .")
    assert not sheet_of(game, 0).is_consistent
    found = urgent(stands(game, 0, H=(2, 8), k=(6, 1), Z=(6, 1)), 0, sheets(game))
    assert [each.text for each in found] == [
        "Z stands on your first row under their K, and no piece of yours can take it as the board stands."
    ]


# --- Threats -------------------------------------------------------------------------------------------


@pytest.fixture
def companion(tmp_path: Path) -> TableCompanion[Moment]:
    """Yellow's companion after a few turns, with White's diagrams."""
    found = TableCompanion(new_game(tmp_path / "game.txt", CLASSIC, 0, 0, DEAL))
    for line in ("h n2 y", "l s2", "h n2 y", "l s3", "h n2 y", "a s1 n"):
        found.obey(line)
    return found


def heard(companion: TableCompanion[Moment], line: str) -> list[str]:
    return [each.text for each in companion.obey(line).said if isinstance(each, Said)]


def test_cf_turn_4_reach_lists_threats(companion: TableCompanion[Moment]) -> None:
    """Who of mine can be taken, truly and as they know it; then who of theirs, as I know it."""
    known = "as they know it"
    trouble, *said = heard(companion, "reach")
    assert trouble.startswith("The record is broken")
    assert said == [
        "They can take:",
        "  A on 3,2: L truly, and they know it",
        f"  H on 7,8: H truly; 32% {known}; A not truly; 80% {known}; E not truly; 40% {known}",
        "You can take:",
        "  E on 7,10: H 100%",
        "  L on 3,5: A 15%",
    ]
    companion.obey("at 0")
    said = ["They can take nothing of yours.", "You can take nothing of theirs."]
    assert heard(companion, "reach")[1:] == said
    companion.obey("at")
    companion.obey("resign")
    assert heard(companion, "reach")[1:] == ["The game is over; nobody can go anywhere."]
    assert threatened(companion.look) == {}


def test_cf_da_1_reach_leaves_out_what_only_a_double_agent_could_do(tmp_path: Path) -> None:
    """Unless the record says which piece of theirs that is."""
    deal = dict(zip("EACHKLNOPSTVX", (13, *range(1, 13)), strict=True))
    told = []
    for known in (None, deal):
        companion = TableCompanion(new_game(tmp_path / f"{len(told)}.txt", ESPIONAGE, 0, 0, known))
        companion.obey("h n1 n")
        told.append(heard(companion, "reach"))
        assert {"?", "!"}.isdisjoint(threatened(companion.look).values())
    nothing = ["They can take nothing of yours.", "You can take nothing of theirs."]
    assert told[0] == nothing
    assert told[1] == ["They can take:", "  H on 7,2: E as you please; 4% as they know it", nothing[1]]


def test_reach_of_one_piece(companion: TableCompanion[Moment]) -> None:
    """Where it can go, in the record's compass; not what it threatens."""
    _trouble, head, line = heard(companion, "reach h")
    assert head == "What they know that they can do (! their diagram says no, ? it is not known):"
    assert line.startswith("  H: s1! 60%, ")
    assert line.endswith("se1 60%, se2 32%")


def test_cf_turn_4_the_board_marks_what_can_be_taken(companion: TableCompanion[Moment]) -> None:
    """Behind the letter, on the wide board and the dense one, and it says what the marks mean."""
    frame = companion.frame()
    assert frame.picture[2 + 11 - 8] == "  8   .   .   .   .   .   .   H!  .   .   .   .    8"
    assert frame.picture[2 + 11 - 2] == "  2   .   .   A!  C   E   .   .   K   L   .   .    2"
    assert frame.picture[-1].strip() == "Yellow: UPPER CASE   ! they can take it"
    assert frame.small_picture[2 + 11 - 8] == " 8  .  .  .  .  .  .  H! .  .  .  ."
    assert frame.small_picture[-1] == " ! they can take it"
    assert sum("!" in row for row in frame.picture) == 3


def test_marks_where_diagrams_are_not_known(tmp_path: Path) -> None:
    """Perhaps it can be taken; a piece of which it is certain that it cannot is not marked."""
    companion = TableCompanion(new_game(tmp_path / "game.txt", CLASSIC))
    for line in ("h n2 y", "l s2 y", "h n2 y", "l s3 y", "h n2 y"):
        companion.obey(line)
    picture = companion.frame().picture
    assert "? perhaps they can" in picture[-1]
    assert any("H?" in row for row in picture)
    assert heard(companion, "reach")[1].startswith("  A on 3,2: L ")
    assert "truly" not in " ".join(heard(companion, "reach"))
