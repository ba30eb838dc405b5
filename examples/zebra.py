"""The zebra puzzle: five houses (clue 1), fourteen more clues, and every step from them to the zebra."""

from deduce import Belief, Log, Problem, Statement, all_different, chain, fact, prove, where

GROUPS = {
    "people": ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    "colours": ["red", "green", "ivory", "yellow", "blue"],
    "drinks": ["coffee", "tea", "milk", "juice", "water"],
    "pets": ["dog", "snails", "fox", "horse", "zebra"],
    "games": ["chess", "go", "whist", "dominoes", "darts"],
}


def same(one: str, other: str) -> Statement:
    """Say that two things are in the same house."""
    return where(lambda a, b: a == b, [one, other])


def beside(one: str, other: str) -> Statement:
    """Say that two things are in houses next to each other."""
    return where(lambda a, b: abs(a - b) == 1, [one, other])


CLUES = {
    "The Englishman lives in the red house": same("Englishman", "red"),
    "The dog is the Spaniard's": same("Spaniard", "dog"),
    "Coffee is the drink of the green house": same("coffee", "green"),
    "The Ukrainian drinks tea": same("Ukrainian", "tea"),
    "The green house follows the ivory one": where(lambda g, i: g == i + 1, ["green", "ivory"]),
    "Whoever plays chess keeps snails": same("chess", "snails"),
    "Go is played in the yellow house": same("go", "yellow"),
    "Milk is the drink of the middle house": fact("milk", 3),
    "The Norwegian has the first house": fact("Norwegian", 1),
    "Whist is played beside the fox": beside("whist", "fox"),
    "Go is played beside the horse": beside("go", "horse"),
    "Whoever plays dominoes drinks juice": same("dominoes", "juice"),
    "The Japanese plays darts": same("Japanese", "darts"),
    "The Norwegian lives beside the blue house": beside("Norwegian", "blue"),
}


def main() -> None:
    """Solve the puzzle, step by step."""
    rules = {f"{kind} differ": all_different(names) for kind, names in GROUPS.items()}
    names = [name for group in GROUPS.values() for name in group]
    log = Log(Problem({name: [1, 2, 3, 4, 5] for name in names}, rules))
    for number, (text, statement) in enumerate(CLUES.items(), 2):
        log = log.append(statement, text, id=str(number))
    belief = Belief(log)
    print(*chain(log), sep="\n")
    print(f"{belief.count} world is left:")
    for house in range(1, 6):
        print(f"  house {house}:", *(name for name in names if belief.certain[name] == house))
    print(prove(log, "zebra", belief.certain["zebra"]))


if __name__ == "__main__":
    main()
