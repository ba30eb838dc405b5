"""Python's search for cycles is left out where much is made, and comes back whatever happens."""

from __future__ import annotations

import gc

import pytest

from deduce.collecting import without_collecting


@pytest.mark.parametrize("was_on", [True, False])
def test_collecting_is_as_it_was_afterwards(*, was_on: bool) -> None:
    """Also within another such block, and where something goes wrong."""
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        with pytest.raises(KeyError), without_collecting():  # noqa: PT012 - what is inside is what is tested
            with without_collecting():
                assert not gc.isenabled()
            assert not gc.isenabled()
            raise KeyError
        assert gc.isenabled() == was_on
    finally:
        (gc.enable if before else gc.disable)()
