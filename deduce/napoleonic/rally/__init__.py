"""Cavalry that rallies, whoever follows it, and filing between friends."""
