"""Who plays: players by name, from random to the one that searches."""
