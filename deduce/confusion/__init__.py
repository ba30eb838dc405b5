"""Robert Abbott's Confusion: diagrams, rules, positions, games and their records."""
