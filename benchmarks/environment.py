"""The throw-away environment in which everything is compared."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import NoReturn

__all__ = ["enter"]

ROOT = Path(__file__).resolve().parent.parent
COMPARED = ("cpmpy", "thewalrus", "PySDD", "scipy", "chess", "open_spiel", "reasoning-gym")
"""Packages to compare with; the others come with the project.

Their licences are MIT, BSD or Apache, but for chess (GPL 3): nothing of it is part of the project.
"""


def enter(*, fresh: bool) -> list[str]:
    """Run this program again in an environment of its own, unless that is where it runs.

    The environment is made when it is first needed, and kept in the system's folder for temporary files.

    Args:
        fresh: Make it anew.

    Returns:
        The packages that could not be installed.
    """
    note = _missing_file(Path(sys.prefix))
    if not note.exists():
        _leave(_environment(fresh=fresh))
    missing: list[str] = json.loads(note.read_text(encoding="utf-8"))
    return missing


def _environment(*, fresh: bool) -> Path:
    """Return the Python of the environment for these requirements, which is made if need be."""
    recipe = repr((str(ROOT), sys.version, _requirements(), COMPARED))
    name = hashlib.sha256(recipe.encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / "deduce-benchmarks" / name
    python = folder / "bin" / "python"
    if fresh or not _missing_file(folder).exists():
        shutil.rmtree(folder, ignore_errors=True)
        _make(folder, python)
    return python


def _leave(python: Path) -> NoReturn:
    """Go on as the same program in another environment."""
    arguments = [argument for argument in sys.argv if argument != "--fresh"]
    sys.stdout.flush()
    os.execv(python, [str(python), *arguments])  # noqa: S606 - the same program, without a shell


def _missing_file(folder: Path) -> Path:
    return folder / "not-installed.json"


def _requirements() -> str:
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.")[0]


def _make(folder: Path, python: Path) -> None:
    print("Making the environment for the benchmarks ...", file=sys.stderr)
    venv.create(folder, with_pip=True)
    if not _installed(python, "--editable", str(ROOT)):
        sys.exit("The project itself could not be installed; see above.")
    missing = [name for name in COMPARED if not _installed(python, name)]
    _missing_file(folder).write_text(json.dumps(missing), encoding="utf-8")


def _installed(python: Path, *what: str) -> bool:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    return subprocess.run(command, check=False, stdout=sys.stderr).returncode == 0  # noqa: S603 - pip
