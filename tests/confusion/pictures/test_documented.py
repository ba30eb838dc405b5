"""The pictures in the documentation are those that the program draws."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from common import ROOT, SAMPLE
from deduce.confusion import read_record
from deduce.confusion.notation.words import action_name

FOLDER = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def program() -> ModuleType:
    """The program that draws them."""
    spec = spec_from_file_location("draw", FOLDER / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_they_are_up_to_date(program: ModuleType) -> None:
    """Each file there, and no other."""
    drawn = program.pictures()
    assert {path.name for path in FOLDER.glob("*.svg")} == drawn.keys()
    for name, text in drawn.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"run docs/pictures/draw.py: {name}"


def test_pages_show_each_of_them() -> None:
    """What nobody sees need not be kept."""
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    shown = set(re.findall(r"\(pictures/([\w-]+\.svg)\)", pages))
    assert shown == {path.name for path in FOLDER.glob("*.svg")}


def test_the_kept_review_is_of_the_sample_game(program: ModuleType) -> None:
    """Move by move as the record has it; what each was worth depends on the processor."""
    found = json.loads((FOLDER / "review.json").read_text(encoding="utf-8"))
    moment = read_record(SAMPLE).now
    assert [(move["action"], move["allowed"]) for move in found["moves"]] == [
        (action_name(event.action, turned=event.side != moment.setup.compass), event.answer.allowed)
        for event in moment.game().events
    ]
    assert {*found["moves"][0]} == {*program.KEPT}
