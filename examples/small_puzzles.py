"""Three puzzles as they are said: letters for digits, who lies, and white cells that hang together."""

from itertools import combinations

from deduce import Belief, Log, Problem, beside, chain, connected, fact, iff, number, says

HITORI = ["41123", "51232", "31512", "12545", "53431"]
"""Blacken cells: no number twice in a line, no two black cells side by side, all white ones hang together."""


def letters() -> Problem:
    """SEND + MORE = MONEY."""
    rules = {
        "the sum": number(*"SEND") + number(*"MORE") == number(*"MONEY"),
        "no 0 in front": ~fact("S", 0) & ~fact("M", 0),
    }
    return Problem.one_to_one("SENDMORY", range(10), rules)


def island() -> Log:
    """Ann and Ben are each a knight, who never lies, or a knave, who always does."""
    log = Log(Problem(dict.fromkeys(["Ann", "Ben", "Cleo"], ("knight", "knave"))))
    log = log.append(says("Ann", iff(fact("Ann", "knight"), fact("Ben", "knight"))))
    return log.append(says("Ben", fact("Ann", "knave") & fact("Cleo", "knave")))


def hitori() -> Problem:
    """The field, each cell of which is black or white."""
    numbers = {(row, column): n for row, line in enumerate(HITORI) for column, n in enumerate(line)}
    rules = [connected(numbers, "white")]
    for one, other in combinations(numbers, 2):
        if numbers[one] == numbers[other] and (one[0] == other[0] or one[1] == other[1]):
            rules.append(fact(one, "black") | fact(other, "black"))
        if other in beside(one):
            rules.append(fact(one, "white") | fact(other, "white"))
    return Problem(dict.fromkeys(numbers, ("white", "black")), rules)


def main() -> None:
    """Solve all three."""
    money = Log(letters())
    print("SEND + MORE = MONEY:", "".join(f" {letter}={n}" for letter, n in Belief(money).certain.items()))
    print("First step:", chain(money)[0].sentence)
    for step in chain(island()):
        print(step)
    field = Belief(Log(hitori()))
    print(f"{field.count} world is left:")
    for row, line in enumerate(HITORI):
        print("".join(n if field.certain[row, column] == "white" else "#" for column, n in enumerate(line)))


if __name__ == "__main__":
    main()
