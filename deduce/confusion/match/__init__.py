"""A match against the machine."""
