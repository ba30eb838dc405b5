"""A second clock, written apart: every quarter each job of each unit has one quarter less to go."""

from __future__ import annotations

from dataclasses import dataclass, field

PERIOD, HALF = 4, 2
STATES = ("formed", "disorganised", "unformed", "disorder")


@dataclass
class Job:
    """What a unit is at: how many quarters are left (None: nobody knows), what it is at the end."""

    what: str
    left: int | None
    end: dict[str, str]
    holds: bool = True
    age: int = 0
    is_caught: bool = False


@dataclass
class Soldiers:
    """A unit."""

    name: str
    formation: str
    state: str = "formed"
    order: str = ""
    is_fighting: bool = False
    has_moved: bool = False
    is_marching: bool = False
    marches: int = 0
    jobs: list[Job] = field(default_factory=list)

    def become(self, what: dict[str, str], *, is_mended: bool = False) -> None:
        """Be something else; the state only gets worse, but for re-forming."""
        for key, value in what.items():
            if key == "state" and not is_mended:
                self.state = STATES[max(STATES.index(value), STATES.index(self.state))]
            else:
                setattr(self, key, value)

    def give_up(self) -> None:
        """Leave what one is at."""
        left = [job for job in self.jobs if job.holds and job.what != "react"]
        self.has_moved |= any(job.age for job in left)
        self.jobs = [job for job in self.jobs if job not in left]


class Ticks:
    """A battle of which only the time is known."""

    def __init__(self, units: dict[str, str], play: str) -> None:
        self.units = {name: Soldiers(name, formation) for name, formation in units.items()}
        self.play = play
        self.quarter = 0

    def do(self, line: str) -> None:
        """Do what an entry says."""
        if line == "q":
            self.tick()
        elif line == "h":
            self.tick()
            while self.quarter % HALF:
                self.tick()
        elif line.startswith("play "):
            self.play = line.split()[1]
        else:
            name, *words = line.removesuffix(" !").split()
            self._unit(self.units[name], words)

    def tick(self) -> None:
        """Let a quarter pass."""
        self.quarter += 1
        is_new = self.play == "quarters" or not self.quarter % HALF
        for unit in self.units.values():
            for job in list(unit.jobs):
                job.age += 1
                if job.left is None:
                    continue
                job.left -= 1
                if job.left == 0:
                    unit.jobs.remove(job)
                    unit.become(job.end, is_mended=job.what == "re-form")
                    unit.has_moved |= job.holds and job.what != "react"
            if is_new:
                unit.has_moved = False
            if not self.quarter % PERIOD:
                unit.marches = unit.marches + 1 if unit.is_marching else 0
                unit.is_marching = False

    def _unit(self, unit: Soldiers, words: list[str]) -> None:
        verb, *rest = words
        simple = {
            "moved": lambda: setattr(unit, "has_moved", True),
            "react": lambda: self._job(unit, Job("react", 1, {})),
            "surprised": lambda: self._job(unit, Job("react", 1 + (rest == ["course"]), {})),
            "adc": lambda: self._job(unit, Job("adc", 2, {"order": rest[0]}, holds=False)),
            "state": lambda: setattr(unit, "state", rest[0]),
            "melee": lambda: self._meet(unit),
            "free": lambda: setattr(unit, "is_fighting", False),
            "drop": unit.give_up,
            "done": lambda: self._finish(unit),
        }
        if verb in simple:
            simple[verb]()
        else:
            self._begin(unit, verb, rest)

    def _job(self, unit: Soldiers, job: Job) -> None:
        if job.what == "react":
            # What surprises it twice holds it until both are over.
            job.left = max(each.left or 0 for each in (*unit.jobs, job) if each.what == job.what)
        unit.jobs = [*(each for each in unit.jobs if each.what != job.what), job]

    def _meet(self, unit: Soldiers) -> None:
        if any(job.is_caught for job in unit.jobs):
            unit.become({"state": "unformed"})
        unit.give_up()
        unit.is_fighting = True

    def _finish(self, unit: Soldiers) -> None:
        jobs = [job for job in unit.jobs if job.holds and job.what != "react"]
        unit.jobs = [job for job in unit.jobs if job not in jobs]
        for job in jobs:
            unit.become(job.end, is_mended=job.what == "re-form")

    def _begin(self, unit: Soldiers, verb: str, rest: list[str]) -> None:
        unit.give_up()
        unit.has_moved = True
        takes = None if rest[-1:] == ["?"] else int(rest[1]) if rest[:1] == ["takes"] else 0
        if verb == "forced":
            unit.become({"state": "unformed"})
            unit.is_marching = True
            left = PERIOD - self.quarter % PERIOD
            unit.jobs.append(Job(verb, left, {"state": "unformed"}))
        elif verb == "re-form":
            self._add(unit, Job(verb, takes, {"state": "formed"}))
        elif verb == "about":
            self._add(unit, Job(verb, takes, {}, is_caught=unit.formation != "skirmish"))
        else:
            self._add(unit, Job("change", takes, {"formation": verb}, is_caught=True))

    def _add(self, unit: Soldiers, job: Job) -> None:
        if job.left == 0:
            unit.become(job.end, is_mended=job.what == "re-form")
        else:
            unit.jobs.append(job)

    def is_reacting(self, name: str) -> bool:
        """Whether a unit has begun to react and is not done."""
        return any(job.what == "react" for job in self.units[name].jobs)

    # --- How it stands ---------------------------------------------------------------------------------

    @property
    def waiting(self) -> list[str]:
        """Who could have moved and has not."""
        return [
            unit.name
            for unit in self.units.values()
            if not unit.has_moved and not unit.is_fighting and not any(job.holds for job in unit.jobs)
        ]

    def free_in(self, name: str) -> int | None:
        """In how many quarters a unit may begin something; None if nobody knows."""
        lefts = [job.left for job in self.units[name].jobs if job.holds]
        known = [left for left in lefts if left is not None]
        return max([0, *known]) if len(known) == len(lefts) else None
