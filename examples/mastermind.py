"""Mastermind as a log: what each guess leaves and teaches, and which guess to make next."""

from collections import Counter

from deduce import Belief, Log, Problem, Question, rank_questions, review

COLOURS = ["red", "orange", "yellow", "green", "blue", "violet"]
PROBLEM = Problem({f"peg {number}": COLOURS for number in (1, 2, 3, 4)}, title="Mastermind")
GUESSES = {
    "red red orange orange": "0 black, 1 white",
    "yellow red green yellow": "0 black, 2 white",
    "violet green red violet": "1 black, 1 white",
}
IDEAS = [
    "green blue red blue",  # could be the code
    "blue green blue red",  # could be the code as well
    "violet blue yellow green",  # cannot be the code any more
    "red red orange orange",  # was answered already
]


def pins(guess: str, code: tuple[str, ...]) -> str:
    """Return the answer to a guess: a black pin for a peg in its place, a white one for its colour."""
    pegs = guess.split()
    black = sum(peg == hidden for peg, hidden in zip(pegs, code, strict=True))
    return f"{black} black, {(Counter(pegs) & Counter(code)).total() - black} white"


def question(guess: str) -> Question:
    """Ask for the pins of a guess."""
    return Question.by(PROBLEM, lambda *code: pins(guess, code), PROBLEM.unknowns, guess)


def main() -> None:
    """Replay three guesses and choose the fourth."""
    log = Log(PROBLEM)
    for guess, answer in GUESSES.items():
        log = log.append(question(guess).answers[answer], f"{guess}: {answer}")
    offers = [question(guess) for guess in [*GUESSES, *IDEAS[:-1]]]
    for number, lesson in enumerate(review(log, lambda _: offers), 1):
        left = Belief(log.at(number)).count
        print(f"{lesson.entry.text}. That taught {lesson.bits:.2f} bits; {left} codes are left.")
        if lesson.best:
            print(f"  Best on offer: {lesson.best.question.text}, {lesson.best.bits:.2f} bits on average")
    belief = Belief(log)
    for world in belief.worlds():
        print("  possible:", *world.values())
    for rating in rank_questions(belief, map(question, IDEAS)):
        verdict = "useless" if rating.is_useless else f"{rating.bits:.3f} bits"
        print(f"Next guess {rating.question.text}: {verdict}, at worst {rating.worst_bits:.3f} bits")


if __name__ == "__main__":
    main()
