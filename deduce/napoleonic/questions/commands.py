"""The questions that only this game has; what answers them is imported when they are asked."""

from __future__ import annotations

from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option

__all__ = ["CAN"]

RULES = Option("rules", "Without a record: a file of your own rules (.toml).", metavar="FILE", default="")
HOUSE = Option("house", "Without a record: house rules, such as DEC-7=breaks.", metavar="LIST", default="")
LANG = Option("lang", "en or fr; by default the battle's own, or en.", metavar="LANG", default="")
CAN = Command(
    "can",
    "can 3 charge k",
    "may it do that, what comes of it",
    "Tell whether something may be done, and what comes of it: by which rules, or what has to be known.",
    ask=later("deduce.napoleonic.questions.can", "can_told"),
    tell=later("deduce.napoleonic.questions.can", "can_alone"),
    arguments=(Argument("line", 'What is to be done, such as "3 charge k, path hedge".'),),
    options=(RULES, HOUSE, LANG),
    others=("?",),
    more="can 3 charge k, path hedge wood, k square: behind commas what else is known; the name of a unit "
    "says of whom. can FR light cav column charge inf line: units that nobody entered. can 4 oblique 50, "
    "can charge k at 18, can house 3 figures, can 3 charge k, not visible: numbers, and what is not so. A "
    "word that can be several things stands behind its feature: path hedge, ground hedge, their ground "
    "hedge. Words can be French. What is not said is asked for where it decides.",
)
"""May this be done?"""
