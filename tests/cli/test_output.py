"""What is written: nothing that a terminal obeys, one document, and one sentence where it cannot be."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.text import Text

from command_line import COMMAND
from common import ROOT, SAMPLE
from deduce_cli.output import dump
from deduce_cli.paper import Paper

POTLUCK = ROOT / "examples" / "potluck.toml"
EVIL = "\x1b]0;gone\x07\x9b2J\x1b[2J[bold red]x[/]\u202e"
unix = pytest.mark.skipif(
    os.name == "nt", reason="there are no devices with names, and other encodings there"
)


def deduce(*arguments: object, before: str = "", **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, with something done before."""
    options.setdefault("env", {**os.environ, "COLUMNS": "80"})
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    code = f"import os, sys; {before}; {COMMAND}" if before else COMMAND
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


def has_controls(shown: bytes) -> bool:
    """Whether something in it would be obeyed by a terminal."""
    text = shown.decode("utf-8")
    return any(ord(sign) < 32 and sign not in "\n\t" for sign in text) or any(
        sign in text for sign in "\x7f\x9b\u202e"
    )


def test_only_one_place_writes() -> None:
    """Whatever is printed goes through `output`, which knows what a terminal would obey."""
    for file in (ROOT / "cli").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.name != "output.py":
            assert "echo(" not in text, file
            assert "import Console" not in text.replace("    from rich.console import Console\n", ""), file
        assert "\nprint(" not in text, file


def test_texts_are_what_they_say() -> None:
    """No markup, nothing that is obeyed; the style of a text stays."""
    file = io.StringIO()
    paper = Paper(file=file, highlight=False, width=200, force_terminal=True, color_system="standard")
    paper.print(EVIL)
    paper.print(Text(EVIL, style="bold"))
    plain = "\\x1b]0;gone\\x07\\x9b2J\\x1b[2J[bold red]x[/]\\u202e"
    # Of a text that is rich's already a bell is gone.
    silent = plain.replace("\\x07", "")
    assert file.getvalue() == f"{plain}\n\x1b[1m{silent}\x1b[0m\n"


def test_documents_of_whatever_is_in_them() -> None:
    """They come back as they were, and hold nothing that is obeyed; infinity is a mistake of ours."""
    data = {"name": f"Zoé {EVIL}\ud800 \udce9\u2028"}
    text = dump(data)
    assert json.loads(text) == data
    assert not has_controls(text.encode())
    assert "Zoé" in text
    with pytest.raises(ValueError, match="JSON"):
        dump({"value": float("inf")})


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    """What an encoding lacks is written out; a document is one in any encoding."""
    case = tmp_path / "case.toml"
    case.write_text(
        POTLUCK.read_text(encoding="utf-8").replace("Who brought", "Zoé \u4e2d brought"), encoding="utf-8"
    )
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = deduce("solve", case, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode(encoding)
    assert {"ascii": "Zo\\xe9 \\u4e2d", "latin-1": "Zoé \\u4e2d", "utf-8": "Zoé \u4e2d"}[encoding] in shown
    done = deduce("solve", case, "--json", env=env)
    assert json.loads(done.stdout.decode(encoding))["title"].startswith("Zoé \u4e2d")


@unix
@pytest.mark.parametrize("arguments", [("solve", POTLUCK), ("confusion", "replay", SAMPLE), ("--help",)])
def test_a_full_disk_behind_the_output(arguments: tuple[object, ...]) -> None:
    """One sentence, exit status 2."""
    with Path("/dev/full").open("wb") as full:
        done = deduce(*arguments, stdout=full)
    assert done.stderr == b"deduce: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


@unix
def test_a_full_disk_behind_the_table(tmp_path: Path) -> None:
    """What was entered is saved before anything is said."""
    path = tmp_path / "game.txt"
    path.write_text("1. (A-N1)\n", encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        done = deduce("confusion", "table", path, stdin=None, input=b"h s1 y\n", stdout=full)
    assert done.stderr == b"deduce: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_closed_streams(closed: tuple[int, ...], tmp_path: Path) -> None:
    """Nothing that is opened takes their place; what can be done is done."""
    path = tmp_path / "game.txt"
    path.write_text("1. (A-N1)\n", encoding="utf-8")
    names = ("stdin", "stdout", "stderr")
    before = "; ".join(f"os.close({number}); sys.{names[number]} = None" for number in closed)
    done = deduce("confusion", "table", path, before=before, stdin=None, input=b"h s1 y\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert path.read_text(encoding="utf-8") == ("1. (A-N1)\n" if 0 in closed else "1. (A-N1)\tH-S1\n")
    for arguments in (("solve", POTLUCK), ("confusion", "replay", path)):
        assert deduce(*arguments, before=before).returncode == 0
    done = deduce("confusion", "replay", "-", before=before)
    assert done.returncode == 2
    if closed == (0,):
        assert done.stderr == b"deduce: standard input: is closed\n"


def test_what_a_record_says_is_not_obeyed(tmp_path: Path) -> None:
    """Headers, comments, notes, names of files: on the screen, in errors and in documents."""
    path = tmp_path / f"game{EVIL.replace('/', '')}.txt"
    path.write_text(
        f"White = {EVIL}\nEvent{EVIL} = {EVIL}\n# Note: {EVIL}\n{EVIL}\n1. (A-N1 {EVIL})\t{EVIL}\n",
        encoding="utf-8",
    )
    folder, typed = path.parent, f"moves\nnotes\n{EVIL}\nh {EVIL}\nnote {EVIL}\n".encode()
    for arguments in (
        ("replay", path),
        ("replay", path, "--json"),
        ("replay", path, EVIL),
        ("replay", path, f"--{EVIL}"),
        ("replay", folder / EVIL),
        ("sheet", path),
        ("why", path, EVIL, EVIL),
        ("rules", EVIL),
        ("table", path),
        ("table", folder / f"{EVIL[:9]}.txt", "--ruleset", EVIL),
        ("table", folder / "none" / EVIL),
        (EVIL,),
    ):
        done = deduce("confusion", *arguments, stdin=None, input=typed)
        assert done.returncode in {0, 1, 2}, arguments
        assert not has_controls(done.stdout + done.stderr), arguments
        assert b"Traceback" not in done.stderr, arguments
        if "--json" in arguments:
            json.loads(done.stdout)


def test_what_a_case_says_is_not_obeyed(tmp_path: Path) -> None:
    """Titles, names, values and texts, as they are and where they are wrong."""
    case, evil = tmp_path / "case.toml", json.dumps(EVIL)
    unknowns = (
        f'title = {evil}\n[[unknowns]]\nnames = [{evil}, "B"]\nvalues = [{evil}, 2]\ndifferent = true\n'
    )
    for more in (
        "",
        f"[[entry]]\nfact = {evil}\n",
        f'[[entry]]\nfact = "B is 2"\ntext = {evil}\n',
        f"[{evil}]\n",
    ):
        case.write_text(unknowns + more, encoding="utf-8")
        for options in ((), ("--json",), ("--why", "B is 2", "--steps", "--slips"), ("--given", EVIL)):
            done = deduce("solve", case, *options)
            assert done.returncode in {0, 1, 2}
            assert not has_controls(done.stdout + done.stderr)
            assert b"Traceback" not in done.stderr


def test_wrong_options() -> None:
    """One sentence with what can be written, and with --json a document as well."""
    done = deduce("confusion", "replay", SAMPLE, "--plies", "x", "--json")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No such option: --plies" in done.stderr
    assert b". Usage: " in done.stderr
    assert b"confusion replay [OPTIONS]" in done.stderr
    error = json.loads(done.stdout)["error"]
    assert error["kind"] == "UsageError"
    assert f"deduce: {error['message']}\n".encode() == done.stderr


def test_a_deleted_folder(tmp_path: Path) -> None:
    """Whoever works in it is told so."""
    before = (
        f"os.mkdir({str(tmp_path / 'gone')!r}); os.chdir({str(tmp_path / 'gone')!r}); os.rmdir(os.getcwd())"
    )
    for arguments in (
        ("table", "game.txt"),
        ("play", "game.txt"),
        ("replay", "game.txt"),
        ("show-diagrams", "--svg", "a"),
    ):
        done = deduce("confusion", *arguments, before=before)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1, done.stderr


@unix
def test_a_sentence_is_one_line(tmp_path: Path) -> None:
    """Whatever a file is called, and however long what is quoted is."""
    for name in ("one\ntwo", "\udce9", "x" * 200):
        for command in ("replay", "table"):
            done = deduce("confusion", command, tmp_path / "none" / name)
            assert done.returncode == 2
            assert done.stderr.count(b"\n") == 1
            done.stderr.decode("utf-8")
    done = deduce("solve", POTLUCK, "--given", "x" * 100_000)
    assert (done.returncode, len(done.stderr) < 1100) == (2, True)
