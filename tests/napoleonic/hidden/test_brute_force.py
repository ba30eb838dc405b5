"""The second way: every profile, every earlier formation and every way tried out, judged one by one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce.napoleonic.hidden.deeds import Deed, ruled
from deduce.napoleonic.hidden.profiles import Profile, profiles_of
from deduce.napoleonic.hidden.sightings import CHANGES, Sighting
from deduce.napoleonic.judging import completed, judged
from deduce.ruling.asking import readings, verdict
from deduce.ruling.law import Law
from deduce.tabletop.rulings import Verdict
from napoleonic.hidden.seen import BOOK, FOOT, act, looks, moved, unit

SPEEDS = {
    ("line", "column"): 18,
    ("line", "line"): 14,
    ("grenadier", "column"): 20,
    ("voltigeur", "column"): 20,
}
"""What the chapters print of French foot."""
FACTORS = {"open": Fraction(1), "wood": Fraction(1, 2), "crops": Fraction(1, 2), "wood-path": Fraction(1)}
INSIDE = {"wood": ("wood", "wood-path", "ride"), "open": ("open",), "crops": ("crops",)}
ACTS = ("about", "quarter-turn", "oblique", "back", "change", "charge", "house", "forced", "limber", "fire")


def refused(name: str, facts: Mapping[str, object]) -> bool:
    """Whether an act is refused under every reading."""
    return is_refused(name, frozenset(facts.items()))


@cache
def is_refused(name: str, facts: frozenset[tuple[str, object]]) -> bool:
    known = completed(BOOK, dict(facts))  # type: ignore[arg-type]
    return all(verdict(law, name, known).verdict is Verdict.REFUSED for law in laws_of(name))


@cache
def laws_of(name: str) -> tuple[Law, ...]:
    return tuple(readings(BOOK.law, name, of_effects=True))


def too_long(name: str, facts: Mapping[str, object], quarters: int | None) -> bool:
    """Whether an act takes longer than was seen."""
    takes = judged(BOOK, name, facts).outcome("takes") if quarters is not None else None  # type: ignore[arg-type]
    return takes is not None and takes > quarters  # type: ignore[operator]


def can_have_moved(profile: Profile, seen: Sighting) -> bool:
    """Whether a profile can have made a distance in some way; what has no data can."""
    (stretch,) = seen.way
    (ground,) = stretch.ground
    for pace, inside in itertools.product(("move", "forced"), INSIDE[ground]):
        over = {"ground": frozenset({inside}), "path": frozenset({inside})}
        if refused(pace, {**FOOT, **profile.facts, **seen.facts, **over}):
            continue
        speed = SPEEDS.get((profile.kind or "", profile.formation))
        if speed is None:
            return True
        factor = FACTORS.get(inside, Fraction(1)) * (Fraction(3, 2) if pace == "forced" else 1)
        if Fraction(speed, 4) * factor * (seen.quarters or 1) >= stretch.length - Fraction(1, 5):
            return True
    return False


def fits(profile: Profile, seen: Sighting) -> bool:
    """Whether a profile can have done what was seen."""
    key = (profile, seen.act, str(seen.facts), seen.quarters, seen.way, seen.groups)
    if key not in FITS:
        FITS[key] = is_fit(profile, seen)
    return FITS[key]


FITS: dict[object, bool] = {}


def is_fit(profile: Profile, seen: Sighting) -> bool:
    if seen.act == "exist":
        close = profile.formation not in {"skirmish", "limbered", "battery"}
        return (not seen.groups or close) and all(
            profile.facts.get(name) == value for name, value in seen.facts.items()
        )
    if seen.act == "move":
        return can_have_moved(profile, seen)
    facts = {**FOOT, **profile.facts, **seen.facts}
    return not refused(seen.act, facts) and not too_long(seen.act, facts, seen.quarters)


def left(sightings: tuple[Sighting, ...], chosen: tuple[Sighting, ...] | None = None) -> set[Profile]:
    """What is left, by trying out every formation that it may have had before each change of it.

    Args:
        sightings: What was seen.
        chosen: Which of it counts; the rest only parts the stages. All of it if nothing is said.
    """
    counts = sightings if chosen is None else chosen
    stages = [0]
    for seen in sightings:
        stages.append(stages[-1] + (seen.act in CHANGES))
    pairs = [(stage, seen) for stage, seen in zip(stages, sightings, strict=False) if seen in counts]
    alike: dict[tuple[str, str | None, str | None], list[Profile]] = {}
    for profile in profiles_of(BOOK, FOOT):
        alike.setdefault(profile[:3], []).append(profile)
    found = set()
    for same in alike.values():
        for stands in itertools.product(same, repeat=stages[-1] + 1):
            if stands[-1] not in found and all(
                fits(stands[stage], seen)
                and (seen.became is None or stands[stage + 1].formation == seen.became)
                for stage, seen in pairs
            ):
                found.add(stands[-1])
    return found


# Far enough apart in time that no move tells on what comes next.
def sighted(number: int) -> st.SearchStrategy[Sighting]:
    """A sighting of any sort."""
    entry = 10 * number
    return st.one_of(
        st.sampled_from(["oblique", "back", "charge", "fire"]).map(lambda name: act(entry, name)),
        st.sampled_from([1, 2]).map(lambda quarters: act(entry, "about", quarters)),
        st.sampled_from(["line", "column", "square"]).map(lambda word: act(entry, "change", became=word)),
        st.just(act(entry, "change")),
        st.just(looks(entry, "close-order")),
        st.sampled_from(["line", "column", "skirmish"]).map(lambda word: looks(entry, formation=word)),
        st.tuples(
            st.sampled_from(["3.4", "3.8", "4.6", "4.8", "5.2", "6.9", "7.8"]),
            st.sampled_from(["open", "wood", "crops"]),
        ).map(lambda made: moved(entry, made[0], 1, made[1])),
    )


@settings(max_examples=25)
@given(st.integers(1, 3).flatmap(lambda many: st.tuples(*map(sighted, range(1, many + 1)))))
def test_what_is_left_is_what_can_have_done_all_of_it(sightings: tuple[Sighting, ...]) -> None:
    found = unit(*sightings, **FOOT)
    assert set(found.left) == left(sightings)


@settings(max_examples=15)
@given(st.integers(2, 3).flatmap(lambda many: st.tuples(*map(sighted, range(1, many + 1)))))
def test_proofs_are_smallest(sightings: tuple[Sighting, ...]) -> None:
    """Every proof excludes what it says, and no smaller set of sightings does."""
    found = unit(*sightings, **FOOT)
    for status in ("militia", "guard"):
        gone = [profile for profile in found.profiles if profile.status == status]
        because = found.because(gone)
        ruling_out = list(excluding(sightings, status))
        if because is None:
            assert not ruling_out
            continue
        assert len(because.entries) == min(map(len, ruling_out))
        assert tuple(int(entry.id) for entry in because.entries) in ruling_out


def excluding(sightings: tuple[Sighting, ...], status: str) -> Iterator[tuple[int, ...]]:
    """The sets of sightings that exclude a status; a change parts the stages even where it does not count."""
    for count in range(len(sightings) + 1):
        for chosen in itertools.combinations(sightings, count):
            if not any(each.status == status for each in left(sightings, chosen)):
                yield tuple(seen.entry for seen in chosen)


STATES = {"open": None, "wood": "unformed", "wood-path": "unformed", "crops": "disorganised"}
"""In which state ground leaves close order."""


@settings(max_examples=25)
@given(
    st.sampled_from(["3.4", "4.6", "5.2", "6.9", "7.8"]),
    st.sampled_from(["open", "crops"]),
    st.sampled_from(["about", "oblique", "change", "charge", "house"]),
)
def test_what_it_does_right_after_tells_how_it_moved(made: str, ground: str, name: str) -> None:
    """Of every profile both paces are tried, each with the state in which it leaves the unit."""
    move, then = moved(1, made, 1, ground), act(2, name)
    possible = set()
    for profile in profiles_of(BOOK, FOOT):
        for pace in ("move", "forced"):
            over = {"ground": frozenset({ground}), "path": frozenset({ground})}
            if refused(pace, {**FOOT, **profile.facts, **over}):
                continue
            speed = SPEEDS.get((profile.kind or "", profile.formation))
            share = FACTORS[ground] * (Fraction(3, 2) if pace == "forced" else 1)
            if speed is not None and Fraction(speed, 4) * share < Fraction(made) - Fraction(1, 5):
                continue
            state = "unformed" if pace == "forced" else STATES[ground]
            if profile.formation == "skirmish" and pace == "move":
                state = "formed"
            after = {"carrying_on": False, "ground": frozenset({ground})}
            after |= {"state": state or "formed"} if state or ground != "open" else {}
            if not refused(name, {**FOOT, **profile.facts, **after}):
                possible.add(profile)
    # After a change of formation it may stand in any.
    lasting = {profile[:3] for profile in possible}
    found = set(unit(move, then, **FOOT).left)
    if name in CHANGES:
        assert {profile[:3] for profile in found} == lasting
    else:
        assert found == possible


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize(
    "known", [{}, {"nation": "FR"}, {"nation": "EN", "state": "unformed", "carrying_on": False}]
)
def test_forward_and_inverse_agree_on_every_profile(name: str, known: dict[str, str]) -> None:
    """DEC-31: excluded is exactly what every reading refuses, for all 58 profiles and more."""
    profiles = profiles_of(BOOK, known)  # type: ignore[arg-type]
    assert len({profile.shape for profile in profiles}) >= 52
    found = ruled(BOOK, Deed(name, frozenset(known.items())), profiles)
    for profile in profiles:
        assert found[profile].is_excluded is refused(name, {**known, **profile.facts}), (name, profile)
