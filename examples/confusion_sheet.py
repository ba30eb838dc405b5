"""Two deduction sheets of Confusion (CF-SHEET-2): twelve lettered pieces, twelve movement diagrams."""

from deduce import Belief, Log, Problem, Question, among, chain, prove, rank_questions, review

LETTERS = "ACEHKLNOPSTV"
DIAGRAMS = ["Rocket", "Probe", "Chickenfoot", "Rook", "Novice", "King"]
DIAGRAMS += ["Sprinkler", "Wimp", "Crab", "Bishop", "Cardinal", "Abbot"]
# Which diagrams, numbered from 1, allow a move.
MOVES = {
    "forward 1": range(1, 8),
    "sideways 1": range(4, 10),
    "diagonally forward 2": range(9, 13),
}
PROBLEM = Problem.one_to_one(LETTERS, DIAGRAMS, title="Confusion")


def asked(letter: str, move: str) -> Question:
    """Ask whether a piece may make a move."""
    movers = [DIAGRAMS[number - 1] for number in MOVES[move]]
    return Question.yes_no(among(letter, movers), f"{letter} {move}?")


def heard(log: Log, letter: str, move: str, answer: str) -> Log:
    """Note down an answer."""
    return log.append(asked(letter, move).answers[answer], f"{letter} {move}: {answer}")


def sheet(belief: Belief) -> str:
    """Draw a sheet: x is struck, O is certain, a dot is open."""
    lines = ["  " + "".join(f"{number:3}" for number in range(1, 13))]
    for letter, possible in belief.possible.items():
        mark = "O" if len(possible) == 1 else "."
        lines.append(f"{letter} " + "".join(f"  {mark if d in possible else 'x'}" for d in DIAGRAMS))
    return "\n".join(lines)


def main() -> None:
    """Fill in both sheets, explain H, and find the next question about L."""
    own = heard(Log(PROBLEM), "H", "forward 1", "no")
    own = heard(own, "H", "sideways 1", "yes")
    own = heard(own, "H", "diagonally forward 2", "yes")
    print("Our own pieces:", sheet(Belief(own)), *chain(own), sep="\n")
    print(prove(own, "L", "Crab"))
    for lesson in review(own):
        print(f"“{lesson.entry.text}” taught {lesson.bits:.2f} bits.")

    theirs = heard(heard(Log(PROBLEM), "L", "forward 1", "yes"), "L", "sideways 1", "no")
    belief = Belief(theirs)
    print("Their pieces:", sheet(belief), sep="\n")
    print("L can be", ", ".join(f"{value} ({p})" for value, p in belief.probabilities["L"].items()))
    for rating in rank_questions(belief, [asked(letter, move) for letter in "LH" for move in MOVES]):
        worth = "nothing" if rating.is_useless else f"{rating.bits:.3f} bits"
        print(f"{rating.question.text} tells {worth}")


if __name__ == "__main__":
    main()
