"""Avalon: who is evil, from what quests showed and from what people say.

Merlin knows who is evil, and so do the evil. What they say is worth as much as they are to be trusted.
"""

from itertools import combinations, product
from math import comb

from deduce import AnswerModel, Belief, Log, Problem, Statement, exactly, fact, none_of, weighted

PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
ROLES = {"Merlin": 1, "servant": 2, "assassin": 1, "minion": 1}
EVIL = {"assassin", "minion"}
FAILS = 0.8  # how often somebody evil lets a quest fail
RULES = {role: exactly(number, [fact(name, role) for name in PLAYERS]) for role, number in ROLES.items()}
PROBLEM = Problem({name: list(ROLES) for name in PLAYERS}, RULES, title="Avalon")


def evil(name: str) -> Statement:
    """Say that a player is evil."""
    return fact(name, "assassin") | fact(name, "minion")


def quest(team: list[str], fails: int) -> Statement:
    """Say how likely so many fails are, for each combination of the team's roles."""
    likely = {}
    for roles in product(ROLES, repeat=len(team)):
        traitors = sum(role in EVIL for role in roles)
        likely[roles] = comb(traitors, fails) * FAILS**fails * (1 - FAILS) ** max(traitors - fails, 0)
    return weighted(team, likely, f"{', '.join(team)}: {fails} fails")


def word_of(name: str) -> AnswerModel:
    """Return how far what a player says of others can be trusted, by who that is."""
    liar = AnswerModel("evil", when_true="1/4", when_false="3/4")
    roles = {"assassin": liar, "minion": liar, "Merlin": AnswerModel("Merlin", "9/10", "1/10")}
    return AnswerModel(f"{name}'s word", "11/20", "9/20", depends_on=name, by_value=roles)


def main() -> None:
    """Show what can be believed after two quests and three accusations, and whom to send next."""
    log = Log(PROBLEM)
    log = log.append(quest(["Ann", "Ben"], 0)).append(quest(["Ann", "Cleo", "Dan"], 1))
    log = log.append(evil("Cleo"), "Ann: Cleo is evil", model=word_of("Ann"))
    log = log.append(evil("Ann"), "Dan: Ann is evil", model=word_of("Dan"))
    log = log.append(evil("Cleo") & ~evil("Ben"), "Eve: Cleo, and not Ben", model=word_of("Eve"))
    belief = Belief(log)
    for name in PLAYERS:
        merlin = belief.probability(name, "Merlin")
        print(f"{name}: evil {float(belief.probability_of(evil(name))):.0%}, Merlin {float(merlin):.0%}")
    good = {team: belief.probability_of(none_of(*map(evil, team))) for team in combinations(PLAYERS, 2)}
    team = max(good, key=lambda pair: good[pair])
    print(f"Send {' and '.join(team)}: both are good with {float(good[team]):.0%}")


if __name__ == "__main__":
    main()
