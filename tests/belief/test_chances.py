"""Draws and chances in every engine: against physical packs, worked examples, and plain enumeration."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import weighted_worlds
from deduce import (
    Belief,
    Log,
    OutOfReachError,
    Problem,
    all_different,
    among,
    conflicts,
    drawn,
    fact,
    is_proved,
    prove,
    weighted,
    where,
)

if TYPE_CHECKING:
    from deduce.belief.belief import EngineName

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
WORTH = {rank: place for place, rank in enumerate(RANKS, 1)}
PACK = dict.fromkeys(RANKS, 4)
COURT = ("J", "Q", "K")
COUNTING: list[EngineName] = ["diagram", "enumeration"]


def cards(*names: str, gone: str = "") -> Problem:
    """Cards that were, or will be, drawn from a pack of which some are gone already."""
    left = Counter(PACK)
    left.subtract(gone.split())
    return Problem(dict.fromkeys(names, RANKS), [drawn(names, left)])


def two_packs(combats: int) -> Log:
    """Fresh packs of both sides, and the results of some combats whose cards nobody saw: A won all."""
    ours = [f"A{number}" for number in range(combats + 1)]
    theirs = [f"B{number}" for number in range(combats + 1)]
    log = Log(Problem(dict.fromkeys([*ours, *theirs], RANKS), [drawn(ours, PACK), drawn(theirs, PACK)]))
    for number in range(combats):
        log = log.append(where(beats, (ours[number], theirs[number])), f"combat {number + 1}: A won")
    return log


def beats(ours: str, theirs: str) -> bool:
    return WORTH[ours] > WORTH[theirs]


def ties(ours: str, theirs: str) -> bool:
    return ours == theirs


def odds(belief: Belief, ours: str, theirs: str) -> tuple[Fraction, Fraction, Fraction]:
    """The chances to win, to tie and to lose with two cards."""
    wins = belief.probability_of(where(beats, (ours, theirs)))
    tied = belief.probability_of(where(ties, (ours, theirs)))
    return wins, tied, belief.probability_of(where(beats, (theirs, ours)))


@pytest.mark.parametrize("engine", COUNTING)
def test_cc_deck_1_a_missed_card_changes_nothing(engine: EngineName) -> None:
    """CC-DECK-1: a card that was missed altogether leaves the odds of the next one as they were."""
    belief = Belief(Log(cards("missed", "next")), engine)
    assert belief.probabilities["next"] == dict.fromkeys(RANKS, Fraction(1, 13))
    left = Counter(PACK)
    left.subtract(["K", "K", "3"])
    shares = Belief(Log(cards("missed", "next", gone="K K 3")), engine).probabilities["next"]
    assert shares == {rank: Fraction(copies, 49) for rank, copies in left.items()}


@pytest.mark.parametrize("engine", COUNTING)
def test_cc_deck_1_a_missed_court_card(engine: EngineName) -> None:
    """CC-DECK-1: of a fresh deck, a court card was missed: 11/153 for each court card, else 4/51."""
    log = Log(cards("missed", "next")).append(among("missed", COURT))
    shares = Belief(log, engine).probabilities["next"]
    assert shares == {rank: Fraction(11, 153) if rank in COURT else Fraction(4, 51) for rank in RANKS}


@pytest.mark.parametrize(("engine", "noted"), [("diagram", True), ("diagram", False), ("enumeration", False)])
def test_cc_deck_2_a_missed_court_card_after_two_kings(engine: EngineName, *, noted: bool) -> None:
    """CC-DECK-2: two kings lie open, then a court card was missed; the kings noted, or taken out before."""
    if noted:
        log = Log(cards("first", "second", "missed", "next"))
        log = log.append(fact("first", "K")).append(fact("second", "K"))
    else:
        log = Log(cards("missed", "next", gone="K K"))
    shares = Belief(log.append(among("missed", COURT)), engine).probabilities["next"]
    special = {"K": Fraction(9, 245), "J": Fraction(18, 245), "Q": Fraction(18, 245)}
    assert shares == {rank: special.get(rank, Fraction(4, 49)) for rank in RANKS}


def test_cc_deck_1_only_the_result_of_a_combat_is_known() -> None:
    """CC-DECK-1: fresh decks, a combat of which only the result is known couples both decks."""
    belief = Belief(two_packs(1))
    assert belief.engine == "diagram"
    assert odds(belief, "A1", "B1") == (Fraction(3547, 7803), Fraction(200, 2601), Fraction(3656, 7803))
    log = two_packs(1).edit("1", where(ties, ("A0", "B0")))
    tied = Fraction(400, 867)
    assert odds(Belief(log), "A1", "B1") == (tied, Fraction(67, 867), tied)


def test_cc_deck_1_two_combats_that_nobody_saw() -> None:
    """CC-DECK-1: what could not be counted at all before; a win after two wins is WWW / WW (15.6)."""
    belief = Belief(two_packs(2))
    assert belief.engine == "diagram"
    assert odds(belief, "A2", "B2")[0] == Fraction(1058, 11271) / Fraction(7094, 33813)


@pytest.mark.parametrize("engine", COUNTING)
def test_cc_deck_2_a_known_position(engine: EngineName) -> None:
    """CC-DECK-2: the bottom card is known to be a king: 3/51 for the next, any other rank 4/51."""
    log = Log(cards("next", "bottom")).append(fact("bottom", "K"))
    shares = Belief(log, engine).probabilities["next"]
    assert shares == {rank: Fraction(3 if rank == "K" else 4, 51) for rank in RANKS}
    top = Belief(Log(cards("next")).append(fact("next", "K")), engine)
    assert top.certain == {"next": "K"}
    assert top.probability("next", "K") == 1


def test_cc_deck_1_why_the_next_card_cannot_be_a_king() -> None:
    """CC-DECK-1: four kings noted; the proof names them and nothing else."""
    names = [f"turn {number}" for number in range(1, 9)]
    log = Log(cards(*names, "next"))
    for name, rank in zip(names, ["K", "3", "K", "K", "7", "Q", "K", "2"], strict=True):
        log = log.append(fact(name, rank), id=name)
    proof = prove(log, "next", "K")
    assert proof.ids == ("turn 1", "turn 3", "turn 4", "turn 7")
    assert is_proved(log.problem, proof)
    assert Belief(log, "cp-sat").possible == Belief(log).possible
    fifth = log.append(fact("next", "K"), id="next")
    (clash,) = conflicts(fifth)
    assert clash.ids == ("turn 1", "turn 3", "turn 4", "turn 7", "next")


def of_packs(log: Log, copies: dict[Any, int]) -> dict[tuple[object, ...], Fraction]:
    """How likely each deal is, by going through every order of a pack in which each card is its own."""
    pack = [value for value, times in copies.items() for _ in range(times)]
    names = log.problem.unknowns
    found: Counter[tuple[object, ...]] = Counter()
    for order in itertools.permutations(pack, len(names)):
        world = dict(zip(names, order, strict=True))
        if all(entry.statement.holds(world) for entry in log):
            found[order] += 1
    total = found.total()
    return {values: Fraction(times, total) for values, times in found.items()}


@settings(max_examples=150)
@given(st.data())
def test_draws_are_those_of_a_pack_of_single_cards(data: st.DataObject) -> None:
    """Every deal is as likely as the share of the orders of the pack that begin with it."""
    copies = data.draw(st.dictionaries(st.integers(1, 4), st.integers(1, 3), min_size=1))
    most = min(4, sum(copies.values()))
    names = "ABCD"[: data.draw(st.integers(1, most))]
    log = Log(Problem(dict.fromkeys(names, sorted(copies)), [drawn(names, copies)]))
    for name in data.draw(st.sets(st.sampled_from(names))):
        log = log.append(among(name, data.draw(st.sets(st.sampled_from(sorted(copies)), min_size=1))))
    if len(names) > 1 and data.draw(st.booleans()):
        log = log.append(where(lambda a, b: a <= b, names[:2], "in order"))
    deals = of_packs(log, copies) if _fits(log, copies) else {}
    for engine in COUNTING:
        belief = Belief(log, engine)
        assert belief.count == len(deals)
        if not deals:
            continue
        assert {tuple(world.values()): share for world, share in belief.most_probable(len(deals))} == deals
        for place, name in enumerate(names):
            for value, share in belief.probabilities[name].items():
                assert share == sum(part for deal, part in deals.items() if deal[place] == value)
        bits = -sum(float(share) * math.log2(share) for share in deals.values())
        assert belief.bits == pytest.approx(bits, abs=1e-9)


def _fits(log: Log, copies: dict[Any, int]) -> bool:
    """Tell whether any order of the pack fits what was heard."""
    pack = [value for value, times in copies.items() for _ in range(times)]
    return any(
        all(entry.statement.holds(dict(zip(log.problem.unknowns, order, strict=True))) for entry in log)
        for order in itertools.permutations(pack, len(log.problem.unknowns))
    )


def test_a_body_that_picks_each_step_at_random() -> None:
    """A hidden body moves along a chain; its place is that of the random walk, not the share of paths."""
    zones = range(4)
    ways = {0: [0, 1], 1: [0, 1, 2], 2: [1, 2, 3], 3: [2, 3]}
    quarters = [f"quarter {number}" for number in range(6)]
    step = {(here, there): Fraction(1, len(ways[here])) for here in zones for there in ways[here]}
    moves = [weighted(pair, step) for pair in itertools.pairwise(quarters)]
    log = Log(Problem(dict.fromkeys(quarters, zones), moves)).append(fact("quarter 0", 0))
    shares = {0: Fraction(1)}
    for _ in quarters[1:]:
        walked: dict[int, Fraction] = {}
        for here, share in shares.items():
            for there in ways[here]:
                walked[there] = walked.get(there, Fraction(0)) + share / len(ways[here])
        shares = walked
    for engine in COUNTING:
        assert Belief(log, engine).probabilities[quarters[-1]] == shares


def test_chances_that_say_the_same_twice_count_twice() -> None:
    """Two witnesses who say the same are not one."""
    problem = Problem({"A": (1, 2), "B": (1, 2)})
    said = weighted("AB", {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 3})
    log = Log(problem).append(said, "first").append(said, "second")
    for engine in COUNTING:
        belief = Belief(log, engine)
        assert (belief.count, belief.probability("A", 2)) == (4, Fraction(10, 12))


def test_a_weight_on_one_unknown() -> None:
    """Chances on a single unknown weigh like any others, in a one-to-one problem too."""
    log = Log(Problem.one_to_one("AB", (1, 2))).append(weighted("A", {(1,): 3, (2,): 1}))
    for engine in ("auto", *COUNTING):
        belief = Belief(log, engine)  # type: ignore[arg-type]
        assert (belief.count, belief.probability("B", 2)) == (2, Fraction(3, 4))
    with pytest.raises(OutOfReachError, match="the engine subsets only counts one-to-one problems"):
        _ = Belief(log, "subsets").count
    single = Log(Problem({"A": (1, 2)}, [drawn("A", {1: 3, 2: 1})]))
    assert Belief(single).probability("A", 1) == Fraction(3, 4)


def test_what_all_worlds_have_in_common_is_not_lost() -> None:
    """What is known from the start leaves the diagram, but not the weight: proportions stay right."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2)), [drawn("AB", {1: 4, 2: 2})]))
    belief = Belief(log)
    whole = belief.weight
    assert whole == 6 * 5
    assert [belief.given(fact("A", value)).weight for value in (1, 2)] == [4 * 5, 2 * 5]
    assert belief.given(fact("A", 1), fact("B", 1)).weight == 4 * 3
    assert belief.given(fact("A", 1), fact("B", 1)).bits == 0


def test_independent_draws_are_taken_apart() -> None:
    """Hands from one supply that cannot have the same values do not depend on each other."""
    names = [f"card {number}" for number in range(12)]
    problem = Problem(dict.fromkeys(names, range(8)), [drawn(names, dict.fromkeys(range(8), 2))])
    log = Log(problem)
    for number, name in enumerate(names):
        log = log.append(among(name, range(4) if number % 2 else range(4, 8)))
    belief = Belief(log)
    half = Belief(
        Log(Problem(dict.fromkeys("ABCDEF", range(4)), [drawn("ABCDEF", dict.fromkeys(range(4), 2))]))
    )
    assert belief.count == half.count**2
    assert belief.weight == half.weight**2 == math.perm(8, 6) ** 2
    assert belief.probabilities["card 0"] == dict.fromkeys(range(4, 8), Fraction(1, 4))


@pytest.mark.parametrize("engine", COUNTING)
def test_samples_follow_the_chances(engine: EngineName) -> None:
    """Worlds are drawn as often as they are likely, and the common share shifts none of them."""
    log = Log(
        Problem(dict.fromkeys("ABC", (1, 2, 3)), [drawn("ABC", {1: 5, 2: 2, 3: 1}), all_different("AB")])
    )
    log = log.append(fact("C", 1))
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    drawn_worlds = Counter(tuple(world.values()) for world in Belief(log, engine).sample(4000, seed=5))
    assert set(drawn_worlds) == {tuple(world.values()) for world, _ in worlds}
    for world, weight in worlds:
        expected = float(weight / total)
        spread = math.sqrt(4000 * expected * (1 - expected))
        assert abs(drawn_worlds[tuple(world.values())] - 4000 * expected) < 5 * spread


def test_without_counting_the_support_is_complete() -> None:
    """CP-SAT knows nothing of weights, and all of what they allow."""
    log = Log(Problem(dict.fromkeys("ABC", (1, 2, 3)), [drawn("ABC", {1: 1, 2: 1, 3: 3})]))
    log = log.append(weighted("AB", {(1, 2): 1, (1, 3): 2, (3, 3): 1, (2, 2): 7}))
    belief = Belief(log, "cp-sat")
    assert belief.possible == Belief(log).possible == {"A": (1, 3), "B": (2, 3), "C": (1, 2, 3)}
    with pytest.raises(OutOfReachError):
        _ = belief.count
