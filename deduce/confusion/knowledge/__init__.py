"""What follows from a game for each side: the two deduction sheets, their chances and reasons.

`heard` turns events into entries, `agents` says how a double agent is answered for, `notes` keeps what was
heard as it grows, `sheet` is a side's sheet, and `outlook` looks ahead to attempts.
"""
