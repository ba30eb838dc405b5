"""Guess Who: one unknown person, questions that are worth asking or not, and an answer that was a slip."""

import deduce
from deduce import Belief, Log, Problem, Question, Statement, among

LOOKS = {
    "Ada": ["glasses", "hat"],
    "Bert": ["beard", "moustache"],
    "Cleo": ["earrings", "glasses", "red hair"],
    "Dora": ["earrings", "hat"],
    "Emil": ["bald", "glasses"],
    "Fritz": ["beard", "glasses", "moustache"],
    "Gina": ["red hair"],
    "Hugo": ["bald", "beard", "moustache"],
    "Ines": ["earrings", "glasses", "hat"],
    "Jack": ["hat", "moustache"],
    "Kate": ["earrings", "red hair"],
    "Leo": ["beard", "moustache", "red hair"],
}
FEATURES = sorted({feature for looks in LOOKS.values() for feature in looks})


def has(feature: str) -> Statement:
    """Say that the person has a feature."""
    return among("the person", [name for name, looks in LOOKS.items() if feature in looks])


def main() -> None:
    """Ask, rank what could be asked next, and hear an answer that does not fit."""
    log = Log(Problem({"the person": LOOKS}, title="Guess Who"))
    log = log.append(~has("bald"), "bald? no").append(has("glasses"), "glasses? yes")
    belief = Belief(log)
    print(f"{belief.count} people are left:", *belief.possible["the person"])
    questions = [Question.yes_no(has(feature), f"{feature}?") for feature in FEATURES]
    for rating in deduce.rank_questions(belief, questions):
        note = f"{rating.bits:.3f} bits"
        if rating.is_useless:
            note = "useless"
        elif rating.dominated_by:
            note += f", no better than {rating.dominated_by.text}"
        print(f"  {rating.question.text} {note}")

    log = log.append(has("earrings"), "earrings? yes").append(~has("hat"), "hat? no")
    log = log.append(has("beard"), "beard? yes").append(~has("red hair"), "red hair? no")
    print(f"Then {len(Belief(log).possible['the person'])} people are left. Something is wrong:")
    for conflict in deduce.conflicts(log):
        print(" ", conflict)
    for suspect in deduce.suspects(log, rate="1/20"):
        left = suspect.worlds_if_reversed
        print(f"  a slip in “{suspect.entry.text}”: {suspect.probability}; {left} if reversed")
    slip = deduce.suspects(log, rate="1/20")[0].entry.id
    moustache = Question.yes_no(has("moustache"), "moustache?")
    after = deduce.confirming_questions(log, slip, [moustache], rate="1/20")[0].slip_after
    print(f"Ask: moustache? Entry {slip} is a slip with chance {after['yes']} if yes, {after['no']} if no.")
    print("Without the slip it is", Belief(log.reverse(slip)).certain["the person"])


if __name__ == "__main__":
    main()
