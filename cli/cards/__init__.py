"""`deduce cards`: what only Cards and Confusion has on the command line."""
