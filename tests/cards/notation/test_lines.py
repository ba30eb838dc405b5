"""Lines: every entry is read as it is written, nothing means two things, garbage is refused in a sentence."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cards.ledgers import ledger_of
from deduce.cards.engine import entries as en
from deduce.cards.engine.combat import Result
from deduce.cards.engine.units import Act, Cover
from deduce.cards.notation.parsed import parse_line, verb_in
from deduce.cards.notation.words import COVERS, RESULTS, VERBS, plain, typed_words
from deduce.cards.notation.written import written
from deduce.cards.ranks import ANY, card_text, parse_card
from deduce.tabletop.errors import LineError

AWKWARD = ledger_of(
    "en",
    "",
    "Sides = Éric, Erica\n"
    "Éric = a inf 9 odf; k inf 9; q inf 9; t inf 9; f inf 9; w inf 9\n"
    "Erica = c inf 9 odf; o inf 9; s inf 9; r inf 9; j inf 9; d inf 9\n",
)
"""Units that are called like cards, covers, special men and helpers, and sides that begin alike."""
USUAL = ledger_of()
NONE = ledger_of("en", "", "Units = none\n")
LETTERS = st.sampled_from(list(AWKWARD.units))
CARDS = st.sampled_from(
    [parse_card(word) for word in ["a", *"23456789tjqk", "c", "?", "<3", "<k", ">a", ">9", ">j"]]
)
SPECIALS = st.permutations("odf").flatmap(
    lambda men: st.integers(0, 3).map(lambda count: "".join(men[:count]))
)


@st.composite
def picks(draw: st.DrawFn) -> en.Picks:
    men = draw(st.permutations("odfc"))
    cut = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    dead, ran = "".join(men[: cut[0]]), "".join(men[cut[0] : cut[1]]).replace("c", "")
    return draw(st.sampled_from([en.Picks(), en.Picks(dead, ran, are_said=True)]))


@st.composite
def fights(draw: st.DrawFn) -> en.Fight:
    letters = draw(st.lists(LETTERS, min_size=2, max_size=4, unique=True))
    starter, target, *others = letters
    result = draw(st.sampled_from([None, *Result]))
    cards = draw(st.sampled_from([(), None])) if result is None else None
    if cards is None:
        cards = draw(st.tuples(CARDS, CARDS))
    return en.Fight(
        starter,
        target,
        cards,
        flank=draw(st.booleans()),
        flanked=draw(st.booleans()),
        cover=draw(st.sampled_from([None, *Cover])),
        result=result,
        confused=draw(st.none() | st.integers(0, 9999)) if cards else None,
        others=tuple(others),
        hit=draw(st.sampled_from(["", target, *others])),
        picks=draw(picks()),
        starter_picks=draw(picks()),
    )


@st.composite
def shots(draw: st.DrawFn) -> en.Shot:
    gun, target = draw(st.lists(LETTERS, min_size=2, max_size=2, unique=True))
    return en.Shot(gun, target, draw(st.sampled_from([None, *Cover])), draw(picks()))


@st.composite
def pairs(draw: st.DrawFn) -> en.Entry:
    one, other = draw(st.lists(LETTERS, min_size=2, max_size=2, unique=True))
    return draw(st.sampled_from([en.Free, en.Lock, en.Capture]))(one, other)


@st.composite
def counts(draw: st.DrawFn) -> en.Count:
    ranks = draw(st.integers(0, 9))
    confused = draw(st.integers(0, 9 - ranks))
    return en.Count(draw(LETTERS), ranks, confused, draw(st.integers(0, 9 - ranks - confused)))


SIDES = st.sampled_from([0, 1])
ENTRIES: st.SearchStrategy[en.Entry] = st.one_of(
    fights(),
    shots(),
    pairs(),
    counts(),
    st.builds(en.Bare, st.tuples(CARDS, CARDS) | st.just(())),
    st.builds(en.Rally, LETTERS, st.integers(0, 2), st.none() | SPECIALS),
    st.builds(en.Stepped, LETTERS, st.sampled_from([Act.MOVE, Act.REFORM])),
    st.builds(en.Flight, LETTERS, st.booleans()),
    st.builds(en.Return, LETTERS),
    st.builds(en.Covered, LETTERS, st.sampled_from(Cover)),
    st.builds(en.Site, st.integers(1, 4), LETTERS | st.just("")),
    st.builds(en.Shuffle, st.none() | SIDES),
    st.builds(en.Tally, st.none() | SIDES, st.integers(0, 9999)),
    st.builds(en.Fallen, SIDES),
    st.builds(en.Over, st.none() | SIDES),
    st.just(en.End()),
    st.builds(en.Open, st.text(string.ascii_letters + string.digits + "-", max_size=30)),
)


@settings(max_examples=400)
@given(ENTRIES, st.sampled_from(["", "!"]), st.sampled_from(["", "# why, they said!", "#"]))
@example(en.Fight("a", "r", (parse_card(">j"), parse_card("4"))), "", "")
@example(en.Fight("a", "r", (parse_card(">t"), ANY), result=Result.WON), "", "")
@example(en.Bare((parse_card("9"), parse_card("k"))), "", "")
@example(en.Fight("a", "c", (ANY, ANY), others=("o", "s"), cover=Cover.WALL, hit="s"), "", "")
@example(en.Open("K7F2M-9QXMD"), "", "")
def test_every_entry_is_read_as_it_is_written(entry: en.Entry, mark: str, comment: str) -> None:
    """Also where units are called like everything else."""
    text = written(entry, AWKWARD)
    assert text == text.strip()
    line = parse_line(f"{text} {mark} {comment}", AWKWARD)
    assert line == (entry, mark == "!", comment)
    # The mark may stand right behind the last word.
    assert parse_line(text + "!", AWKWARD).entry == entry


WORDS = st.sampled_from(
    [
        *VERBS,
        *COVERS,
        *RESULTS,
        "f",
        "flanked",
        "hits",
        "back",
        "out",
        "&",
        "!",
        "#",
        "a",
        "k",
        "a9",
        "n4",
        "b?",
        "r<7",
        "ak",
        "g>n",
        "g>",
        ">",
        "a9n4",
        "5/2/1",
        "5/",
        "//",
        "n:o/df",
        "n:",
        ":",
        "n:oo",
        "9",
        "10",
        "c",
        "+",
        "++",
        "-",
        "blue",
        "red",
        "99999999999999999999",
        "\u0663",
        "\u00b2",
        "a\u0663",
        "\u0131",
        "\u00df",
        "é",
        "\x00",
        "\u2028",
    ]
)
"""Words that lines are made of, and worse."""


@settings(max_examples=400)
@given(
    st.text(max_size=60) | st.lists(WORDS | st.text(max_size=4), max_size=7).map(" ".join),
    st.sampled_from([USUAL, AWKWARD, NONE]),
)
def test_garbage_is_refused_in_a_sentence(text: str, which: object) -> None:
    """Nothing but a LineError comes of whatever is typed, and it is one sentence, never long."""
    try:
        line = parse_line(text, which)
    except LineError as error:
        sentence = str(error)
    else:
        assert parse_line(written(line.entry, which), which).entry == line.entry
        return
    assert 5 < len(sentence) < 250
    assert "\n" not in sentence


def test_a_very_long_line() -> None:
    for text in (
        "a9 " * 50_000,
        "x" * 200_000,
        "a9 n4 " + "& o " * 50_000,
        "9" * 100_000,
        "n:" + "o" * 99_999,
    ):
        with pytest.raises(LineError) as caught:
            parse_line(text, USUAL)
        assert len(str(caught.value)) < 250


# --- What means what -------------------------------------------------------------------------------


def fight(starter: str, target: str, one: str = "", other: str = "", **more: object) -> en.Fight:
    cards = (parse_card(one), parse_card(other)) if one else ()
    return en.Fight(starter, target, cards, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("k q", fight("k", "q")),
        ("a9 k4", fight("a", "k", "9", "4")),
        ("ak kq", fight("a", "k", "k", "q")),
        ("akkq", fight("a", "k", "k", "q")),
        ("aa kk", fight("a", "k", "a", "k")),
        ("q 5/2/1", en.Count("q", 5, 2, 1)),
        ("free a k", en.Free("a", "k")),
        ("rally a a", en.Rally("a", 1)),
        ("rally c c", en.Rally("c", 1)),
        ("rally f + a", en.Rally("f", 2)),
        ("a9 c4 f", fight("a", "c", "9", "4", flank=True)),
        ("a9 f4 f", fight("a", "f", "9", "4", flank=True)),
        ("a9 w4 w", fight("a", "w", "9", "4", cover=Cover.WALL)),
        ("a9 t4 t", fight("a", "t", "9", "4", cover=Cover.TRENCH)),
        ("t>c", en.Shot("t", "c")),
        ("a>j", en.Shot("a", "j")),
        ("a>j t", en.Shot("a", "j", Cover.TRENCH)),
        ("a>j d4", fight("a", "d", ">j", "4")),
        ("a>j d won", fight("a", "d", ">j", "?", result=Result.WON)),
        ("a>jd4", fight("a", "d", ">j", "4")),
        ("fire a d o", en.Shot("a", "d", Cover.REDOUBT)),
        ("fire a>d", en.Shot("a", "d")),
        ("a > d w", en.Shot("a", "d", Cover.WALL)),
        ("site 2 a", en.Site(2, "a")),
        ("2 3", en.Bare((parse_card("2"), parse_card("3")))),
        ("cards a k", en.Bare((parse_card("a"), parse_card("k")))),
        ("left 31", en.Tally(None, 31)),
        ("left éric 31", en.Tally(0, 31)),
        ("left erica 31", en.Tally(1, 31)),
        ("shuffle Eric", en.Shuffle(0)),
    ],
)
def test_units_that_are_called_like_words_and_cards(text: str, entry: en.Entry) -> None:
    assert parse_line(text, AWKWARD).entry == entry


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("b9 n4", fight("b", "n", "9", "4")),
        ("b9n4", fight("b", "n", "9", "4")),
        ("b 9 n 4", fight("b", "n", "9", "4")),
        ("b n 9 4", fight("b", "n", "9", "4")),
        ("B9, N4", fight("b", "n", "9", "4")),
        ("b10 nt", fight("b", "n", "t", "t")),
        ("b? r4 won", fight("b", "r", "?", "4", result=Result.WON)),
        ("b? r4 perd", fight("b", "r", "?", "4", result=Result.LOST)),
        ("b? r4 égalité", fight("b", "r", "?", "4", result=Result.TIED)),
        ("bc r<7", fight("b", "r", "c", "<7")),
        ("b r won", fight("b", "r", "?", "?", result=Result.WON)),
        ("b r won 3", fight("b", "r", "?", "?", result=Result.WON, confused=3)),
        ("b9 r4 f", fight("b", "r", "9", "4", flank=True)),
        ("b9 r4 flanc", fight("b", "r", "9", "4", flank=True)),
        ("b9 r4 barricade", fight("b", "r", "9", "4", cover=Cover.REDOUBT)),
        ("b9 r4 tranchée", fight("b", "r", "9", "4", cover=Cover.TRENCH)),
        ("b9 n4 & o & p hits p", fight("b", "n", "9", "4", others=("o", "p"), hit="p")),
        ("b9 n4 n:o/df", fight("b", "n", "9", "4", picks=en.Picks("o", "df", are_said=True))),
        ("b9 n4 n:-", fight("b", "n", "9", "4", picks=en.Picks(are_said=True))),
        ("b9 n4 n:/d", fight("b", "n", "9", "4", picks=en.Picks("", "d", are_said=True))),
        ("b4 n9 b:o", fight("b", "n", "4", "9", starter_picks=en.Picks("o", are_said=True))),
        ("n 5/2", en.Count("n", 5, 2, 0)),
        ("tire g n mur", en.Shot("g", "n", Cover.WALL)),
        ("rallie b général", en.Rally("b", 1)),
        ("rally b ++ back o", en.Rally("b", 2, "o")),
        ("rally b back", en.Rally("b", 0, "")),
        ("avance b", en.Stepped("b", Act.MOVE)),
        ("formation b", en.Stepped("b", Act.REFORM)),
        ("fuit n dehors", en.Flight("n", is_out=True)),
        ("canon g", en.Return("g")),
        ("couvert n bois", en.Covered("n", Cover.WOOD)),
        ("objectif 2 personne", en.Site(2, "")),
        ("libre b n", en.Free("b", "n")),
        ("fin", en.End()),
        ("mélange Red", en.Shuffle(1)),
        ("restent 31", en.Tally(None, 31)),
        ("cartes v d", en.Bare((parse_card("j"), parse_card("q")))),
        ("tombe blue", en.Fallen(0)),
        ("abandonne", en.Over(0)),
        ("nulle", en.Over(None)),
        ("ouvre K7-f", en.Open("K7-f")),
    ],
)
def test_how_lines_are_typed(text: str, entry: en.Entry) -> None:
    assert parse_line(text, USUAL).entry == entry


def test_marks_and_comments() -> None:
    assert parse_line("end!", USUAL) == (en.End(), True, "")
    assert parse_line("end ! # they agreed, #2", USUAL) == (en.End(), True, "# they agreed, #2")
    assert parse_line("end # no!", USUAL) == (en.End(), False, "# no!")
    assert parse_line("  END  ", USUAL).entry == en.End()


def test_words_that_begin_a_line() -> None:
    """Every verb has a reader, and none of them is what a combat begins with."""
    for word in typed_words():
        assert word == plain(word)
        sentence = ""
        try:
            parse_line(word, USUAL)
        except LineError as error:
            sentence = str(error)
        assert "makes no sense" not in sentence


# --- What is refused -------------------------------------------------------------------------------

WRONG = [
    ("", "nothing is said; write a combat such as b9 r4, a shot such as g>r, or end"),
    ("# only a comment", "nothing is said; write a combat such as b9 r4, a shot such as g>r, or end"),
    ("!", "nothing is said; write a combat such as b9 r4, a shot such as g>r, or end"),
    ("hello", "'hello' makes no sense; write a combat such as b9 r4, a shot such as g>r, or end"),
    ("raly b", "'raly b' makes no sense; did you mean 'rally'?"),
    ("end now", "'now' is too much; write end"),
    ("b9", "whom does b fight? Write b9 r4: each unit with its card"),
    ("b9 r", "r's card is missing; write it behind the letter: r9, or r? if missed"),
    ("b r9", "b's card is missing; write it behind the letter: b9, or b? if missed"),
    ("z9 r4", "there is no unit 'z'; there are a b c g n o p r"),
    ("b9 z4", "there is no unit 'z'; there are a b c g n o p r"),
    ("b9 b4", "b cannot fight itself; write such as b9 r4"),
    ("b9 r<a", "no card is lower than a: <a"),
    ("b>k r4", "no card is higher than k: >k"),
    ("b9 rx", "'rx' is no unit with its card; write b9 r4, or b? for a card that was missed"),
    (
        "b9 r4 x",
        (
            "'x' behind a combat makes no sense; f is the flank, w is a wall, o a redoubt or "
            "barricade, t a trench, "
            "s a wood, - the open"
        ),
    ),
    # In the same order whenever it is said, which sets would not have.
    (
        "b9 r4 xyzzy",
        (
            "'xyzzy' behind a combat makes no sense; known are: f, flank, flanc, rear, dos, derriere, "
            "flanked, flanque, flanquee, -, open, ouvert, ..."
        ),
    ),
    ("b9 r4 trensh", "'trensh' behind a combat makes no sense; did you mean 'trench'?"),
    ("b9 r4 f flank", "'flank' says the flank once more; say it once"),
    ("b9 r4 w t", "'t' says the cover once more; say it once"),
    ("b9 r4 won lost", "'lost' says who won once more; say it once"),
    ("b9 r4 3 4", "'4' says how many are confused once more; say it once"),
    ("b9 r4 r:o r:d", "'r:d' says who of r is hit once more; say it once"),
    ("b r 9", "whose card is 9? Write such as b9 r4: each unit with its card"),
    ("b9 r4 & r", "r stands there twice; name every unit once"),
    ("b9 r4 & b", "b stands there twice; name every unit once"),
    ("b9 r4 &", "a unit is missing; write b9 r4 & s"),
    ("b9 r4 hits", "a unit is missing; write hits s"),
    ("b9 r4 hits n", "n is not attacked in this combat; write & n if it is"),
    ("b9 r4 n:o", "no man of n is hit here; write r:o for men of r"),
    ("b9 r4 & n hits n r:o", "no man of r is hit here; write n:o for men of n"),
    ("b9 r4 r:x", "'x' names no men; write o, d and f for officer, drummer and flag, or - for nobody"),
    ("b9 r4 r:oo", "'oo' names no men; write o, d and f for officer, drummer and flag, or - for nobody"),
    ("b9 r4 r:o/o", "'o/o' has the officer both dead and confused; write it once"),
    ("b9 r4 r:o/c", "'c' names no men; write o, d and f for officer, drummer and flag, or - for nobody"),
    ("g>g", "g cannot fire at itself; write such as g>r"),
    ("g>z", "there is no unit 'z'; there are a b c g n o p r"),
    ("fire g", "a unit is missing; write g>r"),
    (
        "g>n f",
        (
            "'f' behind a shot makes no sense; w is a wall, o a redoubt or barricade, t a trench, s "
            "a wood, - the open"
        ),
    ),
    (
        "g>n o:o",
        (
            "'o:o' behind a shot makes no sense; w is a wall, o a redoubt or barricade, t a "
            "trench, s a wood, - the "
            "open"
        ),
    ),
    ("g>n w t", "'t' says the cover once more; say it once"),
    ("rally", "a unit is missing; write rally b +"),
    ("rally b x", "'x' does not help to rally; write rally b + if the general stands beside it"),
    ("rally b +++", "'+++' does not help to rally; write rally b + if the general stands beside it"),
    ("rally b ++ g", "3 help to rally b; only a general and an aide can, so write + or ++"),
    (
        "rally b back o/d",
        "'o/d' names no men; write o, d and f for officer, drummer and flag, or - for nobody",
    ),
    (
        "rally b back o back d",
        "'back' does not help to rally; write rally b + if the general stands beside it",
    ),
    ("move", "a unit is missing; write move b"),
    ("move b 20", "'20' is too much; write move b"),
    ("flee n away", "'away' is too much; write flee n, or flee n out if it is off the field"),
    ("gun", "a unit is missing; write gun g"),
    (
        "cover n",
        "the cover is missing; write cover n w for a wall, o redoubt or barricade, t trench, s wood, - open",
    ),
    (
        "cover n x",
        "'x' is no cover; write cover n w for a wall, o redoubt or barricade, t trench, s wood, - open",
    ),
    ("cover n w t", "'t' is too much; write cover n w"),
    ("site", "write the number of a site and who took it, such as site 2 b, or - for nobody"),
    ("site two b", "write the number of a site and who took it, such as site 2 b, or - for nobody: 'two b'"),
    ("site 5 b", "there is no site 5; there are 4"),
    ("site 0 b", "there is no site 0; there are 4"),
    ("site 2 z", "there is no unit 'z'; there are a b c g n o p r"),
    ("n 9/9/9", "n began with 12 men, and 27 are counted"),
    ("n 5/2/1/0", "'5/2/1/0' are no counts; write ranks/confused/dead, such as n 5/2/1"),
    ("n 5/x", "'5/x' are no counts; write ranks/confused/dead, such as n 5/2/1"),
    ("n 5/2/1 x", "'x' is too much; write n 5/2/1"),
    ("free b", "a unit is missing; write free b r"),
    ("free b b", "b is named twice; write two units, such as free b r"),
    ("free b n o", "'o' is too much; write free b n"),
    ("shuffle green", "there is no side 'green'; known are: Blue, Red"),
    ("left", "write how many cards are left, such as left 31, or left blue 31"),
    ("left many", "write how many cards are left, such as left 31, or left blue 31"),
    ("left 3 4", "write how many cards are left, such as left 31, or left blue 31"),
    ("cards 9", "'9' are not two cards; write such as 9 4, or ? for one that was missed"),
    ("cards 9 x", "'x' is no card; write a, 2 to 9, t, j, q, k, c for a court card, <7, >9 or ?"),
    ("fallen", "whose general? Write such as fallen red"),
    ("open a b", "'b' is too much; write open"),
    ("resign red now", "'now' is too much; write resign, or resign and the name of a side"),
    ("draw 2", "'2' is too much; write draw"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(LineError) as caught:
        parse_line(text, USUAL)
    assert str(caught.value) == sentence


def test_where_there_are_no_units() -> None:
    with pytest.raises(LineError) as caught:
        parse_line("b9 r4", NONE)
    assert str(caught.value) == (
        "there is no unit 'b'; there are none; a file names them, as in Blue = a inf 12; b cav 8"
    )
    assert parse_line("k q", NONE).entry == en.Bare((parse_card("k"), parse_card("q")))
    assert parse_line("? <7", NONE).entry == en.Bare((ANY, parse_card("<7")))


def test_cards_in_words() -> None:
    """Every card is written as it is read; the French letters and numbers are read too."""
    for word in [
        "a",
        *"23456789tjqk",
        "c",
        "?",
        *(f"<{each}" for each in "23456789tjqk"),
        *(f">{each}" for each in "a23456789tjq"),
    ]:
        assert parse_card(card_text(parse_card(word))) == parse_card(word)
    assert [card_text(parse_card(word)) for word in ("1", "10", "v", "D", "r", "<2", ">q", ">t")] == [
        "a", "t", "j", "q", "k", "a", "k", "c",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="no set of ranks"):
        card_text(frozenset({2, 5}))


def test_the_verb_of_a_line() -> None:
    """It is told without reading the rest, and as it is read."""
    for text in ("left 31", "  RESTE blue, 31! # two missed", "left"):
        assert verb_in(text) == "left"
    assert verb_in("fin # left 31") == "end"
    for text in ("b9 r4", "", "# left 31", "!"):
        assert verb_in(text) is None
