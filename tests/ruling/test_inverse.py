"""The needs turned round exclude exactly what the needs refuse, profile by profile."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Belief, Log, Problem, prove
from deduce.cards.edition import edition_of
from deduce.problem.statements import ALWAYS
from deduce.ruling.asking import readings, verdict
from deduce.ruling.errors import RulingError
from deduce.ruling.inverse import may_have_done
from deduce.ruling.law import Law
from deduce.ruling.reading import read_law
from deduce.tabletop.rulings import Verdict

FOG = read_law(Path(__file__).parent / "made_up.toml")
SPREAD: dict[str, list[object]] = {
    "rig": ["sloop", "brig", "ship"],
    "nation": ["en", "fr", None],
    "crew": ["raw", "trained", "able", "crack"],
    "anchored": [True, False],
    "wind": [20, 45, 60],
}
"""What can be unknown of a ship, and what it can be; None is what nobody has said."""
KNOWN: dict[str, list[object]] = {
    **SPREAD,
    "angle": [30, 50, None],
    "path": [["kelp"], ["reef"], None],
}
FIGHT: dict[str, list[object]] = {
    "arm": ["infantry", "cavalry", "artillery"],
    "ranks": [0, 1, 5],
    "their_ranks": [0, 4],
    "own_bearing": [0, 45, 46],
    "their_bearing": [45, 90, None],
    "cover": ["open", "woods", "wall", "redoubt"],
    "starts": [0, 1],
    "together": [True, False],
    "distance": [7, 8, 19, 20],
    "targets": [1],
    "step": ["combat"],
    "their_alive": [0, 4],
}


def is_refused(law: Law, action: str, facts: Mapping[str, object]) -> bool:
    """Whether it is refused under every reading; what is None is not known."""
    return all(verdict(read, action, facts).verdict is Verdict.REFUSED for read in readings(law, action))


def check(law: Law, action: str, spread: Mapping[str, list[object]], facts: Mapping[str, object]) -> None:
    """Compare the statement with the needs in every world."""
    problem = Problem({f"the {name}": values for name, values in spread.items()})
    unknowns = {name: f"the {name}" for name in spread}
    statement = may_have_done(law, action, problem, unknowns, facts)
    for values in itertools.product(*spread.values()):
        profile = dict(zip(spread, values, strict=True))
        world = {unknowns[name]: value for name, value in profile.items()}
        refused = is_refused(law, action, {**facts, **profile})
        assert statement.holds(world) is not refused, (profile, facts)


@st.composite
def situations(
    draw: st.DrawFn, spread: Mapping[str, list[object]], known: Mapping[str, list[object]], most: int
) -> tuple[dict[str, list[object]], dict[str, object]]:
    """Some features that are unknowns, and some of the others that are known."""
    hidden = draw(st.lists(st.sampled_from(sorted(spread)), unique=True, min_size=1, max_size=most))
    facts = {name: draw(st.sampled_from(values)) for name, values in known.items() if name not in hidden}
    return {name: spread[name] for name in hidden}, facts


@given(situations(SPREAD, KNOWN, 5), st.sampled_from(["trained", "able", "any"]), st.booleans())
def test_inverse_is_forward(
    situation: tuple[dict[str, list[object]], dict[str, object]], choice: str, is_late: bool
) -> None:
    law = FOG.varied({"DEC-TACK": choice, "DEC-GALE": "late" if is_late else "early"})
    check(law, "tack", *situation)


@given(situations(FIGHT, FIGHT, 3), st.sampled_from(["fr", "en"]), st.sampled_from(["soft", "hard"]))
def test_inverse_is_forward_for_a_combat(
    situation: tuple[dict[str, list[object]], dict[str, object]], name: str, cover: str
) -> None:
    check(edition_of(name, f"DEC-40={cover}").law, "fight", *situation)


@pytest.mark.parametrize("action", sorted(edition_of("en").law.actions))
def test_inverse_is_forward_for_every_act_of_cards(action: str) -> None:
    """With a few unknown features and nothing else known, then with fitting facts."""
    law = edition_of("en").law
    spread: dict[str, list[object]] = {
        "arm": ["infantry", "cavalry", "artillery"],
        "ranks": [0, 5],
        "confused": [0, 3],
        "engaged": [True, False],
        "advance": [15, 25, 35, 45],
    }
    check(law, action, spread, {})
    check(law, action, spread, {"acted": False, "at_gun": False, "leaves_field": False, "nearest_facing": 30})


def test_only_what_every_reading_refuses_is_excluded() -> None:
    """As it is played trained crews tack; that only able ones do can be meant as well."""
    problem = Problem({"crew": ["raw", "trained", "able", "crack"]})
    statement = may_have_done(FOG, "tack", problem, {"crew": "crew"}, {})
    assert [statement.holds({"crew": crew}) for crew in problem.domains["crew"]] == [False, True, True, True]
    able = FOG.varied({"DEC-TACK": "able"})
    statement = may_have_done(able, "tack", problem, {"crew": "crew"}, {})
    assert [statement.holds({"crew": crew}) for crew in problem.domains["crew"]] == [False, True, True, True]
    any_crew = FOG.varied({"DEC-TACK": "any"})
    assert may_have_done(any_crew, "tack", problem, {"crew": "crew"}, {}) == ALWAYS


def test_what_nobody_knows_excludes_nothing() -> None:
    problem = Problem({"nation": ["en", "fr", None]})
    statement = may_have_done(FOG, "tack", problem, {"nation": "nation"}, {"rig": "sloop"})
    assert [statement.holds({"nation": each}) for each in ("en", "fr", None)] == [False, True, True]
    assert may_have_done(FOG, "tack", problem, {"nation": "nation"}, {}) == ALWAYS


def test_it_feeds_the_core() -> None:
    """Beliefs and proofs work on what was seen; foot that starts a combat against a wall is no cavalry."""
    law = edition_of("en").law
    problem = Problem({"b": ["infantry", "cavalry", "artillery"]})
    seen = may_have_done(law, "fight", problem, {"arm": "b"}, {"cover": "wall"})
    log = Log(problem).append(seen, "b attacked r behind the wall (CC-COMB-4)")
    assert Belief(log).count == 2
    assert "b is not cavalry" in str(prove(log, "b", "cavalry"))


@pytest.mark.parametrize(
    ("unknowns", "facts", "sentence"),
    [
        ({"crw": "crew"}, {}, "there is no feature 'crw'; did you mean 'crew'?"),
        ({"crew": "crow"}, {}, "there is no unknown 'crow'; did you mean 'crew'?"),
        ({"rig": "crew"}, {}, "rig is 'raw'; known are: sloop, brig, ship"),
        ({}, {"wind": "x"}, "wind is 'x'; it must be a number from 0 to 1000000"),
    ],
)
def test_what_makes_no_sense(unknowns: dict[str, str], facts: dict[str, object], sentence: str) -> None:
    problem = Problem({"crew": ["raw", "able"]})
    with pytest.raises(RulingError) as caught:
        may_have_done(FOG, "tack", problem, unknowns, facts)
    assert str(caught.value) == sentence
