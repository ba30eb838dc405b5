"""A session at the table: short lines in, the record of a game out, saved after every entry.

`line` reads what a player types, `session` keeps the record and its file, `files` saves it such that nothing
is ever lost.
"""
