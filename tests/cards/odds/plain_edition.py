"""The two editions as the tests of the odds need them, before any file is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plain:
    name: str
    house: tuple[tuple[str, str], ...] = ()

    def number(self, name: str) -> int:
        return {"cover.bonus": 3, "cavalry.bonus": 1, "flank.bonus": 4, "rally.helperBonus": 1}[name]

    def table(self, name: str) -> tuple[int, ...]:
        assert name == "gun.confused"
        if self.name == "fr":
            return (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4, 4)
        return (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 4, 4, 4)

    def choice(self, decision: str) -> str:
        return dict(self.house).get(decision, "")


FR, EN = Plain("fr"), Plain("en")
