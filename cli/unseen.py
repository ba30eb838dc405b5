"""What is typed in secret: the terminal shows nothing of it, not even how long it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.layout.processors import Processor, Transformation

if TYPE_CHECKING:
    from prompt_toolkit.layout.processors import TransformationInput

__all__ = ["unseen_prompt"]


class Unseen(Processor):
    """Shows an empty line, with the cursor at its beginning, whatever is typed."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Return nothing for a line."""
        del transformation_input
        return Transformation([], source_to_display=lambda _: 0, display_to_source=lambda _: 0)


def unseen_prompt() -> PromptSession[str]:
    """Return what reads lines in secret: they are not among the lines that were typed before either."""
    return PromptSession(history=DummyHistory(), input_processors=[Unseen()], reserve_space_for_menu=0)
