"""Random battles: both sides played by a simple player on a field, by the rules and from a seed."""
