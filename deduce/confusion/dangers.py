"""What is urgent on the board, and who could take what, in words for whoever sits at the table.

"You" is whoever looks, "they" are the others. Nothing of the looker's own diagrams is used even where the
record has them: of their own pieces everybody hears chances only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from deduce.confusion.engine.actions import SILENT, Answer, Manner
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.engine.position import FRESH
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.knowledge.outlook import prospects
from deduce.confusion.knowledge.threats import captures, is_open, next_to_attempt, takers_of, to_the_goal
from deduce.confusion.notation.words import attempt_words
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.sheet import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.outlook import Prospect
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.knowledge.threats import Found
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.look import Look

    Moments: TypeAlias = Look[Moment]

__all__ = ["MAY_TAKE", "TAKES", "alarms", "reach", "threatened", "urgent"]

TAKES, MAY_TAKE = "!", "?"
"""What marks a piece that can truly be taken, and one of which nobody knows."""
MOST = 3
"""How many attempts an alarm names."""


@dataclass(frozen=True, eq=False, repr=False)
class _Scene:
    """The board as it stands, for whoever looks.

    Attributes:
        game: The game.
        me: The side that looks.
        sheets: Both sides' sheets.
    """

    game: Game
    me: int
    sheets: tuple[Sheet, ...]

    @property
    def them(self) -> int:
        return 1 - self.me

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def is_my_turn(self) -> bool:
        """Whether the next attempt is that of whoever looks."""
        return next_to_attempt(self.position) == self.me

    def is_bound(self, side: int) -> bool:
        """Tell whether a side can do no more in a turn than its attempts, and it is known what they can."""
        is_known = side == self.them and self.game.deals[side] is not None
        is_alone = not self.rules.tokens and not self.rules.has_double_agent
        return is_alone and (is_known or self.sheets[side].is_consistent)

    @property
    def when(self) -> str:
        """When their next attempt is."""
        return "next turn" if self.is_my_turn else "now"

    def takers(self, side: int, square: int) -> Found:
        """Return with what a side could get hold of a square; of theirs only what one has to reckon with."""
        return self.reckoned(side, takers_of(self.game, side, self.sheets[side], square))

    def to_the_goal(self, side: int) -> Found:
        """Return with what a side could bring Z onto the other's first row; likewise."""
        return self.reckoned(side, to_the_goal(self.game, side, self.sheets[side]))

    def reckoned(self, side: int, found: Found) -> Found:
        """Leave out what the other side will not allow, since only the double agent could do it."""
        if side == self.me:
            return tuple(each for each in found if each.plainly)
        return tuple(filter(is_open, found))


def _scene(look: Moments) -> _Scene:
    return _scene_of(look.state.stand(), look.me, cast("tuple[Sheet, ...]", look.sheets))


def _scene_of(game: Game, me: int, sheets: tuple[Sheet, ...]) -> _Scene:
    """Return the board for whoever looks, without its own diagrams; a reply that is due is passed over."""
    position = game.position
    if next_to_attempt(position) != position.turn:
        game = game.branch(replace(position, turn=next_to_attempt(position), stage=FRESH))
    return _Scene(game.blind(me), me, sheets)


# --- Alarms ------------------------------------------------------------------------------------------


def alarms(look: Moments) -> tuple[Said, ...]:
    """Say what is urgent for whoever looks, the most urgent first."""
    return urgent(look.state.stand(), look.me, cast("tuple[Sheet, ...]", look.sheets))


def urgent(game: Game, me: int, sheets: tuple[Sheet, ...]) -> tuple[Said, ...]:
    """Say what is urgent for a side, the most urgent first; a game that is as good as over stands alone.

    Args:
        game: The game.
        me: The side.
        sheets: Both sides' sheets.
    """
    if game.outcome is not None:
        return ()
    scene = _scene_of(game, me, sheets)
    ways = _ways_to_the_goal(scene)
    alone = [*_held_at_the_goal(scene), *_sure_win(ways)]
    if alone:
        return tuple(alone[:1])
    return (
        *_their_goal(scene),
        *_my_goal(ways),
        *_their_chance_of_z(scene),
        *_my_chance_of_z(scene),
    )


def _held_at_the_goal(scene: _Scene) -> Iterator[Said]:
    """Say who must take Z now, where it waits on a first row for the next turn of its holder (CF-WIN-1)."""
    position, last_rows = scene.position, scene.rules.board.last_rows
    if position.holder is None:
        return
    side, letter = position.holder
    if position.neutral not in last_rows[side]:
        return
    takers = scene.takers(1 - side, position.neutral)
    if side == scene.me and not scene.is_my_turn:
        where = f"Z stands on their first row under your {letter}"
        if takers:
            yield Said(f"{where}. They {_may(takers)} take it now: {_theirs(takers)}.", Role.WARNING)
        elif scene.is_bound(scene.them):
            yield Said(f"You win: {where}, and nothing of theirs can take it.", Role.STRONG)
        else:
            yield Said(f"{where}, and no piece of theirs can take it as the board stands.", Role.STRONG)
    elif side == scene.them and scene.is_my_turn:
        where = f"Z stands on your first row under their {letter}"
        ways = [f"expose {letter}"] if _can_expose(scene, letter) else []
        ways += [_mine(takers)] if takers else []
        if ways:
            yield Said(f"{where}: take it now or lose ({', '.join(ways)}).", Role.WARNING)
        elif scene.is_bound(scene.me):
            yield Said(f"You lose: {where}, and nothing of yours can take it.", Role.WARNING)
        else:
            yield Said(f"{where}, and no piece of yours can take it as the board stands.", Role.WARNING)


def _can_expose(scene: _Scene, letter: str) -> bool:
    """Tell whether the looker knows that a piece is their double agent, and may say so (CF-DA-3)."""
    deal, position = scene.game.deals[scene.them], scene.position
    if deal is None or not scene.rules.diagrams[deal[letter]].is_double_agent:
        return False
    return position.turn == scene.them or position.stage == FRESH


class _Ways(NamedTuple):
    """The attempts by which the looker could bring Z onto the others' first row now.

    Attributes:
        sure: Those that win for certain.
        at_once: Those that win if they are allowed.
        waiting: Those after which the others have a turn, with what could take Z there.
    """

    sure: tuple[Prospect, ...] = ()
    at_once: tuple[Prospect, ...] = ()
    waiting: tuple[tuple[Prospect, Found], ...] = ()


def _ways_to_the_goal(scene: _Scene) -> _Ways:
    if not scene.is_my_turn:
        return _Ways()
    sure: list[Prospect] = []
    at_once: list[Prospect] = []
    waiting: list[tuple[Prospect, Found]] = []
    for each in scene.to_the_goal(scene.me):
        following = _after(scene, each)
        if following.outcome is not None:
            if following.outcome.winner == scene.me:
                (sure if each.certain else at_once).append(each)
            continue
        there = _Scene(scene.game.branch(following), scene.me, scene.sheets)
        takers = there.takers(scene.them, following.neutral)
        if each.certain and not takers and scene.is_bound(scene.them):
            sure.append(each)
        else:
            waiting.append((each, takers))
    return _Ways(tuple(sure), tuple(at_once), tuple(waiting))


def _sure_win(ways: _Ways) -> Iterator[Said]:
    """Say what wins for certain."""
    if ways.sure:
        yield Said(f"You win by {_listed(attempt_words(each.attempt) for each in ways.sure)}.", Role.STRONG)


def _my_goal(ways: _Ways) -> Iterator[Said]:
    """Say how the looker could win now, or bring Z where it wins."""
    if ways.at_once:
        yield Said(f"You can win now: {_mine(ways.at_once, attempt_words)}.", Role.STRONG)
    if ways.waiting:
        named = (
            f"{_mine([each], attempt_words)}, {_threatened_there(takers)}" for each, takers in ways.waiting
        )
        yield Said(f"You can bring Z onto their first row now: {_listed(named, '; ')}.", Role.STRONG)


def _threatened_there(takers: Found) -> str:
    if not takers:
        return "where no attempt of theirs can take it"
    return f"where they {_may(takers)} take it: {_theirs(takers)}"


def _after(scene: _Scene, prospect: Prospect) -> Position:
    """Return the position after an attempt of the looker that was allowed and not promoted."""
    tells = not scene.rules.anyone_is_promoted and is_arrival(scene.position, prospect.attempt)
    return played(scene.position, prospect.attempt, Answer(promoted=False) if tells else SILENT)[1]


def _their_goal(scene: _Scene) -> Iterator[Said]:
    """Say how they can bring Z onto the looker's first row."""
    found = scene.to_the_goal(scene.them)
    if found:
        what = "bring Z onto your first row" if scene.rules.late_contact else "win"
        yield Said(f"They {_may(found)} {what} {scene.when}: {_theirs(found, attempt_words)}.", Role.WARNING)


def _my_chance_of_z(scene: _Scene) -> Iterator[Said]:
    """Say with what the looker can take Z, unless that brings it home and was said already."""
    position = scene.position
    if scene.is_my_turn and position.neutral not in scene.rules.board.last_rows[scene.me]:
        found = scene.takers(scene.me, position.neutral)
        if found:
            yield Said(f"You can take Z{_from(scene, 'their')} now: {_mine(found)}.", Role.STRONG)


def _their_chance_of_z(scene: _Scene) -> Iterator[Said]:
    """Say with what they can take Z, unless that brings it home and was said already."""
    position = scene.position
    found = scene.takers(scene.them, position.neutral)
    if found and position.neutral not in scene.rules.board.last_rows[scene.them]:
        whose = _from(scene, "your")
        yield Said(f"They {_may(found)} take Z{whose} {scene.when}: {_theirs(found)}.", Role.WARNING)


def _from(scene: _Scene, whose: str) -> str:
    holder = scene.position.holder
    return "" if holder is None else f" from {whose} {holder[1]}"


# --- Words -------------------------------------------------------------------------------------------


def _letter(attempt: Attempt) -> str:
    return attempt.letter


def _mine(found: Iterable[Prospect], name: Callable[[Attempt], str] = _letter) -> str:
    """Name attempts of the looker, with their chances as the looker knows them."""
    return _listed(f"{name(each.attempt)} {_known(each)}" for each in found)


def _theirs(found: Iterable[Prospect], name: Callable[[Attempt], str] = _letter) -> str:
    """Name attempts of theirs: whether their diagrams allow them, and the chances as they know them."""
    return _listed(f"{name(each.attempt)} ({_truth(each)})" for each in found)


def _may(found: Found) -> str:
    """Return whether they can do something for sure, or whether nobody knows."""
    return "can" if any(each.truth for each in found) else "might"


def _known(prospect: Prospect) -> str:
    """Return what the owner of a piece knows of an attempt."""
    if prospect.chance is not None:
        return f"{percent(prospect.chance)}%"
    return "surely" if prospect.certain else "perhaps" if prospect.possible else "never"


def _truth(prospect: Prospect) -> str:
    """Return whether an attempt of theirs is truly allowed, and what they know of it."""
    if prospect.truth and prospect.certain:
        return "truly, and they know it"
    truly = {True: "truly; ", False: "not truly; ", None: ""}[prospect.truth]
    if prospect.at_will or (prospect.truth is None and not prospect.plainly):
        truly = "as you please; "
    return f"{truly}{_known(prospect)} as they know it"


def _listed(texts: Iterable[str], between: str = ", ") -> str:
    """Return the first few texts, and how many more there are."""
    found = list(texts)
    more = len(found) - MOST
    return between.join(found[:MOST]) + (f" and {more} more" if more > 0 else "")


# --- Threats -----------------------------------------------------------------------------------------


def threatened(look: Moments) -> dict[int, str]:
    """Return a mark for the square of each piece of the looker that they can take, truly or perhaps."""
    if look.state.outcome is not None:
        return {}
    scene, marks = _scene(look), dict[int, str]()
    for letter, found in captures(scene.game, scene.them, scene.sheets[scene.them]).items():
        open_to = scene.reckoned(scene.them, found)
        if open_to:
            square = scene.position.squares[scene.position.piece(scene.me, letter)]
            marks[square] = TAKES if any(each.truth for each in open_to) else MAY_TAKE
    return marks


def reach(look: Moments, said: Mapping[str, Any]) -> Told:
    """Say who could take what in one attempt; of a piece of theirs that is named, where it can go."""
    them = 1 - look.me
    wanted = look.sheets[them].unknown(str(said["letter"])) if said["letter"] else None
    if look.state.outcome is not None:
        return Told(lines(["The game is over; nobody can go anywhere."]))
    scene = _scene(look)
    if wanted is not None:
        return Told(lines(_ways_of(look, scene, wanted)))
    # What only a double agent could do would be nearly everything at first, and says nothing.
    theirs = _of_note(scene, scene.them, lambda each: each.plainly or bool(each.truth) or each.at_will)
    mine = _of_note(scene, scene.me, lambda each: each.plainly)
    rows = ["They can take:" if theirs else "They can take nothing of yours."]
    rows += [f"  {_place(scene, scene.me, letter)}: {_all_of(theirs[letter])}" for letter in theirs]
    rows += ["You can take:" if mine else "You can take nothing of theirs."]
    rows += [
        f"  {_place(scene, scene.them, letter)}: "
        + ", ".join(f"{each.attempt.letter} {_known(each)}" for each in mine[letter])
        for letter in mine
    ]
    return Told(lines(rows))


def _of_note(scene: _Scene, side: int, is_kept: Callable[[Prospect], bool]) -> dict[str, Found]:
    """Return what a side could take, as far as it is worth a word."""
    found = captures(scene.game, side, scene.sheets[side])
    kept = {letter: tuple(filter(is_kept, row)) for letter, row in found.items()}
    return {letter: row for letter, row in kept.items() if row}


def _all_of(found: Found) -> str:
    return "; ".join(f"{each.attempt.letter} {_truth(each)}" for each in found)


def _place(scene: _Scene, side: int, letter: str) -> str:
    """Return a piece with its square, as the looker sees it."""
    square = scene.position.square(side, letter) or (0, 0)
    column, row = scene.rules.turned(square, scene.me)
    return f"{letter} on {column},{row}"


def _ways_of(look: Moments, scene: _Scene, letter: str) -> Iterator[str]:
    """Say where a piece of theirs can go: truly, surely and perhaps as they know it."""
    turned = scene.them != look.state.setup.compass
    found = prospects(
        scene.game, scene.them, scene.sheets[scene.them], lambda _, attempt: attempt.letter == letter
    )
    texts = []
    for each in found:
        if not (each.possible or each.truth):
            continue
        attempt = each.attempt
        way = DIRECTIONS[opposite(attempt.way) if turned else attempt.way].lower()
        mark = {Manner.MOVE: "", Manner.CARRY: "z ", Manner.PASS: "pass "}[attempt.kind]
        truth = {True: "", False: "!", None: "" if each.at_will else "?"}[each.truth]
        known = "sure" if each.certain else "" if each.chance is None else f"{percent(each.chance)}%"
        texts.append(f"{mark}{way}{attempt.distance}{truth} {known}".strip())
    yield "What they know that they can do (! their diagram says no, ? it is not known):"
    yield f"  {letter}: {', '.join(texts) or 'nothing'}"
