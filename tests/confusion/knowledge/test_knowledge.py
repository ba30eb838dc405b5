"""The deduction sheets, compared with every deal tried, and with what the rules say of them (CF-SHEET)."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from common import CLASSIC, SAMPLE, TOKENS
from confusion.knowledge.brute_knowledge import MODELS, Brute, Player, Sets, permanent, small_rules, told
from confusion_games import RULES, choice, new_game
from confusion_plays import play
from deduce.confusion.engine.actions import (
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
    Unread,
)
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError
from deduce.confusion.kind import read_record
from deduce.confusion.knowledge.agents import AGENT_MODELS, agent_model
from deduce.confusion.knowledge.heard import row_of
from deduce.confusion.knowledge.outlook import Prospect, prospects, what_if
from deduce.confusion.knowledge.sheet import Sheet, sheet_of
from deduce.confusion.notation.words import attempt_words
from deduce.errors import ContradictionError, DeduceError, ProblemError

ANYONE = Rules.of("espionage", variants=[5])
CAREFUL = agent_model("careful")
SLIPS = (0.0, 0.0, 0.1, 0.5)
"""How often answers are wrong in the small games: half of the games are honest."""


def numbers(text: str) -> tuple[int, ...]:
    """Read numbers such as "1-3 8"."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)


def small_games(
    seed: str, count: int, size: int, *, agent: bool, anyone: bool = False, most_turns: int = 30
) -> Iterator[Player]:
    """Random small games that were left after a random number of turns."""
    for number in range(count):
        if not number % len(SLIPS):
            draw = random.Random(f"{seed} {number}")
            rules = small_rules(draw, size, agent=agent, anyone=anyone)
        model = draw.choice(MODELS)
        player = Player(rules, draw, model, slip=SLIPS[number % len(SLIPS)])
        player.play(draw.randint(0, most_turns))
        yield player


def any_attempt(rules: Rules, draw: random.Random) -> Attempt:
    """An attempt, whether or not it is possible on the board."""
    return Attempt(
        draw.choice(rules.letters), draw.randrange(8), draw.randint(1, 4), draw.choice(list(Manner))
    )


def same(sheet: Sheet, brute: Brute) -> None:
    """Make sure that a sheet tells what trying every deal tells."""
    assert [entry.letter for entry in sheet.heard] == [each.letter for each in brute.heard]
    diagrams, agent = sheet.rules.diagrams, sheet.rules.diagrams.double_agent
    for entry, each, table in zip(sheet.heard, brute.heard, brute.tables, strict=True):
        otherwise = replace(each, said=not each.said)
        assert entry.diagrams == {number for number, chance in table.items() if chance}
        assert entry.opposite == {number for number in diagrams if otherwise.fits(diagrams[number])}
        assert agent is None or entry.agent_chance == table[agent.number]
    assert sheet.is_consistent is bool(brute.deals)
    assert sheet.worlds == len(brute.deals)
    assert sheet.possible == brute.possible
    assert sheet.certain == {letter: row[0] for letter, row in brute.possible.items() if len(row) == 1}
    if brute.model == "any" or not brute.deals:
        assert sheet.chances is None
    else:
        assert sheet.chances == brute.chances
    whole = sum(weight for _, weight in brute.deals)
    shares = [weight / whole for _, weight in brute.deals]
    assert sheet.bits == pytest.approx(-sum(share * math.log2(share) for share in shares), abs=1e-9)


def compare(player: Player, model: str, draw: random.Random) -> None:
    """Compare both sheets of a game, and one of them after further answers, with every deal."""
    game, rules = player.game, player.rules
    for side in (0, 1):
        sheet = sheet_of(game, side, agent_model(model))
        brute = Brute(rules, told(game, side), model)
        same(sheet, brute)
        if side != game.first:
            continue
        asked = any_attempt(rules, draw)
        chance = sheet.chance_of_yes(asked)
        if sheet.chances is None:
            assert chance is None
        else:
            assert 0 <= chance <= 1
        for allowed in (True, False):
            after = brute.with_answer(asked, allowed=allowed)
            following = what_if(sheet, asked, allowed=allowed)
            same(following, after)
            if chance is not None:
                # How likely all that was heard is, with one more answer.
                assert after.total == brute.total * (chance if allowed else 1 - chance)
        again = any_attempt(rules, draw)
        same(what_if(following, again, allowed=True), after.with_answer(again, allowed=True))


# --- Against every deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("size", "anyone", "count"), [(3, False, 40), (4, True, 45), (5, False, 45), (5, True, 40), (6, False, 8)]
)
def test_sheets_with_a_double_agent_are_those_of_every_deal(
    model: str, size: int, anyone: bool, count: int
) -> None:
    """Worlds, possibilities, chances, attempts and further answers, under each model (CF-DA-1)."""
    for player in small_games(f"agent {model} {size}", count, size, agent=True, anyone=anyone):
        compare(player, model, player.draw)


@pytest.mark.parametrize(("size", "anyone", "count"), [(4, True, 60), (5, False, 80), (6, False, 15)])
def test_sheets_without_a_double_agent_are_those_of_every_deal(size: int, anyone: bool, count: int) -> None:
    """The same where every answer is certain."""
    for player in small_games(f"no agent {size}", count, size, agent=False, anyone=anyone):
        compare(player, "careful", player.draw)


def test_sheets_of_seven_pieces_are_those_of_every_deal() -> None:
    """Some larger games, with all 5,040 deals."""
    for player in small_games("seven", 4, 7, agent=True):
        compare(player, "careful", player.draw)


def test_models_make_no_difference_without_a_double_agent() -> None:
    """There is nothing for them to speak of."""
    for player in small_games("no difference", 20, 5, agent=False):
        sheets = [sheet_of(player.game, 0, agent_model(model)) for model in MODELS if model != "any"]
        assert all(sheet.possible == sheets[0].possible for sheet in sheets)
        assert all(sheet.chances == sheets[0].chances for sheet in sheets)


@pytest.mark.parametrize("model", MODELS)
def test_prospects_are_those_of_every_deal(model: str) -> None:
    """Every attempt on the board, with its truth, its chance, and whether a yes is possible or certain."""
    told_truth, settled = 0, set()
    for player in small_games(f"prospects {model}", 25, 5, agent=True):
        game = player.game
        for side in (0, 1):
            sheet = sheet_of(game, side, agent_model(model))
            found = prospects(game, side, sheet)
            assert bool(found) is (game.outcome is None)
            if game.position.turn == side:
                assert [each.attempt for each in found] == game.attempts()
            elif game.outcome is None:
                game.push(Unread("not my turn"))
                ended = game.outcome is not None
                assert ended or [each.attempt for each in found] == game.attempts()
                game.pop()
            for each in found[:: 1 + len(found) // 6]:
                check_prospect(player, side, sheet, each)
                told_truth += each.truth is not None
                settled.add((each.possible, each.certain))
    assert told_truth
    assert settled == {(False, False), (True, False), (True, True)}


def check_prospect(player: Player, side: int, sheet: Sheet, prospect: Prospect) -> None:
    """Compare a prospect with every deal."""
    game, asked = player.game, prospect.attempt
    letter = asked.letter
    if game.position.is_promoted(side, letter):
        allowed = asked.distance <= 2
        assert (prospect.possible, prospect.certain) == (allowed, allowed)
        assert prospect.truth is allowed
        assert prospect.chance == allowed
        return
    dealt = player.diagram(side, letter)
    if player.slip or dealt.is_double_agent:
        assert prospect.truth is None
    else:
        assert prospect.truth is (asked.way in dealt.directions and asked.distance <= dealt.reach)
    free = Brute(player.rules, told(game, side), "any")
    left = [player.rules.diagrams[number] for number in sheet.possible[letter]]
    saying = [free.with_answer(asked, allowed=True).rows[letter][each.number] > 0 for each in left]
    sure = saying and all(saying) and not any(each.is_double_agent for each in left)
    assert (prospect.possible, prospect.certain) == (any(saying), bool(sure))
    if prospect.chance is not None:
        assert prospect.chance == Brute(player.rules, free.heard, str(sheet.model)).chance_of_yes(asked)
        assert prospect.possible or not prospect.chance
        assert prospect.chance == 1 or not prospect.certain
    else:
        assert str(sheet.model) == "any" or not sheet.is_consistent


@pytest.mark.parametrize("name", ["classic", "tokens", "anyone"])
def test_full_games_against_a_permanent(name: str) -> None:
    """With all 12 or 13 diagrams: worlds and chances from permanents, counted row by row."""
    rules = RULES[name]
    for number in range(3):
        draw = random.Random(f"full {name} {number}")
        game = new_game(rules, draw)
        while game.outcome is None and game.position.turns < 6 + 9 * number:
            game.push(choice(game, draw), agent=lambda _, draw=draw: draw.random() < 0.5)
        side = number % 2
        sheet = sheet_of(game, side, agent_model("coin:0.3"))
        # 13 diagrams: whole numbers, by 10 to the power of the number of answers.
        scale = 10 ** len(sheet.heard)
        rows = {
            letter: {each: int(chance * scale) for each, chance in row.items() if chance}
            for letter, row in Brute(rules, told(game, side), "coin:0.3").rows.items()
        }
        assert sheet.worlds == permanent([dict.fromkeys(row, 1) for row in rows.values()])
        whole = permanent(list(rows.values()))
        assert sheet.chances is not None
        for letter in draw.sample(rules.letters, 3):
            each = draw.choice(list(rows[letter]))
            share = Fraction(permanent(list({**rows, letter: {each: rows[letter][each]}}.values())), whole)
            assert sheet.chances[letter].get(each, 0) == share
            assert sum(sheet.chances[letter].values()) == 1


# --- The rules of the sheets --------------------------------------------------------------------------


def test_cf_sheet_2_the_worked_example() -> None:
    """H of the side that starts, and L of the other: after each answer, and struck for all others."""
    game = Game(CLASSIC)
    everything = numbers("1-12")

    def own() -> Sheet:
        return sheet_of(game, 0)

    def other() -> Sheet:
        return sheet_of(game, 1)

    assert own().possible == dict.fromkeys(CLASSIC.letters, everything)
    play(game, "(H-N1)")
    assert own().possible["H"] == numbers("8-12")
    assert other().possible["L"] == everything
    play(game, "L-N1")
    assert other().possible["L"] == numbers("1-7")
    play(game, "H-W1")
    assert own().possible["H"] == (8, 9)
    assert own().possible["A"] == everything
    play(game, "(L-E1)")
    assert other().possible["L"] == (1, 2, 3)
    play(game, "H-NE2")
    assert own().possible == {
        letter: (9,) if letter == "H" else numbers("1-8 10-12") for letter in CLASSIC.letters
    }
    assert own().certain == {"H": 9}
    assert own().worlds == math.factorial(11)
    assert other().possible == {
        letter: (1, 2, 3) if letter == "L" else everything for letter in CLASSIC.letters
    }
    assert other().worlds == 3 * math.factorial(11)
    assert other().chances == {
        letter: dict.fromkeys((1, 2, 3), Fraction(1, 3))
        if letter == "L"
        else {number: Fraction(1, 11) if number > 3 else Fraction(2, 33) for number in everything}
        for letter in CLASSIC.letters
    }
    assert [entry.text for entry in own().heard] == [
        "row 1: H one forward, refused",
        "row 2: H one left, allowed",
        "row 3: H two forward right, allowed",
    ]
    assert [entry.id for entry in own().heard] == ["1", "3", "5"]
    assert own().why("H", 9).ids == own().why("A", 9).ids == ("3", "5")
    assert own().why("H", 4).ids == ("5",)
    assert own().why("H", 12).ids == ("3",)
    assert str(own().why("H", 9).claim) == "H is Crab"
    assert other().why("L", 10).ids == ("2",)
    assert other().why("L", 6).ids == ("4",)


def replayed(game: Game, count: int, deals: tuple[dict[str, int] | None, dict[str, int] | None]) -> Game:
    """The first events of a game again, with other deals."""
    again = Game(game.rules, deals, game.first, game.placements)
    for event in game.events[:count]:
        again.push(event.action, event.answer)
    return again


def test_sheets_follow_from_what_was_answered_alone() -> None:
    """The same answers give the same sheets, whatever the deals are and whether anybody knows them."""
    for player in small_games("answers alone", 60, 5, agent=True):
        game, draw, letters = player.game, player.draw, list(player.rules.letters)
        secret = next(number for number, each in player.rules.diagrams.items() if each.is_double_agent)
        others = []
        for deal in player.deals:
            # The double agent stays where it is: only it can be exposed.
            agent = next(letter for letter in letters if deal[letter] == secret)
            left = [deal[letter] for letter in letters if letter != agent]
            draw.shuffle(left)
            others.append({letter: secret if letter == agent else left.pop() for letter in letters})
        deals = (None, None) if player.slip else (others[0], others[1])
        for known in (deals, (None, None)):
            again = replayed(game, len(game.events), known)
            for side in (0, 1):
                assert sheet_of(again, side) == sheet_of(game, side)
                assert sheet_of(again, side).possible == sheet_of(game, side).possible


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("anyone", [False, True])
def test_what_was_dealt_is_always_possible(model: str, anyone: bool) -> None:
    """As long as answers are honest, and the double agent's are those of the model."""
    shown = 0
    for number in range(40):
        draw = random.Random(f"dealt {model} {anyone} {number}")
        if not number % 5:
            rules = small_rules(draw, 6, agent=True, anyone=anyone)
        player = Player(rules, draw, model)
        game = player.play(60)
        for side in (0, 1):
            sheet = sheet_of(game, side, agent_model(model))
            shown += any(rules.diagrams[each].is_double_agent for each in sheet.certain.values())
            for letter, dealt in player.deals[side].items():
                assert dealt in sheet.possible[letter]
                assert sheet.chances is None or sheet.chances[letter][dealt] > 0
    assert shown, "a double agent that is known goes on"


def test_a_shown_double_agent_may_be_answered_for_in_any_way() -> None:
    """Once it is shown by a token, a careful opponent has nothing to hide any more (CF-TOK-REVEAL)."""
    game = Game(TOKENS)
    game.push(Reveal("A"), Answer(shown=13))
    play(game, ". . A-N8")
    sheet = sheet_of(game, 0, CAREFUL)
    assert sheet.certain == {"A": 13}
    assert sheet.chance_of_yes(Attempt("A", 4, 8)) == Fraction(1, 2)
    assert what_if(sheet, Attempt("A", 4, 8), allowed=True).is_consistent


def test_a_careful_opponent_knows_which_diagrams_a_piece_has_not() -> None:
    """What looked like the Rocket and was not promoted is shown to be the double agent (CF-PROMO-1)."""
    game = play(Game(TOKENS), "A-N4 . A-N4 .")
    sheet = sheet_of(game, 0, CAREFUL)
    assert sheet.possible["A"] == (1, 13)
    assert sheet.chance_of_yes(Attempt("A", 4, 1)) == 0
    assert not what_if(sheet, Attempt("A", 4, 1), allowed=True).is_consistent
    play(game, "(A-S1) . A-N1 .")
    sheet = sheet_of(game, 0, CAREFUL)
    assert sheet.certain == {"A": 13}
    assert sheet.chance_of_yes(Attempt("A", 4, 1)) == Fraction(1, 2)
    sheet = sheet_of(play(game, "A-S1"), 0, CAREFUL)
    assert sheet.certain == {"A": 13}
    # Without any one answer it would be so as well; without "not promoted", the last one would show it.
    removed = {suspect.entry.id: suspect.worlds_if_removed for suspect in sheet.suspects()}
    assert removed == {entry.id: sheet.worlds for entry in sheet.heard} | {"7b": 0}


def test_every_diagram_is_weighed_by_what_a_careful_opponent_would_say() -> None:
    """Either answer half the time, as long as both leave some other diagram: worked out by hand."""
    game = play(Game(TOKENS), "(H-N1) . ")
    row = sheet_of(game, 0, CAREFUL).chances
    assert row is not None
    # Diagrams 8 to 12 refuse for sure, the double agent half the time.
    assert row["H"] == {**dict.fromkeys(numbers("8-12"), Fraction(2, 11)), 13: Fraction(1, 11)}
    assert row["A"][13] == Fraction(10, 11) / 12
    coin = sheet_of(game, 0, agent_model("coin:0.9")).chances
    assert coin is not None
    assert coin["H"][13] == Fraction(1, 10) / Fraction(51, 10)
    mimic = sheet_of(game, 0, agent_model("mimic")).chances
    assert mimic is not None
    # Of the 12 diagrams that it may have picked, 5 refuse.
    assert mimic["H"][13] == Fraction(5, 12) / (5 + Fraction(5, 12))
    assert sheet_of(game, 0, agent_model("any")).chances is None


@pytest.mark.parametrize(("agent", "anyone"), [(False, False), (True, False), (True, True), (False, True)])
def test_what_tells_nothing_changes_no_sheet(agent: bool, anyone: bool) -> None:
    """Free removals, swaps, answers to promoted pieces, and captures: in random games, event by event."""
    kinds = [Remove, SwapTwo, MoveTwo, GiftReply, "promoted", "captured", "declined"]
    quiet: dict[object, int] = dict.fromkeys(kinds, 0)
    for number in range(20):
        draw = random.Random(f"quiet {agent} {anyone} {number}")
        player = Player(small_rules(draw, 6, agent=agent, anyone=anyone), draw)
        game = player.game
        sheets = [sheet_of(game, side) for side in (0, 1)]
        while game.outcome is None and game.position.turns < 40:
            position = game.position
            player.step()
            event, before = game.events[-1], sheets
            action = event.action
            sheets = [sheet_of(game, side) for side in (0, 1)]
            said = [len(sheets[side].heard) - len(before[side].heard) for side in (0, 1)]
            for side in (0, 1):
                assert sheets[side].heard[: len(before[side].heard)] == before[side].heard, "nothing is lost"
            own, other = said[event.side], said[1 - event.side]
            # That one of its pieces is captured says nothing of it (CF-TURN-4).
            assert other == isinstance(action, Expose)
            quiet["captured"] += event.captured is not None
            if isinstance(action, Attempt):
                promoted = position.is_promoted(event.side, action.letter)
                assert own == (0 if promoted else 1 + (event.answer.promoted is not None))
                quiet["promoted"] += promoted
            elif isinstance(action, PromotionReply):
                assert own == (action.accept and agent)
                quiet["declined"] += not action.accept
            else:
                assert own == isinstance(action, Reveal)
                quiet[type(action)] = quiet.get(type(action), 0) + 1
    assert quiet["captured"]
    assert quiet["promoted"]
    assert quiet[SwapTwo]
    assert quiet[MoveTwo]
    assert bool(quiet[Remove]) is agent
    assert bool(quiet["declined"]) is anyone
    assert bool(quiet[GiftReply]) is (agent and anyone)


def test_captured_letters_stay_in_the_reasoning() -> None:
    """What was heard of a captured piece still rules its diagram out for the others (CF-TURN-4)."""
    game = play(Game(TOKENS), "(H-N1) . H-W1 . H-NE2 C-N2 .")
    before = sheet_of(game, 0, agent_model("any"))
    assert before.possible["H"] == (9, 13)
    play(game, "C-N4")
    assert game.events[-1].captured == "H"
    assert sheet_of(game, 0, agent_model("any")) == before
    game.push(Reveal("H"), Answer(shown=9))
    after = sheet_of(game, 0)
    assert after.certain == {"H": 9}
    assert all(9 not in after.possible[letter] for letter in TOKENS.letters if letter != "H")
    assert after.worlds > 0


# --- Reasons ------------------------------------------------------------------------------------------


def few_told(seed: str, count: int, most: int, *, agent: bool = True) -> Iterator[tuple[Sheet, Brute]]:
    """Sheets of small games of which little was told, under some model."""
    for player in small_games(seed, count, 4 + count % 2, agent=agent):
        game = player.game
        while any(len(told(game, side)) > most for side in (0, 1)):
            game.pop()
        model = player.draw.choice(MODELS)
        for side in (0, 1):
            brute = Brute(player.rules, told(game, side), model)
            yield sheet_of(game, side, agent_model(model)), brute


@pytest.mark.parametrize(("agent", "count"), [(True, 60), (False, 61)])
def test_proofs_prove_and_are_smallest(agent: bool, count: int) -> None:
    """The cited entries alone leave only deals in which the claim is true, and no fewer entries do."""
    sizes = set()
    for sheet, brute in few_told("proofs", count, 7, agent=agent):
        sets = Sets(brute)
        ids = [entry.id for entry in sheet.heard]
        for (letter, number), cell in sets.cells.items():
            if not sheet.is_consistent:
                with pytest.raises(ContradictionError):
                    sheet.why(letter, number)
                continue
            left = sets.all_of(range(len(ids)))
            if left & cell and left & ~cell:
                with pytest.raises(DeduceError, match="nothing to prove"):
                    sheet.why(letter, number)
                continue
            proof = sheet.why(letter, number)
            within = cell if left & cell else sets.everything & ~cell
            assert (proof.claim.unknown, proof.claim.value) == (letter, number)
            assert proof.claim.holds is bool(left & cell)
            assert not sets.all_of(ids.index(each) for each in proof.ids) & ~within
            assert len(proof.ids) == sets.smallest(within)
            # What an answer rules out does not hang on what the model makes of those before it.
            cited = [brute.heard[ids.index(each)] for each in proof.ids]
            alone = Brute(brute.rules, cited, brute.model).possible[letter]
            assert alone == (number,) if proof.claim.holds else number not in alone
            assert proof.claim in [claim for step in sheet.steps(proof) for claim in step.conclusions]
            sizes.add(len(proof.ids))
    assert sizes >= {1, 2, 3}


def test_a_proof_speaks_of_diagrams_by_name() -> None:
    """Not by their numbers, as players do."""
    sheet = sheet_of(play(Game(CLASSIC), "(H-N1) . H-W1 . H-NE2"), 0)
    said = f"{sheet.why('A', 9)} {' '.join(map(str, sheet.steps(sheet.why('A', 9))))}"
    assert "A is not Crab" in said
    assert "“row 2: H one left, allowed”" in said
    with pytest.raises(ProblemError, match="no value 14"):
        sheet.why("A", 14)


@pytest.mark.parametrize(("agent", "count"), [(True, 240), (False, 81)])
def test_conflicts_are_the_smallest_contradictions(agent: bool, count: int) -> None:
    """Each of the conflicts cannot be true, could be without any one entry, and there are no others."""
    sizes = set()
    for sheet, brute in few_told("conflicts", count, 8, agent=agent):
        ids = [entry.id for entry in sheet.heard]
        expected = Sets(brute).contradictions()
        found = [frozenset(map(ids.index, conflict.ids)) for conflict in sheet.conflicts]
        assert len(found) == len(set(found))
        assert bool(found) is not sheet.is_consistent
        assert sheet.conflicts.is_all is (len(expected) == len(found))
        assert set(found) <= expected
        assert sorted(map(len, found)) == sorted(map(len, expected))[: len(found)]
        sizes |= set(map(len, found))
    assert sizes >= {2, 3}


@pytest.mark.parametrize(("agent", "count"), [(True, 100), (False, 41)])
def test_suspects_are_those_of_the_game_told_otherwise(agent: bool, count: int) -> None:
    """An entry the other way round, or left out, leaves the deals of a game in which it was so."""
    contradictory = 0
    for sheet, brute in few_told("suspects", count, 8, agent=agent):
        ids = [entry.id for entry in sheet.heard]
        suspects = sheet.suspects()
        assert sorted(suspect.entry.id for suspect in suspects) == sorted(ids)
        for suspect in suspects:
            place = ids.index(suspect.entry.id)
            assert suspect.worlds_if_reversed == len(brute.reversed(place).deals)
            assert suspect.worlds_if_removed == len(brute.without(place).deals)
        if not sheet.is_consistent:
            left = [suspect.worlds_if_reversed or 0 for suspect in suspects]
            assert left == sorted(left, reverse=True)
            contradictory += 1
        else:
            chances = [suspect.probability or 0 for suspect in suspects]
            assert chances == sorted(chances, reverse=True)
    assert contradictory


def test_an_answer_the_other_way_round_leaves_the_double_agent() -> None:
    """It may be answered either way, so 12 of 13 diagrams may be left, or the same one twice."""
    game = play(Game(TOKENS), "H-N1 . (H-N2)")
    first, second = sorted(sheet_of(game, 0, agent_model("any")).suspects(), key=lambda each: each.entry.id)
    # Forward goes 1 to 7; 1 to 5 also by two.
    assert first.worlds_if_reversed == (5 + 1) * math.factorial(12)
    assert second.worlds_if_reversed == (5 + 1) * math.factorial(12)
    assert first.worlds_if_removed == (7 + 1) * math.factorial(12)
    assert second.worlds_if_removed == (7 + 1) * math.factorial(12)


# --- Words, rows and models ---------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("left", [0, 1])
def test_what_was_heard_names_its_turn_as_in_a_record(first: int, left: int) -> None:
    """Rows of two turns, the first one empty on the left if the side on the right started (CF-NOT-5)."""
    game = Game(TOKENS, first=first)
    game.push(MoveTwo())
    play(game, "(A-N1) C-N1 (H-N1)")
    game.push(Reveal("T"), Answer(shown=5))
    play(game, "A-N2 .")
    game.push(Unread("?"))
    game.push(Expose("E"), Answer(shown=13))
    entries = sheet_of(game, first, left=left).heard
    assert [entry.id for entry in entries] == ["1", "1b", "3", "3b", "6"]
    assert [entry.ply for entry in entries] == [1, 1, 3, 3, 6]
    last = 3 if first == left else 4
    assert [entry.text for entry in entries] == [
        "row 1: A one forward, refused",
        "row 1: C one forward, allowed",
        "row 2: T shown: Novice",
        "row 2: A two forward, allowed",
        f"row {last}: E exposed as Double agent",
    ]
    first_row, second_row = [
        entry.text.partition(":")[0] for entry in sheet_of(game, 1 - first, left=left).heard
    ]
    assert (first_row, second_row) == (("row 1", "row 2") if first == left else ("row 2", "row 3"))
    assert row_of(game.position.turns, right_starts=first != left) == last


def test_the_sample_game_of_the_rules() -> None:
    """Its sheets name its rows, hold its deals, and prove nothing that is wrong."""
    record = read_record(SAMPLE)
    game, setup = record.now.game(), record.now.setup
    cells = list(record.document.cells(record.begun.skipped))
    for side in (0, 1):
        deal = setup.deals[side]
        assert deal is not None
        sheet = sheet_of(game, side, left=setup.left)
        assert record.now.sheet(side, sheet.model) == sheet
        for entry in sheet.heard:
            assert record.steps[entry.ply - 1].before.position.turn == side
            assert entry.text.startswith(f"row {cells[entry.ply - 1].row}: ")
        assert all(deal[letter] in sheet.possible[letter] for letter in CLASSIC.letters)
        assert sheet.certain.items() <= deal.items()
        for letter, number in sheet.certain.items():
            ids = set(sheet.why(letter, number).ids)
            cited = [
                each for entry, each in zip(sheet.heard, told(game, side), strict=True) if entry.id in ids
            ]
            rows = Brute(CLASSIC, cited, "any").rows
            without = {
                **rows,
                letter: {each: chance for each, chance in rows[letter].items() if each != number},
            }
            whole = [{each: 1 for each, chance in row.items() if chance} for row in without.values()]
            assert not permanent(whole)


def test_all_that_happens_is_said_in_table_words() -> None:
    """Promotions, exposure, what variant 5 tells, and what Z does."""
    game = play(Game(TOKENS), "A-N8 . A-N1+")
    assert [entry.text for entry in sheet_of(game, 0).heard] == [
        "row 1: A eight forward, allowed",
        "row 2: A one forward, allowed",
        "row 2: A one forward, promoted",
    ]
    assert not sheet_of(game, 0).is_consistent
    game = play(Game(TOKENS), "A-N8 . A-N1")
    assert sheet_of(game, 0).heard[-1].text == "row 2: A one forward, not promoted"
    game.push(Expose("A"), Answer(shown=13))
    assert sheet_of(game, 0).heard[-1].text == "row 2: A exposed as Double agent"
    game = play(Game(ANYONE), "A-N8 . A-N1")
    game.push(PromotionReply(accept=True), Answer(promoted=False, shown=13))
    assert sheet_of(game, 0).heard[-1].text == "row 2: A not promoted: Double agent"
    game = play(Game(ANYONE), "A-N8 . A-N1")
    game.push(PromotionReply(accept=True), Answer(promoted=True))
    assert sheet_of(game, 0).heard[-1].text == "row 2: A promoted"
    assert attempt_words(Attempt("V", 3, 2, Manner.PASS)) == "V passing Z two back right"
    assert attempt_words(Attempt("V", 5, 1, Manner.CARRY)) == "V with Z one back left"


def test_passes_and_carries_tell_of_the_controller() -> None:
    """CF-Z-3 and CF-Z-4."""
    game = play(Game(CLASSIC), "E-N4 . E-E1 . (EZ-N1) . Z-S1")
    assert game.position.holder is None
    sheet = sheet_of(game, 0)
    assert [entry.text.partition(": ")[2] for entry in sheet.heard] == [
        "E four forward, allowed",
        "E one right, allowed",
        "E with Z one forward, refused",
        "E passing Z one back, allowed",
    ]
    assert sheet.possible["E"] == ()
    ids = [entry.id for entry in sheet.heard]
    assert ids == ["1", "3", "5", "7"]
    # Four forward is the Rocket, which does nothing else.
    assert {conflict.ids for conflict in sheet.conflicts} >= {("1", "3"), ("1", "5"), ("1", "7")}


def test_models_are_read_by_name() -> None:
    """And say their names again."""
    for name in AGENT_MODELS:
        model = agent_model(name)
        assert model.name == name
        assert agent_model(str(model)) == model
        assert model.has_chances is (name != "any")
    assert str(agent_model("coin:0.25")) == "coin:0.25"
    assert agent_model("coin:1/3").chance_of_yes == Fraction(1, 3)
    for wrong in (
        "coin:0",
        "coin:1",
        "coin:x",
        "coin:1/0",
        "coin:-0.5",
        "coin:nan",
        "coin:1e99999999",
        "coin:1e-9999",
    ):
        with pytest.raises(ConfusionError, match="between 0 and 1"):
            agent_model(wrong)
    for wrong in ("carefull", "", "careful:0.5"):
        with pytest.raises(ConfusionError, match="there is no model"):
            agent_model(wrong)


def test_sheets_can_be_pickled() -> None:
    """A copy says the same."""
    game = Game(Rules.of("classic"))
    game.push(Attempt("A", 0, 2), Answer(allowed=True))
    sheet = sheet_of(game, 0)
    assert sheet.worlds
    again = pickle.loads(pickle.dumps(sheet))  # noqa: S301 - our own
    assert (again.chances, str(again.why("A", 6))) == (sheet.chances, str(sheet.why("A", 6)))
