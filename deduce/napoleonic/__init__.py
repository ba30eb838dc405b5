"""The Napoleonic chapters: an adjudicator, a clock of quarters, sealed orders, and what can be deduced."""
