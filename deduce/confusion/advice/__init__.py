"""What to try next, and why: the search behind the advice, its reasons, and the proof of its strength.

`player` is what a player is, `simple_players` are the opponents with one idea each, and `arena` lets players
play many games against each other.
"""
