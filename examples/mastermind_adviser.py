"""Mastermind: the best of all 1,296 guesses.

python examples/mastermind_adviser.py 1123:1.2 4415:0.1 (guess:black.white); without answers, it plays a game
"""

import sys
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce import Belief, Log, Problem, Question, rank_questions

COLOURS = "123456"
CODES = ["".join(code) for code in product(COLOURS, repeat=4)]
PROBLEM = Problem({f"peg {number}": list(COLOURS) for number in (1, 2, 3, 4)}, title="Mastermind")


def pins(guess: str, *code: NDArray[Any]) -> NDArray[Any]:
    """Return the answer for whole columns of codes: 12 is one black pin (in its place) and two white ones."""
    black = sum((hidden == peg).astype(int) for peg, hidden in zip(guess, code, strict=True))
    found = {colour: sum((peg == colour).astype(int) for peg in code) for colour in set(guess)}
    return np.asarray(9 * black + sum(np.minimum(guess.count(peg), found[peg]) for peg in found))


QUESTIONS = {
    code: Question.by(PROBLEM, partial(pins, code), PROBLEM.unknowns, code, columns=True) for code in CODES
}


def best(log: Log) -> tuple[str, int]:
    """Return the guess that tells most, of equals one that can be the code; and how many codes are left."""
    belief = Belief(log)
    left = {"".join(map(str, world.values())) for world in belief.worlds()}
    if len(left) < 3:
        return min(left), len(left)
    told = {rating.question.text: rating.bits for rating in rank_questions(belief, QUESTIONS.values())}
    return max(told, key=lambda guess: (round(told[guess], 9), guess in left)), len(left)


def main() -> None:
    """Advise on the answers of the command line, or play."""
    log, secret = Log(PROBLEM), CODES[777]
    for heard in sys.argv[1:]:
        guess, black, white = heard.replace(".", ":").split(":")
        log = log.append(QUESTIONS[guess].answers[str(10 * int(black) + int(white))], heard)
    guess, left = best(log)
    print(f"{left:,} codes are left; guess {guess}")
    while not sys.argv[1:] and guess != secret:
        answer = pins(guess, *(np.array([peg]) for peg in secret))[0]
        log = log.append(QUESTIONS[guess].answers[str(answer)], f"{guess}: {answer:02}")
        guess, left = best(log)
        print(f"{log[-1].text}; {left} left; guess {guess}")


if __name__ == "__main__":
    main()
