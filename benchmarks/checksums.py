"""Checksums of the code that something measured hangs on, so that nothing else makes the figures stale.

A module counts with all modules of the package that it imports, wherever in it that stands, and with the data
beside them; what is imported for types alone, comments and docstrings do not. So games that took hours to
play stay good when a sentence is put right, or a part that no player uses.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["checksum_of", "modules_of"]

DATA = (".toml", ".npz")
"""What data of the package ends with."""
LENGTH = 12
_WITH_TEXTS = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.If
"""Where texts stand that only explain."""


def checksum_of(root: Path, modules: Iterable[str]) -> str:
    """Return a checksum of modules, of all that they import, and of the data beside those.

    It also hangs on the version of Python, whose parser writes code down.

    Args:
        root: The folder that the package lies in.
        modules: The names of the modules.
    """
    total = hashlib.sha256(sys.version.split()[0].rpartition(".")[0].encode())
    files = modules_of(root, modules)
    for name, path in sorted(files.items()):
        total.update(f"{name}\0{_bare(path)}\0".encode())
    for folder in sorted({path.parent for path in files.values()}):
        for path in sorted(each for each in folder.iterdir() if each.suffix in DATA):
            total.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()[:LENGTH]


def modules_of(root: Path, modules: Iterable[str]) -> dict[str, Path]:
    """Return the files of modules and of all that they import from the same package, by their names.

    Args:
        root: The folder that the package lies in.
        modules: The names of the modules.
    """
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = _file(root, name)
        if path is None or name in found:
            continue
        found[name] = path
        parents = name.split(".")[:-1]
        waiting += [".".join(parents[:length]) for length in range(1, len(parents) + 1)]
        waiting += _imported(ast.parse(path.read_bytes()), name.split(".", maxsplit=1)[0])
    return found


def _file(root: Path, name: str) -> Path | None:
    """Return the file of a module; None if a name is of something else."""
    place = root.joinpath(*name.split("."))
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None


def _imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield what code imports of a package when it runs; names in modules as if they were modules too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        else:
            yield from _imported(node, package)
            continue
        yield from (name for name in names if name.split(".", maxsplit=1)[0] == package)


def _bare(path: Path) -> str:
    """Return the code of a file without its comments and docstrings."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, _WITH_TEXTS):
            node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
    return ast.unparse(tree)


def _is_text(node: ast.AST) -> bool:
    """Tell whether a statement is nothing but a text."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
