"""Puzzles: made from a seed, graded, checked, and solved with hints, as case files."""
