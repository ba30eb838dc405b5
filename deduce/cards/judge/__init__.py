"""The referee of Cards and Confusion: pure questions about counted men and measured distances.

Whatever is not known is asked for, and never guessed. Nothing here knows where anybody stands: players
measure, or a field of points does, and both give the same answers.
"""
