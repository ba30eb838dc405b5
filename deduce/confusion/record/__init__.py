"""The record of a game: the text in which games, sessions at the table, puzzles and tests live.

`notation` reads and writes one turn, `document` the lines of a file, `setup` its headers, `replay` plays what
is written and collects what does not fit, and `writer` writes a game.
"""
