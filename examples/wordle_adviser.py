"""Wordle: which word to try.

python examples/wordle_adviser.py WORDS crane:20010 slate:00000 (2 in its place, 1 elsewhere, 0 not in it)
WORDS is a file of words, or - for the few below; without answers, it plays a game.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce import Belief, Log, Problem, Question, rank_questions

FEW = """
about actor amber angle apple badge beach berry blaze bread brick candy chair cheer crane crown
dance dizzy drink eagle earth elbow event fable fairy flame frost ghost giant grape green habit
heart honey house ivory jelly juice kayak knife lemon light llama maple melon mirth night ocean
olive onion paper piano pizza queen quick radio river robin salad sauce sheep slate snail stale
"""


def marks(guess: str, words: NDArray[Any]) -> NDArray[Any]:
    """Return the answer to a guess for a whole column of words: 20010 for a green letter and a yellow one."""
    letters = words.astype("U").view("U1").reshape(len(words), -1)
    green = letters == np.array(list(guess))
    answer = np.zeros(len(words), dtype=int)
    for place, letter in enumerate(guess):
        left = ((letters == letter) & ~green).sum(axis=1)
        earlier = [~green[:, other] for other in range(place) if guess[other] == letter]
        yellow = sum(earlier, np.zeros(len(words), dtype=int)) < left
        answer = 10 * answer + np.where(green[:, place], 2, yellow)
    return answer


def main() -> None:
    """Advise on the answers of the command line, or play."""
    path, *heard = sys.argv[1:] or ["-"]
    words = (FEW if path == "-" else Path(path).read_text(encoding="utf-8")).split()
    problem = Problem({"word": words}, title="Wordle")
    asked = {w: Question.by(problem, partial(marks, w), ["word"], w, columns=True) for w in words}
    log, secret = Log(problem), None if heard else words[len(words) // 8]
    while True:
        for guess, answer in (line.split(":") for line in heard):
            log = log.append(asked[guess].answers[str(int(answer))], f"{guess}: {answer}")
        left = Belief(log).possible["word"]
        told = {rating.question.text: rating.bits for rating in rank_questions(Belief(log), asked.values())}
        word = max(told, key=lambda word: (round(told[word], 9), word in left))
        print(f"{len(left)} words are left; try {word} ({told[word]:.2f} bits)")
        if secret is None or word == secret:
            return
        heard = [f"{word}:{marks(word, np.array([secret]))[0]:05}"]
        print(heard[0])


if __name__ == "__main__":
    main()
