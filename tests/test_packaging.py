import json
import tomllib
from fnmatch import fnmatch
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DISTRIBUTION = "deduce-tabletop"
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = PYPROJECT["tool"]["setuptools"]["packages"]
DATA_PATTERNS = PYPROJECT["tool"]["setuptools"]["package-data"]["*"]


def folder_of(module: ModuleType) -> Path:
    assert module.__file__ is not None
    return Path(module.__file__).resolve().parent


def distribution() -> metadata.Distribution:
    """What is installed; beside the sources there may lie metadata that a build left behind."""
    found = metadata.Distribution.discover(name=DISTRIBUTION)
    return next(candidate for candidate in found if candidate.read_text("RECORD") is not None)


def is_editable() -> bool:
    text = distribution().read_text("direct_url.json")
    return bool(text) and json.loads(text).get("dir_info", {}).get("editable", False)


@pytest.mark.parametrize("top", ["deduce", "deduce_cli"])
def test_every_package_is_listed(top: str) -> None:
    folder = folder_of(import_module(top))
    found = {".".join((top, *init.parent.relative_to(folder).parts)) for init in folder.rglob("__init__.py")}
    listed = {name for name in PACKAGES if name.split(".")[0] == top}
    assert found == listed, "pyproject.toml, [tool.setuptools] packages: list exactly the folders"


@pytest.mark.parametrize("top", ["deduce", "deduce_cli"])
def test_every_module_is_in_a_package(top: str) -> None:
    folder = folder_of(import_module(top))
    stray = [path for path in folder.rglob("*.py") if not (path.parent / "__init__.py").exists()]
    assert stray == [], "a folder without __init__.py is not installed"


def is_installed(path: Path) -> bool:
    """Whether a pattern fits the path of a data file in its package; * goes into no folder."""
    package = next(folder for folder in path.parents if (folder / "__init__.py").exists())
    inside = path.relative_to(package).as_posix()
    return any(
        pattern.count("/") == inside.count("/") and fnmatch(inside, pattern) for pattern in DATA_PATTERNS
    )


@pytest.mark.parametrize("top", ["deduce", "deduce_cli"])
def test_every_data_file_is_installed(top: str) -> None:
    folder = folder_of(import_module(top))
    left_out = [
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.suffix != ".py"
        and "__pycache__" not in path.parts
        and not is_installed(path)
    ]
    assert left_out == [], "pyproject.toml, [tool.setuptools.package-data]: add a pattern"


def test_metadata() -> None:
    installed = distribution().metadata
    assert installed["Name"] == DISTRIBUTION
    assert installed["Version"] == PYPROJECT["project"]["version"]
    assert installed["Summary"] == PYPROJECT["project"]["description"]
    assert installed["License-Expression"] == "MIT"
    assert installed["Requires-Python"] == ">=3.11"
    extras = {"cluster", "dev", "docs", "lint", "openspiel", "pettingzoo", "test"}
    assert extras == set(installed.get_all("Provides-Extra") or ())


def test_console_script() -> None:
    scripts = distribution().entry_points.select(group="console_scripts")
    assert {(script.name, script.value) for script in scripts} == {("deduce", "deduce_cli.main:main")}
    (script,) = scripts
    assert callable(script.load())


def test_types_are_declared() -> None:
    assert (folder_of(import_module("deduce")) / "py.typed").is_file()


def test_installed_files() -> None:
    files = distribution().files
    assert files
    tops = {file.parts[0] for file in files}
    assert not tops & {"cli", "tests", "examples", "docs", "benchmarks"}
    # An editable installation points to the sources instead of copying them.
    assert is_editable() or {"deduce", "deduce_cli"} <= tops
