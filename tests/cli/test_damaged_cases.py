"""Damaged cases: answered, or refused with one sentence. `mutated_cases` tries as many as one likes."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from faults.mutated_cases import EXAMPLES, SMALL, cases, solved


@pytest.mark.parametrize("seed", range(4))
def test_damaged_cases(tmp_path: Path, seed: int) -> None:
    """No traceback, no document that is none, nothing that a terminal obeys."""
    chance = random.Random(seed)
    small = [path for path in EXAMPLES if path.name in SMALL]
    came = Counter(solved(text, tmp_path, chance) for text in islice(cases(seed, small), 60))
    assert came["refused"] > 10
    assert came["0"] > 1
