"""A second judge, written by hand from the digest: no file of rules, no conditions, plain comparisons.

Each function returns the rules that refuse something, and whether something has to be known first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from deduce.cards.judge.facts import Company, Measured, Turn

Truth = bool | None


@dataclass(frozen=True)
class House:
    """What is played, in numbers and words of its own."""

    combat_range: int
    mob_rally: int
    flight: int
    choices: dict[str, str]

    def plays(self, decision: str, word: str) -> bool:
        return self.choices[decision] == word


def below(value: object, limit: int) -> Truth:
    return None if value is None else Fraction(str(value)) < limit


def most(value: object, limit: int) -> Truth:
    return None if value is None else Fraction(str(value)) <= limit


def no(truth: Truth) -> Truth:
    return None if truth is None else not truth


def both(*truths: Truth) -> Truth:
    return False if False in truths else None if None in truths else True


def either(*truths: Truth) -> Truth:
    return True if True in truths else None if None in truths else False


def decided(*needs: tuple[str, Truth]) -> tuple[str, set[str]]:
    """The verdict, and the rules that refuse."""
    broken = {rule for rule, truth in needs if truth is False}
    if broken:
        return "refused", broken
    return ("unknown" if any(truth is None for _, truth in needs) else "allowed"), set()


def acting(house: House, unit: Company, turn: Turn, act: str) -> list[tuple[str, Truth]]:
    needs = [("CC-TURN-1", turn.step in {None, "act"}), ("CC-TURN-2", no(unit.acted))]
    if house.plays("DEC-14", "army"):
        needs.append(("CC-TURN-2", None if turn.army_act is None else turn.army_act in {"none", act}))
    return needs


def has_ranks(unit: Company) -> Truth:
    return None if unit.ranks is None else unit.ranks >= 1


def move(house: House, unit: Company, measured: Measured, turn: Turn) -> tuple[str, set[str]]:
    needs = acting(house, unit, turn, "move")
    needs.append(("CC-MOB-1", has_ranks(unit)))
    if house.plays("DEC-15", "restored"):
        if house.plays("DEC-20b", "stay"):
            needs.append(("CC-MOVE-7", no(unit.engaged)))
        else:
            needs.append(("CC-ENG-1", either(no(unit.engaged), no(below(measured.ends, house.combat_range)))))
        none_confused = None if unit.confused is None else unit.confused == 0
        needs.append(("CC-MOVE-8", either(no(has_ranks(unit)), none_confused)))
    if unit.arm is None:
        # Whatever it is, it may go as far as infantry, and not farther than cavalry.
        reach = True if most(measured.advance, 20) else None
    else:
        reach = most(measured.advance, 40 if unit.arm == "cavalry" else 20)
    needs.append(("CC-MOVE-1", reach))
    if house.plays("DEC-16", "ahead"):
        needs.append(("CC-MOVE-2", None if measured.direction is None else measured.direction == "ahead"))
    if house.plays("DEC-16b", "before"):
        needs.append(
            ("CC-MOVE-3", None if measured.pivots is None else measured.pivots in {"none", "before"})
        )
    needs.append(("CC-MOVE-6", no(measured.crosses_enemies)))
    needs.append(("CC-MOVE-6", no(below(measured.ends_apart, 1))))
    needs.append(("CC-MOVE-9", no(measured.leaves_field)))
    if house.plays("DEC-46", "scenario"):
        needs.append(("CC-MOVE-9", measured.terrain_allows))
    return decided(*needs)


def pass_by(house: House, enemy: Company, measured: Measured) -> tuple[str, set[str]]:
    if house.plays("DEC-18", "off"):
        return "allowed", set()
    mutual = both(most(measured.own_bearing, 45), most(measured.their_bearing, 45), has_ranks(enemy))
    far = no(below(measured.nearest_on_path, 20))
    return decided(("CC-MOVE-5", either(mutual, far, below(measured.ends, 20), below(measured.begins, 20))))


def mob_move(house: House, unit: Company, measured: Measured, turn: Turn) -> tuple[str, set[str]]:
    needs = acting(house, unit, turn, "move")
    needs.append(("CC-MOB-1", no(has_ranks(unit))))
    needs.append(("CC-MOB-1", None if unit.confused is None else unit.confused >= 1))
    needs.append(("CC-MOB-2", most(measured.advance, 30)))
    away = both(below(measured.begins, 15), measured.goes_away)
    needs.append(("CC-MOB-2", either(no(below(measured.nearest_on_path, 15)), away)))
    needs.append(("CC-MOVE-6", no(measured.crosses_enemies)))
    if house.plays("DEC-26", "full"):
        needs.append(("CC-MOVE-9", no(measured.leaves_field)))
    return decided(*needs)


def flee(house: House, unit: Company, measured: Measured) -> tuple[str, set[str], bool | None]:
    verdict, rules = decided(
        ("CC-MOB-1", no(has_ranks(unit))),
        ("CC-MOB-1", None if unit.confused is None else unit.confused >= 1),
        ("CC-MOB-3", below(measured.nearest_any, house.flight)),
    )
    full = house.plays("DEC-26", "full")
    return verdict, rules, below(measured.room, 30) if full else measured.leaves_field


def rally(
    house: House, unit: Company, measured: Measured, turn: Turn, commander: Truth, aide: Truth
) -> tuple[str, set[str], int | None]:
    needs = acting(house, unit, turn, "rally")
    needs.append(("CC-RAL-1", None if unit.confused is None else unit.confused >= 1))
    formed = has_ranks(unit)
    faced = True if measured.faced is None and measured.nearest_facing is not None else measured.faced
    free = either(no(most(measured.nearest_facing, 20)), no(faced))
    needs.append(("CC-RAL-2", either(no(formed), free)))
    needs.append(("CC-RAL-4", either(formed, no(below(measured.nearest_any, house.mob_rally)))))
    needs.append(("CC-RAL-4", either(formed, commander)))
    verdict, rules = decided(*needs)
    if verdict != "allowed" or unit.ranks is None or unit.confused is None:
        return verdict, rules, None
    if unit.ranks == 0 and house.plays("DEC-28", "all"):
        return verdict, rules, unit.confused
    helpers = bool(commander) + bool(aide and house.plays("DEC-30b", "optional"))
    helpers = helpers if house.plays("DEC-30", "each") else min(helpers, 1)
    return verdict, rules, min(unit.confused, unit.ranks + helpers)


def fire(gun: Company, target: Company, measured: Measured, turn: Turn) -> tuple[str, set[str], int | None]:
    price = {"open": 1, "woods": 1, "wall": 2, "redoubt": 3, "trench": 3}.get(measured.cover or "")
    # One gunner and one shot each.
    manned = None if gun.ranks is None else min(gun.cannon, gun.ranks) > gun.shots
    if gun.arm is None:
        manned = either(manned, None)
    elif gun.arm != "artillery":
        manned = True
    if price is None:
        paid = True if gun.balls is not None and gun.balls >= 3 else None
    else:
        paid = None if gun.balls is None else gun.balls >= price
    alive = None if target.ranks is None or target.confused is None else target.ranks + target.confused > 0
    verdict, rules = decided(
        ("CC-TURN-1", turn.step in {None, "fire"}),
        ("CC-FIRE-1", None if gun.arm is None else gun.arm == "artillery"),
        ("CC-FIRE-5", has_ranks(gun)),
        ("CC-FIRE-5", manned),
        ("CC-RAL-5", gun.at_gun),
        ("CC-FIRE-1", alive),
        ("CC-FIRE-1", no(below(measured.distance, 10))),
        ("CC-FIRE-1", most(measured.distance, 130)),
        ("CC-FIRE-1", most(measured.own_bearing, 45)),
        ("CC-FIRE-1", measured.clear),
        ("CC-FIRE-6", paid),
    )
    return verdict, rules, price


def fight(
    house: House,
    unit: Company,
    enemy: Company,
    measured: Measured,
    turn: Turn,
    together: Truth,
    targets: int,
) -> tuple[str, set[str]]:
    needs: list[tuple[str, Truth]] = [
        ("CC-TURN-1", turn.step in {None, "combat"}),
        ("CC-MOB-5", has_ranks(unit)),
        ("CC-COMB-3", None if unit.starts is None else unit.starts < 1),
        ("CC-COMB-1", either(together, below(measured.distance, house.combat_range))),
        (
            "CC-COMB-2",
            either(
                together,
                most(measured.own_bearing, 45),
                both(most(measured.their_bearing, 45), has_ranks(enemy)),
            ),
        ),
    ]
    if house.plays("DEC-24", "apart"):
        needs.append(("CC-MOB-5", has_ranks(enemy)))
    else:
        known = enemy.ranks is not None and enemy.confused is not None
        needs.append(("CC-MOB-5", enemy.ranks + enemy.confused > 0 if known else None))
    if house.plays("DEC-33", "single"):
        needs.append(("CC-COMB-3", targets == 1))
    banned = {"woods", "wall"} | ({"redoubt", "trench"} if house.plays("DEC-40", "hard") else set())
    rider = None if unit.arm is None else unit.arm == "cavalry"
    shelter = None if measured.cover is None else measured.cover in banned
    needs.append(("CC-COMB-4", no(both(rider, shelter))))
    if house.plays("DEC-2", "never"):
        needs.append(("CC-DECK-2", None if turn.cards is None else turn.cards >= 1))
    return decided(*needs)


def bonuses(house: House, unit: Company, enemy: Company, measured: Measured) -> tuple[Truth, Truth, Truth]:
    """Whether the enemy's card and the starter's card get three more, and whether it is a flank or rear."""

    def hard(cover: str | None) -> Truth:
        return None if cover is None else cover in {"wall", "redoubt", "trench"}

    def afoot(arm: str | None) -> Truth:
        return None if arm is None else arm != "cavalry"

    where = enemy.cover if house.plays("DEC-34", "always") else measured.cover
    theirs = both(hard(where), afoot(enemy.arm))
    own = False if house.plays("DEC-34", "attacked") else both(hard(unit.cover), afoot(unit.arm))
    flank = both(no(most(measured.their_bearing, 45)), has_ranks(enemy))
    return theirs, own, flank


def reform(house: House, unit: Company, turn: Turn) -> tuple[str, set[str]]:
    needs = [*acting(house, unit, turn, "reform"), ("CC-FORM-1", has_ranks(unit))]
    if house.plays("DEC-22", "ordered"):
        needs.append(("CC-FORM-1", no(unit.engaged)))
        needs.append(("CC-FORM-1", None if unit.confused is None else unit.confused == 0))
    return decided(*needs)


def walk_back(house: House, unit: Company, measured: Measured, turn: Turn) -> tuple[str, set[str]]:
    needs: list[tuple[str, Truth]] = [
        ("CC-TURN-1", turn.step in {None, "act"}),
        ("CC-RAL-5", None if unit.arm is None else unit.arm == "artillery"),
        ("CC-RAL-5", no(unit.at_gun)),
        ("CC-RAL-5", has_ranks(unit)),
        ("CC-RAL-5", most(measured.advance, 25)),
        ("CC-MOVE-6", no(measured.crosses_enemies)),
    ]
    if house.plays("DEC-31", "later"):
        needs.append(("CC-TURN-2", no(unit.acted)))
        needs.append(("CC-RAL-5", None if unit.confused is None else unit.confused == 0))
        needs.append(("CC-RAL-5", no(unit.just_rallied)))
    if house.plays("DEC-15", "restored") and house.plays("DEC-20b", "stay"):
        needs.append(("CC-MOVE-7", no(unit.engaged)))
    return decided(*needs)


def move_commander(house: House, measured: Measured, turn: Turn) -> tuple[str, set[str], Truth]:
    verdict, rules = decided(
        ("CC-TURN-1", turn.step in {None, "act"}),
        ("CC-TURN-2", no(turn.commander_moved)),
        ("CC-MOVE-1", most(measured.advance, 60)),
        ("CC-MOVE-9", no(measured.leaves_field)),
    )
    return verdict, rules, house.plays("DEC-41", "captured") and most(measured.nearest_any, 5)


def approach(house: House, enemy: Company, measured: Measured) -> tuple[str, set[str]]:
    mutual = both(most(measured.own_bearing, 45), most(measured.their_bearing, 45), has_ranks(enemy))
    if mutual is False:
        return "allowed", set()
    if mutual is None or measured.begins is None or measured.advance is None:
        return "unknown", set()
    far = furthest(house.choices["DEC-17"], Fraction(str(measured.begins)))
    return ("allowed", set()) if Fraction(str(measured.advance)) <= far else ("refused", {"CC-MOVE-4"})


def hold(unit: Company, measured: Measured) -> tuple[str, set[str]]:
    return decided(
        ("CC-WIN-2", has_ranks(unit)),
        ("CC-WIN-2", measured.on_site),
        ("CC-WIN-2", no(measured.enemy_on_site)),
    )


def furthest(how: str, begins: Fraction) -> Fraction:
    """How far an advance goes straight at an enemy face to face, by walking in steps of a hundredth."""
    if how == "off" or (how == "close" and begins <= 20):
        return begins
    step = Fraction(1, 10) if how == "stop" else Fraction(1, 100)
    gone = Fraction(0)
    while True:
        if how == "stop" and begins - gone < 20:
            return gone
        if how != "stop" and begins - gone - step < 20:
            return gone
        gone += step
