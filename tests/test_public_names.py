"""The public surface: one list of names, nothing heavy imported before it is needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import deduce
import deduce.cards
import deduce.confusion
import deduce.napoleonic
from common import ROOT

PACKAGES = pytest.mark.parametrize("package", [deduce, deduce.cards, deduce.confusion, deduce.napoleonic])
HEAVY = ("numpy", "ortools", "constraint", "rich", "typer", "pandas")


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has imported after some code."""
    report = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return set(done.stdout.split()) - MODULES_AT_START


MODULES_AT_START = set(
    subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout.split()
)
"""What an interpreter brings along anyway, when coverage is measured for example."""


@PACKAGES
def test_every_public_name_is_there_and_has_a_docstring(package: ModuleType) -> None:
    """`__all__` is sorted by kind, each name can be had, and each says what it is."""
    for name in package.__all__:
        assert getattr(package, name).__doc__
    assert set(package.__all__) <= set(dir(package))


@PACKAGES
def test_type_checkers_see_the_same_names(package: ModuleType) -> None:
    """The imports for type checkers, the table of homes and `__all__` agree."""
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {
        (node.module, alias.name)
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    listed = {(home, name) for home, names in package._HOMES.items() for name in names}
    assert imported == listed
    assert sorted(name for _, name in listed) == sorted(package.__all__)


def test_unknown_names_are_refused() -> None:
    """A misspelt name is an ordinary AttributeError."""
    with pytest.raises(AttributeError, match="no attribute 'Believe'"):
        _ = deduce.Believe


def test_importing_deduce_imports_nothing_heavy() -> None:
    """`import deduce` is quick because nothing is imported until it is used."""
    loaded = modules_after("import deduce")
    assert not loaded & {"deduce.belief", "dataclasses", "fractions", *HEAVY}


def test_small_problems_need_nothing_heavy() -> None:
    """A small one-to-one problem is solved without numpy and OR-Tools."""
    loaded = modules_after(
        "from deduce import *\n"
        "log = Log(Problem.one_to_one('ABC', [1, 2, 3])).append(fact('A', 1))\n"
        "Belief(log).probabilities; prove(log, 'B', 1); chain(log); conflicts(log); suspects(log)"
    )
    assert not loaded & set(HEAVY)


def modules_after_command(*arguments: object) -> set[str]:
    """The modules that a command has imported when it ends."""
    argv = ["deduce", *map(str, arguments)]
    code = (
        "import atexit, sys\n"
        f"sys.argv = {argv!r}\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from deduce_cli.main import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    return set(done.stderr.splitlines()[-1].split()) - MODULES_AT_START


ASKED_FOR = {"numpy", "ortools", "constraint", "prompt_toolkit", "platformdirs", "pandas"}
"""What commands may need, and no answer that is there at once."""


def test_help_imports_nothing_but_what_it_lists() -> None:
    """`deduce --help` shows its text before anything is worked out or drawn."""
    loaded = modules_after_command("--help")
    ours = {name for name in loaded if name.partition(".")[0] in {"deduce", "deduce_cli"}}
    assert ours == {
        *("deduce", "deduce.games", "deduce.intake", "deduce.intake.characters", "deduce.lazy"),
        *(
            "deduce_cli",
            "deduce_cli.groups",
            "deduce_cli.main",
            "deduce_cli.output",
            "deduce_cli.solve",
            "deduce_cli.table",
        ),
    }
    assert not loaded & {"rich", "pydantic", "fractions", "tomllib", *ASKED_FOR}


def test_help_of_a_game_imports_no_rules_of_it() -> None:
    """`deduce confusion --help` needs the table of its commands; nothing is read, drawn or worked out."""
    loaded = modules_after_command("confusion", "--help")
    rooms = ("deduce.belief", "deduce.confusion.engine", "deduce.confusion.notation", "deduce.tabletop.saved")
    assert not loaded & {"rich", "tomllib", *rooms, *ASKED_FOR}


RECORD = ROOT / "examples" / "at_the_table.txt"
CASE = ROOT / "examples" / "potluck.toml"


@pytest.mark.parametrize("arguments", [("confusion", "sheet", RECORD), ("solve", CASE)], ids=["game", "case"])
def test_a_single_answer_needs_nothing_heavy(arguments: tuple[object, ...]) -> None:
    """What is worked out once is worked out sooner than numpy is imported; nobody types, nothing is saved."""
    loaded = modules_after_command(*arguments)
    assert not loaded & {"deduce.tabletop.saved", "deduce.tabletop.companion", *ASKED_FOR}


def test_a_document_needs_no_colours() -> None:
    """With --json there is nothing to draw."""
    assert "rich" not in modules_after_command("confusion", "sheet", RECORD, "--json")


@pytest.mark.parametrize("path", sorted((ROOT / "deduce").rglob("*.py")), ids=lambda path: path.name)
def test_what_is_private_looks_private(path: Path) -> None:
    """Every class and function of a module is in its `__all__`, or begins with an underscore."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    defined = {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    listed = {
        name
        for node in body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for name in ast.literal_eval(node.value)
    }
    assert {name for name in defined if not name.startswith("_")} <= listed
