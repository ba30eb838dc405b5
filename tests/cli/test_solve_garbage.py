"""`deduce solve` with what is no case, and with numbers of thousands of digits: one sentence each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from command_line import COMMAND

HEAVY = "".join(
    f'[[unknowns]]\nnames = ["u{n}"]\nvalues = ["a", "b"]\n[priors.u{n}]\na = "1e-100"\n' for n in range(60)
)
"""A world in which everything is a has a chance of some 6,000 digits."""
TIED = '[[rule]]\nname = "r"\nany_of = ["u0 is a", "u1 is a", "u2 is b"]\n'


def run(*arguments: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "solve", *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=60,
        **options,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["/dev/zero"], "/dev/zero: is larger than 5,000,000 bytes, so it is hardly a case file"),
        (["/dev/null"], "/dev/null: declares no unknowns"),
        (["/"], "/: cannot be read: Is a directory; name a case file in it"),
        (["pipe"], "pipe: is a pipe that nobody writes to"),
        ([""], "'': an empty name is no file"),
        (["gone.toml"], "gone.toml: there is no such file; did you mean 'one.toml'?"),
        (["one.toml/x"], "one.toml/x: cannot be read: Not a directory"),
        (["-"], "standard input: declares no unknowns"),
        (["twice.toml"], "entry 2: entry 1: stands in the log already"),
        (
            ["one.toml", "--rate", "1e-9999"],
            "--rate is '1e-9999'; it must be a number from 0 to 1, of at most",
        ),
        (["one.toml", "--rate", "1e99999999"], "--rate is '1e99999999'; it must be a number"),
        (["one.toml", "--at", "9" * 30], "the log has 0 entries"),
        (["one.toml", "--at", "9" * 5_000], "integer"),
        (["one.toml", "--worlds", "9" * 30], "--worlds"),
        (["one.toml", "--given", b"A is \xe9"], "--given: 'A' has no value"),
        (["one.toml", "--why", b"\xe9 is a"], "--why: there is no unknown"),
        ([b"\xe9.toml"], "there is no such file"),
    ],
)
def test_one_sentence(tmp_path: Path, arguments: list[str | bytes], words: str) -> None:
    """What was wrong, status 2, a document, and no traceback."""
    one = '[[unknowns]]\nnames = ["A"]\nvalues = ["a"]\n'
    (tmp_path / "one.toml").write_text(one, encoding="utf-8")
    twice = '[[entry]]\nid = 1\nfact = "A is a"\n' * 2
    (tmp_path / "twice.toml").write_text(one + twice, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    done = run(*map(os.fsdecode, arguments), "--json", cwd=tmp_path)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert words in done.stderr.decode()
    assert words in json.loads(done.stdout)["error"]["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed in another way there")
def test_closed_standard_input() -> None:
    """`deduce solve - <&-` is one sentence too."""
    done = run("-", preexec_fn=lambda: os.close(0))
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"deduce: standard input")


def test_numbers_of_thousands_of_digits(tmp_path: Path) -> None:
    """The document has them exactly; the text says what they come to."""
    file = tmp_path / "heavy.toml"
    file.write_text(HEAVY + TIED, encoding="utf-8")
    done = run(file, "--worlds", 1, "--json")
    assert done.returncode == 0, done.stderr
    (world,) = json.loads(done.stdout)["most_probable"]
    assert len(world["fraction"]) > 4_300
    text = run(file, "--worlds", 1)
    assert text.returncode == 0, text.stderr
    assert b"about 10^-" in text.stdout
    many = tmp_path / "many.toml"
    names = json.dumps([f"u{number}" for number in range(1_000)])
    many.write_text(f"[[unknowns]]\nnames = {names}\nvalues = {list(range(10))}\n", encoding="utf-8")
    assert b"about 10^1,000 worlds" in run(many).stdout


def test_shares_in_words() -> None:
    """Percentages, short fractions, and what long ones come to."""
    from deduce_cli.numbers import amount, share_as_text

    assert share_as_text(Fraction(1, 3), fractions=False) == "33.3%"
    assert share_as_text(Fraction(1, 3), fractions=True) == "1/3"
    assert share_as_text(Fraction(1, 10**6), fractions=False) == "1/1000000"
    assert share_as_text(Fraction(1, 10**5_000), fractions=False) == "about 10^-5,000"
    assert share_as_text(Fraction(10**70, 3 * 10**70 + 1), fractions=True) == "about 0.333333333333"
    assert (amount(1_234), amount(10**4_500)) == ("1,234", "about 10^4,500")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminals_that_know_few_signs(tmp_path: Path, encoding: str) -> None:
    """Names and quotes that cannot be shown are written out; the document says the same as ever."""
    file = tmp_path / "names.toml"
    block = '[[unknowns]]\nnames = ["Zoë", "Łukasz"]\nvalues = ["a", "β"]\n[[entry]]\nfact = "Zoë is β"\n'
    file.write_text(block, encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C"}
    done = run(file, "--json", "--slips", env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["certain"] == {"Zoë": "β"}
    text = run(file, "--slips", env=env)
    assert (text.returncode, text.stderr) == (0, b"")
