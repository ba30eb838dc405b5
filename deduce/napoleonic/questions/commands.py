"""The questions that only this game has; what answers them is imported when they are asked."""

from __future__ import annotations

from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option

__all__ = ["CAN", "CHECK", "DESK", "PATH"]

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

PATH = Command(
    "path",
    "path 3 2 wood 99",
    "how far it comes on its way",
    "Follow a unit on its way over ground: in exact centimetres, quarter by quarter, edge by edge.",
    ask=later("deduce.napoleonic.questions.walk", "path_told"),
    tell=later("deduce.napoleonic.questions.walk", "path_alone"),
    arguments=(Argument("way", 'The unit and its way, such as "3 2 wood 99".'),),
    options=(RULES, HOUSE, LANG),
    more="path 3 2 wood 99: 2 cm of open ground, then 99 of a wood. What lies on each other stands before "
    "one length: slope ploughed 5. A linear obstacle has no length: 4 hedge 10. path 3 forced 30: a forced "
    "march; path 3 for 8 wood 40: eight quarters; path 3 at 20 wood 9: its move for a period is 20. Without "
    "a record: path FR inf of the line column, 2 wood 99, and front 3, figures 18 before the way.",
)
"""How far does it come?"""

DESK = Command(
    "desk",
    "desk 3 k ~25-31",
    "what hangs on the distance of a charge",
    "Tell from which distances on a charge touches in each quarter, and what else hangs on its distance.",
    ask=later("deduce.napoleonic.questions.desk", "desk_told"),
    arguments=(Argument("line", 'The unit, its target and a guess, such as "3 k ~25-31".'),),
    more="desk 3 needs no target and no guess; off behind it says that the target is off the axis. Chances "
    "take the distance to lie evenly within the guess. 3 was 27.5, measured once the charge was declared, "
    "teaches what your guesses are worth; from the fifth charge on they are corrected by it.",
)
"""What hangs on the distance of a charge?"""
CHECK = Command(
    "check",
    "check H1",
    "judge both order sheets (umpire)",
    "Judge the order sheets of a half that stand in the record: what is void, refused or not known, who "
    "charges the same enemy, who must evade, who is in whose way.",
    ask=later("deduce.napoleonic.questions.sheets", "check_told"),
    arguments=(Argument("half", 'Which half, such as "H1" or "P2H1".', is_needed=False),),
    more="check alone takes the half that is played. An umpire's record has the sheets of both sides "
    "(write French H1 3 charge k; 7 evade), a player's at most his own. between 3 k distance 27 bearing "
    "ahead visible, between 3 k also same, between e4 3 in_path say what the answer hangs on.",
)
"""What follows from the order sheets?"""
