"""Whatever is typed or written about order sheets: a sentence, and never anything worse."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deduce.errors import DeduceError
from deduce.napoleonic.kind import NAPOLEONIC, parse_record
from deduce.napoleonic.questions.sheets import check_told
from deduce.tabletop.kind import Entry
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import replay_json
from napoleonic.orders.played import KEYS, opening, seal, whole

HEADERS = """Game = napoleonic
Me = {me}
French = FR; 3 cav light column 12 formed; 5 inf line column 18 formed; 7 inf light skirmish 6
English = EN; e2 inf line line 18 regular; k inf line square 18; e4 cav light line 10 formed

"""
WORDS = (
    "seal", "open", "write", "declare", "between", "charge", "evade", "counter", "touched", "diverted",
    "stopped", "missed", "void", "all", "French", "English", "H1", "H2", "P2H1", "P999H2", "3", "5", "7",
    "k", "e2", "e4", "3/order", "none", "order", "harass", "compelled", "sealed", "evades", "general",
    "~25-31", "~9", "~", "!", "|", ";", ":", ",", "salt=", f"salt={'0' * 32}", "key=", f"key={KEYS[0]}",
    "3:Q4T7B-M2KXA", "5:00000-00000", "distance", "27.5", "bearing", "front", "also", "same", "in_path",
    "visible", "no", "path", "hedge", "1/0", "-", "²", "\u202e",
)  # fmt: skip
whole_lines = (
    "q", "h", seal("3 charge k; 7 evade"), seal("none", 1), opening("3", "charge k"),
    opening("3", "none"), opening("5/order", "none"), f"open all {whole('3 charge k; 7 evade')}",
    f"open all {whole('none', 1)}", "3 charge", "3 charge k", "7 evade", "3 missed", "3 touched k",
    "e4 counter 3", "over French", "write French H1 3 charge k",
    "write English H2 k charge 3; e4 charge 3; e2 evade", "between 3 k also same",
)  # fmt: skip
lines = st.one_of(
    st.sampled_from(whole_lines),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join),
    st.tuples(st.sampled_from(whole_lines), st.sampled_from(WORDS)).map(" ".join),
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=20),
)


@given(st.lists(lines, max_size=12), st.sampled_from(["French", "English", "Umpire"]))
def test_any_record_is_followed(entries: list[str], me: str) -> None:
    """What does not fit has its place in the record, and the same comes of it again."""
    text = HEADERS.format(me=me) + "".join(f"{number}. {each}\n" for number, each in enumerate(entries, 1))
    record = parse_record(text)
    for misfit in record.misfits:
        assert 0 <= misfit.entry <= len(record.steps)
        assert str(misfit)
    assert parse_record(record.text).now == record.now
    look = look_at(record, None, {})
    assert replay_json(look)["orders"]
    for half in ("", "H2"):
        assert check_told(look, {"half": half}).document()


@given(st.lists(lines, max_size=4), lines, st.lists(lines, max_size=2), st.sampled_from(["French", "Umpire"]))
def test_any_line_is_an_entry_or_a_sentence(
    before: list[str], typed: str, answers: list[str], me: str
) -> None:
    """An entry that is taken stands in the record as it was written, and fits there."""
    text = HEADERS.format(me=me) + "".join(f"{number}. {each}\n" for number, each in enumerate(before, 1))
    record = parse_record(text)
    try:
        entry = NAPOLEONIC.read(record.now, typed, tuple(answers))
    except DeduceError as error:
        message = str(error)
        assert message.strip() == message.partition("\n")[0] != ""
        return
    if not isinstance(entry, Entry) or not NAPOLEONIC.to_act(record.now):
        return
    followed = NAPOLEONIC.follow(record.now, entry.text)
    about = [fault for fault in followed.faults if not fault.back]
    assert about == [], (entry.text, about)
