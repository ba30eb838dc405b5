"""The questions that only this game has; what answers them is imported when they are asked."""

from __future__ import annotations

from deduce.lazy import later
from deduce.tabletop.commands import Argument, Command, Option

__all__ = ["CAN", "CHECK", "DESK", "HIDDEN", "PATH"]

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
AIMS = "deduce.napoleonic.questions.hidden"
WHEREABOUTS = "deduce.napoleonic.questions.whereabouts"
HIDDEN = (
    Command(
        "who",
        "who e2",
        "what an enemy can still be",
        "Tell what an enemy unit can still be, what is excluded by which entries, and what is likelier.",
        ask=later("deduce.napoleonic.questions.who", "who_told"),
        arguments=(
            Argument("unit", "The enemy unit; all that were seen if none is named.", is_needed=False),
        ),
        more="Two columns, never mixed: what the rules exclude, and what is likelier under the pace model "
        "and the weights of the header Army list (24 inf line formation line; 16 inf line column forced).",
    ),
    Command(
        "target",
        "target e4 after 1: k 26, m 34",
        "at whom a charge is aimed",
        "Tell at whom a hidden charge can still be aimed, after so many quarters without a contact.",
        ask=later(AIMS, "target_told"),
        arguments=(
            Argument(
                "charge", 'The charger, the quarters, and the candidates: "e4 after 1: k 26, m ~30-40".'
            ),
        ),
        more="target e4 after 1: screen 16, k 26, b ~30-40, c 17 front: front is off the axis, and so are "
        "flank and rear. after 1 turned: the first quarter was spent on turning. With h2 the charge was "
        "declared in the second half.",
    ),
    Command(
        "answer",
        "answer e2 2",
        "what its evading tells of its order",
        "Tell which orders a unit can have that was charged in the open, and moved in that quarter or not.",
        ask=later(AIMS, "answer_told"),
        arguments=(Argument("answer", 'The unit and the quarter, or "stands": "e2 2", "e2 stands".'),),
    ),
    Command(
        "inside",
        "inside e2 after 5: farm 6, inn 20",
        "in which house, wood, crops it can be",
        "Tell in which house, wood or crops a unit can be that was lost from sight so many quarters ago.",
        ask=later(WHEREABOUTS, "inside_told"),
        arguments=(
            Argument("houses", 'The unit, the quarters, the places: "e2 after 5: farm 6, grove 20 wood".'),
        ),
    ),
    Command(
        "claim",
        "claim 3 e4 13",
        "has its counter-charge the bonuses",
        "Tell whether a counter-charge has its bonuses, by the distance at the start.",
        ask=later(AIMS, "claim_told"),
        arguments=(Argument("claim", 'The charger, the counter-charger, the distance: "3 e4 13".'),),
    ),
    Command(
        "watch",
        "watch wood 0 30",
        "what tells most of a silent wood",
        "Rank what can be done to learn what a silent wood hides, by how much it tells in bits.",
        ask=later(WHEREABOUTS, "watch_told"),
        arguments=(
            Argument(
                "wood", 'The wood and angles to pass it at, with weights: "wood 0 30: gone 3, deeper 2".'
            ),
        ),
        more="watch wood 0 30: gone 3, skirmishers 3, close 2, deeper 2 says what is assumed of it; without, "
        "all is equal. watch e2 tells what to watch of a unit.",
    ),
)
"""What can be asked of what is hidden."""
