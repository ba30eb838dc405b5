"""A night of Clue: suggestions, who could show a card and who could not; what lies in the envelope?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.proof.words import joined
from deduce.puzzle.draft import Clue, Draft, Unknowns
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.puzzle.draft import Block
    from deduce.puzzle.kinds.kind import Size

__all__ = ["CLUE"]

ENVELOPE = "envelope"
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve")
CARDS: Mapping[str, tuple[str, ...]] = {
    "the suspect": ("Scarlet", "Green", "Mustard", "Plum", "Peacock", "White"),
    "the weapon": ("knife", "rope", "pipe", "wrench", "pistol", "candlestick"),
    "the room": ("hall", "study", "kitchen", "library", "lounge", "attic"),
}
"""The cards of each category; what lies in the envelope is called by the category."""
_TURNS = 8
"""How many suggestions each player makes before those go that are not needed."""


def _is(card: str, place: str) -> str:
    return f"{card} is {place}"


def _hands(draw: random.Random, cards: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Deal the cards, one after the other."""
    return {
        card: players[number % len(players)] for number, card in enumerate(draw.sample(cards, len(cards)))
    }


def _night(
    draw: random.Random, decks: Mapping[str, Sequence[str]], at: Mapping[str, str], players: Sequence[str]
) -> Iterator[Clue]:
    """Yield what is heard in a night, as Ann hears it."""
    own = [card for card, place in at.items() if place == players[0]]
    yield Clue(f"Ann holds {joined(own)}.", {"all_of": [_is(card, players[0]) for card in own]})
    for turn in range(_TURNS * len(players)):
        asking = turn % len(players)
        cards = [draw.choice(deck) for deck in decks.values()]
        words = [f"{players[asking]} suggests {', '.join(cards)}:"]
        says: list[Block] = []
        passed: list[str] = []
        for other in (*players[asking + 1 :], *players[:asking]):
            shown = [card for card in cards if at[card] == other]
            if shown:
                seen = draw.choice(shown)
                words += [f"{joined(passed)} cannot show any,"] if passed else []
                if asking == 0:
                    words.append(f"{other} shows {seen}.")
                    says.append({"fact": _is(seen, other)})
                else:
                    words.append(f"{other} shows a card.")
                    says.append({"any_of": [_is(card, other) for card in cards]})
                break
            passed.append(other)
            says.append({"none_of": [_is(card, other) for card in cards]})
        else:
            words.append("nobody can show any.")
        yield Clue(" ".join(words), {"all_of": says})


def _draw(draw: random.Random, size: Size, grade: int) -> Draft:
    """Draw what lies in the envelope, deal the rest, and let the night go by."""
    players = PLAYERS[: size[0]]
    decks = {what: deck[: size[1]] for what, deck in CARDS.items()}
    hidden = {what: draw.choice(deck) for what, deck in decks.items()}
    cards = [card for deck in decks.values() for card in deck]
    at = dict.fromkeys(hidden.values(), ENVELOPE)
    at |= _hands(draw, [card for card in cards if card not in at], players)
    rules: dict[str, Block] = {}
    for what, deck in decks.items():
        for card in deck:
            both = [_is(card, ENVELOPE), _is(what, card)]
            rules[f"{card} in the envelope is {what}"] = {"any_of": [{"all_of": both}, {"none_of": both}]}
    held = {player: list(at.values()).count(player) for player in players}
    for player, count in held.items():
        rules[f"{player} holds {count}"] = {"exactly": count, "of": [_is(card, player) for card in cards]}
    night = list(_night(draw, decks, at, players))
    if grade > 1:
        # What is simply seen goes first.
        night.sort(key=lambda clue: " holds " in clue.text or not clue.text.endswith(("card.", "any.")))
    told = {clue.text: clue for clue in night}
    sorts = "; ".join(f"{what}: {', '.join(deck)}" for what, deck in decks.items())
    hands = joined(f"{player} {count}" for player, count in held.items())
    return Draft(
        title=f"A night of Clue with {len(players)} players",
        about=(
            f"The cards are, for {sorts}. One card of each sort lies in the envelope, the others are dealt: "
            f"{hands}. Whoever suggests three cards asks the others in turn, and the first who has one of "
            "them must show one. This is what Ann noted. What lies in the envelope?"
        ),
        unknowns=(
            Unknowns(tuple(cards), (ENVELOPE, *players)),
            *(Unknowns((what,), tuple(deck)) for what, deck in decks.items()),
        ),
        rules=rules,
        clues=tuple(told.values()),
        solution={**at, **hidden},
        asks=tuple(decks),
    )


CLUE = Kind(
    about="A night of Clue: what lies in the envelope?",
    spans=(Span("players", 2, len(PLAYERS)), Span("cards", 2, 6)),
    usual=((3, 2), (3, 3), (3, 3), (3, 4), (4, 4)),
    draw=_draw,
    grades=(1, 3, 4, 5),
)
