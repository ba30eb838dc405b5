"""Files of rules: what they can say, what extends what, and every mistake with its line."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from deduce.ruling.asking import value, verdict
from deduce.ruling.errors import RulingError
from deduce.ruling.law import Law
from deduce.ruling.procedures import procedure, procedures, rules_of
from deduce.ruling.reading import parse_law, read_law

MADE_UP = Path(__file__).parent / "made_up.toml"
FOG = read_law(MADE_UP)
HEAD = 'format = "deduce.ruling/1"\nextends = "fog"\n'


def known(name: str) -> Law | None:
    return FOG if name == "fog" else None


def extended(text: str) -> Law:
    """A law that extends the made-up one."""
    return parse_law(HEAD + text, "mine.toml", known, lambda: ("FOG-TACK-1", "FOG-WIND-1"))


def test_what_it_says() -> None:
    assert FOG.numbers == {"gale": 40, "broadside": 6, "close": 45}
    assert FOG.tables["weights"].amounts == (4, 6, Fraction(19, 2))
    assert FOG.choices == {"DEC-GALE": "early", "DEC-TACK": "trained"}
    assert [*FOG.actions["tack"].needs] == [
        "free", "weather", "angle", "trained", "able", "nation", "path",
    ]  # fmt: skip


def test_a_file_that_extends_another_says_only_what_differs() -> None:
    mine = extended(
        '[numbers]\nclose = 60\n[choices]\nDEC-TACK = "any"\n'
        "[actions.tack.needs]\nfree = { off = true }\n"
        'weather = { wind = { most = 30 }, rule = "FOG-WIND-1" }\n'
        '[features]\nflag = "yes or no"\n'
        '[[row]]\ntable = "speed"\nwhen = { rig = ["brig"] }\ngives = { reaching = "17/2" }\n'
        'rule = "FOG-WIND-1"\n'
    )
    assert mine.numbers == {"gale": 40, "broadside": 6, "close": 60}
    assert [*mine.actions["tack"].needs] == ["weather", "angle", "trained", "able", "nation", "path"]
    facts = {"wind": 35, "angle": 60, "rig": "brig", "crew": "raw", "nation": "fr", "path": []}
    assert [each.need for each in verdict(mine, "tack", facts).refusals] == ["weather"]
    assert verdict(mine, "tack", {**facts, "wind": 30, "flag": True}).is_allowed
    assert next(row.gives for row in mine.rows) == (("reaching", Fraction(17, 2)),)
    assert FOG.numbers["close"] == 45


def test_several_words_can_be_those_of_another_feature() -> None:
    """And a further word of that one is one of these too."""
    mine = extended(
        "[features]\nseen = { like = 'rig', many = true }\n"
        "[actions.signal]\nneeds = { friend = { seen = { none = ['brig'] }, rule = 'FOG-TACK-1' } }\n"
        "called = 'signalling'\n"
    )
    more = parse_law(
        'format = "deduce.ruling/1"\nextends = "mine"\n[features]\nrig = { more = ["snow"] }',
        "more.toml",
        lambda _: mine,
    )
    assert more.features["seen"].words == ("sloop", "brig", "ship", "snow")
    assert verdict(more, "signal", {"seen": ["snow", "ship"]}).is_allowed
    assert not verdict(more, "signal", {"seen": ["snow", "brig"]}).is_allowed


def test_a_need_of_several_acts_stands_once() -> None:
    mine = extended(
        '[actions.luff]\ncalled = "luffing"\nneeds = {}\n'
        '[needs.reef]\nof = ["tack", "luff"]\npath = { none = ["reef"] }\nrule = "FOG-TACK-1"\n'
    )
    assert [*mine.actions["luff"].needs] == ["reef"]
    assert [*mine.actions["tack"].needs][-1] == "reef"
    assert verdict(mine, "luff", {"path": ["reef"]}).refusals[0].rules == ("FOG-TACK-1",)
    assert "reef" not in FOG.actions["tack"].needs


def test_a_row_can_hang_on_a_choice() -> None:
    mine = extended(
        '[[row]]\ntable = "speed"\nwhen = { rig = ["brig"] }\nunder = "DEC-GALE=late"\n'
        'gives = { reaching = 9 }\nrule = "FOG-WIND-1"\n'
    )
    assert value(mine, "speed", {"rig": "brig"}).values == {"reaching": 8}
    found = value(mine.varied({"DEC-GALE": "late"}), "speed", {"rig": "brig"})
    assert (found.values, found.choices) == ({"reaching": 9}, ("DEC-GALE=late",))


def test_a_feature_gets_further_words() -> None:
    """Everything that names the others takes them for what they are: no sloop, not French."""
    mine = extended('[features]\nrig = { more = ["yacht"] }\nnation = { more = { de = "German" } }')
    fine = {"anchored": False, "wind": 3, "angle": 9, "crew": "able", "path": [], "guns": 1}
    assert verdict(mine, "tack", {**fine, "rig": "yacht", "nation": "en"}).is_allowed
    judged = verdict(mine, "tack", {**fine, "rig": "sloop", "nation": "de"})
    assert judged.refusals[0].found.en == "nation is German and rig is sloop"
    assert judged.refusals[0].wanted.en == "French or brig, ship or yacht"
    with pytest.raises(RulingError, match="rig is 'yacht'"):
        verdict(FOG, "tack", {**fine, "rig": "yacht"})


def test_further_readings() -> None:
    assert extended('[readings]\nDEC-GALE = ["late"]').decisions["DEC-GALE"].readings == ("late",)


def test_equal_if_they_say_the_same() -> None:
    assert read_law(MADE_UP) == FOG
    assert hash(read_law(MADE_UP)) == hash(FOG)
    assert extended("") == FOG
    for text in (
        "[numbers]\nclose = 44",
        '[choices]\nDEC-TACK = "any"',
        "[tables]\nweights = [4, 6, 9]",
        "[actions.tack.needs]\nfree = { off = true }",
    ):
        assert extended(text) != FOG, text
    assert FOG.varied({"gale": 40, "DEC-TACK": "able"}) != FOG


def test_what_differs_is_said_as_it_is_written() -> None:
    mine = extended(
        '[numbers]\nclose = 62.5\n[tables]\nweights = [1, "1/3", 2]\n[choices]\nDEC-GALE = "late"'
    )
    assert mine.differences(FOG) == ("DEC-GALE=late", "gale=50", "close=62.5", "weights=1 1/3 2")


def test_extending_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(HEAD.replace('"fog"', '"fog"') + "[numbers]\ngale = 33\n", "utf-8")
    (tmp_path / "mine.toml").write_text(
        HEAD.replace('"fog"', '"base.toml"') + "[numbers]\nclose = 9\n", "utf-8"
    )
    mine = read_law(tmp_path / "mine.toml", known)
    assert (mine.numbers["gale"], mine.numbers["close"]) == (33, 9)
    (tmp_path / "base.toml").write_text(HEAD.replace('"fog"', '"mine.toml"'), "utf-8")
    with pytest.raises(RulingError, match=r"extends leads back to mine\.toml"):
        read_law(tmp_path / "mine.toml", known)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("[number]\n", 3, "unknown key 'number'; did you mean 'numbers'?"),
        ("[numbers]\n\ngail = 3", 5, "numbers: there is no number 'gail'; did you mean 'gale'?"),
        ("[numbers]\ngale = 'strong'", 4, "numbers: gale is 'strong'; it must be a number from 0 to 1000000"),
        ("[numbers]\nbroadside = 2.5", 4, "numbers: broadside is 2.5; it must be a whole number"),
        (
            (
                "[units]\nshare = { most = 1 }\n[numbers]\n"
                "calm = { is = 1.5, unit = 'share', rule = 'FOG-WIND-1' }"
            ),
            6,
            "numbers.calm: is is 1.5; it must be at most 1",
        ),
        (
            "[numbers]\ncalm = { is = 1, unit = 'knots' }",
            4,
            'numbers.calm: it names no rule; add rule = "..." with the id of one',
        ),
        (
            "[numbers]\ncalm = { is = 1, unit = 'knot', rule = 'FOG-WIND-1' }",
            4,
            "numbers.calm: there is no unit 'knot'; did you mean 'knots'?",
        ),
        (
            "[numbers]\ncalm = { is = 1, unit = 'knots', rule = 'FOG-WIND-2' }",
            4,
            "numbers.calm: there is no rule 'FOG-WIND-2'; did you mean 'FOG-WIND-1'?",
        ),
        (
            "[numbers]\ngale = { is = 1, under = { 'DEC-GAIL=late' = 2 } }",
            4,
            "numbers.gale.under: there is no decision 'DEC-GAIL'; did you mean 'DEC-GALE'?",
        ),
        ("[tables]\nweights = [1, 2]", 4, "tables: weights has 2 numbers; it must have 3"),
        ("[tables]\nwaits = [1, 2]", 4, "tables: there is no table 'waits'; did you mean 'weights'?"),
        (
            "[choices]\nDEC-TAK = 'any'",
            4,
            "choices: there is no decision 'DEC-TAK'; did you mean 'DEC-TACK'?",
        ),
        ("[choices]\nDEC-TACK = 'ably'", 4, "choices: DEC-TACK has no choice 'ably'; did you mean 'able'?"),
        ("[decisions.DEC-X]\nis = 'a'", 3, "decisions.DEC-X: it has no choices"),
        (
            "[decisions.DEC-X]\nis = 'c'\nchoices = { a = 'A', b = 'B' }",
            4,
            "decisions.DEC-X: there is no choice 'c'; known are: a, b",
        ),
        (
            "[features]\nwhen = ['a']",
            4,
            "features: when means something else in a need; call the feature otherwise",
        ),
        ("[features]\nsail = 'knot'", 4, "features.sail: there is no unit 'knot'; did you mean 'knots'?"),
        (
            "[features.sail]\nlasting = true",
            3,
            "features.sail: it must have one of words, order, several, unit and like, or both yes and no",
        ),
        (
            "[features]\nseen = { like = 'wind', many = true }",
            4,
            "features.seen: wind has no words of which there could be many",
        ),
        (
            "[features]\nseen = { words = ['a'], many = true }",
            4,
            ("features.seen: many goes with like only; a list of several words is written several = [...]"),
        ),
        ("[features]\nsail = 3", 4, "features: sail is 3; it must be a list of words, a unit or 'yes or no'"),
        (
            "[groups]\nfast = { wnd = { most = 1 } }",
            4,
            "groups.fast: there is no feature 'wnd'; did you mean 'wind'?",
        ),
        (
            "[actions.moor]\ncalled = 'x'",
            3,
            "actions.moor: it has no needs; if nothing is needed, write needs = {}",
        ),
        (
            "[actions.tack.needs]\nx = { anchored = false }",
            4,
            'actions.tack.needs.x: it names no rule; add rule = "..." with the id of one',
        ),
        (
            "[actions.tack.needs]\nx = { anchored = 'no', rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x: anchored is 'no'; it must be true or false",
        ),
        (
            "[actions.tack.needs]\nx = { rig = ['schooner'], rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x: rig is never 'schooner'; known are: sloop, brig, ship",
        ),
        (
            "[actions.tack.needs]\nx = { wind = 3, rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x: wind is 3; it must be a table such as { most = 20 }",
        ),
        (
            "[actions.tack.needs]\nx = { wind = { atmost = 3 }, rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x.wind: unknown key 'atmost'; did you mean 'most'?",
        ),
        (
            "[actions.tack.needs]\nx = { wind = { most = 'gail' }, rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x.wind: there is no number 'gail'; did you mean 'gale'?",
        ),
        (
            "[actions.tack.needs]\nx = { wind = { most = 'close' }, rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x.wind: close is a number of degrees, but wind one of knots",
        ),
        (
            "[actions.tack.needs]\nx = { anchored = false, rule = 'FOG-TACK-1', under = 'DEC-TACK=abel' }",
            4,
            "actions.tack.needs.x: DEC-TACK has no choice 'abel'; did you mean 'able'?",
        ),
        (
            "[actions.tack.needs]\nx = { rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x: it asks for nothing; name a feature and what it must be",
        ),
        (
            "[actions.tack.needs]\nx = { is = 'hardy', rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.needs.x: there is no group 'hardy'; did you mean 'handy'?",
        ),
        (
            "[actions.tack.needs]\nfre = { off = true }",
            4,
            "actions.tack.needs.fre: there is no 'fre' to leave out; did you mean 'free'?",
        ),
        (
            "[actions.tack.gives]\nx = { gives = { n = { number = 'brodside' } }, rule = 'FOG-TACK-1' }",
            4,
            "actions.tack.gives.x.gives.n: there is no number 'brodside'; did you mean 'broadside'?",
        ),
        (
            "[actions.tak.needs]\nfree = { off = true }",
            3,
            (
                "actions.tak: there is no action 'tak'; did you mean 'tack'? "
                "(a further action says what it is called)"
            ),
        ),
        (
            "[actions.tack.needs]\nwether = { anchored = true, rule = 'FOG-TACK-1' }",
            4,
            (
                "actions.tack.needs.wether: there is no 'wether' to replace; did you mean 'weather'? "
                "(call a further one otherwise)"
            ),
        ),
        (
            "[features]\nrig = ['raft']",
            4,
            (
                "features: the feature rig is there already; "
                'it can only get further words, without an order: { more = ["..."] }'
            ),
        ),
        ("[features]\nrig = { more = ['brig'] }", 4, "features.rig: rig can be 'brig' already"),
        (
            "[groups]\nhandy = { anchored = true }",
            4,
            "groups: the group handy is there already; needs use it, so name yours otherwise",
        ),
        (
            "[decisions.DEC-TACK]\nis = 'x'\nchoices = { x = 'X', y = 'Y' }",
            3,
            "decisions.DEC-TACK: it is there already; say what is played under [choices]",
        ),
        (
            "[readings]\nDEC-TACK = ['ably']",
            4,
            "readings: DEC-TACK has no choice 'ably'; did you mean 'able'?",
        ),
        (
            "[needs.x]\nanchored = true\nrule = 'FOG-TACK-1'",
            3,
            'needs.x: it is a need of no action; name some with of = ["..."]',
        ),
        (
            "[needs.x]\nof = ['tuck']\nanchored = true\nrule = 'FOG-TACK-1'",
            4,
            "needs.x: there is no action 'tuck'; did you mean 'tack'?",
        ),
        (
            "[needs.free]\nof = ['tack']\nanchored = true\nrule = 'FOG-TACK-1'",
            4,
            "needs.free: tack has a need free already; change it under [actions.tack.needs.free]",
        ),
        ("row = 3", 3, "rows are written as [[row]]"),
        ("[[row]]\ntable = 'speed'\ngives = {}\nrule = 'FOG-TACK-1'", 5, "row.0.gives: it gives nothing"),
        (
            "[[row]]\ntable = 'sped'\ngives = { reaching = 1 }\nrule = 'FOG-TACK-1'",
            4,
            "row.0: there is no 'sped' to replace; did you mean 'speed'? (call a further one otherwise)",
        ),
        (
            "[[row]]\ntable = 'speed'\ngives = { reacing = 1 }\nrule = 'FOG-TACK-1'",
            5,
            (
                "row.0.gives: there is no 'reacing' to replace; did you mean 'reaching'? "
                "(call a further one otherwise)"
            ),
        ),
        (
            "[[row]]\ntable = 'speed'\ngives = { reaching = 'fast' }\nrule = 'FOG-TACK-1'",
            5,
            "row.0.gives: reaching is 'fast'; it must be a number from 0 to 1000000",
        ),
        ("[numbers\n", 3, "is not valid TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_every_mistake_has_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(RulingError) as caught:
        extended(text)
    assert str(caught.value) == f"mine.toml, line {line}: {sentence}"
    assert (caught.value.path, caught.value.line) == ("mine.toml", line)


def test_the_head_of_a_file() -> None:
    with pytest.raises(RulingError, match=r"format is 'deduce\.ruling/2', but must be 'deduce\.ruling/1'"):
        parse_law('format = "deduce.ruling/2"', "x")
    with pytest.raises(RulingError, match=r"x, line 2: there are no rules 'frog' to extend"):
        parse_law('format = "deduce.ruling/1"\nextends = "frog"', "x", known)
    with pytest.raises(RulingError, match=r"none\.toml: cannot be read"):
        read_law("none.toml")


def test_a_file_that_must_come_from_others(tmp_path: Path) -> None:
    """Without a base most rules are missing: the file that lacks it is named, also behind another one."""
    (tmp_path / "alone.toml").write_text('format = "deduce.ruling/1"\n', "utf-8")
    (tmp_path / "mine.toml").write_text(HEAD.replace('"fog"', '"alone.toml"'), "utf-8")
    assert read_law(tmp_path / "mine.toml", known).actions == {}
    for name in ("alone.toml", "mine.toml"):
        with pytest.raises(RulingError) as caught:
            read_law(tmp_path / name, known, bases=("fog", "mist"))
        assert str(caught.value) == (
            f"{tmp_path / 'alone.toml'}: it stands on no rules, so most are missing; "
            'write extends = "fog" or extends = "mist", or the name of another file (.toml) beside this one'
        )
    (tmp_path / "alone.toml").write_text(HEAD, "utf-8")
    assert read_law(tmp_path / "mine.toml", known, bases=("fog", "mist")) == FOG
    with pytest.raises(
        RulingError, match=r'line 2: there are no rules \'frog\' .*; write extends = "fog", or'
    ):
        parse_law('format = "deduce.ruling/1"\nextends = "frog"', "x", known, bases=("fog",))


def test_procedures_name_their_rules() -> None:
    @procedure("FOG-LUFF-1", "FOG-LUFF-2")
    def luff() -> None:
        """Do nothing."""

    assert rules_of(luff) == ("FOG-LUFF-1", "FOG-LUFF-2")
    assert rules_of(len) == ()
    found = dict(procedures(__name__))
    assert found.keys() == {"FOG-LUFF-1", "FOG-LUFF-2"}
    assert "luff" in found["FOG-LUFF-1"][0]
    assert not dict(procedures("nowhere"))


class Untouchable(tuple[str, ...]):
    """What nobody may compare, since comparing laws is asked again and again."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    __hash__ = tuple.__hash__


def test_laws_that_say_the_same_are_equal() -> None:
    mine, same = (extended("[numbers]\nclose = 60\n") for _ in range(2))
    assert mine == same
    assert hash(mine) == hash(same)
    assert mine != FOG
    assert mine != extended("[numbers]\nclose = 61\n")
    needs = dict(reversed(FOG.actions["tack"].needs.items()))
    turned = {**FOG.actions, "tack": replace(FOG.actions["tack"], needs=needs)}
    assert replace(FOG, actions=turned) != FOG


def test_what_two_laws_share_is_not_looked_at_when_they_are_compared() -> None:
    """Advice and sheets are kept by the rules that are played, so this is asked at every prompt."""
    number = replace(FOG.declared["close"], rules=Untouchable(("FOG-TACK-1",)))
    mine = replace(FOG, declared={**FOG.declared, "close": number})
    assert mine == replace(mine, name="the same by another name")
