"""What follows: counts, possibilities, probabilities and worlds, by several engines side by side."""
