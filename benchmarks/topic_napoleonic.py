"""How quick the Napoleonic chapters are: verdicts, the table, a command, and who an enemy can be."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import napoleonic_plain
from results import Row, Timing, Topic
from timing import Alternative, Measured, compared
from topic_table import at_the_table

from deduce.napoleonic.book import book_of
from deduce.napoleonic.ground.ways import Stretch
from deduce.napoleonic.hidden import deeds, pace, places
from deduce.napoleonic.hidden.saying import told
from deduce.napoleonic.hidden.sightings import Sighting
from deduce.napoleonic.hidden.unit import Unit
from deduce.napoleonic.judging import judged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from timing import Effort

    from deduce.ruling.features import Fact

    Situation = dict[str, Any]
    Army = dict[str, tuple[dict[str, Fact], list[Sighting]]]

__all__ = ["TOPIC"]

SEED = 7
UNITS = 30
"""How many units each side has."""
SIGHTINGS = 40
SITUATIONS = 100
"""How many verdicts are timed together: each is of another situation, so that nothing is there already."""
COMPARED = ("plain Python", "every profile tried", "everything read anew", "import of typer and rich")
FINE: Situation = {
    "nation": "FR", "arm": "inf", "formation": "column", "state": "formed", "order": "harass",
    "quarter": "Q1", "bearing": "ahead", "their_arm": "inf", "their_formation": "line",
    "their_state": "formed", "also": "none", "ground": frozenset(), "path": frozenset(),
    "their_ground": frozenset(), "since_charge": 1,
    **dict.fromkeys(("along_road", "charged", "covered", "fighting_formation", "may_charge"), True),
    **dict.fromkeys(("screened", "their_screen_fights", "threatened", "visible"), True),
    **dict.fromkeys(("their_engaged", "uncontrolled", "in_path"), False),
}  # fmt: skip
"""A situation in which a charge is allowed."""
LINES = ("about", "column takes 1", "react", "figures 12", "is regular hold", "moved", "adc harass")
SEEN = ("about 1", "back", "oblique", "seen column", "moved 5 1", "moved 9 3 wood", "changed")


# --- Verdicts ----------------------------------------------------------------------------------------


def _situations() -> list[Situation]:
    """Return situations of which everything is known; in most of them some things are not as they should."""
    draw, features = random.Random(SEED), book_of().law.features
    found = []
    for _ in range(SITUATIONS):
        situation = dict(FINE)
        for name in draw.sample([*FINE], draw.choice((0, 1, 2, 3, len(FINE)))):
            if isinstance(FINE[name], frozenset):
                situation[name] = frozenset(draw.sample(features["ground"].words, draw.randrange(3)))
            elif isinstance(FINE[name], bool):
                situation[name] = draw.random() < 0.5
            elif isinstance(FINE[name], str):
                situation[name] = draw.choice(features[name].words)
        found.append(situation)
    return found


def _verdicts(situations: list[Situation], _: object) -> list[set[str]]:
    """Judge with everything that a verdict has, and return the rules that forbid a charge."""
    found = []
    for situation in situations:
        first = (each.rules[0] for each in judged(book_of(), "charge", situation).refusals)
        found.append({rule for rule in first if rule.startswith(napoleonic_plain.FORBIDDING)})
    return found


def _plain_verdicts(situations: list[Situation]) -> list[set[str]]:
    return [napoleonic_plain.forbidden(situation) for situation in situations]


def _same(_: object, ours: object, theirs: object) -> bool:
    return ours == theirs


# --- The table ---------------------------------------------------------------------------------------


def _battle(path: Path) -> list[str]:
    """Write a battle with many units, and return what can be typed."""
    draw = random.Random(SEED)
    arms = ("inf line column 18 front 3", "inf line line 14", "cav light column 12", "horse-art limbered 4")
    headers = ["Game = napoleonic", "Sides = French, English", "Me = French"]
    for side, letter, nation in (("French", "f", "FR formed ground open"), ("English", "e", "EN")):
        units = "; ".join(f"{letter}{number} {draw.choice(arms)}" for number in range(UNITS))
        headers.append(f"{side} = {nation}; {units}")
    entries = []
    for number in range(SIGHTINGS):
        entries.append(f"e{draw.randrange(UNITS)} {draw.choice(SEEN)}")
        entries.append(f"f{draw.randrange(UNITS)} {draw.choice(LINES)} !")
        entries += ["q"] * (number % 4 == 3)
    rows = [f"{number}. {entry}" for number, entry in enumerate(entries, 1)]
    path.write_text("\n".join([*headers, "", *rows, ""]), encoding="utf-8")
    return [f"f{number} {word} !" for number in range(UNITS) for word in LINES[2:]] + [
        f"e{number} {word}" for number in range(UNITS) for word in SEEN
    ]


def _table_rows(runs: int) -> Iterator[Row]:
    from deduce.napoleonic.kind import NAPOLEONIC
    from deduce.tabletop.record import read_record

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.txt"
        lines = _battle(path)
        random.Random(SEED).shuffle(lines)
        entries = len(read_record(NAPOLEONIC, path).steps)
        entered, undone, anew = at_the_table(NAPOLEONIC, path, lines, runs)
    case = f"{UNITS} units a side, {entries} entries"
    for name, seconds in (("from Enter to the screen", entered), ("undo", undone)):
        yield _row(f"{case}: {name}", seconds, {"everything read anew": anew}, 50e-3)


def _row(case: str, ours: float, others: Mapping[str, float], target: float | None) -> Row:
    # A row of the table has a cell for everybody, also who was not asked.
    timings = {name: Timing(others.get(name)) for name in COMPARED}
    return Row(case, None, Timing(ours), timings, target)


# --- A process ---------------------------------------------------------------------------------------


def _process_row(runs: int) -> Row:
    script = Path(sys.executable).with_name("deduce")
    commands = {
        "deduce": [str(script), "napoleonic", "can", "3 charge k, path hedge"],
        COMPARED[-1]: [sys.executable, "-c", "import typer, rich"],
    }
    used: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, command in commands.items():
            seconds = _used(command)
            # The first run is a warm-up.
            used[name] += [seconds] if number else []
    medians = {name: median(each) for name, each in used.items()}
    case = 'deduce napoleonic can "...", a whole process, in seconds of a processor'
    return _row(case, medians.pop("deduce"), medians, 0.4)


def _used(command: list[str]) -> float:
    """Return how much time of a processor a command takes, which other programs change little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# --- Enemies -----------------------------------------------------------------------------------------


def _army(seed: int) -> Army:
    """Return enemies, and what each was seen doing: far apart, so that no move tells on what comes next."""
    draw, army = random.Random(seed), {}
    for number in range(UNITS):
        known: dict[str, Fact] = {"nation": draw.choice(("FR", "FR", "EN")), "arm": "inf"}
        army[f"e{number}"] = (known, list[Sighting]())
    for number in range(SIGHTINGS):
        name = f"e{draw.randrange(UNITS)}"
        act = draw.choice(("about", "back", "oblique", "change", "move", "move", "move"))
        way = (Stretch(Fraction(draw.randrange(20, 75), 10), frozenset({"open"})),) if act == "move" else ()
        quarters = 1 if act in {"move", "about"} else None
        army[name][1].append(Sighting(number, f"{act} {seed}", name, act, 10 * number, {}, quarters, way))
    return army


def _enemies(army: Army, _: object) -> list[frozenset[Any]]:
    """Work out what each can be, with the smallest proofs in words, and return what each can be."""
    found = []
    for name, (known, seen) in army.items():
        unit = Unit(book_of(), name, known, seen)
        told(unit)
        found.append(frozenset(unit.left))
    return found


def _plain_enemies(army: Army) -> list[frozenset[Any]]:
    return [napoleonic_plain.left_of(known, seen) for known, seen in army.values()]


# --- Rows --------------------------------------------------------------------------------------------


def _filled(row: Row) -> Row:
    return Row(
        row.case,
        row.worlds,
        row.ours,
        {name: row.others.get(name, Timing(None)) for name in COMPARED},
        row.target,
    )


def _rows(effort: Effort) -> Iterator[Row]:
    ifs = [Alternative("plain Python", _plain_verdicts, note="names rules only")]
    case = f"{SITUATIONS} verdicts on charges"
    measured = Measured(case, [_situations()], lambda _: None, _verdicts, _same, ifs, None, SITUATIONS * 1e-3)
    yield _filled(compared(measured, effort))
    yield from _table_rows(max(effort.most // 10, 4))
    yield _process_row(max(effort.most // 20, 4))
    tried = [Alternative("every profile tried", _plain_enemies, note="no proofs")]
    case = f"{UNITS} enemies, {SIGHTINGS} sightings: what each can be, with smallest proofs in words"
    armies = [_army(SEED + number) for number in range(effort.games)]
    yield _filled(compared(Measured(case, armies, _forgotten, _enemies, _same, tried, None, 1.0), effort))


def _forgotten(_: object) -> None:
    """Forget what was worked out for such sightings before."""
    for module in (deeds, pace, places):
        for each in vars(module).values():
            getattr(each, "cache_clear", lambda: None)()


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("NAPOLEONIC", "The Napoleonic chapters"),
    _rows,
)
