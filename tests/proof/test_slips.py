"""Slips: how likely each entry is one, by trying every pattern of slips."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import Truths, mutual_information, weighted_worlds
from deduce import (
    Belief,
    Confirmation,
    DeduceError,
    Entry,
    EvidenceError,
    Log,
    Problem,
    ProblemError,
    Question,
    QuestionError,
    Suspect,
    all_different,
    among,
    any_of,
    confirming_questions,
    drawn,
    exactly,
    fact,
    slips,
    suspects,
    where,
)
from strategies import consistent_one_to_one_logs, contradictory_logs, questions

PIECES = ["rook", "king", "crab"]
RATES = [Fraction(1, 100), Fraction(1, 7), Fraction(1, 2), Fraction(9, 10), Fraction(1)]

Possibility = tuple[frozenset[str], dict[object, object], Fraction]
"""The ids of the entries that are slips, a world, and how heavy both together are."""


def possibilities(log: Log, rate: Fraction) -> list[Possibility]:
    """Every pattern of slips with every world that it leaves, by trying all patterns."""
    hard = [entry for entry in log if entry.is_hard]
    soft = log.keep(*(entry.id for entry in log if not entry.is_hard))
    weighted = weighted_worlds(soft)
    truths = Truths(log, [world for world, _ in weighted])
    true = dict(zip((entry.id for entry in log), truths.entries, strict=True))
    found = []
    for size in range(len(hard) + 1):
        for slipped in itertools.combinations(hard, size):
            share = rate**size * (1 - rate) ** (len(hard) - size)
            left = truths.everything
            for entry in hard:
                left &= ~true[entry.id] if entry in slipped else true[entry.id]
            ids = frozenset(entry.id for entry in slipped)
            found += [
                (ids, world, share * weight)
                for place, (world, weight) in enumerate(weighted)
                if share and left >> place & 1
            ]
    return found


def chances(log: Log, found: list[Possibility]) -> dict[str, Fraction]:
    """How likely each hard entry is a slip."""
    total = sum(weight for _, _, weight in found)
    return {
        entry.id: Fraction(sum((w for ids, _, w in found if entry.id in ids), Fraction(0)) / total)
        for entry in log
        if entry.is_hard
    }


def check(log: Log, rate: Fraction) -> None:
    found = possibilities(log, rate)
    if not found:
        with pytest.raises(DeduceError, match=r"even with slips at rate .* no world is left"):
            suspects(log, rate)
        return
    suspected = suspects(log, rate)
    expected = chances(log, found)
    assert {suspect.entry.id: suspect.probability for suspect in suspected} == expected
    assert len(suspected) == len(expected)
    for suspect in suspected:
        assert suspect.entry == log.entry(suspect.entry.id)
        assert suspect.worlds_if_removed == len(weighted_worlds(log.retract(suspect.entry.id)))
        turned = weighted_worlds(log.reverse(suspect.entry.id))
        assert suspect.worlds_if_reversed == len(turned)
    check_order(suspected, is_consistent=bool(weighted_worlds(log)))


def check_order(suspected: list[Suspect], *, is_consistent: bool) -> None:
    """Check that what comes first is as documented."""
    found = [suspect.probability if is_consistent else suspect.worlds_if_reversed for suspect in suspected]
    keys = [Fraction(key) for key in found if key is not None]
    assert len(keys) == len(suspected)
    assert keys == sorted(keys, reverse=True)


@settings(max_examples=80)
@given(consistent_one_to_one_logs(3, 6), st.sampled_from(RATES))
def test_suspects_while_worlds_are_left(log: Log, rate: Fraction) -> None:
    """The chances of slips are those over all patterns of slips, exactly."""
    check(log, rate)


@settings(max_examples=80)
@given(contradictory_logs(one_to_one=True, soft=True), st.sampled_from(RATES))
def test_suspects_in_contradictions(log: Log, rate: Fraction) -> None:
    """The same where the entries contradict each other."""
    check(log, rate)


@settings(max_examples=80)
@given(contradictory_logs(one_to_one=False), st.sampled_from(RATES))
def test_suspects_in_general_problems(log: Log, rate: Fraction) -> None:
    """The same with any rules and any entries."""
    check(log, rate)


def test_rules_that_read_alike_stay_in_force() -> None:
    """Two rules with the same words both count when slips are looked for."""
    rules = [where(lambda a, b: a < b, "AB"), where(lambda a, b: a + b == 3, "AB")]
    log = Log(Problem(dict.fromkeys("AB", (0, 1, 2, 3)), rules))
    log = log.append(exactly(1, [fact("A", 0), fact("B", 2)]))
    check(log, Fraction(1, 10))


def test_an_entry_that_is_wrong_for_certain() -> None:
    """An entry that no world allows is a slip for certain."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"], [fact("A", "rook")]))
    log = log.append(fact("B", "rook")).append(fact("B", "king"))
    first, second = suspects(log)
    assert (first.entry.id, first.probability) == ("1", Fraction(1))
    assert (second.entry.id, second.probability) == ("2", Fraction(0))
    assert (first.worlds_if_reversed, first.worlds_if_removed) == (1, 1)
    assert (second.worlds_if_reversed, second.worlds_if_removed) == (0, 0)


def test_suspects_by_hand() -> None:
    """Two witnesses against one: the one is the likelier slip."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"]))
    log = log.append(fact("A", "rook")).append(fact("B", "king")).append(fact("A", "king"))
    found = suspects(log, "1/10")
    assert [(suspect.entry.id, suspect.probability) for suspect in found] == [
        ("3", Fraction(9, 10)),
        ("2", Fraction(1, 10)),
        ("1", Fraction(1, 10)),
    ]
    assert [suspect.worlds_if_reversed for suspect in found] == [1, 0, 0]


def test_soft_entries_are_not_suspected() -> None:
    """Entries with weights of their own are not suspected, but they count."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"]))
    log = log.append(fact("A", "rook")).append(fact("A", "rook"), model=slips("1/5"))
    (only,) = suspects(log, "1/10")
    assert only.entry.id == "1"
    assert only.probability == Fraction(1 * 1, 1 * 1 + 9 * 4)


def test_soft_entries_that_leave_nothing_say_so() -> None:
    """Where soft entries alone leave no world, no slip can explain it, and the error says that."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"]))
    nothing = ~fact("A", "rook") & ~fact("A", "king")
    log = log.append(fact("A", "rook")).append(nothing, model=slips(0))
    assert not Belief(log).is_consistent
    with pytest.raises(DeduceError, match=r"even with slips .* no world is left"):
        suspects(log)


def test_no_slips_at_all() -> None:
    """At rate 0 nothing is a slip; a contradiction is then beyond explanation."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"])).append(fact("A", "rook"))
    assert [suspect.probability for suspect in suspects(log, 0)] == [0]
    assert suspects(log.at(0)) == []
    with pytest.raises(DeduceError, match="at rate 0 no world is left; allow a rate above 0"):
        suspects(log.append(fact("B", "rook")), 0)
    joint = log.append(exactly(1, [fact("A", "rook"), fact("B", "king")]))
    with pytest.raises(DeduceError, match="at rate 0 no world is left"):
        suspects(joint, 0)


@pytest.mark.parametrize("rate", [-1, 1.5, "often", float("nan"), True])
def test_a_rate_that_is_none(rate: float) -> None:
    """The rate must be a number from 0 to 1."""
    log = Log(Problem.one_to_one("AB", ["rook", "king"])).append(fact("A", "rook"))
    with pytest.raises(ProblemError, match=r"slip rate is .* must be a number from 0 to 1"):
        suspects(log, rate)


def told(entry: Entry, question: Question, found: list[Possibility]) -> tuple[float, dict[str, Fraction]]:
    """The bits that a question tells about a slip, and the chance of one after each answer."""
    total = sum(weight for _, _, weight in found)
    joint: dict[tuple[bool, str], Fraction] = {}
    for ids, world, weight in found:
        (answer,) = [name for name, said in question.answers.items() if said.holds(world)]
        key = (entry.id in ids, answer)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(weight, total)
    after = {
        answer: joint.get((True, answer), Fraction(0))
        / (joint.get((True, answer), Fraction(0)) + joint.get((False, answer), Fraction(0)))
        for _, answer in joint
    }
    return mutual_information(joint), after


@settings(max_examples=80)
@given(st.data())
def test_confirming_questions(data: st.DataObject) -> None:
    """Questions are ranked by what they tell about a slip, over all patterns of slips."""
    one_to_one = data.draw(st.booleans())
    log = data.draw(contradictory_logs(one_to_one=one_to_one, soft=True, most_entries=5))
    rate = data.draw(st.sampled_from(RATES))
    hard = [entry for entry in log if entry.is_hard]
    found = possibilities(log, rate)
    if not hard or not found:
        return
    entry = data.draw(st.sampled_from(hard))
    asked = data.draw(st.lists(questions(log.problem), max_size=4))
    ranked = confirming_questions(log, entry.id, asked, rate)
    assert len(ranked) == len(asked)
    assert all(any(item.question is question for item in ranked) for question in asked)
    check_confirmations(ranked, entry, found)
    by_default = confirming_questions(log, entry.id, rate=rate)
    check_confirmations(by_default, entry, found)
    open_pairs = {
        f"{name} is {value}?"
        for name in log.problem.unknowns
        if len({world[name] for _, world, _ in found}) > 1
        for value in {world[name] for _, world, _ in found}
    }
    assert {item.question.text for item in by_default} == open_pairs
    assert len(by_default) == len(open_pairs)


def check_confirmations(ranked: list[Confirmation], entry: Entry, found: list[Possibility]) -> None:
    for item in ranked:
        bits, after = told(entry, item.question, found)
        assert item.bits == pytest.approx(bits, abs=1e-9)
        assert item.slip_after == after
    order = [-item.bits for item in ranked]
    assert order == sorted(order)


def test_the_best_question_is_the_one_about_the_slip() -> None:
    """Asking again about the suspected entry itself tells all there is to tell."""
    log = Log(Problem(dict.fromkeys("AB", PIECES)))
    log = log.append(fact("A", "rook")).append(fact("B", "king"))
    first, *others = confirming_questions(log, "1", rate="1/10")
    assert first.question.text == "A is rook?"
    assert first.slip_after == {"yes": Fraction(0), "no": Fraction(1)}
    about_b = [item for item in others if item.question.text.startswith("B")]
    assert len(about_b) == 3
    assert all(item.bits == pytest.approx(0, abs=1e-12) for item in about_b)


def test_joint_entries_can_be_confirmed() -> None:
    """A slip in an entry on several unknowns is told by questions about these."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2)))).append(all_different("AB"))
    same = Question.yes_no(all_different("AB"), "do they differ?")
    (item,) = confirming_questions(log, "1", [same], "1/4")
    assert item.slip_after == {"yes": Fraction(0), "no": Fraction(1)}
    assert item.bits == pytest.approx(mutual_information(certainty({"yes": "3/4", "no": "1/4"})))


def certainty(shares: Mapping[str, str]) -> dict[tuple[str, str], Fraction]:
    return {(answer, answer): Fraction(share) for answer, share in shares.items()}


def test_confirming_nothing() -> None:
    """An entry that is not there is named, and a question about a stranger is refused."""
    log = Log(Problem.one_to_one("ABC", PIECES)).append(fact("A", "rook"))
    with pytest.raises(EvidenceError, match="entry 7: is not in the log"):
        confirming_questions(log, "7")
    with pytest.raises(QuestionError, match="there is no unknown 'Z'"):
        confirming_questions(log, "1", [Question.yes_no(fact("Z", "rook"))])
    with pytest.raises(QuestionError, match="'A' has no value 'pawn'"):
        confirming_questions(log, "1", [Question.yes_no(fact("A", "pawn"))])
    with pytest.raises(QuestionError, match="exactly one of its answers must be true"):
        confirming_questions(log, "1", [Question("?", {"a": fact("A", "rook"), "b": fact("A", "king")})])


def five_kings(noted: int, *, half_seen: bool = False) -> Log:
    """So many cards of one pack were noted, five of them (spread out) as kings."""
    ranks = [*range(1, 13), "K"]
    names = [f"turn {number}" for number in range(1, noted + 1)]
    rule = drawn([*names, "next"], dict.fromkeys(ranks, 4))
    log = Log(Problem(dict.fromkeys([*names, "next"], ranks), [rule]))
    others = itertools.cycle(range(1, 13))
    kings = set(names[:: noted // 5][:5])
    for number, name in enumerate(names):
        if name in kings:
            log = log.append(fact(name, "K"), id=name)
        elif half_seen and number % 2:
            log = log.append(~among(name, ["K", next(others)]), id=name)
        else:
            log = log.append(fact(name, next(others)), id=name)
    return log


@pytest.mark.parametrize("noted", [12, 26, 40])
def test_five_kings_among_many_cards(noted: int) -> None:
    """The five are what can be wrong; what all slips together would say is out of reach, and not said."""
    log = five_kings(noted)
    found = suspects(log)
    assert len(found) == noted
    kings = [entry.id for entry in log if entry.statement.holds(dict.fromkeys(log.problem.unknowns, "K"))]
    assert [suspect.entry.id for suspect in found[:5]] == kings[::-1]
    # Without one of them, that card and the next are two of those that are left, which four kings are not.
    gone = Counter(number for name, number in _noted(log).items() if number != "K")
    left = {number: 4 - gone[number] for number in range(1, 13) if gone[number] < 4}
    ways = len(left) ** 2 - sum(copies == 1 for copies in left.values())
    for suspect in found[:5]:
        assert suspect.probability is None
        assert (suspect.worlds_if_reversed, suspect.worlds_if_removed) == (ways, ways)
    assert all((each.worlds_if_reversed, each.worlds_if_removed) == (0, 0) for each in found[5:])


def _noted(log: Log) -> dict[str, object]:
    return {
        entry.id: next(value for value in log.problem.values if entry.statement.holds({entry.id: value}))
        for entry in log
    }


def test_five_kings_among_half_seen_cards() -> None:
    """What cannot be counted in time is left out, and never what is sure: that nobody else is to blame."""
    found = suspects(five_kings(40, half_seen=True))
    assert len(found) == 40
    assert all(suspect.worlds_if_reversed is None for suspect in found[:5])
    assert all(each.worlds_if_reversed == each.worlds_if_removed == 0 for each in found[5:])


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=False))
def test_suspects_with_little_effort(log: Log) -> None:
    """However little may be spent, what is said is right, and what is not said is None."""
    whole = suspects(log, "1/7", most_effort=None)
    for effort in (0, 100, 1_000):
        some = {suspect.entry.id: suspect for suspect in suspects(log, "1/7", most_effort=effort)}
        for suspect in whole:
            told = some.pop(suspect.entry.id)
            assert told.probability in {None, suspect.probability}
            assert told.worlds_if_reversed in {None, suspect.worlds_if_reversed}
            assert told.worlds_if_removed in {None, suspect.worlds_if_removed}
        assert not some


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=False, most_entries=4), st.sampled_from(RATES))
def test_suspects_that_say_the_same(log: Log, rate: Fraction) -> None:
    """Entries that are told again are slips together, and each alone can hardly be one."""
    again = [Entry(f"{entry.id} again", entry.text, entry.statement) for entry in log if entry.is_hard]
    check(log.extended(again[:2]), rate)


def test_suspects_among_thousands_of_entries() -> None:
    """Thousands of entries, most of them told again and again, are weighed in a time that grows with them."""
    problem = Problem(dict.fromkeys("ABC", (1, 2, 3, 4)), [exactly(1, [fact(u, 1) for u in "ABC"])])
    said = [any_of(fact("A", 3), fact("B", 4)), fact("C", 2), ~fact("B", 2)]
    log = Log(problem).append(fact("A", 1), "A is 1")
    log = log.extended(Entry(f"note {number}", "", said[number % 3]) for number in range(15_000))
    found = suspects(log)
    assert len(found) == 15_001
    assert found[0].entry.id == "1"
    assert {suspect.worlds_if_reversed for suspect in found[1:]} == {0}
    once = Log(problem).extended(Entry(str(n), "", said[n - 2]) for n in (2, 3, 4))
    assert found[0].worlds_if_removed == Belief(once).count


def test_suspects_among_thousands_of_different_entries() -> None:
    """Where going through all entries for each of them takes minutes, the rest is not known."""
    problem = Problem(dict.fromkeys(range(6000), (1, 2)))
    log = Log(problem).extended(Entry(f"{number}", "", fact(number, 1)) for number in range(6_000))
    found = suspects(log, most_effort=600_000)
    told = [suspect for suspect in found if suspect.worlds_if_reversed is not None]
    assert 0 < len(told) < 100
    assert all(suspect.worlds_if_reversed == 1 for suspect in told)
