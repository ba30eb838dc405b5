"""What the Confusion engine raises on purpose; all of it is a `DeduceError`."""

from __future__ import annotations

from deduce.errors import DeduceError

__all__ = ["ConfusionError", "DataError", "IllegalActionError", "RecordError", "RulesError"]


class ConfusionError(DeduceError):
    """Base of every error of the Confusion engine."""


class DataError(ConfusionError):
    """A file of diagrams or rules is wrong."""


class RulesError(ConfusionError):
    """The rules that were asked for do not go together."""


class IllegalActionError(ConfusionError):
    """An action is not possible now; the message says why."""


class RecordError(ConfusionError):
    """A record cannot be read at all."""
