"""What is unknown: unknowns, values, rules and prior weights."""
