"""How each kind of action that is no attempt is written in a cell, and how it is typed at the table."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass, fields
from typing import TYPE_CHECKING, Any

from deduce.confusion.engine.actions import (
    Agree,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
    Unread,
    Waive,
)
from deduce.confusion.engine.deeds import DEEDS, When
from deduce.errors import shortened
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.game import Event
    from deduce.confusion.engine.position import Position

__all__ = ["FORMS", "Form", "form_of", "form_typed", "typed_words"]


@dataclass(frozen=True)
class Form:
    """How one kind of action is written.

    Attributes:
        kind: The class of the action; what it holds are letters, in the order in which they are written.
        sign: How it is written in a cell, with {} for each letter.
        pattern: How it is read there, with a group for each letter; "" if it is not.
        words: What it is called where it is typed; the letters stand behind.
        start: How a cell begins with it, where only spaces part two cells; "" if it does not.
        shows: Whether a diagram is shown by it, whose number stands behind it and in one more group.
        behind: For a reply, which is written behind its attempt: how.
    """

    kind: type[Any]
    sign: str = ""
    pattern: str = ""
    words: tuple[str, ...] = ()
    start: str = ""
    shows: bool = False
    behind: Callable[[Position, Event], str] | None = None

    @property
    def moment(self) -> When:
        """When what is written so can be done."""
        return DEEDS[self.kind].moment

    def match(self, text: str, place: int) -> re.Match[str] | None:
        """Look for it at a place of a cell."""
        return re.compile(self.pattern).match(text, place) if self.pattern else None

    def read(self, found: re.Match[str]) -> tuple[Action, int | None]:
        """Return what was found as an action, and the number of the diagram that was shown."""
        groups = found.groups()
        size = len(fields(self.kind))
        shown = groups[size] if self.shows else None
        return self.kind(*groups[:size]), None if shown is None else int(shown)

    def write(self, event: Event) -> str:
        """Write what was done."""
        shown = event.answer.shown if self.shows else None
        return self.sign.format(*self.letters(event.action)) + ("" if shown is None else f"={shown}")

    def letters(self, action: Action) -> tuple[str, ...]:
        """Return the letters that an action of this kind holds."""
        return astuple(action)

    def typed(self, text: str, words: Sequence[str]) -> Action:
        """Return the action that was typed.

        Args:
            text: What was typed.
            words: The words of it in lower case; the first is one of `words`.

        Raises:
            LineError: If the letters are missing, or there is more than them.
        """
        size, word = len(fields(self.kind)), words[0]
        letters = [each.upper() for each in words[1:] if len(each) == 1 and each.isalpha()]
        if size == 0 and len(words) > 1:
            message = f"{shortened(text)!r}: {word} stands alone; a comma joins it with what follows"
            raise LineError(message)
        if len(letters) != size:
            needed, such = ("one piece", "a") if size == 1 else ("two pieces", "a c")
            message = f"{word} needs {needed}, such as {word} {such}"
            raise LineError(message)
        action: Action = self.kind(*letters)
        return action


def _promoted(_: Position, event: Event) -> str:
    declined = event.action == PromotionReply(accept=False)
    return "+-" if declined else "+" if event.answer.promoted else "+!"


def _given(position: Position, event: Event) -> str:
    return f">{position.receiver if event.action == GiftReply(accept=True) else 0}"


FORMS: dict[type, Form] = {
    form.kind: form
    for form in (
        Form(Remove, "*{}", r"\*([A-Y])\b", ("remove",), r"\*[A-Y]\b"),
        Form(Expose, "?{}", r"\?([A-Y])\b", ("expose",), r"\?[A-Y]\b"),
        Form(SwapTwo, "${}<>{}", r"\$([A-Y])\s*<>\s*([A-Y])\b", ("swap",), r"\$[A-Y]"),
        Form(Reveal, "${}", r"\$([A-Y])(?:\s*=\s*(\d{1,3}))?\b", ("reveal",), r"\$[A-Y]", shows=True),
        Form(MoveTwo, "$2", r"\$2(?!\d)", ("two", "move2"), r"\$2"),
        Form(Waive, "$0", r"\$0(?!\d)", ("done",)),
        Form(Resign, "resigns", r"resigns\b", ("resign", "resigns")),
        Form(Agree, "draws", r"draws\b", ("draw", "draws")),
        Form(PromotionReply, behind=_promoted),
        Form(GiftReply, behind=_given),
        Form(Unread, "{}"),
    )
}
"""The form of each kind of action, in the order in which a cell is compared with them."""


def form_of(action: Action) -> Form:
    """Return how an action that is no attempt is written."""
    return FORMS[type(action)]


def form_typed(word: str) -> Form | None:
    """Return the form that is called by a word where it is typed."""
    return next((form for form in FORMS.values() if word in form.words), None)


def typed_words(*, early: bool = False) -> tuple[str, ...]:
    """Return the words by which actions are called where they are typed.

    Args:
        early: Whether only of those that come before the attempts of a turn, or between them.
    """
    chosen = (form for form in FORMS.values() if not early or form.moment in {When.EARLY, When.BETWEEN})
    # The last one begins "move two", as the advice calls it.
    return (*(word for form in chosen for word in form.words), "move")
