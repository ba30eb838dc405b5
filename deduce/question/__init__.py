"""What to ask: questions as partitions of the worlds, what each answer would settle, and what it is worth."""
