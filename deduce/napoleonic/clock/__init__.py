"""The clock of quarters: what is begun and when it ends, what a unit may do again, whom it has forgotten."""
