"""`deduce puzzle`: making, checking and solving puzzles."""
