"""What to try next in a game of Confusion, and why that and not something else.

You play Yellow. You see White's diagrams and not your own; four things were tried so far.
"""

from deduce.confusion import Budget, action_words, advise, parse_record

RECORD = """\
White = A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9
1. (H-N1)\tL-S2
2. C-N1\t(K-S1)
"""


def main() -> None:
    """Ask for advice, and take the difference to the runner-up apart."""
    moment = parse_record(RECORD).now
    advice = advise(moment.view(0), Budget(seconds=None, nodes=5000), seed=1)
    for suggestion in advice.suggestions[:5]:
        estimate = suggestion.estimate
        yes = f"yes {estimate.option.chance:.0%}"
        print(f"{suggestion.rank}. {suggestion.action}: {estimate.value:.1%} to win, {yes}")
    comparison = advice.comparisons[0]
    first, second = (action_words(option.action) for option in (comparison.first, comparison.second))
    print(f"{first} is worth {100 * comparison.difference:+.1f} points against {second}:")
    for part, points in comparison.parts.items():
        print(f"  {part} {100 * points:+.1f}")


if __name__ == "__main__":
    main()
