"""The judge and the one written by hand say the same, in thousands of situations and houses."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from cards import naive_judge as naive
from deduce.cards.edition import Edition, edition_of
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Company, Measured, Turn
from deduce.cards.judge.halting import approach, furthest, must_halt
from deduce.ruling.judgement import Judgement

CASES = settings(max_examples=150, deadline=None)
T = TypeVar("T")
VARYING = (
    "DEC-2", "DEC-14", "DEC-15", "DEC-16", "DEC-16b", "DEC-17", "DEC-18", "DEC-20b", "DEC-22", "DEC-24",
    "DEC-26", "DEC-28", "DEC-30", "DEC-30b", "DEC-31", "DEC-33", "DEC-34", "DEC-40", "DEC-41", "DEC-46",
)  # fmt: skip


def perhaps(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Something, or nothing that anybody knows."""
    return st.none() | values


def lengths(*near: int) -> st.SearchStrategy[object]:
    """A length near one of the limits, as somebody types it."""
    tenths = st.sampled_from([10 * limit + change for limit in near for change in (-5, -1, 0, 1, 5)])
    return perhaps(tenths.map(lambda number: Fraction(number, 10)).flatmap(
        lambda exact: st.sampled_from([exact, float(exact), f"{float(exact)}"])
    ))  # fmt: skip


FLAGS = perhaps(st.booleans())
COVERS = perhaps(st.sampled_from(["open", "woods", "wall", "redoubt", "trench"]))
COMPANY = {
    "arm": perhaps(st.sampled_from(["infantry", "cavalry", "artillery"])),
    "ranks": perhaps(st.integers(0, 3)),
    "confused": perhaps(st.integers(0, 4)),
    "acted": FLAGS,
    "starts": perhaps(st.integers(0, 2)),
    "engaged": FLAGS,
    "cover": COVERS,
    "cannon": st.integers(0, 2),
    "shots": st.integers(0, 1),
    "at_gun": FLAGS,
    "just_rallied": FLAGS,
    "balls": perhaps(st.integers(0, 4)),
}
MEASURES = {
    "distance": lengths(8, 10, 20, 130),
    "own_bearing": lengths(45, 135),
    "their_bearing": lengths(45, 135),
    "clear": FLAGS,
    "cover": COVERS,
    "faced": FLAGS,
    "nearest_facing": lengths(20),
    "nearest_any": lengths(5, 15, 20, 40, 50),
    "begins": lengths(15, 20),
    "nearest_on_path": lengths(15, 20),
    "ends": lengths(8, 20),
    "goes_away": FLAGS,
    "advance": lengths(20, 25, 30, 40, 60),
    "room": lengths(30),
    "direction": perhaps(st.sampled_from(["ahead", "backward"])),
    "pivots": perhaps(st.sampled_from(["none", "before", "after", "both"])),
    "crosses_enemies": FLAGS,
    "ends_apart": lengths(1),
    "leaves_field": FLAGS,
    "terrain_allows": FLAGS,
    "on_site": FLAGS,
    "enemy_on_site": FLAGS,
}
FINE = {
    "distance": 7, "own_bearing": 0, "their_bearing": 90, "clear": True, "cover": "open", "faced": False,
    "nearest_facing": 30, "nearest_any": 60, "begins": 30, "nearest_on_path": 25, "ends": 25,
    "goes_away": True, "advance": 15, "room": 30, "crosses_enemies": False, "ends_apart": 3,
    "leaves_field": False, "terrain_allows": True, "on_site": True, "enemy_on_site": False,
}  # fmt: skip
"""What allows most."""


def nearly(
    kind: type[T], fine: dict[str, object], fields: dict[str, st.SearchStrategy[object]]
) -> st.SearchStrategy[T]:
    """What is fine but for a few fields; or anything."""
    changes = st.lists(st.sampled_from(sorted(fields)), unique=True, max_size=4).flatmap(
        lambda names: st.fixed_dictionaries({name: fields[name] for name in names})
    )
    return changes.map(lambda changed: kind(**{**fine, **changed})) | st.builds(kind, **fields)


SOUND = {"arm": "infantry", "ranks": 5, "cover": "open", "balls": 4}
COMPANIES = nearly(Company, SOUND, COMPANY)
MOBS = nearly(Company, {**SOUND, "ranks": 0, "confused": 4}, COMPANY)
SHAKEN = nearly(Company, {**SOUND, "ranks": 2, "confused": 3}, COMPANY) | MOBS
STRAYED = nearly(Company, {**SOUND, "arm": "artillery", "cannon": 1, "at_gun": False}, COMPANY)
GUNS = nearly(Company, {**SOUND, "arm": "artillery", "cannon": 1}, COMPANY)
MEASURED = nearly(Measured, FINE, MEASURES)
NEAR = nearly(Measured, {**FINE, "distance": 20, "nearest_any": 14}, MEASURES)
AHEAD = nearly(Measured, {**FINE, "their_bearing": 0}, MEASURES)
TURNS = nearly(Turn, {}, {
    "step": st.sampled_from([None, "act", "fire", "combat"]),
    "commander_moved": FLAGS,
    "army_act": perhaps(st.sampled_from(["none", "move", "rally", "reform"])),
    "cards": perhaps(st.integers(0, 2)),
})  # fmt: skip


@st.composite
def houses(draw: st.DrawFn) -> tuple[Edition, naive.House]:
    """An edition with some house rules, and the same for the judge that reads no files."""
    name = draw(st.sampled_from(["fr", "en"]))
    plain = edition_of(name)
    changed = []
    for decision in draw(st.lists(st.sampled_from(VARYING), unique=True, max_size=4)):
        words = [word for word, _ in plain.law.decisions[decision].choices]
        changed.append(f"{decision}={draw(st.sampled_from(words))}")
    rules = edition_of(name, ", ".join(changed))
    numbers = (8, 50, 15) if name == "fr" else (20, 40, 20)
    return rules, naive.House(*numbers, dict(rules.law.choices))


def result(judged: Judgement) -> tuple[str, set[str]]:
    """The verdict, and the rules that refuse."""
    return str(judged.verdict), {rule for refusal in judged.refusals for rule in refusal.rules}


@CASES
@given(houses(), COMPANIES | MOBS, MEASURED, TURNS)
def test_moving(house: tuple[Edition, naive.House], unit: Company, measured: Measured, turn: Turn) -> None:
    rules, by_hand = house
    assert result(acts.move(rules, unit, measured, turn)) == naive.move(by_hand, unit, measured, turn)
    assert result(acts.mob_move(rules, unit, measured, turn)) == naive.mob_move(by_hand, unit, measured, turn)


@CASES
@given(houses(), COMPANIES | MOBS, COMPANIES, MEASURED | NEAR)
def test_passing_fleeing_holding(
    house: tuple[Edition, naive.House], unit: Company, enemy: Company, measured: Measured
) -> None:
    rules, by_hand = house
    assert result(acts.pass_by(rules, unit, enemy, measured)) == naive.pass_by(by_hand, enemy, measured)
    assert result(acts.hold(rules, unit, measured)) == naive.hold(unit, measured)
    flight = acts.flee(rules, unit, measured)
    verdict, refusing, removed = naive.flee(by_hand, unit, measured)
    assert result(flight) == (verdict, refusing)
    if verdict == "allowed":
        assert flight.outcome("must") is True
        assert flight.outcome("removed") is (True if removed else None)
        assert bool(flight.questions) is (removed is None)


@CASES
@given(houses(), COMPANIES | STRAYED, MEASURED, TURNS)
def test_reforming_and_walking_back(
    house: tuple[Edition, naive.House], unit: Company, measured: Measured, turn: Turn
) -> None:
    rules, by_hand = house
    assert result(acts.reform(rules, unit, turn)) == naive.reform(by_hand, unit, turn)
    assert result(acts.walk_back(rules, unit, measured, turn)) == naive.walk_back(
        by_hand, unit, measured, turn
    )


@CASES
@given(houses(), MEASURED, TURNS)
def test_moving_the_commander(house: tuple[Edition, naive.House], measured: Measured, turn: Turn) -> None:
    rules, by_hand = house
    judged = acts.move_commander(rules, measured, turn)
    verdict, refusing, lost = naive.move_commander(by_hand, measured, turn)
    assert result(judged) == (verdict, refusing)
    if verdict == "allowed":
        assert judged.outcome("removed") is (True if lost else None)
        assert bool(judged.questions) is (lost is None)


@CASES
@given(houses(), COMPANIES, COMPANIES | MOBS, AHEAD)
def test_advancing_on_an_enemy(
    house: tuple[Edition, naive.House], unit: Company, enemy: Company, measured: Measured
) -> None:
    rules, by_hand = house
    assert result(approach(rules, unit, enemy, measured)) == naive.approach(by_hand, enemy, measured)


@CASES
@given(houses(), SHAKEN, MEASURED, TURNS, FLAGS, FLAGS)
def test_rallying(
    house: tuple[Edition, naive.House],
    unit: Company,
    measured: Measured,
    turn: Turn,
    commander: bool | None,
    aide: bool | None,
) -> None:
    rules, by_hand = house
    judged = acts.rally(rules, unit, measured, turn, commander=commander, aide=aide)
    verdict, refusing, _ = naive.rally(by_hand, unit, measured, turn, commander, aide)
    assert result(judged) == (verdict, refusing)
    if verdict == "allowed":
        numbers = {
            naive.rally(by_hand, unit, measured, turn, one, other)[2]
            for one in ([False, True] if commander is None else [commander])
            for other in ([False, True] if aide is None else [aide])
        }
        expected = numbers.pop() if len(numbers) == 1 else None
        assert judged.outcome("returns") == expected
        assert bool(judged.questions) is (expected is None)


@CASES
@given(houses(), GUNS, COMPANIES | MOBS, NEAR, TURNS)
def test_firing(
    house: tuple[Edition, naive.House], gun: Company, target: Company, measured: Measured, turn: Turn
) -> None:
    rules, _ = house
    judged = acts.fire(rules, gun, target, measured, turn)
    verdict, refusing, price = naive.fire(gun, target, measured, turn)
    assert result(judged) == (verdict, refusing)
    if verdict == "allowed":
        body = {True: "lies", False: "removed", None: None}[target.engaged]
        assert (judged.outcome("balls"), judged.outcome("body")) == (price, body)
        assert (judged.outcome("killed"), judged.outcome("confused")) == (1, 0)


@CASES
@given(houses(), COMPANIES, COMPANIES | MOBS, MEASURED, TURNS, FLAGS, st.sampled_from([1, 1, 1, 2]))
def test_fighting(
    house: tuple[Edition, naive.House],
    unit: Company,
    enemy: Company,
    measured: Measured,
    turn: Turn,
    together: bool | None,
    targets: int,
) -> None:
    rules, by_hand = house
    judged = acts.fight(rules, unit, enemy, measured, turn, together=together, targets=targets)
    assert result(judged) == naive.fight(by_hand, unit, enemy, measured, turn, together, targets)
    if judged.is_allowed:
        theirs, own, flank = naive.bonuses(by_hand, unit, enemy, measured)
        assert judged.outcome("their_bonus") == (3 if theirs else None)
        assert judged.outcome("own_bonus") == (3 if own else None)
        assert judged.outcome("flank") == (True if flank else None)
        assert bool(judged.questions) is (None in {theirs, own, flank})


@CASES
@given(
    st.sampled_from(["stop", "close", "literal", "off"]),
    st.integers(0, 4500).map(lambda number: Fraction(number, 100)),
)
def test_halting(how: str, begins: Fraction) -> None:
    rules = edition_of("en", f"DEC-17={how}")
    assert furthest(rules, begins) == naive.furthest(how, begins)
    gone = furthest(rules, begins)
    if how != "off" and gone < begins:
        assert must_halt(rules, begins, begins - gone)
