"""How long to think."""

from __future__ import annotations

import pytest

from deduce.errors import IntakeError
from deduce.tabletop.budget import MOST_NODES, Budget


def test_what_was_asked_for_or_the_usual() -> None:
    """One of the two limits is enough."""
    assert Budget.of(None, None) == Budget() == Budget(1.0, None)
    assert Budget.of(None, None, 0.5) == Budget(0.5, None)
    assert Budget.of(2, None) == Budget(2, None)
    assert Budget.of(None, 9) == Budget(None, 9)


def test_share() -> None:
    """By whichever limit is nearer."""
    assert Budget(2.0, 10).share(0.5, 1) == 0.25
    assert Budget(2.0, 10).share(0.5, 9) == 0.9
    assert Budget(None, 10).share(5.0, 10) == 1
    assert Budget(0.0, None).share(1.0, 0) > 1
    assert Budget(None, None).share(1e9, 10**9) == 0


def test_more_turns_than_anybody_waits_for_are_refused() -> None:
    """A digit too many would think for hours; who means it says how long."""
    assert Budget.of(None, MOST_NODES) == Budget(None, MOST_NODES)
    with pytest.raises(IntakeError) as caught:
        Budget.of(None, 655_361_000)
    assert str(caught.value) == (
        "the number of nodes is 655361000; it must be a whole number from 1 to 50,000,000, and whoever "
        "wants to wait longer gives a time"
    )
    with pytest.raises(IntakeError, match="the number of nodes is 0; it must be a whole number from 1 to"):
        Budget.of(None, 0)
    with pytest.raises(IntakeError, match="the number of nodes"):
        Budget.of(None, "many")  # type: ignore[arg-type]
