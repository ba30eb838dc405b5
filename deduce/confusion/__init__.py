"""Robert Abbott's Confusion: diagrams, rules, positions and games."""
