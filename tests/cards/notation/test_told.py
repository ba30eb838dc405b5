"""What is said aloud, in both languages: which figures to take off, and by which rule."""

from __future__ import annotations

import typing

import pytest

from cards.ledgers import change_of, ledger_of, played
from deduce.cards.engine.happenings import Happening
from deduce.cards.notation.english import ENGLISH
from deduce.cards.notation.french import FRENCH
from deduce.cards.notation.told import happenings_told, outcome_words

ARMIES = "Blue = a inf 12; c cav 8; g art 4; h inf 2\nRed = n inf 12 odf; o inf 3; r art 4\n"
TOLD = [
    (
        (),
        "a9 n4",
        [
            "9 against 4: a wins.",
            (
                "n loses: 1 killed, 1 confused (1st kill, CC-KILL-2); n 10/1/1; Blue picks, "
                "officers last (CC-KILL-6)."
            ),
            "a and n are engaged.",
        ],
        [
            "9 contre 4 : a gagne.",
            (
                "n perd : 1 mort, 1 en recul (1er mort, CC-KILL-2) ; n 10/1/1 ; Blue choisit, "
                "officiers en dernier (CC-KILL-6)."
            ),
            "a et n sont engagées.",
        ],
    ),
    (
        ("a9 n4",),
        "c5 o5",
        [
            "5 against 5: a tie; both lose (CC-COMB-8).",
            "c loses: 1 killed, 1 confused (1st kill, CC-COMB-8, CC-KILL-7); c 6/1/1; Red picks.",
            "o loses: 1 killed, 1 confused (1st kill, CC-COMB-8, CC-KILL-7); o 1/1/1; Blue picks.",
            "c and o are engaged.",
        ],
        [
            "5 contre 5 : égalité, les deux perdent (CC-COMB-8).",
            "c perd : 1 mort, 1 en recul (1er mort, CC-COMB-8, CC-KILL-7) ; c 6/1/1 ; Red choisit.",
            "o perd : 1 mort, 1 en recul (1er mort, CC-COMB-8, CC-KILL-7) ; o 1/1/1 ; Blue choisit.",
            "c et o sont engagées.",
        ],
    ),
    (
        (),
        "c9 o4 f",
        [
            "9 against 4: c wins.",
            (
                "o loses: 1 killed, 2 confused (1st kill, CC-KILL-2, CC-SPEC-3, CC-SPEC-4, 6 "
                "would be, CC-KILL-4); o 0/2/1; "
                "Blue picks."
            ),
            "c and o are engaged.",
            "o has no man in ranks: a mob, which runs when an enemy comes near (CC-MOB-3).",
            "c and o (1 man taken off) are engaged no more (CC-KILL-3).",
        ],
        [
            "9 contre 4 : c gagne.",
            (
                "o perd : 1 mort, 2 en recul (1er mort, CC-KILL-2, CC-SPEC-3, CC-SPEC-4, 6 "
                "devraient reculer, CC-KILL-4) ; "
                "o 0/2/1 ; Blue choisit."
            ),
            "c et o sont engagées.",
            "o n'a plus d'homme en rang, c'est la débandade : elle fuit à l'approche de l'ennemi (CC-MOB-3).",
            "c et o (1 mort à retirer) ne sont plus engagées (CC-KILL-3).",
        ],
    ),
    (
        (),
        "g>o w",
        [
            "2 balls spent; 2 left.",
            "o loses: 1 killed (CC-FIRE-2); o 2/0/0; the body is removed; Blue picks.",
        ],
        [
            "2 boulets ; il en reste 2.",
            "o perd : 1 mort (CC-FIRE-2) ; o 2/0/0 ; le corps est retiré ; Blue choisit.",
        ],
    ),
    (
        ("a9 o4",),
        "g>o",
        [
            "1 ball spent; 3 left.",
            "o loses: 1 killed (2nd kill, CC-FIRE-2, CC-FIRE-4); o 0/1/2; Blue picks.",
            "o has no man in ranks: a mob, which runs when an enemy comes near (CC-MOB-3).",
            "a and o (2 men taken off) are engaged no more (CC-KILL-3).",
        ],
        [
            "1 boulet ; il en reste 3.",
            "o perd : 1 mort (2e mort, CC-FIRE-2, CC-FIRE-4) ; o 0/1/2 ; Blue choisit.",
            "o n'a plus d'homme en rang, c'est la débandade : elle fuit à l'approche de l'ennemi (CC-MOB-3).",
            "a et o (2 morts à retirer) ne sont plus engagées (CC-KILL-3).",
        ],
    ),
    (
        ("n 3/0/0",),
        "a9 n4 n:o/d",
        [
            "9 against 4: a wins.",
            (
                "n loses: 1 killed, 1 confused (1st kill, CC-KILL-2); n 1/1/1; Blue picks, dead: "
                "officer, confused: drummer."
            ),
            "a and n are engaged.",
        ],
        [
            "9 contre 4 : a gagne.",
            (
                "n perd : 1 mort, 1 en recul (1er mort, CC-KILL-2) ; n 1/1/1 ; Blue choisit, "
                "mort : officier, en recul : "
                "tambour."
            ),
            "a et n sont engagées.",
        ],
    ),
    (
        ("o 0/1/0",),
        "g>o",
        [
            "1 ball spent; 3 left.",
            "o loses: 1 killed (CC-FIRE-2); o 0/0/0; the body is removed; Blue picks.",
            "o has nobody left.",
        ],
        [
            "1 boulet ; il en reste 3.",
            "o perd : 1 mort (CC-FIRE-2) ; o 0/0/0 ; le corps est retiré ; Blue choisit.",
            "o n'a plus personne.",
        ],
    ),
    (
        ("a 3/7/0",),
        "rally a +",
        ["a: 4 men back in ranks; a 7/3/0."],
        ["a : 4 hommes de retour en rang ; a 7/3/0."],
    ),
    (
        ("a 1/7/0",),
        "rally a",
        ["a: 1 man back in ranks; a 2/6/0."],
        ["a : 1 homme de retour en rang ; a 2/6/0."],
    ),
    ((), "rally a", ["a: 0 men back in ranks; a 12/0/0."], ["a : 0 homme de retour en rang ; a 12/0/0."]),
    (
        ("h 0/2/0",),
        "flee h out",
        ["h is off the field with 2 men (CC-MOB-4)."],
        ["h quitte le champ de bataille avec 2 hommes (CC-MOB-4)."],
    ),
    (
        (),
        "shuffle red",
        ["Red's pack is shuffled; all its cards are in it again (CC-DECK-2)."],
        ["Le jeu de Red est battu ; toutes ses cartes y sont de nouveau (CC-DECK-2)."],
    ),
    ((), "site 2 a", ["Site 2 (second): Blue."], ["Site 2 (deuxième) : Blue."]),
    ((), "site 2 -", ["Site 2 (second): nobody."], ["Site 2 (deuxième) : personne."]),
    ((), "end", ["Turn 2: Red."], ["Tour 2 : Red."]),
    ((), "9 4", ["9 against 4."], ["9 contre 4."]),
    ((), "9 ?", [], []),
    (
        (),
        "a? n4 won",
        [
            (
                "n loses: 1 killed, 1 confused (1st kill, CC-KILL-2); n 10/1/1; Blue picks, "
                "officers last (CC-KILL-6)."
            ),
            "a and n are engaged.",
        ],
        [
            (
                "n perd : 1 mort, 1 en recul (1er mort, CC-KILL-2) ; n 10/1/1 ; Blue choisit, "
                "officiers en dernier (CC-KILL-6)."
            ),
            "a et n sont engagées.",
        ],
    ),
    (
        ("site 1 a", "site 2 a"),
        "site 3 a",
        ["Site 3 (third): Blue.", "The battle is over: Blue wins (3 sites, CC-WIN-1)."],
        ["Site 3 (troisième) : Blue.", "La bataille est finie : Blue gagne (3 sites, CC-WIN-1)."],
    ),
    (
        (),
        "draw",
        ["The battle is over: a draw (CC-WIN-3)."],
        ["La bataille est finie : partie nulle (CC-WIN-3)."],
    ),
    (
        (),
        "resign",
        ["The battle is over: Red wins (CC-WIN-3)."],
        ["La bataille est finie : Red gagne (CC-WIN-3)."],
    ),
]


@pytest.mark.parametrize(("before", "line", "english", "french"), TOLD)
def test_what_is_said(before: tuple[str, ...], line: str, english: list[str], french: list[str]) -> None:
    for language, wanted in (("en", english), ("fr", french)):
        ledger = played(ledger_of("en", "", f"Language = {language}\n{ARMIES}"), *before)
        change = change_of(ledger, line)
        assert list(happenings_told(change.happenings, change.ledger)) == wanted


def test_both_languages_tell_everything_that_can_happen() -> None:
    """Each kind of happening has its sentence in both, and is among those above."""
    kinds = {*typing.get_args(Happening)}
    assert {*ENGLISH.sentences} == {*FRENCH.sentences} == kinds
    seen = {
        type(each)
        for before, line, _, _ in TOLD
        for each in change_of(played(ledger_of("en", "", ARMIES), *before), line).happenings
    }
    assert seen == kinds


def test_the_french_edition_speaks_french() -> None:
    ledger = ledger_of("fr", "", ARMIES)
    assert happenings_told(change_of(ledger, "end").happenings, ledger) == ("Tour 2 : Red.",)
    assert outcome_words(None, ledger) == ""
    assert ledger.sites[0].name == "premier"


def test_many_kills_have_the_right_ordinals() -> None:
    ledger = ledger_of("en", "", "Blue = a inf 999\nRed = n inf 999\n")
    for number in range(1, 24):
        lying = change_of(played(ledger, f"n {999 - number}/0/{number - 1}"), "ak n2")
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number not in {11, 12, 13} else "th"
        assert f"({number}{suffix} kill, " in happenings_told(lying.happenings, lying.ledger)[1]
