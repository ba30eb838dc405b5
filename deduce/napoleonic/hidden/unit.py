"""One enemy unit: what it can still be after everything that it was seen doing, and why not the rest.

Each unit is a small problem of the core. Its first unknown is what the unit is: arm, kind of troops, status
and present formation. A formation that it stood in before is an unknown of its own while more than one
sighting tells of it, and so is the way in which it made a move if what it did right after tells on that.
Whatever is only told of by one sighting needs no unknown: that it was possible in some way is all there is to
say.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from deduce.belief.belief import Belief
from deduce.evidence.log import Log
from deduce.napoleonic.hidden.deeds import FREE, Deed, Ruled, comes, ruled
from deduce.napoleonic.hidden.pace import (
    BY_HAND,
    FORCED,
    MOVE,
    Way,
    full_move,
    may_have_gone,
    may_have_hauled,
    ways_over,
)
from deduce.napoleonic.hidden.places import states_on, unseen
from deduce.napoleonic.hidden.profiles import ASPECTS, EXIST, Profile, profiles_of
from deduce.napoleonic.hidden.sightings import CHANGES, COURSES, Sighting
from deduce.napoleonic.movement.states import worst_of
from deduce.problem.problem import Problem
from deduce.problem.statements import ALWAYS, all_of, among, fact, table
from deduce.proof.cores import smallest_core
from deduce.proof.oracles import MatchingOracle, Oracle, SearchOracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deduce.evidence.log import Entry
    from deduce.napoleonic.book import Book
    from deduce.problem.statements import Statement, Unknown, Value
    from deduce.proof.conflicts import Conflicts
    from deduce.proof.slips import Suspect
    from deduce.ruling.features import Fact

__all__ = ["Because", "Hypothesis", "Unit"]

LASTING = ("nation", "arm", "kind", "status")
"""What stays the same of a unit for the whole battle."""
FORMATION = "formation"
STATE = "state"
STATE_AFTER = "state_after"
SPEED = "NAP-DIST-3"
TURNS = frozenset({"about", "quarter-turn"})
CHARGES = frozenset({"charge", "counter"})
FLIGHTS = frozenset({"evade", "rally"})
"""Acts that begin with a turn that takes as long for everybody."""
QUARTER_TURN = "quarter-turn"
DOUBLE_LINE = "double-line"
SEEN = Ruled(is_excluded=True)
"""What is said of a profile that does not look as the unit did."""


class Hypothesis(NamedTuple):
    """A way that everything about a unit can be.

    Attributes:
        profile: What it is now.
        ways: How it made its moves, by the numbers of their entries; those of which something hangs on it.
    """

    profile: Profile
    ways: tuple[tuple[int, Way], ...] = ()


class Because(NamedTuple):
    """Why something cannot be.

    Attributes:
        entries: A smallest set of entries that exclude it together.
        rules: The rules by which they do.
    """

    entries: tuple[Entry, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class _Step:
    """A sighting in its place.

    Attributes:
        sighting: The sighting.
        stage: How often the unit can have changed its formation before it.
        follows: The move right before it, if what the unit does now tells how it made that; else None.
        changes: Whether the unit may stand in another formation after it.
        is_in_course: Whether it is a part of a charge, an evade or a rally, so that it tells nothing of the
            unit's own pace.
    """

    sighting: Sighting
    stage: int
    follows: Sighting | None
    changes: bool = False
    is_in_course: bool = False


class Unit:
    """What an enemy unit can still be.

    Args:
        book: The book.
        name: What the unit is called.
        known: What is known of it beside the sightings, by features; its formation is the one that it had at
            first.
        seen: What it was seen doing.

    Attributes:
        name: What the unit is called.
    """

    def __init__(
        self, book: Book, name: str, known: Mapping[str, Fact], seen: Iterable[Sighting] = ()
    ) -> None:
        self.book = book
        self.name = name
        self.known: dict[str, Fact] = dict(known)
        self.steps: tuple[_Step, ...] = tuple(self._steps(seen))
        self.stages: int = self.steps[-1].stage + self.steps[-1].changes if self.steps else 0

    # --- What there is -----------------------------------------------------------------------------------

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """What it could be before anything was seen; in any formation, if it may have changed that since."""
        return self._all_profiles if self.stages else profiles_of(self.book, self.known)

    @cached_property
    def _all_profiles(self) -> tuple[Profile, ...]:
        """What it could be at any time: its formation can have been another."""
        lasting = {name: value for name, value in self.known.items() if name in LASTING}
        return tuple(dict.fromkeys((*profiles_of(self.book, lasting), *profiles_of(self.book, self.known))))

    @cached_property
    def _formations(self) -> dict[Profile, tuple[Profile, ...]]:
        """For each profile the same in every formation."""
        alike: dict[tuple[str, str | None, str | None], list[Profile]] = {}
        for profile in self._all_profiles:
            alike.setdefault(profile[:3], []).append(profile)
        return {profile: tuple(alike[profile[:3]]) for profile in self.profiles}

    @cached_property
    def _shared(self) -> Counter[int]:
        """How many sightings tell of each stage."""
        told = Counter(step.stage for step in self.steps)
        return told + Counter(step.stage + 1 for step in self.steps if step.sighting.became is not None)

    @cached_property
    def _in_courses(self) -> frozenset[int]:
        """The entries of what is a part of a charge, an evade or a rally."""
        return frozenset(step.sighting.entry for step in self.steps if step.is_in_course)

    @cached_property
    def _told_on(self) -> frozenset[int]:
        """The entries of the moves that a later sighting tells on."""
        return frozenset(step.follows.entry for step in self.steps if step.follows is not None)

    def _earlier(self, stage: int) -> str:
        """Return what the formation of an earlier stage is called, as an unknown."""
        ends = [step.sighting.entry for step in self.steps if step.stage == stage]
        return f"{self.name} until {ends[-1]}"

    def way_name(self, move: Sighting) -> str:
        """Return what the way is called, as an unknown, in which it made a move."""
        return f"{self.name} in {move.entry}"

    @cached_property
    def problem(self) -> Problem:
        """What is unknown of it."""
        domains: dict[Unknown, tuple[Value, ...]] = {self.name: self.profiles}
        formations = tuple(
            dict.fromkeys(
                [
                    *(profile.formation for profile in self._all_profiles),
                    *(step.sighting.became for step in self.steps if step.sighting.became is not None),
                ]
            )
        )
        for stage, count in self._shared.items():
            if stage < self.stages and count > 1:
                at_first = self.known.get(FORMATION) if not stage else None
                domains[self._earlier(stage)] = formations if at_first is None else (at_first,)
        for step in self.steps:
            if step.sighting.entry in self._told_on:
                domains[self.way_name(step.sighting)] = self.ways(step.sighting)
        return Problem(domains, title=self.name)

    def ways(self, sighting: Sighting) -> tuple[Way, ...]:
        """Return the ways in which it may have made a move."""
        return ways_over(self.book, sighting.way)

    def _steps(self, seen: Iterable[Sighting]) -> Iterator[_Step]:
        """Iterate over sightings in their places."""
        changing = CHANGES
        if any(each.formation == DOUBLE_LINE for each in self._all_profiles):
            # A double line that turns its figures stands in column then (NAP-FACE-6).
            changing |= {QUARTER_TURN}
        stage = 0
        before: _Step | None = None
        course: Sighting | None = None
        for sighting in seen:
            is_part = course is not None and self._is_part(course, sighting)
            follows = None
            if before is not None and not before.is_in_course and _tells_on(before.sighting, sighting):
                follows = before.sighting
            before = _Step(sighting, stage, follows, sighting.act in changing, is_part)
            yield before
            stage += before.changes
            if sighting.act in COURSES:
                course = sighting
            elif sighting.act not in {MOVE, EXIST, *TURNS}:
                course = None

    def _is_part(self, course: Sighting, sighting: Sighting) -> bool:
        """Tell whether something may be a part of a charge, an evade or a rally that was begun before it."""
        period = self.book.number("period.quarters")
        begun = sighting.moment - (sighting.quarters or 1)
        is_in_period = begun // period <= course.moment // period
        if sighting.act in TURNS:
            return course.act in FLIGHTS and is_in_period
        # A charge is over with its period (NAP-CHARGE-29); an evade or a rally may last several.
        return sighting.act == MOVE and (is_in_period or course.act not in CHARGES)

    # --- What was seen -----------------------------------------------------------------------------------

    @cached_property
    def log(self) -> Log:
        """What it was seen doing, as what it can be because of it."""
        log = Log(self.problem)
        return log.extended(
            log.entry_of(self._statement(step), step.sighting.text, id=str(step.sighting.entry))
            for step in self.steps
        )

    def _statement(self, step: _Step) -> Statement:
        """Return what must hold because of a sighting: of what it was then, and of what it became."""
        became = step.sighting.became
        if became is None:
            return self._told(step)
        following = step.stage + 1
        if following == self.stages:
            stands = among(self.name, [each for each in self.profiles if each.formation == became])
        elif self._earlier(following) in self.problem.domains:
            stands = fact(self._earlier(following), became)
        else:
            stands = ALWAYS
        return all_of(self._told(step), stands)

    def _told(self, step: _Step) -> Statement:
        """Return what must hold because of a sighting, of what it was then."""
        names: list[Unknown] = [self.name]
        earlier = self._earlier(step.stage)
        has_stage = earlier in self.problem.domains
        names += [earlier] if has_stage else []
        own = self.way_name(step.sighting)
        has_way = own in self.problem.domains
        names += [own] if has_way else []
        names += [] if step.follows is None else [self.way_name(step.follows)]
        rows = []
        for row in itertools.product(*(self.problem.domains[name] for name in names)):
            given = iter(row)
            profile = next(given)
            formation = next(given) if has_stage else None
            way = next(given) if has_way else None
            before = next(given, None)
            if any(
                not said.is_excluded
                for _, said in self._verdicts(step, profile, formation, way, before)  # type: ignore[arg-type]
            ):
                rows.append(row)
        if len(names) == 1:
            return among(self.name, [profile for (profile,) in rows])
        return table(names, rows)

    def _verdicts(
        self, step: _Step, profile: Profile, formation: str | None, way: Way | None, before: Way | None
    ) -> Iterator[tuple[Profile, Ruled]]:
        """Iterate over what the rules say of a sighting, for every way in which it may have come about.

        Args:
            step: The sighting.
            profile: What the unit is now.
            formation: Its formation then, if that is an unknown; else it is the present one, or any.
            way: How it made its move, if that is an unknown; else in any way.
            before: How it made the move right before, if that matters.
        """
        stands: tuple[Profile, ...] = (profile,)
        if step.stage < self.stages:
            stands = self._formations[profile]
            at_first = self.known.get(FORMATION)
            if formation is None and not step.stage and isinstance(at_first, str):
                formation = at_first
            if formation is not None:
                stands = tuple(each for each in stands if each.formation == formation)
        for each in stands:
            if not self._looks(step.sighting, each):
                yield each, SEEN
                continue
            after = {} if step.follows is None or before is None else self._after(step.follows, before, each)
            if step.is_in_course and step.sighting.act in TURNS:
                yield each, FREE
                continue
            if step.sighting.act != MOVE:
                yield each, self._done(step.sighting, after)[each]
                continue
            ways = self.ways(step.sighting) if way is None else (way,)
            yield from ((each, self.moved(step.sighting, one)[each]) for one in ways)

    def _looks(self, sighting: Sighting, profile: Profile) -> bool:
        """Tell whether a profile is what was seen of how the unit looks."""
        facts = profile.facts
        if any(sighting.facts.get(name, facts.get(name)) != facts.get(name) for name in ASPECTS):
            return False
        law = self.book.law
        return all(law.groups[name].truth(facts, law.numbers) is not False for name in sighting.groups)

    def _done(self, sighting: Sighting, after: Mapping[str, Fact]) -> Mapping[Profile, Ruled]:
        """Return what the rules say of every profile's having done something."""
        key = (sighting.entry, frozenset(after.items()))
        if key not in self._deeds:
            facts = {**after, **self._lasting, **sighting.facts}
            deed = Deed(sighting.act, frozenset(facts.items()), sighting.quarters)
            self._deeds[key] = ruled(self.book, deed, self._all_profiles)
        return self._deeds[key]

    @cached_property
    def _deeds(self) -> dict[tuple[int, frozenset[tuple[str, Fact]]], Mapping[Profile, Ruled]]:
        return {}

    def moved(self, sighting: Sighting, way: Way) -> Mapping[Profile, Ruled]:
        """Return what the rules say of every profile's having made a move in some way."""
        key = (sighting.entry, way)
        if key not in self._moves:
            self._moves[key] = dict(self._reached(sighting, way))
        return self._moves[key]

    @cached_property
    def _moves(self) -> dict[tuple[int, Way], dict[Profile, Ruled]]:
        return {}

    def _reached(self, sighting: Sighting, way: Way) -> Iterator[tuple[Profile, Ruled]]:
        facts = self._on_the_way(sighting, way)
        allowed = ruled(self.book, Deed(way.act, frozenset(facts.items())), self._all_profiles)
        by_hand = self._by_hand(sighting, way, facts)
        for profile, said in allowed.items():
            if said.is_excluded and profile in by_hand:
                yield profile, FREE
                continue
            if not said.is_excluded and sighting.unseen:
                said = unseen(self.book, {**facts, **profile.facts})  # noqa: PLW2901 - a further rule
            stands = {**facts, **profile.facts}
            is_timed = not said.is_excluded and sighting.entry not in self._in_courses
            if not is_timed or may_have_gone(self.book, stands, way, sighting.quarters or 1):
                yield profile, said
            else:
                yield profile, Ruled(is_excluded=True, rules=(SPEED,))

    def _by_hand(self, sighting: Sighting, way: Way, facts: Mapping[str, Fact]) -> frozenset[Profile]:
        """Return the profiles that can have been moved by hand, without going themselves: guns in battery."""
        if way.act != MOVE or not way.stretches or sighting.unseen:
            return frozenset()
        if not may_have_hauled(self.book, way, sighting.quarters or 1):
            return frozenset()
        allowed = ruled(self.book, Deed(BY_HAND, frozenset(facts.items())), self._all_profiles)
        return frozenset(profile for profile, said in allowed.items() if not said.is_excluded)

    def _on_the_way(self, sighting: Sighting, way: Way) -> dict[str, Fact]:
        """Return what is known of the unit while it made a move in some way."""
        over = {"ground": way.ground, "path": way.ground} if way.ground else {}
        return {**self._lasting, **sighting.facts, **over}

    def facts_of(self, sighting: Sighting, way: Way, profile: Profile) -> dict[str, Fact]:
        """Return everything that is known of a move, if it is a profile that made it in some way."""
        return {**self._on_the_way(sighting, way), **profile.facts}

    def facts_as(self, profile: Profile) -> dict[str, Fact]:
        """Return what is known of the unit if it is a profile."""
        return {**self._lasting, **profile.facts}

    def _after(self, sighting: Sighting, way: Way, profile: Profile) -> Mapping[str, Fact]:
        """Return what is known of the unit right after it made a move in some way."""
        key = (sighting.entry, way, profile)
        if key not in self._afterwards:
            self._afterwards[key] = self._left_by(sighting, way, profile)
        return self._afterwards[key]

    @cached_property
    def _afterwards(self) -> dict[tuple[int, Way, Profile], Mapping[str, Fact]]:
        return {}

    def _left_by(self, sighting: Sighting, way: Way, profile: Profile) -> Mapping[str, Fact]:
        facts = self.facts_of(sighting, way, profile)
        causes = [*map(str, comes(self.book, way.act, facts, STATE_AFTER)), *states_on(self.book, facts)]
        known: dict[str, Fact] = {"carrying_on": False}
        # Over several kinds of ground nobody knows on which of them it ended, or its last figures did.
        is_alike = len({stretch.ground for stretch in way.stretches}) == 1
        known |= {"ground": way.ground} if is_alike else {}
        known |= {STATE: worst_of(self.book, causes)} if causes else {}
        return known

    @property
    def _lasting(self) -> dict[str, Fact]:
        return {name: value for name, value in self.known.items() if name in LASTING}

    # --- What follows ------------------------------------------------------------------------------------

    @cached_property
    def belief(self) -> Belief:
        """What follows."""
        return Belief(self.log)

    @property
    def is_consistent(self) -> bool:
        """Whether it can be anything at all."""
        return self.belief.is_consistent

    @cached_property
    def left(self) -> tuple[Profile, ...]:
        """What it can still be."""
        return self.belief.possible[self.name] if self.is_consistent else ()  # type: ignore[return-value]

    def values(self, aspect: str) -> tuple[str, ...]:
        """Return what one feature of it can still be, in the order of the book."""
        return _words(self.left, aspect)

    def values_at_first(self, aspect: str) -> tuple[str, ...]:
        """Return what one feature of it could be before anything was seen."""
        return _words(self.profiles, aspect)

    @property
    def aspects(self) -> tuple[str, ...]:
        """The features of which there is something to say."""
        return tuple(aspect for aspect in ASPECTS if _words(self.profiles, aspect))

    @cached_property
    def without_data(self) -> tuple[Profile, ...]:
        """What is left of which no table has the speed, so that no distance can exclude it."""
        known = self._lasting
        return tuple(
            each for each in self.left if full_move(self.book, {**known, **each.facts}, MOVE) is None
        )

    @property
    def has_moves(self) -> bool:
        """Whether it was seen to make a distance."""
        return any(step.sighting.way and not step.is_in_course for step in self.steps)

    @property
    def has_just_moved(self) -> bool:
        """Whether a move is the last that it was seen doing, so that the way of it still matters."""
        return bool(self.steps) and self.steps[-1].sighting.act == MOVE and not self.steps[-1].is_in_course

    def recent_moves(self) -> tuple[Sighting, ...]:
        """Return the measured moves that it made in its present formation."""
        return tuple(
            step.sighting
            for step in self.steps
            if step.sighting.way and step.stage == self.stages and not step.is_in_course
        )

    def log_among(self, profiles: Iterable[Profile]) -> Iterator[Entry]:
        """Iterate over what it was seen doing, where only some profiles are thought of."""
        names = self.problem.domains[self.name]
        gone = frozenset(names) - frozenset(profiles)
        for entry in self.log:
            statement = entry.statement.under({self.name: frozenset(names) - gone})
            yield replace(entry, statement=statement)

    # --- Why ---------------------------------------------------------------------------------------------

    @cached_property
    def _oracle(self) -> Oracle:
        if len(self.problem.unknowns) == 1:
            return MatchingOracle(self.log)
        return SearchOracle(self.log)

    def because(self, profiles: Iterable[Profile]) -> Because | None:
        """Return why it is none of some profiles; None if it may be one of them.

        No smaller set of entries excludes all of them.
        """
        gone = tuple(profiles)
        core = smallest_core(self._oracle, among(self.name, gone))
        if core is None:
            return None
        numbers = sorted(core)
        entries = tuple(self.log[number] for number in numbers)
        return Because(entries, self._rules([self.steps[number] for number in numbers], gone))

    def _rules(self, steps: Sequence[_Step], gone: tuple[Profile, ...]) -> tuple[str, ...]:
        """Return few rules by which some sightings exclude some profiles together."""
        named: list[str] = []
        for step in steps:
            by_rule: dict[str, set[Profile]] = {}
            for profile in gone:
                for rule in self._against(step, profile, is_alone=len(steps) == 1):
                    by_rule.setdefault(rule, set()).add(profile)
            open_ones = {profile for profiles in by_rule.values() for profile in profiles}
            while open_ones:
                best = max(by_rule, key=lambda rule: len(by_rule[rule] & open_ones))
                named.append(best)
                open_ones -= by_rule[best]
        return tuple(dict.fromkeys(named))

    def _against(self, step: _Step, profile: Profile, *, is_alone: bool) -> Iterator[str]:
        """Iterate over the rules by which a sighting speaks against a profile, or against a way of it.

        Args:
            step: The sighting.
            profile: The profile.
            is_alone: Whether it excludes the profile without another sighting.
        """
        ways: tuple[Way | None, ...] = (None,) if step.follows is None else self.ways(step.follows)
        said = [each for before in ways for _, each in self._verdicts(step, profile, None, None, before)]
        against = [each for each in said if each.is_excluded]
        if is_alone and len(against) < len(said):
            return
        named = dict.fromkeys(rule for each in against for rule in each.rules)
        # A rule that holds however it came about says more than one that only holds for some ways.
        everywhere = [rule for rule in named if all(rule in each.rules for each in against)]
        yield from everywhere if is_alone and everywhere else named

    @cached_property
    def conflicts(self) -> Conflicts:
        """The smallest sets of sightings that contradict each other."""
        from deduce.proof.conflicts import conflicts

        return conflicts(self.log)

    @cached_property
    def suspects(self) -> tuple[Suspect, ...]:
        """What was noted of it, ranked by how likely it was noted wrongly."""
        from deduce.proof.slips import suspects

        return tuple(suspects(self.log))

    def hanging(self) -> Mapping[tuple[str, ...], tuple[Profile, ...]]:
        """Return what is only left under some choices, by these; whatever else is left under every one."""
        found = {choices: list(profiles) for choices, profiles in self.left_unless().items()}
        for choices, profiles in self.left_only_if().items():
            found[choices] = [*found.get(choices, ()), *profiles]
        return {choices: tuple(dict.fromkeys(profiles)) for choices, profiles in found.items()}

    def left_unless(self) -> Mapping[tuple[str, ...], tuple[Profile, ...]]:
        """Return what is left as it is played, but not under some choices, by these."""
        return self._hanging(lambda said: said.except_under)

    def left_only_if(self) -> Mapping[tuple[str, ...], tuple[Profile, ...]]:
        """Return what is not left as it is played, but under some choices, by these."""
        return self._hanging(lambda said: said.only_under)

    def _hanging(
        self, choices_of: Callable[[Ruled], tuple[str, ...]]
    ) -> dict[tuple[str, ...], tuple[Profile, ...]]:
        found: dict[tuple[str, ...], list[Profile]] = {}
        for profile, ruled_so in self._hung:
            for each in dict.fromkeys(map(choices_of, ruled_so)):
                if each:
                    found.setdefault(each, []).append(profile)
        return {choices: tuple(profiles) for choices, profiles in found.items()}

    @cached_property
    def _hung(self) -> tuple[tuple[Profile, tuple[Ruled, ...]], ...]:
        return tuple((profile, tuple(self._hangs_on(profile))) for profile in self.left)

    def _hangs_on(self, profile: Profile) -> Iterator[Ruled]:
        """Iterate over what the rules say of a profile where that hangs on how they are read."""
        for step in self.steps:
            if step.stage < self.stages or step.follows is not None:
                continue
            said = [each for _, each in self._verdicts(step, profile, None, None, None)]
            able = [each for each in said if not each.is_excluded]
            if FREE not in able and able:
                yield able[0]

    # --- What it cannot do next ----------------------------------------------------------------------------

    def hypotheses(self) -> Iterator[Hypothesis]:
        """Iterate over everything that can be, with the ways of the last move."""
        last = self.steps[-1] if self.steps else None
        for profile in self.left:
            if last is None or not self.has_just_moved:
                yield Hypothesis(profile)
                continue
            for way in self.ways(last.sighting):
                said = [each for _, each in self._verdicts(last, profile, None, way, None)]
                if any(not each.is_excluded for each in said):
                    yield Hypothesis(profile, ((last.sighting.entry, way),))

    def states(self) -> frozenset[Fact | None]:
        """Return the states in which it can be right after its last move; None where the rules do not say."""
        return frozenset(
            self._after(self.steps[-1].sighting, way, hypothesis.profile).get(STATE)
            for hypothesis in self.hypotheses()
            for _, way in hypothesis.ways
        )

    def barred(self, acts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Return which acts it certainly cannot do right after its last move, and by which rules.

        Args:
            acts: The acts that are asked about.
        """
        found: dict[str, tuple[str, ...]] = {}
        hypotheses = tuple(self.hypotheses())
        for act in acts:
            said = [self._next(act, each) for each in hypotheses]
            if said and all(each.is_excluded for each in said):
                rules = Counter(rule for each in said for rule in each.rules)
                everywhere = tuple(rule for rule, count in rules.items() if count == len(said))
                found[act] = everywhere or (rules.most_common(1)[0][0],)
        return found

    def _next(self, act: str, hypothesis: Hypothesis) -> Ruled:
        """Return what the rules say of an act right after the last move."""
        last, profile = self.steps[-1].sighting if self.steps else None, hypothesis.profile
        after = [self._after(last, way, profile) for _, way in hypothesis.ways] if last is not None else []
        facts = {**self._lasting, **(after[0] if after else {})}
        return ruled(self.book, Deed(act, frozenset(facts.items())), self._all_profiles)[profile]


def _tells_on(move: Sighting, sighting: Sighting) -> bool:
    """Tell whether something was begun right after a move, so that there was no time to re-form."""
    begun = sighting.moment - (sighting.quarters or 1)
    return move.act == MOVE and sighting.act not in {MOVE, FORCED} and begun <= move.moment


def _words(profiles: Iterable[Profile], aspect: str) -> tuple[str, ...]:
    place = ASPECTS.index(aspect)
    return tuple(dict.fromkeys(str(profile[place]) for profile in profiles if profile[place] is not None))
