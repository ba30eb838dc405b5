"""Rules as data: needs, numbers, tables and decisions in files, what they say of an act, and what that tells.

A `Law` is read from a file and the files that it extends. `verdict` asks it whether something may be done,
`value` what a table has for something, and `may_have_done` turns the same needs round: what must hold of
somebody who was seen doing it.
"""
