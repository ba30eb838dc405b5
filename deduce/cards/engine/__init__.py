"""The rules at work: cards, units, combats, and what follows from each entry."""
