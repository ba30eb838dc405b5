"""What a player may see of a game, and that nothing else comes through."""

from __future__ import annotations

import copy
import gc
import inspect
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from itertools import combinations
from types import FunctionType, ModuleType
from typing import Any

import pytest

from confusion_games import RULES, random_game
from confusion_plays import play
from deduce.confusion.engine.actions import (
    REFUSED,
    Action,
    Agree,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.game import Deal, Event, Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.view import View
from deduce.confusion.errors import IllegalActionError
from deduce.confusion.formats.position_as_json import position_from_json
from deduce.confusion.pictures.boards import svg_board, text_board

# --- Games that are equal to one of the players ------------------------------------------------------


def replayed(game: Game, side: int, deal: Deal, most: int) -> Game:
    """The same actions with another deal for a side, as far as the same is answered."""
    deals = (deal, game.deals[1]) if side == 0 else (game.deals[0], deal)
    again = Game(game.rules, deals, game.first, game.placements)
    for event in game.events[:most]:
        if isinstance(event.action, Expose) and not again.can(event.action):
            break
        # What the opponent says for the double agent is free.
        if again.push(event.action, agent=lambda _, event=event: event.answer.allowed) != event:
            again.pop()
            break
    return again


def swaps(deal: Deal) -> Iterator[dict[str, int]]:
    """All deals that differ from a deal by two letters."""
    for one, two in combinations(deal, 2):
        yield {**deal, one: deal[two], two: deal[one]}


@cache
def pairs(name: str, side: int) -> tuple[tuple[Game, Game], ...]:
    """Pairs of games that are the same to the player of a side, and have different deals for it."""
    found: list[tuple[Game, Game]] = []
    for seed in range(4):
        game = random_game(RULES[name], seed)
        own = game.deals[side]
        assert own is not None
        others = [replayed(game, side, deal, len(game.events)) for deal in swaps(own)]
        others.sort(key=lambda other: len(other.events), reverse=True)
        # The longest ones, and one that ends early.
        chosen = (*others[:2], others[len(others) // 2])
        found += [(replayed(game, side, own, len(other.events)), other) for other in chosen]
    return tuple(found)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_the_pairs_are_long_and_differ_in_one_deal_only(name: str, side: int) -> None:
    """Otherwise comparing their views would show nothing."""
    for one, two in pairs(name, side):
        assert one.deals[side] != two.deals[side]
        assert one.deals[1 - side] == two.deals[1 - side]
        assert one.events == two.events
        assert one.position == two.position
    lengths = [len(one.events) for one, _ in pairs(name, side)]
    assert max(lengths) >= 30
    assert sum(length >= 10 for length in lengths) >= 6
    events = [event for one, _ in pairs(name, side) for event in one.events if event.side == side]
    assert {event.answer.allowed for event in events} == {True, False}
    if RULES[name].tokens:
        assert any(isinstance(event.action, Reveal) for event in events)


# --- Everything that a view gives out ----------------------------------------------------------------


def candidates(rules: Rules) -> Iterator[Action]:
    """Every kind of action, and each attempt of one or two squares."""
    for letter in rules.letters:
        yield from (Attempt(letter, way, distance) for way in range(8) for distance in (1, 2))
        yield from (Remove(letter), Expose(letter), Reveal(letter), SwapTwo(letter, rules.letters[0]))
    yield from (PromotionReply(accept=True), PromotionReply(accept=False))
    yield from (GiftReply(accept=True), GiftReply(accept=False), MoveTwo(), Resign(), Agree())


def result(function: Callable[..., object], *given: object) -> object:
    """What a call returns, or how it fails."""
    try:
        return function(*given)
    except IllegalActionError as error:
        return repr(error)


def described(value: object) -> object:
    """Something in which equal things are equal, and which shows what `==` of the thing would not look at."""
    if isinstance(value, Game):
        actions = list(candidates(value.rules))
        tried = [
            (result(value.verify, action), value.can(action) and value.answer(action)) for action in actions
        ]
        return {name: described(held) for name, held in vars(value).items()}, tried
    if isinstance(value, View):
        return pickle.dumps(value), repr(value)
    if isinstance(value, Mapping):
        return type(value), list(value.items())
    if isinstance(value, list | tuple):
        return type(value), [described(held) for held in value]
    return value, str(value), type(value)


def given_out(view: View) -> dict[str, object]:
    """Everything that can be had from a view: by the name of how it is had."""
    found: dict[str, object] = {
        "repr": repr(view),
        "str": str(view),
        "format": f"{view}",
        "hash": hash(view),
        "vars": vars(view),
        "sizeof": view.__sizeof__(),
        "json": json.dumps(view.to_json()),
        "copy": described(copy.copy(view)),
        "deepcopy": described(copy.deepcopy(view)),
        # After the first copy, for it leaves a note of its own in the class.
        "dir": dir(view),
        "answer": [result(view.answer, action) for action in candidates(view.rules)],
    }
    found |= {
        f"pickle {number}": pickle.dumps(view, number) for number in range(2, pickle.HIGHEST_PROTOCOL + 1)
    }
    for name in dir(view):
        value = inspect.getattr_static(view, name, None)
        if name.startswith("__") or name == "answer" or isinstance(value, classmethod | staticmethod):
            continue
        value = getattr(view, name, None)
        found[name] = described(value() if callable(value) else value)
    return found


def differences(one: View, two: View) -> set[str]:
    """How two views that should be equal can be told apart."""
    first, second = given_out(one), given_out(two)
    found = {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}
    if not (one == two and two == one and len({one, two}) == 1):
        found.add("==")
    return found


def reachable(start: object) -> list[object]:
    """Every object that hangs on another one, but for classes, modules and what functions see in theirs."""
    found, todo = {id(start): start}, [start]
    while todo:
        thing = todo.pop()
        if isinstance(thing, type | ModuleType):
            continue
        if isinstance(thing, FunctionType):
            parts: list[object] = [
                thing.__closure__,
                thing.__defaults__,
                thing.__kwdefaults__,
                thing.__dict__,
            ]
        else:
            parts = gc.get_referents(thing)
        for part in parts:
            if id(part) not in found:
                found[id(part)] = part
                todo.append(part)
    return list(found.values())


def is_deal(thing: object, deal: Deal) -> bool:
    """Tell whether something is a deal, in any of the forms that one might have."""
    numbers = list(deal.values())
    if thing is deal:
        return True
    if isinstance(thing, Mapping):
        return dict(thing) == deal or dict(thing) == {number: letter for letter, number in deal.items()}
    if isinstance(thing, list | tuple | set | frozenset):
        held = list(thing)
        return held == numbers or (bool(held) and all(item in held for item in deal.items()))
    if isinstance(thing, bytes | bytearray):
        return bytes(numbers) in thing
    return isinstance(thing, str) and all(f"{letter}{number}" in thing for letter, number in deal.items())


def holds_deal(view: View, deal: Deal) -> bool:
    """Tell whether a deal, or any game but one of the view's own making, hangs on a view."""
    return any(isinstance(thing, Game) or is_deal(thing, deal) for thing in reachable(view))


# --- Nothing comes through -----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_the_own_deal_makes_no_difference(name: str, side: int) -> None:
    """Whatever a player gets from a view is the same in all games that are the same to the player."""
    for one, two in pairs(name, side):
        assert differences(one.view(side), two.view(side)) == set()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_the_own_deal_cannot_be_reached(name: str, side: int) -> None:
    """Neither the deal nor an equal one hangs on a view, also after everything was asked for."""
    for game, _ in pairs(name, side)[:4]:
        own, opponents = game.deals[side], game.deals[1 - side]
        view = game.view(side)
        given_out(view)
        assert own is not None
        assert opponents is not None
        assert not holds_deal(view, own)
        assert not any(is_deal(thing, own) for thing in reachable(view.game()))
        assert any(is_deal(thing, opponents) for thing in reachable(view)), "what is known is found"
        assert any(is_deal(thing, own) for thing in reachable(game)), "the search would find it"


def test_the_other_sides_deal_makes_a_difference() -> None:
    """The comparison is not blind: to the opponent the two games are different."""
    for one, two in pairs("tokens", 0):
        found = differences(one.view(1), two.view(1))
        assert {"==", "hash", "json", "opponent_deal", "game", "pickle 5", "copy", "deepcopy"} <= found


# --- The test can fail: views that leak ----------------------------------------------------------------


def own_deal(game: Game, side: int) -> dict[str, int]:
    """The deal that a view of a side must not know."""
    deal = game.deals[side]
    assert deal is not None
    return dict(deal)


class Keeping(View):
    """A view that keeps the own deal, for the leaks below."""

    def __init__(self, game: Game, side: int) -> None:
        super().__init__(game, side)
        object.__setattr__(self, "_kept", own_deal(game, side))

    @property
    def own(self) -> dict[str, int]:
        return vars(self).get("_kept", {})


class LeakyRepr(Keeping):
    def __repr__(self) -> str:
        return f"{super().__repr__()} {self.own}"


class LeakyStr(Keeping):
    def __str__(self) -> str:
        return f"{super().__str__()} {self.own}"


class LeakyHash(Keeping):
    __eq__ = View.__eq__

    def __hash__(self) -> int:
        return hash(str(self.own))


class LeakyEquality(Keeping):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keeping) and self.own == other.own

    __hash__ = View.__hash__


class LeakyJson(Keeping):
    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "own": self.own}


class LeakySvg(Keeping):
    def _repr_svg_(self) -> str:
        return f"{super()._repr_svg_()}<!-- {self.own} -->"


class LeakyPickle(Keeping):
    def __reduce__(self) -> tuple[Any, ...]:
        return (dict, (self.own,))


class LeakyCopy(LeakyRepr):
    def __copy__(self) -> View:
        again = object.__new__(LeakyRepr)
        vars(again).update(vars(self))
        return again


class LeakyDir(Keeping):
    def __dir__(self) -> list[str]:
        return [*super().__dir__(), "".join(f"{letter}{number}" for letter, number in self.own.items())]


class LeakySize(Keeping):
    def __sizeof__(self) -> int:
        return sum(place * number for place, number in enumerate(self.own.values()))


class LeakyAnswer(Keeping):
    def answer(self, action: Action) -> Answer | None:
        return Answer(shown=self.own.get(getattr(action, "letter", "")))


class LeakyOrder(Keeping):
    def attempts(self) -> list[Attempt]:
        return sorted(super().attempts(), key=lambda attempt: self.own.get(attempt.letter, 0))


class LeakyGame(Keeping):
    def game(self) -> Game:
        return Game(self.rules, (self.own or None, None), self.first)


LEAKS = {
    "repr": LeakyRepr,
    "str": LeakyStr,
    "format": LeakyStr,
    "hash": LeakyHash,
    "==": LeakyEquality,
    "json": LeakyJson,
    "_repr_svg_": LeakySvg,
    "pickle 2": LeakyPickle,
    "pickle 5": LeakyPickle,
    "deepcopy": LeakyPickle,
    "copy": LeakyCopy,
    "dir": LeakyDir,
    "sizeof": LeakySize,
    "answer": LeakyAnswer,
    "attempts": LeakyOrder,
    "game": LeakyGame,
    "own": Keeping,
    "_kept": Keeping,
    "vars": Keeping,
}


@pytest.mark.parametrize("channel", LEAKS)
def test_a_leak_is_found(channel: str) -> None:
    """The comparison above fails for a view that tells the deal, whichever way it does."""
    one, two = next(pair for pair in pairs("classic", 0) if pair[0].attempts() and not pair[0].position.turn)
    assert differences(View(one, 0), View(two, 0)) == set()
    assert channel in differences(LEAKS[channel](one, 0), LEAKS[channel](two, 0))


@dataclass(frozen=True, slots=True)
class Told(Answer):
    """An answer that says too much."""

    diagram: int = 0


def with_traces(game: Game) -> Game:
    """A game whose answers say more than they should."""
    traced = copy.deepcopy(game)
    for place, event in enumerate(game.events):
        assert isinstance(event.action, Attempt)
        number = own_deal(game, event.side)[event.action.letter]
        told = Told(event.answer.allowed, event.answer.promoted, event.answer.shown, number)
        traced.events[place] = Event(event.side, event.action, told, event.captured, event.took_neutral)
    return traced


class LeakyEvents(View):
    def __init__(self, game: Game, side: int) -> None:
        super().__init__(game, side)
        object.__setattr__(self, "events", tuple(game.events))


def test_traces_of_the_deal_in_the_events_are_left_behind() -> None:
    """Only what was said comes through; the comparison would find the rest."""
    one, two = (with_traces(game) for game in pairs("classic", 0)[0])
    assert one.events != two.events
    assert differences(LeakyEvents(one, 0), LeakyEvents(two, 0)) >= {"events", "==", "hash", "pickle 5"}
    assert differences(one.view(0), two.view(0)) == set()


def test_who_made_an_answer_makes_no_difference() -> None:
    """Not even that two answers are one object, as for an ordinary piece, or two, as for a double agent."""
    one, two = (Game(Rules.of("espionage")) for _ in (0, 1))
    for game in (one, two):
        for place in range(6):
            action, answer = game.attempts()[0], REFUSED if game is one else replace(REFUSED)
            game.push(action, answer)
            game.events[place] = Event(place % 2, action, answer)
    assert one.events == two.events
    assert pickle.dumps(one.events) != pickle.dumps(two.events)
    assert "pickle 5" in differences(LeakyEvents(one, 0), LeakyEvents(two, 0))
    assert differences(one.view(0), two.view(0)) == set()
    assert len({id(event.answer) for event in two.view(0).events}) == 1
    assert one.view(0).events[0].answer is not REFUSED


class Slotted:
    """Something that hides what it holds."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held


HIDDEN: dict[str, Callable[[Game], object]] = {
    "the deal": lambda game: game.deals[0],
    "a copy": lambda game: dict(game.deals[0] or {}),
    "turned round": lambda game: {number: letter for letter, number in (game.deals[0] or {}).items()},
    "pairs": lambda game: tuple(sorted((game.deals[0] or {}).items())),
    "a set of pairs": lambda game: frozenset((game.deals[0] or {}).items()),
    "numbers": lambda game: list((game.deals[0] or {}).values()),
    "bytes": lambda game: b"..." + bytes((game.deals[0] or {}).values()),
    "text": lambda game: " ".join(f"{letter}{number}" for letter, number in (game.deals[0] or {}).items()),
    "the game": lambda game: game,
    "a method": lambda game: game.answer,
    "a closure": lambda game: lambda: game,
    "a default": lambda game: lambda deal=game.deals[0]: deal,
    "an iterator": lambda game: iter([game.deals]),
    "an object": lambda game: Slotted({"deep": [Slotted(game.deals)]}),
}


class Hiding(View):
    """A view with something more in it."""

    def __init__(self, game: Game, side: int, hidden: object) -> None:
        super().__init__(game, side)
        object.__setattr__(self, "_hidden", hidden)


@pytest.mark.parametrize("what", HIDDEN)
def test_a_hidden_deal_is_found(what: str) -> None:
    """The search above finds the own deal wherever it hangs."""
    game, _ = pairs("classic", 0)[0]
    deal = game.deals[0]
    assert deal is not None
    assert not holds_deal(Hiding(game, 0, None), deal)
    assert holds_deal(Hiding(game, 0, HIDDEN[what](game)), deal)


# --- What a view is for ----------------------------------------------------------------------------------


def views(name: str, every: int = 1) -> Iterator[tuple[Game, View]]:
    """Some games with a view each, at every so many points of the game."""
    for seed, side in ((20, 0), (21, 1)):
        whole = random_game(RULES[name], seed)
        for length in range(0, len(whole.events) + 1, every):
            game = Game(whole.rules, whole.deals, whole.first, whole.placements)
            for event in whole.events[:length]:
                game.push(event.action, event.answer)
            yield game, game.view(side)


@pytest.mark.parametrize("name", RULES)
def test_a_view_shows_the_game(name: str) -> None:
    """All that is public, and the opponent's diagrams."""
    for game, view in views(name, every=4):
        assert (view.rules, view.first, view.events) == (game.rules, game.first, tuple(game.events))
        assert view.position == game.position
        assert view.placements == game.placements
        assert view.opponent_deal == game.deals[1 - view.side]
        assert view.attempts() == game.attempts()
        assert str(view) == text_board(game.position, view.side)
        assert view._repr_svg_() == svg_board(game.position, view.side)


@pytest.mark.parametrize("name", RULES)
def test_the_player_can_answer_for_the_opponent(name: str) -> None:
    """As the diagrams say; not for the own actions, and not for a double agent."""
    answered = {True: 0, False: 0}
    for game, view in views(name, every=2):
        if game.outcome is not None:
            continue
        for action in [*game.attempts(), *filter(game.can, candidates(game.rules))]:
            actor = 1 - game.position.turn if isinstance(action, GiftReply) else game.position.turn
            found = view.answer(action)
            if actor == view.side:
                assert found is None
            else:
                assert found == game.answer(action)
                answered[found is None] += 1
    assert answered[False] > 500
    assert bool(answered[True]) is RULES[name].has_double_agent


def test_the_answer_to_the_gift_of_z_is_the_other_sides() -> None:
    """CF-VAR-5: while Z is offered, the side whose turn it is waits."""
    rules = Rules.of("espionage", variants=[5])
    game = Game(rules, (None, None))
    play(game, "A-N8 . A-N1")
    game.push(PromotionReply(accept=True), Answer(promoted=False, shown=13))
    assert game.position.stage.gift
    assert (game.view(0).answer(GiftReply(accept=True)), game.view(1).answer(GiftReply(accept=True))) == (
        Answer(),
        None,
    )


def test_what_is_not_possible_has_no_answer() -> None:
    """It is refused with the reason, as in the game."""
    view = Game(Rules.of("classic")).view(1)
    with pytest.raises(IllegalActionError, match="Q-N1: there is no piece Q"):
        view.answer(Attempt("Q", 0, 1))
    with pytest.raises(IllegalActionError, match="N-N1: Yellow's own A stands there"):
        view.answer(Attempt("N", 0, 1))


def test_without_the_opponents_deal() -> None:
    """Then it is not known, and neither are the answers."""
    view = Game(Rules.of("classic")).view(1)
    assert view.opponent_deal is None
    assert view.answer(Attempt("A", 0, 1)) is None
    assert view.to_json()["opponent_deal"] is None
    assert view.game().deals == (None, None)


@pytest.mark.parametrize("name", RULES)
def test_the_game_of_a_view_goes_on_by_itself(name: str) -> None:
    """It has come to the same point, knows only the opponent's deal, and is not the view's."""
    game, view = [seen for seen in views(name, every=5) if seen[0].outcome is None][-1]
    own = view.game()
    assert own.events == game.events
    assert own.positions == game.positions
    assert own.deals[view.side] is None
    assert own.deals[1 - view.side] == game.deals[1 - view.side]
    before = repr(view)
    own.push(Resign())
    assert view.game().events == game.events
    assert repr(view) == before
    for _ in range(len(own.events)):
        own.pop()
    assert own.position == Game(game.rules, first=game.first, placements=game.placements).position


def test_a_view_is_a_snapshot() -> None:
    """Nothing that happens to the game or to what it was made of changes it."""
    rules = RULES["all but 1"]
    whole = random_game(rules, 3)
    deals = (dict(whole.deals[0] or {}), dict(whole.deals[1] or {}))
    placements = (dict(whole.placements[0] or {}), dict(whole.placements[1] or {}))
    game = Game(rules, deals, whole.first, placements)
    for event in whole.events[:10]:
        game.push(event.action, event.answer)
    view = game.view(0)
    before = given_out(view)
    for event in whole.events[10:20]:
        game.push(event.action, event.answer)
    for mapping in (*deals, *placements):
        mapping.clear()
    game.position = replace(game.position, outcome=whole.outcome)
    assert given_out(view) == before


def test_a_view_is_read_only() -> None:
    """As far as Python allows."""
    game, _ = pairs("all but 1", 0)[0]
    view: Any = game.view(0)
    for name in ("side", "events", "position", "opponent_deal", "placements"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(view, name, None)
    with pytest.raises((AttributeError, TypeError)):
        view.more = 1
    with pytest.raises(TypeError):
        view.opponent_deal["A"] = 1
    with pytest.raises(TypeError):
        view.placements[0]["A"] = (1, 1)
    view.to_json()["opponent_deal"].clear()
    with pytest.raises((AttributeError, TypeError)):
        view.game().deals[1].clear()
    assert len(view.opponent_deal) == 13


@pytest.mark.parametrize("name", RULES)
def test_equal_views(name: str) -> None:
    """Views are equal if everything in them is, also after they were pickled or copied."""
    found = [view for _, view in views(name, every=7)]
    assert list(dict.fromkeys(found)) == found
    for view in found:
        for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):  # noqa: S301 - our own
            assert again == view
            assert hash(again) == hash(view)
            assert repr(again) == repr(view)
            assert again.game().position == view.position
            assert again.attempts() == view.attempts()
    game, view = list(views(name, every=7))[1]
    assert view != game.view(1 - view.side)
    assert view != Game(game.rules).view(view.side)
    assert view != repr(view)


@pytest.mark.parametrize("name", RULES)
def test_a_view_as_json(name: str) -> None:
    """Everything is in it, and the position can be read again."""
    for game, view in views(name, every=9):
        data = json.loads(json.dumps(view.to_json()))
        assert position_from_json(data["position"]) == game.position
        assert data["format"] == "deduce.confusion.view/1"
        assert data["side"] == game.rules.sides[view.side]
        assert data["first"] == game.rules.sides[game.first]
        assert data["opponent_deal"] == game.deals[1 - view.side]
        for side, name_of_side in enumerate(game.rules.sides):
            placed = data["placements"][name_of_side]
            assert placed == (
                None
                if game.placements[side] is None
                else {letter: list(square) for letter, square in game.placements[side].items()}
            )
        assert [event["side"] for event in data["events"]] == [
            game.rules.sides[event.side] for event in game.events
        ]
        assert [event["answer"]["allowed"] for event in data["events"]] == [
            event.answer.allowed for event in game.events
        ]


def test_events_as_json() -> None:
    """Each kind of action by its name, with what it holds; what a token showed is there."""
    rules = Rules.of("espionage", tokens=True)
    deals = (dict(zip(rules.letters, range(1, 14), strict=True)), None)
    game = Game(rules, deals)
    game.push(Reveal("C"))
    game.push(Attempt("E", 0, 4), Answer())
    game.push(MoveTwo())
    game.push(Attempt("A", 0, 1), Answer(allowed=False))
    game.push(Attempt("C", 1, 1), Answer())
    game.push(SwapTwo("N", "O"))
    game.push(Attempt("A", 0, 1))
    game.push(Remove("A"))
    game.push(Resign())
    answer = {"allowed": True, "promoted": None, "shown": None}
    nothing = {"answer": answer, "captured": None, "took_neutral": False, "passed_to": None}
    white, red = {**nothing, "side": "White"}, {**nothing, "side": "Red"}
    move = {"type": "Attempt", "way": "N", "distance": 1, "kind": "move"}
    assert game.view(0).to_json()["events"] == [
        {**white, "action": {"type": "Reveal", "letter": "C"}, "answer": {**answer, "shown": 2}},
        {**white, "action": {**move, "letter": "E", "distance": 4}, "took_neutral": False},
        {**red, "action": {"type": "MoveTwo"}},
        {**red, "action": {**move, "letter": "A"}, "answer": {**answer, "allowed": False}},
        {**red, "action": {**move, "letter": "C", "way": "NE"}},
        {**white, "action": {"type": "SwapTwo", "first": "N", "second": "O"}},
        {**white, "action": {**move, "letter": "A"}},
        {**red, "action": {"type": "Remove", "letter": "A"}},
        {**red, "action": {"type": "Resign"}},
    ]


def test_captures_and_passes_as_json() -> None:
    """What came of an attempt."""
    game = Game(Rules.of("classic"))
    no, yes = Answer(allowed=False), Answer()
    for attempt, answer in (
        (Attempt("E", 0, 4), yes),
        (Attempt("A", 0, 1), no),
        (Attempt("E", 2, 1), yes),
        (Attempt("A", 0, 1), no),
        (Attempt("E", 0, 4, Manner.CARRY), yes),
        (Attempt("A", 0, 1), no),
        (Attempt("E", 5, 1, Manner.PASS), yes),
    ):
        game.push(attempt, answer)
    events = game.view(1).to_json()["events"]
    assert [event["took_neutral"] for event in events] == [False, False, True] + [False] * 4
    assert [event["captured"] for event in events] == [None] * 4 + [events[4]["captured"]] + [None] * 2
    assert [event["action"]["kind"] for event in events[4:]] == ["carry", "move", "pass"]
    assert events[-1]["passed_to"] is None


def test_how_a_view_shows_itself() -> None:
    """With the side, how far the game is, and the position."""
    game = Game(Rules.of("classic"))
    game.push(Attempt("A", 0, 1), Answer())
    assert repr(game.view(1)) == (
        "<View of White after 1 events: <Position classic "
        "2vts1pon2/2lkh1eca2/11/11/11/11/11/11/2A8/3CE1HKL2/2NOP1STV2 6,6 White 1 - - - ->>"
    )
