"""Functions that answer for whole columns of values at once, in numpy."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.errors import ProblemError
from deduce.intake.numbers import quoted
from deduce.problem.statements import SHOWN
from deduce.question.answering import MOST_IN_A_BYTE, Labels

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["labels_by_columns"]


def labels_by_columns(function: Callable[..., object], asked: Sequence[NDArray[Any]], text: str) -> Labels:
    """Return the answers of a function of columns.

    Args:
        function: It takes an array for each column, and returns one with as many answers.
        asked: The columns.
        text: What is asked.

    Raises:
        ProblemError: If the function fails, or returns something else.
    """
    size = len(asked[0])
    try:
        answers = np.asarray(function(*asked))
    except Exception as error:
        message = f"question {quoted(text, SHOWN)} cannot be answered for whole columns: {error}"
        raise ProblemError(message) from error
    if answers.shape != (size,):
        message = (
            f"question {quoted(text, SHOWN)} takes {size:,} values of each unknown at once, but its function "
            f"returns an array of the shape {answers.shape}; it must return one answer for each"
        )
        raise ProblemError(message)
    if answers.dtype.kind not in "iu":
        return Labels.of(answers.tolist())
    values, first, inverse = np.unique(answers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(order), dtype=np.uint8 if len(order) <= MOST_IN_A_BYTE else np.uint32)
    number[order] = np.arange(len(order))
    numbers = number[inverse]
    names = [str(value) for value in values[order].tolist()]
    return Labels(names, numbers.tobytes() if len(order) <= MOST_IN_A_BYTE else array("I", numbers.tolist()))
