"""Walks: exact centimetres over pieces of ground, and the same a second way, tick by tick."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.ground.backwards import least_speed
from deduce.napoleonic.ground.roads import bonus
from deduce.napoleonic.ground.walking import MOST_QUARTERS, Passing, Walk, Walker, walk
from deduce.napoleonic.ground.ways import Stretch, way_of, way_text
from deduce.ruling.errors import RulingError
from deduce.ruling.reading import parse_law
from napoleonic.common import BOOK
from napoleonic.ground.naive_walk import Strip, naive_walk

BATTALION = {"arm": "inf", "formation": "column", "figures": 18, "front": 3}
"""15 cm deep."""
HORSE = {"arm": "cav", "formation": "column", "figures": 12, "front": 2}
"""30 cm deep."""
SINGLE = {"arm": "inf", "formation": "line"}
"""2.5 cm deep."""
EXACT = book_of(house="DEC-27=exact")


def walked(
    facts: dict[str, object], way: str, quarters: int, move: object = 18, act: str = "move", book: Book = BOOK
) -> Walk:
    """A walk as it is typed."""
    known = {name: frozenset(each) if isinstance(each, list) else each for name, each in facts.items()}
    walker = Walker(book, known, Fraction(str(move)), act)  # type: ignore[arg-type]
    return walk(walker, way_of(book, way), quarters)


def lengths(found: Walk) -> list[Fraction]:
    return [leg.length for leg in found.legs]


def passings(found: Walk) -> list[tuple[str, Fraction, list[str]]]:
    return [(str(edge.passing), edge.at, sorted(edge.ground)) for edge in found.edges]


def test_nap_terr_4_one_base_hinders_the_whole_unit() -> None:
    inside = walked({**BATTALION, "ground": ["wood"]}, "20", 1)
    assert lengths(inside) == [Fraction(9, 4)], "the tail is still in the wood"
    out = walked(BATTALION, "wood 2 40", 16)
    left = next(edge for edge in out.edges if edge.passing is Passing.TAIL_OUT)
    assert left.at == 17, "2 cm of wood and 15 of the column"
    assert {leg.per_quarter for leg in out.legs if leg.start >= 17} == {Fraction(9, 2)}
    assert {leg.per_quarter for leg in out.legs if leg.end <= 17} == {Fraction(9, 4)}


def test_nap_terr_6_a_move_is_spent_piece_by_piece() -> None:
    one = walked(BATTALION, "2 wood 99", 1)
    assert lengths(one) == [2, Fraction(5, 4)]
    assert (one.end, one.state, one.has_arrived) == (Fraction(13, 4), "unformed", False)


def test_nap_wood_8_what_is_left_at_the_edge_is_halved_printed() -> None:
    assert walked(BATTALION, "wood 99", 2).end == Fraction(9, 2)
    half = walked(BATTALION, "2 wood 99", 2)
    assert half.end == 2 + Fraction(7, 2)


def test_nap_wood_1_a_base_on_the_plate_is_inside() -> None:
    """A little of it sticks out; the unit is in the wood all the same."""
    assert walked({**BATTALION, "ground": ["open", "wood"]}, "0.3 20", 1).legs[0].state == "unformed"


def test_nap_road_3_a_tenth_more() -> None:
    assert walked(BATTALION, "road 99", 4, 27, book=EXACT).end == Fraction(297, 10)
    assert bonus(EXACT, 9) == Fraction(9, 10)


def test_nap_road_4_the_bonus_is_rounded_printed() -> None:
    assert walked(BATTALION, "road 99", 1).end == 5
    assert walked(BATTALION, "road 99", 1, book=EXACT).end == Fraction(99, 20)


@pytest.mark.parametrize("figures", [3, 6, 9, 12, 18])
def test_nap_road_4_the_bonus_is_rounded_once_a_quarter(figures: int) -> None:
    """However deep the unit is, and wherever one road goes over into another."""
    unit = {**BATTALION, "figures": figures}
    for way in ("road 99", "road 1 tree-lined-road 6 road 99", "road 3 bridge 1 road 99"):
        found = walked(unit, way, 4, 20)
        assert [found.reached(quarter) for quarter in (1, 2, 3, 4)] == [
            Fraction(11, 2),
            11,
            Fraction(33, 2),
            22,
        ]


def test_nap_hill_15_a_slope_with_a_wood_or_crops_on_it_is_a_grown_slope() -> None:
    skirmishers = {"arm": "inf", "formation": "skirmish", "figures": 6, "front": 6}
    for way, same in (("slope wood 9", "wooded-slope 9"), ("crops slope 9", "crop-slope 9")):
        assert way_of(BOOK, way) == way_of(BOOK, same)
        assert walked(skirmishers, way, 1, 20).state == "formed"
        assert walked(BATTALION, way, 1).state == "unformed"
    assert way_of(BOOK, "slope wood ploughed 9")[0].ground == {"wooded-slope", "ploughed"}


def test_nap_road_5_none_until_the_tail_is_on_printed() -> None:
    entering = walked(BATTALION, "1 road 99", 6)
    assert [entering.reached(quarter) for quarter in (1, 2, 3)] == [Fraction(9, 2), 9, Fraction(27, 2)]
    assert not any(leg.has_bonus for leg in entering.legs if leg.start < 16)
    assert all(leg.has_bonus for leg in entering.legs if leg.start >= 16)
    assert entering.reached(5) - entering.reached(4) == 5


def test_nap_road_2_a_road_through_a_wood_carries_the_whole_column() -> None:
    assert walked(BATTALION, "road wood 99", 1).end == 5
    wide = walked({**BATTALION, "front": 6}, "road wood 99", 1)
    assert (wide.end, wide.state) == (Fraction(9, 4), "unformed")
    assert walked(HORSE, "road wood 99", 1, 36).barred is None
    assert walked({**HORSE, "front": 4}, "road wood 99", 1, 36).barred is not None


def test_a_barred_way_ends_where_it_is_barred() -> None:
    found = walked(HORSE, "3 wood 4", 4, 36)
    assert (found.end, found.barred.rules if found.barred else ()) == (3, ("NAP-WOOD-5",))
    assert found.barred is not None
    assert found.barred.barred is not None
    assert "infantry" in found.barred.barred.wanted.en
    assert walked(BATTALION, "3 house 4", 4).barred is not None
    assert walked(BATTALION, "3 marsh 4", 4).end == 3


def test_what_happens_at_each_edge() -> None:
    found = walked(SINGLE, "1 stream 1 20", 4)
    assert passings(found) == [
        ("head in", 1, ["stream"]),
        ("head in", 2, ["open"]),
        ("tail out", Fraction(9, 2), ["stream"]),
    ]
    assert found.edges[0].cover == "none"
    assert found.state == "disorganised", "what it lost it does not get back by walking"
    assert found.edges[0].rules == ("NAP-WATER-3",)


def test_a_forced_march_over_a_slope_is_in_disorder() -> None:
    found = walked(BATTALION, "1 slope 99", 1, 27, "forced")
    assert [leg.state for leg in found.legs] == ["unformed", "disorder"]
    assert "NAP-HILL-12" in found.edges[0].rules


def test_nap_road_10_leaving_a_tree_lined_road() -> None:
    way = "tree-lined-road 2 20"
    asked = walked(BATTALION, way, 4)
    assert [each.feature for each in asked.questions] == ["treeless_stretch"]
    between = walked({**BATTALION, "treeless_stretch": False}, way, 4)
    assert (between.state, between.edges[1].rules[-1]) == ("unformed", "NAP-ROAD-10")
    assert walked({**BATTALION, "treeless_stretch": True}, way, 4).state == "formed"


def test_nobody_goes_into_a_wood_whose_arm_is_not_known() -> None:
    found = walked({"formation": "column"}, "2 wood 9", 4)
    assert (found.end, [each.feature for each in found.questions]) == (2, ["arm"])


def test_what_nobody_knows_is_asked_where_it_matters() -> None:
    nobody = {"arm": "inf", "formation": "column"}
    into = walked(nobody, "2 wood 99", 4)
    assert into.questions == ()
    assert into.end == walked(BATTALION, "2 wood 99", 4).end
    out = walked(nobody, "wood 2 20", 4)
    assert out.end == 2
    assert [each.feature for each in out.questions] == ["figures", "front"]
    ford = walked(BATTALION, "ford 2 20", 4)
    assert ford.state is None
    assert [each.feature for each in ford.questions] == ["terrain-formation"]
    on_road = walked({"arm": "inf", "formation": "column"}, "road 20", 4)
    assert [each.feature for each in on_road.questions] == ["front"]


def test_the_moment_of_arrival_is_exact() -> None:
    found = walked(SINGLE, "10", 4)
    assert (found.ready, found.has_arrived) == (Fraction(20, 9), True)
    assert walked(SINGLE, "18", 4).ready == 4
    assert walked(SINGLE, "18.5", 4).ready is None


def test_a_long_way_ends() -> None:
    found = walked(SINGLE, "1000000", 10**9, "0.001")
    assert len(found.legs) <= MOST_QUARTERS
    assert walked(SINGLE, "20", 4, 0).end == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the way has no length; write cm and what ground lies there, such as: 2 wood 99"),
        ("2 wod 9", "there is no ground 'wod'; did you mean 'wood'?"),
        ("2 wood", "no length stands behind wood; write how many cm of it lie on the way: wood 12"),
        ("wood hedge 3", "no length stands behind wood; write how many cm of it lie on the way: wood 12"),
        ("0 wood 4", "a length of the way is '0'; it must be more than 0"),
        ("1e99", "a length of the way is '1e99'; it must be a number from 0 to 1000000"),
        ("9" * 600, "the way is longer than 500 characters; write a shorter one"),
    ],
)
def test_a_way_that_makes_no_sense(text: str, sentence: str) -> None:
    with pytest.raises(RulingError) as caught:
        way_of(BOOK, text)
    assert str(caught.value) == sentence


def test_a_way_is_written_as_it_is_read() -> None:
    for text in ("2 wood 99", "ploughed slope 3 hedge 4.5", "7"):
        assert way_text(way_of(BOOK, text)) == text
    assert way_of(BOOK, "slope+ploughed 3cm, 4 cm") == way_of(BOOK, "ploughed slope 3 4")


def test_a_ground_of_ones_own() -> None:
    """A word, a row of each table that matters, a need: no line of code."""
    text = 'format = "deduce.ruling/1"\nextends = "printed"\n'
    text += '[features]\nground = { more = { dunes = { en = "dunes", fr = "des dunes" } } }\n'
    text += '[numbers]\n"dunes.speed" = { is = "2/3", unit = "", rule = "NAP-TERR-3" }\n'
    text += "[needs.no-horse-in-dunes]\nof = ['move', 'forced']\nrule = 'NAP-TERR-3'\nasked = false\n"
    text += "any = [{ path = { none = ['dunes'] } }, { arm = ['inf'] }]\n"
    rows = {
        "movement": '{ speed = { number = "dunes.speed" } }',
        "formation": '{ formation = "disorganised" }',
    }
    for axis, gives in rows.items():
        text += f'[[row]]\ntable = "terrain-{axis}"\nwhen = {{ ground = {{ some = ["dunes"] }} }}\n'
        text += f'gives = {gives}\nrule = "NAP-TERR-3"\n'
    mine = Book("mine", parse_law(text, "mine.toml", lambda _: BOOK.law))
    found = walked(SINGLE, "dunes 99", 1, book=mine)
    assert (found.end, found.state) == (3, "disorganised")
    assert walked(HORSE, "dunes 9", 1, book=mine).barred is not None
    unsaid = Book("mine", parse_law(text.partition("[[row]]")[0], "mine.toml", lambda _: BOOK.law))
    lacking = walked(SINGLE, "dunes 99", 1, book=unsaid)
    assert (lacking.end, [each.feature for each in lacking.questions][:1]) == (0, ["terrain-movement"])


# --- Turned round ------------------------------------------------------------------------------------


def test_the_least_speed_of_a_walk() -> None:
    assert least_speed(BOOK, way_of(BOOK, "5"), 1) == 20
    assert least_speed(BOOK, way_of(BOOK, "crops 6"), 2) == 24
    assert least_speed(BOOK, way_of(BOOK, "2 wood 1.25"), 1, {"arm": "inf", "formation": "column"}) == 18
    assert least_speed(BOOK, way_of(BOOK, "road 5"), 1, BATTALION) == 18, "by the book's rounding"
    assert least_speed(EXACT, way_of(EXACT, "road 5"), 1, BATTALION) == Fraction(200, 11)
    assert least_speed(BOOK, way_of(BOOK, "road 5"), 1, SINGLE) == 20


GROUNDS = [
    "open",
    "wood",
    "slope",
    "stream",
    "ploughed",
    "ford",
    "vine-slope",
    "plateau",
    "road",
    "road",
    "road",
]
FACTORS = {"wood": 2, "slope": 2, "stream": 2, "ploughed": 2, "ford": 4, "vine-slope": 4}
"""Through how much the move is divided, as the digest has it."""
stretches = st.builds(
    Stretch,
    st.integers(1, 40).map(lambda each: Fraction(each, 4)),
    st.sampled_from(GROUNDS).map(lambda word: frozenset({word})),
)
hurdles = st.sampled_from(["hedge", "wall"]).map(lambda word: Stretch(0, frozenset({word})))
ways = st.lists(stretches, min_size=1, max_size=5)
hurdled = st.lists(st.one_of(stretches, stretches, hurdles), min_size=1, max_size=5).filter(
    lambda way: any(each.length for each in way)
)
ROAD = frozenset({"road"})
DEPTHS = {"single": Fraction(5, 2), "battalion": Fraction(15)}
WALKERS = {"single": SINGLE, "battalion": BATTALION}


def crossed(word: str, move: int) -> Fraction:
    """The speed over an obstacle in cm a quarter: whole ranks of 2.5 cm in each half."""
    left = Fraction(move, 2) * (Fraction(3, 4) if word == "hedge" else Fraction(1, 2))
    return left // Fraction(5, 2) * Fraction(5, 4)


@example([Stretch(5, ROAD), Stretch(20)], "battalion", 18, 4)
@example([Stretch(20), Stretch(20, ROAD)], "battalion", 36, 5)
@example([Stretch(1), Stretch(0, frozenset({"wall"})), Stretch(30, ROAD)], "battalion", 18, 5)
@given(hurdled, st.sampled_from([*WALKERS]), st.sampled_from([9, 14, 18, 36]), st.integers(1, 5))
def test_the_same_tick_by_tick(way: list[Stretch], who: str, move: int, quarters: int) -> None:
    """Of a unit in line that no road serves, and of a column 15 cm deep that goes faster on one."""
    ticks = 400
    found = walk(Walker(EXACT, WALKERS[who], move), way, quarters)  # type: ignore[arg-type]
    strips: list[Strip] = []
    end = Fraction(0)
    for stretch in way:
        (word,) = stretch.ground
        end += stretch.length
        is_road = word == "road" and who == "battalion"
        crossing = None if stretch.length else crossed(word, move)
        strips.append(Strip(end, Fraction(1, FACTORS.get(word, 1)), is_road, crossing))
    behind = strips[0] if way[0].length else Strip(Fraction(0), Fraction(1))
    slow = naive_walk(strips, behind, DEPTHS[who], Fraction(move, 4), quarters, ticks)
    # Within a tick an edge is noticed late: at each edge at most a tick's way is too much or too little.
    tolerance = Fraction(11, 10) * Fraction(move, 4) / ticks * (2 * len(way) + 2)
    assert abs(found.end - slow) <= tolerance


@given(ways, st.sampled_from([9, 14, 18]), st.integers(1, 4))
def test_turned_round_it_is_never_too_fast(way: list[Stretch], move: int, quarters: int) -> None:
    """Whoever has come so far was at least as fast; and without a tail that is exact."""
    facts = {"arm": "inf", "formation": "column", "front": 3}
    found = walk(Walker(EXACT, facts, move), way, quarters)
    if not found.end or found.questions:
        return
    done: list[Stretch] = []
    start = Fraction(0)
    for stretch in way:
        length = min(Fraction(stretch.length), found.end - start)
        if length > 0:
            done.append(Stretch(length, stretch.ground))
        start += stretch.length
    least = least_speed(EXACT, done, quarters, facts)
    assert least <= move
    if not found.has_arrived:
        assert least == move


@given(ways, st.sampled_from([SINGLE, BATTALION]), st.integers(1, 4))
def test_less_speed_never_comes_further(way: list[Stretch], facts: dict[str, object], quarters: int) -> None:
    ends = [walk(Walker(BOOK, facts, move), way, quarters).end for move in (9, 14, 18, 20, 36)]  # type: ignore[arg-type]
    assert ends == sorted(ends)
