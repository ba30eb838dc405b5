"""Confusion as a game of other libraries, so that their players and their test suites can judge it."""
