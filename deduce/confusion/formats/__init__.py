"""Positions and rules as text and as JSON."""
