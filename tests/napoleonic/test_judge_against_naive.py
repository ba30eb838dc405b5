"""The laws of all chapters against a judge by hand, on a sample of all combinations.

All of them are compared by `python -m napoleonic.all_combinations` in tests/.
"""

from __future__ import annotations

import random

import pytest

from napoleonic.naive_situations import ACTS, disagreements, some

SAMPLE = 600


@pytest.mark.parametrize("act", ACTS)
def test_both_judges_agree(act: str) -> None:
    for situation in some(random.Random(act), SAMPLE):
        assert list(disagreements(act, situation)) == [], situation
