"""What to try next, and why: the search behind the advice, its reasons, and a game afterwards."""
