"""What follows from a game for each side: the two deduction sheets, their chances and reasons.

`heard` turns events into entries, `agents` says how a double agent is answered for, `sheet` is a side's
sheet, `words` says things as at the table, and `outlook` looks ahead to attempts.
"""
