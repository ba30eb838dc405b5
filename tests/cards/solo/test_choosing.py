"""What the machine chooses: the best by exact odds, as worked out in section 15 of the rules' digest."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from cards.battles import begun
from deduce.cards.engine import entries as en
from deduce.cards.engine.deeds import after
from deduce.cards.engine.fights import meeting_in
from deduce.cards.engine.ledger import Ledger
from deduce.cards.engine.packs import Pack
from deduce.cards.engine.units import Cover
from deduce.cards.odds.combat import combat_odds
from deduce.cards.odds.packs import Packs
from deduce.cards.odds.plans import plan
from deduce.cards.odds.stand import Body, pairing_of, stand_of
from deduce.cards.solo.choosing import Candidate, choose, is_possible

FULL = (4,) * 13


def ledger_of(tmp_path: Path, red: str, blue: str, headers: str = "") -> Ledger:
    """Red is the machine, and it is its turn."""
    text = f"Machine = Red\nFirst = Red\n{headers}"
    path = tmp_path / f"{len([*tmp_path.glob('*.txt')])}.txt"
    return begun(path, text, f"Blue = {blue}\nRed = {red}\n").record.now


def fight(starter: str, target: str, *, flank: bool = False, cover: Cover | None = None) -> en.Fight:
    return en.Fight(starter, target, (), flank=flank, cover=cover)


def with_packs(ledger: Ledger, blue: tuple[int, ...], red: tuple[int, ...]) -> Ledger:
    """Other packs, freshly shuffled."""
    return replace(ledger, packs=(Pack(blue), Pack(red)))


# --- Combats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "blue", "entry", "headers", "worth"),
    [
        ("p cav 6", "b inf 10", fight("p", "b"), "", Fraction(3, 13)),
        ("p cav 8", "b inf 9", fight("p", "b", flank=True), "", Fraction(15, 13)),
        ("r art 4", "b inf 10", fight("r", "b"), "", Fraction(229, 338)),
        ("r art 4", "b inf 10", fight("r", "b"), "Edition = fr\n", Fraction(443, 338)),
    ],
)
def test_a_combat_that_is_worth_it_is_fought(
    red: str, blue: str, entry: en.Fight, headers: str, worth: Fraction, tmp_path: Path
) -> None:
    """15.9, fresh packs."""
    ledger = ledger_of(tmp_path, red, blue, headers)
    decision = choose(ledger, [entry])
    assert (decision.entry, decision.worth) == (entry, worth)


def test_a_combat_that_is_not_worth_it_is_not_fought(tmp_path: Path) -> None:
    """15.9: -207/338 against cover, and 0 for an even one, which is no reason to fight."""
    ledger = ledger_of(tmp_path, "n inf 10", "b inf 8")
    in_cover = choose(ledger, [fight("n", "b", cover=Cover.WALL)])
    assert in_cover.entry is None
    assert in_cover.reason == "Red does nothing more: the best that is left, n b w, is worth -0.61."
    assert choose(ledger_of(tmp_path, "n inf 10", "b inf 10"), [fight("n", "b")]).entry is None


def test_counting_the_cards_turns_the_choice_round(tmp_path: Path) -> None:
    """15.9 with the packs of 15.2 line 4: not from the front, but on the flank."""
    mine, theirs = (*FULL[:11], 0, 0), (0, 0, *FULL[2:])
    ledger = with_packs(ledger_of(tmp_path, "p cav 10", "b inf 10"), theirs, mine)
    front, flank = fight("p", "b"), fight("p", "b", flank=True)
    assert choose(ledger, [front]).entry is None
    decision = choose(ledger, [front, flank])
    assert (decision.entry, decision.worth) == (flank, Fraction(30, 121))


def test_a_plan_is_more_than_its_combats(tmp_path: Path) -> None:
    """15.9: two even combats are worth 109/11271 together, since one can stop; on one enemy 9695/67626."""
    ledger = ledger_of(tmp_path, "n inf 12; o inf 12", "b inf 12; c inf 12")
    apart = choose(ledger, [fight("n", "b"), fight("o", "c")])
    assert apart.worth == Fraction(109, 11271)
    assert apart.entry in {fight("n", "b"), fight("o", "c")}
    assert choose(ledger, [fight("n", "b"), fight("o", "b")]).worth == Fraction(9695, 67626)


def test_it_is_the_exact_plan(tmp_path: Path) -> None:
    """For random units and packs: what the planner says, and never less than the best single combat."""
    draw = random.Random("solo")
    for _ in range(12):
        arms = [draw.choice(("inf 12", "inf 6", "cav 8", "inf 3", "art 4")) for _ in range(5)]
        red, blue = f"n {arms[0]}; o {arms[1]}; p {arms[2]}", f"a {arms[3]}; b {arms[4]}"
        ledger = ledger_of(tmp_path, red, blue)
        decks = [tuple(draw.randint(1, 4) for _ in range(13)) for _ in range(2)]
        ledger = with_packs(ledger, decks[0], decks[1])
        wanted = [
            fight(one, other, flank=draw.random() < 0.3)
            for one, other in product("nop", "ab")
            if draw.random() < 0.6
        ]
        fights = [each for each in wanted if is_possible(ledger, each)]
        decision = choose(ledger, wanted)
        if not fights:
            assert decision.entry is None
            continue
        packs = Packs.of(decks[0], decks[1], full=(decks[0], decks[1]))
        numbers = {unit.letter: place for place, unit in enumerate(ledger.roster)}
        bodies = [Body(unit.side, unit.arm, unit.ranks) for unit in ledger.roster]
        pairings = [
            pairing_of(meeting_in(ledger, each), numbers[each.starter], numbers[each.target])
            for each in fights
        ]
        best = plan(stand_of(bodies), pairings, packs, ledger.edition)
        assert decision.worth == best.worth
        assert (decision.entry is None) == (best.first is None)
        if isinstance(decision.entry, en.Fight) and best.first is not None:
            assert numbers[decision.entry.starter] == best.first.starter
            assert numbers[decision.entry.target] == best.first.target
        singles = [
            combat_odds(meeting_in(ledger, each), packs.turned(), ledger.edition).worth() for each in fights
        ]
        assert decision.worth >= max(singles)


def test_weights_of_the_record_count(tmp_path: Path) -> None:
    """Whoever does not mind being confused fights cavalry more gladly."""
    entry = fight("p", "b")
    usual = choose(ledger_of(tmp_path, "p cav 6", "b inf 10"), [entry])
    kills = choose(ledger_of(tmp_path, "p cav 6", "b inf 10", "Worth = 1 0 0\n"), [entry])
    assert usual.worth == Fraction(3, 13)
    assert (kills.entry, kills.worth) == (None, 0)


@pytest.mark.parametrize(
    "headers",
    [
        "Pack = 52, 32\n",
        *(f"House = DEC-2={each}\n" for each in ("combat", "left", "turn", "never", "empty")),
    ],
)
def test_whatever_packs_there_are(headers: str, tmp_path: Path) -> None:
    """Also where they are empty, half seen, or of different sizes: something is chosen, or nothing."""
    ledger = ledger_of(tmp_path, "n inf 12; o inf 12", "b inf 12; c inf 12", headers)
    candidates: list[Candidate] = [fight("n", "b", flank=True), fight("o", "c")]
    assert choose(ledger, candidates).entry is not None
    anything, court = frozenset(range(1, 14)), frozenset({11, 12, 13})
    for number in range(60):
        ledger = after(ledger, en.Bare((anything, anything if number % 20 else court))).ledger
        decision = choose(ledger, candidates)
        assert decision.entry is None or decision.entry in candidates


def test_more_than_four_units_are_not_too_many(tmp_path: Path) -> None:
    """The plan follows the four that have the best combats; the others come when these are done."""
    red = "; ".join(f"{letter} inf 12" for letter in "nopqrs")
    ledger = ledger_of(tmp_path, red, "b inf 12; c cav 8")
    candidates = [fight(letter, "b", flank=letter == "s") for letter in "nopqrs"]
    decision = choose(ledger, candidates)
    assert decision.entry is not None
    assert decision.worth > 0
    for letter in "nopq":
        ledger = after(ledger, en.Fight(letter, "c", (frozenset({13}), frozenset({1})))).ledger
    assert choose(ledger, candidates).entry in {fight("r", "b"), fight("s", "b", flank=True)}


# --- Shots and rallies -------------------------------------------------------------------------------


def test_a_shot_that_makes_the_combat_break_it(tmp_path: Path) -> None:
    """15.9, FIRE FIRST: the third kill takes 1 + 3 of (4, 1, 2), so the combat breaks it with 7/13."""
    ledger = ledger_of(tmp_path, "n inf 12; r art 4; o inf 12", "b inf 7; c inf 12")
    ledger = after(ledger, en.Fight("o", "b", (frozenset({9}), frozenset({4})))).ledger
    ledger = after(after(ledger, en.Count("b", 5, 1, 1)).ledger, en.End()).ledger
    ledger = after(ledger, en.End()).ledger
    ledger = with_packs(ledger, FULL, FULL)
    shot, engaged = en.Shot("r", "b"), fight("n", "b")
    before, decision = choose(ledger, [engaged]), choose(ledger, [shot, engaged])
    assert decision.entry == shot
    then = choose(after(ledger, shot).ledger, [engaged])
    assert then.entry == engaged
    assert decision.worth == 1 + then.worth - before.worth
    assert decision.worth > 1
    assert "breaks b with 54%" in then.reason
    assert "because it would be kill 3 of b" in then.reason
    assert decision.reason.startswith("Red fires r at b: worth +1.00, and +")


def test_balls_are_kept_for_what_is_worth_them(tmp_path: Path) -> None:
    """CC-FIRE-6: at a trench a shot costs three balls, which could kill three men in the open."""
    ledger = ledger_of(tmp_path, "r art 4", "b inf 12; c inf 1")
    assert choose(ledger, [en.Shot("r", "b")]).worth == 1
    assert choose(ledger, [en.Shot("r", "b", Cover.TRENCH)]).entry is None
    assert choose(ledger, [en.Shot("r", "b", Cover.WALL)]).entry is None
    # The last man in ranks is worth more than himself.
    assert choose(ledger, [en.Shot("r", "b"), en.Shot("r", "c", Cover.WALL)]).entry == en.Shot(
        "r", "c", Cover.WALL
    )
    spent = replace(ledger, balls=(0, 0))
    assert choose(spent, [en.Shot("r", "b")]).entry is None


def test_men_come_back_before_anything_else(tmp_path: Path) -> None:
    """CC-TURN-1: rallies are the first step; more men in ranks are worth it by themselves."""
    ledger = ledger_of(tmp_path, "n inf 12; o inf 12; r art 4", "b inf 12")
    ledger = after(after(ledger, en.Count("n", 3, 5, 0)).ledger, en.Count("o", 0, 5, 0)).ledger
    candidates: list[Candidate] = [
        en.Shot("r", "b"),
        fight("n", "b", flank=True),
        en.Rally("n", 1),
        en.Rally("o", 1),
    ]
    first = choose(ledger, candidates)
    assert isinstance(first.entry, en.Rally)
    assert first.reason == "Red rallies o: 1 man back in ranks."
    done = []
    for _ in range(4):
        decision = choose(ledger, [each for each in candidates if each not in done])
        if decision.entry is None:
            break
        done.append(decision.entry)
        if isinstance(decision.entry, en.Fight):
            break
        ledger = after(ledger, decision.entry).ledger
    assert [type(each) for each in done] == [en.Rally, en.Rally, en.Shot, en.Fight]


def test_nothing_impossible_is_chosen(tmp_path: Path) -> None:
    """Whoever fought already, has nobody in ranks, or has nobody to rally."""
    ledger = ledger_of(tmp_path, "n inf 12; o inf 12; r art 4", "b inf 12; c inf 1")
    ledger = after(ledger, en.Fight("n", "c", (frozenset({9}), frozenset({4})))).ledger
    assert not ledger.units["c"].ranks
    candidates: list[Candidate] = [
        fight("n", "b", flank=True), fight("o", "c", flank=True), en.Rally("o", 1), en.Shot("o", "b"),
        en.Shot("r", "c"),
    ]  # fmt: skip
    decision = choose(ledger, candidates)
    assert (decision.entry, decision.reason) == (None, "Red has nothing more to do.")


def test_it_says_why_in_french(tmp_path: Path) -> None:
    ledger = ledger_of(tmp_path, "p cav 8", "b inf 9", "Language = fr\n")
    decision = choose(ledger, [fight("p", "b", flank=True)])
    assert decision.reason == (
        "Red combat b avec p : valeur +1.15 ; gagne à 46%, égalité à 8%, rompt b à 0% et est rompue à 0% "
        "(+0.92 pour le flanc)."
    )


# --- What it may not know ----------------------------------------------------------------------------


def test_it_does_not_look_at_the_order_of_the_packs(tmp_path: Path) -> None:
    """Even while cards could be turned: whoever asks for one fails."""

    class Alarm:
        def next_cards(self, ledger: Ledger) -> tuple[int, int]:
            raise AssertionError

        def key(self, ledger: Ledger) -> str:
            raise AssertionError

    ledger = ledger_of(tmp_path, "n inf 12; o inf 12; r art 4", "b inf 12; c inf 12", "Seal = new\n")
    candidates: list[Candidate] = [
        en.Shot("r", "b"),
        fight("n", "b", flank=True),
        fight("o", "c", flank=True),
    ]
    decision = choose(replace(ledger, turner=Alarm()), candidates)
    assert decision == choose(ledger, candidates)
    assert decision.entry == en.Shot("r", "b")
