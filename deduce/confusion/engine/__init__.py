"""The rules: what is on the board, what can be done, what comes of it, and what each side may see."""
