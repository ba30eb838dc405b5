"""The page on files of rules: its example is a file that plays, and it names every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common import ROOT
from deduce.cards.edition import edition_of
from deduce.cards.judge import acts
from deduce.cards.judge.facts import Company, Measured
from deduce.ruling.errors import RulingError

PAGE = (ROOT / "docs" / "rules-files.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_example_plays(tmp_path: Path) -> None:
    (tmp_path / "our-club.toml").write_text(EXAMPLE, "utf-8")
    club, french = edition_of("our-club.toml", folder=tmp_path), edition_of("fr")
    assert set(club.law.differences(french.law)) == {
        "combat.range=12",
        "balls.wall=1",
        "gun.confused=1 1 2 2 3 3 4 4 5 5 6 6 6",
        "DEC-20=lapse",
        "DEC-40=hard",
    }
    few, enemy = Company("b", "infantry", 2), Company("r", "infantry", 9)
    near = Measured(distance=11, own_bearing=0)
    assert acts.fight(club, few, enemy, near).said("fr")[1] == (
        "l'effectif en rang de b : 2 hommes ; il faut : trois hommes encore debout (CC-CONF-2)"
    )
    assert not acts.reform(french, Company("b", "infantry", 5, engaged=True)).is_allowed
    assert acts.reform(club, Company("b", "infantry", 5, engaged=True)).is_allowed


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            'rule = "CC-CONF-1b"',
            "actions.fight.needs.heart: there is no rule 'CC-CONF-1b'; did you mean 'CC-CONF-",
        ),
        ("", 'actions.fight.needs.heart: it names no rule; add rule = "..." with the id of one'),
    ],
)
def test_a_rule_that_there_is_not(wrong: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "our-club.toml").write_text(EXAMPLE.replace('rule = "CC-CONF-2"', wrong), "utf-8")
    with pytest.raises(RulingError) as caught:
        edition_of("our-club.toml", folder=tmp_path)
    assert sentence in str(caught.value)


def test_the_page_names_every_table() -> None:
    from deduce.ruling.reading import _KEYS

    for key in set(_KEYS) - {"format", "name", "names", "extends"}:
        assert f"`[{key}]`" in PAGE or f"`[[{key}]]`" in PAGE, key
    assert "House = DEC-20=lapse, combat.range=15" in PAGE
    assert edition_of("en", "DEC-20=lapse, combat.range=15").house == ("DEC-20=lapse", "combat.range=15")
