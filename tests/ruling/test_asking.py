"""Asking a made-up law: verdicts with their grounds, questions, effects, tables."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from deduce.ruling.asking import value, verdict
from deduce.ruling.errors import RulingError
from deduce.ruling.judgement import Judgement, Outcome
from deduce.ruling.languages import Words
from deduce.ruling.reading import parse_law, read_law
from deduce.tabletop.rulings import Ruling, Verdict

FOG = read_law(Path(__file__).parent / "made_up.toml")
SAIL = """\
format = "deduce.ruling/1"
extends = "fog"
[actions.sail]
called = "sailing"
[actions.sail.needs]
"""
"""The beginning of a file that says what sailing needs."""
FAIR: dict[str, object] = {
    "anchored": False, "wind": 20, "angle": 30, "rig": "ship", "crew": "able", "nation": "en", "path": [],
    "guns": 4,
}  # fmt: skip
"""Everything allows tacking."""


def tacking(**changes: object) -> Judgement:
    return verdict(FOG, "tack", {**FAIR, **changes}, {"one": "Nancy"})


def test_allowed() -> None:
    judged = tacking()
    assert judged.verdict is Verdict.ALLOWED
    assert (judged.refusals, judged.questions, judged.outcomes) == ((), (), ())
    assert judged.said() == ("tacking: allowed",)
    assert judged.said("fr") == ("virer de bord : permis",)


def test_all_that_fails_is_listed_the_incurable_first() -> None:
    judged = tacking(rig="sloop", wind="41.5", crew="raw", path=["kelp", "reef"])
    assert [(refusal.need, refusal.has_cure) for refusal in judged.refusals] == [
        ("nation", False),
        ("weather", True),
        ("trained", True),
        ("path", True),
    ]


def test_what_is_and_what_would_do() -> None:
    """In both languages, with rule and decision."""
    judged = tacking(wind=41.5, crew="raw", path=["kelp", "reef"])
    assert judged.said()[1:] == (
        "wind is 41.5 knots; needed: less than 40 knots (FOG-WIND-1, FOG-TACK-1)",
        "the crew of Nancy is raw; needed: trained, able or crack (FOG-TACK-3, DEC-TACK=trained)",
        "path is a reef and kelp; needed: none of: a shoal, a reef (FOG-TACK-5)",
    )
    assert judged.said("fr")[1:] == (
        "wind : 41.5 nœuds ; il faut : moins de 40 nœuds (FOG-WIND-1, FOG-TACK-1)",
        "l'équipage de Nancy : raw ; il faut : trained, able ou crack (FOG-TACK-3, DEC-TACK=trained)",
        "path : un récif et du varech ; il faut : rien de : un haut-fond, un récif (FOG-TACK-5)",
    )


def test_unknown_asks_for_what_is_missing() -> None:
    """Only for what can still matter, each once, with all rules that ask."""
    judged = tacking(wind=None, crew=None, angle=None)
    assert judged.verdict is Verdict.UNKNOWN
    assert judged.said()[1:] == (
        "what is wind? (FOG-WIND-1, FOG-TACK-1)",
        "what is angle? (FOG-TACK-2)",
        "how good is the crew of Nancy? (FOG-TACK-3, DEC-TACK=trained)",
    )
    assert tacking(wind=None, crew="crack").is_allowed, "a crack crew tacks in any wind"
    assert tacking(angle=None, rig="sloop", nation="fr").is_allowed, "a sloop at any angle"
    assert tacking(angle=50, rig=None).verdict is Verdict.UNKNOWN
    assert tacking(rig=None, nation="fr").is_allowed


def test_an_exception_is_only_asked_for_where_one_is_needed() -> None:
    assert [each.feature for each in tacking(wind=None, crew=None).questions] == ["wind", "crew"]
    assert tacking(wind=None, crew=None).questions[1].rules == ("FOG-TACK-3",)
    asked = tacking(wind=45, crew=None).questions
    assert [(each.feature, each.rules) for each in asked] == [
        ("crew", ("FOG-WIND-1", "FOG-TACK-1", "FOG-TACK-3"))
    ]


UNASKED = """\
free.anchored = false
free.asked = false
free.rule = "FOG-TACK-1"
free.wanted = { en = "{one} is not at anchor", fr = "{one} n'est pas à l'ancre" }
angle = { angle = { most = 45 }, asked = false, rule = "FOG-TACK-2" }
wind = { wind = { below = "gale" }, rule = "FOG-WIND-1" }
[actions.sail.gives]
leaks = { gives = { speed = "1/2" }, when = { guns = { least = 6 } }, asked = false, rule = "FOG-GUN-1" }
[actions.sail.instead]
tack = { rule = "FOG-TACK-4" }
"""


GATED = """\
deep = { angle = { least = 10 }, when = { anchored = false, crew = { least = "able" } }, rule = "FOG-WIND-1" }
[actions.sail.gives]
fast = { gives = { wind = 1 }, when = { anchored = false, crew = { least = "able" } }, rule = "FOG-WIND-1" }
"""


def test_what_a_need_hangs_on_is_asked_before_the_need() -> None:
    """Where it is not demanded nothing else has to be known; of several conditions the first that is open."""
    law = parse_law(SAIL + GATED, "mine", lambda _: FOG)

    def asked(**facts: object) -> list[str]:
        return [each.feature for each in verdict(law, "sail", facts).questions]

    assert asked() == ["anchored"]
    assert asked(anchored=False) == ["crew"]
    assert asked(anchored=False, crew="able") == ["angle"]
    assert asked(anchored=True) == []
    assert asked(anchored=False, angle=30) == ["crew"], "the effect hangs on it as well"


def test_what_nobody_is_asked_is_taken_for_granted_and_said() -> None:
    law = parse_law(SAIL + UNASKED, "mine", lambda _: FOG)
    judged = verdict(law, "sail", {"wind": 20}, {"one": "Nancy"})
    assert judged.said() == (
        "sailing: allowed",
        "not said, so taken as usual: Nancy is not at anchor (FOG-TACK-1); angle (FOG-TACK-2)",
    )
    assert [each.features for each in judged.granted] == [("anchored",), ("angle",)]
    assert judged.said("fr")[1] == (
        "non précisé, donc pris comme d'habitude : Nancy n'est pas à l'ancre (FOG-TACK-1) ; "
        "angle (FOG-TACK-2)"
    )
    assert [each["need"] for each in judged.as_data()["granted"]] == ["free", "angle"]
    known = verdict(law, "sail", {"wind": 20, "anchored": False, "angle": 45, "guns": 6})
    assert (known.granted, known.outcome("speed")) == ((), "1/2")
    assert "granted" not in known.as_data()
    assert not verdict(law, "sail", {"wind": 20, "anchored": True}).is_allowed, "said to be otherwise"
    unknown = verdict(law, "sail", {})
    assert [each.feature for each in unknown.questions] == ["wind"]
    assert [each.need for each in unknown.granted] == ["free", "angle"]


def test_what_somebody_begins_to_say_is_asked_to_its_end() -> None:
    needs = """\
pressed = { nation = ["fr"], when = { crew = ["raw"] }, asked = false, rule = "FOG-CREW-1" }
flag = { all = [{ wind = { most = 30 } }, { rig = ["ship"] }], asked = false, rule = "FOG-CREW-2" }
"""
    law = parse_law(SAIL + needs, "mine", lambda _: FOG)
    assert [each.need for each in verdict(law, "sail", {}).granted] == ["pressed", "flag"]
    begun = verdict(law, "sail", {"crew": "raw", "wind": 20})
    assert ([each.feature for each in begun.questions], begun.granted) == (["nation", "rig"], ())
    assert verdict(law, "sail", {"wind": 31}).verdict is Verdict.REFUSED
    assert verdict(law, "sail", {"crew": "able", "wind": 20, "rig": "ship"}).granted == ()


def test_what_may_be_done_instead_of_what_is_refused() -> None:
    law = parse_law(SAIL + UNASKED, "mine", lambda _: FOG)
    refused = verdict(law, "sail", {**FAIR, "angle": 50, "rig": "sloop", "nation": "fr"})
    assert refused.said()[-1] == "possible instead: tacking (FOG-TACK-4)"
    assert refused.as_data()["instead"][0]["action"] == "tack"
    unclear = verdict(law, "sail", {"angle": 50})
    assert [each.is_certain for each in unclear.instead] == [False]
    assert verdict(law, "sail", {**FAIR, "angle": 50}).instead == (), "it is refused as well"
    assert verdict(law, "sail", FAIR).instead == ()


def test_two_acts_that_stand_for_each_other() -> None:
    """The alternative of an alternative is nobody's business."""
    first = parse_law(SAIL + UNASKED, "mine", lambda _: FOG)
    text = 'format = "deduce.ruling/1"\nextends = "x"\n[actions.tack.instead]\nsail = { rule = "FOG-1" }'
    law = parse_law(text, "other", lambda _: first)
    assert verdict(law, "sail", {**FAIR, "angle": 50}).instead == ()
    off = text.replace('{ rule = "FOG-1" }', "{ off = true }").replace("tack.instead", "sail.instead")
    assert parse_law(off.replace("sail =", "tack ="), "off", lambda _: law).actions["sail"].instead == {}


def test_what_is_unknown_is_never_a_no() -> None:
    assert tacking(wind=None, crew="able").is_allowed
    assert verdict(FOG, "tack", {}).verdict is Verdict.UNKNOWN


def test_choices_that_would_change_the_answer_are_named() -> None:
    """A need of another reading, and a number that hangs on a decision."""
    judged = tacking(crew="trained")
    assert (judged.is_allowed, judged.choices) == (True, ("DEC-TACK=trained",))
    assert judged.said()[0] == "tacking: allowed (DEC-TACK=trained)"
    judged = tacking(crew="trained", wind=45)
    assert (judged.verdict, judged.choices) == (Verdict.REFUSED, ("DEC-GALE=early",))
    assert tacking(crew="crack").choices == ()


def test_a_choice_under_which_more_would_come_of_it_is_named() -> None:
    assert tacking(rig="brig").choices == ("DEC-GALE=early",)
    assert tacking(rig="ship").choices == ()


def test_another_choice_another_answer() -> None:
    late = FOG.varied({"DEC-GALE": "late"})
    assert late.numbers["gale"] == 50
    assert verdict(late, "tack", {**FAIR, "crew": "trained", "wind": 45}).is_allowed
    any_crew = FOG.varied({"DEC-TACK": "any"})
    assert verdict(any_crew, "tack", {**FAIR, "crew": "raw"}).is_allowed


def test_effects() -> None:
    judged = tacking(guns=6)
    assert judged.outcome("speed") == "1/2"
    assert judged.outcome("guns") == 6
    assert judged.outcome("fast") is None
    assert judged.said()[1:] == ("at half speed (FOG-TACK-2)", "Nancy keeps 6 ready (FOG-TACK-2)")
    judged = tacking(guns=None)
    assert judged.is_allowed
    assert [question.feature for question in judged.questions] == ["guns"]
    late = verdict(FOG.varied({"DEC-GALE": "late"}), "tack", {**FAIR, "rig": "brig"})
    assert late.outcomes[0].said("fr") == "fast : true (FOG-TACK-2, DEC-GALE=late)"


def test_numbers_are_exact() -> None:
    """A float counts as the decimal that it prints as."""
    assert tacking(angle=45.0).is_allowed
    assert tacking(angle="45").is_allowed
    assert not tacking(angle=Fraction(4500001, 100000)).is_allowed
    assert not tacking(crew="trained", wind=40).is_allowed
    assert tacking(crew="trained", wind=39.99).is_allowed


def test_as_data_and_as_a_ruling() -> None:
    judged = tacking(wind=41.5, crew="trained")
    assert json.loads(json.dumps(judged.as_data())) == judged.as_data()
    assert judged.as_data()["refusals"] == [
        {
            "need": "weather",
            "rules": ["FOG-WIND-1", "FOG-TACK-1"],
            "found": {"en": "wind is 41.5 knots", "fr": "wind : 41.5 nœuds"},
            "wanted": {"en": "less than 40 knots", "fr": "moins de 40 nœuds"},
            "choices": [],
            "has_cure": True,
        }
    ]
    ruling = judged.ruling()
    assert ruling == Ruling(
        Verdict.REFUSED, "wind is 41.5 knots; needed: less than 40 knots (FOG-WIND-1, FOG-TACK-1)"
    )
    assert str(tacking().ruling("fr")) == "allowed: virer de bord : permis"


def test_questions_and_effects_as_data() -> None:
    late = FOG.varied({"DEC-GALE": "late"})
    data = verdict(late, "tack", {**FAIR, "rig": "brig", "guns": None}).as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["questions"] == [
        {
            "feature": "guns",
            "asks": {"en": "what is guns?", "fr": "guns ?"},
            "rules": ["FOG-TACK-2"],
            "choices": [],
        }
    ]
    assert data["outcomes"] == [
        {
            "name": "fast",
            "value": True,
            "words": {"en": "", "fr": ""},
            "rules": ["FOG-TACK-2"],
            "choices": ["DEC-GALE=late"],
        }
    ]
    assert data["rules"] == ["FOG-TACK-2"]
    broad = FOG.varied({"broadside": 3})
    assert verdict(broad, "tack", FAIR).as_data()["outcomes"][1]["value"] == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("all", "nothing but: a shoal, a reef"),
        ("some", "one of: a shoal, a reef"),
        ("none", "none of: a shoal, a reef"),
    ],
)
def test_several_words(text: str, sentence: str) -> None:
    """All, some or none of what lies on a path are among those named; and the opposite of that."""
    condition = f'path = {{ {text} = ["shoal", "reef"] }}'
    plain = parse_law(f'{SAIL}x = {{ {condition}, rule = "FOG-1" }}', "x", lambda _: FOG)
    opposite = parse_law(f'{SAIL}x = {{ not = {{ {condition} }}, rule = "FOG-1" }}', "x", lambda _: FOG)
    for path in ([], ["shoal"], ["shoal", "kelp"], ["kelp"], ["shoal", "reef"]):
        named = [word for word in path if word != "kelp"]
        holds = {"all": named == path, "some": bool(named), "none": not named}[text]
        judged = verdict(plain, "sail", {"path": path})
        assert judged.is_allowed is holds, path
        if not holds:
            assert judged.refusals[0].wanted.en == sentence
        assert verdict(opposite, "sail", {"path": path}).is_allowed is not holds
    assert verdict(opposite, "sail", {}).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("condition", "right", "wanted"),
    [
        ('crew = { most = "trained" }', ["raw", "trained"], "raw or trained"),
        ('crew = { above = "trained" }', ["able", "crack"], "able or crack"),
        ('crew = { below = "trained" }', ["raw"], "raw"),
        ('crew = { least = "trained", not = ["able"] }', ["trained", "crack"], "trained or crack"),
        ('crew = { not = ["raw"] }', ["trained", "able", "crack"], "trained, able or crack"),
        ('not = { any = [{ crew = ["raw"] }, { crew = ["able"] }] }', ["trained", "crack"], None),
        ('all = [{ crew = { not = ["raw"] } }, { crew = ["raw", "able"] }]', ["able"], None),
    ],
)
def test_words_with_an_order(condition: str, right: list[str], wanted: str | None) -> None:
    law = parse_law(f'{SAIL}x = {{ {condition}, rule = "FOG-1" }}', "x", lambda _: FOG)
    judged = {crew: verdict(law, "sail", {"crew": crew}) for crew in ("raw", "trained", "able", "crack")}
    assert [crew for crew, each in judged.items() if each.is_allowed] == right
    if wanted is not None:
        refused = next(each for each in judged.values() if not each.is_allowed)
        assert refused.refusals[0].wanted.en == wanted


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        ("{ above = 3, most = 5 }", [4, 5]),
        ('{ least = 3, below = "broadside" }', [3, 4, 5]),
        ('{ least = "7/2" }', [4, 5, 6]),
    ],
)
def test_bounds(condition: str, right: list[int]) -> None:
    """And their opposites, in the same words turned round."""
    law = parse_law(f'{SAIL}x = {{ guns = {condition}, rule = "FOG-1" }}', "x", lambda _: FOG)
    other = parse_law(f'{SAIL}x = {{ not = {{ guns = {condition} }}, rule = "FOG-1" }}', "x", lambda _: FOG)
    numbers = range(2, 7)
    assert [guns for guns in numbers if verdict(law, "sail", {"guns": guns}).is_allowed] == right
    assert [guns for guns in numbers if not verdict(other, "sail", {"guns": guns}).is_allowed] == right
    if condition.startswith("{ above"):
        assert (
            verdict(law, "sail", {"guns": 2}).refusals[0].wanted.en == "at most 5 guns and more than 3 guns"
        )
        assert (
            verdict(other, "sail", {"guns": 4}).refusals[0].wanted.en == "more than 5 guns or at most 3 guns"
        )


@pytest.mark.parametrize(
    ("action", "facts", "sentence"),
    [
        ("take", {}, "there is no action 'take'; did you mean 'tack'?"),
        ("tack", {"wnd": 3}, "there is no feature 'wnd'; did you mean 'wind'?"),
        ("tack", {"wind": "much"}, "wind is 'much'; it must be a number from 0 to 1000000"),
        ("tack", {"guns": 2.5}, "guns is 2.5; it must be a whole number"),
        ("tack", {"anchored": "yes"}, "anchored is 'yes'; it must be yes or no (true or false)"),
        ("tack", {"rig": "brigg"}, "rig is 'brigg'; did you mean 'brig'?"),
        ("tack", {"path": "reef"}, "path is 'reef'; it must be a list of words"),
        ("tack", {"path": ["reaf"]}, "path is 'reaf'; did you mean 'reef'?"),
    ],
)
def test_what_makes_no_sense(action: str, facts: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulingError) as caught:
        verdict(FOG, action, facts)
    assert str(caught.value) == sentence


def test_tables_that_are_looked_up() -> None:
    """The first row that fits; no row is no 0 but a question."""
    found = value(FOG, "speed", {"nation": "fr", "rig": "ship"})
    assert (found.values, found.rules, found.source) == (
        {"reaching": 9, "running": "15/2"},
        ("FOG-SPEED-1",),
        "page 3",
    )
    assert value(FOG, "speed", {"nation": "en", "rig": "brig"}).values == {"reaching": 8}
    assert value(FOG, "speed", {"rig": "brig"}).values == {"reaching": 8}, "the first row needs a ship"
    missing = value(FOG, "speed", {"nation": "en", "rig": "ship"})
    assert missing.values == {}
    assert missing.questions[0].said() == "what does the table speed have for this? (it has no row)"
    unclear = value(FOG, "speed", {"rig": "ship"})
    assert [question.feature for question in unclear.questions] == ["nation"]
    with pytest.raises(RulingError, match="there is no table 'sped'; did you mean 'speed'"):
        value(FOG, "sped", {})


def test_words_of_ones_own() -> None:
    judged = verdict(FOG, "tack", {"crew": "raw"}, {"one": Words("Nancy", "la Nancy")})
    assert judged.said("fr")[1].startswith("l'équipage de la Nancy : raw")
    with pytest.raises(RulingError, match="there is no language 'de'"):
        judged.said("de")


def test_what_an_act_is_called_can_name_somebody() -> None:
    head = SAIL.replace('"sailing"', '{ en = "meeting {one}", fr = "rencontrer {one}" }')
    law = parse_law(f'{head}x = {{ anchored = false, rule = "FOG-1" }}', "x", lambda _: FOG)
    for facts in ({}, {"anchored": True}, {"anchored": False}):
        judged = verdict(law, "sail", facts, {"one": "Nancy"})
        assert judged.called == Words("meeting Nancy", "rencontrer Nancy")


def test_of_a_long_list_only_what_is_there_has_to_be_away() -> None:
    more = "[features]\npath = { more = [" + ", ".join(f'"rock-{n}"' for n in range(6)) + "] }\n"
    every = ", ".join(f'"{word}"' for word in ("shoal", *(f"rock-{n}" for n in range(6))))
    law = parse_law(
        f'{SAIL}x = {{ path = {{ none = [{every}] }}, rule = "FOG-1" }}\n{more}', "x", lambda _: FOG
    )
    (refusal,) = verdict(law, "sail", {"path": ["rock-2", "kelp", "shoal"]}).refusals
    assert refusal.wanted.en == "none of: a shoal, rock-2"


def test_a_rule_is_cited_once() -> None:
    outcome = Outcome("x", 3, ("FOG-1", "FOG-2", "FOG-1"))
    assert outcome.said() == "x: 3 (FOG-1, FOG-2)"


def test_numbers_are_data_as_they_are() -> None:
    data = [Outcome("x", value).as_data()["value"] for value in (Fraction(9), Fraction(1, 2), 3, True)]
    assert data == [9, "0.5", 3, True]
