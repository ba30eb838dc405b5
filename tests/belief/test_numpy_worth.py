"""numpy is imported once it is worth it, and the answers are the same before and after."""

from __future__ import annotations

import json
import subprocess
import sys
from math import factorial

import pytest

FRESH = """
import json, random, sys
from deduce import Belief, Log, Problem, fact, prove

def log(size, seed=0):
    names, values = [f"u{i}" for i in range(size)], [f"v{i}" for i in range(size)]
    return Log(Problem.one_to_one(names, values)).append(~fact("u0", f"v{seed % size}"))

told = []
def tell(answer):
    told.append([answer, "numpy" in sys.modules])
"""


def told_by(code: str) -> list[list[object]]:
    """What a fresh process tells: each answer, and whether numpy was imported by then."""
    code = f"{FRESH}\n{code}\nprint(json.dumps(told))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told: list[list[object]] = json.loads(done.stdout)
    return told


def test_few_answers_are_worked_out_without_it_and_many_with_it() -> None:
    """The first sheets of twelve letters need no numpy, the later ones have it, and all are right."""
    told = told_by("for seed in range(12): tell(Belief(log(12, seed)).count)")
    assert [answer for answer, _ in told] == [11 * factorial(11)] * 12
    imported = [numpy for _, numpy in told]
    assert imported == sorted(imported)
    assert not any(imported[:2])
    assert all(imported[8:])


def test_the_answers_of_one_log_are_paid_for_once() -> None:
    """Asking the same belief for everything it knows is one piece of work."""
    told = told_by(
        "belief = Belief(log(12))\n"
        "tell(belief.count); tell(belief.certain); tell(float(belief.probability('u1', 'v0')))\n"
        "tell(belief.bits > 0); tell(belief.world(7)['u0'])\n"
        "for _ in range(50): tell(belief.world(3)['u0'])"
    )
    assert told[2][0] == pytest.approx(1 / 11)
    assert not any(numpy for _, numpy in told)


def test_something_large_imports_it_at_once() -> None:
    """Where the tables are large, plain Python would take longer than the import."""
    assert told_by("tell(Belief(log(16)).count)") == [[15 * factorial(15), True]]


def test_many_draws_import_it_whatever_was_counted_without_it() -> None:
    """A belief that was counted in plain Python draws many worlds with numpy: the same ones."""
    few, many = told_by(
        "belief = Belief(log(12))\n"
        "tell(list(map(list, map(dict.values, map(dict, belief.sample(3, seed=1))))))\n"
        "tell(list(map(list, map(dict.values, map(dict, belief.sample(3000, seed=1)))))[:3])"
    )
    assert few[0] == many[0]
    assert (few[1], many[1]) == (False, True)


def test_proofs_pay_for_it_too() -> None:
    """The smallest proofs of ten letters need no numpy; those of many problems have it."""
    told = told_by(
        "for seed in range(8): tell(prove(log(10, seed).append(fact('u3', 'v9')), 'u1', 'v9').ids[0])"
    )
    assert [answer for answer, _ in told] == ["2"] * 8
    assert (told[0][1], told[-1][1]) == (False, True)
