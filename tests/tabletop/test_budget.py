"""How long to think."""

from __future__ import annotations

from deduce.tabletop.budget import Budget


def test_what_was_asked_for_or_the_usual() -> None:
    """One of the two limits is enough."""
    assert Budget.of(None, None) == Budget() == Budget(1.0, None)
    assert Budget.of(None, None, 0.5) == Budget(0.5, None)
    assert Budget.of(2, None) == Budget(2, None)
    assert Budget.of(None, 9) == Budget(None, 9)


def test_used_up() -> None:
    """By whichever limit is reached first."""
    assert not Budget(1.0, 10).is_used_up(0.9, 9)
    assert Budget(1.0, 10).is_used_up(1.0, 0)
    assert Budget(1.0, 10).is_used_up(0.0, 10)
    assert not Budget(None, None).is_used_up(1e9, 10**9)
