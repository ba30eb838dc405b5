"""Tournaments: two players, many games, their log, and how they stand."""
