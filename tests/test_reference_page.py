"""The reference page is what the sources say, and has every public name."""

from __future__ import annotations

import ast
import re

import deduce
from reference_page import PAGE, Section, parameters, reference_page, sections_of, shown


def test_the_page_is_current() -> None:
    """To make it anew: python tests/reference_page.py."""
    assert PAGE.read_text(encoding="utf-8") == reference_page()


def test_every_public_name_has_its_place() -> None:
    """Each has a heading with an anchor, how it is called, and words."""
    page = PAGE.read_text(encoding="utf-8")
    for name in deduce.__all__:
        _, _, rest = page.partition(f'<a id="deduce.{name}"></a>\n\n### {name}\n\n')
        assert re.match(r"(```py\n.*?\n```\n\n)?\w", rest, re.DOTALL), name
    links = set(re.findall(r"\]\(#([\w.]+)\)", page))
    assert links == set(re.findall(r'<a id="([\w.]+)">', page))


def test_docstrings_are_taken_apart() -> None:
    """Arguments become lists, examples become code, everything else is as it is."""
    text = "Say it.\n\nMore.\n\nArgs:\n    one: The first,\n        and more.\n    two: Another.\n"
    said, args = sections_of(text)
    assert (shown(said), shown(args)) == (
        "Say it.\n\nMore.",
        "**Args**\n\n- `one`: The first,\n  and more.\n- `two`: Another.",
    )
    assert shown(Section("Examples", ("    >>> 1 + 1", "    2"))) == "```py\n>>> 1 + 1\n2\n```"


def test_parameters_are_written_as_in_the_source() -> None:
    """Of all kinds, with their defaults."""
    function = ast.parse("def f(a, /, b: int = 1, *c: str, d=2, **e): ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert parameters(function.args) == ["a", "/", "b: int = 1", "*c: str", "d=2", "**e"]
    only_named = ast.parse("def f(*, d: int): ...").body[0]
    assert isinstance(only_named, ast.FunctionDef)
    assert parameters(only_named.args) == ["*", "d: int"]
