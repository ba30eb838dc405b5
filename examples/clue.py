"""Clue with six players as Ann sees it (the game of clue.toml): chances, a proof, the next suggestion."""

import deduce
from deduce import Log, Problem, Question, any_of, exactly, fact, none_of

SUSPECTS = ["Scarlet", "Green", "Mustard", "Plum", "Peacock", "White"]
WEAPONS = ["knife", "rope", "pipe", "wrench", "pistol", "candlestick"]
ROOMS = ["hall", "study", "kitchen", "library", "lounge", "ballroom", "cellar", "attic", "garden"]
CARDS = [*SUSPECTS, *WEAPONS, *ROOMS]
PLAYERS, HIDDEN = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"], "in the envelope"
# Who suggests what, who is the first to show a card, and which one if it is shown to Ann.
TURNS = """Ann: White, rope, study: Eve: White
Ben: Green, knife, hall: Cleo
Cleo: Green, candlestick, kitchen: Dan
Dan: Mustard, pistol, hall: Ann
Eve: Plum, candlestick, kitchen: Cleo
Finn: Green, candlestick, cellar: Ann
Ann: Green, candlestick, library: Dan: candlestick
Ben: Peacock, candlestick, hall: Dan
Cleo: Mustard, pistol, library: Finn
Dan: Scarlet, wrench, cellar: Ann
Eve: Scarlet, rope, kitchen: Finn
Finn: Scarlet, candlestick, cellar: Ann"""


def main() -> None:
    """Follow the game, then look at the envelope."""
    kinds = {"suspect": SUSPECTS, "weapon": WEAPONS, "room": ROOMS}
    rules = {f"one hidden {k}": exactly(1, [fact(c, HIDDEN) for c in kinds[k]]) for k in kinds}
    rules |= {f"{p} holds three": exactly(3, [fact(c, f"{p}'s") for c in CARDS]) for p in PLAYERS}
    problem = Problem({card: [HIDDEN, *(f"{p}'s" for p in PLAYERS)] for card in CARDS}, rules)
    hand = [fact(card, "Ann's") for card in ("pistol", "pipe", "cellar")]
    log = Log(problem).append(deduce.all_of(*hand), "Ann holds pistol, pipe, cellar")
    for who, named, shower, *seen in (turn.split(": ") for turn in TURNS.splitlines()):
        asked = (PLAYERS * 2)[PLAYERS.index(who) + 1 :]
        for player in asked[: asked.index(shower)]:
            lacked = [fact(card, f"{player}'s") for card in named.split(", ")]
            log = log.append(none_of(*lacked), f"{player} has none of {named}")
        shown = any_of(*(fact(card, f"{shower}'s") for card in seen or named.split(", ")))
        log = log.append(shown, f"{shower} shows {who} {seen[0] if seen else f'one of {named}'}")
    belief = deduce.Belief(log)
    print(f"{len(log)} entries leave {belief.count:,} worlds. What is in the envelope:")
    for kind, cards in kinds.items():
        chances = [(card, belief.probability(card, HIDDEN)) for card in cards]
        print(f"  {kind}:", ", ".join(f"{card} {chance}" for card, chance in chances if chance))
    proof = deduce.prove(log, "wrench", HIDDEN)
    print(proof, *deduce.chain_for(proof, log), sep="\n")

    def first_to_show(*holders: str) -> str:
        return next((player for player in PLAYERS[1:] if f"{player}'s" in holders), "nobody")

    ideas = [["Mustard", "rope", "study"], ["Peacock", "pipe", "hall"], ["White", "rope", "attic"]]
    questions = [Question.by(problem, first_to_show, idea, ", ".join(idea)) for idea in ideas]
    for rating in deduce.rank_questions(belief, questions):
        print(f"Suggest {rating.question.text}: {rating.bits:.3f} bits")


if __name__ == "__main__":
    main()
