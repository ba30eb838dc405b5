"""The kinds of puzzles that can be made, each in a module of its own."""
