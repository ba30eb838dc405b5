"""House rules in one line, such as `DEC-20=lapse, combat.range=15`: what is played otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.errors import RulingError

if TYPE_CHECKING:
    from deduce.ruling.amounts import Amount
    from deduce.ruling.law import Law

__all__ = ["with_house"]


def with_house(law: Law, text: str, name: str = "") -> Law:
    """Return a law with the house rules of a line: names and values, with commas between them.

    The numbers of a table have spaces between them.

    Args:
        law: The law.
        text: The line.
        name: What the result is called; as before if nothing is said.

    Raises:
        RulingError: If something in it makes no sense.
    """
    changes: dict[str, str | Amount | tuple[Amount, ...]] = {}
    names = {known.casefold(): known for known in law.changeable}
    for part in text.split(","):
        if not part.strip():
            continue
        said, equals, value = part.partition("=")
        said, value = said.strip(), value.strip()
        key = names.get(said.casefold(), said)
        if not equals or not value:
            message = f"house rule {quoted(part.strip())} says nothing; write {key or 'NAME'}=WHAT"
            raise RulingError(message)
        if key not in names.values():
            message = (
                f"there is no decision and no number {quoted(said)}; {did_you_mean(said, law.changeable)}"
            )
            raise RulingError(message)
        if key in changes:
            message = f"{key} stands twice among the house rules; say it once"
            raise RulingError(message)
        changes[key] = _value(law, key, value)
    return law.varied(changes, name) if changes or name else law


def _value(law: Law, key: str, value: str) -> str | Amount | tuple[Amount, ...]:
    if key in law.decisions:
        return law.choice_read(key, value.casefold())
    if key in law.declared:
        return law.number_read(key, value)
    return law.table_read(key, value.split())
