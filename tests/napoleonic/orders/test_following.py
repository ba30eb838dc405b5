"""What was sealed, declared and opened, entry by entry; what is void; and every way to cheat."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.orders.opening import silent_lines
from deduce.napoleonic.orders.seals import line_code, line_salt
from deduce.napoleonic.orders.sheet import parse_sheet
from deduce.napoleonic.orders.state import Fate
from deduce.tabletop.seals import ALPHABET
from napoleonic.orders.played import BOOK, KEYS, about, opening, own, played, seal, whole

SHEET = "3 charge k; 5 order harass; 7 evade"
SEALED = seal(SHEET)


def test_a_whole_half() -> None:
    """Sealed, declared, opened when it touches, and all of it checked at the end."""
    end = played(
        SEALED, seal("k order hold", 1), "declare 3 charge", "7 evade", "q", opening("3", "charge k"),
        f"open all {whole(SHEET)} | {whole('k order hold', 1)}",
    )  # fmt: skip
    assert end.faults == ()
    [charge, evade] = end.orders.declared
    assert (charge.unit, charge.other, charge.fate, charge.moment, charge.finished) == (
        "3", "k", Fate.TOUCHED, 0, 1,
    )  # fmt: skip
    assert (evade.unit, evade.deed, evade.fate) == ("7", "evade", Fate.DECLARED)
    assert [sealed.opened for sealed in end.orders.sealed] == [7, 7]


def test_nap_charge_8_the_unit_is_said_and_the_target_is_not() -> None:
    """State after the declaration: charger public, target hidden, until the line is opened."""
    [charge] = played(SEALED, "3 charge").orders.declared
    assert (charge.unit, charge.is_hidden, charge.other) == ("3", True, "")
    for text in ("declare 3 charge", "3 charge sealed", "3 charges hidden", "3 charge ?"):
        assert played(SEALED, text).orders.declared == (charge,)
    [touched] = played(SEALED, "3 charge", "q", opening("3", "charge k")).orders.declared
    assert (touched.is_hidden, touched.other, touched.finished) == (False, "k", 1)
    early = played(SEALED, opening("3", "charge k"))
    assert early.found == [(2, opening("3", "charge k"), "NAP-CHARGE-8")]
    assert "nobody has to see at whom it would be" in early.messages
    unsaid = played("3 charge", "3 touched")
    assert unsaid.found == [(2, "3 touched", "NAP-CHARGE-8")]


@pytest.mark.parametrize(("fate", "other"), [("diverted", "e2"), ("stopped", ""), ("missed", "")])
def test_nap_charge_8_what_does_not_touch_is_not_opened(fate: str, other: str) -> None:
    """Diversion and stop do not open the sheet; whoever opens it then did not have to."""
    text = f"3 {fate} {other}".strip()
    end = played(SEALED, "3 charge", "q", text)
    [charge] = end.orders.declared
    assert (end.faults, charge.is_hidden, charge.fate, charge.diverted) == ((), True, fate, other)
    late = played(SEALED, "3 charge", text, opening("3", "charge k"))
    assert [found[2] for found in late.found] == ["NAP-CHARGE-8"]


def test_nap_charge_6_what_is_written_counts_and_not_what_was_said() -> None:
    end = played(SEALED, "3 charge e2", "q", opening("3", "charge k"))
    assert end.found == [(2, "3 charge e2", "NAP-CHARGE-6")]
    assert end.orders.declared[0].other == "k"
    assert played(SEALED, "3 charge k", "q", opening("3", "charge k")).faults == ()


def test_nap_charge_9_declared_and_not_written_is_void() -> None:
    """Found when its line is opened, which shows that nothing stands there; or at the end."""
    texts = (SEALED, "5 charge", "q", opening("5", "none"))
    end = played(*texts)
    assert end.found == [(2, "5 charge", "NAP-CHARGE-9")]
    assert end.orders.declared[0].fate is Fate.VOID
    assert played(*texts, f"open all {whole(SHEET)}").found == end.found
    late = played(SEALED, "5 charge", "7 evade", "q", f"open all {whole(SHEET)}")
    assert late.found == [(2, "5 charge", "NAP-CHARGE-9")]
    assert [each.fate for each in late.orders.declared] == [Fate.VOID, Fate.DECLARED]
    other = played(SEALED, "7 charge", "q", opening("7", "evade"))
    assert other.found == [(2, "7 charge", "NAP-CHARGE-9")]


def test_nap_charge_9_written_and_not_declared_is_void() -> None:
    """It is nobody's fault, and never happened."""
    sheet = parse_sheet(SHEET, BOOK).orders
    end = played(SEALED, "3 charge", "q", f"open all {whole(SHEET)}")
    assert end.faults == ()
    assert silent_lines(end.orders, 0, 0, sheet) == ("7",)
    assert silent_lines(played("7 evade").orders, 0, 0, sheet) == ("3",)
    assert silent_lines(played("7 charge").orders, 0, 0, sheet) == ("3", "7")
    assert silent_lines(played("q", "q", "7 evade", "3 charge").orders, 0, 0, sheet) == ("3", "7")


def test_nap_evade_2_is_written_and_declared_like_a_charge() -> None:
    end = played(SEALED, "5 evade", f"open all {whole(SHEET)}")
    assert end.found == [(2, "5 evade", "NAP-EVADE-2")]
    assert played(SEALED, "7 evade", opening("7", "evade")).faults == ()


@pytest.mark.parametrize(
    "text", ["5 evade k compelled", "5 charge e2 uncontrolled", "5 counter k", "5 contre-charge k"]
)
def test_what_nobody_writes_is_never_void(text: str) -> None:
    """Compelled evades, counter-charges (NAP-COUNTER-1), uncontrolled advances (NAP-CHARGE-11)."""
    assert played(SEALED, text, f"open all {whole(SHEET)}").faults == ()


def test_a_sheet_in_the_record() -> None:
    """An umpire's: what is declared gets its target from it, and what it does not have is void at once."""
    end = played(
        f"write French H1 {SHEET}", "write English H1 none", "3 charge", "5 charge", "e2 charge 3", me=None
    )
    assert end.found == [(4, "5 charge", "NAP-CHARGE-9"), (5, "e2 charge 3", "NAP-CHARGE-9")]
    assert [(each.unit, each.other, each.fate) for each in end.orders.declared] == [
        ("3", "k", Fate.DECLARED), ("5", "", Fate.VOID), ("e2", "3", Fate.VOID),
    ]  # fmt: skip
    wrong = played(f"write French H1 {SHEET}", "3 charge e2", me=None)
    assert wrong.found == [(2, "3 charge e2", "NAP-CHARGE-6")]
    assert played("write French H1 none", me=0).faults == ()
    assert played("write French H1 none", me=1).messages == (
        "only an umpire's record has the sheets of both sides; ignored"
    )
    late = played("q", "write French H1 none", "write French P1H2 none", me=0)
    assert late.found == [(2, "write French H1 none", "NAP-CHARGE-6")]


def test_without_seals() -> None:
    """Trust: a side writes and declares at once, with its guess; of the enemy the charger is known."""
    end = played("3 charge k ~25-31", "e4 charge", "7 evade", "q", "3 touched", "e4 touched 5")
    assert end.faults == ()
    assert [(each.unit, each.other, each.guess, each.fate) for each in end.orders.declared] == [
        ("3", "k", (25, 31), Fate.TOUCHED), ("e4", "5", None, Fate.TOUCHED), ("7", "", None, Fate.DECLARED),
    ]  # fmt: skip
    wrong = played("3 charge k", "3 touched e2")
    assert wrong.found == [(2, "3 touched e2", "NAP-CHARGE-6")]


def test_one_charge_after_the_other() -> None:
    """A charge goes on until something came of it, at most to the end of its period (NAP-CHARGE-29)."""
    assert "declared charge in entry 1, and that goes on" in played("3 charge", "q", "3 charge").messages
    assert played("3 charge", "3 missed", "q", "3 charge").faults == ()
    end = played("3 charge", *"qqqq", "3 charge")
    assert (end.faults, [each.fate for each in end.orders.declared]) == ((), [Fate.DONE, Fate.DECLARED])
    assert played("7 evade", "7 charge").faults == ()
    assert "declared nothing that goes on" in played("3 touched k").messages


def test_nap_counter_1_a_counter_charge_touches_with_the_charge_that_it_meets() -> None:
    """Whoever meets another one goes on."""
    for counter, fate in (
        ("k counter 3", Fate.TOUCHED),
        ("k counter", Fate.TOUCHED),
        ("k counter 5", Fate.DECLARED),
    ):
        for touch in ("3 touched", "3 touched k"):
            end = played("3 charge k", "q", counter, touch)
            assert (end.faults, [each.fate for each in end.orders.declared]) == ((), [Fate.TOUCHED, fate])


def test_nap_charge_29_nobody_touches_when_the_period_is_over() -> None:
    assert "NAP-CHARGE-29" in played("3 charge k", *"qqqq", "3 touched").messages
    assert "NAP-CHARGE-29" in played(SEALED, "3 charge", *"qqqq", opening("3", "charge k")).messages
    assert played("3 charge k", *"qqq", "3 touched").faults == ()


def test_nap_charge_10_only_an_umpire_measures() -> None:
    assert played("between 3 k: distance 27.5", me=0).found == [
        (1, "between 3 k: distance 27.5", "NAP-CHARGE-10")
    ]
    end = played(
        "between 3 k: distance 27.5, bearing ahead", "between 3 k: visible, path hedge wood", me=None
    )
    assert end.faults == ()
    assert end.orders.between["3", "k"] == {
        "distance": 55 / BOOK.number("half.quarters"), "bearing": "ahead", "visible": True,
        "path": frozenset({"hedge", "wood"}),
    }  # fmt: skip


# --- Cheating ----------------------------------------------------------------------------------------


def other_code(text: str) -> str:
    """The same with one sign of the code of 3 changed."""
    place = text.index(" 3:") + 3
    sign = ALPHABET[ALPHABET.index(text[place]) - 1]
    return text[:place] + sign + text[place + 1 :]


def swapped(text: str) -> str:
    """The codes of 3 and 5 in each other's place."""
    words = dict(word.split(":") for word in text.split()[3:])
    words["3"], words["5"] = words["5"], words["3"]
    return f"seal French P1H1 {' '.join(f'{label}:{code}' for label, code in words.items())}"


@pytest.mark.parametrize(
    ("sealed", "opened"),
    [
        (SEALED, opening("3", "charge e2")),
        (SEALED, opening("3", "none")),
        (SEALED, opening("3", "charge k", key="5b" * 32)),
        (SEALED, opening("3", "charge k")[:-1] + "f"),
        (SEALED, opening("3", "charge k", half="P1H2")),
        (SEALED, opening("3", "charge k", side=1)),
        (SEALED, opening("5", "charge k").replace("5", "3", 1)),
        (other_code(SEALED), opening("3", "charge k")),
        (swapped(SEALED), opening("3", "charge k")),
        (seal(SHEET, key=KEYS[1]), opening("3", "charge k")),
        (seal(SHEET, half="P2H1").replace("P2H1", "P1H1"), opening("3", "charge k")),
        (seal(SHEET, side=1).replace("English", "French").replace("k:", "3:"), opening("3", "charge k")),
    ],
    ids=[
        "text", "nothing", "key", "salt", "salt of another half", "salt of the other side",
        "salt of another line",
        "code", "order of the codes", "seal of another key", "seal of another half", "seal of the other side",
    ],
)  # fmt: skip
def test_a_line_that_does_not_fit_its_seal(sealed: str, opened: str) -> None:
    """It is a misfit of the entry that sealed it, and names both."""
    end = played(sealed, "q", "q", "3 charge" if "none" not in opened else "q", opened)
    number, text, rule = end.found[0]
    assert (number, text[:2], rule) == (1, "3:", "")
    assert "this is not the code of" in end.messages
    assert "as entry 5 opens it for French P1H1; one of the two entries was changed" in end.messages


@pytest.mark.parametrize(
    ("opened", "labels"),
    [
        ("3 charge e2; 5 order harass; 7 evade", ["3"]),
        ("3 charge k; 7 evade", ["5/order"]),
        ("3 charge k; 5 order harass; 5 charge k; 7 evade", ["5"]),
        ("none", ["3", "5/order", "7"]),
    ],
)
def test_a_sheet_that_is_opened_otherwise(opened: str, labels: list[str]) -> None:
    """A changed line, a missing one, one that was added: each is a misfit of the seal."""
    end = played(SEALED, f"open all {whole(opened)}")
    assert [(number, text.rpartition(":")[0]) for number, text, _ in end.found] == [
        (1, each) for each in labels
    ]


def test_a_sheet_with_another_key() -> None:
    end = played(SEALED, f"open all {whole(SHEET, key=KEYS[1])}")
    assert end.found == [(1, "French P1H1", "")]
    assert "none of its codes fits the key" in end.messages
    assert "so it stays closed" in end.messages
    assert (
        played(SEALED, f"open all {whole(SHEET, key=KEYS[1])}", f"open all {whole(SHEET)}").found == end.found
    )


def test_a_line_that_was_never_sealed() -> None:
    """Of a unit that the seal leaves out, because somebody took its codes away."""
    short = " ".join(word for word in SEALED.split() if not word.startswith("3"))
    assert "no seal has a line for 3" in played(short, "3 charge", opening("3", "charge k")).messages
    end = played(short, f"open all {whole(SHEET)}")
    assert end.found == [(1, "French P1H1", "")]
    assert "opens a line for 3, and no code of it was sealed" in end.messages


def test_a_salt_that_was_searched_for() -> None:
    """Two salts with one code can be found by trying; the salt of the sheet's key is another one."""
    salt = "00" * 16
    code = line_code(salt, about(0), "3", "charge e2")
    right = line_code(line_salt(KEYS[0], about(0), "3"), about(0), "3", "charge k")
    forged = SEALED.replace(right, code)
    texts = (forged, "3 charge", f"open 3 charge e2 salt={salt}")
    assert played(*texts).faults == ()
    end = played(*texts, f"open all {whole('3 charge e2; 5 order harass; 7 evade')}")
    assert [(number, text) for number, text, _ in end.found] == [(1, f"3:{code}"), (3, "3 charge e2")]
    assert "gives this line another salt" in end.messages


def test_a_line_that_was_opened_alone_and_is_otherwise_on_the_sheet() -> None:
    end = played(SEALED, "3 charge", opening("3", "charge e2"), f"open all {whole(SHEET)}")
    assert [(number, text, rule) for number, text, rule in end.found[1:]] == [
        (3, "3 charge e2", ""), (3, "3", "NAP-CHARGE-6"),
    ]  # fmt: skip
    assert "the whole sheet, which entry 4 opens, says charge k" in end.messages


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((SEALED, seal("none")), "French P1H1 was sealed by entry 1 already, and that seal counts; ignored"),
        ((SEALED, SEALED), "was sealed by entry 1 already"),
        (
            (SEALED, "3 charge", opening("3", "charge k"), opening("3", "charge k")),
            "was opened by entry 3 already",
        ),
        ((SEALED, *[f"open all {whole(SHEET)}"] * 2), "French P1H1 was opened by entry 2 already; ignored"),
        (
            (SEALED, f"open all {whole(SHEET)}", opening("7", "evade")),
            "was opened by entry 2 already; ignored",
        ),
        ((SEALED, f"open all {whole(SHEET, half='P1H2')}"), "no sheet French P1H2 was sealed; ignored"),
        ((SEALED, "open all"), "no sheet stands in this entry"),
        (("seal French P1H1",), "there are no codes in this entry; ignored"),
        ((opening("3", "charge k"),), "no seal has a line for 3; ignored"),
    ],
)
def test_what_is_sealed_or_opened_twice_or_never(texts: tuple[str, ...], message: str) -> None:
    end = played(*texts)
    assert message in end.messages
    assert end.faults[0][0] == len(texts)


def test_nap_charge_6_orders_are_written_before_their_half() -> None:
    """Not in its second quarter, and not once something was declared."""
    assert played("q", SEALED).found == [(2, SEALED, "NAP-CHARGE-6")]
    assert played("q", seal("none", half="P1H2")).faults == ()
    late = played("3 charge", SEALED)
    assert late.found == [(2, SEALED, "NAP-CHARGE-6")]
    assert "entry 1 declared 3 charge before this sheet was sealed" in late.messages


def test_a_charge_that_runs_into_the_next_half_is_on_the_sheet_of_the_first() -> None:
    """NAP-CHARGE-29: it is opened from there, although another sheet was sealed since."""
    texts = (SEALED, "3 charge", *"qq", seal("none", half="P1H2", key=KEYS[1]))
    end = played(
        *texts,
        opening("3", "charge k"),
        f"open all {whole(SHEET)} | {whole('none', half='P1H2', key=KEYS[1])}",
    )
    assert end.faults == ()
    assert end.orders.declared[0].fate is Fate.TOUCHED
    wrong = played(*texts, opening("3", "none", half="P1H2", key=KEYS[1]))
    assert [number for number, *_ in wrong.found] == [1, 2]


# --- Any sheets --------------------------------------------------------------------------------------

orders = st.dictionaries(
    st.sampled_from(own(0)),
    st.sampled_from(["charge k", "charge e2", "charge e4", "evade"]),
).map(lambda found: "; ".join(f"{unit} {order}" for unit, order in found.items()) or "none")


@given(orders, orders)
def test_the_sheet_that_was_sealed_fits_and_no_other(written: str, opened: str) -> None:
    """Opened as a whole; and line by line, whether it was declared or not."""
    one, two = (parse_sheet(text, BOOK).orders for text in (written, opened))
    end = played(seal(written), f"open all {whole(parse_sheet(opened, BOOK).text)}")
    assert (end.faults == ()) == (one == two)
    for unit, order in product(own(0), sorted({*two.values(), "none"})):
        deed = order.split()[0]
        declared = [f"{unit} {deed}"] if deed != "none" else []
        alone = played(seal(written), *declared, opening(unit, order))
        assert (alone.faults == ()) == (one.get(unit, "none") == order)


@given(orders)
def test_only_codes_differ(written: str) -> None:
    """Until something is opened, nothing in the record but the codes depends on what is written."""
    sealed, empty = seal(written), seal("none", key=KEYS[1])
    assert [word.rpartition(":")[0] for word in sealed.split()] == [
        word.rpartition(":")[0] for word in empty.split()
    ]
    assert {len(word) for word in sealed.split()} == {len(word) for word in empty.split()}
