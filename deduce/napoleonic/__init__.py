r"""The Napoleonic chapters: an adjudicator, a clock of quarters, sealed orders, and what can be deduced.

Examples:
    >>> from deduce.napoleonic import parse_record
    >>> battle = parse_record("Game = napoleonic\nFrench = FR; 7 inf regular\n\n1. 7 about\n2. q\n").now
    >>> battle.clock.now, list(battle.clock.of("7"))
    (1, [])
    >>> from deduce.napoleonic import book_of, judged
    >>> print(judged(book_of(), "quarter-turn", {"engaged": True}, {"one": "7"}))
    a quarter-turn of the figures: refused
    7 is in a melee (NAP-FACE-11)
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deduce.lazy import lazy_names

if TYPE_CHECKING:
    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book, book_of
    from deduce.napoleonic.clock.calendar import Calendar, Date, calendar_of
    from deduce.napoleonic.clock.passing import Fate, News, Passed, passed
    from deduce.napoleonic.clock.state import At, Clock, Event, Play, Task, free_from
    from deduce.napoleonic.clock.tasks import Standing
    from deduce.napoleonic.judging import judged
    from deduce.napoleonic.kind import NAPOLEONIC, parse_record, read_record
    from deduce.ruling.errors import RulingError
    from deduce.ruling.judgement import Judgement
    from deduce.tabletop.errors import LineError, RecordError, SessionError
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record

__all__ = [
    "NAPOLEONIC",
    "At",
    "Battle",
    "Body",
    "Book",
    "Calendar",
    "Clock",
    "Date",
    "Event",
    "Fate",
    "Judgement",
    "LineError",
    "Misfit",
    "News",
    "Passed",
    "Play",
    "Record",
    "RecordError",
    "RulingError",
    "SessionError",
    "Standing",
    "Task",
    "book_of",
    "calendar_of",
    "free_from",
    "judged",
    "parse_record",
    "passed",
    "read_record",
]
_HOMES = {
    "deduce.napoleonic.kind": ("NAPOLEONIC", "parse_record", "read_record"),
    "deduce.napoleonic.battle": ("Battle",),
    "deduce.napoleonic.body": ("Body",),
    "deduce.napoleonic.book": ("Book", "book_of"),
    "deduce.napoleonic.clock.calendar": ("Calendar", "Date", "calendar_of"),
    "deduce.napoleonic.clock.passing": ("Fate", "News", "Passed", "passed"),
    "deduce.napoleonic.clock.state": ("At", "Clock", "Event", "Play", "Task", "free_from"),
    "deduce.napoleonic.clock.tasks": ("Standing",),
    "deduce.napoleonic.judging": ("judged",),
    "deduce.ruling.errors": ("RulingError",),
    "deduce.ruling.judgement": ("Judgement",),
    "deduce.tabletop.errors": ("LineError", "RecordError", "SessionError"),
    "deduce.tabletop.misfit": ("Misfit",),
    "deduce.tabletop.record": ("Record",),
}
__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(__name__, _HOMES)
