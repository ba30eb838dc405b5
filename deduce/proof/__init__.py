"""Why: smallest proofs, chains of small steps, conflicts, suspects, and an independent checker."""
