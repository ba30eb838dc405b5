"""`deduce confusion suggest` as its user meets it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from command_line import COMMAND
from common import ROOT
from deduce.confusion import read_record
from deduce.confusion.advice import said
from deduce.confusion.advice.facts import Facts
from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.knowledge.sheet import sheet_of
from deduce_cli.main import app

SAMPLE = ROOT / "examples" / "sample_game.txt"
DEAL = "A1 C6 E3 H4 K5 L2 N7 O8 P9 S10 T11 V12"


def run(*arguments: object, stdin: str | None = None, **env: str) -> Result:
    """What the command prints."""
    words = ["confusion", "suggest", *map(str, arguments)]
    return CliRunner().invoke(app, words, input=stdin, env={"COLUMNS": "80", **env})


def advice(*arguments: object, nodes: int = 200) -> Any:
    """The one JSON document on stdout."""
    result = run(*arguments, "--nodes", nodes, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def refused(*arguments: object) -> str:
    """The one sentence about wrong input; with --json the same in a document."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("deduce: ")
    again = run(*arguments, "--json")
    assert (again.exit_code, again.stderr) == (2, result.stderr)
    found = json.loads(again.stdout)
    sentence = result.stderr.removeprefix("deduce: ").removesuffix("\n")
    assert (found["format"], found["error"]["message"]) == ("deduce.error/1", sentence)
    return sentence


def ranking(text: str) -> list[list[str]]:
    """The rows of the ranking, cut into words."""
    table = text.partition("\n\n")[0].splitlines()[2:]
    return [line.split() for line in table]


def written(action: Attempt, *, turned: bool) -> str:
    """An attempt as the record has it, whose directions are one player's."""
    mark = {Manner.MOVE: action.letter, Manner.CARRY: f"{action.letter}Z", Manner.PASS: "Z"}[action.kind]
    return f"{mark}-{DIRECTIONS[(action.way + 4) % 8 if turned else action.way]}{action.distance}"


# --- Text --------------------------------------------------------------------------------------------


def test_a_ranking_and_the_reasons() -> None:
    """Who is to move, the options from the best, and why the best is the best."""
    result = run(SAMPLE, "--ply", 40, "--nodes", 600)
    assert (result.exit_code, result.stderr) == (0, "")
    first, head = result.stdout.splitlines()[:2]
    assert re.fullmatch(r"White to move\. [\d,]+ turns played in the mind", first)
    assert head.split() == ["option", "yes", "bits", "win", "they", "can", "take", "it", "there"]
    rows = ranking(result.stdout)
    assert [row[0] for row in rows] == [str(rank) for rank in range(1, 11)]
    assert all(re.fullmatch(r"\d+%", row[2]) for row in rows)
    text = " ".join(result.stdout.split("\n\n")[1].split())
    assert re.match(rf"Try [^(]+\({rows[0][1]}\): (if|it|[A-Z]) ", text)
    assert f". Chance to win {rows[0][4]} (± {rows[0][5].removeprefix('±')} from " in text
    assert "Against the runner-up, " in text
    assert "points" in text


def test_what_it_is_for_comes_first() -> None:
    """One sentence in at most two lines, the same in the document; then the numbers."""
    for ply in (12, 20, 40, 63, 70):
        out = run(SAMPLE, "--ply", ply, "--nodes", 600).stdout
        text = " ".join(out.split("\n\n")[1].split())
        first, found_it, _ = text.partition(". Chance to win")
        assert found_it
        assert len(textwrap.wrap(first, 80, subsequent_indent="  ")) <= 2
        found = advice(SAMPLE, "--ply", ply, nodes=600)["suggestions"][0]["plan"]
        assert found["text"]
        assert all(aim in first for aim in found["aims"][:1])


def test_one_chance_for_one_thing() -> None:
    """What the table, the sentences and the document say of the best agrees, to the digit."""
    for ply in (20, 40, 70):
        out = run(SAMPLE, "--ply", ply, "--nodes", 2500, "--top", 3).stdout
        rows, text = ranking(out), " ".join(out.split("\n\n")[1].split())
        found = advice(SAMPLE, "--ply", ply, "--top", 3, nodes=2500)
        best = found["suggestions"][0]
        assert rows[0][4] == f"{100 * best['value']:.1f}%"
        assert f"Chance to win {rows[0][4]} (± {rows[0][5].removeprefix('±')} from" in text
        assert f"together {rows[0][4]}." in text
        if best["chance_of_yes"] < 1:
            assert f"{best['fraction']} ({rows[0][2]})" in text
        other = re.search(r"Against the runner-up, [^:]*\(([^ ]+), ([^)]+)\): ([-+][\d.]+) points", text)
        assert other is not None
        assert (other[1], other[2]) == (rows[1][1], rows[1][4])
        if other[2] != "level":
            points = float(rows[0][4].rstrip("%")) - float(rows[1][4].rstrip("%"))
            assert float(other[3]) == pytest.approx(points, abs=1e-9)


def test_a_proven_win_is_never_too_close_to_tell() -> None:
    """Neither against what does not win for sure nor against what does."""
    text = " ".join(run(SAMPLE, "--ply", 74, "--nodes", 500, "--compare", "a s1").stdout.split())
    assert "only the first wins whatever the opponent does." in text
    assert "too close" not in text
    assert "together 100.0%" in text


def test_cf_promo_1_bits_name_whether_a_piece_is_promoted() -> None:
    """How many of them it is, or all where a yes is certain."""
    found = Facts(Fraction(1, 2), 1.2, 0.2, None, None, (), 0.0)
    assert said._bits(found) == "1.20 bits, 0.20 of them whether it is promoted"
    assert said._bits(replace(found, promotion_bits=0.0)) == "1.20 bits"
    certain = replace(found, chance=Fraction(1), bits=0.9, promotion_bits=0.9)
    (sentence, *_) = said._fact_sentences(certain, read_record(SAMPLE).now.setup.rules.diagrams)
    assert sentence == "A yes is certain, the answer tells 0.90 bits, all of them whether it is promoted"


def test_a_token_is_not_said_to_be_free(tmp_path: Path) -> None:
    """CF-TOK: the games played on never spend one later, so what keeping it is worth is not counted."""
    file = tmp_path / "game.txt"
    file.write_text("Ruleset = espionage\nTokens = yes\nFirst = Red\n", encoding="utf-8")
    seen = set()
    for seed in range(12):
        out = run(file, "--nodes", 60, "--seed", seed).stdout
        first = ranking(out)[0][1]
        is_token = first in {"reveal", "swap", "move"}
        seen.add(is_token)
        assert ("What the token might be worth later is not counted" in " ".join(out.split())) is is_token
    assert True in seen


def test_the_same_budget_of_nodes_gives_the_same_advice() -> None:
    """To the letter; another seed, another number."""
    one, two = (run(SAMPLE, "--ply", 40, "--nodes", 300).stdout for _ in range(2))
    assert one == two
    assert run(SAMPLE, "--ply", 40, "--nodes", 300, "--seed", 5).stdout != one


@pytest.mark.parametrize("top", [1, 3, 400])
def test_top(top: int) -> None:
    """How many options are shown, and the runner-up in any case; the document has all of them."""
    attempts = count_at(20)
    rows = ranking(run(SAMPLE, "--ply", 20, "--nodes", 100, "--top", top).stdout)
    assert len(rows) == min(max(top, 2), attempts)
    found = advice(SAMPLE, "--ply", 20, "--top", top, nodes=100)
    assert len(found["suggestions"]) == attempts
    assert sum("fraction" in each for each in found["suggestions"]) == min(max(top, 2), attempts)


def count_at(ply: int) -> int:
    """How many attempts there are after so many turns of the sample game."""
    game = read_record(SAMPLE).now.game()
    while len(game.events) > ply:
        game.pop()
    return len(game.attempts())


def test_eighty_columns() -> None:
    """Nothing is wider; on a wider screen reasons run on."""
    for ply, compared in ((40, "k s1"), (3, "h n1")):
        out = run(SAMPLE, "--ply", ply, "--nodes", 200, "--compare", compared).stdout
        assert max(map(len, out.splitlines())) <= 80
        assert out.splitlines() == [line.rstrip() for line in out.splitlines()]
    wide = run(SAMPLE, "--ply", 60, "--nodes", 200, COLUMNS="200").stdout
    assert max(map(len, wide.splitlines())) > 80


def test_the_winning_move_of_the_sample_game() -> None:
    """It is said to win whatever happens, without any thinking, and on the record's compass."""
    result = run(SAMPLE, "--ply", 74, "--nodes", 500)
    assert result.stdout.startswith("White to move. The end of the game was searched through\n")
    assert ranking(result.stdout)[0][:2] == ["1", "T-SW2"]
    assert "Try T two forward right (T-SW2): it wins whatever the opponent does." in " ".join(
        result.stdout.split()
    )
    found = advice(SAMPLE, "--ply", 74)
    assert found["suggestions"][0]["sure"] == "1"
    assert (found["suggestions"][0]["value"], found["nodes"], found["searched_turns"]) == (1, 0, 1)


def test_seconds() -> None:
    """By default the clock decides, and how long it took is told."""
    result = run(SAMPLE, "--ply", 40, "--time", 0.05)
    assert result.exit_code == 0
    assert re.match(r"White to move\. [\d,]+ turns played in the mind in \d+\.\d s\n", result.stdout)
    assert "There was no time" in " ".join(result.stdout.split())


def test_an_unknown_deal_is_told(tmp_path: Path) -> None:
    """It makes the advice worse, which must not go unsaid."""
    file = tmp_path / "game.txt"
    file.write_text("1. (H-N1)\t(A-SW1)\n", encoding="utf-8")
    out = " ".join(run(file, "--nodes", 100).stdout.split())
    assert "White's diagrams are not in the record" in out
    assert advice(file, nodes=100)["opponent_deal_known"] is False
    file.write_text(f"White = {DEAL}\n1. (H-N1)\t(A-SW1)\n", encoding="utf-8")
    assert "not in the record" not in run(file, "--nodes", 100).stdout
    assert advice(file, nodes=100)["opponent_deal_known"] is True


# --- JSON --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ply", [20, 41])
def test_the_document(ply: int) -> None:
    """Every attempt with its exact chance, and parts that add up."""
    found = advice(SAMPLE, "--ply", ply, "--compare", "k n1" if ply == 41 else "h s1", nodes=400)
    game = read_record(SAMPLE).now.game()
    while len(game.events) > ply:
        game.pop()
    side = game.position.turn
    assert found["format"] == "deduce.confusion.advice/1"
    assert (found["side"], found["plies"]) == (game.rules.sides[side], ply)
    assert found["stopped"] is False
    assert found["nodes"] > 0
    sheet = sheet_of(game, side)
    expected = {written(each, turned=side == 1): each for each in game.attempts()}
    suggestions = found["suggestions"]
    assert sorted(each["action"] for each in suggestions) == sorted(expected)
    assert [each["rank"] for each in suggestions] == list(range(1, len(suggestions) + 1))
    for each in suggestions:
        tried = expected[each["action"]]
        promoted = game.position.is_promoted(side, tried.letter)
        chance = sheet.chance_of_yes(tried, promoted=promoted)
        assert chance is not None
        assert each["chance_of_yes"] == float(chance)
        assert 0 <= Fraction(each["sure"]) <= Fraction(each["value"]).limit_denominator() <= 1
        if "fraction" in each:
            assert Fraction(each["fraction"]) == chance
            left = [each[key]["deals"] for key in ("after_yes", "after_no") if each[key]]
            assert promoted or sum(left) == sheet.worlds
    check_parts(found)


def check_parts(found: Any) -> None:
    """What the values are made of."""
    best = found["suggestions"][0]["action"]
    assert found["breakdowns"][0]["action"] == best
    for each in found["breakdowns"]:
        assert each["nothing"] + sum(each["parts"].values()) == pytest.approx(each["value"], abs=1e-9)
        assert set(each["parts"]) == {"progress", "information", "safety", "secrecy"}
    for each in found["comparisons"]:
        assert each["first"] == best
        assert sum(each["parts"].values()) == pytest.approx(each["difference"], abs=1e-9)
    assert len(found["text"]) == 1 + len(found["comparisons"])


def test_text_and_document_agree() -> None:
    """The paragraphs are the same, and so are the ranks."""
    found = advice(SAMPLE, "--ply", 40, nodes=300)
    out = run(SAMPLE, "--ply", 40, "--nodes", 300).stdout
    assert [row[1] for row in ranking(out)] == [each["action"] for each in found["suggestions"][:10]]
    flat = " ".join(out.split())
    assert all(text in flat for text in found["text"])


# --- The sides and the compass -----------------------------------------------------------------------


def test_the_records_compass(tmp_path: Path) -> None:
    """For the side at the top directions are turned, for the other not; or the other way round."""
    for compass, first, expected in (
        ("Yellow", "Yellow", "A-N1"),
        ("Yellow", "White", "A-S1"),
        ("White", "White", "A-N1"),
        ("White", "Yellow", "A-S1"),
    ):
        file = tmp_path / "game.txt"
        file.write_text(
            f"Compass = {compass}\nFirst = {first}\nWhite = {DEAL}\nYellow = {DEAL}\n", encoding="utf-8"
        )
        found = advice(file, "--compare", expected, nodes=60)
        assert found["side"] == first
        forward = [each for each in found["suggestions"] if each["words"] == "A one forward"]
        assert [each["action"] for each in forward] == [expected]
        assert expected in {each["action"] for each in found["breakdowns"]}


def test_sides_are_called_as_their_rules_call_them(tmp_path: Path) -> None:
    """Red and White in espionage, and whatever one's own rules say."""
    file = tmp_path / "game.txt"
    file.write_text("Ruleset = espionage\nTokens = yes\nFirst = Red\n", encoding="utf-8")
    result = run(file, "--nodes", 60)
    assert result.stdout.startswith("Red to move.")
    found = advice(file, nodes=60)
    actions = {each["action"] for each in found["suggestions"]}
    assert "move two" in actions
    words = {each["words"] for each in found["suggestions"] if each["action"].startswith("reveal ")}
    assert words == {action for action in actions if action.startswith("reveal ")} != set()


# --- Comparing ---------------------------------------------------------------------------------------


def test_compare() -> None:
    """As forgiving as at the table, more than once, and shown however far down it ranks."""
    found = advice(SAMPLE, "--ply", 40, "--compare", "h forward 1", "--compare", "N-SW2", "--top", 1)
    assert {"H-S1", "N-SW2"} <= {each["second"] for each in found["comparisons"]} | {
        found["suggestions"][0]["action"]
    }
    out = run(SAMPLE, "--ply", 40, "--nodes", 200, "--compare", "h forward 1", "--top", 1).stdout
    assert "H-S1" in {row[1] for row in ranking(out)}
    assert "Against" in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("q n1", "'Q' is no piece"),
        ("nonsense", "is no piece"),
        ("h", "'h' has no direction"),
        ("", "write a piece"),
        ("n n1", "Yellow's own A stands there"),
        ("h n9", "no piece can move more than 4 squares"),
        ("h n1 h n2", "makes no sense"),
        ("h n2 yes", "leave the answer out"),
        ("resign", "resign: there is nothing to compare"),
        ("remove A", "there is no double agent in these rules"),
    ],
)
def test_what_cannot_be_compared(text: str, words: str) -> None:
    """Nonsense, and what is not possible on the board."""
    assert words in refused(SAMPLE, "--ply", 1, "--nodes", 50, "--compare", text)


# --- What goes wrong ---------------------------------------------------------------------------------


def test_a_finished_game() -> None:
    """Nothing to advise."""
    assert refused(SAMPLE, "--nodes", 50) == "the game is over, so there is nothing to advise"


def test_a_contradiction(tmp_path: Path) -> None:
    """Where the slip is, another command says."""
    file = tmp_path / "clash.txt"
    file.write_text("1. (A-N1)\t(A-S1)\n2. A-N1\t(A-S1)\n", encoding="utf-8")
    said = refused(file, "--nodes", 50)
    assert "contradicts itself" in said
    assert "suspects" in said


def test_a_turn_that_is_not_there() -> None:
    """How many there are is told."""
    assert "there are 76 turns" in refused(SAMPLE, "--ply", 77)
    assert refused("nowhere.txt").startswith("nowhere.txt: ")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--nodes", "0"),
        ("--nodes", "-5"),
        ("--nodes", "many"),
        ("--time", "0"),
        ("--time", "-1"),
        ("--time", "nan"),
        ("--top", "0"),
        ("--seed", "-1"),
        ("--seed", "x"),
    ],
)
def test_wrong_budgets(option: str, value: str) -> None:
    """Refused by name before anything is played."""
    result = run(SAMPLE, "--ply", 40, option, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Invalid value for '{option}'" in result.stderr


# --- Piping ------------------------------------------------------------------------------------------


def test_a_record_from_standard_input() -> None:
    """The same as from the file."""
    text = SAMPLE.read_text(encoding="utf-8")
    assert (
        run("-", "--ply", 40, "--nodes", 100, stdin=text).stdout
        == run(SAMPLE, "--ply", 40, "--nodes", 100).stdout
    )


def test_piped_output_is_plain() -> None:
    """No colours, no bar, even where a terminal would have both."""
    words = ["confusion", "suggest", str(SAMPLE), "--ply", "40", "--nodes", "100"]
    found = subprocess.run(
        [sys.executable, "-c", COMMAND, *words],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )
    assert "\x1b" not in found.stdout
    assert found.stderr == ""
    assert found.stdout == run(SAMPLE, "--ply", 40, "--nodes", 100).stdout


def test_help() -> None:
    """What it does, and that nothing hidden is looked at."""
    out = " ".join(run("-h").stdout.split())
    assert "Advise whoever is to move" in out
    assert "Nothing of the mover's own diagrams is looked at" in out


def test_the_movers_own_deal_makes_no_difference(tmp_path: Path) -> None:
    """The record may have it or not, or have another one that agrees."""
    said = set()
    for line in ("", f"Yellow = {DEAL}\n", f"Yellow = {DEAL.replace('S10 T11', 'S11 T10')}\n"):
        file = tmp_path / "game.txt"
        file.write_text(f"White = {DEAL}\n{line}1. (H-NE1)\t(A-SW1)\n", encoding="utf-8")
        said.add(json.dumps({**advice(file), "seconds": 0}))
    assert len(said) == 1
