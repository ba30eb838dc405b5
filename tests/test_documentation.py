"""Everything that the documentation shows is run, and must come out as shown.

- ``python`` and ``pycon`` blocks of README.md and docs/ are doctest sessions. The blocks of one
  page share their names, from top to bottom.
- Docstrings are doctest sessions.
- ``console`` blocks with ``$ deduce ...`` are run at the root of the repository, 80 columns wide
  and without colours. The output, errors included, must be the lines up to the next ``$``. A line
  ``...`` alone stands for any lines; ``$ echo $?`` shows the exit status; a backslash at a line's
  end continues the command.
"""

import ast
import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import deduce
import deduce_cli
from common import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})\s*\{?\.?(?P<language>[\w-]*)")
TIME_LIMIT = 120


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the number of its first line, and its lines."""

    language: str
    line: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A command of a console block, with the lines that are shown below it."""

    command: str
    shown: tuple[str, ...]


def blocks_of(text: str) -> Iterator[Block]:
    lines = enumerate(text.splitlines(), start=1)
    for number, line in lines:
        opening = FENCE.match(line)
        if not opening:
            continue
        indent, ticks = len(opening["indent"]), opening["ticks"]
        body = []
        for _, inner in lines:
            if inner.strip().startswith(ticks) and not inner.strip().strip("`"):
                break
            body.append(inner[indent:] if not inner[:indent].strip() else inner)
        else:
            message = f"the block opened in line {number} is never closed"
            raise ValueError(message)
        yield Block(opening["language"], number + 1, tuple(body))


def session_of(text: str, name: str, page: Path) -> doctest.DocTest:
    """All Python blocks of a page as one session, each line where it stands on the page."""
    lines = [""] * (len(text.splitlines()) + 1)
    for block in blocks_of(text):
        if block.language in {"python", "pycon"}:
            lines[block.line - 1 : block.line - 1 + len(block.lines)] = block.lines
    return doctest.DocTestParser().get_doctest("\n".join(lines), {}, name, str(page), 0)


def steps_of(block: Block) -> list[Step]:
    steps: list[tuple[str, list[str]]] = []
    continued = False
    for line in block.lines:
        if continued:
            command, shown = steps.pop()
            steps.append((command.removesuffix("\\") + line.removeprefix("> ").strip(), shown))
        elif line.startswith("$ "):
            steps.append((line.removeprefix("$ ").rstrip(), []))
        elif steps:
            steps[-1][1].append(line.rstrip())
        else:
            message = f"line {block.line}: a console block starts with a command"
            raise ValueError(message)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return [Step(command, tuple(shown)) for command, shown in steps]


def without_blank_end(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def agrees(shown: list[str], actual: list[str]) -> bool:
    """Whether the output is as shown, where a line ``...`` stands for any number of lines."""
    if not shown:
        return not actual
    if shown[0] == "...":
        return any(agrees(shown[1:], actual[start:]) for start in range(len(actual) + 1))
    return bool(actual) and shown[0] == actual[0] and agrees(shown[1:], actual[1:])


def run(command: str) -> tuple[list[str], int]:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"CLICOLOR_FORCE", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"}
    }
    environment |= {
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PATH": os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"])),
        "PYTHONUTF8": "1",
        "TERM": "dumb",
    }
    done = subprocess.run(  # noqa: S602 - The documentation pipes as a reader's shell does.
        command,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        env=environment,
        shell=True,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=TIME_LIMIT,
    )
    return [line.rstrip() for line in done.stdout.splitlines()], done.returncode


def check_console(block: Block) -> None:
    status: int | None = None
    for step in steps_of(block):
        if step.command == "echo $?":
            assert status is not None, "no command comes before $ echo $?"
            actual = [str(status)]
        elif step.command.split()[0] == "deduce":
            actual, status = run(step.command)
        else:
            pytest.fail(f"beside $ deduce and $ echo $? nothing is run here: $ {step.command}")
        shown, actual = without_blank_end(list(step.shown)), without_blank_end(actual)
        if not agrees(shown, actual):
            # Fails with a readable difference.
            assert actual == shown, f"$ {step.command}"


def modules() -> Iterator[ModuleType]:
    for package in (deduce, deduce_cli):
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith(".__main__"):
                yield importlib.import_module(found.name)


def docstring_sessions(module: ModuleType) -> Iterator[doctest.DocTest]:
    """The sessions of all docstrings, private and nested ones as well."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = ast.get_docstring(node, clean=False)
        if text is None or ">>>" not in text:
            continue
        own_name = "" if isinstance(node, ast.Module) else f".{node.name}"
        yield doctest.DocTestParser().get_doctest(
            text,
            dict(vars(module)),
            f"{module.__name__}{own_name}",
            module.__file__,
            node.body[0].lineno - 1,
        )


def check_session(session: doctest.DocTest) -> None:
    said: list[str] = []
    result = doctest.DocTestRunner().run(session, out=said.append)
    assert result.failed == 0, "\n" + "".join(said)


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


TEXTS = {page_name(page): page.read_text(encoding="utf-8") for page in PAGES}
SESSIONS = {
    name: session for name, text in TEXTS.items() if (session := session_of(text, name, ROOT / name)).examples
}
CONSOLES = {
    f"{name}:{block.line}": block
    for name, text in TEXTS.items()
    for block in blocks_of(text)
    if block.language == "console" and any(line.startswith("$ deduce ") for line in block.lines)
}
DOCSTRINGS = {
    f"{session.name}:{session.lineno}": session
    for module in modules()
    for session in docstring_sessions(module)
}


@pytest.mark.parametrize("name", SESSIONS)
def test_page_session(name: str) -> None:
    check_session(SESSIONS[name])


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstring_session(name: str) -> None:
    check_session(DOCSTRINGS[name])


@pytest.mark.parametrize("name", CONSOLES)
def test_console_block(name: str) -> None:
    check_console(CONSOLES[name])


@pytest.mark.parametrize("name", TEXTS)
def test_every_python_block_is_a_session(name: str) -> None:
    for block in blocks_of(TEXTS[name]):
        if block.language in {"python", "pycon"}:
            assert block.lines, f"{name}, line {block.line}: the block is empty"
            assert block.lines[0].startswith(">>>"), f"{name}, line {block.line}: not a session"


def test_readme_runs_under_plain_doctest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "README.md"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=TIME_LIMIT,
    )
    assert (done.returncode, done.stdout) == (0, ""), (
        f"(does a blank line stand before each ``` that ends a session?)\n{done.stdout}{done.stderr}"
    )


@pytest.mark.parametrize(
    ("shown", "actual", "expected"),
    [
        ("a b", "a b", True),
        ("a b", "a", False),
        ("a", "a b", False),
        ("a ... d", "a b c d", True),
        ("a ...", "a", True),
        ("... b", "a b c", False),
        ("", "a", False),
        ("", "", True),
    ],
)
def test_left_out_lines(shown: str, actual: str, *, expected: bool) -> None:
    assert agrees(shown.split(), actual.split()) == expected


def test_console_steps() -> None:
    lines = ("$ deduce solve \\", ">   game.toml", "  one", "", "two", "$ echo $?", "0")
    assert steps_of(Block("console", 1, lines)) == [
        Step("deduce solve game.toml", ("  one", "", "two")),
        Step("echo $?", ("0",)),
    ]


def test_blocks_keep_their_lines() -> None:
    text = "# Title\n\n- item\n\n  ```pycon\n  >>> 1\n  1\n\n  ```\n\n```text\n$ no\n```\n"
    assert list(blocks_of(text)) == [
        Block("pycon", 5 + 1, (">>> 1", "1", "")),
        Block("text", 12, ("$ no",)),
    ]


@pytest.mark.parametrize(
    "path",
    [
        ROOT / "README.md",
        # The reference has the examples of docstrings, which stand beside what they use.
        *sorted({*ROOT.glob("docs/*.md")} - {ROOT / "docs" / "reference.md"}),
        *sorted(ROOT.glob("examples/*.py")),
    ],
    ids=lambda path: path.name,
)
def test_pages_and_examples_use_public_names(path: Path) -> None:
    """What a page or an example imports is exported: by `deduce`, by `deduce.confusion` or by an adapter."""
    text = path.read_text(encoding="utf-8")
    for module, names in re.findall(r"^(?:>>> )?from (deduce[\w.]*) import ([\w, ]+)", text, re.MULTILINE):
        assert module in {"deduce", "deduce.confusion"} or module.startswith("deduce.confusion.adapters")
        front = importlib.import_module(module)
        assert {name.strip() for name in names.split(",")} <= {*front.__all__}, (path.name, names)
