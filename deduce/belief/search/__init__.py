"""Worlds found by narrowing and trying, on sets of values that are integers."""
