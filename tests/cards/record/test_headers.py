"""Headers of a battle: what they say, and every way to get them wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.ledgers import ARMIES, begun, ledger_of
from deduce.cards.edition import edition_of
from deduce.cards.engine.units import SPECIALS, Arm, Cover, Unit
from deduce.cards.record.armies import ArmyError, army_text, read_army, standard_army
from deduce.cards.record.beginning import interview
from deduce.tabletop.errors import RecordError


def refused(headers: str, folder: Path | None = None) -> str:
    with pytest.raises(RecordError) as caught:
        begun(headers, folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


# --- What they say ---------------------------------------------------------------------------------


def test_without_any_header() -> None:
    """DEC-10: two sides with the recommended army, by the English edition."""
    found = begun("")
    ledger = found.state
    assert (ledger.edition, ledger.sides, ledger.active, ledger.language) == (
        edition_of("en"),
        ("Blue", "Red"),
        0,
        "en",
    )
    assert army_text(ledger.of_side(0)) == "a inf 12 odf; b inf 12 odf; c cav 8; d art 4 1gun"
    assert army_text(ledger.of_side(1)) == "n inf 12 odf; o inf 12 odf; p cav 8; q art 4 1gun"
    assert [site.name for site in ledger.sites] == ["first", "second", "third", "fourth"]
    assert [pack.size for pack in ledger.packs] == [52, 52]
    assert (found.seats, found.also, found.misfits) == (("Blue", "Red"), {"left": 0, "right": 1}, ())


def test_every_header() -> None:
    found = begun(
        "Game = cards\nEdition = fr\nHouse = dec-20=lapse, balls.stock = 6\nSides = Nord, Sud\nFirst = sud\n"
        "NORD = a inf 12 odf; b art 4 2 canons\nSud = c inf 12 fo barricade; d art 4 2guns mur\n"
        "Pack = 52 -k +3, 32\nSites = pont, village, colline\nWorth = 1 1/2 2.5\nLanguage = English\n"
        "Players = Ann and Ben\ndate = 2026-11-19\n"
    )
    ledger = found.state
    assert ledger.edition == edition_of("fr", "DEC-20=lapse, balls.stock=6")
    assert (ledger.sides, ledger.active, ledger.language) == (("Nord", "Sud"), 1, "en")
    assert ledger.units["c"] == Unit("c", 1, Arm.FOOT, 12, specials="fo", cover=Cover.REDOUBT)
    assert ledger.units["d"] == Unit("d", 1, Arm.GUNS, 4, cannon=2, cover=Cover.WALL)
    assert [pack.full for pack in ledger.packs] == [
        (4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3),
        (4, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4),
    ]
    assert ([site.name for site in ledger.sites], tuple(ledger.worth)) == (
        ["pont", "village", "colline"],
        ("1", "1/2", "5/2"),
    )
    assert found.others == {"Players": "Ann and Ben", "date": "2026-11-19"}
    assert ledger.balls == (6, 6)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [("52", [52, 52]), ("104", [104, 104]), ("32", [32, 32]), ("52, 52", [52, 52]), ("52 -k, 32", [51, 32]),
     ("32 +2 +2 -A", [33, 33]), ("52 -10 -1", [50, 50]), ("988", [988, 988])],
)  # fmt: skip
def test_dec_1_packs(text: str, sizes: list[int]) -> None:
    assert [pack.size for pack in begun(f"Pack = {text}").state.packs] == sizes


def test_cards_only() -> None:
    for word in ("none", "None", "aucune"):
        ledger = begun(f"Units = {word}").state
        assert (ledger.roster, ledger.balls, ledger.outcome) == ((), (0, 0), None)


@pytest.mark.parametrize("word", ["fr", "FR", "français", "French"])
def test_language(word: str) -> None:
    ledger = begun(f"Language = {word}").state
    assert (ledger.language, ledger.edition.name, ledger.sites[1].name) == ("fr", "en", "deuxième")


def test_numbers_of_sites() -> None:
    assert [site.name for site in begun("Sites = 2").state.sites] == ["first", "second"]
    assert begun("Sites = 0").state.sites == ()
    assert len(begun("House = sites.count=9").state.sites) == 9


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    text = 'format = "deduce.ruling/1"\nextends = "fr"\n[numbers]\n"balls.stock" = 9\n'
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    assert begun("Edition = mine.toml", tmp_path).state.balls == (9, 9)


def test_cc_set_4_sides_that_are_not_equal() -> None:
    """CC-SET-4, DEC-10: as many men and as many cannon; the battle goes on all the same."""
    found = begun("Edition = en\nBlue = a inf 12; g art 4 2guns\nRed = n inf 10; r art 4\n")
    remedy = "both sides have as many; if that is agreed, write Handicap = agreed"
    assert [(each.message, each.rule, each.line) for each in found.misfits] == [
        (f"Blue has 16 men and Red 14; {remedy}", "CC-SET-4", 2),
        (f"Blue has 2 cannon and Red 1; {remedy}", "CC-SET-4", 2),
    ]
    assert begun(ARMIES).misfits == ()
    agreed = begun("Handicap = agreed\nBlue = a inf 12; g art 4 2guns\nRed = n inf 10; r art 4\n")
    assert agreed.misfits == ()


def test_cc_set_4_is_asked_about_before_a_battle() -> None:
    """Whoever agreed on a handicap hears of it once, and never again."""
    for answer, is_kept in (("", True), ("n", False)):
        asking = interview({})
        next(asking)
        for said in ("en", "", "a inf 12", "n inf 10"):
            prompt = asking.send(said)
        assert "Blue has 12 men and Red 10" in prompt.question
        prompt = asking.send("perhaps")
        assert prompt.complaint == "'perhaps' is neither y nor n"
        with pytest.raises(StopIteration) as ended:
            asking.send(answer)
        assert ("Handicap = agreed" in ended.value.value) is is_kept


# --- What is wrong with them -----------------------------------------------------------------------

WRONG = [
    ("Game = chess", "Game = 'chess': this is a record of another game"),
    (
        "Edition = eng",
        "Edition = eng: there is no edition 'eng'; did you mean 'en'? (a file of your own ends in .toml)",
    ),
    ("House = DEC-20=laps", "House = DEC-20=laps: DEC-20 has no choice 'laps'; did you mean 'lapse'?"),
    ("House = lapse", "House = lapse: house rule 'lapse' says nothing; write lapse=WHAT"),
    ("Sides = Blue", "Sides = 'Blue': name the two sides, such as Blue, Red"),
    ("Sides = Blue, Red, Green", "Sides = 'Blue, Red, Green': name the two sides, such as Blue, Red"),
    ("Sides = Red, red", "Sides = 'Red, red': name the two sides, such as Blue, Red"),
    ("Sides = Éric, Eric", "Sides = 'Éric, Eric': name the two sides, such as Blue, Red"),
    ("Sides = A, B", "Sides = 'A' cannot be the name of a side; write one word of at least two letters"),
    (
        "Sides = The Blue, Red",
        "Sides = 'The Blue' cannot be the name of a side; write one word of at least two letters",
    ),
    (
        "Sides = Red, pack",
        "Sides = 'pack' cannot be the name of a side; write one word of at least two letters",
    ),
    (
        "Sides = Red, Date",
        "Sides = 'Date' cannot be the name of a side; write one word of at least two letters",
    ),
    ("First = Green", "First = 'Green': known are: Blue, Red"),
    ("Sides = Redan, Reds\nFirst = red", "First = 'red': did you mean 'Reds'?"),
    ("Pack = many", "Pack = 'many': write how many cards, and what is missing, such as 52 -k"),
    (
        "Pack = 52, 52, 52",
        "Pack = '52, 52, 52': name one pack for both sides or one for each, such as 52, 52 -k",
    ),
    (
        "Pack = 40",
        (
            "Pack = '40': there are packs of 52, of 32 and several of 52; what is missing "
            "stands behind, as in "
            "52 -k"
        ),
    ),
    (
        "Pack = 0",
        (
            "Pack = '0': there are packs of 52, of 32 and several of 52; what is missing stands "
            "behind, as in 52 -k"
        ),
    ),
    ("Pack = 52 k", "Pack = 'k' is no card more or less; write such as -k or +3"),
    ("Pack = 52 -c", "Pack = '-c' is no card more or less; write such as -k or +3"),
    ("Pack = 32 -2", "Pack = '-2': there are not so many of that rank"),
    ("Pack = 52 -k -k -k -k -k", "Pack = '-k': there are not so many of that rank"),
    ("Pack = 52,", "Pack = '': write how many cards, and what is missing, such as 52 -k"),
    (
        "Pack = \u0665\u0662",
        "Pack = '\u0665\u0662': write how many cards, and what is missing, such as 52 -k",
    ),
    ("Sites = a,,b", "Sites = 'a,,b': name the sites, at most 9, such as village, bridge, rise, woods"),
    ("Sites = 12", "Sites = '12': name the sites, at most 9, such as village, bridge, rise, woods"),
    (
        "Sites = 1,2,3,4,5,6,7,8,9,10",
        ("Sites = '1,2,3,4,5,6,7,8,9,10': name the sites, at most 9, such as village, bridge, rise, woods"),
    ),
    ("Worth = 1 2", "Worth = '1 2': write the worth of a killed man, a confused man, a broken unit: 1 1/2 2"),
    ("Units = some", "Units = 'some': write none to keep only the cards, or leave it out"),
    (
        "Units = none\nRed = n inf 9",
        "Red = ...: there are no units, as Units = none says; take one of the two out",
    ),
    ("Blue =", "Blue = ...: name at least one unit, such as a inf 12 odf"),
    ("Blue = ;", "Blue = ...: name at least one unit, such as a inf 12 odf"),
    (
        "Blue = a inf",
        "Blue = ...: 'a inf' is no unit; write its letter, its kind and its men, such as a inf 12 odf",
    ),
    ("Blue = aa inf 9", "Blue = ...: 'aa' is no letter for a unit; write one from a to z"),
    (
        "Blue = é inf 9 !",
        (
            "Blue = ...: '!' of e makes no sense; behind the men stand odf for officer, drummer and flag, "
            "2guns, and wall, redoubt, trench or woods"
        ),
    ),
    ("Blue = 1 inf 9", "Blue = ...: '1' is no letter for a unit; write one from a to z"),
    ("Blue = a ifn 9", "Blue = ...: 'ifn' is no kind of unit; did you mean 'inf'?"),
    ("Blue = a inf many", "Blue = ...: 'many' is no number of men of a; write 1 to 999"),
    ("Blue = a inf 0", "Blue = ...: '0' is no number of men of a; write 1 to 999"),
    ("Blue = a inf 1000", "Blue = ...: '1000' is no number of men of a; write 1 to 999"),
    ("Blue = a inf 2 odf", "Blue = ...: a has more officers, drummers and flags than men"),
    (
        "Blue = a inf 9 oo",
        (
            "Blue = ...: 'oo' of a makes no sense; behind the men stand odf for officer, drummer and "
            "flag, 2guns, and wall, redoubt, trench or woods"
        ),
    ),
    ("Blue = a inf 9 2guns", "Blue = ...: a has cannon, but only artillery (art) has"),
    (
        "Blue = a art 9 2guns 1gun",
        "Blue = ...: the cannon of a are counted twice; write them once, such as 2guns",
    ),
    ("Blue = a inf 9; a cav 8", "Blue = ...: two units are called a; give each a letter of its own"),
    (
        "Blue = a inf 9\nRed = a inf 9",
        "Red = ...: a is a unit of Blue already; give every unit a letter of its own",
    ),
    ("Red = a inf 9", "Red = ...: a is a unit of Blue already; give every unit a letter of its own"),
    ("Blue = n inf 9", "Blue = ...: n is a unit of Red already; give every unit a letter of its own"),
    ("Edition = en\nEdition = fr", "Edition stands there twice; take one out"),
    ("Blue = a inf 9\nBLUE = b inf 9", "BLUE stands there twice; take one out"),
    ("Hosue = DEC-20=lapse", "there is no header 'Hosue'; did you mean 'House'?"),
    ("Bleu = a inf 9", "there is no side 'Bleu'; there are Blue and Red"),
    ("Rde = n inf 9", "there is no side 'Rde'; there are Blue and Red"),
    ("Green = n inf 9", "there is no side 'Green'; there are Blue and Red"),
]


@pytest.mark.parametrize(("headers", "sentence"), WRONG)
def test_what_is_wrong(headers: str, sentence: str) -> None:
    """One sentence, with the file and the line: the last one of those given."""
    line = 1 + headers.count("\n")
    assert refused(headers) == f"battle.txt, line {line}: {sentence}"


def test_a_worth_that_is_no_number() -> None:
    assert refused("\nWorth = 1 x 2").startswith("battle.txt, line 2: Worth = '1 x 2': ")
    assert refused("Worth = 1 1/0 2").startswith("battle.txt, line 1: Worth = '1 1/0 2': ")
    assert refused("Language = Klingon").startswith("battle.txt, line 1: Language = ")


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        (
            "deck.cards=0 0 0 0 0 0 0 0 0 0 0 0 0",
            "a pack has no cards at all; deck.cards says how many there are of each rank",
        ),
        ("army.infantry.units=14", "the standard army has 16 units; it must have 1 to 13"),
        (
            "army.infantry.units=0, army.cavalry.units=0, army.artillery.units=0",
            "the standard army has 0 units; it must have 1 to 13",
        ),
        ("army.infantry.men=0", "army.infantry.men is 0; it must be 1 to 999"),
        ("army.cavalry.men=1000", "army.cavalry.men is 1000; it must be 1 to 999"),
    ],
)
def test_house_rules_that_leave_no_battle(house: str, sentence: str) -> None:
    assert refused(f"House = {house}") == f"battle.txt: {sentence}"


def test_small_armies_have_as_many_special_men_as_men() -> None:
    assert ledger_of("en", "army.infantry.men=2", "").units["a"].specials == "od"


def test_packs_of_other_sizes_than_52() -> None:
    house = "House = deck.cards=2 2 2 2 2 2 2 2 2 2 2 2 2\n"
    assert begun(house).state.packs[0].size == 26
    assert begun(house + "Pack = 52").state.packs[0].full == (4,) * 13
    empty = "House = deck.cards=0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    assert "nothing is left" in refused(empty + "Pack = 32 " + "-a -7 -8 -9 -t -j -q -k " * 4)


# --- Armies as text --------------------------------------------------------------------------------


@st.composite
def armies(draw: st.DrawFn) -> tuple[Unit, ...]:
    letters = draw(
        st.lists(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=26, unique=True)
    )
    return tuple(
        Unit(
            letter,
            0,
            arm := draw(st.sampled_from(Arm)),
            draw(st.integers(3, 999)),
            specials="".join(draw(st.permutations([*SPECIALS]))[: draw(st.integers(0, 3))]),
            cannon=draw(st.integers(0, 99)) if arm is Arm.GUNS else 0,
            cover=draw(st.sampled_from(Cover)),
        )
        for letter in letters
    )


@given(armies())
def test_armies_are_read_as_they_are_written(army: tuple[Unit, ...]) -> None:
    """Also an officer alone, and a redoubt without one."""
    assert read_army(army_text(army), 0) == army


def test_one_letter_is_an_officer_and_no_redoubt() -> None:
    assert read_army("a inf 9 o", 0)[0].specials == "o"
    assert read_army("a inf 9 redoubt", 0)[0] == Unit("a", 0, Arm.FOOT, 9, cover=Cover.REDOUBT)


@settings(max_examples=200)
@given(
    st.text(max_size=50)
    | st.lists(st.sampled_from(["a", "inf", "9", "odf", "2guns", "wall", ";", "²", "-"])).map(" ".join)
)
def test_armies_that_make_no_sense(text: str) -> None:
    try:
        army = read_army(text, 0)
    except ArmyError as error:
        sentence = str(error)
    else:
        assert read_army(army_text(army), 0) == army
        return
    assert 5 < len(sentence) < 250


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    "Game",
                    "Edition",
                    "House",
                    "Sides",
                    "First",
                    "Pack",
                    "Sites",
                    "Worth",
                    "Units",
                    "Blue",
                    "Rd",
                ]
            ),
            st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20)
            | st.sampled_from(
                ["cards", "fr", "DEC-20=lapse", "²", "9,9", "-", "52 -k", "1 1 1", "none", "a inf 9"]
            ),
        ),
        max_size=4,
    )
)
def test_headers_that_make_no_sense(headers: list[tuple[str, str]]) -> None:
    """A ledger, or one sentence with the file."""
    text = "".join(f"{key} = {value}\n" for key, value in headers)
    sentence = "battle.txt"
    try:
        begun(text)
    except RecordError as error:
        sentence = str(error)
    assert sentence.startswith("battle.txt")
    assert len(sentence) < 400


def test_standard_armies_have_letters_of_their_own() -> None:
    left, right = (standard_army(edition_of("fr"), side) for side in range(2))
    assert not {unit.letter for unit in left} & {unit.letter for unit in right}
    assert sum(unit.men for unit in left) == sum(unit.men for unit in right) == 36
