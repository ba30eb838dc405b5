"""The laws that come with a game: files in its package that extend each other, and an owner's on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.errors import RulingError
from deduce.ruling.house import with_house
from deduce.ruling.reading import parse_law, read_law

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from deduce.ruling.law import Law

__all__ = ["Shelf", "packaged_text"]


def packaged_text(package: str, place: str) -> str:
    """Return the text of a file in a package.

    Args:
        package: The package, such as "deduce.cards".
        place: The file in it.
    """
    return resources.files(package).joinpath(place).read_text(encoding="utf-8")


@dataclass(frozen=True, eq=False)
class Shelf:
    """The laws that come with a game.

    Attributes:
        package: The package that their files are in.
        places: For the name of each law its file in the package.
        played: Those that can be played; the others are only there to be extended.
        missing: What is said where there is none of a name, such as "there is no edition".
        rules: Gives all ids of rules, which an owner's file can name.
    """

    package: str
    places: Mapping[str, str]
    played: tuple[str, ...]
    missing: str
    rules: Callable[[], Collection[str]]
    _laws: dict[str, Law] = field(default_factory=dict, init=False, repr=False)

    def law(self, name: str) -> Law | None:
        """Return a law of the package, which is read once; None if there is none of that name."""
        if name not in self.places:
            return None
        if name not in self._laws:
            place = self.places[name]
            self._laws[name] = parse_law(packaged_text(self.package, place), place, self.law)
        return self._laws[name]

    def with_house(self, name: str, house: str, folder: Path | None) -> tuple[Law, tuple[str, ...]]:
        """Return a law with the house rules of a line, and in what it differs because of them.

        Args:
            name: A law that can be played, or the path of a file that extends one; it ends in .toml.
            house: What differs from that, such as "DEC-20=lapse, combat.range=15".
            folder: The folder that the path starts from; the current one if nothing is said.

        Raises:
            RulingError: If there is no such law, or something in the file or the house rules is wrong.
        """
        law = self.law(name) if name in self.played else self._owned(name, folder)
        assert law is not None  # noqa: S101 - what can be played has a file
        changed = with_house(law, house)
        return changed, changed.differences(law)

    def _owned(self, name: str, folder: Path | None) -> Law:
        if not name.endswith(".toml"):
            message = f"{self.missing} {quoted(name)}; {did_you_mean(name, self.played)}"
            message += " (a file of your own ends in .toml)"
            raise RulingError(message)
        # The header of a record may name it.
        path = (folder or Path()) / name
        return read_law(path, self._playable, self.rules, self.played, is_named_inside=True)

    def _playable(self, name: str) -> Law | None:
        """Return a law that an owner's file can extend; part of one would leave it without the rest."""
        return self.law(name) if name in self.played else None
