"""Lines at the table: what is asked, which answers are taken, what is refused and what is said aloud."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.ledgers import ledger_of, played
from deduce.cards.engine.ledger import Ledger
from deduce.cards.notation.parsed import parse_line
from deduce.cards.notation.typed import read
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Request

TENS = "Blue = a inf 10; b inf 10; c cav 10; g art 10\nRed = n inf 10; o inf 10; p cav 10; r art 10\n"
FEW = "Blue = a inf 3 odf; b inf 9; g art 4\nRed = n inf 3 odf; o inf 9; r art 4\n"
"""Foot of which every man is special."""


def asked(ledger: Ledger, text: str, *answers: str) -> tuple[str, tuple[str, ...]]:
    """Return what is asked."""
    found = read(ledger, text, answers)
    assert isinstance(found, Request)
    return found.question, found.choices


def entered(ledger: Ledger, text: str, *answers: str) -> str:
    """Return the entry that a line comes to, as the record writes it."""
    found = read(ledger, text, answers)
    assert isinstance(found, Entry)
    assert not parse_line(found.text, ledger).comment
    # What is in the record needs no question any more.
    again = read(ledger, found.text, ())
    assert isinstance(again, Entry)
    assert again.text == found.text
    return found.text


def refused(ledger: Ledger, text: str, *answers: str, kind: type[LineError] = ImpossibleError) -> str:
    with pytest.raises(kind) as caught:
        read(ledger, text, answers)
    return str(caught.value)


# --- What is asked ---------------------------------------------------------------------------------


def test_the_cards() -> None:
    ledger = ledger_of("en", "", TENS)
    assert asked(ledger, "a n f") == ("the cards of a and of n, such as 9 4?", ())
    assert entered(ledger, "a n f", "9 4") == "a9 n4 f"
    assert entered(ledger, "a n", " K  10 ") == "ak nt"
    assert asked(ledger, "a n", "? 4") == ("who won: a, n or tied?", ("a", "n", "tied"))
    assert entered(ledger, "a n", "? 4", "a") == "a? n4 won"
    for wrong in ("", "9", "9 4 3", "a9 n 4"):
        assert "not two cards" in refused(ledger, "a n", wrong, kind=LineError)
    assert refused(ledger, "a n", "9 x", kind=LineError).startswith("'x' is no card")


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("a", "won"),
        ("n", "lost"),
        ("tied", "tied"),
        ("N", "lost"),
        (" a ", "won"),
        ("égal", "tied"),
        ("perd", "lost"),
    ],
)
def test_who_won(answer: str, word: str) -> None:
    """The starter's side of it is written: a won or lost."""
    ledger = ledger_of("en", "", TENS)
    assert asked(ledger, "a? n4") == ("who won: a, n or tied?", ("a", "n", "tied"))
    assert entered(ledger, "a? n4", answer) == f"a? n4 {word}"


def test_who_won_is_only_asked_where_the_cards_do_not_say_it() -> None:
    ledger = ledger_of("en", "", TENS)
    assert entered(ledger, "ac n4") == "ac n4"
    assert asked(ledger, "a>3 n4") == ("who won: a or tied?", ("a", "tied"))
    assert asked(ledger, "a<5 n4") == ("who won: n or tied?", ("n", "tied"))
    # An answer that cannot be is refused like a line that cannot be.
    assert refused(ledger, "a? n4", "b", kind=LineError) == "'b': say who won, a, n or tied"
    assert refused(ledger, "a>3 n4", "n") == (
        "by the cards a>3 n4 a won or tied, not lost; a card is wrong, or cover (+3) was left "
        "out or is too much "
        "(CC-COMB-7); put a ! behind the line if it is so all the same"
    )


def test_how_many_became_confused() -> None:
    """CC-SPEC-1: where a gun won with a card that nobody saw."""
    ledger = ledger_of("en", "", TENS)
    assert asked(ledger, "g? n2 won") == ("how many of n became confused?", ("2", "3", "4", "5"))
    assert entered(ledger, "g? n2", "g", "5") == "g? n2 won 5"
    assert entered(ledger, "g? n9 won", "4") == "g? n9 won 4"
    assert entered(ledger, "gc n4") == "gc n4"
    for wrong in ("", "6", "1", "five", "-2", "3 4", "\u0665", "9" * 99):
        assert refused(ledger, "g? n2 won", wrong, kind=LineError).endswith("it must be 2, 3, 4, 5")
    enemy = played(ledger, "end")
    assert asked(enemy, "n2 g? lost")[0] == "how many of n became confused?"
    assert entered(enemy, "n2 g? lost", "3") == "n2 g? lost 3"


def test_which_of_several_bears_it() -> None:
    """DEC-33: asked after who won, and not where the starter lost."""
    ledger = ledger_of("fr", "DEC-33=pooled", TENS)
    assert asked(ledger, "a9 n4 & o") == ("which of n o bears it?", ("n", "o"))
    assert entered(ledger, "a9 n4 & o", "o") == "a9 n4 & o hits o"
    assert entered(ledger, "a4 n9 & o") == "a4 n9 & o"
    assert asked(ledger, "a? n9 & o") == ("who won: a, n, o or tied?", ("a", "n", "o", "tied"))
    assert entered(ledger, "a? n9 & o", "o") == "a? n9 & o lost"
    assert entered(ledger, "a? n9 & o", "tied", "n") == "a? n9 & o tied hits n"
    assert refused(ledger, "a9 n4 & o", "p", kind=LineError) == "'p' is none of n o"


def test_which_special_men() -> None:
    """CC-KILL-6: where some must be hit, and not all alike; on a tie in both units."""
    ledger = ledger_of("en", "", FEW)
    question = "which of o d f of n: 1 dead, 1 confused, such as o/d?"
    assert asked(ledger, "a9 n4") == (question, ("o/d", "o/f", "d/o", "d/f", "f/o", "f/d"))
    assert entered(ledger, "a9 n4", "d/o") == "a9 n4 n:d/o"
    assert entered(ledger, "a9 n4 n:f/d") == "a9 n4 n:f/d"
    assert asked(ledger, "a4 n9")[0] == "which of o d f of a: 1 dead, 1 confused, such as o/d?"
    assert entered(ledger, "a4 n9", "f/d") == "a4 n9 a:f/d"
    assert asked(ledger, "a4 n4")[0] == "which of o d f of a: 1 dead, 1 confused, such as o/d?"
    assert asked(ledger, "a4 n4", "o/d")[0] == question
    assert entered(ledger, "a4 n4", "o/d", "f/o") == "a4 n4 n:f/o a:o/d"
    for wrong, sentence in (
        ("-", "of n's special men 1 must die and 1 become confused"),
        ("o", "of n's special men 1 must die and 1 become confused"),
        ("o/df", "of n's special men 1 must die and 1 become confused"),
        ("x/d", "'x' names no men; write o, d and f for officer, drummer and flag, or - for nobody"),
        ("n4 b9", "'n4 b9' names no men; write o, d and f for officer, drummer and flag, or - for nobody"),
        ("", "'' names no men; write such as o/df, or - for nobody"),
        ("c/o", "confused men of n cannot be killed; House = DEC-23=any changes that"),
    ):
        assert refused(ledger, "a9 n4", wrong, kind=LineError) == sentence


def test_which_special_man_was_shot() -> None:
    ledger = ledger_of("en", "", FEW)
    assert asked(ledger, "g>n") == ("which of o d f of n: 1 dead, such as o?", ("o", "d", "f"))
    assert entered(ledger, "g>n w", "d") == "g>n w n:d"
    assert entered(ledger, "g>o") == "g>o"
    assert (
        refused(ledger, "g>n", "od", kind=LineError) == "of n's special men 1 must die and 0 become confused"
    )
    mob = played(ledger, "n 0/3/0")
    assert asked(mob, "g>n")[1] == ("o", "d", "f")
    assert entered(mob, "g>n", "f") == "g>n n:f"


def test_who_is_hit_alike_is_not_asked() -> None:
    """Two left, both special: one dies and one becomes confused, so that is asked; of one left it is not."""
    ledger = played(ledger_of("en", "", FEW), "n 2/0/0")
    assert asked(ledger, "a9 n4")[0] == "which of o d of n: 1 dead, 1 confused, such as o/d?"
    assert entered(played(ledger, "n 1/0/0"), "a9 n4") == "a9 n4"
    # In the French edition the winner picks as he likes, and need not say it.
    assert entered(ledger_of("fr", "", FEW), "a9 n4") == "a9 n4"


# --- What is refused -------------------------------------------------------------------------------


def test_what_cannot_be_is_refused_before_more_is_asked() -> None:
    ledger = played(ledger_of("en", "", FEW), *["bk o2"] * 4)
    message = refused(ledger, "ak n4")
    assert message.startswith("Blue's pack has 4 of k, and they were turned up in entries 1, 2, 3 and 4;")
    assert message.endswith("(CC-DECK-1); put a ! behind the line if it is so all the same")
    assert asked(ledger, "ak n4 !")[0].startswith("which of o d f of n")
    found = read(ledger, "ak n4 !", ("o/d",))
    assert isinstance(found, Entry)
    assert (found.text, found.said[0][:32]) == ("ak n4 n:o/d !", "Careful: Blue's pack has 4 of k,")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("a9 n4 lost", "by the cards a9 n4 a won, not lost"),
        ("a9 n4 3", "1 become confused by the rules, not 3"),
        ("free a n", "a and n are not engaged with each other"),
        ("engage a n", "units become engaged by fighting"),
        ("fallen red", "a commander cannot be hit"),
        ("capture a r", "cannon are not captured"),
        ("a9 n4 n:o", "n has no officer in ranks"),
    ],
)
def test_what_cannot_be_is_refused_unless_somebody_insists(line: str, sentence: str) -> None:
    ledger = ledger_of("en", "", TENS)
    assert refused(ledger, line).startswith(sentence)
    found = read(ledger, f"{line} !", ())
    assert isinstance(found, Entry)
    assert found.text == f"{line} !"
    assert found.said[0].startswith(f"Careful: {sentence}")


def test_what_the_rules_refuse_in_both_languages() -> None:
    """Why is said in the record's language, and so is how to insist."""
    for name, tail in (
        ("en", "; put a ! behind the line if the table decided otherwise"),
        ("fr", " ; mettez un ! derrière la ligne si la table en a décidé autrement"),
    ):
        ledger = ledger_of(name, "", TENS)
        message = refused(ledger, "n9 a4")
        assert "(CC-TURN-1)" in message
        assert message.endswith(tail)
        assert isinstance(read(ledger, "n9 a4 !", ()), Entry)


def test_a_pack_that_was_counted_is_kept_in_any_case() -> None:
    """What was counted is true; an entry may be wrong."""
    found = read(ledger_of("en", "", TENS), "left 50", ())
    assert isinstance(found, Entry)
    assert found.text == "left 50"
    assert found.said == tuple(
        f"Careful: 52 cards should be left to {name}, not 50: 2 combats were not entered (CC-DECK-2)."
        for name in ("Blue", "Red")
    )


def test_after_the_end() -> None:
    ledger = played(ledger_of("en", "", TENS), "draw")
    for line in ("a9 n4", "end", "left 52", "end !"):
        assert refused(ledger, line) == "the battle is over; undo takes the last line back"


def test_marks_and_comments_are_written() -> None:
    found = read(ledger_of("en", "", TENS), "  A9,N4   #  we both saw it ", ())
    assert isinstance(found, Entry)
    assert found.text == "a9 n4 #  we both saw it"


@settings(max_examples=150)
@given(
    st.sampled_from(
        ["a n", "a? n4", "a>3 n4", "g? n2 won", "a9 n4", "a4 n4", "g>n", "g n", "a? n? w", "g? r?"]
    ),
    st.lists(
        st.sampled_from(["9 4", "? ?", "a", "n", "tied", "3", "1", "o/d", "d/f", "o", "f/o", "-", ""])
        | st.text(max_size=5),
        max_size=5,
    ),
    st.sampled_from(["en", "fr"]),
)
def test_answers_are_taken_or_refused_in_a_sentence(line: str, answers: list[str], name: str) -> None:
    """Whatever is answered: a question, an entry that needs none any more, or one sentence."""
    ledger = ledger_of(name, "", FEW)
    found: Entry | Request | str
    try:
        found = read(ledger, line, tuple(answers))
    except LineError as error:
        found = str(error)
    if isinstance(found, str):
        assert 5 < len(found) < 300
        assert "\n" not in found
        return
    if isinstance(found, Entry):
        again = read(ledger, found.text, ())
        assert isinstance(again, Entry)
        assert again.said == found.said
        return
    assert found.question.endswith("?")
    for choice in found.choices:
        # What is offered is taken: at most the next question follows.
        following = read(ledger, line, (*answers, choice))
        assert isinstance(following, Entry) or following.question != found.question
