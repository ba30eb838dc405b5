"""The help of the command line, and what happens without a command."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from command_line import COMMAND
from deduce.confusion.kind import CONFUSION
from deduce.tabletop.verbs import commands_of
from deduce_cli.main import app


def help_of(*arguments: str) -> str:
    """What help says, on 80 columns."""
    done = CliRunner().invoke(app, [*arguments, "--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"})
    assert (done.exit_code, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    return done.stdout


PAGES = pytest.mark.parametrize(
    "arguments", [(), ("solve",), ("confusion",), ("confusion", "sheet"), ("confusion", "table")]
)


@PAGES
def test_help_is_plain_text(arguments: tuple[str, ...]) -> None:
    """No boxes and no colours: it can be read aloud, searched and pasted."""
    assert help_of(*arguments).isascii()


def test_help_says_all_of_each_commands_sentence() -> None:
    """What a command does is not cut off in the list."""
    page = " ".join(help_of("confusion").partition("Commands:")[2].split())
    assert "..." not in page
    asked = [command for command in commands_of(CONFUSION) if command.about]
    assert len(asked) > 5
    for command in asked:
        first, *_ = command.about.split("\n\n")
        assert f"{command.name} {' '.join(first.split())} " in page


@pytest.mark.parametrize("arguments", [(), ("confusion",)])
def test_without_a_command_the_help_is_shown(arguments: tuple[str, ...]) -> None:
    """On stdout and with nothing to complain of, but a script learns that nothing was done."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert "\nCommands:\n" in done.stdout
